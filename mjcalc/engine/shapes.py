"""The shapes of a hand that are no sets and a pair, as sets of kinds (see ``packed``)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from mjcalc.hand.kinds import Shape
from mjcalc.hand.packed import (
    EVERY_KIND,
    MELD_BITS,
    Packed,
    count,
    join_suits,
    kind_bits,
    marked,
    suits_of,
)
from mjcalc.tiles import HONORS, ORPHANS

ORPHAN_KINDS = count(ORPHANS)
HONOR_KINDS = count(HONORS)
RUNS = (0o001001001, 0o010010010, 0o100100100)  # 147, 258, 369
STRAIGHTS = tuple(join_suits((*runs, 0)) for runs in permutations(RUNS))
SuitCounts = tuple[int, int, int, int]
KNITTED = tuple(straight | HONOR_KINDS for straight in STRAIGHTS)


def shape_without_sets(counts: int) -> Shape | None:
    """The shape of fourteen concealed tiles that has no sets; None if they are none."""
    have = kind_bits(counts)
    if not counts & EVERY_KIND:
        return Shape.SEVEN_PAIRS
    if have == ORPHAN_KINDS:
        return Shape.THIRTEEN_ORPHANS
    if counts == have and any([not counts & ~allowed for allowed in KNITTED]):
        return Shape.KNITTED_HONORS
    return None


def straights_in(
    hand: Packed, sole: bool | None, knitted_wait: bool
) -> Iterator[tuple[int, list[int], bool, bool | None]]:
    """The knitted straights in a hand: the straight, what it leaves of the suits.

    And whether the winning tile completes what is left, which is then as in ``Packed``; else it
    completes the straight. Last what is known of the wait.
    """
    suit, rank = divmod(hand.winning, 9)
    whole = hand.counts + (1 << 3 * hand.winning)
    missing = ~kind_bits(whole)
    for straight in STRAIGHTS if not hand.melds >> MELD_BITS else ():
        if straight & missing:
            continue
        left = [*suits_of(whole - straight)]
        within = straight >> 3 * hand.winning & 1
        if within:
            yield straight, [*left], False, sole
        if left[suit] >> 3 * rank & 7:
            left[suit] = marked(left[suit] - (1 << 3 * rank), rank, bool(hand.how & 1))
            counts = not within or knitted_wait
            yield straight, left, True, sole if counts else False


@lru_cache(maxsize=512)
def fitting_shares(wilds: int, rests: tuple[int, ...]) -> tuple[SuitCounts, ...]:
    """The shares that may leave sets and one pair, by the sizes of the suits modulo 3.

    >>> fitting_shares(1, (2, 2, 0, 0))
    ((0, 1, 0, 0), (1, 0, 0, 0))
    """
    return tuple(
        share
        for share in shares(wilds)
        if sorted((rest + more) % 3 for rest, more in zip(rests, share, strict=True))
        == [0, 0, 0, 2]
    )


def shares(wilds: int) -> Iterator[SuitCounts]:
    """Every way to share so many wildcards out to the four suits."""
    for m in range(wilds + 1):
        for p in range(wilds - m + 1):
            for s in range(wilds - m - p + 1):
                yield m, p, s, wilds - m - p - s
