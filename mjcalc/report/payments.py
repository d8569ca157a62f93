"""Payments as text: the four seats with all that made their sums, and the JSON form (schema 1).

What is shown of a deal depends on the payment scheme; :data:`PAYMENT_TABLES` and
:data:`SEATS_JSON` have a row for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from mjcalc.i18n import Lang, pick, say
from mjcalc.payments.deal import Deal, Drawn, Escape, Factor, FalseWin, Payments, Share, Won
from mjcalc.payments.settlement import POINTS
from mjcalc.payments.steps import Step, StepKind, steps_of
from mjcalc.report import Look, dumps
from mjcalc.report.scores import SCHEMA, headings, score_text
from mjcalc.report.tables import Row, aligned, table
from mjcalc.tiles import Tile, Wind

if TYPE_CHECKING:
    from mjcalc.engine.score import Score
    from mjcalc.rules.rulesets import Ruleset


def payments_text(
    paid: Payments,
    deal: Deal,
    rules: Ruleset,
    look: Look,
    score: Score | None = None,
    *,
    explain: bool = False,
) -> str:
    """Return the payments in a format that is not JSON; as a table below the score of the hand.

    ``explain`` adds how each amount comes about, to a table the fans that do not count too.
    """
    titles, rows = PAYMENT_TABLES[rules.pays](paid, deal, look)
    steps = _steps_text(paid, deal, rules, look) if explain else []
    if look.format != "table":
        rest = "\n".join(["", "", *steps]) if steps and look.format == "markdown" else ""
        return table(headings(look, *titles), rows, look.format) + rest
    blocks = [] if score is None else [score_text(score, look, explain=explain)]
    shown = [place for place in range(len(titles)) if any(row[place] is not None for row in rows)]
    header = headings(look, *(titles[place] for place in shown))
    filled = [[row[place] for place in shown] for row in rows]
    blocks += [_payments_headline(paid, deal, rules, look), aligned(header, filled, rule=True)]
    blocks += ["\n".join(steps)] if steps else []
    if not look.quiet:
        blocks.append("\n".join(_sum_notes(paid, rules, look.lang, score)))
    return "\n\n".join(blocks)


def payments_json(paid: Payments, rules: Ruleset, deal: Deal | None = None) -> dict[str, Any]:
    """Return the JSON object of a settled deal; with ``deal``, how each amount comes about."""
    out: dict[str, Any] = {"schema": SCHEMA, "rules": rules.key, "options": dict(rules.options)}
    out |= FACTS_JSON[rules.pays](paid)
    out["seats"] = {
        wind.name: SEATS_JSON[rules.pays](share)
        for wind, share in zip(Wind, paid.seats, strict=True)
    }
    if deal is not None:
        for wind, steps in steps_of(paid, deal).items():
            out["seats"][wind.name]["steps"] = [_step_json(step, paid, wind) for step in steps]
            both = {lang.value: _seat_steps(wind, steps, paid, lang) for lang in (Lang.ZH, Lang.EN)}
            out["seats"][wind.name]["explain"] = both
    if paid.system is not None:
        out["system"] = paid.system
    if paid.player is not None:
        out["player"] = paid.player.name
    return out | {"sum": paid.sum}


def bird_text(dealer: Wind, tile: Tile, seat: Wind, rules: str, look: Look) -> str:
    """Whose bird a tile is, in any format."""
    if look.format in ("json", "jsonl"):
        names = {"dealer": dealer.name, "bird": tile.code, "bird_seat": seat.name}
        return dumps({"schema": SCHEMA, "rules": rules, **names})
    if look.format != "table":
        cells = [dealer.name, tile.code, seat.name]
        return table(headings(look, "dealer", "bird", "bird_seat"), [cells], look.format)
    shown = look.tiles([tile])
    return say("bird.counted", look.lang, bird=shown, rank=tile.rank, dealer=dealer, seat=seat)


def seat_name(wind: Wind, look: Look) -> str:
    """A seat for people, the bare letter for CSV and TSV."""
    if look.format in ("csv", "tsv"):
        return wind.name
    return pick(wind.zh, wind.name, look.lang)


# --- above the table ----------------------------------------------------------------------------


def _payments_headline(paid: Payments, deal: Deal, rules: Ruleset, look: Look) -> str:
    """What happened, and all that the sums follow from."""
    lang = look.lang
    items = [_outcome_text(deal, lang), *_base(paid, deal, rules, lang)]
    if paid.coefficient is not None:
        items.append(say("paid.room", lang, room=paid.coefficient))
    if paid.fee is not None:
        items.append(say("paid.fee", lang, fee=paid.fee))
    if deal.dealer is not None:
        items.append(say("factor.dealer", lang, seat=deal.dealer))
    if paid.bird_seat is not None and deal.bird is not None:
        shown = look.tiles([deal.bird])
        items.append(say("paid.bird", lang, bird=shown, seat=paid.bird_seat))
    return " · ".join(items)


def _outcome_text(deal: Deal, lang: Lang) -> str:
    match deal.outcome:
        case Won(winner, None):
            return say("paid.self-drawn", lang, winner=winner)
        case Won(winner, discarder):
            return say("paid.discard", lang, winner=winner, discarder=discarder)
        case Escape(player):
            return say("paid.escape", lang, player=player)
        case FalseWin(player):
            return say("paid.false-win", lang, player=player)
        case Drawn():
            return say("outcome.draw", lang)
    return say("outcome.duplicate", lang)


def _base(paid: Payments, deal: Deal, rules: Ruleset, lang: Lang) -> Iterator[str]:
    """Where the base comes from: the venue and the fans, or just said."""
    venue = rules.venue
    if not isinstance(deal.outcome, Won):
        return
    if paid.base is None:
        yield say("paid.fans", lang, fans=paid.fans)
    elif paid.venue is None or venue is None:
        yield say("base.said", lang, base=paid.base)
    else:
        yield pick(venue.zh, venue.en, lang)
        key = "fans-plus" if venue.times_fans and venue.plus else "fans" if venue.times_fans else ""
        sums = {"fans": paid.fans, "plus": venue.plus, "base": paid.base}
        yield say(f"base.{key or 'fixed'}", lang, **sums)


# --- the table ----------------------------------------------------------------------------------

Table = tuple[tuple[str, ...], list[Row]]


def _coins_table(paid: Payments, deal: Deal, look: Look) -> Table:
    """X, gross, fee and net of the seats, what the system takes, and that the nets sum to zero."""
    winner = deal.outcome.winner if isinstance(deal.outcome, Won) else None
    rows: list[Row] = [
        [
            seat_name(wind, look),
            share.x,
            share.gross,
            share.fee,
            share.net,
            _gain(paid) if wind is winner else _factors(share, paid, look.lang),
        ]
        for wind, share in zip(Wind, paid.seats, strict=True)
    ]
    rows.append([*headings(look, "system"), None, None, None, paid.system, None])
    rows.append([*headings(look, "total"), None, None, None, paid.sum, None])
    return ("seat", "x", "gross", "fee", "net", "factors"), rows


def _factors(share: Share, paid: Payments, lang: Lang) -> str | None:
    """The base and the factors of a payer's X, in words."""
    if share.x is None:
        return None
    return " × ".join([str(paid.base), *(_factor_text(factor, lang) for factor in share.factors)])


def _gain(paid: Payments) -> str:
    """What the winner gains: the X of all who pay, times N."""
    payers = [str(share.x) for share in paid.seats if share.x is not None]
    added = " + ".join(payers)
    return f"({added}) × {paid.coefficient}" if len(payers) > 1 else f"{added} × {paid.coefficient}"


def _factor_text(factor: Factor, lang: Lang) -> str:
    return f"{factor.times} ({say(f'factor.{factor.why}', lang, seat=factor.seat)})"


def _points_table(paid: Payments, deal: Deal, look: Look) -> Table:
    """The points of the seats, and that they sum to zero."""
    rows: list[Row] = [
        [seat_name(wind, look), share.net, _how_points(share, paid)]
        for wind, share in zip(Wind, paid.seats, strict=True)
    ]
    rows.append([*headings(look, "total"), paid.sum, None])
    return ("seat", "net", "factors"), rows


def _how_points(share: Share, paid: Payments) -> str | None:
    """What a loser of a win pays, 8 and, for the win, the fans; of the winner what all pay."""
    if paid.fans is None:
        return None
    if share.net > 0:
        return " + ".join(str(-other.net) for other in paid.seats if other.net < 0)
    return str(POINTS) if share.net == -POINTS else f"{POINTS} + {paid.fans}"


PAYMENT_TABLES: Mapping[str, Callable[[Payments, Deal, Look], Table]] = MappingProxyType(
    {"rooms": _coins_table, "points": _points_table}
)


def _sum_notes(paid: Payments, rules: Ruleset, lang: Lang, score: Score | None) -> Iterator[str]:
    """The rules (unless the score has them above), and what all the sums add up to."""
    if score is None:
        yield pick(rules.zh, rules.en, lang) + f" ({rules.key})"
        if rules.options:
            values = ", ".join(f"{key}={value}" for key, value in rules.options.items())
            yield f"{say('options', lang)}: {values}"
    if paid.uneven is not None:
        yield say("sum.uneven", lang, sum=paid.sum, why=paid.uneven)
    else:
        yield say("sum.points" if paid.system is None else "sum.coins", lang)


# --- how each amount comes about -----------------------------------------------------------------


def _steps_text(paid: Payments, deal: Deal, rules: Ruleset, look: Look) -> list[str]:
    """Return a title, where the base comes from, and a line for each seat and the system."""
    lang, mark = look.lang, "- " if look.format == "markdown" else "  "
    lines = [" · ".join(_base(paid, deal, rules, lang))] if paid.base is not None else []
    for seat, steps in steps_of(paid, deal).items():
        lines.append(_seat_steps(seat, steps, paid, lang))
    if paid.system:
        lines.append(_system_steps(paid, deal, lang))
    title = say("steps.title", lang)
    return [title, *([""] if look.format == "markdown" else []), *(mark + line for line in lines)]


def _seat_steps(seat: Wind, steps: Sequence[Step], paid: Payments, lang: Lang) -> str:
    if lang is Lang.BOTH:
        return " / ".join(_seat_steps(seat, steps, paid, one) for one in (Lang.ZH, Lang.EN))
    texts = [_step_text(step, paid, seat, lang) for step in steps] or [say("step.none", lang)]
    joined = ("，" if lang is Lang.ZH else ", ").join(texts)
    net = f"{paid.seats[seat].net:+}"
    return say("steps.line", lang, who=pick(seat.zh, seat.name, lang), net=net, steps=joined)


def _system_steps(paid: Payments, deal: Deal, lang: Lang) -> str:
    if lang is Lang.BOTH:
        return " / ".join(_system_steps(paid, deal, one) for one in (Lang.ZH, Lang.EN))
    key = "step.system-rest" if isinstance(deal.outcome, Escape) else "step.system-fees"
    net = f"{paid.system:+}"
    return say("steps.line", lang, who=say("system", lang), net=net, steps=say(key, lang))


def _step_text(step: Step, paid: Payments, seat: Wind, lang: Lang) -> str:
    share = paid.seats[seat]
    payer = "" if step.seat is None else pick(step.seat.zh, step.seat.name, lang)
    fields: dict[str, Any] = {"amount": abs(step.amount), "seat": payer}
    if step.what is not StepKind.X:
        return say(f"step.{step.what.value}", lang, **fields)
    factors = "".join(
        say(
            f"step.{factor.why}",
            lang,
            times=factor.times,
            seat=pick(factor.seat.zh, factor.seat.name, lang),
        )
        for factor in share.factors
    )
    fields |= {"base": paid.base, "x": share.x, "room": paid.coefficient, "factors": factors}
    return say("step.x" if factors else "step.x-plain", lang, **fields)


def _step_json(step: Step, paid: Payments, seat: Wind) -> dict[str, Any]:
    out: dict[str, Any] = {"what": step.what.value, "amount": step.amount}
    if step.seat is not None:
        out["seat"] = step.seat.name
    if step.what is StepKind.X:
        out |= {"base": paid.base, "x": paid.seats[seat].x, "room": paid.coefficient}
    return out


# --- JSON ---------------------------------------------------------------------------------------


def _coins_facts(paid: Payments) -> dict[str, Any]:
    return {
        "venue": paid.venue,
        "fans": paid.fans,
        "base": paid.base,
        "room": paid.coefficient,
        "fee": paid.fee,
        "bird_seat": None if paid.bird_seat is None else paid.bird_seat.name,
    }


def _points_facts(paid: Payments) -> dict[str, Any]:
    return {"fans": paid.fans}


def _coins_seat(share: Share) -> dict[str, Any]:
    factors = [{"why": f.why, "seat": f.seat.name, "times": f.times} for f in share.factors]
    sums = {"gross": share.gross, "fee": share.fee, "net": share.net}
    return {"x": share.x, **sums, "factors": factors}


def _points_seat(share: Share) -> dict[str, Any]:
    return {"net": share.net}


FACTS_JSON: Mapping[str, Callable[[Payments], dict[str, Any]]] = MappingProxyType(
    {"rooms": _coins_facts, "points": _points_facts}
)
SEATS_JSON: Mapping[str, Callable[[Share], dict[str, Any]]] = MappingProxyType(
    {"rooms": _coins_seat, "points": _points_seat}
)
