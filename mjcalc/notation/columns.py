"""Blocks of lines read into columns: many hands without a Python object for each line.

A line is *plain* when each of its words, between spaces, is

* tiles as digits and ``m p s z``, such as ``123m456p``: they are counted here; or
* of at most sixteen bytes, and means one thing to the grammar, such as ``[123m]``, ``+win:5z``,
  ``EEE`` or ``自摸``: see :mod:`mjcalc.notation.effects`.

A plain line is the very hand that :func:`mjcalc.notation.grammar.parse` reads, but for ``assumed``,
and every line that ``format`` writes is plain. All other lines, and those that are no legal hands,
are left to the grammar, which says what is wrong.

>>> hands, unread = read_many(["123m456p789s1115z +win:5z tsumo", "banana"])
>>> hands[0].winning, unread.tolist()
(Tile.Z5, [False, True])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mjcalc.hand.columns import Hands
from mjcalc.hand.kinds import ANY_WILD, SETS, WildPolicy
from mjcalc.hand.packed_columns import OCTAL, Array, Bools, Ints, number_of_tiles
from mjcalc.hand.row import HALF, INDICATOR_AT, NAMED_AT, NONE, SOURCE_BITS
from mjcalc.notation.effects import (
    GIVEN,
    HAS_TILES,
    HOW_BITS,
    MOST_TOKENS,
    NOT_PLAIN,
    NUMBER_AT,
    SOURCE_AT,
    Words,
    WordTable,
    field_value,
    is_given,
    is_sound,
)
from mjcalc.rules.rulesets import Ruleset, wild_policy
from mjcalc.tiles import TILES

Bytes = npt.NDArray[np.uint8]

CHUNK_BYTES = 1 << 18  # bytes read at a time, so that the columns stay in the processor's cache
WORD_BYTES, ID_BYTES = 16, 64  # bytes
SPACE, LINE_FEED, RETURN, TAB = b" \n\r\t"


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines in columns: their hands, where they lie in the data, and which are left to the grammar.

    A line is ``data[start:end]``, without its line end; its id, if any, is ``data[start:id_end]``,
    a tab follows it, and then the hand. Of an ``unread`` line only start and end are known; its
    hand is a filler.
    """

    hands: Hands
    unread: Bools
    starts: Ints
    ends: Ints
    id_ends: Ints


def read_many(
    lines: bytes | str | Sequence[str], rules: str | Ruleset | WildPolicy | None = None
) -> tuple[Hands, Bools]:
    """Return the hands of many lines, and the mask of those left to the grammar.

    ``rules`` (a name, a ruleset or its wildcard policy) are as in ``parse``. Where the mask is set
    the row is a filler: ``parse`` reads that line, or says what is wrong with it.
    """
    wild = wild_policy(rules)
    read = read_lines(lines if isinstance(lines, bytes) else _encode_lines(lines), wild)
    return read.hands, read.unread


def _encode_lines(lines: str | Sequence[str]) -> bytes:
    """Lines as bytes; a line feed within one of several lines makes that line not plain."""
    try:
        if not isinstance(lines, str):
            lines = "".join([line.replace("\n", "\0") + "\n" for line in lines])
    except (TypeError, AttributeError):
        raise TypeError("read_many takes bytes, text or a sequence of lines of text") from None
    return lines.encode("utf-8", "surrogatepass")


def read_lines(data: bytes, wild: WildPolicy = ANY_WILD, *, ids: bool = False) -> Lines:
    """Return the hands of whole lines of text; the last may lack its end.

    With ``ids`` the first tab of a line ends its id. An id of anything but letters, digits and
    ``_ . : -``, or that begins with ``-``, leaves its line to the grammar, and so does any other
    tab.
    """
    parts = []
    for start, end in _chunks(data):
        part = _read_chunk(data[start:end], start, wild, ids)
        if end - start == len(data):
            return part
        parts.append(replace(part, hands=part.hands[:]))  # without the columns for the engine
    none = np.zeros(0, np.int64)
    return Lines(
        Hands.joined([part.hands for part in parts]),
        np.concatenate([none.astype(np.bool_), *(part.unread for part in parts)]),
        *(
            np.concatenate([none, *(getattr(part, name) for part in parts)])
            for name in ("starts", "ends", "id_ends")
        ),
    )


def _chunks(data: bytes) -> Iterator[tuple[int, int]]:
    """Where to cut the data into whole lines."""
    start = 0
    while start < len(data):
        end = len(data)
        if end - start > CHUNK_BYTES:
            last = data.rfind(b"\n", start, start + CHUNK_BYTES)
            end = (last if last >= 0 else data.find(b"\n", start + CHUNK_BYTES)) + 1 or end
        yield start, end
        start = end


def _read_chunk(data: bytes, offset: int, wild: WildPolicy, ids: bool) -> Lines:
    """The lines of a chunk that lies at this place in the data."""
    raw = np.frombuffer(data.removesuffix(b"\n") + b"\n" + bytes(WORD_BYTES), np.uint8)
    tokens = _split_tokens(raw, len(raw) - WORD_BYTES)
    starts = tokens.starts[tokens.heads]
    ends = np.append(starts[1:], len(raw) - WORD_BYTES) - 1
    ends -= (ends > starts) & (raw[ends - 1] == RETURN)
    unread = np.diff(tokens.heads, append=len(tokens.line)) > MOST_TOKENS
    odd = (tokens.after < SPACE) & (tokens.after != LINE_FEED) & (tokens.after != RETURN)
    odd &= tokens.after != TAB
    unread[tokens.line[np.flatnonzero(odd)]] = True
    id_ends = _take_ids(tokens, raw, starts, unread) if ids else starts
    unread[tokens.line[np.flatnonzero(tokens.after == TAB)]] = True
    hands, unread = _hands_of(tokens, raw, unread, wild)
    return Lines(hands, unread, starts + offset, ends + offset, id_ends + offset)


# --- tokens ---------------------------------------------------------------------------------------


class Tokens(NamedTuple):
    """What lies between spaces; a word like ``123m456p`` is a token for each run of tiles.

    ``first`` and ``second`` are the first eight bytes and the next eight, ``after`` is the byte
    behind: a space, or a letter where the word goes on. ``heads`` are the first tokens of
    the lines.
    """

    starts: Ints
    lengths: Ints
    first: Words
    second: Words
    after: Bytes
    line: Ints
    heads: Ints


LOW_BYTES = np.array([(1 << 8 * size) - 1 for size in range(9)], np.uint64)


def _eight_bytes(raw: Bytes, starts: Ints, sizes: Ints) -> Words:
    """So many bytes from each start, at most eight, as ints."""
    windows: Words = np.ndarray((len(raw) - 7,), "<u8", raw, strides=(1,))
    return windows[starts] & LOW_BYTES.take(sizes, mode="clip")


def _split_tokens(raw: Bytes, size: int) -> Tokens:
    """The tokens of whole lines of so many bytes."""
    body = raw[:size]
    # A run of tiles ends where a digit follows a letter: m, p, s, z or any behind m will do.
    is_end = body >= ord("m")
    is_end &= raw[1 : size + 1] - np.uint8(ord("1")) < 9
    is_end |= body <= SPACE
    ends = np.flatnonzero(is_end)
    after = raw.take(ends)
    starts = np.append(0, ends[:-1] + 1)
    lengths = ends - starts
    lengths += after > SPACE
    second = np.zeros(len(starts), np.uint64)
    long = np.flatnonzero(lengths > 8)
    second[long] = _eight_bytes(raw, starts[long] + 8, lengths[long] - 8)
    last = np.flatnonzero(after == LINE_FEED)
    heads = np.append(0, last[:-1] + 1)
    line = np.repeat(np.arange(len(last)), np.diff(last, prepend=-1))
    return Tokens(starts, lengths, _eight_bytes(raw, starts, lengths), second, after, line, heads)


def _pair_values(values: dict[str, int], others: int = 0) -> Ints:
    """For each two bytes the sum of their values; that of no byte is 0."""
    of_byte = np.full(256, others, np.int64)
    of_byte[0] = 0
    for char, number in values.items():
        of_byte[ord(char)] = number
    return np.add.outer(of_byte, of_byte).ravel()


def _byte_sums(words: Words, pairs: Ints) -> Ints:
    """The sums over all bytes of words."""
    found = pairs.take(words.view(np.uint16)).reshape(-1, 4)
    sums: Ints = found[:, 0] + found[:, 1] + found[:, 2] + found[:, 3]
    return sums


# --- ids ------------------------------------------------------------------------------------------

ID_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ID_PAIRS = _pair_values(dict.fromkeys(f"{ID_LETTERS}0123456789_.:-", 0), 1)


def _take_ids(tokens: Tokens, raw: Bytes, starts: Ints, unread: Bools) -> Ints:
    """Where the ids of lines end; their tokens are blanked, lines of other ids marked as unread."""
    tabs = np.flatnonzero(tokens.after == TAB)
    lines = tokens.line[tabs]
    id_ends = starts.copy()
    id_ends[lines] = tokens.starts[tabs] + tokens.lengths[tabs]
    lengths = id_ends[lines] - starts[lines]
    unread[lines] |= (lengths == 0) | (lengths > ID_BYTES) | (raw[starts[lines]] == ord("-"))
    for at in range(0, ID_BYTES, 8):
        left = np.flatnonzero(lengths > at)
        words = _eight_bytes(raw, starts[lines[left]] + at, lengths[left] - at)
        unread[lines[left]] |= _byte_sums(words, ID_PAIRS) > 0
    heads = tokens.heads[lines]
    sizes = tabs + 1 - heads
    inside = np.arange(sizes.sum()) + np.repeat(heads - np.cumsum(sizes) + sizes, sizes)
    for column in (tokens.lengths, tokens.first, tokens.second):
        column[inside] = 0
    tokens.after[inside] = SPACE
    return id_ends


# --- hands ----------------------------------------------------------------------------------------

RUN_PAIRS = _pair_values({str(rank): 1 << 3 * (rank - 1) for rank in range(1, 10)})
NOT_A_SUIT = 4
# By the last byte of a run; -1, for any other byte, becomes NOT_A_SUIT.
SUIT_OF_BYTE = np.array(["mpsz".find(chr(byte).lower()) % (NOT_A_SUIT + 1) for byte in range(256)])
SUCCESSORS = np.array([tile.successor for tile in TILES], np.uint8)


@cache
def _table() -> WordTable:
    """The words of this process."""
    return WordTable()


def _hands_of(tokens: Tokens, raw: Bytes, unread: Bools, wild: WildPolicy) -> tuple[Hands, Bools]:
    """The hands of lines, and the mask of those that hold none or are marked as unread."""
    n, table = len(unread), _table()
    tiles = np.zeros(2 * n, np.int64)  # of all lines, packed: 1m to 9p, then 1s to 7z
    not_plain = _count_runs(tokens, raw, tiles)
    with table.lock:
        places = table.find(tokens.first, tokens.second)
        fields = table.fields.take(places)
        fields[not_plain] = NOT_PLAIN
        tiled = np.flatnonzero(fields >= HAS_TILES)
        places, line = places[tiled], tokens.line[tiled]
        codes = table.code.take(places)
        np.add.at(tiles, line[codes == 0], table.mp[places[codes == 0]])
        np.add.at(tiles, line[codes == 0] + n, table.sz[places[codes == 0]])
    total = np.add.reduceat(fields, tokens.heads)
    melds, number_of_sets = _meld_columns(codes[codes > 0], line[codes > 0], n)

    unread = unread | ~is_sound(total) | (number_of_sets > SETS)
    mp, sz, small, impossible = _hand_columns(
        total, tiles.reshape(2, n), melds, number_of_sets, wild
    )
    return Hands.checked(mp, sz, small, unread | impossible)


def _count_runs(tokens: Tokens, raw: Bytes, tiles: Ints) -> Ints:
    """Add the tiles of runs such as ``123m`` to their lines, and blank their tokens.

    Returns the tokens that are not plain: what is neither a run nor a whole word, or is too long.
    """
    is_run = tokens.first.astype(np.uint8) - np.uint8(ord("1")) < 9
    odd = (tokens.after > SPACE) & ~is_run | (tokens.lengths > WORD_BYTES)
    runs = np.flatnonzero(is_run & ~odd)
    lengths = tokens.lengths[runs]
    counts = _byte_sums(tokens.first[runs], RUN_PAIRS)
    long = np.flatnonzero(lengths > 8)
    counts[long] += _byte_sums(tokens.second[runs[long]], RUN_PAIRS)
    suit = SUIT_OF_BYTE.take(raw.take(tokens.starts[runs] + lengths - 1))
    good = (suit < 3) | (suit == 3) & (counts < 1 << 3 * 7)  # no 8z, no 9z
    odd[runs[~good]] = True
    # All before the letter should be digits. The sum of the digits of the packed counts is smaller
    # than the number of tiles where one is not, and where a count runs over into the next.
    counts = (counts << 27 * (suit & 1)) + (lengths - 1 << NUMBER_AT)
    lines = tokens.line[runs] + len(tiles) // 2 * (suit >> 1)
    np.add.at(tiles, lines[good], counts[good])
    not_plain = np.flatnonzero(odd)
    for blank in (runs, not_plain):
        tokens.first[blank] = 0
        tokens.second[blank] = 0
    return not_plain


def _meld_columns(codes: npt.NDArray[np.uint16], line: Ints, n: int) -> tuple[Array, Ints]:
    """The first four sets of each of n lines, as rows of codes; and how many sets it has."""
    number = np.bincount(line, minlength=n)
    place = np.arange(len(line)) - (np.cumsum(number) - number)[line]
    fits = place < SETS
    melds = np.zeros((SETS, n), np.uint16)
    melds[place[fits], line[fits]] = codes[fits]
    return melds.T, number


def _hand_columns(
    total: Ints, tiles: Ints, melds: Array, number_of_sets: Ints, policy: WildPolicy
) -> tuple[Ints, Ints, dict[str, Array], Bools]:
    """The columns of hands (see ``Hands.checked``), and which of them cannot be.

    ``total`` are the sums of effects, ``tiles`` the concealed tiles as two rows of packed counts,
    with their number above.
    """
    mp, sz = tiles & OCTAL
    number = (tiles >> NUMBER_AT).sum(axis=0)
    impossible = number_of_tiles(mp, sz) != number
    winning = np.where(is_given(total, "winning"), field_value(total, "winning"), NONE)
    # Of thirteen tiles and a winning tile it is the fourteenth.
    more = (winning != NONE) & (number + 3 * number_of_sets == 13)
    one = more.astype(np.int64) << 3 * (winning % HALF)
    low = winning < HALF
    mp += np.where(low, one, 0)
    sz += np.where(low, 0, one)
    notes = np.zeros(len(total), np.int64)
    for place in range(SETS):
        notes |= melds[:, place].astype(np.int64) >> SOURCE_AT << SOURCE_BITS * place
    small: dict[str, Array] = {
        "melds": melds & (1 << SOURCE_AT) - 1,
        "winning": winning,
        "how": field_value(total, "self_drawn", HOW_BITS),
        "seat": field_value(total, "seat"),
        "round": field_value(total, "round"),
        "flowers": field_value(total, "flowers"),
        "wild": np.full(len(total), NONE),
        "notes": notes,
    }
    if np.any(total & (GIVEN["wild"] | GIVEN["indicator"])):
        impossible |= _name_wildcards(total, small, policy)
    return mp, sz, small, impossible


def _name_wildcards(total: Ints, small: dict[str, Array], policy: WildPolicy) -> Bools:
    """Enter the wildcards, named or shown by an indicator; tell which hands cannot have them."""
    named, shown = is_given(total, "wild"), is_given(total, "indicator")
    wild, indicator = field_value(total, "wild"), field_value(total, "indicator")
    follows = SUCCESSORS.take(indicator, mode="clip")
    small["wild"] = np.where(named, wild, np.where(shown, follows, NONE))
    notes = indicator + 1 << INDICATOR_AT | named.astype(np.int64) << NAMED_AT
    small["notes"] |= np.where(shown, notes, 0)
    impossible: Bools = named & shown & (wild != follows)
    if not policy.allowed:
        impossible |= named | shown
    if not policy.on_discard:
        by_discard = (small["winning"] != NONE) & (small["how"] & 1 == 0)
        impossible |= by_discard & (small["winning"] == small["wild"])
    return impossible
