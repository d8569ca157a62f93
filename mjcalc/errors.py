"""The one exception tree: a code, and what each defect is about. Words for people are in ``i18n``.

>>> ImpossibleHand([Defect("flowers-out-of-range", {"count": 9}, "+flowers")]).code
'impossible-hand'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong: a key of the catalogue, the values its sentence names, its place.

    ``about`` says which item of a hand is meant (``+win``, ``set:0``, ``tile:5p``, ``hand``) for
    whoever knows where it was typed; ``start`` and ``length`` are that place, in characters from 0.
    """

    key: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    about: str = "hand"
    start: int | None = None
    length: int = 1
    line: int | None = None

    def at(self, start: int, length: int = 1) -> Defect:
        """The same defect, with its place in the text."""
        return replace(self, start=start, length=length)


def shortened(typed: str) -> str:
    """What was typed, cut when it would fill the screen."""
    return typed if len(typed) <= 40 else f"{typed[:40]}…"


class MjcalcError(Exception):
    """Something mjcalc cannot answer: a stable ``code``, and all the ``defects`` at once.

    Two errors are equal if their class and what they were built from are.
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
        return "; ".join(
            f"{self.code}: {d.key} {dict(d.fields)}" if d.fields else f"{self.code}: {d.key}"
            for d in self.defects
        )


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
    """A win of too few fans, where it was to be paid."""

    code = "below-minimum"


class ScoreMismatch(Exception):
    """The fast way to a price and the rows of the table disagree on a hand: a fault of mjcalc."""

    def __init__(self, hand: object, points: int, by_rows: int | None) -> None:
        super().__init__(f"{hand}: {points} points, {by_rows} by the rows")
