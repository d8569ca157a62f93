"""The shanten of many hands at once, as numpy arrays; equal to ``shanten`` of each hand.

What ``blocks`` returns for one suit is worked out here for every suit of up to four copies a rank,
and looked up by the number that its copies are in base five.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcalc.engine.shanten import shanten
from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS
from mjcalc.hand.columns import Hands
from mjcalc.hand.kinds import COPIES, SETS, Shape
from mjcalc.hand.row import NONE
from mjcalc.rules.rulesets import Ruleset, as_ruleset
from mjcalc.tiles import TILES

SHAPE_ORDER = tuple(Shape)
NOT_POSSIBLE = -1  # a shape that the melds do not allow
NOT_A_HAND = -2
ROWS_AT_ONCE = 1 << 13
NO_SETS = -20  # of partial sets: the tiles have not so many sets
Copies = NDArray[np.int8]
Numbers = NDArray[np.int8]


class ShantenColumns(NamedTuple):
    """The shanten of many hands, int8: ``number`` (n,), and by shape ``shapes`` (n, 5).

    The columns are in the order of :class:`~mjcalc.hand.kinds.Shape`; -1 stands for a shape that
    the melds do not allow. An illegal hand is -2 throughout.
    """

    number: Numbers
    shapes: Numbers

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ShantenColumns):
            return NotImplemented
        return all(np.array_equal(mine, theirs) for mine, theirs in zip(self, other, strict=True))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        raise TypeError("unhashable type: ShantenColumns")


def shanten_many(hands: Hands, rules: str | Ruleset = "huopin") -> ShantenColumns:
    """Return how far each of many hands is from ready; of 14 tiles with the best discard.

    Raises OptionError for an unknown ruleset, TypeError for anything but Hands.
    """
    if not isinstance(hands, Hands):
        raise TypeError(f"shanten_many needs Hands, not {type(hands).__name__}: use Hands.of")
    rules = as_ruleset(rules)
    shapes = np.full((len(hands), len(SHAPE_ORDER)), NOT_POSSIBLE, np.int8)
    for first in range(0, len(hands), ROWS_AT_ONCE):
        rows = slice(first, first + ROWS_AT_ONCE)
        part = hands[rows]
        shapes[rows], wilds = _shapes_of(part)
        for row in np.flatnonzero((wilds > 0) & (shapes[rows] == 0).any(1) & ~part.faults()):
            # A wildcard may be no fifth copy, which the tables do not know.
            exact = shanten(part[int(row)], rules).shapes
            shapes[first + row] = [exact.get(shape, NOT_POSSIBLE) for shape in SHAPE_ORDER]
    barred = hands.faults()
    if not rules.wild.allowed:
        barred = barred | (hands.wild != NONE)
    shapes[barred] = NOT_A_HAND
    number = np.where(shapes == NOT_POSSIBLE, np.int8(99), shapes).min(1, initial=99)
    return ShantenColumns(number.astype(np.int8), shapes)


def _shapes_of(hands: Hands) -> tuple[Numbers, Copies]:
    """Return the numbers by shape, and how many wildcards each hand holds."""
    n = len(hands)
    tiles = hands.concealed.astype(np.int8)
    melds = (hands.melds != 0).sum(1).astype(np.int8)
    wilds = np.zeros(n, np.int8)
    named = np.flatnonzero(hands.wild != NONE)
    wilds[named] = tiles[named, hands.wild[named]]
    tiles[named, hands.wild[named]] = 0
    np.minimum(tiles, COPIES, out=tiles)  # more only in rows that are no hand
    missing = np.full((n, len(SHAPE_ORDER)), np.int8(-99))
    known = _blocks_of(tiles)
    missing[:, SHAPE_ORDER.index(Shape.STANDARD)] = _from_blocks(known, SETS - melds)
    closed, near = np.flatnonzero(melds == 0), np.flatnonzero(melds <= 1)
    for shape, work in CLOSED_SHAPES.items():
        missing[closed, SHAPE_ORDER.index(shape)] = work(tiles[closed])
    straight = _from_knitted_straight(tiles[near], 1 - melds[near])
    missing[near, SHAPE_ORDER.index(Shape.KNITTED_STRAIGHT)] = straight
    numbers = np.maximum(missing - wilds[:, None] - 1, 0)
    return np.where(missing < 0, np.int8(NOT_POSSIBLE), numbers).astype(np.int8), wilds


def _columns_of(kinds: int) -> list[int]:
    return [tile for tile in TILES if kinds >> 3 * tile & 1]


def small(numbers: Any) -> Numbers:
    """Return numbers as int8."""
    return np.asarray(numbers, np.int8)


def _missing_pairs(tiles: Copies) -> Numbers:
    pairs, singles = (tiles >> 1).sum(1), (tiles & 1).sum(1)
    return small(np.maximum(7 - pairs, 14 - 2 * pairs - singles))


def _missing_orphans(tiles: Copies) -> Numbers:
    orphans = tiles[:, _columns_of(ORPHAN_KINDS)]
    return small(14 - (orphans > 0).sum(1) - (orphans > 1).any(1))


def _missing_knitted_honors(tiles: Copies) -> Numbers:
    held = tiles > 0
    kinds = [held[:, _columns_of(allowed)].sum(1) for allowed in KNITTED]
    return small(14 - np.max(kinds, axis=0))


CLOSED_SHAPES = {
    Shape.SEVEN_PAIRS: _missing_pairs,
    Shape.THIRTEEN_ORPHANS: _missing_orphans,
    Shape.KNITTED_HONORS: _missing_knitted_honors,
}


def _from_knitted_straight(tiles: Copies, sets: Copies) -> Numbers:
    """Return the least that is missing from one of the knitted straights, sets and a pair."""
    best = np.full(len(tiles), np.int8(99))
    for straight in STRAIGHTS:
        columns = _columns_of(straight)
        rest = tiles.copy()
        held = rest[:, columns] > 0
        rest[:, columns] -= held
        beside = _from_blocks(_blocks_of(rest), sets)
        best = np.minimum(best, (9 - held.sum(1)).astype(np.int8) + beside)
    return best


# -- sets, partial sets and pairs ------------------------------------------------------------------


@cache
def _suit_table(ranks: int) -> NDArray[np.int8]:
    """Return the blocks of every suit of so many ranks (9 of a suit, 7 honors without chows).

    A row for each number in base five, the lowest rank first; its columns are those of ``blocks``.
    """
    suited = ranks == 9
    table = np.full((1, 10), NO_SETS, np.int8)
    table[0, 0] = 0
    for above in range(ranks):  # how many ranks are there already
        table = _one_rank_lower(table, above, suited)
    return np.maximum(table, NO_SETS)


def _one_rank_lower(table: NDArray[np.int8], above: int, suited: bool) -> NDArray[np.int8]:
    """Return the table with one more rank below; the rank above it counts fastest."""
    # By copies of the rank above, of the one above that, and all others.
    first, second = (5 if above > 0 else 1), (5 if above > 1 else 1)
    rest = table.reshape(first, second, -1, 10)
    lower = np.empty((5, *rest.shape), np.int8)
    lower[0] = rest
    for copies in range(1, 5):
        lower[copies] = lower[copies - 1]
        best = lower[copies]
        if copies > 1:
            _improve(best, _partial(lower[copies - 2]))
            _improve(best, _pair(lower[copies - 2]))
        if copies > 2:
            _improve(best, _set(lower[copies - 3]))
        if suited and above > 0:
            _improve(best[1:], _partial(lower[copies - 1, :-1]))
        if suited and above > 1:
            _improve(best[:, 1:], _partial(lower[copies - 1, :, :-1]))
            _improve(best[1:, 1:], _set(lower[copies - 1, :-1, :-1]))
    return lower.reshape(-1, 10)


def _improve(best: Any, other: Any) -> None:
    np.maximum(best, other, out=best)


def _partial(table: NDArray[np.int8]) -> NDArray[np.int8]:
    return table + np.int8(1)


def _pair(table: NDArray[np.int8]) -> NDArray[np.int8]:
    paired = np.full_like(table, NO_SETS)
    paired[..., 5:] = table[..., :5]
    return paired


def _set(table: NDArray[np.int8]) -> NDArray[np.int8]:
    more = np.full_like(table, NO_SETS)
    more[..., 1:5], more[..., 6:] = table[..., :4], table[..., 5:9]
    return more


def _blocks_of(tiles: Copies) -> list[NDArray[np.int8]]:
    """Return the blocks of whole hands: ten arrays, in the order of ``blocks``."""
    suits = (tiles[:, :9], tiles[:, 9:18], tiles[:, 18:27], tiles[:, 27:])
    parts = []
    for suit in suits:
        ranks = suit.shape[1]
        # The lowest rank is the slowest: see ``_one_rank_lower``.
        place = suit.astype(np.int64) @ (5 ** np.arange(ranks - 1, -1, -1, dtype=np.int64))
        parts.append(np.ascontiguousarray(_suit_table(ranks)[place].T))
    total = list(parts[0])
    for part in parts[1:]:
        total = _joint(total, part)
    return total


def _joint(one: list[NDArray[np.int8]], other: NDArray[np.int8]) -> list[NDArray[np.int8]]:
    """Return the blocks of two parts of a hand together."""
    best: list[NDArray[np.int8]] = []
    for pair in (0, 5):
        for sets in range(SETS + 1):
            ways = [one[pair + here] + other[sets - here] for here in range(sets + 1)]
            if pair:
                ways += [one[here] + other[pair + sets - here] for here in range(sets + 1)]
            best.append(np.maximum(np.maximum.reduce(ways), np.int8(NO_SETS)))
    return best


def _from_blocks(known: list[NDArray[np.int8]], sets: Copies) -> Numbers:
    """Return how many tiles are missing from so many sets and a pair."""
    least = np.full(len(sets), np.int8(99))
    for place, partial in enumerate(known):
        done, pair = place % 5, place // 5
        missing = 2 * sets + 1 - 2 * done - np.minimum(partial, sets - done) - pair
        possible = (partial >= 0) & (done <= sets)
        least = np.where(possible, np.minimum(least, missing), least)
    return least.astype(np.int8)
