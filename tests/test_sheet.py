"""The game sheet as a text (notation, "Game sheet"): what each line says, and where it is wrong."""

from __future__ import annotations

import pytest

from mjcalc.errors import Defect, NotationError
from mjcalc.i18n import Lang, message
from mjcalc.sheets.deal_words import words_of
from mjcalc.sheets.players import Players
from mjcalc.sheets.reader import (
    AdjustLine,
    BadLine,
    BadSheet,
    DealLine,
    Sheet,
    decoded,
    read_sheet,
)
from mjcalc.sheets.values import Ending
from mjcalc.sheets.vocabulary import ITEM_SPELLINGS, VERB_SPELLINGS, SheetLine, code_of
from mjcalc.tiles import Tile, Wind

HAND = "[123m] 456p 789s EEE 5z +win:5z"
NAMES = 'players E=阿明 S=Bo W="Cai Wei" N=Dee\n'


def deal(line: str, header: str = NAMES) -> DealLine:
    """The only deal of a sheet, which is good."""
    sheet = read_sheet(f"rules huopin\n{header}{line}")
    assert sheet.wrong == ()
    (entry,) = sheet.entries
    assert isinstance(entry, DealLine), entry
    return entry


def faults(sheet: Sheet) -> list[Defect]:
    """Everything that is wrong with a sheet."""
    bad = [entry.error for entry in sheet.entries if isinstance(entry, BadLine)]
    return [defect for error in (*sheet.wrong, *bad) for defect in error.defects]


# --- header -------------------------------------------------------------------------------------


def test_header_lines_are_read() -> None:
    text = "# Friday\nrules huopin\nvenue 8番场 # eight\nroom 200\nfee 20\noption false-win=40\n"
    header = read_sheet(text + NAMES).header
    assert (header.rules, header.venue, header.room, header.fee) == ("huopin", "8番场", 200, 20)
    assert header.options == {"false-win": "40"}
    assert dict(zip(Wind, ("阿明", "Bo", "Cai Wei", "Dee"), strict=True)) == header.players
    assert header.places["venue"] == (3, 6, 3)


def test_the_option_line_is_repeatable() -> None:
    header = read_sheet("option a=1\noption b=2\n选项 c=3").header
    assert header.options == {"a": "1", "b": "2", "c": "3"}


@pytest.mark.parametrize(
    "text", ["规则 火拼", "規則：火拼", "RULES 火拼", "rules: 火拼", "规则火拼"]
)
def test_keywords_are_chinese_or_english_and_may_have_a_colon(text: str) -> None:
    assert read_sheet(text).header.rules == "火拼"


@pytest.mark.parametrize("table", [VERB_SPELLINGS, ITEM_SPELLINGS])
def test_no_keyword_has_two_meanings(table: dict[str, tuple[str, ...]]) -> None:
    words = [word for spellings in table.values() for word in spellings]
    assert len(words) == len(set(words))


# --- players ------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["S", "南", "Bo", '"Bo"', "“Bo”", "Ｂｏ", "B\u200bo"])
def test_a_name_stands_wherever_a_chair_may(who: str) -> None:
    assert deal(f"deal dealer:{who} draw").dealer is Wind.S
    assert deal(f"deal dealer:E {who} tsumo fans:12").winner is Wind.S
    assert deal(f"deal dealer:E E from {who} fans:12").discarder is Wind.S
    assert deal(f"deal false:{who}").player is Wind.S


def test_a_name_with_blanks_is_quoted() -> None:
    made = deal('deal dealer:"Cai Wei" "Cai Wei" from Bo fans:12')
    assert (made.dealer, made.winner, made.discarder) == (Wind.W, Wind.W, Wind.S)


def test_composed_and_decomposed_accents_are_one_name() -> None:
    made = deal("deal dealer:Zoe\u0301 draw", header="players N=Zo\u00e9\n")
    assert made.dealer is Wind.N


def test_a_comment_sign_in_quotes_starts_no_comment() -> None:
    assert read_sheet('players E="Bo #2" # the second').header.players == {Wind.E: "Bo #2"}
    assert code_of('E="Bo # 2') == 'E="Bo '


# --- deals --------------------------------------------------------------------------------------


def test_the_items_of_a_deal_stand_in_any_order() -> None:
    orders = ("dealer:S flip:4m bird:3p round:W", "round:西 bird:3p flip:4m dealer:Bo")
    for order in orders:
        made = deal(f"deal {order} S tsumo {HAND}")
        assert (made.dealer, made.round) == (Wind.S, Wind.W)
        assert (made.flip, made.bird, made.no_bird) == (Tile.M4, Tile.P3, False)


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        (f"deal S tsumo {HAND}", Ending.WIN),
        (f"deal S zimo {HAND}", Ending.WIN),
        (f"局 南 自摸 {HAND}", Ending.WIN),
        (f"局 Bo自摸{HAND}", Ending.WIN),
        (f"deal S from W {HAND}", Ending.WIN),
        (f"局 南 和 西点炮 {HAND}", Ending.WIN),
        (f"局 南 和 點炮：西 {HAND}", Ending.WIN),
        ("deal S tsumo fans:12", Ending.WIN),
        ("deal S from W fans:12 flowers:2", Ending.WIN),
        ("局 南 和 西点炮 番:12 花:2", Ending.WIN),
        ("deal draw", Ending.DRAW),
        ("局 流局", Ending.DRAW),
        ("deal false:S", Ending.FALSE_WIN),
        ("局 错和:南", Ending.FALSE_WIN),
        ("deal escape:S penalty:6000 compensation:2000", Ending.ESCAPE),
        ("局 逃跑:南 罚:6000 补:2000", Ending.ESCAPE),
    ],
)
def test_every_result_in_both_languages(line: str, ending: Ending) -> None:
    made = deal(line)
    assert made.ending is ending
    assert Wind.S in (made.winner, made.player) or ending is Ending.DRAW
    if "from" in line or "炮" in line:
        assert made.discarder is Wind.W


def test_the_chinese_keywords_of_a_deal() -> None:
    made = deal(f"局 庄:南 翻:4m 鸟:东 圈:西 南 自摸 {HAND}")
    assert (made.dealer, made.flip, made.bird, made.round) == (Wind.S, Tile.M4, Tile.Z1, Wind.W)


def test_plain_results_have_fans_and_flowers() -> None:
    made = deal("deal S from W flowers:2, fans:12")
    assert (made.fans, made.flowers, made.hand) == (12, 2, None)


@pytest.mark.parametrize("word", ["none", "无"])
def test_a_club_may_play_without_birds(word: str) -> None:
    made = deal(f"deal bird:{word} S tsumo fans:12")
    assert made.no_bird
    assert made.bird is None


def test_after_the_winner_a_letter_is_a_tile() -> None:
    made = deal("deal dealer:E S from W  W 19m19p19s ESNCFP +win:W")
    assert made.discarder is Wind.W
    assert made.hand is not None
    assert made.hand.text.strip() == "W 19m19p19s ESNCFP +win:W"
    assert len(made.hand.text) == len("deal dealer:E S from W  W 19m19p19s ESNCFP +win:W")


def test_an_adjustment_is_a_player_an_amount_and_a_reason() -> None:
    text = "adjust S -40 late, again # noted\n调整 Bo +10\nadjust E \u22125"
    found = read_sheet(NAMES + text).entries
    assert found == (
        AdjustLine(2, Wind.S, -40, "late, again"),
        AdjustLine(3, Wind.S, 10),
        AdjustLine(4, Wind.E, -5),
    )


# --- text ---------------------------------------------------------------------------------------


def test_line_ends_may_be_mixed_and_the_last_one_missing() -> None:
    sheet = read_sheet("rules guobiao\r\ndeal draw\rdeal draw\n\ndeal draw")
    assert [entry.line for entry in sheet.entries] == [2, 3, 5]


def test_a_bom_full_width_text_and_odd_blanks_are_read() -> None:
    text = "\ufeffｒｕｌｅｓ　ｈｕｏｐｉｎ\ndeal\u00a0dealer：Ｅ　ｄｒａｗ"
    sheet = read_sheet(decoded(text.encode()))
    assert sheet.header.rules == "huopin"
    assert isinstance(sheet.entries[0], DealLine)


def test_files_are_utf_8_or_say_utf_16() -> None:
    assert decoded("局".encode("utf-16")) == "局"
    with pytest.raises(BadSheet) as caught:
        decoded(b"rules huopin\r\nplayers E=\xb0\xa2")
    (defect,) = caught.value.defects
    assert (defect.key, defect.line, defect.start) == ("not-utf-8", 2, 10)


def test_ten_megabytes_in_a_line_are_no_deal() -> None:
    (defect,) = faults(read_sheet("rules guobiao\ndeal draw " + "x" * 10_000_000))
    assert (defect.key, defect.line, defect.start) == ("sheet-line-too-long", 2, 0)


def test_what_is_no_sheet_is_not_read_to_its_end() -> None:
    found = faults(read_sheet("foo bar\n" * 100_000))
    assert len(found) == 101
    assert (found[-1].key, found[-1].line) == ("more-bad-lines", 101)


@pytest.mark.parametrize("cut_at", range(0, 120, 7))
def test_a_truncated_sheet_is_read_or_refused_but_never_fails(cut_at: int) -> None:
    text = f"rules huopin\n{NAMES}deal dealer:E flip:4m bird:3p  S from W  {HAND}\n"
    faults(read_sheet(text[:cut_at]))


def test_the_words_of_a_line_drop_nothing() -> None:
    for text in (
        "deal x 点炮 [",
        "自摸 庄 鸟3饼 花龙",
        "adjust : =",
        'deal "',
        "option =",
        "deal ：：==",
    ):
        line = SheetLine(1, text)
        covered = "".join(word.text for word in words_of(line, 0, Players()))
        assert covered.replace(" ", "") == line.code.replace(" ", "")


# --- every kind of error, with its place ---------------------------------------------------------

# A line, what is said of it, and what the caret points at.
BAD_DEALS = [
    ("deal dealer:X draw", "no-player", "X"),
    ("deal dealer:1 draw", "wind-digit", "1"),
    ("deal round:2 draw", "wind-digit", "2"),
    ("deal round:Bo draw", "not-a-wind", "Bo"),
    ("deal dealer: draw", "item-empty", "dealer:"),
    ("deal dealer:E dealer:S draw", "said-twice", "dealer:S"),
    ("deal deler:E draw", "no-item", "deler:E"),
    ("deal flip:1f draw", "flower-turned", "1f"),
    ("deal flip:0m draw", "red-five", "0m"),
    ("deal flip:44m draw", "item-no-tile", "44m"),
    ("deal bird:春 S tsumo fans:12", "no-bird", "春"),
    ("deal bird:x draw", "item-no-tile", "x"),
    ("deal escape:S penalty:-1 compensation:0", "item-no-number", "-1"),
    ("deal escape:S penalty:6000", "deal-lacks", "escape:S"),
    ("deal draw penalty:6000", "only-escape", "penalty:6000"),
    ("deal dealer:E", "no-ending", "deal"),
    ("deal dealer:E S", "no-ending", "S"),
    ("deal draw escape:S", "two-endings", "escape:S"),
    ("deal draw S tsumo fans:12", "two-endings", "tsumo"),
    ("deal S tsumoo fans:12", "stray-word", "tsumoo"),
    ("deal Bo S tsumo fans:12", "stray-word", "Bo"),
    ("deal S ron W 123m", "whose-discard", "ron"),
    ("deal tsumo fans:12", "no-winner", "tsumo"),
    ("deal from W fans:12", "no-winner", "from"),
    ("deal S from", "no-discarder", "from"),
    ("deal S from fans:12", "no-discarder", "from"),
    ("deal S from Zed fans:12", "no-player", "Zed"),
    ("deal S tsumo", "no-hand-or-fans", "tsumo"),
    ("deal S tsumo flowers:2", "no-hand-or-fans", "flowers:2"),
    ("deal S tsumo fans:", "item-empty", "fans:"),
    ("deal S tsumo fans:many", "item-no-number", "many"),
    ("deal S tsumo fans:12 fans:13", "said-twice", "fans:13"),
    ("deal S tsumo fans:12 bird:x", "item-no-tile", "x"),
    ("deal fans:12 S tsumo fans:12", "said-twice", "fans:12"),
    ("deal bird:3p S tsumo 123m 鸟:3p", "said-twice", "鸟:3p"),
    ("deal S tsumo 123m flowers:2", "flowers-in-hand", "flowers:2"),
    ("局 南 点炮 西 123m", "two-ways", "点炮"),
    ('deal "Bo draw', "unclosed-quote", '"Bo draw'),
    ("deal S tsumo 123m 8z", "no-such-honour", "8"),
    ("deal 东 自摸 一二三万 8z", "no-such-honour", "8"),
    ("dael dealer:E draw", "unknown-verb", "dael"),
    ("dealer:E", "no-ending", "dealer:E"),
    ("S fans:12", "no-ending", "S"),
    ("adjust S", "bad-adjust", "adjust"),
    ("adjust S 4.5 late", "bad-adjust", "4.5"),
    ("adjust Z 40", "no-player", "Z"),
    ("adjust E 1,000", "grouped-number", "1,000"),
    ("adjust E -1 000 late", "number-or-reason", "-1 000"),
    ("调整 E 1，000元 bonus", "grouped-number", "1，000"),
    ("adjust E 1,5", "split-number", "1,5"),
    ("deal escape:S penalty:6,000 compensation:2000", "grouped-number", "6,000"),
    ("deal escape:S penalty:6 000 compensation:2000", "grouped-number", "6 000"),
    ("deal S tsumo fans:1,2", "split-number", "1,2"),
    ("deal S from W fans:1,200 flowers:1", "grouped-number", "1,200"),
    ("deal false:S fans:3", "fans-without-win", "fans:3"),
    ("deal draw fans:3", "fans-without-win", "fans:3"),
    ("局 西 番:9", "no-ending", "西"),
    ("deal fans:9", "no-ending", "deal"),
    ("deal from:W fans:9", "no-winner", "from:"),
    ("room 200", "header-late", "room"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "key", "marked"), BAD_DEALS)
def test_a_bad_line_is_told_with_its_place(line: str, key: str, marked: str) -> None:
    sheet = read_sheet(f"rules huopin\n{NAMES}deal draw\n{line}")
    defect = next(defect for defect in faults(sheet) if defect.key == key)
    assert defect.line == 4
    assert defect.start is not None
    assert line[defect.start :].startswith(marked)
    for lang in Lang:
        said = message(defect, lang)
        assert "{" not in said
        assert "None" not in said


BAD_HEADERS = [
    ("rules", "header-empty", "rules"),
    ("venue # none", "header-empty", "venue"),
    ("room 200 coins", "not-an-amount", "200 coins"),
    ("fee -20", "not-an-amount", "-20"),
    ("room 1,000", "not-an-amount", "1,000"),
    ("option dealer-doubling", "bad-option", "dealer-doubling"),
    ("option a=", "bad-option", "a="),
    ("option a=1 b=2", "bad-option", "a=1 b=2"),
    ("players E", "names-not-four", "E"),
    ("players X=Bo", "bad-player", "X=Bo"),
    ("players E=", "no-name", "E="),
    ("players E=Bo S=Bo", "player-twice", "S=Bo"),
    ("players E=Bo E=Cai", "chair-twice", "E=Cai"),
    ("players E=S", "name-means-other", "E=S"),
    ("players E=draw", "name-means-other", "E=draw"),
    (f"players E={'x' * 41}", "bad-name", "E="),
    ('players E="Bo', "unclosed-quote", "E="),
    ("foo bar", "unknown-verb", "foo"),
]


@pytest.mark.parametrize(("line", "key", "marked"), BAD_HEADERS)
def test_a_bad_header_is_told_with_its_place(line: str, key: str, marked: str) -> None:
    sheet = read_sheet(f"# Friday\n{line}")
    defect = next(defect for defect in faults(sheet) if defect.key == key)
    assert defect.line == 2
    assert defect.start is not None
    assert line[defect.start :].startswith(marked)
    assert all(isinstance(error, NotationError) for error in sheet.wrong)
    for lang in Lang:
        assert "{" not in message(defect, lang)


def test_a_header_is_said_once() -> None:
    (defect,) = faults(read_sheet("fee 20\nroom 1\nfee 30"))
    assert (defect.key, defect.line, defect.fields["before"]) == ("header-twice", 3, 1)
    (defect,) = faults(read_sheet("option a=1\noption a=2"))
    assert (defect.key, defect.line) == ("said-twice", 2)


def test_all_faults_of_a_line_are_told_at_once() -> None:
    sheet = read_sheet("rules huopin\ndeal dealer:X bird:0p  S from Q  123m 8z")
    assert [defect.key for defect in faults(sheet)] == [
        "no-player", "red-five", "no-player", "no-such-honour",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "adjust E 1,000", "adjust E -1 000 bonus", "deal escape:S penalty:6,000 compensation:2,000",
        "deal S tsumo fans:1,2", "deal S tsumo fans:1,200 flowers:1", "deal false:S fans:3",
        "局 西 番:9", "deal fans:9", "deal from:W fans:9", "局 西 点炮:北 12番", "deal S wins 12",
    ],
)  # fmt: skip
def test_one_mistake_breeds_no_second_fault_beside_it(line: str) -> None:
    sheet = read_sheet(f"rules huopin\n{NAMES}deal draw\n{line}")
    places = [(defect.start, defect.length) for defect in faults(sheet)]
    assert len(places) == (2 if "compensation" in line else 1)


def test_a_name_that_is_wrong_in_the_header_is_not_missed_in_the_deals() -> None:
    names = "players E=Cai Wei S=draw X=Bo N=Dee"
    deals = 'deal dealer:"Cai Wei" Bo from Dee fans:9\ndeal dealer:Zed draw'
    found = faults(read_sheet(f"rules huopin\n{names}\n{deals}"))
    assert [(defect.line, defect.key) for defect in found] == [
        (2, "bad-player"), (2, "name-means-other"), (2, "bad-player"), (4, "no-player"),
    ]  # fmt: skip


def test_what_would_fill_the_screen_is_cut() -> None:
    for line in (f"room {'9' * 500}", f"players {'x' * 500}", f"deal {'x' * 500} draw"):
        assert all(len(message(defect)) < 500 for defect in faults(read_sheet(line)))


def test_a_reason_may_begin_with_a_number() -> None:
    for reason in ("2 hands late", "20 minutes", "2000 in cash", "3 times 100", "100m"):
        (entry,) = read_sheet(f"adjust S -40 {reason}").entries
        assert isinstance(entry, AdjustLine)
        assert (entry.amount, entry.reason) == (-40, reason)


def test_a_mistyped_deal_keeps_its_number() -> None:
    sheet = read_sheet("rules guobiao\ndael draw\n3. from S fans:9\nfoo")
    assert [isinstance(e, BadLine) and e.is_deal for e in sheet.entries] == [True, True, False]


def test_the_place_is_that_of_the_original_characters() -> None:
    (defect,) = faults(read_sheet("deal draw\n\ufeff局\u200b 庄:东 南 自摸 一二三万 8z"))
    line = "\ufeff局\u200b 庄:东 南 自摸 一二三万 8z"
    assert defect.start == line.index("8")
