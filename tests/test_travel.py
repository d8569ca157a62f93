"""Every public value can be pickled and copied, and is equal to itself afterwards."""

from __future__ import annotations

import copy
import io
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import mjcalc
from mjcalc import Deal, Kind, Meld, MjcalcError, Room, Score, Suit, Tile, Win, Wind, Won
from mjcalc.payments.deal import Duplicate
from mjcalc.records.replay import RecordDiffers, deal_reports
from mjcalc.rules.fans import BY_ZH, FANS, Fan
from mjcalc.rules.rulesets import OPTIONS, Ruleset
from mjcalc.rules.words import Places

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
HANDS = (
    "123m456p789s EEE 55z +win:5z tsumo",
    "[123m,2] (7777p) 46s 88p [EEE] +win:5s +seat:S +fourth +flowers:2",
    "147m258p36s12345z9m +win:9m +wild:9m",
    "223344m556677p5s +win:5s",
)
WAITING = "123m456p789s EEE 5z"
SHEET = """\
rules huopin
venue 8fan
room 200
fee 20
players E=Ming S=Bo W=Cai N=Dee
deal dealer:E flip:4m bird:3p  S from W  [123m] 456p 789s EEE 5z +win:5z
deal dealer:E draw
deal dealer:S escape:N penalty:6000 compensation:2000
adjust S -40 late
"""
BAD_SHEET = "rules guobiao\nroom 3\ndeal E from W fans:2\ndeal nobody\n"


def error_of(work: Callable[[], object]) -> MjcalcError:
    """The error that this raises."""
    with pytest.raises(MjcalcError) as caught:
        work()
    return caught.value


@cache
def hands() -> list[mjcalc.Hand]:
    return [mjcalc.parse(text) for text in HANDS]


@cache
def scores() -> list[Score]:
    """The best of each hand, other readings, and other ways to let wildcards stand for tiles."""
    best = [mjcalc.score(hand, rules) for hand in hands() for rules in ("huopin", house_rules())]
    other = [one for score in best for one in (*score.others(2), *score.assignments())]
    assert len(other) > len(best)
    return [*best, *other]


def found_by_name(reading: mjcalc.Reading) -> Places:
    """Where a fan of the user's own holds: such a function is pickled by its name."""
    return ((),) if len(reading.sets) == 4 else ()


def own_fan() -> Fan:
    word = replace(BY_ZH["圈风刻"].word, find=found_by_name)
    return replace(BY_ZH["花龙"], zh="四副", en="Four Sets", word=word)


@cache
def house_rules() -> Ruleset:
    """Rules of the user's own: a row with another value, and one more."""
    rules = mjcalc.ruleset("huopin", {"two-concealed-kongs": "8"})
    rows = [replace(row, value=12) if row.zh == "花龙" else row for row in rules.fans]
    return replace(rules, fans=tuple(rows), minimum=3)


@cache
def rulesets() -> list[Ruleset]:
    options = [
        mjcalc.ruleset(rules, {option.key: value})
        for option in OPTIONS
        for rules in option.rulesets
        for value in option.values
    ]
    own = replace(house_rules(), fans=(*house_rules().fans, own_fan()))
    venue = mjcalc.ruleset("huopin", venue="8fan")
    return [
        *mjcalc.RULESETS.values(),
        venue,
        *options,
        house_rules(),
        own,
        replace(own, key="mine"),
    ]


@cache
def records() -> list[mjcalc.Record | mjcalc.Unread]:
    data = b"".join(path.read_bytes() for path in sorted(EXAMPLES.glob("*.log")))
    files = [data.replace(b"Wind 0", b"Wind 9", 1)]
    files += [(EXAMPLES / name).read_bytes() for name in ("duplicate.pmn", "games.jsonl")]
    return [deal for file in files for deal in mjcalc.read_records(io.BytesIO(file))]


@cache
def replayed() -> list[mjcalc.Replayed]:
    found = []
    for deal in records():
        try:
            found.append(mjcalc.replay(deal))
        except MjcalcError:
            continue
    return found


@cache
def errors() -> list[MjcalcError]:
    """One error of each class, from the function that raises it."""
    illegal = b"Match x\nWind 0\nPlayer 0 Draw W1\nHuang"
    claim = (EXAMPLES / "disputed.log").read_bytes()
    return [
        error_of(lambda: mjcalc.parse("123m 8z")),
        error_of(lambda: mjcalc.parse("11111m 123p")),
        error_of(lambda: mjcalc.score(mjcalc.parse("123m456p789s EEE 56z"))),
        error_of(lambda: mjcalc.score(mjcalc.parse("123m456p789s EEE 5z"))),
        error_of(lambda: mjcalc.ruleset("gobiao", {"x": "y"})),
        error_of(lambda: mjcalc.play(mjcalc.read_sheet(BAD_SHEET))),
        error_of(lambda: mjcalc.play(mjcalc.read_sheet(SHEET.replace("8fan", "9fan")))),
        error_of(lambda: mjcalc.replay(next(mjcalc.read_records(io.BytesIO(illegal))))),
        error_of(lambda: mjcalc.replay(next(mjcalc.read_records(io.BytesIO(claim))))),
        *_below_minimum(),
        MjcalcError([]),
    ]


def _below_minimum() -> list[MjcalcError]:
    sheet = mjcalc.read_sheet("rules guobiao\ndeal E from W fans:2")
    (error,) = mjcalc.play(sheet, keep_going=True).bad
    return [error]


def defects() -> list[mjcalc.Defect]:
    return [defect for error in errors() for defect in error.defects]


def outcomes() -> list[object]:
    won = Won(Wind.E, Wind.S, fans=20, flowers=2)
    return [won, mjcalc.Drawn(), mjcalc.Escape(Wind.N, 6000, 2000), mjcalc.FalseWin(Wind.S)]


def payments() -> list[mjcalc.Payments]:
    room, popular = Room(200, 20), mjcalc.ruleset("huopin", venue="dazhong")
    won = Won(Wind.E, self_drawn=True, fans=10)
    return [
        mjcalc.settle(Deal(won, Wind.E, Tile.P3), room, popular),
        mjcalc.settle(Deal(mjcalc.FalseWin(Wind.S)), rules="guobiao"),
        mjcalc.settle(Deal(Duplicate((Won(Wind.E, Wind.S, fans=20),))), rules="guobiao"),
    ]


def games() -> list[mjcalc.Game]:
    sheets = [mjcalc.read_sheet(SHEET), mjcalc.read_sheet("rules guobiao\ndeal E from W fans:12")]
    bad = mjcalc.play(mjcalc.read_sheet(SHEET + "deal dealer:S S from S fans:20"), keep_going=True)
    assert bad.bad
    return [*(mjcalc.play(sheet) for sheet in sheets), bad]


def of(*kinds: type) -> Callable[[], list[object]]:
    """The errors of a class, and of no other."""
    return lambda: [error for error in errors() if type(error) in kinds]


# The values of each public name; a function, or a class that cannot be built, stands for itself.
UNFINISHED = "234m 456s 789m 678s 99p +win:9p"


def why_of(fan: str) -> mjcalc.Why:
    return mjcalc.why(mjcalc.score(UNFINISHED, "guobiao"), BY_ZH[fan])


VALUES: Mapping[str, Callable[[], object]] = {
    "SheetRequest": lambda: [
        mjcalc.SheetRequest(),
        mjcalc.SheetRequest("huopin", {"false-win": "40"}, "8fan"),
    ],
    "Counted": lambda: [counted for score in scores() for counted in score.fans],
    "DealerDoubling": lambda: [*mjcalc.DealerDoubling],
    "Dropped": lambda: [dropped for score in scores() for dropped in score.dropped],
    "Duplicate": lambda: [Duplicate((Won(Wind.E, Wind.S, fans=20),))],
    "Exclusion": lambda: [entry for row in FANS for entry in row.exclusions],
    "FANS": lambda: [FANS],
    "Factor": lambda: [factor for paid in payments() for s in paid.seats for factor in s.factors],
    "Fan": lambda: [*FANS, own_fan()],
    "IllegalAct": of(mjcalc.IllegalAct),
    "IllegalClaim": of(mjcalc.IllegalClaim),
    "Lang": lambda: [*mjcalc.Lang],
    "OPTIONS": lambda: [OPTIONS],
    "Option": lambda: [*OPTIONS],
    "Outlook": lambda: [mjcalc.outlook(text) for text in (WAITING, "123m456p79s EEE 56z")],
    "Part": lambda: [part for score in scores() for part in score.reading.parts],
    "PlayedDeal": lambda: [deal for game in games() for deal in game.deals],
    "Principle": lambda: [*mjcalc.Principle],
    "RULESETS": lambda: [mjcalc.RULESETS],
    "RecordDiffers": lambda: [
        result.error
        for result in deal_reports(io.BytesIO((EXAMPLES / "disputed.log").read_bytes()))
        if isinstance(result.error, RecordDiffers)
    ],
    "Scheme": lambda: [*mjcalc.Scheme],
    "ScoreMismatch": lambda: [mjcalc.ScoreMismatch(hands()[0], 8, None)],
    "Scope": lambda: [*mjcalc.Scope],
    "Shanten": lambda: [mjcalc.shanten(WAITING)],
    "Seating": lambda: [*mjcalc.Seating],
    "Circumstance": lambda: [*mjcalc.Circumstance],
    "FanStatus": lambda: [*mjcalc.FanStatus],
    "Gain": lambda: [*mjcalc.gains(mjcalc.score(UNFINISHED, "guobiao"))],
    "MissingParts": lambda: [*why_of("三色三步高").missing],
    "Why": lambda: [why_of(fan) for fan in ("三色三步高", "断幺", "平和", "自摸")],
    "WinChange": lambda: [why_of("自摸").change],
    "ShantenColumns": lambda: [mjcalc.shanten_many(mjcalc.Hands.of(hands()))],
    "Shape": lambda: [*mjcalc.Shape],
    "UsefulTile": lambda: [*mjcalc.outlook("123m456p79s EEE 56z").useful],
    "Venue": lambda: [rules.venue for rules in rulesets() if rules.venue is not None],
    "Wait": lambda: [*mjcalc.Wait],
    "WaitTile": lambda: [*mjcalc.waits(WAITING)],
    "WildPolicy": lambda: [rules.wild for rules in rulesets()],
    "Winner": lambda: [win for deal in replayed() for win in deal.wins],
    "BadSheet": of(mjcalc.BadSheet),
    "BelowMinimum": of(mjcalc.BelowMinimum),
    "Deal": lambda: [Deal(won, Wind.W, Tile.Z1, hands()[0]) for won in outcomes()],  # type: ignore[arg-type]
    "Defect": defects,
    "Discard": lambda: [*mjcalc.discards("123m456p789s EEE 56z")],
    "Drawn": lambda: [mjcalc.Drawn()],
    "Escape": lambda: [mjcalc.Escape(Wind.N, 6000, 2000)],
    "FalseWin": lambda: [mjcalc.FalseWin(Wind.S)],
    "Game": games,
    "Hand": hands,
    "Hands": lambda: [mjcalc.Hands.of(hands()), mjcalc.Hands.of([])],
    "ImpossibleHand": of(mjcalc.ImpossibleHand),
    "Kind": lambda: [*Kind],
    "Meld": lambda: [Meld(Kind.CHOW, Tile.M1, source=2), Meld(Kind.KONG, Tile.P5, concealed=True)],
    "MjcalcError": errors,
    "NotAWin": of(mjcalc.NotAWin),
    "NotationError": of(mjcalc.NotationError),
    "OptionError": of(mjcalc.OptionError),
    "Payments": payments,
    "Reading": lambda: [score.reading for score in scores()],
    "Record": lambda: [deal for deal in records() if isinstance(deal, mjcalc.Record)],
    "Replayed": replayed,
    "Road": lambda: [*mjcalc.roads("123m456p79s EEE 56z")],
    "Room": lambda: [Room(), Room(200, 20)],
    "Ruleset": rulesets,
    "Score": scores,
    "Scores": lambda: [mjcalc.score_many(mjcalc.Hands.of(hands()), "guobiao")],
    "Share": lambda: [share for paid in payments() for share in paid.seats],
    "Sheet": lambda: [mjcalc.read_sheet(SHEET), mjcalc.read_sheet(BAD_SHEET)],
    "Suit": lambda: [*Suit],
    "Tile": lambda: [*Tile],
    "Unread": lambda: [deal for deal in records() if isinstance(deal, mjcalc.Unread)],
    "Waiting": of(mjcalc.Waiting),
    "Win": lambda: [Win(), Win(self_drawn=True, last=True)],
    "Wind": lambda: [*Wind],
    "Won": lambda: [outcomes()[0]],
    **{
        name: lambda name=name: [getattr(mjcalc, name)]  # type: ignore[misc]
        for name in (
            "bird_seat", "discards", "find_fans", "format_hand", "message", "near_wins",
            "gains", "outlook", "roads", "shanten", "shanten_many", "why",
            "parse", "play", "read_many", "read_records", "read_sheet", "replay", "ruleset",
            "score", "score_many", "settle", "table_points", "to_dict", "waits",
        )
    },
}  # fmt: skip
WAYS: Mapping[str, Callable[[object], object]] = {
    **{
        f"pickle {protocol}": lambda value, protocol=protocol: pickle.loads(  # type: ignore[misc]
            pickle.dumps(value, protocol)
        )
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
    },
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def values(name: str) -> list[object]:
    found = VALUES[name]()
    assert isinstance(found, list)
    assert found
    return found


def test_every_public_name_is_here() -> None:
    """A new public name: add its values to ``VALUES``."""
    assert sorted(VALUES) == sorted(mjcalc.__all__)
    for name in VALUES:
        public = getattr(mjcalc, name)
        if isinstance(public, type):
            assert all(isinstance(value, public) for value in values(name))
        else:
            assert values(name) == [public]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_a_public_value_travels(name: str, way: str) -> None:
    for value in values(name):
        arrived = WAYS[way](value)
        assert type(arrived) is type(value)
        assert arrived == value
        assert WAYS[way](arrived) == value


@pytest.mark.parametrize("name", VALUES)
def test_a_public_class_travels(name: str) -> None:
    public = getattr(mjcalc, name)
    arrived = pickle.loads(pickle.dumps(public))
    assert arrived is public or (name.isupper() and arrived == public)


def every(kind: type) -> set[type]:
    """The classes below a class."""
    return {kind}.union(*map(every, kind.__subclasses__()))


def test_an_error_of_every_class_travels() -> None:
    with (EXAMPLES / "disputed.log").open("rb") as file:
        differs = [one.error for one in deal_reports(file) if isinstance(one.error, RecordDiffers)]
    known = [*errors(), *(error for error in differs if error is not None)]
    assert every(MjcalcError) == {type(error) for error in known}
    for error in known:
        for way in WAYS.values():
            arrived = way(error)
            assert isinstance(arrived, MjcalcError)
            assert (arrived, hash(arrived)) == (error, hash(error))
            assert arrived.defects == error.defects


def test_errors_differ() -> None:
    one, other = (mjcalc.OptionError([mjcalc.Defect(key)]) for key in ("no-outcome", "empty"))
    assert one != other
    assert one != mjcalc.BelowMinimum(one.defects)
    assert one != "usage"
    assert len({one, other, mjcalc.OptionError(one.defects)}) == 2


# -- what a value says afterwards ------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_a_score_says_the_same_afterwards(way: str) -> None:
    for score in scores():
        arrived = WAYS[way](score)
        assert isinstance(arrived, Score)
        assert arrived.hand.assumed == score.hand.assumed
        for name in ("total", "base", "flowers", "minimum", "enough", "counts", "ruleset"):
            assert getattr(arrived, name) == getattr(score, name)
        for name in ("fans", "dropped", "reading"):
            assert getattr(arrived, name) == getattr(score, name)
        assert arrived.others() == score.others()
        assert arrived.assignments() == score.assignments()
        assert hash(arrived) == hash(score)


def test_scores_differ() -> None:
    hand, other = hands()[:2]
    assert mjcalc.score(hand) == mjcalc.score(hand, "huopin")
    assert mjcalc.score(hand) != mjcalc.score(hand, "guobiao")
    assert mjcalc.score(hand) != mjcalc.score(other)
    assert mjcalc.score(hand) != mjcalc.score(hand, house_rules())
    assert mjcalc.score(hand) != 25
    three = mjcalc.score(mjcalc.parse("111222333m 55m 78p +win:9p"))
    assert three.others()
    assert all(one != three for one in three.others())
    assert len({three, *three.others(), mjcalc.score(three.hand)}) == 1 + len(three.others())


@pytest.mark.parametrize("way", WAYS)
def test_a_row_of_the_table_is_the_same_row_afterwards(way: str) -> None:
    assert all(WAYS[way](row) is row for row in FANS)
    changed = replace(BY_ZH["花龙"], value=12, excludes="")
    assert WAYS[way](changed) == changed != BY_ZH["花龙"]
    assert WAYS[way](own_fan()) == own_fan()


def test_a_row_with_a_function_that_has_no_name_is_not_pickled() -> None:
    row = replace(own_fan(), word=replace(BY_ZH["圈风刻"].word, find=lambda reading: ()))
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(row)
    assert copy.deepcopy(row) == row


@pytest.mark.parametrize("way", WAYS)
def test_a_ruleset_that_has_a_name_is_the_same_one_afterwards(way: str) -> None:
    for rules in (*mjcalc.RULESETS.values(), mjcalc.ruleset("huopin", venue="nofan")):
        assert WAYS[way](rules) is rules


def test_rulesets_are_equal_if_all_they_say_is() -> None:
    rules = house_rules()
    again = replace(rules, fans=tuple(replace(row) for row in rules.fans))
    assert again is not rules
    assert again == rules
    assert hash(again) == hash(rules)
    assert replace(rules, false_win=40) != rules
    hand = hands()[0]
    assert mjcalc.score(hand, again).total == mjcalc.score(hand, rules).total == 29


def test_a_pickled_score_is_small() -> None:
    """It names its ruleset, and does not carry the fan table along."""
    assert len(pickle.dumps(mjcalc.score(hands()[0], "guobiao"))) < 1500
    many = [mjcalc.score(hand, "guobiao") for hand in hands()[::3]]
    assert len(pickle.dumps(many)) < 1500 + 500 * len(many)


# -- other processes -------------------------------------------------------------------------------

POOL = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import mjcalc
from mjcalc.i18n import message
from tests.test_travel import house_rules, own_fan

def explained(score):
    return score, score.fans, score.dropped, score.reading

if __name__ == "__main__":
    texts = ["123m456p789s EEE 55z +win:5z tsumo", "147m258p36s12345z9m +win:9m +wild:9m"]
    hands = [mjcalc.parse(text) for text in texts]
    context = multiprocessing.get_context(sys.argv[1])
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        scores = list(pool.map(mjcalc.score, hands))
        assert scores == list(map(mjcalc.score, hands))
        assert [score.total for score in scores] == [25, 24]
        assert list(pool.map(explained, scores)) == list(map(explained, scores))
        under = partial(mjcalc.score, rules=house_rules())
        assert list(pool.map(under, hands)) == list(map(under, hands))
        assert pool.submit(own_fan).result() == own_fan()
        error = pool.submit(mjcalc.score, mjcalc.parse("123m456p789s EEE 56z")).exception()
        assert message(error.defects[0])
    print("the same")
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_pool_of_processes_scores_hands(method: str, tmp_path: Path) -> None:
    script = tmp_path / "pool.py"
    script.write_text(POOL)
    done = subprocess.run(
        [sys.executable, script, method], capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == ("the same", "")


def test_the_sentences_are_there_without_another_import() -> None:
    """README names ``mjcalc.i18n.message``; a fresh process shows that nothing else imports it."""
    code = "import mjcalc; print(mjcalc.i18n.message(mjcalc.Defect('open-quote', {}))[-5:])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.stdout, done.stderr) == ("twice\n", "")
