"""The library as a user meets it: one way to say the rules, values as text, JSON objects."""

from __future__ import annotations

import inspect
import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import GenericAlias
from typing import Any, get_args, get_type_hints

import pytest

import mjcalc
from mjcalc import Deal, Room, Tile, Wind, Won

ROOT = Path(__file__).parent.parent
HAND = "123m456p789s EEE 55z +win:5z tsumo"
WAITING = "123m456p789s EEE 5z"
SHEET = "rules guobiao\ndeal E from W fans:12\ndeal draw"
RULES = ("guobiao", "国标", mjcalc.ruleset("guobiao"))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_rules_are_a_name_or_a_ruleset_everywhere(rules: str | mjcalc.Ruleset) -> None:
    hand = mjcalc.parse(HAND, rules=rules)
    assert mjcalc.score(hand, rules=rules).total == mjcalc.score(HAND, rules=rules).total == 23
    assert [wait.tile for wait in mjcalc.waits(WAITING, rules=rules)] == [Tile.Z5]
    assert mjcalc.shanten(WAITING, rules=rules).number == 0
    assert mjcalc.discards(HAND, rules=rules)[0].outlook.shanten.number == 0
    assert mjcalc.near_wins("123m456p789s EEE 56z", rules=rules)
    hands, unread = mjcalc.read_many([HAND], rules=rules)
    assert not unread.any()
    assert mjcalc.score_many(hands, rules=rules).total.tolist() == [23]
    paid = mjcalc.settle(Deal(Won(Wind.E, Wind.S, fans=8)), rules=rules)
    assert paid.net == (32, -16, -8, -8)
    assert mjcalc.play(mjcalc.read_sheet(SHEET), rules=rules).rules.key == "guobiao"
    (record,) = records("disputed.log")[:1]
    with pytest.raises(mjcalc.IllegalClaim):
        mjcalc.replay(record, rules=rules)


@pytest.mark.parametrize(
    "call",
    [
        lambda: mjcalc.parse(HAND, rules="banana"),
        lambda: mjcalc.score(HAND, rules="banana"),
        lambda: mjcalc.waits(WAITING, rules="banana"),
        lambda: mjcalc.near_wins(WAITING, rules="banana"),
        lambda: mjcalc.read_many([HAND], rules="banana"),
        lambda: mjcalc.settle(Deal(Won(Wind.E)), rules="banana"),
        lambda: mjcalc.play(mjcalc.read_sheet(SHEET), rules="banana"),
        lambda: mjcalc.replay(records("botzone.log")[0], rules="banana"),
    ],
)
def test_an_unknown_name_of_rules_is_an_option_error(call: Callable[[], object]) -> None:
    with pytest.raises(mjcalc.OptionError) as caught:
        call()
    assert caught.value.defects[0].key == "no-ruleset"


def test_the_rules_decide_on_wildcards() -> None:
    text = "123m456p789s EEE 55z +win:5z +wild:6m"
    assert mjcalc.parse(text) == mjcalc.parse(text, rules="huopin")
    for call in (mjcalc.parse, mjcalc.score):
        with pytest.raises(mjcalc.ImpossibleHand, match="wildcard"):
            call(text, rules="guobiao")


def test_a_record_is_replayed_by_the_rules_given() -> None:
    record = records("botzone.log")[0]
    other = mjcalc.ruleset("guobiao", {"two-concealed-kongs": "8"})
    assert mjcalc.replay(record).wins[0].score.ruleset == mjcalc.ruleset("guobiao")
    assert mjcalc.replay(record, rules=other).wins[0].score.ruleset == other
    assert mjcalc.replay(record, rules="wmo").wins[0].score.ruleset.key == "wmo"
    options = {"false-win": "40"}
    assert mjcalc.replay(record, options).wins[0].score.ruleset.options == options


def test_a_sheet_is_played_by_the_rules_given() -> None:
    sheet = mjcalc.read_sheet("deal false:S")
    rules = mjcalc.ruleset("guobiao", {"false-win": "40"})
    assert mjcalc.play(sheet, rules=rules).totals == (0, -40, 0, 0)
    with pytest.raises(ValueError, match="what ruleset"):
        mjcalc.play(sheet, rules=mjcalc.Ruleset(**{**fields(rules), "fans": rules.fans[:3]}))
    with pytest.raises(mjcalc.BadSheet):
        mjcalc.play(mjcalc.read_sheet(SHEET), rules="huopin")


def test_values_are_written_as_text() -> None:
    hand = mjcalc.parse(HAND)
    assert str(hand) == mjcalc.format_hand(hand) == f"{hand}"
    assert mjcalc.parse(str(hand)) == hand
    assert [str(tile) for tile in hand.concealed[:2]] == ["1m", "2m"]
    assert (str(Tile.P4), f"{Tile.P4}", repr(Tile.P4)) == ("4p", "4p", "Tile.P4")
    assert str(mjcalc.ruleset("MCR")) == "guobiao"


@pytest.mark.parametrize(
    "value",
    [
        mjcalc.parse(HAND),
        mjcalc.parse("[123m,2] (7777p) 46s 88p [EEE] +win:5s +seat:S +fourth +flowers:2"),
        mjcalc.ruleset("huopin"),
        mjcalc.ruleset("guobiao", {"false-win": "40"}),
        mjcalc.ruleset("huopin", {}, "8fan"),
        Room(200, 20),
        Deal(Won(Wind.E, Wind.S, fans=20), Wind.E, Tile.P3),
        *mjcalc.Principle,
        *mjcalc.Shape,
        *mjcalc.Scope,
    ],
    ids=repr,
)
def test_the_repr_of_a_value_makes_it_again(value: object) -> None:
    names = {name: getattr(mjcalc, name) for name in mjcalc.__all__}
    winds = {f"<Wind.{wind.name}: {wind.value}>": f"Wind.{wind.name}" for wind in Wind}
    text = repr(value)
    for shown, code in winds.items():
        text = text.replace(shown, code)
    assert eval(text, names) == value
    assert len(repr(value)) < 300


def test_rules_of_ones_own_do_not_look_like_others() -> None:
    own = mjcalc.Ruleset(**{**fields(mjcalc.ruleset("guobiao")), "fans": ()})
    assert repr(own) == "<Ruleset guobiao: 0 fans>"


def test_an_error_is_written_as_its_english_sentences() -> None:
    with pytest.raises(mjcalc.NotationError) as caught:
        mjcalc.parse("123m 8z 0q")
    error = caught.value
    assert str(error).splitlines() == [mjcalc.message(d, "en") for d in error.defects]
    assert len(error.defects) == 2
    assert [str(defect) for defect in error.defects] == str(error).splitlines()
    zh, both = mjcalc.message(error.defects[0], "zh"), mjcalc.message(error.defects[0])
    assert both.startswith(zh)
    assert both.endswith(str(error.defects[0]))
    with pytest.raises(ValueError, match="'fr' is not a valid"):
        mjcalc.message(error.defects[0], "fr")
    assert str(mjcalc.Defect("no such key", {"count": 2})) == "no such key {'count': 2}"
    with pytest.raises(mjcalc.NotAWin) as not_a_win:
        mjcalc.score("123m456p789s EEE 56z")
    assert str(not_a_win.value)


def test_the_version_is_that_of_the_distribution() -> None:
    assert isinstance(mjcalc.__version__, str)
    assert mjcalc.__version__


# -- JSON objects ----------------------------------------------------------------------------------


def printed(*arguments: str, text: str = "") -> Any:
    """What the command line prints, read as JSON."""
    done = subprocess.run(
        [sys.executable, "-m", "mjcalc", *arguments, "--format", "json"],
        input=text, capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    return json.loads(done.stdout)


def test_a_score_is_the_object_that_the_command_line_prints() -> None:
    text = str(mjcalc.parse(HAND))
    score = mjcalc.score(text, rules="guobiao")
    assert jsonable(score.to_dict()) == printed("score", text, "--rules", "guobiao")


def test_payments_are_the_object_that_the_command_line_prints() -> None:
    paid = mjcalc.settle(Deal(Won(Wind.E, Wind.S, fans=8)), rules="guobiao")
    want = printed("settle", "--winner", "E", "--from", "S", "--fans", "8", "--rules", "guobiao")
    assert jsonable(paid.to_dict()) == want
    rules = mjcalc.ruleset("huopin", venue="dazhong")
    paid = mjcalc.settle(Deal(mjcalc.Drawn()), Room(200, 20), rules)
    assert paid.to_dict()["rules"] == "huopin"
    assert paid.to_dict()["system"] == 80
    with pytest.raises(TypeError, match="to_dict"):
        mjcalc.Payments(paid.seats, paid.system).to_dict()


def test_a_game_is_the_object_that_the_command_line_prints() -> None:
    game = mjcalc.play(mjcalc.read_sheet(SHEET))
    assert jsonable(game.to_dict()) == printed("game", "-", text=SHEET)


def test_a_replayed_deal_is_the_object_that_the_command_line_prints() -> None:
    replayed = [mjcalc.replay(record) for record in records("botzone.log")]
    want = printed("replay", "examples/botzone.log")
    assert [jsonable(deal.to_dict()) for deal in replayed] == want


def test_nothing_else_is_an_object() -> None:
    with pytest.raises(TypeError, match="to_dict"):
        mjcalc.to_dict(3)  # type: ignore[arg-type]


# -- everything raised, accepted or returned is public ---------------------------------------------

# Where a public value leads into the program: nobody needs these classes by name.
INSIDE = {
    "Fan.word", "Hand.draft", "Hands.packed", "Record.acts", "Record.said", "Record.wall",
    "Replayed.differences", "Replayed.said", "Replayed.said_of", "Score.__init__", "Scores.parts",
    "Sheet.entries", "Sheet.header", "Option.values",
}  # fmt: skip


def public_parts() -> Iterator[tuple[str, Any]]:
    """Every public function, and every public attribute of a class, with its type hints."""
    for name in mjcalc.__all__:
        value = getattr(mjcalc, name)
        if not isinstance(value, type):
            if callable(value):
                yield name, get_type_hints(value)
            continue
        if issubclass(value, BaseException):
            continue
        for field, hint in get_type_hints(value).items():
            yield f"{name}.{field}", {"": hint}
        for attribute, member in vars(value).items():
            member = member.fget if isinstance(member, property) else member
            member = getattr(member, "func", getattr(member, "__func__", member))
            if not attribute.startswith("_") and inspect.isfunction(member):
                yield f"{name}.{attribute}", get_type_hints(member)


def public_classes() -> set[type]:
    public = [getattr(mjcalc, name) for name in mjcalc.__all__]
    return {value for value in public if isinstance(value, type)}


def own_classes(hint: Any) -> Iterator[type]:
    if isinstance(hint, list | tuple):
        for part in hint:
            yield from own_classes(part)
        return
    is_class = isinstance(hint, type) and not isinstance(hint, GenericAlias)
    if is_class and hint.__module__.startswith("mjcalc"):
        yield hint
    for part in get_args(hint):
        yield from own_classes(part)


def test_every_class_that_a_public_name_speaks_of_is_public() -> None:
    public = public_classes()
    missing = {
        (place, kind.__name__)
        for place, hints in public_parts()
        if place not in INSIDE and not place.rpartition(".")[2].startswith("_")
        for hint in hints.values()
        for kind in own_classes(hint)
        if kind not in public
    }
    assert missing == set()


def test_every_error_is_public() -> None:
    def below(kind: type) -> set[type]:
        return {kind}.union(*map(below, kind.__subclasses__()))

    errors = below(mjcalc.MjcalcError)
    raised = {error for error in errors if error.__module__.startswith("mjcalc")}
    assert raised <= public_classes()


# -- helpers ---------------------------------------------------------------------------------------


def records(name: str) -> list[mjcalc.Record | mjcalc.Unread]:
    data = (ROOT / "examples" / name).read_bytes()
    return list(mjcalc.read_records(io.BytesIO(data)))


def fields(rules: mjcalc.Ruleset) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in mjcalc.Ruleset.__match_args__}


def jsonable(value: object) -> object:
    """The value as it is after JSON: what is written must be read back the same."""
    return json.loads(json.dumps(value, ensure_ascii=False))
