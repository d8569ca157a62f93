"""A block scored in columns and one scored line by line: the same rows, counts and failures."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

import mjcalc
from mjcalc.batch import block
from mjcalc.batch.block import BlockResult, score_block
from mjcalc.batch.job import CUT, Columns, Job
from mjcalc.engine.texts import ScoreTexts
from mjcalc.i18n import Lang
from mjcalc.report import Look
from mjcalc.report.rows import renderer
from mjcalc.tiles import TILES
from tests.cases import hands, mixed_hands

ODD = (
    "", "   ", "# nothing", "  # nothing", "banana", "123m456p789s EEE 5z +win:6z",
    "[891m] 456p 789s EEE 5z +win:5z", "x1\t123m456p789s EEE 5z +win:5z", "一二三万",
    "123m456p78s EEE 55z +win:9s +wild:6m", "123m456p789s EEE 5z +win:5z +flowers:3",
    "123m456p789s EEE 55z", "123m456p789s EEE 5z", "11111m234p567s55z +win:5z", "\t", "id\t",
    "id\t# nothing", "# d1\t123m456p789s EEE 5z +win:5z", "a\tb\t123m456p789s EEE 5z +win:5z",
    "123m456p789s EEE 5z +win:5z # a comment", "123m456p789s EEE 5z 5z +win:5z +win:5z",
    "123m456p789s EEE 5z +win:5z\r", "banana\r", "8z\r\r", "# no\r", "\r",
    "１２３m456p789s EEE 5z +win:5z",
    "123m456p789s EEE 5z +win:5z\t", "[123m,1] [444z,3] 456p789s5z +win:5z",
    "chi:123m peng:EEE 456p789s5z +win:5z", "[7777p,7](1111z) 123m456s5z +win:5z tsumo +kong",
    "123m456p789s EEE 5z +win:5z tsumo +last +seat:S +round:N", "123m456p789s EEE 55z +flip:5m",
)  # fmt: skip
LONG = "i" * 1001
IDS = (
    LONG[1:],
    LONG,
    "a1",
    "d-7.x",
    "12",
    "#3",
    "=1+1",
    "牌 1",
    " b ",
    "",
    '"q"',
    "a,b",
    "-5",
    "+6",
    "x\ty",
    "@",
)


@cache
def lines() -> list[str]:
    """Plain lines, lines with flowers, wildcards or ids, no wins, and lines that are no hands."""
    plain = [mjcalc.format_hand(hand) for hand in mixed_hands(101, 160)]
    wild = [mjcalc.format_hand(hand) for hand in hands(102, 12, (1, 2))]
    items = [f"{line} +{item}:{TILES[n % 34].code}" for n, line in enumerate(plain[:40])
             for item in ("wild", "flip")]  # fmt: skip
    named = [f"{id}\t{line}" for id, line in zip(IDS * 3, plain, strict=False)]
    return [*plain, *ODD, *wild, *items, *named, *ODD[::-1]]


def data(some: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in some).encode()


def job_of(rules: str, format: str, lang: Lang = Lang.BOTH, **more: object) -> Job:
    look = Look(lang=lang, format=format)
    return Job(renderer(look, rules), rules, tally=True, keep_failed=True, **more)  # type: ignore[arg-type]


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes, int, Job], BlockResult]:
    """Scores a block line by line, as one that is short is before the columns are loaded."""

    def score(data: bytes, first: int, job: Job) -> BlockResult:
        with monkeypatch.context() as patch:
            patch.setattr(block, "COLUMNS", "a module that is not loaded")
            patch.setattr(block, "SMALL_BLOCK", len(data) + 1)
            return score_block(data, first, job)

    assert ScoreTexts.__module__ == block.COLUMNS
    return score


def alike(one: BlockResult, other: BlockResult) -> None:
    assert b"".join(one.rows).splitlines() == b"".join(other.rows).splitlines()
    assert one.counts == other.counts
    assert one.tally.totals == other.tally.totals
    assert +one.tally.fans == +other.tally.fans
    assert +one.tally.errors == +other.tally.errors
    assert [result.line for result in one.failed] == [result.line for result in other.failed]
    assert one.failed_lines == other.failed_lines


Each = Callable[[bytes, int, Job], BlockResult]


@pytest.mark.parametrize("rules", mjcalc.RULESETS)
@pytest.mark.parametrize("format", ["tsv", "csv", "jsonl"])
def test_columns_give_the_same_rows(rules: str, format: str, one_by_one: Each) -> None:
    job = job_of(rules, format)
    alike(score_block(data(lines()), 1, job), one_by_one(data(lines()), 1, job))


@pytest.mark.parametrize("lang", list(Lang))
def test_columns_give_the_same_rows_in_each_language(lang: Lang, one_by_one: Each) -> None:
    job = job_of("guobiao", "tsv", lang)
    alike(score_block(data(lines()), 1, job), one_by_one(data(lines()), 1, job))


@pytest.mark.parametrize("format", ["tsv", "csv", "jsonl"])
@pytest.mark.parametrize("header", ["hand,note", "id\tnote\thand\tmore"])
def test_columns_of_a_table_give_the_same_rows(header: str, format: str, one_by_one: Each) -> None:
    columns = Columns.of(header, "hand")
    some = []
    for number, line in enumerate(lines()):
        cells = dict.fromkeys(columns.names, f"n {number}") | {"hand": line.replace("\t", " ")}
        cells["id"] = f"i{number}"
        record = [cells[name] for name in columns.names]
        if columns.delimiter == ",":
            record[0] = f'"{record[0]}"' if number % 3 else record[0].replace(",", " ")
        some.append(columns.delimiter.join(record))
    some += ["", ",", "only a note", ',"a note', '"123m456p789s EEE 5z +win:5z', "\t\t"]
    job = job_of("huopin", format, columns=columns)
    alike(score_block(data(some), 2, job), one_by_one(data(some), 2, job))


@pytest.mark.parametrize("format", ["tsv", "jsonl"])
def test_a_strict_job_ends_at_the_same_line(format: str, one_by_one: Each) -> None:
    job = job_of("huopin", format, strict=True)
    good = [line for line in lines()[:80] if "\t" not in line]
    for some in (lines(), good, good[3:]):
        alike(score_block(data(some), 1, job), one_by_one(data(some), 1, job))


@pytest.mark.parametrize("format", ["tsv", "csv", "jsonl"])
@pytest.mark.parametrize("size", [1, 2, 37])
def test_blocks_may_be_cut_anywhere(size: int, format: str) -> None:
    some = lines()[100:240]
    whole = score_block(data(some), 1, job_of("huopin", format))
    rows, counts = b"", type(whole.counts)()
    for start in range(0, len(some), size):
        part = score_block(data(some[start : start + size]), start + 1, job_of("huopin", format))
        rows += b"".join(part.rows)
        counts += part.counts
    assert rows == b"".join(whole.rows)
    assert counts == whole.counts


@pytest.mark.parametrize("last", ["", "\n", "\r\n", "\n\n"])
def test_the_last_line_may_end_in_any_way(last: str, one_by_one: Each) -> None:
    text = "\n".join(lines()[:30]).encode() + last.encode()
    job = job_of("guobiao", "tsv")
    alike(score_block(text, 1, job), one_by_one(text, 1, job))


@pytest.mark.parametrize("format", ["tsv", "jsonl"])
def test_bytes_that_are_no_text_are_the_same(format: str, one_by_one: Each) -> None:
    hand = b"123m456p789s EEE 5z +win:5z"
    text = b"\n".join(
        (hand, b"\xff" + hand, b"id\xe4\t" + hand, hand + b" \x80", b"\xef\xbb\xbf", hand)
    )
    job = job_of("guobiao", format)
    for mark in (b"", b"\xef\xbb\xbf", b"\xef\xbb\xbfbanana\r\n"):
        alike(score_block(mark + text, 1, job), one_by_one(mark + text, 1, job))


@pytest.mark.parametrize("line", ["{} " + " " * CUT + "1m 0m", " " * CUT + "{}"])
def test_a_line_too_long_to_keep_is_never_scored(line: str, one_by_one: Each) -> None:
    hand = "123m456p789s EEE 5z +win:5z"
    text = data([line.format(hand), hand])
    job = job_of("guobiao", "tsv", Lang.EN)
    in_columns = score_block(text, 1, job)
    alike(in_columns, one_by_one(text, 1, job))
    rows = [row for row in b"".join(in_columns.rows).decode().splitlines() if row]
    assert len(rows) == 2
    assert "cannot-read" in rows[0]
    assert rows[1].startswith("2\t\t21")


def test_a_comment_with_an_id_is_a_comment_and_an_empty_cell_a_fault(one_by_one: Each) -> None:
    text = b"# d1\t123m456p789s EEE 5z +win:5z\n"
    for score in (score_block, one_by_one):
        assert b"".join(score(text, 1, job_of("guobiao", "tsv")).rows) == b""
        job = job_of("guobiao", "tsv", columns=Columns.of("hand,note", "hand"))
        assert score(b",only a note\n", 2, job).counts.failures == 1
