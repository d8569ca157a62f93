"""Several threads may score and read at once: what is remembered is shared, and stays right."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from mjcalc import Hands, ruleset, score, score_many
from mjcalc.engine.columns import ColumnScorer
from mjcalc.engine.many import columns_for
from mjcalc.engine.outcomes import Outcome
from mjcalc.engine.prices import Prices
from mjcalc.engine.pricing import Pricing
from mjcalc.engine.score import scorer_for
from mjcalc.hand.columns import FILLER
from mjcalc.hand.hand import packed_of
from mjcalc.hand.packed_columns import Ints
from mjcalc.memo import Memo
from mjcalc.notation.columns import read_many
from mjcalc.notation.effects import Words, WordTable

A_MOMENT = 0.1  # seconds in which a thread that is not held back gets there


class Meeting:
    """Where the first of two threads waits a moment for the other."""

    def __init__(self) -> None:
        self.first, self.other = Event(), Event()
        self.together = False

    def __call__(self) -> None:
        if self.first.is_set():
            self.other.set()
        else:
            self.first.set()
            self.together = self.other.wait(A_MOMENT)


@pytest.fixture
def two() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


def test_columns_are_priced_by_one_thread_at_a_time(
    two: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet, added = Meeting(), Prices.of_keys

    def of_keys(prices: Prices, keys: Ints) -> Ints:
        meet()
        return added(prices, keys)

    monkeypatch.setattr(Prices, "of_keys", of_keys)
    rules = ruleset("guobiao", {"knitted-wait": "not-counted", "two-concealed-kongs": "8"})
    assert isinstance(columns_for(rules), ColumnScorer)
    hands = [Hands.of([FILLER])] * 2
    scores = list(two.map(lambda many: score_many(many, rules), hands))
    assert [int(one.total[0]) for one in scores] == [score(FILLER, rules).total] * 2
    assert meet.first.is_set()
    assert not meet.together


def test_the_words_of_lines_are_looked_up_by_one_thread_at_a_time(
    two: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet, found = Meeting(), WordTable.find

    def find(table: WordTable, first: Words, second: Words) -> Ints:
        meet()
        return found(table, first, second)

    monkeypatch.setattr(WordTable, "find", find)
    line = "123m456p789s1115z +win:5z tsumo"
    assert not any(unread.any() for _, unread in two.map(read_many, [[line]] * 2))
    assert meet.first.is_set()
    assert not meet.together


def test_the_counts_of_prices_are_worked_out_by_one_thread_at_a_time(
    two: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer = scorer_for("guobiao")
    prices, meet, worked_out = Prices(scorer), Meeting(), scorer.counts_of
    price = scorer.best_of(packed_of(FILLER))
    prices.add([price[0]], [price[1]])

    def counts_of(fans: list[int]) -> bytes:
        meet()
        found: bytes = worked_out(fans)
        return found

    monkeypatch.setattr(scorer, "counts_of", counts_of)
    counts = list(two.map(lambda _: prices.counts, range(2)))
    assert [len(one) for one in counts] == [1, 1]
    assert not meet.together


def test_two_outcomes_get_two_numbers(two: ThreadPoolExecutor) -> None:
    meet = Meeting()

    class Slow(Outcome):
        """Its hash is asked for twice: when it is looked for, and when its number is kept."""

        def __hash__(self) -> int:
            if vars(self).setdefault("met", False):
                meet()
            vars(self)["met"] = True
            return super().__hash__()

    pricing = Pricing(ruleset("guobiao"))
    outcomes = {key: Slow(key, 0, 0) for key in (1, 2)}
    number = pricing._numbered("rest", outcomes.__getitem__)
    first, other = two.map(number, outcomes)
    assert first != other


def test_a_memo_is_asked_by_another_thread_in_between() -> None:
    memo = Memo[int, int](lambda number: number * number, most=2)

    class Key(int):
        """When its hash is asked for again, another thread gets there with the same number."""

        asked = 0

        def __hash__(self) -> int:
            self.asked += 1
            if self.asked == again:
                assert memo[int(self)] == 9
            return super().__hash__()

    for again in range(1, 6):  # noqa: B007
        memo.clear()
        assert [memo[3], memo[4], memo[5]] == [9, 16, 25]  # 3 and 4 are old ones now
        assert memo[Key(3)] == 9
