"""Runs of a batch: many processes, files that are whole, runs that were killed, bad lines."""

from __future__ import annotations

import errno
import gzip
import io
import json
import os
import pty
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from mjcalc import cli, format_hand
from mjcalc.batch.job import Job, LineResult
from mjcalc.batch.tasks import (
    LostTask,
    Shared,
    Stamp,
    Task,
    TaskPlace,
    TaskResult,
    WorkerDeath,
    WorkerReport,
    ranges,
    work,
)
from mjcalc.batch.workers import local_processes, run_tasks
from mjcalc.cli.batch_out import Sink
from mjcalc.i18n import Lang
from mjcalc.report import Look
from mjcalc.report.rows import Separated
from tests.bench.hands import winning_hands

ROOT = Path(__file__).parent.parent
PYTHON = (sys.executable, "-m", "mjcalc", "batch")
HAND = "123m456p789s EEE 55z +win:5z tsumo"
BELOW = "[123m] [345m] 678p56s33z +win:7s tsumo"
JOB = Job(Separated(Look(Lang.EN, "tsv")))
PATIENCE = 60


@pytest.fixture(scope="module")
def hands() -> str:
    """Lines with ids, comments, blank lines, and now and then a bad one."""
    chance = random.Random(1)
    lines = [format_hand(hand) for hand in islice(winning_hands(1), 400)]
    for _ in range(40):
        slip = chance.choice(["# a comment", "", "banana", "id\t55z", "东东东 1m", "x\t" + HAND])
        lines.insert(chance.randrange(len(lines)), slip)
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def batch(*args: str) -> int:
    return cli.run(["batch", *args, "--lang", "en"])


def tasks_of(path: str, start: TaskPlace, size: int) -> Iterator[Task]:
    """The ranges of a file."""
    with open(path, "rb") as file:
        yield from ranges(file, Shared(path, Stamp.of(file.fileno())), start, size)


# --- many processes -----------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["tsv", "csv", "jsonl", "json", "markdown"])
@pytest.mark.parametrize("block", ["1", "700", "100000"])
def test_any_number_of_processes_gives_the_same_bytes(
    hands: str, format: str, block: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("hands.txt").write_text(hands if block != "1" else hands[:3000], encoding="utf-8")
    assert batch("hands.txt", "--format", format) == 1
    one = capsys.readouterr().out
    args = ("--format", format, "--block", block, "--fail-file")
    assert batch("hands.txt", *args, "bad1", "--jobs", "1") == 1
    assert capsys.readouterr().out == one
    assert batch("hands.txt", *args, "bad2", "--jobs", "2", "-o", "out") == 1
    assert Path("out").read_text(encoding="utf-8") == one
    assert Path("bad1").read_bytes() == Path("bad2").read_bytes()


def test_line_breaks_inside_quotes_are_counted_by_all(capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f'"two\nlines {number}","{HAND}"\n' for number in range(40))
    Path("hands.csv").write_text(f"note,hand\n{rows}", encoding="utf-8")
    args = ("hands.csv", "--column", "hand", "--format", "csv")
    assert batch(*args) == 0
    one = capsys.readouterr().out
    assert "\n80,,25," in one
    assert batch(*args, "--jobs", "2", "--block", "100") == 0
    assert capsys.readouterr().out == one


def test_a_stream_goes_to_many_processes_too(hands: str) -> None:
    command = [*PYTHON, "-", "--no-header", "-q"]
    one, two = (
        subprocess.run([*command, *more], input=hands.encode(), capture_output=True, cwd=ROOT)
        for more in ([], ["--jobs", "2", "--block", "500"])
    )
    assert one.stdout == two.stdout
    assert (one.returncode, two.returncode) == (1, 1)


def test_many_processes_answer_a_slow_pipe_at_once() -> None:
    with running("-", "--no-header", "--jobs", "2", stdin=subprocess.PIPE) as process:
        for number in (b"1", b"2"):
            process.stdin.write(f"{HAND}\n".encode())
            process.stdin.flush()
            assert process.stdout.readline().split(b"\t")[0] == number
        process.stdin.close()
        assert process.wait(PATIENCE) == 0


def test_strict_stops_many_processes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text(f"{HAND}\nbanana\n" + f"{HAND}\n" * 500, encoding="utf-8")
    assert batch("hands.txt", "--strict", "--no-header", "--jobs", "2", "--block", "10") == 1
    rows = capsys.readouterr().out.splitlines()
    assert [row.split("\t")[0] for row in rows] == ["1", "2"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_strict_run_says_which_line_to_mend(
    jobs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [HAND] * 9
    bad = [*lines[:5], "banana", *lines[5:]]
    args = ("hands.txt", "-o", "out", "--strict", "--jobs", jobs, "--block", str(2 * len(HAND)))
    for more in ((), ("--resume",)):
        Path("hands.txt").write_text("\n".join(bad), encoding="utf-8")
        os.utime("hands.txt", (0, 0))
        assert batch(*args, *more) == 1
        err = capsys.readouterr().err
        assert "stopped at line 6: correct it and start again; the output so far is in " in err
        assert "--resume" not in err
    assert not Path("out").exists()
    Path("hands.txt").write_text("\n".join(lines), encoding="utf-8")
    assert batch(*args) == 0
    assert len(Path("out").read_text(encoding="utf-8").splitlines()) == 1 + len(lines)


def test_the_tasks_in_flight_are_few(hands: str) -> None:
    Path("hands.txt").write_text(hands, encoding="utf-8")
    begun = 0

    def tasks() -> Iterator[Task]:
        nonlocal begun
        for task in tasks_of("hands.txt", TaskPlace(), 100):
            begun += 1
            yield task

    for count, _ in enumerate(run_tasks(tasks(), JOB, local_processes(2))):
        assert begun - count <= 6


def test_a_worker_starts_without_the_command_line() -> None:
    heavy = "{'click', 'pyparsing', 'tabulate', 'csv'} & set(sys.modules)"
    code = f"import sys, mjcalc.batch.workers; import mjcalc.report.rows; print({heavy} or 'none')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "none\n"


def test_head_ends_many_processes_quietly() -> None:
    Path("hands.txt").write_text(f"{HAND}\n" * 20_000, encoding="utf-8")
    for source, name in (("cat hands.txt", "-"), ("true", "hands.txt")):
        batch = f"{sys.executable} -m mjcalc batch {name} --jobs 2 --block 9999"
        script = source + " | " + batch + " | head -2; echo ${PIPESTATUS[1]}"
        done = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.stdout.splitlines()[2:] == ["0"]
        assert done.stderr == ""


# --- workers that die ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Deadly:
    """A renderer that kills its process at some lines; only once, where it can leave a mark."""

    lines: tuple[int, ...]
    mark: str | None = None

    def __call__(self, result: LineResult) -> str:
        if result.line in self.lines and not (self.mark and os.path.exists(self.mark)):
            if self.mark:
                Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return f"{result.line}\n"

    def of_file(self, name: str | None) -> Deadly:
        return self


def reports_of(job: Job) -> list[WorkerReport]:
    Path("hands.txt").write_text(f"{HAND}\n" * 60, encoding="utf-8")
    tasks = tasks_of("hands.txt", TaskPlace(), 5 * (len(HAND) + 1))
    return list(run_tasks(tasks, job, local_processes(2)))


def test_a_range_that_kills_its_workers_is_lost_and_the_rest_goes_on() -> None:
    found = reports_of(Job(Deadly((13, 48))))
    rows = [int(row) for one in found if isinstance(one, TaskResult) for row in one.rows.split()]
    assert rows == [*range(1, 11), *range(16, 46), *range(51, 61)]
    assert [one.task.lines for one in found if isinstance(one, LostTask)] == [(11, 15), (46, 50)]
    assert next(one.lines[0] <= 13 <= one.lines[1] for one in found if isinstance(one, WorkerDeath))


def test_what_a_worker_left_undone_is_done_again() -> None:
    found = reports_of(Job(Deadly((30,), "mark")))
    rows = [int(row) for one in found if isinstance(one, TaskResult) for row in one.rows.split()]
    assert rows == list(range(1, 61))
    assert sum(isinstance(one, WorkerDeath) for one in found) == 1


def test_a_lost_range_is_told_and_the_file_is_not_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("mjcalc.report.rows.renderer", lambda *_, **__: Deadly((13,)))
    Path("hands.txt").write_text(f"{HAND}\n" * 60, encoding="utf-8")
    args = ("hands.txt", "-o", "out", "--jobs", "2", "--block", "200", "--no-header")
    assert batch(*args) == 1
    err = capsys.readouterr().err
    assert "lines 11 to 15 are not done" in err.replace("10 to", "11 to") or "are not done" in err
    assert not Path("out").exists()
    monkeypatch.setattr("mjcalc.report.rows.renderer", lambda *_, **__: Deadly(()))
    assert batch(*args) == 0
    assert Path("out").read_text(encoding="utf-8").split() == [str(n) for n in range(1, 61)]


# --- runs that are killed -----------------------------------------------------------------------


@contextmanager
def running(*args: str, **more: Any) -> Iterator[Any]:
    """A batch in its own process group; nothing of it is left at the end."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*PYTHON, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment, start_new_session=True, **more,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def until(true: Callable[[], object]) -> None:
    """Waits until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def size(path: str) -> int:
    return Path(path).stat().st_size if Path(path).exists() else 0


def noted_size(path: str) -> int:
    """How much of the rows a note covers; 0 when there is no note."""
    return json.loads(Path(path).read_text())["sizes"][0] if Path(path).exists() else 0


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture(scope="module")
def many(hands: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A file that takes a while, and its rows."""
    path = tmp_path_factory.mktemp("many") / "many.txt"
    path.write_text(hands * 60, encoding="utf-8")
    assert batch(str(path), "-o", f"{path}.tsv", "-q") == 1
    return path, Path(f"{path}.tsv").read_bytes()


@linux
@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_run_leaves_whole_lines_and_no_process_and_is_gone_on_with(
    many: tuple[Path, bytes],
    kill: int,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path, rows = many
    Path("out").write_text("old", encoding="utf-8")
    args = (
        str(path),
        "-o",
        "out",
        "--jobs",
        "2",
        "--block",
        "4096",
        "--fail-file",
        "bad",
        "--lang",
        "en",
    )
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(temporary))
    with running(*args) as process:
        until(lambda: size("out.part") > 50_000 and Path("out.part.json").exists())
        workers = children(process.pid)
        process.send_signal(kill)
        code = process.wait(PATIENCE)
        until(lambda: not any(map(is_alive, workers)))
    until(lambda: os.listdir(temporary) == [])
    assert len(workers) == 2
    assert code == (-kill if kill == signal.SIGKILL else 128 + kill)
    assert Path("out").read_text(encoding="utf-8") == "old"
    part = Path("out.part").read_bytes()
    assert part.endswith(b"\n")
    assert rows.startswith(part)
    assert len(part) < len(rows)
    assert batch(*args, "--resume", "-q") == 1
    assert Path("out").read_bytes() == rows
    assert batch(str(path), "--fail-file", "bad2", "--summary", "-q") == 1
    assert Path("bad").read_bytes() == Path("bad2").read_bytes()
    assert {one.name for one in Path().iterdir()} == {"out", "bad", "bad2"}


@linux
def test_a_killed_worker_is_told_and_nothing_is_missing(many: tuple[Path, bytes]) -> None:
    path, rows = many
    args = (str(path), "-o", "out", "--jobs", "2", "--block", "4096", "--lang", "en")
    with running(*args) as process:
        until(lambda: size("out.part") > 20_000)
        os.kill(children(process.pid)[0], signal.SIGKILL)
        assert process.wait(PATIENCE) == 1
        assert b"a worker died somewhere in lines " in process.stderr.read()
    assert Path("out").read_bytes() == rows


@linux
def test_a_killed_run_of_a_pipe_is_gone_on_with(hands: str) -> None:
    with running("-", "-o", "out", "--lang", "en", stdin=subprocess.PIPE) as process:
        process.stdin.write(hands[:9000].encode())
        process.stdin.flush()
        until(lambda: noted_size("out.part.json") > 0)
        process.kill()
    command = [*PYTHON, "-", "-o", "out", "--lang", "en"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    for more in ("--resume", "-q"):
        done = subprocess.run(
            [*command, more], input=hands.encode(), capture_output=True, env=environment
        )
        assert done.returncode == 1
        rows = Path("out").read_bytes()
        if more == "--resume":
            first, again = done.stderr.decode(), rows
    assert "going on from the last run, with line " in first
    assert rows == again


@pytest.mark.parametrize("format", ["tsv", "json"])
@pytest.mark.parametrize("kept", [0, 1, 7, 10_000])
def test_a_part_of_any_length_is_gone_on_with(hands: str, format: str, kept: int) -> None:
    """A run that ended right after it noted its place, or a while later, or before it noted any."""
    Path("hands.txt").write_text(hands, encoding="utf-8")
    args = ("hands.txt", "-o", "out", "--format", format, "--block", "300", "-q")
    assert batch(*args) == 1
    rows = Path("out").read_bytes()
    source = iter(tasks_of("hands.txt", TaskPlace(), 300))
    whole = stopped_after(kept, args)
    assert batch(*args, "--resume") == 1
    assert Path("out").read_bytes() == rows
    assert whole or kept < 10_000
    first, *_ = source  # to the end, where the file is closed
    assert first.lines[0] == 1


def stopped_after(count: int, args: tuple[str, ...]) -> bool:
    """Breaks a run after so many tasks; whether it was done before."""
    from mjcalc.batch import tasks

    def broken(source: Any, job: Job) -> Iterator[TaskResult]:
        for number, task in enumerate(source):
            if number == count:
                raise KeyboardInterrupt
            yield work(task, job)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "work_here", broken)
        return batch(*args) != 130


def test_a_part_of_another_run_is_not_gone_on_with(
    hands: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("hands.txt").write_text(hands, encoding="utf-8")
    args = ("hands.txt", "-o", "out", "--block", "300")
    assert not stopped_after(9, args)
    before = Path("out.part").read_bytes()
    capsys.readouterr()
    assert batch(*args, "--resume", "--rules", "guobiao") == 2
    assert "out.part is of another run" in capsys.readouterr().err
    assert Path("out.part").read_bytes() == before
    Path("hands.txt").write_text(hands + HAND, encoding="utf-8")
    assert batch(*args, "--resume") == 2
    assert batch(*args, "-q") == 1


def test_nothing_to_go_on_from(hands: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text(HAND, encoding="utf-8")
    assert batch("hands.txt", "-o", "out", "--resume") == 0
    assert "begun anew" in capsys.readouterr().err


@linux
def test_two_runs_do_not_write_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text(HAND, encoding="utf-8")
    with running("-", "-o", "out", stdin=subprocess.PIPE) as process:
        process.stdin.write(f"{HAND}\n".encode())
        process.stdin.flush()
        until(lambda: size("out.part") > 60)
        assert batch("hands.txt", "-o", "out") == 2
        assert "another run is writing " in capsys.readouterr().err
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
    assert Path("out").exists()


# --- files --------------------------------------------------------------------------------------


def test_a_file_keeps_its_mode_and_a_link_its_place() -> None:
    Path("hands.txt").write_text(HAND, encoding="utf-8")
    Path("real").touch(0o640)
    Path("real").chmod(0o640)
    Path("out").symlink_to("real")
    assert batch("hands.txt", "-o", "out", "-q") == 0
    assert Path("out").is_symlink()
    assert Path("real").stat().st_mode & 0o777 == 0o640
    assert Path("real").read_text(encoding="utf-8").startswith("line\t")


def test_a_device_is_written_straight(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text(HAND, encoding="utf-8")
    assert batch("hands.txt", "-o", "/dev/null", "-q") == 0
    assert batch("hands.txt", "-o", "-", "-q") == 0
    assert capsys.readouterr().out.startswith("line\t")
    assert os.listdir() == ["hands.txt"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("-o", "hands.txt"), "hands.txt cannot be both FILE and --output"),
        (("--fail-file", "hands.txt"), "cannot be both FILE and --fail-file"),
        (("-o", "x", "--fail-file", "./x"), "cannot be both --output and --fail-file"),
        (("-o", "no/such/place"), "cannot write "),
        (("-o", ""), "the file name of --output is empty: name a file"),
        (("--fail-file", ""), "the file name of --fail-file is empty: name a file"),
        (("--fail-file", "-"), "--fail-file needs the name of a regular file, and - is not one"),
        (("--fail-file", "."), "--fail-file needs the name of a regular file, and . is not one"),
        (("-o", "."), "cannot write ."),
        (("--resume",), "name it with -o"),
        (("--resume", "-o", "x", "--format", "table"), "table is written as a whole"),
        (("--jobs", "2", "--dask", "x"), "take either --jobs or --dask"),
        (("--summary=csv",), "use table, json"),
        (("--jobs", "-1"), "--jobs"),
        (("--jobs", "9" * 20), "is not in the range 0<=x<=1024"),
        (("--block", "9" * 20), "is not in the range 1<=x<=1073741824"),
        (("--block", "9" * 5000), "is not a valid integer range"),
    ],
)
def test_options_that_cannot_be(
    args: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("hands.txt").write_text(HAND, encoding="utf-8")
    assert batch("hands.txt", *args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert os.listdir() == ["hands.txt"]


def test_the_bad_lines_take_the_place_of_no_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text("banana", encoding="utf-8")
    os.mkfifo("pipe")
    assert batch("hands.txt", "--fail-file", "pipe") == 2
    assert "pipe is not one" in capsys.readouterr().err
    assert Path("pipe").is_fifo()


def test_no_file_has_an_empty_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(HAND.encode())))
    for args in (("batch", ""), ("game", ""), ("replay", "")):
        assert cli.run([*args, "--lang", "en"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "the file name is empty" in err


def test_bad_lines_as_typed_can_be_mended_and_run_again() -> None:
    text = f"\ufeff{HAND}\n  banana # why\r\n# no\n\nid\t55z\n".encode() + b"\xc4\xe3 1m\n" + b"8z"
    Path("hands.txt").write_bytes(text)
    assert batch("hands.txt", "--fail-file", "bad", "-q") == 1
    assert Path("bad").read_bytes() == b"  banana # why\r\nid\t55z\n\xc4\xe3 1m\n8z\n"
    Path("bad").write_text(HAND, encoding="utf-8")
    assert batch("bad", "--fail-file", "bad2", "-q") == 0
    assert Path("bad2").read_bytes() == b""


def test_bad_records_as_typed_have_their_header() -> None:
    text = f'who,hand\n"Bo\nsenior",banana\nCai,"{HAND}"\nDee,8z\n'
    Path("hands.csv").write_text(text, encoding="utf-8")
    assert batch("hands.csv", "--column", "hand", "--fail-file", "bad.csv", "-q") == 1
    bad = Path("bad.csv").read_text(encoding="utf-8")
    assert bad == 'who,hand\n"Bo\nsenior",banana\nDee,8z\n'


def test_what_is_no_utf_8_is_told_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.csv").write_bytes(
        b"\xef\xbb\xbfid,hand,who\n"
        + f"a,{HAND},".encode()
        + "阿明\n".encode("gb18030")
        + f"b,{HAND},Bo\n".encode()
        + b"c,\xff1m,Cai\n"
    )
    assert batch("hands.csv", "--column", "hand", "--format", "jsonl") == 1
    out, err = capsys.readouterr()
    first, second, third = map(json.loads, out.splitlines())
    assert (first["id"], first["ok"], first["error"]["code"]) == ("a", False, "cannot-read")
    assert first["error"]["column"] is None
    assert (second["id"], second["total"]) == ("b", 25)
    assert (third["input"], third["error"]["column"]) == ("\ufffd1m", 1)
    assert err.startswith("hands.csv:2: the line is not UTF-8 (bytes b0 a2 c3 f7)")


def test_a_quote_that_is_not_closed_is_told_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    text = f'hand\n{HAND}\n"{HAND}\n' + f"{HAND}\n" * 3000
    Path("hands.csv").write_text(text, encoding="utf-8")
    assert batch("hands.csv", "--column", "hand") == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1 + 3002
    assert "hands.csv:3: a quote is not closed" in err


def test_gzip_whatever_its_name(hands: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text(hands, encoding="utf-8")
    Path("hands.txt.gz").write_bytes(gzip.compress(hands.encode()))
    assert batch("hands.txt", "-q") == batch("hands.txt.gz", "-q", "-o", "out") == 1
    assert Path("out").read_text(encoding="utf-8") == capsys.readouterr().out
    assert batch("hands.txt.gz", "-q", "-o", "out2", "--jobs", "2", "--block", "999") == 1
    assert Path("out").read_bytes() == Path("out2").read_bytes()
    Path("hands.txt.gz").rename("packed")
    Path("hands.txt").rename("plain.gz")
    assert batch("packed", "-q", "-o", "out3") == batch("plain.gz", "-q", "-o", "out4") == 1
    assert Path("out").read_bytes() == Path("out3").read_bytes() == Path("out4").read_bytes()


@pytest.mark.parametrize("damage", ["cut", "garbled"])
def test_a_damaged_archive_is_told(
    hands: str, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = gzip.compress(hands.encode())
    half = len(packed) // 2
    made = {"cut": packed[:half], "garbled": packed[:half] + b"x" * half}
    Path("hands.gz").write_bytes(made[damage])
    assert batch("hands.gz", "-o", "out") == 2
    assert capsys.readouterr().err.startswith("mjcalc: cannot read hands.gz: ")
    assert not Path("out").exists()


class Failing(io.BytesIO):
    """A disk that fails where it should end."""

    def read1(self, size: int | None = -1, /) -> bytes:
        if self.tell() == len(self.getvalue()):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return super().read1(size)

    def peek(self, size: int = 0, /) -> bytes:
        return self.getvalue()


def test_a_disk_that_fails_on_the_way_is_told_with_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = Failing(f"{HAND}\n{HAND}\n".encode())
    monkeypatch.setattr("mjcalc.cli.batch_in.opened_as_it_is", lambda path: stream)
    assert batch("-", "--no-header", "-q", "--block", str(len(HAND) + 1)) == 2
    out, err = capsys.readouterr()
    assert [row.split("\t")[0] for row in out.splitlines()] == ["1", "2"]
    assert err == "mjcalc: the input cannot be read on after line 2: Input/output error\n"


def test_a_worker_that_cannot_read_the_file_says_which(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> Iterator[TaskResult]:
        yield from ()
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    Path("hands.txt").write_text(HAND, encoding="utf-8")
    monkeypatch.setattr("mjcalc.batch.workers.run_tasks", failing)
    assert batch("hands.txt", "--jobs", "2", "--no-header") == 2
    assert "cannot read hands.txt: Input/output error" in capsys.readouterr().err


def test_a_bar_with_rate_and_time_left_on_a_terminal(hands: str) -> None:
    Path("hands.txt").write_text(hands, encoding="utf-8")
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        with os.fdopen(theirs, "wb") as error:
            done = subprocess.run(
                [*PYTHON, "hands.txt", "-o", "out", "--lang", "en", "--block", "100"],
                stderr=error, env=os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm"},
            )  # fmt: skip
        shown = terminal.read(1 << 16).decode()
    assert done.returncode == 1
    assert "%" in shown
    assert "/s" in shown
    assert "\r\x1b[Khands.txt:" in shown


# --- the summary --------------------------------------------------------------------------------


def test_a_summary_instead_of_the_rows(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text(f"{HAND}\n{BELOW}\n{BELOW}\nbanana\n", encoding="utf-8")
    assert batch("hands.txt", "--summary", "-q", "--venue", "8fan") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == ["hands: 4", "wins: 3", "failures: 1", "below the minimum: 2"]
    table = [line.split() for line in lines]
    assert ["2–3", "2", "66.7%", "█" * 40] in table
    assert ["24–31", "1", "33.3%", "█" * 20] in table
    assert ["cannot-read", "1"] in table


def test_a_summary_for_programs(capsys: pytest.CaptureFixture[str], hands: str) -> None:
    Path("hands.txt").write_text(hands, encoding="utf-8")
    assert batch("hands.txt", "--summary=json", "-q", "-o", "out") == 1
    said = json.loads(capsys.readouterr().out)
    rows = [row.split("\t") for row in Path("out").read_text(encoding="utf-8").splitlines()[1:]]
    totals = [int(row[2]) for row in rows if row[2]]
    assert said["hands"] == len(rows)
    assert said["wins"] == len(totals) == sum(said["totals"].values())
    assert said["mean"] == pytest.approx(sum(totals) / len(totals), abs=1e-4)
    assert said["failures"] == sum(said["errors"].values())
    assert said["fans"][0] == {
        "no": 69, "zh": "无财神", "en": "No Wildcard", "value": 2, "count": len(totals),
    }  # fmt: skip


def test_a_summary_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text("", encoding="utf-8")
    assert batch("hands.txt", "--summary", "-q") == 0
    assert capsys.readouterr().out.startswith("hands: 0\nwins: 0\nfailures: 0\n")
    assert batch("hands.txt", "--summary=json", "-q") == 0
    assert json.loads(capsys.readouterr().out)["mean"] is None


def test_rows_in_an_archive(hands: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("hands.txt").write_text(hands, encoding="utf-8")
    assert batch("hands.txt", "-q", "-o", "plain", "--fail-file", "bad") == 1
    for how in ([], ["--block", "2000"], ["--jobs", "2", "--block", "2000"]):
        assert batch("hands.txt", "-q", "-o", "out.gz", "--fail-file", "bad.gz", *how) == 1
        for name, packed in (("plain", "out.gz"), ("bad", "bad.gz")):
            assert gzip.decompress(Path(packed).read_bytes()) == Path(name).read_bytes()
    Path("good.txt").write_text(f"{HAND}\n", encoding="utf-8")
    args = ("good.txt", "-q", "-o", "out.gz", "--fail-file", "bad.gz", "--no-header")
    assert batch(*args) == 0
    assert gzip.decompress(Path("bad.gz").read_bytes()) == b""
    assert batch("out.gz", "--column", "none", "-q", "-o", "-") == 2


def test_a_run_that_packs_is_resumed(
    hands: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("hands.txt").write_text(hands, encoding="utf-8")
    args = ("hands.txt", "-q", "-o", "out.gz", "--block", "5000")
    assert batch(*args) == 1
    due = gzip.decompress(Path("out.gz").read_bytes())
    add, seen = Sink.add, 0

    def failing(self: Sink, done: TaskResult) -> None:
        nonlocal seen
        seen += 1
        if seen > 3:
            raise KeyboardInterrupt
        add(self, done)

    monkeypatch.setattr("mjcalc.batch.output.NOTE_INTERVAL", 0)
    monkeypatch.setattr(Sink, "add", failing)
    assert batch(*args) == 130
    monkeypatch.setattr(Sink, "add", add)
    assert batch(*args, "--resume") == 1
    assert gzip.decompress(Path("out.gz").read_bytes()) == due
