"""Hands with wildcards: every plain hand they can be (rules 3).

The suits are filled separately (``splits.fillings``), so that only whole hands are met, and the
other shapes directly; never all 34 kinds for each wildcard. A wildcard makes no fifth copy unless
the rules say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from mjcalc.engine.splits import fillings, size
from mjcalc.engine.waits import ARRANGEMENTS, present, shares
from mjcalc.tiles import ORPHANS, TILES, Tile


class Wild(NamedTuple):
    """Fourteen concealed tiles less the wildcards among them, what lies beside, and the cap."""

    counts: tuple[int, ...]
    beside: tuple[int, ...]
    melds: int
    wilds: int
    most: int


Counts = tuple[int, ...]


def completions(hand: Wild) -> set[Counts]:
    """The packed counts of every whole hand that the wildcards can make, each once."""
    found = set(_standard(hand.counts, hand.beside, hand.wilds, hand.most))
    if hand.melds == 0:
        found.update(_pairs(hand), _orphans(hand), _knitted_honours(hand))
    if hand.melds <= 1:
        found.update(_knitted_straight(hand))
    return found


def added(whole: Sequence[int], counts: Sequence[int]) -> tuple[Tile, ...]:
    """The tiles that make these counts whole, in order."""
    more = [new - old for new, old in zip(whole, counts, strict=True)]
    return tuple(tile for tile in TILES for _ in range(more[tile // 9] >> 3 * (tile % 9) & 7))


def _standard(
    counts: Sequence[int], beside: Sequence[int], wilds: int, most: int
) -> Iterator[Counts]:
    sizes = [size(count) for count in counts]
    for share in shares(wilds):
        rest = sorted((have + more) % 3 for have, more in zip(sizes, share, strict=True))
        if rest == [0, 0, 0, 2]:
            yield from product(
                *(fillings(counts[s], beside[s], share[s], most, s < 3) for s in range(4))
            )


def _held(counts: Sequence[int], tile: Tile) -> int:
    return counts[tile // 9] >> 3 * (tile % 9) & 7


def _with(counts: Sequence[int], tiles: Sequence[Tile]) -> Counts:
    more = list(counts)
    for tile in tiles:
        more[tile // 9] += 1 << 3 * (tile % 9)
    return tuple(more)


def _pairs(hand: Wild) -> Iterator[Counts]:
    odd = [tile for tile in TILES if _held(hand.counts, tile) & 1]
    spare = hand.wilds - len(odd)
    if spare < 0:
        return
    paired = _with(hand.counts, odd)
    # Seven pairs hold at most four of a kind, even where a wildcard may be a fifth copy.
    for twice in combinations_with_replacement(TILES, spare // 2):
        whole = _with(paired, [tile for tile in twice for _ in range(2)])
        if all(_held(whole, tile) <= 4 for tile in twice):
            yield whole


def _orphans(hand: Wild) -> Iterator[Counts]:
    have = [tile for tile in TILES if _held(hand.counts, tile)]
    missing = sorted(ORPHANS.difference(have))
    if ORPHANS.issuperset(have) and len(missing) <= hand.wilds:
        whole = _with(hand.counts, missing)
        spare = hand.wilds - len(missing)
        if spare == 1:
            yield from (_with(whole, [tile]) for tile in sorted(ORPHANS))
        elif spare == 0:
            yield whole


def _knitted_honours(hand: Wild) -> Iterator[Counts]:
    if any(count != present(count) for count in hand.counts):
        return
    for runs in ARRANGEMENTS:
        if any(count & ~run for count, run in zip(hand.counts, runs, strict=True)):
            continue
        unseen = added(runs, hand.counts)
        for tiles in combinations(unseen, hand.wilds):
            yield _with(hand.counts, tiles)


def _knitted_straight(hand: Wild) -> Iterator[Counts]:
    for runs in ARRANGEMENTS:
        straight = (*runs[:3], 0)
        have = [run & present(count) for run, count in zip(straight, hand.counts, strict=True)]
        spare = hand.wilds - sum(map(size, straight)) + sum(map(size, have))
        if spare < 0:
            continue
        rest = [count - got for count, got in zip(hand.counts, have, strict=True)]
        beside = [other + run for other, run in zip(hand.beside, straight, strict=True)]
        for filled in _standard(rest, beside, spare, hand.most):
            yield tuple(more + run for more, run in zip(filled, straight, strict=True))
