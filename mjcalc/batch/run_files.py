"""List the files that a run reads or writes, and find two names of one file among them.

Next to an output file ``OUT`` are ``OUT.part``, which becomes ``OUT``, the note ``OUT.part.json``,
the next note ``OUT.part.json.new``, and on a cluster the directory ``OUT.part.d``. Each of them
could be the input, another output, or a link to either.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunFile:
    """A file of a run: what it is used for, the option that names it, and its path.

    ``stream`` is the file descriptor of a standard stream, which has no path.
    """

    use: str
    option: str = ""
    path: str = ""
    stream: int | None = None

    @property
    def identity(self) -> object:
        """Return a value that all names of one file share; None for a device."""
        try:
            status = os.stat(self.path) if self.stream is None else os.fstat(self.stream)
        except OSError:
            return None if self.stream is not None else os.path.realpath(self.path)
        kinds = (stat.S_IFREG,) if self.stream is not None else (stat.S_IFREG, stat.S_IFIFO)
        is_file = stat.S_IFMT(status.st_mode) in kinds
        return (status.st_dev, status.st_ino) if is_file else None


def part_of(path: str) -> str:
    """Return the name of an output file until it is whole; follow a link to its target."""
    return f"{os.path.realpath(path)}.part"


def note_of(part: str) -> str:
    """Return the name of the note beside a part."""
    return f"{part}.json"


def next_note_of(note: str) -> str:
    """Return the name under which a note is written before it replaces the last one."""
    return f"{note}.new"


def directory_of(part: str) -> str:
    """Return the directory beside a part in which the workers of a cluster leave rows."""
    return f"{part}.d"


def is_special(path: str) -> bool:
    """Whether a device, a pipe or a directory has this name, which no file may replace."""
    return os.path.exists(path) and not os.path.isfile(path)


def is_protected(path: str) -> bool:
    """Whether a file is there that nobody, or not this user, may write."""
    try:
        status = os.stat(path)
    except OSError:
        return False
    if not stat.S_ISREG(status.st_mode):
        return False
    # Root may write any file: that a file is protected shows in its mode alone.
    return not status.st_mode & 0o222 or not os.access(path, os.W_OK)


def run_files(
    inputs: Sequence[str], output: str | None, fail_file: str | None, *, directory: bool
) -> tuple[RunFile, ...]:
    """Return every file of a run; ``directory`` adds the one in which workers leave rows."""
    files = [
        RunFile("stdin", stream=0) if path == "-" else RunFile("file", "FILE", path)
        for path in inputs
    ]
    written = [("--output", output), ("--fail-file", fail_file)]
    targets = [(option, path) for option, path in written if path is not None]
    files += (RunFile("file", option, path) for option, path in targets)
    parts = [(option, part_of(path)) for option, path in targets if not is_special(path)]
    files += (RunFile("part", option, part) for option, part in parts)
    for option, part in parts[:1]:
        files += _next_to(option, part, directory=directory and option == "--output")
    return (*files, RunFile("stdout", stream=1), RunFile("stderr", stream=2))


def _next_to(option: str, part: str, *, directory: bool) -> Iterator[RunFile]:
    """Yield the files next to the first part of a run, that of the rows if there is one."""
    note = note_of(part)
    yield RunFile("note", option, note)
    yield RunFile("note", option, next_note_of(note))
    if directory:
        yield RunFile("directory", option, directory_of(part))


def same_file(files: Iterable[RunFile]) -> tuple[RunFile, RunFile] | None:
    """Return the first two names of the same file, or None if all differ."""
    known: dict[object, RunFile] = {}
    for file in files:
        identity = file.identity
        if identity is None:
            continue
        other = known.setdefault(identity, file)
        if other is not file and not _is_output(other, file) and not _is_input(other, file):
            return other, file
    return None


def _is_input(*files: RunFile) -> bool:
    """Whether the files are inputs: a file may be read twice."""
    return all(file.option == "FILE" for file in files)


def _is_output(*files: RunFile) -> bool:
    """Whether the files are standard output and standard error, which may share a file."""
    return all(file.stream for file in files)
