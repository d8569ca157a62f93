"""A deal given to ``settle`` in words: ``东家 自摸 25番 庄家南 鸟3饼 8番场 房间200 台费20``.

The words are those of a game sheet (:mod:`mjcalc.sheets.deal_line`), with the venue and the amounts
of its header; each becomes the value of an option. An option may repeat a word, not contradict it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from mjcalc.cli.settle_options import SettleErrors, amount, bird, fan_total, find_seat
from mjcalc.errors import Defect, NotationError, OptionError, shortened
from mjcalc.notation.vocabulary import fold
from mjcalc.rules.rulesets import VENUES
from mjcalc.sheets.deal_line import DealReader
from mjcalc.sheets.deal_words import SheetWord, WordKind
from mjcalc.sheets.players import Players
from mjcalc.sheets.values import Ending
from mjcalc.sheets.vocabulary import (
    COUNTED_NUMBER,
    THE_DEALER,
    VERB_SPELLINGS,
    SheetLine,
    any_of,
    number_of,
)
from mjcalc.tiles import Wind

AMOUNT_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "room": (*VERB_SPELLINGS["room"], "房间系数", "系数"),
        "fee": (*VERB_SPELLINGS["fee"], "table fee"),
        "base": ("base", "基数", "基數"),
    }
)
AMOUNT_ITEM = re.compile(
    "|".join(
        rf"(?P<{item}>{any_of(words)}[ :=]*({COUNTED_NUMBER})(?![0-9A-Za-z.]))"
        for item, words in AMOUNT_WORDS.items()
    )
)
VENUE_NAMES = {
    fold(name).lower(): venue.key
    for venue in VENUES.values()
    for name in (venue.key, venue.zh, venue.en, *venue.aliases)
}
VENUE_ITEM = re.compile(rf"(?<![0-9A-Za-z])(?:(?ai:venue)[ :=]+|[场場]:)?({any_of(VENUE_NAMES)})")
SEAT_ITEMS = ("winner", "from", "escape", "false-win")


def _venue_key(name: str) -> str:
    return VENUE_NAMES.get(fold(name).lower(), name)


# How the values of each option are compared.
VALUE_READERS: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        **dict.fromkeys(("hand", "tsumo", "draw"), lambda value: value),
        "venue": _venue_key,
        **dict.fromkeys((*SEAT_ITEMS, "dealer"), find_seat),
        "fans": fan_total,
        **dict.fromkeys(("room", "fee", "base", "penalty", "compensation"), amount),
        "bird": bird,
    }
)


def with_words(
    options: Mapping[str, Any], words: str, venue: str | None
) -> tuple[dict[str, Any], str | None]:
    """Return the options with what the words say, and the venue; SettleErrors for defects.

    >>> values, venue = with_words({"winner": None}, "东家 自摸 25番 8番场", None)
    >>> values["winner"], values["tsumo"], values["fans"], venue
    ('E', True, '25', '8fan')
    """
    line = SheetLine(1, words)
    values = {**dict(_header_items(line))}
    reader = DealReader(line, SheetWord(WordKind.WORD, 0, line.code), Players(), partial=True)
    dealer = find_seat(options.get("dealer"))
    reader.dealer = dealer if isinstance(dealer, Wind) else None
    reader.take(0)
    if reader.wrong:
        raise SettleErrors(NotationError(reader.wrong), text=words)
    values |= _option_values(reader)
    word_venue = values.pop("venue", None)
    wrong = [*_contradictions({**options, "venue": venue}, {**values, "venue": word_venue})]
    if wrong:
        raise SettleErrors(OptionError(wrong))
    given = {item: value for item, value in options.items() if value not in (None, False)}
    return {**options, **values, **given}, venue or word_venue


def with_dealer(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with the seat of the dealer where one of them is 庄家.

    >>> with_dealer({"winner": "庄家", "dealer": "S"})["winner"]
    'S'
    """
    return (
        {
            item: options["dealer"] if item in SEAT_ITEMS and value in THE_DEALER else value
            for item, value in options.items()
        }
        if isinstance(find_seat(options.get("dealer")), Wind)
        else dict(options)
    )


def _header_items(line: SheetLine) -> Iterator[tuple[str, str]]:
    """Yield the venue and the amounts of a room; replace them with spaces in the line."""
    for match in VENUE_ITEM.finditer(line.code):
        yield "venue", VENUE_NAMES[match[1].lower()]
    line.code = VENUE_ITEM.sub(lambda match: " " * len(match.group()), line.code)
    for match in AMOUNT_ITEM.finditer(line.code):
        number = next(group for group in match.groups()[1::2] if group)
        yield str(match.lastgroup), str(number_of(number))
    line.code = AMOUNT_ITEM.sub(lambda match: " " * len(match.group()), line.code)


def _option_values(reader: DealReader) -> dict[str, Any]:
    """Return the values of a deal as those of the options."""
    values, ending = reader.values, reader.values.get("ending")
    seats = {
        "winner": values.get("winner"),
        "from": values.get("discarder"),
        "dealer": values.get("dealer"),
        "escape": values.get("player") if ending is Ending.ESCAPE else None,
        "false-win": next(iter(reader.false_wins), None),
    }
    out: dict[str, Any] = {item: seat.name for item, seat in seats.items() if seat is not None}
    for item in ("fans", "penalty", "compensation", "flowers"):
        if values.get(item) is not None:
            out[item] = str(values[item])
    if "bird" in values:
        out["bird"] = "none" if values["bird"] is None else values["bird"].code
    if values.get("hand") is not None:
        out["hand"] = _hand_in_words(values)
    out |= {"tsumo": True} if reader.is_self_drawn else {}
    out |= {"fan-names": values["remark"]} if values.get("remark") else {}
    return out | ({"draw": True} if ending is Ending.DRAW else {})


def _hand_in_words(values: Mapping[str, Any]) -> str:
    """Return the text of the hand with the round and the indicator that the words give."""
    text = str(values["hand"].text.strip())
    if values.get("round") is not None:
        text += f" +round:{values['round'].name}"
    if values.get("flip") is not None:
        text += f" +flip:{values['flip'].code}"
    return text


def _contradictions(options: Mapping[str, Any], values: Mapping[str, Any]) -> Iterator[Defect]:
    """Report what an option and a word say in two ways."""
    for item, value in values.items():
        option = options.get(item)
        if option in (None, False) or value in (None, False):
            continue
        if VALUE_READERS[item](option) != VALUE_READERS[item](value):
            fields = {"item": f"--{item}", "option": shortened(str(option)), "word": value}
            yield Defect("word-and-option", fields, item)
