"""A hand to its forms: every way to read it, each summed up in two numbers.

A *form* is one reading in short. ``sums`` is an int whose fields (:class:`Fields`) count what the
fan table asks about: chows, pungs, kongs, the pair, the shape. ``fails`` has a bit for each
question on tiles that some part of the reading fails. Both are sums (and ors) of what each part
gives, so a suit taken apart is looked up and not looked at; its forms are few (see ``splits``).

Wildcards are no concern of this module: see ``wildcards``, which yields hands without any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from mjcalc.engine.splits import ONES, Piece, is_whole, reach, split
from mjcalc.engine.waits import ARRANGEMENTS, Thirteen, completing, present
from mjcalc.hand import Kind, Meld, Part, Shape, Wait, packed
from mjcalc.tiles import HONOURS, ORPHANS, SUITED, Tile


class Fields:
    """Where each field of ``sums`` begins. Each has room for all that a hand can put into it."""

    CHOWS = 0  # 21 chows, three bits each
    PAIR_CLASS = 63  # 0 none or honours, 1 suited, 2 3 4 the 5 of m p s
    CHOW_SHAPE = 66  # the shape, once more
    PUNGS = 69  # 27 suited ones, a bit each
    HONOUR_PUNGS = 96  # 7, a bit each
    HONOUR_PAIR = 103  # 0 none, 1-7
    MELDED_KONGS = 106
    CONCEALED_KONGS = 109
    CONCEALED_PUNGS = 112  # kongs too
    ALL_PUNGS = 115  # kongs too
    MELDED_SETS = 118
    NINE_GATES = 121
    SHAPE = 122
    PAIRS = 125


# The shapes as the fan table tells them apart: the field SHAPE is an index.
STANDARD, SEVEN_PAIRS, SHIFTED_PAIRS, THIRTEEN_ORPHANS = range(4)
KNITTED_6, KNITTED_5, KNITTED_7, KNITTED_STRAIGHT = range(4, 8)  # by the number of honours
SHAPES = (
    Shape.STANDARD,
    Shape.SEVEN_PAIRS,
    Shape.SEVEN_PAIRS,
    Shape.THIRTEEN_ORPHANS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_HONOURS,
    Shape.KNITTED_STRAIGHT,
)
KNITTED_BY_HONOURS = {5: KNITTED_5, 6: KNITTED_6, 7: KNITTED_7}

WAITS = (None, Wait.EDGE, Wait.CLOSED, Wait.PAIR)
NO_WAIT, EDGE, CLOSED, PAIR_WAIT = range(4)
GATES = 0o311111113


class Record(NamedTuple):
    """What some of the parts give together: a suit taken apart, or all parts of a special shape.

    ``wait`` is an index into WAITS, ``completed`` the index of the part with the winning tile.
    """

    sums: int
    fails: int
    wait: int
    parts: tuple[Part, ...]
    completed: int = -1


Form = tuple[int, int, int, tuple[Record, ...]]  # sums, fails, wait, and the records it is made of


class Placed(NamedTuple):
    """The winning tile's suit taken apart: a record for each part that the tile may complete.

    ``plain`` leaves out those that differ in the wait alone, and the waits. ``lone`` says that the
    suit waits for no other tile, and that there is a wait to score.
    """

    every: tuple[Record, ...]
    plain: tuple[Record, ...]
    lone: bool


class Melded(NamedTuple):
    """What a meld gives: sums, fails, and its tiles: those of no kong, those face up, all."""

    sums: int
    fails: int
    loose: tuple[int, ...]
    open: tuple[int, ...]
    all: tuple[int, ...]


def shape_sums(shape: int) -> int:
    """What a shape adds to ``sums``."""
    return (shape << Fields.SHAPE) + (shape << Fields.CHOW_SHAPE)


def part_sums(part: Part) -> int:
    """What one part adds to ``sums``."""
    suit, rank = divmod(part.tile, 9)
    if part.kind is Kind.CHOW:
        return (1 << Fields.CHOWS + 3 * (7 * suit + rank)) + (part.melded << Fields.MELDED_SETS)
    if part.kind is Kind.PAIR:
        if suit == 3:
            return (rank + 1 << Fields.HONOUR_PAIR) + (1 << Fields.PAIRS)
        return ((2 + suit if rank == 4 else 1) << Fields.PAIR_CLASS) + (1 << Fields.PAIRS)
    sums = 1 << (Fields.HONOUR_PUNGS + rank if suit == 3 else Fields.PUNGS + part.tile)
    sums += (1 << Fields.ALL_PUNGS) + (part.concealed << Fields.CONCEALED_PUNGS)
    if part.kind is Kind.KONG:
        sums += 1 << (Fields.CONCEALED_KONGS if part.concealed else Fields.MELDED_KONGS)
    return sums + (part.melded << Fields.MELDED_SETS)


def wait_for(part: Part, rank: int) -> int:
    """The wait (index into WAITS) of a part completed by this rank: 1233 is edge, 4556 closed."""
    if part.kind is Kind.PAIR:
        return PAIR_WAIT
    if part.kind is not Kind.CHOW:
        return NO_WAIT
    step = rank - (part.rank - 1)
    if step == 1:
        return CLOSED
    return EDGE if (part.rank, step) in ((1, 2), (7, 0)) else NO_WAIT


def meld_part(meld: Meld) -> Part:
    """The meld as a part of a reading."""
    return Part(meld.kind, meld.tiles, not meld.concealed, meld.source, meld.concealed)


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
        self._fails = fails
        self._no_parts = no_parts
        self._knitted_wait = knitted_wait
        self._exhausted_wait = exhausted_wait
        self._suits: dict[int, tuple[Record, ...]] = {}
        self._placed: dict[int, Placed] = {}
        self._melds: dict[Meld, Melded] = {}

    def forms(
        self,
        counts: Sequence[int],
        winning: Tile,
        self_drawn: bool,
        hand: Thirteen,
        sole: bool | None = None,
    ) -> list[Form]:
        """Every form of these concealed tiles and the winning tile, without what the melds give.

        ``hand`` is the thirteen as they waited, ``sole`` what is known of their wait: None asks
        whether the winning tile is the only one that completes them.
        """
        suit, rank = divmod(winning, 9)
        count = counts[suit]
        placed = self._placed.get((count << 4 | rank) << 3 | suit << 1 | self_drawn)
        if placed is None:
            placed = self.placed(suit, count, rank, self_drawn)
        rows = placed.plain
        if placed.every is not rows and self._scores_wait(placed, winning, hand, sole):
            rows = placed.every
        bases: list[tuple[int, int, tuple[Record, ...]]] = [(0, 0, ())]
        for place in (0, 1, 2, 3):
            other = counts[place]
            if other and place != suit:
                records = self._suits.get(other << 2 | place)
                if records is None:
                    records = self.suit(place, other)
                bases = [
                    (sums + record[0], fails | record[1], (*chain, record))
                    for sums, fails, chain in bases
                    for record in records
                ]
        forms = [
            (sums + row[0], fails | row[1], row[2], (row, *chain))
            for sums, fails, chain in bases
            for row in rows
            if sums + row[0] >> Fields.PAIRS == 1
        ]
        if not forms or (not hand.melds and count & ONES == 1 << 3 * rank):
            forms += self._special(counts, winning, self_drawn, hand, sole)
        return forms

    # -- what is remembered -----------------------------------------------------------------------

    def suit(self, suit: int, count: int) -> tuple[Record, ...]:
        """The records of one suit's concealed tiles, none of them the winning tile."""
        key = count << 2 | suit
        known = self._suits.get(key)
        if known is None:
            ways = split(count, suit < 3)
            known = tuple(self._record([_part(suit, *piece) for piece in way]) for way in ways)
            self._suits[key] = known
        return known

    def placed(self, suit: int, count: int, rank: int, self_drawn: bool) -> Placed:
        """The records of the winning tile's suit; ``count`` is without that tile."""
        key = (count << 4 | rank) << 3 | suit << 1 | self_drawn
        known = self._placed.get(key)
        if known is None:
            ways = split(count + (1 << 3 * rank), suit < 3)
            every = [self._completed(suit, way, rank, self_drawn) for way in ways]
            rows = tuple(row for way in every for row in way)
            if count == GATES and suit < 3:
                gates = 1 << Fields.NINE_GATES
                rows = tuple(row._replace(sums=row.sums + gates) for row in rows)
            plain = {(row.sums, row.fails): row._replace(wait=NO_WAIT) for row in reversed(rows)}
            waits = any(row.wait for row in rows)
            one = reach(count, suit < 3).bit_count() == 1 and not is_whole(count, suit < 3)
            # A suit that is whole without the winning tile waits with the pair of another suit.
            known = Placed(rows, tuple(plain.values()) if waits else rows, waits and one)
            self._placed[key] = known
        return known

    def meld(self, meld: Meld) -> Melded:
        """What one meld gives."""
        known = self._melds.get(meld)
        if known is None:
            part, tiles, none = meld_part(meld), packed(meld.tiles), (0, 0, 0, 0)
            known = Melded(
                part_sums(part),
                self._fails(part),
                none if meld.kind is Kind.KONG else tiles,
                none if meld.concealed else tiles,
                tiles,
            )
            self._melds[meld] = known
        return known

    def _record(self, parts: Iterable[Part], wait: int = NO_WAIT, completed: int = -1) -> Record:
        parts = tuple(parts)
        fails = 0
        for part in parts:
            fails |= self._fails(part)
        return Record(sum(map(part_sums, parts)), fails, wait, parts, completed)

    def _completed(
        self, suit: int, way: tuple[Piece, ...], rank: int, self_drawn: bool
    ) -> Iterator[Record]:
        """A record for each part that holds the winning rank, like parts once."""
        tile = Tile(9 * suit + rank)
        parts = [_part(suit, *piece) for piece in way]
        for place, part in enumerate(parts):
            if tile in part.tiles and part not in parts[:place]:
                concealed = self_drawn or part.kind is not Kind.PUNG
                won = Part(part.kind, part.tiles, concealed=concealed)
                whole = [*parts[:place], won, *parts[place + 1 :]]
                yield self._record(whole, wait_for(part, rank), place)

    # -- the wait ---------------------------------------------------------------------------------

    def _scores_wait(
        self, placed: Placed, winning: Tile, hand: Thirteen, sole: bool | None
    ) -> bool:
        """Whether no other tile completes the thirteen, over all readings and all shapes."""
        if sole is not None:
            return sole
        if self._exhausted_wait:
            # By form the suit tells, and of other shapes only seven pairs can wait beside sets.
            return placed.lone and (hand.melds > 0 or self._only_pair(winning, hand))
        return self.is_sole(winning, hand)

    @staticmethod
    def _only_pair(winning: Tile, hand: Thirteen) -> bool:
        odd = [count & ONES for count in hand.counts]
        suit, rank = divmod(winning, 9)
        return sum(map(int.bit_count, odd)) != 1 or odd[suit] == 1 << 3 * rank

    def is_sole(self, winning: Tile, hand: Thirteen) -> bool:
        """Whether the winning tile is the only one that completes the thirteen, by the option."""
        waits = completing(hand)
        if not self._exhausted_wait:
            for tile in Tile:
                held = hand.counts[tile // 9] + hand.beside[tile // 9]
                if tile is not winning and held >> 3 * (tile % 9) & 7 >= 4:
                    waits &= ~(1 << tile)
        return waits == 1 << winning

    # -- the other shapes -------------------------------------------------------------------------

    def _special(
        self,
        counts: Sequence[int],
        winning: Tile,
        self_drawn: bool,
        hand: Thirteen,
        sole: bool | None,
    ) -> list[Form]:
        suit, rank = divmod(winning, 9)
        whole = list(counts)
        whole[suit] += 1 << 3 * rank

        def is_sole() -> bool:
            return self.is_sole(winning, hand) if sole is None else sole

        forms: list[Form] = []
        if hand.melds == 0:
            tiles = [t for t in Tile for _ in range(whole[t // 9] >> 3 * (t % 9) & 7)]
            if not any(count & ONES for count in whole):
                forms += self._pairs(tiles, winning, PAIR_WAIT if is_sole() else NO_WAIT)
            elif len(set(tiles)) >= 13:
                forms += self._singles(tiles, winning)
        if hand.melds <= 1:
            forms += self._knitted_straight(whole, winning, self_drawn, is_sole)
        return forms

    def _single_form(self, shape: int, parts: Sequence[Part], winning: Tile, wait: int) -> Form:
        completed = next(place for place, part in enumerate(parts) if winning in part.tiles)
        fails = self._no_parts
        for part in parts:
            fails |= self._fails(part)
        sums = shape_sums(shape)
        return sums, fails, wait, (Record(sums, fails, wait, tuple(parts), completed),)

    def _pairs(self, tiles: list[Tile], winning: Tile, wait: int) -> list[Form]:
        parts = [Part(Kind.PAIR, (tile, tile)) for tile in tiles[::2]]
        first = parts[0].tile
        row = [part.tile for part in parts] == list(range(first, first + 7))
        shifted = row and first in SUITED and first.rank <= 3
        shape = SHIFTED_PAIRS if shifted else SEVEN_PAIRS
        return [self._single_form(shape, parts, winning, wait)]

    def _singles(self, tiles: list[Tile], winning: Tile) -> list[Form]:
        kinds = sorted(set(tiles))
        if set(kinds) == ORPHANS:
            parts = [
                Part(
                    Kind.PAIR if tiles.count(tile) == 2 else Kind.SINGLE,
                    (tile,) * tiles.count(tile),
                )
                for tile in kinds
            ]
            return [self._single_form(THIRTEEN_ORPHANS, parts, winning, NO_WAIT)]
        counts = packed(tiles)
        if len(kinds) == 14 and any(
            not any(count & ~run for count, run in zip(counts, runs, strict=True))
            for runs in ARRANGEMENTS
        ):
            shape = KNITTED_BY_HONOURS[len(HONOURS.intersection(tiles))]
            parts = [Part(Kind.SINGLE, (tile,)) for tile in tiles]
            return [self._single_form(shape, parts, winning, NO_WAIT)]
        return []

    def _knitted_straight(
        self, whole: Sequence[int], winning: Tile, self_drawn: bool, is_sole: Callable[[], bool]
    ) -> list[Form]:
        suit, rank = divmod(winning, 9)
        forms: list[Form] = []
        for runs in ARRANGEMENTS:
            run3 = (*runs[:3], 0)
            if any(run & ~present(count) for run, count in zip(run3, whole, strict=True)):
                continue
            knitted = [Part(Kind.KNITTED, _tiles(place, run)) for place, run in enumerate(runs[:3])]
            left = [count - run for count, run in zip(whole, run3, strict=True)]
            within = bool(run3[suit] >> 3 * rank & 1)
            if within:
                base = self._single_form(KNITTED_STRAIGHT, knitted, winning, NO_WAIT)
                forms += self._with_rest([base], left, range(4))
            if left[suit] >> 3 * rank & 7:
                base = self._single_form(KNITTED_STRAIGHT, knitted, knitted[0].tile, NO_WAIT)
                base = (*base[:3], (base[3][0]._replace(completed=-1),))
                placed = self.placed(suit, left[suit] - (1 << 3 * rank), rank, self_drawn)
                scored = (self._knitted_wait or not within) and is_sole()
                rows = placed.every if scored else placed.plain
                begun: list[Form] = [
                    (row.sums + base[0], row.fails | base[1], row.wait, (row, *base[3]))
                    for row in rows
                ]
                forms += self._with_rest(begun, left, [p for p in range(4) if p != suit])
        return forms

    def _with_rest(self, forms: list[Form], left: list[int], suits: Iterable[int]) -> list[Form]:
        for place in suits:
            if left[place]:
                forms = [
                    (sums + more.sums, fails | more.fails, wait, (*chain, more))
                    for sums, fails, wait, chain in forms
                    for more in self.suit(place, left[place])
                ]
        return [form for form in forms if form[0] >> Fields.PAIRS == 1]


def _part(suit: int, kind: Kind, rank: int) -> Part:
    first = Tile(9 * suit + rank)
    if kind is Kind.CHOW:
        return Part(kind, (first, Tile(first + 1), Tile(first + 2)))
    return Part(kind, (first,) * (2 if kind is Kind.PAIR else 3))


def _tiles(suit: int, count: int) -> tuple[Tile, ...]:
    return tuple(Tile(9 * suit + rank) for rank in range(9) if count >> 3 * rank & 7)
