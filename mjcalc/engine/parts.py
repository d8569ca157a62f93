"""The parts that readings are made of, and what each gives to a form.

A *form* is one reading in one int: the sum of what its parts give. Its fields (:class:`Fields`)
count what the fan table asks about: chows, pungs, kongs, the pair, the shape, the wait, and for
each question on tiles how many parts fail it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from mjcalc.draft import Kind
from mjcalc.engine import splits
from mjcalc.engine.shapes import STRAIGHTS
from mjcalc.hand import Meld
from mjcalc.packed import tiles_of
from mjcalc.reading import Part, Shape, Wait
from mjcalc.rules.fans import FANS
from mjcalc.rules.tilewords import Question, TileWord
from mjcalc.tiles import ORPHANS, SUITED, TILES, Tile

# Every question that a row of the table asks of each part.
QUESTIONS: tuple[Question, ...] = tuple(
    dict.fromkeys(q for row in FANS if isinstance(row.word, TileWord) for q in row.word.questions)
)


class Fields:
    """Where each field of a form begins. Each has room for all that a hand can put into it."""

    CHOWS: Final = 0  # 21 chows, three bits each
    PAIR_OF_5S: Final = 63  # 1 2 3 for m p s
    PUNGS: Final = 65  # 27 suited ones, a bit each
    HONOUR_PUNGS: Final = 92  # 7, a bit each
    HONOUR_PAIR: Final = 99  # 0 none, 1-7
    MELDED_KONGS: Final = 102
    CONCEALED_KONGS: Final = 105
    CONCEALED_PUNGS: Final = 108  # kongs too
    ALL_PUNGS: Final = 111  # kongs too
    ALL_CHOWS: Final = 114  # a knitted straight stands for three
    SUITED_PAIR: Final = 117
    MELDED_SETS: Final = 118
    NINE_GATES: Final = 121
    SHAPE: Final = 122
    WAIT: Final = 125  # an index into WAITS
    # Right above it (see ``splits.finished``): whether no other tile completes the thirteen. Only
    # then does the wait count.
    SOLE: Final = 127
    FAILS: Final = 128  # for each question how many parts fail it, three bits each
    # One in every form that is priced: sets with their pair, or another shape whole. What cannot be
    # priced as it is (see ``decompose.A_LOOK``) has more here.
    WHOLE: Final = FAILS + 3 * len(QUESTIONS)


EACH_QUESTION = sum(1 << 3 * place for place in range(len(QUESTIONS)))

# The shapes as the fan table tells them apart: the field SHAPE is an index.
STANDARD, SEVEN_PAIRS, SHIFTED_PAIRS, THIRTEEN_ORPHANS = range(4)
KNITTED_6, KNITTED_5, KNITTED_7, KNITTED_STRAIGHT = range(4, 8)  # by the number of honours
SHAPES = (
    Shape.STANDARD,
    Shape.SEVEN_PAIRS,
    Shape.SEVEN_PAIRS,
    Shape.THIRTEEN_ORPHANS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_STRAIGHT,
)
KNITTED_BY_HONOURS = {5: KNITTED_5, 6: KNITTED_6, 7: KNITTED_7}

WAITS = (None, Wait.EDGE, Wait.CLOSED, Wait.PAIR)


class Way(NamedTuple):
    """A form and its concealed parts; ``completed`` is the place of the winning tile's."""

    form: int
    parts: tuple[Part, ...]
    completed: int


def _shape_form(shape: int) -> int:
    """What a shape gives besides its parts: a shape without sets is whole, and has no parts."""
    fails = sum(1 << 3 * place for place, question in enumerate(QUESTIONS) if question.on_parts)
    form = (shape << Fields.SHAPE) + (fails << Fields.FAILS)
    return form + (3 << Fields.ALL_CHOWS if shape == KNITTED_STRAIGHT else 1 << Fields.WHOLE)


SHAPE_FORMS = tuple(_shape_form(shape) for shape in range(len(SHAPES)))


@lru_cache(maxsize=1 << 10)
def part_form(part: Part) -> int:
    """What one part gives."""
    return _counted(part) + (part_fails(part) << Fields.FAILS)


def part_fails(part: Part) -> int:
    """The questions that a part fails, three bits each."""
    return sum(1 << 3 * place for place, one in enumerate(QUESTIONS) if not one.true_of_part(part))


def _counted(part: Part) -> int:
    suit, rank = divmod(part.tile, 9)
    if part.kind in (Kind.SINGLE, Kind.KNITTED):
        return 0
    if part.kind is Kind.PAIR:
        whole = 1 << Fields.WHOLE
        if suit == 3:
            return (rank + 1 << Fields.HONOUR_PAIR) + whole
        of_5s = suit + 1 if rank == 4 else 0
        return (of_5s << Fields.PAIR_OF_5S) + (1 << Fields.SUITED_PAIR) + whole
    form = part.melded << Fields.MELDED_SETS
    if part.kind is Kind.CHOW:
        return form + (1 << Fields.CHOWS + 3 * (7 * suit + rank)) + (1 << Fields.ALL_CHOWS)
    form += 1 << (Fields.HONOUR_PUNGS + rank if suit == 3 else Fields.PUNGS + part.tile)
    form += (1 << Fields.ALL_PUNGS) + (part.concealed << Fields.CONCEALED_PUNGS)
    if part.kind is Kind.KONG:
        form += 1 << (Fields.CONCEALED_KONGS if part.concealed else Fields.MELDED_KONGS)
    return form


def meld_part(meld: Meld) -> Part:
    """The meld as a part of a reading."""
    return Part(meld.kind, meld.tiles, not meld.concealed, meld.source, meld.concealed)


@lru_cache(maxsize=1 << 8)
def meld_form(code: int) -> int:
    """What the meld of this code gives."""
    return part_form(meld_part(Meld.of_code(code)))


# Every part there can be, made once.
CHOWS = tuple(
    Part(Kind.CHOW, (tile, Tile(tile + 1), Tile(tile + 2)))
    for tile in TILES
    if tile in SUITED and tile.rank <= 7
)
PUNGS = tuple(Part(Kind.PUNG, (tile,) * 3) for tile in TILES)
OPEN_PUNGS = tuple(Part(Kind.PUNG, (tile,) * 3, concealed=False) for tile in TILES)
PAIRS = tuple(Part(Kind.PAIR, (tile, tile)) for tile in TILES)
SINGLES = tuple(Part(Kind.SINGLE, (tile,)) for tile in TILES)
ORPHAN_TILES = tuple(sorted(ORPHANS))
KNITTED_PARTS = {
    straight: tuple(
        Part(Kind.KNITTED, tuple(tile for tile in tiles_of(straight) if tile // 9 == suit))
        for suit in range(3)
    )
    for straight in STRAIGHTS
}
# By suit, then by the number that ``splits`` gives a piece.
PIECES = tuple(
    {
        **{splits.CHOW + part.tile % 9: part for part in CHOWS if part.tile // 9 == suit},
        **{splits.PUNG + part.tile % 9: part for part in PUNGS if part.tile // 9 == suit},
        **{splits.PAIR + part.tile % 9: part for part in PAIRS if part.tile // 9 == suit},
    }
    for suit in range(4)
)
# What each piece gives, by suit and number: the last list where another player's tile completed it.
A_CONCEALED_PUNG = 1 << Fields.CONCEALED_PUNGS
FORMS = tuple(
    [part_form(pieces[piece]) if piece in pieces else 0 for piece in range(27)] for pieces in PIECES
)
CLAIMED_FORMS = tuple(
    [form - (piece // 9 == 1 and form > 0) * A_CONCEALED_PUNG for piece, form in enumerate(forms)]
    for forms in FORMS
)
# The knitted straights, each beside a set and a pair.
STRAIGHT_FORMS = {
    straight: SHAPE_FORMS[KNITTED_STRAIGHT] + sum(map(part_form, runs))
    for straight, runs in KNITTED_PARTS.items()
}
