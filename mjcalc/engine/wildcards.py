"""Hands with wildcards: every whole hand they can make (rules 3).

The suits are filled separately (``suits.fillings``), so that only whole hands are met, and the
other shapes directly; never all 34 kinds for each wildcard. A wildcard makes no fifth copy unless
the rules say so. All tiles are packed (see ``packed``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS, fitting_shares
from mjcalc.engine.suits import fillings, size
from mjcalc.hand.kinds import COPIES
from mjcalc.hand.packed import EVERY_KIND, count, join_suits, kind_bits, suits_of, tiles_of
from mjcalc.tiles import ORPHANS, TILES


class Wild(NamedTuple):
    """The real tiles of fourteen, those in melds, the number of wildcards, the cap on copies."""

    counts: int
    beside: int
    melds: int
    wilds: int
    most: int


def completions(hand: Wild) -> set[int]:
    """The counts of every whole hand that the wildcards can make, each once."""
    found = set(_standard_hands(hand.counts, hand.beside, hand.wilds, hand.most))
    if hand.melds == 0:
        found.update(_pairs_hands(hand), _orphans_hands(hand), _knitted_honors_hands(hand))
    if hand.melds <= 1:
        found.update(_knitted_straight_hands(hand))
    return found


def _standard_hands(counts: int, beside: int, wilds: int, most: int) -> Iterator[int]:
    suits, others = suits_of(counts), suits_of(beside)
    for share in fitting_shares(wilds, tuple([size(suit) % 3 for suit in suits])):
        filled = [fillings(suits[n], others[n], share[n], most, n < 3) for n in range(4)]
        yield from map(join_suits, product(*filled))


def _pairs_hands(hand: Wild) -> Iterator[int]:
    odd = hand.counts & EVERY_KIND
    spare = hand.wilds - odd.bit_count()
    if spare < 0:
        return
    paired = hand.counts + odd
    for twice in combinations_with_replacement(TILES, spare // 2):
        # Seven pairs hold at most four of a kind, even where a wildcard may be a fifth copy.
        if all((paired >> 3 * tile & 7) + 2 * twice.count(tile) <= COPIES for tile in twice):
            yield paired + 2 * count(twice)


def _orphans_hands(hand: Wild) -> Iterator[int]:
    have = kind_bits(hand.counts)
    missing = ORPHAN_KINDS & ~have
    spare = hand.wilds - missing.bit_count()
    if have & ~ORPHAN_KINDS or spare not in (0, 1):
        return
    for twice in combinations(sorted(ORPHANS), spare):
        yield hand.counts + missing + count(twice)


def _knitted_honors_hands(hand: Wild) -> Iterator[int]:
    if hand.counts & ~EVERY_KIND:
        return
    for allowed in KNITTED:
        if not hand.counts & ~allowed:
            for more in combinations(tiles_of(allowed & ~hand.counts), hand.wilds):
                yield hand.counts + count(more)


def _knitted_straight_hands(hand: Wild) -> Iterator[int]:
    have = kind_bits(hand.counts)
    for straight in STRAIGHTS:
        spare = hand.wilds - (straight & ~have).bit_count()
        if spare >= 0:
            rest = hand.counts - (straight & have)
            for filled in _standard_hands(rest, hand.beside + straight, spare, hand.most):
                yield filled + straight
