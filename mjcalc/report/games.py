"""A game as text: its deals, running totals and standing, as tables, CSV or JSON (schema 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from mjcalc.i18n import Lang, pick, say
from mjcalc.i18n.phrases import Phrase
from mjcalc.i18n.visible import visible
from mjcalc.report import Look
from mjcalc.report.errors import errors_json
from mjcalc.report.rows import FILE_TITLE, names
from mjcalc.report.scores import SCHEMA, score_json, score_text
from mjcalc.report.tables import Cell, Row, Typed, separated, table
from mjcalc.sheets.game import Game, PlayedDeal
from mjcalc.sheets.seating import Seating
from mjcalc.sheets.values import BadLine
from mjcalc.tiles import Wind

CSV = (
    "no", "line", "dealer", "result", "winner", "from", "total", "bird", "player", "false_wins",
    "reason", "E", "S", "W", "N", "system",
)  # fmt: skip
MOST_OF_A_REASON = 30


# --- tables -------------------------------------------------------------------------------------


def game_text(game: Game, look: Look, *, explain: bool = False) -> str:
    """The game in a format that is no JSON; ``explain`` adds the fans of every deal."""
    if look.format in ("csv", "tsv"):
        return _rows(game, look, explain)
    blocks = [_game_headline(game, look.lang)]
    if game.seating is not Seating.FIXED:
        blocks.append(_titled("game.seating", _seating_table(game, look), look))
    blocks.append(_deals_table(game, look))
    if game.deals:
        blocks.append(_titled("game.running", _running_table(game, look), look))
    blocks.append(_titled("game.standing", _standing_table(game, look), look))
    if sums := _sums(game, look):
        blocks.append(sums)
    if explain:
        blocks += _deal_fans(game, look)
    return "\n\n".join(blocks)


def _titled(key: str, body: str, look: Look) -> str:
    between = "\n\n" if look.format == "markdown" else "\n"
    return f"{say(key, look.lang)}{between}{body}"


def _game_headline(game: Game, lang: Lang) -> str:
    """The rules and all that the sums follow from."""
    rules, room = game.rules, game.room
    items = [f"{pick(rules.zh, rules.en, lang)} ({rules.key})"]
    if rules.venue is not None:
        items.append(pick(rules.venue.zh, rules.venue.en, lang))
    if room.coefficient is not None:
        items.append(say("game.room", lang, room=room.coefficient))
    if room.fee is not None:
        items.append(say("game.fee", lang, fee=room.fee))
    if game.options:
        values = ", ".join(f"{key}={value}" for key, value in game.options.items())
        items.append(f"{say('options', lang)}: {values}")
    if game.most_deals is not None:
        items.append(say("game.deals", lang, count=game.played, deals=game.most_deals))
    return " · ".join(items)


def _seat(seat: Wind | None, look: Look) -> str:
    if seat is None:
        return ""
    return seat.zh if look.lang is Lang.ZH else seat.name


def _player_label(game: Game, seat: Wind, look: Look) -> str:
    """A chair and who sits in it."""
    name = game.sheet.header.players.get(seat)
    label = _seat(seat, look)
    if name is None or name == label:
        return label
    return f"{label} {name}".replace("|", "\\|" if look.format == "markdown" else "|")


def _player_labels(game: Game, look: Look) -> list[str]:
    return [_player_label(game, seat, look) for seat in Wind]


def _seating_table(game: Game, look: Look) -> str:
    """Who sits on which seat in each round."""
    rows: list[Row] = [
        [_seat(round, look), *(_player_label(game, seat, look) for seat in players)]
        for round, players in zip(Wind, map(game.seating.players, Wind), strict=True)
    ]
    header = [say("game.round", look.lang), *(_seat(seat, look) for seat in Wind)]
    return table(header, rows, look.format)


def _deals_table(game: Game, look: Look) -> str:
    coins = game.system is not None
    keys = ("deal", "dealer", "who", "from", "fans", *(("bird",) if coins else ()))
    header = [say(f"game.{key}", look.lang) for key in keys]
    header += [*(["X"] * coins), *_player_labels(game, look)]
    header += [say("game.system", look.lang)] * coins
    rows: list[Row] = [_deal_row(deal, look, coins) for deal in game.deals]
    return table(header, rows, look.format)


def _deal_row(deal: PlayedDeal, look: Look, coins: bool) -> list[Cell]:
    who = deal.player if deal.winner is None else deal.winner
    cells: list[Cell] = [deal.no, _seat(deal.dealer, look), _seat(who, look), _how(deal, look)]
    cells.append(deal.total)
    if not coins:
        return [*cells, *deal.net]
    return [*cells, _bird(deal, look), _x(deal, look), *deal.net, deal.system]


def _how(deal: PlayedDeal, look: Look) -> str:
    """Whose tile it was, or how the deal ended."""
    false = [_seat(seat, look) for seat in deal.false_wins if seat is not deal.player]
    more = [say("game.false-wins", look.lang, players=false)] if false else []
    more += [deal.reason[:MOST_OF_A_REASON]] if deal.reason else []
    how = say(f"result.{deal.result}", look.lang)
    if deal.discarder is not None:
        how = _seat(deal.discarder, look)
    return f"{how} ({', '.join(more)})" if more else how


def _bird(deal: PlayedDeal, look: Look) -> str:
    """The bird, and whose it is."""
    seat = None if deal.payments is None else deal.payments.bird_seat
    return "" if deal.bird is None else f"{look.tiles([deal.bird])} {_seat(seat, look)}"


def _x(deal: PlayedDeal, look: Look) -> str:
    """The X of those who pay: one number where all pay the same."""
    if deal.payments is None:
        return ""
    shares = deal.payments.seats
    owed = {seat: share.x for seat, share in zip(Wind, shares, strict=True) if share.x is not None}
    if len(set(owed.values())) <= 1:
        return "".join(str(x) for x in set(owed.values()))
    return " ".join(f"{_seat(seat, look)}:{x}" for seat, x in owed.items())


def _running_table(game: Game, look: Look) -> str:
    header = [say("game.deal", look.lang), *_player_labels(game, look)]
    rows: list[Row] = [
        [_which(game, deal, look), *totals]
        for deal, totals in zip(game.deals, game.running, strict=True)
    ]
    return table(header, rows, look.format)


def _which(game: Game, deal: PlayedDeal, look: Look) -> Cell:
    """The number of a deal; of an adjustment, whose it is."""
    if deal.player is None or deal.no is not None:
        return deal.no
    return f"{say('result.adjust', look.lang)} {_player_label(game, deal.player, look)}"


def _standing_table(game: Game, look: Look) -> str:
    """The players by their totals; equal totals have the same rank."""
    totals, points = game.totals, game.table_points
    keys = ("rank", "player", "total", *(("table_points",) if points else ()))
    rows: list[Row] = []
    for seat in sorted(Wind, key=lambda seat: -totals[seat]):
        rank = 1 + sum(total > totals[seat] for total in totals)
        row: list[Cell] = [rank, _player_label(game, seat, look), totals[seat]]
        rows.append([*row, str(points_number(points[seat]))] if points else row)
    if game.system is not None:
        rows.append([None, say("game.system", look.lang), game.system])
    return table([say(f"game.{key}", look.lang) for key in keys], rows, look.format)


def points_number(points: Fraction) -> int | float:
    """Table points: whole where they are, else rounded to 4 places."""
    return int(points) if points.denominator == 1 else round(float(points), 4)


def _sums(game: Game, look: Look) -> str:
    """That all sums to zero; where it does not, by what."""
    if not game.sum:
        if look.quiet:
            return ""
        return say("sum.points" if game.system is None else "sum.coins", look.lang)
    return uneven_text(game, look.lang)


def uneven_text(game: Game, lang: Lang) -> str:
    """What the totals sum to, and which deals keep them from summing to zero."""
    whys = [
        Phrase(
            "uneven.adjust" if deal.payments is None else "uneven.deal",
            {
                "line": deal.line,
                "amount": f"{deal.sum:+}",
                "why": deal.uneven or "",
            },
        )
        for deal in game.uneven
    ]
    return say("game.sum", lang, sum=game.sum, why=whys)


def _deal_fans(game: Game, look: Look) -> Iterator[str]:
    """The fans of every deal whose hand is written."""
    for deal in game.deals:
        if deal.score is not None:
            title = say("game.deal-line", look.lang, no=deal.no, line=deal.line)
            yield title
            yield score_text(deal.score, replace(look, quiet=True), explain=True)


def games_text(games: Sequence[tuple[str, Game]], look: Look, *, explain: bool = False) -> str:
    """Several games in a format that is not JSON, each with the name of its file."""
    if look.format in ("csv", "tsv"):
        rows = [[Typed(file), *row] for file, game in games for row in _data(game, look, explain)]
        lines: list[Row] = [[FILE_TITLE, *_titles(explain)], *rows]
        return separated(lines, look.format, guarded=look.guarded).removesuffix("\n")
    between = "\n\n" if look.format == "markdown" else "\n"
    return "\n\n".join(
        f"{visible(file)}{between}{game_text(game, look, explain=explain)}" for file, game in games
    )


def _rows(game: Game, look: Look, explain: bool) -> str:
    return table(_titles(explain), _data(game, look, explain), look.format)


def _titles(explain: bool) -> list[str]:
    return [*CSV, "fans"] if explain else [*CSV]


def _data(game: Game, look: Look, explain: bool) -> list[Row]:
    """One row a deal, then the totals; the columns are the same under all rules."""
    rows: list[Row] = []
    for deal in game.deals:
        facts = _facts(deal)
        cells: list[Cell] = [facts[key] for key in ("no", "line", "dealer", "result")]
        cells += [facts[key] for key in ("winner", "from", "total")]
        cells += [None if deal.bird is None else deal.bird.code, facts["player"]]
        cells += [
            " ".join(facts["false_wins"]) or None,
            Typed(deal.reason) if deal.reason else None,
        ]
        cells += [*deal.net, None if game.system is None else deal.system]
        fans = "" if deal.score is None else names(deal.score, look.lang)
        rows.append([*cells, fans] if explain else cells)
    blanks = [None] * (len(CSV) - 6)
    total: list[Cell] = ["total", *blanks, *game.totals, game.system]
    return [*rows, [*total, None] if explain else total]


def game_notes(game: Game, look: Look) -> Iterator[str]:
    """What was taken for granted, and what a row has no place for: for stderr."""
    lang = look.lang
    if not game.deals and not game.bad:
        yield say("game.empty", lang)
    for deal in game.deals:
        if deal.score is not None and "winning" in deal.score.hand.assumed:
            yield say("game.assumed", lang, line=deal.line, tile=deal.score.hand.winning)
    if look.format in ("csv", "tsv"):
        if game.table_points is not None:
            pairs = zip(Wind, game.table_points, strict=True)
            points = ", ".join(f"{game.name(seat)} {points_number(value)}" for seat, value in pairs)
            yield say("game.points", lang, points=points)
        if game.sum:
            yield uneven_text(game, lang)
    if game.bad:
        lines = {error.defects[0].line for error in game.bad}
        others = {e.line for e in game.sheet.entries if isinstance(e, BadLine) and not e.is_deal}
        key = "game.lines-left-out" if lines & others else "game.left-out"
        yield say(key, lang, count=len(lines))


# --- JSON ---------------------------------------------------------------------------------------


def game_json(game: Game, look: Look, *, explain: bool = False) -> dict[str, Any]:
    """The JSON object of a game; ``explain`` adds what does not count in each deal."""
    coins = game.system is not None
    out: dict[str, Any] = {
        "schema": SCHEMA,
        "rules": game.rules.key,
        "options": game.options,
        "players": {seat.name: game.name(seat) for seat in Wind},
        "deals": [_deal_json(deal, coins, explain) for deal in game.deals],
        "totals": _by_seat(game.totals),
    }
    if game.seating is not Seating.FIXED:
        seats = [
            dict(zip("ESWN", (p.name for p in game.seating.players(r)), strict=True)) for r in Wind
        ]
        out["seats"] = dict(zip("ESWN", seats, strict=True))
    if coins:
        out["system"] = game.system
    if game.table_points is not None:
        out["table_points"] = _by_seat([points_number(points) for points in game.table_points])
    if game.sum:
        out["sum"] = game.sum
        out["uneven"] = [{"line": deal.line, "sum": deal.sum} for deal in game.uneven]
    if game.bad:
        out["errors"] = errors_json(game.bad, look.lang)
    return out


def _by_seat(values: Sequence[Any]) -> dict[str, Any]:
    return {seat.name: value for seat, value in zip(Wind, values, strict=True)}


def _facts(deal: PlayedDeal) -> dict[str, Any]:
    """What rows and JSON say of every deal, null for what it has not."""

    def letter(seat: Wind | None) -> str | None:
        return None if seat is None else seat.name

    return {
        "no": deal.no,
        "line": deal.line,
        "dealer": letter(deal.dealer),
        "result": deal.result,
        "winner": letter(deal.winner),
        "from": letter(deal.discarder),
        "total": deal.total,
        "player": letter(deal.player),
        "false_wins": [seat.name for seat in deal.false_wins],
    }


def _deal_json(deal: PlayedDeal, coins: bool, explain: bool) -> dict[str, Any]:
    scored = score_json(deal.score, deal.text, details=explain) if deal.score is not None else {}
    out = {**_facts(deal), "fans": scored.get("fans")}
    if explain:
        out |= {key: scored.get(key) for key in ("hand", "dropped", "reading", "wildcards")}
    if coins:
        bird_seat = None if deal.payments is None else deal.payments.bird_seat
        out["bird"] = None if deal.bird is None else deal.bird.code
        out["bird_seat"] = None if bird_seat is None else bird_seat.name
    if deal.reason:
        out["reason"] = deal.reason
    out["net"] = _by_seat(deal.net)
    return out | {"system": deal.system} if coins else out
