"""Who pays whom, clause by clause: rules 4, 6 and 7, and what the command line page says of it."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from mjcalc.errors import OptionError
from mjcalc.notation.grammar import parse
from mjcalc.payments.deal import (
    UNEVEN,
    Deal,
    DealOutcome,
    Drawn,
    Duplicate,
    Escape,
    Factor,
    FalseWin,
    Payments,
    Room,
    Share,
    Won,
)
from mjcalc.payments.settlement import SCHEMES, bird_seat, settle, table_points
from mjcalc.rules.rulesets import OPTION_BY_KEY, VENUES, Ruleset, ruleset
from mjcalc.tiles import HONOR_NAMES, TILES, Tile, Wind

E, S, W, N = Wind
ROOM = Room(1, 0)
GUOBIAO = ruleset("guobiao")
DAZHONG = ruleset("huopin", venue="dazhong")
EIGHT = ruleset("huopin", venue="8fan")
NOFAN = ruleset("huopin", venue="nofan")
GOLDEN = Path(__file__).with_name("payments.tsv")
COMMANDS = Path(__file__).parents[2] / "shared" / "data" / "settle_dev.jsonl"


def keys(deal: Deal, room: Room | None = ROOM, rules: Ruleset = DAZHONG) -> list[tuple[str, str]]:
    """The defects of a deal that cannot be settled, each with the item it is about."""
    with pytest.raises(OptionError) as refused:
        settle(deal, room, rules)
    return [(defect.key, defect.about) for defect in refused.value.defects]


def point_keys(outcome: DealOutcome) -> list[tuple[str, str]]:
    return keys(Deal(outcome), None, GUOBIAO)


def wrong(won: Won, room: Room = ROOM, rules: Ruleset = DAZHONG) -> list[tuple[str, str]]:
    return keys(Deal(won), room, rules)


def points(outcome: DealOutcome, rules: Ruleset = GUOBIAO) -> Payments:
    return settle(Deal(outcome), rules=rules)


# Golden lines


def fields_of(words: list[str]) -> dict[str, str]:
    return dict(word.split(":", 1) for word in words if ":" in word)


def read_outcome(words: list[str]) -> DealOutcome:
    """``E tsumo fans:12``, ``S from:W base:10``, ``draw``, ``escape:N …``, ``false:W``, …"""
    said = fields_of(words)
    number = {key: int(value) for key, value in said.items() if value.isdigit()}
    if "draw" in words:
        return Drawn()
    if "escape" in said:
        return Escape(Wind[said["escape"]], number["penalty"], number["compensation"])
    if "false" in said:
        return FalseWin(Wind[said["false"]])
    discarder = Wind[said["from"]] if "from" in said else None
    if "duplicate" in words:
        wins = [
            Won(w, discarder, discarder is None, number[w.name]) for w in Wind if w.name in said
        ]
        return Duplicate(tuple(wins))
    (winner,) = [word for word in words if word in Wind.__members__]
    return Won(
        Wind[winner],
        discarder,
        "tsumo" in words,
        number.get("fans"),
        number.get("flowers", 0),
        number.get("base"),
    )


def read_deal(text: str) -> Deal:
    words = text.split()
    said = fields_of(words)
    dealer = Wind[said["dealer"]] if "dealer" in said else None
    bird = Tile.parse(said["bird"]) if "bird" in said else None
    return Deal(read_outcome(words), dealer, bird)


def read_room(text: str) -> tuple[Room, str | None]:
    """``8fan N:200 A:20``: the room, and the venue."""
    words = text.replace("-", "").split()
    said = {key: int(value) for key, value in fields_of(words).items()}
    venue = next((word for word in words if ":" not in word), None)
    return Room(said.get("N"), said.get("A")), venue


def golden() -> list[dict[str, str]]:
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("line", golden(), ids=lambda line: str(line["id"]))
def test_golden_payments(line: dict[str, str]) -> None:
    options = dict(word.split("=") for word in line["options"].split() if word != "-")
    room, venue = read_room(line["room"])
    paid = settle(read_deal(line["deal"]), room, ruleset(line["rules"], options, venue))
    assert paid.net == tuple(int(line[seat.name]) for seat in Wind)
    assert paid.system == (None if line["system"] == "-" else int(line["system"]))


# Rules 4: the bird


@pytest.mark.parametrize(
    ("tiles", "seat"),
    [("1m 5p 9s 1z 5z", E), ("2m 6p 2z 6z", S), ("3m 7p 3z 7z", W), ("4m 8p 4z", N)],
)
def test_bird_counts_counter_clockwise_from_the_dealer(tiles: str, seat: Wind) -> None:
    for code in tiles.split():
        assert bird_seat(E, Tile.parse(code)) is seat
        assert bird_seat(W, Tile.parse(code)) is seat.after(2)


def test_bird_doubles_a_discard_once_even_if_it_could_be_on_either() -> None:
    for tile in TILES:
        paid = settle(Deal(Won(W, N, fans=10), E, tile), ROOM, DAZHONG)
        assert paid.seats[N].x == (20 if bird_seat(E, tile) in (W, N) else 10)
        assert paid.bird_seat is bird_seat(E, tile)


def test_bird_on_a_self_drawn_winner_doubles_all_three() -> None:
    paid = settle(Deal(Won(W, self_drawn=True, fans=10), E, Tile.P3), ROOM, DAZHONG)
    assert [share.x for share in paid.seats] == [40, 20, None, 20]  # E is the dealer, too


def test_bird_on_a_payer_doubles_that_payer_alone() -> None:
    paid = settle(Deal(Won(W, self_drawn=True, fans=10), E, Tile.P2), ROOM, DAZHONG)
    assert [share.x for share in paid.seats] == [20, 20, None, 10]


def test_bird_without_dealer_is_an_error() -> None:
    assert keys(Deal(Won(W, N, fans=10), None, Tile.P2)) == [("bird-without-dealer", "bird")]


def test_the_fans_of_a_duplicate_deal_are_those_of_its_only_winner() -> None:
    one, other = Won(E, S, fans=20), Won(W, S, fans=9)
    assert settle(Deal(Duplicate((one,))), rules=GUOBIAO).fans == 20
    assert settle(Deal(Duplicate((one, other))), rules=GUOBIAO).fans is None


def test_a_bird_of_which_the_hand_leaves_no_copy() -> None:
    hand = parse("[1111z] 123m 456p 789s 5z +win:5z")
    won = Won(W, N, fans=10)
    assert keys(Deal(won, E, Tile.Z1, hand)) == [("fifth-copy-bird", "bird")]
    assert settle(Deal(won, E, Tile.Z5, hand), ROOM, DAZHONG).bird_seat is E


def test_bird_needs_a_win() -> None:
    for outcome in (Drawn(), Escape(E, 9, 3)):
        assert keys(Deal(outcome, E, Tile.P2)) == [("item-not-taken", "bird")]


def test_bird_is_a_tile() -> None:
    spring: Any = "1f"
    assert keys(Deal(Won(W, N, fans=10), E, spring)) == [("no-bird", "bird")]


# Rules 6: coins


def test_worked_example_of_the_source_text() -> None:
    paid = settle(Deal(Won(E, self_drawn=True, base=10)), Room(200, 20))
    assert [share.gross for share in paid.seats] == [6000, -2000, -2000, -2000]
    assert [share.fee for share in paid.seats] == [-20] * 4
    assert list(paid.net) == [5980, -2020, -2020, -2020]
    assert (paid.system, paid.base, paid.venue, paid.fans) == (80, 10, None, None)


@pytest.mark.parametrize(("venue", "base"), [("dazhong", 12), ("8fan", 20), ("nofan", 10)])
def test_base_of_each_venue(venue: str, base: int) -> None:
    paid = settle(Deal(Won(E, S, fans=12)), Room(3, 0), ruleset("huopin", venue=venue))
    assert (paid.base, paid.seats[S].x, paid.net[S]) == (base, base, -3 * base)
    assert (paid.venue, paid.fans, paid.coefficient, paid.fee) == (venue, 12, 3, 0)


def test_factors_say_why_and_who() -> None:
    paid = settle(Deal(Won(S, E, fans=12), E, Tile.P2), ROOM, DAZHONG)
    assert paid.seats[E].factors == (Factor("dealer", E, 2), Factor("bird", S, 2))
    assert paid.seats[S].factors == ()
    assert [share.x for share in paid.seats] == [48, None, None, None]


def test_dealer_doubling_pair_or_winner() -> None:
    deal = Deal(Won(S, E, fans=12), E)
    assert settle(deal, ROOM, DAZHONG).seats[E].x == 24
    winner_only = DAZHONG.with_options({"dealer-doubling": "winner"})
    assert settle(deal, ROOM, winner_only).seats[E].x == 12


def test_bystander_fee() -> None:
    deal, room = Deal(Won(S, E, fans=12)), Room(1, 7)
    assert settle(deal, room, DAZHONG).system == 28
    free = settle(deal, room, DAZHONG.with_options({"bystander-fee": "no"}))
    assert ([share.fee for share in free.seats], free.system) == ([-7, -7, 0, 0], 14)


def test_nofan_takes_fans_but_does_not_need_them() -> None:
    with_fans, without = (settle(Deal(Won(E, S, fans=f)), ROOM, NOFAN) for f in (30, None))
    assert with_fans.net == without.net
    assert (with_fans.fans, without.fans) == (30, None)


@pytest.mark.parametrize("rules", [DAZHONG, EIGHT])
def test_other_venues_need_fans(rules: Ruleset) -> None:
    assert wrong(Won(E, S), rules=rules) == [("missing-item", "fans")]


def test_base_replaces_that_of_the_venue() -> None:
    paid = settle(Deal(Won(E, S, base=10)), ROOM, EIGHT)
    assert (paid.base, paid.venue, paid.fans) == (10, None, None)


def test_base_beside_fans_is_an_error() -> None:
    assert wrong(Won(E, S, fans=10, base=10)) == [("base-and-fans", "base")]


def test_rooms_need_coefficient_and_fee_and_venue() -> None:
    assert keys(Deal(Won(E, S, fans=10)), None, ruleset("huopin")) == [
        ("missing-item", "room"),
        ("missing-item", "fee"),
        ("missing-item", "venue"),
    ]


def test_total_below_the_minimum_of_the_venue_is_an_error() -> None:
    deal = Deal(Won(E, S, fans=7))
    assert keys(deal, rules=EIGHT) == [("below-minimum", "fans")]
    assert settle(deal, ROOM, DAZHONG).base == 7
    assert settle(deal, ROOM, EIGHT.with_options({"venue-minimum": "no"})).base == 15


def test_flowers_never_count_towards_a_minimum() -> None:
    with pytest.raises(OptionError) as refused:
        settle(Deal(Won(E, S, fans=10, flowers=3)), ROOM, EIGHT)
    (defect,) = refused.value.defects
    assert defect.fields == {
        "base": 7, "fans": 10, "flowers": 3, "minimum": 8, "venue": "8fan"
    }  # fmt: skip
    assert settle(Deal(Won(E, S, fans=11, flowers=3)), ROOM, EIGHT).base == 19


def test_flowers_are_some_of_the_fans() -> None:
    assert wrong(Won(E, S, fans=2, flowers=3)) == [("flowers-exceed-fans", "flowers")]
    assert wrong(Won(E, S, fans=20, flowers=9)) == [("flowers-out-of-range", "flowers")]


def test_draw_each_pays_the_fee() -> None:
    paid = settle(Deal(Drawn(), E), Room(200, 20), EIGHT)
    assert (paid.net, paid.system, paid.venue) == ((-20,) * 4, 80, "8fan")
    free = EIGHT.with_options({"bystander-fee": "no"})
    assert settle(Deal(Drawn()), Room(200, 20), free).net == (0,) * 4


def test_draw_needs_the_fee_only_where_one_is_paid() -> None:
    assert keys(Deal(Drawn()), None) == [("missing-item", "fee")]
    free = DAZHONG.with_options({"bystander-fee": "no"})
    assert settle(Deal(Drawn()), rules=free).system == 0


def test_escape_pays_the_others_and_the_system_and_no_fee() -> None:
    paid = settle(Deal(Escape(S, 6001, 2000)), Room(200, 20), EIGHT)
    assert (paid.net, paid.system, paid.player) == ((2000, -6001, 2000, 2000), 1, S)
    assert [share.fee for share in paid.seats] == [0] * 4


def test_escape_penalty_covers_the_compensations() -> None:
    assert keys(Deal(Escape(S, 5999, 2000))) == [("penalty-too-small", "penalty")]


def test_escape_amounts_must_be_given() -> None:
    assert keys(Deal(Escape(S, None, None))) == [
        ("missing-item", "penalty"),
        ("missing-item", "compensation"),
    ]


def test_false_win_and_duplicate_are_not_for_rooms() -> None:
    for outcome in (FalseWin(E), Duplicate(())):
        assert keys(Deal(outcome)) == [("outcome-not-taken", "outcome")]


# Rules 7: points


def test_self_draw_each_pays_8_and_the_fans() -> None:
    paid = points(Won(N, self_drawn=True, fans=27))
    assert (paid.net, paid.fans, paid.system) == ((-35, -35, -35, 105), 27, None)


def test_discarder_pays_8_and_the_fans_the_others_8() -> None:
    assert settle(Deal(Won(S, W, fans=52), E), rules=GUOBIAO).net == (-8, 76, -60, -8)


def test_draw_pays_nothing() -> None:
    assert points(Drawn()).net == (0, 0, 0, 0)


def test_below_8_without_flowers_is_no_win() -> None:
    assert point_keys(Won(E, S, fans=7)) == [("below-minimum", "fans")]
    assert point_keys(Won(E, S, fans=9, flowers=2)) == [("below-minimum", "fans")]
    assert points(Won(E, S, fans=8)).net == (32, -16, -8, -8)


def test_false_win_30_gives_10_to_each() -> None:
    paid = points(FalseWin(N))
    assert (paid.net, paid.player, paid.uneven) == ((10, 10, 10, -30), N, None)


def test_false_win_40_sums_to_minus_40_and_says_so() -> None:
    paid = points(FalseWin(N), ruleset("guobiao", {"false-win": "40"}))
    assert (paid.net, paid.sum, paid.uneven) == ((0, 0, 0, -40), -40, "false-win=40")


def test_duplicate_may_have_several_winners() -> None:
    wins = (Won(S, E, fans=12), Won(N, E, fans=12))
    paid = points(Duplicate(wins))
    assert (paid.net, paid.sum, paid.uneven) == ((-32, 36, -8, 36), 32, "duplicate")


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        ((), [("missing-item", "winner")]),
        ((Won(S, E, fans=8),) * 2, [("winner-twice", "winner")]),
        ((Won(S, E, fans=8), Won(N, W, fans=8)), [("two-payers", "from")]),
        (
            (Won(S, self_drawn=True, fans=8), Won(N, self_drawn=True, fans=8)),
            [("several-self-drawn", "winner")],
        ),
        ((Won(S, E, fans=7),), [("below-minimum", "fans")]),
    ],
)
def test_duplicate_winners_share_one_discard(
    wins: tuple[Won, ...], expected: list[tuple[str, str]]
) -> None:
    assert point_keys(Duplicate(wins)) == expected


def test_points_take_no_room_fee_bird_or_base() -> None:
    deal = Deal(Won(E, S, fans=8, base=8), E, Tile.P1)
    assert keys(deal, ROOM, GUOBIAO) == [
        ("item-not-taken", item) for item in ("room", "fee", "bird", "base")
    ]


def test_points_know_no_escape() -> None:
    assert point_keys(Escape(S, 6, 2)) == [("outcome-not-taken", "outcome")]


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((24, 78, 75, -177), "1 4 2 0"),
        ((10, 10, -5, -15), "3 3 1 0"),
        ((20, -5, -5, -10), "4 3/2 3/2 0"),
        ((30, -10, -10, -10), "4 1 1 1"),
        ((0, 0, 0, 0), "7/4 7/4 7/4 7/4"),
    ],
)
def test_table_points_4_2_1_0_ties_share(totals: tuple[int, ...], points: str) -> None:
    assert table_points(totals) == tuple(Fraction(point) for point in points.split())


# What somebody may say wrongly, in either scheme


def test_winner_is_not_the_discarder() -> None:
    assert wrong(Won(E, E, fans=8)) == [("winner-discards", "from")]


def test_a_win_is_self_drawn_or_from_somebody_and_not_both() -> None:
    assert wrong(Won(E, fans=8)) == [("no-payer", "from")]
    assert wrong(Won(E, S, True, fans=8)) == [("two-payers", "from")]


def test_unknown_seats() -> None:
    nobody: Any = 4
    assert wrong(Won(nobody, S, fans=8)) == [("unknown-seat", "winner")]
    assert wrong(Won(E, nobody, fans=8)) == [("unknown-seat", "from")]
    assert keys(Deal(Won(E, S, fans=8), nobody)) == [("unknown-seat", "dealer")]
    assert keys(Deal(Escape(nobody, 9, 3))) == [("unknown-seat", "player")]
    assert point_keys(FalseWin(nobody)) == [("unknown-seat", "player")]


@pytest.mark.parametrize("amount", [-1, 1.5, 2.0, True, "3"])
def test_amounts_are_whole_and_not_negative(amount: Any) -> None:
    assert wrong(Won(E, S, fans=amount)) == [("not-an-amount", "fans")]
    assert wrong(Won(E, S, fans=8, flowers=amount)) == [("not-an-amount", "flowers")]
    assert wrong(Won(E, S, base=amount)) == [("not-an-amount", "base")]
    assert wrong(Won(E, S, fans=8), Room(amount, 0)) == [("not-an-amount", "room")]
    assert wrong(Won(E, S, fans=8), Room(1, amount)) == [("not-an-amount", "fee")]
    assert keys(Deal(Escape(S, amount, 0))) == [("not-an-amount", "penalty")]
    assert keys(Deal(Escape(S, 9, amount))) == [("not-an-amount", "compensation")]
    assert point_keys(Won(E, S, fans=amount)) == [("not-an-amount", "fans")]


def test_every_defect_at_once() -> None:
    deal = Deal(Won(E, E, fans=-3), None, Tile.P1)
    assert keys(deal, Room(None, -5), ruleset("huopin")) == [
        ("not-an-amount", "fee"),
        ("winner-discards", "from"),
        ("not-an-amount", "fans"),
        ("missing-item", "room"),
        ("bird-without-dealer", "bird"),
        ("missing-item", "venue"),
    ]


def test_payments_that_do_not_balance_cannot_be_built() -> None:
    seats = (Share(10), Share(-10), Share(), Share(-1))
    with pytest.raises(ValueError, match="sum to -1"):
        Payments(seats)
    assert Payments(seats, system=1).sum == 0


# Properties


@st.composite
def room_deals(draw: st.DrawFn) -> tuple[Deal, Room, Ruleset]:
    winner = draw(st.sampled_from(Wind))
    discarder = draw(st.one_of(st.none(), st.sampled_from([w for w in Wind if w != winner])))
    flowers = draw(st.integers(0, 8))
    fans = draw(st.integers(8, 400)) + flowers
    dealer = draw(st.one_of(st.none(), st.sampled_from(Wind)))
    bird = None if dealer is None else draw(st.one_of(st.none(), st.sampled_from(Tile)))
    room = Room(draw(st.integers(0, 10**12)), draw(st.integers(0, 10**9)))
    options = {
        key: draw(st.sampled_from([*OPTION_BY_KEY[key].values]))
        for key in ("venue-minimum", "dealer-doubling", "bystander-fee")
    }
    rules = ruleset("huopin", options, draw(st.sampled_from([*VENUES])))
    won = Won(winner, discarder, discarder is None, fans, flowers)
    return Deal(won, dealer, bird), room, rules


@given(room_deals())
def test_nets_and_system_sum_to_zero(said: tuple[Deal, Room, Ruleset]) -> None:
    deal, room, rules = said
    paid = settle(deal, room, rules)
    assert sum(paid.net) + (paid.system or 0) == 0
    assert sum(share.gross for share in paid.seats) == 0
    assert all(type(amount) is int for amount in (*paid.net, paid.system, paid.base))
    assert all((share.x is None) == (share.gross >= 0) for share in paid.seats if share.gross)


@given(room_deals(), st.integers(0, 1000))
def test_gross_scales_with_the_coefficient(said: tuple[Deal, Room, Ruleset], times: int) -> None:
    deal, room, rules = said
    assert room.coefficient is not None
    scaled = Room(room.coefficient * times, room.fee)
    once, often = (settle(deal, where, rules) for where in (room, scaled))
    assert [share.gross for share in often.seats] == [times * s.gross for s in once.seats]
    assert [share.x for share in often.seats] == [share.x for share in once.seats]


@given(room_deals(), st.integers(1, 3))
def test_turning_the_table_turns_the_payments(said: tuple[Deal, Room, Ruleset], steps: int) -> None:
    deal, room, rules = said
    won = deal.outcome
    assert isinstance(won, Won)
    discarder = None if won.discarder is None else won.discarder.after(steps)
    turned = Deal(
        Won(won.winner.after(steps), discarder, won.self_drawn, won.fans, won.flowers),
        None if deal.dealer is None else deal.dealer.after(steps),
        deal.bird,
    )
    net = settle(deal, room, rules).net
    assert settle(turned, room, rules).net == (*net[-steps:], *net[:-steps])


@given(
    st.sets(st.sampled_from([S, W, N]), min_size=1),
    st.lists(st.integers(8, 300), min_size=3, max_size=3),
)
def test_each_further_duplicate_winner_adds_32(seats: set[Wind], fans: list[int]) -> None:
    wins = tuple(Won(seat, E, fans=fans[seat - 1]) for seat in sorted(seats))
    assert points(Duplicate(wins)).sum == 32 * (len(wins) - 1)


def test_every_uneven_sum_has_a_scheme_that_makes_it() -> None:
    assert set(UNEVEN) == {None, "false-win=40", "duplicate"}
    assert set(SCHEMES) == {rules.pays for rules in (GUOBIAO, DAZHONG)}


# Commands collected elsewhere, where they are at hand


def commands() -> list[dict[str, Any]]:
    if not COMMANDS.exists():
        return []
    with COMMANDS.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def read_tile(word: str) -> Tile:
    """A tile by its code, or an honor by its letter or character."""
    for names in ("ESWNCFP", HONOR_NAMES):
        if word in names:
            return Tile.parse(f"{names.index(word) + 1}z")
    return Tile.parse(word)


def command_deal(args: dict[str, str], fans: int | None) -> Deal:
    hand = args.get("--hand", "")
    flowers = re.search(r"\+flowers:(\d)", hand)
    return Deal(
        Won(
            Wind[args["--winner"]],
            Wind[args["--from"]] if "--from" in args else None,
            "--tsumo" in args,
            fans,
            int(flowers[1]) if flowers else 0,
            int(args["--base"]) if "--base" in args else None,
        ),
        Wind[args["--dealer"]] if "--dealer" in args else None,
        read_tile(args["--bird"]) if "--bird" in args else None,
    )


def shape(paid: Payments, keep: set[str]) -> dict[str, Any]:
    """What the command's JSON says besides the seats, as far as these fields are expected."""
    whole = {
        "venue": paid.venue,
        "fans": paid.fans,
        "base": paid.base,
        "room": paid.coefficient,
        "fee": paid.fee,
        "bird_seat": None if paid.bird_seat is None else paid.bird_seat.name,
        "system": paid.system,
    }
    return {key: value for key, value in whole.items() if key in keep}


def command_args(words: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The options of a command line, and its ``--option`` values."""
    args: dict[str, str] = {}
    options: dict[str, str] = {}
    rest = iter(words[1:])
    for word in rest:
        value = "" if word == "--tsumo" else next(rest)
        if word == "--option":
            key, _, chosen = value.partition("=")
            options[key] = chosen
        else:
            args[word] = value
    return args, options


@pytest.mark.skipif(not COMMANDS.exists(), reason="the collected commands are not here")
@pytest.mark.parametrize("line", commands(), ids=[str(line["id"]) for line in commands()])
def test_collected_commands(line: dict[str, Any]) -> None:
    args, options = command_args(line["args"])
    expected = line["expected"]
    # What a hand is worth is the engine's answer; here only who pays for it is asked.
    fans = expected.get("fans") if "--hand" in args else None
    fans = int(args["--fans"]) if "--fans" in args else fans
    number = {key: int(args[key]) for key in ("--room", "--fee") if key in args}
    room = Room(number.get("--room"), number.get("--fee"))
    rules = ruleset(args.get("--rules", "huopin"), options, args.get("--venue"))
    paid = settle(command_deal(args, fans), room, rules)
    assert shape(paid, set(expected)) == {
        key: value for key, value in expected.items() if key not in ("schema", "rules", "seats")
    }
    for seat, share in zip(Wind, paid.seats, strict=True):
        for field, value in expected["seats"][seat.name].items():
            assert getattr(share, field) == value
