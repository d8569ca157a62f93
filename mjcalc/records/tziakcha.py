"""Records of 雀渣 (tziakcha): a deal as the site stores it, or a session decoded.

``{"id", "script"}``: the script is base64 of zlib of the JSON of a step; ``{"records": [{"id",
"step"}, …]}`` holds the steps of a session; a step may stand alone. Of a step are read

* ``i``, the number of the deal, four to a round; ``w``, the wall, two hexadecimal digits a tile;
  ``d``, four dice of four bits, the lowest first: where the wall is broken;
* ``a``, the acts ``[seat << 4 | act, data, milliseconds]``; seat 0 deals;
* ``b``, winner, discarder and false winner, four bits each; ``s``, the scores; ``y``, of each seat
  the fans ``t`` by number (times less one in the high byte) and their total ``f``.

Tiles are numbered by fours: 万, 条, 饼, 东南西北, 中发白, then the eight flowers.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from mjcalc.records.jsonlines import FieldReader
from mjcalc.records.record import (
    DEALT,
    FLOWERS,
    SEATS,
    Act,
    AnyTile,
    Record,
    RecordedResult,
    RecordedWin,
    RecordPlace,
    SeatScores,
    Verb,
    Wall,
    unreadable,
)
from mjcalc.rules.rulesets import ruleset
from mjcalc.tiles import TILES, Tile, Wind

FORMAT = "tziakcha"
# The kinds in the site's order: its bamboos come before its dots.
KINDS = (*TILES[0:9], *TILES[18:27], *TILES[9:18], *TILES[27:34])
FLOWER_START = 4 * len(KINDS)
WALL_TILES = FLOWER_START + len(FLOWERS)
LARGEST_STEP = 1 << 20  # bytes of a script unpacked
MOST_STEP_ACTS = 2000
TILES_A_SIDE = 36  # tiles in front of each player before the wall is broken


class StepAct:
    """The acts of a step, by the low four bits of their first number."""

    START, FLOWER, DISCARD, CHOW, PUNG, KONG, WIN, DRAW, PASS, ABANDON = range(10)


def tziakcha_steps(value: Mapping[str, Any]) -> Iterator[tuple[object, object]]:
    """Yield the id and the step (or script) of every deal of a JSON object."""
    if isinstance(value.get("records"), list):
        for record in value["records"]:
            named = record if isinstance(record, dict) else {}
            yield named.get("id"), named.get("step", named.get("script"))
    elif "script" in value:
        yield value.get("id"), value["script"]
    else:
        yield value.get("id"), value.get("step", value)


def is_tziakcha(value: object) -> bool:
    """Whether a JSON value looks like a record of this site."""
    return isinstance(value, dict) and (
        "script" in value or "step" in value or "records" in value or {"w", "a"} <= value.keys()
    )


def tziakcha_record(id: object, step: object, line: int) -> Record:
    """Return the deal of a step or a script; NotationError names what cannot be read."""
    fields = FieldReader(line)
    fields.check("id", id, "text", id is None or isinstance(id, str))
    if isinstance(step, str):
        step = unpacked(step, line)
    fields.check("step", step, "object", isinstance(step, dict))
    assert isinstance(step, dict)
    deal = StepReader(step, fields)
    return Record(
        FORMAT, None if id is None else str(id), line, deal.round, tuple(deal.acts()),
        deal.result(), Wall.COMMON, flowers=True,
    )  # fmt: skip


def unpacked(script: str, line: int) -> object:
    """Return the step in a script; NotationError where it is damaged or too large."""
    try:
        unpack = zlib.decompressobj()
        data = unpack.decompress(base64.b64decode(script, validate=True), LARGEST_STEP)
        if unpack.unconsumed_tail:
            raise unreadable(line, "record-too-large", limit=LARGEST_STEP)
        step: object = json.loads(data)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise unreadable(line, "record-script") from None
    return step


class StepReader:
    """Reads one deal."""

    def __init__(self, step: Mapping[str, Any], fields: FieldReader) -> None:
        self.step, self.fields = step, fields
        number = fields.number("i", step.get("i"))
        fields.check("i", number, "0 … 15", 0 <= number < 16)
        self.round = SEATS[number // 4]
        self.masks = fields.number("b", step.get("b", 0))
        self.wall = self._wall()

    def acts(self) -> list[Act]:
        """Return the acts: the deal, the dealer's first tile, and what the players did."""
        hands, first = self._dealt()
        place = RecordPlace(self.fields.line)
        acts = [Act(Verb.DEAL, seat, tuple(hands[seat]), place) for seat in SEATS]
        acts.append(Act(Verb.DRAW, Wind.E, (first,), place._replace(number=0)))
        listed = self.fields.listed("a", self.step.get("a"))
        self.fields.check("a", len(listed), f"≤ {MOST_STEP_ACTS}", len(listed) <= MOST_STEP_ACTS)
        for number, act in enumerate(listed, 1):
            acts += self._act(act, number)
        if acts[-1].verb is not Verb.WIN and not self._false_winner():
            acts.append(Act(Verb.END, Wind.E, (), place))
        return acts

    def _tile(self, name: str, number: int) -> AnyTile:
        self.fields.check(name, number, f"0 … {WALL_TILES - 1}", 0 <= number < WALL_TILES)
        if number >= FLOWER_START:
            return FLOWERS[number - FLOWER_START]
        return KINDS[number // 4]

    def _wall(self) -> Sequence[AnyTile]:
        """Return the tiles in the order in which they are taken."""
        text = self.step.get("w")
        try:
            numbers = bytes.fromhex(text) if isinstance(text, str) else b""
        except ValueError:
            numbers = b""
        self.fields.check("w", text, "wall", len(numbers) == WALL_TILES)
        dice = self.fields.number("d", self.step.get("d"))
        one, two, *more = (dice >> shift & 15 for shift in (0, 4, 8, 12))
        seat = -(one + two - 1) % 4
        start = (TILES_A_SIDE * seat + 2 * (one + two + sum(more))) % WALL_TILES
        return [self._tile("w", number) for number in numbers[start:] + numbers[:start]]

    def _dealt(self) -> tuple[Mapping[Wind, list[AnyTile]], AnyTile]:
        """Return the hands, taken by fours and then singly, and the dealer's fourteenth tile."""
        hands: dict[Wind, list[AnyTile]] = {seat: [] for seat in SEATS}
        wall = iter(self.wall)
        for count in (4, 4, 4, 1):
            for seat in SEATS:
                hands[seat] += [next(wall) for _ in range(count)]
        assert all(len(hand) == DEALT for hand in hands.values())
        return hands, next(wall)

    def _act(self, value: object, number: int) -> Iterator[Act]:
        """Yield what an act of the step is in acts of a record: nothing for a claim overruled."""
        name = f"a[{number - 1}]"
        act = self.fields.listed(name, value)
        self.fields.check(name, act, "list-3", len(act) in (2, 3))
        code, data = (self.fields.number(name, part) for part in act[:2])
        seat, kind = SEATS[code >> 4 & 3], code & 15
        place = RecordPlace(
            self.fields.line, f"[{code},{data}]", 0, len(f"[{code},{data}]"), number
        )
        if kind == StepAct.FLOWER:
            flower = self._tile(name, FLOWER_START + (data >> 8 & 15))
            yield Act(Verb.FLOWER, seat, (flower,), place)
            yield Act(Verb.DRAW, seat, (self._tile(name, data & 255),), place)
        elif kind in (StepAct.DISCARD, StepAct.DRAW):
            verb = Verb.DISCARD if kind == StepAct.DISCARD else Verb.DRAW
            yield Act(verb, seat, (self._tile(name, data & 255),), place)
        elif kind in (StepAct.CHOW, StepAct.PUNG, StepAct.KONG) and data:
            yield self._set(name, kind, seat, data, place)
        elif kind == StepAct.WIN and data >> 1:
            yield Act(Verb.WIN, seat, (), place)

    def _set(self, name: str, kind: int, seat: Wind, data: int, place: RecordPlace) -> Act:
        tile = self._tile(name, (data & 63) * 4)
        if kind == StepAct.CHOW:
            middle = tile if isinstance(tile, Tile) and tile < Tile.Z1 else None
            if middle is None or middle.rank in (1, 9):
                raise self.fields.wrong(name, data, "run")
            return Act(Verb.CHOW, seat, (Tile(middle - 1), middle, Tile(middle + 1)), place)
        if kind == StepAct.PUNG:
            verb = Verb.PUNG
        elif data & 0x300 == 0x300:
            verb = Verb.ADDED_KONG
        else:
            verb = Verb.KONG if data & 0xC0 else Verb.CONCEALED_KONG
        return Act(verb, seat, (tile,), place)

    # -- the result -------------------------------------------------------------------------------

    def _seat_of(self, shift: int) -> Wind | None:
        """Return the seat whose bit is set in one of the three masks."""
        bits = self.masks >> shift & 15
        return next((seat for seat in SEATS if bits >> seat & 1), None)

    def _false_winner(self) -> Wind | None:
        return self._seat_of(8)

    def result(self) -> RecordedResult:
        """Return what the step says of the result."""
        place, scores = RecordPlace(self.fields.line), self._scores()
        winner, discarder = self._seat_of(0), self._seat_of(4)
        if winner is None:
            kind = "foul" if self._false_winner() is not None else "draw"
            return RecordedResult(kind, (), scores, place)
        by = "self" if discarder is winner else None
        win = RecordedWin(
            *self._fans(winner), place, winner, by, None if discarder is winner else discarder
        )
        return RecordedResult("win", (win,), scores, place)

    def _scores(self) -> SeatScores | None:
        listed = self.step.get("s")
        if listed is None:
            return None
        east, south, west, north = (
            self.fields.number("s", score) for score in self.fields.listed("s", listed, 4)
        )
        return east, south, west, north

    def _fans(self, seat: Wind) -> tuple[int | None, Mapping[str, int] | None]:
        """Return the recorded total and fans of the winner."""
        players = self.fields.listed("y", self.step.get("y"), 4)
        player = players[seat]
        self.fields.check(f"y[{seat.value}]", player, "object", isinstance(player, dict))
        total, numbered = player.get("f"), player.get("t")
        if total is not None:
            total = self.fields.number("y.f", total)
        if numbered is None:
            return total, None
        self.fields.check("y.t", numbered, "object", isinstance(numbered, dict))
        fans: dict[str, int] = {}
        for number, value in numbered.items():
            name = fan_numbers().get(number, number)
            times = (self.fields.number(f"y.t.{number}", value) >> 8) + 1
            fans[name] = fans.get(name, 0) + times
        return total, fans


@cache
def fan_numbers() -> Mapping[str, str]:
    """Return the fans by the site's numbers.

    It numbers as guobiao does, but has chains of 四步高 and 三步高 two ranks apart as fans of their
    own behind them, and 花牌 and 明暗杠 as 83 and 84.

    >>> [fan_numbers()[number] for number in ("17", "32", "80", "83")]
    ['一色四步高', '一色三步高', '坎张', '花牌']
    """
    names = [fan.zh for fan in ruleset("guobiao").fans if fan.numbered]
    for name in ("一色四步高", "一色三步高"):
        names.insert(names.index(name) + 1, name)
    return {str(number): name for number, name in enumerate([*names, "明暗杠"], 1)}
