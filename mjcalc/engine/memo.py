"""Remembering what was worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Known = TypeVar("Known")
MOST = 1 << 17


class Memo(dict[int, Known]):
    """What a function gives for each key: worked out when first asked for, then looked up.

    >>> squares = Memo(lambda number: number * number)
    >>> squares[12], dict(squares)
    (144, {12: 144})
    """

    def __init__(self, work_out: Callable[[int], Known], most: int = MOST) -> None:
        self._work_out = work_out
        self._most = most

    def __missing__(self, key: int) -> Known:
        if len(self) >= self._most:
            self.clear()  # rather than let it grow with the number of hands
        known = self[key] = self._work_out(key)
        return known
