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

ADJUST_WORD = re.compile(rf"({any_of(ADJUST_SIGNS)}):? *(?ai:(?:of|for|from|to)\b)?")
SIGNED_AMOUNT = re.compile(
    r"([+\-\u2212]?)([0-9]{1,30})(?: ?(?:分|(?ai:points?|pts?)(?![a-z])))?(?![0-9A-Za-z.])"
)
SIGNED = re.compile(r"[+\-\u2212][0-9]")
# A reason before the amount: late -5, 迟到 扣5分.
REASON_FIRST = re.compile(
    rf"(?P<reason>[^0-9]*?)(?P<amount>(?:{any_of(ADJUST_SIGNS)}:? *|(?=[+\-\u2212]))"
    rf"{SIGNED_AMOUNT.pattern})[ )]*$"
)
PLAYER_WORD = re.compile(
    rf"{QUOTED_NAME}|{OPEN_QUOTE}|{CHAIR}|(?:(?![+\-\u2212]?[0-9])[^\s,;\"“])++|[^\s,;]++"
)
KNOWN_PLAYER = re.compile(f"{QUOTED_NAME}|{CHAIR}")
FROM_WORD = re.compile(r"(?ai:from) ")
REASON_ENDS = " \t,;，；、：:（）()"
AFTER_PLAYER = re.compile(r"[ ,;:]*")


def is_adjustment(
    line: SheetLine, start: int, players: Players, *, reason_first: bool = False
) -> bool:
    """Whether a line that starts with no verb is a player and a penalty or a signed amount.

    With ``reason_first`` there may be a reason between them.

    >>> is_adjustment(SheetLine(1, "S -40 late"), 0, Players())
    True
    """
    signed = SIGNED_AMOUNT.match(line.code, start) if SIGNED.match(line.code, start) else None
    at = start if signed is None else _skip(line.code, signed.end())
    end = _end_of_player(line, at, players)
    if end is None or signed is not None:
        return end is not None
    if ADJUST_WORD.match(line.code, end) or SIGNED.match(line.code, end):
        return True
    return reason_first and REASON_FIRST.match(line.code, end) is not None


def _end_of_player(line: SheetLine, at: int, players: Players) -> int | None:
    """Return where the next word after a player begins; None where no player stands."""
    named = players.name_at(line, at)
    quoted = KNOWN_PLAYER.match(line.code, at)
    if named is None and quoted is None:
        return None
    end = at + named[1] if named is not None else quoted.end() if quoted is not None else at
    return _skip(line.code, end, AFTER_PLAYER)


def _skip(code: str, at: int, pattern: re.Pattern[str] = BLANKS) -> int:
    blanks = pattern.match(code, at)
    return at if blanks is None else blanks.end()


class AdjustReader:
    """Reads an adjustment from ``start`` on; what is wrong with it is in ``wrong``."""

    def __init__(self, line: SheetLine, start: int, players: Players) -> None:
        self.line, self.players = line, players
        self.start = self.at = start
        self.wrong: list[Defect] = []
        self.sign: int | None = None
        self.word = ""

    def read(self) -> AdjustLine | None:
        """Return the adjustment; None when the line is wrong."""
        self._adjust_word()
        amount = self._amount() if self._amount_is_first() else None
        player = self._player()
        self._adjust_word()
        first = ""
        if amount is None and player is not None and not self.wrong:
            first = self._reason_first()
            amount = self._amount()
        if self.wrong or player is None or amount is None:
            return None
        rest = self.line.text_of(self.at, len(self.line.code.rstrip()) - self.at)
        reason = " ".join(part for part in (first, rest.strip(REASON_ENDS)) if part)
        return AdjustLine(self.line.number, player, amount, reason)

    def _adjust_word(self) -> None:
        word = ADJUST_WORD.match(self.line.code, self.at)
        if word is not None and self.sign is None:
            self.sign = ADJUST_SIGNS[word[1].lower()]
            self.word = self.line.text_of(word.start(), len(word[1]))
            self.at = _skip(self.line.code, word.end())

    def _amount_is_first(self) -> bool:
        code, at = self.line.code, self.at
        if SIGNED.match(code, at):
            return True
        amount = SIGNED_AMOUNT.match(code, at)
        return amount is not None and self.players.name_at(self.line, at) is None

    def _reason_first(self) -> str:
        """Return the reason that stands before the amount, if one does."""
        if SIGNED_AMOUNT.match(self.line.code, self.at):
            return ""
        match = REASON_FIRST.match(self.line.code, self.at)
        if match is None:
            return ""
        reason = self.line.text_of(self.at, len(match["reason"])).strip(REASON_ENDS)
        self.at = match.start("amount")
        self._adjust_word()
        return reason

    def _player(self) -> Wind | None:
        named = self.players.name_at(self.line, self.at)
        if named is not None:
            self.at = _skip(self.line.code, self.at + named[1], AFTER_PLAYER)
            return named[0]
        match = PLAYER_WORD.match(self.line.code, self.at)
        if match is None:
            self._bad(self.start, len(self.line.code[self.start : self.at].rstrip()))
            return None
        player = self.players.find(self.line, self.at, match.group())
        self.at = _skip(self.line.code, match.end(), AFTER_PLAYER)
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
        match = SIGNED_AMOUNT.match(code, at)
        if match is None:
            rest = re.compile(r"[^\s,;]*").match(code, at)
            self._bad(*((at, len(rest.group())) if rest and rest.group() else (self.start, 1)))
            return None
        self.at = _skip(code, match.end())
        if FROM_WORD.match(code, self.at):
            self.at = _skip(code, self.at + 4)
        minus = match[1] in ("-", "\u2212")
        if self.sign and match[1] and minus is (self.sign > 0):
            place = self.line.place(at, len(match.group()))
            fields = {"text": match.group(), "word": self.word, "number": match[2]}
            self.wrong.append(Defect("adjust-two-ways", fields).at(*place))
            return None
        return int(match[2]) * (-1 if minus or (self.sign or 1) < 0 else 1)

    def _bad(self, start: int, length: int) -> None:
        self.wrong.append(Defect("bad-adjust").at(*self.line.place(start, length)))
