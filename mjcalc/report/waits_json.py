"""What a hand waits for as JSON (schema 1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjcalc.report.advice import Advice
from mjcalc.report.scores import SCHEMA, fans_json, score_json

if TYPE_CHECKING:
    from mjcalc.engine.outlook import Outlook, Road, WaitTile
    from mjcalc.engine.score import Score
    from mjcalc.hand.hand import Hand


def waits_json(advice: Advice) -> dict[str, Any]:
    """Return the JSON object of an advice."""
    rules = advice.rules
    first = {
        "schema": SCHEMA,
        "rules": rules.key,
        "options": dict(rules.options),
        "hand": held_text(advice.hand),
    }
    roads = advice.roads or ((),) * len(advice.outlooks)
    outlooks = [
        _outlook_json(outlook, after) for outlook, after in zip(advice.outlooks, roads, strict=True)
    ]
    if advice.outlook is not None:
        return {**first, **outlooks[0]}
    win = advice.win
    return {
        **first,
        "shanten": min(outlook.shanten.number for outlook in advice.outlooks),
        "win": None if win is None else score_json(win, str(win.hand)),
        "discards": [
            {"tile": choice.tile.code, **outlook}
            for choice, outlook in zip(advice.discards, outlooks, strict=True)
        ],
    }


def held_text(hand: Hand) -> str:
    """Return a hand in canonical form without the win word, which waits would refuse."""
    return " ".join(word for word in str(hand).split(" ") if word not in ("ron", "tsumo"))


def wait_json(wait: WaitTile) -> dict[str, Any]:
    """Return the object of a wait."""
    return {
        "tile": wait.tile.code,
        "left": wait.left,
        "discard": _win_json(wait.discard),
        "self_drawn": _win_json(wait.self_drawn),
    }


def _win_json(win: Score | None) -> dict[str, Any] | None:
    if win is None:
        return None
    return {
        "total": win.total,
        "base": win.base,
        "enough": win.enough,
        "fans": fans_json(win),
    }


def _outlook_json(outlook: Outlook, roads: tuple[Road, ...]) -> dict[str, Any]:
    after = {road.useful.tile: road for road in roads}
    useful: list[dict[str, Any]] = []
    for each in outlook.useful:
        value: dict[str, Any] = {"tile": each.tile.code, "left": each.left}
        if road := after.get(each.tile):
            value["then"] = _road_json(road)
        useful.append(value)
    return {
        "shanten": outlook.shanten.number,
        "shapes": {shape.value: number for shape, number in outlook.shanten.shapes.items()},
        "waits": [wait_json(wait) for wait in outlook.waits],
        "useful": useful,
        "left": outlook.left,
    }


def _road_json(road: Road) -> dict[str, Any]:
    return {
        "discard": road.discard.tile.code,
        "waits": [wait_json(wait) for wait in road.discard.outlook.waits],
        "best": road.best,
        "enough": road.enough,
    }
