"""Whole lines in another notation, and lines with two meanings.

Every notation is tried on a line that ours cannot read. One reading: that is the hand. Two that
differ: a question that writes out both. A line that looks like a notation and breaks it gets one
message, not one for each word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import cast

from mjcalc.errors import Defect, NotationError
from mjcalc.notation.notations import NOTATIONS, Notation, OurTiles
from mjcalc.notation.respelling import NotationName, Respelling, respell, unchanged_spelling
from mjcalc.notation.scanner import answer_scanner, fan_scanner, tokenize, tokenize_fully
from mjcalc.notation.tenhou import red_fives, respell_marks, respell_tenhou
from mjcalc.notation.tokens import Token, TokenizedHand
from mjcalc.notation.vocabulary import CalledSet, Tiles
from mjcalc.tiles import HONORS

BETWEEN_CLAUSES = re.compile("[·・•]|(?<=[ ]) ?/(?= )")
MARKS_WITH_OURS = Notation(respell_marks, NOTATIONS[NotationName.MPSZ].write, OurTiles.ALL)


def read_as(text: str, folded: str, notation: str) -> TokenizedHand:
    """Return the tokens of a line in a notation that was named.

    NotationError with one defect is raised where the line is not of another tool's notation.
    """
    name = NotationName(notation)
    respelling = NOTATIONS[name].respell(folded, True)
    assert respelling is not None
    typed = _tokenized(text, respelling)
    if typed is not None:
        return typed
    if name in (NotationName.MJCALC, NotationName.UNICODE):
        return TokenizedHand(text, tokenize_fully(folded))
    raise NotationError([_broken(text, respelling, name)])


def recognize(text: str, folded: str) -> TokenizedHand | None:
    """Return the tokens of a line of another notation; return None if no notation fits.

    NotationError is raised for a line with two meanings.
    """
    if (answer := _answer_line(text, folded)) is not None:
        return answer
    readings: list[tuple[TokenizedHand, str]] = []
    broken: list[Respelling] = []
    for notation in (*NOTATIONS.values(), MARKS_WITH_OURS):
        respelling = notation.respell(folded, False)
        if respelling is None or not any(respelling.foreign):
            continue
        typed = _tokenized(text, respelling)
        if typed is not None and _is_whole(typed, respelling, notation.ours):
            if all(typed.draft() != other.draft() for other, _ in readings):
                readings.append((typed, respelling.text))
        elif typed is None:
            broken.append(respelling)
    if len(readings) > 1:
        lines = [line for _, line in readings]
        raise NotationError([_question(text, folded, "two-readings", lines)])
    if readings:
        return readings[0][0]
    if question := _question_about(text, folded):
        raise NotationError([question])
    return _best_broken(text, folded, broken)


def _best_broken(text: str, folded: str, broken: Sequence[Respelling]) -> TokenizedHand | None:
    """Return the tokens in the notation that a line breaks least; return None if that is ours."""
    own = len(_all_tokens(text, unchanged_spelling(folded)).unreadable()) if broken else 0
    hands = [_all_tokens(text, respelling) for respelling in broken]
    best = min(hands, key=lambda hand: len(hand.unreadable()), default=None)
    return None if best is None or len(best.unreadable()) >= own else best


def _all_tokens(text: str, respelling: Respelling) -> TokenizedHand:
    return TokenizedHand(text, tokenize_fully(respelling.text), respelling.places)


def _tokenized(text: str, respelling: Respelling) -> TokenizedHand | None:
    tokens = tokenize(respelling.text)
    if tokens is None:
        tokens = fan_scanner().tokens(respelling.text)
    return None if tokens is None else TokenizedHand(text, tokens, respelling.places)


def _answer_line(text: str, folded: str) -> TokenizedHand | None:
    """Return the tokens of a line that mjcalc printed, what both languages say counted once."""
    if not re.search("[·・•]", folded):
        return None
    plain = BETWEEN_CLAUSES.sub(lambda found: ";" * len(found[0]), folded)
    tokens = answer_scanner().tokens(plain)
    if tokens is None or all(token.meaning is None for token in tokens):
        return None
    return TokenizedHand(text, tokens).without_repeats()


def _is_whole(typed: TokenizedHand, respelling: Respelling, ours: OurTiles) -> bool:
    """Whether every tile of a line is written in the notation, as far as it asks for that."""
    return ours is OurTiles.ALL or all(
        any(respelling.foreign[token.start : token.start + len(token.text)])
        or _may_stand(token, ours)
        for token in typed.tokens
    )


def _may_stand(token: Token, ours: OurTiles) -> bool:
    """Whether a token of our own notation may stand in a line of another."""
    meaning = token.meaning
    if isinstance(meaning, CalledSet):
        tiles = meaning.drafted.tiles
    elif type(meaning) is tuple:
        tiles = cast(Tiles, meaning)
    else:
        return True
    by_number = "z" in token.text.lower()
    if by_number and ours is OurTiles.NAMED_HONORS:
        return False
    return all(tile in HONORS for tile in tiles)


def _broken(text: str, respelling: Respelling, name: NotationName) -> Defect:
    """Return the one defect of a line that breaks the notation it is in."""
    first = _all_tokens(text, respelling).unreadable()[0]
    return Defect(
        "not-in-notation", {"notation": name.value, "text": first.fields.get("text", "")}, "text"
    ).at(first.start or 0, first.length)


# --- lines with two meanings ----------------------------------------------------------------------

B_TILE = re.compile(r"(?<![0-9A-Za-z])[bB]([1-9]++)(?![0-9A-Za-z])|([0-9]++)[bB](?![a-zA-Z])")
ZERO_RUN = re.compile(r"([0-9]*+)([mpsMPS])(?![A-Za-z])")
SUIT_FIRST_RUN = re.compile(r"(?<![0-9A-Za-z])(?:[mpszMPSZ][1-9]++)++(?![0-9A-Za-z])")


def _question(text: str, folded: str, key: str, readings: Sequence[str]) -> Defect:
    """Return the question about a line, at the first place that ours cannot read."""
    first = TokenizedHand(text, tokenize_fully(folded)).unreadable()[0]
    fields = {"text": first.fields.get("text", ""), "readings": tuple(readings)}
    return Defect(key, fields, "text").at(first.start or 0, first.length)


def _question_about(text: str, folded: str) -> Defect | None:
    """Return the question about a line that can be read in two ways, or only after a rewrite."""
    bamboo, dots = (respell(B_TILE, _b_as(suit), folded) for suit in "sp")
    if any(dots.foreign) and tokenize(dots.text) is not None:
        return _question(text, folded, "two-readings", [dots.text, bamboo.text])
    suits_first = respell(SUIT_FIRST_RUN, _ranks_first, folded)
    if any(suits_first.foreign) and tokenize(suits_first.text) is not None:
        return _question(text, folded, "suit-first-line", [suits_first.text])
    return _red_fives(text, folded)


def _b_as(suit: str) -> Callable[[re.Match[str]], str]:
    def replacement(found: re.Match[str]) -> str:
        return f"{found[1] or found[2]}{suit}"

    return replacement


def _ranks_first(found: re.Match[str]) -> str:
    """Return groups with the suit behind its digits, like suits in a row together.

    >>> _ranks_first(re.compile(".+").fullmatch("P4P5P6S7"))
    '456p7s'
    """
    groups: list[tuple[str, str]] = []
    for suit, digits in re.findall("([a-z])([0-9]+)", found[0].lower()):
        if groups and groups[-1][0] == suit:
            groups[-1] = (suit, groups[-1][1] + digits)
        else:
            groups.append((suit, digits))
    return "".join(digits + suit for suit, digits in groups)


def _red_fives(text: str, folded: str) -> Defect | None:
    """Return the question about a 0: a five here, and in Tenhou's notation dragons differ."""
    if not any("0" in found[1] for found in ZERO_RUN.finditer(folded)):
        return None
    fives = ZERO_RUN.sub(lambda found: red_fives(found[1]) + found[2], folded)
    if tokenize(fives) is None:
        return None
    tenhou = cast(Respelling, respell_tenhou(folded, True)).text
    if tenhou == fives:
        return _question(text, folded, "red-five-line", [fives])
    return _question(text, folded, "two-readings", [fives, tenhou])
