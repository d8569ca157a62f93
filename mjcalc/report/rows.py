"""A line of a batch as a row: CSV, TSV or JSON. Renderers are values, which other processes get."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from mjcalc.i18n import Lang
from mjcalc.report import Look, dumps
from mjcalc.report.errors import error_json, problems
from mjcalc.report.scores import score_json
from mjcalc.report.tables import Cell, Typed, separated, table

if TYPE_CHECKING:
    from mjcalc.batch.job import Result
    from mjcalc.engine.score import Score
    from mjcalc.rules.fans import Fan

HEADER = ("line", "id", "total", "fans", "error")


def header(others: Sequence[str]) -> list[str]:
    """The titles: ours, then those passed through; one that is ours too gets ``_in``.

    >>> header(["who", "line", "line_in"])[5:]
    ['who', 'line_in_in', 'line_in']
    """
    taken, titles = {*HEADER, *others}, [*HEADER]
    for name in others:
        title = name
        while title in taken and name in HEADER:
            title += "_in"
        taken.add(title)
        titles.append(Typed(title))
    return titles


def chinese_words(counts: Iterable[tuple[Fan, int]]) -> str:
    """The fans: 名 or 名*n apart by blanks."""
    return " ".join([f"{fan.zh}*{count}" if count > 1 else fan.zh for fan, count in counts])


def english_words(counts: Iterable[tuple[Fan, int]]) -> str:
    """The fans in English apart by ``; ``."""
    return "; ".join([f"{fan.en}*{count}" if count > 1 else fan.en for fan, count in counts])


WORDS = (chinese_words, english_words)


@dataclass(frozen=True, slots=True)
class PlainRow:
    """The row of a hand behind its number and id; no name of a fan needs quotes."""

    words: Callable[[Iterable[tuple[Fan, int]]], str]
    delimiter: str

    def __call__(self, total: int, counts: Iterable[tuple[Fan, int]]) -> str:
        """The rest of the row, with its line break."""
        delimiter = self.delimiter
        return f"{delimiter}{total}{delimiter}{self.words(counts)}{delimiter}\n"


@dataclass(frozen=True, slots=True)
class Separated:
    """Rows of CSV or TSV: line, id, total, fans, error, and the columns passed through."""

    look: Look

    def __call__(self, result: Result) -> str:
        """The row, with its line break."""
        return separated([self.cells(result)], self.look.format, guarded=self.look.guarded)

    @property
    def plain(self) -> PlainRow:
        """What renders the row of a hand of which total and fans are known."""
        return PlainRow(
            WORDS[self.look.lang is Lang.EN], "," if self.look.format == "csv" else "\t"
        )

    def cells(self, result: Result) -> list[Cell]:
        """The cells of the row."""
        line, entry, score, error = result
        if score is not None:
            middle: list[Cell] = [score.total, names(score, self.look.lang), ""]
        else:
            assert error is not None
            whys = "; ".join(text for _, text in problems(error, self.look.lang))
            middle = ["", "", f"{error.code}: {whys}"]
        id = None if entry.id is None else Typed(entry.id)
        return [line, id, *middle, *map(Typed, entry.others)]


def names(score: Score, lang: Lang) -> str:
    """The fans: 名 or 名*n apart by blanks; in English apart by ``; ``."""
    return WORDS[lang is Lang.EN](score.counts)


@dataclass(frozen=True, slots=True)
class JsonLines:
    """One JSON object a line; ``explain`` adds where each fan lies and what does not count."""

    look: Look
    rules: str
    explain: bool = False

    def __call__(self, result: Result) -> str:
        """The object, with its line break."""
        line, (id, text, _), score, error = result
        if score is not None:
            value = score_json(score, text, line=line, id=id, details=self.explain)
        else:
            assert error is not None
            value = error_json(error, text, self.rules, self.look.lang, line=line, id=id)
        return dumps(value) + "\n"


def renderer(look: Look, rules: str, *, explain: bool = False) -> Separated | JsonLines:
    """What renders a row in the format asked for; whole tables are made of TSV rows."""
    if look.format in ("json", "jsonl"):
        return JsonLines(look, rules, explain)
    return Separated(look if look.format == "csv" else replace(look, format="tsv"))


MOST_TEXT = 1 << 23  # characters of a table, with the blanks that align it
A_CELL = 8  # characters that any cell counts for: it takes memory, and a blank beside it


class TooManyRows(Exception):
    """A format that holds all rows got more than it takes: a key of the catalogue, and how many."""

    def __init__(self, key: str, limit: int) -> None:
        super().__init__(key, limit)
        self.key, self.limit = key, limit


def nothing(result: Result) -> str:
    """No row at all, where only the summary is asked for."""
    return ""


class Framing:
    """What stands around the rows of a format, and between them; no ``titles``, no header.

    Tables and Markdown hold all rows to the end, and raise TooManyRows above ``most`` of them, or
    where they are too wide. With ``begun`` there are rows already, of a run before.
    """

    def __init__(self, look: Look, titles: Sequence[str], most: int, *, begun: bool = False):
        self.look, self.titles, self.most, self.begun = look, titles, most, begun
        self.held: list[list[str]] = []
        self.widths: list[int] = []

    @property
    def is_whole(self) -> bool:
        """Whether all rows are held to the end."""
        return self.look.format in ("table", "markdown")

    @property
    def is_plain(self) -> bool:
        """Whether rows stand as they are, nothing between them."""
        return self.look.format in ("csv", "tsv", "jsonl")

    def head(self) -> str:
        """What comes before the rows."""
        if self.begun or not self.titles or self.look.format not in ("csv", "tsv"):
            return ""
        return separated([self.titles], self.look.format, guarded=self.look.guarded)

    def add(self, rows: str) -> str:
        """Some rows, each with its line break, as they come in the format."""
        if self.is_plain or not rows:
            return rows
        if self.look.format == "json":
            before, self.begun = ",\n" if self.begun else "[", True
            return before + rows.removesuffix("\n").replace("\n", ",\n")
        for row in rows.removesuffix("\n").split("\n"):
            cells = row.split("\t")
            self.held.append(cells)
            sizes = zip_longest(self.widths, map(len, cells), fillvalue=A_CELL)
            self.widths = [max(size) for size in sizes]
            if len(self.held) > self.most:
                raise TooManyRows("too-many-rows", self.most)
            if len(self.held) * sum(self.widths) > MOST_TEXT:
                raise TooManyRows("too-much-text", MOST_TEXT)
        return ""

    def foot(self) -> str:
        """What comes after the rows."""
        if self.look.format == "json":
            return ("" if self.begun else "[") + "]\n"
        if not self.is_whole:
            return ""
        titles = self.titles or ([""] * len(self.held[0]) if self.held else [])
        return table(titles, self.held, self.look.format) + "\n"


def pieces(
    blocks: Iterable[Sequence[str]], look: Look, titles: Sequence[str], most: int
) -> Iterator[str]:
    """The output, piece by piece, of blocks of rendered rows."""
    framing = Framing(look, titles, most)
    yield framing.head()
    for rows in blocks:
        yield framing.add("".join(rows))
    yield framing.foot()
