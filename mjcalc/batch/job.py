"""A job: how lines are read, scored and rendered; and a block of lines scored to rows.

:func:`score_block` is the only place where hands of a batch are read and scored. It is a pure
function of values that can be pickled, so it runs in this process or in any other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from mjcalc.batch.lines import LONGEST, MOST_BYTES, Block, is_cut, is_open
from mjcalc.batch.plain import Priced, plain_scorer
from mjcalc.engine.score import score
from mjcalc.errors import Defect, MjcalcError, NotationError
from mjcalc.notation.blanks import is_blank
from mjcalc.notation.grammar import parse
from mjcalc.rules.fans import Fan
from mjcalc.rules.rulesets import Ruleset, ruleset

if TYPE_CHECKING:
    from mjcalc.engine.score import Score

FAILED_KEPT = 10
CUT = LONGEST // 4  # characters of a line that may have been cut: what stood behind is unknown
LONGEST_ID = 1000  # characters
# Written as it is in every format; one that begins with a minus could be a formula.
PLAIN_ID = re.compile(rf"[A-Za-z0-9_.:][A-Za-z0-9_.:-]{{0,{LONGEST_ID - 1}}}")
NO_TEXT = re.compile("[\udc80-\udcff]+")


class Entry(NamedTuple):
    """A line's hand, its id, and the other columns, which are passed through."""

    id: str | None
    text: str
    others: tuple[str, ...] = ()


class Result(NamedTuple):
    """What became of one line: its score, or its error."""

    line: int
    entry: Entry
    score: Score | None
    error: MjcalcError | None


Render = Callable[[Result], str]


@dataclass(frozen=True, slots=True)
class Columns:
    """A file with a header: its delimiter, its names, and the places of the hand and the id."""

    delimiter: str
    names: tuple[str, ...]
    hand: int
    id: int | None

    @staticmethod
    def of(header: str, hand: str) -> Columns:
        """TSV if the header has tabs, else CSV.

        KeyError with the names if the hand is missing, ValueError with the number of columns if
        more than one has its name.
        """
        delimiter = "\t" if "\t" in header else ","
        names = tuple(name.strip() for name in _cells(header.strip("\ufeff\r\n"), delimiter))
        if hand not in names:
            raise KeyError(*names)
        if names.count(hand) > 1:
            raise ValueError(names.count(hand))
        id = names.index("id") if "id" in names and hand != "id" else None
        return Columns(delimiter, names, names.index(hand), id)

    @property
    def quoted(self) -> bool:
        """Whether a cell may be in quotes, with line breaks in it."""
        return self.delimiter == ","

    @property
    def others(self) -> tuple[str, ...]:
        """The names of the columns that are passed through."""
        return self._rest(self.names)

    def entry(self, record: str) -> Entry:
        """The hand of a record; cells that are missing are empty, cells beyond the header kept."""
        cells = _cells(record, self.delimiter)
        cells += [""] * (len(self.names) - len(cells))
        id = cells[self.id] or None if self.id is not None else None
        return Entry(id, cells[self.hand], self._rest(cells))

    def _rest(self, cells: Sequence[str]) -> tuple[str, ...]:
        return tuple(cell for at, cell in enumerate(cells) if at not in (self.hand, self.id))


def _cells(record: str, delimiter: str) -> list[str]:
    """The cells of a record; only CSV knows quotes, in TSV a tab is always a boundary."""
    if delimiter == "\t" or '"' not in record:
        return record.split(delimiter)
    import csv

    # The csv module takes no carriage return outside quotes: a character that is no text stands in.
    cells = next(csv.reader([record.replace("\r", _RETURN)], strict=False), [""])
    return [cell.replace(_RETURN, "\r") for cell in cells]


_RETURN = "\ud800"


def plain_entry(line: str) -> Entry:
    """The hand of a line; the first tab ends an optional id (batch)."""
    id, tab, text = line.partition("\t")
    return Entry(id.strip() or None, text) if tab else Entry(None, line)


@dataclass(frozen=True, slots=True)
class Job:
    """How lines are read, scored and rendered; ``strict`` stops at a bad one.

    The ruleset is given by what makes it, so that a job is small and can be pickled. ``tally``
    counts totals and fans too, ``typed`` keeps bad lines as they were typed.
    """

    render: Render
    rules: str = "huopin"
    options: Mapping[str, str] = field(default_factory=dict)
    venue: str | None = None
    columns: Columns | None = None
    strict: bool = False
    tally: bool = False
    typed: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that the hands are scored by; OptionError when there is none."""
        return ruleset(self.rules, self.options, self.venue)

    @property
    def quoted(self) -> bool:
        """Whether a line break may be inside quotes."""
        return self.columns is not None and self.columns.quoted


@dataclass(frozen=True, slots=True)
class Counts:
    """How many hands, wins, failures, and wins below the minimum."""

    hands: int = 0
    wins: int = 0
    failures: int = 0
    below: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.hands + other.hands,
            self.wins + other.wins,
            self.failures + other.failures,
            self.below + other.below,
        )


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each total, each fan (by its Chinese name), each code of an error came."""

    totals: Counter[int] = field(default_factory=Counter)
    fans: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Adds another."""
        self.totals.update(other.totals)
        self.fans.update(other.fans)
        self.errors.update(other.errors)


@dataclass(slots=True)
class Scored:
    """What became of a block: rows, counts, the first failures, the bad lines as typed."""

    rows: list[str] = field(default_factory=list)
    counts: Counts = Counts()
    failed: list[Result] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)


def score_block(block: Block, job: Job) -> Scored:
    """Every hand of a block scored and rendered; blank lines and comments are passed over."""
    done = Scored()
    words = None if job.columns else getattr(job.render, "plain", None)
    plain = plain_scorer(job.ruleset, words) if words else None
    met: Counter[Priced] = Counter()
    rows = done.rows
    hands = failures = below = 0
    for number, line, typed in zip(block.numbers, block.lines, block.typed, strict=True):
        id, text = _split(line) if "\t" in line else ("", line)
        if plain and (priced := plain.priced(text)):
            price, flowers = priced
            hands += 1
            rows.append(f"{number}{plain.delimiter}{id}{plain.texts[flowers][price]}")
            below += price[0] < plain.minimum
            if job.tally:
                met[priced] += 1
            continue
        result = result_of(number, line, job)
        if result is None:
            continue
        hands += 1
        rows.append(job.render(result))
        if result.score is None:
            failures += 1
            done.failed += [result] * (failures <= FAILED_KEPT)
            done.typed += [typed] * job.typed
            done.tally.errors[result.error.code if result.error else ""] += job.tally
            if job.strict:
                break
        else:
            below += not result.score.enough
            if job.tally:
                _tally(done.tally, result.score.total, result.score.counts)
    for priced, times in met.items():
        assert plain is not None
        _tally(done.tally, priced[0][0] + priced[1], plain.counts(priced), times)
    done.counts = Counts(hands, hands - failures, failures, below)
    return done


def _split(line: str) -> tuple[str, str]:
    """The id and the hand of a line with an id that is written as it is; else the line whole."""
    id, _, text = line.partition("\t")
    return (id, text) if PLAIN_ID.fullmatch(id) else ("", line)


def _tally(tally: Tally, total: int, counts: Iterable[tuple[Fan, int]], times: int = 1) -> None:
    tally.totals[total] += times
    for fan, count in counts:
        tally.fans[fan.zh] += count * times


def result_of(number: int, line: str, job: Job) -> Result | None:
    """The hand of a line, scored or failed; None for a blank line or a comment."""
    too_long = len(line) >= CUT and (job.columns is None or is_cut(line))
    if not too_long and is_blank(line):
        return None
    if job.columns is None and line.lstrip().startswith("#"):
        return None
    entry = job.columns.entry(line) if job.columns else plain_entry(line)
    rules = job.ruleset
    try:
        if too_long and job.columns is None:
            raise NotationError([Defect("line-too-long", {"limit": CUT - 1}, "line")])
        if too_long:
            raise NotationError([Defect("row-too-long", {"limit": MOST_BYTES}, "line")])
        if entry.id is not None and len(entry.id) > LONGEST_ID:
            raise NotationError([Defect("id-too-long", {"limit": LONGEST_ID}, "line")])
        if not line.isascii() or (job.quoted and '"' in line):
            entry = checked(line, entry, quoted=job.quoted)
        scored = score(parse(entry.text, rules.wild), rules)
    except MjcalcError as error:
        if job.columns is None and entry.id is None and error.defects[0].key == "empty":
            return None
        # Without its traceback it holds no frames, which would hold it.
        return Result(number, _as_text(entry), None, error.with_traceback(None))
    return Result(number, entry, scored, None)


def checked(line: str, entry: Entry, *, quoted: bool) -> Entry:
    """The entry of a line that is text and closes its quotes; NotationError for any other."""
    if found := NO_TEXT.search(line):
        bytes = " ".join(f"{ord(char) - 0xDC00:02x}" for char in found.group()[:4])
        at = NO_TEXT.search(entry.text)
        place = (None, 1) if at is None else (at.start(), len(at.group()))
        raise NotationError([Defect("line-not-utf-8", {"bytes": bytes}, "line", *place)])
    if quoted and is_open(line):
        raise NotationError([Defect("open-quote", {}, "line")])
    return entry


def _as_text(entry: Entry) -> Entry:
    """The entry with a replacement character for every byte that is no text."""
    id, text, others = entry
    if text.isascii() and (id or "").isascii() and all(cell.isascii() for cell in others):
        return entry
    shown = tuple(NO_TEXT.sub(_unknown, cell) for cell in others)
    return Entry(id and NO_TEXT.sub(_unknown, id), NO_TEXT.sub(_unknown, text), shown)


def _unknown(found: re.Match[str]) -> str:
    return "\ufffd" * len(found.group())
