"""A hand as it lies on the table: melds, concealed tiles, the winning tile, and how it was won.

Values only: frozen, and never illegal (see ``draft`` for what makes a hand impossible).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import NoneType

from mjcalc.errors import Defect, ImpossibleHand
from mjcalc.hand.draft import Draft, DraftSet, wildcard_of
from mjcalc.hand.kinds import ANY_WILD, SETS, SOURCES, Kind, WildPolicy
from mjcalc.hand.packed import NO_TILE, Packed, melds_key, pack, shows_three
from mjcalc.hand.packed import count as count_of
from mjcalc.tiles import Tile, Wind, write_tiles

# A meld in nine bits: its place here from 1, and its lowest tile.
MELD_CODES = (
    (Kind.CHOW, False),
    (Kind.PUNG, False),
    (Kind.KONG, False),
    (Kind.KONG, True),
)


# What each field may be; of a hand, melds and concealed tiles are looked at one by one.
Types = Mapping[str, tuple[type, ...]]
MELD_TYPES: Types = {
    "kind": (Kind,), "tile": (Tile,), "concealed": (bool,), "source": (int, NoneType),
}  # fmt: skip
WIN_TYPES: Types = dict.fromkeys(("self_drawn", "last", "kong", "rob", "fourth"), (bool,))


def _check_types(value: object, types: Types) -> None:
    """TypeError when a field is of another type: True is no number here, and a number no tile.

    Tiles and winds are compared by identity, and all are numbers to Python: what is of another type
    would be taken for something else without a word.
    """
    for name, known in types.items():
        if type(found := getattr(value, name)) not in known:
            raise _wrong_type(value, name, found, known)


def _check_each(value: object, name: str, known: type) -> None:
    for found in getattr(value, name):
        if type(found) is not known:
            raise _wrong_type(value, name, found, (known,))


def _wrong_type(value: object, name: str, found: object, known: tuple[type, ...]) -> TypeError:
    due = " or ".join("None" if one is NoneType else one.__name__ for one in known)
    return TypeError(f"{type(value).__name__}: {name} takes {due}, not {found!r}")


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table: chow, pung or kong by its lowest tile; ``concealed`` only for a kong.

    ``source`` is whose tile it was, as in the notation; it changes no fan. ``code`` is the meld
    in nine bits; ``loose`` and ``face_up`` are its tiles, packed, if no kong and if not concealed.

    >>> Meld(Kind.CHOW, Tile.M1).tiles
    (Tile.M1, Tile.M2, Tile.M3)
    """

    kind: Kind
    tile: Tile
    concealed: bool = False
    source: int | None = None
    code: int = field(init=False, compare=False, repr=False)
    loose: int = field(init=False, compare=False, repr=False)
    face_up: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check_types(self, MELD_TYPES)
        wrong = DraftSet(self.tiles, self.concealed, self.source).defect()
        if self.kind not in SOURCES or wrong:
            raise ImpossibleHand(
                [Defect(*(wrong or ("no-set", {"tiles": write_tiles(self.tiles)})))]
            )
        kind = MELD_CODES.index((self.kind, self.concealed)) + 1
        tiles = count_of(self.tiles)
        object.__setattr__(self, "code", kind << 6 | self.tile)
        object.__setattr__(self, "loose", 0 if self.kind is Kind.KONG else tiles)
        object.__setattr__(self, "face_up", 0 if self.concealed else tiles)

    @staticmethod
    @lru_cache(maxsize=1 << 9)
    def of_code(code: int) -> Meld:
        """The meld of this code (which leaves out the source).

        >>> Meld.of_code(Meld(Kind.KONG, Tile.P5, concealed=True).code)
        Meld(kind=Kind.KONG, tile=Tile.P5, concealed=True, source=None)
        """
        kind, concealed = MELD_CODES[(code >> 6) - 1]
        return Meld(kind, Tile(code & 63), concealed)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its three or four tiles, lowest first; ImpossibleHand when a chow leaves its suit."""
        if self.kind is Kind.CHOW:
            if self.tile > Tile.S7 or self.tile.rank > 7:
                raise ImpossibleHand([Defect("no-set", {"tiles": self.tile.code})])
            return self.tile, Tile(self.tile + 1), Tile(self.tile + 2)
        return (self.tile,) * (4 if self.kind is Kind.KONG else 3)


@dataclass(frozen=True, slots=True)
class Win:
    """How the hand was won: by whom the last tile was drawn, and what was special about it."""

    self_drawn: bool = False
    last: bool = False
    kong: bool = False
    rob: bool = False
    fourth: bool = False
    bits: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check_types(self, WIN_TYPES)
        how = self.self_drawn | self.last << 1 | self.kong << 2 | self.rob << 3 | self.fourth << 4
        object.__setattr__(self, "bits", how)


BY_DISCARD = Win()
HAND_TYPES: Types = {
    "winning": (Tile, NoneType), "win": (Win,), "seat": (Wind,), "round": (Wind,),
    "flowers": (int,), "wild": (Tile, NoneType), "indicator": (Tile, NoneType),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hand:
    """A legal hand: 13 tiles and a winning tile, or (``winning`` None) 13 tiles that wait.

    ``concealed`` is sorted and without the winning tile. ``assumed`` names what nobody said and
    the notation took for granted (``winning``, ``self_drawn``, ``seat``, ``round``); it is no part
    of the hand's identity. ImpossibleHand is raised for anything else than a legal hand, TypeError
    where a value is of another type.
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
    packed: Packed = field(init=False, compare=False, repr=False)

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

    @classmethod
    def _checked(cls, *values: object) -> Hand:
        """The hand of these values, in the order of the fields, which a draft has checked."""
        hand = object.__new__(cls)
        for name, value in zip(cls.__match_args__, values, strict=True):
            object.__setattr__(hand, name, value)
        hand._derive()
        return hand

    def _derive(self) -> None:
        """``wildcard``, the kind that is 财神 if any was named, and the hand in ints."""
        object.__setattr__(self, "wildcard", wildcard_of(self.wild, self.indicator))
        object.__setattr__(self, "packed", _packed(self))

    def draft(self) -> Draft:
        """The hand as a draft that says everything."""
        win = self.win
        return Draft(
            tuple(DraftSet(meld.tiles, meld.concealed, meld.source) for meld in self.melds),
            self.concealed, self.winning, win.self_drawn, win.last, win.kong, win.rob, win.fourth,
            self.seat, self.round, self.flowers, self.wild, self.indicator,
        )  # fmt: skip

    def defects(self, policy: WildPolicy) -> list[Defect]:
        """What a ruleset's wildcard policy has against this hand; mostly nothing."""
        return self.draft().defects(policy)

    def discarding(self, tile: Tile) -> Hand:
        """The 13 tiles left after this concealed tile goes from the 14: a waiting hand."""
        tiles = [*self.concealed, *([] if self.winning is None else [self.winning])]
        tiles.remove(tile)
        return replace(self, concealed=tuple(tiles), winning=None, win=Win())

    def winning_with(self, tile: Tile, win: Win = BY_DISCARD) -> Hand:
        """These 13 tiles with that winning tile; ImpossibleHand when it would be a fifth copy."""
        return replace(self, winning=tile, win=win)


def hand_of(draft: Draft, policy: WildPolicy = ANY_WILD) -> Hand:
    """The hand of a draft; ImpossibleHand with every defect when there is none."""
    if wrong := draft.defects(policy):
        raise ImpossibleHand(wrong)
    concealed, winning = draft.resolved()
    win = win_of(bool(draft.self_drawn), draft.last, draft.kong, draft.rob, draft.fourth)
    unsaid = (
        ("winning", draft.winning is None and winning is not None),
        ("self_drawn", draft.self_drawn is None and winning is not None),
        ("seat", draft.seat is None),
        ("round", draft.round is None),
    )
    return Hand._checked(
        tuple([meld_of(drafted) for drafted in draft.sets]), concealed, winning, win,
        draft.seat or Wind.E, draft.round or Wind.E, draft.flowers or 0,
        draft.wild, draft.indicator,
        frozenset([name for name, assumed in unsaid if assumed]),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def meld_of(drafted: DraftSet) -> Meld:
    """The meld of a good set."""
    assert drafted.kind is not None
    return Meld(drafted.kind, min(drafted.tiles), drafted.concealed, drafted.source)


# The 32 ways to win, each made once.
win_of = lru_cache(maxsize=32)(Win)


def _packed(hand: Hand) -> Packed:
    """The hand in ints; with 和绝张 where its own open melds show the other three (rules 2)."""
    loose = face_up = 0
    for meld in hand.melds:
        loose += meld.loose
        face_up += meld.face_up
    melds = melds_key([meld.code for meld in hand.melds])
    winning, how = hand.winning, hand.win.bits
    if winning is None:
        return pack(count_of(hand.concealed), NO_TILE, melds, loose, how, 0)
    if winning is not hand.wildcard and shows_three(face_up, winning):
        how |= FOURTH
    winds = hand.seat | hand.round << 2
    return pack(count_of(hand.concealed), winning, melds, loose, how, winds)


FOURTH = Win(fourth=True).bits
