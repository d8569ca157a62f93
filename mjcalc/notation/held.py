"""Tiles before a win: the hand a player holds, and tiles seen on the table."""

from __future__ import annotations

from dataclasses import replace

from mjcalc.errors import Defect, ImpossibleHand, NotationError
from mjcalc.hand.draft import Draft
from mjcalc.hand.hand import Hand, hand_of
from mjcalc.hand.kinds import WildPolicy
from mjcalc.notation.grammar import read_line
from mjcalc.notation.tokens import TokenizedHand
from mjcalc.notation.vocabulary import Item
from mjcalc.rules.rulesets import Ruleset, wild_policy
from mjcalc.tiles import Tile

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
