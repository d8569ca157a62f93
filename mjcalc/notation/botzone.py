"""Botzone's tile codes: ``W1 B4 T7 F1 J1``, in PyMahjongGB's tuples too.

W is 万, B 饼, T 条; F1 to F4 are the winds 东南西北, J1 to J3 the dragons 中发白. A pack is
``("PENG", "F1", 1)``: CHI names the middle tile of a chow and which of the three was claimed; the
offer of PENG and GANG is 1 previous, 2 opposite, 3 next player, and 0 for a concealed kong.
Facts: PyMahjongGB's README and code, Botzone's wiki.
"""

from __future__ import annotations

import re

from mjcalc.hand.codes import BOTZONE_CODES, BOTZONE_TILES
from mjcalc.hand.hand import Hand, Meld
from mjcalc.hand.kinds import Kind
from mjcalc.notation.respelling import Respelling, WrittenHand, respell, tile_losses
from mjcalc.tiles import Tile, write_tiles

BOTZONE_PACKS = {Kind.CHOW: "CHI", Kind.PUNG: "PENG", Kind.KONG: "GANG"}
_CODE = "(?:[WBTwbt][1-9]|[Ff][1-4]|[Jj][1-3])"
_PACK = (
    rf"\(\s*+[\"']?(?ai:(CHI|PENG|GANG))[\"']?\s*+,\s*+[\"']?({_CODE})[\"']?\s*+,\s*+([0-3])\s*+\)"
)
# Quotes, parentheses, and the brackets of lists: what Python writes around the codes.
_PYTHON = r"([\"'()]|\[(?=\s*+[\"'(\[])|(?<=[\"')\]])\])"
BOTZONE_TEXT = re.compile(rf"{_PACK}|(?<![0-9A-Za-z])((?:{_CODE})++)(?![0-9A-Za-z])|{_PYTHON}")
# B alone is also bamboo elsewhere: one of these makes a line Botzone's.
ONLY_BOTZONE = re.compile(r"(?<![A-Za-z])[WTFJwtfj][1-9]")


def respell_botzone(folded: str, forced: bool) -> Respelling | None:
    """Rewrite a line of Botzone's codes; return None for any other line."""
    if not forced and not ONLY_BOTZONE.search(folded):
        return None
    return respell(BOTZONE_TEXT, _own_spelling, folded)


def _own_spelling(found: re.Match[str]) -> str:
    pack, code, offer, codes, _ = found.groups()
    if pack:
        return _own_pack(pack.upper(), BOTZONE_TILES[code.upper()], int(offer))
    if codes:
        pairs = re.findall("..", codes.upper())
        return "".join(BOTZONE_TILES[pair].code for pair in pairs)
    return " "


def _own_pack(pack: str, tile: Tile, offer: int) -> str:
    if pack == "GANG" and offer == 0:
        return f"({write_tiles([tile] * 4)})"
    if pack == "CHI":
        middle = tile.code[0]
        tiles = f"{int(middle) - 1}{middle}{int(middle) + 1}{tile.code[1]}"
    else:
        tiles = write_tiles([tile] * (3 if pack == "PENG" else 4))
    return f"[{tiles},{offer}]" if offer else f"[{tiles}]"


def write_botzone(hand: Hand) -> WrittenHand:
    """Write a hand in Botzone's codes: packs, tiles, and the winning tile last."""
    words = [_pack(meld) for meld in hand.melds]
    words += [BOTZONE_CODES[tile] for tile in hand.concealed]
    if hand.winning is not None:
        words.append(BOTZONE_CODES[hand.winning])
    guessed = any(meld.source not in (1, 2, 3) and not meld.concealed for meld in hand.melds)
    return WrittenHand(" ".join(words), tile_losses(hand) + ("source",) * guessed)


def _pack(meld: Meld) -> str:
    tile = Tile(meld.tile + 1) if meld.kind is Kind.CHOW else meld.tile
    offer = 0 if meld.concealed else ((meld.source or 1) - 1) % 4 + 1
    return f'("{BOTZONE_PACKS[meld.kind]}","{BOTZONE_CODES[tile]}",{offer})'
