"""The note next to a part: how far its run has come, so that another run can resume there.

A note is JSON and begins with :data:`MARK`. By that a run recognizes the files that an earlier one
left; it never overwrites or removes any other file that happens to have such a name.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any
from zlib import crc32

from mjcalc.batch.job import Counts, Tally
from mjcalc.batch.run_files import next_note_of
from mjcalc.batch.tasks import TaskPlace

NOTE_SCHEMA = 1
MARK = '{"mjcalc": "batch", "schema": '
LARGEST_NOTE = 1 << 20  # bytes; a note is some kilobytes at most
HIGHEST = 1 << 63  # of sizes, places and counts
TOTAL = re.compile("[0-9]{1,9}")
ERROR_CODE = re.compile("[a-z-]{1,99}")
NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
NONBLOCK = getattr(os, "O_NONBLOCK", 0)  # a pipe is opened without waiting for its other end


class UnusableFile(Exception):
    """A file that a run cannot use: a key of the catalog, and the fields of its message."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields = fields


@dataclass(frozen=True, slots=True)
class Note:
    """How far a run had come in the input and in each of its parts, and what it had counted.

    ``parts`` names the parts, as seen from the note; ``directory`` says that the workers leave
    rows in a directory of the run; ``is_whole`` that the parts were about to take their names.
    """

    job: str
    parts: tuple[str, ...]
    sizes: tuple[int, ...]
    place: TaskPlace = field(default_factory=TaskPlace)
    counts: Counts = field(default_factory=Counts)
    tally: Tally = field(default_factory=Tally)
    directory: bool = False
    is_whole: bool = False

    def text(self) -> str:
        """Return the note as JSON, with a checksum at its end; the first file is not named."""
        place = asdict(self.place)
        rest = {
            "job": self.job,
            "parts": self.parts,
            "sizes": self.sizes,
            "place": {key: value for key, value in place.items() if value or key != "file"},
            "counts": asdict(self.counts),
            "totals": self.tally.totals,
            "fans": self.tally.fans,
            "errors": self.tally.errors,
            "directory": self.directory,
            "whole": self.is_whole,
        }
        body = json.dumps(rest)[1:-1]
        return f'{MARK}{NOTE_SCHEMA}, {body}, "check": {crc32(body.encode())}}}\n'

    @staticmethod
    def of(data: bytes) -> Note:
        """Read a note; raise ValueError when it is not, to the byte, one that a run wrote."""
        try:
            note = _note_from(json.loads(data))
        except (KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(str(error)) from None
        counts, tally = note.counts, note.tally
        sums = (tally.totals.total(), tally.errors.total())
        if (
            len(note.parts) != len(note.sizes)
            or note.place.line < 1
            or counts.hands != counts.wins + counts.failures
            or sums not in ((0, 0), (counts.wins, counts.failures))
        ):
            raise ValueError("the figures disagree")
        # A value may be wrong and still possible: only the checksum tells.
        if note.text().encode() != data:
            raise ValueError("not as it was written")
        return note


def _note_from(values: dict[str, Any]) -> Note:
    if values["schema"] != NOTE_SCHEMA or type(values["schema"]) is not int:
        raise ValueError("another schema")
    place = TaskPlace(**{name: _natural(value) for name, value in values["place"].items()})
    totals = _counter(values["totals"], TOTAL.fullmatch)
    return Note(
        _checked(values["job"], str),
        tuple(_checked(part, str) for part in _checked(values["parts"], list)),
        tuple(map(_natural, _checked(values["sizes"], list))),
        place,
        Counts(**{name: _natural(value) for name, value in values["counts"].items()}),
        Tally(
            Counter({int(total): count for total, count in totals.items()}),
            _counter(values["fans"], bool),
            _counter(values["errors"], ERROR_CODE.fullmatch),
        ),
        _checked(values["directory"], bool),
        _checked(values["whole"], bool),
    )


def _checked(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise ValueError(f"{value!r:.40} is not a {kind.__name__}")
    return value


def _natural(value: Any) -> int:
    number: int = _checked(value, int)
    if not 0 <= number < HIGHEST:
        raise ValueError(f"{number} is out of range")
    return number


def _counter(counts: Mapping[str, Any], is_key: Callable[[str], object]) -> Counter[str]:
    if not all(map(is_key, counts)):
        raise ValueError("an unknown key")
    return Counter({key: _natural(count) for key, count in counts.items()})


class NoteFile:
    """The file of a note. Each new note replaces it in one step, so it is always complete."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.next = next_note_of(path)

    def read(self) -> bytes | None:
        """Return the content of the note; None if the file does not exist.

        Raise UnusableFile when the file is not a note.
        """
        return _read(self.path)

    def write(self, note: Note) -> None:
        """Replace the note."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOFOLLOW
        descriptor = os.open(self.next, flags, 0o666)
        try:
            with open(descriptor, "wb") as file:
                file.write(note.text().encode())
            os.replace(self.next, self.path)
        except BaseException:
            with suppress(OSError):
                os.unlink(self.next)
            raise

    def remove(self) -> None:
        """Remove the note."""
        with suppress(FileNotFoundError):
            os.unlink(self.path)

    def clear(self) -> None:
        """Remove a next note that a killed run left; raise UnusableFile for another file."""
        if _read(self.next) is not None:
            os.unlink(self.next)


def _read(path: str) -> bytes | None:
    if regular_file(path) is None:
        return None
    descriptor = os.open(path, os.O_RDONLY | NOFOLLOW | NONBLOCK)
    with open(descriptor, "rb") as file:
        data = file.read(LARGEST_NOTE + 1)
    mark = MARK.encode()
    # A killed run may leave an empty note, or the beginning of one.
    if not data.startswith(mark) and not mark.startswith(data):
        raise UnusableFile("no-note", path=path)
    return data


def regular_file(path: str) -> os.stat_result | None:
    """Return the status of a regular file; None if the file does not exist.

    Raise UnusableFile for a link, for a file with a second name (a hard link), for a directory, a
    pipe or a device.
    """
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise UnusableFile("temporary-link", path=path)
    if not stat.S_ISREG(status.st_mode):
        raise UnusableFile("temporary-special", path=path)
    if status.st_nlink > 1:
        raise UnusableFile("temporary-shared", path=path)
    return status
