"""GB strings: ``[123m,1][7777p]46s88p5s|EE1000|``.

Both dialects: melds with ``,n`` (GB-Mahjong, 雀渣) and with ``n`` (mahjong-algorithm). A kong
without a digit is concealed. The context is prevalent wind, seat wind and four bits: self-draw,
last of its kind, last tile of the wall, kong (of a self-draw the replacement tile, else a robbed
kong). Flowers are letters a to h behind the tiles or the context, there also a number. A line
copied from an address is percent-encoded.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from mjcalc.hand.hand import Hand, Meld
from mjcalc.notation.respelling import (
    Respelling,
    WrittenHand,
    respell,
    unchanged_spelling,
    wildcard_losses,
)
from mjcalc.tiles import Tile

ADDRESS_CODES = re.compile(
    r"\A\s*+[A-Za-z]++://[^\s?]*+\?(?:[^\s&=]++=[^\s&]*+&)*?q=|(?:%[0-9A-Fa-f]{2})++"
)
CONTEXT = r"\|([ESWN])([ESWN])([01])([01])([01])([01])(?:\|([a-h]{1,8}|[0-8])?)?(?=\s*\Z)"
GB_TEXT = re.compile(
    rf"\[([1-9]{{4}}[mps]|[ESWNCFP]{{4}})\]|(?<=[mpsESWNCFP\]])([a-h]{{1,8}})(?=\|)|{CONTEXT}"
)
GB_CONTEXT = re.compile(CONTEXT)
GB_HONORS = "ESWNCFP"


def decode_address(folded: str) -> Respelling | None:
    """Decode the percent codes of a line; return None without any, or if they do not decode.

    >>> decode_address("%5BNNN%5D8m").text
    '[NNN]8m'
    """
    if "%" not in folded:
        return None
    try:
        return respell(ADDRESS_CODES, _decoded, folded)
    except UnicodeDecodeError:
        return None


def _decoded(found: re.Match[str]) -> str:
    return unquote_to_bytes(found[0]).decode("utf-8") if found[0][0] == "%" else ""


def respell_gb(folded: str, forced: bool) -> Respelling | None:
    """Rewrite a GB string; return None for any other line."""
    decoded = decode_address(folded)
    text = folded if decoded is None else decoded.text
    if not forced and decoded is None and not GB_CONTEXT.search(text):
        return None
    has_context = forced or GB_CONTEXT.search(text) is not None
    own = respell(GB_TEXT, _own_piece, text) if has_context else unchanged_spelling(text)
    if decoded is None:
        return own
    return own.at(decoded.places)._replace(foreign=[True] * len(own.text))


def _own_piece(found: re.Match[str]) -> str:
    kong, tiles, prevalent, seat, drawn, fourth, last, special, flowers = found.groups()
    if kong:
        return f"({kong})"
    if tiles:
        return f" +flowers:{len(tiles)} "
    words = [f"+round:{prevalent} +seat:{seat}", "tsumo" if drawn == "1" else "ron"]
    words += ["+last"] * (last == "1") + ["+fourth"] * (fourth == "1")
    if special == "1":
        words.append("+kong" if drawn == "1" else "+rob")
    if flowers and flowers != "0":
        words.append(f"+flowers:{flowers if flowers.isdecimal() else len(flowers)}")
    return " " + " ".join(words)


def write_gb(hand: Hand) -> WrittenHand:
    """Write a hand as a GB string with its context."""
    tiles = [*hand.concealed]
    text = "".join(map(_gb_meld, hand.melds)) + write_letters(tiles)
    if hand.winning is not None:
        text += write_letters([hand.winning])
    win = hand.win
    bits = (win.self_drawn, win.fourth, win.last, win.kong or win.rob)
    context = f"{hand.round.name}{hand.seat.name}{''.join(str(int(bit)) for bit in bits)}"
    guessed = any(len(m.tiles) == 4 and m.source is None and not m.concealed for m in hand.melds)
    flowers = hand.flowers or ""
    return WrittenHand(f"{text}|{context}|{flowers}", wildcard_losses(hand) + ("source",) * guessed)


def _gb_meld(meld: Meld) -> str:
    source = meld.source
    if source is None and len(meld.tiles) == 4 and not meld.concealed:
        source = 1
    return f"[{write_letters(meld.tiles)}{'' if source is None else f',{source}'}]"


def write_letters(tiles: list[Tile] | tuple[Tile, ...]) -> str:
    """Write tiles as digits before a suit's letter, honors as letters.

    >>> write_letters((Tile.M8, Tile.M9, Tile.Z1, Tile.Z2))
    '89mES'
    """
    parts: list[str] = []
    for tile in tiles:
        if tile >= Tile.Z1:
            parts.append(GB_HONORS[tile - Tile.Z1])
            continue
        digit, suit = tile.code[0], tile.code[1]
        if parts and parts[-1][-1] == suit:
            parts[-1] = f"{parts[-1][:-1]}{digit}{suit}"
        else:
            parts.append(digit + suit)
    return "".join(parts)
