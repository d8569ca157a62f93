"""The score of a hand: the one place where search and rules meet.

``score`` prices the hand (``scorer``). What is asked of a :class:`Score` beyond its points (fans
with their places, fans that did not count, other readings) is worked out from the rows and
principles themselves when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from mjcalc.engine.aspects import find
from mjcalc.engine.plain import Plain
from mjcalc.engine.scorer import Price, Scorer
from mjcalc.errors import ImpossibleHand
from mjcalc.hand import Hand
from mjcalc.reading import Reading
from mjcalc.rules.fans import CHICKEN, FLOWERS, Fan
from mjcalc.rules.patterns import Place
from mjcalc.rules.principles import Settled, settle
from mjcalc.rules.rulesets import Ruleset, ruleset
from mjcalc.tiles import Tile


@dataclass(frozen=True, slots=True)
class Counted:
    """A fan that counts: how often, for how many points, and the places it rests on."""

    fan: Fan
    count: int
    points: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A fan that holds and does not count: by which principle, and which fan removed it if any."""

    fan: Fan
    count: int
    points: int
    by: Fan | None
    why: str


class Score:
    """What a hand is worth, in its best reading.

    ``total`` counts flowers, ``base`` does not; ``base`` is what must reach ``minimum``.
    """

    __slots__ = ("__dict__", "_plains", "_price", "_reading", "_scorer", "hand")

    def __init__(
        self,
        hand: Hand,
        scorer: Scorer,
        price: Price,
        plains: list[Plain] | None = None,
        reading: Reading | None = None,
    ) -> None:
        self.hand = hand
        self._scorer = scorer
        self._price = price
        self._plains = plains
        self._reading = reading

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        mine, theirs = (self.hand, self.base, self.ruleset), (other.hand, other.base, other.ruleset)
        if mine != theirs:
            return False
        both_best = self._reading is None and other._reading is None
        return both_best or self.reading == other.reading

    def __hash__(self) -> int:
        return hash((self.hand, self.base))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.hand, self.ruleset, self._price, self._reading)

    def __repr__(self) -> str:
        return f"<Score {self.total}: {' '.join(repr(one.fan.zh) for one in self.fans)}>"

    @property
    def total(self) -> int:
        """Points with flowers."""
        return self._price[0] + self.hand.flowers

    @property
    def base(self) -> int:
        """Points without flowers."""
        return self._price[0]

    @property
    def ruleset(self) -> Ruleset:
        """The rules it was scored under."""
        return self._scorer.rules

    @property
    def flowers(self) -> int:
        """The number of flowers, each worth 1 after the win."""
        return self.hand.flowers

    @property
    def minimum(self) -> int | None:
        """What ``base`` must reach; None where every win counts."""
        return self.ruleset.minimum

    @property
    def enough(self) -> bool:
        """Whether it reaches the minimum."""
        return self.minimum is None or self.base >= self.minimum

    @property
    def counts(self) -> tuple[tuple[Fan, int], ...]:
        """The fans that count and how often, in the order of the table: ``fans`` without places."""
        return self._scorer.counts(self._price[1], self.flowers)

    @cached_property
    def reading(self) -> Reading:
        """The reading that is scored."""
        if self._reading is not None:
            return self._reading
        return self._scorer.readings(self.hand, self._plains, self._price)[0][1]

    @cached_property
    def _settled(self) -> Settled:
        return settle(find(self.ruleset.fans, self.reading))

    @cached_property
    def fans(self) -> tuple[Counted, ...]:
        """The fans that count, in the order of the table."""
        places: dict[str, list[Place]] = {}
        for one in self._settled.counted:
            places.setdefault(one.fan.zh, []).append(one.place)
        if not places.keys() - self.ruleset.chicken_beside:
            places[CHICKEN] = [()]
        counts = {name: len(found) for name, found in places.items()}
        if self.flowers:
            counts[FLOWERS], places[FLOWERS] = self.flowers, []
        return tuple(
            Counted(row, count, count * row.value, tuple(places[row.zh]))
            for row in self.ruleset.fans
            if (count := counts.get(row.zh, 0))
        )

    @cached_property
    def dropped(self) -> tuple[Dropped, ...]:
        """The fans that hold in the reading and do not count, in the order of the table."""
        alike = Counter((lost.fan, lost.by, lost.why) for lost in self._settled.lost)
        return tuple(
            Dropped(fan, count, count * fan.value, by, why)
            for (fan, by, why), count in alike.items()
        )

    def others(self, limit: int = 10) -> tuple[Score, ...]:
        """The other readings of the hand, best first."""
        ranked = self._scorer.readings(self.hand)
        rest = [one for one in ranked if one[1] != self.reading]
        return tuple(
            Score(self.hand, self._scorer, price, reading=reading)
            for price, reading in rest[:limit]
        )

    def assignments(self) -> tuple[Score, ...]:
        """The best score for each way to let the wildcards stand for tiles, best first.

        Just this one when the hand holds no wildcard.
        """
        best: dict[tuple[Tile, ...], Score] = {}
        for price, reading in self._scorer.readings(self.hand):
            faces = tuple(sorted(face for _, face in reading.stands_for))
            if faces not in best:
                best[faces] = Score(self.hand, self._scorer, price, reading=reading)
        return tuple(best.values())


def _restored(hand: Hand, rules: Ruleset, price: Price, reading: Reading | None) -> Score:
    """The score that was pickled or copied."""
    return Score(hand, scorer_for(rules), price, reading=reading)


@lru_cache(maxsize=256)
def scorer_for(rules: str | Ruleset) -> Scorer:
    """The scorer of a ruleset, or of the ruleset of this name, made once."""
    return scorer_for(ruleset(rules)) if isinstance(rules, str) else Scorer(rules)


def score(hand: Hand, rules: str | Ruleset = "huopin") -> Score:
    """What the hand is worth under these rules.

    Raises NotAWin, Waiting (13 tiles), ImpossibleHand (what the rules do not allow), OptionError
    (no such ruleset).
    """
    scorer = scorer_for(rules)
    if hand.wildcard is None and hand.winning is not None:
        price = scorer.best_of(hand.packed)
        if price is not None:
            return Score(hand, scorer, price)
    elif wrong := hand.defects(scorer.rules.wild):
        raise ImpossibleHand(wrong)
    return Score(hand, scorer, *scorer.best(hand))
