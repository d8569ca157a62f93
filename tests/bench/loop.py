"""The yardstick of a batch: a tight Python loop that parses lines and calls PyMahjongGB.

``python -m tests.bench.loop FILE`` writes ``total<TAB>fans`` for each line. It reads nothing but
the canonical notation, checks nothing, and remembers the runs and sets it has met.
"""

from __future__ import annotations

import re
import sys
from typing import Any

try:
    from MahjongGB import MahjongFanCalculator as peer
except ImportError:  # it comes with the extra oracle
    peer = None

RUN = re.compile("[1-9]+[mpsz]")
WINDS = {"E": 0, "S": 1, "W": 2, "N": 3}
TILE = {
    **{f"{rank}{suit}": f"{letter}{rank}" for suit, letter in ("mW", "pB", "sT")
       for rank in range(1, 10)},
    **{f"{n}z": f"F{n}" if n < 5 else f"J{n - 4}" for n in range(1, 8)},
}  # fmt: skip

runs: dict[str, tuple[str, ...]] = {}
sets: dict[str, tuple[str, str, int]] = {}


def run_of(run: str) -> tuple[str, ...]:
    """The tiles of a run, remembered."""
    tiles = runs[run] = tuple([TILE[digit + run[-1]] for digit in run[:-1]])
    return tiles


def set_of(word: str) -> tuple[str, str, int]:
    """A set on the table, remembered."""
    tiles = run_of(word[1:-1])
    kind = "GANG" if len(tiles) == 4 else "PENG" if tiles[0] == tiles[1] else "CHI"
    tile = tiles[1] if kind == "CHI" else tiles[0]
    made = sets[word] = (kind, tile, int(word[0] == "["))
    return made


def arguments(line: str) -> tuple[Any, ...]:  # noqa: C901  a tight loop calls nothing
    """The arguments of MahjongFanCalculator for a canonical line."""
    melds: list[tuple[str, str, int]] = []
    tiles: list[str] = []
    winning, flowers, seat, prevalent = "", 0, 0, 0
    drawn = fourth = kong = last = False
    for word in line.split():
        first = word[0]
        if first in "[(":
            melds.append(sets.get(word) or set_of(word))
        elif first == "+":
            item = word[1:4]
            if item == "win":
                winning = TILE[word[5:]]
            elif item == "sea":
                seat = WINDS[word[6]]
            elif item == "rou":
                prevalent = WINDS[word[7]]
            elif item == "flo":
                flowers = int(word[9:])
            elif item == "las":
                last = True
            elif item == "fou":
                fourth = True
            else:
                kong = True
        elif word == "tsumo":
            drawn = True
        elif word != "ron":
            for run in RUN.findall(word):
                tiles += runs.get(run) or run_of(run)
    return (
        tuple(melds), tuple(tiles), winning, flowers, drawn, fourth, kong, last, seat, prevalent
    )  # fmt: skip


def row(line: str) -> str:
    """The row of a line."""
    fans = peer(*arguments(line))
    return f"{sum([points for points, _ in fans])}\t{' '.join([name for _, name in fans])}\n"


def main() -> None:
    """Every line of a file."""
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.writelines([row(line) for line in file])


if __name__ == "__main__":
    main()
