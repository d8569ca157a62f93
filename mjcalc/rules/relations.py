"""The words of the fan table for sets that stand in a relation.

A relation is told by how many suits the sets come from, and by their lowest ranks: no word names a
suit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from mjcalc.draft import Kind
from mjcalc.reading import Part, Reading
from mjcalc.rules.patterns import Aspect, Places, Word, where
from mjcalc.tiles import Tile

SuitRule = Callable[[int, int], bool]
RankRule = Callable[[list[int]], bool]


def one_suit(suits: int, count: int) -> bool:
    """So many sets of ``suits`` different suits are all of one."""
    return suits == 1


def mixed(suits: int, count: int) -> bool:
    """Every set is of another suit."""
    return suits == count


def same(ranks: list[int]) -> bool:
    """All of the same rank; ranks are sorted."""
    return ranks[0] == ranks[-1]


def ranks(*wanted: int) -> RankRule:
    """Exactly these ranks: ``ranks(1, 4, 7)`` of chows is 123 456 789."""
    return lambda found: found == list(wanted)


def steps(*sizes: int) -> RankRule:
    """Each rank higher than the one before by the same step, one of these."""
    return lambda found: (
        found[1] - found[0] in sizes
        and all(high - low == found[1] - found[0] for low, high in pairwise(found))
    )


@dataclass(frozen=True, slots=True)
class Relation(Word):
    """The condition that ``count`` sets of one sort stand in a relation, told by their tiles."""

    count: int
    suit: SuitRule
    rank: RankRule

    def holds(self, suits: int, ranks: list[int]) -> bool:
        """Whether it holds among sets of so many suits, and these ranks in their order."""
        return self.suit(suits, self.count) and self.rank(ranks)


def suits_and_ranks(tiles: Sequence[Tile]) -> tuple[int, list[int]]:
    """How many suits these tiles are of, and their ranks in order."""
    return len({tile // 9 for tile in tiles}), sorted([tile % 9 + 1 for tile in tiles])


def _relation(
    aspect: Aspect, kind: Callable[[Part], bool], count: int, suit: SuitRule, rank: RankRule
) -> Relation:
    def find(reading: Reading) -> Places:
        among = where(reading, kind)
        return tuple(
            place
            for place in combinations(among, count)
            if word.holds(*suits_and_ranks([reading.sets[one].tile for one in place]))
        )

    word = Relation((aspect,), find, count, suit, rank)
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
