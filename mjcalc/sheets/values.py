"""The lines of a game sheet, right or wrong, as values.

The rules are not asked here: whether a deal has a dealer, and what its hand is worth, is for
``sheets.game``. Every value knows its place, so that whoever finds fault can point at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import NamedTuple

from mjcalc.errors import Defect, MjcalcError, NotationError
from mjcalc.hand.hand import Hand
from mjcalc.hand.kinds import WildPolicy
from mjcalc.notation.grammar import parse
from mjcalc.notation.vocabulary import Item
from mjcalc.tiles import Tile, Wind


class SheetPlace(NamedTuple):
    """A stretch of a line of the sheet: line number from 1, start from 0, length."""

    line: int
    start: int
    length: int

    def mark(self, defect: Defect) -> Defect:
        """Return the defect, with this as its place."""
        return replace(defect, line=self.line, start=self.start, length=self.length)


SheetPlaces = Mapping[str, SheetPlace]


class Context(NamedTuple):
    """What the line says of its hand: the winds, how it was won, the indicator."""

    seat: Wind
    round: Wind
    self_drawn: bool
    flip: Tile | None


class HandItem(NamedTuple):
    """An item of the hand, as typed, and where."""

    item: Item
    text: str
    place: SheetPlace


def indicator(item: Item) -> object:
    """Return the tile that was turned, from an item on it or on the wildcard."""
    if item.item == "+wild" and isinstance(item.value, Tile):
        return item.value.predecessor
    return item.value


@dataclass(frozen=True, slots=True)
class HandPart:
    """The hand of a deal: everything after ``tsumo`` or ``from S``, readable, not yet judged.

    ``text`` has the length of the line: blanks stand for what is before the hand.
    """

    text: str
    place: SheetPlace
    items: tuple[HandItem, ...] = ()

    @property
    def is_last(self) -> bool:
        """Whether the hand says that the tile was the last one."""
        return any(entry.item.item == "+last" for entry in self.items)

    def disagreements(self, context: Context) -> list[Defect]:
        """What the hand says of its winds, wildcard or win that the line does not."""
        wild = None if context.flip is None else context.flip.successor
        line: dict[str, tuple[str, Wind | Tile | None]] = {
            "+seat": ("seat", context.seat),
            "+round": ("round", context.round),
            "+flip": ("flip", context.flip),
            "+wild": ("wild", wild),
        }
        wrong = []
        for item, text, place in self.items:
            if item.item in line and item.value is not line[item.item][1]:
                what, due = line[item.item]
                fields = {"text": text, "what": what, "due": due, "indicator": indicator(item)}
                wrong.append(place.mark(Defect("hand-disagrees", fields, item.item)))
            if item.self_drawn not in (None, context.self_drawn):
                key = "hand-says-ron" if context.self_drawn else "hand-says-tsumo"
                wrong.append(place.mark(Defect(key, {"text": text}, item.item)))
        return wrong

    def hand(self, context: Context | None, policy: WildPolicy) -> Hand:
        """The hand, with what its line says of it; every defect is placed in the line.

        Raises NotationError or ImpossibleHand.
        """
        words = [] if context is None else self._added(context)
        try:
            return parse(" ".join([self.text, *words]), policy)
        except MjcalcError as error:
            raise self.placed(error) from None

    def _added(self, context: Context) -> list[str]:
        """What the line says and the hand does not, as words of a hand."""
        items = {entry.item.item for entry in self.items}
        says_how = any(entry.item.self_drawn is not None for entry in self.items)
        words = {"+seat": f"+seat:{context.seat.name}", "+round": f"+round:{context.round.name}"}
        if context.flip is not None:
            words["+flip"] = f"+flip:{context.flip.code}"
        how = [] if says_how else ["tsumo" if context.self_drawn else "ron"]
        return [word for item, word in words.items() if item not in items] + how

    def placed(self, error: MjcalcError) -> MjcalcError:
        """The error with its defects in this line; what follows from the line is at the hand."""
        end = len(self.text)
        return type(error)(
            replace(defect, line=self.place.line)
            if defect.start is not None and defect.start < end
            else self.place.mark(defect)
            for defect in error.defects
        )


class Ending(Enum):
    """How a deal ended; the values are those of the JSON form."""

    WIN = "win"
    DRAW = "draw"
    ESCAPE = "escape"
    FALSE_WIN = "false-win"

    def __repr__(self) -> str:
        return f"Ending.{self.name}"


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal of a sheet. None is what the line does not say; ``no_bird`` is ``bird:none``.

    ``winner`` won, by self-draw or (``discarder``) on a discard, with a ``hand`` or ``fans``;
    ``player`` escaped, or ended the deal by a false win; ``false_wins`` are all who won falsely.
    ``label`` is the number written before the deal (of the ``label_round``, where that has one),
    ``remark`` the names of fans that the club has counted. ``places`` are those of the items, and
    of ``deal``.
    """

    line: int
    ending: Ending
    dealer: Wind | None = None
    round: Wind | None = None
    flip: Tile | None = None
    bird: Tile | None = None
    no_bird: bool = False
    winner: Wind | None = None
    discarder: Wind | None = None
    hand: HandPart | None = None
    fans: int | None = None
    flowers: int | None = None
    player: Wind | None = None
    penalty: int | None = None
    compensation: int | None = None
    false_wins: tuple[Wind, ...] = ()
    label: int | None = None
    label_round: Wind | None = None
    remark: str = ""
    places: SheetPlaces = field(default_factory=dict)

    def at(self, item: str) -> SheetPlace:
        """Return where an item stands; where the line starts, for what it does not say."""
        return self.places.get(item, self.places["deal"])


@dataclass(frozen=True, slots=True)
class AdjustLine:
    """A line ``adjust``: a bonus or penalty by the director, and why."""

    line: int
    player: Wind
    amount: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that cannot be read; it uses up a deal when it was meant for one."""

    line: int
    is_deal: bool
    error: NotationError


@dataclass(frozen=True, slots=True)
class Header:
    """The lines before the first deal. None is what they do not give."""

    rules: str | None = None
    venue: str | None = None
    room: int | None = None
    fee: int | None = None
    players: Mapping[Wind, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    places: SheetPlaces = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game sheet: its lines, its header, its deals in their order.

    ``wrong`` is what is wrong with the header; bad deals are among the ``entries``.
    """

    lines: tuple[str, ...]
    header: Header
    entries: tuple[DealLine | AdjustLine | BadLine, ...]
    wrong: tuple[NotationError, ...] = ()


class BadSheet(NotationError):
    """Everything that is wrong with a sheet: an error for each code and line, in their order."""

    def __init__(self, errors: tuple[MjcalcError, ...]) -> None:
        self.errors = tuple(sorted(errors, key=_place_of))
        super().__init__(defect for error in self.errors for defect in error.defects)

    def __reduce__(self) -> tuple[type[BadSheet], tuple[tuple[MjcalcError, ...]]]:
        return type(self), (self.errors,)


def _place_of(error: MjcalcError) -> tuple[int, int]:
    first = error.defects[0]
    return first.line or 0, first.start or 0
