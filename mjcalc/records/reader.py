"""Files of game records: which format it is, and one deal after the other (notation).

Lines end in LF, CR LF or CR, mixed; a BOM and bytes that are no UTF-8 do no harm; blank lines are
passed over. Memory is that of one deal.

>>> import io
>>> [type(deal).__name__ for deal in read_records(io.BytesIO(b"Match x\\nWind 0\\nHuang"))]
['Record']
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from types import MappingProxyType
from typing import BinaryIO, NamedTuple

from mjcalc.notation.lines import LONGEST_LINE, bounded, stripped
from mjcalc.records import botzone, jsonlines, pmn
from mjcalc.records.json_records import LARGEST_JSON, documents, json_deals
from mjcalc.records.record import Record, RecordLine, Unread, grouped, unreadable

Reader = Callable[[Iterable[RecordLine]], Iterator[Record | Unread]]
READERS: Mapping[str, Reader] = MappingProxyType(
    {botzone.FORMAT: botzone.deals, pmn.FORMAT: pmn.deals, jsonlines.FORMAT: json_deals}
)

# The lines of each deal.
DEAL_BLOCKS: Mapping[str, Callable[[Iterable[RecordLine]], Iterator[list[RecordLine]]]] = (
    MappingProxyType(
        {
            botzone.FORMAT: partial(grouped, begins=botzone.DEAL_START),
            pmn.FORMAT: partial(grouped, begins=pmn.FIRST_TAG),
            jsonlines.FORMAT: lambda lines: ([line] for line in lines),
        }
    )
)


def lines(stream: BinaryIO) -> Iterator[RecordLine]:
    """The lines of a file, without blanks around them; of a long one the beginning.

    Only a line of JSON may be longer than a line of the other formats.
    """
    text = io.TextIOWrapper(stream, "utf-8", "replace", newline=None)
    try:
        for number, (line, cut) in enumerate(bounded(text, LARGEST_JSON), 1):
            found = stripped(line)
            if len(line) >= LONGEST_LINE and not is_json(found):
                found, cut = found[:LONGEST_LINE], True
            yield RecordLine(number, found, cut)
    finally:
        text.detach()


def is_json(line: str) -> bool:
    """Whether a line begins like a JSON object or an array of objects; a tag of PMN does not."""
    return line.startswith("{") or (line.startswith("[") and line[1:].lstrip()[:1] in ("", "{"))


def detect(line: str) -> str | None:
    """The format of a file whose first line this is; None when it is none of them.

    What sort of JSON it is, its keys tell.

    >>> detect("Match 61602cb4"), detect('[Event "x"]'), detect('{"id":1}'), detect("123m")
    ('botzone', 'pmn', 'neutral', None)
    """
    word, *_ = line.split(maxsplit=1) or [""]
    if word in botzone.LINE_READERS:
        return botzone.FORMAT
    if is_json(line):
        return jsonlines.FORMAT
    return pmn.FORMAT if line.startswith("[") and line[1:2].isalpha() else None


class RecordChunk(NamedTuple):
    """Some whole deals of a file, as lines, and the format they are in."""

    format: str
    lines: list[RecordLine]


def read_records(stream: BinaryIO) -> Iterator[Record | Unread]:
    """Every deal of a file; what cannot be read is an Unread with its error, and the rest goes on.

    A file that is no record at all is one Unread without a format.
    """
    found = _recognized(stream)
    if isinstance(found, Unread):
        yield found
    else:
        format, numbered = found
        yield from READERS[format](numbered)


def record_chunks(stream: BinaryIO, deals: int) -> Iterator[RecordChunk | Unread]:
    """The deals of a file in chunks of so many, for ``read_chunk``; an Unread as above."""
    found = _recognized(stream)
    if isinstance(found, Unread):
        yield found
        return
    format, numbered = found
    blocks = DEAL_BLOCKS[format](numbered)
    while chunk := list(islice(blocks, deals)):
        yield RecordChunk(format, [line for block in chunk for line in block])


def read_chunk(chunk: RecordChunk) -> Iterator[Record | Unread]:
    """Every deal of a chunk."""
    return READERS[chunk.format](chunk.lines)


def _recognized(stream: BinaryIO) -> Unread | tuple[str, Iterable[RecordLine]]:
    """The format and all lines of a file; what is wrong where it is no record."""
    found = lines(stream)
    first = next((line for line in found if line.text or line.cut), None)
    if first is None:
        return Unread(None, None, 1, unreadable(1, "record-empty"))
    format = detect(first.text)
    if format is not None:
        every = chain([first], found)
        return format, documents(every) if format == jsonlines.FORMAT else every
    if first.cut:
        error = unreadable(first.number, "record-line-too-long", limit=LONGEST_LINE)
    else:
        error = unreadable(first.number, "record-format", 0, 1)
    return Unread(None, None, first.number, error, first.text)
