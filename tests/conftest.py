"""What holds in every test: an error that is raised can be put into words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mjcalc.errors import MjcalcError
from mjcalc.i18n import Lang, message


@pytest.fixture(autouse=True, scope="session")
def _every_error_has_its_words() -> Iterator[None]:
    """Fail the test in which an error lacks a field that the sentence of a defect names."""
    put_into_words: set[tuple[str, frozenset[str]]] = set()
    build = MjcalcError.__init__

    def build_and_check(error: MjcalcError, defects: object) -> None:
        build(error, defects)  # type: ignore[arg-type]
        for defect in error.defects:
            known = defect.key, frozenset(defect.fields)
            if known not in put_into_words:
                put_into_words.add(known)
                for lang in Lang:
                    assert message(defect, lang)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MjcalcError, "__init__", build_and_check)
        yield
