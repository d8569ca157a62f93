"""The workers of a Dask cluster: the tasks are the same, the executor is the cluster's.

Tasks are byte ranges: the workers open the file themselves, so it must be where all of them see it.

The client of Dask waits long for a scheduler that is gone, and reports it in tracebacks. So results
are fetched one at a time here, and scheduler and workers are checked between two fetches.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar

from mjcalc.batch.lines import CHUNK
from mjcalc.batch.workers import Workers

# Some seconds of work, which make the milliseconds of a scheduler negligible.
LARGEST_RANGE = 1 << 23
RANGES = 8  # for each worker, at least, so that all are done at about the same time
TIMEOUT = 10  # to connect, and to answer
LONGEST_CONNECT = 20
CHECKED = 2  # seconds without a result after which the cluster is asked whether it is there
WITHOUT_WORKERS = 15  # seconds; a worker that died is started again within a few

ADDRESS = re.compile(r"(?:[a-z]+://)?(?:\[[0-9A-Fa-f:.%]+\]|[^\s:/\[\]]+):([0-9]{1,5})")
Returned = TypeVar("Returned")


class NoCluster(Exception):
    """No cluster answers at the address, or it was gone in the middle of the work.

    ``key`` is "lost", "no-answer" or "no-workers", or None where the message of Dask says more.
    """

    def __init__(self, key: str | None, error: Exception | None = None) -> None:
        super().__init__(str(error) or type(error).__name__)
        self.key = key


def is_address(text: str) -> bool:
    """Return whether a text is the address of a scheduler, with a port.

    >>> is_address("tcp://10.0.0.1:8786"), is_address("node-1:8786"), is_address("[::1]:8786")
    (True, True, True)
    >>> is_address("x:y"), is_address("node-1"), is_address("node-1:99999"), is_address("tcp://:1")
    (False, False, False, False)
    """
    match = ADDRESS.fullmatch(text)
    return match is not None and 0 < int(match[1]) < 1 << 16


def cluster(address: str) -> Workers:
    """Return the workers of the Dask scheduler at an address.

    Raise ImportError without ``distributed``, NoCluster if no scheduler answers or has workers.
    """
    # Untyped; and its types are not known where it is not installed.
    distributed: Any = import_module("distributed")
    # Errors are reported once, by the command, not as tracebacks of the threads of the client.
    logging.disable(logging.CRITICAL)

    class Client(distributed.Client):  # type: ignore[misc]
        def __del__(self) -> None:
            """Do nothing: a client that is not connected would wait for its scheduler."""

    def connect() -> Any:
        return Client(address, timeout=TIMEOUT, set_as_default=False)

    client = _within(LONGEST_CONNECT, connect)
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)  # which may be starting too
        workers = sum(client.nthreads().values())
    except TimeoutError:
        raise NoCluster("no-workers") from None
    except Exception:
        raise NoCluster("lost") from None

    def start(directory: str | None) -> Executor:
        return Remote(client)

    def end(executor: Executor) -> None:
        with suppress(Exception):  # it may be gone
            client.close(timeout=TIMEOUT)

    return Workers(start, workers, end, lambda: None, (distributed.KilledWorker,))


def _within(seconds: float, call: Callable[[], Returned]) -> Returned:
    """Return the result of a call; raise NoCluster when it fails or takes too long.

    The client of Dask waits without end when something other than a scheduler listens.
    """
    results: list[Returned] = []
    errors: list[Exception] = []

    def run() -> None:
        try:
            results.append(call())
        except Exception as error:  # of many kinds: no such host, no answer, another version
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise NoCluster(None, errors[0]) from None
    if not results:
        raise NoCluster("no-answer")
    return results[0]


class Remote(Executor):
    """The workers of a cluster; its futures raise NoCluster when the cluster is gone."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.workers_seen = time.monotonic()

    def submit(
        self, function: Callable[..., Returned], /, *args: Any, **keywords: Any
    ) -> Future[Returned]:
        """Send a call to some worker; return its future."""
        self.check_connection()
        try:
            return Sent(self, self.client.submit(function, *args, pure=False, **keywords))
        except Exception as error:
            self.check_connection()
            raise NoCluster(None, error) from None

    def check_connection(self) -> None:
        """Raise NoCluster when the connection is lost: the calls that were sent are lost too."""
        if self.client.status != "running":
            raise NoCluster("lost")

    def check(self) -> None:
        """Raise NoCluster when the scheduler does not answer or has had no workers for long."""
        self.check_connection()
        try:
            workers = self.client.sync(self.client.scheduler.ncores, callback_timeout=TIMEOUT)
        except Exception:
            raise NoCluster("lost") from None
        now = time.monotonic()
        if workers:
            self.workers_seen = now
        elif now - self.workers_seen > WITHOUT_WORKERS:
            raise NoCluster("no-workers")


class Sent(Future[Returned]):
    """The future of a call that was sent to a cluster."""

    def __init__(self, remote: Remote, sent: Any) -> None:
        super().__init__()
        self.remote, self.sent = remote, sent

    def done(self) -> bool:
        """Return whether there is a result or an error."""
        return bool(self.sent.done())

    def result(self, timeout: float | None = None) -> Returned:
        """Return the result; raise the error of the call, or NoCluster."""
        while True:
            try:
                returned: Returned = self.sent.result(timeout=CHECKED)
                return returned
            except Exception as error:
                if self.sent.status == "error":  # of the call itself
                    raise
                if not isinstance(error, TimeoutError):
                    raise NoCluster("lost") from None
            self.remote.check()


def range_size(size: int, workers: int) -> int:
    """Return how many bytes of a file make a task."""
    return max(CHUNK, min(LARGEST_RANGE, size // (workers * RANGES)))
