"""One suit taken apart: every way to see its tiles as sets and at most one pair.

A suit is its counts packed into an int, three bits a rank (see ``packed``). There are 21,743
suits of at most 14 tiles that can be taken apart whole, none in more than four ways.
"""

from __future__ import annotations

from functools import lru_cache

# A piece is a set or the pair of a suit in one small int: what it is, and its lowest rank from 0.
CHOW, PUNG, PAIR = 0, 9, 18
Split = tuple[int, ...]
NO_WAIT, EDGE, CLOSED, PAIR_WAIT = range(4)
# What the lowest rank may be besides chows, by how many there are: the pieces, and their tiles.
_HEADS = (((), 0), ((PUNG,), 3), ((PAIR,), 2), ((PUNG, PAIR), 5))
HEADS = tuple(tuple(head for head in _HEADS if head[1] <= here) for here in range(8))


@lru_cache(maxsize=1 << 12)
def size(count: int) -> int:
    """How many tiles a packed suit holds.

    >>> size(0o102)
    3
    """
    total = 0
    while count:
        total += count & 7
        count >>= 3
    return total


@lru_cache(maxsize=1 << 12)
def split(count: int, suited: bool) -> tuple[Split, ...]:
    """Every way to take a suit apart, as pieces with the lowest rank first.

    The lowest tile must lie in a pung, in the pair or in chows, so each way is met once.

    >>> split(0o333, True) == ((CHOW + 0,) * 3, (PUNG + 0, PUNG + 1, PUNG + 2))
    True
    """
    rest = size(count) % 3
    return () if rest == 1 else tuple(_split(count, 0, suited, _pair_ranks(count, suited, rest)))


def _pair_ranks(count: int, suited: bool, rest: int) -> tuple[int, ...]:
    """The ranks that the pair may have: a set's ranks add up to a multiple of three, so the sum of
    all tells the pair's rank modulo three."""
    if rest != 2:
        return ()
    first, step = 0, 1
    if suited:
        step = 3
        first = 2 * sum([rank * (count >> 3 * rank & 7) for rank in range(9)]) % 3
    return tuple([rank for rank in range(first, 9, step) if count >> 3 * rank & 6])


def _split(count: int, rank: int, suited: bool, pairs: tuple[int, ...]) -> list[Split]:
    if not count:
        return [()]
    while not count & 7:
        count >>= 3
        rank += 1
    found: list[Split] = []
    here = count & 7
    for head, tiles in HEADS[here]:
        chows = here - tiles
        paired = tiles in (2, 5)
        if (paired and rank not in pairs) or (chows and not suited):
            continue
        rest = count - here
        if chows:
            if (count >> 3 & 7) < chows or (count >> 6 & 7) < chows:
                continue
            rest -= chows * 0o110
        tail = tuple([piece + rank for piece in head]) + (CHOW + rank,) * chows
        found += [tail + more for more in _split(rest, rank, suited, () if paired else pairs)]
    return found


def wait_for(piece: int, rank: int) -> int | None:
    """The wait of a piece completed by this rank: 1233 is an edge wait, 4556 a closed one.

    None when the piece does not hold the rank.
    """
    first = piece % 9
    if piece >= PUNG:
        wait = PAIR_WAIT if piece >= PAIR else NO_WAIT
        return wait if rank == first else None
    if not first <= rank <= first + 2:
        return None
    if rank == first + 1:
        return CLOSED
    return EDGE if (first, rank) in ((0, 2), (6, 6)) else NO_WAIT


@lru_cache(maxsize=1 << 12)
def is_whole(count: int, suited: bool) -> bool:
    """Whether a suit can be taken apart at all; its size says whether with a pair.

    >>> is_whole(0o000000113, True), is_whole(0o000000113, False)
    (True, False)
    """
    rest = size(count) % 3
    if rest == 0:
        return _is_sets(count, suited)
    return any(
        [_is_sets(count - (2 << 3 * rank), suited) for rank in _pair_ranks(count, suited, rest)]
    )


def _is_sets(count: int, suited: bool) -> bool:
    """Whether a suit is sets alone: of the lowest rank, what is no pung must begin chows."""
    while count:
        chows = (count & 7) % 3
        count >>= 3
        if chows:
            if not suited or (count & 7) < chows or (count >> 3 & 7) < chows:
                return False
            count -= chows * 0o11
    return True


@lru_cache(maxsize=1 << 12)
def reach(count: int, suited: bool) -> int:
    """The ranks, packed with a one each, whose one more tile makes the suit whole.

    A suit of 3n+1 tiles is then whole with a pair, one of 3n+2 without.

    >>> oct(reach(0o000000110, True))
    '0o1001'
    """
    rest = size(count) % 3
    if rest == 2:
        return _reach_sets(count, suited)
    found = 0
    for rank in range(9) if rest == 1 else ():
        here, one = count >> 3 * rank & 7, 1 << 3 * rank
        if here and not found & one and _is_sets(count - one, suited):
            found |= one  # the pair waits
        if here > 1:
            found |= _reach_sets(count - 2 * one, suited)
    return found


@lru_cache(maxsize=1 << 12)
def _reach_sets(count: int, suited: bool) -> int:
    """The same for a suit that is to be sets alone: again its sum tells the rank modulo three."""
    ranks = range(9)
    if suited:
        total = sum([rank * (count >> 3 * rank & 7) for rank in ranks])
        ranks = range(-total % 3, 9, 3)
    ones = [1 << 3 * rank for rank in ranks]
    return sum([one for one in ones if _is_sets(count + one, suited)])


@lru_cache(maxsize=1 << 14)
def additions(count: int, beside: int, wilds: int, most: int, suited: bool) -> tuple[int, ...]:
    """The suits that so many more tiles make of this one, ``beside`` it lying tiles of the suit.

    No rank may then hold more than ``most`` copies, those beside it among them.
    """
    found = {count}
    for _ in range(wilds):
        found = {
            more + (1 << 3 * rank)
            for more in found
            for rank in range(9 if suited else 7)
            if (more >> 3 * rank & 7) + (beside >> 3 * rank & 7) < most
        }
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 14)
def fillings(count: int, beside: int, wilds: int, most: int, suited: bool) -> tuple[int, ...]:
    """Those additions that make the suit whole."""
    if (size(count) + wilds) % 3 == 1:
        return ()
    more = additions(count, beside, wilds, most, suited)
    return tuple(one for one in more if is_whole(one, suited))


@lru_cache(maxsize=1 << 14)
def reach_with(count: int, beside: int, wilds: int, most: int, suited: bool) -> int:
    """The ranks, packed with a one each, whose one more tile makes one of the additions whole.

    That tile may be a copy more than ``most``: a wait is judged by form.
    """
    ranks = 0
    for more in additions(count, beside, wilds, most, suited):
        ranks |= reach(more, suited)
    return ranks


# By piece and rank: what ``wait_for`` says.
WAIT_FOR = tuple(tuple(wait_for(piece, rank) for rank in range(9)) for piece in range(27))
