r"""Make text safe to show: no control character reaches a terminal as it is.

Ids, names, file names, options and hands may hold anything: commands to the terminal (ESC and the
other control characters), marks that turn the direction of writing, line separators, bytes that are
no text. They are shown as escapes. Joiners of emoji and of Indic and Persian letters stay.
"""

from __future__ import annotations

import re

# C0, DEL, C1; soft hyphen, direction marks, zero-width blanks; line separators; lone surrogates.
UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff]"
)


def visible(text: str, *, keep: str = "", json: bool = False) -> str:
    r"""Return the text with an escape for each unsafe character except those in ``keep``.

    ``json`` writes every escape as a string of JSON may have it.

    >>> print(visible("a\x1b[2J\u202eb\n"), visible("\x9b\n", keep="\n", json=True), end="")
    a\x1b[2J\u202eb\x0a \u009b
    """
    if text.isprintable():
        return text

    def escape(found: re.Match[str]) -> str:
        code = ord(found[0])
        if found[0] in keep:
            return found[0]
        return f"\\x{code:02x}" if code < 0x100 and not json else f"\\u{code:04x}"

    return UNSAFE.sub(escape, text)
