"""Records as JSON lines: one deal a line, acts as ``[seat, verb, tile]``.

``round`` is E S W N, ``dealer`` 0, ``wall`` one of duplicate-34, common-144, duplicate; ``deal``
has four hands, whose tiles are codes as in ``5p`` (``1f``: a flower). A ``chi`` names all three
tiles. ``result`` has type (win, draw, foul), and where known winner, by, discarder, total, fans and
scores. A duplicate deal with two winners may be two lines, each with one of them and all scores.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from mjcalc.errors import NotationError
from mjcalc.records.record import (
    FLOWERS,
    SEATS,
    Act,
    AnyTile,
    Record,
    RecordedResult,
    RecordedWin,
    RecordLine,
    RecordPlace,
    SeatScores,
    Verb,
    Wall,
    check_id,
    is_used_up,
    unreadable,
)
from mjcalc.tiles import BY_CODE, Wind

FORMAT = "neutral"
JSON_VERBS: Mapping[str, Verb] = {
    "draw": Verb.DRAW,
    "discard": Verb.DISCARD,
    "chi": Verb.CHOW,
    "peng": Verb.PUNG,
    "kong": Verb.KONG,
    "ankong": Verb.CONCEALED_KONG,
    "addkong": Verb.ADDED_KONG,
    "flower": Verb.FLOWER,
    "win": Verb.WIN,
}
JSON_TILES: Mapping[str, AnyTile] = {**BY_CODE, **{flower.code: flower for flower in FLOWERS}}
JSON_ROUNDS = {wind.name: wind for wind in Wind}
WALLS = {wall.value: wall for wall in Wall}
WAYS = ("self", "discard", "rob")
RESULT_KINDS = ("win", "draw", "foul")
RUN = re.compile(r"([1-9]+)([mpsz])")
BEHIND_A_COMMA = {
    ("Expecting property name enclosed in double quotes", "}"): "object",
    ("Expecting value", "]"): "array",
}
CHARACTERS_SHOWN = 40
MOST_ACTS = 1000
DEEPEST = 400  # lists and objects in each other: a deal has four, Python bears some 900
NO_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[^]["{}]++')


def loaded(line: RecordLine) -> Any:
    """Return the JSON value of a line; NotationError says where it is wrong."""
    brackets = line.text.count("[") + line.text.count("{")
    if brackets > DEEPEST and depth(line.text) > DEEPEST:
        raise unreadable(line.number, "record-too-deep", limit=DEEPEST)
    try:
        return json.loads(line.text)
    except json.JSONDecodeError as error:
        start, reason = _place_and_reason(error)
        raise unreadable(line.number, "record-json", start, 1, reason=reason) from None
    except ValueError as error:  # too many digits
        raise unreadable(line.number, "record-json", reason=str(error)) from None


def _place_and_reason(error: json.JSONDecodeError) -> tuple[int, str]:
    """Where the JSON is wrong, and why: the same on every Python.

    Before 3.13 a comma too many is reported at the bracket that follows it.
    """
    before, bracket = error.doc[: error.pos].rstrip(), error.doc[error.pos : error.pos + 1]
    kind = BEHIND_A_COMMA.get((error.msg, bracket))
    if kind is None or not before.endswith(","):
        return error.pos, error.msg
    return len(before) - 1, f"Illegal trailing comma before end of {kind}"


def depth(text: str) -> int:
    """How deep lists and objects of a JSON text lie in each other.

    >>> depth('{"a":[1,[2]],"b":"[[[["}')
    3
    """
    deepest = here = 0
    for bracket in NO_BRACKETS.sub("", text):
        here += 1 if bracket in "[{" else -1
        deepest = max(deepest, here)
    return deepest


def json_deal(value: Any, line: int) -> Record:
    """Return the deal of a JSON value; NotationError names the field that is wrong."""
    fields = FieldReader(line)
    fields.check("", value, "object", isinstance(value, dict))
    id = value.get("id")
    fields.check("id", id, "text", id is None or isinstance(id, str))
    check_id(id, line)
    fields.check("dealer", value.get("dealer", 0), "0", value.get("dealer", 0) == 0)
    said = _said(value.get("result"), fields)
    acts = [*_json_deal_acts(value.get("deal"), fields), *_acts(value.get("actions"), fields)]
    wall = fields.one_of("wall", value.get("wall"), WALLS)
    flowers = value.get("flowers", False)
    fields.check("flowers", flowers, "yes-or-no", isinstance(flowers, bool))
    if not any(act.verb is Verb.WIN for act in acts):
        used_up = is_used_up(acts, wall, flowers)
        acts += _json_end(said, used_up, RecordPlace(line, number=len(acts) - 3))
    return Record(
        FORMAT, id, line, fields.one_of("round", value.get("round"), JSON_ROUNDS), tuple(acts),
        said, wall, flowers, duplicate=wall is Wall.UNKNOWN, one_winner=wall is Wall.UNKNOWN,
    )  # fmt: skip


def _json_end(said: RecordedResult, used_up: bool, place: RecordPlace) -> Iterator[Act]:
    """The end that no act tells; a foul has none, but the record says whose it was."""
    if said.kind == "foul":
        if said.scores is None:
            raise unreadable(place.line, "record-lacks", item="result.scores")
    elif said.kind == "draw" or used_up:
        yield Act(Verb.END, Wind.E, (), place)
    else:
        raise unreadable(place.line, "record-unfinished")


class FieldReader:
    """Reads the fields of a record; NotationError names the field that is wrong.

    What belongs there is one of the kinds in the list of ``acts``, or the words themselves.
    """

    def __init__(self, line: int) -> None:
        self.line = line

    def check(self, field: str, value: object, expected: str, good: bool) -> None:
        """Raises the error unless the value is good."""
        if not good:
            raise self.wrong(field, value, expected)

    def wrong(self, field: str, value: object, expected: str) -> NotationError:
        """The error that names the field, what it has, and what belongs there."""
        shown = json.dumps(value, ensure_ascii=False)
        if len(shown) > CHARACTERS_SHOWN:
            shown = shown[:CHARACTERS_SHOWN] + "…"
        return unreadable(self.line, "record-field", field=field, value=shown, expected=expected)

    def one_of(self, field: str, value: object, known: Mapping[str, Any]) -> Any:
        """The meaning of one of a few words."""
        if not isinstance(value, str) or value not in known:
            raise self.wrong(field, value, ", ".join(known))
        return known[value]

    def number(self, field: str, value: object) -> int:
        """A whole number; true is none."""
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
            raise self.wrong(field, value, "number")
        return value

    def seat(self, field: str, value: object) -> Wind:
        """A seat, 0 to 3."""
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < len(SEATS):
            raise self.wrong(field, value, "seat")
        return SEATS[value]

    def listed(self, field: str, value: object, count: int | None = None) -> list[Any]:
        """A list, of this length if one is given."""
        expected = "list" if count is None else f"list-{count}"
        if not isinstance(value, list) or count not in (None, len(value)):
            raise self.wrong(field, value, expected)
        return value

    def tile(self, field: str, value: object) -> AnyTile:
        """A tile or flower."""
        if not isinstance(value, str) or value not in JSON_TILES:
            raise self.wrong(field, value, "tile")
        return JSON_TILES[value]


def _json_deal_acts(value: object, fields: FieldReader) -> Iterator[Act]:
    place = RecordPlace(fields.line)
    for seat, hand in enumerate(fields.listed("deal", value, 4)):
        named = f"deal[{seat}]"
        tiles = [fields.tile(named, tile) for tile in fields.listed(named, hand)]
        yield Act(Verb.DEAL, SEATS[seat], tuple(tiles), place)


def _acts(value: object, fields: FieldReader) -> Iterator[Act]:
    acts = fields.listed("actions", value)
    fields.check("actions", len(acts), f"≤ {MOST_ACTS}", len(acts) <= MOST_ACTS)
    for number, act in enumerate(acts, 1):
        yield _json_act(act, number, fields)


def _json_act(value: object, number: int, fields: FieldReader) -> Act:
    named = f"actions[{number - 1}]"
    seat, word, tile = fields.listed(named, value, 3)
    if not isinstance(word, str) or word not in JSON_VERBS:
        known = tuple(JSON_VERBS)
        raise unreadable(
            fields.line, "record-verb", verb=f"{named}: {str(word)[:CHARACTERS_SHOWN]}", known=known
        )
    verb = JSON_VERBS[word]
    text = f'[{seat},"{word}","{tile}"]'
    place = RecordPlace(fields.line, text, 0, len(text), number)
    if verb is not Verb.CHOW:
        return Act(verb, fields.seat(named, seat), (fields.tile(named, tile),), place)
    match = RUN.fullmatch(tile) if isinstance(tile, str) else None
    if match is None:
        raise fields.wrong(named, tile, "run")
    tiles = tuple([fields.tile(named, rank + match[2]) for rank in match[1]])
    return Act(verb, fields.seat(named, seat), tiles, place)


def _said(value: object, fields: FieldReader) -> RecordedResult:
    """What is said of the result; nothing, or null, where a field is missing."""
    if value is None:
        return RecordedResult(place=RecordPlace(fields.line))
    if not isinstance(value, dict):
        raise fields.wrong("result", value, "object")
    kind = fields.one_of("result.type", value.get("type"), {kind: kind for kind in RESULT_KINDS})
    win, place = _win(value, fields), RecordPlace(fields.line)
    wins = () if win == RecordedWin(None, None, place) else (win,)
    return RecordedResult(kind, wins, _json_scores(value.get("scores"), fields), place)


def _win(value: Mapping[str, Any], fields: FieldReader) -> RecordedWin:
    """What is said of the winner."""
    total, fans, by = value.get("total"), value.get("fans"), value.get("by")
    if total is not None:
        total = fields.number("result.total", total)
    if fans is not None:
        fields.check("result.fans", fans, "object", isinstance(fans, dict))
        fans = {name: fields.number(f"result.fans.{name}", n) for name, n in fans.items()}
    if by is not None:
        by = fields.one_of("result.by", by, {word: word for word in WAYS})
    seat, discarder = (
        None if value.get(name) is None else fields.seat(f"result.{name}", value[name])
        for name in ("winner", "discarder")
    )
    return RecordedWin(total, fans, RecordPlace(fields.line), seat, by, discarder)


def _json_scores(value: object, fields: FieldReader) -> SeatScores | None:
    if value is None:
        return None
    one, two, three, last = (
        fields.number("result.scores", score) for score in fields.listed("result.scores", value, 4)
    )
    return one, two, three, last
