"""A line of a sheet cut into words: players by their names, then the words of the game.

::

    line  ::= [ number ] [ "deal" ] { player | item | event | fans | flowers | joiner } [ hand ]
    item  ::= key ":" value  |  key value            dealer:Ann, dealer Ann, 庄张三, 鸟3饼
    event ::= self-draw | won | discards | from | to | draw | false win | escape
    fans  ::= N | N "番" | N "fans"                  flowers likewise

The players' own names go before every word, the longest first, so that Chinese needs no blanks.
What fits nothing is a ``WORD``: the hand, or a mistake. :mod:`mjcalc.sheets.deal_line` decides.

>>> from mjcalc.sheets.players import Players
>>> [word.kind.name for word in words_of(SheetLine(1, "西 和 北点炮 25番"), 0, Players())]
['CHAIR', 'WON', 'CHAIR', 'DISCARDS', 'FANS']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from mjcalc.notation.vocabulary import ONE_TILE, fold
from mjcalc.rules.fans import FANS
from mjcalc.sheets import vocabulary as words
from mjcalc.sheets.players import CHAIR, CHAIRS, Players
from mjcalc.sheets.vocabulary import (
    COUNTED_NUMBER,
    ITEM_OF,
    LATIN_END,
    OPEN_QUOTE,
    QUOTED_NAME,
    SheetLine,
    any_of,
)
from mjcalc.tiles import Wind


class WordKind(Enum):
    """What a word of a line is; in the order in which the patterns are tried."""

    ITEM = "item"
    NO_BIRD = "no bird"
    DRAW = "draw"
    FALSE_WIN = "false win"
    ESCAPE = "escape"
    SELF_DRAW = "self-draw"
    FAN_NAME = "fan name"
    DISCARDS_TO = "discards to"
    DEALS_IN = "deals in"
    DISCARDS = "discards"
    FROM = "from"
    TO = "to"
    WON = "won"
    ROUND = "round"
    THE_DEALER = "the dealer"
    DEALER = "dealer"
    CHAIR = "chair"
    PLAYER = "player"
    FANS = "fans"
    FLOWERS = "flowers"
    POINTS = "points"
    COUNT = "count"
    JOINER = "joiner"
    QUOTED = "quoted"
    UNCLOSED = "unclosed"
    OTHER_ITEM = "other item"
    WORD = "word"
    SIGN = "sign"


class SheetWord(NamedTuple):
    """A word of a line: where it starts, its folded text; of an item its key and its value."""

    kind: WordKind
    start: int
    text: str
    player: Wind | None = None
    item: str = ""
    value: str = ""

    @property
    def end(self) -> int:
        """Where the word ends."""
        return self.start + len(self.text)

    @property
    def value_start(self) -> int:
        """Where the value of an item starts."""
        return self.end - len(self.value)


def _folded(spellings: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(fold, spellings)))


# The names of fans, but for those that are other words of a line too.
FAN_NAMES = frozenset(
    fold(name) for row in FANS for name in (row.zh, row.en, *row.aliases) if len(name) > 1
) - {*map(fold, (*words.SELF_DRAWN, *words.WON, *ITEM_OF)), "self-drawn", "Self-Drawn", "自摸"}
KEYS = any_of(_folded(tuple(ITEM_OF)))
WORD_START = (
    "自摸|[点放]炮|[点放出][铳銃]|[出放]冲|错和|錯和|诈和|流局|逃跑|[和胡糊赢贏]|坐庄"
    "|[0-9十]{1,6}[番花]"
)
# The end of a sentence or bracket, a dash, 张 after a number of flowers.
SENTENCE_MARKS = r"[.。!！)](?=[ ,;.。]|$)|[\-\u2013\u2014](?= )|(?<=[0-9十])张"
# A bracket around words; one around tiles is a kong.
OPEN_BRACKET = (
    r"\((?=[^()]*\))"
    r"(?![^()]*(?:[0-9][mpszMPSZ]|[ESWNCFP]{3}|(?P<pair>[东南西北中发白])(?P=pair)|[🀀-🀡]))"
)
TILE_KEYS = ("flip", "bird")
AMOUNT_KEYS = ("penalty", "compensation", "fans", "flowers")
PATTERNS = MappingProxyType(
    {
        WordKind.NO_BIRD: rf"{any_of(('no bird',))}|[无無][鸟鳥]",
        WordKind.DRAW: any_of(_folded(words.DRAW), r"(?!:)"),
        WordKind.FALSE_WIN: any_of(_folded((*words.FALSE_WIN, "false")), ":?"),
        WordKind.ESCAPE: any_of(_folded(words.ESCAPE)),
        WordKind.SELF_DRAW: r"(?ai:(?:by )?self[\-_ ]?draw(?:n|s|ing)?)" + LATIN_END
        + "|" + any_of(_folded(words.SELF_DRAWN)) + ":?",
        WordKind.FAN_NAME: any_of(FAN_NAMES),
        WordKind.DISCARDS_TO: any_of(words.DISCARDS_TO),
        WordKind.DEALS_IN: any_of(words.DEALS_IN),
        WordKind.FROM: any_of(_folded(words.FROM)) + ":?|炮:",
        WordKind.DISCARDS: any_of(_folded(words.DISCARDS)) + ":?",
        WordKind.TO: any_of(words.TO),
        WordKind.WON: any_of(_folded(words.WON)) + ":?",
        WordKind.ROUND: rf"[东南西北]风?圈|(?ai:(?:east|south|west|north|[eswn]) round){LATIN_END}",
        WordKind.THE_DEALER: any_of(_folded(words.THE_DEALER)),
        WordKind.DEALER: any_of(_folded(words.DEALER_MARKS)) + r"(?!:)",
        WordKind.CHAIR: CHAIR,
        WordKind.FANS: rf"{COUNTED_NUMBER} ?(?:番(?!:)|(?ai:fans?|faan){LATIN_END}(?!:))",
        WordKind.FLOWERS: rf"{COUNTED_NUMBER} ?(?:[张朵]?花(?!:)|(?ai:flowers?){LATIN_END}(?!:))",
        WordKind.POINTS: rf"{COUNTED_NUMBER} ?(?:分|点(?![炮铳銃和])|(?ai:points?|pts?)\b)",
        WordKind.COUNT: rf"{COUNTED_NUMBER}(?![0-9A-Za-z_=:+\-\[(\u2e80-\U0003ffff])",
        WordKind.JOINER: rf"{any_of(words.JOINERS)}|{SENTENCE_MARKS}|{OPEN_BRACKET}",
        WordKind.QUOTED: QUOTED_NAME,
        WordKind.UNCLOSED: OPEN_QUOTE,
        WordKind.OTHER_ITEM: rf"(?:(?!{WORD_START})[^\s,;:=\"“])++:"
        rf"(?:{QUOTED_NAME}|{OPEN_QUOTE}|[^\s,;\"“]*+)",
        WordKind.WORD: rf"[^\s,;:=\"“](?:(?!{WORD_START})[^\s,;:=\"“])*+",
        WordKind.SIGN: r"[:=]++",
    }
)  # fmt: skip
ANY_WORD = re.compile("|".join(f"(?P<{kind.name}>{text})" for kind, text in PATTERNS.items()))
PLAYER_KINDS = (WordKind.CHAIR, WordKind.PLAYER, WordKind.QUOTED, WordKind.THE_DEALER)
CHAIR_ASIDE = re.compile(rf" ?\(({CHAIR})\)")
BLANKS = re.compile(r"[ ,;]*")
ITEM_KEY = re.compile(rf"({KEYS})( ?:| *)")
VALUE_BLANKS = re.compile(" *")
COLON_VALUE = re.compile(rf"{QUOTED_NAME}|{OPEN_QUOTE}|[^\s,;\"“]*")
TILE_VALUE = re.compile(rf"{ONE_TILE}(?![0-9A-Za-z])|{any_of(words.NO_BIRD)}")
WIND_VALUE = re.compile(rf"{CHAIR}|[0-4](?![0-9])")
AMOUNT_VALUE = re.compile(rf"{COUNTED_NUMBER}(?![0-9A-Za-z])")


def words_of(line: SheetLine, start: int, players: Players) -> Iterator[SheetWord]:
    """Yield the words of a line from a place on."""
    code, at = line.code, start
    last: SheetWord | None = None
    while at < len(code):
        blanks = BLANKS.match(code, at)
        at = blanks.end() if blanks else at
        if at == len(code):
            return
        last = item_at(line, at, players, last) or _name_at(line, at, players) or _word_at(line, at)
        if last.kind is WordKind.SIGN and last.text == ":" and code[start:at].strip():
            last = last._replace(kind=WordKind.JOINER)  # after a player: Ann: tsumo
        yield last
        at = last.end
        aside = CHAIR_ASIDE.match(code, at) if last.kind is WordKind.PLAYER else None
        if aside is not None and CHAIRS[aside[1].casefold()] is last.player:
            yield SheetWord(WordKind.JOINER, at, aside.group())
            at = aside.end()


def _name_at(line: SheetLine, at: int, players: Players) -> SheetWord | None:
    name = players.name_at(line, at)
    return name and SheetWord(WordKind.PLAYER, at, line.code[at : at + name[1]], name[0])


def _word_at(line: SheetLine, at: int) -> SheetWord:
    match = ANY_WORD.match(line.code, at)
    assert match is not None
    kind, text = WordKind[str(match.lastgroup)], match.group()
    player = CHAIRS[text.casefold()] if kind is WordKind.CHAIR else None
    return SheetWord(kind, at, text, player)


def item_at(
    line: SheetLine, at: int, players: Players, last: SheetWord | None = None
) -> SheetWord | None:
    """Return the item that starts there: with a colon whatever follows it, else with its value.

    After a player, ``last``, 庄 or dealer belongs to that player.
    """
    key = ITEM_KEY.match(line.code, at)
    if key is None:
        return None
    item = ITEM_OF[key[1].lower()]
    colon = key[2].endswith(":")
    if not colon and players.name_at(line, at) is not None:
        return None
    if item == "dealer" and not colon and last is not None and last.kind in PLAYER_KINDS:
        return None
    end = key.end()
    value = _value_at(line, end, item, players, colon)
    if value == "" and (blanks := VALUE_BLANKS.match(line.code, end)):
        later = _value_at(line, blanks.end(), item, players, False)
        end, value = (blanks.end(), later) if later else (end, value)
    if value is None:
        return None
    return SheetWord(WordKind.ITEM, at, line.code[at:end] + value, None, item, value)


def _value_at(line: SheetLine, at: int, item: str, players: Players, colon: bool) -> str | None:
    """Return the value of an item; None where there is no colon, and no value of its kind."""
    if item in ("dealer", "false", "escape"):
        name = players.name_at(line, at)
        if name is not None:
            return line.code[at : at + name[1]]
        pattern = re.compile(f"{CHAIR}|{QUOTED_NAME}")
        if item != "dealer" and not colon:
            return None
    else:
        pattern = VALUES[item]
    if colon:
        pattern = COLON_VALUE
    value = pattern.match(line.code, at)
    return value.group() if value else None


VALUES = MappingProxyType(
    dict.fromkeys(TILE_KEYS, TILE_VALUE)
    | dict.fromkeys(AMOUNT_KEYS, AMOUNT_VALUE)
    | {"round": WIND_VALUE}
)
