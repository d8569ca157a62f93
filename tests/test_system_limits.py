"""Limits of the system: too few open files, processes, bytes; a locale without Chinese."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mjcalc import cli

ROOT = Path(__file__).parent.parent
HAND = "123m456p789s EEE 55z +win:5z tsumo"
linux = pytest.mark.skipif(sys.platform != "linux", reason="sets limits as on Linux")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("MJCALC_RULES", "MJCALC_LANG", "MJCALC_FORMAT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    Path("hands.txt").write_text(f"{HAND}\n" * 9000, encoding="utf-8")


def limited(limit: str, args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs ``mjcalc`` in a shell that has a limit."""
    script = f"{limit}; exec {sys.executable} -m mjcalc {args}"
    return subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
    )  # fmt: skip


@linux
@pytest.mark.parametrize("most", [8, 12, 15])
def test_too_few_open_files_for_so_many_workers(most: int) -> None:
    done = limited(f"ulimit -n {most}", "batch hands.txt --jobs 2 -o out -q --lang en")
    assert done.returncode == 2
    assert done.stderr == (
        f"mjcalc: too few files may be open at once (the limit is {most}): "
        "raise it, as with ulimit -n 1024, or use fewer --jobs\n"
    )
    assert list(Path().glob("mjcalc-*")) == []


def test_too_few_open_files_for_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was to be opened, and whatever was said of it."""

    def opened(path: str, *_: object, **__: object) -> object:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)

    monkeypatch.setattr("mjcalc.cli.files.open", opened, raising=False)
    for command in ("batch", "replay", "game"):
        assert cli.run([command, "hands.txt", "--lang", "en"]) == 2
        assert "too few files may be open at once" in capsys.readouterr().err


@linux
def test_a_temporary_file_that_gets_too_large_is_named() -> None:
    args = "batch hands.txt --jobs 2 --no-header --lang en > /dev/null"
    done = limited("ulimit -f 100", args)
    assert done.returncode == 2
    assert done.stderr.startswith(f"mjcalc: cannot write the temporary file {Path.cwd()}/mjcalc-")
    assert ": File too large; make room for it, or name another directory with TMPDIR\n" in (
        done.stderr
    )
    assert os.listdir() == ["hands.txt"]


def test_without_a_directory_for_temporary_files(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def mkdtemp(**_: object) -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr("tempfile.mkdtemp", mkdtemp)
    assert cli.run(["batch", "hands.txt", "--jobs", "2", "--lang", "en"]) == 2
    assert capsys.readouterr().err == (
        "mjcalc: there is no directory for temporary files: "
        "No usable temporary directory found in ['/tmp']; name one with TMPDIR\n"
    )


@linux
def test_no_more_processes_can_be_started(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fork() -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("os.fork", fork)
    assert cli.run(["batch", "hands.txt", "--jobs", "2", "--lang", "en", "-o", "out", "-q"]) == 2
    reason = os.strerror(errno.EAGAIN)
    assert capsys.readouterr().err == (
        f"mjcalc: cannot start more processes: {reason}; use fewer --jobs\n"
    )
    assert list(Path().glob("mjcalc-*")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text there")
def test_chinese_arguments_in_a_locale_without_chinese() -> None:
    def mjcalc(args: str) -> tuple[int, str, str]:
        done = limited(":", f"{args} --lang zh", LC_ALL="C", PYTHONUTF8="0")
        return done.returncode, done.stdout, done.stderr

    code, out, _ = mjcalc("fans 清龙")
    assert (code, out.splitlines()[0]) == (0, "清龙 · 16")
    assert mjcalc("score --option 龙=1 1m")[2].startswith("mjcalc: 没有“龙”这个规则选项")
    for command in ("batch", "replay", "game"):
        code, _, err = mjcalc(f"{command} 没有")
        assert (code, err.count("打不开 没有：")) == (2, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="file names are text there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_with_chinese_names_in_a_locale_without_chinese(jobs: str) -> None:
    Path("手牌.txt").write_text(f"{HAND}\nbanana\n", encoding="utf-8")
    args = f"batch 手牌.txt -o 番.tsv --fail-file 错.txt --lang en --jobs {jobs}"
    done = limited(":", args, LC_ALL="C", PYTHONUTF8="0")
    assert done.returncode == 1
    assert done.stderr.startswith("手牌.txt:2:1: ")
    assert sorted(path.name for path in Path().glob("*[!s].t*")) == ["手牌.txt", "番.tsv", "错.txt"]
    assert Path("错.txt").read_text(encoding="utf-8") == "banana\n"
