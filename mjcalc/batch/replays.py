"""Replay the deals of a file, in this process or in several, to the same rows in the same order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack
from typing import BinaryIO, NamedTuple

from mjcalc.batch.workers import IN_FLIGHT, Workers, local_processes
from mjcalc.interrupts import installed
from mjcalc.records.reader import RecordChunk, read_chunk, record_chunks
from mjcalc.records.record import Unread
from mjcalc.records.replay import DealReport, Options, deal_reports, report_of
from mjcalc.records.statistics import RecordStatistics

DEALS_A_CHUNK = 40


class DealRow(NamedTuple):
    """A deal as its row of the output, and what the run counts and says of it.

    ``code`` and ``message`` are those of its error, ``kind`` and ``agrees`` those of the replay.
    """

    row: str
    format: str | None
    kind: str | None = None
    agrees: bool | None = None
    code: str | None = None
    message: str = ""


RenderDeal = Callable[[DealReport], DealRow]


class ChunkRows(NamedTuple):
    """The rows of a chunk, and its statistics; ``worker_died`` if it had to be done again."""

    rows: list[DealRow]
    statistics: RecordStatistics
    worker_died: bool = False


def replayed_rows(
    stream: BinaryIO, options: Options, render: RenderDeal, jobs: int = 1
) -> Generator[ChunkRows, None, None]:
    """Yield the rows of all deals of a file, in order; with one job deal by deal.

    ``render`` must be picklable when ``jobs`` is more than one.
    """
    if jobs == 1:
        for report in deal_reports(stream, options):
            yield _rows_of([report], render)
    else:
        yield from _in_processes(stream, options, render, local_processes(jobs))


def _rows_of(reports: Iterable[DealReport], render: RenderDeal) -> ChunkRows:
    statistics, rows = RecordStatistics(), []
    for report in reports:
        if report.replayed is not None:
            statistics.add(report.replayed)
        rows.append(render(report))
    return ChunkRows(rows, statistics)


def _chunk_rows(chunk: RecordChunk, options: Options, render: RenderDeal) -> ChunkRows:
    return _rows_of((report_of(deal, options) for deal in read_chunk(chunk)), render)


def _in_processes(
    stream: BinaryIO, options: Options, render: RenderDeal, workers: Workers
) -> Generator[ChunkRows, None, None]:
    """Yield the rows that worker processes make; what a dead worker had is done in this one."""
    options = dict(options)
    interrupts = installed()
    with ExitStack() as stack:
        with interrupts:
            interrupts.cleanups.append(workers.kill)
            stack.callback(interrupts.cleanups.remove, workers.kill)
            executor = workers.start(None)
            stack.callback(workers.end, executor)
        flight: deque[tuple[RecordChunk | Unread, Future[ChunkRows] | None]] = deque()
        for chunk in record_chunks(stream, DEALS_A_CHUNK):
            flight.append((chunk, _submit(executor, chunk, options, render)))
            if len(flight) > workers.count * IN_FLIGHT:
                yield _collect(*flight.popleft(), options, render)
        while flight:
            yield _collect(*flight.popleft(), options, render)


def _submit(
    executor: Executor, chunk: RecordChunk | Unread, options: Options, render: RenderDeal
) -> Future[ChunkRows] | None:
    """Submit a chunk; return None for what no worker is needed for, or when the workers died."""
    if isinstance(chunk, Unread):
        return None
    try:
        with installed():
            return executor.submit(_chunk_rows, chunk, options, render)
    except BrokenExecutor:
        return None


def _collect(
    chunk: RecordChunk | Unread,
    future: Future[ChunkRows] | None,
    options: Options,
    render: RenderDeal,
) -> ChunkRows:
    """Return the rows of a chunk; do it here where its worker died."""
    if isinstance(chunk, Unread):
        return _rows_of([report_of(chunk, options)], render)
    try:
        if future is not None:
            return future.result()
    except BrokenExecutor:
        pass
    return _chunk_rows(chunk, options, render)._replace(worker_died=True)
