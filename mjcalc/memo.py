"""Remembering what was worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Known = TypeVar("Known")
MOST = 1 << 13
NOT_KNOWN: Any = object()  # no function gives it


class Memo(dict[Key, Known], Generic[Key, Known]):
    """What a function gives for each key: worked out when first asked for, then looked up.

    A memo of ``most`` keys begins anew and remembers the old ones until it is full again; those
    asked for meanwhile come along. So it never holds more than twice as many, whatever it is asked.
    Several threads may ask it; they may then work out one key twice.

    >>> squares = Memo(lambda number: number * number)
    >>> squares[12], dict(squares)
    (144, {12: 144})
    """

    def __init__(self, work_out: Callable[[Key], Known], most: int = MOST) -> None:
        self._work_out = work_out
        self._most = most
        self._old: dict[Key, Known] = {}

    def __missing__(self, key: Key) -> Known:
        if len(self) >= self._most:
            self._old = dict(self)
            self.clear()
        # In one step: another thread may take it out meanwhile.
        old = self._old.pop(key, NOT_KNOWN)
        known: Known = self._work_out(key) if old is NOT_KNOWN else old
        self[key] = known
        return known
