"""The standing of a league as tables, CSV and JSON (schema 1)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from mjcalc.i18n import say
from mjcalc.report import Look
from mjcalc.report.games import points_number, uneven_text
from mjcalc.report.scores import SCHEMA, fans_json
from mjcalc.report.tables import Cell, Row, table
from mjcalc.sheets.league import BestHand, League, LeagueRow
from mjcalc.tiles import Wind

STANDING_COLUMNS = (
    "rank", "player", "table_points", "total", "games", "deals", "wins", "self_drawn", "dealt_in",
    "best", "best_file", "best_line",
)  # fmt: skip
RESULT_COLUMNS = ("file", "player", "seat", "total", "table_points")


def league_text(league: League, look: Look, *, by_sheet: bool = False) -> str:
    """Return the league in a format that is not JSON.

    CSV and TSV hold one table: the standing, or with ``by_sheet`` a row for each player and sheet.
    """
    if look.format in ("csv", "tsv"):
        rows = _result_rows(league) if by_sheet else _standing_rows(league)
        header = RESULT_COLUMNS if by_sheet else STANDING_COLUMNS
        return table(header, list(rows), look.format)
    blocks = [_ranking_table(league, look), say("league.sheets", look.lang)]
    blocks += [_sheets_table(league, look), *_sheet_sums(league, look)]
    return "\n\n".join(blocks)


def _ranking_table(league: League, look: Look) -> str:
    has_points = any(row.table_points is not None for row in league.standing)
    keys = ["game.rank", "game.player", *["game.table_points"] * has_points, "game.total"]
    keys += [
        f"league.{key}" for key in ("games", "deals", "wins", "self_drawn", "dealt_in", "best")
    ]
    rows: list[Row] = []
    for row in league.standing:
        points: list[Cell] = [_points(row.table_points)] * has_points
        counts = [row.total, row.games, row.deals, row.wins, row.self_drawn, row.dealt_in]
        rows.append([row.rank, row.player, *points, *counts, _best(row.best, look)])
    return table([say(key, look.lang) for key in keys], rows, look.format)


def _best(best: BestHand | None, look: Look) -> str:
    if best is None:
        return ""
    fields = {"total": best.deal.total, "path": best.file, "line": best.deal.line}
    return say("league.hand", look.lang, **fields)


def _points(points: Fraction | None) -> str:
    return "" if points is None else str(points_number(points))


def _sheets_table(league: League, look: Look) -> str:
    """A row for each sheet and a column for each player; empty where a player was absent."""
    header = [say("league.sheet", look.lang), *(row.player for row in league.standing)]
    rows: list[Row] = []
    for file in league.games:
        cells: list[Cell] = [file]
        for row in league.standing:
            results = [result for result in row.results if result.file == file]
            shown = (
                result.total if result.table_points is None else _points(result.table_points)
                for result in results
            )
            cells.append(next(shown, ""))
        rows.append(cells)
    return table(header, rows, look.format)


def _sheet_sums(league: League, look: Look) -> Iterator[str]:
    """That every table sums to zero, or for each that does not why."""
    uneven = [(file, game) for file, game in league.games.items() if game.sum]
    if uneven:
        yield "\n".join(f"{file}: {uneven_text(game, look.lang)}" for file, game in uneven)
    elif not look.quiet:
        yield say("league.sums-to-zero", look.lang)


def _standing_rows(league: League) -> Iterator[Row]:
    for row in league.standing:
        best: tuple[Cell, ...] = (None, None, None)
        if row.best is not None:
            best = row.best.deal.total, row.best.file, row.best.deal.line
        yield [
            row.rank, row.player, _points(row.table_points), row.total, row.games, row.deals,
            row.wins, row.self_drawn, row.dealt_in, *best,
        ]  # fmt: skip


def _result_rows(league: League) -> Iterator[Row]:
    for file in league.games:
        for row in league.standing:
            for result in row.results:
                if result.file == file:
                    points = _points(result.table_points)
                    yield [file, row.player, result.seat.name, result.total, points]


def league_json(league: League) -> dict[str, Any]:
    """Return the JSON object of a league."""
    rules = sorted({game.rules.key for game in league.games.values()})
    return {
        "schema": SCHEMA,
        "rules": rules[0] if len(rules) == 1 else rules,
        "sheets": [
            {
                "file": file,
                "players": {seat.name: game.name(seat) for seat in Wind},
                "deals": game.played,
                "totals": {seat.name: game.totals[seat] for seat in Wind},
                "sum": game.sum,
            }
            for file, game in league.games.items()
        ],
        "standing": [_league_row_json(row) for row in league.standing],
    }


def _league_row_json(row: LeagueRow) -> dict[str, Any]:
    def points(value: Fraction | None) -> int | float | None:
        return None if value is None else points_number(value)

    best = row.best
    return {
        "rank": row.rank,
        "player": row.player,
        "table_points": points(row.table_points),
        "total": row.total,
        "games": row.games,
        "deals": row.deals,
        "wins": row.wins,
        "self_drawn": row.self_drawn,
        "dealt_in": row.dealt_in,
        "best": None
        if best is None
        else {
            "total": best.deal.total,
            "fans": None if best.deal.score is None else fans_json(best.deal.score),
            "file": best.file,
            "line": best.deal.line,
        },
        "results": [
            {
                "file": result.file,
                "seat": result.seat.name,
                "total": result.total,
                "table_points": points(result.table_points),
            }
            for result in row.results
        ],
    }
