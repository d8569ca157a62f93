"""Score a block of whole lines: plain lines in columns, all other lines one by one.

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
    NoRows,
    PlainRows,
    Result,
    Tally,
    entry_of,
    is_ordinary,
    result_of,
)
from mjcalc.batch.lines import block

if TYPE_CHECKING:
    from mjcalc.engine.many import Scores
    from mjcalc.engine.texts import ScoreTexts
    from mjcalc.rules.rulesets import Ruleset

# Fewer bytes are scored one line after another as long as the columns are not loaded: that takes
# longer than some thousand lines.
FEW = 1 << 17
COLUMNS = "mjcalc.engine.texts"


@dataclass(slots=True)
class Scored:
    """What became of a block: rows, counts, the first failures, the bad lines as typed."""

    rows: list[bytes] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)
    failed: list[Result] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, result: Result, typed: str, job: Job) -> bool:
        """Count a line that was scored on its own; return whether that ends a strict job."""
        score, failed = result.score, result.score is None
        below = score is not None and not score.enough
        self.counts += Counts(1, 1 - failed, int(failed), int(below))
        if score is None:
            self.failed += [result] * (len(self.failed) < FAILED_KEPT)
            self.typed += [typed] * job.typed
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
            found = zip(scores.names, times, strict=True)
            self.tally.fans.update({zh: count for zh, count in found if count})


def score_block(data: bytes, first: int, job: Job) -> Scored:
    """Score every hand in whole lines; skip blank lines and comments.

    ``first`` is the number of the first line. A strict job ends at the first line that fails.
    """
    done = Scored()
    if len(data) < FEW and COLUMNS not in sys.modules:
        _each(data, first, job, done)
    elif job.columns is None and isinstance(job.render, PlainRows | NoRows):
        _in_columns(data, first, job, done)
    else:
        _rendered(data, first, job, done)
    return done


def _each(data: bytes, first: int, job: Job, done: Scored) -> None:
    """Score line by line."""
    lines = block(data, first, quoted=job.quoted)
    for number, line, typed in zip(lines.numbers, lines.lines, lines.typed, strict=True):
        result = result_of(number, line, job)
        if result is None:
            continue
        done.rows.append(_bytes(job.render(result)))
        if done.add(result, typed, job):
            return


def _in_columns(data: bytes, first: int, job: Job, done: Scored) -> None:
    """Score plain lines in columns: a row is a number, an id, and a text for each price."""
    from mjcalc.engine.many import score_many
    from mjcalc.notation.columns import read_lines

    read = read_lines(data, job.ruleset.wild, ids=True)
    scores = score_many(read.hands, job.ruleset)
    good = ~read.unread & (scores.base >= 0) & (read.ends - read.starts < CUT)
    good &= job.is_ours
    rows = [b""] * (2 * len(scores))
    if isinstance(job.render, PlainRows):
        number = f"%d{job.render.delimiter}".encode()
        rows[0::2] = map(number.__mod__, range(first, first + len(scores)))
        if (read.id_ends > read.starts).any():
            places = zip(read.starts.tolist(), read.id_ends.tolist(), strict=True)
            ids = [data[start:end] for start, end in places]
            good &= [not id.startswith(b"-") for id in ids]
            rows[0::2] = [head + id for head, id in zip(rows[0::2], ids, strict=True)]
        rows[1::2] = texts_of(job.ruleset, job.render, job.render.frame).of(scores)
    for place in (~good).nonzero()[0].tolist():
        start, end = int(read.starts[place]), int(read.ends[place])
        line = data[start:end].decode("utf-8", "surrogateescape")
        result = result_of(first + place, line, job)
        row = b"" if result is None else _bytes(job.render(result))
        rows[2 * place : 2 * place + 2] = [b"", row]
        typed = line + "\r" * data.startswith(b"\r", end)
        if result is not None and done.add(result, typed, job):
            del rows[2 * place + 2 :]
            good[place:] = False
            break
    done.rows = rows
    done.add_all(scores, good, job)


def _rendered(data: bytes, first: int, job: Job, done: Scored) -> None:
    """Score plain lines in columns, and render every line on its own."""
    from mjcalc.engine.many import score_many
    from mjcalc.notation.columns import read_many

    rules, render = job.ruleset, job.render
    plain = render if isinstance(render, PlainRows) else None
    lines = block(data, first, quoted=job.quoted)
    entries = [entry_of(line, job) for line in lines.lines]
    hands, unread = read_many([entry.text for entry in entries], rules.wild)
    scores = score_many(hands, rules)
    good = ~unread & (scores.base >= 0) & job.is_ours
    ordinary = zip(lines.lines, entries, strict=True)
    good &= [is_ordinary(line, entry, job) for line, entry in ordinary]
    texts: list[bytes] = [] if plain is None else texts_of(rules, plain, "%d\t%s\t").of(scores)
    for place, is_good in enumerate(good.tolist()):
        number, entry, result = lines.numbers[place], entries[place], None
        if not is_good:
            result = result_of(number, lines.lines[place], job)
            row = "" if result is None else render(result)
        elif plain is not None:
            row = plain.row(number, entry, texts[place].decode().split("\t"))
        else:
            row = render(Result(number, entry, scores[place], None))
        done.rows.append(_bytes(row))
        if result is not None and done.add(result, lines.typed[place], job):
            good[place:] = False
            break
    done.add_all(scores, good, job)


def _bytes(row: str) -> bytes:
    """A row in UTF-8; bytes that are no text become those bytes again."""
    return row.encode("utf-8", "surrogateescape")


@lru_cache(maxsize=16)
def texts_of(rules: Ruleset, render: PlainRows, frame: str) -> ScoreTexts:
    """What makes the texts of scores, made once in a process."""
    from mjcalc.engine.texts import ScoreTexts

    return ScoreTexts(rules, render.label, render.separator, frame)
