"""The one arithmetic: from forms to keys, and from outcomes to prices.

The expressions of :func:`keys_of` hold for the ints of one form and for columns of int64 alike, and
have no branches. A price is worked out once for each combination of outcomes, and looked up by one
int that holds the numbers of the outcomes side by side.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from mjcalc.engine.forms import COUNTS, FLAGS, LARGEST, Layout, forms_for
from mjcalc.engine.outcomes import NOTHING, Outcome, Outcomes
from mjcalc.engine.symmetry import Number
from mjcalc.memo import Memo
from mjcalc.rules.rulesets import Ruleset

if TYPE_CHECKING:
    pass

SETS_AT = COUNTS["melded_kongs"].at
HONORS_AT = COUNTS["honor_pungs"].at
SUITED_PUNGS = COUNTS["suited_pungs"].mask
HONOR_BITS = (1 << SETS_AT - HONORS_AT) - 1
QUESTIONS = FLAGS["questions"].mask
FLAGS_AT = FLAGS["patterns"].at
WINDS_AT = SETS_AT - HONORS_AT
HOW_AT = COUNTS["sole"].at + 1 - SETS_AT
ANY_PUNG, ANY_HONOR_PUNG = COUNTS["pungs"].mask, COUNTS["honor_pungs"].mask
HONOR_PAIR, HONOR_PAIR_AT = COUNTS["honor_pair"].mask, COUNTS["honor_pair"].at - HONORS_AT
EVERY_FIELD = (1 << LARGEST) - 1
PATTERNS_AT = HOW_AT + 6
# The numbers of outcomes in the int by which a price is looked up. The numbers of sets and the win
# together have by far the most: some 4,000 under huopin, the others fewer than 100 each.
PRICE_KEY = Layout(fours=3, chows=11, pungs=11, honors=11, tiles=11, rest=16)


def keys_of(
    sets: Number, counts: Number, flags: Number, how: Number, winds: Number
) -> tuple[Number, Number, Number, Number, Number]:
    """The keys of a form, or of columns of forms, and of how the hand was won.

    Of its chows, suited pungs, honors, tiles; and of the numbers of sets and the win together.
    """
    return (
        sets,
        counts & SUITED_PUNGS,
        counts >> HONORS_AT & HONOR_BITS | winds << WINDS_AT,
        flags & QUESTIONS,
        counts >> SETS_AT | how << HOW_AT | flags >> FLAGS_AT << PATTERNS_AT,
    )


def _any_honor(outcomes: Outcomes) -> int:
    """The fields of which a form must have one, or the rows find nothing in its honors."""
    winds = [one << WINDS_AT for one in range(16)]
    if any(outcomes.honors(key) != NOTHING for key in winds):
        return EVERY_FIELD
    pairs = (pair << HONOR_PAIR_AT | key for pair in range(1, 8) for key in winds)
    if any(outcomes.honors(key) != NOTHING for key in pairs):
        return ANY_HONOR_PUNG | HONOR_PAIR
    return ANY_HONOR_PUNG


class Price(NamedTuple):
    """Points without flowers, and the fans as fields: of two, the greater is the better."""

    points: int
    fans: int


class Pricing:
    """Prices forms under one ruleset whose aspects can be priced apart."""

    def __init__(self, rules: Ruleset) -> None:
        self.outcomes = outcomes = Outcomes(rules)
        self.forms = forms_for(outcomes.asked)
        self.losses = Memo(outcomes.loss)
        # Of each aspect the outcomes by their numbers, and where a number lies in a price's key.
        at, bits = PRICE_KEY["fours"]
        fours = [outcomes.fours(count) for count in range(1 << bits)]
        self.known: list[tuple[list[Outcome], int, int]] = [(fours, at, (1 << bits) - 1)]
        self.chows = self._numbered("chows", outcomes.chows)
        self.pungs = self._numbered("pungs", outcomes.pungs)
        self.honors = self._numbered("honors", outcomes.honors)
        self.tiles = self._numbered("tiles", outcomes.tiles)
        self.rest = self._numbered("rest", outcomes.counts_and_win)
        self._chicken, self._size = outcomes.chicken, outcomes.size
        self._not_beside = (1 << outcomes.size) - 1 & ~outcomes.beside_chicken
        # The fields of which a form must have one, or the rows find nothing in its honors; and
        # in its pungs: these hold wherever those do.
        self.any_honor = _any_honor(outcomes)
        self.any_pung = self.any_honor | ANY_PUNG
        if outcomes.pungs(0) != NOTHING:
            self.any_pung = EVERY_FIELD

    def price(self, key: int) -> Price:
        """The price of a combination of outcomes, by their numbers."""
        outcomes = [known[key >> at & mask] for known, at, mask in self.known]
        some = [outcome for outcome in outcomes if outcome is not NOTHING]
        return Price(*self.add_up(some, self.losses.__getitem__))

    def add_up(
        self, outcomes: Iterable[tuple[Any, Any, Any]], losses: Callable[[Any], tuple[Any, Any]]
    ) -> tuple[Any, Any]:
        """Points and fans of outcomes together, less what one clears in another.

        Of ints, or of columns of them; ``losses`` gives what goes where fields are cleared.
        """
        points = fans = clears = 0
        for more, found, other in outcomes:
            points, fans, clears = points + more, fans + found, clears | other
        lost, gone = losses(fans & clears)
        points, fans = points - lost, fans - gone
        # One where no fan is left that another fan could not count beside.
        bare = ((fans & self._not_beside) - 1 >> self._size) & 1
        return points + self._chicken.points * bare, fans + self._chicken.fans * bare

    def _numbered(self, name: str, work_out: Callable[[int], Outcome]) -> Callable[[int], int]:
        """The numbers of an aspect's outcomes, where they lie in the key of a price."""
        at, bits = PRICE_KEY[name]
        outcomes = [NOTHING]
        numbers = {NOTHING: 0}
        lock = threading.Lock()  # else two threads could give two outcomes one number
        self.known.append((outcomes, at, (1 << bits) - 1))

        def number(key: int) -> int:
            outcome = work_out(key)
            with lock:
                known = numbers.get(outcome)
                if known is None:
                    known = numbers[outcome] = len(outcomes) << at
                    outcomes.append(outcome)
                    assert len(outcomes) <= 1 << bits
            return known

        return number
