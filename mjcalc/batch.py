"""Many hands, one a line: a stream cut into blocks, and a block scored to rendered rows.

:func:`blocks` reads, :func:`work` is a pure function of one block and a :class:`Job`, both of which
can be pickled: any ``concurrent.futures.Executor`` can map it over the blocks. Memory is that of
one block; a block is what the stream had ready, so a slow pipe is answered line by line.

>>> import io
>>> [(block.numbers, block.lines) for block in blocks(io.BytesIO(b"one\\r\\ntwo\\n"))]
[(range(1, 3), ('one', 'two'))]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from mjcalc.engine.score import score
from mjcalc.errors import MjcalcError
from mjcalc.notation.grammar import parse
from mjcalc.rules.rulesets import Ruleset, ruleset

if TYPE_CHECKING:
    from mjcalc.engine.score import Score

CHUNK = 1 << 16
# A longer line is no hand; what is beyond is passed over, so that memory stays flat.
LONGEST = 1 << 16
FAILED_KEPT = 10


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


class Chunks(Protocol):
    """A buffered binary stream: ``read1`` gives what is there, at most so many bytes."""

    def read1(self, size: int, /) -> bytes:
        """The next bytes; none at the end."""


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
        """TSV if the header has tabs, else CSV; KeyError with the names if the hand is missing."""
        delimiter = "\t" if "\t" in header else ","
        names = tuple(name.strip() for name in _cells(header.strip("\ufeff\r\n"), delimiter))
        if hand not in names:
            raise KeyError(*names)
        id = names.index("id") if "id" in names and hand != "id" else None
        return Columns(delimiter, names, names.index(hand), id)

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


def plain_entry(line: str) -> Entry:
    """The hand of a line; the first tab ends an optional id (batch)."""
    id, tab, text = line.partition("\t")
    return Entry(id.strip() or None, text) if tab else Entry(None, line)


@dataclass(frozen=True, slots=True)
class Job:
    """How the lines of a block are read, scored and rendered; ``strict`` stops at a bad one.

    The ruleset is given by what makes it, so that a job is small and can be pickled.
    """

    render: Render
    rules: str = "huopin"
    options: Mapping[str, str] = field(default_factory=dict)
    venue: str | None = None
    columns: Columns | None = None
    strict: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that the hands are scored by; OptionError when there is none."""
        return ruleset(self.rules, self.options, self.venue)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines, their numbers in the file, and how many bytes they took."""

    numbers: Sequence[int]
    lines: tuple[str, ...]
    size: int


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
class Done:
    """A block's rendered rows and counts, its size, and the first of its failures."""

    rows: tuple[str, ...]
    counts: Counts
    size: int
    failed: tuple[Result, ...]


def blocks(stream: Chunks, first: int = 1, *, quoted: bool = False) -> Iterator[Block]:
    """The stream in blocks of whole lines, each as soon as its lines are there.

    ``first`` is the number of the line that comes next. The text is UTF-8; bytes that are not
    become U+FFFD, which the grammar points at. With ``quoted`` (CSV) a line break inside quotes
    does not end the line.
    """
    number, rest, skipping = first, b"", False
    while chunk := stream.read1(CHUNK):
        size = len(chunk)
        if skipping:
            _, found, chunk = chunk.partition(b"\n")
            skipping = not found
        ready, rest = _whole_lines(rest + chunk, quoted)
        if len(rest) > LONGEST:
            ready.append(rest[:LONGEST])
            rest, skipping = b"", True
        if ready:
            block = _block(number, ready, size)
            yield block
            number = block.numbers[-1] + ready[-1].count(b"\n") + 1
    if rest:
        yield _block(number, [rest], 0)


def _whole_lines(data: bytes, quoted: bool) -> tuple[list[bytes], bytes]:
    """The lines that are complete, without their ends, and what is left of the data."""
    *lines, rest = data.split(b"\n")
    if not quoted or b'"' not in data:
        return lines, rest
    records: list[bytes] = []
    is_open = False
    for line in lines:
        if is_open:
            records[-1] += b"\n" + line
        else:
            records.append(line)
        is_open ^= line.count(b'"') % 2 == 1
    if is_open:
        rest = records.pop() + b"\n" + rest
    return records, rest


def _block(number: int, lines: list[bytes], size: int) -> Block:
    texts = tuple(line.removesuffix(b"\r").decode("utf-8", "replace") for line in lines)
    numbers: Sequence[int] = range(number, number + len(lines))
    if any(b"\n" in line for line in lines):
        numbers = []
        for line in lines:
            numbers.append(number)
            number += line.count(b"\n") + 1
    return Block(numbers, texts, size)


def results(block: Block, job: Job) -> Iterator[Result]:
    """Every hand of a block, scored or failed; blank lines and comments are passed over."""
    entry_of = job.columns.entry if job.columns else plain_entry
    rules = job.ruleset
    for number, line in zip(block.numbers, block.lines, strict=True):
        if not line or line.isspace():
            continue
        entry = entry_of(line)
        try:
            scored = score(parse(entry.text, rules.wild), rules)
        except MjcalcError as error:
            if entry.id is None and error.defects[0].key == "empty":
                continue
            yield Result(number, entry, None, error)
        else:
            yield Result(number, entry, scored, None)


def work(block: Block, job: Job) -> Done:
    """A block scored and rendered: a pure function, for this process or any other."""
    rows: list[str] = []
    failed: list[Result] = []
    failures = below = 0
    for result in results(block, job):
        rows.append(job.render(result))
        if result.score is None:
            failures += 1
            failed += [result] * (failures <= FAILED_KEPT)
            if job.strict:
                break
        elif not result.score.enough:
            below += 1
    counts = Counts(len(rows), len(rows) - failures, failures, below)
    return Done(tuple(rows), counts, block.size, tuple(failed))


def run(stream: Iterator[Block], job: Job) -> Iterator[Done]:
    """Every block's work, in the order of the file; ``strict`` ends with the first failure."""
    for block in stream:
        done = work(block, job)
        yield done
        if job.strict and done.counts.failures:
            return


def _cells(record: str, delimiter: str) -> list[str]:
    """The cells of a record; only CSV knows quotes, in TSV a tab is always a boundary."""
    if delimiter == "\t" or '"' not in record:
        return record.split(delimiter)
    import csv

    return next(csv.reader([record], strict=False), [""])
