"""What people have in hand: words, other tools' notations, answers pasted back, lines with two
meanings. Every row of ``inputs.jsonl`` is a line and what it is: the same hand as a plain line
(``same_as``), or a question (``readings``, each of which works when it is typed)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from mjcalc.errors import ImpossibleHand, MjcalcError, NotationError
from mjcalc.hand.hand import Hand
from mjcalc.i18n import Lang, message
from mjcalc.notation.grammar import line_notes, parse
from mjcalc.notation.notations import write_hand
from mjcalc.notation.respelling import NotationName
from mjcalc.tiles import Tile
from tests.strategies import hands

ROWS = [
    json.loads(line)
    for line in (Path(__file__).parent / "inputs.jsonl").read_text(encoding="utf-8").splitlines()
]
READ = [row for row in ROWS if "same_as" in row]
ASKED = [row for row in ROWS if "key" in row]


@pytest.mark.parametrize("row", READ, ids=lambda row: row["line"])
def test_a_line_is_read_as_its_plain_form(row: dict[str, Any]) -> None:
    assert parse(row["line"], None, row.get("notation")) == parse(row["same_as"])


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row["line"])
def test_a_line_with_two_meanings_or_none_is_asked_about(row: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as caught:
        parse(row["line"], None, row.get("notation"))
    (defect,) = caught.value.defects
    assert defect.key == row["key"]
    assert list(defect.fields.get("readings", ())) == row.get("readings", [])
    for lang in Lang:
        assert all(reading in message(defect, lang) for reading in row.get("readings", ()))


@pytest.mark.parametrize("row", ASKED, ids=lambda row: row["line"])
def test_each_reading_works_when_it_is_typed(row: dict[str, Any]) -> None:
    lines = row.get("readings", ())
    read = [parse(line) for line in lines]
    assert len(set(read)) == len(lines)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("123m456p789s EEE 55z 花龙", ["花龙"]),
        ("不求人 123m456p789s EEE 55z 屁和", ["不求人", "屁和"]),
        ("123m456p789s EEE 55z 一条龙 seat wind", ["一条龙", "seat wind"]),
        ("123m456p789s EEE 55z mixed straight, All Green", ["mixed straight", "All Green"]),
        ("三色三步高 一二三万四五六饼七八九条东东东中中", ["三色三步高"]),
        ("W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F1 J1 J1 花龙", ["花龙"]),
    ],
)
def test_the_name_of_a_fan_is_noted_and_the_hand_is_read(line: str, names: list[str]) -> None:
    assert parse(line) == parse("123m456p789s EEE 55z")
    assert list(line_notes(line).fans) == names


def test_our_own_notation_needs_no_notes() -> None:
    assert line_notes("[123m,1] 碰:EEE 456p 78s 55z +win:9s 自摸") == (False, ())
    assert line_notes("123m456p789s EEE 55z self-drawn").foreign
    assert line_notes("碰东 123m456p789s 55z").foreign
    assert line_notes("123m456p789s EEE 55z", "tenhou").foreign


# --- writing --------------------------------------------------------------------------------------


@given(hands())
def test_what_is_written_is_read_again(hand: Hand) -> None:
    for name in NotationName:
        text, losses = write_hand(hand, name)
        again = parse(text, None, name)
        assert (again.concealed, again.winning) == (hand.concealed, hand.winning), name
        if not losses:
            assert again == hand, name
        melds = [(m.kind, m.tile, m.concealed) for m in again.melds]
        assert melds == [(m.kind, m.tile, m.concealed) for m in hand.melds], name


@given(hands())
def test_a_gb_string_loses_wildcards_and_unknown_players_only(hand: Hand) -> None:
    lost = {loss.partition(":")[0] for loss in write_hand(hand, "gb").losses}
    assert lost <= {"+wild", "+flip", "source"}


# --- hostile lines: one whose work grows faster than the line would not end here ---------------

UNITS = (
    "W1 ", "W1", "1b", "123c", "c1", "[1-23m]", "%5B", "E*3", "East ", "bam1", "1-9m", "和", "碰",
    '("CHI","W2",1)', "|EE0000|", "·", "seat ", "0m", "m1", "B1 ", "末张", "花龙", "自摸", "Q1 ",
    "(", "1 bamboo ", "财神6m当", "red ", "WhWh", "concealed kong ", "花1", "+ ", "①", "{5=5",
    "a1b2c3", "[RR"
)  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_a_hostile_line_ends(unit: str) -> None:
    for size in (9_000, 100_000):
        with pytest.raises((NotationError, ImpossibleHand)):
            parse(unit * (size // len(unit)))


@pytest.mark.parametrize("name", NotationName)
@pytest.mark.parametrize("unit", UNITS)
def test_a_hostile_line_ends_in_a_named_notation(name: str, unit: str) -> None:
    with pytest.raises((NotationError, ImpossibleHand)):
        parse(unit * (9_000 // len(unit)), None, name)


# --- the shared collection ------------------------------------------------------------------------

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "pasted_dev.jsonl"


@pytest.mark.skipif(not DATA.exists(), reason="the collection is not here")
def test_collected_lines() -> None:
    for line in DATA.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        words, notation = row["args"][1:], None
        if words[0] == "--notation":
            _, notation, *words = words
        text = " ".join(words)
        if "same_as" in row:
            assert parse(text, None, notation) == parse(" ".join(row["same_as"][1:])), text
            continue
        with pytest.raises(MjcalcError) as caught:
            parse(text, None, notation)
        told = [message(defect) for defect in caught.value.defects]
        assert len(told) <= row["most_errors"]
        assert all(word in " ".join(told) for word in row["all_of"])
        assert not any(word in " ".join(told) for word in row["none_of"])


# --- constructors of the library ------------------------------------------------------------------


@given(hands())
def test_counts_make_the_hand(hand: Hand) -> None:
    counts = [hand.concealed.count(tile) for tile in Tile]
    fields = {
        "melds": hand.melds, "win": hand.win, "seat": hand.seat, "round": hand.round,
        "flowers": hand.flowers, "wild": hand.wild, "indicator": hand.indicator,
    }  # fmt: skip
    assert Hand.from_counts(counts, hand.winning, **fields) == hand
    if hand.winning is not None:
        counts[hand.winning] += 1
        assert Hand.from_counts(counts, hand.winning, **fields) == hand


@pytest.mark.parametrize("counts", [[1] * 14, [-1] * 34, [0] * 33, [1] * 14 + [0] * 20])
def test_counts_that_make_no_hand_are_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match=r"34 numbers|name the one"):
        Hand.from_counts(counts)


def test_botzone_tuples_make_the_hand() -> None:
    packs = (("PENG", "F1", 2), ("CHI", "W3", 1), ("GANG", "B7", 0))
    hand = Hand.from_botzone(packs, ("T7", "T8", "J1", "J1"), "T9", 2, False, True, True, False, 1)
    text = "[EEE,2] [234m,1] (7777p) 78s 55z +win:9s ron +fourth +rob +seat:S +flowers:2"
    assert hand == parse(text)
    kong = Hand.from_botzone(packs, ("T7", "T8", "J1", "J1"), "T9", 0, True, False, True)
    assert kong == parse("[EEE,2] [234m,1] (7777p) 78s 55z +win:9s tsumo +kong")
    tiles = "W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F1 J1"
    waiting = Hand.from_botzone((), tiles.split())
    assert waiting == parse("123m456p789s EEE 5z")
    for bad in ((("CHOW", "W2", 1),), (("CHI", "X2", 1),)):
        with pytest.raises(ValueError, match="is not"):
            Hand.from_botzone(bad, ("T7",), "T9")
    with pytest.raises(ImpossibleHand):
        Hand.from_botzone((("CHI", "F2", 1),), ("T7",), "T9")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("123c 456d 789b EEE banana", ["banana"]),
        ("W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F1 J1 J1 banana +seat:1", ["banana", "+seat:1"]),
        ("c123 d456 b789 w111 r11 +win:55z", ["+win:55z"]),
        ("[EEE]23789s789mC8z1s|EW1000|", ["8z"]),
    ],
)
def test_a_slip_in_another_notation_is_all_that_is_told(line: str, wrong: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        parse(line)
    assert [line[d.start : (d.start or 0) + d.length] for d in caught.value.defects] == wrong
