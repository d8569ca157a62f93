"""One way to read a hand: the value that the decomposition makes and the fan table looks at."""

from __future__ import annotations

from dataclasses import dataclass

from mjcalc.hand.hand import Win
from mjcalc.hand.kinds import Kind, Shape, Wait
from mjcalc.tiles import Suit, Tile, Wind


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a reading: a set, a knitted run, a pair or a single tile, as it counts.

    ``melded`` is a set claimed from another player, so never a concealed kong. ``concealed`` is
    how it counts for 暗刻: a pung completed by another player's tile is not.
    """

    kind: Kind
    tiles: tuple[Tile, ...]
    melded: bool = False
    source: int | None = None
    concealed: bool = True

    @property
    def tile(self) -> Tile:
        """The lowest tile."""
        return self.tiles[0]

    @property
    def suit(self) -> Suit:
        """The suit of the lowest tile: of all of them, but in a knitted run."""
        return self.tiles[0].suit

    @property
    def rank(self) -> int:
        """The lowest rank."""
        return self.tiles[0].rank

    @property
    def is_pung(self) -> bool:
        """A pung or kong."""
        return self.kind is Kind.PUNG or self.kind is Kind.KONG


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to see a hand: its shape, its sets, its pair, and what the winning tile completed.

    ``sets`` are sorted m p s z, chows before pungs; outside the standard shapes they are the pairs
    or singles and ``pair`` may be None. ``completed`` is the index into ``sets`` of the part that
    holds the winning tile (``len(sets)`` is the pair). ``wait`` is the wait fan's kind when the
    wait was a sole one. ``stands_for`` pairs each wildcard with its tile, the winning tile last.
    """

    shape: Shape
    sets: tuple[Part, ...]
    pair: Tile | None
    winning: Tile
    completed: int
    wait: Wait | None
    win: Win
    seat: Wind
    round: Wind
    stands_for: tuple[tuple[Tile, Tile], ...] = ()

    @property
    def parts(self) -> tuple[Part, ...]:
        """The sets, and the pair as the last part when there is one."""
        if self.pair is None:
            return self.sets
        return *self.sets, Part(Kind.PAIR, (self.pair, self.pair))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, part by part."""
        return tuple(tile for part in self.parts for tile in part.tiles)
