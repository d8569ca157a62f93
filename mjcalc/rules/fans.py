"""THE TABLE: every fan, one row each, in the order of the rulebook, which is also by value.

A row: Chinese name, English name (WMO), value, where it holds (``patterns``), what it excludes, the
condition in both languages, other names. Exclusions, separated by spaces:

* ``X``: every X. ``X@own``: where X rests on this fan's own sets. ``X*1``: one X that nothing
  else removes.
* ``A>B``: A is replaced by B: B, which A excludes, counts again.
* ``X@counted``: every X, but only while this fan is itself counted.

``joins`` (the constructor ``joined``) marks a fan made of 2-4 like sets: the principles 不拆移,
不得相同 and 套算一次 are about exactly these. The lists are closed: nothing else excludes anything.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cached_property
from typing import Any

from mjcalc.hand.kinds import Shape, Wait
from mjcalc.rules.patterns import (
    all_chows,
    all_melded,
    all_pungs,
    chows,
    concealed_pungs,
    dragon_pungs,
    each_hog,
    each_kong,
    each_pung,
    every_part,
    every_pung,
    knitted_straight,
    kongs,
    mixed,
    never,
    no_other_fan,
    no_wildcard,
    nothing_melded,
    only,
    pattern,
    pung_of_round,
    pung_of_seat,
    pungs,
    ranks,
    same,
    shape,
    single_honors,
    some,
    steps,
    suits,
    terminal_chows,
    two_unlike_kongs,
    wait,
    wind_pungs,
    won,
)
from mjcalc.rules.words import Word, one_suit
from mjcalc.tiles import (
    DRAGONS,
    GREENS,
    HONORS,
    ORPHANS,
    REVERSIBLES,
    SIMPLES,
    SUITED,
    TERMINALS,
    WINDS,
    of_ranks,
)


class Scope(Enum):
    """Which occurrences of a fan an entry of exclusions removes, and when."""

    ALL = "all"
    OWN = "own"  # on this fan's own sets
    ONE = "one"  # one that nothing else removes
    COUNTED = "counted"  # all, while this fan is itself counted

    def __repr__(self) -> str:
        return f"Scope.{self.name}"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """One entry of a row's exclusions: a fan, which of it, and what replaces it."""

    name: str
    scope: Scope = Scope.ALL
    instead: str | None = None

    @staticmethod
    def parse(entry: str) -> Exclusion:
        """Read an entry: ``连六@own``, ``幺九刻*1``, ``不求人>自摸``."""
        if ">" in entry:
            name, instead = entry.split(">")
            return Exclusion(name, instead=instead)
        if entry.endswith("*1"):
            return Exclusion(entry[:-2], Scope.ONE)
        name, _, scope = entry.partition("@")
        return Exclusion(name, Scope(scope or "all"))


@dataclass(frozen=True)
class Fan:
    """A row of the table. ``numbered`` is false for a fan outside the official numbering."""

    zh: str
    en: str
    value: int
    word: Word
    excludes: str
    condition_zh: str
    condition_en: str
    aliases: tuple[str, ...] = ()
    joins: bool = False
    numbered: bool = True

    @cached_property
    def exclusions(self) -> tuple[Exclusion, ...]:
        """The exclusions of the row, read."""
        return tuple(map(Exclusion.parse, self.excludes.split()))

    def __repr__(self) -> str:
        return f"Fan({self.zh!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a word of the table by the name of its row: the word itself is made of closures.

        Any other word is pickled as it is, so its functions must be found by name in a module.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        row = next((row for row in FANS if row.word is self.word), None)
        return _unpickled, (values if row is None else {**values, "word": row.zh},)


def _unpickled(values: dict[str, Any]) -> Fan:
    """The fan of these fields; the very row of the table where it is one."""
    word = values["word"]
    made = Fan(**{**values, "word": BY_ZH[word].word if isinstance(word, str) else word})
    known = BY_ZH.get(made.zh)
    return known if known == made else made


def fan(
    zh: str, en: str, value: int, word: Word, excludes: str, in_zh: str, in_en: str, *aliases: str
) -> Fan:
    """A row."""
    return Fan(zh, en, value, word, excludes, in_zh, in_en, aliases)


def joined(
    zh: str, en: str, value: int, word: Word, excludes: str, in_zh: str, in_en: str, *aliases: str
) -> Fan:
    """A row for a fan made of 2-4 like sets."""
    return Fan(zh, en, value, word, excludes, in_zh, in_en, aliases, joins=True)


CHICKEN = "无番和"
FLOWER_TILES = "花牌"
NO_WILDCARD = "无财神"

# fmt: off
FANS: tuple[Fan, ...] = (
    # 88
    fan("大四喜", "Big Four Winds", 88, wind_pungs(4), "三风刻 碰碰和 圈风刻 门风刻 幺九刻@own", "东南西北四副风刻（杠）", "pungs or kongs of all four winds"),
    fan("大三元", "Big Three Dragons", 88, dragon_pungs(3), "双箭刻 箭刻 幺九刻@own", "中发白三副刻子（杠）", "pungs or kongs of all three dragons"),
    fan("绿一色", "All Green", 88, only(GREENS), "混一色", "全部是 23468 条和发", "only 2, 3, 4, 6, 8 of bamboos and Green Dragons, in any shape"),
    fan("九莲宝灯", "Nine Gates", 88, pattern((3, 1, 1, 1, 1, 1, 1, 1, 3), before_win=True), "清一色 门前清 不求人>自摸 无字 幺九刻*1", "门清，和牌前 13 张是一种花色的 1112345678999", "concealed; the 13 tiles before the win are 1112345678999 of one suit"),
    fan("四杠", "Four Kongs", 88, kongs(4), "三杠 双明杠 双暗杠 明暗杠 明杠 暗杠 碰碰和 单钓将", "四副杠", "four kongs", "十八罗汉"),
    fan("连七对", "Seven Shifted Pairs", 88, shape(Shape.SEVEN_PAIRS) & pattern((2, 2, 2, 2, 2, 2, 2, 0, 0), (0, 2, 2, 2, 2, 2, 2, 2, 0), (0, 0, 2, 2, 2, 2, 2, 2, 2)), "七对 清一色 门前清 不求人>自摸 无字 单钓将", "一种花色七个相连的对子", "seven pairs of consecutive ranks in one suit"),
    fan("十三幺", "Thirteen Orphans", 88, shape(Shape.THIRTEEN_ORPHANS), "混幺九 五门齐 门前清 不求人>自摸 单钓将", "十三种幺九牌各一张，其中一种多一张", "one of each 1, 9 and honor, and one of them twice", "国士无双", "十三么", "十三幺九"),
    # 64
    fan("清幺九", "All Terminals", 64, only(TERMINALS), "混幺九 碰碰和 全带幺 幺九刻 无字 双同刻", "全部是一和九", "only 1s and 9s", "清老头"),
    fan("小四喜", "Little Four Winds", 64, wind_pungs(3, with_pair=True), "三风刻 幺九刻@own", "三副风刻，另一种风作将", "pungs of three winds and a pair of the fourth"),
    fan("小三元", "Little Three Dragons", 64, dragon_pungs(2, with_pair=True), "双箭刻 箭刻 幺九刻@own", "两副箭刻，另一种箭牌作将", "pungs of two dragons and a pair of the third"),
    fan("字一色", "All Honors", 64, only(HONORS), "混幺九 碰碰和 全带幺 幺九刻", "全部是字牌", "only winds and dragons"),
    fan("四暗刻", "Four Concealed Pungs", 64, concealed_pungs(4), "三暗刻 双暗刻 碰碰和 门前清 不求人>自摸", "四副暗刻（暗杠）", "four concealed pungs or concealed kongs"),
    joined("一色双龙会", "Pure Terminal Chows", 64, terminal_chows(suits=1), "七对 清一色 平和 一般高 老少副 无字", "一种花色两副 123、两副 789，五作将", "123 123 789 789 and the pair 55, all of one suit"),
    # 48
    joined("一色四同顺", "Quadruple Chow", 48, chows(4, one_suit, same), "一色三同顺 一色三节高 一般高 四归一", "一种花色四副相同的顺子", "four identical chows"),
    joined("一色四节高", "Four Pure Shifted Pungs", 48, pungs(4, one_suit, steps(1)), "一色三同顺 一色三节高 碰碰和", "一种花色四副刻子，依次高一位", "four pungs of one suit, each one rank higher"),
    # 32
    joined("一色四步高", "Four Pure Shifted Chows", 32, chows(4, one_suit, steps(1, 2)), "一色三步高 连六 老少副", "一种花色四副顺子，依次高一位或依次高两位", "four chows of one suit, each one higher or each two higher"),
    fan("三杠", "Three Kongs", 32, kongs(3), "双明杠 双暗杠 明暗杠 明杠 暗杠", "三副杠", "three kongs"),
    fan("混幺九", "All Terminals and Honors", 32, only(ORPHANS) & some(TERMINALS) & some(HONORS), "碰碰和 全带幺 幺九刻", "全部是一、九和字牌，两样都有", "only 1s, 9s and honors, both kinds present"),
    # 24
    fan("七对", "Seven Pairs", 24, shape(Shape.SEVEN_PAIRS), "门前清 不求人>自摸 单钓将", "七个对子，四张相同可作两对", "seven pairs; four equal tiles may be two pairs", "七小对", "七对子"),
    fan("七星不靠", "Greater Honors and Knitted Tiles", 24, single_honors(7), "全不靠 五门齐 门前清 不求人>自摸 单钓将", "七种字牌各一张，加七张不同花色 147、258、369 中的牌", "all seven honors once and seven tiles of 147, 258, 369 in three suits"),
    fan("全双刻", "All Even Pungs", 24, every_pung(of_ranks(2, 4, 6, 8)), "碰碰和 断幺 无字", "2468 的刻子和将", "four pungs and a pair of 2, 4, 6, 8"),
    fan("清一色", "Full Flush", 24, suits(1) & only(SUITED), "无字 缺一门", "只有一种花色", "one suit and no honors"),
    joined("一色三同顺", "Pure Triple Chow", 24, chows(3, one_suit, same), "一色三节高 一般高@own", "一种花色三副相同的顺子", "three identical chows"),
    joined("一色三节高", "Pure Shifted Pungs", 24, pungs(3, one_suit, steps(1)), "一色三同顺", "一种花色三副刻子，依次高一位", "three pungs of one suit, each one rank higher"),
    fan("全大", "Upper Tiles", 24, only(of_ranks(7, 8, 9)), "大于五 无字", "全部是七八九", "only 7, 8, 9"),
    fan("全中", "Middle Tiles", 24, only(of_ranks(4, 5, 6)), "断幺 无字", "全部是四五六", "only 4, 5, 6"),
    fan("全小", "Lower Tiles", 24, only(of_ranks(1, 2, 3)), "小于五 无字", "全部是一二三", "only 1, 2, 3"),
    # 16
    joined("清龙", "Pure Straight", 16, chows(3, one_suit, ranks(1, 4, 7)), "连六@own 老少副@own", "一种花色 123、456、789", "123, 456, 789 of one suit", "一条龙"),
    joined("三色双龙会", "Three-Suited Terminal Chows", 16, terminal_chows(suits=2), "喜相逢 老少副 平和 无字", "两种花色各有 123、789，第三种花色五作将", "123 and 789 in two suits and the pair 55 of the third"),
    joined("一色三步高", "Pure Shifted Chows", 16, chows(3, one_suit, steps(1, 2)), "", "一种花色三副顺子，依次高一位或依次高两位", "three chows of one suit, each one higher or each two higher"),
    fan("全带五", "All Fives", 16, every_part(of_ranks(5)), "断幺 无字", "每副牌和将都有五", "a 5 in every set and in the pair"),
    joined("三同刻", "Triple Pung", 16, pungs(3, mixed, same), "双同刻@own", "三种花色同一数字的刻子", "pungs of one rank in three suits"),
    fan("三暗刻", "Three Concealed Pungs", 16, concealed_pungs(3), "双暗刻", "三副暗刻（暗杠）", "three concealed pungs or concealed kongs"),
    # 12
    fan("全不靠", "Lesser Honors and Knitted Tiles", 12, shape(Shape.KNITTED_HONORS), "五门齐 门前清 不求人>自摸 单钓将", "十四张各不相同，取自三种花色的 147、258、369 和字牌", "14 different tiles out of 147, 258, 369 in three suits and the seven honors"),
    fan("组合龙", "Knitted Straight", 12, knitted_straight(), "", "三种花色的 147、258、369，另有一副牌和将，或在全不靠中", "147, 258, 369 in three suits, with a set and a pair or among single honors"),
    fan("大于五", "Upper Four", 12, only(of_ranks(6, 7, 8, 9)), "无字", "全部是六七八九", "only 6, 7, 8, 9"),
    fan("小于五", "Lower Four", 12, only(of_ranks(1, 2, 3, 4)), "无字", "全部是一二三四", "only 1, 2, 3, 4"),
    fan("三风刻", "Big Three Winds", 12, wind_pungs(3), "幺九刻@own", "三副风刻（杠）", "pungs or kongs of three winds"),
    # 8
    joined("花龙", "Mixed Straight", 8, chows(3, mixed, ranks(1, 4, 7)), "", "三种花色的 123、456、789 各一副", "123, 456, 789, one in each suit", "三色一条龙"),
    fan("推不倒", "Reversible Tiles", 8, only(REVERSIBLES), "缺一门", "全部是 1234589 饼、245689 条和白", "only 1, 2, 3, 4, 5, 8, 9 of dots, 2, 4, 5, 6, 8, 9 of bamboos and White Dragons"),
    joined("三色三同顺", "Mixed Triple Chow", 8, chows(3, mixed, same), "喜相逢@own", "三种花色相同的顺子", "the same chow in three suits"),
    joined("三色三节高", "Mixed Shifted Pungs", 8, pungs(3, mixed, steps(1)), "", "三种花色的刻子，依次高一位", "pungs in three suits, each one rank higher"),
    fan(CHICKEN, "Chicken Hand", 8, no_other_fan(), "", "没有别的番，花牌不算", "no other fan; flowers do not matter", "鸡和"),
    fan("妙手回春", "Last Tile Draw", 8, won(self_drawn=True, last=True), "自摸", "自摸牌墙最后一张", "self-draw of the last tile of the wall"),
    fan("海底捞月", "Last Tile Claim", 8, won(self_drawn=False, last=True), "", "和最后打出的一张", "win on the last discard", "海底", "河底"),
    fan("杠上开花", "Out with Replacement Tile", 8, won(self_drawn=True, kong=True), "自摸", "开杠补的牌自摸和牌，补花不算", "self-draw of a kong's replacement tile, not a flower's", "杠上花", "杠开"),
    fan("抢杠和", "Robbing the Kong", 8, won(self_drawn=False, rob=True), "和绝张", "和别人加到明刻上的杠牌", "win on the tile that another player adds to a melded pung", "抢杠"),
    # 6
    fan("碰碰和", "All Pungs", 6, all_pungs(), "", "四副刻子（杠）", "four pungs or kongs", "对对和", "对对胡", "碰碰胡", "大对子"),
    fan("混一色", "Half Flush", 6, suits(1) & some(HONORS), "缺一门", "一种花色和字牌", "one suit and honors", "凑一色", "半清"),
    joined("三色三步高", "Mixed Shifted Chows", 6, chows(3, mixed, steps(1)), "", "三种花色的顺子，依次高一位", "chows in three suits, each one rank higher"),
    fan("五门齐", "All Types", 6, suits(3) & some(WINDS) & some(DRAGONS), "", "三种花色、风牌、箭牌都有", "all three suits, a wind and a dragon"),
    fan("全求人", "Melded Hand", 6, all_melded(), "单钓将", "四副牌都吃碰杠而来，和别人打出的牌", "four sets claimed from others, won on another player's tile", "大吊车", "全求"),
    fan("双暗杠", "Two Concealed Kongs", 6, kongs(2, concealed=True), "暗杠 双暗刻@counted", "两副暗杠", "two concealed kongs"),
    fan("双箭刻", "Two Dragon Pungs", 6, dragon_pungs(2), "箭刻 幺九刻@own", "两副箭刻（杠）", "pungs or kongs of two dragons"),
    # 4
    fan("全带幺", "Outside Hand", 4, every_part(ORPHANS), "", "每副牌和将都有一、九或字牌", "a 1, 9 or honor in every set and in the pair", "混全带幺"),
    fan("不求人", "Fully Concealed Hand", 4, nothing_melded(self_drawn=True), "自摸 门前清", "没有吃碰明杠，自摸和牌", "nothing claimed (concealed kongs allowed), self-drawn", "门清自摸"),
    fan("双明杠", "Two Melded Kongs", 4, kongs(2, concealed=False), "明杠", "两副明杠", "two melded kongs"),
    fan("和绝张", "Last Tile", 4, won(fourth=True), "", "和牌的另外三张都已亮明", "the other three copies of the winning tile lie open on the table", "绝张", "胡绝张"),
    # 2
    fan("箭刻", "Dragon Pung", 2, each_pung(DRAGONS), "幺九刻@own", "中发白的刻子（杠）", "a pung or kong of Red, Green or White Dragons"),
    fan("圈风刻", "Prevalent Wind", 2, pung_of_round(), "幺九刻@own", "圈风的刻子（杠）", "a pung or kong of the round's wind", "Round Wind"),
    fan("门风刻", "Seat Wind", 2, pung_of_seat(), "幺九刻@own", "自己门风的刻子（杠）", "a pung or kong of the player's own wind"),
    fan("门前清", "Concealed Hand", 2, nothing_melded(self_drawn=False), "", "没有吃碰明杠，和别人打出的牌", "nothing claimed (concealed kongs allowed), won on another player's tile", "门清"),
    fan("平和", "All Chows", 2, all_chows(), "无字", "四副顺子，序数牌作将；组合龙当三副顺子", "four chows and a suited pair; Knitted Straight stands for three of the chows", "平胡"),
    fan("四归一", "Tile Hog", 2, each_hog(), "", "四张相同的牌都在手里而不是杠", "all four copies of a tile in the hand, not as a kong"),
    joined("双同刻", "Double Pung", 2, pungs(2, mixed, same), "", "两种花色同一数字的刻子", "pungs of one rank in two suits"),
    fan("双暗刻", "Two Concealed Pungs", 2, concealed_pungs(2), "", "两副暗刻（暗杠）", "two concealed pungs or concealed kongs"),
    fan("暗杠", "Concealed Kong", 2, each_kong(concealed=True), "", "一副暗杠", "a concealed kong"),
    fan("断幺", "All Simples", 2, only(SIMPLES), "无字", "没有一、九和字牌", "no 1, 9 or honors", "断幺九", "断么"),
    fan(NO_WILDCARD, "No Wildcard", 2, no_wildcard(), "", "没有财神，或财神都当本身", "no wildcard in the hand, or each used as its own face"),
    # 1
    joined("一般高", "Pure Double Chow", 1, chows(2, one_suit, same), "", "一种花色两副相同的顺子", "two identical chows"),
    joined("喜相逢", "Mixed Double Chow", 1, chows(2, mixed, same), "", "两种花色相同的顺子", "the same chow in two suits"),
    joined("连六", "Short Straight", 1, chows(2, one_suit, steps(3)), "", "一种花色两副相连的顺子", "two chows that make six consecutive ranks of one suit"),
    joined("老少副", "Two Terminal Chows", 1, chows(2, one_suit, ranks(1, 7)), "", "一种花色的 123 和 789", "123 and 789 of one suit"),
    fan("幺九刻", "Pung of Terminals or Honors", 1, each_pung(ORPHANS), "", "一、九或字牌的刻子（杠）", "a pung or kong of a 1, a 9 or an honor"),
    fan("明杠", "Melded Kong", 1, each_kong(concealed=False), "", "一副明杠", "a melded kong, claimed or added to a pung"),
    fan("缺一门", "One Voided Suit", 1, suits(2), "", "正好两种花色", "tiles of exactly two suits"),
    fan("无字", "No Honors", 1, only(SUITED), "", "没有字牌", "no winds, no dragons"),
    fan("边张", "Edge Wait", 1, wait(Wait.EDGE), "", "只和一种牌：12 和 3，或 89 和 7", "sole wait: 3 for 12, or 7 for 89"),
    fan("坎张", "Closed Wait", 1, wait(Wait.CLOSED), "", "只和一种牌：顺子中间的一张", "sole wait: the middle of a chow", "嵌张"),
    fan("单钓将", "Single Wait", 1, wait(Wait.PAIR), "", "只和一种牌：将", "sole wait: the pair", "单钓", "单吊将"),
    fan("(明杠)", "(Melded Kong, second entry)", 0, never(), "", "名单中明杠的第二行，同一副杠不计两次", "a second line on Melded Kong in the list; the same kong is never scored twice"),
    fan("自摸", "Self-Drawn", 1, won(self_drawn=True), "", "自己摸到和牌", "win on one's own draw"),
    fan(FLOWER_TILES, "Flower Tiles", 1, never(), "", "每张花牌，和牌后加，不算起和", "each flower tile, added after the win, no part of any minimum"),
    # outside the numbering
    replace(fan("明暗杠", "Concealed and Melded Kong", 5, two_unlike_kongs(), "明杠 暗杠", "一副明杠和一副暗杠", "exactly one melded and one concealed kong"), numbered=False),
)
# fmt: on

BY_ZH = {row.zh: row for row in FANS}


def find_fans(text: str) -> tuple[Fan, ...]:
    """The fans of this name: one whole name or alias in either language, or else all it is part of.

    >>> find_fans("straight")
    (Fan('清龙'), Fan('组合龙'), Fan('花龙'), Fan('连六'))
    """
    word = " ".join(text.split()).lower()
    if not word:
        return ()
    names = {row: [n.lower() for n in (row.zh, row.en, *row.aliases)] for row in FANS}
    exact = tuple(row for row, known in names.items() if word in known)
    return exact or tuple(row for row, known in names.items() if any(word in n for n in known))
