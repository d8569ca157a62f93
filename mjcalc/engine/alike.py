"""Keys of aspects that mean the same, by the least of them: so the rows are asked less often.

Of chows and suited pungs the suits may change places, and the ranks be counted from the other end.
"""

from __future__ import annotations

from functools import lru_cache

NINE = (1 << 9) - 1
A_SUIT_OF_CHOWS = (1 << 21) - 1
TERMINAL_CHOWS = 0o7000007


def chows_alike(key: int) -> int:
    """The least key that means the same.

    The suits may change places, the ranks be counted from the other end, and a pair of 5s means
    something beside 123 and 789 alone.
    """
    suits = key & A_SUIT_OF_CHOWS, key >> 21 & A_SUIT_OF_CHOWS, key >> 42 & A_SUIT_OF_CHOWS
    five = (key >> 63) - 1
    if five < 0 or (suits[0] | suits[1] | suits[2]) & ~TERMINAL_CHOWS:
        return _suits_of_chows_alike(*suits)
    others = sorted((suits[five - 1], suits[five - 2]))
    mirrored = [_mirrored_chows(suits[five]), *sorted(map(_mirrored_chows, others))]
    m, p, s = min([suits[five], *others], mirrored)
    return m | p << 21 | s << 42 | 1 << 63


def _suits_of_chows_alike(*suits: int) -> int:
    m, p, s = min(sorted(suits), sorted(map(_mirrored_chows, suits)))
    return m | p << 21 | s << 42


def pungs_alike(*suits: int) -> int:
    """The least key that means the same; suits and ranks as for chows."""
    m, p, s = min(sorted(suits), sorted(map(_mirrored_pungs, suits)))
    return m | p << 9 | s << 18


@lru_cache(maxsize=1 << 10)
def _mirrored_chows(suit: int) -> int:
    """Seven ranks of three bits, the last first."""
    return sum((suit >> 3 * rank & 7) << 3 * (6 - rank) for rank in range(7))


@lru_cache(maxsize=1 << 10)
def _mirrored_pungs(suit: int) -> int:
    """Nine ranks of one bit, the last first."""
    return sum((suit >> rank & 1) << 8 - rank for rank in range(9))


def honours_alike(key: int) -> int:
    """The least key that means the same.

    Of the wind pungs it matters how many there are and whether seat and round are among them, of
    the dragon pungs how many, of the pair whether it is a wind or a dragon, and whether there is a
    pung of its kind too (with a wildcard as the fifth copy).
    """
    winds, dragons, pair = key & 15, key >> 4 & 7, key >> 7 & 7
    seat, prevalent = key >> 10 & 3, key >> 12 & 3
    has_seat, has_round = winds >> seat & 1, winds >> prevalent & 1
    # Seat and round come first where they have a pung; the last wind has none, if any has none.
    prevalent = (0 if prevalent == seat else has_seat) if has_round else 3
    seat = 0 if has_seat else 3
    winds = (1 << winds.bit_count()) - 1
    dragons = (1 << dragons.bit_count()) - 1
    pair = 0 if not pair else _pair_alike(pair, key >> pair - 1 & 1)
    return winds | dragons << 4 | pair << 7 | seat << 10 | prevalent << 12


def _pair_alike(pair: int, has_pung: int) -> int:
    """A wind or a dragon for this one: the first of them has a pung where any has, the last not."""
    first, last = (1, 4) if pair <= 4 else (5, 7)
    return first if has_pung else last
