"""The parts that readings are made of, and what each gives to a form.

A *form* is one reading in short. ``sums`` is an int whose fields (:class:`Fields`) count what the
fan table asks about: chows, pungs, kongs, the pair, the shape. ``fails`` has a bit for each
question on tiles that some part of the reading fails. Both are sums (and ors) of what each part
gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mjcalc.draft import Kind
from mjcalc.engine import splits
from mjcalc.engine.shapes import STRAIGHTS
from mjcalc.hand import MELD_CODES, Meld
from mjcalc.packed import tiles_of
from mjcalc.reading import Part, Shape, Wait
from mjcalc.tiles import ORPHANS, SUITED, TILES, Tile


class Fields:
    """Where each field of ``sums`` begins. Each has room for all that a hand can put into it."""

    CHOWS = 0  # 21 chows, three bits each
    PAIR_OF_5S = 63  # 1 2 3 for m p s
    PUNGS = 65  # 27 suited ones, a bit each
    HONOUR_PUNGS = 92  # 7, a bit each
    HONOUR_PAIR = 99  # 0 none, 1-7
    MELDED_KONGS = 102
    CONCEALED_KONGS = 105
    CONCEALED_PUNGS = 108  # kongs too
    ALL_PUNGS = 111  # kongs too
    ALL_CHOWS = 114  # a knitted straight stands for three
    SUITED_PAIR = 117
    MELDED_SETS = 118
    NINE_GATES = 121
    SHAPE = 122
    PAIRS = 125


# The shapes as the fan table tells them apart: the field SHAPE is an index.
STANDARD, SEVEN_PAIRS, SHIFTED_PAIRS, THIRTEEN_ORPHANS = range(4)
KNITTED_6, KNITTED_5, KNITTED_7, KNITTED_STRAIGHT = range(4, 8)  # by the number of honours
SHAPES = (
    Shape.STANDARD,
    Shape.SEVEN_PAIRS,
    Shape.SEVEN_PAIRS,
    Shape.THIRTEEN_ORPHANS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_STRAIGHT,
)
KNITTED_BY_HONOURS = {5: KNITTED_5, 6: KNITTED_6, 7: KNITTED_7}

WAITS = (None, Wait.EDGE, Wait.CLOSED, Wait.PAIR)


class Record(NamedTuple):
    """What some of the parts give together: a suit taken apart, or all parts of a special shape.

    ``wait`` is an index into WAITS, ``completed`` the index of the part with the winning tile.
    """

    sums: int
    fails: int
    wait: int
    parts: tuple[Part, ...]
    completed: int = -1


def shape_sums(shape: int) -> int:
    """What a shape adds to ``sums``."""
    chows = 3 if shape == KNITTED_STRAIGHT else 0
    return (shape << Fields.SHAPE) + (chows << Fields.ALL_CHOWS)


def part_sums(part: Part) -> int:
    """What one part adds to ``sums``."""
    suit, rank = divmod(part.tile, 9)
    if part.kind in (Kind.SINGLE, Kind.KNITTED):
        return 0
    if part.kind is Kind.PAIR:
        if suit == 3:
            return (rank + 1 << Fields.HONOUR_PAIR) + (1 << Fields.PAIRS)
        of_5s = suit + 1 if rank == 4 else 0
        return (of_5s << Fields.PAIR_OF_5S) + (1 << Fields.SUITED_PAIR) + (1 << Fields.PAIRS)
    sums = part.melded << Fields.MELDED_SETS
    if part.kind is Kind.CHOW:
        return sums + (1 << Fields.CHOWS + 3 * (7 * suit + rank)) + (1 << Fields.ALL_CHOWS)
    sums += 1 << (Fields.HONOUR_PUNGS + rank if suit == 3 else Fields.PUNGS + part.tile)
    sums += (1 << Fields.ALL_PUNGS) + (part.concealed << Fields.CONCEALED_PUNGS)
    if part.kind is Kind.KONG:
        sums += 1 << (Fields.CONCEALED_KONGS if part.concealed else Fields.MELDED_KONGS)
    return sums


def meld_part(meld: Meld) -> Part:
    """The meld as a part of a reading."""
    return Part(meld.kind, meld.tiles, not meld.concealed, meld.source, meld.concealed)


def joined(chain: Iterable[Record]) -> Record:
    """The records of a form in one, without the parts; the first has the wait."""
    sums = fails = wait = 0
    for record in chain:
        sums += record.sums
        fails |= record.fails
        wait |= record.wait
    return Record(sums, fails, wait, ())


# Every part there can be, made once.
CHOWS = tuple(
    Part(Kind.CHOW, (tile, Tile(tile + 1), Tile(tile + 2)))
    for tile in TILES
    if tile in SUITED and tile.rank <= 7
)
PUNGS = tuple(Part(Kind.PUNG, (tile,) * 3) for tile in TILES)
OPEN_PUNGS = tuple(Part(Kind.PUNG, (tile,) * 3, concealed=False) for tile in TILES)
PAIRS = tuple(Part(Kind.PAIR, (tile, tile)) for tile in TILES)
SINGLES = tuple(Part(Kind.SINGLE, (tile,)) for tile in TILES)
ORPHAN_TILES = tuple(sorted(ORPHANS))
KNITTED_PARTS = {
    straight: tuple(
        Part(Kind.KNITTED, tuple(tile for tile in tiles_of(straight) if tile // 9 == suit))
        for suit in range(3)
    )
    for straight in STRAIGHTS
}
MELDS = tuple(
    meld_part(Meld(kind, part.tile, concealed))
    for kind, concealed in MELD_CODES
    for part in (CHOWS if kind is Kind.CHOW else PUNGS)
)
# By suit, then by the number that ``splits`` gives a piece.
PIECES = tuple(
    {
        **{splits.CHOW + part.tile % 9: part for part in CHOWS if part.tile // 9 == suit},
        **{splits.PUNG + part.tile % 9: part for part in PUNGS if part.tile // 9 == suit},
        **{splits.PAIR + part.tile % 9: part for part in PAIRS if part.tile // 9 == suit},
    }
    for suit in range(4)
)
PARTS = (
    *CHOWS, *PUNGS, *PAIRS, *OPEN_PUNGS, *SINGLES, *MELDS,
    *(part for parts in KNITTED_PARTS.values() for part in parts),
)  # fmt: skip
