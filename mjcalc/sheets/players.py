"""Who is meant: the four chairs and the names of a sheet (notation, section "Game sheet").

Names are compared as one reads them: full-width letters, composed accents and invisible characters
make no other player.
"""

from __future__ import annotations

import re
import unicodedata

from mjcalc.errors import Defect
from mjcalc.notation.vocabulary import fold
from mjcalc.sheets.vocabulary import LATIN_END, SheetLine, is_word_of_the_sheet, name_key
from mjcalc.tiles import Wind

CHAIR_NAMES = dict(zip(Wind, ("East", "South", "West", "North"), strict=True))
CHAIRS = {
    spelling.casefold(): wind
    for wind in Wind
    for spelling in (wind.name, CHAIR_NAMES[wind], wind.zh, f"{wind.zh}家")
}
# A chair, in any case; several winds in a row are tiles.
CHAIR = (
    rf"(?ai:east|south|west|north|[eswn]){LATIN_END}"
    r"|[东南西北]家?(?![东南西北风圈中发白家])"
)
MOST_CHARACTERS = 40


def unquoted(text: str) -> str | None:
    """Return a name without the quotes around it; None when they are not closed."""
    text = text.strip()
    if not text.startswith(('"', "＂", "“")):
        return text
    return text[1:-1].strip() if len(text) > 1 and text[-1] in '"＂”' else None


class Players:
    """The names given so far, by chair.

    ``unread`` is a line of names that is wrong: whoever stands in it is taken to sit in some chair,
    so that one mistake in the header is not reported again in every deal.
    """

    def __init__(self) -> None:
        self.names: dict[Wind, str] = {}
        self.unread = ""
        self._chairs: dict[str, Wind] = {}  # by name key
        self._keys: list[str] = []  # the longest first
        self._supposed: dict[str, Wind] = {}

    def _suppose(self, name: str) -> Wind | None:
        """Return a chair for somebody who stands in the unread line."""
        key = name_key(name)
        if not key or key not in name_key(self.unread):
            return None
        taken = {*self.names, *self._supposed.values()}
        free = next((chair for chair in Wind if chair not in taken), Wind.E)
        return self._supposed.setdefault(key, free)

    def seat(self, chair: Wind, name: str) -> list[Defect]:
        """Give a chair its name; return what is wrong with that."""
        key = name_key(name)
        taken = self._chairs.get(key)
        if chair in self.names:
            return [Defect("chair-twice", {"seat": chair, "name": self.names[chair]})]
        if not key:
            return [Defect("no-name", {"seat": chair})]
        if taken is not None:
            return [Defect("player-twice", {"name": name, "seat": taken, "other": chair})]
        if CHAIRS.get(fold(key), chair) is not chair or is_word_of_the_sheet(key):
            return [Defect("name-means-other", {"name": name})]
        if len(name) > MOST_CHARACTERS or any(unicodedata.category(char) == "Cc" for char in name):
            return [Defect("bad-name", {"limit": MOST_CHARACTERS})]
        self.names[chair] = name
        self._chairs[key] = chair
        self._keys = sorted(self._chairs, key=len, reverse=True)
        return []

    def name_at(self, line: SheetLine, start: int) -> tuple[Wind, int] | None:
        """Return whose name stands there, the longest of several, and its length."""
        for key in self._keys:
            length = line.length_of(key, start)
            if length:
                return self._chairs[key], length
        return None

    def find(self, line: SheetLine, start: int, text: str, item: str = "") -> Wind | Defect:
        """Return the chair of a player, by chair or name; a Defect at its place for nobody.

        ``item`` is the item whose value it is, if it is one.
        """
        place = line.place(start, len(text))
        name = unquoted(line.text_of(start, len(text)))
        if name is None:
            return Defect("unclosed-quote").at(*place)
        chair = self._chairs.get(name_key(name), CHAIRS.get(text.casefold()))
        chair = self._suppose(name) if chair is None else chair
        if chair is not None:
            return chair
        if item and not name:
            return Defect("item-empty", {"item": item}).at(*place)
        if item and re.fullmatch("[0-4]", text):
            return wind_digit(item, text).at(*place)
        known = (*(wind.name for wind in Wind), *self.names.values())
        return Defect("no-player", {"name": name[:MOST_CHARACTERS], "known": known}).at(*place)


def wind_digit(item: str, text: str) -> Defect:
    """Return the question about a wind or chair written as a digit: counted from 1, or from 0."""
    digit = int(text)
    from_one, from_zero = (Wind(place) if 0 <= place < 4 else None for place in (digit - 1, digit))
    fields = {"item": item, "digit": text, "from_one": from_one, "from_zero": from_zero}
    return Defect("wind-digit", fields)
