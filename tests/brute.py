"""Hands taken apart by trying everything: slow, short, and nothing of the engine in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, permutations, product

from mjcalc.hand.hand import Hand
from mjcalc.hand.kinds import COPIES, Kind, Shape, Wait
from mjcalc.hand.reading import Part, Reading
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import HONORS, ORPHANS, TILES, Tile

Tiles = tuple[Tile, ...]  # sorted
Groups = tuple[Tiles, ...]  # sorted
Faces = tuple[tuple[Tile, Tile], ...]  # what each wildcard stands for
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
    if tile in HONORS or tile.rank > 7:
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
    return len(count) == 14 and any({*straight, *HONORS} >= count.keys() for straight in KNITTED)


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


def other_shapes(tiles: Tiles) -> Iterator[tuple[Shape, list[Part]]]:
    """Every way to see fourteen concealed tiles in a shape without sets."""
    count = Counter(tiles)
    if all(copies % 2 == 0 for copies in count.values()):
        yield Shape.SEVEN_PAIRS, [Part(Kind.PAIR, (tile, tile)) for tile in tiles[::2]]
    knitted = len(count) == 14 and any({*one, *HONORS} >= count.keys() for one in KNITTED)
    if knitted or count.keys() == ORPHANS:
        parts = [
            Part(Kind.SINGLE if copies == 1 else Kind.PAIR, (tile,) * copies)
            for tile, copies in count.items()
        ]
        yield Shape.KNITTED_HONORS if knitted else Shape.THIRTEEN_ORPHANS, parts


def all_shapes(tiles: Tiles, melds: int) -> Iterator[tuple[Shape, list[Part]]]:
    """Every way to see these concealed tiles, beside so many melds, as a winning hand."""
    for ways, pair in with_pair(tiles):
        yield Shape.STANDARD, [*map(part_of, ways), Part(Kind.PAIR, (pair, pair))]
    if melds < 2:
        for straight, rest in straights(tiles):
            runs = [Part(Kind.KNITTED, straight[at : at + 3]) for at in (0, 3, 6)]
            for ways, pair in with_pair(rest):
                parts = [*map(part_of, ways), Part(Kind.PAIR, (pair, pair))]
                yield Shape.KNITTED_STRAIGHT, runs + parts
    if not melds:
        yield from other_shapes(tiles)


def part_of(tiles: Tiles) -> Part:
    """The concealed set of these three tiles."""
    return Part(Kind.PUNG if tiles[0] == tiles[1] else Kind.CHOW, tiles)


def wait_of(
    shape: Shape, parts: Iterable[Part], part: Part, winning: Tile, rules: Ruleset
) -> Wait | None:
    """The wait of the part that the winning tile completed: 1233 is edge, 4556 closed."""
    knitted = any(one.kind is Kind.KNITTED and winning in one.tiles for one in parts)
    if part.kind is Kind.KNITTED or (knitted and not rules.knitted_wait):
        return None
    if part.kind is Kind.PAIR:
        return None if shape is Shape.THIRTEEN_ORPHANS else Wait.PAIR
    if part.kind is not Kind.CHOW:
        return None
    if winning == part.tiles[1]:
        return Wait.CLOSED
    return Wait.EDGE if (part.rank, winning.rank) in ((1, 3), (7, 7)) else None


def order(part: Part) -> tuple[int, int, Tile, bool]:
    """Where a set stands: m p s z, of one suit chows before pungs."""
    kinds = (Kind.KNITTED, Kind.CHOW, Kind.PUNG, Kind.KONG, Kind.PAIR, Kind.SINGLE)
    return part.tile // 9, kinds.index(part.kind), part.tile, part.melded


def readings_of(
    hand: Hand, tiles: Tiles, winning: Tile, sole: bool, rules: Ruleset, stands_for: Faces = ()
) -> Iterator[Reading]:
    """Every reading of a hand whose concealed tiles, the winning one among them, are these."""
    melds = [
        Part(meld.kind, meld.tiles, not meld.concealed, meld.source, meld.concealed)
        for meld in hand.melds
    ]
    face_up = [tile for part in melds if part.melded for tile in part.tiles]
    is_last = face_up.count(winning) == 3 and hand.winning is not hand.wildcard
    win = replace(hand.win, fourth=hand.win.fourth or is_last)
    for shape, parts in all_shapes(tiles, len(melds)):
        for part in {part for part in parts if winning in part.tiles}:
            rest = list(parts)
            rest.remove(part)
            taken = part.kind is Kind.PUNG and not win.self_drawn
            completed = replace(part, concealed=False) if taken else part
            is_split = shape in (Shape.STANDARD, Shape.KNITTED_STRAIGHT)
            among = [*melds, completed, *rest]
            sets = [one for one in among if not is_split or one.kind is not Kind.PAIR]
            sets.sort(key=order)
            pairs = [one.tile for one in among if is_split and one.kind is Kind.PAIR]
            yield Reading(
                shape, tuple(sets), pairs[0] if pairs else None, winning,
                sets.index(completed) if completed in sets else len(sets),
                wait_of(shape, parts, part, winning, rules) if sole else None,
                win, hand.seat, hand.round, stands_for,
            )  # fmt: skip


def readings(hand: Hand, rules: Ruleset) -> Iterator[Reading]:
    """Every reading of a winning hand, with each wildcard tried as every tile."""
    wild, winning, melds = hand.wildcard, hand.winning, len(hand.melds)
    assert winning is not None
    drawn = winning is wild
    melded = Counter(tile for meld in hand.melds for tile in meld.tiles)
    thirteen = tuple(tile for tile in hand.concealed if tile is not wild)
    free = len(hand.concealed) - len(thirteen)
    most = COPIES + rules.wild.fifth_copy
    held = melded + Counter(thirteen)
    waits = {
        tile
        for filled in fillings(thirteen, free, held, most)
        for tile in completing(filled, melds)
    }
    real = thirteen if drawn else tuple(sorted((*thirteen, winning)))
    for tiles in fillings(real, free + drawn, melded + Counter(real), most):
        faces = sorted((Counter(tiles) - Counter(real)).elements())
        for won in set(faces) if drawn else {winning}:
            stood = list(faces)
            if drawn:  # the winning tile last
                stood.remove(won)
                stood.append(won)
            others = waits - {won}
            if not rules.exhausted_wait:
                others = {tile for tile in others if held[tile] < COPIES}
            stands_for = tuple((wild, face) for face in stood) if wild is not None else ()
            yield from readings_of(hand, tiles, won, not others, rules, stands_for)
