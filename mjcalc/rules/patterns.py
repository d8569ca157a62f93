"""The words that the fan table is written in.

A word answers *where* a fan holds in a reading: a tuple of places, one for each occurrence. A place
is the tuple of the parts it rests on, as indices into the sets (the pair is the index after the
last set); ``()`` is the whole hand. No places: the fan does not hold.

A word that names no aspect may look at anything in a reading: it is always right, and every hand of
its ruleset is then priced reading by reading (``engine.reference``). A word that names an
:class:`Aspect` promises to look at nothing else, and is asked only once for each value of it. What
it counts beyond its aspect (a pattern of tiles, a pair beside certain chows) it declares, and the
engine collects what the words declare. ``tests/test_outcomes.py`` holds the table to all of this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import NamedTuple

from mjcalc.hand.draft import Kind
from mjcalc.hand.reading import Part, Reading, Shape
from mjcalc.tiles import DRAGONS, HONOURS, SUITED, WINDS, Tile, of_ranks

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


# -- found in no reading ---------------------------------------------------------------------------


def no_other_fan() -> Word:
    """No other fan counts: found in no reading, it follows from the other fans."""
    return Word(lambda reading: (), Aspect.OTHER_FANS)
