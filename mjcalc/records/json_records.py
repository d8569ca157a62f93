"""Records in JSON: which format each value is in, one value a line or one in the whole file.

A file whose first line is not a whole value (it ends in the middle of one) is read as one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from mjcalc.errors import NotationError
from mjcalc.notation.lines import LONGEST_LINE
from mjcalc.records import jsonlines, judge, tziakcha
from mjcalc.records.record import Record, RecordLine, Unread, unread_deal, unreadable

LARGEST_JSON = 1 << 22  # characters of a value: a session of some hundred deals


def json_deals(lines: Iterable[RecordLine]) -> Iterator[Record | Unread]:
    """Yield every deal of a file of JSON, of which ``documents`` made one line a value."""
    for line in lines:
        try:
            if line.cut:
                key = "record-too-large" if "\n" in line.text else "record-line-too-long"
                limit = LARGEST_JSON if len(line.text) > LONGEST_LINE else LONGEST_LINE
                raise unreadable(line.number, key, limit=limit)
            value = jsonlines.loaded(line)
        except NotationError as error:
            yield unread_deal(jsonlines.FORMAT, None, [line], error)
        else:
            yield from _deals_of(value, line)


def documents(lines: Iterable[RecordLine]) -> Iterator[RecordLine]:
    """Yield each line that holds a value; all lines as one where the first ends within a value."""
    found = (line for line in lines if line.text or line.cut)
    first = next(found, None)
    if first is None:
        return
    if first.text[-1:] not in ("{", "[", ","):
        yield from chain([first], found)
        return
    parts, size, cut = [], 0, False
    for line in chain([first], found):
        size += len(line.text) + 1
        cut = cut or line.cut or size > LARGEST_JSON
        if not cut:
            parts.append(line.text)
    yield RecordLine(first.number, "\n".join(parts), cut)


def _deals_of(value: Any, line: RecordLine) -> Iterator[Record | Unread]:
    """Yield the deals of a JSON value: one, or those of a session."""
    number = line.number
    if judge.is_judge_log(value):
        yield _deal(judge.FORMAT, None, line, partial(judge.judge_record, value, number))
    elif tziakcha.is_tziakcha(value):
        for id, step in tziakcha.tziakcha_steps(value):
            read = partial(tziakcha.tziakcha_record, id, step, number)
            yield _deal(tziakcha.FORMAT, id, line, read)
    else:
        id = value.get("id") if isinstance(value, dict) else None
        yield _deal(jsonlines.FORMAT, id, line, partial(_neutral, value, line))


def _neutral(value: Any, line: RecordLine) -> Record:
    """Return the deal of a line of JSON, which is not longer than a line of any other record."""
    if len(line.text) >= LONGEST_LINE:
        raise unreadable(line.number, "record-line-too-long", limit=LONGEST_LINE)
    return jsonlines.json_deal(value, line.number)


def _deal(format: str, id: object, line: RecordLine, read: Callable[[], Record]) -> Record | Unread:
    try:
        return read()
    except NotationError as error:
        return unread_deal(format, id if isinstance(id, str) else None, [line], error)
