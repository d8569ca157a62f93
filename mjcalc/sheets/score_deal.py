"""One deal of a sheet under the rules: scored and settled, or all that is wrong with it.

Dealer and round follow from the number of the deal where deals are counted, the winner's seat wind
from the dealer, the bird of a self-drawn last tile from the hand (notation, section "Game sheet").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from mjcalc.engine.score import Score, score
from mjcalc.errors import (
    BelowMinimum,
    Defect,
    ImpossibleHand,
    MjcalcError,
    NotationError,
    OptionError,
)
from mjcalc.payments.deal import Deal, DealOutcome, Drawn, Escape, FalseWin, Payments, Won
from mjcalc.payments.settlement import SCHEMES, settle
from mjcalc.sheets.seating import DEALS_OF_A_ROUND
from mjcalc.sheets.terms import SheetForm, Terms
from mjcalc.sheets.values import Context, DealLine, Ending
from mjcalc.tiles import Tile, Wind

# What the settlement calls an item, and what the sheet does.
PLACES = MappingProxyType({"from": "discarder", "outcome": "ending"})


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal and what it paid, or a director's adjustment (``no`` None, result ``adjust``).

    ``net`` are the four seats E S W N. ``player`` escaped, ended the deal by a false win, or was
    adjusted. ``score`` is None where the club counted the ``total`` itself. ``text`` is the hand as
    typed. ``false_wins`` are all who won falsely, ``false_payments`` what those of them settled who
    did not end the deal.
    """

    line: int
    result: str
    net: tuple[int, ...]
    no: int | None = None
    dealer: Wind | None = None
    round: Wind | None = None
    winner: Wind | None = None
    discarder: Wind | None = None
    total: int | None = None
    score: Score | None = None
    text: str = ""
    bird: Tile | None = None
    player: Wind | None = None
    payments: Payments | None = None
    reason: str = ""
    false_wins: tuple[Wind, ...] = ()
    false_payments: tuple[Payments, ...] = ()

    @property
    def uneven(self) -> str | None:
        """The option because of which the payments do not sum to zero; None for an adjustment."""
        paid = (self.payments, *self.false_payments)
        return next((each.uneven for each in paid if each is not None and each.uneven), None)

    @property
    def system(self) -> int:
        """What the system takes; 0 where there is none."""
        return 0 if self.payments is None else self.payments.system or 0

    @property
    def sum(self) -> int:
        """All nets and the take; not zero for an adjustment, and where a rule says so."""
        return sum(self.net) + self.system


class DealScorer:
    """One deal under the rules: what was ``played``, or the ``errors`` that make it none."""

    def __init__(self, line: DealLine, no: int, terms: Terms, place: int | None = None) -> None:
        self.line, self.no, self.terms = line, no, terms
        self.place = no if place is None else place
        self.errors: list[MjcalcError] = []
        self.wrong: list[Defect] = []
        self.score: Score | None = None
        self.dealer, self.round = line.dealer, line.round or Wind.E
        self.played = self._played()
        if self.wrong:
            self.errors.append(NotationError(self.wrong))
        if self.errors:
            self.played = None

    def fault(self, where: str, key: str, /, **fields: object) -> None:
        """Something is wrong with an item of the line."""
        self.wrong.append(self.line.at(where).mark(Defect(key, fields)))

    def _played(self) -> PlayedDeal | None:
        line, form = self.line, self.terms.form
        if form.deals is not None and self.no > form.deals:
            self.fault("deal", "deal-after-end", no=self.no, deals=form.deals)
            return None
        self._derive(form)
        self._check_label()
        fields = {"rules": self.terms.rules.key, "outcome": line.ending.value}
        if line.flip is not None and not self.terms.rules.wild.allowed:
            self.fault("flip", "item-not-taken", item="flip", **fields)
        if line.no_bird and not form.bird:
            self.fault("bird", "item-not-taken", item="bird", **fields)
        self._score()
        bird = self._bird(form)
        if self.errors or (line.hand is not None and self.score is None):
            return None
        hand = None if self.score is None else self.score.hand
        deal = Deal(self._outcome(), self.dealer, None if self.dealer is None else bird, hand)
        paid, *others = [self._settled(deal), *self._false_wins()]
        if paid is None or None in others:
            return None
        false_paid = tuple(each for each in others if each is not None)
        net = tuple(map(sum, zip(*(each.net for each in (paid, *false_paid)), strict=True)))
        return PlayedDeal(
            line.line, line.ending.value, net, self.no, self.dealer, self.round, line.winner,
            line.discarder, self._total(), self.score, self._text(), bird, line.player, paid,
            line.remark, line.false_wins, false_paid,
        )  # fmt: skip

    def _settled(self, deal: Deal, place: str = "outcome") -> Payments | None:
        try:
            return settle(deal, self.terms.room, self.terms.rules)
        except OptionError as error:
            self._refused(error, place)
            return None

    def _false_wins(self) -> Iterator[Payments | None]:
        """Settle the false wins that did not end the deal."""
        line = self.line
        ended = line.player if line.ending is Ending.FALSE_WIN else None
        for player in line.false_wins:
            if player is not ended:
                yield self._settled(Deal(FalseWin(player), self.dealer), "false")

    def _check_label(self) -> None:
        """Compare the number before the deal with its own, or with that of the line."""
        line = self.line
        label = line.label
        if line.label_round is not None and label is not None:
            if self.terms.form.deals is None:
                return  # it names the round and the dealer, who may deal again
            label += DEALS_OF_A_ROUND * line.label_round
        if label not in (None, self.no, self.place):
            self.fault("label", "other-number", label=label, no=self.no)

    def _derive(self, form: SheetForm) -> None:
        """Take dealer and round from the line or, where deals are counted, from their number."""
        line, seating = self.line, self.terms.seating
        if form.deals is not None:
            self.dealer, self.round = seating.dealer(self.no), seating.round(self.no)
        elif line.label_round is not None and line.label is not None:
            self.dealer, self.round = seating.dealer(line.label), line.label_round
        elif self.dealer is None:
            self.fault("deal", "deal-lacks", item="dealer")
            return
        for item, written, due in (
            ("dealer", self.line.dealer, self.dealer),
            ("round", self.line.round, self.round),
        ):
            if written is not None and written is not due:
                self.fault(item, f"other-{item}", no=self.no, written=written, due=due)

    def _score(self) -> None:
        """Scores the hand, where there is one."""
        line, part = self.line, self.line.hand
        if part is None or line.winner is None:
            return
        seat = Wind.E
        if self.dealer is not None:
            seat = self.terms.seating.seat_wind(line.winner, self.dealer, self.round)
        policy = self.terms.rules.wild
        flip = line.flip if policy.allowed else None
        context = Context(seat, self.round, line.discarder is None, flip)
        clashes = [] if self.dealer is None else part.disagreements(context)
        if not policy.allowed:  # the hand itself is refused: there are no wildcards at all
            clashes = [clash for clash in clashes if clash.about not in ("+wild", "+flip")]
        self.wrong += clashes
        try:
            hand = part.hand(None if clashes else context, policy)
            scored = score(hand, self.terms.rules).checked()
            scored.total  # noqa: B018  a hand that is no win says so when it is asked
        except MjcalcError as error:
            self.errors.append(part.placed(error))
        else:
            self.score = None if clashes else scored
            if line.fans not in (None, scored.total):
                self.fault("fans", "other-fans", fans=line.fans, total=scored.total)

    def _bird(self, form: SheetForm) -> Tile | None:
        """Return the bird: as given, or the winning tile of a self-drawn last one (rules 4)."""
        line = self.line
        if not form.bird or line.ending is not Ending.WIN or line.no_bird:
            return line.bird
        if line.hand is None or line.discarder is not None or not line.hand.is_last:
            if line.bird is None:
                self.fault("ending", "deal-lacks", item="bird")
            return line.bird
        winning = None if self.score is None else self.score.hand.winning
        if winning is not None and line.bird not in (None, winning):
            self.fault("bird", "bird-of-last-tile", bird=line.bird, tile=winning)
        return winning

    def _total(self) -> int | None:
        return self.line.fans if self.score is None else self.score.total

    def _text(self) -> str:
        return "" if self.line.hand is None else self.line.hand.text.strip()

    def _outcome(self) -> DealOutcome:
        line = self.line
        player = line.player or Wind.E
        if line.ending is Ending.ESCAPE:
            return Escape(player, line.penalty, line.compensation)
        if line.ending is Ending.FALSE_WIN:
            return FalseWin(player)
        if line.ending is Ending.DRAW:
            return Drawn()
        flowers = (line.flowers or 0) if self.score is None else self.score.flowers
        winner, drawn = line.winner or Wind.E, line.discarder is None
        return Won(winner, line.discarder, drawn, self._total(), flowers)

    def _refused(self, error: OptionError, outcome: str) -> None:
        """What the settlement has against the deal, each at the item it is about."""
        rules = self.terms.rules
        for defect in error.defects:
            item = outcome if defect.about == "outcome" else defect.about
            item = PLACES.get(item, item)
            if item == "fans" and self.line.hand is not None:
                item = "hand"
            place = self.line.at(item)
            if defect.key == "below-minimum":
                seat = None if self.line.winner is None else self.line.winner.name
                fields = {**defect.fields, "winner": self.line.winner, "seat": seat}
                key = (
                    "deal-below-minimum" if FalseWin in SCHEMES[rules.pays] else "deal-below-venue"
                )
                self.errors.append(BelowMinimum([place.mark(Defect(key, fields, "fans"))]))
            elif defect.key == "fifth-copy-bird":
                self.errors.append(ImpossibleHand([place.mark(defect)]))
            elif defect.key == "outcome-not-taken":
                self.wrong.append(place.mark(replace(defect, key="ending-not-here")))
            else:
                self.wrong.append(place.mark(defect))
