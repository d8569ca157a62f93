"""A job: how lines are read, scored and rendered; and one line scored on its own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from mjcalc.batch.lines import LONGEST, MOST_BYTES, is_cut, is_open
from mjcalc.engine.score import score
from mjcalc.errors import Defect, MjcalcError, NotationError
from mjcalc.notation.grammar import parse
from mjcalc.notation.whitespace import is_blank
from mjcalc.rules.rulesets import Ruleset, ruleset

if TYPE_CHECKING:
    from mjcalc.engine.score import Score
    from mjcalc.rules.fans import Fan

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


@runtime_checkable
class PlainRows(Protocol):
    """A renderer whose rows of plain lines can be put together from texts made once a price.

    ``frame`` is what a row has behind its id, with a place for the total and one for the fans,
    which ``separator`` joins; ``label`` names a fan that counts so often.
    """

    delimiter: str
    frame: str
    separator: str
    label: Callable[[Fan, int], str]

    def row(self, line: int, entry: Entry, middle: Sequence[Any]) -> str:
        """The row of a line: ``middle`` are its total, fans and error."""


@dataclass(frozen=True, slots=True)
class NoRows:
    """The renderer of no row at all, where only the summary is asked for."""

    def __call__(self, result: Result) -> str:
        """Nothing."""
        return ""


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

    # The csv module refuses a carriage return outside quotes: put a code point that no text has in
    # its place.
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

    render: Callable[[Result], str]
    rules: str = "huopin"
    options: Mapping[str, str] = field(default_factory=dict)
    venue: str | None = None
    columns: Columns | None = None
    strict: bool = False
    tally: bool = False
    typed: bool = False
    notation: str | None = None

    @property
    def is_ours(self) -> bool:
        """Whether lines of our own notation may be read in columns."""
        return self.notation in (None, "mjcalc")

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


def result_of(number: int, line: str, job: Job) -> Result | None:
    """The hand of a line, scored or failed; None for a blank line or a comment."""
    too_long = len(line) >= CUT and (job.columns is None or is_cut(line))
    if not too_long and is_blank(line):
        return None
    if is_comment(line, job):
        return None
    entry = entry_of(line, job)
    rules = job.ruleset
    try:
        if too_long and job.columns is None:
            raise NotationError([Defect("line-too-long", {"limit": CUT - 1}, "line")])
        if too_long:
            raise NotationError([Defect("row-too-long", {"limit": MOST_BYTES}, "line")])
        if entry.id is not None and len(entry.id) > LONGEST_ID:
            raise NotationError([Defect("id-too-long", {"limit": LONGEST_ID}, "line")])
        if needs_a_check(line, job):
            entry = checked(line, entry, quoted=job.quoted)
        scored = score(parse(entry.text, rules.wild, job.notation), rules)
    except MjcalcError as error:
        if job.columns is None and entry.id is None and error.defects[0].key == "empty":
            return None
        # Without its traceback it holds no frames, which would hold it.
        return Result(number, _as_text(entry), None, error.with_traceback(None))
    return Result(number, entry, scored, None)


def is_comment(line: str, job: Job) -> bool:
    """Whether a line is passed over, with whatever stands behind a tab; cells are no comments."""
    return job.columns is None and line.lstrip().startswith("#")


def is_ordinary(line: str, entry: Entry, job: Job) -> bool:
    """Whether nothing but its hand can be wrong with a line: it is text, short and no comment."""
    is_short = len(line) < CUT and len(entry.id or "") <= LONGEST_ID
    return is_short and not is_comment(line, job) and not needs_a_check(line, job)


def entry_of(line: str, job: Job) -> Entry:
    """The hand, the id and the other columns of a line."""
    return job.columns.entry(line) if job.columns else plain_entry(line)


def needs_a_check(line: str, job: Job) -> bool:
    """Whether a line may hold bytes that are no text, or a quote that is not closed."""
    return not line.isascii() or (job.quoted and '"' in line)


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
