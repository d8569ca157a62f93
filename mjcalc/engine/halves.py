"""Packed tiles of many hands, as two columns of int64 each.

Three bits a kind, as in ``packed``: 1m to 9p in the first column, ``mp``, 1s to 7z in the second.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mjcalc.hand.packed import A_SUIT
from mjcalc.hand.packed_columns import HALF_FOURS, HALF_ONES, OCTAL
from mjcalc.hand.row import HALF

Column = NDArray[np.int64]
Mask = NDArray[np.bool_]


def suit_of(mp: Column, sz: Column, place: int) -> Column:
    """One suit of each row."""
    return (mp, sz)[place // 2] >> 27 * (place % 2) & A_SUIT


def one_of(tiles: Column) -> tuple[Column, Column]:
    """One copy of each row's tile."""
    half, place = np.divmod(tiles, HALF)
    one = np.int64(1) << 3 * place
    return np.where(half == 0, one, 0), np.where(half == 0, 0, one)


def copies_of(mp: Column, sz: Column, tiles: Column) -> Column:
    """How many copies of its own tile each row holds."""
    half, place = np.divmod(tiles, HALF)
    copies: Column = np.where(half == 0, mp, sz) >> 3 * place & 7
    return copies


def held(half: Column) -> Column:
    """A one for each kind that occurs."""
    return (half | half >> 1 | half >> 2) & HALF_ONES


def kind_count(bits: int, mp: Column, sz: Column) -> Column:
    """The number of kinds whose counts have one of these bits, a mask for each column."""
    numbers: Column = np.bitwise_count(mp & bits).astype(np.int64) + np.bitwise_count(sz & bits)
    return numbers


def above_four(half: Column, more: Column) -> Column:
    """A bit for each kind of which two columns hold more than four; neither may alone.

    >>> [oct(bits) for bits in above_four(np.array([0o441, 0o4]), np.array([0o013, 0o4]))]
    ['0o40', '0o4']
    """
    both = half + more
    return ((both << 1 | both << 2) & both | half & more) & HALF_FOURS


def of_packed(tiles: Sequence[int]) -> tuple[Column, Column]:
    """Packed tiles as two columns."""
    return np.array([one & OCTAL for one in tiles]), np.array([one >> 3 * HALF for one in tiles])
