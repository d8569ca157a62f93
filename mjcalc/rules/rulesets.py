"""The rulesets and their options: which rows count, at what value, and what else differs.

国标 is the table as it stands; 火拼 is 国标 with named changes; an option is a change too. A change
is data: nothing anywhere asks which ruleset it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from mjcalc.draft import WildPolicy
from mjcalc.errors import Defect, OptionError
from mjcalc.rules.fans import FANS, FLOWERS, NO_WILDCARD, Fan

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Change:
    """A difference between rules: rows left out, other values or exclusions, other settings.

    ``unexclude`` and ``exclude`` map a fan to the entries its row loses or gains (``*``: all rows);
    ``wild`` and ``settings`` are fields of the ruleset's ``wild`` and of the ruleset itself.
    """

    leave_out: tuple[str, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    unexclude: Mapping[str, str] = field(default_factory=dict)
    exclude: Mapping[str, str] = field(default_factory=dict)
    wild: Mapping[str, bool] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class Venue:
    """A 火拼 venue: its base is ``times_fans * F + plus``; ``minimum`` is what a win must reach."""

    key: str
    zh: str
    en: str
    times_fans: int
    plus: int
    minimum: int | None = None
    aliases: tuple[str, ...] = ()


VENUES: Mapping[str, Venue] = MappingProxyType(
    {
        venue.key: venue
        for venue in (
            Venue("dazhong", "大众场", "Popular", 1, 0),
            Venue("8fan", "8番场", "Eight fans", 1, 8, minimum=8, aliases=("八番场", "８番场")),
            Venue("nofan", "无番场", "No fans", 0, 10),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One set of rules: the rows that count, the minimum, the wildcards, who pays.

    ``options`` are those that are not at their default. ``chicken_beside`` names the fans that do
    not hinder 无番和. ``pays`` names the payment scheme.
    """

    key: str
    zh: str
    en: str
    fans: tuple[Fan, ...]
    pays: str
    minimum: int | None
    wild: WildPolicy
    options: Mapping[str, str] = field(default_factory=dict)
    venue: Venue | None = None
    chicken_beside: frozenset[str] = frozenset({FLOWERS})
    knitted_wait: bool = True
    exhausted_wait: bool = True
    venue_minimum: bool = True
    dealer_doubling: str = "pair"
    bystander_fee: bool = True
    false_win: int = 30

    def __hash__(self) -> int:
        return hash((self.key, self.venue, frozenset(self.options.items())))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what :func:`ruleset` makes by its name, any other by its fields."""
        venue = None if self.venue is None else self.venue.key
        with suppress(OptionError):
            if self == ruleset(self.key, self.options, venue):
                return ruleset, (self.key, dict(self.options), venue)
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    def number(self, fan: Fan) -> int | None:
        """The fan's number: its place in the list; None outside the numbering or the ruleset."""
        numbered = [row.zh for row in self.fans if row.numbered]
        return numbered.index(fan.zh) + 1 if fan.zh in numbered else None

    def row(self, zh: str) -> Fan | None:
        """The row of this fan, with this ruleset's value and exclusions."""
        return next((row for row in self.fans if row.zh == zh), None)

    def with_options(self, options: Mapping[str, str]) -> Ruleset:
        """The same rules with these options; OptionError names every one that does not fit."""
        merged = {**self.options, **options}
        return ruleset(self.key, merged, self.venue.key if self.venue else None)

    def with_venue(self, venue: str) -> Ruleset:
        """The same rules in this venue, which sets the minimum; OptionError when there is none."""
        return ruleset(self.key, self.options, venue)


BASES = {
    "guobiao": Ruleset(
        "guobiao", "国标", "MCR", FANS, "points", 8, WildPolicy(False)
    ),
    "huopin": Ruleset("huopin", "火拼", "Huopin", FANS, "rooms", None, WildPolicy(True)),
}  # fmt: skip
CHANGES = {
    "guobiao": Change(leave_out=(NO_WILDCARD, "(明杠)")),
    "huopin": NO_CHANGE,
}
BOTH = ("guobiao", "huopin")


def _in(rulesets: tuple[str, ...], default: str) -> Mapping[str, str]:
    return dict.fromkeys(rulesets, default)


OPTIONS: tuple[Option, ...] = (
    Option(
        "concealed-self-draw",
        {"self-drawn": NO_CHANGE, "fully-concealed": Change(unexclude={"*": "不求人>自摸"})},
        _in(BOTH, "self-drawn"),
        "九莲宝灯、连七对、十三幺、四暗刻、七对、七星不靠、全不靠自摸时加自摸 1 番还是不求人 4 番",
        "whether a self-drawn 九莲宝灯, 连七对, 十三幺, 四暗刻, 七对, 七星不靠 or 全不靠 adds "
        "自摸 1 (self-drawn) or 不求人 4 (fully-concealed)",
        "self-drawn: 1998 rules, Chinese practice; fully-concealed: WMO 2006 book",
    ),
    Option(
        "two-concealed-kongs",
        {"6": NO_CHANGE, "8": Change(values={"双暗杠": 8})},
        _in(BOTH, "6"),
        "双暗杠的番数",
        "what 双暗杠 is worth",
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
        "一副明杠加一副暗杠计 5 番、6 番,还是分别计明杠 1 和暗杠 2",
        "whether one melded and one concealed kong are worth 5, 6, or 明杠 1 and 暗杠 2 apart",
        "5: Chinese practice; 6: WMO 2006 book; separate: the huopin fan list",
    ),
    Option(
        "terminals-double-pung",
        {"excluded": NO_CHANGE, "counted": Change(unexclude={"清幺九": "双同刻"})},
        _in(BOTH, "excluded"),
        "清幺九是否加计双同刻(三同刻总是计)",
        "whether 双同刻 counts beside 清幺九 (三同刻 always does)",
        "excluded: 1998 rules; counted: WMO 2006 book",
    ),
    Option(
        "green-half-flush",
        {"excluded": NO_CHANGE, "counted": Change(unexclude={"绿一色": "混一色"})},
        _in(BOTH, "excluded"),
        "绿一色是否加计混一色",
        "whether 混一色 counts beside 绿一色",
        "excluded: 1998 rules; counted: WMO 2006 book",
    ),
    Option(
        "nine-gates-pung",
        {
            "one": NO_CHANGE,
            "all": Change(unexclude={"九莲宝灯": "幺九刻*1"}, exclude={"九莲宝灯": "幺九刻"}),
        },
        _in(BOTH, "one"),
        "九莲宝灯不计一副幺九刻,还是都不计",
        "whether 九莲宝灯 removes one 幺九刻 or all",
        "one: Chinese practice; all: WMO 2006 book",
    ),
    Option(
        "knitted-wait",
        {"counted": NO_CHANGE, "not-counted": Change(settings={"knitted_wait": False})},
        _in(BOTH, "counted"),
        "和牌的那种牌也在组合龙里时,是否计边张、坎张、单钓将",
        "whether 边张, 坎张, 单钓将 count when the kind of the winning tile also lies in 组合龙",
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
        "chicken-without-wildcard",
        {
            "no": NO_CHANGE,
            "yes": Change(settings={"chicken_beside": frozenset({FLOWERS, NO_WILDCARD})}),
        },
        _in(("huopin",), "no"),
        "无财神之外没有别的番时,是否加计无番和",
        "whether 无番和 counts beside 无财神 alone",
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
        "8番场是起和 8 番,还是只加 8",
        "whether the venue 8番场 asks for 8 fans, or only adds 8",
        "not decided by the huopin rules",
    ),
    Option(
        "dealer-doubling",
        {"pair": NO_CHANGE, "winner": Change(settings={"dealer_doubling": "winner"})},
        _in(("huopin",), "pair"),
        "和牌者或付钱者是庄家都翻倍,还是只在和牌者是庄家时翻倍",
        "whether a payment doubles if winner or payer is the dealer, or only if the winner is",
        "pair: 'win or lose, the dealer counts double'; winner: the formula line",
    ),
    Option(
        "bystander-fee",
        {"yes": NO_CHANGE, "no": Change(settings={"bystander_fee": False})},
        _in(("huopin",), "yes"),
        "台费四家都付,还是只由和牌者和付钱者付",
        "whether all four pay the fee, or only the winner and the payers",
        "yes: 'from each player'; no: the formula line",
    ),
    Option(
        "false-win",
        {"30": NO_CHANGE, "40": Change(settings={"false_win": 40})},
        _in(("guobiao",), "30"),
        "错和:罚 30 而其余每家得 10,还是罚 40 而其余不得",
        "a false win: 30 lost and 10 for each other player, or 40 lost and nothing for them",
        "two penalties in use at tournaments",
    ),
)
OPTION_BY_KEY = {option.key: option for option in OPTIONS}


def ruleset(key: str, options: Mapping[str, str] = NOTHING, venue: str | None = None) -> Ruleset:
    """The ruleset of this name (or Chinese or English title), with these options, in this venue.

    OptionError with every name or value that does not exist.

    >>> ruleset("huopin", {"two-concealed-kongs": "8"}).row("双暗杠").value
    8
    """
    titles = {title.lower(): base.key for base in BASES.values() for title in (base.zh, base.en)}
    named = titles.get(key.strip().lower(), key)
    return _ruleset(named, tuple(sorted(options.items())), venue)


@lru_cache(maxsize=512)
def _ruleset(key: str, chosen: tuple[tuple[str, str], ...], venue: str | None) -> Ruleset:
    if key not in BASES:
        raise OptionError([Defect("no-ruleset", {"name": key, "known": tuple(BASES)})])
    wrong = [d for name, value in chosen if (d := _option_defect(key, name, value))]
    hall = None if venue is None else find_venue(venue)
    if venue is not None and hall is None:
        wrong.append(Defect("no-venue", {"name": venue, "known": tuple(VENUES)}))
    if hall is not None and BASES[key].pays != "rooms":
        wrong.append(Defect("venue-not-here", {"name": hall.key, "rules": key}))
    if wrong:
        raise OptionError(wrong)
    said = dict(chosen)
    rules = _apply(BASES[key], CHANGES[key])
    for option in OPTIONS:
        if key in option.defaults:
            rules = _apply(rules, option.values[said.get(option.key, option.default(key))])
    different = {name: value for name, value in chosen if value != OPTION_BY_KEY[name].default(key)}
    minimum = rules.minimum
    if hall is not None:
        minimum = hall.minimum if rules.venue_minimum else None
    return replace(rules, options=different, venue=hall, minimum=minimum)


def _option_defect(key: str, name: str, value: str) -> Defect | None:
    option = OPTION_BY_KEY.get(name)
    here = [other.key for other in OPTIONS if key in other.defaults]
    if option is None:
        return Defect("no-option", {"name": name, "known": tuple(here)})
    if key not in option.defaults:
        return Defect("option-not-here", {"name": name, "rules": key})
    if value not in option.values:
        known = tuple(option.values)
        return Defect("no-option-value", {"name": name, "value": value, "known": known})
    return None


def _apply(rules: Ruleset, change: Change) -> Ruleset:
    if change is NO_CHANGE:
        return rules
    rows = tuple(_changed(row, change) for row in rules.fans if row.zh not in change.leave_out)
    wild = replace(rules.wild, **change.wild)
    return replace(rules, fans=rows, wild=wild, **change.settings)


def _changed(row: Fan, change: Change) -> Fan:
    lose = {change.unexclude.get("*"), change.unexclude.get(row.zh)}
    entries = [entry for entry in row.excludes.split() if entry not in lose]
    entries += change.exclude.get(row.zh, "").split()
    excludes, value = " ".join(entries), change.values.get(row.zh, row.value)
    if (excludes, value) == (row.excludes, row.value):
        return row
    return replace(row, excludes=excludes, value=value)


class Rulesets(Mapping[str, Ruleset]):
    """The rulesets without options, by their keys. Pickled by its own name."""

    def __init__(self) -> None:
        self._rulesets = {key: ruleset(key) for key in BASES}

    def __getitem__(self, key: str) -> Ruleset:
        return self._rulesets[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulesets)

    def __len__(self) -> int:
        return len(self._rulesets)

    def __repr__(self) -> str:
        return f"Rulesets({', '.join(self)})"

    def __reduce__(self) -> str:
        return "RULESETS"


RULESETS = Rulesets()


def find_venue(name: str) -> Venue | None:
    """The venue of this name, in Chinese or English; None when there is none."""
    word = name.strip().lower()
    return next(
        (v for v in VENUES.values() if word in (v.key, v.zh, v.en.lower(), *v.aliases)), None
    )
