"""Speed derived from the rules is the rules: aspects, memos and keys change no price.

The engine asks each row once for every value of the aspect it looks at, on a reading made up for
that value. That is right if a row looks at its aspect alone, if what goes into a key decides the
aspect, and if the outcomes go together as the principles would have it on the whole reading.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

import pytest

import mjcalc
from mjcalc import Hand, Kind, Reading, Win, Wind
from mjcalc.engine import reference
from mjcalc.engine.forms import BASE, COUNTS, SHAPES, forms_for
from mjcalc.engine.outcomes import Outcome, Outcomes
from mjcalc.engine.pricing import keys_of
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import Scorer
from mjcalc.engine.symmetry import HonorClasses, least_chows, least_pungs
from mjcalc.hand.hand import packed_of, win_bits
from mjcalc.hand.kinds import Shape, Wait
from mjcalc.hand.reading import Part
from mjcalc.rules.fans import FANS, Fan
from mjcalc.rules.options import Option
from mjcalc.rules.principles import find_occurrences, select
from mjcalc.rules.rulesets import OPTIONS, Ruleset
from mjcalc.rules.words import Aspect, TileWord, WinFacts, WinWord, Word
from mjcalc.tiles import HONORS, SUITED, TILES, WINDS, Tile
from tests import brute
from tests.cases import RULES, Price, by_the_rows, golden_hands, hands, mixed_hands, named, priced

GUOBIAO, HUOPIN = RULES["guobiao"], RULES["huopin"]
EACH_RULESET = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)

# -- the price by aspects is the price by the rows -------------------------------------------------


def disagreements(hand: Hand, scorer: Scorer) -> list[Reading]:
    """The readings of a hand, all of them taken apart by trying everything, priced otherwise."""
    found = []
    for reading in brute.readings(hand, scorer.rules):
        points, fans = scorer.price_of(hand, reading)
        if (points, named(scorer.counts(fans))) != by_the_rows(reading, scorer.rules):
            found.append(reading)
    return found


@EACH_RULESET
def test_every_reading_of_mixed_hands(rules: Ruleset) -> None:
    scorer = Scorer(rules)
    for hand in mixed_hands(51, 150):
        assert disagreements(hand, scorer) == []


@EACH_RULESET
def test_every_reading_of_the_golden_hands(rules: Ruleset) -> None:
    scorer = Scorer(rules)
    for hand in golden_hands()[::4]:
        assert disagreements(hand, scorer) == []


@pytest.mark.parametrize("name", ["huopin", "huopin otherwise"])
def test_every_reading_of_hands_with_wildcards(name: str) -> None:
    scorer = Scorer(RULES[name])
    for wildcards, count in ((1, 40), (2, 5)):
        for hand in hands(52, count, (wildcards,)):
            assert disagreements(hand, scorer) == []


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_reading_under_each_option(option: Option) -> None:
    for rules in option.rulesets:
        for value in option.values:
            scorer = Scorer(mjcalc.ruleset(rules, {option.key: value}))
            for hand in mixed_hands(53, 25):
                assert disagreements(hand, scorer) == []


@EACH_RULESET
def test_the_score_is_the_best_of_all_readings(rules: Ruleset) -> None:
    """Points, fans and the reading itself are those of the definition, ties included."""
    wildcards = (0, 0, 0, 1) if rules.wild.allowed else (0,)
    for hand in hands(54, 120, wildcards):
        best = reference.best(hand, rules)
        assert best is not None
        (points, counts), reading = best
        score = mjcalc.score(hand, rules)
        in_table = named(zip(rules.fans, counts, strict=True))
        assert priced(hand, rules) == (points, {zh: n for zh, n in in_table.items() if n})
        assert score.reading == reading


@EACH_RULESET
def test_the_other_readings_are_all_there_and_in_order(rules: Ruleset) -> None:
    for hand in mixed_hands(55, 60):
        if priced(hand, rules) is None:
            continue
        score = mjcalc.score(hand, rules)
        found = [score.reading, *(other.reading for other in score.others(1000))]
        assert Counter(found) == Counter(set(brute.readings(hand, rules)))
        prices = [reference.price_of(reading, rules) for reading in found]
        assert prices == sorted(prices, reverse=True)


# -- what is remembered ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["guobiao", "huopin"])
def test_what_was_asked_before_changes_nothing(name: str) -> None:
    """Asked of a scorer that has seen nothing, of one that has seen all, and in another order."""
    wildcards = (0, 1, 2) if name == "huopin" else (0,)
    some = [*hands(56, 90, wildcards), *mixed_hands(56, 60)]
    scorer_for.cache_clear()
    one_way = [priced(hand, name) for hand in some]
    assert [priced(hand, name) for hand in some] == one_way
    scorer_for.cache_clear()
    assert [priced(hand, name) for hand in reversed(some)] == one_way[::-1]
    for hand, price in list(zip(some, one_way, strict=True))[::10]:
        scorer_for.cache_clear()
        assert priced(hand, name) == price


def test_one_ruleset_remembers_nothing_for_another() -> None:
    some = mixed_hands(57, 200)
    scorer_for.cache_clear()
    apart = {name: [priced(hand, rules) for hand in some] for name, rules in RULES.items()}
    scorer_for.cache_clear()
    mixed = [{name: priced(hand, rules) for name, rules in RULES.items()} for hand in some]
    assert {name: [prices[name] for prices in mixed] for name in RULES} == apart


def test_memos_that_begin_anew_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for three keys each, everything is forgotten again and again."""
    some = mixed_hands(58, 200)
    want = [priced(hand, GUOBIAO) for hand in some]
    scorer = Scorer(GUOBIAO)
    memos = [*vars(scorer).values(), *vars(scorer.pricing.outcomes).values()]
    memos = [memo for one in memos for memo in (one if isinstance(one, tuple) else (one,))]
    few = [memo for memo in memos if isinstance(memo, mjcalc.memo.Memo)]
    assert len(few) > 20
    for memo in few:
        monkeypatch.setattr(memo, "_most", 3)
    got = []
    for hand in some:
        price = scorer.best_of(packed_of(hand))
        got.append(None if price is None else (price.points, named(scorer.counts(price.fans))))
    assert got == want
    assert max(map(len, few)) <= 3


# -- words look only at their aspects --------------------------------------------------------------


@cache
def sample() -> tuple[Reading, ...]:
    """Readings of all shapes, of hands with and without wildcards."""
    some = [*hands(59, 150, (0, 0, 1)), *golden_hands()[::3], *mixed_hands(59, 150)]
    found = (next(reference.readings(hand, HUOPIN), None) for hand in some)
    return tuple(reading for reading in found if reading is not None)


def words() -> list[Word]:
    """Every word of the table that looks at one aspect."""
    return [word for row in FANS for word in row.word.alternatives]


def of_aspect(aspect: Aspect) -> list[Word]:
    return [word for word in words() if word.aspect is aspect]


def test_every_row_names_its_aspect() -> None:
    """So that the default tables are priced by aspects, and their keys by the least of them."""
    assert Aspect.READING not in {word.aspect for word in words()}
    for rules in RULES.values():
        assert isinstance(scorer_for(rules), Scorer)
        outcomes = Outcomes(rules)
        assert outcomes.chows_alike
        assert outcomes.pungs_alike
    assert None not in [word.names for word in of_aspect(Aspect.HONORS)]


Change = Callable[[Reading, random.Random], Reading]


def changed_parts(
    reading: Reading, wanted: Callable[[Part], bool], change: Callable[[Part], Part]
) -> Reading:
    return replace(
        reading, sets=tuple(change(part) if wanted(part) else part for part in reading.sets)
    )


def is_chow(part: Part) -> bool:
    return part.kind is Kind.CHOW


def is_suited_pung(part: Part) -> bool:
    return part.is_pung and part.tile in SUITED


def is_honor_pung(part: Part) -> bool:
    return part.is_pung and part.tile in HONORS


def to(tiles: Iterable[Tile], chance: random.Random) -> Callable[[Part], Part]:
    """Moves a set to one of these lowest tiles."""
    among = sorted(tiles)

    def move(part: Part) -> Part:
        first = chance.choice(among)
        step = 1 if part.kind is Kind.CHOW else 0
        return replace(part, tiles=tuple(Tile(first + step * n) for n in range(len(part.tiles))))

    return move


def other_facts(reading: Reading, chance: random.Random) -> Reading:
    return replace(
        reading,
        win=Win(*(chance.random() < 0.5 for _ in range(5))),
        wait=chance.choice((None, *Wait)),
        stands_for=chance.choice(((), ((Tile.M1, Tile.M1),), ((Tile.M1, Tile.M2),))),
    )


def other_winds(reading: Reading, chance: random.Random) -> Reading:
    return replace(reading, seat=chance.choice(list(Wind)), round=chance.choice(list(Wind)))


def other_chows(reading: Reading, chance: random.Random) -> Reading:
    firsts = [tile for tile in SUITED if tile.rank <= 7]
    return changed_parts(reading, is_chow, to(firsts, chance))


def other_suited_pungs(reading: Reading, chance: random.Random) -> Reading:
    return changed_parts(reading, is_suited_pung, to(SUITED, chance))


def other_honor_pungs(reading: Reading, chance: random.Random) -> Reading:
    return changed_parts(reading, is_honor_pung, to(HONORS, chance))


def other_pair(reading: Reading, chance: random.Random) -> Reading:
    """Another suited pair for a suited one, or another pair of honors."""
    if reading.pair is None:
        return reading
    among = HONORS if reading.pair in HONORS else SUITED
    return replace(reading, pair=chance.choice(sorted(among)))


def other_flags(reading: Reading, chance: random.Random) -> Reading:
    """Other pungs and kongs are concealed."""
    return changed_parts(
        reading, lambda part: part.is_pung, lambda p: replace(p, concealed=chance.random() < 0.5)
    )


def other_melds(reading: Reading, chance: random.Random) -> Reading:
    return changed_parts(
        reading, lambda part: True, lambda part: replace(part, melded=chance.random() < 0.5)
    )


def other_sources(reading: Reading, chance: random.Random) -> Reading:
    return changed_parts(
        reading, lambda part: True, lambda part: replace(part, source=chance.randrange(8))
    )


# What each change leaves as it is.
TILES_TOO = {Aspect.TILES, Aspect.FOURS}
LEAVES: dict[Change, set[Aspect]] = {
    other_facts: set(Aspect) - {Aspect.WIN},
    other_winds: set(Aspect) - {Aspect.HONORS},
    other_chows: set(Aspect) - {Aspect.CHOWS, *TILES_TOO},
    other_suited_pungs: set(Aspect) - {Aspect.PUNGS, *TILES_TOO},
    other_honor_pungs: set(Aspect) - {Aspect.HONORS, *TILES_TOO},
    other_pair: set(Aspect) - {Aspect.HONORS, *TILES_TOO},
    other_flags: set(Aspect) - {Aspect.COUNTS},
    other_melds: set(Aspect) - {Aspect.WIN},
    other_sources: set(Aspect),
}


def declared(word: Word, reading: Reading) -> object:
    """What a word looks at beyond its aspect: patterns of tiles, a pair beside certain chows."""
    tiles: Counter[Tile] = Counter()
    if isinstance(word, WinWord) and word.patterns:
        concealed = (part for part in reading.parts if not part.melded)
        tiles.update(tile for part in concealed for tile in part.tiles)
    beside, pair = word.pair_beside, None
    if beside is not None:
        ranks = {part.rank for part in reading.sets if is_chow(part)}
        pair = reading.pair if reading.pair in beside.pairs and ranks <= beside.chows else None
    return tiles, pair


@pytest.mark.parametrize("change", LEAVES, ids=lambda change: change.__name__)
def test_a_word_looks_only_at_its_aspect_and_what_it_declares(change: Change) -> None:
    chance = random.Random(60)
    kept = [word for word in words() if word.aspect in LEAVES[change]]
    assert kept
    for reading in sample():
        other = change(reading, chance)
        for word in kept:
            if declared(word, other) == declared(word, reading):
                assert word.find(other) == word.find(reading), (word, reading, other)


def test_a_word_on_the_win_is_its_condition_on_the_facts() -> None:
    """With all patterns of the table shown that the hand shows, not the word's own alone."""
    patterns = {p for word in words() if isinstance(word, WinWord) for p in word.patterns}
    for reading in sample():
        facts = WinFacts(
            reading.shape,
            reading.wait,
            sum(part.melded for part in reading.sets),
            reading.win,
            frozenset(pattern for pattern in patterns if pattern.true_of(reading)),
            any(wild is not face for wild, face in reading.stands_for),
        )
        for word in of_aspect(Aspect.WIN):
            assert isinstance(word, WinWord)
            assert word.holds(facts) == bool(word.find(reading)), (word, reading)


def test_a_word_on_tiles_is_its_condition_on_the_answers_of_parts() -> None:
    """A question on parts is true of no shape without them; else each part answers for itself."""
    forms = forms_for(Outcomes(HUOPIN).asked)
    for reading in sample():
        form = forms.of_parts(reading.shape, reading.parts)
        for place, question in enumerate(forms.asked.questions):
            assert question.true_of(reading) == (not form.flags >> place & 1), (question, reading)
        for word in of_aspect(Aspect.TILES):
            assert isinstance(word, TileWord)
            answers = {question: question.true_of(reading) for question in word.questions}
            assert word.holds(answers.__getitem__) == bool(word.find(reading)), (word, reading)


# -- words that hold alike -------------------------------------------------------------------------


def moved(reading: Reading, move: Callable[[Tile], Tile]) -> Reading:
    """The reading with every tile moved; chows keep their lowest tile first."""
    return replace(
        reading,
        sets=tuple(
            replace(part, tiles=tuple(sorted(map(move, part.tiles)))) for part in reading.sets
        ),
        pair=None if reading.pair is None else move(reading.pair),
    )


def hold_alike(moves: Sequence[Callable[[Tile], Tile]]) -> None:
    """The words on chows and suited pungs that call themselves symmetric hold after each move."""
    symmetric = [word for word in words() if word.symmetric]
    assert {word.aspect for word in symmetric} == {Aspect.CHOWS, Aspect.PUNGS}
    for reading, move in product(sample(), moves):
        other = moved(reading, move)
        for word in symmetric:
            assert word.find(other) == word.find(reading), (word, reading)


def test_the_three_suits_may_change_places() -> None:
    def mover(order: tuple[int, ...]) -> Callable[[Tile], Tile]:
        return lambda tile: tile if tile in HONORS else Tile(9 * order[tile // 9] + tile % 9)

    hold_alike([mover(order) for order in permutations(range(3))])


def test_ranks_may_be_counted_from_the_other_end() -> None:
    hold_alike([lambda tile: tile if tile in HONORS else Tile(tile // 9 * 9 + 8 - tile % 9)])


def test_honors_may_change_places_where_a_word_does_not_tell_them_apart() -> None:
    """Winds with the winds of the player; never a wind and a dragon."""
    some = [reading for reading in sample() if any(map(is_honor_pung, reading.sets))]
    for word, (one, other) in product(of_aspect(Aspect.HONORS), combinations(HONORS, 2)):
        groups = (WINDS, *(word.names or ()))
        if any((one in group) != (other in group) for group in groups):
            continue
        swap = {one: other, other: one}

        def move(tile: Tile, swap: dict[Tile, Tile] = swap) -> Tile:
            return swap.get(tile, tile)

        def wind(of: Wind, move: Callable[[Tile], Tile] = move) -> Wind:
            return next(wind for wind in Wind if wind.tile is move(of.tile))

        for reading in some[:120]:
            turned = replace(
                moved(reading, move), seat=wind(reading.seat), round=wind(reading.round)
            )
            assert word.find(turned) == word.find(reading), (word, reading)


# -- keys that mean the same -----------------------------------------------------------------------


@cache
def rows_of(aspect: Aspect, rules: Ruleset) -> list[Fan]:
    """The rows with a word on this aspect, with that word alone."""
    alternatives = [(row, word) for row in rules.fans for word in row.word.alternatives]
    return [replace(row, word=word) for row, word in alternatives if word.aspect is aspect]


def outcome_by_the_rows(aspect: Aspect, reading: Reading, rules: Ruleset) -> Price:
    """What the words of an aspect give on a reading, by themselves."""
    counted = [one.fan for one in select(find_occurrences(rows_of(aspect, rules), reading)).counted]
    return sum(row.value for row in counted), dict(Counter(row.zh for row in counted))


def without_marks(outcomes: Outcomes, outcome: Outcome) -> Price:
    return outcome.points, named(outcomes.counts(outcome.fans & ~outcomes.marks))


def standard(
    sets: Sequence[Part], pair: Tile | None, seat: Wind = Wind.E, prevalent: Wind = Wind.E
) -> Reading:
    ordered = tuple(sorted(sets, key=lambda part: part.tiles))
    return Reading(Shape.STANDARD, ordered, pair, Tile.M1, 0, None, Win(), seat, prevalent)


def keys_of_reading(reading: Reading, outcomes: Outcomes) -> tuple[int, int, int, int, int]:
    sets, counts, flags = forms_for(outcomes.asked).of_parts(reading.shape, reading.parts)
    return keys_of(sets, counts, flags, win_bits(reading.win), reading.seat | reading.round << 2)


def pung(tile: Tile) -> Part:
    return Part(Kind.PUNG, (tile,) * 3)


def chow(tile: Tile) -> Part:
    return Part(Kind.CHOW, (tile, Tile(tile + 1), Tile(tile + 2)))


FIRSTS = [tile for tile in TILES if tile in SUITED and tile.rank <= 7]


@EACH_RULESET
def test_keys_of_chows(rules: Ruleset) -> None:
    """Suits change places and ranks are mirrored in the key: the rows say the same."""
    outcomes, chance = Outcomes(rules), random.Random(61)
    ends = [tile for tile in FIRSTS if tile.rank in (1, 7)]
    for turn in range(700):
        among = ends if turn % 5 == 0 else FIRSTS
        chows = [chow(chance.choice(among)) for _ in range(chance.randrange(5))]
        pair = chance.choice((*TILES, Tile.M5, Tile.P5, Tile.S5))
        reading = standard(chows, pair)
        got = outcomes.chows(keys_of_reading(reading, outcomes)[0])
        want = outcome_by_the_rows(Aspect.CHOWS, reading, rules)
        assert without_marks(outcomes, got) == want, reading


def test_keys_of_terminal_chows() -> None:
    """123 and 789 in two suits or twice in one: every choice of suits with every pair."""
    outcomes = Outcomes(GUOBIAO)
    for suits, pair in product(combinations_with_replacement(range(3), 2), TILES):
        chows = [chow(Tile(9 * suit + rank)) for suit in suits for rank in (0, 6)]
        reading = standard(chows, pair)
        got = outcomes.chows(keys_of_reading(reading, outcomes)[0])
        want = outcome_by_the_rows(Aspect.CHOWS, reading, GUOBIAO)
        assert without_marks(outcomes, got) == want, reading


@EACH_RULESET
def test_keys_of_suited_pungs(rules: Ruleset) -> None:
    outcomes, chance = Outcomes(rules), random.Random(62)
    for _ in range(700):
        tiles = chance.sample(sorted(SUITED), chance.randrange(5))
        reading = standard([pung(tile) for tile in tiles], Tile.Z7)
        got = outcomes.pungs(keys_of_reading(reading, outcomes)[1])
        want = outcome_by_the_rows(Aspect.PUNGS, reading, rules)
        assert without_marks(outcomes, got) == want, reading


def test_keys_of_honors() -> None:
    """Every choice of at most four honor pungs, every pair or none, every seat and round."""
    outcomes, honors = Outcomes(GUOBIAO), sorted(HONORS)
    for number in range(5):
        for tiles, pair in product(combinations(honors, number), (*honors, Tile.M1, None)):
            if pair in tiles:
                continue
            for seat, prevalent in product(Wind, Wind) if tiles else [(Wind.E, Wind.S)]:
                reading = standard([pung(tile) for tile in tiles], pair, seat, prevalent)
                got = outcomes.honors(keys_of_reading(reading, outcomes)[2])
                want = outcome_by_the_rows(Aspect.HONORS, reading, GUOBIAO)
                assert without_marks(outcomes, got) == want, reading


def test_the_least_key_of_chows_is_one_for_all_that_mean_the_same() -> None:
    pairs = Outcomes(GUOBIAO).asked.pairs
    found: dict[int, set[int]] = {}
    every = [sum(BASE**place for place in chows) for chows in four_of(21)]
    for key in every:
        found.setdefault(least_chows(key, pairs), set()).add(key)
    assert all(least in keys for least, keys in found.items())
    # Three suits in any order, from either end: twelve keys mean the same at most.
    assert max(map(len, found.values())) == 12
    assert len(found) < len(every) / 8


def test_the_least_key_of_suited_pungs_is_one_for_all_that_mean_the_same() -> None:
    found: dict[int, set[int]] = {}
    for number in range(5):
        for places in combinations(range(27), number):
            key = sum(1 << place for place in places)
            found.setdefault(least_pungs(key), set()).add(key)
    assert all(least in keys for least, keys in found.items())
    assert max(map(len, found.values())) == 12


def test_the_least_key_of_honors_is_one_for_all_that_mean_the_same() -> None:
    classes = HonorClasses(word.names for word in of_aspect(Aspect.HONORS))
    for pungs, pair, winds in product(range(128), range(8), range(16)):
        key = pungs | pair << 7 | winds << 10
        assert classes.least(classes.least(key)) == classes.least(key)
    assert len({classes.least(key) for key in range(1 << 14)}) < 1 << 11


def four_of(kinds: int) -> Iterator[tuple[int, ...]]:
    for number in range(5):
        yield from combinations_with_replacement(range(kinds), number)


# -- room ------------------------------------------------------------------------------------------


def ways_to_win() -> Iterator[Win]:
    """How a hand can be won: a robbed tile is no last tile, a kong's tile is drawn."""
    for bits in product((False, True), repeat=5):
        self_drawn, last, kong, rob, _ = bits
        if not (rob and (self_drawn or last)) and (self_drawn or not kong):
            yield Win(*bits)


def numbers_of_sets(number: int) -> Iterator[tuple[Part, ...]]:
    """So many sets of every sort there is: melded or concealed, chows, pungs, kongs."""
    sorts = [
        chow(Tile.M1),
        replace(chow(Tile.M1), melded=True, concealed=False),
        pung(Tile.Z1),
        replace(pung(Tile.Z1), melded=True, concealed=False),
        Part(Kind.KONG, (Tile.Z1,) * 4),
        Part(Kind.KONG, (Tile.Z1,) * 4, melded=True, concealed=False),
    ]
    return combinations_with_replacement(sorts, number)


@pytest.mark.parametrize("name", mjcalc.RULESETS)
def test_there_is_room_for_every_outcome_of_the_sets_and_the_win(name: str) -> None:
    """Hands with and without wildcards, all ways to win: 4,000 and more under huopin."""
    scorer = Scorer(mjcalc.ruleset(name))
    forms, number_of = scorer.pricing.forms, scorer.numbers[4]
    ways = list(ways_to_win())
    faces = (0, 1) if scorer.rules.wild.allowed else (0,)
    found = set()
    for shape, sets in (
        (Shape.STANDARD, 4),
        (Shape.KNITTED_STRAIGHT, 1),
        *((s, 0) for s in SHAPES),
    ):
        for parts, pair in product(numbers_of_sets(sets), (Tile.M1, Tile.Z1)):
            form = forms.of_parts(shape, (*parts, Part(Kind.PAIR, (pair, pair))))
            for wait, win, face in product(range(4), ways, faces):
                counts = form.counts + (wait * COUNTS["wait"].one) + (wait > 0) * COUNTS["sole"].one
                keys = keys_of(form.sets, counts, form.flags, win_bits(win) | face << 5, 0)
                found.add(number_of[keys[4]])
    assert len(found) > (3000 if scorer.rules.wild.allowed else 1500)
