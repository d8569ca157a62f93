"""The tokens of a typed hand: the draft they make, and the place of each defect.

Two outcomes meet here: *cannot read*, when any token means a defect, and
*impossible hand*, when the tokens can be read but contradict each other or the rules of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, cast

from mjcalc.errors import Defect, shortened
from mjcalc.hand.draft import Draft, DraftSet
from mjcalc.hand.kinds import WildPolicy
from mjcalc.notation.lines import INVISIBLE
from mjcalc.notation.vocabulary import CalledSet, FanName, Item, Meaning, StandIn, Tiles, spots
from mjcalc.tiles import Tile, write_tiles

MOST_DEFECTS = 20


class Token(NamedTuple):
    """A token: where it starts in the folded text, its folded text, and what it means."""

    start: int
    text: str
    meaning: Meaning


def draft_of(meanings: Iterable[Meaning]) -> tuple[Draft, bool]:
    """Return the draft, and whether no item is given twice and each set has its right name.

    Of an item given twice the first counts.
    """
    sets: list[DraftSet] = []
    stand_ins: list[StandIn] = []
    concealed: list[Tile] = []
    fields: dict[str, Any] = {}
    plain = True
    for meaning in meanings:
        if type(meaning) is tuple:
            concealed += cast(Tiles, meaning)
        elif isinstance(meaning, Item):
            _, field, value, self_drawn = meaning
            if field is not None:
                plain = plain and field not in fields
                fields.setdefault(field, value)
            if self_drawn is not None:
                plain = plain and "self_drawn" not in fields
                fields.setdefault("self_drawn", self_drawn)
        elif isinstance(meaning, CalledSet):
            sets.append(meaning.drafted)
            plain = plain and not meaning.is_misnamed
        elif isinstance(meaning, StandIn):
            stand_ins.append(meaning)
    for stand_in in stand_ins:
        fields.setdefault("wild", stand_in.held)
        for _ in range(stand_in.copies if stand_in.face in concealed else 0):
            concealed[_last_index(concealed, stand_in.face)] = stand_in.held
    return Draft(tuple(sets), tuple(concealed), **fields), plain


def _last_index(tiles: list[Tile], tile: Tile) -> int:
    return len(tiles) - 1 - tiles[::-1].index(tile) if tile in tiles else -1


@dataclass(frozen=True, slots=True)
class TokenizedHand:
    """A text cut into tokens; ``text`` is the original, not the folded one.

    ``places`` are the places in the folded text of the characters that were tokenized, where those
    are another spelling of it.
    """

    text: str
    tokens: Sequence[Token]
    places: Sequence[int] | None = None

    def draft(self) -> Draft:
        """Return the hand as written; of an item given twice the first counts."""
        return draft_of(token.meaning for token in self.tokens)[0]

    def said(self) -> Iterator[tuple[Item, int, int]]:
        """Yield the items and win words, each with its start and length in the text."""
        for token in self.tokens:
            if isinstance(token.meaning, Item):
                yield token.meaning, *self._place_of(token)

    def fan_names(self) -> list[str]:
        """Return the fans that are named, as typed."""
        return [self._original(t) for t in self.tokens if isinstance(t.meaning, FanName)]

    def without_repeats(self) -> TokenizedHand:
        """Return the hand without items that say again what an earlier one says."""
        seen: set[Meaning] = set()
        tokens = []
        for token in self.tokens:
            if isinstance(token.meaning, Item | StandIn):
                if token.meaning in seen:
                    continue
                seen.add(token.meaning)
            tokens.append(token)
        return replace(self, tokens=tokens)

    def unreadable(self) -> list[Defect]:
        """Return a defect for each unreadable token, in the order typed, with its place."""
        wrong = _merge_letters(
            _merge_separators([t for t in self.tokens if isinstance(t.meaning, Defect)])
        )
        out = [self._quoted(token, cast(Defect, token.meaning)) for token in wrong[:MOST_DEFECTS]]
        if rest := wrong[MOST_DEFECTS:]:
            more = Defect("more-defects", {"count": len(rest)}, "text")
            out.append(more.at(*self._place(rest[0].start, 1)))
        return out

    def impossible(self, policy: WildPolicy) -> list[Defect]:
        """Return the defects of the draft and of repeated items, each with its place.

        After ``MOST_DEFECTS`` one more defect counts the rest.
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
        if choices := fields.pop("choices", ()):
            before, after = self.text[:start], self.text[start + length :]
            fields["readings"] = tuple(f"{before}{choice}{after}" for choice in choices)
            return replace(defect, fields=fields, about="text", start=start, length=length)
        if defect.start:
            inner = token.start + defect.start
            start, length = self._place(inner, len(token.text) - defect.start)
        short = {
            name: shortened(value) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        return replace(defect, fields=short, about="text", start=start, length=length)

    def _wrong_calls(self) -> Iterator[tuple[Defect, Token]]:
        """Yield sets that are valid, but not what the word before them claims."""
        for token in self._calls():
            called = cast(CalledSet, token.meaning)
            if called.is_misnamed:
                made = called.drafted
                fields = {"word": called.word, "tiles": write_tiles(made.tiles), "kind": made.kind}
                yield Defect("wrong-word", fields, "set"), token

    def _clashing_words(self) -> Iterator[tuple[Defect, Token]]:
        """Yield items given twice, and words that contradict each other on how the hand was won."""
        items: set[str] = set()
        told: set[tuple[str, str]] = set()
        how: Token | None = None
        for token in self.tokens:
            said = token.meaning
            if not isinstance(said, Item):
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
        """Return start and length in the original text of a stretch of the folded one."""
        if self.places is not None:
            last = self.places[start + length - 1]
            start = self.places[start]
            length = last + 1 - start
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
        return [token for token in self.tokens if isinstance(token.meaning, CalledSet)]

    def _copies(self) -> Iterator[tuple[Tile, Token, int]]:
        """Yield every concealed tile as typed, its token, and its place in the token."""
        for token in self.tokens:
            tiles = _concealed_tiles(token.meaning)
            for tile, spot in zip(tiles, spots(token.text, len(tiles)), strict=True):
                yield tile, token, spot

    def _placed(self, defect: Defect, token: Token | None) -> Defect:
        """Place a defect at its token, or at the item of the draft it is about."""
        if token is not None:
            return defect.at(*self._place_of(token))
        if defect.key == "no-set":
            called = cast(CalledSet, self._calls()[int(defect.about.partition(":")[2])].meaning)
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
            if isinstance(token.meaning, Item) and token.meaning.item == about:
                return self._place_of(token)
        if topic in ("last-tile", "+win"):
            return self._last_concealed()
        return self._place_of(next(t for t in self.tokens if t.meaning is not None))

    def _last_concealed(self) -> tuple[int, int]:
        _, token, spot = list(self._copies())[-1]
        return self._place(token.start + spot, 1)

    def _last_copy(self, tile: Tile) -> tuple[int, int]:
        """Return the place of the last typed copy of a tile, a 14th winning tile included."""
        found = [(token.start + spot, 1) for kind, token, spot in self._copies() if kind is tile]
        for token in self.tokens:
            called = isinstance(token.meaning, CalledSet) and tile in token.meaning.drafted.tiles
            is_win = isinstance(token.meaning, Item) and token.meaning[:3] == (
                "+win",
                "winning",
                tile,
            )
            if called or (is_win and self.draft().count == 13):
                found.append((token.start, len(token.text)))
        return self._place(*max(found))


LETTER_KEYS = frozenset({"letter-after-digit", "letter-before-digit"})
FEW_LETTERS = 2  # letters of unknown suits, each with its own message


def _merge_letters(wrong: Sequence[Token]) -> list[Token]:
    """Return the wrong tokens, all unknown suits as one where there are many."""
    letters = [token for token in wrong if cast(Defect, token.meaning).key in LETTER_KEYS]
    if len(letters) <= FEW_LETTERS:
        return list(wrong)
    merged = letters[0]._replace(meaning=Defect("unknown-notation", {"count": len(letters)}))
    others = set(map(id, letters[1:]))
    return [merged if token is letters[0] else token for token in wrong if id(token) not in others]


def _merge_separators(wrong: Sequence[Token]) -> list[Token]:
    """Return the wrong tokens in the order typed, all separators as one."""
    bars = [token for token in wrong if cast(Defect, token.meaning).key == "separator"]
    if not bars:
        return list(wrong)
    first = bars[0]._replace(meaning=Defect("separator", {"count": len(bars)}))
    others = set(map(id, bars[1:]))
    return [first if token is bars[0] else token for token in wrong if id(token) not in others]


def _concealed_tiles(meaning: Meaning) -> Tiles:
    """Return the tiles of a token of concealed tiles, () for any other."""
    return cast(Tiles, meaning) if type(meaning) is tuple else ()


def _self_drawn(token: Token) -> bool | None:
    return token.meaning.self_drawn if isinstance(token.meaning, Item) else None
