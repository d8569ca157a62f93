"""The line that an interrupted command writes, and how to continue where that is possible."""

from __future__ import annotations

import os
import re
import shlex
import signal
from collections.abc import Sequence

from mjcalc.cli.screen import ERRORS, PREFIX
from mjcalc.i18n import Lang, say
from mjcalc.i18n.phrases import Phrase
from mjcalc.i18n.visible import UNSAFE, visible

SHOW_CURSOR = "\x1b[?25h"  # a progress bar hides it


def line(lang: Lang, number: int) -> str:
    """Return the line of a command that the signal of this number ended."""
    return f"{_line_start()}{PREFIX}{say(_key(number), lang)}"


def part_line(lang: Lang, number: int, part: str, command: str, *, piped: bool) -> str:
    """Return the line of a run that leaves a part of its output, which ``command`` continues.

    A ``piped`` input has to be given to it again.
    """
    key = "interrupted.piped" if piped else "interrupted.resume"
    text = say(key, lang, how=Phrase(_key(number)), part=part)
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


def _key(number: int) -> str:
    return "terminated" if number == signal.SIGTERM else "interrupted"


def _line_start() -> str:
    """Return what starts a new line on a terminal, below typed text or a progress bar."""
    if not ERRORS.isatty():
        return ""
    return "\n" if os.environ.get("TERM") == "dumb" else f"{SHOW_CURSOR}\n"
