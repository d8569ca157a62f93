"""Standard error that fails, control characters on a terminal, formulas in a spreadsheet."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from mjcalc.report.errors import caret
from tests.command import Mjcalc, enter, run_command

ROOT = Path(__file__).parent.parent
PYTHON = (sys.executable, "-m", "mjcalc")
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("MJCALC_")},
    "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    "TERM": "xterm",
}
HAND = "123m456p789s EEE 55z +win:5z tsumo"
# A title and a clear screen for the terminal, DEL, a C1 command, text from right to left, breaks.
EVIL = "\x1b]0;x\x07\x1b[2J\x7f\x9b31m\u202e\u2066\u061c\u200f\u2028\x85"
BARE = "".join(EVIL.split())  # what a word may hold
RAW = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"
)
# What the program itself sends: colors, and the progress bar.
OWN = re.compile(r"\x1b\[[0-9;]*m|\x1b\[K|\x1b\[\?25[hl]")


@pytest.fixture
def mjcalc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Mjcalc:
    """Runs a command line in this process, in an empty directory."""
    enter(tmp_path, monkeypatch)
    return lambda *args: run_command(args, capsys)


# --- what is shown ------------------------------------------------------------------------------


@given(st.text(alphabet=st.one_of(st.sampled_from(EVIL + "\u200b\ud800\n\t"), st.characters())))
@settings(deadline=None)
def test_unsafe_characters_become_escapes_and_no_others(text: str) -> None:
    from mjcalc.i18n.visible import UNSAFE, visible

    for char in text:
        escape = (
            char.encode("unicode_escape", "surrogatepass").decode() if ord(char) < 0xFFFF else ""
        )
        due = {r"\t": r"\x09", r"\n": r"\x0a", r"\r": r"\x0d"}.get(escape, escape)
        assert visible(char) == (due if UNSAFE.match(char) else char)
    assert visible(text) == "".join(map(visible, text))
    assert not RAW.search(visible(text))


@given(st.text(alphabet=st.one_of(st.sampled_from(EVIL), st.characters(exclude_categories=["Cs"]))))
@settings(deadline=None)
def test_escaped_json_says_the_same(text: str) -> None:
    from mjcalc.i18n.visible import UNSAFE, visible

    shown = visible(json.dumps({"id": text}, ensure_ascii=False), json=True)
    assert not UNSAFE.search(shown)
    assert json.loads(shown) == {"id": text}


@pytest.mark.parametrize(
    ("text", "start", "length", "line", "under"),
    [
        ("1m\x1b9z", 2, 1, r"1m\x1b9z", "  ^^^^"),
        ("\x1b\u202e9z", 2, 2, r"\x1b\u202e9z", "          ^^"),
        ("东\x9b\t9z", 3, 2, r"东\x9b 9z", "       ^^"),
        ("a\u3000b", 2, 1, "a b", "  ^"),
        ("9z\r", 3, 1, r"9z\x0d", "      ^"),
        ("\u200b1m", 1, 2, r"\u200b1m", "      ^^"),
    ],
)
def test_carets_stand_under_the_place_behind_escapes(
    text: str, start: int, length: int, line: str, under: str
) -> None:
    assert list(caret(text, start, length)) == [f"  {line}", f"  {under}"]


@pytest.mark.parametrize("char", ["\x1b", "东", "x"])
def test_a_long_line_is_cut_to_what_a_terminal_is_wide(char: str) -> None:
    line, under = caret(char * 500 + "9z" + char * 500, 500, 2)
    place = under.index("^")
    columns = sum(2 if c == "东" else 1 for c in line[: line.index("9z")])
    assert columns == place
    assert len(under) <= len(line) <= 80


# --- commands at a terminal ---------------------------------------------------------------------


def shown(args: Sequence[str], where: Path, *, rows: bool) -> tuple[int, str]:
    """The exit code of a command, and what it writes to a terminal: ``rows`` as well, or errors."""
    ours, theirs = pty.openpty()
    out = theirs if rows else subprocess.DEVNULL
    done = subprocess.Popen(
        [*PYTHON, *args], stdin=subprocess.DEVNULL, stdout=out, stderr=theirs,
        env=ENVIRONMENT, cwd=where,
    )  # fmt: skip
    os.close(theirs)
    written = b""
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        try:
            while chunk := terminal.read(1 << 16):
                written += chunk
        except OSError:
            pass  # how a terminal says that its other end is closed
    return done.wait(), written.decode()


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    """A directory of files with control characters in ids, names, hands, headers and file names."""
    record = (ROOT / "examples" / "botzone.log").read_text(encoding="utf-8")
    files = {
        "hands.txt": f"{EVIL}\t{HAND}\n{EVIL}\t1m{EVIL}2m\n",
        f"{BARE}.txt": f"{EVIL}\tbanana{EVIL}\n",
        "hands.csv": f'hand,a{BARE},id\n{HAND},{EVIL},{EVIL}\n1m{EVIL},"a\r{EVIL}",x\n',
        "good.game": "rules guobiao\nplayers E=A\u202eb S=\u2066c W=d N=e\ndeal draw\n"
        f"adjust S -40 {EVIL}\n",
        "bad.game": f'rules g{EVIL}\nplayers E={EVIL} S="{EVIL}\n{EVIL}\ndeal E tsumo 1m{EVIL}2m\n',
        "good.log": record.replace("Match ", f"Match {BARE}").replace("混一色", f"混{BARE}色"),
        "bad.log": record.replace("Play ", f"Play {BARE}", 1),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        *(f"batch hands.txt --format {name}" for name in ("tsv", "jsonl", "table", "markdown")),
        "batch hands.csv --column hand --format csv",
        "batch hands.csv --column no",
        "batch EVIL.txt -o EVIL --strict",
        "batch hands.txt --jobs 2 --fail-file nowhere/EVIL",
        *(f"replay good.log --format {name}" for name in ("table", "csv", "json")),
        *(f"game good.game --format {name}" for name in ("table", "json")),
        "game bad.game --format json",
        "score 1mEVIL2m --format json",
    ],
)
def test_no_control_character_reaches_a_terminal(evil: Path, line: str) -> None:
    args = [arg.replace("EVIL", BARE) for arg in line.split()]
    code, text = shown(args, evil, rows=True)
    assert not RAW.search(OWN.sub("", text))
    assert re.search(r"\\x1b|\\u001b|\\u202e", text)
    assert code in (0, 1, 2)


@pytest.mark.parametrize("line", ["batch EVIL.txt", "replay bad.log", "game bad.game"])
def test_no_control_character_of_an_error_reaches_a_terminal(evil: Path, line: str) -> None:
    code, text = shown(line.replace("EVIL", BARE).split(), evil, rows=False)
    assert not RAW.search(OWN.sub("", text))
    assert "\\x1b" in text
    assert code in (1, 2)


@pytest.mark.parametrize(
    "args",
    [
        ("EVIL",), ("--EVIL",), ("score", "--EVIL"), ("score", "EVIL"),
        ("score", "--all=EVIL", "1m"),
        ("score", "--option", "EVIL=1", "1m"), ("score", "--option", "EVIL", "1m"),
        ("score", "--option", "a=EVIL", "--option", "a=1", "1m"),
        ("score", "--rules", "EVIL", "1m"),
        ("score", "--venue", "EVIL", "1m"), ("score", "--lang", "EVIL", "1m"),
        ("score", "--format", "EVIL", "1m"), ("fans", "EVIL"), ("rules", "EVIL", "EVIL"),
        ("batch", "EVIL"), ("batch", "hands.txt", "EVIL"), ("batch", "hands.txt", "--summary=EVIL"),
        ("batch", "hands.txt", "--jobs", "EVIL"), ("batch", "hands.txt", "-o", "nowhere/EVIL"),
        ("batch", "hands.csv", "--column", "EVIL"), ("game", "EVIL"), ("game", "--new", "EVIL"),
        ("game", "EVIL", "a"), ("replay", "EVIL"), ("settle", "--winner", "EVIL", "--fans", "EVIL"),
        ("settle", "--hand", "EVIL", "--bird", "EVIL", "--dealer", "EVIL"),
    ],
)  # fmt: skip
def test_no_control_character_of_an_argument_is_quoted_as_it_is(
    mjcalc: Mjcalc, args: tuple[str, ...]
) -> None:
    Path("hands.txt").write_text(f"{HAND}\n", encoding="utf-8")
    Path("hands.csv").write_text(f"hand,n\n{HAND},1\n", encoding="utf-8")
    code, out, err = mjcalc(*(arg.replace("EVIL", EVIL) for arg in args))
    assert code == 2
    assert not RAW.search(out + err)
    assert "\\x1b" in err


def test_files_and_pipes_get_every_character_as_it_was(mjcalc: Mjcalc, evil: Path) -> None:
    for format, delimiter in (("csv", ","), ("tsv", "\t")):
        out = mjcalc("batch", "hands.txt", "--format", format, "-q").out
        rows = list(csv.reader(io.StringIO(out, newline=""), delimiter=delimiter))
        assert [row[1] for row in rows[1:]] == [EVIL.strip()] * 2
        assert not RAW.search(rows[2][4])  # a sentence is ours: what it quotes is escaped
    said = [
        json.loads(row)
        for row in mjcalc("batch", "hands.txt", "--format", "jsonl").out.split("\n")[:2]
    ]
    assert [one["id"] for one in said] == [EVIL.strip()] * 2
    assert said[1]["input"] == f"1m{EVIL}2m"
    assert mjcalc("batch", "hands.txt", "-o", "out", "-q").code == 1
    assert EVIL.strip() in Path("out").read_text(encoding="utf-8")
    for format in ("csv", "tsv", "jsonl"):
        assert "\x7f\x9b31m\u202e" in mjcalc("replay", "good.log", "--format", format).out


# --- standard error that fails ------------------------------------------------------------------

COMMANDS = (
    ("score 1m", 2), ("score 123m456p789sEEE5z", 3), ("nosuch", 2), ("fans nosuch", 2),
    ("rules nosuch", 2), ("settle --fans 3", 2), ("game examples/nosuch", 2), ("batch -", 1),
    ("game examples/league.game --format csv", 0), ("batch - --jobs 2", 1),
    ("replay examples/botzone.log", 0), ("batch - --column nosuch", 2),
)  # fmt: skip


@pytest.fixture(params=["full", "closed", "broken pipe"])
def deaf(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    """How a process is started whose standard error cannot be written."""
    if request.param == "closed":
        yield {"preexec_fn": lambda: os.close(2)}
    elif request.param == "full":
        if not Path("/dev/full").exists():
            pytest.skip("there is no full device here")
        with open("/dev/full", "wb") as full:
            yield {"stderr": full}
    else:
        reader, writer = os.pipe()
        os.close(reader)
        with os.fdopen(writer, "wb") as pipe:
            yield {"stderr": pipe}


def run(line: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """A command with hands on its standard input."""
    return subprocess.run(
        [*PYTHON, *line.split()], input=f"{HAND}\nbad\n{HAND}\n".encode(),
        stdout=subprocess.PIPE, cwd=ROOT, env=ENVIRONMENT, **how,
    )  # fmt: skip


@cache
def heard_run(line: str) -> subprocess.CompletedProcess[bytes]:
    """The same command with a standard error that takes everything."""
    return run(line, stderr=subprocess.PIPE)


@pytest.mark.parametrize(("line", "code"), COMMANDS)
def test_standard_error_that_fails_changes_nothing(
    line: str, code: int, deaf: dict[str, Any]
) -> None:
    heard, unheard = heard_run(line), run(line, **deaf)
    assert (heard.returncode, unheard.returncode) == (code, code)
    assert unheard.stdout == heard.stdout
    assert heard.stderr


class Hung(io.StringIO):
    """A terminal that was closed in the middle of a run."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error, self.left = error, 3

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not self.left:
            raise self.error
        self.left -= 1
        return super().write(text)


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), ValueError("closed file")])
def test_a_terminal_that_goes_away_takes_only_its_progress_bar_with_it(
    error: Exception, mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("hands.txt").write_text(f"{HAND}\nbad\n" * 50, encoding="utf-8")
    monkeypatch.setattr("sys.stderr", terminal := Hung(error))
    assert mjcalc("batch", "hands.txt", "-o", "out", "--block", "40").code == 1
    assert len(Path("out").read_text(encoding="utf-8").splitlines()) == 101
    assert terminal.left == 0


def test_commands_write_to_standard_error_in_one_place_only() -> None:
    package = ROOT / "mjcalc"
    for module in package.rglob("*.py"):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        named = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
        used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        if module != package / "cli" / "screen.py":
            assert "err" not in named, module
            if module.parent.name == "cli" and module.name != "__init__.py":
                assert "stderr" not in used, module


# --- formulas -----------------------------------------------------------------------------------

FORMULAS = (
    "=1+1",
    "+1-2",
    "-2+cmd|' /C calc'!A0",
    "@SUM(A1)",
    "\tx",
    "\rx",
    " =1",
    "＝1",
    "-x",
    "+",
)
NUMBERS = ("-8", "+5", "-8.50", "-1,000", "12", "a=b", "'=1", "", "x-1")


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_typed_cells_that_could_be_formulas_are_guarded(mjcalc: Mjcalc, format: str) -> None:
    cells = [*FORMULAS, *NUMBERS]
    table = io.StringIO()
    csv.writer(table).writerows([["hand", "id", "=x", "-3"], *([HAND, c, c, c] for c in cells)])
    Path("hands.csv").write_text(table.getvalue(), encoding="utf-8", newline="")
    args = ("batch", "hands.csv", "--column", "hand", "--format", format, "-q")

    def rows(*more: str) -> list[list[str]]:
        out = mjcalc(*args, *more).out
        if format == "csv":
            return list(csv.reader(io.StringIO(out, newline="")))
        return [row.split("\t") for row in out.removesuffix("\n").split("\n")]

    def flat(cell: str) -> str:
        return cell if format == "csv" else re.sub("[\t\r]", " ", cell)

    plain, safe = rows(), rows("--safe-csv")
    assert plain[0][9:] == ["=x", "-3"]
    assert safe[0][9:] == ["'=x", "-3"]
    for cell, row, guarded in zip(cells, plain[1:], safe[1:], strict=True):
        due = flat(f"'{cell}" if cell in FORMULAS else cell)
        assert [row[1], *row[9:]] == [flat(cell)] * 3
        assert [guarded[1], *guarded[9:]] == [due] * 3
        assert [guarded[0], *guarded[2:9]] == [row[0], *row[2:9]]


def test_an_id_on_the_fast_way_is_guarded_too(mjcalc: Mjcalc) -> None:
    Path("hands.txt").write_text(f"-x\t{HAND}\n-1\t{HAND}\nA-1\t{HAND}\n", encoding="utf-8")
    for more, ids in (((), ["-x", "-1", "A-1"]), (("--safe-csv",), ["'-x", "-1", "A-1"])):
        out = mjcalc("batch", "hands.txt", "--format", "csv", "--no-header", "-q", *more).out
        assert [row.split(",")[1] for row in out.splitlines()] == ids


def test_scores_are_numbers_and_ids_are_guarded_in_a_replay(mjcalc: Mjcalc) -> None:
    record = (ROOT / "examples" / "botzone.log").read_text(encoding="utf-8")
    Path("games.log").write_text(record.replace("Match ", "Match =", 1), encoding="utf-8")
    plain = mjcalc("replay", "games.log", "--format", "csv", "-q").out
    safe = mjcalc("replay", "games.log", "--format", "csv", "-q", "--safe-csv").out
    assert ",-8," in safe
    assert safe == plain.replace(",=", ",'=", 1) != plain


def test_bad_lines_are_kept_as_they_were_typed(mjcalc: Mjcalc) -> None:
    Path("hands.txt").write_text("=x\tbad\n", encoding="utf-8")
    args = ("--fail-file", "bad.txt", "--safe-csv", "--format", "csv")
    assert "\n1,'=x,,," in mjcalc("batch", "hands.txt", *args).out
    assert Path("bad.txt").read_text(encoding="utf-8") == "=x\tbad\n"
