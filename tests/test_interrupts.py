"""Ctrl-C and SIGTERM at chosen moments: one line, the right exit code, nothing left behind.

``python -m tests.attack_interrupts`` does the same at random moments.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mjcalc.cli.errors import resume_command
from mjcalc.i18n.visible import visible

ROOT = Path(__file__).parent.parent
HAND = "123m456p789s EEE 55z +win:5z tsumo"
JOBS = ("batch", "hands.txt", "-o", "out", "-q", "--jobs", "2", "--block", "200")
ONE = ("batch", "hands.txt", "-o", "out", "-q", "--block", "200")
PATIENCE = 60
linux = pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux only")
both_signals = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])

# Runs the command line with a patch that sends the signal at a chosen moment.
PRELUDE = """
import builtins, gc, io, os, runpy, signal, sys, threading, weakref
sys.path.insert(0, {root!r})
def interrupt(*_, **__):
    os.kill(os.getpid(), {number})
def once(*_, **__):
    if not sent:
        sent.append(True)
        interrupt()
sent = []
def before(owner, name, act=once):
    real = getattr(owner, name)
    def patched(*args, **more):
        act()
        return real(*args, **more)
    setattr(owner, name, patched)
def after(owner, name, act=once):
    real = getattr(owner, name)
    def patched(*args, **more):
        value = real(*args, **more)
        act()
        return value
    setattr(owner, name, patched)
class Importing:
    def __init__(self, name):
        self.name = name
    def find_spec(self, name, *_):
        if name == self.name:
            once()
class Dying:
    def __del__(self):
        once()
{patch}
sys.argv = ['mjcalc', *{args!r}]
runpy.run_module('mjcalc', run_name='__main__')
"""


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    monkeypatch.chdir(home)
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setenv("MJCALC_LANG", "en")
    (home / "hands.txt").write_text(f"{HAND}\n" * 60, encoding="utf-8")


def interrupted(
    patch: str, args: tuple[str, ...], number: int = signal.SIGINT, **more: Any
) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process group of its own, of which nothing is left."""
    code = PRELUDE.format(root=str(ROOT), number=int(number), patch=patch, args=args)
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True, **more,
    ) as process:  # fmt: skip
        try:
            out, err = process.communicate(timeout=PATIENCE)
            with pytest.raises(ProcessLookupError):
                os.killpg(process.pid, 0)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert os.listdir(os.environ["TMPDIR"]) == []
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def line(number: int) -> str:
    return "mjcalc: terminated" if number == signal.SIGTERM else "mjcalc: interrupted"


def whole_rows() -> bytes:
    """The rows of a run that is not interrupted."""
    command = [sys.executable, "-m", "mjcalc", "batch", "hands.txt", "-o", "whole", "-q"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    assert subprocess.run(command, env=environment).returncode == 0
    return Path("whole").read_bytes()


# --- the start ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "number"),
    [
        ("typing", signal.SIGINT),
        ("mjcalc.cli", signal.SIGINT),
        ("click.core", signal.SIGTERM),
        ("mjcalc.cli.fans", signal.SIGINT),
        ("mjcalc.rules.fans", signal.SIGTERM),
    ],
)
def test_while_modules_are_imported(module: str, number: int) -> None:
    """A signal during the first imports waits until its line can be written."""
    patch = f"sys.modules.pop('typing', None); sys.meta_path.insert(0, Importing({module!r}))"
    done = interrupted(patch, ("fans",), number)
    assert (done.returncode, done.stdout) == (128 + number, "")
    assert done.stderr == f"{line(number)}\n"


def test_the_line_is_in_the_language_of_the_command_line() -> None:
    patch = "sys.meta_path.insert(0, Importing('click.core'))"
    assert interrupted(patch, ("fans", "--lang", "zh")).stderr == "mjcalc: 已中断\n"
    assert interrupted(patch, ("fans", "--lang=both")).stderr == "mjcalc: 已中断 / interrupted\n"


def test_the_library_leaves_signals_alone() -> None:
    code = (
        "import signal, sys\n"
        "def state():\n"
        "    blocked = getattr(signal, 'pthread_sigmask', lambda *_: None)(signal.SIG_BLOCK, [])\n"
        "    return signal.getsignal(2), signal.getsignal(15), blocked\n"
        f"before = state(); sys.path.insert(0, {str(ROOT)!r})\n"
        f"import mjcalc; mjcalc.score(mjcalc.parse({HAND!r}))\n"
        f"import mjcalc.cli; assert mjcalc.cli.run({[*JOBS]}) == 0\n"
        "assert before == state()\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    assert Path("out").exists()


@linux
def test_after_a_start_of_workers_signals_come_through() -> None:
    patch = (
        "import mjcalc.batch.workers as w\n"
        "def blocked(): assert not signal.pthread_sigmask(signal.SIG_BLOCK, []); once()\n"
        "before(w.Dispatcher, 'report', blocked)"
    )
    assert interrupted(patch, JOBS).returncode == 130


def test_little_is_imported_before_signals_are_handled() -> None:
    code = (
        "import sys; before = set(sys.modules)\n"
        "import mjcalc.__main__\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["mjcalc", "mjcalc.__main__", "mjcalc.interrupts"]


@pytest.mark.skipif(sys.platform == "win32", reason="asks a shell")
def test_a_signal_that_is_ignored_stays_ignored() -> None:
    """As in ``nohup``, or in a background job of a shell script."""
    patch = "signal.signal(2, signal.SIG_IGN)\nsys.meta_path.insert(0, Importing('click.core'))"
    done = interrupted(patch, ("fans", "1"), signal.SIGINT)
    assert (done.returncode, done.stderr) == (0, "")


# --- a run that writes a file -------------------------------------------------------------------


@linux
@pytest.mark.parametrize(
    "patch",
    [
        "os.register_at_fork(before=once)",
        "os.register_at_fork(after_in_parent=once)",
        "os.register_at_fork(after_in_child=lambda: os.kill(0, 2))",
        "after(os, 'fork')",
        "import tempfile; after(tempfile, 'mkdtemp')",
        "import concurrent.futures as c; after(c.ProcessPoolExecutor, 'submit')",
        "import concurrent.futures as c; before(c.ProcessPoolExecutor, 'shutdown')",
        "import mjcalc.batch.workers as w; before(w.Dispatcher, 'report')",
        "import mjcalc.batch.output as o; after(o.OutputPart, 'write')",
        "import mjcalc.batch.output as o; before(o.OutputParts, 'begin')",
        # A second signal, while the first is handled.
        "import shutil; after(os, 'fork'); before(shutil, 'rmtree', interrupt)",
        # Where Python ignores an exception.
        "import mjcalc.batch.workers as w; before(w.Dispatcher, 'report', Dying)",
        "import mjcalc.batch.workers as w; before(w.Dispatcher, 'report', "
        "lambda: weakref.finalize(set(), once))",
    ],
)
def test_a_run_with_workers(patch: str) -> None:
    done = interrupted(patch, JOBS)
    assert done.returncode == 130, done.stderr
    assert done.stderr.startswith("mjcalc: interrupted")
    assert done.stderr.count("\n") == 1
    assert not Path("out").exists()


@linux
def test_sigterm_ends_a_run_with_workers_too() -> None:
    done = interrupted("os.register_at_fork(after_in_child=lambda: os.kill(0, 15))", JOBS, 15)
    assert (done.returncode, done.stderr.count("\n")) == (143, 1)
    assert done.stderr.startswith("mjcalc: terminated")


@linux
def test_a_signal_to_a_worker_alone_is_not_handled_there() -> None:
    """A terminal sends Ctrl-C to workers too; the driver is the one to end them."""
    done = interrupted("os.register_at_fork(after_in_child=once)", JOBS)
    assert (done.returncode, done.stderr) == (0, "")
    assert Path("out").read_bytes() == whole_rows()


@both_signals
@pytest.mark.parametrize("args", [JOBS, ONE])
def test_the_line_says_how_to_continue(args: tuple[str, ...], number: int) -> None:
    patch = (
        "import mjcalc.batch.output as o; counted = []\n"
        "after(o.OutputPart, 'write', lambda: counted.append(1) or len(counted) == 5 and once())"
    )
    done = interrupted(patch, args, number)
    assert done.returncode == 128 + number
    first, _, command = done.stderr.rstrip("\n").partition("; to continue, run: mjcalc ")
    assert first == f"{line(number)}; the rows so far are in {Path('out.part').absolute()}"
    assert Path("out.part").stat().st_size > 0
    words = shlex.split(command)
    assert words == [*args, "--resume"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    again = subprocess.run([sys.executable, "-m", "mjcalc", *words], env=environment)
    assert again.returncode == 0
    assert Path("out").read_bytes() == whole_rows()


def test_a_part_of_a_pipe_needs_its_input_again() -> None:
    patch = "import mjcalc.batch.output as o; after(o.OutputPart, 'write')"
    done = interrupted(patch, ("batch", "-", "-o", "out"))
    assert done.stderr.endswith(
        "; to continue, give the same input to: mjcalc batch - -o out --resume\n"
    )


def test_an_empty_part_is_not_left() -> None:
    patch = "import mjcalc.cli.batch_out as b; before(b.Sink, 'head')"
    done = interrupted(patch, (*ONE, "--no-header"))
    assert (done.returncode, done.stderr) == (130, "mjcalc: interrupted\n")
    assert os.listdir() == ["hands.txt"]


@both_signals
def test_a_file_that_is_getting_its_name_gets_it(number: int) -> None:
    patch = "import mjcalc.batch.output as o; before(o.OutputPart, 'take_name')"
    done = interrupted(patch, ONE, number)
    assert (done.returncode, done.stderr) == (128 + number, f"{line(number)}\n")
    assert Path("out").read_bytes() == whole_rows()


@both_signals
def test_after_the_last_row_the_exit_code_is_that_of_the_run(number: int) -> None:
    done = interrupted("import atexit; atexit.register(once)", ONE, number)
    assert (done.returncode, done.stderr) == (0, "")
    assert Path("out").read_bytes() == whole_rows()


# --- other commands -----------------------------------------------------------------------------


@both_signals
@pytest.mark.parametrize(
    "command", ["score -", "batch -", "batch - --jobs 2", "replay -", "game -"]
)
def test_a_command_that_waits_for_its_input(command: str, number: int) -> None:
    patch = (
        "class Waiting(io.RawIOBase):\n"
        "    def readable(self): return True\n"
        "    def fileno(self): return 0\n"
        "    def readinto(self, buffer): once(); return os.readv(0, [buffer])\n"
        "sys.stdin = io.TextIOWrapper(io.BufferedReader(Waiting()))"
    )
    code = PRELUDE.format(
        root=str(ROOT), number=int(number), patch=patch, args=tuple(command.split())
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        # The pipe stays open: without the signal the command would wait for ever.
        assert process.wait(PATIENCE) == 128 + number
        assert process.stdout is not None
        assert process.stderr is not None
        assert (process.stdout.read(), process.stderr.read()) == ("", f"{line(number)}\n")


def test_a_standard_error_that_cannot_be_written_does_not_matter() -> None:
    patch = "os.close(2); sys.meta_path.insert(0, Importing('mjcalc.cli.fans'))"
    assert interrupted(patch, ("fans",)).returncode == 130


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_command_can_be_pasted_whatever_the_names() -> None:
    words = ["a b", "it's", "\u2028\x1b[5m\\n'", "\x9b\xad1", "\udcff0", "手\u202e牌", "=1"]
    shown = resume_command(words)
    assert visible(shown) == shown
    typed = subprocess.run(
        ["bash", "-c", f"mjcalc() {{ printf '%s\\0' \"$@\"; }}; {shown}"],
        env=os.environ | {"LC_ALL": "C.UTF-8"}, capture_output=True, check=True,
    )  # fmt: skip
    assert [os.fsdecode(word) for word in typed.stdout.split(b"\0")[:-1]] == [*words, "--resume"]
