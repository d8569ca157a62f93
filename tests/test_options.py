"""Every option both ways: what it changes, and that it changes nothing else; the variant wmo."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import islice, permutations

import pytest

import mjcalc
from mjcalc import RULESETS, ImpossibleHand, NotAWin, OptionError, Tile
from mjcalc.rules.options import Option
from mjcalc.rules.rulesets import OPTION_BY_KEY, OPTIONS, VARIANTS
from tests.bench.hands import winning_hands
from tests.golden import golden, wmo_by_hand

BOTH = ("guobiao", "huopin")
# Options on payments, which change no score; tests/test_settlement.py has them.
ON_PAYMENTS = ("venue-minimum", "dealer-doubling", "bystander-fee", "false-win")


def total(hand: str, rules: str, option: str = "") -> int:
    options = dict([option.split("=")]) if option else {}
    return mjcalc.score(mjcalc.parse(hand), mjcalc.ruleset(rules, options)).total


def fans(hand: str, rules: str, option: str = "") -> dict[str, int]:
    options = dict([option.split("=")]) if option else {}
    score = mjcalc.score(mjcalc.parse(hand), mjcalc.ruleset(rules, options))
    return {one.fan.zh: one.count for one in score.fans}


# -- one test an option ----------------------------------------------------------------------------

CONCEALED = {
    "九莲宝灯": "1112345678999p +win:4p tsumo",
    "连七对": "1122334455667m +win:7m tsumo",
    "十三幺": "19m19p19s1234567z +win:1m tsumo",
    "四暗刻": "111m333p55577s99m +win:7s tsumo",
    "七对": "1133m5577p99s33z5z +win:5z tsumo",
    "七星不靠": "147m28p36s123456z +win:7z tsumo",
    "全不靠": "147m258p36s12345z +win:6z tsumo",
}


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("fan", CONCEALED)
def test_concealed_self_draw(fan: str, rules: str) -> None:
    hand, book = CONCEALED[fan], "concealed-self-draw=fully-concealed"
    practice, other = fans(hand, rules), fans(hand, rules, book)
    assert fan in practice
    assert fan in other
    assert ("自摸" in practice, "不求人" in practice) == (True, False)
    assert ("自摸" in other, "不求人" in other) == (False, True)
    assert total(hand, rules, book) == total(hand, rules) + 3
    on_discard = hand.replace("tsumo", "ron")
    assert total(on_discard, rules, book) == total(on_discard, rules)


@pytest.mark.parametrize("rules", BOTH)
def test_two_concealed_kongs(rules: str) -> None:
    hand = "(1111s)(2222m)345p678s8m +win:8m"
    assert total(hand, rules, "two-concealed-kongs=8") == total(hand, rules) + 2
    assert total(hand, rules, "two-concealed-kongs=6") == total(hand, rules)


@pytest.mark.parametrize(
    ("option", "kongs", "more"),
    [
        ("mixed-kongs=5", {"明暗杠": 1}, 2),
        ("mixed-kongs=6", {"明暗杠": 1}, 3),
        ("mixed-kongs=separate", {"明杠": 1, "暗杠": 1}, 0),
    ],
)
@pytest.mark.parametrize("rules", BOTH)
def test_mixed_kongs(rules: str, option: str, kongs: dict[str, int], more: int) -> None:
    hand = "(1111s)[2222m]345p678s8m +win:8m"
    had = fans(hand, rules, option)
    assert {zh: had[zh] for zh in ("明杠", "暗杠", "明暗杠") if zh in had} == kongs
    assert total(hand, rules, option) == total(hand, rules, "mixed-kongs=separate") + more


def test_mixed_kongs_by_default() -> None:
    hand = "(1111s)[2222m]345p678s8m +win:8m"
    assert total(hand, "guobiao") == total(hand, "guobiao", "mixed-kongs=5") == 8
    assert total(hand, "huopin") == total(hand, "huopin", "mixed-kongs=separate") == 8


def test_mixed_kongs_is_about_exactly_one_of_each() -> None:
    for hand in ("(1111s)(2222m)345p678s8m", "(1111s)[2222m][3333p]678s8m"):
        for value in ("6", "separate"):
            text = f"{hand} +win:8m"
            assert total(text, "guobiao", f"mixed-kongs={value}") == total(text, "guobiao")


@pytest.mark.parametrize("rules", BOTH)
def test_terminals_double_pung(rules: str) -> None:
    counted = "terminals-double-pung=counted"
    hand = "[111m][111p][999m]999s9p +win:9p"
    assert "双同刻" not in fans(hand, rules)
    assert fans(hand, rules, counted)["双同刻"] == 2
    assert total(hand, rules, counted) == total(hand, rules) + 4
    triple = "[111m][111p][111s]999p9s +win:9s"  # 三同刻 counts either way
    assert fans(triple, rules) == fans(triple, rules, counted)
    assert fans(triple, rules)["三同刻"] == 1


@pytest.mark.parametrize("rules", BOTH)
def test_green_half_flush(rules: str) -> None:
    counted = "green-half-flush=counted"
    hand = "[333s][234s](6666z)6688s +win:8s"
    assert total(hand, rules, counted) == total(hand, rules) + 6
    assert "混一色" in fans(hand, rules, counted)
    without = "(8888s)(6666s)2234444s +win:2s"
    assert total(without, rules, counted) == total(without, rules)


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(("tile", "one", "all_of"), [(2, 1, 0), (5, 1, 0), (3, 0, 0), (1, 0, 0)])
def test_nine_gates_pung(rules: str, tile: int, one: int, all_of: int) -> None:
    hand = f"1112345678999s +win:{tile}s"
    assert fans(hand, rules).get("幺九刻", 0) == one
    assert fans(hand, rules, "nine-gates-pung=all").get("幺九刻", 0) == all_of


@pytest.mark.parametrize("rules", BOTH)
def test_knitted_wait(rules: str) -> None:
    hand = "147m258s369p4mEEE +win:4m"
    assert "单钓将" in fans(hand, rules)
    assert "单钓将" not in fans(hand, rules, "knitted-wait=not-counted")
    outside = "147m258s369p5zEEE +win:5z"
    assert fans(outside, rules) == fans(outside, rules, "knitted-wait=not-counted")
    assert "单钓将" in fans(outside, rules)


@pytest.mark.parametrize("rules", BOTH)
def test_exhausted_wait(rules: str) -> None:
    hand = "[666z]4444666s789m +win:5s"
    assert "坎张" not in fans(hand, rules)
    assert "坎张" in fans(hand, rules, "exhausted-wait=no-wait")
    melded = "[6666s][444p]789m3345s +win:3s"  # 6s, the other wait, lies in a kong
    assert "单钓将" not in fans(melded, rules)
    assert "单钓将" in fans(melded, rules, "exhausted-wait=no-wait")


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(
    ("hand", "excluded", "counted"),
    [
        ("(2222s)[3333s][5555p]678m11z", "三杠 单钓将", "三杠 单钓将 暗杠"),
        ("(2222s)(3333s)[5555p]678m11z", "三杠 单钓将 双暗刻", "三杠 单钓将 双暗杠"),
        ("(2222s)(3333s)(5555p)678m11z", "三杠 单钓将 三暗刻", "三杠 单钓将 三暗刻 双暗杠"),
        ("[2222s][3333s][5555p]678m11z", "三杠 单钓将", "三杠 单钓将"),
        ("(2222m)[8888m][4444s][7777p]11z", "四杠", "四杠 暗杠"),
        ("(2222m)(8888m)[4444s][7777p]11z", "四杠 双暗刻", "四杠 双暗杠"),
        ("(2222m)(8888m)(4444s)[7777p]11z", "四杠 三暗刻", "四杠 三暗刻 双暗杠"),
        ("(2222s)(3333s)567p678m11z", "双暗杠 单钓将", "双暗杠 单钓将"),
    ],
)
def test_kong_concealment(hand: str, excluded: str, counted: str, rules: str) -> None:
    """The melded kongs, 碰碰和 and 单钓将 stay excluded, and a 双暗杠 that counts has no 双暗刻."""
    other = {"无财神", "门前清"}
    assert fans(hand, rules).keys() - other == {*excluded.split()}
    assert fans(hand, rules, "kong-concealment=counted").keys() - other == {*counted.split()}


def test_chicken_without_wildcard() -> None:
    hand, yes = "[123m][345m]678p56sWW +win:7s", "chicken-without-wildcard=yes"
    assert fans(hand, "huopin") == {"无财神": 1}
    assert fans(hand, "huopin", yes) == {"无番和": 1, "无财神": 1}
    assert total(hand, "huopin", yes) == 10
    flowers = f"{hand} +flowers:2"
    assert fans(flowers, "huopin", yes) == {"无番和": 1, "无财神": 1, "花牌": 2}
    used = "[123m][345m]678p5sWW9p +win:7s +wild:9p"
    assert fans(used, "huopin") == fans(used, "huopin", yes) == {"无番和": 1}
    more = "[123m][345m]678p56sWW +win:7s tsumo"
    assert fans(more, "huopin") == fans(more, "huopin", yes)


def test_wildcard_fifth_copy() -> None:
    yes = "wildcard-fifth-copy=yes"
    for hand, points in (
        ("[5555m]12346m57p299s +win:6p tsumo +wild:2s", 4),
        ("(3333p)2m2p23456777s +win:4p tsumo +wild:2m", 11),
        ("(3333p)45m2499p123s6z +win:3m tsumo +wild:6z", 13),
    ):
        with pytest.raises(NotAWin):
            total(hand, "huopin")
        assert total(hand, "huopin", yes) == points


@pytest.mark.parametrize("wildcards", [1, 2, 3])
def test_a_fifth_copy_takes_nothing_away_but_a_sole_wait(wildcards: int) -> None:
    yes = mjcalc.ruleset("huopin", {"wildcard-fifth-copy": "yes"})
    for hand in islice(winning_hands(43, wildcards), 60):
        without, with_fifth = mjcalc.score(hand, "huopin"), mjcalc.score(hand, yes)
        assert with_fifth.total >= without.total - 1
        copies = Counter(with_fifth.reading.tiles)
        assert max(copies.values()) <= 5
        if max(copies.values()) == 5:
            hogs = [one.count for one in with_fifth.fans if one.fan.zh == "四归一"]
            assert sum(hogs) <= sum(count > 3 for count in copies.values())


def test_five_equal_tiles_are_one_hog() -> None:
    hand = "[222m]234m567p88s9p7z +win:9p +wild:7z"
    assert fans(hand, "huopin", "wildcard-fifth-copy=yes")["四归一"] == 1


@pytest.mark.parametrize(
    ("hand", "other"),
    [
        ("[555z] [666z] 123m456p5z +win:9s +wild:9s", "双箭刻"),
        ("[555z] [777z] 123m456p7z +win:9s +wild:9s", "双箭刻"),
        ("[666z] [777z] 123m456p6z +win:9s +wild:9s tsumo", "双箭刻"),
        ("[555z] [666z] [777z] 123m7z +win:9s +wild:9s", "大三元"),
        *(
            (f"[{a}{a}{a}z] [{b}{b}{b}z] [{c}{c}{c}z] 234m{a}z +win:9s +wild:9s", "三风刻")
            for a, b, c in permutations(range(1, 5), 3)
        ),
        ("[111z] [222z] [333z] [444z] 2z +win:9s +wild:9s", "大四喜"),
    ],
)
def test_a_pung_and_the_pair_of_one_kind_are_not_the_little_fans(hand: str, other: str) -> None:
    found = fans(hand, "huopin", "wildcard-fifth-copy=yes")
    assert found[other] == found["四归一"] == 1
    assert found.keys().isdisjoint({"小三元", "小四喜"})


def test_what_five_equal_tiles_do_not_make_is_not_explained_either() -> None:
    yes = mjcalc.ruleset("huopin", {"wildcard-fifth-copy": "yes"})
    score = mjcalc.score(mjcalc.parse("[555z] [666z] [777z] 123m7z +win:9s +wild:9s"), yes)
    assert [one.fan.zh for one in score.dropped] == ["双箭刻", "箭刻", "幺九刻"]


def test_a_kong_and_a_fifth_tile_are_no_hog() -> None:
    yes = mjcalc.ruleset("huopin", {"wildcard-fifth-copy": "yes"})
    score = mjcalc.score(mjcalc.parse("(5555m) 46m789p123s99s +win:9m +wild:9m"), yes)
    assert Counter(score.reading.tiles)[Tile.M5] == 5
    assert "四归一" not in [one.fan.zh for one in score.fans]


@pytest.mark.parametrize(
    ("hand", "little"),
    [
        ("[555z] [666z] 123m456p7z +win:9s", "小三元"),
        ("[111z] [222z] [444z] 234m3z +win:9s", "小四喜"),
    ],
)
def test_the_pair_of_another_kind_makes_the_little_fans(hand: str, little: str) -> None:
    assert little in fans(f"{hand} +wild:9s", "huopin", "wildcard-fifth-copy=yes")


def test_wildcard_on_discard() -> None:
    hand, no = "[123m]456p678s46m99s +win:7z +wild:7z", "wildcard-on-discard=no"
    assert total(hand, "huopin") > 0
    with pytest.raises(ImpossibleHand) as refused:
        total(hand, "huopin", no)
    assert [defect.key for defect in refused.value.defects] == ["wild-on-discard"]
    drawn = f"{hand} tsumo"
    assert total(drawn, "huopin", no) == total(drawn, "huopin")
    other = "[123m]456p678s46m9s7z +win:9s +wild:7z"
    assert total(other, "huopin", no) == total(other, "huopin")


def test_venue_minimum() -> None:
    hand = mjcalc.parse("[123m][345m]678p56sWW +win:7s")
    asks = mjcalc.ruleset("huopin", venue="8fan")
    adds = mjcalc.ruleset("huopin", {"venue-minimum": "no"}, venue="8fan")
    assert (mjcalc.score(hand, asks).minimum, mjcalc.score(hand, asks).enough) == (8, False)
    assert (mjcalc.score(hand, adds).minimum, mjcalc.score(hand, adds).enough) == (None, True)
    for venue in ("dazhong", "nofan"):
        assert mjcalc.score(hand, mjcalc.ruleset("huopin", venue=venue)).minimum is None
    assert mjcalc.score(hand, "huopin").minimum is None
    assert mjcalc.score(hand, "guobiao").minimum == 8


# -- all of them -----------------------------------------------------------------------------------


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_an_option_says_what_it_decides(option: Option) -> None:
    assert option.zh
    assert option.en
    assert option.source
    assert len(option.values) > 1
    assert set(option.rulesets) <= set(RULESETS)
    for rules in option.rulesets:
        assert option.default(rules) in option.values


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_the_default_is_no_difference(option: Option) -> None:
    for rules in option.rulesets:
        said = mjcalc.ruleset(rules, {option.key: option.default(rules)})
        assert said.options == {}
        for hand in islice(winning_hands(41), 200):
            assert mjcalc.score(hand, said).total == mjcalc.score(hand, rules).total


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_the_rules_name_the_options_not_at_their_default(
    option: Option,
) -> None:
    for rules in option.rulesets:
        for value in option.values:
            said = mjcalc.ruleset(rules, {option.key: value})
            different = value != option.default(rules)
            assert said.options == ({option.key: value} if different else {})


@pytest.mark.parametrize("key", ON_PAYMENTS)
def test_an_option_on_payments_changes_no_score(key: str) -> None:
    option = OPTION_BY_KEY[key]
    for rules in option.rulesets:
        for value in option.values:
            said = mjcalc.ruleset(rules, {key: value})
            for hand in islice(winning_hands(42), 100):
                assert mjcalc.score(hand, said).total == mjcalc.score(hand, rules).total


def test_every_option_on_scores_has_golden_hands_both_ways() -> None:
    both = [option.key for option in OPTIONS if option.key not in ON_PAYMENTS]
    said = {line.options.split("=")[0] for line in golden() if line.options}
    refuses = {"wildcard-on-discard"}  # its other value refuses hands
    assert said | refuses == set(both) | refuses
    default = " ".join(line.clause for line in golden() if not line.options)
    assert [key for key in both if f"option {key}" not in default] == []


def test_options_go_together() -> None:
    book = {
        "concealed-self-draw": "fully-concealed",
        "two-concealed-kongs": "8",
        "mixed-kongs": "6",
        "terminals-double-pung": "counted",
        "green-half-flush": "counted",
        "nine-gates-pung": "all",
        "knitted-wait": "not-counted",
    }
    rules = mjcalc.ruleset("guobiao", book)
    assert rules.options == book
    assert mjcalc.score(mjcalc.parse("1112345678999p +win:2p tsumo"), rules).total == 88 + 4 + 2 + 1
    assert mjcalc.score(mjcalc.parse("(1111s)(2222m)345p678s8m +win:8m"), rules).total == 13


# -- a variant: wmo is guobiao with seven other defaults -------------------------------------------


def test_wmo_is_guobiao_with_seven_options() -> None:
    wmo, guobiao = mjcalc.ruleset("wmo"), mjcalc.ruleset("guobiao")
    assert wmo_by_hand().options == {
        "concealed-self-draw": "fully-concealed",
        "two-concealed-kongs": "8",
        "mixed-kongs": "6",
        "terminals-double-pung": "counted",
        "green-half-flush": "counted",
        "nine-gates-pung": "all",
        "kong-concealment": "counted",
    }
    own = {"key", "zh", "en", "aliases", "options"}
    for field in fields(wmo):
        if field.compare and field.name not in own:
            assert getattr(wmo, field.name) == getattr(wmo_by_hand(), field.name)
    assert [wmo.number(fan) for fan in guobiao.fans] == [guobiao.number(f) for f in guobiao.fans]


def test_wmo_scores_as_guobiao_with_its_options() -> None:
    hands = [mjcalc.parse(line.hand) for line in golden()]
    plain = [hand for hand in hands if hand.wildcard is None]
    for hand in (*plain, *islice(winning_hands(44), 300)):
        ours, theirs = mjcalc.score(hand, "wmo"), mjcalc.score(hand, wmo_by_hand())
        assert (ours.total, ours.fans, ours.dropped) == (theirs.total, theirs.fans, theirs.dropped)


def test_wmo_has_the_options_of_guobiao() -> None:
    for option in OPTIONS:
        assert ("wmo" in option.rulesets) is ("guobiao" in option.rulesets)


def test_a_variant_names_options_of_its_ruleset() -> None:
    for variant in VARIANTS.values():
        for key, value in variant.defaults.items():
            assert OPTION_BY_KEY[key].default(variant.of) != value
            assert value in OPTION_BY_KEY[key].values


def test_wmo_names_the_options_that_differ_from_its_own_defaults() -> None:
    assert mjcalc.ruleset("wmo").options == {}
    chosen = {"two-concealed-kongs": "6", "mixed-kongs": "6", "knitted-wait": "not-counted"}
    differing = {"two-concealed-kongs": "6", "knitted-wait": "not-counted"}
    rules = mjcalc.ruleset("wmo", chosen)
    assert rules.options == differing
    assert rules.with_options({"false-win": "40"}).options == differing | {"false-win": "40"}


@pytest.mark.parametrize("key", RULESETS)
def test_a_ruleset_has_every_title_in_any_case(key: str) -> None:
    rules = mjcalc.ruleset(key)
    assert len({*rules.titles}) > 2
    for title in rules.titles:
        for typed in (title, title.lower(), title.upper(), title.swapcase(), f"  {title} "):
            assert mjcalc.ruleset(typed) is rules


def test_the_titles_of_wmo() -> None:
    for title in ("WMO", "Wmo", "Green Book", "green  BOOK", "世界麻将组织"):
        assert mjcalc.ruleset(title).key == "wmo"


def test_what_is_no_option_is_named() -> None:
    with pytest.raises(OptionError) as refused:
        mjcalc.ruleset("guobiao", {"no-such": "1", "wildcard-fifth-copy": "no", "false-win": "50"})
    keys = [defect.key for defect in refused.value.defects]
    assert sorted(keys) == ["no-option", "no-option-value", "option-not-here"]
