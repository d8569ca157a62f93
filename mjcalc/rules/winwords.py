"""The words of the fan table that speak of the win: the shape, the wait, and how it was won.

Each is a condition on a few facts (:class:`WinFacts`), and on the patterns of tiles it declares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from mjcalc.hand.draft import Kind
from mjcalc.hand.hand import Win
from mjcalc.hand.reading import Reading, Shape, Wait
from mjcalc.rules.patterns import Aspect, Place, Places, Word, where
from mjcalc.tiles import Suit, Tile


class Pattern(NamedTuple):
    """The tiles of one suit (or the honours) are, rank by rank, one of these counts.

    Of the concealed tiles before the win, or of all fourteen.
    """

    counts: frozenset[tuple[int, ...]]
    honours: bool = False
    before_win: bool = False

    def true_of(self, reading: Reading) -> bool:
        """Whether the reading shows the pattern."""
        in_hand = (part for part in reading.parts if not part.melded and part.kind is not Kind.KONG)
        tiles = [tile for part in in_hand for tile in part.tiles]
        if self.before_win:
            tiles.remove(reading.winning)
        suits = (Suit.Z,) if self.honours else (Suit.M, Suit.P, Suit.S)
        return any(_counts_of(tiles, suit) in self.counts for suit in suits)


def _counts_of(tiles: Iterable[Tile], suit: Suit) -> tuple[int, ...]:
    ranks = [tile.rank for tile in tiles if tile.suit is suit]
    return tuple(ranks.count(rank) for rank in range(1, 8 if suit is Suit.Z else 10))


class WinFacts(NamedTuple):
    """All that a word on the win may look at.

    ``claimed`` is the number of sets claimed from others, ``patterns`` are those of the declared
    ones that the hand shows, and ``other_face`` says that a wildcard stands for another tile.
    """

    shape: Shape
    wait: Wait | None
    claimed: int
    win: Win
    patterns: frozenset[Pattern]
    other_face: bool


@dataclass(frozen=True, slots=True)
class WinWord(Word):
    """A condition on the facts of the win alone, and the patterns that it asks about."""

    holds: Callable[[WinFacts], bool] = lambda facts: False
    patterns: tuple[Pattern, ...] = ()

    def __and__(self, other: Word) -> Word:
        """Both conditions; on the facts of the win alone where both are."""
        if not isinstance(other, WinWord):
            return Word.__and__(self, other)
        holds = (self.holds, other.holds)
        return _win(lambda facts: all(one(facts) for one in holds), self.patterns + other.patterns)


def _win(
    holds: Callable[[WinFacts], bool],
    patterns: tuple[Pattern, ...] = (),
    place: Callable[[Reading], Place] = lambda reading: (),
) -> WinWord:
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


def shape(wanted: Shape) -> WinWord:
    """The hand is of this shape."""
    return _win(lambda facts: facts.shape is wanted)


def pattern(*counts: tuple[int, ...], honours: bool = False, before_win: bool = False) -> WinWord:
    """The tiles of one suit are one of these counts, rank by rank (see :class:`Pattern`)."""
    wanted = Pattern(frozenset(counts), honours, before_win)
    return _win(lambda facts: wanted in facts.patterns, (wanted,))


def single_honours(count: int) -> WinWord:
    """So many honours, each once, among single knitted tiles."""
    singles = (
        tuple(int(rank in held) for rank in range(7)) for held in combinations(range(7), count)
    )
    word = shape(Shape.KNITTED_HONOURS) & pattern(*singles, honours=True)
    assert isinstance(word, WinWord)
    return word


def knitted_straight() -> WinWord:
    """147, 258 and 369 in three suits: beside a set and a pair, or with five single honours."""
    with_honours = single_honours(5)
    return _win(
        lambda facts: facts.shape is Shape.KNITTED_STRAIGHT or with_honours.holds(facts),
        with_honours.patterns,
        lambda reading: where(reading, lambda part: part.kind is Kind.KNITTED),
    )


def wait(wanted: Wait) -> WinWord:
    """The sole wait was of this kind; the place is the part that the winning tile completed."""
    return _win(lambda facts: facts.wait is wanted, place=lambda reading: (reading.completed,))


def won(
    *,
    self_drawn: bool | None = None,
    last: bool | None = None,
    kong: bool | None = None,
    rob: bool | None = None,
    fourth: bool | None = None,
) -> WinWord:
    """Won in this way; ``None`` is indifferent."""
    wanted = (self_drawn, last, kong, rob, fourth)

    def holds(facts: WinFacts) -> bool:
        win = facts.win
        how = (win.self_drawn, win.last, win.kong, win.rob, win.fourth)
        return all(want is None or want is got for want, got in zip(wanted, how, strict=True))

    return _win(holds)


def nothing_melded(*, self_drawn: bool) -> WinWord:
    """No set on the table but concealed kongs, won in this way."""
    return _win(lambda facts: not facts.claimed and facts.win.self_drawn is self_drawn)


def all_melded() -> WinWord:
    """Four sets claimed from others, and won on another player's tile."""
    return _win(lambda facts: facts.claimed == 4 and not facts.win.self_drawn)


def no_wildcard() -> WinWord:
    """No wildcard in the hand, or each stands for its own face."""
    return _win(lambda facts: not facts.other_face)


def never() -> Word:
    """Found in no reading: it is added after the win, or counts never."""
    return _win(lambda facts: False)
