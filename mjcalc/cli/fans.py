"""``mjcalc fans``: the fan table, or one fan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mjcalc.cli.options import Mistake, Settings, command, whole
from mjcalc.cli.screen import print_result

if TYPE_CHECKING:
    from mjcalc.rules.fans import Fan

EXAMPLES = (
    "mjcalc fans 花龙",
    "mjcalc fans straight",
    "mjcalc fans 70 --rules guobiao",
    "mjcalc fans --rules huopin",
    "mjcalc fans --format csv",
)


@command("fans", EXAMPLES)
@click.argument("name", nargs=-1)
def fans(settings: Settings, name: tuple[str, ...]) -> None:
    """Prints the table, a list of hits, or all about one fan.

    A list is of all rulesets, or of the one that was asked for.
    """
    from mjcalc.report.catalogue import fan_report, fans_report
    from mjcalc.rules.fans import FANS

    ruleset, look, wanted = settings.ruleset, settings.look, " ".join(name)
    found = _found(settings, wanted) if wanted.strip() else FANS
    if len(found) == 1:
        print_result(fan_report(found[0], ruleset, look), look.format)
        return
    asked = click.get_current_context().get_parameter_source("rules")
    only = asked in (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    if only and look.format not in ("json", "jsonl"):  # JSON stays as it is
        found = tuple(fan for fan in found if ruleset.row(fan.zh)) or found
    print_result(fans_report(found, ruleset, look, only=only), look.format)


def _found(settings: Settings, wanted: str) -> tuple[Fan, ...]:
    """The fans of a number in the ruleset, or of a name; Mistake with names that are like it."""
    from mjcalc.rules.fans import FANS, find_fans

    ruleset = settings.ruleset
    number = whole(wanted)
    if number is not None:
        hits = tuple(fan for fan in FANS if ruleset.number(fan) == number)
        if not hits:
            raise Mistake("no-fan-number", rules=ruleset.key, name=wanted)
        return hits
    if hits := find_fans(wanted):
        return hits
    known = [name for fan in FANS for name in (fan.zh, fan.en, *fan.aliases)]
    raise Mistake("no-fan", name=wanted, known=known)
