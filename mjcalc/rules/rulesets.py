"""The rulesets and their options: which rows count, at what value, and what else differs.

国标 is the table as it stands; 火拼 is 国标 with named changes; an option is a change too; WMO is a
variant, 国标 with other defaults of its options. A change is data: no code depends on which
ruleset it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from mjcalc.errors import Defect, OptionError
from mjcalc.hand.kinds import ANY_WILD, WildPolicy
from mjcalc.rules.fans import FANS, FLOWER_TILES, NO_WILDCARD, Fan
from mjcalc.rules.options import BASIC_OPTIONS, NO_CHANGE, Change, DealerDoubling, Option

NO_CHOICES: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Variant:
    """A ruleset that is another one, ``of``, with these defaults instead of the other's."""

    of: str
    defaults: Mapping[str, str]


class Scheme(StrEnum):
    """How a win is paid: coins in rooms (火拼), or points (国标)."""

    ROOMS = "rooms"
    POINTS = "points"


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

    ``options`` are those that are not at their default. ``chicken_beside`` names the fans beside
    which 无番和 still counts. ``aliases`` are further titles.

    >>> ruleset("MCR", {"false-win": "40"})
    ruleset('guobiao', {'false-win': '40'})
    """

    key: str
    zh: str
    en: str
    fans: tuple[Fan, ...]
    pays: Scheme
    minimum: int | None
    wild: WildPolicy
    options: Mapping[str, str] = field(default_factory=dict)
    venue: Venue | None = None
    chicken_beside: frozenset[str] = frozenset({FLOWER_TILES})
    knitted_wait: bool = True
    exhausted_wait: bool = True
    venue_minimum: bool = True
    dealer_doubling: DealerDoubling = DealerDoubling.PAIR
    bystander_fee: bool = True
    false_win: int = 30
    aliases: tuple[str, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Needed for every hand that is scored, so worked out once.
        own_hash = hash((self.key, self.venue, frozenset(self.options.items())))
        object.__setattr__(self, "_hash", own_hash)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        """Return the key of the ruleset."""
        return self.key

    def __repr__(self) -> str:
        """Return the call of :func:`ruleset` that makes it, if one does."""
        recipe = self.recipe()
        if recipe is None:
            return f"<Ruleset {self.key}: {len(self.fans)} fans>"
        key, options, venue = recipe
        arguments = [key, options, venue] if venue else [key, options] if options else [key]
        return f"ruleset({', '.join(map(repr, arguments))})"

    @property
    def titles(self) -> tuple[str, ...]:
        """Every name of the ruleset."""
        return (self.key, self.zh, self.en, *self.aliases)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what :func:`ruleset` returns by its name, any other by its fields."""
        recipe = self.recipe()
        if recipe is not None:
            return ruleset, recipe
        given = (field.name for field in fields(self) if field.init)
        return type(self), tuple(getattr(self, name) for name in given)

    def recipe(self) -> tuple[str, dict[str, str], str | None] | None:
        """Return the arguments of :func:`ruleset` that make it; None for rules of one's own."""
        venue = None if self.venue is None else self.venue.key
        with suppress(OptionError):
            if self == ruleset(self.key, self.options, venue):
                return self.key, dict(self.options), venue
        return None

    def number(self, fan: Fan) -> int | None:
        """Return the fan's place in the list; None outside the numbering or the ruleset."""
        return _numbers(self).get(fan.zh)

    def row(self, zh: str) -> Fan | None:
        """Return the row of this fan, with this ruleset's value and exclusions."""
        return next((row for row in self.fans if row.zh == zh), None)

    def with_options(self, options: Mapping[str, str]) -> Ruleset:
        """Return these rules with other options; OptionError names each that does not fit."""
        merged = {**self.options, **options}
        return ruleset(self.key, merged, self.venue.key if self.venue else None)

    def with_venue(self, venue: str) -> Ruleset:
        """Return these rules in this venue, which sets the minimum; OptionError if unknown."""
        return ruleset(self.key, self.options, venue)


@lru_cache(maxsize=512)
def _numbers(rules: Ruleset) -> Mapping[str, int]:
    """Return the numbers of the rows that have one."""
    numbered = [row.zh for row in rules.fans if row.numbered]
    return {zh: place + 1 for place, zh in enumerate(numbered)}


WITHOUT_WILDCARDS = tuple(row for row in FANS if row.zh not in (NO_WILDCARD, "(明杠)"))
GUOBIAO = Ruleset(
    "guobiao", "国标", "MCR", WITHOUT_WILDCARDS, Scheme.POINTS, 8, WildPolicy(allowed=False)
)
# The rulesets without options: what ``ruleset`` starts from.
BASES = {
    "guobiao": GUOBIAO,
    "huopin": Ruleset("huopin", "火拼", "Huopin", FANS, Scheme.ROOMS, None, WildPolicy()),
    "wmo": replace(GUOBIAO, key="wmo", zh="世界麻将组织", en="WMO", aliases=("Green Book",)),
}
RULESET_KEYS = {title.casefold(): key for key, base in BASES.items() for title in base.titles}
VARIANTS = {
    "wmo": Variant(
        "guobiao",
        {
            "concealed-self-draw": "fully-concealed",
            "two-concealed-kongs": "8",
            "mixed-kongs": "6",
            "terminals-double-pung": "counted",
            "green-half-flush": "counted",
            "nine-gates-pung": "all",
            "kong-concealment": "counted",
        },
    ),
}


def _with_variants(option: Option) -> Option:
    """Return the option with the defaults of the variants of the rulesets that have it."""
    defaults = {
        key: variant.defaults.get(option.key, option.defaults[variant.of])
        for key, variant in VARIANTS.items()
        if variant.of in option.defaults
    }
    return replace(option, defaults={**option.defaults, **defaults})


OPTIONS = tuple(map(_with_variants, BASIC_OPTIONS))
OPTION_BY_KEY = {option.key: option for option in OPTIONS}


def find_ruleset(name: str) -> str | None:
    """Return the key of the ruleset of this key or title, in any case; None if unknown.

    >>> find_ruleset("green book"), find_ruleset("国标"), find_ruleset("MCR")
    ('wmo', 'guobiao', 'guobiao')
    """
    return RULESET_KEYS.get(" ".join(name.split()).casefold())


def ruleset(key: str, options: Mapping[str, str] = NO_CHOICES, venue: str | None = None) -> Ruleset:
    """Return the ruleset of this key or title, with these options, in this venue.

    Raises OptionError with every name or value that does not exist.

    >>> ruleset("huopin", {"two-concealed-kongs": "8"}).row("双暗杠").value
    8
    """
    return _ruleset(find_ruleset(key) or key, tuple(sorted(options.items())), venue)


@lru_cache(maxsize=512)
def _ruleset(key: str, chosen: tuple[tuple[str, str], ...], venue: str | None) -> Ruleset:
    if key not in BASES:
        raise OptionError([Defect("no-ruleset", {"name": key, "known": tuple(BASES)})])
    wrong = [d for name, value in chosen if (d := _option_defect(key, name, value))]
    hall = None if venue is None else find_venue(venue)
    if venue is not None and hall is None:
        wrong.append(Defect("no-venue", {"name": venue, "known": tuple(VENUES)}))
    if hall is not None and BASES[key].pays is not Scheme.ROOMS:
        wrong.append(Defect("venue-not-here", {"name": hall.key, "rules": key}))
    if wrong:
        raise OptionError(wrong)
    values, rules = dict(chosen), BASES[key]
    for option in OPTIONS:
        if key in option.defaults:
            rules = _apply(rules, option.values[values.get(option.key, option.default(key))])
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
    lose = f"{change.unexclude.get('*', '')} {change.unexclude.get(row.zh, '')}".split()
    entries = [entry for entry in row.excludes.split() if entry not in lose]
    entries += change.exclude.get(row.zh, "").split()
    excludes, value = " ".join(entries), change.values.get(row.zh, row.value)
    if (excludes, value) == (row.excludes, row.value):
        return row
    return replace(row, excludes=excludes, value=value)


class Rulesets(Mapping[str, Ruleset]):
    """The rulesets without options, by their keys, each made when it is asked for.

    Pickled by its own name.
    """

    def __getitem__(self, key: str) -> Ruleset:
        if key not in BASES:
            raise KeyError(key)
        return ruleset(key)

    def __iter__(self) -> Iterator[str]:
        return iter(BASES)

    def __len__(self) -> int:
        return len(BASES)

    def __repr__(self) -> str:
        return f"Rulesets({', '.join(self)})"

    def __reduce__(self) -> str:
        return "RULESETS"


RULESETS = Rulesets()


def as_ruleset(rules: str | Ruleset) -> Ruleset:
    """Return the ruleset of this name, or the ruleset itself; OptionError for an unknown name."""
    return ruleset(rules) if isinstance(rules, str) else rules


def wild_policy(rules: str | Ruleset | WildPolicy | None) -> WildPolicy:
    """Return what rules say about wildcards; without rules, hands may have them."""
    if isinstance(rules, WildPolicy):
        return rules
    return ANY_WILD if rules is None else as_ruleset(rules).wild


def find_venue(name: str) -> Venue | None:
    """Return the venue of this name, in Chinese or English; None if unknown."""
    word = name.strip().lower()
    return next(
        (v for v in VENUES.values() if word in (v.key, v.zh, v.en.lower(), *v.aliases)), None
    )
