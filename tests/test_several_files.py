"""Several files where a command reads one: rows and JSON name the file, errors too."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from mjcalc.batch.tasks import TaskResult
from mjcalc.cli.batch_out import Sink
from tests.command import Mjcalc, Result, enter, run_command

HAND = "123m456p789s EEE 55z +win:5z tsumo"
OTHER = "一二三万 四五六饼 七八九条 东东东 中中 +和:中 自摸"


@pytest.fixture
def mjcalc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Mjcalc:
    """Run a command line in a directory with some files of hands."""
    enter(tmp_path, monkeypatch)
    Path("a.txt").write_text(f"{HAND}\nbad\n", encoding="utf-8")
    Path("100% b,c.txt").write_text(f"x1\t{HAND}\n{OTHER}\n", encoding="utf-8")
    Path("c.gz").write_bytes(gzip.compress(f"{OTHER}\n".encode("utf-16")))
    Path("empty").write_bytes(b"")

    def run(*args: str, data: bytes = b"") -> Result:
        stream = SimpleNamespace(
            buffer=io.BufferedReader(io.BytesIO(data)),
            isatty=lambda: False,
            close=lambda: None,
        )
        monkeypatch.setattr(sys, "stdin", stream)
        return run_command([*args, "--lang", "en"], capsys)

    return run


FILES = ("a.txt", "empty", "100% b,c.txt", "-", "c.gz")
PLACES = [
    ["a.txt", "1", ""],
    ["a.txt", "2", ""],
    ["100% b,c.txt", "1", "x1"],
    ["100% b,c.txt", "2", ""],
    ["-", "1", ""],
    ["c.gz", "1", ""],
]


def cells(out: str) -> list[list[str]]:
    return [row.split("\t") for row in out.splitlines()]


def test_rows_of_a_batch_name_their_file(mjcalc: Mjcalc) -> None:
    done = mjcalc("batch", *FILES, data=f"{HAND}\n".encode())
    assert done.code == 1
    header, *rows = cells(done.out)
    assert header[:4] == ["file", "line", "id", "total"]
    assert [row[:3] for row in rows] == PLACES
    assert [row[3] for row in rows] == ["25", "", "25", "25", "25", "25"]
    assert done.err.splitlines()[0].startswith('a.txt:2:1: cannot read "bad"')
    assert done.err.splitlines()[-1].startswith("6 hands: wins 5, failures 1; ")


def test_csv_quotes_the_name_of_a_file(mjcalc: Mjcalc) -> None:
    out = mjcalc("batch", "100% b,c.txt", "a.txt", "--format", "csv", "-q").out
    assert out.splitlines()[1].startswith('"100% b,c.txt",1,x1,25,')


def test_objects_of_a_batch_name_their_file(mjcalc: Mjcalc) -> None:
    done = mjcalc("batch", *FILES, "--format", "jsonl", "-q", data=f"{HAND}\n".encode())
    found = [json.loads(line) for line in done.out.splitlines()]
    assert [[value["file"], str(value["line"]), value["id"] or ""] for value in found] == PLACES
    assert list(found[0])[:3] == ["schema", "file", "line"]
    assert "file" not in json.loads(mjcalc("batch", "c.gz", "--format", "jsonl", "-q").out)


def many(count: int) -> Sequence[str]:
    """Two files of many hands, with ids in some lines, and a bad line at the end of each."""
    for name in ("m", "n"):
        lines = [f"{name}{n}\t{HAND}" if n % 3 else HAND for n in range(count)]
        Path(name).write_text("\n".join([*lines, "bad"]), encoding="utf-8")
    return ("m", "n")


@pytest.mark.parametrize("how", [["--jobs", "2", "--block", "3000"], ["--block", "3000"], []])
def test_rows_are_the_same_however_they_are_made(how: list[str], mjcalc: Mjcalc) -> None:
    files = many(6_000)  # so many that lines are scored in columns
    rows = []
    for name in files:
        for row in mjcalc("batch", name, "-q", "--no-header").out.splitlines():
            rows.append(f"{name}\t{row}")
    for args in ([], ["-o", "out", "--fail-file", "failed"]):
        done = mjcalc("batch", *files, "-q", "--no-header", *how, *args)
        out = Path("out").read_text(encoding="utf-8") if args else done.out
        assert done.err == ""
        assert (done.code, out.splitlines()) == (1, rows)
    assert Path("failed").read_text(encoding="utf-8") == "bad\nbad\n"


@pytest.mark.parametrize("stop", [1, 9, 17, 25])
def test_a_run_over_several_files_is_resumed(
    stop: int, mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = many(300)
    args = ("batch", *files, "-q", "-o", "out", "--block", "1000")
    assert mjcalc(*args).code == 1
    due = Path("out").read_bytes()
    Path("out").unlink()
    add, seen = Sink.add, 0

    def failing(self: Sink, done: TaskResult) -> None:
        nonlocal seen
        seen += 1
        if seen > stop:
            raise KeyboardInterrupt
        add(self, done)

    monkeypatch.setattr("mjcalc.batch.output.NOTE_INTERVAL", 0)
    monkeypatch.setattr(Sink, "add", failing)
    assert mjcalc(*args).code == 130
    monkeypatch.setattr(Sink, "add", add)
    assert not Path("out").exists()
    assert Path("out.part.json").exists()
    done = mjcalc(*args, "--resume")
    assert done.code == 1
    assert Path("out").read_bytes() == due


def test_columns_of_several_tables(mjcalc: Mjcalc) -> None:
    for name in ("t", "u"):
        Path(name).write_text(f"who,hand\n{name},{HAND}\n", encoding="utf-8")
    done = mjcalc("batch", "t", "u", "--column", "hand", "--format", "csv", "-q")
    assert [(row.split(",")[0], row.split(",")[-1]) for row in done.out.splitlines()] == [
        ("file", "who"), ("t", "t"), ("u", "u"),
    ]  # fmt: skip
    Path("u").write_text(f"hand,who\n{HAND},u\n", encoding="utf-8")
    done = mjcalc("batch", "t", "u", "--column", "hand")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "mjcalc: the header of u differs from that of t: score them one at a time, "
        "or make the headers the same\n"
    )


@pytest.mark.parametrize("command", ["batch", "game"])
def test_inputs_that_cannot_be_read(command: str, mjcalc: Mjcalc) -> None:
    done = mjcalc(command, "-", "empty", "-")
    assert (done.code, done.out) == (2, "")
    assert done.err == "mjcalc: standard input (-) is named 2 times: name it once\n"
    done = mjcalc("batch", "a.txt", "nosuch")
    assert (done.code, done.out) == (2, "")
    assert done.err == "mjcalc: cannot open nosuch: No such file or directory\n"


def test_an_output_is_none_of_the_inputs(mjcalc: Mjcalc) -> None:
    before = Path("100% b,c.txt").read_bytes()
    done = mjcalc("batch", "a.txt", "100% b,c.txt", "-o", "100% b,c.txt")
    assert (done.code, done.out) == (2, "")
    assert "cannot be both" in done.err
    assert Path("100% b,c.txt").read_bytes() == before
    assert mjcalc("batch", "c.gz", "c.gz", "-q").code == 0  # a file may be read twice


SHEET = "rules guobiao\nplayers E=Ann S=Bo W=Cai N=Dee\ndeal S from W 12\n"
BAD_SHEET = "rules guobiao\ndeal S from W 12 banana\n"


def sheets(*texts: str) -> list[str]:
    """Files with these sheets."""
    for place, text in enumerate(texts):
        Path(f"{place}.game").write_text(text, encoding="utf-8")
    return [f"{place}.game" for place, _ in enumerate(texts)]


def test_games_with_the_names_of_their_files(mjcalc: Mjcalc) -> None:
    files = sheets(SHEET, SHEET.replace("12", "13"))
    for format in ("table", "markdown"):
        single = [mjcalc("game", file, "--format", format, "-q").out for file in files]
        between = "\n\n" if format == "markdown" else "\n"
        due = [f"{file}{between}{text}" for file, text in zip(files, single, strict=True)]
        assert mjcalc("game", *files, "--format", format, "-q").out == "\n".join(due)
    for format in ("csv", "tsv"):
        single = [mjcalc("game", file, "--format", format, "-q").out for file in files]
        joint = "," if format == "csv" else "\t"
        rows = [f"{file}{joint}{row}" for file, text in zip(files, single, strict=True)
                for row in text.splitlines()[1:]]  # fmt: skip
        titles = f"file{joint}{single[0].splitlines()[0]}"
        assert mjcalc("game", *files, "--format", format, "-q").out.splitlines() == [titles, *rows]
    values = mjcalc("game", *files, "--format", "json", "-q").value
    for file, value in zip(files, values, strict=True):
        assert value.pop("file") == file
        assert value == mjcalc("game", file, "--format", "json", "-q").value
    done = mjcalc("game", *files, "--format", "jsonl", "-q")
    assert [json.loads(line)["file"] for line in done.out.splitlines()] == files


def test_a_bad_sheet_among_several(mjcalc: Mjcalc) -> None:
    files = sheets(SHEET, BAD_SHEET, BAD_SHEET)
    done = mjcalc("game", *files, "-q")
    assert (done.code, done.out) == (2, "")
    first = [line for line in done.err.splitlines() if line.startswith("mjcalc: ")]
    assert {line[:30] for line in first} == {
        "mjcalc: 1.game: line 2, column", "mjcalc: 2.game: line 2, column"
    }  # fmt: skip
    done = mjcalc("game", *files, "-q", "--format", "json")
    assert [(value["file"], value["ok"]) for value in done.value] == [
        ("1.game", False), ("2.game", False)
    ]  # fmt: skip
    done = mjcalc("game", *files, "-q", "--keep-going", "--format", "jsonl")
    assert done.code == 1
    assert ["errors" in json.loads(line) for line in done.out.splitlines()] == [False, True, True]
