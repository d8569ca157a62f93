"""Sees a batch go by: counts, the progress bar, and what is said on standard error."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from mjcalc.cli.errors import as_text
from mjcalc.cli.options import Settings
from mjcalc.cli.screen import ERRORS, is_terminal, tell
from mjcalc.i18n import Lang, say
from mjcalc.i18n.visible import visible

if TYPE_CHECKING:
    from mjcalc.batch.job import LineResult
    from mjcalc.batch.note import Note
    from mjcalc.batch.tasks import Task, TaskResult, WorkerReport

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
        """What is done; of workers that died it is told."""
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
