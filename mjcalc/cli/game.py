"""``mjcalc game``: a game sheet, scored deal by deal; or a new sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click
from click.core import ParameterSource

from mjcalc.cli.errors import BadInput, ExitCode, Mistake, as_text, fail_lines
from mjcalc.cli.files import (
    encoding_option,
    files_argument,
    input_paths,
    opened,
    reading,
    unchanged,
)
from mjcalc.cli.options import (
    NAMES_RULESET,
    Settings,
    at_terminal,
    bom_option,
    command,
    help_text,
    no_input,
)
from mjcalc.cli.screen import print_result, tell
from mjcalc.errors import MjcalcError
from mjcalc.i18n import say
from mjcalc.i18n.visible import visible
from mjcalc.report import dumps

if TYPE_CHECKING:
    from mjcalc.sheets.game import Game, SheetRequest
    from mjcalc.sheets.values import Header

EXAMPLES = (
    "mjcalc game examples/friday.game",
    "mjcalc game examples/league.game --explain --lang en",
    "mjcalc game examples/friday.game --format csv --lang zh",
    "mjcalc game --new huopin",
    "mjcalc game - --keep-going --format json < examples/friday.game",
)
LARGEST_SHEET = 1 << 20  # bytes of a sheet: some ten thousand deals


@command("game", EXAMPLES)
@files_argument
@click.option("--new", metavar="huopin|guobiao|wmo", help=help_text("game.--new"), **NAMES_RULESET)
@click.option("--explain", is_flag=True, help=help_text("game.--explain"))
@click.option("--keep-going", is_flag=True, help=help_text("game.--keep-going"))
@bom_option
@encoding_option
def main(
    settings: Settings,
    file: tuple[str, ...],
    new: str | None,
    explain: bool,
    keep_going: bool,
    bom: bool,
    encoding: str | None,
) -> int:
    """Prints the game of a sheet, or all that is wrong with it."""
    if new is not None:
        return print_new(settings, file, new)
    if not file and at_terminal():
        return no_input()
    paths = input_paths(file)
    settings = replace(settings, look=replace(settings.look, bom=bom))
    played = [played_game(path, settings, encoding, keep_going=keep_going) for path in paths]
    games = [(as_text(path), game) for path, game in zip(paths, played, strict=True)]
    if len(games) == 1:
        game = games[0][1]
        if isinstance(game, Refused):
            return fail_lines(game.errors, game.lines, settings.look, game.rules)
        show(game, settings, explain)
        return ExitCode.FAILED if game.bad else ExitCode.OK
    return show_several(games, settings, explain)


class Refused(NamedTuple):
    """A sheet that cannot be used: everything that is wrong with it, its lines, its rules."""

    errors: tuple[MjcalcError, ...]
    lines: Sequence[str]
    rules: str


def played_game(
    path: str, settings: Settings, encoding: str | None, *, keep_going: bool
) -> Game | Refused:
    """Return the game of a sheet, or the errors that prevent it."""
    from mjcalc.rules.rulesets import find_ruleset
    from mjcalc.sheets.game import play
    from mjcalc.sheets.reader import BadSheet, decoded, read_sheet

    content = content_of(path, encoding)
    sheet = read_sheet(content.decode("utf-8", "replace"))
    try:
        sheet = read_sheet(decoded(content))
        return play(sheet, sheet_request(settings, sheet.header), keep_going=keep_going)
    except BadSheet as bad:
        rules = find_ruleset(sheet.header.rules or "") or settings.rules
        return Refused(bad.errors, sheet.lines, rules)


def show_several(
    games: Sequence[tuple[str, Game | Refused]], settings: Settings, explain: bool
) -> int:
    """Print several games, each with its file, or all that is wrong; return the exit code."""
    from mjcalc.report.errors import bad_json
    from mjcalc.report.games import game_json, games_text

    look = settings.look
    refused = [(file, game) for file, game in games if isinstance(game, Refused)]
    played = [(file, game) for file, game in games if not isinstance(game, Refused)]
    if look.format in ("json", "jsonl"):
        objects = [
            (file, bad_json(bad.errors, bad.lines, bad.rules, look.lang)) for file, bad in refused
        ] or [(file, game_json(game, look, explain=explain)) for file, game in played]
        values = [{"schema": each.pop("schema"), "file": file, **each} for file, each in objects]
        text = dumps(values) if look.format == "json" else "\n".join(map(dumps, values))
        print_result(text, look.format)
    elif not refused:
        print_result(look.start + games_text(played, look, explain=explain), look.format)
    for file, bad in refused:
        fail_lines(bad.errors, bad.lines, look, file=file)
    if refused:
        return ExitCode.UNUSABLE
    for file, game in played:
        tell_about(game, settings, file)
    return ExitCode.FAILED if any(game.bad for _, game in played) else ExitCode.OK


def content_of(path: str, encoding: str | None = None) -> bytes:
    """Return the content of a file or of standard input, in UTF-8."""
    with opened(path, encoding) as stream, unchanged(stream, path), reading(path):
        content = stream.read(LARGEST_SHEET + 1)
    if len(content) > LARGEST_SHEET:
        raise BadInput("sheet-too-large", path=path, limit=LARGEST_SHEET)
    return content


def sheet_request(settings: Settings, header: Header) -> SheetRequest:
    """What the command line asks of the sheet, and the settings files for what it does not say.

    The environment and the settings files never say by which rules a sheet is scored.
    """
    from mjcalc.rules.rulesets import BASES, find_ruleset
    from mjcalc.sheets.game import SheetRequest
    from mjcalc.sheets.terms import SHEET_FORMS

    source = click.get_current_context().get_parameter_source("rules")
    rules = settings.rules if source is ParameterSource.COMMANDLINE else None
    asked = SheetRequest(rules, settings.options, settings.venue)
    key = find_ruleset(header.rules or rules or "")
    if key is None:
        return asked
    file = settings.file
    options = {
        name: value for name, value in file.options_for(key).items() if name not in header.options
    }
    asked = replace(asked, options={**options, **asked.options})
    if not SHEET_FORMS[BASES[key].pays].headers:
        return asked
    room, fee = file.value("room", key), file.value("fee", key)
    return replace(
        asked,
        venue=asked.venue or (file.value("venue", key) if header.venue is None else None),
        room=None if room is None else int(room),
        fee=None if fee is None else int(fee),
    )


def show(played: Game, settings: Settings, explain: bool) -> None:
    """Prints a game: the result on stdout, notes and deals that were left out on stderr."""
    from mjcalc.report.games import game_json, game_text

    look = settings.look
    if look.format in ("json", "jsonl"):
        print_result(dumps(game_json(played, look, explain=explain)), look.format)
    else:
        print_result(look.start + game_text(played, look, explain=explain), look.format)
    tell_about(played, settings)


def tell_about(played: Game, settings: Settings, file: str | None = None) -> None:
    """Report the deals that were left out, and notes; with the name of one file of several."""
    from mjcalc.report.games import game_notes

    look = settings.look
    if played.bad:
        fail_lines(played.bad, played.sheet.lines, look, file=file)
    if not look.quiet:
        where = "" if file is None else f"{visible(file)}: "
        for note in [*environment(played, settings), *game_notes(played, look)]:
            tell(where + note)


def environment(played: Game, settings: Settings) -> list[str]:
    """That the environment asks for other rules than the sheet, if it does."""
    source = click.get_current_context().get_parameter_source("rules")
    said = played.rules.key
    if source is not ParameterSource.ENVIRONMENT or settings.rules == said:
        return []
    return [say("game.environment", settings.look.lang, said=said, asked=settings.rules)]


def print_new(settings: Settings, file: Sequence[str], new: str) -> int:
    """Prints a new sheet for these rules."""
    from mjcalc.report.skeletons import skeleton
    from mjcalc.rules.rulesets import RULESETS

    if file:
        raise Mistake("new-and-file", path=file[0])
    if new not in RULESETS:
        raise Mistake("no-skeleton", value=new, known=tuple(RULESETS))
    print_result(skeleton(new, settings.look.lang), "table")
    return 0
