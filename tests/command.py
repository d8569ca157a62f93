"""Run a command line in this process, in an empty directory and without settings of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from mjcalc import cli

SETTINGS = ("MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT", "MJCALC_NOTATION")


class Result(NamedTuple):
    """What a command did: its exit code, its standard output and its standard error."""

    code: int
    out: str
    err: str


def run_command(args: Sequence[str], capsys: pytest.CaptureFixture[str]) -> Result:
    return Result(cli.run(args), *capsys.readouterr())


def enter(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a directory the working directory, and remove the settings of the environment."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(directory)
