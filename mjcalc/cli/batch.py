"""``mjcalc batch``: the hands of a file, one a line."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from mjcalc.batch.run_files import RunFile, is_protected, is_special, run_files, same_file
from mjcalc.cli.batch_in import InputEnds, Source, source
from mjcalc.cli.batch_out import Sink, same_file_mistake
from mjcalc.cli.files import no_file, no_read
from mjcalc.cli.interrupted import line, part_line, resume_command
from mjcalc.cli.options import (
    Function,
    Mistake,
    Settings,
    as_text,
    at_terminal,
    command,
    file_name,
    help_text,
    no_input,
    notation_option,
)
from mjcalc.cli.progress import Watch
from mjcalc.cli.screen import print_result
from mjcalc.i18n.phrases import Phrase
from mjcalc.interrupts import installed

if TYPE_CHECKING:
    from mjcalc.batch.job import Job
    from mjcalc.batch.tasks import Task, Unwritable, WorkerReport
    from mjcalc.batch.workers import Workers

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
STDOUT = ("-", "/dev/stdout")


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
    notation: str | None


@command("batch", EXAMPLES, default_format="tsv")
@click.argument("file", required=False, type=file_name)
@value("--column", metavar="NAME")
@flag("--no-header")
@flag("--strict")
@flag("--check", key="--check-batch")
@flag("--explain", key="--explain-batch")
@value("-o", "--output", metavar="OUT", type=file_name)
@flag("--resume")
@value("--fail-file", metavar="FILE", type=file_name)
@value("--summary", metavar="|".join(SUMMARIES), is_flag=False, flag_value="table", callback=known)
@value("--jobs", metavar="N", type=click.IntRange(0, MOST_JOBS), default=1)
@value("--dask", metavar="ADDRESS")
@value("--block", metavar="BYTES", type=click.IntRange(1, LARGEST_BLOCK))
@notation_option
def batch(settings: Settings, file: str | None, **how: Any) -> int:
    """Scores every line, and says on stderr how it went."""
    # Nothing here needs threads of linear algebra, which numpy would start and wait for.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if file is None and at_terminal():
        return no_input()
    wanted, path = Wanted(**how), "-" if file is None else file
    if wanted.output in STDOUT:
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
        if one is not None:
            refuse_target(one)
    if same := same_file(all_names(wanted, path)):
        raise same_file_mistake(*same)


def refuse_target(path: str) -> None:
    """Refuse a write-protected file, and a link that only leads to itself."""
    if is_protected(path):
        raise Mistake("write-protected", path=path)
    if os.path.islink(os.path.realpath(path)):
        raise Mistake("no-output", path=path, reason=os.strerror(errno.ELOOP))


def all_names(wanted: Wanted, path: str) -> tuple[RunFile, ...]:
    """Return the names of all files that the run reads or writes."""
    cluster = wanted.dask is not None
    return run_files(path, wanted.output, wanted.fail_file, directory=cluster)


class Run:
    """One run of the command."""

    def __init__(self, settings: Settings, wanted: Wanted, read: Source) -> None:
        self.settings, self.wanted, self.read = settings, wanted, read
        self.stopped: int | None = None  # the bad line that ended a strict run
        self.changed = False  # whether somebody wrote to the file meanwhile
        if wanted.dask:
            if read.shared is None:
                raise Mistake("cluster-needs-file")
            self.read = replace(read, shared=read.shared.anywhere)
        shown = wanted.summary is None or wanted.output is not None
        self.job = self.made_job(rows=shown)
        self.sink = self.made_sink(rows=shown)
        self.workers = self.start_workers()
        self.shown = shown and wanted.output is None
        self.interrupts = installed()
        self.part: str | None = None  # what is left of the output when it is not whole

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
            keep_failed=wanted.fail_file is not None,
            notation=wanted.notation,
        )

    def made_sink(self, *, rows: bool) -> Sink:
        """Return the sink for the rows and the bad lines."""
        from mjcalc.report.rows import Framing

        wanted, path = self.wanted, self.read.path
        is_plain = Framing(self.settings.look, (), MOST_ROWS).is_plain
        return Sink(
            wanted.output,
            wanted.fail_file,
            rows=rows,
            names=all_names(wanted, path),
            directory=wanted.dask is not None and is_plain,
        )

    def start_workers(self) -> Workers | None:
        """Who does the work: this process, several of this machine, or a cluster."""
        address, jobs = self.wanted.dask, self.wanted.jobs or os.cpu_count() or 1
        if address is None:
            if jobs == 1:
                return None
            from mjcalc.batch.workers import local_processes

            return local_processes(jobs)
        from mjcalc.batch import cluster

        if not cluster.is_address(address):
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

            more = (look.format, wanted.no_header, self.read.state)
            same = fingerprint(self.job, self.read.path, *more)
        most = self.read.size if self.read.is_file else None
        least = self.read.start.offset
        with self.interrupts:
            note = self.sink.begin(same, resume=wanted.resume, least=least, most=most)
            self.interrupts.text = self.interrupted
            self.interrupts.cleanups.append(self.close)
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
            if self.read.is_changed:
                raise self.file_changed()
            whole = not watch.lost and self.stopped is None
        except InputEnds as error:
            error.line = watch.place.line - 1 if watch.place else 0
            raise
        finally:
            with self.interrupts:
                self.interrupts.cleanups.remove(self.close)
                self.close(whole=whole)
            self.tell_part(watch)
        return self.end(watch)

    def close(self, *, whole: bool = False) -> None:
        """End the output: it gets its name if it is whole."""
        part = self.sink.close(whole=whole)
        self.part = None if part is None else as_text(part)

    def tell_part(self, watch: Watch) -> None:
        """Report the part that is left when the output is not complete."""
        if self.part is None:
            return
        if self.changed:
            watch.note("batch.part-changed", part=self.part)
        elif self.stopped is not None:
            watch.note("batch.stopped", line=self.stopped, part=self.part)
        elif watch.place is not None:
            watch.note("batch.part", part=self.part)

    def interrupted(self, number: int) -> str:
        """Return the line to write when a signal ends the run."""
        lang = self.settings.look.lang
        if self.part is None:
            return line(lang, number)
        command = resume_command(click.get_current_context().find_root().obj)
        return part_line(lang, number, self.part, command, piped=self.read.path == "-")

    def score(self, watch: Watch) -> None:
        """Every task, in order: scored, written, noted."""
        from mjcalc.batch.tasks import seldom_collected
        from mjcalc.report.rows import TooManyRows

        wanted, start = self.wanted, watch.place or self.read.start
        reports = self.reports(self.tasks(start))
        with seldom_collected(), closing(reports), watch.progress(self.read.size):
            try:
                for done in watch.done(self.checked(reports)):
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

    def reports(self, tasks: Iterator[Task | None]) -> Generator[WorkerReport, None, None]:
        """Have the tasks done, by this process or by workers."""
        if self.workers is None:
            from mjcalc.batch.tasks import work_here

            return work_here(tasks, self.job)
        from mjcalc.batch.workers import run_tasks

        return run_tasks(tasks, self.job, self.workers)

    def checked(self, reports: Iterator[WorkerReport]) -> Iterator[WorkerReport]:
        """Yield the reports; raise Mistake when the workers cannot do the tasks."""
        from mjcalc.batch.tasks import Changed, NoProcesses, Unwritable

        try:
            yield from self.of_cluster(reports) if self.wanted.dask else reports
        except Changed:
            raise self.file_changed() from None
        except Unwritable as error:
            raise self.unwritable(error) from error
        except NoProcesses as error:
            raise Mistake("no-processes", reason=error.strerror) from error
        except OSError as error:
            if error.filename is not None:
                raise no_file(error.filename, error.strerror) from error
            raise no_read(self.read.path, error.strerror) from error

    def of_cluster(self, reports: Iterator[WorkerReport]) -> Iterator[WorkerReport]:
        """Yield the reports of a cluster; raise Mistake when it is gone or lacks mjcalc."""
        from mjcalc.batch.cluster import NoCluster

        try:
            yield from reports
        except (NoCluster, ImportError) as error:
            raise self.no_cluster(error) from None

    def unwritable(self, error: Unwritable) -> Mistake:
        """Return the Mistake for a worker that cannot write its results."""
        if self.wanted.dask:
            return Mistake("no-output", path=error.filename, reason=error.strerror)
        if error.filename is None:
            return Mistake("no-temporary-directory", reason=error.strerror)
        return Mistake("no-temporary-file", path=error.filename, reason=error.strerror)

    def file_changed(self) -> Mistake:
        """Return the Mistake for a file that changed, and remember that it did."""
        self.changed = True
        return Mistake("file-changed", path=self.read.path)

    def no_cluster(self, error: Exception) -> Mistake:
        """Nobody there, nobody any more, or somebody who does not know mjcalc."""
        key = getattr(error, "key", None)
        reason = Phrase(f"cluster.{key}") if key else " ".join(str(error).split())
        return Mistake("no-cluster", address=self.wanted.dask, reason=reason)

    def tasks(self, start: Any) -> Iterator[Task | None]:
        """What is to be done, from a place on."""
        from mjcalc.batch import lines

        size, ranges = lines.CHUNK, self.read.is_file and self.workers is not None
        if self.wanted.dask is not None and self.workers is not None:
            from mjcalc.batch import cluster

            size = cluster.range_size(self.read.size or 0, self.workers.count)
        tasks = self.read.tasks(start, self.wanted.block or size, ranges=ranges)
        return tasks if self.wanted.dask is None else self.with_rows_files(tasks)

    def with_rows_files(self, tasks: Iterable[Task | None]) -> Iterator[Task | None]:
        """Yield the tasks with files for their rows, which then do not go through the network."""
        for task in tasks:
            path = None if task is None else self.sink.rows_file(task.begin.offset)
            yield task if task is None else replace(task, rows_file=path)

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
