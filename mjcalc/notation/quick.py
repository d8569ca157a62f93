"""Plain lines straight to a hand in ints: for files of hands, where a line must cost microseconds.

Built of the very pieces of the notation (``grammar.word_meanings``): a word is read once and its
*effect* remembered, one int with a field for everything it may add to a line. A line is the sum of
its words' effects; a few masks tell whether that is a possible hand. Whatever is not plain (a word
that cannot be read, something said twice, flags that need a look, a wildcard held, a fifth copy, a
wrong count) gives None, and the grammar says what it is.

``tests/test_quick.py`` compares it with ``parse`` on generated and on mutated lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from mjcalc.draft import COPIES, MOST_FLOWERS, SETS, Kind
from mjcalc.hand import FOURTH, meld_of
from mjcalc.memo import Memo
from mjcalc.notation.grammar import LONGEST_WORD, WORDS, word_meanings
from mjcalc.notation.words import NUMBERED, SUITED, Called, Said, Tiles
from mjcalc.packed import A_SUIT, MARK_AT, Packed, joined, marked, melds_key, pack
from mjcalc.tiles import TILES, Tile

RUN = re.compile(f"{SUITED}|{NUMBERED}")
LONG_RUN, LONG_WORD, LONG_END = 7, 16, 80  # characters
LONGEST = 1_000  # characters of a plain line: no field of an effect runs over

# -- the fields of an effect -----------------------------------------------------------------------

# What was said, in few bits each: sound if each was said once, and room above for what was not.
SAID = (1 << 23) - 1
DRAWN, LAST, WINNING, SEAT, ROUND, FLOWERS, WILD, FLIPPED = 0, 1, 2, 8, 10, 12, 16, 22
HOW, A_TILE, WINDS, A_FLOWER = 3, 63, 15, 15
VALUES = {
    "+win": WINNING, "+seat": SEAT, "+round": ROUND, "+flowers": FLOWERS, "+last": LAST,
    "+wild": WILD, "+flip": WILD,
}  # fmt: skip
A_FIELD = (1 << 16) - 1
# How often each thing was said, how many tiles, sets and kongs there are: sixteen bits each.
ONCE = ("win-word", "+seat", "+round", "+flowers", "+last", "+wild")
COUNTERS = ("+win", *ONCE, "odd", "tile", "set", "kong")
COUNTER = {item: 32 + 16 * place for place, item in enumerate(COUNTERS)}
COUNTER["+flip"] = COUNTER["+wild"]  # one of them says the other
CODE_AT = 32 + 16 * len(COUNTERS)
COUNTS = (1 << CODE_AT) - (1 << 32)
ODD = 1 << COUNTER["odd"]  # the effect of a word that is not plain
# The code of a set, which is asked of single words only; the concealed tiles, as in ``Packed``,
# the suits 32 bits apart.
SUITS_AT = CODE_AT + 16
SUITS = (0, 32, 64, 96)
MARKED_SUIT = (1 << 32) - 1
SUITS_MASK = (1 << 128) - 1
ODD_COUNTS = sum(0o111111111 << at for at in SUITS)
PLACE = tuple(3 * (tile % 9) + SUITS[tile // 9] for tile in TILES)
ONE_OF = tuple(1 << place for place in PLACE)
# All tiles in five bits a kind, and in each twelve to begin with: a fourth copy reaches the fifth
# bit, and no number of copies that a line may have runs over.
ALL_AT = SUITS_AT + 128
WIDE = tuple(1 << 5 * tile for tile in TILES)
EACH = sum(WIDE)
FOUR = 16 * EACH << ALL_AT
NONE = 16 - COPIES
BEGUN = EACH * NONE << ALL_AT
# What the winning tile adds where it is among the tiles, and said again by ``+win``.
TYPED = tuple((ONE_OF[tile] << SUITS_AT) + (WIDE[tile] << ALL_AT) for tile in TILES)
# Above all what the sets give.
GIVEN_AT = ALL_AT + 5 * len(TILES)
MARKS = tuple(marked(0, tile % 9, False) << SUITS[tile // 9] for tile in TILES)
DRAWN_PUNG = tuple(1 << MARK_AT + SUITS[tile // 9] for tile in TILES)

# A hand with its winning tile: its suits in one (see ``Packed``), what its sets give, ``how`` and
# ``hogs`` (see there too), and what was said.
Line = tuple[int, int, int, int, int]


class Effects(Memo[str, int]):
    """The effects of words. What is long is mostly new, and not remembered."""

    def __missing__(self, word: str) -> int:
        if len(word) > LONGEST_WORD:
            return ODD
        if len(word) > LONG_WORD or (len(word) > LONG_RUN and RUN.fullmatch(word)):
            return self._work_out(word)
        return super().__missing__(word)


class Ends(Memo[str, int]):
    """The effects of the ends of lines; what is longer than all items together has other words."""

    def __missing__(self, end: str) -> int:
        return self._work_out(end) if len(end) > LONG_END else super().__missing__(end)


class QuickReader:
    """Reads plain lines; remembers the words and runs of tiles it has met.

    ``given`` says what the set of a code gives: a line has the sum of it. Where the rules know
    wildcards, a line that names a 财神 and holds none is plain too.
    """

    def __init__(self, given: Callable[[int], int], wildcards: bool = True) -> None:
        self._given = given
        self._wildcards = wildcards
        self._words = Effects(self._effect, most=1 << 16)
        self._tiles = {
            letter: {digit: self._meaning(digit + letter) for digit in "123456789"}
            for letter in "mpszMPSZ"
        }
        self._ends = Ends(self._end, most=1 << 14)
        self._sound: Memo[int, tuple[int, bool, bool] | None] = Memo(_sound, most=1 << 12)
        self._effect_of = self._words.__getitem__

    def line(self, line: str) -> Line | None:
        """The hand of a line, None for a line that is not plain."""
        if len(line) > LONGEST or "\t" in line:
            return None
        if "#" in line:
            line = line.partition("#")[0]
        # Lines mostly end with the same items, which are remembered as one.
        head, plus, end = line.partition(" +")
        words = WORDS.findall(head)
        effect = sum(map(self._effect_of, words), self._ends[end] if plus else BEGUN)
        sound = self._sound[effect & COUNTS]
        if sound is None:
            return None
        said = effect & SAID
        winning = said >> WINNING & A_TILE
        kongs, is_inside, names_wild = sound
        if is_inside:
            if not effect >> SUITS_AT + PLACE[winning] & 7:
                return None
            effect -= TYPED[winning]
        if names_wild and not _holds_no_wild(said, effect >> ALL_AT):
            return None
        suits = effect >> SUITS_AT & SUITS_MASK
        how, hogs, fours = said & HOW, 0, effect & FOUR
        if fours:
            if effect & (fours - (fours >> 4)):
                return None  # a fifth copy
            hogs = fours.bit_count() - kongs
            how |= _fourth(fours, winning, suits)
        if how & 1 and suits >> PLACE[winning] & 7 > 1:
            suits |= DRAWN_PUNG[winning]
        return suits | MARKS[winning], effect >> GIVEN_AT, how, hogs, said

    def packed(self, text: str, line: Line) -> Packed:
        """The hand of a plain line whole, for whatever takes more than a glance."""
        suits, given, how, hogs, said = line
        effects = map(self._effect_of, WORDS.findall(text)) if given else ()
        melds = melds_key([code for effect in effects if (code := effect >> CODE_AT & A_FIELD)])
        counts = joined([suits >> at & A_SUIT for at in SUITS])
        winning, winds = said >> WINNING & A_TILE, said >> SEAT & WINDS
        return pack(counts, winning, melds, 0, how, winds)._replace(hogs=hogs)

    def _end(self, end: str) -> int:
        """The effect of the end of a line, from the first item on; with what each line begins."""
        return BEGUN + sum(map(self._effect_of, WORDS.findall(f"+{end}")))

    def _effect(self, word: str) -> int:
        """The effect of a run of tiles, or of any other word."""
        if len(word) > 2 and RUN.fullmatch(word):
            return sum(map(self._tiles[word[-1]].__getitem__, word[:-1]))
        return self._meaning(word)

    def _meaning(self, word: str) -> int:
        """What a word adds that means one plain thing, or tiles; ODD for any other."""
        meant = word_meanings(word)
        if not meant or len(meant) != 1:
            return ODD
        meaning = meant[0]
        if isinstance(meaning, Called):
            return self._set(meaning)
        if isinstance(meaning, Said):
            known = self._wildcards or meaning.item not in ("+wild", "+flip")
            return _said(meaning) if known else ODD
        return _tiles(cast(Tiles, meaning)) if type(meaning) is tuple else ODD

    def _set(self, called: Called) -> int:
        if called.is_misnamed or called.drafted.defect():
            return ODD
        meld = meld_of(called.drafted)
        kong = meld.kind is Kind.KONG
        effect = (1 << COUNTER["set"]) + (kong << COUNTER["kong"]) + (meld.code << CODE_AT)
        every = sum(WIDE[tile] for tile in meld.tiles)
        return effect + (every << ALL_AT) + (self._given(meld.code) << GIVEN_AT)


def _sound(counts: int) -> tuple[int, bool, bool] | None:
    """How many kongs, whether the winning tile is among the tiles, whether a 财神 is named.

    None if it is unsound.
    """
    number = {item: counts >> COUNTER[item] & A_FIELD for item in COUNTERS}
    held = number["tile"] + 3 * number["set"]
    once = all(number[item] <= 1 for item in ONCE)
    if number["odd"] or number["+win"] != 1 or not once or number["set"] > SETS:
        return None
    return (number["kong"], held == 14, bool(number["+wild"])) if held in (13, 14) else None


def _fourth(fours: int, winning: int, suits: int) -> int:
    """The bit of 和绝张 where the other three copies lie in the hand's own sets (rules 2)."""
    held = suits >> PLACE[winning] & 7
    return FOURTH if fours >> ALL_AT + 5 * winning & 16 and not held else 0


def _holds_no_wild(said: int, every: int) -> bool:
    """Whether none of all tiles is the 财神, nor the indicator a fifth copy."""
    wild = TILES[said >> WILD & A_TILE]
    turned = said >> FLIPPED & 1 and every >> 5 * wild.predecessor & 16
    return every >> 5 * wild & 31 == NONE and not turned


def _tiles(tiles: tuple[Tile, ...]) -> int:
    suits = sum(ONE_OF[tile] for tile in tiles) << SUITS_AT
    return (len(tiles) << COUNTER["tile"]) + suits + (sum(WIDE[tile] for tile in tiles) << ALL_AT)


def _said(said: Said) -> int:
    if said.item == "win-word":
        return (1 << COUNTER["win-word"]) + (bool(said.self_drawn) << DRAWN)
    too_many = said.item == "+flowers" and cast(int, said.value) > MOST_FLOWERS
    if said.item not in VALUES or said.self_drawn is not None or too_many:
        return ODD
    value = int(cast(int, said.value))
    effect = 1 << COUNTER[said.item]
    if said.item == "+win":
        effect += WIDE[value] << ALL_AT
    elif said.item == "+flip":
        value = TILES[value].successor
        effect += 1 << FLIPPED
    return effect + (value << VALUES[said.item])
