"""What many recorded deals come to: wins, fans, totals, and each seat's wins, losses and scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from mjcalc.records.record import SEATS
from mjcalc.records.replay import Replayed


def _zeros() -> list[int]:
    return [0] * len(SEATS)


@dataclass(slots=True)
class RecordStatistics:
    """Counts over deals; the lists are by seat, E S W N: the dealer of each deal is E.

    ``fans`` counts the fans of all wins by Chinese name, ``totals`` is the sum of their totals.
    """

    deals: int = 0
    wins: int = 0
    self_drawn: int = 0
    draws: int = 0
    fouls: int = 0
    totals: int = 0
    fans: Counter[str] = field(default_factory=Counter)
    seat_wins: list[int] = field(default_factory=_zeros)
    dealt_in: list[int] = field(default_factory=_zeros)
    scores: list[int] = field(default_factory=_zeros)

    def add(self, deal: Replayed) -> None:
        """Count one deal."""
        self.deals += 1
        self.draws += deal.kind == "draw"
        self.fouls += deal.kind == "foul"
        for seat in SEATS:
            self.scores[seat] += deal.scores[seat]
        for win in deal.wins if deal.kind == "win" else ():
            self.wins += 1
            self.totals += win.score.total
            self.seat_wins[win.seat] += 1
            self.fans.update({fan.zh: times for fan, times in win.score.counts})
            if win.discarder is None:
                self.self_drawn += 1
            else:
                self.dealt_in[win.discarder] += 1

    def merge(self, other: RecordStatistics) -> None:
        """Add the counts of other deals."""
        for name in ("deals", "wins", "self_drawn", "draws", "fouls", "totals"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.fans.update(other.fans)
        for mine, theirs in (
            (self.seat_wins, other.seat_wins),
            (self.dealt_in, other.dealt_in),
            (self.scores, other.scores),
        ):
            mine[:] = [one + two for one, two in zip(mine, theirs, strict=True)]

    @property
    def mean_total(self) -> float | None:
        """The mean total of a win; None without any."""
        return self.totals / self.wins if self.wins else None
