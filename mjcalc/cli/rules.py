"""``mjcalc rules``: the rulesets and their options, or the difference of two."""

from __future__ import annotations

import click

from mjcalc.cli.frame import Settings, command

EXAMPLES = ("mjcalc rules", "mjcalc rules guobiao", "mjcalc rules guobiao huopin")


@command("rules", EXAMPLES)
@click.argument("one", required=False, metavar="[A]")
@click.argument("two", required=False, metavar="[B]")
def rules(settings: Settings, one: str | None, two: str | None) -> None:
    """Prints all rulesets, one, or what differs between two."""
    from mjcalc.report.catalogue import difference_report, rules_report
    from mjcalc.rules.rulesets import RULESETS, ruleset

    look = settings.look
    named = [ruleset(name) for name in (one, two) if name is not None]
    if len(named) == 2:
        click.echo(difference_report(named[0], named[1], look))
    else:
        click.echo(rules_report(named or list(RULESETS.values()), look))
