"""Where a batch writes: rows to standard output or files, counts and bad lines to standard error.

A file has its name when it is whole.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from mjcalc.batch.run_files import RunFile, is_special
from mjcalc.cli.errors import Mistake, as_text
from mjcalc.cli.options import Settings
from mjcalc.cli.screen import ERRORS, for_stream, is_terminal, tell
from mjcalc.i18n import Lang, say
from mjcalc.i18n.phrases import Phrase
from mjcalc.i18n.visible import visible

if TYPE_CHECKING:
    from mjcalc.batch.job import Counts, LineResult, Tally
    from mjcalc.batch.note import Note
    from mjcalc.batch.output import OutputPart, OutputParts
    from mjcalc.batch.tasks import Task, TaskPlace, TaskResult, WorkerReport
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


# --- standard error -------------------------------------------------------------------------------

MOST_REPORTED = 10
# Names of the column of the hand that are recognized.
HAND_COLUMNS = ("hand", "hands", "tiles", "手牌", "牌", "牌型")


class Watch:
    """Counts what is done, moves the progress bar, and reports bad lines on stderr."""

    def __init__(
        self, paths: Sequence[str], settings: Settings, *, shown: bool, note: Note | None
    ) -> None:
        from mjcalc.batch.job import Counts, Tally

        self.files, self.look, self.shown = list(map(as_text, paths)), settings.look, shown
        self.counts: Counts = note.counts if note else Counts()
        self.before = self.counts.hands
        self.tally: Tally = note.tally if note else Tally()
        self.place = note.place if note else None
        self.lost: list[Task] = []
        self.reported = 0
        self.began = time.perf_counter()
        self.bar: Any = None

    def progress(self, size: int | None) -> AbstractContextManager[Any]:
        """A bar on stderr for what has a known size, unless the rows go to the terminal."""
        on_screen = self.shown and is_terminal(sys.stdout)
        if size is None or not ERRORS.isatty() or on_screen or self.look.quiet:
            return nullcontext()
        self.bar = click.progressbar(
            length=size, file=cast(TextIO, ERRORS), item_show_func=lambda text: text, width=24
        )
        bar: AbstractContextManager[Any] = self.bar
        return bar

    def done(self, answers: Iterator[WorkerReport]) -> Iterator[TaskResult]:
        """Yield the finished tasks; report workers that died on stderr."""
        from mjcalc.batch.tasks import LostTask, WorkerDeath

        for answer in answers:
            if isinstance(answer, WorkerDeath):
                self.note("batch.died", first=answer.lines[0], last=answer.lines[1])
            elif isinstance(answer, LostTask):
                first, last = answer.task.lines
                self.lost.append(answer.task)
                self.tell("batch.lost", first=first, last=last)
            else:
                self.counts += answer.counts
                self.tally.add(answer.tally)
                self.place = answer.task.end if not self.lost else self.place
                self.report(answer)
                yield answer

    def moved(self, to: int) -> None:
        """Moves the bar."""
        if self.bar is not None:
            lang = Lang.ZH if self.look.lang is Lang.BOTH else self.look.lang  # a bar is narrow
            rate = say("batch.rate", lang, rate=f"{self.rate:,}")
            self.bar.update(max(0, to - self.bar.pos), rate)

    def report(self, done: TaskResult) -> None:
        """``file:line:column: message`` for the first bad lines, when the rows go elsewhere."""
        if self.look.quiet or (self.shown and is_terminal(sys.stdout)):
            return
        from mjcalc.report.errors import problems

        if done.failed and done.failed[0].line == 1:
            self.suggest_column(done.failed[0])
        for result in done.failed[: MOST_REPORTED - self.reported]:
            assert result.error is not None
            defect, what = problems(result.error, self.look.lang)[0]
            column = "" if defect.start is None else f":{defect.start + 1}"
            file = visible(self.files[done.task.begin.file])
            self.say(f"{file}:{result.line}{column}: {what}")
            self.reported += 1

    def suggest_column(self, first: LineResult) -> None:
        """Suggest --column if the first line, which failed, looks like a header."""
        entry = first.entry
        text = entry.text if entry.id is None else f"{entry.id}\t{entry.text}"
        cells = [cell.strip(' "\r\n\ufeff') for cell in re.split("[,;\t]", text)]
        name = next((cell for cell in cells if cell.lower() in HAND_COLUMNS), None)
        if name is None and len(cells) > 1 and not any(map(str.isdigit, text)):
            name = "NAME"
        if name is not None and not entry.others:
            self.note("batch.header", name=name)

    def tell(self, key: str, **fields: object) -> None:
        """A text of the catalogue, on stderr."""
        self.say(say(key, self.look.lang, **fields))

    def note(self, key: str, **fields: object) -> None:
        """The same, unless there are to be no notes."""
        if not self.look.quiet:
            self.tell(key, **fields)

    def say(self, text: str) -> None:
        """A line on stderr; the bar, if there is one, goes on below it."""
        tell(text, over_bar=self.bar is not None)

    @property
    def rate(self) -> int:
        """Hands a second, so far."""
        seconds = max(time.perf_counter() - self.began, 1e-9)
        return round((self.counts.hands - self.before) / seconds)

    def summary(self, check: bool) -> None:
        """How many hands, wins and failures, and how fast."""
        if self.look.quiet:
            return
        counts = self.counts
        if self.reported and counts.failures > self.reported:
            self.tell("batch.more", count=counts.failures - self.reported)
        said = {"lines": counts.hands, "wins": counts.wins, "failures": counts.failures}
        self.tell("batch.summary", **said, rate=self.rate)
        if check and counts.below:
            self.tell("batch.below", below=counts.below)
