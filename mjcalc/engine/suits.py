"""One suit taken apart: every way to see its tiles as sets and at most one pair.

A suit is its counts packed into an int, three bits a rank (see ``packed``). There are 21,743
suits of at most 14 tiles that can be taken apart whole, none in more than four ways.
"""

from __future__ import annotations

from functools import cache, lru_cache

from mjcalc.hand.packed import EVERY_KIND, kind_bits

# A piece is a set or the pair of a suit in one small int: what it is, and its lowest rank from 0.
CHOW, PUNG, PAIR = 0, 9, 18
Split = tuple[int, ...]
NO_WAIT, EDGE, CLOSED, PAIR_WAIT = range(4)
# What the lowest rank may be besides chows, by how many there are: the pieces, and their tiles.
_PUNG_AND_PAIR_SIZES = (((), 0), ((PUNG,), 3), ((PAIR,), 2), ((PUNG, PAIR), 5))
PUNGS_AND_PAIRS = tuple(
    tuple(head for head in _PUNG_AND_PAIR_SIZES if head[1] <= here) for here in range(8)
)
ONES = tuple(1 << 3 * rank for rank in range(9))
# By rank: the chows with it, and their other tiles.
CHOWS_WITH = tuple(
    tuple(
        (CHOW + first, 0o111 * ONES[first] - ONES[rank])
        for first in range(max(0, rank - 2), min(6, rank) + 1)
    )
    for rank in range(9)
)


@lru_cache(maxsize=1 << 13)
def size(count: int) -> int:
    """How many tiles a packed suit holds.

    >>> size(0o102)
    3
    """
    ones, twos, fours = count & EVERY_KIND, count >> 1 & EVERY_KIND, count >> 2 & EVERY_KIND
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


@lru_cache(maxsize=1 << 15)
def split(count: int, suited: bool) -> tuple[Split, ...]:
    """Every way to take a suit apart, as pieces with the lowest rank first.

    The lowest tile must lie in a pung, in the pair or in chows, so each way is met once.

    >>> split(0o333, True) == ((CHOW + 0,) * 3, (PUNG + 0, PUNG + 1, PUNG + 2))
    True
    """
    if not count:
        return ((),)
    rest_of = size(count) % 3
    if rest_of == 1:
        return ()
    at = (count & -count).bit_length() - 1
    rank = at // 3
    lowest = 3 * rank
    here = count >> lowest & 7
    found: list[Split] = []
    for head, tiles in PUNGS_AND_PAIRS[here]:
        chows = here - tiles
        if (tiles in (2, 5) and not rest_of) or (chows and not suited):
            continue
        rest = count - (here << lowest)
        if chows:
            if (count >> lowest + 3 & 7) < chows or (count >> lowest + 6 & 7) < chows:
                continue
            rest -= chows * 0o110 << lowest
        first = tuple([piece + rank for piece in head]) + (CHOW + rank,) * chows
        found += [first + more for more in split(rest, suited)]
    return tuple(found)


def completed(count: int, rank: int, suited: bool) -> list[tuple[int, int]]:
    """The pieces that one more tile of this rank completes, each with what it leaves of the suit.

    >>> completed(0o11, 2, True) == [(CHOW + 0, 0)]
    True
    """
    have = kind_bits(count)
    found = [
        (piece, count - others)
        for piece, others in (CHOWS_WITH[rank] if suited else ())
        if not others & ~have
    ]
    one = ONES[rank]
    if have & one:
        found.append((PAIR + rank, count - one))
        if count & 6 * one:
            found.append((PUNG + rank, count - 2 * one))
    return found


def finished(count: int, rank: int, suited: bool) -> list[tuple[int, int, bool, Split]]:
    """Every way to take apart a suit and the winning tile: what it completes, and the rest.

    Each as the piece with the winning tile, its wait, whether by form the suit waits for no other
    tile (nor for none at all), and the other pieces.
    """
    if size(count) % 3 == 0:
        return []
    found = [
        (piece, WAIT_FOR[piece][rank] or 0, way)
        for piece, rest in completed(count, rank, suited)
        for way in split(rest, suited)
    ]
    alone = any([wait for _, wait, _ in found]) and waits_alone(count, rank, suited)
    return [(piece, wait, alone, way) for piece, wait, way in found]


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


@cache
def whole_sets(suited: bool) -> frozenset[int]:
    """Every suit of four sets or fewer and no pair.

    >>> 0o333 in whole_sets(True), 0o111 in whole_sets(False)
    (True, False)
    """
    by_count: list[set[int]] = [{0}, set(), set(), set(), set()]
    for one in ONES:  # each pung at most once
        for count in (3, 2, 1, 0):
            by_count[count + 1] |= {suit + 3 * one for suit in by_count[count]}
    for one in ONES[:7] if suited else ():
        for count in range(4):
            by_count[count + 1] |= {suit + 0o111 * one for suit in by_count[count]}
    return frozenset().union(*by_count)


@lru_cache(maxsize=1 << 13)
def is_whole(count: int, suited: bool) -> bool:
    """Whether a suit can be taken apart at all; its size says whether with a pair.

    >>> is_whole(0o000000113, True), is_whole(0o000000113, False)
    (True, False)
    """
    rest, sets = size(count) % 3, whole_sets(suited)
    if rest == 2:
        return any([count - 2 * one in sets for one in ONES if count & 6 * one])
    return rest == 0 and count in sets


@lru_cache(maxsize=1 << 13)
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
    if rest == 1:
        sets = whole_sets(suited)
        for one in ONES:
            if count & 7 * one and count - one in sets:
                found |= one  # the pair waits
            if count & 6 * one:
                found |= _reach_sets(count - 2 * one, suited)
    return found


@lru_cache(maxsize=1 << 13)
def _reach_sets(count: int, suited: bool) -> int:
    """The same for a suit that is to be sets alone."""
    sets = whole_sets(suited)
    return sum([one for one in ONES if count + one in sets])


def waits_alone(count: int, rank: int, suited: bool) -> bool:
    """Of a suit that this rank makes whole, whether it waits for no other, nor for none at all.

    A suit that is whole as it is waits with the pair of another suit.

    >>> waits_alone(0o11, 2, True), waits_alone(0o110, 0, True)
    (True, False)
    """
    sets, last = whole_sets(suited), ONES[rank]
    if size(count) % 3 == 2:
        # The ranks of a set add up to a multiple of three.
        for one in ONES[rank % 3 :: 3] if suited else ONES:
            if count + one in sets and one != last:
                return False
            if count & 6 * one and count - 2 * one in sets:
                return False
        return True
    for pair in ONES:
        if not count & 7 * pair:
            continue
        if count - pair in sets and pair != last:
            return False
        if count & 6 * pair:
            rest = count - 2 * pair
            if any([rest + one in sets for one in ONES if one != last]):
                return False
    return True


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
    if not wilds:
        return (count,) if is_whole(count, suited) else ()
    if (size(count) + wilds) % 3 == 1:
        return ()
    found = set()
    for more in additions(count, beside, wilds - 1, most, suited):
        last = reach(more, suited)
        while last:
            one = last & -last
            last -= one
            if (more + beside) // one & 7 < most:
                found.add(more + one)
    return tuple(sorted(found))


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
