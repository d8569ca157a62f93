"""Shell completion in real shells, with the script that ``mjcalc help options`` says to load.

The functions of a shell that only work while somebody types (``compopt``, ``compadd`` …) are
replaced by ones that print what they are given. A shell that is not installed is left out.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BASH = """
compopt() {{ FILES=files; }}
eval "$(_MJCALC_COMPLETE=bash_source mjcalc)"
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_mjcalc_completion mjcalc
printf '%s\\n' $FILES "${{COMPREPLY[@]}}"
"""
ZSH = """
compdef() {{ :; }}
compadd() {{ print -l -- "${{completions[@]}}"; }}
_describe() {{ print -l -- "${{completions_with_descriptions[@]%%:*}}"; }}
_path_files() {{ print files; }}
eval "$(_MJCALC_COMPLETE=zsh_source mjcalc)"
words=({words}); CURRENT=${{#words}}
_mjcalc_completion
"""
FISH = """
_MJCALC_COMPLETE=fish_source mjcalc | source
complete -C {line} | string split -f 1 \\t
"""
LINES = {
    "mjcalc ba": {"batch"},
    "mjcalc score --format j": {"json", "jsonl"},
    "mjcalc score --rules w": {"wmo"},
    "mjcalc score --lang ": {"zh", "en", "both"},
    "mjcalc score --notation te": {"tenhou"},
    "mjcalc score --option mixed-k": {"mixed-kongs=5", "mixed-kongs=6", "mixed-kongs=separate"},
    "mjcalc settle --venue 8": {"8fan", "8番场"},
    "mjcalc settle --winner S": {"S"},
    "mjcalc fans 清": {"清幺九", "清一色", "清龙", "清老头"},
    "mjcalc score --why 三色三": {"三色三同顺", "三色三节高", "三色三步高"},
    "mjcalc game --new ": {"guobiao", "huopin", "wmo"},
    "mjcalc rules guobiao w": {"wmo"},
    "mjcalc help not": {"notation"},
}
FILE_LINES = ("mjcalc batch RE", "mjcalc game RE", "mjcalc replay RE", "mjcalc batch x -o RE")


def shell(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@pytest.fixture(scope="module", autouse=True)
def _command_on_the_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Make ``mjcalc`` a command that a shell finds, as it is after installation."""
    directory = tmp_path_factory.mktemp("bin")
    command = directory / "mjcalc"
    python = shlex.join([sys.executable, "-m", "mjcalc"])
    command.write_text(f'#!/bin/sh\nexec {python} "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", str(directory), prepend=os.pathsep)
        patch.setenv("LC_ALL", "C.UTF-8")
        yield


def completed(name: str, line: str) -> set[str]:
    """What a shell offers at the end of a line."""
    *words, last = line.split(" ")
    quoted = " ".join(map(shlex.quote, [*words, last]))
    script = {"bash": BASH, "zsh": ZSH, "fish": FISH}[name]
    script = script.format(words=quoted, line=shlex.quote(line))
    options = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[name]
    done = subprocess.run(
        [shell(name), *options, "-c", script],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        check=False,
    )
    return {text for text in done.stdout.splitlines() if text}


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("line", LINES)
def test_a_shell_offers_the_words_that_fit(name: str, line: str) -> None:
    assert completed(name, line) == LINES[line]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("line", FILE_LINES)
def test_a_shell_completes_file_names(name: str, line: str) -> None:
    expected = {"README.md"} if name == "fish" else {"files"}
    assert expected <= completed(name, line)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("mjcalc score --option mixed-kongs = ", {"5", "6", "separate"}),
        ("mjcalc score --option mixed-kongs = s", {"separate"}),
        ("mjcalc score --rules = w", {"wmo"}),
        ("mjcalc score --option mixed-kongs = 6 --lang e", {"en"}),
    ],
)
def test_bash_cuts_words_at_equals_signs(line: str, expected: set[str]) -> None:
    assert completed("bash", line) == expected
