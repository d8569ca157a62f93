"""A new game sheet, commented, for ``mjcalc game --new``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from mjcalc.i18n import Lang, say
from mjcalc.report.tables import width
from mjcalc.rules.rulesets import RULESETS
from mjcalc.sheets.vocabulary import ITEM_SPELLINGS, VERB_SPELLINGS, spelt

# The lines of a new sheet, by payment scheme: a comment of the catalogue, a keyword, its value;
# ``#`` before the keyword where the line is to be made one's own first.
SHEET_KEYWORD = re.compile(r"(?<![^ ])([a-z]+)(:?)(?![a-z])")
FROM_CHAIR = re.compile(r"from ([ESWN])")
RESULT_WORDS = ("draw", "tsumo")
COMMENT_COLUMN = 32  # where the comments of short lines begin
EXAMPLE_HAND = "[123m] 456p 789s EEE 5z +win:5z"
SKELETONS: Mapping[str, tuple[tuple[str, str, str], ...]] = MappingProxyType(
    {
        "rooms": (
            ("title", "", ""),
            ("", "rules", "{rules}"),
            ("venue", "venue", "8fan"),
            ("room", "room", "200"),
            ("fee", "fee", "20"),
            ("players", "players", "E=A S=B W=C N=D"),
            ("option", "# option", "dealer-doubling=winner"),
            ("", "", ""),
            ("deals", "", ""),
            ("from", "# deal", f"dealer:E flip:4m bird:3p  S from W  {EXAMPLE_HAND}"),
            ("tsumo", "# deal", "dealer:E flip:9p bird:东  E tsumo  234m567p345s678s55m +win:5m"),
            ("fans", "# deal", "dealer:E bird:none  N from S  fans:12"),
            ("draw", "# deal", "dealer:E draw"),
            ("escape", "# deal", "dealer:S escape:N penalty:6000 compensation:2000"),
            ("adjust", "# adjust", "S -40"),
        ),
        "points": (
            ("title", "", ""),
            ("", "rules", "{rules}"),
            ("players", "players", "E=A S=B W=C N=D"),
            ("option", "# option", "false-win=40"),
            ("seats", "# option", "seats=rotate"),
            ("", "", ""),
            ("deals", "", ""),
            ("from", "# deal", f"S from W  {EXAMPLE_HAND}"),
            ("tsumo", "# deal", "E tsumo  123m456p789s11155z +win:5z"),
            ("fans", "# deal", "N from S  fans:12"),
            ("draw", "# deal", "draw"),
            ("false", "# deal", "false:S"),
            ("adjust", "# adjust", "S -40"),
        ),
    }
)


def skeleton(rules: str, lang: Lang) -> str:
    """A new sheet for the ruleset of this key, with comments.

    It can be read as it is, and with its deals uncommented. In Chinese the keywords are Chinese.
    """
    return "\n".join(
        _skeleton_line(comment, keyword, value.format(rules=rules), lang)
        for comment, keyword, value in SKELETONS[RULESETS[rules].pays]
    )


def _skeleton_line(comment: str, keyword: str, value: str, lang: Lang) -> str:
    remark = f"# {say(f'new.{comment}', lang)}" if comment else ""
    if not keyword:
        return remark
    mark = "# " * keyword.startswith("#")
    code = f"{keyword.removeprefix(mark)} {value}"
    code = mark + (_in_chinese(code) if lang is Lang.ZH else code)
    return f"{code}{' ' * (COMMENT_COLUMN - width(code))}  {remark}" if remark else code


def _in_chinese(code: str) -> str:
    """Return a line with Chinese keywords.

    >>> _in_chinese("deal dealer:E  S from W  fans:12")
    '局 庄:E  S 和 W点炮  番:12'
    """
    return FROM_CHAIR.sub(
        rf"{spelt('won', True)} \1{spelt('discards', True)}", SHEET_KEYWORD.sub(_translated, code)
    )


def _translated(word: re.Match[str]) -> str:
    keyword, colon = word.groups()
    is_keyword = keyword in ITEM_SPELLINGS if colon else keyword in (*VERB_SPELLINGS, *RESULT_WORDS)
    return f"{spelt(keyword, True)}{colon}" if is_keyword else word.group()
