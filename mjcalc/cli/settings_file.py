"""``mjcalc.toml``: settings that apply where neither the command line nor the environment has any.

The settings file is in the folder of the file that a command reads (otherwise the current folder),
and in the user's configuration folder; of a setting that both have, the nearer one counts.
``MJCALC_CONFIG`` names another file instead of both; if it is empty, no file is read.

The keys venue, room, fee and [options] belong to the rules of the files: they do not apply to a
hand or a sheet under other rules.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from mjcalc.errors import Defect, OptionError, shortened
from mjcalc.i18n import Lang
from mjcalc.notation.respelling import NotationName

SETTINGS_FILE = "mjcalc.toml"
FILE_SETTINGS = "mjcalc.settings"  # where a context keeps the settings of the files
SETTINGS_VARIABLE = "MJCALC_CONFIG"
DEFAULT_RULES = "huopin"
RESULT_FORMATS = ("table", "json", "jsonl", "csv", "tsv", "markdown")
LANGUAGES = tuple(lang.value for lang in Lang)
TILE_STYLES = ("text", "unicode")
LARGEST_SETTINGS = 1 << 14  # bytes: deeply nested TOML takes time by the square of its size
# Keys with a few values, and the keys that take any text or number.
CHOICES: Mapping[str, Sequence[str]] = {
    "lang": LANGUAGES,
    "format": RESULT_FORMATS,
    "tiles": TILE_STYLES,
    "notation": tuple(NotationName),
}
OPTION_KEYS = ("rules", *CHOICES)  # settings that are the default of the option of their name
NUMBER_KEYS = ("room", "fee")
RULE_KEYS = ("venue", *NUMBER_KEYS)  # settings that belong to the rules of the files
SETTING_KEYS = (*OPTION_KEYS, *RULE_KEYS, "options")


@dataclass(frozen=True, slots=True)
class Setting:
    """A value of a settings file, and the file."""

    value: str
    path: str


@dataclass(frozen=True, slots=True)
class FileSettings:
    """The settings of the files in force: ``values`` by key, ``options`` by the rule option."""

    values: Mapping[str, Setting] = field(default_factory=dict)
    options: Mapping[str, Setting] = field(default_factory=dict)
    paths: tuple[str, ...] = ()

    @property
    def rules(self) -> str:
        """The key of the rules of the files, or what was written in its place."""
        from mjcalc.rules.rulesets import find_ruleset

        if "rules" not in self.values:
            return DEFAULT_RULES
        name = self.values["rules"].value
        return find_ruleset(name) or name

    def value(self, key: str, rules: str) -> str | None:
        """Return a setting that belongs to the rules; None where it does not apply to ``rules``."""
        applies = rules == self.rules and key in self.values
        return self.values[key].value if applies else None

    def options_for(self, rules: str) -> dict[str, str]:
        """Return the rule options that apply to a ruleset."""
        if rules != self.rules:
            return {}
        return {key: setting.value for key, setting in self.options.items()}


def read_settings(path: str | None) -> FileSettings:
    """Return the settings for a command that reads the file ``path``, or none.

    Raises OptionError with every defect of every settings file.
    """
    values: dict[str, Setting] = {}
    options: dict[str, Setting] = {}
    defects: list[Defect] = []
    paths = tuple(filter(os.path.isfile, settings_paths(path)))
    for found in paths:
        table = _settings_table(found, defects)
        own_options = table.pop("options", {})
        if not isinstance(own_options, dict):
            defects.append(_setting_defect("settings-no-table", found, "options", own_options))
            own_options = {}
        for key, value in _setting_texts(found, table, defects):
            values.setdefault(key, Setting(value, found))
        for key, value in own_options.items():
            if (text := _setting_text(value)) is None:
                defects.append(_setting_defect("settings-value", found, f"options.{key}", value))
            else:
                options.setdefault(key, Setting(text, found))
    settings = FileSettings(values, options, paths)
    defects += _rule_defects(settings)
    if defects:
        raise OptionError(defects)
    return settings


def _rule_defects(settings: FileSettings) -> Iterator[Defect]:
    """Yield what is wrong with the rules, the venue and the rule options of the files."""
    from mjcalc.i18n.phrases import Phrase
    from mjcalc.rules.rulesets import ruleset

    rules = settings.rules
    if not settings.options and not settings.values.keys() & {"rules", "venue"}:
        return
    try:
        ruleset(rules, settings.options_for(rules), settings.value("venue", rules))
    except OptionError as error:
        for defect in error.defects:
            named = settings.options.get(str(defect.fields.get("name")))
            setting = named or settings.values.get("venue") or settings.values["rules"]
            problem = Phrase(defect.key, defect.fields)
            yield Defect("settings-rules", {"path": setting.path, "problem": problem})


def settings_paths(path: str | None) -> list[str]:
    """Return every place where a settings file may be, the nearest first."""
    named = os.environ.get(SETTINGS_VARIABLE)
    if named is not None:
        return [named] if named else []
    folder = "" if path in (None, "", "-") else os.path.dirname(str(path))
    near = os.path.join(folder, SETTINGS_FILE)
    user = os.path.join(click.get_app_dir("mjcalc"), SETTINGS_FILE)
    return [near] if os.path.abspath(near) == os.path.abspath(user) else [near, user]


def _settings_table(path: str, defects: list[Defect]) -> dict[str, Any]:
    """Return what a settings file holds; note why it cannot be read."""
    import tomllib

    try:
        with open(path, "rb") as stream:
            content = stream.read(LARGEST_SETTINGS + 1)
        if len(content) > LARGEST_SETTINGS:
            defects.append(Defect("settings-too-large", {"path": path, "limit": LARGEST_SETTINGS}))
            return {}
        return tomllib.loads(content.decode("utf-8-sig"))
    except OSError as error:
        defects.append(Defect("no-read", {"path": path, "reason": error.strerror}))
    except UnicodeError:
        defects.append(Defect("settings-encoding", {"path": path}))
    except (ValueError, RecursionError) as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line = int(place[1]) if place else content.count(b"\n") + 1
        defects.append(Defect("settings-syntax", {"path": path, "row": line}))
    return {}


def _setting_texts(
    path: str, table: Mapping[str, Any], defects: list[Defect]
) -> Iterator[tuple[str, str]]:
    """Yield the settings of a file as text; note those that do not exist or have a wrong value."""
    for key, value in table.items():
        text = _setting_text(value)
        if key not in SETTING_KEYS:
            fields = {"path": path, "name": shortened(key), "known": SETTING_KEYS}
            defects.append(Defect("settings-key", fields))
        elif text is None or (key in NUMBER_KEYS and not re.fullmatch("[0-9]{1,12}", text)):
            defects.append(_setting_defect("settings-value", path, key, value))
        elif key in CHOICES and text not in CHOICES[key]:
            fields = {
                "path": path, "setting": key, "name": shortened(text), "known": CHOICES[key],
            }  # fmt: skip
            defects.append(Defect("settings-choice", fields))
        else:
            yield key, text


def _setting_text(value: object) -> str | None:
    """Return a text or a whole number as text; None for anything else."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _setting_defect(key: str, path: str, name: str, value: object) -> Defect:
    return Defect(key, {"path": path, "setting": shortened(name), "value": shortened(str(value))})
