"""Who won, and whose tile it was: the words of a line put together, in the order people write them.

点炮 belongs to the player who pays and 和 to the one who wins: 西 和 北点炮, 北点炮 西和. With 点炮
alone between two players (西 点炮 北) either may have won: ``two_ways``.

>>> from mjcalc.sheets.deal_words import words_of
>>> from mjcalc.sheets.players import Players
>>> from mjcalc.sheets.vocabulary import SheetLine
>>> roles = WinSentence([*words_of(SheetLine(1, "N deals in, W wins 12"), 0, Players())]).roles
>>> roles[Role.WINNER].text, roles[Role.PAYER].text
('W', 'N')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from types import MappingProxyType

from mjcalc.sheets.deal_words import PLAYER_KINDS, SheetWord, WordKind

PLAYER_OR_WORD = (*PLAYER_KINDS, WordKind.WORD)
NAMED = frozenset({*PLAYER_KINDS, WordKind.UNCLOSED})
WIN_KINDS = (
    WordKind.SELF_DRAW,
    WordKind.FROM,
    WordKind.DISCARDS,
    WordKind.DEALS_IN,
    WordKind.DISCARDS_TO,
    WordKind.WON,
)
# What a player does: an unknown word before one of these is taken for a name.
VERBS = frozenset({*WIN_KINDS, WordKind.FALSE_WIN, WordKind.ESCAPE, WordKind.DEALER})
# Words with a meaning of their own, wherever they stand.
FACTS = frozenset(
    {
        WordKind.ITEM,
        WordKind.NO_BIRD,
        WordKind.ROUND,
        WordKind.FANS,
        WordKind.FLOWERS,
        WordKind.POINTS,
        WordKind.COUNT,
        WordKind.DRAW,
        WordKind.FAN_NAME,
    }
)
# What may stand after the win where there is no hand; a chair only next to a word that claims it.
PLAIN = (
    VERBS
    | FACTS
    | {WordKind.JOINER, WordKind.TO, WordKind.PLAYER, WordKind.QUOTED, WordKind.THE_DEALER}
)
CLAIMS_AFTER = frozenset({WordKind.FROM, WordKind.TO, WordKind.FALSE_WIN})
# How a hand may begin.
HAND_START = re.compile(
    r"[0-9\[(+🀀-🀡]|[吃碰杠明暗手东南西北中发白红幺①-⑨]|[ESWNCFP]++(?![A-Za-z])"
    r"|(?ai:chi|chow|peng|pon|pung|kong|gang|kan|an?kan|concealed|hand|east|south|west|north|red)"
)
# Words and items that no hand has, so that they may stand after one.
FACTS_AFTER_HAND = (WordKind.NO_BIRD, WordKind.FANS)
ITEMS_OF_DEAL = ("dealer", "bird", "flip")


class Role(Enum):
    """What a player did in the deal."""

    WINNER = "winner"
    PAYER = "payer"
    FALSE_WINNER = "false winner"
    LEAVER = "leaver"
    DEALER = "dealer"


# The role of the player before a word; without one before, of the player after it.
ROLE_BEFORE = MappingProxyType(
    {
        WordKind.SELF_DRAW: Role.WINNER,
        WordKind.WON: Role.WINNER,
        WordKind.FROM: Role.WINNER,
        WordKind.DISCARDS: Role.PAYER,
        WordKind.DEALS_IN: Role.PAYER,
        WordKind.DISCARDS_TO: Role.PAYER,
        WordKind.DEALER: Role.DEALER,
        WordKind.FALSE_WIN: Role.FALSE_WINNER,
        WordKind.ESCAPE: Role.LEAVER,
    }
)
ROLE_AFTER = MappingProxyType(
    {WordKind.FROM: Role.PAYER, WordKind.DISCARDS_TO: Role.WINNER, WordKind.TO: Role.WINNER}
)


class WinSentence:
    """The words of a line, and the role of each player among them.

    ``facts`` are items, fans and the like, ``loose`` players without a role, ``strays`` words
    without a meaning, ``events`` the first word of each kind. ``hand`` is the word with which the
    hand begins, ``hand_end`` where it ends if that is before the end of the line. ``two_dealers``
    are the player before and after the word of a dealer, when it may belong to either, and it.
    """

    def __init__(self, words: Sequence[SheetWord]) -> None:
        self.words = words
        self.roles: dict[Role, SheetWord] = {}
        self.false_winners: list[SheetWord] = []
        self.facts: list[SheetWord] = []
        self.loose: list[SheetWord] = []
        self.strays: list[SheetWord] = []
        self.events: dict[WordKind, SheetWord] = {}
        self.hand: SheetWord | None = None
        self.hand_end: int | None = None
        self.two_dealers: tuple[SheetWord, SheetWord, SheetWord] | None = None
        self._awaited: Role | None = None
        self._dealer_before: SheetWord | None = None  # the value of dealer: just before
        places = range(len(words))
        known = PLAIN | {WordKind.CHAIR}
        self._plain_from = 1 + max((at for at in places if not self._is_plain(at)), default=-1)
        self._known_from = 1 + max((at for at in places if words[at].kind not in known), default=-1)
        for at, word in enumerate(words):
            if self._begins_hand(at):
                self.hand = word
                self._after_hand(at)
                break
            self._take(at, word)
        self._settle()

    @property
    def is_win(self) -> bool:
        """Whether the line says that somebody won."""
        return any(kind in self.events for kind in WIN_KINDS)

    @property
    def win_word(self) -> SheetWord:
        """The word that says so."""
        return next(self.events[kind] for kind in WIN_KINDS if kind in self.events)

    @property
    def is_self_drawn(self) -> bool:
        """Whether the line says that the winner drew the tile."""
        return WordKind.SELF_DRAW in self.events

    @property
    def two_ways(self) -> tuple[SheetWord, SheetWord] | None:
        """The two players of 西 点炮 北, either of whom may have won; None if they are one."""
        clear = {*WIN_KINDS, WordKind.TO} - {WordKind.DISCARDS}
        payer = self.roles.get(Role.PAYER)
        if payer is None or not self.loose or clear & {*self.events}:
            return None
        other = self.loose[-1]
        if any(word.start < max(payer.start, other.start) for word in self.strays):
            return None
        same = payer.player is not None and payer.player is other.player
        return None if same else (payer, other)

    # --- the hand -------------------------------------------------------------------------------

    def _is_plain(self, at: int) -> bool:
        kind = self.words[at].kind
        if kind is not WordKind.CHAIR:
            return kind in PLAIN
        before = self.words[at - 1].kind if at else None
        return before in CLAIMS_AFTER or self._kind_after(at) in VERBS

    def _kind_after(self, at: int) -> WordKind | None:
        return self.words[at + 1].kind if at + 1 < len(self.words) else None

    def _begins_hand(self, at: int) -> bool:
        """Whether the hand begins here: who won is known, and not all the rest is plain words."""
        if at >= self._plain_from or self._awaited is not None or Role.WINNER not in self.roles:
            return False
        if self.is_self_drawn or Role.PAYER in self.roles:
            return True
        if WordKind.WON not in self.events or at >= self._known_from or self._is_plain(at):
            return False
        return HAND_START.match(self.words[at].text) is not None

    def _after_hand(self, at: int) -> None:
        """Take what is named after the hand that begins there: the dealer, the bird, who paid."""
        end = len(self.words)
        while end > at + 1:
            last = self.words[end - 1]
            taken = self._player_before(end) if end > at + 2 else 0
            if last.kind in FACTS_AFTER_HAND or last.item in ITEMS_OF_DEAL:
                self.facts.append(last)
                taken = 1
            if not taken:
                break
            end -= taken
            self.hand_end = self.words[end].start

    def _player_before(self, end: int) -> int:
        """Take the discarder or dealer named in two words before this place, if they do."""
        first, second = self.words[end - 2 : end]
        unpaid = not self.is_self_drawn and Role.PAYER not in self.roles
        if first.kind is WordKind.DEALER and second.kind in PLAYER_KINDS:
            self.roles.setdefault(Role.DEALER, second)
        elif unpaid and first.kind is WordKind.FROM and second.kind in PLAYER_OR_WORD:
            self.roles[Role.PAYER] = second
        elif unpaid and first.kind in PLAYER_KINDS and second.kind is WordKind.DISCARDS:
            self.roles[Role.PAYER] = first
        else:
            return 0
        return 2

    # --- players --------------------------------------------------------------------------------

    def _take(self, at: int, word: SheetWord) -> None:
        after = self._kind_after(at)
        if word.kind is WordKind.DEALER and self._awaited in (Role.WINNER, Role.PAYER):
            word = word._replace(kind=WordKind.THE_DEALER)
        if word.kind in NAMED or (word.kind is WordKind.WORD and self._may_be_name(word, after)):
            self._name(word, after)
        elif word.kind in FACTS:
            self.facts.append(word)
            if word.kind is WordKind.FAN_NAME and self._is_fan_of_player(at):
                self._event(word._replace(kind=WordKind.WON))
            if word.item == "dealer":
                self._dealer_before = SheetWord(WordKind.WORD, word.value_start, word.value)
                return
        elif word.kind in ROLE_BEFORE or word.kind is WordKind.TO:
            if word.kind is WordKind.DEALER:
                self._ask_whose_deal(at)
            self._event(word)
        elif word.kind is not WordKind.JOINER:
            self.strays.append(word)
        self._dealer_before = None

    def _is_fan_of_player(self, at: int) -> bool:
        """Whether a fan is named directly after a player, who has won then."""
        return bool(self.loose) and at > 0 and self.words[at - 1] is self.loose[-1]

    def _may_be_name(self, word: SheetWord, after: WordKind | None) -> bool:
        """Whether an unknown word stands where a player may, and is no tile."""
        return (self._awaited is not None or after in VERBS) and not HAND_START.match(word.text)

    def _name(self, word: SheetWord, after: WordKind | None) -> None:
        won = WordKind.WON in self.events and Role.WINNER in self.roles
        if self._awaited is not None:
            self._give(self._awaited, word)
            self._awaited = None
        elif won and Role.PAYER not in self.roles and not self.is_self_drawn and after not in VERBS:
            if word.kind in (WordKind.PLAYER, WordKind.QUOTED):
                self._give(Role.PAYER, word)
            else:
                self.loose.append(word)
        else:
            self.loose.append(word)

    def _ask_whose_deal(self, at: int) -> None:
        """Note that 张三 庄 李四 may mean either; glued to one player it belongs to that one."""
        if self.loose and at + 1 < len(self.words) and self.words[at + 1].kind in PLAYER_KINDS:
            before, word, after = self.loose[-1], self.words[at], self.words[at + 1]
            if before.end < word.start:
                self.two_dealers = before, after, word

    def _event(self, word: SheetWord) -> None:
        self.events.setdefault(word.kind, word)
        role = ROLE_BEFORE.get(word.kind)
        self._awaited = ROLE_AFTER.get(word.kind)
        if role is not None and role not in self.roles:
            if not self.loose and role is Role.WINNER and self._dealer_before is not None:
                self.loose.append(self._dealer_before)
            if self.loose:
                self._give(role, self.loose.pop())
            elif self._awaited is None:
                self._awaited = role

    def _give(self, role: Role, word: SheetWord) -> None:
        if role is Role.FALSE_WINNER:
            self.false_winners.append(word)
        elif role in self.roles:
            self.loose.append(word)
        else:
            self.roles[role] = word

    def _settle(self) -> None:
        """Give the one player left the one role that is left."""
        if len(self.loose) != 1 or not self.is_win or self.two_ways is not None:
            return
        left = [role for role in (Role.WINNER, Role.PAYER) if role not in self.roles]
        if self.is_self_drawn and Role.PAYER in left:
            left.remove(Role.PAYER)
        if len(left) == 1:
            self._give(left[0], self.loose.pop())
            self._awaited = None
