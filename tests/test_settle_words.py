"""``mjcalc settle`` told in words, and how each amount comes about (``--explain``; rules 6, 7)."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from mjcalc.cli.settle_options import fan_total
from mjcalc.payments.deal import Deal, DealOutcome, Drawn, Escape, FalseWin, Room, Won
from mjcalc.payments.settlement import settle as settled
from mjcalc.payments.steps import steps_of
from mjcalc.rules.rulesets import ruleset
from mjcalc.tiles import TILES, Wind
from tests.command import Result, command_line

HAND = "123m456p789s EEE 5z +win:5z"
Settle = Callable[[str], Result]


@pytest.fixture
def settle(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Settle:
    """Runs ``mjcalc settle`` with words and options as one types them."""
    run = command_line(capsys, monkeypatch, "settle")
    return lambda text: run(*shlex.split(text))


SAME = [
    ("东家 自摸 25番 庄家东 鸟3饼 8番场 房间200 台费20",
     "--winner E --tsumo --fans 25 --dealer E --bird 3p --venue 8fan --room 200 --fee 20"),
    ("自摸 25番 --winner 东家 --venue 大众场 --room 2 --fee 1",
     "--winner E --tsumo --fans 25 --venue dazhong --room 2 --fee 1"),
    ("--winner 庄家 --dealer 南 --tsumo --fans 二十五番 --venue 大众场 --room 2 --fee 1",
     "--winner S --dealer S --tsumo --fans 25 --venue dazhong --room 2 --fee 1"),
    ("庄家 自摸 25番 --dealer 南 --venue 大众场 --room 2 --fee 1",
     "--winner S --dealer S --tsumo --fans 25 --venue dazhong --room 2 --fee 1"),
    ("西 和 北点炮 27番 --rules guobiao", "--winner W --from N --fans 27 --rules guobiao"),
    ("West wins off north 27 --rules guobiao", "--winner W --from N --fans 27 --rules guobiao"),
    ("N deals in, W wins 27 --rules guobiao", "--winner W --from N --fans 27 --rules guobiao"),
    ("S from E 12 fans dealer E bird 3p venue 8fan room 200 fee 20",
     "--winner S --from E --fans 12 --dealer E --bird 3p --venue 8fan --room 200 --fee 20"),
    ("e self-drawn base 10 room 200 fee 20",
     "--winner E --tsumo --base 10 --room 200 --fee 20"),
    ("北逃跑 罚金6500 补偿2000", "--escape N --penalty 6500 --compensation 2000"),
    ("North left, penalty 6500 compensation 2000",
     "--escape N --penalty 6500 --compensation 2000"),
    ("流局 台费20", "--draw --fee 20"),
    ("draw fee 20", "--draw --fee 20"),
    ("南家错和 --rules guobiao", "--false-win S --rules guobiao"),
    ("鸟北 庄南", "--bird 北 --dealer S"),
    (f"'S wins {HAND} off N dealer S' dazhong room 10 fee 1 no bird",
     f"--winner S --from N --dealer S --hand '{HAND}' --venue dazhong --room 10 --fee 1 "
     "--bird none"),
    (f"南家 自摸 '{HAND}' 庄家南 大众场 房间10 台费1 无鸟",
     f"--winner S --tsumo --dealer S --hand '{HAND}' --venue dazhong --room 10 --fee 1 "
     "--bird none"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "options"), SAME)
def test_words_settle_as_their_options_do(settle: Settle, words: str, options: str) -> None:
    told, wanted = (settle(f"{text} --format json") for text in (words, options))
    assert (told.code, told.value) == (0, wanted.value)


def test_fans_with_flowers_in_words(settle: Settle) -> None:
    below = settle("E self-drawn 9 fans 2 flowers --rules guobiao --lang en")
    assert below.code == 2
    assert below.err.startswith("mjcalc: 7 fans without flowers")


def test_names_of_fans_are_noted(settle: Settle) -> None:
    done = settle("东 自摸 清一色 24番 --rules guobiao --lang zh")
    assert done.code == 0
    assert done.err == "写了番种“清一色”：番数按写的计，不核对番种\n"
    assert settle("东 自摸 清一色 24番 --rules guobiao -q").err == ""


WRONG = [
    ("西点炮北 27番 --rules guobiao", "column 2", "北 和 西点炮", "write 西 from 北"),
    ("东 自摸 25分", "column 6", "25番", "25 fans"),
    ("老王 自摸 8番", "column 1", "没有“老王”这个玩家", 'no player "老王"'),
    ("庄家 自摸 8番 --rules guobiao", "column 1", "庄:东", "dealer:E"),
    ("东 自摸 8番 --winner S --rules guobiao", "", "--winner S 和写的 E 不同", "--winner S and"),
    ("8番场 --venue 大众场 东自摸 8番", "", "--venue 大众场", "--venue 大众场"),
    ("自摸 25番", "", "--winner E", "--winner E"),
    ("hello", "column 1", "看不懂“hello”", 'cannot read "hello"'),
]


@pytest.mark.parametrize(("text", "place", "zh", "en"), WRONG)
def test_words_that_cannot_be_settled(
    settle: Settle, text: str, place: str, zh: str, en: str
) -> None:
    for lang, words in (("zh", zh), ("en", en)):
        told = settle(f"{text} --lang {lang}")
        assert (told.code, told.out) == (2, "")
        assert words in told.err
        assert lang == "zh" or place in told.err
    failed = settle(f"{text} --format json").value
    assert failed["ok"] is False


def test_fans_are_read_with_their_unit() -> None:
    assert [fan_total(text) for text in ("２５番", "十番", "12 fans", "25分", "番", None)] == [
        25, 10, 12, "25分", "番", None,
    ]  # fmt: skip


# --- how each amount comes about -----------------------------------------------------------------

WIN = "西家 自摸 25番 庄家东 鸟3饼 8番场 房间200 台费20 --explain -q"


def test_the_steps_of_a_win_in_chinese(settle: Settle) -> None:
    assert (
        settle(f"{WIN} --lang zh").out
        == """\
西自摸 · 8番场 · 基数 25 番 + 8 = 33 · 房间 N 200 · 台费 A 20 · 庄家东 · 鸟牌 3p 落西

座位    X    输赢  台费    净得  算法
----  ---  ------  ----  ------  ----------------------------
东    132  -26400   -20  -26420  33 × 2 (庄家东) × 2 (鸟落西)
南     66  -13200   -20  -13220  33 × 2 (鸟落西)
西          52800   -20   52780  (132 + 66 + 66) × 200
北     66  -13200   -20  -13220  33 × 2 (鸟落西)
系统                         80
----  ---  ------  ----  ------  ----------------------------
合计                          0

每家怎样算
  8番场 · 基数 25 番 + 8 = 33
  东 -26420：X = 基数 33 × 2（庄家东） × 2（鸟落西） = 132，付 X × N = 132 × 200 = 26400，付台费 20
  南 -13220：X = 基数 33 × 2（鸟落西） = 66，付 X × N = 66 × 200 = 13200，付台费 20
  西 +52780：从东收 26400，从南收 13200，从北收 13200，付台费 20
  北 -13220：X = 基数 33 × 2（鸟落西） = 66，付 X × N = 66 × 200 = 13200，付台费 20
  系统 +80：四家台费
"""
    )


def test_the_steps_of_every_outcome_in_english(settle: Settle) -> None:
    def steps(text: str) -> list[str]:
        out = settle(f"{text} --explain -q --lang en").out
        return out.partition("how each amount comes about\n")[2].splitlines()

    assert steps("S from E 12 fans dealer E bird 3p venue 8fan room 200 fee 20") == [
        "  Eight fans · base 12 fans + 8 = 20",
        "  E -8020: X = base 20 × 2 (dealer E) = 40, pays X × N = 40 × 200 = 8000, "
        "pays a fee of 20",
        "  S +7980: receives 8000 from E, pays a fee of 20",
        "  W -20: pays a fee of 20",
        "  N -20: pays a fee of 20",
        "  system +80: the fees of the seats",
    ]
    assert steps("W from N 27 --rules guobiao") == [
        "  E -8: pays 8 as every loser does",
        "  S -8: pays 8 as every loser does",
        "  W +51: receives 8 from E, receives 8 from S, receives 35 from N",
        "  N -35: pays 8 as every loser does, pays 27 for the fans",
    ]
    assert steps("N left penalty 6500 compensation 2000")[2:] == [
        "  W +2000: receives 2000",
        "  N -6500: pays the penalty 6500",
        "  system +500: what the compensations leave of the penalty",
    ]
    assert steps("W false win --rules guobiao")[2] == "  W -30: pays 30 for the false win"
    assert steps("draw --rules guobiao")[0] == "  E +0: pays and receives nothing"


def test_the_steps_in_json_and_markdown(settle: Settle) -> None:
    east = settle(f"{WIN} --format json").value["seats"]["E"]
    assert east["steps"] == [
        {"what": "x", "amount": -26400, "base": 33, "x": 132, "room": 200},
        {"what": "fee", "amount": -20},
    ]
    assert east["explain"]["zh"].startswith("东 -26420：X = 基数 33")
    assert east["explain"]["en"].startswith("E -26420: X = base 33")
    plain = settle(f"{WIN} --format json".replace("--explain ", "")).value
    assert "steps" not in json.dumps(plain)
    markdown = settle(f"{WIN} --format markdown --lang en").out
    assert "\n\nhow each amount comes about\n\n- Eight fans" in markdown


def test_a_hand_is_explained_with_the_fans_that_do_not_count(settle: Settle) -> None:
    told = f"E self-drawn {HAND} dealer E no bird dazhong room 1 fee 0 --explain --lang en"
    assert "present, not counted" in settle(told).out
    assert "present, not counted" not in settle(told.replace("--explain", "")).out


SEATS = st.sampled_from(Wind)
AMOUNTS = st.integers(0, 10**6)
WINS = st.builds(
    lambda winner, by, fans: Won(winner, None if by is winner else by, by is winner, fans),
    SEATS, SEATS, st.integers(8, 400),
)  # fmt: skip
ROOM_ENDINGS = st.one_of(
    WINS,
    st.just(Drawn()),
    st.builds(lambda who, low, more: Escape(who, 3 * low + more, low), SEATS, AMOUNTS, AMOUNTS),
)
POINT_ENDINGS = st.one_of(WINS, st.just(Drawn()), st.builds(FalseWin, SEATS))


@given(ROOM_ENDINGS, SEATS, st.none() | st.sampled_from(TILES), AMOUNTS, AMOUNTS)
def test_the_steps_of_a_room_sum_to_the_nets(
    outcome: DealOutcome, dealer: Wind, bird: int | None, room: int, fee: int
) -> None:
    tile = None if bird is None or not isinstance(outcome, Won) else TILES[bird]
    deal = Deal(outcome, dealer, tile)
    paid = settled(deal, Room(room, fee), ruleset("huopin", {}, "8fan"))
    assert [sum(step.amount for step in steps) for steps in steps_of(paid, deal).values()] == [
        *paid.net
    ]


@given(POINT_ENDINGS, st.sampled_from(["30", "40"]))
def test_the_steps_of_points_sum_to_the_nets(outcome: DealOutcome, false_win: str) -> None:
    deal = Deal(outcome)
    paid = settled(deal, rules=ruleset("guobiao", {"false-win": false_win}))
    assert [sum(step.amount for step in steps) for steps in steps_of(paid, deal).values()] == [
        *paid.net
    ]
