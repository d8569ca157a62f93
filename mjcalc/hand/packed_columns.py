"""Many hands in columns of int64: what the engine looks them up by, and which of them are legal.

Counts of tiles are packed three bits a kind, as in :mod:`mjcalc.hand.packed`; two columns hold the
34 kinds: 1m to 9p, and 1s to 7z.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mjcalc.errors import ImpossibleHand
from mjcalc.hand.hand import FOURTH, MELD_CODES, Win, meld_of_code, win_bits
from mjcalc.hand.kinds import COPIES, MOST_FLOWERS, SETS
from mjcalc.hand.packed import NO_TILE, count
from mjcalc.hand.row import HALF, INDICATOR_AT
from mjcalc.tiles import TILES

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Array = npt.NDArray[Any]

DRAWN, LAST, KONG, ROB = (
    win_bits(Win(**{flag: True})) for flag in ("self_drawn", "last", "kong", "rob")
)
# Counts of up to eighteen kinds in an int64, three bits each.
OCTAL = (1 << 3 * HALF) - 1
HALF_ONES = OCTAL // 7
HALF_TWOS, HALF_FOURS = HALF_ONES << 1, HALF_ONES << 2
# Above the tiles of a meld, behind a gap: a set, a kong, what is not a set.
SET_COUNT_AT, KONG_COUNT_AT, NO_SET_AT = 54, 57, 60


class PackedHands(NamedTuple):
    """Hands as the engine works with them, in columns of int64: ``packed.Packed`` for many.

    Counts are packed three bits a kind, from 1m to 9p in ``mp``, from 1s to 7z in ``sz``.
    """

    mp: Ints  # concealed tiles with the winning tile
    sz: Ints
    melded_mp: Ints  # tiles of the melds
    melded_sz: Ints
    sets: Ints  # number of melds
    winning: Ints  # NO_TILE for a waiting hand
    own: Ints  # concealed copies of the winning tile, itself included; 0 for a waiting hand
    how: Ints  # with the bit of 和绝张 where the melds show the other three copies
    winds: Ints  # seat | round << 2; 0 for a waiting hand
    fours: Ints  # number of kinds with four copies outside kongs
    odd: Ints  # number of kinds with an odd number of concealed copies
    wild: Ints  # NO_TILE for none


def pack_columns(
    mp: Ints,
    sz: Ints,
    *,
    melds: npt.NDArray[np.uint16],
    winning: npt.NDArray[np.uint8],
    how: npt.NDArray[np.uint8],
    seat: npt.NDArray[np.uint8],
    round: npt.NDArray[np.uint8],
    flowers: npt.NDArray[np.uint8],
    wild: npt.NDArray[np.uint8],
    notes: npt.NDArray[np.uint32],
) -> tuple[PackedHands, Bools]:
    """Return the columns for the engine, and the mask of the illegal rows.

    ``mp`` and ``sz`` are the concealed tiles with the winning tile; that they hold at most seven of
    a tile is for the caller to check. The other columns are those of ``hands.Hands``, the rules
    those of ``draft.Draft.defects``.
    """
    melded_mp, melded_sz, sets, kongs, faults = _melded(melds)
    tile = np.minimum(winning, NO_TILE).astype(np.int64)
    wildcard = np.minimum(wild, NO_TILE).astype(np.int64)
    waiting = tile == NO_TILE
    all_mp, all_sz = mp + melded_mp, sz + melded_sz
    own, copies = _copies_of_kind(mp, sz, tile), _copies_of_kind(all_mp, all_sz, tile)
    flags = how.astype(np.int64)
    winds = seat.astype(np.int64) | round.astype(np.int64) << 2

    faults |= number_of_tiles(mp, sz) + 3 * sets + waiting != 14
    faults |= (own == 0) ^ waiting
    faults |= number_of_tiles(all_mp, all_sz) + waiting != 14 + kongs
    faults |= (_five_or_more(all_mp) | _five_or_more(all_sz)) != 0
    faults |= _flags_clash(flags, kongs, own, copies, (tile == wildcard) & ~waiting)
    faults |= (flowers > MOST_FLOWERS) | (_copies_of_kind(melded_mp, melded_sz, wildcard) > 0)
    indicator = (notes >> INDICATOR_AT & 63).astype(np.int64)
    if indicator.any():  # it is one more copy
        shown = np.where(indicator > 0, indicator - 1, NO_TILE)
        faults |= _copies_of_kind(all_mp, all_sz, shown) == COPIES

    # The other three copies lie in open melds: of a concealed kong the winning tile would be a
    # fifth copy. And no meld has a wildcard.
    last_copy = (copies == COPIES) & (own == 1)
    fours = np.bitwise_count(all_mp & HALF_FOURS) + np.bitwise_count(all_sz & HALF_FOURS)
    odd = np.bitwise_count(mp & HALF_ONES) + np.bitwise_count(sz & HALF_ONES)
    packed = PackedHands(
        mp, sz, melded_mp, melded_sz, sets, tile, own,
        how=flags | last_copy * np.int64(FOURTH),
        winds=np.where(waiting, 0, winds),
        fours=fours - kongs,
        odd=odd.astype(np.int64),
        wild=wildcard,
    )  # fmt: skip
    return packed, faults


def octal(tiles: npt.NDArray[np.uint8]) -> tuple[Ints, Ints, Bools]:
    """Pack counts as in PackedHands; return too which rows hold more than four of a tile."""
    halves = []
    for kinds in (TILES[:HALF], TILES[HALF:]):
        half = np.zeros(len(tiles), np.int64)
        for kind in reversed(kinds):
            half = (half << 3) + tiles[:, kind]
        halves.append(half)
    return halves[0], halves[1], np.any(tiles > COPIES, axis=1)


@cache
def _meld_tables() -> tuple[Ints, Ints]:
    """Return the tiles of the meld of each code, packed, and above them the counts of melds."""
    mp, sz = (np.zeros(len(MELD_CODES) + 1 << 6, np.int64) for _ in range(2))
    for kind in range(1, len(MELD_CODES) + 1):
        for tile in TILES:
            code = kind << 6 | tile
            try:
                meld = meld_of_code(code)
            except ImpossibleHand:
                sz[code] = 1 << NO_SET_AT
                continue
            tiles = count(meld.tiles)
            mp[code] = tiles & OCTAL
            sz[code] = (
                tiles >> 3 * HALF | 1 << SET_COUNT_AT | (len(meld.tiles) == 4) << KONG_COUNT_AT
            )
    return mp, sz


def _melded(melds: npt.NDArray[np.uint16]) -> tuple[Ints, Ints, Ints, Ints, Bools]:
    """Return the tiles of all melds, packed; how many melds and kongs; whether one is invalid."""
    table_mp, table_sz = _meld_tables()
    mp, sz = (np.zeros(len(melds), np.int64) for _ in range(2))
    for place in range(SETS):
        codes = melds[:, place]
        mp += table_mp.take(codes)
        sz += table_sz.take(codes)
    return (
        mp & OCTAL,
        sz & OCTAL,
        sz >> SET_COUNT_AT & 7,
        sz >> KONG_COUNT_AT & 7,
        sz >> NO_SET_AT != 0,
    )


def _copies_of_kind(mp: Ints, sz: Ints, kind: Ints) -> Ints:
    """Return how many of its kind each row holds; 0 for NO_TILE."""
    place = np.where(kind < HALF, kind, kind - HALF)
    copies: Ints = np.where(kind < HALF, mp, sz) >> 3 * place & 7
    return copies


def number_of_tiles(mp: Ints, sz: Ints) -> Ints:
    """Return the sum of the digits; less than the number of tiles where a digit ran over."""
    total = np.zeros(len(mp), np.int64)
    for half in (mp, sz):
        for bit, digits in enumerate((HALF_ONES, HALF_TWOS, HALF_FOURS)):
            total += np.bitwise_count(half & digits) << bit
    return total


def _five_or_more(half: Ints) -> Ints:
    """Return a bit for each kind with five to seven copies."""
    return (half << 1 | half << 2) & half & HALF_FOURS


def _flags_clash(how: Ints, kongs: Ints, own: Ints, copies: Ints, is_wild: Bools) -> Bools:
    """Whether flags of the win contradict each other or the tiles."""
    rob = (how & (DRAWN | LAST | KONG) != 0) | (copies > 1) | is_wild
    kong = (how & DRAWN == 0) | (kongs == 0)
    fourth = own > 1
    clash: Bools = (how & ROB != 0) & rob | (how & KONG != 0) & kong | (how & FOURTH != 0) & fourth
    return clash
