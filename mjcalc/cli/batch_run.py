"""One run of ``mjcalc batch``: tasks of lines scored, written, and noted."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from mjcalc.batch.run_files import RunFile, run_files
from mjcalc.cli.batch_in import InputEnds, Source, Sources
from mjcalc.cli.batch_out import Sink, Watch
from mjcalc.cli.errors import Mistake, as_text, interrupted_line, part_line, resume_command
from mjcalc.cli.files import no_file, no_read
from mjcalc.cli.options import Settings
from mjcalc.cli.screen import print_result
from mjcalc.i18n.phrases import Phrase
from mjcalc.interrupts import installed

if TYPE_CHECKING:
    from mjcalc.batch.job import Job
    from mjcalc.batch.tasks import Task, Unwritable, WorkerReport
    from mjcalc.batch.workers import Workers

MOST_ROWS = 10_000


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """The options that only ``batch`` has."""

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
    encoding: str | None
    fan_numbers: bool

    def files(self, paths: Sequence[str]) -> tuple[RunFile, ...]:
        """Return the files that a run over these inputs reads or writes."""
        return run_files(paths, self.output, self.fail_file, directory=self.dask is not None)


def _anywhere(source: Source) -> Source:
    """Return a source as the workers of a cluster open it; Mistake when it is not a file."""
    if source.shared is None:
        raise Mistake("cluster-needs-file")
    return replace(source, shared=source.shared.anywhere)


class BatchRun:
    """One run of the command."""

    def __init__(self, settings: Settings, options: BatchOptions, read: Sources) -> None:
        self.settings, self.options, self.read = settings, options, read
        self.stopped: int | None = None  # the bad line that ended a strict run
        self.changed = False  # whether somebody wrote to the file meanwhile
        if options.dask:
            self.read = Sources(tuple(map(_anywhere, read.each)))
        shown = options.summary is None or options.output is not None
        self.job = self.made_job(rows=shown)
        self.sink = self.made_sink(rows=shown)
        self.workers = self.start_workers()
        self.shown = shown and options.output is None
        self.interrupts = installed()
        self.part: str | None = None  # what is left of the output when it is not whole

    def made_job(self, *, rows: bool) -> Job:
        """Return what to do with every line; OptionError for rules that do not exist."""
        from mjcalc.batch.job import Job, NoRows
        from mjcalc.report.rows import renderer

        settings, options = self.settings, self.options
        rules, look = settings.ruleset.key, replace(settings.look, quiet=False)
        columns = self.read.first.columns
        render = renderer(
            look,
            rules,
            explain=options.explain,
            others=None if columns is None else columns.others,
            numbered=settings.ruleset if options.fan_numbers else None,
        )
        return Job(
            render if rows else NoRows(),
            rules,
            settings.options_for(rules),
            settings.venue_for(rules),
            columns,
            options.strict,
            tally=options.summary is not None,
            keep_failed=options.fail_file is not None,
            notation=options.notation,
        )

    def made_sink(self, *, rows: bool) -> Sink:
        """Return the sink for the rows and the bad lines."""
        from mjcalc.report.rows import Framing

        options = self.options
        is_plain = Framing(self.settings.look, (), MOST_ROWS).is_plain
        return Sink(
            options.output,
            options.fail_file,
            rows=rows,
            names=options.files(self.read.paths),
            directory=options.dask is not None and is_plain,
        )

    def start_workers(self) -> Workers | None:
        """Who does the work: this process, several of this machine, or a cluster."""
        address, jobs = self.options.dask, self.options.jobs or os.cpu_count() or 1
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

        options, columns, look = self.options, self.read.first.columns, self.settings.look
        same = ""
        if options.output is not None or options.fail_file is not None:
            from mjcalc.batch.output import fingerprint

            states = [source.state for source in self.read.each]
            more = (look.format, options.no_header, options.encoding, states)
            same = fingerprint(self.job, self.read.paths, *more)
        first, several = self.read.first, self.read.are_several
        most = first.size if first.is_file and not several else None
        least = 0 if several else first.start.offset
        with self.interrupts:
            note = self.sink.begin(same, resume=options.resume, least=least, most=most)
            self.interrupts.text = self.interrupted
            self.interrupts.cleanups.append(self.close)
        watch = Watch(self.read.paths, self.settings, shown=self.shown, note=note)
        if options.resume and note is None:
            watch.note("batch.anew")
        elif note is not None:
            watch.note("batch.resumed", line=note.place.line)
        others = columns.others if columns else ()
        titles = [] if options.no_header else header(others, files=several)
        framing = Framing(look, titles, MOST_ROWS, is_continued=note is not None)
        whole = False
        try:
            self.sink.head(framing, first.header)
            self.score(watch)
            if changed := self.read.changed:
                raise self.file_changed(changed)
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
            return interrupted_line(lang, number)
        command = resume_command(click.get_current_context().find_root().obj)
        return part_line(lang, number, self.part, command, piped="-" in self.read.paths)

    def score(self, watch: Watch) -> None:
        """Every task, in order: scored, written, noted."""
        from mjcalc.batch.tasks import seldom_collected
        from mjcalc.report.rows import TooManyRows

        options, start = self.options, watch.place or self.read.first.start
        reports = self.reports(self.tasks(start))
        with seldom_collected(), closing(reports), watch.progress(self.read.size):
            try:
                for done in watch.done(self.checked(reports)):
                    self.sink.add(done)
                    if options.strict and done.counts.failures:
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
            yield from self.of_cluster(reports) if self.options.dask else reports
        except Changed as error:
            raise self.file_changed(self.read.path_of(error.args[0])) from None
        except Unwritable as error:
            raise self.unwritable(error) from error
        except NoProcesses as error:
            raise Mistake("no-processes", reason=error.strerror) from error
        except OSError as error:
            if error.filename is not None:
                raise no_file(error.filename, error.strerror) from error
            raise no_read(self.read.first.path, error.strerror) from error

    def of_cluster(self, reports: Iterator[WorkerReport]) -> Iterator[WorkerReport]:
        """Yield the reports of a cluster; raise Mistake when it is gone or lacks mjcalc."""
        from mjcalc.batch.cluster import NoCluster

        try:
            yield from reports
        except (NoCluster, ImportError) as error:
            raise self.no_cluster(error) from None

    def unwritable(self, error: Unwritable) -> Mistake:
        """Return the Mistake for a worker that cannot write its results."""
        if self.options.dask:
            return Mistake("no-output", path=error.filename, reason=error.strerror)
        if error.filename is None:
            return Mistake("no-temporary-directory", reason=error.strerror)
        return Mistake("no-temporary-file", path=error.filename, reason=error.strerror)

    def file_changed(self, path: str) -> Mistake:
        """Return the Mistake for a file that changed, and remember that it did."""
        self.changed = True
        return Mistake("file-changed", path=path)

    def no_cluster(self, error: Exception) -> Mistake:
        """Nobody there, nobody any more, or somebody who does not know mjcalc."""
        key = getattr(error, "key", None)
        reason = Phrase(f"cluster.{key}") if key else " ".join(str(error).split())
        return Mistake("no-cluster", address=self.options.dask, reason=reason)

    def tasks(self, start: Any) -> Iterator[Task | None]:
        """What is to be done, from a place on."""
        from mjcalc.batch import lines

        size, ranges = lines.CHUNK, self.workers is not None
        if self.options.dask is not None and self.workers is not None:
            from mjcalc.batch import cluster

            size = cluster.range_size(self.read.size or 0, self.workers.count)
        tasks = self.read.tasks(start, self.options.block or size, ranges=ranges)
        return tasks if self.options.dask is None else self.with_rows_files(tasks)

    def with_rows_files(self, tasks: Iterable[Task | None]) -> Iterator[Task | None]:
        """Yield the tasks with files for their rows, which then do not go through the network."""
        for task in tasks:
            path = None if task is None else self.sink.rows_file(task.begin)
            yield task if task is None else replace(task, rows_file=path)

    def end(self, watch: Watch) -> int:
        """The summary, and the exit code."""
        counts, look = watch.counts, self.settings.look
        if self.options.summary is not None:
            from mjcalc.report.summary import summary_json, summary_table

            ruleset = self.settings.ruleset
            text = (
                summary_json(counts, watch.tally, ruleset)
                if self.options.summary == "json"
                else summary_table(counts, watch.tally, ruleset, look)
            )
            print_result(text, self.options.summary)
        watch.summary(self.options.check)
        bad = counts.failures or watch.lost or (self.options.check and counts.below)
        return int(bool(bad))
