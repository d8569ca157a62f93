"""How the amount of each seat comes about, step by step: base, doublings, room, fee (rules 6, 7).

>>> from mjcalc.payments.deal import Deal, Room, Won
>>> from mjcalc.payments.settlement import settle
>>> from mjcalc.tiles import Wind
>>> deal = Deal(Won(Wind.E, Wind.S, fans=12))
>>> for step in steps_of(settle(deal, rules="guobiao"), deal)[Wind.S]:
...     print(step.what.value, step.amount)
points -8
fans -12
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from mjcalc.payments.deal import Deal, Escape, FalseWin, Payments, Share, Won
from mjcalc.payments.settlement import POINTS
from mjcalc.tiles import Wind


class StepKind(Enum):
    """What a step adds or computes; the values are those of the JSON form."""

    X = "x"
    FROM = "from"
    POINTS = "points"
    FANS = "fans"
    FEE = "fee"
    PENALTY = "penalty"
    COMPENSATION = "compensation"
    FALSE_WIN = "false-win"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what it adds to the seat's net; the seat it comes from where that matters."""

    what: StepKind
    amount: int
    seat: Wind | None = None


def steps_of(paid: Payments, deal: Deal) -> Mapping[Wind, tuple[Step, ...]]:
    """Return the steps of each seat; their amounts sum to its net."""
    return {seat: tuple(_steps(paid, deal, seat)) for seat in Wind}


def _steps(paid: Payments, deal: Deal, seat: Wind) -> Iterator[Step]:
    share = paid.seats[seat]
    match deal.outcome:
        case Won(winner=winner):
            yield from _received(paid) if seat is winner else _lost(share, paid)
        case Escape(player=player):
            what = StepKind.PENALTY if seat is player else StepKind.COMPENSATION
            yield Step(what, share.gross)
        case FalseWin(player=player):
            if share.gross:
                what = StepKind.FALSE_WIN if seat is player else StepKind.COMPENSATION
                yield Step(what, share.gross)
    if share.fee:
        yield Step(StepKind.FEE, share.fee)


def _received(paid: Payments) -> Iterator[Step]:
    """Yield what the winner receives from each of those who pay."""
    for seat, share in zip(Wind, paid.seats, strict=True):
        if share.gross < 0:
            yield Step(StepKind.FROM, -share.gross, seat)


def _lost(share: Share, paid: Payments) -> Iterator[Step]:
    """Yield what a loser pays: X times the room, or 8 points and, for the win, the fans."""
    if share.x is not None:
        yield Step(StepKind.X, share.gross)
    elif share.gross:
        yield Step(StepKind.POINTS, -POINTS)
        if share.gross != -POINTS:
            yield Step(StepKind.FANS, share.gross + POINTS)
