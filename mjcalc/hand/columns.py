"""Many hands in numpy columns, one row a hand.

The columns of :class:`Hands`, for n hands:

=============  ===============  ====================================================================
``concealed``  uint8 (n, 34)    copies of each tile in hand, in the order 1m-9m 1p-9p 1s-9s 1z-7z;
                                the winning tile is one of them
``melds``      uint16 (n, 4)    the sets on the table, in order: the code of each, 0 for none
``winning``    uint8 (n,)       the winning tile, 0-33; 255 for a hand of 13 tiles that waits
``how``        uint8 (n,)       the sum of: self-drawn 1, last 2, kong 4, rob 8, fourth 16
``seat``       uint8 (n,)       the seat wind, 0-3 for E S W N
``round``      uint8 (n,)       the round wind, 0-3 for E S W N
``flowers``    uint8 (n,)       number of flowers, 0-8
``wild``       uint8 (n,)       the tile that is 财神, 0-33, copies of it are wildcards; 255 none
``notes``      uint32 (n,)      what changes no fan: bits 0-11 the sources of the four melds, three
                                bits each; bits 12-17 the indicator plus one, 0 for none; bit 18
                                set where the 财神 was named beside its indicator
=============  ===============  ====================================================================

The code of a meld is 64 times its kind (1 chow, 2 pung, 3 melded kong, 4 concealed
kong) plus its lowest tile. ``packed`` holds the columns that the engine works with.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from mjcalc.errors import Defect, ImpossibleHand
from mjcalc.hand.hand import MELD_CODES, Hand
from mjcalc.hand.kinds import SETS
from mjcalc.hand.packed import tiles_of
from mjcalc.hand.packed_columns import Array, Bools, Ints, PackedHands, octal, pack_columns
from mjcalc.hand.row import HALF, NONE, fields_of, row_of
from mjcalc.tiles import TILES, Tile, Wind

ROWS_PER_CHECK = 1 << 13  # validated together, so that their columns stay in the processor's cache


class ColumnValues(NamedTuple):
    """What a column holds: numbers up to ``largest``; or ``default``, also where it is left out."""

    dtype: type[np.unsignedinteger[Any]]
    largest: int
    default: int
    values: str


CONCEALED = ColumnValues(np.uint8, 255, 0, "each number must be 0 to 255")
# The columns beside ``concealed``.
SMALL = {
    "melds": ColumnValues(
        np.uint16,
        len(MELD_CODES) << 6 | Tile.Z7,
        0,
        "each must be the code of a meld, or 0 for none",
    ),
    "winning": ColumnValues(np.uint8, Tile.Z7, NONE, "it must be a tile, 0 to 33, or 255 for none"),
    "how": ColumnValues(np.uint8, 31, 0, "it must be 0 to 31"),
    "seat": ColumnValues(np.uint8, Wind.N, 0, "it must be a wind, 0 to 3"),
    "round": ColumnValues(np.uint8, Wind.N, 0, "it must be a wind, 0 to 3"),
    "flowers": ColumnValues(np.uint8, 255, 0, "it must be 0 to 255"),
    "wild": ColumnValues(np.uint8, Tile.Z7, NONE, "it must be a tile, 0 to 33, or 255 for none"),
    "notes": ColumnValues(np.uint32, 0, 0, "it cannot be given"),
}


class Hands:
    """Many legal hands in columns; the docstring of the module describes their layout.

    Columns left out are 0, ``wild`` is 255. Raises ImpossibleHand for the first row that is not
    a legal hand: its ``index`` is the row, its defects are those of that :class:`Hand`. With
    ``errors="mark"`` such rows stay, and :meth:`faults` marks them. Raises TypeError for a column
    of anything but whole numbers, ValueError for a wrong shape or a value outside the layout.

    The columns are read-only. An index gives a :class:`Hand`; a slice, a mask or an array of
    indices gives Hands.

    >>> pairs = np.zeros((1, 34), np.uint8)
    >>> pairs[0, 0:14:2] = 2
    >>> hands = Hands(pairs, melds=np.zeros((1, 4), np.uint16), winning=[4], how=[1])
    >>> hands, hands[0].winning
    (<Hands: 1>, Tile.M5)
    """

    melds: npt.NDArray[np.uint16]
    winning: npt.NDArray[np.uint8]
    how: npt.NDArray[np.uint8]
    seat: npt.NDArray[np.uint8]
    round: npt.NDArray[np.uint8]
    flowers: npt.NDArray[np.uint8]
    wild: npt.NDArray[np.uint8]
    notes: npt.NDArray[np.uint32]
    # The concealed tiles, packed; the illegal rows, or None without any; and
    # the concealed tiles as they were given, or None where they need only be unpacked.
    _mp: Ints
    _sz: Ints
    _faults: Bools | None
    _concealed: npt.NDArray[np.uint8] | None
    _packed: PackedHands | None

    _ARRAYS = (*SMALL, "_mp", "_sz", "_faults", "_concealed")
    __slots__ = (*_ARRAYS, "_packed")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        concealed: npt.ArrayLike,
        melds: npt.ArrayLike,
        winning: npt.ArrayLike,
        how: npt.ArrayLike | None = None,
        seat: npt.ArrayLike | None = None,
        round: npt.ArrayLike | None = None,
        flowers: npt.ArrayLike | None = None,
        wild: npt.ArrayLike | None = None,
        *,
        errors: str = "raise",
    ) -> None:
        if errors not in ("raise", "mark"):
            raise ValueError(f'Hands: errors must be "raise" or "mark", not {errors!r}')
        n = len(np.atleast_1d(concealed))
        tiles = _column("concealed", CONCEALED, np.asarray(concealed), (n, len(TILES)))
        given = (melds, winning, how, seat, round, flowers, wild, None)
        small = {
            name: _column(name, column, value, (n, SETS) if name == "melds" else (n,))
            for (name, column), value in zip(SMALL.items(), given, strict=True)
        }
        parts = [slice(at, at + ROWS_PER_CHECK) for at in range(0, max(n, 1), ROWS_PER_CHECK)]
        packed = [octal(tiles[rows]) for rows in parts]
        mp, sz, too_many = (np.concatenate(halves) for halves in zip(*packed, strict=True))
        self._packed = None
        self._set({**small, "_mp": mp, "_sz": sz})
        faults = too_many | np.concatenate([self[rows]._pack()[1] for rows in parts])
        if faults.any():
            self._set({**self._arrays(), "_faults": faults, "_concealed": tiles})
            if errors == "raise":
                self._hand(int(faults.argmax()))

    @classmethod
    def of(cls, hands: Iterable[Hand]) -> Hands:
        """Return the columns of these hands.

        >>> Hands.of([FILLER])[0] == FILLER
        True
        """
        rows = [row_of(hand) for hand in hands]
        arrays: dict[str, Array] = {}
        for at, name in enumerate(("_mp", "_sz", *SMALL)):
            dtype = SMALL[name].dtype if name in SMALL else np.int64
            arrays[name] = np.array([row[at] for row in rows], dtype)
        arrays["melds"] = arrays["melds"].reshape(len(rows), SETS)
        return cls._of(arrays)

    @classmethod
    def checked(
        cls, mp: Ints, sz: Ints, small: Mapping[str, Array], unread: Bools
    ) -> tuple[Hands, Bools]:
        """Return the hands of a reader, and the mask of the rows without a hand.

        ``mp`` and ``sz`` are the concealed tiles, as in :class:`PackedHands`; ``small`` holds every
        other column by its name. Rows in ``unread`` and illegal rows become FILLER.
        """
        arrays: dict[str, Array] = {"_mp": mp, "_sz": sz}
        for name, column in SMALL.items():
            arrays[name] = small[name].astype(column.dtype)
        packed, faults = cls._of(arrays)._pack()
        faults |= unread
        if faults.any():
            filler = _filler()
            arrays = {
                name: _filled(array, faults, getattr(filler, name))
                for name, array in arrays.items()
            }
            packed = _all_filled(packed, faults)
        hands = cls._of(arrays)
        hands._packed = packed
        return hands, faults

    @classmethod
    def joined(cls, parts: Sequence[Hands]) -> Hands:
        """Return the hands of all parts, in order."""
        if len(parts) == 1:
            return parts[0]
        parts = [cls.of([]), *parts]
        names = ("_mp", "_sz", *SMALL)
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        if any(part._faults is not None for part in parts):
            arrays["_faults"] = np.concatenate([part.faults() for part in parts])
            arrays["_concealed"] = np.concatenate([part.concealed for part in parts])
        hands = cls._of(arrays)
        packed = [part._packed for part in parts[1:] if part._packed is not None]
        if packed and len(packed) == len(parts) - 1:
            hands._packed = PackedHands(*map(np.concatenate, zip(*packed, strict=True)))
        return hands

    @property
    def concealed(self) -> npt.NDArray[np.uint8]:
        """Copies of each tile in hand, (n, 34)."""
        if self._concealed is None:
            tiles = np.empty((len(self), len(TILES)), np.uint8)
            for kind in TILES:
                half = self._mp if kind < HALF else self._sz
                tiles[:, kind] = half >> 3 * (kind % HALF) & 7
            self._set({**self._arrays(), "_concealed": tiles})
            return tiles
        return self._concealed

    @property
    def packed(self) -> PackedHands:
        """The columns for the engine; an illegal row is FILLER there.

        Ask slices of some thousand hands for it: their columns stay in the processor's cache.
        """
        if self._packed is None:
            packed, _ = self._pack()
            self._packed = packed if self._faults is None else _all_filled(packed, self._faults)
        return self._packed

    def faults(self) -> Bools:
        """Return the mask of the rows that are illegal."""
        return np.zeros(len(self), np.bool_) if self._faults is None else self._faults.copy()

    def __len__(self) -> int:
        return len(self.winning)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Hand: ...

    @overload
    def __getitem__(self, index: slice | Sequence[int] | npt.NDArray[Any]) -> Hands: ...

    def __getitem__(self, index: Any) -> Hand | Hands:
        try:
            row = operator.index(index)
        except TypeError:
            hands = self._of({name: array[index] for name, array in self._arrays().items()})
            if hands.winning.ndim != 1:
                raise IndexError(
                    "Hands: an index is a number, a slice, a mask or an array of numbers"
                ) from None
            if self._packed is not None:
                hands._packed = PackedHands(*(column[index] for column in self._packed))
            return hands
        return self._hand(range(len(self))[row])

    def __iter__(self) -> Iterator[Hand]:
        return map(self._hand, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hands):
            return NotImplemented
        names = (*SMALL, "concealed")
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)

    def __reduce__(self) -> tuple[Any, ...]:
        return Hands._of, (self._arrays(),)

    def __repr__(self) -> str:
        return f"<Hands: {len(self)}>"

    @classmethod
    def _of(cls, arrays: Mapping[str, Array]) -> Hands:
        """Return Hands of these arrays, by the names of their attributes."""
        hands = object.__new__(cls)
        hands._packed = None
        hands._set(arrays)
        return hands

    def _set(self, arrays: Mapping[str, Array]) -> None:
        for name in self._ARRAYS:
            array = arrays.get(name)
            if array is not None:
                array.flags.writeable = False
            setattr(self, name, array)

    def _arrays(self) -> dict[str, Array]:
        """Return the arrays that are set, by the names of their attributes."""
        return {name: array for name in self._ARRAYS if (array := getattr(self, name)) is not None}

    def _hand(self, row: int) -> Hand:
        """Return the hand of a row; ImpossibleHand, with the row, where it is illegal."""
        small = [getattr(self, name)[row].tolist() for name in SMALL]
        if self._faults is None or self._concealed is None or not self._faults[row]:
            tiles = tiles_of(int(self._mp[row]) | int(self._sz[row]) << 3 * HALF)
            return Hand._of_checked(*fields_of(tiles, *small))
        copies = self._concealed[row].tolist()
        try:
            Hand(*fields_of([tile for tile in TILES for _ in range(copies[tile])], *small))
            # Else legal: the winning tile is not among the concealed ones.
            raise ImpossibleHand([Defect("too-few-tiles", {"count": 13, "off": 1})])
        except ImpossibleHand as error:
            error.index = row
            raise

    def _pack(self) -> tuple[PackedHands, Bools]:
        return pack_columns(self._mp, self._sz, **{name: getattr(self, name) for name in SMALL})


FILLER = Hand(
    concealed=(
        *(Tile.M1, Tile.M2, Tile.M3, Tile.P4, Tile.P5, Tile.P6, Tile.S7, Tile.S8, Tile.S9),
        *(Tile.Z1, Tile.Z1, Tile.Z1, Tile.Z5),
    ),
    winning=Tile.Z5,
)


@cache
def _filler() -> Hands:
    return Hands.of([FILLER])


# --- columns --------------------------------------------------------------------------------------


def _column(
    name: str, column: ColumnValues, value: npt.ArrayLike | None, shape: tuple[int, ...]
) -> Array:
    """Return the array given for a column, copied; its default if it is missing."""
    if value is None:
        return np.full(shape, column.default, column.dtype)
    array = np.asarray(value)
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"Hands: {name} must be whole numbers, not {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"Hands: {name} has the shape {array.shape}, it must have {shape}")
    if not array.size:  # of floats, where it was an empty list
        return np.zeros(shape, column.dtype)
    wrong = (array > column.largest) & (array != column.default) | (array < 0)
    if name == "melds":
        wrong |= (array != 0) & ((array < 1 << 6) | (array & 63 > Tile.Z7))
    if wrong.any():
        row = int(wrong.reshape(len(wrong), -1).any(1).argmax())
        raise ValueError(f"Hands: {name} of row {row} is {array[row].tolist()}, {column.values}")
    return array.astype(column.dtype)


def _filled(array: Array, rows: Bools, filler: Array) -> Array:
    """Return the array with these rows set to the only row of ``filler``."""
    array = array.copy()
    array[rows] = filler[0]
    return array


def _all_filled(packed: PackedHands, rows: Bools) -> PackedHands:
    return PackedHands(
        *(_filled(array, rows, one) for array, one in zip(packed, _filler().packed, strict=True))
    )
