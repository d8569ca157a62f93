"""Every text in two languages, and a sentence for everything that can be wrong."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from mjcalc.engine.score import score
from mjcalc.errors import Defect, MjcalcError
from mjcalc.i18n import TEXT, Lang, message, named, say
from mjcalc.notation import mistakes
from mjcalc.notation.grammar import parse
from mjcalc.rules.rulesets import RULESETS
from mjcalc.tiles import Tile, Wind

PACKAGE = Path(__file__).parent.parent / "mjcalc"


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TEXT)
def test_both_languages_name_the_same_fields(key: str) -> None:
    zh, en = TEXT[key]
    assert zh
    assert en
    assert fields(zh) == fields(en)


def defect_keys() -> set[str]:
    """Every key of a defect that the sources name: ``Defect("key", …)`` with a literal key."""
    return {
        str(node.args[0].value)
        for module in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Defect"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def documented_keys() -> set[str]:
    """The keys in the tables of the notation's docstring."""
    rows = re.findall(r"^([a-z-]+) {2,}\S", mistakes.__doc__ or "", flags=re.MULTILINE)
    return set(rows) - {"key"}


def test_every_defect_has_its_sentence() -> None:
    assert len(documented_keys()) > 30
    assert (defect_keys() | documented_keys()) - set(TEXT) == set()


MISTAKES = {
    "": "没有手牌",
    "123m456p789s EEE 55z +win:5m tsumo": "+win:5m",
    "[123m] [456m] [789m] [EEE] [77p] 5z": "最多 4 副",
    "123m 456p 789 EEE 55z": "789",
    "123m 456p 789 s EEE 55z": "789s",
    "123m456p789s EEE 8z8z": "8z",
    "123m456p789s 0m EEE 5z": "5m",
    "123m456p789W EEE 55z": "W",
    "123m456p789s EEE 55z B1": "55z 1p、123m456p789s EEE 55z 1s",
    "m123p456s789 EEE 55z": "123m",
    "123m456p789s eee 55z": "EEE",
    "123m456p789s EEE 55z 1f": "+flowers",
    "123m456p789s EEE 55z +flip:春": "再翻",
    "123m456p789s EEE 5z%2": "%",
    "123m456p789s EEE 55z tsumi": "tsumo",
    "123m456p789s EEE 红红": "红中红中",
    "123m456p789s EEE 55z 末张": "+fourth",
    "123m456p789s EEE 55z 暗刻": "不用写",
    "123m456p789s EEE 55z 9-1m": "1-9",
    "1Q1X1Y 456p789s EEE 55z": "Q",
    "123m|456p|789s EEE 55z": "共 2 处",
    "吃1m 456p789s EEE 55z": "吃123m",
    "123m456p789s EEE 55z +flover:2": "+flowers",
    "123m456p789s EEE 55z +win:": "+win:5z",
    "123m456p789s EEE 55z +last:yes": "+last",
    "123m456p789s EEE 55z +win:55z": "55z",
    "123m456p789s EEE 55z +win:x": "x",
    "123m456p789s EEE 55z +seat:1": "从 1 数是东、从 0 数是南",
    "123m456p789s EEE 55z +seat:X": "X",
    "123m456p789s EEE 55z +flowers:many": "many",
    "[] 123m456p789s EEE 55z": "[]",
    "[123m 456p789s EEE 55z": "]",
    "123m] 456p789s EEE 55z": "]",
    "[123m) 456p789s EEE 55z": ")",
    "[tsumo] 456p789s EEE 55z": "tsumo",
    "[123m,7] 456p789s EEE 5z": "1、2、3",
    "(5555p,1) 456p789s EEE 5z": "暗杠",
    "chi:# 123m 456p789s EEE 5z": "chi",
    "chi:EEE 456p789s 123m 5z +win:5z": "peng:111z",
    "123m456p789s EEE 5z +win:5z +win:5z": "+win",
    "123m456p789s EEE 5z +win:5z tsumo ron": "tsumo",
    "123m456p789s EEE 5z +win:5z tsumo zimo": "和牌方式",
    "123m456p789s EEE 5z +win:5z tsumo +rob": "自摸",
    "123m456p789s EEE 5z +win:5z ron +kong": "没有杠",
    "123m456p789s EEE 5z +win:5z +fourth": "中",
    "123m456p789s EEE 5z +win:5z +flowers:9": "9",
    "123m456p789s EEE 5z +win:5z +wild:6m +flip:7m": "8m",
    "[123m]456p789s EEE 5z +win:5z +wild:2m": "2m",
    "55555p 123m 456s 78s +win:9s": "5p",
    "[ESW] 456p789s EEE 5z +win:5z": "东南西",
}  # fmt: skip


@pytest.mark.parametrize("text", MISTAKES)
@pytest.mark.parametrize("lang", Lang)
def test_a_mistake_is_said_in_words(text: str, lang: Lang) -> None:
    with pytest.raises(MjcalcError) as caught:
        parse(text)
    said = " ".join(message(defect, lang) for defect in caught.value.defects)
    assert "{" not in said
    assert "Tile." not in said
    assert (MISTAKES[text] in said) or lang is Lang.EN


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("123m456p789s EEE 5z", "+win:5z"),
        ("147m258p1133s55z7z", "没有听牌"),
        ("123m456p789s EEE 56z", "中"),
        ("147m258p1133s557z1z", "不止一张"),
        ("19m19p19s1234567z +win:5p", "1m、9m、1p、9p、1s、9s"),
    ],
)
def test_a_hand_that_does_not_win_is_said_in_words(text: str, words: str) -> None:
    with pytest.raises(MjcalcError) as caught:
        score(parse(text))
    (defect,) = caught.value.defects
    assert words in message(defect, Lang.ZH)
    assert "{" not in message(defect, Lang.BOTH)


def test_guobiao_has_no_wildcards() -> None:
    with pytest.raises(MjcalcError) as caught:
        parse("123m456p789s EEE 5z +win:5z +wild:6m", RULESETS["guobiao"].wild)
    assert "+wild (6m)" in message(caught.value.defects[0], Lang.EN)


def test_honors_are_named_in_both_languages() -> None:
    defect = Defect("fifth-copy", {"tile": Tile.Z5, "count": 5})
    assert message(defect, Lang.ZH).startswith("中 有 5 张")
    assert message(defect, Lang.EN).startswith("5 copies of 中")
    assert named("123z") == "123z (东南西)"
    assert named("123m") == "123m"


def test_both_languages_stand_side_by_side_once() -> None:
    assert say("total") == "合计 Total"
    assert say("why.不重复").count(" / ") == 1
    assert say("column", Lang.EN, column=3) == "column 3"
    assert say("not-a-wind", Lang.BOTH, item="+seat", value=Wind.S).count(" / ") == 1


def test_what_was_meant_is_asked() -> None:
    wrong = Defect("no-option", {"name": "knitted-waits", "known": ("knitted-wait",)})
    assert message(wrong, Lang.EN).endswith("; did you mean knitted-wait?")
    wrong = Defect("no-option", {"name": "x", "known": ("knitted-wait",)})
    assert message(wrong, Lang.EN).endswith("lists them")
