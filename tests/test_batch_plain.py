"""The short way of plain lines through a batch, against the long way: the same bytes."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

import pytest

import mjcalc
from mjcalc.batch.job import Columns, Job, score_block
from mjcalc.batch.lines import block, pieces
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
    wild = [f"{line} +{item}:6m" for line in hands[50:150] for item in ("wild", "flip")]
    ids = ("a1", "d-7.x", "12", "#3", "=1+1", "牌 1", " b ", "", '"q"', "a,b", "-5", "+6", "x\ty")
    named = [f"{id}\t{line}" for id, line in zip(ids * 9, hands, strict=False)]
    lines = [*hands, *(f"{line} +flowers:2" for line in hands[:50]), *wild, *named, *ODD]
    typed = block("".join(f"{line}\n" for line in lines).encode(), 1)
    render = renderer(Look(lang=lang, format=format), rules)
    short = score_block(typed, Job(render, rules, tally=True))
    long = score_block(typed, Job(LongWay(render), rules, tally=True))
    assert short.rows == long.rows
    assert (short.counts, short.tally) == (long.counts, long.tally)
    assert [result.line for result in short.failed] == [result.line for result in long.failed]


@pytest.mark.parametrize("line", ["{} " + " " * 200_000 + "1m 0m", " " * 200_000 + "{}"])
def test_a_line_too_long_to_keep_is_never_scored(line: str) -> None:
    text = line.format("123m456p789s EEE 5z +win:5z")
    stream = io.BytesIO(f"{text}\n123m456p789s EEE 5z +win:5z\n".encode())
    render = renderer(Look(lang=Lang.EN, format="tsv"), "guobiao")
    rows, first = [], 1
    for piece in pieces(stream):
        rows += score_block(block(piece.data, first), Job(render, "guobiao")).rows
        first += piece.lines
    assert len(rows) == 2
    assert "cannot-read" in rows[0]
    assert rows[1].startswith("2\t\t21")


def test_a_comment_with_an_id_is_a_comment_and_an_empty_cell_a_fault() -> None:
    render = renderer(Look(lang=Lang.EN, format="tsv"), "guobiao")
    typed = block(b"# d1\t123m456p789s EEE 5z +win:5z\n", 1)
    assert score_block(typed, Job(render, "guobiao")).rows == []
    job = Job(render, "guobiao", columns=Columns.of("hand,note", "hand"))
    assert score_block(block(b",only a note\n", 2), job).counts.failures == 1
