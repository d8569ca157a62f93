"""What went wrong, for people (a line, and a caret under the place) and as JSON (schema 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from unicodedata import category

from mjcalc.errors import Defect, MjcalcError, NotAWin, Waiting
from mjcalc.i18n import Lang, message, say
from mjcalc.i18n.visible import visible
from mjcalc.report import Look
from mjcalc.report.advice import Advice
from mjcalc.report.scores import envelope
from mjcalc.report.tables import width
from mjcalc.report.waits import waits_text
from mjcalc.report.waits_json import wait_json

if TYPE_CHECKING:
    from mjcalc.engine.outlook import WaitTile

MOST_OF_A_LINE = 200
ROOM = 96  # columns of the quoted line that are shown; a longer one is cut around the place


def problems(error: MjcalcError, lang: Lang, hint: str | None = None) -> list[tuple[Defect, str]]:
    """Every defect with its sentence; the hint, a way out, ends each of them."""
    defects = error.defects
    if isinstance(error, NotAWin | Waiting):
        defects = (_only(error),)
    found = [(defect, message(defect, lang)) for defect in defects]
    return [(defect, f"{text}; {hint}" if hint else text) for defect, text in found]


def _only(error: MjcalcError) -> Defect:
    return error.defects[0] if error.defects else Defect(error.code)


def waits_of(error: MjcalcError) -> tuple[WaitTile, ...]:
    """Return what a waiting hand waits for, with totals; nothing for any other error."""
    from mjcalc.engine.outlook import waits

    fields = _only(error).fields
    return waits(fields["hand"], fields["rules"]) if isinstance(error, Waiting) else ()


def waiting_text(error: MjcalcError, look: Look) -> str:
    """Return what the thirteen tiles of a waiting hand lead to, as a table or rows."""
    from mjcalc.engine.outlook import outlook

    hand, rules = (_only(error).fields[name] for name in ("hand", "rules"))
    return waits_text(Advice(hand, rules, outlook(hand, rules)), look)


def error_text(
    error: MjcalcError, text: str, lang: Lang, prefix: str = "", hint: str | None = None
) -> str:
    """One line for each defect: where, what, fix; and under it the input with a caret."""
    blocks = []
    for defect, what in problems(error, lang, hint):
        if defect.start is None or not text.strip():
            blocks.append(prefix + what)
        else:
            column = say("column", lang, column=defect.start + 1)
            where = f"{prefix}{column}: {what}"
            blocks.append("\n".join([where, *caret(text, defect.start, defect.length)]))
    return "\n".join(blocks)


def caret(text: str, start: int, length: int) -> Iterator[str]:
    r"""The line, and carets under the place; a wide character counts two columns.

    What is not safe to show is an escape, and the carets stand under all of it.

    >>> print(*caret("东东 9z", 3, 2), *caret("1m\x1b9z", 2, 1), sep="\n")
      东东 9z
           ^^
      1m\x1b9z
        ^^^^
    """
    start = min(start, len(text))
    begin = max(0, start - ROOM)
    shown = [_in_line(char) for char in text[begin : start + ROOM + 1]]
    at = start - begin
    first, last = _window(shown, at)
    before, after = "…" * (begin + first > 0), "…" * (begin + last < len(text))
    yield f"  {before}{''.join(shown[first:last])}{after}"
    left, marked = "".join(shown[first:at]), "".join(shown[at : min(at + length, last)])
    yield "  " + " " * (len(before) + width(left)) + "^" * max(1, width(marked))


def _in_line(char: str) -> str:
    """A character as it is shown: blanks are one column, so that the carets can be set."""
    if char == "\t" or category(char) == "Zs":
        return " "
    return visible(char)


def _window(shown: Sequence[str], at: int) -> tuple[int, int]:
    """From where to where a line is shown: all of it, or so much around the place."""
    widths = [width(text) for text in shown]
    if sum(widths) <= ROOM:
        return 0, len(shown)
    first, last, left, right = at, at, ROOM // 3, ROOM // 3
    while first > 0 and left >= widths[first - 1]:
        first -= 1
        left -= widths[first]
    while last < len(shown) and right >= widths[last]:
        right -= widths[last]
        last += 1
    return first, last


def error_json(
    error: MjcalcError,
    text: str,
    rules: str,
    lang: Lang,
    *,
    line: int | None = None,
    id: str | None = None,
    hint: str | None = None,
) -> dict[str, Any]:
    """The JSON object of a hand that failed: ``error`` is the first of ``errors``."""
    errors = [
        {
            "code": error.code,
            "message": what,
            "column": None if defect.start is None else defect.start + 1,
            "length": None if defect.start is None else defect.length,
        }
        for defect, what in problems(error, lang, hint)
    ]
    out = {
        **envelope(text, line, id, ok=False),
        "rules": rules,
        "error": errors[0],
        "errors": errors,
    }
    if isinstance(error, Waiting):
        out["waits"] = [wait_json(wait) for wait in waits_of(error)]
    return out


# --- lines of a file ----------------------------------------------------------------------------


def faults(errors: Iterable[MjcalcError], lang: Lang) -> list[tuple[str, Defect, str]]:
    """Code, defect and sentence of everything that is wrong, in the order of the sheet."""
    found = [
        (error.code, defect, what) for error in errors for defect, what in problems(error, lang)
    ]
    return sorted(found, key=lambda fault: (fault[1].line or 0, fault[1].start or 0))


def errors_text(
    errors: Iterable[MjcalcError], lines: Sequence[str], lang: Lang, prefix: str = ""
) -> str:
    """A line for each fault, with its place, and under it the line of the sheet with a caret."""
    blocks = []
    for _, defect, what in faults(errors, lang):
        if defect.line is None:
            blocks.append(prefix + what)
        elif defect.start is None:
            blocks.append(f"{prefix}{say('sheet.line-only', lang, line=defect.line)}: {what}")
        else:
            place = {"line": defect.line, "column": defect.start + 1}
            where = say("sheet.line-column", lang, **place)
            text = _line(lines, defect.line)[: defect.start + MOST_OF_A_LINE]
            shown = caret(text, defect.start, defect.length)
            blocks.append("\n".join([f"{prefix}{where}: {what}", *shown]))
    return "\n".join(blocks)


def _line(lines: Sequence[str], number: int) -> str:
    return lines[number - 1] if number <= len(lines) else ""


def errors_json(errors: Iterable[MjcalcError], lang: Lang) -> list[dict[str, Any]]:
    """Every fault of a sheet, with its line."""
    return [
        {
            "line": defect.line,
            "code": code,
            "message": what,
            "column": None if defect.start is None else defect.start + 1,
            "length": None if defect.start is None else defect.length,
        }
        for code, defect, what in faults(errors, lang)
    ]


def bad_json(
    errors: Sequence[MjcalcError], lines: Sequence[str], rules: str, lang: Lang
) -> dict[str, Any]:
    """The JSON object of a sheet that fails as a whole; line and input are those of the first."""
    found = errors_json(errors, lang)
    line = found[0]["line"]
    text = "" if line is None else _line(lines, line)[: MOST_OF_A_LINE * 50]
    head = envelope(text, line, None, ok=False)
    return {**head, "rules": rules, "error": found[0], "errors": found}
