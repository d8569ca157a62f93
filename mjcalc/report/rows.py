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
    from mjcalc.batch.job import Entry, LineResult
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


SEPARATORS = (" ", "; ")  # between fans in Chinese, in English
Label = Callable[["Fan", int], str]


def chinese_label(fan: Fan, count: int) -> str:
    """The Chinese name of a fan, and how often it counts where that is more than once."""
    return f"{fan.zh}*{count}" if count > 1 else fan.zh


def english_label(fan: Fan, count: int) -> str:
    """The same in English."""
    return f"{fan.en}*{count}" if count > 1 else fan.en


LABELS_BY_LANGUAGE: tuple[Label, Label] = (chinese_label, english_label)


def names(score: Score, lang: Lang) -> str:
    """The fans: 名 or 名*n apart by blanks; in English apart by ``; ``."""
    label = LABELS_BY_LANGUAGE[lang is Lang.EN]
    return SEPARATORS[lang is Lang.EN].join([label(*counted) for counted in score.counts])


@dataclass(frozen=True, slots=True)
class Separated:
    """Rows of CSV or TSV: line, id, total, fans, error, and the columns passed through.

    ``template`` is the part of a row after its id, with a place for the total and one for the fans;
    ``label`` names a fan in it. No name of a fan needs quotes.
    """

    look: Look

    def __call__(self, result: LineResult) -> str:
        """The row, with its line break."""
        line, entry, score, error = result
        if score is not None:
            return self.row(line, entry, [score.total, names(score, self.look.lang), ""])
        assert error is not None
        whys = "; ".join(text for _, text in problems(error, self.look.lang))
        return self.row(line, entry, ["", "", f"{error.code}: {whys}"])

    def row(self, line: int, entry: Entry, middle: Sequence[Cell]) -> str:
        """The row of a line: ``middle`` are its total, fans and error."""
        id = None if entry.id is None else Typed(entry.id)
        cells = [line, id, *middle, *map(Typed, entry.others)]
        return separated([cells], self.look.format, guarded=self.look.guarded)

    @property
    def delimiter(self) -> str:
        """What stands between two cells."""
        return "," if self.look.format == "csv" else "\t"

    @property
    def template(self) -> str:
        """What stands behind the id of a plain row."""
        return f"{self.delimiter}%d{self.delimiter}%s{self.delimiter}\n"

    @property
    def label(self) -> Label:
        """The name of a fan that counts so often."""
        return LABELS_BY_LANGUAGE[self.look.lang is Lang.EN]

    @property
    def separator(self) -> str:
        """What stands between two fans."""
        return SEPARATORS[self.look.lang is Lang.EN]


@dataclass(frozen=True, slots=True)
class JsonLines:
    """One JSON object a line; ``explain`` adds where each fan lies and what does not count."""

    look: Look
    rules: str
    explain: bool = False

    def __call__(self, result: LineResult) -> str:
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


class Framing:
    """What stands around the rows of a format, and between them; no ``titles``, no header.

    Tables and Markdown hold all rows to the end, and raise TooManyRows above ``most`` of them, or
    where they are too wide. ``is_continued`` means that an earlier run wrote rows already.
    """

    def __init__(self, look: Look, titles: Sequence[str], most: int, *, is_continued: bool = False):
        self.look, self.titles, self.most, self.is_continued = look, titles, most, is_continued
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
        if self.is_continued or not self.titles or self.look.format not in ("csv", "tsv"):
            return ""
        return separated([self.titles], self.look.format, guarded=self.look.guarded)

    def add(self, rows: bytes) -> bytes:
        """Some rows, each with its line break, as they come in the format."""
        if self.is_plain or not rows:
            return rows
        if self.look.format == "json":
            before, self.is_continued = b",\n" if self.is_continued else b"[", True
            return before + rows.removesuffix(b"\n").replace(b"\n", b",\n")
        for row in rows.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n"):
            cells = row.split("\t")
            self.held.append(cells)
            sizes = zip_longest(self.widths, map(len, cells), fillvalue=A_CELL)
            self.widths = [max(size) for size in sizes]
            if len(self.held) > self.most:
                raise TooManyRows("too-many-rows", self.most)
            if len(self.held) * sum(self.widths) > MOST_TEXT:
                raise TooManyRows("too-much-text", MOST_TEXT)
        return b""

    def foot(self) -> str:
        """What comes after the rows."""
        if self.look.format == "json":
            return ("" if self.is_continued else "[") + "]\n"
        if not self.is_whole:
            return ""
        titles = self.titles or ([""] * len(self.held[0]) if self.held else [])
        return table(titles, self.held, self.look.format) + "\n"


def output_chunks(
    blocks: Iterable[Sequence[str]], look: Look, titles: Sequence[str], most: int
) -> Iterator[str]:
    """The output, piece by piece, of blocks of rendered rows."""
    framing = Framing(look, titles, most)
    yield framing.head()
    for rows in blocks:
        yield framing.add("".join(rows).encode("utf-8", "surrogateescape")).decode(
            "utf-8", "surrogateescape"
        )
    yield framing.foot()
