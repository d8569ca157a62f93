"""Why a fan counts or not, as text and JSON; and what a hand below the minimum lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from mjcalc.engine.score import Counted, Score
from mjcalc.engine.why import Circumstance, FanStatus, Gain, MissingParts, Why, WinChange
from mjcalc.hand.reading import Part
from mjcalc.i18n import Lang, join, say
from mjcalc.report import Look
from mjcalc.report.scores import part_text, parts_text
from mjcalc.rules.fans import Fan
from mjcalc.tiles import write_tiles

MOST_WAYS = 3
NOT_PRESENT = (FanStatus.BLOCKED, FanStatus.WIN, FanStatus.MISSING, FanStatus.FAR)
CIRCUMSTANCES = {
    Circumstance.SELF_DRAWN: "self-drawn",
    Circumstance.DISCARD: "discard",
    Circumstance.LAST: "+last",
    Circumstance.KONG: "+kong",
    Circumstance.ROB: "+rob",
    Circumstance.FOURTH: "+fourth",
}


def why_text(whys: Iterable[Why], scored: Score, look: Look) -> str:
    """Return a line for each fan, or one in each language, and what the fan requires."""
    lines = []
    for asked in whys:
        tongues = (Lang.ZH, Lang.EN) if look.lang is Lang.BOTH else (look.lang,)
        sentences = [
            "\n".join(_why_sentences(asked, scored, Look(tongue, unicode=look.unicode)))
            for tongue in tongues
        ]
        lines += sentences
    return "\n".join(lines)


def _why_sentences(asked: Why, scored: Score, look: Look) -> Iterator[str]:
    """Yield why, and the condition of a fan that does not hold, in one language."""
    lang, fan = look.lang, _name(asked.fan, look.lang)
    if asked.status is not FanStatus.REMOVED:
        fields = _reason(asked, scored, look)
        yield say(f"because.{asked.status.value}", lang, fan=fan, **fields)
    for dropped in asked.dropped:
        reason = say(f"reason.{dropped.why.value}", lang)
        if dropped.by is None:
            yield say("because.removed", lang, fan=fan, reason=reason)
        else:
            by = _name(dropped.by, lang)
            yield say("because.removed-by", lang, fan=fan, by=by, reason=reason)
    if asked.status in NOT_PRESENT:
        condition = asked.fan.condition_en if lang is Lang.EN else asked.fan.condition_zh
        yield "  " + say("because.condition", lang, fan=fan, condition=condition)


def _reason(asked: Why, scored: Score, look: Look) -> dict[str, object]:
    """Return the fields of the sentence that goes with the status."""
    match asked:
        case Why(counted=Counted(points=points, places=places)):
            parts = scored.reading.parts
            sets = [_parts_of([parts[index] for index in place], look) for place in places if place]
            shown = say("because.sets", look.lang, parts="; ".join(sets)) if sets else ""
            return {"points": points, "sets": shown}
        case Why(other=Score() as other):
            return {"total": other.total, "parts": parts_text(other.reading, look)}
        case Why(change=WinChange() as change):
            return {"changes": _changes(change, look)}
        case Why(blocking=(_, *_) as blocking):
            return {"parts": _parts_of(blocking, look)}
        case Why(missing=(_, *_) as missing):
            return {"ways": _ways(missing, look)}
    return {}


def _name(fan: Fan, lang: Lang) -> str:
    return fan.en if lang is Lang.EN else fan.zh


def _parts_of(parts: Iterable[Part], look: Look) -> str:
    return " ".join(part_text(part, look) for part in parts)


def _ways(ways: tuple[MissingParts, ...], look: Look) -> str:
    """Return the nearest ways as text, and how many more there are."""
    texts = dict.fromkeys(_way(way, look) for way in ways)
    shown = say("because.or", look.lang).join(list(texts)[:MOST_WAYS])
    more = len(texts) - MOST_WAYS
    return shown + (say("because.more-ways", look.lang, count=more) if more > 0 else "")


def _way(way: MissingParts, look: Look) -> str:
    order = sorted(way.missing, key=lambda part: part.tiles)
    missing = _parts_of((replace(part, melded=False) for part in order), look)
    present = _parts_of(way.present, look)
    if not present:
        return missing
    return say("because.present", look.lang, missing=missing, present=present)


def _changes(change: WinChange, look: Look) -> str:
    lang = look.lang
    items = [_circumstance(one, lang) for one in change.circumstances]
    items += [
        say("because.without", lang, circumstance=_circumstance(one, lang))
        for one in change.without
    ]
    if change.wait is not None:
        items.append(say(f"because.wait.{change.wait.value}", lang))
    if change.melded:
        items.append(say("because.concealed", lang, parts=_parts_of(change.melded, look)))
    return ("、" if lang is Lang.ZH else ", ").join(items)


def _circumstance(circumstance: Circumstance, lang: Lang) -> str:
    return say(CIRCUMSTANCES[circumstance], lang)


def gains_text(found: Iterable[Gain], scored: Score, lang: Lang) -> str:
    """Return how much a score is short of the minimum, and what one more circumstance adds."""
    if lang is Lang.BOTH:
        gains = tuple(found)
        return join(*(gains_text(gains, scored, one) for one in (Lang.ZH, Lang.EN)))
    items = [
        say(
            "minimum.gain",
            lang,
            circumstance=_circumstance(gain.circumstance, lang),
            points=gain.score.base - scored.base,
            enough=say("minimum.enough", lang) if gain.score.enough else "",
        )
        for gain in found
    ]
    fields = {"minimum": scored.minimum, "short": (scored.minimum or 0) - scored.base}
    if not items:
        return say("minimum.no-gain", lang, **fields)
    return say(
        "minimum.gains", lang, **fields, gains=("、" if lang is Lang.ZH else ", ").join(items)
    )


# --- JSON ---------------------------------------------------------------------------------------


def gains_json(found: Iterable[Gain]) -> list[dict[str, Any]]:
    """Return the circumstances that raise the total, each with the score it leads to."""
    return [
        {
            "circumstance": gain.circumstance.value,
            "total": gain.score.total,
            "base": gain.score.base,
            "enough": gain.score.enough,
        }
        for gain in found
    ]


def why_json(asked: Why, scored: Score) -> dict[str, Any]:
    """Return the JSON object of one fan that was asked about."""
    fan, change = asked.fan, asked.change
    return {
        "no": scored.ruleset.number(fan),
        "zh": fan.zh,
        "en": fan.en,
        "status": asked.status.value,
        "points": 0 if asked.counted is None else asked.counted.points,
        "sets": []
        if asked.counted is None
        else [list(place) for place in asked.counted.places if place],
        "removed": [
            {"by": gone.by.zh if gone.by else None, "why": gone.why.value} for gone in asked.dropped
        ],
        "other_total": None if asked.other is None else asked.other.total,
        "blocking": _tiles_of(asked.blocking),
        "win": None
        if change is None
        else {
            "with": [one.value for one in change.circumstances],
            "without": [one.value for one in change.without],
            "wait": None if change.wait is None else change.wait.value,
            "concealed": _tiles_of(change.melded),
        },
        "missing": [
            {
                "missing": _tiles_of(way.missing),
                "replaced": _tiles_of(way.replaced),
                "present": _tiles_of(way.present),
            }
            for way in asked.missing[:MOST_WAYS]
        ],
    }


def _tiles_of(parts: Iterable[Part]) -> list[str]:
    return [write_tiles(part.tiles) for part in parts]
