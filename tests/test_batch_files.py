"""The files of a batch: a run harms none that it was not told to write, and loses nothing."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any
from zlib import crc32

import pytest

from mjcalc import cli
from mjcalc.batch import output, tasks
from mjcalc.batch.job import Job
from mjcalc.batch.note import LARGEST_NOTE, MARK, Note
from mjcalc.batch.output import OutputPart, OutputParts
from mjcalc.batch.run_files import run_files, same_file
from mjcalc.batch.tasks import TaskPlace, TaskResult, work
from mjcalc.batch.workers import local_processes

ROOT = Path(__file__).parent.parent
HAND = "123m456p789s EEE 55z +win:5z tsumo"
LINES = f"{HAND}\nbanana\nid\t{HAND}\n\n8z\n{HAND}\n"

State = dict[str, bytes | str | None]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(output, "NOTE_INTERVAL", -1)  # a note after every task
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # no power fails in a test
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path / "home")


def batch(*args: str) -> int:
    return cli.run(["batch", *args, "--lang", "en"])


def state(directory: str = ".") -> State:
    """Every file below a directory: its content, where its link leads, or None for no file."""
    found: State = {}
    for path in sorted(Path(directory).rglob("*")):
        if path.is_symlink():
            found[str(path)] = os.readlink(path)
        else:
            found[str(path)] = path.read_bytes() if path.is_file() else None
    return found


def broken_after(count: int, *args: str) -> None:
    """A run that is interrupted after so many tasks."""

    def broken(source: Any, job: Job) -> Iterator[TaskResult]:
        for number, task in enumerate(source):
            if number == count:
                raise KeyboardInterrupt
            yield work(task, job)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "work_here", broken)
        assert batch(*args) == 130


def sealed(note: dict[str, Any]) -> str:
    """The text of a note with these values, whose checksum is right."""
    rest = {key: note[key] for key in note if key not in ("mjcalc", "schema", "check")}
    body = json.dumps(rest)[1:-1]
    return f'{MARK}{json.dumps(note["schema"])}, {body}, "check": {crc32(body.encode())}}}\n'


# --- names that are one file --------------------------------------------------------------------


def write_input(name: str = "hands.txt") -> None:
    Path(name).write_text(LINES, encoding="utf-8")


def hard_link(name: str) -> None:
    write_input()
    os.link("hands.txt", name)


def soft_link(name: str) -> None:
    write_input()
    os.symlink("hands.txt", name)


@pytest.mark.parametrize("resume", [(), ("--resume",)])
@pytest.mark.parametrize(
    ("prepare", "args", "one", "other"),
    [
        ((write_input, "x.part"), ("x.part", "-o", "x"), "FILE", "the part of --output"),
        ((write_input, "x.part"), ("./x.part", "-o", "../home/x"), "FILE", "the part of --output"),
        ((write_input, "x.part.json"), ("x.part.json", "-o", "x"), "FILE", "the note of --output"),
        (
            (write_input, "x.part.json.new"),
            ("x.part.json.new", "-o", "x"),
            "FILE",
            "the note of --output",
        ),
        (
            (write_input, "x.part"),
            ("x.part", "--fail-file", "x"),
            "FILE",
            "the part of --fail-file",
        ),
        (
            (write_input, "x.part.json"),
            ("x.part.json", "--fail-file", "x"),
            "FILE",
            "the note of --fail-file",
        ),
        ((hard_link, "x.part"), ("hands.txt", "-o", "x"), "FILE", "the part of --output"),
        ((hard_link, "x"), ("hands.txt", "-o", "x"), "FILE", "--output"),
        ((soft_link, "x.part"), ("hands.txt", "-o", "x"), "FILE", "the part of --output"),
        ((soft_link, "x"), ("hands.txt", "--fail-file", "x"), "FILE", "--fail-file"),
        ((soft_link, "x.gz"), ("x.gz", "-o", "hands.txt"), "FILE", "--output"),
        (
            (hard_link, "x.part.json.new"),
            ("hands.txt", "-o", "x"),
            "FILE",
            "the note of --output",
        ),
        (
            (write_input, "hands.txt"),
            ("hands.txt", "-o", "x", "--fail-file", "x.part"),
            "--fail-file",
            "the part of --output",
        ),
        (
            (write_input, "hands.txt"),
            ("hands.txt", "-o", "x", "--fail-file", "x.part.json"),
            "--fail-file",
            "the note of --output",
        ),
        (
            (write_input, "hands.txt"),
            ("hands.txt", "-o", "x.part", "--fail-file", "x"),
            "--output",
            "the part of --fail-file",
        ),
    ],
)
def test_two_names_of_one_file_are_refused(
    prepare: tuple[Callable[[str], None], str],
    args: tuple[str, ...],
    one: str,
    other: str,
    resume: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    make, name = prepare
    make(name)
    before = state()
    needs_output = resume if "-o" in args else ()
    assert batch(*args, *needs_output) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f" cannot be both {one} and {other} (" in err
    assert "give one of them another name" in err
    assert state() == before


def test_the_directory_of_rows_is_a_name_on_a_cluster_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_input()
    args = ("hands.txt", "-o", "x", "--fail-file", "x.part.d")
    assert batch(*args, "--dask", "tcp://127.0.0.1:1") == 2
    err = capsys.readouterr().err
    assert "x.part.d cannot be both --fail-file and the directory of rows of --output" in err
    assert batch(*args, "-q") == 1
    assert Path("x.part.d").read_text(encoding="utf-8") == "banana\n8z\n"


@pytest.mark.parametrize(
    ("output", "bad", "directory", "beside"),
    [
        ("x", None, False, "x x.part x.part.json x.part.json.new"),
        ("x", "y", True, "x x.part x.part.d x.part.json x.part.json.new y y.part"),
        (None, "y", True, "y y.part y.part.json y.part.json.new"),
        ("/dev/null", "y", True, "null y y.part y.part.json y.part.json.new"),
    ],
)
def test_the_names_of_a_run(
    output: str | None, bad: str | None, directory: bool, beside: str
) -> None:
    found = [name.path for name in run_files(["hands.txt"], output, bad, directory=directory)]
    assert sorted(os.path.basename(path) for path in found if path) == [
        "hands.txt",
        *beside.split(),
    ]


def test_a_pipe_is_not_read_and_written() -> None:
    os.mkfifo("pipe")
    same = same_file(run_files(["pipe"], "./pipe", None, directory=False))
    assert same is not None
    assert [name.option for name in same] == ["FILE", "--output"]


def test_a_device_may_be_read_and_written() -> None:
    assert batch("/dev/null", "-o", "/dev/null", "-q") == 0


def piped(*args: str, **streams: Any) -> subprocess.CompletedProcess[bytes]:
    """A batch in its own process, whose streams are files."""
    return subprocess.run(
        [sys.executable, "-m", "mjcalc", "batch", *args, "--lang", "en"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        **streams,
    )


def test_a_standard_stream_may_be_a_file_of_the_run_too() -> None:
    write_input("x.part")
    with open("x.part", "rb") as stdin:
        done = piped("-", "-o", "x", stdin=stdin, capture_output=True)
    assert done.returncode == 2
    assert b"x.part cannot be both standard input and the part of --output" in done.stderr
    with open("x.part", "ab") as stdout:
        done = piped("x.part", stdout=stdout, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert b"x.part cannot be both FILE and standard output" in done.stderr
    with open("bad", "ab") as stderr:
        done = piped("x.part", "--fail-file", "bad", stdout=subprocess.PIPE, stderr=stderr)
    assert done.returncode == 2
    assert b"bad cannot be both --fail-file and standard error" in Path("bad").read_bytes()
    assert Path("x.part").read_text(encoding="utf-8") == LINES


def test_standard_output_by_its_name_in_the_file_system() -> None:
    write_input()
    with open("all", "wb") as both:
        done = piped("hands.txt", "-q", "-o", "/dev/stdout", stdout=both, stderr=both)
    assert done.returncode == 1
    assert Path("all").read_text(encoding="utf-8").startswith("line\tid\t")
    assert set(state()) == {"all", "hands.txt"}


def test_names_that_differ_in_capitals_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file system may take them for one, which shows once the first of them exists."""
    write_input()
    real = os.stat

    def any_case(path: Any, **how: Any) -> os.stat_result:
        directory, name = os.path.split(os.fspath(path))
        for there in os.listdir(directory or "."):
            if there.casefold() == name.casefold():
                return real(os.path.join(directory, there), **how)
        return real(path, **how)

    for bad, use in (("X.PART", "the part"), ("X.Part.Json", "the note")):
        with monkeypatch.context() as patch:
            patch.setattr(os, "stat", any_case)
            assert batch("hands.txt", "-o", "x", "--fail-file", bad) == 2
        assert f"cannot be both --fail-file and {use} of --output" in capsys.readouterr().err
        assert set(state()) == {"hands.txt"}


# --- temporary names that belong to something else ----------------------------------------------


def fifo(name: str) -> None:
    os.mkfifo(name)


def shared(name: str) -> None:
    Path("other").write_text("precious", encoding="utf-8")
    os.link("other", name)


def link(name: str) -> None:
    Path("other").write_text("precious", encoding="utf-8")
    os.symlink("other", name)


def dangling(name: str) -> None:
    os.symlink("nowhere", name)


def precious(name: str) -> None:
    Path(name).write_text("precious", encoding="utf-8")


@pytest.mark.parametrize("resume", [(), ("--resume",)])
@pytest.mark.parametrize("name", ["x.part", "x.part.json", "x.part.json.new", "bad.part"])
@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (precious, ("exists, and no note in ", "is not a note of mjcalc, or is damaged")),
        (link, ("is a link and cannot be a temporary file",)),
        (dangling, ("is a link and cannot be a temporary file",)),
        (shared, ("has another name as well (a hard link)",)),
        (fifo, ("is a directory, a pipe or a device",)),
        (os.mkdir, ("is a directory, a pipe or a device",)),
    ],
)
def test_a_temporary_name_of_something_else_is_refused(
    make: Callable[[str], None],
    reason: tuple[str, ...],
    name: str,
    resume: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_input()
    make(name)
    before = state()
    assert batch("hands.txt", "-o", "x", "--fail-file", "bad", *resume) == 2
    err = capsys.readouterr().err
    assert f"{name} {reason['json' in name and len(reason) > 1]}" in err
    assert "or choose another name" in err
    assert state() == before


def test_the_note_of_bad_lines_alone(capsys: pytest.CaptureFixture[str]) -> None:
    write_input()
    for name in ("bad.part", "bad.part.json"):
        precious(name)
        assert batch("hands.txt", "--fail-file", "bad", "-q") == 2
        assert capsys.readouterr().out == ""
        assert Path(name).read_text(encoding="utf-8") == "precious"
        os.unlink(name)
    assert batch("hands.txt", "--fail-file", "bad", "-q") == 1
    assert set(state()) == {"bad", "hands.txt"}


def test_bad_lines_belong_to_the_run_whose_note_lists_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_input()
    broken_after(2, "hands.txt", "-o", "x", "--fail-file", "bad", "--block", "1")
    assert Path("bad.part").exists()
    before = state()
    assert batch("hands.txt", "-o", "y", "--fail-file", "bad") == 2
    assert "bad.part exists, and no note in " in capsys.readouterr().err
    assert batch("hands.txt", "-o", "x", "--fail-file", "worse", "--resume") == 2
    assert "is of another run" in capsys.readouterr().err
    assert state() == before
    assert batch("hands.txt", "-o", "x", "--fail-file", "bad", "--resume") == 1
    assert set(state()) == {"bad", "hands.txt", "x"}


def test_a_note_does_not_vouch_for_bad_lines_that_it_does_not_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_input()
    broken_after(2, "hands.txt", "-o", "x", "--block", "1")
    precious("bad.part")
    before = state()
    assert batch("hands.txt", "-o", "x", "--fail-file", "bad") == 2
    assert "bad.part exists, and no note in " in capsys.readouterr().err
    assert state() == before


@pytest.mark.parametrize("option", ["-o", "--fail-file"])
def test_a_write_protected_file_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_input()
    precious("x")
    Path("x").chmod(0o444)
    os.symlink("x", "link")
    for name in ("x", "link"):
        assert batch("hands.txt", option, name) == 2
        assert f"{name} is write-protected: make it writable" in capsys.readouterr().err
    assert Path("x").read_text(encoding="utf-8") == "precious"
    assert set(state()) == {"hands.txt", "link", "x"}


def test_a_link_that_leads_nowhere_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    write_input()
    os.symlink("loop", "loop")
    assert batch("hands.txt", "-o", "loop") == 2
    assert "cannot write loop: " in capsys.readouterr().err
    assert os.readlink("loop") == "loop"


@pytest.mark.parametrize("more", range(6))
def test_a_limit_of_open_files_is_named(more: int, capsys: pytest.CaptureFixture[str]) -> None:
    write_input()
    free = os.dup(2)
    os.close(free)
    _, hard = limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (free + more, hard))
        code = batch("hands.txt", "-o", "x", "--fail-file", "bad", "-q")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    err = capsys.readouterr().err
    if code == 2:
        assert re.search("open files|may be open", err)
        assert "fault of mjcalc" not in err
        assert set(state()) == {"hands.txt"}
    assert (code, err) == (1, "") or more < 4
    assert code == 2 or more > 2


# --- directories --------------------------------------------------------------------------------


def test_a_directory_beside_the_output_is_left_alone() -> None:
    os.mkdir("x.part.d")
    write_input("x.part.d/hands.txt")
    assert batch("x.part.d/hands.txt", "-o", "x", "-q") == 1
    assert Path("x.part.d/hands.txt").read_text(encoding="utf-8") == LINES


@pytest.fixture
def as_cluster(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Two processes of this machine as the cluster of an address."""
    monkeypatch.setattr("mjcalc.batch.cluster.cluster", lambda address: local_processes(2))
    return ("--dask", "tcp://here:1", "--block", "1")


def test_a_cluster_needs_a_new_directory(
    as_cluster: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    write_input()
    os.mkdir("x.part.d")
    for name in ("mine.txt", "0123abcd-000000000000040"):
        write_input(f"x.part.d/{name}")
        before = state()
        assert batch("hands.txt", "-o", "x", *as_cluster) == 2
        assert "x.part.d exists, and the workers need a new directory" in capsys.readouterr().err
        assert state() == before
    shutil.rmtree("x.part.d")
    assert batch("hands.txt", "-o", "x", *as_cluster, "-q") == 1
    assert batch("hands.txt", "-o", "y", "-q") == 1
    assert Path("x").read_bytes() == Path("y").read_bytes()
    assert set(state()) == {"hands.txt", "x", "y"}


def test_rows_that_a_killed_run_left_are_removed(as_cluster: tuple[str, ...]) -> None:
    """A file of somebody else stays, and so does the directory."""
    write_input()
    assert batch("hands.txt", "-o", "y", "-q") == 1
    broken_after(2, "hands.txt", "-o", "x", "--block", "1")
    note = json.loads(Path("x.part.json").read_bytes()) | {"directory": True}
    for resume in ((), ("--resume",)):
        Path("x.part").write_bytes(Path("y").read_bytes())
        Path("x.part.json").write_text(sealed(note), encoding="utf-8")
        os.mkdir("x.part.d")
        for name in ("0123abcd-000000000000040", "0123abcd-000000000000080.new"):
            write_input(f"x.part.d/{name}")
        write_input("x.part.d/mine.txt")
        assert batch("hands.txt", "-o", "x", *as_cluster, "-q", *resume) == 2
        assert os.listdir("x.part.d") == ["mine.txt"]
        os.unlink("x.part.d/mine.txt")
        assert batch("hands.txt", "-o", "x", *as_cluster, "-q", *resume) == 1
        assert Path("x").read_bytes() == Path("y").read_bytes()
        assert set(state()) == {"hands.txt", "x", "y"}


def test_a_run_removes_only_its_own_rows() -> None:
    parts = OutputParts(["x"], "job", directory=True)
    parts.begin()
    assert parts.directory is not None
    files = [parts.directory.file(TaskPlace(offset)) for offset in (0, 40)]
    for file in (files[0], f"{files[1]}.new"):
        write_input(file)
    write_input("x.part.d/0123abcd-000000000000040")
    write_input("x.part.d/mine.txt")
    parts.close()
    assert set(state("x.part.d")) == {
        "x.part.d/0123abcd-000000000000040",
        "x.part.d/mine.txt",
    }


# --- races --------------------------------------------------------------------------------------


def test_a_file_that_another_run_has_just_finished_is_not_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other run renames its part between our opening and locking it."""
    write_input()
    broken_after(2, "hands.txt", "-o", "x", "--block", "1")
    rows = Path("x.part").read_bytes()

    def renamed(descriptor: int) -> bool:
        os.replace("x.part", "x")
        return True

    monkeypatch.setattr(output, "_locked", renamed)
    assert batch("hands.txt", "-o", "x") == 2
    assert "another run is writing " in capsys.readouterr().err
    assert Path("x").read_bytes() == rows


def test_a_part_that_was_replaced_takes_no_name() -> None:
    precious("x")
    parts = OutputParts(["x"], "job")
    parts.begin()
    parts.parts[0].write("rows\n")
    os.rename("x.part", "moved")
    Path("x.part").write_text("of somebody else", encoding="utf-8")
    with pytest.raises(FileNotFoundError):
        parts.finish()
    parts.close()
    assert state() == {"moved": b"rows\n", "x": b"precious", "x.part": b"of somebody else"}


def test_a_part_without_content_is_removed_with_its_note() -> None:
    write_input()
    broken_after(0, "hands.txt", "-o", "x", "--no-header", "--fail-file", "bad")
    assert set(state()) == {"hands.txt"}


# --- killed runs --------------------------------------------------------------------------------

MODULES = ("batch/output.py", "batch/note.py", "cli/batch_out.py")


def states_of(*args: str) -> list[State]:
    """The states of the directory during a run, one for each change that a kill could leave."""
    found: list[State] = [state()]

    def look(frame: FrameType, event: str, what: object) -> None:
        if event in ("c_return", "return") and frame.f_code.co_filename.endswith(MODULES):
            now = state()
            if now != found[-1]:
                found.append(now)

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        assert batch(*args) == 1
    finally:
        sys.setprofile(before)
    return found


def torn(left: State) -> Iterator[State]:
    """A state, and what it is when the last write was cut short."""
    yield left
    for name in ("x.part.json.new", "bad.part.json.new"):
        data = left.get(name)
        for kept in (1, 200):
            if isinstance(data, bytes) and len(data) > kept:
                yield left | {name: data[:kept]}
    for name in ("x.part", "bad.part"):
        data = left.get(name)
        if isinstance(data, bytes) and data:
            yield left | {name: data + b"9\tha"}


def restore(left: State) -> None:
    for name in os.listdir():
        os.unlink(name)
    for name, data in left.items():
        assert isinstance(data, bytes)
        Path(name).write_bytes(data)


@pytest.mark.parametrize(
    "how",
    [
        ("-o", "x", "--fail-file", "bad"),
        ("-o", "x", "--format", "json"),
        ("-o", "x", "--no-header", "--fail-file", "bad", "--format", "csv", "--column", "hand"),
    ],
)
@pytest.mark.parametrize("leftover", [False, True])
def test_a_run_killed_at_any_moment_can_be_resumed_or_started_anew(
    how: tuple[str, ...], leftover: bool
) -> None:
    lines = f"note,hand\n,{HAND}\n,banana\n,{HAND}\n,8z\n" if "--column" in how else LINES
    Path("../hands.txt").write_text(lines, encoding="utf-8")
    args = ("../hands.txt", *how, "--block", "1", "-q")
    if leftover:
        broken_after(1, *args, "--rules", "guobiao")
    left = states_of(*args)
    whole = left[-1]
    assert set(whole) == {"x", "bad"} if "bad" in how else {"x"}
    assert len(left) > 12
    for one in (version for moment in left for version in torn(moment)):
        for resume in ((), ("--resume",)):
            if resume and one.get("x.part.json") == left[0].get("x.part.json") and leftover:
                continue  # still the part of the earlier run
            restore(one)
            assert batch(*args, *resume) == 1, (one, resume)
            assert state() == whole, (one, resume)


def test_bad_lines_alone_after_a_kill_at_any_moment() -> None:
    Path("../hands.txt").write_text(LINES, encoding="utf-8")
    args = ("../hands.txt", "--fail-file", "bad", "--block", "1", "-q")
    left = states_of(*args)
    assert len(left) > 6
    for one in (version for moment in left for version in torn(moment)):
        restore(one)
        assert batch(*args) == 1, one
        assert state() == {"bad": b"banana\n8z\n"}


def test_a_part_with_nothing_in_it_needs_no_note() -> None:
    write_input()
    for resume in ((), ("--resume",)):
        Path("x.part").touch()
        Path("bad.part").touch()
        assert batch("hands.txt", "-o", "x", "--fail-file", "bad", "-q", *resume) == 1
        assert set(state()) == {"bad", "hands.txt", "x"}


@pytest.mark.parametrize("name", ["x.part", "bad.part"])
@pytest.mark.parametrize("kept", [None, 1])
def test_a_part_shorter_than_its_note_cannot_be_resumed(
    name: str, kept: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    write_input()
    args = ("hands.txt", "-o", "x", "--fail-file", "bad", "--block", "1")
    broken_after(3, *args)
    data = Path(name).read_bytes()
    os.unlink(name)
    if kept is not None:
        Path(name).write_bytes(data[:kept])
    before = state()
    assert batch(*args, "--resume") == 2
    assert f"{name} is shorter than " in capsys.readouterr().err
    assert state() == before
    assert batch(*args, "-q") == 1
    assert set(state()) == {"bad", "hands.txt", "x"}


# --- damaged notes -----------------------------------------------------------------------------

DAMAGES: dict[str, Any] = {
    "schema-2": {"schema": 2},
    "schema-true": {"schema": True},
    "schema-text": {"schema": "1"},
    "sizes-text": {"sizes": ["x"]},
    "sizes-negative": {"sizes": [-1, 0]},
    "sizes-few": {"sizes": [10]},
    "sizes-true": {"sizes": [True, True]},
    "sizes-none": {"sizes": None},
    "sizes-huge": {"sizes": [10**30, 0]},
    "job-number": {"job": 5},
    "parts-number": {"parts": 5},
    "parts-numbers": {"parts": [1, 2]},
    "place-none": {"place": None},
    "place-list": {"place": [0, 1]},
    "offset-negative": {"place": {"offset": -3, "line": 1}},
    "offset-text": {"place": {"offset": "a", "line": 1}},
    "offset-real": {"place": {"offset": 1.5, "line": 1}},
    "offset-beyond": {"place": {"offset": 10**6, "line": 9}},
    "line-0": {"place": {"offset": 0, "line": 0}},
    "place-more": {"place": {"offset": 0, "line": 1, "column": 1}},
    "hands-text": {"counts": {"hands": "x"}},
    "hands-more": {"counts": {"hands": 9, "wins": 1, "failures": 1, "below": 0}},
    "counts-more": {"counts": {"hands": 0, "foes": 1}},
    "totals-list": {"totals": [1]},
    "totals-key": {"totals": {"x": 1}},
    "totals-many": {"totals": {"8": 77}},
    "fans-text": {"fans": {"自摸": "x"}},
    "errors-key": {"errors": {"\x1b[31m": 1}},
    "directory-1": {"directory": 1},
    "whole-text": {"whole": "yes"},
}
GARBAGE: dict[str, bytes] = {
    "cut": MARK.encode() + b'1, "job',
    "one byte": MARK.encode()[:1],
    "empty": b"",
    "deep": MARK.encode() + b"[" * 100_000,
    "huge": MARK.encode() + b"1" * (LARGEST_NOTE + 1),
    "digits": MARK.encode() + b"1" * 5000 + b"}",
    "not UTF-8": MARK.encode() + b'1, "job": "\xff"}',
    "list": MARK.encode() + b'1, "parts": 5, "sizes": {"a": [1]}}',
}
FOREIGN: dict[str, bytes] = {
    "text": b"hello\n",
    "other JSON": b'{"name": "mine"}',
    "deep": b"[" * 100_000,
    "huge": b"\0" * (LARGEST_NOTE + 5),
}


@pytest.fixture
def killed() -> tuple[str, ...]:
    """The options of a run that was interrupted, whose part and note are there."""
    write_input()
    args = ("hands.txt", "-o", "x", "--fail-file", "bad", "--block", "1")
    broken_after(3, *args)
    return args


@pytest.mark.parametrize("damage", [*DAMAGES, *GARBAGE])
def test_a_damaged_note_is_an_error_and_nothing_is_overwritten(
    damage: str, killed: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    note = Path("x.part.json")
    if damage in DAMAGES:
        note.write_text(sealed(json.loads(note.read_bytes()) | DAMAGES[damage]))
    else:
        note.write_bytes(GARBAGE[damage])
    before = state()
    capsys.readouterr()
    assert batch(*killed, "--resume") == 2
    err = capsys.readouterr().err
    assert err.endswith(
        "x.part.json is damaged, so nothing can be resumed: run without --resume to start anew\n"
    )
    assert state() == before
    # A note too damaged to list the bad lines does not vouch for them.
    code = batch(*killed, "-q")
    if code == 2:
        assert "bad.part exists, and no note in " in capsys.readouterr().err
        assert state() == before
        os.unlink("bad.part")
        code = batch(*killed, "-q")
    assert code == 1
    assert set(state()) == {"bad", "hands.txt", "x"}


def test_a_note_with_any_byte_changed_is_damaged(killed: tuple[str, ...]) -> None:
    """Other figures may be possible ones, and would then leave rows out."""
    data = Path("x.part.json").read_bytes()
    for at, byte in enumerate(data):
        with pytest.raises(ValueError, match=r"."):
            Note.of(data[:at] + bytes([byte ^ 1]) + data[at + 1 :])


@pytest.mark.parametrize("lost", [("sizes", 0), ("place", "offset"), ("counts", "wins"), ("fans",)])
def test_a_note_that_has_lost_a_value_is_damaged(
    lost: tuple[Any, ...], killed: tuple[str, ...]
) -> None:
    note = json.loads(Path("x.part.json").read_bytes())
    holder = note
    for key in lost[:-1]:
        holder = holder[key]
    del holder[lost[-1]]
    Path("x.part.json").write_text(sealed(note), encoding="utf-8")
    before = state()
    assert batch(*killed, "--resume") == 2
    assert state() == before


def test_a_note_cannot_lead_into_the_header(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.csv").write_text(f"hand\n{HAND}\nbanana\n{HAND}\n", encoding="utf-8")
    args = ("hands.csv", "--column", "hand", "-o", "x", "--block", "1")
    broken_after(2, *args)
    note = json.loads(Path("x.part.json").read_bytes()) | {"place": {"offset": 0, "line": 1}}
    Path("x.part.json").write_text(sealed(note), encoding="utf-8")
    before = state()
    assert batch(*args, "--resume") == 2
    assert "x.part.json is damaged" in capsys.readouterr().err
    assert state() == before


@pytest.mark.parametrize("content", FOREIGN)
@pytest.mark.parametrize("resume", [(), ("--resume",)])
def test_a_file_that_is_not_a_note_is_never_replaced(
    content: str,
    resume: tuple[str, ...],
    killed: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("x.part.json").write_bytes(FOREIGN[content])
    before = state()
    assert batch(*killed, *resume) == 2
    assert "delete it and its part to start anew" in capsys.readouterr().err
    assert state() == before


def test_an_interrupted_run_can_be_resumed(killed: tuple[str, ...]) -> None:
    assert batch(*killed, "--resume", "-q") == 1
    args = ("hands.txt", "-q", "-o", "y", "--fail-file", "worse")
    assert batch(*args) == 1
    assert Path("x").read_bytes() == Path("y").read_bytes()
    assert Path("bad").read_bytes() == Path("worse").read_bytes()


def test_a_note_is_read_as_it_was_written(killed: tuple[str, ...]) -> None:
    data = Path("x.part.json").read_bytes()
    assert Note.of(data).text().encode() == data
    assert data.startswith(MARK.encode())


def test_a_note_of_names_that_are_no_text() -> None:
    name = os.fsdecode(b"\xff\xe9")
    write_input()
    args = ("hands.txt", "-o", name, "--fail-file", f"{name}2", "--block", "1", "-q")
    broken_after(3, *args)
    assert batch(*args, "--resume") == 1
    assert set(state()) == {"hands.txt", name, f"{name}2"}


def test_parts_and_note_can_be_moved_together(killed: tuple[str, ...]) -> None:
    os.mkdir("../away")
    for name in ("x.part", "x.part.json", "bad.part"):
        os.rename(name, f"../away/{name}")
    args = ("hands.txt", "-o", "../away/x", "--fail-file", "../away/bad", "--block", "1", "-q")
    assert batch(*args, "--resume") == 1
    assert sorted(os.listdir("../away")) == ["bad", "x"]


def test_a_part_takes_the_mode_of_the_file_that_it_replaces() -> None:
    precious("x")
    Path("x").chmod(0o640)
    part = OutputPart("x")
    part.write("rows\n")
    part.finish()
    part.take_name()
    part.close()
    assert Path("x").stat().st_mode & 0o777 == 0o640
