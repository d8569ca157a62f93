"""Rows as text: aligned for the terminal, Markdown, CSV, TSV. The only user of tabulate.

A hand's few rows are aligned here by :func:`aligned`, in the very form of tabulate's ``simple``
(a test compares them): importing tabulate costs more than scoring the hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import category, east_asian_width

from mjcalc.i18n.visible import visible

Cell = str | int | None
Row = Sequence[Cell]


def width(text: str) -> int:
    """How many columns of a terminal the text takes: wide characters two, combining ones none.

    >>> width("花龙 8"), width("1\\u200b")
    (6, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if category(char) in ("Mn", "Me", "Cf") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )


def aligned(header: Row, rows: Sequence[Row], *, rule: bool = False) -> str:
    """The rows under their header, numbers to the right; with ``rule`` a line above the last."""
    cells = [[_cell(value) for value in row] for row in rows]
    titles = [_cell(value) for value in header]
    widths = [max(map(width, column)) for column in zip(titles, *cells, strict=True)]
    right = [_is_numeric([row[place] for row in rows]) for place in range(len(titles))]
    stroke = "  ".join("-" * size for size in widths)

    def line(row: Sequence[str]) -> str:
        padded = (
            " " * (size - width(cell)) + cell if flush else cell + " " * (size - width(cell))
            for cell, size, flush in zip(row, widths, right, strict=True)
        )
        return "  ".join(padded).rstrip()

    body = [line(row) for row in cells]
    if rule:
        body.insert(-1, stroke)
    return "\n".join([line(titles), stroke, *body])


def tabulated(header: Row, rows: Sequence[Row], style: str = "simple") -> str:
    """The rows in one of tabulate's styles."""
    from tabulate import tabulate

    cells = [[_cell(value) for value in row] for row in rows]
    right = [_is_numeric([row[place] for row in rows]) for place in range(len(header))]
    text = tabulate(
        cells,
        [_cell(value) for value in header],
        style,
        disable_numparse=True,
        colalign=["right" if flush else "left" for flush in right] if rows else None,
    )
    return "\n".join(line.rstrip() for line in text.splitlines())


class Typed(str):
    """A cell as somebody else typed it: a spreadsheet could take it for a formula."""


def separated(rows: Iterable[Row], format: str, *, guarded: bool = False) -> str:
    r"""The rows as CSV (quoted where needed) or TSV (a tab or line break becomes a blank).

    Cells are as they were typed; ``guarded``, what could be a formula gets a quote before it.

    >>> separated([[1, "a\rb", Typed("=A1"), Typed("-8")]], "csv", guarded=True)
    '1,"a\rb",\'=A1,-8\n'
    """
    write, between = (_flat, "\t") if format == "tsv" else (_csv_quote, ",")

    def text(cell: Cell) -> str:
        return write(_guarded(cell) if guarded and isinstance(cell, Typed) else _raw(cell))

    return "".join(between.join(map(text, row)) + "\n" for row in rows)


def table(header: Row, rows: Sequence[Row], format: str) -> str:
    """The rows in a format of the command line that is no JSON; without a final line break."""
    if format in ("csv", "tsv"):
        return separated([header, *rows], format).removesuffix("\n")
    return tabulated(header, rows, "github" if format == "markdown" else "simple")


def _cell(value: Cell) -> str:
    """A cell of a table for people: safe to show."""
    return visible(_raw(value))


def _raw(value: Cell) -> str:
    return "" if value is None else str(value)


_TO_QUOTE = re.compile('[",\r\n]')
_BREAKS = re.compile("\r\n|[\t\r\n]")
# What a spreadsheet may read as a formula; numbers are none.
_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)*")


def _csv_quote(cell: str) -> str:
    return f'"{cell.replace(chr(34), chr(34) * 2)}"' if _TO_QUOTE.search(cell) else cell


def _flat(cell: str) -> str:
    return cell if cell.isprintable() else _BREAKS.sub(" ", cell)


def _guarded(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else str(cell)


def _is_numeric(column: Iterable[Cell]) -> bool:
    """Whether a column is of whole numbers, some of which may be missing."""
    cells = [_raw(cell) for cell in column]
    return any(cells) and all(not cell or cell.removeprefix("-").isdecimal() for cell in cells)
