"""The grammar of a hand, one line for one hand; ``str(hand)`` is the inverse of ``parse``.

Written with the names of the pieces in :data:`mjcalc.notation.vocabulary.HAND_PIECES`::

    hand      ::= { separator | tiles | item | win-word | flag | set }
    separator ::= { space | "," | ";" } | "#" to the end of the line
    tiles     ::= { digit } ("m" | "p" | "s")  |  { "1".."7" } "z"
                | { "E" | "S" | "W" | "N" | "C" | "F" | "P" } | { honour } | { glyph }
    item      ::= ("+win:" | "+wild:" | "+flip:") tile
                | ("+seat:" | "+round:") wind  |  "+flowers:" number
    win-word  ::= "tsumo" | "zimo" | "self" | "ron" | "discard" | 自摸 | 点和 | 点炮
    flag      ::= "+last" | "+kong" | "+rob" | "+fourth" | 海底 | 妙手回春 | …
    set       ::= "[" inside "]"  |  "(" inside ")"  |  word inside
    inside    ::= { tiles } [ [","] digit ]

Chinese keys, digits and suits are spellings of these. A well-formed line is cut by one
regular expression over the pieces. Any other goes through the pyparsing grammar: the same pieces,
then those of :data:`mjcalc.notation.mistakes.MISTAKES`, each of which names what is wrong. The keys
of NotationError are listed there.

>>> hand = parse("chi:123m peng:EEE angang:7777p 46s88p +win:5s +seat:S zimo")
>>> str(hand)
'[123m] [111z] (7777p) 88p46s +win:5s tsumo +seat:S +round:E'
>>> parse(str(hand)) == hand
True
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from mjcalc.errors import Defect, ImpossibleHand, NotationError
from mjcalc.hand.hand import Hand, hand_of
from mjcalc.hand.kinds import WildPolicy
from mjcalc.notation.tokens import Token, TokenizedHand, draft_of
from mjcalc.notation.vocabulary import (
    GAP,
    HAND_PIECES,
    HONOR_RUN,
    SUIT_RUN,
    HandPiece,
    Meaning,
    fold,
)
from mjcalc.rules.rulesets import Ruleset, wild_policy

if TYPE_CHECKING:
    from pyparsing import ParserElement, ParseResults

# The longest hand, each tile a word and every item written in full, has some 400 characters.
LONGEST_HAND = 10_000
COMMENT_SIGN = re.compile("[#＃]")
COMMENT = re.compile(r"#[^\n]*+")
ONLY_SEPARATORS = re.compile(rf"{GAP}*+")


def strip_comment(text: str) -> str:
    """Return the part of a line before ``#``; "" when that is only white space.

    >>> strip_comment("55z  # a pair"), strip_comment("\\ufeff # only a comment")
    ('55z  ', '')
    """
    left = COMMENT_SIGN.split(text, maxsplit=1)[0]
    return "" if ONLY_SEPARATORS.fullmatch(fold(left)) else left


def parse(text: str, rules: str | Ruleset | WildPolicy | None = None) -> Hand:
    """Return the hand that a line of the notation describes.

    ``rules`` (a name, a ruleset or its wildcard policy) decide which wildcards a hand may have;
    without rules it may have any. NotationError lists every token that cannot be read,
    ImpossibleHand everything that makes the hand impossible; each defect has its place in the text.

    >>> parse("123m456p789s EEE 55z +win:5z tsumo").winning
    Tile.Z5
    """
    policy = wild_policy(rules)
    hand = quick(text, policy)
    if hand is not None:
        return hand
    typed = read(text)
    if wrong := typed.unreadable():
        raise NotationError(wrong)
    if wrong := typed.impossible(policy):
        raise ImpossibleHand(wrong)
    return hand_of(typed.draft(), policy)


def read(text: str) -> TokenizedHand:
    """Return the tokens of a text, readable or not; NotationError for an empty text."""
    folded = fold(text)
    if (
        len(folded) > LONGEST_HAND
        and (length := len(COMMENT.sub("", folded).strip())) > LONGEST_HAND
    ):
        fields = {"length": length, "limit": LONGEST_HAND}
        raise NotationError([Defect("too-long", fields, "text", LONGEST_HAND)])
    tokens = tokenize(folded)
    if tokens is None:
        tokens = tokenize_fully(folded)
    if all(token.meaning is None for token in tokens):
        raise NotationError([Defect("empty", about="text", start=0)])
    return TokenizedHand(text, tokens)


# --- the fast path: one regular expression over the pieces ----------------------------------------

PIECE_BY_NAME = {f"piece{place}": piece for place, piece in enumerate(HAND_PIECES)}
SCANNER = re.compile(
    "|".join(f"(?P<{name}>{piece.pattern})" for name, piece in PIECE_BY_NAME.items())
)
# The words of a line, and tiles in runs, so that few are new: a run is followed by another or by
# white space. Only white space is skipped.
LINE_WORD = re.compile(rf"(?:{SUIT_RUN}|{HONOR_RUN})(?![^1-9\s])|\S++")
MOST_WORD_CHARACTERS = (
    64  # characters of a word that is remembered; a longer one is hardly met again
)


@lru_cache(maxsize=1 << 10)
def meaning_of(name: str, text: str) -> Meaning:
    """Return the meaning of a piece's text; cached, for the words of hands repeat."""
    return PIECE_BY_NAME[name].meaning(text)


@lru_cache(maxsize=1 << 13)
def word_meanings(word: str) -> tuple[Meaning, ...] | None:
    """Return the meanings of the pieces of a word; None when it needs the whole line."""
    tokens = tokenize(word)
    return None if tokens is None else tuple([token.meaning for token in tokens])


def quick(text: str, policy: WildPolicy) -> Hand | None:
    """Return the hand of a line of readable words; None when the full grammar is needed."""
    meanings: list[Meaning] = []
    if len(text) > LONGEST_HAND:
        return None
    for word in LINE_WORD.findall(COMMENT.sub("", fold(text))):
        meant = word_meanings(word) if len(word) <= MOST_WORD_CHARACTERS else None
        if meant is None:
            return None
        meanings += meant
    draft, plain = draft_of(meanings)
    try:
        return hand_of(draft, policy) if plain else None
    except ImpossibleHand:
        return None


def tokenize(folded: str) -> list[Token] | None:
    """Return the tokens of a line of readable pieces; None for any other line."""
    tokens = []
    place = 0
    for found in SCANNER.finditer(folded):
        name, word = found.lastgroup, found.group()
        if name is None or found.start() != place:
            return None
        meaning = meaning_of(name, word)
        if isinstance(meaning, Defect):
            return None
        tokens.append(Token(place, word, meaning))
        place = found.end()
    return tokens if place == len(folded) else None


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

    from mjcalc.notation.mistakes import EARLY, MISTAKES

    readable = MatchFirst([piece_element(piece) for piece in HAND_PIECES]).set_name(
        "a piece of a hand"
    )
    mistaken = MatchFirst([piece_element(piece) for piece in MISTAKES]).set_name("a mistake")
    misleading = MatchFirst([piece_element(piece) for piece in EARLY]).set_name("a mistake")
    line = ZeroOrMore(misleading | readable | mistaken).set_name("a hand")
    return line.leave_whitespace().parse_with_tabs()


def tokenize_fully(folded: str) -> list[Token]:
    """Return the tokens of any text; the meaning of an unreadable one is a Defect."""
    return list(hand_grammar().parse_string(folded, parse_all=True))
