"""A line of a game sheet that is a penalty or bonus by the director: ``adjust S -40 late``.

The amount of ``adjust`` has its sign; that of a penalty is lost and that of a bonus won, with the
same sign or none. The player may stand before the word: 张三 罚分 5.
"""

from __future__ import annotations

import re

from mjcalc.errors import Defect
from mjcalc.sheets.deal_items import split_defect
from mjcalc.sheets.deal_words import BLANKS
from mjcalc.sheets.players import CHAIR, Players
from mjcalc.sheets.values import AdjustLine
from mjcalc.sheets.vocabulary import (
    ADJUST_SIGNS,
    OPEN_QUOTE,
    QUOTED_NAME,
    SheetLine,
    any_of,
    split_number,
)
from mjcalc.tiles import Wind

ADJUST_WORD = re.compile(rf"({any_of(ADJUST_SIGNS)}):? *")

SIGNED_AMOUNT = re.compile(
    r"([+\-\u2212]?)([0-9]{1,30})(?: ?(?:分|(?ai:points?|pts?)(?![a-z])))?(?![0-9A-Za-z.])"
)
SIGNED = re.compile(r"[+\-\u2212][0-9]")
PLAYER_WORD = re.compile(
    rf"{QUOTED_NAME}|{OPEN_QUOTE}|{CHAIR}|(?:(?![+\-\u2212]?[0-9])[^\s,;\"“])++|[^\s,;]++"
)


def is_adjustment(line: SheetLine, start: int, players: Players) -> bool:
    """Whether a line that starts with no verb is a player, then a penalty or a signed amount.

    >>> is_adjustment(SheetLine(1, "S -40 late"), 0, Players())
    True
    """
    found = players.name_at(line, start)
    quoted = re.compile(f"{QUOTED_NAME}|{CHAIR}").match(line.code, start)
    if found is None and quoted is None:
        return False
    end = start + found[1] if found is not None else quoted.end() if quoted is not None else start
    after = _skip(line.code, end)
    return bool(ADJUST_WORD.match(line.code, after) or SIGNED.match(line.code, after))


def _skip(code: str, at: int) -> int:
    blanks = BLANKS.match(code, at)
    return at if blanks is None else blanks.end()


class AdjustReader:
    """Reads such a line from ``start`` on; what is wrong with it is in ``wrong``."""

    def __init__(self, line: SheetLine, start: int, players: Players) -> None:
        self.line, self.players = line, players
        self.start = self.at = start
        self.wrong: list[Defect] = []
        self.sign: int | None = None
        self.word = ""

    def read(self) -> AdjustLine | None:
        """Return the adjustment; None when the line is wrong."""
        self._adjust_word()
        amount = self._amount() if SIGNED.match(self.line.code, self.at) else None
        player = self._player()
        self._adjust_word()
        if amount is None and player is not None:
            amount = self._amount()
        if self.wrong or player is None or amount is None:
            return None
        reason = self.line.typed(self.at, len(self.line.code.rstrip()) - self.at).strip(
            " \t,;，；、：:"
        )
        return AdjustLine(self.line.number, player, amount, reason)

    def _adjust_word(self) -> None:
        found = ADJUST_WORD.match(self.line.code, self.at)
        if found is not None and self.sign is None:
            self.sign = ADJUST_SIGNS[found[1].lower()]
            self.word = self.line.typed(found.start(), len(found[1]))
            self.at = _skip(self.line.code, found.end())

    def _player(self) -> Wind | None:
        named = self.players.name_at(self.line, self.at)
        if named is not None:
            self.at = _skip(self.line.code, self.at + named[1])
            return named[0]
        found = PLAYER_WORD.match(self.line.code, self.at)
        if found is None:
            self._bad(self.start, len(self.line.code[self.start : self.at].rstrip()))
            return None
        player = self.players.find(self.line, self.at, found.group())
        self.at = _skip(self.line.code, found.end())
        if isinstance(player, Wind):
            return player
        self.wrong.append(player)
        return None

    def _amount(self) -> int | None:
        code, at = self.line.code, self.at
        split = split_number(code, at)
        if split is not None:
            defect = split_defect(split)
            if " " in split.text:
                defect = Defect("number-or-reason", defect.fields)
            self.wrong.append(defect.at(*self.line.place(at, len(split.text))))
            return None
        found = SIGNED_AMOUNT.match(code, at)
        if found is None:
            rest = re.compile(r"[^\s,;]*").match(code, at)
            self._bad(*((at, len(rest.group())) if rest and rest.group() else (self.start, 1)))
            return None
        self.at = _skip(code, found.end())
        minus = found[1] in ("-", "\u2212")
        if self.sign and found[1] and minus is (self.sign > 0):
            place = self.line.place(at, len(found.group()))
            fields = {"text": found.group(), "word": self.word, "number": found[2]}
            self.wrong.append(Defect("adjust-two-ways", fields).at(*place))
            return None
        return int(found[2]) * (-1 if minus or (self.sign or 1) < 0 else 1)

    def _bad(self, start: int, length: int) -> None:
        self.wrong.append(Defect("bad-adjust").at(*self.line.place(start, length)))
