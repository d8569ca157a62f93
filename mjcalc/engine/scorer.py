"""The price of a hand: its best reading, 就高不就低, ties by the rule of the fan table.

A hand is taken apart (``decompose``), each form priced by its aspects (``aspects``), the best kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mjcalc.draft import Kind
from mjcalc.engine.aspects import NOTHING, Aspects, Outcome, together
from mjcalc.engine.decompose import SEVERAL, TAKES_A_LOOK, Decomposer
from mjcalc.engine.parts import EACH_QUESTION, SHAPES, WAITS, Fields, Way, meld_part
from mjcalc.engine.plain import Plain, plain_hands
from mjcalc.engine.waits import near_wins
from mjcalc.errors import Defect, NotAWin
from mjcalc.hand import Hand, Win
from mjcalc.memo import Memo
from mjcalc.packed import Packed
from mjcalc.reading import Part, Reading, Shape
from mjcalc.rules.fans import FLOWERS, Fan
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile

CHOWS = (1 << Fields.PUNGS) - 1
PUNGS = (1 << 27) - 1
ANY_PUNG = 7 << Fields.ALL_PUNGS
HONOURS = (1 << 10) - 1
HONOUR_PUNGS = (1 << 7) - 1
WINDS = 10  # above HONOURS
# The aspects COUNTS and WIN are asked together: their fields, and above them how it was won, whose
# last bit says that a wildcard stands for another tile.
COUNTS = (1 << Fields.MELDED_SETS - Fields.MELDED_KONGS) - 1
WIN = Fields.MELDED_SETS - Fields.MELDED_KONGS
REST = (1 << Fields.FAILS - Fields.MELDED_KONGS) - 1
HOW = Fields.FAILS - Fields.MELDED_KONGS
Price = tuple[int, int]  # points, and the fans as fields: of two, the greater is the better
PUNGS_AT, HONOURS_AT = Fields.PUNGS, Fields.HONOUR_PUNGS - Fields.PUNGS
REST_AT, FAILS_AT = Fields.MELDED_KONGS - Fields.HONOUR_PUNGS, Fields.FAILS
WHOLE, SOLE = Fields.WHOLE, 1 << Fields.SOLE
# The key of a price: the number of hogs, and above it the numbers of five outcomes.
HOGS, NUMBER_BITS = 2, 16
NUMBER = (1 << NUMBER_BITS) - 1


class Scorer:
    """Prices hands under one ruleset; remembers what it has met."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.aspects = aspects = Aspects(rules)
        self.decomposer = Decomposer(rules.knitted_wait, rules.exhausted_wait)
        self._hogs = Memo(aspects.hogs)
        self._losses = Memo(aspects.loss)
        self._outcomes: list[tuple[list[Outcome], int]] = []
        self._chows = self._numbered(aspects.chows)
        self._tiles = self._numbered(aspects.tiles)
        self._rest = self._numbered(self._counts_and_win)
        self._pungs = self._numbered(aspects.pungs)
        self._honours = self._numbered(aspects.honours)
        self._counts = Memo(aspects.counts_of_sets)
        self._win = Memo(aspects.win)
        self._prices = Memo(self._price, most=1 << 16)
        self._m, self._p, self._s, self._z = self.decomposer.only

    # -- pricing ----------------------------------------------------------------------------------

    def best(self, hand: Hand) -> tuple[Price, list[Plain]]:
        """The best price, and the hands without wildcards that reach it; NotAWin if none wins."""
        best: Price | None = None
        plains: list[Plain] = []
        for plain in plain_hands(hand, self.rules):
            price = self.best_of(plain.hand, plain.sole)
            if price is None:
                continue
            if best is None or self._bare(price) > self._bare(best):
                best, plains = price, []
            if self._bare(price) == self._bare(best):
                plains.append(plain)
        if best is None:
            near = near_wins(hand, self.rules.wild)
            raise NotAWin([Defect("not-a-win", {"hand": hand, "near": near})])
        return best, plains

    def best_of(self, hand: Packed, sole: bool | None = None) -> Price | None:
        """The points and fans of the best reading of a hand without wildcards; None for no win.

        ``sole`` is what is known of the wait of a hand that had wildcards.
        """
        m, p, s, z, _, melds, how, winds, hogs, paired, _ = hand
        melded = self.decomposer.melded(melds) if melds else 0
        price = None if paired else self.at_once(m, p, s, z, melded, how, winds, hogs, sole)
        return self.in_every_shape(hand, melded, sole) if price is None else price

    def at_once(
        self,
        m: int,
        p: int,
        s: int,
        z: int,
        melded: int,
        how: int,
        winds: int,
        hogs: int,
        sole: bool | None = None,
    ) -> Price | None:
        """The price of a hand that is sets and a pair; None for any that takes a look.

        All but ``melded``, which is what its melds give, is as in ``Packed``; it is not ``paired``.
        """
        form = melded + self._m[m] + self._p[p] + self._s[s] + self._z[z]
        whole = form >> WHOLE
        if whole == 1:
            if sole is not None:
                form = form | SOLE if sole else form & ~SOLE
            return self.dearest((form,), how, winds, hogs)
        if whole < SEVERAL or whole & TAKES_A_LOOK or sole is not None:
            return None
        return self.dearest(self.decomposer.sets(m, p, s, z, melded), how, winds, hogs)

    def in_every_shape(self, hand: Packed, melded: int, sole: bool | None = None) -> Price | None:
        """The best price of a hand of which ``at_once`` knows none; its melds give ``melded``."""
        forms = self.decomposer.standard(hand, melded, sole)
        if not forms or hand.is_even:
            forms += self.decomposer.special(hand, sole)
        return self.dearest(forms, hand.how, hand.winds, hand.hogs)

    def dearest(self, forms: Sequence[int], how: int, winds: int, hogs: int) -> Price | None:
        """The best price of these forms; None if there are none.

        A price follows from the outcomes of a form's aspects, each known by a number.
        """
        best: Price | None = None
        for form in forms:
            fails = form >> FAILS_AT
            pungs = form >> PUNGS_AT
            honours = pungs >> HONOURS_AT
            key = (
                self._chows[form & CHOWS]
                + self._tiles[(fails | fails >> 1 | fails >> 2) & EACH_QUESTION]
                + self._rest[honours >> REST_AT & REST | how << HOW]
                + hogs
            )
            if form & ANY_PUNG:
                key += self._pungs[pungs & PUNGS]
                if honours & HONOUR_PUNGS:
                    key += self._honours[honours & HONOURS | winds << WINDS]
            price = self._prices[key]
            if best is None or price > best:
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
            for way in self.decomposer.ways(packed, plain.sole):
                price = self.dearest((way.form,), packed.how, packed.winds, packed.hogs)
                assert price is not None
                if only is None or self._bare(price) == self._bare(only):
                    found[read(hand, plain, way)] = price
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
        return together([self._counts[key & COUNTS], self._win[key >> WIN]])

    def _numbered(self, work_out: Callable[[int], Outcome]) -> Memo[int, int]:
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

        return Memo(number, most=1 << 15)

    def counts(self, fans: int, flowers: int = 0) -> tuple[tuple[Fan, int], ...]:
        """The fans of these fields and the flowers, how often each counts, in the table's order."""
        counts = self.aspects.counts(fans)
        if flowers:
            rows = self.rules.fans
            row = next(row for row in rows if row.zh == FLOWERS)
            counts = sorted([*counts, (row, flowers)], key=lambda one: rows.index(one[0]))
        return tuple(counts)


# -- readings as values ----------------------------------------------------------------------------

KINDS = (Kind.KNITTED, Kind.CHOW, Kind.PUNG, Kind.KONG, Kind.PAIR, Kind.SINGLE)


def read(hand: Hand, plain: Plain, way: Way) -> Reading:
    """A form written out."""
    parts = [(part, False) for part in map(meld_part, hand.melds)]
    parts += [(part, place == way.completed) for place, part in enumerate(way.parts)]
    shape = SHAPES[way.form >> Fields.SHAPE & 7]
    split = shape in (Shape.STANDARD, Shape.KNITTED_STRAIGHT)
    sets = [one for one in parts if not split or one[0].kind is not Kind.PAIR]
    sets.sort(key=lambda one: _set_order(one[0]))
    pair = next((part.tile for part, _ in parts if part.kind is Kind.PAIR), None)
    sole = way.form >> Fields.SOLE & 1
    return Reading(
        shape,
        tuple(part for part, _ in sets),
        pair if split else None,
        Tile(plain.hand.winning),
        next((i for i, (_, completed) in enumerate(sets) if completed), len(sets)),
        WAITS[way.form >> Fields.WAIT & 3] if sole else None,
        Win(*(bool(plain.hand.how >> bit & 1) for bit in range(5))),
        hand.seat,
        hand.round,
        bool(way.form >> Fields.NINE_GATES & 1),
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
