"""Many hands at once: the forms of all their readings in columns, and the best price of each.

The same forms, keys and prices as for one hand (``forms``, ``pricing``), and the same memos; only
which readings a hand has is worked out in columns, from the rows of its suits (``suit_rows``). The
few hands whose wait takes a look at all that completes them are left to ``scorer``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcalc.engine.answers import known_answers
from mjcalc.engine.forms import BASE, COUNTS, PAIR_AT, SOLE, WAITS
from mjcalc.engine.halves import copies_of, suit_of
from mjcalc.engine.known import Column, Known, distinct, each_of
from mjcalc.engine.outcomes import WIDTH
from mjcalc.engine.pieces import knitted_runs
from mjcalc.engine.pricing import QUESTIONS, Price, keys_of
from mjcalc.engine.score import AnyScorer, best_of_plains
from mjcalc.engine.scorer import Scorer
from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS
from mjcalc.engine.suit_rows import ELSEWHERE, MARKS, base5, rows_of_suits
from mjcalc.engine.symmetry import SUIT_OF_CHOWS, SUIT_OF_PUNGS, least_of_suits, suits_of_key
from mjcalc.engine.wild_columns import UNKNOWN, PlainHands, WildColumns
from mjcalc.errors import ImpossibleHand
from mjcalc.hand import MELD_CODES
from mjcalc.hands import Hands
from mjcalc.packed import FOURS, NO_TILE, Packed, melds_key, pack
from mjcalc.packed_hands import PackedHands
from mjcalc.reading import Shape, Wait
from mjcalc.tiles import TILES

Mask = NDArray[np.bool_]
Ints = NDArray[np.object_]  # ints of any size
NO_PRICE = -1
NO_SUIT = 9 * 4  # in place of a winning tile: in no suit that is left
MOST_PRICES = 1 << 18
CONCEALED_PUNG = COUNTS["concealed_pungs"].one
ANY_WAIT = COUNTS["wait"].mask
WITHOUT_SETS = (Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS, Shape.KNITTED_HONOURS)
PAIR_WAIT = (WAITS.index(Wait.PAIR) << COUNTS["wait"].at) | SOLE
HALF = 18  # kinds in each of the two ints of packed tiles
HALF_BITS = 3 * HALF
A_HALF = (1 << HALF_BITS) - 1
FOURS_OF_HALF = FOURS & A_HALF


class FormColumns(NamedTuple):
    """Forms of readings in columns; ``hands`` are the rows of the hands that are read so."""

    hands: Column
    sets: Column
    counts: Column
    flags: Column


class Prices:
    """The prices met, by number: their points, and their fans as the scorer has them."""

    def __init__(self, scorer: AnyScorer) -> None:
        self._scorer = scorer
        self._numbers: dict[int, int] = {}
        self._fans: list[Any] = []
        self._points = np.zeros(0, np.int64)
        self._counts = np.zeros((0, len(scorer.rules.fans)), np.uint8)

    @property
    def number(self) -> int:
        """How many prices have been met."""
        return len(self._fans)

    def add(self, points: Sequence[int], fans: Sequence[Any]) -> range:
        """The numbers of new prices."""
        first = len(self._fans)
        self._fans += fans
        self._points = np.concatenate([self._points, np.array(points, np.int64)])
        return range(first, len(self._fans))

    def of_keys(self, keys: Column) -> Column:
        """The numbers of prices by their keys (``pricing``); what is not known is added up."""
        numbers = self._numbers
        new = [key for key in keys.tolist() if key not in numbers]
        if new:
            numbers.update(zip(new, self.add(*self._added_up(np.array(new))), strict=True))
        return np.array([numbers[key] for key in keys.tolist()], np.int64)

    def _added_up(self, keys: Column) -> tuple[list[int], list[int]]:
        pricing = self._scorer.pricing

        def losses(both: Ints) -> tuple[Ints, Ints]:
            lost, gone = zip(*map(pricing.losses.__getitem__, both.tolist()), strict=True)
            return np.array(lost, object), np.array(gone, object)

        outcomes = []
        for known, at, mask in pricing.known:
            columns = np.array([*map(tuple, known)], object)
            outcomes.append(columns[keys >> at & mask].T)
        points, fans = pricing.add_up(outcomes, losses)
        return points.tolist(), fans.tolist()

    @property
    def points(self) -> Column:
        """The points of each number."""
        return self._points

    @property
    def counts(self) -> NDArray[np.uint8]:
        """For each number how often each row of the rules counts, flowers left out."""
        if new := self._fans[len(self._counts) :]:
            more = self._scorer.counts_of(new)
            if isinstance(more, bytes):
                more = _fields(more, len(new))[:, self._counts.shape[1] - 1 :: -1]
            self._counts = np.concatenate([self._counts, np.array(more, np.uint8)])
        return self._counts

    def ranks(self, numbers: Column) -> Column:
        """Where each number stands in the order of the rule for ties, the best last."""
        each = distinct(numbers)
        prices = [self._scorer.bare((0, self._fans[number])) for number in each.tolist()]
        ranks = np.empty(len(each), np.int64)
        ranks[sorted(range(len(each)), key=prices.__getitem__)] = np.arange(len(each))
        return np.asarray(ranks[np.searchsorted(each, numbers)])


class RowScorer:
    """Prices hands one by one, for rules whose rows look at whole readings."""

    def __init__(self, scorer: AnyScorer) -> None:
        self.scorer = scorer
        self.prices = Prices(scorer)

    def price(self, hands: Hands) -> Column:
        """The number of each hand's best price, NO_PRICE where it is no win."""
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
        self._rows = rows_of_suits(forms)
        self._wild = WildColumns(self._rows, scorer.rules)
        self._melds = np.zeros((3, len(MELD_CODES) + 1 << 6), np.int64)
        for kind, tile in product(range(1, len(MELD_CODES) + 1), TILES):
            with suppress(ImpossibleHand):  # no chow begins with an 8, a 9 or an honour
                self._melds[:, kind << 6 | tile] = forms.of_meld(kind << 6 | tile)
        self._shapes = {shape: forms.of_shape[shape] for shape in WITHOUT_SETS}
        runs = map(knitted_runs, STRAIGHTS)
        straights = [forms.of_parts(Shape.KNITTED_STRAIGHT, parts) for parts in runs]
        self._straights = np.array(straights, np.int64).T
        self._straight_mp = np.array([straight & A_HALF for straight in STRAIGHTS])
        self._straight_sz = np.array([straight >> HALF_BITS for straight in STRAIGHTS])
        # For each pair that is asked about: which tiles, counted from 1, and which suits of chows.
        self._pairs = [
            (
                np.array([tile - 1 in beside.pairs for tile in range(NO_TILE + 1)]),
                _suits_of_ranks(beside.chows),
            )
            for beside in forms.asked.pairs
        ]
        self._tile_flags = np.array(forms.of_tile, np.int64)
        self._patterns = [*forms.patterns()]
        self._begin()

    def _begin(self) -> None:
        """Begins to remember anew."""
        chows, pungs, honours, tiles, rest = self.scorer.numbers
        self._chows, self._pungs = (
            Known(each_of(chows), 16, self._chows_alike),
            Known(each_of(pungs), 16, self._pungs_alike),
        )
        self._honours, self._tiles, self._rest = (
            Known(each_of(honours), 14),
            Known(each_of(tiles), 12),
            Known(each_of(rest), 14),
        )
        self.prices = Prices(self.scorer)
        self._numbers = Known(self.prices.of_keys, 18)

    def price(self, hands: Hands) -> Column:
        """The number of each hand's best price, NO_PRICE where it is no win.

        ``self.prices`` knows the numbers, until the next call.
        """
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
        packed = hands.packed
        found = self._sets_and_pair(hands)
        rest = np.ones(len(packed.winning), np.bool_)
        rest[found.hands] = False
        rest |= (packed.odd == 0) & (packed.sets == 0)
        rest &= packed.winning != NO_TILE
        if rest.any():
            forms = [found, *self._other_shapes(hands, np.flatnonzero(rest))]
            found = FormColumns(*map(np.concatenate, zip(*forms, strict=True)))
        found.counts[hands.sole[found.hands] == 0] &= ~SOLE
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
        by_row = self._wait_for_sets(hands.packed)
        if self.scorer.rules.exhausted_wait:
            return np.asarray(by_row & (hands.sole == UNKNOWN))
        by_row |= _has_four(hands.packed)
        return np.where(hands.sole == UNKNOWN, by_row, hands.sole == 1)

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

    # -- sets and a pair ---------------------------------------------------------------------------

    def _sets_and_pair(self, hands: PlainHands) -> FormColumns:
        """Every form of sets and a pair, of every hand that has one."""
        packed = hands.packed
        every = np.arange(len(packed.winning))
        hand, chosen = self._rows_of(packed.mp, packed.sz, packed.winning, every)
        form = self._summed(hands, hand, chosen)
        # Six pairs and one tile wait for its pair too, so that no other wait is a sole one.
        six_pairs = (packed.sets == 0) & (packed.odd == 2) & (packed.own & 1 == 1)
        if six_pairs.any():
            form.counts[six_pairs[hand]] &= ~SOLE
        return form

    def _rows_of(
        self, mp: Column, sz: Column, winning: Column, hands: Column
    ) -> tuple[Column, list[Column]]:
        """Every choice of one row for each suit that has one pair; and of which hand it is."""
        starts, sizes = [], []
        pairs = np.zeros(len(hands), np.int8)
        suit_won, rank_won = np.divmod(winning, 9)
        for place, rows in enumerate(self._rows):
            number = rows.places[base5(suit_of(mp, sz, place))].astype(np.int64)
            entry = number * MARKS + np.where(suit_won == place, rank_won, ELSEWHERE)
            sizes.append(np.where(number < 0, 0, rows.sizes[entry]))
            starts.append(rows.starts[entry])
            pairs += rows.paired[number]
        times = sizes[0] * sizes[1] * sizes[2] * sizes[3]
        times[pairs != 1] = 0
        one, several = np.flatnonzero(times == 1), np.flatnonzero(times > 1)
        at, chosen = one, [start[one] for start in starts]
        if several.size:
            # Of several choices each: number n is n in a number system whose digits are the rows.
            many = np.repeat(several, times[several])
            last = np.cumsum(times[several])
            number = np.arange(len(many)) - np.repeat(last - times[several], times[several])
            at = np.concatenate([one, many])
            for place in range(4):
                number, digit = np.divmod(number, sizes[place][many])
                chosen[place] = np.concatenate([chosen[place], starts[place][many] + digit])
        return hands[at], chosen

    def _summed(self, hands: PlainHands, hand: Column, chosen: Sequence[Column]) -> FormColumns:
        """The sums of the chosen rows of the suits, and of the melds."""
        sets, counts, flags = self._of_melds(hands.melds[hand])
        pungs = np.zeros(len(hand), np.bool_)
        for rows, row in zip(self._rows, chosen, strict=True):
            sets += rows.sets[row]
            counts += rows.counts[row]
            flags |= rows.flags[row]
            pungs |= rows.pungs[row]
        counts[pungs & (hands.packed.how[hand] & 1 == 0)] -= CONCEALED_PUNG
        return FormColumns(hand, sets, counts, flags)

    def _of_melds(self, melds: NDArray[np.uint16]) -> tuple[Column, Column, Column]:
        """The forms of the melds of each hand."""
        sets, counts, flags = (column[melds[:, 0]] for column in self._melds)
        for place in range(1, melds.shape[1]):
            codes = melds[:, place]
            sets += self._melds[0][codes]
            counts += self._melds[1][codes]
            flags |= self._melds[2][codes]
        return sets, counts, flags

    # -- the other shapes --------------------------------------------------------------------------

    def _other_shapes(self, hands: PlainHands, rows: Column) -> list[FormColumns]:
        """The forms of these hands that are not sets and a pair."""
        packed = hands.packed
        mp, sz = packed.mp[rows], packed.sz[rows]
        tiles = np.stack([_counts_of(mp, sz, tile) for tile in range(len(TILES))], 1)
        held = tiles > 0
        concealed = packed.sets[rows] == 0
        shown = self._shown(packed, rows)
        shapes = {
            Shape.SEVEN_PAIRS: (tiles % 2 == 0).all(1),
            Shape.THIRTEEN_ORPHANS: (held == ORPHAN_TILES).all(1),
            Shape.KNITTED_HONOURS: (tiles <= 1).all(1)
            & np.any([~held[:, ~kinds].any(1) for kinds in KNITTED_TILES], axis=0),
        }
        found = []
        for shape, is_shape in shapes.items():
            at = np.flatnonzero(is_shape & concealed)
            sets, counts, failed = self._shapes[shape]
            flags = shown[at] | failed
            for tile, fails in enumerate(self._tile_flags):
                flags |= np.where(held[at, tile], fails, 0)
            counts |= PAIR_WAIT if shape is Shape.SEVEN_PAIRS else 0
            found.append(FormColumns(rows[at], 0 * flags + sets, 0 * flags + counts, flags))
        fits = np.stack([held[:, kinds].all(1) for kinds in STRAIGHT_TILES], 1)
        at, straight = np.nonzero(fits & (packed.sets[rows] <= 1)[:, np.newaxis])
        if at.size:
            found += self._beside_straights(hands, rows[at], straight, shown[at])
        return found

    def _beside_straights(
        self, hands: PlainHands, rows: Column, straight: Column, shown: Column
    ) -> list[FormColumns]:
        """The forms of hands with a knitted straight each, beside a set and a pair.

        The winning tile completes the straight, or what is left, or either.
        """
        packed = hands.packed
        mp, sz = (
            packed.mp[rows] - self._straight_mp[straight],
            packed.sz[rows] - self._straight_sz[straight],
        )
        winning = packed.winning[rows]
        within = np.stack(STRAIGHT_TILES)[straight, winning]
        rest = copies_of(mp, sz, winning) > 0
        found = []
        for at, won in (
            (np.flatnonzero(within), np.full(len(rows), NO_SUIT)),
            (np.flatnonzero(rest), winning),
        ):
            which, chosen = self._rows_of(mp[at], sz[at], won[at], at)
            hand, sets, counts, flags = self._summed(hands, rows[which], chosen)
            if not self.scorer.rules.knitted_wait:
                counts[within[which]] &= ~SOLE
            given = self._straights[:, straight[which]]
            flags = flags & QUESTIONS | given[2] | shown[which]
            found.append(FormColumns(hand, sets + given[0], counts + given[1], flags))
        return found

    def _wait_for_sets(self, packed: PackedHands) -> Mask:
        """Seven pairs that may wait as sets too: all suits but one are whole, at most one pair."""
        seven = np.flatnonzero((packed.odd == 0) & (packed.sets == 0))
        winning = packed.winning[seven]
        whole = np.zeros(len(seven), np.int64)
        pairs = np.zeros(len(seven), np.int64)
        for place, known in enumerate(self._rows):
            one = np.where(winning // 9 == place, 1 << 3 * (winning % 9), 0)
            suit = suit_of(packed.mp[seven], packed.sz[seven], place)
            number = known.places[base5(suit - one)]
            whole += number >= 0
            pairs += (number >= 0) & (known.paired[number] > 0)
        waiting = np.zeros(len(packed.winning), np.bool_)
        waiting[seven[(whole >= 3) & (pairs - (whole == 4) <= 1)]] = True
        return waiting

    def _shown(self, packed: PackedHands, rows: Column) -> Column:
        """The patterns that the tiles of these hands show."""
        shown = np.zeros(len(rows), np.int64)
        winning = packed.winning[rows]
        for place in range(4):
            after = suit_of(packed.mp[rows], packed.sz[rows], place)
            before = after - np.where(winning // 9 == place, 1 << 3 * (winning % 9), 0)
            for honours, before_win, tiles, flags in self._patterns:
                if honours is (place == 3):
                    shown |= np.where((before if before_win else after) == tiles, flags, 0)
        return shown

    # -- prices ------------------------------------------------------------------------------------

    def _priced(self, forms: FormColumns, packed: PackedHands) -> Column:
        """The number of each form's price."""
        hand, sets, counts, flags = forms
        keys = keys_of(sets, counts, flags, packed.how[hand], packed.winds[hand])
        chows, pungs, honours, tiles, rest = keys
        key = self._chows[chows] + self._tiles[tiles] + self._rest[rest] + packed.fours[hand]
        pricing = self.scorer.pricing
        some = np.flatnonzero(counts & pricing.any_pung)
        more = self._pungs[pungs[some]]
        named = np.flatnonzero(counts[some] & pricing.any_honour)
        more[named] += self._honours[honours[some[named]]]
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


def _fields(ints: bytes, rows: int) -> NDArray[np.uint8]:
    """So many ints one after another, lowest byte first, as a row of their bit fields each."""
    each = np.frombuffer(ints, np.uint8).reshape(rows, -1)
    bits = np.unpackbits(each, axis=1, bitorder="little").reshape(rows, -1, WIDTH)
    return np.asarray(bits @ (1 << np.arange(WIDTH, dtype=np.uint8)), np.uint8)


def _counts_of(mp: Column, sz: Column, tile: int) -> Column:
    """How many of one tile each hand holds."""
    half, place = divmod(tile, HALF)
    return (mp, sz)[half] >> 3 * place & 7


def plain_of(hands: PlainHands, row: int) -> tuple[Packed, bool | None]:
    """One plain hand as the scorer takes it, and what is known of its wait."""
    columns = hands.packed
    winning = int(columns.winning[row])
    counts = int(columns.mp[row]) | int(columns.sz[row]) << HALF_BITS
    melds = melds_key([code for code in hands.melds[row].tolist() if code])
    how, winds = int(columns.how[row]), int(columns.winds[row])
    packed = pack(counts - (1 << 3 * winning), winning, melds, 0, how, winds)
    sole = None if hands.sole[row] == UNKNOWN else bool(hands.sole[row])
    return packed._replace(fours=int(columns.fours[row])), sole


def _has_four(packed: PackedHands) -> Mask:
    """Which hands hold all copies of a tile, in hand or melds."""
    mp, sz = packed.mp + packed.melded_mp, packed.sz + packed.melded_sz
    return np.asarray((mp | sz) & FOURS_OF_HALF != 0)


def _tiles(kinds: int) -> Mask:
    """Packed kinds as a mask of the tiles, and of no tile."""
    return np.array([kinds >> 3 * tile & 1 for tile in range(NO_TILE + 1)]) > 0


def _suits_of_ranks(ranks: Collection[int]) -> Mask:
    """Which suits of chows, to base 5, have chows of these ranks alone."""
    suits = np.arange(SUIT_OF_CHOWS)
    others = [suits // BASE ** (rank - 1) % BASE for rank in range(1, 8) if rank not in ranks]
    return np.asarray(np.sum(others, axis=0) == 0)


def _mirrored(base: int, digits: int) -> Column:
    """For each number of so many digits to a base, that of the digits in reverse."""
    numbers = np.arange(base**digits)
    reverse = [numbers // base**at % base * base ** (digits - 1 - at) for at in range(digits)]
    return np.asarray(np.sum(reverse, axis=0))


MIRRORED_CHOWS, MIRRORED_PUNGS = _mirrored(BASE, 7), _mirrored(2, 9)
STRAIGHT_TILES = [_tiles(straight)[:NO_TILE] for straight in STRAIGHTS]
KNITTED_TILES = [_tiles(kinds)[:NO_TILE] for kinds in KNITTED]
ORPHAN_TILES = _tiles(ORPHAN_KINDS)[:NO_TILE]
