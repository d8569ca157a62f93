"""Shanten, useful tiles, waits with totals and discards, against trying everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement, islice, product

import numpy as np
import pytest

import mjcalc
from mjcalc import Hand, Hands, ImpossibleHand, NotAWin, Shape, Tile, Win
from mjcalc.engine.waits import Thirteen, completing
from mjcalc.hand.kinds import COPIES
from mjcalc.hand.packed import count
from mjcalc.tiles import TILES
from tests import brute
from tests.bench.hands import winning_hands

GUOBIAO, HUOPIN = mjcalc.ruleset("guobiao"), mjcalc.ruleset("huopin")
EIGHT = mjcalc.ruleset("huopin", venue="8fan")


def thirteen(hand: Hand) -> Hand:
    return replace(hand, winning=None, win=Win())


def exchanged(hand: Hand, tile: Tile, other: Tile) -> Hand:
    tiles = list(hand.concealed)
    tiles.remove(tile)
    return replace(hand, concealed=(*tiles, other))


def held(hand: Hand) -> Counter[Tile]:
    return Counter([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)])


def near_hands(seed: int, count: int, exchanges: int, wilds: int = 0) -> Iterator[Hand]:
    """Thirteen tiles of every shape: winning hands less a tile, some tiles exchanged."""
    chance = random.Random(seed)
    for hand in islice(winning_hands(seed, wilds), count):
        near = thirteen(hand)
        for _ in range(chance.randint(0, exchanges)):
            free = [t for t in TILES if held(near)[t] < COPIES and t is not near.wildcard]
            near = exchanged(near, chance.choice(near.concealed), chance.choice(free))
        yield near


def is_ready(hand: Hand) -> bool:
    """Whether some tile completes thirteen tiles without wildcards."""
    return bool(brute.completing(hand.concealed, len(hand.melds)))


def faces(hand: Hand) -> Iterator[Hand]:
    """The hand with its wildcards replaced in every way, no tile five times."""
    wild = hand.wildcard
    real = [tile for tile in hand.concealed if tile is not wild]
    for stand in combinations_with_replacement(TILES, len(hand.concealed) - len(real)):
        tiles = tuple(sorted((*real, *stand)))
        total = Counter(tiles)
        total.update(tile for meld in hand.melds for tile in meld.tiles)
        if max(total.values()) <= COPIES:
            yield replace(hand, concealed=tiles, wild=None, indicator=None)


def exchanges_of(hand: Hand) -> Iterator[Hand]:
    for tile in sorted(set(hand.concealed)):
        for other in TILES:
            if other is not tile and held(hand)[other] < COPIES:
                yield exchanged(hand, tile, other)


# -- shanten ---------------------------------------------------------------------------------------


def test_a_hand_is_ready_exactly_when_a_tile_completes_it() -> None:
    for hand in near_hands(1, 600, 2):
        assert (mjcalc.shanten(hand, GUOBIAO).number == 0) == is_ready(hand), hand


def test_a_hand_is_one_away_exactly_when_an_exchange_makes_it_ready() -> None:
    number_of = {0: 0, 1: 0}
    for hand in near_hands(2, 60, 2):
        number = mjcalc.shanten(hand, GUOBIAO).number
        if number:
            assert (number == 1) == any(map(is_ready, exchanges_of(hand))), hand
        number_of[number] = number_of.get(number, 0) + 1
    assert number_of[1] > 5


def test_an_exchange_changes_shanten_by_one_at_most_and_some_exchange_lowers_it() -> None:
    for hand in near_hands(3, 60, 6):
        number = mjcalc.shanten(hand, GUOBIAO).number
        after = {mjcalc.shanten(other, GUOBIAO).number for other in exchanges_of(hand)}
        assert after <= {number - 1, number, number + 1}, hand
        assert number == 0 or number - 1 in after, hand


@pytest.mark.parametrize(("wilds", "count"), [(1, 40), (2, 8)])
def test_wildcards_count_as_whatever_helps_most(wilds: int, count: int) -> None:
    for hand in near_hands(4, count, 4, wilds):
        found = mjcalc.shanten(hand, HUOPIN).shapes
        numbers = [mjcalc.shanten(face, GUOBIAO).shapes for face in faces(hand)]
        want = {shape: min(number[shape] for number in numbers) for shape in found}
        assert found == want, hand


def test_shanten_of_fourteen_is_that_of_the_best_discard() -> None:
    for hand in islice(winning_hands(5), 60):
        assert hand.winning is not None
        tiles = sorted({*hand.concealed, hand.winning})
        rests = [mjcalc.shanten(hand.discarding(tile), GUOBIAO).shapes for tile in tiles]
        want = {shape: min(rest[shape] for rest in rests) for shape in rests[0]}
        assert mjcalc.shanten(hand, GUOBIAO).shapes == want


def test_melds_limit_the_shapes() -> None:
    assert set(mjcalc.shanten("123m456p789s EEE 5z").shapes) == set(Shape)
    one, two = mjcalc.shanten("[123m]456p789s EEE 5z"), mjcalc.shanten("[123m][456p]789s EEE 5z")
    assert set(one.shapes) == {Shape.STANDARD, Shape.KNITTED_STRAIGHT}
    assert set(two.shapes) == {Shape.STANDARD}


def test_a_wildcard_makes_no_hand_ready_as_a_fifth_copy() -> None:
    """The two tiles missing are 3s and 3p, of which the hand has all four."""
    hand = mjcalc.parse("[3333s][3333p] 12s 12p 11z 7z +wild:7z")
    assert completing(Thirteen(*waiting_tiles(hand), 1)) == 0
    assert mjcalc.shanten(hand).number == 1
    fifth = mjcalc.ruleset("huopin", {"wildcard-fifth-copy": "yes"})
    assert mjcalc.shanten(hand, fifth).number == 0
    assert mjcalc.shanten_many(Hands.of([hand])).number.tolist() == [1]
    assert Tile.Z1 in {useful.tile for useful in mjcalc.outlook(hand).useful}


def waiting_tiles(hand: Hand) -> tuple[int, int, int]:
    real = count(tile for tile in hand.concealed if tile is not hand.wildcard)
    return real, count(tile for meld in hand.melds for tile in meld.tiles), len(hand.melds)


# -- useful tiles ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("wilds", "count"), [(0, 60), (1, 20), (2, 10)])
def test_a_tile_is_useful_exactly_when_drawing_it_lowers_shanten(wilds: int, count: int) -> None:
    rules = HUOPIN if wilds else GUOBIAO
    for hand in near_hands(6, count, 5, wilds):
        outlook = mjcalc.outlook(hand, rules)
        number = outlook.shanten.number
        if not number:
            continue
        gone = held(hand)
        if hand.wildcard is not None:
            gone[hand.wildcard.predecessor] += 1
        want = {}
        for tile in TILES:
            if gone[tile] < COPIES:
                drawn = replace(hand, winning=tile)
                rests = (drawn.discarding(other) for other in {*hand.concealed, tile})
                if min(mjcalc.shanten(rest, rules).number for rest in rests) < number:
                    want[tile] = COPIES - gone[tile]
        assert {useful.tile: useful.left for useful in outlook.useful} == want, hand
        assert outlook.left == sum(want.values())
        assert outlook.waits == ()


# -- waits -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wilds", "count"), [(0, 120), (1, 25), (2, 8)])
def test_waits_are_priced_as_the_completed_hand(wilds: int, count: int) -> None:
    for hand, rules in product(near_hands(7, count, 0, wilds), (EIGHT,)):
        for wait in mjcalc.waits(hand, rules):
            for self_drawn, win in ((False, wait.discard), (True, wait.self_drawn)):
                assert (win is None) == (wait.left == 0)
                if win is not None:
                    again = mjcalc.score(hand.winning_with(wait.tile, Win(self_drawn)), rules)
                    assert (win.total, win.counts) == (again.total, again.counts)
                    assert win.enough == (win.base >= 8)


def test_a_wait_with_no_copy_left_is_listed_without_totals() -> None:
    hand = mjcalc.parse("[111z] 2345m 234p 678p", GUOBIAO)
    seen = [Tile.M2] * 3
    first, second = mjcalc.waits(hand, GUOBIAO, seen)
    assert (first.tile, first.left, first.discard, first.self_drawn) == (Tile.M2, 0, None, None)
    assert not first.enough
    assert (second.tile, second.left) == (Tile.M5, 3)
    (own,) = mjcalc.waits("[123p][456p][789p] 1111m", GUOBIAO)
    assert (own.tile, own.left) == (Tile.M1, 0)


def test_the_indicator_is_one_copy_fewer() -> None:
    for item in ("+wild:7z", "+flip:6z", "+flip:6z +wild:7z"):
        (left,) = {w.left for w in mjcalc.waits(f"123m456p789s EEE 6z {item}") if w.tile is Tile.Z6}
        assert left == 2
    assert mjcalc.waits("123m456p789s EEE 6z")[0].left == 3


def test_more_than_four_copies_seen_are_impossible() -> None:
    with pytest.raises(ImpossibleHand) as raised:
        mjcalc.waits("123m456p789s EEE 5z", GUOBIAO, [Tile.Z5] * 4 + [Tile.Z1] * 2)
    assert [defect.key for defect in raised.value.defects] == ["too-many-seen"] * 2


def test_seen_tiles_never_set_the_last_tile_fan() -> None:
    (wait,) = mjcalc.waits("123m456p789s EEE 5z", GUOBIAO, [Tile.Z5] * 2)
    assert wait.left == 1
    assert "和绝张" not in {fan.zh for fan, _ in wait.self_drawn.counts}  # type: ignore[union-attr]
    (open_copies,) = mjcalc.waits("[555z][123m][456p] 78s99p", GUOBIAO)[:1]
    assert open_copies.tile is Tile.S6


def test_a_discarded_wildcard_has_no_total_where_the_rules_forbid_it() -> None:
    rules = mjcalc.ruleset("huopin", {"wildcard-on-discard": "no"})
    wild = mjcalc.waits("123m456p789s EEE 5z +wild:7z", rules)[-1]
    assert wild.tile is Tile.Z7
    assert wild.discard is None
    assert wild.self_drawn is not None


def test_a_ready_hand_names_the_tiles_that_complete_it() -> None:
    for hand in near_hands(8, 200, 1):
        completes = []
        for tile in TILES:
            if held(hand)[tile] < COPIES:
                try:
                    mjcalc.score(hand.winning_with(tile), GUOBIAO)
                except NotAWin:
                    continue
                completes.append(tile)
        assert [w.tile for w in mjcalc.waits(hand, GUOBIAO) if w.left] == completes


# -- discards and roads ----------------------------------------------------------------------------


def test_discards_are_those_of_the_least_shanten_best_first() -> None:
    for hand in islice(winning_hands(9), 40):
        chance = random.Random(str(hand))
        free = [t for t in TILES if held(hand)[t] < COPIES and t is not hand.winning]
        fourteen = exchanged(hand, chance.choice(hand.concealed), chance.choice(free))
        every = mjcalc.discards(fourteen, GUOBIAO, every=True)
        assert {choice.tile for choice in every} == {*fourteen.concealed, fourteen.winning}
        least = min(choice.outlook.shanten.number for choice in every)
        best = [choice for choice in every if choice.outlook.shanten.number == least]
        assert mjcalc.discards(fourteen, GUOBIAO) == tuple(best) == every[: len(best)]
        ranks = [
            (
                choice.outlook.shanten.number,
                -sum(
                    wait.left
                    for wait in choice.outlook.waits
                    if wait.self_drawn is not None and wait.self_drawn.base >= 8
                ),
                -choice.outlook.left,
                choice.tile,
            )
            for choice in every
        ]
        assert ranks == sorted(ranks)


def test_the_discarded_tile_is_gone_too() -> None:
    first = mjcalc.discards("123m456p789s EEE 5z 5m", GUOBIAO)
    assert {c.tile.code: [w.left for w in c.outlook.waits] for c in first} == {
        "5m": [3],
        "5z": [3],
    }
    again = {c.tile.code: c.outlook for c in mjcalc.discards("2234m456p789s EEE 2m", GUOBIAO)}
    assert [(w.tile.code, w.left) for w in again["2m"].waits] == [("2m", 1), ("5m", 4)]


def test_thirteen_tiles_have_no_discards() -> None:
    with pytest.raises(ImpossibleHand):
        mjcalc.discards("123m456p789s EEE 5z")


@pytest.mark.parametrize(("wilds", "rules"), [(0, GUOBIAO), (1, HUOPIN), (1, EIGHT)])
def test_a_road_is_the_best_discard_after_its_tile(wilds: int, rules: mjcalc.Ruleset) -> None:
    roads_seen = 0
    for hand in near_hands(10, 12 - 8 * wilds, 3, wilds):
        outlook = mjcalc.outlook(hand, rules)
        roads = mjcalc.roads(hand, rules)
        if outlook.shanten.number != 1:
            assert roads == ()
            continue
        assert tuple(road.useful for road in roads) == outlook.useful
        for road in roads:
            drawn = hand.winning_with(road.useful.tile)
            best = mjcalc.discards(drawn, rules)[0]
            assert road.discard == best
            totals = [w.self_drawn.total for w in best.outlook.waits if w.self_drawn]
            assert road.best == max(totals, default=None)
            assert road.enough == any(w.enough for w in best.outlook.waits)
            roads_seen += 1
    assert roads_seen > 5


# -- many hands ------------------------------------------------------------------------------------


def test_shanten_of_many_hands_is_that_of_each() -> None:
    hands = [
        *near_hands(11, 150, 8),
        *near_hands(12, 60, 4, 1),
        *near_hands(13, 30, 4, 2),
        *islice(winning_hands(14), 60),
        *islice(winning_hands(15, 2), 20),
        mjcalc.parse("[3333s][3333p] 12s 12p 11z 7z +wild:7z"),
    ]
    many = mjcalc.shanten_many(Hands.of(hands))
    assert many.number.dtype == many.shapes.dtype == np.int8
    for row, hand in enumerate(hands):
        each = mjcalc.shanten(hand)
        assert many.number[row] == each.number, hand
        assert many.shapes[row].tolist() == [each.shapes.get(shape, -1) for shape in Shape], hand


def test_rows_that_are_no_hand_are_marked() -> None:
    tiles = np.zeros((2, 34), np.uint8)
    tiles[0, :13], tiles[1, :2] = 1, 7
    columns = tiles, np.zeros((2, 4), np.uint16), np.full(2, 255, np.uint8)
    many = mjcalc.shanten_many(Hands(*columns, errors="mark"), "guobiao")
    assert many.number.tolist()[1] == -2
    assert many.number[0] >= 0
    wild = Hands.of([mjcalc.parse("123m456p789s EEE 5z +wild:7z")])
    assert mjcalc.shanten_many(wild, "guobiao").number.tolist() == [-2]
    assert len(mjcalc.shanten_many(Hands.of([])).number) == 0
    with pytest.raises(TypeError, match="needs Hands"):
        mjcalc.shanten_many([1])  # type: ignore[arg-type]
