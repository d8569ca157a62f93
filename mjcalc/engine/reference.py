"""The definition of a price: the best, over all readings, of what the rows found add up to.

``price_of`` is what a referee does with one reading: find every fan of the table in it, let the
principles settle which of them count, add up. ``best`` takes the reading with the highest total
(就高不就低), and of equal ones the first by the rule for ties (rules 2). Whatever is faster is
derived from the same rows and compared with this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mjcalc.engine.plain import Plain, plain_hands
from mjcalc.engine.readings import reading_order, readings_of
from mjcalc.hand.hand import Hand, Meld
from mjcalc.hand.reading import Reading
from mjcalc.rules.fans import Fan
from mjcalc.rules.principles import Selection, find_occurrences, select
from mjcalc.rules.rulesets import Ruleset
from mjcalc.rules.words import Aspect


class ReferencePrice(NamedTuple):
    """Points without flowers, and how often each row counts: of two, the greater is the better."""

    points: int
    counts: tuple[int, ...]


def settled(reading: Reading, rules: Ruleset) -> Selection:
    """The fans found in a reading, and which of them count."""
    return select(find_occurrences(rules.fans, reading))


def price_of(reading: Reading, rules: Ruleset) -> ReferencePrice:
    """What one reading is worth, as the rows and the principles say."""
    return price_of_settled(settled(reading, rules), rules)


def price_of_settled(settled: Selection, rules: Ruleset) -> ReferencePrice:
    """What the fans that count add up to; where there are none, what counts for want of others."""
    times = Counter(one.fan.zh for one in settled.counted)
    if times.keys() <= rules.chicken_beside:
        words = {row.zh: row.word.aspect for row in rules.fans}
        times.update(zh for zh, aspect in words.items() if aspect is Aspect.OTHER_FANS)
    counts = tuple(times[row.zh] for row in rules.fans)
    points = sum(count * row.value for count, row in zip(counts, rules.fans, strict=True))
    return ReferencePrice(points, counts)


def readings(
    hand: Hand, rules: Ruleset, plains: Iterable[Plain] | None = None
) -> Iterator[Reading]:
    """Every reading of a hand, whatever its wildcards stand for; of these plain hands, if given."""
    for plain in plain_hands(hand, rules) if plains is None else plains:
        yield from readings_of(plain, hand.melds, rules)


def best(hand: Hand, rules: Ruleset) -> tuple[ReferencePrice, Reading] | None:
    """The best price of a hand and its reading; None for no win."""
    priced = [(price_of(reading, rules), reading) for reading in readings(hand, rules)]
    if not priced:
        return None
    highest = max(price for price, _ in priced)
    return highest, min((r for price, r in priced if price == highest), key=reading_order)


class ReferenceScorer:
    """Prices hands by the definition: for rulesets with rows that look at the whole reading."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def best_of_plain(self, plain: Plain, melds: Sequence[Meld]) -> ReferencePrice | None:
        """The price of the best reading of a plain hand with these melds; None for no win."""
        found = readings_of(plain, melds, self.rules)
        return max((price_of(reading, self.rules) for reading in found), default=None)

    def price_of(self, hand: Hand, reading: Reading) -> ReferencePrice:
        """The price of one reading of a hand."""
        return price_of(reading, self.rules)

    def bare(self, price: ReferencePrice) -> ReferencePrice:
        """The price itself: it has no marks."""
        return price

    def counts(self, counts: tuple[int, ...]) -> list[tuple[Fan, int]]:
        """The fans that count, in the order of the table, with how often each does."""
        return [(row, times) for row, times in zip(self.rules.fans, counts, strict=True) if times]

    def counts_of(self, counts: Sequence[tuple[int, ...]]) -> Sequence[Sequence[int]]:
        """Of prices' counts, how often each row counts."""
        return counts
