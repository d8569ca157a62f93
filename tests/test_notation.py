"""The page "Notation", section Hand: each row of its table, its outcomes, and the way back."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from mjcalc.errors import Defect, ImpossibleHand, NotationError
from mjcalc.hand.hand import Hand, Meld, Win
from mjcalc.hand.kinds import Kind, WildPolicy
from mjcalc.i18n import Lang, message
from mjcalc.notation import mistakes
from mjcalc.notation.grammar import (
    LONGEST_HAND,
    parse,
    read,
    strip_comment,
)
from mjcalc.notation.scanner import tokenize, tokenize_fully
from mjcalc.notation.tokens import MOST_DEFECTS
from mjcalc.notation.vocabulary import HAND_PIECES, VOCABULARY, fold
from mjcalc.tiles import Tile, Wind, write_tiles
from tests.strategies import hands, winning_hands

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
HAND = "123m456p789s1115z +win:5z tsumo +seat:E +round:E"
FLEXIBLE = "123m456p78s33z +win:9s"  # 11 tiles with the winning one: a set is still to be added


def canonical(text: str) -> str:
    return str(parse(text))


def defects(text: str, policy: WildPolicy | None = None) -> list[Defect]:
    with pytest.raises((NotationError, ImpossibleHand)) as caught:
        parse(text, policy)
    assert isinstance(caught.value, NotationError | ImpossibleHand)
    return list(caught.value.defects)


def unreadable(text: str) -> list[tuple[str, int]]:
    """Key and column (from 1) of everything that cannot be read."""
    with pytest.raises(NotationError) as caught:
        parse(text)
    return [(defect.key, (defect.start or 0) + 1) for defect in caught.value.defects]


def impossible(text: str) -> list[tuple[str, int]]:
    with pytest.raises(ImpossibleHand) as caught:
        parse(text)
    return [(defect.key, (defect.start or 0) + 1) for defect in caught.value.defects]


# --- the table of pieces --------------------------------------------------------------------------

SAME_HAND = [
    "123m456p789s EEE 55z +win:5z tsumo",
    "55z EEE 789s 456p 123m +win:5z tsumo",
    "tsumo +win:5z 123m +round:E 456p789sEEE55z +seat:E",
    "123M456P789S EEE 55Z +win:5Z tsumo",
    "1m2m3m 4p5p6p 7s8s9s 1z1z1z 5z5z +win:5z self",
    "123m456p789sEEECC +win:C ZIMO",
    "123m456p789sEEE5z +win:5z tsumo",
    "一二三万 四五六饼 七八九条 东东东 中中 +和:中 自摸",
    "一二三萬 四五六餅 七八九條 東東東 中中 +胡:中 自摸",
    "123万456筒789索 东东东 红中红中 +和:红中 自摸",
    "123m 四伍六p 七8九索 東E东 中5z +win:中 自摸",
    "一二三万四五六饼七八九条东东东中中自摸",
    "１２３ｍ４５６ｐ７８９ｓ　ＥＥＥ　５５ｚ　＋ｗｉｎ：５ｚ　自摸",
    "🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀀🀄🀄 +win:5z tsumo",
    "🀇🀈🀉🀜🀝🀞🀖🀗🀘🀀🀀🀀🀄\ufe0e🀄\ufe0f +win:🀄\ufe0f tsumo",
    "\ufeff123m\u200d456p789s EEE 5\u20605z +win:5z tsumo",
    "123m,456p、789s；EEE，55z;+win:5z,tsumo",
    "\t123m\u00a0456p789s\nEEE 55z tsumo",
    "123m456p789s EEE 55z +win:5z tsumo # 昨天 +last",
    "123m456p # half\n789s EEE 55z tsumo",
    "123m456p789s EEE 55z +WIN:5z +SEAT:E Tsumo",
]


@pytest.mark.parametrize("text", SAME_HAND)
def test_pieces_are_free_in_spelling_and_order(text: str) -> None:
    assert canonical(text) == HAND


@pytest.mark.parametrize(
    ("text", "tiles"),
    [
        ("1234567z", "1234567z"),
        ("ESWNCFP", "1234567z"),
        ("东南西北中发白", "1234567z"),
        ("東南西北紅中發財白板", "1234567z"),
        ("红中发财白板", "567z"),
        ("🀀🀁🀂🀃🀄🀅🀆", "1234567z"),
        ("🀇🀏🀐🀘🀙🀡", "19m19s19p"),
        ("EEE55z", "11155z"),
        ("5ZP", "57z"),
        ("123S", "123s"),
        ("S", "2z"),
        ("一z三Z", "13z"),
    ],
)
def test_groups_of_tiles(text: str, tiles: str) -> None:
    assert write_tiles(read(text).draft().tiles) == tiles


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[123m]", "[123m]"),
        ("[EEE]", "[111z]"),
        ("[5555p]", "[5555p]"),
        ("(5555p)", "(5555p)"),
        ("【123m】", "[123m]"),
        ("（5555p）", "(5555p)"),
        ("[ 5p 5p,5p ]", "[555p]"),
        ("[二三一万]", "[123m]"),
        ("chi:312m", "[123m]"),
        ("CHI:123m", "[123m]"),
        ("吃123m", "[123m]"),
        ("吃：一二三万", "[123m]"),
        ("peng:EEE", "[111z]"),
        ("pon:EEE", "[111z]"),
        ("碰东东东", "[111z]"),
        ("kong:5555p", "[5555p]"),
        ("gang:5555p", "[5555p]"),
        ("杠:5555p", "[5555p]"),
        ("ankong:5555p", "(5555p)"),
        ("angang:5555p", "(5555p)"),
        ("暗杠5555p", "(5555p)"),
        ("暗槓五五五五餅", "(5555p)"),
        ("[123m,2]", "[123m,2]"),
        ("[123m2]", "[123m,2]"),
        ("[123m 2]", "[123m,2]"),
        ("[EEE,3]", "[111z,3]"),
        ("[5555p，7]", "[5555p,7]"),
        ("chi:123m,1", "[123m,1]"),
        ("碰东东东2", "[111z,2]"),
    ],
)
def test_sets_on_the_table(text: str, meld: str) -> None:
    assert canonical(f"456m78s33z +win:9s {text} 999p") == (
        f"{meld} 456m999p78s33z +win:9s ron +seat:E +round:E"
    )


def test_a_comma_after_a_called_set_separates_when_tiles_follow() -> None:
    hand = parse("chi:123m,123m,456p55z77s +win:7s")
    assert hand.melds == (Meld(Kind.CHOW, Tile.M1),)


def test_winning_tile_defaults_to_the_last_concealed_tile_typed() -> None:
    hand = parse("55z 123m456p 78s9s [EEE]")
    assert hand.winning is Tile.S9
    assert hand.assumed == {"winning", "self_drawn", "seat", "round"}
    assert parse("[EEE] 123m456p 789s 5z5z").winning is Tile.Z5
    assert not parse("123m456p789s EEE 55z +win:5z ron +seat:E +round:E").assumed


def test_fourteenth_tile_is_the_winning_tile_even_if_the_thirteen_hold_one() -> None:
    hand = parse("1112345678999m +win:1m")
    assert hand.concealed.count(Tile.M1) == 3
    assert hand.winning is Tile.M1


@pytest.mark.parametrize("word", ["tsumo", "ZIMO", "Self", "自摸"])
def test_self_drawn_words(word: str) -> None:
    assert parse(f"{FLEXIBLE} EEE {word}").win == Win(self_drawn=True)


@pytest.mark.parametrize("word", ["ron", "Discard", "点和", "點炮", ""])
def test_discard_words(word: str) -> None:
    assert parse(f"{FLEXIBLE} EEE {word}").win == Win(self_drawn=False)


@pytest.mark.parametrize(
    ("text", "seat", "wind"),
    [
        ("", Wind.E, Wind.E),
        ("+seat:S +round:N", Wind.S, Wind.N),
        ("+门风:西 +圈风:南", Wind.W, Wind.S),
        ("+門風：東 +圈風：北", Wind.E, Wind.N),
    ],
)
def test_winds(text: str, seat: Wind, wind: Wind) -> None:
    hand = parse(f"{FLEXIBLE} EEE {text}")
    assert (hand.seat, hand.round) == (seat, wind)


@pytest.mark.parametrize(
    ("text", "win"),
    [
        ("+last", Win(last=True)),
        ("海底", Win(last=True)),
        ("+海底 tsumo", Win(self_drawn=True, last=True)),
        ("妙手回春", Win(self_drawn=True, last=True)),
        ("妙手回春 自摸", Win(self_drawn=True, last=True)),
        ("ron +海底捞月", Win(last=True)),
        ("海底撈月", Win(last=True)),
        ("+kong tsumo", Win(self_drawn=True, kong=True)),
        ("杠上开花 自摸", Win(self_drawn=True, kong=True)),
        ("+槓上開花 tsumo +last", Win(self_drawn=True, last=True, kong=True)),
        ("+rob", Win(rob=True)),
        ("抢杠", Win(rob=True)),
        ("搶槓和 +fourth", Win(rob=True, fourth=True)),
        ("+fourth", Win(fourth=True)),
        ("绝张", Win(fourth=True)),
        ("和绝张", Win(fourth=True)),
        ("+和絕張", Win(fourth=True)),
    ],
)
def test_flags(text: str, win: Win) -> None:
    assert parse(f"{FLEXIBLE} [EEEE] {text}").win == win


@pytest.mark.parametrize("text", ["+flowers:3", "+花:3", "+花：三", "+flowers:03"])
def test_flowers(text: str) -> None:
    assert parse(f"{FLEXIBLE} EEE {text}").flowers == 3


@pytest.mark.parametrize("text", ["+wild:6m", "+财神:六万", "+財神：🀌", "+flip:5m", "+翻:5m"])
def test_wildcard(text: str) -> None:
    assert parse(f"{FLEXIBLE} EEE {text}").wildcard is Tile.M6


def test_indicator_and_wildcard_may_both_be_named() -> None:
    hand = parse(f"{FLEXIBLE} EEE +flip:9m +wild:1m")
    assert (hand.wild, hand.indicator) == (Tile.M1, Tile.M9)
    assert str(hand).endswith("+wild:1m +flip:9m")


def test_thirteen_tiles_without_a_winning_tile_wait() -> None:
    hand = parse("123m456p789s EEE 5z +seat:S")
    assert hand.winning is None
    assert str(hand) == "123m456p789s1115z +seat:S +round:E"


def test_what_is_said_of_a_waiting_hand_is_not_dropped() -> None:
    text = "123m456p789s1115z tsumo +seat:E +round:E +last +flowers:2 +wild:6m"
    assert canonical(text) == text


def test_comment_runs_to_the_end_of_the_line() -> None:
    assert strip_comment("55z ＃ a pair") == "55z "
    assert strip_comment(" \ufeff,# 55z") == ""
    assert parse(f"{HAND} # tsumo ron [").win.self_drawn


# --- canonical form -------------------------------------------------------------------------------


def test_canonical_form_has_everything_in_order() -> None:
    text = "+花:2 +翻:9p 绝张 +last tsumo +kong (7777p) 三二一万 EE [456m,1] 66s E +round:S +win:3m"
    assert canonical(text) == (
        "(7777p) [456m,1] 12m66s111z +win:3m tsumo +seat:E +round:S "
        "+last +kong +fourth +flowers:2 +flip:9p"
    )


@given(hands())
def test_format_is_read_back_as_the_same_hand(hand: Hand) -> None:
    again = parse(str(hand))
    assert again == hand
    assert str(again) == str(hand)
    assert again.assumed <= {"winning"}


@given(winning_hands(), st.randoms(use_true_random=False))
def test_order_of_items_changes_nothing_but_the_order_of_melds(hand: Hand, random: object) -> None:
    words = str(hand).split(" ")
    random.shuffle(words)  # type: ignore[attr-defined]
    again = parse(" ".join(words))
    key = lambda meld: (meld.kind.value, meld.tile, meld.concealed, meld.source or 0)  # noqa: E731
    assert sorted(again.melds, key=key) == sorted(hand.melds, key=key)
    assert (again.concealed, again.winning, again.win) == (hand.concealed, hand.winning, hand.win)


# --- cannot read ----------------------------------------------------------------------------------

UNREADABLE = [
    # text, key, column; each beside "55z " in front, so that columns start at 5
    ("789 EEE", "digits-without-suit", 5),
    ("55", "digits-without-suit", 5),
    ("EEE55", "digits-without-suit", 8),
    ("1m2", "digits-without-suit", 7),
    ("123 m", "blank-before-suit", 5),
    ("一二三 万", "blank-before-suit", 5),
    ("8z8", "no-such-honour", 5),
    ("19z", "no-such-honour", 6),
    ("0m", "two-readings", 5),
    ("406m5z", "two-readings", 6),
    ("3W", "letter-after-digit", 6),
    ("123m456B789s", "two-readings", 12),
    ("5x", "letter-after-digit", 6),
    ("3wen", "letter-after-digit", 6),
    ("9-1m", "bad-range", 5),
    ("末张", "two-meanings", 5),
    ("暗刻:111z", "concealed-pung", 5),
    ("1Q 2X 3Y", "unknown-notation", 5),
    ("1Q2Q3W banana 0m", "letter-after-digit", 6),
    ("8z 0m", "no-such-honour", 5),
    ("banana W1 m123 0m", "unknown-word", 5),
    ("m123 W1", "suit-before-digits", 5),
    ("[0m]", "two-readings", 5),
    ("1东", "digits-without-suit", 5),
    ("B1", "two-readings", 5),
    ("W1", "letter-before-digit", 5),
    ("S1", "suit-first-line", 5),
    ("m123", "suit-first-line", 5),
    ("m123p456s789", "suit-first-line", 5),
    ("万123", "suit-first-line", 5),
    ("m", "suit-without-digits", 5),
    ("123mm", "suit-without-digits", 9),
    ("eee", "lower-case-honour", 5),
    ("1f", "flower", 5),
    ("春", "flower", 5),
    ("🀢", "flower", 5),
    ("%5B", "percent-code", 5),
    ("banana", "unknown-word", 5),
    ("55ztsumo", "unknown-word", 8),
    ("EEEm", "unknown-word", 5),
    ("自某", "unknown-word", 5),
    ("1W2W3W", "letter-after-digit", 6),
    ("+win5z", "other-spelling", 5),
    ("红", "red-alone", 5),
    ("明杠", "word-without-set", 5),
    ("花:x", "not-a-number", 5),
    ("+riichi", "unknown-item", 5),
    ("+", "unknown-item", 5),
    ("+tsumo", "unknown-item", 5),
    ("+win:", "no-value", 5),
    ("+win: tsumo", "no-value", 5),
    ("+seat", "no-value", 5),
    ("+seat=E", "no-value", 5),
    ("+flowers:", "no-value", 5),
    ("+last:yes", "flag-with-value", 5),
    ("+win:55z", "not-one-tile", 5),
    ("+win:中中", "not-one-tile", 5),
    ("+wild:x", "not-a-tile", 5),
    ("+win:0m", "two-readings", 5),
    ("+win:0m banana", "red-five", 5),
    ("+win:8z", "no-such-honour", 5),
    ("+win:春", "flower", 5),
    ("+flip:春", "flower-turned", 5),
    ("+win:5", "digits-without-suit", 5),
    ("+seat:1", "wind-digit", 5),
    ("+圈风:０", "wind-digit", 5),
    ("+seat:X", "not-a-wind", 5),
    ("+seat:中", "not-a-wind", 5),
    ("+seat:EE", "not-a-wind", 5),
    ("+flowers:-1", "not-a-number", 5),
    ("+flowers:many", "not-a-number", 5),
    ("+flowers:3.5", "not-a-number", 5),
    ("[]", "empty-set", 5),
    ("( )", "empty-set", 5),
    ("[123m 456p", "unclosed-bracket", 5),
    ("(7777p", "unclosed-bracket", 5),
    ("123m]", "stray-bracket", 9),
    ("[123m)", "mismatched-bracket", 5),
    ("[tsumo]", "not-tiles", 5),
    ("[+win:5z]", "not-tiles", 5),
    ("[3W4W5W]", "letter-after-digit", 5),
    ("[123]", "digits-without-suit", 5),
    ("[123m,7]", "bad-source", 5),
    ("[EEE,5]", "bad-source", 5),
    ("[5555p,4]", "bad-source", 5),
    ("[5555p,0]", "bad-source", 5),
    ("(5555p,1)", "bad-source", 5),
    ("chi:123m,9", "bad-source", 5),
    ("chi123m", "word-without-set", 5),
    ("kong:", "word-without-set", 5),
    ("/", "separator", 5),
    (":", "unreadable", 5),
    ("\0", "unreadable", 5),
    ("\ud800", "unreadable", 5),
    ("é", "unreadable", 5),
    ("123m\u200b3W", "letter-after-digit", 11),
]


@pytest.mark.parametrize(("text", "key", "column"), UNREADABLE)
def test_cannot_read_names_key_and_place(text: str, key: str, column: int) -> None:
    assert unreadable(f"55z {text}")[0] == (key, column)


@pytest.mark.parametrize("text", ["", "   ", "# nothing", "\u200b", "\ufeff \u200b# 55z", " , ；"])
def test_nothing_typed_is_told_as_such(text: str) -> None:
    assert unreadable(text) == [("empty", 1)]


BARE = ("empty ", "flower ", "separator ", "unread")  # keys without a hyphen


def test_every_documented_key_is_tested() -> None:
    table = mistakes.__doc__ or ""
    rows = table.split("ImpossibleHand has")[0].splitlines()
    keys = {line.split()[0] for line in rows if line[:1].islower() and "-" in line.split()[0]}
    keys |= {line.split()[0] for line in rows if line.startswith(BARE)}
    keys -= {"key"}
    elsewhere = {"empty", "too-long", "more-defects", "red-five-line", "not-in-notation"}
    assert keys == {key for _, key, _ in UNREADABLE} | elsewhere


def test_everything_unreadable_is_told_at_once() -> None:
    text = "123m 456B 789 EEE +win:55z banana [ +seat:1"
    assert unreadable(text) == [
        ("letter-after-digit", 9),
        ("digits-without-suit", 11),
        ("not-one-tile", 19),
        ("unknown-word", 28),
        ("unclosed-bracket", 35),
        ("wind-digit", 37),
    ]


def test_places_are_those_of_the_text_as_typed() -> None:
    text = "\ufeff一二三万\u200b ７８９ ＋ｗｉｎ：中中"
    first, second = defects(text)
    assert text[first.start : (first.start or 0) + first.length] == "７８９"
    assert text[second.start : (second.start or 0) + second.length] == "＋ｗｉｎ：中中"
    assert first.fields["text"] == "７８９"


def test_letter_after_a_digit_names_the_readings() -> None:
    (defect,) = defects("3W")
    assert defect.fields == {
        "digits": "3", "letter": "W", "readings": ("3m",), "honor": Tile.Z3, "text": "3W",
    }  # fmt: skip
    (defect,) = defects("B1")
    assert defect.fields["readings"] == ("1p", "1s")


def test_seat_digit_names_both_conventions() -> None:
    (defect,) = defects("+seat:1")
    assert (defect.fields["from_one"], defect.fields["from_zero"]) == (Wind.E, Wind.S)
    (defect,) = defects("+seat:4")
    assert (defect.fields["from_one"], defect.fields["from_zero"]) == (Wind.N, None)


@pytest.mark.parametrize(
    ("text", "candidate"),
    [
        ("tsumoo", "tsumo"),
        ("+flover:3", "+flowers"),
        ("saet:E", "+seat"),
        ("+tsumo", "tsumo"),
        ("自某", "自摸"),
    ],
)
def test_unknown_words_come_with_what_may_be_meant(text: str, candidate: str) -> None:
    (defect,) = defects(text)
    assert candidate in defect.fields["candidates"]
    assert set(defect.fields["candidates"]) <= set(VOCABULARY)


@pytest.mark.parametrize(
    ("text", "write"),
    [
        ("+win5z", "+win:5z"),
        ("红红", "中中"),
    ],
)
def test_what_players_write_is_one_mistake_with_its_spelling(text: str, write: str) -> None:
    (defect,) = defects(f"123m {text} 55z")
    assert (defect.start, defect.length, defect.fields["write"]) == (5, len(text), write)


def test_the_same_letter_after_each_digit_is_one_mistake() -> None:
    first, second = defects("1W2W3W 4T5T6T")
    assert (first.fields["text"], first.fields["readings"]) == ("1W2W3W", ("123m",))
    assert (second.fields["text"], second.fields["readings"]) == ("4T5T6T", ("456s", "456p"))


def test_separators_that_are_none_are_told_once_with_their_number() -> None:
    (defect,) = defects("123m | 456p|789s / EEE")
    assert (defect.key, defect.start, defect.fields["count"]) == ("separator", 5, 3)
    assert message(defect, Lang.EN) == '"|" cannot separate tiles (3 of them): use a space'
    (defect,) = defects("123m | 456p")
    assert message(defect, Lang.EN) == '"|" cannot separate tiles: use a space'


# --- impossible hand ------------------------------------------------------------------------------


def test_winning_tile_that_is_fifteenth_points_at_the_item() -> None:
    (defect,) = defects("123m456p789s EEE 55z +win:5m tsumo")
    assert defect.key == "winning-tile-is-fifteenth"
    assert (defect.start, defect.length) == (21, 7)
    assert defect.fields == {"tile": Tile.M5, "last": Tile.Z5}


@pytest.mark.parametrize(
    ("text", "key", "column"),
    [
        ("123m456p78s EEE 55z +win:9s ron +win:8s", "said-twice", 33),
        ("123m456p78s EEE 55z +win:9s +round:S +圈风:S", "said-twice", 38),
        ("123m456p78s EEE 55z +win:9s tsumo 自摸", "said-twice", 35),
        ("123m456p78s EEE 55z +win:9s +last 海底", "said-twice", 35),
        ("123m456p78s EEE 55z +win:9s tsumo 点和", "contradiction", 35),
        ("123m456p78s EEE 55z +win:9s ron 妙手回春", "contradiction", 33),
        ("海底捞月 123m456p78s EEE 55z +win:9s tsumo", "contradiction", 34),
        ("123m456p78s 55z +win:9s chi:EEE", "wrong-word", 25),
        ("123m456p78s 55z +win:9s 碰1111z", "wrong-word", 25),
        ("123m456p78s 55z +win:9s angang:EEE", "no-concealed-kong", 25),
        ("123m456p78s 55z +win:9s chi:12m3p", "no-set", 25),
        ("[891m] 456p78s EEE 55z +win:9s", "no-set", 1),
        ("456p78s EEE 55z +win:9s [SSW]", "no-set", 25),
        ("123m 5555p5p 456s 789s +win:9s", "fifth-copy", 11),
        ("[555p] 55p 123m 456s 67s +win:8s", "fifth-copy", 9),
        ("55p 123m 456s 67s +win:8s [555p]", "fifth-copy", 27),
        ("[EEEE] 55z123m456p789s +win:S", "winning-tile-is-fifteenth", 24),
        ("[EEEE] 55z 123m 456p 78s +win:E", "fifth-copy", 26),
        ("123m456p789s EEE 55z 3s", "too-many-tiles", 22),
        ("tsumo 123m456p789s EEE", "too-few-tiles", 1),
        ("123m456p78s EEE 55z +flowers:9 +win:9s", "flowers-out-of-range", 21),
        ("123m456p78s EEE 55z +win:9s +wild:6m +flip:6m", "wild-flip-clash", 38),
        ("456p78s EEE 55z +win:9s +wild:2m [123m]", "wild-in-meld", 34),
        ("123m456p78s EEE 55z +win:9s tsumo +rob +last", "rob-clash", 35),
        ("123m456p78s EEE 55z +win:9s 杠上开花", "kong-clash", 29),
        ("123m 99s 78s 456p EEE +win:9s ron +fourth", "fourth-clash", 35),
    ],
)
def test_impossible_hands_point_at_the_item_typed(text: str, key: str, column: int) -> None:
    assert (key, column) in impossible(text)
    assert len(impossible(text)) == 1


@pytest.mark.parametrize(
    ("text", "count", "column"),
    [
        ("[123m] [456m] [789m] [123p] [456p]", 15, 28),
        ("[123m] [456m] [789m] [123p] [456p] 5z +win:5z", 16, 35),
        ("[123m] [456m] [789m] [123p] 55z [456p] 77z", 19, 40),
    ],
)
def test_sets_beyond_the_fourth_are_tiles_beyond_the_fourteenth(
    text: str, count: int, column: int
) -> None:
    sets, tiles = defects(text)
    place = text.index("[456p]")
    assert (sets.key, sets.start, sets.fields) == ("too-many-sets", place, {"count": 5})
    assert (tiles.key, tiles.start) == ("too-many-tiles", column)
    assert tiles.fields == {"count": count, "off": count - 14}


@pytest.mark.parametrize(
    ("text", "write"),
    [
        ("吃9m", "吃789m"),
        ("chow:5p", "chow:567p"),
    ],
)
def test_one_tile_of_a_chow_is_asked_for_the_others(text: str, write: str) -> None:
    (defect,) = defects(f"{text} 123m 456p 789s 55z")
    assert (defect.key, defect.start, defect.fields) == ("one-tile-set", 0, {"write": write})
    assert [defect.key for defect in defects("吃东 123m 456p 789s 55z")] == ["no-set"]


def test_wildcard_policy_is_told_at_its_item() -> None:
    text = "123m456p78s EEE 55z +win:9s +wild:9s"
    (defect,) = defects(text, WildPolicy(on_discard=False))
    assert (defect.key, defect.start) == ("wild-on-discard", 20)
    (defect,) = defects(text, WildPolicy(allowed=False))
    assert (defect.key, defect.start) == ("no-wildcards-here", 28)


def test_every_impossible_thing_is_told_at_once() -> None:
    text = "[346p] 5555p5p 123m +win:5p +flowers:9 tsumo ron +win:5p"
    assert [key for key, _ in impossible(text)] == [
        "too-few-tiles", "fifth-copy", "no-set", "flowers-out-of-range", "contradiction",
        "said-twice",
    ]  # fmt: skip


TILES = parse("123m456p789s111z 5z").concealed


@pytest.mark.parametrize(
    ("made", "values", "what"),
    [
        (Hand, {"flowers": True}, "Hand: flowers must be int, not True"),
        (Hand, {"flowers": 2.5}, "flowers must be int, not 2.5"),
        (Hand, {"seat": 7}, "seat must be Wind, not 7"),
        (Hand, {"round": Tile.Z1}, "round must be Wind, not Tile.Z1"),
        (Hand, {"winning": 31}, "winning must be Tile or None, not 31"),
        (Hand, {"wild": "6m"}, "wild must be Tile or None, not '6m'"),
        (Hand, {"indicator": 5}, "indicator must be Tile or None, not 5"),
        (Hand, {"win": True}, "win must be Win, not True"),
        (Hand, {"concealed": (*TILES[:-1], 31)}, "concealed must be Tile, not 31"),
        (Hand, {"concealed": "123m"}, "concealed must be Tile, not '1'"),
        (Hand, {"melds": [TILES]}, "melds must be Meld, not (Tile.M1, "),
        (Meld, {"source": True}, "Meld: source must be int or None, not True"),
        (Meld, {"source": 1.0}, "source must be int or None, not 1.0"),
        (Meld, {"tile": 3}, "tile must be Tile, not 3"),
        (Meld, {"kind": "pung"}, "kind must be Kind, not 'pung'"),
        (Meld, {"concealed": 1}, "concealed must be bool, not 1"),
        (Win, {"self_drawn": 2}, "Win: self_drawn must be bool, not 2"),
        (Win, {"fourth": None}, "fourth must be bool, not None"),
    ],
)
def test_a_value_of_another_type_is_no_part_of_a_hand(
    made: Callable[..., object], values: dict[str, Any], what: str
) -> None:
    good: dict[Any, dict[str, Any]] = {
        Hand: {"concealed": TILES, "winning": Tile.Z5},
        Meld: {"kind": Kind.KONG, "tile": Tile.Z1},
    }
    with pytest.raises(TypeError, match=re.escape(what)):
        made(**good.get(made, {}) | values)


def test_lists_make_the_hand_that_tuples_make() -> None:
    melds = [Meld(Kind.PUNG, Tile.Z1)]
    concealed = [tile for tile in TILES if tile is not Tile.Z1]
    hand = Hand(melds, concealed, Tile.Z5)  # type: ignore[arg-type]
    assert hand == Hand(tuple(melds), tuple(concealed), Tile.Z5)
    assert {hand} == {parse("[EEE] 123m456p789s5z +win:5z")}


# --- the fast path and the grammar ----------------------------------------------------------------


def agree(text: str) -> None:
    """The fast path takes a line exactly when the grammar finds nothing unreadable in it."""
    folded = fold(text)
    fast, slow = tokenize(folded), tokenize_fully(folded)
    if fast is None:
        assert any(isinstance(token.meaning, Defect) for token in slow), text
    else:
        assert fast == slow, text


@given(hands())
def test_grammar_reads_what_the_fast_path_reads(hand: Hand) -> None:
    agree(str(hand))


@pytest.mark.parametrize("text", [*SAME_HAND, *(text for text, _, _ in UNREADABLE)])
def test_grammar_and_fast_path_agree_on_every_example(text: str) -> None:
    agree(text)


def check(text: str) -> None:
    """The text is a hand that is read back, or every defect of it has its place."""
    try:
        hand = parse(text)
    except (NotationError, ImpossibleHand) as error:
        places = [(defect.start, defect.length) for defect in error.defects]
    else:
        assert parse(str(hand)) == hand
        return
    for start, length in places:
        assert start is not None
        assert 0 <= start <= len(text)
        assert length >= 1


LETTERS = st.sampled_from(
    "1234567890mpszMPSZESWNCFP[](),;:+ #一三万饼东中红发财吃碰杠暗自摸点和🀀🀢"
    "winseat\u200b\ufeffＥ\ud800\0\n\t%é"
)
PIECES = st.sampled_from(
    [*VOCABULARY, "123m", "[123m]", "(5555p)", "EEE", "+win:5z", "chi:", " ", "红中"]
)


@given(st.lists(st.one_of(LETTERS, PIECES), max_size=30).map("".join))
def test_any_text_is_a_hand_or_an_error_with_places(text: str) -> None:
    agree(text)
    check(text)


@given(hands(), st.integers(0, 100), LETTERS)
def test_one_wrong_character_never_crashes(hand: Hand, place: int, letter: str) -> None:
    text = str(hand)
    place = min(place, len(text))
    for mutated in (text[:place] + letter + text[place:], text[:place] + text[place + 1 :]):
        agree(mutated)
        check(mutated)


def test_every_piece_is_named_once() -> None:
    names = [piece.name for piece in HAND_PIECES]
    assert len(set(names)) == len(names)


def test_a_well_formed_line_does_not_import_pyparsing() -> None:
    code = (
        "import sys, mjcalc.notation.grammar as g; g.parse('123m456p789s EEE 55z +win:5z tsumo')\n"
        "assert not {'pyparsing', 'difflib', 'mjcalc.notation.mistakes'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[1])


# --- hostile input --------------------------------------------------------------------------------


LONG_LINES = pytest.mark.parametrize(
    "unit",
    ["1m", "1", "[", ")", "E", "chi:", "一", "🀀", "\u200b", " ", "#", "+", "a", "吃", "\ud800",
     "[1m ", "+flowers:9", "B1", "自", "9z"],
)  # fmt: skip


def calls(text: str) -> int:
    """How many functions are called to find what is wrong with a line: its cost without a clock."""
    count = 0

    def counted(*event: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(counted)
    try:
        defects(text)
    finally:
        sys.setprofile(None)
    return count


@LONG_LINES
def test_of_a_long_line_the_first_defects_are_told(unit: str) -> None:
    for size in (LONGEST_HAND - 10, 3_000_000):
        assert len(defects(unit * (size // len(unit)))) <= MOST_DEFECTS + 1


@LONG_LINES
def test_the_work_grows_as_the_line_does(unit: str) -> None:
    line = unit * (LONGEST_HAND // 16 // len(unit))
    calls(line)  # what is only done the first time
    assert calls(4 * line) < 4.5 * calls(line) + 1000


@LONG_LINES
def test_a_line_that_is_too_long_is_not_looked_into(unit: str) -> None:
    text = unit * (3_000_000 // len(unit))
    calls(text)
    assert calls(text) < 500


def test_more_defects_than_anybody_reads_are_counted() -> None:
    found = defects("8z " * 50)
    assert len(found) == MOST_DEFECTS + 1
    assert found[-1].key == "more-defects"
    assert found[-1].fields == {"count": 50 - MOST_DEFECTS}


def test_a_line_that_is_too_long_is_told_so_but_not_its_comment() -> None:
    assert [defect.key for defect in defects("1m" * LONGEST_HAND)] == ["too-long"]
    assert canonical(f"{HAND} #{'x' * 1_000_000}") == HAND


def test_quoted_text_is_cut() -> None:
    (defect,) = defects("1" * 5000)
    assert defect.length == 5000
    assert len(defect.fields["digits"]) < 50
    assert len(defect.fields["text"]) < 50


# --- collections of hands -------------------------------------------------------------------------

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the collections of hands are not here")


@needs_data
@pytest.mark.parametrize(
    "name",
    ["real_hands_dev", "oracle_hands_dev", "disputed_dev", "listed_hands", "cases_dev", "wild_dev",
     "options_dev"],
)  # fmt: skip
def test_every_collected_hand_is_read_and_read_back(name: str) -> None:
    with (DATA / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row.get("total_default") == "impossible-hand":
                continue
            hand = parse(row["hand"])
            assert parse(str(hand)) == hand, row["hand"]


@needs_data
def test_collected_errors_have_code_place_and_number() -> None:
    with (DATA / "errors_dev.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        args = json.loads(row["args"])
        if row["code"] not in ("cannot-read", "impossible-hand"):
            continue
        words = [word for word in args[1:] if not word.startswith("--") and word != "guobiao"]
        with pytest.raises((NotationError, ImpossibleHand)) as caught:
            parse(" ".join(words), WildPolicy(allowed="guobiao" not in args))
        assert isinstance(caught.value, NotationError | ImpossibleHand)
        assert caught.value.code == row["code"], row
        if row["column"]:
            assert (caught.value.defects[0].start or 0) + 1 == int(row["column"]), row
        if row["defects"]:
            assert len(caught.value.defects) == int(row["defects"]), row


@pytest.mark.parametrize("line", ["碰东南" * 3000, "[1m]" * 2500, "碰:123m" * 1000])
def test_of_very_many_bad_sets_the_first_are_told(line: str) -> None:
    with pytest.raises(ImpossibleHand) as told:
        parse(line)
    *first, more = told.value.defects
    assert len(first) == 20
    assert more.key == "more-defects"
    sets = line.count("碰") + line.count("[")
    assert int(str(more.fields["count"])) >= sets - 20
    assert all(one.start is not None for one in told.value.defects)
