"""Files of hands: beside a tight loop, with wildcards, as CSV and JSON, on two processes.

Two processes are compared with one only where the machine gave both cores: (user + sys) / real of
at least 1.7.
"""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from mjcalc import Hand, format_hand
from tests.bench.hands import mixed_hands

LINES, FEW, SOME, LONG = 1_000_000, 60_000, 100_000, 10_000_000
ROUNDS, BOTH = 3, 1.7


class Took(NamedTuple):
    """Seconds of the clock, seconds of processors, and the largest process in MB."""

    real: float
    cpu: float
    memory: float


def children_time() -> float:
    """Seconds of processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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


def batch(path: Path, *args: str) -> Took:
    """One run of ``mjcalc batch``."""
    return took("mjcalc", "batch", str(path), *args, "-q")


def written(path: Path, hands: Iterable[Hand]) -> Path:
    """A file of hands, one a line."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{format_hand(hand)}\n" for hand in hands)
    return path


def beside_loop(path: Path, lines: int) -> None:
    """A run of one process, start-up and all, beside the loop: the median of the ratios."""
    if importlib.util.find_spec("MahjongGB") is None:
        print("no loop to compare with: pip install -e '.[oracle]'")
        return
    runs = sorted(
        (batch(path, "--rules", "guobiao").cpu, took("tests.bench.loop", str(path)).cpu)
        for _ in range(ROUNDS)
    )
    ours, loop = sorted(runs, key=lambda run: run[0] / run[1])[ROUNDS // 2]
    print(
        f"batch, {lines:,} distinct lines: {ours / lines * 1e6:.2f} us a line, "
        f"the loop {loop / lines * 1e6:.2f} us: {ours / loop:.2f} x",
        flush=True,
    )


def with_wildcards(home: Path) -> None:
    """Hands with one and with two wildcards."""
    for wilds in (1, 2):
        path = written(home / f"wild{wilds}.txt", islice(mixed_hands(7, wilds), SOME))
        cpu = batch(path).cpu / SOME * 1e6
        print(f"batch, {SOME:,} hands with {wilds} wildcards: {cpu:.1f} us a hand", flush=True)


def formats(home: Path, path: Path) -> None:
    """CSV with a header in and out, and lines of JSON out."""
    table = home / "hands.csv"
    with path.open(encoding="utf-8") as lines, table.open("w", encoding="utf-8") as file:
        write = csv.writer(file, lineterminator="\n")
        write.writerow(["table", "hand", "player"])
        write.writerows(
            [number % 9, line.rstrip(), "Bo"] for number, line in enumerate(islice(lines, SOME))
        )
    cpu = batch(table, "--column", "hand", "--format", "csv").cpu / SOME * 1e6
    print(f"batch --column, CSV to CSV: {cpu:.1f} us a hand", flush=True)
    cpu = batch(table, "--column", "hand", "--format", "jsonl").cpu / SOME * 1e6
    print(f"batch --column, CSV to lines of JSON: {cpu:.1f} us a hand", flush=True)


def processes(path: Path, lines: int) -> None:
    """One process and two, in turns; the best of each, and the ratio where it means something."""
    out = f"{path}.tsv"
    best: dict[int, Took] = {}
    for _ in range(ROUNDS):
        for jobs in (1, 2):
            one = batch(path, "-o", out, "--jobs", str(jobs))
            cores = one.cpu / one.real
            print(
                f"{lines:,} lines, --jobs {jobs}: {lines / one.real:,.0f} hands/s, "
                f"{one.memory:.0f} MB, cores {cores:.2f}",
                flush=True,
            )
            if jobs == 1 or cores >= BOTH:
                best[jobs] = min(best.get(jobs, one), one)
    if 2 in best:
        print(f"two processes: {best[1].real / best[2].real:.2f} times one")
    else:
        print("two processes: this machine never gave both cores")


def report(home: Path, *, long: bool = False) -> None:
    """Prints every figure of files."""
    few = written(home / "few.txt", islice(mixed_hands(3), FEW))
    beside_loop(few, FEW)
    path = written(home / "hands.txt", islice(mixed_hands(4), LINES))
    beside_loop(path, LINES)
    with_wildcards(home)
    formats(home, path)
    print(f"{os.cpu_count()} cores")
    if long:
        many = home / "many.txt"
        with many.open("wb") as file:
            for _ in range(LONG // LINES):
                file.write(path.read_bytes())
        processes(many, LONG)
    else:
        processes(path, LINES)
