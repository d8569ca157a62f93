"""``replay`` of several files, in several processes, and its statistics."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import mjcalc
from mjcalc.batch import replays
from mjcalc.batch.replays import DealRow, replayed_rows
from mjcalc.batch.workers import Workers
from mjcalc.records.replay import DealReport
from tests.command import Mjcalc, command_line

EXAMPLES = Path(__file__).parent.parent / "examples"
BOTZONE, JUDGE, PMN, LINES = (
    str(EXAMPLES / name) for name in ("botzone.log", "judge.json", "duplicate.pmn", "games.jsonl")
)
DISPUTED = str(EXAMPLES / "disputed.log")


@pytest.fixture
def mjcalc_replay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Mjcalc:
    return command_line(capsys, monkeypatch, "replay")


def many(tmp_path: Path) -> str:
    """A file of two hundred deals, one of them illegal."""
    text = Path(BOTZONE).read_text(encoding="utf-8") * 66 + Path(DISPUTED).read_text(
        encoding="utf-8"
    )
    path = tmp_path / "many.log"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("format", ["jsonl", "csv", "table"])
def test_several_processes_write_the_same(
    mjcalc_replay: Mjcalc, tmp_path: Path, format: str
) -> None:
    path = many(tmp_path)
    alone = mjcalc_replay(path, PMN, LINES, JUDGE, "--format", format, "-q")
    assert mjcalc_replay(path, PMN, LINES, JUDGE, "--format", format, "-q", "--jobs", "2") == alone
    assert alone.code == 1
    assert mjcalc_replay(path, "--summary", "--jobs", "2", "--format", "json", "-q").out == (
        mjcalc_replay(path, "--summary", "--format", "json", "-q").out
    )


def test_rows_of_several_files_name_their_file(mjcalc_replay: Mjcalc) -> None:
    rows = mjcalc_replay(BOTZONE, JUDGE, "--format", "json").value
    assert [row["file"] for row in rows] == [BOTZONE] * 3 + [JUDGE]
    table = mjcalc_replay(BOTZONE, JUDGE, "--format", "csv", "-q").out.splitlines()
    assert table[0].startswith("file,line,id,")
    assert table[4].startswith(f"{JUDGE},1,")
    assert "file" not in mjcalc_replay(BOTZONE, "--format", "json").value[0]


def test_a_file_that_cannot_be_read_stops_the_run(mjcalc_replay: Mjcalc) -> None:
    done = mjcalc_replay(BOTZONE, "nix.log", "--lang", "en", "-q")
    assert done.code == 2
    assert "cannot open nix.log" in done.err


def test_the_statistics_of_some_deals(mjcalc_replay: Mjcalc) -> None:
    value = mjcalc_replay(BOTZONE, JUDGE, "--summary", "--format", "json").value
    fans = {fan["zh"]: fan["count"] for fan in value.pop("fans")}
    assert value == {
        "schema": 1, "deals": 4, "wins": 4, "self_drawn": 1, "draws": 0, "fouls": 0,
        "mean_total": 10.25,
        "seats": {
            "E": {"wins": 2, "dealt_in": 0, "score": 46},
            "S": {"wins": 1, "dealt_in": 0, "score": 0},
            "W": {"wins": 0, "dealt_in": 1, "score": -50},
            "N": {"wins": 1, "dealt_in": 2, "score": 4},
        },
    }  # fmt: skip
    assert (fans["喜相逢"], fans["全带幺"], fans["自摸"]) == (5, 2, 1)
    english = mjcalc_replay(BOTZONE, JUDGE, "--summary", "--lang", "en", "-q").out
    assert english.startswith(
        "deals: 4\nwins: 4\nself-drawn: 1\ndraws: 0\nfouls: 0\nmean total: 10.25\n"
    )
    assert "E        2         0     46\n" in english


def test_what_a_dead_worker_had_is_done_in_the_main_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Dying(ThreadPoolExecutor):
        """Its second task, and all that follow, find the pool broken."""

        tasks = 0

        def submit(self, *task: Any, **named: Any) -> Future[Any]:
            self.tasks += 1
            if self.tasks > 2:
                raise BrokenProcessPool
            if self.tasks == 2:
                broken: Future[Any] = Future()
                broken.set_exception(BrokenProcessPool())
                return broken
            return super().submit(*task, **named)

    def end(executor: Executor) -> None:
        executor.shutdown()

    def dying(count: int) -> Workers:
        return Workers(lambda directory: Dying(count), count, end, lambda: None)

    monkeypatch.setattr(replays, "local_processes", dying)
    monkeypatch.setattr(replays, "DEALS_A_CHUNK", 1)

    def render(report: DealReport) -> DealRow:
        return DealRow(str(report.id), report.format)

    def rows(jobs: int) -> Iterator[tuple[list[DealRow], bool]]:
        stream = io.BytesIO(Path(BOTZONE).read_bytes())
        for chunk in replayed_rows(stream, {}, render, jobs):
            yield chunk.rows, chunk.worker_died

    assert [died for _, died in rows(2)] == [False, True, True]
    assert [found for found, _ in rows(2)] == [found for found, _ in rows(1)]


def test_statistics_merge_to_those_of_all() -> None:
    from mjcalc.records.statistics import RecordStatistics

    with Path(BOTZONE).open("rb") as file:
        deals = [mjcalc.replay(record) for record in mjcalc.read_records(file)]
    whole, parts = RecordStatistics(), RecordStatistics()
    for deal in deals:
        whole.add(deal)
        one = RecordStatistics()
        one.add(deal)
        parts.merge(one)
    assert parts == whole
    assert whole.mean_total == 10
