"""The answer about what a hand waits for, before it is written as a table, rows or JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mjcalc.i18n import Lang

if TYPE_CHECKING:
    from mjcalc.engine.outlook import Discard, Outlook, Road
    from mjcalc.engine.score import Score
    from mjcalc.hand.hand import Hand
    from mjcalc.rules.rulesets import Ruleset


@dataclass(frozen=True, slots=True)
class Advice:
    """The whole answer about a hand: of 13 tiles the outlook, of 14 the win and the discards.

    ``roads`` has those of each outlook that is one away from ready, if asked for; ``full`` says
    that no table is cut.
    """

    hand: Hand
    rules: Ruleset
    outlook: Outlook | None = None
    win: Score | None = None
    discards: tuple[Discard, ...] = ()
    roads: tuple[tuple[Road, ...], ...] = ()
    full: bool = False

    @property
    def outlooks(self) -> tuple[Outlook, ...]:
        """The outlook of 13 tiles, or of each discard."""
        if self.outlook is not None:
            return (self.outlook,)
        return tuple(discard.outlook for discard in self.discards)


def fans_with_points(score: Score, lang: Lang) -> str:
    """Return the fans with their points; in both languages by their Chinese names alone."""
    names = [
        f"{fan.en if lang is Lang.EN else fan.zh} {fan.value}{f'×{count}' if count > 1 else ''}"
        for fan, count in score.counts
    ]
    return (", " if lang is Lang.EN else "，").join(names)
