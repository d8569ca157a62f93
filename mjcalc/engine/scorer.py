"""The fast way to the price of one hand: which forms its tiles have, and which of them is best.

The tiles of a suit, and the winning tile among them, are looked up as the forms they can have; the
forms of a hand are the sums over its suits. Everything else is ``pricing``. Only hands without
wildcards come here (``plain``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from mjcalc.engine.forms import (
    COUNTS,
    LARGEST,
    SOLE,
    SUITED_PAIRS,
    WAITS,
    Form,
)
from mjcalc.engine.pieces import PIECES, knitted_runs
from mjcalc.engine.plain import Plain
from mjcalc.engine.pricing import QUESTIONS, Price, Pricing, keys_of
from mjcalc.engine.shapes import shape_without_sets, straights_in
from mjcalc.engine.suits import Split, finished, split
from mjcalc.engine.waits import completing, is_sole, thirteen_of
from mjcalc.hand.hand import Hand, Meld, loose_tiles, win_bits
from mjcalc.hand.kinds import Kind, Shape, Wait
from mjcalc.hand.packed import (
    A_SUIT,
    FOUR_BITS,
    MARK_AT,
    MELD_BITS,
    Packed,
    count,
    meld_codes,
    tiles_of,
)
from mjcalc.hand.reading import Reading
from mjcalc.memo import Memo
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile

# What is looked up for one suit: sets and, above them, counts in one int, which are added; flags.
Joined = tuple[int, int]
COUNTS_AT = 64
SET_FIELDS = (1 << COUNTS_AT) - 1
NO_MELDS: Joined = (0, 0)
# In the counts of a suit that has no form, or more than one: the sum over the suits then shows it.
# So does a second pair: of suits that can be taken apart, one or all four have a pair.
LOOK = 1 << COUNTS_AT + LARGEST + 1
NOT_ONE_FORM = 7 * LOOK | (SUITED_PAIRS & SUITED_PAIRS << 1) << COUNTS_AT
# In joined forms:
ANY_WAIT, A_SOLE = COUNTS["wait"].mask << COUNTS_AT, SOLE << COUNTS_AT
WAIT_AT = COUNTS_AT + COUNTS["wait"].at
CONCEALED_PUNG_FORM = COUNTS["concealed_pungs"].one << COUNTS_AT
PAIR_WAIT_FORM = (WAITS.index(Wait.PAIR) << WAIT_AT) + A_SOLE
TWO_MELDS = (1 << 2 * MELD_BITS) - 1


class Scorer:
    """Prices plain hands under one ruleset, remembering the suits and melds it has met."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.pricing = pricing = Pricing(rules)
        self.counts, self.counts_of = pricing.outcomes.counts, pricing.outcomes.counts_of
        self._forms = pricing.forms
        self._suits = tuple(Memo(partial(self._suit, place), most=1 << 15) for place in range(4))
        self._only = tuple(Memo(partial(self._one, place), most=1 << 15) for place in range(4))
        self._loose = tuple(Memo(partial(self._flags_of_tiles, place)) for place in range(4))
        self._melds = Memo(self._of_melds)
        self._shapes = {shape: _join_form(form) for shape, form in self._forms.of_shape.items()}
        self._given = tuple(
            {piece: _join_form(self._forms.of_part(part)) for piece, part in pieces.items()}
            for pieces in PIECES
        )
        keys = (pricing.chows, pricing.pungs, pricing.honors, pricing.tiles, pricing.rest)
        self.numbers = tuple(Memo(number, most=1 << 15) for number in keys)
        self._chows, self._pungs, self._honors, self._tiles, self._rest = self.numbers
        self._any_pung, self._any_honor = pricing.any_pung, pricing.any_honor
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
        only_m, only_p, only_s, only_z = self._only
        form, flags = self._melded(melds) if melds else NO_MELDS
        in_m, flags_m = only_m[m]
        in_p, flags_p = only_p[p]
        in_s, flags_s = only_s[s]
        in_z, flags_z = only_z[z]
        form += in_m + in_p + in_s + in_z
        if paired or form & NOT_ONE_FORM:
            return self._best_of_several(hand, sole)
        if sole is None and form & ANY_WAIT and not self.rules.exhausted_wait:
            sole = self._is_sole(hand)
        if sole is not None:
            form = form | A_SOLE if sole else form & ~A_SOLE
        flags |= flags_m | flags_p | flags_s | flags_z
        return self._price((form, flags), how, winds, fours)

    def best_of_plain(self, plain: Plain, melds: Sequence[Meld]) -> Price | None:
        """The same of a plain hand: no row of one aspect asks whose tiles the melds took."""
        return self.best_of(plain.hand, plain.sole)

    def _best_of_several(self, hand: Packed, sole: bool | None) -> Price | None:
        """The best price of all the forms of a hand."""
        forms, how, winds, fours = self._forms_of(hand, sole), hand.how, hand.winds, hand.fours
        return max([self._price(form, how, winds, fours) for form in forms], default=None)

    def _melded(self, codes: int) -> Joined:
        """What melds give, remembered two by two."""
        form, flags = self._melds[codes & TWO_MELDS]
        if codes > TWO_MELDS:
            more, other = self._melds[codes >> 2 * MELD_BITS]
            return form + more, flags | other
        return form, flags

    def price_of(self, hand: Hand, reading: Reading) -> Price:
        """The price of one reading of a hand, from the forms of its parts."""
        forms = self._forms
        form, flags = _join_form(forms.of_parts(reading.shape, reading.parts))
        form += (WAITS.index(reading.wait) << WAIT_AT) + (A_SOLE if reading.wait else 0)
        concealed = [
            tile
            for part in reading.parts
            if not part.melded and part.kind is not Kind.KONG
            for tile in part.tiles
        ]
        whole = count(concealed)
        flags |= forms.patterns_of(whole - (1 << 3 * reading.winning), reading.winning)
        other = any(wild is not tile for wild, tile in reading.stands_for)
        how, winds = win_bits(reading.win) | other << 5, reading.seat | reading.round << 2
        loose = sum(map(loose_tiles, hand.melds))
        fours = (whole + loose & FOUR_BITS).bit_count()
        return self._price((form, flags), how, winds, fours)

    def _price(self, form: Joined, how: int, winds: int, fours: int) -> Price:
        """Return the price of one form of a hand."""
        counts = form[0] >> COUNTS_AT
        chows, pungs, honors, tiles, rest = keys_of(
            form[0] & SET_FIELDS, counts, form[1], how, winds
        )
        key = self._chows[chows] + self._tiles[tiles] + self._rest[rest] + fours
        if counts & self._any_pung:
            key += self._pungs[pungs]
            if counts & self._any_honor:
                key += self._honors[honors]
        return self._prices[key]

    # -- the forms of a hand -----------------------------------------------------------------------

    def _forms_of(self, hand: Packed, sole: bool | None) -> list[Joined]:
        """Every form of a hand without wildcards, in any shape."""
        melds = self._melded(hand.melds) if hand.melds else NO_MELDS
        forms = self._sums((hand.m, hand.p, hand.s, hand.z), melds)
        if forms:
            if sole is None and hand.paired and not hand.is_even:
                sole = False  # the seventh pair would complete it too
            if sole is None and not self.rules.exhausted_wait:
                sole = self._is_sole_of(forms, hand)
            if sole is not None:
                forms = _with_sole(forms, sole)
        if not forms or hand.is_even:  # of sets, only pairs can be seen in another shape too
            forms += self._without_sets(hand, sole) or self._beside_straights(hand, melds, sole)
        return forms

    def _sums(self, suits: Sequence[int], melds: Joined) -> list[Joined]:
        """The sums of one form of each suit and of the melds that have one pair."""
        forms = [melds]
        for known, suit in zip(self._suits, suits, strict=True):
            forms = [
                (form + more, flags | failed)
                for more, failed in known[suit]
                for form, flags in forms
            ]
        return [form for form in forms if not form[0] & NOT_ONE_FORM]

    def _is_sole_of(self, forms: Sequence[Joined], hand: Packed) -> bool:
        """Whether the wait of these forms, if they have one, is a sole one."""
        return any([form & ANY_WAIT for form, _ in forms]) and self._is_sole(hand)

    def _is_sole(self, hand: Packed) -> bool:
        """Whether the winning tile alone completes the thirteen, by the options of the rules."""
        thirteen = thirteen_of(hand)
        return is_sole(completing(thirteen), thirteen, hand.winning, self.rules.exhausted_wait)

    def _without_sets(self, hand: Packed, sole: bool | None) -> list[Joined]:
        """The form of all tiles in a shape that has no sets, if they are one."""
        if hand.melds:
            return []
        shape = shape_without_sets(hand.counts + (1 << 3 * hand.winning))
        if shape is None:
            return []
        form, flags = self._shapes[shape]
        for known, suit in zip(self._loose, (hand.m, hand.p, hand.s, hand.z), strict=True):
            flags |= known[suit]
        if shape is Shape.SEVEN_PAIRS and (self._is_sole(hand) if sole is None else sole):
            form += PAIR_WAIT_FORM
        return [(form, flags)]

    def _beside_straights(self, hand: Packed, melds: Joined, sole: bool | None) -> list[Joined]:
        """The forms of knitted straights in a hand, each beside a set and a pair.

        No other tile completes the nine in another way, so that by form the rest tells of the wait.
        """
        found: list[Joined] = []
        for straight, left, completes, known in straights_in(hand, sole, self.rules.knitted_wait):
            runs = self._forms.of_parts(Shape.KNITTED_STRAIGHT, knitted_runs(straight))
            form, flags = _join_form(runs)
            forms = self._sums(left, (form + melds[0], flags | melds[1]))
            if forms and completes and known is None and not self.rules.exhausted_wait:
                known = self._is_sole_of(forms, hand)
            # Of patterns the hand tells, and not the suits less the straight.
            patterns = self._forms.patterns_of(hand.counts, Tile(hand.winning))
            for form, flags in forms if known is None else _with_sole(forms, known):
                found.append((form, flags & QUESTIONS | patterns))
        return found

    # -- what is remembered ------------------------------------------------------------------------

    def _one(self, place: int, suit: int) -> Joined:
        """The form of a suit that has just one; else one that shows that it has not."""
        forms = self._suits[place][suit]
        return forms[0] if len(forms) == 1 else (LOOK, 0)

    def _suit(self, place: int, suit: int) -> tuple[Joined, ...]:
        """Every form of a suit as it is in ``Packed``, one for each part that may be completed."""
        tiles, mark = suit & A_SUIT, suit >> MARK_AT
        shown = self._patterns(place, suit)
        if not mark:
            return tuple([self._of_pieces(place, one, 0, shown) for one in split(tiles, place < 3)])
        rank, drawn = (mark >> 1) - 1, mark & 1
        forms = []
        for piece, wait, alone, rest in finished(tiles, rank, place < 3):
            counts = 0
            if not drawn and PIECES[place][piece].is_pung:
                counts -= CONCEALED_PUNG_FORM
            if wait and (alone or not self.rules.exhausted_wait):
                counts += (wait << WAIT_AT) + (alone and A_SOLE)
            forms.append(self._of_pieces(place, (piece, *rest), counts, shown))
        return tuple(dict.fromkeys(forms))

    def _of_pieces(self, place: int, pieces: Split, more: int, flags: int) -> Joined:
        form, given = more, self._given[place]
        for piece in pieces:
            form += given[piece][0]
            flags |= given[piece][1]
        return form, flags

    def _patterns(self, place: int, suit: int) -> int:
        """The patterns that a suit as it is in ``Packed`` shows."""
        before, mark = suit & A_SUIT, suit >> MARK_AT
        after = before + (1 << 3 * ((mark >> 1) - 1)) if mark else before
        return self._forms.patterns_of_suit(place == 3, before, after)

    def _flags_of_tiles(self, place: int, suit: int) -> int:
        """The questions that the tiles of a suit fail one by one, and the patterns they show."""
        tiles, mark = suit & A_SUIT, suit >> MARK_AT
        if mark:
            tiles |= 1 << 3 * ((mark >> 1) - 1)
        return self._forms.of_tiles(tiles_of(tiles << 27 * place)) | self._patterns(place, suit)

    def _of_melds(self, codes: int) -> Joined:
        """What the melds of these codes give together."""
        return _join_form(self._forms.of_melds(meld_codes(codes)))


def _join_form(form: Form) -> Joined:
    return form.sets + (form.counts << COUNTS_AT), form.flags


def _with_sole(forms: Sequence[Joined], sole: bool) -> list[Joined]:
    """These forms, their waits sole ones or not."""
    return [(form | A_SOLE if sole else form & ~A_SOLE, flags) for form, flags in forms]
