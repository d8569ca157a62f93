"""What holds in every test.

An error that is raised can be put into words, and pickled. No test is measured by the clock: a busy
machine is no fault of the code.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from mjcalc.errors import MjcalcError
from mjcalc.i18n import Lang, message

settings.register_profile("mjcalc", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("mjcalc")
# A shell starts what runs in its background with Ctrl-C ignored; commands that a test starts would
# inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
# No test reads a settings file but its own, nor does a command that a test starts.
os.environ["MJCALC_CONFIG"] = ""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--third``."""
    parser.addoption("--third", choices=("1", "2", "3"), help="run only a third of the tests")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of the other thirds: the third of a test follows from its name."""
    third = config.getoption("--third")
    if third is None:
        return
    other = [item for item in items if crc32(item.nodeid.encode()) % 3 != int(third) - 1]
    config.hook.pytest_deselected(items=other)
    items[:] = [item for item in items if item not in set(other)]


@pytest.fixture(autouse=True, scope="session")
def _every_error_is_useful() -> Iterator[None]:
    """Fail the test in which an error lacks a field of its sentence, or cannot be pickled."""
    seen: set[tuple[str, frozenset[str]]] = set()
    build = MjcalcError.__init__

    def build_and_check(error: MjcalcError, defects: object) -> None:
        build(error, defects)  # type: ignore[arg-type]
        for defect in error.defects:
            known = defect.key, frozenset(defect.fields)
            if known not in seen:
                seen.add(known)
                assert all(message(defect, lang) for lang in Lang)
                assert pickle.loads(pickle.dumps(defect)) == defect

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MjcalcError, "__init__", build_and_check)
        yield
