"""A line of a batch as a row: CSV, TSV or JSON. Renderers are values, which other processes get."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from mjcalc.errors import Waiting
from mjcalc.i18n import Lang
from mjcalc.report import Look, dumps
from mjcalc.report.errors import error_json, problems
from mjcalc.report.scores import score_json
from mjcalc.report.tables import Cell, Typed, separated, table
from mjcalc.tiles import write_tiles

if TYPE_CHECKING:
    from mjcalc.batch.job import Entry, LineResult
    from mjcalc.engine.score import Score
    from mjcalc.rules.fans import Fan
    from mjcalc.rules.rulesets import Ruleset

HEADER = ("line", "id", "total", "base", "flowers", "enough", "fans", "waits", "error")
FILE_TITLE = "file"  # the first title where there are several files
FANS_JOINT = "; "  # between two fans
ENOUGH = ("no", "yes")
Label = Callable[["Fan", int], str]


def header(others: Sequence[str], *, files: bool = False) -> list[str]:
    """The titles: ours, then those passed through; one that is ours too gets ``_in``.

    >>> header(["who", "line", "line_in"])[9:]
    ['who', 'line_in_in', 'line_in']
    """
    ours = (FILE_TITLE, *HEADER) if files else HEADER
    taken, titles = {*ours, *others}, [*ours]
    for name in others:
        title = name
        while title in taken and name in ours:
            title += "_in"
        taken.add(title)
        titles.append(Typed(title))
    return titles


def chinese_label(fan: Fan, count: int) -> str:
    """The Chinese name of a fan, and how often it counts where that is more than once."""
    return _times_label(fan.zh, count)


def english_label(fan: Fan, count: int) -> str:
    """The same in English."""
    return _times_label(fan.en, count)


def _times_label(name: str, count: int) -> str:
    return f"{name}*{count}" if count > 1 else name


@dataclass(frozen=True, slots=True)
class NumberLabel:
    """The number of a fan in a ruleset, and how often it counts; its name where it has none."""

    rules: Ruleset

    def __call__(self, fan: Fan, count: int) -> str:
        number = self.rules.number(fan)
        return _times_label(fan.zh if number is None else str(number), count)


def names(score: Score, lang: Lang) -> str:
    """The fans of a score: 名 or 名*n, apart by ``; ``."""
    label = english_label if lang is Lang.EN else chinese_label
    return FANS_JOINT.join([label(*counted) for counted in score.counts])


@dataclass(frozen=True, slots=True)
class Separated:
    """Rows of CSV or TSV: the columns of the header, then those passed through.

    ``numbered`` are the rules by which fans are written as numbers, ``file`` the name of one file
    of several. ``begin`` is the part of a row before its id, ``template`` the part after it; no
    name of a fan needs quotes.
    """

    look: Look
    numbered: Ruleset | None = None
    file: str | None = None

    def of_file(self, name: str | None) -> Separated:
        """Return what makes the rows of one file of several."""
        return replace(self, file=name)

    def __call__(self, result: LineResult) -> str:
        """The row, with its line break."""
        line, entry, score, error = result
        if score is not None:
            fans = FANS_JOINT.join([self.label(*counted) for counted in score.counts])
            enough = ENOUGH[score.enough]
            middle: list[Cell] = [score.total, score.base, score.flowers, enough, fans, None, None]
            return self.row(line, entry, middle)
        assert error is not None
        waits = error.defects[0].fields["waits"] if isinstance(error, Waiting) else ()
        whys = "; ".join(text for _, text in problems(error, self.look.lang))
        return self.row(line, entry, [*[None] * 5, write_tiles(waits), f"{error.code}: {whys}"])

    def row(self, line: int, entry: Entry, middle: Sequence[Cell]) -> str:
        """The row of a line: ``middle`` are its cells from the total to the error."""
        id = None if entry.id is None else Typed(entry.id)
        file = () if self.file is None else (Typed(self.file),)
        cells = [*file, line, id, *middle, *map(Typed, entry.others)]
        return separated([cells], self.look.format, guarded=self.look.guarded)

    @property
    def delimiter(self) -> str:
        """What stands between two cells."""
        return "," if self.look.format == "csv" else "\t"

    @property
    def begin(self) -> str:
        """What stands before the id of a plain row."""
        if self.file is None:
            return f"%d{self.delimiter}"
        row = separated([[Typed(self.file)]], self.look.format, guarded=self.look.guarded)
        return f"{row[:-1].replace('%', '%%')}{self.delimiter}%d{self.delimiter}"

    @property
    def template(self) -> str:
        """What stands behind the id of a plain row."""
        return self.delimiter.join(("", "%d", "%d", "%d", "%s", "%s", "", "\n"))

    @property
    def label(self) -> Label:
        """What names a fan that counts so often."""
        if self.numbered is not None:
            return NumberLabel(self.numbered)
        return english_label if self.look.lang is Lang.EN else chinese_label

    @property
    def separator(self) -> str:
        """What stands between two fans."""
        return FANS_JOINT

    @property
    def enough(self) -> tuple[str, str]:
        """The words for a hand below the minimum, and for one that reaches it."""
        return ENOUGH


@dataclass(frozen=True, slots=True)
class JsonLines:
    """One JSON object a line; ``explain`` adds where each fan lies and what does not count.

    ``others`` are the names of the columns passed through, None where the file has no columns;
    ``file`` is the name of one file of several.
    """

    look: Look
    rules: str
    explain: bool = False
    others: tuple[str, ...] | None = None
    file: str | None = None

    def of_file(self, name: str | None) -> JsonLines:
        """Return what makes the objects of one file of several."""
        return replace(self, file=name)

    def __call__(self, result: LineResult) -> str:
        """The object, with its line break."""
        line, (id, text, cells), score, error = result
        if score is not None:
            value = score_json(score, text, line=line, id=id, details=self.explain)
        else:
            assert error is not None
            value = error_json(error, text, self.rules, self.look.lang, line=line, id=id)
        if self.file is not None:
            value = {"schema": value.pop("schema"), "file": self.file, **value}
        if self.others is not None:
            value["columns"] = cells_by_name(self.others, cells)
        return dumps(value) + "\n"


def cells_by_name(names: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells of a row by column; a name that comes again gets a number.

    >>> cells_by_name(["who", "who"], ["Ann", "Bo", "beyond the header"])
    {'who': 'Ann', 'who_2': 'Bo', '_3': 'beyond the header'}
    """
    named: dict[str, str] = {}
    for place, (name, cell) in enumerate(zip_longest(names, cells, fillvalue=""), 1):
        key = name if name and name not in named else f"{name}_{place}"
        while key in named:
            key += "_"
        named[key] = cell
    return named


def renderer(
    look: Look,
    rules: str,
    *,
    explain: bool = False,
    others: tuple[str, ...] | None = None,
    numbered: Ruleset | None = None,
) -> Separated | JsonLines:
    """What renders a row in the format asked for; whole tables are made of TSV rows.

    ``numbered`` are the rules by which rows have numbers of fans instead of names.
    """
    if look.format in ("json", "jsonl"):
        return JsonLines(look, rules, explain, others)
    look = look if look.format == "csv" else replace(look, format="tsv")
    return Separated(look, numbered)


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
        if self.is_continued:
            return ""
        if not self.titles or self.look.format not in ("csv", "tsv"):
            return self.look.start
        titles = separated([self.titles], self.look.format, guarded=self.look.guarded)
        return self.look.start + titles

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
