"""Random winning hands for the benchmarks, built forwards from sets, the same for the same seed.

Suits are biased (12 % one suit, 18 % two), 0-4 sets are on the table, 6 % of the pungs are kongs;
1.5 % seven pairs, 0.5 % thirteen orphans, 1 % knitted tiles and honors, 1 % knitted straight.
Winds, winning tile and self-draw are random. More diverse than real play. Speed is quoted for
:func:`mixed_hands` and for no other distribution.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from mjcalc.hand.hand import Hand, Meld, Win
from mjcalc.hand.kinds import Kind
from mjcalc.tiles import ORPHANS, TILES, Tile, Wind

RUNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))


def winning_hands(seed: int, wilds: int = 0) -> Iterator[Hand]:
    """Endless legal winning hands, none with five of a tile; with so many wildcards, if any."""
    chance = random.Random(seed)
    while True:
        melds, tiles = _parts(chance)
        held = Counter(tiles) + Counter(tile for meld in melds for tile in meld.tiles)
        if max(held.values()) > 4:
            continue
        concealed = sorted(tiles)
        winning = concealed.pop(chance.randrange(len(concealed)))
        hand = Hand(
            melds,
            tuple(concealed),
            winning,
            Win(self_drawn=chance.random() < 0.5),
            Wind(chance.randrange(4)),
            Wind(chance.randrange(4)),
        )
        if not wilds:
            yield hand
        elif (wild := with_wildcards(hand, wilds, chance)) is not None:
            yield wild


def mixed_hands(seed: int, wilds: int = 0) -> Iterator[Hand]:
    """The same, different from each other, with flowers and flags as leagues and logs have them.

    22 % have flowers, 7 % +last, 2 % +fourth, 1 % each +kong and +rob.
    """
    chance, met = random.Random(seed), set()
    for plain in winning_hands(seed, wilds):
        hand = _with_facts(plain, chance)
        if hand not in met:
            met.add(hand)
            yield hand


def _with_facts(hand: Hand, chance: random.Random) -> Hand:
    tiles = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
    drawn, alone = hand.win.self_drawn, hand.winning not in tiles and hand.winning != hand.wild
    last = chance.random() < 0.07
    kong = drawn and any(meld.kind is Kind.KONG for meld in hand.melds) and chance.random() < 0.25
    rob = not drawn and not last and alone and chance.random() < 0.03
    fourth = not rob and alone and chance.random() < 0.04
    flowers = chance.randint(1, 8) if chance.random() < 0.22 else 0
    return replace(hand, win=Win(drawn, last, kong, rob, fourth), flowers=flowers)


def with_wildcards(hand: Hand, wilds: int, chance: random.Random) -> Hand | None:
    """The hand with so many of its concealed tiles (the winning tile too) made wildcards."""
    assert hand.winning is not None
    tiles = [*hand.concealed, hand.winning]
    held = {*tiles, *(tile for meld in hand.melds for tile in meld.tiles)}
    free = [tile for tile in TILES if tile not in held]
    if len(tiles) < wilds or not free:
        return None
    wild = chance.choice(free)
    for place in chance.sample(range(len(tiles)), wilds):
        tiles[place] = wild
    return Hand(
        hand.melds, tuple(tiles[:-1]), tiles[-1], hand.win, hand.seat, hand.round, wild=wild
    )


def _parts(chance: random.Random) -> tuple[tuple[Meld, ...], list[Tile]]:
    kind = chance.random()
    if kind < 0.015:
        return (), [tile for tile in chance.sample(TILES, 7) for _ in range(2)]
    if kind < 0.02:
        return (), [*ORPHANS, chance.choice(sorted(ORPHANS))]
    knitted = [
        Tile(9 * suit + rank) for suit, run in enumerate(chance.sample(RUNS, 3)) for rank in run
    ]
    if kind < 0.03:
        return (), chance.sample([*knitted, *TILES[27:]], 14)
    if kind < 0.04:
        melds, tiles = _sets(chance, 1, chance.randrange(2))
        return melds, [*knitted, *tiles]
    return _sets(chance, 4, chance.randrange(5))


def _sets(chance: random.Random, sets: int, melded: int) -> tuple[tuple[Meld, ...], list[Tile]]:
    suits = chance.random()
    among = chance.sample(range(3), 1 if suits < 0.12 else 2 if suits < 0.30 else 3)
    kinds = [tile for suit in among for tile in TILES[9 * suit : 9 * suit + 9]]
    kinds += TILES[27:] if chance.random() < 0.6 else ()
    melds, tiles = [], [chance.choice(kinds)] * 2
    for place in range(sets):
        tile = chance.choice(kinds)
        chow = tile < Tile.Z1 and tile.rank <= 7 and chance.random() < 0.65
        kong = not chow and chance.random() < 0.06
        made = Meld(
            Kind.CHOW if chow else Kind.KONG if kong else Kind.PUNG,
            tile,
            concealed=kong and chance.random() < 0.5,
        )
        if place < melded or kong:
            melds.append(made)
        else:
            tiles += made.tiles
    return tuple(melds), tiles
