"""A hand for each fan that shows it, and one for each principle; the tests score them all."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mjcalc.rules.principles import Principle


class Example(NamedTuple):
    """A hand that shows a fan, and the ruleset that it is scored under."""

    hand: str
    rules: str = "guobiao"


class PrincipleExample(NamedTuple):
    """A hand in which one fan counts and another one does not, because of a principle."""

    hand: str
    counted: str
    not_counted: str


# The second line of 明杠 in the huopin list, which never counts, has none.
FAN_EXAMPLES: Mapping[str, Example] = MappingProxyType(
    {
        "大四喜": Example("[111z] [222z] [333z] 5m444z +win:5m ron"),
        "大三元": Example("[555z] [666z] 123m9p777z +win:9p ron"),
        "绿一色": Example("[234s] 3666888s666z +win:3s ron"),
        "九莲宝灯": Example("1112345678999p +win:5p ron"),
        "四杠": Example("[1111m] (2222p) [5555s] [7777z] 3s +win:3s ron"),
        "连七对": Example("1122334455667m +win:7m ron"),
        "十三幺": Example("19m19p19s1234567z +win:1m ron"),
        "清幺九": Example("[111m] [999m] [111p] 9p999s +win:9p ron"),
        "小四喜": Example("[111z] [222z] [333z] 123m4z +win:4z ron"),
        "小三元": Example("[555z] [666z] 123m456p7z +win:7z ron"),
        "字一色": Example("[111z] [222z] [333z] 5556z +win:6z ron"),
        "四暗刻": Example(
            "(1111m) 99m44455777z +win:5z tsumo +seat:W +round:E +last +kong +flowers:3"
        ),
        "一色双龙会": Example("1122335577889p +win:9p ron +seat:N +round:E"),
        "一色四同顺": Example("1122223333444m +win:4m ron +seat:N +round:E"),
        "一色四节高": Example("[111m] [222m] 333444m9p +win:9p ron"),
        "一色四步高": Example("2334556778999p +win:1p ron +seat:N +round:E"),
        "三杠": Example("[1111m] (2222p) [5555s] 3459m +win:9m ron"),
        "混幺九": Example("[111m] [999m] [111z] 99s55z +win:9s ron"),
        "七对": Example("1133m5577p99s335z +win:5z ron"),
        "七星不靠": Example("147m28p36s123456z +win:7z ron"),
        "全双刻": Example("[222m] [444p] 2p666888s +win:2p ron"),
        "清一色": Example("[123m] [567m] 2345999m +win:5m ron"),
        "一色三同顺": Example("[123m] 112233m456p9s +win:9s ron"),
        "一色三节高": Example("[222m] 333444m678p9s +win:9s ron"),
        "全大": Example("[789m] [789p] 8m777999s +win:8m ron"),
        "全中": Example("[456m] [444p] 5p456666s +win:5p ron"),
        "全小": Example("[123m] [111p] 3p122223s +win:3p ron"),
        "清龙": Example("[123m] 456789m777p5s +win:5s ron"),
        "三色双龙会": Example("[123m] [789m] 123789p5s +win:5s ron"),
        "一色三步高": Example("[123m] 345567m999p5s +win:5s ron"),
        "全带五": Example("[345m] 555m4556p567s +win:5p ron"),
        "三同刻": Example("[222m] [222p] 678m2229s +win:9s ron"),
        "三暗刻": Example("222345m5559p888s +win:9p ron"),
        "全不靠": Example("147m258p36s12346z +win:7z ron"),
        "组合龙": Example("112347m258p369s1z +win:1z ron"),
        "大于五": Example("[678m] 7789p666999s +win:7p ron"),
        "小于五": Example("[123m] 2234p111444s +win:2p ron"),
        "三风刻": Example("[111z] [222z] 123m5p333z +win:5p ron"),
        "花龙": Example("[123m] 455556p789s1z +win:1z ron"),
        "推不倒": Example("[123p] [345p] 456888s7z +win:7z ron"),
        "三色三同顺": Example("[345m] 999m345p345s1z +win:1z ron"),
        "三色三节高": Example("[222m] 678m333p444s1z +win:1z ron"),
        "无番和": Example("[123m] [345m] 678p56s33z +win:7s ron"),
        "妙手回春": Example("[123m] [345m] 678p56s33z +win:7s tsumo +last"),
        "海底捞月": Example("[123m] [345m] 678p56s33z +win:7s ron +last"),
        "杠上开花": Example("[678m] [234p] (2222s) 1234m +win:4m tsumo +kong"),
        "抢杠和": Example("[123m] [345m] 678p56s33z +win:7s ron +rob"),
        "碰碰和": Example("[111m] [333p] 9m555777s +win:9m ron"),
        "混一色": Example("[123m] 4556888m111z +win:5m ron"),
        "三色三步高": Example("[123m] 888m234p345s1z +win:1z ron"),
        "五门齐": Example("[123m] 567p222s1115z +win:5z ron"),
        "全求人": Example("[123s] [234s] [345s] [456s] 5z +win:5z ron"),
        "双暗杠": Example("(2222s) (3333m) 888m666p9s +win:9s ron"),
        "双箭刻": Example("[555z] [666z] 123m456p9s +win:9s ron"),
        "全带幺": Example("[123m] 1789p999s111z +win:1p ron"),
        "不求人": Example("123456m345p6789s +win:9s tsumo"),
        "双明杠": Example("[2222s] [3333m] 3456789s +win:9s ron"),
        "和绝张": Example("[123m] [345m] 678p56s33z +win:7s ron +fourth"),
        "箭刻": Example("[555z] 123m456p6789s +win:9s ron"),
        "圈风刻": Example("[222z] 123m456p6789s +win:9s ron +seat:W +round:S"),
        "门风刻": Example("[222z] 123m456p6789s +win:9s ron +seat:S +round:E"),
        "门前清": Example("123456m345p6789s +win:9s ron"),
        "平和": Example("[123m] 567m456p6789s +win:9s ron"),
        "四归一": Example("[222m] 234m5679p888s +win:9p ron"),
        "双同刻": Example("[222m] 678m222p5679s +win:9s ron"),
        "双暗刻": Example("[345s] 222678m555p9s +win:9s ron"),
        "暗杠": Example("(2222m) [345s] 678m567p9s +win:9s ron"),
        "断幺": Example("[222m] 678m567p3458s +win:8s ron"),
        "无财神": Example("[123m] 67m456p67899s +win:5m ron +wild:2z", "huopin"),
        "一般高": Example("[345m] 345m999p678s1z +win:1z ron"),
        "喜相逢": Example("[345m] 345999p678s1z +win:1z ron"),
        "连六": Example("[123m] 456m999p678s1z +win:1z ron"),
        "老少副": Example("[123m] 789m999p678s1z +win:1z ron"),
        "幺九刻": Example("[111m] 345m456p567s1z +win:1z ron"),
        "明杠": Example("[1111m] 345m456p567s1z +win:1z ron"),
        "缺一门": Example("[123p] [345p] 456777s7z +win:7z ron"),
        "无字": Example("[345s] 222678m55p99s +win:5p ron"),
        "边张": Example("12m345567p66678s +win:3m ron"),
        "坎张": Example("46m345567p66678s +win:5m ron"),
        "单钓将": Example("[666z] [111z] 3459m789s +win:9m ron"),
        "自摸": Example("[123m] 5567m345999p +win:5m tsumo"),
        "花牌": Example("[123m] [345m] 678p56s33z +win:7s ron +flowers:2"),
        "明暗杠": Example("(2222s) [3333m] 3456789s +win:9s ron"),
    }
)
PRINCIPLE_EXAMPLES: Mapping[Principle, PrincipleExample] = MappingProxyType(
    {
        Principle.NO_REPEAT: PrincipleExample("[555z] 123m456p6789s +win:9s ron", "箭刻", "幺九刻"),
        Principle.NO_BREAK_UP: PrincipleExample(
            "[123p] [345p] [567p] 1m789p +win:1m ron", "一色四步高", "老少副"
        ),
        Principle.NO_IDENTICAL: PrincipleExample(
            "[567m] [456p] [345s] 1p678s +win:1p ron", "三色三步高", "三色三步高"
        ),
        Principle.HIGHEST: PrincipleExample("1122334455668m +win:8m ron", "七对", "一般高"),
        Principle.COMBINED_ONCE: PrincipleExample(
            "[123m] [789m] 123789p6s +win:6s ron", "喜相逢", "老少副"
        ),
    }
)
# What people call the principles besides; 原则 and "principle" may follow.
PRINCIPLE_NAMES: Mapping[str, Principle] = MappingProxyType(
    {
        **{principle.value: principle for principle in Principle},
        "non repeat": Principle.NO_REPEAT,
        "不重复计番": Principle.NO_REPEAT,
        "non separation": Principle.NO_BREAK_UP,
        "不拆分": Principle.NO_BREAK_UP,
        "non identical": Principle.NO_IDENTICAL,
        "不相同": Principle.NO_IDENTICAL,
        "high versus low": Principle.HIGHEST,
        "freedom of choice": Principle.HIGHEST,
        "就高": Principle.HIGHEST,
        "account once": Principle.COMBINED_ONCE,
        "exclusionary rule": Principle.COMBINED_ONCE,
        "套算": Principle.COMBINED_ONCE,
    }
)


def find_principle(text: str) -> Principle | None:
    """Return the principle of this name, in Chinese or English; None if unknown.

    >>> find_principle("不重复原则"), find_principle("Non-Repeat Principle")
    (Principle.NO_REPEAT, Principle.NO_REPEAT)
    """
    words = text.lower().replace("-", " ").removesuffix("原则").split()
    return PRINCIPLE_NAMES.get(" ".join(word for word in words if word not in ("the", "principle")))
