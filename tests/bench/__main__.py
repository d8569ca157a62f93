"""``python -m tests.bench``: what mjcalc costs beside PyMahjongGB, in one run of some minutes.

Every figure is processor time (user + system). The two take turns in the same run: quote the
ratios, not the microseconds. All hands are mixed ones (``hands.mixed_hands``). PyMahjongGB comes
with the extra ``oracle``; without it only our own times are shown. ``--long`` adds the files of ten
million lines.
"""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from mjcalc import Hands, ruleset, score, score_many
from mjcalc.hand.hand import Hand
from tests.bench import files, waits
from tests.bench.hands import mixed_hands
from tests.bench.peer import arguments

try:
    from MahjongGB import MahjongFanCalculator as peer
except ImportError:
    peer = None

WARM_UP, UNSEEN, ROUNDS = 40_000, 20_000, 5
MANY = 400_000
HAND = "123m456p789s EEE 55z +win:5z tsumo"


def timed(work: Callable[[Any], object], items: Iterable[Any]) -> float:
    """Microseconds of processor time for each item, without the collector."""
    items = list(items)
    gc.collect()
    gc.disable()
    start = time.process_time()
    for item in items:
        work(item)
    took = time.process_time() - start
    gc.enable()
    return took / len(items) * 1e6


def show(what: str, ours: float, theirs: float | None = None) -> None:
    """One line of the report."""
    beside = "" if theirs is None else f"{theirs:9.2f} us {ours / theirs:9.2f} x"
    print(f"{what:<52}{ours:9.2f} us{beside}", flush=True)


def one_hand() -> None:
    """``score(hand).total`` of parsed hands, beside PyMahjongGB with its arguments ready."""
    rules = ruleset("guobiao")
    hands = list(islice(mixed_hands(1), WARM_UP + UNSEEN))
    ready = [] if peer is None else [arguments(hand) for hand in hands]

    def ours(hand: Hand) -> int:
        return score(hand, rules).total

    def theirs(part: slice) -> float | None:
        return None if peer is None else timed(lambda args: peer(*args), ready[part])

    timed(ours, hands[:WARM_UP])
    new = slice(WARM_UP, None)
    show("score(hand).total, unseen after 40,000", timed(ours, hands[new]), theirs(new))
    rounds = [(timed(ours, hands[new]), theirs(new)) for _ in range(ROUNDS)]
    again = [beside for _, beside in rounds if beside is not None]
    show(
        "score(hand).total, the same hands again",
        statistics.median(mine for mine, _ in rounds),
        statistics.median(again) if again else None,
    )


def many_hands() -> None:
    """``score_many``, arrays ready, hands never seen."""
    rules = ruleset("guobiao")
    hands = list(islice(mixed_hands(2), WARM_UP + MANY))
    warm_up, new = Hands.of(hands[:WARM_UP]), Hands.of(hands[WARM_UP:])
    score_many(warm_up, rules)
    start = time.process_time()
    score_many(new, rules)
    took = (time.process_time() - start) / MANY * 1e6
    ready = [] if peer is None else [arguments(hand) for hand in hands[:UNSEEN]]
    beside = timed(lambda args: peer(*args), ready) if ready else None
    show(f"score_many, {MANY:,} hands never seen", took, beside)


def start_up() -> None:
    """The whole process for one hand, beside an empty one."""
    rounds = []
    for _ in range(15):
        pair = []
        for command in (["-c", "pass"], ["-m", "mjcalc", "score", HAND]):
            start = files.children_time()
            subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
            pair.append(files.children_time() - start)
        rounds.append(pair)
    empty, hand = (statistics.median(column) for column in zip(*rounds, strict=True))
    ratio = f"{hand / empty:.1f} x"
    print(f"python -c pass {empty * 1e3:.0f} ms, score HAND {hand * 1e3:.0f} ms: {ratio}")


def main() -> None:
    """Prints every figure."""
    print(f"{'':<52}{'mjcalc':>12}{'PyMahjongGB':>12}{'ratio':>11}")
    one_hand()
    many_hands()
    start_up()
    waits.report()
    with tempfile.TemporaryDirectory() as home:
        files.report(Path(home), long="--long" in sys.argv)


if __name__ == "__main__":
    main()
