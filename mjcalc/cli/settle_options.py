"""Make one deal of the options of ``settle``: read and compare them, and report every defect.

A value that cannot be read stays the text it is, for the settlement to refuse with all the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from mjcalc.cli.options import Settings, whole
from mjcalc.errors import BelowMinimum, Defect, MjcalcError, OptionError
from mjcalc.notation.vocabulary import ONE_TILE, fold, one_tile
from mjcalc.payments.deal import Deal, Drawn, Escape, FalseWin, Payments, Room, Won
from mjcalc.payments.settlement import SCHEMES, bird_seat, settle
from mjcalc.rules.rulesets import RULESETS, Ruleset
from mjcalc.sheets.players import CHAIRS
from mjcalc.sheets.vocabulary import COUNTED_NUMBER, NO_BIRD, number_of
from mjcalc.tiles import Tile, Wind

if TYPE_CHECKING:
    from mjcalc.engine.score import Score

OptionValues = Mapping[str, Any]
FAN_NUMBER = re.compile(rf"({COUNTED_NUMBER}) ?(?:番|(?ai:fans?))?")
# The options of each outcome, which no other takes.
OUTCOME_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "win": ("winner", "from", "tsumo", "fans", "base", "hand"),
    "draw": ("draw",),
    "escape": ("escape", "penalty", "compensation"),
    "false-win": ("false-win",),
}
OTHER_OUTCOMES = (
    "draw",
    "escape",
    "false-win",
)  # each is an outcome by itself, a win is the other one


class SettleErrors(Exception):
    """All that is wrong: with the hand, then with the options.

    ``text`` is the text with the places of the defects where that is not the hand.
    """

    def __init__(self, *errors: MjcalcError, text: str | None = None) -> None:
        super().__init__(*errors)
        self.errors = errors
        self.text = text


@dataclass(frozen=True, slots=True)
class Settlement:
    """A deal that was settled, and the score of its hand where one was given."""

    deal: Deal
    paid: Payments
    rules: Ruleset
    score: Score | None = None


# --- values -------------------------------------------------------------------------------------


def find_seat(text: str | None) -> Any:
    """Return the seat: E S W N or East … North in any case, 东南西北 or 东家; else the text.

    >>> find_seat("w"), find_seat("北"), find_seat("东家"), find_seat("X")
    (<Wind.W: 2>, <Wind.N: 3>, <Wind.E: 0>, 'X')
    """
    return CHAIRS.get(fold(text or "").strip().casefold(), text)


def amount(text: str | None) -> Any:
    """Return the whole number of digits only; anything else stays as it is.

    >>> amount("20"), amount("-1"), amount("1_000")
    (20, '-1', '1_000')
    """
    number = whole((text or "").strip())
    return text if number is None else number


def fan_total(text: str | None) -> Any:
    """Return the number of fans, with or without their unit; anything else stays as it is.

    >>> fan_total("25"), fan_total("二十五番"), fan_total("12 fans"), fan_total("12 coins")
    (25, 25, 12, '12 coins')
    """
    number = FAN_NUMBER.fullmatch(fold(text or "").strip())
    return text if number is None else number_of(number[1])


def bird(text: str | None) -> Any:
    """Return the tile, as the notation writes it; None for no bird; else the text as it is.

    >>> bird("北"), bird("三饼"), bird("none"), bird("春")
    (Tile.Z4, Tile.P3, None, '春')
    """
    word = fold(text or "").strip()
    if re.fullmatch(ONE_TILE, word):
        return one_tile(word)
    return None if word in NO_BIRD else text


# --- the hand -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandScore:
    """What became of ``--hand``: its score, or the error, and what contradicts the options."""

    score: Score | None = None
    error: MjcalcError | None = None
    wrong: tuple[Defect, ...] = ()
    self_drawn: bool | None = None


def hand_score(values: OptionValues, rules: Ruleset) -> HandScore:
    """The score of the hand with what the options say of it: the seat wind, how it was won."""
    from mjcalc.engine.score import score
    from mjcalc.notation.grammar import parse, read_line, strip_comment

    text = values["hand"]
    if text is None:
        return HandScore()
    try:
        notation = values.get("notation")
        draft = read_line(text, notation).draft()
        seat, wrong = _seat_wind(values, draft.seat)
        words = [strip_comment(text)] if strip_comment(text) else [text]
        if draft.seat is None and seat is not None:
            words.append(f"+seat:{seat.name}")
        if draft.self_drawn is None and (values["tsumo"] or values["from"] is not None):
            words.append("ron" if values["from"] is not None else "tsumo")
        if draft.self_drawn is False and values["tsumo"]:
            wrong.append(Defect("hand-says-discard", {}, "tsumo"))
        scored = score(parse(" ".join(words), rules.wild, notation), rules).checked()
        wrong += _other_fans(fan_total(values["fans"]), scored.total)
    except MjcalcError as error:
        return HandScore(error=error)
    return HandScore(scored, None, tuple(wrong), draft.self_drawn)


def _seat_wind(values: OptionValues, hand_seat: Wind | None) -> tuple[Wind | None, list[Defect]]:
    """The winner's seat wind, counted from the dealer, and whether the hand says another.

    Where nobody says who deals, a winner called S sits south: the letter is the wind, unless the
    hand says another.
    """
    winner, dealer = find_seat(values["winner"]), find_seat(values["dealer"])
    if not isinstance(winner, Wind):
        return None, []
    if not isinstance(dealer, Wind):
        return hand_seat or winner, []
    wind = winner.after(-dealer)
    if hand_seat in (None, wind):
        return wind, []
    fields = {"hand": hand_seat, "winner": winner, "dealer": dealer, "wind": wind}
    return wind, [Defect("hand-says-seat", fields, "+seat")]


def _other_fans(fans: Any, total: int) -> Iterator[Defect]:
    if isinstance(fans, int) and fans != total:
        yield Defect("hand-says-fans", {"fans": fans, "total": total}, "fans")


# --- the deal -----------------------------------------------------------------------------------


@dataclass(slots=True)
class DealOptions:
    """One go through the options: the deal they make, and what is wrong so far.

    ``reported`` are the items that need no second complaint.
    """

    values: OptionValues
    rules: Ruleset
    wrong: list[Defect] = field(default_factory=list)
    reported: set[str] = field(default_factory=set)
    hand: HandScore = HandScore()

    def add(self, defects: Iterable[Defect], *items: str) -> None:
        """Notes what is wrong, and the items that it makes useless to complain about."""
        known = len(self.wrong)
        self.wrong += defects
        if len(self.wrong) > known:
            self.reported.update(items)

    def is_new(self, defect: Defect) -> bool:
        """Whether a defect of the settlement is not the consequence of one that was reported.

        Where the outcome is unclear, so is what it needs and what it has no use for.
        """
        unclear = "outcome" in self.reported and defect.key in ("missing-item", "item-not-taken")
        return defect.about not in self.reported and not unclear

    def outcome(self) -> str:
        """How the deal ended, by the options that are there."""
        given = {item for item, value in self.values.items() if value not in (None, False)}
        ended = [name for name in OTHER_OUTCOMES if name in given]
        ended += ["win"] * bool(given & {"winner", "from", "tsumo"})
        if len(ended) > 1:
            self.add([Defect("two-outcomes", {"outcomes": ended}, "outcome")], "outcome")
            return ended[0]
        if not ended and not given & {*OUTCOME_OPTIONS["win"], *OUTCOME_OPTIONS["escape"]}:
            raise SettleErrors(OptionError([*self.wrong, Defect("no-outcome", {}, "outcome")]))
        if not ended:
            ended = ["escape"] if given & {*OUTCOME_OPTIONS["escape"]} else ["win"]
        for item in (
            item for name, own in OUTCOME_OPTIONS.items() if name != ended[0] for item in own
        ):
            if item in given:
                fields = {"item": item, "rules": self.rules.key, "outcome": ended[0]}
                self.add([Defect("item-not-taken", fields, item)])
        return ended[0]

    def won(self) -> Won:
        """A win, with the fans of the hand where there is one."""
        values = self.values
        self.hand = hand_score(values, self.rules)
        self.add(self.hand.wrong)
        if self.hand.error is not None:
            self.reported.add("fans")
        self._named("winner", "win")
        score, hand_drawn = self.hand.score, self.hand.self_drawn
        return Won(
            find_seat(values["winner"]),
            find_seat(values["from"]),
            bool(values["tsumo"] or hand_drawn),
            fan_total(values["fans"]) if score is None else score.total,
            amount(values.get("flowers")) or 0 if score is None else score.flowers,
            amount(values["base"]),
        )

    def escaped(self) -> Escape:
        """A player who left."""
        self._named("escape", "escape")
        values = self.values
        return Escape(
            find_seat(values["escape"]), amount(values["penalty"]), amount(values["compensation"])
        )

    def _named(self, item: str, outcome: str) -> None:
        if self.values[item] is None:
            fields = {"item": item, "outcome": outcome}
            about = "player" if item == outcome else item
            self.add([Defect("missing-item", fields, about)], about)

    def bird(self, dealer: Any) -> Any:
        """The bird; of a win on the last tile that one where none is named (rules 4)."""
        text, score = self.values["bird"], self.hand.score
        named, plays = bird(text), "bird" in SCHEMES[self.rules.pays][Won].takes
        if score is None or not score.hand.win.last or not plays or not isinstance(dealer, Wind):
            return named
        if not score.hand.win.self_drawn:
            if text is None:
                self.add([Defect("last-discard-bird", {}, "bird")])
            return named
        if text is None:
            return score.hand.winning
        if isinstance(named, Tile) and named is not score.hand.winning:
            fields = {"bird": named, "tile": score.hand.winning}
            self.add([Defect("last-drawn-bird", fields, "bird")])
        return named

    def deal(self) -> Deal:
        """The deal, right or wrong."""
        made: dict[str, Any] = {
            "win": self.won,
            "escape": self.escaped,
            "draw": Drawn,
            "false-win": lambda: FalseWin(find_seat(self.values["false-win"])),
        }
        outcome = made[self.outcome()]()
        dealer = find_seat(self.values["dealer"])
        score = self.hand.score
        hand = None if score is None else score.hand
        return Deal(outcome, dealer, self.bird(dealer), hand)


def settlement(values: OptionValues, settings: Settings) -> Settlement:
    """The settlement of what the options say; SettleErrors with everything that is wrong."""
    reading = _deal_options(values, settings)
    deal, paid = reading.deal(), None
    rule = SCHEMES[reading.rules.pays].get(type(deal.outcome))
    room = _room_of(values, settings, frozenset() if rule is None else rule.takes)
    try:
        paid = settle(deal, room, reading.rules)
    except OptionError as error:
        reading.add(filter(reading.is_new, error.defects))
    errors: list[MjcalcError] = [] if reading.hand.error is None else [reading.hand.error]
    wrong = [as_option(defect, deal) for defect in reading.wrong]
    for kind, below in ((BelowMinimum, True), (OptionError, False)):
        if those := [defect for defect in wrong if (defect.key == "below-minimum") is below]:
            errors.append(kind(those))
    if errors or paid is None:
        raise SettleErrors(*errors)
    return Settlement(deal, paid, reading.rules, reading.hand.score)


def _room_of(values: OptionValues, settings: Settings, takes: frozenset[str]) -> Room:
    """The room of the options, or of the settings files where the outcome has to do with it."""
    found = {
        name: settings.file.value(name, settings.rules)
        if values[name] is None and name in takes
        else values[name]
        for name in ("room", "fee")
    }
    return Room(amount(found["room"]), amount(found["fee"]))


def _deal_options(values: OptionValues, settings: Settings) -> DealOptions:
    """A reading under the rules asked for, or under the nearest, to find what else is wrong."""
    try:
        return DealOptions(values, settings.ruleset)
    except OptionError as error:
        if settings.rules not in RULESETS:
            raise SettleErrors(error) from None
        reading = DealOptions(values, RULESETS[settings.rules])
        reading.add(error.defects, "venue")
        return reading


def as_option(defect: Defect, deal: Deal) -> Defect:
    """The defect with its item named as the option that it is here."""
    item = defect.fields.get("item")
    if item is None or item.startswith("-"):
        return defect
    if item == "player":
        item = "escape" if isinstance(deal.outcome, Escape) else "false-win"
    return replace(defect, fields={**defect.fields, "item": f"--{item}"})


def bird_alone(values: OptionValues) -> bool:
    """Whether only the bird is asked for: ``--bird`` and ``--dealer``, and nothing else."""
    given = {item for item, value in values.items() if value not in (None, False)}
    return "bird" in given and given <= {"bird", "dealer"}


def bird_of(values: OptionValues, settings: Settings) -> tuple[Wind, Tile, Wind]:
    """Return dealer, bird, and the seat that has it; raise SettleErrors for defects."""
    dealer, tile = find_seat(values["dealer"]), bird(values["bird"])
    reading = _deal_options(values, settings)
    if "bird" not in SCHEMES[reading.rules.pays][Won].takes:
        fields = {"item": "--bird", "rules": reading.rules.key, "outcome": "win"}
        reading.add([Defect("item-not-taken", fields, "bird")])
    if not isinstance(tile, Tile):
        reading.add([Defect("no-bird", {"value": values["bird"]}, "bird")])
    if dealer is None:
        shown = tile if isinstance(tile, Tile) else values["bird"]
        reading.add([Defect("bird-without-dealer", {"bird": shown}, "bird")])
    elif not isinstance(dealer, Wind):
        reading.add([Defect("unknown-seat", {"item": "--dealer", "value": dealer}, "dealer")])
    if reading.wrong:
        raise SettleErrors(OptionError(reading.wrong))
    return dealer, tile, bird_seat(dealer, tile)
