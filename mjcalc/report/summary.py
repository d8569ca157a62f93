"""A file at a glance: how many hands won, a histogram of the totals, the commonest fans."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mjcalc.i18n import pick, say
from mjcalc.report import Look, dumps
from mjcalc.report.scores import SCHEMA, fan_names, name_columns
from mjcalc.report.tables import Row, aligned

if TYPE_CHECKING:
    from mjcalc.batch.job import Counts, Tally
    from mjcalc.rules.rulesets import Ruleset

# Where a bar of the histogram begins: steps of the dearer fans (8, 16, 24, 32, 48, 64, 88).
STEPS = (0, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 88, 128)
BAR = 40
MOST_FANS = 20


def summary_json(counts: Counts, tally: Tally, ruleset: Ruleset) -> str:
    """One JSON object: every total, and every fan that counted, with how often it came."""
    fans = [
        {"no": ruleset.number(fan), "zh": fan.zh, "en": fan.en, "value": fan.value, "count": count}
        for fan in ruleset.fans
        if (count := tally.fans[fan.zh])
    ]
    value: dict[str, Any] = {
        "schema": SCHEMA,
        "rules": ruleset.key,
        "options": dict(ruleset.options),
        "hands": counts.hands,
        "wins": counts.wins,
        "failures": counts.failures,
        "below_minimum": counts.below,
        "mean": round(_mean(tally), 4) if counts.wins else None,
        "totals": {str(total): count for total, count in sorted(tally.totals.items())},
        "errors": dict(sorted(tally.errors.items())),
        "fans": sorted(fans, key=lambda fan: -fan["count"]),
    }
    return dumps(value)


def summary_table(counts: Counts, tally: Tally, ruleset: Ruleset, look: Look) -> str:
    """The same for people, with a bar for each step of totals, and the commonest fans."""
    parts = [
        "\n".join(_count_lines(counts, tally, look)),
        _errors(tally, look),
        _histogram(counts, tally, look),
        _fans(tally, ruleset, look),
        f"{pick(ruleset.zh, ruleset.en, look.lang)} ({ruleset.key})",
    ]
    return "\n\n".join(part for part in parts if part)


def _mean(tally: Tally) -> float:
    total = sum(total * count for total, count in tally.totals.items())
    return total / max(1, tally.totals.total())


def _count_lines(counts: Counts, tally: Tally, look: Look) -> Iterator[str]:
    figures = {"hands": counts.hands, "wins": counts.wins, "failures": counts.failures}
    if counts.below:
        figures["below"] = counts.below
    for name, count in figures.items():
        yield f"{say(f'summary.{name}', look.lang)}: {count}"
    if counts.wins:
        yield f"{say('summary.mean', look.lang)}: {_mean(tally):.2f}"


def _errors(tally: Tally, look: Look) -> str:
    if not tally.errors:
        return ""
    header = [say("summary.errors", look.lang), say("summary.times", look.lang)]
    return aligned(header, [[code, count] for code, count in tally.errors.most_common()])


def _histogram(counts: Counts, tally: Tally, look: Look) -> str:
    bars = []
    for low, high in zip(STEPS, (*STEPS[1:], None), strict=True):
        held = sum(
            count
            for total, count in tally.totals.items()
            if total >= low and (high is None or total < high)
        )
        bars.append((f"{low}+" if high is None else f"{low}–{high - 1}", held))
    while bars and not bars[-1][1]:
        bars.pop()
    if not bars:
        return ""
    most = max(count for _, count in bars)
    rows: list[Row] = [
        [name, count, f"{count / counts.wins:.1%}", "█" * -(-count * BAR // most)]
        for name, count in bars
    ]
    return aligned([*(say(f"summary.{key}", look.lang) for key in _TABLE_HEADS), ""], rows)


_TABLE_HEADS = ("totals", "times", "share")


def _fans(tally: Tally, ruleset: Ruleset, look: Look) -> str:
    common = sorted(
        (fan for fan in ruleset.fans if tally.fans[fan.zh]), key=lambda fan: -tally.fans[fan.zh]
    )[:MOST_FANS]
    if not common:
        return ""
    lang = look.lang
    header = [say("no", lang), *name_columns(lang), say("value", lang), say("summary.times", lang)]
    rows = [
        [ruleset.number(fan), *fan_names(fan, look.lang), fan.value, tally.fans[fan.zh]]
        for fan in common
    ]
    return aligned(header, rows)
