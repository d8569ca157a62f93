"""What a word of the fan table is: where it holds in a reading, and what it looks at.

A word answers *where* a fan holds in a reading: a tuple of places, one for each occurrence. A place
is the tuple of the parts it rests on, as indices into the sets (the pair is the index after the
last set); ``()`` is the whole hand. No places: the fan does not hold. The words themselves are in
``patterns``.

A word that names no aspect may look at anything in a reading: it is always right, and every hand of
its ruleset is then priced reading by reading (``engine.reference``). A word that names an
:class:`Aspect` promises to look at nothing else, and is evaluated only once for each value of it.
What it counts beyond its aspect (a pattern of tiles, a pair beside certain chows) it declares, and
the engine collects what the words declare. ``tests/test_outcomes.py`` holds the table to all this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import NamedTuple

from mjcalc.hand.hand import Win
from mjcalc.hand.kinds import Kind, Shape, Wait
from mjcalc.hand.reading import Part, Reading
from mjcalc.tiles import Suit, Tile

Place = tuple[int, ...]
Places = tuple[Place, ...]
WHOLE_HAND: Places = ((),)


class Aspect(Enum):
    """The side of a reading that a word may look at."""

    CHOWS = "the chows, and the pair where the word declares it (``pair_beside``)"
    PUNGS = "the suited pungs and kongs"
    HONORS = "the pungs, kongs and pair of honors, and the winds of the player"
    COUNTS = "how many chows, pungs and kongs there are, and of what sort; the pair's sort"
    TILES = "what is true of every tile, or of every part (``TileWord``)"
    FOURS = "how many tiles have all four copies in the hand and are not a kong"
    WIN = "the shape, the wait, how the hand was won, and the declared patterns of tiles"
    READING = "anything in the reading"
    OTHER_FANS = "the fans that count already: found in no reading"


class PairBeside(NamedTuple):
    """Beside chows of no other ranks than ``chows``, whether the pair is one of the tiles."""

    chows: frozenset[int]
    pairs: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class Word:
    """One condition of the rules: where it holds in a reading, and the aspect it looks at.

    ``symmetric`` promises that a word on chows or suited pungs holds alike when suits change
    places, and when ranks are counted from the other end. ``names`` are the groups of honors that
    a word on honors tells apart; None: it may tell each from each.
    """

    find: Callable[[Reading], Places]
    aspect: Aspect = Aspect.READING
    symmetric: bool = False
    names: tuple[frozenset[Tile], ...] | None = None
    pair_beside: PairBeside | None = None

    @property
    def alternatives(self) -> tuple[Word, ...]:
        """The words, each of one aspect, that this one holds wherever one of them does."""
        return (self,)

    def __and__(self, other: Word) -> Word:
        """Return the word for both conditions, at all their places together."""

        def find(reading: Reading) -> Places:
            both = self.find(reading), other.find(reading)
            return (tuple(sorted({*chain(*chain(*both))})),) if all(both) else ()

        return Word(find)


@dataclass(frozen=True, slots=True)
class Either(Word):
    """A word that holds wherever one of several does, each of another aspect."""

    words: tuple[Word, ...] = ()

    @property
    def alternatives(self) -> tuple[Word, ...]:
        """These words."""
        return self.words


def where(reading: Reading, test: Callable[[Part], bool]) -> Place:
    """Return the place of all sets that pass a test."""
    return tuple(place for place, part in enumerate(reading.sets) if test(part))


# -- sets that stand in a relation -----------------------------------------------------------------

SuitRule = Callable[[int, int], bool]
Ranks = tuple[int, ...]
RankRule = Callable[[int, int], frozenset[Ranks]]


def one_suit(suits: int, count: int) -> bool:
    """Whether all sets are of one suit."""
    return suits == 1


@dataclass(frozen=True, slots=True)
class Relation(Word):
    """The condition that ``count`` sets of one sort stand in a relation, told by their tiles.

    A relation depends on how many suits the sets come from and on their lowest ranks: no word names
    a suit. ``ranks`` are the lowest ranks that they may have, sorted.
    """

    count: int = 0
    suit: SuitRule = one_suit
    ranks: frozenset[Ranks] = frozenset()

    def holds(self, suits: int, ranks: Ranks) -> bool:
        """Whether it holds among sets of so many suits, with these ranks in order."""
        return self.suit(suits, self.count) and ranks in self.ranks


def suits_and_ranks(tiles: Sequence[Tile]) -> tuple[int, Ranks]:
    """Return how many suits these tiles are of, and their ranks in order."""
    return len({tile // 9 for tile in tiles}), tuple(sorted([tile % 9 + 1 for tile in tiles]))


# -- every tile, or every part ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """A question to each part alone: are its tiles ``within`` a group, does it ``touch`` one.

    ``only_pungs`` also requires each part to be a pung, a kong or the pair. A question on parts
    (``touch`` or ``only_pungs``) is true of no shape but four sets and a pair.
    """

    within: frozenset[Tile] | None = None
    touch: frozenset[Tile] | None = None
    only_pungs: bool = False

    @property
    def on_parts(self) -> bool:
        """Whether it requires four sets and a pair."""
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


TruthOf = Callable[[Question], bool]


@dataclass(frozen=True, slots=True)
class TileWord(Word):
    """A condition that follows from the answers to its ``questions`` alone."""

    questions: tuple[Question, ...] = ()
    holds: Callable[[TruthOf], bool] = lambda truth_of: False

    def __and__(self, other: Word) -> Word:
        """Return the word for both conditions; it looks at every tile where both do."""
        if not isinstance(other, TileWord):
            return Word.__and__(self, other)
        return tile_word(
            (*self.questions, *other.questions),
            lambda truth_of: self.holds(truth_of) and other.holds(truth_of),
        )


def tile_word(questions: tuple[Question, ...], holds: Callable[[TruthOf], bool]) -> TileWord:
    """Return the word for a condition on the answers to these questions."""
    return TileWord(
        lambda reading: WHOLE_HAND if holds(lambda question: question.true_of(reading)) else (),
        Aspect.TILES,
        questions=questions,
        holds=holds,
    )


# -- the win ---------------------------------------------------------------------------------------


class Pattern(NamedTuple):
    """The tiles of one suit (or the honors) are, rank by rank, one of these counts.

    The concealed tiles before the win, or all fourteen.
    """

    counts: frozenset[tuple[int, ...]]
    honors: bool = False
    before_win: bool = False

    def true_of(self, reading: Reading) -> bool:
        """Whether the reading shows the pattern."""
        in_hand = (part for part in reading.parts if not part.melded and part.kind is not Kind.KONG)
        tiles = [tile for part in in_hand for tile in part.tiles]
        if self.before_win:
            tiles.remove(reading.winning)
        suits = (Suit.Z,) if self.honors else (Suit.M, Suit.P, Suit.S)
        return any(_rank_counts(tiles, suit) in self.counts for suit in suits)


def _rank_counts(tiles: Iterable[Tile], suit: Suit) -> tuple[int, ...]:
    ranks = [tile.rank for tile in tiles if tile.suit is suit]
    return tuple(ranks.count(rank) for rank in range(1, 8 if suit is Suit.Z else 10))


class WinFacts(NamedTuple):
    """All that a word on the win may look at.

    ``claimed`` is the number of sets claimed from others, ``patterns`` are the declared ones that
    the hand shows, and ``other_face`` is whether a wildcard stands for another tile.
    """

    shape: Shape
    wait: Wait | None
    claimed: int
    win: Win
    patterns: frozenset[Pattern]
    other_face: bool


@dataclass(frozen=True, slots=True)
class WinWord(Word):
    """A condition on the facts of the win alone, and on the patterns that it declares."""

    holds: Callable[[WinFacts], bool] = lambda facts: False
    patterns: tuple[Pattern, ...] = ()

    def __and__(self, other: Word) -> Word:
        """Return the word for both conditions; it looks at the win alone where both do."""
        if not isinstance(other, WinWord):
            return Word.__and__(self, other)
        return self.and_win(other)

    def and_win(self, other: WinWord) -> WinWord:
        """Return the word for both conditions on the win."""
        return win_word(
            lambda facts: self.holds(facts) and other.holds(facts), self.patterns + other.patterns
        )


def win_word(
    holds: Callable[[WinFacts], bool],
    patterns: tuple[Pattern, ...] = (),
    place: Callable[[Reading], Place] = lambda reading: (),
) -> WinWord:
    """Return the word for a condition on the win; ``place`` is what it rests on."""

    def find(reading: Reading) -> Places:
        facts = WinFacts(
            reading.shape,
            reading.wait,
            sum(part.melded for part in reading.sets),
            reading.win,
            frozenset(pattern for pattern in patterns if pattern.true_of(reading)),
            any(wild is not tile for wild, tile in reading.stands_for),
        )
        return (place(reading),) if holds(facts) else ()

    return WinWord(find, Aspect.WIN, holds=holds, patterns=patterns)
