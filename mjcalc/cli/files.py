"""The file a command reads: opened, or standard input, with a progress bar where one helps."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BufferedReader
from typing import Any, NamedTuple, TextIO, TypeVar, cast

import click

from mjcalc.cli.options import Mistake, Settings
from mjcalc.cli.screen import ERRORS, is_terminal, print_result
from mjcalc.errors import Defect, NotationError
from mjcalc.report import dumps

FilePart = TypeVar("FilePart")


def opened(
    path: str, settings: Settings | None = None, rules: str | None = None
) -> AbstractContextManager[BufferedReader]:
    """The file of this path, ``-`` for standard input; Mistake when it cannot be opened.

    ``settings`` are those of a command whose JSON says so too, ``rules`` its rules.
    """
    if path == "-":
        return nullcontext(cast(BufferedReader, standard_input(settings, rules).buffer))
    try:
        return open(path, "rb")
    except OSError as error:
        raise no_file(path, error.strerror, settings, rules) from None


@contextmanager
def unchanged(
    stream: Any, path: str, settings: Settings | None = None, rules: str | None = None
) -> Iterator[None]:
    """Raise Mistake at the end of a block that reads a file, if the file changed meanwhile."""
    before = state(stream)
    yield
    if state(stream) != before:
        raise unread("file-changed", {"path": path}, settings, rules)


class State(NamedTuple):
    """What tells a file from another one, and from itself after a change."""

    inode: int
    size: int
    modified: int


def state(stream: Any) -> State | None:
    """Return the state of an open file; None for a pipe or a device."""
    try:
        found = os.fstat(stream.fileno())
    except (AttributeError, OSError):  # a stream of a test
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return State(found.st_ino, found.st_size, found.st_mtime_ns)


def standard_input(settings: Settings | None = None, rules: str | None = None) -> TextIO:
    """Standard input; Mistake when whoever started the program closed it."""
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise unread("no-stdin", {}, settings, rules)
    return stream


def no_file(
    path: str, reason: str | None, settings: Settings | None = None, rules: str | None = None
) -> Mistake:
    """That a file cannot be opened, or that the name of none was given."""
    key = "no-file" if path else "no-file-name"
    return unread(key, {"path": path, "reason": reason}, settings, rules)


def read_on(
    parts: Iterable[FilePart], path: str, settings: Settings | None = None, rules: str | None = None
) -> Iterator[FilePart]:
    """What is read from a file, part by part; Mistake when reading fails, at first or later."""
    try:
        yield from parts
    except OSError as error:
        raise no_read(path, error.strerror, settings, rules) from None


def no_read(
    path: str, reason: str | None, settings: Settings | None = None, rules: str | None = None
) -> Mistake:
    """That a file was opened, and cannot be read."""
    return unread("no-read", {"path": path, "reason": reason}, settings, rules)


def unread(
    key: str, fields: dict[str, Any], settings: Settings | None = None, rules: str | None = None
) -> Mistake:
    """Why nothing can be read; for a program also the object on stdout that says so."""
    if settings is not None and settings.look.format in ("json", "jsonl"):
        from mjcalc.report.games import bad_json

        error = NotationError([Defect(key, fields)])
        found = bad_json([error], (), rules or settings.rules, settings.look.lang)
        print_result(dumps(found), settings.look.format)
    return Mistake(key, **fields)


def progress(path: str | None, settings: Settings) -> AbstractContextManager[Any]:
    """A bar on stderr for a file of known size, unless the rows themselves go to the terminal."""
    shown = ERRORS.isatty() and not is_terminal(sys.stdout) and not settings.look.quiet
    if path in (None, "-") or not shown:
        return nullcontext()
    return click.progressbar(length=os.path.getsize(str(path)), file=cast(TextIO, ERRORS))
