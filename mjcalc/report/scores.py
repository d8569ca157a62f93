"""A score as text: the table of its fans with what was assumed, and its JSON form (schema 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mjcalc.hand.hand import Hand
from mjcalc.hand.kinds import Kind
from mjcalc.hand.reading import Part, Reading
from mjcalc.i18n import Lang, pick, say
from mjcalc.report import Look
from mjcalc.report.tables import Cell, Row, aligned, table
from mjcalc.tiles import WINDS, write_tiles

if TYPE_CHECKING:
    from mjcalc.engine.score import Counted, Dropped, Score
    from mjcalc.rules.fans import Fan
    from mjcalc.rules.rulesets import Ruleset

SCHEMA = 1
Bold = Callable[[str], str]


def score_text(
    score: Score,
    look: Look,
    *,
    explain: bool = False,
    others: Sequence[Score] | None = None,
    more: int = 0,
    bold: Bold = str,
) -> str:
    """The score in a format that is no JSON.

    ``others`` adds the other readings, ``more`` is how many there are besides.
    """
    if look.format != "table":
        return "\n\n".join(_flat_tables(score, look, explain, others))
    blocks = [_headline(score, look), _fans_table(score, look, bold)]
    if explain:
        blocks.append(_dropped_table(score, look))
        if score.reading.stands_for:
            blocks.append("\n".join(_assignment_notes(score, look)))
    if others is not None:
        blocks.append(_others_table(others, more, look))
    if notes := [] if look.quiet else list(_notes(score, look)):
        blocks.append("\n".join(notes))
    return "\n\n".join(blocks)


def fan_names(fan: Fan, lang: Lang) -> list[str]:
    """The name in each language asked for, Chinese first."""
    return [*([fan.zh] * (lang is not Lang.EN)), *([fan.en] * (lang is not Lang.ZH))]


def name_columns(lang: Lang) -> list[str]:
    """The headings above :func:`fan_names`."""
    return [say("fan", tongue) for tongue in (Lang.ZH, Lang.EN) if lang in (tongue, Lang.BOTH)]


def headings(look: Look, *keys: str) -> list[str]:
    """Column titles: words of the language for people, the bare keys for CSV and TSV."""
    if look.format in ("csv", "tsv"):
        return list(keys)
    return [say(key, look.lang) for key in keys]


def parts_text(reading: Reading, look: Look) -> str:
    """The sets as read, melds in brackets as they are typed: ``123m [东东东] (7777p) 中中``."""
    return " ".join(part_text(part, look) for part in reading.parts)


def part_text(part: Part, look: Look) -> str:
    """One part as it is typed: a melded set in brackets, a concealed kong in parentheses."""
    tiles = look.tiles(part.tiles)
    if part.melded:
        return f"[{tiles}]"
    return f"({tiles})" if part.kind is Kind.KONG else tiles


def _headline(score: Score, look: Look) -> str:
    reading, hand, lang = score.reading, score.hand, look.lang
    win = reading.win
    flags = [f"+{name}" for name in ("last", "kong", "rob", "fourth") if getattr(win, name)]
    items = [
        parts_text(reading, look),
        say("wins-on", lang, tile=_tile_text(hand.winning, look)),
        say("self-drawn" if win.self_drawn else "discard", lang),
        *(say(flag, lang) for flag in flags),
    ]
    if reading.stands_for:
        items += _stand_ins(reading, look)
    elif hand.wildcard is not None:
        items.append(say("wild", lang, tile=_tile_text(hand.wildcard, look)))
    return " · ".join(items)


def _stand_ins(reading: Reading, look: Look) -> Iterator[str]:
    """What the wildcards stand for, alike ones together."""
    for (held, face), count in Counter(reading.stands_for).items():
        tiles = {"tile": _tile_text(held, look), "as_tile": _tile_text(face, look)}
        yield say("stands-for", look.lang, **tiles, times=f"×{count}" if count > 1 else "")


def _assignment_notes(score: Score, look: Look) -> Iterator[str]:
    """What the wildcards would be worth otherwise, and why 无财神 counts or does not."""
    own, *others = sorted(score.assignments(), key=lambda one: not _own_face(one.reading))
    lang = look.lang
    if _own_face(score.reading):
        yield say("own-face-counted", lang)
    elif _own_face(own.reading):
        yield say("own-face-worth", lang, total=own.total)
    else:
        yield say("own-face-no-win", lang)
        others = [own, *others]
    for other in others:
        if sorted(other.reading.stands_for) != sorted(score.reading.stands_for):
            faces = look.tiles([face for _, face in other.reading.stands_for])
            yield say("next-assignment", lang, faces=faces, total=other.total)
            return
    yield say("no-other-assignment", lang)


def _own_face(reading: Reading) -> bool:
    return all(held is face for held, face in reading.stands_for)


def _tile_text(tile: Any, look: Look) -> str:
    return look.tiles([tile])


def _fans_table(score: Score, look: Look, bold: Bold) -> str:
    rows: list[Row] = [
        [
            score.ruleset.number(counted.fan),
            *fan_names(counted.fan, look.lang),
            _times_cell(counted),
            counted.points,
        ]
        for counted in score.fans
    ]
    rows.append([None, *_total_names(look.lang), None, score.total])
    header = [
        say("no", look.lang),
        *name_columns(look.lang),
        say("value", look.lang),
        say("points", look.lang),
    ]
    *lines, total = aligned(header, rows, rule=True).split("\n")
    return "\n".join([*lines, bold(total)])


def _total_names(lang: Lang) -> list[str]:
    return [say("total", tongue) for tongue in (Lang.ZH, Lang.EN) if lang in (tongue, Lang.BOTH)]


def _value(counted: Counted | Dropped) -> int:
    """What the fan is worth once, under the options of this score."""
    return counted.points // counted.count if counted.points else counted.fan.value


def _times_cell(counted: Counted | Dropped) -> Cell:
    value = _value(counted)
    return value if counted.count == 1 else f"{value}×{counted.count}"


def _dropped_table(score: Score, look: Look) -> str:
    lang = look.lang
    title = say("dropped", lang)
    if not score.dropped:
        return f"{title}: {say('nothing', lang)}"
    rows: list[Row] = [
        [
            score.ruleset.number(dropped.fan),
            *fan_names(dropped.fan, lang),
            _times_cell(dropped),
            say(f"reason.{dropped.why.value}", lang),
            pick(dropped.by.zh, dropped.by.en, lang) if dropped.by else None,
        ]
        for dropped in score.dropped
    ]
    keys = ("no", "value", "why", "by")
    no, value, why, by = (say(key, lang) for key in keys)
    whys = dict.fromkeys(dropped.why.value for dropped in score.dropped)
    legend = [f"{say(f'reason.{word}', lang)}: {say(f'why.{word}', lang)}" for word in whys]
    body = aligned([no, *name_columns(lang), value, why, by], rows)
    return "\n".join([title, body, "", *legend])


def _others_table(others: Sequence[Score], more: int, look: Look) -> str:
    if not others:
        return say("no-others", look.lang)
    rows: list[Row] = [
        [other.total, parts_text(other.reading, look), _fan_list(other, look)] for other in others
    ]
    header = [say("points", look.lang), say("reading", look.lang), say("fan", look.lang)]
    rest = [say("more-others", look.lang, count=more)] if more else []
    return "\n".join([say("others", look.lang), aligned(header, rows), *rest])


def _fan_list(score: Score, look: Look) -> str:
    lang = Lang.EN if look.lang is Lang.EN else Lang.ZH
    return " + ".join(
        f"{fan_names(counted.fan, lang)[0]} {_times_cell(counted)}" for counted in score.fans
    )


def _notes(score: Score, look: Look) -> Iterator[str]:
    lang, ruleset = look.lang, score.ruleset
    yield pick(ruleset.zh, ruleset.en, lang) + f" ({ruleset.key})"
    if ruleset.options:
        values = ", ".join(f"{key}={value}" for key, value in ruleset.options.items())
        yield f"{say('options', lang)}: {values}"
    if score.minimum is not None:
        key = "minimum.reached" if score.enough else "minimum.missed"
        yield say(key, lang, minimum=score.minimum, base=score.base)
    if assumed := list(_assumed(score.hand, score.reading, lang)):
        yield f"{say('assumed', lang)}: {' · '.join(assumed)}"


def _assumed(hand: Hand, reading: Reading, lang: Lang) -> Iterator[str]:
    """What nobody said: the winning tile and the discard always, the winds when one is a pung."""
    wind_pung = any(part.is_pung and part.tile in WINDS for part in reading.sets)
    for name in ("winning", "self_drawn", "seat", "round"):
        if name in hand.assumed and (wind_pung or name not in ("seat", "round")):
            yield say(f"assumed.{name}", lang, tile=hand.winning)


def _flat_tables(
    score: Score, look: Look, explain: bool, others: Sequence[Score] | None
) -> Iterator[str]:
    """The rows for a spreadsheet or a page: counted, their total; dropped, by what and why."""
    tail = ["by", "why"] if explain else []
    blank = [None] * len(tail)
    titles = headings(look, "value", "count", "points", *tail)
    header = [*headings(look, "no"), *flat_names(look), *titles]
    rows = [[*_flat_row(score, counted, look), *blank] for counted in score.fans]
    rows.append([None, *_total_names(look.lang), None, None, score.total, *blank])
    if explain:
        # After the total, so that the points above it add up to it.
        rows += ([*_flat_row(score, gone, look), *_flat_why(gone, look)] for gone in score.dropped)
    yield table(header, rows, look.format)
    if others is not None:
        header = headings(look, "total", "reading", "fans")
        yield table(
            header,
            [[o.total, parts_text(o.reading, look), _fan_list(o, look)] for o in others],
            look.format,
        )


def flat_names(look: Look) -> list[str]:
    """The headings above :func:`fan_names`: words for people, ``zh`` and ``en`` for programs."""
    if look.format not in ("csv", "tsv"):
        return name_columns(look.lang)
    return [key for key in ("zh", "en") if look.lang in (key, Lang.BOTH)]


def _flat_row(score: Score, counted: Counted | Dropped, look: Look) -> list[Cell]:
    return [
        score.ruleset.number(counted.fan),
        *fan_names(counted.fan, look.lang),
        _value(counted),
        counted.count,
        counted.points,
    ]


def _flat_why(gone: Dropped, look: Look) -> list[Cell]:
    """What removed a fan, and the principle, in one language: English only if asked for alone."""
    lang = Lang.EN if look.lang is Lang.EN else Lang.ZH
    by = fan_names(gone.by, lang)[0] if gone.by else None
    return [by, say(f"reason.{gone.why.value}", lang)]


def score_json(
    score: Score,
    text: str,
    *,
    line: int | None = None,
    id: str | None = None,
    details: bool = True,
    others: Sequence[Score] | None = None,
) -> dict[str, Any]:
    """The JSON object of a scored hand; ``details`` adds ``sets`` and ``dropped``."""
    ruleset, reading = score.ruleset, score.reading
    fans = fans_json(score)
    out: dict[str, Any] = {
        **envelope(text, line, id, ok=True),
        "rules": ruleset.key,
        "options": dict(ruleset.options),
        "hand": str(score.hand),
        "total": score.total,
        "base": score.base,
        "flowers": score.flowers,
        "minimum": score.minimum,
        "enough": score.enough,
        "fans": fans,
    }
    if details:
        for fan, counted in zip(fans, score.fans, strict=True):
            fan["sets"] = [list(place) for place in counted.places if place]
        out["dropped"] = [
            _fan_json(ruleset, gone.fan, gone.count, gone.points)
            | {"by": gone.by.zh if gone.by else None, "why": gone.why.value}
            for gone in score.dropped
        ]
    out |= {"reading": _reading_json(reading), "wildcards": _wildcards_json(reading)}
    if others is not None:
        out["others"] = [
            {
                "total": other.total,
                "fans": [_fan_json(ruleset, one.fan, one.count, one.points) for one in other.fans],
                "reading": _reading_json(other.reading),
                "wildcards": _wildcards_json(other.reading),
            }
            for other in others
        ]
    return out


def fans_json(score: Score) -> list[dict[str, Any]]:
    """Return the objects of the fans that count."""
    ruleset = score.ruleset
    return [_fan_json(ruleset, fan, count, count * fan.value) for fan, count in score.counts]


def envelope(text: str, line: int | None, id: str | None, *, ok: bool) -> dict[str, Any]:
    """The first keys of every answer, good or bad."""
    return {"schema": SCHEMA, "line": line, "id": id, "input": text, "ok": ok}


def _fan_json(ruleset: Ruleset, fan: Fan, count: int, points: int) -> dict[str, Any]:
    return {**_row_json(ruleset, fan.zh), "count": count, "points": points}


@lru_cache(maxsize=1 << 12)
def _row_json(ruleset: Ruleset, zh: str) -> dict[str, Any]:
    """What does not depend on the hand, made once."""
    row = ruleset.row(zh)
    assert row is not None
    return {"no": ruleset.number(row), "zh": zh, "en": row.en, "value": row.value}


def _reading_json(reading: Reading) -> dict[str, Any]:
    return {
        "shape": reading.shape.value,
        "sets": [{**_part_json(part)} for part in reading.sets],
        "pair": write_tiles([reading.pair] * 2) if reading.pair is not None else None,
        "wait": reading.wait.value if reading.wait else None,
    }


@lru_cache(maxsize=1 << 12)
def _part_json(part: Part) -> dict[str, Any]:
    """Return the object of a set; few sets make up all hands."""
    return {
        "kind": part.kind.value,
        "tiles": write_tiles(part.tiles),
        "melded": part.melded,
        "source": part.source,
    }


def _wildcards_json(reading: Reading) -> list[dict[str, str]]:
    return [{"tile": held.code, "as": face.code} for held, face in reading.stands_for]
