"""What was typed, token by token: from it the draft of a hand, and the place of each defect.

Two outcomes of the page "Notation" meet here: *cannot read*, when any token means a defect, and
*impossible hand*, when the tokens can be read but contradict each other or the rules of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from mjcalc.errors import Defect
from mjcalc.hand.draft import Draft, DraftSet, WildPolicy
from mjcalc.notation.blanks import INVISIBLE
from mjcalc.notation.vocabulary import Called, Meaning, Said, Tiles, spots
from mjcalc.tiles import Tile, run

MOST_DEFECTS = 20
MOST_QUOTED = 40


class Token(NamedTuple):
    """A token: where it starts in the folded text, its folded text, and what it means."""

    start: int
    text: str
    meaning: Meaning


def draft_of(meanings: Iterable[Meaning]) -> tuple[Draft, bool]:
    """The hand that is meant, and whether all of it was said once, each set by its right name.

    Of what is said twice the first counts.
    """
    sets: list[DraftSet] = []
    concealed: list[Tile] = []
    fields: dict[str, Any] = {}
    plain = True
    for meaning in meanings:
        if type(meaning) is tuple:
            concealed += cast(Tiles, meaning)
        elif isinstance(meaning, Said):
            _, field, value, self_drawn = meaning
            if field is not None:
                plain = plain and field not in fields
                fields.setdefault(field, value)
            if self_drawn is not None:
                plain = plain and "self_drawn" not in fields
                fields.setdefault("self_drawn", self_drawn)
        elif isinstance(meaning, Called):
            sets.append(meaning.drafted)
            plain = plain and not meaning.is_misnamed
    return Draft(tuple(sets), tuple(concealed), **fields), plain


@dataclass(frozen=True, slots=True)
class Typed:
    """A text that was cut into tokens; ``text`` is the original, not the folded one."""

    text: str
    tokens: Sequence[Token]

    def draft(self) -> Draft:
        """The hand as it was written; of what is said twice the first counts."""
        return draft_of(token.meaning for token in self.tokens)[0]

    def said(self) -> Iterator[tuple[Said, int, int]]:
        """The items and win words, each with its start and length in the text."""
        for token in self.tokens:
            if isinstance(token.meaning, Said):
                yield token.meaning, *self._place_of(token)

    def unreadable(self) -> list[Defect]:
        """Every token that cannot be read, in the order typed, each with its place."""
        wrong = _counted([token for token in self.tokens if isinstance(token.meaning, Defect)])
        out = [self._quoted(token, cast(Defect, token.meaning)) for token in wrong[:MOST_DEFECTS]]
        if rest := wrong[MOST_DEFECTS:]:
            more = Defect("more-defects", {"count": len(rest)}, "text")
            out.append(more.at(*self._place(rest[0].start, 1)))
        return out

    def impossible(self, policy: WildPolicy) -> list[Defect]:
        """Every defect of the draft and of what was said twice, each with its place.

        Of very many the first, and how many more there are.
        """
        wrong: list[tuple[Defect, Token | None]] = [
            *((defect, None) for defect in self.draft().defects(policy)),
            *self._wrong_calls(),
            *self._clashing_words(),
        ]
        out = [self._placed(*one) for one in wrong[:MOST_DEFECTS]]
        if rest := wrong[MOST_DEFECTS:]:
            first = self._placed(*rest[0])
            more = Defect("more-defects", {"count": len(rest)}, "text")
            out.append(more.at(first.start or 0, first.length))
        return out

    # --- defects of the text --------------------------------------------------------------------

    def _quoted(self, token: Token, defect: Defect) -> Defect:
        start, length = self._place(token.start, len(token.text))
        fields = {**defect.fields, "text": self.text[start : start + length]}
        if defect.start:
            inner = token.start + defect.start
            start, length = self._place(inner, len(token.text) - defect.start)
        short = {name: _shortened(value) for name, value in fields.items()}
        return replace(defect, fields=short, about="text", start=start, length=length)

    def _wrong_calls(self) -> Iterator[tuple[Defect, Token]]:
        """Sets that are good, but not what the word before them says."""
        for token in self._calls():
            called = cast(Called, token.meaning)
            if called.is_misnamed:
                made = called.drafted
                fields = {"word": called.word, "tiles": run(made.tiles), "kind": made.kind}
                yield Defect("wrong-word", fields, "set"), token

    def _clashing_words(self) -> Iterator[tuple[Defect, Token]]:
        """Items said twice, and words that say two ways of winning."""
        items: set[str] = set()
        told: set[tuple[str, str]] = set()
        how: Token | None = None
        for token in self.tokens:
            said = token.meaning
            if not isinstance(said, Said):
                continue
            defect = None
            if how is None:
                how = token if said.self_drawn is not None else None
            elif said.self_drawn is not None and said.self_drawn is not _self_drawn(how):
                fields = {"first": self._original(how), "second": self._original(token)}
                defect = Defect("contradiction", fields, said.item)
            if defect is None and said.item in items:
                defect = Defect("said-twice", {"item": said.item}, said.item)
            items.add(said.item)
            if defect is not None and (defect.key, said.item) not in told:
                told.add((defect.key, said.item))
                yield defect, token

    # --- places ---------------------------------------------------------------------------------

    def _place(self, start: int, length: int) -> tuple[int, int]:
        """Start and length in the original text of a stretch of the folded one."""
        if self.text.isascii():
            return start, length
        seen = [place for place, char in enumerate(self.text) if char not in INVISIBLE]
        return seen[start], seen[start + length - 1] + 1 - seen[start]

    def _place_of(self, token: Token) -> tuple[int, int]:
        return self._place(token.start, len(token.text))

    def _original(self, token: Token) -> str:
        start, length = self._place_of(token)
        return self.text[start : start + length]

    def _calls(self) -> list[Token]:
        return [token for token in self.tokens if isinstance(token.meaning, Called)]

    def _copies(self) -> Iterator[tuple[Tile, Token, int]]:
        """Every concealed tile as typed: its token, and its place in the token."""
        for token in self.tokens:
            tiles = _tiles(token.meaning)
            for tile, spot in zip(tiles, spots(token.text, len(tiles)), strict=True):
                yield tile, token, spot

    def _placed(self, defect: Defect, token: Token | None) -> Defect:
        """The defect at its token, or of a draft at the place of the item it is about."""
        if token is not None:
            return defect.at(*self._place_of(token))
        if defect.key == "no-set":
            called = cast(Called, self._calls()[int(defect.about.partition(":")[2])].meaning)
            if write := called.in_full:
                defect = replace(defect, key="one-tile-set", fields={"write": write})
        return defect.at(*self._place_about(defect.about))

    def _place_about(self, about: str) -> tuple[int, int]:
        topic, _, which = about.partition(":")
        if topic == "set":
            return self._place_of(self._calls()[int(which)])
        if topic == "tile":
            return self._last_copy(Tile.parse(which))
        for token in self.tokens:
            if isinstance(token.meaning, Said) and token.meaning.item == about:
                return self._place_of(token)
        if topic in ("last-tile", "+win"):
            return self._last_concealed()
        return self._place_of(next(t for t in self.tokens if t.meaning is not None))

    def _last_concealed(self) -> tuple[int, int]:
        _, token, spot = list(self._copies())[-1]
        return self._place(token.start + spot, 1)

    def _last_copy(self, tile: Tile) -> tuple[int, int]:
        """The last typed copy of a tile: concealed, on the table, or as a 14th winning tile."""
        found = [(token.start + spot, 1) for kind, token, spot in self._copies() if kind is tile]
        for token in self.tokens:
            called = isinstance(token.meaning, Called) and tile in token.meaning.drafted.tiles
            is_win = isinstance(token.meaning, Said) and token.meaning[:3] == (
                "+win",
                "winning",
                tile,
            )
            if called or (is_win and self.draft().count == 13):
                found.append((token.start, len(token.text)))
        return self._place(*max(found))


def _counted(wrong: Sequence[Token]) -> list[Token]:
    """Wrong tokens in the order typed; of separators the first, with how many there are."""
    bars = [token for token in wrong if cast(Defect, token.meaning).key == "separator"]
    if not bars:
        return list(wrong)
    first = bars[0]._replace(meaning=Defect("separator", {"count": len(bars)}))
    others = set(map(id, bars[1:]))
    return [first if token is bars[0] else token for token in wrong if id(token) not in others]


def _tiles(meaning: Meaning) -> Tiles:
    """The tiles of a token of concealed tiles, () for any other."""
    return cast(Tiles, meaning) if type(meaning) is tuple else ()


def _shortened(value: object) -> object:
    """A text of a sentence, cut when it would fill the screen."""
    too_long = isinstance(value, str) and len(value) > MOST_QUOTED
    return f"{value[:MOST_QUOTED]}…" if too_long and isinstance(value, str) else value


def _self_drawn(token: Token) -> bool | None:
    return token.meaning.self_drawn if isinstance(token.meaning, Said) else None
