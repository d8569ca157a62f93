"""The shapes of a hand that are no sets and a pair, as sets of kinds (see ``packed``)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from mjcalc.packed import count, joined
from mjcalc.tiles import HONOURS, ORPHANS

ORPHAN_KINDS = count(ORPHANS)
HONOUR_KINDS = count(HONOURS)
RUNS = (0o001001001, 0o010010010, 0o100100100)  # 147, 258, 369
STRAIGHTS = tuple(joined((*runs, 0)) for runs in permutations(RUNS))
KNITTED = tuple(straight | HONOUR_KINDS for straight in STRAIGHTS)


def shares(wilds: int) -> Iterator[tuple[int, int, int, int]]:
    """Every way to share so many wildcards out to the four suits."""
    for m in range(wilds + 1):
        for p in range(wilds - m + 1):
            for s in range(wilds - m - p + 1):
                yield m, p, s, wilds - m - p - s
