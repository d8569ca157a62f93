"""A hand to its forms: every way to read it (see ``parts``), suit by suit.

A suit taken apart is looked up and not looked at: its forms are few (see ``splits``). Wildcards
are no concern of this module: see ``wildcards``, which yields hands without any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product

from mjcalc.draft import Kind
from mjcalc.engine.parts import (
    CLAIMED_FORMS,
    FORMS,
    KNITTED_BY_HONOURS,
    KNITTED_PARTS,
    OPEN_PUNGS,
    PAIRS,
    PIECES,
    SEVEN_PAIRS,
    SHAPE_FORMS,
    SHIFTED_PAIRS,
    SINGLES,
    STRAIGHT_FORMS,
    THIRTEEN_ORPHANS,
    Fields,
    Way,
    meld_form,
    part_form,
)
from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS
from mjcalc.engine.splits import PAIR_WAIT, Split, finished, split
from mjcalc.engine.waits import Thirteen, completing, is_sole
from mjcalc.hand import Meld
from mjcalc.memo import Memo
from mjcalc.packed import (
    A_SUIT,
    EVERY_KIND,
    MARK_AT,
    MELD_BITS,
    Packed,
    count,
    kinds,
    marked,
    suits_of,
    tiles_of,
)
from mjcalc.tiles import HONOURS, TILES

WHOLE, WAIT, SOLE = Fields.WHOLE, 3 << Fields.WAIT, 1 << Fields.SOLE
# In the field WHOLE of a suit that has no form or one to ask about, and of one that has several.
A_LOOK, SEVERAL = 8, 64
TAKES_A_LOOK = 7 * A_LOOK  # up to four suits
TWO_MELDS = (1 << 2 * MELD_BITS) - 1
GATES = 0o311111113
HONOUR_TILES = count(HONOURS)
ROWS = frozenset(
    count(TILES[first : first + 7]) for n in range(3) for first in range(9 * n, 9 * n + 3)
)


class Decomposer:
    """Takes hands apart; remembers the suits and melds it has seen.

    ``knitted_wait`` and ``exhausted_wait`` are the options of the ruleset. ``only`` gives for each
    suit, as it is in ``Packed``, its form if it has one and no more.
    """

    def __init__(self, knitted_wait: bool = True, exhausted_wait: bool = True) -> None:
        self._knitted_wait = knitted_wait
        self._exhausted_wait = exhausted_wait
        self._several = Memo(self._forms_of)
        # By the tiles of a suit, and the winning rank above them: for honours, and for any suit.
        self._finished = tuple(
            Memo(partial(_finished_ways, suited), most=1 << 15) for suited in (False, True)
        )
        self._loose = Memo(self._loose_form)
        self._melded = Memo(self._melds_of)
        self.only = tuple(Memo(partial(self._only, suit), most=1 << 15) for suit in range(4))

    def melded(self, codes: int) -> int:
        """What melds give, remembered two by two."""
        form = self._melded[codes & TWO_MELDS]
        return form if codes <= TWO_MELDS else form + self._melded[codes >> 2 * MELD_BITS]

    def standard(self, hand: Packed, melded: int, sole: bool | None = None) -> list[int]:
        """Every form of sets and a pair; the melds give ``melded`` to each.

        ``sole`` is what is known of the wait; None asks whether another tile completes the hand.
        """
        return self._waited(self.sets(hand.m, hand.p, hand.s, hand.z, melded), hand, sole)

    def sets(self, m: int, p: int, s: int, z: int, melded: int) -> list[int]:
        """Every form of sets and a pair, the wait as the suit of the winning tile has it."""
        forms = [melded]
        for suit, key in enumerate((m, p, s, z)):
            form = self.only[suit][key]
            if form >> WHOLE < A_LOOK:
                forms = [one + form for one in forms]
            else:
                more = self._several[key << 2 | suit]
                if not more:
                    return []
                forms = [one + other for one in forms for other in more]
        return [form for form in forms if form >> WHOLE == 1]

    def special(self, hand: Packed, sole: bool | None = None) -> list[int]:
        """Every form of another shape, what the melds give among it."""
        if (form := self._without_sets(hand, sole)) is not None:
            return [form]
        found: list[int] = []
        for straight, left, completes, known in self._beside_straights(hand, sole):
            if completes:
                suit, rank = divmod(hand.winning, 9)
                left[suit] = marked(left[suit], rank, bool(hand.how & 1))
            m, p, s, z = left
            forms = self.sets(m, p, s, z, self.melded(hand.melds) + STRAIGHT_FORMS[straight])
            found += self._with_sole(forms, hand, known) if completes else forms
        return found

    def ways(self, hand: Packed, sole: bool | None = None) -> list[Way]:
        """Every way to read the hand in any shape, with its parts; the form is with the melds."""
        suit, melded = hand.winning // 9, self.melded(hand.melds)
        counts = suits_of(hand.counts)
        found = _chains(self._completed(hand, counts), counts, suit, melded)
        forms = self._waited([way.form for way in found], hand, sole)
        found = [way._replace(form=form) for way, form in zip(found, forms, strict=True)]
        if (form := self._without_sets(hand, sole)) is not None:
            return [*found, _written(form, hand)]
        for straight, left, completes, known in self._beside_straights(hand, sole):
            runs = Way(STRAIGHT_FORMS[straight], KNITTED_PARTS[straight], suit)
            if completes:
                begun = [_joined(way, runs) for way in self._completed(hand, left)]
                ways = _chains(begun, left, suit, melded)
                forms = self._with_sole([way.form for way in ways], hand, known)
                ways = [way._replace(form=form) for way, form in zip(ways, forms, strict=True)]
            else:
                ways = _chains([runs], left, None, melded)
            found += ways
        return found

    def thirteen(self, hand: Packed) -> Thirteen:
        """The thirteen tiles of a hand without wildcards, as they waited."""
        melds, codes = [], hand.melds
        while codes:
            melds.append(Meld.of_code(codes & (1 << MELD_BITS) - 1))
            codes >>= MELD_BITS
        beside = count(tile for meld in melds for tile in meld.tiles)
        return Thirteen(hand.counts, beside, len(melds))

    # -- what is remembered -----------------------------------------------------------------------

    def _only(self, suit: int, marked_suit: int) -> int:
        forms = self._forms_of(marked_suit << 2 | suit)
        if not forms or (not self._exhausted_wait and any([form & WAIT for form in forms])):
            return A_LOOK << WHOLE
        return forms[0] if len(forms) == 1 else SEVERAL << WHOLE

    def _forms_of(self, key: int) -> tuple[int, ...]:
        """The forms of a suit as it is in ``Packed``: one for each part that is completed.

        A wait is a sole one if by form this suit waits for no other tile.
        """
        marked_suit, suit = key >> 2, key & 3
        counts, mark = marked_suit & A_SUIT, marked_suit >> MARK_AT
        if not mark:
            given = FORMS[suit]
            return tuple([sum([given[one] for one in way]) for way in split(counts, suit < 3)])
        forms = [form for form, _, _ in self._finish(suit, counts, (mark >> 1) - 1, mark & 1)]
        if self._exhausted_wait:  # else it takes the whole hand to know whether a wait is sole
            forms = [form if form & SOLE else form & ~WAIT for form in forms]
        return tuple(dict.fromkeys(forms))

    def _melds_of(self, codes: int) -> int:
        """What the melds of these codes give together."""
        if not codes:
            return 0
        return meld_form(codes & (1 << MELD_BITS) - 1) + self._melded[codes >> MELD_BITS]

    def _loose_form(self, key: int) -> int:
        """The questions that the tiles of a suit fail, whatever parts they are in."""
        form = 0
        for tile in tiles_of(key >> 2 << 27 * (key & 3)):
            form |= part_form(SINGLES[tile])
        return form

    def _finish(
        self, suit: int, counts: int, rank: int, drawn: int
    ) -> list[tuple[int, int, Split]]:
        """A suit and the winning tile: each form, the piece with the winning tile, and the others.

        The wait is a sole one if by form this suit waits for no other tile.
        """
        given = FORMS[suit]
        last = given if drawn else CLAIMED_FORMS[suit]
        gates = (counts == GATES and suit < 3) << Fields.NINE_GATES
        return [
            (
                last[piece] + sum([given[one] for one in way]) + (wait << Fields.WAIT) + gates,
                piece,
                way,
            )
            for piece, wait, way in self._finished[suit < 3][counts | rank << MARK_AT]
        ]

    def _completed(self, hand: Packed, suits: Sequence[int]) -> list[Way]:
        """The ways of the winning tile's suit with their parts; the suits are without the tile."""
        suit, rank = divmod(hand.winning, 9)
        drawn, named = hand.how & 1, PIECES[suit]
        found = []
        for form, piece, way in self._finish(suit, suits[suit], rank, drawn):
            part = named[piece]
            if part.kind is Kind.PUNG and not drawn:
                part = OPEN_PUNGS[part.tile]
            found.append(Way(form, (part, *[named[one] for one in way]), 0))
        return found

    # -- the wait ---------------------------------------------------------------------------------

    def _waited(self, forms: list[int], hand: Packed, sole: bool | None) -> list[int]:
        """These forms of sets and a pair, with what the whole hand says of their waits."""
        if sole is None and self._exhausted_wait:
            # By form the suit tells, and of other shapes only seven pairs can wait beside sets.
            if not hand.paired or hand.is_even:
                return forms
            sole = False
        return self._with_sole(forms, hand, sole)

    def _with_sole(self, forms: list[int], hand: Packed, sole: bool | None) -> list[int]:
        """These forms, their waits sole ones or not; None looks at all that completes the hand."""
        if sole is None:
            sole = any([form & WAIT for form in forms]) and self._is_sole(hand)
        return [form | SOLE if sole else form & ~SOLE for form in forms]

    def _is_sole(self, hand: Packed) -> bool:
        """Whether the winning tile is the only one that completes the thirteen, by the option."""
        thirteen = self.thirteen(hand)
        return is_sole(completing(thirteen), thirteen, hand.winning, self._exhausted_wait)

    # -- the other shapes -------------------------------------------------------------------------

    def _without_sets(self, hand: Packed, sole: bool | None) -> int | None:
        """The form of all tiles in a shape without sets; None if they have none."""
        if hand.melds:
            return None
        whole = hand.counts + (1 << 3 * hand.winning)
        have, wait = kinds(whole), 0
        if not whole & EVERY_KIND:
            shape = SHIFTED_PAIRS if whole >> 1 in ROWS else SEVEN_PAIRS
            if self._is_sole(hand) if sole is None else sole:
                wait = (PAIR_WAIT << Fields.WAIT) + SOLE
        elif have == ORPHAN_KINDS:
            shape = THIRTEEN_ORPHANS
        elif whole == have and any([not whole & ~allowed for allowed in KNITTED]):
            shape = KNITTED_BY_HONOURS[(whole & HONOUR_TILES).bit_count()]
        else:
            return None
        m, p, s, z = suits_of(whole)
        loose = self._loose
        fails = loose[m << 2] + loose[p << 2 | 1] + loose[s << 2 | 2] + loose[z << 2 | 3]
        return SHAPE_FORMS[shape] + fails + wait

    def _beside_straights(
        self, hand: Packed, sole: bool | None
    ) -> Iterator[tuple[int, list[int], bool, bool | None]]:
        """The knitted straights in a hand: the straight, what it leaves of the suits.

        And whether the winning tile completes what is left, which is then without it; else it
        completes the straight. Last what is known of the wait.
        """
        suit, rank = divmod(hand.winning, 9)
        whole = hand.counts + (1 << 3 * hand.winning)
        missing = ~kinds(whole)
        for straight in STRAIGHTS if not hand.melds >> MELD_BITS else ():
            if straight & missing:
                continue
            left = [*suits_of(whole - straight)]
            within = straight >> 3 * hand.winning & 1
            if within:
                yield straight, [*left], False, sole
            if left[suit] >> 3 * rank & 7:
                left[suit] -= 1 << 3 * rank
                counts = not within or self._knitted_wait
                yield straight, left, True, sole if counts else False


# -- with parts -----------------------------------------------------------------------------------


def _finished_ways(suited: bool, key: int) -> tuple[tuple[int, int, Split], ...]:
    return finished(key & A_SUIT, key >> MARK_AT, suited)


@lru_cache(maxsize=1 << 10)
def _ways_of(counts: int, suit: int) -> tuple[Way, ...]:
    """The ways of one suit's tiles, none of them the winning tile, with their parts."""
    given, named = FORMS[suit], PIECES[suit]
    return tuple(
        Way(sum([given[piece] for piece in way]), tuple([named[piece] for piece in way]), -1)
        for way in split(counts, suit < 3)
    )


def _joined(way: Way, other: Way) -> Way:
    """Two ways in one; the winning tile is in the first."""
    return Way(way.form + other.form, way.parts + other.parts, way.completed)


def _chains(begun: Iterable[Way], suits: Sequence[int], done: int | None, melded: int) -> list[Way]:
    """These ways, each with every way to read the suits but the one that is done, and one pair."""
    others = [_ways_of(counts, suit) for suit, counts in enumerate(suits) if suit != done]
    found = []
    for chain in product(begun, *others):
        form = melded + sum([way.form for way in chain])
        if form >> WHOLE == 1:
            parts = tuple([part for way in chain for part in way.parts])
            found.append(Way(form, parts, chain[0].completed))
    return found


def _written(form: int, hand: Packed) -> Way:
    """A form of a shape without sets, with its parts."""
    whole = hand.counts + (1 << 3 * hand.winning)
    paired = form >> Fields.SHAPE & 7 in (SEVEN_PAIRS, SHIFTED_PAIRS)
    parts = tuple(
        PAIRS[tile] if whole >> 3 * tile & 6 else SINGLES[tile]
        for tile in (tiles_of(whole)[::2] if paired else dict.fromkeys(tiles_of(whole)))
    )
    return Way(form, parts, next(n for n, part in enumerate(parts) if hand.winning in part.tiles))
