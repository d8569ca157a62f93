"""European letters: ``123b 456c 789d EEE RR``.

b is bamboo (条), c characters (万), d dots (饼); the dragons are R, G and Wh (or Rd Gd Wd), which
our notation reads anywhere. b alone is also 饼 elsewhere: c or d makes a line European.
"""

from __future__ import annotations

import re

from mjcalc.hand.hand import Hand
from mjcalc.notation.respelling import Respelling, WrittenHand, respell, write_in_brackets
from mjcalc.tiles import Tile

EUROPEAN_SUITS = {"b": "s", "c": "m", "d": "p"}
EUROPEAN_HONORS = ("E", "S", "W", "N", "R", "G", "Wh")
# An honor may follow the suit directly.
EUROPEAN_SUIT = re.compile("(?<=[0-9])[bcdBCD](?![a-zABDH-MOQT-VX-Z])")
ONLY_EUROPEAN = re.compile("[0-9][cdCD](?![a-zABDH-MOQT-VX-Z])")


def respell_european(folded: str, forced: bool) -> Respelling | None:
    """Rewrite a line of European suits; return None if it has neither c nor d."""
    if not forced and not ONLY_EUROPEAN.search(folded):
        return None
    own = respell(EUROPEAN_SUIT, lambda found: EUROPEAN_SUITS[found[0].lower()], folded)
    for place in range(len(own.text) - 1, 0, -1):  # the digits belong to the letter behind them
        if own.foreign[place] and own.text[place - 1].isdecimal():
            own.foreign[place - 1] = True
    return own


def write_european(hand: Hand) -> WrittenHand:
    """Write a hand in European letters, melds in brackets and the winning tile last."""
    return write_in_brackets(hand, _european_run, _european_run(hand.concealed, " "))


def _european_run(tiles: tuple[Tile, ...], joint: str = "") -> str:
    """Write sorted tiles in groups of a suit or an honor."""
    letters = {"m": "c", "p": "d", "s": "b"}
    groups: list[tuple[str, str]] = []
    for tile in tiles:
        digit, suit = tile.code[0], tile.code[1]
        name = letters.get(suit) or EUROPEAN_HONORS[tile - Tile.Z1]
        written = digit if suit != "z" else name
        if groups and groups[-1][0] == name:
            groups[-1] = (name, groups[-1][1] + written)
        else:
            groups.append((name, written))
    return joint.join(f"{text}{name}" if text[0].isdecimal() else text for name, text in groups)
