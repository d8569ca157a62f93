"""What holds for every deal of a sheet: the rules, the room, and what a line has to say.

Header lines that the rules do not know, or need and do not find, are reported at their place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from mjcalc.errors import Defect, OptionError, shortened
from mjcalc.payments.deal import Room
from mjcalc.rules.rulesets import BASES, VENUES, Ruleset, find_ruleset, find_venue, ruleset
from mjcalc.sheets.seating import Seating
from mjcalc.sheets.values import AdjustLine, DealLine, Header, Sheet, SheetPlace


@dataclass(frozen=True, slots=True)
class SheetForm:
    """What a sheet says under a payment scheme.

    ``headers`` are the lines it needs besides ``rules``; a ``bird`` is turned after every win;
    where ``deals`` are counted, so many make a game, and the dealer passes every deal; ``system``
    and ``table_points`` are what the answer has besides.
    """

    headers: tuple[str, ...] = ()
    bird: bool = False
    deals: int | None = None
    system: bool = False
    table_points: bool = False


SHEET_FORMS: Mapping[str, SheetForm] = MappingProxyType(
    {
        "rooms": SheetForm(headers=("venue", "room", "fee"), bird=True, system=True),
        "points": SheetForm(deals=16, table_points=True),
    }
)
ROOM_HEADERS = ("venue", "room", "fee")
SEATS_OPTION = "seats"  # an option of the sheet, not of the rules


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every deal: the rules, the room, the form of the sheet."""

    rules: Ruleset
    room: Room
    seating: Seating = Seating.FIXED

    @property
    def form(self) -> SheetForm:
        """What the sheet has to say."""
        return SHEET_FORMS[self.rules.pays]


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """What was asked for outside the sheet: it fills in what the sheet does not say."""

    rules: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    venue: str | None = None
    room: int | None = None
    fee: int | None = None


def _rules_key(sheet: Sheet, asked: SheetRequest, wrong: list[Defect]) -> str | None:
    """Return the key of the ruleset; OptionError when the one asked for does not exist."""
    name, place = sheet.header.rules, _head(sheet, "rules")
    wanted = None if asked.rules is None else find_ruleset(asked.rules)
    if asked.rules is not None and wanted is None:
        raise OptionError([no_ruleset(asked.rules)])
    if name is None:
        if wanted is None:
            wrong.append(place.mark(Defect("header-missing", {"header": "rules"})))
        return wanted
    key = find_ruleset(name)
    if key is None:
        wrong.append(place.mark(no_ruleset(name)))
    elif wanted not in (None, key):
        fields = {"item": "--rules", "asked": asked.rules, "sheet": name}
        wrong.append(place.mark(Defect("sheet-says-other", fields)))
    return key


def no_ruleset(name: str) -> Defect:
    """That there are no rules of this name."""
    return Defect("no-ruleset", {"name": shortened(name), "known": tuple(BASES)})


def _head(sheet: Sheet, item: str) -> SheetPlace:
    """Where a header line is, or where it is missing: before the first deal."""
    if item in sheet.header.places:
        return sheet.header.places[item]
    first = sheet.entries[0] if sheet.entries else None
    if isinstance(first, DealLine):
        return first.at("deal")
    return SheetPlace(1 if first is None else first.line, 0, 1)


def terms_of(sheet: Sheet, asked: SheetRequest, wrong: list[Defect]) -> Terms | None:
    """The rules and the room; None where there are no rules to judge anything by."""
    header, key = sheet.header, _rules_key(sheet, asked, wrong)
    if key is None:
        return None
    rules = _rules(sheet, key, asked, wrong)
    wrong += _header_defects(sheet, rules, asked)
    if wrong:
        return _nearest_terms(rules, header)
    seating = Seating(_options(header, asked).get(SEATS_OPTION, Seating.FIXED.value))
    return Terms(rules, _room(header, asked), seating)


def _room(header: Header, asked: SheetRequest) -> Room:
    """The room of the sheet; what it does not say is as asked for."""
    return Room(
        asked.room if header.room is None else header.room,
        asked.fee if header.fee is None else header.fee,
    )


def _options(header: Header, asked: SheetRequest) -> dict[str, str]:
    return {**asked.options, **header.options}


def _seats_defect(value: str, key: str) -> Defect | None:
    """Return what is wrong with the option ``seats``, which only games with counted deals have."""
    if SHEET_FORMS[BASES[key].pays].deals is None:
        return Defect("option-not-here", {"name": SEATS_OPTION, "rules": key})
    known = tuple(seating.value for seating in Seating)
    if value not in known:
        return Defect("no-option-value", {"name": SEATS_OPTION, "value": value, "known": known})
    return None


def _nearest_terms(rules: Ruleset, header: Header) -> Terms:
    """What is near a header that is wrong, to find what else is wrong with the deals."""
    if not SHEET_FORMS[rules.pays].headers:
        return Terms(rules, Room())
    venue = next(key for key, venue in VENUES.items() if venue.minimum is None)
    rules = rules if rules.venue is not None else rules.with_venue(venue)
    return Terms(rules, Room(header.room or 0, header.fee or 0))


def _rules(sheet: Sheet, key: str, asked: SheetRequest, wrong: list[Defect]) -> Ruleset:
    """The ruleset with the options and the venue of the sheet; OptionError for those asked for."""
    header = sheet.header
    venue = header.venue if header.venue is not None else asked.venue
    if header.venue is not None and "venue" not in SHEET_FORMS[BASES[key].pays].headers:
        venue = None
    for option, value in header.options.items():
        if asked.options.get(option, value) != value:
            fields = {"item": f"--option {option}", "asked": asked.options[option], "sheet": value}
            wrong.append(_head(sheet, f"option:{option}").mark(Defect("sheet-says-other", fields)))
    if None not in (header.venue, asked.venue) and _other_venue(header, asked):
        fields = {"item": "--venue", "asked": str(asked.venue), "sheet": str(header.venue)}
        wrong.append(_head(sheet, "venue").mark(Defect("sheet-says-other", fields)))
    options = _options(header, asked)
    seats = _seats_defect(options.pop(SEATS_OPTION), key) if SEATS_OPTION in options else None
    defects: tuple[Defect, ...] = ()
    try:
        rules = ruleset(key, options, venue)
    except OptionError as error:
        rules, defects = ruleset(key), error.defects
    defects += () if seats is None else (seats,)
    placed = [_in_header(sheet, defect, venue) for defect in defects]
    if homeless := [defect for defect in placed if defect.line is None]:
        raise OptionError(homeless)
    wrong += placed
    return rules


def _other_venue(header: Header, asked: SheetRequest) -> bool:
    return find_venue(str(header.venue)) is not find_venue(str(asked.venue))


def _in_header(sheet: Sheet, defect: Defect, venue: str | None) -> Defect:
    """A defect of the ruleset, in the header line that asked for it if one did."""
    name = defect.fields.get("name")
    short = {
        key: shortened(value)
        for key, value in defect.fields.items()
        if key in ("name", "value") and isinstance(value, str)
    }
    defect = replace(defect, fields={**defect.fields, **short})
    item = f"option:{name}" if f"option:{name}" in sheet.header.places else "venue"
    in_header = item != "venue" or (sheet.header.venue is not None and name == venue)
    return _head(sheet, item).mark(defect) if in_header else defect


def _header_defects(sheet: Sheet, rules: Ruleset, asked: SheetRequest) -> Iterator[Defect]:
    """Lines of the header that the rules need, once there is a deal, or have no use for."""
    needed = SHEET_FORMS[rules.pays].headers
    deals = [entry for entry in sheet.entries if not isinstance(entry, AdjustLine)]
    for header in ROOM_HEADERS:
        given = header in sheet.header.places or getattr(asked, header) is not None
        fields = {"header": header, "rules": rules.key}
        if header in needed and not given and deals:
            yield _head(sheet, header).mark(Defect("header-missing", fields))
        elif header not in needed and header in sheet.header.places:
            yield _head(sheet, header).mark(Defect("header-not-here", fields))
