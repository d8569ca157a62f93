"""Hands with wildcards in columns: every hand without any that they may be, as rows (rules 3).

The same hands as in ``plain``, for many at once. The wildcards are shared out to the suits, and the
whole suits that they make are looked up by the real tiles; other shapes are few enough to try.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjcalc.engine import halves
from mjcalc.engine.halves import Column
from mjcalc.engine.known import distinct
from mjcalc.engine.plain import OTHER_FACE
from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS, shares
from mjcalc.engine.suit_rows import RANKS, Fillings, SuitRows
from mjcalc.engine.waits import Thirteen, completing, is_sole
from mjcalc.hand.columns import Hands
from mjcalc.hand.kinds import SETS
from mjcalc.hand.packed import A_SUIT, NO_TILE, count, tiles_of
from mjcalc.hand.packed_columns import HALF_FOURS, HALF_ONES, OCTAL, PackedHands
from mjcalc.hand.row import HALF
from mjcalc.memo import Memo
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import ORPHANS, TILES

NOT_LOOKED_UP, LEFT_OUT = -1, -1
# How many hands with 0 to 4 wildcards become rows together: some 40,000 rows, at most 10^6.
TOGETHER = (1 << 14, 1 << 13, 1 << 12, 1 << 10, 1 << 8)
Whole = tuple[Column, Column, Column]  # of which hand (its row), and its concealed tiles when whole


class PlainHands(NamedTuple):
    """Hands without wildcards in columns, with their melds.

    ``sole`` says whether the wait was a sole one: 1, 0, or UNKNOWN where the hand itself tells.
    """

    packed: PackedHands
    melds: NDArray[np.uint16]
    sole: NDArray[np.int8]


class WildColumns:
    """Finds the hands without wildcards under one ruleset, from the rows of the suits."""

    def __init__(self, rows: Sequence[SuitRows], rules: Ruleset) -> None:
        suited = Memo(partial(Fillings, rows[0], RANKS))
        self._fillings = (suited, suited, suited, Memo(partial(Fillings, rows[3], 7)))
        self._rules = rules

    def may_hold_five(self, hands: PackedHands) -> NDArray[np.bool_]:
        """Of which hands a wildcard may be a fifth copy, if the rules let it: they are left out."""
        if not self._rules.wild.fifth_copy:
            return np.zeros(len(hands.wild), np.bool_)
        wilds = _wilds(hands)
        real = _real(hands, wilds)
        over = halves.above_four(real.mp + hands.melded_mp, wilds * HALF_ONES)
        over |= halves.above_four(real.sz + hands.melded_sz, wilds * HALF_ONES)
        return np.asarray(over != 0)

    def plain_hands(self, hands: Hands) -> Iterator[tuple[Column, PlainHands]]:
        """All that the hands may be, in parts, with the row of the hand for each."""
        packed, melds = hands.packed, hands.melds
        wilds = np.where(self.may_hold_five(packed), LEFT_OUT, _wilds(packed))
        unknown = np.full(len(hands), NOT_LOOKED_UP, np.int8)
        if not wilds.any():
            yield np.arange(len(hands)), PlainHands(packed, melds, unknown)
            return
        for number, together in enumerate(TOGETHER):
            every = np.flatnonzero(wilds == number)
            for first in range(0, len(every), together):
                of = every[first : first + together]
                plain, sole = PackedHands(*(column[of] for column in packed)), unknown[of]
                if number:
                    rows, plain, sole = self._plain_hands(plain, number)
                    of = of[rows]
                yield of, PlainHands(plain, melds[of], sole)

    def _plain_hands(
        self, hands: PackedHands, wilds: int
    ) -> tuple[Column, PackedHands, NDArray[np.int8]]:
        """All that hands of so many wildcards may be: of which hand, and if the wait was sole."""
        real = _real(hands, wilds)
        of, mp, sz = whole = self._completions(real, wilds)
        over = halves.above_four(mp, hands.melded_mp[of])
        over |= halves.above_four(sz, hands.melded_sz[of])
        rows, winning = _winning_tiles(np.flatnonzero(over == 0), real, whole)
        of, mp, sz = (column[rows] for column in whole)
        melded_mp, melded_sz = hands.melded_mp[of], hands.melded_sz[of]
        other_face = (mp != hands.mp[of]) | (sz != hands.sz[of])
        fours = halves.kind_count(
            HALF_FOURS, hands.mp + hands.melded_mp, hands.sz + hands.melded_sz
        )
        kongs = (fours - hands.fours)[of]
        plain = PackedHands(
            mp, sz, melded_mp, melded_sz, hands.sets[of], winning,
            own=halves.copies_of(mp, sz, winning),
            how=hands.how[of] | other_face * np.int64(OTHER_FACE),
            winds=hands.winds[of],
            fours=halves.kind_count(HALF_FOURS, mp + melded_mp, sz + melded_sz) - kongs,
            odd=halves.kind_count(HALF_ONES, mp, sz),
            wild=np.full(len(of), NO_TILE),
        )  # fmt: skip
        return of, plain, self._sole(real, wilds, of, plain)[of]

    def _sole(
        self, real: PackedHands, wilds: int, of: Column, plain: PackedHands
    ) -> NDArray[np.int8]:
        """Whether the waits of the hands were sole ones, wildcards free.

        Each tile of a completion might have come last, whatever the wildcards then stood for. So
        only where all completions are copies of one tile is there anything to look at.
        """
        drawn = real.winning == real.wild
        free = wilds - drawn
        last = real.winning.copy()
        last[of] = plain.winning
        mp, sz = (7 * one[of] for one in halves.one_of(last))
        others = (plain.mp - real.mp[of]) & ~mp | (plain.sz - real.sz[of]) & ~sz
        sole = np.full(len(last), NOT_LOOKED_UP, np.int8)
        sole[of[others != 0]] = 0
        sole[(real.sets == SETS) & (free > 0)] = 0  # one wildcard waits for all tiles
        for row in distinct(of[((sole == NOT_LOOKED_UP) & (free > 0))[of]]).tolist():
            held = tuple(int(column[row]) for column in real)
            tiles, beside = held[0] | held[1] << 3 * HALF, held[2] | held[3] << 3 * HALF
            tiles -= 0 if drawn[row] else 1 << 3 * int(last[row])
            thirteen = Thirteen(tiles, beside, int(real.sets[row]), int(free[row]))
            found = completing(thirteen)
            sole[row] = is_sole(found, thirteen, int(last[row]), self._rules.exhausted_wait)
        return sole

    def _completions(self, real: PackedHands, wilds: int) -> Whole:
        """What so many wildcards make of the real tiles; a hand of two shapes comes twice."""
        concealed = real.sets == 0
        even = np.flatnonzero(concealed & (halves.kind_count(HALF_ONES, real.mp, real.sz) <= wilds))
        few = np.flatnonzero(concealed & (halves.kind_count(6 * HALF_ONES, real.mp, real.sz) <= 1))
        found = [
            self._standard(np.arange(len(concealed)), real.mp, real.sz, wilds),
            *self._knitted_straights(real, wilds),
            _seven_pairs(even, real.mp[even], real.sz[even], wilds),
            _without_sets(few, real.mp[few], real.sz[few]),
        ]
        return _join_wholes(found)

    def _standard(self, hands: Column, mp: Column, sz: Column, wilds: int) -> Whole:
        """Sets and one pair of these tiles of the hands."""
        spans = [
            [fillings[more].spans(halves.suit_of(mp, sz, place)) for more in range(wilds + 1)]
            for place, fillings in enumerate(self._fillings)
        ]
        found = []
        for share in shares(wilds):
            shared = [spans[place][more] for place, more in enumerate(share)]
            starts, sizes = zip(*shared, strict=True)
            times = sizes[0] * sizes[1] * sizes[2] * sizes[3]
            of = np.repeat(np.arange(len(hands), dtype=np.int32), times)
            number = np.arange(len(of), dtype=np.int32) - np.repeat(np.cumsum(times) - times, times)
            suits = []
            for place, more in enumerate(share):
                at = starts[place][of]
                if more:  # else the suit is whole as it is
                    number, which = np.divmod(number, sizes[place][of])
                    at += which
                suits.append(self._fillings[place][more].whole[at])
            paired = np.flatnonzero(np.sum([suit >> 27 for suit in suits], axis=0) == 1)
            m, p, s, z = (suit[paired].astype(np.int64) & A_SUIT for suit in suits)
            found.append((hands[of[paired]], m | p << 27, s | z << 27))
        return _join_wholes(found)

    def _knitted_straights(self, real: PackedHands, wilds: int) -> Iterator[Whole]:
        """A knitted straight, and what is left of the tiles and wildcards as a set and a pair."""
        few = np.flatnonzero(real.sets <= 1)
        hands = np.repeat(few, len(STRAIGHTS))
        mp, sz = (np.tile(half, len(few)) for half in halves.of_packed(STRAIGHTS))
        have_mp, have_sz = halves.held(real.mp[hands]) & mp, halves.held(real.sz[hands]) & sz
        spare = wilds - 9 + halves.kind_count(HALF_ONES, have_mp, have_sz)
        for number in range(wilds + 1):
            at = np.flatnonzero(spare == number)
            left_mp, left_sz = real.mp[hands[at]] - have_mp[at], real.sz[hands[at]] - have_sz[at]
            of, more_mp, more_sz = self._standard(at, left_mp, left_sz, number)
            yield hands[of], more_mp + mp[of], more_sz + sz[of]


def _wilds(hands: PackedHands) -> Column:
    """How many wildcards each hand holds, the winning one too; none are looked for in thirteen."""
    wilds = halves.copies_of(hands.mp, hands.sz, hands.wild)
    return np.where(hands.winning == NO_TILE, 0, wilds)


def _real(hands: PackedHands, wilds: Column | int) -> PackedHands:
    """The hands without their wildcards."""
    mp, sz = halves.one_of(hands.wild)
    return hands._replace(mp=hands.mp - wilds * mp, sz=hands.sz - wilds * sz)


def _join_wholes(found: Sequence[Whole]) -> Whole:
    of, mp, sz = map(np.concatenate, zip(*found, strict=True))
    return of, mp, sz


def _winning_tiles(rows: Column, real: PackedHands, whole: Whole) -> tuple[Column, Column]:
    """These rows of the whole hands, and the winning tile of each.

    A winning wildcard may be any of the tiles that wildcards stand for: a row for each.
    """
    of, mp, sz = whole
    drawn = (real.winning == real.wild)[of[rows]]
    at, rest = rows[drawn], rows[~drawn]
    chosen, winning = [rest], [real.winning[of[rest]]]
    for first, half, before in ((0, mp, real.mp), (HALF, sz, real.sz)):
        kinds = halves.held(half[at] - before[of[at]])
        while kinds.any():
            some = np.flatnonzero(kinds)
            lowest = kinds[some] & -kinds[some]
            kinds[some] -= lowest
            chosen.append(at[some])
            winning.append(first + np.bitwise_count(lowest - 1).astype(np.int64) // 3)
    return np.concatenate(chosen), np.concatenate(winning)


def _seven_pairs(hands: Column, mp: Column, sz: Column, wilds: int) -> Whole:
    """Seven pairs of these tiles of the hands; wildcards that are left are pairs too."""
    spare = wilds - halves.kind_count(HALF_ONES, mp, sz)
    mp, sz = mp + (mp & HALF_ONES), sz + (sz & HALF_ONES)
    found = []
    for pairs in range(wilds // 2 + 1):
        at, (more_mp, more_sz) = np.flatnonzero(spare == 2 * pairs), _pair_choices(pairs)
        over = halves.above_four(mp[at, None], more_mp) | halves.above_four(sz[at, None], more_sz)
        of, which = np.nonzero(over == 0)
        of = at[of]
        found.append((hands[of], mp[of] + more_mp[which], sz[of] + more_sz[which]))
    return _join_wholes(found)


def _without_sets(hands: Column, mp: Column, sz: Column) -> Whole:
    """Thirteen orphans, and knitted tiles with honors, that hold these tiles of the hands."""
    held_mp, held_sz = halves.held(mp), halves.held(sz)
    found = []
    for kinds, whole in _whole_without_sets():
        other = held_mp & ~(kinds & OCTAL) | held_sz & ~(kinds >> 3 * HALF)
        at, (whole_mp, whole_sz) = np.flatnonzero(other == 0), whole
        # With four more of each kind, four are left of all kinds of which there are enough.
        left = (
            (whole_mp | HALF_FOURS) - mp[at, None]
            & (whole_sz | HALF_FOURS) - sz[at, None]
            & HALF_FOURS
        )
        of, which = np.nonzero(left == HALF_FOURS)
        found.append((hands[at[of]], whole_mp[which], whole_sz[which]))
    return _join_wholes(found)


@cache
def _pair_choices(number: int) -> tuple[Column, Column]:
    """Every choice of so many pairs."""
    tiles = combinations_with_replacement(TILES, number)
    return halves.of_packed([2 * count(pairs) for pairs in tiles])


@cache
def _whole_without_sets() -> list[tuple[int, tuple[Column, Column]]]:
    """Kinds, and every hand of them that is thirteen orphans, or knitted tiles with honors."""
    orphans = [ORPHAN_KINDS + count([tile]) for tile in sorted(ORPHANS)]
    found = [(ORPHAN_KINDS, halves.of_packed(orphans))]
    for kinds in KNITTED:
        whole = [count(tiles) for tiles in combinations(tiles_of(kinds), 14)]
        found.append((kinds, halves.of_packed(whole)))
    return found
