"""The words of a game sheet: headers, items, what happens in a deal; and the text of a line.

Each word stands here once, with all its spellings. Chinese words are in the folded spelling of
:func:`mjcalc.notation.vocabulary.fold`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from mjcalc.notation.lines import INVISIBLE
from mjcalc.notation.vocabulary import alternatives, fold

Spellings = Mapping[str, tuple[str, ...]]
VERB_SPELLINGS: Spellings = MappingProxyType(
    {
        "rules": ("rules", "规则", "規則"),
        "venue": ("venue", "场", "場"),
        "room": ("room", "房间", "房間"),
        "fee": ("fee", "台费", "台費", "臺費"),
        "players": ("players", "玩家", "player"),
        "option": ("option", "选项", "選項"),
        "deal": ("deal", "局", "盘", "盤", "hand", "game"),
        "adjust": ("adjust", "调整", "調整"),
    }
)
ITEM_SPELLINGS: Spellings = MappingProxyType(
    {
        "dealer": ("dealer", "庄", "莊", "庄家", "莊家"),
        "flip": ("flip", "翻", "翻牌"),
        "bird": ("bird", "鸟", "鳥", "鸟牌", "鳥牌"),
        "round": ("round", "圈", "圈风"),
        "false": ("false", "错和", "錯和"),
        "escape": ("escape", "逃跑"),
        "penalty": ("penalty", "罚", "罰", "罚金", "罰金"),
        "compensation": ("compensation", "补", "補", "补偿", "補償"),
        "fans": ("fans", "番", "番数", "番數", "fan"),
        "flowers": ("flowers", "花", "花牌", "flower"),
    }
)
# Further words for a director's decision, each with the sign of an amount written without one.
ADJUST_SIGNS = MappingProxyType(
    dict.fromkeys(("罚分", "罰分", "罚", "罰", "扣分", "扣"), -1)
    | dict.fromkeys(("penalty", "fine", "fined", "deduct", "deducted", "loses"), -1)
    | dict.fromkeys(("加分", "奖分", "獎分", "奖励", "獎勵", "奖", "獎", "bonus"), 1)
    | dict.fromkeys((*VERB_SPELLINGS["adjust"], "gets"), 0)
)
DRAW = (
    "draw", "流局", "drawn", "荒庄", "荒莊", "荒牌", "黄庄", "黃莊", "黄牌", "黃牌", "和局", "平局",
    "washout", "wall game", "exhaustive draw", "drawn game", "no winner", "nobody won",
    "no one won", "no-one won", "no win",
    "无人和", "没人和", "无人和牌", "没人和牌", "无人胡", "没人胡", "无人胡牌", "没人胡牌",
)  # fmt: skip
NO_BIRD = ("none", "无", "無")
SELF_DRAWN = ("tsumo", "zimo", "self", "自摸", "自摸和", "自摸胡", "自摸了", "self-pick", "sd")
WON = (
    "wins", "win", "won", "winner", "beats", "beat", "takes", "goes out", "went out", "hu", "ron",
    "discard win", "mahjong", "点和", "荣和", "抢杠和", "抢杠胡", "和", "胡", "糊", "和牌",
    "胡牌", "和了", "胡了", "赢", "赢了", "贏", "贏了", "和牌者", "胜者", "胡牌者", "赢家", "贏家",
)  # fmt: skip
DISCARDS = (
    "点炮", "点", "放炮", "放铳", "放銃", "点铳", "点銃", "出铳", "出銃", "放冲", "放衝", "出冲",
    "出衝", "打出", "打的", "打出的牌", "打的牌", "的牌", "放的炮", "点的炮",
    "discards", "discarded", "discard", "throws", "threw",
)  # fmt: skip
# The same, but only ever of the player before it.
DEALS_IN = ("deals in", "dealt in", "feeds", "fed")
# The same with the winner after it.
DISCARDS_TO = ("deals into", "dealt into", "deals in to", "dealt in to", "discards to")
FROM = (
    "from", "off", "off of", "on", "on a discard by", "on a discard of", "on a tile of",
    "by discard from", "by discard of", "discarder", "放铳者", "点炮者", "放炮者", "铳家", "炮家",
    "炮手", "铳",
)  # fmt: skip
TO = ("to", "给", "給")
FALSE_WIN = (
    "false win", "false hu", "false mahjong", "false declaration", "chombo",
    "错和", "錯和", "诈和", "詐和", "诈胡", "詐胡", "错胡", "錯胡",
)  # fmt: skip
ESCAPE = ("escaped", "escapes", "逃跑", "逃跑了", "left the table", "left")
THE_DEALER = ("the dealer", "庄家", "莊家")
DEALER_MARKS = ("庄", "莊", "坐庄", "坐莊", "做庄", "做莊", "当庄", "deals", "is dealer", "dealer")
JOINERS = (
    "with", "for", "worth", "and", "by", "a", "the", "'s", "\u2019s", "tile", "including", "incl",
    "incl.", "declared", "declares", "共", "共计", "合计", "含", "得", "了", "的",
)  # fmt: skip

VERB_OF = MappingProxyType({word: verb for verb, words in VERB_SPELLINGS.items() for word in words})
ITEM_OF = MappingProxyType({word: item for item, words in ITEM_SPELLINGS.items() for word in words})
# No name may be one of these; every other word gives way to a player of that name.
KEYWORDS = frozenset(
    {
        *DRAW[:2], *SELF_DRAWN[:4], "from", "点炮", "點炮",
        *(word for verb in VERB_SPELLINGS if verb != "deal" for word in VERB_SPELLINGS[verb]),
        *ITEM_OF, "deal", "局",
    }
    - {"fan", "player"}
)  # fmt: skip


def spelt(keyword: str, chinese: bool) -> str:
    """Return a keyword in English or Chinese, as a skeleton writes it."""
    results = {
        "draw": DRAW, "tsumo": ("tsumo", "自摸"),
        "won": ("wins", "和"), "discards": ("discards", "点炮"),
    }  # fmt: skip
    return {**VERB_SPELLINGS, **ITEM_SPELLINGS, **results}[keyword][chinese]


def is_word_of_the_sheet(name: str) -> bool:
    """Whether a name would be read as a keyword where a player may stand."""
    return name.lower() in KEYWORDS


# --- patterns -----------------------------------------------------------------------------------

BLANK = " \t,;"
QUOTED_NAME = r'"[^"]*+"|“[^”]*+”'
OPEN_QUOTE = r'["“].*+'
LATIN_END = r"(?![0-9A-Za-z_\-=])"
# Digits, and what seems to be more of the same number.
SPLIT_DIGITS = re.compile(r"[+\-\u2212]?[0-9]+(?:,[0-9]+| [0-9]{3}(?![0-9A-Za-z]))++")
# A comment sign that stands in no quotes.
BEFORE_COMMENT = re.compile(rf"(?:{QUOTED_NAME}|[^#\"“]|[\"“])*+")


def any_of(words: Iterable[str], after: str = "") -> str:
    """Return a pattern for these words; a Latin one must end where it ends.

    >>> [bool(re.match(any_of(("won", "和")), text)) for text in ("wonder", "won off", "和了")]
    [False, True, True]
    """
    words = tuple(words)
    latin = [word for word in words if word.isascii()]
    chinese = [word for word in words if not word.isascii()]
    patterns = [f"{alternatives(latin)}{LATIN_END}{after}"] * bool(latin)
    return "(?:" + "|".join([*patterns, *[alternatives(chinese)] * bool(chinese)]) + ")"


def code_of(folded: str) -> str:
    """Return what is left of a folded line before its comment.

    >>> code_of('players E="Bo #2" S=W  # both')
    'players E="Bo #2" S=W  '
    """
    code = BEFORE_COMMENT.match(folded)
    return code.group() if code else ""


# --- numbers ------------------------------------------------------------------------------------

AMOUNT = re.compile(r"[0-9]{1,30}")
# Folding has made digits of 一 to 九: 二十五 is 2十5.
TENS = r"[0-9]?十[0-9]?"
COUNTED_NUMBER = rf"(?:[0-9]{{1,30}}(?!十)|{TENS})"


def number_of(text: str) -> int:
    """Return the value of digits, or of Chinese tens.

    >>> number_of("25"), number_of("2十5"), number_of("十"), number_of("8十")
    (25, 25, 10, 80)
    """
    if "十" not in text:
        return int(text)
    tens, _, ones = text.partition("十")
    return 10 * int(tens or 1) + int(ones or 0)


class SplitNumber(NamedTuple):
    """A number that is split by commas or blanks: ``1,000``; ``whole`` where the groups tell it."""

    text: str
    whole: str | None


def split_number(code: str, start: int, between: str = ", ") -> SplitNumber | None:
    """Return the split number that stands there; None where none does, or one that is whole.

    A comma splits a number from any digits, a blank from three of them.

    >>> split_number("adjust E -1 000 late", 9)
    SplitNumber(text='-1 000', whole='-1000')
    >>> split_number("adjust E 1,5", 9), split_number("adjust E 40 2 reasons", 9)
    (SplitNumber(text='1,5', whole=None), None)
    """
    digits = SPLIT_DIGITS.match(code, start)
    if digits is None or (" " in digits.group() and " " not in between):
        return None
    first, *groups = re.split(r"[ ,]", text := digits.group())
    in_threes = all(len(group) == 3 for group in groups)
    return SplitNumber(text, "".join((first, *groups)) if in_threes else None)


# --- lines --------------------------------------------------------------------------------------


def name_key(name: str) -> str:
    """Return what the spellings of one name have in common: case, width and accents aside.

    >>> name_key("Ｂｏ\\u200b") == name_key("bo"), name_key("王五") == name_key("王5")
    (True, False)
    """
    seen = "".join(char for char in name if char not in INVISIBLE)
    return " ".join(unicodedata.normalize("NFKD", seen.casefold()).split())


def _is_letter(char: str) -> bool:
    """Whether a character makes one word with its neighbors; Chinese ones do not."""
    return char.isalnum() and not "\u2e80" <= char < "\uff00"


class SheetLine:
    """A line of the sheet: its number, its text, the folded code of it, and places in the text."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text
        self.code = re.sub(r"\s", " ", code_of(fold(text)))

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but blanks and a comment."""
        return not self.code.strip(BLANK)

    @cached_property
    def _places(self) -> list[int]:
        places = [place for place, char in enumerate(self.text) if char not in INVISIBLE]
        return [*places, len(self.text)]

    def place(self, start: int, length: int = 1) -> tuple[int, int]:
        """Return start and length in the text of a stretch of the code."""
        if self.text.isascii():
            return start, max(1, length)
        first, last = self._places[start], self._places[start + max(1, length) - 1]
        return first, max(1, last + 1 - first)

    def text_of(self, start: int, length: int) -> str:
        """Return what was typed for a stretch of the code."""
        first, size = self.place(start, length)
        return self.text[first : first + size] if length else ""

    @cached_property
    def _keys(self) -> tuple[str, ...]:
        """The name key of each character of the code; one blank for each blank."""
        places = self._places
        chars = (self.text[places[at]] for at in range(len(self.code)))
        return tuple(
            " " if char.isspace() else unicodedata.normalize("NFKD", char.casefold())
            for char in chars
        )

    def length_of(self, key: str, start: int) -> int:
        """Return how many characters from there spell a name; 0 when others do.

        >>> [SheetLine(1, "Dan  D wins").length_of(key, 0) for key in ("dan d", "da")]
        [6, 0]
        """
        spelled, at, keys = "", start, self._keys
        while len(spelled) < len(key) and at < len(keys):
            if not (keys[at] == " " and spelled.endswith(" ")):
                spelled += keys[at]
                if not key.startswith(spelled):
                    return 0
            at += 1
        if spelled != key:
            return 0
        after = keys[at] if at < len(keys) else " "
        glued = unicodedata.combining(after[0]) or (_is_letter(key[-1]) and _is_letter(after[0]))
        hyphen = after == "-" and at + 1 < len(keys) and _is_letter(keys[at + 1][0])
        return 0 if glued or (hyphen and _is_letter(key[-1])) else at - start
