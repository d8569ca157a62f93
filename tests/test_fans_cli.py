"""``mjcalc fans``: a value, several fans side by side, a principle, a name from elsewhere."""

from __future__ import annotations

import re

import pytest

import mjcalc as library
from mjcalc.rules.examples import (
    FAN_EXAMPLES,
    PRINCIPLE_EXAMPLES,
    PRINCIPLE_NAMES,
    Example,
    find_principle,
)
from mjcalc.rules.fans import BY_ZH, FANS, find_fans
from mjcalc.rules.foreign import FOREIGN_BY_NAME, FOREIGN_FANS
from mjcalc.rules.principles import Principle
from mjcalc.rules.rulesets import OPTIONS
from tests.command import Mjcalc, command_line


@pytest.fixture
def mjcalc(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    return command_line(capsys, monkeypatch)


CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


# -- examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("zh", FAN_EXAMPLES)
def test_the_example_of_a_fan_shows_it(zh: str) -> None:
    example = FAN_EXAMPLES[zh]
    score = library.score(example.hand, rules=example.rules)
    assert zh in [counted.fan.zh for counted in score.fans]


def test_every_fan_that_may_count_has_an_example() -> None:
    assert {row.zh for row in FANS if row.value} == {*FAN_EXAMPLES}


@pytest.mark.parametrize("principle", Principle)
def test_the_example_of_a_principle_shows_it(principle: Principle) -> None:
    example = PRINCIPLE_EXAMPLES[principle]
    score = library.score(example.hand, rules="guobiao")
    assert example.counted in [counted.fan.zh for counted in score.fans]
    if principle is Principle.HIGHEST:
        others = [counted.fan.zh for other in score.others() for counted in other.fans]
        assert example.not_counted in others
        assert example.not_counted not in [counted.fan.zh for counted in score.fans]
        return
    dropped = {dropped.fan.zh: dropped for dropped in score.dropped}[example.not_counted]
    # Where a row excludes what 不拆移 would remove, the row is the reason.
    rows = (Principle.NO_BREAK_UP, Principle.NO_REPEAT)
    assert dropped.why is principle or (principle in rows and dropped.why in rows)


def test_one_fan_shows_its_example(mjcalc: Mjcalc) -> None:
    out = mjcalc("fans", "无财神", "--lang", "en").out
    assert out.splitlines()[-1] == f"  example: {FAN_EXAMPLES['无财神'].hand}"
    fan = mjcalc("fans", "无财神", "--format", "json").value["fans"][0]
    assert Example(**fan["example"]) == FAN_EXAMPLES["无财神"]
    assert mjcalc("fans", "(明杠)", "--format", "json").value["fans"][0]["example"] is None


# -- a value ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["88番", "88 番", "８８番", "88 fan", "88fans", "88分"])
def test_the_fans_of_a_value(mjcalc: Mjcalc, typed: str) -> None:
    found = mjcalc("fans", *typed.split(), "--format", "json").value["fans"]
    assert [fan["zh"] for fan in found] == [row.zh for row in FANS if row.value == 88]


def test_the_value_is_that_of_the_rules(mjcalc: Mjcalc) -> None:
    eight = ("--option", "two-concealed-kongs=8", "--format", "json", "--rules", "guobiao")
    assert "双暗杠" in [fan["zh"] for fan in mjcalc("fans", "8番", *eight).value["fans"]]
    six = mjcalc("fans", "6番", "--format", "json").value["fans"]
    assert "双暗杠" in [fan["zh"] for fan in six]
    three = [fan["zh"] for fan in mjcalc("fans", "5番", *eight[2:]).value["fans"]]
    assert three == ["明暗杠"]


@pytest.mark.parametrize("value", ["7", "0", "9" * 50])
def test_no_fan_has_the_value(mjcalc: Mjcalc, value: str) -> None:
    code, out, err = mjcalc("fans", f"{value}番", "--lang", "en", "--rules", "guobiao")
    assert (code, out) == (2, "")
    assert err.endswith("the values are 88, 64, 48, 32, 24, 16, 12, 8, 6, 5, 4, 2, 1\n")


# -- several fans ----------------------------------------------------------------------------------

TWO = """\
fan          Pure Straight                                                           Mixed Straight
-----------  ----------------------------------------------------------------------  --------------------------------
value        16                                                                      8
number       guobiao 28, huopin 28, wmo 28                                           guobiao 39, huopin 39, wmo 39
condition    123, 456, 789 of one suit                                               123, 456, 789, one in each suit
also called  一条龙                                                                  三色一条龙
removes      Short Straight (on its own sets), Two Terminal Chows (on its own sets)  nothing
removed by   nothing                                                                 nothing
example      [123m] 456789m777p5s +win:5s ron                                        [123m] 455556p789s1z +win:1z ron
"""  # noqa: E501


@pytest.mark.parametrize(
    "typed", ["清龙 花龙", "清龙，花龙", "pure straight mixed straight", "清龙 and mixed straight"]
)
def test_two_fans_side_by_side(mjcalc: Mjcalc, typed: str) -> None:
    assert mjcalc("fans", *typed.split(), "--lang", "en") == (0, TWO, "")
    assert mjcalc("fans", typed, "--lang", "en").out == TWO


def test_several_fans_in_other_formats(mjcalc: Mjcalc) -> None:
    found = mjcalc("fans", "清龙", "花龙", "组合龙", "--format", "json").value["fans"]
    assert [fan["zh"] for fan in found] == ["清龙", "花龙", "组合龙"]
    both = mjcalc("fans", "清龙", "花龙").out
    assert "三种花色的 123、456、789 各一副" in both
    assert "123, 456, 789, one in each suit" in both


def test_a_name_of_several_words_is_one_name_first(mjcalc: Mjcalc) -> None:
    assert mjcalc("fans", "pure", "straight").out == mjcalc("fans", "清龙").out
    assert len(mjcalc("fans", "straight", "--format", "csv").out.splitlines()) == 5


@pytest.mark.parametrize("typed", ["清龙 banana", "straight chow", "清龙 " * 50, "a " * 500])
def test_not_every_word_is_a_fan(mjcalc: Mjcalc, typed: str) -> None:
    code, out, err = mjcalc("fans", *typed.split())
    assert (code, out) == (2, "")
    assert "mjcalc fans" in err


# -- principles ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "principle"),
    [
        ("不重复", Principle.NO_REPEAT),
        ("不重复原则", Principle.NO_REPEAT),
        ("Non-Repeat Principle", Principle.NO_REPEAT),
        ("不拆移", Principle.NO_BREAK_UP),
        ("non separation", Principle.NO_BREAK_UP),
        ("不得相同", Principle.NO_IDENTICAL),
        ("the non-identical principle", Principle.NO_IDENTICAL),
        ("就高不就低", Principle.HIGHEST),
        ("high-versus-low", Principle.HIGHEST),
        ("套算一次", Principle.COMBINED_ONCE),
        ("account-once", Principle.COMBINED_ONCE),
    ],
)
def test_a_principle_by_name(mjcalc: Mjcalc, typed: str, principle: Principle) -> None:
    value = mjcalc("fans", *typed.split(), "--format", "json").value
    assert value["principle"] == principle.value
    assert value["example"] == PRINCIPLE_EXAMPLES[principle]._asdict()


def test_a_principle_for_people(mjcalc: Mjcalc) -> None:
    assert mjcalc("fans", "不重复", "--lang", "zh").out == (
        "不重复\n"
        "  已计的番必然带有的番，不另计\n"
        "  例: [555z] 123m456p6789s +win:9s ron\n"
        "  计: 箭刻\n"
        "  不计: 幺九刻\n"
    )
    out = mjcalc("fans", "non-identical", "--lang", "en").out
    assert out.splitlines()[-1] == "  does not count: Mixed Shifted Chows (a second time)"
    assert len(mjcalc("fans", "套算一次", "--format", "csv").out.splitlines()) == 2


def test_no_principle_has_the_name_of_a_fan() -> None:
    assert not [name for name in PRINCIPLE_NAMES if find_fans(name)]
    assert find_principle("straight") is None
    assert find_principle("") is None


# -- names from elsewhere --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["天和", "地和", "人和", "258将", "立直", "Riichi"])
def test_a_fan_that_is_not_here(mjcalc: Mjcalc, name: str) -> None:
    assert mjcalc("fans", name, "--lang", "en") == (
        2,
        "",
        f'mjcalc: neither MCR nor huopin has a fan "{name}", so it scores nothing: '
        "mjcalc fans lists all fans\n",
    )
    assert "不计番" in mjcalc("fans", name, "--lang", "zh").err


def test_a_fan_that_has_another_name_here(mjcalc: Mjcalc) -> None:
    code, _, err = mjcalc("fans", "岭上开花", "--lang", "zh")
    assert (code, err) == (
        2,
        "mjcalc: 这里没有“岭上开花”这个番种，最接近的是杠上开花：请用 mjcalc fans 杠上开花\n",
    )
    err = mjcalc("fans", "rinshan", "--lang", "en").err
    assert err.endswith("use mjcalc fans Out with Replacement Tile\n")


def test_names_from_elsewhere_are_not_names_of_fans_here() -> None:
    assert not [name for name in FOREIGN_BY_NAME if find_fans(name)]
    assert {entry.here for entry in FOREIGN_FANS} <= {None, *BY_ZH}
    assert len(FOREIGN_BY_NAME) == sum(len(entry.names) for entry in FOREIGN_FANS)


# -- one language ----------------------------------------------------------------------------------


def test_english_texts_of_the_rules_have_no_chinese() -> None:
    texts = [text for row in FANS for text in (row.en, row.condition_en)]
    texts += [text for option in OPTIONS for text in (option.en, option.source)]
    assert [text for text in texts if CHINESE.search(text)] == []


def test_chinese_texts_of_the_rules_have_full_width_punctuation() -> None:
    texts = [row.condition_zh for row in FANS] + [option.zh for option in OPTIONS]
    assert [text for text in texts if re.search("[,;:()]", text)] == []
