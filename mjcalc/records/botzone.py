"""Records of Botzone and the IJCAI contest: one act a line, deals set apart by ``Match``.

::

    deal   = "Match" id, "Wind" 0-3, act*, ["Fan" total name*count+…], ["Score" four numbers]
    act    = "Player" 0-3 verb tile*, ["Ignore" "Player" 0-3 verb tile]* | "Huang"
    tile   = W1-W9 万 | B1-B9 饼 | T1-T9 条 | F1-F4 东南西北 | J1-J3 中发白

The tile of ``Chi`` is the middle one of the run; the tile claimed is the last one played. A claim
after ``Ignore`` was overruled. Seat 0 is East and deals; every player has a wall of 34 tiles.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from mjcalc.errors import NotationError
from mjcalc.records.record import (
    NOWHERE,
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
    Wall,
    check_id,
    check_size,
    four,
    grouped,
    is_used_up,
    unread_deal,
    unreadable,
    whole_number,
)
from mjcalc.tiles import SUITED, TILES, Tile, Wind

FORMAT = "botzone"
DEAL_START = "Match"
LETTERS = "WBT"
LOG_TILES: Mapping[str, Tile] = {
    **{f"{LETTERS[tile // 9]}{tile.rank}": tile for tile in TILES if tile in SUITED},
    **{f"F{rank}": TILES[26 + rank] for rank in range(1, 5)},
    **{f"J{rank}": TILES[30 + rank] for rank in range(1, 4)},
}
BOTZONE_VERBS: Mapping[str, Verb] = {
    "Deal": Verb.DEAL,
    "Draw": Verb.DRAW,
    "Play": Verb.DISCARD,
    "Chi": Verb.CHOW,
    "Peng": Verb.PUNG,
    "Gang": Verb.KONG,
    "AnGang": Verb.CONCEALED_KONG,
    "BuGang": Verb.ADDED_KONG,
    "Hu": Verb.WIN,
}
# The case of the words varies in what follows Ignore.
KNOWN = {word.lower(): verb for word, verb in BOTZONE_VERBS.items()}
PLAYERS = {str(seat.value): seat for seat in SEATS}
BOTZONE_EXAMPLE = "W1, B9, T5, F1, J3"


@dataclass(slots=True)
class DealSoFar:
    """What has been read of a deal so far."""

    id: str | None = None
    round: Wind | None = None
    acts: list[Act] = field(default_factory=list)
    win: RecordedWin | None = None
    scores: SeatScores | None = None
    place: RecordPlace = NOWHERE
    heads: set[str] = field(default_factory=set)


def deals(lines: Iterable[RecordLine]) -> Iterator[Record | Unread]:
    """Every deal of the file."""
    for block in grouped(lines, DEAL_START):
        sheet = DealSoFar()
        try:
            yield _botzone_deal(block, sheet)
        except NotationError as error:
            yield unread_deal(FORMAT, sheet.id, block, error)


def _botzone_deal(block: list[RecordLine], sheet: DealSoFar) -> Record:
    check_size(block)
    for line in block:
        head = line.text.split(maxsplit=1)[0]
        read = LINE_READERS.get(head)
        if read is None:
            raise unreadable(
                line.number, "record-line", 0, len(head), text=head, known=tuple(LINE_READERS)
            )
        if head != "Player":
            if head in sheet.heads:
                raise unreadable(line.number, "record-twice", 0, len(head), item=head)
            sheet.heads.add(head)
        read(line, sheet)
    first, last = block[0].number, block[-1].number
    for head in ("Match", "Wind"):
        if head not in sheet.heads:
            raise unreadable(first, "record-lacks", item=head)
    if not any(act.verb in (Verb.WIN, Verb.END) for act in sheet.acts):
        _botzone_end(sheet, last)
    assert sheet.round is not None
    said = RecordedResult(
        None, () if sheet.win is None else (sheet.win,), sheet.scores, sheet.place
    )
    return Record(FORMAT, sheet.id, first, sheet.round, tuple(sheet.acts), said, Wall.OWN)


def _botzone_end(sheet: DealSoFar, last: int) -> None:
    """The end that no act tells: the wall is used up, or the scores may be those of a foul."""
    if is_used_up(sheet.acts, Wall.OWN):
        sheet.acts.append(Act(Verb.END, Wind.E, (), sheet.acts[-1].place))
    elif sheet.scores is None:
        raise unreadable(last, "record-unfinished")


def _match(line: RecordLine, sheet: DealSoFar) -> None:
    words = line.text.split()
    if len(words) != 2:
        raise unreadable(line.number, "record-words", text=line.text, example="Match 61602cb4")
    sheet.id = check_id(words[1], line.number, line.text.index(words[1], len(words[0])))


def _wind(line: RecordLine, sheet: DealSoFar) -> None:
    words = line.text.split()
    if len(words) != 2 or words[1] not in PLAYERS:
        value = " ".join(words[1:])
        raise _wrong(line, 1, "record-wind", value=value, known=tuple(PLAYERS))
    sheet.round = PLAYERS[words[1]]


def _player(line: RecordLine, sheet: DealSoFar) -> None:
    plain = plain_acts().get(line.text)
    if plain is not None:
        place = RecordPlace(line.number, line.text, 0, len(line.text))
        sheet.acts.append(Act(*plain, place))
        return
    words = line.text.split()
    claims = [at for at, word in enumerate(words) if word == "Ignore"]
    bounds = [*claims, len(words)]
    place = RecordPlace(line.number, line.text, 0, len(line.text))
    ignored = tuple(_botzone_act(line, words, at + 1, end, place) for at, end in pairwise(bounds))
    act = _botzone_act(line, words, 0, bounds[0], place)
    sheet.acts.append(act if not ignored else act._replace(ignored=ignored))


@cache
def plain_acts() -> Mapping[str, tuple[Verb, Wind, tuple[AnyTile, ...]]]:
    """Return what the lines of one act with one tile say: most lines of a record are among them."""
    return {
        f"Player {player} {word} {name}": (
            verb,
            seat,
            run_around(tile) if verb is Verb.CHOW else (tile,),
        )
        for player, seat in PLAYERS.items()
        for word, verb in BOTZONE_VERBS.items()
        if verb is not Verb.DEAL
        for name, tile in LOG_TILES.items()
    }


def _botzone_act(line: RecordLine, words: list[str], at: int, end: int, place: RecordPlace) -> Act:
    """The act written in the words from one place to another."""
    if end - at < 3 or words[at] != "Player":
        example = "Player 0 Play W1"
        raise unreadable(line.number, "record-words", text=line.text, example=example)
    seat, verb = PLAYERS.get(words[at + 1]), KNOWN.get(words[at + 2].lower())
    if seat is None:
        raise _wrong(line, at + 1, "record-seat", value=words[at + 1])
    if verb is None:
        raise _wrong(line, at + 2, "record-verb", verb=words[at + 2], known=tuple(BOTZONE_VERBS))
    tiles = tuple([_botzone_tile_code(line, n, words[n]) for n in range(at + 3, end)])
    if verb is not Verb.DEAL and len(tiles) != 1:
        count = len(tiles)
        raise _wrong(line, at + 2, "record-tiles", verb=words[at + 2], count=count, needed=1)
    if verb is Verb.CHOW:
        tiles = run_around(tiles[0])
    return Act(verb, seat, tiles, place)


def run_around(middle: Tile) -> tuple[Tile, ...]:
    """Return the run with this middle tile, or the tile alone if it has no run.

    >>> run_around(Tile.M2), run_around(Tile.M9)
    ((Tile.M1, Tile.M2, Tile.M3), (Tile.M9,))
    """
    if middle not in SUITED or middle.rank in (1, 9):
        return (middle,)
    return TILES[middle - 1], middle, TILES[middle + 1]


def _botzone_tile_code(line: RecordLine, at: int, word: str) -> Tile:
    try:
        return LOG_TILES[word]
    except KeyError:
        raise _wrong(line, at, "record-tile", value=word, example=BOTZONE_EXAMPLE) from None


def _huang(line: RecordLine, sheet: DealSoFar) -> None:
    place = RecordPlace(line.number, line.text, 0, len(line.text))
    if line.text != "Huang":
        raise unreadable(line.number, "record-words", text=line.text, example="Huang")
    sheet.acts.append(Act(Verb.END, Wind.E, (), place))


def _fan(line: RecordLine, sheet: DealSoFar) -> None:
    _, *words = line.text.split()
    total = whole_number(words[0]) if words else None
    if total is None:
        what = " ".join(words[:1])
        raise _wrong(line, 1, "record-number", value=what, what="Fan")
    fans: dict[str, int] | None = {} if len(words) > 1 else None
    for entry in "".join(words[1:]).split("+") if fans is not None else ():
        name, star, times = entry.partition("*")
        count = whole_number(times) if star else 1
        if not name or count is None:
            example = "Fan 9 混一色*1+箭刻*1+老少副*1"
            raise unreadable(line.number, "record-words", text=line.text, example=example)
        assert fans is not None
        fans[name] = fans.get(name, 0) + count
    sheet.win = RecordedWin(total, fans, RecordPlace(line.number, line.text, 0, len(line.text)))


def _score(line: RecordLine, sheet: DealSoFar) -> None:
    _, *words = line.text.split()
    scores = four(map(whole_number, words))
    if scores is None or len(words) != 4:
        raise unreadable(line.number, "record-words", text=line.text, example="Score -8 33 -17 -8")
    sheet.scores = scores
    sheet.place = RecordPlace(line.number, line.text, 0, len(line.text))


LINE_READERS: Mapping[str, Callable[[RecordLine, DealSoFar], None]] = {
    "Match": _match,
    "Wind": _wind,
    "Player": _player,
    "Fan": _fan,
    "Huang": _huang,
    "Score": _score,
}


def _wrong(line: RecordLine, word: int, key: str, **fields: object) -> NotationError:
    """An error at one word of the line (or its end)."""
    found = [*re.finditer(r"\S+", line.text)]
    if word < len(found):
        return unreadable(line.number, key, found[word].start(), len(found[word].group()), **fields)
    return unreadable(line.number, key, len(line.text), 1, **fields)
