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
    OPEN_PUNGS,
    PAIRS,
    PIECES,
    SEVEN_PAIRS,
    SHAPE_FORMS,
    SHIFTED_PAIRS,
    SINGLES,
    STANDARD,
    STRAIGHT_WAYS,
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
    suits_of,
    tiles_of,
)
from mjcalc.reading import Part
from mjcalc.tiles import HONOURS, TILES

WHOLE, WAIT, SOLE = Fields.WHOLE, 3 << Fields.WAIT, 1 << Fields.SOLE
# In the field WHOLE of a suit that has no form or one to ask about, and of one that has several.
A_LOOK, SEVERAL = 8, 64
TAKES_A_LOOK = 7 * A_LOOK  # up to four suits
MELDS = (1 << 2 * MELD_BITS) - 1  # two
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
        self._loose = Memo(self._loose_form)
        self._melded = Memo(self._melds_of)
        self.only = tuple(Memo(partial(self._only, suit), most=1 << 14) for suit in range(4))

    def melded(self, codes: int) -> int:
        """What melds give, remembered two by two."""
        form = self._melded[codes & MELDS]
        return form if codes <= MELDS else form + self._melded[codes >> 2 * MELD_BITS]

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
        melded = self.melded(hand.melds)
        return [melded + way.form for way in self._other_shapes(hand, sole)]

    def ways(self, hand: Packed, sole: bool | None = None) -> list[Way]:
        """Every way to read the hand in any shape, with its parts; the form is with the melds."""
        suit, _ = divmod(hand.winning, 9)
        counts = suits_of(hand.counts)
        begun = self._completed(hand, counts[suit])
        found = _whole(_chains(begun, counts, [n for n in range(4) if n != suit]))
        forms = self._waited([way.form for way in found], hand, sole)
        waited = [way._replace(form=form) for way, form in zip(found, forms, strict=True)]
        melded = self.melded(hand.melds)
        others = self._other_shapes(hand, sole, written=True)
        return [way._replace(form=melded + way.form) for way in (*waited, *others)]

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
        forms = [form for form, _, _ in _finished(suit, counts, (mark >> 1) - 1, mark & 1)]
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

    # -- the wait ---------------------------------------------------------------------------------

    def _waited(self, forms: list[int], hand: Packed, sole: bool | None) -> list[int]:
        """These forms of sets and a pair, with what the whole hand says of their waits."""
        if sole is None and self._exhausted_wait:
            # By form the suit tells, and of other shapes only seven pairs can wait beside sets.
            if not hand.paired or hand.is_even:
                return forms
            sole = False
        elif sole is None:
            sole = any([form & WAIT for form in forms]) and self._is_sole(hand)
        return [form | SOLE if sole else form & ~SOLE for form in forms]

    def _is_sole(self, hand: Packed, sole: bool | None = None) -> bool:
        """Whether the winning tile is the only one that completes the thirteen, by the option."""
        if sole is not None:
            return sole
        thirteen = self.thirteen(hand)
        return is_sole(completing(thirteen), thirteen, hand.winning, self._exhausted_wait)

    # -- the other shapes -------------------------------------------------------------------------

    def _other_shapes(
        self, hand: Packed, sole: bool | None = None, written: bool = False
    ) -> list[Way]:
        """Every way to read the hand in another shape than sets and a pair, without the melds.

        Parts of a shape without sets are named only if they are to be ``written``.
        """
        whole = hand.counts + (1 << 3 * hand.winning)
        have = kinds(whole)
        if not hand.melds:
            shape, wait = STANDARD, 0
            if not whole & EVERY_KIND:
                shape = SHIFTED_PAIRS if whole >> 1 in ROWS else SEVEN_PAIRS
                wait = (PAIR_WAIT << Fields.WAIT) + SOLE if self._is_sole(hand, sole) else 0
            elif have == ORPHAN_KINDS:
                shape = THIRTEEN_ORPHANS
            elif whole == have and any([not whole & ~allowed for allowed in KNITTED]):
                shape = KNITTED_BY_HONOURS[(whole & HONOUR_TILES).bit_count()]
            if shape != STANDARD:
                return [self._without_sets(shape, whole, hand.winning, wait, written)]
        found: list[Way] = []
        if not hand.melds >> MELD_BITS:
            for straight in STRAIGHTS:
                if not straight & ~have:
                    found += self._knitted_straight(straight, hand, sole)
        return found

    def _without_sets(self, shape: int, whole: int, winning: int, wait: int, written: bool) -> Way:
        """All tiles of a shape without sets."""
        loose = [self._loose[n << 2 | suit] for suit, n in enumerate(suits_of(whole))]
        parts: tuple[Part, ...] = ()
        if written:
            single = shape not in (SEVEN_PAIRS, SHIFTED_PAIRS)
            parts = tuple(
                PAIRS[tile] if whole >> 3 * tile & 6 else SINGLES[tile]
                for tile in (dict.fromkeys(tiles_of(whole)) if single else tiles_of(whole)[::2])
            )
        place = next((n for n, part in enumerate(parts) if winning in part.tiles), -1)
        return Way(SHAPE_FORMS[shape] + sum(loose) + wait, parts, place)

    def _knitted_straight(self, straight: int, hand: Packed, sole: bool | None) -> list[Way]:
        """The straight beside a set and a pair; the winning tile in the one or in the others."""
        suit, rank = divmod(hand.winning, 9)
        base = STRAIGHT_WAYS[straight]
        left = suits_of(hand.counts + (1 << 3 * hand.winning) - straight)
        within = straight >> 3 * hand.winning & 1
        found: list[Way] = []
        if within:
            found += _whole(_chains([base._replace(completed=suit)], left, (0, 1, 2, 3)))
        if left[suit] >> 3 * rank & 7:
            begun = self._completed(hand, left[suit] - (1 << 3 * rank))
            if within and not self._knitted_wait:
                sole = False
            elif sole is None:
                sole = any([way.form & WAIT for way in begun]) and self._is_sole(hand)
            begun = [_joined(way, base) for way in begun]
            for way in _whole(_chains(begun, left, [n for n in range(4) if n != suit])):
                found.append(way._replace(form=way.form | SOLE if sole else way.form & ~SOLE))
        return found

    # -- with parts -------------------------------------------------------------------------------

    def _completed(self, hand: Packed, counts: int) -> list[Way]:
        """The ways of the winning tile's suit, ``counts`` without it, with their parts."""
        suit, rank = divmod(hand.winning, 9)
        drawn, named = hand.how & 1, PIECES[suit]
        found = []
        for form, piece, way in _finished(suit, counts, rank, drawn):
            part = named[piece]
            if part.kind is Kind.PUNG and not drawn:
                part = OPEN_PUNGS[part.tile]
            found.append(Way(form, (part, *[named[one] for one in way]), 0))
        return found


def _finished(suit: int, counts: int, rank: int, drawn: int) -> list[tuple[int, int, Split]]:
    """A suit and the winning tile: each form, the piece with the winning tile, and the others.

    The wait is a sole one if by form this suit waits for no other tile.
    """
    given = FORMS[suit]
    last = given if drawn else CLAIMED_FORMS[suit]
    gates = (counts == GATES and suit < 3) << Fields.NINE_GATES
    return [
        (last[piece] + sum([given[one] for one in way]) + (wait << Fields.WAIT) + gates, piece, way)
        for piece, wait, way in finished(counts, rank, suit < 3)
    ]


@lru_cache(maxsize=1 << 10)
def _ways_of(counts: int, suit: int) -> tuple[Way, ...]:
    """The ways of one suit's tiles, none of them the winning tile, with their parts."""
    given, named = FORMS[suit], PIECES[suit]
    return tuple(
        Way(sum([given[piece] for piece in way]), tuple([named[piece] for piece in way]), -1)
        for way in split(counts, suit < 3)
    )


def _joined(way: Way, other: Way) -> Way:
    """Two ways in one; the winning tile is in the first, or in neither."""
    return Way(way.form + other.form, way.parts + other.parts, way.completed)


def _chains(begun: Iterable[Way], counts: Sequence[int], suits: Iterable[int]) -> Iterator[Way]:
    """These ways, each with every way to read the tiles of these suits as sets and pairs."""
    for chain in product(begun, *[_ways_of(counts[suit], suit) for suit in suits]):
        way = chain[0]
        for more in chain[1:]:
            way = _joined(way, more)
        yield way


def _whole(ways: Iterable[Way]) -> list[Way]:
    """Those with one pair among all."""
    return [way for way in ways if way.form >> WHOLE == 1]
