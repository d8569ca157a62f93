"""A Dask cluster as a team: the tasks are the same, the executor is the cluster's.

Tasks are byte ranges: the workers open the file themselves, so it lies where all of them see it.
"""

from __future__ import annotations

from concurrent.futures import CancelledError, Executor
from typing import Any

from mjcalc.batch.crew import Team

RANGE = 1 << 23  # some seconds of work, beside which a scheduler's milliseconds vanish
SECONDS = 20


class NoCluster(Exception):
    """No cluster answers at the address, or it was gone in the middle of the work."""


def cluster(address: str) -> Team:
    """The workers of the Dask scheduler at an address; ImportError without ``distributed``.

    Raises NoCluster if none is reached, or it has no workers.
    """
    from distributed import Client, KilledWorker

    try:
        client: Any = Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(str(error) or type(error).__name__) from None
    workers = sum(client.nthreads().values())
    if not workers:
        client.close()
        raise NoCluster("no workers")

    def start() -> Executor:
        executor: Executor = client.get_executor(pure=False)
        return executor

    def end(executor: Executor) -> None:
        executor.shutdown(wait=False)
        client.close()

    return Team(start, workers, end, (KilledWorker,))


GONE = (CancelledError, OSError, NoCluster)
