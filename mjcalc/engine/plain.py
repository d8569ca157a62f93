"""A hand with wildcards as the hands without any that it may be (rules 3)."""

from __future__ import annotations

from dataclasses import dataclass

from mjcalc.draft import COPIES
from mjcalc.engine.waits import Thirteen, completing, is_sole, waits
from mjcalc.engine.wildcards import Wild, completions
from mjcalc.errors import Defect, Waiting
from mjcalc.hand import Hand
from mjcalc.packed import Packed, count, pack, tiles_of
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile

OTHER_FACE = 1 << 5  # in ``Packed.how``: a wildcard stands for another tile


@dataclass(frozen=True, slots=True)
class Plain:
    """A hand with its wildcards replaced: what each stands for, and whether its wait was sole."""

    hand: Packed
    stands_for: tuple[tuple[Tile, Tile], ...] = ()
    sole: bool | None = None


def plain_hands(hand: Hand, rules: Ruleset) -> list[Plain]:
    """Every hand without wildcards that this hand may be; itself when it holds none.

    Waiting is raised for thirteen tiles.
    """
    wild, packed = hand.wildcard, hand.packed
    if hand.winning is None:
        raise Waiting([Defect("waiting", {"hand": hand, "waits": waits(hand, rules.wild)})])
    held = 0 if wild is None else packed.counts >> 3 * wild & 7
    if wild is None or not (held or wild is hand.winning):
        return [Plain(packed)]
    most, melds = COPIES + rules.wild.fifth_copy, len(hand.melds)
    beside = count(tile for meld in hand.melds for tile in meld.tiles)
    loose = sum(meld.loose for meld in hand.melds)
    drawn_wild = wild is hand.winning
    real = packed.counts - (held << 3 * wild)
    thirteen = Thirteen(real, beside, melds, held, most)
    if not drawn_wild:
        real += 1 << 3 * packed.winning
    plains = []
    completed_by = completing(thirteen)
    for whole in completions(Wild(real, beside, melds, held + drawn_wild, most)):
        tiles = tiles_of(whole - real)
        for stood in dict.fromkeys(tiles) if drawn_wild else (hand.winning,):
            stands = _assigned(wild, tiles, stood if drawn_wild else None)
            how = packed.how if all(face is wild for _, face in stands) else packed.how | OTHER_FACE
            counts = whole - (1 << 3 * stood)
            plain = pack(counts, stood, packed.melds, loose, how, packed.winds)
            sole = is_sole(completed_by, thirteen, stood, rules.exhausted_wait)
            plains.append(Plain(plain, stands, sole))
    return plains


def _assigned(wild: Tile, tiles: list[Tile], winning: Tile | None) -> tuple[tuple[Tile, Tile], ...]:
    """What each wildcard stands for, the winning tile last if it is one."""
    rest = list(tiles)
    if winning is not None:
        rest.remove(winning)
        rest.append(winning)
    return tuple((wild, tile) for tile in rest)
