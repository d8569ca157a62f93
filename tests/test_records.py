"""Records in their three formats: what is read, and what cannot be, at which place (notation)."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from mjcalc.cli import run
from mjcalc.errors import NotationError
from mjcalc.i18n import Lang, message, say
from mjcalc.notation.lines import LONGEST_LINE
from mjcalc.records.reader import read_records
from mjcalc.records.record import MOST_LINES, Flower, Record, Unread, Verb, Wall
from mjcalc.records.replay import replay
from mjcalc.tiles import Tile, Wind
from tests.games import EXAMPLES, botzone_of

BOTZONE = (EXAMPLES / "botzone.log").read_text(encoding="utf-8")
DEAL = BOTZONE.split("\n\n")[0] + "\n"
PMN = (EXAMPLES / "duplicate.pmn").read_text(encoding="utf-8")
BOARD = PMN[: PMN.index("[Event", 1)]
NEUTRAL = (EXAMPLES / "games.jsonl").read_text(encoding="utf-8")
GAMES = [json.loads(line) for line in NEUTRAL.splitlines()]


def deals(text: str | bytes) -> list[Record | Unread]:
    data = text.encode() if isinstance(text, str) else text
    return [*read_records(io.BytesIO(data))]


def record(text: str | bytes) -> Record:
    """The only deal of a file."""
    (found,) = deals(text)
    assert isinstance(found, Record), found
    return found


def wrong(text: str | bytes) -> tuple[str, int | None, int | None]:
    """Key, line and column of what is wrong with the only deal of a file."""
    (found,) = deals(text)
    assert isinstance(found, Unread)
    (defect,) = found.error.defects
    assert re.search(r"\{\w", message(defect, Lang.BOTH)) is None
    return defect.key, defect.line, None if defect.start is None else defect.start + 1


# -- what is read ---------------------------------------------------------------------------------


def test_botzone() -> None:
    found = record(DEAL)
    assert (found.format, found.id, found.line) == ("botzone", "61602cb45ddc087351c04358", 1)
    assert (found.round, found.wall, found.duplicate) == (Wind.S, Wall.OWN, False)
    assert [act.verb for act in found.acts[:5]] == [Verb.DEAL] * 4 + [Verb.DRAW]
    assert found.acts[4].tiles == (Tile.Z7,)
    assert found.said.scores == (-8, 33, -17, -8)
    assert found.said.wins[0].fans == {"混一色": 1, "箭刻": 1, "老少副": 1}
    chow = next(act for act in found.acts if act.verb is Verb.CHOW)
    assert (chow.seat, chow.tiles) == (Wind.W, (Tile.S4, Tile.S5, Tile.S6))
    pung = next(act for act in found.acts if act.ignored)
    (lost,) = pung.ignored
    assert (pung.verb, lost.verb, lost.seat) == (Verb.PUNG, Verb.CHOW, Wind.N)


def test_pmn() -> None:
    found = record(BOARD)
    assert (found.format, found.id, found.round) == ("pmn", "1", Wind.E)
    assert (found.wall, found.duplicate) == (Wall.UNKNOWN, True)
    assert found.acts[0].tiles[:4] == (Tile.M7, Tile.P3, Tile.P4, Tile.P5)
    thrown = next(act for act in found.acts if act.verb is Verb.DISCARD and not act.tiles)
    assert thrown.place.text[thrown.place.start :].startswith(f"D{thrown.seat.value}z1")
    assert [win.seat for win in found.said.wins] == [Wind.S, Wind.N]
    assert [win.total for win in found.said.wins] == [12, 12]
    assert found.said.wins[0].fans == {"39": 1, "62": 1, "76": 1, "77": 1}
    assert [act.verb for act in found.acts[-2:]] == [Verb.WIN, Verb.WIN]


def test_pmn_without_a_winner() -> None:
    board = BOARD.replace("H1H3", "")
    assert record(board).acts[-1].verb is Verb.END
    assert record(board.replace('D0d3"]', 'D0d3N0"]')).acts[-1].verb is Verb.END
    assert not record(board.replace('"Duplicate"', '"MCR"')).duplicate


def test_neutral() -> None:
    first, second, _ = (deal for deal in deals(NEUTRAL) if isinstance(deal, Record))
    assert (first.format, first.line, second.line) == ("neutral", 1, 2)
    assert (first.wall, first.flowers, second.wall) == (Wall.COMMON, True, Wall.OWN)
    assert Flower.F5 in first.acts[0].tiles
    assert first.said.kind == "win"
    assert second.acts[-1].verb is Verb.END


def test_one_deal_in_two_formats_is_one_record() -> None:
    one, two = record(json.dumps(GAMES[1])), record("\n".join(botzone_of(GAMES[1])))
    assert [act[:3] for act in one.acts] == [act[:3] for act in two.acts]
    assert (one.round, one.wall, one.said.scores) == (two.round, two.wall, two.said.scores)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "\r\n", 20),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", " \t\n"),
        lambda text: text.rstrip("\n"),
    ],
)
@pytest.mark.parametrize("text", [BOTZONE, PMN, NEUTRAL])
def test_line_ends_blanks_and_a_bom_do_no_harm(text: str, change: Callable[[str], str]) -> None:
    def what(deals: list[Record | Unread]) -> list[Any]:
        assert all(isinstance(deal, Record) for deal in deals)
        return [[act[:3] for act in deal.acts] for deal in deals if isinstance(deal, Record)]

    assert what(deals(change(text))) == what(deals(text))


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    mixed = DEAL.replace("\n", "\r\n", 3).replace("Player 0 Draw J3", "Player 0 Draw X3")
    assert wrong(mixed) == ("record-tile", 7, 15)


# -- what cannot be read --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "record-empty"),
        ("\n \r\n\ufeff\n", "record-empty"),
        ("123m456p789s", "record-format"),
        ("[1,2]", "record-format"),
        ("\x00\x01", "record-format"),
        (b"\xff\xfeM\x00a\x00", "record-format"),
    ],
)
def test_a_file_that_is_no_record(text: str | bytes, key: str) -> None:
    assert wrong(text)[0] == key


BOTZONE_MISTAKES = {
    ("Wind 1", "Wind 4"): ("record-wind", 2, 6),
    ("Wind 1\n", ""): ("record-lacks", 1, None),
    ("Wind 1", "Wind 1\nWind 1"): ("record-twice", 3, 1),
    ("Player 0 Draw J3", "Player 4 Draw J3"): ("record-seat", 7, 8),
    ("Player 0 Draw J3", "Player 0 Take J3"): ("record-verb", 7, 10),
    ("Player 0 Draw J3", "Player 0 Draw J4"): ("record-tile", 7, 15),
    ("Player 0 Draw J3", "Player 0 Draw"): ("record-tiles", 7, 10),
    ("Player 0 Draw J3", "Player 0 Draw J3 J3"): ("record-tiles", 7, 10),
    ("Player 0 Draw J3", "Player 0"): ("record-words", 7, None),
    ("Player 0 Draw J3", "Player 0 Draw J3 Ignore"): ("record-words", 7, None),
    ("Player 0 Draw J3", "player 0 Draw J3"): ("record-line", 7, 1),
    ("Player 1 Hu B7", "Huang now"): ("record-words", 103, None),
    ("Fan 9", "Fan nine"): ("record-number", 104, 5),
    ("Fan 9", "Fan"): ("record-number", 104, 5),
    ("箭刻*1", "箭刻*x"): ("record-words", 104, None),
    ("Score -8 33", "Score 33"): ("record-words", 105, None),
    ("Score -8 33", "Score -8 3.3"): ("record-words", 105, None),
    ("Match 61602cb45ddc087351c04358", "Match"): ("record-words", 1, None),
}


@pytest.mark.parametrize(("old", "new"), BOTZONE_MISTAKES)
def test_a_mistake_in_botzone_text(old: str, new: str) -> None:
    assert old in DEAL
    assert wrong(DEAL.replace(old, new, 1)) == BOTZONE_MISTAKES[old, new]


PMN_MISTAKES = {
    ('[PWind "E"]', '[PWind "X"]'): ("record-wind", 5, 9),
    ('[PWind "E"]\n', ""): ("record-lacks", 15, None),
    ('[PWind "E"]', '[PWind "E"'): ("record-words", 5, 1),
    ('[PWind "E"]', '[PWind "E"]\n[PWind "E"]'): ("record-twice", 6, 2),
    ('"Duplicate"', '"Fair"'): ("record-field", 11, 11),
    ("c7d3", "c7d0"): ("record-tile", 10, 11),
    ("c7d3", "d7d3"): ("record-words", 10, 8),
    ("2r1f c79", "2r1fc79"): ("record-field", 10, 8),
    ("T0r2D0r1", "T0r2X0r1"): ("record-verb", 15, 12),
    ("T0r2D0r1", "T0r2D4r1"): ("record-seat", 15, 13),
    ("T0r2D0r1", "T0r2D0r4"): ("record-tile", 15, 14),
    ("T0r2D0r1", "T0z1D0r1"): ("record-tile", 15, 10),
    ("T0r2D0r1", "T0r2D0r"): ("record-words", 15, 12),
    ("H1H3", "H1H"): ("record-words", 15, 370),
    ("H1H3", "H"): ("record-words", 15, 368),
    ("T0r2D0r1", "H0r2D0r1"): ("record-tiles", 15, 8),
    ("-32 36", "-32 x"): ("record-words", 13, 10),
    ("39/8/1.62", "39/8.62"): ("record-words", 16, 12),
    ("None 39/8/1.63", "39/8/1.63"): ("record-field", 16, 7),
}


@pytest.mark.parametrize(("old", "new"), PMN_MISTAKES)
def test_a_mistake_in_pmn(old: str, new: str) -> None:
    assert old in BOARD
    assert wrong(BOARD.replace(old, new, 1)) == PMN_MISTAKES[old, new]


FIELDS: list[tuple[str, Any]] = [
    ("round", "X"), ("round", "X" * 99), ("round", None), ("wall", "big"), ("wall", ["big"]),
    ("dealer", 1),
    ("flowers", "no"), ("id", 3), ("deal", None), ("deal", [[]]), ("deal", [["1m"], [], [], 3]),
    ("deal", [["0m"], [], [], []]), ("actions", None), ("actions", [[0, "draw"]]),
    ("actions", [[4, "draw", "1m"]]), ("actions", [[True, "draw", "1m"]]),
    ("actions", [[0, "draw", "9z"]]), ("actions", [[0, "draw", ["1m"]]]),
    ("actions", [[0, "chi", "1m2m"]]), ("actions", [[0, "draw", "1m"]] * 1001),
    ("result", []), ("result", {}), ("result", {"type": "won"}),
    ("result", {"type": "win", "total": "9"}), ("result", {"type": "win", "fans": ["花龙"]}),
    ("result", {"type": "win", "fans": {"花龙": "1"}}), ("result", {"type": "win", "winner": 4}),
    ("result", {"type": "draw", "scores": [0, 0, 0]}),
    ("result", {"type": "draw", "scores": [0, 0, 0, 1e99]}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), FIELDS)
def test_a_field_that_has_another_value(field: str, value: Any) -> None:
    assert wrong(json.dumps(GAMES[0] | {field: value}))[:2] == ("record-field", 1)


EXPECTED: list[tuple[str, Any, str, str]] = [
    ("result", {"type": "win", "total": "9"}, "a whole number", "整数"),
    ("actions", [[4, "draw", "1m"]], "a player: 0, 1, 2 or 3", "玩家 0、1、2、3"),
    ("actions", [[0, "draw", 5]], "a tile, such as 1m", "一张牌，如 1m"),
    ("actions", [[0, "chi", "1m2m"]], "three tiles, such as 234m", "三张牌，如 234m"),
    ("actions", [[0, "draw"]], "a list […] of 3", "3 项的列表 […]"),
    ("actions", None, "a list […]", "列表 […]"),
    ("flowers", "no", "true or false", "true 或 false"),
    ("wall", "big", "duplicate-34, common-144, duplicate", "duplicate-34"),
    ("result", [], "an object {…}", "对象 {…}"),
    ("id", 3, 'a text "…"', '文字 "…"'),
]


@pytest.mark.parametrize(("field", "value", "en", "zh"), EXPECTED)
def test_the_kind_of_value_that_belongs_there(field: str, value: Any, en: str, zh: str) -> None:
    (found,) = deals(json.dumps(GAMES[0] | {field: value}))
    assert isinstance(found, Unread)
    (defect,) = found.error.defects
    assert f"it should be {en}" in message(defect, Lang.EN)
    assert f"应为 {zh}" in message(defect, Lang.ZH)


@pytest.mark.parametrize(
    ("key", "fields", "one", "more"),
    [
        ("ends-early", "left", "a wall of 1 tile:", "a wall of 2 tiles:"),
        ("deal-count", "count", "is dealt 1 tile:", "is dealt 2 tiles:"),
        ("record-tiles", "count", "has 1 tile:", "has 2 tiles:"),
        ("replay.more", "count", "1 deal failed", "2 deals failed"),
        ("replay.of-total", "total", "1 fan", "2 fans"),
    ],
)
def test_one_of_something_and_more(key: str, fields: str, one: str, more: str) -> None:
    others = {"seat": Wind.E, "verb": "Draw", "needed": 1}
    for number, words in ((1, one), (2, more)):
        assert words in say(key, Lang.EN, **others | {fields: number})
    assert "  " not in say(key, Lang.ZH, **others | {fields: 1})


def test_json_that_is_none() -> None:
    assert wrong('{"id": 1 2}') == ("record-json", 1, 10)
    assert wrong('{"a":' + "[" * 60_000) == ("record-too-deep", 1, None)
    assert wrong('{"a":' + "9" * 5000 + "}") == ("record-json", 1, None)
    assert wrong(json.dumps(GAMES[0] | {"actions": [[0, "take", "1m"]]}))[0] == "record-verb"


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ('{"id": 1,}', 9, "Illegal trailing comma before end of object"),
        ('{"id": 1 , \t}', 10, "Illegal trailing comma before end of object"),
        ('{"id": [1,2, ]}', 12, "Illegal trailing comma before end of array"),
        ('{"id": 1,]', 10, "Expecting property name enclosed in double quotes"),
        ('{"id": [1,}', 11, "Expecting value"),
        ('{"id": [,]}', 9, "Expecting value"),
        ('{"id": 1,', 10, "Expecting property name enclosed in double quotes"),
    ],
)
def test_json_is_wrong_at_the_same_place_on_every_python(
    text: str, column: int, reason: str
) -> None:
    assert wrong(text) == ("record-json", 1, column)
    (found,) = deals(text)
    assert isinstance(found, Unread)
    assert found.error.defects[0].fields == {"reason": reason}


def test_records_without_an_end() -> None:
    cut = DEAL[: DEAL.index("Player 1 Hu")]
    assert wrong(cut) == ("record-unfinished", 102, None)
    game = GAMES[0] | {"actions": GAMES[0]["actions"][:-1]}
    assert wrong(json.dumps(game)) == ("record-unfinished", 1, None)
    assert wrong(json.dumps(game | {"result": None})) == ("record-unfinished", 1, None)
    assert wrong(BOARD[: BOARD.index("T0r2")])[0] == "record-words"


@pytest.mark.parametrize("text", [DEAL, BOARD, json.dumps(GAMES[0])])
def test_a_file_cut_off_anywhere_is_answered(text: str) -> None:
    for end in range(1, len(text), 7):
        assert len(deals(text[:end])) == 1


def test_a_bad_deal_leaves_the_others_alone() -> None:
    one, two, three = deals(BOTZONE.replace("Match 61602cb45ddc087351c04385", "Match x y"))
    assert (type(one), type(two), type(three)) == (Record, Unread, Record)
    lines = NEUTRAL.splitlines()
    found = deals("\n".join([lines[0], "Match x", lines[1]]))
    assert [type(deal) for deal in found] == [Record, Unread, Record]


def test_a_deal_that_cannot_be_read_is_replayed_as_its_error() -> None:
    """``[replay(deal) for deal in read_records(file)]`` raises what is wrong with the deal."""
    found = deals(BOTZONE.replace("Match 61602cb45ddc087351c04385", "Match x y"))
    for deal in found:
        if isinstance(deal, Record):
            assert replay(deal).agrees
            continue
        for _ in range(2):
            with pytest.raises(NotationError) as caught:
                replay(deal)
            assert caught.value is deal.error
            assert message(caught.value.defects[0])


def test_lines_and_deals_of_any_size() -> None:
    assert wrong("x" * 10_000_000)[0] == "record-line-too-long"
    assert wrong("{" + "x" * 10_000_000)[0] == "record-line-too-long"
    assert wrong("Match x\nWind 0\n" + "Player " * LONGEST_LINE)[:2] == ("record-line-too-long", 3)
    assert wrong("Match x\n" + "Player 0 Draw W1\n" * 10_000)[:2] == (
        "record-too-many-lines", MOST_LINES + 1,
    )  # fmt: skip


# -- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["botzone.log", "duplicate.pmn", "games.jsonl", "disputed.log"])
def test_an_example_prints_what_lies_beside_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["replay", str(EXAMPLES / name)])
    out, err = capsys.readouterr()
    expected = (EXAMPLES / name).with_suffix(".txt")
    assert out == expected.read_text(encoding="utf-8")
    assert code == (name == "disputed.log")
    assert ("Botzone / IJCAI" in err) == name.endswith(".log")


def test_json_lines_of_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(EXAMPLES / "disputed.log"), "--format", "jsonl", "-q"]) == 1
    out, _ = capsys.readouterr()
    illegal, differs = map(json.loads, out.splitlines())
    assert (illegal["ok"], illegal["error"]["code"]) == (False, "illegal-claim")
    assert (differs["ok"], differs["agrees"]) == (True, False)
    assert differs["error"]["code"] == "record-differs"
    assert run(["replay", str(EXAMPLES / "games.jsonl"), "--format", "json", "-q"]) == 0
    out, _ = capsys.readouterr()
    assert [deal["result"] for deal in json.loads(out)] == ["win", "draw", "win"]


def test_exit_codes_and_errors(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "x.log"
    path.write_text("nothing of the kind", encoding="utf-8")
    assert run(["replay", str(path), "--format", "json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["error"] | {"message": "", "length": 1} == {
        "code": "cannot-read", "line": 1, "message": "", "column": 1, "length": 1, "act": None,
    }  # fmt: skip
    assert f"{path}:1: " in err
    assert run(["replay", str(tmp_path / "absent")]) == 2
    good = str(EXAMPLES / "botzone.log")
    assert run(["replay", good, "--rules", "huopin"]) == 2
    assert "--rules huopin" in capsys.readouterr().err
    assert run(["replay", good, "--rules", "guobiao"]) == 0
    assert run(["replay", good, "--rules", "国标"]) == 0
    assert run(["replay", good, "--rules", "wmo"]) == 2
    assert run(["replay", good, "--venue", "8fan"]) == 2
    assert run(["replay", good, "--option", "no-such=1"]) == 2
    monkeypatch.setenv("MJCALC_RULES", "huopin")
    capsys.readouterr()
    assert run(["replay", good, "--lang", "en"]) == 0
    assert "MJCALC_RULES=huopin is not used" in capsys.readouterr().err


def test_every_format_has_a_row_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    good = str(EXAMPLES / "botzone.log")
    for format, lines in (("csv", 4), ("tsv", 4), ("markdown", 5), ("table", 5), ("jsonl", 3)):
        assert run(["replay", good, "--format", format, "-q"]) == 0
        out, err = capsys.readouterr()
        assert (len(out.splitlines()), err) == (lines, "")


def test_many_failures_are_named_ten_times(
    capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    path = tmp_path / "bad.log"
    path.write_text("Match x\nWind 9\n" * 12, encoding="utf-8")
    assert run(["replay", str(path), "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert err.count("the round cannot be") == 10
    assert "2 deals failed besides" in err
    assert "12 unreadable" in err


def test_a_file_from_standard_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mjcalc", "replay", "-", "--format", "tsv", "-q"],
        input=DEAL.encode(), capture_output=True, check=True,
        env=os.environ | {"PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.stdout.decode().splitlines()[1].startswith("1\t61602cb45ddc087351c04358\twin\tS")
