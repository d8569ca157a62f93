"""A deal played tile by tile, as a record tells it: values only (notation, "Game records").

Every format is read into the same :class:`Record`: the acts in their order, each with its place in
the file, and what the record says of the result. Nothing here knows whether an act is legal.
"""

# What makes a record unreadable, reasons of a NotationError. ``line`` is the line of the file,
# ``start`` and ``length`` the place in it; without a start the whole line is meant.
#
#   key                    fields                   it says
#   record-format                                   the file begins like none of the formats
#   record-empty                                    the file holds no record
#   record-line-too-long   limit                    no line of a record is as long
#   record-too-many-lines  limit                    no deal has so many lines
#   record-too-large       limit                    no deal has so many characters
#   record-id-too-long     limit                    no id is as long
#   record-line            text, known              a line of a record begins with one of these
#   record-verb            verb, known              no such act
#   record-seat            value                    a player is 0 to 3
#   record-tile            value, example           no such tile
#   record-tiles           verb, count, needed      an act names so many tiles
#   record-number          value, what              a whole number belongs here
#   record-wind            value, known             no such wind
#   record-words           text, example            the line is not of this form
#   record-twice           item                     an item of a deal is said once
#   record-lacks           item                     an item that every deal has is missing
#   record-unfinished                               neither a win nor a draw: the record is cut off
#   record-json            reason                   the line is no JSON
#   record-too-deep        limit                    no JSON of a deal is nested so deep
#   record-field           field, value, expected   a field of a JSON record has another value
#
# ``expected`` is what may stand there, or a kind of value: number, seat, tile, run, list, list-3
# (so many in it), object, text, yes-or-no.

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

from mjcalc.errors import Defect, NotationError, shortened
from mjcalc.notation.lines import LONGEST_LINE
from mjcalc.tiles import Tile, Wind

MOST_LINES = 2000
LARGEST_DEAL = 1 << 20  # characters of a deal
LONGEST_DEAL_ID = 1000
QUOTED_FIELDS = ("text", "value", "verb", "item", "what", "field")  # what an error quotes of a line
DEALT = 13
TILES_IN_PLAY = 136
SEATS = tuple(Wind)
SeatScores = tuple[int, int, int, int]


class Flower(IntEnum):
    """One of the eight flowers, which are no tiles of a hand; the values follow those of tiles."""

    F1, F2, F3, F4, F5, F6, F7, F8 = range(34, 42)

    @property
    def code(self) -> str:
        """How it is written: ``1f``."""
        return f"{self - 33}f"


AnyTile = Tile | Flower
FLOWERS = tuple(Flower)


class Verb(Enum):
    """What a player does; END is said of the deal: nobody won (its seat says nothing)."""

    DEAL = "deal"
    DRAW = "draw"
    DISCARD = "discard"
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    CONCEALED_KONG = "concealed-kong"
    ADDED_KONG = "added-kong"
    FLOWER = "flower"
    WIN = "win"
    END = "end"

    def __repr__(self) -> str:
        return f"Verb.{self.name}"


class Wall(Enum):
    """What the tiles are drawn from: each player's own 34, one of all tiles, or not recorded."""

    OWN = "duplicate-34"
    COMMON = "common-144"
    UNKNOWN = "duplicate"

    def __repr__(self) -> str:
        return f"Wall.{self.name}"


class RecordPlace(NamedTuple):
    """Where something is written: the line of the file, a text with the place in it.

    ``number`` counts the acts of a deal where one line holds them all.
    """

    line: int
    text: str = ""
    start: int = 0
    length: int = 1
    number: int | None = None


class Act(NamedTuple):
    """An act of one player.

    ``tiles`` is the whole chow, else the one tile; none for the tile just drawn (PMN) or where
    the record does not name it. ``ignored`` are claims on the same tile that were overruled.
    """

    verb: Verb
    seat: Wind
    tiles: tuple[AnyTile, ...]
    place: RecordPlace
    ignored: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedWin:
    """What the record says of a win: total and fans, by the names or numbers of its format.

    ``seat`` is the winner, ``by`` and ``discarder`` how the tile came (self, discard, rob) and
    from whom.
    """

    total: int | None
    fans: Mapping[str, int] | None
    place: RecordPlace
    seat: Wind | None = None
    by: str | None = None
    discarder: Wind | None = None


NOWHERE = RecordPlace(1)


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """What the record says of the result; ``kind`` is win, draw, foul, or None if it does not."""

    kind: str | None = None
    wins: tuple[RecordedWin, ...] = ()
    scores: SeatScores | None = None
    place: RecordPlace = NOWHERE


@dataclass(frozen=True, slots=True)
class Record:
    """One recorded deal. ``duplicate`` is the scoring of rules 7 with several winners.

    ``one_winner``: the acts may name one of them where there were several.
    """

    format: str
    id: str | None
    line: int
    round: Wind
    acts: tuple[Act, ...]
    said: RecordedResult
    wall: Wall = Wall.UNKNOWN
    flowers: bool = False
    duplicate: bool = False
    one_winner: bool = False


class Unread(NamedTuple):
    """A deal that cannot be read, with the text of the line that is to blame."""

    format: str | None
    id: str | None
    line: int
    error: NotationError
    text: str = ""


class RecordLine(NamedTuple):
    """A line of a file without blanks around it; ``cut`` when it was longer than any can be."""

    number: int
    text: str
    cut: bool = False


def left_to_draw(wall: Wall, flowers: bool, draws: Counter[Wind], seat: Wind) -> int | None:
    """How many tiles a player could still draw; None when the record does not tell (notation).

    >>> left_to_draw(Wall.OWN, False, Counter([Wind.E, Wind.E, Wind.S]), Wind.E)
    19
    """
    if wall is Wall.OWN:
        return TILES_IN_PLAY // len(SEATS) - DEALT - draws[seat]
    if wall is Wall.COMMON:
        return TILES_IN_PLAY - len(SEATS) * DEALT + len(FLOWERS) * flowers - draws.total()
    return None


def is_used_up(acts: Sequence[Act], wall: Wall, flowers: bool = False) -> bool:
    """Whether the acts end with a discard after which the next player has nothing to draw.

    Nobody won such a deal, whether or not the record says so.
    """
    if not acts or acts[-1].verb is not Verb.DISCARD:
        return False
    draws = Counter(act.seat for act in acts if act.verb is Verb.DRAW)
    return left_to_draw(wall, flowers, draws, acts[-1].seat.after(1)) == 0


def unreadable(
    line: int, key: str, start: int | None = None, length: int = 1, /, **fields: object
) -> NotationError:
    """The error with one defect at this place; what it quotes is cut short."""
    short = {
        name: shortened(value) if name in QUOTED_FIELDS and isinstance(value, str) else value
        for name, value in fields.items()
    }
    return NotationError([Defect(key, short, "record", start, length, line)])


def grouped(lines: Iterable[RecordLine], begins: str) -> Iterator[list[RecordLine]]:
    """The lines of each deal, blank ones left out; a deal begins with a line that starts so.

    Little more than a deal can have is kept (see ``check_size``), so that memory stays flat.
    """
    block: list[RecordLine] = []
    size = 0
    for line in lines:
        if line.text.startswith(begins) and block:
            yield block
            block, size = [], 0
        if (line.text or line.cut) and len(block) <= MOST_LINES and size <= LARGEST_DEAL:
            block.append(line)
            size += len(line.text)
    if block:
        yield block


def check_size(block: list[RecordLine]) -> None:
    """Raises NotationError where a line or the whole deal is longer than any record."""
    for line in block:
        if line.cut:
            raise unreadable(line.number, "record-line-too-long", limit=LONGEST_LINE)
    if len(block) > MOST_LINES:
        raise unreadable(block[-1].number, "record-too-many-lines", limit=MOST_LINES)
    if sum(len(line.text) for line in block) > LARGEST_DEAL:
        raise unreadable(block[-1].number, "record-too-large", limit=LARGEST_DEAL)


def check_id(id: str | None, line: int, start: int | None = None) -> str | None:
    """The id of a deal; NotationError where it is longer than any."""
    if id is not None and len(id) > LONGEST_DEAL_ID:
        raise unreadable(line, "record-id-too-long", start, limit=LONGEST_DEAL_ID)
    return id


def unread_deal(
    format: str, id: str | None, block: list[RecordLine], error: NotationError
) -> Unread:
    """What is left of a deal that cannot be read."""
    at = error.defects[0].line
    text = next((line.text for line in block if line.number == at), "")
    if id is not None and len(id) > LONGEST_DEAL_ID:
        id = shortened(id)
    return Unread(format, id, block[0].number, error, text)


def whole_number(text: str) -> int | None:
    """The number written, with or without a sign; None when it is none (or absurdly long)."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None


def four(numbers: Iterable[int | None]) -> SeatScores | None:
    """The four scores; None when there are not four, or one of them is no number."""
    listed = [number for number in numbers if number is not None]
    return (listed[0], listed[1], listed[2], listed[3]) if len(listed) == 4 else None
