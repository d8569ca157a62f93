"""Records in PMN (Portable Majiang Notation): sixteen tags a deal, one a line, after bridge's PBN.

::

    tag    = "[" name "\\"" value "\\"]"
    Deal   = four hands "c…d…b…w…r…f…": 万 饼 条 风 箭 花, the digits may be missing
    Play   = (action seat tile)*, then "H" seat for each winner, or "N"
    action = T take, D discard, C chow, P pung, A concealed kong, B added kong, Z kong, R flower
    Fan    = for each seat "None" or number/points/count, joined by "."

``D0z1`` discards the tile just taken, the tile of C is the middle one of the run, and that of P
and Z the one claimed. What a win was won on is not written. Fans go by PMN's own numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from mjcalc.errors import NotationError
from mjcalc.records.botzone import run_around
from mjcalc.records.record import (
    FLOWERS,
    SEATS,
    Act,
    AnyTile,
    Record,
    RecordedResult,
    RecordedWin,
    RecordLine,
    RecordPlace,
    SeatScores,
    Unread,
    Verb,
    check_id,
    check_size,
    four,
    grouped,
    unread_deal,
    unreadable,
    whole_number,
)
from mjcalc.tiles import TILES, Tile, Wind

FORMAT = "pmn"
FIRST_TAG = "[Event"
TAGS = (
    "Event", "Site", "Date", "Board", "PWind", "East", "South", "West", "North", "Deal",
    "Scoring", "Starting", "Result", "Penalty", "Play", "Fan",
)  # fmt: skip
SCORINGS = ("MCR", "Duplicate", "Duplicate MCR")
TAG = re.compile(r'\[(\w+) +"([^"]*)"\]')
HAND = re.compile(r"c(\d*)d(\d*)b(\d*)w(\d*)r(\d*)f(\d*)", re.ASCII)
PLAY = re.compile(r"[A-Z][0-9][a-z][0-9]|H[0-9]|N[0-9]?")
FAN = re.compile(r"(\d{1,3})/(\d{1,3})/(\d{1,2})", re.ASCII)
PMN_LETTERS = "cdbwrf"
PMN_TILES: Mapping[str, AnyTile] = {
    **{f"{'cdb'[tile // 9]}{tile.rank}": tile for tile in TILES[:27]},
    **{f"w{rank}": TILES[26 + rank] for rank in range(1, 5)},
    **{f"r{rank}": TILES[30 + rank] for rank in range(1, 4)},
    **{f"f{rank}": flower for rank, flower in enumerate(FLOWERS, 1)},
}
JUST_TAKEN = "z1"
PMN_VERBS: Mapping[str, Verb] = {
    "T": Verb.DRAW,
    "D": Verb.DISCARD,
    "C": Verb.CHOW,
    "P": Verb.PUNG,
    "A": Verb.CONCEALED_KONG,
    "B": Verb.ADDED_KONG,
    "Z": Verb.KONG,
    "R": Verb.FLOWER,
    "H": Verb.WIN,
    "N": Verb.END,
}
EXAMPLES = {"H": "H1", "N": "N0", "D": "D0z1"}
ROUNDS = {wind.name: wind for wind in Wind}
PMN_EXAMPLE = "c1, d9, b5, w1, r3"


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a deal: for each the line it is on, its value, and where that starts."""

    first: int
    found: dict[str, tuple[RecordLine, str, int]] = field(default_factory=dict)

    def value(self, tag: str) -> str:
        """The value of a tag."""
        return self.found[tag][1]

    def place(
        self, tag: str, start: int = 0, length: int = 1, number: int | None = None
    ) -> RecordPlace:
        """A place in the value of a tag."""
        line, _, at = self.found[tag]
        return RecordPlace(line.number, line.text, at + start, length, number)

    def wrong(
        self, tag: str, key: str, start: int = 0, length: int = 0, **fields: object
    ) -> NotationError:
        """An error at a place in the value of a tag, or at the whole value."""
        line, value, at = self.found[tag]
        return unreadable(line.number, key, at + start, length or len(value) or 1, **fields)


def deals(lines: Iterable[RecordLine]) -> Iterator[Record | Unread]:
    """Every deal of the file."""
    for block in grouped(lines, FIRST_TAG):
        tags = Tags(block[0].number)
        try:
            yield _pmn_deal(block, tags)
        except NotationError as error:
            id = tags.found["Board"][1] if "Board" in tags.found else None
            yield unread_deal(FORMAT, id, block, error)


def _pmn_deal(block: list[RecordLine], tags: Tags) -> Record:
    check_size(block)
    for line in block:
        _tag(line, tags)
    for tag in TAGS:
        if tag not in tags.found:
            raise unreadable(block[-1].number, "record-lacks", item=tag)
    scoring, wind = tags.value("Scoring"), tags.value("PWind")
    if scoring not in SCORINGS:
        known = ", ".join(SCORINGS)
        raise tags.wrong("Scoring", "record-field", field="Scoring", value=scoring, expected=known)
    if wind not in ROUNDS:
        raise tags.wrong("PWind", "record-wind", value=wind, known=tuple(ROUNDS))
    acts = (*_pmn_deal_acts(tags), *_played(tags))
    scores = _pmn_scores(tags)
    said = RecordedResult(
        None, tuple(_pmn_wins(tags)), scores, tags.place("Result", 0, len(tags.value("Result")))
    )
    line, id, start = tags.found["Board"]
    check_id(id, line.number, start)
    return Record(
        FORMAT, id or None, tags.first, ROUNDS[wind], acts, said,
        flowers=any(act.verb is Verb.FLOWER for act in acts),
        duplicate=scoring.startswith("Duplicate"),
    )  # fmt: skip


def _tag(line: RecordLine, tags: Tags) -> None:
    match = TAG.fullmatch(line.text)
    if match is None:
        example = '[PWind "E"]'
        raise unreadable(
            line.number, "record-words", 0, len(line.text), text=line.text[:40], example=example
        )
    tag = match[1]
    if tag in tags.found:
        raise unreadable(line.number, "record-twice", 1, len(tag), item=tag)
    tags.found[tag] = (line, match[2], match.start(2))


def _pmn_deal_acts(tags: Tags) -> Iterator[Act]:
    """The four hands."""
    value = tags.value("Deal")
    hands = [*re.finditer(r"\S+", value)]
    if len(hands) != len(SEATS):
        raise tags.wrong("Deal", "record-field", field="Deal", value=len(hands), expected="4")
    for seat, found in zip(SEATS, hands, strict=True):
        hand = HAND.fullmatch(found[0])
        if hand is None:
            start, length = found.start(), len(found[0])
            example = "c19d5b123w1r3f"
            raise tags.wrong("Deal", "record-words", start, length, text=found[0], example=example)
        tiles = [
            _pmn_tile(tags, "Deal", f"{suit}{digit}", found.start() + hand.start(group) + place)
            for group, suit in enumerate(PMN_LETTERS, 1)
            for place, digit in enumerate(hand[group])
        ]
        yield Act(Verb.DEAL, seat, tuple(tiles), tags.place("Deal", found.start(), len(found[0])))


def _pmn_tile(tags: Tags, tag: str, code: str, start: int) -> AnyTile:
    try:
        return PMN_TILES[code]
    except KeyError:
        raise tags.wrong(tag, "record-tile", start, 1, value=code, example=PMN_EXAMPLE) from None


def _played(tags: Tags) -> Iterator[Act]:
    """Yield the acts; a deal that nobody wins ends with N, or without a word."""
    value, at, number, ended = tags.value("Play"), 0, 0, False
    while at < len(value):
        match = PLAY.match(value, at)
        if match is None or match[0][0] not in PMN_VERBS:
            text = value[at : at + 4]
            if text[0] in PMN_VERBS:  # an act cut off, or with something else in it
                example = EXAMPLES.get(text[0], "T0c1")
                raise tags.wrong("Play", "record-words", at, len(text), text=text, example=example)
            raise tags.wrong(
                "Play", "record-verb", at, len(text), verb=text, known=tuple(PMN_VERBS)
            )
        number += 1
        act = _pmn_act(match[0], at, number, tags)
        ended = ended or act.verb in (Verb.WIN, Verb.END)
        yield act
        at = match.end()
    if not ended:
        yield Act(Verb.END, Wind.E, (), tags.place("Play", len(value), 1, number + 1))


def _pmn_act(text: str, at: int, number: int, tags: Tags) -> Act:
    verb, place = PMN_VERBS[text[0]], tags.place("Play", at, len(text), number)
    if verb is Verb.END:
        return Act(verb, Wind.E, (), place)
    if text[1] not in "0123":
        raise tags.wrong("Play", "record-seat", at + 1, 1, value=text[1])
    seat = SEATS[int(text[1])]
    needed = 0 if verb is Verb.WIN else 1
    if len(text) != 2 + 2 * needed:
        count = 1 - needed
        raise tags.wrong(
            "Play", "record-tiles", at, len(text), verb=text[0], count=count, needed=needed
        )
    if verb is Verb.WIN or (verb is Verb.DISCARD and text[2:] == JUST_TAKEN):
        return Act(verb, seat, (), place)
    tile = _pmn_tile(tags, "Play", text[2:], at + 2)
    if verb is Verb.CHOW and isinstance(tile, Tile):
        return Act(verb, seat, run_around(tile), place)
    return Act(verb, seat, (tile,), place)


def _pmn_scores(tags: Tags) -> SeatScores:
    words = tags.value("Result").split()
    scores = four(map(whole_number, words))
    if scores is None or len(words) != 4:
        example = "-8 33 -17 -8"
        raise tags.wrong("Result", "record-words", text=tags.value("Result"), example=example)
    return scores


def _pmn_wins(tags: Tags) -> Iterator[RecordedWin]:
    """Yield what the record holds of each winner; the points of a fan are for one occurrence."""
    words = [*re.finditer(r"\S+", tags.value("Fan"))]
    if len(words) != len(SEATS):
        raise tags.wrong("Fan", "record-field", field="Fan", value=len(words), expected="4")
    for seat, found in zip(SEATS, words, strict=True):
        if found[0] == "None":
            continue
        entries = [FAN.fullmatch(entry) for entry in found[0].split(".")]
        numbers = [tuple(map(int, entry.groups())) for entry in entries if entry]
        start, length = found.start(), len(found[0])
        if len(numbers) != len(entries):
            example = "39/8/1.62/2/1"
            raise tags.wrong("Fan", "record-words", start, length, text=found[0], example=example)
        total = sum(points * count for _, points, count in numbers)
        fans = {str(number): count for number, _, count in numbers}
        yield RecordedWin(total, fans, tags.place("Fan", start, length), seat)
