"""``mjcalc league``: the standing of all players over many game sheets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mjcalc.cli.errors import ExitCode, Mistake, complain, fail_lines
from mjcalc.cli.files import encoding_option
from mjcalc.cli.game import content_of, sheet_request
from mjcalc.cli.options import FILE_NAME, Settings, choice_option, command, help_text, no_input
from mjcalc.cli.screen import print_result, tell
from mjcalc.i18n import say
from mjcalc.report import dumps

if TYPE_CHECKING:
    from mjcalc.sheets.game import Game

EXAMPLES = (
    "mjcalc league examples/league.game",
    "mjcalc league examples/league.game --format csv --table sheets",
    "mjcalc league examples/league.game --format json",
)
SHEET_ENDING = ".game"


@command("league", EXAMPLES)
@click.argument("file", nargs=-1, metavar="SHEET...", **FILE_NAME)
@choice_option(
    "--table",
    known=("standing", "sheets"),
    default="standing",
    help=help_text("league.--table"),
)
@click.option("--keep-going", is_flag=True, help=help_text("league.--keep-going"))
@encoding_option
def main(
    settings: Settings, file: tuple[str, ...], table: str, keep_going: bool, encoding: str | None
) -> int:
    """Print the standing of all sheets, or everything that is wrong with them."""
    from mjcalc.report.league import league_json, league_text
    from mjcalc.sheets.league import league

    if not file:
        return no_input()
    games = read_games(sheet_paths(file, settings), settings, keep_going, encoding)
    if games is None:
        return ExitCode.UNUSABLE
    standing, look = league(games), settings.look
    if look.format in ("json", "jsonl"):
        print_result(dumps(league_json(standing)), look.format)
    else:
        print_result(league_text(standing, look, by_sheet=table == "sheets"), look.format)
    return ExitCode.FAILED if any(game.bad for game in games.values()) else ExitCode.OK


def sheet_paths(named: Sequence[str], settings: Settings) -> list[str]:
    """Return the sheets that were named, and those in the folders that were named, each once."""
    paths: dict[Path, str] = {}
    for name in named:
        for path in _sheets_in(name, settings) if Path(name).is_dir() else [name]:
            known = paths.setdefault(Path(path).resolve(), path)
            if known is not path and not settings.look.quiet:
                tell(say("league-same-name", settings.look.lang, path=path))
    return list(paths.values())


def _sheets_in(folder: str, settings: Settings) -> list[str]:
    """Return the sheets of a folder and its subfolders; raise Mistake if it holds no sheets."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    sheets = [str(path) for path in files if path.suffix == SHEET_ENDING]
    if not sheets:
        raise Mistake("league-no-sheet", path=folder)
    left = len(files) - len(sheets)
    if left and not settings.look.quiet:
        tell(say("league-files-left", settings.look.lang, path=folder, count=left))
    return sheets


def read_games(
    paths: Sequence[str], settings: Settings, keep_going: bool, encoding: str | None = None
) -> dict[str, Game] | None:
    """Return the game of every sheet; None when one of them cannot be used. Report all errors."""
    from mjcalc.sheets.game import play
    from mjcalc.sheets.reader import BadSheet, decoded, read_sheet

    games: dict[str, Game] = {}
    unusable = False
    for path in paths:
        lines: Sequence[str] = ()
        try:
            content = content_of(path, encoding)
            lines = content.decode("utf-8", "replace").splitlines()
            sheet = read_sheet(decoded(content))
            game = play(sheet, sheet_request(settings, sheet.header), keep_going=keep_going)
            if game.bad:
                fail_lines(game.bad, sheet.lines, settings.look, file=path)
            games[path] = game
        except BadSheet as bad:
            unusable = True
            fail_lines(bad.errors, lines, settings.look, file=path)
        except Mistake as error:
            unusable = True
            complain(error, settings.look.lang)
    return None if unusable else games
