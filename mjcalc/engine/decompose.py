"""A hand to its forms: every way to read it (see ``parts``), suit by suit.

A suit taken apart is looked up and not looked at: its forms are few (see ``splits``). Wildcards
are no concern of this module: see ``wildcards``, which yields hands without any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from mjcalc.draft import Kind
from mjcalc.engine.memo import Memo
from mjcalc.engine.parts import (
    KNITTED_BY_HONOURS,
    KNITTED_PARTS,
    KNITTED_STRAIGHT,
    OPEN_PUNGS,
    PAIRS,
    PARTS,
    PIECES,
    SEVEN_PAIRS,
    SHIFTED_PAIRS,
    SINGLES,
    STANDARD,
    THIRTEEN_ORPHANS,
    Fields,
    Record,
    joined,
    meld_part,
    part_sums,
    shape_sums,
)
from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS
from mjcalc.engine.splits import NO_WAIT, PAIR, PAIR_WAIT, PUNG, WAIT_FOR, is_whole, reach, split
from mjcalc.engine.waits import Thirteen, completing, is_sole
from mjcalc.hand import Meld
from mjcalc.packed import (
    EVERY_KIND,
    MELD_BITS,
    Packed,
    count,
    kinds,
    placed_key,
    suits_of,
    tiles_of,
)
from mjcalc.reading import Part
from mjcalc.tiles import HONOURS, TILES, Tile

TWO_MELDS = (1 << 2 * MELD_BITS) - 1
A_CONCEALED_PUNG = 1 << Fields.CONCEALED_PUNGS
GATES = 0o311111113
HONOUR_TILES = count(HONOURS)
ROWS = frozenset(
    count(map(Tile, range(first, first + 7))) for n in range(3) for first in range(9 * n, 9 * n + 3)
)


class Placed(NamedTuple):
    """The winning tile's suit taken apart: a record for each part that the tile may complete.

    Once for another player's tile and once for a drawn one. ``waits`` says that there is a wait to
    score, ``lone`` that by form the suits wait for no other tile.
    """

    rows: tuple[Sequence[Record], Sequence[Record]]  # claimed, drawn
    waits: bool
    lone: bool


class Melded(NamedTuple):
    """What melds give: sums, fails, and their packed tiles."""

    sums: int = 0
    fails: int = 0
    tiles: int = 0


class Decomposer:
    """Takes hands apart for one list of questions; remembers the suits and melds it has seen.

    ``fails`` gives the bits of the questions that a part fails, ``no_parts`` those that a shape
    without sets fails.
    """

    def __init__(
        self,
        fails: Callable[[Part], int],
        no_parts: int,
        knitted_wait: bool = True,
        exhausted_wait: bool = True,
    ) -> None:
        self._no_parts = no_parts
        self._knitted_wait = knitted_wait
        self._exhausted_wait = exhausted_wait
        self._part_fails = {part: fails(part) for part in PARTS}
        self._part_sums = {part: part_sums(part) for part in PARTS}
        self._meld = Memo(self._meld_of)
        shapeless = Record(shape_sums(KNITTED_STRAIGHT), no_parts, NO_WAIT, ())
        self._straights = {
            straight: joined([self._record(parts), shapeless])._replace(parts=parts)
            for straight, parts in KNITTED_PARTS.items()
        }
        self._loose = Memo(self._loose_fails)
        self.suits = Memo(self._suit)
        self.placed = Memo(self._place)
        self.melded = Memo(self._melded)

    def rows(self, key: int, hand: Packed, sole: bool | None) -> Sequence[Record]:
        """The records of this suit and winning tile, the waits left out where none scores.

        The key is the hand's, or of what a knitted straight leaves of it. ``sole`` is what is known
        of the wait; None asks whether it was a sole one.
        """
        placed = self.placed[key]
        rows = placed.rows[hand.how & 1]
        if placed.waits and self.scores_wait(placed, hand, sole):
            return rows
        return [row._replace(wait=NO_WAIT) for row in rows]

    def forms(self, hand: Packed, sole: bool | None = None) -> list[tuple[Record, ...]]:
        """Every way to read the hand in any shape, as the records that it is made of."""
        lists = [self.suits[key] for key in hand.others]
        return _with_one_pair(product(self.rows(hand.placed, hand, sole), *lists)) + self.special(
            hand, sole, written=True
        )

    def thirteen(self, hand: Packed) -> Thirteen:
        """The thirteen tiles of a hand without wildcards, as they waited."""
        return Thirteen(
            hand.counts, self.melds(hand.melds).tiles, -(-hand.melds.bit_length() // MELD_BITS)
        )

    def melds(self, key: int) -> Melded:
        """What all melds give, remembered two by two."""
        first = self.melded[key & TWO_MELDS]
        if key <= TWO_MELDS:
            return first
        second = self.melded[key >> 2 * MELD_BITS]
        return Melded(first[0] + second[0], first[1] | second[1], first[2] + second[2])

    # -- what is remembered -----------------------------------------------------------------------

    def _suit(self, key: int) -> tuple[Record, ...]:
        """The records of one suit's concealed tiles, none of them the winning tile."""
        counts, suit = key >> 2, key & 3
        ways = split(counts, suit < 3)
        return tuple(self._record([PIECES[suit][piece] for piece in way]) for way in ways)

    def _place(self, key: int) -> Placed:
        """The winning tile's suit taken apart; the key is a ``packed.placed_key``."""
        counts, rank, suit = key >> 6, key >> 2 & 15, key & 3
        whole, suited = counts + (1 << 3 * rank), suit < 3
        gates = (counts == GATES and suited) << Fields.NINE_GATES
        drawn: list[Record] = []
        pungs = waits = 0
        for way, pieces in zip(self.suits[whole << 2 | suit], split(whole, suited), strict=True):
            sums, fails, _, parts, _ = way
            last = None
            for place, piece in enumerate(pieces):
                wait = WAIT_FOR[piece][rank]
                if wait is None or piece == last:
                    continue
                last = piece
                waits |= wait
                pungs += PUNG <= piece < PAIR
                drawn.append(Record(sums + gates, fails, wait, parts, place))
        tile = TILES[9 * suit + rank]
        rows = tuple(drawn)
        claimed = tuple([_claimed(row, tile) for row in rows]) if pungs else rows
        # A suit that is whole without the winning tile waits with the pair of another suit.
        lone = waits and not is_whole(counts, suited) and reach(counts, suited).bit_count() == 1
        return Placed((claimed, rows), bool(waits), bool(lone))

    def _melded(self, key: int) -> Melded:
        """What the melds of these codes give together."""
        if key:
            first = self._meld[key & (1 << MELD_BITS) - 1]
            second = self.melded[key >> MELD_BITS]
        else:
            return Melded()
        return Melded(first[0] + second[0], first[1] | second[1], first[2] + second[2])

    def _meld_of(self, code: int) -> Melded:
        meld = Meld.of_code(code)
        part = meld_part(meld)
        return Melded(self._part_sums[part], self._part_fails[part], count(meld.tiles))

    def _record(self, parts: Sequence[Part], wait: int = NO_WAIT, completed: int = -1) -> Record:
        sums = fails = 0
        for part in parts:
            sums += self._part_sums[part]
            fails |= self._part_fails[part]
        return Record(sums, fails, wait, tuple(parts), completed)

    # -- the wait ---------------------------------------------------------------------------------

    def scores_wait(self, placed: Placed, hand: Packed, sole: bool | None) -> bool:
        """Whether no other tile completes the thirteen, over all readings and all shapes."""
        if self._exhausted_wait and sole is None:
            # By form the suit tells, and of other shapes only seven pairs can wait beside sets.
            return placed.lone and (hand.melds > 0 or _no_other_pair(hand))
        return self._is_sole(hand, sole)

    def _is_sole(self, hand: Packed, sole: bool | None = None) -> bool:
        """Whether the winning tile is the only one that completes the thirteen, by the option."""
        if sole is not None:
            return sole
        thirteen = self.thirteen(hand)
        return is_sole(completing(thirteen), thirteen, hand.winning, self._exhausted_wait)

    # -- the other shapes -------------------------------------------------------------------------

    def special(
        self, hand: Packed, sole: bool | None = None, written: bool = False
    ) -> list[tuple[Record, ...]]:
        """Every way to read the hand in another shape than sets and a pair.

        Parts of a shape without sets are named only if they are to be ``written``.
        """
        whole = hand.counts + (1 << 3 * hand.winning)
        have = kinds(whole)
        if not hand.melds:
            shape, wait = STANDARD, NO_WAIT
            if not whole & EVERY_KIND:
                shape = SHIFTED_PAIRS if whole >> 1 in ROWS else SEVEN_PAIRS
                wait = PAIR_WAIT if self._is_sole(hand, sole) else NO_WAIT
            elif have == ORPHAN_KINDS:
                shape = THIRTEEN_ORPHANS
            elif whole == have and any(not whole & ~allowed for allowed in KNITTED):
                shape = KNITTED_BY_HONOURS[(whole & HONOUR_TILES).bit_count()]
            if shape != STANDARD:
                return [(self._without_sets(shape, hand, whole, wait, written),)]
        forms: list[tuple[Record, ...]] = []
        if not hand.melds >> MELD_BITS:
            for straight in STRAIGHTS:
                if not straight & ~have:
                    forms += self._knitted_straight(straight, hand, sole)
        return forms

    def _without_sets(
        self, shape: int, hand: Packed, whole: int, wait: int, written: bool
    ) -> Record:
        """All tiles of a shape without sets in one record."""
        m, p, s, z = suits_of(whole)
        loose = self._loose
        fails = loose[m << 2] | loose[p << 2 | 1] | loose[s << 2 | 2] | loose[z << 2 | 3]
        parts: tuple[Part, ...] = ()
        if written:
            single = shape not in (SEVEN_PAIRS, SHIFTED_PAIRS)
            parts = tuple(
                PAIRS[tile] if whole >> 3 * tile & 6 else SINGLES[tile]
                for tile in (dict.fromkeys(tiles_of(whole)) if single else tiles_of(whole)[::2])
            )
        completed = next((n for n, part in enumerate(parts) if hand.winning in part.tiles), -1)
        return Record(shape_sums(shape), fails | self._no_parts, wait, parts, completed)

    def _loose_fails(self, key: int) -> int:
        """The questions that the tiles of a suit fail, whatever parts they are in."""
        fails = 0
        for tile in tiles_of(key >> 2 << 27 * (key & 3)):
            fails |= self._part_fails[SINGLES[tile]]
        return fails

    def _knitted_straight(
        self, straight: int, hand: Packed, sole: bool | None
    ) -> list[tuple[Record, ...]]:
        """The straight beside a set and a pair; the winning tile in the one or in the others."""
        suit, rank = divmod(hand.winning, 9)
        base = self._straights[straight]
        left = suits_of(hand.counts + (1 << 3 * hand.winning) - straight)
        within = straight >> 3 * hand.winning & 1
        forms: list[tuple[Record, ...]] = []
        if within:
            forms += self._rest((base._replace(completed=suit),), left, (0, 1, 2, 3))
        if left[suit] >> 3 * rank & 7:
            key = placed_key(suit, left[suit] - (1 << 3 * rank), rank)
            if within and not self._knitted_wait:
                sole = False
            elif sole is None:
                sole = self.placed[key].waits and self._is_sole(hand)
            for row in self.rows(key, hand, sole):
                forms += self._rest((row, base), left, [n for n in range(4) if n != suit])
        return forms

    def _rest(
        self, begun: tuple[Record, ...], left: Sequence[int], suits: Iterable[int]
    ) -> list[tuple[Record, ...]]:
        """The ways to read the rest of the tiles as sets, one pair among all."""
        lists = [self.suits[left[suit] << 2 | suit] for suit in suits if left[suit]]
        return _with_one_pair((*begun, *more) for more in product(*lists))


def _with_one_pair(chains: Iterable[tuple[Record, ...]]) -> list[tuple[Record, ...]]:
    return [
        chain for chain in chains if sum([record.sums for record in chain]) >> Fields.PAIRS == 1
    ]


def _no_other_pair(hand: Packed) -> bool:
    """Whether the thirteen do not wait for seven pairs with another tile."""
    odd = hand.counts & EVERY_KIND
    return odd.bit_count() != 1 or odd == 1 << 3 * hand.winning


def _claimed(row: Record, tile: Tile) -> Record:
    """The record where another player's tile completed it: a pung is then no concealed one."""
    sums, fails, wait, parts, place = row
    if parts[place].kind is not Kind.PUNG:
        return row
    parts = (*parts[:place], OPEN_PUNGS[tile], *parts[place + 1 :])
    return Record(sums - A_CONCEALED_PUNG, fails, wait, parts, place)
