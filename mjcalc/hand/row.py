"""One hand as a row of the columns of ``hands.Hands``, and back.

``notes`` holds what changes no fan: the sources of the melds, three bits each; above them the
indicator plus one, 0 for none; and whether the 财神 was named beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from mjcalc.hand.hand import Hand, Meld, Win, meld_code, meld_of_code, packed_of, win_bits
from mjcalc.hand.kinds import SETS
from mjcalc.hand.packed import count
from mjcalc.tiles import TILES, Tile, Wind

NONE = 255  # no tile
HALF = 18  # kinds that are packed into one column
SOURCE_BITS, INDICATOR_AT, NAMED_AT = 3, 12, 18
WIND_ORDER = tuple(Wind)


def row_of(hand: Hand) -> tuple[Any, ...]:
    """Return the row of a hand: its tiles as ``mp`` and ``sz``, then the other columns."""
    if not isinstance(hand, Hand):
        raise TypeError(f"Hands.of needs hands, not {hand!r}")
    tiles = packed_of(hand).counts + (0 if hand.winning is None else count([hand.winning]))
    codes = [meld_code(meld) for meld in hand.melds]
    notes = sum((meld.source or 0) << SOURCE_BITS * at for at, meld in enumerate(hand.melds))
    if hand.indicator is not None:
        notes |= hand.indicator + 1 << INDICATOR_AT | (hand.wild is not None) << NAMED_AT
    return (
        tiles & (1 << 3 * HALF) - 1, tiles >> 3 * HALF,
        [*codes, *[0] * (SETS - len(codes))],
        NONE if hand.winning is None else hand.winning,
        win_bits(hand.win), hand.seat, hand.round, hand.flowers,
        NONE if hand.wildcard is None else hand.wildcard,
        notes,
    )  # fmt: skip


def fields_of(
    tiles: list[Tile], melds: Sequence[int], winning: int, how: int, seat: int, round: int,
    flowers: int, wild: int, notes: int,
) -> Sequence[Any]:  # fmt: skip
    """Return the fields of a hand, in order, from its row."""
    winning_tile = None if winning == NONE else TILES[winning]
    if winning_tile in tiles:
        tiles.remove(winning_tile)
    sources = [notes >> SOURCE_BITS * at & (1 << SOURCE_BITS) - 1 for at in range(SETS)]
    indicator = notes >> INDICATOR_AT & 63
    is_named = wild != NONE and (not indicator or notes >> NAMED_AT)
    return (
        tuple([_meld_of_code(code, of) for code, of in zip(melds, sources, strict=True) if code]),
        tuple(tiles),
        winning_tile,
        _win_of_bits(how),
        WIND_ORDER[seat],
        WIND_ORDER[round],
        flowers,
        TILES[wild] if is_named else None,
        TILES[indicator - 1] if indicator else None,
        frozenset[str](),
    )


@cache
def _win_of_bits(bits: int) -> Win:
    return Win(*(bool(bits >> bit & 1) for bit in range(5)))


@cache
def _meld_of_code(code: int, source: int) -> Meld:
    meld = meld_of_code(code)
    return replace(meld, source=source) if source else meld
