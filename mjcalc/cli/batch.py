"""``mjcalc batch``: the hands of a file, one a line."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from mjcalc.cli.batch_in import InputEnds, Source, source
from mjcalc.cli.batch_out import Sink
from mjcalc.cli.files import no_file, no_read
from mjcalc.cli.frame import (
    Function,
    Mistake,
    Settings,
    at_terminal,
    command,
    help_text,
    no_input,
)
from mjcalc.cli.screen import print_result
from mjcalc.cli.watch import Watch

if TYPE_CHECKING:
    from mjcalc.batch.crew import Answer, Team
    from mjcalc.batch.job import Job
    from mjcalc.batch.tasks import Task

EXAMPLES = (
    "mjcalc batch examples/hands.txt",
    "mjcalc batch examples/hands.csv --column hand --format csv",
    "mjcalc batch - --format jsonl --explain < examples/hands.txt",
    "mjcalc batch examples/hands.txt --jobs 2 --summary",
)
MOST_ROWS = 10_000
MOST_JOBS = 1024  # a slip of the hand shall not start more processes than a system can bear
LARGEST_BLOCK = 1 << 30  # bytes that a worker may have to hold
SUMMARIES = ("table", "json")


def flag(*names: str, key: str = "") -> Function:
    """An option that is there or not."""
    return click.option(*names, is_flag=True, help=help_text(key or names[-1]))


def value(*names: str, **more: Any) -> Function:
    """An option with a value."""
    return click.option(*names, help=help_text(names[-1]), **more)


def known(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """How the summary is to look, if it is asked for."""
    if value not in (None, *SUMMARIES):
        raise Mistake("no-choice", option="--summary", value=value, known=SUMMARIES)
    return value


@dataclass(frozen=True, slots=True)
class Wanted:
    """The command's own options."""

    column: str | None
    no_header: bool
    strict: bool
    check: bool
    explain: bool
    output: str | None
    resume: bool
    fail_file: str | None
    summary: str | None
    jobs: int
    dask: str | None
    block: int | None


@command("batch", EXAMPLES, default_format="tsv")
@click.argument("file", required=False)
@value("--column", metavar="NAME")
@flag("--no-header")
@flag("--strict")
@flag("--check", key="--check-batch")
@flag("--explain", key="--explain-batch")
@value("-o", "--output", metavar="OUT")
@flag("--resume")
@value("--fail-file", metavar="FILE")
@value("--summary", metavar="|".join(SUMMARIES), is_flag=False, flag_value="table", callback=known)
@value("--jobs", metavar="N", type=click.IntRange(0, MOST_JOBS), default=1)
@value("--dask", metavar="ADDRESS")
@value("--block", metavar="BYTES", type=click.IntRange(1, LARGEST_BLOCK))
def batch(settings: Settings, file: str | None, **how: Any) -> int:
    """Scores every line, and says on stderr how it went."""
    if file is None and at_terminal():
        return no_input()
    wanted, path = Wanted(**how), "-" if file is None else file
    if wanted.output == "-":
        wanted = replace(wanted, output=None)
    refuse(wanted, path, settings)
    try:
        with source(path, wanted.column) as read:
            return Run(settings, wanted, read).run()
    except InputEnds as error:
        if not error.line:
            raise no_read(path, str(error)) from None
        raise Mistake("batch.input-ends", line=error.line, reason=str(error)) from None


def refuse(wanted: Wanted, path: str, settings: Settings) -> None:
    """Mistake for options that do not go together, and for names that no file can have."""
    if wanted.resume and wanted.output is None:
        raise Mistake("resume-needs-output")
    if wanted.resume and settings.look.format in ("table", "markdown"):
        raise Mistake("whole-format", format=settings.look.format)
    if wanted.dask and wanted.jobs != 1:
        raise Mistake("jobs-or-cluster")
    bad = wanted.fail_file
    if bad == "-" or (bad is not None and is_special(bad)):
        raise Mistake("no-fail-file", path=bad)
    written = {"--output": wanted.output, "--fail-file": wanted.fail_file}
    for name, one in written.items():
        if one == "":
            raise Mistake("no-output-name", option=name)
    one_for_each({"FILE": path, **written})


def is_special(path: str) -> bool:
    """Whether a device, a pipe or a directory has this name, which no file may take from it."""
    return os.path.exists(path) and not os.path.isfile(path)


def one_for_each(named: Mapping[str, str | None]) -> None:
    """Mistake when a file would be read and written, or written twice over."""
    known: dict[str, str] = {}
    for name, one in named.items():
        if one is None or is_special(one):
            continue
        other = known.setdefault(os.path.realpath(one), name)
        if other != name:
            raise Mistake("same-file", path=one, one=other, other=name)


class Run:
    """One run of the command."""

    def __init__(self, settings: Settings, wanted: Wanted, read: Source) -> None:
        self.settings, self.wanted, self.read = settings, wanted, read
        self.stopped: int | None = None  # the bad line that ended a strict run
        if wanted.dask and not read.is_file:
            raise Mistake("cluster-needs-file")
        shown = wanted.summary is None or wanted.output is not None
        self.job = self.made_job(rows=shown)
        self.sink = Sink(wanted.output, wanted.fail_file, rows=shown)
        self.team = self.made_team()
        self.shown = shown and wanted.output is None

    def made_job(self, *, rows: bool) -> Job:
        """What is done to every line; OptionError when the rules are none."""
        from mjcalc.batch.job import Job, NoRows
        from mjcalc.report.rows import renderer

        settings, wanted = self.settings, self.wanted
        rules, look = settings.ruleset.key, replace(settings.look, quiet=False)
        return Job(
            renderer(look, rules, explain=wanted.explain) if rows else NoRows(),
            rules,
            settings.options,
            settings.venue,
            self.read.columns,
            wanted.strict,
            tally=wanted.summary is not None,
            typed=wanted.fail_file is not None,
        )

    def made_team(self) -> Team | None:
        """Who does the work: this process, several of this machine, or a cluster."""
        address, jobs = self.wanted.dask, self.wanted.jobs or os.cpu_count() or 1
        if address is None:
            if jobs == 1:
                return None
            from mjcalc.batch.team import processes

            return processes(jobs)
        from mjcalc.batch import cluster

        if ":" not in address.removeprefix("tcp://"):
            raise Mistake("no-address", address=address)
        try:
            return cluster.cluster(address)
        except ImportError:
            raise Mistake("no-distributed") from None
        except cluster.NoCluster as error:
            raise self.no_cluster(error) from None

    def run(self) -> int:
        """Reads, scores and writes to the end; the exit code."""
        from mjcalc.report.rows import Framing, header

        wanted, columns, look = self.wanted, self.read.columns, self.settings.look
        same = ""
        if wanted.output is not None or wanted.fail_file is not None:
            from mjcalc.batch.output import fingerprint

            same = fingerprint(self.job, self.read.path, look.format, wanted.no_header)
        note = self.sink.begin(same, resume=wanted.resume)
        watch = Watch(self.read.path, self.settings, shown=self.shown, note=note)
        if wanted.resume and note is None:
            watch.note("batch.anew")
        elif note is not None:
            watch.note("batch.resumed", line=note.place.line)
        titles = [] if wanted.no_header else header(columns.others if columns else ())
        framing = Framing(look, titles, MOST_ROWS, begun=note is not None)
        whole = False
        try:
            self.sink.head(framing, self.read.header)
            self.score(watch)
            whole = not watch.lost and self.stopped is None
        except InputEnds as error:
            error.line = watch.place.line - 1 if watch.place else 0
            raise
        finally:
            part = self.sink.close(whole=whole)
            if part is not None and self.stopped is not None:
                watch.note("batch.stopped", line=self.stopped, part=part)
            elif part is not None and watch.place is not None:
                watch.note("batch.part", part=part)
        return self.end(watch)

    def score(self, watch: Watch) -> None:
        """Every task, in order: scored, written, noted."""
        from mjcalc.batch.crew import run, seldom_collected
        from mjcalc.report.rows import TooManyRows

        wanted, start = self.wanted, watch.place or self.read.start
        answers = run(self.tasks(start), self.job, self.team)
        with seldom_collected(), closing(answers), watch.progress(self.read.size):
            try:
                for done in watch.done(self.answered(answers)):
                    self.sink.add(done)
                    if wanted.strict and done.counts.failures:
                        self.stopped = done.failed[0].line
                        break
                    if watch.place is not None:
                        self.sink.keep(watch.place, watch.counts, watch.tally)
                    watch.moved(self.read.at(done.task.end))
            except TooManyRows as error:
                format = self.settings.look.format
                raise Mistake(error.key, format=format, limit=error.limit) from None

    def answered(self, answers: Iterator[Answer]) -> Iterator[Answer]:
        """The answers; Mistake when the workers cannot read the file, or the cluster is gone."""
        try:
            yield from answers
        except _cluster_errors() as error:
            if self.wanted.dask is None:
                raise
            raise self.no_cluster(error) from None
        except OSError as error:
            if error.filename is None and self.wanted.dask:
                raise self.no_cluster(error) from None
            if error.filename is not None:
                raise no_file(error.filename, error.strerror) from None
            if error.errno == errno.ENOSPC:  # where the workers leave their rows
                raise
            raise no_read(self.read.path, error.strerror) from None

    def no_cluster(self, error: Exception) -> Mistake:
        """Nobody there, nobody any more, or somebody who does not know mjcalc."""
        reason = str(error) or type(error).__name__
        return Mistake("no-cluster", address=self.wanted.dask, reason=reason)

    def tasks(self, start: Any) -> Iterator[Task | None]:
        """What is to be done, from a place on."""
        from mjcalc.batch import lines

        size, ranges = lines.CHUNK, self.read.is_file and self.team is not None
        if self.wanted.dask is not None and self.team is not None:
            from mjcalc.batch import cluster

            size = cluster.range_size(self.read.size or 0, self.team.workers)
        tasks = self.read.tasks(start, self.wanted.block or size, ranges=ranges)
        return tasks if self.wanted.dask is None else self.left(tasks)

    def left(self, tasks: Iterable[Task | None]) -> Iterator[Task | None]:
        """Tasks whose rows are left beside the output, so that they do not go through a net."""
        leave = self.sink.leave
        if leave is not None:
            leave = os.path.abspath(leave)
            os.makedirs(leave, exist_ok=True)
        for task in tasks:
            if task is None or leave is None:
                yield task
            else:
                yield replace(task, leave=os.path.join(leave, f"{task.begin.offset:015}"))

    def end(self, watch: Watch) -> int:
        """The summary, and the exit code."""
        counts, look = watch.counts, self.settings.look
        if self.wanted.summary is not None:
            from mjcalc.report.summary import summary_json, summary_table

            ruleset = self.settings.ruleset
            text = (
                summary_json(counts, watch.tally, ruleset)
                if self.wanted.summary == "json"
                else summary_table(counts, watch.tally, ruleset, look)
            )
            print_result(text, self.wanted.summary)
        watch.summary(self.wanted.check)
        bad = counts.failures or watch.lost or (self.wanted.check and counts.below)
        return int(bool(bad))


def _cluster_errors() -> tuple[type[Exception], ...]:
    """What may be raised when a cluster is gone: asked for only when something was."""
    from concurrent.futures import CancelledError

    return CancelledError, ImportError, RuntimeError
