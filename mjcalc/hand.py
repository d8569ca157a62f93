"""A hand as it lies on the table: melds, concealed tiles, the winning tile, and how it was won.

Values only: frozen, and never illegal. A :class:`Draft` is what somebody wrote, right or wrong;
``draft.defects()`` says everything that makes it impossible, and ``draft.hand()`` is the hand.
The defects are those of the page "Notation", outcome *impossible hand*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from operator import attrgetter, eq

from mjcalc.errors import Defect, ImpossibleHand
from mjcalc.packed import MELD_BITS, NO_TILE, Packed, pack
from mjcalc.packed import count as count_of
from mjcalc.tiles import HONOURS, Tile, Wind, run

COPIES = 4
SETS = 4
MOST_FLOWERS = 8


class Kind(Enum):
    """What a part of a hand is; the last three occur in readings only."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    KNITTED = "knitted"
    PAIR = "pair"
    SINGLE = "single"

    def __repr__(self) -> str:
        return f"Kind.{self.name}"


# The digits that may follow each kind of melded set: whose tile it was (notation, "source").
SOURCES = {Kind.CHOW: (1, 2, 3), Kind.PUNG: (1, 2, 3), Kind.KONG: (1, 2, 3, 5, 6, 7)}

# A meld in nine bits: its place here from 1, and its lowest tile.
MELD_CODES = (
    (Kind.CHOW, False),
    (Kind.PUNG, False),
    (Kind.KONG, False),
    (Kind.KONG, True),
)


@dataclass(frozen=True, slots=True)
class DraftSet:
    """A set as typed in brackets: its tiles, whether as a concealed kong, and the source digit."""

    tiles: tuple[Tile, ...]
    concealed: bool = False
    source: int | None = None

    @property
    def kind(self) -> Kind | None:
        """Chow, pung or kong; None when the tiles are no set."""
        first, count = min(self.tiles, default=None), len(self.tiles)
        if first is None or count not in (3, 4):
            return None
        if len(set(self.tiles)) == 1:
            return Kind.PUNG if count == 3 else Kind.KONG
        in_row = sorted(self.tiles) == [first, first + 1, first + 2]
        same_suit = first not in HONOURS and first.rank <= 7
        return Kind.CHOW if in_row and same_suit else None

    def defect(self) -> tuple[str, dict[str, object]] | None:
        """What makes it no set: a key of the catalogue and its fields; None for a good set."""
        kind, tiles = self.kind, run(self.tiles)
        if kind is None:
            return "no-set", {"tiles": tiles}
        if self.concealed and kind is not Kind.KONG:
            return "no-concealed-kong", {"tiles": tiles}
        if self.source is not None and self.source not in SOURCES[kind]:
            return "no-source", {"tiles": tiles, "source": self.source}
        return None


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
        wrong = DraftSet(self.tiles, self.concealed, self.source).defect()
        if self.kind not in SOURCES or wrong:
            raise ImpossibleHand([Defect(*(wrong or ("no-set", {"tiles": run(self.tiles)})))])
        kind = MELD_CODES.index((self.kind, self.concealed)) + 1
        tiles = count_of(self.tiles)
        object.__setattr__(self, "code", kind << 6 | self.tile)
        object.__setattr__(self, "loose", 0 if self.kind is Kind.KONG else tiles)
        object.__setattr__(self, "face_up", 0 if self.concealed else tiles)

    @staticmethod
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
        how = self.self_drawn | self.last << 1 | self.kong << 2 | self.rob << 3 | self.fourth << 4
        object.__setattr__(self, "bits", how)


@dataclass(frozen=True, slots=True)
class WildPolicy:
    """What a ruleset says of wildcards: whether there are any, and its two options on them."""

    allowed: bool = True
    fifth_copy: bool = False
    on_discard: bool = True


ANY_WILD = WildPolicy()


@dataclass(frozen=True, slots=True)
class Draft:
    """A hand as somebody wrote it, possible or not. ``None`` is what was not said.

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
        return _wildcard(self.wild, self.indicator)

    def resolved(self) -> tuple[tuple[Tile, ...], Tile | None]:
        """The concealed tiles without the winning tile, sorted; and the winning tile, if any.

        Meant for a draft of the right count: of 14 the winning tile is one, by default the last.
        """
        tiles, winning = list(self.tiles), self.winning
        if self.count == 14 and tiles and (winning is None or winning in tiles):
            winning = tiles[-1] if winning is None else winning
            tiles.remove(winning)
        return tuple(sorted(tiles)), winning

    def defects(self, policy: WildPolicy = ANY_WILD) -> list[Defect]:
        """Everything that makes the hand impossible, in the order of the notation page."""
        return [
            *self._count_defects(),
            *self._copy_defects(),
            *self._set_defects(),
            *self._win_defects(),
            *self._flower_defects(),
            *self._wild_defects(policy),
        ]

    def hand(self, policy: WildPolicy = ANY_WILD) -> Hand:
        """The hand; ImpossibleHand with every defect when there is none."""
        if wrong := self.defects(policy):
            raise ImpossibleHand(wrong)
        concealed, winning = self.resolved()
        win = Win(bool(self.self_drawn), self.last, self.kong, self.rob, self.fourth)
        unsaid = (
            ("winning", self.winning is None and winning is not None),
            ("self_drawn", self.self_drawn is None and winning is not None),
            ("seat", self.seat is None),
            ("round", self.round is None),
        )
        return Hand._checked(
            tuple([_meld(drafted) for drafted in self.sets]), concealed, winning, win,
            self.seat or Wind.E, self.round or Wind.E, self.flowers or 0,
            self.wild, self.indicator,
            frozenset([name for name, assumed in unsaid if assumed]),
        )  # fmt: skip

    def _count_defects(self) -> Iterator[Defect]:
        count, winning = self.count, self.winning
        if len(self.sets) > SETS:
            yield Defect("too-many-sets", {"count": len(self.sets)}, f"set:{SETS}")
        elif count == 14 and winning is not None and winning not in self.tiles:
            last = self.tiles[-1] if self.tiles else None
            yield Defect("winning-tile-is-fifteenth", {"tile": winning, "last": last}, "+win")
        elif count not in (13, 14):
            say_win = winning is not None and count < 13
            key = "too-few-tiles" if count < 13 else "too-many-tiles"
            fields = {"count": count + say_win, "off": abs(count + say_win - 14)}
            yield Defect(key, fields, "last-tile" if count > 14 else "hand")

    def _held(self) -> list[Tile]:
        """Every real copy in the hand and the melds, the winning tile included, sorted."""
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
                held: dict[str, object] = {"wild": wild, "tiles": run(drafted.tiles)}
                yield Defect("wild-in-meld", held, f"set:{place}")
        barred = not policy.on_discard and not self.self_drawn
        if barred and self.resolved()[1] is wild:
            yield Defect("wild-on-discard", {"wild": wild}, "+win")


@dataclass(frozen=True, slots=True)
class Hand:
    """A legal hand: 13 tiles and a winning tile, or (``winning`` None) 13 tiles that wait.

    ``concealed`` is sorted and without the winning tile. ``assumed`` names what nobody said and
    the notation took for granted (``winning``, ``self_drawn``, ``seat``, ``round``); it is no part
    of the hand's identity. ImpossibleHand is raised for anything else than a legal hand.
    """

    melds: tuple[Meld, ...] = ()
    concealed: tuple[Tile, ...] = ()
    winning: Tile | None = None
    win: Win = Win()
    seat: Wind = Wind.E
    round: Wind = Wind.E
    flowers: int = 0
    wild: Tile | None = None
    indicator: Tile | None = None
    assumed: frozenset[str] = field(default=frozenset(), compare=False)
    wildcard: Tile | None = field(init=False, compare=False, repr=False)
    packed: Packed = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
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
        object.__setattr__(self, "wildcard", _wildcard(self.wild, self.indicator))
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

    def winning_with(self, tile: Tile, win: Win = Win()) -> Hand:
        """These 13 tiles with that winning tile; ImpossibleHand when it would be a fifth copy."""
        return replace(self, winning=tile, win=win)


@lru_cache(maxsize=1024)
def _meld(drafted: DraftSet) -> Meld:
    """The meld of a good set."""
    assert drafted.kind is not None
    return Meld(drafted.kind, min(drafted.tiles), drafted.concealed, drafted.source)


@lru_cache(maxsize=1024)
def _set_defect(drafted: DraftSet) -> tuple[str, dict[str, object]] | None:
    return drafted.defect()


def _wildcard(wild: Tile | None, indicator: Tile | None) -> Tile | None:
    if wild is None and indicator is not None:
        return indicator.successor
    return wild


def _packed(hand: Hand) -> Packed:
    """The hand in ints; with 和绝张 where its own open melds show the other three (rules 2)."""
    melds = loose = face_up = 0
    for meld in sorted(hand.melds, key=_code):
        melds = melds << MELD_BITS | meld.code
        loose += meld.loose
        face_up += meld.face_up
    winning, how = hand.winning, hand.win.bits
    if winning is None:
        return pack(count_of(hand.concealed), NO_TILE, melds, loose, how, 0)
    if face_up >> 3 * winning & 7 == COPIES - 1 and winning is not hand.wildcard:
        how |= FOURTH
    winds = hand.seat | hand.round << 2
    return pack(count_of(hand.concealed), winning, melds, loose, how, winds)


_code = attrgetter("code")
FOURTH = Win(fourth=True).bits
