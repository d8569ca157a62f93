"""Tenhou's notation, and Extended MPSZ 2.0, which adds sets to it.

Tenhou's is ours, but for the dragons: 5z 6z 7z are 白 发 中, and 0 is a red five. It looks like
ours and means other tiles, so it is read only where it is asked for.

In Extended MPSZ ``[1-23m]`` is a called set, ``{5=555^p}`` a kong added to a pung, ``(1111z)`` a
concealed kong. The mark behind the claimed tile is the player it came from: ``-`` previous, ``=``
opposite, ``+`` next; ``^`` is the added tile.
"""

from __future__ import annotations

import re

from mjcalc.hand.hand import Hand, Meld
from mjcalc.hand.kinds import Kind
from mjcalc.notation.respelling import (
    Respelling,
    WrittenHand,
    respell,
    tile_losses,
    write_in_brackets,
)
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
    return write_in_brackets(hand, _tenhou_tiles)


def _tenhou_tiles(tiles: tuple[Tile, ...]) -> str:
    return write_tiles(sorted(map(swapped, tiles)))


# --- Extended MPSZ --------------------------------------------------------------------------------

PLAYER_MARKS = "-=+"
MARKED_SET = r"[\[{]((?:[0-9][-=+^]?){3,4})([mpsz])[\]}]"
MPSZ_SET = re.compile(r"[\[{][0-9]*+[-=+][0-9=+^-]*+[mpsz][\]}]")
MPSZ_TEXT = re.compile(rf"{MARKED_SET}|([0-9]++)([mpszMPSZ])")
MARKED_ONLY = re.compile(MARKED_SET)


def respell_mpsz(folded: str, forced: bool) -> Respelling | None:
    """Rewrite a line of Extended MPSZ; return None if no set is marked."""
    if not forced and not MPSZ_SET.search(folded):
        return None
    return respell(MPSZ_TEXT, _own_mpsz, folded)


def respell_marks(folded: str, forced: bool) -> Respelling | None:
    """Rewrite marked sets alone, with the dragons as ours."""
    if forced or not MPSZ_SET.search(folded):
        return None
    return respell(MARKED_ONLY, lambda found: _own_set(found[1], found[2], swap=False), folded)


def _own_mpsz(found: re.Match[str]) -> str:
    if found[1]:
        return _own_set(found[1], found[2], swap=True)
    return own_run(re.compile("([0-9]+)(.)").fullmatch(found[0]) or found)


def _own_set(marked: str, suit: str, swap: bool) -> str:
    """Return a marked set in our notation; the mark is our source digit."""
    digits = re.sub("[^0-9]", "", marked)
    if suit == "z":
        tiles = digits.translate(str.maketrans("57", "75")) if swap else digits
    else:
        tiles = red_fives(digits)
    mark = re.search("[-=+]", marked)
    if mark is None:
        return f"[{tiles}{suit}]"
    if len(set(tiles)) > 1:
        claimed = red_fives(marked[mark.start() - 1])
        return f"[{tiles}{suit},{sorted(tiles).index(claimed) + 1}]"
    source = PLAYER_MARKS.index(mark[0]) + 1 + 4 * ("^" in marked)
    return f"[{tiles}{suit},{source}]"


def write_mpsz(hand: Hand) -> WrittenHand:
    """Write a hand in Extended MPSZ: the concealed tiles, then the sets."""
    text = write_tiles(sorted(map(swapped, hand.concealed)))
    if hand.winning is not None:
        text += write_tiles([swapped(hand.winning)])
    text += "".join(map(_mpsz_meld, hand.melds))
    guessed = any(m.source is None and not m.concealed for m in hand.melds)
    return WrittenHand(text, tile_losses(hand) + ("source",) * guessed)


def _mpsz_meld(meld: Meld) -> str:
    tiles = write_tiles(map(swapped, meld.tiles))
    if meld.concealed:
        return f"({tiles})"
    digits, suit = tiles[:-1], tiles[-1]
    source = meld.source or 1
    if meld.kind is Kind.CHOW:
        return f"[{digits[:source]}-{digits[source:]}{suit}]"
    mark = PLAYER_MARKS[(source - 1) % 4]
    if source > 4:
        return f"{{{digits[0]}{mark}{digits[1:]}^{suit}}}"
    return f"[{digits[0]}{mark}{digits[1:]}{suit}]"
