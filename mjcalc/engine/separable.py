"""Whether the aspects of a reading can be priced apart (``outcomes``) under a table of fans.

They can where each row looks at one aspect, and acts on rows of other aspects only in ways that
outcomes, which know nothing of each other's places, can carry out. Any other table is priced
reading by reading (``reference``): slower, and as right.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjcalc.engine.forms import FLAGS, Asked
from mjcalc.rules.fans import Exclusion, Fan, Scope
from mjcalc.rules.words import Aspect, TileWord, WinWord, Word

# Places of these rest on different sets, whatever they are.
APART = {Aspect.CHOWS, Aspect.PUNGS, Aspect.HONORS}
JOINING = {Aspect.CHOWS, Aspect.PUNGS}  # and these without the pair
WORD_TYPES: dict[Aspect, type[Word]] = {Aspect.WIN: WinWord, Aspect.TILES: TileWord}


def is_separable(rows: Sequence[Fan]) -> bool:
    """Whether every row can be priced with its aspect alone."""
    asked, table = Asked.by(rows), _Table(rows)
    return (
        len(asked.questions) <= FLAGS["questions"].bits
        and len(asked.patterns) <= FLAGS["patterns"].bits
        and all(_keeps_to_its_aspect(row) for row in rows)
        and all(table.stays_apart(row, entry) for row in rows for entry in row.exclusions)
    )


def _keeps_to_its_aspect(row: Fan) -> bool:
    words = row.word.alternatives
    aspects = {word.aspect for word in words}
    if Aspect.READING in aspects or (row.joins and not aspects <= JOINING):
        return False
    if len(words) > 1 and (len(aspects) < len(words) or not aspects <= APART):
        return False  # two of them may hold at one place, which counts once
    return all(isinstance(word, WORD_TYPES.get(word.aspect, Word)) for word in words)


class _Table:
    """The aspects of each row, and what excludes it from another aspect."""

    def __init__(self, rows: Sequence[Fan]) -> None:
        self._aspects = {row.zh: {word.aspect for word in row.word.alternatives} for row in rows}
        self._entries = [(row, entry) for row in rows for entry in row.exclusions]

    def _crosses(self, row: Fan, name: str) -> bool:
        """Whether the row acts on one of this name in another aspect than its own."""
        own, other = self._aspects[row.zh], self._aspects.get(name)
        return other is not None and (len(own) > 1 or own != other)

    def _crossing(self, name: str) -> list[Exclusion]:
        """The exclusions of this row by rows of other aspects."""
        return [e for row, e in self._entries if e.name == name and self._crosses(row, name)]

    def stays_apart(self, row: Fan, entry: Exclusion) -> bool:
        """Whether outcomes of single aspects can carry out an exclusion."""
        if entry.scope is Scope.COUNTED:
            return self._counts_alone(row, entry)
        if not self._crosses(row, entry.name):
            return True
        if entry.instead is not None:
            return self._replaces_alone(entry)
        own, other = self._aspects[row.zh], self._aspects[entry.name]
        if entry.scope is Scope.OWN:
            return bool(own & other) and own | other <= APART
        return entry.scope is not Scope.ONE or not (own & other or len(self._same_scope(entry)) > 1)

    def _same_scope(self, entry: Exclusion) -> list[Exclusion]:
        return [e for _, e in self._entries if (e.name, e.scope) == (entry.name, entry.scope)]

    def _counts_alone(self, row: Fan, entry: Exclusion) -> bool:
        """``X@counted``: no other aspect decides whether this row counts."""
        replaces = any(e.instead == row.zh for _, e in self._entries)
        return not (self._crosses(row, entry.name) or self._crossing(row.zh) or replaces)

    def _replaces_alone(self, entry: Exclusion) -> bool:
        """``A>B`` from another aspect: A and B are of one, where all is that decides on B."""
        back = entry.instead
        if back not in self._aspects:
            return True
        same = self._aspects[back] == self._aspects[entry.name] and len(self._aspects[back]) == 1
        return same and not self._crossing(back)
