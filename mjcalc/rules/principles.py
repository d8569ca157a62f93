"""The principles of counting: which of the fans found in one reading are counted (rules 2).

* 不重复: a fan removes the fans its row excludes, whether or not it is itself removed.
* 不拆移, 不得相同, 套算一次: fans made of like sets (``joins``) are chosen so that no set serves
  the same fan twice, and each further fan joins sets that are not joined yet. Seen as a graph
  whose vertices are the sets and whose edges are the fans, the choice is a forest: four chows
  carry at most three 2-chow fans, and one beside a 3-chow fan. The dearest choice counts; of equal
  ones the one whose fans stand earlier in the table.
* 就高不就低, the highest reading, is the engine's part.

No other rule takes fans away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mjcalc.hand.reading import Reading
from mjcalc.rules.fans import Exclusion, Fan
from mjcalc.rules.patterns import Place

REPEAT = "不重复"
IDENTICAL = "不得相同"
SEPARATED = "不拆移"
COMBINED_ONCE = "套算一次"


@dataclass(frozen=True, slots=True)
class Found:
    """A fan at one place of a reading."""

    fan: Fan
    place: Place


@dataclass(frozen=True, slots=True)
class Lost:
    """A fan that holds at a place and is not counted: the principle, and which fan removed it."""

    fan: Fan
    place: Place
    why: str
    by: Fan | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What the principles make of the fans found, in the order of the table.

    ``present`` are the fans that take part in 不重复: counted, or removed by it. ``removers`` are
    the fans that remove one.
    """

    found: tuple[Found, ...]
    counted: tuple[Found, ...]
    present: tuple[Fan, ...]
    removers: Mapping[Found, Sequence[Fan]]

    @property
    def lost(self) -> tuple[Lost, ...]:
        """The fans found that are not counted, each with its reason."""
        return tuple(
            _explain(one, self.removers.get(one, ()), self.counted)
            for one in self.found
            if one not in self.counted
        )


def find(rows: Iterable[Fan], reading: Reading) -> list[Found]:
    """Every fan of these rows at every place of the reading, in the order of the rows."""
    return [Found(row, place) for row in rows for place in row.word.find(reading)]


def settle(found: Sequence[Found], replaced: Mapping[str, str] | None = None) -> Settled:
    """Which of the fans found are counted; ``found`` is in the order of the table.

    ``replaced`` maps each fan that something else replaces (the ``A`` of ``A>B``) to its ``B``.
    """
    joined = join([one for one in found if one.fan.joins])
    present = [one for one in found if not one.fan.joins or one in joined]
    removers = _removers(found, present, replaced or {})
    counted = tuple([one for one in present if one not in removers])
    fans = tuple(dict.fromkeys([one.fan for one in present]))
    return Settled(tuple(found), counted, fans, removers)


def join(candidates: Sequence[Found]) -> tuple[Found, ...]:
    """The dearest choice of fans made of like sets that is a forest over the sets."""
    if len(candidates) < 2:
        return tuple(candidates)
    names = list(dict.fromkeys(one.fan.zh for one in candidates))

    def worth(chosen: Iterable[Found]) -> tuple[int, ...]:
        fans = [one.fan for one in chosen]
        zh = [fan.zh for fan in fans]
        return sum([fan.value for fan in fans]), *[zh.count(name) for name in names]

    best: tuple[Found, ...] = ()
    stack: list[tuple[int, tuple[Found, ...]]] = [(0, ())]
    while stack:
        start, chosen = stack.pop()
        more = [
            (index + 1, (*chosen, candidates[index]))
            for index in range(start, len(candidates))
            if _joins_new_sets(candidates[index], chosen)
        ]
        stack += more
        if not more:  # of a choice that can grow, the grown one is dearer
            best = max(best, chosen, key=worth)
    return best


def _joins_new_sets(one: Found, chosen: tuple[Found, ...]) -> bool:
    """Whether no two sets of this fan are joined already, and none serves the same fan."""
    group = {part: {part} for part in one.place}
    for other in chosen:
        if other.fan is one.fan and not set(other.place).isdisjoint(one.place):
            return False
    linked = [set(other.place) for other in chosen]
    for part in one.place:
        grown = True
        while grown:
            before = len(group[part])
            for link in linked:
                if not link.isdisjoint(group[part]):
                    group[part] |= link
            grown = len(group[part]) > before
        if group[part] & set(one.place) != {part}:
            return False
    return True


def _removers(
    found: Sequence[Found], present: Sequence[Found], replaced: Mapping[str, str]
) -> dict[Found, list[Fan]]:
    """For each fan that 不重复 removes, the fans that remove it."""
    names = {one.fan.zh for one in found}
    entries = [
        (one, entry) for one in present for entry in one.fan.exclusions if entry.name in names
    ]
    instead = {*replaced.items(), *((e.name, e.instead) for _, e in entries)}
    removers: dict[Found, list[Fan]] = {}
    # First what removes whatever else does: where fans stand in the table then makes no difference.
    for scopes in (("all", "own"), ("one",), ("counted",)):
        for one, entry in entries:
            # A fan that is replaced does not exclude what replaces it.
            if entry.scope in scopes and (one.fan.zh, entry.name) not in instead:
                for target in _targets(one, entry, found, removers):
                    removers.setdefault(target, []).append(one.fan)
    return removers


def _targets(
    one: Found, exclusion: Exclusion, found: Sequence[Found], removers: Mapping[Found, list[Fan]]
) -> list[Found]:
    targets = [other for other in found if other.fan.zh == exclusion.name]
    if exclusion.scope == "own":
        return [other for other in targets if set(other.place) <= set(one.place)]
    if exclusion.scope == "one":
        if any(one.fan in removers.get(other, ()) for other in targets):
            return []
        return [other for other in targets if other not in removers][:1]
    return [] if exclusion.scope == "counted" and one in removers else targets


def _explain(one: Found, by: Sequence[Fan], counted: Sequence[Found]) -> Lost:
    if by:
        fans = [other.fan for other in counted]
        return Lost(one.fan, one.place, REPEAT, next((f for f in by if f in fans), by[0]))
    own = set(one.place)
    if any(other.fan is one.fan and not own.isdisjoint(other.place) for other in counted):
        return Lost(one.fan, one.place, IDENTICAL)
    if any(other.fan.joins and own <= set(other.place) for other in counted):
        return Lost(one.fan, one.place, SEPARATED)
    return Lost(one.fan, one.place, COMBINED_ONCE)
