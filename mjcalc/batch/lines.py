"""Cut a stream of hands into whole lines: pieces of bytes, and blocks of numbered lines.

A line ends at a line feed; in CSV a line break inside quotes does not end it. Where a line ends
depends on the bytes alone, never on how they arrive: any way to cut a file gives the same lines.

>>> import io
>>> [piece.data for piece in line_blocks(io.BytesIO(b"one\\ntwo\\nend"), 5)]
[b'one\\n', b'two\\n', b'end']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple, Protocol

# No hand is longer than this. The rest of a longer line is skipped, so that memory stays flat; a
# quote that is not closed within as many bytes is an error of its own line.
LONGEST = 1 << 16
MOST_BYTES = LONGEST - 2  # a record of more bytes, with its line end, may have been cut
CHUNK = 1 << 20

# CSV as the csv module reads it: a quote opens a cell only where the cell begins. ``_OPENS`` are
# lines that end inside quotes, ``_STAYS`` those that do when they began inside quotes.
_QUOTED = r'(?:[^"]|"")*+'
_CELL = rf'(?:"{_QUOTED}"[^,]*+|[^",][^,]*+|)'
_OPENS = re.compile(rf'(?:{_CELL},)*+"{_QUOTED}'.encode(), re.DOTALL)
_STAYS = re.compile(rf'{_QUOTED}(?:"[^,]*+,(?:{_CELL},)*+"{_QUOTED})?'.encode(), re.DOTALL)


class ByteStream(Protocol):
    """A binary stream: ``read`` returns at most ``size`` bytes, none at the end."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes."""


class Piece(NamedTuple):
    """Whole lines, the bytes of the stream that they cover, and the number of lines.

    A record of CSV with line breaks in it counts as several lines.
    """

    data: bytes
    size: int
    lines: int


@dataclass(frozen=True, slots=True)
class Block:
    """Lines without their ends, their numbers in the file, and the lines as they were typed.

    A byte that is not UTF-8 is a lone surrogate, as with ``surrogateescape``.
    """

    numbers: Sequence[int]
    lines: Sequence[str]
    typed: Sequence[str]


def line_blocks(stream: ByteStream, size: int = CHUNK, *, quoted: bool = False) -> Iterator[Piece]:
    """Yield the stream in pieces of whole lines, each as soon as its lines are there.

    A piece has at most ``size`` bytes and one more line; ``quoted`` is for CSV. Only the first
    ``LONGEST`` bytes of a line are kept.
    """
    rest, dropped, is_long = b"", 0, False
    while chunk := stream.read(size):
        if is_long:
            head, end, chunk = chunk.partition(b"\n")
            dropped += len(head)
            if not end:
                continue
            yield Piece(rest + end, len(rest) + dropped + 1, 1)
            rest, dropped, is_long = b"", 0, False
        rest += chunk
        if b"\n" not in chunk and len(rest) <= LONGEST:
            continue
        whole, rest = _complete_lines(rest, quoted)
        if whole:
            yield Piece(whole, len(whole), whole.count(b"\n"))
        is_long = len(rest) > LONGEST and b"\n" not in rest
        if is_long:
            rest, dropped = rest[: LONGEST + 1], len(rest) - LONGEST - 1
    if rest:
        yield Piece(rest, len(rest) + dropped, rest.count(b"\n") + 1)


def block(data: bytes, first: int, *, quoted: bool = False) -> Block:
    """Return the lines of a piece; ``first`` is the number of the first line."""
    if not quoted or b'"' not in data:
        typed = data.removesuffix(b"\n").decode("utf-8", "surrogateescape").split("\n")
        if max(map(len, typed)) <= LONGEST // 4:
            return Block(range(first, first + len(typed)), _ends_removed(typed), typed)
    split = data.removesuffix(b"\n").split(b"\n")
    typed, numbers = [], []
    for record in _records(split) if quoted else split:
        numbers.append(first)
        first += record.count(b"\n") + 1
        typed.append(record[:LONGEST].decode("utf-8", "surrogateescape"))
    return Block(numbers, _ends_removed(typed), typed)


def is_cut(record: str) -> bool:
    """Whether a record has more than ``MOST_BYTES`` bytes, so that some may have been dropped."""
    return len(record.encode("utf-8", "surrogateescape")) > MOST_BYTES


def is_open(record: str) -> bool:
    """Whether a record of CSV ends inside quotes.

    >>> is_open('a,"b'), is_open('a,b"'), is_open('a,"b ""c",')
    (True, False, False)
    """
    return bool(_OPENS.fullmatch(record.encode("utf-8", "surrogateescape")))


def _ends_removed(typed: list[str]) -> list[str]:
    if not any("\r" in line for line in typed):
        return typed
    return [line.removesuffix("\r") for line in typed]


def _complete_lines(data: bytes, quoted: bool) -> tuple[bytes, bytes]:
    """Return the lines that are complete, and the rest of the data."""
    if not quoted or b'"' not in data:
        end = data.rfind(b"\n") + 1
    else:
        *lines, last = data.split(b"\n")
        end = sum(len(record) + 1 for record in _records(lines, len(last)))
    return data[:end], data[end:]


def _records(lines: Sequence[bytes], more: int | None = None) -> Iterator[bytes]:
    """Yield the complete records of CSV; ``more`` bytes follow the lines, None at the end."""
    ends = [0, *accumulate(len(line) + 1 for line in lines)]
    at = searched = 0
    while at < len(lines):
        end = at + 1
        if b'"' in lines[at] and _OPENS.fullmatch(lines[at]):
            end, searched = _record_end(lines, ends, at, max(at + 1, searched), more)
        if end == at:
            return
        yield lines[at] if end == at + 1 else b"\n".join(lines[at:end])
        at = end


def _record_end(
    lines: Sequence[bytes], ends: Sequence[int], at: int, searched: int, more: int | None
) -> tuple[int, int]:
    """Return the line after a record that begins at line ``at`` with an open quote.

    Return ``at`` itself if that is not known yet. No line from ``at`` to ``searched`` closes a
    quote that was open before it. How far that holds is returned too, so that no line is searched
    again for the next record. ``ends`` are the bytes at which the lines end.
    """
    while searched < len(lines) and ends[searched + 1] - ends[at] <= LONGEST:
        if b'"' in lines[searched] and not _STAYS.fullmatch(lines[searched]):
            return searched + 1, searched
        searched += 1
    is_cut = searched < len(lines) or more is None or ends[-1] - ends[at] + more > LONGEST
    return (at + 1 if is_cut else at), searched
