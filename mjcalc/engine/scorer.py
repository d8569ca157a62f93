"""The price of a hand: its best reading, 就高不就低, ties by the rule of the fan table.

A hand is taken apart (``decompose``), each form priced by its aspects (``aspects``), the best kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from mjcalc.draft import Kind
from mjcalc.engine.aspects import NOTHING, Aspects, Outcome, together
from mjcalc.engine.decompose import TWO_MELDS, Decomposer
from mjcalc.engine.memo import Memo
from mjcalc.engine.parts import SHAPES, WAITS, Fields, Record, joined, meld_part
from mjcalc.engine.plain import Plain, plain_hands
from mjcalc.engine.splits import NO_WAIT
from mjcalc.engine.waits import near_wins
from mjcalc.errors import Defect, NotAWin
from mjcalc.hand import Hand, Win
from mjcalc.packed import MELD_BITS, Packed
from mjcalc.reading import Part, Reading, Shape
from mjcalc.rules.fans import FLOWERS, Fan
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile

CHOWS = (1 << Fields.PUNGS) - 1
PUNGS = (1 << 27) - 1
HONOURS = (1 << 10) - 1
COUNTS = (1 << 16) - 1
ANY_PUNG = 7 << Fields.ALL_PUNGS
HONOUR_PUNGS = (1 << 7) - 1 << Fields.HONOUR_PUNGS
# The aspects COUNTS and WIN are asked together: their fields, above them the wait and how it was
# won, whose last bit says that a wildcard stands for another tile.
WIN_AT = 16
REST = (1 << WIN_AT + 7) - 1
WAIT, HOW = WIN_AT + 7, WIN_AT + 9
WINDS = 10  # above HONOURS
Price = tuple[int, int]  # points, and the fans as fields: of two, the greater is the better
PUNGS_AT, HONOURS_AT, COUNTS_AT = Fields.PUNGS, Fields.HONOUR_PUNGS, Fields.MELDED_KONGS
SHAPE_AT, PAIRS_AT, A_SHAPE = Fields.SHAPE, Fields.PAIRS, 7
# The key of a price: the number of hogs, and above it the numbers of five outcomes.
HOGS, NUMBER_BITS = 2, 16
NUMBER = (1 << NUMBER_BITS) - 1
ALL_WAITS = len(WAITS) - 1
NO_WIN: Price = (-1, 0)


class Scorer:
    """Prices hands under one ruleset; remembers what it has met."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.aspects = Aspects(rules)
        self.decomposer = Decomposer(
            self.aspects.fails, self.aspects.no_parts, rules.knitted_wait, rules.exhausted_wait
        )
        aspects = self.aspects
        self._hogs = Memo(aspects.hogs)
        self._losses = Memo(aspects.loss)
        self._outcomes: list[tuple[list[Outcome], int]] = []
        self._chows = self._numbered(aspects.chows)
        self._tiles = self._numbered(aspects.tiles)
        self._rest = self._numbered(self._counts_and_win)
        self._pungs = self._numbered(aspects.pungs)
        self._counts = Memo(aspects.counts_of_sets)
        self._win = Memo(aspects.win)
        self._honours = self._numbered(aspects.honours)
        self._prices = Memo(self._price, most=1 << 15)
        self._named = Memo(lambda fans: tuple(aspects.counts(fans)), most=1 << 8)
        self._placed = self.decomposer.placed
        self._scores_wait = self.decomposer.scores_wait
        self._suits = self.decomposer.suits
        self._melded = self.decomposer.melded

    # -- pricing ----------------------------------------------------------------------------------

    def best(self, hand: Hand) -> tuple[Price, list[Plain]]:
        """The best price, and the hands without wildcards that reach it; NotAWin if none wins."""
        best: Price = NO_WIN
        plains: list[Plain] = []
        for plain in plain_hands(hand, self.rules):
            price = self.best_of(plain.hand, plain.sole)
            if self._bare(price) > self._bare(best):
                best, plains = price, []
            if self._bare(price) == self._bare(best):
                plains.append(plain)
        if best is NO_WIN:
            near = near_wins(hand, self.rules.wild)
            raise NotAWin([Defect("not-a-win", {"hand": hand, "near": near})])
        return best, plains

    def best_of(self, hand: Packed, sole: bool | None = None) -> Price:
        """The points and fans of the best reading of a hand without wildcards; NO_WIN for none.

        ``sole`` is what is known of the wait of a hand that had wildcards.
        """
        _, _, place, others, melds, how, winds, hogs, even = hand
        sums = fails = 0
        if melds:
            sums, fails, _ = self._melded[melds & TWO_MELDS]
            if melds > TWO_MELDS:
                more, bits, _ = self._melded[melds >> 2 * MELD_BITS]
                sums += more
                fails |= bits
        placed, suits = self._placed[place], self._suits
        rows = placed[0][how & 1]
        waits = ALL_WAITS if placed[1] and self._scores_wait(placed, hand, sole) else NO_WAIT
        for key in others:
            records = suits[key]
            if not records:
                rows = ()
                break
            if len(records) != 1:
                lists = [suits[key] for key in others]
                rows = [joined(chain) for chain in product(rows, *lists)]
                sums, fails, _ = self.decomposer.melds(melds)
                break
            record = records[0]
            sums += record[0]
            fails |= record[1]
        best = NO_WIN
        if rows:
            best = self._dearest(rows, waits, sums, fails, hogs, how, winds)
        if best is NO_WIN or even:
            sums, fails, _ = self.decomposer.melds(melds)
            rows = [joined(chain) for chain in self.decomposer.special(hand, sole)]
            return max(best, self._dearest(rows, ALL_WAITS, sums, fails, hogs, how, winds))
        return best

    def _dearest(
        self,
        forms: Iterable[Record],
        waits: int,
        sums: int,
        fails: int,
        hogs: int,
        how: int,
        winds: int,
    ) -> Price:
        """The best price of these forms, to each of which these sums and fails are added.

        ``waits`` masks the forms' waits: ALL_WAITS, or NO_WAIT where none scores. A price follows
        from the outcomes of a form's aspects, each known by a number.
        """
        best = NO_WIN
        how <<= HOW
        for more, bits, wait, _, _ in forms:
            more += sums
            if more >> PAIRS_AT != 1 and not more >> SHAPE_AT & A_SHAPE:
                continue
            key = (
                self._chows[more & CHOWS]
                + self._tiles[bits | fails]
                + self._rest[more >> COUNTS_AT & REST | (wait & waits) << WAIT | how]
                + hogs
            )
            if more & ANY_PUNG:
                key += self._pungs[more >> PUNGS_AT & PUNGS]
                if more & HONOUR_PUNGS:
                    key += self._honours[more >> HONOURS_AT & HONOURS | winds << WINDS]
            price = self._prices[key]
            if best is NO_WIN or price > best:
                best = price
        return best

    def readings(
        self, hand: Hand, plains: Iterable[Plain] | None = None, only: Price | None = None
    ) -> list[tuple[Price, Reading]]:
        """Every reading with its points and fans, best first; ties by the rule of the table.

        Of all plain hands, or of these; of any price, or of this ``only``.
        """
        found: dict[Reading, Price] = {}
        for plain in plain_hands(hand, self.rules) if plains is None else plains:
            packed = plain.hand
            melded = self.decomposer.melds(packed.melds)
            given = melded.sums, melded.fails, packed.hogs, packed.how, packed.winds
            for chain in self.decomposer.forms(packed, plain.sole):
                price = self._dearest([joined(chain)], ALL_WAITS, *given)
                if only is None or self._bare(price) == self._bare(only):
                    found[read(hand, plain, chain)] = price
        ranked = sorted(found.items(), key=lambda item: _order(item[0]))
        ranked.sort(key=lambda item: self._bare(item[1]), reverse=True)
        return [(price, reading) for reading, price in ranked]

    def _bare(self, price: Price) -> Price:
        """The price without the marks, of which a reader of the fans knows nothing."""
        return price[0], price[1] & ~self.aspects.marks

    def _price(self, key: int) -> Price:
        """The points and fans of these aspects together, less what one clears in another."""
        aspects = self.aspects
        points, fans, clears = self._hogs[key & 3] if key & 3 else NOTHING
        for known, shift in self._outcomes:
            number = key >> shift & NUMBER
            if number:
                more, found, other = known[number]
                points += more
                fans += found
                clears |= other
        both = fans & clears
        if both:
            lost, gone = self._losses[both]
            points -= lost
            fans -= gone
        if points <= aspects.most_beside_chicken and not fans & ~(
            aspects.beside_chicken | aspects.marks
        ):
            return points + aspects.chicken.points, fans + aspects.chicken.fans
        return points, fans

    def _counts_and_win(self, key: int) -> Outcome:
        """Of the numbers of sets, and of how it was won: two aspects with few values each."""
        return together([self._counts[key & COUNTS], self._win[key >> WIN_AT]])

    def _numbered(self, work_out: Callable[[int], Outcome]) -> Memo[int]:
        """A memo of an aspect's outcomes: of their numbers, shifted to their place in a key."""
        shift = HOGS + NUMBER_BITS * len(self._outcomes)
        outcomes = [NOTHING]
        numbers = {NOTHING: 0}
        self._outcomes.append((outcomes, shift))

        def number(key: int) -> int:
            outcome = work_out(key)
            known = numbers.get(outcome)
            if known is None:
                known = numbers[outcome] = len(outcomes) << shift
                outcomes.append(outcome)
                assert len(outcomes) <= NUMBER
            return known

        return Memo(number, most=1 << 14)

    def counts(self, fans: int, flowers: int = 0) -> tuple[tuple[Fan, int], ...]:
        """The fans of these fields and the flowers, how often each counts, in the table's order."""
        counts = self._named[fans]
        if not flowers:
            return counts
        rows = self.rules.fans
        row = next(row for row in rows if row.zh == FLOWERS)
        return tuple(sorted([*counts, (row, flowers)], key=lambda one: rows.index(one[0])))


# -- readings as values ----------------------------------------------------------------------------

KINDS = (Kind.KNITTED, Kind.CHOW, Kind.PUNG, Kind.KONG, Kind.PAIR, Kind.SINGLE)


def read(hand: Hand, plain: Plain, chain: Iterable[Record]) -> Reading:
    """A form written out."""
    whole = joined(chain)
    parts = [(part, False) for part in map(meld_part, hand.melds)]
    for record in chain:
        parts += [(part, i == record.completed) for i, part in enumerate(record.parts)]
    shape = SHAPES[whole.sums >> Fields.SHAPE & 7]
    split = shape in (Shape.STANDARD, Shape.KNITTED_STRAIGHT)
    sets = [one for one in parts if not split or one[0].kind is not Kind.PAIR]
    sets.sort(key=lambda one: _set_order(one[0]))
    pair = next((part.tile for part, _ in parts if part.kind is Kind.PAIR), None)
    return Reading(
        shape,
        tuple(part for part, _ in sets),
        pair if split else None,
        Tile(plain.hand.winning),
        next((i for i, (_, completed) in enumerate(sets) if completed), len(sets)),
        WAITS[whole.wait],
        Win(*(bool(plain.hand.how >> bit & 1) for bit in range(5))),
        hand.seat,
        hand.round,
        bool(whole.sums >> Fields.NINE_GATES & 1),
        plain.stands_for,
    )


def _set_order(part: Part) -> tuple[int, ...]:
    """Sorted m p s z, chows before pungs."""
    return (part.tile // 9, KINDS.index(part.kind), part.tile, part.melded)


def _order(reading: Reading) -> tuple[object, ...]:
    """Which of two readings with equal fans comes first (rules 2)."""
    return (
        [_set_order(part) for part in reading.sets],
        -1 if reading.pair is None else reading.pair,
        reading.completed,
        [wild is not tile for wild, tile in reading.stands_for],
        reading.stands_for,
    )
