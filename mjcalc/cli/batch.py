"""``mjcalc batch``: the hands of a file, one a line."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from io import BufferedReader
from typing import TYPE_CHECKING, Any

import click

from mjcalc.cli.files import opened, progress
from mjcalc.cli.frame import Mistake, Settings, command, help_text, no_input
from mjcalc.i18n import say

if TYPE_CHECKING:
    from mjcalc.batch import Columns, Counts, Done

EXAMPLES = (
    "mjcalc batch examples/hands.txt",
    "mjcalc batch examples/hands.csv --column hand --format csv",
    "mjcalc batch - --format jsonl --explain < examples/hands.txt",
)
UNUSABLE = 2
MOST_ROWS = 10_000
MOST_REPORTED = 10


@command("batch", EXAMPLES, default_format="tsv")
@click.argument("file", required=False)
@click.option("--column", metavar="NAME", help=help_text("--column"))
@click.option("--no-header", is_flag=True, help=help_text("--no-header"))
@click.option("--strict", is_flag=True, help=help_text("--strict"))
@click.option("--check", is_flag=True, help=help_text("--check-batch"))
@click.option("--explain", is_flag=True, help=help_text("--explain-batch"))
def batch(
    settings: Settings, file: str | None, column: str | None, no_header: bool, **how: bool
) -> int:
    """Scores every line, and says on stderr how it went."""
    from mjcalc.batch import Job, blocks, run
    from mjcalc.report.rows import TooManyRows, header, pieces, renderer

    look, rules = settings.look, settings.ruleset.key
    if file is None and sys.stdin.isatty():
        return no_input()
    with opened(file or "-") as stream, progress(file, settings) as bar:
        columns, first = _columns(stream, column)
        render = renderer(look, rules, explain=how["explain"])
        job = Job(render, rules, settings.options, settings.venue, columns, how["strict"])
        quoted = columns is not None and columns.delimiter == ","
        watch = Watch(run(blocks(stream, first, quoted=quoted), job), file, settings, bar)
        titles = [] if no_header else header(columns.others if columns else ())
        try:
            for piece in pieces(watch.rows(), look, titles, MOST_ROWS):
                sys.stdout.write(piece)
                sys.stdout.flush()
        except TooManyRows:
            raise Mistake("too-many-rows", format=look.format, limit=MOST_ROWS) from None
    watch.summary(how["check"])
    return int(watch.counts.failures > 0 or (how["check"] and watch.counts.below > 0))


class Watch:
    """Sees the blocks go by: counts, moves the progress bar, and reports bad lines on stderr."""

    def __init__(self, work: Iterable[Done], file: str | None, settings: Settings, bar: Any):
        from mjcalc.batch import Counts

        self.work, self.file, self.settings, self.bar = work, file, settings, bar
        self.counts: Counts = Counts()
        self.reported = 0
        self.began = time.perf_counter()

    def rows(self) -> Iterator[Sequence[str]]:
        """The rows of each block."""
        for done in self.work:
            self.counts += done.counts
            self.report(done)
            yield done.rows
            if self.bar is not None:
                self.bar.update(done.size)

    def report(self, done: Done) -> None:
        """``file:line:column: message`` for the first bad lines, when the rows go elsewhere."""
        if self.settings.look.quiet or sys.stdout.isatty():
            return
        from mjcalc.report.errors import problems

        for result in done.failed[: MOST_REPORTED - self.reported]:
            assert result.error is not None
            defect, what = problems(result.error, self.settings.look.lang)[0]
            column = "" if defect.start is None else f":{defect.start + 1}"
            click.echo(f"{self.file or '-'}:{result.line}{column}: {what}", err=True)
            self.reported += 1

    def summary(self, check: bool) -> None:
        """How many hands, wins and failures, and how fast."""
        look, counts = self.settings.look, self.counts
        if look.quiet:
            return
        if self.reported and counts.failures > self.reported:
            more = counts.failures - self.reported
            click.echo(say("batch.more", look.lang, count=more), err=True)
        seconds = max(time.perf_counter() - self.began, 1e-9)
        said = {"lines": counts.hands, "wins": counts.wins, "failures": counts.failures}
        rate = round(counts.hands / seconds)
        click.echo(say("batch.summary", look.lang, **said, rate=rate), err=True)
        if check and counts.below:
            click.echo(say("batch.below", look.lang, below=counts.below), err=True)


def _columns(stream: BufferedReader, name: str | None) -> tuple[Columns | None, int]:
    """How the columns lie, by the header line, and the number of the line after it."""
    if name is None:
        return None, 1
    from mjcalc.batch import LONGEST, Columns

    line = stream.readline(LONGEST).decode("utf-8", "replace")
    if not line:
        return None, 1
    try:
        return Columns.of(line, name), 2
    except KeyError as error:
        raise Mistake("no-column", name=name, known=error.args) from None
