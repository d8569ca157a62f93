"""Many hands in columns score as each hand does alone, and as the definition has it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import mjcalc
from mjcalc import Hand, ImpossibleHand, NotAWin, Ruleset, Waiting, Win
from mjcalc.engine import columns, many, reference
from mjcalc.engine.columns import ColumnScorer
from mjcalc.engine.halves import Column
from mjcalc.engine.known import Known, distinct
from mjcalc.engine.many import NO_WIN_BASE, NOT_LEGAL, Scores, score_many
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import Scorer
from mjcalc.hand.columns import FILLER, Hands
from mjcalc.tiles import TILES
from tests.cases import (
    RULES,
    Price,
    every_ruleset,
    golden_hands,
    hands,
    mixed_hands,
    named,
    priced,
)

GUOBIAO, HUOPIN = RULES["guobiao"], RULES["huopin"]
EVERY = every_ruleset()
EACH_RULESET = pytest.mark.parametrize("rules", EVERY.values(), ids=EVERY)
Many = Sequence[Hand]


def prices_of(scores: Scores) -> Iterator[Price | None]:
    """Points and fans of each hand without its flowers; None where it does not win."""
    flowers = scores.names.index("花牌")
    rows = zip(scores.base.tolist(), scores.counts.tolist(), strict=True)
    for base, counts in rows:
        counts[flowers] = 0
        found = dict(zip(scores.names, counts, strict=True))
        yield (base, {zh: times for zh, times in found.items() if times}) if base >= 0 else None


def in_columns(some: Many, rules: Ruleset) -> list[Price | None]:
    return list(prices_of(score_many(Hands.of(some), rules)))


def one_by_one(some: Many, rules: Ruleset) -> list[Price | None]:
    return [priced(hand, rules) for hand in some]


# -- the same as one by one ------------------------------------------------------------------------


@EACH_RULESET
def test_columns_score_as_each_hand_alone(rules: Ruleset) -> None:
    some = mixed_hands(71, 600)
    assert in_columns(some, rules) == one_by_one(some, rules)


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_columns_score_as_the_definition(rules: Ruleset) -> None:
    """The best of all readings, as rows and principles have it; of each sort of hand some."""
    some = mixed_hands(72, 150)
    want: list[Price | None] = []
    for hand in some:
        best = reference.best(hand, rules)
        if best is None:
            want.append(None)
        else:
            (points, counts), _ = best
            fans = named(zip(rules.fans, counts, strict=True))
            want.append((points, {zh: times for zh, times in fans.items() if times}))
    assert in_columns(some, rules) == want


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_columns_score_the_golden_hands(rules: Ruleset) -> None:
    some = golden_hands()
    assert in_columns(some, rules) == one_by_one(some, rules)


@pytest.mark.parametrize("name", ["huopin", "huopin otherwise"])
@pytest.mark.parametrize(("wildcards", "count"), [(1, 150), (2, 60), (3, 10), (4, 4)])
def test_columns_score_wildcards(name: str, wildcards: int, count: int) -> None:
    some = list(hands(73, count, (wildcards,)))
    assert in_columns(some, RULES[name]) == one_by_one(some, RULES[name])


@pytest.mark.parametrize("value", ["no", "yes"])
@pytest.mark.parametrize("option", ["wildcard-fifth-copy", "wildcard-on-discard"])
def test_columns_score_wildcards_under_their_options(option: str, value: str) -> None:
    rules = mjcalc.ruleset("huopin", {option: value, "exhausted-wait": "no-wait"})
    some = [hand for hand in hands(74, 120, (1, 2)) if not hand.defects(rules.wild)]
    assert in_columns(some, rules) == one_by_one(some, rules)


def test_a_wildcard_that_is_named_and_not_held_changes_nothing_but_no_fan() -> None:
    named = []
    for hand in hands(75, 200):
        held = {*hand.concealed, hand.winning, *(t for meld in hand.melds for t in meld.tiles)}
        wild = next(tile for tile in TILES if tile not in held)
        named.append(replace(hand, wild=wild))
    assert in_columns(named, HUOPIN) == one_by_one(named, HUOPIN)


def test_ties_go_to_the_fan_earlier_in_the_table() -> None:
    """Readings of equal points: the rule for ties decides in columns too."""
    some = [
        mjcalc.parse(text)
        for text in (
            "234567s234567p5m +win:5m",
            "[123m][789m][123s]789s5s +win:5s",
            "1122334466668p +win:7p",
            "1122334455667m +win:7m",
            "11223344556677m +win:1m tsumo",
        )
    ]
    for rules in RULES.values():
        assert in_columns(some, rules) == one_by_one(some, rules)


# -- wherever a block is cut -----------------------------------------------------------------------


def cut(some: Many, size: int, first: int) -> list[Many]:
    """Blocks of this size, the first of another."""
    places = [0, *range(first, len(some), size), len(some)]
    return [some[start:end] for start, end in pairwise(places)]


@pytest.mark.parametrize(("size", "first"), [(1, 0), (2, 1), (300, 7), (300, 299), (20_000, 3)])
def test_blocks_may_be_cut_anywhere(size: int, first: int) -> None:
    some = mixed_hands(71, 600)
    if size == 1:
        some = some[:150]
    want = in_columns(some, GUOBIAO)
    blocks = cut(some, size, first)
    assert [price for block in blocks for price in in_columns(block, GUOBIAO)] == want


def test_more_hands_than_are_priced_together() -> None:
    """A block of 40,000: the same hands again and again, in another order each time."""
    some = list(mixed_hands(71, 600))
    want = in_columns(some, GUOBIAO)
    chance = random.Random(76)
    order = np.array([chance.randrange(len(some)) for _ in range(40_000)])
    assert len(order) > 2 * many.ROWS
    scores = score_many(Hands.of(some)[order], GUOBIAO)
    assert list(prices_of(scores)) == [want[place] for place in order.tolist()]


@pytest.mark.parametrize("rows", [1, 7, 100])
def test_parts_of_any_size_are_priced_alike(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    some = mixed_hands(71, 600)[:200]
    want = in_columns(some, GUOBIAO)
    monkeypatch.setattr(many, "ROWS", rows)
    assert in_columns(some, GUOBIAO) == want


def test_a_hand_does_not_depend_on_its_neighbours() -> None:
    some = list(mixed_hands(77, 300))
    want = in_columns(some, HUOPIN)
    chance = random.Random(77)
    for _ in range(3):
        order = chance.sample(range(len(some)), len(some))
        got = in_columns([some[place] for place in order], HUOPIN)
        assert got == [want[place] for place in order]


def test_no_hands_have_no_scores() -> None:
    scores = score_many(Hands.of([]), "guobiao")
    assert len(scores) == len(scores.base) == len(scores.total) == 0
    assert scores.counts.shape == (0, len(GUOBIAO.fans))
    assert list(scores) == []


# -- what is remembered ----------------------------------------------------------------------------


def keys(chance: random.Random, count: int, most: int) -> Column:
    return np.array([chance.randrange(most) for _ in range(count)], np.int64)


def squares(column: Column) -> Column:
    """As far as they fit."""
    return np.array([key * key % (1 << 61) for key in column.tolist()], np.int64)


@pytest.mark.parametrize("bits", [1, 2, 5, 12])
def test_known_is_its_function_whatever_keys_share_a_slot(bits: int) -> None:
    """2 slots for 300 keys, and up to 4,096 slots; keys of all sizes."""
    chance = random.Random(78)
    for most in (300, 1 << 20, 1 << 62):
        known, some = Known(squares, bits), keys(chance, 300, most)
        for _ in range(30):
            asked = some[keys(chance, chance.randrange(60), len(some))]
            assert known[asked].tolist() == squares(asked).tolist()


def test_known_asks_for_each_key_once_and_then_not_again() -> None:
    asked: list[int] = []

    def find(column: Column) -> Column:
        asked.extend(column.tolist())
        return squares(column)

    known = Known(find, bits=16)
    some = np.array([7, 3, 7, 7, 3], np.int64)
    assert known[some].tolist() == known[some].tolist() == [49, 9, 49, 49, 9]
    assert sorted(asked) == [3, 7]
    assert known[np.zeros(0, np.int64)].tolist() == []


@pytest.mark.parametrize("bits", [1, 8])
def test_known_asks_for_the_least_key_that_means_the_same(bits: int) -> None:
    chance, asked = random.Random(79), set()

    def find(column: Column) -> Column:
        asked.update(column.tolist())
        return squares(column)

    known = Known(find, bits, least=lambda column: column % 10)
    for _ in range(30):
        some = keys(chance, 40, 1000)
        assert known[some].tolist() == [(key % 10) ** 2 for key in some.tolist()]
    assert asked <= set(range(10))


@pytest.mark.parametrize("most", [1, 5, 1 << 62])
def test_distinct_keys_are_those_of_numpy(most: int) -> None:
    chance = random.Random(83)
    for count in (0, 1, 2, 50):
        some = keys(chance, count, most)
        assert distinct(some).tolist() == np.unique(some).tolist()


def test_what_score_many_does_not_take() -> None:
    with pytest.raises(TypeError, match=r"score_many takes Hands, not list: Hands\.of makes them"):
        score_many([FILLER])  # type: ignore[arg-type]
    scores = score_many(Hands.of([FILLER] * 2))
    with pytest.raises(TypeError, match="slice"):
        scores[:2]  # type: ignore[index]


def points_and_fans(scorer: ColumnScorer, some: Many) -> list[tuple[int, list[int]] | None]:
    numbers, _ = scorer.priced(Hands.of(some))
    points, counts = scorer.prices.points, scorer.prices.counts
    return [
        None if number < 0 else (int(points[number]), counts[number].tolist())
        for number in numbers.tolist()
    ]


def test_prices_that_are_forgotten_and_begun_anew_are_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    some = mixed_hands(71, 600)
    want = points_and_fans(ColumnScorer(Scorer(GUOBIAO)), some)
    monkeypatch.setattr(columns, "MOST_PRICES", 20)
    scorer = ColumnScorer(Scorer(GUOBIAO))
    begun = {id(scorer.prices): scorer.prices}
    for start in range(0, len(some), 50):
        block = some[start : start + 50]
        assert points_and_fans(scorer, block) == want[start : start + 50]
        begun[id(scorer.prices)] = scorer.prices
    assert len(begun) > 5


def test_scores_keep_the_prices_they_were_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts of the first block are asked for after the prices were begun anew."""
    monkeypatch.setattr(columns, "MOST_PRICES", 20)
    monkeypatch.setattr(many, "ROWS", 50)
    some = mixed_hands(71, 600)[:300]
    assert in_columns(some, GUOBIAO) == one_by_one(some, GUOBIAO)
    first, last = (score_many(Hands.of(part), GUOBIAO) for part in (some[:150], some[150:]))
    got = [*prices_of(first), *prices_of(last)]
    assert got == one_by_one(some, GUOBIAO)


def test_what_was_scored_before_changes_nothing() -> None:
    """Columns share what the scorer of one hand knows, and the other way round."""
    some = mixed_hands(80, 300)
    scorer_for.cache_clear()
    many.columns_for.cache_clear()
    first = in_columns(some, HUOPIN)
    after = one_by_one(some, HUOPIN)
    scorer_for.cache_clear()
    many.columns_for.cache_clear()
    assert one_by_one(some, HUOPIN) == after == first
    assert in_columns(some, HUOPIN) == first
    assert in_columns(some[::-1], HUOPIN) == first[::-1]


# -- Scores ----------------------------------------------------------------------------------------


def test_scores_are_the_columns_that_their_docstring_names() -> None:
    some = [hand for hand in mixed_hands(81, 200) if priced(hand, GUOBIAO) is not None]
    scores = score_many(Hands.of(some), "guobiao")
    assert len(scores) == len(some)
    assert scores.names == tuple(row.zh for row in GUOBIAO.fans)
    assert scores.total.tolist() == [
        hand.flowers + b for hand, b in zip(some, scores.base, strict=True)
    ]
    assert scores.base.dtype == scores.total.dtype == np.dtype(np.int16)
    assert scores.counts.shape == (len(some), len(scores.names))
    assert scores.counts.dtype == np.dtype(np.uint8)
    values = np.array([row.value for row in GUOBIAO.fans])
    assert (scores.counts @ values).tolist() == scores.total.tolist()
    for place in (0, 5, -1):
        score = scores[place]
        assert score.hand == some[place]
        assert score.total == scores.total[place]
        counts = dict(zip(scores.names, scores.counts[place].tolist(), strict=True))
        assert {one.fan.zh: one.count for one in score.fans} == {
            z: n for z, n in counts.items() if n
        }
    assert [score.total for score in scores][:20] == scores.total.tolist()[:20]


NO_SCORES: dict[str, tuple[str, type[Exception]]] = {
    "no win": ("147m258p1133s55z7z +win:1z", NotAWin),
    "waiting": ("123m456p789s EEE 5z", Waiting),
}


@pytest.mark.parametrize("name", NO_SCORES)
def test_a_hand_without_a_score_is_minus_one(name: str) -> None:
    """Also where nothing has been priced yet."""
    text, error = NO_SCORES[name]
    hand, won = mjcalc.parse(text), mjcalc.parse("123m456p789s EEE 5z +win:5z +flowers:2")
    many.columns_for.cache_clear()
    alone = score_many(Hands.of([hand, hand]), GUOBIAO)
    assert alone.base.tolist() == alone.total.tolist() == [NO_WIN_BASE, NO_WIN_BASE]
    assert not alone.counts.any()
    scores, score = score_many(Hands.of([hand, won, hand]), GUOBIAO), mjcalc.score(won, GUOBIAO)
    assert scores.base.tolist() == [NO_WIN_BASE, score.base, NO_WIN_BASE]
    assert scores.total.tolist() == [NO_WIN_BASE, score.total, NO_WIN_BASE]
    assert [bool(counts.any()) for counts in scores.counts] == [False, True, False]
    with pytest.raises(error):
        _ = scores[0]


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("guobiao", "123m456p78s EEE 5z 6m +win:5z +wild:6m"),
        ("guobiao", "123m456p789s EEE 5z +win:5z +wild:6m"),
        ("guobiao", "123m456p789s EEE 5z +win:5z +flip:6m"),
        ("huopin wildcard-on-discard=no", "123m456p78s EEE 55z +win:6m +wild:6m"),
    ],
)
def test_a_wildcard_that_the_rules_do_not_allow_is_minus_two(rules: str, text: str) -> None:
    """Where ``score`` refuses the hand, columns do."""
    plain = mjcalc.parse("123m456p789s EEE 5z +win:5z")
    scores = score_many(Hands.of([mjcalc.parse(text), plain]), EVERY[rules])
    assert scores.base.tolist() == [NOT_LEGAL, mjcalc.score(plain, EVERY[rules]).base]
    assert scores.total.tolist() == scores.base.tolist()
    assert not scores.counts[0].any()
    with pytest.raises(ImpossibleHand):
        _ = scores[0]


def test_a_row_that_is_no_hand_is_minus_two() -> None:
    plain = mjcalc.parse("123m456p789s EEE 5z +win:5z +flowers:1")
    tiles = np.zeros((3, 34), np.uint8)
    for row in range(3):
        for tile in (*plain.concealed, plain.winning):
            tiles[row, tile] += 1
    tiles[1, 0] = 5
    marked = Hands(tiles, np.zeros((3, 4), np.uint16), [31] * 3, flowers=[1] * 3, errors="mark")
    scores = score_many(marked, GUOBIAO)
    won = mjcalc.score(plain, GUOBIAO)
    assert scores.base.tolist() == [won.base, NOT_LEGAL, won.base]
    assert scores.total.tolist() == [won.total, NOT_LEGAL, won.total]
    assert not scores.counts[1].any()


def test_a_ruleset_may_be_named() -> None:
    some = Hands.of([mjcalc.parse("123m456p789s EEE 5z +win:5z")])
    assert score_many(some).base.tolist() == score_many(some, HUOPIN).base.tolist()
    assert score_many(some, "国标").base.tolist() == score_many(some, "guobiao").base.tolist()
    with pytest.raises(mjcalc.OptionError):
        score_many(some, "no such rules")


# -- how the hand was won --------------------------------------------------------------------------


def test_every_way_to_win_counts() -> None:
    """The same tiles won in each of the ways that the rules allow, in every wind."""
    text = "[123m](7777p) 456s88s22z +win:2z"
    base = mjcalc.parse(text)
    some = []
    for bits in range(32):
        win = Win(*(bool(bits >> place & 1) for place in range(5)))
        for seat, prevalent in ((0, 1), (1, 1), (2, 3)):
            winds = mjcalc.Wind(seat), mjcalc.Wind(prevalent)
            try:
                some.append(replace(base, win=win, seat=winds[0], round=winds[1]))
            except ImpossibleHand:
                break
    assert len(some) == 18
    for rules in RULES.values():
        assert in_columns(some, rules) == one_by_one(some, rules)


def test_the_fourth_copy_is_counted_where_the_melds_show_three() -> None:
    some = [
        mjcalc.parse(text)
        for text in (
            "[777s][345m]678p68sWW +win:7s",
            "[789s][678s][567s]68s55m +win:7s",
            "[789s][567s]678p68sWW +win:7s",
            "777s345m678p68sWW +win:7s",
        )
    ]
    last = ["和绝张" in (price or (0, {}))[1] for price in in_columns(some, GUOBIAO)]
    assert last == [True, True, False, False]


def test_the_order_of_melds_changes_nothing() -> None:
    some = [hand for hand in mixed_hands(82, 300) if len(hand.melds) > 1]
    turned = [replace(hand, melds=hand.melds[::-1]) for hand in some]
    assert in_columns(turned, GUOBIAO) == in_columns(some, GUOBIAO)
