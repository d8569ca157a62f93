"""``mjcalc replay``: recorded games played again and compared with their results."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mjcalc.cli.errors import ExitCode, Mistake, answer_with, as_text
from mjcalc.cli.files import encoding_option, opened, progress, read_on, unchanged
from mjcalc.cli.options import FILE_NAME, Settings, at_terminal, command, no_input
from mjcalc.cli.screen import PREFIX, for_stream, tell
from mjcalc.i18n import say
from mjcalc.i18n.phrases import Phrase
from mjcalc.i18n.visible import visible

if TYPE_CHECKING:
    from mjcalc.records.replay import DealReport
    from mjcalc.report import Look

EXAMPLES = (
    "mjcalc replay examples/botzone.log",
    "mjcalc replay examples/duplicate.pmn --lang en",
    "mjcalc replay examples/tziakcha.json --lang zh",
    "mjcalc replay - --format jsonl < examples/games.jsonl",
)
REPLAY_RULES = "guobiao"
MOST_TABLE_DEALS = 10_000
MOST_REPORTED_DEALS = 10


@command("replay", EXAMPLES)
@click.argument("file", required=False, **FILE_NAME)
@encoding_option
def main(settings: Settings, file: str | None, encoding: str | None) -> int:
    """Prints a row for every deal, and says on stderr how it went."""
    from mjcalc.records.replay import deal_reports
    from mjcalc.report.records import record_renderer, titles
    from mjcalc.report.rows import TooManyRows, output_chunks
    from mjcalc.rules.rulesets import ruleset

    if file is None and at_terminal():
        return no_input()
    path = "-" if file is None else file
    _check_rules(settings)
    answer_with(settings.look, REPLAY_RULES)
    options = settings.options_for(REPLAY_RULES)
    ruleset(REPLAY_RULES, options, settings.venue_for(REPLAY_RULES))
    with (
        opened(path, encoding) as stream,
        unchanged(stream, path),
        progress(file, settings) as bar,
        closing(deal_reports(stream, options)) as found,
    ):
        read = read_on(found, path)
        first = next(read)
        look = _look(settings, first)
        render = record_renderer(look)
        watch = ReplayProgress(chain([first], read), file, settings, bar, stream)
        rows = ([render(result)] for result in watch.deals())
        try:
            for piece in output_chunks(rows, look, titles(look), MOST_TABLE_DEALS):
                sys.stdout.write(for_stream(sys.stdout, piece, look.format))
                sys.stdout.flush()
        except TooManyRows as error:
            raise Mistake(error.key, format=look.format, limit=error.limit) from None
    watch.summary()
    return watch.code


def _look(settings: Settings, first: DealReport) -> Look:
    """How the rows look: where the file as a whole is no record, JSON is that one object."""
    look = settings.look
    whole = first.format is None and look.format == "json"
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


class ReplayProgress:
    """Sees the deals go by: counts them, moves the progress bar, reports the bad ones on stderr."""

    def __init__(
        self,
        work: Iterable[DealReport],
        file: str | None,
        settings: Settings,
        bar: Any,
        stream: Any,
    ) -> None:
        self.work, self.file, self.settings = work, file, settings
        self.bar, self.stream = bar, stream
        self.counts: Counter[str] = Counter()
        self.format: str | None = None
        self.began = time.perf_counter()

    def deals(self) -> Iterator[DealReport]:
        """Each deal, counted and reported."""
        before = 0
        for result in self.work:
            self.format = result.format
            self.count(result)
            if result.error is not None:
                self.report(result)
            yield result
            if self.bar is not None:
                self.bar.update(self.stream.tell() - before)
                before = self.stream.tell()

    def count(self, result: DealReport) -> None:
        """What kind of result it was, and what became of it."""
        self.counts["deals"] += 1
        if result.replayed is not None:
            self.counts[result.replayed.kind] += 1
            self.counts["agree"] += result.replayed.agrees is True
        if result.error is not None:
            self.counts["failed"] += 1
            code = result.error.code
            self.counts["illegal" if code.startswith("illegal") else code] += 1

    def report(self, result: DealReport) -> None:
        """The first bad deals: the line of the file, what is wrong, the text with a caret."""
        from mjcalc.report.records import error_message

        if self.counts["failed"] <= MOST_REPORTED_DEALS:
            where = f"{PREFIX}{visible(as_text(self.file or '-'))}:"
            tell(error_message(result, self.settings.look, where))

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
            "format": Phrase(f"replay.{self.format or 'unknown'}"),
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
