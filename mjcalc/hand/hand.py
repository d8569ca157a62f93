"""A hand as it lies on the table: melds, concealed tiles, the winning tile, and how it was won.

Values only: frozen, and never illegal (see ``draft`` for what makes a hand impossible). ``str`` of
a hand or a meld is its notation. What the engine looks hands up by is kept in private slots, worked
out once; the functions at the end of the module read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter
from types import NoneType
from typing import Any

from mjcalc.errors import Defect, ImpossibleHand
from mjcalc.hand.codes import BOTZONE_TILES
from mjcalc.hand.draft import Draft, DraftSet, wildcard_of
from mjcalc.hand.kinds import ANY_WILD, SETS, SOURCES, Kind, WildPolicy
from mjcalc.hand.packed import NO_TILE, Packed, count as count_of, melds_key, pack, shows_three
from mjcalc.tiles import TILES, Tile, Wind, write_tiles

# The code of a meld, nine bits: its place here from 1, and its lowest tile.
MELD_CODES = (
    (Kind.CHOW, False),
    (Kind.PUNG, False),
    (Kind.KONG, False),
    (Kind.KONG, True),
)


# The types of each field; of a hand, melds and concealed tiles are checked one by one.
Types = Mapping[str, tuple[type, ...]]
MELD_TYPES: Types = {
    "kind": (Kind,), "tile": (Tile,), "concealed": (bool,), "source": (int, NoneType),
}  # fmt: skip
WIN_TYPES: Types = dict.fromkeys(("self_drawn", "last", "kong", "rob", "fourth"), (bool,))


def _check_types(value: object, types: Types) -> None:
    """Raise TypeError when a field is of another type: True is not a number here, 5 not a tile.

    Tiles and winds are compared by identity, and all are numbers to Python: a value of another type
    would silently be taken for something else.
    """
    for name, allowed in types.items():
        if type(given := getattr(value, name)) not in allowed:
            raise _wrong_type(value, name, given, allowed)


def _check_each(value: object, name: str, allowed: type) -> None:
    for given in getattr(value, name):
        if type(given) is not allowed:
            raise _wrong_type(value, name, given, (allowed,))


def _wrong_type(value: object, name: str, given: object, allowed: tuple[type, ...]) -> TypeError:
    due = " or ".join("None" if kind is NoneType else kind.__name__ for kind in allowed)
    return TypeError(f"{type(value).__name__}: {name} must be {due}, not {given!r}")


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: chow, pung or kong by its lowest tile; ``concealed`` only for a kong.

    ``source`` is the digit of the notation for the player who discarded the claimed tile; it
    changes no fan. ImpossibleHand is raised for tiles that are not a set.

    >>> meld = Meld(Kind.PUNG, Tile.Z1, source=2)
    >>> str(meld), meld.tiles
    ('[111z,2]', (Tile.Z1, Tile.Z1, Tile.Z1))
    """

    kind: Kind
    tile: Tile
    concealed: bool = False
    source: int | None = None
    _code: int = field(init=False, compare=False, repr=False)
    _loose: int = field(init=False, compare=False, repr=False)
    _face_up: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check_types(self, MELD_TYPES)
        wrong = DraftSet(self.tiles, self.concealed, self.source).defect()
        if self.kind not in SOURCES or wrong:
            raise ImpossibleHand(
                [Defect(*(wrong or ("no-set", {"tiles": write_tiles(self.tiles)})))]
            )
        kind = MELD_CODES.index((self.kind, self.concealed)) + 1
        tiles = count_of(self.tiles)
        object.__setattr__(self, "_code", kind << 6 | self.tile)
        object.__setattr__(self, "_loose", 0 if self.kind is Kind.KONG else tiles)
        object.__setattr__(self, "_face_up", 0 if self.concealed else tiles)

    def __str__(self) -> str:
        """Return the meld in brackets, with its source."""
        tiles = write_tiles(self.tiles)
        if self.concealed:
            return f"({tiles})"
        return f"[{tiles}]" if self.source is None else f"[{tiles},{self.source}]"

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its three or four tiles, lowest first."""
        if self.kind is Kind.CHOW:
            if self.tile > Tile.S7 or self.tile.rank > 7:
                raise ImpossibleHand([Defect("no-set", {"tiles": self.tile.code})])
            return self.tile, Tile(self.tile + 1), Tile(self.tile + 2)
        return (self.tile,) * (4 if self.kind is Kind.KONG else 3)


@dataclass(frozen=True, slots=True)
class Win:
    """How the hand was won: who drew the last tile, and what was special about it.

    ``last``: with the last tile of the wall or the last discard. ``kong``: on the replacement tile
    of a kong. ``rob``: on the tile of another player's added kong. ``fourth``: the other three
    copies lie open on the table (和绝张).
    """

    self_drawn: bool = False
    last: bool = False
    kong: bool = False
    rob: bool = False
    fourth: bool = False
    _bits: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check_types(self, WIN_TYPES)
        how = self.self_drawn | self.last << 1 | self.kong << 2 | self.rob << 3 | self.fourth << 4
        object.__setattr__(self, "_bits", how)


def _botzone_tile(code: str) -> Tile:
    try:
        return BOTZONE_TILES[code.upper()]
    except KeyError:
        raise ValueError(f"{code!r} is not a tile of Botzone") from None


def _botzone_meld(name: str, code: str, offer: int) -> Meld:
    """Return the meld of a pack; the offer is our source."""
    tile = _botzone_tile(code)
    if name == "CHI":
        return Meld(Kind.CHOW, Tile(max(tile - 1, 0)), source=offer)
    kind = {"PENG": Kind.PUNG, "GANG": Kind.KONG}.get(name)
    if kind is None:
        raise ValueError(f"{name!r} is not CHI, PENG or GANG")
    is_concealed = kind is Kind.KONG and offer == 0
    return Meld(kind, tile, concealed=is_concealed, source=offer or None)


BY_DISCARD = Win()
HAND_TYPES: Types = {
    "winning": (Tile, NoneType), "win": (Win,), "seat": (Wind,), "round": (Wind,),
    "flowers": (int,), "wild": (Tile, NoneType), "indicator": (Tile, NoneType),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hand:
    """A legal hand: 13 tiles and a winning tile, or (``winning`` None) 13 tiles that wait.

    ``concealed`` is sorted and without the winning tile. ``wild`` is the tile named as 财神,
    ``indicator`` the tile it follows from; ``wildcard`` is the 财神 by either. ``assumed`` names
    what the text left to the defaults of the notation (``winning``, ``self_drawn``, ``seat``,
    ``round``); hands that differ in it alone are equal. Raises ImpossibleHand for a hand that is
    not legal, TypeError for a value of another type.

    >>> hand = Hand((Meld(Kind.PUNG, Tile.Z1),), (Tile.M1,) * 3 + (Tile.M2,) * 3 + (Tile.M3,) * 3
    ...             + (Tile.P5,), Tile.P5)
    >>> str(hand)
    '[111z] 111222333m5p +win:5p ron +seat:E +round:E'
    """

    melds: tuple[Meld, ...] = ()
    concealed: tuple[Tile, ...] = ()
    winning: Tile | None = None
    win: Win = BY_DISCARD
    seat: Wind = Wind.E
    round: Wind = Wind.E
    flowers: int = 0
    wild: Tile | None = None
    indicator: Tile | None = None
    assumed: frozenset[str] = field(default=frozenset(), compare=False)
    wildcard: Tile | None = field(init=False, compare=False, repr=False)
    _packed: Packed = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "melds", tuple(self.melds))
        object.__setattr__(self, "concealed", tuple(self.concealed))
        _check_types(self, HAND_TYPES)
        _check_each(self, "melds", Meld)
        _check_each(self, "concealed", Tile)
        draft = self.draft()
        wrong = draft.defects()
        if draft.count == 14 and len(self.melds) <= SETS:
            fields = {"count": 14 + (self.winning is not None), "off": 1}
            wrong.append(Defect("too-many-tiles", fields, "last-tile"))
        if wrong:
            raise ImpossibleHand(wrong)
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))
        self._derive()

    def __str__(self) -> str:
        """Return the notation in canonical form: parsed again it is the same hand."""
        win = self.win
        words = [*map(str, self.melds), write_tiles(self.concealed)]
        if self.winning is not None:
            words.append(f"+win:{self.winning}")
            words.append("tsumo" if win.self_drawn else "ron")
        elif win.self_drawn:
            words.append("tsumo")
        words += f"+seat:{self.seat.name}", f"+round:{self.round.name}"
        words += [f"+{flag}" for flag in ("last", "kong", "rob", "fourth") if getattr(win, flag)]
        words += [f"+flowers:{self.flowers}"] * bool(self.flowers)
        words += [f"+wild:{self.wild}"] * (self.wild is not None)
        words += [f"+flip:{self.indicator}"] * (self.indicator is not None)
        return " ".join(filter(None, words))

    def __repr__(self) -> str:
        """Return the call of ``mjcalc.parse`` that makes the hand."""
        return f"parse({str(self)!r})"

    @classmethod
    def from_counts(cls, counts: Iterable[int], winning: Tile | None = None, **fields: Any) -> Hand:
        """Return the hand of an array of 34 counts of concealed tiles, in the order of ``Tile``.

        The winning tile may be counted or not. Further fields are those of the class. ValueError is
        raised for an array of another size, or of 14 tiles without the winning one.

        >>> str(Hand.from_counts([3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25, Tile.M5))
        '1112345678999m +win:5m ron +seat:E +round:E'
        """
        numbers = [int(count) for count in counts]
        if len(numbers) != len(TILES) or min(numbers) < 0:
            raise ValueError("counts must be 34 numbers, 0 or more")
        tiles = [tile for tile, count in zip(TILES, numbers, strict=True) for _ in range(count)]
        if len(tiles) + 3 * len(tuple(fields.get("melds", ()))) == 14:
            if winning not in tiles:
                raise ValueError("14 tiles: name the one that won")
            tiles.remove(winning)
        return cls(concealed=tuple(tiles), winning=winning, **fields)

    @classmethod
    def from_botzone(
        cls,
        pack: Iterable[tuple[str, str, int]],
        hand: Iterable[str],
        win_tile: str | None = None,
        flower_count: int = 0,
        is_self_drawn: bool = False,
        is_4th_tile: bool = False,
        is_about_kong: bool = False,
        is_wall_last: bool = False,
        seat_wind: int = 0,
        prevalent_wind: int = 0,
    ) -> Hand:
        """Return the hand of Botzone's codes, in the order of PyMahjongGB's arguments.

        A pack is ``("CHI", middle tile, 1 to 3)`` or ``("PENG" or "GANG", tile, player)``, with 0
        for a concealed kong. Winds are 0 to 3 for E S W N. Raises ValueError for an unknown code.

        >>> str(Hand.from_botzone((("GANG", "F1", 0),), "W1 W2 W3 B4 B5 B6 T7 T8 T9 J1".split(),
        ...                       "J1", is_self_drawn=True))
        '(1111z) 123m456p789s5z +win:5z tsumo +seat:E +round:E'
        """
        kong, rob = is_about_kong and is_self_drawn, is_about_kong and not is_self_drawn
        return cls(
            tuple(_botzone_meld(*row) for row in pack),
            tuple(_botzone_tile(code) for code in hand),
            None if win_tile is None else _botzone_tile(win_tile),
            Win(bool(is_self_drawn), bool(is_wall_last), bool(kong), bool(rob), bool(is_4th_tile)),
            Wind(seat_wind),
            Wind(prevalent_wind),
            flower_count,
        )

    @classmethod
    def _of_checked(cls, *values: object) -> Hand:
        """Return the hand of these fields, in order; a draft has checked them."""
        hand = object.__new__(cls)
        for name, value in zip(cls.__match_args__, values, strict=True):
            object.__setattr__(hand, name, value)
        hand._derive()
        return hand

    def _derive(self) -> None:
        object.__setattr__(self, "wildcard", wildcard_of(self.wild, self.indicator))
        object.__setattr__(self, "_packed", _packed(self))

    def draft(self) -> Draft:
        """Return the hand as a draft in which nothing is left to defaults."""
        win = self.win
        return Draft(
            tuple(DraftSet(meld.tiles, meld.concealed, meld.source) for meld in self.melds),
            self.concealed, self.winning, win.self_drawn, win.last, win.kong, win.rob, win.fourth,
            self.seat, self.round, self.flowers, self.wild, self.indicator,
        )  # fmt: skip

    def defects(self, policy: WildPolicy) -> list[Defect]:
        """Return what makes the hand impossible under the wildcard policy of a ruleset."""
        return self.draft().defects(policy)

    def discarding(self, tile: Tile) -> Hand:
        """Return the waiting hand of 13 tiles after this concealed tile is discarded."""
        tiles = [*self.concealed, *([] if self.winning is None else [self.winning])]
        tiles.remove(tile)
        return replace(self, concealed=tuple(tiles), winning=None, win=Win())

    def winning_with(self, tile: Tile, win: Win = BY_DISCARD) -> Hand:
        """Return these 13 tiles with that winning tile; ImpossibleHand for a fifth copy."""
        return replace(self, winning=tile, win=win)


format_hand = Hand.__str__  # the inverse of ``parse``, for ``map``


def hand_of(draft: Draft, policy: WildPolicy = ANY_WILD) -> Hand:
    """Return the hand of a draft; ImpossibleHand with every defect for an impossible one."""
    if wrong := draft.defects(policy):
        raise ImpossibleHand(wrong)
    concealed, winning = draft.resolved()
    win = win_of(bool(draft.self_drawn), draft.last, draft.kong, draft.rob, draft.fourth)
    defaults = (
        ("winning", draft.winning is None and winning is not None),
        ("self_drawn", draft.self_drawn is None and winning is not None),
        ("seat", draft.seat is None),
        ("round", draft.round is None),
    )
    return Hand._of_checked(
        tuple([meld_of(drafted) for drafted in draft.sets]), concealed, winning, win,
        draft.seat or Wind.E, draft.round or Wind.E, draft.flowers or 0,
        draft.wild, draft.indicator,
        frozenset([name for name, assumed in defaults if assumed]),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def meld_of(drafted: DraftSet) -> Meld:
    """Return the meld of a good set."""
    assert drafted.kind is not None
    return Meld(drafted.kind, min(drafted.tiles), drafted.concealed, drafted.source)


# The 32 ways to win, each made once.
win_of = lru_cache(maxsize=32)(Win)

# -- what the engine looks up by -------------------------------------------------------------------

packed_of: Callable[[Hand], Packed] = attrgetter("_packed")
win_bits: Callable[[Win], int] = attrgetter("_bits")
meld_code: Callable[[Meld], int] = attrgetter("_code")
# The tiles of a meld, packed; of a kong none.
loose_tiles: Callable[[Meld], int] = attrgetter("_loose")
FOURTH = win_bits(Win(fourth=True))


@lru_cache(maxsize=1 << 9)
def meld_of_code(code: int) -> Meld:
    """Return the meld of this code, which leaves out the source.

    >>> str(meld_of_code(meld_code(Meld(Kind.KONG, Tile.P5, concealed=True))))
    '(5555p)'
    """
    kind, concealed = MELD_CODES[(code >> 6) - 1]
    return Meld(kind, Tile(code & 63), concealed)


def _packed(hand: Hand) -> Packed:
    """Pack the hand; with 和绝张 where its own open melds show the other three copies."""
    loose = face_up = 0
    for meld in hand.melds:
        loose += meld._loose
        face_up += meld._face_up
    melds = melds_key([meld._code for meld in hand.melds])
    winning, how = hand.winning, hand.win._bits
    if winning is None:
        return pack(count_of(hand.concealed), NO_TILE, melds, loose, how, 0)
    if winning is not hand.wildcard and shows_three(face_up, winning):
        how |= FOURTH
    winds = hand.seat | hand.round << 2
    return pack(count_of(hand.concealed), winning, melds, loose, how, winds)
