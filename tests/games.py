"""Recorded deals for the tests: the examples, other real ones where they lie beside, and mutations.

A deal is Botzone text here, a list of lines. :func:`before` follows it with a bookkeeping of its
own, far simpler than the one under test; a mutation changes one act so that it cannot be legal.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mjcalc.records.replay import DealReport, deal_reports

EXAMPLES = Path(__file__).parents[1] / "examples"
SAMPLES = Path(__file__).parents[2] / "shared" / "data"
CODES = {
    **{f"{rank}{to}": f"{of}{rank}" for to, of in ("mW", "pB", "sT") for rank in range(1, 10)},
    **{f"{rank}z": f"F{rank}" for rank in range(1, 5)},
    **{f"{rank + 4}z": f"J{rank}" for rank in range(1, 4)},
}  # fmt: skip
TILES = tuple(CODES.values())
VERBS = {
    "draw": "Draw", "discard": "Play", "chi": "Chi", "peng": "Peng", "kong": "Gang",
    "ankong": "AnGang", "addkong": "BuGang", "win": "Hu",
}  # fmt: skip


def played(text: str | bytes, options: Mapping[str, str] | None = None) -> list[DealReport]:
    """What becomes of every deal of a file."""
    data = text.encode() if isinstance(text, str) else text
    return [*deal_reports(io.BytesIO(data), options or {})]


def only(text: str | bytes) -> DealReport:
    """What becomes of a file of one deal."""
    (result,) = played(text)
    return result


def refused(result: DealReport) -> tuple[str, str, int | None]:
    """Code, key and line of the error."""
    assert result.error is not None
    defect = result.error.defects[0]
    return result.error.code, defect.key, defect.line


def botzone_of(game: Mapping[str, Any]) -> list[str]:
    """A deal of JSON as Botzone text, which has no flowers and no common wall."""
    lines = [f"Match {game['id']}", f"Wind {'ESWN'.index(game['round'])}"]
    for seat, hand in enumerate(game["deal"]):
        lines.append(f"Player {seat} Deal {' '.join(CODES[tile] for tile in hand)}")
    for seat, verb, tile in game["actions"]:
        middle = f"{tile[1]}{tile[3]}" if verb == "chi" else tile
        lines.append(f"Player {seat} {VERBS[verb]} {CODES[middle]}")
    result = game["result"]
    if result["type"] == "draw":
        lines.append("Huang")
    if result.get("fans"):
        names = "+".join(f"{name}*{count}" for name, count in result["fans"].items())
        lines.append(f"Fan {result['total']} {names}")
    return [*lines, "Score " + " ".join(map(str, result["scores"]))]


def real_deals() -> list[list[str]]:
    """Deals in Botzone text: those of the examples, and of the sample data if it is there."""
    text = (EXAMPLES / "botzone.log").read_text(encoding="utf-8")
    deals = [part.splitlines() for part in text.strip().split("\n\n")]
    path = SAMPLES / "real_games_dev.jsonl"
    if path.is_file():
        games = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        deals += [botzone_of(game) for game in games if game["wall"] == "duplicate-34"]
    return deals


@dataclass
class State:
    """What the players have before an act."""

    held: list[Counter[str]] = field(default_factory=lambda: [Counter() for _ in range(4)])
    seen: Counter[str] = field(default_factory=Counter)
    pungs: set[tuple[int, str]] = field(default_factory=set)

    def copy(self) -> State:
        """The same, apart from what comes after."""
        return State([Counter(hand) for hand in self.held], Counter(self.seen), set(self.pungs))


def before(lines: list[str]) -> Iterator[State]:
    """For each line the state before it."""
    state, offered = State(), ""
    for line in lines:
        yield state.copy()
        words = line.split()
        if words[0] != "Player":
            continue
        seat, verb, tiles = int(words[1]), words[2], words[3:]
        hand, tile = state.held[seat], words[3]
        if verb in ("Deal", "Draw"):
            dealt = tiles[:13]
            hand.update(dealt)
            state.seen.update(dealt)
        elif verb == "Chi":
            run = [f"{tile[0]}{int(tile[1]) + step}" for step in (-1, 0, 1)]
            run.remove(offered)
            hand.subtract(run)
        else:
            hand[tile] -= {"Play": 1, "Peng": 2, "Gang": 3, "AnGang": 4, "BuGang": 1, "Hu": 0}[verb]
        if verb == "Play":
            offered = tile
        if verb == "Peng":
            state.pungs.add((seat, tile))


class Mutant(NamedTuple):
    """A deal with one act changed: the line that is illegal now, and the code of the error."""

    lines: list[str]
    line: int
    code: str


def _at(lines: list[str], rng: Random, verb: str) -> int | None:
    """The place of a line with this act."""
    places = [at for at, line in enumerate(lines) if line.split()[2:3] == [verb]]
    return rng.choice(places) if places else None


def _changed(lines: list[str], at: int, new: str, code: str) -> Mutant:
    return Mutant([*lines[:at], new, *lines[at + 1 :]], at + 1, code)


def _inserted(lines: list[str], at: int, new: str, code: str) -> Mutant:
    return Mutant([*lines[:at], new, *lines[at:]], at + 1, code)


def not_held(lines: list[str], rng: Random) -> Mutant | None:
    """Discards a tile that is not in the hand."""
    at = _at(lines, rng, "Play")
    if at is None:
        return None
    seat = int(lines[at].split()[1])
    hand = [*before(lines)][at].held[seat]
    tile = rng.choice([tile for tile in TILES if not hand[tile]])
    return _changed(lines, at, f"Player {seat} Play {tile}", "illegal-act")


def fifth_copy(lines: list[str], rng: Random) -> Mutant | None:
    """Draws a tile of which all four were dealt or drawn before."""
    at = _at(lines, rng, "Draw")
    if at is None:
        return None
    gone = [tile for tile, count in [*before(lines)][at].seen.items() if count == 4]
    if not gone:
        return None
    return _changed(lines, at, f"{lines[at][:14]} {rng.choice(gone)}", "illegal-act")


def missing_draw(lines: list[str], rng: Random) -> Mutant | None:
    """Leaves a draw out: the act after it is that of a player with 13 tiles."""
    at = _at(lines, rng, "Draw")
    if at is None:
        return None
    seat, verb = lines[at + 1].split()[1:3]
    if verb == "Hu" or seat != lines[at].split()[1]:
        return None
    return Mutant([*lines[:at], *lines[at + 1 :]], at + 1, "illegal-act")


def drawn_twice(lines: list[str], rng: Random) -> Mutant | None:
    """Draws two tiles."""
    at = _at(lines, rng, "Draw")
    return None if at is None else _inserted(lines, at + 1, lines[at], "illegal-act")


def draw_out_of_turn(lines: list[str], rng: Random) -> Mutant | None:
    """Another player draws."""
    at = _at(lines, rng, "Draw")
    if at is None:
        return None
    words = lines[at].split()
    words[1] = str((int(words[1]) + rng.choice((1, 2, 3))) % 4)
    return _changed(lines, at, " ".join(words), "illegal-act")


def chow_out_of_turn(lines: list[str], rng: Random) -> Mutant | None:
    """A chow by a player who does not come after the discarder."""
    at = _at(lines, rng, "Chi")
    if at is None:
        return None
    words = lines[at].split()[:4]
    words[1] = str((int(words[1]) + rng.choice((1, 2, 3))) % 4)
    return _changed(lines, at, " ".join(words), "illegal-claim")


def pung_not_held(lines: list[str], rng: Random) -> Mutant | None:
    """A pung or kong of a discard by a player with too few of it."""
    at = _at(lines, rng, "Play")
    if at is None:
        return None
    discarder, _, tile = lines[at].split()[1:]
    verb, needed = rng.choice((("Peng", 2), ("Gang", 3)))
    state = [*before(lines), State()][at + 1]
    seats = [s for s in range(4) if str(s) != discarder and state.held[s][tile] < needed]
    if not seats:
        return None
    return _inserted(lines, at + 1, f"Player {rng.choice(seats)} {verb} {tile}", "illegal-claim")


def own_discard(lines: list[str], rng: Random) -> Mutant | None:
    """A claim on one's own discard."""
    at = _at(lines, rng, "Play")
    if at is None:
        return None
    seat, _, tile = lines[at].split()[1:]
    verb = rng.choice(("Peng", "Gang", "Chi", "Hu"))
    return _inserted(lines, at + 1, f"Player {seat} {verb} {tile}", "illegal-claim")


def kong_of_few(lines: list[str], rng: Random) -> Mutant | None:
    """A concealed kong without four, or an added one without a pung."""
    at = _at(lines, rng, "Play")
    if at is None:
        return None
    seat = int(lines[at].split()[1])
    state = [*before(lines)][at]
    verb = rng.choice(("AnGang", "BuGang"))
    good = {tile for one, tile in state.pungs if one == seat}
    if verb == "AnGang":
        good = {tile for tile, count in state.held[seat].items() if count == 4}
    tile = rng.choice([tile for tile in TILES if tile not in good])
    return _changed(lines, at, f"Player {seat} {verb} {tile}", "illegal-act")


def unknown_word(lines: list[str], rng: Random) -> Mutant | None:
    """An act or a tile that does not exist."""
    at = _at(lines, rng, rng.choice(("Draw", "Play")))
    if at is None:
        return None
    words = lines[at].split()
    words[rng.choice((2, 3))] = rng.choice(("Throw", "W0", "F5", "X1", "play1"))
    return _changed(lines, at, " ".join(words), "cannot-read")


MUTATIONS: tuple[Callable[[list[str], Random], Mutant | None], ...] = (
    not_held, fifth_copy, missing_draw, drawn_twice, draw_out_of_turn, chow_out_of_turn,
    pung_not_held, own_discard, kong_of_few, unknown_word,
)  # fmt: skip
