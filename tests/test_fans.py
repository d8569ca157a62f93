"""The fan table is whole: order, names, numbers, exclusions, and golden hands for each row."""

from __future__ import annotations

from itertools import pairwise

import pytest

import mjcalc
from mjcalc.engine.separable import is_separable
from mjcalc.rules.fans import BY_ZH, CHICKEN, FANS, FLOWER_TILES, NO_WILDCARD, Fan, find_fans
from mjcalc.rules.rulesets import OPTIONS
from mjcalc.rules.words import Aspect
from tests.golden import NEAR_MISS, golden, names

RESERVED = "(明杠)"
BESIDE_THE_NUMBERS = "明暗杠"
JOINED = [
    "一色双龙会",
    "一色四同顺",
    "一色四节高",
    "一色四步高",
    "一色三同顺",
    "一色三节高",
    "清龙",
    "三色双龙会",
    "一色三步高",
    "三同刻",
    "花龙",
    "三色三同顺",
    "三色三节高",
    "三色三步高",
    "双同刻",
    "一般高",
    "喜相逢",
    "连六",
    "老少副",
]
COUNTS = {
    88: 7,
    64: 6,
    48: 2,
    32: 3,
    24: 9,
    16: 6,
    12: 5,
    8: 9,
    6: 7,
    5: 1,
    4: 4,
    2: 11,
    1: 13,
    0: 1,
}
ROWS = pytest.mark.parametrize("row", FANS, ids=lambda row: row.zh)


def hits(rules: str, zh: str) -> list[str]:
    return [line.hand for line in golden() if line.rules == rules and zh in names(line.fans)]


def test_the_table_has_83_numbers_and_one_fan_beside_them() -> None:
    assert len(FANS) == 84
    assert [row.zh for row in FANS if not row.numbered] == [BESIDE_THE_NUMBERS] == [FANS[-1].zh]


def test_the_rows_stand_by_value() -> None:
    values = [row.value for row in FANS if row.numbered and row.zh != RESERVED]
    assert all(high >= low for high, low in pairwise(values))
    assert sorted(set(values), reverse=True) == [88, 64, 48, 32, 24, 16, 12, 8, 6, 4, 2, 1]


@pytest.mark.parametrize(
    ("value", "count"),
    COUNTS.items(),
)
def test_so_many_fans_of_each_value(value: int, count: int) -> None:
    assert sum(row.value == value for row in FANS) == count


def test_no_name_stands_for_two_fans() -> None:
    said = [name for row in FANS for name in (row.zh, row.en, *row.aliases)]
    assert len(said) == len(set(said))
    assert len(BY_ZH) == len(FANS)


@pytest.mark.parametrize(
    ("said", "zh"),
    [
        ("对对胡", "碰碰和"),
        ("大对子", "碰碰和"),
        ("一条龙", "清龙"),
        ("杠开", "杠上开花"),
        ("全求", "全求人"),
        ("门清自摸", "不求人"),
        ("门清", "门前清"),
        ("十三幺九", "十三幺"),
        ("半清", "混一色"),
    ],
)
def test_the_names_that_players_say_find_the_fan(said: str, zh: str) -> None:
    assert [row.zh for row in find_fans(said)] == [zh]


@ROWS
def test_a_row_says_its_condition_in_both_languages(row: Fan) -> None:
    assert row.zh
    assert row.en.isascii()
    assert row.condition_zh
    assert row.condition_en


@ROWS
def test_every_excluded_name_exists_and_is_excluded_once(row: Fan) -> None:
    excluded = [entry.name for entry in row.exclusions]
    assert len(excluded) == len(set(excluded))
    assert row.zh not in excluded
    for entry in row.exclusions:
        assert entry.name in BY_ZH
        assert entry.instead is None or entry.instead in BY_ZH


def test_the_fans_made_of_like_sets_are_marked() -> None:
    assert [row.zh for row in FANS if row.joins] == JOINED


def aspects(row: Fan) -> set[Aspect]:
    return {word.aspect for word in row.word.alternatives}


def test_every_row_of_the_table_names_one_aspect() -> None:
    assert [row.zh for row in FANS if len(aspects(row)) > 1] == ["幺九刻"]
    assert aspects(BY_ZH["幺九刻"]) == {Aspect.PUNGS, Aspect.HONORS}
    assert all(Aspect.READING not in aspects(row) for row in FANS)
    assert [row.zh for row in FANS if aspects(row) == {Aspect.OTHER_FANS}] == [CHICKEN]


@pytest.mark.parametrize("name", mjcalc.RULESETS)
def test_the_table_is_priced_by_aspects(name: str) -> None:
    """Under every option: no row acts on others in a way that takes the whole reading."""
    for option in OPTIONS:
        for value in option.values if name in option.rulesets else ():
            assert is_separable(mjcalc.ruleset(name, {option.key: value}).fans)


@pytest.mark.parametrize(
    ("zh", "huopin", "guobiao"),
    [
        ("大四喜", 1, 1),
        ("清一色", 22, 22),
        ("无番和", 43, 43),
        ("断幺", 68, 68),
        (NO_WILDCARD, 69, None),
        ("一般高", 70, 69),
        ("明杠", 75, 74),
        ("单钓将", 80, 79),
        (RESERVED, 81, None),
        ("自摸", 82, 80),
        (FLOWER_TILES, 83, 81),
        (BESIDE_THE_NUMBERS, None, None),
    ],
)
def test_numbers(zh: str, huopin: int | None, guobiao: int | None) -> None:
    row = BY_ZH[zh]
    assert mjcalc.ruleset("huopin").number(row) == huopin
    assert mjcalc.ruleset("guobiao").number(row) == guobiao


def test_the_numbers_run_without_a_gap() -> None:
    for rules, last in (("huopin", 83), ("guobiao", 81)):
        found = [mjcalc.ruleset(rules).number(row) for row in FANS]
        assert sorted(number for number in found if number) == list(range(1, last + 1))


@ROWS
def test_every_fan_has_a_hit_under_each_ruleset(row: Fan) -> None:
    if row.zh == RESERVED:  # the same kong is never scored twice
        assert hits("guobiao", row.zh) == hits("huopin", row.zh) == []
        return
    assert hits("huopin", row.zh)
    assert bool(hits("guobiao", row.zh)) == (row.zh != NO_WILDCARD)


@ROWS
def test_every_fan_has_a_near_miss(row: Fan) -> None:
    near = [line for line in golden() if line.clause.startswith(f"{NEAR_MISS}{row.zh}:")]
    assert bool(near) == (row.zh != RESERVED)
    for line in near:
        assert row.zh not in names(line.fans)
        in_huopin = mjcalc.score(mjcalc.parse(line.hand), "huopin")
        assert row.zh not in [one.fan.zh for one in in_huopin.fans]


@ROWS
def test_a_fan_is_found_by_each_of_its_names(row: Fan) -> None:
    for name in (row.zh, row.en, row.en.upper(), *row.aliases):
        assert row in find_fans(name)
