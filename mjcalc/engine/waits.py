"""Which tiles complete thirteen: by form, over all shapes, with wildcards free (rules 2 and 3).

"By form" counts a tile of which no copy is left. The 13 tiles are given as packed counts of the
real concealed tiles, the packed tiles of the melds ``beside`` them, and a number of wildcards; a
wildcard makes no more than ``most`` copies of a tile among the 13 and the melds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from mjcalc.engine.splits import ONES, fillings, reach_with, size
from mjcalc.hand import COPIES, Hand, WildPolicy, packed
from mjcalc.tiles import ORPHANS, TILES, Tile

EVERY_TILE = (1 << 34) - 1
ORPHAN_BITS = sum(1 << tile for tile in ORPHANS)
HONOUR_BITS = 0o1111111
NO_FIFTH = WildPolicy()
RUNS = (0o001001001, 0o010010010, 0o100100100)  # 147, 258, 369
ARRANGEMENTS = tuple((*runs, HONOUR_BITS) for runs in permutations(RUNS))


class Thirteen(NamedTuple):
    """Thirteen tiles that may wait: see the module."""

    counts: Sequence[int]
    beside: Sequence[int] = (0, 0, 0, 0)
    melds: int = 0
    wilds: int = 0
    most: int = 4


def waits(hand: Hand, policy: WildPolicy = NO_FIFTH) -> tuple[Tile, ...]:
    """The tiles that complete a waiting hand; those of which it holds every copy are left out.

    A hand that has its winning tile is taken without it.
    """
    return _waits(hand, list(hand.concealed), policy)


def near_wins(
    hand: Hand, policy: WildPolicy = NO_FIFTH
) -> tuple[tuple[Tile, tuple[Tile, ...]], ...]:
    """For a hand that is no win: each tile to drop, with the tiles that would then complete it.

    Empty when it is more than one tile away.
    """
    tiles = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
    found = []
    for dropped in sorted(set(tiles)):
        rest = list(tiles)
        rest.remove(dropped)
        if added := _waits(hand, rest, policy):
            found.append((dropped, added))
    return tuple(found)


def _waits(hand: Hand, tiles: list[Tile], policy: WildPolicy) -> tuple[Tile, ...]:
    wild = hand.wildcard
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    held = Counter([*tiles, *melded, *([] if hand.indicator is None else [hand.indicator])])
    thirteen = Thirteen(
        packed(tile for tile in tiles if tile is not wild),
        packed(melded),
        len(hand.melds),
        0 if wild is None else tiles.count(wild),
        COPIES + policy.fifth_copy,
    )
    mask = completing(thirteen)
    if wild is not None and mask:
        mask |= 1 << wild  # it stands for any tile that completes the hand
    return tuple(tile for tile in TILES if mask >> tile & 1 and held[tile] < COPIES)


def present(count: int) -> int:
    """A packed suit with one for each rank that occurs."""
    return (count | count >> 1 | count >> 2) & ONES


def bits(counts: Sequence[int]) -> int:
    """The kinds that occur, a bit each from 1m."""
    return sum(1 << tile for tile in TILES if counts[tile // 9] >> 3 * (tile % 9) & 7)


def shares(wilds: int) -> Iterator[tuple[int, int, int, int]]:
    """Every way to share so many wildcards out to the four suits."""
    for m in range(wilds + 1):
        for p in range(wilds - m + 1):
            for s in range(wilds - m - p + 1):
                yield m, p, s, wilds - m - p - s


def completing(hand: Thirteen) -> int:
    """The tiles that complete these thirteen, a bit each from 1m."""
    mask = standard(hand.counts, hand.beside, hand.wilds, hand.most)
    if hand.melds == 0:
        mask |= _pairs(hand) | _orphans(hand) | _knitted_honours(hand)
    if hand.melds <= 1:
        mask |= _knitted_straight(hand)
    return mask


def standard(counts: Sequence[int], beside: Sequence[int], wilds: int, most: int) -> int:
    """The tiles that complete sets and one pair."""
    sizes = [size(count) % 3 for count in counts]
    mask = 0
    for share in shares(wilds):
        rest = [(have + more) % 3 for have, more in zip(sizes, share, strict=True)]
        for suit in range(4):
            after = [*rest[:suit], (rest[suit] + 1) % 3, *rest[suit + 1 :]]
            if sorted(after) != [0, 0, 0, 2]:
                continue
            if all(
                other == suit
                or fillings(counts[other], beside[other], share[other], most, other < 3)
                for other in range(4)
            ):
                mask |= reach_with(counts[suit], beside[suit], share[suit], most, suit < 3) << (
                    9 * suit
                )
    return mask


def is_standard(counts: Sequence[int], beside: Sequence[int], wilds: int, most: int) -> bool:
    """Whether the tiles with so many wildcards are sets and one pair."""
    sizes = [size(count) for count in counts]
    for share in shares(wilds):
        rest = sorted((have + more) % 3 for have, more in zip(sizes, share, strict=True))
        if rest == [0, 0, 0, 2] and all(
            fillings(counts[suit], beside[suit], share[suit], most, suit < 3) for suit in range(4)
        ):
            return True
    return False


def _pairs(hand: Thirteen) -> int:
    odd = [tile for tile in TILES if hand.counts[tile // 9] >> 3 * (tile % 9) & 1]
    spare = hand.wilds - len(odd)
    if spare < -1:
        return 0
    mask = sum(1 << tile for tile in odd)
    if spare >= 1:
        for tile in TILES:
            if (hand.counts[tile // 9] >> 3 * (tile % 9) & 7) < hand.most:
                mask |= 1 << tile
    return mask


def _orphans(hand: Thirteen) -> int:
    kinds = bits(hand.counts)
    if kinds & ~ORPHAN_BITS:
        return 0
    double = sum(map(size, hand.counts)) - kinds.bit_count()
    return (ORPHAN_BITS, ORPHAN_BITS & ~kinds)[double] if double <= 1 else 0


def _knitted_honours(hand: Thirteen) -> int:
    kinds = bits(hand.counts)
    if sum(map(size, hand.counts)) != kinds.bit_count():
        return 0
    mask = 0
    for runs in ARRANGEMENTS:
        allowed = bits(runs)
        if not kinds & ~allowed:
            mask |= allowed & ~kinds
    return mask


def _knitted_straight(hand: Thirteen) -> int:
    mask = 0
    for runs in ARRANGEMENTS:
        have = [run & present(count) for run, count in zip(runs, hand.counts, strict=True)]
        have[3] = 0
        missing = bits([*(run & ~got for run, got in zip(runs[:3], have, strict=False)), 0])
        left = hand.wilds - missing.bit_count()
        if left < -1:
            continue
        rest = [count - got for count, got in zip(hand.counts, have, strict=True)]
        beside = [other + run for other, run in zip(hand.beside, (*runs[:3], 0), strict=True)]
        if left >= 0:
            mask |= standard(rest, beside, left, hand.most)
        if missing and is_standard(rest, beside, left + 1, hand.most):
            mask |= missing
    return mask
