"""``mjcalc help``: the topics and the commands."""

from __future__ import annotations

import pytest

from mjcalc import cli
from mjcalc.cli.help import as_screen_text, read_topic, topics
from tests.command import Mjcalc, command_line


@pytest.fixture
def mjcalc(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    return command_line(capsys, monkeypatch, "help")


def test_the_list_names_every_topic_and_every_command(mjcalc: Mjcalc) -> None:
    done = mjcalc("--lang", "en")
    assert (done.code, done.err) == (0, "")
    names = [line.split()[0] for line in done.out.splitlines() if line.startswith("  ")]
    assert names == [*topics(), *cli.COMMANDS]


@pytest.mark.parametrize("name", topics())
def test_a_topic_is_printed_without_marks(mjcalc: Mjcalc, name: str) -> None:
    done = mjcalc(name)
    assert (done.code, done.err) == (0, "")
    assert done.out.rstrip() == as_screen_text(read_topic(name)).rstrip()
    assert "```" not in done.out
    assert not any(line.startswith(("#", "|")) for line in done.out.splitlines())


@pytest.mark.parametrize("name", [name for name in cli.COMMANDS if name not in topics()])
def test_the_help_of_a_command_is_what_its_option_prints(
    mjcalc: Mjcalc, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    shown = mjcalc(name).out
    cli.run([name, "--help"])
    assert shown == capsys.readouterr().out


def test_a_topic_that_does_not_exist(mjcalc: Mjcalc) -> None:
    done = mjcalc("notatoin", "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        'mjcalc: there is no topic "notatoin": mjcalc help lists them; did you mean notation?\n'
    )


def test_tables_are_aligned_or_set_in_paragraphs() -> None:
    narrow = "| a | b |\n|---|---|\n| `1` | two |\n"
    assert as_screen_text(narrow) == "  a  b\n  1  two\n"
    long = "word " * 30
    wide = f"| | |\n|---|---|\n| `x \\| y` | {long}|\n"
    assert as_screen_text(wide).splitlines()[0] == "  x | y"
    assert all(len(line) <= 100 for line in as_screen_text(wide).splitlines())
