"""``mjcalc waits``: what a hand waits for, or which tile to discard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from mjcalc.cli.errors import ExitCode, fail
from mjcalc.cli.files import STDIN, encoding_option, input_lines
from mjcalc.cli.options import Settings, at_terminal, command, help_text, no_input, notation_option
from mjcalc.cli.score import answer_lines
from mjcalc.cli.screen import print_result
from mjcalc.errors import Defect, MjcalcError, NotAWin, OptionError
from mjcalc.report import dumps
from mjcalc.report.advice import Advice
from mjcalc.report.waits import waits_text
from mjcalc.report.waits_json import waits_json

if TYPE_CHECKING:
    from mjcalc.engine.outlook import Outlook, Road
    from mjcalc.engine.score import Score
    from mjcalc.hand.hand import Hand
    from mjcalc.rules.rulesets import Ruleset
    from mjcalc.tiles import Tile

EXAMPLES = (
    "mjcalc waits 123m 456p 78999s EE --rules guobiao",
    "mjcalc waits 123m 456p 78s EEE 5z 6z --seen '5z 69s'",
    "mjcalc waits 二三四万 五六七饼 三四条 六七八条 东东东 --venue 8fan --lang zh",
    "mjcalc waits 123m 46p 789s EE 5z 67p --deep --rules guobiao --lang en",
)


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """How hands are looked at; calling it with a hand prints the answer and returns the code."""

    settings: Settings
    rules: Ruleset
    seen: tuple[Tile, ...]
    every: bool
    deep: bool
    notation: str | None = None

    def __call__(self, text: str) -> int:
        try:
            advice = self.advice(text)
        except MjcalcError as error:
            return self.fail(error, text)
        look = self.settings.look
        if look.format in ("json", "jsonl"):
            print_result(dumps(waits_json(advice)), look.format)
        else:
            print_result(waits_text(advice, look), look.format)
        return 0

    def advice(self, text: str) -> Advice:
        """Return the answer about a hand as typed."""
        from mjcalc.engine.outlook import discards, outlook
        from mjcalc.notation.grammar import parse_held

        hand = parse_held(text, self.rules, self.notation)
        if hand.winning is None:
            near = outlook(hand, self.rules, self.seen)
            return Advice(hand, self.rules, near, roads=self._roads([near], hand), full=self.every)
        choices = discards(hand, self.rules, self.seen, every=self.every)
        outlooks = [choice.outlook for choice in choices]
        roads = self._roads(outlooks, hand)
        return Advice(hand, self.rules, None, self._win(hand), choices, roads, self.every)

    def _win(self, hand: Hand) -> Score | None:
        from mjcalc.engine.score import score
        from mjcalc.hand.hand import Win

        assert hand.winning is not None
        try:
            return score(hand.winning_with(hand.winning, Win(self_drawn=True)), self.rules)
        except NotAWin:
            return None

    def _roads(self, outlooks: list[Outlook], hand: Hand) -> tuple[tuple[Road, ...], ...]:
        """Return the roads of each outlook; OptionError where none is one away from ready."""
        from mjcalc.engine.outlook import copies_gone, roads_of

        if not self.deep:
            return ()
        least = min(each.shanten.number for each in outlooks)
        if least != 1:
            key = "not-one-away" if least else "not-one-away-ready"
            raise OptionError([Defect(key, {"shanten": least})])
        gone = copies_gone(hand, self.seen)
        return tuple(roads_of(each, self.rules, gone) for each in outlooks)

    def fail(self, error: MjcalcError, text: str) -> int:
        """Report what is wrong with a hand; return the exit code."""
        return fail([error], text, self.settings.look, self.rules.key)


@command("waits", EXAMPLES)
@click.argument("hand", nargs=-1)
@click.option("--seen", metavar="TILES", multiple=True, help=help_text("--seen"))
@click.option("--all", "every", is_flag=True, help=help_text("--all-discards"))
@click.option("--deep", is_flag=True, help=help_text("--deep"))
@notation_option
@encoding_option
def main(
    settings: Settings,
    hand: tuple[str, ...],
    seen: tuple[str, ...],
    every: bool,
    deep: bool,
    notation: str | None,
    encoding: str | None,
) -> int:
    """Print the answer about every hand; return the exit code."""
    if not hand and at_terminal():
        return no_input()
    question = HandQuestion(settings, settings.ruleset, (), every, deep, notation)
    tiles: list[Tile] = []
    failures = 0
    for text in seen:
        try:
            tiles += seen_tiles(text, notation)
        except MjcalcError as error:
            failures = question.fail(error, text)
    if failures:
        return failures
    question = replace(question, seen=tuple(tiles))
    if hand and hand != ("-",):
        return question(" ".join(hand))
    return ExitCode.FAILED if answer_lines(question, input_lines([STDIN], encoding)) else 0


def seen_tiles(text: str, notation: str | None) -> tuple[Tile, ...]:
    """Return the tiles of one ``--seen``; the errors are those of ``parse_seen``."""
    from mjcalc.notation.grammar import parse_seen

    return parse_seen(text, notation)
