"""What a hand waits for: milliseconds a hand, warm, of hands dealt at random and of near wins.

Half of the hands are dealt from the wall, half are mixed winning hands of which tiles were
exchanged, so that all distances from ready occur.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from mjcalc import (
    Hand,
    Hands,
    ImpossibleHand,
    discards,
    outlook,
    roads,
    ruleset,
    shanten,
    shanten_many,
)
from mjcalc.tiles import TILES
from tests.bench.hands import winning_hands

WARM_UP, HANDS, MANY = 200, 200, 100_000


def fourteen(seed: int, wilds: int = 0) -> Iterator[Hand]:
    """Yield hands of fourteen tiles, dealt at random or some tiles away from a win."""
    chance = random.Random(seed)
    near = winning_hands(seed, wilds)
    while True:
        wall = [tile for tile in TILES for _ in range(4)]
        if not wilds and chance.random() < 0.5:
            tiles = chance.sample(wall, 14)
            yield Hand((), tuple(sorted(tiles[:13])), tiles[13])
            continue
        hand = replace(next(near), flowers=0)
        held = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
        free = [tile for tile in TILES if held.count(tile) < 3 and tile != hand.wild]
        concealed = list(hand.concealed)
        for place in chance.sample(range(len(concealed)), min(chance.randrange(4), len(concealed))):
            if concealed[place] != hand.wild:
                concealed[place] = chance.choice(free)
        try:
            yield replace(hand, concealed=tuple(sorted(concealed)))
        except ImpossibleHand:  # five copies of a tile
            continue


def thirteen(seed: int, wilds: int = 0) -> Iterator[Hand]:
    """Yield hands of thirteen tiles of the same kinds."""
    for hand in fourteen(seed, wilds):
        yield hand.discarding(hand.winning or hand.concealed[0])


def median_time(work: Callable[[Hand], object], hands: Iterator[Hand]) -> tuple[float, float]:
    """Return the median and the highest of the milliseconds a hand, after some to warm up."""
    for hand in islice(hands, WARM_UP):
        work(hand)
    times = []
    for hand in islice(hands, HANDS):
        start = time.process_time()
        work(hand)
        times.append((time.process_time() - start) * 1e3)
    return statistics.median(times), max(times)


def report() -> None:
    """Print the figures."""
    rules = ruleset("guobiao")
    wild = ruleset("huopin", venue="8fan")
    ready = (hand for hand in thirteen(8) if shanten(hand, rules).number == 0)
    near = (hand for hand in thirteen(9) if shanten(hand, rules).number == 1)
    for what, (median, most) in {
        "waits of 13 tiles": median_time(lambda hand: outlook(hand, rules), thirteen(5)),
        "waits of 13 tiles that are ready": median_time(lambda hand: outlook(hand, rules), ready),
        "discards of 14 tiles": median_time(lambda hand: discards(hand, rules), fourteen(6)),
        "waits of 13 tiles with two wildcards": median_time(
            lambda hand: outlook(hand, wild), thirteen(7, wilds=2)
        ),
        "roads of hands one away (--deep)": median_time(lambda hand: roads(hand, rules), near),
    }.items():
        print(f"{what:<52}{median:9.2f} ms (at most {most:.0f} ms)", flush=True)
    hands = Hands.of(list(islice(thirteen(10), MANY)))
    shanten_many(hands, rules)
    start = time.process_time()
    shanten_many(hands, rules)
    rate = MANY / (time.process_time() - start)
    print(f"{'shanten_many':<52}{rate:9,.0f} hands a second")
