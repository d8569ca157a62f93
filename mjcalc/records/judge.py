"""Botzone's judge log: a JSON array of what the judge asked and what the players answered.

An entry of the judge is ``{"output": {"command", "content", "display"}}``; ``content`` has one
request for each player::

    0 player round                 the round wind, 0-3 E S W N
    1 f f f f tile*13              the hand dealt
    2 tile                         a tile drawn by oneself
    3 player DRAW                  a tile drawn by another
    3 player PLAY|BUGANG|BUHUA tile
    3 player PENG discard          the set is of the tile that lies there, the discard follows
    3 player CHI middle discard
    3 player GANG                  of the tile that lies there, or a concealed kong of one's own

An entry of the players has their answers, which name the tile of a concealed kong, and the claims
that were overruled. The last entry has the scores; its ``display`` names the ending and the fans.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mjcalc.records.botzone import LOG_TILES
from mjcalc.records.jsonlines import FieldReader
from mjcalc.records.record import (
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
from mjcalc.tiles import SUITED, Tile, Wind

FORMAT = "judge"
JUDGE_TILES: Mapping[str, AnyTile] = {
    **LOG_TILES,
    **{f"H{number}": flower for number, flower in enumerate(FLOWERS, 1)},
}
ONE_TILE_VERBS = {"PLAY": Verb.DISCARD, "BUGANG": Verb.ADDED_KONG, "BUHUA": Verb.FLOWER}
CLAIM_WORDS = {"CHI": Verb.CHOW, "PENG": Verb.PUNG, "GANG": Verb.KONG, "HU": Verb.WIN}
ENDINGS = {"HU": "win", "HUANG": "draw", "WA": "foul", "WH": "foul"}
MOST_ENTRIES = 4000


def judge_record(value: object, line: int) -> Record:
    """Return the deal of a judge log; NotationError names the entry that cannot be read."""
    return JudgeLog(value, line).record()


def is_judge_log(value: object) -> bool:
    """Whether a JSON value looks like a judge log."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


class JudgeLog:
    """Reads one log, entry by entry."""

    def __init__(self, value: object, line: int) -> None:
        self.line = line
        self.fields = FieldReader(line)
        self.entries = self.fields.listed("", value)
        self.fields.check(
            "", len(self.entries), f"≤ {MOST_ENTRIES}", len(self.entries) <= MOST_ENTRIES
        )
        self.acts: list[Act] = []
        self.round: Wind | None = None
        self.last: Tile | None = None  # the tile that lies there to be claimed
        self.answers: Mapping[str, Any] = {}  # what the players answered last

    def record(self) -> Record:
        """Return the deal, with what its last entry says of the result."""
        result: RecordedResult | None = None
        for number, entry in enumerate(self.entries):
            self.fields.check(f"[{number}]", entry, "object", isinstance(entry, dict))
            if "output" not in entry:
                self.answers = entry
                continue
            output = self._object(f"[{number}].output", entry["output"])
            content = self._object(f"[{number}].output.content", output.get("content"))
            if output.get("command") == "finish":
                result = self._result(number, output, content)
            else:
                self._request(number, content)
            self.answers = {}  # they answer one request
        if result is None:
            raise unreadable(self.line, "record-unfinished")
        if self.round is None:
            raise unreadable(self.line, "record-lacks", item="0 player round")
        return Record(FORMAT, None, self.line, self.round, tuple(self.acts), result, Wall.OWN)

    def _object(self, name: str, value: object) -> dict[str, Any]:
        self.fields.check(name, value, "object", isinstance(value, dict))
        assert isinstance(value, dict)
        return value

    def _request(self, number: int, content: Mapping[str, Any]) -> None:
        """Read the requests of all players; read once what is the same for all."""
        requests = {}
        for seat in SEATS:
            name = f"[{number}].output.content.{seat.value}"
            text = content.get(str(seat.value))
            self.fields.check(name, text, "text", isinstance(text, str))
            requests[seat] = str(text)
        words = {seat: text.split() for seat, text in requests.items()}
        kinds = {seat: found[0] if found else "" for seat, found in words.items()}
        if set(kinds.values()) == {"0"}:
            self.round = self._seat(number, requests[Wind.E], words[Wind.E][2:3])
            return
        for seat, found in words.items():
            if kinds[seat] == "1":
                tiles = [self._tile(number, requests[seat], word) for word in found[5:]]
                dealt = tuple(tile for tile in tiles if isinstance(tile, Tile))
                self.acts.append(Act(Verb.DEAL, seat, dealt, RecordPlace(self.line)))
            elif kinds[seat] == "2":
                tile = self._tile(number, requests[seat], *found[1:2])
                self._act(Verb.DRAW, seat, (tile,), number, requests[seat])
        shared = [seat for seat in SEATS if kinds[seat] == "3"]
        if shared and words[shared[0]][2:3] != ["DRAW"]:
            self._public_act(number, requests[shared[0]], words[shared[0]])

    def _public_act(self, number: int, text: str, words: list[str]) -> None:
        """Read an act that all players see."""
        seat, verb = self._seat(number, text, words[1:2]), " ".join(words[2:3])
        tiles = [self._tile(number, text, word) for word in words[3:]]
        if verb in ONE_TILE_VERBS and len(tiles) == 1:
            self._act(ONE_TILE_VERBS[verb], seat, (tiles[0],), number, text)
            if isinstance(tiles[0], Tile) and verb != "BUHUA":
                self.last = tiles[0]
        elif verb == "PENG" and len(tiles) == 1:
            self._claim(Verb.PUNG, seat, self._offered(number, text), number, text)
            self._discard(seat, tiles[0], number, text)
        elif verb == "CHI" and len(tiles) == 2:
            self._claim(Verb.CHOW, seat, self._run(number, text, tiles[0]), number, text)
            self._discard(seat, tiles[1], number, text)
        elif verb == "GANG" and not tiles:
            self._kong(seat, number, text)
        else:
            raise self._bad(number, text)

    def _discard(self, seat: Wind, tile: AnyTile, number: int, text: str) -> None:
        self._act(Verb.DISCARD, seat, (tile,), number, text)
        self.last = tile if isinstance(tile, Tile) else None

    def _kong(self, seat: Wind, number: int, text: str) -> None:
        """Read a kong: of the tile that lies there, else of the tile in the player's answer."""
        before = self.acts[-1] if self.acts else None
        if before is not None and before.verb is Verb.DISCARD:
            self._claim(Verb.KONG, seat, self._offered(number, text), number, text)
            return
        answer = self._answer(seat).split()
        tile = self._tile(number, " ".join(answer) or text, *answer[1:2])
        self._act(Verb.CONCEALED_KONG, seat, (tile,), number, text)

    def _claim(
        self, verb: Verb, seat: Wind, tiles: tuple[AnyTile, ...], number: int, text: str
    ) -> None:
        """Add a claim with the claims of other players that it overrules."""
        place = RecordPlace(self.line, text, 0, len(text), number)
        ignored = tuple(
            Act(other, player, self._claimed_tiles(other, player, number), place)
            for player, other in self._claims()
            if player is not seat
        )
        self.acts.append(Act(verb, seat, tiles, place, ignored))

    def _claims(self) -> Iterator[tuple[Wind, Verb]]:
        """Yield who claimed the tile that lies there, and for what."""
        for seat in SEATS:
            word = self._answer(seat).partition(" ")[0]
            if word in CLAIM_WORDS and self.acts and self.acts[-1].seat is not seat:
                yield seat, CLAIM_WORDS[word]

    def _claimed_tiles(self, verb: Verb, seat: Wind, number: int) -> tuple[AnyTile, ...]:
        answer = self._answer(seat)
        if verb is Verb.CHOW:
            return self._run(number, answer, *self._tiles_of(number, answer)[:1])
        return self._offered(number, answer)

    def _tiles_of(self, number: int, text: str) -> list[AnyTile]:
        return [self._tile(number, text, word) for word in text.split()[1:]]

    def _answer(self, seat: Wind) -> str:
        """Return what a player answered last; empty where the log does not have it."""
        answer = self.answers.get(str(seat.value))
        text = answer.get("response") if isinstance(answer, dict) else None
        return text if isinstance(text, str) else ""

    def _offered(self, number: int, text: str) -> tuple[AnyTile, ...]:
        if self.last is None:
            raise self._bad(number, text)
        return (self.last,)

    def _run(self, number: int, text: str, middle: AnyTile | None = None) -> tuple[AnyTile, ...]:
        """Return the three tiles of a chow, which is named by its middle one."""
        if not isinstance(middle, Tile) or middle not in SUITED or middle.rank in (1, 9):
            raise self._bad(number, text)
        return Tile(middle - 1), middle, Tile(middle + 1)

    def _act(
        self, verb: Verb, seat: Wind, tiles: tuple[AnyTile, ...], number: int, text: str
    ) -> None:
        self.acts.append(Act(verb, seat, tiles, RecordPlace(self.line, text, 0, len(text), number)))

    def _seat(self, number: int, text: str, words: list[str]) -> Wind:
        if not words or words[0] not in ("0", "1", "2", "3"):
            raise self._bad(number, text)
        return SEATS[int(words[0])]

    def _tile(self, number: int, text: str, word: str = "") -> AnyTile:
        if word not in JUDGE_TILES:
            raise self._bad(number, text)
        return JUDGE_TILES[word]

    def _bad(self, number: int, text: str) -> Exception:
        return self.fields.wrong(f"[{number}]", text, "request")

    # -- the result -------------------------------------------------------------------------------

    def _result(
        self, number: int, output: Mapping[str, Any], content: Mapping[str, Any]
    ) -> RecordedResult:
        """Read the scores, the ending and the fans; add the act that ends the deal."""
        scores = self._scores(number, content)
        shown = self._object(f"[{number}].output.display", output.get("display", {}))
        place = RecordPlace(self.line, number=number)
        kind = ENDINGS.get(str(shown.get("action")))
        if kind is None:  # a log without display: the scores tell
            winners = [seat for seat in self._winning_answers() if scores[seat] > 0]
            kind = "win" if winners else "foul" if any(scores) else "draw"
        else:
            winners = [self._winner(number, shown)] if kind == "win" else []
        if kind == "draw":
            self.acts.append(Act(Verb.END, Wind.E, (), place))
            return RecordedResult(kind, (), scores, place)
        if kind == "foul":
            return RecordedResult(kind, (), scores, place)
        winner = winners[0]
        self._win(winner, number)
        total, fans = shown.get("fanCnt"), self._fans(number, shown.get("fan"))
        if total is not None:
            total = self.fields.number(f"[{number}].output.display.fanCnt", total)
        win = RecordedWin(total, fans, place, winner)
        return RecordedResult(kind, (win,), scores, place)

    def _winning_answers(self) -> list[Wind]:
        return [seat for seat in SEATS if self._answer(seat) == "HU"]

    def _winner(self, number: int, shown: Mapping[str, Any]) -> Wind:
        return self.fields.seat(f"[{number}].output.display.player", shown.get("player"))

    def _win(self, winner: Wind, number: int) -> None:
        before = self.acts[-1] if self.acts else None
        if before is not None and before.verb is Verb.DRAW:
            tiles: tuple[AnyTile, ...] = before.tiles
            self._act(Verb.WIN, winner, tiles, number, "HU")
        else:
            self._claim(Verb.WIN, winner, self._offered(number, "HU"), number, "HU")

    def _scores(self, number: int, content: Mapping[str, Any]) -> SeatScores:
        east, south, west, north = (
            self.fields.number(
                f"[{number}].output.content.{seat.value}", content.get(str(seat.value))
            )
            for seat in SEATS
        )
        return east, south, west, north

    def _fans(self, number: int, listed: object) -> Mapping[str, int] | None:
        if listed is None:
            return None
        name = f"[{number}].output.display.fan"
        fans = {}
        for fan in self.fields.listed(name, listed):
            found = self._object(name, fan)
            self.fields.check(name, found.get("name"), "text", isinstance(found.get("name"), str))
            fans[str(found["name"])] = self.fields.number(f"{name}.cnt", found.get("cnt", 1))
        return fans
