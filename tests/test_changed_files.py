"""A file that is replaced, cut, lengthened or rewritten while a command reads it."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mjcalc import cli
from mjcalc.batch.job import Job
from mjcalc.batch.tasks import Changed, Shared, Stamp, Task, TaskPlace, ranges, work
from mjcalc.cli import batch_in
from mjcalc.cli.batch_out import Sink
from mjcalc.i18n import Lang
from mjcalc.report import Look
from mjcalc.report.rows import Separated

ROOT = Path(__file__).parent.parent
HAND = "123m456p789s EEE 55z +win:5z tsumo"
OTHER = "234m456p789s EEE 55z +win:5z tsumo"
LINES = 60
JOB = Job(Separated(Look(Lang.EN, "tsv")))
SETTLED = (1_000_000_000, 1_000_000_000)  # a time of modification that no test has by chance
Change = Callable[[str], None]


def replaced(path: str) -> None:
    """Another file gets the name."""
    Path("new").write_text(f"{OTHER}\n" * LINES, encoding="utf-8")
    os.utime("new", SETTLED)
    os.replace("new", path)


def cut(path: str) -> None:
    """The file loses its second half."""
    os.truncate(path, os.path.getsize(path) // 2)


def lengthened(path: str) -> None:
    """Somebody adds a line."""
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"{HAND}\n")


def rewritten(path: str) -> None:
    """Other bytes, as many of them, in the same file."""
    with open(path, "r+b") as file:
        file.write(f"{OTHER}\n".encode() * LINES)


CHANGES = (replaced, cut, lengthened, rewritten)


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    Path("hands.txt").write_text(f"{HAND}\n" * LINES, encoding="utf-8")
    os.utime("hands.txt", SETTLED)


def batch(*args: str) -> int:
    return cli.run(["batch", *args, "--block", "100", "--lang", "en"])


def rows(path: str = "out") -> list[list[str]]:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def after_the_first_rows(monkeypatch: pytest.MonkeyPatch, change: Change, path: str) -> None:
    """Changes a file as soon as the first rows of a run are written."""
    add, left = Sink.add, [change]

    def patched(self: Sink, done: Any) -> None:
        add(self, done)
        if left:
            left.pop()(path)

    monkeypatch.setattr(Sink, "add", patched)


# --- a worker -----------------------------------------------------------------------------------


def tasks(path: str) -> list[Task]:
    with open(path, "rb") as file:
        return list(ranges(file, Shared(path, Stamp.of(file.fileno())), TaskPlace(), 1000))


@pytest.mark.parametrize("change", CHANGES)
def test_a_worker_refuses_a_file_that_is_not_the_one_of_the_driver(change: Change) -> None:
    first, *_, last = tasks("hands.txt")
    assert work(first, JOB).counts.wins == first.lines[1]
    change("hands.txt")
    for task in (first, last):
        with pytest.raises(Changed, match="hands"):
            work(task, JOB)


def test_a_worker_refuses_a_file_that_ends_too_soon() -> None:
    """However its stamp looks: a range is read to its end, or not at all."""
    last = tasks("hands.txt")[-1]
    assert isinstance(last.source, Shared)
    cut("hands.txt")
    with open("hands.txt", "rb") as file:
        stamp = Stamp.of(file.fileno())
    with pytest.raises(Changed):
        work(replace(last, source=Shared("hands.txt", stamp)), JOB)


@pytest.mark.parametrize("name", ["device", "inode", "size", "modified"])
def test_everything_in_a_stamp_counts(name: str) -> None:
    first = tasks("hands.txt")[0]
    assert isinstance(first.source, Shared)
    stamp = first.source.stamp
    other = replace(first.source, stamp=replace(stamp, **{name: getattr(stamp, name) + 1}))
    with pytest.raises(Changed):
        work(replace(first, source=other), JOB)
    if name == "device":  # another machine numbers its devices by itself
        assert work(replace(first, source=other.anywhere), JOB).counts.failures == 0
    else:
        with pytest.raises(Changed):
            work(replace(first, source=other.anywhere), JOB)


# --- a run --------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_run_ends_with_an_error_and_leaves_a_part(
    jobs: str, change: Change, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("out").write_text("old", encoding="utf-8")
    args = ("hands.txt", "-o", "out", "--jobs", jobs)
    after_the_first_rows(monkeypatch, change, "hands.txt")
    code, err = batch(*args), capsys.readouterr().err
    if jobs == "1" and change is replaced:  # one process reads the file that it opened
        assert code == 0
        assert [row[2] for row in rows()] == ["25"] * LINES
        return
    assert code == 2
    assert "mjcalc: hands.txt changed while it was being read: " in err
    assert "cannot be continued; start anew" in err
    assert "--resume" not in err
    assert Path("out").read_text(encoding="utf-8") == "old"
    assert Path("out.part").stat().st_size > 0
    assert batch(*args, "--resume") == 2
    assert "out.part is of another run" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_standard_output_ends_with_an_error_too(
    jobs: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    after_the_first_rows(monkeypatch, cut, "hands.txt")
    assert batch("hands.txt", "--jobs", jobs) == 2
    assert capsys.readouterr().err.endswith("start anew\n")


def test_a_change_before_the_first_range_is_cut_is_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin = Sink.begin

    def patched(self: Sink, job: str, **more: Any) -> Any:
        replaced("hands.txt")
        return begin(self, job, **more)

    monkeypatch.setattr(Sink, "begin", patched)
    assert batch("hands.txt", "--jobs", "2", "-o", "out") == 2
    assert "changed while it was being read" in capsys.readouterr().err
    assert not Path("out").exists()


def test_workers_get_the_bytes_of_a_file_that_lost_its_name_before_they_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def opened(path: str) -> Any:
        stream = open(path, "rb")  # noqa: SIM115  closed by the command
        replaced(path)
        return stream

    monkeypatch.setattr(batch_in, "opened_as_it_is", opened)
    assert batch("hands.txt", "--jobs", "2", "-o", "out", "-q") == 0
    assert [row[2] for row in rows()] == ["25"] * LINES


def test_a_bad_line_of_another_file_is_not_the_end_of_a_strict_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def spoiled(path: str) -> None:
        replaced(path)
        Path(path).write_text("banana\n" * LINES * 9, encoding="utf-8")

    after_the_first_rows(monkeypatch, spoiled, "hands.txt")
    assert batch("hands.txt", "--jobs", "2", "-o", "out", "--strict") == 2
    assert "changed while it was being read" in capsys.readouterr().err


def test_an_archive_that_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("hands.gz").write_bytes(gzip.compress(Path("hands.txt").read_bytes()))
    after_the_first_rows(monkeypatch, lambda path: os.utime(path, SETTLED), "hands.gz")
    assert batch("hands.gz", "-o", "out") == 2
    assert not Path("out").exists()
    assert "mjcalc: hands.gz changed while it was being read" in capsys.readouterr().err


def test_standard_input_from_a_file_that_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open("hands.txt", encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        after_the_first_rows(monkeypatch, lengthened, "hands.txt")
        assert batch("-", "-o", "out") == 2
    assert "mjcalc: - changed while it was being read" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_pipes_are_read_to_their_end(jobs: str) -> None:
    os.mkfifo("pipe")
    text = Path("hands.txt").read_text(encoding="utf-8")
    writer = threading.Thread(target=lambda: Path("pipe").write_text(text, encoding="utf-8"))
    writer.start()
    assert batch("pipe", "-o", "out", "-q", "--jobs", jobs) == 0
    writer.join()
    assert len(rows()) == LINES


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="there is no /dev/stdin")
def test_standard_input_by_its_name_goes_to_workers() -> None:
    command = [sys.executable, "-m", "mjcalc", "batch", "/dev/stdin", "-q", "-o", "out"]
    with open("hands.txt", "rb") as file:
        done = subprocess.run(
            [*command, "--jobs", "2", "--block", "100"],
            stdin=file, env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
    assert done.returncode == 0
    assert len(rows()) == LINES


# --- other commands -----------------------------------------------------------------------------


class Growing(io.BytesIO):
    """A file on disk that gets longer as soon as it is read."""

    def __init__(self, path: str) -> None:
        super().__init__(Path(path).read_bytes())
        self.file = open(path, "a+b")  # noqa: SIM115  closed by close()

    def fileno(self) -> int:
        return self.file.fileno()

    def read(self, size: int | None = -1, /) -> bytes:
        self._grow()
        return super().read(size)

    def read1(self, size: int | None = -1, /) -> bytes:
        self._grow()
        return super().read1(size)

    def readline(self, size: int | None = -1, /) -> bytes:
        self._grow()
        return super().readline(size)

    def _grow(self) -> None:
        self.file.write(b"\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()
        super().close()


@pytest.mark.parametrize(
    ("command", "example"), [("replay", "botzone.log"), ("game", "friday.game")]
)
def test_a_record_or_sheet_that_changes(
    command: str,
    example: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path(example).write_bytes((ROOT / "examples" / example).read_bytes())
    assert cli.run([command, example, "--lang", "en"]) == 0
    capsys.readouterr()
    monkeypatch.setattr(f"mjcalc.cli.{command}.opened", lambda path, *_: Growing(path))
    assert cli.run([command, example, "--lang", "en"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"mjcalc: {example} changed while it was being read: ")
    assert err.count("\n") == 1
