"""Tasks done by a team: any ``concurrent.futures.Executor``, a few in flight, answers in order.

A worker that dies takes the whole process pool with it, and nobody knows which task it had. So the
pool is made anew, and what was in flight is done again, one task at a time: a task that kills
again and again is lost and said to be so, the rest goes on.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import shutil
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait

from mjcalc.batch.crew import Answer, Died, Lost, Team, Unstarted, collect_seldom
from mjcalc.batch.job import Job
from mjcalc.batch.tasks import Done, Task, Unwritable, work, writing
from mjcalc.interrupts import installed, leave_to_parent

IN_FLIGHT = 3  # tasks for each worker: one that it does, one that waits, one on its way
TRIES = 2
# multiprocessing has a process that removes the semaphores of an interrupted run, and warns of it.
QUIET_TRACKER = "ignore:resource_tracker:UserWarning"
Flying = Future[Done | str]


class Crew:
    """The executor at work, and the tasks in flight, oldest first."""

    def __init__(self, team: Team, job: Job) -> None:
        self.team, self.job = team, job
        self.interrupts = installed()
        with self.interrupts:
            self.aside = _new_directory() if team.leaves else None
            self.interrupts.cleanups.append(self.abandon)
        try:
            self.executor = self.start()
        except OSError:
            self.close()
            raise
        self.flight: deque[tuple[Task, Flying | None]] = deque()

    def run(self, tasks: Iterable[Task | None]) -> Generator[Answer, None, None]:
        most = self.team.workers * IN_FLIGHT
        try:
            for task in tasks:
                if task is not None:
                    self.flight.append((task, self.submit(task)))
                yield from self.collect(0 if task is None else most - 1)
            yield from self.collect(0)
            self.executor.shutdown()
        finally:
            self.team.end(self.executor)
            self.close()

    def start(self) -> Executor:
        """Start an executor; raise Unstarted when the system has too few resources for it."""
        with _starting(), self.interrupts:
            return self.team.start(self.aside)

    def close(self) -> None:
        """Remove the directory of the workers, and the cleanup for signals."""
        _remove(self.aside)
        self.interrupts.cleanups.remove(self.abandon)

    def abandon(self) -> None:
        """Leave no worker and no file; safe in a signal handler."""
        self.team.kill()
        _remove(self.aside)

    def submit(self, task: Task) -> Flying | None:
        """Submit a task; return its future, or None if the executor is broken already.

        Raises Unstarted when the processes cannot be started.
        """
        try:
            # Forks the workers; a signal must not come before all of them are known.
            with _starting(), self.interrupts:
                return self.executor.submit(_worked, task, self.job, self.aside)
        except BrokenExecutor:
            return None

    def collect(self, most: int) -> Iterator[Answer]:
        """The answers that are there, and more until at most so many tasks are in flight."""
        while self.flight and (len(self.flight) > most or _is_done(self.flight[0][1])):
            task, future = self.flight.popleft()
            answer = self.answer(task, future)
            if answer is not None:
                yield answer
                continue
            self.flight.appendleft((task, future))
            yield Died((task.lines[0], self.flight[-1][0].lines[1]))
            yield from self.again()

    def answer(self, task: Task, future: Flying | None) -> Done | Lost | None:
        """What became of a task; None if its executor broke."""
        try:
            return None if future is None else _fetched(future.result())
        except BrokenExecutor:
            return None
        except self.team.lost:
            return Lost(task)

    def again(self) -> Iterator[Answer]:
        """Everything in flight, one task at a time, by a new executor."""
        self.renew()
        while self.flight:
            task, future = self.flight.popleft()
            answer = self.answer(task, future) if _is_done(future) else None
            for _ in range(TRIES):
                if answer is None:
                    answer = self.answer(task, self.submit(task))
                    if answer is None:
                        self.renew()
            yield answer or Lost(task)

    def renew(self) -> None:
        """A new executor in place of a broken one."""
        self.executor.shutdown()
        self.executor = self.start()


def _worked(task: Task, job: Job, aside: str | None) -> Done | str:
    """What is done, or the file in which it is left."""
    done = work(task, job)
    if aside is None:
        return done
    path = os.path.join(aside, str(task.begin.offset))
    with writing(path), open(path, "wb") as file:
        pickle.dump(done, file, pickle.HIGHEST_PROTOCOL)
    return path


@contextmanager
def _starting() -> Iterator[None]:
    """Turn an error of starting processes into Unstarted."""
    try:
        yield
    except OSError as error:
        raise Unstarted(error.errno, error.strerror) from error


def _new_directory() -> str:
    """Create the directory in which workers leave their results."""
    try:
        return tempfile.mkdtemp(prefix="mjcalc-")
    except OSError as error:
        raise Unwritable(error.errno, error.strerror, error.filename) from error


def _fetched(done: Done | str) -> Done:
    if isinstance(done, Done):
        return done
    with open(done, "rb") as file:
        found: Done = pickle.load(file)
    os.unlink(done)
    return found


def _is_done(future: Flying | None) -> bool:
    return future is None or future.done()


# --- processes of this machine ------------------------------------------------------------------


def processes(workers: int) -> Team:
    """So many processes of this machine, which end when this one does, however it ends.

    What they have done they leave in files: a worker that is killed while it sends something long
    through the pool's pipe would leave the pool waiting for the rest for ever.
    """
    others = set(multiprocessing.active_children())
    # A forked worker has everything imported; elsewhere that is not safe.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    if context.get_start_method() == "spawn" and QUIET_TRACKER not in sys.warnoptions:
        sys.warnoptions.append(QUIET_TRACKER)

    def start(aside: str | None) -> Executor:
        return ProcessPoolExecutor(workers, context, _begin, (aside,))

    def kill() -> None:
        ours = set(multiprocessing.active_children()) - others
        for child in ours:
            child.kill()
        for child in ours:
            child.join()

    def end(executor: Executor) -> None:
        kill()
        executor.shutdown(cancel_futures=True)

    return Team(start, workers, end, kill, leaves=True)


def _begin(aside: str | None) -> None:
    """Make a process a worker: the driver handles Ctrl-C, and without a driver a worker ends."""
    leave_to_parent()
    threading.Thread(target=_end_with_driver, args=(aside,), daemon=True).start()
    collect_seldom()


def _end_with_driver(aside: str | None) -> None:
    driver = multiprocessing.parent_process()
    if driver is not None:
        wait([driver.sentinel])
        _remove(aside)
        os._exit(1)


def _remove(aside: str | None) -> None:
    """Remove the directory of the workers; one of them may still be writing to it."""
    tries = 100
    while aside is not None and os.path.exists(aside) and tries:
        tries -= 1
        with suppress(OSError):
            os.rmdir(aside)  # needs no file handle: there may be none left
            return
        shutil.rmtree(aside, ignore_errors=True)
