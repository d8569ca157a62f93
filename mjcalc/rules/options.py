"""The options of the rules: contested points, each with its values and what a value changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypedDict

from mjcalc.rules.fans import FLOWER_TILES, NO_WILDCARD


class DealerDoubling(StrEnum):
    """Which payments the dealer doubles in 火拼: the values of the option ``dealer-doubling``."""

    PAIR = "pair"
    WINNER = "winner"


class WildSettings(TypedDict, total=False):
    """Fields of a ruleset's ``wild`` that an option may set."""

    fifth_copy: bool
    on_discard: bool


class RulesetSettings(TypedDict, total=False):
    """Fields of a ruleset that an option may set."""

    knitted_wait: bool
    exhausted_wait: bool
    chicken_beside: frozenset[str]
    venue_minimum: bool
    dealer_doubling: DealerDoubling
    bystander_fee: bool
    false_win: int


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between rules: rows left out, other values or exclusions, other settings.

    ``unexclude`` and ``exclude`` map a fan to the entries, separated by spaces, that its row loses
    or gains (``*`` in ``unexclude``: all rows).
    """

    leave_out: tuple[str, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    unexclude: Mapping[str, str] = field(default_factory=dict)
    exclude: Mapping[str, str] = field(default_factory=dict)
    wild: WildSettings = field(default_factory=WildSettings)
    settings: RulesetSettings = field(default_factory=RulesetSettings)


NO_CHANGE = Change()


@dataclass(frozen=True, slots=True)
class Option:
    """A contested point: its values with what each changes, a sentence, and where it is written.

    ``defaults`` maps a ruleset to its default; a ruleset not among them does not have the option.
    """

    key: str
    values: Mapping[str, Change]
    defaults: Mapping[str, str]
    zh: str
    en: str
    source: str

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The rulesets that have the option."""
        return tuple(self.defaults)

    def default(self, ruleset: str) -> str:
        """Its default in this ruleset."""
        return self.defaults[ruleset]


BOTH = ("guobiao", "huopin")


def _in(rulesets: tuple[str, ...], default: str) -> Mapping[str, str]:
    return dict.fromkeys(rulesets, default)


# The options and their defaults in the rulesets that are not a variant of another one.
BASIC_OPTIONS: tuple[Option, ...] = (
    Option(
        "concealed-self-draw",
        {"self-drawn": NO_CHANGE, "fully-concealed": Change(unexclude={"*": "不求人>自摸"})},
        _in(BOTH, "self-drawn"),
        "九莲宝灯、连七对、十三幺、四暗刻、七对、七星不靠、全不靠自摸时加自摸 1 番还是不求人 4 番",
        "whether a self-drawn Nine Gates, Seven Shifted Pairs, Thirteen Orphans, Four Concealed "
        "Pungs, Seven Pairs, Greater or Lesser Honors and Knitted Tiles adds Self-Drawn 1 "
        "(self-drawn) or Fully Concealed Hand 4 (fully-concealed)",
        "self-drawn: 1998 rules, Chinese practice; fully-concealed: WMO 2006 book",
    ),
    Option(
        "two-concealed-kongs",
        {"6": NO_CHANGE, "8": Change(values={"双暗杠": 8})},
        _in(BOTH, "6"),
        "双暗杠的番数",
        "what Two Concealed Kongs is worth",
        "6: 1998 rules; 8: WMO 2006 book",
    ),
    Option(
        "mixed-kongs",
        {
            "5": NO_CHANGE,
            "6": Change(values={"明暗杠": 6}),
            "separate": Change(leave_out=("明暗杠",)),
        },
        {"guobiao": "5", "huopin": "separate"},
        "一副明杠加一副暗杠计 5 番、6 番，还是分别计明杠 1 和暗杠 2",
        "whether one melded and one concealed kong are worth 5, 6, or Melded Kong 1 and "
        "Concealed Kong 2 apart",
        "5: Chinese practice; 6: WMO 2006 book; separate: the huopin fan list",
    ),
    Option(
        "terminals-double-pung",
        {"excluded": NO_CHANGE, "counted": Change(unexclude={"清幺九": "双同刻"})},
        _in(BOTH, "excluded"),
        "清幺九是否加计双同刻（三同刻总是计）",
        "whether Double Pung counts beside All Terminals (Triple Pung always does)",
        "excluded: 1998 rules; counted: WMO 2006 book",
    ),
    Option(
        "green-half-flush",
        {"excluded": NO_CHANGE, "counted": Change(unexclude={"绿一色": "混一色"})},
        _in(BOTH, "excluded"),
        "绿一色是否加计混一色",
        "whether Half Flush counts beside All Green",
        "excluded: 1998 rules; counted: WMO 2006 book",
    ),
    Option(
        "nine-gates-pung",
        {
            "one": NO_CHANGE,
            "all": Change(unexclude={"九莲宝灯": "幺九刻*1"}, exclude={"九莲宝灯": "幺九刻"}),
        },
        _in(BOTH, "one"),
        "九莲宝灯不计一副幺九刻，还是都不计",
        "whether Nine Gates removes one Pung of Terminals or Honors or all",
        "one: Chinese practice; all: WMO 2006 book",
    ),
    Option(
        "knitted-wait",
        {"counted": NO_CHANGE, "not-counted": Change(settings={"knitted_wait": False})},
        _in(BOTH, "counted"),
        "和牌的那种牌也在组合龙里时，是否计边张、坎张、单钓将",
        "whether Edge, Closed and Single Wait count when the winning tile's kind is also in "
        "Knitted Straight",
        "counted: International League practice; not-counted: WMO rule notes of 2006",
    ),
    Option(
        "exhausted-wait",
        {"wait": NO_CHANGE, "no-wait": Change(settings={"exhausted_wait": False})},
        _in(BOTH, "wait"),
        "四张都在自己手里的牌还算不算听的一种",
        "whether a tile whose four copies lie in one's own hand or melds still is a wait",
        "wait: International League practice; no-wait: a literal reading of 'only one tile'",
    ),
    Option(
        "kong-concealment",
        {
            "excluded": NO_CHANGE,
            "counted": Change(unexclude={"三杠": "双暗杠 暗杠", "四杠": "双暗杠 暗杠"}),
        },
        _in(BOTH, "excluded"),
        "三杠、四杠是否加计暗杠、双暗杠",
        "whether Concealed Kong and Two Concealed Kongs count beside Three Kongs and Four Kongs",
        "excluded: 1998 rules; counted: WMO books of 2006 and 2014",
    ),
    Option(
        "chicken-without-wildcard",
        {
            "no": NO_CHANGE,
            "yes": Change(settings={"chicken_beside": frozenset({FLOWER_TILES, NO_WILDCARD})}),
        },
        _in(("huopin",), "no"),
        "无财神之外没有别的番时，是否加计无番和",
        "whether Chicken Hand counts beside No Wildcard alone",
        "no: the letter of the huopin list; yes: the other reading of the same list",
    ),
    Option(
        "wildcard-fifth-copy",
        {"no": NO_CHANGE, "yes": Change(wild={"fifth_copy": True})},
        _in(("huopin",), "no"),
        "财神可否当第五张相同的牌",
        "whether a wildcard may stand for a fifth equal tile",
        "not in the huopin rules; no keeps four copies of each tile",
    ),
    Option(
        "wildcard-on-discard",
        {"yes": NO_CHANGE, "no": Change(wild={"on_discard": False})},
        _in(("huopin",), "yes"),
        "可否和别人打出的财神",
        "whether one may win on a discarded wildcard",
        "yes: the huopin rules exclude only chow, pung and kong; no: Hangzhou practice",
    ),
    Option(
        "venue-minimum",
        {"yes": NO_CHANGE, "no": Change(settings={"venue_minimum": False})},
        _in(("huopin",), "yes"),
        "8番场是起和 8 番，还是只加 8",
        "whether the venue 8fan requires 8 fans, or only adds 8",
        "not decided by the huopin rules",
    ),
    Option(
        "dealer-doubling",
        {"pair": NO_CHANGE, "winner": Change(settings={"dealer_doubling": DealerDoubling.WINNER})},
        _in(("huopin",), "pair"),
        "和牌者或付钱者是庄家都翻倍，还是只在和牌者是庄家时翻倍",
        "whether a payment doubles if winner or payer is the dealer, or only if the winner is",
        "pair: 'win or lose, the dealer counts double'; winner: the formula line",
    ),
    Option(
        "bystander-fee",
        {"yes": NO_CHANGE, "no": Change(settings={"bystander_fee": False})},
        _in(("huopin",), "yes"),
        "台费四家都付，还是只由和牌者和付钱者付",
        "whether all four pay the fee, or only the winner and the payers",
        "yes: 'from each player'; no: the formula line",
    ),
    Option(
        "false-win",
        {"30": NO_CHANGE, "40": Change(settings={"false_win": 40})},
        _in(("guobiao",), "30"),
        "错和：罚 30 而其余每家得 10，还是罚 40 而其余不得",
        "a false win: 30 lost and 10 for each other player, or 40 lost and nothing for them",
        "two penalties in use at tournaments",
    ),
)
