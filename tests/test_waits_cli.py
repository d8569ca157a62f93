"""``waits`` on the command line, and the waits that ``score`` shows."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import mjcalc
from mjcalc import ImpossibleHand, NotationError, Tile
from mjcalc.notation.grammar import parse_held, parse_seen
from mjcalc.report.tables import width
from mjcalc.rules.fans import BY_ZH
from tests.command import Result, command_line

# Shanten, useful tiles and totals by another engine; totals with wildcards by a search over them.
SAMPLES = Path(__file__).parent / "waits.jsonl"
READY = "123m456p78999s11z"
NEAR = "123m 46p 789s EE 5z 67p"
FOURTEEN = "2344m667788p345s1z"


class Run:
    """Runs ``mjcalc waits`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._run = command_line(capsys, monkeypatch)

    def __call__(self, *args: str, command: str = "waits", stdin: str = "") -> Result:
        return self._run(command, *args, stdin=stdin)

    def value(self, *args: str, command: str = "waits") -> Any:
        return self(*args, "--format", "json", command=command).value


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


# -- whole outputs ---------------------------------------------------------------------------------


def test_a_ready_hand(run: Run) -> None:
    assert run(READY, "--rules", "guobiao", "--lang", "en") == (
        0,
        """\
ready: 7 tiles left to win on (3 different)
minimum 8: 3 by discard, 3 self-drawn

tiles  how         total  min 8    fans
-----  ----------  -----  -------  -----------------------------------------
东×2   by discard     14  yes      Mixed Straight 8, Prevalent Wind 2,
                                   Seat Wind 2, Concealed Hand 2
       self-drawn     16  yes      Mixed Straight 8, Fully Concealed Hand 4,
                                   Prevalent Wind 2, Seat Wind 2
9s×1   by discard     13  yes      Mixed Straight 8, Concealed Hand 2,
                                   Tile Hog 2, Pung of Terminals or Honors 1
       self-drawn     15  yes      Mixed Straight 8, Fully Concealed Hand 4,
                                   Tile Hog 2, Pung of Terminals or Honors 1
6s×4   by discard      3  5 short  Concealed Hand 2,
                                   Pung of Terminals or Honors 1
       self-drawn      5  3 short  Fully Concealed Hand 4,
                                   Pung of Terminals or Honors 1

MCR (guobiao)
assumed: seat 东 E · round 东 E
""",
        "",
    )


def test_a_hand_that_is_not_ready(run: Run) -> None:
    assert (
        run("58m134p66s113467z", "--lang", "zh", "-q").out
        == """\
3 向听（还要换 3 张才听牌）
全不靠 3 · 七对 4 · 一般型 5 · 组合龙 5 · 十三幺 6
进张 6 种，还有 24 张
  2m×4
  7p×4
  3s×4 9s×4
  南×4 中×4
"""
    )


def test_the_road_to_the_minimum(run: Run) -> None:
    out = run("233m456p68s99s", "[789m]", "--deep", "--rules", "guobiao", "--lang", "en", "-q").out
    assert (
        out
        == """\
1 away from ready (exchange 1 to be ready)
sets and a pair 1 · knitted straight 4
useful: 16 tiles left (5 different)

draw  left  discard  best  min 8  waits for
----  ----  -------  ----  -----  ---------
1m       4  3m          5  no     7s×4
4m       4  3m          4  no     7s×4
7s       4  3m          4  no     1m×4 4m×4
9s       2  2m          4  no     7s×4
3m       2  2m          3  no     7s×4
"""
    )


def test_a_choice_of_discards(run: Run) -> None:
    assert (
        run(FOURTEEN, "--rules", "guobiao", "--lang", "zh").out
        == """\
打一张就听牌

打  余  点和  自摸  8番   听
--  --  ----  ----  ----  ----
东   6     7     9  自摸  4m×2
           5     7  不够  1m×4
4m   3     4     6  不够  东×3

国标 (guobiao)
未写明，按此计: 摸到的是东（最后一张）
"""
    )


def test_a_hand_that_wins_already_names_the_win_first(run: Run) -> None:
    out = run("123m456p789s11155z", "--lang", "en", "-q").out.splitlines()
    assert out[:5] == [
        "already wins, self-drawn on 中: 25",
        "  Mixed Straight 8, All Types 6, Fully Concealed Hand 4, Prevalent Wind 2,",
        "  Seat Wind 2, No Wildcard 2, Single Wait 1",
        "or, instead of winning:",
        "discard one tile to be ready",
    ]
    short = run("[123m] [345m] 678p56s33z", "+win:5s", "--rules", "guobiao", "--lang", "en").out
    assert short.startswith("discard one tile to be ready")
    complete = run("[123m] [345m] 678p567s33z", "+win:7s", "--rules", "guobiao", "--lang", "en")
    assert complete.out.startswith(
        "complete, but self-drawn on 7s it is 1, below the minimum of 8\n"
    )


def test_discards_that_leave_a_hand_not_ready(run: Run) -> None:
    out = run("123m4677p78s11z56z1s", "--rules", "guobiao", "--lang", "en", "-q").out
    assert (
        out
        == """\
2 away from ready after the discard

discard  left  shape            useful tiles
-------  ----  ---------------  ------------------------
1s         16  sets and a pair  5p×4 7p×2 6s×4 9s×4 东×2
中         16  sets and a pair  5p×4 7p×2 6s×4 9s×4 东×2
发         16  sets and a pair  5p×4 7p×2 6s×4 9s×4 东×2
"""
    )
    every = run("123m4677p78s11z56z1s", "--all", "--lang", "en", "-q").out
    assert "away" in every.splitlines()[2]
    assert [line.split()[1] for line in every.splitlines() if line[:1].isdigit()].count("3") > 3


def test_waits_that_are_gone(run: Run) -> None:
    out = run("123m456p789s1115z", "--seen", "中中", "--seen", "J1", "--lang", "en", "-q").out
    assert out.splitlines()[0] == "ready, but no tile it waits for is left"
    assert "中×0" in out
    assert "none left" in out
    far = run("19m19p19s123456z1z", "--seen", "7777z", "--lang", "en", "-q").out
    assert "ready, but" in far


WIDE = (
    (READY,),
    ("123m456p7s1115z6z7z7z", "+wild:7z"),
    ("2344m6778p34s11z66s", "+wild:1z", "--venue", "8fan"),
    ("159m159p159s12277z", "--all"),
    (NEAR, "--deep", "--rules", "guobiao"),
    ("123m46p789s11z5z67p3m", "--deep", "--rules", "guobiao"),
    ("123m46p78s11z5z77s9m", "+wild:7s", "--deep", "--venue", "8fan"),
)


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("args", WIDE, ids=" ".join)
def test_every_table_fits_eighty_columns(run: Run, args: tuple[str, ...], lang: str) -> None:
    lines = run(*args, "--lang", lang).out.splitlines()
    assert lines
    assert [line for line in lines if width(line) > 80] == []


def test_a_long_list_is_cut_at_its_end_and_says_so(run: Run) -> None:
    hand = ("22334m456p78s78s1z1z", "+wild:1z", "--lang", "en", "-q")
    cut = run(*hand).out.splitlines()
    every = run(*hand, "--all").out.splitlines()
    assert cut[-1] == "8 more lines: --all shows them"
    assert every[: len(cut) - 1] == cut[:-1]
    assert len(every) == len(cut) + 7


# -- JSON ------------------------------------------------------------------------------------------


def test_the_object_of_thirteen_tiles(run: Run) -> None:
    value = run.value(READY, "--rules", "guobiao")
    assert list(value) == [
        "schema", "rules", "options", "hand", "shanten", "shapes", "waits", "useful", "left",
    ]  # fmt: skip
    assert value["hand"] == "123m456p78999s11z +seat:E +round:E"
    assert value["shapes"] == {
        "standard": 0, "seven-pairs": 4, "thirteen-orphans": 9, "knitted-honours": 9,
        "knitted-straight": 5,
    }  # fmt: skip
    first = value["waits"][0]
    assert (first["tile"], first["left"]) == ("6s", 4)
    assert {key: first["discard"][key] for key in ("total", "base", "enough")} == {
        "total": 3, "base": 3, "enough": False,
    }  # fmt: skip
    assert [fan["zh"] for fan in first["discard"]["fans"]] == ["门前清", "幺九刻"]
    number = mjcalc.ruleset("guobiao").number(BY_ZH["门前清"])
    assert first["discard"]["fans"][0] == {
        "no": number, "zh": "门前清", "en": "Concealed Hand", "value": 2, "count": 1, "points": 2,
    }  # fmt: skip
    assert value["left"] == 7


def test_the_object_of_fourteen_tiles(run: Run) -> None:
    value = run.value("123m456p789s11155z", "--rules", "guobiao")
    assert list(value) == ["schema", "rules", "options", "hand", "shanten", "win", "discards"]
    assert value["hand"] == "123m456p789s1115z +win:5z +seat:E +round:E"
    assert run.value(value["hand"], "--rules", "guobiao") == value
    assert value["win"]["total"] == 23
    assert value["win"]["hand"].split()[2] == "tsumo"
    assert value["shanten"] == 0
    assert list(value["discards"][0]) == [
        "tile", "shanten", "shapes", "waits", "useful", "left",
    ]  # fmt: skip
    assert run.value(FOURTEEN)["win"] is None


def test_the_object_of_roads(run: Run) -> None:
    useful = run.value(NEAR, "--deep", "--rules", "guobiao")["useful"]
    assert [each["tile"] for each in useful] == ["5p", "8p"]
    then = useful[0]["then"]
    assert (then["discard"], then["best"], then["enough"]) == ("5z", 12, True)
    assert [wait["tile"] for wait in then["waits"]] == ["5p", "8p"]
    after = run.value("123m46p789s11z5z67p3m", "--deep", "--rules", "guobiao")["discards"]
    assert all("then" in useful for choice in after for useful in choice["useful"])
    assert "then" not in run.value(NEAR)["useful"][0]


def test_discards_above_one_away_have_no_roads(run: Run) -> None:
    after = run.value("123m46p789s11z5z67p3m", "--deep", "--all", "--rules", "guobiao")["discards"]
    shanten = {choice["shanten"] for choice in after}
    assert shanten == {1, 2}
    for choice in after:
        assert all(("then" in each) == (choice["shanten"] == 1) for each in choice["useful"])


def test_the_answers_of_the_data(run: Run) -> None:
    wrong = []
    for line in SAMPLES.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        value = run.value(*row["args"][1:])
        some_left = "+wild" in row["args"][1]
        if not _agrees(value, row["expected"], some_left):
            wrong.append(row["id"])
    assert wrong == []


def _agrees(value: Any, expected: Any, some_left: bool) -> bool:
    """Whether all fields expected are there; lists are compared by tile."""
    if isinstance(expected, dict):
        return isinstance(value, dict) and all(
            key in value and _agrees(value[key], want, some_left) for key, want in expected.items()
        )
    if isinstance(expected, list):
        got = {each["tile"]: each for each in value if not some_left or each.get("left", 1)}
        want = {each["tile"]: each for each in expected}
        return got.keys() == want.keys() and all(
            _agrees(got[tile], want[tile], some_left) for tile in want
        )
    return bool(value == expected)


# -- spreadsheets ----------------------------------------------------------------------------------


def test_rows_for_spreadsheets(run: Run) -> None:
    def rows(*args: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(run(*args, "--format", "csv").out)))

    six, nine, east = rows(READY, "--rules", "guobiao")
    assert [row["tile"] for row in (six, nine, east)] == ["6s", "9s", "1z"]
    assert (six["role"], six["left"], six["by_discard"], six["enough"]) == ("wait", "4", "3", "no")
    assert nine["self_drawn_fans"] == "花龙 8，不求人 4，四归一 2，幺九刻 1"
    useful = rows("58m134p66s113467z")
    assert {row["role"] for row in useful} == {"useful"}
    assert sum(int(row["left"]) for row in useful) == 24
    choice = rows(FOURTEEN, "--rules", "guobiao")
    assert [(row["discard"], row["tile"]) for row in choice] == [
        ("1z", "1m"), ("1z", "4m"), ("4m", "1z"),
    ]  # fmt: skip
    road = rows(NEAR, "--deep", "--rules", "guobiao")[0]
    assert (road["then_discard"], road["then_waits"], road["best"], road["best_enough"]) == (
        "5z", "5p 8p", "12", "yes",
    )  # fmt: skip


def test_markdown(run: Run) -> None:
    out = run(READY, "--rules", "guobiao", "--format", "markdown", "--lang", "en").out
    assert out.splitlines()[3].startswith("| tiles")


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "items", ["tsumo", "ron", "+last", "海底", "+kong", "+rob", "+fourth", "自摸"]
)
@pytest.mark.parametrize("tiles", ["123m456p789s1115z", "123m456p789s11155z"])
def test_a_way_of_winning_is_refused(run: Run, tiles: str, items: str) -> None:
    result = run(f"{tiles} {items}", "--format", "json")
    assert result.code == 2
    (error,) = result.value["errors"]
    assert (error["code"], error["column"]) == ("impossible-hand", len(tiles) + 2)
    assert f'"{items}"' in result.err


def test_every_defect_is_named_at_once(run: Run) -> None:
    errors = run.value("123m456p789s11115z tsumo +last [12m]")["errors"]
    assert [error["column"] for error in errors][-3:] == [20, 26, 32]
    assert len(errors) >= 4


def test_deep_needs_a_hand_one_away(run: Run) -> None:
    for hand in ("123m456p789s1115z", "159m159p159s1122z", "123m4677p78s11z56z1s"):
        result = run(hand, "--deep", "--lang", "en")
        assert (result.code, result.out) == (2, "")
        assert "--deep needs a hand one away from ready" in result.err


def test_seen_tiles_are_read_in_any_notation(run: Run) -> None:
    for seen in ("66s", "六条 六条", "T6 T6", "🀕🀕", "6s, 6s"):
        assert run.value(READY, "--seen", seen)["waits"][0]["left"] == 2, seen
    melds = run.value(READY, "--seen", "[678s]", "--seen", "chi:456s", "--seen", "1m")
    assert melds["waits"][0]["left"] == 2


def test_seen_tiles_that_cannot_be(run: Run) -> None:
    wrong = run(READY, "--seen", "9z", "--seen", "6s +win:3m")
    assert wrong.code == 2
    assert "9z" in wrong.err
    assert "+win:3m" in wrong.err
    many = run.value(READY, "--seen", "66666s")
    assert many["error"]["code"] == "impossible-hand"
    assert run.value(READY, "--seen", "[12s]")["error"]["code"] == "impossible-hand"


def test_hands_from_standard_input(run: Run) -> None:
    result = run("-", "--format", "jsonl", stdin="123m456p789s1115z\n# a comment\n\nxx\n")
    assert result.code == 1
    good, bad = map(json.loads, result.out.splitlines())
    assert good["left"] == 3
    assert bad["error"]["code"] == "cannot-read"
    assert run("-", stdin="123m456p789s1115z\n").code == 0


# -- score of a waiting hand -----------------------------------------------------------------------


def test_score_of_thirteen_tiles_shows_the_same_table(run: Run) -> None:
    for args in ((READY,), ("58m134p66s113467z", "--lang", "zh"), (READY, "--format", "csv")):
        shown = run(*args, command="score")
        assert (shown.code, shown.out) == (3, run(*args).out)
        assert shown.err
    value = run.value(READY, command="score")
    assert value["waits"] == run.value(READY)["waits"]
    assert value["error"]["code"] == "waiting"


# -- reading ---------------------------------------------------------------------------------------


def test_held_tiles() -> None:
    assert parse_held("123m456p789s1115z 6z").winning is Tile.Z6
    assert parse_held("123m456p789s1115z 6z +win:1m").winning is Tile.M1
    assert parse_held("123m456p789s1115z").winning is None
    with pytest.raises(NotationError):
        parse_held("xx")
    with pytest.raises(ImpossibleHand):
        parse_held("tsumo")


def test_seen_tiles_in_the_order_typed() -> None:
    assert parse_seen("5z 1m [555p]") == (Tile.Z5, Tile.M1, Tile.P5, Tile.P5, Tile.P5)
    with pytest.raises(ImpossibleHand):
        parse_seen("1m +seat:E")
    assert mjcalc.waits(READY, "guobiao", parse_seen("6666s"))[0].left == 0
