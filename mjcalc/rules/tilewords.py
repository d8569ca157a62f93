"""The words of the fan table that speak of every tile, or of every part, of a hand.

Each is a condition on the answers to a few questions, and a question is one that each part of a
reading answers for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mjcalc.hand.draft import Kind
from mjcalc.hand.reading import Part, Reading, Shape
from mjcalc.rules.patterns import WHOLE_HAND, Aspect, Word
from mjcalc.tiles import HONOURS, SUITED, Suit, Tile


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked of each part alone: are its tiles ``within`` a group, does it ``touch`` one.

    ``only_pungs`` wants each part to be a pung, a kong or the pair besides. A question on parts
    (``touch`` or ``only_pungs``) is true of no shape but four sets and a pair.
    """

    within: frozenset[Tile] | None = None
    touch: frozenset[Tile] | None = None
    only_pungs: bool = False

    @property
    def on_parts(self) -> bool:
        """Whether it asks for four sets and a pair."""
        return self.touch is not None or self.only_pungs

    def true_of_part(self, part: Part) -> bool:
        """Whether this part fits."""
        if self.within is not None and not self.within.issuperset(part.tiles):
            return False
        if self.touch is not None and self.touch.isdisjoint(part.tiles):
            return False
        return not self.only_pungs or part.is_pung or part.kind is Kind.PAIR

    def true_of(self, reading: Reading) -> bool:
        """Whether every part of the reading fits."""
        if self.on_parts and reading.shape is not Shape.STANDARD:
            return False
        return all(self.true_of_part(part) for part in reading.parts)


Answer = Callable[[Question], bool]


@dataclass(frozen=True, slots=True)
class TileWord(Word):
    """A condition that follows from the answers to its ``questions`` alone."""

    questions: tuple[Question, ...] = ()
    holds: Callable[[Answer], bool] = lambda answer: False

    def __and__(self, other: Word) -> Word:
        """Both conditions; on every tile where both are."""
        if not isinstance(other, TileWord):
            return Word.__and__(self, other)
        return tile_word(
            (*self.questions, *other.questions), lambda a: self.holds(a) and other.holds(a)
        )


def tile_word(questions: tuple[Question, ...], holds: Callable[[Answer], bool]) -> TileWord:
    """The word for a condition on the answers to these questions."""
    return TileWord(
        lambda reading: WHOLE_HAND if holds(lambda question: question.true_of(reading)) else (),
        Aspect.TILES,
        questions=questions,
        holds=holds,
    )


def only(tiles: frozenset[Tile]) -> TileWord:
    """Every tile is one of these."""
    within = Question(within=tiles)
    return tile_word((within,), lambda answer: answer(within))


def some(tiles: frozenset[Tile]) -> TileWord:
    """At least one tile is one of these."""
    without = Question(within=(SUITED | HONOURS) - tiles)
    return tile_word((without,), lambda answer: not answer(without))


def suits(count: int) -> TileWord:
    """Tiles of exactly so many of the three suits."""
    without = tuple(
        Question(within=frozenset(tile for tile in SUITED | HONOURS if tile.suit is not suit))
        for suit in (Suit.M, Suit.P, Suit.S)
    )
    return tile_word(without, lambda answer: sum(not answer(q) for q in without) == count)


def every_part(tiles: frozenset[Tile]) -> TileWord:
    """One of these tiles in each of the four sets and in the pair."""
    touch = Question(touch=tiles)
    return tile_word((touch,), lambda answer: answer(touch))


def every_pung(tiles: frozenset[Tile]) -> TileWord:
    """Four pungs and a pair, all of these tiles."""
    pungs_only = Question(within=tiles, only_pungs=True)
    return tile_word((pungs_only,), lambda answer: answer(pungs_only))
