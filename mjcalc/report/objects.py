"""The JSON objects of the command line for values of the library: ``to_dict``."""

from __future__ import annotations

from typing import Any

from mjcalc.engine.score import Score
from mjcalc.i18n import Lang
from mjcalc.payments.deal import Payments
from mjcalc.records.replay import Replayed, deal_report
from mjcalc.report import Look
from mjcalc.report.games import game_json
from mjcalc.report.payments import payments_json
from mjcalc.report.records import result_json
from mjcalc.report.scores import score_json
from mjcalc.rules.rulesets import Ruleset
from mjcalc.sheets.game import Game


def to_dict(value: Score | Payments | Game | Replayed, lang: str = Lang.BOTH) -> dict[str, Any]:
    """Return the JSON object that the command line prints for a value.

    ``score``, ``settle``, ``game`` and ``replay`` print these with ``--format json``; ``lang`` is
    the language of the sentences in it. ``input`` is the hand in the notation. Raises TypeError
    for any other value, and for payments that ``settle`` did not make.

    >>> from mjcalc import score
    >>> to_dict(score("123m456p789s EEE 55z +win:5z tsumo"))["total"]
    25
    """
    match value:
        case Score():
            return score_json(value, str(value.hand))
        case Payments(rules=Ruleset() as rules):
            return payments_json(value, rules)
        case Game():
            return game_json(value, Look(Lang(lang)))
        case Replayed():
            return result_json(deal_report(value), Lang(lang))
    raise TypeError(f"to_dict: not a score, payments, a game or a replayed deal: {value!r}")
