"""``mjcalc fans``: the fan table, one fan or several, or a principle."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mjcalc.cli.errors import Mistake
from mjcalc.cli.options import Settings, command, completed_by, whole
from mjcalc.cli.screen import print_result
from mjcalc.i18n import Lang

if TYPE_CHECKING:
    from mjcalc.rules.fans import Fan

EXAMPLES = (
    "mjcalc fans 花龙",
    "mjcalc fans straight",
    "mjcalc fans 88番",
    "mjcalc fans 清龙 花龙",
    "mjcalc fans 不重复",
    "mjcalc fans 70 --rules guobiao",
    "mjcalc fans --format csv",
)
FAN_VALUE = re.compile("([0-9０-９]+) ?(?:番|点|分|fans?|points?)", re.IGNORECASE)
MOST_WORDS = 40  # of a line that may name several fans


@command("fans", EXAMPLES)
@click.argument("name", nargs=-1, shell_complete=completed_by("complete_fan"))
def main(settings: Settings, name: tuple[str, ...]) -> None:
    """Print the table, a list, all about one fan, several side by side, or a principle.

    A list shows the numbers in all rulesets, or in the one that was asked for.
    """
    from mjcalc.report.catalogue import (
        compared_report,
        fan_report,
        fans_report,
        principle_report,
    )
    from mjcalc.rules.examples import find_principle
    from mjcalc.rules.fans import FANS

    ruleset, look, words = settings.ruleset, settings.look, " ".join(" ".join(name).split())
    if (principle := find_principle(words)) is not None:
        print_result(principle_report(principle, look), look.format)
        return
    if several := _several(words):
        print_result(compared_report(several, ruleset, look), look.format)
        return
    found = fans_named(settings, words) if words else FANS
    if len(found) == 1:
        print_result(fan_report(found[0], ruleset, look), look.format)
        return
    source = click.get_current_context().get_parameter_source("rules")
    only = source is not ParameterSource.DEFAULT
    if only and look.format not in ("json", "jsonl"):  # JSON stays as it is
        found = tuple(fan for fan in found if ruleset.row(fan.zh)) or found
    print_result(fans_report(found, ruleset, look, only=only), look.format)


def fans_named(settings: Settings, words: str) -> tuple[Fan, ...]:
    """Return the fans of a number, a value or a name; Mistake with names that are like it."""
    from mjcalc.rules.fans import FANS, find_fans

    ruleset = settings.ruleset
    number = whole(words)
    if number is not None:
        hits = tuple(fan for fan in FANS if ruleset.number(fan) == number)
        if not hits:
            raise Mistake("no-fan-number", rules=ruleset.key, name=words)
        return hits
    if value := FAN_VALUE.fullmatch(words):
        return _fans_of_value(settings, value[1])
    if hits := find_fans(words):
        return hits
    raise _unknown_fan(settings, words)


def fan_named(settings: Settings, words: str) -> Fan:
    """Return the fan of a number or a name; Mistake if it is not one, or part of several names."""
    hits = fans_named(settings, words)
    if len(hits) > 1:
        lang = settings.look.lang
        names = [fan.en if lang is Lang.EN else fan.zh for fan in hits]
        raise Mistake("why-several", name=words, known=names)
    return hits[0]


def _fans_of_value(settings: Settings, digits: str) -> tuple[Fan, ...]:
    """Return the fans of the ruleset with this value."""
    value, rows = whole(digits), settings.ruleset.fans
    hits = tuple(row for row in rows if row.value and row.value == value)
    if not hits:
        values = {row.value for row in rows if row.value}
        known = [str(value) for value in sorted(values, reverse=True)]
        raise Mistake("no-fan-value", rules=settings.ruleset.key, value=digits, known=known)
    return hits


def _unknown_fan(settings: Settings, words: str) -> Mistake:
    """Return the mistake of a name that is not a fan: whose it is, or what is like it."""
    from mjcalc.rules.fans import BY_ZH, FANS
    from mjcalc.rules.foreign import find_foreign

    foreign = find_foreign(words)
    if foreign is None:
        known = [name for fan in FANS for name in (fan.zh, fan.en, *fan.aliases)]
        return Mistake("no-fan", name=words, known=known)
    if foreign.here is None:
        return Mistake("fan-not-here", name=words)
    fan = BY_ZH[foreign.here]
    here = fan.en if settings.look.lang is Lang.EN else fan.zh
    return Mistake("fan-other-name", name=words, fan=here)


def _several(words: str) -> tuple[Fan, ...]:
    """Return the fans that a line names one after the other; nothing for one name or none known.

    Commas and "and" may stand between the names.
    """
    from mjcalc.rules.fans import find_fans

    if find_fans(words) or len(words) > 1000:
        return ()
    parts = [part for part in re.split("[ ,，、]+", words) if part.lower() not in ("", "and", "和")]
    if not 1 < len(parts) <= MOST_WORDS:
        return ()

    @cache
    def named(start: int, end: int) -> Fan | None:
        hits = find_fans(" ".join(parts[start:end]))
        return hits[0] if len(hits) == 1 else None

    fans: list[tuple[Fan, ...] | None] = [()] + [None] * len(parts)
    for end in range(1, len(parts) + 1):
        for start in range(end):  # the longest name that ends here goes first
            before, fan = fans[start], named(start, end)
            if before is not None and fan is not None:
                fans[end] = (*before, fan)
                break
    return tuple(dict.fromkeys(fans[-1] or ()))
