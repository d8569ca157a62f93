"""The words of the notation: every row of its table of pieces, as one pattern with one meaning.

A text is first *folded* (full-width, traditional and Chinese digits and suits become one spelling;
invisible characters go), so that each pattern is written for one spelling only. The fast tokeniser
and the pyparsing grammar (:mod:`mjcalc.notation.grammar`) are both made of :data:`HAND_PIECES`.

>>> fold("一二三萬　＋ｗｉｎ：中")
'123m +win:中'
>>> [piece.name for piece in HAND_PIECES if re.fullmatch(piece.pattern, "55z")]
['honors by number']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from mjcalc.errors import Defect
from mjcalc.hand.draft import DraftSet
from mjcalc.hand.kinds import SOURCES, Kind
from mjcalc.notation.lines import INVISIBLE
from mjcalc.tiles import GLYPHS, HONOR_NAMES, HONORS, TILES, Tile, Wind, write_tiles

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
    """Return the text in the one spelling that the patterns use."""
    return text if text.isascii() else text.translate(FOLDING)


# --- meanings -----------------------------------------------------------------------------------

Tiles = tuple[Tile, ...]


class CalledSet(NamedTuple):
    """A set on the table or a concealed kong; ``word`` is how it was called, "" for brackets."""

    drafted: DraftSet
    word: str = ""

    @property
    def is_misnamed(self) -> bool:
        """Whether the set is valid but of another kind than its word claims."""
        kind = self.drafted.kind
        return (
            self.word != ""
            and not self.drafted.concealed
            and kind not in (None, CALL_KINDS[self.word])
        )

    @property
    def in_full(self) -> str | None:
        """How to write a chow in full of which one tile is given: 吃3m is e.g. 吃345m."""
        if self.word == "" or len(self.drafted.tiles) != 1 or self.drafted.tiles[0] in HONORS:
            return None
        tile = self.drafted.tiles[0]
        colon = ":" if self.word.isascii() else ""
        first = tile - max(tile.rank - 7, 0)
        return f"{self.word}{colon}{write_tiles(TILES[first : first + 3])}"


class Item(NamedTuple):
    """A ``+`` item or a win word: the draft's field it sets, and the self-draw it implies."""

    item: str
    field: str | None = None
    value: object = True
    self_drawn: bool | None = None


class StandIn(NamedTuple):
    """What an answer shows for wildcards: ``copies`` of the tile ``face`` are really ``held``."""

    held: Tile
    face: Tile
    copies: int


class FanName(NamedTuple):
    """The name of a fan: it is worked out, so it changes nothing."""

    name: str


Meaning = Tiles | CalledSet | Item | StandIn | FanName | Defect | None


@dataclass(frozen=True, slots=True)
class HandPiece:
    """A named piece: what its text looks like (folded), and what a matching text means.

    ``meaning`` is pure. It gives None for what separates, and a Defect for what cannot be read.
    """

    name: str
    pattern: str
    meaning: Callable[[str], Meaning]


def alternatives(words: Iterable[str]) -> str:
    """Return a pattern for these words, longest first, the case of ASCII letters ignored."""
    return "(?ai:" + "|".join(map(re.escape, sorted(words, key=len, reverse=True))) + ")"


# --- tiles --------------------------------------------------------------------------------------

SUIT_RUN = r"[1-9]++[mpsMPS]"
HONOR_RUN = r"[1-7]++[zZ]"
# One letter before bare digits (``W1``) is another tool's tile, not a wind and a lost number.
LETTER_RUN = r"(?![ESWNCFP][0-9]++(?![0-9A-Za-z]))[ESWNCFP]++(?![A-Za-z])"
CHARACTER_RUN = r"(?:红中|发财|白板|[东南西北]风(?![圈场])|[东南西北中发白])++"
GLYPH_RUN = r"[🀀-🀡]++"
ANY_RUN = rf"(?:{SUIT_RUN}|{HONOR_RUN}|{LETTER_RUN}|{CHARACTER_RUN}|{GLYPH_RUN})"
ONE_TILE = (
    r"(?>[1-9][mpsMPS]|[1-7][zZ]|[ESWNCFP]|红中|发财|白板|[东南西北]风|[东南西北中发白]|[🀀-🀡])"
)
# Where a value must end: no further tile, digit or letter may be glued to it.
END = r"(?![0-9A-Za-z_:=.\-东南西北中发白红🀀-🀫])"
START = r"(?<![0-9A-Za-z])"
GAP = r"[\s,;]"

TILE_RUN = re.compile(ANY_RUN)
TILE_SPOT = re.compile(r"红中|发财|白板|[1-9ESWNCFP东南西北中发白🀀-🀡]")
TILES_BEFORE = {"m": -1, "p": 8, "s": 17, "z": 26}
HONOR_BY_NAME = (
    dict(zip("ESWNCFP", TILES[27:], strict=True))
    | dict(zip(HONOR_NAMES, TILES[27:], strict=True))
    | {"红中": Tile.Z5, "发财": Tile.Z6, "白板": Tile.Z7}
)
TILE_BY_NAME = HONOR_BY_NAME | dict(zip(GLYPHS, TILES, strict=True))


def numbered_tiles(text: str) -> Tiles:
    """Return the tiles of digits before one letter.

    >>> numbered_tiles("55Z")
    (Tile.Z5, Tile.Z5)
    """
    before = TILES_BEFORE[text[-1].lower()]
    return tuple([TILES[before + int(digit)] for digit in text[:-1]])


def named_tiles(text: str) -> Tiles:
    """Return the tiles of honor letters, characters or glyphs.

    >>> named_tiles("E东红中🀡")
    (Tile.Z1, Tile.Z1, Tile.Z5, Tile.P9)
    """
    return tuple([TILE_BY_NAME[word] for word in TILE_SPOT.findall(text)])


def tiles_in(text: str) -> Tiles:
    """Return the tiles of mixed groups; anything else is skipped (the pattern refuses it).

    >>> tiles_in("EEE 1m")
    (Tile.Z1, Tile.Z1, Tile.Z1, Tile.M1)
    """
    groups = TILE_RUN.findall(text)
    return tuple(
        tile
        for group in groups
        for tile in (numbered_tiles if group[0].isdecimal() else named_tiles)(group)
    )


def spots(text: str, count: int) -> list[int]:
    """Return the place of each tile in a token of tiles; of tiles in words the first place."""
    places = [found.start() for found in TILE_SPOT.finditer(text)]
    return places if len(places) == count else [0] * count


# --- sets on the table --------------------------------------------------------------------------

CALL_KINDS = {
    "chi": Kind.CHOW, "吃": Kind.CHOW, "peng": Kind.PUNG, "pon": Kind.PUNG, "碰": Kind.PUNG,
    "kong": Kind.KONG, "gang": Kind.KONG, "杠": Kind.KONG,
    "ankong": Kind.KONG, "angang": Kind.KONG, "暗杠": Kind.KONG,
}  # fmt: skip
KNOWN_CALLS = tuple(CALL_KINDS)  # those that help texts and "did you mean" name
CALL_KINDS |= {
    "kan": Kind.KONG, "ankan": Kind.KONG,
    "chow": Kind.CHOW, "pung": Kind.PUNG, "明刻": Kind.PUNG, "明杠": Kind.KONG,
    "melded kong": Kind.KONG, "exposed kong": Kind.KONG, "open kong": Kind.KONG,
    "concealed kong": Kind.KONG, "hidden kong": Kind.KONG, "closed kong": Kind.KONG,
}  # fmt: skip
CONCEALED_CALLS = frozenset(
    {"ankong", "angang", "暗杠", "ankan", "concealed kong", "hidden kong", "closed kong"}
)
COPIES_CALLED = {Kind.PUNG: 3, Kind.KONG: 4}
LATIN_CALLS = [word for word in CALL_KINDS if word.isascii()]
CHINESE_CALLS = [word for word in CALL_KINDS if not word.isascii()]
INSIDE = rf"{GAP}*+(?:{ANY_RUN}{GAP}*+)++(?:[0-9]{GAP}*+)?"
SOURCE = re.compile(rf"([0-9]){GAP}*\Z")
CALL_WORD = rf"(?:{START}{alternatives(LATIN_CALLS)}(?:: ?| )|{alternatives(CHINESE_CALLS)}:? ?)"


def called_set(inside: str, word: str, concealed: bool) -> CalledSet | Defect:
    """Return the set inside brackets or after a word, with its source digit if there is one."""
    return set_of(tiles_in(inside), word, concealed, source_in(inside))


def source_in(inside: str) -> int | None:
    """Return the source digit behind the tiles of a set; None without one."""
    digit = SOURCE.search(inside)
    return int(digit[1]) if digit else None


def set_of(tiles: Tiles, word: str, concealed: bool, source: int | None) -> CalledSet | Defect:
    """Return a set, after checking the source; one tile after 碰 or 杠 stands for all of them."""
    if word and len(tiles) == 1:
        tiles *= COPIES_CALLED.get(CALL_KINDS[word], 1)
    made = DraftSet(tiles, concealed, source)
    kind = made.kind or Kind.KONG  # a bad set is reported as such, whatever digit follows it
    allowed = () if concealed else SOURCES[kind]
    if source is not None and source not in allowed:
        fields = {"tiles": write_tiles(made.tiles), "source": source, "allowed": allowed}
        return Defect("bad-source", fields)
    return CalledSet(made, word)


def bracketed(text: str) -> CalledSet | Defect:
    """Return a set in square brackets, or a concealed kong in round ones.

    >>> bracketed("[EEE,2]").drafted
    DraftSet(tiles=(Tile.Z1, Tile.Z1, Tile.Z1), concealed=False, source=2)
    """
    return called_set(text[1:-1], "", text[0] == "(")


def called(text: str) -> CalledSet | Defect:
    """Return the set after a word.

    >>> called("angang:7777p").drafted.concealed
    True
    """
    word, inside = split_call(text)
    return called_set(inside, word, word in CONCEALED_CALLS)


def split_call(text: str) -> tuple[str, str]:
    """Return the word of a called set in lower case, and the rest."""
    found = re.match(CALL_WORD, text)
    assert found is not None
    return found.group().rstrip(": ").lower(), text[found.end() :]


def called_tile(tile: Tile, word: str) -> CalledSet | Defect:
    """Return the set of a word and one tile."""
    return set_of((tile,), word, word in CONCEALED_CALLS, None)


# --- how the hand was won ------------------------------------------------------------------------

WIN_WORDS = {
    "tsumo": True, "zimo": True, "self": True, "自摸": True,
    "ron": False, "discard": False, "点和": False, "点炮": False,
}  # fmt: skip
LATIN_WIN_WORDS = [word for word in WIN_WORDS if word.isascii()]
CHINESE_WIN_WORDS = [word for word in WIN_WORDS if not word.isascii()]


def how_won(text: str) -> Item:
    """Return the item of a win word: self-drawn or discard."""
    return Item("win-word", None, None, WIN_WORDS[text.lower()])


def drawn_tile(text: str) -> Item:
    """Return the item of a tile after 自摸: it is the winning tile.

    >>> drawn_tile("自摸5z").value
    Tile.Z5
    """
    return Item("+win", "winning", one_tile(text.removeprefix("自摸")), True)


class FlagItem(NamedTuple):
    """A ``+`` item without a value, and its Chinese words, each with the self-draw it implies."""

    field: str
    chinese: dict[str, bool | None]


FLAG_ITEMS = {
    "+last": FlagItem("last", {"海底": None, "妙手回春": True, "海底捞月": False}),
    "+kong": FlagItem("kong", {"杠上开花": None}),
    "+rob": FlagItem("rob", {"抢杠": None, "抢杠和": None}),
    "+fourth": FlagItem("fourth", {"绝张": None, "和绝张": None}),
}


def flag_piece(item: str, row: FlagItem) -> HandPiece:
    """Return the piece of a flag: its English key, or its Chinese words with or without ``+``."""

    def meaning(text: str) -> Item:
        return Item(item, row.field, True, row.chinese.get(text.removeprefix("+")))

    chinese = alternatives(row.chinese)
    return HandPiece(item, rf"{alternatives([item])}{END}|\+?{chinese}", meaning)


def one_tile(text: str) -> Tile:
    """Return the tile of a value."""
    return tiles_in(text)[0]


def one_wind(text: str) -> Wind:
    """Return the wind of a value."""
    return Wind(HONOR_BY_NAME[text] - Tile.Z1)


def numbered_wind(item: str, digit: str) -> Defect:
    """Return the question about a wind given as a digit: counted from 1, or from 0."""
    places = int(digit) - 1, int(digit)
    from_one, from_zero = (Wind(place) if 0 <= place < 4 else None for place in places)
    fields = {"item": item, "digit": digit, "from_one": from_one, "from_zero": from_zero}
    return Defect("wind-digit", fields)


class ValueItem(NamedTuple):
    """A ``+`` item with a value: the field it sets, its keys, and what its value looks like."""

    field: str
    keys: tuple[str, ...]
    pattern: str
    value: Callable[[str], object]


ONE_WIND = "[ESWN东南西北]"
NUMBER = "[0-9]{1,9}+"
VALUE_ITEMS = {
    "+win": ValueItem("winning", ("+win", "+和", "+胡"), ONE_TILE, one_tile),
    "+seat": ValueItem("seat", ("+seat", "+门风"), ONE_WIND, one_wind),
    "+round": ValueItem("round", ("+round", "+圈风"), ONE_WIND, one_wind),
    "+flowers": ValueItem("flowers", ("+flowers", "+花"), NUMBER, int),
    "+wild": ValueItem("wild", ("+wild", "+财神"), ONE_TILE, one_tile),
    "+flip": ValueItem("indicator", ("+flip", "+翻"), ONE_TILE, one_tile),
}


def value_piece(item: str, row: ValueItem) -> HandPiece:
    """Return the piece of an item with a value."""

    def meaning(text: str) -> Item:
        return Item(item, row.field, row.value(text[text.index(":") + 1 :]))

    return HandPiece(item, rf"{alternatives(row.keys)}:{row.pattern}{END}", meaning)


# --- the pieces ---------------------------------------------------------------------------------


def no_meaning(text: str) -> None:
    """Return None: separators mean nothing."""


SEPARATOR = HandPiece("white space or comment", rf"(?:{GAP}|#[^\n]*+)++", no_meaning)
TILE_PIECES = (
    HandPiece("suited tiles", SUIT_RUN, numbered_tiles),
    HandPiece("honors by number", HONOR_RUN, numbered_tiles),
    HandPiece("honors by letter", LETTER_RUN, named_tiles),
    HandPiece("honors in Chinese", CHARACTER_RUN, named_tiles),
    HandPiece("tile glyphs", GLYPH_RUN, named_tiles),
)
HAND_PIECES = (
    SEPARATOR,
    *TILE_PIECES,
    *(value_piece(item, row) for item, row in VALUE_ITEMS.items()),
    HandPiece("self-drawn tile", rf"自摸{ONE_TILE}{END}", drawn_tile),
    HandPiece(
        "win word",
        rf"{START}{alternatives(LATIN_WIN_WORDS)}{END}|{alternatives(CHINESE_WIN_WORDS)}",
        how_won,
    ),
    *(flag_piece(item, row) for item, row in FLAG_ITEMS.items()),
    HandPiece("set on the table", rf"\[{INSIDE}\]", bracketed),
    HandPiece("concealed kong", rf"\({INSIDE}\)", bracketed),
    HandPiece("called set", rf"{CALL_WORD}(?:{ANY_RUN})++(?:,?[0-9](?=[\s,;+#]|$))?", called),
)

# Every word besides tiles and brackets: what "did you mean" chooses from.
ITEM_WORDS = (
    *(key for row in VALUE_ITEMS.values() for key in row.keys),
    *FLAG_ITEMS,
    *(word for row in FLAG_ITEMS.values() for word in row.chinese),
)
VOCABULARY = (*ITEM_WORDS, *WIN_WORDS, *(f"{word}:" for word in KNOWN_CALLS))
