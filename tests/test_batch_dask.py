"""A batch on a Dask cluster: a scheduler and two workers of this machine, over TCP."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from mjcalc import cli, format_hand
from tests.bench.hands import winning_hands

ROOT = Path(__file__).parent.parent
PATIENCE = 60
here = importlib.util.find_spec("distributed") is not None
with_dask = pytest.mark.skipif(not here, reason="needs the extra dask: pip install -e '.[dask]'")
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT)}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a scheduler with two workers, and a file that they can see."""
    home = tmp_path_factory.mktemp("cluster")
    with started(home, 2) as (address, _):
        yield address, home / "hands.txt"


@contextmanager
def started(home: Path, workers: int) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of a scheduler with workers, and its process; hands.txt is a file for them."""
    hands = (format_hand(hand) for hand in islice(winning_hands(1), 3000))
    lines = (f"{hand}\n" if number % 100 else "banana\n" for number, hand in enumerate(hands))
    (home / "hands.txt").write_text("".join(lines), encoding="utf-8")
    known, log = home / "scheduler.json", (home / "log").open("wb")
    dask = [sys.executable, "-m", "dask"]
    quiet = {"stdout": log, "stderr": log, "env": ENVIRONMENT, "cwd": home}
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    worker = [*dask, "worker", "--nworkers", str(workers), "--nthreads", "1", "--no-dashboard"]
    processes = [subprocess.Popen([*scheduler, "--scheduler-file", str(known)], **quiet)]  # type: ignore[call-overload]
    try:
        end = time.monotonic() + PATIENCE
        while not known.exists() or not known.read_text():
            assert time.monotonic() < end
            time.sleep(0.1)
        address = json.loads(known.read_text())["address"]
        processes.append(subprocess.Popen([*worker, address], **quiet))  # type: ignore[call-overload]
        if workers > 1:  # a run begins with the first
            client = f"from distributed import Client; Client({address!r})"
            wait = f"{client}.wait_for_workers({workers}, {PATIENCE})"
            subprocess.run([sys.executable, "-c", wait], check=True, **quiet)  # type: ignore[call-overload]
        yield address, processes[0]
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()
        log.close()


def batch(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mjcalc", "batch", *args, "--lang", "en"]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=ENVIRONMENT
    )


@with_dask
@pytest.mark.parametrize("format", ["tsv", "json"])
def test_a_cluster_gives_the_same_bytes(
    cluster: tuple[str, Path], format: str, tmp_path: Path
) -> None:
    address, hands = cluster
    here, there = tmp_path / "here", tmp_path / "there"
    args = (str(hands), "--format", format, "--fail-file")
    assert batch(*args, f"{here}.bad", "-o", str(here)).returncode == 1
    done = batch(
        *args, f"{there}.bad", "-o", str(there), "--dask", address, "--block", "9999", "--summary"
    )
    assert done.returncode == 1, done.stderr
    assert here.read_bytes() == there.read_bytes()
    assert Path(f"{here}.bad").read_bytes() == Path(f"{there}.bad").read_bytes()
    assert done.stdout.startswith("hands: 3000\nwins: 2970\n")
    assert len(list(tmp_path.iterdir())) == 4


@with_dask
def test_a_cluster_answers_on_standard_output_too(cluster: tuple[str, Path]) -> None:
    address, hands = cluster
    done = batch(str(hands), "--dask", address, "--no-header")
    assert [int(row.split("\t")[0]) for row in done.stdout.splitlines()] == [*range(1, 3001)]


@with_dask
def test_a_stream_is_not_for_a_cluster(cluster: tuple[str, Path]) -> None:
    done = batch("-", "--dask", cluster[0])
    assert done.returncode == 2
    assert "name one, not - or a .gz" in done.stderr


@with_dask
def test_an_address_where_nobody_answers(cluster: tuple[str, Path]) -> None:
    done = batch(str(cluster[1]), "--dask", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr.startswith("mjcalc: there is no Dask cluster at tcp://127.0.0.1:1: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(here, reason="the extra dask is installed")
def test_without_dask_it_is_said_how_to_get_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "hands.txt").touch()
    assert cli.run(["batch", str(tmp_path / "hands.txt"), "--dask", "tcp://x:1"]) == 2
    assert "pip install '.[dask]'" in capsys.readouterr().err


def test_what_is_no_address(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "hands.txt").touch()
    assert cli.run(["batch", str(tmp_path / "hands.txt"), "--dask", "myhost"]) == 2
    assert "tcp://HOST:PORT" in capsys.readouterr().err
