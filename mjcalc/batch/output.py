"""Write files that get their name only when they are complete, and resume a run that was killed.

The output so far is ``OUT.part``; from time to time ``OUT.part.json`` notes how far the input was
read, and how long the parts were then. A run that resumes cuts the parts to that length: whatever
was written after the note is written again, so the result is the same to the byte.

The first note is written before a part has any content. So a part that an earlier run left always
has a note next to it, unless it is empty. A file that has content but no note belongs to somebody
else, and is refused.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from mjcalc.batch.job import Counts, Job, Tally
from mjcalc.batch.note import (
    LARGEST_NOTE,
    NOFOLLOW,
    NONBLOCK,
    Note,
    NoteFile,
    UnusableFile,
    regular_file,
)
from mjcalc.batch.run_files import RunFile, directory_of, note_of, part_of, same_file
from mjcalc.batch.tasks import TaskPlace

try:
    import fcntl
except ImportError:  # no such thing on Windows
    fcntl = None  # type: ignore[assignment]

NOTE_INTERVAL = 0.2  # between two notes
TAKEN = (errno.EACCES, errno.EAGAIN)  # of a lock that another process holds
ROWS_FILE = re.compile(r"[0-9a-f]{8}-[0-9]{15,}(\.new)?")


class SameFile(Exception):
    """Two names of a run belong to one file."""

    def __init__(self, one: RunFile, other: RunFile) -> None:
        super().__init__(one, other)
        self.one, self.other = one, other


def fingerprint(job: Job, paths: Sequence[str], *settings: object) -> str:
    """Return a hash of what a run must have in common with the run that it resumes."""
    same: list[object] = [job, *settings]
    for path in paths:
        if path == "-":
            continue
        stat = os.stat(path)
        same += [os.path.abspath(path), stat.st_size, stat.st_mtime_ns]
    return hashlib.sha256(repr(same).encode("utf-8", "surrogateescape")).hexdigest()[:16]


class OutputPart:
    """An output file that is being written: ``NAME.part`` until it is complete.

    A file whose name ends with .gz is packed: everything that is written is an archive of its own,
    and so is the file as a whole, wherever it is cut between two of them.

    Raise UnusableFile when another run is writing it, or when it is not a regular file.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(os.path.realpath(path))
        self.part = Path(part_of(path))
        descriptor, self.is_new = _open_part(str(self.part))
        # Unbuffered: a block of lines is one write, so that what is there ends with a line.
        self.file = open(descriptor, "r+b", buffering=0)  # noqa: SIM115  closed by close()
        self.size = os.fstat(descriptor).st_size
        self.is_ours = self.is_new
        self.is_packed = path.endswith(".gz")
        try:
            is_free = _locked(descriptor) and self.is_there
        except OSError:  # a file system without locks
            self.close()
            raise
        if not is_free:
            self.file.close()
            raise UnusableFile("busy-output", path=str(self.part))

    @property
    def is_there(self) -> bool:
        """Whether the name still belongs to the open file."""
        if self.file.closed:
            return False
        try:
            return os.path.samestat(os.lstat(self.part), os.fstat(self.file.fileno()))
        except FileNotFoundError:
            return False

    def cut(self, size: int) -> None:
        """Cut the part to ``size`` bytes; writing continues there."""
        self.is_ours = True
        self.file.truncate(size)
        self.file.seek(size)
        self.size = size

    def write(self, text: str | bytes) -> None:
        """Add text; characters that stand for bytes that are not UTF-8 become those bytes again."""
        if isinstance(text, str):
            text = text.encode("utf-8", "surrogateescape")
        if text and self.is_packed:
            text = _archived(text)
        self.write_all(text)

    def write_all(self, content: bytes) -> None:
        """Add bytes as they are."""
        data = memoryview(content)
        self.size += len(data)
        while data:
            data = data[self.file.write(data) :]

    def take(self, path: str) -> None:
        """Add the content of a file, and remove the file."""
        with open(path, "rb", buffering=0) as rows:
            if self.is_packed:
                self.write(rows.read())
            _copied(rows.fileno(), self.file.fileno())
            shutil.copyfileobj(rows, self.file, 1 << 20)
        self.size = self.file.tell()
        os.unlink(path)

    def finish(self) -> None:
        """Flush everything to the disk, before the part takes its final name."""
        if self.is_packed and not self.size:
            self.write_all(_archived(b""))
        os.fsync(self.file.fileno())
        if not self.is_there:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.part))
        if self.path.exists():
            shutil.copymode(self.path, self.part)

    def take_name(self) -> None:
        """Replace the file of the final name by the part."""
        if os.name == "nt":  # where an open file keeps its name
            self.file.close()
        self.part.replace(self.path)

    def close(self) -> None:
        """End the part; remove it when it is empty and this run made it."""
        if not self.size and self.is_ours and self.is_there:
            self.part.unlink()
        self.file.close()


def _archived(data: bytes) -> bytes:
    """Return an archive of the data; without the time, so that the same data give the same."""
    import gzip

    return gzip.compress(data, mtime=0)


def _open_part(path: str) -> tuple[int, bool]:
    """Open a part; return its file descriptor, and whether the file is new."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | NOFOLLOW, 0o666), True
    except FileExistsError:
        regular_file(path)
    try:
        return os.open(path, os.O_RDWR | NOFOLLOW | NONBLOCK), False
    except FileNotFoundError:  # another run has just given it its name
        raise UnusableFile("busy-output", path=path) from None


def _copied(rows: int, part: int) -> None:
    """Let the system copy as much as it can by itself, which is many times faster."""
    if sys.platform == "linux":
        with suppress(OSError):
            while os.copy_file_range(rows, part, 1 << 30):
                pass


def _locked(descriptor: int) -> bool:
    """Lock a file as long as this process lives; return False if another process has the lock."""
    if fcntl is None:
        return True
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in TAKEN:
            return False
        raise
    return True


class RowsDirectory:
    """``OUT.part.d``, a directory of the run in which the workers of a cluster leave rows."""

    def __init__(self, part: Path) -> None:
        self.path = os.path.abspath(directory_of(str(part)))
        # A worker of a run that was killed may still write: its files have other names.
        self.run = os.urandom(4).hex()
        try:
            os.mkdir(self.path)
        except FileExistsError:
            raise UnusableFile("taken-directory", path=self.path) from None

    def file(self, place: TaskPlace) -> str:
        """Return the file for the rows of the task that begins at this byte."""
        return os.path.join(self.path, f"{self.run}-{place.file or ''}{place.offset:015}")

    def remove(self) -> None:
        """Remove the files of this run, and the directory when nothing else is in it."""
        _clear(self.path, self.run)


def _clear(directory: str, run: str = "") -> None:
    """Remove the rows that the workers of a run (or of any run) left, then an empty directory."""
    with suppress(OSError):
        if os.path.islink(directory):
            return
        for name in os.listdir(directory):
            if name.startswith(run) and ROWS_FILE.fullmatch(name):
                os.unlink(os.path.join(directory, name))
        os.rmdir(directory)


class OutputParts:
    """The parts of a run, that of the rows first, and the note next to it."""

    def __init__(
        self,
        paths: Sequence[str],
        job: str,
        files: Iterable[RunFile] = (),
        *,
        directory: bool = False,
    ) -> None:
        self.files = tuple(files)
        self.parts: list[OutputPart] = []
        self.directory: RowsDirectory | None = None
        self.noted = 0.0
        self.is_noted = False
        try:
            for path in paths:
                self.parts.append(OutputPart(path))
            first = self.parts[0].part
            self.file = NoteFile(note_of(str(first)))
            self.file.clear()
        except BaseException:
            self.close()
            raise
        listed = tuple(_seen_from(first.parent, part.part) for part in self.parts)
        self.note = Note(job, listed, (0,) * len(listed), directory=directory)

    def check_files(self) -> None:
        """Raise SameFile when two names are one file, e.g. where capitals make no difference."""
        if found := same_file(self.files):
            raise SameFile(*found)

    def begin(self) -> None:
        """Start anew over what an earlier run left; raise UnusableFile for any other file."""
        data = self.file.read()
        listed, directory = _listed(data)
        for part, name in zip(self.parts, self.note.parts, strict=True):
            is_first = part is self.parts[0]
            if part.size and name not in listed and (data is None or not is_first):
                raise UnusableFile("taken-part", path=str(part.part), note=self.file.path)
        self.start(self.note, leftover=directory)

    def resume(self, least: int = 0, most: int | None = None) -> Note | None:
        """Return the note to resume from; start anew and return None when there is none.

        ``least`` and ``most`` are the first and the last place in the input that it may name.
        Raise UnusableFile when the note is damaged or of another run, or when a part has no note.
        """
        data = self.file.read()
        if data is None:
            self.begin()
            return None
        note = self.readable(data)
        if (note.job, note.parts) != (self.note.job, self.note.parts):
            raise UnusableFile("other-run", path=str(self.parts[0].part))
        cuts = list(zip(self.parts, note.sizes, strict=True))
        # A run that was killed while its parts took their final names: some have them already.
        if not note.sizes[0] or (note.is_whole and any(part.is_new for part in self.parts)):
            self.begin()
            return None
        if note.place.offset < least or (most is not None and note.place.offset > most):
            raise UnusableFile("damaged-note", path=self.file.path)
        for part, size in cuts:
            if part.size < size:
                raise UnusableFile("short-part", path=str(part.part), note=self.file.path)
        directory = self.note.directory
        self.start(replace(note, directory=directory, is_whole=False), leftover=note.directory)
        return note

    def readable(self, data: bytes) -> Note:
        """Read a note; raise UnusableFile when it is damaged."""
        try:
            if len(data) > LARGEST_NOTE:
                raise ValueError(len(data))
            return Note.of(data)
        except ValueError:
            raise UnusableFile("damaged-note", path=self.file.path) from None

    def start(self, note: Note, *, leftover: bool) -> None:
        """Note where the run starts, then cut the parts to that."""
        directory = directory_of(str(self.parts[0].part))
        if leftover:
            _clear(directory)
        if note.directory and os.path.lexists(directory):
            raise UnusableFile("taken-directory", path=directory)
        self.keep(note)
        self.is_noted = True
        self.check_files()
        for part, size in zip(self.parts, note.sizes, strict=True):
            part.cut(size)
        if note.directory:
            self.directory = RowsDirectory(self.parts[0].part)

    def note_place(
        self, place: TaskPlace, counts: Counts, tally: Tally, *, now: bool = False
    ) -> None:
        """Note how far the run has come, if it is time for that."""
        if now or time.monotonic() - self.noted > NOTE_INTERVAL:
            sizes = tuple(part.size for part in self.parts)
            self.keep(replace(self.note, sizes=sizes, place=place, counts=counts, tally=tally))
            self.noted = time.monotonic()

    def keep(self, note: Note) -> None:
        """Write a note."""
        self.file.write(note)
        self.note = note

    def finish(self) -> None:
        """Give the parts their final names, the rows last of all."""
        for part in self.parts:
            part.finish()
        self.keep(replace(self.note, is_whole=True))
        if self.directory is not None:
            self.directory.remove()
        for part in reversed(self.parts):
            part.take_name()
        self.file.remove()

    def close(self) -> None:
        """End the run. Parts with content stay, and the note with them."""
        if self.directory is not None:
            self.directory.remove()
        if self.is_noted and not any(part.size and part.is_there for part in self.parts):
            self.file.remove()
        for part in self.parts:
            part.close()


def _seen_from(directory: Path, part: Path) -> str:
    """Return a part's path from a directory, so that both can be moved together."""
    try:
        return os.path.relpath(part, directory)
    except ValueError:  # on another drive
        return str(part)


def _listed(data: bytes | None) -> tuple[Sequence[str], bool]:
    """Return the parts that a note lists, and whether its run had a directory of rows.

    Read as much of a damaged note as possible, so that its run can be started anew.
    """
    try:
        note = json.loads(data or b"{}")
        return list(map(str, note.get("parts", []))), bool(note.get("directory"))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return [], False
