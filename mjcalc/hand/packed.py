"""A hand in a few ints: what the engine looks things up by.

Counts are packed three bits a kind from 1m up, so 27 bits a suit; a suit alone is the same from
its lowest rank. No kind has more than five copies (a wildcard may be the fifth), so sums never run
over. A set of kinds is packed alike, with a one for each kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mjcalc.tiles import TILES, Tile

A_SUIT = (1 << 27) - 1
EVERY_KIND = (1 << 3 * 34) // 7  # a one for each kind
FOUR_BITS = EVERY_KIND << 2  # a count of four or five has this bit
NO_TILE = 34
MELD_BITS = 9
MARK_AT = 27


def count(tiles: Iterable[Tile]) -> int:
    """Return how many there are of each kind, packed.

    >>> oct(count([Tile.M1, Tile.M1, Tile.M9, Tile.P2]))
    '0o10100000002'
    """
    total = 0
    for tile in tiles:
        total += 1 << 3 * tile
    return total


def kind_bits(counts: int) -> int:
    """Return the kinds that occur in packed counts, a bit each.

    >>> oct(kind_bits(0o402))
    '0o101'
    """
    return (counts | counts >> 1 | counts >> 2) & EVERY_KIND


def tiles_of(counts: int) -> list[Tile]:
    """Return the tiles of packed counts, sorted.

    >>> tiles_of(0o102)
    [Tile.M1, Tile.M1, Tile.M3]
    """
    tiles = []
    while counts:
        at = (counts & -counts).bit_length() - 1
        kind = at // 3
        copies = counts >> 3 * kind & 7
        tiles += [TILES[kind]] * copies
        counts -= copies << 3 * kind
    return tiles


def suits_of(counts: int) -> tuple[int, int, int, int]:
    """Return packed counts suit by suit."""
    return counts & A_SUIT, counts >> 27 & A_SUIT, counts >> 54 & A_SUIT, counts >> 81


def join_suits(suits: Iterable[int]) -> int:
    """Join the packed counts of the four suits: the inverse of ``suits_of``."""
    m, p, s, z = suits
    return m | p << 27 | s << 54 | z << 81


class Packed(NamedTuple):
    """A hand with its winning tile in ints: what the engine looks things up by.

    ``m``, ``p``, ``s`` and ``z`` are the concealed tiles without the winning tile, suit by suit,
    and in the winning tile's suit a mark for it (:func:`marked`). ``melds`` are their codes, nine
    bits each, in order. ``how`` has a bit each for self-drawn, last, kong, rob, fourth; ``winds``
    is seat | round << 2. ``fours`` is the number of kinds with four copies outside kongs.
    ``paired`` says that the thirteen are all concealed, and six pairs. ``counts`` are the concealed
    tiles without the winning tile, packed.
    """

    m: int
    p: int
    s: int
    z: int
    winning: int
    melds: int
    how: int
    winds: int
    fours: int
    paired: bool
    counts: int

    @property
    def is_even(self) -> bool:
        """Whether all fourteen are concealed, and of each kind there is an even number."""
        return self.paired and self.counts & EVERY_KIND == 1 << 3 * self.winning


def melds_key(codes: Iterable[int]) -> int:
    """Return the melds of these codes in one int, whatever their order."""
    key = 0
    for code in sorted(codes):
        key = key << MELD_BITS | code
    return key


def meld_codes(key: int) -> list[int]:
    """Return the codes of the melds in one int: the inverse of ``melds_key``.

    >>> meld_codes(melds_key([70, 130]))
    [130, 70]
    """
    codes = []
    while key:
        codes.append(key & (1 << MELD_BITS) - 1)
        key >>= MELD_BITS
    return codes


def shows_three(face_up: int, tile: int) -> bool:
    """Whether three copies of a tile lie among these: its fourth is then 和绝张."""
    return face_up >> 3 * tile & 7 == 3


def marked(suit: int, rank: int, drawn: bool) -> int:
    """Return a suit with a mark above its counts: the rank of the winning tile, and how it came.

    How it came matters to a suit only where the tile may complete a pung, which two of it make.

    >>> oct(marked(0o110000, 4, False)), oct(marked(0o220000, 4, True))
    ('0o12000110000', '0o13000220000')
    """
    pung = drawn and suit >> 3 * rank & 7 > 1
    return suit | (rank + 1 << 1 | pung) << MARK_AT


def pack(counts: int, winning: int, melds: int, loose: int, how: int, winds: int) -> Packed:
    """Pack a hand; ``loose`` are the melded tiles that are not in a kong."""
    suits, whole = [*suits_of(counts)], counts
    if winning != NO_TILE:
        suit, rank = divmod(winning, 9)
        suits[suit] = marked(suits[suit], rank, bool(how & 1))
        whole += 1 << 3 * winning
    m, p, s, z = suits
    fours = (whole + loose & FOUR_BITS).bit_count()
    odd = counts & EVERY_KIND
    paired = not (melds or odd & odd - 1)
    return Packed(m, p, s, z, winning, melds, how, winds, fours, paired, counts)
