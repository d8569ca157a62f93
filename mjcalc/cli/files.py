"""The file a command reads: opened, or standard input, with a progress bar where one helps."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader
from typing import Any, cast

import click

from mjcalc.cli.frame import Mistake, Settings


def opened(path: str) -> AbstractContextManager[BufferedReader]:
    """The file of this path, ``-`` for standard input; Mistake when it cannot be opened."""
    if path == "-":
        return nullcontext(cast(BufferedReader, sys.stdin.buffer))
    try:
        return open(path, "rb")
    except OSError as error:
        raise Mistake("no-file", path=path, reason=error.strerror) from None


def progress(path: str | None, settings: Settings) -> AbstractContextManager[Any]:
    """A bar on stderr for a file of known size, unless the rows themselves go to the terminal."""
    shown = sys.stderr.isatty() and not sys.stdout.isatty() and not settings.look.quiet
    if path in (None, "-") or not shown:
        return nullcontext()
    return click.progressbar(length=os.path.getsize(str(path)), file=sys.stderr)
