"""``mjcalc settle``: who pays whom for one deal, or whose bird it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from mjcalc.cli.errors import ExitCode, fail
from mjcalc.cli.options import Settings, command, completed_by, help_text, no_input, notation_option
from mjcalc.cli.screen import print_result, tell
from mjcalc.i18n import say
from mjcalc.report import dumps

if TYPE_CHECKING:
    pass

EXAMPLES = (
    "mjcalc settle 东家 自摸 25番 庄家东 鸟3饼 8番场 房间200 台费20 --explain",
    "mjcalc settle S from E 12 fans dealer E bird 3p venue 8fan room 200 fee 20",
    "mjcalc settle --base 10 --tsumo --winner E --room 200 --fee 20",
    "mjcalc settle --venue 8fan --fans 12 --winner S --from E --dealer E --bird 3p "
    "--room 200 --fee 20",
    "mjcalc settle --venue 大众场 --hand '123m456p789s EEE 55z +win:5z' --winner 东 --tsumo "
    "--dealer 东 --bird 北 --room 200 --fee 20",
    "mjcalc settle --rules guobiao --fans 27 --winner W --from N",
    "mjcalc settle --escape N --penalty 6000 --compensation 2000",
    "mjcalc settle --rules guobiao --false-win S",
    "mjcalc settle --draw --fee 20",
    "mjcalc settle --bird 北 --dealer S",
)
SEAT_LETTERS = "E|S|W|N"
METAVARS = {
    "winner": SEAT_LETTERS, "from": SEAT_LETTERS, "tsumo": None, "fans": "F", "hand": "HAND",
    "base": "X", "dealer": SEAT_LETTERS, "bird": "TILE", "room": "N", "fee": "A", "draw": None,
    "escape": SEAT_LETTERS, "penalty": "COINS", "compensation": "COINS", "false-win": SEAT_LETTERS,
}  # fmt: skip


def deal_options(function: Any) -> Any:
    """The options that say what happened, each as typed, by their names."""
    for name, metavar in reversed(METAVARS.items()):
        help = help_text(f"settle.--{name}")
        how: dict[str, Any] = {"metavar": metavar} if metavar else {"is_flag": True}
        if metavar == SEAT_LETTERS:
            how["shell_complete"] = completed_by("complete_seat")
        function = click.option(f"--{name}", name.replace("-", "_"), help=help, **how)(function)
    return function


@command("settle", EXAMPLES)
@click.argument("words", nargs=-1)
@deal_options
@click.option("--explain", is_flag=True, help=help_text("settle.--explain"))
@click.option("--check", is_flag=True, help=help_text("--check"))
@notation_option
def main(
    settings: Settings,
    words: tuple[str, ...],
    explain: bool,
    check: bool,
    notation: str | None,
    **options: Any,
) -> int:
    """Print the payments of the deal, or everything that is wrong with it."""
    from mjcalc.cli.settle_options import SettleErrors
    from mjcalc.cli.settle_words import with_dealer, with_words

    values = {name: options[name.replace("-", "_")] for name in METAVARS}
    if not words and not any(value not in (None, False) for value in values.values()):
        return no_input()
    try:
        if words:
            values, venue = with_words(values, " ".join(words), settings.venue)
            settings = replace(settings, venue=venue)
        if values["hand"] is not None:
            values["notation"] = notation
        text = settlement_text(with_dealer(values), settings, explain=explain)
    except SettleErrors as refused:
        below = all(error.code == "below-minimum" for error in refused.errors)
        text = refused.text or values["hand"] or ""
        code = fail(refused.errors, text, settings.look, settings.rules)
        return ExitCode.BELOW_MINIMUM if check and below else code
    print_result(text, settings.look.format)
    if values.get("fan-names") and not settings.look.quiet:
        tell(say("settle.fan-names", settings.look.lang, names=values["fan-names"]))
    return ExitCode.OK


def settlement_text(values: Mapping[str, Any], settings: Settings, *, explain: bool) -> str:
    """Return the payments or the seat of the bird as text; SettleErrors for defects."""
    from mjcalc.cli.settle_options import bird_alone, bird_of, settlement
    from mjcalc.report.payments import bird_text, payments_json, payments_text

    look = settings.look
    if bird_alone(values):
        return bird_text(*bird_of(values, settings), settings.rules, look)
    done = settlement(values, settings)
    if look.format in ("json", "jsonl"):
        return dumps(payments_json(done.paid, done.rules, done.deal if explain else None))
    return payments_text(done.paid, done.deal, done.rules, look, done.score, explain=explain)
