"""Games from their sheets (notation, "Game sheet"; rules 4, 6, 7) and the command ``game``."""

from __future__ import annotations

import csv
import io
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from mjcalc import cli
from mjcalc.errors import MjcalcError, OptionError
from mjcalc.i18n import Lang, message
from mjcalc.report.errors import errors_json, errors_text
from mjcalc.report.skeletons import SKELETONS, skeleton
from mjcalc.rules.rulesets import RULESETS
from mjcalc.sheets.game import Game, SheetRequest, play
from mjcalc.sheets.reader import BadSheet, read_sheet
from mjcalc.tiles import Tile, Wind
from tests.command import Mjcalc, Result, clear_settings, command_line

ROOT = Path(__file__).parent.parent
SHEETS = sorted((ROOT.parent / "shared" / "data" / "games_dev").glob("*.game"))
LETTERS = [seat.name for seat in Wind]
HAND = "[123m] 456p 789s EEE 5z +win:5z"
HUOPIN = "rules huopin\nvenue dazhong\nroom 10\nfee 1\n"
GUOBIAO = "rules guobiao\n"

# The sheet of the notation, and the answer printed under it.
FRIDAY = """\
# Friday
rules huopin
venue 8fan                # 大众场 dazhong | 8番场 8fan | 无番场 nofan
room 200                  # N
fee 20                    # A
players E=阿明 S=Bo W=Cai N=Dee

deal dealer:E flip:4m bird:3p  S from W  [123m] 456p 789s EEE 5z +win:5z
deal dealer:E flip:9p bird:东   E tsumo   234m 567p 345s 678s 55m +win:5m
deal dealer:E draw
deal dealer:S escape:N penalty:6000 compensation:2000
"""
FRIDAY_TABLE = """\
Huopin (huopin) · Eight fans · room N 200 · fee A 20

  deal  dealer    who    from          fans  bird      X    E 阿明    S Bo    W Cai    N Dee    system
------  --------  -----  ----------  ------  ------  ---  --------  ------  -------  -------  --------
     1  E         S      W               19  3p W     54       -20   10780   -10820      -20        80
     2  E         E      self-drawn      11  东 E     76     45580  -15220   -15220   -15220        80
     3  E                draw                                  -20     -20      -20      -20        80
     4  S         N      escape                               2000    2000     2000    -6000         0

running totals
  deal    E 阿明    S Bo    W Cai    N Dee
------  --------  ------  -------  -------
     1       -20   10780   -10820      -20
     2     45560   -4440   -26040   -15240
     3     45540   -4460   -26060   -15260
     4     47540   -2460   -24060   -21260

standing
  rank  player      total
------  --------  -------
     1  E 阿明      47540
     2  S Bo        -2460
     3  N Dee      -21260
     4  W Cai      -24060
        system        240

the four seats and the system sum to zero
"""  # noqa: E501


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_settings(monkeypatch)


@pytest.fixture
def mjcalc(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    """Runs ``mjcalc game - …`` with a sheet on standard input."""

    game = command_line(capsys, monkeypatch, "game")

    def run(sheet: str, *args: str) -> Result:
        return game(*([] if "--new" in args else ["-"]), *args, stdin=sheet)

    return run


def game(text: str, **more: Any) -> Game:
    """The game of a good sheet."""
    return play(read_sheet(text), **more)


def refused(text: str, asked: SheetRequest | None = None) -> list[tuple[int | None, str, str]]:
    """Line, code and key of everything that is wrong with a sheet."""
    with pytest.raises(BadSheet) as caught:
        play(read_sheet(text), asked)
    return [(d.line, error.code, d.key) for error in caught.value.errors for d in error.defects]


def one(text: str, asked: SheetRequest | None = None) -> tuple[str, str]:
    """Code and key of the only thing that is wrong."""
    ((_, code, key),) = refused(text, asked)
    return code, key


@pytest.mark.parametrize("number", ["9" * 5000, "٣"])
def test_a_number_that_is_none_is_refused_wherever_it_stands(mjcalc: Mjcalc, number: str) -> None:
    deals = ("E tsumo fans:{}", "E tsumo fans:12 flowers:{}", "escape:E penalty:{} compensation:1")
    lines = [f"deal dealer:E bird:none {deal}" for deal in deals]
    for line in [*lines, "adjust E -{} late"]:
        result = mjcalc(HUOPIN + line.format(number), "--lang", "en")
        assert (result.code, result.out) == (2, "")
        assert result.err.startswith("mjcalc: line 5, column ")
    long = "at most 30 digits" if len(number) > 1 else "write digits only, as fee 20"
    err = mjcalc(f"rules huopin\nvenue dazhong\nroom 1\nfee {number}", "--lang", "en").err
    assert f'fee must be a whole number, not "{number[:40]}' in err
    assert f": {long}\n" in err


# --- the sheet of the notation ------------------------------------------------------------------


def test_the_sheet_of_the_notation_gives_the_answer_under_it() -> None:
    played = game(FRIDAY)
    assert [deal.net for deal in played.deals] == [
        (-20, 10780, -10820, -20), (45580, -15220, -15220, -15220),
        (-20, -20, -20, -20), (2000, 2000, 2000, -6000),
    ]  # fmt: skip
    assert played.totals == (47540, -2460, -24060, -21260)
    assert played.system == 240
    first, second, *_ = played.deals
    assert (first.total, first.payments and first.payments.base) == (19, 27)
    assert first.payments is not None
    assert first.payments.bird_seat is Wind.W
    assert second.total == 11
    assert second.payments is not None
    assert [share.x for share in second.payments.seats] == [None, 76, 76, 76]
    assert played.sum == 0
    assert played.running[1] == (45560, -4440, -26040, -15240)


def test_the_whole_output_for_the_sheet_of_the_notation(mjcalc: Mjcalc) -> None:
    assert mjcalc(FRIDAY, "--lang", "en") == (0, FRIDAY_TABLE, "")


def test_the_json_of_the_sheet_of_the_notation(mjcalc: Mjcalc) -> None:
    done = mjcalc(FRIDAY, "--format", "json")
    found = json.loads(done.out)
    assert done.code == 0
    assert (found["schema"], found["rules"]) == (1, "huopin")
    assert found["players"] == {"E": "阿明", "S": "Bo", "W": "Cai", "N": "Dee"}
    first = found["deals"][0]
    assert [fan["zh"] for fan in first.pop("fans")] == [
        "花龙", "五门齐", "圈风刻", "无财神", "单钓将",
    ]  # fmt: skip
    assert first == {
        "no": 1, "line": 8, "dealer": "E", "result": "win", "winner": "S", "from": "W",
        "total": 19, "bird": "3p", "bird_seat": "W", "player": None, "false_wins": [], "system": 80,
        "net": {"E": -20, "S": 10780, "W": -10820, "N": -20},
    }  # fmt: skip
    assert found["deals"][2]["fans"] is None
    assert found["deals"][3]["player"] == "N"
    assert found["totals"] == {"E": 47540, "S": -2460, "W": -24060, "N": -21260}
    assert found["system"] == 240
    assert {"table_points", "uneven", "errors"} & set(found) == set()


def test_the_rows_of_the_sheet_of_the_notation(mjcalc: Mjcalc) -> None:
    done = mjcalc(FRIDAY, "--format", "csv")
    header, *rows = csv.reader(io.StringIO(done.out))
    assert " ".join(header) == (
        "no line dealer result winner from total bird player false_wins reason E S W N system"
    )
    assert " ".join(filter(None, rows[0])) == "1 8 E win S W 19 3p -20 10780 -10820 -20 80"
    assert rows[2] == ["3", "10", "E", "draw", *[""] * 7, *["-20"] * 4, "80"]
    assert rows[-1] == ["total", *[""] * 10, "47540", "-2460", "-24060", "-21260", "240"]
    tsv = mjcalc(FRIDAY, "--format", "tsv").out
    assert [line.split("\t") for line in tsv.splitlines()] == [header, *rows]
    explained = mjcalc(FRIDAY, "--format", "csv", "--explain").out.splitlines()
    assert explained[1].endswith(",花龙; 五门齐; 圈风刻; 无财神; 单钓将")


def test_markdown_has_a_row_for_each_deal(mjcalc: Mjcalc) -> None:
    done = mjcalc(FRIDAY.replace("S=Bo", "S=B|o"), "--format", "markdown", "--lang", "zh")
    rows = [line for line in done.out.splitlines() if line.startswith("|")]
    assert len(rows) == (2 + 4) + (2 + 4) + (2 + 5)
    assert "B\\|o" in rows[0]


# --- the given sheets ---------------------------------------------------------------------------


@pytest.mark.skipif(not SHEETS, reason="the sheets with known answers are not here")
@pytest.mark.parametrize("path", SHEETS, ids=[path.stem for path in SHEETS])
def test_known_games(path: Path, mjcalc: Mjcalc) -> None:
    done = mjcalc(path.read_text(encoding="utf-8"), "--format", "json")
    found = json.loads(done.out)
    wanted = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    deals = wanted.pop("deals")
    assert len(found["deals"]) == len(deals)
    for got, want in zip(found["deals"], deals, strict=True):
        assert {key: got[key] for key in want} == want
    assert {key: found[key] for key in wanted} == wanted


@pytest.mark.parametrize(("name", "lang"), [("friday", "en"), ("league", "zh")])
def test_an_example_has_its_expected_output(name: str, lang: str, mjcalc: Mjcalc) -> None:
    folder = ROOT / "examples"
    sheet = (folder / f"{name}.game").read_text(encoding="utf-8")
    wanted = (folder / f"{name}.txt").read_text(encoding="utf-8")
    assert mjcalc(sheet, "--lang", lang) == (0, wanted, "")


# --- huopin -------------------------------------------------------------------------------------


def test_the_seat_wind_is_counted_from_the_dealer() -> None:
    text = f"{HUOPIN}deal dealer:S bird:none  S from W  {HAND}"
    score = game(text).deals[0].score
    assert score is not None
    assert score.hand.seat is Wind.E
    assert "门风刻" in [counted.fan.zh for counted in score.fans]


def test_the_round_defaults_to_east_and_counts() -> None:
    totals = [
        game(f"{HUOPIN}deal dealer:E bird:none {round} S from W {HAND}").deals[0].total
        for round in ("", "round:E", "round:S")
    ]
    assert totals[0] == totals[1] == 19
    # 圈风刻 2 gives way to 幺九刻 1.
    assert totals[2] == 18


def test_the_wildcard_follows_from_the_indicator() -> None:
    text = f"{HUOPIN}deal dealer:E bird:3p flip:5m S tsumo [123m] 456p 789s EEE 6m +win:5z"
    score = game(text).deals[0].score
    assert score is not None
    assert score.reading.stands_for == ((Tile.M6, Tile.Z5),)


def test_a_club_may_play_without_birds() -> None:
    (deal,) = game(f"{HUOPIN}deal dealer:N bird:none S from W fans:12").deals
    assert deal.net == (-1, 119, -121, -1)
    assert deal.bird is None


LAST = "123m456p789s EEE 5z +win:5z +last"


@pytest.mark.parametrize("bird", ["", "bird:5z"])
def test_the_bird_of_a_self_drawn_last_tile_is_the_winning_tile(bird: str) -> None:
    (deal,) = game(f"{HUOPIN}deal dealer:N {bird} S tsumo {LAST}").deals
    assert deal.bird is Tile.Z5
    assert deal.payments is not None
    assert deal.payments.bird_seat is Wind.N


def test_that_bird_must_not_differ_and_another_must_be_given() -> None:
    assert one(f"{HUOPIN}deal dealer:N bird:3p S tsumo {LAST}")[1] == "bird-of-last-tile"
    assert one(f"{HUOPIN}deal dealer:N S from W {LAST}")[1] == "deal-lacks"
    assert game(f"{HUOPIN}deal dealer:N bird:none S tsumo {LAST}").deals[0].bird is None


FOUR_OF_A_KIND = [
    "bird:1z S from W [1111z] 123m 456p 789s 5z +win:5z",
    "bird:1z S tsumo (1111z) 123m 456p 789s 5z +win:5z",
    "bird:1m S from W [111m] 123m 456p 789s 5z +win:5z",
    "bird:9s S from W 123m 456p 999s 55z 78s +win:9s",
    "flip:1z bird:1z S from W [111z] 123m 456p 789s 5z +win:5z",
    "bird:9s S from W 123m 456p 78s EEE 55z +win:9s +fourth",
    "bird:9s S from W 123m 456p 78s EEE 55z +win:9s +rob",
]


def test_a_bird_is_no_fifth_copy() -> None:
    deals = [f"deal dealer:E {deal}" for deal in FOUR_OF_A_KIND]
    with pytest.raises(BadSheet) as caught:
        game(HUOPIN + "\n".join(deals))
    found = [(error.code, error.defects[0].key) for error in caught.value.errors]
    assert found == [("impossible-hand", "fifth-copy-bird")] * len(deals)
    for error, deal in zip(caught.value.errors, deals, strict=True):
        (defect,) = error.defects
        assert defect.start is not None
        assert deal[defect.start :].startswith("bird:")


@pytest.mark.parametrize(
    "deal",
    [
        "bird:1z S from W [111z] 123m 456p 789s 5z +win:5z",
        "flip:1z bird:1z S from W 11z [789p] 123m 456p 789s +win:9s",
        "S tsumo [555m] 46m 123p 789s 55z +win:5m +last",  # the bird is the fourth 5m itself
        "bird:5m S from W [555m] 46m 123p 789s 55z +win:5m +last",  # drawn last, and discarded
        "bird:8s S from W 123m 456p 78s EEE 55z +win:9s +fourth",
    ],
)
def test_a_bird_may_be_the_fourth_copy(deal: str) -> None:
    assert game(f"{HUOPIN}deal dealer:E {deal}").deals[0].bird is not None


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("deal draw", "deal-lacks"),
        (f"deal bird:3p S from W {HAND}", "deal-lacks"),
        ("deal dealer:E S from W fans:12", "deal-lacks"),
        ("deal dealer:E bird:3p draw", "item-not-taken"),
        ("deal dealer:E false:S", "ending-not-here"),
        ("deal dealer:E bird:3p S from S fans:12", "winner-discards"),
        ("deal dealer:E bird:3p S from W fans:2 flowers:3", "flowers-exceed-fans"),
        ("deal dealer:E bird:3p S from W fans:12 flowers:9", "flowers-out-of-range"),
        ("deal dealer:E escape:S penalty:100 compensation:50", "penalty-too-small"),
        (f"deal dealer:E bird:3p S from W {HAND} +seat:E", "hand-disagrees"),
        (f"deal dealer:E bird:3p S from W {HAND} +round:S", "hand-disagrees"),
        (f"deal dealer:E bird:3p S from W {HAND} +flip:5m", "hand-disagrees"),
        (f"deal dealer:E bird:3p flip:4m S from W {HAND} +wild:4m", "hand-disagrees"),
        (f"deal dealer:E bird:3p S from W {HAND} tsumo", "hand-says-tsumo"),
        (f"deal dealer:E bird:3p S tsumo {HAND} 海底捞月", "hand-says-ron"),
    ],
)
def test_what_a_huopin_deal_cannot_be(line: str, key: str) -> None:
    assert one(HUOPIN + line) == ("cannot-read", key)


def test_what_the_hand_says_may_agree_with_the_line() -> None:
    hand = f"{HAND} +seat:S +round:E +wild:5m +flip:4m ron"
    (deal,) = game(f"{HUOPIN}deal dealer:E flip:4m bird:3p S from W {hand}").deals
    assert deal.total == 19
    (last,) = game(f"{HUOPIN}deal dealer:E S tsumo 123m456p789sEEE5z+win:5z 妙手回春").deals
    assert last.score is not None
    assert last.score.hand.win.self_drawn


@pytest.mark.parametrize("header", ["venue", "room", "fee"])
def test_huopin_needs_its_room(header: str) -> None:
    text = "".join(line for line in HUOPIN.splitlines(True) if not line.startswith(header))
    assert refused(f"{text}deal dealer:E draw\ndeal dealer:E draw") == [
        (4, "cannot-read", "header-missing")
    ]


def test_options_of_the_sheet_count() -> None:
    sheet = f"{HUOPIN}option dealer-doubling=winner\ndeal dealer:W bird:none S from W fans:12"
    assert game(sheet).deals[0].net == (-1, 119, -121, -1)
    assert game(sheet).rules.options == {"dealer-doubling": "winner"}


# --- guobiao ------------------------------------------------------------------------------------


def test_dealer_and_round_follow_from_the_number_of_the_deal() -> None:
    played = game(GUOBIAO + "deal draw\n" * 16)
    assert "".join(deal.dealer.name for deal in played.deals if deal.dealer is not None) == (
        "ESWN" * 4
    )
    assert [deal.round for deal in played.deals] == [wind for wind in Wind for _ in range(4)]


def test_they_may_be_written_and_must_agree() -> None:
    assert len(game(f"{GUOBIAO}deal dealer:E round:E draw\n局 庄:南 圈:东 流局").deals) == 2
    assert one(f"{GUOBIAO}deal dealer:S draw")[1] == "other-dealer"
    assert one(f"{GUOBIAO}deal round:S draw")[1] == "other-round"


def test_a_seventeenth_deal_is_an_error() -> None:
    found = refused(GUOBIAO + "deal draw\n" * 16 + "adjust E 5\ndeal draw")
    assert found == [(19, "cannot-read", "deal-after-end")]


@pytest.mark.parametrize(("rule", "net"), [("30", (10, -30, 10, 10)), ("40", (0, -40, 0, 0))])
def test_a_false_win_uses_up_the_deal(rule: str, net: tuple[int, ...]) -> None:
    played = game(f"{GUOBIAO}option false-win={rule}\ndeal false:S\ndeal draw")
    assert played.deals[0].net == net
    assert played.deals[1].dealer is Wind.S
    assert played.sum == sum(net)
    assert len(played.uneven) == (rule == "40")


def test_table_points_are_shared_by_equal_totals() -> None:
    found = game(f"{GUOBIAO}deal E from S fans:10").table_points
    assert found is not None
    assert [float(points) for points in found] == [4, 0, 1.5, 1.5]


BELOW = "[123m] [456p] [678s] 33z 78m +win:9m"


@pytest.mark.parametrize("result", [f"{BELOW} +flowers:8", "fans:10 flowers:8"])
def test_a_deal_below_the_minimum_is_an_error_that_says_what_it_is_worth(result: str) -> None:
    with pytest.raises(BadSheet) as caught:
        game(f"{GUOBIAO}deal S from W {result}")
    (error,) = caught.value.errors
    assert error.code == "below-minimum"
    said = message(error.defects[0], Lang.EN)
    fans = error.defects[0].fields
    assert f"{fans['base']} without flowers" in said
    assert "8 are needed" in said
    assert "false:" in said


def test_the_venue_8fan_asks_for_eight_unless_an_option_says_it_only_adds_eight() -> None:
    sheet = HUOPIN.replace("dazhong", "8fan") + "{}deal dealer:E bird:none S from W fans:7"
    assert one(sheet.format("")) == ("below-minimum", "deal-below-venue")
    (deal,) = game(sheet.format("option venue-minimum=no\n")).deals
    assert deal.net == (-1, 149, -151, -1)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("deal bird:3p S from W fans:12", "item-not-taken"),
        ("deal flip:3p draw", "item-not-taken"),
        ("deal bird:none draw", "item-not-taken"),
        ("deal escape:S penalty:300 compensation:100", "ending-not-here"),
        ("room 200\ndeal draw", "header-not-here"),
        ("venue 8fan\ndeal draw", "header-not-here"),
    ],
)
def test_what_guobiao_has_no_use_for(line: str, key: str) -> None:
    assert one(GUOBIAO + line) == ("cannot-read", key)


def test_a_wildcard_in_a_guobiao_hand_is_impossible() -> None:
    assert one(f"{GUOBIAO}deal S from W {HAND} +wild:5m") == (
        "impossible-hand", "no-wildcards-here",
    )  # fmt: skip


# --- sums ---------------------------------------------------------------------------------------


def test_an_adjustment_has_its_line_and_is_named_in_the_sum(mjcalc: Mjcalc) -> None:
    done = mjcalc(f"{GUOBIAO}deal draw\nadjust S -40 late\nadjust E +10", "--lang", "en")
    assert "adjust (late)" in done.out
    assert done.out.endswith(
        "the totals sum to -30, not to zero: "
        "-40 by the adjustment in line 3, +10 by the adjustment in line 4\n"
    )
    found = json.loads(mjcalc(f"{HUOPIN}adjust S -40 late", "--format", "json").out)
    assert found["deals"] == [
        {
            "no": None, "line": 5, "dealer": None, "result": "adjust", "winner": None,
            "from": None, "total": None, "player": "S", "false_wins": [], "fans": None,
            "bird": None, "bird_seat": None, "reason": "late", "system": 0,
            "net": {"E": 0, "S": -40, "W": 0, "N": 0},
        }
    ]  # fmt: skip
    assert (found["sum"], found["uneven"]) == (-40, [{"line": 5, "sum": -40}])
    rows = mjcalc(f"{HUOPIN}adjust S -40 late", "--format", "csv", "--lang", "en")
    assert rows.err == ("the totals sum to -40, not to zero: -40 by the adjustment in line 5\n")


def test_adjustments_that_cancel_out_sum_to_zero(mjcalc: Mjcalc) -> None:
    sheet = f"{GUOBIAO}deal draw\nadjust S -40 late\nadjust E +40"
    done = mjcalc(sheet, "--lang", "en")
    assert "not to zero" not in done.out
    assert done.out.endswith("sum to zero\n")
    assert mjcalc(sheet, "--format", "csv", "--lang", "en").err.count("\n") == 1
    assert {"sum", "uneven"} & set(json.loads(mjcalc(sheet, "--format", "json").out)) == set()


CHAIRS = st.sampled_from(LETTERS)


@st.composite
def huopin_lines(draw: st.DrawFn) -> str:
    """A deal of a huopin sheet with plain results."""
    dealer, winner, loser = draw(CHAIRS), draw(CHAIRS), draw(CHAIRS)
    bird = draw(st.sampled_from(["none", "3p", "9s", "北", "白"]))
    fans = draw(st.integers(8, 400))
    compensation = draw(st.integers(0, 1000))
    how = "tsumo" if winner == loser else f"from {loser}"
    return draw(
        st.sampled_from(
            [
                f"deal dealer:{dealer} bird:{bird} {winner} {how} fans:{fans}",
                f"deal dealer:{dealer} draw",
                f"deal dealer:{dealer} escape:{winner} "
                f"penalty:{3 * compensation + fans} compensation:{compensation}",
            ]
        )
    )


@given(
    st.lists(huopin_lines(), min_size=1, max_size=20),
    st.sampled_from(["dazhong", "8fan", "nofan"]),
    st.integers(0, 10**9),
    st.integers(0, 10**6),
)
@settings(max_examples=60)
def test_nets_and_the_system_sum_to_zero(lines: list[str], venue: str, room: int, fee: int) -> None:
    header = f"rules huopin\nvenue {venue}\nroom {room}\nfee {fee}\n"
    played = game(header + "\n".join(lines))
    assert all(deal.sum == 0 for deal in played.deals)
    assert played.sum == 0
    assert played.running[-1] == played.totals


@given(st.lists(st.tuples(CHAIRS, CHAIRS, st.integers(8, 400)), max_size=16))
@settings(max_examples=60)
def test_points_sum_to_zero_and_table_points_to_seven(
    wins: list[tuple[str, str, int]],
) -> None:
    lines = [
        f"deal {winner} {'tsumo' if winner == loser else f'from {loser}'} fans:{fans}"
        for winner, loser, fans in wins
    ]
    played = game(GUOBIAO + "\n".join(lines))
    assert played.sum == 0
    assert sum(played.table_points or ()) == 7


# --- errors -------------------------------------------------------------------------------------

BAD = f"""\
规则 guobiao
option knitted-waits=counted
局 东 自摸 一二三万 四五六饼 七八九条 东东东 中 +和:发
局 南 和 东点炮 123m 456p 789s EEE 55z +win:7z
局 draw E
局 西 和 北点炮 123m 456p 789s EEE 5z
局 西 和 西点炮 fans:3
局 北 自摸 {HAND} 8z
"""


def test_all_faults_are_told_at_once_with_line_column_and_caret(mjcalc: Mjcalc) -> None:
    done = mjcalc(BAD, "--lang", "en")
    assert (done.code, done.out) == (2, "")
    places = [line for line in done.err.splitlines() if line.startswith("mjcalc: ")]
    assert [place.split(": ")[1] for place in places] == [
        "line 2, column 8", "line 3, column 8", "line 4, column 34", "line 5, column 8",
        "line 6, column 11", "line 7, column 7", "line 7, column 11", "line 8, column 40",
    ]  # fmt: skip
    lines = done.err.splitlines()
    assert lines[1:3] == ["  option knitted-waits=counted", "         " + "^" * 21]
    assert lines[4].startswith("  局 东 自摸")
    # 局 东 自摸 are eleven columns wide, and two more stand before the line.
    assert lines[5].startswith(" " * 13 + "^")


def test_the_codes_of_the_faults(mjcalc: Mjcalc) -> None:
    done = mjcalc(BAD, "--format", "json", "--lang", "en")
    found = json.loads(done.out)
    assert done.code == 2
    assert found["ok"] is False
    assert (found["line"], found["input"]) == (2, "option knitted-waits=counted")
    assert found["rules"] == "guobiao"
    assert found["error"] == found["errors"][0]
    assert [error["code"] for error in found["errors"]] == [
        "cannot-read", "not-a-win", "impossible-hand", "cannot-read", "waiting",
        "cannot-read", "below-minimum", "cannot-read",
    ]  # fmt: skip
    assert [error["line"] for error in found["errors"]] == [2, 3, 4, 5, 6, 7, 7, 8]


def test_an_error_in_line_7_is_found_from_the_message(mjcalc: Mjcalc) -> None:
    text = FRIDAY.replace("# Friday\n", "").replace("EEE 5z +win:5z", "EEE 5z +win:5x")
    done = mjcalc(text, "--lang", "en")
    assert done.code == 2
    first, line, caret = done.err.splitlines()
    assert first.startswith("mjcalc: line 7, column 66: ")
    assert line[caret.index("^") :].startswith("+win:5x")


def test_keep_going_scores_the_good_deals(mjcalc: Mjcalc) -> None:
    sheet = f"{GUOBIAO}deal E from S fans:12\ndeal E from S fans:3\ndael draw\ndeal draw"
    done = mjcalc(sheet, "--keep-going", "--lang", "en", "--format", "csv")
    assert done.code == 1
    assert [row.split(",")[:3] for row in done.out.splitlines()[1:]] == [
        ["1", "2", "E"], ["4", "5", "N"], ["total", "", ""],
    ]  # fmt: skip
    assert "line 3, column 15" in done.err
    assert "line 4, column 1" in done.err
    assert "bad deals left out: 2" in done.err
    found = json.loads(mjcalc(sheet, "--keep-going", "--format", "json").out)
    assert [error["code"] for error in found["errors"]] == ["below-minimum", "cannot-read"]


def test_lines_that_were_left_out_are_called_deals_only_where_all_are(mjcalc: Mjcalc) -> None:
    sheet = f"{GUOBIAO}deal E from S fans:12\nadjust E x\ndeal draww"
    done = mjcalc(sheet, "--keep-going", "--lang", "en")
    assert "bad lines left out: 2" in done.err
    assert "deals 1 of 16" in done.out


@pytest.mark.parametrize(
    "line", ["rules {}", "venue {}", "room {}", "option {}=1", "option dealer-doubling={}"]
)
def test_a_header_that_would_fill_the_screen_is_cut(line: str, mjcalc: Mjcalc) -> None:
    said = mjcalc(line.format("b9" * 400) + f"\n{HUOPIN}", "--lang", "en").err
    assert "b9…" in said
    assert max(map(len, said.splitlines())) < 300


def test_one_tile_is_no_tiles(mjcalc: Mjcalc) -> None:
    said = mjcalc(f"{GUOBIAO}deal E tsumo 1m\ndeal E tsumo 12m", "--lang", "en").err
    assert ": 1 tile, 13 too few" in said
    assert ": 2 tiles, 12 too few" in said


def test_running_totals_name_who_was_adjusted(mjcalc: Mjcalc) -> None:
    sheet = f"{GUOBIAO}players S=Bo\ndeal draw\nadjust S -40 late"
    assert "\nadjust S Bo " in mjcalc(sheet, "--lang", "en").out


def test_a_wildcard_without_its_indicator_says_what_to_write(mjcalc: Mjcalc) -> None:
    won = "S tsumo 234m 567p 345s 678s 55m +win:5m +wild:5p"
    done = mjcalc(f"{HUOPIN}deal dealer:E bird:3p {won}", "--lang", "en")
    assert "write flip:4p before the winner, or remove +wild:5p" in done.err
    assert mjcalc(f"{HUOPIN}deal dealer:E bird:3p flip:4p {won}", "--lang", "en").code == 0


def test_options_that_are_not_at_their_default_are_named(mjcalc: Mjcalc) -> None:
    done = mjcalc(f"{GUOBIAO}option false-win=40\ndeal false:S", "--lang", "en")
    assert done.out.startswith("MCR (guobiao) · options: false-win=40 · deals 1 of 16\n")
    assert "the totals sum to -40, not to zero: -40 by false-win=40 in line 3\n" in done.out


def test_what_is_no_sheet_says_where_it_was_given_up(mjcalc: Mjcalc) -> None:
    done = mjcalc("rules guobiao\n" + "foo bar\n" * 500, "--lang", "en")
    assert done.err.splitlines()[-1].startswith("mjcalc: line 102: 100 bad lines")


def test_a_refused_sheet_can_be_sent_to_another_process() -> None:
    with pytest.raises(BadSheet) as caught:
        game("deal draw")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.defects == caught.value.defects
    assert [error.code for error in again.errors] == ["cannot-read"]


def test_keep_going_needs_a_good_header(mjcalc: Mjcalc) -> None:
    assert mjcalc("rules goubiao\ndeal draw", "--keep-going").code == 2
    assert mjcalc("deal draw", "--keep-going").code == 2


def test_the_faults_of_deals_are_told_beside_those_of_the_header() -> None:
    text = "rules huopin\nvenue 9fan\nroom x\ndeal dealer:E false:S\ndeal dealer:E bird:3p draw"
    assert [(line, key) for line, _, key in refused(text)] == [
        (2, "no-venue"), (3, "not-an-amount"), (4, "header-missing"),
        (4, "ending-not-here"), (5, "item-not-taken"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\x00\x01", "{}", "<html>"])
def test_what_is_no_sheet_is_refused(text: str, mjcalc: Mjcalc) -> None:
    done = mjcalc(text)
    assert (done.code, done.out) == (2, "")
    assert "rules huopin" in done.err


def test_hostile_input_ends_quickly_and_quietly(mjcalc: Mjcalc) -> None:
    for text in ("a" * 10_000_000, "rules guobiao\ndeal E tsumo " + "[" * 9_000, "\x1b]0;x\x07"):
        done = mjcalc(text, "--lang", "en")
        assert done.code == 2
        assert len(done.err) < 20_000
        assert "\x1b" not in done.err


@given(st.text(alphabet='deal roundESWN东局自摸点炮:="#123mpsz[]+\n ', max_size=80))
@settings(max_examples=200)
def test_any_text_is_a_game_or_refused(text: str) -> None:
    sheet = read_sheet(f"rules guobiao\n{text}")
    errors: tuple[MjcalcError, ...] = ()
    try:
        play(sheet)
    except BadSheet as bad:
        errors = bad.errors
    assert bool(errors) == bool(errors_text(errors, sheet.lines, Lang.BOTH))
    assert all(error["line"] for error in errors_json(errors, Lang.EN))


# --- the command line beside the sheet ----------------------------------------------------------


def test_other_rules_on_the_command_line_are_an_error(mjcalc: Mjcalc) -> None:
    done = mjcalc(f"{GUOBIAO}deal draw", "--rules", "huopin", "--lang", "en")
    assert done.code == 2
    assert "line 1, column 7: the sheet says guobiao" in done.err
    assert mjcalc(f"{GUOBIAO}deal draw", "--rules", "guobiao").code == 0
    assert mjcalc("rules 国标\ndeal draw", "--rules", "guobiao").code == 0


def test_other_rules_in_the_environment_are_ignored_with_a_note(
    mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MJCALC_RULES", "huopin")
    done = mjcalc(f"{GUOBIAO}deal draw", "--lang", "en")
    assert done.code == 0
    assert done.err == "MJCALC_RULES=huopin is ignored: the sheet says guobiao\n"
    assert mjcalc(f"{GUOBIAO}deal draw", "-q").err == ""
    monkeypatch.setenv("MJCALC_RULES", "MCR")
    assert mjcalc(f"{GUOBIAO}deal draw", "--lang", "en").err == ""


def test_the_command_line_fills_in_what_the_sheet_does_not_say() -> None:
    assert game("deal draw", asked=SheetRequest("guobiao")).rules.key == "guobiao"
    bare = "rules huopin\nroom 10\nfee 1\ndeal dealer:E draw"
    assert game(bare, asked=SheetRequest(venue="8番场")).rules.minimum == 8
    chosen = game(f"{GUOBIAO}deal false:E", asked=SheetRequest(options={"false-win": "40"}))
    assert chosen.totals == (-40, 0, 0, 0)


def test_what_it_contradicts_is_an_error() -> None:
    sheet = f"{HUOPIN}option bystander-fee=no\ndeal dealer:E draw"
    assert one(sheet, SheetRequest(venue="8fan")) == ("cannot-read", "sheet-says-other")
    assert one(sheet, SheetRequest(options={"bystander-fee": "yes"}))[1] == "sheet-says-other"
    same = SheetRequest("huopin", {"bystander-fee": "no"}, "大众场")
    assert game(sheet, asked=same).rules.options == {"bystander-fee": "no"}
    for asked in (SheetRequest(options={"foo": "bar"}), SheetRequest("goubiao")):
        with pytest.raises(OptionError):
            game(sheet, asked=asked)


def test_explain_adds_the_fans_of_each_deal(mjcalc: Mjcalc) -> None:
    done = mjcalc(FRIDAY, "--explain", "--lang", "en")
    assert done.out.startswith(FRIDAY_TABLE)
    assert "deal 2 (line 9)\n\n234m 567p 345s 678s 55m" in done.out
    assert "present, not counted" in done.out
    found = json.loads(mjcalc(FRIDAY, "--explain", "--format", "json").out)
    assert found["deals"][0]["dropped"][0]["zh"] == "幺九刻"
    assert len(found["deals"][0]["fans"][0]["sets"][0]) == 3
    assert found["deals"][2]["dropped"] is None


def test_a_winning_tile_that_was_taken_for_granted_is_named(mjcalc: Mjcalc) -> None:
    done = mjcalc(f"{GUOBIAO}deal E tsumo 123m456p789s EEE 55z", "--lang", "en")
    assert done.err == "line 2: no winning tile is named, 中 is taken, which was typed last\n"


def test_a_file_that_is_not_there_or_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["game", str(tmp_path / "none.game")]) == 2
    done = capsys.readouterr()
    assert (done.out, done.err.count("\n")) == ("", 1)
    assert cli.run(["game", "", "--lang", "en"]) == 2
    assert "the file name is empty" in capsys.readouterr().err
    bad = tmp_path / "bad.game"
    bad.write_bytes("规则 guobiao\n局 流局".encode("gbk"))
    capsys.readouterr()
    assert cli.run(["game", str(bad), "--lang", "en"]) == 2
    shown = "line 1, column 1: the text is not UTF-8 but probably gb18030: add --encoding gb18030"
    assert shown in capsys.readouterr().err
    assert cli.run(["game", str(bad), "--encoding", "gb18030"]) == 0


@pytest.mark.parametrize("command", ["game", "replay"])
@pytest.mark.parametrize("path", ["", "/nowhere/at.all"])
def test_a_program_is_told_that_a_file_cannot_be_opened(
    command: str, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run([command, path, "--format", "json", "--lang", "en"]) == 2
    done = capsys.readouterr()
    found = json.loads(done.out)
    assert (found["ok"], found["line"], found["error"]["code"]) == (False, None, "cannot-read")
    assert done.err == f"mjcalc: {found['error']['message']}\n"


# --- a new sheet --------------------------------------------------------------------------------


def uncommented(text: str) -> str:
    """A skeleton whose comments are followed: lines that begin with # and a keyword, without #."""
    marks = ("# deal", "# adjust", "# option", "# 局", "# 调整", "# 选项")
    return "\n".join(
        line.removeprefix("# ") if line.startswith(marks) else line for line in text.splitlines()
    )


@pytest.mark.parametrize("lang", Lang)
@pytest.mark.parametrize("rules", RULESETS)
def test_a_new_sheet_is_a_sheet(rules: str, lang: Lang, mjcalc: Mjcalc) -> None:
    done = mjcalc("", "--new", rules, "--lang", lang)
    assert (done.code, done.err) == (0, "")
    assert done.out == skeleton(rules, lang) + "\n"
    empty = mjcalc(done.out)
    assert (empty.code, len(game(done.out).deals)) == (0, 0)
    assert "deal" in empty.err
    played = game(uncommented(done.out))
    assert played.rules.key == rules
    assert len(played.deals) >= 6
    assert {deal.result for deal in played.deals} >= {"win", "draw", "adjust"}


def test_every_payment_scheme_has_a_new_sheet(mjcalc: Mjcalc) -> None:
    assert {*SKELETONS} == {rules.pays for rules in RULESETS.values()}
    assert mjcalc("", "--new", "Green Book") == mjcalc("", "--new", "wmo")


@pytest.mark.parametrize("title", ["wmo", "WMO", "Green Book", "世界麻将组织"])
def test_a_sheet_by_wmo(title: str, mjcalc: Mjcalc) -> None:
    hand = "(2222s)(3333s)[5555p]67m EE 8m +win:8m"
    sheet = f"rules {title}\ndeal S from W {hand}\ndeal false:N"
    found = json.loads(mjcalc(sheet, "--format", "json").out)
    assert (found["rules"], found["options"]) == ("wmo", {})
    assert found["deals"][0]["total"] == 40
    assert found["totals"] == {"E": 2, "S": 74, "W": -38, "N": -38}
    assert found["table_points"]["S"] == 4
    assert mjcalc(sheet, "--rules", "wmo").code == 0
    assert mjcalc(sheet, "--rules", "guobiao").code == 2
    chosen = sheet.replace("\n", "\noption two-concealed-kongs=6\n", 1)
    found = json.loads(mjcalc(chosen, "--format", "json").out)
    assert found["options"] == {"two-concealed-kongs": "6"}
    assert found["deals"][0]["total"] == 38


def test_a_new_sheet_is_for_a_ruleset_and_reads_no_file(mjcalc: Mjcalc) -> None:
    assert mjcalc("", "--new", "houpin", "--lang", "en").err.endswith("did you mean huopin?\n")
    assert cli.run(["game", "friday.game", "--new", "huopin"]) == 2
