"""Where a batch writes: standard output, or files that have their name when they are whole."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from mjcalc.cli.frame import Mistake
from mjcalc.cli.screen import for_stream, is_terminal

if TYPE_CHECKING:
    from mjcalc.batch.job import Counts, Tally
    from mjcalc.batch.output import Note, Part, Parts
    from mjcalc.batch.tasks import Done, Place
    from mjcalc.report.rows import Framing


class Sink:
    """Takes what is done: rows and bad lines, each to where it belongs."""

    def __init__(self, output: str | None, fail_file: str | None, *, rows: bool = True) -> None:
        self.stream: TextIO | None = sys.stdout if rows else None
        self.rows: Part | None = None
        self.fails: Part | None = None
        self.parts: Parts | None = None
        self.framing: Framing | None = None
        self.output, self.fail_file = output, fail_file
        self.keeps = False
        if output is not None and os.path.exists(output) and not os.path.isfile(output):
            self.stream = _opened(output)
        elif output is not None:
            self.stream, self.keeps = None, True

    def begin(self, job: str, *, resume: bool) -> Note | None:
        """Opens the parts; the note that the run goes on from, None when it begins."""
        paths = [self.output] * self.keeps + [self.fail_file]
        named = [path for path in paths if path is not None]
        if not named:
            return None
        from mjcalc.batch.output import Busy, OtherRun, Parts

        try:
            self.parts = parts = Parts(named, job)
            self.rows = parts.parts[0] if self.keeps else None
            self.fails = parts.parts[-1] if self.fail_file is not None else None
            if resume:
                return parts.resume()
            parts.begin()
        except Busy as error:
            raise Mistake("busy-output", path=str(error)) from None
        except OtherRun as error:
            parts.close(whole=False)
            raise Mistake("other-run", path=str(error)) from None
        except OSError as error:
            raise Mistake("no-output", path=error.filename, reason=error.strerror) from None
        return None

    @property
    def leave(self) -> str | None:
        """The directory in which workers may leave rows for this sink."""
        if self.rows is None or self.framing is None or not self.framing.is_plain:
            return None
        return f"{self.rows.part}.d"

    def head(self, framing: Framing, header: str) -> None:
        """What stands before the rows, and before the bad lines."""
        self.framing = framing
        self.write(framing.head())
        if self.fails is not None and not self.fails.size:
            self.fails.write(header)
        if self.leave is not None:
            shutil.rmtree(self.leave, ignore_errors=True)

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

    def add(self, done: Done) -> None:
        """Writes the rows of a task, and its bad lines."""
        assert self.framing is not None
        if self.rows is not None and done.task.leave is not None:
            with _writing(done.task.leave):
                self.rows.take(done.task.leave)
        else:
            self.write_rows(self.framing.add(done.rows))
        if self.fails is not None:
            with _writing(str(self.fail_file)):
                self.fails.write(done.typed)

    def keep(self, place: Place, counts: Counts, tally: Tally, *, now: bool = False) -> None:
        """Notes how far the rows have come, where they can be gone on from."""
        whole = self.framing is None or self.framing.is_whole
        if self.parts is not None and self.rows is not None and not whole:
            self.parts.keep(place, counts, tally, now=now)

    def close(self, *, whole: bool) -> str | None:
        """Ends it; the part that is left when it is not whole."""
        if whole and self.framing is not None:
            self.write(self.framing.foot())
        if self.leave is not None:
            shutil.rmtree(self.leave, ignore_errors=True)
        if self.parts is not None:
            self.parts.close(whole=whole)
        if self.stream not in (None, sys.stdout):
            assert self.stream is not None
            self.stream.close()
        return None if whole or self.rows is None or not self.rows.size else str(self.rows.part)


@contextmanager
def _writing(path: str) -> Iterator[None]:
    """Turns what keeps a file from being written into a Mistake; a closed pipe is none."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Mistake("no-output", path=path, reason=error.strerror) from None


def _opened(path: str) -> TextIO:
    """A device or pipe, which is written straight."""
    try:
        return open(path, "w", encoding="utf-8", newline="")
    except OSError as error:
        raise Mistake("no-output", path=path, reason=error.strerror) from None
