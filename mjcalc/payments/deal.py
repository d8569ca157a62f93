"""What happened at the table, and who was paid for it: the values of ``settlement``.

A :class:`Deal` and its outcome are what somebody says, right or wrong; :class:`Payments` are
never wrong: they balance, or they are not built. Rules 4, 6 and 7.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from mjcalc.hand.hand import Hand
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile, Wind


@dataclass(frozen=True, slots=True)
class Room:
    """Where coins are played for: its coefficient N and table fee A. The venue is in the rules."""

    coefficient: int | None = None
    fee: int | None = None


@dataclass(frozen=True, slots=True)
class Won:
    """One player won: by self-draw, or on the tile of ``discarder`` (the robbed player too).

    ``fans`` is F with flowers, ``flowers`` how many of them those are; ``base`` replaces what the
    venue makes of the fans.
    """

    winner: Wind
    discarder: Wind | None = None
    self_drawn: bool = False
    fans: int | None = None
    flowers: int = 0
    base: int | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """流局: nobody won."""


@dataclass(frozen=True, slots=True)
class Escape:
    """逃跑: a player left; the penalty, and what each of the other three receives (rules 6)."""

    player: Wind
    penalty: int | None
    compensation: int | None


@dataclass(frozen=True, slots=True)
class FalseWin:
    """错和: a player declared a win that was none, or below the minimum (rules 7)."""

    player: Wind


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A win in duplicate scoring, where one discard may have several winners (rules 7)."""

    wins: tuple[Won, ...]


DealOutcome = Won | Drawn | Escape | FalseWin | Duplicate
OUTCOME_NAMES: Mapping[type, str] = MappingProxyType(
    {Won: "win", Drawn: "draw", Escape: "escape", FalseWin: "false-win", Duplicate: "duplicate"}
)


@dataclass(frozen=True, slots=True)
class Deal:
    """How one deal ended, who is dealer (None: nobody), and the bird turned after it.

    ``hand`` is the winning hand where it is known: the bird must be a tile that it leaves a copy
    of. The fans are not computed from it.
    """

    outcome: DealOutcome
    dealer: Wind | None = None
    bird: Tile | None = None
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Factor:
    """Why a payer's X is doubled: ``dealer`` or ``bird``, and the seat that is or has it."""

    why: str
    seat: Wind
    times: int = 2


@dataclass(frozen=True, slots=True)
class Share:
    """What one seat gains (or, below zero, loses); ``x`` only for a payer of a win in rooms."""

    gross: int = 0
    fee: int = 0
    x: int | None = None
    factors: tuple[Factor, ...] = ()

    @property
    def net(self) -> int:
        """The gain after the table fee."""
        return self.gross + self.fee


# What may be left over where a rule does not balance: −40 for nobody, or +32 a further winner.
UNEVEN: Mapping[str | None, tuple[int, ...]] = MappingProxyType(
    {None: (0,), "false-win=40": (-40,), "duplicate": (0, 32, 64)}
)


@dataclass(frozen=True, slots=True)
class Payments:
    """The settlement of one deal: a share for each seat E S W N, and what the system takes.

    With the system (None where there is none) the nets sum to zero. Only a rule that says otherwise
    is let off, and ``uneven`` names it. ``player`` escaped or won falsely. What follows it up to
    ``fee`` is what was settled, None for what the deal has not. ``rules`` are those of ``settle``.
    """

    seats: tuple[Share, Share, Share, Share]
    system: int | None = None
    bird_seat: Wind | None = None
    player: Wind | None = None
    venue: str | None = None
    fans: int | None = None
    base: int | None = None
    coefficient: int | None = None
    fee: int | None = None
    uneven: str | None = None
    rules: Ruleset | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.sum not in UNEVEN[self.uneven]:
            raise ValueError(f"payments sum to {self.sum}: {self}")

    @property
    def net(self) -> tuple[int, ...]:
        """The four nets, E S W N."""
        return tuple(share.net for share in self.seats)

    @property
    def sum(self) -> int:
        """All nets and the system's take; zero unless ``uneven``."""
        return sum(self.net) + (self.system or 0)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that ``mjcalc settle`` prints."""
        from mjcalc import to_dict

        return to_dict(self)
