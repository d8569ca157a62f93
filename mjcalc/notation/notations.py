"""The notations by name: how each is recognized, read and written."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from mjcalc.hand.hand import Hand
from mjcalc.notation.botzone import respell_botzone, write_botzone
from mjcalc.notation.european import respell_european, write_european
from mjcalc.notation.gb import respell_gb, write_gb
from mjcalc.notation.pmn import respell_pmn, write_pmn
from mjcalc.notation.respelling import (
    NotationName,
    Respelling,
    WrittenHand,
    unchanged_spelling,
    write_in_brackets,
)
from mjcalc.notation.tenhou import respell_mpsz, respell_tenhou, write_mpsz, write_tenhou
from mjcalc.tiles import Tile


class OurTiles(Enum):
    """Which tiles of our notation may stand in a line of another, for it to be that other."""

    ALL = "all"
    HONORS = "honors"
    NAMED_HONORS = "honors by letter or name"


class Notation(NamedTuple):
    """One notation: how a line of it is spelled in ours, and how a hand is written in it.

    ``respell`` gets the folded line and whether somebody named the notation; None means that the
    line is not of this notation. ``ours`` are the tiles of our own notation that a line may hold.
    """

    respell: Callable[[str, bool], Respelling | None]
    write: Callable[[Hand], WrittenHand]
    ours: OurTiles


def respell_own(folded: str, forced: bool) -> Respelling | None:
    """Return a line of our notation as it is."""
    return unchanged_spelling(folded) if forced else None


def write_own(hand: Hand) -> WrittenHand:
    """Write a hand in canonical form."""
    return WrittenHand(str(hand))


def write_unicode(hand: Hand) -> WrittenHand:
    """Write a hand in Unicode tiles, melds in brackets and the winning tile last."""
    return write_in_brackets(hand, _glyphs)


def _glyphs(tiles: tuple[Tile, ...]) -> str:
    return "".join(tile.glyph for tile in tiles)


NOTATIONS = {
    NotationName.MJCALC: Notation(respell_own, write_own, OurTiles.ALL),
    NotationName.GB: Notation(respell_gb, write_gb, OurTiles.ALL),
    NotationName.BOTZONE: Notation(respell_botzone, write_botzone, OurTiles.NAMED_HONORS),
    NotationName.TENHOU: Notation(respell_tenhou, write_tenhou, OurTiles.ALL),
    NotationName.MPSZ: Notation(respell_mpsz, write_mpsz, OurTiles.ALL),
    NotationName.EUROPEAN: Notation(respell_european, write_european, OurTiles.HONORS),
    NotationName.PMN: Notation(respell_pmn, write_pmn, OurTiles.NAMED_HONORS),
    NotationName.UNICODE: Notation(respell_own, write_unicode, OurTiles.ALL),
}


def write_hand(hand: Hand, notation: str) -> WrittenHand:
    """Write a hand in a notation; KeyError for an unknown name.

    >>> from mjcalc.notation.grammar import parse
    >>> write_hand(parse("[123m] 456p789s EEE 5z +win:5z tsumo"), "gb").text
    '[123m]456p789sEEECC|EE1000|'
    """
    return NOTATIONS[NotationName(notation)].write(hand)
