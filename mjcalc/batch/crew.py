"""Tasks done by this process, or by a team (see ``team``): answers in order."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mjcalc.batch.job import Job
from mjcalc.batch.tasks import Done, Task, work

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True, slots=True)
class Died:
    """A worker died on one of the tasks of these lines; they are done again."""

    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lost:
    """A task that nobody could do: every worker that tried died."""

    task: Task


class Unstarted(OSError):
    """The system starts no more processes."""


@dataclass(frozen=True, slots=True)
class Team:
    """An executor, made when it is needed; how many workers it has; how it is ended at once.

    ``kill`` leaves no worker process; it takes no lock, so that a signal handler may call it.
    ``lost`` are the errors by which an executor that mends itself gives a task up. With ``leaves``
    the workers leave what they have done in a directory, where it is not safe to send it;
    ``start`` gets that directory.
    """

    start: Callable[[str | None], Executor]
    workers: int
    end: Callable[[Executor], None]
    kill: Callable[[], None]
    lost: tuple[type[Exception], ...] = ()
    leaves: bool = False


Answer = Done | Died | Lost


def run(
    tasks: Iterable[Task | None], job: Job, team: Team | None = None
) -> Generator[Answer, None, None]:
    """Every task's answer, in order; by this process where there is no team.

    None among the tasks means that no more come for the moment: what is in flight is waited for.
    When the iterator is closed, the team is ended at once.
    """
    if team is not None:
        from mjcalc.batch.team import Crew

        yield from Crew(team, job).run(tasks)
    else:
        yield from (work(task, job) for task in tasks if task is not None)


def collect_seldom() -> None:
    """Leaves what is there out of collections, and makes them few."""
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Garbage is collected seldom: the tables are long-lived, and lines leave few cycles."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
