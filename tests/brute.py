"""Hands taken apart by trying everything: slow, short, and nothing of the engine in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, permutations, product

from mjcalc.draft import Kind
from mjcalc.hand import Hand
from mjcalc.reading import Wait
from mjcalc.tiles import HONOURS, ORPHANS, TILES, Tile

Tiles = tuple[Tile, ...]  # sorted
Groups = tuple[Tiles, ...]  # sorted
# A part: what it is, its tiles, whether melded, whether concealed.
Seen = tuple[Kind, Tiles, bool, bool]
KNITTED = [
    tuple(Tile(9 * suit + rank) for suit, start in enumerate(starts) for rank in range(start, 9, 3))
    for starts in permutations(range(3))
]


def without(tiles: Tiles, taken: Iterable[Tile]) -> Tiles | None:
    """The tiles left, or None when they do not hold all that is taken."""
    left = list(tiles)
    for tile in taken:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


def sets_with(tile: Tile) -> list[Tiles]:
    """The sets whose lowest tile this is."""
    pung = (tile,) * 3
    if tile in HONOURS or tile.rank > 7:
        return [pung]
    return [pung, (tile, Tile(tile + 1), Tile(tile + 2))]


@lru_cache(maxsize=1 << 16)
def groups(tiles: Tiles) -> frozenset[Groups]:
    """Every way to see all the tiles as sets."""
    if not tiles:
        return frozenset({()})
    found = set()
    for first in sets_with(tiles[0]):
        rest = without(tiles, first)
        if rest is not None:
            found |= {tuple(sorted((first, *more))) for more in groups(rest)}
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def with_pair(tiles: Tiles) -> frozenset[tuple[Groups, Tile]]:
    """Every way to see all the tiles as sets and one pair."""
    suits = [tuple(tile for tile in tiles if tile // 9 == suit) for suit in range(4)]
    if sorted(len(suit) % 3 for suit in suits) != [0, 0, 0, 2]:
        return frozenset()  # a suit is sets, but for the one with the pair
    *others, paired = sorted(suits, key=lambda suit: len(suit) % 3)
    found = set()
    for pair in set(paired):
        rest = without(paired, (pair, pair))
        if rest is not None:
            for ways in product(groups(rest), *map(groups, others)):
                found.add((tuple(sorted(chain(*ways))), pair))
    return frozenset(found)


def straights(tiles: Tiles) -> Iterator[tuple[Tiles, Tiles]]:
    """Each knitted straight that the tiles hold, with the tiles left."""
    for straight in KNITTED:
        rest = without(tiles, straight)
        if rest is not None:
            yield straight, rest


def whole(tiles: Tiles, melds: int) -> bool:
    """Whether these concealed tiles, beside so many melds, are a winning hand of any shape."""
    if with_pair(tiles):
        return True
    if melds < 2 and any(with_pair(rest) for _, rest in straights(tiles)):
        return True
    if melds:
        return False
    count = Counter(tiles)
    if all(copies % 2 == 0 for copies in count.values()) or set(tiles) == ORPHANS:
        return True
    return len(count) == 14 and any({*straight, *HONOURS} >= count.keys() for straight in KNITTED)


def completing(tiles: Tiles, melds: int) -> list[Tile]:
    """The tiles that complete these, by form."""
    return [tile for tile in TILES if whole(tuple(sorted((*tiles, tile))), melds)]


def fillings(tiles: Tiles, wildcards: int, held: Counter[Tile], most: int = 4) -> Iterator[Tiles]:
    """What wildcards may make of these tiles, each once: no tile in more than ``most`` copies."""

    def fill(filled: Tiles, first: int, left: int) -> Iterator[Tiles]:
        if not left:
            yield filled
            return
        for tile in TILES[first:]:
            if held[tile] + filled.count(tile) < most:
                yield from fill((*filled, tile), tile, left - 1)

    for stands_for in fill((), 0, wildcards):
        yield tuple(sorted((*tiles, *stands_for)))


def wait_of(part: Tiles, winning: Tile) -> Wait | None:
    """The wait of the part that the winning tile completed: 1233 is edge, 4556 closed."""
    if len(part) == 2:
        return Wait.PAIR
    if part[0] == part[1]:
        return None
    if winning == part[1]:
        return Wait.CLOSED
    edge = part.index(winning) != 1 and (part[0].rank, winning.rank) in ((1, 3), (7, 7))
    return Wait.EDGE if edge else None


def readings(hand: Hand) -> set[tuple[frozenset[tuple[Seen, int]], Wait | None]]:
    """Every reading as sets and a pair of a hand without wildcards: its parts, and its wait."""
    assert hand.winning is not None
    winning, melds = hand.winning, len(hand.melds)
    sole = completing(hand.concealed, melds) == [winning]
    on_table: list[Seen] = [
        (meld.kind, meld.tiles, not meld.concealed, meld.concealed) for meld in hand.melds
    ]
    found = set()
    for ways, pair in with_pair(tuple(sorted((*hand.concealed, winning)))):
        parts = [*ways, (pair, pair)]
        for completed in {place: None for place, part in enumerate(parts) if winning in part}:
            seen = list(on_table)
            for place, part in enumerate(parts):
                kind = Kind.PAIR if len(part) == 2 else Kind.CHOW
                if len(part) == 3 and part[0] == part[1]:
                    kind = Kind.PUNG
                claimed = place == completed and kind is Kind.PUNG and not hand.win.self_drawn
                seen.append((kind, part, False, not claimed))
            wait = wait_of(parts[completed], winning) if sole else None
            found.add((frozenset(Counter(seen).items()), wait))
    return found
