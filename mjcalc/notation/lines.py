"""Lines of a text stream in bounded memory, however long a line is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

# Characters of a line; no hand, deal or act has so many.
LONGEST_LINE = 1 << 16


def bounded(stream: TextIO) -> Iterator[tuple[str, bool]]:
    """Yield every line with its end, and whether it was cut at ``LONGEST_LINE``; skip the rest.

    >>> import io
    >>> [(len(line), cut) for line, cut in bounded(io.StringIO("x" * 100_000 + "\\nend"))]
    [(65536, True), (3, False)]
    """
    while line := stream.readline(LONGEST_LINE):
        cut = len(line) == LONGEST_LINE and not line.endswith("\n")
        yield line, cut
        while cut and (rest := stream.readline(LONGEST_LINE)) and not rest.endswith("\n"):
            pass
