"""Shell completion: the words that may come next on a command line.

Each ``complete_…`` is what click calls for an argument or option. ``EqualSigns`` is for bash, which
cuts words at "=" and so would never complete ``--option mixed-kongs=6`` or ``--rules=wmo``.
"""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class

from mjcalc.tiles import Wind


def complete_file(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Let the shell complete a file name."""
    return [CompletionItem(incomplete, type="file")]


def complete_rule_option(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return ``KEY=VALUE`` for every rule option, with what it decides."""
    from mjcalc.rules.rulesets import OPTIONS

    pairs = ((f"{option.key}={value}", option) for option in OPTIONS for value in option.values)
    return [
        CompletionItem(text, help=option.en)
        for text, option in pairs
        if text.startswith(incomplete)
    ]


def complete_venue(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the venues that start so."""
    from mjcalc.rules.rulesets import VENUES

    names = [name for key, venue in VENUES.items() for name in (key, venue.zh)]
    return [name for name in names if name.startswith(incomplete)]


def complete_seat(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the seats that start so."""
    names = [name for seat in Wind for name in (seat.name, seat.zh)]
    return [name for name in names if name.startswith(incomplete.upper())]


def complete_fan(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the names of fans that start so, in the language of what is typed."""
    from mjcalc.rules.fans import FANS

    if incomplete and incomplete.isascii():
        typed = incomplete.lower()
        return [CompletionItem(f.en, help=f.zh) for f in FANS if f.en.lower().startswith(typed)]
    names = [(name, fan) for fan in FANS for name in (fan.zh, *fan.aliases)]
    return [CompletionItem(name, help=f.en) for name, f in names if name.startswith(incomplete)]


class EqualSigns(BashComplete):
    """Completion in bash, which hands over ``KEY=VALUE`` as three words and wants the last back."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that word, each whole."""
        args, last = super().get_completion_args()
        *before, incomplete = _joined([*args, last])
        return before, incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Return a completion as bash takes it: only what follows the last equals sign."""
        _, incomplete = self.get_completion_args()
        value = item.value
        if "=" in incomplete and item.type == "plain":
            value = value.rpartition("=")[2]
        return f"{item.type},{value}"


def _joined(words: list[str]) -> Iterator[str]:
    """Yield the words, those on both sides of a word "=" as one."""
    place = 0
    while place < len(words):
        word = words[place]
        while place + 1 < len(words) and words[place + 1] == "=":
            word += "=" + "".join(words[place + 2 : place + 3])
            place += 2
        yield word
        place += 1


add_completion_class(EqualSigns, "bash")
