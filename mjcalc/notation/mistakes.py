"""What else people type (notation, outcome *cannot read*): each mistake is a piece, and names its key.

Every NotationError defect has the field ``text``: the token as it was typed (cut when very long).
The place is the first character of the token; inside a group of tiles, the character.

===================== ==================================== =======================================
key                   fields besides ``text``              said of
===================== ==================================== =======================================
empty                 (no text)                            nothing but blanks and comments
too-long              length, limit                        more characters than any hand has
more-defects          count                                how many further tokens are unreadable
digits-without-suit   digits                               ``789 EEE``
blank-before-suit     write                                ``789 s``; write = 789s
no-such-honour        digits                               ``8z``: the digits that are no honour
red-five              write                                ``0m`` is a red five elsewhere; 5m
letter-after-digit    digits, letter, readings, honour     ``3W``: readings (3m,), honour Tile 西
letter-before-digit   digits, letter, readings, honour     ``B1``: readings (1p, 1s), honour None
suit-before-digits    write                                ``m123``; write = 123m
suit-without-digits   letter                               ``m`` alone
lower-case-honour     write                                ``eee``; write = EEE
flower                                                     ``1f``, 春, 🀢: write +flowers:N
percent-code          char                                 ``%5B``, copied from an address: ``[``
unknown-word          candidates                           ``banana``; candidates may be empty
unknown-item          item, candidates                     ``+riichi``; candidates may be empty
no-value              item                                 ``+win:``, ``+win``, ``+seat=E``
flag-with-value       item                                 ``+last:yes``
not-one-tile          item, value, count                   ``+win:55z``
not-a-tile            item, value                          ``+win:x``
wind-digit            item, digit, from_one, from_zero     ``+seat:1``: the Winds (or None) that the
                                                           digit is when counted from 1, from 0
not-a-wind            item, value                          ``+seat:X``
not-a-number          item, value                          ``+flowers:-1``, ``+flowers:many``
empty-set             open, close                          ``[]``
unclosed-bracket      open, close                          ``[123m``
stray-bracket         close                                ``123m]``
mismatched-bracket    open, close                          ``[123m)``
not-tiles             inside                               ``[tsumo]``
bad-source            tiles, source, allowed               ``[123m,7]``; allowed () for ``(5555p,1)``
word-without-set      word                                 ``chi: 123m``, ``chi 123m``
unreadable                                                 any other character
===================== ==================================== =======================================

``item`` is the English key (``+win``), ``readings`` and ``candidates`` are tuples of str, ``honour``
is a Tile or None, ``digits``, ``value``, ``write`` … are str, counts are int.

ImpossibleHand has, beyond the defects of :mod:`mjcalc.hand`, three of the text:

===================== ==================================== =======================================
said-twice            item                                 ``+win:5z +win:9s``; item ``win-word``
                                                           for a win word that is said twice
contradiction         first, second                        tsumo and 点和, ron and 妙手回春
wrong-word            word, tiles, kind                    ``chi:EEE``; kind (Kind) = what it is
===================== ==================================== =======================================
"""
