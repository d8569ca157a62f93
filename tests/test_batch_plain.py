"""The short way of plain lines through a batch, against the long way: the same bytes."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import mjcalc
from mjcalc.batch.job import Job, score_block
from mjcalc.batch.lines import block
from mjcalc.i18n import Lang
from mjcalc.report import Look
from mjcalc.report.rows import renderer
from tests.bench.hands import winning_hands

ODD = (
    "", "# nothing", "banana", "123m456p789s EEE 5z +win:6z", "[891m] 456p 789s EEE 5z +win:5z",
    "x1\t123m456p789s EEE 5z +win:5z", "123m456p78s EEE 55z +win:9s +wild:6m", "一二三万",
    "123m456p789s EEE 5z +win:5z +flowers:3", "123m456p789s EEE 55z",
)  # fmt: skip


class LongWay:
    """A renderer that knows no plain rows."""

    def __init__(self, render: Any) -> None:
        self.render = render

    def __call__(self, result: Any) -> str:
        return str(self.render(result))


@pytest.mark.parametrize("rules", ["guobiao", "huopin"])
@pytest.mark.parametrize("lang", [Lang.ZH, Lang.EN, Lang.BOTH])
@pytest.mark.parametrize("format", ["tsv", "csv", "jsonl"])
def test_plain_lines_give_the_same_rows(rules: str, lang: Lang, format: str) -> None:
    hands = [mjcalc.format_hand(hand) for hand in islice(winning_hands(41), 300)]
    lines = [*hands, *(f"{line} +flowers:2" for line in hands[:50]), *ODD]
    typed = block("".join(f"{line}\n" for line in lines).encode(), 1)
    render = renderer(Look(lang=lang, format=format), rules)
    short = score_block(typed, Job(render, rules, tally=True))
    long = score_block(typed, Job(LongWay(render), rules, tally=True))
    assert short.rows == long.rows
    assert (short.counts, short.tally) == (long.counts, long.tally)
    assert [result.line for result in short.failed] == [result.line for result in long.failed]
