"""The only way to standard error, and what a terminal gets instead of control characters.

Nobody has to read what goes to standard error: where it cannot be written (a full disk, a closed
pipe) it is dropped, and the command goes on to its own exit code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

import click

from mjcalc.i18n.visible import visible

PREFIX = "mjcalc: "  # what every complaint starts with
CLEAR_LINE = "\r\x1b[K"


def tell(text: str, *, over_bar: bool = False) -> None:
    """Write lines to standard error, safe to show; ``over_bar`` in place of a progress bar."""
    prefix = click.style(PREFIX, fg="red", bold=True)
    lines = [
        prefix + line.removeprefix(PREFIX) if line.startswith(PREFIX) else line
        for line in visible(text, keep="\n").split("\n")
    ]
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
    sys.stdout.write(for_stream(sys.stdout, f"{text}\n", format))
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


def color(stream: Any) -> bool | None:
    """No color with NO_COLOR or on a dumb terminal; else click's rule, only on a terminal."""
    dumb = os.environ.get("TERM") == "dumb"
    return False if dumb or os.environ.get("NO_COLOR") else None
