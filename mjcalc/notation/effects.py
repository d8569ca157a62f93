"""What the words of a line add to a hand, as ints that can be added up; and a table of words.

The grammar is asked once for each word. Its answer is kept as an *effect*: an int with room for the
value of each field of a draft, a bit for each field that the word gives, and the number of fields
that it gives. Where a line gives a field twice, the sum of its effects has fewer bits than fields.
"""

from __future__ import annotations

import threading
from typing import NamedTuple, cast

import numpy as np
import numpy.typing as npt

from mjcalc.hand.hand import meld_code, meld_of
from mjcalc.hand.kinds import MOST_FLOWERS
from mjcalc.hand.packed import count
from mjcalc.hand.packed_columns import Bools, Ints
from mjcalc.hand.row import HALF
from mjcalc.notation.scanner import word_meanings
from mjcalc.notation.vocabulary import CalledSet, Item, Tiles, fold

Words = npt.NDArray[np.uint64]

MOST_TOKENS = 31  # of a line: more effects are not added up
# The fields of a draft that a word may give, and how many bits a field_value has.
FIELDS = {
    "self_drawn": 1, "last": 1, "kong": 1, "rob": 1, "fourth": 1, "seat": 2, "round": 2,
    "winning": 6, "flowers": 4, "wild": 6, "indicator": 6,
}  # fmt: skip
HOW_BITS = 5  # the first of them together are ``win_bits``
AT = {name: sum(list(FIELDS.values())[:place]) for place, name in enumerate(FIELDS)}
# Above the values, with room for their sum: a bit for each field that is given; how many are given
# (by a word two at most, and one more where the highest bit runs over); whether a word has tiles.
GIVEN_AT = sum(FIELDS.values()) + MOST_TOKENS.bit_length()
TIMES_AT = GIVEN_AT + len(FIELDS)
TILES_AT = TIMES_AT + (3 * MOST_TOKENS).bit_length()
GIVEN = {name: 1 << GIVEN_AT + place for place, name in enumerate(FIELDS)}
ONCE, HAS_TILES = 1 << TIMES_AT, 1 << TILES_AT
NOT_PLAIN = ONCE  # one given, without its bit: no sum with it is sound
assert TILES_AT + MOST_TOKENS.bit_length() < 64

NUMBER_AT = 3 * HALF  # above packed counts: how many tiles they are
SOURCE_AT = 9  # above the code of a meld: its source


class Effect(NamedTuple):
    """The fields that a word gives; the code and source of its set; its concealed tiles, packed."""

    fields: int = 0
    code: int = 0
    mp: int = 0
    sz: int = 0


def effect_of(word: str) -> Effect:
    """Return the effect of a word that means one thing; NOT_PLAIN for any other.

    >>> effect_of("[123m]").code, effect_of("banana") == Effect(NOT_PLAIN)
    (64, True)
    """
    meant = word_meanings(fold(word))
    meaning = meant[0] if meant is not None and len(meant) == 1 else None
    if isinstance(meaning, Item):
        return Effect(_field_effect(meaning))
    if isinstance(meaning, CalledSet) and not meaning.is_misnamed and not meaning.drafted.defect():
        meld = meld_of(meaning.drafted)
        return Effect(HAS_TILES, meld_code(meld) | (meld.source or 0) << SOURCE_AT)
    if type(meaning) is tuple:
        return _tile_effect(cast(Tiles, meaning))
    return Effect(NOT_PLAIN)


def _field_effect(said: Item) -> int:
    values = {} if said.field is None else {said.field: int(cast(int, said.value))}
    if said.self_drawn is not None:
        values["self_drawn"] = int(said.self_drawn)
    if values.get("flowers", 0) > MOST_FLOWERS:
        return NOT_PLAIN
    return sum((value << AT[name]) + GIVEN[name] + ONCE for name, value in values.items())


def _tile_effect(tiles: Tiles) -> Effect:
    low, high = ([tile for tile in tiles if (tile < HALF) is is_low] for is_low in (True, False))
    mp, sz = count(low), count(high) >> 3 * HALF
    return Effect(HAS_TILES, 0, mp | len(low) << NUMBER_AT, sz | len(high) << NUMBER_AT)


def is_sound(total: Ints) -> Bools:
    """Whether all words of a line are plain and no field is given twice, by the sum of effects."""
    bits = total >> GIVEN_AT & (1 << len(FIELDS)) - 1
    times = total >> TIMES_AT & (1 << TILES_AT - TIMES_AT) - 1
    # A bit that runs over into the number makes the number too large all the more.
    sound: Bools = np.bitwise_count(bits) == times
    return sound


def is_given(total: Ints, name: str) -> Bools:
    """Whether this field is given, by the sum of effects."""
    given: Bools = total & GIVEN[name] != 0
    return given


def field_value(total: Ints, name: str, bits: int = 0) -> Ints:
    """The field_value of a field, or so many bits from its place on, in the sum of effects."""
    return total >> AT[name] & (1 << (bits or FIELDS[name])) - 1


class WordTable:
    """Effects by word, in columns: an open hash table that learns from the grammar.

    A word of up to sixteen bytes is two ints, its first eight bytes and the others; they are
    compared whole. A table with ``most`` words starts anew; it has 2 ** ``bits`` places. Threads
    hold ``lock`` while they use it.
    """

    _FREE = 1  # no word is this byte
    # Odd numbers without a pattern: the high bits of a product depend on all bits of a word.
    _FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F)

    def __init__(self, bits: int = 14, most: int = 1 << 12) -> None:
        assert most + 1 < 1 << bits  # beside the empty word a place stays free: it ends a search
        self.lock = threading.Lock()
        self._bits, self._most = bits, most
        self._mask = (1 << bits) - 1
        self._unknown = 1 << bits  # the last place: of all words that are not in the table
        self._first, self._second = (np.zeros(self._unknown + 1, np.uint64) for _ in range(2))
        self.fields, self.mp, self.sz = (np.zeros(self._unknown + 1, np.int64) for _ in range(3))
        self.code = np.zeros(self._unknown + 1, np.uint16)
        self._clear()

    def _clear(self) -> None:
        self._words = 0
        self._first[:] = self._FREE
        self._first[0] = 0  # the empty word: it means nothing
        self.fields[self._unknown] = NOT_PLAIN

    def find(self, first: Words, second: Words) -> Ints:
        """The places of words: where their effects are, in ``fields``, ``code``, ``mp`` and ``sz``.

        They hold until words are looked up again.
        """
        if self._words >= self._most:
            self._clear()
        places = self._places(first, second)
        new = np.flatnonzero(places == self._unknown)
        if new.size:
            first, second = first[new], second[new]
            for word in dict.fromkeys(zip(first.tolist(), second.tolist(), strict=True)):
                if self._words < self._most:
                    self._learn(*word)
            places[new] = self._places(first, second)
        return places

    def _places(self, first: Words, second: Words) -> Ints:
        """The places of words; the last for those that the table does not hold."""
        places = self._hashed(first, second)
        left = np.flatnonzero(~self._are_at(places, first, second))
        while left.size:
            here = places[left]
            free = self._first.take(here) == self._FREE
            places[left[free]] = self._unknown
            left, here = left[~free], here[~free] + 1 & self._mask
            places[left] = here
            left = left[~self._are_at(here, first[left], second[left])]
        return places

    def _are_at(self, places: Ints, first: Words, second: Words) -> Bools:
        """Whether each word is the one at its place."""
        same: Bools = self._first.take(places) == first
        same &= self._second.take(places) == second
        return same

    def _hashed(self, first: Words, second: Words) -> Ints:
        """Where to look for words first."""
        one, other = map(np.uint64, self._FACTORS)
        hashed = (first * one ^ second * other) >> np.uint64(64 - self._bits)
        return hashed.view(np.int64)

    def _learn(self, first: int, second: int) -> None:
        text = (first | second << 64).to_bytes(16, "little").rstrip(b"\0")
        try:
            effect = effect_of(text.decode())
        except UnicodeDecodeError:
            effect = Effect(NOT_PLAIN)
        place = int(self._hashed(*np.array([[first], [second]], np.uint64))[0])
        while self._first[place] != self._FREE:
            place = place + 1 & self._mask
        self._first[place], self._second[place] = first, second
        self.fields[place], self.code[place], self.mp[place], self.sz[place] = effect
        self._words += 1
