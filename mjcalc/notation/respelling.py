"""What every notation of another tool is made of: its name, how it is read, how it is written.

Reading a foreign notation is rewriting its tiles, sets and context in mjcalc's own notation,
character by character traceable to what was typed; the grammar then reads that. So counts, clashes
and places are checked once, for every notation. What a notation cannot hold is named when a hand is
written in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from mjcalc.tiles import Tile, Wind

if TYPE_CHECKING:
    from mjcalc.hand.hand import Hand

Replacement = Callable[[re.Match[str]], str]


class NotationName(StrEnum):
    """The notations that ``--notation`` and ``convert --to`` name."""

    MJCALC = "mjcalc"
    GB = "gb"
    BOTZONE = "botzone"
    TENHOU = "tenhou"
    MPSZ = "mpsz"
    EUROPEAN = "european"
    PMN = "pmn"
    UNICODE = "unicode"


# --- reading --------------------------------------------------------------------------------------


class Respelling(NamedTuple):
    """A text in our spelling, the place in the original of each character, and what is foreign.

    ``foreign`` is set for each character that was rewritten.
    """

    text: str
    places: list[int]
    foreign: list[bool]

    def at(self, places: list[int]) -> Respelling:
        """Return the same, where the original itself lies at these places of another text."""
        return self._replace(places=[places[place] for place in self.places])


def respell(pattern: re.Pattern[str], replacement: Replacement, text: str) -> Respelling:
    """Rewrite every match of a pattern.

    >>> respell(re.compile("([WBT])([1-9])"), lambda m: m[2] + "mps"["WBT".index(m[1])], "W1 B2")
    Respelling(text='1m 2p', places=[0, 1, 2, 3, 4], foreign=[True, True, False, True, True])
    """
    parts: list[str] = []
    places: list[int] = []
    foreign: list[bool] = []
    end = 0
    for found in pattern.finditer(text):
        parts.append(text[end : found.start()])
        places += range(end, found.start())
        foreign += [False] * (found.start() - end)
        new = replacement(found)
        last = found.end() - 1
        parts.append(new)
        places += [min(found.start() + place, last) for place in range(len(new))]
        foreign += [bool(new.strip())] * len(new)
        end = found.end()
    parts.append(text[end:])
    places += range(end, len(text))
    foreign += [False] * (len(text) - end)
    return Respelling("".join(parts), places, foreign)


def unchanged_spelling(text: str) -> Respelling:
    """Return a text as it is."""
    return Respelling(text, list(range(len(text))), [False] * len(text))


# --- writing --------------------------------------------------------------------------------------


class WrittenHand(NamedTuple):
    """A hand in some notation, and the items that the notation cannot hold."""

    text: str
    losses: tuple[str, ...] = ()


def tile_losses(hand: Hand) -> tuple[str, ...]:
    """Return the items of a hand that say more than its tiles and melds.

    What a reader assumes anyway (by discard, seat and round East) is not lost.
    """
    return (("tsumo",) if hand.win.self_drawn else ()) + wind_losses(hand) + flag_losses(hand)


def wind_losses(hand: Hand) -> tuple[str, ...]:
    """Return the items of seat and round that are not East."""
    winds = (("+seat", hand.seat), ("+round", hand.round))
    return tuple(f"{item}:{wind.name}" for item, wind in winds if wind is not Wind.E)


def flag_losses(hand: Hand) -> tuple[str, ...]:
    """Return the flags, flowers and wildcards of a hand."""
    win = hand.win
    flags = tuple(f"+{name}" for name in ("last", "kong", "rob", "fourth") if getattr(win, name))
    return flags + (f"+flowers:{hand.flowers}",) * bool(hand.flowers) + wildcard_losses(hand)


def wildcard_losses(hand: Hand) -> tuple[str, ...]:
    """Return the items of wildcards; no other tool has them."""
    tiles = (("+wild", hand.wild), ("+flip", hand.indicator))
    return tuple(f"{item}:{tile.code}" for item, tile in tiles if tile is not None)


def write_in_brackets(
    hand: Hand, run: Callable[[tuple[Tile, ...]], str], concealed: str | None = None
) -> WrittenHand:
    """Write melds in brackets, the concealed tiles, and the winning tile last.

    ``run`` writes tiles; ``concealed`` are the concealed tiles where they are written otherwise.
    """
    words = []
    for meld in hand.melds:
        source = "" if meld.source is None else f",{meld.source}"
        tiles = run(meld.tiles)
        words.append(f"({tiles})" if meld.concealed else f"[{tiles}{source}]")
    words.append(run(hand.concealed) if concealed is None else concealed)
    if hand.winning is not None:
        words.append(run((hand.winning,)))
    return WrittenHand(" ".join(filter(None, words)), tile_losses(hand))
