"""Color: on a terminal, always or never, in results and messages of every command."""

from __future__ import annotations

import io
import re

import pytest

from mjcalc import cli
from mjcalc.cli.screen import colored

HAND = "123m456p789s EEE 55z +win:5z tsumo"
BELOW = "[123m] [345m] 678p56s33z +win:7s tsumo"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
TABLES = (
    f"score {HAND} --explain --venue 8fan",
    f"score {BELOW} --venue 8fan",
    "waits 123m 456p 78999s EE",
    "fans 花",
    "rules",
    "settle --base 10 --tsumo --winner E --room 200 --fee 20",
    "game examples/friday.game",
    "league examples/league.game",
    "config",
)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def shown(line: str, monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> tuple[str, str]:
    """What a command writes to standard output and standard error."""
    streams = [Terminal() if terminal else io.StringIO() for _ in range(2)]
    with monkeypatch.context() as patch:
        patch.setattr("sys.stdout", streams[0])
        patch.setattr("sys.stderr", streams[1])
        cli.run([*line.split(), "--lang", "en"])
    return streams[0].getvalue(), streams[1].getvalue()


@pytest.mark.parametrize("line", TABLES)
def test_every_command_colors_its_tables(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = shown(line, monkeypatch, terminal=False)[0]
    assert not ESCAPE.search(plain)
    always = shown(f"{line} --color always", monkeypatch, terminal=False)[0]
    assert ESCAPE.search(always)
    assert ESCAPE.sub("", always) == plain
    on_terminal = shown(line, monkeypatch, terminal=True)[0]
    assert ESCAPE.search(on_terminal)
    for way in ("--color never", "NO_COLOR", "TERM"):
        with monkeypatch.context() as patch:
            if way.isupper():
                patch.setenv(way, "dumb")
            bare = shown(f"{line} {way if way.islower() else ''}", patch, terminal=True)[0]
        assert ESCAPE.sub("", on_terminal) == bare


def test_data_have_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    for format in ("json", "csv", "tsv", "markdown"):
        line = f"game examples/friday.game --format {format} --color always"
        assert not ESCAPE.search(shown(line, monkeypatch, terminal=True)[0])


def test_what_is_colored(monkeypatch: pytest.MonkeyPatch) -> None:
    out = shown(f"score {HAND} --venue 8fan --color always", monkeypatch, terminal=False)[0]
    assert "minimum 8\x1b[32m: reached\x1b[0m" in out
    out = shown(f"score {BELOW} --venue 8fan --color always", monkeypatch, terminal=False)[0]
    assert "minimum 8\x1b[33m: not reached\x1b[0m" in out
    assert colored("起和 8 番：不够（1）").count("\x1b[33m：不够\x1b[0m") == 1
    out = shown("settle --base 10 --tsumo --winner E --room 200 --fee 20 --color always",
                monkeypatch, terminal=False)[0]  # fmt: skip
    assert re.search(r"\x1b\[31m-\d+\x1b\[0m", out)
    titles = [line for line in out.splitlines() if line.startswith("\x1b[1m")]
    assert len(titles) == 1
    err = shown("score 1m2x --color always", monkeypatch, terminal=False)[1]
    assert err.startswith("\x1b[31m\x1b[1mmjcalc: \x1b[0m")
    assert "\x1b[31m     ^" in err


def test_an_error_that_leaves_a_command_has_the_color_that_was_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = "batch nosuch --color {}"
    assert ESCAPE.search(shown(line.format("always"), monkeypatch, terminal=False)[1])
    assert not ESCAPE.search(shown(line.format("never"), monkeypatch, terminal=True)[1])


def test_a_choice_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    err = shown("fans --color blue", monkeypatch, terminal=False)[1]
    assert err == 'mjcalc: --color cannot be "blue": use auto, always, never\n'
