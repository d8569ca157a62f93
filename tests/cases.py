"""Rulesets and generated hands for several test files, and what the rows make of a reading.

Hands are of all shapes; beside ordinary ones there are those with many readings (few kinds of
tiles, pairs, knitted tiles) and those with a tile changed, most of which win no more.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice

import mjcalc
from mjcalc import Hand, ImpossibleHand, Kind, Meld, Reading, Score, Tile, Win
from mjcalc.hand.kinds import COPIES
from mjcalc.rules.fans import Fan
from mjcalc.rules.principles import find_occurrences, select
from mjcalc.rules.rulesets import OPTIONS, Ruleset
from mjcalc.rules.words import Aspect
from mjcalc.tiles import HONORS, TILES
from tests.bench.hands import winning_hands
from tests.golden import golden
from tests.strategies import CHOWS, KNITTED, PUNGS, fits

BOOK = {
    "concealed-self-draw": "fully-concealed",
    "two-concealed-kongs": "8",
    "mixed-kongs": "6",
    "terminals-double-pung": "counted",
    "green-half-flush": "counted",
    "nine-gates-pung": "all",
    "knitted-wait": "not-counted",
    "exhausted-wait": "no-wait",
}
RULES = {
    **{name: mjcalc.ruleset(name) for name in mjcalc.RULESETS},
    "the book and more": mjcalc.ruleset("guobiao", BOOK),
    "huopin otherwise": mjcalc.ruleset(
        "huopin", {"chicken-without-wildcard": "yes", "mixed-kongs": "5"}
    ),
}
Price = tuple[int, dict[str, int]]  # points without flowers, and how often each fan counts


def every_ruleset() -> dict[str, Ruleset]:
    """Each ruleset at its defaults, and with each value of each option."""
    found = {name: mjcalc.ruleset(name) for name in mjcalc.RULESETS}
    for option in OPTIONS:
        for name in option.rulesets:
            for value in option.values:
                if value != option.default(name):
                    rules = mjcalc.ruleset(name, {option.key: value})
                    found[f"{name} {option.key}={value}"] = rules
    return found


# -- what rows make of a reading -------------------------------------------------------------------


def named(counts: Iterable[tuple[Fan, int]]) -> dict[str, int]:
    """How often each fan counts, by name."""
    return {row.zh: times for row, times in counts}


def by_the_rows(reading: Reading, rules: Ruleset) -> Price:
    """Points and fans of a reading, as rows and principles have it."""
    counted = [one.fan for one in select(find_occurrences(rules.fans, reading)).counted]
    if {row.zh for row in counted} <= rules.chicken_beside:
        counted += [row for row in rules.fans if row.word.aspect is Aspect.OTHER_FANS]
    return sum(row.value for row in counted), dict(Counter(row.zh for row in counted))


def rank(price: Price, rules: Ruleset) -> tuple[int, list[int]]:
    """Of two prices the greater is the better: by points, then by the rule for ties."""
    return price[0], [price[1].get(row.zh, 0) for row in rules.fans]


def best_by_the_rows(readings: Iterable[Reading], rules: Ruleset) -> Price | None:
    """The best price of these readings; None where there are none."""
    prices = [by_the_rows(reading, rules) for reading in readings]
    return max(prices, key=lambda price: rank(price, rules), default=None)


def price_of(score: Score) -> Price:
    """Points and fans of a score, without flowers and without looking at its reading."""
    counts = named(score.counts)
    counts.pop("花牌", None)
    return score.base, counts


def priced(hand: Hand, rules: str | Ruleset) -> Price | None:
    """Points and fans of a hand; None where it does not win."""
    try:
        return price_of(mjcalc.score(hand, rules))
    except mjcalc.NotAWin:
        return None


# -- hands -----------------------------------------------------------------------------------------


def with_facts(hand: Hand, chance: random.Random) -> Hand:
    """The hand won in some other way, as far as its tiles allow."""
    last, rob, fourth = (chance.random() < 0.3 for _ in range(3))
    has_kong = any(meld.kind is Kind.KONG for meld in hand.melds)
    drawn = hand.win.self_drawn
    kong = drawn and has_kong and chance.random() < 0.5
    try:
        win = Win(drawn, last and not rob, kong, rob and not drawn, fourth)
        return replace(hand, win=win, flowers=chance.choice((0, 0, 0, 1, 8)))
    except ImpossibleHand:
        return hand


def hands(seed: int, count: int, wildcards: Sequence[int] = (0,)) -> Iterator[Hand]:
    """Winning hands with so many wildcards, won in any way."""
    chance = random.Random(seed)
    for wilds in wildcards:
        for hand in islice(winning_hands(seed, wilds), count // len(wildcards)):
            yield with_facts(hand, chance)


def golden_hands() -> list[Hand]:
    """The hands of ``hands.tsv`` that have no wildcard."""
    found = [mjcalc.parse(line.hand) for line in golden()]
    return [hand for hand in found if hand.wildcard is None]


def won(tiles: Sequence[Tile], chance: random.Random, melds: Sequence[Meld] = ()) -> Hand | None:
    """The hand of these concealed tiles, won with any of them; None with five of a kind."""
    held = Counter([*tiles, *(tile for meld in melds for tile in meld.tiles)])
    if max(held.values()) > COPIES:
        return None
    rest = list(tiles)
    winning = rest.pop(chance.randrange(len(rest)))
    return Hand(tuple(melds), tuple(rest), winning, Win(chance.random() < 0.5))


def of_few_kinds(chance: random.Random) -> Hand | None:
    """Sets of the lower ranks of two suits: there are many ways to read them."""
    low = [meld for meld in CHOWS + PUNGS if meld.tile < Tile.Z1 and meld.tile % 9 < 5]
    low = [meld for meld in low if meld.tile < Tile.S1]
    tiles = [tile for meld in chance.choices(low, k=4) for tile in meld.tiles]
    return won([*tiles, *[chance.choice(TILES[:8])] * 2], chance)


def of_pairs(chance: random.Random) -> Hand | None:
    """Seven pairs, of few kinds or of all."""
    among = chance.choice((TILES[:9], TILES[:12], TILES))
    return won([tile for tile in chance.choices(among, k=7) for _ in range(2)], chance)


def of_knitted_tiles(chance: random.Random) -> Hand | None:
    """A knitted straight with a set, on the table or not, and a pair; or single honors."""
    knitted = chance.choice(KNITTED)
    if chance.random() < 0.2:
        return won(chance.sample([*knitted, *sorted(HONORS)], 14), chance)
    made = chance.choice([meld for meld in CHOWS + PUNGS if fits(Counter(knitted), meld.tiles)])
    tiles = [*knitted, *[chance.choice(TILES)] * 2]
    if chance.random() < 0.4:
        return won(tiles, chance, (made,))
    return won([*tiles, *made.tiles], chance)


def changed(hand: Hand, chance: random.Random) -> Hand:
    """The hand with a tile changed, by preference into one close by: most win no more."""
    tiles = list(hand.concealed)
    held = Counter([*tiles, hand.winning, *(t for meld in hand.melds for t in meld.tiles)])
    free = [tile for tile in TILES if held[tile] < COPIES and tile is not hand.wildcard]
    if not tiles:
        return hand
    place = chance.randrange(len(tiles))
    near = [tile for tile in free if abs(tile - tiles[place]) < 3]
    tiles[place] = chance.choice(near or free)
    try:
        return replace(hand, concealed=tuple(tiles))
    except ImpossibleHand:
        return hand


SORTS: tuple[Callable[[random.Random], Hand | None], ...] = (
    of_few_kinds,
    of_pairs,
    of_knitted_tiles,
)


@cache
def mixed_hands(seed: int, count: int) -> tuple[Hand, ...]:
    """Hands of every sort, one in six with a tile changed."""
    chance = random.Random(seed)
    ordinary = winning_hands(seed)
    found: list[Hand] = []
    while len(found) < count:
        hand = next(ordinary) if chance.random() < 0.4 else chance.choice(SORTS)(chance)
        if hand is not None:
            won = with_facts(hand, chance)
            found.append(changed(won, chance) if chance.random() < 1 / 6 else won)
    return tuple(found)
