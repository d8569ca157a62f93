"""mjcalc: scores hands and games of Chinese mahjong, 国标 (MCR) and 火拼麻将.

>>> from mjcalc import parse, score
>>> hand = parse("123m456p789s EEE 55z +win:5z tsumo")
>>> score(hand).total, score(hand, rules="guobiao").total
(25, 23)

Every public name is an attribute of this package; :data:`PUBLIC` lists them by module.
"""

TYPE_CHECKING = False  # from typing it would cost most of the time of this import
if TYPE_CHECKING:
    from mjcalc.engine.many import Scores as Scores, score_many as score_many
    from mjcalc.engine.outlook import (
        Discard as Discard,
        Outlook as Outlook,
        Road as Road,
        UsefulTile as UsefulTile,
        WaitTile as WaitTile,
        discards as discards,
        outlook as outlook,
        roads as roads,
        waits as waits,
    )
    from mjcalc.engine.score import (
        Counted as Counted,
        Dropped as Dropped,
        Score as Score,
        score as score,
    )
    from mjcalc.engine.shanten import Shanten as Shanten, shanten as shanten
    from mjcalc.engine.shanten_columns import (
        ShantenColumns as ShantenColumns,
        shanten_many as shanten_many,
    )
    from mjcalc.engine.waits import near_wins as near_wins
    from mjcalc.engine.why import (
        Circumstance as Circumstance,
        FanStatus as FanStatus,
        Gain as Gain,
        MissingParts as MissingParts,
        Why as Why,
        WinChange as WinChange,
        gains as gains,
        why as why,
    )
    from mjcalc.errors import (
        BelowMinimum as BelowMinimum,
        Defect as Defect,
        ImpossibleHand as ImpossibleHand,
        MjcalcError as MjcalcError,
        NotationError as NotationError,
        NotAWin as NotAWin,
        OptionError as OptionError,
        ScoreMismatch as ScoreMismatch,
        Waiting as Waiting,
    )
    from mjcalc.hand.columns import Hands as Hands
    from mjcalc.hand.hand import Hand as Hand, Meld as Meld, Win as Win, format_hand as format_hand
    from mjcalc.hand.kinds import (
        Kind as Kind,
        Shape as Shape,
        Wait as Wait,
        WildPolicy as WildPolicy,
    )
    from mjcalc.hand.reading import Part as Part, Reading as Reading
    from mjcalc.i18n import Lang as Lang, message as message
    from mjcalc.notation.columns import read_many as read_many
    from mjcalc.notation.grammar import parse as parse
    from mjcalc.payments.deal import (
        Deal as Deal,
        Drawn as Drawn,
        Duplicate as Duplicate,
        Escape as Escape,
        Factor as Factor,
        FalseWin as FalseWin,
        Payments as Payments,
        Room as Room,
        Share as Share,
        Won as Won,
    )
    from mjcalc.payments.settlement import (
        bird_seat as bird_seat,
        settle as settle,
        table_points as table_points,
    )
    from mjcalc.records.claims import IllegalClaim as IllegalClaim
    from mjcalc.records.players import IllegalAct as IllegalAct
    from mjcalc.records.reader import read_records as read_records
    from mjcalc.records.record import Record as Record, Unread as Unread
    from mjcalc.records.replay import (
        RecordDiffers as RecordDiffers,
        Replayed as Replayed,
        Winner as Winner,
        replay as replay,
    )
    from mjcalc.report.objects import to_dict as to_dict
    from mjcalc.rules.fans import (
        FANS as FANS,
        Exclusion as Exclusion,
        Fan as Fan,
        Scope as Scope,
        find_fans as find_fans,
    )
    from mjcalc.rules.options import DealerDoubling as DealerDoubling, Option as Option
    from mjcalc.rules.principles import Principle as Principle
    from mjcalc.rules.rulesets import (
        OPTIONS as OPTIONS,
        RULESETS as RULESETS,
        Ruleset as Ruleset,
        Scheme as Scheme,
        Venue as Venue,
        ruleset as ruleset,
    )
    from mjcalc.sheets.game import (
        Game as Game,
        PlayedDeal as PlayedDeal,
        SheetRequest as SheetRequest,
        play as play,
    )
    from mjcalc.sheets.reader import BadSheet as BadSheet, Sheet as Sheet, read_sheet as read_sheet
    from mjcalc.sheets.seating import Seating as Seating
    from mjcalc.tiles import Suit as Suit, Tile as Tile, Wind as Wind

    __version__: str

# The public names, by module. They are imported when first used: no command needs all, and Ctrl-C
# is handled only after this module has been imported.
PUBLIC = {
    "mjcalc.engine.many": "Scores score_many",
    "mjcalc.engine.outlook":
        "Discard Outlook Road UsefulTile WaitTile discards outlook roads waits",
    "mjcalc.engine.score": "Counted Dropped Score score",
    "mjcalc.engine.shanten": "Shanten shanten",
    "mjcalc.engine.shanten_columns": "ShantenColumns shanten_many",
    "mjcalc.engine.waits": "near_wins",
    "mjcalc.engine.why": "Circumstance FanStatus Gain MissingParts Why WinChange gains why",
    "mjcalc.errors":
        "BelowMinimum Defect ImpossibleHand MjcalcError NotAWin NotationError"
        " OptionError ScoreMismatch Waiting",
    "mjcalc.hand.columns": "Hands",
    "mjcalc.hand.hand": "Hand Meld Win format_hand",
    "mjcalc.hand.kinds": "Kind Shape Wait WildPolicy",
    "mjcalc.hand.reading": "Part Reading",
    "mjcalc.i18n": "Lang message",
    "mjcalc.notation.columns": "read_many",
    "mjcalc.notation.grammar": "parse",
    "mjcalc.payments.deal": "Deal Drawn Duplicate Escape Factor FalseWin Payments Room Share Won",
    "mjcalc.payments.settlement": "bird_seat settle table_points",
    "mjcalc.records.claims": "IllegalClaim",
    "mjcalc.records.players": "IllegalAct",
    "mjcalc.records.reader": "read_records",
    "mjcalc.records.record": "Record Unread",
    "mjcalc.records.replay": "RecordDiffers Replayed Winner replay",
    "mjcalc.report.objects": "to_dict",
    "mjcalc.rules.fans": "FANS Exclusion Fan Scope find_fans",
    "mjcalc.rules.options": "DealerDoubling Option",
    "mjcalc.rules.principles": "Principle",
    "mjcalc.rules.rulesets": "OPTIONS RULESETS Ruleset Scheme Venue ruleset",
    "mjcalc.sheets.game": "Game PlayedDeal SheetRequest play",
    "mjcalc.sheets.seating": "Seating",
    "mjcalc.sheets.reader": "BadSheet Sheet read_sheet",
    "mjcalc.tiles": "Suit Tile Wind",
}  # fmt: skip
MODULES = {name: module for module, names in PUBLIC.items() for name in names.split()}

__all__ = [*sorted(MODULES)]


def _version() -> str:
    """Return the version of the installed distribution; "unknown" where none is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("mahjong-fan")
    except PackageNotFoundError:  # run from its source without being installed
        return "unknown"


if not TYPE_CHECKING:  # so that a type checker reports a name that does not exist

    def __getattr__(name):
        """Return a public name, ``__version__`` or the module ``i18n``; kept from then on."""
        from importlib import import_module

        if name in MODULES:
            value = getattr(import_module(MODULES[name]), name)
        elif name == "__version__":
            value = _version()
        elif name == "i18n":
            return import_module("mjcalc.i18n")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """Return the public names, imported or not."""
    return sorted({*globals(), *__all__, "__version__"})
