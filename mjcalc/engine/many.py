"""Many hands scored at once: totals and fans as numpy arrays, for programs that train or count."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjcalc.engine.columns import NO_PRICE, ColumnScorer, RowScorer
from mjcalc.engine.halves import Column
from mjcalc.engine.prices import Prices
from mjcalc.engine.score import Score, score, scorer_for
from mjcalc.engine.scorer import Scorer
from mjcalc.hand.columns import Hands
from mjcalc.hand.kinds import WildPolicy
from mjcalc.hand.row import NONE
from mjcalc.rules.fans import FLOWER_TILES
from mjcalc.rules.rulesets import Ruleset, ruleset

ROWS = 1 << 14  # hands priced together: their columns stay in the cache of the processor
NO_WIN_BASE = -1
NOT_LEGAL = -2


class Scores:
    """What many hands are worth under one ruleset.

    ``base`` are the points without flowers, ``total`` those with them, int16 (n,): NO_WIN (-1) for
    a hand that does not win, NOT_LEGAL (-2) for a row that :class:`Hands` marked as no legal hand,
    and for one with a wildcard that the rules do not allow.
    ``counts``, uint8 (n, number of fans), is how often each fan counts, flowers among them; the
    columns are named, in the order of the ruleset, by ``names``. An index gives the Score of one.
    """

    def __init__(self, hands: Hands, rules: Ruleset) -> None:
        self.hands, self.rules = hands, rules
        scorer = columns_for(rules)
        self._parts: list[tuple[Column, Prices]] = []
        self.base = np.full(len(hands), NO_WIN_BASE, np.int16)
        for first in range(0, len(hands), ROWS):
            part = slice(first, first + ROWS)
            numbers, prices = scorer.priced(hands[part])
            self._parts.append((numbers, prices))
            won = numbers != NO_PRICE
            self.base[part][won] = prices.points[numbers[won]]
        self.base[hands.faults() | _refused(hands, rules.wild)] = NOT_LEGAL

    def __len__(self) -> int:
        return len(self.base)

    def __repr__(self) -> str:
        return f"<Scores: {len(self)} hands, {int((self.base >= 0).sum())} wins>"

    def __getitem__(self, index: int) -> Score:
        """The score of one hand; raises what ``score`` raises."""
        place = range(len(self))[operator.index(index)]
        hand = self.hands[place]
        if self.base[place] < 0 or hand.wildcard is not None:
            return score(hand, self.rules)
        numbers, prices = self._parts[place // ROWS]
        return Score(hand, scorer_for(self.rules), prices[int(numbers[place % ROWS])])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scores):
            return NotImplemented
        return self.rules == other.rules and self.hands == other.hands

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Scores, (self.hands, self.rules)

    def __iter__(self) -> Iterator[Score]:
        return (self[index] for index in range(len(self)))

    def parts(self) -> Iterator[tuple[Column, Prices, Column]]:
        """Part by part the numbers of the prices, what knows them, and the numbers of flowers."""
        for place, (numbers, prices) in enumerate(self._parts):
            flowers = self.hands.flowers[place * ROWS : (place + 1) * ROWS]
            yield numbers, prices, flowers.astype(np.int64)

    @cached_property
    def total(self) -> NDArray[np.int16]:
        """Points with flowers."""
        return self.base + np.where(self.base >= 0, self.hands.flowers, 0).astype(np.int16)

    @property
    def names(self) -> tuple[str, ...]:
        """The Chinese names of the fans, a column of ``counts`` each."""
        return tuple(row.zh for row in self.rules.fans)

    @cached_property
    def counts(self) -> NDArray[np.uint8]:
        """How often each fan of the ruleset counts in each hand."""
        counts = np.zeros((len(self), len(self.names)), np.uint8)
        for place, (numbers, prices) in enumerate(self._parts):
            won = np.flatnonzero(numbers != NO_PRICE)
            counts[ROWS * place + won] = prices.counts[numbers[won]]
        counts[self.base < 0] = 0
        if FLOWER_TILES in self.names:
            flowers = np.where(self.base >= 0, self.hands.flowers, 0)
            counts[:, self.names.index(FLOWER_TILES)] = flowers
        return counts


def _refused(hands: Hands, policy: WildPolicy) -> NDArray[np.bool_]:
    """The mask of the hands with a wildcard where the rules allow none."""
    named = hands.wild != NONE
    if policy.allowed:
        named &= (hands.wild == hands.winning) & (hands.how & 1 == 0) & (not policy.on_discard)
    return np.asarray(named)


def score_many(hands: Hands, rules: str | Ruleset = "huopin") -> Scores:
    """What each of many hands is worth, equal to ``score`` of each.

    Raises OptionError where there is no such ruleset, TypeError for anything but Hands.
    """
    if not isinstance(hands, Hands):
        raise TypeError(f"score_many takes Hands, not {type(hands).__name__}: Hands.of makes them")
    return Scores(hands, ruleset(rules) if isinstance(rules, str) else rules)


@lru_cache(maxsize=16)
def columns_for(rules: Ruleset) -> RowScorer:
    """What prices columns of hands under these rules, made once."""
    scorer = scorer_for(rules)
    return ColumnScorer(scorer) if isinstance(scorer, Scorer) else RowScorer(scorer)
