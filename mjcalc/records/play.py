"""A deal played act by act, each checked: whose turn it is, what is in hand, who claims.

:class:`Play` holds what lies on the table and in the hands; :meth:`Play.apply` takes the next act
of a record or refuses it. What a declared win is worth is asked elsewhere (``replay``).
"""

# The defects of an act, reasons of IllegalAct or, for a claim on another's tile, IllegalClaim;
# those of ``claims`` besides, and fifth-copy of the catalogue.
#
#   key                   fields                          it says
#   dealt-twice           seat                            a player is dealt to once
#   dealt-late            seat                            the deal comes before all else
#   deal-count            seat, count                     13 tiles
#   not-dealt             seats                           nobody plays before all have tiles
#   flower-twice          flower                          there is one of each flower
#   dealer-first          seat                            the dealer draws first
#   not-your-draw         seat, turn                      another player draws now
#   drawn-twice           seat                            a discard comes between two draws
#   wall-empty            seat                            nothing is left to draw
#   not-your-turn         seat, turn                      another player's turn
#   without-draw          seat, act                       drawing comes first
#   not-in-hand           seat, tile                      the tile is not there
#   nothing-drawn         seat                            the tile just taken, but none was
#   flower-played         flower, act                     flowers are only shown
#   no-flower             tile                            that is no flower
#   flower-not-held       seat, flower                    the flower is not there
#   flower-late           seat                            flowers are shown in one's own turn
#   flower-kept           seat, flower                    a flower is no tile of a winning hand
#   replacement-missing   seat                            after a flower comes its replacement
#   nothing-to-claim      seat, act                       no tile lies there to be claimed
#   overruled             seat, act, by, by_act, why      another claim goes before
#   claim-passed-over     seat, act                       the tile was claimed
#   wins-other-tile       tile, drawn                     another tile was drawn
#   claim-no-win          seat, tile                      the tile completes no hand
#   claims-last-tile      seat, act                       nobody draws any more: only a win
#   no-replacement        seat, act                       a kong takes a tile from the wall
#   after-the-end         act                             the deal is over
#   ends-early            left                            nobody won, but tiles are left
#   ends-in-turn          turn                            a player still has to discard

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

from mjcalc.errors import Defect, MjcalcError
from mjcalc.hand.hand import Meld, Win
from mjcalc.hand.kinds import COPIES, Kind
from mjcalc.records import claims
from mjcalc.records.claims import (
    Claim,
    IllegalClaim,
    claim_defects,
    claimed_meld,
    decide,
    wall_defects,
)
from mjcalc.records.players import Declared, IllegalAct, Offer, Phase, Player
from mjcalc.records.record import DEALT, SEATS, Act, AnyTile, Flower, Record, Verb, left_to_draw
from mjcalc.tiles import Tile, Wind, write_tiles

CLAIM_KINDS: Mapping[Verb, claims.ClaimKind] = MappingProxyType(
    {
        Verb.CHOW: claims.ClaimKind.CHOW,
        Verb.PUNG: claims.ClaimKind.PUNG,
        Verb.KONG: claims.ClaimKind.KONG,
        Verb.WIN: claims.ClaimKind.WIN,
    }
)


class Play:
    """The table while a deal is played."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.players = {seat: Player() for seat in SEATS}
        self.dealt: set[Wind] = set()
        self.phase = Phase.DEALING
        self.turn = Wind.E
        self.drawn: AnyTile | None = None
        self.offer: Offer | None = None
        self.declared: list[Declared] = []
        self.draws: Counter[Wind] = Counter()
        self.seen: Counter[AnyTile] = Counter()  # dealt or drawn by anybody
        self.visible: Counter[Tile] = Counter()  # face up: discards and open melds
        self.opening = False  # before the first discard everybody may show flowers
        self.replacing: Wind | None = None  # whose flower wants its replacement
        self.kong_made = False  # the next draw replaces a tile of a kong
        self.kong_draw = False  # the last draw did

    def apply(self, act: Act) -> None:
        """The next act; IllegalAct or IllegalClaim when it cannot be."""
        if self.phase is Phase.OVER and not self._wins_too(act):
            raise self._refused(act, Defect("after-the-end", {"act": act.verb.value}))
        if self.phase is Phase.DEALING and act.verb is not Verb.DEAL:
            self._check_dealt(act)
        if self.replacing is not None and act.verb not in (Verb.DRAW, Verb.END):
            fields = {"seat": self.replacing}
            raise self._refused(act, Defect("replacement-missing", fields))
        self._check_flowers(act)
        if act.ignored and act.verb not in CLAIM_KINDS:
            lost = act.ignored[0]
            passed = {"seat": lost.seat, "act": lost.verb.value}
            raise IllegalClaim([Defect("claim-passed-over", passed)])
        ACT_RULES[act.verb](self, act)

    def left(self, seat: Wind) -> int | None:
        """How many tiles this player could still draw; None when the record does not tell."""
        return left_to_draw(self.record.wall, self.record.flowers, self.draws, seat)

    def declares(self, seat: Wind) -> Declared | None:
        """The win that a player could declare on the tile that lies there."""
        if self.offer is None or not self.players[seat].completed_by(self.offer.tile):
            return None
        return self._declared_on(seat, self.offer)

    # -- what is asked of every act ---------------------------------------------------------------

    def _is_claim(self, act: Act) -> bool:
        own = self.phase is Phase.ACTING and act.seat == self.turn
        return act.verb in CLAIM_KINDS and not (act.verb is Verb.WIN and own)

    def _refused(self, act: Act, *defects: Defect) -> MjcalcError:
        return (IllegalClaim if self._is_claim(act) else IllegalAct)(defects)

    def _wins_too(self, act: Act) -> bool:
        """In duplicate scoring several may win on one tile (rules 7)."""
        several = self.record.duplicate and self.offer is not None and act.verb is Verb.WIN
        return several and all(act.seat != declared.seat for declared in self.declared)

    def _check_dealt(self, act: Act) -> None:
        missing = [seat for seat in SEATS if seat not in self.dealt]
        if missing:
            raise self._refused(act, Defect("not-dealt", {"seats": missing}))
        if act.verb is not Verb.DRAW:
            fields = {"seat": act.seat, "act": act.verb.value}
            raise self._refused(act, Defect("without-draw", fields))

    def _check_flowers(self, act: Act) -> None:
        """Flowers are dealt, drawn and shown, and nothing else."""
        if act.verb in (Verb.DEAL, Verb.DRAW):
            return
        for tile in act.tiles:
            if isinstance(tile, Flower) and act.verb is not Verb.FLOWER:
                fields = {"flower": tile.code, "act": act.verb.value}
                raise self._refused(act, Defect("flower-played", fields))

    def _see(self, tile: AnyTile) -> None:
        """A tile that nobody had before; there are four of each, and one of each flower."""
        self.seen[tile] += 1
        number = self.seen[tile]
        if isinstance(tile, Flower):
            if number > 1:
                raise IllegalAct([Defect("flower-twice", {"flower": tile.code})])
        elif number > COPIES:
            raise IllegalAct([Defect("fifth-copy", {"tile": tile, "count": number})])

    def _own_turn(self, act: Act) -> Player:
        """The player, whose turn it must be, with a tile drawn or claimed."""
        if act.seat != self.turn or self.phase is not Phase.ACTING:
            key = "without-draw" if act.seat == self.turn else "not-your-turn"
            fields = {"seat": act.seat, "turn": self.turn, "act": act.verb.value}
            raise IllegalAct([Defect(key, fields)])
        return self.players[act.seat]

    # -- the acts ---------------------------------------------------------------------------------

    def _deal(self, act: Act) -> None:
        seat = act.seat
        if self.phase is not Phase.DEALING:
            raise IllegalAct([Defect("dealt-late", {"seat": seat})])
        if seat in self.dealt:
            raise IllegalAct([Defect("dealt-twice", {"seat": seat})])
        if len(act.tiles) != DEALT:
            fields = {"seat": seat, "count": len(act.tiles)}
            raise IllegalAct([Defect("deal-count", fields)])
        self.dealt.add(seat)
        for tile in act.tiles:
            self._see(tile)
            self.players[seat].take(tile)

    def _draw(self, act: Act) -> None:
        seat = act.seat
        drawer = self.turn if self.replacing is None else self.replacing
        if seat != drawer:
            key = "dealer-first" if self.phase is Phase.DEALING else "not-your-draw"
            raise IllegalAct([Defect(key, {"seat": seat, "turn": drawer})])
        if self.phase is Phase.ACTING and self.replacing is None:
            raise IllegalAct([Defect("drawn-twice", {"seat": seat})])
        if self.left(seat) == 0:
            raise IllegalAct([Defect("wall-empty", {"seat": seat})])
        (tile,) = act.tiles
        self._see(tile)
        self.draws[seat] += 1
        self.players[seat].take(tile)
        self.opening = self.opening or self.phase is Phase.DEALING
        self.kong_draw, self.kong_made = self.kong_made, False
        self.replacing = self.offer = None
        if seat == self.turn:
            self.drawn, self.phase = tile, Phase.ACTING

    def _flower(self, act: Act) -> None:
        (flower,) = act.tiles
        player = self.players[act.seat]
        if not isinstance(flower, Flower):
            raise IllegalAct([Defect("no-flower", {"tile": flower})])
        own = self.phase is Phase.ACTING and act.seat == self.turn
        if not (own or self.opening):
            raise IllegalAct([Defect("flower-late", {"seat": act.seat})])
        if flower not in player.flowers:
            fields = {"seat": act.seat, "flower": flower.code}
            raise IllegalAct([Defect("flower-not-held", fields)])
        player.flowers.remove(flower)
        player.shown += 1
        self.replacing = act.seat

    def _discard(self, act: Act) -> None:
        player = self._own_turn(act)
        tile = act.tiles[0] if act.tiles else self.drawn
        if not isinstance(tile, Tile):  # what was just taken, but a claim came before, or a flower
            raise IllegalAct([Defect("nothing-drawn", {"seat": act.seat})])
        if not player.held[tile]:
            raise IllegalAct([Defect("not-in-hand", {"seat": act.seat, "tile": tile})])
        player.held[tile] -= 1
        self.visible[tile] += 1
        self._offered(Offer(act.seat, tile), act.seat.after(1))

    def _offered(self, offer: Offer, turn: Wind) -> None:
        self.offer, self.turn, self.phase = offer, turn, Phase.OFFERED
        self.drawn, self.opening = None, False

    def _meld(self, act: Act) -> None:
        claim, offer = self._claimed(act)
        meld = claimed_meld(claim, offer.seat, offer.tile)
        player = self.players[act.seat]
        for tile, number in (Counter(meld.tiles) - Counter([offer.tile])).items():
            player.held[tile] -= number
            self.visible[tile] += number
        player.melds.append(meld)
        self.offer, self.turn, self.drawn = None, act.seat, None
        self.kong_made = meld.kind is Kind.KONG
        self.phase = Phase.DRAWING if self.kong_made else Phase.ACTING

    def _own_kong(self, act: Act) -> tuple[Player, Tile]:
        """The player and the tile of a kong of one's own, which takes a draw before it."""
        player = self._own_turn(act)
        (tile,) = act.tiles
        assert isinstance(tile, Tile)
        if self.drawn is None:
            fields = {"seat": act.seat, "act": act.verb.value}
            raise IllegalAct([Defect("without-draw", fields)])
        if wrong := wall_defects(act.seat, act.verb.value, self.left(act.seat), is_last=False):
            raise IllegalAct(wrong)
        return player, tile

    def _concealed_kong(self, act: Act) -> None:
        player, tile = self._own_kong(act)
        if wrong := claims.concealed_kong_defects(tile, player.held):
            raise IllegalAct(wrong)
        player.held[tile] -= COPIES
        player.melds.append(Meld(Kind.KONG, tile, concealed=True))
        self.drawn, self.phase = None, Phase.DRAWING
        self.opening, self.kong_made = False, True

    def _added_kong(self, act: Act) -> None:
        player, tile = self._own_kong(act)
        if wrong := claims.added_kong_defects(tile, player.held, player.melds):
            raise IllegalAct(wrong)
        player.held[tile] -= 1
        self.visible[tile] += 1
        player.melds = [
            claims.added_kong(meld) if meld.kind is Kind.PUNG and meld.tile is tile else meld
            for meld in player.melds
        ]
        self._offered(Offer(act.seat, tile, robbing=True), act.seat)
        self.kong_made = True

    def _win(self, act: Act) -> None:
        if kept := self.players[act.seat].flowers:
            fields = {"seat": act.seat, "flower": min(kept).code}
            raise self._refused(act, Defect("flower-kept", fields))
        if self._is_claim(act):
            _, offer = self._claimed(act)
            self.declared.append(self._declared_on(act.seat, offer))
        else:
            self.declared.append(self._self_drawn(act))
        self.phase = Phase.OVER

    def _end(self, act: Act) -> None:
        if self.phase is Phase.ACTING and self.replacing is None:
            raise IllegalAct([Defect("ends-in-turn", {"turn": self.turn})])
        if left := self.left(self.turn):
            raise IllegalAct([Defect("ends-early", {"left": left})])
        self.phase = Phase.OVER

    # -- claims -----------------------------------------------------------------------------------

    def _claimed(self, act: Act) -> tuple[Claim, Offer]:
        """The claim, which must be allowed and go before those the record says it overruled."""
        offer = self.offer
        if offer is None or self.phase not in (Phase.OFFERED, Phase.OVER):
            fields = {"seat": act.seat, "act": act.verb.value}
            raise IllegalClaim([Defect("nothing-to-claim", fields)])
        claim, *lost = [self._allowed(one, offer) for one in (act, *act.ignored)]
        self._check_wins(act.ignored, offer)
        several = self.record.duplicate
        decided = decide(
            [claim, *lost], offer.seat, offer.tile, several_wins=several, robbing=offer.robbing
        )
        for overruled in decided.overruled:
            if overruled.claim is claim:
                fields = {
                    "seat": claim.seat,
                    "act": claim.act.value,
                    "by": overruled.by.seat,
                    "by_act": overruled.by.act.value,
                    "why": overruled.why,
                }
                raise IllegalClaim([Defect("overruled", fields)])
        return claim, offer

    def _allowed(self, act: Act, offer: Offer) -> Claim:
        """The claim of an act; IllegalClaim when tiles or seat forbid it."""
        tiles = tuple(tile for tile in act.tiles if isinstance(tile, Tile))
        if act.verb not in CLAIM_KINDS:
            fields = {"seat": act.seat, "act": act.verb.value}
            raise IllegalClaim([Defect("nothing-to-claim", fields)])
        claim = Claim(act.seat, CLAIM_KINDS[act.verb], tiles)
        player = self.players[act.seat]
        wrong = [*claim_defects(claim, offer.seat, offer.tile, player.held)]
        if act.verb is Verb.WIN and any(tile is not offer.tile for tile in tiles):
            others = {"tile": offer.tile, "tiles": write_tiles(tiles)}
            wrong.append(Defect("claims-other-tile", others))
        left, last = self.left(act.seat), self._is_last(offer.seat)
        if wrong := [*wrong, *wall_defects(act.seat, act.verb.value, left, is_last=last)]:
            raise IllegalClaim(wrong)
        return claim

    def _check_wins(self, ignored: tuple[Act, ...], offer: Offer) -> None:
        """A win that was overruled must have been one; one that counts is scored."""
        for act in ignored:
            player = self.players[act.seat]
            if act.verb is Verb.WIN and not player.completed_by(offer.tile):
                fields = {"seat": act.seat, "tile": offer.tile}
                raise IllegalClaim([Defect("claim-no-win", fields)])

    # -- hands ------------------------------------------------------------------------------------

    def _declared_on(self, seat: Wind, offer: Offer) -> Declared:
        """A win on another's tile; 和绝张 when the three others lie face up (rules 2)."""
        fourth = self.visible[offer.tile] == COPIES and not offer.robbing
        last = self._is_last(offer.seat) and not offer.robbing
        win = Win(last=last, rob=offer.robbing, fourth=fourth)
        by = "rob" if offer.robbing else "discard"
        return Declared(
            seat,
            self.players[seat].hand(offer.tile, win, (seat, self.record.round)),
            by,
            offer.seat,
        )

    def _self_drawn(self, act: Act) -> Declared:
        tile = self.drawn
        if not isinstance(tile, Tile):
            fields = {"seat": act.seat, "act": act.verb.value}
            raise IllegalAct([Defect("without-draw", fields)])
        if act.tiles and act.tiles[0] is not tile:
            named: Mapping[str, object] = {"tile": act.tiles[0], "drawn": tile}
            raise IllegalAct([Defect("wins-other-tile", named)])
        fourth = self.visible[tile] == COPIES - 1
        win = Win(True, self._is_last(act.seat), self.kong_draw, fourth=fourth)
        return Declared(
            act.seat,
            self.players[act.seat].hand(tile, win, (act.seat, self.record.round)),
            "self",
            None,
        )

    def _is_last(self, seat: Wind) -> bool:
        """Whether the tile this player drew was the last: the next one has none (notation)."""
        return self.left(seat.after(1)) == 0


ACT_RULES: Mapping[Verb, Callable[[Play, Act], None]] = MappingProxyType(
    {
        Verb.DEAL: Play._deal,
        Verb.DRAW: Play._draw,
        Verb.FLOWER: Play._flower,
        Verb.DISCARD: Play._discard,
        Verb.CHOW: Play._meld,
        Verb.PUNG: Play._meld,
        Verb.KONG: Play._meld,
        Verb.CONCEALED_KONG: Play._concealed_kong,
        Verb.ADDED_KONG: Play._added_kong,
        Verb.WIN: Play._win,
        Verb.END: Play._end,
    }
)
