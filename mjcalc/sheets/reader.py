"""The game sheet: text to values (notation, section "Game sheet").

:func:`read_sheet` never stops at a fault: what is wrong with the header is in ``Sheet.wrong``, a
line that cannot be read is a :class:`BadLine` among the deals. The rules are asked in
``sheets.game``, which reports every defect together. Keys of the defects: ``i18n.games``.

>>> sheet = read_sheet("rules huopin\\nplayers E=Ann\\ndeal dealer:Ann draw")
>>> sheet.header.players, sheet.entries[0].dealer, sheet.entries[0].line
({<Wind.E: 0>: 'Ann'}, <Wind.E: 0>, 3)
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any

from mjcalc.errors import Defect, NotationError, shortened
from mjcalc.notation.grammar import LONGEST_HAND
from mjcalc.notation.whitespace import is_blank
from mjcalc.sheets.deal_line import AMOUNT, DealReader, split_defect
from mjcalc.sheets.players import CHAIRS, Players, player_of, unquoted
from mjcalc.sheets.values import (
    AdjustLine,
    BadLine,
    BadSheet,
    DealLine,
    HandPart,
    Header,
    Sheet,
    SheetPlace,
)
from mjcalc.sheets.vocabulary import (
    BLANK,
    ITEM_OF,
    VERB_OF,
    SheetLine,
    SheetToken,
    cut,
    split_number,
)

__all__ = [
    "AdjustLine", "BadLine", "BadSheet", "DealLine", "HandPart", "Header", "Sheet", "SheetPlace",
    "decoded", "read_sheet",
]  # fmt: skip

LINE_END = re.compile(r"\r\n|\r|\n")
SIGNED = re.compile(r"([+\-\u2212]?)([0-9]{1,30})")
# A sheet with more bad lines than this is no sheet; the rest of it is not read.
MOST_BAD_LINES = 100


def decoded(content: bytes) -> str:
    """The text of a file, in UTF-8 or, where it says so by its first bytes, UTF-16.

    BadSheet says in which line it is neither.

    >>> decoded("规则 huopin".encode("utf-8-sig"))
    '规则 huopin'
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8-sig")
        *lines, last = LINE_END.split(before)
        place = SheetPlace(len(lines) + 1, len(last), 1)
        raise BadSheet((NotationError([place.mark(Defect("not-utf-8"))]),)) from None


def read_sheet(text: str) -> Sheet:
    """The sheet that a text describes, readable or not; see the module."""
    reader = SheetReader()
    lines = tuple(LINE_END.split(text))
    for number, line in enumerate(lines, 1):
        if reader.bad_lines >= MOST_BAD_LINES:
            rest = Defect("more-bad-lines", {"limit": MOST_BAD_LINES}, line=number)
            reader.wrong.append(NotationError([rest]))
            break
        reader.read(number, line)
    return Sheet(lines, reader.header(), tuple(reader.entries), tuple(reader.wrong))


class SheetReader:
    """Reads the lines one after the other: first the header, then the deals."""

    def __init__(self) -> None:
        self.entries: list[DealLine | AdjustLine | BadLine] = []
        self.wrong: list[NotationError] = []
        self.bad_lines = 0
        self.said: dict[str, Any] = {}
        self.options: dict[str, str] = {}
        self.places: dict[str, SheetPlace] = {}
        self.players = Players()

    def header(self) -> Header:
        """What the lines before the first deal said."""
        return Header(
            **self.said, players=self.players.names, options=self.options, places=self.places
        )

    def read(self, number: int, text: str) -> None:
        """Takes a line; blank lines and comments say nothing."""
        if is_blank(text):
            return
        if len(text) > LONGEST_HAND:
            fields = {"length": len(text), "limit": LONGEST_HAND}
            self.refuse(number, [Defect("sheet-line-too-long", fields).at(0)], is_deal=True)
            return
        line = SheetLine(number, text)
        if line.is_blank:
            return
        first, *tokens = cut(line.code)
        verb = VERB_OF.get(first.text.rstrip(":").lower(), "")
        if verb == "deal":
            self.deal(line, first, tokens)
        elif verb == "adjust":
            self.adjust(line, first, tokens)
        elif verb:
            self.head(line, verb, first, tokens)
        else:
            self.unknown(line, first)

    def refuse(self, number: int, defects: Iterable[Defect], *, is_deal: bool) -> None:
        """Takes note of a line that cannot be read."""
        self.bad_lines += 1
        error = NotationError([SheetPlace(number, d.start or 0, d.length).mark(d) for d in defects])
        if is_deal or self.entries:
            self.entries.append(BadLine(number, is_deal, error))
        else:
            self.wrong.append(error)

    def unknown(self, line: SheetLine, first: SheetToken) -> None:
        """A line that starts with no word of the sheet."""
        word = re.split("[:=]", first.text, maxsplit=1)[0]
        meant = cut(f"deal {line.code}")
        known_items = {t.text.split(":")[0].lower() for t in meant if t.kind == "item"} & {*ITEM_OF}
        looks_like_a_deal = known_items or {t.kind for t in meant} & {"tsumo", "from", "draw"}
        near = difflib.get_close_matches(word.lower()[:20], VERB_OF, 3, 0.6)
        is_deal = any(VERB_OF[name] == "deal" for name in near)
        begins_so = word.lower() in ITEM_OF or (looks_like_a_deal and not near)
        key = "deal-without-verb" if begins_so else "unknown-verb"
        typed = line.typed(first.start, len(first.text))
        place = line.place(first.start, len(first.text))
        defect = Defect(key, {"text": typed[:40], "candidates": tuple(near)}).at(*place)
        self.refuse(line.number, [defect], is_deal=is_deal or key == "deal-without-verb")

    # --- deals ----------------------------------------------------------------------------------

    def deal(self, line: SheetLine, first: SheetToken, tokens: list[SheetToken]) -> None:
        """A line ``deal``."""
        reading = DealReader(line, first, self.players)
        made = reading.read(tokens)
        if made is None:
            self.refuse(line.number, reading.wrong, is_deal=True)
        else:
            self.entries.append(made)

    def adjust(self, line: SheetLine, first: SheetToken, tokens: list[SheetToken]) -> None:
        """A line ``adjust``: player, amount, reason."""
        wrong: list[Defect] = []
        words = [token for token in tokens if token.kind != "reason"]
        reason = next((token for token in tokens if token.kind == "reason"), None)
        found = SIGNED.fullmatch(words[1].text) if len(words) > 1 else None
        player = player_of(self.players, line, words[0], wrong) if words else None
        split = split_number(line.code, words[1].start) if found else None
        if split is not None:
            place = line.place(words[1].start, len(split.text))
            defect = split_defect(split)
            if " " in split.text:
                defect = Defect("number-or-reason", defect.fields)
            wrong.append(defect.at(*place))
        elif found is None:
            bad = words[1] if len(words) > 1 else first
            wrong.append(Defect("bad-adjust").at(*line.place(bad.start, len(bad.text))))
        if wrong or player is None or found is None:
            self.refuse(line.number, wrong, is_deal=False)
            return
        amount = int(found[2]) * (-1 if found[1] in ("-", "\u2212") else 1)
        why = "" if reason is None else line.typed(reason.start, len(reason.text)).strip()
        self.entries.append(AdjustLine(line.number, player, amount, why))

    # --- the header -----------------------------------------------------------------------------

    def head(self, line: SheetLine, verb: str, first: SheetToken, tokens: list[SheetToken]) -> None:
        """A header line: each once, before the first deal."""
        wrong: list[Defect] = []
        place = line.place(first.start, len(first.text))
        if self.entries:
            wrong.append(Defect("header-late", {"header": verb}).at(*place))
        elif verb in self.places and verb != "option":
            before = self.places[verb].line
            wrong.append(Defect("header-twice", {"header": verb, "before": before}).at(*place))
        elif not tokens:
            wrong.append(Defect("header-empty", {"header": verb}).at(*place))
        else:
            start, end = tokens[0].start, tokens[-1].start + len(tokens[-1].text)
            self.places[verb] = SheetPlace(line.number, *line.place(start, end - start))
            HEADER_READERS[verb](self, line, verb, tokens, wrong)
        if wrong:
            self.refuse(line.number, wrong, is_deal=False)

    def word(
        self, line: SheetLine, verb: str, tokens: list[SheetToken], wrong: list[Defect]
    ) -> None:
        """A header whose value is the rest of the line."""
        self.said[verb] = line.code[tokens[0].start :].strip(BLANK)

    def amount(
        self, line: SheetLine, verb: str, tokens: list[SheetToken], wrong: list[Defect]
    ) -> None:
        """A header whose value is a number."""
        value = line.code[tokens[0].start :].strip(BLANK)
        if AMOUNT.fullmatch(value):
            self.said[verb] = int(value)
        else:
            place = self.places[verb]
            fields = {"item": verb, "value": shortened(value)}
            wrong.append(Defect("not-an-amount", fields).at(place.start, place.length))

    def option(
        self, line: SheetLine, verb: str, tokens: list[SheetToken], wrong: list[Defect]
    ) -> None:
        """An option of the rules, ``KEY=VALUE``."""
        place = line.place(tokens[0].start, len(line.code[tokens[0].start :].rstrip(BLANK)))
        key, _, value = tokens[0].text.partition("=")
        if len(tokens) != 1 or tokens[0].kind != "pair" or not value:
            wrong.append(Defect("bad-option").at(*place))
        elif key in self.options:
            wrong.append(Defect("said-twice", {"item": key}).at(*place))
        else:
            self.options[key] = value
            self.places[f"option:{key}"] = SheetPlace(line.number, *place)

    def names(
        self, line: SheetLine, verb: str, tokens: list[SheetToken], wrong: list[Defect]
    ) -> None:
        """Who sits where: ``E=Ann``; a name that cannot be read is not missed in the deals."""
        for token in tokens:
            place = line.place(token.start, len(token.text))
            chair, _, rest = token.text.partition("=")
            if token.kind != "pair" or chair not in CHAIRS:
                typed = line.typed(token.start, len(token.text))
                wrong.append(Defect("bad-player", {"text": shortened(typed)}).at(*place))
                continue
            name = unquoted(line.typed(token.start + len(chair) + 1, len(rest)))
            if name is None:
                wrong.append(Defect("unclosed-quote").at(*place))
            else:
                wrong += (d.at(*place) for d in self.players.seat(CHAIRS[chair], name))
        if wrong:
            self.players.unread = line.text


HEADER_READERS = {
    "rules": SheetReader.word,
    "venue": SheetReader.word,
    "room": SheetReader.amount,
    "fee": SheetReader.amount,
    "option": SheetReader.option,
    "players": SheetReader.names,
}
