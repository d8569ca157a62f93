"""Cut a file or stream into tasks: byte ranges of a file that any process can open, else bytes.

A task has its place in the input and the number of its first line; the driver only counts line
ends, so no hand of a file goes through it. :func:`work` does a task, here or anywhere. A worker
opens the file itself, so it checks that this is the file that the driver opened, unchanged.
"""

from __future__ import annotations

import gc
import io
import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from mjcalc.batch.block import score_block
from mjcalc.batch.job import FAILED_KEPT, Counts, Job, LineResult, Tally
from mjcalc.batch.lines import CHUNK, ByteStream, line_blocks

BOM = b"\xef\xbb\xbf"


class Stream(Protocol):
    """A buffered binary stream, as ``open`` and ``sys.stdin.buffer`` are."""

    def read1(self, size: int = -1, /) -> bytes:
        """Return the bytes that are there, at most ``size``; none at the end."""


class Seekable(ByteStream, Protocol):
    """A file that can be read from any place."""

    def seek(self, offset: int, /) -> int:
        """Move to an offset."""


@dataclass(frozen=True, slots=True)
class TaskPlace:
    """A place in the input: its next byte, the number of the line that begins there, the file.

    ``file`` is the index among several files.
    """

    offset: int = 0
    line: int = 1
    file: int = 0

    def after(self, size: int, lines: int) -> TaskPlace:
        """Return the place after so many bytes and lines of the same file."""
        return TaskPlace(self.offset + size, self.line + lines, self.file)


class Changed(Exception):
    """A file was replaced or changed while it was read; the argument is its path."""


class Unwritable(OSError):
    """A worker cannot write its result to ``filename``.

    ``filename`` is None if the directory for temporary files is missing.
    """


class NoProcesses(OSError):
    """The system cannot start more processes."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What distinguishes a file from every other file, and from itself after a change.

    ``device`` is None where machines that share the file number their devices differently.
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

    def matches(self, file: int) -> bool:
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
    """Whole lines: where they begin and end, and the file they are in or their bytes.

    The worker writes the rows to the file ``rows_file`` if there is one, else it returns them.
    ``name`` is the name of the input in the rows where there are several.
    """

    begin: TaskPlace
    end: TaskPlace
    source: Shared | bytes
    rows_file: str | None = None
    name: str | None = None

    @property
    def size(self) -> int:
        """The number of its bytes."""
        return self.end.offset - self.begin.offset

    @property
    def lines(self) -> tuple[int, int]:
        """The numbers of its first and its last line."""
        return self.begin.line, self.end.line - 1


@dataclass(frozen=True, slots=True)
class TaskResult:
    """A finished task: its rows unless they are in a file, its counts, its first failures.

    ``failed_lines`` are all lines that failed, as typed, where the job keeps them.
    """

    task: Task
    rows: bytes
    counts: Counts
    failed: tuple[LineResult, ...]
    failed_lines: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class WorkerDeath:
    """A worker died on a task in a range of lines; the tasks are done again."""

    lines: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LostTask:
    """A task that killed every worker that tried it."""

    task: Task


WorkerReport = TaskResult | WorkerDeath | LostTask


def work(task: Task, job: Job) -> TaskResult:
    """Score and render the lines of a task: a pure function, for this process or any other."""
    if task.name is not None:
        job = replace(job, render=job.render.of_file(task.name))
    counts, tally = Counts(), Tally()
    rows: list[bytes] = []
    failed: list[LineResult] = []
    failed_lines: list[str] = []
    with _open_task(task) as reader, _RowsWriter(task.rows_file, rows) as writer:
        line = task.begin.line
        for piece in line_blocks(reader, quoted=job.quoted):
            scored = score_block(piece.data, line, job)
            line += piece.lines
            writer.write(b"".join(scored.rows))
            counts += scored.counts
            tally.add(scored.tally)
            failed += scored.failed[: FAILED_KEPT - len(failed)]
            failed_lines += scored.failed_lines
            if job.strict and scored.failed:
                break
    typed = "".join(f"{line}\n" for line in failed_lines)
    return TaskResult(task, b"".join(rows), counts, tuple(failed), typed, tally)


def work_here(tasks: Iterable[Task | None], job: Job) -> Generator[WorkerReport, None, None]:
    """Yield the result of each task, done in this process."""
    yield from (work(task, job) for task in tasks if task is not None)


def collect_seldom() -> None:
    """Exempt what exists from garbage collections, and make collections rare."""
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Make garbage collections rare: the tables are long-lived, and lines leave few cycles."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def ranges(
    file: Seekable, shared: Shared, start: TaskPlace, size: int = CHUNK, *, quoted: bool = False
) -> Iterator[Task]:
    """Cut an open file into ranges of whole lines, each of at least ``size`` bytes."""
    file.seek(start.offset)
    begin = end = start
    for piece in line_blocks(file, min(size, CHUNK), quoted=quoted):
        end = end.after(piece.size, piece.lines)
        if end.offset - begin.offset >= size:
            yield Task(begin, end, shared)
            begin = end
    if end.offset > begin.offset:
        yield Task(begin, end, shared)


def texts(
    stream: Stream, start: TaskPlace, size: int = CHUNK, *, quoted: bool = False
) -> Iterator[Task | None]:
    """Yield tasks that hold the bytes of a stream; None while the stream has no more to read."""
    ready = Ready(stream)
    begin = start
    for piece in line_blocks(ready, size, quoted=quoted):
        end = begin.after(piece.size, piece.lines)
        yield Task(begin, end, piece.data)
        begin = end
        if not ready.is_ready():
            yield None


class Ready:
    """A stream that is read as far as it is ready, without waiting for a slow writer."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        try:
            self.fileno: int | None = stream.fileno()  # type: ignore[attr-defined]
        except (AttributeError, OSError):
            self.fileno = None

    def read(self, size: int, /) -> bytes:
        """Return what is there, up to ``size`` bytes; wait only for the first byte."""
        chunks = [self.stream.read1(size)]
        count = len(chunks[0])
        while chunks[-1] and count < size and self.is_ready():
            chunks.append(self.stream.read1(size - count))
            count += len(chunks[-1])
        return b"".join(chunks)

    def is_ready(self) -> bool:
        """Whether a read would not have to wait; True where the system cannot tell."""
        if self.fileno is None or os.name != "posix":
            return True
        import select

        return bool(select.select([self.fileno], [], [], 0)[0])


def skip(stream: ByteStream, size: int) -> int:
    """Skip ``size`` bytes; return how many there were."""
    left = size
    while left and (chunk := stream.read(min(left, CHUNK))):
        left -= len(chunk)
    return size - left


class _FileRange(io.RawIOBase):
    """A range of a file; reading raises Changed when the file was replaced or changed."""

    def __init__(self, shared: Shared, start: int, size: int) -> None:
        self.shared, self.left = shared, size
        self.file = open(shared.path, "rb", buffering=0)  # noqa: SIM115  closed by close()
        self.file.seek(start)

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes of the range."""
        if not self.left:
            return b""
        data = self.file.read(min(size, self.left)) or b""
        self.left -= len(data)
        # Check after reading: an earlier change shows in the stamp, a later one does no harm.
        if not data or not self.shared.stamp.matches(self.file.fileno()):
            raise Changed(self.shared.path)
        return data

    def close(self) -> None:
        """Close the file."""
        self.file.close()
        super().close()


def _open_task(task: Task) -> io.RawIOBase | io.BytesIO:
    if isinstance(task.source, bytes):
        return io.BytesIO(task.source)
    return _FileRange(task.source, task.begin.offset, task.size)


class _RowsWriter:
    """Writes rows to a list, or to a file that gets its name when it is complete."""

    def __init__(self, path: str | None, rows: list[bytes]) -> None:
        self.path, self.rows = path, rows

    def __enter__(self) -> _RowsWriter:
        if self.path is not None:
            with writing(self.path):
                self.file = open(f"{self.path}.new", "wb")
        return self

    def write(self, data: bytes) -> None:
        """Add rows."""
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
