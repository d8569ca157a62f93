"""Sample readings: one that has what a key of an aspect says, and nothing else that matters."""

from __future__ import annotations

from collections.abc import Iterable

from mjcalc.engine.forms import BASE, COUNTS, PAIR_AT, SHAPES, SPLIT
from mjcalc.engine.pieces import CHOWS, PUNGS, knitted_runs
from mjcalc.engine.shapes import STRAIGHTS
from mjcalc.hand.hand import Win
from mjcalc.hand.kinds import Kind, Shape
from mjcalc.hand.reading import Part, Reading
from mjcalc.tiles import TILES, Tile, Wind

A_WIN = Win()


def sample(
    sets: Iterable[Part],
    pair: Tile | None = None,
    seat: Wind = Wind.E,
    prevalent: Wind = Wind.E,
    shape: Shape = Shape.STANDARD,
) -> Reading:
    """A reading of these sets and this pair."""
    return Reading(shape, tuple(sets), pair, Tile.M1, 0, None, A_WIN, seat, prevalent)


def chows_sample(key: int) -> Reading:
    """The reading of chows, a digit each, and above them the pair."""
    pair, chows = divmod(key, PAIR_AT)
    sets = []
    for chow in CHOWS:
        chows, times = divmod(chows, BASE)
        sets += [chow] * times
    return sample(sets, TILES[pair - 1] if pair else None)


def pungs_sample(key: int) -> Reading:
    """The reading of suited pungs, a bit each."""
    return sample(pung for place, pung in enumerate(PUNGS) if key >> place & 1)


def honors_sample(key: int) -> Reading:
    """The reading of honor pungs, a bit each, of the pair, and of seat and round above them."""
    pungs = [PUNGS[27 + place] for place in range(7) if key >> place & 1]
    pair = key >> 7 & 7
    seat, prevalent = Wind(key >> 10 & 3), Wind(key >> 12 & 3)
    return sample(pungs, TILES[26 + pair] if pair else Tile.M1, seat, prevalent)


def counts_sample(key: int) -> Reading:
    """The reading of numbers of sets (the fields of a form from ``melded_kongs`` to ``shape``)."""
    at = COUNTS["melded_kongs"].at
    melded, concealed, hidden, pungs, chows, pairs, shape = (
        key >> COUNTS[name].at - at & (1 << COUNTS[name].bits) - 1
        for name in (
            "melded_kongs", "concealed_kongs", "concealed_pungs", "pungs", "chows", "suited_pairs",
            "shape",
        )
    )  # fmt: skip
    hidden -= concealed  # concealed kongs are among them
    kongs = melded + concealed
    tiles = iter(TILES)
    sets = [Part(Kind.KONG, (next(tiles),) * 4) for _ in range(concealed)]
    sets += [Part(Kind.KONG, (next(tiles),) * 4, True, None, False) for _ in range(melded)]
    sets += [
        Part(Kind.PUNG, (next(tiles),) * 3, False, None, place < hidden)
        for place in range(pungs - kongs)
    ]
    sets += CHOWS[len(CHOWS) - chows :]
    if SHAPES[shape] is Shape.KNITTED_STRAIGHT:
        sets += knitted_runs(STRAIGHTS[0])
    pair = (Tile.P9 if pairs else Tile.Z1) if SHAPES[shape] in SPLIT else None
    return sample(sets, pair, shape=SHAPES[shape])


def fours_sample(count: int) -> Reading:
    """The reading of so many tiles four times, each as two pairs."""
    return sample(Part(Kind.PAIR, (tile, tile)) for tile in TILES[:count] for _ in range(2))
