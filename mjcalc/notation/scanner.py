"""Cut a folded line into tokens: by one regular expression, or by the pyparsing grammar.

Both are made of the same named pieces. The expression reads lines without mistakes; the grammar
reads any line, for it knows the mistakes too (:data:`mjcalc.notation.mistakes.MISTAKES`).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from mjcalc.errors import Defect
from mjcalc.notation.tokens import Token
from mjcalc.notation.vocabulary import (
    HAND_PIECES,
    HONOR_RUN,
    START,
    SUIT_RUN,
    FanName,
    HandPiece,
    Meaning,
    alternatives,
    fold,
)

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

# The words of a line, and tiles in runs, so that few are new: a run is followed by another or by
# white space. Only white space is skipped.
LINE_WORD = re.compile(rf"(?:{SUIT_RUN}|{HONOR_RUN})(?![^1-9\s])|\S++")
LONGEST_KNOWN_WORD = 64  # characters of a word that is remembered; a longer one hardly comes again


class Scanner:
    """One regular expression over named pieces; the first piece that matches is the token."""

    def __init__(self, pieces: tuple[HandPiece, ...]) -> None:
        self._pieces = {f"piece{place}": piece for place, piece in enumerate(pieces)}
        self._pattern = re.compile(
            "|".join(f"(?P<{name}>{piece.pattern})" for name, piece in self._pieces.items())
        )
        self._meaning = lru_cache(maxsize=1 << 10)(self._read)

    def _read(self, name: str, text: str) -> Meaning:
        return self._pieces[name].meaning(text)

    def tokens(self, folded: str) -> list[Token] | None:
        """Return the tokens of a line of readable pieces; None for any other line."""
        tokens = []
        place = 0
        for found in self._pattern.finditer(folded):
            name, word = found.lastgroup, found.group()
            if name is None or found.start() != place:
                return None
            meaning = self._meaning(name, word)
            if isinstance(meaning, Defect):
                return None
            tokens.append(Token(place, word, meaning))
            place = found.end()
        return tokens if place == len(folded) else None


STRICT_SCANNER = Scanner(HAND_PIECES)


@cache
def word_scanner() -> Scanner:
    """Return the scanner that also knows a hand in words; most lines need only the strict one."""
    from mjcalc.notation.words import EARLY_WORDS, LATE_WORDS

    return Scanner((*EARLY_WORDS, *HAND_PIECES, *LATE_WORDS))


def tokenize(folded: str) -> list[Token] | None:
    """Return the tokens of a line of readable pieces; None for any other line."""
    tokens = STRICT_SCANNER.tokens(folded)
    return word_scanner().tokens(folded) if tokens is None else tokens


@lru_cache(maxsize=1 << 13)
def word_meanings(word: str) -> tuple[Meaning, ...] | None:
    """Return the meanings of the pieces of a word; None when it needs the whole line."""
    tokens = tokenize(word)
    return None if tokens is None else tuple([token.meaning for token in tokens])


# --- further scanners, each built when a line first needs it --------------------------------------


@cache
def fan_scanner() -> Scanner:
    """Return the scanner that also knows the names of fans."""
    return Scanner(pieces_with_fans())


def pieces_with_fans() -> tuple[HandPiece, ...]:
    """Return every readable piece, the names of fans among them."""
    from mjcalc.notation.words import EARLY_WORDS, LATE_WORDS

    chinese, english = fan_pieces()
    return chinese, *EARLY_WORDS, *HAND_PIECES, *LATE_WORDS, english


@cache
def answer_scanner() -> Scanner:
    """Return the scanner of a line that mjcalc printed."""
    from mjcalc.notation.words import ANSWER_WORDS, EARLY_WORDS, LATE_WORDS

    return Scanner((*ANSWER_WORDS, *EARLY_WORDS, *HAND_PIECES, *LATE_WORDS))


@cache
def fan_pieces() -> tuple[HandPiece, HandPiece]:
    """Return the pieces of Chinese and English fan names, without those that are items or sets.

    A Chinese name may begin like a tile (一条龙), an English one like an item (seat wind).
    """
    from mjcalc.rules.fans import FANS

    names = {fold(name) for fan in FANS for name in (fan.zh, fan.en, *fan.aliases)} | NICKNAMES
    free = [name for name in names if tokenize(name) is None and name.lower() not in NO_FANS]
    chinese = alternatives([name for name in free if not name.isascii()])
    english = alternatives([name for name in free if name.isascii()])
    return (
        HandPiece("Chinese name of a fan", chinese, FanName),
        HandPiece("English name of a fan", rf"{START}{english}(?![A-Za-z])", FanName),
    )


# What players call fans beside their names.
NICKNAMES = frozenset(map(fold, ("屁和", "屁胡", "鸡和", "门清", "单钓", "单吊", "嵌张", "卡张")))
# Fans whose names have another meaning in a hand.
NO_FANS = frozenset({"melded kong", "concealed kong", "last tile", "明杠", "暗杠"})


# --- the grammar ----------------------------------------------------------------------------------


def piece_element(piece: HandPiece) -> ParserElement:
    """Return the pyparsing element of a piece; it yields a :class:`Token`."""
    from pyparsing import Regex

    def token(text: str, place: int, found: ParseResults) -> Token:
        return Token(place, found[0], piece.meaning(found[0]))

    return Regex(piece.pattern).set_name(piece.name).leave_whitespace().add_parse_action(token)


@cache
def hand_grammar() -> ParserElement:
    """Return the grammar of a line: pieces, then mistakes. White space is a piece; tabs stay.

    Built for the first mistyped line: well-formed lines need not wait for pyparsing.
    """
    from pyparsing import MatchFirst, ZeroOrMore

    from mjcalc.notation.mistakes import MISTAKES

    elements = [piece_element(piece) for piece in pieces_with_fans()]
    readable = MatchFirst(elements).set_name("a piece of a hand")
    mistaken = MatchFirst([piece_element(piece) for piece in MISTAKES]).set_name("a mistake")
    return ZeroOrMore(readable | mistaken).set_name("a hand").leave_whitespace().parse_with_tabs()


def tokenize_fully(folded: str) -> list[Token]:
    """Return the tokens of any text; the meaning of an unreadable one is a Defect."""
    return list(hand_grammar().parse_string(folded, parse_all=True))
