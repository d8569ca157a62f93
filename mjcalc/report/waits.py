"""What a hand waits for, as tables for people: best first, cut at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from mjcalc.i18n import Lang, pick, say
from mjcalc.report import Look
from mjcalc.report.advice import Advice, fans_with_points
from mjcalc.report.fitted import SCREEN, fitted, wrapped
from mjcalc.report.tables import Cell, Row
from mjcalc.report.waits_rows import flat_table
from mjcalc.tiles import WINDS

if TYPE_CHECKING:
    from mjcalc.engine.outlook import Discard, Outlook, Road, UsefulTile, WaitTile
    from mjcalc.engine.score import Score

MOST_ROWS_SHOWN = 24  # of one table of discards
MOST_ROADS = 12
MOST_KINDS = 6  # of the waits of one road that are named one by one


def waits_text(advice: Advice, look: Look) -> str:
    """Return the answer in a format that is not JSON."""
    if look.format in ("csv", "tsv"):
        return flat_table(advice, look)
    blocks = list(_of_thirteen(advice, look) if advice.outlook else _of_fourteen(advice, look))
    if not look.quiet:
        blocks.append("\n".join(_rules_notes(advice, look)))
    return "\n\n".join(blocks)


# -- thirteen tiles --------------------------------------------------------------------------------


def _of_thirteen(advice: Advice, look: Look) -> Iterator[str]:
    outlook, minimum = advice.outlook, advice.rules.minimum
    assert outlook is not None
    summary = list(_summary(outlook, minimum, look))
    if not outlook.waits and not advice.roads:
        summary += _useful_lines(outlook.useful, look)
    yield "\n".join(summary)
    if outlook.waits:
        yield _waits_table(outlook.waits, minimum, look)
    elif advice.roads:
        yield _roads_table(advice.roads[0], advice, look)


def _summary(outlook: Outlook, minimum: int | None, look: Look) -> Iterator[str]:
    """Yield how near the hand is, and how many tiles help."""
    lang = look.lang
    if outlook.waits:
        kinds = sum(wait.left > 0 for wait in outlook.waits)
        key = {0: "waits.ready-gone", 1: "waits.ready-one"}.get(kinds, "waits.ready")
        yield say(key, lang, kinds=kinds, left=outlook.left)
        if kinds and minimum is not None:
            yield say(
                "waits.ready-enough",
                lang,
                minimum=minimum,
                discard=_left_enough([(w.left, w.discard) for w in outlook.waits]),
                self_drawn=outlook.left_enough,
            )
        return
    yield say("waits.away", lang, shanten=outlook.shanten.number)
    yield _shapes_line(outlook, look)
    yield _useful_count(outlook, look)


def _left_enough(wins: Iterable[tuple[int, Score | None]]) -> int:
    return sum(left for left, win in wins if win is not None and win.enough)


def _useful_count(outlook: Outlook, look: Look) -> str:
    if not outlook.useful:
        return say("waits.no-useful", look.lang)
    return say("waits.useful-count", look.lang, kinds=len(outlook.useful), left=outlook.left)


def _shapes_line(outlook: Outlook, look: Look) -> str:
    """Return the number of each shape, the nearest first."""
    shapes = sorted(outlook.shanten.shapes.items(), key=lambda each: each[1])
    names = [f"{say(f'shape.{shape.value}', look.lang)} {number}" for shape, number in shapes]
    return "\n".join(wrapped(" · ".join(names), SCREEN, " · "))


def _useful_lines(useful: Sequence[UsefulTile], look: Look) -> list[str]:
    """Return the useful tiles with the copies left, a line for each suit."""
    suits: dict[int, list[UsefulTile]] = {}
    for each in useful:
        suits.setdefault(each.tile // 9, []).append(each)
    return [f"  {_with_copies(tiles, look)}" for tiles in suits.values()]


def _with_copies(tiles: Iterable[UsefulTile | WaitTile], look: Look) -> str:
    """Return tiles with the copies left: ``6s×4 9s×1``."""
    return " ".join(f"{look.tiles([each.tile])}×{each.left}" for each in tiles)


def _waits_table(waits: Sequence[WaitTile], minimum: int | None, look: Look) -> str:
    """Return the waits with both wins, best first; waits that win alike share their lines."""
    lang = look.lang
    header = [say(f"waits.{key}", lang) for key in ("tiles", "how", "total")]
    if minimum is not None:
        header.append(say("waits.minimum", lang, minimum=minimum))
    rows: list[Row] = []
    for alike in _alike(waits, look):
        ways = (("by-discard", alike[0].discard), ("self-drawn", alike[0].self_drawn))
        won = [(way, win) for way, win in ways if win is not None]
        names = wrapped(_with_copies(alike, look), 24)
        if not won:
            rows.append(
                [names[0], None, None, *[None] * (minimum is not None), say("waits.gone", lang)]
            )
        for place, (way, win) in enumerate(won):
            cells: list[Cell] = [names[place] if place < len(names) else None]
            cells += [say(f"waits.{way}", lang), win.total]
            if minimum is not None:
                cells.append(_enough(win, minimum, look))
            rows.append([*cells, fans_with_points(win, lang)])
        rows += [[name, *[None] * len(header)] for name in names[max(len(won), 1) :]]
    return fitted([*header, say("waits.fans", lang)], rows, look)


def _alike(waits: Iterable[WaitTile], look: Look) -> list[list[WaitTile]]:
    """Return the waits in groups with the same totals and fans, best first."""
    groups: dict[tuple[object, ...], list[WaitTile]] = {}
    for wait in waits:
        wins = (wait.self_drawn, wait.discard)
        key = tuple(
            (win.total, win.base, fans_with_points(win, look.lang)) if win else (-1,)
            for win in wins
        )
        groups.setdefault(key, []).append(wait)
    return sorted(groups.values(), key=lambda group: [-_total(w) for w in _both_wins(group[0])])


def _both_wins(wait: WaitTile) -> tuple[Score | None, Score | None]:
    return wait.self_drawn, wait.discard


def _total(win: Score | None) -> int:
    return -1 if win is None else win.total


def _enough(win: Score | None, minimum: int, look: Look) -> str | None:
    if win is None:
        return None
    if win.enough:
        return say("waits.enough", look.lang)
    return say("waits.short", look.lang, count=minimum - win.base)


# -- roads -----------------------------------------------------------------------------------------


def _roads_table(roads: Sequence[Road], advice: Advice, look: Look) -> str:
    """Return what follows each useful tile, best first."""
    lang, minimum = look.lang, advice.rules.minimum
    header = [say(f"waits.{key}", lang) for key in ("draw", "left", "drop", "best")]
    if minimum is not None:
        header.append(say("waits.minimum", lang, minimum=minimum))
    rows: list[Row] = []
    ordered = sorted(roads, key=lambda road: (not road.enough, -(road.best or 0)))
    for road in ordered:
        cells: list[Cell] = [
            look.tiles([road.useful.tile]),
            road.useful.left,
            look.tiles([road.discard.tile]),
            road.best,
        ]
        if minimum is not None:
            cells.append(say("waits.enough" if road.enough else "waits.not-enough", lang))
        rows.append([*cells, _waits_named(road.discard.outlook, look)])
    return _cut_table([*header, say("waits.then", lang)], rows, MOST_ROADS, advice, look)


def _waits_named(outlook: Outlook, look: Look) -> str:
    left = [wait for wait in outlook.waits if wait.left]
    if len(left) > MOST_KINDS:
        return say("waits.kinds", look.lang, kinds=len(left), left=outlook.left)
    return _with_copies(left, look) or say("waits.gone", look.lang)


# -- fourteen tiles --------------------------------------------------------------------------------


def _of_fourteen(advice: Advice, look: Look) -> Iterator[str]:
    lang = look.lang
    least = min(outlook.shanten.number for outlook in advice.outlooks)
    lines = []
    if advice.win is not None:
        lines += [*_win_lines(advice.win, look), say("waits.or", lang)]
    key = "waits.away-after" if least else "waits.ready-after"
    yield "\n".join([*lines, say(key, lang, shanten=least)])
    ready = [choice for choice in advice.discards if choice.outlook.waits]
    others = [choice for choice in advice.discards if not choice.outlook.waits]
    if ready:
        yield _ready_table(ready, advice, look)
    if others:
        yield _useful_table(others, advice, look)
    for choice, roads in zip(advice.discards, advice.roads, strict=False):
        if roads:
            title = say("waits.after-discard", lang, tile=look.tiles([choice.tile]))
            yield f"{title}\n{_roads_table(roads, advice, look)}"


def _win_lines(win: Score, look: Look) -> Iterator[str]:
    key = "waits.wins" if win.enough else "waits.wins-short"
    tile = look.tiles([win.hand.winning] if win.hand.winning is not None else [])
    yield say(key, look.lang, tile=tile, total=win.total, minimum=win.minimum)
    indent = "  "
    for line in wrapped(fans_with_points(win, look.lang), SCREEN - len(indent)):
        yield indent + line


def _ready_table(choices: Sequence[Discard], advice: Advice, look: Look) -> str:
    """Return the discards that leave a ready hand, a line for each group of equal waits."""
    lang, minimum = look.lang, advice.rules.minimum
    keys = ("drop", "left", "by-discard", "self-drawn")
    header = [say(f"waits.{key}", lang) for key in keys]
    if minimum is not None:
        header.append(say("waits.minimum", lang, minimum=minimum))
    rows: list[Row] = []
    for choice in choices:
        for place, alike in enumerate(_alike_totals(choice.outlook.waits)):
            wait = alike[0]
            first = place == 0
            cells: list[Cell] = [
                look.tiles([choice.tile]) if first else None,
                choice.outlook.left if first else None,
                None if wait.discard is None else wait.discard.total,
                None if wait.self_drawn is None else wait.self_drawn.total,
            ]
            if minimum is not None:
                cells.append(_enough_ways(wait, look))
            rows.append([*cells, _with_copies(alike, look)])
    return _cut_table([*header, say("waits.for", lang)], rows, MOST_ROWS_SHOWN, advice, look)


def _enough_ways(wait: WaitTile, look: Look) -> str:
    """Return in which ways a win on this tile reaches the minimum."""
    ways = [win is not None and win.enough for win in (wait.discard, wait.self_drawn)]
    if ways == [False, True]:
        return say("waits.self-drawn", look.lang)
    if ways == [True, False]:
        return say("waits.by-discard", look.lang)
    return say("waits.enough" if all(ways) else "waits.not-enough", look.lang)


def _alike_totals(waits: Iterable[WaitTile]) -> list[list[WaitTile]]:
    """Return the waits in groups with the same totals, best first."""
    groups: dict[tuple[int, int], list[WaitTile]] = {}
    for wait in waits:
        groups.setdefault((_total(wait.self_drawn), _total(wait.discard)), []).append(wait)
    return [groups[key] for key in sorted(groups, reverse=True)]


def _useful_table(choices: Sequence[Discard], advice: Advice, look: Look) -> str:
    """Return the discards that leave a hand not yet ready, with the useful tiles."""
    lang = look.lang
    deep = len({choice.outlook.shanten.number for choice in choices}) > 1
    header = [say("waits.drop", lang), *[say("waits.shanten", lang)] * deep]
    header += [say(f"waits.{key}", lang) for key in ("left", "shape", "useful")]
    rows: list[Row] = []
    for choice in choices:
        outlook = choice.outlook
        shapes = [
            say(f"shape.{shape.value}", Lang.EN if lang is Lang.EN else Lang.ZH)
            for shape, number in outlook.shanten.shapes.items()
            if number == outlook.shanten.number
        ]
        rows.append([
            look.tiles([choice.tile]),
            *[outlook.shanten.number] * deep,
            outlook.left,
            "/".join(shapes),
            _with_copies(outlook.useful, look),
        ])  # fmt: skip
    return _cut_table(header, rows, MOST_ROWS_SHOWN, advice, look)


# -- tables that fit the screen --------------------------------------------------------------------


def _cut_table(header: Row, rows: Sequence[Row], most: int, advice: Advice, look: Look) -> str:
    """Return a table of at most so many rows, and how many more there are."""
    more = 0 if advice.full else len(rows) - most
    if more <= 0:
        return fitted(header, rows, look)
    return f"{fitted(header, rows[:most], look)}\n{say('waits.more', look.lang, count=more)}"


# -- notes ---------------------------------------------------------------------------


def _rules_notes(advice: Advice, look: Look) -> Iterator[str]:
    rules, lang = advice.rules, look.lang
    yield pick(rules.zh, rules.en, lang) + f" ({rules.key})"
    if rules.options:
        values = ", ".join(f"{key}={value}" for key, value in rules.options.items())
        yield f"{say('options', lang)}: {values}"
    if assumed := list(_assumed_items(advice, look)):
        yield f"{say('assumed', lang)}: {' · '.join(assumed)}"


def _assumed_items(advice: Advice, look: Look) -> Iterator[str]:
    """Yield what the hand does not say: the drawn tile, and the winds if it holds two of one."""
    hand, lang = advice.hand, look.lang
    if hand.winning is not None and "winning" in hand.assumed:
        yield say("waits.drawn-assumed", lang, tile=look.tiles([hand.winning]))
    tiles = Counter([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)])
    if any(tiles[tile] > 1 for tile in WINDS):
        yield from (
            say(f"assumed.{wind}", lang) for wind in ("seat", "round") if wind in hand.assumed
        )
