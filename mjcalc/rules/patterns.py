"""The words that the rows of the fan table are written in, by what they describe.

Chows, pungs, kongs, every tile, the shape and the wait, the win. What a word is: ``words``.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from mjcalc.hand.kinds import Kind, Shape, Wait
from mjcalc.hand.reading import Part, Reading
from mjcalc.rules.words import (
    WHOLE_HAND,
    Aspect,
    Either,
    PairBeside,
    Pattern,
    Place,
    Places,
    Question,
    RankRule,
    Ranks,
    Relation,
    SuitRule,
    TileWord,
    WinFacts,
    WinWord,
    Word,
    suits_and_ranks,
    tile_word,
    where,
    win_word,
)
from mjcalc.tiles import DRAGONS, HONORS, SUITED, WINDS, Suit, Tile, of_ranks

# -- sets that stand in a relation -----------------------------------------------------------------


def mixed(suits: int, count: int) -> bool:
    """Whether every set is of another suit."""
    return suits == count


def same(count: int, highest: int) -> frozenset[Ranks]:
    """Return the ranks of sets that are all of the same rank."""
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


def _relation(
    aspect: Aspect, fits: Callable[[Part], bool], count: int, suit: SuitRule, rank: RankRule
) -> Relation:
    highest = 7 if aspect is Aspect.CHOWS else 9
    wanted = rank(count, highest)

    def find(reading: Reading) -> Places:
        return tuple(
            place
            for place in combinations(where(reading, fits), count)
            if word.holds(*suits_and_ranks([reading.sets[index].tile for index in place]))
        )

    mirrored = {tuple(sorted(highest + 1 - rank for rank in ranks)) for ranks in wanted}
    word = Relation(
        find, aspect, symmetric=mirrored == wanted, count=count, suit=suit, ranks=wanted
    )
    return word


def _is_chow(part: Part) -> bool:
    return part.kind is Kind.CHOW


def _is_pung(part: Part) -> bool:
    return part.is_pung


def _is_suited_pung(part: Part) -> bool:
    return part.tiles[0] < Tile.Z1 and part.is_pung


def chows(count: int, suit: SuitRule, rank: RankRule) -> Relation:
    """So many chows in this relation: a place for each choice of chows that fits."""
    return _relation(Aspect.CHOWS, _is_chow, count, suit, rank)


def pungs(count: int, suit: SuitRule, rank: RankRule) -> Relation:
    """So many suited pungs or kongs in this relation."""
    return _relation(Aspect.PUNGS, _is_suited_pung, count, suit, rank)


# -- chows -----------------------------------------------------------------------------------------


def terminal_chows(suits: int) -> Word:
    """123 and 789 twice in so many suits, with a pair of 5s of the same (1) or third (2) suit."""

    def find(reading: Reading) -> Places:
        pair = reading.pair
        if pair is None or pair in HONORS or pair.rank != 5:
            return ()
        place = where(reading, lambda part: _is_chow(part) and part.rank in (1, 7))
        if len(place) != 4:
            return ()
        held = sorted((part.suit.value, part.rank) for part in reading.sets)
        low, high = held[0][0], held[-1][0]
        complete = held == sorted((suit, rank) for suit in (low, high) for rank in (1, 7))
        fits = (low != high) == (suits == 2) and (pair.suit.value in (low, high)) == (suits == 1)
        return ((*place, len(reading.sets)),) if complete and fits else ()

    beside = PairBeside(frozenset({1, 7}), of_ranks(5))
    return Word(find, Aspect.CHOWS, symmetric=True, pair_beside=beside)


def all_chows() -> Word:
    """Four chows and a suited pair; a knitted straight stands for three of the chows."""

    def find(reading: Reading) -> Places:
        knitted = reading.shape is Shape.KNITTED_STRAIGHT
        suited = reading.pair is not None and reading.pair in SUITED
        holds = suited and len(where(reading, _is_chow)) == (1 if knitted else 4)
        return WHOLE_HAND if holds else ()

    return Word(find, Aspect.COUNTS)


# -- pungs of certain tiles ------------------------------------------------------------------------


def _honor_pungs(count: int, tiles: frozenset[Tile], with_pair: bool) -> Word:
    def find(reading: Reading) -> Places:
        place = where(reading, lambda part: part.is_pung and part.tile in tiles)
        if len(place) < count:
            return ()
        if not with_pair:
            return (place,)
        if reading.pair in tiles - {reading.sets[index].tile for index in place}:
            return ((*place, len(reading.sets)),)
        return ()

    return Word(find, Aspect.HONORS, names=(tiles,))


def wind_pungs(count: int, with_pair: bool = False) -> Word:
    """At least so many pungs of winds; ``with_pair``: and the pair of another."""
    return _honor_pungs(count, WINDS, with_pair)


def dragon_pungs(count: int, with_pair: bool = False) -> Word:
    """At least so many pungs of dragons; ``with_pair``: and the pair of another."""
    return _honor_pungs(count, DRAGONS, with_pair)


def _each_set(fits: Callable[[Reading, Part], bool]) -> Callable[[Reading], Places]:
    """Return a search for every set that fits, a place each."""
    return lambda reading: tuple(
        (index,) for index in where(reading, lambda part: fits(reading, part))
    )


def each_pung(tiles: frozenset[Tile]) -> Word:
    """Every pung or kong of these tiles, a place each."""

    def pungs_of(tiles: frozenset[Tile]) -> Callable[[Reading], Places]:
        return _each_set(lambda reading, part: part.is_pung and part.tile in tiles)

    suited, honors = tiles & SUITED, tiles & HONORS
    ranks = {tile.rank for tile in suited}
    symmetric = suited == of_ranks(*ranks) and ranks == {10 - rank for rank in ranks}
    words = (
        Word(pungs_of(suited), Aspect.PUNGS, symmetric=symmetric),
        Word(pungs_of(honors), Aspect.HONORS, names=(honors,)),
    )
    if not suited or not honors:
        return words[0] if suited else words[1]
    return Either(pungs_of(tiles), words=words)


def pung_of_round() -> Word:
    """The pung of the prevalent wind."""
    find = _each_set(lambda reading, part: part.is_pung and part.tile is reading.round.tile)
    return Word(find, Aspect.HONORS, names=())


def pung_of_seat() -> Word:
    """The pung of the player's own wind."""
    find = _each_set(lambda reading, part: part.is_pung and part.tile is reading.seat.tile)
    return Word(find, Aspect.HONORS, names=())


# -- kongs and concealed pungs, by number ----------------------------------------------------------


def _at_least(count: int, fits: Callable[[Part], bool]) -> Word:
    def find(reading: Reading) -> Places:
        place = where(reading, fits)
        return (place,) if len(place) >= count else ()

    return Word(find, Aspect.COUNTS)


def _is_kong(concealed: bool | None) -> Callable[[Part], bool]:
    return lambda part: (
        part.kind is Kind.KONG and (concealed is None or part.concealed is concealed)
    )


def kongs(count: int, concealed: bool | None = None) -> Word:
    """At least so many kongs; only concealed or only melded ones where ``concealed`` is given."""
    return _at_least(count, _is_kong(concealed))


def each_kong(concealed: bool) -> Word:
    """Every concealed or every melded kong, a place each."""
    fits = _is_kong(concealed)
    return Word(_each_set(lambda reading, part: fits(part)), Aspect.COUNTS)


def two_unlike_kongs() -> Word:
    """Exactly one melded and one concealed kong."""

    def find(reading: Reading) -> Places:
        concealed, melded = where(reading, _is_kong(True)), where(reading, _is_kong(False))
        return (concealed + melded,) if len(concealed) == len(melded) == 1 else ()

    return Word(find, Aspect.COUNTS)


def concealed_pungs(count: int) -> Word:
    """At least so many concealed pungs, concealed kongs among them."""
    return _at_least(count, lambda part: part.is_pung and part.concealed)


def all_pungs() -> Word:
    """Four pungs or kongs."""
    return _at_least(4, _is_pung)


# -- four of a kind --------------------------------------------------------------------------------


def each_hog() -> Word:
    """Every tile whose four copies are in the hand and are not a kong, a place each."""

    def find(reading: Reading) -> Places:
        loose = [
            tile for part in reading.parts if part.kind is not Kind.KONG for tile in part.tiles
        ]
        hogs = sorted({tile for tile in loose if loose.count(tile) >= 4})
        return tuple(
            tuple(i for i, part in enumerate(reading.parts) if tile in part.tiles) for tile in hogs
        )

    return Word(find, Aspect.FOURS)


# -- every tile, or every part ---------------------------------------------------------------------


def only(tiles: frozenset[Tile]) -> TileWord:
    """Every tile is one of these."""
    within = Question(within=tiles)
    return tile_word((within,), lambda truth_of: truth_of(within))


def some(tiles: frozenset[Tile]) -> TileWord:
    """At least one tile is one of these."""
    without = Question(within=(SUITED | HONORS) - tiles)
    return tile_word((without,), lambda truth_of: not truth_of(without))


def suits(count: int) -> TileWord:
    """Tiles of exactly so many of the three suits."""
    without = tuple(
        Question(within=frozenset(tile for tile in SUITED | HONORS if tile.suit is not suit))
        for suit in (Suit.M, Suit.P, Suit.S)
    )
    return tile_word(without, lambda truth_of: sum(not truth_of(q) for q in without) == count)


def every_part(tiles: frozenset[Tile]) -> TileWord:
    """One of these tiles in each of the four sets and in the pair."""
    touch = Question(touch=tiles)
    return tile_word((touch,), lambda truth_of: truth_of(touch))


def every_pung(tiles: frozenset[Tile]) -> TileWord:
    """Four pungs and a pair, all of these tiles."""
    pungs_only = Question(within=tiles, only_pungs=True)
    return tile_word((pungs_only,), lambda truth_of: truth_of(pungs_only))


# -- the shape and the wait ------------------------------------------------------------------------


def shape(wanted: Shape) -> WinWord:
    """The hand is of this shape."""
    return win_word(lambda facts: facts.shape is wanted)


def pattern(*counts: tuple[int, ...], honors: bool = False, before_win: bool = False) -> WinWord:
    """The tiles of one suit are one of these counts, rank by rank (see :class:`Pattern`)."""
    wanted = Pattern(frozenset(counts), honors, before_win)
    return win_word(lambda facts: wanted in facts.patterns, (wanted,))


def single_honors(count: int) -> WinWord:
    """So many honors, each once, among single knitted tiles."""
    singles = (
        tuple(int(rank in held) for rank in range(7)) for held in combinations(range(7), count)
    )
    return shape(Shape.KNITTED_HONORS).and_win(pattern(*singles, honors=True))


def knitted_straight() -> WinWord:
    """147, 258 and 369 in three suits: beside a set and a pair, or with five single honors."""
    with_honors = single_honors(5)
    return win_word(
        lambda facts: facts.shape is Shape.KNITTED_STRAIGHT or with_honors.holds(facts),
        with_honors.patterns,
        lambda reading: where(reading, lambda part: part.kind is Kind.KNITTED),
    )


def wait(wanted: Wait) -> WinWord:
    """The sole wait was of this kind; the place is the part that the winning tile completed."""
    return win_word(lambda facts: facts.wait is wanted, place=_completed_part)


def _completed_part(reading: Reading) -> Place:
    return (reading.completed,)


# -- how the hand was won --------------------------------------------------------------------------


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
        return all(want is None or want is flag for want, flag in zip(wanted, how, strict=True))

    return win_word(holds)


def nothing_melded(*, self_drawn: bool) -> WinWord:
    """No set on the table but concealed kongs, won in this way."""
    return win_word(lambda facts: not facts.claimed and facts.win.self_drawn is self_drawn)


def all_melded() -> WinWord:
    """Four sets claimed from others, and won on another player's tile."""
    return win_word(lambda facts: facts.claimed == 4 and not facts.win.self_drawn)


def no_wildcard() -> WinWord:
    """No wildcard in the hand, or each stands for its own face."""
    return win_word(lambda facts: not facts.other_face)


# -- found in no reading ---------------------------------------------------------------------------


def never() -> WinWord:
    """Found in no reading: it is added after the win, or never counts."""
    return win_word(lambda facts: False)


def no_other_fan() -> Word:
    """No other fan counts: found in no reading, it follows from the other fans."""
    return Word(lambda reading: (), Aspect.OTHER_FANS)
