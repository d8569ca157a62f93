"""Hands taken apart, against trying everything (``brute``): suits, readings, wildcards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import pytest

import mjcalc
from mjcalc import Hand, NotAWin
from mjcalc.engine import reference
from mjcalc.engine.suits import (
    CHOW,
    PAIR,
    PUNG,
    finished,
    is_whole,
    reach,
    size,
    split,
    wait_for,
    waits_alone,
    whole_sets,
)
from mjcalc.hand.kinds import COPIES, Kind
from mjcalc.rules.fans import NO_WILDCARD
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import TILES, Tile
from tests import brute
from tests.bench.hands import winning_hands
from tests.cases import RULES, best_by_the_rows, changed, hands, mixed_hands, priced

HUOPIN = mjcalc.ruleset("huopin")

# -- one suit --------------------------------------------------------------------------------------


def packed(ranks: tuple[int, ...]) -> int:
    return sum(1 << 3 * rank for rank in ranks)


@cache
def whole_suits(most: int = COPIES) -> dict[int, int]:
    """Every suit that can be taken apart, built forwards from pieces, with its number of ways."""
    chows = [(rank, rank + 1, rank + 2) for rank in range(7)]
    pieces = chows + [(rank,) * 3 for rank in range(9)]
    ways: dict[tuple[int, ...], int] = {(0,) * 9: 1}
    # Adding one piece at a time in a fixed order meets each multiset of pieces once.
    for piece in pieces:
        grown: dict[tuple[int, ...], int] = {}
        for counts, count in ways.items():
            for times in range(5):
                more = tuple(c + times * piece.count(rank) for rank, c in enumerate(counts))
                if max(more) > most or sum(more) > 12:
                    break
                grown[more] = grown.get(more, 0) + count
        ways = grown
    paired: dict[tuple[int, ...], int] = dict(ways)
    for counts, count in ways.items():
        for pair in range(9):
            more = tuple(c + 2 * (rank == pair) for rank, c in enumerate(counts))
            if max(more) <= most:
                paired[more] = paired.get(more, 0) + count
    return {
        sum(count << 3 * rank for rank, count in enumerate(counts)): number
        for counts, number in paired.items()
    }


def test_there_are_21743_whole_suits_none_in_more_than_four_ways() -> None:
    suits = whole_suits()
    assert len(suits) == 21_743  # the empty one among them
    assert max(suits.values()) == 4


def test_every_whole_suit_is_taken_apart_in_all_its_ways() -> None:
    for suit, ways in whole_suits().items():
        found = split(suit, True)
        assert len(set(found)) == len(found) == ways
        assert is_whole(suit, True)


def ranks_of(piece: int) -> tuple[int, ...]:
    if piece >= PAIR:
        return (piece - PAIR,) * 2
    if piece >= PUNG:
        return (piece - PUNG,) * 3
    return (piece - CHOW, piece - CHOW + 1, piece - CHOW + 2)


def suits_at_random(seed: int, count: int) -> Iterator[tuple[int, ...]]:
    """Sorted ranks from 0, of 0 to 14 tiles, by half near to whole."""
    chance = random.Random(seed)
    whole = sorted(whole_suits())
    for _ in range(count):
        tiles = [rank for rank in range(9) for _ in range(COPIES)]
        if chance.random() < 0.5:
            suit = chance.choice(whole)
            ranks = [rank for rank in range(9) for _ in range(suit >> 3 * rank & 7)]
            ranks[chance.randrange(len(ranks) or 1) :] = ranks[1:][-1:]
        else:
            ranks = chance.sample(tiles, chance.randrange(15))
        yield tuple(sorted(ranks))


@pytest.mark.parametrize("suited", [True, False])
def test_a_suit_is_taken_apart_as_by_hand(suited: bool) -> None:
    base = 0 if suited else 27
    for ranks in suits_at_random(1, 1500):
        if not suited and max(ranks, default=0) > 6:
            continue
        tiles = tuple(Tile(base + rank) for rank in ranks)
        pairs = {(*ways, (pair, pair)) for ways, pair in brute.with_pair(tiles)}
        want = {tuple(sorted(parts)) for parts in (*pairs, *brute.groups(tiles))}
        found = split(packed(ranks), suited)
        got = {
            tuple(sorted(tuple(Tile(base + rank) for rank in ranks_of(piece)) for piece in way))
            for way in found
        }
        assert got == want
        assert len(found) == len(got)
        assert is_whole(packed(ranks), suited) == bool(want)
        assert size(packed(ranks)) == len(ranks)


# -- a suit with the winning tile ------------------------------------------------------------------


def held_ranks(suit: int) -> list[int]:
    return [rank for rank in range(9) if suit >> 3 * rank & 7]


def test_every_suit_is_finished_in_all_its_ways() -> None:
    """Each whole suit with each tile of it won: a way for every sort of piece it may lie in."""
    for suit in whole_suits():
        for rank in held_ranks(suit):
            ways = finished(suit - (1 << 3 * rank), rank, True)
            got = [(piece, tuple(sorted((piece, *others)))) for piece, _, _, others in ways]
            want = {
                (piece, tuple(sorted(way)))
                for way in split(suit, True)
                for piece in way
                if rank in ranks_of(piece)
            }
            assert len(set(got)) == len(got)
            assert set(got) == want


def test_a_suit_waits_alone_if_no_other_rank_makes_it_whole() -> None:
    """By form: a fifth copy makes it whole too. A suit that is whole waits with another's pair."""
    whole = whole_suits(COPIES + 1)
    ones = [1 << 3 * rank for rank in range(9)]
    for suit in whole_suits():
        for rank in held_ranks(suit):
            rest = suit - ones[rank]
            waits = [one for one in ones if rest + one in whole]
            alone = len(waits) == 1 and rest not in whole
            assert waits_alone(rest, rank, True) == alone
            assert reach(rest, True) == sum(waits)
            ways = finished(rest, rank, True)
            assert [wait for _, wait, _, _ in ways] == [wait_for(p, rank) or 0 for p, *_ in ways]
            # Whether it waits alone is asked only where a piece has a wait at all.
            alone &= any(wait for _, wait, _, _ in ways)
            assert [called for _, _, called, _ in ways] == [alone] * len(ways)


def test_honors_wait_alone_likewise() -> None:
    for copies in product(range(5), repeat=4):
        rest = sum(count << 3 * rank for rank, count in enumerate(copies))
        for rank in range(4):
            if is_whole(rest + (1 << 3 * rank), False):
                waits = [one for one in range(9) if is_whole(rest + (1 << 3 * one), False)]
                alone = waits == [rank] and not is_whole(rest, False)
                assert waits_alone(rest, rank, False) == alone


def test_sets_without_a_pair_are_the_whole_suits_of_three_tiles_each() -> None:
    four = {suit for suit in whole_sets(True) if max(suit >> 3 * r & 7 for r in range(9)) <= COPIES}
    assert four == {suit for suit in whole_suits() if size(suit) % 3 == 0}


# -- readings of a whole hand ----------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_reading_of_a_hand_is_met_once(rules: Ruleset) -> None:
    """In every shape, with what the winning tile completes, its wait, and how the sets lie."""
    for hand in mixed_hands(2, 500):
        got = Counter(reference.readings(hand, rules))
        assert got == Counter(brute.readings(hand, rules)), hand
        assert set(got.values()) <= {1}


def test_every_reading_of_a_hand_with_sources_is_met() -> None:
    """Two equal chows from different players stay two."""
    text = "[123m,1] [123m,2] [123m,3] 12m5p5p +win:3m"
    for hand in (mjcalc.parse(text), mjcalc.parse(text.replace("[123m,3]", "123m"))):
        found = Counter(reference.readings(hand, HUOPIN))
        assert found == Counter(brute.readings(hand, HUOPIN))
        assert {part.source for part in next(iter(found)).sets} >= {1, 2}


def test_what_cannot_be_taken_apart_is_no_win() -> None:
    chance = random.Random(4)
    deck = [tile for tile in TILES[:12] for _ in range(COPIES)]
    wins = 0
    for _ in range(600):
        tiles = chance.sample(deck, 14)
        hand = Hand((), tuple(tiles[:13]), tiles[13])
        try:
            mjcalc.score(hand)
            won = True
        except NotAWin:
            won = False
        assert won == brute.whole(tuple(sorted(tiles)), 0)
        wins += won
    for hand in islice(winning_hands(5), 1500):
        assert hand.winning is not None
        assert brute.whole(tuple(sorted((*hand.concealed, hand.winning))), len(hand.melds))


@pytest.mark.parametrize(
    "text",
    [
        "11m22p33s4445556z +win:6z",
        "11122223m11p11s11z +win:1m",
        "[123m] [456p] 11m22p33s4z +win:4z",
        "[123m] 567p11m22p33s4z +win:4z",
    ],
)
def test_two_sets_and_a_pair_in_each_suit_are_no_win(text: str) -> None:
    with pytest.raises(NotAWin):
        mjcalc.score(mjcalc.parse(text))


def test_a_hand_with_one_tile_changed_wins_where_it_can_be_taken_apart() -> None:
    chance = random.Random(6)
    wins = 0
    for hand in islice(winning_hands(6), 1000):
        other = changed(hand, chance)
        assert other.winning is not None
        tiles = tuple(sorted((*other.concealed, other.winning)))
        won = priced(other, HUOPIN) is not None
        assert won == brute.whole(tiles, len(other.melds)), other
        wins += won
    assert 50 < wins < 950


# -- wildcards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("fifth", ["no", "yes"])
@pytest.mark.parametrize(("wildcards", "count"), [(1, 40), (2, 4)])
def test_every_reading_of_a_hand_with_wildcards_is_met(
    wildcards: int, count: int, fifth: str
) -> None:
    """Each wildcard as every tile, in every shape; the wait of the thirteen with wildcards free."""
    rules = mjcalc.ruleset("huopin", {"wildcard-fifth-copy": fifth, "exhausted-wait": "no-wait"})
    for hand in hands(7, count, (wildcards,)):
        assert Counter(reference.readings(hand, rules)) == Counter(brute.readings(hand, rules)), (
            hand
        )


@pytest.mark.parametrize(("wildcards", "count"), [(1, 80), (2, 6), (3, 1)])
def test_wildcards_stand_for_what_is_worth_most(wildcards: int, count: int) -> None:
    for hand in hands(8, count, (wildcards,)):
        assert priced(hand, HUOPIN) == best_by_the_rows(brute.readings(hand, HUOPIN), HUOPIN), hand


def test_wildcards_win_where_any_face_wins() -> None:
    chance = random.Random(8)
    lost = 0
    for wildcards, count in ((1, 50), (2, 4)):
        for won in hands(9, count, (wildcards,)):
            hand = changed(won, chance)
            want = best_by_the_rows(brute.readings(hand, HUOPIN), HUOPIN)
            assert priced(hand, HUOPIN) == want, hand
            lost += want is None
    assert lost


SPECIAL = [
    "1133m557p99s33z5z8s +win:5z +wild:8s",
    "19m19p19s123456z5s +win:7z +wild:5s",
    "19m19p9s1234567z5s +win:5s +wild:5s",
    "147m258p36s1234z8m +win:5z +wild:8m",
    "147m258p36s111m5z6z +win:5z +wild:6z",
    "147m258p36s[111m]5z6z +win:6z +wild:6z",
    "111234567899m5p +win:5m +wild:5p",
    "1112345678999m +win:5p +wild:5p",
    "1122334455667m +win:9s +wild:9s",
    "[666z] 4444666s789m +win:2z +wild:2z",
    "[555p] 4444m456777p +win:2z +wild:2z tsumo",
    "[777s][345m]678p6s33z2z +win:8s +wild:2z",
    "[777s][345m]678p68s33z +win:2z +wild:2z",
]


@pytest.mark.parametrize("text", SPECIAL)
def test_wildcards_in_every_shape(text: str) -> None:
    hand = mjcalc.parse(text)
    assert priced(hand, HUOPIN) == best_by_the_rows(brute.readings(hand, HUOPIN), HUOPIN)


def test_a_reading_says_what_each_wildcard_stands_for() -> None:
    for hand in islice(winning_hands(10, 2), 100):
        reading = mjcalc.score(hand).reading
        assert [wild for wild, _ in reading.stands_for] == [hand.wildcard] * 2
        assert hand.winning is not None
        real = [tile for tile in (*hand.concealed, hand.winning) if tile is not hand.wildcard]
        melded = [tile for meld in hand.melds for tile in meld.tiles]
        faces = [face for _, face in reading.stands_for]
        assert Counter(reading.tiles) == Counter([*real, *melded, *faces])
        other = any(wild is not face for wild, face in reading.stands_for)
        names = {one.fan.zh for one in mjcalc.score(hand).fans}
        assert (NO_WILDCARD in names) == (not other)


def test_kinds_of_parts_are_what_they_are_called() -> None:
    for hand in islice(winning_hands(11), 200):
        for part in mjcalc.score(hand).reading.sets:
            assert (part.kind is Kind.KONG) == (len(part.tiles) == 4)


def test_four_wildcards_beside_four_equal_tiles() -> None:
    hand = mjcalc.parse("111m223344p7777z +win:1m +wild:1m")
    assert max(Counter(mjcalc.score(hand).reading.tiles).values()) <= COPIES
