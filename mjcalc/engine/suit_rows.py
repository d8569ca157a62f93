"""Every suit and all ways to read it, built forwards in columns.

At most four sets and a pair, no rank more than four times: 21,743 suits have 23,533 readings. A
*row* is a reading of a suit in which the winning tile, if it is in this suit, has its place. The
recursion of ``suits`` gives the same for one suit; the tests compare them for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from mjcalc.engine.forms import COUNTS, Forms
from mjcalc.engine.halves import Column
from mjcalc.engine.pieces import PIECES
from mjcalc.engine.suits import CHOW, NO_WAIT, PAIR, PUNG, wait_for
from mjcalc.hand.kinds import COPIES

Base5 = NDArray[np.int32]
Flags = NDArray[np.bool_]
RANKS = 9
ELSEWHERE = RANKS  # the winning tile is in another suit: a rank that is none
MARKS = RANKS + 1
DIGITS = 5  # counts of a suit are digits to this base
PAIRED = 1 << 27
WAIT_FIELD_AT, SOLE_AT = COUNTS["wait"].at, COUNTS["sole"].at
OCTAL_DIGITS = 5  # the ranks of the lower half of a packed suit


@dataclass(frozen=True, slots=True)
class SuitRows:
    """The rows of one suit: where those of each suit of tiles begin, and what each row gives.

    ``places`` gives for counts to base 5 the number of the suit, -1 for none. An entry is ten
    times that number plus the rank of the winning tile (ELSEWHERE: none); its rows are ``sizes``
    many from ``starts`` on. ``paired`` says of a suit that it has a pair.
    """

    places: NDArray[np.int16]
    paired: NDArray[np.int8]
    starts: Column
    sizes: Column
    sets: Column
    counts: Column
    flags: Column
    pungs: Flags  # the winning tile completed a pung


def _base5(bits: int, first: int) -> Base5:
    """For each packed half of a suit, its counts to base 5."""
    octal = np.arange(1 << bits, dtype=np.int32)
    digits = [(octal >> 3 * rank & 7) * DIGITS ** (first + rank) for rank in range(bits // 3)]
    return np.asarray(np.sum(digits, axis=0), np.int32)


LOW: Base5 = _base5(3 * OCTAL_DIGITS, 0)
HIGH: Base5 = _base5(3 * (RANKS - OCTAL_DIGITS), OCTAL_DIGITS)


def base5(suits: Column) -> Base5:
    """Packed suits with their counts as digits to base 5.

    >>> base5(np.array([0o102]))
    array([27], dtype=int32)
    """
    found: Base5 = LOW[suits & (1 << 3 * OCTAL_DIGITS) - 1] + HIGH[suits >> 3 * OCTAL_DIGITS]
    return found


class Fillings:
    """Every whole suit that so many wildcards make of a suit: a whole suit less so many tiles.

    ``whole`` are packed suits, with PAIRED above those that have the pair.
    """

    def __init__(self, rows: SuitRows, ranks: int, wilds: int) -> None:
        keys = np.flatnonzero(rows.places[: DIGITS**ranks] >= 0).astype(np.int32)
        counts = [keys // DIGITS**rank % DIGITS for rank in range(ranks)]
        whole = np.where(rows.paired[rows.places[keys]], np.int32(PAIRED), np.int32(0))
        for rank, copies in enumerate(counts):
            whole |= copies << 3 * rank
        found = []
        for tiles in combinations_with_replacement(range(ranks), wilds):
            held = np.ones(len(keys), np.bool_)
            for rank in tiles:
                held &= counts[rank] >= tiles.count(rank)
            found.append((keys[held] - sum(DIGITS**rank for rank in tiles), whole[held]))
        keys, whole = (np.concatenate(one) for one in zip(*found, strict=True))
        self.whole = whole[np.argsort(keys, kind="stable")]
        self._starts = np.zeros(DIGITS**ranks + 1, np.int32)
        np.cumsum(np.bincount(keys, minlength=DIGITS**ranks), out=self._starts[1:])

    def spans(self, suits: Column) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Where in ``whole`` those of each packed suit begin, and how many they are."""
        keys = base5(suits)
        starts = self._starts[keys]
        return starts, self._starts[keys + 1] - starts


class Readings:
    """Every reading of a suit, by the tiles of the suit: how often each piece is in it.

    ``pieces`` has a column for each chow and pung, ``pairs`` is the rank of the pair or -1.
    """

    def __init__(self, suited: bool) -> None:
        ranks = RANKS if suited else 7
        firsts = [*range(7)] if suited else []
        self.names = [CHOW + rank for rank in firsts] + [PUNG + rank for rank in range(ranks)]
        tiles = np.zeros((len(self.names), RANKS), np.int8)
        for row, name in enumerate(self.names):
            if name < PUNG:
                tiles[row, name : name + 3] = 1
            else:
                tiles[row, name - PUNG] = 3
        pieces = _up_to_four(len(self.names))
        counts = pieces @ tiles
        with_pair = [(pieces, counts, np.full(len(pieces), -1))]
        for rank in range(ranks):
            more = counts.copy()
            more[:, rank] += 2
            with_pair.append((pieces, more, np.full(len(pieces), rank)))
        self.pieces, self.tiles, self.pairs = (
            np.concatenate(one) for one in zip(*with_pair, strict=True)
        )
        self._sole = self._lone_waits()
        few = np.flatnonzero(self.tiles.max(1) <= COPIES)
        keys = self.tiles[few].astype(np.int64) @ DIGITS ** np.arange(RANKS)
        few = few[np.argsort(keys, kind="stable")]
        self.pieces, self.tiles, self.pairs = self.pieces[few], self.tiles[few], self.pairs[few]
        self.keys, first, self.of = np.unique(np.sort(keys), return_index=True, return_inverse=True)
        self.first = first

    def _lone_waits(self) -> Flags:
        """By counts to base 6: the suits that can be taken apart, five of a kind among them."""
        whole = np.zeros(6**RANKS, np.bool_)
        fits = self.tiles.max(1) <= COPIES + 1
        whole[self.tiles[fits].astype(np.int64) @ 6 ** np.arange(RANKS)] = True
        return whole

    def waits_alone(self, ranks: int) -> Flags:
        """By suit and winning rank: whether the suit without it waits for no other, nor for none.

        By form: a fifth copy completes a suit too.
        """
        tiles = self.tiles[self.first]
        keys = tiles.astype(np.int64) @ 6 ** np.arange(RANKS)
        alone = np.zeros((len(keys), RANKS), np.bool_)
        for rank in range(ranks):
            held = np.flatnonzero(tiles[:, rank])
            rest = keys[held] - 6**rank
            others = [other for other in range(ranks) if other != rank]
            whole = self._sole[rest]
            for other in others:
                whole |= self._sole[rest + 6**other]
            alone[held, rank] = ~whole
        return alone


def _up_to_four(kinds: int) -> NDArray[np.int8]:
    """Every choice of at most four of so many kinds of sets, as how often each is taken."""
    chosen = [np.zeros((1, kinds), np.int8)]
    last = np.zeros(1, np.int64)  # the last kind taken: the next is none before it
    for _ in range(4):
        times = kinds - last
        rows = np.repeat(np.arange(len(last)), times)
        last = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times - last, times)
        more = chosen[-1][rows]
        more[np.arange(len(rows)), last] += 1
        chosen.append(more)
    return np.concatenate(chosen)


@lru_cache(maxsize=4)
def rows_of_suits(forms: Forms) -> tuple[SuitRows, ...]:
    """The rows of 万, 饼, 条 and honors."""
    suited, honors = (_Rows(Readings(is_suited), is_suited) for is_suited in (True, False))
    return tuple((suited if place < 3 else honors).of_suit(place, forms) for place in range(4))


class _Rows:
    """The rows of a suit, whatever its name: readings with the winning tile in its place."""

    def __init__(self, readings: Readings, suited: bool) -> None:
        self._readings = readings
        ranks = RANKS if suited else 7
        alone = readings.waits_alone(ranks)[readings.of]
        every = np.arange(len(readings.pairs))
        none = np.zeros(len(every), np.int64)
        found = [(every, none + ELSEWHERE, none, none > 0)]
        for rank in range(ranks):
            # What the winning tile may complete, told apart by the wait, or as a pung.
            waits = self._waits(rank)
            sole = alone[:, rank]
            waits = [
                waits[NO_WAIT] | np.any(waits[1:], axis=0) & ~sole,
                *(w & sole for w in waits[1:]),
            ]
            for number, holds in enumerate(waits):
                at = np.flatnonzero(holds)
                found.append((at, none[at] + rank, none[at] + number, none[at] > 0))
            at = np.flatnonzero(readings.pieces[:, readings.names.index(PUNG + rank)])
            found.append((at, none[at] + rank, none[at], none[at] == 0))
        reading, mark, wait, pung = (np.concatenate(column) for column in zip(*found, strict=True))
        entry = readings.of[reading] * MARKS + mark
        order = np.argsort(entry, kind="stable")
        self.reading, self.entry, self.wait, self.pung = (
            column[order] for column in (reading, entry, wait, pung)
        )
        self.sizes = np.bincount(entry, minlength=MARKS * len(readings.keys))
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.places = np.full(DIGITS**RANKS, -1, np.int16)
        self.places[readings.keys] = np.arange(len(readings.keys))
        self.paired = (readings.pairs[readings.first] >= 0).astype(np.int8)

    def _waits(self, rank: int) -> list[Flags]:
        """For each wait, the readings in which this rank may complete a chow or the pair by it."""
        readings = self._readings
        waits = [np.zeros(len(readings.pairs), np.bool_) for _ in range(4)]
        for column, name in enumerate(readings.names):
            wait = wait_for(name, rank)
            if name < PUNG and wait is not None:
                waits[wait] |= readings.pieces[:, column] > 0
        wait = wait_for(PAIR + rank, rank)
        assert wait is not None
        waits[wait] |= readings.pairs == rank
        return waits

    def of_suit(self, place: int, forms: Forms) -> SuitRows:
        """What the rows give as this suit."""
        readings = self._readings
        given = {name: forms.of_part(part) for name, part in PIECES[place].items()}
        pieces = readings.pieces.astype(np.int64)
        sets, counts = (
            pieces @ np.array([given[name][which] for name in readings.names], np.int64)
            for which in (0, 1)
        )
        flags = np.zeros(len(pieces), np.int64)
        for column, name in enumerate(readings.names):
            flags |= np.where(pieces[:, column] > 0, given[name].flags, 0)
        for rank in range(RANKS if place < 3 else 7):
            pair, form = readings.pairs == rank, given[PAIR + rank]
            sets[pair] += form.sets
            counts[pair] += form.counts
            flags[pair] |= form.flags
        sole = self.wait > 0
        shown = self._patterns(place, forms)
        return SuitRows(
            self.places, self.paired, self.starts, self.sizes,
            sets[self.reading],
            counts[self.reading]
            + (self.wait << WAIT_FIELD_AT)
            + (sole.astype(np.int64) << SOLE_AT),
            flags[self.reading] | shown[self.entry],
            self.pung,
        )  # fmt: skip

    def _patterns(self, place: int, forms: Forms) -> Column:
        """The patterns of tiles that each entry shows."""
        shown = np.zeros(len(self.sizes), np.int64)
        for honors, before_win, suit, flags in forms.patterns():
            if honors is not (place == 3):
                continue
            key = int(base5(np.array([suit]))[0])
            for mark in range(MARKS):
                is_won = before_win and mark != ELSEWHERE
                whole = key + DIGITS**mark if is_won else key
                if suit >> 3 * mark & 7 == COPIES and is_won:
                    continue  # the winning tile would be a fifth copy
                if (number := int(self.places[whole])) >= 0:
                    shown[number * MARKS + mark] |= flags
        return shown
