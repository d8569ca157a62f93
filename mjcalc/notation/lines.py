"""The lines of a text stream, however long one is: memory stays that of the longest allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

# Characters of a line; no hand, deal or act has so many.
LONGEST = 1 << 16


def bounded(stream: TextIO) -> Iterator[tuple[str, bool]]:
    """Every line with its end, and whether it was cut at ``LONGEST``; the rest is passed over.

    >>> import io
    >>> [(len(line), cut) for line, cut in bounded(io.StringIO("x" * 100_000 + "\\nend"))]
    [(65536, True), (3, False)]
    """
    while line := stream.readline(LONGEST):
        cut = len(line) == LONGEST and not line.endswith("\n")
        yield line, cut
        while cut and (rest := stream.readline(LONGEST)) and not rest.endswith("\n"):
            pass
