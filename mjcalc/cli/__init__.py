"""The command line: a click group that loads the module of the command that is asked for.

A command is the function ``main`` of a module of this package; to add one, write it and add its
name to :data:`COMMANDS`. What it raises becomes text and an exit code in ``errors``.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import NoReturn

import click

from mjcalc.cli.errors import (
    Mistake,
    as_text,
    end_with,
    interrupted_line,
    language,
    unwritable,
)
from mjcalc.cli.options import HELP_OPTIONS, Framed, debug_option, version
from mjcalc.cli.screen import ERRORS
from mjcalc.interrupts import installed

COMMANDS = (
    "score", "waits", "convert", "batch", "fans", "rules", "settle", "game", "replay",
    "league", "config", "help",
)  # fmt: skip
EXAMPLES = (
    "mjcalc score '123m456p789s EEE 55z +win:5z tsumo'",
    "mjcalc score chi:123m peng:EEE angang:7777p 46s88p +win:5s --rules guobiao",
    "mjcalc fans 花龙",
    "mjcalc score --help",
)


class Commands(Framed, click.Group):
    """The commands, each imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; Mistake with what may have been meant."""
        if cmd_name not in COMMANDS:
            raise Mistake("no-command", name=cmd_name, known=COMMANDS)
        command: click.Command = import_module(f"mjcalc.cli.{cmd_name}").main
        return command


@click.group("mjcalc", cls=Commands, examples=EXAMPLES, context_settings=HELP_OPTIONS)
@debug_option
@version
def commands() -> None:
    """The group; its summary is in the catalogue."""


def main() -> NoReturn:
    """The entry point ``mjcalc``."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        bad = "replace" if stream is sys.stdin else "backslashreplace"
        if hasattr(stream, "reconfigure"):  # None under pythonw, anything under a test
            stream.reconfigure(encoding="utf-8", errors=bad)
    if sys.stderr is None:  # nobody hears complaints, which is no reason to fail
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  as long as the process
    if sys.stdout is None:  # closed by the shell: the next file opened would take its place
        sys.exit(unwritable(os.strerror(errno.EBADF), language(sys.argv[1:])))
    args = [as_text(arg) for arg in sys.argv[1:]]
    interrupts = installed()
    interrupts.begin(partial(interrupted_line, language(args)), sys.stderr.fileno())
    try:
        code = run(args)
    finally:
        ERRORS.flush()  # the interpreter's own flush of what cannot be written would be exit 120
    interrupts.finish()
    if "distributed" in sys.modules:  # its threads may wait for a scheduler that is gone
        end_at_once(code)
    sys.exit(code)


def end_at_once(code: int) -> NoReturn:
    """End the process without waiting for its threads."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def run(args: Sequence[str]) -> int:
    """Run the command line and return its exit code; no exception leaves it but with --debug."""
    if "_MJCALC_COMPLETE" in os.environ:
        import_module("mjcalc.cli.completion")  # makes bash's way of cutting words known
        commands.main(list(args), "mjcalc")
    context: click.Context | None = None
    try:
        words = tuple(args or ["--help"])
        with commands.make_context("mjcalc", list(words), obj=words) as context:
            code = commands.invoke(context)
            sys.stdout.flush()
        return int(code or 0)
    except (Exception, KeyboardInterrupt) as error:
        return end_with(error, args, context)
