"""Every suit's rows, built forwards in columns, are what the recursion makes of the suit.

A proof, not a sample: 21,743 suits and the honors, each with every tile of it won and with none.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import mjcalc
from mjcalc.engine.forms import COUNTS, WAITS, Asked, Forms, forms_for
from mjcalc.engine.pieces import PIECES
from mjcalc.engine.scorer import COUNTS_AT, SET_FIELDS, Scorer
from mjcalc.engine.suit_rows import ELSEWHERE, MARKS, RANKS, SuitRows, base5, rows_of_suits
from mjcalc.engine.suits import CHOW, PAIR, PUNG, finished, size, split, whole_sets
from mjcalc.hand.kinds import COPIES, Wait
from mjcalc.hand.packed import marked
from mjcalc.rules.fans import FANS
from mjcalc.rules.patterns import pattern
from tests.cases import RULES

Ints = npt.NDArray[np.int64]
SUITS = 21_743  # of at most four sets and a pair, with the empty one
HONORS = 498  # of at most four pungs and a pair
READINGS = 23_533
# The forms of the table, and of one that asks about more patterns of tiles: none, before and after
# the win, in the suits and in the honors.
MORE_PATTERNS = (
    pattern((0,) * 9),
    pattern((0,) * 7, honors=True),
    pattern((0, 1, 1, 1, 0, 0, 0, 2, 0), (3, 0, 0, 0, 0, 0, 0, 0, 2)),
    pattern((0, 1, 1, 1, 0, 0, 0, 1, 0), (4, 1, 1, 0, 0, 0, 0, 0, 0), before_win=True),
    pattern((2, 3, 0, 0, 0, 0, 0), honors=True, before_win=True),
)
ASKED = {
    "table": Asked.by(FANS),
    "more patterns": Asked.by(FANS)._replace(
        patterns=tuple(one for word in MORE_PATTERNS for one in word.patterns)
    ),
}


class Rows(NamedTuple):
    """Rows found by the recursion, in columns: pieces as how often each of the 27 is there."""

    suits: Ints  # packed, with the winning tile
    marks: Ints
    pieces: Ints
    waits: Ints
    pungs: Ints


def every_suit(suited: bool) -> list[int]:
    """Every packed suit that can be taken apart, no rank more than four times."""
    ranks = range(RANKS if suited else 7)

    def fits(suit: int) -> bool:
        return not suit >> 3 * len(ranks) and all(suit >> 3 * r & 7 <= COPIES for r in ranks)

    sets = [suit for suit in whole_sets(suited) if fits(suit)]
    paired = {suit + (2 << 3 * rank) for suit in sets for rank in ranks}
    return sorted({*sets, *filter(fits, paired)})


@cache
def by_recursion(suited: bool) -> Rows:
    """All rows of all suits: once each what may be completed, told apart as columns tell it."""
    suits, marks, ways, waits, pungs = [], [], [], [], []
    for suit in every_suit(suited):
        found = {(ELSEWHERE, way, 0, False) for way in split(suit, suited)}
        for rank in range(RANKS):
            if not suit >> 3 * rank & 7:
                continue
            for piece, wait, alone, rest in finished(suit - (1 << 3 * rank), rank, suited):
                way = tuple(sorted((piece, *rest)))
                found.add((rank, way, wait if alone else 0, PUNG <= piece < PAIR))
        for mark, way, wait, pung in found:
            suits.append(suit)
            marks.append(mark)
            ways.append([way.count(piece) for piece in range(PAIR + RANKS)])
            waits.append(wait)
            pungs.append(pung)
    return Rows(*(np.array(column, np.int64) for column in (suits, marks, ways, waits, pungs)))


def given(place: int, forms: Forms, which: int) -> Ints:
    """What each of the 27 pieces gives in this suit: sets, counts or flags."""
    parts = PIECES[place]
    found = [forms.of_part(parts[n])[which] if n in parts else 0 for n in range(PAIR + RANKS)]
    return np.array(found, np.int64)


def shown(rows: Rows, place: int, forms: Forms) -> Ints:
    """The patterns of tiles that each row shows."""
    drawn = np.where(rows.marks == ELSEWHERE, 0, 1 << 3 * (rows.marks % RANKS))
    pairs = zip((rows.suits - drawn).tolist(), rows.suits.tolist(), strict=True)
    found = [forms.patterns_of_suit(place == 3, before, after) for before, after in pairs]
    return np.array(found, np.int64)


def in_order(*columns: Ints) -> Ints:
    """Rows as a table, sorted."""
    table = np.stack(columns, 1)
    return table[np.lexsort(table.T)]


def rows_of(suit: SuitRows) -> tuple[Ints, Ints]:
    """The entry of each row of a suit, and the row's number."""
    entries = np.repeat(np.arange(len(suit.sizes)), suit.sizes)
    first = np.repeat(suit.starts, suit.sizes)
    ends = np.cumsum(suit.sizes)
    return entries, first + np.arange(len(entries)) - np.repeat(ends - suit.sizes, suit.sizes)


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("place", range(4))
def test_the_rows_of_a_suit_are_those_of_the_recursion(place: int, asked: Asked) -> None:
    forms = forms_for(asked)
    suit, rows = rows_of_suits(forms)[place], by_recursion(place < 3)
    entry = suit.places[base5(rows.suits)].astype(np.int64) * MARKS + rows.marks
    sets, counts = (rows.pieces @ given(place, forms, which) for which in (0, 1))
    counts += rows.waits * COUNTS["wait"].one + (rows.waits > 0) * COUNTS["sole"].one
    flags = shown(rows, place, forms)
    for piece, fails in enumerate(given(place, forms, 2)):
        flags |= np.where(rows.pieces[:, piece] > 0, fails, 0)
    want = in_order(entry, sets, counts, flags, rows.pungs)
    entries, numbers = rows_of(suit)
    columns = (suit.sets, suit.counts, suit.flags, suit.pungs.astype(np.int64))
    got = in_order(entries, *(column[numbers] for column in columns))
    assert np.array_equal(got, want)


@pytest.mark.parametrize("place", range(4))
def test_a_suit_has_a_place_if_it_can_be_taken_apart(place: int) -> None:
    """And no other: not a suit of 3n+1 tiles, nor one that only looks whole."""
    suit, every = rows_of_suits(forms_for(ASKED["table"]))[place], every_suit(place < 3)
    assert len(every) == (SUITS if place < 3 else HONORS)
    places = suit.places[base5(np.array(every))]
    assert sorted(places) == list(range(len(every)))
    assert (suit.places >= 0).sum() == len(every)
    assert suit.paired[places].tolist() == [size(tiles) % 3 == 2 for tiles in every]


def test_there_are_23533_readings_of_a_suit() -> None:
    assert (by_recursion(True).marks == ELSEWHERE).sum() == READINGS


def test_the_rows_lie_one_after_another() -> None:
    """Every row belongs to one entry, and an entry without rows is passed over."""
    for suit in rows_of_suits(forms_for(ASKED["table"])):
        _, numbers = rows_of(suit)
        assert sorted(numbers.tolist()) == list(range(len(suit.sets)))
        assert len(suit.sizes) == len(suit.starts) == MARKS * len(suit.paired)


def test_a_row_says_by_which_wait_it_was_completed() -> None:
    """12 3 is an edge wait, 1 3 with 2 a closed one, 1 with 1 the pair; 34 5 waits for 2 too."""
    forms = forms_for(ASKED["table"])
    suit = rows_of_suits(forms)[0]

    def waits(tiles: int, rank: int) -> set[Wait | None]:
        entry = int(suit.places[base5(np.array([tiles]))[0]]) * MARKS + rank
        rows = range(suit.starts[entry], suit.starts[entry] + suit.sizes[entry])
        field = COUNTS["wait"]
        return {WAITS[int(suit.counts[row]) >> field.at & 3] for row in rows}

    assert waits(0o111, 2) == {Wait.EDGE}
    assert waits(0o111, 1) == {Wait.CLOSED}
    assert waits(0o2, 0) == {Wait.PAIR}
    assert waits(0o11100, 4) == {None}
    assert waits(0o3, 0) == {None}
    # 112233 with 3 won: an edge wait or none, and it waits for no other.
    assert waits(0o222, 2) == {Wait.EDGE}
    assert CHOW == 0


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_scorer_of_one_hand_has_the_same_forms(rules: mjcalc.Ruleset) -> None:
    """Each suit with each tile of it won, drawn or not: every seventh one of all."""
    scorer = Scorer(rules)
    pung = COUNTS["concealed_pungs"].one
    for place, suit in enumerate(rows_of_suits(scorer.pricing.forms)):
        for tiles in every_suit(place < 3)[place :: 7 * 4]:
            number = int(suit.places[base5(np.array([tiles]))[0]])
            for mark in (*range(RANKS), ELSEWHERE):
                if mark != ELSEWHERE and not tiles >> 3 * mark & 7:
                    continue
                entry = number * MARKS + mark
                rows = slice(suit.starts[entry], suit.starts[entry] + suit.sizes[entry])
                columns = (suit.sets[rows], suit.counts[rows], suit.flags[rows], suit.pungs[rows])
                found = list(zip(*(column.tolist() for column in columns), strict=True))
                for drawn in (False, True):
                    want = {
                        (sets, counts - (pung if is_pung and not drawn else 0), flags)
                        for sets, counts, flags, is_pung in found
                    }
                    key = tiles
                    if mark != ELSEWHERE:
                        key = marked(tiles - (1 << 3 * mark), mark, drawn)
                    forms = scorer._suit(place, key)
                    got = {(form & SET_FIELDS, form >> COUNTS_AT, flags) for form, flags in forms}
                    if rules.exhausted_wait:
                        assert got == want
                    else:  # which waits are sole ones, the hand tells
                        assert {one[0] for one in got} == {one[0] for one in want}
