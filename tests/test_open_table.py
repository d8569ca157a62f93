"""A row added to a copy of the table scores right, whatever it looks at and wherever it stands.

What is right is worked out without the engine: every reading of a hand is tried (``brute``), the
rows are asked about each, the principles settle what they find, and the best sum is taken. A few
totals are added up by hand.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest

import mjcalc
from mjcalc import Hand, Kind, Reading, Ruleset, cli
from mjcalc.batch import block, job
from mjcalc.batch.job import Job
from mjcalc.engine.many import score_many
from mjcalc.engine.reference import ReferenceScorer
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import Scorer
from mjcalc.engine.texts import ScoreTexts
from mjcalc.engine.waits import wait_tiles
from mjcalc.errors import ScoreMismatch
from mjcalc.hand.columns import Hands
from mjcalc.hand.kinds import Shape, Wait
from mjcalc.hand.reading import Part
from mjcalc.i18n import Lang
from mjcalc.report import Look
from mjcalc.report.rows import chinese_label, renderer
from mjcalc.rules.fans import FANS, Fan, fan, joined
from mjcalc.rules.patterns import (
    all_chows,
    all_melded,
    all_pungs,
    chows,
    concealed_pungs,
    each_hog,
    each_kong,
    each_pung,
    every_part,
    every_pung,
    kongs,
    mixed,
    nothing_melded,
    only,
    pattern,
    pungs,
    ranks,
    same,
    shape,
    some,
    steps,
    suits,
    wait,
    wind_pungs,
    won,
)
from mjcalc.rules.principles import Occurrence, find_occurrences, select
from mjcalc.rules.words import Aspect, Either, PairBeside, Places, Relation, Word, one_suit
from mjcalc.tiles import HONORS, ORPHANS, SIMPLES, SUITED, TERMINALS, TILES, Tile, kinds, of_ranks
from tests import brute
from tests.cases import Price, hands, mixed_hands, price_of, rank

GUOBIAO, HUOPIN = mjcalc.ruleset("guobiao"), mjcalc.ruleset("huopin")
NEW = "新番"


def row(
    word: Word, excludes: str = "", value: int = 3, zh: str = NEW, *, joins: bool = False
) -> Fan:
    """A row for a new fan."""
    make = joined if joins else fan
    return make(zh, f"New Fan {zh}", value, word, excludes, "条件", "condition")


def with_rows(rules: Ruleset, *rows: Fan, place: int | None = None) -> Ruleset:
    """The rules with these rows more, at the end of the table or at a place in it."""
    at = len(rules.fans) if place is None else place
    return replace(rules, fans=(*rules.fans[:at], *rows, *rules.fans[at:]))


# -- words as a reader of patterns.py would write them ---------------------------------------------


def whole(condition: bool) -> Places:
    return ((),) if condition else ()


def places(reading: Reading, wanted: Callable[[Part], bool]) -> Places:
    return tuple((place,) for place, part in enumerate(reading.sets) if wanted(part))


def small_triple_pung() -> Word:
    """小三同刻: two pungs of one rank in two suits, and the pair of that rank in the third."""

    def find_occurrences(reading: Reading) -> Places:
        pair = reading.pair
        if pair is None or pair in HONORS:
            return ()
        among = [
            place
            for place, part in enumerate(reading.sets)
            if part.is_pung and part.tile in SUITED and part.rank == pair.rank
        ]
        return ((*among, len(reading.sets)),) if len(among) == 2 else ()

    return Word(find_occurrences)


def same_source() -> Word:
    """Two sets claimed from the previous player."""
    return Word(lambda reading: whole(sum(part.source == 1 for part in reading.sets) > 1))


def each_tile() -> Word:
    """Every tile, a place each: more than a field of the fast way has room for."""
    return Word(
        lambda reading: tuple(
            (place,) for place, part in enumerate(reading.parts) for _ in part.tiles
        )
    )


def pair_of_seat() -> Word:
    """The pair of the own wind: honors without a pung."""

    def find_occurrences(reading: Reading) -> Places:
        return ((len(reading.sets),),) if reading.pair is reading.seat.tile else ()

    return Word(find_occurrences, Aspect.HONORS, names=())


def own_round() -> Word:
    """One's own wind is that of the round: honors without a tile."""
    return Word(lambda reading: whole(reading.seat is reading.round), Aspect.HONORS)


def no_suited_pung() -> Word:
    """Suited pungs by their absence."""

    def find_occurrences(reading: Reading) -> Places:
        return whole(not any(part.is_pung and part.tile in SUITED for part in reading.sets))

    return Word(find_occurrences, Aspect.PUNGS)


def honor_pair() -> Word:
    """The sort of the pair, which some shapes do not have."""
    return Word(lambda r: whole(r.pair is not None and r.pair in HONORS), Aspect.COUNTS)


def terminal_chows_with(pairs: frozenset[Tile], *, symmetric: bool = True) -> Word:
    """Chows of 123 and 789 alone, beside a pair of these tiles."""

    def find_occurrences(reading: Reading) -> Places:
        among = places(reading, lambda part: part.kind is Kind.CHOW)
        ends = all(reading.sets[place].rank in (1, 7) for (place,) in among)
        return whole(bool(among) and ends and reading.pair in pairs)

    beside = PairBeside(frozenset({1, 7}), pairs)
    return Word(find_occurrences, Aspect.CHOWS, symmetric=symmetric, pair_beside=beside)


def either(*words: Word) -> Word:
    """Wherever one of them holds."""
    return Either(
        lambda reading: tuple(p for word in words for p in word.find(reading)), words=words
    )


CONCEALED_FLUSH = row(
    nothing_melded(self_drawn=False) & suits(1) & only(SUITED), "清一色 门前清", 30, "门清清一色"
)
MELDED_FLUSH = row(all_melded() & suits(1) & only(SUITED), value=16, zh="金钩钓")
SMALL_TRIPLE_PUNG = row(small_triple_pung(), value=8, zh="小三同刻")

# Rows that are priced by aspects, and rows that are priced reading by reading.
BY_ASPECTS: dict[str, Fan] = {
    "two chows, asymmetric": row(chows(2, one_suit, ranks(1, 2))),
    "two chows, joined": row(chows(2, one_suit, ranks(1, 2)), joins=True),
    "three pungs, asymmetric": row(pungs(3, one_suit, ranks(1, 2, 3)), "一色三节高 三暗刻"),
    "one pung": row(pungs(1, one_suit, ranks(5))),
    "one chow": row(chows(1, one_suit, ranks(4))),
    "one honor": row(each_pung(frozenset({Tile.Z1})), "圈风刻 门风刻"),
    "one terminal": row(each_pung(frozenset({Tile.M1}))),
    "a suited and an honor pung": row(each_pung(kinds("1m 1z")), "幺九刻@own"),
    "pair of the own wind": row(pair_of_seat()),
    "own round": row(own_round()),
    "no suited pung": row(no_suited_pung()),
    "honor pair": row(honor_pair()),
    "pair beside chows": row(terminal_chows_with(of_ranks(2, 8))),
    "pair beside chows, asymmetric": row(terminal_chows_with(kinds("2m 7p"), symmetric=False)),
    "honor pair beside chows": row(terminal_chows_with(HONORS)),
    "tiles": row(only(SIMPLES) & some(of_ranks(5)), "断幺 七对"),
    "no tile": row(only(frozenset(TILES) - kinds("1m"))),
    "parts": row(every_part(of_ranks(1, 2, 3)), "小于五 全带幺"),
    "pungs alone": row(every_pung(ORPHANS), "碰碰和 混幺九", 40),
    "no tile of a suit": row(pattern((0,) * 9)),
    "no tile of a suit before the win": row(pattern((0,) * 9, before_win=True)),
    "no honors in hand": row(pattern((0,) * 7, honors=True)),
    "drawn on the pair": row(wait(Wait.PAIR) & won(self_drawn=True), "单钓将 自摸", 5),
    "seven pairs drawn": row(shape(Shape.SEVEN_PAIRS) & won(self_drawn=True), "自摸", 30),
    "fours": row(each_hog(), "清一色", 4),
    "chows or pungs": row(either(chows(2, one_suit, same), pungs(2, mixed, same))),
    "chows or pungs, joined": row(
        either(chows(2, one_suit, same), pungs(2, mixed, same)), value=2, joins=True
    ),
    "sets, excluding across aspects": row(all_chows(), "断幺 缺一门 门前清 四归一"),
    "tiles, excluding across aspects": row(only(SUITED), "无字 平和 双同刻 幺九刻 一般高"),
    "win, replacing within its aspect": row(won(last=True), "不求人>自摸"),
    "sets, replacing in another aspect": row(concealed_pungs(2), "不求人>自摸"),
}
BY_READINGS: dict[str, Fan] = {
    "concealed full flush": CONCEALED_FLUSH,
    "melded full flush": MELDED_FLUSH,
    "small triple pung": SMALL_TRIPLE_PUNG,
    "source of melds": row(same_source()),
    "each tile": row(each_tile(), value=1),
    "own sets in another aspect": row(pungs(2, mixed, same), "碰碰和@own 一般高@own"),
    "counted in another aspect": row(all_chows(), "无字@counted"),
    "replacing by another aspect": row(only(SUITED), "平和>无字"),
    "replacing one that others exclude": row(only(SUITED), "自摸"),
    "one of a fan": row(some(HONORS), "幺九刻*1"),
    "one of a fan of its own aspect": row(pungs(2, one_suit, ranks(1, 9)), "幺九刻*1"),
    "one that counts while it counts": row(only(SUITED), "双暗杠"),
    "joining by numbers": row(all_pungs(), value=9, joins=True),
    "joining honors": row(wind_pungs(2), value=9, joins=True),
    "either at one place": row(either(all_chows(), only(SUITED))),
    "tiles without questions": row(Word(only(SIMPLES).find, Aspect.TILES)),
    "win without facts": row(Word(won(self_drawn=True).find, Aspect.WIN)),
}
ROWS = BY_ASPECTS | BY_READINGS
EACH_ROW = pytest.mark.parametrize("name", ROWS)

# Hands that the generator seldom makes: each has what some row or exclusion is about.
RARE = (
    "1234456678999m +win:1m ron",
    "1234456678999m +win:1m tsumo",
    "[123s][456s][789s][777s]5s +win:5s ron",
    "[222m][222p]678s345m2s +win:2s ron",
    "[222m][222p]678s345m3s +win:3s ron",
    "[111m][222m]33399m78p +win:9p",
    "[123m][234m]345m789s5p +win:5p",
    "[111z]123m456p789s5z +win:5z +seat:E +round:E",
    "(1111m)[111p]999m999s3p +win:3p +seat:S",
    "(4444z)(8888s)555m44p66s +win:4p tsumo +seat:W +round:E",
    "(2222m)(3333m)444p678s9p +win:9p",
    "2277m888p222333z +win:7m ron +seat:S +round:S",
    "111m999m123p456s8p +win:8p tsumo",
    "[111m][999m]222z345p8s +win:8s",
    "111444888m888s5p +win:5p tsumo",
    "222m333p444s5577s +win:7s tsumo",
    "[123m,1][456m,1]789p123s5z +win:5z",
    "[123m,1][456m,2]789p123s5z +win:5z",
    "123789m123789p5s +win:5s",
    "123789m123789p2s +win:2s tsumo",
    "[123m][789p]123789s1z +win:1z",
    "1122334455667m +win:7m tsumo",
    "1133m5577p99s33z5z +win:5z tsumo",
    "19m19p19s1234567z +win:1m tsumo",
    "147m258p36s12345z +win:6z tsumo",
    "147m258s369p11z345m +win:3m",
    "[123p][789p]123789s2m +win:2m",
    "[123m][123p]123s222m3p +win:3p",
    "[111m][999m][111p]222z9p +win:9p",
)


@cache
def some_hands() -> tuple[Hand, ...]:
    return tuple(map(mjcalc.parse, RARE)) + mixed_hands(91, 30)


@cache
def readings(hand: Hand, base: Ruleset = GUOBIAO) -> list[tuple[Reading, dict[str, Places]]]:
    """Every reading, by trying everything, and where each fan of the base rules holds in it."""
    return [
        (reading, {known.zh: known.word.find(reading) for known in base.fans})
        for reading in brute.readings(hand, base)
    ]


def right(hand: Hand, rules: Ruleset, base: Ruleset = GUOBIAO) -> Price | None:
    """The best price of a hand under a copy of the base rules with more rows."""
    best: Price | None = None
    for reading, known in readings(hand, base):
        found = [
            Occurrence(row, place)
            for row in rules.fans
            for place in (known[row.zh] if row.zh in known else row.word.find(reading))
        ]
        counted = [one.fan for one in select(found).counted]
        if {row.zh for row in counted} <= rules.chicken_beside:
            counted += [row for row in rules.fans if row.word.aspect is Aspect.OTHER_FANS]
        price = sum(row.value for row in counted), dict(Counter(row.zh for row in counted))
        best = price if best is None else max(best, price, key=lambda one: rank(one, rules))
    return best


def scored(hand: Hand, rules: Ruleset) -> Price | None:
    try:
        score = mjcalc.score(hand, rules)
    except mjcalc.NotAWin:
        return None
    found = price_of(score)
    # What is printed is what counts, and adds up.
    assert {one.fan.zh: one.count for one in score.fans if one.fan.zh != "花牌"} == found[1]
    assert sum(one.points for one in score.fans) == score.total
    return found


# -- rows of every sort ----------------------------------------------------------------------------


@EACH_ROW
def test_a_row_scores_right_wherever_it_stands(name: str) -> None:
    tables = [with_rows(GUOBIAO, ROWS[name], place=place) for place in (None, 0, 40)]
    zh, hits = ROWS[name].zh, 0
    for number, hand in enumerate(some_hands()):
        for rules in tables if number % 5 == 0 else tables[:1]:
            want = right(hand, rules)
            assert scored(hand, rules) == want, hand
            hits += want is not None and zh in want[1]
    assert hits, "no hand shows it"


@pytest.mark.parametrize("name", BY_ASPECTS)
def test_a_row_that_names_its_aspect_is_priced_by_it(name: str) -> None:
    for place in (None, 0, 40):
        assert isinstance(scorer_for(with_rows(GUOBIAO, ROWS[name], place=place)), Scorer)


@pytest.mark.parametrize("name", BY_READINGS)
def test_a_row_that_acts_on_more_is_priced_by_readings(name: str) -> None:
    assert isinstance(scorer_for(with_rows(GUOBIAO, ROWS[name])), ReferenceScorer)


@EACH_ROW
def test_a_row_scores_right_in_columns_and_in_a_batch(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch in columns and one line by line give the same bytes, the total and fans of each."""
    rules = with_rows(GUOBIAO, ROWS[name], place=30)
    scores = score_many(Hands.of(some_hands()), rules)
    for hand, base, counts in zip(
        some_hands(), scores.base.tolist(), scores.counts.tolist(), strict=True
    ):
        found = {zh: n for zh, n in zip(scores.names, counts, strict=True) if n}
        assert found.pop("花牌", 0) == (hand.flowers if base >= 0 else 0)
        assert ((base, found) if base >= 0 else None) == right(hand, rules), hand
    monkeypatch.setattr(job, "ruleset", lambda *names: rules)
    prices = [(hand, price) for hand in some_hands()[::4] if (price := right(hand, rules))]
    data = "".join(f"{mjcalc.format_hand(hand)}\n" for hand, _ in prices).encode()
    task = Job(renderer(Look(lang=Lang.ZH, format="tsv"), "guobiao"), "guobiao")
    in_columns = b"".join(block.score_block(data, 1, task).rows)
    assert ScoreTexts.__module__ == block.COLUMNS  # which is loaded, so that a block is columns
    monkeypatch.setattr(block, "COLUMNS", "a module that is not loaded")
    assert b"".join(block.score_block(data, 1, task).rows) == in_columns
    for (hand, (base, fans)), line in zip(prices, in_columns.decode().splitlines(), strict=True):
        shown = fans | ({"花牌": hand.flowers} if hand.flowers else {})
        texts = [chinese_label(row, shown[row.zh]) for row in rules.fans if row.zh in shown]
        cells = line.split("\t")
        assert (cells[2], cells[6]) == (str(base + hand.flowers), "; ".join(texts))


@EACH_ROW
def test_a_row_scores_right_on_every_tile_that_a_hand_waits_for(name: str) -> None:
    rules = with_rows(GUOBIAO, ROWS[name])
    for hand in some_hands()[:8]:
        waiting = replace(hand, winning=None, win=mjcalc.Win())
        for tile in wait_tiles(waiting):
            again = waiting.winning_with(tile, mjcalc.Win(self_drawn=True))
            assert scored(again, rules) == right(again, rules), again


WILD = (
    *hands(92, 6, (1,)),
    *map(
        mjcalc.parse,
        ("1112345678899m1z +win:9m ron +wild:1z", "[222m][222p]678s345m7z +win:2s +wild:7z"),
    ),
)


@pytest.mark.parametrize("name", [*BY_READINGS, "one pung", "pair of the own wind", "own round"])
def test_a_row_scores_right_with_wildcards(name: str) -> None:
    rules = with_rows(HUOPIN, ROWS[name], place=50)
    for hand in WILD:
        assert scored(hand, rules) == right(hand, rules, HUOPIN), hand


@EACH_ROW
def test_every_fan_that_holds_counts_or_is_dropped(name: str) -> None:
    """With the places of those that count, and in the order of the table."""
    rules = with_rows(GUOBIAO, ROWS[name], place=60)
    for hand in some_hands()[::5]:
        if right(hand, rules) is None:
            continue
        score = mjcalc.score(hand, rules)
        assert score.reading in [reading for reading, _ in readings(hand)]
        held = Counter(one.fan.zh for one in find_occurrences(rules.fans, score.reading))
        counted = {one.fan.zh: one.count for one in score.fans if one.places not in (((),), ())}
        whole_hand = {one.fan.zh: 1 for one in score.fans if one.places == ((),)}
        dropped = Counter({one.fan.zh: 0 for one in score.dropped})
        for lost in score.dropped:
            dropped[lost.fan.zh] += lost.count
        found = Counter(counted) + Counter(whole_hand) + dropped
        found.pop("无番和", None)
        assert found == held
        for one in score.fans:
            if one.fan.zh not in ("花牌", "无番和"):
                places = one.fan.word.find(score.reading)
                assert set(one.places) <= set(places)


# -- added up by hand ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("added", "text", "total", "without"),
    [
        # 一色三步高 16, 幺九刻 1; and 清一色 24, 门前清 2 or 门清清一色 30
        (CONCEALED_FLUSH, "1234456678999m +win:1m ron", 47, 43),
        (CONCEALED_FLUSH, "1234456678999m +win:1m tsumo", 45, 45),
        (CONCEALED_FLUSH, "[999m]1234456678m +win:1m ron", 41, 41),
        # 清一色 24, 清龙 16, 全求人 6, 四归一 2
        (MELDED_FLUSH, "[123s][456s][789s][777s]5s +win:5s ron", 64, 48),
        (MELDED_FLUSH, "[123s][456s][789s][777p]5s +win:5s ron", 24, 24),
        (MELDED_FLUSH, "[123s][456s][789s]777s5s +win:5s ron", 42, 42),
        # 双同刻 2, 断幺 2, 单钓将 1
        (SMALL_TRIPLE_PUNG, "[222m][222p]678s345m2s +win:2s ron", 13, 5),
        (SMALL_TRIPLE_PUNG, "[222m][222p]678s345m3s +win:3s ron", 5, 5),
        # 平和 2 alone; the chows 123p 234p
        (BY_ASPECTS["two chows, asymmetric"], "[123p][234p]789m345s6s +win:6s ron", 5, 2),
        (BY_ASPECTS["two chows, asymmetric"], "[678p][789p]123m345s6s +win:6s ron", 2, 2),
        # 一色三节高 24, 幺九刻 1, 无字 1, 单钓将 1
        (BY_ASPECTS["three pungs, asymmetric"], "[111m][222m][333m]789p5s +win:5s ron", 6, 27),
        (BY_ASPECTS["three pungs, asymmetric"], "[777m][888m][999m]123p5s +win:5s ron", 27, 27),
        # 花龙 8, 幺九刻 1, 单钓将 1
        (
            BY_ASPECTS["pair of the own wind"],
            "[444z]123m456p789s1z +win:1z +seat:E +round:S",
            13,
            10,
        ),
        (
            BY_ASPECTS["pair of the own wind"],
            "[444z]123m456p789s1z +win:1z +seat:W +round:S",
            10,
            10,
        ),
        # 喜相逢 1, 单钓将 1
        (
            BY_ASPECTS["pair of the own wind"],
            "[123m][123p][789s]345m1z +win:1z +seat:E +round:S",
            5,
            2,
        ),
        # 无字 1, 单钓将 1
        (BY_ASPECTS["one pung"], "[555m][888p]123m234s6s +win:6s", 5, 2),
    ],
)
def test_totals_added_up_by_hand(added: Fan, text: str, total: int, without: int) -> None:
    hand = mjcalc.parse(text)
    assert mjcalc.score(hand, GUOBIAO).total == without
    for place in (0, 40, None):
        score = mjcalc.score(hand, with_rows(GUOBIAO, added, place=place))
        assert score.total == sum(one.points for one in score.fans) == total


def test_three_rows_at_once() -> None:
    rules = with_rows(GUOBIAO, CONCEALED_FLUSH, MELDED_FLUSH, SMALL_TRIPLE_PUNG)
    assert [mjcalc.score(mjcalc.parse(text), rules).total for text in RARE[:5]] == [
        47,
        45,
        64,
        13,
        5,
    ]


# -- exclusions from one aspect to another ---------------------------------------------------------


def fans(text: str, *rows: Fan, place: int | None = None) -> dict[str, int]:
    rules = with_rows(GUOBIAO, *rows, place=place)
    price = scored(mjcalc.parse(text), rules)
    assert price == right(mjcalc.parse(text), rules)
    assert price is not None
    return price[1]


EACH_PLACE = pytest.mark.parametrize("place", [0, 40, None])
FOUR_CONCEALED_PUNGS = "222m333p444s5577s +win:7s tsumo"


@EACH_PLACE
def test_what_comes_back_for_a_fan_may_be_excluded_from_elsewhere(place: int | None) -> None:
    """四暗刻 replaces 不求人 by 自摸, which a row on tiles excludes."""
    without = fans(FOUR_CONCEALED_PUNGS, row(won(last=True)), place=place)
    assert "自摸" in without
    found = fans(FOUR_CONCEALED_PUNGS, row(only(SUITED), "自摸"), place=place)
    assert NEW in found
    assert not {"自摸", "不求人"} & found.keys()


@EACH_PLACE
def test_a_fan_is_replaced_by_another_wherever_the_row_stands(place: int | None) -> None:
    """Above or below it; and where both lie in other aspects than the row."""
    text = "66888m234456p12s +win:3s tsumo"
    assert "自摸" not in fans(text, row(won(last=True)), place=place)
    for excluding in (only(SUITED), won(self_drawn=True), all_chows()):
        found = fans(text, row(excluding, "不求人>自摸"), place=place)
        assert ("自摸" in found, "不求人" in found) == (NEW in found, NEW not in found)
    chow_hand = "[789s][456m]33567m57s +win:6s ron"
    assert "无字" not in fans(chow_hand, row(won(last=True)), place=place)
    found = fans(chow_hand, row(only(SUITED), "平和>无字"), place=place)
    assert "无字" in found
    assert "平和" not in found


@EACH_PLACE
def test_a_fan_that_two_rows_exclude_is_still_replaced(place: int | None) -> None:
    """四暗刻 replaces 不求人 by 自摸, also where a row of its own aspect excludes 不求人."""
    found = fans(FOUR_CONCEALED_PUNGS, row(nothing_melded(self_drawn=True), "不求人"), place=place)
    assert "自摸" in found


@EACH_PLACE
def test_a_fan_may_be_replaced_by_two_others(place: int | None) -> None:
    """One by a row on tiles, one by a row on sets; both come back wherever the rows stand."""
    rows = (
        row(won(self_drawn=True), "自摸 乙", zh="甲"),
        row(won(self_drawn=True), zh="乙"),
        row(only(SUITED), "甲>自摸", zh="丙"),
        row(all_chows(), "甲>乙", zh="丁"),
    )
    for added in (rows, rows[::-1]):
        text = "[123m]234m678p55s789s +win:9s tsumo"
        assert {"自摸", "乙", "丙", "丁"} <= fans(text, *added, place=place).keys()
        assert fans("[123m]234m678p55z789s +win:9s tsumo", *added, place=place).keys() == {"甲"}


@EACH_PLACE
def test_one_of_a_fan_that_looks_at_two_aspects(place: int | None) -> None:
    """Of two, one by chows and one by pungs, a row on chows excludes one."""
    two = row(either(chows(2, one_suit, same), pungs(2, mixed, same)), zh="甲")
    chow_row = row(chows(2, one_suit, same), "甲*1", zh="乙")
    text = "[123m][123m][789p][789p]5s +win:5s"
    assert fans(text, two, place=place)["甲"] == 2
    assert fans(text, two, chow_row, place=place)["甲"] == 1
    text = "[123m][123m][222p][222s]5s +win:5s"
    assert fans(text, two, place=place)["甲"] == 2
    assert fans(text, two, chow_row, place=place)["甲"] == 1


@EACH_PLACE
def test_one_of_a_fan_is_one_that_nothing_else_excludes(place: int | None) -> None:
    """The 幺九刻 of 222z makes way for 圈风刻, that of 333z is the one; of four, three stay."""
    winds = "2277m888p222333z +win:7m ron +seat:S +round:S"
    assert fans(winds, row(won(last=True)), place=place)["幺九刻"] == 1
    assert "幺九刻" not in fans(winds, row(some(HONORS), "幺九刻*1"), place=place)
    ends = "[111m][999m]222z345p8s +win:8s +seat:E"
    assert fans(ends, row(won(last=True)), place=place)["幺九刻"] == 3
    for word in (pungs(2, one_suit, ranks(1, 9)), some(HONORS), some(TERMINALS)):
        assert fans(ends, row(word, "幺九刻*1"), place=place)["幺九刻"] == 2
    both = (row(some(HONORS), "幺九刻*1"), row(some(TERMINALS), "幺九刻*1", zh="另一番"))
    assert fans(ends, *both, place=place)["幺九刻"] == 1


@EACH_PLACE
def test_a_fan_that_does_not_count_excludes_no_longer_what_it_would_while_it_counts(
    place: int | None,
) -> None:
    """双暗杠 excludes 双暗刻 while it counts: a row on tiles that excludes it brings that back."""
    text = "(2222m)(3333m)456p678s9p +win:9p"
    assert "双暗刻" not in fans(text, row(won(last=True)), place=place)
    found = fans(text, row(only(SUITED), "双暗杠"), place=place)
    assert "双暗刻" in found
    assert "双暗杠" not in found


@EACH_PLACE
def test_a_fan_that_joins_all_pungs_leaves_no_others_to_join(place: int | None) -> None:
    found = fans(
        "[555m][999s][333z]6m555p +win:6m", row(all_pungs(), value=9, joins=True), place=place
    )
    assert NEW in found
    assert "双同刻" not in found


@EACH_PLACE
def test_no_row_but_the_chicken_hand_itself(place: int | None) -> None:
    """A hand that had no fan has one now, and one that is excluded has it back."""
    text = "[123m][345m]678p56sWW +win:7s"
    assert fans(text, row(won(last=True)), place=place) == {"无番和": 1}
    assert fans(text, row(own_round()), place=place) == {NEW: 1}
    assert fans(text, row(pair_of_seat()), place=place) == {"无番和": 1}
    lone = "[123m][345m]678p56sWW +win:7s tsumo"
    assert fans(lone, row(suits(3), "自摸", 0), place=place) == {NEW: 1}


# -- many rows -------------------------------------------------------------------------------------


def test_more_questions_than_the_fast_way_has_room_for() -> None:
    """Thirty rows on tiles more: each still scores."""
    rows = [
        row(only(frozenset(TILES) - {tile}), value=1, zh=f"无{tile.code}") for tile in TILES[:30]
    ]
    rules = with_rows(GUOBIAO, *rows)
    assert isinstance(scorer_for(rules), ReferenceScorer)
    hand = mjcalc.parse("[123m][345m]678p56sWW +win:7s")
    score = mjcalc.score(hand, rules)
    held = kinds("12345m 678p 567s 3z")
    assert score.total == len(rows) - len(held & set(TILES[:30]))
    assert isinstance(scorer_for(with_rows(GUOBIAO, *rows[:15])), Scorer)


def test_twenty_rows_that_name_their_aspects() -> None:
    rows = [replace(added, zh=name) for name, added in BY_ASPECTS.items() if not added.excludes]
    rules = with_rows(GUOBIAO, *rows)
    assert len(rows) > 15
    assert isinstance(scorer_for(rules), Scorer)
    for hand in some_hands():
        assert scored(hand, rules) == right(hand, rules), hand


# -- rows at random --------------------------------------------------------------------------------

Chance = random.Random


def any_tiles(chance: Chance) -> frozenset[Tile]:
    return frozenset(chance.sample(TILES, chance.randrange(1, 33)))


def any_relation(chance: Chance) -> Word:
    make, highest = chance.choice(((chows, 7), (pungs, 9)))
    count = chance.randrange(1, 5)
    found = sorted(chance.randrange(1, highest + 1) for _ in range(count))
    rule = chance.choice((same, steps(chance.randrange(1, 4)), ranks(*found)))
    return make(count, chance.choice((one_suit, mixed)), rule)


def any_wait(chance: Chance) -> Word:
    flags = {name: chance.choice((None, True, False)) for name in ("self_drawn", "last", "fourth")}
    return wait(chance.choice(list(Wait))) & won(**flags)


def any_either(chance: Chance) -> Word:
    tiles = any_tiles(chance) | {Tile.M1, Tile.Z1}
    return chance.choice(
        (each_pung(tiles), either(chows(2, one_suit, same), each_pung(tiles & HONORS)))
    )


WORDS: tuple[Callable[[Chance], Word], ...] = (
    any_relation,
    any_relation,
    any_wait,
    any_either,
    lambda chance: each_pung(any_tiles(chance)),
    lambda chance: only(any_tiles(chance) | any_tiles(chance)),
    lambda chance: some(any_tiles(chance)) & suits(chance.randrange(1, 4)),
    lambda chance: every_part(any_tiles(chance) | any_tiles(chance)),
    lambda chance: kongs(1, concealed=chance.choice((None, True, False))),
    lambda chance: each_kong(concealed=chance.random() < 0.5),
    lambda chance: concealed_pungs(chance.randrange(1, 4)),
    lambda chance: nothing_melded(self_drawn=chance.random() < 0.5),
    lambda chance: shape(chance.choice(list(Shape))),
    lambda chance: chance.choice((pair_of_seat, own_round, honor_pair, no_suited_pung, each_hog))(),
    lambda chance: any_relation(chance) & nothing_melded(self_drawn=True),
    lambda chance: each_pung(any_tiles(chance)) & all_pungs(),
)


def any_row(chance: Chance, zh: str, *, mild: bool) -> Fan:
    """A row of any word and value that excludes anything in any way; a mild one in plain ways."""
    word = chance.choice(WORDS[:-2] if mild else WORDS)(chance)
    scopes = ("", "", ">自摸") if mild else ("", "", "@own", "*1", "@counted", ">自摸")
    names = [known.zh for known in FANS] + ["甲", "乙", "丙"]
    entries: list[str] = []
    for _ in range(chance.choice((0, 0, 1, 2, 4))):
        entry = chance.choice(names)
        if entry != zh and entry not in [known.split("@")[0].split("*")[0] for known in entries]:
            entries.append(entry + chance.choice(scopes))
    joins = chance.random() < 0.3 and (not mild or isinstance(word, Relation))
    value = chance.choice((1, 2, 3, 8, 24, 60))
    return row(word, " ".join(entries), value, zh, joins=joins)


def any_table(seed: int) -> Ruleset:
    chance, rules = random.Random(seed), GUOBIAO
    for zh in ("甲", "乙", "丙")[: chance.randrange(1, 4)]:
        place = chance.randrange(len(rules.fans) + 1)
        rules = with_rows(rules, any_row(chance, zh, mild=seed % 2 == 0), place=place)
    return rules


@pytest.mark.parametrize("seed", range(30))
def test_rows_at_random_score_right(seed: int) -> None:
    rules = any_table(seed)
    some = some_hands()[seed % 4 :: 4]
    scores = score_many(Hands.of(some), rules)
    for hand, base in zip(some, scores.base.tolist(), strict=True):
        want = right(hand, rules)
        assert scored(hand, rules) == want, (hand, rules.fans)
        assert base == (-1 if want is None else want[0])


# -- a row that looks further than it says ---------------------------------------------------------


def wrongly_declared() -> Iterator[tuple[str, Fan]]:
    """Rows that promise to look at one aspect and look at another."""
    drawn = won(self_drawn=True).find
    yield "chows, and the win", row(Word(drawn, Aspect.CHOWS))
    yield (
        "suited pungs, and a suit",
        row(Word(each_pung(kinds("1m")).find, Aspect.PUNGS, symmetric=True)),
    )
    yield (
        "honors, and one of them",
        row(Word(each_pung(frozenset({Tile.Z5})).find, Aspect.HONORS, names=())),
    )
    yield "numbers of sets, and tiles", row(Word(only(SUITED).find, Aspect.COUNTS))
    yield "fours, and chows", row(Word(chows(2, one_suit, same).find, Aspect.FOURS))


WRONG = dict(wrongly_declared())
SHOWING = {
    "chows, and the win": "123m456p789s EEE 5z +win:5z tsumo",
    "suited pungs, and a suit": "[111m]123m456p789s5s +win:5s",
    "honors, and one of them": "[666z]123m456p789s5s +win:5s",
    "numbers of sets, and tiles": "123m456p789s111z7z +win:7z",
    "fours, and chows": "[123m][123m]456p789s5s +win:5s",
}


def a_mismatch(rules: Ruleset, hand: Hand) -> bool:
    try:
        return mjcalc.score(hand, rules).fans is None
    except ScoreMismatch:
        return True


@pytest.mark.parametrize("name", WRONG)
def test_a_wrongly_declared_row_is_noticed_where_fans_are_asked_for(name: str) -> None:
    """In every hand whose total it makes wrong, and in no other."""
    rules = with_rows(GUOBIAO, WRONG[name])
    assert isinstance(scorer_for(rules), Scorer)
    noticed = 0
    for hand in (*some_hands(), mjcalc.parse(SHOWING[name])):
        want = right(hand, rules)
        if want is not None:
            wrong = price_of(mjcalc.score(hand, rules)) != want
            assert wrong <= a_mismatch(rules, hand), hand
            noticed += wrong
    assert noticed


def test_a_mismatch_names_the_hand_and_both_sums() -> None:
    name = "suited pungs, and a suit"
    score = mjcalc.score(mjcalc.parse(SHOWING[name]), with_rows(GUOBIAO, WRONG[name]))
    for ask in (lambda: score.fans, lambda: score.dropped):
        with pytest.raises(ScoreMismatch):
            ask()
    assert not isinstance(ScoreMismatch, mjcalc.MjcalcError)


@pytest.mark.parametrize("args", [(), ("--explain",), ("--all",), ("--check",)])
@pytest.mark.parametrize("format", ["table", "json", "jsonl", "csv", "tsv", "markdown"])
def test_a_score_that_does_not_add_up_is_not_printed(
    args: Sequence[str],
    format: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = "suited pungs, and a suit"
    rules = with_rows(GUOBIAO, WRONG[name])
    monkeypatch.setattr("mjcalc.rules.rulesets.ruleset", lambda *names: rules)
    code = cli.run(["score", SHOWING[name], "--format", format, "--lang", "en", *args])
    out, err = capsys.readouterr()
    assert (code, out) == (1, "")
    assert err.startswith("mjcalc: ")
    assert "ScoreMismatch" in err
    assert "Traceback" not in err
