"""The score of a hand: the one place where search and rules meet.

``score`` takes a hand apart (``decompose``), prices each form by its aspects (``aspects``) and
keeps the best: 就高不就低, ties by the rule of the fan table. What is asked of a :class:`Score`
beyond its total (fans with their places, fans that did not count, other readings) is worked out
from the rows and principles themselves when it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

from mjcalc.engine.aspects import Aspects, Outcome, find, together
from mjcalc.engine.decompose import SHAPES, WAITS, Decomposer, Fields, Form, Melded, meld_part
from mjcalc.engine.waits import Thirteen, completing, near_wins, waits
from mjcalc.engine.wildcards import Wild, added, completions
from mjcalc.errors import Defect, ImpossibleHand, NotAWin, Waiting
from mjcalc.hand import Hand, Kind, Part, Reading, Shape, Win
from mjcalc.rules.fans import CHICKEN, FLOWERS, Fan
from mjcalc.rules.patterns import Place
from mjcalc.rules.principles import Settled, settle
from mjcalc.rules.rulesets import Ruleset, ruleset
from mjcalc.tiles import Tile

Known = TypeVar("Known")
FOURS = 0o444444444
CHOWS = (1 << Fields.PUNGS) - 1
PUNGS = (1 << 27) - 1
HONOURS = (1 << 10) - 1
KONGS = (1 << 12) - 1
SETS = (1 << 49) - 1  # all three
HONOUR_PUNGS = (1 << 7) - 1 << 27  # of those
WIN = (1 << 7) - 1
NOTHING = Melded(0, 0, (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))


@dataclass(frozen=True, slots=True)
class Counted:
    """A fan that counts: how often, for how many points, and the places it rests on."""

    fan: Fan
    count: int
    points: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A fan that holds and does not count: by which principle, and which fan removed it if any."""

    fan: Fan
    count: int
    points: int
    by: Fan | None
    why: str


@dataclass(frozen=True, slots=True)
class Plain:
    """A hand with its wildcards replaced: concealed tiles, winning tile, what each stands for."""

    counts: tuple[int, ...]
    winning: Tile
    stands_for: tuple[tuple[Tile, Tile], ...] = ()
    sole: bool | None = None

    @property
    def own_face(self) -> bool:
        """Whether no wildcard stands for another tile."""
        return all(wild is tile for wild, tile in self.stands_for)


class Memo(dict[int, Known]):
    """What a function gave for the keys it was asked; it is asked once for each."""

    def __init__(self, work_out: Callable[[int], Known]) -> None:
        self._work_out = work_out

    def __missing__(self, key: int) -> Known:
        known = self[key] = self._work_out(key)
        return known


class Scorer:
    """Prices hands under one ruleset; remembers what it has met."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.aspects = Aspects(rules)
        self.decomposer = Decomposer(
            self.aspects.fails, self.aspects.no_parts, rules.knitted_wait, rules.exhausted_wait
        )
        aspects = self.aspects
        self._chows = Memo(aspects.chows)
        self._pungs = Memo(aspects.pungs)
        self._honours = Memo(aspects.honours)
        self._kongs = Memo(aspects.kongs)
        self._sets = Memo(self._priced_sets)
        self._tiles = Memo(aspects.tiles)
        self._hogs = Memo(aspects.hogs)
        self._win = Memo(aspects.win)
        self._losses = Memo(aspects.loss)
        self._most_beside_chicken = aspects.most_beside_chicken

    # -- pricing ----------------------------------------------------------------------------------

    def best(self, hand: Hand) -> tuple[int, int]:
        """The points and the fans (as fields) of the best reading; NotAWin when there is none."""
        melded = self.melded(hand)
        best = (-1, 0)
        for plain in self.plains(hand, melded):
            for _, price in self.priced(hand, plain, melded):
                if price > best:
                    best = price
        if best[0] < 0:
            near = near_wins(hand, self.rules.wild)
            raise NotAWin([Defect("not-a-win", {"hand": hand, "near": near})])
        return best

    def readings(self, hand: Hand) -> list[tuple[tuple[int, int], Reading]]:
        """Every reading with its points and fans, best first; ties by the rule of the table."""
        melded = self.melded(hand)
        found = {
            read(hand, plain, form, melded): (points, fans & ~self.aspects.marks)
            for plain in self.plains(hand, melded)
            for form, (points, fans) in self.priced(hand, plain, melded)
        }
        ranked = sorted(found.items(), key=lambda item: _order(item[0]))
        ranked.sort(key=lambda item: item[1], reverse=True)
        return [(price, reading) for reading, price in ranked]

    def priced(
        self, hand: Hand, plain: Plain, melded: Melded
    ) -> Iterator[tuple[Form, tuple[int, int]]]:
        """Every form of a plain hand with its points and fans."""
        how = how_bits(hand, plain, melded)
        winds = (hand.seat | hand.round << 2) << 49
        suit, rank = divmod(plain.winning, 9)
        hogs = 0
        for place, count in enumerate(plain.counts):
            count += melded.loose[place]
            if place == suit:
                count += 1 << 3 * rank
            hogs += (count & FOURS).bit_count()
        thirteen = Thirteen(plain.counts, melded.all, len(hand.melds))
        for form in self.decomposer.forms(
            plain.counts, plain.winning, hand.win.self_drawn, thirteen, plain.sole
        ):
            sums, fails, wait, _ = form
            yield form, self.price(sums + melded.sums, fails | melded.fails, hogs, wait, how, winds)

    def price(
        self, sums: int, fails: int, hogs: int, wait: int, how: int, winds: int
    ) -> tuple[int, int]:
        """The points and fans of a form: its aspects, less what one clears in another."""
        sets = sums >> Fields.PUNGS & SETS
        if sets & HONOUR_PUNGS:
            sets |= winds
        points, fans, clears = self._chows[sums & CHOWS]
        more, found, other = self._sets[sets]
        points += more
        fans += found
        clears |= other
        more, found, other = self._tiles[fails]
        points += more
        fans += found
        clears |= other
        more, found, other = self._win[sums >> Fields.MELDED_SETS & WIN | wait << 7 | how]
        points += more
        fans += found
        clears |= other
        if hogs:
            more, found, other = self._hogs[hogs]
            points += more
            fans += found
        both = fans & clears
        if both:
            more, found = self._losses[both]
            points -= more
            fans -= found
        if points <= self._most_beside_chicken:
            return self._chicken(points, fans)
        return points, fans

    def _priced_sets(self, key: int) -> Outcome:
        """Of all pungs and kongs: suited ones, honours with the winds, and their numbers."""
        outcomes = [self._pungs[key & PUNGS], self._kongs[key >> 37 & KONGS]]
        if key & HONOUR_PUNGS:
            outcomes.append(self._honours[key >> 27 & HONOURS | key >> 49 << 10])
        return together(outcomes)

    def _chicken(self, points: int, fans: int) -> tuple[int, int]:
        aspects = self.aspects
        if fans & ~aspects.beside_chicken & ~aspects.marks:
            return points, fans
        return points + aspects.chicken.points, fans + aspects.chicken.fans

    # -- plain hands ------------------------------------------------------------------------------

    def melded(self, hand: Hand) -> Melded:
        """What all melds give together."""
        if not hand.melds:
            return NOTHING
        found = [self.decomposer.meld(meld) for meld in hand.melds]
        if len(found) == 1:
            return found[0]
        sums = fails = 0
        for one in found:
            sums += one.sums
            fails |= one.fails
        loose, face_up, every = (
            tuple(map(sum, zip(*(one[place] for one in found), strict=True))) for place in (2, 3, 4)
        )
        return Melded(sums, fails, loose, face_up, every)

    def plains(self, hand: Hand, melded: Melded) -> Iterable[Plain]:
        """Every hand without wildcards that this hand may be."""
        winning = hand.winning
        if winning is None:
            tiles = waits(hand, self.rules.wild)
            raise Waiting([Defect("waiting", {"hand": hand, "waits": tiles})])
        wild = hand.wildcard
        if wild is None or not (wild is winning or _held(hand.counts, wild)):
            return (Plain(hand.counts, winning),)
        return self._wild(hand, melded, wild, winning)

    def _wild(self, hand: Hand, melded: Melded, wild: Tile, winning: Tile) -> list[Plain]:
        suit, at = wild // 9, 3 * (wild % 9)
        held = _held(hand.counts, wild)
        real = tuple(
            count - (held << at) if place == suit else count
            for place, count in enumerate(hand.counts)
        )
        most = 5 if self.rules.wild.fifth_copy else 4
        melds, drawn_wild = len(hand.melds), winning is wild
        completed_by = completing(Thirteen(real, melded.all, melds, held, most))
        concealed = real if drawn_wild else _plus(real, winning)
        wilds = held + drawn_wild
        plains = []
        for whole in completions(Wild(concealed, melded.all, melds, wilds, most)):
            tiles = added(whole, concealed)
            for stood in dict.fromkeys(tiles) if drawn_wild else (None,):
                last = winning if stood is None else stood
                rest = list(tiles)
                if stood is not None:
                    rest.remove(stood)
                stands = [(wild, tile) for tile in rest] + [(wild, last)] * drawn_wild
                counts = _minus(whole, last)
                plains.append(Plain(counts, last, tuple(stands), completed_by == 1 << last))
        return plains


def how_bits(hand: Hand, plain: Plain, melded: Melded) -> int:
    """How the hand was won, as the aspect WIN wants it above the wait."""
    win = effective_win(hand, melded)
    bits = win.self_drawn | win.last << 1 | win.kong << 2 | win.rob << 3 | win.fourth << 4
    return (bits | plain.own_face << 5) << 9


def effective_win(hand: Hand, melded: Melded) -> Win:
    """How it was won; 和绝张 too where one's own open melds show the other three copies."""
    win, winning = hand.win, hand.winning
    if win.fourth or winning is None or not hand.melds or winning is hand.wildcard:
        return win
    if melded.open[winning // 9] >> 3 * (winning % 9) & 7 != 3:
        return win
    return Win(win.self_drawn, win.last, win.kong, win.rob, True)


def _held(counts: Sequence[int], tile: Tile) -> int:
    return counts[tile // 9] >> 3 * (tile % 9) & 7


def _plus(counts: Sequence[int], tile: Tile) -> tuple[int, ...]:
    more = list(counts)
    more[tile // 9] += 1 << 3 * (tile % 9)
    return tuple(more)


def _minus(counts: Sequence[int], tile: Tile) -> tuple[int, ...]:
    less = list(counts)
    less[tile // 9] -= 1 << 3 * (tile % 9)
    return tuple(less)


# -- readings and scores as values -----------------------------------------------------------------

KINDS = (Kind.KNITTED, Kind.CHOW, Kind.PUNG, Kind.KONG, Kind.PAIR, Kind.SINGLE)


def read(hand: Hand, plain: Plain, form: Form, melded: Melded) -> Reading:
    """A form written out."""
    sums, _, wait, records = form
    parts = [(part, False) for part in map(meld_part, hand.melds)]
    for record in records:
        parts += [(part, i == record.completed) for i, part in enumerate(record.parts)]
    shape = SHAPES[sums >> Fields.SHAPE & 7]
    split = shape in (Shape.STANDARD, Shape.KNITTED_STRAIGHT)
    sets = [one for one in parts if not split or one[0].kind is not Kind.PAIR]
    sets.sort(key=lambda one: _set_order(one[0]))
    pair = next((part.tile for part, _ in parts if part.kind is Kind.PAIR), None)
    return Reading(
        shape,
        tuple(part for part, _ in sets),
        pair if split else None,
        plain.winning,
        next((i for i, (_, completed) in enumerate(sets) if completed), len(sets)),
        WAITS[wait],
        effective_win(hand, melded),
        hand.seat,
        hand.round,
        bool(sums >> Fields.NINE_GATES & 1),
        plain.stands_for,
    )


def _set_order(part: Part) -> tuple[int, ...]:
    """Sorted m p s z, chows before pungs."""
    return (part.tile // 9, KINDS.index(part.kind), part.tile, part.melded)


def _order(reading: Reading) -> tuple[object, ...]:
    """Which of two readings with equal fans comes first (rules 2)."""
    return (
        [_set_order(part) for part in reading.sets],
        -1 if reading.pair is None else reading.pair,
        reading.completed,
        [wild is not tile for wild, tile in reading.stands_for],
        reading.stands_for,
    )


class Score:
    """What a hand is worth, in its best reading.

    ``total`` counts flowers, ``base`` does not; ``base`` is what must reach ``minimum``.
    """

    def __init__(
        self, hand: Hand, scorer: Scorer, base: int, reading: Reading | None = None
    ) -> None:
        self.hand = hand
        self.base = base
        self.total = base + hand.flowers
        self._scorer = scorer
        self._reading = reading

    def __repr__(self) -> str:
        return f"<Score {self.total}: {' '.join(repr(one.fan.zh) for one in self.fans)}>"

    @property
    def ruleset(self) -> Ruleset:
        """The rules it was scored under."""
        return self._scorer.rules

    @property
    def flowers(self) -> int:
        """The number of flowers, each worth 1 after the win."""
        return self.hand.flowers

    @property
    def minimum(self) -> int | None:
        """What ``base`` must reach; None where every win counts."""
        return self.ruleset.minimum

    @property
    def enough(self) -> bool:
        """Whether it reaches the minimum."""
        return self.minimum is None or self.base >= self.minimum

    @cached_property
    def reading(self) -> Reading:
        """The reading that is scored."""
        return self._reading or self._scorer.readings(self.hand)[0][1]

    @cached_property
    def _settled(self) -> Settled:
        return settle(find(self.ruleset.fans, self.reading))

    @cached_property
    def fans(self) -> tuple[Counted, ...]:
        """The fans that count, in the order of the table."""
        places: dict[str, list[Place]] = {}
        for one in self._settled.counted:
            places.setdefault(one.fan.zh, []).append(one.place)
        if not places.keys() - self.ruleset.chicken_beside:
            places[CHICKEN] = [()]
        counts = {name: len(found) for name, found in places.items()}
        if self.flowers:
            counts[FLOWERS], places[FLOWERS] = self.flowers, []
        return tuple(
            Counted(row, count, count * row.value, tuple(places[row.zh]))
            for row in self.ruleset.fans
            if (count := counts.get(row.zh, 0))
        )

    @cached_property
    def dropped(self) -> tuple[Dropped, ...]:
        """The fans that hold in the reading and do not count, in the order of the table."""
        alike = Counter((lost.fan, lost.by, lost.why) for lost in self._settled.lost)
        return tuple(
            Dropped(fan, count, count * fan.value, by, why)
            for (fan, by, why), count in alike.items()
        )

    def others(self, limit: int = 10) -> tuple[Score, ...]:
        """The other readings of the hand, best first."""
        ranked = self._scorer.readings(self.hand)
        rest = [one for one in ranked if one[1] != self.reading]
        return tuple(
            Score(self.hand, self._scorer, price[0], reading) for price, reading in rest[:limit]
        )


@lru_cache(maxsize=64)
def scorer_for(rules: Ruleset) -> Scorer:
    """The scorer of a ruleset, made once."""
    return Scorer(rules)


def score(hand: Hand, rules: str | Ruleset = "huopin") -> Score:
    """What the hand is worth under these rules.

    Raises NotAWin, Waiting (13 tiles), ImpossibleHand (what the rules do not allow), OptionError
    (no such ruleset).
    """
    scorer = scorer_for(ruleset(rules) if isinstance(rules, str) else rules)
    if hand.wildcard is not None and (wrong := hand.defects(scorer.rules.wild)):
        raise ImpossibleHand(wrong)
    return Score(hand, scorer, scorer.best(hand)[0])
