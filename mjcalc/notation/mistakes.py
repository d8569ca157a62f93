"""What people mistype: each mistake is a named piece of the grammar with a key.

Every NotationError defect has the field ``text``: the token as it was typed (cut when very long).
The place is the first character of the token; inside a group of tiles, the character.

===================== ==================================== =======================================
key                   fields besides ``text``              example
===================== ==================================== =======================================
empty                 (no text)                            only white space and comments
too-long              length, limit                        more characters than any hand has
more-defects          count                                how many further tokens are unreadable
digits-without-suit   digits                               ``789 EEE``
blank-before-suit     write                                ``789 s``; write = 789s
no-such-honour        digits                               ``8z``: the digits that no honor has
red-five              write                                ``0m`` is a red five elsewhere; 5m
letter-after-digit    digits, letter, readings, honor     ``3W``: readings (3m,), honor Tile 西
letter-before-digit   digits, letter, readings, honor     ``B1``: readings (1p, 1s), honor None
suit-before-digits    write                                ``m123``; write = 123m
suit-without-digits   letter                               ``m`` alone
lower-case-honour     write                                ``eee``; write = EEE
flower                                                     ``1f``, 春, 🀢: write +flowers:N
flower-turned         item                                 ``+flip:春``: turn again
percent-code          char                                 ``%5B``, copied from an address: ``[``
unknown-word          candidates                           ``banana``; candidates may be empty
unknown-item          item, candidates                     ``+riichi``; candidates may be empty
no-value              item                                 ``+win:``, ``+win``, ``+seat=E``
flag-with-value       item                                 ``+last:yes``
not-one-tile          item, value, count                   ``+win:55z``
not-a-tile            item, value                          ``+win:x``
wind-digit            item, digit, from_one, from_zero     ``+seat:1``: the Winds (or None) that the
                                                           digit is when counted from 1, from 0
not-a-wind            item, value                          ``+seat:X``
not-a-number          item, value                          ``+flowers:-1``, ``+flowers:many``
empty-set             open, close                          ``[]``
unclosed-bracket      open, close                          ``[123m``
stray-bracket         close                                ``123m]``
mismatched-bracket    open, close                          ``[123m)``
not-tiles             inside                               ``[tsumo]``
bad-source            tiles, source, allowed               ``[123m,7]``; ``(5555p,1)``: allowed ()
word-without-set      word                                 ``chi: 123m``, ``chi 123m``
other-spelling        write                                ``+seat:南风``
two-meanings          readings                             末张: the line with +last, with +fourth
two-readings          readings                             ``123B``: the lines that it may mean
suit-first-line       readings                             ``m123 p456``: the line rewritten
red-five-line         readings                             ``0m``: the line rewritten
not-in-notation       notation                             a line that breaks the notation it is in
unknown-notation      count                                ``Q1 Q2 X3``: the first of so many
bad-range             first, last                          ``9-1m``
concealed-pung                                             ``暗刻:111z``
red-alone             write, long                          红红; 中中, 红中红中
separator             count                                ``123m|456p``: the first of so many
unreadable                                                 any other character
===================== ==================================== =======================================

``item`` is the English key (``+win``); ``readings`` and ``candidates`` are tuples of str.

ImpossibleHand has, beyond the defects of :mod:`mjcalc.hand.hand`, four of the text:

===================== ==================================== =======================================
said-twice            item                                 ``+win:5z +win:9s``; item ``win-word``
                                                           for a win word given twice
contradiction         first, second                        tsumo and 点和, ron and 妙手回春
wrong-word            word, tiles, kind                    ``chi:EEE``; kind (Kind) = what it is
one-tile-set          write                                碰东: the set in full: 碰东东东
===================== ==================================== =======================================
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from string import digits as DIGITS

from mjcalc.errors import Defect
from mjcalc.notation.vocabulary import (
    CHARACTER_RUN,
    CHINESE_CALLS,
    CHINESE_WIN_WORDS,
    END,
    FLAG_ITEMS,
    GAP,
    HONOR_BY_NAME,
    ITEM_WORDS,
    LATIN_CALLS,
    START,
    TILE_PIECES,
    VALUE_ITEMS,
    VOCABULARY,
    WIN_WORDS,
    HandPiece,
    Meaning,
    alternatives,
    numbered_wind,
    tiles_in,
)

# What a letter next to digits means in other programs (research: Botzone, MahjongGB, English and
# Chinese initials): W 万, C characters, B 饼 or bamboo, T 条 or 筒, D dots, S 索, F 风.
FOREIGN_SUITS = {
    "W": "m", "M": "m", "C": "m", "K": "m", "B": "ps", "P": "p", "D": "p",
    "T": "sp", "S": "s", "F": "z", "Z": "z",
}  # fmt: skip
# The mistakes that are reported inside a value or brackets too; any other is "not a tile".
OF_TILES = frozenset({
    "digits-without-suit", "blank-before-suit", "no-such-honour", "red-five", "letter-after-digit",
    "letter-before-digit", "suit-before-digits", "lower-case-honour", "flower",
})  # fmt: skip
CLOSING = {"[": "]", "(": ")"}


def plain_defect(key: str) -> Callable[[str], Defect]:
    """Return a meaning that is always this defect, without fields."""

    def meaning(text: str) -> Defect:
        return Defect(key)

    return meaning


# --- digits and letters -------------------------------------------------------------------------


def _bare_digits(text: str) -> Defect:
    return Defect("digits-without-suit", {"digits": text})


def _blank_before_suit(text: str) -> Defect:
    return Defect("blank-before-suit", {"write": "".join(text.split()).lower()})


def _bad_rank(text: str) -> Defect:
    """Digits before a suit's letter that holds a 0, or an 8 or 9 of honors; placed there."""
    honors = text[-1] in "zZ"
    bad = [place for place, digit in enumerate(text[:-1]) if digit in ("089" if honors else "0")]
    start = bad[0] if bad else 0
    if honors:
        digits = "".join(dict.fromkeys(text[place] for place in bad))
        return Defect("no-such-honour", {"digits": digits}, start=start)
    return Defect("red-five", {"write": f"5{text[-1].lower()}"}, start=start)


def _readings(digits: str, letter: str) -> dict[str, object]:
    suits = FOREIGN_SUITS.get(letter.upper(), "")
    return {
        "digits": digits,
        "letter": letter,
        "readings": tuple(digits + suit for suit in suits),
        "honor": HONOR_BY_NAME.get(letter),
    }


def _letter_after(text: str) -> Defect:
    """One letter after digits, or the same letter after each: ``1W2W3W`` is one mistake."""
    start = len(text) - len(text.lstrip(DIGITS))
    digits = "".join(re.findall("[0-9]", text))
    return Defect("letter-after-digit", _readings(digits, text[start]), start=start)


def _letter_before(text: str) -> Defect:
    return Defect("letter-before-digit", _readings(text[1:], text[0]))


def _suit_first(text: str) -> Defect:
    groups = re.findall(r"([a-zA-Z])([0-9]+)", text)
    return Defect("suit-before-digits", {"write": "".join(d + s.lower() for s, d in groups)})


def _bare_suit(text: str) -> Defect:
    return Defect("suit-without-digits", {"letter": text})


def _small_honors(text: str) -> Defect:
    return Defect("lower-case-honour", {"write": text.upper()})


def _percent(text: str) -> Defect:
    return Defect("percent-code", {"char": chr(int(text[1:], 16))})


# --- words --------------------------------------------------------------------------------------


def _candidates(word: str, vocabulary: Iterable[str]) -> tuple[str, ...]:
    """Return the words of the notation most like this one, best first, at most three."""
    plain = {known.strip("+:"): known for known in vocabulary}
    asked = re.split("[:=]", word.lower().lstrip("+"), maxsplit=1)[0]
    likeness = 0.7 if asked.isascii() else 0.5  # Chinese words have two to four characters
    close = difflib.get_close_matches(asked[:20], plain, 3, likeness)
    return tuple(plain[name] for name in close)


def _unknown_word(text: str) -> Defect:
    return Defect("unknown-word", {"candidates": _candidates(text, VOCABULARY)})


def _lone_call(text: str) -> Defect:
    return Defect("word-without-set", {"word": text.rstrip(":")})


def _red(text: str) -> Defect:
    return Defect("red-alone", {"write": "中" * len(text), "long": "红中" * len(text)})


def _separator(text: str) -> Defect:
    return Defect("separator", {"count": 1})


# --- + items ------------------------------------------------------------------------------------

ITEM_BY_KEY = {key: item for item, row in VALUE_ITEMS.items() for key in row.keys} | {
    key: item for item, row in FLAG_ITEMS.items() for key in (item, *(f"+{w}" for w in row.chinese))
}


# The words of items with a value, and a good value, whatever stands or is left out between them.
SPELLED = tuple(
    re.compile(rf"({alternatives(row.keys)})(?![A-Za-z]):?({row.pattern})风?")
    for row in VALUE_ITEMS.values()
)
BARE_KEYS = {
    key[1:]: row.pattern for row in VALUE_ITEMS.values() for key in row.keys if key[1] > "z"
}
BARE_ITEM = "|".join(
    rf"{key}(?::[^\s,;+#\[\]()]*+|{pattern}{END})" for key, pattern in BARE_KEYS.items()
)


def _bare_item(text: str) -> Defect:
    """An item without its ``+``, or without its colon."""
    return _plus(f"+{text.removeprefix('+')}")


def _plus(text: str) -> Defect:
    """Return what is wrong with a ``+`` item: its key, its colon or its value."""
    for pattern in SPELLED:
        if found := pattern.fullmatch(text):
            return Defect("other-spelling", {"write": f"{found[1]}:{found[2]}"})
    key, _, value = text.partition(":")
    item = ITEM_BY_KEY.get(key.lower())
    if item is None:
        known = next(
            (k for k in ITEM_BY_KEY if re.match(rf"{re.escape(k)}(?![a-z])", text, re.I)), None
        )
        if known in ITEM_BY_KEY and ITEM_BY_KEY[known] in VALUE_ITEMS:
            return Defect("no-value", {"item": ITEM_BY_KEY[known]})
        candidates = _candidates(key, (*WIN_WORDS, *ITEM_WORDS))
        return Defect("unknown-item", {"item": key, "candidates": candidates})
    if item in FLAG_ITEMS:
        return Defect("flag-with-value", {"item": item})
    if not value:
        return Defect("no-value", {"item": item})
    judge = {"winning": _bad_tile, "wild": _bad_tile, "indicator": _bad_tile}.get(
        VALUE_ITEMS[item].field, _bad_number if item == "+flowers" else _bad_wind
    )
    return judge(item, value)


def _bad_tile(item: str, value: str) -> Defect:
    wrong = next(mistakes_in(value), None)
    if wrong is None:
        return Defect("not-one-tile", {"item": item, "value": value, "count": len(tiles_in(value))})
    if wrong.key == "flower" and item in ("+flip", "+wild"):
        return Defect("flower-turned", {"item": item})
    if wrong.key in OF_TILES:
        return Defect(wrong.key, wrong.fields)
    return Defect("not-a-tile", {"item": item, "value": value})


def _bad_number(item: str, value: str) -> Defect:
    return Defect("not-a-number", {"item": item, "value": value})


def _bad_wind(item: str, value: str) -> Defect:
    if not re.fullmatch("[0-9]", value):
        return Defect("not-a-wind", {"item": item, "value": value})
    return numbered_wind(item, value)


# --- brackets -----------------------------------------------------------------------------------


def _bracket(text: str) -> Defect:
    """Return what is wrong inside brackets: the known mistake, or that there are no tiles."""
    inside = text[1:-1]
    if not inside.strip(" ,;"):
        return Defect("empty-set", {"open": text[0], "close": text[-1]})
    wrong = next(mistakes_in(inside), None)
    if wrong is None or wrong.key not in OF_TILES:
        return Defect("not-tiles", {"inside": inside})
    return Defect(wrong.key, wrong.fields)


def _mismatched(text: str) -> Defect:
    return Defect("mismatched-bracket", {"open": text[0], "close": CLOSING[text[0]]})


def _unclosed(text: str) -> Defect:
    return Defect("unclosed-bracket", {"open": text, "close": CLOSING[text]})


def _stray(text: str) -> Defect:
    return Defect("stray-bracket", {"close": text})


# --- the pieces ---------------------------------------------------------------------------------

HAN = r"[\u3400-\u9fff\uf900-\ufaff]"
KNOWN_HAN = "|".join(
    (
        CHARACTER_RUN,
        *CHINESE_CALLS,
        *CHINESE_WIN_WORDS,
        *(w for f in FLAG_ITEMS.values() for w in f.chinese),
    )
)
# ``P1`` and ``S1`` alone may also be an honor and a lost digit: a letter before digits.
SUIT_FIRST = rf"{START}(?![PS][0-9]++(?![0-9A-Za-z]))(?:[mpszMPSZ][0-9]++)++(?![0-9A-Za-z])"
ANY_CALL = alternatives(LATIN_CALLS)

# Tried in this order after the items; every character begins some mistake.
MISTAKES = (
    HandPiece("digits, blank, suit", r"[0-9]++[ \t]++[mpszMZ](?![0-9A-Za-z])", _blank_before_suit),
    HandPiece(
        "flower", r"[0-9]++[fh](?![0-9A-Za-z])|[春夏秋冬梅兰蘭竹菊🀢-🀩]++", plain_defect("flower")
    ),
    HandPiece("unknown rank", r"[0-9]++[mpszMPSZ]", _bad_rank),
    HandPiece(
        "letter after digits",
        r"[0-9]++(?:([A-Za-z])(?![a-z])(?:[0-9]++\1(?![A-Za-z]))*+|[A-Za-z][a-z]++)",
        _letter_after,
    ),
    HandPiece("digits without suit", r"[0-9]++", _bare_digits),
    HandPiece("suit before digits", SUIT_FIRST, _suit_first),
    HandPiece("letter before digits", r"[A-Za-z][0-9]++(?![0-9A-Za-z])", _letter_before),
    HandPiece("suit without digits", r"[mpszMZ](?![0-9A-Za-z])", _bare_suit),
    HandPiece("lower-case honors", r"([eswncfp])\1*+(?![0-9A-Za-z])", _small_honors),
    HandPiece("word without its set", rf"{START}{ANY_CALL}(?::|(?![a-z]))", _lone_call),
    HandPiece("word without its set", rf"{alternatives(CHINESE_CALLS)}:?", _lone_call),
    HandPiece("item without its plus", BARE_ITEM, _bare_item),
    HandPiece("half of 红中", r"(?:红(?![中5]))++", _red),
    HandPiece("unknown word", r"[A-Za-z][0-9A-Za-z_:=.-]*+", _unknown_word),
    HandPiece("unknown word", rf"{HAN}(?:(?!{KNOWN_HAN}){HAN})*+", _unknown_word),
    HandPiece("unreadable + item", r"\+[^\s,;+#\[\]()]*+", _plus),
    HandPiece("unreadable brackets", r"\[[^\[\]()]*+\]|\([^\[\]()]*+\)", _bracket),
    HandPiece("mismatched brackets", r"\[[^\[\]()\s]*+\)|\([^\[\]()\s]*+\]", _mismatched),
    HandPiece("unclosed bracket", r"[\[(]", _unclosed),
    HandPiece("stray bracket", r"[\])]", _stray),
    HandPiece("percent code", r"%[0-7][0-9A-Fa-f]", _percent),
    HandPiece("unknown separator", r"[|/\\·・•。~_-]++", _separator),
    HandPiece(
        "unreadable",
        r"(?:(?![🀀-🀩])[^\s,;+#%\[\]()0-9A-Za-z\u3400-\u9fff\uf900-\ufaff])++|%",
        plain_defect("unreadable"),
    ),
)
INNER = tuple((re.compile(p.pattern), p.meaning) for p in (*TILE_PIECES, *MISTAKES))
INNER_GAP = re.compile(rf"{GAP}++")


def mistakes_in(text: str) -> Iterator[Defect]:
    """Yield what is unreadable in a value or between brackets, where only tiles belong."""
    place = 0
    while place < len(text):
        if gap := INNER_GAP.match(text, place):
            place = gap.end()
            continue
        for pattern, meaning in INNER:
            if found := pattern.match(text, place):
                wrong: Meaning = meaning(found.group())
                if isinstance(wrong, Defect):
                    yield wrong
                place = found.end()
                break
        else:  # pragma: no cover - a comment sign, which no value holds
            place += 1
