"""Every way to read a hand, one after another (rules 2, 就高不就低).

A reading says how the tiles lie in sets, which of the sets the winning tile completes, and what
each wildcard stands for. This is the plain way to them all, for the definition of a price
(``reference``) and for showing the reading that was chosen; ``scorer`` has the fast way to prices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from mjcalc.engine.forms import SPLIT, WAITS
from mjcalc.engine.pieces import PAIRS, PIECES, SINGLES, claimed, knitted_runs, meld_part
from mjcalc.engine.plain import Plain
from mjcalc.engine.shapes import STRAIGHTS, shape_without_sets
from mjcalc.engine.suits import CHOW, PAIR, PUNG, split, wait_for
from mjcalc.engine.waits import completing, is_sole, thirteen_of
from mjcalc.hand.hand import Meld, Win
from mjcalc.hand.kinds import Kind, Shape, Wait
from mjcalc.hand.packed import kind_bits, suits_of, tiles_of
from mjcalc.hand.reading import Part, Reading
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import TILES, Tile, Wind

Parts = tuple[Part, ...]
# Chows before pungs, where the sets of a reading are sorted.
KIND_ORDER = {
    kind: place
    for place, kind in enumerate(
        (Kind.KNITTED, Kind.CHOW, Kind.PUNG, Kind.KONG, Kind.PAIR, Kind.SINGLE)
    )
}
WINS = tuple(Win(*(bool(how >> bit & 1) for bit in range(5))) for how in range(32))
ALL_WINDS = tuple(Wind)
FIRST_PIECES = {Kind.CHOW: CHOW, Kind.PUNG: PUNG, Kind.PAIR: PAIR}


def readings_of(plain: Plain, melds: Sequence[Meld], rules: Ruleset) -> Iterator[Reading]:
    """Every reading of a hand without wildcards; its melds with whatever source they have."""
    hand = plain.hand
    winning = TILES[hand.winning]
    on_table = [(meld_part(meld), False) for meld in melds]
    sole = plain.sole
    for shape, parts in _shapes(hand.counts + (1 << 3 * winning), len(melds)):
        for place in _completed(parts, winning):
            part = parts[place]
            wait = _wait(shape, parts, part, winning, rules)
            if wait is not None and sole is None:
                thirteen = thirteen_of(hand)
                sole = is_sole(completing(thirteen), thirteen, winning, rules.exhausted_wait)
            done = part if hand.how & 1 else claimed(part)
            rest = [(other, False) for other in (*parts[:place], *parts[place + 1 :])]
            yield _reading(shape, [*on_table, (done, True), *rest], plain, wait if sole else None)


def _shapes(counts: int, melds: int) -> Iterator[tuple[Shape, Parts]]:
    """Every way to see fourteen tiles, less those of the melds, as parts."""
    for parts in _sets_and_pair(counts):
        yield Shape.STANDARD, parts
    shape = shape_without_sets(counts) if melds == 0 else None
    if shape is Shape.SEVEN_PAIRS:
        yield shape, tuple(PAIRS[tile] for tile in tiles_of(counts)[::2])
    elif shape is not None:
        tiles = dict.fromkeys(tiles_of(counts))
        yield shape, tuple((PAIRS if counts >> 3 * t & 6 else SINGLES)[t] for t in tiles)
    missing = ~kind_bits(counts)
    for straight in STRAIGHTS if melds <= 1 else ():
        if not straight & missing:
            for parts in _sets_and_pair(counts - straight):
                yield Shape.KNITTED_STRAIGHT, (*knitted_runs(straight), *parts)


def _sets_and_pair(counts: int) -> Iterator[Parts]:
    suits = [split(suit, place < 3) for place, suit in enumerate(suits_of(counts))]
    for ways in product(*suits):
        parts = tuple(PIECES[place][piece] for place, way in enumerate(ways) for piece in way)
        if sum(part.kind is Kind.PAIR for part in parts) == 1:
            yield parts


def _completed(parts: Parts, winning: Tile) -> list[int]:
    """The places of the different parts that hold the winning tile."""
    held = {part: place for place, part in enumerate(parts) if winning in part.tiles}
    return list(held.values())


def _wait(shape: Shape, parts: Parts, part: Part, winning: Tile, rules: Ruleset) -> Wait | None:
    """The wait that the winning tile ends in this part, if it is a sole one."""
    if shape is Shape.SEVEN_PAIRS:
        return Wait.PAIR
    if shape not in SPLIT or part.kind is Kind.KNITTED:
        return None
    if not rules.knitted_wait and any(
        one.kind is Kind.KNITTED and winning in one.tiles for one in parts
    ):
        return None
    piece = FIRST_PIECES[part.kind] + part.tile % 9
    return WAITS[wait_for(piece, winning % 9) or 0]


def _reading(
    shape: Shape, parts: list[tuple[Part, bool]], plain: Plain, wait: Wait | None
) -> Reading:
    """The reading of these parts, of which one is completed by the winning tile."""
    hand, is_split = plain.hand, shape in SPLIT
    sets = [one for one in parts if not is_split or one[0].kind is not Kind.PAIR]
    sets.sort(key=lambda one: set_order(one[0]))
    pair = next((part.tile for part, _ in parts if part.kind is Kind.PAIR), None)
    return Reading(
        shape,
        tuple([part for part, _ in sets]),
        pair if is_split else None,
        TILES[hand.winning],
        next((place for place, (_, completed) in enumerate(sets) if completed), len(sets)),
        wait,
        WINS[hand.how & 31],
        ALL_WINDS[hand.winds & 3],
        ALL_WINDS[hand.winds >> 2],
        plain.stands_for,
    )


def set_order(part: Part) -> tuple[int, ...]:
    """Where a set stands among the others: m p s z, chows before pungs."""
    tile = part.tiles[0]
    return (tile // 9, KIND_ORDER[part.kind], tile, part.melded)


def reading_order(reading: Reading) -> tuple[object, ...]:
    """Which of two readings with equal fans comes first (rules 2)."""
    return (
        [set_order(part) for part in reading.sets],
        -1 if reading.pair is None else reading.pair,
        reading.completed,
        [wild is not tile for wild, tile in reading.stands_for],
        reading.stands_for,
    )
