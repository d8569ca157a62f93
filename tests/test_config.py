"""``mjcalc.toml`` and ``mjcalc config``: option, environment, file, default, in this order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command import Mjcalc, command_line, enter

HAND = "123m456p789s EEE 55z +win:5z tsumo"
SHEET = "rules guobiao\ndeal E from W fans:12\n"


@pytest.fixture
def mjcalc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Mjcalc:
    """Run commands in an empty folder that has settings files, and a user's folder."""
    monkeypatch.delenv("MJCALC_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "user"))
    monkeypatch.setattr("sys.platform", "linux")
    enter(tmp_path, monkeypatch)
    return command_line(capsys, monkeypatch)


def sources(mjcalc: Mjcalc, *args: str) -> dict[str, tuple[str, str, str | None]]:
    """What ``config`` says of each setting: its value, its source, the file or variable."""
    rows = mjcalc("config", *args, "--format", "json").value["settings"]
    return {row["key"]: (row["value"], row["source"], row["where"]) for row in rows}


def test_a_file_is_the_default_of_options(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text('lang = "en"\nrules = "MCR"\n', encoding="utf-8")
    assert "MCR (guobiao)" in mjcalc("score", HAND).out
    assert "国标" in mjcalc("score", HAND, "--lang", "zh").out
    assert mjcalc("score", HAND, "--rules", "huopin", "--format", "json").value["rules"] == "huopin"


def test_the_environment_comes_before_a_file(
    mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("mjcalc.toml").write_text('lang = "en"\nformat = "json"\n', encoding="utf-8")
    monkeypatch.setenv("MJCALC_LANG", "zh")
    assert sources(mjcalc)["lang"] == ("zh", "environment", "MJCALC_LANG")
    assert sources(mjcalc, "--lang", "both")["lang"] == ("both", "command-line", None)
    monkeypatch.setenv("MJCALC_FORMAT", "csv")
    assert mjcalc("fans", "花龙").out.startswith("guobiao,huopin,wmo,zh,")


def test_rule_options_and_venue_belong_to_the_rules_of_the_file(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text('venue = "8fan"\n[options]\nmixed-kongs = 6\n', encoding="utf-8")
    scored = mjcalc("score", HAND, "--format", "json").value
    assert (scored["options"], scored["minimum"]) == ({"mixed-kongs": "6"}, 8)
    other = mjcalc("score", HAND, "--rules", "guobiao", "--format", "json").value
    assert (other["options"], other["minimum"]) == ({}, 8)
    typed = mjcalc(
        "score", HAND, "--option", "mixed-kongs=5", "--venue", "nofan", "--format", "json"
    )
    assert (typed.value["options"], typed.value["minimum"]) == ({"mixed-kongs": "5"}, None)
    found = sources(mjcalc, "--rules", "guobiao")
    assert found["options.mixed-kongs"] == ("6", "unused", "mjcalc.toml")
    assert found["venue"] == ("8fan", "unused", "mjcalc.toml")


def test_a_file_beside_the_input_comes_before_that_of_the_user(mjcalc: Mjcalc) -> None:
    for folder, text in (
        ("club", 'lang = "en"\n[options]\nmixed-kongs = "6"\n'),
        ("user/mjcalc", 'lang = "zh"\nfee = 20\n[options]\nmixed-kongs = "5"\n'),
    ):
        Path(folder).mkdir(parents=True)
        Path(folder, "mjcalc.toml").write_text(text, encoding="utf-8")
    found = sources(mjcalc, "club/friday.game")
    club, user = (
        str(Path("club", "mjcalc.toml")),
        str(Path("user", "mjcalc", "mjcalc.toml").resolve()),
    )
    assert found["lang"] == ("en", "file", club)
    assert found["options.mixed-kongs"] == ("6", "file", club)
    assert found["fee"] == ("20", "file", user)
    assert sources(mjcalc)["lang"] == ("zh", "file", user)


def test_a_sheet_and_a_record_keep_their_rules(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text(
        'rules = "huopin"\n[options]\nmixed-kongs = "6"\n', encoding="utf-8"
    )
    Path("friday.game").write_text(SHEET, encoding="utf-8")
    game = mjcalc("game", "friday.game", "--format", "json")
    assert (game.code, game.err, game.value["rules"]) == (0, "", "guobiao")


def test_a_sheet_has_the_room_of_the_file_where_it_says_none(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text(
        'venue = "8fan"\nroom = 200\nfee = 20\n[options]\nmixed-kongs = "6"\n', encoding="utf-8"
    )
    deal = "deal dealer:E bird:none E from W fans:12\n"
    for header, seat_w in (("", -8020), ("room 100\n", -4020), ("room 100\nfee 5\n", -4005)):
        Path("friday.game").write_text(f"rules huopin\n{header}{deal}", encoding="utf-8")
        game = mjcalc("game", "friday.game", "--format", "json").value
        assert (game["totals"]["W"], game["options"]) == (seat_w, {"mixed-kongs": "6"})
    Path("friday.game").write_text(SHEET, encoding="utf-8")
    assert mjcalc("game", "friday.game", "--format", "json").value["options"] == {}


def test_settle_has_the_room_of_the_file(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text("room = 200\nfee = 20\n", encoding="utf-8")
    win = ("settle", "--base", "10", "--tsumo", "--winner", "E", "--format", "json")
    assert mjcalc(*win).value["seats"]["E"]["net"] == 5980
    assert mjcalc(*win, "--room", "100").value["seats"]["E"]["net"] == 2980
    assert mjcalc("settle", "--draw", "--format", "json").value["system"] == 80
    for other in (
        ["--escape", "N", "--penalty", "6000", "--compensation", "2000"],
        ["--bird", "北"],
    ):
        done = mjcalc("settle", *other, *["--dealer", "S"] * (other[0] == "--bird"))
        assert (done.code, done.err) == (0, "")
    guobiao = mjcalc("settle", "--rules", "guobiao", "--fans", "27", "--winner", "W", "--from", "N")
    assert (guobiao.code, guobiao.err) == (0, "")
    assert mjcalc("settle").code == 2


def test_every_defect_of_every_file_is_reported(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text(
        'lang = "xx"\nruls = "huopin"\nroom = "many"\nfee = true\noptions = 3\n', encoding="utf-8"
    )
    done = mjcalc("score", HAND, "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        'mjcalc: mjcalc.toml: options must be a table; write [options] and one line NAME = "VALUE" '
        "for each\n"
        'mjcalc: mjcalc.toml: lang cannot be "xx"; use zh, en, both\n'
        'mjcalc: mjcalc.toml: there is no setting "ruls"; the settings are rules, lang, format, '
        "tiles, notation, venue, room, fee, options; did you mean rules?\n"
        'mjcalc: mjcalc.toml: room cannot be "many"; write one text or whole number\n'
        'mjcalc: mjcalc.toml: fee cannot be "True"; write one text or whole number\n'
    )
    assert mjcalc("score", "--help").code == 0


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b'lang = "en"\nlang =', "line 2 is not valid TOML"),
        (b"lang = \xff", "is not in UTF-8"),
        (b"#" * 70_000, "larger than 16384 bytes"),
        (b"a" + b".a" * 8_000 + b" = 1", "mjcalc.toml"),
        (b"x = " + b"[" * 16_000, "line 1 is not valid TOML"),
        (b'venue = "9fan"', 'there is no venue "9fan"'),
        (b"[options]\nmixed-kongs = 9", "mixed-kongs cannot be"),
        (b'rules = "nix"', 'there is no ruleset "nix"'),
    ],
)
def test_a_file_that_cannot_be_used_is_named(mjcalc: Mjcalc, content: bytes, part: str) -> None:
    Path("mjcalc.toml").write_bytes(content)
    done = mjcalc("score", HAND, "--lang", "en")
    assert (done.code, done.out) == (2, "")
    assert "mjcalc.toml" in done.err
    assert part in done.err


def test_errors_are_in_the_language_of_the_file(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text('lang = "en"\n', encoding="utf-8")
    assert mjcalc("batch", "nix.txt").err.startswith("mjcalc: cannot open nix.txt")


def test_a_variable_names_the_only_file(mjcalc: Mjcalc, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mjcalc.toml").write_text('lang = "en"\n', encoding="utf-8")
    Path("other.toml").write_text('tiles = "unicode"\n', encoding="utf-8")
    monkeypatch.setenv("MJCALC_CONFIG", "other.toml")
    found = sources(mjcalc)
    assert (found["lang"][1], found["tiles"]) == ("default", ("unicode", "file", "other.toml"))
    monkeypatch.setenv("MJCALC_CONFIG", "")
    assert mjcalc("config", "--lang", "en").err == (
        "MJCALC_CONFIG is empty, so no settings file is read\n"
    )


def test_the_table_of_settings(mjcalc: Mjcalc) -> None:
    Path("mjcalc.toml").write_text('lang = "en"\nroom = 200\n', encoding="utf-8")
    done = mjcalc("config", "--rules", "guobiao")
    assert done.out == (
        "setting    value    comes from\n"
        "---------  -------  -----------------------------\n"
        "rules      guobiao  command line\n"
        "lang       en       mjcalc.toml\n"
        "format     table    default\n"
        "tiles      text     default\n"
        "notation            default\n"
        "venue               default\n"
        "room       200      mjcalc.toml (for huopin only)\n"
        "fee                 default\n"
    )
