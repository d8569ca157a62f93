"""What the wheel knows of chows, pungs and honors is what the rows say; else it is not used."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import mjcalc
from mjcalc.engine import answers
from mjcalc.engine.answers import all_answers, known_answers, write
from mjcalc.engine.columns import ColumnScorer
from mjcalc.engine.many import columns_for, score_many
from mjcalc.engine.score import scorer_for
from mjcalc.engine.scorer import Scorer
from mjcalc.hand.columns import Hands
from tests.cases import mixed_hands

OTHER_FANS = mjcalc.ruleset("guobiao", {"two-concealed-kongs": "8"})
OTHER_WAITS = mjcalc.ruleset("guobiao", {"exhausted-wait": "no-wait"})


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of answers, as the build writes it."""
    path = tmp_path_factory.mktemp("answers") / "answers.jsonl"
    write(path)
    return path


@pytest.fixture
def built(file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package with its answers; what is remembered of rulesets is asked anew."""
    monkeypatch.setattr(answers, "FILE", file)
    for cache in (scorer_for, columns_for):
        cache.cache_clear()
    yield file
    for cache in (scorer_for, columns_for):
        cache.cache_clear()


@pytest.mark.parametrize("name", mjcalc.RULESETS)
@pytest.mark.usefixtures("built")
def test_the_answers_are_those_of_the_rows_asked_anew(name: str) -> None:
    rules = mjcalc.ruleset(name)
    known, asked = known_answers(rules), all_answers(rules)
    assert known is not None
    for one, other in zip(known, asked, strict=True):
        assert one
        assert dict(one) == dict(other)


@pytest.mark.usefixtures("built")
def test_hands_score_the_same_with_answers_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    some = Hands.of(mixed_hands(111, 300))
    for name in mjcalc.RULESETS:
        with_them = score_many(some, name)
        with monkeypatch.context() as patch:
            patch.setattr(answers, "FILE", Path("no such file"))
            columns_for.cache_clear()
            scorer_for.cache_clear()
            without = score_many(some, name)
        assert with_them.base.tolist() == without.base.tolist()
        assert with_them.counts.tolist() == without.counts.tolist()


@pytest.mark.usefixtures("built")
def test_answers_are_for_the_rows_they_were_made_from() -> None:
    """Not for other values; for other settings of the same rows they are."""
    assert known_answers(OTHER_FANS) is None
    assert known_answers(OTHER_WAITS) == known_answers(mjcalc.ruleset("guobiao"))


def test_answers_of_other_sources_are_not_used(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "sources_hash", lambda: "of other sources")
    assert known_answers(mjcalc.ruleset("guobiao")) is None


@pytest.mark.parametrize("text", ["", "\n", "not JSON\n", '"a hash"\n', "[]\n[]\n", '{"a": 1}\n'])
def test_a_damaged_file_is_not_used(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "answers.jsonl"
    damaged.write_text(text, encoding="utf-8")
    monkeypatch.setattr(answers, "FILE", damaged)
    assert known_answers(mjcalc.ruleset("guobiao")) is None


def test_a_file_that_ends_early_is_not_used(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the right hash in its first line, and its last line cut anywhere."""
    head, *lines = file.read_text(encoding="utf-8").splitlines()
    cut = tmp_path / "answers.jsonl"
    monkeypatch.setattr(answers, "FILE", cut)
    for size in (0, 5, 100, len(lines[0]) - 1):
        cut.write_text(f"{head}\n{lines[0][:size]}", encoding="utf-8")
        for name in mjcalc.RULESETS:
            assert known_answers(mjcalc.ruleset(name)) is None
    assert json.loads(lines[0])[0] in mjcalc.RULESETS


@pytest.mark.usefixtures("built")
def test_columns_begin_with_the_answers() -> None:
    scorer = Scorer(mjcalc.ruleset("guobiao"))
    ColumnScorer(scorer)
    known = known_answers(scorer.rules)
    assert known is not None
    for one, other in zip(known, scorer.pricing.outcomes.answers(), strict=True):
        assert set(one) <= set(other)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ('["guobiao",[[', '["guobiao",[[1,"0"],['),
        ('["guobiao",[[0,', '["guobiao",[[1,'),
        ("]]", ""),
    ],
)
def test_a_file_that_was_changed_is_not_used(
    written: str, instead: str, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where it can still be read: its answers would be wrong."""
    text = built.read_text(encoding="utf-8")
    assert written in text
    changed = tmp_path / "answers.jsonl"
    changed.write_text(text.replace(written, instead, 1), encoding="utf-8")
    monkeypatch.setattr(answers, "FILE", changed)
    assert known_answers(mjcalc.ruleset("guobiao")) is None
