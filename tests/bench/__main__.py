"""``python -m tests.bench``: what mjcalc costs beside PyMahjongGB, in one run of some minutes.

Every figure is a median of several rounds in which the two take turns, without pauses of the
collector; quote the ratios, not the microseconds. PyMahjongGB comes with the extra ``oracle``;
without it only our own times are shown.
"""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from mjcalc import format_hand, parse, ruleset, score
from mjcalc.batch.plain import PlainScorer
from mjcalc.hand import Hand
from mjcalc.i18n import Lang
from mjcalc.report import Look
from mjcalc.report.rows import Separated
from tests.bench.batch import files
from tests.bench.hands import winning_hands
from tests.bench.peer import arguments

try:
    from MahjongGB import MahjongFanCalculator as peer
except ImportError:
    peer = None

WARM_UP, UNSEEN, ROUNDS = 40_000, 20_000, 5
WILD_LIMITS = {1: 2, 2: 5, 3: 10, 4: 20}
HAND = "123m456p789s EEE 55z +win:5z tsumo"


def timed(work: Callable[[Any], object], items: Iterable[Any]) -> float:
    """Microseconds for each item, without the collector."""
    items = list(items)
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    for item in items:
        work(item)
    took = time.perf_counter() - start
    gc.enable()
    return took / len(items) * 1e6


def once(hand: Hand) -> float:
    """Microseconds for one hand."""
    start = time.perf_counter()
    score(hand)
    return (time.perf_counter() - start) * 1e6


def show(what: str, ours: float, theirs: float | None = None) -> None:
    """One line of the report."""
    beside = "" if theirs is None else f"{theirs:9.2f} us {ours / theirs:9.2f} x"
    print(f"{what:<44}{ours:9.2f} us{beside}", flush=True)


def engine() -> None:
    """Hands to totals, in one thread, objects in and out."""
    rules = ruleset("guobiao")
    hands = list(islice(winning_hands(1), WARM_UP + UNSEEN))
    ready = [] if peer is None else [arguments(hand) for hand in hands]

    def ours(hand: Hand) -> int:
        return score(hand, rules).total

    def theirs(part: slice) -> float | None:
        return None if peer is None else timed(lambda args: peer(*args), ready[part])

    show("engine, first 10,000 hands", timed(ours, hands[:10_000]), theirs(slice(10_000)))
    timed(ours, hands[10_000:WARM_UP])
    new = slice(WARM_UP, None)
    show("engine, unseen hands after 40,000", timed(ours, hands[new]), theirs(new))
    rounds = [(timed(ours, hands[new]), theirs(new)) for _ in range(ROUNDS)]
    again = [beside for _, beside in rounds if beside is not None]
    show(
        "engine, the same hands again",
        statistics.median(mine for mine, _ in rounds),
        statistics.median(again) if again else None,
    )


def lines() -> None:
    """Text to values, and text to rows as a batch makes them, beside a tight loop."""
    lines = [format_hand(hand) for hand in islice(winning_hands(2), WARM_UP + UNSEEN)]
    render = Separated(Look(lang=Lang.ZH, format="tsv")).plain
    plain = PlainScorer(ruleset("guobiao"), render)

    def ours(line: str) -> str:
        priced = plain.priced(line)
        assert priced is not None
        price, flowers = priced
        return plain.texts[flowers][price]

    theirs: Callable[[str], object] | None = None
    if peer is not None:
        from tests.bench.loop import row as theirs
    new = lines[WARM_UP:]
    timed(ours, lines[:WARM_UP])
    beside = None if theirs is None else timed(theirs, new)
    show("a line to its row, unseen after 40,000", timed(ours, new), beside)
    beside = None if theirs is None else timed(theirs, new)
    show("a line to its row, the same again", timed(ours, new), beside)
    show("parse, unseen lines to hands", timed(parse, new))


def wildcards() -> None:
    """Hands with wildcards, tables warm; the worst of many."""
    for wilds, limit in WILD_LIMITS.items():
        hands = list(islice(winning_hands(3, wilds), 1_000))
        for hand in hands:
            score(hand)
        gc.collect()
        gc.disable()
        times = sorted(once(hand) for hand in hands)
        gc.enable()
        print(
            f"{wilds} wildcards, milliseconds: median {times[len(times) // 2] / 1e3:.2f}, "
            f"99 % {times[-len(times) // 100] / 1e3:.2f}, worst {times[-1] / 1e3:.2f} (of {limit})"
        )
    hard = parse("2233445566m777z +win:7z tsumo +wild:7z")
    score(hard)
    times = [once(hard) for _ in range(ROUNDS)]
    print(f"4 wildcards, a hard hand: {min(times) / 1e3:.2f} ms")


def start_up() -> None:
    """The whole process for one hand, beside an empty one."""
    rounds = []
    for _ in range(15):
        pair = []
        for command in (["-c", "pass"], ["-m", "mjcalc", "score", HAND]):
            start = time.perf_counter()
            subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
            pair.append(time.perf_counter() - start)
        rounds.append(pair)
    empty, hand = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(
        f"start-up: python -c pass {empty * 1e3:.0f} ms, score HAND {hand * 1e3:.0f} ms: "
        f"{hand / empty:.1f} x"
    )


def main() -> None:
    """Prints every figure."""
    print(f"{'':<44}{'mjcalc':>12}{'PyMahjongGB':>12}{'ratio':>11}")
    engine()
    lines()
    wildcards()
    start_up()
    files()


if __name__ == "__main__":
    main()
