"""Another notation spelled as ours, character by character traceable to what was typed.

Reading a foreign notation is rewriting its tiles, sets and context in mjcalc's own notation; the
grammar then reads that. So counts, clashes and places are checked once, for every notation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

Replacement = Callable[[re.Match[str]], str]


class Respelling(NamedTuple):
    """A text in our spelling, the place in the original of each character, and what is foreign.

    ``foreign`` is set for each character that was rewritten.
    """

    text: str
    places: list[int]
    foreign: list[bool]

    def at(self, places: list[int]) -> Respelling:
        """Return the same, where the original itself lies at these places of another text."""
        return self._replace(places=[places[place] for place in self.places])


def respell(pattern: re.Pattern[str], replacement: Replacement, text: str) -> Respelling:
    """Rewrite every match of a pattern.

    >>> respell(re.compile("([WBT])([1-9])"), lambda m: m[2] + "mps"["WBT".index(m[1])], "W1 B2")
    Respelling(text='1m 2p', places=[0, 1, 2, 3, 4], foreign=[True, True, False, True, True])
    """
    parts: list[str] = []
    places: list[int] = []
    foreign: list[bool] = []
    end = 0
    for found in pattern.finditer(text):
        parts.append(text[end : found.start()])
        places += range(end, found.start())
        foreign += [False] * (found.start() - end)
        new = replacement(found)
        last = found.end() - 1
        parts.append(new)
        places += [min(found.start() + place, last) for place in range(len(new))]
        foreign += [bool(new.strip())] * len(new)
        end = found.end()
    parts.append(text[end:])
    places += range(end, len(text))
    foreign += [False] * (len(text) - end)
    return Respelling("".join(parts), places, foreign)


def unchanged_spelling(text: str) -> Respelling:
    """Return a text as it is."""
    return Respelling(text, list(range(len(text))), [False] * len(text))
