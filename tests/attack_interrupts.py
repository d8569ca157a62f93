"""Signals at random moments: ``python -m tests.attack_interrupts [RUNS [SEED]]``.

Not part of the test suite. Every run of a command gets SIGINT or SIGTERM, alone or with its whole
process group as a terminal does it, at a moment between its start and its usual end, most of them
in the first 0.3 seconds. It must end with the exit code of the signal (or its usual one, when it
had ended already) and at most one line on stderr, without processes or temporary files.

A signal that comes before the first line of mjcalc meets Python's own start: those runs are counted
apart, as far as the system tells (on Linux).
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import islice
from pathlib import Path

from mjcalc import format_hand
from tests.bench.hands import winning_hands

ROOT = Path(__file__).parent.parent
LINES = 30_000
EARLY = 0.3
PATIENCE = 20
COMMANDS = {
    "batch": ["batch", "hands.txt", "-o", "out", "-q"],
    "batch --jobs": ["batch", "hands.txt", "-o", "out", "-q", "--jobs", "2", "--block", "20000"],
    "batch | --jobs": ["batch", "-", "-q", "--jobs", "2", "--block", "20000"],
    "score -": ["score", "-"],
    "replay": ["replay", "games.log", "--format", "jsonl", "-q"],
    "game": ["game", "-", "--keep-going"],
    "fans": ["fans"],
}
STDIN = {"batch | --jobs": "hands.txt", "score -": "few.txt", "game": "friday.game"}


def prepare(home: Path) -> None:
    """Write the files that the commands read."""
    hands = [format_hand(hand) for hand in islice(winning_hands(1), 2000)]
    lines = [f"{hands[number % len(hands)]}\n" for number in range(LINES)]
    (home / "hands.txt").write_text("".join(lines), encoding="utf-8")
    (home / "few.txt").write_text("".join(lines[:500]), encoding="utf-8")
    examples = ROOT / "examples"
    (home / "games.log").write_bytes((examples / "botzone.log").read_bytes() * 60)
    (home / "friday.game").write_bytes((examples / "friday.game").read_bytes())


class Attack:
    """The runs of one command, and what became of them."""

    def __init__(self, name: str, home: Path, chance: random.Random) -> None:
        self.name, self.home, self.chance = name, home, chance
        self.command = [sys.executable, "-m", "mjcalc", *COMMANDS[name]]
        self.outcomes: Counter[str] = Counter()
        self.faults: list[str] = []
        self.environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(home / "tmp")}
        began = time.monotonic()
        self.usual = self.start().wait()
        self.duration = time.monotonic() - began

    def start(self) -> subprocess.Popen[bytes]:
        """Start the command in a process group of its own."""
        stdin = self.home / STDIN.get(self.name, os.devnull)
        with open(stdin, "rb") as source, open(self.home / "stderr", "wb") as errors:
            return subprocess.Popen(
                self.command, stdin=source, stdout=subprocess.DEVNULL, stderr=errors,
                cwd=self.home, env=self.environment, start_new_session=True,
            )  # fmt: skip

    def once(self) -> None:
        """One run, one signal or two."""
        early = self.chance.random() < 0.6
        delay = self.chance.uniform(0, min(EARLY, self.duration) if early else self.duration)
        number = self.chance.choice([signal.SIGINT, signal.SIGTERM])
        to_group = self.chance.random() < 0.5
        send = os.killpg if to_group else os.kill
        process = self.start()
        time.sleep(delay)
        is_early = not catches_sigterm(process.pid)
        send(process.pid, number)
        if self.chance.random() < 0.2:
            time.sleep(self.chance.uniform(0, 0.02))
            send(process.pid, number)
        try:
            code: int | None = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            code = None
        what = self.fault(process.pid, code, 128 + number)
        if what is not None and is_early:
            self.outcomes["before the first line"] += 1
            return
        if what is not None:
            where = f"{number.name} {'to the group ' * to_group}after {delay * 1000:.0f} ms"
            self.faults.append(f"{self.name}: {where}: {what}")
        self.outcomes[f"exit {code}" if what is None else "fault"] += 1

    def fault(self, group: int, code: int | None, expected: int) -> str | None:
        """What is wrong after a run, if anything; leaves nothing of it."""
        errors = (self.home / "stderr").read_text(encoding="utf-8")
        left = [path.name for path in (self.home / "tmp").iterdir()]
        survivors = is_alive(group)
        if survivors:
            os.killpg(group, signal.SIGKILL)
        for path in self.home.glob("out*"):
            path.unlink()
        lines = 1 if code == expected else 0
        if code not in (expected, self.usual):
            return f"exit {code}: {errors[-300:]!r}"
        if errors.count("\n") != lines and self.usual == 0:
            return f"exit {code}, stderr {errors[-300:]!r}"
        if survivors or left:
            return f"survivors: {survivors}, temporary files: {left}"
        return None


def is_alive(group: int) -> bool:
    """Whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def catches_sigterm(process: int) -> bool:
    """Whether a process has begun to handle signals, or to ignore them; true where unknown."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return True
    masks = {name: text for name, _, text in (row.partition(":") for row in status.splitlines())}
    return bool((int(masks["SigCgt"], 16) | int(masks["SigIgn"], 16)) >> (signal.SIGTERM - 1) & 1)


def main(runs: int = 100, seed: int = 1) -> int:
    """Attack every command so many times; the exit code."""
    chance = random.Random(seed)
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        (home / "tmp").mkdir()
        prepare(home)
        for name in COMMANDS:
            attack = Attack(name, home, chance)
            for _ in range(runs):
                attack.once()
            print(f"{name} ({attack.duration:.2f} s): {dict(sorted(attack.outcomes.items()))}")
            faults += attack.faults
    print(*faults, sep="\n")
    print(f"{len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
