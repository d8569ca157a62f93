"""The one place where an error becomes text on standard error, and an exit code.

A command raises its error, or gives it to :func:`fail` or :func:`fail_lines` when it has more to
say about the input. Whatever leaves a command ends in :func:`end_with`: no traceback is printed
unless ``--debug`` asks for it.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import signal
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from enum import IntEnum
from typing import Any

import click

from mjcalc.cli.screen import ERRORS, PREFIX, discard_output, print_result, tell
from mjcalc.cli.settings_file import FILE_SETTINGS, LANGUAGES, FileSettings
from mjcalc.errors import (
    Defect,
    ImpossibleHand,
    MjcalcError,
    NotationError,
    NotAWin,
    OptionError,
    Waiting,
    shortened,
)
from mjcalc.i18n import Lang, message, say
from mjcalc.i18n.phrases import Phrase
from mjcalc.i18n.visible import UNSAFE, visible
from mjcalc.report import Look, dumps

QUOTED = ("name", "value")  # fields of a Mistake that hold what was typed
SHOW_CURSOR = "\x1b[?25h"  # a progress bar hides it
LOOK_AND_RULES = "mjcalc.look"  # where a context keeps how its results look, and their rules
# What the system answers when an output is full, or cannot be written at all.
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EBADF)


class ExitCode(IntEnum):
    """How a command ended; a number means the same in every command."""

    OK = 0
    FAILED = 1  # a line or deal of a file failed, or a recorded deal differs
    UNUSABLE = 2  # the input or an option cannot be used, or the input is missing
    NOT_A_WIN = 3  # the hand does not win, or waits
    BELOW_MINIMUM = 4  # with --check
    INTERRUPTED = 130


class Mistake(click.UsageError):
    """A wrong use of the command line: a key of the catalogue and its fields."""

    def __init__(self, key: str, **fields: object) -> None:
        super().__init__(key)
        self.key = key
        self.fields = {
            name: shown(name, value) if isinstance(value, str) else value
            for name, value in fields.items()
        }


class BadInput(Mistake):
    """An input that cannot be read as a whole; JSON formats get an object about it too."""


def shown(name: str, value: str) -> str:
    """Return a field of a Mistake as it is shown."""
    text = as_text(value)
    return shortened(text) if name in QUOTED else text


def as_text(word: str) -> str:
    """Return an argument of the command line read as UTF-8, if it is that, in any locale.

    In the locale ``C``, Python makes a surrogate of every byte of a Chinese character.
    """
    try:
        return os.fsencode(word).decode("utf-8")
    except UnicodeError:
        return word


def language(args: Sequence[str], context: click.Context | None = None) -> Lang:
    """Return the language of errors, also of those in the options themselves."""
    file = FileSettings() if context is None else context.meta.get(FILE_SETTINGS, FileSettings())
    wanted = file.values["lang"].value if "lang" in file.values else ""
    wanted = os.environ.get("MJCALC_LANG") or wanted
    for place, arg in enumerate(args):
        if arg == "--lang" and place + 1 < len(args):
            wanted = args[place + 1]
        elif arg.startswith("--lang="):
            wanted = arg.removeprefix("--lang=")
    return Lang(wanted) if wanted in LANGUAGES else Lang.BOTH


def answer_with(look: Look, rules: str) -> None:
    """Set the look and the rules of the JSON object that an input which fails as a whole gets."""
    click.get_current_context().meta[LOOK_AND_RULES] = look, rules


# --- errors about an input ----------------------------------------------------------------------


def fail(
    errors: Sequence[MjcalcError], text: str, look: Look, rules: str, *, hint: str | None = None
) -> ExitCode:
    """Report all that is wrong with a hand; return the exit code.

    JSON formats get an object on standard output, and a waiting hand what it waits for. ``hint``
    ends each sentence.
    """
    from mjcalc.report.errors import error_json, error_text, waiting_text

    if look.format in ("json", "jsonl"):
        objects = [error_json(error, text, rules, look.lang, hint=hint) for error in errors]
        every = [defect for value in objects for defect in value["errors"]]
        print_result(dumps(objects[0] | {"errors": every}), look.format)
    elif isinstance(errors[0], Waiting) and "hand" in errors[0].defects[0].fields:
        print_result(waiting_text(errors[0], look), look.format)
    for error in errors:
        tell(error_text(error, text if is_about_hand(error) else "", look.lang, PREFIX, hint))
    return exit_code(errors)


def fail_lines(
    errors: Sequence[MjcalcError],
    lines: Sequence[str],
    look: Look,
    rules: str | None = None,
    *,
    file: str | None = None,
) -> ExitCode:
    """Report all that is wrong with the lines of a file; return the exit code.

    JSON formats get an object on standard output if ``rules`` says under which rules. ``file`` is
    the name to begin each message with.
    """
    from mjcalc.report.errors import bad_json, errors_text

    if rules is not None and look.format in ("json", "jsonl"):
        print_result(dumps(bad_json(errors, lines, rules, look.lang)), look.format)
    where = "" if file is None else f"{visible(as_text(file))}: "
    tell(errors_text(errors, lines, look.lang, f"{PREFIX}{where}"))
    return ExitCode.UNUSABLE


def is_about_hand(error: MjcalcError) -> bool:
    """Whether the places of an error are places in the text of a hand."""
    return isinstance(error, NotationError | ImpossibleHand | NotAWin | Waiting)


def exit_code(errors: Sequence[MjcalcError]) -> ExitCode:
    """Return the exit code of a command that failed with these errors."""
    lost = all(isinstance(error, NotAWin | Waiting) for error in errors)
    return ExitCode.NOT_A_WIN if lost else ExitCode.UNUSABLE


# --- errors that leave a command ----------------------------------------------------------------


def end_with(error: BaseException, args: Sequence[str], context: click.Context | None) -> int:
    """Report the error that ended a command; return the exit code. Raise it with ``--debug``."""
    match error:
        case click.exceptions.Exit():
            return error.exit_code if args else ExitCode.UNUSABLE
        case KeyboardInterrupt() | click.Abort():
            return ExitCode.INTERRUPTED
        case BrokenPipeError():
            discard_output()
            return ExitCode.OK
        case OSError() if error.errno in UNWRITABLE:
            discard_output()
            return unwritable(error.strerror, language(args, context))
    if "--debug" in args and not isinstance(error, click.UsageError | OptionError):
        raise error
    with nullcontext() if context is None else context.scope(cleanup=False):
        return _report(error, language(args, context), {} if context is None else context.meta)


def _report(error: BaseException, lang: Lang, meta: Mapping[str, Any]) -> int:
    """Report an error; ``meta`` is that of the context, with the look and the rules."""
    look, rules = meta.get(LOOK_AND_RULES, (Look(lang), ""))
    if mistake := system_limit(error):
        complain(mistake, lang)
    elif isinstance(error, click.UsageError | OptionError):
        if isinstance(error, BadInput) and look.format in ("json", "jsonl"):
            _print_bad_input(error, look, rules)
        complain(error, lang)
    elif isinstance(error, MjcalcError):
        return fail([error], "", look, rules)
    elif isinstance(error, OSError | UnicodeError):
        complain(_input_or_output(error), lang)
    else:
        tell(PREFIX + say("internal", lang, what=f"{type(error).__name__}: {error}"))
        return ExitCode.FAILED
    return ExitCode.UNUSABLE


def complain(error: click.UsageError | OptionError, lang: Lang) -> None:
    """Write one line on standard error for each thing that is wrong with the command line."""
    if isinstance(error, Mistake):
        lines = [say(error.key, lang, **error.fields)]
    elif isinstance(error, OptionError):
        lines = [message(defect, lang) for defect in error.defects]
    else:
        lines = [say("usage", lang, what=error.format_message())]
    for line in lines:
        tell(PREFIX + line)


def unwritable(reason: str | None, lang: Lang) -> int:
    """Report that standard output cannot be written; return the exit code."""
    complain(Mistake("no-stdout", reason=reason), lang)
    return ExitCode.UNUSABLE


def system_limit(error: BaseException) -> Mistake | None:
    """Return the Mistake for an error that a limit of the system caused, else None."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OSError) and cause.errno in (errno.EMFILE, errno.ENFILE):
            limit = os.sysconf("SC_OPEN_MAX") if hasattr(os, "sysconf") else "?"
            return Mistake("too-few-handles", limit=limit)
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, RecursionError):
        return Mistake("too-deep")
    no_memory = isinstance(error, OSError) and error.errno == errno.ENOMEM
    not_loaded = isinstance(error, ImportError) and "failed to map segment" in str(error)
    if not (no_memory or not_loaded or isinstance(error, MemoryError)):
        return None
    error.__traceback__ = None  # what its frames hold may be all the memory there is
    return Mistake("no-memory")


def _input_or_output(error: OSError | UnicodeError) -> Mistake:
    """Return the Mistake for a file that no command reported on."""
    if isinstance(error, UnicodeError):
        return Mistake("no-encoding-fits", reason=str(error))
    reason = error.strerror or str(error)
    if error.filename is None:
        return Mistake("system-error", reason=reason)
    return Mistake("no-file", path=os.fsdecode(error.filename), reason=reason)


def _print_bad_input(error: BadInput, look: Look, rules: str) -> None:
    """Print the JSON object for an input that cannot be read."""
    from mjcalc.report.errors import bad_json

    problem = NotationError([Defect(error.key, error.fields)])
    print_result(dumps(bad_json([problem], (), rules, look.lang)), look.format)


# --- signals -------------------------------------------------------------------------------------


def interrupted_line(lang: Lang, number: int) -> str:
    """Return the line of a command that the signal of this number ended."""
    return f"{_line_start()}{PREFIX}{say(_signal_key(number), lang)}"


def part_line(lang: Lang, number: int, part: str, command: str, *, piped: bool) -> str:
    """Return the line of a run that leaves a part of its output, which ``command`` continues.

    A ``piped`` input has to be given to it again.
    """
    key = "interrupted.piped" if piped else "interrupted.resume"
    text = say(key, lang, how=Phrase(_signal_key(number)), part=part)
    return _line_start() + visible(f"{PREFIX}{text}: {command}")


def resume_command(args: Sequence[str]) -> str:
    """Return the command line that continues a run of ``mjcalc`` with these arguments.

    >>> resume_command(["batch", "my hands.txt", "-o", "out"])
    "mjcalc batch 'my hands.txt' -o out --resume"
    >>> resume_command(["batch", "-o", "out", "--", "-x"])
    'mjcalc batch -o out --resume -- -x'
    """
    end = args.index("--") if "--" in args else len(args)
    more = () if "--resume" in args else ("--resume",)
    return " ".join(map(_shell_quote, ["mjcalc", *args[:end], *more, *args[end:]]))


def _shell_quote(word: str) -> str:
    r"""Quote a word for a shell; bash and zsh read back what is shown as an escape.

    >>> print(_shell_quote("my file"), _shell_quote("it's\x1b[5m"), _shell_quote("\udcff"))
    'my file' $'it\'s\x1b[5m' $'\xff'
    """
    if not UNSAFE.search(word):
        return shlex.quote(word)
    text = word.replace("\\", r"\\").replace("'", r"\'")
    # A lone surrogate stands for a byte of a name that is not UTF-8; C1 takes two bytes.
    typed = re.sub("[\udc80-\udcff]", lambda one: f"\\x{ord(one[0]) - 0xDC00:x}", text)
    c1 = re.sub("[\x80-\x9f\xad]", lambda one: f"\\u{ord(one[0]):04x}", typed)
    return f"$'{visible(c1)}'"


def _signal_key(number: int) -> str:
    return "terminated" if number == signal.SIGTERM else "interrupted"


def _line_start() -> str:
    """Return what starts a new line on a terminal, below typed text or a progress bar."""
    if not ERRORS.isatty():
        return ""
    return "\n" if os.environ.get("TERM") == "dumb" else f"{SHOW_CURSOR}\n"
