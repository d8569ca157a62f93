"""Representatives: a reading that has what a key says, and nothing else that matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mjcalc.draft import Kind
from mjcalc.engine.parts import (
    CHOWS,
    KNITTED_5,
    KNITTED_6,
    KNITTED_7,
    KNITTED_STRAIGHT,
    SEVEN_PAIRS,
    SHAPES,
    SHIFTED_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
)
from mjcalc.hand import Win
from mjcalc.reading import Part, Reading
from mjcalc.tiles import Tile, Wind

A_WIN = Win()


def pung_part(
    tile: Tile, kind: Kind = Kind.PUNG, concealed: bool = True, melded: bool = False
) -> Part:
    """A pung or kong."""
    return Part(kind, (tile,) * (4 if kind is Kind.KONG else 3), melded, None, concealed)


def standard(
    sets: Iterable[Part],
    pair: Tile | None = None,
    seat: Wind = Wind.E,
    prevalent: Wind = Wind.E,
    shape: int = STANDARD,
) -> Reading:
    """A reading of these sets and this pair, all else as it may be."""
    return Reading(
        SHAPES[shape], tuple(sets), pair, Tile.M1, 0, None, A_WIN, seat, prevalent
    )  # fmt: skip


def reading_of_chows(key: int) -> Reading:
    """The reading of a key of chows (fields CHOWS and PAIR_OF_5S of a form)."""
    chows = [CHOWS[n] for n in range(21) for _ in range(key >> 3 * n & 7)]
    return standard(chows, (None, Tile.M5, Tile.P5, Tile.S5)[key >> 63])


def _pairs(tiles: Iterable[int]) -> tuple[Part, ...]:
    return tuple(Part(Kind.PAIR, (Tile(tile), Tile(tile))) for tile in tiles)


def _knitted(honours: int) -> tuple[Part, ...]:
    suited = (0, 3, 6, 10, 13, 16, 20, 23, 26)[: 14 - honours]
    tiles = (*suited, *range(27, 27 + honours))
    return tuple(Part(Kind.SINGLE, (Tile(tile),)) for tile in tiles)


SAMPLES: Mapping[int, tuple[Part, ...]] = {
    STANDARD: (),
    SEVEN_PAIRS: _pairs((0, 1, 2, 3, 4, 5, 8)),
    SHIFTED_PAIRS: _pairs(range(7)),
    THIRTEEN_ORPHANS: (),
    KNITTED_5: _knitted(5),
    KNITTED_6: _knitted(6),
    KNITTED_7: _knitted(7),
    KNITTED_STRAIGHT: tuple(
        Part(Kind.KNITTED, tuple(Tile(10 * n + step) for step in (0, 3, 6))) for n in range(3)
    ),
}
