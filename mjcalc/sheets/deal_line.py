"""A line ``deal`` of a game sheet: items in any order, then how the deal ended (notation).

All that is wrong with a line is told at once. What its items mean under the rules is not asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any

from mjcalc.errors import Defect, NotationError, shortened
from mjcalc.notation.grammar import read
from mjcalc.notation.mistakes import OF_TILES, mistakes_in
from mjcalc.notation.vocabulary import ONE_TILE, WIN_WORDS, alternatives, one_tile
from mjcalc.sheets.players import CHAIRS, Players, player_of, wind_digit
from mjcalc.sheets.values import DealLine, Ending, HandItem, HandPart, SheetPlace
from mjcalc.sheets.vocabulary import (
    DRAW,
    ITEM_OF,
    NO_BIRD,
    SELF_DRAWN,
    SheetLine,
    SheetToken,
    SplitNumber,
    split_number,
)
from mjcalc.tiles import Wind

AMOUNT = re.compile(r"[0-9]{1,30}")
ITEMS_BEFORE_WIN = ("dealer", "flip", "bird", "round")
ITEMS_AFTER_WIN = ("fans", "flowers")
ENDING_ITEMS = MappingProxyType({"false": Ending.FALSE_WIN, "escape": Ending.ESCAPE})
NAME_TOKENS = ("word", "quoted", "unclosed")
DISCARD_WORDS = tuple(word for word, drawn in WIN_WORDS.items() if not drawn)
ENDING_WORDS = (*SELF_DRAWN, "from", DRAW[0])
# Items that somebody wrote behind the winner, where only tiles are read.
LETTER = re.compile(r"[^\s,;]")
ITEM_IN_HAND = re.compile(rf"(?<![^\s,;])({alternatives(ITEM_OF)}):([^\s,;]*)")


def first_word(token: SheetToken) -> SheetToken:
    """What stands before the first blank of a token."""
    found = re.match(r"[^\s,;:=]*", token.text)
    return token._replace(text=found.group() if found else "")


def split_defect(split: SplitNumber) -> Defect:
    """That a number is split by commas or blanks."""
    if split.whole is None:
        return Defect("split-number", {"text": split.text})
    return Defect("grouped-number", {"text": split.text, "whole": split.whole})


class DealReader:
    """Reads one line; what is wrong with it is in ``wrong``."""

    def __init__(self, line: SheetLine, verb: SheetToken, players: Players) -> None:
        self.line = line
        self.players = players
        self.wrong: list[Defect] = []
        self.said: dict[str, Any] = {}
        self.early: list[SheetToken] = []
        self.split: set[int] = set()  # where the pieces of split numbers may start
        self.places = {"deal": self.place(verb)}

    def place(self, token: SheetToken) -> SheetPlace:
        """Where a token stands."""
        return SheetPlace(self.line.number, *self.line.place(token.start, len(token.text)))

    def fault(self, token: SheetToken, key: str, **fields: Any) -> None:
        """Something is wrong with this token."""
        self.wrong.append(self.place(token).mark(Defect(key, fields)))

    def typed(self, token: SheetToken) -> str:
        """The token as it was typed, cut when it would fill the screen."""
        return shortened(self.line.typed(token.start, len(token.text)))

    def say(self, item: str, value: Any, token: SheetToken) -> None:
        """Takes note of an item, once."""
        if item in self.places:
            self.fault(token, "said-twice", item=item)
            return
        self.places[item] = self.place(token)
        self.said[item] = value

    def read(self, tokens: list[SheetToken]) -> DealLine | None:
        """The deal; None when the line is wrong."""
        won = next((n for n, t in enumerate(tokens) if t.kind in WIN_TOKENS), None)
        before = tokens if won is None else tokens[:won]
        words = [token for token in before if token.kind not in ("item", "draw")]
        for token in before:
            if token.kind == "item":
                self.item(token)
            elif token.kind == "draw":
                self.end(Ending.DRAW, token)
        if won is not None:
            winner = words.pop() if words and words[-1].kind in NAME_TOKENS else None
            self.win(winner, tokens[won], tokens[won + 1 :])
        self.strays(word for word in words if word.start not in self.split)
        self.fans_before()
        if "ending" not in self.places and not self.wrong:
            self.wrong.append(self.places["deal"].mark(Defect("no-ending")))
        self.complete()
        if self.wrong:
            return None
        return DealLine(self.line.number, places=self.places, **self.said)

    def end(self, ending: Ending, token: SheetToken) -> None:
        """How the deal ended, said once."""
        if "ending" in self.places:
            self.fault(token, "two-endings")
        else:
            self.say("ending", ending, token)

    def strays(self, words: Iterable[SheetToken]) -> None:
        """Words that belong nowhere: the first that is no player is told, or the first."""
        words = list(words)
        if not words:
            return
        token = next((w for w in words if not self._is_player(w)), words[0])
        if token.kind == "unclosed":
            self.fault(token, "unclosed-quote")
        elif token.text.lower() in DISCARD_WORDS:
            self.fault(token, "whose-discard", text=self.typed(token))
        elif self._is_player(token) and "ending" not in self.places:
            self.fault(token, "no-ending")
        else:
            self.fault(token, "stray-word", name=self.typed(token), known=ENDING_WORDS)

    def _is_player(self, token: SheetToken) -> bool:
        return isinstance(self.players.find(self.line, token.start, token.text), Wind)

    def fans_before(self) -> None:
        """Fans that stand before the win, or belong to none; without an ending that one is told."""
        won = self.said.get("ending") is Ending.WIN
        key = "fans-too-early" if won else "fans-without-win"
        if "ending" in self.places:
            for token in self.early:
                self.fault(token, key, text=self.typed(token))

    def complete(self) -> None:
        """An escape needs both amounts, which nothing else has."""
        escaped = self.said.get("ending") is Ending.ESCAPE
        for item in ("penalty", "compensation"):
            if escaped and item not in self.places:
                self.wrong.append(self.places["escape"].mark(Defect("deal-lacks", {"item": item})))
            elif not escaped and item in self.places and "ending" in self.places:
                self.wrong.append(self.places[item].mark(Defect("only-escape", {"item": item})))

    # --- items ----------------------------------------------------------------------------------

    def item(self, token: SheetToken) -> None:
        """An item ``key:value`` before the winner."""
        key, _, value = token.text.partition(":")
        item = ITEM_OF.get(key.lower())
        if item is None:
            self.fault(token, "no-item", name=key, known=(*ITEM_OF, "from"))
        elif item in ITEMS_AFTER_WIN:
            self.early.append(token)
        elif not value:
            self.fault(token, "item-empty", item=item)
        else:
            ITEM_READERS[item](
                self, item, token, SheetToken("value", token.start + len(key) + 1, value)
            )

    def player(self, item: str, token: SheetToken, value: SheetToken) -> None:
        """An item whose value is a player; of some it says how the deal ended."""
        found = self.players.find(self.line, value.start, value.text, item)
        if isinstance(found, Defect):
            self.wrong.append(found)
        elif item in ENDING_ITEMS:
            self.end(ENDING_ITEMS[item], token)
            self.places.setdefault(item, self.place(token))
            self.said["player"] = found
        else:
            self.say(item, found, token)

    def wind(self, item: str, token: SheetToken, value: SheetToken) -> None:
        """An item whose value is a wind."""
        if value.text in CHAIRS:
            self.say(item, CHAIRS[value.text], token)
        elif re.fullmatch("[0-4]", value.text):
            self.wrong.append(self.place(value).mark(wind_digit(item, value.text)))
        else:
            self.fault(value, "not-a-wind", item=item, value=self.typed(value))

    def tile(self, item: str, token: SheetToken, value: SheetToken) -> None:
        """An item whose value is a tile; a bird may be none."""
        if item == "bird" and value.text.lower() in NO_BIRD:
            self.say(item, None, token)
            self.said["no_bird"] = True
        elif re.fullmatch(ONE_TILE, value.text):
            self.say(item, one_tile(value.text), token)
        else:
            self.wrong.append(self.place(value).mark(self._no_tile(item, value)))

    def _no_tile(self, item: str, value: SheetToken) -> Defect:
        typed = self.typed(value)
        wrong = next(mistakes_in(value.text), None)
        if wrong is not None and wrong.key == "flower":
            if item == "bird":
                return Defect("no-bird", {"value": typed})
            return Defect("flower-turned", {"text": typed, "item": item})
        if wrong is not None and wrong.key in OF_TILES:
            return Defect(wrong.key, {**wrong.fields, "text": typed})
        return Defect("item-no-tile", {"item": item, "value": typed})

    def amount(self, item: str, token: SheetToken, value: SheetToken) -> None:
        """An item whose value is a number."""
        split = split_number(self.line.code, value.start)
        if split is not None and AMOUNT.fullmatch(value.text):
            self.split.update(range(value.start, value.start + len(split.text)))
            self.places.setdefault(item, self.place(token))
            place = self.place(SheetToken("value", value.start, split.text))
            self.wrong.append(place.mark(split_defect(split)))
        elif AMOUNT.fullmatch(value.text):
            self.say(item, int(value.text), token)
        else:
            self.fault(value, "item-no-number", item=item, value=self.typed(value))

    # --- a win ----------------------------------------------------------------------------------

    def win(self, winner: SheetToken | None, win: SheetToken, rest: list[SheetToken]) -> None:
        """A winner, whose tile it was, and the hand."""
        self.end(Ending.WIN, win)
        if win.kind == "two-ways":
            self.two_ways(winner, win, rest)
            return
        if winner is None:
            self.fault(win, "no-winner", text=self.typed(win))
        else:
            self._player_of("winner", winner)
        if win.kind == "from":
            if rest and rest[0].kind in NAME_TOKENS:
                self._player_of("discarder", rest.pop(0))
            else:
                self.fault(win, "no-discarder", text=self.typed(win))
        if rest and winner is None and self._is_player(first_word(rest[0])):
            return  # who won stands behind whose tile it was, and is no hand
        if rest:
            self.hand(rest[0])
        elif not self.wrong:
            self.fault(win, "no-hand-or-fans")

    def _player_of(self, item: str, token: SheetToken) -> None:
        found = player_of(self.players, self.line, token, self.wrong)
        if found is not None:
            self.say(item, found, token)

    def two_ways(self, winner: SheetToken | None, win: SheetToken, rest: list[SheetToken]) -> None:
        """``南 点炮 西``: South wins from West, or South discards and West wins."""
        after = re.match(r"[^\s,;:=]+", rest[0].text) if rest else None
        one = winner.text if winner is not None else ""
        other = after.group() if after else ""
        self.fault(win, "two-ways", one=one or "南", other=other or "西")

    def hand(self, token: SheetToken) -> None:
        """What follows the win word: the fans, or the hand itself."""
        found = [
            (ITEM_OF[one[1].lower()], SheetToken("item", token.start + one.start(), one.group()))
            for one in ITEM_IN_HAND.finditer(token.text)
        ]
        if not found:
            self.tiles(token)
        elif self._beside(token, found):
            for item, one in found:
                key = IN_HAND.get(item, "item-in-hand")
                self.fault(one, key, text=self.typed(one), value=one.text.partition(":")[2])
        else:
            for item, one in found:
                self.plain(one, item)
            if "fans" not in self.places and not self.wrong:
                self.fault(token, "no-hand-or-fans")

    def _beside(self, token: SheetToken, items: Iterable[tuple[str, SheetToken]]) -> str:
        """What stands beside the items of a hand; a number split by commas is one piece."""
        text = token.text
        for item, one in items:
            start = one.start - token.start
            value = one.start + one.text.index(":") + 1
            split = split_number(self.line.code, value, ",") if item in ITEMS_AFTER_WIN else None
            end = start + len(one.text)
            if split is not None and not LETTER.match(self.line.code, value + len(split.text)):
                end = value - token.start + len(split.text)
            text = text[:start] + " " * (end - start) + text[end:]
        return text.strip(" ,;")

    def plain(self, token: SheetToken, item: str) -> None:
        """Fans or flowers that the club has counted itself."""
        key, _, value = token.text.partition(":")
        if item not in ITEMS_AFTER_WIN:
            self.fault(token, "item-in-hand", text=self.typed(token), value=value)
        elif not value:
            self.fault(token, "item-empty", item=item)
        else:
            self.amount(item, token, SheetToken("value", token.start + len(key) + 1, value))

    def tiles(self, token: SheetToken) -> None:
        """The hand: readable, or every token of it that is not."""
        start = self.line.place(token.start)[0]
        end = start + self.line.place(token.start, len(token.text))[1]
        text = " " * start + self.line.text[start:end]
        try:
            typed = read(text)
        except NotationError as error:
            self.wrong += (self.place(token).mark(defect) for defect in error.defects)
            return
        if wrong := typed.unreadable():
            self.wrong += wrong
            return
        said = tuple(
            HandItem(
                said, text[first : first + length], SheetPlace(self.line.number, first, length)
            )
            for said, first, length in typed.said()
        )
        self.say("hand", HandPart(text, self.place(token), said), token)


# Where tiles are read, fans are one too many, and flowers are spelt in another way.
IN_HAND = MappingProxyType({"fans": "fans-and-hand", "flowers": "flowers-in-hand"})
WIN_TOKENS = ("tsumo", "from", "two-ways")
ITEM_READERS: MappingProxyType[str, Callable[[DealReader, str, SheetToken, SheetToken], None]] = (
    MappingProxyType(
        {
            "dealer": DealReader.player,
            "false": DealReader.player,
            "escape": DealReader.player,
            "round": DealReader.wind,
            "flip": DealReader.tile,
            "bird": DealReader.tile,
            "penalty": DealReader.amount,
            "compensation": DealReader.amount,
        }
    )
)
