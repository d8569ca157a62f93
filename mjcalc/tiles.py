"""The 34 kinds of tiles, their suits, and the groups of tiles that the rules speak of.

Tiles: 万 m, 饼 p, 条 s in ranks 1-9; honors z: 东南西北中发白 are 1z-7z.

>>> Tile.parse("5z"), Tile.parse("5z").name_zh, Tile.parse("3m").suit
(Tile.Z5, '中', Suit.M)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum


class Suit(Enum):
    """万, 饼, 条 and the honors; the value is the letter of the notation."""

    M = "m"
    P = "p"
    S = "s"
    Z = "z"

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Wind(IntEnum):
    """A seat or round wind, counter-clockwise from East."""

    E = 0
    S = 1
    W = 2
    N = 3

    @property
    def tile(self) -> Tile:
        """The wind tile of this name."""
        return Tile(27 + self)

    @property
    def zh(self) -> str:
        """东, 南, 西 or 北."""
        return "东南西北"[self]

    def after(self, steps: int) -> Wind:
        """Return the seat so many places further, counter-clockwise."""
        return Wind((self + steps) % 4)


class Tile(IntEnum):
    """One of the 34 kinds, in the order m, p, s, z."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    Z1, Z2, Z3, Z4, Z5, Z6, Z7 = range(27, 34)

    __hash__ = int.__hash__  # that of enums is Python code

    def __repr__(self) -> str:
        return f"Tile.{self.name}"

    def __str__(self) -> str:
        """Return the tile in the notation: ``5p``, ``1z``."""
        return CODES[self]

    @property
    def suit(self) -> Suit:
        """The suit of the tile."""
        return SUITS[self // 9]

    @property
    def rank(self) -> int:
        """1-9, for honors 1-7 in the order 东南西北中发白."""
        return self % 9 + 1

    @property
    def code(self) -> str:
        """The tile in the notation: ``5p``, ``1z``."""
        return CODES[self]

    @property
    def name_zh(self) -> str:
        """How messages name it: honors by their character, suited tiles by their code."""
        return HONOR_NAMES[self.rank - 1] if self >= Tile.Z1 else self.code

    @property
    def glyph(self) -> str:
        """The Unicode mahjong tile."""
        return GLYPHS[self]

    @staticmethod
    def parse(code: str) -> Tile:
        """Return the tile of a code (``5p``, ``1z``); ValueError for any other text."""
        try:
            return BY_CODE[code]
        except KeyError:
            raise ValueError(f"not a tile: {code!r}") from None

    @property
    def successor(self) -> Tile:
        """The 财神 that this tile indicates: the next one, after 9 1, after 北 中, after 白 东."""
        size = 7 if self >= Tile.Z1 else 9
        return Tile(self // 9 * 9 + self.rank % size)

    @property
    def predecessor(self) -> Tile:
        """The tile whose successor this is: the indicator of a wildcard."""
        size = 7 if self >= Tile.Z1 else 9
        return Tile(self // 9 * 9 + (self.rank - 2) % size)


SUITS = (Suit.M, Suit.P, Suit.S, Suit.Z)
TILES = tuple(Tile)
HONOR_NAMES = "东南西北中发白"
GLYPHS = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀄🀅🀆"
CODES = tuple(f"{tile.rank}{tile.suit.value}" for tile in TILES)
BY_CODE = {tile.code: tile for tile in TILES}


def kinds(text: str) -> frozenset[Tile]:
    """Return the tiles written in short: ``kinds("19m 1234567z")``.

    >>> sorted(t.code for t in kinds("28p 6z"))
    ['2p', '6z', '8p']
    """
    return frozenset(BY_CODE[r + group[-1]] for group in text.split() for r in group[:-1])


SUITED = kinds("123456789m 123456789p 123456789s")
HONORS = kinds("1234567z")
WINDS = kinds("1234z")
DRAGONS = kinds("567z")
TERMINALS = kinds("19m 19p 19s")
ORPHANS = TERMINALS | HONORS
SIMPLES = SUITED - TERMINALS
GREENS = kinds("23468s 6z")
REVERSIBLES = kinds("1234589p 245689s 7z")


def of_ranks(*ranks: int) -> frozenset[Tile]:
    """Return the suited tiles of these ranks."""
    return frozenset(tile for tile in SUITED if tile.rank in ranks)


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Write tiles as one word of the notation, digits before one letter, in the order given.

    >>> write_tiles(map(Tile, (0, 1, 2, 27, 27)))
    '123m11z'
    """
    out: list[str] = []
    last = ""
    for tile in tiles:
        code = CODES[tile]
        digit, letter = code[0], code[1]
        if last and letter != last:
            out.append(last)
        last = letter
        out.append(digit)
    return "".join([*out, last])
