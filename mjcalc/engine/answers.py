"""What the rows say of all chows, pungs and honors, asked when the package is built.

The answers repeat the rules and nothing else: a file of them that was made from other sources, that
is damaged, or that is not there, is not used, and the rows are asked as ever. They save a process
that scores many hands a tenth of a second. ``python -m mjcalc.engine.answers`` writes the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from importlib.util import source_hash
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path

from mjcalc.engine.forms import BASE, PAIR_AT
from mjcalc.engine.outcomes import Answers, Outcome, Outcomes
from mjcalc.hand.kinds import SETS
from mjcalc.rules.rulesets import RULESETS, Ruleset
from mjcalc.tiles import SUITED

HERE = Path(__file__).parent
FILE = HERE / "answers.jsonl"


def sources_hash() -> str:
    """A hash of everything that the answers follow from, as Python hashes sources."""
    paths = [*HERE.glob("*.py"), *(HERE.parent / "rules").glob("*.py")]
    paths += [*(HERE.parent / "hand").glob("*.py"), HERE.parent / "tiles.py"]
    sources = b"\0".join([path.read_bytes() for path in sorted(paths)])
    return source_hash(sources).hex()


def file_hash(lines: Iterable[str]) -> str:
    """A hash of the sources and of the lines of answers: the first line of the file."""
    return source_hash("\n".join([sources_hash(), *lines]).encode()).hex()


def known_answers(rules: Ruleset) -> Answers | None:
    """The answers for these rules; None where there are none, or the file is not as it was written.

    Its first line is a hash of the sources and of the other lines.
    """
    known = RULESETS.get(rules.key)
    if known is None or known.fans != rules.fans:
        return None
    try:
        head, *lines = FILE.read_text(encoding="utf-8").splitlines()
        if json.loads(head) != file_hash(lines):
            return None
        found = next(line for line in lines if line.startswith(f'["{rules.key}",'))
        _, outcomes, *aspects = json.loads(found)
    except (OSError, ValueError, StopIteration):
        return None
    made = [Outcome(points, int(fans, 16), int(clears, 16)) for points, fans, clears in outcomes]
    return Answers(
        *({key: made[number] for key, number in zip(*one, strict=True)} for one in aspects)
    )


def all_answers(rules: Ruleset) -> Answers:
    """The rows asked for every key, each by the least that means the same."""
    outcomes = Outcomes(rules)
    for key in _chows(outcomes):
        outcomes.chows(key)
    for places in _up_to(SETS, len(SUITED)):
        outcomes.pungs(sum(1 << place for place in places))
    for places, pair, winds in product(_up_to(SETS, 7), range(8), range(16)):
        if pair - 1 not in places:
            outcomes.honors(sum(1 << place for place in places) | pair << 7 | winds << 10)
    return outcomes.answers()


def _chows(outcomes: Outcomes) -> Iterator[int]:
    """Every key of at most four chows, and of a declared pair beside them."""
    pairs = {tile for beside in outcomes.asked.pairs for tile in beside.pairs}
    for count in range(SETS + 1):
        for chows in combinations_with_replacement(range(21), count):
            key = sum(BASE**chow for chow in chows)
            yield key
            yield from (key + PAIR_AT * (tile + 1) for tile in pairs)


def _up_to(count: int, kinds: int) -> Iterator[tuple[int, ...]]:
    for number in range(count + 1):
        yield from combinations(range(kinds), number)


def write(path: Path = FILE) -> None:
    """Writes the answers of every ruleset at its defaults."""
    lines = []
    for name, rules in RULESETS.items():
        answers = all_answers(rules)
        outcomes = list(dict.fromkeys(one for aspect in answers for one in aspect.values()))
        shown = [[one.points, f"{one.fans:x}", f"{one.clears:x}"] for one in outcomes]
        aspects = [
            [list(aspect), [outcomes.index(one) for one in aspect.values()]] for aspect in answers
        ]
        lines.append(json.dumps([name, shown, *aspects], separators=(",", ":")))
    head = json.dumps(file_hash(lines))
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
