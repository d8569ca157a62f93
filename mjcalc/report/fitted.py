"""Tables that fit an 80-column screen: the last column is wrapped."""

from __future__ import annotations

from collections.abc import Sequence

from mjcalc.report import Look
from mjcalc.report.tables import Row, aligned, table, width

SCREEN = 80  # columns that a table fits into
MEAGER = 16  # columns that the last cell of a row gets at least


def fitted(header: Row, rows: Sequence[Row], look: Look) -> str:
    """Return a table whose last column is wrapped to fit the screen."""
    if look.format == "markdown":
        return table(header, rows, "markdown")
    before = [
        max(width("" if row[place] is None else str(row[place])) for row in (header, *rows))
        for place in range(len(header) - 1)
    ]
    room = max(SCREEN - sum(before) - 2 * len(before), MEAGER)
    body: list[Row] = []
    for *cells, last in rows:
        lines = wrapped("" if last is None else str(last), room)
        body.append([*cells, lines[0]])
        body += [[*[None] * len(cells), line] for line in lines[1:]]
    return aligned(header, body)


def wrapped(text: str, room: int, joint: str = "") -> list[str]:
    """Return a text in lines that fit; it is broken at spaces, at ``，`` or at ``joint``."""
    joint = joint or ("，" if "，" in text else ", " if ", " in text else " ")
    lines = [""]
    for piece in text.split(joint):
        longer = piece if not lines[-1] else lines[-1] + joint + piece
        if lines[-1] and width(longer + joint) > room:
            lines[-1] += joint.rstrip()
            longer = piece
            lines.append("")
        lines[-1] = longer
    return lines
