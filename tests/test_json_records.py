"""Records in JSON: Botzone's judge log and 雀渣's, each read, replayed and compared."""

from __future__ import annotations

import base64
import io
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import mjcalc
from mjcalc.records import tziakcha
from mjcalc.records.botzone import LOG_TILES
from mjcalc.records.record import Act, Record, Verb
from tests.command import command_line

EXAMPLES = Path(__file__).parent.parent / "examples"
SHARED = Path(__file__).parents[2] / "shared" / "data" / "records"
JUDGE: list[dict[str, Any]] = json.loads((EXAMPLES / "judge.json").read_text(encoding="utf-8"))
STORED: dict[str, str] = json.loads((EXAMPLES / "tziakcha.json").read_text(encoding="utf-8"))
STEP: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(STORED["script"])))
NAMES = {tile: name for name, tile in LOG_TILES.items()}


def deals(text: str | bytes) -> list[Record | mjcalc.Unread]:
    content = text.encode() if isinstance(text, str) else text
    return list(mjcalc.read_records(io.BytesIO(content)))


def replayed(value: object) -> mjcalc.Replayed:
    (deal,) = deals(json.dumps(value))
    return mjcalc.replay(deal)


def error_key(value: object) -> str:
    """The key of what is wrong with a record that cannot be read or is not legal."""
    (deal,) = deals(json.dumps(value))
    with pytest.raises(mjcalc.MjcalcError) as refused:
        mjcalc.replay(deal)
    return refused.value.defects[0].key


def changed(value: Any, change: Callable[[Any], object]) -> Any:
    copy = json.loads(json.dumps(value))
    change(copy)
    return copy


# --- Botzone's judge log ------------------------------------------------------------------------


def test_a_judge_log_agrees_with_its_result() -> None:
    deal = replayed(JUDGE)
    assert (deal.record.format, deal.record.round.name) == ("judge", "W")
    assert (deal.agrees, deal.same_fans) == (True, True)
    assert (deal.wins[0].score.total, deal.scores) == (11, (35, -8, -8, -19))


class LogWriter:
    """Writes a deal as a judge log, with the requests and the answers that it needs."""

    def __init__(self, record: Record) -> None:
        self.log: list[dict[str, Any]] = []
        self._request({str(seat): f"0 {seat} {record.round.value}" for seat in range(4)})
        dealt = {str(act.seat.value): f"1 0 0 0 0 {written(act)}" for act in record.acts[:4]}
        self._request(dealt)
        for act, after in pairwise([*record.acts[4:], record.acts[-1]]):
            self._act(act, after)
        assert record.said.scores is not None
        scores = {str(seat): score for seat, score in enumerate(record.said.scores)}
        self._request(scores, "finish")

    def _request(self, content: dict[str, Any], command: str = "request") -> None:
        self.log.append({"output": {"command": command, "content": content}})

    def _to_all(self, text: str) -> None:
        self._request(dict.fromkeys("0123", text))

    def _act(self, act: Act, after: Act) -> None:
        seat, tiles = act.seat.value, written(act)
        if act.verb is Verb.DRAW:
            content = dict.fromkeys("0123", f"3 {seat} DRAW") | {str(seat): f"2 {tiles}"}
            self._request(content)
        elif act.verb in (Verb.CHOW, Verb.PUNG):
            word = f"CHI {tiles.split()[1]}" if act.verb is Verb.CHOW else "PENG"
            self._to_all(f"3 {seat} {word} {written(after)}")
        elif act.verb in (Verb.KONG, Verb.CONCEALED_KONG):
            self.log.append({str(seat): {"response": f"GANG {tiles}"}})
            self._to_all(f"3 {seat} GANG")
        elif act.verb is Verb.WIN:
            self.log.append({str(seat): {"response": "HU"}})
        elif act.verb is Verb.ADDED_KONG:
            self._to_all(f"3 {seat} BUGANG {tiles}")
        elif act.verb is Verb.DISCARD and not self._is_named(seat):
            self._to_all(f"3 {seat} PLAY {tiles}")

    def _is_named(self, seat: int) -> bool:
        """Whether the last request was a claim of this player, which names the discard too."""
        text: str = self.log[-1].get("output", {}).get("content", {}).get("0", "")
        return text.startswith((f"3 {seat} CHI", f"3 {seat} PENG"))


def written(act: Act) -> str:
    return " ".join(NAMES[tile] for tile in act.tiles if isinstance(tile, mjcalc.Tile))


def botzone_records() -> list[Record]:
    records = []
    for path in (EXAMPLES / "botzone.log", SHARED / "botzone-sample.txt"):
        if path.exists():
            for deal in deals(path.read_bytes()):
                assert isinstance(deal, Record)
                records.append(deal)
    return records


@pytest.mark.parametrize("record", botzone_records(), ids=lambda record: str(record.id))
def test_a_deal_is_the_same_as_text_and_as_judge_log(record: Record) -> None:
    known, found = mjcalc.replay(record), replayed(LogWriter(record).log)
    acts = [(act.verb, act.seat, act.tiles) for act in known.record.acts]
    assert [(act.verb, act.seat, act.tiles) for act in found.record.acts][: len(acts) - 1] == acts[
        :-1
    ]
    assert found.scores == known.scores
    assert [win.score.total for win in found.wins] == [win.score.total for win in known.wins]
    assert found.agrees


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda log: log.pop(), "record-unfinished"),
        (lambda log: log[0]["output"]["content"].update({"0": "0 0 9"}), "record-field"),
        (lambda log: log[2]["output"]["content"].update({"1": 7}), "record-field"),
        (lambda log: log[2]["output"]["content"].update({"1": "1 0 0 0 0 W3"}), "deal-count"),
        (lambda log: log[6]["output"].update(content=[]), "record-field"),
        (lambda log: log[6]["output"]["content"].update({"0": "3 0 PLAY X2"}), "record-field"),
        (lambda log: log[6]["output"]["content"].update({"0": "3 0 PLAY J3"}), "not-in-hand"),
        (lambda log: log[8]["output"]["content"].update({"0": "3 2 PENG W8"}), "tiles-not-held"),
        (lambda log: log[-1]["output"]["content"].update({"0": "x"}), "record-field"),
        (lambda log: log[-1]["output"]["display"].update(fan=3), "record-field"),
        (lambda log: log.insert(3, 7), "record-field"),
    ],
)
def test_a_judge_log_that_is_wrong_names_what_is_wrong(
    change: Callable[[Any], object], key: str
) -> None:
    assert error_key(changed(JUDGE, change)) == key


def test_a_judge_log_that_differs_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = changed(JUDGE, lambda log: log[-1]["output"]["display"].update(fanCnt=12))
    path = tmp_path / "log.json"
    path.write_text(json.dumps(other), encoding="utf-8")
    done = command_line(capsys, monkeypatch, "replay", str(path), "--format", "jsonl")()
    assert done.code == 1
    assert done.value["error"]["code"] == "record-differs"
    assert done.value["recorded"]["total"] == 12


# --- 雀渣 -----------------------------------------------------------------------------------------


def test_a_stored_deal_agrees_with_its_result() -> None:
    deal = replayed(STORED)
    assert (deal.record.format, deal.record.id) == ("tziakcha", "r01")
    assert (deal.agrees, deal.same_fans) == (True, True)
    assert (deal.wins[0].score.total, deal.wins[0].score.flowers) == (30, 2)


def test_the_step_alone_in_a_session_and_on_several_lines_is_the_same() -> None:
    alone = replayed(STEP)
    session = {"session": {"id": "x"}, "records": [{"id": "a", "step": STEP}, STORED]}
    for text in (json.dumps(session), json.dumps(session, indent=2)):
        found = deals(text)
        assert [deal.id for deal in found] == ["a", "r01"]
        assert [mjcalc.replay(deal).scores for deal in found] == [alone.scores] * 2
    assert len(deals(f"{json.dumps(STORED)}\n{json.dumps(STEP)}\n")) == 2


def test_a_real_session_agrees() -> None:
    path = SHARED / "tziakcha-session.json"
    if not path.exists():
        pytest.skip("the session is not here")
    found = [mjcalc.replay(deal) for deal in deals(path.read_bytes())]
    assert [(deal.agrees, deal.same_fans) for deal in found] == [(True, True)] * 8


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda step: step.update(i=16), "record-field"),
        (lambda step: step.update(w="00"), "record-field"),
        (lambda step: step.update(w="zz" * 144), "record-field"),
        (lambda step: step.update(w="ff" * 144), "record-field"),
        (lambda step: step.update(w="00" * 144), "fifth-copy"),
        (lambda step: step.update(d="x"), "record-field"),
        (lambda step: step.update(a=None), "record-field"),
        (lambda step: step["a"].insert(0, [1]), "record-field"),
        (lambda step: step["a"].insert(0, [1, 10**12, 0]), "record-field"),
        (lambda step: step["a"].insert(0, [3, 0x40, 0]), "record-field"),
        (lambda step: step.update(s=[1, 2]), "record-field"),
        (lambda step: step.update(y=[]), "record-field"),
        (lambda step: step["y"][0].update(t={"1": "x"}), "record-field"),
        (lambda step: step["a"].pop(), "ends-in-turn"),
    ],
)
def test_a_step_that_is_wrong_names_what_is_wrong(
    change: Callable[[Any], object], key: str
) -> None:
    assert error_key(changed(STEP, change)) == key


@pytest.mark.parametrize(
    ("script", "key"),
    [
        ("!!!", "record-script"),
        (STORED["script"][:-40], "record-script"),
        (base64.b64encode(b"no zlib").decode(), "record-script"),
        (base64.b64encode(zlib.compress(b"[" * 100_000)).decode(), "record-script"),
        (base64.b64encode(zlib.compress(b"0" * (2 << 20))).decode(), "record-too-large"),
        (base64.b64encode(zlib.compress(b"[1]")).decode(), "record-field"),
    ],
)
def test_a_script_that_cannot_be_unpacked(script: str, key: str) -> None:
    assert error_key({"id": "x", "script": script}) == key


def test_every_number_of_a_fan_has_a_name() -> None:
    names = tziakcha.fan_numbers()
    assert [names[str(number)] for number in (1, 16, 17, 18, 30, 31, 32, 33, 81, 82, 83, 84)] == [
        "大四喜", "一色四步高", "一色四步高", "三杠", "三色双龙会", "一色三步高", "一色三步高",
        "全带五", "单钓将", "自摸", "花牌", "明暗杠",
    ]  # fmt: skip


# --- anything -----------------------------------------------------------------------------------

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda children: (
        st.lists(children, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["id", "script", "step", "records", "output", "content", "w", "a", "y", "0"]
            ),
            children,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(JSON_VALUES, st.integers(min_value=0), st.sampled_from(["judge", "step"]))
def test_no_value_in_a_record_raises_anything_but_our_errors(
    value: Any, place: int, kind: str
) -> None:
    def put(target: Any) -> None:
        if isinstance(target, list):
            target[place % len(target)] = value
        else:
            target[sorted(target)[place % len(target)]] = value

    for text in (json.dumps(changed({"judge": JUDGE, "step": STEP}[kind], put)), json.dumps(value)):
        for deal in deals(text):
            with suppress(mjcalc.MjcalcError):
                mjcalc.replay(deal)


def acts_of(record: Record, verb: Verb) -> list[Act]:
    return [act for act in record.acts if act.verb is verb]


def test_a_claim_that_was_overruled_is_checked() -> None:
    """A player who claimed a pung that another won on is in the answers, not in the requests."""
    log = changed(JUDGE, lambda log: log[-2].update({"2": {"response": "PENG W1"}}))
    deal = replayed(log)
    assert [act.verb for act in acts_of(deal.record, Verb.WIN)[0].ignored] == [Verb.PUNG]
