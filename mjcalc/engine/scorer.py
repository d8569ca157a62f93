"""The fast way to the price of one hand: which forms its tiles have, and which of them is best.

The tiles of a suit, and the winning tile among them, are looked up as the forms they can have; the
forms of a hand are the sums over its suits. Everything else is ``pricing``. Only hands without
wildcards come here (``plain``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mjcalc.draft import Kind
from mjcalc.engine.forms import (
    COUNTS,
    NO_FORM,
    SOLE,
    SUITED_PAIRS,
    WAIT,
    WAITS,
    Form,
    together,
)
from mjcalc.engine.pieces import PIECES, knitted_runs
from mjcalc.engine.pricing import Price, Pricing
from mjcalc.engine.shapes import shape_without_sets, straights_in
from mjcalc.engine.suits import Split, finished, split
from mjcalc.engine.waits import completing, is_sole, thirteen_of
from mjcalc.hand import Hand
from mjcalc.memo import Memo
from mjcalc.packed import (
    A_SUIT,
    FOURS,
    MARK_AT,
    MELD_BITS,
    Packed,
    count,
    tiles_of,
)
from mjcalc.reading import Reading, Shape, Wait
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile

# In the counts of a suit that has no form, or more than one: the sum over the suits then shows it.
# So does a second pair: of suits that can be taken apart, one or all four have a pair.
LOOK = 1 << 64
NOT_ONE_FORM = 7 * LOOK | SUITED_PAIRS & SUITED_PAIRS << 1
ANY_PUNG = COUNTS["pungs"].mask
ANY_HONOUR_PUNG = COUNTS["honour_pungs"].mask
WAIT_AT = COUNTS["wait"].at
CONCEALED_PUNG = COUNTS["concealed_pungs"].one


class Scorer:
    """Prices plain hands under one ruleset, remembering the suits and melds it has met."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.pricing = pricing = Pricing(rules)
        self.counts = pricing.outcomes.counts
        self._forms = pricing.forms
        self._suits = tuple(Memo(partial(self._suit, place), most=1 << 15) for place in range(4))
        self._m, self._p, self._s, self._z = (
            Memo(partial(self._only, place), most=1 << 15) for place in range(4)
        )
        self._melds = Memo(self._of_melds)
        self._chows, self._pungs, self._honours, self._tiles, self._rest = (
            Memo(number, most=1 << 15)
            for number in (
                pricing.chows, pricing.pungs, pricing.honours, pricing.tiles, pricing.rest
            )
        )  # fmt: skip
        self._prices = Memo(pricing.price, most=1 << 16)

    def bare(self, price: Price) -> tuple[int, int]:
        """The price without marks, of which the rule for ties knows nothing."""
        return price[0], price[1] & ~self.pricing.outcomes.marks

    def best_of(self, hand: Packed, sole: bool | None = None) -> Price | None:
        """The price of the best reading of a hand without wildcards; None for no win.

        ``sole`` says whether the wait was a sole one, where that is known (wildcards); None: the
        hand itself tells.
        """
        m, p, s, z, _, melds, how, winds, fours, paired, _ = hand
        m_sets, m_counts, m_flags = self._m[m]
        p_sets, p_counts, p_flags = self._p[p]
        s_sets, s_counts, s_flags = self._s[s]
        z_sets, z_counts, z_flags = self._z[z]
        sets, counts, flags = self._melds[melds]
        counts += m_counts + p_counts + s_counts + z_counts
        if paired or counts & NOT_ONE_FORM:
            return self._best_of_several(hand, sole)
        if sole is not None:
            counts = counts | SOLE if sole else counts & ~SOLE
        elif counts & WAIT and not self.rules.exhausted_wait:
            counts = counts | SOLE if self._is_sole(hand) else counts & ~SOLE
        sets += m_sets + p_sets + s_sets + z_sets
        return self._price(
            sets, counts, flags | m_flags | p_flags | s_flags | z_flags, how, winds, fours
        )

    def price_of(self, hand: Hand, reading: Reading) -> Price:
        """The price of one reading of a hand, from the forms of its parts."""
        forms = self._forms
        sets, counts, flags = forms.of_parts(reading.shape, reading.parts)
        counts += (WAITS.index(reading.wait) << WAIT_AT) + (SOLE if reading.wait else 0)
        concealed = [
            tile
            for part in reading.parts
            if not part.melded and part.kind is not Kind.KONG
            for tile in part.tiles
        ]
        whole = count(concealed)
        flags |= forms.patterns_of(whole - (1 << 3 * reading.winning), reading.winning)
        other = any(wild is not tile for wild, tile in reading.stands_for)
        how, winds = reading.win.bits | other << 5, reading.seat | reading.round << 2
        loose = sum(meld.loose for meld in hand.melds)
        fours = (whole + loose & FOURS).bit_count()
        return self._price(sets, counts, flags, how, winds, fours)

    def _price(self, sets: int, counts: int, flags: int, how: int, winds: int, fours: int) -> Price:
        chows, pungs, honours, tiles, rest = self.pricing.keys_of(sets, counts, flags, how, winds)
        key = self._chows[chows] + self._tiles[tiles] + self._rest[rest] + fours
        if counts & ANY_PUNG:
            key += self._pungs[pungs]
            if counts & ANY_HONOUR_PUNG:
                key += self._honours[honours]
        return self._prices[key]

    def _best_of_several(self, hand: Packed, sole: bool | None) -> Price | None:
        """The best price of all the forms of a hand."""
        best: Price | None = None
        for sets, counts, flags in self.forms_of(hand, sole):
            price = self._price(sets, counts, flags, hand.how, hand.winds, hand.fours)
            if best is None or price > best:
                best = price
        return best

    # -- the forms of a hand -----------------------------------------------------------------------

    def forms_of(self, hand: Packed, sole: bool | None = None) -> list[Form]:
        """Every form of a hand without wildcards, in any shape."""
        melds = self._melds[hand.melds]
        suits = (hand.m, hand.p, hand.s, hand.z)
        forms = self._sums(suits, melds)
        if sole is None and hand.paired and not hand.is_even:
            sole = False  # the seventh pair would complete it too
        found = self._with_wait(forms, hand, sole)
        if not hand.melds:
            found += self._without_sets(hand, sole)
        return found + list(self._beside_straights(hand, melds, sole))

    def _sums(self, suits: Sequence[int], melds: Form) -> list[Form]:
        """The sums of one form of each suit and of the melds that have one pair."""
        forms = [melds]
        for place, suit in enumerate(suits):
            forms = [
                together(two)
                for one in self._suits[place][suit]
                for two in [(f, one) for f in forms]
            ]
        return [form for form in forms if _has_one_pair(form)]

    def _with_wait(self, forms: list[Form], hand: Packed, sole: bool | None) -> list[Form]:
        """These forms with what the whole hand tells of their waits.

        By form the suit of the winning tile tells whether a wait is a sole one.
        """
        if sole is None:
            if self.rules.exhausted_wait or not any(form.counts & WAIT for form in forms):
                return forms
            sole = self._is_sole(hand)
        return [
            form._replace(counts=form.counts | SOLE if sole else form.counts & ~SOLE)
            for form in forms
        ]

    def _is_sole(self, hand: Packed) -> bool:
        """Whether the winning tile alone completes the thirteen, by the options of the rules."""
        thirteen = thirteen_of(hand)
        return is_sole(completing(thirteen), thirteen, hand.winning, self.rules.exhausted_wait)

    def _without_sets(self, hand: Packed, sole: bool | None) -> list[Form]:
        """The form of all tiles in a shape that has no sets, if they are one."""
        whole = hand.counts + (1 << 3 * hand.winning)
        shape = shape_without_sets(whole)
        if shape is None:
            return []
        sets, counts, flags = self._forms.of_shape[shape]
        flags |= self._forms.of_tiles(tiles_of(whole))
        flags |= self._forms.patterns_of(hand.counts, Tile(hand.winning))
        if shape is Shape.SEVEN_PAIRS and (self._is_sole(hand) if sole is None else sole):
            counts += (WAITS.index(Wait.PAIR) << WAIT_AT) + SOLE
        return [Form(sets, counts, flags)]

    def _beside_straights(self, hand: Packed, melds: Form, sole: bool | None) -> Iterator[Form]:
        """The forms of knitted straights in a hand, each beside a set and a pair."""
        for straight, left, completes, known in straights_in(hand, sole, self.rules.knitted_wait):
            runs = together(map(self._forms.of_part, knitted_runs(straight)))
            forms = self._sums(
                left, together((melds, self._forms.of_shape[Shape.KNITTED_STRAIGHT], runs))
            )
            if not forms:
                continue
            if completes and known is None:
                known = any(form.counts & WAIT for form in forms) and self._is_sole(hand)
            patterns = self._forms.patterns_of(hand.counts, Tile(hand.winning))
            for sets, counts, flags in forms:
                counts = counts | SOLE if completes and known else counts & ~SOLE
                yield Form(sets, counts, flags & self._forms.questions | patterns)

    # -- what is remembered ------------------------------------------------------------------------

    def _only(self, place: int, suit: int) -> Form:
        """The form of a suit that has just one; else one that shows that it has not."""
        forms = self._suits[place][suit]
        return forms[0] if len(forms) == 1 else Form(0, LOOK, 0)

    def _suit(self, place: int, suit: int) -> tuple[Form, ...]:
        """Every form of a suit as it is in ``Packed``, one for each part that may be completed."""
        tiles, mark = suit & A_SUIT, suit >> MARK_AT
        if not mark:
            shown = self._forms.patterns_of_suit(place == 3, tiles, tiles)
            pieces = split(tiles, place < 3)
            return tuple(
                [together((self._of_pieces(place, one), Form(0, 0, shown))) for one in pieces]
            )
        rank, drawn = (mark >> 1) - 1, mark & 1
        shown = self._forms.patterns_of_suit(place == 3, tiles, tiles + (1 << 3 * rank))
        forms = []
        for piece, wait, alone, rest in finished(tiles, rank, place < 3):
            sets, counts, flags = self._of_pieces(place, (piece, *rest))
            part = PIECES[place][piece]
            if not drawn and part.is_pung:
                counts -= CONCEALED_PUNG
            if wait and (alone or not self.rules.exhausted_wait):
                counts += (wait << WAIT_AT) + SOLE * alone
            forms.append(Form(sets, counts, flags | shown))
        return tuple(dict.fromkeys(forms))

    def _of_pieces(self, place: int, pieces: Split) -> Form:
        named = PIECES[place]
        return together([self._forms.of_part(named[piece]) for piece in pieces])

    def _of_melds(self, codes: int) -> Form:
        """What the melds of these codes give together."""
        if not codes:
            return NO_FORM
        rest = self._melds[codes >> MELD_BITS]
        return together((rest, self._forms.of_meld(codes & (1 << MELD_BITS) - 1)))


def _has_one_pair(form: Form) -> bool:
    return not form.counts & NOT_ONE_FORM
