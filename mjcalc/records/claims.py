"""Who may claim a tile, and who gets it (rules 5, 吃碰杠听和).

:func:`decide` settles the claims on one discard; :func:`claim_defects` and the functions for one's
own kongs say what a player's tiles have against an act. Whether a hand wins is for the engine.

>>> tile = Tile.M3
>>> chow = Claim(Wind.S, ClaimKind.CHOW, (Tile.M1, Tile.M2, Tile.M3))
>>> pung = Claim(Wind.W, ClaimKind.PUNG)
>>> decided = decide([chow, pung], Wind.E, tile)
>>> decided.claim == pung, decided.why, decided.overruled[0].why
(True, 'pung-before-chow', 'pung-before-chow')
"""

# The defects of a claim or an act. ``about`` is claim or tile; code illegal-claim for a claim on
# another's tile (IllegalClaim), illegal-act for one's own kongs (raised by whoever replays).
#
# ``act`` is chow, pung, kong, win, concealed-kong or added-kong.
#
#   key                       fields                        it says
#   claims-own-discard        seat, tile                    nobody claims what he discarded
#   claims-twice              seat                          one player, two claims on one tile
#   claims-clash              tile, seats                   no two can have a pair of one tile
#   robs-without-win          seat, act, tile               an added kong is only robbed to win
#   chow-not-next             seat, discarder               only from the previous player
#   chow-of-honours           tile                          suits only
#   no-chow                   tiles                         these three are no chow
#   claims-other-tile         tile, tiles                   the set does not hold the discard
#   tiles-not-held            act, tile, held, needed       fewer of a tile in hand than needed
#   wild-not-claimed          act, wild                     a 财神 is in no 吃, 碰, 杠
#   no-melded-pung            tile                          补杠 adds to one's own melded pung
#
# Why a claim gets the tile, or is overruled (words in the catalogue, too):
#
#   only-claim                nobody else wants it
#   win-before-all            和 > 碰, 杠, 吃
#   pung-before-chow          碰, 杠 > 吃
#   nearest-win               of several 和 the first counter-clockwise after the discarder
#   all-win                   duplicate: every 和 counts

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import ClassVar

from mjcalc.errors import Defect, MjcalcError
from mjcalc.hand.draft import DraftSet
from mjcalc.hand.hand import Meld
from mjcalc.hand.kinds import Kind
from mjcalc.tiles import HONORS, Tile, Wind, write_tiles


class ClaimKind(Enum):
    """What one may do with another player's tile."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    WIN = "win"

    def __repr__(self) -> str:
        return f"ClaimKind.{self.name}"


# 和 > 碰/杠 > 吃; pung and kong are equals, as no two players can hold a pair of one tile.
PRIORITY: Mapping[ClaimKind, int] = MappingProxyType(
    {ClaimKind.CHOW: 0, ClaimKind.PUNG: 1, ClaimKind.KONG: 1, ClaimKind.WIN: 2}
)
WHY_FIRST: Mapping[int, str] = MappingProxyType({1: "pung-before-chow", 2: "win-before-all"})


class IllegalClaim(MjcalcError):
    """A claim on another player's tile that the rules do not allow."""

    code: ClassVar[str] = "illegal-claim"


@dataclass(frozen=True, slots=True)
class Claim:
    """A player wants the tile just discarded; ``tiles`` is the whole set, needed for a chow."""

    seat: Wind
    act: ClaimKind
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Overruled:
    """A claim that did not get the tile, the claim that did, and why."""

    claim: Claim
    by: Claim
    why: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Who gets a tile and why: nobody, one, or, where several winners count, all of them."""

    granted: tuple[Claim, ...]
    why: str | None
    overruled: tuple[Overruled, ...] = ()

    @property
    def claim(self) -> Claim | None:
        """The claim that gets the tile; of several winners the first after the discarder."""
        return self.granted[0] if self.granted else None


def decide(
    claims: Iterable[Claim],
    discarder: Wind,
    tile: Tile,
    *,
    several_wins: bool = False,
    robbing: bool = False,
) -> Decision:
    """Who of these gets the tile (rules 5); IllegalClaim where no such claims can be made.

    With ``several_wins`` (duplicate, rules 7) every 和 counts; otherwise the first
    counter-clockwise after the discarder. ``robbing``: the tile is not discarded, but added to a
    pung, and can only be won on. Whether each player holds the tiles is not asked here.
    """
    ordered = sorted(claims, key=lambda claim: _distance(discarder, claim.seat))
    wrong = [
        *(defect for claim in ordered for defect in _seat_defects(claim, discarder, tile)),
        *_clashes(ordered, tile),
        *(_rob_defects(ordered, tile) if robbing else ()),
    ]
    if wrong:
        raise IllegalClaim(wrong)
    if not ordered:
        return Decision((), None)
    best = max(PRIORITY[claim.act] for claim in ordered)
    first, *others = [claim for claim in ordered if PRIORITY[claim.act] == best]
    granted = (first, *others) if several_wins else (first,)
    overruled = tuple(
        Overruled(claim, first, "nearest-win" if PRIORITY[claim.act] == best else WHY_FIRST[best])
        for claim in ordered
        if claim not in granted
    )
    return Decision(granted, _why(granted, overruled, best), overruled)


def claim_defects(
    claim: Claim,
    discarder: Wind,
    tile: Tile,
    held: Mapping[Tile, int],
    wild: Tile | None = None,
) -> tuple[Defect, ...]:
    """What forbids this claim, given the claimer's concealed tiles; empty when it is allowed.

    Of a 和 only the seat is judged here.
    """
    return (
        *_seat_defects(claim, discarder, tile),
        *_CLAIMS[claim.act](claim, tile, held),
        *(_wild_defects(claim.act.value, (tile, *claim.tiles), wild) if claim.act in _SETS else ()),
    )


def concealed_kong_defects(
    tile: Tile, held: Mapping[Tile, int], wild: Tile | None = None
) -> tuple[Defect, ...]:
    """What forbids 暗杠 with this tile: four of it, the drawn one included, must be in hand."""
    act = "concealed-kong"
    return (*_need(act, Counter({tile: 4}), held), *_wild_defects(act, (tile,), wild))


def added_kong_defects(
    tile: Tile, held: Mapping[Tile, int], melds: Iterable[Meld], wild: Tile | None = None
) -> tuple[Defect, ...]:
    """What forbids 补杠 with this tile: it must be in hand, and its pung on one's own table."""
    act = "added-kong"
    pung = any(meld.kind is Kind.PUNG and meld.tile is tile for meld in melds)
    return (
        *(() if pung else (Defect("no-melded-pung", {"tile": tile}, "tile"),)),
        *_need(act, Counter({tile: 1}), held),
        *_wild_defects(act, (tile,), wild),
    )


def wall_defects(seat: Wind, act: str, left: int | None, *, is_last: bool) -> tuple[Defect, ...]:
    """What the wall forbids a player to do: ``left`` is what he could draw, None if not known.

    Decided where rules 5 are silent: a kong needs its replacement tile, and when the last tile was
    discarded (``is_last``: the next player has none to draw) the deal is over unless it is won on.

    >>> [defect.key for defect in wall_defects(Wind.S, "kong", 0, is_last=False)]
    ['no-replacement']
    >>> wall_defects(Wind.S, "win", 0, is_last=True)
    ()
    """
    fields = {"seat": seat, "act": act}
    if is_last and act in (ClaimKind.CHOW.value, ClaimKind.PUNG.value, ClaimKind.KONG.value):
        return (Defect("claims-last-tile", fields, "claim"),)
    return (Defect("no-replacement", fields),) if "kong" in act and left == 0 else ()


def claimed_meld(claim: Claim, discarder: Wind, tile: Tile) -> Meld:
    """The set that a legal claim puts on the table, with its source digit (notation).

    >>> claimed_meld(Claim(Wind.N, ClaimKind.PUNG), Wind.E, Tile.Z1).source
    3
    """
    if claim.act is ClaimKind.CHOW:
        tiles = tuple(sorted(claim.tiles))
        return Meld(Kind.CHOW, tiles[0], source=tiles.index(tile) + 1)
    kind = Kind.PUNG if claim.act is ClaimKind.PUNG else Kind.KONG
    return Meld(kind, tile, source=_distance(claim.seat, discarder, clockwise=True))


def added_kong(pung: Meld) -> Meld:
    """The kong that a melded pung becomes by its fourth tile: source 5-7 for 1-3 (notation)."""
    return Meld(Kind.KONG, pung.tile, source=pung.source and pung.source + 4)


def _distance(start: Wind, seat: Wind, *, clockwise: bool = False) -> int:
    """Places from one seat to another: 1 is the next player, clockwise the previous one."""
    return (start - seat if clockwise else seat - start) % len(Wind)


def _why(granted: tuple[Claim, ...], overruled: tuple[Overruled, ...], best: int) -> str:
    """The nearest reason: another 和 first, then a lower claim."""
    if len(granted) > 1:
        return "all-win"
    reasons = [lost.why for lost in overruled]
    if not reasons:
        return "only-claim"
    return "nearest-win" if "nearest-win" in reasons else WHY_FIRST[best]


def _seat_defects(claim: Claim, discarder: Wind, tile: Tile) -> Iterator[Defect]:
    if claim.seat == discarder:
        yield Defect("claims-own-discard", {"seat": claim.seat, "tile": tile}, "claim")
    elif claim.act is ClaimKind.CHOW and _distance(discarder, claim.seat) != 1:
        yield Defect("chow-not-next", {"seat": claim.seat, "discarder": discarder}, "claim")


def _clashes(claims: list[Claim], tile: Tile) -> Iterator[Defect]:
    seats = Counter(claim.seat for claim in claims)
    yield from (Defect("claims-twice", {"seat": s}, "claim") for s, n in seats.items() if n > 1)
    pairs = {claim.seat for claim in claims if claim.act in (ClaimKind.PUNG, ClaimKind.KONG)}
    if len(pairs) > 1:
        yield Defect("claims-clash", {"tile": tile, "seats": sorted(pairs)}, "claim")


def _rob_defects(claims: list[Claim], tile: Tile) -> Iterator[Defect]:
    for claim in claims:
        if claim.act is not ClaimKind.WIN:
            fields = {"seat": claim.seat, "act": claim.act.value, "tile": tile}
            yield Defect("robs-without-win", fields, "claim")


def _chow_defects(claim: Claim, tile: Tile, held: Mapping[Tile, int]) -> Iterator[Defect]:
    tiles = claim.tiles
    if tile in HONORS:
        yield Defect("chow-of-honours", {"tile": tile}, "claim")
    elif DraftSet(tiles).kind is not Kind.CHOW:
        yield Defect("no-chow", {"tiles": write_tiles(tiles)}, "claim")
    elif tile not in tiles:
        yield Defect("claims-other-tile", {"tile": tile, "tiles": write_tiles(tiles)}, "claim")
    else:
        yield from _need("chow", Counter(tiles) - Counter([tile]), held)


def _same_defects(claim: Claim, tile: Tile, held: Mapping[Tile, int]) -> Iterator[Defect]:
    """A pung or kong: two or three of the discard in hand."""
    if any(other is not tile for other in claim.tiles):
        yield Defect(
            "claims-other-tile", {"tile": tile, "tiles": write_tiles(claim.tiles)}, "claim"
        )
    else:
        yield from _need(claim.act.value, Counter({tile: _SETS[claim.act]}), held)


def _win_defects(claim: Claim, tile: Tile, held: Mapping[Tile, int]) -> Iterator[Defect]:
    return iter(())


def _need(act: str, needed: Mapping[Tile, int], held: Mapping[Tile, int]) -> Iterator[Defect]:
    for tile, count in needed.items():
        if (has := held.get(tile, 0)) < count:
            fields = {"act": act, "tile": tile, "held": has, "needed": count}
            yield Defect("tiles-not-held", fields, "tile")


def _wild_defects(act: str, tiles: tuple[Tile, ...], wild: Tile | None) -> Iterator[Defect]:
    """财神 can be in no 吃, 碰, 杠, neither claimed nor from the hand (rules 3)."""
    if wild is not None and wild in tiles:
        yield Defect("wild-not-claimed", {"act": act, "wild": wild}, "tile")


# The claims that make a set, and how many tiles of the hand each takes.
_SETS: Mapping[ClaimKind, int] = MappingProxyType(
    {ClaimKind.CHOW: 2, ClaimKind.PUNG: 2, ClaimKind.KONG: 3}
)
_CLAIMS: Mapping[ClaimKind, Callable[[Claim, Tile, Mapping[Tile, int]], Iterator[Defect]]] = (
    MappingProxyType(
        {
            ClaimKind.CHOW: _chow_defects,
            ClaimKind.PUNG: _same_defects,
            ClaimKind.KONG: _same_defects,
            ClaimKind.WIN: _win_defects,
        }
    )
)
