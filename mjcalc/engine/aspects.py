"""Speed derived from the rules: what each aspect of a reading is worth, worked out once.

The fan table's rows look at one aspect of a reading each. An aspect has few values, and a *key*
that holds all there is to it; so for each key the rows are asked once, on a representative reading
made from the key alone, and the principles are applied to what they find. What is remembered is an
:class:`Outcome`: points, the fans counted, and the fans that these exclude in other aspects. A
reading is then the sum of its aspects' outcomes, less what one aspect excludes in another.

Fans are counted in an int, a field of three bits for each row, the first row of the table highest:
of two readings worth the same, the greater int is the one the tie rule prefers (rules 2). Below the
fans lie two kinds of marks: for ``A>B`` that B stands by to replace A, for ``X*1`` that there is
an X to remove.

``tests/test_aspects.py`` compares all this with the rows and principles applied to whole readings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from mjcalc.draft import Kind
from mjcalc.engine.parts import (
    CHOWS,
    KNITTED_5,
    KNITTED_6,
    KNITTED_7,
    KNITTED_STRAIGHT,
    PUNGS,
    QUESTIONS,
    SEVEN_PAIRS,
    SHAPES,
    SHIFTED_PAIRS,
    STANDARD,
    THIRTEEN_ORPHANS,
    WAITS,
)
from mjcalc.hand import Win
from mjcalc.memo import Memo
from mjcalc.reading import Part, Reading
from mjcalc.rules.fans import CHICKEN, Exclusion, Fan
from mjcalc.rules.patterns import Aspect, Place, Relation, suits_and_ranks
from mjcalc.rules.principles import Found, settle
from mjcalc.rules.rulesets import Ruleset
from mjcalc.rules.tilewords import TileWord
from mjcalc.tiles import TILES, Tile, Wind

WIDTH = 3
NOT_ZERO = re.compile("[1-7]")
A_WIN = Win()
NINE = (1 << 9) - 1
A_SUIT_OF_CHOWS = (1 << 21) - 1
TERMINAL_CHOWS = 0o7000007
FIELD = (1 << WIDTH) - 1


class Outcome(NamedTuple):
    """What an aspect gives: points, its fans (and marks) as fields, the fields it clears."""

    points: int
    fans: int
    clears: int


NOTHING = Outcome(0, 0, 0)


def find(rows: Iterable[Fan], reading: Reading) -> list[Found]:
    """Every fan of these rows at every place of the reading, in the order of the rows."""
    return [Found(row, place) for row in rows for place in row.word.find(reading)]


def together(outcomes: Iterable[Outcome]) -> Outcome:
    """The outcome of several aspects, before what one clears in another."""
    points = fans = clears = 0
    for outcome in outcomes:
        points += outcome.points
        fans += outcome.fans
        clears |= outcome.clears
    return Outcome(points, fans, clears)


class Aspects:
    """The outcomes of one ruleset's aspects, and how they go together."""

    def __init__(self, rules: Ruleset) -> None:
        self.rows = rules.fans
        self._replacing = _entries(rules.fans, lambda entry: entry.instead is not None)
        self._removing_one = _entries(rules.fans, lambda entry: entry.scope == "one")
        marks = len(self._replacing) + len(self._removing_one)
        count = len(rules.fans)
        self._shift = {
            row.zh: WIDTH * (marks + count - 1 - place) for place, row in enumerate(rules.fans)
        }
        self._mark = {
            entry: WIDTH * place for place, entry in enumerate(self._replacing + self._removing_one)
        }
        self._values = {row.zh: row.value for row in rules.fans}
        self._aspects = {row.zh: row.word.aspects for row in rules.fans}
        self._by_aspect = {
            aspect: tuple(row for row in rules.fans if aspect in row.word.aspects)
            for aspect in Aspect
        }
        self.chicken = Outcome(self._values[CHICKEN], 1 << self._shift[CHICKEN], 0)
        self.beside_chicken = sum(
            FIELD << self._shift[name] for name in rules.chicken_beside if name in self._shift
        )
        self.most_beside_chicken = sum(
            self._values[name] for name in rules.chicken_beside if name in self._values
        )
        self.marks = (1 << WIDTH * marks) - 1
        self._digits = count + marks
        self._related = {aspect: Memo(partial(self._relations, aspect)) for aspect in Aspect}
        self._settled: dict[tuple[object, ...], Outcome] = {}
        self._like_chows = Memo(self._of_chows)
        self._like_pungs = Memo(self._of_pungs)
        self._like_honours = Memo(self._of_honours)

    # -- the outcome of each aspect ---------------------------------------------------------------

    def tiles(self, fails: int) -> Outcome:
        """Of the failed questions (see ``parts.failed``): the rows that follow from the answers."""
        bit = {question: 1 << 3 * place for place, question in enumerate(QUESTIONS)}
        found = [
            Found(row, ())
            for row in self._by_aspect[Aspect.TILES]
            if isinstance(row.word, TileWord) and row.word.holds(lambda q: not fails & bit[q])
        ]
        return self._outcome(Aspect.TILES, found)

    def chows(self, key: int) -> Outcome:
        """Of the chows, and of the pair if it is of 5s (fields CHOWS, PAIR_OF_5S)."""
        return self._like_chows[_chows_alike(key)]

    def pungs(self, key: int) -> Outcome:
        """Of the suited pungs (field PUNGS)."""
        return self._like_pungs[_pungs_alike(key & NINE, key >> 9 & NINE, key >> 18)]

    def honours(self, key: int) -> Outcome:
        """Of the honour pungs and pair (fields HONOUR_PUNGS, HONOUR_PAIR), seat and round above."""
        return self._like_honours[_honours_alike(key)]

    def _of_chows(self, key: int) -> Outcome:
        return self._of_sets(Aspect.CHOWS, _chows(key))

    def _of_pungs(self, key: int) -> Outcome:
        pungs = [PUNGS[n] for n in range(27) if key >> n & 1]
        return self._of_sets(Aspect.PUNGS, _standard(pungs))

    def _of_sets(self, aspect: Aspect, reading: Reading) -> Outcome:
        """Of sets of one sort: the relations among the same tiles are looked up."""
        related = self._related[aspect]
        tiles = [part.tiles[0] for part in reading.sets]
        places: dict[str, list[Place]] = {}
        for count in range(2, len(tiles) + 1):
            for place in combinations(range(len(tiles)), count):
                for name in related[tuple([tiles[one] for one in place])]:
                    places.setdefault(name, []).append(place)
        found = []
        for row in self._by_aspect[aspect]:
            where: Iterable[Place] = places.get(row.zh, ())
            if not isinstance(row.word, Relation):
                where = row.word.find(reading)
            found += [Found(row, place) for place in where]
        return self._outcome(aspect, found)

    def _relations(self, aspect: Aspect, tiles: tuple[Tile, ...]) -> tuple[str, ...]:
        """The rows of an aspect whose relation holds among sets of these tiles, all of them."""
        suits, ranks = suits_and_ranks(tiles)
        return tuple(
            [
                row.zh
                for row in self._by_aspect[aspect]
                if isinstance(row.word, Relation)
                and row.word.count == len(tiles)
                and row.word.holds(suits, ranks)
            ]
        )

    def _of_honours(self, key: int) -> Outcome:
        pungs = [PUNGS[27 + bit] for bit in range(7) if key >> bit & 1]
        pair = key >> 7 & 7
        seat, prevalent = Wind(key >> 10 & 3), Wind(key >> 12 & 3)
        reading = _standard(pungs, TILES[26 + pair] if pair else Tile.M1, seat, prevalent)
        return self._of(Aspect.HONOURS, reading)

    def counts_of_sets(self, key: int) -> Outcome:
        """Of the numbers of sets, and the pair's sort (fields MELDED_KONGS to SUITED_PAIR)."""
        melded, concealed, hidden, pungs, chows = (key >> at & 7 for at in range(0, 15, 3))
        sets = [_pung(Tile(n), Kind.KONG, n < concealed) for n in range(concealed + melded)]
        sets += [
            _pung(Tile(9 + n), Kind.PUNG, n < hidden - concealed) for n in range(pungs - len(sets))
        ]
        pair = Tile.M9 if key >> 15 else Tile.Z1
        return self._of(Aspect.COUNTS, _standard([*sets, *CHOWS[:chows]], pair))

    def hogs(self, count: int) -> Outcome:
        """Of the number of tiles with four copies in the hand."""
        pairs = [Part(Kind.PAIR, (Tile(n), Tile(n))) for n in range(count) for _ in range(2)]
        return self._of(Aspect.HOGS, _standard(pairs))

    def win(self, key: int) -> Outcome:
        """Of melded sets, gates, shape and wait (fields from MELDED_SETS), and how it was won.

        Above the ten bits of the fields: self-drawn, last, kong, robbed, fourth, and whether a
        wildcard stands for another tile.
        """
        melded, gates, shape = key & 7, key >> 3 & 1, key >> 4 & 7
        wait = key >> 7 & 3 if key >> 9 & 1 else 0
        drawn, last, kong, rob, fourth, other = (bool(key >> bit & 1) for bit in range(10, 16))
        sets = [_pung(Tile(n), Kind.PUNG, False, True) for n in range(melded)]
        reading = Reading(
            SHAPES[shape], (*sets, *SAMPLES[shape]), None, Tile.M1, 0, WAITS[wait],
            Win(drawn, last, kong, rob, fourth), Wind.E, Wind.E, bool(gates),
            ((Tile.M1, Tile.M2),) if other else (),
        )  # fmt: skip
        return self._of(Aspect.WIN, reading)

    def _of(self, aspect: Aspect, reading: Reading) -> Outcome:
        return self._outcome(aspect, find(self._by_aspect[aspect], reading))

    def _outcome(self, aspect: Aspect, found: list[Found]) -> Outcome:
        """What the principles make of an aspect's fans; many readings have the same."""
        key = (aspect.name, *[(one.fan.zh, one.place) for one in found])
        known = self._settled.get(key)
        if known is None:
            known = self._settled[key] = self._outcome_of(aspect, found)
        return known

    def _outcome_of(self, aspect: Aspect, found: list[Found]) -> Outcome:
        if not found:
            return NOTHING
        settled = settle(found)
        names = [one.fan.zh for one in settled.counted]
        fans = sum(1 << self._shift[name] for name in names) + self._marks(found, names)
        clears = 0
        for fan in settled.present:
            for entry in fan.exclusions:
                # What it excludes within this aspect, the principles have seen to.
                if self._aspects.get(entry.name) != (aspect,):
                    clears |= self._cleared(entry, fan.zh in names)
        return Outcome(sum(self._values[name] for name in names), fans, clears)

    def _marks(self, found: list[Found], names: list[str]) -> int:
        """The marks of an aspect's fans: who stands by to replace one, which may lose one."""
        marks = [entry for entry in self._removing_one if entry.name in names]
        for entry in self._replacing:
            if entry.name in names and entry.instead:
                replaced = settle(found, {entry.name: entry.instead}).counted
                if entry.instead in [one.fan.zh for one in replaced]:
                    marks.append(entry)
        return sum(1 << self._mark[entry] for entry in marks)

    def _cleared(self, entry: Exclusion, counted: bool) -> int:
        """The fields that an exclusion clears in other aspects."""
        fields = FIELD << self._mark[entry] if entry in self._mark else 0
        everywhere = entry.scope == "all" or (entry.scope == "counted" and counted)
        if everywhere and entry.name in self._shift:
            fields |= FIELD << self._shift[entry.name]
        return fields

    # -- across the aspects -----------------------------------------------------------------------

    def loss(self, both: int) -> tuple[int, int]:
        """What goes when one aspect clears these fields of another: points, and the fans."""
        lost = {name: both >> at & FIELD for name, at in self._shift.items()}
        for entry in self._replacing:
            if both >> self._mark[entry] & FIELD and entry.instead:
                lost[entry.instead] -= 1
        for entry in self._removing_one:
            if both >> self._mark[entry] & FIELD and not lost[entry.name]:
                lost[entry.name] = 1
        return (
            sum(count * self._values[name] for name, count in lost.items()),
            sum(count << self._shift[name] for name, count in lost.items()),
        )

    def counts(self, fans: int) -> list[tuple[Fan, int]]:
        """The fans of the fields, in the order of the table, with how often each counts."""
        # An octal digit for each field, the first row of the table first.
        digits = f"{fans:o}".rjust(self._digits, "0")
        return [
            (self.rows[found.start()], int(found.group()))
            for found in NOT_ZERO.finditer(digits, 0, len(self.rows))
        ]


def _entries(rows: Iterable[Fan], wanted: Callable[[Exclusion], bool]) -> tuple[Exclusion, ...]:
    return tuple(dict.fromkeys(entry for row in rows for entry in row.exclusions if wanted(entry)))


# -- representatives: a reading that has what a key says, and nothing else that matters ------------


def _pung(tile: Tile, kind: Kind = Kind.PUNG, concealed: bool = True, melded: bool = False) -> Part:
    return Part(kind, (tile,) * (4 if kind is Kind.KONG else 3), melded, None, concealed)


def _standard(
    sets: Iterable[Part],
    pair: Tile | None = None,
    seat: Wind = Wind.E,
    prevalent: Wind = Wind.E,
    shape: int = STANDARD,
) -> Reading:
    return Reading(
        SHAPES[shape], tuple(sets), pair, Tile.M1, 0, None, A_WIN, seat, prevalent
    )  # fmt: skip


def _chows(key: int) -> Reading:
    chows = [CHOWS[n] for n in range(21) for _ in range(key >> 3 * n & 7)]
    return _standard(chows, (None, Tile.M5, Tile.P5, Tile.S5)[key >> 63])


def _chows_alike(key: int) -> int:
    """The least key that means the same.

    The suits may change places, the ranks be counted from the other end, and a pair of 5s means
    something beside 123 and 789 alone.
    """
    suits = key & A_SUIT_OF_CHOWS, key >> 21 & A_SUIT_OF_CHOWS, key >> 42 & A_SUIT_OF_CHOWS
    five = (key >> 63) - 1
    if five < 0 or (suits[0] | suits[1] | suits[2]) & ~TERMINAL_CHOWS:
        return _suits_of_chows_alike(*suits)
    others = sorted((suits[five - 1], suits[five - 2]))
    mirrored = [_mirrored_chows(suits[five]), *sorted(map(_mirrored_chows, others))]
    m, p, s = min([suits[five], *others], mirrored)
    return m | p << 21 | s << 42 | 1 << 63


def _suits_of_chows_alike(*suits: int) -> int:
    m, p, s = min(sorted(suits), sorted(map(_mirrored_chows, suits)))
    return m | p << 21 | s << 42


def _pungs_alike(*suits: int) -> int:
    """The least key that means the same; suits and ranks as for chows."""
    m, p, s = min(sorted(suits), sorted(map(_mirrored_pungs, suits)))
    return m | p << 9 | s << 18


@lru_cache(maxsize=1 << 10)
def _mirrored_chows(suit: int) -> int:
    """Seven ranks of three bits, the last first."""
    return sum((suit >> 3 * rank & 7) << 3 * (6 - rank) for rank in range(7))


@lru_cache(maxsize=1 << 10)
def _mirrored_pungs(suit: int) -> int:
    """Nine ranks of one bit, the last first."""
    return sum((suit >> rank & 1) << 8 - rank for rank in range(9))


def _honours_alike(key: int) -> int:
    """The least key that means the same.

    Of the wind pungs it matters how many there are and whether seat and round are among them, of
    the dragon pungs how many, of the pair whether it is a wind or a dragon.
    """
    winds, dragons, pair = key & 15, key >> 4 & 7, key >> 7 & 7
    seat, prevalent = key >> 10 & 3, key >> 12 & 3
    has_seat, has_round = winds >> seat & 1, winds >> prevalent & 1
    # Seat and round come first where they have a pung; the last wind has none, if any has none.
    prevalent = (0 if prevalent == seat else has_seat) if has_round else 3
    seat = 0 if has_seat else 3
    winds = (1 << winds.bit_count()) - 1
    dragons = (1 << dragons.bit_count()) - 1
    pair = 0 if not pair else 4 if pair <= 4 else 7
    return winds | dragons << 4 | pair << 7 | seat << 10 | prevalent << 12


def _pairs(tiles: Iterable[int]) -> tuple[Part, ...]:
    return tuple(Part(Kind.PAIR, (Tile(tile), Tile(tile))) for tile in tiles)


def _knitted(honours: int) -> tuple[Part, ...]:
    suited = (0, 3, 6, 10, 13, 16, 20, 23, 26)[: 14 - honours]
    tiles = (*suited, *range(27, 27 + honours))
    return tuple(Part(Kind.SINGLE, (Tile(tile),)) for tile in tiles)


SAMPLES: Mapping[int, tuple[Part, ...]] = {
    STANDARD: (),
    SEVEN_PAIRS: _pairs((0, 1, 2, 3, 4, 5, 8)),
    SHIFTED_PAIRS: _pairs(range(7)),
    THIRTEEN_ORPHANS: (),
    KNITTED_5: _knitted(5),
    KNITTED_6: _knitted(6),
    KNITTED_7: _knitted(7),
    KNITTED_STRAIGHT: tuple(
        Part(Kind.KNITTED, tuple(Tile(10 * n + step) for step in (0, 3, 6))) for n in range(3)
    ),
}
