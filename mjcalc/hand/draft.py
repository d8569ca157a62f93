"""A hand as somebody wrote it down, possible or not, and everything that makes it impossible.

The defects are the reasons of ImpossibleHand; ``hand.hand_of`` makes the hand of a draft without
any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import eq

from mjcalc.errors import Defect
from mjcalc.hand.kinds import ANY_WILD, COPIES, MOST_FLOWERS, SETS, SOURCES, Kind, WildPolicy
from mjcalc.tiles import HONORS, Tile, Wind, write_tiles


@dataclass(frozen=True, slots=True)
class DraftSet:
    """A set as typed in brackets: its tiles, whether as a concealed kong, and the source digit."""

    tiles: tuple[Tile, ...]
    concealed: bool = False
    source: int | None = None

    @property
    def kind(self) -> Kind | None:
        """Chow, pung or kong; None for tiles that are not a set."""
        first, count = min(self.tiles, default=None), len(self.tiles)
        if first is None or count not in (3, 4):
            return None
        if len(set(self.tiles)) == 1:
            return Kind.PUNG if count == 3 else Kind.KONG
        in_row = sorted(self.tiles) == [first, first + 1, first + 2]
        same_suit = first not in HONORS and first.rank <= 7
        return Kind.CHOW if in_row and same_suit else None

    def defect(self) -> tuple[str, dict[str, object]] | None:
        """Return what is wrong with the set, a key of the catalogue and its fields; or None."""
        kind, tiles = self.kind, write_tiles(self.tiles)
        if kind is None:
            return "no-set", {"tiles": tiles}
        if self.concealed and kind is not Kind.KONG:
            return "no-concealed-kong", {"tiles": tiles}
        if self.source is not None and (self.concealed or self.source not in SOURCES[kind]):
            return "no-source", {"tiles": tiles, "source": self.source}
        return None


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand as somebody wrote it, possible or not; ``None`` for what is not given.

    ``tiles`` are the concealed tiles in the order typed; with ``winning`` they may be 13 or, the
    winning tile among them, 14 (each set on the table standing for three).
    """

    sets: tuple[DraftSet, ...] = ()
    tiles: tuple[Tile, ...] = ()
    winning: Tile | None = None
    self_drawn: bool | None = None
    last: bool = False
    kong: bool = False
    rob: bool = False
    fourth: bool = False
    seat: Wind | None = None
    round: Wind | None = None
    flowers: int | None = None
    wild: Tile | None = None
    indicator: Tile | None = None

    @property
    def count(self) -> int:
        """Concealed tiles and three for each set: 14 for a hand."""
        return len(self.tiles) + 3 * len(self.sets)

    @property
    def wildcard(self) -> Tile | None:
        """The 财神 that was named or follows from the indicator."""
        return wildcard_of(self.wild, self.indicator)

    def resolved(self) -> tuple[tuple[Tile, ...], Tile | None]:
        """Return the concealed tiles without the winning tile, sorted, and the winning tile.

        Meant for a draft of the right count: of 14 the winning tile is one, by default the last.
        """
        tiles, winning = list(self.tiles), self.winning
        if self.count == 14 and tiles and (winning is None or winning in tiles):
            winning = tiles[-1] if winning is None else winning
            tiles.remove(winning)
        return tuple(sorted(tiles)), winning

    def defects(self, policy: WildPolicy = ANY_WILD) -> list[Defect]:
        """Return everything that makes the hand impossible."""
        return [
            *self._count_defects(),
            *self._copy_defects(),
            *self._set_defects(),
            *self._win_defects(),
            *self._flower_defects(),
            *self._wild_defects(policy),
        ]

    def _count_defects(self) -> Iterator[Defect]:
        count, winning = self.count, self.winning
        if len(self.sets) > SETS:
            yield Defect("too-many-sets", {"count": len(self.sets)}, f"set:{SETS}")
        if count == 14 and winning is not None and winning not in self.tiles:
            last = self.tiles[-1] if self.tiles else None
            yield Defect("winning-tile-is-fifteenth", {"tile": winning, "last": last}, "+win")
        elif count not in (13, 14):
            say_win = winning is not None and count < 13
            key = "too-few-tiles" if count < 13 else "too-many-tiles"
            fields = {"count": count + say_win, "off": abs(count + say_win - 14)}
            yield Defect(key, fields, self._last if count > 14 else "hand")

    @property
    def _last(self) -> str:
        """The item to remove from too long a hand: its last tile, or else its last set."""
        return "last-tile" if self.tiles else f"set:{len(self.sets) - 1}"

    def _held(self) -> list[Tile]:
        """Return every real copy in the hand and the melds with the winning tile, sorted."""
        held = [*self.tiles, *(tile for drafted in self.sets for tile in drafted.tiles)]
        winning = self.winning
        if winning is not None and (self.count != 14 or winning not in self.tiles):
            held.append(winning)
        return sorted(held)

    def _copy_defects(self) -> Iterator[Defect]:
        held, indicator = self._held(), self.indicator
        if indicator is None and not any(map(eq, held, held[COPIES:])):
            return  # no tile is the same as the fourth after it
        for tile, count in Counter(held).items():
            turned = tile is indicator
            if count + turned > COPIES:
                key = "fifth-copy-indicator" if turned and count == COPIES else "fifth-copy"
                yield Defect(key, {"tile": tile, "count": count}, f"tile:{tile.code}")

    def _set_defects(self) -> Iterator[Defect]:
        for place, drafted in enumerate(self.sets):
            if wrong := _set_defect(drafted):
                yield Defect(*wrong, about=f"set:{place}")

    def _win_defects(self) -> Iterator[Defect]:
        if not (self.rob or self.kong or self.fourth):
            return
        tiles, winning = self.resolved()
        concealed = Counter(tiles) + Counter(
            tile for drafted in self.sets if drafted.concealed for tile in drafted.tiles
        )
        again = winning is not None and winning in concealed
        if self.rob:
            melded = any(winning in drafted.tiles for drafted in self.sets)
            clashes = [
                word
                for word, clash in (
                    ("tsumo", self.self_drawn),
                    ("+last", self.last),
                    ("+kong", self.kong),
                    ("copy", again or melded),
                    ("wild", winning is not None and winning is self.wildcard),
                )
                if clash
            ]
            if clashes:
                yield Defect("rob-clash", {"tile": winning, "clashes": clashes}, "+rob")
        if self.kong:
            has_kong = any(drafted.kind is Kind.KONG for drafted in self.sets)
            clashes = ["ron"] * (not self.self_drawn) + ["no-kong"] * (not has_kong)
            if clashes:
                yield Defect("kong-clash", {"clashes": clashes}, "+kong")
        if self.fourth and again:
            yield Defect("fourth-clash", {"tile": winning}, "+fourth")

    def _flower_defects(self) -> Iterator[Defect]:
        if self.flowers is not None and not 0 <= self.flowers <= MOST_FLOWERS:
            yield Defect("flowers-out-of-range", {"count": self.flowers}, "+flowers")

    def _wild_defects(self, policy: WildPolicy) -> Iterator[Defect]:
        if not policy.allowed:
            for item, tile in (("+wild", self.wild), ("+flip", self.indicator)):
                if tile is not None:
                    yield Defect("no-wildcards-here", {"item": item, "tile": tile}, item)
            return
        wild = self.wildcard
        if wild is None:
            return
        if self.indicator is not None and self.wild not in (None, self.indicator.successor):
            fields = {"wild": self.wild, "flip": self.indicator, "next": self.indicator.successor}
            yield Defect("wild-flip-clash", fields, "+flip")
        for place, drafted in enumerate(self.sets):
            if wild in drafted.tiles:
                held: dict[str, object] = {"wild": wild, "tiles": write_tiles(drafted.tiles)}
                yield Defect("wild-in-meld", held, f"set:{place}")
        barred = not policy.on_discard and not self.self_drawn
        if barred and self.resolved()[1] is wild:
            yield Defect("wild-on-discard", {"wild": wild}, "+win")


@lru_cache(maxsize=1024)
def _set_defect(drafted: DraftSet) -> tuple[str, dict[str, object]] | None:
    return drafted.defect()


def wildcard_of(wild: Tile | None, indicator: Tile | None) -> Tile | None:
    """The 财神 that was named or follows from the indicator."""
    if wild is None and indicator is not None:
        return indicator.successor
    return wild
