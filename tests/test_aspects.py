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
from itertools import islice, permutations, product

import pytest

import mjcalc
from mjcalc import Hand, Kind, Reading, Win, Wind
from mjcalc.engine.aspects import Aspects, Outcome, find
from mjcalc.engine.parts import Fields, part_form
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import CHOWS, HONOURS, PUNGS, WINDS, Scorer
from mjcalc.reading import Part, Shape, Wait
from mjcalc.rules.fans import CHICKEN, FANS, Fan
from mjcalc.rules.options import Option
from mjcalc.rules.patterns import Aspect
from mjcalc.rules.principles import settle
from mjcalc.rules.rulesets import OPTIONS, Ruleset
from mjcalc.tiles import HONOURS as HONOUR_TILES
from mjcalc.tiles import SUITED, TILES, Tile
from tests.bench.hands import winning_hands
from tests.golden import golden

BOOK = {
    "concealed-self-draw": "fully-concealed",
    "two-concealed-kongs": "8",
    "mixed-kongs": "6",
    "terminals-double-pung": "counted",
    "green-half-flush": "counted",
    "nine-gates-pung": "all",
    "kong-concealment": "counted",
    "knitted-wait": "not-counted",
    "exhausted-wait": "no-wait",
}
RULES = {
    "guobiao": mjcalc.ruleset("guobiao"),
    "huopin": mjcalc.ruleset("huopin"),
    "the 2006 book": mjcalc.ruleset("guobiao", BOOK),
    "huopin otherwise": mjcalc.ruleset(
        "huopin", {"chicken-without-wildcard": "yes", "mixed-kongs": "5"}
    ),
}
EACH_RULESET = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def by_the_rows(reading: Reading, rules: Ruleset) -> tuple[int, dict[str, int]]:
    """Points and fans of a reading, as rows and principles say."""
    counted = [one.fan for one in settle(find(rules.fans, reading)).counted]
    if {row.zh for row in counted} <= rules.chicken_beside:
        counted += [row for row in rules.fans if row.zh == CHICKEN]
    return sum(row.value for row in counted), dict(Counter(row.zh for row in counted))


def with_facts(hand: Hand, chance: random.Random) -> Hand:
    """The hand won in some other way, as far as its tiles allow."""
    last, rob, fourth = (chance.random() < 0.3 for _ in range(3))
    has_kong = any(meld.kind is Kind.KONG for meld in hand.melds)
    drawn = hand.win.self_drawn
    try:
        return replace(
            hand,
            win=Win(
                drawn,
                last and not rob,
                drawn and has_kong and chance.random() < 0.5,
                rob and not drawn,
                fourth,
            ),
        )
    except mjcalc.ImpossibleHand:
        return hand


def hands(seed: int, count: int, wildcards: Sequence[int] = (0,)) -> Iterator[Hand]:
    chance = random.Random(seed)
    for wilds in wildcards:
        for hand in islice(winning_hands(seed, wilds), count // len(wildcards)):
            yield with_facts(hand, chance)


# -- the price by aspects is the price by the rows -------------------------------------------------


def disagreements(hand: Hand, scorer: Scorer) -> list[Reading]:
    return [
        reading
        for (points, fans), reading in scorer.readings(hand)
        if (points, {row.zh: count for row, count in scorer.counts(fans)})
        != by_the_rows(reading, scorer.rules)
    ]


@EACH_RULESET
def test_every_reading_of_random_hands(rules: Ruleset) -> None:
    scorer = Scorer(rules)
    for hand in hands(51, 700):
        assert disagreements(hand, scorer) == []


@EACH_RULESET
def test_every_reading_of_the_golden_hands(rules: Ruleset) -> None:
    scorer = Scorer(rules)
    for line in golden():
        hand = mjcalc.parse(line.hand)
        if hand.wildcard is None:
            assert disagreements(hand, scorer) == []


def test_every_reading_of_hands_with_wildcards() -> None:
    for name in ("huopin", "huopin otherwise"):
        scorer = Scorer(RULES[name])
        for hand in hands(52, 150, (1, 2, 3)):
            assert disagreements(hand, scorer) == []


def test_every_reading_with_five_equal_honours() -> None:
    scorer = Scorer(mjcalc.ruleset("huopin", {"wildcard-fifth-copy": "yes"}))
    for kinds in permutations(range(1, 8), 3):
        pungs = "".join(f"[{kind}{kind}{kind}z]" for kind in kinds)
        for pair in kinds:
            hand = mjcalc.parse(f"{pungs}234m{pair}z +win:9s +wild:9s")
            assert disagreements(hand, scorer) == []


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_reading_under_each_option(option: Option) -> None:
    for rules in option.rulesets:
        for value in option.values:
            scorer = Scorer(mjcalc.ruleset(rules, {option.key: value}))
            for hand in hands(53, 40):
                assert disagreements(hand, scorer) == []


def test_the_best_reading_is_the_best_of_all() -> None:
    """What the fast path keeps is the first of all the readings that it ranks when asked."""
    scorer = Scorer(RULES["guobiao"])
    for hand in hands(54, 1200):
        (points, fans), _ = scorer.readings(hand)[0]
        assert priced(hand, "guobiao") == (
            points,
            {row.zh: count for row, count in scorer.counts(fans)},
        )


# -- what is remembered ----------------------------------------------------------------------------


def priced(hand: Hand, name: str) -> tuple[int, dict[str, int]]:
    score = mjcalc.score(hand, RULES[name])
    return score.base, {one.fan.zh: one.count for one in score.fans}


@pytest.mark.parametrize("name", ["guobiao", "huopin"])
def test_what_was_asked_before_changes_nothing(name: str) -> None:
    """Asked of a scorer that has seen nothing, of one that has seen all, and in another order."""
    wildcards = (0, 1, 2) if name == "huopin" else (0,)
    some = list(hands(55, 150, wildcards))
    scorer_for.cache_clear()
    one_way = [priced(hand, name) for hand in some]
    assert [priced(hand, name) for hand in some] == one_way
    scorer_for.cache_clear()
    assert [priced(hand, name) for hand in reversed(some)] == one_way[::-1]
    for hand, price in list(zip(some, one_way, strict=True))[::5]:
        scorer_for.cache_clear()
        assert priced(hand, name) == price


def test_one_ruleset_remembers_nothing_for_another() -> None:
    some = list(hands(56, 300))
    scorer_for.cache_clear()
    apart = {name: [priced(hand, name) for hand in some] for name in RULES}
    scorer_for.cache_clear()
    mixed = [{name: priced(hand, name) for name in RULES} for hand in some]
    assert {name: [prices[name] for prices in mixed] for name in RULES} == apart


# -- words look only at their aspects --------------------------------------------------------------


@cache
def sample() -> tuple[Reading, ...]:
    """Readings of all shapes, of hands with and without wildcards."""
    scorer = Scorer(RULES["huopin"])
    found = [scorer.readings(hand)[0][1] for hand in hands(57, 900, (0, 0, 1))]
    return (*found, *[scorer.readings(mjcalc.parse(line.hand))[0][1] for line in golden()])


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


def is_honour_pung(part: Part) -> bool:
    return part.is_pung and part.tile in HONOUR_TILES


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
        nine_gates=chance.random() < 0.5,
        stands_for=chance.choice(((), ((Tile.M1, Tile.M1),), ((Tile.M1, Tile.M2),))),
    )


def other_winds(reading: Reading, chance: random.Random) -> Reading:
    return replace(reading, seat=chance.choice(list(Wind)), round=chance.choice(list(Wind)))


def other_chows(reading: Reading, chance: random.Random) -> Reading:
    firsts = [tile for tile in SUITED if tile.rank <= 7]
    return changed_parts(reading, is_chow, to(firsts, chance))


def other_suited_pungs(reading: Reading, chance: random.Random) -> Reading:
    return changed_parts(reading, is_suited_pung, to(SUITED, chance))


def other_honour_pungs(reading: Reading, chance: random.Random) -> Reading:
    return changed_parts(reading, is_honour_pung, to(HONOUR_TILES, chance))


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
LEAVES: dict[Change, set[Aspect]] = {
    other_facts: set(Aspect) - {Aspect.WIN},
    other_winds: set(Aspect) - {Aspect.HONOURS},
    other_chows: set(Aspect) - {Aspect.CHOWS, Aspect.TILES, Aspect.HOGS},
    other_suited_pungs: set(Aspect) - {Aspect.PUNGS, Aspect.TILES, Aspect.HOGS},
    other_honour_pungs: set(Aspect) - {Aspect.HONOURS, Aspect.TILES, Aspect.HOGS},
    other_flags: set(Aspect) - {Aspect.COUNTS},
    other_melds: set(Aspect) - {Aspect.WIN},
    other_sources: set(Aspect),
}


@pytest.mark.parametrize("change", LEAVES, ids=lambda change: change.__name__)
def test_a_row_looks_only_at_its_aspects(change: Change) -> None:
    chance = random.Random(58)
    rows = [row for row in FANS if set(row.word.aspects) <= LEAVES[change]]
    assert rows
    for reading in sample():
        other = change(reading, chance)
        for row in rows:
            assert row.word.find(other) == row.word.find(reading), (row, reading, other)


def of_aspect(aspect: Aspect) -> list[Fan]:
    return [row for row in FANS if aspect in row.word.aspects]


def moved(reading: Reading, move: Callable[[Tile], Tile]) -> Reading:
    """The reading with every suited tile moved; chows keep their lowest tile first."""
    return replace(
        reading,
        sets=tuple(
            replace(part, tiles=tuple(sorted(map(move, part.tiles)))) for part in reading.sets
        ),
        pair=None if reading.pair is None else move(reading.pair),
    )


def same_places(reading: Reading, other: Reading, aspect: Aspect) -> None:
    for row in of_aspect(aspect):
        assert row.word.find(other) == row.word.find(reading), (row, reading)


@pytest.mark.parametrize("aspect", [Aspect.CHOWS, Aspect.PUNGS])
def test_the_three_suits_may_change_places(aspect: Aspect) -> None:
    for order in permutations(range(3)):

        def move(tile: Tile, order: tuple[int, ...] = order) -> Tile:
            return tile if tile in HONOUR_TILES else Tile(9 * order[tile // 9] + tile % 9)

        for reading in sample():
            same_places(reading, moved(reading, move), aspect)


@pytest.mark.parametrize("aspect", [Aspect.CHOWS, Aspect.PUNGS])
def test_ranks_may_be_counted_from_the_other_end(aspect: Aspect) -> None:
    def move(tile: Tile) -> Tile:
        return tile if tile in HONOUR_TILES else Tile(tile // 9 * 9 + 8 - tile % 9)

    for reading in sample():
        same_places(reading, moved(reading, move), aspect)


# -- keys that mean the same -----------------------------------------------------------------------


def outcome_of(aspect: Aspect, reading: Reading, rules: Ruleset) -> tuple[int, dict[str, int]]:
    """What the rows of an aspect give on a reading, by themselves."""
    rows = [row for row in rules.fans if aspect in row.word.aspects]
    counted = [one.fan for one in settle(find(rows, reading)).counted]
    return sum(row.value for row in counted), dict(Counter(row.zh for row in counted))


def told(aspects: Aspects, outcome: Outcome) -> tuple[int, dict[str, int]]:
    named = aspects.counts(outcome.fans & ~aspects.marks)
    return outcome.points, {row.zh: count for row, count in named}


def standard(
    sets: Sequence[Part], pair: Tile, seat: Wind = Wind.E, prevalent: Wind = Wind.E
) -> Reading:
    ordered = tuple(sorted(sets, key=lambda part: part.tiles))
    return Reading(Shape.STANDARD, ordered, pair, Tile.M1, 0, None, Win(), seat, prevalent)


def form_of(reading: Reading) -> int:
    return sum(map(part_form, reading.parts))


def pung(tile: Tile) -> Part:
    return Part(Kind.PUNG, (tile,) * 3)


def chow(tile: Tile) -> Part:
    return Part(Kind.CHOW, (tile, Tile(tile + 1), Tile(tile + 2)))


@EACH_RULESET
def test_keys_of_chows(rules: Ruleset) -> None:
    """Suits change places and ranks are mirrored in the key: the rows say the same."""
    aspects, chance = Aspects(rules), random.Random(59)
    firsts = [tile for tile in SUITED if tile.rank <= 7]
    ends = [tile for tile in firsts if tile.rank in (1, 7)]
    for turn in range(1500):
        among = ends if turn % 5 == 0 else firsts
        chows = [chow(chance.choice(sorted(among))) for _ in range(chance.randrange(1, 5))]
        pair = chance.choice((*TILES, Tile.M5, Tile.P5, Tile.S5))
        reading = standard(chows, pair)
        got = told(aspects, aspects.chows(form_of(reading) & CHOWS))
        assert got == outcome_of(Aspect.CHOWS, reading, rules), reading


def test_keys_of_three_suited_terminal_chows() -> None:
    """123 and 789 in two suits: every choice of suits with every pair."""
    rules = RULES["guobiao"]
    aspects = Aspects(rules)
    for suits, pair in product(product(range(3), repeat=2), TILES):
        chows = [chow(Tile(9 * suit + rank)) for suit in suits for rank in (0, 6)]
        reading = standard(chows, pair)
        got = told(aspects, aspects.chows(form_of(reading) & CHOWS))
        assert got == outcome_of(Aspect.CHOWS, reading, rules), reading


@EACH_RULESET
def test_keys_of_suited_pungs(rules: Ruleset) -> None:
    aspects, chance = Aspects(rules), random.Random(60)
    for _ in range(1200):
        tiles = chance.sample(sorted(SUITED), chance.randrange(1, 5))
        reading = standard([pung(tile) for tile in tiles], Tile.Z7)
        got = told(aspects, aspects.pungs(form_of(reading) >> Fields.PUNGS & PUNGS))
        assert got == outcome_of(Aspect.PUNGS, reading, rules), reading


def test_keys_of_honours() -> None:
    """Every choice of at most four honour pungs, every pair, every seat and round."""
    rules = RULES["guobiao"]
    aspects = Aspects(rules)
    honours = sorted(HONOUR_TILES)
    for bits, pair in product(range(1 << 7), (*honours, Tile.M1)):
        tiles = [tile for place, tile in enumerate(honours) if bits >> place & 1]
        if len(tiles) > 4 or pair in tiles:
            continue
        for seat, prevalent in product(Wind, Wind):
            reading = standard([pung(tile) for tile in tiles], pair, seat, prevalent)
            key = form_of(reading) >> Fields.HONOUR_PUNGS & HONOURS
            key |= (seat | prevalent << 2) << WINDS
            got = told(aspects, aspects.honours(key))
            assert got == outcome_of(Aspect.HONOURS, reading, rules), reading
