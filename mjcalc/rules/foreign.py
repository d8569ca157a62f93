"""Names of fans that other mahjong has: those scored here by another name, and those not scored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ForeignFan:
    """Names for one thing in other rules; ``here`` is the fan that is nearest, if any."""

    names: tuple[str, ...]
    here: str | None = None


FOREIGN_FANS = (
    # Special wins and declarations.
    ForeignFan(("天和", "天胡", "heavenly hand", "blessing of heaven", "tenhou")),
    ForeignFan(("地和", "地胡", "earthly hand", "blessing of earth", "chiihou")),
    ForeignFan(("人和", "人胡", "human hand", "blessing of man", "renhou")),
    ForeignFan(("立直", "报听", "riichi", "reach", "ready hand")),
    ForeignFan(("双立直", "两立直", "double riichi")),
    ForeignFan(("一发", "ippatsu")),
    ForeignFan(("宝牌", "红宝牌", "里宝牌", "dora", "ura dora", "red five")),
    ForeignFan(("流局满贯", "nagashi mangan")),
    # Hands.
    ForeignFan(("258将", "二五八将", "将将胡", "将一色", "258 pair")),
    ForeignFan(("十三不搭", "十三幺不搭", "shiisanpuutaa"), "全不靠"),
    ForeignFan(("十三烂", "乱十三"), "全不靠"),
    ForeignFan(("七星十三烂",), "七星不靠"),
    ForeignFan(("大七星", "daichisei"), "七对"),
    ForeignFan(("豪华七对", "龙七对", "双龙七对"), "七对"),
    ForeignFan(("三连刻", "sanrenkou"), "一色三节高"),
    ForeignFan(("四连刻", "suurenkou"), "一色四节高"),
    ForeignFan(("大车轮", "daisharin"), "连七对"),
    # Japanese names of fans that are here.
    ForeignFan(("kokushi musou", "kokushi"), "十三幺"),
    ForeignFan(("岭上开花", "rinshan kaihou", "rinshan"), "杠上开花"),
    ForeignFan(("海底摸月", "haitei raoyue", "haitei"), "妙手回春"),
    ForeignFan(("河底捞鱼", "houtei raoyui", "houtei"), "海底捞月"),
    ForeignFan(("枪杠", "chankan"), "抢杠和"),
    ForeignFan(("混老头", "honroutou"), "混幺九"),
    ForeignFan(("chinroutou",), "清幺九"),
    ForeignFan(("一气通贯", "ittsuu"), "清龙"),
    ForeignFan(("三色同顺", "sanshoku", "sanshoku doujun"), "三色三同顺"),
    ForeignFan(("三色同刻", "sanshoku doukou"), "三同刻"),
    ForeignFan(("一杯口", "iipeikou"), "一般高"),
    ForeignFan(("两杯口", "二杯口", "ryanpeikou"), "一般高"),
    ForeignFan(("混全带幺九", "chanta"), "全带幺"),
    ForeignFan(("纯全带幺九", "junchan"), "全带幺"),
    ForeignFan(("chiitoitsu",), "七对"),
    ForeignFan(("三杠子", "sankantsu"), "三杠"),
    ForeignFan(("四杠子", "suukantsu"), "四杠"),
    ForeignFan(("役牌", "yakuhai"), "箭刻"),
    ForeignFan(("tanyao",), "断幺"),
    ForeignFan(("pinfu",), "平和"),
    ForeignFan(("honitsu",), "混一色"),
    ForeignFan(("chinitsu",), "清一色"),
    ForeignFan(("toitoi",), "碰碰和"),
)
FOREIGN_BY_NAME = {name: entry for entry in FOREIGN_FANS for name in entry.names}


def find_foreign(text: str) -> ForeignFan | None:
    """Return what other mahjong calls by this name; None if unknown.

    >>> find_foreign("Rinshan"), find_foreign("花龙")
    (ForeignFan(names=('岭上开花', 'rinshan kaihou', 'rinshan'), here='杠上开花'), None)
    """
    return FOREIGN_BY_NAME.get(" ".join(text.lower().split()))
