"""A file or stream as tasks: byte ranges where any process can open it, else the bytes themselves.

A task says where it lies and the number of its first line; the driver only counts line ends, so no
hand of a file goes through it. :func:`work` does a task, here or anywhere. A worker opens the file
itself, so it checks that it has the file that the driver opened, as it was then.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from mjcalc.batch.block import score_block
from mjcalc.batch.job import Counts, Job, Result, Tally
from mjcalc.batch.lines import CHUNK, Reader, pieces

FAILED_KEPT = 10
BOM = b"\xef\xbb\xbf"


class Stream(Protocol):
    """A buffered binary stream, as ``open`` and ``sys.stdin.buffer`` are."""

    def read1(self, size: int = -1, /) -> bytes:
        """The bytes that are there, at most so many; none at the end."""


class Seekable(Reader, Protocol):
    """A file that can be read from any place on."""

    def seek(self, offset: int, /) -> int:
        """Move to an offset."""


@dataclass(frozen=True, slots=True)
class TaskPlace:
    """How far a stream is read: the next byte, and the number of the line it begins."""

    offset: int = 0
    line: int = 1


class Changed(Exception):
    """A file was replaced or changed while it was read; the argument is its path."""


class Unwritable(OSError):
    """A worker cannot write what it has done.

    ``filename`` is where; it is None if no directory for temporary files is to be had.
    """


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells a file from another one, and from itself after a change.

    ``device`` is None where machines that share the file may number their devices differently.
    ``modified`` is in nanoseconds.
    """

    device: int | None
    inode: int
    size: int
    modified: int

    @staticmethod
    def of(file: int) -> Stamp:
        """Return the stamp of an open file, given its descriptor."""
        stat = os.fstat(file)
        return Stamp(stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)

    def fits(self, file: int) -> bool:
        """Return whether an open file has this stamp."""
        now = Stamp.of(file)
        return self == (now if self.device is not None else replace(now, device=None))


@dataclass(frozen=True, slots=True)
class Shared:
    """A file that every worker opens itself, and the stamp that it must have."""

    path: str
    stamp: Stamp

    @property
    def anywhere(self) -> Shared:
        """Return the file as workers on other machines compare it: without the device."""
        return replace(self, stamp=replace(self.stamp, device=None))


@dataclass(frozen=True, slots=True)
class Task:
    """Whole lines: from where to where, and either the file they are in or their bytes.

    With ``leave``, the rows are left in the file of that name and not returned.
    """

    begin: TaskPlace
    end: TaskPlace
    source: Shared | bytes
    leave: str | None = None

    @property
    def size(self) -> int:
        """How many bytes of the file it takes."""
        return self.end.offset - self.begin.offset

    @property
    def lines(self) -> tuple[int, int]:
        """The numbers of its first and its last line."""
        return self.begin.line, self.end.line - 1


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a task: its rows (or where they were left), counts, and first failures."""

    task: Task
    rows: bytes
    counts: Counts
    failed: tuple[Result, ...]
    typed: str
    tally: Tally


def work(task: Task, job: Job) -> Done:
    """A task scored and rendered: a pure function, for this process or any other."""
    counts, tally = Counts(), Tally()
    rows: list[bytes] = []
    failed: list[Result] = []
    typed: list[str] = []
    with _opened(task) as reader, _Rows(task.leave, rows) as written:
        line = task.begin.line
        for piece in pieces(reader, quoted=job.quoted):
            scored = score_block(piece.data, line, job)
            line += piece.lines
            written.write(b"".join(scored.rows))
            counts += scored.counts
            tally.add(scored.tally)
            failed += scored.failed[: FAILED_KEPT - len(failed)]
            typed += scored.typed
            if job.strict and scored.failed:
                break
    bad = "".join(f"{line}\n" for line in typed)
    return Done(task, b"".join(rows), counts, tuple(failed), bad, tally)


def ranges(
    file: Seekable, shared: Shared, start: TaskPlace, size: int = CHUNK, *, quoted: bool = False
) -> Iterator[Task]:
    """Cut an open file into ranges of whole lines, each of at least ``size`` bytes."""
    file.seek(start.offset)
    begin = end = start
    for piece in pieces(file, min(size, CHUNK), quoted=quoted):
        end = TaskPlace(end.offset + piece.size, end.line + piece.lines)
        if end.offset - begin.offset >= size:
            yield Task(begin, end, shared)
            begin = end
    if end.offset > begin.offset:
        yield Task(begin, end, shared)


def texts(
    stream: Stream, start: TaskPlace, size: int = CHUNK, *, quoted: bool = False
) -> Iterator[Task | None]:
    """A stream in tasks that hold its bytes; None when nothing more is there for the moment."""
    ready = Ready(stream)
    begin = start
    for piece in pieces(ready, size, quoted=quoted):
        end = TaskPlace(begin.offset + piece.size, begin.line + piece.lines)
        yield Task(begin, end, piece.data)
        begin = end
        if not ready.more():
            yield None


class Ready:
    """A stream that is read as far as it is ready: a slow writer is not waited for."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        try:
            self.fileno: int | None = stream.fileno()  # type: ignore[attr-defined]
        except (AttributeError, OSError):
            self.fileno = None

    def read(self, size: int, /) -> bytes:
        """At least what is there; up to ``size`` bytes as long as more is."""
        found = [self.stream.read1(size)]
        got = len(found[0])
        while found[-1] and got < size and self.more():
            found.append(self.stream.read1(size - got))
            got += len(found[-1])
        return b"".join(found)

    def more(self) -> bool:
        """Whether a read would not have to wait; taken to be so where that cannot be asked."""
        if self.fileno is None or os.name != "posix":
            return True
        import select

        return bool(select.select([self.fileno], [], [], 0)[0])


def skip(stream: Reader, size: int) -> int:
    """Passes over so many bytes; how many there were."""
    left = size
    while left and (chunk := stream.read(min(left, CHUNK))):
        left -= len(chunk)
    return size - left


class _Range(io.RawIOBase):
    """A part of a file; reading raises Changed when the file is another one or was changed."""

    def __init__(self, shared: Shared, start: int, size: int) -> None:
        self.shared, self.left = shared, size
        self.file = open(shared.path, "rb", buffering=0)  # noqa: SIM115  closed by close()
        self.file.seek(start)

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes of the part."""
        if not self.left:
            return b""
        data = self.file.read(min(size, self.left)) or b""
        self.left -= len(data)
        # Check after reading: an earlier change shows in the stamp, a later one does no harm.
        if not data or not self.shared.stamp.fits(self.file.fileno()):
            raise Changed(self.shared.path)
        return data

    def close(self) -> None:
        """Closes the file."""
        self.file.close()
        super().close()


def _opened(task: Task) -> io.RawIOBase | io.BytesIO:
    if isinstance(task.source, bytes):
        return io.BytesIO(task.source)
    return _Range(task.source, task.begin.offset, task.size)


class _Rows:
    """Where rows go: into a list, or into a file that has its name when it is whole."""

    def __init__(self, path: str | None, rows: list[bytes]) -> None:
        self.path, self.rows = path, rows

    def __enter__(self) -> _Rows:
        if self.path is not None:
            with writing(self.path):
                self.file = open(f"{self.path}.new", "wb")
        return self

    def write(self, data: bytes) -> None:
        """Adds rows."""
        if self.path is None:
            self.rows.append(data)
        else:
            with writing(self.path):
                self.file.write(data)

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self.path is not None:
            with writing(self.path):
                self.file.close()
                if kind is None:
                    Path(f"{self.path}.new").replace(self.path)


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Turn an error of writing a file into Unwritable."""
    try:
        yield
    except OSError as error:
        raise Unwritable(error.errno, error.strerror, path) from None
