"""Where a batch writes: standard output, or files that have their name when they are whole."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from mjcalc.batch.run_files import RunFile, is_special
from mjcalc.cli.errors import Mistake
from mjcalc.cli.screen import for_stream, is_terminal
from mjcalc.i18n.phrases import Phrase

if TYPE_CHECKING:
    from mjcalc.batch.job import Counts, Tally
    from mjcalc.batch.note import Note
    from mjcalc.batch.output import OutputPart, OutputParts
    from mjcalc.batch.tasks import TaskPlace, TaskResult
    from mjcalc.report.rows import Framing


class Sink:
    """Takes what is done: rows and bad lines, each to where it belongs."""

    def __init__(
        self,
        output: str | None,
        fail_file: str | None,
        *,
        rows: bool = True,
        names: Sequence[RunFile] = (),
        directory: bool = False,
    ) -> None:
        self.stream: TextIO | None = sys.stdout if rows else None
        self.rows: OutputPart | None = None
        self.fails: OutputPart | None = None
        self.parts: OutputParts | None = None
        self.framing: Framing | None = None
        self.output, self.fail_file = output, fail_file
        self.names = names
        self.keeps = False
        if output is not None and is_special(output):
            self.stream = _opened(output)
        elif output is not None:
            self.stream, self.keeps = None, True
        self.directory = directory and self.keeps

    def begin(
        self, job: str, *, resume: bool, least: int = 0, most: int | None = None
    ) -> Note | None:
        """Open the parts. Return the note that the run resumes from, or None when it starts anew.

        The note may name a place of the input from ``least`` to ``most``.
        """
        paths = [self.output] * self.keeps + [self.fail_file]
        named = [path for path in paths if path is not None]
        if not named:
            return None
        from mjcalc.batch.note import UnusableFile
        from mjcalc.batch.output import OutputParts, SameFile

        try:
            with _writing(named[0]):
                self.parts = parts = OutputParts(named, job, self.names, directory=self.directory)
                self.rows = parts.parts[0] if self.keeps else None
                self.fails = parts.parts[-1] if self.fail_file is not None else None
                if resume:
                    return parts.resume(least, most)
                parts.begin()
        except BaseException as error:
            if self.parts is not None:
                self.parts.close()
            if isinstance(error, UnusableFile):
                raise Mistake(error.key, **error.fields) from None
            if isinstance(error, SameFile):
                raise same_file_mistake(error.one, error.other) from None
            raise
        return None

    def rows_file(self, place: TaskPlace) -> str | None:
        """Return the file for the rows of a task, or None when the worker sends them back."""
        if self.parts is None or self.parts.directory is None:
            return None
        return self.parts.directory.file(place)

    def head(self, framing: Framing, header: str) -> None:
        """What stands before the rows, and before the bad lines."""
        self.framing = framing
        self.write(framing.head())
        if self.fails is not None and not self.fails.size:
            with _writing(str(self.fail_file)):
                self.fails.write(header)

    def write(self, text: str) -> None:
        """Writes text among the rows, at once."""
        with _writing(self.output or "-"):
            if self.rows is not None:
                self.rows.write(text)
            elif self.stream is not None:
                format = self.framing.look.format if self.framing is not None else ""
                self.stream.write(for_stream(self.stream, text, format))
                self.stream.flush()

    def write_rows(self, rows: bytes) -> None:
        """Writes rows, at once; a terminal gets them safe to show."""
        buffer: Any = self.rows or getattr(self.stream, "buffer", None)
        if buffer is None or is_terminal(self.stream):
            self.write(rows.decode("utf-8", "surrogateescape"))
            return
        with _writing(self.output or "-"):
            buffer.write(rows)
            if buffer is not self.rows:
                buffer.flush()

    def add(self, done: TaskResult) -> None:
        """Writes the rows of a task, and its bad lines."""
        assert self.framing is not None
        if self.rows is not None and done.task.rows_file is not None:
            with _writing(done.task.rows_file):
                self.rows.take(done.task.rows_file)
        else:
            self.write_rows(self.framing.add(done.rows))
        if self.fails is not None:
            with _writing(str(self.fail_file)):
                self.fails.write(done.failed_lines)

    def keep(self, place: TaskPlace, counts: Counts, tally: Tally, *, now: bool = False) -> None:
        """Notes how far the rows have come, where they can be gone on from."""
        whole = self.framing is None or self.framing.is_whole
        if self.parts is not None and self.rows is not None and not whole:
            with _writing(self.parts.file.path):
                self.parts.note_place(place, counts, tally, now=now)

    def close(self, *, whole: bool) -> str | None:
        """Ends it; the part that is left when it is not whole."""
        try:
            if whole and self.framing is not None:
                self.write(self.framing.foot())
            if whole and self.parts is not None:
                with _writing(self.output or str(self.fail_file)):
                    self.parts.finish()
        finally:
            if self.parts is not None:
                self.parts.close()
            if self.stream not in (None, sys.stdout):
                assert self.stream is not None
                self.stream.close()
        return None if whole or self.rows is None or not self.rows.size else str(self.rows.part)


def same_file_mistake(one: RunFile, other: RunFile) -> Mistake:
    """Return the error for two names of one file, with the use and the path of each."""
    path, also = one.path or other.path, other.path or one.path
    used = {"one": _use(one), "other": _use(other)}
    return Mistake("same-file", path=path, also=also, **used)


def _use(name: RunFile) -> Phrase:
    return Phrase(f"use.{name.use}", {"option": name.option})


@contextmanager
def _writing(path: str) -> Iterator[None]:
    """Turns what keeps a file from being written into a Mistake; a closed pipe is none."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        named = error.filename or path
        raise Mistake("no-output", path=named, reason=error.strerror or error) from None


def _opened(path: str) -> TextIO:
    """A device or pipe, which is written straight."""
    with _writing(path):
        return open(path, "w", encoding="utf-8", newline="")
