"""Every word that people read, in Chinese and English: the catalogue, and one way to say a text.

A key is looked up in :data:`TEXT`; a :class:`~mjcalc.errors.Defect` is a key with its fields.
What is quoted is safe to show (:mod:`mjcalc.i18n.visible`).
Sentences on a defect say what is wrong, then how to fix it. Honors are named 东 … 白.

>>> say("total", Lang.EN), say("total", Lang.BOTH)
('Total', '合计 Total')
>>> message(Defect("flowers-out-of-range", {"count": 9}), Lang.EN)
'9 flowers: there are 8 in all, write +flowers:0 to +flowers:8'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import partial
from typing import Any

from mjcalc.errors import Defect
from mjcalc.i18n import batch, games, league, phrases, records, settings, settle, sheets, waits, why
from mjcalc.i18n.hands import HAND_WORDS, IMPOSSIBLE, OUTCOMES, UNREADABLE_TEXTS
from mjcalc.i18n.phrases import Phrase, Phrases, phrased
from mjcalc.i18n.visible import visible
from mjcalc.i18n.words import HELP, NOTES, SCORE_LABELS, USAGE
from mjcalc.tiles import HONOR_NAMES, Tile, Wind


class Lang(StrEnum):
    """The languages of the output."""

    ZH = "zh"
    EN = "en"
    BOTH = "both"


TEXT: Mapping[str, tuple[str, str]] = (
    UNREADABLE_TEXTS
    | IMPOSSIBLE
    | HAND_WORDS
    | OUTCOMES
    | USAGE
    | SCORE_LABELS
    | NOTES
    | HELP
    | batch.TEXT
    | settle.TEXT
    | games.TEXT
    | league.TEXT
    | league.LEAGUE_LABELS
    | sheets.SHEET_TEXTS
    | records.TEXT
    | settings.TEXT
    | settings.CONFIG_LABELS
    | waits.TEXT
    | why.TEXT
)
ALL_PHRASES = {
    **phrases.PHRASES,
    **settle.SETTLE_PHRASES,
    **sheets.SHEET_PHRASES,
    **records.RECORD_PHRASES,
}

# Texts that stand side by side in a table or label; sentences are set apart by a stroke.
_JOINTS = dict.fromkeys(
    (
        *SCORE_LABELS,
        *batch.SUMMARY_LABELS,
        *settle.PAYMENTS,
        *games.GAME_TABLES,
        *league.LEAGUE_LABELS,
        *records.RESULTS,
        *settings.CONFIG_LABELS,
        *waits.WAIT_LABELS,
        "error",
        "help.examples",
        "help.options",
    ),
    " ",
)


# Characters of one text that a sentence quotes, whatever was typed.
MOST_QUOTED = 2000
# What is counted in English sentences; beside a verb the plural is left alone.
COUNTED = re.compile(r"\{(\w+)\} (?:more )?(?:deal|hand|set|tile)s\b(?! are)")


def say(key: str, lang: Lang = Lang.BOTH, **fields: Any) -> str:
    """The text of a key with its fields filled in; ``both`` is Chinese, then English."""
    if lang is Lang.BOTH:
        pair = say(key, Lang.ZH, **fields), say(key, Lang.EN, **fields)
        return join(*pair, _JOINTS.get(key, " / "))
    which = 0 if lang is Lang.ZH else 1
    words = {
        name: _word(name, value, which) for name, value in phrased(key, fields, ALL_PHRASES).items()
    }
    template = TEXT[key][which]
    if which:
        template = COUNTED.sub(partial(_plural_field, fields), template)
    return template.format(**words)


def _plural_field(fields: dict[str, Any], found: re.Match[str]) -> str:
    """A field and what it counts: the noun in the singular where it is one."""
    return found[0].removesuffix("s") if fields.get(found[1]) == 1 else found[0]


def join(zh: str, en: str, joint: str = " / ") -> str:
    """Both languages in one line, or one when they say the same."""
    return zh if zh == en else f"{zh}{joint}{en}"


def pick(zh: str, en: str, lang: Lang, joint: str = " ") -> str:
    """The words that come in two languages themselves (fans, rulesets, options)."""
    return {Lang.ZH: zh, Lang.EN: en}.get(lang) or join(zh, en, joint)


def message(defect: Defect, lang: str = Lang.BOTH) -> str:
    """Return the sentence of a defect: what is wrong, and how to fix it.

    ``lang`` is "zh", "en" or "both"; ValueError for any other.
    """
    return say(defect.key, Lang(lang), **defect.fields)


def named(tiles: str) -> str:
    """Tiles as typed, and the names of the honors among them: ``123z`` is 123z (东南西)."""
    honors = "".join(
        HONOR_NAMES[int(rank) - 1]
        for group in tiles.split()
        for rank in group[:-1]
        if group.endswith("z") and rank in "1234567"
    )
    return f"{tiles} ({honors})" if honors else tiles


def _cut(text: str) -> str:
    """Return a text, or the beginning and the end of one that would fill the screen."""
    half = MOST_QUOTED // 2
    return text if len(text) <= MOST_QUOTED else f"{text[:half]} … {text[-half:]}"


def _word(name: str, value: Any, which: int) -> str:
    match value:
        case Phrase():
            return say(value.key, (Lang.ZH, Lang.EN)[which], **value.fields)
        case Phrases():
            joint = ("；", "; ")[which] if value.listed else ""
            return joint.join(_word(name, part, which) for part in value.parts)
        case Tile():
            return value.name_zh
        case Wind():
            return value.zh if which == 0 else f"{value.zh} {value.name}"
        case None:
            return ""
        case str():
            return visible(_cut(named(value) if name == "tiles" else value))
        case Iterable():
            return ("、" if which == 0 else ", ").join(_word(name, part, which) for part in value)
    return visible(str(value))
