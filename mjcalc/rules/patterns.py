"""The words that the fan table is written in.

A word answers *where* a fan holds in a reading: a tuple of places, one for each occurrence. A place
is the tuple of the parts it rests on, as indices into the sets (the pair is the index after the
last set); ``()`` is the whole hand. No places: the fan does not hold.

Each word says which :class:`Aspect` of a reading it looks at, and looks at nothing else. No word
for chows or pungs names one suit, so the three suits may change places; ``tests/test_aspects.py``
holds the words to both promises, on which the speed of the engine rests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from mjcalc.draft import Kind
from mjcalc.reading import Part, Reading, Shape, Wait
from mjcalc.tiles import DRAGONS, HONOURS, SUITED, WINDS, Tile

Place = tuple[int, ...]
Places = tuple[Place, ...]
WHOLE_HAND: Places = ((),)


class Aspect(Enum):
    """What of a reading a word may look at."""

    CHOWS = "the chows, and the pair where it is of 5s"
    PUNGS = "the suited pungs and kongs"
    HONOURS = "the pungs, kongs and pair of honours, and the winds of the player"
    COUNTS = "how many chows, pungs and kongs there are, and of what sort; the pair's sort"
    TILES = "what is true of every tile, or of every part"
    HOGS = "tiles of which all four copies lie in the hand"
    WIN = "the shape, the wait, and how the hand was won"


@dataclass(frozen=True, slots=True)
class Word:
    """One condition of the rules: the aspects it looks at, and where it holds in a reading."""

    aspects: tuple[Aspect, ...]
    find: Callable[[Reading], Places]


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

    return Word((Aspect.CHOWS,), find)


def all_chows() -> Word:
    """Four chows and a suited pair; a knitted straight stands for three of the chows."""

    def find(reading: Reading) -> Places:
        knitted = reading.shape is Shape.KNITTED_STRAIGHT
        among = where(reading, lambda part: part.kind is Kind.CHOW)
        suited = reading.pair is not None and reading.pair in SUITED
        return _whole(suited and len(among) == (1 if knitted else 4))

    return Word((Aspect.COUNTS,), find)


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

    return Word((Aspect.HONOURS,), find)


def wind_pungs(count: int, with_pair: bool = False) -> Word:
    """At least so many pungs of winds; ``with_pair``: and the pair of another."""
    return _named_pungs(count, WINDS, with_pair)


def dragon_pungs(count: int, with_pair: bool = False) -> Word:
    """At least so many pungs of dragons; ``with_pair``: and the pair of another."""
    return _named_pungs(count, DRAGONS, with_pair)


def each_pung(tiles: frozenset[Tile]) -> Word:
    """Every pung or kong of these tiles, a place each."""
    aspects = {Aspect.HONOURS if tile in HONOURS else Aspect.PUNGS for tile in tiles}

    def find(reading: Reading) -> Places:
        return tuple((i,) for i in where(reading, lambda p: p.is_pung and p.tile in tiles))

    return Word(tuple(sorted(aspects, key=lambda aspect: aspect.name)), find)


def _pung_of(wind: Callable[[Reading], Tile]) -> Word:
    def find(reading: Reading) -> Places:
        return tuple((i,) for i in where(reading, lambda p: p.is_pung and p.tile is wind(reading)))

    return Word((Aspect.HONOURS,), find)


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

    return Word((Aspect.COUNTS,), find)


def each_kong(concealed: bool) -> Word:
    """Every kong of this sort, a place each."""

    def find(reading: Reading) -> Places:
        return tuple((i,) for i in where(reading, _is_kong(concealed)))

    return Word((Aspect.COUNTS,), find)


def two_unlike_kongs() -> Word:
    """Exactly one melded and one concealed kong."""

    def find(reading: Reading) -> Places:
        both = where(reading, _is_kong(True)), where(reading, _is_kong(False))
        return (both[0] + both[1],) if [len(b) for b in both] == [1, 1] else ()

    return Word((Aspect.COUNTS,), find)


def concealed_pungs(count: int) -> Word:
    """At least so many concealed pungs, concealed kongs among them."""

    def find(reading: Reading) -> Places:
        among = where(reading, lambda part: part.is_pung and part.concealed)
        return (among,) if len(among) >= count else ()

    return Word((Aspect.COUNTS,), find)


def all_pungs() -> Word:
    """Four pungs or kongs."""

    def find(reading: Reading) -> Places:
        among = where(reading, lambda part: part.is_pung)
        return (among,) if len(among) == 4 else ()

    return Word((Aspect.COUNTS,), find)


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

    return Word((Aspect.HOGS,), find)


# -- shape, wait, and how it was won ---------------------------------------------------------------


def _win(condition: Callable[[Reading], bool]) -> Word:
    return Word((Aspect.WIN,), lambda reading: _whole(condition(reading)))


def shape(wanted: Shape) -> Word:
    """The hand is of this shape."""
    return _win(lambda reading: reading.shape is wanted)


def shifted_pairs() -> Word:
    """Seven pairs of consecutive ranks in one suit."""

    def holds(reading: Reading) -> bool:
        first = reading.sets[0].tile
        found = [part.tile for part in reading.sets]
        return first in SUITED and first.rank <= 3 and found == list(range(first, first + 7))

    return _win(lambda reading: reading.shape is Shape.SEVEN_PAIRS and holds(reading))


def knitted_with(honours: int) -> Word:
    """Fourteen single knitted tiles and honours, so many of them honours."""
    return _win(
        lambda reading: (
            reading.shape is Shape.KNITTED_HONOURS
            and sum(part.tile in HONOURS for part in reading.sets) == honours
        )
    )


def knitted_straight() -> Word:
    """147, 258 and 369 in three suits: beside a set and a pair, or with five single honours."""

    def find(reading: Reading) -> Places:
        if reading.shape is Shape.KNITTED_STRAIGHT:
            return (where(reading, lambda part: part.kind is Kind.KNITTED),)
        return _whole(bool(knitted_with(5).find(reading)))

    return Word((Aspect.WIN,), find)


def nine_gates() -> Word:
    """Concealed, and the 13 tiles before the win are 1112345678999 of one suit."""
    return _win(lambda reading: reading.nine_gates)


def wait(wanted: Wait) -> Word:
    """The sole wait was of this kind; the place is the part that the winning tile completed."""

    def find(reading: Reading) -> Places:
        return ((reading.completed,),) if reading.wait is wanted else ()

    return Word((Aspect.WIN,), find)


def won(
    *,
    self_drawn: bool | None = None,
    last: bool | None = None,
    kong: bool | None = None,
    rob: bool | None = None,
    fourth: bool | None = None,
) -> Word:
    """Won in this way; ``None`` is indifferent."""
    wanted = (self_drawn, last, kong, rob, fourth)

    def holds(reading: Reading) -> bool:
        win = reading.win
        how = (win.self_drawn, win.last, win.kong, win.rob, win.fourth)
        return all(want is None or want is got for want, got in zip(wanted, how, strict=True))

    return _win(holds)


def nothing_melded(*, self_drawn: bool) -> Word:
    """No set on the table but concealed kongs, won in this way."""

    def holds(reading: Reading) -> bool:
        claimed = any(part.melded for part in reading.sets)
        return not claimed and reading.win.self_drawn is self_drawn

    return _win(holds)


def all_melded() -> Word:
    """Four sets claimed from others, and won on another player's tile."""

    def holds(reading: Reading) -> bool:
        claimed = sum(part.melded for part in reading.sets)
        return claimed == 4 and not reading.win.self_drawn

    return _win(holds)


def no_wildcard() -> Word:
    """No wildcard in the hand, or each stands for its own face."""
    return _win(lambda reading: all(wild is tile for wild, tile in reading.stands_for))


def never() -> Word:
    """Found in no reading: it follows from the other fans, or is added after the win."""
    return Word((), lambda reading: ())
