"""Words of game records: illegal acts, the results, what is counted. Chinese, English.

Sentences on a defect say what is wrong, then how it should be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from mjcalc.i18n.phrases import DefectFields, Makers, Phrase, Phrases
from mjcalc.i18n.unread import EXPECTED, RECORD_ERRORS, expected

# One of something, and more.
COUNT_TEXTS = {
    "many.tile": (" {count} 张", "{count} tile"),
    "many.tiles": (" {count} 张", "{count} tiles"),
    "many.fan": ("{count} 番", "{count} fan"),
    "many.fans": ("{count} 番", "{count} fans"),
    "many.deal": (" {count} 局", "{count} deal"),
    "many.deals": (" {count} 局", "{count} deals"),
    "many.foul": ("错和 {count}", "{count} foul"),
    "many.fouls": ("错和 {count}", "{count} fouls"),
}

# Acts that the rules do not allow; the keys are those of ``mjcalc.records.play``.
ILLEGAL = {
    "dealt-twice": (
        "给{seat}发了两次牌：每家一次",
        "{seat} is dealt to twice: once for each player",
    ),
    "dealt-late": (
        "已经开打，又给{seat}发牌：发牌应在最前",
        "{seat} is dealt to after play began: the deal comes first",
    ),
    "deal-count": (
        "给{seat}发了{many}：应为 13 张",
        "{seat} is dealt {many}: it should be 13",
    ),
    "not-dealt": (
        "还没有给{seats}发牌：四家都要先发牌",
        "{seats} have no tiles yet: deal to all four first",
    ),
    "flower-twice": (
        "花牌 {flower} 出现了两次：每种只有一张",
        "the flower {flower} turns up twice: there is one of each",
    ),
    "dealer-first": (
        "{seat}先摸牌：应由庄家{turn}先摸",
        "{seat} draws first: the dealer {turn} does",
    ),
    "not-your-draw": ("{seat}摸牌：轮到{turn}摸牌", "{seat} draws: it is {turn} who draws now"),
    "drawn-twice": ("{seat}连摸两张：应先打一张", "{seat} draws twice: a discard comes between"),
    "wall-empty": (
        "{seat}没有牌可摸了：应为流局",
        "{seat} has no tile left to draw: nobody wins then",
    ),
    "not-your-turn": ("{seat}{act}：轮到的是{turn}", "{seat}: {act}, but it is the turn of {turn}"),
    "without-draw": (
        "{seat}没有摸牌就{act}：应先摸牌",
        "{seat}: {act} without a draw, which comes first",
    ),
    "not-in-hand": (
        "{seat}打 {tile}，手里没有这张牌：请改成手里有的",
        "{seat} discards {tile}, which is not in the hand: it should be a tile that is",
    ),
    "nothing-drawn": (
        "{seat}打刚摸的牌，但没有摸到可打的牌：请写明打哪张",
        "{seat} discards the tile just taken, but took none: name the tile",
    ),
    "flower-played": (
        "花牌 {flower} 不能{act}：花牌只能补花",
        "the flower {flower} and {act}: flowers are only shown and replaced",
    ),
    "no-flower": (
        "{tile} 不是花牌：只有花牌能补花",
        "{tile} is not a flower: only flowers are replaced",
    ),
    "flower-not-held": ("{seat}手里没有花牌 {flower}", "{seat} does not have the flower {flower}"),
    "flower-late": (
        "还没轮到{seat}补花：开局后只能轮到自己时补花",
        "{seat} cannot show a flower now: after the opening only in one's own turn",
    ),
    "flower-kept": (
        "{seat}和牌，手里还有花牌 {flower}：应先补花",
        "{seat} wins with the flower {flower} in the hand: it is shown and replaced first",
    ),
    "replacement-missing": (
        "{seat}补花后还没有摸牌：应先补一张",
        "{seat} showed a flower and has not drawn its replacement: that comes first",
    ),
    "nothing-to-claim": (
        "{seat}要{act}，但没有别家的牌可要：应在别家打牌之后",
        "{seat} claims {act}, but no tile of another player lies there: it comes after a discard",
    ),
    "overruled": (
        "{seat}不能{act}：{by}要{by_act}，{why}",
        "{seat} cannot have {act}: {by} claims {by_act}, and {why}",
    ),
    "claims-last-tile": (
        "{seat}不能{act}：这是最后一张牌，只能和",
        "{seat} cannot have {act}: this is the last tile, it can only be won on",
    ),
    "no-replacement": (
        "{seat}不能{act}：没有牌可补了",
        "{seat} cannot have {act}: no tile is left to replace it",
    ),
    "claim-passed-over": (
        "{seat}要{act}却没有给：有人要牌时不能跳过",
        "{seat} claims {act} and is passed over: a claim goes before the next draw",
    ),
    "wins-other-tile": (
        "自摸 {tile}，刚摸的却是 {drawn}：和的应是刚摸的牌",
        "a self-drawn win on {tile}, but {drawn} was drawn: it is that tile one wins on",
    ),
    "claim-no-win": (
        "{seat}要和 {tile}，但不成和：被抢先的和牌也要成和",
        "{seat} claims a win on {tile}, which completes no hand: an overruled win must be one too",
    ),
    "declared-no-win": (
        "{seat}和牌，但不成和：{hand}",
        "{seat} declares a win, but the hand does not win: {hand}",
    ),
    "after-the-end": ("一局已经结束，还要{act}", "the deal is over, and there is still {act}"),
    "ends-early": (
        "流局时还有{many}牌没摸：摸完才流局",
        "nobody won, but there is still a wall of {many}: draw them first",
    ),
    "ends-in-turn": ("流局时{turn}还没有打牌", "nobody won, but {turn} has not discarded yet"),
    "record-differs": (
        "与记录不同（{what}）：记录 {recorded}，算得 {computed}",
        "differs from the record ({what}): it says {recorded}, worked out {computed}",
    ),
    "act.deal": ("发牌", "a deal"),
    "act.draw": ("摸牌", "a draw"),
    "act.discard": ("打牌", "a discard"),
    "act.flower": ("补花", "a flower"),
    "act.end": ("流局", "the end"),
}

# Headings and cells of the results.
RESULTS = {
    "replay.line": ("行", "line"),
    "replay.id": ("编号", "id"),
    "replay.result": ("结果", "result"),
    "replay.win": ("和", "win"),
    "replay.draw": ("流局", "draw"),
    "replay.foul": ("错和", "foul"),
    "replay.file": ("文件", "file"),
    "statistics.deals": ("局", "deals"),
    "statistics.wins": ("和牌", "wins"),
    "statistics.self-drawn": ("自摸", "self-drawn"),
    "statistics.draws": ("流局", "draws"),
    "statistics.fouls": ("错和", "fouls"),
    "statistics.mean-total": ("平均番数", "mean total"),
    "statistics.seat": ("座位", "seat"),
    "statistics.dealt-in": ("点炮", "dealt in"),
    "statistics.score": ("得分", "score"),
    "statistics.times": ("次数", "times"),
    "replay.winner": ("和牌", "winner"),
    "replay.from": ("点炮", "from"),
    "replay.self": ("自摸", "self"),
    "replay.rob": ("抢{seat}", "{seat} robbed"),
    "replay.discard": ("{seat}", "{seat}"),
    "replay.total": ("番", "total"),
    "replay.fans": ("番种", "fans"),
    "replay.scores": ("得分", "scores"),
    "replay.record": ("记录", "record"),
    "replay.equal": ("相同", "equal"),
    "replay.names": ("番种不同", "other names"),
    "replay.differs": ("不同", "differs"),
    "replay.nothing": ("没有记录", "nothing"),
    "replay.illegal": ("第 {line} 行不合规则", "line {line} illegal"),
    "replay.unread": ("第 {line} 行读不懂", "line {line} unreadable"),
    "replay.worth": ("{many}（{fans}）", "{many} ({fans})"),
    "replay.of-total": ("{many}", "{many}"),
    "replay.of-fans": ("{fans}", "{fans}"),
    # Each language says its own of the two: nothing is left of a text of precision 0.
    "replay.fan-names": ("{zh}{en:.0}", "{zh:.0}{en}"),
    "replay.of-winner": ("和牌 {seat}", "winner {seat}"),
    "replay.of-discarder": ("点炮 {seat}", "from {seat}"),
    "replay.by": ("和法", "how"),
    "replay.by-self": ("自摸", "self-drawn"),
    "replay.by-discard": ("点炮", "a discard"),
    "replay.by-rob": ("抢杠", "a kong robbed"),
    "replay.of-scores": ("{scores}", "{scores}"),
    "replay.act": ("第 {number} 个动作", "act {number}"),
}

REPLAY_NOTES = {
    "replay.no-fan": ("没有这个番种：{words}", "names no fan: {words}"),
    "replay.told": (
        "{seats}的和牌没有记在动作里，只见于得分",
        "the win of {seats} is not among the acts of the record; only its scores show it",
    ),
    "replay.botzone": ("Botzone / IJCAI 文本", "Botzone / IJCAI text"),
    "replay.pmn": ("PMN", "PMN"),
    "replay.judge": ("Botzone 裁判日志", "Botzone judge log"),
    "replay.tziakcha": ("雀渣", "tziakcha"),
    "replay.neutral": ("JSON 行", "JSON lines"),
    "replay.unknown": ("格式不明", "unknown format"),
    "replay.summary": (
        "{format}：{many}，和 {wins}，流局 {draws}，{false}；"
        "与记录相同 {agree}，不同 {differ}，不合规则 {illegal}，读不懂 {unread}；每秒{speed}",
        "{format}: {many}, {wins} won, {draws} drawn, {false}; "
        "{agree} agree with the record, {differ} differ, {illegal} illegal, {unread} unreadable; "
        "{speed} a second",
    ),
    "replay.more": ("还有{many}有错", "{many} failed besides"),
    "replay.rules": (
        "牌谱按 guobiao 计：不用 MJCALC_RULES={rules}",
        "records are scored by guobiao: MJCALC_RULES={rules} is not used",
    ),
    "replay-rules": (
        "牌谱按 guobiao 计，不能用 --rules {rules}：请去掉",
        "records are scored by guobiao, --rules {rules} cannot be: leave it out",
    ),
}

REPLAY_HELP = {
    "replay.worker-died": (
        "一个进程中断，它的牌局由主进程重算",
        "a process died; its deals are replayed in the main process",
    ),
    "help.replay.--summary": (
        "只列统计：和牌、番种、平均番数、各座位的和牌、点炮、得分",
        "print statistics only: wins, fans, mean total; wins, dealt-in and score by seat",
    ),
    "help.replay.--jobs": (
        "几个进程，0 为每核一个；输出相同",
        "how many processes, 0 for one on each core; the output is the same",
    ),
    "help.replay": (
        "重算牌谱（Botzone、雀渣、PMN、JSON 行）：每个动作是否合规则，"
        "结果是否与记录相同；- 为标准输入。",
        "play recorded games again (Botzone, tziakcha, PMN, JSON lines): check every act, "
        "compare fans and scores; - is standard input.",
    ),
}

TEXT = RECORD_ERRORS | EXPECTED | COUNT_TEXTS | ILLEGAL | RESULTS | REPLAY_NOTES | REPLAY_HELP

# --- what the sentences name beyond the fields of their defects ---------------------------------


def _near_word(fields: DefectFields) -> Phrases:
    """Did you mean: the word that is most like the one written."""
    from difflib import get_close_matches

    known: Iterable[str] = fields["known"]
    words = {word.lower(): word for word in known}
    written = str(fields.get("verb", fields.get("text"))).lower()
    near = [words[word] for word in get_close_matches(written, words)]
    return Phrases((Phrase("hint.near", {"near": near}),) if near else ())


def summary_phrases(said: Any) -> Phrases:
    """One answer in words: what kind of result, each total with its fans, the scores."""
    parts = [*_came(said)]
    for total, names in zip_longest(said.totals, said.fans):
        fans = fan_words(names or {})
        if total is not None:
            key = "replay.worth" if fans else "replay.of-total"
            parts.append(Phrase(key, {"total": total, "fans": fans}))
        elif fans:
            parts.append(Phrase("replay.of-fans", {"fans": fans}))
    if said.scores is not None:
        scores = " ".join(map(str, said.scores))
        parts.append(Phrase("replay.of-scores", {"scores": scores}))
    return Phrases(tuple(parts), listed=True)


def _came(said: Any) -> Iterator[Phrase]:
    """What kind of result, and where it matters who won, and by whose tile."""
    if said.kind in ("draw", "foul"):
        yield Phrase(f"replay.{said.kind}")
    if said.seat is not None:
        yield Phrase("replay.of-winner", {"seat": said.seat})
    if said.by is not None:
        yield Phrase(f"replay.by-{said.by}")
    if said.discarder is not None:
        yield Phrase("replay.of-discarder", {"seat": said.discarder})


def fan_words(names: Mapping[str, int]) -> Phrase | None:
    """Fans by their names and counts, in the language of the whole; None for none at all."""
    from mjcalc.rules.fans import BY_ZH

    def listed(words: Iterable[str]) -> Iterator[str]:
        for word, times in zip(words, names.values(), strict=True):
            yield f"{word}*{times}" if times > 1 else word

    english = (BY_ZH[name].en if name in BY_ZH else name for name in names)
    words = {"zh": " ".join(listed(names)), "en": "; ".join(listed(english))}
    return Phrase("replay.fan-names", words) if names else None


def _hand(fields: DefectFields) -> str:
    return str(fields["hand"])


def _many(noun: str, field: str = "count") -> Callable[[DefectFields], Phrase]:
    """So many of something: English has another word for one of it."""

    def words(fields: DefectFields) -> Phrase:
        ending = "" if fields[field] == 1 else "s"
        return Phrase(f"many.{noun}{ending}", {"count": fields[field]})

    return words


RECORD_PHRASES: Makers = {
    "record-field": {"expected": expected},
    "record-tiles": {"many": _many("tile")},
    "deal-count": {"many": _many("tile")},
    "ends-early": {"many": _many("tile", "left")},
    "replay.more": {"many": _many("deal")},
    "replay.worth": {"many": _many("fan", "total")},
    "replay.of-total": {"many": _many("fan", "total")},
    "replay.summary": {
        "many": _many("deal", "deals"),
        "false": _many("foul", "fouls"),
        "speed": _many("deal", "rate"),
    },
    "record-line": {"hint": _near_word},
    "record-verb": {"hint": _near_word},
    **{
        key: {"act": lambda fields: Phrase(f"act.{fields['act']}")}
        for key in (
            "not-your-turn", "without-draw", "flower-played", "nothing-to-claim",
            "claim-passed-over", "after-the-end", "claims-last-tile", "no-replacement",
        )
    },
    "overruled": {
        "act": lambda fields: Phrase(f"act.{fields['act']}"),
        "by_act": lambda fields: Phrase(f"act.{fields['by_act']}"),
        "why": lambda fields: Phrase(fields["why"]),
    },
    "declared-no-win": {"hand": _hand},
    "record-differs": {
        "what": lambda fields: tuple(Phrase(f"replay.{what}") for what in fields["what"]),
        "recorded": lambda fields: summary_phrases(fields["recorded"]),
        "computed": lambda fields: summary_phrases(fields["computed"]),
    },
}  # fmt: skip
