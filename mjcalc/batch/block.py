"""Score a block of whole lines: ordinary lines in columns, all other lines one by one.

:func:`score_block` is the only place where hands of a batch are read and scored. It is a pure
function of values that can be pickled, so it runs in this process or in any other.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mjcalc.batch.job import (
    CUT,
    FAILED_KEPT,
    Counts,
    Job,
    LineResult,
    NoRows,
    Tally,
    TemplateRows,
    entry_of,
    is_ordinary,
    score_line,
)
from mjcalc.batch.lines import block

if TYPE_CHECKING:
    from mjcalc.engine.many import Scores
    from mjcalc.engine.texts import ScoreTexts
    from mjcalc.rules.rulesets import Ruleset

# Smaller blocks are scored line by line as long as the columns are not loaded, since loading them
# takes longer than scoring some thousand lines.
SMALL_BLOCK = 1 << 17
COLUMNS = "mjcalc.engine.texts"
# The cells of a score, of its waits and its error, between tabs.
CELLS = "%d\t%d\t%d\t%s\t%s\t\t"


@dataclass(slots=True)
class BlockResult:
    """The rows of a block, its counts, its first failures, the failed lines as typed."""

    rows: list[bytes] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    failed: list[LineResult] = field(default_factory=list)
    failed_lines: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, result: LineResult, typed: str, job: Job) -> bool:
        """Count a line that was scored on its own; return whether it ends a strict job."""
        score, failed = result.score, result.score is None
        below = score is not None and not score.enough
        self.counts += Counts(1, 1 - failed, int(failed), int(below))
        if score is None:
            self.failed += [result] * (len(self.failed) < FAILED_KEPT)
            self.failed_lines += [typed] * job.keep_failed
            self.tally.errors[result.error.code if result.error else ""] += job.tally
        elif job.tally:
            self.tally.totals[score.total] += 1
            for fan, count in score.counts:
                self.tally.fans[fan.zh] += count
        return failed and job.strict

    def add_all(self, scores: Scores, good: Any, job: Job) -> None:
        """Count the lines in the mask ``good``, which were scored in columns."""
        base = scores.base[good]
        below = int((base < job.ruleset.minimum).sum()) if job.ruleset.minimum else 0
        self.counts += Counts(len(base), len(base), 0, below)
        if job.tally:
            self.tally.totals.update(scores.total[good].tolist())
            times = scores.counts[good].sum(axis=0).tolist()
            fans = zip(scores.names, times, strict=True)
            self.tally.fans.update({zh: count for zh, count in fans if count})


def score_block(data: bytes, first: int, job: Job) -> BlockResult:
    """Score every hand in whole lines; skip empty lines and comments.

    ``first`` is the number of the first line. A strict job ends at the first line that fails.
    """
    whole = BlockResult()
    if len(data) < SMALL_BLOCK and COLUMNS not in sys.modules:
        _score_lines(data, first, job, whole)
    elif job.columns is None and isinstance(job.render, TemplateRows | NoRows):
        _score_columns(data, first, job, whole)
    else:
        _score_rendered(data, first, job, whole)
    return whole


def _score_lines(data: bytes, first: int, job: Job, whole: BlockResult) -> None:
    """Score line by line."""
    lines = block(data, first, quoted=job.quoted)
    for number, line, typed in zip(lines.numbers, lines.lines, lines.typed, strict=True):
        result = score_line(number, line, job)
        if result is None:
            continue
        whole.rows.append(_bytes(job.render(result)))
        if whole.add(result, typed, job):
            return


def _score_columns(data: bytes, first: int, job: Job, whole: BlockResult) -> None:
    """Score ordinary lines in columns: a row is a number, an id, and a text for each price."""
    from mjcalc.engine.many import score_many
    from mjcalc.notation.columns import read_lines

    read = read_lines(data, job.ruleset.wild, ids=True)
    scores = score_many(read.hands, job.ruleset)
    good = ~read.unread & (scores.base >= 0) & (read.ends - read.starts < CUT)
    good &= job.is_ours
    rows = [b""] * (2 * len(scores))
    if isinstance(job.render, TemplateRows):
        number = job.render.begin.encode("utf-8", "surrogateescape")
        rows[0::2] = map(number.__mod__, range(first, first + len(scores)))
        if (read.id_ends > read.starts).any():
            places = zip(read.starts.tolist(), read.id_ends.tolist(), strict=True)
            ids = [data[start:end] for start, end in places]
            good &= [not id.startswith(b"-") for id in ids]
            rows[0::2] = [head + id for head, id in zip(rows[0::2], ids, strict=True)]
        rows[1::2] = texts_of(job.ruleset, job.render.of_file(None), job.render.template).of(scores)
    for place in (~good).nonzero()[0].tolist():
        start, end = int(read.starts[place]), int(read.ends[place])
        line = data[start:end].decode("utf-8", "surrogateescape")
        result = score_line(first + place, line, job)
        row = b"" if result is None else _bytes(job.render(result))
        rows[2 * place : 2 * place + 2] = [b"", row]
        typed = line + "\r" * data.startswith(b"\r", end)
        if result is not None and whole.add(result, typed, job):
            del rows[2 * place + 2 :]
            good[place:] = False
            break
    whole.rows = rows
    whole.add_all(scores, good, job)


def _score_rendered(data: bytes, first: int, job: Job, whole: BlockResult) -> None:
    """Score ordinary lines in columns, and render every line on its own."""
    from mjcalc.engine.many import score_many
    from mjcalc.notation.columns import read_many

    rules, render = job.ruleset, job.render
    template = render if isinstance(render, TemplateRows) else None
    lines = block(data, first, quoted=job.quoted)
    entries = [entry_of(line, job) for line in lines.lines]
    hands, unread = read_many([entry.text for entry in entries], rules.wild)
    scores = score_many(hands, rules)
    good = ~unread & (scores.base >= 0) & job.is_ours
    ordinary = zip(lines.lines, entries, strict=True)
    good &= [is_ordinary(line, entry, job) for line, entry in ordinary]
    texts: list[bytes] = []
    if template is not None:
        texts = texts_of(rules, template.of_file(None), CELLS).of(scores)
    for place, is_good in enumerate(good.tolist()):
        number, entry, result = lines.numbers[place], entries[place], None
        if not is_good:
            result = score_line(number, lines.lines[place], job)
            row = "" if result is None else render(result)
        elif template is not None:
            row = template.row(number, entry, texts[place].decode().split("\t"))
        else:
            row = render(LineResult(number, entry, scores[place], None))
        whole.rows.append(_bytes(row))
        if result is not None and whole.add(result, lines.typed[place], job):
            good[place:] = False
            break
    whole.add_all(scores, good, job)


def _bytes(row: str) -> bytes:
    """Return a row in UTF-8; bytes that are not text become those bytes again."""
    return row.encode("utf-8", "surrogateescape")


@lru_cache(maxsize=16)
def texts_of(rules: Ruleset, render: TemplateRows, template: str) -> ScoreTexts:
    """Return the maker of the texts of scores, one in each process."""
    from mjcalc.engine.texts import ScoreTexts

    return ScoreTexts(rules, render.label, render.separator, template, render.enough)
