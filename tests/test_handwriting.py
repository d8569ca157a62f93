"""Game sheets as clubs write them by hand (notation, "Game sheet": "As people write").

A word with one meaning is read, one with two is asked about, and what a message advises works.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings, strategies as st

from mjcalc.i18n import Lang, message
from mjcalc.sheets.game import play
from mjcalc.sheets.reader import read_sheet
from mjcalc.sheets.seating import Seating
from mjcalc.sheets.values import AdjustLine, BadLine, BadSheet, DealLine
from mjcalc.tiles import Wind
from tests.command import Mjcalc, command_line

ENGLISH = 'players Anna Bert Carla "Dan D"'
CHINESE = "玩家：张三 李四 王五 赵六"
HAND = "123m456p789s EEE 5z +win:5z"
ITEMS = {
    "winner": "", "discarder": "<", "fans": "f", "flowers": "h", "player": "!", "dealer": "d:",
    "bird": "b:", "flip": "i:", "round": "r:", "label": "#", "penalty": "-", "compensation": "+",
}  # fmt: skip


def entry(line: str, header: str) -> DealLine | AdjustLine | BadLine:
    """The only line of a sheet after its header."""
    sheet = read_sheet(f"rules guobiao\n{header}\ndeal draw\n{line}")
    assert sheet.wrong == ()
    _, found = sheet.entries
    return found


def written(line: str, header: str) -> str:
    """What a line says, in short: ``W<E f12`` is a win of West with 12 fans on a tile of East."""
    found = entry(line, header)
    if isinstance(found, AdjustLine):
        return f"adjust {found.player.name} {found.amount:+} {found.reason}".rstrip()
    assert isinstance(found, DealLine), found
    values = {name: getattr(found, name) for name in ITEMS}
    parts = [found.ending.value] if found.winner is None else []
    for name, mark in ITEMS.items():
        if values[name] is not None and not (name == "player" and found.false_wins):
            value = values[name]
            text = value.name if isinstance(value, Wind) else str(value)
            parts.append(f"{mark}{text}")
    parts += [f"false:{seat.name}" for seat in found.false_wins]
    parts += [] if found.label_round is None else [f"in {found.label_round.name}"]
    parts += [f"({found.remark})"] if found.remark else []
    hand = [] if found.hand is None else [" ".join(found.hand.text.split())]
    return " ".join([*parts, *hand])


ENGLISH_LINES = [
    ("1. Anna self-drawn 25", "E f25 #1"),
    ("Anna wins off Bert 12", "E <S f12"),
    ("anna WINS off bert 12 fans", "E <S f12"),
    ("Anna won 12 off Bert.", "E <S f12"),
    ("Anna wins off Bert with 12 fan", "E <S f12"),
    ("ANNA self draw 25 fans, 2 flowers", "E f25 h2"),
    ("Anna wins 12 by self-draw", "E f12"),
    ("Anna: tsumo 25", "E f25"),
    ("Dan D wins off Carla 9", "N <W f9"),
    ('"dan d" wins off Carla 9', "N <W f9"),
    ("Bert deals in to Anna 12", "E <S f12"),
    ("Bert deals into Anna for 12 fans", "E <S f12"),
    ("Bert discards, Anna wins 12", "E <S f12"),
    ("Anna wins on Bert's discard 12", "E <S f12"),
    ("Anna wins by discard from Bert, 12", "E <S f12"),
    ("Anna hu Bert 12", "E <S f12"),
    ("Anna ron Bert 12", "E <S f12"),
    ("e from s 12", "E <S f12"),
    ("East wins off south 12", "E <S f12"),
    ("from:W S fans:9", "S <W f9"),
    ("fans:12 S tsumo", "S f12"),
    ("S tsumo 12 bird:3p", "S f12 b:3p"),
    (f"Anna wins off Bert {HAND}", f"E <S {HAND}"),
    (f"Anna wins {HAND} off Bert", f"E <S {HAND}"),
    (f"Anna wins {HAND} self-drawn", f"E {HAND} self-drawn"),
    (f"S tsumo {HAND} dealer:E", f"S d:E {HAND}"),
    ("2) washout", "draw #2"),
    ("deal 3: no winner", "draw #3"),
    ("(4) draw", "draw #4"),
    ("Anna false win", "false-win false:E"),
    ("false win: Anna", "false-win false:E"),
    ("Carla: false win", "false-win false:W"),
    ("Anna false win, Bert wins off Carla 12", "S <W f12 false:E"),
    ("dealer Anna, bird 3p, Bert tsumo 12", "S f12 d:E b:3p"),
    ("Anna left, penalty 6000 compensation 2000", "escape !E -6000 +2000"),
    ("penalty Carla -5 late", "adjust W -5 late"),
    ("Carla penalty 5", "adjust W -5"),
    ("7. Carla -5 late", "adjust W -5 late"),
    ("bonus Bert 10", "adjust S +10"),
    ("adjust Dan D 5 fair play", "adjust N +5 fair play"),
    ("Hand 1: Anna self-draws 24", "E f24 #1"),
    ("Game 2 - Bert wins off Carla, 16", "S <W f16 #2"),
    ("1st: Anna tsumo 24", "E f24 #1"),
    ("Anna self drawn - 24 fan", "E f24"),
    ("Anna goes out on Bert 12", "E <S f12"),
    ("Anna beats Bert 12", "E <S f12"),
    ("Bert dealt in, Anna 12", "E <S f12"),
    ("Bert throws to Anna 12", "E <S f12"),
    ("Anna takes Bert's discard for 12", "E <S f12"),
    ("Anna (E) wins from Bert (S), 12 fan", "E <S f12"),
    ("Anna won with 12 fan, discarder Bert", "E <S f12"),
    ("Winner: Anna, discarder: Bert, fans: 12", "E <S f12"),
    ("Anna wins off Bert 12 (2 flowers)", "E <S f12 h2"),
    ("Anna, self-drawn, Full Flush, 24", "E f24 (Full Flush)"),
    ("Dealer Anna wins off Bert 12", "E <S f12 d:E"),
    ("Anna wins off the dealer 12", "E <S f12"),
    ("exhaustive draw", "draw"),
    ("2/16 Bert from Carla 12", "S <W f12 #2"),
    ("E2: Anna SD 12", "E f12 #2 in E"),
    ("South 1 Anna won by self-drawing, (12)", "E f12 #1 in S"),
    ("Bert's discard, Anna wins 12", "E <S f12"),
    ("Anna wins, discarded by Bert, 12", "E <S f12"),
    ("Anna declared a false win", "false-win false:E"),
    ("no win", "draw"),
    ("Bert gets -10", "adjust S -10"),
    ("nobody won", "draw"),
    ("Anna chombo", "false-win false:E"),
    ("Bert late -5", "adjust S -5 late"),
    ("Bert: -5 (late)", "adjust S -5 late"),
    ("Bert fined 5", "adjust S -5"),
    ("deduct 5 from Bert", "adjust S -5"),
    ("-5 Bert late", "adjust S -5 late"),
    ("Bert penalty of 5", "adjust S -5"),
]
CHINESE_LINES = [
    ("1. 张三 自摸 25番", "E f25 #1"),
    ("王五 和 张三点炮 12番", "W <E f12"),
    ("王五和张三点炮12番", "W <E f12"),
    ("王五 胡 张三 12番", "W <E f12"),
    ("张三点炮，王五和，8番", "W <E f8"),
    ("张三点炮给李四 12番", "S <E f12"),
    ("张三 放铳 李四和 12番", "S <E f12"),
    ("西 和 北点炮 番12", "W <N f12"),
    ("南家和 西家点炮 8番", "S <W f8"),
    ("东家 自摸 十二番", "E f12"),
    ("第3局 荒庄", "draw #3"),
    ("3、张三自摸，二十五番。", "E f25 #3"),
    ("自摸 张三 25番", "E f25"),
    ("张三自摸8番花2", "E f8 h2"),
    ("张三 胡 李四 8番，2花", "E <S f8 h2"),
    ("张三和 12番 李四点炮", "E <S f12"),
    ("荣和 张三 李四 8番", "E <S f8"),
    ("赵六 和 铳：北 8番", "N <N f8"),
    ("王五 点炮王五 8番", "W <W f8"),
    ("赵六 胡 李四点炮 一二三万 东东东 +和:中", "N <S 一二三万 东东东 +和:中"),
    ("赵六 胡 一二三万 东东东 +和:中 李四点炮", "N <S 一二三万 东东东 +和:中"),
    ("赵六 和 东东东 一二三万 自摸", "N 东东东 一二三万 自摸"),
    ("赵六自摸一二三万", "N 一二三万"),
    ("李四 错和", "false-win false:S"),
    ("诈胡：王五", "false-win false:W"),
    ("张三错和，王五和李四点炮 12番", "W <S f12 false:E"),
    ("张三庄 李四自摸 25番", "S f25 d:E"),
    ("庄家张三，翻4万，鸟东，李四自摸25番", "S f25 d:E b:1z i:4m"),
    ("李四 自摸 25番 庄：东 鸟：3饼", "S f25 d:E b:3p"),
    ("东风圈 流局", "draw r:E"),
    ("张三逃跑 罚6000 补2000", "escape !E -6000 +2000"),
    ("罚分 张三 -5", "adjust E -5"),
    ("罚分：张三 5 迟到", "adjust E -5 迟到"),
    ("罚张三5分，迟到", "adjust E -5 迟到"),
    ("张三 扣分 5", "adjust E -5"),
    ("张三 -5 迟到", "adjust E -5 迟到"),
    ("奖 张三 +5", "adjust E +5"),
    ("調整 王五 －10", "adjust W -10"),
    ("第一局：张三自摸清一色24番", "E f24 #1 (清一色)"),
    ("局1：李四胡了，王五放的炮，16番", "S <W f16 #1"),
    ("李四胡王五的8番", "S <W f8"),
    ("李四和，王五打的，8番", "S <W f8"),
    ("张三 自摸 36番（花2）", "E f36 h2"),
    ("张三(东) 自摸 36番", "E f36"),
    ("东1局 张三自摸 8番", "E f8 #1 in E"),
    ("南圈第二局 流局", "draw #2 in S"),
    ("黄牌", "draw"),
    ("④ 王五 自摸 8番，花牌2张", "W f8 h2 #4"),
    ("9: 李四 胡(王五) 8番", "S <W f8 #9"),
    ("王五 胡 8番（赵六点炮）", "W <N f8"),
    ("和：张三；点：李四；8番", "E <S f8"),
    ("东胡南点8番", "E <S f8"),
    ("没人和牌", "draw"),
    ("王五 奖励 5", "adjust W +5"),
    ("赵六 迟到 扣5分", "adjust N -5 迟到"),
    ("扣赵六5分：迟到", "adjust N -5 迟到"),
    ("杠上开花 张三 自摸 12番", "E f12 (杠上开花)"),
    ("张三 海底捞月 李四点炮 12番", "E <S f12 (海底捞月)"),
    ("张三 抢杠和 李四 12番", "E <S f12 (抢杠)"),
    ("和牌：张三 点炮：李四 番数：12", "E <S f12"),
    ("和牌者 张三，放铳者 李四，12番", "E <S f12"),
    ("胡：张三，炮：李四，12番", "E <S f12"),
    ("庄家 自摸 12番", "S f12"),
    ("张三胡李四，一二三万 东东东，12番", "E <S f12 一二三万 东东东"),
]


@pytest.mark.parametrize(("line", "wanted"), ENGLISH_LINES)
def test_a_line_in_english(line: str, wanted: str) -> None:
    assert written(line, ENGLISH) == wanted


@pytest.mark.parametrize(("line", "wanted"), CHINESE_LINES)
def test_a_line_in_chinese(line: str, wanted: str) -> None:
    assert written(line, CHINESE) == wanted


PLAYERS = [
    "players Anna Bert Carla Dan",
    "players: Anna, Bert, Carla and Dan",
    "players E Anna S Bert W Carla N Dan",
    "players N=Dan W=Carla S=Bert E=Anna",
    "players East: Anna South: Bert West: Carla North: Dan",
    "玩家：Anna、Bert、Carla、Dan",
    "玩家 东家=Anna 南家=Bert 西家=Carla 北家=Dan",
]


@pytest.mark.parametrize("line", PLAYERS)
def test_four_names_are_those_of_east_south_west_and_north(line: str) -> None:
    sheet = read_sheet(line)
    assert sheet.wrong == ()
    names = dict(zip(Wind, ("Anna", "Bert", "Carla", "Dan"), strict=True))
    assert sheet.header.players == names


# --- what has two meanings, or none --------------------------------------------------------------

# A line, the key of its only defect, and what its message advises: a part of the message, and the
# line that one then types ("" where the advice needs another name or number).
Advice = tuple[tuple[str, str], ...]
ASKED: list[tuple[str, str, Advice]] = [
    (
        f"西{between}北 12番", "two-ways",
        (("西 和 北点炮", "西 和 北点炮 12番"), ("北 和 西点炮", "北 和 西点炮 12番")),
    )
    for between in (" 点炮:", "点炮", " 点炮 ", " 放铳：")
]  # fmt: skip
ASKED += [
    (
        "王五 点炮张三 番:9", "two-ways",
        (("王五 和 张三点炮", "王五 和 张三点炮 番:9"), ("张三 和 王五点炮", "张三 和 王五点炮 9")),
    ),
    (
        "张三 庄 李四 自摸 12番", "two-dealers",
        (("庄:张三", "庄:张三 李四 自摸 12番"), ("庄:李四", "庄:李四 张三 自摸 12番")),
    ),
    ("张三 自摸 25分", "fans-or-points", (("25番", "张三 自摸 25番"),)),
    ("张三 自摸 李四点炮 12番", "drawn-and-discarded", (("请去掉 李四", "张三 自摸 12番"),)),
    (
        "张三 和 12番", "whose-discard",
        (("张三 和 西点炮", "张三 和 西点炮 12番"), ("张三 自摸", "张三 自摸 12番")),
    ),
    (
        "张三点炮 12番", "no-winner",
        (("南 自摸", "南 自摸 12番"), ("南 和 西点炮", "南 和 西点炮 12番")),
    ),
    ("张三 自摸", "no-hand-or-fans", (("12番", "张三 自摸 12番"),)),
    (
        "张三 12番", "no-ending",
        tuple((text, text) for text in ("南 自摸 12番", "南 和 西点炮 12番", "流局")),
    ),
    ("老王 自摸 12番", "no-player", (("张三", "张三 自摸 12番"),)),
    (
        "王五 接 李四点炮 12番", "stray-word",
        (("南 自摸", "南 自摸 12番"), ("南 和 西点炮", "南 和 西点炮 12番"), ("流局", "流局")),
    ),
    (
        "罚分 张三 +5", "adjust-two-ways",
        (("调整 玩家 -5", "调整 张三 -5"), ("玩家 +5", "调整 张三 +5"), ("南 -5", "南 -5")),
    ),
    ("张三 罚分", "bad-adjust", (("调整 南 -40 迟到", "调整 南 -40 迟到"),)),
    ("张三错和 张三错和", "false-win-twice", (("只留一次", "张三错和"),)),
    ("张三错和 张三自摸 12番", "false-winner-wins", (("改和牌者", "张三错和 李四自摸 12番"),)),
    ("局 错和：", "item-empty", (("false:S", "false:S"),)),
]  # fmt: skip
ASKED_IN_ENGLISH: list[tuple[str, str, Advice]] = [
    (
        "Anna discards Bert 12", "two-ways",
        (("Anna from Bert", "Anna from Bert 12"), ("Bert from Anna", "Bert from Anna 12")),
    ),
    (
        '"dan d" discards Bert 12', "two-ways",
        (('"dan d" from Bert', '"dan d" from Bert 12'), ('Bert from "dan d"', 'Bert from N 9')),
    ),
    (
        "Anna dealer Bert tsumo 12", "two-dealers",
        (("dealer:Anna", "dealer:Anna Bert tsumo 12"), ("dealer:Bert", "dealer:Bert Anna tsumo 9")),
    ),
    ("Anna tsumo 25 points", "fans-or-points", (("25 fans", "Anna tsumo 25 fans"),)),
    ("Anna tsumo off Bert 12", "drawn-and-discarded", (("remove Bert", "Anna tsumo 12"),)),
    (
        "Anna wins 12", "whose-discard",
        (("Anna from W", "Anna from W 12"), ("Anna tsumo", "Anna tsumo 12")),
    ),
    ("Anna wins off 12", "no-discarder", (("S from W", "S from W 12"),)),
    (
        "wins off Bert 12", "no-winner",
        (("S tsumo", "S tsumo 12"), ("S from W", "S from W 12")),
    ),
    ("Anna wins off Bert", "no-hand-or-fans", (("fans:12", "Anna wins off Bert fans:12"),)),
    (
        "Anna, Bert: 12", "no-ending",
        tuple((text, text) for text in ("S tsumo 12", "S from W 12", "draw")),
    ),
    ("Zed wins off Anna 12", "no-player", (("Carla", "Carla wins off Anna 12"),)),
    (
        "penalty Bert +5", "adjust-two-ways",
        (("adjust S -5", "adjust S -5"), ("adjust S +5", "adjust S +5")),
    ),
    ("adjust Bert late", "bad-adjust", (("adjust S -40 late", "adjust S -40 late"),)),
    ("Anna false win, Anna tsumo 9", "false-winner-wins", (("winner", "Anna tsumo 9"),)),
]  # fmt: skip


@pytest.mark.parametrize(("line", "key", "advice"), ASKED)
def test_what_is_asked_about_in_chinese(line: str, key: str, advice: Advice) -> None:
    _asked(line, key, advice, CHINESE, Lang.ZH)


@pytest.mark.parametrize(("line", "key", "advice"), ASKED_IN_ENGLISH)
def test_what_is_asked_about_in_english(line: str, key: str, advice: Advice) -> None:
    found = _asked(line, key, advice, ENGLISH, Lang.EN)
    assert re.search("[\u4e00-\u9fff]", found) is None


def _asked(line: str, key: str, advice: Advice, header: str, lang: Lang) -> str:
    """The message about a line; what it advises can be read."""
    found = entry(line, header)
    assert isinstance(found, BadLine)
    (defect,) = found.error.defects
    assert defect.key == key
    said = message(defect, lang)
    for text, typed in advice:
        assert text in said
        assert not isinstance(entry(typed, header), BadLine)
    return said


def test_a_message_repeats_what_was_typed() -> None:
    found = entry("王五 點炮：張三 9番", "玩家 張三 李四 王五 趙六")
    assert isinstance(found, BadLine)
    said = message(found.error.defects[0], Lang.ZH)
    assert "王五 和 張三点炮" in said
    assert "5" not in said


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Hu", "Fan", "胡", "和平", "Won Lee", "West Ham", "3", "🀄小明", "O'Brien", "Ann-Marie",
     "局长", "东方", "自摸王", "Off", "Zoe\u0301", "a;b", "二十", "张三丰", "E2"],
)  # fmt: skip
def test_a_name_is_a_name_whatever_else_it_means(name: str) -> None:
    header = f'players "{name}" Bert 张三 "Dan D"'
    for line, wanted in (
        (f"{name} tsumo 25", "E f25"),
        (f"{name} 自摸 25番", "E f25"),
        (f"Bert from {name} 12", "S <E f12"),
        (f'deal Bert 和 "{name}"点炮 12番', "S <E f12"),
        (f"adjust {name} -5", "adjust E -5"),
        (f"deal dealer:{name} draw", "draw d:E"),
    ):
        if ";" in name and ":" in line:
            continue
        assert written(line, header) == wanted, line


@pytest.mark.parametrize(
    "name", ["draw", "from", "E", "东家", "west", "自摸", "庄", "deal", "点炮"]
)
def test_a_keyword_is_no_name(name: str) -> None:
    (error,) = read_sheet(f"players Bert {name} Cai Dee").wrong
    assert [defect.key for defect in error.defects] == ["name-means-other"]


@pytest.mark.parametrize("names", ["Bo bo Cai Dee", "Zo\u00e9 ZOE\u0301 C D", "Ｂｏ Bo C D"])
def test_names_that_read_the_same_are_refused(names: str) -> None:
    (error,) = read_sheet(f"players {names}").wrong
    assert [defect.key for defect in error.defects] == ["player-twice"]


@pytest.mark.parametrize(
    "line", ['"Anna tsumo 12', 'Anna from "Bert 12', 'players "A B C D', "张三“"]
)
def test_an_open_quote_is_told(line: str) -> None:
    sheet = read_sheet(f"{line}" if line.startswith("players") else f"{ENGLISH}\ndeal {line}")
    bad = [
        error for found in sheet.entries if isinstance(found, BadLine) for error in [found.error]
    ]
    assert "unclosed-quote" in [d.key for error in (*sheet.wrong, *bad) for d in error.defects]


# --- whole sheets ---------------------------------------------------------------------------------

THURSDAY = """\
# Thursday, MCR
rules mcr
option seats=rotate
players Anna Bert Carla "Dan D"

1. Anna self-drawn 25
2. Bert wins off Carla 12
3. draw
4. Dan D false win, Carla wins off anna 9
5. the dealer self-drawn 8
6. Carla deals into Dan D for 14 fans, 2 flowers
penalty Carla -5 late
"""
THURSDAY_TABLES = """\
MCR (guobiao) · options: seats=rotate · deals 6 of 16

seats in each round
round    E        S        W        N
-------  -------  -------  -------  -------
E        E Anna   S Bert   W Carla  N Dan D
S        S Bert   E Anna   N Dan D  W Carla
W        W Carla  N Dan D  S Bert   E Anna
N        N Dan D  W Carla  E Anna   S Bert

  deal  dealer    who    from               fans    E Anna    S Bert    W Carla    N Dan D
------  --------  -----  ---------------  ------  --------  --------  ---------  ---------
     1  E         E      self-drawn           25        99       -33        -33        -33
     2  S         S      W                    12        -8        36        -20         -8
     3  W                draw                            0         0          0          0
     4  N         W      E (false win N)       9        -7         2         43        -38
     5  S         S      self-drawn            8       -16        48        -16        -16
     6  E         N      W                    14        -8        -8        -22         38
                  W      adjust (late)                   0         0         -5          0

running totals
deal              E Anna    S Bert    W Carla    N Dan D
--------------  --------  --------  ---------  ---------
1                     99       -33        -33        -33
2                     91         3        -53        -41
3                     91         3        -53        -41
4                     84         5        -10        -79
5                     68        53        -26        -95
6                     60        45        -48        -57
adjust W Carla        60        45        -53        -57

standing
  rank  player      total    table points
------  --------  -------  --------------
     1  E Anna         60               4
     2  S Bert         45               2
     3  W Carla       -53               1
     4  N Dan D       -57               0

the totals sum to -5, not to zero: -5 by the adjustment in line 12
"""
FRIDAY = """\
# 周五
规则：火拼
场：8番场
房间：200
台费：20
玩家：张三、李四、王五、赵六

1、庄家张三 鸟3饼 王五和张三点炮 12番
2、张三庄，翻4万，鸟东，李四自摸 二十五番
3、张三庄 流局
第4局 庄：李四 赵六 逃跑 罚6000 补2000
5、李四坐庄 无鸟 张三 胡 一二三万四五六饼七八九条东东东中 +和：中 王五点炮
罚分 张三 -100 迟到
"""
FRIDAY_TABLES = """\
火拼 (huopin) · 8番场 · 房间 N 200 · 台费 A 20

  局  庄    和牌者    点炮者         番  鸟     X                     东 张三    南 李四    西 王五    北 赵六    系统
----  ----  --------  -----------  ----  -----  ------------------  ---------  ---------  ---------  ---------  ------
   1  东    西        东             12  3p 西  80                     -16020        -20      15980        -20      80
   2  东    南        自摸           25  东 东  东:132 西:33 北:33     -26420      39580      -6620      -6620      80
   3  东              流局                                                -20        -20        -20        -20      80
   4  南    北        逃跑                                               2000       2000       2000      -6000       0
   5  南    东        西             21         29                       5780        -20      -5820        -20      80
            东        调整 (迟到)                                        -100          0          0          0       0

累计
局              东 张三    南 李四    西 王五    北 赵六
------------  ---------  ---------  ---------  ---------
1                -16020        -20      15980        -20
2                -42440      39560       9360      -6640
3                -42460      39540       9340      -6660
4                -40460      41540      11340     -12660
5                -34680      41520       5520     -12680
调整 东 张三     -34780      41520       5520     -12680

排名
  名次  玩家       合计
------  -------  ------
     1  南 李四   41520
     2  西 王五    5520
     3  北 赵六  -12680
     4  东 张三  -34780
        系统        320

四家合计 -100，不为 0：第 13 行调整 -100
"""  # noqa: E501


@pytest.fixture
def game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    """Runs ``mjcalc game -`` with a sheet on standard input."""
    run = command_line(capsys, monkeypatch, "game", "-")
    return lambda sheet, *args: run(*args, stdin=sheet)


def test_an_evening_in_english(game: Mjcalc) -> None:
    assert game(THURSDAY, "--lang", "en") == (0, THURSDAY_TABLES, "")


def test_an_evening_in_chinese(game: Mjcalc) -> None:
    assert game(FRIDAY, "--lang", "zh") == (0, FRIDAY_TABLES, "")


def test_the_json_of_an_evening(game: Mjcalc) -> None:
    found = game(THURSDAY, "--format", "json").value
    assert found["options"] == {"seats": "rotate"}
    assert found["seats"]["S"] == {"E": "S", "S": "E", "W": "N", "N": "W"}
    assert [deal["dealer"] for deal in found["deals"]] == ["E", "S", "W", "N", "S", "E", None]
    fourth = found["deals"][3]
    assert (fourth["result"], fourth["winner"], fourth["from"]) == ("win", "W", "E")
    assert (fourth["false_wins"], fourth["player"]) == (["N"], None)
    assert fourth["net"] == {"E": -7, "S": 2, "W": 43, "N": -38}


def test_a_row_names_who_won_falsely_and_why_a_player_was_fined(game: Mjcalc) -> None:
    rows = game(THURSDAY, "--format", "csv").out.splitlines()
    assert rows[0].split(",")[8:11] == ["player", "false_wins", "reason"]
    assert rows[4] == "4,9,N,win,W,E,9,,,N,,-7,2,43,-38,"
    assert rows[7] == ",12,,adjust,,,,,W,,late,0,0,-5,0,"


# --- numbers before the deals ---------------------------------------------------------------------


def test_a_number_is_that_of_the_deal_or_of_the_line(game: Mjcalc) -> None:
    lines = ["1. draw", "2. adjust E -5", "3. draw", "3. draw"]
    assert game("rules guobiao\n" + "\n".join(lines)).code == 0
    wrong = game("rules guobiao\n1. draw\n3. draw", "--lang", "en")
    assert wrong.code == 2
    assert wrong.err.startswith("mjcalc: line 3, column 1: the line says deal 3, but it is deal 2")


# --- false wins beside the end of a deal ----------------------------------------------------------


@pytest.mark.parametrize(
    ("deal", "net", "result"),
    [
        ("false:S E tsumo fans:8", (58, -36, -6, -16), "win"),
        ("false:S false:N draw", (20, -20, 20, -20), "draw"),
        ("false:S false:N", (20, -20, 20, -20), "false-win"),
        ("draw false:S", (10, -30, 10, 10), "draw"),
        ("false:S", (10, -30, 10, 10), "false-win"),
    ],
)
def test_false_wins_and_the_end_of_the_deal_are_settled(
    deal: str, net: tuple[int, ...], result: str
) -> None:
    (played,) = play(read_sheet(f"rules guobiao\ndeal {deal}")).deals
    assert (played.result, played.sum) == (result, 0)
    assert [seat.name for seat in played.false_wins] == re.findall("false:(.)", deal)
    if "tsumo" in deal:  # 16 from each of the three, 30 by the false winner, 10 to each other
        net = (3 * 16 + 10, -16 - 30, -16 + 10, -16 + 10)
    assert played.net == net


def test_false_wins_of_forty_do_not_sum_to_zero(game: Mjcalc) -> None:
    sheet = "rules guobiao\noption false-win=40\ndeal false:S false:N E from W 8"
    done = game(sheet, "--lang", "en")
    assert "W (false win S, N)" in done.out
    assert done.out.endswith("the totals sum to -80, not to zero: -80 by false-win=40 in line 3\n")
    assert game(sheet, "--format", "json").value["deals"][0]["false_wins"] == ["S", "N"]


def test_huopin_has_no_false_wins(game: Mjcalc) -> None:
    sheet = "rules huopin\nvenue nofan\nroom 1\nfee 1\ndeal dealer:E false:S draw"
    done = game(sheet, "--lang", "en")
    assert done.code == 2
    assert "line 5, column 15: huopin does not have a false win" in done.err


# --- changing seats (rules 7) ---------------------------------------------------------------------

DEALERS = "ESWN SENW WNSE NWES"


@pytest.mark.parametrize("rules", ["guobiao", "wmo"])
def test_seats_change_after_each_round(rules: str) -> None:
    head = f"rules {rules}\noption seats=rotate\n"
    played = play(read_sheet(head + "deal draw\n" * 16))
    assert "".join(deal.dealer.name for deal in played.deals if deal.dealer is not None) == (
        DEALERS.replace(" ", "")
    )
    hand = "123m456p789s 5z +win:5z"
    for no, dealer in enumerate(DEALERS.replace(" ", ""), 1):
        last = f"deal dealer:{dealer} {dealer} tsumo EEE {hand}"
        score = play(read_sheet(head + "deal draw\n" * (no - 1) + last)).deals[-1].score
        assert score is not None
        assert score.hand.seat is Wind.E  # who deals sits East


def test_the_seat_winds_follow_the_seats_of_the_round() -> None:
    # In the South round the seats E S W N are those of S E N W: with S as dealer, E is South.
    for no, wind in ((5, "S"), (6, "E"), (7, "N"), (8, "W")):
        assert Seating.ROTATE.seat_wind(Wind.E, Seating.ROTATE.dealer(no), Wind.S) is Wind[wind]


def test_seats_are_an_option_of_counted_games_alone(game: Mjcalc) -> None:
    huopin = game("rules huopin\noption seats=rotate", "--lang", "en")
    assert (huopin.code, huopin.out) == (2, "")
    assert "huopin has no rule option seats" in huopin.err
    spin = game("rules guobiao\noption seats=spin", "--lang", "en")
    assert 'cannot be "spin": use fixed, rotate' in spin.err
    asked = game("rules guobiao\ndeal draw", "--option", "seats=rotate", "--format", "json")
    assert asked.value["options"] == {"seats": "rotate"}
    assert game("rules guobiao\noption seats=fixed\ndeal draw").code == 0


# --- what is told twice ---------------------------------------------------------------------------


def test_fans_beside_a_hand_must_be_those_of_the_hand(game: Mjcalc) -> None:
    line = f"deal E wins {HAND} off S, "
    assert game(f"rules guobiao\n{line} 21 fans", "--lang", "en").code == 0
    wrong = game(f"rules guobiao\n{line} 12 fans", "--lang", "en")
    assert wrong.code == 2
    assert "this hand is worth 21, not 12: correct the fans or the hand" in wrong.err


def test_the_fans_that_were_named_are_shown(game: Mjcalc) -> None:
    done = game("规则 国标\n东 自摸 清一色 门前清 28番", "--lang", "zh")
    assert "自摸 (清一色 门前清)" in done.out
    alone = game("规则 国标\n东 自摸 清一色", "--lang", "zh")
    assert "没有手牌请写番数" in alone.err


def test_the_number_in_a_round_names_the_deal(game: Mjcalc) -> None:
    lines = [f"{wind}{no}局 流局" for wind in "东南西北" for no in "一二三四"]
    assert game("规则 国标\n" + "\n".join(lines)).code == 0
    wrong = game("规则 国标\n东一局 流局\n南一局 流局", "--lang", "zh")
    assert "第 5 局，按顺序是第 2 局" in wrong.err


def test_in_huopin_it_names_the_round_and_the_dealer(game: Mjcalc) -> None:
    sheet = "规则 火拼\n场 无番场\n房间 1\n台费 1\n东一局 流局\n东一局 流局\n南二局 流局"
    deals = game(sheet, "--format", "json").value["deals"]
    assert [deal["dealer"] for deal in deals] == ["E", "E", "S"]
    wrong = game(f"{sheet}\n南二局 庄：东 流局", "--lang", "zh")
    assert wrong.code == 2


WORDS = st.sampled_from(
    [
        "deal",
        "局",
        "1.",
        "3、",
        "第3局",
        "东1局",
        "Anna",
        "Bert",
        "张三",
        "自摸",
        "tsumo",
        "和",
        "点炮",
        "放铳",
        "给",
        "to",
        "from",
        "off",
        "wins",
        "12番",
        "12",
        "25",
        "fans",
        "花2",
        "false",
        "错和",
        "逃跑",
        "left",
        "draw",
        "流局",
        "dealer",
        "庄",
        "庄:",
        "庄家",
        "bird",
        "鸟",
        "3p",
        "bird:3p",
        "flip:",
        "无",
        "东",
        "E",
        "W",
        "北家",
        "圈",
        "罚",
        "罚分",
        "penalty",
        "-5",
        "+5",
        "123m",
        "[123m]",
        "EEE",
        "+win:5z",
        "清一色",
        '"',
        "“",
        "”",
        ":",
        "=",
        ",",
        "。",
        ".",
        "(",
        ")",
        "'s",
        "with",
    ]
)


@given(st.lists(st.tuples(WORDS, st.sampled_from(["", " "])), max_size=9))
@settings(max_examples=300, deadline=None)
def test_any_words_are_a_deal_or_refused(words: list[tuple[str, str]]) -> None:
    line = "".join(word + blank for word, blank in words)
    sheet = read_sheet(f"rules guobiao\nplayers Anna Bert Carla 张三\n{line}")
    try:
        play(sheet)
    except BadSheet as bad:
        for defect in bad.defects:
            assert "{" not in message(defect)
            assert "None" not in message(defect)
            assert defect.line == 3


def test_ten_thousand_deals_are_read() -> None:
    head = "rules huopin\nvenue nofan\nroom 1\nfee 1\nplayers Anna Bert Carla 张三\n"
    sheet = read_sheet(head + "庄：Anna 无鸟 张三 和 Bert点炮 12番\n" * 10_000)
    assert len(sheet.entries) == 10_000
    assert not any(isinstance(deal, BadLine) for deal in sheet.entries)


@pytest.mark.parametrize("text", ["S x{}x", "{}", "adjust Zed {}", "players {}", "deal {}"])
def test_a_long_line_is_refused_as_any_other(text: str) -> None:
    for filler in (" ", ", ", "(", "罚 ", "1 ", "和"):
        sheet = read_sheet("rules guobiao\n" + text.format(filler * (9000 // len(filler))) + "?")
        bad = [found.error for found in sheet.entries if isinstance(found, BadLine)]
        assert len([*sheet.wrong, *bad]) == 1
