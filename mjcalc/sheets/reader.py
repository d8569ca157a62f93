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
from collections.abc import Iterable, Sequence
from typing import Any

from mjcalc.errors import Defect, NotationError, shortened
from mjcalc.notation.grammar import LONGEST_HAND
from mjcalc.notation.lines import encoding_of, is_blank
from mjcalc.rules.rulesets import BASES, find_ruleset
from mjcalc.sheets.adjust_line import AdjustReader, is_adjustment
from mjcalc.sheets.deal_line import DealReader
from mjcalc.sheets.deal_words import PLAYER_KINDS, SheetWord, WordKind, item_at, words_of
from mjcalc.sheets.players import CHAIRS, Players, unquoted
from mjcalc.sheets.seating import Seating
from mjcalc.sheets.terms import SEATS_OPTION, SHEET_FORMS
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
    ADJUST_SIGNS,
    AMOUNT,
    BLANK,
    COUNTED_NUMBER,
    OPEN_QUOTE,
    QUOTED_NAME,
    VERB_OF,
    VERB_SPELLINGS,
    SheetLine,
    any_of,
)
from mjcalc.sheets.win_sentence import VERBS
from mjcalc.tiles import Wind

__all__ = [
    "AdjustLine", "BadLine", "BadSheet", "DealLine", "HandPart", "Header", "Sheet", "SheetPlace",
    "decoded", "read_sheet",
]  # fmt: skip

LINE_END = re.compile(r"\r\n|\r|\n")
HEADERS = tuple(verb for verb in VERB_SPELLINGS if verb not in ("deal", "adjust"))
VERB = re.compile(rf"({any_of(VERB_OF)}):?")
PENALTY = re.compile(any_of(word for word, sign in ADJUST_SIGNS.items() if sign))
# The number of a deal: 3. · 3) · (3) · ③ · 3/16 · 第3局 · 第3盘 · deal 3 · 局 3:
NOT_FANS = r"(?! ?(?:番|分|花|(?ai:fans?|points?)\b))"
NUMBERED = rf"({COUNTED_NUMBER})(?:/16)?(?:[.:,)](?![0-9])|(?= [^0-9 ])){NOT_FANS}"
BEFORE_VERB = re.compile(
    rf"第 ?({COUNTED_NUMBER}) ?[局盘盤]?[:.,]?|\(({COUNTED_NUMBER})\)"
    rf"|([①-⑳])|([0-9]++)(?ai:st|nd|rd|th)[:.,)]?(?= )|{NUMBERED}"
)
# The number of a deal within its round: 东1局, 南二局, 西圈第3盘, E1, East 1.
IN_ROUND = re.compile(
    r"([东南西北])风?圈?第?([1-4])[局盘盤][:.,]?"
    r"|([ESWN]|(?ai:east|south|west|north) )([1-4])(?:[:.,)]|(?= ))"
)
CIRCLED_NUMBERS = {ord("①") + at: str(at + 1) for at in range(20)}
AFTER_VERB = re.compile(rf" *{NUMBERED}")
VALUE = rf"(?:{QUOTED_NAME}|{OPEN_QUOTE}|[^\s,;\"“]*+)"
HEADER_PIECE = re.compile(
    rf"(?P<pair>[^\s,;:=\"“]++[=:](?: +(?![^\s,;:=]++[=:]))?{VALUE})|(?P<quoted>{QUOTED_NAME})"
    rf"|(?P<unclosed>{OPEN_QUOTE})|(?P<word>[^\s,;:=\"“]++)|(?P<sign>[:=]++)"
)
AND = ("and", "&", "和")
DEAL_KINDS = VERBS | {WordKind.ITEM, WordKind.NO_BIRD, WordKind.DRAW}
# A sheet with more bad lines than this is no sheet; the rest of it is not read.
MOST_BAD_LINES = 100
Pieces = Sequence[re.Match[str]]


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
        defect = Defect("not-utf-8", {"encoding": encoding_of(content)})
        raise BadSheet((NotationError([place.mark(defect)]),)) from None


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
        self.deals = 0
        self.values: dict[str, Any] = {}
        self.options: dict[str, str] = {}
        self.places: dict[str, SheetPlace] = {}
        self.players = Players()

    def header(self) -> Header:
        """Return the values of the lines before the first deal."""
        return Header(
            **self.values, players=self.players.names, options=self.options, places=self.places
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
        start = len(line.code) - len(line.code.lstrip(BLANK))
        label = self.label(line, start, IN_ROUND) or self.label(line, start, BEFORE_VERB)
        at = start if label is None else label.end
        verb = None if self.players.name_at(line, at) else VERB.match(line.code, at)
        name = "" if verb is None else VERB_OF[verb[1].lower()]
        end = at if verb is None else verb.end()
        first = SheetWord(WordKind.WORD, start, line.code[start:end].rstrip() or line.code[start])
        if name in HEADERS and label is None:
            self.head(line, name, first, [*HEADER_PIECE.finditer(line.code, end)])
        elif name == "deal":
            after = None if label else self.label(line, end, AFTER_VERB)
            self.deal(line, first, end if after is None else after.end, label or after)
        elif name == "adjust" or self.is_adjustment(line, at):
            self.adjust(line, at)
        else:
            self.without_verb(line, at, label)

    def label(self, line: SheetLine, at: int, pattern: re.Pattern[str]) -> SheetWord | None:
        """Return the number of a deal if one stands there, with the blanks after it."""
        match = pattern.match(line.code, at)
        if match is None or self.players.name_at(line, at):
            return None
        groups = [*filter(None, match.groups())]
        digits = groups[-1].translate(CIRCLED_NUMBERS)
        rest = line.code[match.end() :]
        end = len(line.code) - len(rest.lstrip(BLANK))
        round = CHAIRS[groups[0].strip().casefold()] if pattern is IN_ROUND else None
        return SheetWord(WordKind.COUNT, at, line.code[at:end], round, value=digits)

    def refuse(self, number: int, defects: Iterable[Defect], *, is_deal: bool) -> None:
        """Takes note of a line that cannot be read."""
        self.bad_lines += 1
        self.deals += is_deal
        error = NotationError([SheetPlace(number, d.start or 0, d.length).mark(d) for d in defects])
        if is_deal or self.entries:
            self.entries.append(BadLine(number, is_deal, error))
        else:
            self.wrong.append(error)

    def without_verb(self, line: SheetLine, at: int, label: SheetWord | None) -> None:
        """Read a line that starts with no verb: a deal, if it has the words of one."""
        words = [*words_of(line, at, self.players)]
        first = words[0] if words else SheetWord(WordKind.WORD, at, line.code[at:])
        near: list[str] = []
        if first.kind in (WordKind.WORD, WordKind.OTHER_ITEM, WordKind.SIGN):
            word = re.split("[:=]", first.text, maxsplit=1)[0]
            near = difflib.get_close_matches(word.lower()[:20], VERB_OF, 3, 0.6)
        parts = {word.kind for word in words if word.item != "penalty"}
        if not DEAL_KINDS & parts and is_adjustment(line, at, self.players, reason_first=True):
            self.adjust(line, at)
            return
        counted = first.kind in PLAYER_KINDS and parts & {WordKind.FANS, WordKind.COUNT}
        if label is not None or counted or (not near and DEAL_KINDS & parts):
            self.deal(line, first if words or label is None else label, at, label)
            return
        fields = {"text": self.text_of(line, first), "candidates": tuple(near)}
        defect = Defect("unknown-verb", fields).at(*line.place(first.start, len(first.text)))
        is_deal = any(VERB_OF[name] == "deal" for name in near)
        self.refuse(line.number, [defect], is_deal=is_deal)

    def text_of(self, line: SheetLine, word: SheetWord) -> str:
        """Return a word as it was typed, cut when it would fill the screen."""
        return shortened(line.text_of(word.start, len(word.text)))

    # --- deals ----------------------------------------------------------------------------------

    def deal(self, line: SheetLine, first: SheetWord, at: int, label: SheetWord | None) -> None:
        """Read a deal."""
        reader = DealReader(line, first, self.players, label)
        reader.dealer = self.next_dealer()
        deal = reader.read(at)
        if deal is None:
            self.refuse(line.number, reader.wrong, is_deal=True)
        else:
            self.deals += 1
            self.entries.append(deal)

    def next_dealer(self) -> Wind | None:
        """Return who deals next where that follows from the number of the deal."""
        key = find_ruleset(self.values.get("rules", ""))
        if key is None or SHEET_FORMS[BASES[key].pays].deals is None:
            return None
        rotates = self.options.get(SEATS_OPTION) == Seating.ROTATE.value
        return (Seating.ROTATE if rotates else Seating.FIXED).dealer(self.deals + 1)

    def is_adjustment(self, line: SheetLine, at: int) -> bool:
        """Whether a line is a penalty or a bonus: by its first word, or by that after a player."""
        if self.players.name_at(line, at) is None and PENALTY.match(line.code, at):
            return item_at(line, at, self.players) is None
        return is_adjustment(line, at, self.players)

    def adjust(self, line: SheetLine, at: int) -> None:
        """Read a penalty or a bonus."""
        reader = AdjustReader(line, at, self.players)
        adjustment = reader.read()
        if adjustment is None:
            self.refuse(line.number, reader.wrong, is_deal=False)
        else:
            self.entries.append(adjustment)

    # --- the header -----------------------------------------------------------------------------

    def head(self, line: SheetLine, verb: str, first: SheetWord, pieces: Pieces) -> None:
        """Read a header line: each once, before the first deal."""
        wrong: list[Defect] = []
        place = line.place(first.start, len(first.text))
        if self.entries:
            wrong.append(Defect("header-late", {"header": verb}).at(*place))
        elif verb in self.places and verb != "option":
            before = self.places[verb].line
            wrong.append(Defect("header-twice", {"header": verb, "before": before}).at(*place))
        elif not pieces:
            wrong.append(Defect("header-empty", {"header": verb}).at(*place))
        else:
            start, end = pieces[0].start(), pieces[-1].end()
            self.places[verb] = SheetPlace(line.number, *line.place(start, end - start))
            wrong += HEADER_READERS[verb](self, line, verb, pieces)
        if wrong:
            self.refuse(line.number, wrong, is_deal=False)

    def word(self, line: SheetLine, verb: str, pieces: Pieces) -> Iterable[Defect]:
        """Read a header whose value is the rest of the line."""
        self.values[verb] = line.code[pieces[0].start() :].strip(BLANK)
        return ()

    def amount(self, line: SheetLine, verb: str, pieces: Pieces) -> Iterable[Defect]:
        """Read a header whose value is a number."""
        value = line.code[pieces[0].start() :].strip(BLANK)
        if AMOUNT.fullmatch(value):
            self.values[verb] = int(value)
        else:
            place = self.places[verb]
            text = line.text[place.start : place.start + place.length]
            fields = {"item": verb, "value": shortened(text)}
            yield Defect("not-an-amount", fields).at(place.start, place.length)

    def option(self, line: SheetLine, verb: str, pieces: Pieces) -> Iterable[Defect]:
        """Read an option of the rules, ``KEY=VALUE``."""
        start = pieces[0].start()
        place = line.place(start, len(line.code[start:].rstrip(BLANK)))
        key, value = [*re.split("[:=] *", pieces[0].group(), maxsplit=1), ""][:2]
        if len(pieces) != 1 or not value:
            yield Defect("bad-option").at(*place)
        elif key in self.options:
            yield Defect("said-twice", {"item": key}).at(*place)
        else:
            self.options[key] = value
            self.places[f"option:{key}"] = SheetPlace(line.number, *place)

    def names(self, line: SheetLine, verb: str, pieces: Pieces) -> Iterable[Defect]:
        """Read who sits where; a name that cannot be read is not missed in the deals."""
        by_chair = any(piece.lastgroup == "pair" for piece in pieces)
        wrong = [*(self.by_chair if by_chair else self.in_order)(line, pieces)]
        if wrong:
            self.players.unread = line.text
        return wrong

    def in_order(self, line: SheetLine, pieces: Pieces) -> Iterable[Defect]:
        """Read four names, those of E S W N; or each chair, then its name."""
        if len(pieces) == 5 and pieces[3].group().lower() in AND:
            pieces = [*pieces[:3], pieces[4]]
        chairs = [CHAIRS.get(piece.group().casefold()) for piece in pieces[::2]]
        if len(pieces) == 8 and {*chairs} == {*Wind}:
            seated = zip(chairs, pieces[1::2], strict=True)
        elif len(pieces) == 4:
            seated = zip([*Wind], pieces, strict=True)
        else:
            place = self.places["players"]
            unclosed = any(piece.lastgroup == "unclosed" for piece in pieces)
            defect = Defect("names-not-four", {"count": len(pieces)})
            yield (Defect("unclosed-quote") if unclosed else defect).at(place.start, place.length)
            return
        for chair, piece in seated:
            yield from self.seat(line, chair, piece, piece.start())

    def by_chair(self, line: SheetLine, pieces: Pieces) -> Iterable[Defect]:
        """Read names with their chairs: ``E=Ann``."""
        for piece in pieces:
            key = re.match("([^:=]+)[:=] *", piece.group())
            chair = None if key is None else CHAIRS.get(key[1].casefold())
            if key is None or chair is None:
                text = shortened(line.text_of(piece.start(), len(piece.group())))
                place = line.place(piece.start(), len(piece.group()))
                yield Defect("bad-player", {"text": text}).at(*place)
            else:
                yield from self.seat(line, chair, piece, piece.start() + key.end())

    def seat(
        self, line: SheetLine, chair: Wind | None, piece: re.Match[str], start: int
    ) -> Iterable[Defect]:
        """Give a chair the name that starts there."""
        place = line.place(piece.start(), len(piece.group()))
        name = unquoted(line.text_of(start, piece.end() - start))
        if name is None:
            yield Defect("unclosed-quote").at(*place)
        elif chair is not None:
            yield from (defect.at(*place) for defect in self.players.seat(chair, name))


HEADER_READERS = {
    "rules": SheetReader.word,
    "venue": SheetReader.word,
    "room": SheetReader.amount,
    "fee": SheetReader.amount,
    "option": SheetReader.option,
    "players": SheetReader.names,
}
