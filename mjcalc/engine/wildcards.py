"""Hands with wildcards: every plain hand they can be (rules 3).

The suits are filled separately (``splits.fillings``), so that only whole hands are met, and the
other shapes directly; never all 34 kinds for each wildcard. A wildcard makes no fifth copy unless
the rules say so. All tiles are packed (see ``packed``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from mjcalc.draft import COPIES, WildPolicy
from mjcalc.engine.splits import fillings, size
from mjcalc.engine.waits import (
    KNITTED,
    ORPHAN_KINDS,
    STRAIGHTS,
    Thirteen,
    completing,
    shares,
    waits,
)
from mjcalc.errors import Defect, Waiting
from mjcalc.hand import Hand
from mjcalc.packed import EVERY_KIND, Packed, count, joined, kinds, pack, suits_of, tiles_of
from mjcalc.tiles import ORPHANS, TILES, Tile

OTHER_FACE = 1 << 5  # in ``Packed.how``: a wildcard stands for another tile


@dataclass(frozen=True, slots=True)
class Plain:
    """A hand with its wildcards replaced: what each stands for, and whether its wait was sole."""

    hand: Packed
    stands_for: tuple[tuple[Tile, Tile], ...] = ()
    sole: bool | None = None


def plain_hands(hand: Hand, policy: WildPolicy) -> list[Plain]:
    """Every hand without wildcards that this hand may be; itself when it holds none.

    Waiting is raised for thirteen tiles.
    """
    wild, packed = hand.wildcard, hand.packed
    if hand.winning is None:
        raise Waiting([Defect("waiting", {"hand": hand, "waits": waits(hand, policy)})])
    held = 0 if wild is None else packed.counts >> 3 * wild & 7
    if wild is None or not (held or wild is hand.winning):
        return [Plain(packed)]
    most, melds = COPIES + policy.fifth_copy, len(hand.melds)
    beside = count(tile for meld in hand.melds for tile in meld.tiles)
    loose = sum(meld.loose for meld in hand.melds)
    drawn_wild = wild is hand.winning
    real = packed.counts - (held << 3 * wild)
    completed_by = completing(Thirteen(real, beside, melds, held, most))
    if not drawn_wild:
        real += 1 << 3 * packed.winning
    plains = []
    for whole in completions(Wild(real, beside, melds, held + drawn_wild, most)):
        tiles = tiles_of(whole - real)
        for stood in dict.fromkeys(tiles) if drawn_wild else (hand.winning,):
            stands = _assigned(wild, tiles, stood if drawn_wild else None)
            how = packed.how if all(face is wild for _, face in stands) else packed.how | OTHER_FACE
            counts = whole - (1 << 3 * stood)
            plain = pack(counts, stood, packed.melds, loose, how, packed.winds)
            plains.append(Plain(plain, stands, completed_by == 1 << 3 * stood))
    return plains


def _assigned(wild: Tile, tiles: list[Tile], winning: Tile | None) -> tuple[tuple[Tile, Tile], ...]:
    """What each wildcard stands for, the winning tile last if it is one."""
    rest = list(tiles)
    if winning is not None:
        rest.remove(winning)
        rest.append(winning)
    return tuple((wild, tile) for tile in rest)


class Wild(NamedTuple):
    """The real tiles of fourteen, those in melds, the number of wildcards, the cap on copies."""

    counts: int
    beside: int
    melds: int
    wilds: int
    most: int


def completions(hand: Wild) -> set[int]:
    """The counts of every whole hand that the wildcards can make, each once."""
    found = set(_standard(hand.counts, hand.beside, hand.wilds, hand.most))
    if hand.melds == 0:
        found.update(_pairs(hand), _orphans(hand), _knitted_honours(hand))
    if hand.melds <= 1:
        found.update(_knitted_straight(hand))
    return found


def _standard(counts: int, beside: int, wilds: int, most: int) -> Iterator[int]:
    suits, others = suits_of(counts), suits_of(beside)
    for share in shares(wilds):
        rest = sorted((size(suits[n]) + share[n]) % 3 for n in range(4))
        if rest == [0, 0, 0, 2]:
            filled = [fillings(suits[n], others[n], share[n], most, n < 3) for n in range(4)]
            yield from map(joined, product(*filled))


def _pairs(hand: Wild) -> Iterator[int]:
    odd = hand.counts & EVERY_KIND
    spare = hand.wilds - odd.bit_count()
    if spare < 0:
        return
    for twice in combinations_with_replacement(TILES, spare // 2):
        whole = hand.counts + odd + 2 * count(twice)
        # Seven pairs hold at most four of a kind, even where a wildcard may be a fifth copy.
        if all(whole >> 3 * tile & 7 <= COPIES for tile in twice):
            yield whole


def _orphans(hand: Wild) -> Iterator[int]:
    have = kinds(hand.counts)
    missing = ORPHAN_KINDS & ~have
    spare = hand.wilds - missing.bit_count()
    if have & ~ORPHAN_KINDS or spare not in (0, 1):
        return
    for twice in combinations(sorted(ORPHANS), spare):
        yield hand.counts + missing + count(twice)


def _knitted_honours(hand: Wild) -> Iterator[int]:
    if hand.counts & ~EVERY_KIND:
        return
    for allowed in KNITTED:
        if not hand.counts & ~allowed:
            for more in combinations(tiles_of(allowed & ~hand.counts), hand.wilds):
                yield hand.counts + count(more)


def _knitted_straight(hand: Wild) -> Iterator[int]:
    have = kinds(hand.counts)
    for straight in STRAIGHTS:
        spare = hand.wilds - (straight & ~have).bit_count()
        if spare >= 0:
            rest = hand.counts - (straight & have)
            for filled in _standard(rest, hand.beside + straight, spare, hand.most):
                yield filled + straight
