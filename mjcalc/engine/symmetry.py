"""Keys of aspects that mean the same, by the least of them: so the rows are asked less often.

Where the words say so (``Word.symmetric``), suits may change places and ranks be counted from the
other end; honors that no word tells apart may change places too (``Word.names``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from mjcalc.engine.forms import BASE, PAIR_AT
from mjcalc.rules.words import PairBeside
from mjcalc.tiles import HONORS, WINDS, Tile

if TYPE_CHECKING:
    from mjcalc.engine.halves import Column

Number = TypeVar("Number", int, "Column")  # one number, or a column of them
SUIT_OF_CHOWS = BASE**7
SUIT_OF_PUNGS = 1 << 9


def least_chows(key: int, pairs: Sequence[PairBeside]) -> int:
    """The least key of chows that means the same; the pair is kept where some word asks about it.

    >>> least_chows(5**20, ()) == least_chows(5**0, ())  # 789s and 123m
    True
    """
    pair, chows = divmod(key, PAIR_AT)
    suits = [*suits_of_key(chows, SUIT_OF_CHOWS)]
    if not pair or not _asks(suits, pair - 1, pairs):
        return least_of_suits(chows, SUIT_OF_CHOWS, mirrored_chows)
    mirrored = [mirrored_chows(suit) for suit in suits]
    return min(_with_pair(suits, pair - 1), _with_pair(mirrored, _mirror(pair - 1)))


def least_pungs(key: int) -> int:
    """The least key of suited pungs that means the same."""
    return least_of_suits(key, SUIT_OF_PUNGS, mirrored_pungs)


def suits_of_key(key: Number, base: int) -> tuple[Number, Number, Number]:
    """The three suits of a key; it may be a column."""
    return key % base, key // base % base, key // base**2


def least_of_suits(key: Number, base: int, mirror: Callable[[Number], Number]) -> Number:
    """The least key of which suits may change places and ranks be mirrored; it may be a column."""
    suits = suits_of_key(key, base)
    mirrored = mirror(suits[0]), mirror(suits[1]), mirror(suits[2])
    return in_order(_ordered(*suits, base), _ordered(*mirrored, base))[0]


def _ordered(m: Number, p: Number, s: Number, base: int) -> Number:
    """The key of three suits, the least first."""
    m, p = in_order(m, p)
    p, s = in_order(p, s)
    m, p = in_order(m, p)
    return m + base * (p + base * s)


def in_order(one: Number, other: Number) -> tuple[Number, Number]:
    """The lesser and the greater of two numbers, or of each two of two columns."""
    total, apart = one + other, abs(one - other)
    return (total - apart) // 2, (total + apart) // 2


def _mirror(tile: int) -> int:
    suit, rank = divmod(tile, 9)
    return tile if suit == 3 else 9 * suit + 8 - rank


def _with_pair(suits: list[int], pair: int) -> int:
    """The chows with the suit of the pair first; beside a pair of honors the least first."""
    suit, rank = divmod(pair, 9)
    if suit == 3:
        m, p, s = suits
        return _ordered(m, p, s, SUIT_OF_CHOWS) + PAIR_AT * (pair + 1)
    own = suits.pop(suit)
    low, high = sorted(suits)
    return own + SUIT_OF_CHOWS * (low + SUIT_OF_CHOWS * high) + PAIR_AT * (rank + 1)


def _asks(suits: Iterable[int], pair: int, pairs: Sequence[PairBeside]) -> bool:
    ranks = {rank for suit in suits for rank in range(1, 8) if suit // BASE ** (rank - 1) % BASE}
    return any(Tile(pair) in one.pairs and ranks <= one.chows for one in pairs)


@lru_cache(maxsize=1 << 11)
def mirrored_chows(suit: int) -> int:
    """Seven digits, the last first."""
    return sum(suit // BASE**rank % BASE * BASE ** (6 - rank) for rank in range(7))


@lru_cache(maxsize=1 << 9)
def mirrored_pungs(suit: int) -> int:
    """Nine bits, the last first."""
    return sum((suit >> rank & 1) << 8 - rank for rank in range(9))


class HonorClasses:
    """The honors in classes that no word tells apart, but by seat and round."""

    def __init__(self, names: Iterable[tuple[frozenset[Tile], ...] | None]) -> None:
        groups = [WINDS, *(group for one in names for group in (_each() if one is None else one))]
        classes: dict[tuple[bool, ...], list[int]] = {}
        for tile in sorted(HONORS):
            classes.setdefault(tuple(tile in group for group in groups), []).append(tile - 27)
        self._classes = tuple(map(tuple, classes.values()))
        self.least = lru_cache(maxsize=1 << 13)(self._least)

    def _least(self, key: int) -> int:
        """The key in which the honors of each class are in a fixed order."""
        pungs, pair, seat, prevalent = key & 127, key >> 7 & 7, key >> 10 & 3, key >> 12 & 3
        found = 0
        for places in self._classes:
            facts = [
                (pungs >> place & 1, pair == place + 1, seat == place, prevalent == place)
                for place in places
            ]
            facts.sort(reverse=True)
            for place, (pung, paired, own, of_round) in zip(places, facts, strict=True):
                found += (pung << place) + (paired * (place + 1) << 7)
                found += (own * place << 10) + (of_round * place << 12)
        return found


def _each() -> tuple[frozenset[Tile], ...]:
    return tuple(frozenset({tile}) for tile in HONORS)
