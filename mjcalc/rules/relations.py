"""The words of the fan table for sets that stand in a relation.

A relation is told by how many suits the sets come from, and by their lowest ranks: no word names a
suit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from mjcalc.hand.draft import Kind
from mjcalc.hand.reading import Part, Reading
from mjcalc.rules.patterns import Aspect, Places, Word, where
from mjcalc.tiles import Tile

SuitRule = Callable[[int, int], bool]
Ranks = tuple[int, ...]
RankRule = Callable[[int, int], frozenset[Ranks]]


def one_suit(suits: int, count: int) -> bool:
    """So many sets of ``suits`` different suits are all of one."""
    return suits == 1


def mixed(suits: int, count: int) -> bool:
    """Every set is of another suit."""
    return suits == count


def same(count: int, highest: int) -> frozenset[Ranks]:
    """All of the same rank."""
    return frozenset((rank,) * count for rank in range(1, highest + 1))


def ranks(*wanted: int) -> RankRule:
    """Exactly these ranks, lowest first: ``ranks(1, 4, 7)`` of chows is 123 456 789."""
    return lambda count, highest: frozenset({wanted})


def steps(*sizes: int) -> RankRule:
    """Each rank higher than the one before by the same step, one of these."""
    return lambda count, highest: frozenset(
        tuple(range(first, first + size * count, size))
        for size in sizes
        for first in range(1, highest - size * (count - 1) + 1)
    )


@dataclass(frozen=True, slots=True)
class Relation(Word):
    """The condition that ``count`` sets of one sort stand in a relation, told by their tiles.

    ``ranks`` are the lowest ranks that they may have, sorted.
    """

    count: int = 0
    suit: SuitRule = one_suit
    ranks: frozenset[Ranks] = frozenset()

    def holds(self, suits: int, ranks: Ranks) -> bool:
        """Whether it holds among sets of so many suits, and these ranks in their order."""
        return self.suit(suits, self.count) and ranks in self.ranks


def suits_and_ranks(tiles: Sequence[Tile]) -> tuple[int, Ranks]:
    """How many suits these tiles are of, and their ranks in order."""
    return len({tile // 9 for tile in tiles}), tuple(sorted([tile % 9 + 1 for tile in tiles]))


def _relation(
    aspect: Aspect, kind: Callable[[Part], bool], count: int, suit: SuitRule, rank: RankRule
) -> Relation:
    highest = 7 if aspect is Aspect.CHOWS else 9
    wanted = rank(count, highest)

    def find(reading: Reading) -> Places:
        among = where(reading, kind)
        return tuple(
            place
            for place in combinations(among, count)
            if word.holds(*suits_and_ranks([reading.sets[one].tile for one in place]))
        )

    mirrored = {tuple(sorted(highest + 1 - one for one in found)) for found in wanted}
    word = Relation(
        find, aspect, symmetric=mirrored == wanted, count=count, suit=suit, ranks=wanted
    )
    return word


def _is_chow(part: Part) -> bool:
    return part.kind is Kind.CHOW


def _is_suited_pung(part: Part) -> bool:
    return part.tiles[0] < Tile.Z1 and part.is_pung


def chows(count: int, suit: SuitRule, rank: RankRule) -> Relation:
    """So many chows in this relation: a place for each choice of chows that fits."""
    return _relation(Aspect.CHOWS, _is_chow, count, suit, rank)


def pungs(count: int, suit: SuitRule, rank: RankRule) -> Relation:
    """So many suited pungs or kongs in this relation."""
    return _relation(Aspect.PUNGS, _is_suited_pung, count, suit, rank)
