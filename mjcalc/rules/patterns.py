"""The words that the fan table is written in.

A word answers *where* a fan holds in a reading: a tuple of places, one for each occurrence. A place
is the tuple of the parts it rests on, as indices into the sets (the pair is the index after the
last set); ``()`` is the whole hand. No places: the fan does not hold.

A word that names no aspect may look at anything in a reading: it is always right, and every hand of
its ruleset is then priced reading by reading (``engine.reference``). A word that names an
:class:`Aspect` promises to look at nothing else, and is asked only once for each value of it. What
it counts beyond its aspect (a pattern of tiles, a pair beside certain chows) it declares, and the
engine collects what the words declare. ``tests/test_aspects.py`` holds the table to all of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import chain, combinations
from typing import NamedTuple

from mjcalc.draft import Kind
from mjcalc.hand import Win
from mjcalc.reading import Part, Reading, Shape, Wait
from mjcalc.tiles import DRAGONS, HONOURS, SUITED, WINDS, Suit, Tile, of_ranks

Place = tuple[int, ...]
Places = tuple[Place, ...]
WHOLE_HAND: Places = ((),)


class Aspect(Enum):
    """What of a reading a word may look at."""

    CHOWS = "the chows, and the pair where the word declares it (``pair_beside``)"
    PUNGS = "the suited pungs and kongs"
    HONOURS = "the pungs, kongs and pair of honours, and the winds of the player"
    COUNTS = "how many chows, pungs and kongs there are, and of what sort; the pair's sort"
    TILES = "what is true of every tile, or of every part (``tilewords``)"
    FOURS = "how many tiles have all four copies in the hand and are no kong"
    WIN = "the shape, the wait, how the hand was won, and the declared patterns of tiles"
    READING = "anything in the reading"
    OTHER_FANS = "the fans that count already: found in no reading"


class PairBeside(NamedTuple):
    """Beside chows of no other ranks than ``chows``, whether the pair is one of the tiles."""

    chows: frozenset[int]
    pairs: frozenset[Tile]


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


@dataclass(frozen=True, slots=True)
class Word:
    """One condition of the rules: where it holds in a reading, and the aspect it looks at.

    ``symmetric`` says of a word on chows or suited pungs that it holds alike when suits change
    places, and when ranks are counted from the other end. ``names`` are the groups of honours that
    a word on honours tells apart; None: it may tell each from each.
    """

    find: Callable[[Reading], Places]
    aspect: Aspect = Aspect.READING
    symmetric: bool = False
    names: tuple[frozenset[Tile], ...] | None = None
    pair_beside: PairBeside | None = None

    @property
    def alternatives(self) -> tuple[Word, ...]:
        """The words of which it holds where one does, each of one aspect."""
        return (self,)

    def __and__(self, other: Word) -> Word:
        """Both conditions, at all their places together; it looks at the whole reading."""

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


def _whole(condition: bool) -> Places:
    return WHOLE_HAND if condition else ()


def where(reading: Reading, test: Callable[[Part], bool]) -> Place:
    """The place of all sets that pass a test."""
    return tuple(place for place, part in enumerate(reading.sets) if test(part))


# -- chows -----------------------------------------------------------------------------------------


def terminal_chows(suits: int) -> Word:
    """123 and 789 twice in so many suits, with a pair of 5s of the same (1) or third (2) suit."""

    def find(reading: Reading) -> Places:
        pair = reading.pair
        if pair is None or pair in HONOURS or pair.rank != 5:
            return ()
        among = where(reading, lambda part: part.kind is Kind.CHOW and part.rank in (1, 7))
        if len(among) != 4:
            return ()
        found = sorted((part.suit.value, part.rank) for part in reading.sets)
        low, high = found[0][0], found[-1][0]
        whole = found == sorted((suit, rank) for suit in (low, high) for rank in (1, 7))
        fits = (low != high) == (suits == 2) and (pair.suit.value in (low, high)) == (suits == 1)
        return ((*among, len(reading.sets)),) if whole and fits else ()

    beside = PairBeside(frozenset({1, 7}), of_ranks(5))
    return Word(find, Aspect.CHOWS, symmetric=True, pair_beside=beside)


def all_chows() -> Word:
    """Four chows and a suited pair; a knitted straight stands for three of the chows."""

    def find(reading: Reading) -> Places:
        knitted = reading.shape is Shape.KNITTED_STRAIGHT
        among = where(reading, lambda part: part.kind is Kind.CHOW)
        suited = reading.pair is not None and reading.pair in SUITED
        return _whole(suited and len(among) == (1 if knitted else 4))

    return Word(find, Aspect.COUNTS)


# -- pungs by what they are ------------------------------------------------------------------------


def _named_pungs(count: int, tiles: frozenset[Tile], with_pair: bool) -> Word:
    def find(reading: Reading) -> Places:
        among = where(reading, lambda part: part.is_pung and part.tile in tiles)
        if len(among) < count:
            return ()
        if not with_pair:
            return (among,)
        if reading.pair in tiles - {reading.sets[place].tile for place in among}:
            return ((*among, len(reading.sets)),)
        return ()

    return Word(find, Aspect.HONOURS, names=(tiles,))


def wind_pungs(count: int, with_pair: bool = False) -> Word:
    """At least so many pungs of winds; ``with_pair``: and the pair of another."""
    return _named_pungs(count, WINDS, with_pair)


def dragon_pungs(count: int, with_pair: bool = False) -> Word:
    """At least so many pungs of dragons; ``with_pair``: and the pair of another."""
    return _named_pungs(count, DRAGONS, with_pair)


def each_pung(tiles: frozenset[Tile]) -> Word:
    """Every pung or kong of these tiles, a place each."""

    def among(named: frozenset[Tile]) -> Callable[[Reading], Places]:
        return lambda reading: tuple(
            (i,) for i in where(reading, lambda p: p.is_pung and p.tile in named)
        )

    suited, honours = tiles & SUITED, tiles & HONOURS
    ranks = {tile.rank for tile in suited}
    symmetric = suited == of_ranks(*ranks) and ranks == {10 - rank for rank in ranks}
    words = (
        Word(among(suited), Aspect.PUNGS, symmetric=symmetric),
        Word(among(honours), Aspect.HONOURS, names=(honours,)),
    )
    if not suited or not honours:
        return words[0] if suited else words[1]
    return Either(among(tiles), words=words)


def _pung_of(wind: Callable[[Reading], Tile]) -> Word:
    def find(reading: Reading) -> Places:
        return tuple((i,) for i in where(reading, lambda p: p.is_pung and p.tile is wind(reading)))

    return Word(find, Aspect.HONOURS, names=())


def pung_of_round() -> Word:
    """The pung of the prevalent wind."""
    return _pung_of(lambda reading: reading.round.tile)


def pung_of_seat() -> Word:
    """The pung of the player's own wind."""
    return _pung_of(lambda reading: reading.seat.tile)


# -- kongs and concealed pungs, by number ----------------------------------------------------------


def _is_kong(concealed: bool | None) -> Callable[[Part], bool]:
    return lambda part: (
        part.kind is Kind.KONG and (concealed is None or part.concealed is concealed)
    )


def kongs(count: int, concealed: bool | None = None) -> Word:
    """At least so many kongs; of one sort where ``concealed`` says so."""

    def find(reading: Reading) -> Places:
        among = where(reading, _is_kong(concealed))
        return (among,) if len(among) >= count else ()

    return Word(find, Aspect.COUNTS)


def each_kong(concealed: bool) -> Word:
    """Every kong of this sort, a place each."""

    def find(reading: Reading) -> Places:
        return tuple((i,) for i in where(reading, _is_kong(concealed)))

    return Word(find, Aspect.COUNTS)


def two_unlike_kongs() -> Word:
    """Exactly one melded and one concealed kong."""

    def find(reading: Reading) -> Places:
        both = where(reading, _is_kong(True)), where(reading, _is_kong(False))
        return (both[0] + both[1],) if [len(b) for b in both] == [1, 1] else ()

    return Word(find, Aspect.COUNTS)


def concealed_pungs(count: int) -> Word:
    """At least so many concealed pungs, concealed kongs among them."""

    def find(reading: Reading) -> Places:
        among = where(reading, lambda part: part.is_pung and part.concealed)
        return (among,) if len(among) >= count else ()

    return Word(find, Aspect.COUNTS)


def all_pungs() -> Word:
    """Four pungs or kongs."""

    def find(reading: Reading) -> Places:
        among = where(reading, lambda part: part.is_pung)
        return (among,) if len(among) == 4 else ()

    return Word(find, Aspect.COUNTS)


# -- four of a kind ------------------------------------------------------------------------------


def each_hog() -> Word:
    """Every tile whose four copies are in the hand and are no kong, a place each."""

    def find(reading: Reading) -> Places:
        loose = [
            tile for part in reading.parts if part.kind is not Kind.KONG for tile in part.tiles
        ]
        hogs = sorted({tile for tile in loose if loose.count(tile) >= 4})
        return tuple(
            tuple(i for i, part in enumerate(reading.parts) if tile in part.tiles) for tile in hogs
        )

    return Word(find, Aspect.FOURS)


# -- shape, wait, and how it was won ---------------------------------------------------------------


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


# -- found in no reading ---------------------------------------------------------------------------


def no_other_fan() -> Word:
    """No other fan counts: found in no reading, it follows from the other fans."""
    return Word(lambda reading: (), Aspect.OTHER_FANS)


def never() -> Word:
    """Found in no reading: it is added after the win, or counts never."""
    return _win(lambda facts: False)
