"""Ctrl-C and SIGTERM: the signal handler itself cleans up, writes one line and ends the process.

A handler that raises, as Python's own does, can lose its exception: Python only prints what is
raised in a destructor, in a callback of a weak reference, or in the hooks around a fork, and the
program runs on. :class:`Interrupts` raises nothing. Where a signal would come at a bad moment, as
while workers are forked or a file gets its final name, it is delayed to the end of a block.

The command line installs the handler before its other imports; the library never does. Until then
Ctrl-C is a traceback, so this module imports only what is loaded already or built in.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Iterable
    from types import FrameType
    from typing import NoReturn
else:
    import _signal as signal  # signal itself makes enumerations, which takes a millisecond

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """The handler of SIGINT and SIGTERM.

    ``with interrupts:`` delays signals to the end of the block. They are delayed from the start
    until :meth:`begin` says what to write. ``cleanups`` are called before the process ends, the
    newest first; they run in the middle of anything, so they must not import or take a lock.
    """

    def __init__(self) -> None:
        self.process = os.getpid()
        self.delays = 1
        self.blocked_before: Iterable[int] = ()
        self.number = 0  # of the first signal that came
        self.cleanups: list[Callable[[], object]] = []
        self.text: Callable[[int], str] = str
        self.stderr = 2

    def install(self) -> None:
        """Handle the signals from now on, except those that the parent process set to ignored."""
        for number in SIGNALS:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self)

    def begin(self, text: "Callable[[int], str]", stderr: int) -> None:
        """Stop delaying; ``text`` makes the line to write from the number of the signal.

        ``stderr`` is the file descriptor of standard error, which may not be 2: where that was
        closed, the next file that was opened has this number.
        """
        self.text, self.stderr = text, stderr
        self.delays -= 1
        if self.number:
            self.end()

    def finish(self) -> None:
        """Ignore the signals from now on: the work is done, and its exit code is known."""
        for number in SIGNALS:
            if signal.getsignal(number) is self:
                signal.signal(number, signal.SIG_IGN)

    def __call__(self, number: int, frame: "FrameType | None") -> None:
        """Handle a signal; a process forked a moment ago leaves it to its parent."""
        if os.getpid() == self.process:
            self.number = self.number or number
            if not self.delays:
                self.end()

    def __enter__(self) -> "Interrupts":
        if not self.delays:
            # The system holds them back too: processes that are started in the block inherit it.
            self.blocked_before = _change_mask(signal.SIG_BLOCK, SIGNALS)
        self.delays += 1
        return self

    def __exit__(self, *error: object) -> None:
        self.delays -= 1
        if not self.delays:
            _change_mask(signal.SIG_SETMASK, self.blocked_before)
        if self.number and not self.delays:
            self.end()

    def end(self) -> "NoReturn":
        """Clean up, write the line, and end the process."""
        self.finish()
        try:
            for cleanup in reversed(self.cleanups):
                _attempt(cleanup)
            # Not through sys.stderr, which may have been interrupted while it was writing.
            os.write(self.stderr, f"{self.text(self.number)}\n".encode("utf-8", "backslashreplace"))
        finally:
            os._exit(128 + self.number)


def leave_to_parent() -> None:
    """Ignore Ctrl-C, which the parent process handles; SIGTERM ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _change_mask(signal.SIG_UNBLOCK, SIGNALS)


def _change_mask(how: int, signals: "Iterable[int]") -> "Iterable[int]":
    """Change which signals the system holds back from this thread; return those before."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        return ()
    return signal.pthread_sigmask(how, signals)


def _attempt(cleanup: "Callable[[], object]") -> None:
    """Clean up as far as possible: what fails must not keep the rest from being cleaned up."""
    try:
        cleanup()
    except Exception:
        return


def installed() -> Interrupts:
    """Return the handler of this process, or one without effect where none is installed."""
    for number in SIGNALS:
        handler = signal.getsignal(number)
        if isinstance(handler, Interrupts):
            return handler
    return Interrupts()
