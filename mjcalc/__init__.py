"""mjcalc: scores hands and games of Chinese mahjong, 国标 (MCR) and 火拼麻将.

>>> from mjcalc import parse, score
>>> hand = parse("123m456p789s EEE 55z +win:5z tsumo")
>>> score(hand).total, score(hand, "guobiao").total
(25, 23)
"""

TYPE_CHECKING = False  # from typing it would cost most of the time of this import
if TYPE_CHECKING:
    from typing import Any

    from mjcalc.engine.many import Scores, score_many
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
    from mjcalc.hand.columns import Hands
    from mjcalc.hand.hand import Hand, Meld, Win, format_hand
    from mjcalc.hand.kinds import Kind
    from mjcalc.hand.reading import Reading
    from mjcalc.notation.columns import read_many
    from mjcalc.notation.grammar import parse
    from mjcalc.payments.deal import Deal, Drawn, Escape, FalseWin, Payments, Room, Share, Won
    from mjcalc.payments.settlement import bird_seat, settle
    from mjcalc.records.reader import read_records
    from mjcalc.records.record import Record, Unread
    from mjcalc.records.replay import Replayed, replay
    from mjcalc.rules.rulesets import RULESETS, Ruleset, ruleset
    from mjcalc.sheets.game import Game, play
    from mjcalc.sheets.reader import BadSheet, Sheet, read_sheet
    from mjcalc.tiles import Suit, Tile, Wind

# Imported when they are first asked for: no command needs them all, and Ctrl-C is handled only
# after this module has been imported.
_LATER = {
    "mjcalc.hand.kinds": ("Kind",),
    "mjcalc.engine.many": ("Scores", "score_many"),
    "mjcalc.engine.score": ("Score", "score"),
    "mjcalc.engine.waits": ("near_wins", "waits"),
    "mjcalc.errors": (
        "BelowMinimum", "Defect", "ImpossibleHand", "MjcalcError", "NotAWin", "NotationError",
        "OptionError", "Waiting",
    ),
    "mjcalc.hand.hand": ("Hand", "Meld", "Win", "format_hand"),
    "mjcalc.hand.columns": ("Hands",),
    "mjcalc.records.record": ("Record", "Unread"),
    "mjcalc.notation.columns": ("read_many",),
    "mjcalc.notation.grammar": ("parse",),
    "mjcalc.records.reader": ("read_records",),
    "mjcalc.sheets.reader": ("BadSheet", "Sheet", "read_sheet"),
    "mjcalc.hand.reading": ("Reading",),
    "mjcalc.rules.rulesets": ("RULESETS", "Ruleset", "ruleset"),
    "mjcalc.sheets.game": ("Game", "play"),
    "mjcalc.payments.deal": (
        "Deal", "Drawn", "Escape", "FalseWin", "Payments", "Room", "Share", "Won",
    ),
    "mjcalc.records.replay": ("Replayed", "replay"),
    "mjcalc.payments.settlement": ("bird_seat", "settle"),
    "mjcalc.tiles": ("Suit", "Tile", "Wind"),
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
    "Hands",
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
    "Scores",
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
    "read_many",
    "read_records",
    "read_sheet",
    "replay",
    "ruleset",
    "score",
    "score_many",
    "settle",
    "waits",
]


def __getattr__(name: str) -> "Any":
    """A public name or the module ``i18n``, when first asked for; from then on it is there."""
    from importlib import import_module

    for module, names in _LATER.items():
        if name in names:
            value = getattr(import_module(module), name)
            globals()[name] = value
            return value
    if name == "i18n":
        return import_module("mjcalc.i18n")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, whether they have been asked for or not."""
    return [*globals(), *__all__]
