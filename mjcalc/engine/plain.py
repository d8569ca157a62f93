"""A hand with wildcards as the hands without any that it may be (rules 3)."""

from __future__ import annotations

from typing import NamedTuple

from mjcalc.engine.waits import Thirteen, completing, is_sole, wait_tiles
from mjcalc.engine.wildcards import Wild, completions
from mjcalc.errors import Defect, Waiting
from mjcalc.hand.hand import Hand, loose_tiles, packed_of
from mjcalc.hand.kinds import COPIES
from mjcalc.hand.packed import Packed, count, kind_bits, pack, tiles_of
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile

OTHER_FACE = 1 << 5  # in ``Packed.how``: a wildcard stands for another tile


class Plain(NamedTuple):
    """A hand with its wildcards replaced, and whether its wait was sole (None: not looked at).

    ``tiles``, packed, are what the wildcards ``wild`` stand for; ``drawn`` says that one of them
    won.
    """

    hand: Packed
    sole: bool | None = None
    wild: Tile | None = None
    tiles: int = 0
    drawn: bool = False

    @property
    def stands_for(self) -> tuple[tuple[Tile, Tile], ...]:
        """Each wildcard with its tile, the winning one last."""
        if self.wild is None:
            return ()
        rest = tiles_of(self.tiles)
        if self.drawn:
            won = Tile(self.hand.winning)
            rest.remove(won)
            rest.append(won)
        return tuple([(self.wild, tile) for tile in rest])


def plain_hands(hand: Hand, rules: Ruleset) -> list[Plain]:
    """Every hand without wildcards that this hand may be; itself when it holds none.

    Waiting is raised for thirteen tiles.
    """
    wild, packed, winning = hand.wildcard, packed_of(hand), hand.winning
    if winning is None:
        fields = {"hand": hand, "waits": wait_tiles(hand, rules.wild), "rules": rules}
        raise Waiting([Defect("waiting", fields)])
    held = 0 if wild is None else packed.counts >> 3 * wild & 7
    if wild is None or not (held or wild is winning):
        return [Plain(packed)]
    most, melds = COPIES + rules.wild.fifth_copy, len(hand.melds)
    beside = count(tile for meld in hand.melds for tile in meld.tiles)
    loose = sum(map(loose_tiles, hand.melds))
    drawn = wild is winning
    real = packed.counts - (held << 3 * wild)
    thirteen = Thirteen(real, beside, melds, held, most)
    real += 0 if drawn else 1 << 3 * winning
    own_face = real + (held + drawn << 3 * wild)
    wholes = completions(Wild(real, beside, melds, held + drawn, most))
    # Each tile of a completion might have come last, whatever the wildcards then stood for. Mostly
    # these tell already that the wait is no sole one; by form there may be more.
    some = every = 0
    for whole in wholes:
        some |= kind_bits(whole - thirteen.counts)
    plains = []
    for whole in wholes:
        tiles = whole - real
        how = packed.how if whole == own_face else packed.how | OTHER_FACE
        for stood in tiles_of(kind_bits(tiles)) if drawn else (winning,):
            plain = pack(whole - (1 << 3 * stood), stood, packed.melds, loose, how, packed.winds)
            sole = is_sole(some, thirteen, stood, rules.exhausted_wait)
            if sole:
                every = every or completing(thirteen)
                sole = is_sole(every, thirteen, stood, rules.exhausted_wait)
            plains.append(Plain(plain, sole, wild, tiles, drawn))
    return plains
