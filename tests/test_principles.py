"""The principles of counting, clause by clause (rules 2), each with a hand that shows it."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

import mjcalc
from mjcalc import Score
from mjcalc.rules.fans import BY_ZH
from mjcalc.rules.principles import Principle, best_forest, find_occurrences
from tests.bench.hands import winning_hands
from tests.golden import names


def of(hand: str, rules: str = "guobiao", **options: str) -> Score:
    chosen = {key.replace("_", "-"): value for key, value in options.items()}
    return mjcalc.score(mjcalc.parse(hand), mjcalc.ruleset(rules, chosen))


def fans(score: Score) -> dict[str, int]:
    return {one.fan.zh: one.count for one in score.fans}


def dropped(score: Score) -> set[tuple[str, int, str, str | None]]:
    return {
        (one.fan.zh, one.count, one.why.value, one.by.zh if one.by else None)
        for one in score.dropped
    }


def counted(hand: str, want: str, rules: str = "guobiao") -> Score:
    """The score, whose fans are exactly these."""
    score = of(hand, rules)
    assert fans(score) == names(want)
    return score


# -- 就高不就低 ------------------------------------------------------------------------------------


def test_the_reading_with_the_highest_total_counts() -> None:
    """Three equal chows beside 55 and 555s, worth more than the pungs of the same tiles."""
    best = counted("555666777p5556s +win:7s tsumo", "一色三同顺 全带五 不求人 平和 喜相逢 缺一门")
    assert best.total == 48
    assert 47 in [other.total for other in best.others()]
    assert all(other.total <= 48 for other in best.others())


def test_the_shape_is_part_of_the_reading() -> None:
    """Seven pairs that are also chows are read as what is worth more."""
    assert "七对" not in fans(of("1122337788995m +win:5m"))
    assert "七对" in fans(of("112233446666m8p +win:8p"))


def test_the_set_that_the_winning_tile_completes_is_part_of_the_reading() -> None:
    """The discarded 3m completes the chow, so that 333m stays a concealed pung."""
    assert fans(of("[EEE]33345m555p66s +win:3m"))["双暗刻"] == 1


def test_equal_totals_go_to_the_fan_earlier_in_the_table() -> None:
    """喜相逢 stands before 连六 and 老少副; of three 1-point fans as many 喜相逢 as can be."""
    counted("234567s234567p5m +win:5m", "门前清 平和 断幺 喜相逢*2 连六 单钓将")
    counted("[123m][789m][123s]789s5s +win:5s", "平和 喜相逢*2 老少副 缺一门 单钓将")
    counted("[123m][456m][789m]123m5p +win:5p", "清龙 平和 一般高 缺一门 单钓将")


def test_of_readings_with_equal_lists_the_one_whose_sets_come_first_is_taken() -> None:
    """Sets sorted m p s z, chows before pungs."""

    def sets(score: Score) -> list[tuple[str, bool, int]]:
        return [(one.suit.value, one.is_pung, one.tile) for one in score.reading.sets]

    alike = 0
    for hand in islice(winning_hands(31), 1000):
        score = mjcalc.score(hand, "guobiao")
        for other in score.others(limit=100):
            if fans(other) == fans(score):
                assert sets(score) <= sets(other)
                alike += 1
    assert alike


def test_totals_fall_and_fans_rank_among_the_other_readings() -> None:
    """Best first; at equal totals the list whose first different fan is earlier or counts more."""
    rows = mjcalc.ruleset("guobiao").fans

    def rank(score: Score) -> tuple[int, list[int]]:
        had = fans(score)
        return score.total, [had.get(row.zh, 0) for row in rows]

    for hand in islice(winning_hands(32), 300):
        score = mjcalc.score(hand, "guobiao")
        ranks = [rank(one) for one in (score, *score.others(limit=100))]
        assert ranks == sorted(ranks, reverse=True)


# -- 不重复 ----------------------------------------------------------------------------------------


def test_a_counted_fan_removes_what_its_row_excludes() -> None:
    """大三元 removes 箭刻 and 双箭刻; 混幺九 碰碰和, 全带幺 and 幺九刻."""
    score = counted("[CCC](FFFF)[999m]11pPP +win:P", "大三元 混幺九 暗杠 缺一门")
    assert {one.fan.zh for one in score.dropped} == {"双箭刻", "碰碰和", "全带幺", "箭刻", "幺九刻"}
    assert all(one.why is Principle.NO_REPEAT for one in score.dropped)


def test_a_fan_removed_still_removes() -> None:
    """九莲宝灯 removes 清一色, and 无字, which 清一色 would have removed, does not come back."""
    score = counted("1112345678999s +win:3s", "九莲宝灯 连六")
    assert ("清一色", 1, "不重复", "九莲宝灯") in dropped(score)
    assert "无字" in {one.fan.zh for one in score.dropped}
    # 箭刻, removed by 大三元, still removes the 幺九刻 of its pung.
    assert "幺九刻" not in fans(of("[CCC][FFF]PPP123m9p +win:9p"))


def test_a_fan_that_is_replaced_brings_back_what_replaces_it() -> None:
    """七对 replaces 不求人 by 自摸, which 不求人 would have removed."""
    score = counted("1133m5577p99s33z5z +win:5z tsumo", "七对 五门齐 自摸")
    assert ("不求人", 1, "不重复", "七对") in dropped(score)


@pytest.mark.parametrize("flag", ["+last", "+kong"])
def test_what_replaces_a_fan_counts_unless_something_else_removes_it(flag: str) -> None:
    """妙手回春 and 杠上开花 remove the 自摸 that four concealed pungs bring back."""
    score = of(f"(2222m)333p444s5577s +win:7s tsumo {flag}")
    assert "四暗刻" in fans(score)
    assert "自摸" not in fans(score)
    assert "不求人" not in fans(score)


def test_an_exclusion_reaches_what_rests_on_the_own_sets_only() -> None:
    """三风刻 removes its own three 幺九刻, the 幺九刻 of the fourth pung stays."""
    counted(
        "[EEE][SSS]99m55pWWW +win:9m tsumo +round:N +seat:N",
        "三风刻 碰碰和 双暗刻 幺九刻 缺一门 自摸",
    )
    # 清龙 removes the 老少副 inside it, not the one with the fourth chow.
    counted("[123m][456m][789m]789m5p +win:5p", "清龙 平和 一般高 缺一门 单钓将")


def test_an_exclusion_may_remove_one_occurrence() -> None:
    """九莲宝灯 on a 2: one 幺九刻 of two stays."""
    assert counted("1112345678999p +win:2p", "九莲宝灯 双暗刻 连六 幺九刻").total == 92


def test_exclusion_is_between_two_fans_not_of_what_several_imply() -> None:
    """小四喜 with 箭刻 can only be 字一色, yet all three count."""
    counted("[NNN][WWW]EESSSFF +win:F", "小四喜 字一色 箭刻")
    # 绿一色 and 清一色 together can only be 断幺.
    assert "断幺" in fans(of("2233334466888s +win:8s"))


def test_no_terminal_pung_beside_dragon_round_or_seat_pung() -> None:
    """A pung that scores 箭刻, 圈风刻 or 门风刻 scores no 幺九刻."""
    counted("[CCC]123m456p678s8m +win:8m", "箭刻 单钓将")
    counted("[SSS]123m456p678s8m +win:8m +round:S +seat:W", "圈风刻 单钓将")
    counted("[SSS]123m456p678s8m +win:8m +round:W +seat:S", "门风刻 单钓将")
    counted("[SSS]123m456p678s8m +win:8m +round:S +seat:S", "圈风刻 门风刻 单钓将")
    counted("[SSS]123m456p678s8m +win:8m +round:E +seat:E", "幺九刻 单钓将")


def test_fully_concealed_removes_self_drawn_and_prevalent_wind_the_terminal_pung() -> None:
    """Both removed fans are named with the fan that removed them."""
    score = of("123m456p789s EEE 55z +win:5z tsumo")
    assert ("自摸", 1, "不重复", "不求人") in dropped(score)
    assert ("幺九刻", 1, "不重复", "圈风刻") in dropped(score)
    assert score.total == 23


# -- 不拆移, 不得相同, 套算一次 --------------------------------------------------------------------


def test_sets_grouped_into_a_fan_are_not_regrouped() -> None:
    """The four chows of 一色四步高 give no 老少副 and no 连六 among themselves."""
    counted("[123p][345p][567p]789p1m +win:1m", "一色四步高 平和 缺一门 单钓将")
    counted("[123s][234s][345s]456s7m +win:7m", "一色四步高 平和 缺一门 单钓将")
    score = counted("[345m]345p345s999mE +win:E", "三色三同顺 幺九刻 单钓将")
    assert ("喜相逢", 3, "不重复", "三色三同顺") in dropped(score)


def test_no_set_serves_the_same_fan_twice() -> None:
    """Four chows that step through three suits are one 三色三步高, four pungs one 三色三节高."""
    counted("[567m][456p][345s]678s1p +win:1p", "三色三步高 平和 连六 单钓将")
    counted("[222p][333s][444m]555p1m +win:1m", "三色三节高 碰碰和 无字 单钓将")
    counted("[234p]12334567pEE +win:5p tsumo", "一色三步高 混一色 连六 自摸")


def test_the_repeated_fan_is_explained_as_identical() -> None:
    score = of("[222p][333s][444m]555p1m +win:1m")
    assert ("三色三节高", 1, "不得相同", None) in dropped(score)


def test_four_chows_carry_at_most_three_fans() -> None:
    """Two by two they hold four relations; the fourth joins sets that are joined already."""
    score = counted("234567s234567p5m +win:5m", "门前清 平和 断幺 喜相逢*2 连六 单钓将")
    assert ("连六", 1, "套算一次", None) in dropped(score)
    assert score.total == 10
    counted("[123s][123s][456s][456s]7p +win:7p", "全求人 平和 一般高*2 连六 缺一门")


def test_three_chows_carry_at_most_two_fans() -> None:
    """234s 234s 234p hold three relations."""
    score = counted("[234s]234s666m88m34p +win:2p", "断幺 一般高 喜相逢")
    assert score.total == 4


def test_the_fourth_chow_joins_a_fan_of_three_once() -> None:
    """清龙 and a second 123m: one of 一般高, 连六 and 老少副."""
    assert counted("[123m][456m][789m]123m5p +win:5p", "清龙 平和 一般高 缺一门 单钓将").total == 21
    counted("[456m][789p][123s]123m5p +win:5p", "花龙 平和 喜相逢 单钓将")


def test_double_pungs_count_as_a_forest_too() -> None:
    """222m 222p 555m 555s: 双同刻 twice; beside 三同刻 a further pung joins no more of its rank."""
    assert fans(of("[222m][222p]555m555s8s +win:8s"))["双同刻"] == 2
    assert "双同刻" not in fans(of("[222m][222p]222s678m9s +win:9s"))
    assert fans(of("[222m][333p]444s444m9s +win:9s"))["双同刻"] == 1


def test_a_fan_of_four_sets_leaves_nothing_to_join() -> None:
    counted("[123m][789m]123789p5s +win:5s", "三色双龙会 单钓将")
    counted("1122337788995m +win:5m", "一色双龙会 门前清 单钓将")


def test_the_dearest_choice_counts() -> None:
    """The chosen fans are a forest over the sets, and no forest is worth more: all are tried."""
    rows = mjcalc.ruleset("guobiao").fans
    for hand in islice(winning_hands(33), 400):
        reading = mjcalc.score(hand, "guobiao").reading
        candidates = [one for one in find_occurrences(rows, reading) if one.fan.joins]
        best = sum(one.fan.value for one in best_forest(candidates))
        for size in range(4):
            for chosen in combinations(candidates, size):
                # A forest: each fan of n sets leaves n - 1 fewer groups.
                groups = [{place} for place in range(len(reading.parts))]
                for one in chosen:
                    touched = [group for group in groups if not group.isdisjoint(one.place)]
                    groups = [group for group in groups if group.isdisjoint(one.place)]
                    groups.append(set().union(*touched))
                cuts = sum(len(one.place) - 1 for one in chosen)
                forest = len(reading.parts) - len(groups) == cuts
                same = [
                    one
                    for one, other in combinations(chosen, 2)
                    if one.fan is other.fan and not set(one.place).isdisjoint(other.place)
                ]
                if forest and not same:
                    assert sum(one.fan.value for one in chosen) <= best


def test_the_fans_that_join_are_those_of_the_table() -> None:
    """Nothing else is limited: three 幺九刻, three 四归一 count beside each other."""
    assert fans(of("[111m][123m]3345555m +win:3m tsumo"))["四归一"] == 3
    assert fans(of("(1111m)[1111p]1113444s +win:5s tsumo"))["幺九刻"] == 3
    assert not BY_ZH["四归一"].joins


# -- kongs and concealed pungs ---------------------------------------------------------------------

KONGS = ["双明杠", "双暗杠", "三杠", "四杠", "明暗杠", "明杠", "暗杠"]
HIDDEN = ["双暗刻", "三暗刻", "四暗刻"]


def families(hand: str, rules: str = "guobiao") -> str:
    return " ".join(zh for zh in fans(of(hand, rules)) if zh in KONGS + HIDDEN)


@pytest.mark.parametrize(
    ("sets", "want"),
    [
        ("(2222s) 345s678s456s", "暗杠"),
        ("(2222s) 333m 678s456s", "双暗刻 暗杠"),
        ("(2222s) 333m666p 456s", "三暗刻 暗杠"),
        ("(2222s) 333m666p888m", "四暗刻 暗杠"),
        ("[2222s] 345s678s456s", "明杠"),
        ("[2222s] 333m666p 456s", "双暗刻 明杠"),
        ("[2222s] 333m666p888m", "三暗刻 明杠"),
        ("(2222s)[3333m] 678s456s", "明暗杠"),
        ("(2222s)[3333m] 666p 456s", "双暗刻 明暗杠"),
        ("(2222s)[3333m] 666p888m", "三暗刻 明暗杠"),
        ("[2222s][3333m] 678s456s", "双明杠"),
        ("[2222s][3333m] 666p888m", "双明杠 双暗刻"),
        ("(2222s)(3333m) 678s456s", "双暗杠"),
        ("(2222s)(3333m) 666p 456s", "三暗刻 双暗杠"),
        ("(2222s)(3333m) 666p888m", "四暗刻 双暗杠"),
        ("[2222s][3333m][6666p] 456s", "三杠"),
        ("[2222s][3333m][6666p] 888m", "三杠"),
        ("(2222s)[3333m][6666p] 456s", "三杠"),
        ("(2222s)[3333m][6666p] 888m", "三杠 双暗刻"),
        ("(2222s)(3333m)[6666p] 456s", "三杠 双暗刻"),
        ("(2222s)(3333m)[6666p] 888m", "三杠 三暗刻"),
        ("(2222s)(3333m)(6666p) 456s", "三杠 三暗刻"),
        ("(2222s)(3333m)(6666p) 888m", "四暗刻 三杠"),
        ("(2222s)[3333m][6666p][8888m]", "四杠"),
        ("(2222s)(3333m)[6666p][8888m]", "四杠 双暗刻"),
        ("(2222s)(3333m)(6666p)[8888m]", "四杠 三暗刻"),
        ("(2222s)(3333m)(6666p)(8888m)", "四杠 四暗刻"),
    ],
)
def test_at_most_one_fan_of_each_family(sets: str, want: str) -> None:
    """Kongs give one fan, concealed pungs (concealed kongs among them) one."""
    assert sorted(families(f"{sets} 9s +win:9s").split()) == sorted(want.split())


def test_a_melded_and_a_concealed_kong_apart_in_huopin() -> None:
    assert sorted(families("(2222s)[3333m] 678s456s9s +win:9s", "huopin").split()) == [
        "明杠",
        "暗杠",
    ]


def test_two_concealed_kongs_drop_two_concealed_pungs() -> None:
    """双暗杠 alone gives no 双暗刻."""
    score = counted("(1111s)(2222m)345p678s8m +win:8m", "双暗杠 门前清 幺九刻 无字 单钓将")
    assert ("双暗刻", 1, "不重复", "双暗杠") in dropped(score)


def test_kong_under_three_kongs_drops_no_concealed_pungs() -> None:
    """双暗杠 that 三杠 removed removes no 双暗刻."""
    score = of("(2222s)(3333m)[6666p]456s9s +win:9s")
    assert "双暗刻" in fans(score)
    assert ("双暗杠", 1, "不重复", "三杠") in dropped(score)


def test_all_pungs_beside_three_kongs_not_beside_four() -> None:
    assert "碰碰和" in fans(of("(2222s)[3333m][6666p]888m9s +win:9s"))
    assert "碰碰和" not in fans(of("(2222s)[3333m][6666p][8888m]9s +win:9s"))


# -- concealed pungs, robbed tiles, the last copy --------------------------------------------------


def test_a_pung_completed_by_another_player_is_not_concealed() -> None:
    assert fans(of("999s1155777999p +win:1p"))["三暗刻"] == 1
    assert fans(of("999s1155777999p +win:1p tsumo"))["四暗刻"] == 1


def test_four_concealed_pungs_stay_so_when_a_discard_makes_the_pair() -> None:
    assert of("111444888m888s5p +win:5p").total == 69


def test_a_robbed_tile_is_a_discard_for_every_other_fan() -> None:
    """门前清 counts, 自摸 and 不求人 do not, and a pung it completed is not concealed."""
    had = fans(of("12378m345p678s22z +win:9m +rob"))
    assert had["抢杠和"] == had["门前清"] == 1
    assert "自摸" not in had
    had = fans(of("[123m][345m]678p56sWW +win:7s +rob"))
    assert had == {"抢杠和": 1}


def test_the_last_copy_is_set_by_the_own_open_melds() -> None:
    """Chows too; then +fourth need not be said."""
    assert "和绝张" in fans(of("[777s][345m]678p68sWW +win:7s"))
    assert "和绝张" in fans(of("[789s][678s][567s]68s55m +win:7s"))


def test_the_last_copy_is_not_set_by_concealed_copies() -> None:
    assert "和绝张" not in fans(of("[789s][567s]678p68sWW +win:7s"))
    assert "和绝张" not in fans(of("777s345m678p68sWW +win:7s"))


def test_the_last_copy_is_refused_when_another_lies_concealed() -> None:
    with pytest.raises(mjcalc.ImpossibleHand):
        of("[123m]777s345m6sWW5s +win:7s +fourth")


def test_the_last_copy_is_not_counted_beside_a_robbed_kong() -> None:
    score = of("[123m][345m]678p56sWW +win:7s +rob +fourth")
    assert fans(score) == {"抢杠和": 1}
    assert ("和绝张", 1, "不重复", "抢杠和") in dropped(score)


# -- 组合龙 and flowers ----------------------------------------------------------------------------


def test_a_knitted_straight_counts_as_three_chows_for_all_chows_only() -> None:
    counted("147m258s36p11234s +win:9p", "组合龙 门前清 平和")
    # No 全带五 and no two-chow fan by the knitted tiles.
    assert not {"喜相逢", "连六", "老少副"} & set(fans(of("147m258s369p123m5m +win:5m")))


def test_a_knitted_straight_has_its_tiles_in_every_other_count() -> None:
    assert "四归一" in fans(of("147m258s369p1112m +win:3m"))
    assert "五门齐" in fans(of("47m258s369pFFFNN +win:1m"))


def test_flowers_are_added_after_the_maximum_and_reach_no_minimum() -> None:
    score = of("[234s][567p]88m234p67s +win:5s +flowers:3")
    assert (score.base, score.flowers, score.total, score.enough) == (7, 3, 10, False)


def test_flowers_do_not_hinder_the_chicken_hand() -> None:
    counted("[123m][345m]678p56sWW +win:7s +flowers:2", "无番和 花牌*2")


def test_a_hand_at_the_minimum_is_enough() -> None:
    assert of("[234s][567p]88m234p67s +win:5s tsumo").enough
    assert not of("[234s][567p]88m234p67s +win:5s").enough
    assert of("[234s][567p]88m234p67s +win:5s", "huopin").enough
