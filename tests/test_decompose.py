"""Hands taken apart, against trying everything (``brute``): suits, readings, wildcards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice, product

import pytest

import mjcalc
from mjcalc import Hand, NotAWin, Win
from mjcalc.draft import COPIES, Kind
from mjcalc.rules.principles import find
from mjcalc.engine.splits import (
    ALONE,
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
)
from mjcalc.reading import Reading, Shape, Wait
from mjcalc.rules.fans import CHICKEN, NO_WILDCARD
from mjcalc.rules.principles import settle
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import TILES, Tile
from tests import brute
from tests.bench.hands import winning_hands

HUOPIN = mjcalc.ruleset("huopin")

# -- one suit --------------------------------------------------------------------------------------


def packed(ranks: tuple[int, ...]) -> int:
    return sum(1 << 3 * rank for rank in ranks)


@lru_cache(maxsize=1)
def whole_suits() -> dict[int, int]:
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
                if max(more) > COPIES or sum(more) > 12:
                    break
                grown[more] = grown.get(more, 0) + count
        ways = grown
    paired: dict[tuple[int, ...], int] = dict(ways)
    for counts, count in ways.items():
        for pair in range(9):
            more = tuple(c + 2 * (rank == pair) for rank, c in enumerate(counts))
            if max(more) <= COPIES:
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


def test_every_suit_is_finished_in_all_its_ways() -> None:
    """Each whole suit with each tile of it won: a way for every sort of piece it may lie in."""
    for suit in whole_suits():
        for rank in range(9):
            if not suit >> 3 * rank & 7:
                continue
            ways = finished(suit - (1 << 3 * rank), rank, True)
            got = [(piece, tuple(sorted((piece, *others)))) for piece, _, others in ways]
            want = {
                (piece, tuple(sorted(way)))
                for way in split(suit, True)
                for piece in way
                if rank in ranks_of(piece)
            }
            assert len(set(got)) == len(got)
            assert set(got) == want


def other_waits(suit: int, rank: int, suited: bool) -> tuple[list[int], bool]:
    """The other ranks that make a suit whole; whether it needs this one, as it is not whole yet."""
    others = [
        other for other in range(9) if other != rank and is_whole(suit + (1 << 3 * other), suited)
    ]
    return others, not others and not is_whole(suit, suited)


def test_a_suit_waits_alone_if_no_other_rank_makes_it_whole() -> None:
    for suit in whole_suits():
        for rank in range(9):
            if not suit >> 3 * rank & 7:
                continue
            rest = suit - (1 << 3 * rank)
            others, alone = other_waits(rest, rank, True)
            assert waits_alone(rest, rank, True) == alone
            assert reach(rest, True) == sum(1 << 3 * one for one in (rank, *others))
            for piece, wait, _ in finished(rest, rank, True):
                assert wait & ~ALONE == (wait_for(piece, rank) or 0)
                assert bool(wait & ALONE) == (alone and wait > 0)


def test_honours_wait_alone_likewise() -> None:
    for copies in product(range(5), repeat=4):
        rest = sum(count << 3 * rank for rank, count in enumerate(copies))
        for rank in range(4):
            if is_whole(rest + (1 << 3 * rank), False):
                _, alone = other_waits(rest, rank, False)
                assert waits_alone(rest, rank, False) == alone


# -- readings of a whole hand ----------------------------------------------------------------------

Parts = frozenset[tuple[brute.Seen, int]]


def all_readings(hand: Hand, rules: Ruleset = HUOPIN) -> list[Reading]:
    best = mjcalc.score(hand, rules)
    return [best.reading, *(other.reading for other in best.others(limit=10_000))]


def seen(reading: Reading) -> tuple[Parts, Wait | None]:
    parts = [(part.kind, part.tiles, part.melded, part.concealed) for part in reading.parts]
    return frozenset(Counter(parts).items()), reading.wait


def small_hands(seed: int, count: int) -> Iterator[Hand]:
    """Winning hands of few kinds, so that there are many ways to read them."""
    chance = random.Random(seed)
    sets = [
        [Tile(9 * suit + rank + step) for step in steps]
        for suit in range(2)
        for steps in ((0, 1, 2), (0, 0, 0))
        for rank in range(4)
    ]
    made = 0
    while made < count:
        tiles = [tile for part in chance.choices(sets, k=4) for tile in part]
        tiles += [chance.choice(TILES[:6])] * 2
        if max(Counter(tiles).values()) > COPIES:
            continue
        winning = tiles.pop(chance.randrange(14))
        yield Hand((), tuple(tiles), winning, Win(self_drawn=chance.random() < 0.5))
        made += 1


def test_every_reading_of_hands_of_few_kinds_is_met() -> None:
    for hand in small_hands(2, 400):
        got = {seen(one) for one in all_readings(hand) if one.shape is Shape.STANDARD}
        assert got == brute.readings(hand), hand


def test_every_reading_of_any_hand_is_met() -> None:
    for hand in islice(winning_hands(3), 600):
        got = {seen(one) for one in all_readings(hand) if one.shape is Shape.STANDARD}
        assert got == brute.readings(hand), hand


def test_what_cannot_be_taken_apart_is_no_win() -> None:
    chance = random.Random(4)
    deck = [tile for tile in TILES[:12] for _ in range(COPIES)]
    wins = 0
    for _ in range(1500):
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
    for hand in islice(winning_hands(6), 1500):
        if not hand.concealed:
            continue
        other = broken(hand, chance)
        assert other.winning is not None
        tiles = tuple(sorted((*other.concealed, other.winning)))
        try:
            mjcalc.score(other)
            won = True
        except NotAWin:
            won = False
        assert won == brute.whole(tiles, len(other.melds)), other


# -- wildcards -------------------------------------------------------------------------------------


def worth(reading: Reading, rules: Ruleset) -> int:
    """The points of a reading by the rows and the principles alone."""
    counted = settle(find(rules.fans, reading)).counted
    points = sum(one.fan.value for one in counted)
    if {one.fan.zh for one in counted} <= rules.chicken_beside:
        row = rules.row(CHICKEN)
        assert row is not None
        points += row.value
    return points


def best_by_hand(hand: Hand, rules: Ruleset = HUOPIN) -> int | None:
    """The best total with every wildcard tried as every tile; None for no win.

    Only plain hands are scored: their readings are taken, the wait judged on the thirteen with
    wildcards free, the facts of the win restored.
    """
    wild, winning = hand.wildcard, hand.winning
    assert wild is not None
    assert winning is not None
    most = COPIES + rules.wild.fifth_copy
    melds = len(hand.melds)
    melded = Counter(tile for meld in hand.melds for tile in meld.tiles)
    thirteen = tuple(tile for tile in hand.concealed if tile is not wild)
    free = len(hand.concealed) - len(thirteen)
    sole = {
        tile
        for filled in brute.fillings(thirteen, free, melded + Counter(thirteen), most)
        for tile in brute.completing(filled, melds)
    }
    drawn = winning is wild
    real = thirteen if drawn else tuple(sorted((*thirteen, winning)))
    face = tuple(hand.concealed).count(wild) + drawn
    best: int | None = None
    for filled in brute.fillings(real, face, melded + Counter(real), most):
        if not brute.whole(filled, melds):
            continue
        stood = list((Counter(filled) - Counter(real)).elements())
        for last in set(stood) if drawn else {winning}:
            concealed = list(filled)
            concealed.remove(last)
            plain = Hand(
                hand.melds, tuple(concealed), last, Win(hand.win.self_drawn), hand.seat, hand.round
            )
            seen_open = sum(meld.tiles.count(winning) for meld in hand.melds if not meld.concealed)
            win = replace(hand.win, fourth=hand.win.fourth or (seen_open == 3 and not drawn))
            for reading in all_readings(plain, rules):
                changed = replace(
                    reading,
                    win=win,
                    wait=reading.wait if sole == {last} else None,
                    stands_for=tuple((wild, tile) for tile in stood),
                )
                points = worth(changed, rules) + hand.flowers
                best = points if best is None else max(best, points)
    return best


def total(hand: Hand, rules: Ruleset = HUOPIN) -> int | None:
    try:
        return mjcalc.score(hand, rules).total
    except NotAWin:
        return None


@pytest.mark.parametrize(("wildcards", "count"), [(1, 300), (2, 30), (3, 1)])
def test_wildcards_stand_for_what_is_worth_most(wildcards: int, count: int) -> None:
    for hand in islice(winning_hands(7, wildcards), count):
        assert total(hand) == best_by_hand(hand), hand


def broken(hand: Hand, chance: random.Random) -> Hand:
    """The hand with one tile changed at random, which mostly wins no more."""
    tiles = list(hand.concealed)
    held = Counter([*tiles, hand.winning, *(t for meld in hand.melds for t in meld.tiles)])
    free = [tile for tile in TILES if held[tile] < COPIES and tile is not hand.wildcard]
    tiles[chance.randrange(len(tiles))] = chance.choice(free)
    return replace(hand, concealed=tuple(tiles))


def test_wildcards_win_where_any_face_wins() -> None:
    chance = random.Random(8)
    for wildcards, count in ((1, 150), (2, 12)):
        hands = [hand for hand in islice(winning_hands(9, wildcards), count) if hand.concealed]
        for hand in (broken(hand, chance) for hand in hands):
            assert total(hand) == best_by_hand(hand), hand


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
    assert total(hand) == best_by_hand(hand)


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
