"""What a batch reads: a file, packed or not, standard input; and where its hands begin.

The input is opened once. What else is to be known of a file is asked of its descriptor, never of
its path, which may name another file by then.
"""

from __future__ import annotations

import os
import shlex
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from io import BufferedReader
from typing import TYPE_CHECKING

from mjcalc.cli.errors import Mistake, as_text
from mjcalc.cli.files import State, decoded_stream, opened_as_it_is, reason_of, state
from mjcalc.notation.lines import encoding_of, is_blank

if TYPE_CHECKING:
    from mjcalc.batch.job import Columns
    from mjcalc.batch.tasks import Shared, Task, TaskPlace


class InputEnds(Exception):
    """The input cannot be read on after a line; why."""

    line = 0
    path = ""


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
        if self.packed is None:
            return place.offset
        return 0 if self.size is None else self.packed.tell()

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


@dataclass(frozen=True, slots=True)
class Sources:
    """The open inputs of a run, one after another; their columns are the same."""

    each: tuple[Source, ...]

    @property
    def paths(self) -> list[str]:
        """The paths of the inputs."""
        return [source.path for source in self.each]

    @property
    def are_several(self) -> bool:
        """Whether rows name their input."""
        return len(self.each) > 1

    @property
    def first(self) -> Source:
        """The first input, which has the header of all."""
        return self.each[0]

    @property
    def size(self) -> int | None:
        """How many bytes they have together; None when nobody knows."""
        sizes = [source.size for source in self.each]
        return None if None in sizes else sum(size for size in sizes if size is not None)

    @property
    def changed(self) -> str | None:
        """Return the path of an input that was written to since it was opened, else None."""
        return next((source.path for source in self.each if source.is_changed), None)

    def path_of(self, opened: str) -> str:
        """Return the path of an input as typed, given the path that workers open."""
        shared = {source.shared.path: source.path for source in self.each if source.shared}
        return shared.get(opened, opened)

    def at(self, place: TaskPlace) -> int:
        """How many bytes are read when the inputs are read to a place."""
        before = sum(source.size or 0 for source in self.each[: place.file])
        return before + self.each[place.file].at(place)

    def tasks(self, place: TaskPlace, size: int, *, ranges: bool) -> Iterator[Task | None]:
        """All from a place on, as byte ranges or as texts; InputEnds when reading fails."""
        for index, source in enumerate(self.each[place.file :], place.file):
            begin = place if index == place.file else source.start
            try:
                for task in source.tasks(begin, size, ranges=ranges and source.is_file):
                    if task is not None and self.are_several:
                        task = replace(task, name=as_text(source.path))
                    yield task
            except InputEnds as error:
                error.path = source.path
                raise


@contextmanager
def sources(
    paths: Sequence[str], column: str | None, encoding: str | None = None
) -> Iterator[Sources]:
    """Open all inputs; Mistake when one cannot be, or has no such column, or other columns."""
    with ExitStack() as stack:
        each: list[Source] = []
        for index, path in enumerate(paths):
            opened = stack.enter_context(source(path, column, encoding))
            each.append(replace(opened, start=replace(opened.start, file=index)))
            first = each[0].columns
            if opened.columns != first:
                raise Mistake("other-header", path=path, first=paths[0])
        yield Sources(tuple(each))


@contextmanager
def source(path: str, column: str | None, encoding: str | None = None) -> Iterator[Source]:
    """The input, opened; Mistake when it cannot be, or has no such column."""
    from mjcalc.batch.tasks import TaskPlace

    with opened_as_it_is(path) as raw:
        before = state(raw)
        with _unbroken():
            stream = decoded_stream(raw, path, encoding)
            packed = None if stream is raw else raw
            place = TaskPlace(_passed_bom(stream))
            header, begin = ("", place) if column is None else _header(stream, place)
        columns = _columns(header, column, path) if column is not None and header else None
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
            raise Mistake("header-not-utf-8", encoding=encoding_of(line)) from None
        if not is_blank(header):
            return header, replace(place, offset=offset, line=number)
    return "", replace(place, offset=offset, line=number)


@contextmanager
def _unbroken() -> Iterator[None]:
    """Turn the errors of a damaged archive or a failing disk into InputEnds."""
    try:
        yield
    except (EOFError, OSError, zlib.error) as error:
        raise InputEnds(reason_of(error)) from None


def _passed_bom(stream: BufferedReader) -> int:
    """How many bytes the byte order mark takes, which is passed over."""
    from mjcalc.batch.tasks import BOM

    return len(stream.read(len(BOM))) if stream.peek(len(BOM)).startswith(BOM) else 0


def semicolons(path: str, name: str) -> Mistake:
    """Return the error for a file whose columns are separated by semicolons."""
    source = "" if path == "-" else f" < {shlex.quote(as_text(path))}"
    command = rf"tr ';' '\t'{source} | mjcalc batch - --column {shlex.quote(name)}"
    return Mistake("semicolons", path=path, command=command)


def _columns(header: str, name: str, path: str) -> Columns:
    from mjcalc.batch.job import Columns
    from mjcalc.batch.lines import is_open

    if "\t" not in header and is_open(header.rstrip("\r\n")):
        raise Mistake("header-open-quote")
    try:
        return Columns.of(header, name)
    except KeyError as error:
        if "\t" not in header and name in (cell.strip(' "\r\n') for cell in header.split(";")):
            raise semicolons(path, name) from None
        raise Mistake("no-column", name=name, known=error.args) from None
    except ValueError as error:
        raise Mistake("column-twice", name=name, count=error.args[0]) from None
