"""Which tiles complete a hand, against trying all 34; and the sole waits that score (rules 2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

import mjcalc
from mjcalc import Hand, NotAWin, Tile, Waiting, Win
from mjcalc.engine.waits import wait_tiles
from mjcalc.hand.kinds import COPIES, Wait
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import TILES
from tests import brute
from tests.bench.hands import winning_hands

GUOBIAO, HUOPIN = mjcalc.ruleset("guobiao"), mjcalc.ruleset("huopin")


def codes(tiles: tuple[Tile, ...]) -> str:
    return " ".join(tile.code for tile in tiles)


def waiting(hand: Hand) -> Hand:
    return replace(hand, winning=None, win=Win())


def held(hand: Hand) -> Counter[Tile]:
    return Counter([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)])


def wins(hand: Hand, tile: Tile, rules: Ruleset) -> bool:
    try:
        mjcalc.score(hand.winning_with(tile), rules)
    except NotAWin:
        return False
    return True


# -- which tiles -----------------------------------------------------------------------------------


def test_waits_are_the_tiles_that_complete_the_hand() -> None:
    for hand in islice(winning_hands(21), 1500):
        want = [
            tile
            for tile in brute.completing(hand.concealed, len(hand.melds))
            if held(hand)[tile] < COPIES
        ]
        assert list(wait_tiles(waiting(hand))) == want, hand


def test_a_tile_is_a_wait_if_the_hand_wins_with_it() -> None:
    for hand in islice(winning_hands(22), 300):
        want = [t for t in TILES if held(hand)[t] < COPIES and wins(hand, t, GUOBIAO)]
        assert list(wait_tiles(waiting(hand))) == want, hand


@pytest.mark.parametrize(("wildcards", "count"), [(1, 100), (2, 60), (3, 15), (4, 5)])
def test_a_tile_is_a_wait_if_the_hand_with_wildcards_wins_with_it(
    wildcards: int, count: int
) -> None:
    for hand in islice(winning_hands(23, wildcards), count):
        want = [t for t in TILES if held(hand)[t] < COPIES and wins(hand, t, HUOPIN)]
        assert list(wait_tiles(waiting(hand))) == want, hand


def test_no_tile_is_a_wait_for_which_a_wildcard_would_be_a_fifth_copy() -> None:
    hand = mjcalc.parse("[111z] 123m456p789s6z +wild:6z")
    assert not wins(hand, Tile.Z1, HUOPIN)
    assert Tile.Z1 not in wait_tiles(hand)


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("1112345678999m", "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("19m19p19s1234567z", "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("19m19p19s1234566z", "7z"),
        ("147m258p36s12345z", "9s 6z 7z"),
        ("147m258p369s12m55z", "3m"),
        ("147m258p36s123m55z", "9s"),
        ("1133m5577p99s335z", "5z"),
        ("1122334466668p", "7p 8p"),
        ("[666z] 4444666s789m", "5s"),
        ("[777p] [888p] [999p] 5556p", "4p 6p 7p"),
        ("36m12457889p147s", ""),
    ],
)
def test_waits_of_known_hands(text: str, waits: str) -> None:
    hand = mjcalc.parse(text)
    with pytest.raises(Waiting):
        mjcalc.score(hand)
    assert codes(wait_tiles(hand)) == waits


def test_a_hand_that_waits_for_nothing_has_no_waits() -> None:
    assert wait_tiles(mjcalc.parse("147m258p1133s55z7z")) == ()


def test_near_wins_name_what_to_drop_and_what_then_completes() -> None:
    hand = mjcalc.parse("123m456p789s EEE 5z 6z")
    assert [(drop.code, codes(then)) for drop, then in mjcalc.near_wins(hand)] == [
        ("5z", "6z"),
        ("6z", "5z"),
    ]
    for drop, then in mjcalc.near_wins(hand):
        assert wait_tiles(hand.discarding(drop)) == then
    assert mjcalc.near_wins(mjcalc.parse("147m258p1133s55z79m")) == ()


# -- the sole wait ---------------------------------------------------------------------------------

WAITS = {"边张": Wait.EDGE, "坎张": Wait.CLOSED, "单钓将": Wait.PAIR}


def wait_fans(text: str, options: dict[str, str] | None = None) -> str:
    score = mjcalc.score(mjcalc.parse(text), GUOBIAO.with_options(options or {}))
    return " ".join(one.fan.zh for one in score.fans if one.fan.zh in WAITS)


@pytest.mark.parametrize(
    ("text", "fan"),
    [
        ("12m345567p66678s +win:3m", "边张"),
        ("89m345567p66678s +win:7m", "边张"),
        ("[666z] 1233m456p789s +win:3m", "边张"),
        ("[666z] 7789m456p789s +win:7m", "边张"),
        ("46m345567p66678s +win:5m", "坎张"),
        ("[666z] 4556m456p789s +win:5m", "坎张"),
        ("[666z] [111z] 345m789s9m +win:9m", "单钓将"),
        ("12345m567p66678s +win:3m", ""),
        ("23m345567p66678s +win:1m", ""),
        ("[666z] [111z] 3456m789s +win:3m", ""),
        ("[666z] [111z] 5677999s +win:8s", ""),
        ("1122334466668p +win:7p", ""),
        ("22m55p345678s456m +win:2m", ""),
    ],
)
def test_a_wait_scores_only_if_it_is_the_sole_one(text: str, fan: str) -> None:
    assert wait_fans(text) == fan


def test_at_most_one_of_the_three_waits_scores() -> None:
    assert wait_fans("[567m] 345p1223456s +win:2s +seat:W") == "坎张"
    for hand in islice(winning_hands(24), 600):
        names = [one.fan.zh for one in mjcalc.score(hand, GUOBIAO).fans if one.fan.zh in WAITS]
        sole = brute.completing(hand.concealed, len(hand.melds)) == [hand.winning]
        assert len(names) <= sole


def test_without_exhausted_tiles_a_sole_wait_is_the_one_tile_that_can_come() -> None:
    """The option changes the score of those hands only of which the other waits are exhausted."""
    rules, different = GUOBIAO.with_options({"exhausted-wait": "no-wait"}), 0
    for hand in islice(winning_hands(25), 2500):
        by_form = brute.completing(hand.concealed, len(hand.melds))
        can_come = [tile for tile in by_form if held(hand)[tile] < COPIES]
        default, other = mjcalc.score(hand, GUOBIAO).total, mjcalc.score(hand, rules).total
        if default != other:
            assert by_form != can_come == [hand.winning]
            different += 1
    assert different


def test_a_wait_is_judged_over_all_shapes() -> None:
    """Seven pairs wait for 8p where the sets wait for 7p alone."""
    assert wait_fans("1122334466668p +win:7p") == ""
    assert wait_fans("1122334455667m +win:7m") == ""


def test_an_exhausted_tile_is_a_wait_by_form() -> None:
    hand = "[666z] 4444666s789m +win:5s"
    assert wait_fans(hand) == ""
    assert wait_fans(hand, {"exhausted-wait": "no-wait"}) == "坎张"


def test_an_exhausted_tile_is_no_wait_beside_a_winning_wildcard_either() -> None:
    rules = HUOPIN.with_options({"exhausted-wait": "no-wait"})
    score = mjcalc.score(mjcalc.parse("[666z] 4444666s789m +win:2z +wild:2z"), rules)
    assert "坎张" in [one.fan.zh for one in score.fans]


def test_the_wait_is_read_with_wildcards_free() -> None:
    """The same thirteen wait for 5s alone, and for much more where one of them is a wildcard."""
    sole = mjcalc.score(mjcalc.parse("[666z] 46s111m789p44z +win:5s +wild:8m"))
    free = mjcalc.score(mjcalc.parse("[666z] 46s111m79p44z8m +win:5s +wild:8m"))
    assert "坎张" in [one.fan.zh for one in sole.fans]
    assert "坎张" not in [one.fan.zh for one in free.fans]
    assert len(wait_tiles(waiting(free.hand))) > 1


def test_a_winning_wildcard_takes_the_wait_of_the_face_it_stands_for() -> None:
    score = mjcalc.score(mjcalc.parse("[666z] 46s111m789p44z +win:8m +wild:8m"))
    assert score.reading.stands_for == ((Tile.M8, Tile.S5),)
    assert "坎张" in [one.fan.zh for one in score.fans]
