"""Many hands at once: the forms of all their readings in columns, and the best price of each.

The same forms, keys and prices as for one hand (``forms``, ``pricing``), and the same memos; only
which readings a hand has is worked out in columns, from the rows of its suits (``suit_rows``). The
few hands whose wait takes a look at all that completes them are left to ``scorer``.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Sequence

import numpy as np

from mjcalc.engine.answers import known_answers
from mjcalc.engine.form_columns import FormColumns, HandForms
from mjcalc.engine.forms import BASE, PAIR_AT
from mjcalc.engine.halves import Column, Mask
from mjcalc.engine.known import Known, each_of
from mjcalc.engine.prices import Prices
from mjcalc.engine.pricing import Price, keys_of
from mjcalc.engine.score import AnyScorer, best_of_plains
from mjcalc.engine.scorer import Scorer
from mjcalc.engine.suit_rows import rows_of_suits
from mjcalc.engine.symmetry import SUIT_OF_CHOWS, SUIT_OF_PUNGS, least_of_suits, suits_of_key
from mjcalc.engine.wild_columns import NOT_LOOKED_UP, PlainHands, WildColumns
from mjcalc.hand.columns import Hands
from mjcalc.hand.packed import FOUR_BITS, NO_TILE, Packed, melds_key, pack
from mjcalc.hand.packed_columns import OCTAL, PackedHands
from mjcalc.hand.row import HALF

NO_PRICE = -1
MOST_PRICES = 1 << 18
FOURS_OF_HALF = FOUR_BITS & OCTAL


class RowScorer:
    """Prices hands one by one, for rules whose rows look at whole readings."""

    def __init__(self, scorer: AnyScorer) -> None:
        self.scorer = scorer
        self.prices = Prices(scorer)
        self._lock = threading.Lock()

    def priced(self, hands: Hands) -> tuple[Column, Prices]:
        """The number of each hand's best price, NO_PRICE where it is no win; and what knows them.

        Several threads may ask: one waits for the other.
        """
        with self._lock:
            return self._price(hands), self.prices

    def _price(self, hands: Hands) -> Column:
        """The numbers of the prices; ``self.prices`` knows them until the next call."""
        if self.prices.number > MOST_PRICES:
            self.prices = Prices(self.scorer)
        best = np.full(len(hands), NO_PRICE, np.int64)
        for row in np.flatnonzero((hands.packed.winning != NO_TILE) & ~hands.faults()).tolist():
            price, _ = best_of_plains(hands[row], self.scorer)
            if price is not None:
                best[row] = self.prices.add([price[0]], [price[1]])[0]
        return best


class ColumnScorer(RowScorer):
    """Prices hands in columns under one ruleset, with what its scorer knows."""

    scorer: Scorer

    def __init__(self, scorer: Scorer) -> None:
        super().__init__(scorer)
        if (answers := known_answers(scorer.rules)) is not None:
            scorer.pricing.outcomes.remember(answers)
        forms = scorer.pricing.forms
        rows = rows_of_suits(forms)
        self._forms = HandForms(forms, rows, knitted_wait=scorer.rules.knitted_wait)
        self._wild = WildColumns(rows, scorer.rules)
        # For each pair that is asked about: which tiles, counted from 1, and which suits of chows.
        self._pairs = [
            (
                np.array([tile - 1 in beside.pairs for tile in range(NO_TILE + 1)]),
                _suits_of_ranks(beside.chows),
            )
            for beside in forms.asked.pairs
        ]
        self._begin()

    def _begin(self) -> None:
        """Begins to remember anew."""
        chows, pungs, honors, tiles, rest = self.scorer.numbers
        self._chows, self._pungs = (
            Known(each_of(chows), 17, self._chows_alike),
            Known(each_of(pungs), 17, self._pungs_alike),
        )
        self._honors, self._tiles, self._rest = (
            Known(each_of(honors), 16),
            Known(each_of(tiles), 12),
            Known(each_of(rest), 16),
        )
        self.prices = Prices(self.scorer)
        self._numbers = Known(self.prices.of_keys, 19)

    def _price(self, hands: Hands) -> Column:
        if self.prices.number > MOST_PRICES:
            self._begin()
        rows = np.flatnonzero(self._wild.may_hold_five(hands.packed))
        prices = [best_of_plains(hands[row], self.scorer)[0] for row in rows.tolist()]
        found = [(self._numbered(prices), rows)]
        for of, plain in self._wild.plain_hands(hands):
            numbers, rows = self._numbers_of(plain)
            found.append((numbers, of[rows]))
        numbers, rows = map(np.concatenate, zip(*found, strict=True))
        return self._best(numbers, rows, len(hands))

    def _numbers_of(self, hands: PlainHands) -> tuple[Column, Column]:
        """The numbers of the prices of all forms of plain hands, and the rows of the hands."""
        packed, found = hands.packed, self._forms.of(hands)
        numbers, rows = self._priced(found, packed), found.hands
        by_row = self._by_row(hands)
        if by_row.any():
            stays, some = ~by_row[rows], np.flatnonzero(by_row)
            prices = [self.scorer.best_of(*plain_of(hands, row)) for row in some.tolist()]
            numbers = np.append(numbers[stays], self._numbered(prices))
            rows = np.append(rows[stays], some)
        return numbers, rows

    def _by_row(self, hands: PlainHands) -> Mask:
        """Which hands the scorer must price: of their waits the rows of the suits cannot tell."""
        by_row = self._forms.wait_for_sets(hands.packed)
        if self.scorer.rules.exhausted_wait:
            return np.asarray(by_row & (hands.sole == NOT_LOOKED_UP))
        by_row |= _has_four(hands.packed)
        return np.where(hands.sole == NOT_LOOKED_UP, by_row, hands.sole == 1)

    def _numbered(self, prices: Sequence[Price | None]) -> Column:
        """The numbers of new prices, NO_PRICE for None."""
        won = [price for price in prices if price is not None]
        numbers = iter(self.prices.add([price[0] for price in won], [price[1] for price in won]))
        each = [NO_PRICE if price is None else next(numbers) for price in prices]
        return np.array(each, np.int64)

    def _chows_alike(self, keys: Column) -> Column:
        """The least keys of chows that mean the same, but beside a pair that is asked about."""
        if not self.scorer.pricing.outcomes.chows_alike:
            return keys
        chows = keys % PAIR_AT
        asked = np.zeros(len(keys), np.bool_)
        for tiles, plain in self._pairs:
            suits = suits_of_key(chows, SUIT_OF_CHOWS)
            asked |= tiles[keys // PAIR_AT] & plain[suits[0]] & plain[suits[1]] & plain[suits[2]]
        least = least_of_suits(chows, SUIT_OF_CHOWS, MIRRORED_CHOWS.__getitem__)
        return np.where(asked, keys, least)

    def _pungs_alike(self, keys: Column) -> Column:
        """The least keys of suited pungs that mean the same."""
        if not self.scorer.pricing.outcomes.pungs_alike:
            return keys
        return least_of_suits(keys, SUIT_OF_PUNGS, MIRRORED_PUNGS.__getitem__)

    def _priced(self, forms: FormColumns, packed: PackedHands) -> Column:
        """The number of each form's price."""
        hand, sets, counts, flags = forms
        keys = keys_of(sets, counts, flags, packed.how[hand], packed.winds[hand])
        chows, pungs, honors, tiles, rest = keys
        key = self._chows[chows] + self._tiles[tiles] + self._rest[rest] + packed.fours[hand]
        pricing = self.scorer.pricing
        some = np.flatnonzero(counts & pricing.any_pung)
        more = self._pungs[pungs[some]]
        named = np.flatnonzero(counts[some] & pricing.any_honor)
        more[named] += self._honors[honors[some[named]]]
        key[some] += more
        return self._numbers[key]

    def _best(self, numbers: Column, hand: Column, hands: int) -> Column:
        """The best of each hand's prices."""
        won = np.flatnonzero(numbers != NO_PRICE)
        hand, numbers = hand[won], numbers[won]
        points = self.prices.points[numbers]
        top = np.full(hands, NO_PRICE, np.int64)
        np.maximum.at(top, hand, points)
        at = np.flatnonzero(points == top[hand])
        hand, numbers = hand[at], numbers[at]
        best = np.full(hands, NO_PRICE, np.int64)
        best[hand] = numbers
        tied = np.zeros(hands, np.bool_)
        tied[hand[best[hand] != numbers]] = True
        at = np.flatnonzero(tied[hand])
        if at.size:
            at = at[np.argsort(self.prices.ranks(numbers[at]), kind="stable")]
            best[hand[at]] = numbers[at]  # of several for one hand, the last stays
        return best


def plain_of(hands: PlainHands, row: int) -> tuple[Packed, bool | None]:
    """One plain hand as the scorer takes it, and what is known of its wait."""
    columns = hands.packed
    winning = int(columns.winning[row])
    counts = int(columns.mp[row]) | int(columns.sz[row]) << 3 * HALF
    melds = melds_key([code for code in hands.melds[row].tolist() if code])
    how, winds = int(columns.how[row]), int(columns.winds[row])
    packed = pack(counts - (1 << 3 * winning), winning, melds, 0, how, winds)
    sole = None if hands.sole[row] == NOT_LOOKED_UP else bool(hands.sole[row])
    return packed._replace(fours=int(columns.fours[row])), sole


def _has_four(packed: PackedHands) -> Mask:
    """Which hands hold all copies of a tile, in hand or melds."""
    mp, sz = packed.mp + packed.melded_mp, packed.sz + packed.melded_sz
    return np.asarray((mp | sz) & FOURS_OF_HALF != 0)


def _suits_of_ranks(ranks: Collection[int]) -> Mask:
    """Which suits of chows, to base 5, have chows of these ranks alone."""
    suits = np.arange(SUIT_OF_CHOWS)
    others = [suits // BASE ** (rank - 1) % BASE for rank in range(1, 8) if rank not in ranks]
    return np.asarray(np.sum(others, axis=0) == 0)


def _mirrored(base: int, digits: int) -> Column:
    """For each number of so many digits to a base, that of the digits in reverse."""
    numbers = np.arange(base**digits).reshape((base,) * digits)
    return numbers.transpose(range(digits)[::-1]).ravel()


MIRRORED_CHOWS, MIRRORED_PUNGS = _mirrored(BASE, 7), _mirrored(2, 9)
