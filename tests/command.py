"""Run a command line in this process, in an empty directory and without settings of its own."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mjcalc import cli

SETTINGS = ("MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT", "MJCALC_NOTATION")


class Result(NamedTuple):
    """What a command did: its exit code, its standard output and its standard error."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """The JSON value on standard output."""
        return json.loads(self.out)


Mjcalc = Callable[..., Result]


def run_command(args: Sequence[str], capsys: pytest.CaptureFixture[str]) -> Result:
    return Result(cli.run(args), *capsys.readouterr())


def command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *first: str
) -> Mjcalc:
    """Return what runs a command line that begins with ``first``; ``stdin`` is piped into it."""
    clear_settings(monkeypatch)

    def run(*args: str, stdin: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        return run_command([*first, *args], capsys)

    return run


def clear_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the settings of the environment."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def enter(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a directory the working directory, and remove the settings of the environment."""
    clear_settings(monkeypatch)
    monkeypatch.chdir(directory)
