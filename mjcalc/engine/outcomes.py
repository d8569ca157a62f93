"""Speed derived from the rules: what each aspect of a reading is worth, worked out once.

A row whose word names an aspect looks at nothing else, and an aspect has few values. So for each
*key*, which holds all there is to the aspect, the rows are asked once, on a sample reading made
from the key alone, and the principles settle what they find. The result is an :class:`Outcome`.
A reading is worth the sum of the outcomes of its aspects, less what one excludes in another
(``pricing``).

Fans are counted in an int, a field of three bits for each row, the first row of the table highest:
of two readings worth the same, the greater int is the one the tie rule prefers (rules 2). Below the
fans lie two kinds of marks: for ``A>B`` that B stands by to replace A, for ``X*1`` that there is
an X to remove.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations
from typing import NamedTuple

from mjcalc.engine.forms import COUNTS, SHAPES, WAITS, Asked
from mjcalc.engine.samples import (
    chows_sample,
    counts_sample,
    fours_sample,
    honors_sample,
    pungs_sample,
)
from mjcalc.engine.symmetry import HonorClasses, least_chows, least_pungs
from mjcalc.hand.hand import Win
from mjcalc.hand.reading import Reading
from mjcalc.memo import Memo
from mjcalc.rules.fans import Exclusion, Fan, Scope
from mjcalc.rules.principles import Occurrence, select
from mjcalc.rules.rulesets import Ruleset
from mjcalc.rules.words import (
    Aspect,
    Place,
    Ranks,
    Relation,
    TileWord,
    WinFacts,
    WinWord,
    Word,
    suits_and_ranks,
)
from mjcalc.tiles import Tile

WIDTH = 3
FIELD = (1 << WIDTH) - 1
SET_ASPECTS = (Aspect.CHOWS, Aspect.PUNGS)
SET_COUNTS = COUNTS.span("melded_kongs", "shape")
WIN_COUNTS = COUNTS.span("shape", "sole")


class Outcome(NamedTuple):
    """What an aspect gives: points, its fans (and marks) as fields, the fields it clears."""

    points: int
    fans: int
    clears: int


NOTHING = Outcome(0, 0, 0)


class Answers(NamedTuple):
    """The outcomes of chows, suited pungs and honors by their least keys."""

    chows: dict[int, Outcome]
    pungs: dict[int, Outcome]
    honors: dict[int, Outcome]


class Outcomes:
    """The outcomes of the aspects of a ruleset whose rows look at one aspect each."""

    def __init__(self, rules: Ruleset) -> None:
        self.rows = rules.fans
        self.asked = Asked.by(rules.fans)
        self._replacing = _entries(rules.fans, lambda entry: entry.instead is not None)
        self._removing_one = _entries(rules.fans, lambda entry: entry.scope is Scope.ONE)
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
        self._aspects = {
            row.zh: {word.aspect for word in row.word.alternatives} for row in rules.fans
        }
        self._by_aspect = {
            aspect: tuple(
                (row, word)
                for row in rules.fans
                for word in row.word.alternatives
                if word.aspect is aspect
            )
            for aspect in Aspect
        }
        self.marks = (1 << WIDTH * marks) - 1
        self.beside_chicken = self.marks | sum(
            FIELD << self._shift[name] for name in rules.chicken_beside if name in self._shift
        )
        others = [row for row, _ in self._by_aspect[Aspect.OTHER_FANS]]
        self.chicken = Outcome(
            sum(row.value for row in others), sum(1 << self._shift[row.zh] for row in others), 0
        )
        self._fans_at = WIDTH * marks
        self.size = WIDTH * (marks + count)
        self._place = {row.zh: place for place, row in enumerate(rules.fans)}
        self._alone = {
            aspect: [pair for pair in rows if not isinstance(pair[1], Relation)]
            for aspect, rows in self._by_aspect.items()
        }
        self._related = {aspect: Memo(partial(self._relations, aspect)) for aspect in SET_ASPECTS}
        self._related_ranks = {
            aspect: Memo(partial(self._of_ranks, aspect)) for aspect in SET_ASPECTS
        }
        self._settled = Memo(self._settle)
        self._like_chows = Memo(self._of_chows, most=1 << 14)
        self._like_pungs = Memo(self._of_pungs, most=1 << 14)
        self._like_honors = Memo(self._of_honors)
        self._of_counts = Memo(self._counts_of_sets)
        self._of_win = Memo(self._win)
        self.chows_alike, self.pungs_alike = (
            all(word.symmetric for _, word in self._by_aspect[aspect])
            for aspect in (Aspect.CHOWS, Aspect.PUNGS)
        )
        words = [word for _, word in self._by_aspect[Aspect.HONORS]]
        self._classes = HonorClasses(word.names for word in words)

    def answers(self) -> Answers:
        """What has been asked of chows, pungs and honors."""
        return Answers(self._like_chows, self._like_pungs, self._like_honors)

    def remember(self, answers: Answers) -> None:
        """Takes answers that were asked before."""
        for known, new in zip(self.answers(), answers, strict=True):
            known.update(new)

    # -- the outcome of each aspect: the keys are those of ``pricing.keys_of`` ---------------------

    def tiles(self, failed: int) -> Outcome:
        """Of the questions that some part fails, a bit each."""
        bit = {question: 1 << place for place, question in enumerate(self.asked.questions)}
        found = [
            Occurrence(row, ())
            for row, word in self._by_aspect[Aspect.TILES]
            if isinstance(word, TileWord) and word.holds(lambda q: not failed & bit[q])
        ]
        return self._outcome(Aspect.TILES, found)

    def chows(self, key: int) -> Outcome:
        """Of the chows, and of a declared pair beside them."""
        return self._like_chows[least_chows(key, self.asked.pairs) if self.chows_alike else key]

    def pungs(self, key: int) -> Outcome:
        """Of the suited pungs."""
        return self._like_pungs[least_pungs(key) if self.pungs_alike else key]

    def honors(self, key: int) -> Outcome:
        """Of the honor pungs and pair, and above them seat and round."""
        return self._like_honors[self._classes.least(key)]

    def fours(self, count: int) -> Outcome:
        """Of the number of tiles with four copies in the hand."""
        return self._of(Aspect.FOURS, fours_sample(count))

    def counts_and_win(self, key: int) -> Outcome:
        """Of the numbers of sets, and of the win: two aspects with few values each.

        Both look at the shape. Above the fields of the form lie how the hand was won (five bits),
        whether a wildcard stands for another tile, and the patterns of tiles.
        """
        sets = key & (1 << SET_COUNTS.bits) - 1
        both = (self._of_counts[sets], self._of_win[key >> WIN_COUNTS.at - SET_COUNTS.at])
        return Outcome(
            both[0].points + both[1].points,
            both[0].fans + both[1].fans,
            both[0].clears | both[1].clears,
        )

    def _of_chows(self, key: int) -> Outcome:
        return self._of_sets(Aspect.CHOWS, chows_sample(key))

    def _of_pungs(self, key: int) -> Outcome:
        return self._of_sets(Aspect.PUNGS, pungs_sample(key))

    def _of_sets(self, aspect: Aspect, reading: Reading) -> Outcome:
        """Of sets of one sort: the relations among the same tiles are looked up."""
        related = self._related[aspect]
        tiles = [part.tiles[0] for part in reading.sets]
        found = []
        for count in range(1, len(tiles) + 1):
            for place in combinations(range(len(tiles)), count):
                for row in related[tuple([tiles[one] for one in place])]:
                    found.append(Occurrence(row, place))
        for row, word in self._alone[aspect]:
            found += [Occurrence(row, place) for place in word.find(reading)]
        if len(found) > 1:
            found.sort(key=lambda one: self._place[one.fan.zh])
        return self._outcome(aspect, found)

    def _relations(self, aspect: Aspect, tiles: tuple[Tile, ...]) -> tuple[Fan, ...]:
        """The rows of an aspect whose relation holds among sets of these tiles, all of them."""
        return self._related_ranks[aspect][suits_and_ranks(tiles)]

    def _of_ranks(self, aspect: Aspect, among: tuple[int, Ranks]) -> tuple[Fan, ...]:
        return tuple([row for row, word in self._by_aspect[aspect] if _relates(word, *among)])

    def _of_honors(self, key: int) -> Outcome:
        return self._of(Aspect.HONORS, honors_sample(key))

    def _counts_of_sets(self, key: int) -> Outcome:
        return self._of(Aspect.COUNTS, counts_sample(key))

    def _win(self, key: int) -> Outcome:
        shape, claimed, wait, sole, how, patterns = (
            key & 7, key >> 3 & 7, key >> 6 & 3, key >> 8 & 1, key >> 9 & 63, key >> 15,
        )  # fmt: skip
        facts = WinFacts(
            SHAPES[shape],
            WAITS[wait] if sole else None,
            claimed,
            Win(*(bool(how >> bit & 1) for bit in range(5))),
            frozenset(p for at, p in enumerate(self.asked.patterns) if patterns >> at & 1),
            bool(how >> 5),
        )
        found = [
            Occurrence(row, ())
            for row, word in self._by_aspect[Aspect.WIN]
            if isinstance(word, WinWord) and word.holds(facts)
        ]
        return self._outcome(Aspect.WIN, found)

    def _of(self, aspect: Aspect, reading: Reading) -> Outcome:
        found = [
            Occurrence(row, place)
            for row, word in self._by_aspect[aspect]
            for place in word.find(reading)
        ]
        return self._outcome(aspect, found)

    # -- the principles, within an aspect ----------------------------------------------------------

    def _outcome(self, aspect: Aspect, found: Iterable[Occurrence]) -> Outcome:
        """What the principles make of an aspect's fans; many readings have the same."""
        return self._settled[(aspect.value, *[(one.fan.zh, one.place) for one in found])]

    def _settle(self, key: tuple[str, *tuple[tuple[str, Place], ...]]) -> Outcome:
        aspect, *places = key
        found = [Occurrence(self._row[name], place) for name, place in places]
        if not found:
            return NOTHING
        settled = select(found)
        names = [one.fan.zh for one in settled.counted]
        fans = sum(1 << self._shift[name] for name in names) + self._marks(found, names)
        clears = 0
        for fan in settled.present:
            for entry in fan.exclusions:
                # What it excludes within this aspect, the principles have seen to.
                if self._aspects.get(entry.name) != {Aspect(aspect)}:
                    clears |= self._cleared(entry, fan.zh in names)
        return Outcome(sum(self._values[name] for name in names), fans, clears)

    def _marks(self, found: list[Occurrence], names: list[str]) -> int:
        """The marks of an aspect's fans: who stands by to replace one, which may lose one."""
        marks = [entry for entry in self._removing_one if entry.name in names]
        present = {one.fan.zh for one in found}
        for entry in self._replacing:
            if entry.name in present and entry.instead not in (None, *names):
                replaced = select(found, {entry.name: str(entry.instead)}).counted
                if entry.instead in [one.fan.zh for one in replaced]:
                    marks.append(entry)
        return sum(1 << self._mark[entry] for entry in marks)

    def _cleared(self, entry: Exclusion, counted: bool) -> int:
        """The fields that an exclusion clears in other aspects."""
        fields = FIELD << self._mark[entry] if entry in self._mark else 0
        everywhere = entry.scope is Scope.ALL or (entry.scope is Scope.COUNTED and counted)
        if everywhere and entry.name in self._shift:
            fields |= FIELD << self._shift[entry.name]
        return fields

    # -- across the aspects ------------------------------------------------------------------------

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
        found = []
        fans >>= self._fans_at
        while fans:
            at = (fans.bit_length() - 1) // WIDTH
            found.append((self.rows[-1 - at], fans >> WIDTH * at))
            fans &= (1 << WIDTH * at) - 1
        return found

    def counts_of(self, fans: Sequence[int]) -> bytes:
        """The fields of these fans in bytes, the last row lowest, a whole number of fields each."""
        size = WIDTH * (len(self.rows) + 7 & ~7) // 8
        return b"".join([(one >> self._fans_at).to_bytes(size, "little") for one in fans])


def _relates(word: Word, suits: int, ranks: Ranks) -> bool:
    return isinstance(word, Relation) and word.count == len(ranks) and word.holds(suits, ranks)


def _entries(rows: Iterable[Fan], wanted: Callable[[Exclusion], bool]) -> tuple[Exclusion, ...]:
    return tuple(dict.fromkeys(entry for row in rows for entry in row.exclusions if wanted(entry)))
