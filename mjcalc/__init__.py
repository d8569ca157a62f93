"""mjcalc: scores hands and games of Chinese mahjong, 国标 (MCR) and 火拼麻将.

>>> hand = parse("123m456p789s EEE 55z +win:5z tsumo")
>>> score(hand).total, score(hand, "guobiao").total
(25, 23)
"""

from mjcalc.draft import Kind
from mjcalc.engine.score import Score, score
from mjcalc.engine.waits import near_wins, waits
from mjcalc.errors import (
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
from mjcalc.table.payments import Deal, Drawn, Escape, FalseWin, Payments, Room, Share, Won
from mjcalc.table.settlement import bird_seat, settle
from mjcalc.tiles import Suit, Tile, Wind

__all__ = [
    "RULESETS",
    "Deal",
    "Defect",
    "Drawn",
    "Escape",
    "FalseWin",
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
    "Room",
    "Ruleset",
    "Score",
    "Share",
    "Suit",
    "Tile",
    "Waiting",
    "Win",
    "Wind",
    "Won",
    "bird_seat",
    "format_hand",
    "near_wins",
    "parse",
    "ruleset",
    "score",
    "settle",
    "waits",
]
