"""Who is meant: the four chairs and the names of a sheet (notation, section "Game sheet").

Names are compared as one reads them: full-width letters, composed accents and invisible characters
make no other player.
"""

from __future__ import annotations

import re
import unicodedata

from mjcalc.errors import Defect
from mjcalc.notation.whitespace import INVISIBLE
from mjcalc.sheets.vocabulary import SheetLine, SheetToken, is_word_of_the_sheet
from mjcalc.tiles import Wind

CHAIRS = {name: wind for wind in Wind for name in (wind.name, wind.zh)}
MOST_CHARACTERS = 40


def fold_name(name: str) -> str:
    """What two spellings of one name have in common.

    >>> fold_name("Ｂｏ\\u200b") == fold_name("Bo")
    True
    """
    visible = "".join(char for char in name if char not in INVISIBLE)
    return unicodedata.normalize("NFKC", visible).strip()


def unquoted(text: str) -> str | None:
    """A name without the quotes around it; None when they are not closed."""
    text = text.strip()
    if not text.startswith(('"', "＂", "“")):
        return text
    return text[1:-1].strip() if len(text) > 1 and text[-1] in '"＂”' else None


class Players:
    """The names given so far, by chair.

    ``unread`` is a line of names that is wrong: whoever stands in it is taken to sit in some chair,
    for one mistake in the header is not to be told again in every deal.
    """

    def __init__(self) -> None:
        self.names: dict[Wind, str] = {}
        self.unread = ""
        self._supposed: dict[str, Wind] = {}

    def _suppose(self, name: str) -> Wind | None:
        """A chair for somebody who stands in the unread line."""
        if not fold_name(name) or fold_name(name) not in fold_name(self.unread):
            return None
        taken = {*self.names, *self._supposed.values()}
        free = next((chair for chair in Wind if chair not in taken), Wind.E)
        return self._supposed.setdefault(fold_name(name), free)

    def seat(self, chair: Wind, name: str) -> list[Defect]:
        """Gives a chair its name; what is wrong with that."""
        plain = fold_name(name)
        taken = next(
            (other for other, given in self.names.items() if fold_name(given) == plain), None
        )
        if chair in self.names:
            return [Defect("chair-twice", {"seat": chair, "name": self.names[chair]})]
        if not plain:
            return [Defect("no-name", {"seat": chair})]
        if taken is not None:
            return [Defect("player-twice", {"name": name, "seat": taken, "other": chair})]
        if CHAIRS.get(plain, chair) is not chair or is_word_of_the_sheet(plain):
            return [Defect("name-means-other", {"name": name})]
        if len(name) > MOST_CHARACTERS or any(unicodedata.category(char) == "Cc" for char in name):
            return [Defect("bad-name", {"limit": MOST_CHARACTERS})]
        self.names[chair] = name
        return []

    def find(self, line: SheetLine, start: int, text: str, item: str = "") -> Wind | Defect:
        """The chair of a player, by chair or name; a Defect at its place when nobody is meant.

        ``item`` is the item whose value it is, if it is one.
        """
        place = line.place(start, len(text))
        if text in CHAIRS:
            return CHAIRS[text]
        name = unquoted(line.typed(start, len(text)))
        if name is None:
            return Defect("unclosed-quote").at(*place)
        for chair, given in self.names.items():
            if fold_name(given) == fold_name(name):
                return chair
        supposed = self._suppose(name)
        if supposed is not None:
            return supposed
        if item and not name:
            return Defect("item-empty", {"item": item}).at(*place)
        if item and re.fullmatch("[0-4]", text):
            return wind_digit(item, text).at(*place)
        known = (*(wind.name for wind in Wind), *self.names.values())
        return Defect("no-player", {"name": name[:MOST_CHARACTERS], "known": known}).at(*place)


def wind_digit(item: str, text: str) -> Defect:
    """A wind or chair written as a digit, which two conventions read in two ways."""
    digit = int(text)
    from_one, from_zero = (Wind(place) if 0 <= place < 4 else None for place in (digit - 1, digit))
    fields = {"item": item, "digit": text, "from_one": from_one, "from_zero": from_zero}
    return Defect("wind-digit", fields)


def player_of(
    players: Players, line: SheetLine, token: SheetToken, wrong: list[Defect]
) -> Wind | None:
    """The chair that a word means; None, and the fault among the wrong, when it means none."""
    found = players.find(line, token.start, token.text)
    if isinstance(found, Defect):
        wrong.append(found)
        return None
    return found
