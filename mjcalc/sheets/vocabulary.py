"""The words of a game sheet, and its grammar: a line of the sheet cut into named pieces.

::

    line     ::= [ header | deal | adjust ]
    header   ::= ("rules" | "venue" | "room" | "fee") { word }
               | "players" { chair "=" name }  |  "option" key "=" value
    deal     ::= "deal" { item | "draw" | word } [ ("tsumo" | "from" [ player ]) hand ]
    adjust   ::= "adjust" [ player ] [ amount ] reason
    item     ::= key ":" value
    player   ::= chair | name  |  a name in quotes
    hand     ::= everything to the end of the line

Chinese keywords are spellings of these. Blanks and commas separate; ``#`` starts a comment unless
it stands in quotes. The grammar takes any word anywhere: :mod:`mjcalc.sheets.reader` says which
do not belong, all of a line at once.

>>> [token.kind for token in cut("deal dealer:E  S from W  [123m] 456p")]
['verb', 'item', 'word', 'from', 'word', 'hand']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mjcalc.notation.vocabulary import WIN_WORDS, alternatives, fold
from mjcalc.notation.whitespace import INVISIBLE

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

# --- vocabulary: each keyword with its spellings, English, Chinese, traditional -----------------

Spellings = Mapping[str, tuple[str, ...]]
VERB_SPELLINGS: Spellings = MappingProxyType(
    {
        "rules": ("rules", "规则", "規則"),
        "venue": ("venue", "场", "場"),
        "room": ("room", "房间", "房間"),
        "fee": ("fee", "台费", "台費", "臺費"),
        "players": ("players", "玩家"),
        "option": ("option", "选项", "選項"),
        "deal": ("deal", "局"),
        "adjust": ("adjust", "调整", "調整"),
    }
)
ITEM_SPELLINGS: Spellings = MappingProxyType(
    {
        "dealer": ("dealer", "庄", "莊"),
        "flip": ("flip", "翻"),
        "bird": ("bird", "鸟", "鳥"),
        "round": ("round", "圈"),
        "false": ("false", "错和", "錯和"),
        "escape": ("escape", "逃跑"),
        "penalty": ("penalty", "罚", "罰"),
        "compensation": ("compensation", "补", "補"),
        "fans": ("fans", "番"),
        "flowers": ("flowers", "花"),
    }
)
DRAW = ("draw", "流局")
NO_BIRD = ("none", "无", "無")
SELF_DRAWN = tuple(word for word, drawn in WIN_WORDS.items() if drawn)
VERB_OF = MappingProxyType({word: verb for verb, words in VERB_SPELLINGS.items() for word in words})
ITEM_OF = MappingProxyType({word: item for item, words in ITEM_SPELLINGS.items() for word in words})


def spelt(keyword: str, chinese: bool) -> str:
    """A keyword in English or Chinese, as a skeleton writes it."""
    table = {**VERB_SPELLINGS, **ITEM_SPELLINGS, "draw": DRAW, "tsumo": ("tsumo", "自摸")}
    return table[keyword][chinese]


def is_word_of_the_sheet(name: str) -> bool:
    """Whether a name would be read as a keyword where a player may stand."""
    return name.lower() in {*DRAW, *SELF_DRAWN, "from", "点炮", *VERB_OF, *ITEM_OF}


# --- pieces -------------------------------------------------------------------------------------


class SheetToken(NamedTuple):
    """A piece of a line: its name in the grammar, where it starts, its folded text."""

    kind: str
    start: int
    text: str


BLANK = " \t,;"
QUOTED_NAME = r'"[^"]*+"|“[^”]*+”'
OPEN_QUOTE = r'["“].*+'
# A Chinese win word may be glued to what stands before it.
IN_WORD = r"(?!自摸|点炮)[^\s,;:=\"“]"
WORD = rf"(?:{IN_WORD})++"
ITEM_VALUE = rf"(?:{QUOTED_NAME}|{OPEN_QUOTE}|[^\s,;\"“]*+)"
LATIN_END = r"(?![0-9A-Za-z_\-=])"
TOKEN_PATTERNS = MappingProxyType(
    {
        "item": rf"{WORD}:{ITEM_VALUE}",
        "pair": rf"{WORD}={ITEM_VALUE}",
        "quoted": QUOTED_NAME,
        "unclosed": OPEN_QUOTE,
        "draw": rf"(?ai:{DRAW[0]}){LATIN_END}(?!:)|{DRAW[1]}",
        "tsumo": rf"(?ai:tsumo|zimo|self){LATIN_END}(?!:)|自摸:?",
        "from": rf"(?ai:from){LATIN_END}:?|点炮:",
        "two-ways": r"点炮",
        "word": WORD,
        "plain": r"[^\s,;:=\"“]++",
        "sign": r"[:=]++",
        "hand": r"\S.*",
    }
)
# Digits, and what seems to be more of the same number.
SPLIT_DIGITS = re.compile(r"[+\-\u2212]?[0-9]+(?:,[0-9]+| [0-9]{3}(?![0-9A-Za-z]))++")
# A comment sign that stands in no quotes.
BEFORE_COMMENT = re.compile(rf"(?:{QUOTED_NAME}|[^#\"“]|[\"“])*+")


@cache
def grammar() -> ParserElement:
    """Return the grammar of a line; each piece yields a :class:`SheetToken` with its place."""
    from pyparsing import Empty, Opt, Regex, ZeroOrMore

    def piece(name: str, kind: str = "", pattern: str = "") -> ParserElement:
        def token(text: str, place: int, found: ParseResults) -> SheetToken:
            return SheetToken(kind or name, place, found[0])

        made = Regex(pattern or TOKEN_PATTERNS[name], flags=re.DOTALL).set_name(name)
        return made.set_whitespace_chars(BLANK).add_parse_action(token)

    def verb(*keywords: str) -> ParserElement:
        words = [word for keyword in keywords for word in VERB_SPELLINGS[keyword]]
        latin = alternatives(word for word in words if word.isascii())
        han = alternatives(word for word in words if not word.isascii())
        pattern = rf"{latin}{LATIN_END}:?|{han}:?"
        return piece(" or ".join(keywords), "verb", pattern)

    quoted = piece("quoted") | piece("unclosed")
    word = quoted | piece("word")
    stray = word | piece("sign")
    item = piece("item")
    win = piece("tsumo") | (piece("from") + Opt(~item + word)) | piece("two-ways")
    result = (win + Opt(piece("hand"))).set_name("a win")
    deal = verb("deal") + ZeroOrMore(~win + (item | piece("draw") | piece("pair") | stray))
    deal += Opt(result)
    adjust = (
        verb("adjust")
        + Opt(word)
        + Opt(piece("word"))
        + Opt(piece("a reason", "reason", TOKEN_PATTERNS["hand"]))
    )
    header = verb("rules", "venue", "room", "fee", "players", "option")
    header += ZeroOrMore(
        piece("pair")
        | item
        | quoted
        | piece("a word", "word", TOKEN_PATTERNS["plain"])
        | piece("sign")
    )
    other = piece("other", pattern=r"\S+").set_name("anything else") + Opt(
        piece("the rest", "rest", TOKEN_PATTERNS["hand"])
    )
    nothing = Empty().set_whitespace_chars(BLANK)
    line = (deal | adjust | header | other | nothing).set_name("a line of a sheet")
    return line.set_whitespace_chars(BLANK, copy_defaults=True).parse_with_tabs()


def cut(code: str) -> list[SheetToken]:
    """The tokens of a folded line without its comment."""
    return list(grammar().parse_string(code, parse_all=True))


def code_of(folded: str) -> str:
    """What is left of a folded line before its comment.

    >>> code_of('players E="Bo #2" S=W  # both')
    'players E="Bo #2" S=W  '
    """
    found = BEFORE_COMMENT.match(folded)
    return found.group() if found else ""


class SplitNumber(NamedTuple):
    """A number that is split by commas or blanks: ``1,000``; ``whole`` where the groups tell it."""

    text: str
    whole: str | None


def split_number(code: str, start: int, between: str = ", ") -> SplitNumber | None:
    """The split number that stands there; None where none does, or one that is whole.

    A comma splits a number from any digits, a blank from three of them.

    >>> split_number("adjust E -1 000 late", 9)
    SplitNumber(text='-1 000', whole='-1000')
    >>> split_number("adjust E 1,5", 9), split_number("adjust E 40 2 reasons", 9)
    (SplitNumber(text='1,5', whole=None), None)
    """
    found = SPLIT_DIGITS.match(code, start)
    if found is None or (" " in found.group() and " " not in between):
        return None
    first, *groups = re.split(r"[ ,]", text := found.group())
    in_threes = all(len(group) == 3 for group in groups)
    return SplitNumber(text, "".join((first, *groups)) if in_threes else None)


class SheetLine:
    """A line of the sheet: its number, its text, the folded code of it, and places in the text."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.code = re.sub(r"\s", " ", code_of(fold(text)))
        self._seen: list[int] | None = None

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but blanks and a comment."""
        return not self.code.strip(BLANK)

    def place(self, start: int, length: int = 1) -> tuple[int, int]:
        """Start and length in the text of a stretch of the code."""
        if self.text.isascii():
            return start, max(1, length)
        if self._seen is None:
            seen = [place for place, char in enumerate(self.text) if char not in INVISIBLE]
            self._seen = [*seen, len(self.text)]
        first, last = self._seen[start], self._seen[start + max(1, length) - 1]
        return first, max(1, last + 1 - first)

    def typed(self, start: int, length: int) -> str:
        """What was typed for a stretch of the code."""
        first, size = self.place(start, length)
        return self.text[first : first + size] if length else ""
