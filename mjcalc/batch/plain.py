"""Plain lines scored without making values of them: line to packed hand to price to row.

What takes a look (see ``notation.quick``), what is no win, and whatever asks for more than total
and fans goes the long way, so nothing here knows an error. The rows are the same to the byte:
``tests/test_batch_plain.py`` compares them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mjcalc.engine.memo import Memo
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import NO_WIN
from mjcalc.notation.quick import QuickReader
from mjcalc.rules.fans import FLOWERS, Fan
from mjcalc.rules.rulesets import Ruleset


class Priced(NamedTuple):
    """A plain line's hand: points without flowers, flowers, and its fans as the scorer's fields."""

    base: int
    flowers: int
    fans: int


class PlainScorer:
    """Scores plain lines under one ruleset; names fans in one language."""

    def __init__(self, rules: Ruleset, english: bool) -> None:
        self.minimum = rules.minimum or 0
        self._read = QuickReader()
        self._scorer = scorer_for(rules)
        self._english = english
        self._names = Memo(self._named, most=1 << 10)
        flowers = next(row for row in rules.fans if row.zh == FLOWERS)
        self._before = set(rules.fans[: rules.fans.index(flowers)])
        self._flowers = flowers

    def __call__(self, text: str) -> Priced | None:
        """The price of a line's hand; None for a line that is not plain or no win."""
        line = self._read(text)
        if line is None:
            return None
        price = self._scorer.best_of(line.hand)
        return None if price is NO_WIN else Priced(price[0], line.flowers, price[1])

    def counts(self, priced: Priced) -> list[tuple[Fan, int]]:
        """The fans and how often each counts, in the order of the table, flowers among them."""
        counts = list(self._scorer.counts(priced.fans))
        if priced.flowers:
            before = sum(fan in self._before for fan, _ in counts)
            counts.insert(before, (self._flowers, priced.flowers))
        return counts

    def names(self, priced: Priced) -> str:
        """The fans in words: 名*n apart by blanks, in English apart by ``; ``."""
        return self._names[priced.fans << 4 | priced.flowers]

    def _named(self, key: int) -> str:
        counts = self.counts(Priced(0, key & 15, key >> 4))
        words = [
            (fan.en if self._english else fan.zh) + (f"*{count}" if count > 1 else "")
            for fan, count in counts
        ]
        return ("; " if self._english else " ").join(words)


@lru_cache(maxsize=16)
def plain_scorer(rules: Ruleset, english: bool) -> PlainScorer:
    """The scorer of plain lines of a ruleset and a language, made once in a process."""
    return PlainScorer(rules, english)
