"""The prices met so far in columns of hands, by number."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcalc.engine.halves import Column
from mjcalc.engine.known import distinct
from mjcalc.engine.outcomes import WIDTH
from mjcalc.engine.score import AnyPrice, AnyScorer

BigInts = NDArray[np.object_]  # ints of any size


class Prices:
    """The prices met, by number: their points, and their fans as the scorer has them."""

    def __init__(self, scorer: AnyScorer) -> None:
        self._scorer = scorer
        self._numbers: dict[int, int] = {}
        self._fans: list[Any] = []
        self._points = np.zeros(0, np.int64)
        self._counts = np.zeros((0, len(scorer.rules.fans)), np.uint8)
        self._lock = threading.Lock()  # of the counts, which are worked out when asked for

    @property
    def number(self) -> int:
        """How many prices have been met."""
        return len(self._fans)

    def add(self, points: Sequence[int], fans: Sequence[Any]) -> range:
        """The numbers of new prices."""
        first = len(self._fans)
        self._fans += fans
        self._points = np.concatenate([self._points, np.array(points, np.int64)])
        return range(first, len(self._fans))

    def of_keys(self, keys: Column) -> Column:
        """The numbers of prices by their keys (``pricing``); what is not known is added up."""
        numbers = self._numbers
        new = [key for key in keys.tolist() if key not in numbers]
        if new:
            numbers.update(zip(new, self.add(*self._added_up(np.array(new))), strict=True))
        return np.array([numbers[key] for key in keys.tolist()], np.int64)

    def _added_up(self, keys: Column) -> tuple[list[int], list[int]]:
        pricing = self._scorer.pricing

        def losses(both: BigInts) -> tuple[BigInts, BigInts]:
            lost, gone = zip(*map(pricing.losses.__getitem__, both.tolist()), strict=True)
            return np.array(lost, object), np.array(gone, object)

        outcomes = []
        for known, at, mask in pricing.known:
            columns = np.array([*map(tuple, known)], object)
            outcomes.append(columns[keys >> at & mask].T)
        points, fans = pricing.add_up(outcomes, losses)
        return points.tolist(), fans.tolist()

    def __getitem__(self, number: int) -> AnyPrice:
        """The price of this number."""
        return int(self._points[number]), self._fans[number]

    @property
    def points(self) -> Column:
        """The points of each number."""
        return self._points

    @property
    def counts(self) -> NDArray[np.uint8]:
        """For each number how often each row of the rules counts, flowers left out."""
        with self._lock:
            if new := self._fans[len(self._counts) :]:
                more = self._scorer.counts_of(new)
                if isinstance(more, bytes):
                    more = _fields(more, len(new))[:, self._counts.shape[1] - 1 :: -1]
                self._counts = np.concatenate([self._counts, np.array(more, np.uint8)])
            return self._counts

    def ranks(self, numbers: Column) -> Column:
        """Where each number stands in the order of the rule for ties, the best last."""
        each = distinct(numbers)
        prices = [self._scorer.bare((0, self._fans[number])) for number in each.tolist()]
        ranks = np.empty(len(each), np.int64)
        ranks[sorted(range(len(each)), key=prices.__getitem__)] = np.arange(len(each))
        return np.asarray(ranks[np.searchsorted(each, numbers)])


def _fields(ints: bytes, rows: int) -> NDArray[np.uint8]:
    """So many ints one after another, lowest byte first, as a row of their bit fields each."""
    each = np.frombuffer(ints, np.uint8).reshape(rows, -1)
    bits = np.unpackbits(each, axis=1, bitorder="little").reshape(rows, -1, WIDTH)
    return np.asarray(bits @ (1 << np.arange(WIDTH, dtype=np.uint8)), np.uint8)
