"""Whatever leaves a command is a message and an exit code, and a traceback only with --debug."""

from __future__ import annotations

import errno
import os
from typing import Any

import click
import pytest

from mjcalc import cli
from mjcalc.cli.errors import Mistake
from mjcalc.cli.options import Settings, command
from mjcalc.errors import (
    BelowMinimum,
    Defect,
    ImpossibleHand,
    MjcalcError,
    NotationError,
    NotAWin,
    OptionError,
    Waiting,
)

FLOWERS = Defect("flowers-out-of-range", {"count": 9})
FLOWERS_TEXT = "9 flowers: there are 8 in all, write +flowers:0 to +flowers:8"
RAISED: list[tuple[BaseException, int, str]] = [
    (NotationError([FLOWERS]), 2, FLOWERS_TEXT),
    (ImpossibleHand([FLOWERS, FLOWERS]), 2, f"{FLOWERS_TEXT}\nmjcalc: {FLOWERS_TEXT}"),
    (NotAWin([FLOWERS]), 3, FLOWERS_TEXT),
    (Waiting([FLOWERS]), 3, FLOWERS_TEXT),
    (OptionError([FLOWERS]), 2, FLOWERS_TEXT),
    (BelowMinimum([FLOWERS]), 2, FLOWERS_TEXT),
    (MjcalcError([FLOWERS]), 2, FLOWERS_TEXT),
    (Mistake("no-file-name"), 2, "the file name is empty: name a file, or - for standard input"),
    (click.BadParameter("x"), 2, "wrong usage, see --help: Invalid value: x"),
    (FileNotFoundError(errno.ENOENT, "No such file", "a\x1b.txt"), 2,
     "cannot open a\\x1b.txt: No such file"),
    (OSError(errno.EIO, "Input/output error"), 2,
     "the system reports an error: Input/output error; check the files and the disk, "
     "and run it again"),
    (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), 2,
     "there are bytes that are not text: 'utf-8' codec can't decode byte 0xff in position 0: "
     "invalid start byte; check the file, or name its encoding with --encoding"),
    (MemoryError(), 2, "there is not enough memory for this input: split it into smaller files"),
    (OSError(errno.ENOMEM, "Cannot allocate memory"), 2,
     "there is not enough memory for this input: split it into smaller files"),
    (RecursionError(), 2, "the input is nested too deep: see if the file is damaged"),
    (OSError(errno.ENOSPC, "No space left on device"), 2,
     "cannot write the output: No space left on device"),
    (ZeroDivisionError("x"), 1,
     "this is a fault of mjcalc, please report it (--debug shows where): ZeroDivisionError: x"),
]  # fmt: skip


class Raising:
    """A command that raises what it is given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: BaseException = MjcalcError([])

        def main(settings: Settings, **_: Any) -> int:
            raise self.error

        made = command("fans", ("mjcalc fans",))(main)
        monkeypatch.setattr(cli.Commands, "get_command", lambda *_: made)
        monkeypatch.setattr("mjcalc.cli.errors.discard_output", lambda: None)

    def __call__(self, error: BaseException, *args: str) -> int:
        self.error = error
        return cli.run(["fans", "--lang", "en", *args])


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch) -> Raising:
    return Raising(monkeypatch)


@pytest.mark.parametrize(("error", "code", "text"), RAISED, ids=lambda value: repr(value)[:40])
def test_an_error_that_leaves_a_command_is_a_message(
    error: BaseException, code: int, text: str, raising: Raising, capsys: pytest.CaptureFixture[str]
) -> None:
    assert raising(error) == code
    assert capsys.readouterr() == ("", f"mjcalc: {text}\n")


@pytest.mark.parametrize(
    "error", [error for error, _, _ in RAISED], ids=lambda error: repr(error)[:40]
)
def test_debug_raises_what_no_command_reported(error: BaseException, raising: Raising) -> None:
    usage = isinstance(error, click.UsageError | OptionError)
    full = isinstance(error, OSError) and error.errno == errno.ENOSPC
    if usage or full:  # no fault in the program: a traceback would not help
        assert raising(error, "--debug") == 2
        return
    with pytest.raises(type(error)):
        raising(error, "--debug")


def test_json_has_an_object_about_an_error_that_leaves_a_command(
    raising: Raising, capsys: pytest.CaptureFixture[str]
) -> None:
    assert raising(NotationError([FLOWERS]), "--format", "json", "--rules", "guobiao") == 2
    out, err = capsys.readouterr()
    assert out == (
        '{"schema":1,"line":null,"id":null,"input":"","ok":false,"rules":"guobiao",'
        f'"error":{{"code":"cannot-read","message":"{FLOWERS_TEXT}","column":null,"length":null}},'
        f'"errors":[{{"code":"cannot-read","message":"{FLOWERS_TEXT}","column":null,'
        '"length":null}]}\n'
    )
    assert err == f"mjcalc: {FLOWERS_TEXT}\n"


def test_ends_that_need_no_message(raising: Raising, capsys: pytest.CaptureFixture[str]) -> None:
    assert raising(KeyboardInterrupt()) == 130
    assert raising(click.Abort()) == 130
    assert raising(BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))) == 0
    assert capsys.readouterr() == ("", "")
