"""Files that are blank, broken, endless or far too deep: nothing lost, nothing swollen."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from mjcalc.batch.job import Columns
from mjcalc.records.reader import read_records
from mjcalc.records.record import MOST_LINES, Record, Unread
from mjcalc.report.rows import header
from mjcalc.report.tables import separated
from tests.command import Mjcalc, Result, enter, run_command

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
PYTHON = (sys.executable, "-m", "mjcalc")
ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    "MJCALC_LANG": "en",
}
HAND = "123m456p789s EEE 55z +win:5z tsumo"
BLANKS = (
    "\u3000", "\xa0", "\x0c", "\x85", "\x1c", "\x1d", "\x1e", "\x1f", "\x0b", "\u2028", "\u200b",
    "\ufeff", "\u061c", "\u3164", " \t\u2009\u200d\ufeff",
)  # fmt: skip


@pytest.fixture
def mjcalc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Mjcalc:
    """Runs a command on a file of this text, which is ``input`` in an empty directory."""
    enter(tmp_path, monkeypatch)
    monkeypatch.setenv("MJCALC_LANG", "en")

    def run(command: str, text: str | bytes, *args: str) -> Result:
        data = text.encode() if isinstance(text, str) else text
        Path("input").write_bytes(data)
        if command == "score":
            stdin = io.StringIO(data.decode("utf-8", "replace"), newline=None)
            monkeypatch.setattr("sys.stdin", stdin)
        path = "-" if command == "score" else "input"
        return run_command([command, path, *args], capsys)

    return run


def rows(out: str) -> list[list[str]]:
    """The rows of a CSV as another program reads them, without the header."""
    return list(csv.reader(io.StringIO(out, newline="")))[1:]


# --- blank lines --------------------------------------------------------------------------------


def test_white_space_is_what_unicode_calls_so() -> None:
    from mjcalc.notation.lines import INVISIBLE, WHITE_SPACE, is_blank

    known = {chr(code) for code in range(0x110000) if chr(code).isspace()}
    assert set(WHITE_SPACE) == known
    assert all(map(is_blank, known | INVISIBLE))
    assert not is_blank("\x1b")
    assert not is_blank("\0")


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("name", ["botzone.log", "duplicate.pmn", "games.jsonl"])
def test_records_with_blank_lines_are_the_same(mjcalc: Mjcalc, name: str, blank: str) -> None:
    lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
    due = mjcalc("replay", "\n".join(lines), "--format", "jsonl", "-q")
    text = f"{blank}\n" + f"\n{blank}\n".join(lines) + f"\n{blank}"
    done = mjcalc("replay", text, "--format", "jsonl", "-q")
    assert (due.code, done.code) == (0, 0)
    found, expected = ([json.loads(row) for row in one.out.splitlines()] for one in (done, due))
    assert len(found) == len(expected) > 0
    for deal, one in zip(found, expected, strict=True):
        assert deal | {"line": 0} == one | {"line": 0}


@pytest.mark.parametrize("blank", BLANKS)
def test_blank_lines_are_passed_over_everywhere(mjcalc: Mjcalc, blank: str) -> None:
    assert "the file holds no record" in mjcalc("replay", f"{blank}\n{blank}").err
    sheet = (EXAMPLES / "friday.game").read_text(encoding="utf-8")
    due, done = (
        mjcalc("game", f"{line}\n" + sheet.replace("\n", f"\n{line}\n")) for line in ("", blank)
    )
    assert done == due
    assert due.code == 0
    answered = mjcalc("score", f"{blank}\n{HAND}\n{blank}\n", "-q")
    assert (answered.code, answered.out.count("Total"), answered.err) == (0, 1, "")
    done = mjcalc("batch", f"{blank}\n{HAND}\n{blank}\n", "--format", "csv", "-q")
    assert [row[0] for row in rows(done.out)] == ["2"]
    text = f"{blank}\n{blank}\nhand,n\n{blank}\n{HAND},1\n{blank}\n"
    done = mjcalc("batch", text, "--column", "hand", "--format", "csv", "-q")
    assert [(row[0], row[2], row[9]) for row in rows(done.out)] == [("5", "25", "1")]


def test_lines_of_blanks_may_be_as_long_as_they_like(mjcalc: Mjcalc) -> None:
    blank = "\u3000" * 12_000
    assert mjcalc("game", f"{blank}\nrules guobiao\ndeal draw\n").code == 0
    assert mjcalc("batch", f"{blank}\n{HAND}\n", "-q").code == 0


@pytest.mark.parametrize("first", ["", "Match x\nWind 0\n", '[Event "x"]\n', '{"id":1}\n'])
def test_what_follows_very_many_blanks_is_not_dropped(mjcalc: Mjcalc, first: str) -> None:
    done = mjcalc("replay", f"{first}{' ' * 100_000}something\n")
    assert done.code == 2
    assert "more than 65536 characters in one line" in done.err
    for command in ("score", "batch"):
        done = mjcalc(command, f"{' ' * 100_000}{HAND}\n")
        assert done.code == (2 if command == "score" else 1)
        assert "characters in one line" in done.err


def test_a_line_that_is_no_text_is_never_blank(mjcalc: Mjcalc) -> None:
    done = mjcalc("batch", b"\xff" * 100_000 + b"\n", "--format", "csv")
    assert (done.code, len(rows(done.out))) == (1, 1)


# --- carriage returns and columns ---------------------------------------------------------------

CELL = st.text(alphabet='a",\r\n\t 东', max_size=6)


@given(st.lists(st.lists(CELL, min_size=2, max_size=3), max_size=3))
@settings(deadline=None)
def test_csv_is_read_back_as_it_was(table: list[list[str]]) -> None:
    assert list(csv.reader(io.StringIO(separated(table, "csv"), newline=""))) == table


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_carriage_return_in_a_cell_is_no_end_of_a_row(mjcalc: Mjcalc, ending: str) -> None:
    text = f"a\rb\t{HAND}{ending}c\rd\t1m\r2m{ending}"
    done = mjcalc("batch", text, "--format", "csv", "-q")
    assert [row[:2] for row in rows(done.out)] == [["1", "a\rb"], ["2", "c\rd"]]
    cells = [[HAND, "a\rb", '"x\ry'], [HAND, "\r", "b"], ["1m\r2m", "c\rd", "e"]]
    table = io.StringIO()
    csv.writer(table, lineterminator=ending).writerows([["hand", "n\rm", "o"], *cells])
    done = mjcalc("batch", table.getvalue(), "--column", "hand", "--format", "csv", "-q")
    assert next(csv.reader(io.StringIO(done.out, newline="")))[9:] == ["n\rm", "o"]
    assert [row[9:] for row in rows(done.out)] == [row[1:] for row in cells]
    assert [row[2] for row in rows(done.out)] == ["25", "25", ""]


def test_quotes_beside_a_carriage_return_are_read() -> None:
    columns = Columns.of('hand,"a\rb",c', "hand")
    assert columns.others == ("a\rb", "c")
    assert columns.entry(f'"{HAND}",x\ry,"p,\r""q"""').text == HAND
    assert columns.entry(f'"{HAND}",x\ry,"p,\r""q"""').others == ("x\ry", 'p,\r"q"')


def test_a_replay_quotes_a_carriage_return_of_an_id(mjcalc: Mjcalc) -> None:
    deal = (EXAMPLES / "games.jsonl").read_text(encoding="utf-8").splitlines()[0]
    text = json.dumps(json.loads(deal) | {"id": "a\rb\nc"})
    done = mjcalc("replay", text, "--format", "csv", "-q")
    assert [row[1] for row in rows(done.out)] == ["a\rb\nc"]


def test_two_columns_of_the_name_asked_for_are_refused(mjcalc: Mjcalc) -> None:
    done = mjcalc("batch", f"hand,n,hand\n{HAND},1,{HAND}\n", "--column", "hand")
    assert (done.code, done.out) == (2, "")
    assert 'the header has 2 columns "hand"' in done.err
    assert mjcalc("batch", f"hand,n,n\n{HAND},1,2\n", "--column", "hand", "-q").code == 0


@pytest.mark.parametrize(
    ("others", "titles"),
    [
        (("line", "line_in"), ["line_in_in", "line_in"]),
        (("line_in", "line"), ["line_in", "line_in_in"]),
        (("id", "id"), ["id_in", "id_in_in"]),
        (("total", "fans", "who"), ["total_in", "fans_in", "who"]),
    ],
)
def test_no_two_titles_are_made_alike(others: tuple[str, ...], titles: list[str]) -> None:
    assert header(others)[9:] == titles


# --- limits -------------------------------------------------------------------------------------


def test_the_header_is_bounded_and_says_so(mjcalc: Mjcalc) -> None:
    for data in (b"a" * 100_000, b"hand," + b"a" * 65_536 + b"\n", b" " * 100_000):
        done = mjcalc("batch", data, "--column", "hand")
        assert (done.code, done.out) == (2, "")
        assert "the header is longer than 65536 bytes" in done.err
        assert len(done.err) < 200
    names = ",".join(f"{number} {'x' * 100}" for number in range(500))
    done = mjcalc("batch", f"{names}\n", "--column", "y" * 100)
    assert done.err.startswith(f'mjcalc: the header has no column "{"y" * 40}…": there are 0 xxx')
    assert done.err.endswith(f"19 {'x' * 37}…, 480 more\n")


@pytest.mark.parametrize(
    ("header", "fault"),
    [
        (b"hand,n\xff", "the header is not UTF-8 but probably latin-1: "),
        ("手牌,hand".encode("gb18030"), "the header is not UTF-8 but probably gb18030: "),
        (b'hand,"n\nm"', "a quote in the header is not closed: "),
        (b'"hand\r', "a quote in the header is not closed: "),
    ],
)
def test_a_header_that_cannot_be_read_is_an_error(
    header: bytes, fault: str, mjcalc: Mjcalc
) -> None:
    done = mjcalc("batch", header + b"\n" + HAND.encode() + b",1\n", "--column", "hand")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"mjcalc: {fault}")


def test_quotes_in_a_header_of_tabs_are_text(mjcalc: Mjcalc) -> None:
    done = mjcalc("batch", f'hand\t"n\n{HAND}\t1\n', "--column", "hand", "-q")
    assert done.code == 0
    assert done.out.splitlines()[0].endswith('\t"n')


def test_a_row_that_was_cut_is_not_scored(mjcalc: Mjcalc) -> None:
    text = f"hand,n\n{HAND},{'n' * 70_000}\n{HAND},{'东' * 30_000}\n{HAND},{'n' * 60_000}\n"
    done = mjcalc("batch", text, "--column", "hand", "--format", "csv", "-q")
    assert [row[2] for row in rows(done.out)] == ["", "", "25"]
    assert "more than 65534 bytes in one row" in rows(done.out)[0][8]
    for cut in range(65_520, 65_550):
        line = f"{HAND},{'n' * (cut - len(HAND) - 1)}"
        (row,) = rows(
            mjcalc("batch", f"hand,n\n{line}\r\n", "--column", "hand", "--format", "csv").out
        )
        assert (row[2] == "25") == (cut <= 65_534)
        assert row[2] == "" or len(row[9]) == cut - len(HAND) - 1


def test_ids_are_bounded(mjcalc: Mjcalc) -> None:
    for id in ("a" * 1001, "东" * 1001):
        (row,) = rows(mjcalc("batch", f"{id}\t{HAND}\n", "--format", "csv").out)
        assert row[:3] == ["1", id, ""]
        assert "the id is longer than 1000 characters" in row[8]
        (row,) = rows(mjcalc("batch", f"{id[1:]}\t{HAND}\n", "--format", "csv").out)
        assert row[:3] == ["1", id[1:], "25"]
    deals = {
        "botzone.log": ("Match ", f"Match {'a' * 1000}"),
        "duplicate.pmn": ('[Board "', f'[Board "{"a" * 1000}'),
        "games.jsonl": ('"id":"', f'"id":"{"a" * 1000}'),
    }
    for name, (old, new) in deals.items():
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        done = mjcalc("replay", text.replace(old, new, 1))
        assert done.code == 2
        assert "the id is longer than 1000 characters" in done.err
        assert len(done.out.splitlines()[2]) < 300


def test_a_deal_is_bounded() -> None:
    text = "Match x\nWind 0\n" + f"{'a' * 60_000}\n" * 200 + "Match y\nWind 0\nHuang\n"
    first, second = read_records(io.BytesIO(text.encode()))
    assert isinstance(first, Unread)
    assert first.error.defects[0].key == "record-too-large"
    assert isinstance(second, Record)
    assert MOST_LINES > 200


@pytest.mark.parametrize("deep", [500, 20_000, 60_000])
@pytest.mark.parametrize("closed", [True, False])
def test_json_is_not_nested_without_end(mjcalc: Mjcalc, deep: int, closed: bool) -> None:
    deep = deep // 2 if closed else deep
    value = "[" * deep + "]" * (deep * closed)
    for text in (f'{{"id":{value}}}', f'{{"actions":[[0,{value},1]]}}', f'{{"result":{value}}}'):
        done = mjcalc("replay", text)
        assert done.code == 2
        if deep > 400:
            assert "nested more than 400 deep" in done.err
        assert "fault of mjcalc" not in done.err


def test_brackets_in_a_text_are_no_nesting(mjcalc: Mjcalc) -> None:
    deal = (EXAMPLES / "games.jsonl").read_text(encoding="utf-8").splitlines()[0]
    text = json.dumps(json.loads(deal) | {"id": '\\"' + "[{" * 300})
    assert mjcalc("replay", text, "-q").code == 0


def test_tables_hold_so_much_and_no_more(mjcalc: Mjcalc) -> None:
    text = "hand,n\n" + f"{HAND},{'n' * 50_000}\n" * 3 + f"{HAND},1\n" * 500
    done = mjcalc("batch", text, "--column", "hand", "--format", "table", "-q")
    assert (done.code, done.out) == (2, "")
    assert "table holds at most 8388608 characters: use --format tsv, csv or jsonl" in done.err
    assert mjcalc("batch", text, "--column", "hand", "-q").code == 0


def test_a_sheet_is_bounded(mjcalc: Mjcalc) -> None:
    done = mjcalc("game", b"#" + b"\n" * (1 << 20), "--format", "json")
    assert done.code == 2
    assert "input is larger than 1048576 bytes" in done.err
    assert json.loads(done.out)["error"]["message"].startswith("input is larger than 1048576 bytes")


# --- memory -------------------------------------------------------------------------------------

FLOOD = 200_000_000
MOST = 80_000  # kilobytes more than an empty file


def peak(*args: str, stdin: Path | None = None) -> tuple[int, int]:
    """The exit code of a command, and the most memory it held, in kilobytes."""
    with open(stdin or os.devnull, "rb") as given:
        process = subprocess.Popen(
            [*PYTHON, *args], stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
        )  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_maxrss


@pytest.fixture(scope="module")
def bomb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small .gz of very many zeros."""
    path = tmp_path_factory.mktemp("bomb") / "bomb.gz"
    with gzip.open(path, "wb", 1) as file:
        for _ in range(FLOOD // 1_000_000):
            file.write(bytes(1_000_000))
    return path


@pytest.mark.parametrize(("more", "due"), [((), 1), (("--column", "hand"), 2)])
def test_a_bomb_is_read_in_little_memory(bomb: Path, more: Iterable[str], due: int) -> None:
    empty = bomb.with_name("empty.gz")
    empty.write_bytes(gzip.compress(b""))
    _, least = peak("batch", str(empty), *more)
    code, most = peak("batch", str(bomb), *more)
    assert code == due
    assert most < least + MOST


@pytest.mark.parametrize(
    ("command", "due", "first"),
    [
        ("replay", 2, b""), ("replay", 2, b"{"), ("replay", 2, b"Match x\n"),
        ("game", 2, b""), ("score", 2, b""), ("batch", 1, b""),
    ],
)  # fmt: skip
def test_an_endless_line_is_read_in_little_memory(
    tmp_path: Path, command: str, due: int, first: bytes
) -> None:
    flood, empty = tmp_path / "flood", tmp_path / "empty"
    flood.write_bytes(first)
    os.truncate(flood, FLOOD)
    empty.touch()
    _, least = peak(command, "-", stdin=empty)
    code, most = peak(command, "-", stdin=flood)
    assert code == due
    assert most < least + MOST


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "there is not enough memory for this input"),
        (OSError(12, "Cannot allocate memory"), "there is not enough memory for this input"),
        (RecursionError(), "the input is nested too deep"),
    ],
)
@pytest.mark.parametrize("command", ["score", "batch", "game", "replay"])
def test_an_input_beyond_the_machine_is_an_error_of_the_input(
    mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch, command: str, error: Exception, said: str
) -> None:
    def fail(*args: object, **more: object) -> object:
        raise error

    places = {
        "score": "mjcalc.notation.grammar.quick", "batch": "mjcalc.batch.tasks.score_block",
        "game": "mjcalc.sheets.game.play", "replay": "mjcalc.records.replay.settle",
    }  # fmt: skip
    name = {"game": "friday.game", "replay": "botzone.log"}.get(command, "hands.txt")
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    monkeypatch.setattr(places[command], fail)
    done = mjcalc(command, text)
    assert done.code == 2
    assert said in done.err or "Cannot allocate memory" in done.err
    assert "fault" not in done.err


def test_a_run_without_memory_ends_with_a_line(tmp_path: Path) -> None:
    with open(tmp_path / "hands.txt", "wb") as file:
        file.truncate(1 << 30)
    script = f"ulimit -v 500000; exec {sys.executable} -m mjcalc batch hands.txt --block 1000000000"
    done = subprocess.run(
        ["bash", "-c", f"{script} -q"], capture_output=True, cwd=tmp_path, text=True,
        env=ENVIRONMENT,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("mjcalc: there is not enough memory for this input")
    assert done.stderr.count("\n") == 1


def test_a_note_that_is_nested_too_deep_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text(f"{HAND}\n", encoding="utf-8")
    (tmp_path / "out.part.json").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "out.part").write_text("precious", encoding="utf-8")
    done = subprocess.run(
        [*PYTHON, "batch", "hands.txt", "-o", "out", "--resume"], capture_output=True,
        cwd=tmp_path, text=True, env=ENVIRONMENT,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert (tmp_path / "out.part").read_text(encoding="utf-8") == "precious"
    assert not (tmp_path / "out").exists()
