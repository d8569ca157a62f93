"""``mjcalc score``: the fans of one hand, or of one hand after another from standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import click

from mjcalc.cli.errors import ExitCode, Mistake, fail
from mjcalc.cli.files import STDIN, InputLine, encoding_option, input_lines
from mjcalc.cli.options import (
    Framed,
    Settings,
    at_terminal,
    command,
    completed_by,
    help_text,
    no_input,
    notation_option,
    whole,
)
from mjcalc.cli.screen import PREFIX, color, colored, print_result, tell
from mjcalc.errors import MjcalcError, shortened
from mjcalc.i18n import Lang, say
from mjcalc.report import dumps
from mjcalc.report.scores import score_json, score_text

if TYPE_CHECKING:
    from mjcalc.engine.score import Score
    from mjcalc.rules.fans import Fan
    from mjcalc.rules.rulesets import Ruleset

EXAMPLES = (
    "mjcalc score '123m456p789s EEE 55z +win:5z tsumo'",
    "mjcalc score chi:123m peng:EEE angang:7777p 46s88p +win:5s --rules guobiao",
    "mjcalc score 一二三万 四五六饼 七八九条 东东东 中中 +和:中 自摸 --explain",
    "mjcalc score 234m 456s 789m 678s 99p +win:9p --why 三色三步高 --rules guobiao",
    "mjcalc score 123m 456p 789s EEE 5z +win:6m +wild:6m --all=3 --format json",
)
MOST_OTHERS = 10


@dataclass(frozen=True, slots=True)
class Answer:
    """How hands are answered; calling it with a hand prints the answer and returns the code."""

    settings: Settings
    ruleset: Ruleset
    explain: bool
    others: int | None
    check: bool
    notation: str | None = None
    asked: tuple[Fan, ...] = ()  # the fans of --why

    def __call__(self, text: str) -> int:
        try:
            scored = self.scored(text)
        except MjcalcError as error:
            return self.fail(error, text)
        self.show(scored, text)
        return ExitCode.BELOW_MINIMUM if self.check and not scored.enough else 0

    def scored(self, text: str) -> Score:
        """The score of a hand as typed."""
        from mjcalc.engine.score import score
        from mjcalc.notation.grammar import parse

        return score(parse(text, self.ruleset.wild, self.notation), self.ruleset)

    def show(self, scored: Score, text: str) -> None:
        """Prints a score."""
        every = () if self.others is None else scored.others(sys.maxsize)
        others = None if self.others is None else every[: self.others]
        look = self.settings.look
        foreign = self.tell_notes(text)
        if look.format in ("json", "jsonl"):
            value = score_json(scored, text, others=others) | self.reasons_json(scored)
            print_result(dumps(value), look.format)
            return
        more = len(every) - len(others or ())
        body = score_text(scored, look, explain=self.explain, others=others, more=more, bold=_bold)
        body += "".join(f"\n\n{block}" for block in self.reasons(scored))
        if foreign and look.format in ("table", "markdown"):
            click.echo(say("read-as", look.lang, line=str(scored.hand)))
        is_colored = color(sys.stdout)
        body = colored(body) if is_colored and look.format == "table" else body
        click.echo(body, color=is_colored)

    def reasons(self, scored: Score) -> Iterator[str]:
        """Yield what one more circumstance adds below the minimum, and why fans count or not."""
        look = self.settings.look
        if look.format not in ("table", "markdown"):
            if self.asked:
                tell(PREFIX + say("why-format", look.lang))
            return
        if not scored.enough and not look.quiet:
            from mjcalc.engine.why import gains
            from mjcalc.report.why import gains_text

            yield gains_text(gains(scored), scored, look.lang)
        if self.asked:
            from mjcalc.engine.why import why
            from mjcalc.report.why import why_text

            yield why_text([why(scored, fan) for fan in self.asked], scored, look)

    def reasons_json(self, scored: Score) -> dict[str, Any]:
        """Return the same as keys of the JSON object: ``gains`` and ``why``."""
        keys: dict[str, Any] = {}
        if not scored.enough:
            from mjcalc.engine.why import gains
            from mjcalc.report.why import gains_json

            keys["gains"] = gains_json(gains(scored))
        if self.asked:
            from mjcalc.engine.why import why
            from mjcalc.report.why import why_json

            keys["why"] = [why_json(why(scored, fan), scored) for fan in self.asked]
        return keys

    def tell_notes(self, text: str) -> bool:
        """Name the fans in a hand on stderr; return whether it was not in our own notation."""
        from mjcalc.notation.grammar import line_notes

        notes = line_notes(text, self.notation)
        if notes.fans:
            names = ("、" if self.settings.look.lang is Lang.ZH else ", ").join(notes.fans)
            tell(PREFIX + say("fans-worked-out", self.settings.look.lang, names=names))
        return notes.foreign

    def fail(self, error: MjcalcError, text: str) -> int:
        """Report what is wrong with a hand; return the exit code."""
        hint, look = self.hint(error, text), self.settings.look
        code = fail([error], text, look, self.ruleset.key, hint=hint)
        if self.asked and code == ExitCode.NOT_A_WIN:
            tell(PREFIX + say("why-needs-win", look.lang))
        return code

    def hint(self, error: MjcalcError, text: str) -> str | None:
        """What the hand scores when ``+win`` was a slip and the last tile typed is meant."""
        slip = next((d for d in error.defects if d.key == "winning-tile-is-fifteenth"), None)
        if slip is None or slip.start is None or slip.fields["last"] is None:
            return None
        code, end = slip.fields["last"].code, slip.start + slip.length
        try:
            total = self.scored(f"{text[: slip.start]}+win:{code}{text[end:]}").total
        except MjcalcError:
            return None
        return say("slip", self.settings.look.lang, code=code, total=total)


class Scoring(Framed):
    """``--all`` takes its number after ``=`` only, so that a hand may follow it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Gives a bare ``--all`` the number it means; a number apart from it is no hand."""
        for option, value in pairwise(args):
            if option == "--all" and len(value) <= 2 and whole(value) is not None:
                raise Mistake("all-apart", number=value)
        numbered = [f"--all={MOST_OTHERS}" if arg == "--all" else arg for arg in args]
        return super().parse_args(ctx, numbered)


@command("score", EXAMPLES, cls=Scoring)
@click.argument("hand", nargs=-1)
@click.option("--explain", is_flag=True, help=help_text("--explain"))
@click.option("--all", "others", metavar="[=N]", help=help_text("--all"))
@click.option(
    "--why",
    metavar="FAN",
    multiple=True,
    help=help_text("--why"),
    shell_complete=completed_by("complete_fan"),
)
@click.option("--check", is_flag=True, help=help_text("--check"))
@notation_option
@encoding_option
def main(
    settings: Settings,
    hand: tuple[str, ...],
    explain: bool,
    others: str | None,
    why: tuple[str, ...],
    check: bool,
    notation: str | None,
    encoding: str | None,
) -> int:
    """Print the answer to every hand; return the worst exit code."""
    asked = asked_fans(settings, why)
    answer = Answer(settings, settings.ruleset, explain, _others(others), check, notation, asked)
    if hand and hand != ("-",):
        return answer(" ".join(hand))
    if not hand and at_terminal():
        return no_input()
    return answer_lines(answer, input_lines([STDIN], encoding))


def asked_fans(settings: Settings, names: tuple[str, ...]) -> tuple[Fan, ...]:
    """Return the fans of ``--why``; Mistake for a name that is not one fan of these rules."""
    from mjcalc.cli.fans import fan_named

    fans = tuple(dict.fromkeys(fan_named(settings, name) for name in names))
    for fan in fans:
        if settings.ruleset.row(fan.zh) is None:
            shown = fan.en if settings.look.lang is Lang.EN else fan.zh
            raise Mistake("because.not-in-rules", rules=settings.ruleset.key, fan=shown)
    return fans


class LineAnswer(Protocol):
    """What answers one line after another."""

    @property
    def settings(self) -> Settings:
        """The shared options."""

    def __call__(self, text: str) -> int:
        """Print the answer to a line; return the exit code."""

    def fail(self, error: MjcalcError, text: str) -> int:
        """Print what is wrong with a line; return the exit code."""


def answer_lines(answer: LineAnswer, lines: Iterable[InputLine]) -> int:
    """Answer each line at once; skip empty lines and comments. Return the worst exit code."""
    from mjcalc.notation.grammar import COMMENT_SIGN, strip_comment

    codes: list[int] = []
    for line in lines:
        is_wrong = line.error is not None and not COMMENT_SIGN.search(line.text)
        if not is_wrong and not strip_comment(line.text):
            continue
        if codes and answer.settings.look.format in ("table", "markdown"):
            click.echo()
        if is_wrong and line.error is not None:
            codes.append(answer.fail(line.error, line.text))
        else:
            codes.append(answer(line.text))
        sys.stdout.flush()
    if not codes:
        raise Mistake("no-hand")
    return max(codes)


def _others(text: str | None) -> int | None:
    if text is None:
        return None
    number = whole(text)
    if number is None or not 1 <= number <= MOST_OTHERS:
        known = [str(number) for number in range(1, MOST_OTHERS + 1)]
        raise Mistake("no-choice", option="--all", value=shortened(text), known=known)
    return number


def _bold(line: str) -> str:
    return click.style(line, bold=True)
