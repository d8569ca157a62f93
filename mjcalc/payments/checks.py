"""What can be wrong with a deal that is to be settled: every defect at once (rules 4, 6, 7).

One generator for each outcome of each scheme; ``settlement`` says which belongs to which.
"""

# The defects, all of them reasons of an OptionError. ``about`` is the item meant: venue, room,
# fee, dealer, bird, winner, from, fans, flowers, base, player, penalty, compensation or outcome.
# Rulesets, venues and options that do not exist are refused by ``rulesets``.
#
#   key                       fields                        it says
#   unknown-seat              item, value                   a seat is E, S, W or N
#   no-bird                   value                         the bird is one of the 34 tiles
#   not-an-amount             item, value                   negative, fractional or no number
#   missing-item              item, outcome                 this outcome needs the item
#   item-not-taken            item, rules, outcome          the rules or the outcome have no such
#   outcome-not-taken         outcome, rules                the rules have no such outcome
#   winner-discards           seat                          nobody wins on an own discard
#   no-payer                  winner                        neither a discarder nor a self-draw
#   two-payers                winner, discarder             a discarder and a self-draw
#   winner-twice              seat                          a seat among the winners twice
#   several-self-drawn        count                         only one player draws a tile
#   bird-without-dealer       bird                          the bird is counted from the dealer
#   fifth-copy-bird           bird                          the bird is the fifth of its kind
#   base-and-fans             base, fans                    X is given, and what it follows from
#   flowers-exceed-fans       flowers, fans                 the fans include the flowers
#   flowers-out-of-range      count                         0 to 8
#   below-minimum             base, fans, flowers, minimum, venue   base = fans without flowers
#   penalty-too-small         penalty, compensation, least  least = three compensations

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mjcalc.errors import Defect
from mjcalc.hand.hand import Hand
from mjcalc.hand.kinds import COPIES, MOST_FLOWERS
from mjcalc.payments.deal import OUTCOME_NAMES, Deal, Drawn, Duplicate, Escape, FalseWin, Room, Won
from mjcalc.rules.rulesets import Ruleset
from mjcalc.tiles import Tile, Wind


@dataclass(frozen=True, slots=True)
class Case:
    """One deal with all that bears on it."""

    deal: Deal
    room: Room
    rules: Ruleset

    @property
    def items(self) -> Mapping[str, object]:
        """What was said besides the outcome."""
        room, deal = self.room, self.deal
        return {
            "room": room.coefficient,
            "fee": room.fee,
            "dealer": deal.dealer,
            "bird": deal.bird,
        }

    @property
    def outcome(self) -> str:
        """What the outcome is called in messages and JSON."""
        return OUTCOME_NAMES.get(type(self.deal.outcome), type(self.deal.outcome).__name__)

    @property
    def venue(self) -> str | None:
        """The key of the venue, if there is one."""
        return None if self.rules.venue is None else self.rules.venue.key

    def defects(self) -> Iterator[Defect]:
        """What is wrong whatever the outcome is."""
        room, deal = self.room, self.deal
        yield from _amounts(room=room.coefficient, fee=room.fee)
        if deal.dealer is not None:
            yield from _seats(dealer=deal.dealer)
        if deal.bird is not None and not isinstance(deal.bird, Tile):
            yield Defect("no-bird", {"value": deal.bird}, "bird")

    def not_taken(self, takes: frozenset[str]) -> Iterator[Defect]:
        """What was said that this outcome has no use for under these rules."""
        for item, value in self.items.items():
            if value is not None and item not in takes:
                fields = {"item": item, "rules": self.rules.key, "outcome": self.outcome}
                yield Defect("item-not-taken", fields, item)

    def missing(self, **items: object) -> Iterator[Defect]:
        """The items among these that nobody said."""
        for item, value in items.items():
            if value is None:
                yield Defect("missing-item", {"item": item, "outcome": self.outcome}, item)


def _is_amount(*values: object) -> bool:
    """Whole and not negative; True is no number of coins, though Python counts it as one."""
    return all(isinstance(v, int) and not isinstance(v, bool) and v >= 0 for v in values)


def _amounts(**items: object) -> Iterator[Defect]:
    for item, value in items.items():
        if value is not None and not _is_amount(value):
            yield Defect("not-an-amount", {"item": item, "value": value}, item)


def _seats(**items: object) -> Iterator[Defect]:
    for item, value in items.items():
        if not isinstance(value, Wind):
            yield Defect("unknown-seat", {"item": item, "value": value}, item)


def _won_defects(won: Won) -> Iterator[Defect]:
    """What is wrong with a win in either scheme."""
    yield from _seats(winner=won.winner)
    if won.discarder is None:
        if not won.self_drawn:
            yield Defect("no-payer", {"winner": won.winner}, "from")
    else:
        yield from _seats(**{"from": won.discarder})
        if won.self_drawn:
            fields = {"winner": won.winner, "discarder": won.discarder}
            yield Defect("two-payers", fields, "from")
        if won.discarder == won.winner:
            yield Defect("winner-discards", {"seat": won.winner}, "from")
    yield from _amounts(fans=won.fans, flowers=won.flowers, base=won.base)
    yield from _flower_defects(won)


def _flower_defects(won: Won) -> Iterator[Defect]:
    if not _is_amount(won.flowers):
        return
    if won.flowers > MOST_FLOWERS:
        yield Defect("flowers-out-of-range", {"count": won.flowers}, "flowers")
    elif won.fans is not None and _is_amount(won.fans) and won.flowers > won.fans:
        fields = {"flowers": won.flowers, "fans": won.fans}
        yield Defect("flowers-exceed-fans", fields, "flowers")


def _minimum_defects(won: Won, case: Case) -> Iterator[Defect]:
    """A total that is no win here; flowers do not count towards a minimum (rules 2)."""
    minimum = case.rules.minimum
    if minimum is None or won.fans is None or not _is_amount(won.fans, won.flowers):
        return
    base = won.fans - won.flowers
    if 0 <= base < minimum:
        fields = {
            "base": base,
            "fans": won.fans,
            "flowers": won.flowers,
            "minimum": minimum,
            "venue": case.venue,
        }
        yield Defect("below-minimum", fields, "fans")


def _bird_defects(deal: Deal) -> Iterator[Defect]:
    """A bird that is counted from nobody, or of which there is no copy left (rules 4)."""
    bird, hand = deal.bird, deal.hand
    if bird is not None and deal.dealer is None:
        yield Defect("bird-without-dealer", {"bird": bird}, "bird")
    if bird is not None and hand is not None and _copies(hand, bird) >= COPIES:
        yield Defect("fifth-copy-bird", {"bird": bird}, "bird")


def _copies(hand: Hand, bird: Tile) -> int:
    """How many copies of the bird's kind lie elsewhere: in the hand, as indicator, on the table.

    The winning tile of a hand won on the last tile may be the bird itself. Beside a robbed tile and
    ``+fourth`` the other three are on the table.
    """
    win, is_winning = hand.win, bird is hand.winning
    if is_winning and not win.last and (win.rob or win.fourth):
        return COPIES
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    held = [*hand.concealed, *melded, hand.winning, hand.indicator]
    return held.count(bird) - (is_winning and win.last)


def coins_won(won: Won, case: Case) -> Iterator[Defect]:
    """A win in a room: N and A, and a venue with fans or a base in their place (rules 6)."""
    room = case.room
    yield from _won_defects(won)
    yield from case.missing(room=room.coefficient, fee=room.fee)
    yield from _bird_defects(case.deal)
    if won.base is not None:
        if won.fans is not None:
            yield Defect("base-and-fans", {"base": won.base, "fans": won.fans}, "base")
        return
    venue = case.rules.venue
    yield from case.missing(venue=venue)
    if venue is not None and venue.times_fans:
        yield from case.missing(fans=won.fans)
    yield from _minimum_defects(won, case)


def coins_drawn(drawn: Drawn, case: Case) -> Iterator[Defect]:
    """A draw in a room needs nothing but the fee, where one is paid (rules 6)."""
    if case.rules.bystander_fee:
        yield from case.missing(fee=case.room.fee)


def escape(left: Escape, case: Case) -> Iterator[Defect]:
    """Both amounts must be given, and the penalty must cover the compensations (rules 6)."""
    penalty, compensation = left.penalty, left.compensation
    yield from _seats(player=left.player)
    yield from case.missing(penalty=penalty, compensation=compensation)
    wrong = [*_amounts(penalty=penalty, compensation=compensation)]
    yield from wrong
    if wrong or penalty is None or compensation is None:
        return
    if penalty < (least := 3 * compensation):
        fields = {"penalty": penalty, "compensation": compensation, "least": least}
        yield Defect("penalty-too-small", fields, "penalty")


def points_won(won: Won, case: Case) -> Iterator[Defect]:
    """A win for points: fans, enough of them without flowers, and no base (rules 7)."""
    yield from _won_defects(won)
    yield from case.missing(fans=won.fans)
    if won.base is not None:
        fields = {"item": "base", "rules": case.rules.key, "outcome": case.outcome}
        yield Defect("item-not-taken", fields, "base")
    yield from _minimum_defects(won, case)


def points_drawn(drawn: Drawn, case: Case) -> Iterator[Defect]:
    """Nothing can be wrong with a draw for points."""
    return iter(())


def false_win(false: FalseWin, case: Case) -> Iterator[Defect]:
    """A false win needs only its player (rules 7)."""
    yield from _seats(player=false.player)


def duplicate(outcome: Duplicate, case: Case) -> Iterator[Defect]:
    """Several winners share one discard, and each is a win by itself (rules 7)."""
    wins = outcome.wins
    if not wins:
        yield from case.missing(winner=None)
    for place, won in enumerate(wins):
        yield from points_won(won, case)
        if won.winner in [other.winner for other in wins[:place]]:
            yield Defect("winner-twice", {"seat": won.winner}, "winner")
    if len(wins) > 1 and (drawn := sum(won.self_drawn for won in wins)):
        yield Defect("several-self-drawn", {"count": drawn}, "winner")
    discarders = [won.discarder for won in wins if won.discarder is not None]
    for other in discarders[1:]:
        if other != discarders[0]:
            yield Defect("two-payers", {"winner": discarders[0], "discarder": other}, "from")
