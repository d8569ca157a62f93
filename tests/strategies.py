"""Hands built forwards: from sets, pairs or knitted tiles, so that they win by construction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from mjcalc.hand.hand import Hand, Meld, Win
from mjcalc.hand.kinds import COPIES, MOST_FLOWERS, SOURCES, Kind
from mjcalc.tiles import HONORS, ORPHANS, TILES, Tile, Wind

CHOWS = [Meld(Kind.CHOW, tile) for tile in TILES if tile <= Tile.S7 and tile.rank <= 7]
PUNGS = [Meld(Kind.PUNG, tile) for tile in TILES]
KONGS = [Meld(Kind.KONG, tile) for tile in TILES]
# The six ways to give 147, 258 and 369 to the three suits.
KNITTED = [
    [Tile(9 * suit + start + step) for suit, start in enumerate(starts) for step in (0, 3, 6)]
    for starts in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
]

Parts = tuple[tuple[Meld, ...], tuple[Tile, ...]]


def fits(held: Counter[Tile], tiles: Sequence[Tile]) -> bool:
    """Whether these tiles can be added without a fifth copy."""
    more = held + Counter(tiles)
    return all(more[tile] <= COPIES for tile in tiles)


@st.composite
def sets_and_pair(draw: st.DrawFn, sets: int, knitted: Sequence[Tile] = ()) -> Parts:
    """So many sets, some of them on the table, and a pair; beside knitted tiles, if any."""
    held = Counter(knitted)
    melds: list[Meld] = []
    concealed = list(knitted)
    for _ in range(sets):
        choice = draw(st.sampled_from((CHOWS, CHOWS, PUNGS, KONGS)))
        made = draw(st.sampled_from([meld for meld in choice if fits(held, meld.tiles)] or PUNGS))
        if not fits(held, made.tiles):
            made = next(pung for pung in PUNGS if fits(held, pung.tiles))
        held.update(made.tiles)
        if made.kind is not Kind.KONG and draw(st.booleans()):
            concealed += made.tiles
            continue
        dark = made.kind is Kind.KONG and draw(st.booleans())
        source = None if dark else draw(st.sampled_from((None, *SOURCES[made.kind])))
        melds.append(Meld(made.kind, made.tile, dark, source))
    pair = draw(st.sampled_from([tile for tile in TILES if fits(held, (tile, tile))]))
    return tuple(melds), (*concealed, pair, pair)


def standard() -> st.SearchStrategy[Parts]:
    """Four sets and a pair."""
    return sets_and_pair(4)


def seven_pairs() -> st.SearchStrategy[Parts]:
    """Seven pairs; four equal tiles are two of them."""
    pairs = st.lists(st.sampled_from(TILES), min_size=7, max_size=7)
    good = pairs.filter(lambda kinds: max(Counter(kinds).values()) <= 2)
    return good.map(lambda kinds: ((), tuple(tile for tile in kinds for _ in range(2))))


def orphans() -> st.SearchStrategy[Parts]:
    """The thirteen orphans, one of them twice."""
    kinds = sorted(ORPHANS)
    return st.sampled_from(kinds).map(lambda twice: ((), (*kinds, twice)))


def knitted_honors() -> st.SearchStrategy[Parts]:
    """Fourteen of nine knitted tiles and the seven honors."""
    return st.builds(
        lambda knitted, order: ((), tuple((knitted + sorted(HONORS))[place] for place in order)),
        st.sampled_from(KNITTED),
        st.permutations(range(16)).map(lambda order: order[:14]),
    )


def knitted_straight() -> st.SearchStrategy[Parts]:
    """Nine knitted tiles, a set and a pair."""
    return st.sampled_from(KNITTED).flatmap(lambda knitted: sets_and_pair(1, knitted))


SHAPES: dict[str, Callable[[], st.SearchStrategy[Parts]]] = {
    "standard": standard,
    "seven-pairs": seven_pairs,
    "thirteen-orphans": orphans,
    "knitted-honours": knitted_honors,
    "knitted-straight": knitted_straight,
}


def parts() -> st.SearchStrategy[Parts]:
    """Melds and 14 tiles (three for a set) that win, of any shape; mostly the standard one."""
    return st.one_of(standard(), standard(), *(make() for make in SHAPES.values()))


@st.composite
def wins(draw: st.DrawFn, melds: Sequence[Meld], rest: Sequence[Tile], winning: Tile) -> Win:
    """How it was won, as far as the rules allow it with these tiles.

    ``rest`` are the concealed tiles without the winning one.
    """
    dark = [tile for meld in melds if meld.concealed for tile in meld.tiles]
    again = winning in rest or winning in dark
    melded = any(winning in meld.tiles for meld in melds)
    self_drawn = draw(st.booleans())
    has_kong = any(meld.kind is Kind.KONG for meld in melds)
    rob = not (self_drawn or again or melded) and draw(st.booleans())
    return Win(
        self_drawn,
        last=not rob and draw(st.booleans()),
        kong=self_drawn and has_kong and draw(st.booleans()),
        rob=rob,
        fourth=not again and draw(st.booleans()),
    )


@st.composite
def winning_hands(
    draw: st.DrawFn, of: st.SearchStrategy[Parts] | None = None, wildcards: bool = False
) -> Hand:
    """A winning hand of the shape asked for (any by default), with legal flags and winds.

    With ``wildcards`` a 财神 is named, and up to four of the concealed tiles are replaced by it.
    """
    melds, tiles = draw(of or parts())
    concealed = list(tiles)
    wild = indicator = None
    if wildcards:
        free = [tile for tile in TILES if not any(tile in meld.tiles for meld in melds)]
        if free:
            wild = draw(st.sampled_from(free))
            room = COPIES - concealed.count(wild)
            places = st.lists(st.integers(0, len(concealed) - 1), max_size=room, unique=True)
            for place in draw(places):
                concealed[place] = wild
            turned = wild.predecessor
            held = [*concealed, *(tile for meld in melds for tile in meld.tiles)]
            if held.count(turned) < COPIES and draw(st.booleans()):
                indicator = turned
    winning = concealed.pop(draw(st.integers(0, len(concealed) - 1)))
    win = draw(wins(melds, concealed, winning))
    if win.rob and winning is wild:
        win = Win(win.self_drawn, win.last, win.kong, False, win.fourth)
    seat, wind = draw(st.tuples(st.sampled_from(Wind), st.sampled_from(Wind)))
    flowers = draw(st.integers(0, MOST_FLOWERS))
    named = wild if indicator is None or draw(st.booleans()) else None
    return Hand(
        melds, tuple(concealed), winning, win, seat, wind, flowers, wild=named, indicator=indicator
    )


def wild_hands() -> st.SearchStrategy[Hand]:
    """Winning hands with a 财神 named, and none to four wildcards among the tiles."""
    return winning_hands(wildcards=True)


def waiting_hands() -> st.SearchStrategy[Hand]:
    """Winning hands before their last tile."""
    return winning_hands().map(
        lambda hand: Hand(hand.melds, hand.concealed, None, Win(), hand.seat, hand.round)
    )


def hands() -> st.SearchStrategy[Hand]:
    """Any hand: won with and without wildcards, or waiting."""
    return st.one_of(winning_hands(), wild_hands(), waiting_hands())
