"""Differential test against PyMahjongGB, a binding of the C++ library that Botzone runs.

Totals must be equal on generated hands of every shape with every way to win. It takes what it is
told: five copies of a tile, a kong's tile without a kong. It is told only what can happen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import mjcalc
from mjcalc import Hand, ImpossibleHand, Kind, Tile, Win
from mjcalc.engine.waits import wait_tiles
from mjcalc.hand.kinds import MOST_FLOWERS
from tests.bench.hands import winning_hands
from tests.golden import golden

MahjongGB = pytest.importorskip(
    "MahjongGB", reason="PyMahjongGB is not installed (pip install -e '.[oracle]')"
)
calculate: Callable[..., Any] = MahjongGB.MahjongFanCalculator

WORDS = {Kind.CHOW: "CHI", Kind.PUNG: "PENG", Kind.KONG: "GANG"}
NAMES = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将", "嵌张": "坎张"}


def name(tile: int) -> str:
    """W1-W9 万, B1-B9 饼, T1-T9 条, F1-F4 winds, J1-J3 dragons."""
    suit, rank = divmod(tile, 9)
    if suit < 3:
        return f"{'WBT'[suit]}{rank + 1}"
    return f"F{rank + 1}" if rank < 4 else f"J{rank - 3}"


def theirs(hand: Hand) -> dict[str, int]:
    """The fans by PyMahjongGB, each with its points. A chow goes by its middle tile."""
    assert hand.winning is not None
    packs = tuple(
        (WORDS[meld.kind], name(meld.tile + (meld.kind is Kind.CHOW)), int(not meld.concealed))
        for meld in hand.melds
    )
    win = hand.win
    found = calculate(
        packs, tuple(map(name, hand.concealed)), name(hand.winning), hand.flowers,
        win.self_drawn, win.fourth, win.kong or win.rob, win.last,
        int(hand.seat), int(hand.round), True,
    )  # fmt: skip
    return {NAMES.get(zh, zh): points * count for points, count, zh, _ in found}


def ours(hand: Hand) -> dict[str, int]:
    return {one.fan.zh: one.points for one in mjcalc.score(hand, "guobiao").fans}


def with_facts(hand: Hand, chance: random.Random) -> Hand:
    """The hand with flowers, and won in some way that its tiles allow."""
    drawn = hand.win.self_drawn
    has_kong = any(meld.kind is Kind.KONG for meld in hand.melds)
    rob = not drawn and chance.random() < 0.1
    win = Win(
        drawn,
        last=not rob and chance.random() < 0.1,
        kong=drawn and has_kong and chance.random() < 0.3,
        rob=rob,
        fourth=chance.random() < 0.15,
    )
    flowers = chance.choice((0, 0, chance.randint(1, MOST_FLOWERS)))
    try:
        return replace(hand, win=win, flowers=flowers)
    except ImpossibleHand:
        return replace(hand, flowers=flowers)


def generated(seed: int, count: int) -> Iterator[Hand]:
    chance = random.Random(seed)
    for hand in islice(winning_hands(seed), count):
        yield with_facts(hand, chance)


def near_whole(seed: int, count: int) -> Iterator[Hand]:
    """Concealed hands of one or two suits, which can be read in many ways."""
    chance = random.Random(seed)
    made = 0
    while made < count:
        suits = chance.sample(range(3), chance.choice((1, 1, 2)))
        tiles = []
        for _ in range(4):
            suit, rank, step = chance.choice(suits), chance.randrange(7), chance.choice((0, 1, 1))
            tiles += [Tile(9 * suit + rank + step * n) for n in range(3)]
        tiles += [Tile(9 * chance.choice(suits) + chance.randrange(9))] * 2
        if max(map(tiles.count, tiles)) > 4:
            continue
        winning = tiles.pop(chance.randrange(14))
        yield Hand((), tuple(tiles), winning, Win(chance.random() < 0.5))
        made += 1


def check(hands: Iterator[Hand]) -> None:
    wrong = []
    for hand in hands:
        we, they = ours(hand), theirs(hand)
        if sum(we.values()) != sum(they.values()):
            wrong.append((mjcalc.format_hand(hand), we, they))
    assert wrong == []


def test_generated_hands() -> None:
    check(generated(71, 3000))


def test_hands_that_can_be_read_in_many_ways() -> None:
    check(near_whole(72, 1500))


def test_golden_hands() -> None:
    lines = [line for line in golden() if line.rules == "guobiao" and not line.options]
    check(mjcalc.parse(line.hand) for line in lines)


@pytest.mark.parametrize("wait", range(13))
def test_every_wait_of_the_thirteen_orphans_and_nine_gates(wait: int) -> None:
    orphan = wait_tiles(mjcalc.parse("19m19p19s1234567z"))[wait]
    check(mjcalc.parse(f"19m19p19s1234567z +win:{orphan.code} {word}") for word in ("ron", "tsumo"))
    if wait < 9:
        check(
            mjcalc.parse(f"1112345678999{suit} +win:{wait + 1}{suit} {word}")
            for suit in "mps"
            for word in ("ron", "tsumo")
        )
