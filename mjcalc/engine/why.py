"""Why a fan counts or not, and what one more circumstance of the win would add.

:func:`why` looks for the smallest change of the scored reading after which the fan's own row finds
it: another way of winning, some parts gone, or one or two parts replaced. It knows no fan; it asks
the rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from mjcalc.engine.score import Counted, Dropped, Score, score
from mjcalc.errors import ImpossibleHand
from mjcalc.hand.hand import Win
from mjcalc.hand.kinds import COPIES, Kind, Shape, Wait
from mjcalc.hand.reading import Part, Reading
from mjcalc.rules.fans import Fan
from mjcalc.rules.words import Place, TileWord, WinWord
from mjcalc.tiles import SUITED, Tile


class Circumstance(Enum):
    """What may be special about a win, besides its tiles."""

    SELF_DRAWN = "self-drawn"
    DISCARD = "discard"
    LAST = "last"
    KONG = "kong"
    ROB = "rob"
    FOURTH = "fourth"

    def __repr__(self) -> str:
        return f"Circumstance.{self.name}"


@dataclass(frozen=True, slots=True)
class Gain:
    """One more circumstance of the win, and the score with it."""

    circumstance: Circumstance
    score: Score


@dataclass(frozen=True, slots=True)
class MissingParts:
    """Parts that would make a fan hold: ``missing`` in place of ``replaced``, with ``present``."""

    missing: tuple[Part, ...]
    replaced: tuple[Part, ...]
    present: tuple[Part, ...]

    @property
    def tiles(self) -> tuple[object, ...]:
        """The tiles of the parts; the missing ones in tile order."""
        missing = sorted(part.tiles for part in self.missing)
        return (
            tuple(missing),
            tuple(part.tiles for part in self.replaced),
            tuple(part.tiles for part in self.present),
        )

    @property
    def new_tiles(self) -> int:
        """How many tiles the missing parts have that the replaced ones do not."""
        needed = Counter(tile for part in self.missing for tile in part.tiles)
        needed.subtract(tile for part in self.replaced for tile in part.tiles)
        return sum(count for count in needed.values() if count > 0)


@dataclass(frozen=True, slots=True)
class WinChange:
    """Another way of winning with which a fan would hold.

    ``circumstances`` are those to add, ``without`` those to take away; ``wait`` is the sole wait it
    needs, ``melded`` are the sets that would have to be concealed.
    """

    circumstances: tuple[Circumstance, ...] = ()
    without: tuple[Circumstance, ...] = ()
    wait: Wait | None = None
    melded: tuple[Part, ...] = ()


class FanStatus(Enum):
    """What became of a fan in a score; the values are those of the JSON form."""

    COUNTS = "counts"
    REMOVED = "removed"
    OTHER_READING = "other-reading"
    BLOCKED = "blocked"
    WIN = "win"
    MISSING = "missing"
    FAR = "far"

    def __repr__(self) -> str:
        return f"FanStatus.{self.name}"


@dataclass(frozen=True, slots=True)
class Why:
    """Why a fan counts in a score or not.

    ``counted`` and ``dropped`` are its entries in the score, ``other`` the best other reading in
    which it counts. ``blocking`` are the parts without which it would hold, ``change`` is the other
    way of winning, ``missing`` the parts that would have to replace others, the fewest there are.
    Which of these is filled in follows from ``status``.
    """

    fan: Fan
    status: FanStatus
    counted: Counted | None = None
    dropped: tuple[Dropped, ...] = ()
    other: Score | None = None
    blocking: tuple[Part, ...] = ()
    change: WinChange | None = None
    missing: tuple[MissingParts, ...] = ()


def why(scored: Score, fan: Fan) -> Why:
    """Return why a fan of the score's rules counts or not; ``fan`` may be of any ruleset's table.

    Raises ValueError for a fan that these rules do not have.
    """
    row = scored.ruleset.row(fan.zh)
    if row is None:
        raise ValueError(f"why: {scored.ruleset.key} has no fan {fan.zh}")
    counted = next((one for one in scored.fans if one.fan.zh == row.zh), None)
    dropped = tuple(one for one in scored.dropped if one.fan.zh == row.zh)
    if counted is not None:
        return Why(row, FanStatus.COUNTS, counted=counted, dropped=dropped)
    if dropped:
        return Why(row, FanStatus.REMOVED, dropped=dropped)
    for other in scored.others():
        if any(one.fan.zh == row.zh for one in other.fans):
            return Why(row, FanStatus.OTHER_READING, other=other)
    reading = scored.reading
    if change := win_change(reading, row):
        return Why(row, FanStatus.WIN, change=change)
    if blocking := blocking_parts(reading, row):
        return Why(row, FanStatus.BLOCKED, blocking=blocking)
    if missing := missing_parts(reading, row):
        return Why(row, FanStatus.MISSING, missing=missing)
    return Why(row, FanStatus.FAR)


def gains(scored: Score) -> tuple[Gain, ...]:
    """Return each circumstance that the win could have besides and that raises the total."""
    found = []
    for circumstance, win in _other_wins(scored.hand.win):
        try:
            other = score(replace(scored.hand, win=win), scored.ruleset)
        except ImpossibleHand:
            continue
        if other.total > scored.total:
            found.append(Gain(circumstance, other))
    return tuple(found)


def _other_wins(win: Win) -> Iterator[tuple[Circumstance, Win]]:
    """Yield the ways of winning that differ in one circumstance."""
    if not win.self_drawn:
        yield Circumstance.SELF_DRAWN, replace(win, self_drawn=True, rob=False)
    if not win.last:
        yield Circumstance.LAST, replace(win, last=True)
    if not win.kong:
        yield Circumstance.KONG, replace(win, self_drawn=True, kong=True, rob=False)
    if not win.rob and not win.self_drawn:
        yield Circumstance.ROB, replace(win, rob=True)
    if not win.fourth:
        yield Circumstance.FOURTH, replace(win, fourth=True)


# -- another way of winning ------------------------------------------------------------------------

FLAG_NAMES = {
    Circumstance.LAST: "last",
    Circumstance.KONG: "kong",
    Circumstance.ROB: "rob",
    Circumstance.FOURTH: "fourth",
}


def win_change(reading: Reading, fan: Fan) -> WinChange | None:
    """Return the smallest change of the win or the melds after which a word on the win holds."""
    if not isinstance(fan.word, WinWord):
        return None
    melded = tuple(part for part in reading.sets if part.melded)
    concealed = replace(reading, sets=tuple(map(_concealed, reading.sets)))
    changes: list[tuple[int, int, WinChange]] = []
    for flags in product((False, True), repeat=5):
        win = Win(*flags)
        for wait, hidden in product((reading.wait, *Wait), (False, True)[: 1 + bool(melded)]):
            changed = replace(concealed if hidden else reading, win=win, wait=wait)
            if fan.word.find(changed):
                added, removed = _flag_changes(reading.win, win)
                needed = wait if wait is not reading.wait else None
                change = WinChange(added, removed, needed, melded if hidden else ())
                size = len(added) + len(removed) + (needed is not None) + len(change.melded)
                changes.append((size, len(changes), change))
    return min(changes)[2] if changes else None


def _concealed(part: Part) -> Part:
    return replace(part, melded=False, source=None) if part.melded else part


def _flag_changes(
    before: Win, after: Win
) -> tuple[tuple[Circumstance, ...], tuple[Circumstance, ...]]:
    """Return the circumstances that one win has beyond another, and those it lacks."""
    added = [
        key for key, flag in FLAG_NAMES.items() if getattr(after, flag) > getattr(before, flag)
    ]
    removed = [
        key for key, flag in FLAG_NAMES.items() if getattr(after, flag) < getattr(before, flag)
    ]
    if after.self_drawn is not before.self_drawn:
        way = Circumstance.SELF_DRAWN if after.self_drawn else Circumstance.DISCARD
        added.insert(0, way)
    return tuple(added), tuple(removed)


# -- parts that stand in the way -------------------------------------------------------------------


def blocking_parts(reading: Reading, fan: Fan) -> tuple[Part, ...]:
    """Return the fewest parts without which a word on every tile holds; none if it never does."""
    if not isinstance(fan.word, TileWord):
        return ()
    places = range(len(reading.parts))
    for count in places:
        for removed in combinations(places, count):
            if fan.word.find(_without(reading, removed)):
                return tuple(reading.parts[place] for place in removed)
    return ()


def _without(reading: Reading, removed: Place) -> Reading:
    sets = tuple(part for place, part in enumerate(reading.sets) if place not in removed)
    pair = None if len(reading.sets) in removed else reading.pair
    return replace(reading, sets=sets, pair=pair)


# -- parts that are missing ------------------------------------------------------------------------

MOST_REPLACED = 2
Changes: TypeAlias = tuple[tuple[int, Part], ...]


def missing_parts(reading: Reading, fan: Fan) -> tuple[MissingParts, ...]:
    """Return the ways to make a fan hold by replacing the fewest parts, at most two.

    Those that need the fewest new tiles come first. Only four sets and a pair are looked at. A
    replacement that does not become part of the fan is left out, and so is one that needs a fifth
    copy of a tile.
    """
    if reading.shape is not Shape.STANDARD or isinstance(fan.word, WinWord | TileWord):
        return ()
    for count in range(1, MOST_REPLACED + 1):
        found: dict[tuple[object, ...], MissingParts] = {}
        for places in combinations(range(len(reading.parts)), count):
            choices = [_replacements(reading.parts[place], count) for place in places]
            for parts in product(*choices):
                changed = _replaced(reading, tuple(zip(places, parts, strict=True)))
                held = [place for place in fan.word.find(changed) if set(places) <= set(place)]
                for rests_on in held if held and _possible(changed) else ():
                    present = sorted(set(rests_on) - set(places))
                    way = _missing(reading, changed, places, present)
                    found.setdefault(way.tiles, way)
        if found:
            return tuple(sorted(found.values(), key=lambda way: way.new_tiles))
    return ()


def _missing(
    reading: Reading, changed: Reading, places: Iterable[int], present: Iterable[int]
) -> MissingParts:
    return MissingParts(
        tuple(changed.parts[place] for place in places),
        tuple(reading.parts[place] for place in places),
        tuple(reading.parts[place] for place in present),
    )


def _replaced(reading: Reading, replacement: Changes) -> Reading:
    """Return a reading with other parts; the winning tile stays in the part that it completed."""
    sets, pair, winning = list(reading.sets), reading.pair, reading.winning
    for place, part in replacement:
        if place == len(sets):
            pair = part.tile
        else:
            sets[place] = part
        if place == reading.completed:
            winning = part.tile
    return Reading(
        reading.shape, tuple(sets), pair, winning, reading.completed, reading.wait, reading.win,
        reading.seat, reading.round, reading.stands_for,
    )  # fmt: skip


def _possible(reading: Reading) -> bool:
    """Whether no tile has more than four copies."""
    tiles = reading.tiles
    return all(tiles.count(tile) <= COPIES for tile in tiles)


def _replacements(part: Part, count: int) -> tuple[Part, ...]:
    """Return the parts that may replace a part: a pair for a pair, a set for a set."""
    if part.kind is Kind.PAIR:
        return _pairs()
    same_tile = _pungs_of(part.tile) if part.is_pung else ()
    every = _all_sets() if count == 1 else _plain_sets(part.melded, part.concealed)
    return tuple(dict.fromkeys(other for other in (*same_tile, *every) if other != part))


@cache
def _pairs() -> tuple[Part, ...]:
    return tuple(Part(Kind.PAIR, (tile, tile)) for tile in Tile)


@cache
def _pungs_of(tile: Tile) -> tuple[Part, ...]:
    """Return the pungs and kongs of a tile, concealed and melded."""
    return tuple(
        Part(kind, (tile,) * size, melded=not concealed, concealed=concealed)
        for kind, size in ((Kind.PUNG, 3), (Kind.KONG, 4))
        for concealed in (True, False)
    )


@cache
def _all_sets() -> tuple[Part, ...]:
    """Return every set: chows, then pungs and kongs, concealed and melded."""
    return (*_every_chow(False, True), *(part for tile in Tile for part in _pungs_of(tile)))


@cache
def _plain_sets(melded: bool, concealed: bool) -> tuple[Part, ...]:
    """Return every chow and pung that is melded, or counts as concealed, like another set."""
    pungs = (Part(Kind.PUNG, (tile,) * 3, melded=melded, concealed=concealed) for tile in Tile)
    return (*_every_chow(melded, concealed), *pungs)


@cache
def _every_chow(melded: bool, concealed: bool) -> tuple[Part, ...]:
    return tuple(
        Part(Kind.CHOW, (tile, Tile(tile + 1), Tile(tile + 2)), melded=melded, concealed=concealed)
        for tile in Tile
        if tile in SUITED and tile.rank <= 7
    )
