"""How far tiles are from ready, shape by shape, and which tiles bring them nearer.

Counting is by form: copies that are gone do not matter, and a wildcard counts as whatever helps
most. A shape is *missing* as many tiles as must be added to the tiles at hand; a hand is ready when
one is missing beyond its wildcards, and its shanten is how many more than that are missing.

A suit is taken apart into sets, *partial sets* (two tiles of a chow or pung) and at most one pair;
every other tile may still begin a set. All tiles are packed (see ``packed``).

>>> shanten("123m456p789s EEE 5z").number, shanten("147m258p369s1234z").number
(0, 0)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce

from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS
from mjcalc.engine.waits import Thirteen, completing_by_shape
from mjcalc.hand.hand import Hand
from mjcalc.hand.kinds import COPIES, SETS, Shape, WildPolicy
from mjcalc.hand.packed import EVERY_KIND, count, kind_bits, suits_of, tiles_of
from mjcalc.notation.grammar import parse
from mjcalc.rules.rulesets import Ruleset, wild_policy
from mjcalc.tiles import TILES, Tile

# The most partial sets for each number of sets: the place is the number of sets (0 to 4), plus 5
# with a pair. ``NEVER`` stands where the tiles have not so many sets.
Blocks = tuple[int, ...]
NEVER = -99
NO_BLOCKS: Blocks = (0, *[NEVER] * 9)
PAIR_PLACE = SETS + 1
TILES_OF_STRAIGHT = 9


@dataclass(frozen=True, slots=True)
class Shanten:
    """How many tiles must be exchanged until the hand is ready, in each shape its melds allow."""

    shapes: Mapping[Shape, int]

    @property
    def number(self) -> int:
        """The least over the shapes: 0 for a hand that is ready."""
        return min(self.shapes.values())


@dataclass(frozen=True, slots=True)
class Loose:
    """Concealed tiles to be counted by form: the real ones, and how many wildcards.

    ``melded`` are the tiles in melds; a wildcard makes no more than ``most`` copies of a tile.
    """

    real: int
    melded: int = 0
    melds: int = 0
    wilds: int = 0
    most: int = COPIES

    def plus(self, tile: Tile, wild: Tile | None) -> Loose:
        """Return these tiles and one more."""
        is_wild = tile is wild
        real = self.real + (0 if is_wild else 1 << 3 * tile)
        return Loose(real, self.melded, self.melds, self.wilds + is_wild, self.most)

    def minus(self, tile: Tile, wild: Tile | None) -> Loose:
        """Return these tiles without one of them."""
        is_wild = tile is wild
        real = self.real - (0 if is_wild else 1 << 3 * tile)
        return Loose(real, self.melded, self.melds, self.wilds - is_wild, self.most)


def shanten(hand: Hand | str, rules: str | Ruleset | WildPolicy = "huopin") -> Shanten:
    """Return how far a hand, or a line of the notation, is from ready.

    Of 14 tiles it is that of the best discard in each shape. Raises what ``parse`` raises for text,
    OptionError for an unknown ruleset.

    >>> shanten("159m159p159s1122z").number
    4
    """
    policy = wild_policy(rules)
    hand = parse(hand, policy) if isinstance(hand, str) else hand
    return shanten_of(loose_of(hand, policy))


def loose_of(hand: Hand, policy: WildPolicy) -> Loose:
    """Return the concealed tiles of a hand, the winning tile among them."""
    wild = hand.wildcard
    tiles = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
    real = count([tile for tile in tiles if tile is not wild])
    melded = count([tile for meld in hand.melds for tile in meld.tiles])
    wilds = 0 if wild is None else tiles.count(wild)
    return Loose(real, melded, len(hand.melds), wilds, COPIES + policy.fifth_copy)


@lru_cache(maxsize=1 << 12)
def shanten_of(loose: Loose) -> Shanten:
    """Return the shanten of 13 tiles, or of 14 with the best discard in each shape."""
    numbers = {
        shape: max(missing - loose.wilds - 1, 0)
        for shape, missing in missing_tiles(loose.real, loose.melds).items()
    }
    if loose.wilds and 0 in numbers.values():
        numbers = _without_fifth_copies(numbers, loose)
    return Shanten(numbers)


def _without_fifth_copies(numbers: Mapping[Shape, int], loose: Loose) -> dict[Shape, int]:
    """Return the numbers, 1 for a shape that is ready only if a wildcard is a fifth copy."""
    hands = list(_thirteens(loose))
    ready = {shape for hand in hands for shape, kinds in completing_by_shape(hand).items() if kinds}
    return {
        shape: 1 if number == 0 and shape not in ready else number
        for shape, number in numbers.items()
    }


def _thirteens(loose: Loose) -> Iterator[Thirteen]:
    """Yield the tiles as thirteen; of fourteen, without each of them in turn."""
    real, melded, melds, wilds, most = (
        loose.real, loose.melded, loose.melds, loose.wilds, loose.most,
    )  # fmt: skip
    tiles = tiles_of(real)
    if len(tiles) + wilds + 3 * melds == 13:
        yield Thirteen(real, melded, melds, wilds, most)
        return
    for tile in dict.fromkeys(tiles):
        yield Thirteen(real - (1 << 3 * tile), melded, melds, wilds, most)
    yield Thirteen(real, melded, melds, wilds - 1, most)


def useful_tiles(loose: Loose, wild: Tile | None) -> tuple[Tile, ...]:
    """Return the tiles whose draw lowers the shanten of 13 tiles that are not ready."""
    number = shanten_of(loose).number
    limit = number + loose.wilds  # tiles that may be missing after the draw
    found = [
        tile
        for tile in TILES
        if tile is wild or is_within(loose.real + (1 << 3 * tile), loose.melds, limit)
    ]
    if number == 1 and loose.wilds + (wild is not None):
        found = [tile for tile in found if shanten_of(loose.plus(tile, wild)).number == 0]
    return tuple(found)


# -- tiles that are missing from each shape --------------------------------------------------------


def missing_tiles(real: int, melds: int) -> dict[Shape, int]:
    """Return for each shape that so many melds allow how many tiles must be added."""
    missing = {Shape.STANDARD: _from_sets(real, SETS - melds)}
    if not melds:
        missing[Shape.SEVEN_PAIRS] = _from_pairs(real)
        missing[Shape.THIRTEEN_ORPHANS] = _from_orphans(real)
        missing[Shape.KNITTED_HONORS] = _from_knitted_honors(real)
    if melds <= 1:
        missing[Shape.KNITTED_STRAIGHT] = min(
            _from_straight(real, straight, melds) for straight in STRAIGHTS
        )
    return missing


def is_within(real: int, melds: int, limit: int) -> bool:
    """Whether some shape misses no more than ``limit`` tiles."""
    if _from_sets(real, SETS - melds) <= limit:
        return True
    if not melds and (
        _from_pairs(real) <= limit
        or _from_orphans(real) <= limit
        or _from_knitted_honors(real) <= limit
    ):
        return True
    if melds > 1:
        return False
    kinds = kind_bits(real)
    return any(
        TILES_OF_STRAIGHT - (straight & kinds).bit_count() <= limit
        and _from_straight(real, straight, melds) <= limit
        for straight in STRAIGHTS
    )


def _from_sets(real: int, sets: int) -> int:
    """Return how many tiles are missing from so many sets and a pair."""
    m, p, s, z = suits_of(real)
    suited = _both(_both(blocks(m, True), blocks(p, True)), blocks(s, True))
    return _missing_from(_both(suited, blocks(z, False)), sets)


def _from_pairs(real: int) -> int:
    """Return how many tiles are missing from seven pairs; four equal tiles are two."""
    singles = (real & EVERY_KIND).bit_count()
    pairs = (real >> 1 & EVERY_KIND).bit_count() + 2 * (real >> 2 & EVERY_KIND).bit_count()
    return max(7 - pairs, 14 - 2 * pairs - singles)


def _from_orphans(real: int) -> int:
    kinds = kind_bits(real) & ORPHAN_KINDS
    paired = (real >> 1 | real >> 2) & ORPHAN_KINDS
    return 14 - kinds.bit_count() - (paired > 0)


def _from_knitted_honors(real: int) -> int:
    kinds = kind_bits(real)
    return 14 - max((kinds & allowed).bit_count() for allowed in KNITTED)


def _from_straight(real: int, straight: int, melds: int) -> int:
    """Return how many tiles are missing from this knitted straight, a set and a pair."""
    runs = straight & kind_bits(real)
    return TILES_OF_STRAIGHT - runs.bit_count() + _from_sets(real - runs, 1 - melds)


# -- sets, partial sets and pairs ------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def blocks(suit: int, suited: bool) -> Blocks:
    """Return the most partial sets for each number of sets, without and with a pair.

    >>> blocks(0o000000131, True)[:3], blocks(0o000000131, True)[5:7]
    ((2, 1, -99), (1, 0))
    """
    if not suit:
        return NO_BLOCKS
    low = (suit & -suit).bit_length() - 1
    low -= low % 3
    copies, next_one, next_two = suit >> low & 7, suit >> low + 3 & 7, suit >> low + 6 & 7
    one = 1 << low
    ways = [blocks(suit - copies * one, suited)]  # the lowest tiles are in no block
    if copies > 1:
        rest = blocks(suit - 2 * one, suited)
        ways += _plus_partial(rest), _plus_pair(rest)
        if copies > 2:
            ways.append(_plus_set(blocks(suit - 3 * one, suited)))
    if suited and next_one:
        ways.append(_plus_partial(blocks(suit - 0o11 * one, suited)))
        if next_two:
            ways.append(_plus_set(blocks(suit - 0o111 * one, suited)))
    if suited and next_two:
        ways.append(_plus_partial(blocks(suit - 0o101 * one, suited)))
    return reduce(_most, ways)


def _most(one: Blocks, other: Blocks) -> Blocks:
    return tuple(map(max, one, other))


def _plus_set(rest: Blocks) -> Blocks:
    return NEVER, *rest[:4], NEVER, *rest[5:9]


def _plus_partial(rest: Blocks) -> Blocks:
    return tuple([NEVER if partial < 0 else partial + 1 for partial in rest])


def _plus_pair(rest: Blocks) -> Blocks:
    return *[NEVER] * 5, *rest[:5]


@lru_cache(maxsize=1 << 15)
def _both(one: Blocks, other: Blocks) -> Blocks:
    """Return the blocks of two parts of a hand together."""
    best = [NEVER] * 10
    for here, partial in enumerate(one):
        if partial < 0:
            continue
        for there, more in enumerate(other):
            sets = here % 5 + there % 5
            pairs = here // 5 + there // 5
            if more >= 0 and sets <= SETS and pairs <= 1:
                place = sets + pairs * PAIR_PLACE
                best[place] = max(best[place], partial + more)
    return tuple(best)


@lru_cache(maxsize=1 << 15)
def _missing_from(known: Blocks, sets: int) -> int:
    """Return how many tiles these blocks miss from so many sets and a pair.

    A set with one tile needs two more, a partial set one; a pair with one tile needs one more.
    """
    return min(
        2 * sets + 1 - 2 * done - min(known[done + pair * PAIR_PLACE], sets - done) - pair
        for pair in (0, 1)
        for done in range(sets + 1)
        if known[done + pair * PAIR_PLACE] >= 0
    )
