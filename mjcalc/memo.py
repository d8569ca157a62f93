"""A bounded memory of what a function returned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
MOST = 1 << 13
MISSING: Any = object()  # no function returns it


class Memo(dict[Key, Value], Generic[Key, Value]):
    """The results of a function by key: computed on the first look-up, then remembered.

    A full memo of ``most`` keys starts afresh and keeps the old ones until it is full again; those
    looked up meanwhile are carried over. So it never holds more than twice ``most``. Several
    threads may use it; they may then compute one key twice.

    >>> squares = Memo(lambda number: number * number)
    >>> squares[12], dict(squares)
    (144, {12: 144})
    """

    def __init__(self, compute: Callable[[Key], Value], most: int = MOST) -> None:
        self._compute = compute
        self._most = most
        self._old: dict[Key, Value] = {}

    def __missing__(self, key: Key) -> Value:
        if len(self) >= self._most:
            self._old = dict(self)
            self.clear()
        # In one step: another thread may remove it meanwhile.
        old = self._old.pop(key, MISSING)
        value: Value = self._compute(key) if old is MISSING else old
        self[key] = value
        return value
