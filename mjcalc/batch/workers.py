"""Have tasks done by workers: any ``concurrent.futures.Executor``, with the reports in order.

A worker that dies takes the whole process pool with it, and nobody knows which task it had. So the
pool is replaced, and every task in flight is done again, one at a time: a task that kills its
worker again and again is reported as lost, and the rest goes on.
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
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait

from mjcalc.batch.job import Job
from mjcalc.batch.tasks import (
    LostTask,
    NoProcesses,
    Task,
    TaskResult,
    Unwritable,
    WorkerDeath,
    WorkerReport,
    collect_seldom,
    work,
    writing,
)
from mjcalc.interrupts import installed, leave_to_parent

IN_FLIGHT = 3  # tasks for each worker: one in work, one that waits, one on its way
TRIES = 2
# multiprocessing has a process that removes the semaphores of an interrupted run, and warns of it.
QUIET_TRACKER = "ignore:resource_tracker:UserWarning"
TaskFuture = Future[TaskResult | str]


@dataclass(frozen=True, slots=True)
class Workers:
    """How an executor is started and ended, and how many workers it has.

    ``start`` gets the directory in which workers leave their results; it is None unless
    ``uses_directory``, for executors through which large results are not safe to send. ``end``
    ends an executor at once. ``kill`` leaves no worker process; it takes no lock, so that a signal
    handler may call it. ``lost`` are the errors by which an executor that replaces its own workers
    gives up a task.
    """

    start: Callable[[str | None], Executor]
    count: int
    end: Callable[[Executor], None]
    kill: Callable[[], None]
    lost: tuple[type[Exception], ...] = ()
    uses_directory: bool = False


def run_tasks(
    tasks: Iterable[Task | None], job: Job, workers: Workers
) -> Generator[WorkerReport, None, None]:
    """Yield the result of every task, in order, and what happened to workers.

    None among the tasks means that no more come for the moment: wait for those in flight. When the
    iterator is closed, the workers are ended at once.
    """
    yield from Dispatcher(workers, job).run(tasks)


class Dispatcher:
    """The running executor, and the tasks in flight, oldest first."""

    def __init__(self, workers: Workers, job: Job) -> None:
        self.workers, self.job = workers, job
        self.interrupts = installed()
        with self.interrupts:
            self.directory = _new_directory() if workers.uses_directory else None
            self.interrupts.cleanups.append(self.abandon)
        try:
            self.executor = self.start()
        except OSError:
            self.close()
            raise
        self.flight: deque[tuple[Task, TaskFuture | None]] = deque()

    def run(self, tasks: Iterable[Task | None]) -> Generator[WorkerReport, None, None]:
        """Yield the reports of the tasks."""
        most = self.workers.count * IN_FLIGHT
        try:
            for task in tasks:
                if task is not None:
                    self.flight.append((task, self.submit(task)))
                yield from self.collect(0 if task is None else most - 1)
            yield from self.collect(0)
            self.executor.shutdown()
        finally:
            self.workers.end(self.executor)
            self.close()

    def start(self) -> Executor:
        """Start an executor; raise NoProcesses when the system has too few resources for it."""
        with _starting(), self.interrupts:
            return self.workers.start(self.directory)

    def close(self) -> None:
        """Remove the directory of the workers, and the cleanup for signals."""
        _remove(self.directory)
        self.interrupts.cleanups.remove(self.abandon)

    def abandon(self) -> None:
        """Leave no worker and no file; safe in a signal handler."""
        self.workers.kill()
        _remove(self.directory)

    def submit(self, task: Task) -> TaskFuture | None:
        """Submit a task; return its future, or None if the executor is broken already.

        Raise NoProcesses when the processes cannot be started.
        """
        try:
            # Forks the workers; a signal must not come before all of them are known.
            with _starting(), self.interrupts:
                return self.executor.submit(_work_aside, task, self.job, self.directory)
        except BrokenExecutor:
            return None

    def collect(self, most: int) -> Iterator[WorkerReport]:
        """Yield the reports that are there, and wait until at most ``most`` tasks are in flight."""
        while self.flight and (len(self.flight) > most or _is_done(self.flight[0][1])):
            task, future = self.flight.popleft()
            report = self.report(task, future)
            if report is not None:
                yield report
                continue
            self.flight.appendleft((task, future))
            yield WorkerDeath((task.lines[0], self.flight[-1][0].lines[1]))
            yield from self.retry()

    def report(self, task: Task, future: TaskFuture | None) -> TaskResult | LostTask | None:
        """Wait for a task; return None if its executor broke."""
        try:
            return None if future is None else _fetch(future.result())
        except BrokenExecutor:
            return None
        except self.workers.lost:
            return LostTask(task)

    def retry(self) -> Iterator[WorkerReport]:
        """Do everything in flight again, one task at a time, with a new executor."""
        self.renew()
        while self.flight:
            task, future = self.flight.popleft()
            report = self.report(task, future) if _is_done(future) else None
            for _ in range(TRIES):
                if report is None:
                    report = self.report(task, self.submit(task))
                    if report is None:
                        self.renew()
            yield report or LostTask(task)

    def renew(self) -> None:
        """Replace a broken executor."""
        self.executor.shutdown()
        self.executor = self.start()


def _work_aside(task: Task, job: Job, directory: str | None) -> TaskResult | str:
    """Do a task; return its result, or the file in the directory that holds it."""
    result = work(task, job)
    if directory is None:
        return result
    path = os.path.join(directory, f"{task.begin.file}-{task.begin.offset}")
    with writing(path), open(path, "wb") as file:
        pickle.dump(result, file, pickle.HIGHEST_PROTOCOL)
    return path


@contextmanager
def _starting() -> Iterator[None]:
    """Turn an error of starting processes into NoProcesses."""
    try:
        yield
    except OSError as error:
        raise NoProcesses(error.errno, error.strerror) from error


def _new_directory() -> str:
    """Create the directory in which workers leave their results."""
    try:
        return tempfile.mkdtemp(prefix="mjcalc-")
    except OSError as error:
        raise Unwritable(error.errno, error.strerror, error.filename) from error


def _fetch(result: TaskResult | str) -> TaskResult:
    """Return a result; read it from its file, which is then removed, if it is in one."""
    if isinstance(result, TaskResult):
        return result
    with open(result, "rb") as file:
        loaded: TaskResult = pickle.load(file)
    os.unlink(result)
    return loaded


def _is_done(future: TaskFuture | None) -> bool:
    return future is None or future.done()


# --- processes of this machine ------------------------------------------------------------------


def local_processes(count: int) -> Workers:
    """Return processes of this machine as workers; they end when this process does, however.

    They leave their results in files: a worker that is killed while it sends something long
    through the pool's pipe would leave the pool waiting for the rest forever.
    """
    others = set(multiprocessing.active_children())
    # A forked worker has everything imported; elsewhere that is not safe.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    if context.get_start_method() == "spawn" and QUIET_TRACKER not in sys.warnoptions:
        sys.warnoptions.append(QUIET_TRACKER)

    def start(directory: str | None) -> Executor:
        return ProcessPoolExecutor(count, context, _begin_worker, (directory,))

    def kill() -> None:
        ours = set(multiprocessing.active_children()) - others
        for child in ours:
            child.kill()
        for child in ours:
            child.join()

    def end(executor: Executor) -> None:
        kill()
        executor.shutdown(cancel_futures=True)

    return Workers(start, count, end, kill, uses_directory=True)


def _begin_worker(directory: str | None) -> None:
    """Make a process a worker: the driver handles Ctrl-C, and without a driver a worker ends."""
    leave_to_parent()
    threading.Thread(target=_end_with_driver, args=(directory,), daemon=True).start()
    collect_seldom()


def _end_with_driver(directory: str | None) -> None:
    driver = multiprocessing.parent_process()
    if driver is not None:
        wait([driver.sentinel])
        _remove(directory)
        os._exit(1)


def _remove(directory: str | None) -> None:
    """Remove the directory of the workers; one of them may still be writing to it."""
    tries = 100
    while directory is not None and os.path.exists(directory) and tries:
        tries -= 1
        with suppress(OSError):
            os.rmdir(directory)  # needs no file handle: there may be none left
            return
        shutil.rmtree(directory, ignore_errors=True)
