"""A Dask cluster as a team: the tasks are the same, the executor is the cluster's.

Tasks are byte ranges: the workers open the file themselves, so it lies where all of them see it.
"""

from __future__ import annotations

import logging
from concurrent.futures import Executor
from importlib import import_module
from typing import Any

from mjcalc.batch.crew import Team
from mjcalc.batch.lines import CHUNK

# Some seconds of work, beside which the milliseconds of a scheduler vanish.
LONGEST_RANGE = 1 << 23
RANGES = 8  # for each worker, at least, so that all are done at about the same time
SECONDS = 10


class NoCluster(Exception):
    """No cluster answers at the address, or it was gone in the middle of the work."""


def cluster(address: str) -> Team:
    """The workers of the Dask scheduler at an address; ImportError without ``distributed``.

    Raises NoCluster if none is reached, or it has no workers.
    """
    # Untyped; and its types are not known where it is not installed.
    distributed: Any = import_module("distributed")
    # What goes wrong is said once, by whoever asked, and not in tracebacks beside it.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(str(error) or type(error).__name__) from None
    try:
        client.wait_for_workers(1, timeout=SECONDS)  # which may be starting too
    except TimeoutError:
        client.close()
        raise NoCluster("no workers") from None
    workers = sum(client.nthreads().values())

    def start(aside: str | None) -> Executor:
        executor: Executor = client.get_executor(pure=False)
        return executor

    def end(executor: Executor) -> None:
        executor.shutdown(wait=False)
        client.close()

    return Team(start, workers, end, lambda: None, (distributed.KilledWorker,))


def range_size(size: int, workers: int) -> int:
    """How many bytes of a file are a task."""
    return max(CHUNK, min(LONGEST_RANGE, size // (workers * RANGES)))
