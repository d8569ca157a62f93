"""The files a command reads: opened, unpacked and decoded, or standard input.

A gzip archive is recognized by its first bytes, and so is UTF-16 with a byte order mark; other
encodings than UTF-8 are named with ``--encoding``. Whatever a file was, its reader gets UTF-8.
"""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BufferedReader
from typing import Any, NamedTuple, TextIO, TypeVar, cast

import click

from mjcalc.cli.errors import BadInput, Mistake, as_text
from mjcalc.cli.options import FILE_NAME, Function, Settings, help_text
from mjcalc.cli.screen import ERRORS, is_terminal
from mjcalc.errors import Defect, NotationError
from mjcalc.i18n.phrases import Phrase
from mjcalc.notation.lines import LONGEST_LINE, bounded, encoding_of, undecoded, with_marks

FilePart = TypeVar("FilePart")
STDIN = "-"
GZIP = b"\x1f\x8b"
# Byte order marks by encoding; that of UTF-32 begins with that of UTF-16.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
KNOWN_ENCODINGS = ("utf-8", "utf-16", "gb18030", "big5", "latin-1")
DECODED_AT_ONCE = 1 << 16  # bytes


def check_encoding(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the name of an encoding as Python has it; Mistake for any other."""
    if value is None:
        return None
    try:
        "1".encode(value)
        return codecs.lookup(value).name
    except (LookupError, ValueError):
        raise Mistake(
            "no-choice", option="--encoding", value=value, known=KNOWN_ENCODINGS
        ) from None


encoding_option: Function = click.option(
    "--encoding", metavar="NAME", callback=check_encoding, help=help_text("--encoding")
)


files_argument: Function = click.argument("file", nargs=-1, metavar="[FILE]...", **FILE_NAME)


def input_paths(named: Sequence[str]) -> tuple[str, ...]:
    """Return the inputs of a command: those that were named, else standard input.

    Raise Mistake if standard input is named twice: it can be read only once.
    """
    if named.count(STDIN) > 1:
        raise Mistake("stdin-twice", count=named.count(STDIN))
    return tuple(named) or (STDIN,)


def shown_names(paths: Sequence[str]) -> list[str | None]:
    """Return the name of each input as rows and JSON have it; None where there is only one."""
    return [as_text(path) if len(paths) > 1 else None for path in paths]


class InputLine(NamedTuple):
    """A line of an input without its end: its file if there are several, its number, its text.

    ``error`` says why the line cannot hold a hand, whatever it says.
    """

    file: str | None
    number: int
    text: str
    error: NotationError | None


def input_lines(paths: Iterable[str], encoding: str | None = None) -> Iterator[InputLine]:
    """Yield the lines of files one after another; BadInput when one cannot be read."""
    paths = tuple(paths)
    for path in paths:
        file = path if len(paths) > 1 else None
        with opened(path, encoding) as stream, unchanged(stream, path):
            yield from _numbered(stream, path, file)


def _numbered(stream: BufferedReader, path: str, file: str | None) -> Iterator[InputLine]:
    """Yield the lines of an open file."""
    text = io.TextIOWrapper(stream, "utf-8", "surrogateescape")
    try:
        for number, (line, cut) in enumerate(read_on(bounded(text), path), 1):
            typed = line.rstrip("\r\n").removeprefix("\ufeff" if number == 1 else "")
            error = None
            if cut:
                error = NotationError(
                    [Defect("line-too-long", {"limit": LONGEST_LINE - 1}, "line")]
                )
            elif defect := undecoded(typed):
                error = NotationError([defect])
            yield InputLine(file, number, with_marks(typed), error)
    finally:
        text.detach()


@contextmanager
def opened(path: str, encoding: str | None = None) -> Iterator[BufferedReader]:
    """The content of a file in UTF-8, ``-`` for standard input; BadInput when it cannot be read."""
    with opened_as_it_is(path) as raw:
        with reading(path):
            stream = decoded_stream(raw, path, encoding)
        yield stream


def opened_as_it_is(path: str) -> AbstractContextManager[BufferedReader]:
    """The bytes of a file, ``-`` for standard input; BadInput when it cannot be opened."""
    if path == STDIN:
        return nullcontext(standard_input())
    try:
        return open(path, "rb")
    except OSError as error:
        raise no_file(path, error.strerror) from None


def decoded_stream(raw: BufferedReader, path: str, encoding: str | None) -> BufferedReader:
    """Return a stream of the content in UTF-8: ``raw`` itself where that is so already."""
    stream = raw
    if raw.peek(len(GZIP)).startswith(GZIP):
        import gzip

        stream = cast(BufferedReader, gzip.GzipFile(fileobj=raw))
    begin = stream.peek(4)
    marked = next((name for mark, name in BYTE_ORDER_MARKS if begin.startswith(mark)), None)
    if encoding is None and marked is None and (guess := encoding_of(begin)).startswith("utf-16"):
        raise BadInput("not-utf-8-file", path=path, encoding=guess)
    codec = marked or encoding
    if codec == "utf-16" and marked is None:
        codec = encoding_of(begin) if encoding_of(begin).startswith(codec) else "utf-16-le"
    if codec in (None, "utf-8"):
        return stream
    return cast(BufferedReader, io.BufferedReader(Recoded(stream, path, str(codec))))


class Recoded(io.RawIOBase):
    """A stream in another encoding, read as UTF-8; BadInput at bytes that are not in it."""

    def __init__(self, stream: BufferedReader, path: str, encoding: str) -> None:
        self.stream, self.path, self.encoding = stream, path, encoding
        self.decoder = codecs.getincrementaldecoder(encoding)()
        self.ready = b""
        self.lines = 1

    def readable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the file descriptor of the stream."""
        return self.stream.fileno()

    def readinto(self, buffer: Any, /) -> int:
        """Read the next bytes; none are the end."""
        more = True
        while more and not self.ready:
            data = self.stream.read1(DECODED_AT_ONCE)
            more = bool(data)
            self.ready = self._text(data).encode("utf-8", "surrogatepass")
        size = min(len(buffer), len(self.ready))
        buffer[:size], self.ready = self.ready[:size], self.ready[size:]
        return size

    def _text(self, data: bytes) -> str:
        try:
            text = self.decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            line = self.lines + error.object[: error.start].decode(self.encoding, "ignore").count(
                "\n"
            )
            wrong = error.object[error.start : error.end].hex(" ")
            fields = {"path": self.path, "encoding": self.encoding, "line": line, "bytes": wrong}
            raise BadInput("wrong-encoding", **fields) from None
        self.lines += text.count("\n")
        return text


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Turn an error of reading a file into BadInput."""
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        raise no_read(path, reason_of(error)) from None


def reason_of(error: Exception) -> str | Phrase:
    """Return why a file cannot be read on: the system's words, or that an archive is damaged."""
    return getattr(error, "strerror", None) or Phrase("damaged-archive")


@contextmanager
def unchanged(stream: Any, path: str) -> Iterator[None]:
    """Raise BadInput at the end of a block that reads a file, if the file changed meanwhile."""
    before = state(stream)
    yield
    if state(stream) != before:
        raise BadInput("file-changed", path=path)


class State(NamedTuple):
    """What tells a file from another one, and from itself after a change."""

    inode: int
    size: int
    modified: int


def state(stream: Any) -> State | None:
    """Return the state of an open file; None for a pipe or a device."""
    try:
        found = os.fstat(stream.fileno())
    except (AttributeError, OSError):  # a stream of a test
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return State(found.st_ino, found.st_size, found.st_mtime_ns)


def standard_input() -> BufferedReader:
    """Standard input; BadInput when whoever started the program closed it."""
    stream: TextIO | None = sys.stdin
    if stream is None:
        raise BadInput("no-stdin")
    if hasattr(stream, "buffer"):
        return cast(BufferedReader, stream.buffer)
    content = stream.read().encode("utf-8", "surrogateescape")  # a text, as a test gives it
    return io.BufferedReader(cast(io.RawIOBase, io.BytesIO(content)))


def no_file(path: str, reason: str | None) -> BadInput:
    """Return the error for a file that cannot be opened, or whose name is empty."""
    return BadInput("no-file" if path else "no-file-name", path=path, reason=reason)


def no_read(path: str, reason: str | Phrase | None) -> BadInput:
    """Return the error for a file that was opened and cannot be read."""
    return BadInput("no-read", path=path, reason=reason)


def read_on(parts: Iterable[FilePart], path: str) -> Iterator[FilePart]:
    """Yield what is read from a file, part by part; BadInput when reading fails."""
    with reading(path):
        yield from parts


def progress(path: str | None, settings: Settings) -> AbstractContextManager[Any]:
    """A bar on stderr for a file of known size, unless the rows themselves go to the terminal."""
    shown = ERRORS.isatty() and not is_terminal(sys.stdout) and not settings.look.quiet
    if path in (None, "-") or not shown:
        return nullcontext()
    return click.progressbar(length=os.path.getsize(str(path)), file=cast(TextIO, ERRORS))
