"""Every part that a reading can be made of, made once."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from mjcalc.engine.suits import CHOW, PAIR, PUNG
from mjcalc.hand.hand import Meld
from mjcalc.hand.kinds import Kind
from mjcalc.hand.packed import tiles_of
from mjcalc.hand.reading import Part
from mjcalc.tiles import SUITED, TILES, Tile

CHOWS = tuple(
    Part(Kind.CHOW, (tile, Tile(tile + 1), Tile(tile + 2)))
    for tile in TILES
    if tile in SUITED and tile.rank <= 7
)
PUNGS = tuple(Part(Kind.PUNG, (tile,) * 3) for tile in TILES)
PAIRS = tuple(Part(Kind.PAIR, (tile, tile)) for tile in TILES)
SINGLES = tuple(Part(Kind.SINGLE, (tile,)) for tile in TILES)
# By suit, then by the number that ``suits`` gives a piece.
PIECES = tuple(
    {
        first + part.tile % 9: part
        for first, parts in ((CHOW, CHOWS), (PUNG, PUNGS), (PAIR, PAIRS))
        for part in parts
        if part.tile // 9 == suit
    }
    for suit in range(4)
)


@cache
def claimed(part: Part) -> Part:
    """The part when another player's tile completed it: a pung is then not concealed (rules 2)."""
    return replace(part, concealed=False) if part.is_pung else part


@cache
def knitted_runs(straight: int) -> tuple[Part, ...]:
    """The three runs of a knitted straight, packed."""
    tiles = tiles_of(straight)
    return tuple(
        Part(Kind.KNITTED, tuple(tile for tile in tiles if tile // 9 == suit)) for suit in range(3)
    )


@cache
def meld_part(meld: Meld) -> Part:
    """The meld as a part of a reading."""
    return Part(meld.kind, meld.tiles, not meld.concealed, meld.source, meld.concealed)
