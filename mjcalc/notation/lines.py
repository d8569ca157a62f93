"""Lines of text: white space, bounded memory however long a line is, the encoding of its bytes.

White space is as Unicode defines it: the ideographic space, no-break spaces, form feeds, next line
(U+0085), the separators 0x1c to 0x1f and the line separators. With the invisible characters it is
all that an empty line may hold, in every kind of file.

>>> is_blank("\\u3000\\xa0\\x0c\\x85\\x1f\\u200b\\ufeff"), is_blank(" . ")
(True, False)
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import TextIO

from mjcalc.errors import Defect

# Soft hyphen, Hangul fillers, zero-width and direction marks, byte order mark, variation selectors:
# what editors leave behind.
INVISIBLE = frozenset(
    chr(code)
    for first, last in (
        (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
        (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
        (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)  # fmt: skip
WHITE_SPACE = (
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
IGNORED_CHARACTERS = WHITE_SPACE + "".join(sorted(INVISIBLE))


def is_blank(line: str) -> bool:
    """Whether a line holds nothing visible."""
    return not line.strip(IGNORED_CHARACTERS)


def stripped(line: str) -> str:
    """Return the line without white space and invisible characters at its ends.

    >>> stripped("\\ufeff\\u3000Match x\\xa0\\n")
    'Match x'
    """
    return line.strip(IGNORED_CHARACTERS)


# --- long lines and bytes -------------------------------------------------------------------------

# Characters of a line; no hand, deal or act has so many.
LONGEST_LINE = 1 << 16
# What stands for the bytes of a line that are not UTF-8.
INVALID_BYTES = re.compile("[\udc80-\udcff]+")


def bounded(stream: TextIO, limit: int = LONGEST_LINE) -> Iterator[tuple[str, bool]]:
    """Yield every line with its end, and whether it was cut at ``limit``; skip the rest.

    >>> import io
    >>> [(len(line), cut) for line, cut in bounded(io.StringIO("x" * 100_000 + "\\nend"))]
    [(65536, True), (3, False)]
    """
    while line := stream.readline(limit):
        cut = len(line) == limit and not line.endswith("\n")
        yield line, cut
        while cut and (rest := stream.readline(limit)) and not rest.endswith("\n"):
            pass


def undecoded(line: str) -> Defect | None:
    """Return the defect of a line with bytes that are not UTF-8 (lone surrogates), else None.

    >>> undecoded("\\udcd2\\udcbb\\udcb6\\udcfe 1m").fields["encoding"]
    'gb18030'
    """
    found = INVALID_BYTES.search(line)
    if found is None:
        return None
    data = line.encode("utf-8", "surrogateescape")
    first = " ".join(f"{ord(char) - 0xDC00:02x}" for char in found[0][:4])
    fields = {"bytes": first, "encoding": encoding_of(data)}
    return Defect("line-not-utf-8", fields, "line", found.start(), len(found[0]))


def with_marks(line: str) -> str:
    """Return a line with a replacement character for each byte that is not UTF-8."""
    return INVALID_BYTES.sub(lambda found: "\ufffd" * len(found[0]), line)


def encoding_of(data: bytes) -> str:
    """Return the encoding that bytes are probably in, if they are not UTF-8.

    The bytes may end in the middle of a character.

    >>> encoding_of("一万".encode("gb18030")), encoding_of("Andr\\xe9 1m".encode("latin-1"))
    ('gb18030', 'latin-1')
    >>> encoding_of("东 1m\\n".encode("utf-16-le")), encoding_of("东 1m\\n".encode("utf-16-be"))
    ('utf-16-le', 'utf-16-be')
    """
    for encoding, high in (("utf-16-le", 1), ("utf-16-be", 0)):
        # Every tenth character at least is a digit, a letter, a space or a line end.
        if data[high::2].count(0) * 20 >= len(data) > 1 and _is_text(data, encoding):
            return encoding
    if not _is_text(data, "gb18030"):
        return "latin-1"
    foreign = [char for char in _in_encoding(data, "gb18030") if not char.isascii()]
    common = sum(bool(char.encode("gb2312", "ignore")) for char in foreign)
    return "gb18030" if 2 * common >= len(foreign) else "latin-1"


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        text = _in_encoding(data, encoding)
    except UnicodeDecodeError:
        return False
    return all(char.isprintable() or char.isspace() for char in text.lstrip("\ufeff"))


def _in_encoding(data: bytes, encoding: str) -> str:
    return codecs.getincrementaldecoder(encoding)().decode(data)
