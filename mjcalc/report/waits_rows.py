"""What a hand waits for, as rows for spreadsheets: every wait and useful tile, in tile order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjcalc.report import Look
from mjcalc.report.advice import Advice, fans_with_points
from mjcalc.report.tables import Cell, Row, table
from mjcalc.tiles import Tile

if TYPE_CHECKING:
    from mjcalc.engine.outlook import Road, WaitTile

FLAT = (
    "discard", "shanten", "tile", "role", "left", "by_discard", "by_discard_fans",
    "self_drawn", "self_drawn_fans", "enough",
)  # fmt: skip
FLAT_ROAD = ("then_discard", "then_waits", "best", "best_enough")


def flat_table(advice: Advice, look: Look) -> str:
    """Return a row for each wait and useful tile, in tile order, after each discard."""
    header = [*FLAT, *FLAT_ROAD] if advice.roads else list(FLAT)
    rows: list[Row] = []
    drops: list[Tile | None] = [choice.tile for choice in advice.discards] or [None]
    roads = advice.roads or ((),) * len(drops)
    for drop, outlook, after in zip(drops, advice.outlooks, roads, strict=True):
        first: list[Cell] = [None if drop is None else _tile_cell(drop, look)]
        first.append(outlook.shanten.number)
        for wait in outlook.waits:
            rows.append([*first, *_flat_wait(wait, look), *[None] * (len(header) - len(FLAT))])
        by_tile = {road.useful.tile: road for road in after}
        for useful in outlook.useful:
            cells = [*first, _tile_cell(useful.tile, look), "useful", useful.left, *[None] * 5]
            if advice.roads:
                cells += _flat_road(by_tile.get(useful.tile), look)
            rows.append(cells)
    return table(header, rows, look.format)


def _tile_cell(tile: Tile, look: Look) -> str:
    return tile.glyph if look.unicode else tile.code


def _flat_wait(wait: WaitTile, look: Look) -> list[Cell]:
    cells: list[Cell] = [_tile_cell(wait.tile, look), "wait", wait.left]
    for win in (wait.discard, wait.self_drawn):
        cells += [None, None] if win is None else [win.total, fans_with_points(win, look.lang)]
    return [*cells, "yes" if wait.enough else "no"]


def _flat_road(road: Road | None, look: Look) -> list[Cell]:
    if road is None:
        return [None] * len(FLAT_ROAD)
    waits = " ".join(_tile_cell(wait.tile, look) for wait in road.discard.outlook.waits)
    enough = "yes" if road.enough else "no"
    return [_tile_cell(road.discard.tile, look), waits, road.best, enough]
