"""Who may claim a tile and who gets it, clause by clause: rules 5 (吃碰杠听和), 3 and 7."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from mjcalc.errors import Defect
from mjcalc.hand.hand import Meld
from mjcalc.hand.kinds import Kind
from mjcalc.i18n import message
from mjcalc.records.claims import (
    PRIORITY,
    Claim,
    ClaimKind,
    Decision,
    IllegalClaim,
    added_kong,
    added_kong_defects,
    claim_defects,
    claimed_meld,
    concealed_kong_defects,
    decide,
)
from mjcalc.tiles import Tile, Wind

E, S, W, N = Wind
WIN, PUNG, KONG = ClaimKind.WIN, ClaimKind.PUNG, ClaimKind.KONG


def tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a run such as ``123m``."""
    return tuple(Tile.parse(rank + text[-1]) for rank in text[:-1])


def chow(text: str, seat: Wind = S) -> Claim:
    return Claim(seat, ClaimKind.CHOW, tiles(text))


def held(text: str) -> Counter[Tile]:
    return Counter(tile for group in text.split() for tile in tiles(group))


def keys(defects: tuple[Defect, ...]) -> list[str]:
    assert all(message(defect) for defect in defects)
    return [defect.key for defect in defects]


def refused(*claims: Claim, tile: Tile = Tile.M3, robbing: bool = False) -> list[str]:
    with pytest.raises(IllegalClaim) as illegal:
        decide(claims, E, tile, robbing=robbing)
    assert illegal.value.code == "illegal-claim"
    return keys(illegal.value.defects)


def overruled(decision: Decision) -> list[tuple[Claim, Claim, str]]:
    return [(lost.claim, lost.by, lost.why) for lost in decision.overruled]


# Who gets it


def test_nobody_claims() -> None:
    assert decide([], E, Tile.M3) == Decision((), None)
    assert decide([], E, Tile.M3).claim is None


@pytest.mark.parametrize("claim", [chow("234m"), Claim(W, PUNG), Claim(N, KONG), Claim(W, WIN)])
def test_only_claim_gets_it(claim: Claim) -> None:
    assert decide([claim], E, Tile.M3) == Decision((claim,), "only-claim")


@pytest.mark.parametrize("act", [PUNG, KONG])
@pytest.mark.parametrize("seat", [W, N])
def test_pung_and_kong_go_before_chow(act: ClaimKind, seat: Wind) -> None:
    lower, higher = chow("234m"), Claim(seat, act)
    decided = decide([lower, higher], E, Tile.M3)
    assert (decided.claim, decided.why) == (higher, "pung-before-chow")
    assert overruled(decided) == [(lower, higher, "pung-before-chow")]


def test_win_goes_before_everything() -> None:
    eaten, taken, won = chow("234m"), Claim(W, PUNG), Claim(N, WIN)
    decided = decide([taken, won, eaten], E, Tile.M3)
    assert (decided.claim, decided.why) == (won, "win-before-all")
    assert overruled(decided) == [(eaten, won, "win-before-all"), (taken, won, "win-before-all")]


@pytest.mark.parametrize("discarder", Wind)
def test_of_several_wins_the_first_counter_clockwise_after_the_discarder(discarder: Wind) -> None:
    first, second, third = (Claim(discarder.after(steps), WIN) for steps in (1, 2, 3))
    decided = decide([third, second, first], discarder, Tile.M3)
    assert (decided.granted, decided.why) == ((first,), "nearest-win")
    assert overruled(decided) == [
        (second, first, "nearest-win"),
        (third, first, "nearest-win"),
    ]
    assert decide([third, second], discarder, Tile.M3).claim == second


def test_of_several_wins_each_counts_in_duplicate() -> None:
    taken, near, far = Claim(W, PUNG), Claim(S, WIN), Claim(N, WIN)
    decided = decide([far, taken, near], E, Tile.M3, several_wins=True)
    assert (decided.granted, decided.why) == ((near, far), "all-win")
    assert overruled(decided) == [(taken, near, "win-before-all")]
    alone = decide([far, taken], E, Tile.M3, several_wins=True)
    assert (alone.claim, alone.why) == (far, "win-before-all")


def test_an_added_kong_can_only_be_robbed_by_a_win() -> None:
    assert decide([Claim(W, WIN)], E, Tile.M3, robbing=True).claim == Claim(W, WIN)
    assert refused(chow("234m"), Claim(W, PUNG), robbing=True) == ["robs-without-win"] * 2


def test_chow_only_from_the_previous_player() -> None:
    assert refused(chow("234m", W)) == ["chow-not-next"]
    assert refused(chow("234m", N)) == ["chow-not-next"]


def test_nobody_claims_an_own_discard() -> None:
    assert refused(Claim(E, WIN), chow("234m", E)) == ["claims-own-discard"] * 2 + ["claims-twice"]


def test_one_claim_for_each_player() -> None:
    assert refused(Claim(S, WIN), chow("234m")) == ["claims-twice"]


def test_no_two_players_hold_a_pair_of_one_tile() -> None:
    assert refused(Claim(W, PUNG), Claim(N, KONG)) == ["claims-clash"]


@given(
    st.sampled_from(Wind),
    st.dictionaries(st.sampled_from((1, 2, 3)), st.sampled_from((WIN, PUNG)), min_size=1),
    st.booleans(),
)
def test_the_order_of_the_claims_does_not_matter(
    discarder: Wind, wants: dict[int, ClaimKind], several: bool
) -> None:
    if list(wants.values()).count(PUNG) > 1:
        wants = {steps: WIN for steps in wants}
    claims = [Claim(discarder.after(steps), act) for steps, act in wants.items()]
    decided = decide(claims, discarder, Tile.Z1, several_wins=several)
    assert decide(claims[::-1], discarder, Tile.Z1, several_wins=several) == decided
    assert {*decided.granted, *(lost.claim for lost in decided.overruled)} == {*claims}
    assert all(PRIORITY[lost.claim.act] <= PRIORITY[lost.by.act] for lost in decided.overruled)


# Who may claim it


@pytest.mark.parametrize("text", ["123m", "234m", "345m"])
def test_chow_needs_the_two_other_tiles(text: str) -> None:
    hand = held("1245m")
    assert claim_defects(chow(text), E, Tile.M3, hand) == ()
    for tile in set(tiles(text)) - {Tile.M3}:
        (defect,) = claim_defects(chow(text), E, Tile.M3, hand - Counter([tile]))
        assert defect.key == "tiles-not-held"
        assert defect.fields == {"act": "chow", "tile": tile, "held": 0, "needed": 1}


def test_chow_does_not_need_the_discard_itself_in_hand() -> None:
    (defect,) = claim_defects(chow("234m"), E, Tile.M3, held("3m 2m"))
    assert defect.fields["tile"] is Tile.M4


def test_chow_suits_only() -> None:
    assert keys(claim_defects(chow("123z"), E, Tile.Z1, held("23z"))) == ["chow-of-honours"]


@pytest.mark.parametrize("text", ["246m", "333m", "23m", "2345m", "m"])
def test_chow_of_three_in_a_row(text: str) -> None:
    assert keys(claim_defects(chow(text), E, Tile.M3, held("123456m"))) == ["no-chow"]


def test_chow_stays_in_one_suit() -> None:
    claim = Claim(S, ClaimKind.CHOW, (Tile.M8, Tile.M9, Tile.P1))
    assert keys(claim_defects(claim, E, Tile.M9, held("8m 1p"))) == ["no-chow"]


def test_chow_holds_the_discard() -> None:
    assert keys(claim_defects(chow("456m"), E, Tile.M3, held("456m"))) == ["claims-other-tile"]


def test_chow_by_whose_turn_it_is_not() -> None:
    assert keys(claim_defects(chow("234m", N), E, Tile.M3, held("2m"))) == [
        "chow-not-next",
        "tiles-not-held",
    ]


@pytest.mark.parametrize(("act", "needed"), [(PUNG, 2), (KONG, 3)])
@pytest.mark.parametrize("seat", [S, W, N])
def test_pung_and_kong_from_anybody(act: ClaimKind, needed: int, seat: Wind) -> None:
    for count in range(5):
        hand = Counter({Tile.Z1: count})
        found = claim_defects(Claim(seat, act), E, Tile.Z1, hand)
        assert keys(found) == ([] if count >= needed else ["tiles-not-held"])


def test_pung_names_the_tile_just_discarded() -> None:
    claim = Claim(W, PUNG, tiles("444m"))
    assert keys(claim_defects(claim, E, Tile.M3, held("33444m"))) == ["claims-other-tile"]
    assert claim_defects(Claim(W, PUNG, tiles("333m")), E, Tile.M3, held("33m")) == ()


def test_win_from_anybody_but_oneself() -> None:
    assert claim_defects(Claim(N, WIN), E, Tile.M3, held("")) == ()
    assert keys(claim_defects(Claim(E, WIN), E, Tile.M3, held(""))) == ["claims-own-discard"]


def test_wildcard_is_in_no_chow_pung_or_kong() -> None:
    hand = held("2224444m")
    for claim in (chow("234m"), Claim(S, PUNG), Claim(S, KONG)):
        tile = Tile.M2 if claim.act is not ClaimKind.CHOW else Tile.M3
        assert keys(claim_defects(claim, E, tile, hand, Tile.M2)) == ["wild-not-claimed"]
        assert claim_defects(claim, E, tile, hand, Tile.M5) == ()
    assert keys(concealed_kong_defects(Tile.M4, hand, Tile.M4)) == ["wild-not-claimed"]
    melds = [Meld(Kind.PUNG, Tile.M3)]
    assert keys(added_kong_defects(Tile.M3, held("3m"), melds, Tile.M3)) == ["wild-not-claimed"]
    assert claim_defects(Claim(S, WIN), E, Tile.M2, hand, Tile.M2) == ()


# Own kongs


def test_concealed_kong_is_four_in_hand() -> None:
    assert concealed_kong_defects(Tile.P5, held("5555p")) == ()
    (defect,) = concealed_kong_defects(Tile.P5, held("555p"))
    assert defect.fields == {"act": "concealed-kong", "tile": Tile.P5, "held": 3, "needed": 4}


def test_added_kong_is_the_fourth_tile_to_an_own_melded_pung() -> None:
    pung = Meld(Kind.PUNG, Tile.P5, source=2)
    assert added_kong_defects(Tile.P5, held("5p"), [pung]) == ()
    assert keys(added_kong_defects(Tile.P5, held("6p"), [pung])) == ["tiles-not-held"]
    assert keys(added_kong_defects(Tile.P6, held("6p"), [pung])) == ["no-melded-pung"]
    chow_there = Meld(Kind.CHOW, Tile.P5)
    assert keys(added_kong_defects(Tile.P5, held(""), [chow_there])) == [
        "no-melded-pung",
        "tiles-not-held",
    ]


# What lies on the table then


@pytest.mark.parametrize(("discarder", "source"), [(S, 1), (E, 2), (N, 3)])
def test_source_of_a_pung_is_previous_opposite_or_next(discarder: Wind, source: int) -> None:
    pung = claimed_meld(Claim(W, PUNG), discarder, Tile.Z5)
    assert pung == Meld(Kind.PUNG, Tile.Z5, source=source)
    assert claimed_meld(Claim(W, KONG), discarder, Tile.Z5) == Meld(
        Kind.KONG, Tile.Z5, source=source
    )
    assert added_kong(pung) == Meld(Kind.KONG, Tile.Z5, source=source + 4)


def test_source_of_an_added_kong_is_as_unknown_as_that_of_its_pung() -> None:
    assert added_kong(Meld(Kind.PUNG, Tile.Z5)) == Meld(Kind.KONG, Tile.Z5)


@pytest.mark.parametrize(("tile", "source"), [(Tile.M2, 1), (Tile.M3, 2), (Tile.M4, 3)])
def test_source_of_a_chow_is_the_tile_claimed(tile: Tile, source: int) -> None:
    assert claimed_meld(chow("342m"), E, tile) == Meld(Kind.CHOW, Tile.M2, source=source)
