"""Remembering what was worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Known = TypeVar("Known")
MOST = 1 << 13


class Memo(dict[Key, Known], Generic[Key, Known]):
    """What a function gives for each key: worked out when first asked for, then looked up.

    A memo of ``most`` keys begins anew and remembers the old ones until it is full again; those
    asked for meanwhile come along. So it never holds more than twice as many, whatever it is asked.
    One that has met ``enough`` keys works out ``every`` other: in a row that costs a third of what
    it does one by one, now and then.

    >>> squares = Memo(lambda number: number * number, enough=2, every=lambda: range(4))
    >>> squares[12], dict(squares)
    (144, {12: 144})
    >>> squares[1], len(squares)
    (1, 5)
    """

    def __init__(
        self,
        work_out: Callable[[Key], Known],
        most: int = MOST,
        enough: int = 0,
        every: Callable[[], Iterable[Key]] = tuple,
    ) -> None:
        self._work_out = work_out
        self._most = most
        self._enough = enough
        self._every = every
        self._old: dict[Key, Known] = {}

    def __missing__(self, key: Key) -> Known:
        if len(self) >= self._most:
            self._old = dict(self)
            self.clear()
        if self._old and key in self._old:
            known = self[key] = self._old.pop(key)
            return known
        known = self[key] = self._work_out(key)
        if len(self) == self._enough:
            self._enough = 0
            for other in self._every():
                if other not in self:
                    self[other] = self._work_out(other)
        return known
