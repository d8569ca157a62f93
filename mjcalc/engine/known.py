"""Remembering for columns: what a memo knows, looked up for many keys at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int64]
Least = Callable[[Column], Column]
# An odd number without a pattern: the upper bits of a product with it depend on all bits of a key.
SPREAD = np.uint64(0x9E3779B97F4A7C15)
NO_KEY = -1


class Known:
    """A table in front of a memo: each key has one slot, and the latest key of a slot stays there.

    A slot holds the whole key, so that two keys of one slot are never taken for each other; what is
    not in its slot is asked of the memo, each key once. Keys are not negative. ``least`` gives for
    each key the least that means the same, and only that is asked of the memo.

    >>> squares = Known({3: 9, 5: 25}, bits=4)
    >>> squares[np.array([3, 5, 3])].tolist()
    [9, 25, 9]
    """

    def __init__(self, memo: Mapping[int, int], bits: int, least: Least | None = None) -> None:
        self._memo = memo
        self._least = least
        self._shift = np.uint64(64 - bits)
        self._keys = np.full(1 << bits, NO_KEY, np.int64)
        self._values = np.zeros(1 << bits, np.int64)

    def __getitem__(self, keys: Column) -> Column:
        slots = (keys.view(np.uint64) * SPREAD >> self._shift).view(np.int64)
        values = self._values[slots]
        missing = np.flatnonzero(self._keys[slots] != keys)
        if missing.size:
            new, places = np.unique(keys[missing], return_inverse=True)
            found = self._find(new)
            values[missing] = found[places]
            self._put(new, found)
        return values

    def _find(self, keys: Column) -> Column:
        if self._least is None:
            return np.array([self._memo[key] for key in keys.tolist()], np.int64)
        least, places = np.unique(self._least(keys), return_inverse=True)
        return np.array([self._memo[key] for key in least.tolist()], np.int64)[places]

    def _put(self, keys: Column, values: Column) -> None:
        slots = (keys.view(np.uint64) * SPREAD >> self._shift).view(np.int64)
        self._keys[slots] = keys
        stays = self._keys[slots] == keys  # of several keys for one slot, one
        self._values[slots[stays]] = values[stays]

    def forget(self) -> None:
        """Forgets every key, for a memo that begins anew."""
        self._keys.fill(NO_KEY)
