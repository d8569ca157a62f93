"""Kill a batch at random moments, resume it, and compare the result with an undisturbed run.

Run by hand: ``python -m tests.attack_resume [SIGNALS] [SEED]``, by default 100 signals, which take
some minutes. A failure is any other byte in the output, a traceback, a run that does not end, and
a process or a temporary file that is left behind; then the exit code is 1.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from mjcalc import format_hand
from tests.bench.hands import winning_hands

ROOT = Path(__file__).parent.parent
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
HANDS = 4_000  # different hands, written several times
TIMES = 12
MOST_KILLS = 8  # of one run, before it is left in peace to its end
STARTING = 0.4  # seconds in which Python starts and imports
PATIENCE = 60
FINISHED = (0, 1)
OUR_FRAME = f"{ROOT}{os.sep}mjcalc{os.sep}"


@dataclass(frozen=True)
class Case:
    """A way to run a batch: its input, its options, and whether the input is piped."""

    file: str
    options: tuple[str, ...]
    piped: bool = False

    def command(self, directory: Path, *more: str) -> list[str]:
        """The command that writes ``out`` (and ``bad``) in a directory."""
        file = "-" if self.piped else self.file
        start = [sys.executable, "-m", "mjcalc", "batch", file, "-o", str(directory / "out")]
        options = (str(directory / "bad") if word == "BAD" else word for word in self.options)
        return [*start, *options, "--lang", "en", *more]

    def __str__(self) -> str:
        return " ".join(("-" if self.piped else Path(self.file).name, *self.options))


def cases(home: Path) -> Iterator[Case]:
    """Every input with its options, by one process and by two."""
    lines, few, table = (str(home / name) for name in ("hands.txt", "few.txt", "hands.csv"))
    for jobs in (("--jobs", "1"), ("--jobs", "2", "--block", "20000")):
        yield Case(lines, ("--fail-file", "BAD", *jobs))
        yield Case(few, ("--format", "jsonl", *jobs))
        yield Case(few, ("--format", "json", "--fail-file", "BAD", *jobs))
        yield Case(table, ("--column", "hand", "--format", "csv", "--fail-file", "BAD", *jobs))
        yield Case(lines, ("--fail-file", "BAD", *jobs), piped=True)


def write_inputs(home: Path, chance: random.Random) -> None:
    """Lines with a bad one now and then, and the same as CSV with a line break inside a cell."""
    hands = [format_hand(hand) for hand in islice(winning_hands(1), HANDS)]
    for _ in range(HANDS // 20):
        slip = chance.choice(["# a comment", "", "banana", "id\t55z", "东东东 1m"])
        hands.insert(chance.randrange(len(hands)), slip)
    text = "".join(f"{hand}\n" for hand in hands)
    (home / "hands.txt").write_text(text * TIMES, encoding="utf-8")
    (home / "few.txt").write_text(text, encoding="utf-8")  # JSON takes longer
    rows = "".join(f'"{number}\nnote","{hand}"\n' for number, hand in enumerate(hands))
    (home / "hands.csv").write_text("note,hand\n" + rows * 3, encoding="utf-8")


@dataclass
class Attack:
    """Kills runs, and gathers what went wrong."""

    home: Path
    chance: random.Random
    left: int
    failures: list[str] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)

    def run(self, case: Case) -> None:
        """Compares a run that is killed again and again with one that is not."""
        whole, killed = self.home / "whole", self.home / "killed"
        began = time.monotonic()
        self.start(case, whole, "-q").wait(PATIENCE)
        seconds = time.monotonic() - began
        killed.mkdir()
        (killed / "out").write_text("old\n", encoding="utf-8")
        self.kill_until_done(case, killed, seconds)
        for name in sorted({*os.listdir(whole), *os.listdir(killed)}):
            one, other = whole / name, killed / name
            if not one.exists():
                self.fail(case, f"{name} is left behind")
            elif not other.exists() or one.read_bytes() != other.read_bytes():
                self.fail(case, f"{name} differs")
        shutil.rmtree(whole)
        shutil.rmtree(killed)

    def kill_until_done(self, case: Case, killed: Path, seconds: float) -> None:
        """Kills the run at random moments, then lets it come to its end."""
        more: tuple[str, ...] = ()
        for _ in range(min(MOST_KILLS, self.left)):
            code = self.kill(case, killed, seconds, *more)
            if code in FINISHED and (killed / "out").read_text(encoding="utf-8") != "old\n":
                return
            # Now and then the run starts anew, over the part that is there.
            more = () if self.chance.random() < 0.1 else ("--resume",)
        process = self.start(case, killed, "--resume")
        if self.end(case, process) not in FINISHED:
            self.fail(case, f"resuming ends with {process.returncode}")

    def start(self, case: Case, directory: Path, *more: str) -> subprocess.Popen[bytes]:
        """A run in a process group of its own."""
        directory.mkdir(exist_ok=True)
        with open(case.file if case.piped else os.devnull, "rb") as stdin:
            return subprocess.Popen(
                case.command(directory, *more),
                stdin=stdin,
                stdout=subprocess.DEVNULL,
                stderr=open(self.home / "stderr", "wb"),
                env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(self.home / "tmp")},
                start_new_session=True,
            )

    def kill(self, case: Case, directory: Path, seconds: float, *more: str) -> int:
        """Sends a signal to a run at a random moment; the exit code of the run."""
        starting = self.chance.random() < 0.3
        delay = self.chance.uniform(0, STARTING if starting else seconds)
        chosen = self.chance.choice(SIGNALS)
        process = self.start(case, directory, *more)
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            process.send_signal(chosen)
            self.left -= 1
        code = self.end(case, process, chosen)
        self.codes[f"{chosen.name} {code}"] += 1
        print(f"  {chosen.name} after {delay:.3f} s {' '.join(more)}: {code}", flush=True)
        return code

    def end(
        self, case: Case, process: subprocess.Popen[bytes], sent: signal.Signals | None = None
    ) -> int:
        """Waits for a run, and looks at what it leaves behind; its exit code."""
        try:
            code = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.fail(case, f"does not end ({sent})")
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
        if not self.within(lambda: not is_alive(process.pid)):
            self.fail(case, f"a process is left behind ({sent})")
            os.killpg(process.pid, signal.SIGKILL)
        temporary = self.home / "tmp"
        if not self.within(lambda: not os.listdir(temporary)):
            self.fail(case, f"{os.listdir(temporary)} in TMPDIR ({sent})")
            for name in os.listdir(temporary):
                shutil.rmtree(temporary / name)
        error = (self.home / "stderr").read_text(encoding="utf-8", errors="replace")
        if "Traceback" in error and OUR_FRAME not in error:
            self.codes["a traceback of Python itself, before mjcalc began"] += 1
        elif "Traceback" in error or "fault of mjcalc" in error:
            self.fail(case, f"a traceback ({sent}):\n{error}")
        return code

    @staticmethod
    def within(done: Callable[[], bool]) -> bool:
        """Whether something happens before patience ends."""
        end = time.monotonic() + 10
        while not done():
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True

    def fail(self, case: Case, what: str) -> None:
        """Notes a failure."""
        self.failures.append(f"{case}: {what}")
        print(f"  FAILED {what}", flush=True)


def is_alive(group: int) -> bool:
    """Whether a process group still has a process."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def main(signals: int = 100, seed: int = 1) -> int:
    """Attacks every case in turn until all signals are sent; 1 if anything failed."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="mjcalc-attack-") as name:
        home = Path(name)
        (home / "tmp").mkdir()
        write_inputs(home, chance)
        attack = Attack(home, chance, signals)
        while attack.left > 0:
            for case in cases(home):
                if attack.left > 0:
                    print(case, flush=True)
                    attack.run(case)
    print(f"{signals} signals; how often each signal led to each exit code:")
    for code, count in sorted(attack.codes.items()):
        print(f"  {code}: {count}")
    print("\n".join(["failures:", *attack.failures]) if attack.failures else "no failures")
    return bool(attack.failures)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
