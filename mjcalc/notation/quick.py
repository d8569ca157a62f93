"""Plain lines straight to packed hands: for files of hands, where a line must cost microseconds.

Built of the very pieces of the notation (``grammar.word_meanings``): a word is read once and its
*effect* remembered, all effects of a line add up, and a few masks tell whether the sum is a
possible hand. Whatever is not plain (a word that cannot be read, something said twice, flags that
need a look, wildcards, a fifth copy, a wrong count) gives None, and the grammar says what it is.

``tests/test_quick.py`` compares it with ``parse`` on generated and on mutated lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, cast

from mjcalc.draft import COPIES, MOST_FLOWERS, SETS
from mjcalc.hand import FOURTH, meld_of
from mjcalc.notation.grammar import word_meanings
from mjcalc.notation.words import NUMBERED, SUITED, Called, Said, Tiles
from mjcalc.packed import Packed, count, melds_key, pack, shows_three
from mjcalc.tiles import TILES, Tile

MOST_WORDS = 15  # so that no count of what was said runs over its four bits
MOST_REMEMBERED = 1 << 12
RUNS = re.compile(f"{SUITED}|{NUMBERED}")
DIGITS = frozenset("123456789")
# Five bits a kind: copies of all tiles of a line add up without running over.
WIDE = tuple(1 << 5 * tile for tile in TILES)
TOO_MANY = sum(WIDE) * (15 - COPIES)  # added, a fifth copy reaches the fifth bit
FIFTH = sum(WIDE) << 4


class Effect(NamedTuple):
    """What a word adds to a line.

    ``said`` has a field of four bits for how often each item was said, above them what it said, and
    above all how many tiles there are;
    ``counts`` are its concealed tiles, ``wide`` all its tiles in five bits a kind. The other three
    are of a meld: its code, and its tiles if no kong and if face up.
    """

    said: int
    counts: int = 0
    wide: int = 0
    code: int = 0
    loose: int = 0
    face_up: int = 0


# Fields of ``said``: how often, then the values.
WIN_AT, WORD_AT, SEAT_AT, ROUND_AT, FLOWERS_AT, LAST_AT = range(0, 24, 4)
ITEMS = {
    "+win": WIN_AT, "+seat": SEAT_AT, "+round": ROUND_AT, "+flowers": FLOWERS_AT, "+last": LAST_AT
}  # fmt: skip
TWICE = sum(0b1110 << at for at in (*ITEMS.values(), WORD_AT))
WINNING_AT, DRAWN_AT, SEAT, ROUND, FLOWERS, LAST = 28, 34, 35, 37, 39, 43
VALUES = {"+win": WINNING_AT, "+seat": SEAT, "+round": ROUND, "+flowers": FLOWERS, "+last": LAST}
A_TILE, A_FLOWER = 63, 15
TILES_AT = 48  # how many tiles there are stands above all, as there may be any number


class Line(NamedTuple):
    """A hand with its winning tile in ints, and its flowers."""

    hand: Packed
    flowers: int


class QuickReader:
    """Reads plain lines; remembers the words and runs of tiles it has met."""

    def __init__(self) -> None:
        self._words: dict[str, Effect | None] = {}
        self._runs: dict[str, Effect | None] = {}

    def __call__(self, line: str) -> Line | None:
        """The hand of a line, None for a line that is not plain."""
        said = counts = wide = loose = face_up = 0
        codes: list[int] = []
        words = line.split()
        if len(words) > MOST_WORDS:
            return None
        for word in words:
            if word[0] in DIGITS:
                runs = RUNS.findall(word)
                length = len(runs)
                for run in runs:
                    effect = self._runs.get(run) or _remember(self._runs, run, run_effect)
                    if effect is None:
                        return None
                    number, more, all_tiles, _, _, _ = effect
                    length += number >> TILES_AT
                    said += number
                    counts += more
                    wide += all_tiles
                if length != len(word):
                    return None
                continue
            effect = self._words.get(word) or _remember(self._words, word, word_effect)
            if effect is None:
                return None
            number, more, all_tiles, code, a_loose, open_tiles = effect
            said += number
            counts += more
            wide += all_tiles
            if code:
                codes.append(code)
                loose += a_loose
                face_up += open_tiles
        return _line(said, counts, wide, codes, loose, face_up)


def _line(
    said: int, counts: int, wide: int, codes: list[int], loose: int, face_up: int
) -> Line | None:
    winning = said >> WINNING_AT & A_TILE
    held = (said >> TILES_AT) + 3 * len(codes)
    if said & TWICE or not said >> WIN_AT & 1 or held not in (13, 14) or len(codes) > SETS:
        return None
    if held == 13:
        wide += WIDE[winning]
    elif counts >> 3 * winning & 7:
        counts -= 1 << 3 * winning
    else:
        return None
    if wide + TOO_MANY & FIFTH:
        return None
    how = said >> DRAWN_AT & 1 | (said >> LAST & 1) << 1
    if shows_three(face_up, winning):
        how |= FOURTH
    winds = said >> SEAT & 3 | (said >> ROUND & 3) << 2
    hand = pack(counts, winning, melds_key(codes), loose, how, winds)
    return Line(hand, said >> FLOWERS & A_FLOWER)


def _remember(
    known: dict[str, Effect | None], word: str, effect_of: Callable[[str], Effect | None]
) -> Effect | None:
    if word in known:
        return known[word]
    if len(known) >= MOST_REMEMBERED:
        known.clear()
    known[word] = effect_of(word)
    return known[word]


def run_effect(run: str) -> Effect | None:
    """The effect of a run of suited tiles or numbered honours."""
    meant = word_meanings(run)
    if meant is None or len(meant) != 1 or type(meant[0]) is not tuple:
        return None
    return _tiles_effect(cast(Tiles, meant[0]))


def word_effect(word: str) -> Effect | None:
    """The effect of a word that means one plain thing, or tiles; None for any other."""
    meant = word_meanings(word)
    if not meant or len(meant) != 1:
        return None
    meaning = meant[0]
    if isinstance(meaning, Called):
        return _set_effect(meaning)
    if isinstance(meaning, Said):
        return _said_effect(meaning)
    return _tiles_effect(cast(Tiles, meaning)) if type(meaning) is tuple else None


def _tiles_effect(tiles: tuple[Tile, ...]) -> Effect | None:
    if any(tiles.count(tile) > COPIES for tile in tiles):
        return None
    return Effect(len(tiles) << TILES_AT, count(tiles), sum(WIDE[tile] for tile in tiles))


def _set_effect(called: Called) -> Effect | None:
    if called.is_misnamed or called.drafted.defect():
        return None
    meld = meld_of(called.drafted)
    wide = sum(WIDE[tile] for tile in meld.tiles)
    return Effect(0, 0, wide, meld.code, meld.loose, meld.face_up)


def _said_effect(said: Said) -> Effect | None:
    if said.item == "win-word":
        return Effect(1 << WORD_AT | bool(said.self_drawn) << DRAWN_AT)
    too_many = said.item == "+flowers" and cast(int, said.value) > MOST_FLOWERS
    if said.item not in ITEMS or said.self_drawn is not None or too_many:
        return None
    return Effect(1 << ITEMS[said.item] | int(cast(int, said.value)) << VALUES[said.item])
