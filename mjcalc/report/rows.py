"""A line of a batch as a row: CSV, TSV or JSON. Renderers are values, which other processes get."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mjcalc.i18n import Lang
from mjcalc.report import Look, dumps
from mjcalc.report.errors import error_json, problems
from mjcalc.report.scores import score_json
from mjcalc.report.tables import Cell, separated, table

if TYPE_CHECKING:
    from mjcalc.batch import Result
    from mjcalc.engine.score import Score

HEADER = ("line", "id", "total", "fans", "error")


def header(others: Sequence[str]) -> list[str]:
    """The titles: ours, then those passed through; one that is ours too gets ``_in``."""
    return [*HEADER, *(f"{name}_in" if name in HEADER else name for name in others)]


@dataclass(frozen=True, slots=True)
class Separated:
    """Rows of CSV or TSV: line, id, total, fans, error, and the columns passed through."""

    look: Look

    def __call__(self, result: Result) -> str:
        """The row, with its line break."""
        return separated([self.cells(result)], self.look.format)

    def cells(self, result: Result) -> list[Cell]:
        """The cells of the row."""
        line, entry, score, error = result
        if score is not None:
            middle: list[Cell] = [score.total, names(score, self.look.lang), ""]
        else:
            assert error is not None
            whys = "; ".join(text for _, text in problems(error, self.look.lang))
            middle = ["", "", f"{error.code}: {whys}"]
        return [line, entry.id, *middle, *entry.others]


def names(score: Score, lang: Lang) -> str:
    """The fans: 名 or 名*n apart by blanks; in English apart by ``; ``."""
    english = lang is Lang.EN
    words = (
        (fan.en if english else fan.zh) + (f"*{count}" if count > 1 else "")
        for fan, count in score.counts
    )
    return ("; " if english else " ").join(words)


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


class TooManyRows(Exception):
    """A format that holds all rows got more than it takes."""


def pieces(
    blocks: Iterable[Sequence[str]], look: Look, titles: Sequence[str], most: int
) -> Iterator[str]:
    """The output, piece by piece, of blocks of rendered rows; no ``titles``, no header.

    Tables and Markdown hold all rows and raise TooManyRows above ``most``.
    """
    if look.format in ("csv", "tsv") and titles:
        yield separated([titles], look.format)
    if look.format in ("table", "markdown"):
        yield _whole(blocks, look, titles, most)
    elif look.format == "json":
        yield from _array(blocks)
    else:
        yield from ("".join(rows) for rows in blocks)


def _array(blocks: Iterable[Sequence[str]]) -> Iterator[str]:
    before = "["
    for rows in blocks:
        for row in rows:
            yield before + row.removesuffix("\n")
            before = ",\n"
    yield ("[" if before == "[" else "") + "]\n"


def _whole(blocks: Iterable[Sequence[str]], look: Look, titles: Sequence[str], most: int) -> str:
    rows: list[list[str]] = []
    for block in blocks:
        rows += (row.removesuffix("\n").split("\t") for row in block)
        if len(rows) > most:
            raise TooManyRows
    return table(titles or [""] * len(rows[0]) if rows else titles, rows, look.format) + "\n"
