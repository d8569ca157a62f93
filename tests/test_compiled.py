"""The modules that may be compiled, compiled: they say the same as the source.

It takes mypyc (of mypy) and a C compiler; nothing else does.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import mjcalc
from tests.golden import golden

ROOT = Path(__file__).parent.parent
CHECK = """
import mjcalc.engine.scorer
from tests.golden import golden
from tests.test_compiled import told
assert not mjcalc.engine.scorer.__file__.endswith(".py")
for line in golden():
    print(told(line.score()))
"""


def told(score: mjcalc.Score) -> str:
    """All that a score says, in a line."""
    fans = [(one.fan.zh, one.count, one.places) for one in score.fans]
    dropped = [(one.fan.zh, one.count, one.why) for one in score.dropped]
    return repr((score.total, fans, dropped, score.reading, score.others(2)))


def modules() -> list[str]:
    """The files that pyproject.toml names, as paths from the top."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        hooks = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]
    patterns = [pattern.lstrip("/") for pattern in hooks["mypyc"]["include"]]
    found = {pattern: sorted(ROOT.glob(pattern)) for pattern in patterns}
    assert all(found.values())
    return [str(path.relative_to(ROOT)) for paths in found.values() for path in paths]


@pytest.mark.skipif(
    None in map(importlib.util.find_spec, ("mypyc", "setuptools"))
    or not (shutil.which("cc") or shutil.which("gcc")),
    reason="no mypyc, no setuptools or no C compiler",
)
def test_compiled_modules_score_the_same(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "mjcalc", tmp_path / "mjcalc")
    # The settings of mypy are not copied: it is here to compile, what it checks is checked already.
    done = subprocess.run(
        [sys.executable, "-m", "mypyc", *modules()], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    compiled = subprocess.run(
        [sys.executable, "-c", CHECK], cwd=ROOT.anchor, stdout=subprocess.PIPE, check=True,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONUTF8": "1"},
    )  # fmt: skip
    expected = [told(line.score()) for line in golden()]
    assert compiled.stdout.decode().splitlines() == expected
