"""What a sentence names beyond the fields of its defect: examples, readings, suggestions.

A defect carries values; its sentence may need words for them in its own language. Those are
:class:`Phrase` values: a key of the catalogue with fields, in the language of the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mjcalc.errors import shortened
from mjcalc.hand.kinds import Kind

DefectFields = Mapping[str, Any]

# An example value for each item, for the fix in a message.
EXAMPLES = {"+win": "5z", "+wild": "6m", "+flip": "5m", "+seat": "E", "+round": "E"}
MOST_COLUMNS = 20  # of a header that are named
NEAR_WINS_SHOWN = 6  # near wins that are named
SET_WORDS = {Kind.CHOW: "chi", Kind.PUNG: "peng", Kind.KONG: "gang"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text inside another, in the language of the whole."""

    key: str
    fields: DefectFields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Phrases:
    """Several phrases in a row, separated as clauses if ``listed``."""

    parts: tuple[Phrase, ...]
    listed: bool = False


Makers = Mapping[str, Mapping[str, Callable[[DefectFields], object]]]


def phrased(key: str, fields: DefectFields, makers: Makers) -> DefectFields:
    """Return the fields of a defect and the phrases that its sentence needs."""
    more = {name: phrase(fields) for name, phrase in makers.get(key, {}).items()}
    return {**fields, **more}


def _letter(fields: DefectFields) -> Phrases:
    readings, honor = fields["readings"], fields["honor"]
    elsewhere = [Phrase("hint.readings", {"readings": readings})] if readings else []
    blank = [Phrase("hint.honor", {"honor": honor})] if honor is not None else []
    return Phrases((*elsewhere, *blank))


def _near(fields: DefectFields) -> Phrases:
    near = fields["candidates"]
    return Phrases((Phrase("hint.near", {"near": near}),) if near else ())


def _meant(fields: DefectFields) -> Phrases:
    """Return "did you mean": the known names most like the one given."""
    from difflib import get_close_matches

    known: Mapping[str, str] = {name.lower(): name for name in fields["known"]}
    given = str(fields.get("value", fields.get("name"))).lower()
    # Two Chinese characters of which one is right are half right.
    cutoff = 0.6 if given.isascii() else 0.5
    near = tuple(known[name] for name in get_close_matches(given, known, cutoff=cutoff))
    return _near({"candidates": near})


def _header_names(fields: DefectFields) -> tuple[object, ...]:
    """Return the first names of a header, and how many more there are."""
    names = [shortened(name) for name in fields["known"]]
    more = len(names) - MOST_COLUMNS
    rest = (Phrase("more-columns", {"count": more}),) if more > 0 else ()
    return (*names[:MOST_COLUMNS], *rest)


def _example(fields: DefectFields) -> str:
    return EXAMPLES.get(fields["item"], "3")


def _times_phrase(fields: DefectFields) -> Phrases:
    many = fields["count"] > 1
    return Phrases((Phrase("times", {"count": fields["count"]}),) if many else ())


def _wind_readings(fields: DefectFields) -> tuple[Phrase, ...]:
    return tuple(
        Phrase(key, {"wind": fields[name]})
        for key, name in (("from-one", "from_one"), ("from-zero", "from_zero"))
        if fields[name] is not None
    )


def _sources(fields: DefectFields) -> Phrase:
    digits: Iterable[object] = fields["allowed"]
    return Phrase("source.digits", {"allowed": digits}) if digits else Phrase("source.none")


def _item(fields: DefectFields) -> Phrase | str:
    item: str = fields["item"]
    return Phrase(item) if item == "win-word" else item


def _nearness(fields: DefectFields) -> Phrase | Phrases:
    """Return which tile to discard and the tiles that then complete the hand; at most SHOWN."""
    near = fields.get("near", ())
    if not near:
        return Phrase("far")
    shown = [Phrase("near", {"drop": drop, "need": need}) for drop, need in near[:NEAR_WINS_SHOWN]]
    return Phrases((*shown, *[Phrase("and-more")] * (len(near) > NEAR_WINS_SHOWN)), listed=True)


def _winning_phrase(fields: DefectFields) -> Phrase:
    """Return a tile that completes a waiting hand, if there is one."""
    waits = fields.get("waits", ())
    if not waits:
        return Phrase("waiting.for-nothing")
    return Phrase("waiting.ready", {"tile": waits[0].code})


# Errors whose field ``known`` lists the valid names.
_WITH_KNOWN = (
    "no-command", "no-topic", "no-flag", "no-choice", "no-column", "no-fan",
    "no-ruleset", "no-venue", "no-option", "no-option-value",
    "settings-key", "settings-choice",
)  # fmt: skip
PHRASES: Makers = {
    "letter-after-digit": {"hint": _letter},
    "letter-before-digit": {"hint": _letter},
    "unknown-word": {"hint": _near},
    "unknown-item": {"hint": _near},
    "separator": {"times": _times_phrase},
    **{key: {"hint": _meant} for key in _WITH_KNOWN},
    "no-column": {"hint": _meant, "known": _header_names},
    "no-value": {"example": _example},
    "not-one-tile": {"example": _example},
    "not-a-tile": {"example": _example},
    "not-a-number": {"example": _example},
    "wind-digit": {"readings": _wind_readings},
    "bad-source": {"allowed": _sources},
    "said-twice": {"item": _item},
    "not-a-win": {"fix": _nearness},
    "waiting": {"fix": _winning_phrase},
    "rob-clash": {"clashes": lambda f: tuple(Phrase(f"clash.{c}") for c in f["clashes"])},
    "kong-clash": {"clashes": lambda f: tuple(Phrase(f"clash.{c}") for c in f["clashes"])},
    "wrong-word": {
        "kind": lambda f: Phrase(f"kind.{f['kind'].value}"),
        "write": lambda f: f"{SET_WORDS[f['kind']]}:{f['tiles']}",
    },
}
