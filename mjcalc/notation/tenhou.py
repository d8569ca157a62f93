"""Tenhou's notation: ours, but for the dragons: 5z 6z 7z are 白 发 中, and 0 is a red five.

It looks like ours and means other tiles, so it is read only where it is asked for.
"""

from __future__ import annotations

import re

from mjcalc.hand.hand import Hand
from mjcalc.notation.losses import WrittenHand, tile_losses
from mjcalc.notation.respelling import Respelling, respell
from mjcalc.tiles import Tile, write_tiles

TENHOU_RUN = re.compile(r"([0-9]++)([mpszMPSZ])")
# 白 and 中 change places; it is its own inverse.
SWAPPED_DRAGONS = str.maketrans("57", "75")
SWAPPED_TILES = {Tile.Z5: Tile.Z7, Tile.Z7: Tile.Z5}


def respell_tenhou(folded: str, forced: bool) -> Respelling | None:
    """Rewrite a line of Tenhou's notation; return None unless Tenhou was asked for."""
    return respell(TENHOU_RUN, own_run, folded) if forced else None


def own_run(found: re.Match[str]) -> str:
    """Return a run of Tenhou's digits in our notation.

    >>> respell_tenhou("055m57z", True).text
    '555m75z'
    """
    digits, suit = found.groups()
    return digits.translate(SWAPPED_DRAGONS) + suit if suit in "zZ" else red_fives(digits) + suit


def red_fives(digits: str) -> str:
    """Return the digits with 0 as 5."""
    return digits.replace("0", "5")


def swapped(tile: Tile) -> Tile:
    """Return the tile whose code in our notation is that of this tile in Tenhou's."""
    return SWAPPED_TILES.get(tile, tile)


def write_tenhou(hand: Hand) -> WrittenHand:
    """Write a hand in Tenhou's notation, melds in brackets and the winning tile last."""
    words = []
    for meld in hand.melds:
        tiles = write_tiles(map(swapped, meld.tiles))
        source = "" if meld.source is None else f",{meld.source}"
        words.append(f"({tiles})" if meld.concealed else f"[{tiles}{source}]")
    words.append(write_tiles(sorted(map(swapped, hand.concealed))))
    if hand.winning is not None:
        words.append(write_tiles([swapped(hand.winning)]))
    return WrittenHand(" ".join(filter(None, words)), tile_losses(hand))
