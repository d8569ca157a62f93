"""``mjcalc replay``: recorded games played again and compared with their results."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mjcalc.cli.errors import ExitCode, Mistake, answer_with, as_text
from mjcalc.cli.files import STDIN, encoding_option, opened, progress, read_on, unchanged
from mjcalc.cli.options import (
    FILE_NAME,
    MOST_JOBS,
    Settings,
    at_terminal,
    command,
    help_text,
    no_input,
)
from mjcalc.cli.screen import PREFIX, for_stream, print_result, tell
from mjcalc.i18n import say
from mjcalc.i18n.phrases import Phrase
from mjcalc.i18n.visible import visible
from mjcalc.report import Look, dumps

if TYPE_CHECKING:
    from mjcalc.batch.replays import DealRow

EXAMPLES = (
    "mjcalc replay examples/botzone.log",
    "mjcalc replay examples/duplicate.pmn --lang en",
    "mjcalc replay examples/tziakcha.json --lang zh",
    "mjcalc replay - --format jsonl < examples/games.jsonl",
    "mjcalc replay examples/botzone.log examples/judge.json --summary --lang en",
)
REPLAY_RULES = "guobiao"
MOST_TABLE_DEALS = 10_000
MOST_REPORTED_DEALS = 10


@command("replay", EXAMPLES)
@click.argument("file", nargs=-1, metavar="[FILE]...", **FILE_NAME)
@click.option("--summary", is_flag=True, help=help_text("replay.--summary"))
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(0, MOST_JOBS),
    default=1,
    help=help_text("replay.--jobs"),
)
@encoding_option
def main(
    settings: Settings, file: tuple[str, ...], summary: bool, jobs: int, encoding: str | None
) -> int:
    """Print a row for every deal, and on stderr how it went."""
    from mjcalc.report.records import statistics_json, statistics_text, titles
    from mjcalc.report.rows import TooManyRows, output_chunks
    from mjcalc.rules.rulesets import ruleset

    if not file and at_terminal():
        return no_input()
    paths = file or (STDIN,)
    _check_rules(settings)
    answer_with(settings.look, REPLAY_RULES)
    options = settings.options_for(REPLAY_RULES)
    ruleset(REPLAY_RULES, options, settings.venue_for(REPLAY_RULES))
    run = ReplayRun(settings, paths, options, jobs or os.cpu_count() or 1, encoding)
    if summary:
        for _ in run.rows(settings.look):
            pass
        look = settings.look
        if look.format in ("json", "jsonl"):
            print_result(dumps(statistics_json(run.statistics)), look.format)
        else:
            print_result(statistics_text(run.statistics, look), look.format)
    else:
        rows = run.rows(settings.look)
        first = next(rows)
        look = _look(settings, first, len(paths))
        texts = ([deal.row] for deal in chain([first], rows))
        try:
            heads = titles(look, file=len(paths) > 1)
            for piece in output_chunks(texts, look, heads, MOST_TABLE_DEALS):
                sys.stdout.write(for_stream(sys.stdout, piece, look.format))
                sys.stdout.flush()
        except TooManyRows as error:
            raise Mistake(error.key, format=look.format, limit=error.limit) from None
    run.summary()
    return run.code


def _look(settings: Settings, first: DealRow, files: int) -> Look:
    """Return the look of the rows; JSON is one object if the only file cannot be recognized."""
    look = settings.look
    whole = first.format is None and files == 1 and look.format == "json"
    return replace(look, format="jsonl") if whole else look


def _check_rules(settings: Settings) -> None:
    """Records have their ruleset: a differing one is refused, from the environment only noted."""
    source = click.get_current_context().get_parameter_source("rules")
    defaults = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    if source in defaults or settings.rules == REPLAY_RULES:
        return
    if source is ParameterSource.COMMANDLINE:
        raise Mistake("replay-rules", rules=settings.rules)
    if not settings.look.quiet:
        tell(say("replay.rules", settings.look.lang, rules=settings.rules))


class ReplayRun:
    """Sees the deals go by: counts them, moves the progress bar, reports the bad ones on stderr."""

    def __init__(
        self,
        settings: Settings,
        paths: Sequence[str],
        options: Mapping[str, str],
        jobs: int,
        encoding: str | None,
    ) -> None:
        from mjcalc.records.statistics import RecordStatistics

        self.settings, self.paths, self.options = settings, paths, options
        self.jobs, self.encoding = jobs, encoding
        self.counts: Counter[str] = Counter()
        self.statistics = RecordStatistics()
        self.formats: dict[str | None, None] = {}
        self.began = time.perf_counter()

    def rows(self, look: Look) -> Iterator[DealRow]:
        """Yield the row of each deal of each file, counted and reported."""
        for path in self.paths:
            with (
                opened(path, self.encoding) as stream,
                unchanged(stream, path),
                progress(path, self.settings) as bar,
            ):
                yield from self._rows_of(path, stream, look, bar)

    def _rows_of(self, path: str, stream: Any, look: Look, bar: Any) -> Iterator[DealRow]:
        """Yield the rows of one open file."""
        from mjcalc.batch.replays import replayed_rows
        from mjcalc.report.records import DealRenderer

        file = path if len(self.paths) > 1 else None
        render = DealRenderer(look, f"{PREFIX}{visible(as_text(path))}:", file)
        before = 0
        with closing(replayed_rows(stream, self.options, render, self.jobs)) as found:
            for chunk in read_on(found, path):
                self.statistics.merge(chunk.statistics)
                if chunk.worker_died:
                    tell(say("replay.worker-died", look.lang))
                for row in chunk.rows:
                    self.count(row)
                    yield row
                if bar is not None:
                    bar.update(stream.tell() - before)
                    before = stream.tell()

    def count(self, row: DealRow) -> None:
        """Count what kind of result it was and what became of it; report the first bad deals."""
        self.formats[row.format] = None
        self.counts["deals"] += 1
        if row.kind is not None:
            self.counts[row.kind] += 1
            self.counts["agree"] += row.agrees is True
        if row.code is not None:
            self.counts["failed"] += 1
            self.counts["illegal" if row.code.startswith("illegal") else row.code] += 1
            if self.counts["failed"] <= MOST_REPORTED_DEALS:
                tell(row.message)

    @property
    def code(self) -> int:
        """The exit code: 2 when anything cannot be read, 1 when anything else is wrong."""
        if self.counts["cannot-read"]:
            return ExitCode.UNUSABLE
        return ExitCode.FAILED if self.counts["failed"] else 0

    def summary(self) -> None:
        """How many deals of each kind, in which format, and how fast."""
        look, counts = self.settings.look, self.counts
        if look.quiet:
            return
        if (more := counts["failed"] - MOST_REPORTED_DEALS) > 0:
            tell(say("replay.more", look.lang, count=more))
        seconds = max(time.perf_counter() - self.began, 1e-9)
        said: dict[str, object] = {
            "format": [Phrase(f"replay.{format or 'unknown'}") for format in self.formats],
            "deals": counts["deals"],
            "wins": counts["win"],
            "draws": counts["draw"],
            "fouls": counts["foul"],
            "agree": counts["agree"],
            "differ": counts["record-differs"],
            "illegal": counts["illegal"],
            "unread": counts["cannot-read"],
            "rate": round(counts["deals"] / seconds),
        }
        tell(say("replay.summary", look.lang, **said))
