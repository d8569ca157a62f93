"""A line of a game sheet that is a deal: items, who won and how, or how else it ended (notation).

Everything wrong with a line is reported together. What its items mean under the rules is decided
in ``sheets.score_deal``.
"""

from __future__ import annotations

import re

from mjcalc.errors import Defect, NotationError, shortened
from mjcalc.notation.grammar import read
from mjcalc.notation.vocabulary import alternatives
from mjcalc.sheets.deal_items import ItemReader
from mjcalc.sheets.deal_words import SheetWord, WordKind, words_of
from mjcalc.sheets.players import Players
from mjcalc.sheets.values import DealLine, Ending, HandItem, HandPart, SheetPlace
from mjcalc.sheets.vocabulary import (
    COUNTED_NUMBER,
    DRAW,
    ITEM_OF,
    SheetLine,
)
from mjcalc.sheets.win_sentence import Role, WinSentence

ENDING_WORDS = ("tsumo", "self-drawn", "wins", "from", DRAW[0])
# Items of the sheet among the tiles of a hand, and fans that the club has counted.
ITEM_IN_HAND = re.compile(
    rf"(?<![^\s,;])(?:({alternatives(ITEM_OF)}):([^\s,;]*)|{COUNTED_NUMBER} ?(?:番|(?ai:fans?\b)))"
)


class DealReader(ItemReader):
    """Reads a line that is a deal; what is wrong with it is in ``wrong``.

    Of a ``partial`` deal the rest is given elsewhere.
    """

    def __init__(
        self,
        line: SheetLine,
        verb: SheetWord,
        players: Players,
        label: SheetWord | None = None,
        *,
        partial: bool = False,
    ) -> None:
        super().__init__(line, verb, players, label)
        self.partial = partial
        self.is_self_drawn = False
        self.needs_draw: SheetWord | None = None  # the word of a win that names no discarder

    def read(self, start: int) -> DealLine | None:
        """Return the deal; None when the line is wrong."""
        self.take(start)
        if self.wrong:
            return None
        return DealLine(self.line.number, places=self.places, **self.values)

    def take(self, start: int) -> None:
        """Read the line into ``values``; of a ``partial`` deal nothing need be complete."""
        sentence = WinSentence([*words_of(self.line, start, self.players)])
        for fact in sentence.facts:
            self.read_fact(fact)
        self.endings(sentence)
        if sentence.is_win and sentence.two_ways is None:
            self.win(sentence)
        self.only_false_wins()
        self.names_of_fans(sentence)
        if sentence.two_ways is None:
            self.left_over(sentence)
        if not self.partial:
            self.fans_without_win()
            if "ending" not in self.places and not self.wrong:
                self.wrong.append(self.places["deal"].mark(Defect("no-ending")))
            self.amounts_of_escape()

    # --- how it ended ---------------------------------------------------------------------------

    def endings(self, sentence: WinSentence) -> None:
        """Note how the deal ended, and who escaped or won falsely."""
        if sentence.is_win:
            self.end(Ending.WIN, sentence.win_word)
        leaver = sentence.roles.get(Role.LEAVER)
        if leaver is not None:
            self.escaped(leaver, leaver)
        for word in sentence.false_winners:
            self.won_falsely(word, word)
        for kind, item in ((WordKind.ESCAPE, "escape"), (WordKind.FALSE_WIN, "false")):
            event = sentence.events.get(kind)
            if event is not None and item not in self.places:
                self.fault(event, "item-empty", item=item)
        dealer = sentence.roles.get(Role.DEALER)
        if sentence.two_dealers is not None:
            one, other, word = sentence.two_dealers
            names = {
                "one": self.text_of(one),
                "other": self.text_of(other),
                "text": self.text_of(word),
            }
            self.fault(word, "two-dealers", **names)
        elif dealer is not None:
            self.player("dealer", dealer)
        if sentence.two_ways is not None:
            self.two_ways(*sentence.two_ways, sentence.win_word)

    def only_false_wins(self) -> None:
        """End a deal with its false win where nothing else ended it; no false winner may win."""
        self.values["false_wins"] = tuple(self.false_wins)
        if self.false_wins and "ending" not in self.places:
            self.places["ending"] = self.places["false"]
            self.values |= {"ending": Ending.FALSE_WIN, "player": self.false_wins[-1]}
        winner = self.values.get("winner")
        if winner is not None and winner in self.false_wins:
            self.wrong.append(self.places["winner"].mark(Defect("false-winner-wins")))

    def names_of_fans(self, sentence: WinSentence) -> None:
        """Keep the names of fans that stand with their number; a hand has its own."""
        if self.remarks and (sentence.hand is not None or "fans" not in self.places):
            word = self.remarks[0]
            self.fault(word, "fan-name-alone", name=self.text_of(word))
        self.values["remark"] = " ".join(map(self.text_of, self.remarks))

    def left_over(self, sentence: WinSentence) -> None:
        """Report the words that belong nowhere: the first without a meaning, or a player."""
        words = [word for word in sentence.strays if word.start not in self.split]
        words = [word for word in sentence.loose if word.kind is WordKind.UNCLOSED] or words
        lost = not words and sentence.loose and not self.wrong
        if lost and "ending" not in self.places and not self.partial:
            self.fault(sentence.loose[0], "no-ending")
        elif words or (sentence.loose and not self.wrong):
            word = (words or sentence.loose)[0]
            if word.kind is WordKind.OTHER_ITEM:
                key = word.text.partition(":")[0]
                self.fault(word, "no-item", name=key, known=(*ITEM_OF, "from"))
            elif word.kind is WordKind.UNCLOSED:
                self.fault(word, "unclosed-quote")
            else:
                self.fault(word, "stray-word", name=self.text_of(word), known=ENDING_WORDS)

    def fans_without_win(self) -> None:
        """Report fans that belong to no win; where the ending is missing only that is reported."""
        if "ending" in self.places and self.values.get("ending") is not Ending.WIN:
            for item in ("fans", "flowers"):
                if item in self.places:
                    place = self.places[item]
                    text = self.line.text[place.start : place.start + place.length]
                    self.wrong.append(place.mark(Defect("fans-without-win", {"text": text})))

    def amounts_of_escape(self) -> None:
        """Report the amounts that an escape lacks, and those of any other deal."""
        escaped = self.values.get("ending") is Ending.ESCAPE
        for item in ("penalty", "compensation"):
            if escaped and item not in self.places:
                self.wrong.append(self.places["escape"].mark(Defect("deal-lacks", {"item": item})))
            elif not escaped and item in self.places and "ending" in self.places:
                self.wrong.append(self.places[item].mark(Defect("only-escape", {"item": item})))

    # --- items ----------------------------------------------------------------------------------

    # --- a win ----------------------------------------------------------------------------------

    def win(self, sentence: WinSentence) -> None:
        """Read a win: who won, whose tile it was, and the hand or the fans."""
        self.is_self_drawn = sentence.is_self_drawn
        winner, payer = (sentence.roles.get(role) for role in (Role.WINNER, Role.PAYER))
        if winner is not None:
            self.player("winner", winner)
        if payer is not None and sentence.is_self_drawn:
            self.fault(payer, "drawn-and-discarded", text=self.text_of(payer))
        elif payer is not None:
            self.player("discarder", payer)
        if not self.partial:
            self.is_complete(sentence)
        if sentence.hand is not None:
            self.hand(sentence.hand.start, sentence.hand_end)

    def is_complete(self, sentence: WinSentence) -> None:
        """Report what a win lacks: the winner, else the discarder, else the fans."""
        word = sentence.win_word
        if Role.WINNER not in sentence.roles:
            self.fault(word, "no-winner", text=self.text_of(word))
        elif sentence.is_self_drawn or Role.PAYER in sentence.roles:
            if sentence.hand is None and "fans" not in self.places and not self.wrong:
                at = sentence.words[-1] if "flowers" in self.places else word
                self.fault(at, "no-hand-or-fans")
        elif sentence.hand is not None:
            self.needs_draw = word
        elif WordKind.FROM in sentence.events and not self.wrong:
            self.fault(word, "no-discarder", text=self.text_of(word))
        elif not self.wrong:
            self.whose_discard(word)

    def whose_discard(self, word: SheetWord) -> None:
        """Report that nobody is named who discarded; the advice names the winner as typed."""
        place = self.places.get("winner")
        name = "S" if place is None else self.line.text[place.start :][: place.length]
        self.fault(word, "whose-discard", winner=shortened(name))

    def two_ways(self, payer: SheetWord, other: SheetWord, word: SheetWord) -> None:
        """Ask about 南 点炮 西: South wins from West, or South discards and West wins."""
        one, two = self.text_of(payer), self.text_of(other)
        self.fault(word, "two-ways", one=one, other=two, text=self.text_of(word))

    def hand(self, start: int, end: int | None) -> None:
        """Read what follows the win as a hand, with items of the deal among its tiles."""
        text = self.line.code[start:end].rstrip()
        for one in ITEM_IN_HAND.finditer(text):
            item = ITEM_OF[one[1].lower()] if one[1] else "fans"
            word = SheetWord(
                WordKind.ITEM, start + one.start(), one.group(), None, item, one[2] or ""
            )
            if item == "flowers":
                self.fault(word, "flowers-in-hand", text=self.text_of(word), value=word.value)
            elif one[1]:
                self.item(word)
            else:
                self.counted(word)
            text = text[: one.start()] + " " * len(one.group()) + text[one.end() :]
        if text.strip(" ,;"):
            self.tiles(start, text)

    def tiles(self, start: int, code: str) -> None:
        """Read the hand, or every piece of it that cannot be read."""
        word = SheetWord(
            WordKind.WORD, start + len(code) - len(code.lstrip(" ,;")), code.strip(" ,;")
        )
        first, length = self.line.place(word.start, len(word.text))
        text = " " * first + self._without_items(first, first + length, start, code)
        try:
            tokens = read(text)
        except NotationError as error:
            self.wrong += (self.place(word).mark(defect) for defect in error.defects)
            return
        if wrong := tokens.unreadable():
            self.wrong += wrong
            return
        items = tuple(
            HandItem(item, text[at : at + size], SheetPlace(self.line.number, at, size))
            for item, at, size in tokens.said()
        )
        if self.needs_draw is not None and not any(item.item.self_drawn for item in items):
            self.whose_discard(self.needs_draw)
        self.note("hand", HandPart(text, self.place(word), items), word)

    def _without_items(self, first: int, end: int, start: int, code: str) -> str:
        """Return the text of the hand as typed, blanks for the items of the deal."""
        text = list(self.line.text[first:end])
        for at, char in enumerate(code):
            place = self.line.place(start + at)[0] - first
            if char == " " and 0 <= place < len(text):
                text[place] = " "
        return "".join(text)
