"""Exit codes: what a command returns to the shell; a number means the same in every command."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ended."""

    OK = 0
    FAILED = 1  # a line or deal of a file failed, or a recorded deal differs
    UNUSABLE = 2  # the input or an option cannot be used, or there is no input
    NOT_A_WIN = 3  # the hand does not win, or waits
    BELOW_MINIMUM = 4  # with --check
    INTERRUPTED = 130
