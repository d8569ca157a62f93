"""The grammar of a hand, one line for one hand; ``str(hand)`` is the inverse of ``parse``.

Written with the names of the pieces in :data:`mjcalc.notation.vocabulary.HAND_PIECES`::

    hand      ::= { separator | tiles | item | win-word | flag | set }
    separator ::= { space | "," | ";" } | "#" to the end of the line
    tiles     ::= { digit } ("m" | "p" | "s")  |  { "1".."7" } "z"
                | { "E" | "S" | "W" | "N" | "C" | "F" | "P" } | { honor } | { glyph }
    item      ::= ("+win:" | "+wild:" | "+flip:") tile
                | ("+seat:" | "+round:") wind  |  "+flowers:" number
    win-word  ::= "tsumo" | "zimo" | "self" | "ron" | "discard" | 自摸 | 点和 | 点炮
    flag      ::= "+last" | "+kong" | "+rob" | "+fourth" | 海底 | 妙手回春 | …
    set       ::= "[" inside "]"  |  "(" inside ")"  |  word inside
    inside    ::= { tiles } [ [","] digit ]

Chinese keys, digits and suits are spellings of these; a hand in words (``self-drawn``, 碰中) has
its pieces in :mod:`mjcalc.notation.words`. A line that is well formed is cut by one regular
expression over the pieces. Any other may be a line of another tool, or a question
(:mod:`mjcalc.notation.recognition`); else it goes through the pyparsing grammar: the same pieces,
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
from dataclasses import replace
from typing import NamedTuple

from mjcalc.errors import Defect, ImpossibleHand, NotationError
from mjcalc.hand.draft import Draft
from mjcalc.hand.hand import Hand, hand_of
from mjcalc.hand.kinds import WildPolicy
from mjcalc.notation.scanner import (
    LINE_WORD,
    LONGEST_KNOWN_WORD,
    STRICT_SCANNER,
    fan_scanner,
    tokenize,
    tokenize_fully,
    word_meanings,
)
from mjcalc.notation.tokens import Token, TokenizedHand, draft_of
from mjcalc.notation.vocabulary import (
    GAP,
    KNOWN_CALLS,
    CalledSet,
    Item,
    Meaning,
    fold,
    split_call,
    tiles_in,
)
from mjcalc.rules.rulesets import Ruleset, wild_policy
from mjcalc.tiles import Tile

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


def parse(
    text: str, rules: str | Ruleset | WildPolicy | None = None, notation: str | None = None
) -> Hand:
    """Return the hand that a line describes.

    ``rules`` (a name, a ruleset or its wildcard policy) decide which wildcards a hand may have;
    without rules it may have any. ``notation`` is the notation of the line, one of
    :class:`mjcalc.notation.respelling.NotationName`; without it the whole line decides.
    NotationError lists every token that cannot be read, ImpossibleHand everything that makes the
    hand impossible; each defect has its place in the text.

    >>> parse("123m456p789s EEE 55z +win:5z tsumo").winning
    Tile.Z5
    >>> parse("W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F1 J1 J1") == parse("123m456p789s EEE 55z")
    True
    """
    return parse_line(text, rules, notation).hand


class ParsedLine(NamedTuple):
    """The hand of a line, and the names of fans in it, which are worked out anyway."""

    hand: Hand
    fans: tuple[str, ...] = ()


def parse_line(
    text: str, rules: str | Ruleset | WildPolicy | None = None, notation: str | None = None
) -> ParsedLine:
    """Return the hand of a line, with the fans that the line names; errors as of :func:`parse`."""
    policy = wild_policy(rules)
    if notation in (None, "mjcalc"):
        hand = quick(text, policy)
        if hand is not None:
            return ParsedLine(hand)
    typed = read_line(text, notation)
    if wrong := typed.unreadable():
        raise NotationError(wrong)
    if wrong := typed.impossible(policy):
        raise ImpossibleHand(wrong)
    return ParsedLine(hand_of(typed.draft(), policy), tuple(typed.fan_names()))


def read(text: str) -> TokenizedHand:
    """Return the tokens of a text in the notation, readable or not.

    NotationError is raised for an empty text.
    """
    folded = checked_fold(text)
    tokens = tokenize(folded)
    if tokens is None:
        tokens = tokenize_fully(folded)
    return _not_empty(TokenizedHand(text, tokens))


def read_line(text: str, notation: str | None = None) -> TokenizedHand:
    """Return the tokens of a line in any notation, readable or not.

    NotationError is raised for an empty text, and for a line that has two meanings.
    """
    from mjcalc.notation.recognition import read_as, recognize

    folded = checked_fold(text)
    if notation is not None:
        return _not_empty(read_as(text, folded, notation))
    tokens = tokenize(folded)
    if tokens is not None:
        return _not_empty(TokenizedHand(text, tokens))
    recognized = recognize(text, folded)
    if recognized is not None:
        return recognized
    tokens = fan_scanner().tokens(folded) or tokenize_fully(folded)
    return _not_empty(TokenizedHand(text, tokens))


def checked_fold(text: str) -> str:
    """Return the folded text; NotationError when it is too long for a hand."""
    folded = fold(text)
    if (
        len(folded) > LONGEST_HAND
        and (length := len(COMMENT.sub("", folded).strip())) > LONGEST_HAND
    ):
        fields = {"length": length, "limit": LONGEST_HAND}
        raise NotationError([Defect("too-long", fields, "text", LONGEST_HAND)])
    return folded


def _not_empty(typed: TokenizedHand) -> TokenizedHand:
    if all(token.meaning is None for token in typed.tokens):
        raise NotationError([Defect("empty", about="text", start=0)])
    return typed


def quick(text: str, policy: WildPolicy) -> Hand | None:
    """Return the hand of a line of readable words; None when the full grammar is needed."""
    meanings: list[Meaning] = []
    if len(text) > LONGEST_HAND:
        return None
    for word in LINE_WORD.findall(COMMENT.sub("", fold(text))):
        meant = word_meanings(word) if len(word) <= LONGEST_KNOWN_WORD else None
        if meant is None:
            return None
        meanings += meant
    draft, plain = draft_of(meanings)
    try:
        return hand_of(draft, policy) if plain else None
    except ImpossibleHand:
        return None


class LineNotes(NamedTuple):
    """What to tell about a line that was read: whether it was in words or another notation.

    ``fans`` are the names of fans in it; they are worked out, so they change nothing.
    """

    foreign: bool
    fans: tuple[str, ...]


def in_words(token: Token) -> bool:
    """Whether a token is a set called in words: 碰 with one tile, or a word like pung."""
    called = token.meaning
    if not isinstance(called, CalledSet) or called.word == "":
        return False
    return called.word not in KNOWN_CALLS or len(tiles_in(split_call(token.text)[1])) == 1


def line_notes(text: str, notation: str | None = None) -> LineNotes:
    """Return what to tell about a line that :func:`parse` reads."""
    if notation in (None, "mjcalc"):
        tokens = STRICT_SCANNER.tokens(fold(text))
        if tokens is not None and not any(map(in_words, tokens)):
            return LineNotes(False, ())
    return LineNotes(True, tuple(read_line(text, notation).fan_names()))


# --- tiles before a win ---------------------------------------------------------------------------

# The fields of items that tell how a hand was won.
WIN_FIELDS = frozenset({"self_drawn", "last", "kong", "rob", "fourth"})


def parse_held(
    text: str, rules: str | Ruleset | WildPolicy | None = None, notation: str | None = None
) -> Hand:
    """Return the hand of a line that does not say how it was won: 13 tiles, or 14 with the drawn.

    The drawn tile is ``+win``, without it the last concealed tile typed. NotationError and
    ImpossibleHand are raised as by ``parse``; a win word and a flag are impossible too.

    >>> str(parse_held("123m456p789s EEE 5z +seat:S"))
    '123m456p789s1115z +seat:S +round:E'
    """
    policy = wild_policy(rules)
    typed = read_line(text, notation)
    if wrong := typed.unreadable():
        raise NotationError(wrong)
    rest = replace(typed, tokens=[t for t in typed.tokens if not _tells_win(t.meaning)])
    told = replace(typed, tokens=[t for t in typed.tokens if _tells_win(t.meaning)])
    wrong = [
        Defect("win-not-here", {"item": text[start : start + length]}, item.item).at(start, length)
        for item, start, length in told.said()
    ]
    if any(token.meaning is not None for token in rest.tokens):
        wrong = sorted([*wrong, *rest.impossible(policy)], key=lambda defect: defect.start or 0)
    if wrong:
        raise ImpossibleHand(wrong)
    return hand_of(rest.draft(), policy)


def _tells_win(meaning: object) -> bool:
    return isinstance(meaning, Item) and (
        meaning.self_drawn is not None or meaning.field in WIN_FIELDS
    )


def parse_seen(text: str, notation: str | None = None) -> tuple[Tile, ...]:
    """Return the tiles of a line of discards and other players' melds, in the order typed.

    Raises NotationError for what cannot be read, ImpossibleHand for an item of a hand, e.g.
    ``+win``, and for tiles that do not make a set.

    >>> [str(tile) for tile in parse_seen("19m E [555p]")]
    ['1m', '9m', '1z', '5p', '5p', '5p']
    """
    typed = read_line(text, notation)
    if wrong := typed.unreadable():
        raise NotationError(wrong)
    draft = typed.draft()
    wrong = [
        Defect("only-tiles-seen", {"item": text[start : start + length]}, item.item).at(
            start, length
        )
        for item, start, length in typed.said()
    ]
    wrong += _set_defects_of(typed, draft)
    if wrong:
        raise ImpossibleHand(wrong)
    return (*draft.tiles, *(tile for drafted in draft.sets for tile in drafted.tiles))


def _set_defects_of(typed: TokenizedHand, draft: Draft) -> list[Defect]:
    """Return the defects of the sets alone: what else makes a hand impossible is allowed."""
    if all(drafted.defect() is None for drafted in draft.sets):
        return []
    return [d for d in typed.impossible(WildPolicy()) if d.about.startswith("set:")]
