"""What a hand waits for and what it is then worth; which discard leaves the most.

Public values: :class:`WaitTile`, :class:`UsefulTile`, :class:`Outlook` (of thirteen tiles),
:class:`Discard` (of fourteen) and :class:`Road` (what follows a useful tile). Copies are *left*
when they are not in the hand, its melds, the tiles seen, or the indicator of the wildcard. A win is
priced without flags; only 和绝张 counts by itself where the open melds show the other three copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mjcalc.engine.score import Score, score
from mjcalc.engine.shanten import Shanten, loose_of, shanten_of, useful_tiles
from mjcalc.engine.waits import wait_tiles_by_form
from mjcalc.errors import Defect, ImpossibleHand, NotAWin
from mjcalc.hand.hand import Hand, Win
from mjcalc.hand.kinds import COPIES
from mjcalc.notation.grammar import parse
from mjcalc.rules.rulesets import Ruleset, as_ruleset
from mjcalc.tiles import Tile

BY_SELF_DRAW = Win(self_drawn=True)
NO_FLAGS = Win()


@dataclass(frozen=True, slots=True)
class WaitTile:
    """A tile that completes a hand, the copies left, and the win by discard and by self-draw.

    Both wins are None if no copy is left; ``discard`` too where the rules forbid a win on a
    discarded wildcard.
    """

    tile: Tile
    left: int
    discard: Score | None
    self_drawn: Score | None

    @property
    def enough(self) -> bool:
        """Whether either win reaches the minimum."""
        return any(win is not None and win.enough for win in (self.discard, self.self_drawn))


@dataclass(frozen=True, slots=True)
class UsefulTile:
    """A tile that brings a hand nearer to ready, and the copies left."""

    tile: Tile
    left: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What thirteen tiles lead to: their waits when they are ready, else the useful tiles."""

    hand: Hand
    shanten: Shanten
    waits: tuple[WaitTile, ...] = ()
    useful: tuple[UsefulTile, ...] = ()

    @property
    def left(self) -> int:
        """The copies left of all waits, or of all useful tiles."""
        return sum(wait.left for wait in self.waits) + sum(tile.left for tile in self.useful)

    @property
    def left_enough(self) -> int:
        """The copies left of the waits that reach the minimum when self-drawn."""
        return sum(wait.left for wait in self.waits if wait.self_drawn and wait.self_drawn.enough)


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to discard, and the outlook of the thirteen tiles it leaves."""

    tile: Tile
    outlook: Outlook

    @property
    def rank(self) -> tuple[int, int, int, Tile]:
        """Its place among the discards, the lowest first.

        Least shanten, then most copies of waits that reach the minimum, then most copies.
        """
        outlook = self.outlook
        return outlook.shanten.number, -outlook.left_enough, -outlook.left, self.tile


@dataclass(frozen=True, slots=True)
class Road:
    """What follows a useful tile of a hand one away from ready: the best discard after it."""

    useful: UsefulTile
    discard: Discard

    @property
    def best(self) -> int | None:
        """The highest total among the waits when self-drawn; None if no copy of any is left."""
        wins = (wait.self_drawn for wait in self.discard.outlook.waits)
        return max((win.total for win in wins if win is not None), default=None)

    @property
    def enough(self) -> bool:
        """Whether any wait reaches the minimum, in either way."""
        return any(wait.enough for wait in self.discard.outlook.waits)


def waits(
    hand: Hand | str, rules: str | Ruleset = "huopin", seen: Iterable[Tile] = ()
) -> tuple[WaitTile, ...]:
    """Return the tiles that complete thirteen tiles, in tile order; nothing if they are not ready.

    The winning tile of a hand of fourteen is ignored. ``seen`` are copies that are gone besides
    those of the hand. Raises what ``parse`` raises for text, ImpossibleHand for a fifth copy among
    the tiles seen, OptionError for an unknown ruleset.

    >>> (wait,) = waits("123m456p789s EEE 5z")
    >>> str(wait.tile), wait.left, wait.self_drawn.total
    ('5z', 3, 25)
    """
    return outlook(hand, rules, seen).waits


def outlook(
    hand: Hand | str, rules: str | Ruleset = "huopin", seen: Iterable[Tile] = ()
) -> Outlook:
    """Return the shanten of thirteen tiles with their waits or useful tiles; as in ``waits``.

    >>> outlook("123m456p789s EE 5z 7z").left
    8
    """
    checked, rules, gone = _hand_and_rules(hand, rules, seen)
    thirteen = _thirteen(checked)
    return _outlook(thirteen, rules, _gone(thirteen, gone))


def discards(
    hand: Hand | str,
    rules: str | Ruleset = "huopin",
    seen: Iterable[Tile] = (),
    *,
    every: bool = False,
) -> tuple[Discard, ...]:
    """Return the discards of fourteen tiles that leave the least shanten, best first.

    Best is: most copies left of waits that reach the minimum when self-drawn, then most copies
    left, then tile order. With ``every`` all discards follow, by their shanten first. Raises
    ImpossibleHand for thirteen tiles, else what ``waits`` raises.

    >>> [(str(choice.tile), choice.outlook.left) for choice in discards("123m456p789s EEE 57z")]
    [('5z', 3), ('7z', 3)]
    """
    checked, rules, seen_tiles = _hand_and_rules(hand, rules, seen)
    if checked.winning is None:
        raise ImpossibleHand([Defect("too-few-tiles", {"count": 13, "off": 1})])
    return _discards(checked, rules, _gone(checked, seen_tiles), every=every)


def roads(
    hand: Hand | str, rules: str | Ruleset = "huopin", seen: Iterable[Tile] = ()
) -> tuple[Road, ...]:
    """Return, for thirteen tiles one away from ready, what follows each useful tile.

    Empty for any other hand. Raises what ``waits`` raises.

    >>> [(str(road.useful.tile), str(road.discard.tile), road.best)
    ...  for road in roads("123m456p789s EE 5z 7z")]
    [('1z', '5z', 25), ('5z', '7z', 24), ('7z', '5z', 24)]
    """
    checked, rules, seen_tiles = _hand_and_rules(hand, rules, seen)
    thirteen = _thirteen(checked)
    gone = _gone(thirteen, seen_tiles)
    return roads_of(_outlook(thirteen, rules, gone), rules, gone)


def roads_of(near: Outlook, rules: Ruleset, gone: Mapping[Tile, int]) -> tuple[Road, ...]:
    """Return the roads of an outlook, where ``gone`` counts every copy that is not left."""
    if near.shanten.number != 1:
        return ()
    found = []
    for useful in near.useful:
        fourteen = near.hand.winning_with(useful.tile, BY_SELF_DRAW)
        after = {**gone, useful.tile: gone.get(useful.tile, 0) + 1}
        found.append(Road(useful, _discards(fourteen, rules, after, best_only=True)[0]))
    return tuple(found)


def copies_gone(hand: Hand, seen: Iterable[Tile] = ()) -> Mapping[Tile, int]:
    """Return how many copies of each tile are not left; ImpossibleHand when more than four are.

    The indicator is gone too: the tile before the wildcard, where only the wildcard was named.
    """
    return _gone(hand, Counter(seen))


def _hand_and_rules(
    hand: Hand | str, rules: str | Ruleset, seen: Iterable[Tile]
) -> tuple[Hand, Ruleset, Counter[Tile]]:
    rules = as_ruleset(rules)
    hand = parse(hand, rules) if isinstance(hand, str) else hand
    if wrong := hand.defects(rules.wild):
        raise ImpossibleHand(wrong)
    return hand, rules, Counter(seen)


def _thirteen(hand: Hand) -> Hand:
    if hand.winning is None and hand.win == NO_FLAGS:
        return hand
    return Hand(
        hand.melds, hand.concealed, None, NO_FLAGS, hand.seat, hand.round, hand.flowers,
        hand.wild, hand.indicator,
    )  # fmt: skip


def _gone(hand: Hand, seen: Counter[Tile]) -> dict[Tile, int]:
    gone = Counter([*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)])
    if hand.winning is not None:
        gone[hand.winning] += 1
    if hand.wildcard is not None:
        gone[hand.wildcard.predecessor] += 1
    gone.update(seen)
    wrong = [
        Defect("too-many-seen", {"tile": tile, "count": gone[tile]}, f"seen:{tile}")
        for tile in sorted(seen)
        if gone[tile] > COPIES
    ]
    if wrong:
        raise ImpossibleHand(wrong)
    return gone


def _left(tile: Tile, gone: Mapping[Tile, int]) -> int:
    return max(COPIES - gone.get(tile, 0), 0)


def _outlook(hand: Hand, rules: Ruleset, gone: Mapping[Tile, int]) -> Outlook:
    loose = loose_of(hand, rules.wild)
    distance = shanten_of(loose)
    if distance.number:
        useful = [UsefulTile(t, _left(t, gone)) for t in useful_tiles(loose, hand.wildcard)]
        return Outlook(hand, distance, useful=tuple([each for each in useful if each.left]))
    found = [
        _wait_tile(hand, tile, _left(tile, gone), rules)
        for tile in wait_tiles_by_form(hand, rules.wild)
    ]
    return Outlook(hand, distance, tuple(found))


def _wait_tile(hand: Hand, tile: Tile, left: int, rules: Ruleset) -> WaitTile:
    if not left:
        return WaitTile(tile, 0, None, None)
    return WaitTile(
        tile,
        left,
        _completed_with(hand, tile, NO_FLAGS, rules),
        _completed_with(hand, tile, BY_SELF_DRAW, rules),
    )


def _completed_with(hand: Hand, tile: Tile, win: Win, rules: Ruleset) -> Score | None:
    try:
        return score(hand.winning_with(tile, win), rules)
    except (ImpossibleHand, NotAWin):  # a discarded wildcard may not be won on
        return None


def _discards(
    hand: Hand,
    rules: Ruleset,
    gone: Mapping[Tile, int],
    *,
    every: bool = False,
    best_only: bool = False,
) -> tuple[Discard, ...]:
    tiles = sorted({*hand.concealed, *([] if hand.winning is None else [hand.winning])})
    rests = [(tile, hand.discarding(tile)) for tile in tiles]
    numbers = {tile: shanten_of(loose_of(rest, rules.wild)).number for tile, rest in rests}
    least = min(numbers.values())
    kept = [(tile, rest) for tile, rest in rests if every or numbers[tile] == least]
    if best_only and rules.minimum is None:
        kept = [min(kept, key=lambda each: _most_left(each[0], each[1], rules, gone))]
    choices = [Discard(tile, _outlook(rest, rules, gone)) for tile, rest in kept]
    return tuple(sorted(choices, key=lambda choice: choice.rank))


def _most_left(
    tile: Tile, rest: Hand, rules: Ruleset, gone: Mapping[Tile, int]
) -> tuple[int, Tile]:
    """Return the rank of a discard that leaves a ready hand, where every win is enough."""
    return -sum(_left(wait, gone) for wait in wait_tiles_by_form(rest, rules.wild)), tile
