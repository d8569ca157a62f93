"""The text of a score for each price, made once: a file of a million hands has few prices."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from mjcalc.engine.columns import NO_PRICE
from mjcalc.engine.halves import Column
from mjcalc.engine.known import distinct
from mjcalc.engine.many import Scores
from mjcalc.engine.prices import Prices
from mjcalc.hand.kinds import MOST_FLOWERS
from mjcalc.memo import Memo
from mjcalc.rules.fans import FLOWER_TILES, Fan
from mjcalc.rules.rulesets import Ruleset

EACH = MOST_FLOWERS + 1  # numbers of flowers that a hand of one price can have
MOST_TEXTS = 1 << 18
TEXT_NOT_MADE = -1
COUNT_LIMIT = 1 << 8  # how often a fan can count, by the type of the column


class ScoreTexts:
    """Makes a text of the figures and fans for each score of many, and remembers it.

    ``label`` names a fan that counts so often; the labels are joined by ``separator``. ``frame``
    has places for total, base, flowers, whether the base reaches the minimum (one of the words
    ``enough``, no and yes), and the fans.
    """

    def __init__(
        self,
        rules: Ruleset,
        label: Callable[[Fan, int], str],
        separator: str,
        frame: str,
        enough: tuple[str, str],
    ) -> None:
        names = [row.zh for row in rules.fans]
        self._flowers = names.index(FLOWER_TILES) if FLOWER_TILES in names else None

        def label_of(key: int) -> bytes:
            row, count = divmod(key, COUNT_LIMIT)
            return label(rules.fans[row], count).encode()

        self._labels = Memo(label_of)
        self._separator, self._frame = separator.encode(), frame.encode()
        self._least = rules.minimum or 0
        self._enough = tuple(word.encode() for word in enough)
        self._lock = threading.Lock()
        self._begin(None)

    def _begin(self, prices: Prices | None) -> None:
        self._prices = prices
        self._texts = [b""]
        self._places = np.full(1 << 12, TEXT_NOT_MADE, np.int64)

    def of(self, scores: Scores) -> list[bytes]:
        """The text of each score; none where a hand does not win."""
        with self._lock:
            return self._of(scores)

    def _of(self, scores: Scores) -> list[bytes]:
        found: list[bytes] = []
        for numbers, prices, flowers in scores.parts():
            if prices is not self._prices or len(self._texts) > MOST_TEXTS:
                self._begin(prices)
            won = numbers != NO_PRICE
            places = np.zeros(len(numbers), np.int64)  # of no text
            places[won] = self._places_of(numbers[won] * EACH + flowers[won], prices)
            found += map(self._texts.__getitem__, places.tolist())
        return found

    def _places_of(self, keys: Column, prices: Prices) -> Column:
        """Where the text of each key lies."""
        missing = EACH * prices.number - len(self._places)
        if missing > 0:
            more = np.full(missing + len(self._places), TEXT_NOT_MADE, np.int64)
            self._places = np.concatenate([self._places, more])
        new = distinct(keys[self._places[keys] == TEXT_NOT_MADE])
        if new.size:
            self._places[new] = np.arange(len(new)) + len(self._texts)
            self._make(new, prices)
        return self._places[keys]

    def _make(self, keys: Column, prices: Prices) -> None:
        numbers, flowers = np.divmod(keys, EACH)
        counts = prices.counts[numbers]
        if self._flowers is not None:
            counts[:, self._flowers] = flowers
        hand, row = np.nonzero(counts)
        labels = (row * COUNT_LIMIT + counts[hand, row]).tolist()
        named = list(map(self._labels.__getitem__, labels))
        ends = np.cumsum(np.bincount(hand, minlength=len(keys))).tolist()
        bases = prices.points[numbers].tolist()
        start, join, frame, words = 0, self._separator.join, self._frame, self._enough
        for base, extra, end in zip(bases, flowers.tolist(), ends, strict=True):
            enough = words[base >= self._least]
            fans = join(named[start:end])
            self._texts.append(frame % (base + extra, base, extra, enough, fans))
            start = end
