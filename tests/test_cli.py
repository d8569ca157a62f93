"""The command line: whole outputs, every exit code, every format, every kind of error."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from mjcalc import cli
from mjcalc.cli.options import runnable
from tests.command import Mjcalc, clear_settings, command_line

ROOT = Path(__file__).parent.parent
DATA = ROOT.parent / "shared" / "data"
PYTHON = (sys.executable, "-m", "mjcalc")
HAND = "123m456p789s EEE 55z +win:5z tsumo"
BELOW = "[123m] [345m] 678p56s33z +win:7s tsumo"


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_settings(monkeypatch)


@pytest.fixture
def mjcalc(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    return command_line(capsys, monkeypatch)


def piped(script: str, **more: Any) -> subprocess.CompletedProcess[str]:
    """Runs a line of bash in which ``mjcalc`` is this package."""
    command = shlex.join(PYTHON)
    return subprocess.run(
        ["bash", "-c", f'mjcalc() {{ {command} "$@"; }}\n{script}'],
        capture_output=True, text=True, cwd=ROOT, encoding="utf-8", check=False, **more,
    )  # fmt: skip


# --- score: the table ---------------------------------------------------------------------------

TABLE = """\
123m 456p 789s 东东东 中中 · 和中 wins on 中 · 自摸 self-drawn

号 no  番种    fan                   番 value  分 points
-----  ------  --------------------  --------  ---------
   39  花龙    Mixed Straight               8          8
   51  五门齐  All Types                    6          6
   56  不求人  Fully Concealed Hand         4          4
   60  圈风刻  Prevalent Wind               2          2
   61  门风刻  Seat Wind                    2          2
   69  无财神  No Wildcard                  2          2
   80  单钓将  Single Wait                  1          1
-----  ------  --------------------  --------  ---------
       合计    Total                                  25

火拼 Huopin (huopin)
未写明，按此计 assumed: 门风东 seat 东 E · 圈风东 round 东 E
"""

EXPLAINED = """\
123m (7777p) 456s [东东东] 88p · wins on 5s · by discard · fourth copy

no  fan             value  points
--  --------------  -----  ------
58  Last Tile           4       4
60  Prevalent Wind      2       2
67  Concealed Kong      2       2
78  Closed Wait         1       1
--  --------------  -----  ------
    Total                       9

present, not counted
no  fan                          value  why         by
--  ---------------------------  -----  ----------  --------------
73  Pung of Terminals or Honors      1  non-repeat  Prevalent Wind

non-repeat: what a counted fan already says is not counted again

MCR (guobiao)
options: mixed-kongs=6
minimum 8: reached
assumed: won by discard
"""


def test_the_table_of_a_hand(mjcalc: Mjcalc) -> None:
    assert mjcalc("score", HAND) == (0, TABLE, "")


def test_the_arguments_are_joined(mjcalc: Mjcalc) -> None:
    assert mjcalc("score", *HAND.split()) == (0, TABLE, "")


def test_explain_lists_what_does_not_count_and_why(mjcalc: Mjcalc) -> None:
    hand = "123m peng:EEE angang:7777p 46s 88p +win:5s +seat:S +round:E +fourth"
    options = ("--rules", "guobiao", "--option", "mixed-kongs=6", "--lang", "en", "--explain")
    assert mjcalc("score", hand, *options) == (0, EXPLAINED, "")


def test_explain_says_when_everything_counts(mjcalc: Mjcalc) -> None:
    out = mjcalc("score", "[123m] [345m] 678p56s33z +win:7s", "--explain", "--lang", "en").out
    assert "present, not counted: nothing" in out


def test_the_winning_tile_and_the_discard_that_are_assumed_are_named(mjcalc: Mjcalc) -> None:
    out = mjcalc("score", "456p789s44m234m567p", "--lang", "en").out
    assert "assumed: winning tile 7p (typed last) · won by discard\n" in out
    out = mjcalc("score", "123m456p789s EEE 55z", "--lang", "zh").out
    assert "未写明，按此计: 和牌张中（最后一张） · 点和 · 门风东 · 圈风东\n" in out


def test_quiet_leaves_out_the_notes(mjcalc: Mjcalc) -> None:
    assert mjcalc("score", HAND, "-q").out == TABLE.rsplit("\n\n", 1)[0] + "\n"


def test_wildcards_say_what_they_stand_for(mjcalc: Mjcalc) -> None:
    hand = "123m 456p 789s EEE 5z +win:6m +wild:6m +seat:E +round:E"
    out = mjcalc("score", hand, "--lang", "en").out
    assert out.startswith(
        "123m 456p 789s 东东东 中中 · wins on 6m · by discard · wildcard 6m as 中\n"
    )
    out = mjcalc("score", HAND + " +wild:6m", "--lang", "zh").out
    assert out.splitlines()[0].endswith("自摸 · 财神6m")


def test_wildcards_that_stand_for_one_tile_are_told_together(mjcalc: Mjcalc) -> None:
    hand = ("123m 456p 789s EEE +win:6m +wild:6m 6m", "-q")
    first = mjcalc("score", *hand, "--lang", "zh").out.splitlines()[0]
    assert first.endswith("点和 · 财神6m当中×2")
    first = mjcalc("score", *hand, "--lang", "en").out.splitlines()[0]
    assert first.endswith("by discard · wildcard 6m as 中×2")


def test_unicode_tiles(mjcalc: Mjcalc) -> None:
    first = mjcalc("score", HAND, "--tiles", "unicode").out.splitlines()[0]
    assert first.startswith("🀇🀈🀉 🀜🀝🀞 🀖🀗🀘 🀀🀀🀀 🀄🀄 · 和🀄")


def test_the_minimum_of_a_venue(mjcalc: Mjcalc) -> None:
    out = mjcalc("score", BELOW, "--venue", "8番场", "--lang", "en")
    assert "minimum 8: not reached (3 without flowers)" in out.out
    assert out.code == 0


def test_all_other_readings(mjcalc: Mjcalc) -> None:
    hand = ("score", "111222333m 456p 77s +win:7s", "--rules", "guobiao", "--lang", "en")
    out = mjcalc(*hand, "--all").out
    assert "\nother readings\n" in out
    others = mjcalc(*hand, "--all=1", "--format", "json").value["others"]
    assert len(others) == 1
    assert set(others[0]) == {"total", "fans", "reading", "wildcards"}
    assert "there is no other reading" in mjcalc("score", HAND, "--all").out
    assert mjcalc("score", "--all", *HAND.split()).code == 0


def test_readings_that_are_not_shown_are_counted(mjcalc: Mjcalc) -> None:
    hand = ("score", "123m 456p 7s 66m66m 55z 7z +win:5z +wild:6m", "--lang", "en")
    every = len(mjcalc(*hand, "--all", "--format", "json").value["others"])
    assert f"\nnot shown: {every - 2} more\n" in mjcalc(*hand, "--all=2").out
    assert "not shown" not in mjcalc(*hand, "--all").out + mjcalc(*hand).out


def test_a_number_apart_from_all_is_no_hand(mjcalc: Mjcalc) -> None:
    code, out, err = mjcalc("score", "--all", "3", HAND, "--lang", "en")
    assert (code, out) == (2, "")
    assert err == "mjcalc: --all needs an equals sign before its number: write --all=3\n"


def test_all_takes_a_small_number(mjcalc: Mjcalc) -> None:
    result = mjcalc("score", HAND, "--all=0", "--lang", "en")
    assert result.code == 2
    assert result.err.startswith('mjcalc: --all cannot be "0": use 1, 2, ')


@pytest.mark.parametrize("number", ["9" * 5000, "٣", "²", "11", "1_0", "-1"])
def test_all_takes_no_other_number(mjcalc: Mjcalc, number: str) -> None:
    code, out, err = mjcalc("score", HAND, f"--all={number}", "--lang", "en")
    assert (code, out) == (2, "")
    assert err.startswith(f'mjcalc: --all cannot be "{number[:40]}')
    assert err.count("\n") == 1
    assert len(err) < 200


# --- score: the other formats -------------------------------------------------------------------


def test_json_has_the_documented_keys_in_order(mjcalc: Mjcalc) -> None:
    value = mjcalc("score", HAND, "--format", "json").value
    assert " ".join(value) == (
        "schema line id input ok rules options hand total base flowers minimum enough "
        "fans dropped reading wildcards"
    )
    assert value["hand"] == "123m456p789s1115z +win:5z tsumo +seat:E +round:E"
    assert value["fans"][0] == {
        "no": 39, "zh": "花龙", "en": "Mixed Straight", "value": 8, "count": 1, "points": 8,
        "sets": [[0, 1, 2]],
    }  # fmt: skip
    assert value["dropped"][-1] == {
        "no": 82, "zh": "自摸", "en": "Self-Drawn", "value": 1, "count": 1, "points": 1,
        "by": "不求人", "why": "不重复",
    }  # fmt: skip
    assert value["reading"]["sets"][0] == {
        "kind": "chow", "tiles": "123m", "melded": False, "source": None,
    }  # fmt: skip
    assert value["reading"]["pair"] == "55z"
    assert value["reading"]["wait"] == "pair"
    assert value["wildcards"] == []


def test_json_is_one_line(mjcalc: Mjcalc) -> None:
    out = mjcalc("score", HAND, "--format", "json").out
    assert out.startswith('{"schema":1,"line":null,"id":null,"input":"123m456p789s EEE')
    assert out.count("\n") == 1
    assert mjcalc("score", HAND, "--format", "jsonl").out == out


def test_json_of_flowers_and_options(mjcalc: Mjcalc) -> None:
    args = (BELOW + " +flowers:6", "--option", "two-concealed-kongs=8", "--venue", "8fan")
    value = mjcalc("score", *args, "--format", "json").value
    assert value["options"] == {"two-concealed-kongs": "8"}
    assert (value["total"], value["base"], value["flowers"]) == (9, 3, 6)
    assert (value["minimum"], value["enough"]) == (8, False)
    assert value["fans"][-1] == {
        "no": 83, "zh": "花牌", "en": "Flower Tiles", "value": 1, "count": 6, "points": 6,
        "sets": [],
    }  # fmt: skip


def test_json_of_wildcards(mjcalc: Mjcalc) -> None:
    hand = "123m 456p 789s EEE 6m +win:5z +wild:6m"
    assert mjcalc("score", hand, "--format", "json").value["wildcards"] == [
        {"tile": "6m", "as": "5z"}
    ]


@pytest.mark.parametrize(
    ("format", "lines"),
    [
        ("csv", ["no,en,value,count,points", "39,Mixed Straight,8,1,8", ",Total,,,25"]),
        ("tsv", ["no\ten\tvalue\tcount\tpoints", "39\tMixed Straight\t8\t1\t8", "\tTotal\t\t\t25"]),
        (
            "markdown",
            [
                "|   no | fan                  |   value |   count |   points |",
                "|   39 | Mixed Straight       |       8 |       1 |        8 |",
                "|      | Total                |         |         |       25 |",
            ],
        ),
    ],
)
def test_rows_for_other_programs(mjcalc: Mjcalc, format: str, lines: Sequence[str]) -> None:
    out = mjcalc("score", HAND, "--format", format, "--lang", "en").out.splitlines()
    first = 1 if format != "markdown" else 2
    assert [out[0], out[first], out[-1]] == list(lines)


def test_csv_explains_in_two_more_columns(mjcalc: Mjcalc) -> None:
    out = mjcalc("score", HAND, "--format", "csv", "--explain").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["why"] for row in rows if row["zh"] == "自摸"] == ["不重复"]
    total = [row["zh"] for row in rows].index("合计")
    assert sum(int(row["points"]) for row in rows[:total]) == int(rows[total]["points"]) == 25
    assert all(row["why"] for row in rows[total + 1 :])


def test_csv_in_english_explains_in_english(mjcalc: Mjcalc) -> None:
    out = mjcalc("score", HAND, "--format", "csv", "--explain", "--lang", "en").out
    assert out.splitlines()[-1] == "82,Self-Drawn,1,1,1,Fully Concealed Hand,non-repeat"


# --- score: exit codes and errors ---------------------------------------------------------------


def test_check_fails_below_the_minimum(mjcalc: Mjcalc) -> None:
    assert mjcalc("score", BELOW, "--check").code == 0
    assert mjcalc("score", BELOW, "--check", "--venue", "dazhong").code == 0
    assert mjcalc("score", BELOW, "--check", "--venue", "8fan").code == 4
    assert mjcalc("score", BELOW, "--check", "--rules", "guobiao").code == 4


SLIP = """\
mjcalc: column 22: the hand already has 14 tiles and none of them is 5m: correct +win or remove \
a tile; with +win:5z, the last tile typed, it scores 25
  123m456p789s EEE 55z +win:5m tsumo
                       ^^^^^^^
"""


def test_a_slip_of_the_winning_tile_shows_what_was_meant(mjcalc: Mjcalc) -> None:
    hand = "123m456p789s EEE 55z +win:5m tsumo"
    assert mjcalc("score", hand, "--lang", "en") == (2, "", SLIP)
    error = mjcalc("score", hand, "--format", "json").value["error"]
    assert (error["code"], error["column"], error["length"]) == ("impossible-hand", 22, 7)
    assert "25" in error["message"]


def test_no_hint_when_the_slip_is_not_the_only_fault(mjcalc: Mjcalc) -> None:
    assert "it scores" not in mjcalc("score", "123m456p789s EEE 5z9m +win:5m", "--lang", "en").err


def test_every_fault_gets_its_line_and_caret(mjcalc: Mjcalc) -> None:
    result = mjcalc("score", "碰东东南 456p 789s 中中中 5p +flowers:9", "--lang", "en")
    assert result.code == 2
    lines = result.err.splitlines()
    assert lines[0].startswith("mjcalc: column 1: 112z (东东南) is not a set")
    assert lines[2] == "  ^^^^^^^^"
    assert lines[3].startswith("mjcalc: column 23: 9 flowers: there are 8 in all")
    assert lines[5] == " " * 31 + "^" * 10


def test_json_lists_every_error(mjcalc: Mjcalc) -> None:
    result = mjcalc("score", "123m 456p 78s EEE 55z 8z banana", "--format", "json")
    value = result.value
    assert result.code == 2
    assert list(value) == ["schema", "line", "id", "input", "ok", "rules", "error", "errors"]
    assert value["ok"] is False
    assert [error["column"] for error in value["errors"]] == [23, 26]
    assert value["error"] == value["errors"][0]
    assert value["error"]["code"] == "cannot-read"
    assert list(value["error"]) == ["code", "message", "column", "length"]
    assert "banana" in result.err


def test_not_a_win_names_the_tile_that_is_missing(mjcalc: Mjcalc) -> None:
    result = mjcalc("score", "[123m] [456p] 789s EEE 5z +win:7z tsumo", "--lang", "en")
    assert result.code == 3
    assert "discard 白 to wait for 中" in result.err
    far = mjcalc("score", "159m159p159s1122z +win:3z tsumo", "--lang", "en")
    assert far.code == 3
    assert "more than one tile away" in far.err
    assert mjcalc("score", "159m159p159s1122z +win:3z", "--format", "json").value["error"] == {
        "code": "not-a-win",
        "message": "不成和：还差不止一张 / not a winning hand: more than one tile away",
        "column": None,
        "length": None,
    }


def test_a_waiting_hand_lists_its_waits(mjcalc: Mjcalc) -> None:
    result = mjcalc("score", "123m456p789s EEE 5z", "--lang", "en")
    assert result == (
        3,
        mjcalc("waits", "123m456p789s EEE 5z", "--lang", "en").out,
        "mjcalc: 13 tiles, still waiting: add the winning tile, e.g. +win:5z\n",
    )
    assert result.out.startswith("ready: 3 tiles left to win on\n")
    value = mjcalc("score", "19m19p19s1234567z", "--format", "json").value
    assert len(value["waits"]) == 13
    assert value["error"]["code"] == "waiting"
    nothing = mjcalc("score", "159m159p159s1122z", "--lang", "en")
    assert nothing.code == 3
    assert nothing.out.startswith("4 away from ready")


def test_the_waits_for_other_programs(mjcalc: Mjcalc) -> None:
    hand = ("score", "123m456p78s EEE 55z", "--format")
    rows = [line.split(",")[2] for line in mjcalc(*hand, "csv").out.splitlines()]
    assert rows == ["tile", "6s", "9s"]
    glyphs = mjcalc(*hand, "tsv", "--tiles", "unicode").out.splitlines()
    assert [line.split("\t")[2] for line in glyphs] == ["tile", "🀕", "🀘"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["scor", HAND], "did you mean score?"),
        (["score", HAND, "--explian"], "did you mean --explain, "),
        (["score", HAND, "--format", "yaml"], 'cannot be "yaml": use table, json'),
        (["score", HAND, "--rules", "guobio"], "did you mean guobiao?"),
        (["score", HAND, "--rules", "guobiao", "--venue", "8fan"], "guobiao has no venues"),
        (["score", HAND, "--venue", "casino"], 'no venue "casino": use dazhong, 8fan, nofan'),
        (["score", HAND, "--option", "mixed-kongs"], "--option mixed-kongs has no value"),
        (["score", HAND, "--option", "mixed-kongs=7"], 'cannot be "7": use 5, 6, separate'),
        (["score", HAND, "--option", "false-win=40"], "huopin has no rule option false-win"),
        (["score", HAND, "--option", "mixed-kong=5"], "did you mean mixed-kongs?"),
        (["score", HAND, "--rules"], "wrong usage, see --help"),
        (["score", ""], "no hand given"),
        (["fans", "清农"], "did you mean 门清, 清龙"),
        (["fans", "99"], "huopin has no fan number 99"),
        (["rules", "nothing"], 'no ruleset "nothing"'),
        (["rules", "a", "b", "c"], "wrong usage"),
    ],
)
def test_a_wrong_command_line_is_one_line(mjcalc: Mjcalc, args: list[str], said: str) -> None:
    code, out, err = mjcalc(*args, "--lang", "en") if args[-1] != "--rules" else mjcalc(*args)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert said in err


def test_an_option_has_one_value(mjcalc: Mjcalc) -> None:
    six, five = ("--option", "mixed-kongs=6"), ("--option", "mixed-kongs=5")
    other = ("--option", "false-win=30", "--option", "false-win=40")
    code, out, err = mjcalc("score", HAND, *six, *other, *five, *six, "--lang", "en")
    assert (code, out) == (2, "")
    assert err == (
        "mjcalc: --option mixed-kongs has several values (6, 5): keep one\n"
        "mjcalc: --option false-win has several values (30, 40): keep one\n"
    )
    once = mjcalc("score", HAND, *six, "--format", "json")
    assert mjcalc("score", HAND, *six, *six, "--format", "json") == once
    assert once.code == 0


def test_errors_are_in_the_language_asked_for(
    mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert mjcalc("scor", "--lang=zh").err == (
        "mjcalc: 没有“scor”这个命令：mjcalc --help 列出全部命令；是不是 score？\n"
    )
    monkeypatch.setenv("MJCALC_LANG", "en")
    assert mjcalc("scor").err.startswith("mjcalc: there is no command")


def test_the_environment_is_a_default(mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MJCALC_RULES", "guobiao")
    monkeypatch.setenv("MJCALC_FORMAT", "json")
    assert mjcalc("score", HAND).value["total"] == 23
    assert mjcalc("score", HAND, "--rules", "huopin").value["total"] == 25
    monkeypatch.setenv("MJCALC_RULES", "nonsense")
    assert mjcalc("score", HAND).code == 2


def test_a_fault_of_ours_is_no_traceback(mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("mjcalc.notation.grammar.parse", broken)
    code, out, err = mjcalc("score", HAND, "--lang", "en")
    assert (code, out) == (1, "")
    assert err == (
        "mjcalc: this is a fault of mjcalc, please report it (--debug shows where): "
        "RuntimeError: broken\n"
    )
    with pytest.raises(RuntimeError):
        mjcalc("score", HAND, "--debug")


@pytest.mark.skipif(not DATA.exists(), reason="the shared data is not here")
def test_the_list_of_errors(mjcalc: Mjcalc) -> None:
    with (DATA / "errors_dev.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    wrong = [row["id"] for row in rows if not agrees(mjcalc, row)]
    assert rows
    assert wrong == []


def agrees(mjcalc: Mjcalc, row: dict[str, str]) -> bool:
    """Whether a row's command line ends as the row says."""
    args = json.loads(row["args"])
    if args[0] not in (*cli.COMMANDS, "scor"):
        return True
    plain = mjcalc(*args)
    good = plain.code == int(row["exit"]) and row["needle"] in plain.out + plain.err
    if not row["code"]:
        return good
    value = mjcalc(*args, "--format", "json").value
    column, defects = value["error"]["column"], len(value["errors"])
    return (
        good
        and value["error"]["code"] == row["code"]
        and row["column"] in ("", str(column))
        and row["defects"] in ("", str(defects))
    )


# --- score: standard input, pipes, signals ------------------------------------------------------


def test_lines_from_standard_input_are_answered_one_by_one(mjcalc: Mjcalc) -> None:
    lines = f"{HAND}\n\n# comment\n{BELOW}\n"
    code, out, err = mjcalc("score", "-", "--format", "jsonl", stdin=lines)
    assert [json.loads(line)["total"] for line in out.splitlines()] == [25, 3]
    assert (code, err) == (0, "")
    assert mjcalc("score", "-", stdin=HAND + "\n" + HAND).out == TABLE + "\n" + TABLE
    assert mjcalc("score", stdin=HAND).out == TABLE


def test_the_worst_line_is_the_exit_code(mjcalc: Mjcalc) -> None:
    assert mjcalc("score", "-", stdin=f"{HAND}\nbanana\n123m456p789s EEE 5z").code == 3
    assert mjcalc("score", "-", stdin=f"banana\n{HAND}").code == 2


def test_no_input_is_an_error(mjcalc: Mjcalc) -> None:
    code, out, err = mjcalc("score", "-", "--lang", "en")
    assert (code, out) == (2, "")
    assert "no hand given" in err


@pytest.mark.parametrize("command", ["score", "batch", "game", "replay"])
@pytest.mark.parametrize("dash", ["", " -"])
def test_a_closed_standard_input_is_no_input(command: str, dash: str) -> None:
    done = piped(f"mjcalc {command}{dash} --lang en <&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "mjcalc: standard input is closed, there is no input: "
        "give it as an argument, or through a pipe\n"
    )


def test_a_closed_standard_input_is_told_to_programs_too() -> None:
    for command in ("score", "game", "replay"):
        done = piped(f"mjcalc {command} - --format json <&-")
        assert json.loads(done.stdout)["error"]["code"] == "cannot-read"


@pytest.mark.parametrize("command", ["score", "batch", "batch --column hand", "game", "replay"])
@pytest.mark.parametrize("format", ["table", "json"])
def test_an_input_that_cannot_be_read_is_told_with_the_reason(command: str, format: str) -> None:
    done = piped(f"mjcalc {command} - --lang en --format {format} 0> /dev/null")
    assert done.returncode == 2
    assert done.stderr == "mjcalc: cannot read -: Bad file descriptor\n"
    if not command.startswith("batch"):
        assert (json.loads(done.stdout)["ok"] is False) if format == "json" else not done.stdout


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="looks into /proc")
@pytest.mark.parametrize("command", ["batch", "batch --jobs 2", "game", "replay"])
def test_a_file_that_opens_and_cannot_be_read_is_told_with_the_reason(command: str) -> None:
    done = piped(f"mjcalc {command} /proc/self/mem --lang en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mjcalc: cannot read /proc/self/mem: Input/output error\n"


@pytest.mark.parametrize(
    "command",
    ["batch examples/hands.txt", "replay examples/botzone.log", f"score '{HAND}'"],
)
def test_a_closed_standard_error_stops_nothing(command: str) -> None:
    done, closed = piped(f"mjcalc {command}"), piped(f"mjcalc {command} 2>&-")
    assert (closed.returncode, closed.stdout) == (done.returncode, done.stdout)
    assert closed.stdout


@pytest.mark.parametrize("command", ["score", "batch", "settle"])
def test_nothing_given_at_a_terminal_is_short_help(command: str) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours), os.fdopen(theirs) as terminal:
        done = subprocess.run([*PYTHON, command], stdin=terminal, capture_output=True, cwd=ROOT)
    assert done.returncode == 2
    said = done.stderr.decode()
    assert said.startswith(f"例 Examples:\n  mjcalc {command} ")
    assert said.endswith(f"{command} --help\n")
    assert said.count("\n") < 20


def test_a_referee_gets_each_answer_before_the_next_line() -> None:
    with subprocess.Popen(
        [*PYTHON, "score", "-", "--format", "json"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        for total, hand in ((25, HAND), (3, BELOW)):
            process.stdin.write(hand + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["total"] == total
        process.send_signal(signal.SIGINT)
        process.stdin.close()
        assert process.wait() in (0, 130)


def test_interrupt_is_130() -> None:
    with subprocess.Popen(
        [*PYTHON, "score", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, cwd=ROOT,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        process.stdin.write(HAND + "\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130


def test_a_closed_pipe_is_quiet() -> None:
    script = f"for i in {{1..3000}}; do echo '{HAND}'; done | mjcalc score - | head -1; "
    done = piped(script + 'echo "${PIPESTATUS[1]}"')
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
@pytest.mark.parametrize(
    "command", [f"score '{HAND}'", "fans", "game --new huopin", "replay examples/botzone.log"]
)
def test_an_output_that_cannot_be_written_is_told_in_a_line(command: str, where: str) -> None:
    done = piped(f"mjcalc {command} --lang en {where}; echo $?")
    reason = "Bad file descriptor" if where == ">&-" else "No space left on device"
    assert done.stderr == f"mjcalc: cannot write the output: {reason}\n"
    assert done.stdout == "2\n"


def test_other_encodings_of_the_terminal_do_not_matter() -> None:
    done = piped(f"mjcalc score '{HAND}'", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.stdout == TABLE


def test_no_colour_but_on_a_terminal() -> None:
    assert "\x1b" not in piped(f"mjcalc score '{HAND}'").stdout
    for more, colored in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        ours, theirs = pty.openpty()
        env = {"TERM": "xterm", **os.environ, **more}
        if colored:
            env |= {"TERM": "xterm"}
            env.pop("NO_COLOR", None)
        subprocess.run([*PYTHON, "score", HAND], stdout=theirs, env=env, cwd=ROOT, check=True)
        os.close(theirs)
        shown = b""
        try:
            while chunk := os.read(ours, 4096):
                shown += chunk
        except OSError:
            pass  # how a terminal says that its other end is closed
        os.close(ours)
        assert (b"\x1b[1m" in shown) is colored


# --- fans and rules -----------------------------------------------------------------------------

FAN = """\
清龙 Pure Straight · 16
  编号 number: guobiao 28, huopin 28, wmo 28
  条件 condition: 一种花色 123、456、789 / 123, 456, 789 of one suit
  又名 also called: 一条龙
  不另计 removes: 连六 Short Straight (限于本番所用的牌 on its own sets), \
老少副 Two Terminal Chows (限于本番所用的牌 on its own sets)
  被谁包含 removed by: 无 nothing
  例 example: [123m] 456789m777p5s +win:5s ron
"""


def test_one_fan(mjcalc: Mjcalc) -> None:
    assert mjcalc("fans", "清龙") == (0, FAN, "")
    for name in ("28", "pure straight", "一条龙"):
        assert mjcalc("fans", name).out == FAN


def test_a_part_of_a_name_lists_the_hits(mjcalc: Mjcalc) -> None:
    rows = mjcalc("fans", "straight", "--format", "csv").out.splitlines()
    header, *found = [row.split(",") for row in rows]
    assert header[:3] == ["guobiao", "huopin", "wmo"]
    assert [row[3] for row in found] == ["清龙", "组合龙", "花龙", "连六"]
    table = mjcalc("fans", "straight", "--lang", "zh").out.splitlines()
    assert table[0].split() == ["guobiao", "huopin", "wmo", "番种", "番", "条件"]
    assert len(table) == 6


def test_numbers_are_those_of_the_ruleset(mjcalc: Mjcalc) -> None:
    assert mjcalc("fans", "70").out.startswith("一般高 ")
    for rules in ("guobiao", "wmo"):
        assert mjcalc("fans", "70", "--rules", rules).out.startswith("喜相逢 ")


@pytest.mark.parametrize("number", ["9" * 5000, "٣"])
def test_what_is_no_number_is_no_fan(mjcalc: Mjcalc, number: str) -> None:
    code, out, err = mjcalc("fans", number, "--lang", "en")
    assert (code, out) == (2, "")
    shown = number if len(number) <= 40 else f"{number[:40]}…"
    assert err == f'mjcalc: there is no fan "{shown}": mjcalc fans lists them\n'


def test_the_whole_table(mjcalc: Mjcalc) -> None:
    assert len(mjcalc("fans").out.splitlines()) == 2 + 84
    fans = mjcalc("fans", "--format", "json").value["fans"]
    assert len(fans) == 84
    assert fans[0]["removes"][-1] == {"zh": "幺九刻", "scope": "own", "instead": None}
    lines = mjcalc("fans", "--format", "jsonl").out.splitlines()
    assert json.loads(lines[0])["schema"] == 1
    assert "| 大四喜" in mjcalc("fans", "--format", "markdown").out


def test_a_ruleset_that_is_asked_for_shows_its_own_table(
    mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = mjcalc("fans", "--rules", "guobiao", "--lang", "en").out
    assert table.split()[:2] == ["guobiao", "fan"]
    assert "Concealed and Melded Kong" in table
    assert "No Wildcard" not in table
    assert "No Wildcard" in mjcalc("fans", "--rules", "huopin", "--lang", "en").out
    assert mjcalc("fans", "straight", "--rules", "huopin", "--format", "csv").out.startswith(
        "huopin,zh,en,value,condition\n28,清龙,"
    )
    json_of = mjcalc("fans", "--rules", "huopin", "--format", "json").out
    assert json_of == mjcalc("fans", "--format", "json").out
    monkeypatch.setenv("MJCALC_RULES", "guobiao")
    assert mjcalc("fans", "--lang", "en").out == table


def test_a_fan_that_is_replaced_says_by_what(mjcalc: Mjcalc) -> None:
    out = mjcalc("fans", "七对", "--lang", "en").out
    assert "Fully Concealed Hand (Self-Drawn counts instead)" in out


def test_an_option_changes_the_value_shown(mjcalc: Mjcalc) -> None:
    out = mjcalc("fans", "双暗杠", "--option", "two-concealed-kongs=8").out
    assert out.startswith("双暗杠 Two Concealed Kongs · 8\n")


def test_the_rulesets_and_their_options(mjcalc: Mjcalc) -> None:
    out = mjcalc("rules", "--lang", "en").out
    assert "huopin Huopin 83 none, 8fan 8 yes" in " ".join(out.split())
    assert "mixed-kongs: 5 | 6 | separate (default: guobiao 5, huopin separate, wmo 6)\n" in out
    assert "knitted-wait: counted | not-counted (default: counted)\n" in out
    assert "false-win" not in mjcalc("rules", "huopin").out
    assert "wildcard-on-discard" not in mjcalc("rules", "guobiao").out


def test_the_options_for_other_programs(mjcalc: Mjcalc) -> None:
    value = mjcalc("rules", "--format", "json").value
    assert [rules["rules"] for rules in value["rules"]] == ["guobiao", "huopin", "wmo"]
    assert value["options"][0]["key"] == "concealed-self-draw"
    rows = list(csv.DictReader(io.StringIO(mjcalc("rules", "--format", "csv").out)))
    assert rows[2]["values"] == "5 6 separate"
    assert mjcalc("rules", "--format", "jsonl").out.count("\n") == 3


def test_the_difference_of_two_rulesets(mjcalc: Mjcalc) -> None:
    out = mjcalc("rules", "guobiao", "huopin", "--lang", "en").out
    rows = [line.split("  ") for line in out.splitlines()]
    said = {row[0]: [cell.strip() for cell in row[1:] if cell.strip()] for row in rows}
    assert said["minimum"] == ["8", "none, 8fan 8"]
    assert said["wildcards"] == ["none", "yes"]
    assert said["option · mixed-kongs"] == ["5", "separate"]
    assert said["number · No Wildcard"] == ["–", "69"]
    assert said["number · Short Straight"] == ["71", "72"]
    assert said["value · Concealed and Melded Kong"] == ["5", "–"]
    assert mjcalc("rules", "huopin", "huopin", "--lang", "en").out == "the two are the same\n"
    rows_of = mjcalc("rules", "guobiao", "huopin", "--format", "json").value["differences"]
    assert {"what": "起和 minimum", "guobiao": "8", "huopin": "无 none, 8番场 8fan 8"} in rows_of


def test_the_difference_of_wmo_and_guobiao(mjcalc: Mjcalc) -> None:
    rows = csv.reader(
        io.StringIO(mjcalc("rules", "wmo", "mcr", "--lang", "en", "--format", "csv").out)
    )
    assert [*rows] == [
        ["what", "wmo", "guobiao"],
        ["option · concealed-self-draw", "fully-concealed", "self-drawn"],
        ["option · two-concealed-kongs", "8", "6"],
        ["option · mixed-kongs", "6", "5"],
        ["option · terminals-double-pung", "counted", "excluded"],
        ["option · green-half-flush", "counted", "excluded"],
        ["option · nine-gates-pung", "all", "one"],
        ["option · kong-concealment", "counted", "excluded"],
        ["value · Two Concealed Kongs", "8", "6"],
        ["value · Concealed and Melded Kong", "6", "5"],
    ]


RULESET_TITLES = {
    "guobiao": ("GUOBIAO", "国标", "mcr"),
    "huopin": ("火拼", "HuoPin"),
    "wmo": ("WMO", "green book", "世界麻将组织"),
}
EACH_TITLE = pytest.mark.parametrize(
    ("title", "key"), [(title, key) for key, titles in RULESET_TITLES.items() for title in titles]
)
NAMING_RULES = [
    ("score", HAND, "--format", "json"),
    ("score", "12m", "--format", "json"),
    ("settle", "--draw", "--fee", "x", "--format", "json"),
    ("settle", "--bird", "3p", "--dealer", "E", "--format", "json"),
    ("batch", "examples/hands.txt", "--format", "jsonl", "-q"),
    ("batch", "no-such-file", "--format", "json"),
    ("fans", "清龙"),
    ("fans", "--lang", "en"),
    ("rules",),
    ("rules", "huopin"),
]


@EACH_TITLE
@pytest.mark.parametrize("args", NAMING_RULES, ids=" ".join)
def test_a_title_names_the_ruleset_as_its_key_does(
    args: Sequence[str], title: str, key: str, mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    by_key = mjcalc(*args, "--rules", key)
    assert mjcalc(*args, "--rules", title) == by_key
    monkeypatch.setenv("MJCALC_RULES", key)
    in_environment = mjcalc(*args)
    monkeypatch.setenv("MJCALC_RULES", title)
    assert mjcalc(*args) == in_environment
    if '"rules":' in by_key.out:
        assert json.loads(by_key.out.splitlines()[0])["rules"] == key


@EACH_TITLE
def test_a_title_is_an_argument_of_rules(title: str, key: str, mjcalc: Mjcalc) -> None:
    assert mjcalc("rules", title) == mjcalc("rules", key)
    assert mjcalc("rules", title, "huopin") == mjcalc("rules", key, "huopin")
    assert mjcalc("rules", key, "--rules", title) == mjcalc("rules", key)


def test_the_result_names_wmo_and_the_options_that_differ_from_it(mjcalc: Mjcalc) -> None:
    hand = "(2222s)(3333s)[5555p]67m EE 8m +win:8m"
    value = mjcalc("score", hand, "--rules", "wmo", "--format", "json").value
    assert (value["rules"], value["options"], value["total"], value["minimum"]) == (
        "wmo",
        {},
        40,
        8,
    )
    option = ("--option", "two-concealed-kongs=6", "--option", "mixed-kongs=6")
    value = mjcalc("score", hand, "--rules", "wmo", *option, "--format", "json").value
    assert (value["options"], value["total"]) == ({"two-concealed-kongs": "6"}, 38)
    out = mjcalc("score", hand, "--rules", "wmo", *option, "--lang", "en").out
    assert "WMO (wmo)" in out
    assert "two-concealed-kongs=6" in out
    assert "mixed-kongs" not in out


def test_wmo_pays_and_refuses_as_guobiao(mjcalc: Mjcalc) -> None:
    def net(*args: str) -> list[int]:
        value = mjcalc("settle", *args, "--format", "json").value
        return [value["seats"][seat]["net"] for seat in "ESWN"]

    for args in (("--fans", "40", "--winner", "E", "--from", "W"), ("--false-win", "S")):
        assert net("--rules", "wmo", *args) == net("--rules", "guobiao", *args)
    hand = ("--hand", "(2222s)(3333s)[5555p]67m EE 8m +win:8m", "--winner", "W", "--from", "N")
    assert net("--rules", "wmo", *hand) == [-8, -8, 64, -48]
    assert mjcalc("score", f"{HAND} +wild:6m", "--rules", "wmo").code == 2
    assert mjcalc("score", HAND, "--venue", "8fan", "--rules", "wmo").code == 2


def test_every_ruleset_that_is_unknown_is_named(mjcalc: Mjcalc) -> None:
    for one, other in (("huopn", "guobia"), ("huopn", "huopn")):
        code, out, err = mjcalc("rules", one, other, "--lang", "en")
        assert (code, out) == (2, "")
        assert [line.split('"')[1] for line in err.splitlines()] == list(
            dict.fromkeys([one, other])
        )
    err = mjcalc("rules", "guobiao", "huopin", "--option", "x=1", "--venue", "y").err
    assert err.count("\n") == 2  # what neither knows is told once


def test_the_rules_that_options_ask_for(mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("guobiao", "huopin", "wmo"):
        assert mjcalc("rules", "--rules", name) == mjcalc("rules", name)
        assert mjcalc("rules", name, "--rules", name) == mjcalc("rules", name)
    assert mjcalc("rules", "huopin", "--rules", "guobiao").code == 2
    every = mjcalc("rules")
    monkeypatch.setenv("MJCALC_RULES", "guobiao")
    assert mjcalc("rules") == every


def test_the_rules_are_shown_with_the_options_that_are_given(mjcalc: Mjcalc) -> None:
    six = ("--option", "mixed-kongs=6", "--lang", "en")
    out = mjcalc("rules", *six, "--venue", "8fan").out
    assert "huopin Huopin 83 8 yes" in " ".join(out.split())
    assert "mixed-kongs: 5 | 6 | separate (default: huopin separate; here: 6)\n" in out
    none = mjcalc("rules", "--option", "venue-minimum=no", "--lang", "en").out
    assert "huopin Huopin 83 none yes" in " ".join(none.split())
    value = mjcalc("rules", "guobiao", *six, "--format", "json").value
    assert value["rules"][0]["options"]["mixed-kongs"] == "6"
    assert "mixed-kongs,6,5 6 separate," in mjcalc("rules", *six, "--format", "csv").out
    both = mjcalc("rules", "guobiao", "huopin", *six).out
    assert "mixed-kongs" not in both
    assert "Concealed and Melded Kong" not in both


def test_every_line_of_json_has_its_schema(mjcalc: Mjcalc) -> None:
    for names in ((), ("guobiao", "huopin")):
        lines = mjcalc("rules", *names, "--format", "jsonl").out.splitlines()
        assert [json.loads(line)["schema"] for line in lines] == [1] * len(lines)
        ((key, objects),) = [*mjcalc("rules", *names, "--format", "json").value.items()][1:2]
        assert key in ("rules", "differences")
        assert all("schema" not in one for one in objects)


def test_no_difference_is_no_row(mjcalc: Mjcalc) -> None:
    same = ("rules", "huopin", "huopin", "--lang", "en", "--format")
    assert mjcalc(*same, "jsonl").out == ""
    assert mjcalc(*same, "json").value == {"schema": 1, "differences": []}
    assert mjcalc(*same, "csv").out == "what,huopin,huopin\n"


# --- help ---------------------------------------------------------------------------------------


def help_examples() -> list[str]:
    commands = [import_module(f"mjcalc.cli.{name}").main for name in cli.COMMANDS]
    return [example for command in (cli.commands, *commands) for example in command.examples]


@pytest.mark.parametrize("example", help_examples())
def test_the_examples_of_the_help_run(example: str) -> None:
    done = piped(example)
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize("example", [e for e in help_examples() if "examples/" in e])
def test_the_help_names_the_files_of_its_examples_in_any_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, example: str
) -> None:
    assert runnable(example) == example
    monkeypatch.chdir(tmp_path)
    assert runnable(example) != example
    assert piped(runnable(example)).returncode == 0


@pytest.mark.parametrize("command", [[], *([name] for name in cli.COMMANDS)])
def test_help_starts_with_examples(mjcalc: Mjcalc, command: list[str]) -> None:
    for flag in ("-h", "--help"):
        code, out, err = mjcalc(*command, flag)
        assert (code, err) == (0, "")
        assert out.startswith("例 Examples:\n  mjcalc ")


def test_without_arguments_the_help_is_shown(mjcalc: Mjcalc) -> None:
    assert mjcalc().code == 2
    assert mjcalc().out == mjcalc("--help").out


@pytest.mark.parametrize("args", [["-V"], ["--version"], ["score", "--version"]])
def test_the_version(mjcalc: Mjcalc, args: list[str]) -> None:
    code, out, _ = mjcalc(*args)
    assert code == 0
    python = ".".join(map(str, sys.version_info[:3]))
    assert out == f"mjcalc {version('mahjong-fan')}\nrules: guobiao, huopin, wmo\nPython {python}\n"


@pytest.mark.parametrize("args", [("score", "--help"), ("game", "--help")])
def test_the_help_names_every_ruleset(args: Sequence[str], mjcalc: Mjcalc) -> None:
    assert "huopin|guobiao|wmo" in mjcalc(*args).out
