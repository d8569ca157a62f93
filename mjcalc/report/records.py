"""Replayed deals as rows: a table for people, CSV, TSV or JSON lines for programs (schema 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mjcalc.batch.replays import DealRow
from mjcalc.i18n import Lang, say
from mjcalc.i18n.records import fan_words
from mjcalc.report import Look, dumps
from mjcalc.report.errors import error_text, problems
from mjcalc.report.rows import names
from mjcalc.report.scores import SCHEMA, fan_names, name_columns
from mjcalc.report.tables import Cell, Row, Typed, aligned, separated
from mjcalc.rules.fans import FANS, Fan
from mjcalc.tiles import Wind

if TYPE_CHECKING:
    from mjcalc.engine.score import Score
    from mjcalc.errors import Defect
    from mjcalc.records.record import RecordedWin
    from mjcalc.records.replay import DealReport, Replayed, ResultSummary, Winner
    from mjcalc.records.statistics import RecordStatistics

RECORD_COLUMNS = (
    "line", "id", "result", "winner", "by", "from", "total", "fans", "E", "S", "W", "N",
    "agrees", "same_fans", "error", "note",
)  # fmt: skip
TITLES = ("line", "id", "result", "winner", "from", "total", "fans", "scores", "record")


def titles(look: Look, *, file: bool = False) -> Sequence[str]:
    """The headings of the rows: words for people, keys for programs; with ``file`` that first."""
    if look.format in ("csv", "tsv"):
        return [*["file"] * file, *RECORD_COLUMNS]
    keys = [*["file"] * file, *TITLES]
    return [say(f"replay.{key}", look.lang) for key in keys]


@dataclass(frozen=True, slots=True)
class DealRenderer:
    """Makes the row of a deal, with its line break, and the message about its error.

    Whole tables are made of TSV rows. ``file`` is named in each row if it is not None; ``prefix``
    is what a message starts with.
    """

    look: Look
    prefix: str
    file: str | None = None

    def __call__(self, result: DealReport) -> DealRow:
        """Return the row of a deal."""
        replayed, error = result.replayed, result.error
        return DealRow(
            self.row(result),
            result.format,
            None if replayed is None else replayed.kind,
            None if replayed is None else replayed.agrees,
            None if error is None else error.code,
            "" if error is None else error_message(result, self.look, self.prefix),
        )

    def row(self, result: DealReport) -> str:
        """Return the text of a row."""
        look = self.look
        named: list[Cell] = [] if self.file is None else [self.file]
        if look.format in ("json", "jsonl"):
            value = result_json(result, look.lang)
            if self.file is not None:
                value = {"schema": value["schema"], "file": self.file, **value}
            return dumps(value) + "\n"
        if look.format in ("csv", "tsv"):
            cells = [*named, *_program_cells(result, look.lang)]
            return separated([cells], look.format, guarded=look.guarded)
        return separated([[*named, *_reader_cells(result, look)]], "tsv")


def statistics_json(statistics: RecordStatistics) -> dict[str, Any]:
    """Return the JSON object of ``replay --summary``."""
    mean = statistics.mean_total
    return {
        "schema": SCHEMA,
        "deals": statistics.deals,
        "wins": statistics.wins,
        "self_drawn": statistics.self_drawn,
        "draws": statistics.draws,
        "fouls": statistics.fouls,
        "mean_total": None if mean is None else round(mean, 4),
        "seats": {
            seat.name: {
                "wins": statistics.seat_wins[seat],
                "dealt_in": statistics.dealt_in[seat],
                "score": statistics.scores[seat],
            }
            for seat in Wind
        },
        "fans": [
            {"zh": fan.zh, "en": fan.en, "count": count}
            for fan, count in _fans_by_count(statistics)
        ],
    }


def statistics_text(statistics: RecordStatistics, look: Look) -> str:
    """Return the tables of ``replay --summary``: counts, seats, fans by how often they came."""
    lang, mean = look.lang, statistics.mean_total
    counts = {
        "deals": statistics.deals,
        "wins": statistics.wins,
        "self-drawn": statistics.self_drawn,
        "draws": statistics.draws,
        "fouls": statistics.fouls,
        "mean-total": "-" if mean is None else f"{mean:.2f}",
    }
    lines = [f"{say(f'statistics.{key}', lang)}: {value}" for key, value in counts.items()]
    seats: list[Row] = [
        [
            seat.zh if lang is Lang.ZH else seat.name,
            statistics.seat_wins[seat],
            statistics.dealt_in[seat],
            statistics.scores[seat],
        ]
        for seat in Wind
    ]
    heads = [say(f"statistics.{key}", lang) for key in ("seat", "wins", "dealt-in", "score")]
    fans: list[Row] = [[*fan_names(fan, lang), count] for fan, count in _fans_by_count(statistics)]
    fan_heads = [*name_columns(lang), say("statistics.times", lang)]
    blocks = ["\n".join(lines), aligned(heads, seats)]
    return "\n\n".join([*blocks, *([aligned(fan_heads, fans)] if fans else [])])


def _fans_by_count(statistics: RecordStatistics) -> list[tuple[Fan, int]]:
    """Return the fans that counted, the commonest first."""
    found = [(fan, statistics.fans[fan.zh]) for fan in FANS if statistics.fans[fan.zh]]
    return sorted(found, key=lambda pair: -pair[1])


def error_message(result: DealReport, look: Look, prefix: str) -> str:
    """What is wrong with a deal, for people: the line of the file, then the text with a caret."""
    assert result.error is not None
    first = result.error.defects[0]
    where = f"{prefix}{first.line}: "
    if (number := act_number(first)) is not None:
        where += f"{say('replay.act', look.lang, number=number)}: "
    return error_text(result.error, result.text, look.lang, where)


def act_number(defect: Defect) -> int | None:
    """Which act of the deal is meant, where one line of the file holds them all."""
    number = defect.about.removeprefix("act:")
    return int(number) if number.isdecimal() else None


def deal_notes(replayed: Replayed, lang: Lang) -> list[str]:
    """What has to be said of a deal besides: words that name no fan, wins that no act declares."""
    found = []
    if words := replayed.no_fans:
        found.append(say("replay.no-fan", lang, words=words))
    if seats := [win.seat for win in replayed.wins if win.is_told]:
        found.append(say("replay.told", lang, seats=seats))
    return found


# -- people ---------------------------------------------------------------------------------------


def _reader_cells(result: DealReport, look: Look) -> list[Cell]:
    lang, replayed = look.lang, result.replayed
    if replayed is None:
        assert result.error is not None
        key = "unread" if result.error.code == "cannot-read" else "illegal"
        why = say(f"replay.{key}", lang, line=result.error.defects[0].line)
        return [result.line, result.id, *[None] * (len(TITLES) - 3), why]
    wins = replayed.wins
    return [
        result.line,
        result.id,
        say(f"replay.{replayed.kind}", lang),
        _winners(replayed),
        _from(wins[0], lang) if wins else None,
        *_worth(wins, lang),
        " ".join(map(str, replayed.scores)),
        _agreement(replayed, lang),
    ]


def _winners(replayed: Replayed) -> str | None:
    """The letters of the seats that won, or of who won falsely."""
    if replayed.player is not None:
        return replayed.player.name
    return "/".join(win.seat.name for win in replayed.wins) or None


def _from(win: Winner, lang: Lang) -> str:
    """Whose tile it was, or how it came."""
    return say(f"replay.{win.by}", lang, seat="" if win.discarder is None else win.discarder.name)


def _worth(wins: Sequence[Winner], lang: Lang) -> list[Cell]:
    """Totals and fans, those of several winners apart by a stroke."""
    return [
        "/".join(str(win.score.total) for win in wins) or None,
        " / ".join(names(win.score, lang) for win in wins) or None,
    ]


def _agreement(replayed: Replayed, lang: Lang) -> str:
    """How the record compares, and what has to be said besides."""
    return "; ".join([_comparison(replayed, lang), *deal_notes(replayed, lang)])


def _comparison(replayed: Replayed, lang: Lang) -> str:
    """Equal, equal but for the names, or what the record says instead."""
    if replayed.agrees is None:
        return say("replay.nothing", lang)
    from mjcalc.records.replay import result_summaries

    recorded, _ = result_summaries(replayed)
    if replayed.agrees and replayed.same_fans is not False:
        return say("replay.equal", lang)
    fans = _recorded_fans(recorded, lang) if replayed.same_fans is False else ""
    if replayed.agrees:
        return f"{say('replay.names', lang)}: {fans}"
    kind = "" if recorded.kind in (None, "win") else say(f"replay.{recorded.kind}", lang)
    seat = "" if recorded.seat is None else recorded.seat.name
    by = "" if recorded.by is None else say(f"replay.by-{recorded.by}", lang)
    discarder = "" if recorded.discarder is None else recorded.discarder.name
    totals = "/".join(map(str, recorded.totals))
    scores = " ".join(map(str, recorded.scores or ()))
    said = (kind, seat, " ".join([by, discarder]).strip(), totals, fans, scores)
    return f"{say('replay.differs', lang)}: {' · '.join(part for part in said if part)}"


def _recorded_fans(recorded: ResultSummary, lang: Lang) -> str:
    """The fans of the record, as those of the hand are named."""
    phrases = [fan_words(names) for names in recorded.fans if names]
    one = Lang.EN if lang is Lang.EN else Lang.ZH
    return " / ".join(say(said.key, one, **said.fields) for said in phrases if said is not None)


# -- programs -------------------------------------------------------------------------------------


def _program_cells(result: DealReport, lang: Lang) -> list[Cell]:
    error = ""
    if result.error is not None:
        whys = "; ".join(text for _, text in problems(result.error, lang))
        error = f"{result.error.code}: {result.error.defects[0].line}: {whys}"
    replayed = result.replayed
    id = None if result.id is None else Typed(result.id)
    if replayed is None:
        return [result.line, id, *[None] * (len(RECORD_COLUMNS) - 4), error, None]
    wins = replayed.wins
    first = wins[0] if wins else None
    return [
        result.line,
        id,
        replayed.kind,
        _winners(replayed),
        None if first is None else first.by,
        None if first is None or first.discarder is None else first.discarder.name,
        *_worth(wins, lang),
        *replayed.scores,
        _yes(replayed.agrees),
        _yes(replayed.same_fans),
        error,
        "; ".join(deal_notes(replayed, lang)) or None,
    ]


def _yes(value: bool | None) -> str | None:
    return None if value is None else "yes" if value else "no"


def result_json(result: DealReport, lang: Lang) -> dict[str, Any]:
    """The object of a deal; ``error`` where it is illegal, unreadable or differs."""
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "format": result.format,
        "id": result.id,
        "line": result.line,
        "ok": result.replayed is not None,
    }
    if result.replayed is not None:
        out |= _replayed_json(result.replayed, lang)
    if result.error is not None:
        errors = [*_errors_json(result, lang)]
        out |= {"error": errors[0], "errors": errors}
    return out


def _errors_json(result: DealReport, lang: Lang) -> Iterator[dict[str, Any]]:
    assert result.error is not None
    for defect, text in problems(result.error, lang):
        yield {
            "code": result.error.code,
            "line": defect.line,
            "message": text,
            "column": None if defect.start is None else defect.start + 1,
            "length": None if defect.start is None else defect.length,
            "act": act_number(defect),
        }


def _replayed_json(replayed: Replayed, lang: Lang) -> dict[str, Any]:
    said, wins, won = replayed.said, replayed.wins, replayed.kind == "win"
    first = wins[0] if wins else None
    said_of_first = None if first is None else replayed.said_of(first)
    winners = [win.seat.value for win in wins] if won else []
    out = {
        "result": replayed.kind,
        "winner": winners[0] if winners else None,
        "winners": winners,
        "player": _seat_number(replayed.player),
        "by": None if first is None else first.by,
        "discarder": None if first is None else _seat_number(first.discarder),
        **_worth_json(first),
        "scores": list(replayed.scores),
        "recorded": {
            **_recorded_json(said_of_first or next(iter(said.wins), None)),
            "scores": None if said.scores is None else list(said.scores),
        },
        "agrees": replayed.agrees,
        "same_fans": replayed.same_fans,
        "notes": deal_notes(replayed, lang),
    }
    if replayed.record.duplicate:
        out["wins"] = [
            {
                "winner": win.seat.value,
                **_worth_json(win),
                "recorded": _recorded_json(replayed.said_of(win)),
            }
            for win in wins
        ]
    return out


def _seat_number(seat: Wind | None) -> int | None:
    return None if seat is None else seat.value


def _worth_json(win: Winner | None) -> dict[str, Any]:
    if win is None:
        return {"hand": None, "total": None, "fans": []}
    hand = str(win.score.hand)
    return {"hand": hand, "total": win.score.total, "fans": _fans_json(win.score)}


def _fans_json(score: Score) -> list[dict[str, Any]]:
    return [
        {
            "no": score.ruleset.number(fan),
            "zh": fan.zh,
            "en": fan.en,
            "value": fan.value,
            "count": count,
            "points": fan.value * count,
        }
        for fan, count in score.counts
    ]


def _recorded_json(said: RecordedWin | None) -> dict[str, Any]:
    from mjcalc.records.replay import said_fans

    if said is None:
        return {"total": None, "fans": None}
    return {"total": said.total, "fans": None if said.fans is None else said_fans(said)}
