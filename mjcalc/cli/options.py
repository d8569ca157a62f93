"""What every command shares: its options and the shape of its help."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

import click

from mjcalc.cli.errors import ExitCode, Mistake, answer_with
from mjcalc.cli.screen import COLOR, Coloring, is_terminal, tell
from mjcalc.cli.settings_file import (
    DEFAULT_RULES,
    FILE_SETTINGS,
    LANGUAGES,
    OPTION_KEYS,
    RESULT_FORMATS,
    TILE_STYLES,
    FileSettings,
    read_settings,
)
from mjcalc.errors import Defect, OptionError
from mjcalc.i18n import Lang, say
from mjcalc.i18n.settle import MOST_DIGITS
from mjcalc.notation.respelling import NotationName
from mjcalc.report import Look

if TYPE_CHECKING:
    from mjcalc.rules.rulesets import Ruleset

Function = Callable[..., Any]
MOST_JOBS = 1024  # a typing error must not start more processes than a system can bear
HELP_OPTIONS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def file_name(text: str) -> str:
    """Return a file name in the form that the system takes in this locale."""
    if sys.getfilesystemencoding() == "utf-8":
        return text
    return os.fsdecode(text.encode("utf-8", "surrogateescape"))


def completed_by(name: str) -> Function:
    """Return a function of :mod:`mjcalc.cli.completion`, which is imported when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from mjcalc.cli import completion

        return getattr(completion, name)(ctx, param, incomplete)

    return complete


# What an option or argument that names a file takes besides.
FILE_NAME: dict[str, Any] = {"type": file_name, "shell_complete": completed_by("complete_file")}


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of the shared options, and the settings of the files.

    ``options`` and ``venue`` are those of the command line alone.
    """

    rules: str
    options: Mapping[str, str]
    venue: str | None
    look: Look
    file: FileSettings

    def options_for(self, rules: str) -> dict[str, str]:
        """Return the rule options for a ruleset: those of the command line, then of the files."""
        return {**self.file.options_for(rules), **self.options}

    def venue_for(self, rules: str) -> str | None:
        """Return the venue for a ruleset: that of the command line, then of the files."""
        return self.file.value("venue", rules) if self.venue is None else self.venue

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset they ask for; OptionError when there is none."""
        from mjcalc.rules.rulesets import ruleset

        return ruleset(self.rules, self.options_for(self.rules), self.venue_for(self.rules))


def choice_option(*names: str, known: Sequence[str], **more: Any) -> Function:
    """An option that takes one of a few values; Mistake for any other."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and value not in known:
            raise Mistake("no-choice", option=param.opts[0], value=value, known=known)
        return value

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [value for value in known if value.startswith(incomplete)]

    if "help" not in more:
        more["help"] = help_text(names[-1])
    more["metavar"] = "|".join(known)
    return click.option(*names, callback=check, shell_complete=complete, **more)


def ruleset_key(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The key of the ruleset of this name; any other name as typed, for the error about it."""
    from mjcalc.rules.rulesets import find_ruleset

    return value and (find_ruleset(value) or value)


def complete_ruleset(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The keys of the rulesets that start so."""
    from mjcalc.rules.rulesets import RULESETS

    return [key for key in RULESETS if key.startswith(incomplete)]


# What an option or argument that names a ruleset takes besides.
NAMES_RULESET: dict[str, Any] = {"callback": ruleset_key, "shell_complete": complete_ruleset}


def runnable(example: str) -> str:
    """Return an example of the help as it runs in this folder.

    The files in ``examples/`` are named where they are installed, unless the folder has them.
    """
    if "examples/" not in example or os.path.isdir("examples"):
        return example
    package = os.path.dirname(os.path.dirname(__file__))
    has_examples = os.path.isdir(os.path.join(package, "examples"))
    home = package if has_examples else os.path.dirname(package)

    def located(found: re.Match[str]) -> str:
        return shlex.quote(os.path.join(home, found[0]))

    return re.sub(r"examples/[^ ]+", located, example)


class Framed(click.Command):
    """A command whose help starts with examples, and whose errors are our own."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.examples = examples

    def get_short_help_str(self, limit: int = 100) -> str:
        """The summary, for the list of commands."""
        halves = (say(f"help.{self.name}", lang) for lang in (Lang.ZH, Lang.EN))
        return " / ".join(re.split("[：；，;]", half)[0] for half in halves)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option ``-h``, explained in both languages."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = help_text("--help")
        return option

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples, usage, summary, options."""
        self.format_short_help(ctx, formatter)
        self.format_options(ctx, formatter)

    def format_short_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Examples, usage, summary."""
        formatter.write(f"{say('help.examples')}:\n")
        formatter.write("".join(f"  {runnable(line)}\n" for line in self.examples) + "\n")
        self.format_usage(ctx, formatter)
        formatter.write("\n")
        for lang in (Lang.ZH, Lang.EN):
            formatter.write(f"  {say(f'help.{self.name}', lang)}\n")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raise Mistake for an unknown option with what may be meant."""
        try:
            if not isinstance(self, click.Group):
                self.use_settings(ctx, args)
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            known = [name for param in self.get_params(ctx) for name in param.opts]
            raise Mistake("no-flag", name=error.option_name, known=known) from None

    def use_settings(self, ctx: click.Context, args: Sequence[str]) -> None:
        """Make the settings of the files the defaults of this command's options."""
        if ctx.resilient_parsing:
            return
        values, _, given = self.make_parser(ctx).parse_args(list(args))
        if any(parameter.is_eager for parameter in given):  # help and version need no settings
            return
        path = values.get("file")
        path = path[0] if isinstance(path, tuple | list) and path else path
        settings = read_settings(path if isinstance(path, str) else None)
        ctx.meta[FILE_SETTINGS] = settings
        ctx.default_map = {
            key: setting.value for key, setting in settings.values.items() if key in OPTION_KEYS
        }


def whole(text: str) -> int | None:
    """The number written with digits only, full-width ones too; None for anything else.

    >>> whole("12"), whole("１２"), whole("٣"), whole("1_0"), whole("9" * 31)
    (12, 12, None, None, None)
    """
    return int(text) if re.fullmatch(f"[0-9０-９]{{1,{MOST_DIGITS}}}", text) else None


def help_text(key: str) -> str:
    """What the help says of an option."""
    return say(f"help.{key}")


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the version, the rulesets and the Python that runs it; end."""
    if value and not ctx.resilient_parsing:
        from platform import python_version

        import mjcalc
        from mjcalc.rules.rulesets import RULESETS

        click.echo(f"mjcalc {mjcalc.__version__}")
        click.echo(f"rules: {', '.join(RULESETS)}")
        click.echo(f"Python {python_version()}")
        ctx.exit()


version = click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False,
    callback=show_version, help=help_text("--version"),
)  # fmt: skip
debug_option = click.option("--debug", is_flag=True, expose_value=False, help=help_text("--debug"))


def pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """``KEY=VALUE`` options as a mapping; OptionError with every key that has two values."""
    said: dict[str, dict[str, None]] = {}
    for one in values:
        key, equals, value = one.partition("=")
        if not equals:
            raise Mistake("no-equals", name=one)
        said.setdefault(key, {})[value] = None
    twice = {key: tuple(found) for key, found in said.items() if len(found) > 1}
    if twice:
        named = ({"name": key, "values": found} for key, found in twice.items())
        raise OptionError(Defect("option-twice", fields) for fields in named)
    return {key: next(iter(found)) for key, found in said.items()}


def command(
    name: str,
    examples: Sequence[str],
    default_format: str = "table",
    cls: type[Framed] = Framed,
) -> Function:
    """Makes a function a command with the shared options.

    The function gets :class:`Settings`, then its own options.
    """

    def decorate(function: Function) -> click.Command:
        def start(
            rules: str, option: dict[str, str], venue: str | None,
            lang: str, format: str, tiles: str, color: str, safe_csv: bool, quiet: bool, **own: Any,
        ) -> Any:  # fmt: skip
            look = Look(Lang(lang), format, tiles == "unicode", quiet, safe_csv)
            answer_with(look, rules)
            click.get_current_context().meta[COLOR] = Coloring(color)
            file = click.get_current_context().meta.get(FILE_SETTINGS, FileSettings())
            return function(Settings(rules, option, venue, look, file), **own)

        wrapped: Function = update_wrapper(start, function)
        for add in reversed(_shared_options(default_format)):
            wrapped = add(wrapped)
        made: click.Command = click.command(
            name, cls=cls, examples=examples, context_settings=HELP_OPTIONS
        )(wrapped)
        return made

    return decorate


notation_option = choice_option(
    "--notation", known=tuple(NotationName), default=None, envvar="MJCALC_NOTATION"
)


bom_option = click.option("--bom", is_flag=True, help=help_text("--bom"))


def _shared_options(default_format: str) -> list[Function]:
    def shared(*names: str, **more: Any) -> Function:
        return click.option(*names, help=help_text(names[-1]), **more)

    return [
        shared(
            "--rules",
            default=DEFAULT_RULES,
            envvar="MJCALC_RULES",
            metavar="huopin|guobiao|wmo",
            **NAMES_RULESET,
        ),
        shared(
            "--option",
            metavar="KEY=VALUE",
            multiple=True,
            callback=pairs,
            shell_complete=completed_by("complete_rule_option"),
        ),
        shared(
            "--venue",
            metavar="dazhong|8fan|nofan",
            shell_complete=completed_by("complete_venue"),
        ),
        choice_option("--lang", known=LANGUAGES, default="both", envvar="MJCALC_LANG"),
        choice_option(
            "--format", known=RESULT_FORMATS, default=default_format, envvar="MJCALC_FORMAT"
        ),
        choice_option("--tiles", known=TILE_STYLES, default="text"),
        choice_option("--color", known=tuple(Coloring), default=Coloring.AUTO),
        shared("--safe-csv", is_flag=True),
        shared("-q", "--quiet", is_flag=True),
        debug_option,
        version,
    ]


def at_terminal() -> bool:
    """Whether a person at a terminal would have to type the input; a closed one is none."""
    return is_terminal(sys.stdin)


def no_input() -> int:
    """Nothing given and a person at the terminal: a short help, and the exit code for that."""
    context = click.get_current_context()
    formatter = context.make_formatter()
    if isinstance(context.command, Framed):
        context.command.format_short_help(context, formatter)
    formatter.write(f"\n{say('help.options')}: {context.command_path} --help\n")
    tell(formatter.getvalue().removesuffix("\n"))
    return ExitCode.UNUSABLE
