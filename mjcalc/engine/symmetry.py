"""Keys of aspects that mean the same, by the least of them: so the rows are asked less often.

Where the words say so (``Word.symmetric``), suits may change places and ranks be counted from the
other end; honours that no word tells apart may change places too (``Word.names``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from mjcalc.engine.forms import BASE, PAIR_AT
from mjcalc.rules.patterns import PairBeside
from mjcalc.tiles import HONOURS, WINDS, Tile

SUIT_OF_CHOWS = BASE**7
SUIT_OF_PUNGS = 1 << 9


def least_chows(key: int, pairs: Sequence[PairBeside]) -> int:
    """The least key of chows that means the same; the pair is kept where some word asks about it.

    >>> least_chows(5**20, ()), least_chows(5**3 + 5**10, ())  # 789s; 456m 456p
    (1, 9765750)
    """
    pair, chows = divmod(key, PAIR_AT)
    rest, m = divmod(chows, SUIT_OF_CHOWS)
    s, p = divmod(rest, SUIT_OF_CHOWS)
    suits = [m, p, s]
    if not pair or not _asks(suits, pair - 1, pairs):
        return min(_joined(sorted(suits)), _joined(sorted(map(mirrored_chows, suits))))
    mirrored = [mirrored_chows(suit) for suit in suits]
    return min(_with_pair(suits, pair - 1), _with_pair(mirrored, _mirror(pair - 1)))


def _mirror(tile: int) -> int:
    suit, rank = divmod(tile, 9)
    return 9 * suit + 8 - rank


def _with_pair(suits: list[int], pair: int) -> int:
    """The chows with the suit of the pair first."""
    suit, rank = divmod(pair, 9)
    own = suits.pop(suit)
    return _joined([own, *sorted(suits)]) + PAIR_AT * (rank + 1)


def _joined(suits: list[int]) -> int:
    return suits[0] + SUIT_OF_CHOWS * (suits[1] + SUIT_OF_CHOWS * suits[2])


def _asks(suits: Iterable[int], pair: int, pairs: Sequence[PairBeside]) -> bool:
    ranks = {rank for suit in suits for rank in range(1, 8) if suit // BASE ** (rank - 1) % BASE}
    return any(Tile(pair) in one.pairs and ranks <= one.chows for one in pairs)


def least_pungs(key: int) -> int:
    """The least key of suited pungs that means the same."""
    suits = [key % SUIT_OF_PUNGS, key // SUIT_OF_PUNGS % SUIT_OF_PUNGS, key // SUIT_OF_PUNGS**2]
    sides = sorted(suits), sorted(map(mirrored_pungs, suits))
    return min(m + SUIT_OF_PUNGS * (p + SUIT_OF_PUNGS * s) for m, p, s in sides)


@lru_cache(maxsize=1 << 11)
def mirrored_chows(suit: int) -> int:
    """Seven digits, the last first."""
    return sum(suit // BASE**rank % BASE * BASE ** (6 - rank) for rank in range(7))


@lru_cache(maxsize=1 << 9)
def mirrored_pungs(suit: int) -> int:
    """Nine bits, the last first."""
    return sum((suit >> rank & 1) << 8 - rank for rank in range(9))


class HonourClasses:
    """The honours in classes that no word tells apart, but by seat and round."""

    def __init__(self, names: Iterable[tuple[frozenset[Tile], ...] | None]) -> None:
        groups = [WINDS, *(group for one in names for group in (_each() if one is None else one))]
        classes: dict[tuple[bool, ...], list[int]] = {}
        for tile in sorted(HONOURS):
            classes.setdefault(tuple(tile in group for group in groups), []).append(tile - 27)
        self._classes = tuple(map(tuple, classes.values()))
        self.least = lru_cache(maxsize=1 << 13)(self._least)

    def _least(self, key: int) -> int:
        """The key in which the honours of each class are in a fixed order."""
        pungs, pair, seat, prevalent = key & 127, key >> 7 & 7, key >> 10 & 3, key >> 12 & 3
        found = 0
        for places in self._classes:
            facts = sorted(
                (
                    (pungs >> place & 1, pair == place + 1, seat == place, prevalent == place)
                    for place in places
                ),
                reverse=True,
            )
            for place, (pung, paired, own, of_round) in zip(places, facts, strict=True):
                found += (pung << place) + (paired * (place + 1) << 7)
                found += (own * place << 10) + (of_round * place << 12)
        return found


def _each() -> tuple[frozenset[Tile], ...]:
    return tuple(frozenset({tile}) for tile in HONOURS)
