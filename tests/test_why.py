"""``score --why``: why a fan counts or not; and what a hand below the minimum lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

import mjcalc
from mjcalc import Circumstance, FanStatus
from mjcalc.engine.why import gains, why
from mjcalc.rules.fans import BY_ZH
from mjcalc.tiles import write_tiles
from tests.command import Mjcalc, command_line
from tests.strategies import winning_hands

HAND = "234m 456s 789m 678s 99p +win:9p"
MELDED = "[123m] 456m 77z EEE (5555p) +win:7z"


@pytest.fixture
def mjcalc_score(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    return command_line(capsys, monkeypatch, "score", "--rules", "guobiao")


def asked(hand: str, fan: str) -> mjcalc.Why:
    return why(mjcalc.score(hand, "guobiao"), BY_ZH[fan])


@pytest.mark.parametrize(
    ("hand", "fan", "status"),
    [
        (HAND, "平和", FanStatus.COUNTS),
        (HAND, "无字", FanStatus.REMOVED),
        (HAND, "断幺", FanStatus.BLOCKED),
        (HAND, "自摸", FanStatus.WIN),
        (HAND, "三色三步高", FanStatus.MISSING),
        (HAND, "大四喜", FanStatus.FAR),
        # 111222333m reads as three chows too; the pungs count for more.
        ("111222333m 456p 99s +win:9s", "一色三同顺", FanStatus.OTHER_READING),
    ],
)
def test_the_status_of_a_fan(hand: str, fan: str, status: FanStatus) -> None:
    assert asked(hand, fan).status is status


def test_the_sets_that_are_missing_and_those_that_are_there() -> None:
    ways = {
        (write_tiles(way.missing[0].tiles), tuple(write_tiles(p.tiles) for p in way.present))
        for way in asked(HAND, "三色三步高").missing
    }
    assert ways == {("345p", ("234m", "456s")), ("567p", ("789m", "678s"))}


@pytest.mark.parametrize(
    ("fan", "parts"), [("断幺", ["789m", "99p"]), ("缺一门", ["99p"]), ("大于五", ["234m", "456s"])]
)
def test_the_parts_that_prevent_a_fan(fan: str, parts: list[str]) -> None:
    assert [write_tiles(part.tiles) for part in asked(HAND, fan).blocking] == parts


@pytest.mark.parametrize(
    ("hand", "fan", "added", "wait", "melded"),
    [
        (HAND, "自摸", [Circumstance.SELF_DRAWN], None, 0),
        (HAND, "妙手回春", [Circumstance.SELF_DRAWN, Circumstance.LAST], None, 0),
        (MELDED, "不求人", [Circumstance.SELF_DRAWN], None, 1),
        (HAND, "坎张", [], mjcalc.Wait.CLOSED, 0),
    ],
)
def test_the_way_of_winning_that_a_fan_needs(
    hand: str, fan: str, added: list[Circumstance], wait: mjcalc.Wait | None, melded: int
) -> None:
    change = asked(hand, fan).change
    assert change is not None
    assert [*change.circumstances] == added
    assert (change.wait, len(change.melded)) == (wait, melded)


def test_what_one_more_circumstance_adds() -> None:
    scored = mjcalc.score(HAND, "guobiao")
    assert [(gain.circumstance, gain.score.total) for gain in gains(scored)] == [
        (Circumstance.SELF_DRAWN, 7),
        (Circumstance.LAST, 13),
    ]


@given(winning_hands())
def test_a_gain_is_the_score_of_the_hand_so_won(hand: mjcalc.Hand) -> None:
    scored = mjcalc.score(hand, "guobiao")
    for gain in gains(scored):
        assert gain.score.total > scored.total
        assert gain.score == mjcalc.score(replace(hand, win=gain.score.hand.win), "guobiao")


SHAPES = (HAND, MELDED, "1122m3344p5566s77z +win:7z", "19m19p19s1234567z7z +win:7z")


@pytest.mark.parametrize("hand", SHAPES)
def test_every_fan_that_holds_is_found_and_no_other(hand: str) -> None:
    """Every fan that holds, and every tenth of the others, which take many readings to look for."""
    scored = mjcalc.score(hand, "huopin")
    held = {one.fan.zh for one in scored.fans} | {one.fan.zh for one in scored.dropped}
    others = [fan for fan in scored.ruleset.fans if fan.zh not in held]
    for fan in [BY_ZH[name] for name in held] + others[SHAPES.index(hand) :: 10]:
        status = why(scored, fan).status
        assert (status in (FanStatus.COUNTS, FanStatus.REMOVED)) == (fan.zh in held)


def test_a_fan_that_the_rules_do_not_have() -> None:
    with pytest.raises(ValueError, match="无财神"):
        asked(HAND, "无财神")


def test_the_lines_below_a_score(mjcalc_score: Mjcalc) -> None:
    fans = ("三色三步高", "断幺", "无字", "自摸", "平和", "大四喜")
    args = [word for fan in fans for word in ("--why", fan)]
    english = mjcalc_score(HAND, *args, "--lang", "en").out
    assert english.endswith(
        "3 short of 8; one more thing adds: self-drawn +2, last tile +8 (enough)\n"
        "\n"
        "Mixed Shifted Chows: not present; missing: 567p (789m 678s already there), "
        "or 345p (234m 456s already there)\n"
        "  Mixed Shifted Chows is: chows in three suits, each one rank higher\n"
        "All Simples: prevented by 789m 99p\n"
        "  All Simples is: no 1, 9 or honors\n"
        "No Honors: present, but All Chows removes it (non-repeat)\n"
        "Self-Drawn: not present; it needs self-drawn\n"
        "  Self-Drawn is: win on one's own draw\n"
        "All Chows: counts 2\n"
        "Big Four Winds: not present, and changing one or two sets does not give it\n"
        "  Big Four Winds is: pungs or kongs of all four winds\n"
    )
    chinese = mjcalc_score(HAND, *args[:4], "--lang", "zh").out
    assert chinese.endswith(
        "起和 8 番，还差 3 番，再加一项：自摸 +2、海底 +8（够）\n"
        "\n"
        "三色三步高：没有，缺 567p（已有 789m 678s），或 345p（已有 234m 456s）\n"
        "  三色三步高的条件：三种花色的顺子，依次高一位\n"
        "断幺：没有，不合的是 789m 99p\n"
        "  断幺的条件：没有一、九和字牌\n"
    )


def test_a_fan_by_any_of_its_names(mjcalc_score: Mjcalc) -> None:
    lines = {
        mjcalc_score(HAND, "--why", name, "--lang", "en").out
        for name in ("平和", "all chows", "63", "ALL CHOWS")
    }
    assert len(lines) == 1


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("chow", "write one in full"),
        ("天和", "neither MCR nor huopin"),
        ("平各", "did you mean 平胡, 平和"),
    ],
)
def test_a_name_that_is_not_one_fan(mjcalc_score: Mjcalc, name: str, part: str) -> None:
    done = mjcalc_score(HAND, "--why", name, "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert part in done.err


def test_the_json_of_reasons(mjcalc_score: Mjcalc) -> None:
    value = mjcalc_score(HAND, "--why", "三色三步高", "--why", "不求人", "--format", "json").value
    assert value["gains"] == [
        {"circumstance": "self-drawn", "total": 7, "base": 7, "enough": False},
        {"circumstance": "last", "total": 13, "base": 13, "enough": True},
    ]
    missing, win = value["why"]
    assert (missing["zh"], missing["status"], missing["points"]) == ("三色三步高", "missing", 0)
    assert missing["missing"][0] == {
        "missing": ["567p"], "replaced": ["234m"], "present": ["789m", "678s"],
    }  # fmt: skip
    assert (win["status"], win["win"]["with"]) == ("win", ["self-drawn"])


def test_a_hand_at_the_minimum_has_no_gains(mjcalc_score: Mjcalc) -> None:
    assert "gains" not in mjcalc_score("19m19p19s1234567z7z +win:7z", "--format", "json").value


@pytest.mark.parametrize(
    ("args", "code", "note"),
    [
        (["123m456p78999s11z"], 3, "--why is not answered: it needs a hand that wins"),
        (["123m456p789s 1234567z 9p"], 2, ""),
        (["123m456p789s 12345z"], 3, "--why is not answered: it needs a hand that wins"),
        ([HAND, "--format", "csv"], 0, "csv and tsv do not hold the answer to --why"),
    ],
)
def test_a_question_that_cannot_be_answered_is_not_dropped(
    mjcalc_score: Mjcalc, args: list[str], code: int, note: str
) -> None:
    done = mjcalc_score(*args, "--why", "花龙", "--lang", "en")
    assert done.code == code
    assert note in done.err
