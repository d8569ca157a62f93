"""The command line: a click group that loads the module of the command that is asked for.

A command is the function ``main`` of a module of this package; to add one, write it and add its
name to :data:`COMMANDS`. Errors become a line on stderr and an exit code here, nowhere else.
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

from mjcalc.cli.exits import ExitCode
from mjcalc.cli.interrupted import line
from mjcalc.cli.options import (
    HELP_OPTIONS,
    Framed,
    Mistake,
    as_text,
    complain,
    debug_option,
    language,
    version,
)
from mjcalc.cli.screen import ERRORS, PREFIX, tell
from mjcalc.errors import MjcalcError
from mjcalc.i18n import Lang, say
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
# What the system says of an output that takes no more, or cannot be written at all.
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EBADF)


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
    interrupts.begin(partial(line, language(args)), sys.stderr.fileno())
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


def discard_output() -> None:
    """What is still in the buffer has no reader: the interpreter's own flush must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def unwritable(reason: str | None, lang: Lang) -> int:
    """Says that the output cannot be written; the exit code for that."""
    complain(Mistake("no-stdout", reason=reason), lang)
    return ExitCode.UNUSABLE


def _exhausted(error: Exception) -> str | None:
    """Return the key of the text for an input that is too large or nested too deep, else None."""
    if isinstance(error, RecursionError):
        return "too-deep"
    no_memory = isinstance(error, OSError) and error.errno == errno.ENOMEM
    not_loaded = isinstance(error, ImportError) and "failed to map segment" in str(error)
    return "no-memory" if no_memory or not_loaded or isinstance(error, MemoryError) else None


def too_few_handles(error: BaseException | None) -> Mistake | None:
    """Return the Mistake for an error caused by the limit of open files, else None."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            limit = os.sysconf("SC_OPEN_MAX") if hasattr(os, "sysconf") else "?"
            return Mistake("too-few-handles", limit=limit)
        error = error.__cause__ or error.__context__
    return None


def run(args: Sequence[str]) -> int:
    """Runs the command line and returns its exit code; no exception leaves it but with --debug."""
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
    except click.exceptions.Exit as exit:
        return exit.exit_code if args else 2
    except (click.UsageError, MjcalcError) as error:
        complain(too_few_handles(error) or error, language(args, context))
        return ExitCode.UNUSABLE
    except (KeyboardInterrupt, click.Abort):
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        discard_output()
        return 0
    except Exception as error:
        if isinstance(error, OSError) and error.errno in UNWRITABLE:
            discard_output()
            return unwritable(error.strerror, language(args, context))
        if "--debug" in args:
            raise
        return unforeseen(error, language(args, context))


def unforeseen(error: Exception, lang: Lang) -> int:
    """Report a limit of the system or a fault of mjcalc; return the exit code."""
    mistake = too_few_handles(error)
    if mistake is None and (key := _exhausted(error)):
        error.__traceback__ = None  # what its frames hold may be all the memory there is
        mistake = Mistake(key)
    if mistake is not None:
        complain(mistake, lang)
        return ExitCode.UNUSABLE
    what = f"{type(error).__name__}: {error}"
    tell(PREFIX + say("internal", lang, what=what))
    return ExitCode.FAILED
