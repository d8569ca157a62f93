"""Whole tables of checked hands, where the sample data lies beside the checkout.

What the project itself needs is in ``hands.tsv``; this is the same on some 17,000 hands.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

import mjcalc
from mjcalc import MjcalcError, Score
from tests.golden import names, wmo_by_hand

SAMPLES = Path(__file__).parents[2] / "shared" / "data"
pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="sample data not present")

Row = dict[str, str]


def rows(name: str) -> list[Row]:
    """The rows of a table; the test is skipped when the table is not there."""
    path = SAMPLES / name
    if not path.is_file():
        pytest.skip(f"sample data not present: {name}")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def of(hand: str, rules: str, options: dict[str, str] | None = None) -> Score:
    return mjcalc.score(mjcalc.parse(hand), mjcalc.ruleset(rules, options or {}))


def fans(score: Score) -> dict[str, int]:
    return {one.fan.zh: one.count for one in score.fans}


@pytest.mark.parametrize(
    ("table", "rules"),
    [
        ("oracle_hands_dev.tsv", "guobiao"),
        ("real_hands_dev.tsv", "guobiao"),
        ("listed_hands.tsv", "guobiao"),
        ("cases_dev.tsv", "guobiao"),
        ("disputed_dev.tsv", "guobiao"),
        ("wild_dev.tsv", "huopin"),
    ],
)
def test_totals(table: str, rules: str) -> None:
    got = [(row["hand"], of(row["hand"], rules).total, int(row["total"])) for row in rows(table)]
    assert [line for line in got if line[1] != line[2]] == []


@pytest.mark.parametrize("table", ["real_hands_dev.tsv", "listed_hands.tsv", "cases_dev.tsv"])
def test_fans(table: str) -> None:
    got = [(row["hand"], fans(of(row["hand"], "guobiao")), row["fans"]) for row in rows(table)]
    assert [line for line in got if line[1] != names(line[2])] == []


@pytest.mark.parametrize(
    "table", ["real_hands_dev.tsv", "listed_hands.tsv", "oracle_hands_dev.tsv"]
)
def test_wmo_is_guobiao_with_its_options(table: str) -> None:
    wmo, by_hand = mjcalc.ruleset("wmo"), wmo_by_hand()
    hands = [mjcalc.parse(row["hand"]) for row in rows(table)]
    got = [
        (hand, mjcalc.score(hand, wmo).total, mjcalc.score(hand, by_hand).total) for hand in hands
    ]
    assert [line for line in got if line[1] != line[2]] == []


def test_one_option_at_a_time() -> None:
    def total(row: Row, options: dict[str, str]) -> str:
        try:
            return str(of(row["hand"], row["rules"], options).total)
        except MjcalcError as refused:
            return refused.code

    wrong = []
    for row in rows("options_dev.tsv"):
        key, value = row["option"].split("=")
        got = total(row, {}), total(row, {key: value})
        if got != (row["total_default"], row["total_option"]):
            wrong.append((row["hand"], row["option"], got))
    assert wrong == []


def explained() -> list[dict[str, Any]]:
    path = SAMPLES / "explain_dev.jsonl"
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", explained(), ids=[str(case["hand"]) for case in explained()])
def test_what_did_not_count_and_why(case: dict[str, Any]) -> None:
    score = of(case["hand"], case["rules"], case.get("options"))
    assert score.total == case["total"]
    assert fans(score) == case["fans"]
    said = {(one.fan.zh, one.by and one.by.zh, one.why.value) for one in score.dropped}
    for want in case["dropped"]:
        by = want.get("by_any") or [want.get("by")]
        why = want.get("why_any") or [want["why"]]
        assert any(zh == want["zh"] and b in by and w in why for zh, b, w in said), want
    known = {want["zh"] for want in case["dropped"]} | set(case["maybe"])
    assert {zh for zh, _, _ in said} <= known
