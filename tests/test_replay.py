"""Recorded deals played again: legality act by act, what a win is, the comparison (rules 5, 7)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

import mjcalc
from mjcalc.i18n import Lang
from mjcalc.records.claims import IllegalClaim
from mjcalc.records.play import Play
from mjcalc.records.players import IllegalAct
from mjcalc.records.reader import read_records
from mjcalc.records.record import Act, Record, RecordPlace, Verb
from mjcalc.records.replay import DealReport, fan_name, recorded_fan_names
from mjcalc.report import Look
from mjcalc.report.records import DealRenderer, error_message, result_json, titles
from mjcalc.report.rows import output_chunks
from mjcalc.tiles import Tile, Wind
from tests.games import (
    EXAMPLES,
    MUTATIONS,
    SAMPLES,
    Mutant,
    botzone_of,
    only,
    played,
    real_deals,
    refused,
)

REAL = real_deals()
DEAL = "\n".join(REAL[0])
LOOKS = (Look(Lang.BOTH), Look(Lang.EN, "csv"), Look(Lang.ZH, "jsonl"), Look(Lang.EN, "markdown"))


def said_everywhere(result: DealReport) -> None:
    """Every way to say a result, none of which may fail or show the inside of the program."""
    for look in LOOKS:
        said = DealRenderer(look, "").row(result)
        if result.error is not None:
            said += error_message(result, look, "file:")
        assert not re.search(r"Tile\.|Wind\.|Verb\.|<[A-Z]\w+\.", said)


# -- real deals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", REAL, ids=lambda lines: str(lines[0]))
def test_a_real_deal_is_reproduced(lines: list[str]) -> None:
    result = only("\n".join(lines))
    assert result.error is None
    assert result.replayed is not None
    assert result.replayed.agrees
    assert result.replayed.same_fans in (True, None)


def sample(name: str) -> Path:
    """A file of the sample data; the test is skipped without it."""
    path = SAMPLES / name
    if not path.is_file():
        pytest.skip(f"sample data not present: {name}")
    return path


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        ("real_games_dev.jsonl", 136),
        ("records/botzone-sample.txt", 9),
        ("records/deal-1.pmn", 1),
        ("records/deal-2.pmn", 1),
        ("records/deal-3.pmn", 1),
    ],
)
def test_every_recorded_deal_agrees(name: str, deals: int) -> None:
    found = played(sample(name).read_bytes())
    assert len(found) == deals
    for result in found:
        assert result.replayed is not None
        assert result.replayed.agrees
        assert result.replayed.same_fans is not False
        said_everywhere(result)


def test_the_hand_follows_from_the_log() -> None:
    path = sample("real_games_dev.jsonl")
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for game, result in zip(games, played(path.read_bytes()), strict=True):
        want = game["result"]
        assert result.replayed is not None
        assert result.replayed.kind == want["type"]
        if want["type"] != "win":
            continue
        win = result.replayed.wins[0]
        hand, score = want["hand"], win.score
        flags = {
            name for name in ("last", "kong", "rob", "fourth") if getattr(score.hand.win, name)
        }
        assert (win.seat, win.by, win.discarder) == (want["winner"], want["by"], want["discarder"])
        assert score.hand.winning is not None
        assert score.hand.winning.code == hand["win"] == want["tile"]
        assert flags == set(hand["flags"])
        assert score.flowers == hand["flowers"]
        assert len(score.hand.melds) == len(hand["melds"])


def mutated() -> list[dict[str, Any]]:
    path = SAMPLES / "records" / "mutated_dev.jsonl"
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("case", mutated(), ids=[str(case["what"]) for case in mutated()])
def test_a_mutated_record_is_refused_at_its_line(case: dict[str, Any]) -> None:
    result = only(case["text"])
    code, _, line = refused(result)
    assert code in case.get("codes", [case["code"]])
    assert line in case.get("lines", [case["line"]])
    if code == "record-differs":
        assert result_json(result, Lang.EN)["agrees"] is False
    said_everywhere(result)


# -- mutations of our own -------------------------------------------------------------------------


@pytest.mark.parametrize("mutate", MUTATIONS, ids=lambda mutate: str(mutate.__name__))
def test_no_illegal_act_passes(mutate: Callable[[list[str], Random], Mutant | None]) -> None:
    rng, tried = Random(mutate.__name__), 0
    for lines in REAL:
        for _ in range(3):
            mutant = mutate(lines, rng)
            if mutant is None:
                continue
            result = only("\n".join(mutant.lines))
            code, key, line = refused(result)
            assert (code, line) == (mutant.code, mutant.line), (key, mutant.lines[mutant.line - 1])
            said_everywhere(result)
            tried += 1
    assert tried


def test_a_win_declared_on_a_hand_that_is_none() -> None:
    rng = Random("no win")
    for lines in REAL:
        draws = [
            at for at, line in enumerate(lines) if " Draw " in line and " Hu " not in lines[at + 1]
        ]
        at = rng.choice(draws)
        new = [*lines[: at + 1], lines[at].replace("Draw", "Hu"), "Score 0 0 0 0"]
        result = only("\n".join(new))
        if result.replayed is None:
            assert refused(result) == ("illegal-act", "declared-no-win", at + 2)
        else:  # a win that the player did not see
            assert result.replayed.wins


def test_text_of_any_kind_is_answered_not_crashed_on() -> None:
    rng = Random("noise")
    sources = [path.read_bytes() for path in EXAMPLES.glob("*.[ljp][osm]*")]
    letters = b'0123456789WBTFJHmpszcdbwrfTDCPABZRN"[]{},: \n\r\xff\x00-+*'
    for _ in range(400):
        data = bytearray(rng.choice(sources))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            match rng.randrange(4):
                case 0:
                    data[at] = rng.choice(letters)
                case 1:
                    del data[at : at + rng.randint(1, 60)]
                case 2:
                    data[at:at] = data[rng.randrange(len(data)) :][: rng.randint(1, 60)]
                case _:
                    del data[rng.randrange(len(data)) + 1 :]
        for result in played(bytes(data)):
            assert (result.replayed is None) <= (result.error is not None)
            said_everywhere(result)


# -- what a win is --------------------------------------------------------------------------------

HANDS = {
    0: "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 F4 F2",
    1: "B2 B3 B4 B5 B6 B7 B8 B9 T1 T1 T1 F3 F1",
    2: "T2 T3 T4 T5 T6 T7 T8 T9 J1 J1 J2 J2 J3",
    3: "W1 W2 W3 W4 W5 W6 W7 W8 W9 F4 F4 F4 F3",
}


def deal(*acts: str, hands: dict[int, str] | None = None, wind: int = 0) -> str:
    """A deal with these hands; an act is written ``0 Draw W1``."""
    dealt = [f"Player {seat} Deal {tiles}" for seat, tiles in (HANDS | (hands or {})).items()]
    body = [act if act.startswith(("Fan", "Score", "Huang")) else f"Player {act}" for act in acts]
    return "\n".join(["Match made", f"Wind {wind}", *dealt, *body])


def won(*acts: str, hands: dict[int, str] | None = None) -> mjcalc.Score:
    """The score of the win that a made deal ends with."""
    result = only(deal(*acts, hands=hands))
    assert result.error is None, refused(result)
    assert result.replayed is not None
    return result.replayed.wins[0].score


READY = {0: "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B1 T9", 3: "W1 W2 W3 F1 F2 F3 F4 J1 J3 J3 T1 T6 B9"}


def test_a_win_on_the_first_draw() -> None:
    score = won("0 Draw T9", "0 Hu T9", hands=READY)
    assert {fan.zh for fan, _ in score.counts} >= {"清龙", "不求人"}
    assert score.hand.win == mjcalc.Win(self_drawn=True)


def test_the_replacement_of_a_kong() -> None:
    hands = {**READY, 0: "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 B1 T9"}
    score = won("0 Draw B1", "0 AnGang B1", "0 Draw T9", "0 Hu T9", hands=hands)
    assert score.hand.win.kong
    assert "杠上开花" in [fan.zh for fan, _ in score.counts]
    discard = won(
        "0 Draw B1", "0 AnGang B1", "0 Draw F1", "0 Play F1", "1 Draw T9", "1 Play T9", "0 Hu T9",
        hands=hands,
    )  # fmt: skip
    assert not discard.hand.win.kong


ROBBED = (
    "0 Draw J1", "0 Play J1", "2 Peng J1", "2 Play J3", "3 Draw B1", "3 Play B1",
    "0 Draw F2", "0 Play F2", "1 Draw B9", "1 Play F3", "2 Draw J1", "2 BuGang J1",
)  # fmt: skip


def test_a_robbed_kong() -> None:
    hands = {
        0: "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B1 F1 F2",
        3: "W1 W9 B1 B9 T1 T9 F1 F2 F3 F4 J2 J3 J3",
    }
    result = only(deal(*ROBBED, "3 Hu J1", hands=hands))
    assert result.replayed is not None
    (win,) = result.replayed.wins
    assert (win.by, win.discarder) == ("rob", Wind.W)
    assert win.score.hand.win == mjcalc.Win(rob=True)
    assert result.replayed.scores == (-8, -8, -8 - win.score.total, 24 + win.score.total)


@pytest.mark.parametrize("claim", ["3 Peng J1", "0 Gang J1", "3 Chi J1"])
def test_an_added_kong_is_only_won_on(claim: str) -> None:
    assert refused(only(deal(*ROBBED, claim, "Huang")))[0] == "illegal-claim"


def test_a_robbed_kong_may_be_let_go() -> None:
    result = only(deal(*ROBBED, "2 Draw T1", "2 Play T1", "Huang"))
    assert refused(result)[1] == "ends-early"


def test_the_fourth_copy() -> None:
    hands = {
        0: "W1 W2 W3 W4 W5 W6 W7 W8 B5 B5 T2 T3 T4",
        1: "B2 B3 B4 B5 B6 B7 B8 B9 T1 T1 T1 F3 W9",
    }
    hands |= {
        2: "T5 T6 T7 T8 T9 J1 J1 J2 J2 J3 J3 W9 B1",
        3: "W1 W2 W3 W4 W5 W6 W7 W8 F4 F4 F4 F3 F3",
    }
    shown = (
        "0 Draw F1", "0 Play F1", "1 Draw W9", "1 Play W9", "2 Draw F2", "2 Play W9",
        "3 Draw F1", "3 Play F1", "0 Draw F2", "0 Play F2", "1 Draw B1", "1 Play W9",
    )  # fmt: skip
    drawn = (*shown, "2 Draw B2", "2 Play B2", "3 Draw F2", "3 Play F2", "0 Draw W9", "0 Hu W9")
    assert won(*drawn, hands=hands).hand.win.fourth
    discarded = (*shown, "2 Draw W9", "2 Play W9", "0 Hu W9")
    assert won(*discarded, hands=hands).hand.win.fourth
    early = (*shown[:4], "0 Hu W9")
    assert not won(*early, hands=hands).hand.win.fourth


def long_deal() -> list[str]:
    """A drawn deal, from the real ones: all the walls are used up."""
    path = EXAMPLES / "games.jsonl"
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [json.dumps(game) for game in games if game["result"]["type"] == "draw"]


def test_nobody_wins_before_the_wall_is_used_up() -> None:
    (text,) = long_deal()
    game = json.loads(text)
    assert only(text).error is None
    game["actions"] = game["actions"][:-2]
    assert refused(only(json.dumps(game)))[:2] == ("illegal-act", "ends-early")
    game["actions"] = json.loads(text)["actions"][:-1]
    assert refused(only(json.dumps(game)))[:2] == ("illegal-act", "ends-in-turn")
    game["actions"] = json.loads(text)["actions"]
    seat = (game["actions"][-1][0] + 1) % 4
    game["actions"] += [[seat, "draw", "1m"]]
    assert refused(only(json.dumps(game)))[:2] == ("illegal-act", "wall-empty")


# -- claims ---------------------------------------------------------------------------------------

CLAIMS = (
    (("0 Draw W9", "0 Play W9", "3 Chi W8"), "chow-not-next"),
    (("0 Draw W9", "0 Peng W9"), "nothing-to-claim"),
    (("0 Draw W9", "0 Play F4", "1 Chi F4"), "chow-of-honours"),
    (("0 Draw W9", "0 Play W9", "1 Hu W9"), "declared-no-win"),
    (("0 Draw W9", "0 Play F4", "3 Hu F3"), "claims-other-tile"),
    (("0 Draw W9", "0 Play W9", "1 Peng W8"), "claims-other-tile"),
    (
        ("0 Draw W9", "0 Play F4", "3 Gang F4", "3 Draw B9", "3 Play B9", "2 Chi T8"),
        "chow-not-next",
    ),
    (("0 Draw W9", "0 Play F4", "3 Peng F4 Ignore Player 1 Peng F4"), "tiles-not-held"),
    (("0 Draw W9", "0 Play F4", "3 Peng F4 Ignore Player 1 Chi F4"), "chow-of-honours"),
    (("0 Draw W9", "0 Play F4", "3 Peng F4 Ignore Player 2 Hu F4"), "claim-no-win"),
    (("0 Draw W9", "0 Play F4", "1 Draw B9 Ignore Player 3 Peng F4"), "claim-passed-over"),
    (("0 Draw W9", "0 Play F4", "3 Peng F4 Ignore Player 2 Draw F4"), "nothing-to-claim"),
)


@pytest.mark.parametrize(("acts", "key"), CLAIMS)
def test_a_claim_that_is_not_allowed(acts: tuple[str, ...], key: str) -> None:
    result = only(deal(*acts, "Huang"))
    assert refused(result) == ("illegal-claim", key, 6 + len(acts))
    said_everywhere(result)


# East waits for T9 alone, and West holds two of them.
WAITING = READY | {2: "T2 T3 T4 T5 T6 T7 T9 T9 J1 J1 J2 J2 F1"}
DISCARDED = ("0 Draw F4", "0 Play F4", "1 Draw T9", "1 Play T9")


def test_a_win_names_the_tile_that_was_discarded() -> None:
    assert won(*DISCARDED, "0 Hu T9", hands=WAITING).hand.winning is Tile.S9
    other = only(deal(*DISCARDED, "0 Hu T8", hands=WAITING))
    assert refused(other) == ("illegal-claim", "claims-other-tile", 11)


def test_a_win_goes_before_a_pung() -> None:
    ignored = "2 Peng T9 Ignore Player 0 Hu T9"
    result = only(deal(*DISCARDED, ignored, "Huang", hands=WAITING))
    assert refused(result) == ("illegal-claim", "overruled", 11)
    said_everywhere(result)


ACTS = (
    (("1 Draw B1",), "dealer-first"),
    (("0 Play W1",), "without-draw"),
    (("0 Draw W9", "1 Draw B1"), "not-your-draw"),
    (("0 Draw W9", "1 Play B2"), "not-your-turn"),
    (("0 Draw W9", "0 Play W9", "0 Play W8"), "not-your-turn"),
    (("0 Draw W9", "0 Play F4", "3 Peng F4", "3 AnGang W1"), "without-draw"),
    (("0 Draw W9", "0 Play F4", "3 Peng F4", "3 Hu F3"), "without-draw"),
    (("0 Draw W9", "0 Play F4", "3 Gang F4", "3 Play F3"), "without-draw"),
    (("0 Draw W9", "0 Hu W8"), "wins-other-tile"),
    (("0 Draw W9", "0 Deal W1"), "dealt-late"),
    (("0 Deal W1",), "dealt-twice"),
    (("0 Draw W9", "Huang"), "ends-in-turn"),
    (("0 Draw W9", "0 Play W9", "Huang"), "ends-early"),
    (("0 Draw W9", "0 BuGang W9"), "no-melded-pung"),
)


@pytest.mark.parametrize(("acts", "key"), ACTS)
def test_an_act_that_is_not_allowed(acts: tuple[str, ...], key: str) -> None:
    result = only(deal(*acts, *["Huang"] * (acts[-1] != "Huang")))
    assert refused(result) == ("illegal-act", key, 6 + len(acts))
    said_everywhere(result)


def test_nothing_comes_after_the_end() -> None:
    lines = REAL[0]
    end = next(at for at, line in enumerate(lines) if " Hu " in line)
    more = [*lines[: end + 1], "Player 2 Draw W1", *lines[end + 1 :]]
    assert refused(only("\n".join(more))) == ("illegal-act", "after-the-end", end + 2)
    again = [*lines[: end + 1], lines[end], *lines[end + 1 :]]
    assert refused(only("\n".join(again))) == ("illegal-claim", "after-the-end", end + 2)


def test_every_player_is_dealt_thirteen() -> None:
    short = deal("0 Draw W9", "Huang", hands={1: "B2 B3"})
    assert refused(only(short)) == ("illegal-act", "deal-count", 4)
    missing = deal("0 Draw W9", "Huang").replace("Player 3 Deal", "Player 2 Deal")
    assert refused(only(missing)) == ("illegal-act", "dealt-twice", 6)
    none = "Match x\nWind 0\nPlayer 0 Draw W1\nHuang"
    assert refused(only(none)) == ("illegal-act", "not-dealt", 3)
    fifth = deal("0 Draw W9", "Huang", hands={1: "F4 F4 B4 B5 B6 B7 B8 B9 T1 T1 T1 F3 F3"})
    assert refused(only(fifth)) == ("illegal-act", "fifth-copy", 6)


# -- flowers --------------------------------------------------------------------------------------


def flowered(*acts: list[object]) -> str:
    """The first example with flowers, its first acts replaced."""
    game = json.loads((EXAMPLES / "games.jsonl").read_text(encoding="utf-8").splitlines()[0])
    return json.dumps(game | {"actions": [*acts, [0, "win", "1m"]]})


FLOWERS: list[tuple[list[list[object]], str]] = [
    ([[0, "draw", "4z"], [0, "flower", "2f"]], "flower-not-held"),
    ([[0, "draw", "4z"], [0, "flower", "4z"]], "no-flower"),
    ([[0, "draw", "4z"], [0, "flower", "1f"], [0, "discard", "4z"]], "replacement-missing"),
    ([[0, "draw", "4z"], [0, "flower", "1f"], [1, "draw", "1m"]], "not-your-draw"),
    ([[0, "draw", "4z"], [0, "discard", "1f"]], "flower-played"),
    ([[0, "draw", "4z"], [0, "discard", "4z"], [3, "flower", "8f"]], "flower-late"),
    ([[0, "draw", "1f"]], "flower-twice"),
    ([[0, "draw", "4z"], [1, "peng", "1f"]], "flower-played"),
    ([[0, "draw", "4z"], [0, "win", "4z"]], "flower-kept"),
    ([[0, "draw", "4z"], [0, "discard", "4z"], [1, "win", "4z"]], "flower-kept"),
]


@pytest.mark.parametrize(("acts", "key"), FLOWERS)
def test_flowers_are_shown_in_turn_and_replaced(acts: list[list[object]], key: str) -> None:
    result = only(flowered(*acts))
    code, found, line = refused(result)
    assert (found, line, code.startswith("illegal")) == (key, 1, True)
    assert result_json(result, Lang.EN)["error"]["act"] == len(acts)
    said_everywhere(result)


# -- the comparison -------------------------------------------------------------------------------


def json_of(text: str) -> dict[str, Any]:
    """The object of a file of one deal."""
    return result_json(only(text), Lang.EN)


def test_equal() -> None:
    found = json_of(DEAL)
    assert (found["ok"], found["agrees"], found["same_fans"]) == (True, True, True)
    assert found["recorded"] == {
        "total": 9,
        "fans": {"混一色": 1, "箭刻": 1, "老少副": 1},
        "scores": [-8, 33, -17, -8],
    }
    assert (found["winner"], found["winners"], found["by"], found["discarder"]) == (
        1, [1], "discard", 2,
    )  # fmt: skip
    assert mjcalc.score(mjcalc.parse(found["hand"]), "guobiao").total == found["total"] == 9
    assert "error" not in found


def test_equal_total_with_other_names() -> None:
    found = json_of(DEAL.replace("老少副*1", "连六*1"))
    assert (found["agrees"], found["same_fans"]) == (True, False)


def test_different_shows_both_answers() -> None:
    text = DEAL.replace("Fan 9", "Fan 13").replace("33 -17", "37 -21")
    found = json_of(text)
    assert (found["ok"], found["agrees"], found["same_fans"]) == (True, False, True)
    assert found["error"]["code"] == "record-differs"
    assert found["error"]["line"] == len(REAL[0]) - 1
    message = found["error"]["message"]
    assert "13 fans" in message
    assert "-8 37 -21 -8" in message
    assert "9 fans" in message
    assert "-8 33 -17 -8" in message


def test_what_is_not_recorded_is_not_compared() -> None:
    no_fans = [line for line in REAL[0] if not line.startswith("Fan")]
    found = json_of("\n".join(no_fans))
    assert (found["agrees"], found["same_fans"]) == (True, None)
    bare = [line for line in no_fans if not line.startswith("Score")]
    found = json_of("\n".join(bare))
    assert (found["ok"], found["agrees"], found["total"]) == (True, None, 9)


def test_a_false_win_is_a_foul_where_the_scores_follow() -> None:
    acts = ("0 Draw W9", "0 Play W9", "1 Draw B1", "1 Hu B1")
    foul = json_of(deal(*acts, "Score 10 -30 10 10"))
    assert (foul["result"], foul["player"], foul["agrees"], foul["winners"]) == (
        "foul",
        1,
        True,
        [],
    )
    refused_win = only(deal(*acts, "Score -16 48 -16 -16"))
    assert refused(refused_win)[:2] == ("illegal-act", "declared-no-win")
    forty = deal(*acts, "Score 0 -40 0 0")
    (found,) = played(forty, {"false-win": "40"})
    assert found.replayed is not None
    assert found.replayed.agrees


def test_a_foul_without_an_act() -> None:
    assert json_of(deal("0 Draw W9", "Score -30 10 10 10"))["result"] == "foul"


@pytest.mark.parametrize("scores", ["-30 10 10 11", "0 0 0 0", "-8 33 -17 -8", "-40 0 0 0"])
def test_only_the_scores_of_a_foul_tell_of_one(scores: str) -> None:
    cut = deal("0 Draw W9", f"Score {scores}")
    assert refused(only(cut)) == ("cannot-read", "record-unfinished", 8)


def test_a_foul_of_whom_nothing_tells() -> None:
    game = json.loads(to_the_last_tile("duplicate-34", spare=8))
    foul: dict[str, Any] = {"type": "foul"}
    assert refused(only(json.dumps(game | {"result": foul})))[1] == "record-lacks"
    foul["scores"] = [10, -30, 10, 10]
    found = json_of(json.dumps(game | {"result": foul}))
    assert (found["result"], found["player"], found["agrees"]) == ("foul", 1, True)


def test_a_wall_used_up_is_a_draw_without_saying_so() -> None:
    for wall in ("duplicate-34", "common-144"):
        found = json_of(to_the_last_tile(wall))
        assert (found["result"], found["agrees"], found["ok"]) == ("draw", None, True)
        early = only(to_the_last_tile(wall, spare=1))
        assert refused(early)[:2] == ("cannot-read", "record-unfinished")
    game = json.loads(to_the_last_tile("duplicate-34"))
    won = json_of(json.dumps(game | {"result": {"type": "win", "scores": [0, 32, -16, -16]}}))
    assert (won["result"], won["agrees"], won["scores"]) == ("draw", False, [0, 0, 0, 0])


def test_a_wall_used_up_in_botzone_text() -> None:
    (text,) = long_deal()
    drawn = botzone_of(json.loads(text))
    lines = [line for line in drawn if line != "Huang"]
    assert json_of("\n".join(lines)) == json_of("\n".join(drawn))
    assert json_of("\n".join(lines[:-1]))["agrees"] is None
    assert json_of("\n".join([*lines[:-1], "Score -8 24 -8 -8"]))["agrees"] is False
    assert refused(only("\n".join([*lines[:-3], lines[-1]])))[1] == "record-unfinished"


def test_several_winners_in_duplicate_scoring() -> None:
    first, second = played((EXAMPLES / "duplicate.pmn").read_bytes())
    found = result_json(first, Lang.EN)
    assert (found["winner"], found["winners"], found["scores"]) == (1, [1, 3], [-32, 36, -8, 36])
    assert [win["total"] for win in found["wins"]] == [12, 12]
    assert result_json(second, Lang.EN)["winners"] == [2]


def one_of_two_winners() -> dict[str, Any]:
    """The deal of two winners as a JSON line whose acts name one of them, as such lines do."""
    words = {
        Verb.CHOW: "chi", Verb.PUNG: "peng", Verb.CONCEALED_KONG: "ankong",
        Verb.ADDED_KONG: "addkong",
    }  # fmt: skip
    with (EXAMPLES / "duplicate.pmn").open("rb") as stream:
        record = next(read_records(stream))
    assert isinstance(record, Record)
    just = ""

    def said(act: Act) -> list[object]:
        nonlocal just
        code = "".join(tile.code[0] for tile in act.tiles) + act.tiles[0].code[1:]
        just = code if act.verb is Verb.DRAW else just
        return [act.seat.value, words.get(act.verb, act.verb.value), code]

    acts: list[list[object]] = []
    for act in record.acts[4:-2]:
        acts.append(said(act) if act.tiles else [act.seat.value, "discard", just])
    result = {
        "type": "win", "winner": 3, "by": "discard", "discarder": 0, "total": 12,
        "fans": {"花龙": 1, "平和": 1, "喜相逢": 1, "边张": 1}, "scores": [-32, 36, -8, 36],
    }  # fmt: skip
    hands = [[tile.code for tile in act.tiles] for act in record.acts[:4]]
    game = {"round": "E", "wall": "duplicate", "flowers": True, "deal": hands}
    return {**game, "actions": [*acts, [3, "win", "3p"]], "result": result}


def test_a_winner_that_only_the_scores_of_a_json_line_tell_of() -> None:
    game = one_of_two_winners()
    found = json_of(json.dumps(game))
    assert (found["winner"], found["winners"], found["agrees"]) == (3, [3, 1], True)
    assert found["notes"] == [
        "the win of 南 S is not among the acts of the record; only its scores show it"
    ]
    (row,) = csv.reader([DealRenderer(Look(Lang.EN, "csv"), "").row(only(json.dumps(game)))])
    assert row[-1] == found["notes"][0]
    # Scores that are wrong anyway make no winner.
    game["result"]["scores"] = [-32, 37, -8, 36]
    wrong = json_of(json.dumps(game))
    assert (wrong["winners"], wrong["agrees"], wrong["notes"]) == ([3], False, [])
    game["result"]["scores"] = [-20, -8, -8, 36]
    assert json_of(json.dumps(game))["winners"] == [3]


def test_no_winner_keeps_a_flower() -> None:
    """Twelve orphans and a flower: a tile and the flower do not make the thirteen a hand."""
    hands = (
        "2m 2m 3m 3m 4m 4m 5m 5m 6m 6m 7m 7m 7m",
        "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 1f",
        "2s 2s 3s 3s 4s 4s 5s 5s 6s 6s 7s 7s 7s",
        "1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 1s 1s 7z",
    )
    game = {
        "round": "E", "wall": "duplicate", "flowers": True, "deal": [h.split() for h in hands],
        "actions": [[0, "draw", "7z"], [0, "discard", "7z"], [3, "win", "7z"]],
        "result": {"type": "win", "winner": 3, "scores": [-120, 120, -8, 44]},
    }  # fmt: skip
    found = json_of(json.dumps(game))
    assert (found["winners"], found["agrees"]) == ([3], False)


def test_the_winners_of_a_pmn_deal_are_those_of_its_acts() -> None:
    text = (EXAMPLES / "duplicate.pmn").read_text(encoding="utf-8")
    found = json_of(text[: text.index("[Event", 1)].replace("H1H3", "H3"))
    assert (found["winners"], found["agrees"], found["notes"]) == ([3], False, [])
    assert "(winner, scores)" in found["error"]["message"]


SAID: list[tuple[dict[str, Any], str, str]] = [
    ({"winner": 2}, "winner", "winner 西 W"),
    ({"discarder": 3}, "from", "from 北 N"),
    ({"by": "self", "discarder": None}, "how", "self-drawn"),
    ({"by": "rob"}, "how", "a kong robbed"),
    ({"total": 99}, "total", "99 fans"),
    ({"scores": [0, 0, 0, 0]}, "scores", "0 0 0 0"),
    ({"winner": 2, "total": 99}, "winner", "99 fans"),
]


@pytest.mark.parametrize(("said", "what", "words"), SAID)
def test_what_is_recorded_of_a_win_is_compared(said: dict[str, Any], what: str, words: str) -> None:
    lines = (EXAMPLES / "games.jsonl").read_text(encoding="utf-8").splitlines()
    game = next(game for game in map(json.loads, lines) if game["result"].get("by") == "discard")
    game["result"] |= said
    result = only(json.dumps(game))
    found = result_json(result, Lang.EN)
    assert (found["agrees"], found["error"]["code"]) == (False, "record-differs")
    assert f"differs from the record ({what})" in found["error"]["message"]
    assert words in found["error"]["message"]
    assert found["recorded"]["total"] == game["result"]["total"]
    assert found["recorded"]["fans"]
    said_everywhere(result)


def test_a_false_win_of_another_player() -> None:
    (text,) = long_deal()
    game = json.loads(text) | {"result": {"type": "foul", "winner": 1, "scores": [10, -30, 10, 10]}}
    game["actions"] = game["actions"][:1]
    assert json_of(json.dumps(game))["agrees"] is True
    game["result"]["winner"] = 2
    assert "winner 西 W" in json_of(json.dumps(game))["error"]["message"]


def test_a_word_that_names_no_fan_is_told() -> None:
    text = DEAL.replace("老少副*1", "双双双*1")
    found = json_of(text)
    assert (found["agrees"], found["same_fans"]) == (True, False)
    assert found["notes"] == ["names no fan: 双双双"]
    assert "names no fan: 双双双" in DealRenderer(Look(Lang.EN), "").row(only(text))


def test_no_control_character_of_a_record_reaches_the_terminal() -> None:
    bell = DEAL.replace(REAL[0][0], "Match a\x1b[31m\x9b\u202eb").replace("老少副*1", "x\x07y*1")
    for text in (bell, bell.replace("Fan 9", "Fan 10"), bell.replace("Wind 1", "Wind 9")):
        for result in played(text):
            for look in (LOOKS[0], LOOKS[3]):
                rows = [[DealRenderer(look, "").row(result)]]
                said = "".join(output_chunks(rows, look, titles(look), 10))
                assert r"a\x1b[31m\x9b\u202eb" in said
                assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", said)
            for look in (LOOKS[1], Look(Lang.EN, "tsv")):
                said = DealRenderer(look, "").row(result)
                assert "a\x1b[31m\x9b\u202eb" in said  # a file gets the id as it is
                rest = said.partition("\u202eb")[2]
                assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", rest)


def test_fans_are_named_in_the_language_asked_for() -> None:
    result = only(DEAL.replace("Fan 9", "Fan 13").replace("老少副*1", "连六*2"))
    row = DealRenderer(Look(Lang.EN), "").row(result)
    for said in (error_message(result, Look(Lang.EN), ""), row):
        assert "Half Flush; Dragon Pung; Short Straight*2" in said
    assert "混一色 箭刻 连六*2" in error_message(result, Look(Lang.ZH), "")


def test_the_tile_just_taken_must_have_been_taken() -> None:
    text = (EXAMPLES / "duplicate.pmn").read_text(encoding="utf-8")
    board = text[: text.index("[Event", 1)].replace("P2w3D2w4", "P2w3D2z1")
    assert refused(only(board)) == ("illegal-act", "nothing-drawn", 15)
    assert json_of(board)["error"] | {"message": ""} == {
        "code": "illegal-act", "line": 15, "message": "", "column": 28, "length": 4, "act": 6,
    }  # fmt: skip


def test_a_win_below_the_minimum_is_a_foul() -> None:
    hands = {
        0: "W1 W2 W3 W4 W5 W6 B7 B8 B9 T1 T1 T2 T3",
        1: "W7 B2 B3 B4 B5 B6 B1 B1 T9 T1 F3 F1 F1",
    }
    hands |= {3: "W1 W2 W3 W4 W5 W6 W7 W8 W9 F4 F4 F4 F3"}
    acts = ("0 Draw F2", "0 Play F2", "1 Draw T4", "1 Play T4", "0 Hu T4")
    found = json_of(deal(*acts, "Fan 3 平和*1", "Score 27 -11 -8 -8", hands=hands))
    assert (found["result"], found["agrees"], found["player"]) == ("foul", False, 0)
    assert found["total"] < 8
    assert json_of(deal(*acts, "Score -30 10 10 10", hands=hands))["agrees"] is True


def test_pmn_has_its_own_numbers_of_fans() -> None:
    assert [fan_name(number) for number in ("1", "47", "49", "53", "54", "81", "82")] == [
        "大四喜", "抢杠和", "碰碰和", "全求人", "双箭刻", "花牌", "明暗杠",
    ]  # fmt: skip
    assert fan_name("双双双") == "双双双"
    assert len([name for name in recorded_fan_names() if name.isdecimal()]) == 82


@pytest.mark.parametrize("name", ["botzone.log", "duplicate.pmn", "games.jsonl"])
def test_the_examples_agree(name: str) -> None:
    for result in played((EXAMPLES / name).read_bytes()):
        assert result.replayed is not None
        assert result.replayed.agrees
        said_everywhere(result)


# -- the last tile --------------------------------------------------------------------------------


def to_the_last_tile(wall: str, *end: list[object], spare: int = 0) -> str:
    """A deal in which everybody discards what he draws, up to the last 9s; then how it ends.

    South waits for 9s, with ``spare`` draws left out before it.
    """
    ready = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "1p", "9s"]
    rest = [tile.code for tile in mjcalc.Tile for _ in range(4)]
    for tile in [*ready, "9s"]:
        rest.remove(tile)
    Random(5).shuffle(rest)
    hands = [rest[:13], ready, rest[13:26], rest[26:39]]
    acts: list[list[object]] = []
    for at, tile in enumerate([*rest[39:], "9s"][spare:]):
        acts += [[at % 4, "draw", tile], [at % 4, "discard", tile]]
    game = {"round": "E", "wall": wall, "deal": hands, "actions": [*acts, *end], "result": None}
    return json.dumps(game)


@pytest.mark.parametrize(("wall", "last"), [("duplicate-34", True), ("duplicate", False)])
def test_the_last_discard(wall: str, last: bool) -> None:
    result = only(to_the_last_tile(wall, [1, "win", "9s"]))
    assert result.replayed is not None
    score = result.replayed.wins[0].score
    assert score.hand.win.last is last
    assert ("海底捞月" in [fan.zh for fan, _ in score.counts]) is last


def test_the_last_discard_of_a_common_wall() -> None:
    # Without flowers a common wall has the 84 tiles of four own walls.
    result = only(to_the_last_tile("common-144", [1, "win", "9s"]))
    assert result.replayed is not None
    assert result.replayed.wins[0].score.hand.win.last


LAST = [
    ([0, "peng", "9s"], "claims-last-tile"),
    ([1, "kong", "9s"], "claims-last-tile"),
    ([0, "chi", "789s"], "claims-last-tile"),
]


@pytest.mark.parametrize(("claim", "key"), LAST)
@pytest.mark.parametrize("wall", ["duplicate-34", "common-144", "duplicate"])
def test_the_last_tile_can_only_be_won_on(wall: str, claim: list[object], key: str) -> None:
    result = only(to_the_last_tile(wall, claim, [0, "discard", "1m"], [1, "win", "1m"]))
    assert result.error is not None
    keys = [defect.key for defect in result.error.defects]
    assert result.error.code == "illegal-claim"
    assert (key in keys) == (wall != "duplicate")
    said_everywhere(result)


def refusal(play: Play, verb: Verb, seat: Wind, tile: Tile) -> str | None:
    """Why an act is refused on a table as it is."""
    try:
        deepcopy(play).apply(Act(verb, seat, (tile,), RecordPlace(1)))
    except (IllegalAct, IllegalClaim) as error:
        return error.defects[-1].key
    return None


@pytest.mark.parametrize("left", [0, 1])
def test_no_kong_without_a_tile_to_replace_it(left: int) -> None:
    hands = {0: "W9 W9 W9 W4 W5 W6 W7 W8 F2 B1 B1 F4 J3", 3: HANDS[3].replace("W9", "J3")}
    hands |= {2: "T2 T3 T4 T5 T6 T7 T8 T9 J1 J1 J2 J2 F2"}
    text = deal("0 Draw W9", "0 Play F4", "Huang", hands=hands)
    (record,) = read_records(io.BytesIO(text.encode()))
    assert isinstance(record, Record)
    play, none = Play(record), "no-replacement"
    for act in record.acts[:5]:
        play.apply(act)
    play.draws[Wind.E] = 21 - left
    assert refusal(play, Verb.CONCEALED_KONG, Wind.E, Tile.M9) == (None if left else none)
    play.apply(record.acts[5])
    play.draws[Wind.N] = 21 - left
    assert refusal(play, Verb.KONG, Wind.N, Tile.Z4) == (None if left else none)
    assert refusal(play, Verb.PUNG, Wind.N, Tile.Z4) is None


@pytest.mark.parametrize("wall", ["duplicate-34", "common-144"])
def test_the_last_draw(wall: str) -> None:
    game = json.loads(to_the_last_tile(wall))
    game["deal"][1], game["deal"][3] = game["deal"][3], game["deal"][1]
    game["actions"][-1] = [3, "win", "9s"]
    result = only(json.dumps(game))
    assert result.replayed is not None
    score = result.replayed.wins[0].score
    assert score.hand.win == mjcalc.Win(self_drawn=True, last=True)
    assert "妙手回春" in [fan.zh for fan, _ in score.counts]


def test_not_the_last_while_the_next_player_has_tiles() -> None:
    result = only(to_the_last_tile("duplicate-34", [1, "win", "9s"], spare=4))
    assert result.replayed is not None
    assert not result.replayed.wins[0].score.hand.win.last
