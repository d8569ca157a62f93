"""What holds for every hand, whatever it scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import assume, given, settings, strategies as st

import mjcalc
from mjcalc import Hand, ImpossibleHand, Meld, NotAWin, Score, Win
from mjcalc.hand.kinds import MOST_FLOWERS, Shape
from mjcalc.rules.fans import FLOWER_TILES, NO_WILDCARD
from mjcalc.rules.principles import Principle
from mjcalc.tiles import HONORS, Tile, write_tiles
from tests.strategies import wild_hands, winning_hands

settings.register_profile("rules", derandomize=True, max_examples=60)
EVERY = settings(settings.get_profile("rules"))
RULES = st.sampled_from(("guobiao", "huopin"))
OF_A_DRAW = {"自摸", "不求人", "妙手回春", "杠上开花"}
OF_A_DISCARD = {"门前清", "全求人", "海底捞月", "抢杠和"}
# The fans that name tiles of one suit.
OF_SOME_SUITS = {"绿一色", "推不倒"}


def fans(score: Score) -> dict[str, int]:
    return {one.fan.zh: one.count for one in score.fans}


def everything(score: Score) -> tuple[object, ...]:
    dropped = [(one.fan.zh, one.count, one.why, one.by) for one in score.dropped]
    return score.total, fans(score), dropped, score.reading


# -- the sum ---------------------------------------------------------------------------------------


@EVERY
@given(winning_hands(), RULES)
def test_the_total_is_the_sum_of_the_fans(hand: Hand, rules: str) -> None:
    score = mjcalc.score(hand, rules)
    assert score.total == sum(one.points for one in score.fans) == score.base + hand.flowers
    for one in score.fans:
        assert one.points == one.count * one.fan.value > 0
        assert one.fan.zh == FLOWER_TILES or len(one.places) == one.count


@EVERY
@given(wild_hands())
def test_the_total_is_the_sum_of_the_fans_with_wildcards(hand: Hand) -> None:
    score = mjcalc.score(hand)
    assert score.total == sum(one.points for one in score.fans)


@EVERY
@given(winning_hands(), RULES)
def test_the_fans_stand_in_the_order_of_the_table(hand: Hand, rules: str) -> None:
    score = mjcalc.score(hand, rules)
    order = [row.zh for row in score.ruleset.fans]
    places = [order.index(one.fan.zh) for one in score.fans]
    assert places == sorted(set(places))
    dropped = [order.index(one.fan.zh) for one in score.dropped]
    assert dropped == sorted(dropped)


@EVERY
@given(winning_hands(), RULES)
def test_no_hand_is_worth_nothing(hand: Hand, rules: str) -> None:
    score = mjcalc.score(hand, rules)
    assert score.base > 0
    assert score.enough == (score.minimum is None or score.base >= score.minimum)


@EVERY
@given(winning_hands(), RULES)
def test_what_is_dropped_says_why(hand: Hand, rules: str) -> None:
    for one in mjcalc.score(hand, rules).dropped:
        assert one.count > 0
        assert (one.by is not None) == (one.why is Principle.NO_REPEAT)


@EVERY
@given(winning_hands(), st.integers(0, MOST_FLOWERS), RULES)
def test_flowers_add_exactly_their_number(hand: Hand, flowers: int, rules: str) -> None:
    bare, more = replace(hand, flowers=0), replace(hand, flowers=flowers)
    without, with_flowers = mjcalc.score(bare, rules), mjcalc.score(more, rules)
    assert with_flowers.total == without.total + flowers
    assert with_flowers.base == without.base
    assert fans(with_flowers) == fans(without) | ({FLOWER_TILES: flowers} if flowers else {})
    assert with_flowers.enough == without.enough


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("47m2999p9s123567z +win:4z +wild:9p", 24),  # 七星不靠, with three wildcards
        ("147m258p36s12345z9m +win:9m +wild:9m", 24),  # 全不靠 and 组合龙, with one
    ],
)
def test_wildcards_fill_a_knitted_hand(text: str, total: int) -> None:
    score = mjcalc.score(mjcalc.parse(text))
    assert (score.total, score.reading.shape) == (total, Shape.KNITTED_HONORS)


# -- the reading -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sets"),
    [
        ("[888m] 123p456s789s 5z +win:5z", "888m 123p 456s 789s"),
        ("[888m] [999m] 123p456s 5z +win:5z", "888m 999m 123p 456s"),
        ("[999m] [111p] [222p] 123p 5z +win:5z", "999m 123p 111p 222p"),
        ("[555p] [999p] 123s456s 5z +win:5z", "555p 999p 123s 456s"),
        ("[999s] [111z] [222z] 123s 5z +win:5z", "123s 999s 111z 222z"),
        ("[789p] [222p] [111s] 345m 5z +win:5z", "345m 789p 222p 111s"),
    ],
)
def test_sets_are_sorted_by_suit_and_chows_come_first(text: str, sets: str) -> None:
    score = mjcalc.score(mjcalc.parse(text))
    assert " ".join(write_tiles(part.tiles) for part in score.reading.sets) == sets


@EVERY
@given(winning_hands(), RULES)
def test_the_winning_tile_completes_a_concealed_part(hand: Hand, rules: str) -> None:
    """The place of a wait fan is that part too."""
    score = mjcalc.score(hand, rules)
    reading = score.reading
    completed = (*reading.parts, *reading.parts[-1:])[reading.completed]
    assert hand.winning in completed.tiles
    assert not completed.melded
    for one in score.fans:
        if one.fan.zh in ("边张", "坎张", "单钓将"):
            assert one.places == ((reading.completed,),)


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("[456m] [789p] 456m 456p 5z +win:5z", "55z"),
        ("[456m] [789p] 46m 456p 55z +win:5m", "456m"),
        ("(1111m) [789p] 46p 456s 55z +win:5p", "456p"),
    ],
)
def test_a_set_on_the_table_is_not_what_the_winning_tile_completes(
    text: str, completed: str
) -> None:
    reading = mjcalc.score(mjcalc.parse(text)).reading
    part = reading.parts[reading.completed]
    assert (write_tiles(part.tiles), part.melded) == (completed, False)


# -- what makes no difference ----------------------------------------------------------------------


@EVERY
@given(st.one_of(winning_hands(), wild_hands()))
def test_the_same_hand_gives_the_same_answer(hand: Hand) -> None:
    again = mjcalc.parse(mjcalc.format_hand(hand))
    assert everything(mjcalc.score(hand)) == everything(mjcalc.score(again))


@EVERY
@given(st.one_of(winning_hands(), wild_hands()), st.data())
def test_the_order_of_melds_and_tiles_does_not_matter(hand: Hand, data: st.DataObject) -> None:
    assert hand.winning is not None
    melds = data.draw(st.permutations(hand.melds))
    tiles = data.draw(st.permutations(hand.concealed))
    runs = [(write_tiles(meld.tiles), meld.concealed) for meld in melds]
    pieces = [f"({tiles})" if concealed else f"[{tiles}]" for tiles, concealed in runs]
    pieces += [tile.code for tile in tiles]
    pieces = list(data.draw(st.permutations(pieces)))
    words = mjcalc.format_hand(hand).split()
    items = words[next(n for n, word in enumerate(words) if word.startswith("+win")) :]
    typed = mjcalc.parse(" ".join((*pieces, *items)))
    assert everything(mjcalc.score(typed)) == everything(mjcalc.score(without_sources(hand)))


def without_sources(hand: Hand) -> Hand:
    return replace(hand, melds=tuple(replace(meld, source=None) for meld in hand.melds))


@EVERY
@given(winning_hands(), RULES)
def test_whose_tile_a_meld_was_changes_no_fan(hand: Hand, rules: str) -> None:
    assert fans(mjcalc.score(hand, rules)) == fans(mjcalc.score(without_sources(hand), rules))


@EVERY
@given(winning_hands(), RULES)
def test_the_suits_may_change_places(hand: Hand, rules: str) -> None:
    """Only 绿一色 and 推不倒 name tiles of one suit."""
    assert hand.winning is not None
    of_hand = mjcalc.score(hand, rules)
    for order in permutations(range(3)):

        def move(tile: Tile, order: tuple[int, ...] = order) -> Tile:
            return tile if tile in HONORS else Tile(9 * order[tile // 9] + tile % 9)

        moved = mjcalc.score(
            replace(
                hand,
                melds=tuple(
                    Meld(meld.kind, move(meld.tile), meld.concealed, meld.source)
                    for meld in hand.melds
                ),
                concealed=tuple(map(move, hand.concealed)),
                winning=move(hand.winning),
            ),
            rules,
        )
        if not OF_SOME_SUITS & (fans(moved).keys() | fans(of_hand).keys()):
            assert fans(moved) == fans(of_hand)
            assert moved.total == of_hand.total


@EVERY
@given(winning_hands(), RULES)
def test_winds_change_nothing_but_wind_pungs(hand: Hand, rules: str) -> None:
    held = [*hand.concealed, hand.winning, *(tile for meld in hand.melds for tile in meld.tiles)]
    assume(not any(held.count(wind) > 2 for wind in (Tile.Z1, Tile.Z2, Tile.Z3, Tile.Z4)))
    other = replace(hand, seat=hand.seat.after(1), round=hand.round.after(2))
    assert fans(mjcalc.score(hand, rules)) == fans(mjcalc.score(other, rules))


# -- how it was won --------------------------------------------------------------------------------


@EVERY
@given(winning_hands(), RULES)
def test_a_discard_is_no_draw(hand: Hand, rules: str) -> None:
    had = fans(mjcalc.score(hand, rules)).keys()
    assert not had & (OF_A_DISCARD if hand.win.self_drawn else OF_A_DRAW)
    for zh, said in (("和绝张", hand.win.fourth), ("抢杠和", hand.win.rob)):
        assert said or zh not in had or (zh == "和绝张" and three_open(hand))


def three_open(hand: Hand) -> bool:
    held = [tile for meld in hand.melds if not meld.concealed for tile in meld.tiles]
    return sum(tile is hand.winning for tile in held) == 3


@EVERY
@given(winning_hands(), RULES)
def test_what_is_said_of_the_win_counts(hand: Hand, rules: str) -> None:
    had = fans(mjcalc.score(hand, rules)).keys()
    last = "妙手回春" if hand.win.self_drawn else "海底捞月"
    assert (last in had) == hand.win.last
    assert ("杠上开花" in had) == hand.win.kong
    assert ("抢杠和" in had) == hand.win.rob
    assert ("和绝张" in had) == ((hand.win.fourth or three_open(hand)) and not hand.win.rob)


@EVERY
@given(winning_hands(), RULES)
def test_a_draw_is_worth_no_less_than_a_discard_but_for_melded_hand_and_chicken(
    hand: Hand, rules: str
) -> None:
    claimed = mjcalc.score(replace(hand, win=Win()), rules)
    drawn = mjcalc.score(replace(hand, win=Win(True)), rules)
    if not {"全求人", "无番和"} & fans(claimed).keys():
        assert drawn.total >= claimed.total


@EVERY
@given(winning_hands(), RULES)
def test_at_most_one_wait_scores(hand: Hand, rules: str) -> None:
    had = fans(mjcalc.score(hand, rules))
    assert sum(had.get(zh, 0) for zh in ("边张", "坎张", "单钓将")) <= 1


# -- readings --------------------------------------------------------------------------------------


@EVERY
@given(winning_hands())
def test_a_reading_holds_the_tiles_of_the_hand(hand: Hand) -> None:
    assert hand.winning is not None
    held = Counter([*hand.concealed, hand.winning])
    held.update(tile for meld in hand.melds for tile in meld.tiles)
    for score in (best := mjcalc.score(hand), *best.others()):
        reading = score.reading
        assert Counter(reading.tiles) == held
        assert hand.winning in reading.parts[reading.completed].tiles
        sets = reading.shape in (Shape.STANDARD, Shape.KNITTED_STRAIGHT)
        assert (reading.pair is not None) == sets
        assert not sets or len(reading.sets) == 4


@EVERY
@given(winning_hands(), RULES)
def test_the_other_readings_are_worth_no_more(hand: Hand, rules: str) -> None:
    best = mjcalc.score(hand, rules)
    others = best.others()
    assert [other.total for other in others] == sorted(
        (other.total for other in others), reverse=True
    )
    assert all(other.total <= best.total for other in others)
    assert len({best.reading, *(other.reading for other in others)}) == 1 + len(others)
    assert all(other.total == sum(one.points for one in other.fans) for other in others)


# -- the two rulesets, and wildcards ---------------------------------------------------------------


@EVERY
@given(winning_hands())
def test_huopin_is_guobiao_with_named_changes(hand: Hand) -> None:
    """Where no wildcard is held: 无财神 2, a melded and a concealed kong apart, no 无番和."""
    ours, theirs = fans(mjcalc.score(hand, "huopin")), fans(mjcalc.score(hand, "guobiao"))
    assert ours.pop(NO_WILDCARD) == 1
    theirs.pop("无番和", None)
    if theirs.pop("明暗杠", None):
        theirs |= {"明杠": 1, "暗杠": 1}
    assert ours == theirs


@EVERY
@given(wild_hands())
def test_no_wildcard_is_where_each_is_its_own_face(hand: Hand) -> None:
    score = mjcalc.score(hand)
    other = any(wild is not face for wild, face in score.reading.stands_for)
    assert (NO_WILDCARD in fans(score)) == (not other)


@EVERY
@given(wild_hands())
def test_a_wildcard_is_worth_no_less_than_its_own_face(hand: Hand) -> None:
    try:
        plain = replace(hand, wild=None, indicator=None)
        as_it_stands = mjcalc.score(plain)
    except NotAWin:
        return
    assert mjcalc.score(hand).total >= as_it_stands.total - waits_of(as_it_stands)


def waits_of(score: Score) -> int:
    """A wait that is a sole one only if the wildcards are no wildcards."""
    return sum(one.points for one in score.fans if one.fan.zh in ("边张", "坎张", "单钓将"))


@EVERY
@given(wild_hands())
def test_wildcards_are_not_for_guobiao(hand: Hand) -> None:
    assume(hand.wildcard is not None)
    with pytest.raises(ImpossibleHand):
        mjcalc.score(hand, "guobiao")
