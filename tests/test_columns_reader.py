"""Hands in columns, and lines read into them: against single hands and the grammar."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import mjcalc
from mjcalc import Hand, Hands, ImpossibleHand, Meld, Tile, Win, Wind, read_many
from mjcalc.batch.job import SAFE_ID
from mjcalc.errors import MjcalcError
from mjcalc.hand.columns import FILLER
from mjcalc.hand.hand import meld_code, packed_of
from mjcalc.hand.kinds import ANY_WILD, Kind, WildPolicy
from mjcalc.hand.row import NONE
from mjcalc.notation import columns
from mjcalc.notation.columns import CHUNK_BYTES, ID_BYTES, read_lines
from mjcalc.notation.effects import MOST_TOKENS, NOT_PLAIN, Effect, WordTable, effect_of
from mjcalc.notation.scanner import word_meanings
from mjcalc.tiles import TILES
from tests.bench.hands import winning_hands
from tests.strategies import hands

PLAIN, PLAIN_TOKENS = "123m456p789s EEE 5z +win:5z", 6
WORDS = (
    "123m", "456p", "789s", "EEE", "中中", "55z", "5z", "1115z", "1111m", "11111m", "[123m]",
    "123m456p789s1115z", "[EEE]", "(7777p)", "chi:123m", "peng:EEE", "[12m]", "[123m,2]", "chi:EEE",
    "[5555p,6]", "(5555p,1)", "+win:5z", "+win:1m", "+和:中", "tsumo", "RON", "自摸", "+seat:S",
    "+round:W", "+last", "+kong", "+rob", "+fourth", "+flowers:3", "+flowers:9", "+flowers:03",
    "+wild:6m", "+wild:5z", "+flip:5m", "+flip:9m", "妙手回春", "海底捞月", "抢杠", "一二三万",
    "🀄🀄", "123m#", "# no", "3W", "banana", "+win:", "0m", "89z", "m", "1", "123M", "1m2M3p",
    "[123m", "]",
    "123456789m", "99p", "，", "EEE55z", "1mE", "+win:5m3", "+win:5z5z", "tsumo自摸", "\ufeff123m",
    "\t", "\r", "\0", "\x1f", "\u3000", "\x85", "\xa0", "\udcff", "W1", "1m,2m", "1m;",
)  # fmt: skip


def parsed(line: str, policy: WildPolicy = ANY_WILD) -> Hand | None:
    try:
        return mjcalc.parse(line, policy)
    except MjcalcError:
        return None


def plain(lines: Sequence[str], policy: WildPolicy = ANY_WILD) -> list[bool]:
    """Which lines are plain; each of them must be the hand that the grammar reads."""
    found, unread = read_many(lines, policy)
    assert len(found) == len(unread) == len(lines)
    for line, hand, left in zip(lines, found, unread.tolist(), strict=True):
        assert hand == (FILLER if left else parsed(line, policy)), line
    return [not left for left in unread.tolist()]


def mutated(seed: int, count: int) -> Iterator[str]:
    """Lines of hands, each with some letters or words dropped, doubled, exchanged or put in."""
    chance = random.Random(seed)
    for hand in islice(winning_hands(seed), count):
        line = mjcalc.format_hand(hand)
        for _ in range(chance.randrange(3)):
            place = chance.randrange(len(line) + 1)
            head, tail = line[:place], line[place:]
            words = line.split(" ")
            chance.shuffle(words)
            line = chance.choice(
                [
                    head + tail[1:],
                    head + tail[:1] + tail,
                    head + tail[1:2] + tail[:1] + tail[2:],
                    head + chance.choice(WORDS) + tail,
                    f"{line} {chance.choice(WORDS)}",
                    " ".join(words),
                    head + chance.choice("123456789mpszESWN[]()+: #,\t\r") + tail[1:],
                ]
            )
        yield line


# --- lines ----------------------------------------------------------------------------------------


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(hands(), min_size=1, max_size=12))
def test_every_line_that_is_written_is_plain(many: list[Hand]) -> None:
    assert all(plain(list(map(mjcalc.format_hand, many))))


def test_lines_in_any_order_are_plain() -> None:
    chance, lines = random.Random(1), []
    for hand in islice(winning_hands(2), 1000):
        words = mjcalc.format_hand(hand).split()
        chance.shuffle(words)
        lines.append("  ".join(words))
    assert all(plain(lines))


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=9), max_size=9), st.sampled_from(" +"))
def test_words_in_any_order_mean_the_same(lines: list[list[str]], joint: str) -> None:
    plain([joint.replace("+", "").join(words) for words in lines])


def test_mutated_lines_mean_the_same() -> None:
    lines = list(mutated(3, 6000))
    assert 1500 < sum(plain(lines)) < 5000


def test_all_cells_of_the_shared_tables_mean_the_same() -> None:
    for table in sorted(Path(__file__).parent.glob("*.tsv")):
        lines = table.read_text(encoding="utf-8").split("\n")
        plain(lines)
        plain([cell for line in lines for cell in line.split("\t")])
    golden = Path(__file__).with_name("hands.tsv").read_text(encoding="utf-8").split("\n")[1:-1]
    assert sum(plain([line.partition("\t")[0] for line in golden])) > 0.9 * len(golden)


@pytest.mark.parametrize(
    "line",
    [
        "", " ", "# no hand", f"{PLAIN} # a comment", f"1\t{PLAIN}", f"{PLAIN} banana",
        "1111m 1111m 1111m 1m +win:1m", "11111m 234p 567s 55z +win:5z",
        "11111111m 234p 567s +win:5z", "9999999999p 5555z +win:5z", "77777777z 567s 123m +win:3m",
        "[1111m] [1111m] [1111m] 1m +win:1m", "[7777z] [7777z] [7777z] [7777z] 5z +win:5z",
        "123m456p789s EEE 5z 5z +win:5z +win:5z", "123m456p789s EEE 55z +win:5m",
        "123m456p789s EEE 55z", f"{PLAIN} +rob +last", f"{PLAIN} +kong tsumo",
        f"{PLAIN} +flowers:9",
        "123m456p789s EEE 55z +win:5z +fourth", "[123m] [123m] [123m] [123m] [123m] +win:1m",
        f"{PLAIN} tsumo 妙手回春", f"{PLAIN} ron tsumo", f"{PLAIN} tsumo tsumo", f"{PLAIN}5z",
        "123m456p789s EEE 5z +win:5z5m", "123m456p789s EEE +win:5z5z", f"{PLAIN} +wild:5z +rob",
        "[123m] 456p 789s EEE 5z +win:5z +wild:2m", f"{PLAIN} +wild:6m +flip:6m",
        "[111m] 456p 789s EEE 1m +win:1m +flip:1m", "1m " * 12 + PLAIN, "123m456p789s EEE 5z 5z5z",
        "11111111m 13456m 234p 567s 55z +win:5z", "9999999999p 1345p 234p 567s 55z +win:5z",
        "123m,456p789s EEE 5z +win:5z", "123m456p7x89s EEE 5z +win:5z", f"{PLAIN} +flowers:17",
        "[123m] [456m] [789m] [123p] [456p] 55z +win:5z", "chi:EEE 123m456p789s 5z +win:5z",
        "123m456p78s EEE 55z +win:9s +wild:9s +rob", f"{PLAIN} +flowers:{'0' * 20}1",
        f"{PLAIN} \0", f"\x1f{PLAIN}",
        *(f"{PLAIN}{' ' * size}" for size in (MOST_TOKENS - PLAIN_TOKENS + 1, 300, 20_000)),
    ],
)  # fmt: skip
def test_what_the_grammar_must_see_is_not_plain(line: str) -> None:
    assert plain([line, PLAIN]) == [False, True]


@pytest.mark.parametrize(
    "line",
    [
        f"  {PLAIN}  ", f"{PLAIN}\r", "123m\r456p789s EEE 5z +win:5z",
        "1m2m3m456p789s1115z +win:5z", "123M 456P 789S 111Z 5Z +win:5Z", "123m456p789s1115z",
        "一二三万 四五六饼 七八九条 东东东 中 +和:中 自摸", "123456789m 123p 5z +win:5z",
        "chi:123m peng:EEE angang:7777p 46s88p +win:5s", "[123m,1] [111z,3] (7777p) 46s88p +win:5s",
        "E E E 1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z +win:5z ron +seat:E +round:S +last +flowers:8",
        f"{PLAIN} 妙手回春", f"{PLAIN} +wild:6m +flip:5m", f"{PLAIN} +wild:4m",
        "[EEE] 123m 456p 789s E +win:5z", "[123m] 456p 46s EEE 55z +win:5s +rob",
        PLAIN + " " * (MOST_TOKENS - PLAIN_TOKENS),
    ],
)  # fmt: skip
def test_what_is_plain(line: str) -> None:
    assert plain([line]) == [True]


def test_a_policy_on_wildcards() -> None:
    lines = [f"{PLAIN} {words}" for words in ("+wild:6m", "+flip:5m", "+wild:5z", "tsumo +wild:5z")]
    assert plain(lines) == [True] * 4
    assert plain(lines, WildPolicy(on_discard=False)) == [True, True, False, True]
    assert plain([*lines, PLAIN], WildPolicy(allowed=False)) == [False] * 4 + [True]
    assert plain(["123m456p789s1115z", *lines], WildPolicy(on_discard=False))[0]


def test_an_indicator_is_a_copy() -> None:
    lines = []
    for hand in islice(winning_hands(4), 100):
        line = mjcalc.format_hand(hand)
        lines += [f"{line} {item}:{tile.code}" for tile in TILES for item in ("+wild", "+flip")]
    taken = plain(lines)
    assert taken == [parsed(line) is not None for line in lines]
    assert 5000 < sum(taken) < len(lines)


# --- blocks ---------------------------------------------------------------------------------------


def block(count: int) -> list[str]:
    """Lines with ids, blank lines, comments and carriage returns among them."""
    if count > 2000:
        return block(2000) * (count // 2000)
    chance, lines = random.Random(count), []
    for line in mutated(count, count):
        line = line.replace("\t", " ").replace("\udcff", "")
        line = chance.choice(["", "", "a-1.b:C_9\t", "m1p2-\t", "#7\t", "no id\t", "\t"]) + line
        lines.append(chance.choice([line, line, line, f"{line}\r", "", "# a comment"]))
    return [*lines[:-1], PLAIN]


@pytest.mark.parametrize(("count", "cuts"), [(1, 0), (2, 1), (300, 20), (20_000, 9)])
def test_a_block_may_be_cut_at_any_line(
    count: int, cuts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = WordTable(bits=18, most=1 << 17)  # one that never starts anew
    monkeypatch.setattr(columns, "_table", lambda: table)
    data = "\n".join(block(count)).encode()
    whole = read_lines(data, ids=True)
    assert len(whole.hands) == data.count(b"\n") + bool(data)
    ends = [at + 1 for at, byte in enumerate(data) if byte == ord("\n")]
    places = sorted({0, *random.Random(5).sample(ends, min(cuts, len(ends))), len(data)})
    parts = [(start, read_lines(data[start:end], ids=True)) for start, end in pairwise(places)]
    assert Hands.joined([part.hands for _, part in parts]) == whole.hands
    assert (np.concatenate([part.unread for _, part in parts]) == whole.unread).all()
    for name in ("starts", "ends", "id_ends"):
        joined = np.concatenate([getattr(part, name) + start for start, part in parts])
        assert (joined == getattr(whole, name)).all()


def test_where_lines_and_ids_lie() -> None:
    lines = [*block(1500), f"{'i' * ID_BYTES}\t{PLAIN}", f"{'i' * (ID_BYTES + 1)}\t{PLAIN}"]
    lines += [
        f"{id}\t{PLAIN}"
        for id in (
            "",
            "-1",
            "\0",
            "a\0",
            "abcdefgh!",
            "x\0y",
            "é",
            "a\rb",
            "123m",
            "1m2p",
            "+win:5z",
        )
    ]
    lines += [f"a\t{PLAIN}\t", f"a\tb\t{PLAIN}", f"{PLAIN}\ta"]
    data = "\n".join(lines).encode()
    read = read_lines(data, ids=True)
    with_ids = 0
    for row, line in enumerate(lines):
        start, end, id_end = (int(at[row]) for at in (read.starts, read.ends, read.id_ends))
        assert data[start:end].decode() == line.removesuffix("\r")
        id, tab, text = line.partition("\t")
        if not tab:
            assert id_end == start
        if read.unread[row]:
            continue
        assert read.hands[row] == parsed(text if tab else line)
        assert data[start:id_end].decode() == (id if tab else "")
        assert not tab or SAFE_ID.fullmatch(id)
        with_ids += bool(tab)
    assert with_ids > 80
    assert read.unread[1500:].tolist() == [False, *[True] * 9, *[False] * 2, *[True] * 4]


def test_a_tab_is_no_blank_where_lines_have_no_ids() -> None:
    assert read_many(f"a\t{PLAIN}")[1].tolist() == [True]
    assert read_many(PLAIN.replace(" ", "\t"))[1].tolist() == [True]


def test_bytes_and_text_and_lines() -> None:
    text = f"{PLAIN}\n东东东 123m456p789s 5z +win:5z\r\n\nno\n"
    for lines in (text, text.encode(), text.split("\n")[:-1], tuple(text[:-1].split("\n"))):
        found, unread = read_many(lines)
        assert unread.tolist() == [False, False, True, True]
        assert found[0] == parsed(PLAIN)
    assert len(read_many("")[0]) == len(read_many([])[0]) == len(read_many(b"")[1]) == 0
    assert read_many(["", f"{PLAIN}\n{PLAIN}", PLAIN])[1].tolist() == [True, True, False]
    assert read_many(b"\xff\n\xe4\xb8\n" + PLAIN.encode())[1].tolist() == [True, True, False]
    for wrong in (None, 1, [1], [b"123m"]):
        with pytest.raises(TypeError, match="read_many"):
            read_many(wrong)  # type: ignore[arg-type]


def test_a_long_line_among_others() -> None:
    lines = [
        PLAIN,
        "1m" * CHUNK_BYTES,
        "9" * CHUNK_BYTES + "p",
        " " * CHUNK_BYTES + PLAIN,
        "x" * CHUNK_BYTES,
        PLAIN,
    ]
    assert read_many(lines)[1].tolist() == [False, True, True, True, True, False]


# --- words ----------------------------------------------------------------------------------------


def of_words(words: Sequence[str]) -> tuple[Any, Any]:
    whole = b"".join(word.encode().ljust(16, b"\0") for word in words)
    return tuple(np.frombuffer(whole, "<u8").reshape(-1, 2).T.copy())  # type: ignore[return-value]


@pytest.mark.parametrize("bits", [2, 4, 7])
def test_words_of_one_place_are_told_apart(bits: int) -> None:
    """Half of the places are filled, in any order, then the table starts anew."""
    table = WordTable(bits, most=1 << bits - 1)
    words = [f"+flowers:{number}" for number in range(20)] + [
        f"[{rank}{rank}{rank}m]" for rank in range(1, 9)
    ]
    words += [
        "12345678a",
        "12345678b",
        "12345678",
        "",
        "x",
        *(f"+win:{tile.code}" for tile in TILES),
    ]
    chance, known = random.Random(bits), 0
    for _ in range(50):
        some = chance.choices(words, k=12)
        places = table.find(*of_words(some))
        for word, place in zip(some, places.tolist(), strict=True):
            effect = Effect(
                *(int(column[place]) for column in (table.fields, table.code, table.mp, table.sz))
            )
            assert effect in (effect_of(word) if word else Effect(), Effect(NOT_PLAIN))
            known += effect != Effect(NOT_PLAIN)
        assert len(set(some) - {""}) == 0 or table._words <= 1 << bits - 1
    assert known > 40


def test_a_reader_forgets_words_rather_than_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    table = WordTable(bits=6, most=32)
    monkeypatch.setattr(columns, "_table", lambda: table)
    lines = [f"word{number} +win:{number}x 1{number}m" for number in range(500)]
    assert not any(plain(lines))
    assert table._words == 32
    assert plain([PLAIN, *lines]) == [True] + [False] * 500
    assert sum(plain([mjcalc.format_hand(hand) for hand in islice(winning_hands(6), 200)])) > 10


def test_the_grammar_is_asked_once_for_a_word() -> None:
    lines = [mjcalc.format_hand(hand) for hand in islice(winning_hands(7), 500)]
    read_many(lines)
    asked = word_meanings.cache_info()
    read_many(lines)
    assert word_meanings.cache_info() == asked


# --- hands in columns -----------------------------------------------------------------------------


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(hands(), max_size=8))
def test_hands_and_columns_are_the_same(many: list[Hand]) -> None:
    found = Hands.of(many)
    assert list(found) == many
    assert len(found) == len(many)
    assert found == Hands.of(many) == pickle.loads(pickle.dumps(found))
    assert not found.faults().any()
    for row, hand in enumerate(many):
        held = [*hand.concealed, *([] if hand.winning is None else [hand.winning])]
        assert found.concealed[row].tolist() == [held.count(tile) for tile in TILES]
        assert_packed(found, row, hand)


def assert_packed(found: Hands, row: int, hand: Hand) -> None:
    """The columns for the engine hold what ``packed_of`` gives."""
    packed, one = found.packed, packed_of(hand)
    counts = one.counts + (0 if hand.winning is None else 1 << 3 * hand.winning)
    assert int(packed.mp[row]) | int(packed.sz[row]) << 54 == counts
    melded = sum(1 << 3 * tile for meld in hand.melds for tile in meld.tiles)
    assert int(packed.melded_mp[row]) | int(packed.melded_sz[row]) << 54 == melded
    assert (packed.winning[row], packed.how[row]) == (one.winning, one.how)
    assert (packed.winds[row], packed.fours[row]) == (one.winds, one.fours)
    assert packed.sets[row] == len(hand.melds)
    copies = found.concealed[row].tolist()
    assert packed.own[row] == (0 if hand.winning is None else copies[hand.winning])
    assert packed.odd[row] == sum(held % 2 for held in copies)
    assert packed.wild[row] == (34 if hand.wildcard is None else hand.wildcard)


def given_columns(found: Hands) -> dict[str, Any]:
    names = ("concealed", "melds", "winning", "how", "seat", "round", "flowers", "wild")
    return {name: getattr(found, name).copy() for name in names}


def test_columns_can_be_given() -> None:
    found = Hands.of(islice(winning_hands(8), 500))
    assert Hands(**given_columns(found)) == found
    some = given_columns(found[:3])
    assert (
        Hands(*(some[name].tolist() for name in ("concealed", "melds", "winning"))).seat.tolist()
        == [0] * 3
    )
    none = Hands(np.zeros((0, 34), np.uint8), np.zeros((0, 4), np.uint16), np.zeros(0, np.uint8))
    assert len(none) == len(none.packed.mp) == 0
    assert none == Hands.of([]) == Hands.joined([])


def test_a_column_cannot_be_written_to() -> None:
    found = Hands.of(islice(winning_hands(9), 3))
    for array in (found.concealed, found.melds, found[1:].how, found[[0, 1]].seat):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_rows_of_hands() -> None:
    many = list(islice(winning_hands(10), 20))
    found = Hands.of(many)
    assert found[3] == found[np.int64(3)] == many[3]
    assert found[-1] == many[-1]
    assert list(found[5:9]) == many[5:9]
    assert list(found[[4, 2]]) == [many[4], many[2]]
    mask = np.arange(20) % 2 == 0
    assert list(found[mask]) == many[::2]
    assert found[:3] != found[:2]
    assert found[:3] != found[1:4]
    assert found != many
    assert repr(found) == "<Hands: 20>"
    with pytest.raises(IndexError):
        found[20]
    with pytest.raises(TypeError, match="hash"):
        hash(found)
    with pytest.raises(TypeError, match="needs hands"):
        Hands.of(["123m"])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("column", "value", "error", "message"),
    [
        ("concealed", np.zeros((3, 33), np.uint8), ValueError, r"concealed has the shape \(3, 33"),
        ("concealed", np.zeros((3, 34)), TypeError, "concealed must be whole numbers, not float64"),
        ("concealed", 5, ValueError, "shape"),
        ("concealed", np.full((3, 34), 256), ValueError, "concealed of row 0"),
        ("melds", np.zeros((3, 3), np.uint16), ValueError, "melds has the shape"),
        ("melds", np.full((3, 4), 33, np.uint16), ValueError, "must be the code of a meld"),
        ("melds", np.full((3, 4), 64 + 34, np.uint16), ValueError, "must be the code of a meld"),
        ("melds", np.full((3, 4), 5 << 6, np.uint16), ValueError, "must be the code of a meld"),
        ("winning", np.array([0, 34, 0], np.uint8), ValueError, "winning of row 1 is 34"),
        ("winning", [1, 2], ValueError, "winning has the shape"),
        ("winning", [True, False, True], TypeError, "not bool"),
        ("how", [0, 0, 32], ValueError, "how of row 2 is 32"),
        ("seat", [0, 4, 0], ValueError, "seat of row 1 is 4"),
        ("round", [-1, 0, 0], ValueError, "round of row 0 is -1"),
        ("flowers", [0, 0, 300], ValueError, "flowers of row 2"),
        ("wild", [0, 0, 254], ValueError, "wild of row 2"),
    ],
)  # fmt: skip
def test_what_no_column_may_hold(
    column: str, value: Any, error: type[Exception], message: str
) -> None:
    values = given_columns(Hands.of(islice(winning_hands(11), 3))) | {column: value}
    with pytest.raises(error, match=message):
        Hands(**values)
    with pytest.raises(error, match=message):
        Hands(**values, errors="mark")


def test_no_hands_at_all() -> None:
    for dtype in (np.float64, np.int64, np.uint8):
        none = Hands(np.zeros((0, 34), dtype), np.zeros((0, 4), dtype), [])
        assert none == Hands.of([])


@pytest.mark.parametrize("index", [None, np.zeros((2, 2), np.int64)])
def test_what_is_no_index(index: Any) -> None:
    many = Hands.of(islice(winning_hands(11), 3))
    for _ in range(2):
        with pytest.raises(IndexError, match="Hands: an index is"):
            many[index]
        assert many.packed


def test_the_concealed_tiles_must_be_given() -> None:
    with pytest.raises(TypeError, match="concealed must be whole numbers"):
        Hands(None, None, None)  # type: ignore[arg-type]


def scalar(values: dict[str, Any], row: int) -> Hand:
    """The hand of a row, made by hand; ImpossibleHand when there is none."""
    kinds = (None, (Kind.CHOW, False), (Kind.PUNG, False), (Kind.KONG, False), (Kind.KONG, True))
    melds = []
    for code in values["melds"][row].tolist():
        if kind := kinds[code >> 6]:
            melds.append(Meld(kind[0], Tile(code & 63), kind[1]))
    tiles = [tile for tile in TILES for _ in range(values["concealed"][row, tile])]
    winning = None if values["winning"][row] == NONE else Tile(values["winning"][row])
    if winning is not None and winning in tiles:
        tiles.remove(winning)
    elif winning is not None and len(tiles) + 3 * len(melds) == 13:
        raise ImpossibleHand([])  # the winning tile is one of fourteen
    bits = int(values["how"][row])
    win = Win(*(bool(bits >> place & 1) for place in range(5)))
    wild = None if values["wild"][row] == NONE else Tile(values["wild"][row])
    seat, wind = Wind(values["seat"][row]), Wind(values["round"][row])
    return Hand(
        tuple(melds), tuple(tiles), winning, win, seat, wind, int(values["flowers"][row]), wild
    )


def changed(seed: int, count: int) -> dict[str, Any]:
    """Columns of hands, in each up to three numbers changed at random."""
    chance = random.Random(seed)
    values = given_columns(Hands.of(islice(winning_hands(seed), count)))
    for row in range(count):
        for _ in range(chance.randrange(4)):
            tiles = values["concealed"][row]
            held = np.flatnonzero(tiles).tolist()
            column = chance.choice([*values, "concealed", "exchange", "wait"])
            if column == "concealed":
                tiles[chance.randrange(34)] = chance.choice([0, 1, 3, 4, 5, 8, 255])
            elif column == "exchange" and held:
                tiles[chance.choice(held)] -= 1
                tiles[chance.randrange(34)] += 1
            elif column == "wait" and values["winning"][row] in held:
                tiles[values["winning"][row]] -= 1
                values["winning"][row] = NONE
            elif column == "melds":
                code = chance.randint(1, 4) << 6 | chance.randrange(34)
                values[column][row, chance.randrange(4)] = chance.choice([0, code])
            elif column in ("winning", "wild"):
                values[column][row] = chance.choice([NONE, *range(34)])
            elif column in ("how", "flowers"):
                values[column][row] = chance.randrange({"how": 32, "flowers": 11}[column])
    return values


def test_faults_are_the_defects_of_single_hands() -> None:
    values = changed(12, 6000)
    found = Hands(**values, errors="mark")
    faults = found.faults()
    for row in range(len(found)):
        try:
            hand = scalar(values, row)
        except ImpossibleHand:
            assert faults[row], row
            with pytest.raises(ImpossibleHand) as caught:
                found[row]
            assert caught.value.index == row
        else:
            assert not faults[row], row
            assert found[row] == hand
            assert_packed(found, row, hand)
    assert 1500 < faults.sum() < 4500
    assert pickle.loads(pickle.dumps(found)) == found
    legal = found[~faults]
    assert not legal.faults().any()
    assert Hands(**given_columns(legal)) == legal
    both = Hands.joined([found, legal])
    assert both.faults().tolist() == [*faults.tolist(), *[False] * len(legal)]
    assert (both.concealed[: len(found)] == values["concealed"]).all()


def test_a_row_that_is_no_legal_hand_is_a_filler_for_the_engine() -> None:
    values = changed(13, 300)
    found = Hands(**values, errors="mark")
    for row in np.flatnonzero(found.faults()).tolist():
        assert [column[row] for column in found.packed] == [
            column[0] for column in Hands.of([FILLER]).packed
        ]


def test_the_first_row_that_is_no_legal_hand_is_named() -> None:
    values = given_columns(Hands.joined([Hands.of(islice(winning_hands(14), 500))] * 40))
    values["flowers"][15_000:] = 9
    with pytest.raises(ImpossibleHand) as caught:
        Hands(**values)
    error = caught.value
    assert (error.index, [defect.key for defect in error.defects]) == (
        15_000,
        ["flowers-out-of-range"],
    )
    assert pickle.loads(pickle.dumps(error)).index == 15_000
    with pytest.raises(ValueError, match='errors must be "raise" or "mark"'):
        Hands(**values, errors="ignore")


def test_thirteen_tiles_without_the_winning_one_are_too_few() -> None:
    values = given_columns(Hands.of([FILLER]))
    values["concealed"][0, FILLER.winning] -= 1
    values["winning"][0] = Tile.M9
    with pytest.raises(ImpossibleHand) as caught:
        Hands(**values)
    assert [defect.key for defect in caught.value.defects] == ["too-few-tiles"]


def test_copies_that_run_over_are_too_many() -> None:
    """Eight copies of a tile, three bits each, look like one of the next."""
    kong = meld_code(Meld(Kind.KONG, Tile.P5))
    melds = np.array([[kong, kong, 0, 0]] * 2, np.uint16)
    tiles = np.zeros((2, 34), np.uint8)
    tiles[:, :8] = 1
    tiles[1, 20:27] = 1
    found = Hands(tiles, melds, np.array([0, 0], np.uint8), errors="mark")
    assert found.faults().tolist() == [True, True]
