"""The golden hands: ``hands.tsv``, a table that any other program could use.

Tab separated: the hand, the ruleset, options not at their default, the total with flowers, the fans
(``name`` or ``name*count``; empty: only the total is pinned), the clause shown, and who says so.
``near miss of X`` in the clause: a hand that has X but for its condition, just broken.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import mjcalc
from mjcalc import Ruleset, Score
from mjcalc.rules.rulesets import VARIANTS

TABLE = Path(__file__).with_name("hands.tsv")
NEAR_MISS = "near miss of "


@dataclass(frozen=True, slots=True)
class Golden:
    """A line of the table."""

    hand: str
    rules: str
    options: str
    total: int
    fans: str
    clause: str
    source: str

    def score(self) -> Score:
        """What mjcalc makes of it."""
        options = dict(option.split("=") for option in self.options.split())
        return mjcalc.score(mjcalc.parse(self.hand), mjcalc.ruleset(self.rules, options))


def wmo_by_hand() -> Ruleset:
    """Guobiao with each option that wmo sets."""
    return mjcalc.ruleset("guobiao", VARIANTS["wmo"].defaults)


def names(fans: str) -> dict[str, int]:
    """How often each fan counts.

    >>> names("喜相逢*2 连六")
    {'喜相逢': 2, '连六': 1}
    """
    split = [word.partition("*") for word in fans.split()]
    return {name: int(count or 1) for name, _, count in split}


@cache
def golden() -> tuple[Golden, ...]:
    """All lines of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(
            Golden(
                line["hand"], line["rules"], line["options"], int(line["total"]),
                line["fans"], line["clause"], line["source"],
            )
            for line in lines
        )  # fmt: skip
