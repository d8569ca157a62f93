"""The fan table and the rulesets, for people and programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mjcalc.i18n import Lang, pick, say
from mjcalc.report import Look, dumps
from mjcalc.report.scores import SCHEMA, fan_names, flat_names, headings
from mjcalc.report.tables import Cell, Row, table
from mjcalc.rules.examples import FAN_EXAMPLES, PRINCIPLE_EXAMPLES
from mjcalc.rules.fans import BY_ZH, FANS, Exclusion, Fan, Scope
from mjcalc.rules.options import Option
from mjcalc.rules.principles import Principle
from mjcalc.rules.rulesets import OPTIONS, RULESETS, VENUES, Ruleset, Scheme


def fans_report(fans: Sequence[Fan], ruleset: Ruleset, look: Look, *, only: bool = False) -> str:
    """The fans as a list, with their numbers in every ruleset, or in this one ``only``."""
    if look.format in ("json", "jsonl"):
        return _objects([_fan_object(fan, ruleset) for fan in fans], look, "fans")
    numbered = [ruleset] if only else [*RULESETS.values()]
    keys = [rules.key for rules in numbered]
    header = [*keys, *flat_names(look), *headings(look, "value", "condition")]
    rows = [_fan_row(fan, ruleset, numbered, look) for fan in fans]
    if look.format == "table" and look.lang is Lang.BOTH:
        # Two sentences in a row are wider than any terminal; `fans NAME` has them.
        header, rows = header[:-1], [row[:-1] for row in rows]
    return table(header, rows, look.format)


def fan_report(fan: Fan, ruleset: Ruleset, look: Look) -> str:
    """All about one fan: condition, numbers, value, what it removes, what removes it."""
    if look.format == "table":
        return "\n".join(_fan_lines(fan, ruleset, look.lang))
    return fans_report([fan], ruleset, look)


def compared_report(fans: Sequence[Fan], ruleset: Ruleset, look: Look) -> str:
    """Return several fans side by side; for programs the list of them."""
    if look.format != "table":
        return fans_report(fans, ruleset, look)
    lang, zh_or_en = look.lang, Lang.EN if look.lang is Lang.EN else Lang.ZH
    facts = [_fan_facts(fan, ruleset, zh_or_en) for fan in fans]
    rows: list[Row] = [
        [say(key, lang), *(str(fact[key]) for fact in facts)]
        for key in facts[0]
        if key != "condition" or zh_or_en is lang
    ]
    if lang is Lang.BOTH:
        rows.append([say("condition", Lang.ZH), *(fan.condition_zh for fan in fans)])
        rows.append([say("condition", Lang.EN), *(fan.condition_en for fan in fans)])
    names = [pick(fan.zh, fan.en, lang) for fan in fans]
    return table([*headings(look, "fan"), *names], rows, look.format)


def _fan_facts(fan: Fan, ruleset: Ruleset, lang: Lang) -> dict[str, str]:
    """Return the value, the numbers, the condition, and what excludes what."""
    return {
        "value": str(worth(fan, ruleset)),
        "numbers": ", ".join(
            f"{key} {rules.number(fan) or say('nothing', lang)}" for key, rules in RULESETS.items()
        ),
        "condition": pick(fan.condition_zh, fan.condition_en, lang, " / "),
        "aliases": ", ".join(fan.aliases),
        "removes": _join((_entry(entry, lang) for entry in _row(fan, ruleset).exclusions), lang),
        "removed-by": _join((_removal(*pair, lang) for pair in removers(fan, ruleset)), lang),
        "example": FAN_EXAMPLES[fan.zh].hand if fan.zh in FAN_EXAMPLES else "",
    }


def principle_report(principle: Principle, look: Look) -> str:
    """Return a principle: its names, what it says, and a hand where it decides."""
    lang, name = look.lang, principle.value
    example = PRINCIPLE_EXAMPLES[principle]
    if look.format in ("json", "jsonl"):
        texts = {
            key: {"zh": say(f"{key}.{name}", Lang.ZH), "en": say(f"{key}.{name}", Lang.EN)}
            for key in ("reason", "why")
        }
        return dumps(
            {
                "schema": SCHEMA,
                "principle": name,
                "name": texts["reason"],
                "sentence": texts["why"],
                "example": example._asdict(),
            }
        )
    counted, not_counted = (
        pick(BY_ZH[zh].zh, BY_ZH[zh].en, lang) for zh in (example.counted, example.not_counted)
    )
    if counted == not_counted:
        not_counted += say("second-time", lang)
    rows = {"example": example.hand, "counted": counted, "not-counted": not_counted}
    if look.format != "table":
        header = headings(look, "principle", "meaning", *rows)
        cells: list[Cell] = [say(f"reason.{name}", lang), say(f"why.{name}", lang), *rows.values()]
        return table(header, [cells], look.format)
    return "\n".join(
        [
            say(f"reason.{name}", lang),
            f"  {say(f'why.{name}', lang)}",
            *(f"  {say(key, lang)}: {text}" for key, text in rows.items()),
        ]
    )


def _fan_row(fan: Fan, ruleset: Ruleset, numbered: Sequence[Ruleset], look: Look) -> list[Cell]:
    numbers = [rules.number(fan) for rules in numbered]
    condition = pick(fan.condition_zh, fan.condition_en, look.lang, " / ")
    return [*numbers, *fan_names(fan, look.lang), worth(fan, ruleset), condition]


def worth(fan: Fan, ruleset: Ruleset) -> int:
    """What the fan is worth under these rules; where they do not have it, by the table."""
    row = ruleset.row(fan.zh)
    return fan.value if row is None else row.value


def _fan_lines(fan: Fan, ruleset: Ruleset, lang: Lang) -> Iterator[str]:
    facts = _fan_facts(fan, ruleset, lang)
    yield f"{pick(fan.zh, fan.en, lang)} · {facts.pop('value')}"
    yield from (f"  {say(key, lang)}: {text}" for key, text in facts.items() if text)


def _row(fan: Fan, ruleset: Ruleset) -> Fan:
    return ruleset.row(fan.zh) or fan


def _join(texts: Iterator[str], lang: Lang) -> str:
    return ("、" if lang is Lang.ZH else ", ").join(texts) or say("nothing", lang)


def removers(fan: Fan, ruleset: Ruleset) -> list[tuple[Fan, Exclusion]]:
    """The fans that remove this one when they count, each with how far."""
    return [
        (row, entry) for row in ruleset.fans for entry in row.exclusions if entry.name == fan.zh
    ]


def _entry(entry: Exclusion, lang: Lang) -> str:
    fan = BY_ZH[entry.name]
    return pick(fan.zh, fan.en, lang) + _scope(entry, lang)


def _removal(row: Fan, entry: Exclusion, lang: Lang) -> str:
    return pick(row.zh, row.en, lang) + _scope(entry, lang)


def _scope(entry: Exclusion, lang: Lang) -> str:
    if entry.instead:
        instead = BY_ZH[entry.instead]
        return f" ({say('scope.instead', lang, fan=pick(instead.zh, instead.en, lang))})"
    return "" if entry.scope is Scope.ALL else f" ({say(f'scope.{entry.scope.value}', lang)})"


def _fan_object(fan: Fan, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "zh": fan.zh,
        "en": fan.en,
        "value": worth(fan, ruleset),
        "no": {key: rules.number(fan) for key, rules in RULESETS.items()},
        "aliases": list(fan.aliases),
        "condition": {"zh": fan.condition_zh, "en": fan.condition_en},
        "removes": [_entry_json(entry.name, entry) for entry in _row(fan, ruleset).exclusions],
        "removed_by": [_entry_json(row.zh, entry) for row, entry in removers(fan, ruleset)],
        "example": FAN_EXAMPLES[fan.zh]._asdict() if fan.zh in FAN_EXAMPLES else None,
    }


def _entry_json(zh: str, entry: Exclusion) -> dict[str, str | None]:
    return {"zh": zh, "scope": entry.scope.value, "instead": entry.instead}


def _objects(objects: Sequence[Mapping[str, Any]], look: Look, key: str) -> str:
    """One object a line for ``jsonl``; one object that holds them all for ``json``."""
    if look.format == "jsonl":
        return "\n".join(map(dumps, objects))
    return dumps({"schema": SCHEMA, key: _bare(objects)})


def _bare(objects: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The objects as they are inside another, which alone has the schema."""
    return [{k: v for k, v in value.items() if k != "schema"} for value in objects]


def rules_report(rulesets: Sequence[Ruleset], look: Look) -> str:
    """The rulesets and their options, with defaults, values, sentences and sources."""
    options = [o for o in OPTIONS if any(rules.key in o.defaults for rules in rulesets)]
    if look.format in ("json", "jsonl"):
        objects = [_ruleset_json(rules) for rules in rulesets]
        if look.format == "jsonl":
            return _objects(objects, look, "rules")
        listed = [_option_json(option) for option in options]
        return dumps({"schema": SCHEMA, "rules": _bare(objects), "options": listed})
    keys = [rules.key for rules in rulesets]
    header = [*headings(look, "option"), *keys, *headings(look, "values", "meaning", "source")]
    rows: list[Row] = [
        [
            option.key,
            *(_chosen(rules, option) or "" for rules in rulesets),
            " ".join(option.values),
            pick(option.zh, option.en, look.lang, " / "),
            option.source,
        ]
        for option in options
    ]
    if look.format != "table":
        return table(header, rows, look.format)
    heads = headings(look, "ruleset", "rules.name", "rules.fans", "rules.minimum", "rules.wild")
    tops: list[Row] = [
        [rules.key, pick(rules.zh, rules.en, look.lang), *_ruleset_facts(rules, look.lang).values()]
        for rules in rulesets
    ]
    return "\n".join(
        [table(heads, tops, "table"), "", *_option_lines(options, rulesets, look.lang)]
    )


def _ruleset_facts(rules: Ruleset, lang: Lang) -> dict[str, Cell]:
    return {
        "rules.fans": len([fan for fan in rules.fans if fan.numbered]),
        "rules.minimum": _minimum(rules, lang),
        "rules.wild": say("yes" if rules.wild.allowed else "none", lang),
    }


def _minimum(rules: Ruleset, lang: Lang) -> Cell:
    """The minimum; where venues set it and none is chosen, those that have one too."""
    by_venue = rules.pays is Scheme.ROOMS and rules.venue_minimum and rules.venue is None
    venues = [
        f"{pick(venue.zh, venue.key, lang)} {venue.minimum}"
        for venue in VENUES.values()
        if by_venue and venue.minimum is not None
    ]
    minimum = say("none", lang) if rules.minimum is None else str(rules.minimum)
    return ", ".join([minimum, *venues])


def _chosen(rules: Ruleset, option: Option) -> str | None:
    """Return the value that an option has in these rules; None if they do not have it."""
    return rules.options.get(option.key, option.defaults.get(rules.key))


def _option_lines(
    options: Sequence[Option], rulesets: Sequence[Ruleset], lang: Lang
) -> Iterator[str]:
    """Three lines an option: a table of sentences would be wider than any terminal."""
    keys = [rules.key for rules in rulesets]
    for option in options:
        defaults = {key: option.defaults[key] for key in keys if key in option.defaults}
        if len(defaults) == len(RULESETS) and len(set(defaults.values())) == 1:
            default = next(iter(defaults.values()))
        else:
            default = ", ".join(f"{key} {value}" for key, value in defaults.items())
        values = " | ".join(option.values)
        chosen = "".join(
            f"; {say('chosen', lang)}: {rules.options[option.key]}"
            for rules in rulesets
            if option.key in rules.options
        )
        yield f"{option.key}: {values} ({say('default', lang)}: {default}{chosen})"
        yield from (f"  {text}" for text in _sentences(option, lang))
        yield f"  {say('source', lang)}: {option.source}"


def _sentences(option: Option, lang: Lang) -> list[str]:
    return [*([option.zh] * (lang is not Lang.EN)), *([option.en] * (lang is not Lang.ZH))]


def _ruleset_json(rules: Ruleset) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "rules": rules.key,
        "zh": rules.zh,
        "en": rules.en,
        "fans": len([fan for fan in rules.fans if fan.numbered]),
        "minimum": rules.minimum,
        "wildcards": rules.wild.allowed,
        "options": {o.key: _chosen(rules, o) for o in OPTIONS if rules.key in o.defaults},
    }


def _option_json(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "values": list(option.values),
        "defaults": dict(option.defaults),
        "zh": option.zh,
        "en": option.en,
        "source": option.source,
    }


def difference_report(one: Ruleset, two: Ruleset, look: Look) -> str:
    """What differs between two rulesets: their facts, the defaults of options, the fan rows."""
    differing = list(_differences(one, two, look.lang))
    if look.format in ("json", "jsonl"):
        rows = [
            {"schema": SCHEMA, "what": what, one.key: a, two.key: b} for what, a, b in differing
        ]
        return _objects(rows, look, "differences")
    if not differing and look.format in ("table", "markdown"):
        return say("same", look.lang)
    header = [*headings(look, "what"), one.key, two.key]
    return table(header, differing, look.format)


def _differences(one: Ruleset, two: Ruleset, lang: Lang) -> Iterator[tuple[str, Cell, Cell]]:
    mine, theirs = _ruleset_facts(one, lang), _ruleset_facts(two, lang)
    pairs: list[tuple[str, Cell, Cell]] = [(say(key, lang), mine[key], theirs[key]) for key in mine]
    pays = [say(f"pays.{rules.pays}", lang) for rules in (one, two)]
    pairs.append((say("rules.payment", lang), pays[0], pays[1]))
    for option in OPTIONS:
        a, b = _chosen(one, option) or "–", _chosen(two, option) or "–"
        pairs.append((f"{say('option', lang)} · {option.key}", a, b))
    for fan in FANS:
        name = pick(fan.zh, fan.en, lang)
        for what, get in (("rules.number", _number_cell), ("rules.value", _value_cell)):
            pairs.append((f"{say(what, lang)} · {name}", get(one, fan), get(two, fan)))
    yield from (pair for pair in pairs if pair[1] != pair[2])


def _number_cell(rules: Ruleset, fan: Fan) -> Cell:
    return rules.number(fan) or "–"


def _value_cell(rules: Ruleset, fan: Fan) -> Cell:
    row = rules.row(fan.zh)
    return "–" if row is None else row.value
