"""What the players of a deal have and do: tiles, melds, the tile offered, the wins declared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, NamedTuple

from mjcalc.engine.waits import Thirteen, completing
from mjcalc.errors import MjcalcError
from mjcalc.hand.hand import Hand, Meld, Win
from mjcalc.hand.packed import count
from mjcalc.records.record import AnyTile, Flower
from mjcalc.tiles import Tile, Wind


class IllegalAct(MjcalcError):
    """An act that the rules do not allow, and that is no claim on another player's tile."""

    code: ClassVar[str] = "illegal-act"


class Phase(Enum):
    """What is to come: the deal, a draw, the turn of who drew or claimed, a claim or draw, none."""

    DEALING = "dealing"
    DRAWING = "drawing"
    ACTING = "acting"
    OFFERED = "offered"
    OVER = "over"

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


class Offer(NamedTuple):
    """A tile that others may claim: discarded, or added to a pung (then only to be won on)."""

    seat: Wind
    tile: Tile
    robbing: bool = False


class Declared(NamedTuple):
    """A win as it was declared: the hand, how the tile came, and whose it was."""

    seat: Wind
    hand: Hand
    by: str
    discarder: Wind | None


@dataclass(slots=True)
class Player:
    """What a player has: concealed tiles, flowers not yet shown, how many are shown, melds."""

    held: Counter[Tile] = field(default_factory=Counter)
    flowers: set[Flower] = field(default_factory=set)
    shown: int = 0
    melds: list[Meld] = field(default_factory=list)

    def take(self, tile: AnyTile) -> None:
        """A tile comes to the hand."""
        if isinstance(tile, Flower):
            self.flowers.add(tile)
        else:
            self.held[tile] += 1

    def hand(self, winning: Tile, win: Win, winds: tuple[Wind, Wind]) -> Hand:
        """The hand with this winning tile (in it, if self-drawn); ``winds`` of seat and round."""
        tiles = self.held - Counter([winning] * win.self_drawn)
        melds, concealed = tuple(self.melds), tuple(tiles.elements())
        return Hand(melds, concealed, winning, win, *winds, self.shown)

    def completed_by(self, tile: Tile) -> bool:
        """Whether the tile completes the hand, in any shape; a flower kept is no tile of it."""
        if self.flowers:
            return False
        melded = count(tile for meld in self.melds for tile in meld.tiles)
        thirteen = Thirteen(count(self.held.elements()), melded, len(self.melds))
        return bool(completing(thirteen) >> 3 * tile & 1)
