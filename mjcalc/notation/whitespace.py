"""White space and invisible characters: what an empty line may hold, in every kind of file.

White space is as Unicode defines it: the ideographic space, no-break spaces, form feeds, next line
(U+0085), the separators 0x1c to 0x1f and the line separators.

>>> is_blank("\\u3000\\xa0\\x0c\\x85\\x1f\\u200b\\ufeff"), is_blank(" . ")
(True, False)
"""

from __future__ import annotations

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
