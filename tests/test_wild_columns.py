"""Hands with wildcards in columns: the same totals and counts as one by one (rules 3)."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from mjcalc import Hand, ImpossibleHand, Kind, Meld, Tile, Win, Wind, parse, ruleset
from mjcalc.engine import wild_columns
from mjcalc.engine.columns import NO_PRICE, ColumnScorer
from mjcalc.engine.forms import Asked, forms_for
from mjcalc.engine.many import NO_WIN_BASE, score_many
from mjcalc.engine.plain import plain_hands
from mjcalc.engine.score import Score, best_of_plains, scorer_for
from mjcalc.engine.scorer import Scorer
from mjcalc.engine.suit_rows import PAIRED, RANKS, Fillings, rows_of_suits
from mjcalc.engine.suits import fillings
from mjcalc.engine.waits import Thirteen, completing, is_sole
from mjcalc.engine.wild_columns import WildColumns
from mjcalc.hand.columns import Hands
from mjcalc.hand.packed import count
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import TILES
from tests.bench.hands import winning_hands
from tests.strategies import wild_hands

SAMPLES = Path(__file__).parents[2] / "shared" / "data" / "wild_dev.tsv"
OPTIONS: tuple[Mapping[str, str], ...] = (
    {},
    {"wildcard-fifth-copy": "yes"},
    {"chicken-without-wildcard": "yes"},
    {"exhausted-wait": "no-wait"},
    {"knitted-wait": "not-counted"},
    {"exhausted-wait": "no-wait", "knitted-wait": "not-counted", "wildcard-fifth-copy": "yes"},
)
FIFTH, NO_EXHAUSTED = OPTIONS[1], OPTIONS[3]
Result = tuple[int, tuple[int, ...]]


def one_by_one(hands: Iterable[Hand], rules: Ruleset) -> list[Result]:
    """The base of each hand, and how often each fan counts."""
    scorer = scorer_for(rules)
    found = []
    for hand in hands:
        price, _ = best_of_plains(hand, scorer)
        counts = {} if price is None else dict(Score(hand, scorer, price).counts)
        base = NO_WIN_BASE if price is None else price[0]
        found.append((base, tuple(counts.get(row, 0) for row in rules.fans)))
    return found


def in_columns(hands: Hands, rules: Ruleset) -> list[Result]:
    """The same of all hands together."""
    many = score_many(hands, rules)
    return list(zip(many.base.tolist(), map(tuple, many.counts.tolist()), strict=True))


def check(hands: Sequence[Hand], rules: Ruleset) -> None:
    """Fail with the first hand whose columns differ from its score."""
    together, each = in_columns(Hands.of(hands), rules), one_by_one(hands, rules)
    differ = [row for row, hand in enumerate(hands) if together[row] != each[row]]
    assert not differ, (hands[differ[0]], together[differ[0]], each[differ[0]])


@cache
def generated(wilds: int) -> tuple[Hand, ...]:
    return tuple(islice(winning_hands(12 + wilds, wilds), (0, 600, 400, 60, 12)[wilds]))


def crowded(seed: int) -> Iterator[Hand]:
    """Random hands of few kinds and many copies, with one to three wildcards: many do not win."""
    chance = random.Random(seed)
    ranges = (range(9), range(18), range(9, 14), range(27, 34), range(0, 34, 3), range(34))
    while True:
        kinds = [TILES[kind] for kind in chance.choice(ranges)]
        wilds = chance.choice((1, 1, 1, 2, 2, 3))
        try:
            sets = chance.choice((0, 0, 1, 2, 3, 4))
            melds = tuple(some_meld(chance, kinds) for _ in range(sets))
            melded = [tile for meld in melds for tile in meld.tiles]
            wild = chance.choice([tile for tile in TILES if tile not in melded])
            kinds = [tile for tile in kinds if tile is not wild]
            pool = [tile for tile in kinds for _ in range(4 - melded.count(tile))]
            tiles = chance.sample(pool, 14 - 3 * sets - wilds) + [wild] * wilds
            chance.shuffle(tiles)
            yield Hand(
                melds,
                tuple(tiles[1:]),
                tiles[0],
                Win(self_drawn=chance.random() < 0.5, last=chance.random() < 0.1),
                Wind(chance.randrange(4)),
                Wind(chance.randrange(4)),
                wild=wild,
            )
        except (ImpossibleHand, ValueError):
            continue


def some_meld(chance: random.Random, kinds: Sequence[Tile]) -> Meld:
    kind = chance.choice((Kind.CHOW, Kind.PUNG, Kind.PUNG, Kind.KONG))
    return Meld(kind, chance.choice(kinds), kind is Kind.KONG and chance.random() < 0.5)


def ids(options: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items()) or "huopin"


@pytest.mark.parametrize("options", OPTIONS, ids=ids)
@pytest.mark.parametrize("wilds", [1, 2, 3, 4])
def test_columns_agree_with_one_hand_after_another(wilds: int, options: Mapping[str, str]) -> None:
    check(generated(wilds), ruleset("huopin", options))


@pytest.mark.parametrize("options", OPTIONS, ids=ids)
def test_fifth_copies_and_exhausted_waits(options: Mapping[str, str]) -> None:
    check([*islice(crowded(5), 800)], ruleset("huopin", options))


@given(st.lists(wild_hands(), min_size=1, max_size=5))
def test_any_hands_with_flags_and_indicators(hands: list[Hand]) -> None:
    check(hands, ruleset("huopin"))


@pytest.mark.parametrize("size", [1, 2, 300])
def test_blocks_of_any_size(size: int) -> None:
    hands = [*generated(1)[:80], *islice(crowded(6), 80), *generated(2)[:60], *generated(3)[:6]]
    hands += islice(winning_hands(8), 60)
    random.Random(3).shuffle(hands)
    columns, rules = Hands.of(hands), ruleset("huopin")
    found = []
    for first in range(0, len(hands), size):
        found += in_columns(columns[first : first + size], rules)
    assert found == one_by_one(hands, rules)


def test_no_price_without_a_win() -> None:
    waiting = [
        Hand(concealed=hand.concealed, wild=hand.wild)
        for hand in generated(1)[:200]
        if not hand.melds
    ]
    waiting.append(parse("19m19p19s1234567z +wild:1m"))
    scorer = ColumnScorer(Scorer(ruleset("huopin", FIFTH)))
    for hands in (waiting, [parse("[111m][EEE] 1m 25p 369s 7z +win:7z ron +wild:9s")]):
        assert {*scorer.priced(Hands.of(hands))[0].tolist()} == {NO_PRICE}


def test_every_checked_hand() -> None:
    if not SAMPLES.is_file():
        pytest.skip("sample data not present")
    with SAMPLES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    hands = [parse(row["hand"]) for row in rows]
    assert score_many(Hands.of(hands)).total.tolist() == [int(row["total"]) for row in rows]
    check(hands, ruleset("huopin"))


@pytest.mark.parametrize(
    ("text", "options", "fans"),
    [
        # Named, but not held.
        ("[123m][EEE] 456p 789s 5z +win:5z ron +wild:9m", {}, {"无财神": 1, "单钓将": 1}),
        # Held, each as its own face.
        ("[123m][EEE] 456p 77z 99s +win:7z ron +wild:7z", {}, {"无财神": 1, "箭刻": 1}),
        # The winning tile is a wildcard, and stands for what the hand waits for.
        ("[123m][EEE] 456p 789s 5z +win:9m tsumo +wild:9m", {}, {"无财神": 0, "单钓将": 1}),
        # With a wildcard free the hand waits for any tile.
        ("[123m][EEE][456p][789s] 9m +win:5z ron +wild:9m", {}, {"无财神": 0, "单钓将": 0}),
        # A fifth 1m: only the option lets it win.
        ("[111m][EEE][SSS][NNN] 1m +win:9s ron +wild:9s", {}, {}),
        ("[111m][EEE][SSS][NNN] 1m +win:9s ron +wild:9s", FIFTH, {"混幺九": 1, "无财神": 0}),
        # By form 6m would complete it too, of which it holds every copy.
        ("[999m](6666m) 124577m3s +win:3s ron +wild:3s", {}, {"边张": 0}),
        ("[999m](6666m) 124577m3s +win:3s ron +wild:3s", NO_EXHAUSTED, {"边张": 1}),
    ],
)
def test_examples(text: str, options: Mapping[str, str], fans: Mapping[str, int]) -> None:
    rules = ruleset("huopin", options)
    many = score_many(Hands.of([parse(text)]), rules)
    counts = dict(zip(many.names, many.counts[0].tolist(), strict=True))
    assert {name: counts[name] for name in fans} == fans
    assert (many.base[0] == NO_WIN_BASE) == (not fans)
    check([parse(text)], rules)


@pytest.mark.parametrize("options", [OPTIONS[0], NO_EXHAUSTED, OPTIONS[5]], ids=ids)
def test_a_sole_wait_is_what_the_definition_says(options: Mapping[str, str]) -> None:
    rules = ruleset("huopin", options)
    sole = 0
    for hand in [*generated(1), *generated(2), *islice(crowded(7), 900)]:
        held = hand.concealed.count(hand.wildcard)
        thirteen = Thirteen(
            count(tile for tile in hand.concealed if tile is not hand.wildcard),
            count(tile for meld in hand.melds for tile in meld.tiles),
            len(hand.melds),
            held,
            4 + rules.wild.fifth_copy,
        )
        found = completing(thirteen)
        for plain in plain_hands(hand, rules):
            winning = plain.hand.winning
            assert plain.sole == is_sole(found, thirteen, winning, rules.exhausted_wait), hand
            sole += bool(plain.sole)
    assert sole > 20


@pytest.mark.parametrize("place", [0, 3])
@pytest.mark.parametrize("wilds", [0, 1, 2, 3, 4])
def test_fillings_of_a_suit_are_those_of_the_recursion(place: int, wilds: int) -> None:
    ranks = RANKS if place < 3 else 7
    found = Fillings(rows_of_suits(forms_for(Asked()))[place], ranks, wilds)
    chance = random.Random(wilds)
    for _ in range(200):
        copies = [chance.choice((0, 0, 0, 1, 1, 2, 3, 4)) for _ in range(ranks)]
        while sum(copies) + wilds > 14:
            copies[chance.randrange(ranks)] = 0
        suit = sum(number << 3 * rank for rank, number in enumerate(copies))
        (start,), (size,) = found.spans(np.array([suit]))
        whole = found.whole[start : start + size]
        assert sorted(whole & PAIRED - 1) == [*fillings(suit, 0, wilds, 4, place < 3)]
        assert {*(whole >= PAIRED)} <= {(sum(copies) + wilds) % 3 == 2}


def test_few_hands_become_rows_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wild_columns, "TOGETHER", (7, 5, 4, 3, 2))
    hands = [hand for wilds in (1, 2, 3, 4) for hand in generated(wilds)[:12]]
    hands += islice(winning_hands(9), 12)
    check(hands, ruleset("huopin"))
    found = WildColumns(rows_of_suits(forms_for(Asked())), ruleset("huopin"))
    rows = [of for of, _ in found.plain_hands(Hands.of(hands))]
    assert [len({*of.tolist()}) for of in rows] == [7, 5, 5, 5, 2, 4, 4, 4, 3, 3, 3, 3, *[2] * 6]
