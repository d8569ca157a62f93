"""The one exception tree: a code, and what each defect is about. Words for people are in ``i18n``.

>>> error = ImpossibleHand([Defect("flowers-out-of-range", {"count": 9}, "+flowers")])
>>> error.code, "9 flowers" in str(error)
('impossible-hand', True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: a key of the catalogue, the values its sentence names, its place.

    ``about`` is the item of a hand that is meant (``+win``, ``set:0``, ``tile:5p``, ``hand``), from
    which the reader of a text finds its place; ``start`` and ``length`` are that place, in
    characters from 0. ``str`` is its English sentence.
    """

    key: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    about: str = "hand"
    start: int | None = None
    length: int = 1
    line: int | None = None

    def at(self, start: int, length: int = 1) -> Defect:
        """Return the same defect, with its place in the text."""
        return replace(self, start=start, length=length)

    def __str__(self) -> str:
        """Return the English sentence; the key and the fields where the catalogue has none."""
        from mjcalc import message

        try:
            return message(self, "en")
        except KeyError:
            return f"{self.key} {dict(self.fields)}" if self.fields else self.key


def shortened(typed: str) -> str:
    """Return what was typed, cut when it would fill the screen."""
    return typed if len(typed) <= 40 else f"{typed[:40]}…"


class MjcalcError(Exception):
    """Something mjcalc cannot answer: a stable ``code``, and all the ``defects`` at once.

    ``str`` is the English sentences, ``mjcalc.message`` says each defect in another language. Two
    errors are equal if their class and what they were built from are.
    """

    code: ClassVar[str] = "error"

    def __init__(self, defects: Iterable[Defect]) -> None:
        self.defects = tuple(defects)
        super().__init__(self.code, self.defects)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.defects,), {k: v for k, v in vars(self).items() if k != "defects"}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MjcalcError):
            return NotImplemented
        return type(self) is type(other) and self.__reduce__()[1] == other.__reduce__()[1]

    def __hash__(self) -> int:
        return hash((type(self), tuple(defect.key for defect in self.defects)))

    def __str__(self) -> str:
        """Return the English sentence of each defect, one a line."""
        return "\n".join(map(str, self.defects or (Defect(self.code),)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self.defects)!r})"


class NotationError(MjcalcError):
    """The text cannot be read as a hand, sheet or record."""

    code = "cannot-read"


class ImpossibleHand(MjcalcError):
    """The text was read, but no such hand can be held.

    ``index`` is its row where many hands were given at once.
    """

    code = "impossible-hand"
    index: int | None = None


class NotAWin(MjcalcError):
    """The hand is possible, but it is not a winning hand."""

    code = "not-a-win"


class Waiting(MjcalcError):
    """Thirteen tiles: a hand that still waits for its winning tile."""

    code = "waiting"


class OptionError(MjcalcError):
    """A ruleset, option or value that does not exist or does not fit."""

    code = "usage"


class BelowMinimum(OptionError):
    """A win below the minimum, where it was to be paid."""

    code = "below-minimum"


class ScoreMismatch(Exception):
    """The fast price of a hand and the rows of the table disagree: a fault of mjcalc."""

    def __init__(self, hand: object, points: int, by_rows: int | None) -> None:
        super().__init__(hand, points, by_rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ScoreMismatch) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)

    def __str__(self) -> str:
        hand, points, by_rows = self.args
        return f"{hand}: {points} points, {by_rows} by the rows"
