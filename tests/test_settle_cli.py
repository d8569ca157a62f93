"""``mjcalc settle``: whole outputs, every line of complaint, and who pays whom (rules 4, 6, 7)."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mjcalc as library
from mjcalc.cli.settle import EXAMPLES
from mjcalc.cli.settle_options import amount, bird, find_seat
from mjcalc.i18n import Lang, message, say
from mjcalc.i18n.settle import CLAIM_TEXTS, DEALS, ITEM_VALUES, SETTLE_OPTIONS
from mjcalc.payments.deal import Duplicate
from mjcalc.report import Look
from mjcalc.report.payments import payments_text
from mjcalc.rules.rulesets import ruleset
from mjcalc.tiles import Tile, Wind
from tests.command import Result, command_line

DATA = Path(__file__).parents[2] / "shared" / "data" / "settle_dev.jsonl"
WORKED = "--base 10 --tsumo --winner E --room 200 --fee 20"
ROOM = "--room 200 --fee 20"
HAND = "--hand '123m456p789s EEE 55z +win:5z'"
LAST = "--hand '123m456p789s EEE 55z +win:5z +last'"
BELOW = "--hand '[123m] [345m] 678p56s33z +win:7s tsumo'"


Settle = Callable[[str], Result]


@pytest.fixture
def settle(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Settle:
    """Runs ``mjcalc settle`` with options as one types them."""
    run = command_line(capsys, monkeypatch, "settle")
    return lambda options: run(*shlex.split(options))


# Whole outputs


def test_the_worked_example_of_the_rules(settle: Settle) -> None:
    assert settle(WORKED) == (
        0,
        """\
东自摸 东 E self-drawn · 基数 10 base 10 · 房间 N 200 room 200 · 台费 A 20 fee 20

座位 seat     X  输赢 gross  台费 fee  净得 net  算法 made of
-----------  --  ----------  --------  --------  --------------------
东 E                   6000       -20      5980  (10 + 10 + 10) × 200
南 S         10       -2000       -20     -2020  10
西 W         10       -2000       -20     -2020  10
北 N         10       -2000       -20     -2020  10
系统 system                                  80
-----------  --  ----------  --------  --------  --------------------
合计 Total                                    0

火拼 Huopin (huopin)
四家和系统合计为 0 / the four seats and the system sum to zero
""",
        "",
    )


def test_a_discard_doubled_by_dealer_and_bird(settle: Settle) -> None:
    told = "--venue 8fan --fans 12 --winner S --from E --dealer E --bird 5p --lang en -q "
    assert (
        settle(told + ROOM).out
        == """\
南 S wins on a tile of 东 E · Eight fans · base 12 fans + 8 = 20 · room 200 · fee 20 · \
dealer 东 E · bird 5p on 东 E

seat     X   gross  fee     net  made of
------  --  ------  ---  ------  ---------------------------------------
E       80  -16000  -20  -16020  20 × 2 (dealer 东 E) × 2 (bird on 东 E)
S            16000  -20   15980  80 × 200
W                0  -20     -20
N                0  -20     -20
system                       80
------  --  ------  ---  ------  ---------------------------------------
Total                         0
"""
    )


def test_points_that_no_one_receives(settle: Settle) -> None:
    told = "--rules guobiao --false-win S --option false-win=40 --lang zh"
    assert (
        settle(told).out
        == """\
南错和

座位  净得
----  ----
东       0
南     -40
西       0
北       0
----  ----
合计   -40

国标 (guobiao)
规则选项: false-win=40
四家合计为 -40（false-win=40）
"""
    )


def test_a_hand_is_scored_above_the_table(settle: Settle) -> None:
    told = f"--venue dazhong {HAND} --winner E --tsumo --dealer E --bird 北 {ROOM} --lang en"
    out = settle(told).out
    assert out.startswith("123m 456p 789s 东东东 中中 · wins on 中 · self-drawn\n\nno")
    assert "    Total                            25\n" in out
    assert "N       100  -20000  -20  -20020  25 × 2 (dealer 东 E) × 2 (bird on 北 N)\n" in out
    assert out.count("Huopin (huopin)") == 1


@pytest.mark.parametrize(
    ("format", "first", "last"),
    [
        ("csv", "seat,x,gross,fee,net,factors", "total,,,,0,"),
        ("tsv", "seat\tx\tgross\tfee\tnet\tfactors", "total\t\t\t\t0\t"),
        ("markdown", "| seat   | X   |   gross |   fee |   net | made of   |", "| Total  |"),
    ],
)
def test_rows_for_programs(settle: Settle, format: str, first: str, last: str) -> None:
    lines = settle(f"--draw --fee 20 --lang en --format {format}").out.splitlines()
    assert lines[0] == first
    assert lines[-1].startswith(last)
    assert len(lines) == (7 if format != "markdown" else 8)


def test_the_json_form(settle: Settle) -> None:
    told = "--venue 8fan --fans 12 --winner S --from E --dealer E --bird 3p --format json "
    factors = [{"why": "dealer", "seat": "E", "times": 2}]
    nothing: dict[str, object] = {"x": None, "gross": 0, "fee": -20, "net": -20, "factors": []}
    assert settle(told + ROOM).value == {
        "schema": 1,
        "rules": "huopin",
        "options": {},
        "venue": "8fan",
        "fans": 12,
        "base": 20,
        "room": 200,
        "fee": 20,
        "bird_seat": "W",
        "seats": {
            "E": {"x": 40, "gross": -8000, "fee": -20, "net": -8020, "factors": factors},
            "S": {"x": None, "gross": 8000, "fee": -20, "net": 7980, "factors": []},
            "W": nothing,
            "N": nothing,
        },
        "system": 80,
        "sum": 0,
    }


def test_the_json_form_of_points_and_players(settle: Settle) -> None:
    false = settle("--rules guobiao --false-win N --format jsonl").value
    assert false["player"] == "N"
    assert false["seats"]["N"] == {"net": -30}
    assert "system" not in false
    left = settle("--escape W --penalty 7000 --compensation 2000 --format json").value
    assert (left["player"], left["system"], left["sum"]) == ("W", 1000, 0)
    assert [left["seats"][name]["net"] for name in "ESWN"] == [2000, 2000, -7000, 2000]


def test_duplicate_wins_can_be_shown() -> None:
    rules = ruleset("guobiao")
    wins = (library.Won(Wind.E, Wind.W, fans=10), library.Won(Wind.S, Wind.W, fans=12))
    deal = library.Deal(Duplicate(wins))
    shown = payments_text(library.settle(deal, rules=rules), deal, rules, Look(Lang.EN))
    assert shown.startswith("a duplicate win")
    assert shown.endswith("the four seats sum to 32 (duplicate)")


# Whose bird


@pytest.mark.parametrize(
    ("tile", "dealer", "owner"),
    [("北", "S", "E"), ("3p", "E", "W"), ("🀃", "东", "N"), ("5z", "n", "N"), ("E", "西", "W")],
)
def test_whose_bird_it_is(settle: Settle, tile: str, dealer: str, owner: str) -> None:
    assert settle(f"--bird {tile} --dealer {dealer} --format json").value["bird_seat"] == owner


def test_whose_bird_it_is_in_words(settle: Settle) -> None:
    said = "bird 北 (4): counted from the dealer 南 S, it is on 东 E\n"
    assert settle("--bird 北 --dealer S --lang en").out == said
    assert settle("--bird 北 --dealer S --format csv").out == "dealer,bird,bird_seat\nS,4z,E\n"
    assert "🀃" in settle("--bird 北 --dealer S --tiles unicode").out


def test_whose_bird_it_is_cannot_be_told(settle: Settle) -> None:
    result = settle("--bird 春 --dealer X --rules guobiao --lang en")
    assert result.code == 2
    assert result.err.splitlines() == [
        "mjcalc: guobiao does not use --bird in a win: remove it",
        'mjcalc: "春" cannot be the bird: a flower does not count, name the next tile',
        'mjcalc: --dealer must be a seat, not "X": write E, S, W or N',
    ]
    assert "--dealer E" in settle("--bird 3p").err
    assert "no venue" in settle("--bird 3p --dealer E --venue x --lang en").err


# What the options and the hand say together


@pytest.mark.parametrize(
    ("told", "fans", "owner"),
    [
        # A drawn hand: the win word and the seat wind follow from the options.
        (f"{HAND} --winner E --dealer E --tsumo", 25, None),
        # With West as dealer, South is the seat 北: its pung of 东 is no 门风刻.
        (f"{HAND} --winner S --dealer W --tsumo", 23, None),
        (f"{HAND} --winner E --dealer E --from S", 23, None),
        ("--hand '123m456p789s EEE 55z +win:5z 自摸 # done' --winner E --dealer E", 25, None),
        (f"{HAND} --winner E --dealer E --tsumo --fans 25", 25, None),
        # On the last tile the winning tile is the bird: 中 is 5, the dealer.
        (f"{LAST} --winner E --dealer E --tsumo", 33, "E"),
        (f"{LAST} --winner E --dealer E --tsumo --bird 中", 33, "E"),
        (f"{LAST} --winner E --dealer E --tsumo --bird none", 33, None),
        (f"{LAST} --winner E --dealer E --from S --bird none", 31, None),
        (f"{LAST} --winner E --dealer E --from S --bird 3p", 31, "W"),
        (f"{LAST} --winner E --tsumo", 33, None),
    ],
)
def test_a_hand_settles(settle: Settle, told: str, fans: int, owner: str | None) -> None:
    value = settle(f"{told} --venue dazhong {ROOM} --format json").value
    assert (value["fans"], value["bird_seat"]) == (fans, owner)


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("[1111z] 123m 456p 789s 5z +win:5z", "--from E --bird 1z"),
        ("[111z] 123m 456p 789s 5z +win:5z +flip:1z", "--tsumo --bird 东"),
        ("[111m] 123m 456p 789s 5z +win:5z +last", "--from E --bird 1m"),
        ("123m 456p 78s EEE 55z +win:9s +rob", "--from E --bird 9s"),
    ],
)
def test_a_bird_is_no_fifth_copy(settle: Settle, hand: str, told: str) -> None:
    result = settle(
        f"--venue dazhong --hand '{hand}' --winner S --dealer E {told} {ROOM} --lang en"
    )
    assert (result.code, result.out) == (2, "")
    assert "the bird cannot be" in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("told", ["--tsumo", "--tsumo --bird 5m", "--from E --bird 5m"])
def test_the_last_tile_may_be_bird_and_fourth_copy(settle: Settle, told: str) -> None:
    hand = "--hand '[555m] 46m 123p 789s 55z +win:5m +last'"
    result = settle(f"--venue dazhong {hand} --winner S --dealer E {told} {ROOM} --format json")
    assert result.value["bird_seat"] == "E"


def test_large_rooms_are_exact(settle: Settle) -> None:
    told = "--venue dazhong --fans 388 --winner E --tsumo --dealer E --bird E --format json"
    value = settle(f"{told} --room 1000000000000 --fee 999999999999").value
    assert value["seats"]["E"]["net"] == 3 * 388 * 4 * 10**12 - 999999999999


def test_points_of_a_hand(settle: Settle) -> None:
    value = settle(f"--rules guobiao {HAND} --winner S --from W --dealer S --format json").value
    assert value["seats"]["W"] == {"net": -8 - value["fans"]}


# What is wrong

WRONG: dict[str, list[str]] = {
    f"--winner E {ROOM} --base 10": [
        "nobody pays: write --from and the discarder, or --tsumo for a self-draw"
    ],
    "--winner E --tsumo": [
        "a win needs --room, the coefficient N of the room: write --room 200",
        "a win needs --fee, the table fee A: write --fee 20",
        "a win needs --venue, the venue: write --venue dazhong",
    ],
    f"--winner E --tsumo --venue dazhong {ROOM}": [
        "a win needs --fans, the fans, flowers included: write --fans 12"
    ],
    f"--tsumo --base 10 {ROOM}": ["a win needs --winner, the winner: write --winner E"],
    f"--winner E --from 东 --base 10 {ROOM}": [
        "东 E cannot win on an own discard: name another seat as discarder, "
        "or say tsumo for a self-draw"
    ],
    f"--winner E --from S --tsumo --base 10 {ROOM}": [
        "a self-draw has no discarder, another win has one (南 S): keep --tsumo, or one --from"
    ],
    f"--winner X --from 1 --base 10 {ROOM} --dealer 中": [
        '--dealer must be a seat, not "中": write E, S, W or N',
        '--winner must be a seat, not "X": write E, S, W or N',
        '--from must be a seat, not "1": write E, S, W or N',
    ],
    "--winner E --tsumo --base 1e3 --room -200 --fee 2.5": [
        '--room must be a whole number, not "-200": write digits only, as --room 200',
        '--fee must be a whole number, not "2.5": write digits only, as --fee 20',
        '--base must be a whole number, not "1e3": write digits only, as --base 10',
    ],
    "--winner E --tsumo --base 1_000 --room 1,000,000 --fee " + "9" * 31: [
        '--room must be a whole number, not "1,000,000": write 1000000',
        f'--fee must be a whole number, not "{"9" * 31}": at most 30 digits',
        '--base must be a whole number, not "1_000": write 1000',
    ],
    f"--winner E --tsumo --base ٣ --room ² --fee {'9' * 5000}": [
        '--room must be a whole number, not "²": write digits only, as --room 200',
        f'--fee must be a whole number, not "{"9" * 40}…": at most 30 digits',
        '--base must be a whole number, not "٣": write digits only, as --base 10',
    ],
    f"--winner E --tsumo --fans {'9' * 5000} --venue dazhong {ROOM}": [
        f'--fans must be a whole number, not "{"9" * 40}…": at most 30 digits',
    ],
    f"{WORKED} --dealer E --bird 33p": [
        '"33p" cannot be the bird: write one tile, e.g. 3p or N'
    ],
    f"{WORKED} --dealer E --bird 1f": [
        '"1f" cannot be the bird: a flower does not count, name the next tile'
    ],
    f"{WORKED} --bird 北": [
        "the bird 北 is counted from the dealer: name one, e.g. --dealer E"
    ],
    f"{WORKED} --fans 12": [
        "the base 10 replaces the 12 fans: keep either the base or the fans (or the hand)"
    ],
    f"--winner E --tsumo --venue 8fan --fans 7 {ROOM}": [
        "7 fans without flowers, and a win needs 8: "
        "where the venue only adds 8, write --option venue-minimum=no"
    ],
    "--rules guobiao --winner E --tsumo --fans 7": [
        "7 fans without flowers, and a win needs 8: "
        "that is a false win, write --false-win and the player"
    ],
    "--rules guobiao --winner E --tsumo --fans 8 --base 3 --room 2 --fee 1 --bird E": [
        "guobiao does not use --room in a win: remove it",
        "guobiao does not use --fee in a win: remove it",
        "guobiao does not use --bird in a win: remove it",
        "guobiao does not use --base in a win: remove it",
    ],
    "--rules guobiao --escape E --penalty 3 --compensation 1": [
        "guobiao does not have an escape: use --rules huopin"
    ],
    "--false-win E": ["huopin does not have a false win: use --rules guobiao"],
    "--false-win X --rules guobiao": [
        '--false-win must be a seat, not "X": write E, S, W or N'
    ],
    "--escape N --penalty 5999 --compensation 2000": [
        "the penalty 5999 does not cover three compensations of 2000: "
        "make it 6000 or more, or compensate less"
    ],
    "--escape X --penalty -1": [
        '--escape must be a seat, not "X": write E, S, W or N',
        "an escape needs --compensation, what each other player receives: "
        "write --compensation 2000",
        '--penalty must be a whole number, not "-1": '
        "write digits only, as --penalty 6000",
    ],
    "--penalty 3 --compensation 1": [
        "an escape needs --escape, the player who left: write --escape N"
    ],
    "--draw": ["a draw needs --fee, the table fee A: write --fee 20"],
    "--draw --fee 3 --fans 8 --bird E --dealer E": [
        "huopin does not use --fans in a draw: remove it",
        "huopin does not use --bird in a draw: remove it",
    ],
    "--draw --winner E --bird 3p --dealer E": [
        "a deal ends in one way, this one in a draw, a win: keep one"
    ],
    "--room 200": [
        "how did the deal end? write --winner E with --tsumo or --from S, "
        "or --draw, --escape S, --false-win S"
    ],
    f"--winner E --tsumo --fans 9 --venue 9fan --option bird=no {ROOM}": [
        'there is no rule option "bird": mjcalc rules lists them',
        'there is no venue "9fan": use dazhong, 8fan, nofan; did you mean 8fan, nofan?',
    ],
    "--rules guobiao --venue 8fan --winner E --from E --fans 8": [
        "guobiao has no venues: leave out --venue 8fan, or use --rules huopin",
        "东 E cannot win on an own discard: name another seat as discarder, "
        "or say tsumo for a self-draw",
    ],
    "--rules banana --draw": ['there is no ruleset "banana": use guobiao, huopin, wmo'],
    "--hand '123m456p789s EEE 55z +win:5z ron +seat:S' --venue dazhong --winner E --tsumo "
    f"--dealer E --fans 3 {ROOM}": [
        "the hand says seat wind 南 S, but with 东 E as dealer 东 E has 东 E: "
        "remove +seat, or correct it",
        "the hand says it was won by discard, and --tsumo that it was drawn: change one of them",
        "the hand has 21 fans, --fans says 3: remove --fans, or correct it",
    ],
    f"{LAST} --venue dazhong --winner E --tsumo --dealer E --bird 3p {ROOM}": [
        "self-drawn on the last tile, the winning tile 中 is the bird, not 3p: "
        "remove --bird, or correct it"
    ],
    f"{LAST} --venue dazhong --winner E --from S --dealer E {ROOM}": [
        "after a win on the last discard the last tile of the wall is the bird: "
        "name it with --bird, or write --bird none"
    ],
    "--hand '123m456p789s EEE 5z +win:7z' --venue dazhong --winner E --tsumo --room x --fee 1": [
        "not a winning hand: discard 中 to wait for 白; discard 白 to wait for 中",
        '--room must be a whole number, not "x": write digits only, as --room 200',
    ],
}  # fmt: skip


@pytest.mark.parametrize("told", WRONG)
def test_everything_wrong_is_told_at_once(settle: Settle, told: str) -> None:
    result = settle(f"{told} --lang en")
    assert result.err.splitlines() == [f"mjcalc: {line}" for line in WRONG[told]]
    assert (result.code, result.out) == (2, "")


@pytest.mark.parametrize("told", WRONG)
def test_what_is_wrong_is_told_in_chinese(settle: Settle, told: str) -> None:
    err = settle(f"{told} --lang zh").err
    assert len(err.splitlines()) == len(WRONG[told])
    assert "{" not in err


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("[456m]456p789s EEE 55z +win:5z +wild:5m", "财神 5m 不能吃碰杠"),
        ("123m456p789s EEE 55z +win:5z +wild:5m +flip:北", "时财神是 中，不是 5m"),
        ("123m456p789s EEE 55z +win:5z +flip:1f", "请再翻，+flip 写下一张牌"),
        ("23m456p55555s EEE +win:1m +wild:5s", "5s 有 5 张"),
        ("123m456p789s EEE 55z +win:5z +kong tsumo", "没有杠"),
    ],
)
def test_a_hand_that_cannot_be_is_pointed_at(settle: Settle, hand: str, said: str) -> None:
    told = f"--hand '{hand}' --venue dazhong --winner E {ROOM} --lang zh"
    result = settle(f"{told} --from S" if "tsumo" not in hand else told)
    line, quoted, caret, *_ = result.err.splitlines()
    assert said in line
    assert quoted == f"  {hand}"
    assert caret.strip().startswith("^")
    assert result.code == 2


def test_below_the_minimum_has_its_code(settle: Settle) -> None:
    told = f"--venue 8fan {BELOW} --winner E {ROOM} --format json"
    assert settle(told).code == 2
    assert settle(f"{told} --check").code == 4
    assert settle(f"{told} --check").value["error"]["code"] == "below-minimum"
    assert settle(f"{told} --option venue-minimum=no").value["base"] == 11
    assert settle(f"--venue 8fan {BELOW} --winner X {ROOM} --check").code == 2


def test_a_hand_that_is_no_win_has_its_code(settle: Settle) -> None:
    waiting = f"--venue dazhong --hand '123m456p789s EEE 5z' --winner E --tsumo {ROOM}"
    result = settle(f"{waiting} --lang en")
    assert result.code == 3
    assert result.out.startswith("ready: 3 tiles left to win on\n")
    assert settle(f"{waiting} --format json").value["error"]["code"] == "waiting"
    assert settle(waiting.replace("5z", "5z +win:7z")).code == 3


def test_errors_as_json(settle: Settle) -> None:
    told = "--hand '123m456p789s EEE 55z 8z' --venue dazhong --winner E --tsumo --room x --fee 1"
    value = settle(f"{told} --format json --lang en").value
    assert (value["ok"], value["rules"]) == (False, "huopin")
    assert value["input"] == "123m456p789s EEE 55z 8z"
    assert value["error"] == value["errors"][0]
    assert [(e["code"], e["column"]) for e in value["errors"]] == [
        ("cannot-read", 22),
        ("usage", None),
    ]


def test_nothing_said_is_answered_with_the_help(settle: Settle) -> None:
    result = settle("--lang en")
    assert (result.code, result.out) == (2, "")
    assert EXAMPLES[0] in result.err


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_run(settle: Settle, example: str) -> None:
    assert settle(example.removeprefix("mjcalc settle ")).code == 0


# Values


def test_values_that_are_none_stay_as_they_are() -> None:
    assert [find_seat(text) for text in ("E", "ｓ", "東", "w", "北", "EE", "", None)] == [
        Wind.E, Wind.S, Wind.E, Wind.W, Wind.N, "EE", "", None,
    ]  # fmt: skip
    assert [amount(text) for text in ("0", "２０", "+1", "", None)] == [0, 20, "+1", "", None]
    assert [bird(text) for text in ("3p", "三饼", "e", "無", "无", None)] == [
        Tile.P3, Tile.P3, "e", None, None, None,
    ]  # fmt: skip


# The library


def test_the_library_settles_with_every_name_it_exports() -> None:
    deal = library.Deal(library.Won(Wind.E, self_drawn=True, base=10))
    assert library.settle(deal, library.Room(200, 20)).net == (5980, -2020, -2020, -2020)
    assert [name for name in library.__all__ if not hasattr(library, name)] == []
    assert not hasattr(library, "settled")


# Words


def keys_of(module: str) -> Iterator[str]:
    """The keys in the comment at the top of a module."""
    text = (Path(library.__file__).parent / module).read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#   ") and line[4:5].islower() and not line.startswith("#   key"):
            yield line[4:].split()[0]


def test_every_documented_key_has_words() -> None:
    keys = {*keys_of("payments/checks.py"), *keys_of("records/claims.py")}
    assert len(keys) > 30
    assert keys - {*DEALS, *SETTLE_OPTIONS, *CLAIM_TEXTS} == {"flowers-out-of-range"}


@pytest.mark.parametrize("lang", Lang)
def test_claims_are_said_in_words(lang: Lang) -> None:
    fields = {"act": "added-kong", "tile": Tile.Z5, "held": 0, "needed": 1}
    held = message(library.Defect("tiles-not-held", fields), lang)
    assert ("补杠要手里有 1 张 中" in held) or (
        lang is Lang.EN and held == "an added kong needs 1 of 中 in hand, and there are 0"
    )
    seats = message(library.Defect("claims-clash", {"tile": Tile.M1, "seats": [Wind.E, Wind.N]}))
    assert "东、北都要碰或杠 1m" in seats
    assert say("nearest-win", lang)


def test_every_item_has_an_example_and_a_name() -> None:
    for item in ITEM_VALUES:
        assert say(f"item.{item}", Lang.EN)


# The checked table


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where a value differs from one that may say less."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            yield from differences(value, found.get(key, "nothing"), f"{path}.{key}")
    elif expected != found:
        yield f"{path}: {found} for {expected}"


@pytest.mark.skipif(not DATA.exists(), reason="the checked commands do not lie beside")
def test_the_checked_commands(settle: Settle) -> None:
    rows = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    wrong = {}
    for row in rows:
        told = shlex.join(row["args"][1:])
        if found := [*differences(row["expected"], settle(f"{told} --format json").value)]:
            wrong[row["id"]] = found
    assert wrong == {}
    assert len(rows) > 100
