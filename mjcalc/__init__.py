"""mjcalc: scores hands and games of Chinese mahjong, 国标 (MCR) and 火拼麻将.

>>> hand = parse("123m456p789s EEE 55z +win:5z tsumo")
>>> score(hand).total, score(hand, "guobiao").total
(25, 23)
"""

from typing import TYPE_CHECKING, Any

from mjcalc.draft import Kind
from mjcalc.engine.score import Score, score
from mjcalc.engine.waits import near_wins, waits
from mjcalc.errors import (
    BelowMinimum,
    Defect,
    ImpossibleHand,
    MjcalcError,
    NotationError,
    NotAWin,
    OptionError,
    Waiting,
)
from mjcalc.hand import Hand, Meld, Win
from mjcalc.notation.grammar import format as format_hand
from mjcalc.notation.grammar import parse
from mjcalc.reading import Reading
from mjcalc.rules.rulesets import RULESETS, Ruleset, ruleset
from mjcalc.tiles import Suit, Tile, Wind

if TYPE_CHECKING:
    from mjcalc.notation.acts import Record, Unread
    from mjcalc.notation.records import read_records
    from mjcalc.notation.sheet import BadSheet, Sheet, read_sheet
    from mjcalc.table.game import Game, play
    from mjcalc.table.payments import Deal, Drawn, Escape, FalseWin, Payments, Room, Share, Won
    from mjcalc.table.replay import Replayed, replay
    from mjcalc.table.settlement import bird_seat, settle

# Imported when they are first asked for: to score a hand takes none of them.
_LATER = {
    "mjcalc.notation.acts": ("Record", "Unread"),
    "mjcalc.notation.records": ("read_records",),
    "mjcalc.notation.sheet": ("BadSheet", "Sheet", "read_sheet"),
    "mjcalc.table.game": ("Game", "play"),
    "mjcalc.table.payments": (
        "Deal", "Drawn", "Escape", "FalseWin", "Payments", "Room", "Share", "Won",
    ),
    "mjcalc.table.replay": ("Replayed", "replay"),
    "mjcalc.table.settlement": ("bird_seat", "settle"),
}  # fmt: skip

__all__ = [
    "RULESETS",
    "BadSheet",
    "BelowMinimum",
    "Deal",
    "Defect",
    "Drawn",
    "Escape",
    "FalseWin",
    "Game",
    "Hand",
    "ImpossibleHand",
    "Kind",
    "Meld",
    "MjcalcError",
    "NotAWin",
    "NotationError",
    "OptionError",
    "Payments",
    "Reading",
    "Record",
    "Replayed",
    "Room",
    "Ruleset",
    "Score",
    "Share",
    "Sheet",
    "Suit",
    "Tile",
    "Unread",
    "Waiting",
    "Win",
    "Wind",
    "Won",
    "bird_seat",
    "format_hand",
    "near_wins",
    "parse",
    "play",
    "read_records",
    "read_sheet",
    "replay",
    "ruleset",
    "score",
    "settle",
    "waits",
]


def __getattr__(name: str) -> Any:
    """A public name that is imported late."""
    from importlib import import_module

    for module, names in _LATER.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
