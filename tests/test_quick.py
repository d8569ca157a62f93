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
from mjcalc.notation.quick import QuickReader
from tests.bench.hands import winning_hands

PARTS = (
    "123m", "456p", "789s", "EEE", "55z", "5z", "1115z", "1111m", "11111m", "123m456p789s1115z",
    "[123m]", "[EEE]", "(7777p)", "chi:123m", "peng:EEE", "[12m]", "[123m,2]", "chi:EEE",
    "+win:5z", "+win:1m", "+和:中", "tsumo", "ron", "自摸", "+seat:S", "+round:W", "+last", "+kong",
    "+rob", "+fourth", "+flowers:3", "+flowers:9", "+wild:6m", "+flip:5m", "妙手回春", "一二三万",
    "123m#", "# no", "3W", "banana", "+win:", "0m", "123456789m", "99p", "，", "🀄🀄",
)  # fmt: skip


def parsed(line: str) -> Hand | None:
    try:
        return mjcalc.parse(line)
    except MjcalcError:
        return None


def agree(line: str, reader: QuickReader) -> bool:
    """Whether the line is plain; if so it must be the hand that the grammar reads."""
    read = reader(line)
    if read is not None:
        hand = parsed(line)
        assert hand is not None, line
        assert (read.hand, read.flowers) == (hand.packed, hand.flowers), line
        assert hand.wildcard is None
    return read is not None


def test_canonical_lines_are_plain() -> None:
    reader = QuickReader()
    for hand in islice(winning_hands(31), 3000):
        assert agree(mjcalc.format_hand(hand), reader)


def test_whatever_it_takes_the_grammar_reads_the_same() -> None:
    chance, reader = random.Random(32), QuickReader()
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
    agree(" ".join(words), QuickReader())


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
    assert QuickReader()(line) is None


def test_a_reader_forgets_rather_than_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mjcalc.notation.quick.MOST_REMEMBERED", 8)
    reader = QuickReader()
    for hand in islice(winning_hands(34), 200):
        assert agree(mjcalc.format_hand(hand), reader)
    assert len(reader._runs) <= 8
