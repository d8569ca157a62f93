"""The principles of counting: which of the fans that a reading holds are counted.

* 不重复: a fan removes the fans its row excludes, whether or not it is itself removed.
* 不拆移, 不得相同, 套算一次: fans made of like sets (``joins``) are chosen so that no set serves
  the same fan twice, and each further fan joins sets that are not joined yet. Seen as a graph
  whose vertices are the sets and whose edges are the fans, the choice is a forest: four chows
  carry at most three 2-chow fans, and one beside a 3-chow fan. The choice of the most points
  counts; of equal ones the one whose fans stand earlier in the table.
* 就高不就低, the highest reading, is the engine's part.

No other rule takes fans away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from mjcalc.hand.reading import Reading
from mjcalc.rules.fans import Exclusion, Fan, Scope
from mjcalc.rules.words import Place


class Principle(Enum):
    """The five principles; the value is the Chinese name."""

    NO_REPEAT = "不重复"
    NO_BREAK_UP = "不拆移"
    NO_IDENTICAL = "不得相同"
    HIGHEST = "就高不就低"
    COMBINED_ONCE = "套算一次"

    def __repr__(self) -> str:
        return f"Principle.{self.name}"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A fan at one place of a reading."""

    fan: Fan
    place: Place


@dataclass(frozen=True, slots=True)
class Omission:
    """A fan that holds at a place and is not counted: the principle, and which fan removed it."""

    fan: Fan
    place: Place
    why: Principle
    by: Fan | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """The occurrences in a reading and those that the principles count, in the table's order.

    ``present`` are the fans that take part in 不重复: counted, or removed by it. ``removers`` are
    the fans that remove an occurrence.
    """

    occurrences: tuple[Occurrence, ...]
    counted: tuple[Occurrence, ...]
    present: tuple[Fan, ...]
    removers: Mapping[Occurrence, Sequence[Fan]]

    @property
    def omissions(self) -> tuple[Omission, ...]:
        """The occurrences that are not counted, each with its reason."""
        return tuple(
            _omission(omitted, self.removers.get(omitted, ()), self.counted)
            for omitted in self.occurrences
            if omitted not in self.counted
        )


def find_occurrences(rows: Iterable[Fan], reading: Reading) -> list[Occurrence]:
    """Return every fan of these rows at every place of the reading, in the order of the rows."""
    return [Occurrence(row, place) for row in rows for place in row.word.find(reading)]


def select(
    occurrences: Sequence[Occurrence], replaced: Mapping[str, str] | None = None
) -> Selection:
    """Select the occurrences that are counted; they come in the order of the table.

    ``replaced`` maps each fan that something else replaces (the ``A`` of ``A>B``) to its ``B``.
    """
    forest = best_forest([each for each in occurrences if each.fan.joins])
    present = [each for each in occurrences if not each.fan.joins or each in forest]
    removers = _removers(occurrences, present, replaced or {})
    counted = tuple([each for each in present if each not in removers])
    fans = tuple(dict.fromkeys([each.fan for each in present]))
    return Selection(tuple(occurrences), counted, fans, removers)


def best_forest(candidates: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Return the choice of the most points, of fans made of like sets, that is a forest."""
    if len(candidates) < 2:
        return tuple(candidates)
    names = list(dict.fromkeys(candidate.fan.zh for candidate in candidates))

    def worth(chosen: Iterable[Occurrence]) -> tuple[int, ...]:
        fans = [occurrence.fan for occurrence in chosen]
        zh = [fan.zh for fan in fans]
        return sum([fan.value for fan in fans]), *[zh.count(name) for name in names]

    best: tuple[Occurrence, ...] = ()
    stack: list[tuple[int, tuple[Occurrence, ...]]] = [(0, ())]
    while stack:
        start, chosen = stack.pop()
        grown = [
            (index + 1, (*chosen, candidates[index]))
            for index in range(start, len(candidates))
            if _joins_new_sets(candidates[index], chosen)
        ]
        stack += grown
        if not grown:  # of a choice that can grow, the grown one has more points
            best = max(best, chosen, key=worth)
    return best


def _joins_new_sets(candidate: Occurrence, chosen: tuple[Occurrence, ...]) -> bool:
    """Whether no two sets of this fan are joined already, and none serves the same fan."""
    group = {part: {part} for part in candidate.place}
    for other in chosen:
        if other.fan is candidate.fan and not set(other.place).isdisjoint(candidate.place):
            return False
    linked = [set(other.place) for other in chosen]
    for part in candidate.place:
        grown = True
        while grown:
            before = len(group[part])
            for link in linked:
                if not link.isdisjoint(group[part]):
                    group[part] |= link
            grown = len(group[part]) > before
        if group[part] & set(candidate.place) != {part}:
            return False
    return True


def _removers(
    occurrences: Sequence[Occurrence],
    present: Sequence[Occurrence],
    replaced: Mapping[str, str],
) -> dict[Occurrence, list[Fan]]:
    """Return, for each occurrence that 不重复 removes, the fans that remove it."""
    names = {each.fan.zh for each in occurrences}
    entries = [
        (each, entry) for each in present for entry in each.fan.exclusions if entry.name in names
    ]
    instead = {*replaced.items(), *((e.name, e.instead) for _, e in entries)}
    removers: dict[Occurrence, list[Fan]] = {}
    # First what removes whatever else does: where fans stand in the table then makes no difference.
    for scopes in ((Scope.ALL, Scope.OWN), (Scope.ONE,), (Scope.COUNTED,)):
        for each, entry in entries:
            # A fan that is replaced does not exclude what replaces it.
            if entry.scope in scopes and (each.fan.zh, entry.name) not in instead:
                for target in _targets(each, entry, occurrences, removers):
                    removers.setdefault(target, []).append(each.fan)
    return removers


def _targets(
    remover: Occurrence,
    exclusion: Exclusion,
    occurrences: Sequence[Occurrence],
    removers: Mapping[Occurrence, list[Fan]],
) -> list[Occurrence]:
    targets = [other for other in occurrences if other.fan.zh == exclusion.name]
    if exclusion.scope is Scope.OWN:
        return [other for other in targets if set(other.place) <= set(remover.place)]
    if exclusion.scope is Scope.ONE:
        if any(remover.fan in removers.get(other, ()) for other in targets):
            return []
        return [other for other in targets if other not in removers][:1]
    return [] if exclusion.scope is Scope.COUNTED and remover in removers else targets


def _omission(omitted: Occurrence, by: Sequence[Fan], counted: Sequence[Occurrence]) -> Omission:
    fan, place, own = omitted.fan, omitted.place, set(omitted.place)
    if by:
        fans = [other.fan for other in counted]
        remover = next((other for other in by if other in fans), by[0])
        return Omission(fan, place, Principle.NO_REPEAT, remover)
    if any(other.fan is fan and not own.isdisjoint(other.place) for other in counted):
        return Omission(fan, place, Principle.NO_IDENTICAL)
    if any(other.fan.joins and own <= set(other.place) for other in counted):
        return Omission(fan, place, Principle.NO_BREAK_UP)
    return Omission(fan, place, Principle.COMBINED_ONCE)
