"""Who sits where in each round of a game for points: ``option seats`` (rules 7, "Changing seats").

The letters E S W N keep naming the players by where they sat in the first round.

>>> "".join(Seating.ROTATE.dealer(no).name for no in range(1, 17))
'ESWNSENWWNSENWES'
>>> [seating.seat_wind(Wind.E, Wind.S, Wind.S).name for seating in Seating]
['N', 'S']
"""

from __future__ import annotations

from enum import Enum

from mjcalc.tiles import Wind

DEALS_OF_A_ROUND = 4
# The players on the seats E S W N, round by round.
ROTATED = ("ESWN", "SENW", "WNSE", "NWES")


class Seating(Enum):
    """Whether players keep their seats or change them after each round."""

    FIXED = "fixed"
    ROTATE = "rotate"

    def players(self, round: Wind) -> tuple[Wind, ...]:
        """Return the players on the seats E S W N of a round."""
        return tuple(Wind[name] for name in ROTATED[round if self is Seating.ROTATE else 0])

    def round(self, no: int) -> Wind:
        """Return the round of a deal, counted from 1."""
        return Wind((no - 1) // DEALS_OF_A_ROUND % 4)

    def dealer(self, no: int) -> Wind:
        """Return the player who deals: E S W N of the seats of the round in turn."""
        return self.players(self.round(no))[(no - 1) % DEALS_OF_A_ROUND]

    def seat_wind(self, player: Wind, dealer: Wind, round: Wind) -> Wind:
        """Return the seat wind of a player, counted from the dealer by the seats of the round."""
        players = self.players(round)
        return Wind((players.index(player) - players.index(dealer)) % 4)
