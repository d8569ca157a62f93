"""``mjcalc game``: a game sheet, scored deal by deal; or a new sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from mjcalc.cli.errors import BadInput, Mistake, fail_lines
from mjcalc.cli.files import encoding_option, opened, reading, unchanged
from mjcalc.cli.options import (
    FILE_NAME,
    NAMES_RULESET,
    Settings,
    at_terminal,
    bom_option,
    command,
    help_text,
    no_input,
)
from mjcalc.cli.screen import print_result, tell
from mjcalc.i18n import say
from mjcalc.report import dumps

if TYPE_CHECKING:
    from mjcalc.sheets.game import Game, SheetRequest
    from mjcalc.sheets.values import BadSheet, Sheet

EXAMPLES = (
    "mjcalc game examples/friday.game",
    "mjcalc game examples/league.game --explain --lang en",
    "mjcalc game examples/friday.game --format csv --lang zh",
    "mjcalc game --new huopin",
    "mjcalc game - --keep-going --format json < examples/friday.game",
)
LARGEST_SHEET = 1 << 20  # bytes of a sheet: some ten thousand deals


@command("game", EXAMPLES)
@click.argument("file", required=False, **FILE_NAME)
@click.option("--new", metavar="huopin|guobiao|wmo", help=help_text("game.--new"), **NAMES_RULESET)
@click.option("--explain", is_flag=True, help=help_text("game.--explain"))
@click.option("--keep-going", is_flag=True, help=help_text("game.--keep-going"))
@bom_option
@encoding_option
def main(
    settings: Settings,
    file: str | None,
    new: str | None,
    explain: bool,
    keep_going: bool,
    bom: bool,
    encoding: str | None,
) -> int:
    """Prints the game of a sheet, or all that is wrong with it."""
    if new is not None:
        return print_new(settings, file, new)
    if file is None and at_terminal():
        return no_input()
    from mjcalc.sheets.game import play
    from mjcalc.sheets.reader import BadSheet, decoded, read_sheet

    content = content_of("-" if file is None else file, encoding)
    try:
        sheet = read_sheet(decoded(content))
    except BadSheet as bad:
        return refuse_sheet(bad, read_sheet(content.decode("utf-8", "replace")), settings)
    try:
        played = play(sheet, sheet_request(settings), keep_going=keep_going)
    except BadSheet as bad:
        return refuse_sheet(bad, sheet, settings)
    show(played, replace(settings, look=replace(settings.look, bom=bom)), explain)
    return int(bool(played.bad))


def content_of(path: str, encoding: str | None = None) -> bytes:
    """Return the content of a file or of standard input, in UTF-8."""
    with opened(path, encoding) as stream, unchanged(stream, path), reading(path):
        content = stream.read(LARGEST_SHEET + 1)
    if len(content) > LARGEST_SHEET:
        raise BadInput("sheet-too-large", path=path, limit=LARGEST_SHEET)
    return content


def sheet_request(settings: Settings) -> SheetRequest:
    """What the command line asks of the sheet; the environment only fills no gaps in it."""
    from mjcalc.sheets.game import SheetRequest

    source = click.get_current_context().get_parameter_source("rules")
    rules = settings.rules if source is ParameterSource.COMMANDLINE else None
    return SheetRequest(rules, settings.options, settings.venue)


def show(played: Game, settings: Settings, explain: bool) -> None:
    """Prints a game: the result on stdout, notes and deals that were left out on stderr."""
    from mjcalc.report.games import game_json, game_notes, game_text

    look = settings.look
    if look.format in ("json", "jsonl"):
        print_result(dumps(game_json(played, look, explain=explain)), look.format)
    else:
        print_result(look.start + game_text(played, look, explain=explain), look.format)
    if played.bad:
        fail_lines(played.bad, played.sheet.lines, look)
    if not look.quiet:
        for note in [*environment(played, settings), *game_notes(played, look)]:
            tell(note)


def environment(played: Game, settings: Settings) -> list[str]:
    """That the environment asks for other rules than the sheet, if it does."""
    source = click.get_current_context().get_parameter_source("rules")
    said = played.rules.key
    if source is not ParameterSource.ENVIRONMENT or settings.rules == said:
        return []
    return [say("game.environment", settings.look.lang, said=said, asked=settings.rules)]


def refuse_sheet(bad: BadSheet, sheet: Sheet, settings: Settings) -> int:
    """Report everything that is wrong with a sheet; return the exit code."""
    from mjcalc.rules.rulesets import find_ruleset

    rules = find_ruleset(sheet.header.rules or "") or settings.rules
    return fail_lines(bad.errors, sheet.lines, settings.look, rules)


def print_new(settings: Settings, file: str | None, new: str) -> int:
    """Prints a new sheet for these rules."""
    from mjcalc.report.skeletons import skeleton
    from mjcalc.rules.rulesets import RULESETS

    if file is not None:
        raise Mistake("new-and-file", path=file)
    if new not in RULESETS:
        raise Mistake("no-skeleton", value=new, known=tuple(RULESETS))
    print_result(skeleton(new, settings.look.lang), "table")
    return 0
