"""PMN's tiles: ``c123d456b789w111r11``, a letter before the digits of its group.

c is 万, d 饼, b 条; w1 to w4 are 东南西北, r1 to r3 中发白, f1 to f8 flowers. In capitals it is
also how English speakers code tiles (``C1 D2 B3``). b alone is 饼 elsewhere: c, d or r makes a
line PMN's. Source: the README of python-majiang, and recorded deals that hold a dragon fan.
"""

from __future__ import annotations

import re

from mjcalc.hand.hand import Hand
from mjcalc.notation.respelling import Respelling, WrittenHand, respell, write_in_brackets
from mjcalc.tiles import Tile

PMN_SUITS = {"c": "m", "d": "p", "b": "s", "w": "z", "r": "z"}
PMN_ORDER = "mpsz"
PMN_GROUPS = r"(?:[cdbCDB][1-9]++|[wW][1-4]++|[rR][1-3]++|[fF][1-8]++|(?<=[0-9a-z])[cdbwrf])++"
PMN_TEXT = re.compile(rf"(?<![0-9A-Za-z]){PMN_GROUPS}(?![0-9A-Za-z])")
ONLY_PMN = re.compile("(?<![A-Za-z])[cdrCDR][1-9]|(?<=[0-9])[cdr][1-9]")
# w and b alone are Botzone's too: a line that fits both is asked about.
PMN_OR_BOTZONE = re.compile(r"(?<![A-Za-z])w[1-4]|(?<=b[1-9])w[1-4]")


def respell_pmn(folded: str, forced: bool) -> Respelling | None:
    """Rewrite a line of PMN's groups; return None for any other line."""
    if not forced and not ONLY_PMN.search(folded) and not PMN_OR_BOTZONE.search(folded):
        return None
    return respell(PMN_TEXT, _own_groups, folded)


def _own_groups(found: re.Match[str]) -> str:
    """Return groups in our notation; flowers become their number."""
    parts = []
    flowers = 0
    for letter, digits in re.findall("([a-z])([0-9]*)", found[0].lower()):
        if letter == "f":
            flowers += len(digits)
        elif digits:
            own = digits.translate(str.maketrans("123", "567")) if letter == "r" else digits
            parts.append(own + PMN_SUITS[letter])
    return "".join(parts) + f" +flowers:{flowers}" * bool(flowers)


def write_pmn(hand: Hand) -> WrittenHand:
    """Write a hand in PMN's groups, melds in brackets and the winning tile last."""
    return write_in_brackets(hand, _pmn_groups)


def _pmn_groups(tiles: tuple[Tile, ...]) -> str:
    """Write sorted tiles, each group after its letter.

    >>> _pmn_groups((Tile.M1, Tile.M2, Tile.Z1, Tile.Z5))
    'c12w1r1'
    """
    groups: dict[str, str] = {}
    for tile in tiles:
        letter = "cdb"[tile // 9] if tile < Tile.Z1 else "wr"[tile >= Tile.Z5]
        rank = tile.rank - 4 if tile >= Tile.Z5 else tile.rank
        groups[letter] = groups.get(letter, letter) + str(rank)
    return "".join(groups.values())
