"""Input files: packed, in another encoding, and what a file is that cannot be read as it is."""

from __future__ import annotations

import gzip
import io
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.command import Mjcalc, Result, command_line, enter, run_command

HAND = "一二三万 四五六饼 七八九条 东东东 中中 +和:中 自摸"
SHEET = "rules guobiao\nplayers E=阿明 S=Bo W=Cai N=Dee\ndeal S from W 12\n"
LATIN = "\nplayers E=Ann S=Bo W=André N=Dee\ndeal S from W 12\n"
RECORD = (Path(__file__).parent.parent / "examples" / "botzone.log").read_text(encoding="utf-8")
READERS = {
    "score": (["score", "-", "--format", "tsv"], f"{HAND}\n"),
    "waits": (["waits", "-"], "一二三万 四五六饼 七八九条 东东东 中\n"),
    "convert": (["convert", "-", "--to", "gb"], f"{HAND}\n"),
    "batch": (["batch", "-"], f"阿明\t{HAND}\n{HAND}\n"),
    "game": (["game", "-"], SHEET),
    "league": (["league", "-", "--format", "csv"], SHEET),
    "replay": (["replay", "-"], RECORD),
}
FILE_READERS = ("batch", "game", "league", "replay")


@pytest.fixture
def mjcalc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Mjcalc:
    """Run a command line in an empty directory; ``data`` is the bytes of standard input."""
    enter(tmp_path, monkeypatch)

    def run(*args: str, data: bytes = b"") -> Result:
        stream = SimpleNamespace(buffer=io.BufferedReader(io.BytesIO(data)), isatty=lambda: False)
        monkeypatch.setattr(sys, "stdin", stream)
        return run_command([*args, "-q", "--lang", "en"], capsys)

    return run


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("encoding", [None, "utf-16", "utf-16-le", "gb18030"])
def test_every_command_reads_every_kind_of_file(
    name: str, encoding: str | None, packed: bool, mjcalc: Mjcalc
) -> None:
    args, text = READERS[name]
    expected = mjcalc(*args, data=text.encode())
    assert expected.out
    data = text.encode(encoding or "utf-8")
    data = gzip.compress(data) if packed else data
    # UTF-16 with a byte order mark needs no option.
    option = [] if encoding in (None, "utf-16") else ["--encoding", str(encoding)]
    assert mjcalc(*args, *option, data=data) == expected
    if name in FILE_READERS:
        Path("input.gz" if packed else "input").write_bytes(data)
        args = ["input.gz" if packed and arg == "-" else "input" if arg == "-" else arg
                for arg in args]  # fmt: skip
        done = mjcalc(*args, *option)
        assert (done.code, done.out.replace("input.gz", "-").replace("input", "-")) == expected[:2]


ENCODINGS = ("gb18030", "utf-16-le", "utf-16-be")
# Records are ASCII but for names; no hand has a letter of Latin-1.
CASES = [(name, encoding) for name in READERS if name != "replay" for encoding in ENCODINGS]
CASES += [("batch", "latin-1"), ("game", "latin-1"), ("league", "latin-1"), ("replay", "utf-16-le")]


@pytest.mark.parametrize(("name", "encoding"), CASES)
def test_another_encoding_is_named_and_the_advice_works(
    name: str, encoding: str, mjcalc: Mjcalc
) -> None:
    args, text = READERS[name]
    if encoding == "latin-1":
        text = "# André\nAndré\t11122233344455m\n" if name == "batch" else f"rules guobiao{LATIN}"
    data = text.encode(encoding)
    refused = mjcalc(*args, data=data)
    assert refused.code in (1, 2)
    shown = refused.out if name == "batch" and encoding[:3] != "utf" else refused.err
    advice = re.search(f"but probably {encoding}: add (--encoding {encoding}), or save", shown)
    assert advice is not None
    expected = mjcalc(*args, data=text.encode())
    assert mjcalc(*args, *advice[1].split(), data=data) == expected


def test_one_line_in_another_encoding_fails_alone(mjcalc: Mjcalc) -> None:
    data = f"{HAND}\n".encode() + f"{HAND}\n".encode("gb18030")
    done = mjcalc("score", "-", "--format", "jsonl", data=data)
    assert done.code == 2
    assert ['"ok":true' in line for line in done.out.splitlines()] == [True, False]
    done = mjcalc("convert", "-", "--to", "gb", data=data)
    assert (done.code, done.out.splitlines()[0]) == (1, "123m456p789sEEECC|EE1000|")
    assert done.out.splitlines()[1].startswith("# ")


@pytest.mark.parametrize("name", READERS)
def test_a_wrong_encoding_is_an_error_with_its_line(name: str, mjcalc: Mjcalc) -> None:
    args, text = READERS[name]
    data = text.encode() + b"\xff\xff\n"
    done = mjcalc(*args, "--encoding", "gb18030", data=data)
    assert done.code == 2
    last = done.err.splitlines()[-1]
    assert re.fullmatch(
        r"mjcalc: - is not gb18030 \(line \d+ has the bytes [0-9a-f ]+\): "
        "name its encoding with --encoding",
        last,
    )


@pytest.mark.parametrize("value", ["foo", "hex", "rot13", ""])
def test_a_name_that_is_no_encoding(value: str, mjcalc: Mjcalc) -> None:
    done = mjcalc("batch", "-", "--encoding", value)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f'mjcalc: --encoding cannot be "{value}": use utf-8, utf-16, gb18030, big5, latin-1\n'
    )


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_archive_ends_every_command(name: str, mjcalc: Mjcalc) -> None:
    args, text = READERS[name]
    done = mjcalc(*args, data=gzip.compress(text.encode())[:-9])
    assert done.code == 2
    last = done.err.splitlines()[-1]
    assert last.endswith(": the archive is incomplete or damaged, fetch or make it again")


def test_standard_input_as_text_as_a_test_gives_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = command_line(capsys, monkeypatch, "score", "-", "--format", "csv", "-q")
    assert run(stdin=f"{HAND}\n").out.endswith("25\n")
