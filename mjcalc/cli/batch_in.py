"""What a batch reads: a file, a ``.gz`` by its name, standard input; and where its hands begin.

The input is opened once. What else is to be known of a file is asked of its descriptor, never of
its path, which may name another file by then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BufferedReader
from typing import TYPE_CHECKING, cast

from mjcalc.cli.files import State, opened, state
from mjcalc.cli.options import Mistake
from mjcalc.notation.whitespace import is_blank

if TYPE_CHECKING:
    from mjcalc.batch.job import Columns
    from mjcalc.batch.tasks import Shared, Task, TaskPlace


class InputEnds(Exception):
    """The input cannot be read on after a line; why."""

    line = 0


@dataclass(frozen=True, slots=True)
class Source:
    """An open input, its header, and the place of the first line after it."""

    path: str
    stream: BufferedReader
    packed: BufferedReader | None
    header: str
    columns: Columns | None
    start: TaskPlace
    shared: Shared | None
    file: BufferedReader
    state: State | None

    @property
    def is_file(self) -> bool:
        """Whether any process can open it and go to any place in it."""
        return self.shared is not None

    @property
    def size(self) -> int | None:
        """How many bytes it has, packed ones if it is packed; None when nobody knows."""
        return None if self.state is None or self.path == "-" else self.state.size

    @property
    def is_changed(self) -> bool:
        """Return whether the file was written to since it was opened."""
        return state(self.file) != self.state

    def at(self, place: TaskPlace) -> int:
        """How many of these bytes are read when it is read to a place."""
        return place.offset if self.packed is None else self.packed.tell()

    def tasks(self, place: TaskPlace, size: int, *, ranges: bool) -> Iterator[Task | None]:
        """All from a place on, as byte ranges or as texts; InputEnds when reading fails."""
        from mjcalc.batch import tasks

        quoted = self.columns is not None and self.columns.quoted
        if ranges and self.shared is not None:
            yield from tasks.ranges(self.file, self.shared, place, size, quoted=quoted)
            return
        with _unbroken():
            left = place.offset - self.start.offset
            if tasks.skip(self.stream, left) < left:
                raise Mistake("input-shorter")
            yield from tasks.texts(self.stream, place, size, quoted=quoted)


@contextmanager
def source(path: str, column: str | None) -> Iterator[Source]:
    """The input, opened; Mistake when it cannot be, or has no such column."""
    from mjcalc.batch.tasks import TaskPlace

    with opened(path) as raw:
        before = state(raw)
        packed = raw if path.endswith(".gz") else None
        stream = raw if packed is None else _unpacked(packed)
        with _unbroken():
            place = TaskPlace(_passed_bom(stream))
            header, begin = ("", place) if column is None else _header(stream, place)
        columns = _columns(header, column) if column is not None and header else None
        shared = None if packed else _shared_file(path, raw)
        yield Source(path, stream, packed, header, columns, begin, shared, raw, before)


def _shared_file(path: str, file: BufferedReader) -> Shared | None:
    """Return the file as workers can open it; None when its path does not lead to it."""
    from mjcalc.batch.tasks import Shared, Stamp

    if path == "-" or state(file) is None:
        return None
    whole = os.path.abspath(path)
    if whole.startswith(("/dev/", "/proc/")):  # /dev/stdin is another file for every process
        whole = os.path.realpath(whole)
    try:
        is_same = os.path.samestat(os.stat(whole), os.fstat(file.fileno()))
    except OSError:
        return None
    return Shared(whole, Stamp.of(file.fileno())) if is_same else None


def _header(stream: BufferedReader, place: TaskPlace) -> tuple[str, TaskPlace]:
    """Return the first line that is not blank ("" if there is none), and the place after it."""
    from mjcalc.batch.lines import LONGEST

    offset, number = place.offset, place.line
    while line := stream.readline(LONGEST + 1):
        if len(line) > LONGEST:
            raise Mistake("header-too-long", limit=LONGEST)
        offset, number = offset + len(line), number + 1
        try:
            header = line.decode()
        except UnicodeDecodeError:
            raise Mistake("header-not-utf-8") from None
        if not is_blank(header):
            return header, replace(place, offset=offset, line=number)
    return "", replace(place, offset=offset, line=number)


def _unpacked(raw: BufferedReader) -> BufferedReader:
    import gzip

    return cast(BufferedReader, gzip.open(raw, "rb"))


@contextmanager
def _unbroken() -> Iterator[None]:
    """Turns the errors of a damaged archive or a failing disk into InputEnds."""
    try:
        yield
    except (EOFError, OSError) as error:
        raise InputEnds(getattr(error, "strerror", None) or str(error)) from None
    except Exception as error:
        if type(error).__module__ == "zlib":
            raise InputEnds(str(error)) from None
        raise


def _passed_bom(stream: BufferedReader) -> int:
    """How many bytes the byte order mark takes, which is passed over."""
    from mjcalc.batch.tasks import BOM

    return len(stream.read(len(BOM))) if stream.peek(len(BOM)).startswith(BOM) else 0


def _columns(header: str, name: str) -> Columns:
    from mjcalc.batch.job import Columns
    from mjcalc.batch.lines import is_open

    if "\t" not in header and is_open(header.rstrip("\r\n")):
        raise Mistake("header-open-quote")
    try:
        return Columns.of(header, name)
    except KeyError as error:
        raise Mistake("no-column", name=name, known=error.args) from None
    except ValueError as error:
        raise Mistake("column-twice", name=name, count=error.args[0]) from None
