"""``mjcalc help``: a subject explained, or the help of a command.

A topic is a file of ``mjcalc/help``; its first line is its title in both languages. To add one,
write the file: the list is made of the folder.
"""

from __future__ import annotations

import re
from importlib.resources import files
from textwrap import fill

import click

from mjcalc.cli.errors import Mistake
from mjcalc.cli.options import Framed, Settings, command
from mjcalc.cli.screen import print_result
from mjcalc.i18n import say
from mjcalc.report.tables import width

EXAMPLES = (
    "mjcalc help",
    "mjcalc help notation",
    "mjcalc help sheet",
    "mjcalc help score",
)
FENCE = re.compile(r"^```[^\n]*\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
TABLE = re.compile(r"^\|.*\n\|[-|]+\|\n(?:\|.*\n)*", re.MULTILINE)
CELL = re.compile(r"(?<!\\)\|")
SCREEN_WIDTH = 100


def complete_topic(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the topics and commands that start so."""
    names = [*topics(), *_commands(ctx)]
    return [name for name in names if name.startswith(incomplete)]


@command("help", EXAMPLES)
@click.argument("topic", required=False, shell_complete=complete_topic)
def main(settings: Settings, topic: str | None) -> None:
    """Print the list of topics and commands, a topic, or the help of a command."""
    context = click.get_current_context()
    names = _commands(context)
    if topic is None:
        print_result(_contents(settings, names), "table")
    elif topic in topics():
        print_result(as_screen_text(read_topic(topic)).rstrip(), "table")
    elif topic in names:
        click.echo(_help_of(context, topic))
    else:
        raise Mistake("no-topic", name=topic, known=[*topics(), *names])


def topics() -> list[str]:
    """Return the names of the topics."""
    paths = [path.name for path in files("mjcalc").joinpath("help").iterdir()]
    return sorted(name.removesuffix(".md") for name in paths if name.endswith(".md"))


def read_topic(name: str) -> str:
    """Return the Markdown text of a topic."""
    return files("mjcalc").joinpath("help", f"{name}.md").read_text(encoding="utf-8")


def as_screen_text(text: str) -> str:
    """Return Markdown as it reads on a terminal: without its marks, code indented by two columns.

    >>> print(as_screen_text("# Title\\n\\n```sh\\nmjcalc\\n```\\n"), end="")
    Title
    =====
    <BLANKLINE>
      mjcalc
    """
    pieces = FENCE.split(text)  # text and code in turn
    for place in range(0, len(pieces), 2):
        pieces[place] = HEADING.sub(_underlined, TABLE.sub(_screen_table, pieces[place]))
        pieces[place] = re.sub(r"`+|\*\*", "", pieces[place])
    for place in range(1, len(pieces), 2):
        lines = pieces[place].splitlines()
        pieces[place] = "".join(f"  {line}".rstrip() + "\n" for line in lines)
    return "".join(pieces)


def _underlined(heading: re.Match[str]) -> str:
    sign = "=" if len(heading[1]) == 1 else "-"
    return f"{heading[2]}\n{sign * width(heading[2])}"


def _screen_table(found: re.Match[str]) -> str:
    """Return a table in aligned columns, or, where it is too wide, each row in paragraphs."""
    lines = [line.strip().strip("|") for line in found[0].splitlines()]
    rows = [[cell.strip().replace("\\|", "|") for cell in CELL.split(line)] for line in lines]
    del rows[1]  # the stroke
    if not any(rows[0]):
        del rows[0]
    plain = [[cell.replace("`", "") for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*plain, strict=True)]
    if sum(widths) + 2 * len(widths) <= SCREEN_WIDTH:
        return "".join(_padded(row, widths) + "\n" for row in plain)
    return "".join(
        fill(cell, SCREEN_WIDTH, initial_indent=indent, subsequent_indent=indent) + "\n"
        for row in plain
        for indent, cell in zip(("  ", *["    "] * len(row)), row, strict=False)
        if cell
    )


def _padded(row: list[str], widths: list[int]) -> str:
    cells = (cell + " " * (size - width(cell)) for cell, size in zip(row, widths, strict=True))
    return ("  " + "  ".join(cells)).rstrip()


def _commands(context: click.Context) -> list[str]:
    group = context.find_root().command
    return group.list_commands(context) if isinstance(group, click.Group) else []


def _help_of(context: click.Context, name: str) -> str:
    """Return what ``mjcalc NAME --help`` prints."""
    root = context.find_root()
    assert isinstance(root.command, click.Group)
    found = root.command.get_command(root, name)
    assert found is not None
    return found.get_help(click.Context(found, info_name=name, parent=root))


def _contents(settings: Settings, names: list[str]) -> str:
    """Return the list of topics with their titles, and of commands with their summaries."""
    lang = settings.look.lang
    context = click.get_current_context()
    group = context.find_root().command
    rows = [(name, read_topic(name).partition("\n")[0].removeprefix("# ")) for name in topics()]
    blocks = [f"{say('help-topics', lang)}: mjcalc help TOPIC", _name_list(rows)]
    commands = []
    for name in names:
        found = group.get_command(context, name) if isinstance(group, click.Group) else None
        if isinstance(found, Framed):
            commands.append((name, found.get_short_help_str()))
    blocks += [f"{say('help-commands', lang)}: mjcalc COMMAND --help", _name_list(commands)]
    return "\n\n".join(blocks)


def _name_list(rows: list[tuple[str, str]]) -> str:
    longest = max(len(name) for name, _ in rows)
    return "\n".join(f"  {name:<{longest}}  {text}" for name, text in rows)
