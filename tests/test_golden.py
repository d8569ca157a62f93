"""Every line of ``hands.tsv``: the total, the fans by name, and that these add up to it."""

from __future__ import annotations

import pytest

import mjcalc
from tests.golden import Golden, golden, names


def name(line: Golden) -> str:
    return " ".join(filter(None, (line.rules, line.options, line.hand)))


@pytest.mark.parametrize("line", golden(), ids=name)
def test_golden_hand(line: Golden) -> None:
    score = line.score()
    assert score.total == line.total
    if line.fans:
        assert {one.fan.zh: one.count for one in score.fans} == names(line.fans)
    # The explained path (rows and principles on the reading) and the fast one (aspects) agree.
    assert sum(one.points for one in score.fans) == score.total
    assert all(one.points == one.count * one.fan.value for one in score.fans)


def test_golden_hands_under_the_other_ruleset() -> None:
    """火拼 is 国标 with named changes: 无财神, no 明暗杠, and 无番和 then has a fan beside it."""
    for line in golden():
        if line.rules == "guobiao" and not line.options and line.fans:
            want = names(line.fans) | {"无财神": 1}
            want.pop("无番和", None)
            if want.pop("明暗杠", None):
                want |= {"明杠": 1, "暗杠": 1}
            score = mjcalc.score(mjcalc.parse(line.hand), "huopin")
            assert {one.fan.zh: one.count for one in score.fans} == want


def test_the_table_is_canonical_and_names_no_hand_twice() -> None:
    assert [line.hand for line in golden()] == [
        mjcalc.format_hand(mjcalc.parse(line.hand)) for line in golden()
    ]
    cases = [(line.hand, line.rules, line.options) for line in golden()]
    assert len(cases) == len(set(cases)) > 500


def test_every_line_says_what_it_shows_and_who_says_so() -> None:
    assert [line.hand for line in golden() if not (line.clause and line.source)] == []
