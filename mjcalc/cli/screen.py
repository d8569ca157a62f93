"""The only way to standard error, and what a terminal gets instead of control characters.

Nobody has to read what goes to standard error: where it cannot be written (a full disk, a closed
pipe) it is dropped, and the command goes on to its own exit code.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import Any, TextIO

import click

from mjcalc.i18n.visible import visible
from mjcalc.i18n.words import NOT_REACHED_WORDS, REACHED_WORDS

COLOR = "mjcalc.color"  # where a context keeps the choice of --color
RULE = re.compile(r"[- ]*-[- ]*")  # the line below the titles of a table
LOSS = re.compile(r"(?<![^\s])-[0-9]+(?![^\s])")
MINIMUM_WORDS = re.compile("|".join((*NOT_REACHED_WORDS, *REACHED_WORDS)))
CARETS = re.compile(r" +\^+")
PREFIX = "mjcalc: "  # what every complaint starts with
CLEAR_LINE = "\r\x1b[K"


class Coloring(StrEnum):
    """When to color: on a terminal, always or never."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def tell(text: str, *, over_bar: bool = False) -> None:
    """Write lines to standard error, safe to show; ``over_bar`` in place of a progress bar."""
    prefix = click.style(PREFIX, fg="red", bold=True)
    lines = [
        prefix + line.removeprefix(PREFIX) if line.startswith(PREFIX) else line
        for line in visible(text, keep="\n").split("\n")
    ]
    lines = [click.style(line, fg="red") if CARETS.fullmatch(line) else line for line in lines]
    if over_bar:
        ERRORS.write(CLEAR_LINE)
    with _if_possible():
        click.echo("\n".join(lines), err=True, color=color(sys.stderr))


class ErrorStream:
    """Standard error as a stream that never fails, for a progress bar."""

    def write(self, text: str) -> int:
        """Write text as it is."""
        with _if_possible():
            sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        """Write what is in the buffer."""
        with _if_possible():
            sys.stderr.flush()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return is_terminal(sys.stderr)


ERRORS = ErrorStream()


@contextmanager
def _if_possible() -> Iterator[None]:
    """Drop what cannot be written to standard error, and whatever comes after it.

    The interpreter's own flush at the end must not fail on what is left in the buffer.
    """
    try:
        yield
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, sys.stderr.fileno())
            os.close(null)


def discard_output() -> None:
    """Discard what is still in the buffer of standard output: the last flush must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_result(text: str, format: str) -> None:
    """Write a result in a format of the command line to standard output, with a line end."""
    shown = for_stream(sys.stdout, f"{text}\n", format)
    sys.stdout.write(colored(shown) if format == "table" and color(sys.stdout) else shown)
    sys.stdout.flush()


def for_stream(stream: TextIO, text: str, format: str) -> str:
    """Return a text as it is for a file or pipe, and safe to show for a terminal."""
    if not is_terminal(stream):
        return text
    return visible(text, keep="\t\n", json=format in ("json", "jsonl"))


def is_terminal(stream: Any) -> bool:
    """Whether a stream is a terminal; one that is closed is none."""
    try:
        return bool(stream is not None and stream.isatty())
    except ValueError:
        return False


def color(stream: Any) -> bool:
    """Whether to color what goes to a stream: as ``--color`` says, by default on a terminal.

    ``NO_COLOR`` and a dumb terminal turn color off, unless ``--color always`` asks for it.
    """
    context = click.get_current_context(silent=True)
    wanted = Coloring.AUTO if context is None else context.meta.get(COLOR, Coloring.AUTO)
    if wanted is not Coloring.AUTO:
        return wanted is Coloring.ALWAYS
    plain = os.environ.get("TERM") == "dumb" or os.environ.get("NO_COLOR")
    return is_terminal(stream) and not plain


def colored(text: str) -> str:
    r"""Return tables for people with color: titles bold, losses red, the minimum green or yellow.

    >>> colored("E    S\n---  ---\n-8   24").split("\n")
    ['\x1b[1mE    S\x1b[0m', '---  ---', '\x1b[31m-8\x1b[0m   24']
    """
    lines = text.split("\n")
    in_table = False  # below its titles
    for place, line in enumerate(lines):
        if RULE.fullmatch(line):
            in_table = True
        elif not in_table and any(map(RULE.fullmatch, lines[place + 1 : place + 2])):
            lines[place] = click.style(line, bold=True)
        else:
            in_table = in_table and bool(line)
            line = LOSS.sub(lambda found: click.style(found[0], fg="red"), line)
            lines[place] = MINIMUM_WORDS.sub(_minimum_styled, line)
    return "\n".join(lines)


def _minimum_styled(found: re.Match[str]) -> str:
    return click.style(found[0], fg="green" if found[0] in REACHED_WORDS else "yellow")
