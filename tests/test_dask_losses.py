"""A Dask cluster that goes away: by a client that plays it, and by a scheduler that is ended."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mjcalc import cli
from mjcalc.batch import cluster
from mjcalc.batch.cluster import NoCluster, Remote
from tests.test_batch_dask import ENVIRONMENT, started, with_dask

PATIENCE = 30


class Client:
    """The client of a cluster; ``work`` is what its futures do when they are asked."""

    def __init__(self, *work: Any) -> None:
        self.status = "running"
        self.work = list(work)
        self.scheduler = types.SimpleNamespace(ncores="ask for the workers")
        self.workers: Any = {"tcp://1": 1}

    def submit(self, function: Any, *args: Any, pure: bool) -> Sent:
        assert not pure
        return Sent(self)

    def sync(self, function: Any, *, callback_timeout: float) -> Any:
        assert function == "ask for the workers"
        if isinstance(self.workers, Exception):
            raise self.workers
        return self.workers


class Sent:
    """A future of Dask."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.status = "pending"

    def done(self) -> bool:
        return self.status != "pending"

    def result(self, timeout: float) -> Any:
        found = self.client.work.pop(0)
        if callable(found):
            found = found()
        if isinstance(found, Failed):
            self.status, found = "error", found.error
        if isinstance(found, Exception):
            raise found
        self.status = "finished"
        return found


class Failed:
    """What the call itself raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def result(client: Client) -> Any:
    return Remote(client).submit(print).result()


def key_of(client: Client) -> str | None:
    with pytest.raises(NoCluster) as raised:
        result(client)
    return raised.value.key


def test_a_result_is_waited_for() -> None:
    assert result(Client(TimeoutError(), TimeoutError(), "done")) == "done"


@pytest.mark.parametrize("error", [ValueError("of the call"), TimeoutError("of a disk")])
def test_an_error_of_the_call_is_raised(error: Exception) -> None:
    with pytest.raises(type(error), match="of "):
        result(Client(TimeoutError(), Failed(error)))


def test_a_future_that_the_client_cancels_means_that_the_scheduler_is_lost() -> None:
    assert key_of(Client(TimeoutError(), RuntimeError("scheduler-connection-lost"))) == "lost"


def test_a_client_that_connects_again_has_lost_its_scheduler() -> None:
    client = Client()

    def lose() -> Exception:
        client.status = "connecting"
        return TimeoutError()

    client.work.append(lose)
    assert key_of(client) == "lost"
    assert key_of(client) == "lost"  # nor can anything more be sent


def test_a_scheduler_that_does_not_answer_is_lost() -> None:
    client = Client(TimeoutError())
    client.workers = TimeoutError()
    assert key_of(client) == "lost"


def test_workers_may_be_away_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def after(seconds: float, workers: int) -> Callable[[], Exception]:
        def pass_by() -> Exception:
            now[0] += seconds
            client.workers = {str(number): 1 for number in range(workers)}
            return TimeoutError()

        return pass_by

    while_away = [after(1, 0), after(cluster.WITHOUT_WORKERS - 2, 0)]
    client = Client(*while_away, after(5, 1), *while_away, "done")
    assert result(client) == "done"
    client = Client(*while_away, after(2, 0))
    assert key_of(client) == "no-workers"


def test_what_cannot_be_sent_means_that_there_is_no_cluster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def submit(*_: object, **__: object) -> None:
        raise RuntimeError("the loop is closed")

    client = Client()
    monkeypatch.setattr(client, "submit", submit)
    with pytest.raises(NoCluster, match="the loop is closed"):
        Remote(client).submit(print)


def test_what_listens_and_never_answers_is_no_cluster() -> None:
    end = threading.Event()
    with pytest.raises(NoCluster) as raised:
        cluster._within(0.01, end.wait)
    end.set()
    assert raised.value.key == "no-answer"


@pytest.mark.parametrize("error", [ImportError("other versions"), ValueError("no such scheme")])
def test_a_client_that_cannot_begin_says_why(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Refusing:
        def __init__(self, *_: object, **__: object) -> None:
            raise error

    distributed: Any = types.ModuleType("distributed")
    distributed.Client = Refusing
    monkeypatch.setitem(sys.modules, "distributed", distributed)
    monkeypatch.setattr("logging.disable", lambda level: None)
    assert cli.run(["batch", __file__, "--dask", "tcp://x:1", "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"mjcalc: there is no Dask cluster at tcp://x:1: {error}\n"


@pytest.mark.parametrize("address", ["x:y", "x", "tcp://:1", "x:0", "x:65536", "x:1:2", "x: 1"])
def test_what_is_no_address_is_refused_at_once(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "cluster", None)
    assert cli.run(["batch", __file__, "--dask", address, "--lang", "en"]) == 2
    assert capsys.readouterr().err == (
        f"mjcalc: --dask {address} is not an address: write tcp://HOST:PORT\n"
    )


@with_dask
def test_a_scheduler_that_ends_ends_the_run(tmp_path: Path) -> None:
    with started(tmp_path, 1) as (address, scheduler):
        hands, out = tmp_path / "many.txt", tmp_path / "out"
        hands.write_bytes((tmp_path / "hands.txt").read_bytes() * 20)
        command = [sys.executable, "-m", "mjcalc", "batch", str(hands), "-o", str(out), "-q"]
        with subprocess.Popen(
            [*command, "--dask", address, "--block", "2000", "--lang", "en"],
            stderr=subprocess.PIPE, text=True, encoding="utf-8", env=ENVIRONMENT,
        ) as process:  # fmt: skip
            end = time.monotonic() + PATIENCE
            while not Path(f"{out}.part.json").exists():
                assert time.monotonic() < end
                time.sleep(0.01)
            scheduler.terminate()
            _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 2
        assert err == (
            f"mjcalc: there is no Dask cluster at {address}: "
            "the connection to its scheduler is lost\n"
        )
        assert not out.exists()
        assert Path(f"{out}.part").stat().st_size > 0
        assert not Path(f"{out}.part.d").exists()
