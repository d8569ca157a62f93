"""``mjcalc convert``: a hand from one notation in another, or one line after another."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TextIO, cast

import click

from mjcalc.cli.errors import ExitCode, Mistake, fail
from mjcalc.cli.files import STDIN, InputLine, encoding_option, input_lines
from mjcalc.cli.options import (
    FILE_NAME,
    Settings,
    at_terminal,
    choice_option,
    command,
    help_text,
    no_input,
    notation_option,
)
from mjcalc.cli.screen import PREFIX, tell
from mjcalc.errors import MjcalcError
from mjcalc.hand.kinds import WildPolicy
from mjcalc.i18n import Lang, message, say
from mjcalc.notation.respelling import NotationName
from mjcalc.report import dumps
from mjcalc.report.errors import error_json

EXAMPLES = (
    "mjcalc convert '[123m] 456p 789s EEE 5z +win:5z tsumo' --to gb",
    "mjcalc convert W1 W2 W3 B4 B5 B6 T7 T8 T9 F1 F1 F1 J1 J1 --to mjcalc",
    "mjcalc convert 123m456p789s11155z --notation tenhou --to unicode",
    "echo 一二三万 四五六饼 七八九条 东东东 中中 | mjcalc convert - --to botzone",
)


class ConvertLine(NamedTuple):
    """A hand as typed, with its id and line number where it is one line of many."""

    hand: str
    id: str | None = None
    line: int | None = None

    @classmethod
    def of_line(cls, text: str, line: int) -> ConvertLine:
        """Return the entry of a line; an id may stand before a tab."""
        id, tab, hand = text.partition("\t")
        return cls(hand, id, line) if tab else cls(text, None, line)

    def row(self, text: str) -> str:
        """Return a text behind the id."""
        return text if self.id is None else f"{self.id}\t{text}"


@dataclass(slots=True)
class Conversion:
    """How hands are converted, and what the lines so far have lost."""

    settings: Settings
    target: str
    source: str | None
    policy: WildPolicy
    losses: Counter[str] = field(default_factory=Counter)
    fans: Counter[str] = field(default_factory=Counter)

    @property
    def is_json(self) -> bool:
        """Whether a JSON object is printed for each hand."""
        return self.settings.look.format in ("json", "jsonl")

    def row_of(self, entry: ConvertLine) -> str:
        """Return a hand in the target notation, behind its id, or as a JSON object."""
        from mjcalc.notation.grammar import parse_line
        from mjcalc.notation.notations import write_hand

        parsed = parse_line(entry.hand, self.policy, self.source)
        written = write_hand(parsed.hand, self.target)
        self.losses.update(written.losses)
        self.fans.update(parsed.fans)
        if not self.is_json:
            return entry.row(written.text)
        return dumps({
            "schema": 1, "line": entry.line, "id": entry.id, "input": entry.hand, "ok": True,
            "hand": str(parsed.hand), "notation": self.target, "text": written.text,
            "lost": list(written.losses),
        })  # fmt: skip

    def failed_row(self, error: MjcalcError, entry: ConvertLine) -> str:
        """Return what stands in the place of a hand that failed: a JSON object, or a comment."""
        if not self.is_json:
            return f"# {entry.row(entry.hand)}"
        lang, rules = self.settings.look.lang, self.settings.rules
        return dumps(error_json(error, entry.hand, rules, lang, line=entry.line, id=entry.id))

    def tell_notes(self) -> None:
        """Say on stderr what the target cannot hold, and which fans were named."""
        lang = self.settings.look.lang
        if self.settings.look.quiet:
            return
        joint = "、" if lang is Lang.ZH else ", "
        if self.losses:
            items = [f"{item} ×{n}" if n > 1 else item for item, n in self.losses.items()]
            note = say("not-held", lang, notation=self.target, items=joint.join(items[:MOST_ITEMS]))
            tell(PREFIX + note)
        if self.fans:
            tell(PREFIX + say("fans-worked-out", lang, names=joint.join(self.fans)))


MOST_ITEMS = 20  # of a note


@command("convert", EXAMPLES)
@click.argument("hand", nargs=-1)
@choice_option("--to", known=tuple(NotationName), required=True)
@notation_option
@click.option("-o", "--output", metavar="OUT", **FILE_NAME, help=help_text("--output-convert"))
@encoding_option
def main(
    settings: Settings,
    hand: tuple[str, ...],
    to: str,
    notation: str | None,
    output: str | None,
    encoding: str | None,
) -> int:
    """Print every hand in the other notation; return the exit code."""
    if not hand and at_terminal():
        return no_input()
    conversion = Conversion(settings, to, notation, settings.ruleset.wild)
    if hand and hand != ("-",):
        return convert_one(conversion, " ".join(hand), output)
    return convert_lines(conversion, input_lines([STDIN], encoding), output)


def convert_one(conversion: Conversion, text: str, output: str | None) -> int:
    """Convert the hand of the command line."""
    entry = ConvertLine(text)
    try:
        converted = conversion.row_of(entry)
    except MjcalcError as error:
        return fail([error], text, conversion.settings.look, conversion.settings.rules)
    with Target(output) as target:
        target.write(converted + "\n")
    conversion.tell_notes()
    return 0


def convert_lines(conversion: Conversion, lines: Iterable[InputLine], output: str | None) -> int:
    """Convert lines; one that fails stands as a comment, so that nothing is lost."""
    failures = hands = 0
    with Target(output) as target:
        for _, number, text, wrong in lines:
            if not text.strip() or text.lstrip().startswith(("#", "＃")):
                target.write("" if conversion.is_json else f"{text}\n")
                continue
            hands += 1
            entry = ConvertLine.of_line(text, number)
            try:
                if wrong is not None:
                    raise wrong
                row = conversion.row_of(entry)
            except MjcalcError as error:
                failures += 1
                tell_failure(conversion, error, number)
                row = conversion.failed_row(error, entry)
            target.write(f"{row}\n")
    if not hands:
        raise Mistake("no-hand")
    conversion.tell_notes()
    return ExitCode.FAILED if failures else ExitCode.OK


def tell_failure(conversion: Conversion, error: MjcalcError, number: int) -> None:
    """Say on stderr what is wrong with a line."""
    lang = conversion.settings.look.lang
    reasons = "; ".join(message(defect, lang) for defect in error.defects)
    tell(f"{PREFIX}{say('in-line', lang, line=number)}: {reasons}")


class Target:
    """Where converted lines go: standard output, or a file that appears when it is whole."""

    def __init__(self, path: str | None) -> None:
        self._path = None if path in (None, "-") else Path(str(path))
        self._stream: TextIO = sys.stdout

    def __enter__(self) -> TextIO:
        """Open the file; Mistake when it cannot be opened."""
        if self._path is not None:
            try:
                self._stream = self._opened()
            except OSError as error:
                reason = error.strerror
                raise Mistake("no-output", path=str(self._path), reason=reason) from None
        return self._stream

    def _opened(self) -> TextIO:
        """Open the part; its content is packed if the name of the file ends with .gz."""
        if str(self._path).endswith(".gz"):
            import gzip

            return cast(TextIO, gzip.open(self._part, "wt", encoding="utf-8"))
        return self._part.open("w", encoding="utf-8")

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        """Give the file its name; remove what is there of one that is not whole."""
        if self._path is None:
            return
        self._stream.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            with suppress(OSError):
                self._part.unlink()

    @property
    def _part(self) -> Path:
        assert self._path is not None
        return self._path.with_name(f"{self._path.name}.part")
