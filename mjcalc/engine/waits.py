"""Which tiles complete thirteen: by form, over all shapes, with wildcards free (rules 2 and 3).

"By form" counts a tile of which no copy is left. All tiles are packed (see ``packed``).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from mjcalc.engine.shapes import KNITTED, ORPHAN_KINDS, STRAIGHTS, fitting_shares
from mjcalc.engine.suits import fillings, is_whole, reach, reach_with, size
from mjcalc.engine.wildcards import Wild, completions
from mjcalc.hand.hand import Hand, meld_of_code
from mjcalc.hand.kinds import COPIES, Shape, WildPolicy
from mjcalc.hand.packed import EVERY_KIND, Packed, count, kind_bits, meld_codes, suits_of, tiles_of
from mjcalc.notation.grammar import parse
from mjcalc.rules.rulesets import Ruleset, wild_policy
from mjcalc.tiles import Tile


class Thirteen(NamedTuple):
    """Thirteen tiles that may wait: the real concealed ones, those in melds, and wildcards.

    A wildcard makes no more than ``most`` copies of a tile among the 13 and the melds.
    """

    counts: int
    beside: int = 0
    melds: int = 0
    wilds: int = 0
    most: int = COPIES


def thirteen_of(hand: Packed) -> Thirteen:
    """The thirteen tiles of a hand without wildcards, as they waited."""
    return Thirteen(hand.counts, *_tiles_of_melds(hand.melds))


@lru_cache(maxsize=1 << 13)
def _tiles_of_melds(codes: int) -> tuple[int, int]:
    """Return the tiles of the melds of these codes, packed, and how many melds they are."""
    melds = [meld_of_code(code) for code in meld_codes(codes)]
    return count(tile for meld in melds for tile in meld.tiles), len(melds)


def wait_tiles(hand: Hand | str, rules: str | Ruleset | WildPolicy = "huopin") -> tuple[Tile, ...]:
    """Return the tiles that complete a waiting hand, or a line of the notation.

    The winning tile of a hand is ignored. A tile of which the hand holds every copy is not a
    wait. Raises what ``parse`` raises for text, OptionError for an unknown ruleset.

    >>> [str(tile) for tile in wait_tiles("123m456p789s EEE 5z")]
    ['5z']
    """
    policy = wild_policy(rules)
    hand = parse(hand, policy) if isinstance(hand, str) else hand
    return _waits(hand, list(hand.concealed), policy)


def near_wins(
    hand: Hand | str, rules: str | Ruleset | WildPolicy = "huopin"
) -> tuple[tuple[Tile, tuple[Tile, ...]], ...]:
    """Return, for a hand that does not win, each tile to discard and the tiles to wait for then.

    Empty when the hand is more than one tile away. ``hand`` and ``rules`` are as in ``wait_tiles``.
    """
    policy = wild_policy(rules)
    hand = parse(hand, policy) if isinstance(hand, str) else hand
    tiles = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
    found = []
    for dropped in sorted(set(tiles)):
        rest = list(tiles)
        rest.remove(dropped)
        if added := _waits(hand, rest, policy):
            found.append((dropped, added))
    return tuple(found)


def wait_tiles_by_form(hand: Hand, policy: WildPolicy) -> tuple[Tile, ...]:
    """Return the tiles that complete a waiting hand, those of which it holds every copy too."""
    return _by_form(hand, list(hand.concealed), policy)


def _waits(hand: Hand, tiles: list[Tile], policy: WildPolicy) -> tuple[Tile, ...]:
    held = _held(hand, tiles)
    return tuple(tile for tile in _by_form(hand, tiles, policy) if held.count(tile) < COPIES)


def _held(hand: Hand, tiles: list[Tile]) -> list[Tile]:
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    return [*tiles, *melded, *([] if hand.indicator is None else [hand.indicator])]


def _by_form(hand: Hand, tiles: list[Tile], policy: WildPolicy) -> tuple[Tile, ...]:
    wild = hand.wildcard
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    held = _held(hand, tiles)
    wilds = 0 if wild is None else tiles.count(wild)
    real = count(tile for tile in tiles if tile is not wild)
    thirteen = Thirteen(real, count(melded), len(hand.melds), wilds, COPIES + policy.fifth_copy)
    found = completing(thirteen)
    if wild is not None and found:
        found |= 1 << 3 * wild  # it stands for any tile that completes the hand
    return tuple(
        tile
        for tile in tiles_of(found)
        if not (wilds or tile is wild)
        or held.count(tile) >= COPIES
        or _is_win(thirteen, tile, tile is wild)
    )


def _is_win(thirteen: Thirteen, tile: Tile, is_wild: bool) -> bool:
    """Whether the fourteen win with no fifth copy: by form alone a wildcard might be one."""
    counts, beside, melds, wilds, most = thirteen
    if not is_wild:
        counts += 1 << 3 * tile
    return bool(completions(Wild(counts, beside, melds, wilds + is_wild, most)))


def is_sole(found: int, thirteen: Thirteen, winning: int, exhausted_wait: bool) -> bool:
    """Whether no other of the kinds found completes the thirteen.

    Without ``exhausted_wait`` a tile of which they hold every copy is no wait (an option).
    """
    if not exhausted_wait:
        held = thirteen.counts + thirteen.beside
        gone = [tile for tile in tiles_of(found) if held >> 3 * tile & 7 >= COPIES]
        found &= ~count(tile for tile in gone if tile != winning)
    return found == 1 << 3 * winning


def completing(hand: Thirteen) -> int:
    """The kinds that complete these thirteen."""
    found = 0
    for kinds in completing_by_shape(hand).values():
        found |= kinds
    return found


def completing_by_shape(hand: Thirteen) -> dict[Shape, int]:
    """Return the kinds that complete these thirteen, for each shape that the melds allow."""
    found = {Shape.STANDARD: standard(hand.counts, hand.beside, hand.wilds, hand.most)}
    if hand.melds == 0:
        found[Shape.SEVEN_PAIRS] = _pairs_waits(hand)
        found[Shape.THIRTEEN_ORPHANS] = _orphans_waits(hand)
        found[Shape.KNITTED_HONORS] = _knitted_honors_waits(hand)
    if hand.melds <= 1:
        found[Shape.KNITTED_STRAIGHT] = _knitted_straight_waits(hand)
    return found


def standard(counts: int, beside: int, wilds: int, most: int) -> int:
    """The kinds that complete sets and one pair."""
    if not wilds:
        return _standard_waits(counts)
    suits, others = suits_of(counts), suits_of(beside)
    found = 0
    for suit in range(4):
        rests = [(size(suits[n]) + (n == suit)) % 3 for n in range(4)]
        for share in fitting_shares(wilds, tuple(rests)):
            if all(
                n == suit or fillings(suits[n], others[n], share[n], most, n < 3) for n in range(4)
            ):
                ranks = reach_with(suits[suit], others[suit], share[suit], most, suit < 3)
                found |= ranks << 27 * suit
    return found


def _standard_waits(counts: int) -> int:
    """The same without wildcards: all suits but one must be whole, with one pair among all."""
    suits = suits_of(counts)
    broken = [n for n in range(4) if not is_whole(suits[n], n < 3)]
    if len(broken) > 1:
        return 0
    found = 0
    for suit in broken or range(4):
        rest = sum(size(suits[n]) % 3 for n in range(4) if n != suit)
        if rest + (size(suits[suit]) + 1) % 3 == 2:
            found |= reach(suits[suit], suit < 3) << 27 * suit
    return found


def is_standard(counts: int, beside: int, wilds: int, most: int) -> bool:
    """Whether the tiles with so many wildcards are sets and one pair."""
    suits, others = suits_of(counts), suits_of(beside)
    return any(
        all(fillings(suits[n], others[n], share[n], most, n < 3) for n in range(4))
        for share in fitting_shares(wilds, tuple([size(suit) % 3 for suit in suits]))
    )


def _pairs_waits(hand: Thirteen) -> int:
    odd = hand.counts & EVERY_KIND
    spare = hand.wilds - odd.bit_count()
    if spare < -1:
        return 0
    if spare < 1:
        return odd
    # A wildcard makes a pair with any tile of which it may be one more copy.
    full = hand.counts >> 2 if hand.most == COPIES else 0
    return odd | EVERY_KIND & ~full


def _orphans_waits(hand: Thirteen) -> int:
    have = kind_bits(hand.counts)
    if have & ~ORPHAN_KINDS:
        return 0
    doubles = sum(map(size, suits_of(hand.counts))) - have.bit_count()
    return (ORPHAN_KINDS, ORPHAN_KINDS & ~have)[doubles] if doubles <= 1 else 0


def _knitted_honors_waits(hand: Thirteen) -> int:
    if hand.counts & ~EVERY_KIND:
        return 0
    found = 0
    for allowed in KNITTED:
        if not hand.counts & ~allowed:
            found |= allowed & ~hand.counts
    return found


def _knitted_straight_waits(hand: Thirteen) -> int:
    have, found = kind_bits(hand.counts), 0
    if have.bit_count() + hand.wilds < 8:
        return 0
    for straight in STRAIGHTS:
        missing = straight & ~have
        left = hand.wilds - missing.bit_count()
        if left < -1:
            continue
        rest = hand.counts - (straight & have)
        beside = hand.beside + straight
        if left >= 0:
            found |= standard(rest, beside, left, hand.most)
        if missing and is_standard(rest, beside, left + 1, hand.most):
            found |= missing
    return found
