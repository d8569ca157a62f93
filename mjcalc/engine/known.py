"""Remembering for columns: what is known of a key, looked up for many keys at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from mjcalc.engine.halves import Column

Find = Callable[[Column], Column]
# An odd number without a pattern: the upper bits of a product with it depend on all bits of a key.
SPREAD = np.uint64(0x9E3779B97F4A7C15)
NO_KEY = -1


class Known:
    """A table in front of a function: each key has one slot, and the latest key of it stays there.

    A slot holds the whole key, so that two keys of one slot are never taken for each other; what is
    not in its slot is asked of the function, each key once. Keys are not negative. ``least`` gives
    for each key the least that means the same, and only that is asked.

    >>> squares = Known(lambda keys: keys**2, bits=4)
    >>> squares[np.array([3, 5, 3])].tolist()
    [9, 25, 9]
    """

    def __init__(self, find: Find, bits: int, least: Find | None = None) -> None:
        self._find, self._least = find, least
        self._shift = np.uint64(64 - bits)
        self._keys = np.full(1 << bits, NO_KEY, np.int64)
        self._values = np.zeros(1 << bits, np.int64)

    def __getitem__(self, keys: Column) -> Column:
        slots = (keys.view(np.uint64) * SPREAD >> self._shift).view(np.int64)
        values = self._values[slots]
        missing = np.flatnonzero(self._keys[slots] != keys)
        if missing.size:
            new, places = np.unique(keys[missing], return_inverse=True)
            found = self._asked(new)
            values[missing] = found[places]
            self._put(new, found)
        return values

    def _asked(self, keys: Column) -> Column:
        if self._least is None:
            return self._find(keys)
        least, places = np.unique(self._least(keys), return_inverse=True)
        return self._find(least)[places]

    def _put(self, keys: Column, values: Column) -> None:
        slots = (keys.view(np.uint64) * SPREAD >> self._shift).view(np.int64)
        self._keys[slots] = keys
        stays = self._keys[slots] == keys  # of several keys for one slot, one
        self._values[slots[stays]] = values[stays]


def each_of(memo: Mapping[int, int]) -> Find:
    """The function of columns that asks a memo for key after key."""
    return lambda keys: np.array([memo[key] for key in keys.tolist()], np.int64)


def distinct(keys: Column) -> Column:
    """The different keys, sorted: ``np.unique``, which would load numpy's masked arrays."""
    keys = np.sort(keys)
    return keys[np.diff(keys, prepend=NO_KEY) > 0]
