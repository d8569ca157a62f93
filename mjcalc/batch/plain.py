"""Plain lines scored without making values of them: line to packed hand to price to row.

What takes a look (see ``notation.quick``), what is no win, and whatever asks for more than total
and fans goes the long way, so nothing here knows an error. The rows are the same to the byte:
``tests/test_batch_plain.py`` compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from mjcalc.engine.memo import Memo
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import NO_WIN
from mjcalc.notation.quick import QuickReader
from mjcalc.rules.fans import Fan
from mjcalc.rules.rulesets import Ruleset

Counts = Iterable[tuple[Fan, int]]


class Priced(NamedTuple):
    """A plain line's hand: points without flowers, flowers, and its fans as the scorer's fields."""

    base: int
    flowers: int
    fans: int


class PlainScorer:
    """Scores plain lines under one ruleset; ``words`` puts their fans into words."""

    def __init__(self, rules: Ruleset, words: Callable[[Counts], str]) -> None:
        self.minimum = rules.minimum or 0
        self._read = QuickReader()
        self._scorer = scorer_for(rules)
        self._names = Memo(lambda key: words(self._scorer.counts(key >> 4, key & 15)), most=1 << 10)

    def __call__(self, text: str) -> Priced | None:
        """The price of a line's hand; None for a line that is not plain or no win."""
        line = self._read(text)
        if line is None:
            return None
        price = self._scorer.best_of(line.hand)
        return None if price is NO_WIN else Priced(price[0], line.flowers, price[1])

    def counts(self, priced: Priced) -> Counts:
        """The fans and how often each counts, in the order of the table, flowers among them."""
        return self._scorer.counts(priced.fans, priced.flowers)

    def names(self, priced: Priced) -> str:
        """The fans in words."""
        return self._names[priced.fans << 4 | priced.flowers]


@lru_cache(maxsize=16)
def plain_scorer(rules: Ruleset, words: Callable[[Counts], str]) -> PlainScorer:
    """The scorer of plain lines of a ruleset and a language, made once in a process."""
    return PlainScorer(rules, words)
