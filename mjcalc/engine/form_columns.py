"""The forms of all readings of many hands, in columns, from the rows of their suits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcalc.engine.forms import COUNTS, SOLE, WAITS, Forms
from mjcalc.engine.halves import Column, Mask, copies_of, of_packed, suit_of
from mjcalc.engine.pieces import knitted_runs
from mjcalc.engine.pricing import QUESTIONS
from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS
from mjcalc.engine.suit_rows import ELSEWHERE, MARKS, SuitRows, base5
from mjcalc.engine.wild_columns import PlainHands
from mjcalc.errors import ImpossibleHand
from mjcalc.hand.hand import MELD_CODES
from mjcalc.hand.kinds import Shape, Wait
from mjcalc.hand.packed import NO_TILE
from mjcalc.hand.packed_columns import PackedHands
from mjcalc.hand.row import HALF
from mjcalc.tiles import TILES

NO_SUIT = 9 * 4  # in place of a winning tile: in no suit that is left
CONCEALED_PUNG_COUNT = COUNTS["concealed_pungs"].one
WITHOUT_SETS = (Shape.SEVEN_PAIRS, Shape.THIRTEEN_ORPHANS, Shape.KNITTED_HONORS)
PAIR_WAIT_COUNT = (WAITS.index(Wait.PAIR) << COUNTS["wait"].at) | SOLE


class FormColumns(NamedTuple):
    """Forms of readings in columns; ``hands`` are the rows of the hands that are read so."""

    hands: Column
    sets: Column
    counts: Column
    flags: Column


class HandForms:
    """Every form of hands without wildcards, for what a fan table asks."""

    def __init__(self, forms: Forms, rows: Sequence[SuitRows], *, knitted_wait: bool) -> None:
        self._rows, self._knitted_wait = rows, knitted_wait
        self._melds = np.zeros((3, len(MELD_CODES) + 1 << 6), np.int64)
        for kind, tile in product(range(1, len(MELD_CODES) + 1), TILES):
            with suppress(ImpossibleHand):  # no chow begins with an 8, a 9 or an honor
                self._melds[:, kind << 6 | tile] = forms.of_meld(kind << 6 | tile)
        self._shapes = {shape: forms.of_shape[shape] for shape in WITHOUT_SETS}
        runs = map(knitted_runs, STRAIGHTS)
        straights = [forms.of_parts(Shape.KNITTED_STRAIGHT, parts) for parts in runs]
        self._straights = np.array(straights, np.int64).T
        self._straight_halves = of_packed(STRAIGHTS)
        self._tile_flags = np.array(forms.of_tile, np.int64)
        self._patterns = [*forms.patterns()]

    def of(self, hands: PlainHands) -> FormColumns:
        """The forms of all hands, in any shape."""
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
        return found

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
        counts[pungs & (hands.packed.how[hand] & 1 == 0)] -= CONCEALED_PUNG_COUNT
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
        tiles = np.stack([_copies_of_tile(mp, sz, tile) for tile in range(len(TILES))], 1)
        held = tiles > 0
        concealed = packed.sets[rows] == 0
        shown = self._shown(packed, rows)
        shapes = {
            Shape.SEVEN_PAIRS: (tiles % 2 == 0).all(1),
            Shape.THIRTEEN_ORPHANS: (held == ORPHAN_TILES).all(1),
            Shape.KNITTED_HONORS: (tiles <= 1).all(1)
            & np.any([~held[:, ~kinds].any(1) for kinds in KNITTED_TILES], axis=0),
        }
        found = []
        for shape, is_shape in shapes.items():
            at = np.flatnonzero(is_shape & concealed)
            sets, counts, failed = self._shapes[shape]
            flags = shown[at] | failed
            for tile, fails in enumerate(self._tile_flags):
                flags |= np.where(held[at, tile], fails, 0)
            counts |= PAIR_WAIT_COUNT if shape is Shape.SEVEN_PAIRS else 0
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
        runs_mp, runs_sz = self._straight_halves
        mp, sz = packed.mp[rows] - runs_mp[straight], packed.sz[rows] - runs_sz[straight]
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
            if not self._knitted_wait:
                counts[within[which]] &= ~SOLE
            given = self._straights[:, straight[which]]
            flags = flags & QUESTIONS | given[2] | shown[which]
            found.append(FormColumns(hand, sets + given[0], counts + given[1], flags))
        return found

    def wait_for_sets(self, packed: PackedHands) -> Mask:
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
            for honors, before_win, tiles, flags in self._patterns:
                if honors is (place == 3):
                    shown |= np.where((before if before_win else after) == tiles, flags, 0)
        return shown


def _copies_of_tile(mp: Column, sz: Column, tile: int) -> Column:
    """How many of one tile each hand holds."""
    half, place = divmod(tile, HALF)
    return (mp, sz)[half] >> 3 * place & 7


def _tiles(kinds: int) -> Mask:
    """Packed kinds as a mask of the tiles, and of no tile."""
    return np.array([kinds >> 3 * tile & 1 for tile in range(NO_TILE + 1)]) > 0


STRAIGHT_TILES = [_tiles(straight)[:NO_TILE] for straight in STRAIGHTS]
KNITTED_TILES = [_tiles(kinds)[:NO_TILE] for kinds in KNITTED]
ORPHAN_TILES = _tiles(ORPHAN_KINDS)[:NO_TILE]
