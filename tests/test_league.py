"""``mjcalc league``: the standing over many sheets."""

from __future__ import annotations

import csv
import io
from itertools import permutations
from pathlib import Path

import pytest

from mjcalc.sheets.game import play
from mjcalc.sheets.league import league
from mjcalc.sheets.reader import read_sheet
from tests.command import Mjcalc, command_line, enter

# Five players in turn: Eve sits out the first game, Dan the second, Anna the third.
SHEETS = {
    "a.game": (
        'rules guobiao\nplayers E=Anna S=Bert W="Carla B" N=Dan\n'
        "deal E from W fans:12\ndeal S tsumo fans:24\ndeal draw\n"
    ),
    "b.game": (
        'rules guobiao\nplayers E=bert S=Eve W="carla  b" N=Anna\n'
        "deal W from E fans:30\nadjust S -5 late\n"
    ),
    "c.game": 'rules guobiao\nplayers E=Bert S=Eve W="Carla B" N=Dan\ndeal draw\n',
}


@pytest.fixture
def mjcalc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Mjcalc:
    """Run commands in a folder that holds the sheets."""
    enter(tmp_path, monkeypatch)
    for name, text in SHEETS.items():
        Path(name).write_text(text, encoding="utf-8")
    return command_line(capsys, monkeypatch, "league")


def test_the_standing_by_table_points_then_total_then_wins(mjcalc: Mjcalc) -> None:
    done = mjcalc("a.game", "b.game", "c.game", "--format", "csv", "--lang", "en")
    assert (done.code, done.err) == (0, "")
    # Table points: a.game Bert 88 4, Anna 4 2, Dan -40 1, Carla B -52 0; b.game Carla B 54 4,
    # Anna -8 2, Eve -13 1, Bert -38 0; c.game 7/4 for each of the four.
    assert done.out.splitlines() == [
        "rank,player,table_points,total,games,deals,wins,self_drawn,dealt_in,best,best_file,best_line",
        "1,Bert,5.75,50,3,5,1,1,1,24,a.game,4",
        "2,Carla B,5.75,2,3,5,1,0,1,30,b.game,3",
        "3,Anna,4,-4,2,4,1,0,0,12,a.game,3",
        "4,Eve,2.75,-13,2,2,0,0,0,,,",
        "5,Dan,2.75,-40,2,4,0,0,0,,,",
    ]


def test_the_order_of_the_files_changes_nothing(mjcalc: Mjcalc) -> None:
    outputs = {mjcalc(*order, "--format", "json").out for order in permutations(SHEETS)}
    assert outputs == {mjcalc(".", "--format", "json").out}


def test_equal_players_share_a_rank() -> None:
    games = {name: play(read_sheet(text)) for name, text in SHEETS.items() if name == "c.game"}
    assert [(row.rank, row.player) for row in league(games).standing] == [
        (1, "Bert"), (1, "Carla B"), (1, "Dan"), (1, "Eve"),
    ]  # fmt: skip


def test_a_row_for_each_player_and_sheet(mjcalc: Mjcalc) -> None:
    out = mjcalc(".", "--format", "csv", "--table", "sheets").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 12
    assert [
        row["total"] for row in rows if row["file"] == "a.game" and row["player"] == "Anna"
    ] == ["4"]
    assert sum(int(row["total"]) for row in rows) == -5


def test_a_table_that_does_not_sum_to_zero_says_why(mjcalc: Mjcalc) -> None:
    done = mjcalc("a.game", "b.game", "--lang", "en")
    assert done.out.endswith(
        "b.game: the totals sum to -5, not to zero: -5 by the adjustment in line 4\n"
    )
    assert mjcalc("a.game", "--lang", "en").out.endswith("every table sums to zero\n")


def test_an_absent_player_has_an_empty_cell(mjcalc: Mjcalc) -> None:
    table = mjcalc("a.game", "b.game", "--lang", "en").out.split("by sheet\n\n")[1]
    assert table.splitlines()[:4] == [
        "sheet      Bert    Carla B    Anna    Eve    Dan",
        "-------  ------  ---------  ------  -----  -----",
        "a.game        4          0       2             1",
        "b.game        0          4       2      1",
    ]


def test_every_defect_of_every_sheet_is_reported(mjcalc: Mjcalc) -> None:
    Path("bad.game").write_text("rules guobiao\nplayers E=A\ndeal X\n", encoding="utf-8")
    done = mjcalc("nix.game", "bad.game", "a.game", "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert "cannot open nix.game" in done.err
    assert "mjcalc: bad.game: line 3, column" in done.err


def test_every_player_needs_a_name(mjcalc: Mjcalc) -> None:
    Path("a.game").write_text("rules guobiao\nplayers E=A S=B\ndeal draw\n", encoding="utf-8")
    done = mjcalc("a.game", "b.game", "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert "a.game: " in done.err
    assert "has no name; complete the line players" in done.err


def test_rules_that_pay_in_different_ways_are_not_ranked_together(mjcalc: Mjcalc) -> None:
    Path("h.game").write_text(
        "rules huopin\nvenue 8fan\nroom 200\nfee 20\nplayers E=A S=B W=C N=D\ndeal dealer:E draw\n",
        encoding="utf-8",
    )
    done = mjcalc("a.game", "h.game", "--lang", "en")
    assert done.code == 2
    assert "h.game is under huopin and a.game under guobiao" in done.err


def test_keep_going_counts_the_good_deals(mjcalc: Mjcalc) -> None:
    Path("a.game").write_text(SHEETS["a.game"] + "deal E from E fans:9\n", encoding="utf-8")
    assert mjcalc("a.game").code == 2
    done = mjcalc("a.game", "--keep-going", "--format", "json")
    assert (done.code, done.value["sheets"][0]["deals"]) == (1, 3)


def test_a_folder_without_sheets_and_a_file_named_twice(mjcalc: Mjcalc) -> None:
    Path("empty").mkdir()
    assert mjcalc("empty", "--lang", "en").code == 2
    done = mjcalc("a.game", ".", "--lang", "en", "--format", "json")
    assert done.err == "a.game was named before, so it counts once\n"
    assert len(done.value["sheets"]) == 3
