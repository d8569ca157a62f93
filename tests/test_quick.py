"""Plain lines read without the grammar, against the grammar."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mjcalc
from mjcalc.errors import MjcalcError
from mjcalc.hand import Hand
from mjcalc.notation.grammar import LONGEST_WORD
from mjcalc.notation.quick import A_FLOWER, FLOWERS, LONG_END, LONG_WORD, LONGEST, QuickReader
from mjcalc.tiles import TILES, Tile
from tests.bench.hands import winning_hands

PARTS = (
    "123m", "456p", "789s", "EEE", "55z", "5z", "1115z", "1111m", "11111m", "123m456p789s1115z",
    "[123m]", "[EEE]", "(7777p)", "chi:123m", "peng:EEE", "[12m]", "[123m,2]", "chi:EEE",
    "+win:5z", "+win:1m", "+和:中", "tsumo", "ron", "自摸", "+seat:S", "+round:W", "+last", "+kong",
    "+rob", "+fourth", "+flowers:3", "+flowers:9", "+wild:6m", "+flip:5m", "妙手回春", "一二三万",
    "123m#", "# no", "3W", "banana", "+win:", "0m", "123456789m", "99p", "，", "🀄🀄",
)  # fmt: skip


PLAIN = "123m456p789s EEE 5z +win:5z"


def worth(code: int) -> int:
    """What a set gives: anything that adds up."""
    return code * code


def all_tiles(hand: Hand) -> list[Tile]:
    assert hand.winning is not None
    return [*hand.concealed, hand.winning, *(tile for meld in hand.melds for tile in meld.tiles)]


def parsed(line: str) -> Hand | None:
    try:
        return mjcalc.parse(line)
    except MjcalcError:
        return None


def agree(line: str, reader: QuickReader) -> bool:
    """Whether the line is plain; if so it must be the hand that the grammar reads."""
    read = reader.line(line)
    if read is not None:
        hand = parsed(line)
        assert hand is not None, line
        assert reader.packed(line, read) == hand.packed, line
        _, total, _, _, said = read
        assert total == sum(worth(meld.code) for meld in hand.melds), line
        assert said >> FLOWERS & A_FLOWER == hand.flowers, line
        assert hand.wildcard is None or hand.wildcard not in all_tiles(hand)
    return read is not None


def test_canonical_lines_are_plain() -> None:
    reader = QuickReader(worth)
    for hand in islice(winning_hands(31), 3000):
        assert agree(mjcalc.format_hand(hand), reader)


def test_whatever_it_takes_the_grammar_reads_the_same() -> None:
    chance, reader = random.Random(32), QuickReader(worth)
    lines = [mjcalc.format_hand(hand) for hand in islice(winning_hands(33), 400)]
    taken = 0
    for line in lines:
        for _ in range(10):
            letters = list(line)
            place = chance.randrange(len(letters))
            letters[place : place + chance.randrange(2)] = chance.choice(
                [*"123456789mpszESWN[]()+: #", "", "tsumo", "+last", "1111m", "+win:5z"]
            )
            taken += agree("".join(letters), reader)
    assert taken > 100


@settings(max_examples=600, derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=9))
def test_words_in_any_order_mean_the_same(words: list[str]) -> None:
    agree(" ".join(words), QuickReader(worth))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1111m 1111m 1111m 1m +win:1m",
        "11111m 234p 567s 55z +win:5z",
        "[1111m] [1111m] [1111m] 1m +win:1m",
        "123m456p789s EEE 5z 5z +win:5z +win:5z",
        "123m456p789s EEE 55z +win:5m",
        "123m456p789s EEE 55z",
        "123m456p789s EEE 5z +win:5z +rob",
        "123m456p78s EEE 55z +win:9s +wild:9s",
        "123m " * 20,
        "112233445566778899m112233445566p",
        "12233445566778899m112233445566p",
        "1122334455667788m112233445566p77s +flowers:3",
    ],
)
def test_what_takes_a_look_is_not_plain(line: str) -> None:
    assert QuickReader(worth).line(line) is None


def test_a_long_line_is_not_plain() -> None:
    line = "123m456p789s EEE 5z +win:5z"
    assert QuickReader(worth).line(f"{line}{' ' * (LONGEST - len(line))}") is not None
    assert QuickReader(worth).line(f"{line}{' ' * (LONGEST - len(line) + 1)}") is None


@pytest.mark.parametrize("gap", ["\t", "\u3000", ",", ";", "\r", "\x1f", "\n", "\x85", "\ufeff"])
def test_whatever_keeps_words_apart(gap: str) -> None:
    """A tab ends the id of a line, so a line with one is not plain; of others the grammar knows."""
    reader = QuickReader(worth)
    for line in ("123m{}456p789s EEE 5z +win:5z", "123m456p789s EEE 5z{}+win:5z", "{}" + PLAIN,
                 "123m456p789s EEE{}5z +win:5z", PLAIN + "{}", PLAIN + "{}tsumo"):  # fmt: skip
        assert not agree(line.format(gap), reader) or gap != "\t"


def test_the_same_line_in_any_order() -> None:
    reader, chance = QuickReader(worth), random.Random(35)
    for hand in islice(winning_hands(36), 300):
        words = mjcalc.format_hand(hand).split()
        chance.shuffle(words)
        assert agree(" ".join(words), reader)


def test_a_wildcard_that_is_named_and_not_held() -> None:
    """Plain exactly where the hand holds none of it, nor four of an indicator."""
    reader, plain, taken = QuickReader(worth), QuickReader(worth, wildcards=False), 0
    for hand in islice(winning_hands(37), 300):
        line, tiles = mjcalc.format_hand(hand), all_tiles(hand)
        for tile in TILES:
            wild = f"{line} +wild:{tile.code}"
            assert agree(wild, reader) == (tile not in tiles)
            flip = f"{line} +flip:{tile.code}"
            fits = tile.successor not in tiles and tiles.count(tile) < 4
            assert agree(flip, reader) == fits
            assert not agree(f"{wild} +flip:{tile.code}", reader)
            assert plain.line(wild) is plain.line(flip) is None
            taken += fits
    assert taken > 5000


def test_a_reader_forgets_rather_than_grow() -> None:
    reader = QuickReader(worth)
    for number in range(70_000):
        assert reader.line(f"word{number} 1{number}m +win:{number}") is None
    for number in range(300):
        assert reader.line(f"{'word' * 20}{number} +{'win' * 20}{number}") is None
    assert max(map(len, reader._words)) <= LONG_WORD < LONGEST_WORD
    for number in range(100):
        assert reader.line(f"{PLAIN} {number}{' ' * LONG_END}") is None
        assert reader.line(f"{PLAIN} # {number}{' ' * LONG_END}") is not None
    assert max(map(len, reader._ends)) <= LONG_END
    for memo in (reader._words, reader._ends, reader._sound):
        assert len(memo) <= memo._most <= 1 << 16
