"""``mjcalc config``: every setting with its value, and where the value comes from."""

from __future__ import annotations

from collections.abc import Iterator

import click
from click.core import ParameterSource

from mjcalc.cli.options import FILE_NAME, Settings, command
from mjcalc.cli.screen import print_result, tell
from mjcalc.cli.settings_file import NUMBER_KEYS, OPTION_KEYS, Setting, settings_paths
from mjcalc.i18n import say
from mjcalc.report import dumps
from mjcalc.report.tables import Row, table

EXAMPLES = (
    "mjcalc config",
    "mjcalc config examples/friday.game",
    "mjcalc config --rules guobiao --format json",
)
CONFIG_SCHEMA = 1
SettingRow = tuple[str, str | None, str, str | None]  # key, value, source, file or variable


@command("config", EXAMPLES)
@click.argument("file", required=False, **FILE_NAME)
@click.option("--notation", default=None, envvar="MJCALC_NOTATION", hidden=True)
def main(settings: Settings, file: str | None, notation: str | None) -> None:
    """Print the settings that a command has in the current folder, or one that reads FILE."""
    rows = list(setting_rows(settings))
    look = settings.look
    if look.format in ("json", "jsonl"):
        keys = ("key", "value", "source", "where")
        objects = [dict(zip(keys, row, strict=True)) for row in rows]
        value = {"schema": CONFIG_SCHEMA, "files": settings.file.paths, "settings": objects}
        print_result(dumps(value), look.format)
        return
    header = [say(f"config.{key}", look.lang) for key in ("setting", "value", "source")]
    cells: list[Row] = [
        [key, value, _source(source, where, settings)] for key, value, source, where in rows
    ]
    print_result(table(header, cells, look.format), look.format)
    if not settings.file.paths and not look.quiet:
        paths = settings_paths(file)
        key = "config.no-file" if paths else "config.off"
        tell(say(key, look.lang, paths=paths))


def setting_rows(settings: Settings) -> Iterator[SettingRow]:
    """Yield each setting with its source: command-line, environment, file, unused or default."""
    context = click.get_current_context()
    for key in OPTION_KEYS:
        source = context.get_parameter_source(key)
        value = context.params[key]
        match source:
            case ParameterSource.COMMANDLINE:
                yield key, value, "command-line", None
            case ParameterSource.ENVIRONMENT:
                yield key, value, "environment", f"MJCALC_{key.upper()}"
            case ParameterSource.DEFAULT_MAP:
                yield key, value, "file", settings.file.values[key].path
            case _:
                yield key, value, "default", None
    file, rules = settings.file, settings.rules
    for key in ("venue", *NUMBER_KEYS):
        typed = settings.venue if key == "venue" else None
        yield _rule_row(key, typed, file.values.get(key), rules == file.rules)
    for name in sorted({*settings.options, *file.options}):
        typed = settings.options.get(name)
        yield _rule_row(f"options.{name}", typed, file.options.get(name), rules == file.rules)


def _rule_row(key: str, typed: str | None, setting: Setting | None, applies: bool) -> SettingRow:
    """Return the row of a setting that belongs to the rules of the files."""
    if typed is not None:
        return key, typed, "command-line", None
    if setting is None:
        return key, None, "default", None
    return key, setting.value, "file" if applies else "unused", setting.path


def _source(source: str, where: str | None, settings: Settings) -> str:
    """Return the source of a value as text."""
    lang = settings.look.lang
    if source == "unused":
        return say("config.unused", lang, path=where, rules=settings.file.rules)
    return where or say(f"config.{source}", lang)
