"""Who pays whom: 鸟牌 (rules 4), the coins of 火拼麻将 (rules 6), the points of 国标 (rules 7).

A :class:`Deal` is what somebody says happened, right or wrong; :func:`settle` answers with
:class:`Payments`, or with every reason at once why it cannot. A ruleset names its scheme,
``rooms`` or ``points``; what a scheme knows of is one row for each outcome in :data:`SCHEMES`.
Amounts are whole numbers of any size.

>>> room = Room(coefficient=200, fee=20)
>>> paid = settle(Deal(Won(Wind.E, self_drawn=True, base=10)), room)
>>> [(seat.gross, seat.net) for seat in paid.seats], paid.system
([(6000, 5980), (-2000, -2020), (-2000, -2020), (-2000, -2020)], 80)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from mjcalc.errors import Defect, OptionError
from mjcalc.payments import checks
from mjcalc.payments.checks import Case
from mjcalc.payments.deal import (
    Deal,
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
from mjcalc.rules.options import DealerDoubling
from mjcalc.rules.rulesets import Ruleset, as_ruleset
from mjcalc.tiles import Tile, Wind

POINTS = 8  # what a payer of a win pays beside the fans, and every bystander
FALSE_WIN_GAINS: Mapping[int, int] = MappingProxyType({30: 10, 40: 0})
TABLE_POINTS = (4, 2, 1, 0)


def bird_seat(dealer: Wind, tile: Tile) -> Wind:
    """The seat that has the bird: counted from the dealer by the tile's value (rules 4).

    >>> bird_seat(Wind.E, Tile.P3), bird_seat(Wind.N, Tile.Z6)
    (<Wind.W: 2>, <Wind.E: 0>)
    """
    return dealer.after(tile.rank - 1)


def settle(deal: Deal, room: Room | None = None, rules: str | Ruleset = "huopin") -> Payments:
    """Who pays whom for one deal; OptionError with every defect when that cannot be told.

    The rules bring the venue, the minimum, and the options that say who pays.
    """
    rules = as_ruleset(rules)
    case = Case(deal, room or Room(), rules)
    wrong = [*case.defects()]
    rule = SCHEMES[rules.pays].get(type(deal.outcome))
    if rule is None:
        fields = {"outcome": case.outcome, "rules": rules.key}
        raise OptionError([*wrong, Defect("outcome-not-taken", fields, "outcome")])
    wrong += [*case.not_taken(rule.takes), *rule.defects(deal.outcome, case)]
    if wrong:
        raise OptionError(wrong)
    return replace(rule.pay(deal.outcome, case), rules=rules)


def table_points(totals: Sequence[int]) -> tuple[Fraction, ...]:
    """The table points of a full game by rank, 4-2-1-0; equal totals share theirs (rules 7).

    >>> [str(points) for points in table_points([24, 78, 78, -180])]
    ['1', '3', '3', '0']
    """
    ranked = sorted(totals, reverse=True)
    shared = {
        total: Fraction(
            sum(p for p, t in zip(TABLE_POINTS, ranked, strict=True) if t == total),
            ranked.count(total),
        )
        for total in ranked
    }
    return tuple(shared[total] for total in totals)


def _pays(won: Won, seat: Wind) -> bool:
    return seat != won.winner if won.self_drawn else seat == won.discarder


def _coins_won(won: Won, case: Case) -> Payments:
    """X·N from each payer to the winner, and the fee from everybody (rules 6)."""
    room, deal = case.room, case.deal
    coefficient, fee = room.coefficient or 0, room.fee or 0
    bird = None
    if deal.bird is not None and deal.dealer is not None:
        bird = bird_seat(deal.dealer, deal.bird)
    base, venue = won.base, case.rules.venue
    if base is None and venue is not None:
        base = venue.times_fans * (won.fans or 0) + venue.plus
    shares = [
        _coins_of_payer(won, seat, case, base or 0, bird)
        if _pays(won, seat)
        else Share(fee=-fee if seat == won.winner or case.rules.bystander_fee else 0)
        for seat in Wind
    ]
    shares[won.winner] = Share(coefficient * sum(share.x or 0 for share in shares), -fee)
    return Payments(
        _four(shares),
        -sum(share.fee for share in shares),
        bird_seat=bird,
        venue=case.venue if won.base is None else None,
        fans=won.fans,
        base=base,
        coefficient=coefficient,
        fee=fee,
    )


def _coins_of_payer(won: Won, seat: Wind, case: Case, base: int, bird: Wind | None) -> Share:
    """Doubled by the dealer, and by the bird, if it is the winner or this payer (rules 4, 6)."""
    pair = (won.winner, seat)
    doubled_by_dealer = pair if case.rules.dealer_doubling is DealerDoubling.PAIR else pair[:1]
    factors = [
        Factor(why, who)
        for why, who, where in (
            ("dealer", case.deal.dealer, doubled_by_dealer),
            ("bird", bird, pair),
        )
        if who is not None and who in where
    ]
    x = base
    for factor in factors:
        x *= factor.times
    return Share(-x * (case.room.coefficient or 0), -(case.room.fee or 0), x, tuple(factors))


def _coins_drawn(drawn: Drawn, case: Case) -> Payments:
    """The fee from each of the four, who all are bystanders (rules 6)."""
    fee = case.room.fee or 0 if case.rules.bystander_fee else 0
    return Payments(
        _four([Share(fee=-fee)] * 4),
        4 * fee,
        venue=case.venue,
        coefficient=case.room.coefficient,
        fee=case.room.fee,
    )


def _escape(escape: Escape, case: Case) -> Payments:
    """The penalty, shared out; the rest goes to the system, and there is no fee (rules 6)."""
    penalty, compensation = escape.penalty or 0, escape.compensation or 0
    shares = [Share(-penalty if seat == escape.player else compensation) for seat in Wind]
    return Payments(
        _four(shares),
        penalty - 3 * compensation,
        player=escape.player,
        venue=case.venue,
        coefficient=case.room.coefficient,
        fee=case.room.fee,
    )


def _points_won(won: Won, case: Case) -> Payments:
    """8 from every other player, and the fans from whoever pays for the win (rules 7)."""
    fans = won.fans or 0
    points = [-POINTS - fans * _pays(won, seat) for seat in Wind]
    points[won.winner] = 0
    points[won.winner] = -sum(points)
    return Payments(_four([Share(gain) for gain in points]), fans=fans)


def _points_drawn(drawn: Drawn, case: Case) -> Payments:
    return Payments(_four([Share()] * 4))


def _false_win(false: FalseWin, case: Case) -> Payments:
    """−30 and +10 for each other player, or −40 that nobody receives (rules 7)."""
    loss = case.rules.false_win
    gain = FALSE_WIN_GAINS[loss]
    uneven = None if loss == 3 * gain else f"false-win={loss}"
    shares = [Share(-loss if seat == false.player else gain) for seat in Wind]
    return Payments(_four(shares), player=false.player, uneven=uneven)


def _duplicate(duplicate: Duplicate, case: Case) -> Payments:
    """Each winner is paid as if alone, but a bystander pays once, and no winner pays (rules 7)."""
    wins = duplicate.wins
    won = {win.winner: _points_won(win, case).net[win.winner] for win in wins}
    gains = [
        won.get(seat, -POINTS - sum(win.fans or 0 for win in wins if _pays(win, seat)))
        for seat in Wind
    ]
    fans = wins[0].fans if len(wins) == 1 else None
    return Payments(_four([Share(gain) for gain in gains]), fans=fans, uneven="duplicate")


def _four(shares: Sequence[Share]) -> tuple[Share, Share, Share, Share]:
    east, south, west, north = shares
    return east, south, west, north


@dataclass(frozen=True, slots=True)
class Rule:
    """What a scheme makes of an outcome: its defects, its payments, the items it has a use for."""

    defects: Callable[[Any, Case], Iterator[Defect]]
    pay: Callable[[Any, Case], Payments]
    takes: frozenset[str] = frozenset({"dealer"})


_ROOM = frozenset({"room", "fee", "dealer"})
SCHEMES: Mapping[str, Mapping[type, Rule]] = MappingProxyType(
    {
        "rooms": {
            Won: Rule(checks.coins_won, _coins_won, _ROOM | {"bird"}),
            Drawn: Rule(checks.coins_drawn, _coins_drawn, _ROOM),
            Escape: Rule(checks.escape, _escape, _ROOM),
        },
        "points": {
            Won: Rule(checks.points_won, _points_won),
            Drawn: Rule(checks.points_drawn, _points_drawn),
            FalseWin: Rule(checks.false_win, _false_win),
            Duplicate: Rule(checks.duplicate, _duplicate),
        },
    }
)
