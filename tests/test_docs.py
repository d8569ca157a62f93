"""The README and the help topics: every example is run, and prints what it says it prints."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mjcalc.notation.vocabulary import VOCABULARY
from mjcalc.rules.rulesets import OPTIONS, RULESETS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
HELP = ROOT / "mjcalc" / "help"
TOPICS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(HELP.glob("*.md"))}
TEXTS = {"README": README, **TOPICS}
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MOST_README_LINES = 350


def blocks(language: str) -> list[tuple[str, str]]:
    """The fenced blocks in a language, each with the text that holds it."""
    return [
        (name, body)
        for name, text in TEXTS.items()
        for found, body in BLOCK.findall(text)
        if found == language
    ]


def sessions() -> list[tuple[str, str]]:
    """Every command of a ``console`` block, and what it is said to print."""
    found: dict[tuple[str, str], None] = {}
    for _, block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found[command, output.strip()] = None
    return list(found)


@pytest.mark.parametrize(("command", "output"), sessions())
def test_an_example_prints_what_the_text_says(command: str, output: str) -> None:
    shell = f'mjcalc() {{ {shlex.join([sys.executable, "-m", "mjcalc"])} "$@"; }}\n{command}'
    done = subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, encoding="utf-8", check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert done.stdout.strip() == output


@pytest.mark.parametrize(("name", "block"), blocks("pycon"))
def test_a_library_example_is_a_doctest(name: str, block: str) -> None:
    example = doctest.DocTestParser().get_doctest(block, {}, name, None, None)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_set_up_commands_come_first() -> None:
    score, tests = (block for name, block in blocks("sh") if name == "README")
    assert score.strip().endswith("mjcalc score '123m456p789s EEE 55z +win:5z tsumo'")
    assert tests.strip().endswith(".venv/bin/python -m tests")
    assert README.index("```sh") < README.index("```console")
    # The same command in CI.
    assert '/bin/python" -m tests ' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_every_option_of_the_rules_is_listed_with_its_defaults() -> None:
    rows = [f"| option | {' | '.join(RULESETS)} | else |"]
    for option in OPTIONS:
        defaults = [option.defaults.get(key, "") for key in RULESETS]
        others = " ".join(value for value in option.values if value not in defaults)
        rows.append(
            " ".join(f"| {cell}".strip() for cell in (f"`{option.key}`", *defaults, others))
        )
        rows[-1] += " |"
    assert [row for row in rows if row not in TOPICS["rules"].splitlines()] == []


def test_every_chinese_word_of_the_notation_is_listed() -> None:
    words = [word.rstrip(":") for word in VOCABULARY if not word.isascii()]
    assert [word for word in words if word not in TOPICS["notation"]] == []


def test_the_map_names_every_module() -> None:
    package = ROOT / "mjcalc"
    rooms = {path.name for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}
    rooms -= {"__init__.py", "__main__.py", "__pycache__"}
    assert {room for room in rooms if f"{room.removesuffix('.py')}" not in README} == set()


def test_the_readme_can_be_read_in_one_sitting_and_names_every_topic() -> None:
    assert len(README.splitlines()) <= MOST_README_LINES
    table = README.partition("## More help")[2].partition("\n## ")[0]
    assert {name for name in TOPICS if f"| `{name}` |" not in table} == set()


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_has_a_title_in_both_languages(name: str) -> None:
    title = TOPICS[name].partition("\n")[0]
    assert re.fullmatch(r"# [\w ,:]+ · .*[\u4e00-\u9fff].*", title)
