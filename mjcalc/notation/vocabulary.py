"""The words of the notation: every row of its table of pieces, as one pattern with one meaning.

A text is first *folded* (full-width, traditional and Chinese digits and suits become one spelling;
invisible characters go), so that each pattern is written for one spelling only. The fast tokeniser
and the pyparsing grammar (:mod:`mjcalc.notation.grammar`) are both made of :data:`ITEMS`.

>>> fold("一二三萬　＋ｗｉｎ：中")
'123m +win:中'
>>> [piece.name for piece in ITEMS if re.fullmatch(piece.pattern, "55z")]
['honours by number']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mjcalc.errors import Defect
from mjcalc.hand.draft import SOURCES, DraftSet, Kind
from mjcalc.notation.blanks import INVISIBLE
from mjcalc.tiles import GLYPHS, HONOUR_NAMES, HONOURS, TILES, Tile, Wind, run

# --- spelling -----------------------------------------------------------------------------------

# One character for one, so that a place in the folded text is a place in the visible text.
SPELLINGS = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)} | dict(
    zip(
        "\u3000、【】一二三四五六七八九伍万萬饼餅筒条條索東發紅財門風點搶槓開絕張撈",
        " ,[]1234567895mmpppsss东发红财门风点抢杠开绝张捞",
        strict=True,
    )
)
FOLDING = str.maketrans(SPELLINGS | dict.fromkeys(INVISIBLE, ""))


def fold(text: str) -> str:
    """The text in the one spelling that the patterns know."""
    return text if text.isascii() else text.translate(FOLDING)


# --- meanings -----------------------------------------------------------------------------------

Tiles = tuple[Tile, ...]


class Called(NamedTuple):
    """A set on the table or a concealed kong; ``word`` is how it was called, "" for brackets."""

    drafted: DraftSet
    word: str = ""

    @property
    def is_misnamed(self) -> bool:
        """A good set, but another than the word says; what is no set is told so already."""
        kind = self.drafted.kind
        return (
            self.word != "" and not self.drafted.concealed and kind not in (None, CALLS[self.word])
        )

    @property
    def in_full(self) -> str | None:
        """Of a word with one tile, how a set with that tile is written: 碰东 is 碰东东东."""
        if self.word == "" or len(self.drafted.tiles) != 1:
            return None
        tile, kind = self.drafted.tiles[0], CALLS[self.word]
        colon = ":" if self.word.isascii() else ""
        if kind is not Kind.CHOW:
            copies = 3 if kind is Kind.PUNG else 4
            name = tile.name_zh * copies if tile in HONOURS else run([tile] * copies)
            return f"{self.word}{colon}{name}"
        if tile in HONOURS:
            return None
        first = tile - max(tile.rank - 7, 0)
        return f"{self.word}{colon}{run(TILES[first : first + 3])}"


class Said(NamedTuple):
    """A ``+`` item or a win word: the field of a draft it sets, and what it says of the win."""

    item: str
    field: str | None = None
    value: object = True
    self_drawn: bool | None = None


Meaning = Tiles | Called | Said | Defect | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A named piece: what its text looks like (folded), and what a matching text means.

    ``meaning`` is pure. It gives None for what separates, and a Defect for what cannot be read.
    """

    name: str
    pattern: str
    meaning: Callable[[str], Meaning]


def alternatives(words: Iterable[str]) -> str:
    """A pattern for these words, longest first, the case of ASCII letters ignored."""
    return "(?ai:" + "|".join(map(re.escape, sorted(words, key=len, reverse=True))) + ")"


# --- tiles --------------------------------------------------------------------------------------

SUITED = r"[1-9]++[mpsMPS]"
NUMBERED = r"[1-7]++[zZ]"
# One letter before bare digits (``W1``) is another tool's tile, not a wind and a lost number.
LETTERS = r"(?![ESWNCFP][0-9]++(?![0-9A-Za-z]))[ESWNCFP]++(?![A-Za-z])"
CHARACTERS = r"(?:红中|发财|白板|[东南西北中发白])++"
GLYPH_RUN = r"[🀀-🀡]++"
RUN = rf"(?:{SUITED}|{NUMBERED}|{LETTERS}|{CHARACTERS}|{GLYPH_RUN})"
ONE = r"(?>[1-9][mpsMPS]|[1-7][zZ]|[ESWNCFP]|红中|发财|白板|[东南西北中发白]|[🀀-🀡])"
# Where a value must end: no further tile, digit or letter may be glued to it.
END = r"(?![0-9A-Za-z_:=.\-东南西北中发白红🀀-🀫])"
START = r"(?<![0-9A-Za-z])"
GAP = r"[\s,;]"

TILE_RUN = re.compile(RUN)
SPOT = re.compile(r"红中|发财|白板|[1-9ESWNCFP东南西北中发白🀀-🀡]")
BEFORE = {"m": -1, "p": 8, "s": 17, "z": 26}
HONOUR = (
    dict(zip("ESWNCFP", TILES[27:], strict=True))
    | dict(zip(HONOUR_NAMES, TILES[27:], strict=True))
    | {"红中": Tile.Z5, "发财": Tile.Z6, "白板": Tile.Z7}
)
NAMED_TILE = HONOUR | dict(zip(GLYPHS, TILES, strict=True))


def numbered(text: str) -> Tiles:
    """The tiles of digits before one letter.

    >>> numbered("55Z")
    (Tile.Z5, Tile.Z5)
    """
    before = BEFORE[text[-1].lower()]
    return tuple([TILES[before + int(digit)] for digit in text[:-1]])


def named(text: str) -> Tiles:
    """The tiles of honour letters, characters or glyphs.

    >>> named("E东红中🀡")
    (Tile.Z1, Tile.Z1, Tile.Z5, Tile.P9)
    """
    return tuple([NAMED_TILE[word] for word in SPOT.findall(text)])


def tiles_of(text: str) -> Tiles:
    """The tiles of mixed groups; what is none of them is for the pattern to refuse.

    >>> tiles_of("EEE 1m")
    (Tile.Z1, Tile.Z1, Tile.Z1, Tile.M1)
    """
    groups = TILE_RUN.findall(text)
    return tuple(
        tile for group in groups for tile in (numbered if group[0].isdecimal() else named)(group)
    )


def spots(text: str, count: int) -> list[int]:
    """Where in a token of tiles each of them stands."""
    return [found.start() for found, _ in zip(SPOT.finditer(text), range(count), strict=False)]


# --- sets on the table --------------------------------------------------------------------------

CALLS = {
    "chi": Kind.CHOW, "吃": Kind.CHOW, "peng": Kind.PUNG, "pon": Kind.PUNG, "碰": Kind.PUNG,
    "kong": Kind.KONG, "gang": Kind.KONG, "杠": Kind.KONG,
    "ankong": Kind.KONG, "angang": Kind.KONG, "暗杠": Kind.KONG,
}  # fmt: skip
CONCEALED_CALLS = frozenset({"ankong", "angang", "暗杠"})
LATIN_CALLS = [word for word in CALLS if word.isascii()]
CHINESE_CALLS = [word for word in CALLS if not word.isascii()]
INSIDE = rf"{GAP}*+(?:{RUN}{GAP}*+)++(?:[0-9]{GAP}*+)?"
SOURCE = re.compile(rf"([0-9]){GAP}*\Z")
CALL = rf"(?:{START}{alternatives(LATIN_CALLS)}:|{alternatives(CHINESE_CALLS)}:?)"


def drafted(inside: str, word: str, concealed: bool) -> Called | Defect:
    """The set written inside brackets or after a word, with its source digit if there is one."""
    digit = SOURCE.search(inside)
    source = int(digit[1]) if digit else None
    made = DraftSet(tiles_of(inside), concealed, source)
    kind = made.kind or Kind.KONG  # what is no set is told so, whatever digit follows it
    allowed = () if concealed else SOURCES[kind]
    if source is not None and source not in allowed:
        fields = {"tiles": run(made.tiles), "source": source, "allowed": allowed}
        return Defect("bad-source", fields)
    return Called(made, word)


def bracketed(text: str) -> Called | Defect:
    """A set on the table in square brackets, a concealed kong in round ones.

    >>> bracketed("[EEE,2]").drafted
    DraftSet(tiles=(Tile.Z1, Tile.Z1, Tile.Z1), concealed=False, source=2)
    """
    return drafted(text[1:-1], "", text[0] == "(")


def called(text: str) -> Called | Defect:
    """A set after a word.

    >>> called("angang:7777p").drafted.concealed
    True
    """
    found = re.match(CALL, text)
    word = found.group().rstrip(":").lower() if found else ""
    return drafted(text[found.end() if found else 0 :], word, word in CONCEALED_CALLS)


# --- what is said about the win -----------------------------------------------------------------

WIN_WORDS = {
    "tsumo": True, "zimo": True, "self": True, "自摸": True,
    "ron": False, "discard": False, "点和": False, "点炮": False,
}  # fmt: skip
LATIN_WIN_WORDS = [word for word in WIN_WORDS if word.isascii()]
CHINESE_WIN_WORDS = [word for word in WIN_WORDS if not word.isascii()]


def how_won(text: str) -> Said:
    """Self-drawn or discard."""
    return Said("win-word", None, None, WIN_WORDS[text.lower()])


class Flag(NamedTuple):
    """A ``+`` item without a value, and its Chinese words with what they say of the win."""

    field: str
    chinese: dict[str, bool | None]


FLAGS = {
    "+last": Flag("last", {"海底": None, "妙手回春": True, "海底捞月": False}),
    "+kong": Flag("kong", {"杠上开花": None}),
    "+rob": Flag("rob", {"抢杠": None, "抢杠和": None}),
    "+fourth": Flag("fourth", {"绝张": None, "和绝张": None}),
}


def flag(item: str, row: Flag) -> Piece:
    """The piece of a flag: its English key, or its Chinese words with or without ``+``."""

    def meaning(text: str) -> Said:
        return Said(item, row.field, True, row.chinese.get(text.removeprefix("+")))

    chinese = alternatives(row.chinese)
    return Piece(item, rf"{alternatives([item])}{END}|\+?{chinese}", meaning)


def one_tile(text: str) -> Tile:
    """The tile of a value."""
    return tiles_of(text)[0]


def one_wind(text: str) -> Wind:
    """The wind of a value."""
    return Wind(HONOUR[text] - Tile.Z1)


class Valued(NamedTuple):
    """A ``+`` item with a value: the field it sets, its keys, and what its value looks like."""

    field: str
    keys: tuple[str, ...]
    pattern: str
    value: Callable[[str], object]


WIND = "[ESWN东南西北]"
NUMBER = "[0-9]{1,9}+"
VALUED = {
    "+win": Valued("winning", ("+win", "+和", "+胡"), ONE, one_tile),
    "+seat": Valued("seat", ("+seat", "+门风"), WIND, one_wind),
    "+round": Valued("round", ("+round", "+圈风"), WIND, one_wind),
    "+flowers": Valued("flowers", ("+flowers", "+花"), NUMBER, int),
    "+wild": Valued("wild", ("+wild", "+财神"), ONE, one_tile),
    "+flip": Valued("indicator", ("+flip", "+翻"), ONE, one_tile),
}


def valued(item: str, row: Valued) -> Piece:
    """The piece of an item with a value."""

    def meaning(text: str) -> Said:
        return Said(item, row.field, row.value(text[text.index(":") + 1 :]))

    return Piece(item, rf"{alternatives(row.keys)}:{row.pattern}{END}", meaning)


# --- the pieces ---------------------------------------------------------------------------------


def nothing(text: str) -> None:
    """What separates means nothing."""


SEPARATOR = Piece("blank or comment", rf"(?:{GAP}|#[^\n]*+)++", nothing)
TILE_PIECES = (
    Piece("suited tiles", SUITED, numbered),
    Piece("honours by number", NUMBERED, numbered),
    Piece("honours by letter", LETTERS, named),
    Piece("honours in Chinese", CHARACTERS, named),
    Piece("tile glyphs", GLYPH_RUN, named),
)
ITEMS = (
    SEPARATOR,
    *TILE_PIECES,
    *(valued(item, row) for item, row in VALUED.items()),
    Piece(
        "win word",
        rf"{START}{alternatives(LATIN_WIN_WORDS)}{END}|{alternatives(CHINESE_WIN_WORDS)}",
        how_won,
    ),
    *(flag(item, row) for item, row in FLAGS.items()),
    Piece("set on the table", rf"\[{INSIDE}\]", bracketed),
    Piece("concealed kong", rf"\({INSIDE}\)", bracketed),
    Piece("called set", rf"{CALL}(?:{RUN})++(?:,?[0-9](?=[\s,;+#]|$))?", called),
)

# Everything one may say besides tiles and brackets: what "did you mean" chooses from.
ITEM_WORDS = (
    *(key for row in VALUED.values() for key in row.keys),
    *FLAGS,
    *(word for row in FLAGS.values() for word in row.chinese),
)
VOCABULARY = (*ITEM_WORDS, *WIN_WORDS, *(f"{word}:" for word in CALLS))
