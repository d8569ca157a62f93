"""A file of hands: beside the yardstick, on one process and on two, and on a cluster.

``python -m tests.bench.batch [LINES]`` prints this part of the benchmark alone. Two processes are
compared with one only where the machine gave both cores: (user + sys) / real of at least 1.7. The
cluster is a Dask scheduler with two workers of this machine, over TCP; without the extra ``dask``
it is left out.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from mjcalc import format_hand
from tests.bench.hands import winning_hands

LINES, ROUNDS, BOTH = 500_000, 3, 1.7
YARDSTICK = 60_000
DASK = (sys.executable, "-m", "dask")


class Took(NamedTuple):
    """Seconds of the clock, seconds of processors, and the largest process in MB."""

    real: float
    cpu: float
    memory: float


def took(module: str, *args: str) -> Took:
    """One run of a module in its own process, whose children are counted alone."""
    code = (
        "import json, resource, subprocess, sys, time; start = time.perf_counter();"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "real = time.perf_counter() - start;"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(json.dumps([real, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))"
    )
    command = [sys.executable, "-c", code, sys.executable, "-m", module, *args]
    return Took(*json.loads(subprocess.run(command, check=True, capture_output=True).stdout))


def batch(*args: str) -> Took:
    """One run of ``mjcalc batch``."""
    return took("mjcalc", "batch", *args, "-q")


def show(what: str, lines: int, took: Took) -> None:
    """One line of the report."""
    print(
        f"{what:<24}{lines / took.real:>10,.0f} hands/s {took.real / lines * 1e6:>8.2f} us a hand "
        f"{took.memory:>6.0f} MB   cores {took.cpu / took.real:.2f}",
        flush=True,
    )


def yardstick(path: Path, lines: int) -> None:
    """Processor time of a run of one process, start-up and all, beside that of the loop."""
    if importlib.util.find_spec("MahjongGB") is None:
        print("no yardstick: pip install -e '.[oracle]'")
        return
    runs = [
        (batch(str(path), "--rules", "guobiao"), took("tests.bench.loop", str(path)))
        for _ in range(ROUNDS)
    ]
    ours, loop = (
        min(run.cpu for run in column) / lines * 1e6 for column in zip(*runs, strict=True)
    )
    print(
        f"{lines:,} distinct hands, text to rows: batch {ours:.2f} us of processor time a hand, "
        f"a tight loop with PyMahjongGB {loop:.2f} us: {ours / loop:.2f} x"
    )


def processes(path: Path, lines: int) -> None:
    """One process and two, in turns; the best of each, and the ratio where it means something."""
    out = f"{path}.tsv"
    best: dict[int, Took] = {}
    for _ in range(ROUNDS):
        for jobs in (1, 2):
            one = batch(str(path), "-o", out, "--jobs", str(jobs))
            show(f"--jobs {jobs}", lines, one)
            if jobs == 1 or one.cpu / one.real >= BOTH:
                best[jobs] = min(best.get(jobs, one), one)
    if 2 in best:
        print(f"two processes: {best[1].real / best[2].real:.2f} times one")
    else:
        print("two processes: this machine never gave both cores")
    print(f"processor time: {best[1].cpu / lines * 1e6:.2f} us a hand")


@contextmanager
def cluster(home: Path) -> Iterator[str]:
    """A scheduler and two workers, for as long as they are needed."""
    known = home / "scheduler.json"
    scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    with open(home / "log", "wb") as log:
        started = [
            subprocess.Popen([*DASK, *scheduler, "--scheduler-file", known], stdout=log, stderr=log)
        ]
        try:
            while not known.exists() or not known.read_text():
                time.sleep(0.1)
            address: str = json.loads(known.read_text())["address"]
            workers = ("worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard")
            started.append(subprocess.Popen([*DASK, *workers], stdout=log, stderr=log))
            wait = f"from distributed import Client; Client({address!r}).wait_for_workers(2)"
            subprocess.run([sys.executable, "-c", wait], check=True, stdout=log, stderr=log)
            yield address
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


def on_cluster(home: Path, path: Path, lines: int) -> None:
    """The same file on a cluster; cores are the driver's, which has next to nothing to do."""
    if importlib.util.find_spec("distributed") is None:
        print("no cluster: pip install -e '.[dask]'")
        return
    with cluster(home) as address:
        for _ in range(ROUNDS):
            args = (str(path), "-o", f"{path}.dask", "--dask", address)
            show("--dask, two workers", lines, batch(*args))
    same = Path(f"{path}.dask").read_bytes() == Path(f"{path}.tsv").read_bytes()
    print("the same bytes" if same else "OTHER BYTES")


def written(path: Path, lines: int) -> Path:
    """A file of so many hands, always the same."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{format_hand(hand)}\n" for hand in islice(winning_hands(4), lines))
    return path


def files(lines: int = LINES) -> None:
    """Prints every figure of files."""
    with tempfile.TemporaryDirectory() as home:
        yardstick(written(Path(home) / "some.txt", YARDSTICK), YARDSTICK)
        path = written(Path(home) / "hands.txt", lines)
        print(f"{lines:,} hands, {path.stat().st_size / 1e6:.0f} MB; {os.cpu_count()} cores")
        processes(path, lines)
        on_cluster(Path(home), path, lines)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"the largest process of all: {largest:.0f} MB")


if __name__ == "__main__":
    files(*map(int, sys.argv[1:]))
