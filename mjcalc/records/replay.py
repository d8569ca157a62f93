"""A recorded deal, worked out again and compared with what the record says (notation, rules 5, 7).

The hand, its melds and winds, 和绝张, the last tile, a kong's replacement and a robbery follow from
the acts alone; the engine says what they are worth and ``settlement`` who pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, BinaryIO, ClassVar, NamedTuple

from mjcalc.engine.score import Score, score
from mjcalc.errors import Defect, MjcalcError, NotationError, NotAWin
from mjcalc.payments.deal import Deal, DealOutcome, Drawn, Duplicate, FalseWin, Won
from mjcalc.payments.settlement import settle
from mjcalc.records.claims import IllegalClaim
from mjcalc.records.play import Play
from mjcalc.records.players import Declared, IllegalAct
from mjcalc.records.reader import read_records
from mjcalc.records.record import (
    SEATS,
    Act,
    Record,
    RecordedResult,
    RecordedWin,
    RecordPlace,
    SeatScores,
    Unread,
    Verb,
    unreadable,
)
from mjcalc.rules.fans import BY_ZH, FANS
from mjcalc.rules.rulesets import Ruleset, ruleset
from mjcalc.tiles import Wind

RECORD_RULES = "guobiao"
Options = Mapping[str, str]
NO_OPTIONS: Options = MappingProxyType({})
# What a format's own table has otherwise (rules 7).
FORMAT_OPTIONS: Mapping[str, Options] = MappingProxyType({"pmn": {"two-concealed-kongs": "8"}})


class RecordDiffers(MjcalcError):
    """The deal is legal, but not worth what the record says."""

    code: ClassVar[str] = "record-differs"


@dataclass(frozen=True, slots=True)
class Winner:
    """A win: what it scores, how the tile came (self, discard, rob), and whose it was.

    ``is_told``: no act declares it, the recorded scores alone tell of it.
    """

    seat: Wind
    score: Score
    by: str
    discarder: Wind | None
    is_told: bool = False


@dataclass(frozen=True)
class Replayed:
    """What became of a deal: ``kind`` is win, draw or foul; ``player`` is who won falsely.

    ``wins`` are the winners, for a foul the win that was none if its hand is complete; ``scores``
    is what each seat gains.
    """

    record: Record
    kind: str
    wins: tuple[Winner, ...]
    player: Wind | None
    scores: SeatScores

    def to_dict(self, lang: str = "both") -> dict[str, Any]:
        """Return the JSON object that ``mjcalc replay`` prints; ``lang`` is that of its notes."""
        from mjcalc import to_dict

        return to_dict(self, lang)

    @property
    def said(self) -> RecordedResult:
        """What the record says of the result."""
        return self.record.said

    def said_of(self, win: Winner) -> RecordedWin | None:
        """What the record says of this win."""
        return next((one for one in self.said.wins if one.seat in (None, win.seat)), None)

    @cached_property
    def differences(self) -> Mapping[str, RecordPlace]:
        """What the record says otherwise, and where: result, winner, by, from, total, scores."""
        said, found = self.said, dict[str, RecordPlace]()
        for one in said.wins:
            for what in self._win_differs(one):
                found.setdefault(what, one.place)
        if said.kind not in (None, self.kind):
            found.setdefault("result", said.place)
        if said.scores not in (None, self.scores):
            found["scores"] = said.place
        return found

    def _win_differs(self, one: RecordedWin) -> Iterator[str]:
        """What the record says otherwise of one win."""
        if self.kind == "draw":
            yield "result"
            return
        if one.seat is not None and one.seat not in self._seats:
            yield "winner"
            return
        win = next((win for win in self.wins if one.seat in (None, win.seat)), None)
        if one.total not in (None, None if win is None else win.score.total):
            yield "total"
        if win is not None and one.by not in (None, win.by):
            yield "by"
        if win is not None and one.discarder not in (None, win.discarder):
            yield "from"

    @property
    def _seats(self) -> tuple[Wind, ...]:
        """Who won, or who won falsely."""
        if self.player is not None:
            return (self.player,)
        return tuple(win.seat for win in self.wins)

    @property
    def agrees(self) -> bool | None:
        """Whether all that is recorded but the fans is so; None when the record says nothing."""
        said = self.said
        if said.kind is None and said.scores is None and not said.wins:
            return None
        return not self.differences

    @property
    def no_fans(self) -> tuple[str, ...]:
        """The words of the record that name no fan."""
        words = (word for one in self.said.wins for word in one.fans or ())
        return tuple(dict.fromkeys(word for word in words if fan_name(word) not in BY_ZH))

    @cached_property
    def same_fans(self) -> bool | None:
        """Whether the fans have the same names and counts; None when no fans are recorded."""
        pairs = [
            (said_fans(said), {fan.zh: times for fan, times in win.score.counts})
            for win in self.wins
            if (said := self.said_of(win)) is not None and said.fans is not None
        ]
        if self.no_fans:
            return False
        return all(one == two for one, two in pairs) if pairs else None


class ResultSummary(NamedTuple):
    """One of two answers, the record's or ours: what is not known is None or empty.

    Who won, how the tile came and whose it was are there where the two differ in one of these.
    """

    kind: str | None
    totals: tuple[int, ...]
    fans: tuple[Mapping[str, int], ...]
    scores: SeatScores | None
    seat: Wind | None = None
    by: str | None = None
    discarder: Wind | None = None


def result_summaries(replayed: Replayed) -> tuple[ResultSummary, ResultSummary]:
    """What the record says, and what was worked out; of several winners each total and fan list."""
    said, wins = replayed.said, replayed.wins
    kind = "win" if said.kind is None and said.wins else said.kind
    totals = tuple(one.total for one in said.wins if one.total is not None)
    theirs = ResultSummary(kind, totals, tuple(map(said_fans, said.wins)), said.scores)
    fans = tuple({fan.zh: times for fan, times in win.score.counts} for win in wins)
    totals = tuple(win.score.total for win in wins)
    ours = ResultSummary(replayed.kind, totals, fans, replayed.scores)
    if not {"winner", "by", "from"} & replayed.differences.keys():
        return theirs, ours
    one = said.wins[0]
    win = next((win for win in wins if win.seat == one.seat), wins[0] if wins else None)
    theirs = theirs._replace(seat=one.seat, by=one.by, discarder=one.discarder)
    if win is None:
        return theirs, ours._replace(seat=replayed.player)
    return theirs, ours._replace(seat=win.seat, by=win.by, discarder=win.discarder)


def said_fans(said: RecordedWin) -> dict[str, int]:
    """The fans of a record by their Chinese names in the table, where they are known."""
    fans = Counter[str]()
    for word, times in (said.fans or {}).items():
        fans[fan_name(word)] += times
    return dict(fans)


@cache
def recorded_fan_names() -> Mapping[str, str]:
    """The Chinese name of each fan by its names, aliases and its number in PMN.

    PMN counts as guobiao does, but puts 双暗杠 before the fans of 6 points, and 明暗杠 last.
    """
    names = {alias: fan.zh for fan in FANS for alias in (fan.zh, fan.en, *fan.aliases)}
    numbered = [fan.zh for fan in ruleset(RECORD_RULES).fans if fan.numbered]
    numbered.remove("双暗杠")
    numbered.insert(numbered.index("碰碰和"), "双暗杠")
    numbers = {str(number): zh for number, zh in enumerate([*numbered, "明暗杠"], 1)}
    return names | numbers


def fan_name(word: str) -> str:
    """The name in the table of a fan as a record names it; the word itself when there is none.

    >>> fan_name("嵌张"), fan_name("48"), fan_name("55")
    ('坎张', '双暗杠', '全带幺')
    """
    return word if word in BY_ZH else recorded_fan_names().get(word, word)


def rules_of(
    record: Record, options: Options = NO_OPTIONS, rules: str | Ruleset | None = None
) -> Ruleset:
    """Return the rules of the record's format, or the ruleset of this name, with these options."""
    if isinstance(rules, Ruleset):
        return rules.with_options(options) if options else rules
    return ruleset(rules or RECORD_RULES, {**FORMAT_OPTIONS.get(record.format, {}), **options})


def replay(
    record: Record | Unread, options: Options = NO_OPTIONS, rules: str | Ruleset | None = None
) -> Replayed:
    """Play a deal again; IllegalAct or IllegalClaim, with its place, for the first bad act.

    ``rules`` are a name, which the options of the record's format go with, or a ruleset, which is
    used as it is; by default they are guobiao. Raises NotationError where no act ends the deal and
    the record does not show a false win; for a deal that could not be read, the error it carries.
    """
    if isinstance(record, Unread):
        raise record.error
    rules_used = rules_of(record, options, rules)
    play, wins = Play(record), list[Winner]()
    act = record.acts[0] if record.acts else Act(Verb.END, Wind.E, (), RecordPlace(record.line))
    try:
        for act in record.acts:
            play.apply(act)
            if act.verb is Verb.WIN and (win := _judged(play.declared[-1], record, rules_used)):
                wins.append(win)
    except (IllegalAct, IllegalClaim) as error:
        raise _act_error(error, act.place) from None
    replayed = _result(record, play, tuple(wins), rules_used)
    if record.one_winner and replayed.kind == "win" and "scores" in replayed.differences:
        told = _result(record, play, (*wins, *_further(play, wins, rules_used)), rules_used)
        return told if "scores" not in told.differences else replayed
    return replayed


def _act_error(error: IllegalAct | IllegalClaim, place: RecordPlace) -> MjcalcError:
    start = place.start if place.text else None
    about = "act" if place.number is None else f"act:{place.number}"
    return type(error)(
        replace(defect, about=about, line=place.line, start=start, length=place.length)
        for defect in error.defects
    )


def _judged(declared: Declared, record: Record, rules: Ruleset) -> Winner | None:
    """The win that was declared; None for a false one that the record knows as such."""
    error = IllegalAct if declared.by == "self" else IllegalClaim
    try:
        scored = score(declared.hand, rules).checked()
    except NotAWin:
        if is_foul(record.said, declared.seat, rules):
            return None
        fields = {"seat": declared.seat, "hand": declared.hand}
        raise error([Defect("declared-no-win", fields)]) from None
    return Winner(declared.seat, scored, declared.by, declared.discarder)


def is_foul(said: RecordedResult, seat: Wind, rules: Ruleset) -> bool:
    """Whether the record says that this player won falsely."""
    return said.kind == "foul" or said.scores == _paid(FalseWin(seat), rules)


def _further(play: Play, wins: list[Winner], rules: Ruleset) -> Iterator[Winner]:
    """Winners that only the recorded scores tell of: they gained, and their hand does win.

    The acts of a JSON line may name one winner of a duplicate deal that had several.
    """
    won = [win.seat for win in wins]
    for seat, gain in zip(SEATS, play.record.said.scores or (), strict=False):
        if seat in won or gain <= 0 or play.offer is None or seat == play.offer.seat:
            continue
        declared = play.declares(seat)
        if declared is not None and (scored := score(declared.hand, rules)).enough:
            yield Winner(seat, scored, declared.by, declared.discarder, is_told=True)


def _result(record: Record, play: Play, wins: tuple[Winner, ...], rules: Ruleset) -> Replayed:
    if good := tuple(win for win in wins if win.score.enough):
        return Replayed(record, "win", good, None, _paid(_win_outcome(record, good), rules))
    if play.declared:
        player = play.declared[0].seat
    elif any(act.verb is Verb.END for act in record.acts):
        return Replayed(record, "draw", (), None, _paid(Drawn(), rules))
    else:
        player = _who_fouled(record.said, rules)
    return Replayed(record, "foul", wins, player, _paid(FalseWin(player), rules))


def _who_fouled(said: RecordedResult, rules: Ruleset) -> Wind:
    """Who won falsely in a deal that no act ends: whoever lost most, as nothing else tells.

    Only the record's word for it, or the very scores of a foul, make it one: with any other
    scores the deal is cut off.
    """
    if said.scores is not None:
        seat = SEATS[said.scores.index(min(said.scores))]
        if is_foul(said, seat, rules):
            return seat
    raise unreadable(said.place.line, "record-unfinished")


def _win_outcome(record: Record, wins: tuple[Winner, ...]) -> DealOutcome:
    won = [
        Won(win.seat, win.discarder, win.by == "self", win.score.total, win.score.flowers)
        for win in wins
    ]
    return Duplicate(tuple(won)) if record.duplicate else won[0]


def _paid(outcome: DealOutcome, rules: Ruleset) -> SeatScores:
    east, south, west, north = settle(Deal(outcome), rules=rules).net
    return east, south, west, north


class DealReport(NamedTuple):
    """A deal of a file: what became of it, or the error, with the text it is in if known.

    A deal that differs from its record has both.
    """

    format: str | None
    id: str | None
    line: int
    replayed: Replayed | None
    error: MjcalcError | None
    text: str = ""


def deal_reports(
    stream: BinaryIO, options: Options = NO_OPTIONS
) -> Generator[DealReport, None, None]:
    """Every deal of a file of records, one after the other; memory is that of one deal."""
    for deal in read_records(stream):
        yield report_of(deal, options)


def report_of(deal: Record | Unread, options: Options = NO_OPTIONS) -> DealReport:
    """What becomes of one deal."""
    if isinstance(deal, Unread):
        return DealReport(deal.format, deal.id, deal.line, None, deal.error, deal.text)
    try:
        return deal_report(replay(deal, options))
    except (IllegalAct, IllegalClaim, NotationError) as error:
        text = _text(deal, error.defects[0])
        return DealReport(deal.format, deal.id, deal.line, None, error, text)


def deal_report(replayed: Replayed) -> DealReport:
    """Return the result of a deal, with an error where it differs from its record."""
    record, differences = replayed.record, replayed.differences
    at, error = next(iter(differences.values()), None), None
    if at is not None:
        start = at.start if at.text else None
        recorded, computed = result_summaries(replayed)
        fields = {"what": tuple(differences), "recorded": recorded, "computed": computed}
        defect = Defect("record-differs", fields, "record", start, at.length, at.line)
        error = RecordDiffers([defect])
    text = "" if at is None else at.text
    return DealReport(record.format, record.id, record.line, replayed, error, text)


def _text(record: Record, defect: Defect) -> str:
    """The text that a defect's place is in."""
    number = defect.about.partition(":")[2]
    for act in record.acts:
        place = act.place
        named = str(place.number) == number if number else place.number is None
        if place.line == defect.line and named and place.start == (defect.start or 0):
            return place.text
    return ""
