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
from mjcalc.notation.lines import is_blank, undecoded, with_marks
from mjcalc.rules.rulesets import Ruleset, ruleset

if TYPE_CHECKING:
    from mjcalc.engine.score import Score
    from mjcalc.rules.fans import Fan

FAILED_KEPT = 10
CUT = LONGEST // 4  # a line of as many characters may have been cut
ID_LIMIT = 1000  # characters
# An id that is written unchanged in every format; one that begins with a minus may be a formula.
SAFE_ID = re.compile(rf"[A-Za-z0-9_.:][A-Za-z0-9_.:-]{{0,{ID_LIMIT - 1}}}")


class Entry(NamedTuple):
    """The hand of a line, its id, and the other columns, which are passed through."""

    id: str | None
    text: str
    others: tuple[str, ...] = ()


class LineResult(NamedTuple):
    """The score of a line, or its error."""

    line: int
    entry: Entry
    score: Score | None
    error: MjcalcError | None


class RowMaker(Protocol):
    """Makes a row of the result of a line."""

    def __call__(self, result: LineResult) -> str:
        """Return the row with its line end."""

    def of_file(self, name: str | None) -> RowMaker:
        """Return what makes the rows of one file of several, which name it."""


@runtime_checkable
class TemplateRows(Protocol):
    """A renderer whose rows of scores can be filled in from texts kept for each price.

    ``begin`` is the part before its id, with a place for the number of the line, ``template`` the
    part after it, with places for total, base, flowers, one of the
    words ``enough`` (no, yes) and the fans, joined by ``separator``; ``label`` names a fan and how
    often it counts.
    """

    begin: str
    template: str
    separator: str
    enough: tuple[str, str]
    label: Callable[[Fan, int], str]

    def of_file(self, name: str | None) -> TemplateRows:
        """Return what makes the rows of one file of several, which name it."""

    def row(self, line: int, entry: Entry, middle: Sequence[Any]) -> str:
        """Return the row of a line; ``middle`` are its cells from the total to the error."""


@dataclass(frozen=True, slots=True)
class NoRows:
    """The renderer of no rows, where only the summary is wanted."""

    def __call__(self, result: LineResult) -> str:
        """Return nothing."""
        return ""

    def of_file(self, name: str | None) -> NoRows:
        """Return the same for every file."""
        return self


@dataclass(frozen=True, slots=True)
class Columns:
    """The header of a file: the delimiter, the names, and the columns of the hand and the id."""

    delimiter: str
    names: tuple[str, ...]
    hand: int
    id: int | None

    @staticmethod
    def of(header: str, hand: str) -> Columns:
        """Read a header: TSV if it has tabs, else CSV; ``hand`` is the name of a column.

        Raise KeyError with the names if no column has that name, ValueError with their number if
        several have.
        """
        delimiter = "\t" if "\t" in header else ","
        names = tuple(name.strip() for name in _split_cells(header.strip("\ufeff\r\n"), delimiter))
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
        """Return the hand of a record; missing cells are empty, further cells are kept."""
        cells = _split_cells(record, self.delimiter)
        cells += [""] * (len(self.names) - len(cells))
        id = cells[self.id] or None if self.id is not None else None
        return Entry(id, cells[self.hand], self._rest(cells))

    def _rest(self, cells: Sequence[str]) -> tuple[str, ...]:
        return tuple(cell for at, cell in enumerate(cells) if at not in (self.hand, self.id))


def _split_cells(record: str, delimiter: str) -> list[str]:
    """Return the cells of a record; only CSV has quotes, in TSV every tab is a boundary."""
    if delimiter == "\t" or '"' not in record:
        return record.split(delimiter)
    import csv

    # The csv module refuses a carriage return outside quotes: replace it by a code point that no
    # text has.
    cells = next(csv.reader([record.replace("\r", _RETURN)], strict=False), [""])
    return [cell.replace(_RETURN, "\r") for cell in cells]


_RETURN = "\ud800"


def plain_entry(line: str) -> Entry:
    """Return the hand of a line; the first tab ends an optional id."""
    id, tab, text = line.partition("\t")
    return Entry(id.strip() or None, text) if tab else Entry(None, line)


@dataclass(frozen=True, slots=True)
class Job:
    """How lines are read, scored and rendered; ``strict`` stops at the first that fails.

    The ruleset is given by its name and options, so that a job is small and can be pickled.
    ``tally`` counts totals and fans too, ``keep_failed`` keeps the lines that fail, as typed.
    """

    render: RowMaker
    rules: str = "huopin"
    options: Mapping[str, str] = field(default_factory=dict)
    venue: str | None = None
    columns: Columns | None = None
    strict: bool = False
    tally: bool = False
    keep_failed: bool = False
    notation: str | None = None

    @property
    def is_ours(self) -> bool:
        """Whether lines are read in the notation of mjcalc, which can be read in columns."""
        return self.notation in (None, "mjcalc")

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset by which the hands are scored; OptionError when it does not exist."""
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
    """How often each total, each fan (by its Chinese name) and each error code occurred."""

    totals: Counter[int] = field(default_factory=Counter)
    fans: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.totals.update(other.totals)
        self.fans.update(other.fans)
        self.errors.update(other.errors)


def score_line(number: int, line: str, job: Job) -> LineResult | None:
    """Score the hand of a line; return None for an empty line or a comment."""
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
        if entry.id is not None and len(entry.id) > ID_LIMIT:
            raise NotationError([Defect("id-too-long", {"limit": ID_LIMIT}, "line")])
        if needs_a_check(line, job):
            entry = checked(line, entry, quoted=job.quoted)
        scored = score(parse(entry.text, rules.wild, job.notation), rules)
    except MjcalcError as error:
        if job.columns is None and entry.id is None and error.defects[0].key == "empty":
            return None
        # Without its traceback it holds no templates, which would hold it.
        return LineResult(number, _as_text(entry), None, error.with_traceback(None))
    return LineResult(number, entry, scored, None)


def is_comment(line: str, job: Job) -> bool:
    """Whether a line is a comment; a cell of a table never is."""
    return job.columns is None and line.lstrip().startswith("#")


def is_ordinary(line: str, entry: Entry, job: Job) -> bool:
    """Whether only its hand can be wrong with a line: it is valid text, short, not a comment."""
    is_short = len(line) < CUT and len(entry.id or "") <= ID_LIMIT
    return is_short and not is_comment(line, job) and not needs_a_check(line, job)


def entry_of(line: str, job: Job) -> Entry:
    """Return the hand, the id and the other columns of a line."""
    return job.columns.entry(line) if job.columns else plain_entry(line)


def needs_a_check(line: str, job: Job) -> bool:
    """Whether a line may have bytes that are not text, or a quote that is not closed."""
    return not line.isascii() or (job.quoted and '"' in line)


def checked(line: str, entry: Entry, *, quoted: bool) -> Entry:
    """Return the entry; raise NotationError if the line is not text or a quote is not closed."""
    if defect := undecoded(line):
        in_hand = undecoded(entry.text)
        place = (None, 1) if in_hand is None else (in_hand.start, in_hand.length)
        raise NotationError([Defect(defect.key, defect.fields, "line", *place)])
    if quoted and is_open(line):
        raise NotationError([Defect("open-quote", {}, "line")])
    return entry


def _as_text(entry: Entry) -> Entry:
    """Return the entry with a replacement character for every byte that is not text."""
    id, text, others = entry
    if text.isascii() and (id or "").isascii() and all(cell.isascii() for cell in others):
        return entry
    return Entry(id and with_marks(id), with_marks(text), tuple(map(with_marks, others)))
