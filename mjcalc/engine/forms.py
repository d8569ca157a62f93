"""A reading in three numbers: what its parts give, added up.

A *form* is what the fan table may ask about one reading, in three ints that fit into 63 bits each,
so that forms of many hands can be columns of int64:

* ``sets``: the chows, a digit to base 5 for each of the 21, and above them the pair where a row
  declares that it asks about it;
* ``counts``: the bit fields of :data:`COUNTS`, each with room for all that a hand can put into it;
* ``flags``: a bit for each question of the rows that some part fails, and above them a bit for each
  pattern of tiles that the hand shows. Flags are joined by ``|``, all else is added.

What is asked is collected from the rows (:class:`Asked`); no fan is named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar

from mjcalc.engine.pieces import SINGLES, meld_part
from mjcalc.hand.hand import meld_of_code
from mjcalc.hand.kinds import Kind, Shape, Wait
from mjcalc.hand.packed import suits_of
from mjcalc.hand.reading import Part
from mjcalc.rules.fans import Fan
from mjcalc.rules.words import PairBeside, Pattern, Question, TileWord, WinWord
from mjcalc.tiles import Tile

Thing = TypeVar("Thing")
LARGEST = 63  # bits of a column
BASE = 5  # of the digits of chows: there are four sets
PAIR_AT = BASE**21
SHAPES = tuple(Shape)
SPLIT = (Shape.STANDARD, Shape.KNITTED_STRAIGHT)  # with sets and a pair
WAITS = (None, Wait.EDGE, Wait.CLOSED, Wait.PAIR)


class Field(NamedTuple):
    """Where a bit field begins, and how many bits it has."""

    at: int
    bits: int

    @property
    def one(self) -> int:
        """One in this field."""
        return 1 << self.at

    @property
    def mask(self) -> int:
        """All bits of the field, where they lie."""
        return (1 << self.bits) - 1 << self.at


class Layout(dict[str, Field]):
    """Bit fields in one int, side by side in the order given, the first lowest.

    >>> Layout(wait=2, sole=1)["sole"]
    Field(at=2, bits=1)
    """

    def __init__(self, **fields: int) -> None:
        super().__init__()
        at = 0
        for name, bits in fields.items():
            self[name] = Field(at, bits)
            at += bits
        assert at <= LARGEST

    def span(self, first: str, last: str) -> Field:
        """The fields from one to another, as one."""
        at = self[first].at
        return Field(at, self[last].at + self[last].bits - at)


COUNTS = Layout(
    suited_pungs=27,  # a bit each, kongs too
    honor_pungs=7,
    honor_pair=3,  # 0 none, 1-7
    melded_kongs=3,
    concealed_kongs=3,
    concealed_pungs=3,  # kongs too
    pungs=3,  # kongs too
    chows=3,
    suited_pairs=2,  # each suit may bring one
    shape=3,  # an index into SHAPES
    claimed=3,
    wait=2,  # an index into WAITS
    sole=1,  # no other tile completes the thirteen: only then does the wait count
)
FLAGS = Layout(questions=40, patterns=20)
SOLE = COUNTS["sole"].mask
SUITED_PAIRS = COUNTS["suited_pairs"].mask


class Form(NamedTuple):
    """One reading, or a part of one, in three numbers."""

    sets: int = 0
    counts: int = 0
    flags: int = 0


NO_FORM = Form()


def together(forms: Iterable[Form]) -> Form:
    """What forms of different parts give together."""
    sets = counts = flags = 0
    for form in forms:
        sets += form[0]
        counts += form[1]
        flags |= form[2]
    return Form(sets, counts, flags)


class Asked(NamedTuple):
    """What the words of a fan table ask about beyond the sets themselves."""

    questions: tuple[Question, ...] = ()
    patterns: tuple[Pattern, ...] = ()
    pairs: tuple[PairBeside, ...] = ()

    @staticmethod
    def by(rows: Iterable[Fan]) -> Asked:
        """What these rows ask, each thing once."""
        words = [word for row in rows for word in row.word.alternatives]
        questions = [q for word in words if isinstance(word, TileWord) for q in word.questions]
        patterns = [p for word in words if isinstance(word, WinWord) for p in word.patterns]
        pairs = [word.pair_beside for word in words if word.pair_beside is not None]
        return Asked(_once(questions), _once(patterns), _once(pairs))


def _once(things: Iterable[Thing]) -> tuple[Thing, ...]:
    return tuple(dict.fromkeys(things))


@lru_cache(maxsize=16)
def forms_for(asked: Asked) -> Forms:
    """The forms for what is asked, made once."""
    return Forms(asked)


class Forms:
    """Makes forms of parts, melds and shapes, for what a fan table asks."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        assert len(asked.questions) <= FLAGS["questions"].bits
        assert len(asked.patterns) <= FLAGS["patterns"].bits
        self._paired = {tile for beside in asked.pairs for tile in beside.pairs}
        self._of_part = lru_cache(maxsize=1 << 10)(self._part)
        self.of_meld = lru_cache(maxsize=1 << 9)(self._meld)
        self._patterns: dict[tuple[bool, bool, int], int] = {}
        for place, pattern in enumerate(asked.patterns):
            for counts in pattern.counts:
                suit = sum(count << 3 * rank for rank, count in enumerate(counts))
                key = (pattern.honors, pattern.before_win, suit)
                bit = 1 << FLAGS["patterns"].at + place
                self._patterns[key] = self._patterns.get(key, 0) | bit

    def of_part(self, part: Part) -> Form:
        """What one part gives."""
        return self._of_part(part)

    def _part(self, part: Part) -> Form:
        failed = (not one.true_of_part(part) for one in self.asked.questions)
        flags = sum(fails << place for place, fails in enumerate(failed))
        return Form(self._sets_of(part), _part_counts(part), flags)

    def _sets_of(self, part: Part) -> int:
        if part.kind is Kind.CHOW:
            place = 7 * (part.tile // 9) + part.tile % 9
            return int(BASE**place)
        paired = part.kind is Kind.PAIR and part.tile in self._paired
        return PAIR_AT * (part.tile + 1) if paired else 0

    def _meld(self, code: int) -> Form:
        """What the meld of this code gives."""
        return self.of_part(meld_part(meld_of_code(code)))

    def of_melds(self, codes: Iterable[int]) -> Form:
        """What melds give together."""
        return together(map(self.of_meld, codes))

    @cached_property
    def of_shape(self) -> Mapping[Shape, Form]:
        """What each shape gives besides its parts: a question on parts is true of one alone."""
        failed = sum(one.on_parts << place for place, one in enumerate(self.asked.questions))
        shapes = enumerate(SHAPES)
        forms = {shape: Form(0, at << COUNTS["shape"].at, failed) for at, shape in shapes}
        return {**forms, Shape.STANDARD: NO_FORM}

    @cached_property
    def of_tile(self) -> tuple[int, ...]:
        """The questions that each tile fails as a part of its own."""
        return tuple(self.of_part(part).flags for part in SINGLES)

    def of_tiles(self, tiles: Iterable[Tile]) -> int:
        """The questions that some of these tiles fails, whatever parts they are in."""
        flags = 0
        for tile in tiles:
            flags |= self.of_tile[tile]
        return flags

    def of_parts(self, shape: Shape, parts: Iterable[Part]) -> Form:
        """What a shape gives with all its parts: of a shape that has no sets, their tiles alone."""
        sets, counts, flags = together(map(self.of_part, parts))
        if shape not in SPLIT:
            sets = counts = 0
        return together((self.of_shape[shape], Form(sets, counts, flags)))

    def patterns_of_suit(self, honors: bool, before: int, after: int) -> int:
        """The patterns that the concealed tiles of one suit show, before the win and with it."""
        known = self._patterns
        return known.get((honors, True, before), 0) | known.get((honors, False, after), 0)

    def patterns_of(self, counts: int, winning: Tile) -> int:
        """The patterns that all concealed tiles show; ``counts`` are without the winning tile."""
        suits = zip(suits_of(counts), suits_of(counts + (1 << 3 * winning)), strict=True)
        flags = 0
        for place, (before, after) in enumerate(suits):
            flags |= self.patterns_of_suit(place == 3, before, after)
        return flags

    def patterns(self) -> Iterator[tuple[bool, bool, int, int]]:
        """Each suit that is a pattern: of honors, before the win, its tiles, its flags."""
        for (honors, before_win, suit), flags in self._patterns.items():
            yield honors, before_win, suit, flags


def _part_counts(part: Part) -> int:
    """The bit fields that a part adds to."""
    suit, rank = divmod(part.tile, 9)
    if part.kind in (Kind.SINGLE, Kind.KNITTED):
        return 0
    if part.kind is Kind.PAIR:
        honor = (rank + 1) << COUNTS["honor_pair"].at
        return honor if suit == 3 else COUNTS["suited_pairs"].one
    claimed = part.melded << COUNTS["claimed"].at
    if part.kind is Kind.CHOW:
        return claimed + COUNTS["chows"].one
    where = COUNTS["honor_pungs"].at + rank if suit == 3 else COUNTS["suited_pungs"].at + part.tile
    counts = claimed + (1 << where) + COUNTS["pungs"].one
    counts += part.concealed << COUNTS["concealed_pungs"].at
    if part.kind is Kind.KONG:
        counts += COUNTS["concealed_kongs" if part.concealed else "melded_kongs"].one
    return counts
