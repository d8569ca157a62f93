"""Files that have their name only when they are whole, and how a run that was killed goes on.

What is written so far is ``OUT.part``; now and then ``OUT.part.json`` notes how far the input was
read, and how long the parts were then. A run that goes on cuts the parts to that length: whatever
was written after the note is written again, so the end is the same to the byte.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mjcalc.batch.job import Counts, Job, Tally
from mjcalc.batch.tasks import Place

SECONDS = 0.2  # between two notes


class Busy(Exception):
    """Another run writes the same file."""


class OtherRun(Exception):
    """The part is of other input, or of other options."""


@dataclass(frozen=True, slots=True)
class Note:
    """How far a run had come: in the input, in each of its parts, and what it had counted."""

    job: str
    place: Place
    sizes: tuple[int, ...]
    counts: Counts
    tally: Tally

    def text(self) -> str:
        """The note as JSON."""
        said = {
            "schema": 1,
            "job": self.job,
            "place": asdict(self.place),
            "sizes": self.sizes,
            "counts": asdict(self.counts),
            "totals": self.tally.totals,
            "fans": self.tally.fans,
            "errors": self.tally.errors,
        }
        return json.dumps(said, ensure_ascii=False)

    @staticmethod
    def of(text: str) -> Note:
        """The note of a text; ValueError, KeyError or TypeError when it is none."""
        said: dict[str, Any] = json.loads(text)
        totals = Counter({int(total): count for total, count in said["totals"].items()})
        return Note(
            said["job"],
            Place(**said["place"]),
            tuple(said["sizes"]),
            Counts(**said["counts"]),
            Tally(totals, Counter(said["fans"]), Counter(said["errors"])),
        )


def fingerprint(job: Job, path: str, *more: object) -> str:
    """What a run must have in common with the one that it goes on from."""
    same: list[object] = [job, *more]
    if path != "-":
        stat = os.stat(path)
        same += [os.path.abspath(path), stat.st_size, stat.st_mtime_ns]
    return hashlib.sha256(repr(same).encode("utf-8", "surrogateescape")).hexdigest()[:16]


class Part:
    """A file under way: ``NAME.part``, until it is whole."""

    def __init__(self, path: str) -> None:
        self.path = Path(os.path.realpath(path))
        self.part = self.path.with_name(f"{self.path.name}.part")
        # Unbuffered: a block of lines is one write, so that what is there ends with a line.
        self.file = open(  # noqa: SIM115  closed by close()
            os.open(self.part, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0
        )
        if not _locked(self.file.fileno()):
            self.file.close()
            raise Busy(str(self.part))
        self.size = os.fstat(self.file.fileno()).st_size

    def cut(self, size: int) -> None:
        """Leaves only so many bytes, after which it goes on."""
        self.file.truncate(size)
        self.file.seek(size)
        self.size = size

    def write(self, text: str | bytes) -> None:
        """Adds text; what stands for bytes that are no UTF-8 becomes those bytes again."""
        if isinstance(text, str):
            text = text.encode("utf-8", "surrogateescape")
        data = memoryview(text)
        self.size += len(data)
        while data:
            data = data[self.file.write(data) :]

    def take(self, path: str) -> None:
        """Adds a file, which is then gone."""
        with open(path, "rb", buffering=0) as rows:
            _copied(rows.fileno(), self.file.fileno())
            shutil.copyfileobj(rows, self.file, 1 << 20)
        self.size = self.file.tell()
        os.unlink(path)

    def close(self, *, whole: bool) -> None:
        """Ends it; when whole, it takes its name."""
        if whole:
            os.fsync(self.file.fileno())
            if self.path.exists():
                shutil.copymode(self.path, self.part)
            if os.name == "nt":  # where an open file keeps its name
                self.file.close()
            self.part.replace(self.path)
        elif not self.size:
            self.part.unlink()
        self.file.close()


def _copied(rows: int, part: int) -> None:
    """Copies as much as the system does by itself, which is many times faster where it does."""
    if sys.platform == "linux":
        with suppress(OSError):
            while os.copy_file_range(rows, part, 1 << 30):
                pass


def _locked(fileno: int) -> bool:
    """Keeps other runs away as long as this process lives; False when another does."""
    try:
        import fcntl
    except ImportError:  # no such thing on Windows
        return True
    try:
        fcntl.lockf(fileno, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return bool(os.fstat(fileno).st_nlink)


class Parts:
    """The parts of a run, the first of them the rows, and the note that is kept beside it."""

    def __init__(self, paths: Sequence[str], job: str) -> None:
        self.job = job
        self.parts: list[Part] = []
        try:
            for path in paths:
                self.parts.append(Part(path))
        except BaseException:
            self.close(whole=False)
            raise
        self.note = self.parts[0].part.with_name(f"{self.parts[0].part.name}.json")
        self.noted = 0.0

    def begin(self) -> None:
        """Begins anew."""
        self.note.unlink(missing_ok=True)
        for part in self.parts:
            part.cut(0)

    def resume(self) -> Note | None:
        """Goes on from the note; None, and begun anew, when there is none to go on from.

        Raises OtherRun when it is of another run.
        """
        try:
            note = Note.of(self.note.read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError, TypeError):
            self.begin()
            return None
        if note.job != self.job:
            raise OtherRun(str(self.parts[0].part))
        cuts = list(zip(self.parts, note.sizes, strict=True))
        if any(part.size < size for part, size in cuts):
            self.begin()
            return None
        for part, size in cuts:
            part.cut(size)
        return note

    def keep(self, place: Place, counts: Counts, tally: Tally, *, now: bool = False) -> None:
        """Notes how far the run has come, if it is time for that."""
        if now or time.monotonic() - self.noted > SECONDS:
            note = Note(self.job, place, tuple(part.size for part in self.parts), counts, tally)
            new = self.note.with_name(f"{self.note.name}.new")
            new.write_text(note.text(), encoding="utf-8")
            new.replace(self.note)
            self.noted = time.monotonic()

    def close(self, *, whole: bool) -> None:
        """Ends the parts; if they are whole, the rows take their name last of all."""
        for part in reversed(self.parts):
            part.close(whole=whole)
        if whole:
            self.note.unlink(missing_ok=True)
