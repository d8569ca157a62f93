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

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations
from typing import NamedTuple

from mjcalc.draft import Kind
from mjcalc.engine.alike import NINE, chows_alike, honours_alike, pungs_alike
from mjcalc.engine.parts import (
    CHOWS,
    PUNGS,
    QUESTIONS,
    SHAPES,
    WAITS,
)
from mjcalc.engine.samples import SAMPLES, pung_part, reading_of_chows, standard
from mjcalc.hand import Win
from mjcalc.memo import Memo
from mjcalc.reading import Part, Reading
from mjcalc.rules.fans import CHICKEN, Exclusion, Fan
from mjcalc.rules.patterns import Aspect, Place
from mjcalc.rules.principles import Found, settle
from mjcalc.rules.relations import Relation, suits_and_ranks
from mjcalc.rules.rulesets import Ruleset
from mjcalc.rules.tilewords import TileWord
from mjcalc.tiles import TILES, Tile, Wind

WIDTH = 3
FEW = 12  # rows whose fields are looked up together
SOME_FIELDS = (1 << WIDTH * FEW) - 1
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
        self._row = {row.zh: row for row in rules.fans}
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
        self._named = [
            (shift, Memo(partial(self._counts_of, shift)))
            for shift in range(WIDTH * marks, WIDTH * (marks + count), WIDTH * FEW)
        ][::-1]
        self._place = {row.zh: place for place, row in enumerate(rules.fans)}
        self._alone = {
            aspect: [row for row in rows if not isinstance(row.word, Relation)]
            for aspect, rows in self._by_aspect.items()
        }
        self._related = {aspect: Memo(partial(self._relations, aspect)) for aspect in Aspect}
        self._settled = Memo(self._settle)
        self._like_chows = Memo(self._of_chows)
        self._like_pungs = Memo(self._of_pungs)
        self._like_honours = Memo(self._of_honours)

    # -- the outcome of each aspect ---------------------------------------------------------------

    def tiles(self, fails: int) -> Outcome:
        """Of the questions that some part fails, a bit in three: the rows that follow from it."""
        bit = {question: 1 << 3 * place for place, question in enumerate(QUESTIONS)}
        found = [
            Found(row, ())
            for row in self._by_aspect[Aspect.TILES]
            if isinstance(row.word, TileWord) and row.word.holds(lambda q: not fails & bit[q])
        ]
        return self._outcome(Aspect.TILES, found)

    def chows(self, key: int) -> Outcome:
        """Of the chows, and of the pair if it is of 5s (fields CHOWS, PAIR_OF_5S)."""
        return self._like_chows[chows_alike(key)]

    def pungs(self, key: int) -> Outcome:
        """Of the suited pungs (field PUNGS)."""
        return self._like_pungs[pungs_alike(key & NINE, key >> 9 & NINE, key >> 18)]

    def honours(self, key: int) -> Outcome:
        """Of the honour pungs and pair (fields HONOUR_PUNGS, HONOUR_PAIR), seat and round above."""
        return self._like_honours[honours_alike(key)]

    def _of_chows(self, key: int) -> Outcome:
        return self._of_sets(Aspect.CHOWS, reading_of_chows(key))

    def _of_pungs(self, key: int) -> Outcome:
        pungs = [PUNGS[n] for n in range(27) if key >> n & 1]
        return self._of_sets(Aspect.PUNGS, standard(pungs))

    def _of_sets(self, aspect: Aspect, reading: Reading) -> Outcome:
        """Of sets of one sort: the relations among the same tiles are looked up."""
        related = self._related[aspect]
        tiles = [part.tiles[0] for part in reading.sets]
        found = []
        for count in range(2, len(tiles) + 1):
            for place in combinations(range(len(tiles)), count):
                for row in related[tuple([tiles[one] for one in place])]:
                    found.append(Found(row, place))
        found += find(self._alone[aspect], reading)
        if len(found) > 1:
            found.sort(key=lambda one: self._place[one.fan.zh])
        return self._outcome(aspect, found)

    def _relations(self, aspect: Aspect, tiles: tuple[Tile, ...]) -> tuple[Fan, ...]:
        """The rows of an aspect whose relation holds among sets of these tiles, all of them."""
        suits, ranks = suits_and_ranks(tiles)
        return tuple(
            [
                row
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
        reading = standard(pungs, TILES[26 + pair] if pair else Tile.M1, seat, prevalent)
        return self._of(Aspect.HONOURS, reading)

    def counts_of_sets(self, key: int) -> Outcome:
        """Of the numbers of sets, and the pair's sort (fields MELDED_KONGS to SUITED_PAIR)."""
        melded, concealed, hidden, pungs, chows = (key >> at & 7 for at in range(0, 15, 3))
        hidden -= concealed  # kongs are among them
        kongs = concealed + melded
        sets = [pung_part(Tile(n), Kind.KONG, n < concealed) for n in range(kongs)]
        sets += [pung_part(Tile(9 + n), Kind.PUNG, n < hidden) for n in range(pungs - kongs)]
        pair = Tile.M9 if key >> 15 else Tile.Z1
        return self._of(Aspect.COUNTS, standard([*sets, *CHOWS[:chows]], pair))

    def hogs(self, count: int) -> Outcome:
        """Of the number of tiles with four copies in the hand."""
        pairs = [Part(Kind.PAIR, (Tile(n), Tile(n))) for n in range(count) for _ in range(2)]
        return self._of(Aspect.HOGS, standard(pairs))

    def win(self, key: int) -> Outcome:
        """Of melded sets, gates, shape and wait (fields from MELDED_SETS), and how it was won.

        Above the ten bits of the fields: self-drawn, last, kong, robbed, fourth, and whether a
        wildcard stands for another tile.
        """
        melded, gates, shape = key & 7, key >> 3 & 1, key >> 4 & 7
        wait = key >> 7 & 3 if key >> 9 & 1 else 0
        drawn, last, kong, rob, fourth, other = (bool(key >> bit & 1) for bit in range(10, 16))
        sets = [pung_part(Tile(n), Kind.PUNG, False, True) for n in range(melded)]
        reading = Reading(
            SHAPES[shape], (*sets, *SAMPLES[shape]), None, Tile.M1, 0, WAITS[wait],
            Win(drawn, last, kong, rob, fourth), Wind.E, Wind.E, bool(gates),
            ((Tile.M1, Tile.M2),) if other else (),
        )  # fmt: skip
        return self._of(Aspect.WIN, reading)

    def _of(self, aspect: Aspect, reading: Reading) -> Outcome:
        return self._outcome(aspect, find(self._by_aspect[aspect], reading))

    def _outcome(self, aspect: Aspect, found: Iterable[Found]) -> Outcome:
        """What the principles make of an aspect's fans; many readings have the same."""
        return self._settled[(aspect.value, *[(one.fan.zh, one.place) for one in found])]

    def _settle(self, key: tuple[str, *tuple[tuple[str, Place], ...]]) -> Outcome:
        aspect, *places = key
        found = [Found(self._row[name], place) for name, place in places]
        if not found:
            return NOTHING
        settled = settle(found)
        names = [one.fan.zh for one in settled.counted]
        fans = sum(1 << self._shift[name] for name in names) + self._marks(found, names)
        clears = 0
        for fan in settled.present:
            for entry in fan.exclusions:
                # What it excludes within this aspect, the principles have seen to.
                if self._aspects.get(entry.name) != (Aspect(aspect),):
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
        found: list[tuple[Fan, int]] = []
        for shift, known in self._named:
            if some := fans >> shift & SOME_FIELDS:
                found += known[some]
        return found

    def _counts_of(self, shift: int, some: int) -> list[tuple[Fan, int]]:
        """The fans of a few fields, as they lie above the others."""
        first = len(self.rows) - (shift - self.marks.bit_length()) // WIDTH - 1
        counts = [
            (row, some >> WIDTH * place & FIELD) for place, row in enumerate(self.rows[first::-1])
        ]
        return [(row, count) for row, count in reversed(counts[:FEW]) if count]


def _entries(rows: Iterable[Fan], wanted: Callable[[Exclusion], bool]) -> tuple[Exclusion, ...]:
    return tuple(dict.fromkeys(entry for row in rows for entry in row.exclusions if wanted(entry)))
