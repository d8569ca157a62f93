"""The score of a hand: the one place where search and rules meet.

``score`` prices the hand by the fast way (``scorer``), or by the definition (``reference``) where a
row of the rules looks at the whole reading. What is asked of a :class:`Score` beyond its points
(fans with their places, fans that did not count, other readings) is worked out from the rows and
principles themselves when it is asked for, and must agree with the price.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from mjcalc.engine.plain import Plain, plain_hands
from mjcalc.engine.readings import reading_order
from mjcalc.engine.reference import ReferenceScorer, price_of_settled, readings, settled
from mjcalc.engine.scorer import Scorer
from mjcalc.engine.separable import is_separable
from mjcalc.engine.waits import near_wins
from mjcalc.errors import Defect, ImpossibleHand, NotAWin, ScoreMismatch
from mjcalc.hand.hand import Hand
from mjcalc.hand.reading import Reading
from mjcalc.notation.grammar import parse
from mjcalc.rules.fans import FLOWER_TILES, Fan
from mjcalc.rules.principles import Principle, Selection
from mjcalc.rules.rulesets import Ruleset, ruleset
from mjcalc.rules.words import Place
from mjcalc.tiles import Tile

# A price is points, and the fans in an order in which the greater is the better: each scorer has
# its own, and compares them with its own alone.
AnyScorer: TypeAlias = Any
AnyPrice: TypeAlias = Any


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
    why: Principle


class Score:
    """What a hand is worth, in its best reading.

    ``total`` counts flowers, ``base`` does not; ``base`` is what must reach ``minimum``.
    """

    __slots__ = ("__dict__", "_plains", "_price", "_reading", "_scorer", "hand")

    def __init__(
        self,
        hand: Hand,
        scorer: AnyScorer,
        price: AnyPrice,
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

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that ``mjcalc score`` prints."""
        from mjcalc import to_dict

        return to_dict(self)

    @property
    def total(self) -> int:
        """Points with flowers."""
        return self.base + self.hand.flowers

    @property
    def base(self) -> int:
        """Points without flowers."""
        base: int = self._price[0]
        return base

    @property
    def ruleset(self) -> Ruleset:
        """The rules it was scored under."""
        rules: Ruleset = self._scorer.rules
        return rules

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
        counts = self._scorer.counts(self._price[1])
        if self.flowers:
            places = places_of(self.ruleset)
            counts = [*counts, (self.ruleset.fans[places[FLOWER_TILES]], self.flowers)]
            counts.sort(key=lambda one: places[one[0].zh])
        return tuple(counts)

    @cached_property
    def reading(self) -> Reading:
        """The reading that is scored."""
        if self._reading is not None:
            return self._reading
        return best_reading(self.hand, self._scorer, self._price, self._plains)

    @cached_property
    def _settled(self) -> Selection:
        """What the rows and principles say of the reading; they must agree with the price."""
        found = settled(self.reading, self.ruleset)
        points, counts = price_of_settled(found, self.ruleset)
        rows = zip(self.ruleset.fans, counts, strict=True)
        by_rows = [(row, times) for row, times in rows if times]
        if points != self._price[0] or by_rows != self._scorer.counts(self._price[1]):
            raise ScoreMismatch(self.hand, self._price[0], points)
        return found

    def checked(self) -> Score:
        """This score, if the rows agree with its price; ScoreMismatch when they do not."""
        assert self._settled
        return self

    @cached_property
    def fans(self) -> tuple[Counted, ...]:
        """The fans that count, in the order of the table."""
        places: dict[str, list[Place]] = {}
        for one in self._settled.counted:
            places.setdefault(one.fan.zh, []).append(one.place)
        return tuple(
            Counted(row, count, count * row.value, tuple(places.get(row.zh, ())) or _whole(row))
            for row, count in self.counts
        )

    @cached_property
    def dropped(self) -> tuple[Dropped, ...]:
        """The fans that hold in the reading and do not count, in the order of the table."""
        alike = Counter(
            (omitted.fan, omitted.by, omitted.why) for omitted in self._settled.omissions
        )
        return tuple(
            Dropped(fan, count, count * fan.value, by, why)
            for (fan, by, why), count in alike.items()
        )

    def others(self, limit: int = 10) -> tuple[Score, ...]:
        """The other readings of the hand, best first."""
        rest = [score for score in self._ranked() if score.reading != self.reading]
        return tuple(rest[:limit])

    def assignments(self) -> tuple[Score, ...]:
        """The best score for each way to let the wildcards stand for tiles, best first.

        Just this one when the hand holds no wildcard.
        """
        best: dict[tuple[Tile, ...], Score] = {}
        for score in self._ranked():
            faces = tuple(sorted(face for _, face in score.reading.stands_for))
            best.setdefault(faces, score)
        return tuple(best.values())

    def _ranked(self) -> list[Score]:
        """A score for every reading of the hand, best first."""
        scorer = self._scorer
        found = sorted(readings(self.hand, self.ruleset), key=reading_order)
        priced = [(scorer.price_of(self.hand, reading), reading) for reading in found]
        priced.sort(key=lambda one: scorer.bare(one[0]), reverse=True)
        return [Score(self.hand, scorer, price, reading=reading) for price, reading in priced]


@lru_cache(maxsize=256)
def places_of(rules: Ruleset) -> Mapping[str, int]:
    """Where each fan stands in the table of the rules."""
    return {row.zh: place for place, row in enumerate(rules.fans)}


def _whole(row: Fan) -> tuple[Place, ...]:
    """The place of a fan that is found in no reading: the whole hand; of flowers none."""
    return () if row.zh == FLOWER_TILES else ((),)


def _restored(hand: Hand, rules: Ruleset, price: AnyPrice, reading: Reading | None) -> Score:
    """The score that was pickled or copied."""
    return Score(hand, scorer_for(rules), price, reading=reading)


@lru_cache(maxsize=256)
def scorer_for(rules: str | Ruleset) -> AnyScorer:
    """The scorer of a ruleset, or of the ruleset of this name, made once."""
    if isinstance(rules, str):
        return scorer_for(ruleset(rules))
    return Scorer(rules) if is_separable(rules.fans) else ReferenceScorer(rules)


def score(hand: Hand | str, rules: str | Ruleset = "huopin") -> Score:
    """Return what a hand, or a line of the notation, is worth under these rules.

    Raises NotAWin, Waiting (13 tiles), ImpossibleHand (what the rules do not allow), NotationError
    (text that cannot be read), OptionError (no such ruleset).

    >>> score("123m456p789s EEE 55z +win:5z tsumo", rules="MCR").total
    23
    """
    scorer = scorer_for(rules)
    if type(hand) is not Hand:
        hand = _read_hand(hand, scorer.rules)
    if hand.wildcard is None and hand.winning is not None:
        if type(scorer) is Scorer and (price := scorer.best_of(hand._packed)) is not None:
            return Score(hand, scorer, price)
    elif wrong := hand.defects(scorer.rules.wild):
        raise ImpossibleHand(wrong)
    price, plains = best_of_plains(hand, scorer)
    if price is None:
        near = near_wins(hand, scorer.rules.wild)
        raise NotAWin([Defect("not-a-win", {"hand": hand, "near": near})])
    return Score(hand, scorer, price, plains)


def _read_hand(hand: Hand | str, rules: Ruleset) -> Hand:
    return parse(hand, rules) if isinstance(hand, str) else hand


def best_of_plains(hand: Hand, scorer: AnyScorer) -> tuple[AnyPrice, list[Plain]]:
    """The best price of all that a hand with wildcards may be, and which reach it; None if none."""
    best: AnyPrice = None
    highest: AnyPrice = None
    plains: list[Plain] = []
    for plain in plain_hands(hand, scorer.rules):
        price = scorer.best_of_plain(plain, hand.melds)
        if price is None:
            continue
        bare = scorer.bare(price)
        if highest is None or bare > highest:
            best, highest, plains = price, bare, []
        if bare == highest:
            plains.append(plain)
    return best, plains


def best_reading(
    hand: Hand, scorer: AnyScorer, price: AnyPrice, plains: Iterable[Plain] | None
) -> Reading:
    """The first of the readings that have this price; ScoreMismatch when none has."""
    found = list(readings(hand, scorer.rules, plains))
    if len(found) > 1:
        bare = scorer.bare(price)
        found = [one for one in found if scorer.bare(scorer.price_of(hand, one)) == bare]
    if not found:
        raise ScoreMismatch(hand, price[0], None)
    return found[0] if len(found) == 1 else min(found, key=reading_order)
