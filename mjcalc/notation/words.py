"""A hand in words: what people say for a piece of the notation, in English and in Chinese.

Every word here has one meaning; a word with two is a Defect that names both. The patterns are
written for folded text: 和九条 arrives as ``和9s``.

>>> import re
>>> [piece.name for piece in LATE_WORDS if re.fullmatch(piece.pattern, "seat west")]
['seat in words']
"""

from __future__ import annotations

import re
from collections.abc import Callable

from mjcalc.errors import Defect
from mjcalc.notation.vocabulary import (
    ANY_RUN,
    CALL_WORD,
    END,
    FLAG_ITEMS,
    GAP,
    HONOR_BY_NAME,
    NUMBER,
    ONE_TILE,
    START,
    CalledSet,
    HandPiece,
    Item,
    StandIn,
    Tiles,
    alternatives,
    called_tile,
    no_meaning,
    numbered_wind,
    set_of,
    source_in,
    split_call,
    tiles_in,
)
from mjcalc.tiles import TILES, Tile, Wind

# --- tile words -----------------------------------------------------------------------------------

# The tile before the first of each suit, by the words for the suit.
SUIT_WORDS = {
    **dict.fromkeys(("wan", "crak", "crack", "char", "character", "man"), -1),
    **dict.fromkeys(("dot", "circle", "pin", "tong", "bing"), 8),
    **dict.fromkeys(("bamboo", "bam", "sou", "tiao", "suo"), 17),
}
HONOR_WORDS = {
    "east": Tile.Z1, "south": Tile.Z2, "west": Tile.Z3, "north": Tile.Z4,
    "red": Tile.Z5, "green": Tile.Z6, "white": Tile.Z7,
    "ton": Tile.Z1, "nan": Tile.Z2, "shaa": Tile.Z3, "sha": Tile.Z3, "pei": Tile.Z4,
    "chun": Tile.Z5, "hatsu": Tile.Z6, "haku": Tile.Z7,
}  # fmt: skip
DRAGON_LETTERS = {
    "r": Tile.Z5, "rd": Tile.Z5, "dr": Tile.Z5, "g": Tile.Z6, "gd": Tile.Z6, "dg": Tile.Z6,
    "wh": Tile.Z7, "wd": Tile.Z7, "dw": Tile.Z7,
}  # fmt: skip
SUIT_NAME = rf"{alternatives(SUIT_WORDS)}(?ai:s)?"
SUIT_THEN_RANKS = rf"{START}(?:{SUIT_NAME}[- ]?[1-9]++)++(?![0-9A-Za-z])"
RANKS_THEN_SUIT = rf"{START}[1-9]++[- ]?{SUIT_NAME}(?![0-9A-Za-z])"
HONOR_NAME = (
    rf"{START}(?ai:(?:wind|dragon)[- ]?)?{alternatives(HONOR_WORDS)}"
    r"(?ai:[- ]?(?:winds?|dragons?))?(?![0-9A-Za-z])"
)
# Honor letters may stand between them: EEERR.
DRAGON_RUN = (
    r"(?:(?<![0-9A-Za-z])|(?<=[0-9][mpsz]))(?:(?ai:wh|[rgw]d|d[rgw])|[ESWNCFPRG])++(?![0-9A-Za-z])"
)
NICKNAME = "[幺么小][鸡雞鷄]"
CIRCLED = "[①-⑨]"
TILE_WORD = rf"(?:{SUIT_THEN_RANKS}|{RANKS_THEN_SUIT}|{HONOR_NAME}|{DRAGON_RUN}|{NICKNAME})"
ONE_NAMED = rf"(?:{ONE_TILE}|{CIRCLED}|{TILE_WORD})"


def suit_then_ranks(text: str) -> Tiles:
    """Return the tiles of a suit's name before ranks.

    >>> suit_then_ranks("Man1"), suit_then_ranks("bamboo-12")
    ((Tile.M1,), (Tile.S1, Tile.S2))
    """
    groups = re.findall("([A-Za-z]+)[- ]?([1-9]+)", text)
    return tuple(tile for name, ranks in groups for tile in _suited(name, ranks))


def ranks_then_suit(text: str) -> Tiles:
    """Return the tiles of ranks before a suit's name.

    >>> ranks_then_suit("12 dots")
    (Tile.P1, Tile.P2)
    """
    ranks = text[: len(text) - len(text.lstrip("123456789"))]
    return _suited(text[len(ranks) :].strip("- "), ranks)


def _suited(name: str, ranks: str) -> Tiles:
    word = name.lower()
    before = SUIT_WORDS[word if word in SUIT_WORDS else word.removesuffix("s")]
    return tuple([TILES[before + int(rank)] for rank in ranks])


def honor_word(text: str) -> Tiles:
    """Return the honor of a name.

    >>> honor_word("Red dragon"), honor_word("wind-east")
    ((Tile.Z5,), (Tile.Z1,))
    """
    return (next(HONOR_WORDS[word] for word in _latin_words(text) if word in HONOR_WORDS),)


def _latin_words(text: str) -> list[str]:
    return re.findall("[a-z]+", text.lower())


def dragon_run(text: str) -> Tiles:
    """Return the dragons of European letters.

    >>> dragon_run("WhWh"), dragon_run("RG")
    ((Tile.Z7, Tile.Z7), (Tile.Z5, Tile.Z6))
    """
    words = re.findall("(?ai:wh|[rgw]d|d[rgw])|[ESWNCFPRG]", text)
    return tuple([HONOR_BY_NAME.get(word) or DRAGON_LETTERS[word.lower()] for word in words])


def nickname(text: str) -> Tiles:
    """Return 1s, the tile that 幺鸡 names."""
    return (Tile.S1,)


def circled(text: str) -> Tiles:
    """Return the dots of circled digits."""
    return tuple([TILES[Tile.P1 + ord(char) - ord("①")] for char in text])


WORD_TILES: tuple[tuple[str, str, Callable[[str], Tiles]], ...] = (
    ("suit before ranks in words", SUIT_THEN_RANKS, suit_then_ranks),
    ("ranks before suit in words", RANKS_THEN_SUIT, ranks_then_suit),
    ("honor in words", HONOR_NAME, honor_word),
    ("dragons by European letters", DRAGON_RUN, dragon_run),
    ("nickname of a tile", NICKNAME, nickname),
    ("circled dots", f"{CIRCLED}++", circled),
)
_RUN_OR_WORD = rf"(?:{RANKS_THEN_SUIT}|{ANY_RUN}|{TILE_WORD}|{CIRCLED}++)"
_TILES_INSIDE = re.compile(_RUN_OR_WORD)
INSIDE_WORDS = rf"{GAP}*+(?:{_RUN_OR_WORD}{GAP}*+)++(?:[0-9]{GAP}*+)?"
_WORD_READERS = tuple((re.compile(pattern), read) for _, pattern, read in WORD_TILES)


def tiles_named(text: str) -> Tiles:
    """Return the tiles of a run, in the notation or in words."""
    for pattern, read in _WORD_READERS:
        if pattern.fullmatch(text):
            return read(text)
    return tiles_in(text)


def tile_named(text: str) -> Tile:
    """Return the tile of a value, in the notation or in words."""
    return tiles_named(text)[0]


# --- ranges and repeats ---------------------------------------------------------------------------

RANGE = r"[1-9][mpsMPS]?[-~–—至到][1-9][mpsMPS](?![0-9A-Za-z])"
# A suit before the dash must be the one behind it.
SAME_SUIT = r"(?![1-9][mM].[1-9][psPS]|[1-9][pP].[1-9][msMS]|[1-9][sS].[1-9][mpMP])"
REPEAT = rf"(?:{ONE_TILE}|{CIRCLED}|{TILE_WORD})[*x×][1-4](?![0-9A-Za-z])"


def tile_range(text: str) -> Tiles | Defect:
    """Return the tiles from the first rank to the last.

    >>> tile_range("1-3m")
    (Tile.M1, Tile.M2, Tile.M3)
    """
    first, last = (int(digit) for digit in re.findall("[0-9]", text))
    if first >= last:
        return Defect("bad-range", {"first": str(first), "last": str(last)})
    return tiles_in("".join(map(str, range(first, last + 1))) + text[-1])


def repeated(text: str) -> Tiles:
    """Return a tile as often as the number behind it says.

    >>> repeated("E*3")
    (Tile.Z1, Tile.Z1, Tile.Z1)
    """
    return (tile_named(text[:-2]),) * int(text[-1])


# --- items in words -------------------------------------------------------------------------------

WIND_NAME = (
    "(?:(?ai:east|south|west|north)(?ai:[- ]?wind)?(?![A-Za-z])"
    "|[ESWN](?![0-9A-Za-z])|[东南西北]风?)"
)
AFTER = "(?:: *+| ++)"
SEAT_KEY = rf"\+?(?:(?:门风|自风)[:是 ]?|{START}(?ai:seat(?:[ -]wind)?){AFTER})"
ROUND_KEY = rf"\+?(?:(?:圈风|场风)[:是 ]?|{START}(?ai:(?:round|prevalent)(?:[ -]wind)?){AFTER})"
WIND_WORDS = {
    word: Wind(HONOR_WORDS[word] - Tile.Z1) for word in ("east", "south", "west", "north")
}


def wind_named(text: str) -> Wind:
    """Return the wind that a phrase names.

    >>> wind_named("seat: west"), wind_named("南风圈"), wind_named("+round:N")
    (<Wind.W: 2>, <Wind.S: 1>, <Wind.N: 3>)
    """
    for word in _latin_words(text):
        if word in WIND_WORDS:
            return WIND_WORDS[word]
    name = next(char for char in reversed(text) if char in "ESWN东南西北庄莊")
    return Wind.E if name in "庄莊" else Wind(HONOR_BY_NAME[name] - Tile.Z1)


def _wind_item(item: str, field: str) -> Callable[[str], Item]:
    def meaning(text: str) -> Item:
        return Item(item, field, wind_named(text))

    return meaning


def _wind_by_number(item: str) -> Callable[[str], Defect]:
    def meaning(text: str) -> Defect:
        return numbered_wind(item, text[-1])

    return meaning


def _tile_item(item: str, field: str, self_drawn: bool | None = None) -> Callable[[str], Item]:
    value = re.compile(rf"{ONE_NAMED}\Z")

    def meaning(text: str) -> Item:
        found = value.search(text)
        assert found is not None
        return Item(item, field, tile_named(found[0]), self_drawn)

    return meaning


def called_in_words(text: str) -> CalledSet | Defect:
    """Return the set of a word and a tile in words.

    >>> called_in_words("pung red dragon").drafted.tiles
    (Tile.Z5, Tile.Z5, Tile.Z5)
    """
    word, name = split_call(text)
    return called_tile(tile_named(name), word)


def bracketed_words(text: str) -> CalledSet | Defect:
    """Return the set of brackets whose tiles are in words.

    >>> bracketed_words("[RRR]").drafted.tiles
    (Tile.Z5, Tile.Z5, Tile.Z5)
    """
    inside = text[1:-1]
    tiles = tuple(tile for name in _TILES_INSIDE.findall(inside) for tile in tiles_named(name))
    return set_of(tiles, "", text[0] == "(", source_in(inside))


def flower_count(text: str) -> Item:
    """Return the item of a number of flowers."""
    return Item("+flowers", "flowers", int(re.sub("[^0-9]", "", text)))


def fixed_item(item: Item) -> Callable[[str], Item]:
    """Return a meaning that is always this item."""

    def meaning(text: str) -> Item:
        return item

    return meaning


def _two_meanings(*choices: str) -> Callable[[str], Defect]:
    def meaning(text: str) -> Defect:
        return Defect("two-meanings", {"choices": choices})

    return meaning


def _no_such_word(text: str) -> Defect:
    return Defect("concealed-pung")


def stand_in(text: str) -> StandIn:
    """Return the wildcard, the tile it stands for, and how often."""
    held, face = re.findall(ONE_NAMED, text)[:2]
    count = text[-1] if text[-2:-1] == "×" else "1"
    return StandIn(tile_named(held), tile_named(face), int(count))


DREW = Item("win-word", self_drawn=True, field=None, value=None)
CLAIMED = Item("win-word", self_drawn=False, field=None, value=None)


def _flag_words(item: str, *words: str, self_drawn: bool | None = None) -> HandPiece:
    phrase = Item(item, FLAG_ITEMS[item].field, True, self_drawn)
    latin = [word for word in words if word.isascii()]
    chinese = [word for word in words if not word.isascii()]
    patterns = [rf"\+?{START}{alternatives(latin)}{END}"] * bool(latin)
    patterns += [rf"\+?{alternatives(chinese)}"] * bool(chinese)
    return HandPiece(f"{item} in words", "|".join(patterns), fixed_item(phrase))


def _tile_value(item: str, field: str, chinese: str, latin: str) -> HandPiece:
    """Return the piece of an item whose value is a tile, with its key in words."""
    keys = rf"(?:\+?(?:{chinese})[: 是]?|\+?{START}(?ai:{latin}){AFTER})"
    return HandPiece(f"{item} in words", rf"{keys}{ONE_NAMED}{END}", _tile_item(item, field))


# --- the pieces -----------------------------------------------------------------------------------

# Before the tiles of the notation, whose beginnings they look like.
EARLY_WORDS = (
    HandPiece("ranks before suit in words", RANKS_THEN_SUIT, ranks_then_suit),
    HandPiece("range", SAME_SUIT + RANGE, tile_range),
    HandPiece("repeated tile", REPEAT, repeated),
    HandPiece("chair", "[东南西北庄莊]家", _wind_item("+seat", "seat")),
    HandPiece("round by name", "[东南西北]风?[圈场](?!风)", _wind_item("+round", "round")),
    HandPiece(
        "wind before seat", rf"{START}{WIND_NAME}[- ](?ai:seat){END}", _wind_item("+seat", "seat")
    ),
    HandPiece(
        "wind before round",
        rf"{START}{WIND_NAME}[- ](?ai:round){END}",
        _wind_item("+round", "round"),
    ),
    HandPiece("self-drawn tile", rf"自?摸{ONE_NAMED}{END}", _tile_item("+win", "winning", True)),
    HandPiece("self-drawn in words", rf"{START}(?ai:self[-_ ]?drawn?){END}", fixed_item(DREW)),
    _flag_words("+last", "last tile draw", "last tile drawn", self_drawn=True),
    _flag_words("+rob", "抢杠胡"),
    _flag_words("+last", "last tile claim", self_drawn=False),
    HandPiece(
        "last tile",
        rf"{START}(?ai:last tile){END}|末张|最后[1一]张牌?",
        _two_meanings("+last", "+fourth"),
    ),
)
# After them.
LATE_WORDS = (
    *(HandPiece(*row) for row in WORD_TILES if row[2] is not ranks_then_suit),
    HandPiece("plus and tile", rf"\+ ?{ONE_NAMED}{END}", _tile_item("+win", "winning")),
    _tile_value(
        "+win",
        "winning",
        "[和胡](?:牌张?|张)?",
        "(?:wins?|won|winning(?: tile)?)(?: (?:on|with|by))?",
    ),
    _tile_value("+wild", "wild", "财神|赖子|癞子", "wild(?:card)?"),
    _tile_value("+flip", "indicator", "翻牌?", "flip|indicator"),
    HandPiece("seat in words", rf"{SEAT_KEY}{WIND_NAME}{END}", _wind_item("+seat", "seat")),
    HandPiece("round in words", rf"{ROUND_KEY}{WIND_NAME}{END}", _wind_item("+round", "round")),
    HandPiece("seat by number", rf"{SEAT_KEY}[0-9]{END}", _wind_by_number("+seat")),
    HandPiece("round by number", rf"{ROUND_KEY}[0-9]{END}", _wind_by_number("+round")),
    HandPiece(
        "flowers in words",
        rf"\+?花牌?[: ]?{NUMBER}[张朵个]?{END}|{NUMBER}[张朵个]?花{END}"
        rf"|\+?{START}(?ai:flowers?){AFTER}{NUMBER}{END}|{START}{NUMBER}[- ]?(?ai:flowers?){END}",
        flower_count,
    ),
    HandPiece(
        "discard in words",
        rf"{START}(?ai:(?:won )?(?:by|on|off|from)[- ](?:a )?discard|discarded){END}"
        "|荣和|放铳|放炮",
        fixed_item(CLAIMED),
    ),
    _flag_words("+kong", "杠开", "杠上花", "after a kong", "out with replacement tile"),
    _flag_words("+rob", "robbed", "robbed kong", "robbed a kong", "robbing the kong"),
    _flag_words("+fourth", "fourth copy", "4th copy"),
    HandPiece(
        "label of the tiles",
        rf"(?:手牌|手内|副露|手里|读作):?|{START}(?ai:hand|tiles|melds?|read as):",
        no_meaning,
    ),
    HandPiece("set in words", rf"\[{INSIDE_WORDS}\]|\({INSIDE_WORDS}\)", bracketed_words),
    HandPiece("called tile in words", rf"{CALL_WORD}{TILE_WORD}{END}", called_in_words),
    HandPiece("concealed pung", "暗刻子?:?", _no_such_word),
)
# Only in a line that mjcalc printed.
ANSWER_WORDS = (
    HandPiece(
        "stand-in",
        rf"(?:财神|{START}(?ai:wildcard) ){ONE_NAMED} ?(?:当|as) ?{ONE_NAMED}(?: ?×[1-4])?",
        stand_in,
    ),
    _flag_words("+last", "last tile"),
)
