"""``mjcalc convert`` and ``--notation``, as whole outputs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mjcalc.notation.respelling import NotationName
from tests.command import Mjcalc, command_line


@pytest.fixture
def mjcalc(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    return command_line(capsys, monkeypatch)


HAND = "[123m] 456p789s1115z +win:5z tsumo +seat:E +round:E"
WRITTEN = {
    "mjcalc": HAND,
    "gb": "[123m]456p789sEEECC|EE1000|",
    "botzone": '("CHI","W2",1) B4 B5 B6 T7 T8 T9 F1 F1 F1 J1 J1',
    "tenhou": "[123m] 456p789s1117z 7z",
    "mpsz": "456p789s1117z7z[1-23m]",
    "european": "[123c] 456d 789b EEE R R",
    "pmn": "[c123] d456b789w111r1 r1",
    "unicode": "[🀇🀈🀉] 🀜🀝🀞🀖🀗🀘🀀🀀🀀🀄 🀄",
}


@pytest.mark.parametrize("name", NotationName)
def test_every_notation_is_written_and_read(mjcalc: Mjcalc, name: str) -> None:
    result = mjcalc("convert", HAND, "--to", name, "--lang", "en")
    assert (result.code, result.out) == (0, WRITTEN[name] + "\n")
    lost = [] if name in ("mjcalc", "gb") else ["tsumo"]
    lost += ["source"] if name in ("botzone", "mpsz") else []
    note = f"mjcalc: {name} notation cannot hold: {', '.join(lost)}\n" if lost else ""
    assert result.err == note
    back = mjcalc("convert", WRITTEN[name], "--notation", name, "--to", "mjcalc")
    if not lost:
        assert back.out == HAND + "\n"
    assert back.out.partition(" +win")[0].replace(",1]", "]") == HAND.partition(" +win")[0]


def test_what_cannot_be_held_is_noted(mjcalc: Mjcalc) -> None:
    hand = "[123m] 456p789s EEE 5z +win:5z tsumo +seat:S +round:W +flowers:2 +wild:6m +last"
    result = mjcalc("convert", hand, "--to", "european", "--lang", "en")
    assert result.err == (
        "mjcalc: european notation cannot hold: "
        "tsumo, +seat:S, +round:W, +last, +flowers:2, +wild:6m\n"
    )
    assert mjcalc("convert", hand, "--to", "european", "--quiet").err == ""
    assert mjcalc("convert", hand, "--to", "gb", "--lang", "zh").err == (
        "mjcalc: gb 记法写不下：+wild:6m\n"
    )


def test_json_says_what_was_read_and_what_is_lost(mjcalc: Mjcalc) -> None:
    value = mjcalc("convert", HAND, "--to", "pmn", "--format", "json").value
    assert value == {
        "schema": 1, "line": None, "id": None, "input": HAND, "ok": True, "hand": HAND,
        "notation": "pmn",
        "text": WRITTEN["pmn"], "lost": ["tsumo"],
    }  # fmt: skip
    lines = mjcalc("convert", "-", "--to", "gb", "--format", "jsonl", stdin="d1\t123m 456p")
    assert (lines.code, lines.value["id"], lines.value["line"]) == (1, "d1", 1)
    lines = mjcalc("convert", "-", "--to", "mjcalc", "--format", "jsonl", stdin=f"d1\t{HAND}")
    assert (lines.code, lines.value["id"], lines.value["hand"]) == (0, "d1", HAND)
    failed = mjcalc("convert", "banana", "--to", "pmn", "--format", "json")
    assert (failed.code, failed.value["error"]["code"]) == (2, "cannot-read")


def test_a_hand_that_cannot_be_read_or_held_is_exit_2(mjcalc: Mjcalc) -> None:
    for hand in ("banana", "11111m", "123B456B789B EEE RR"):
        result = mjcalc("convert", hand, "--to", "gb")
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("mjcalc: ")
    assert mjcalc("convert", HAND).code == 2
    assert mjcalc("convert", HAND, "--to", "klingon").code == 2


LINES = "# Friday\nd1\t123m456p789s EEE 55z\n\nbanana\nW1 W1 W1 W2 W3 W4 B5 B6 B7 T7 T8 T9 J1 J1\n"
CONVERTED = (
    "# Friday\nd1\t123m456p789sEEECC|EE0000|\n\n# banana\n111234mW".replace(
        "W", "567p789sCC|EE0000|"
    )
    + "\n"
)


def test_lines_are_converted_each_in_its_place(mjcalc: Mjcalc, tmp_path: Path) -> None:
    result = mjcalc("convert", "-", "--to", "gb", "--lang", "en", stdin=LINES)
    assert (result.code, result.out) == (1, CONVERTED)
    assert result.err.startswith('mjcalc: line 4: cannot read "banana"')
    target = tmp_path / "out.txt"
    result = mjcalc("convert", "-", "--to", "gb", "-o", str(target), stdin=LINES)
    assert (result.code, result.out) == (1, "")
    assert target.read_text(encoding="utf-8") == CONVERTED
    assert mjcalc("convert", "-", "--to", "gb", "-o", str(tmp_path / "x" / "y"), stdin="").code == 2
    assert mjcalc("convert", "-", "--to", "gb", stdin="# only\n").code == 2
    long = mjcalc("convert", "-", "--to", "gb", "--lang", "en", stdin="1m" * 70_000)
    assert (long.code, "too long" in long.err) == (1, True)


def test_losses_of_many_lines_are_one_note(mjcalc: Mjcalc) -> None:
    lines = "123m456p789s EEE 55z 自摸 花龙\n" * 3
    result = mjcalc("convert", "-", "--to", "botzone", "--lang", "en", stdin=lines)
    assert result.err == (
        "mjcalc: botzone notation cannot hold: tsumo ×3\n"
        'mjcalc: "花龙" is not needed: fans are worked out from the tiles\n'
    )


# --- --notation -----------------------------------------------------------------------------------

TENHOU = "123m456p789s11155z"


def total(mjcalc: Mjcalc, *args: str) -> Any:
    return mjcalc(*args, "--format", "json").value


def test_score_reads_the_notation_that_is_named(
    mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = total(mjcalc, "score", TENHOU, "--notation", "tenhou")
    assert named["hand"].startswith("123m456p789s1117z +win:7z")
    assert total(mjcalc, "score", TENHOU)["hand"].startswith("123m456p789s1115z +win:5z")
    monkeypatch.setenv("MJCALC_NOTATION", "tenhou")
    assert total(mjcalc, "score", TENHOU)["hand"] == named["hand"]


def test_batch_reads_the_notation_that_is_named(mjcalc: Mjcalc, tmp_path: Path) -> None:
    def rows(text: str, *args: str) -> list[Any]:
        file = tmp_path / "hands.txt"
        file.write_text(text, encoding="utf-8")
        out = mjcalc("batch", str(file), "--format", "jsonl", *args).out
        return [json.loads(row) for row in out.splitlines()]

    plain = rows("123m456p789s111z PP\n" * 2)
    named = rows(f"{TENHOU}\n" * 2, "--notation", "tenhou")
    assert [row["hand"] for row in named] == [row["hand"] for row in plain]
    assert len(plain) == 2
    mixed = rows("123b 456c 789d EEE RR\n123m456p789s EEE 55z\nbanana\n")
    assert [row["ok"] for row in mixed] == [True, True, False]


def test_settle_reads_the_notation_that_is_named(mjcalc: Mjcalc) -> None:
    args = ("settle", "--rules", "guobiao", "--winner", "E", "--tsumo")
    named = total(mjcalc, *args, "--hand", TENHOU, "--notation", "tenhou")
    assert named == total(mjcalc, *args, "--hand", "123m456p789s111z PP")
    words = total(mjcalc, *args, "--hand", "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F1 J3 J3")
    assert words == named


def test_what_was_read_stands_above_the_answer(mjcalc: Mjcalc) -> None:
    out = mjcalc("score", TENHOU, "--notation", "tenhou", "--lang", "zh").out
    assert out.startswith("读作：123m456p789s1117z +win:7z ron +seat:E +round:E\n")
    assert not mjcalc("score", TENHOU, "--lang", "zh").out.startswith("读作")
    noted = mjcalc("score", "123m456p789s EEE 55z 不求人", "--lang", "zh")
    assert noted.err == "mjcalc: “不求人”不用写：番种由算番得出\n"
