"""Plain lines scored without making values of them: line to ints to price to row.

What takes a look (see ``notation.quick``), what is no win, and whatever asks for more than total
and fans goes the long way, so nothing here knows an error. The rows are the same to the byte:
``tests/test_batch_plain.py`` compares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from typing import Protocol

from mjcalc.draft import MOST_FLOWERS
from mjcalc.engine.parts import meld_form
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import Price
from mjcalc.memo import Memo
from mjcalc.notation.quick import (
    A_FLOWER,
    FLOWERS,
    MARKED_SUIT,
    ODD_COUNTS,
    SEAT,
    WINDS,
    Line,
    QuickReader,
)
from mjcalc.rules.fans import Fan
from mjcalc.rules.rulesets import Ruleset

Counts = Iterable[tuple[Fan, int]]


class Words(Protocol):
    """Makes rows: what stands behind number and id, of the total and the fans."""

    @property
    def delimiter(self) -> str:
        """What stands between them."""

    def __call__(self, total: int, counts: Counts, /) -> str:
        """The rest of the row."""


Priced = tuple[Price, int]  # without flowers; and how many flowers


class PlainScorer:
    """Scores plain lines under one ruleset; ``words`` makes the rows.

    ``texts`` are the rows behind their ids, by the number of flowers and the price.
    """

    def __init__(self, rules: Ruleset, words: Words) -> None:
        self.minimum = rules.minimum or 0
        self.delimiter = words.delimiter
        self._words = words
        self._scorer = scorer_for(rules)
        self._at_once = self._scorer.at_once
        self._reader = QuickReader(meld_form, rules.wild.allowed)
        self._line = self._reader.line
        # Most hands have no flowers.
        self.texts = [
            Memo(partial(self._text, flowers), most=1 << 12 if flowers else 1 << 16)
            for flowers in range(MOST_FLOWERS + 1)
        ]

    def priced(self, text: str) -> Priced | None:
        """The price of a line's hand; None for a line that is not plain or no win."""
        line = self._line(text)
        if line is None:
            return None
        suits, given, how, hogs, said = line
        odd = suits & ODD_COUNTS
        price = None
        if given or odd & odd - 1:
            m, p = suits & MARKED_SUIT, suits >> 32 & MARKED_SUIT
            s, z = suits >> 64 & MARKED_SUIT, suits >> 96
            price = self._at_once(m, p, s, z, given, how, said >> SEAT & WINDS, hogs)
        if price is None:
            price = self._otherwise(text, line)
        return None if price is None else (price, said >> FLOWERS & A_FLOWER)

    def _otherwise(self, text: str, line: Line) -> Price | None:
        """The price of a hand of another shape, or that takes a look at what it waits for."""
        return self._scorer.in_every_shape(self._reader.packed(text, line), line[1])

    def counts(self, priced: Priced) -> Counts:
        """The fans and how often each counts, in the order of the table, flowers among them."""
        (_, fans), flowers = priced
        return self._scorer.counts(fans, flowers)

    def _text(self, flowers: int, price: Price) -> str:
        return self._words(price[0] + flowers, self.counts((price, flowers)))


@lru_cache(maxsize=16)
def plain_scorer(rules: Ruleset, words: Words) -> PlainScorer:
    """The scorer of plain lines of a ruleset, made once in a process."""
    return PlainScorer(rules, words)
