"""What a notation that holds only tiles leaves out of a hand."""

from __future__ import annotations

from typing import NamedTuple

from mjcalc.hand.hand import Hand
from mjcalc.tiles import Wind


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
