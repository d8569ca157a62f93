"""What a hand is made of: the kinds of its parts, the five shapes, the sole waits, the limits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

COPIES = 4
SETS = 4
MOST_FLOWERS = 8


class Kind(Enum):
    """What a part of a hand is; the last three occur in readings only."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    KNITTED = "knitted"
    PAIR = "pair"
    SINGLE = "single"

    __hash__ = object.__hash__  # that of enums is Python code

    def __repr__(self) -> str:
        return f"Kind.{self.name}"


class Shape(Enum):
    """The five shapes of a winning hand."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven-pairs"
    THIRTEEN_ORPHANS = "thirteen-orphans"
    KNITTED_HONORS = "knitted-honours"
    KNITTED_STRAIGHT = "knitted-straight"

    __hash__ = object.__hash__  # that of enums is Python code

    def __repr__(self) -> str:
        return f"Shape.{self.name}"


class Wait(Enum):
    """The sole waits that score: 边张, 坎张, 单钓将."""

    EDGE = "edge"
    CLOSED = "closed"
    PAIR = "pair"

    def __repr__(self) -> str:
        return f"Wait.{self.name}"


# The digits that may follow each kind of melded set: which player discarded the claimed tile.
SOURCES = {Kind.CHOW: (1, 2, 3), Kind.PUNG: (1, 2, 3), Kind.KONG: (1, 2, 3, 5, 6, 7)}


@dataclass(frozen=True, slots=True)
class WildPolicy:
    """Whether a ruleset has wildcards, and its options ``wildcard-fifth-copy`` and ``-on-discard``.

    ``fifth_copy``: a wildcard may stand for a fifth equal tile. ``on_discard``: a discarded
    wildcard may be won on.
    """

    allowed: bool = True
    fifth_copy: bool = False
    on_discard: bool = True


ANY_WILD = WildPolicy()
