"""PyMahjongGB on our hands: its arguments made of a hand, its answer as a total."""

from __future__ import annotations

from typing import Any

from mjcalc.hand.hand import Hand, Meld
from mjcalc.hand.kinds import Kind
from mjcalc.tiles import TILES, Tile

NAMES = tuple(
    f"{'WBT'[tile // 9]}{tile % 9 + 1}" if tile < Tile.Z1 else f"{'FJ'[tile > Tile.Z4]}{number}"
    for tile, number in zip(TILES, [0] * 27 + [1, 2, 3, 4, 1, 2, 3], strict=True)
)
CALLS = {Kind.CHOW: "CHI", Kind.PUNG: "PENG", Kind.KONG: "GANG"}


def meld_argument(meld: Meld) -> tuple[str, str, int]:
    """A meld as it wants it: a chow by its middle tile, 0 for a concealed kong."""
    tile = meld.tile + (meld.kind is Kind.CHOW)
    return CALLS[meld.kind], NAMES[tile], 0 if meld.concealed else 1


def arguments(hand: Hand) -> tuple[Any, ...]:
    """The arguments of MahjongFanCalculator for a hand."""
    assert hand.winning is not None
    win = hand.win
    return (
        tuple(map(meld_argument, hand.melds)),
        tuple(NAMES[tile] for tile in hand.concealed),
        NAMES[hand.winning],
        hand.flowers,
        win.self_drawn,
        win.fourth,
        win.kong or win.rob,
        win.last,
        int(hand.seat),
        int(hand.round),
    )


def total(answer: tuple[tuple[int, str], ...]) -> int:
    """The total of its answer."""
    return sum(points for points, _ in answer)
