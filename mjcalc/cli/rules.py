"""``mjcalc rules``: the rulesets and their options, or the difference of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mjcalc.cli.errors import Mistake
from mjcalc.cli.options import NAMES_RULESET, Settings, command
from mjcalc.cli.screen import print_result
from mjcalc.errors import Defect, OptionError

if TYPE_CHECKING:
    from mjcalc.rules.rulesets import Ruleset

EXAMPLES = (
    "mjcalc rules",
    "mjcalc rules guobiao",
    "mjcalc rules guobiao huopin",
    "mjcalc rules wmo guobiao",
    "mjcalc rules --option mixed-kongs=6 --venue 8fan",
)


@command("rules", EXAMPLES)
@click.argument("one", required=False, metavar="[A]", **NAMES_RULESET)
@click.argument("two", required=False, metavar="[B]", **NAMES_RULESET)
def main(settings: Settings, one: str | None, two: str | None) -> None:
    """Print all rulesets, one, or what differs between two; with the options that are given."""
    from mjcalc.report.catalogue import difference_report, rules_report
    from mjcalc.rules.rulesets import RULESETS

    look = settings.look
    shown = shown_rulesets([name for name in (one, two) if name is not None], settings)
    if len(shown) == 2:
        text = difference_report(shown[0], shown[1], look)
    else:
        text = rules_report(shown or list(RULESETS.values()), look)
    if text:  # equal rulesets print nothing as JSON
        print_result(text, look.format)


def shown_rulesets(names: list[str], settings: Settings) -> list[Ruleset]:
    """Return the rulesets named, or those that options are given for; OptionError for faults."""
    from mjcalc.rules.rulesets import ruleset

    source = click.get_current_context().get_parameter_source("rules")
    named = source is ParameterSource.COMMANDLINE
    if named and names not in ([], [settings.rules]):
        raise Mistake("rules-twice", one=names[0], other=settings.rules)
    if named or (not names and (settings.options or settings.venue is not None)):
        names = [settings.rules]
    found: list[Ruleset] = []
    wrong: dict[object, Defect] = {}
    for name in names:
        try:
            found.append(ruleset(name, settings.options, settings.venue))
        except OptionError as error:
            for defect in error.defects:  # what neither of two rulesets knows is reported once
                wrong.setdefault(
                    (defect.key, defect.fields["name"], defect.fields.get("rules")), defect
                )
    if wrong:
        raise OptionError(wrong.values())
    return found
