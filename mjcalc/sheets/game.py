"""A game from its sheet: every deal scored and settled, the totals, the standing (rules 4, 6, 7).

:func:`play` judges every line before it answers: a :class:`Game`, or a BadSheet that tells all that
is wrong, each fault in its line. What a sheet must say differs by the payment scheme of the rules;
:data:`~mjcalc.sheets.terms.SHEET_FORMS` has a row for each.

>>> from mjcalc.sheets.reader import read_sheet
>>> game = play(read_sheet("rules guobiao\\ndeal E from W fans:12\\ndeal draw"))
>>> game.totals, [str(points) for points in game.table_points]
((36, -8, -20, -8), ['4', '3/2', '0', '3/2'])
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from operator import add
from typing import Any

from mjcalc.errors import Defect, MjcalcError, NotationError
from mjcalc.payments.deal import Room
from mjcalc.payments.settlement import table_points
from mjcalc.rules.rulesets import Ruleset
from mjcalc.sheets.score_deal import DealScorer, PlayedDeal
from mjcalc.sheets.seating import Seating
from mjcalc.sheets.terms import SEATS_OPTION, SHEET_FORMS, SheetRequest, Terms, terms_of
from mjcalc.sheets.values import AdjustLine, BadLine, BadSheet, DealLine, Sheet
from mjcalc.tiles import Wind

__all__ = ["Game", "PlayedDeal", "SheetRequest", "play"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: its sheet, its rules, its deals; ``bad`` are the deals left out."""

    sheet: Sheet
    rules: Ruleset
    deals: tuple[PlayedDeal, ...]
    room: Room
    bad: tuple[MjcalcError, ...] = ()
    seating: Seating = Seating.FIXED

    @property
    def totals(self) -> tuple[int, ...]:
        """The sum of each seat, E S W N."""
        return self.running[-1] if self.deals else (0, 0, 0, 0)

    @property
    def running(self) -> tuple[tuple[int, ...], ...]:
        """The totals after each deal."""
        return tuple(accumulate((deal.net for deal in self.deals), _sum_of_nets))

    @property
    def played(self) -> int:
        """How many deals were played and are counted; an adjustment is none."""
        return sum(deal.no is not None for deal in self.deals)

    @property
    def most_deals(self) -> int | None:
        """How many deals make a game; None where a game ends when its players say so."""
        return SHEET_FORMS[self.rules.pays].deals

    @property
    def system(self) -> int | None:
        """What the system took in all; None where the rules have none."""
        takes = SHEET_FORMS[self.rules.pays].system
        return sum(deal.system for deal in self.deals) if takes else None

    @property
    def sum(self) -> int:
        """All totals and the system's take: zero unless some deal is ``uneven``."""
        return sum(self.totals) + (self.system or 0)

    @property
    def uneven(self) -> tuple[PlayedDeal, ...]:
        """The deals and adjustments that do not sum to zero."""
        return tuple(deal for deal in self.deals if deal.sum)

    @property
    def table_points(self) -> tuple[Fraction, ...] | None:
        """The table points by rank; None where the rules have none."""
        return table_points(self.totals) if SHEET_FORMS[self.rules.pays].table_points else None

    @property
    def options(self) -> dict[str, str]:
        """The options that are not at their default: those of the rules, and the seating."""
        rotates = self.seating is not Seating.FIXED
        return {**self.rules.options, **({SEATS_OPTION: self.seating.value} if rotates else {})}

    def to_dict(self, lang: str = "both") -> dict[str, Any]:
        """Return the JSON object that ``mjcalc game`` prints; ``lang`` is that of its messages."""
        from mjcalc import to_dict

        return to_dict(self, lang)

    def name(self, seat: Wind) -> str:
        """The player in a chair; the letter of the chair where no name is given."""
        return self.sheet.header.players.get(seat, seat.name)


def _sum_of_nets(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))


def play(
    sheet: Sheet,
    asked: SheetRequest | None = None,
    *,
    rules: str | Ruleset | None = None,
    keep_going: bool = False,
) -> Game:
    """Return the game of a sheet; BadSheet lists every line that is wrong.

    ``rules`` (a name, or what ``ruleset`` returns) must be those of the sheet where it names any;
    ``asked`` gives rules, options and venue one by one. With ``keep_going`` bad deals are left out
    and listed in ``Game.bad``; without a good header there is no game. Raises OptionError for an
    option or venue that does not exist, ValueError for rules of one's own.
    """
    asked = _asked(asked or SheetRequest(), rules)
    defects: list[Defect] = []
    terms = terms_of(sheet, asked, defects)
    wrong: list[MjcalcError] = [*sheet.wrong, *(NotationError([defect]) for defect in defects)]
    deals, bad = _deals(sheet, terms)
    if wrong or terms is None or (bad and not keep_going):
        raise BadSheet((*wrong, *bad))
    errors = BadSheet(bad).errors if bad else ()
    return Game(sheet, terms.rules, deals, terms.room, errors, terms.seating)


def _asked(asked: SheetRequest, rules: str | Ruleset | None) -> SheetRequest:
    """Return what is asked for outside the sheet, with these rules."""
    if rules is None:
        return asked
    if isinstance(rules, str):
        return replace(asked, rules=rules)
    recipe = rules.recipe()
    if recipe is None:
        raise ValueError(f"play: the rules must be what ruleset() returns, not {rules!r}")
    key, options, venue = recipe
    return SheetRequest(key, {**options, **asked.options}, venue or asked.venue)


def _deals(
    sheet: Sheet, terms: Terms | None
) -> tuple[tuple[PlayedDeal, ...], tuple[MjcalcError, ...]]:
    """The good deals, and what is wrong with the others; bad ones keep their number too."""
    deals: list[PlayedDeal] = []
    bad: list[MjcalcError] = []
    no = 0
    for place, entry in enumerate(sheet.entries, 1):
        match entry:
            case BadLine():
                no += entry.is_deal
                bad.append(entry.error)
            case AdjustLine(line, player, amount, reason):
                net = tuple(amount * (seat is player) for seat in Wind)
                deals.append(PlayedDeal(line, "adjust", net, player=player, reason=reason))
            case DealLine() if terms is not None:
                no += 1
                scorer = DealScorer(entry, no, terms, place)
                if scorer.played is not None:
                    deals.append(scorer.played)
                bad += scorer.errors
    return tuple(deals), tuple(bad)
