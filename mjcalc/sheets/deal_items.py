"""The items of a deal of a game sheet, each with its value: ``dealer:S``, 鸟3饼, 25番, draw."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from mjcalc.errors import Defect, shortened
from mjcalc.notation.mistakes import OF_TILES, mistakes_in
from mjcalc.notation.vocabulary import ONE_TILE, one_tile
from mjcalc.sheets.deal_words import SheetWord, WordKind
from mjcalc.sheets.players import CHAIRS, Players, wind_digit
from mjcalc.sheets.values import Ending, SheetPlace
from mjcalc.sheets.vocabulary import (
    AMOUNT,
    COUNTED_NUMBER,
    NO_BIRD,
    SheetLine,
    SplitNumber,
    number_of,
    split_number,
)
from mjcalc.tiles import Wind


def split_defect(split: SplitNumber) -> Defect:
    """Return the defect of a number that is split by commas or blanks."""
    if split.whole is None:
        return Defect("split-number", {"text": split.text})
    return Defect("grouped-number", {"text": split.text, "whole": split.whole})


class ItemReader:
    """Reads the items of one line into ``values``; what is wrong with them is in ``wrong``.

    ``label`` is the number written before the deal, ``verb`` the place of the line itself.
    """

    def __init__(
        self, line: SheetLine, verb: SheetWord, players: Players, label: SheetWord | None = None
    ) -> None:
        self.line = line
        self.players = players
        self.wrong: list[Defect] = []
        self.values: dict[str, Any] = {}
        self.dealer: Wind | None = None  # who deals where the line does not say it
        self.false_wins: list[Wind] = []
        self.remarks: list[SheetWord] = []  # names of fans
        self.split: set[int] = set()  # where the pieces of split numbers may start
        self.places = {"deal": self.place(verb)}
        if label is not None:
            self.note("label", number_of(label.value), label)
            self.values["label_round"] = label.player

    def place(self, word: SheetWord) -> SheetPlace:
        """Return where a word stands."""
        return SheetPlace(self.line.number, *self.line.place(word.start, len(word.text)))

    def fault(self, word: SheetWord, key: str, **fields: Any) -> None:
        """Report that something is wrong with this word."""
        self.wrong.append(self.place(word).mark(Defect(key, fields)))

    def text_of(self, word: SheetWord) -> str:
        """Return the word as it was typed, cut when it would fill the screen."""
        return shortened(self.line.text_of(word.start, len(word.text)))

    def note(self, item: str, value: Any, word: SheetWord) -> None:
        """Keep the value of an item, which may be given once."""
        if item in self.places:
            self.fault(word, "said-twice", item=item)
            return
        self.places[item] = self.place(word)
        self.values[item] = value

    def read_fact(self, word: SheetWord) -> None:
        """Read a word with a meaning of its own; the rest of a split number is skipped."""
        if word.start not in self.split:
            FACT_READERS[word.kind](self, word)

    # --- players and endings --------------------------------------------------------------------

    def end(self, ending: Ending, word: SheetWord) -> None:
        """Note how the deal ended, which may be given once."""
        if "ending" in self.places:
            self.fault(word, "two-endings")
        else:
            self.note("ending", ending, word)

    def escaped(self, word: SheetWord, item: SheetWord) -> None:
        """Note who left the table."""
        player = self.player_of(word, "escape")
        self.places.setdefault("escape", self.place(item))
        if player is not None:
            self.end(Ending.ESCAPE, item)
            self.values["player"] = player

    def won_falsely(self, word: SheetWord, item: SheetWord) -> None:
        """Note a false win, which may be followed by the end of the deal."""
        player = self.player_of(word, "false")
        self.places.setdefault("false", self.place(item))
        if player in self.false_wins:
            self.fault(item, "false-win-twice", player=self.text_of(word))
        elif player is not None:
            self.false_wins.append(player)

    def player_of(self, word: SheetWord, item: str = "") -> Wind | None:
        if word.player is not None:
            return word.player
        if word.kind is WordKind.THE_DEALER:
            return self.dealer_of(word)
        player = self.players.find(self.line, word.start, word.text, item)
        if isinstance(player, Defect):
            self.wrong.append(player)
            return None
        return player

    def dealer_of(self, word: SheetWord) -> Wind | None:
        """Return who deals, for 庄家 where a player stands."""
        dealer: Wind | None = self.values.get("dealer", self.dealer)
        if dealer is None:
            self.fault(word, "who-deals", text=self.text_of(word))
        return dealer

    def player(self, item: str, word: SheetWord) -> None:
        """Note the player in a role."""
        player = self.player_of(word)
        if player is not None:
            self.note(item, player, word)

    def fan_name(self, word: SheetWord) -> None:
        """Keep the name of a fan: the club has counted the fans."""
        self.remarks.append(word)

    def draw(self, word: SheetWord) -> None:
        """Note that nobody won; saying so twice does no harm."""
        if self.values.get("ending") is not Ending.DRAW:
            self.end(Ending.DRAW, word)

    # --- items ----------------------------------------------------------------------------------

    def item(self, word: SheetWord) -> None:
        """Read an item, ``key:value`` or ``key value``."""
        value = SheetWord(WordKind.WORD, word.value_start, word.value)
        if not word.value:
            self.places.setdefault(word.item, self.place(word))
            self.fault(word, "item-empty", item=word.item)
        else:
            ITEM_READERS[word.item](self, word.item, word, value)

    def player_item(self, item: str, word: SheetWord, value: SheetWord) -> None:
        """Read an item whose value is a player."""
        if item == "dealer":
            player = self.player_of(value, item)
            if player is not None:
                self.note(item, player, word)
        elif item == "escape":
            self.escaped(value, word)
        else:
            self.won_falsely(value, word)

    def wind(self, item: str, word: SheetWord, value: SheetWord) -> None:
        """Read an item whose value is a wind."""
        if value.text.casefold() in CHAIRS:
            self.note(item, CHAIRS[value.text.casefold()], word)
        elif re.fullmatch("[0-4]", value.text):
            self.wrong.append(self.place(value).mark(wind_digit(item, value.text)))
        else:
            self.fault(value, "not-a-wind", item=item, value=self.text_of(value))

    def tile(self, item: str, word: SheetWord, value: SheetWord) -> None:
        """Read an item whose value is a tile; a bird may be none."""
        if item == "bird" and value.text.lower() in NO_BIRD:
            self.no_bird(word)
        elif re.fullmatch(ONE_TILE, value.text):
            self.note(item, one_tile(value.text), word)
        else:
            self.wrong.append(self.place(value).mark(self._no_tile(item, value)))

    def _no_tile(self, item: str, value: SheetWord) -> Defect:
        text = self.text_of(value)
        wrong = next(mistakes_in(value.text), None)
        if wrong is not None and wrong.key == "flower":
            if item == "bird":
                return Defect("no-bird", {"value": text})
            return Defect("flower-turned", {"text": text, "item": item})
        if wrong is not None and wrong.key in OF_TILES:
            return Defect(wrong.key, {**wrong.fields, "text": text})
        return Defect("item-no-tile", {"item": item, "value": text})

    def amount(self, item: str, word: SheetWord, value: SheetWord) -> None:
        """Read an item whose value is a number."""
        split = split_number(self.line.code, value.start)
        if split is not None and AMOUNT.fullmatch(value.text):
            self.split.update(range(value.start, value.start + len(split.text)))
            self.places.setdefault(item, self.place(word))
            place = self.place(SheetWord(WordKind.WORD, value.start, split.text))
            self.wrong.append(place.mark(split_defect(split)))
        elif re.fullmatch(COUNTED_NUMBER, value.text):
            self.note(item, number_of(value.text), word)
        else:
            self.fault(value, "item-no-number", item=item, value=self.text_of(value))

    def no_bird(self, word: SheetWord) -> None:
        """Note that the club plays without a bird."""
        self.note("bird", None, word)
        self.values["no_bird"] = True

    def round(self, word: SheetWord) -> None:
        """Read 东圈, 东风圈 or ``east round``."""
        self.note("round", CHAIRS[re.split("[风圈 ]", word.text)[0].casefold()], word)

    def counted(self, word: SheetWord) -> None:
        """Read fans or flowers with their unit, or fans as a bare number."""
        digits = re.match(COUNTED_NUMBER, word.text)
        assert digits is not None
        item = "flowers" if word.kind is WordKind.FLOWERS else "fans"
        self.amount(item, word, SheetWord(WordKind.WORD, word.start, digits.group()))

    def points(self, word: SheetWord) -> None:
        """Ask whether 分 or points are fans, or what was paid."""
        digits = re.match(COUNTED_NUMBER, word.text)
        assert digits is not None
        self.fault(
            word, "fans-or-points", text=self.text_of(word), number=number_of(digits.group())
        )


FACT_READERS: MappingProxyType[WordKind, Callable[[ItemReader, SheetWord], None]] = (
    MappingProxyType(
        {
            WordKind.ITEM: ItemReader.item,
            WordKind.NO_BIRD: ItemReader.no_bird,
            WordKind.ROUND: ItemReader.round,
            WordKind.FANS: ItemReader.counted,
            WordKind.FLOWERS: ItemReader.counted,
            WordKind.COUNT: ItemReader.counted,
            WordKind.POINTS: ItemReader.points,
            WordKind.DRAW: ItemReader.draw,
            WordKind.FAN_NAME: ItemReader.fan_name,
        }
    )
)
ITEM_READERS: MappingProxyType[str, Callable[[ItemReader, str, SheetWord, SheetWord], None]] = (
    MappingProxyType(
        {
            "dealer": ItemReader.player_item,
            "false": ItemReader.player_item,
            "escape": ItemReader.player_item,
            "round": ItemReader.wind,
            "flip": ItemReader.tile,
            "bird": ItemReader.tile,
            "penalty": ItemReader.amount,
            "compensation": ItemReader.amount,
            "fans": ItemReader.amount,
            "flowers": ItemReader.amount,
        }
    )
)
