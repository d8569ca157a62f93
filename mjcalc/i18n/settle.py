"""Words on who pays and who may claim: defects of a deal, the payments, the options of ``settle``.

Each sentence says what is wrong, then how to correct it; Chinese, English.
"""

from __future__ import annotations

import re

from mjcalc.errors import shortened
from mjcalc.i18n.phrases import DefectFields, Makers, Phrase

# Deals that cannot be settled; the fields are those of ``mjcalc.payments.checks``.
DEALS = {
    "unknown-seat": (
        "{item} 要座位，“{value}”不是：请写 E S W N 或 东南西北",
        '{item} must be a seat, not "{value}": write E, S, W or N',
    ),
    "no-bird": ("“{value}”不能作鸟牌：{fix}", '"{value}" cannot be the bird: {fix}'),
    "bird.flower": (
        "花牌不算鸟，请写再翻的下一张牌",
        "a flower does not count, name the next tile",
    ),
    "bird.example": ("请写一张牌，例如 3p 或 北", "write one tile, e.g. 3p or N"),
    "not-an-amount": (
        "{item} 要不小于 0 的整数，“{value}”不是：{fix}",
        '{item} must be a whole number, not "{value}": {fix}',
    ),
    "amount.plain": ("请写 {write}", "write {write}"),
    "amount.long": ("最多 {most} 位数字", "at most {most} digits"),
    "amount.example": (
        "请只写数字，例如 {item} {example}",
        "write digits only, as {item} {example}",
    ),
    "missing-item": (
        "{outcome}缺少 {item}（{what}）：请写 {item} {example}",
        "{outcome} needs {item}, {what}: write {item} {example}",
    ),
    "item-not-taken": (
        "{rules} 的{outcome}用不上 {item}：请去掉",
        "{rules} does not use {item} in {outcome}: remove it",
    ),
    "outcome-not-taken": (
        "{rules} 没有{outcome}：请用 --rules {other}",
        "{rules} does not have {outcome}: use --rules {other}",
    ),
    "winner-discards": (
        "{seat}不能和自己打出的牌：放铳者请写另一家，自摸请写 tsumo",
        "{seat} cannot win on an own discard: name another seat as discarder, "
        "or say tsumo for a self-draw",
    ),
    "no-payer": (
        "没有说谁付：点和请写 --from 和放铳者，自摸请写 --tsumo",
        "nobody pays: write --from and the discarder, or --tsumo for a self-draw",
    ),
    "two-payers": (
        "自摸没有放铳者，点和只有一个（{discarder}）：--tsumo 或一个 --from 只留一个",
        "a self-draw has no discarder, another win has one ({discarder}): "
        "keep --tsumo, or one --from",
    ),
    "winner-twice": (
        "{seat}和了两次：每个和牌者只写一次",
        "{seat} wins twice: name each winner once",
    ),
    "several-self-drawn": (
        "{count} 家同时自摸：自摸只能有一家",
        "{count} self-draws at once: only one player draws a tile, name one winner",
    ),
    "bird-without-dealer": (
        "鸟牌 {bird} 从庄家数起，没有说谁是庄家：请写庄家，例如 --dealer E",
        "the bird {bird} is counted from the dealer: name one, e.g. --dealer E",
    ),
    "fifth-copy-bird": (
        "鸟牌不能是 {bird}：四张都在手里、面子里、翻牌或桌上；请改鸟牌或手牌",
        "the bird cannot be {bird}: all four copies are in the hand or its melds, turned as the "
        "indicator, or on the table; correct the bird or the hand",
    ),
    "base-and-fans": (
        "基数 {base} 已经代替番数 {fans}：base 和番数（或手牌）只留一个",
        "the base {base} replaces the {fans} fans: keep either the base or the fans (or the hand)",
    ),
    "flowers-exceed-fans": (
        "番数 {fans} 含花，却有花 {flowers} 张：请改其中一个",
        "the fans include the flowers, but there are {fans} fans and {flowers} flowers: "
        "change one of them",
    ),
    "below-minimum": (
        "不计花 {base} 番，起和要 {minimum} 番：{fix}",
        "{base} fans without flowers, and a win needs {minimum}: {fix}",
    ),
    "below.venue": (
        "若只加 8 而不限起和，请写 --option venue-minimum=no",
        "where the venue only adds 8, write --option venue-minimum=no",
    ),
    "below.points": (
        "这是错和，请写 --false-win 和犯规者",
        "that is a false win, write --false-win and the player",
    ),
    "penalty-too-small": (
        "罚 {penalty} 不够补三家各 {compensation}：至少罚 {least}，或少补",
        "the penalty {penalty} does not cover three compensations of {compensation}: "
        "make it {least} or more, or compensate less",
    ),
}

# What options say that contradicts itself, the hand, or says nothing.
SETTLE_OPTIONS = {
    "no-outcome": (
        "没有说这一局怎样结束：请写 --winner E 加 --tsumo 或 --from S，"
        "或 --draw、--escape S、--false-win S",
        "how did the deal end? write --winner E with --tsumo or --from S, "
        "or --draw, --escape S, --false-win S",
    ),
    "two-outcomes": (
        "一局只有一个结果，这里有 {outcomes}：只留一个",
        "a deal ends in one way, this one in {outcomes}: keep one",
    ),
    "hand-says-discard": (
        "手牌写了点和，选项写了 --tsumo：请改其中一个",
        "the hand says it was won by discard, and --tsumo that it was drawn: change one of them",
    ),
    "hand-says-seat": (
        "手牌写了门风 {hand}，但庄家是{dealer}时{winner}的门风是{wind}：请去掉 +seat 或改正",
        "the hand says seat wind {hand}, but with {dealer} as dealer {winner} has {wind}: "
        "remove +seat, or correct it",
    ),
    "word-and-option": (
        "{item} {option} 和写的 {word} 不同：只留一个",
        "{item} {option} and the word {word} differ: keep one of them",
    ),
    "settle.fan-names": (
        "写了番种“{names}”：番数按写的计，不核对番种",
        'fans named: "{names}"; the number of fans is taken as given, the names are not checked',
    ),
    "who-deals": (
        "没有写谁是庄家，不知道“{text}”是谁：请写座位，或写庄家，例如 庄:东",
        'the dealer is not given, so "{text}" may be anyone: write the seat, or the dealer, '
        "e.g. dealer:E",
    ),
    "hand-says-fans": (
        "手牌是 {total} 番，--fans 写了 {fans}：请去掉 --fans 或改正",
        "the hand has {total} fans, --fans says {fans}: remove --fans, or correct it",
    ),
    "last-drawn-bird": (
        "最后一张自摸，和牌张 {tile} 就是鸟牌，不是 {bird}：请去掉 --bird 或改正",
        "self-drawn on the last tile, the winning tile {tile} is the bird, not {bird}: "
        "remove --bird, or correct it",
    ),
    "last-discard-bird": (
        "海底捞月的鸟牌是牌墙最后一张：请写 --bird，不玩鸟牌写 --bird none",
        "after a win on the last discard the last tile of the wall is the bird: "
        "name it with --bird, or write --bird none",
    ),
}

# Claims that are not allowed, and why one goes before another; ``mjcalc.records.claims``.
CLAIM_TEXTS = {
    "claims-own-discard": (
        "{seat}要自己打出的 {tile}：吃碰杠和只能用别家的牌",
        "{seat} claims the own discard {tile}: only a tile of another player can be claimed",
    ),
    "claims-twice": (
        "{seat}对同一张牌要了两次：只留一个",
        "{seat} claims the same tile twice: keep one of the claims",
    ),
    "claims-clash": (
        "{seats}都要碰或杠 {tile}：只有四张，不可能两家都有一对，请改一家",
        "{seats} both claim a pung or kong of {tile}, of which there are four: correct one of them",
    ),
    "robs-without-win": (
        "{seat}要{act}补杠的 {tile}：补杠的牌只能抢来和",
        "{seat} claims {act} with {tile}, which was added to a pung: it can only be won on",
    ),
    "chow-not-next": (
        "{seat}不是{discarder}的下家：只能吃上家的牌",
        "{seat} does not come after {discarder}: a chow claims the previous player's tile",
    ),
    "chow-of-honours": (
        "{tile} 是字牌：只有序数牌能吃",
        "{tile} is an honor: only suited tiles make a chow",
    ),
    "no-chow": (
        "{tiles} 不成顺子：吃要同花色相连的三张",
        "{tiles} is not a chow: a chow is three tiles in a row of one suit",
    ),
    "claims-other-tile": (
        "{tiles} 里没有打出的 {tile}：吃碰杠要用这张牌",
        "{tiles} does not hold {tile}, the tile that was discarded: the set must hold it",
    ),
    "tiles-not-held": (
        "{act}要手里有 {needed} 张 {tile}，只有 {held} 张",
        "{act} needs {needed} of {tile} in hand, and there are {held}",
    ),
    "wild-not-claimed": (
        "{wild} 是财神，不能{act}",
        "{wild} is the wildcard and cannot be in {act}",
    ),
    "no-melded-pung": (
        "没有碰过 {tile}：补杠加在自己碰的刻子上",
        "there is no melded pung of {tile}: an added kong goes on one's own melded pung",
    ),
    "only-claim": ("只有一家要", "nobody else wants it"),
    "win-before-all": ("和先于碰、杠、吃", "a win goes before pung, kong and chow"),
    "pung-before-chow": ("碰、杠先于吃", "pung and kong go before chow"),
    "nearest-win": (
        "几家要和，从打牌者起逆时针第一家和",
        "of several wins the first counter-clockwise after the discarder counts",
    ),
    "all-win": ("几家都和", "every win counts"),
    "act.chow": ("吃", "a chow"),
    "act.pung": ("碰", "a pung"),
    "act.kong": ("杠", "a kong"),
    "act.win": ("和", "a win"),
    "act.concealed-kong": ("暗杠", "a concealed kong"),
    "act.added-kong": ("补杠", "an added kong"),
}

# Items of a deal and its outcomes, as the sentences above name them.
NAMES = {
    "item.winner": ("和牌者", "the winner"),
    "item.from": ("放铳者", "the discarder"),
    "item.venue": ("场", "the venue"),
    "item.room": ("房间系数 N", "the coefficient N of the room"),
    "item.fee": ("台费 A", "the table fee A"),
    "item.fans": ("番数，含花", "the fans, flowers included"),
    "item.base": ("基数", "the base"),
    "item.dealer": ("庄家", "the dealer"),
    "item.bird": ("鸟牌", "the bird"),
    "item.escape": ("逃跑者", "the player who left"),
    "item.false-win": ("错和者", "the player"),
    "item.penalty": ("逃跑者的罚金", "what the leaver pays"),
    "item.compensation": ("其余每家的补偿", "what each other player receives"),
    "outcome.win": ("和牌", "a win"),
    "outcome.draw": ("流局", "a draw"),
    "outcome.escape": ("逃跑", "an escape"),
    "outcome.false-win": ("错和", "a false win"),
    "outcome.duplicate": ("复式计分", "a duplicate win"),
}

# Headings and labels of the payments.
PAYMENTS = {
    "seat": ("座位", "seat"),
    "x": ("X", "X"),
    "gross": ("输赢", "gross"),
    "fee": ("台费", "fee"),
    "net": ("净得", "net"),
    "factors": ("算法", "made of"),
    "dealer": ("庄家", "dealer"),
    "bird": ("鸟牌", "bird"),
    "bird_seat": ("鸟落", "bird on"),
    "system": ("系统", "system"),
    "paid.self-drawn": ("{winner}自摸", "{winner} self-drawn"),
    "paid.discard": ("{winner}和牌，{discarder}点炮", "{winner} wins on a tile of {discarder}"),
    "paid.escape": ("{player}逃跑", "{player} left"),
    "paid.false-win": ("{player}错和", "false win of {player}"),
    "paid.fans": ("{fans} 番", "{fans} fans"),
    "paid.room": ("房间 N {room}", "room {room}"),
    "paid.fee": ("台费 A {fee}", "fee {fee}"),
    "paid.bird": ("鸟牌 {bird} 落{seat}", "bird {bird} on {seat}"),
    "base.said": ("基数 {base}", "base {base}"),
    "base.fixed": ("基数 {base}", "base {base}"),
    "base.fans": ("基数 {fans} 番", "base {fans} fans"),
    "base.fans-plus": ("基数 {fans} 番 + {plus} = {base}", "base {fans} fans + {plus} = {base}"),
    "factor.dealer": ("庄家{seat}", "dealer {seat}"),
    "factor.bird": ("鸟落{seat}", "bird on {seat}"),
}

# Sentences beside the payments.
SUMS = {
    "sum.coins": ("四家和系统合计为 0", "the four seats and the system sum to zero"),
    "sum.points": ("四家合计为 0", "the four seats sum to zero"),
    "sum.uneven": ("四家合计为 {sum}（{why}）", "the four seats sum to {sum} ({why})"),
    "bird.counted": (
        "鸟牌 {bird}（{rank}）：从庄家{dealer}数起，落{seat}",
        "bird {bird} ({rank}): counted from the dealer {dealer}, it is on {seat}",
    ),
}

# What --help says.
SETTLE_HELP = {
    "help.settle": (
        "结算一局：四家各付多少、为什么，系统收多少；只给 --bird 和 --dealer 则说鸟落谁家。",
        "The payments of one deal; what each seat pays and why, and what the system takes; "
        "--bird and --dealer alone say whose bird it is.",
    ),
    "help.settle.--explain": (
        "每家的数怎样来：基数、加倍、台费；有手牌时也列出不计的番",
        "how each amount comes about: base, doublings, fee; with a hand why fans do not count",
    ),
    "help.settle.--winner": ("和牌者：E S W N 或 东南西北", "the winner"),
    "help.settle.--from": ("放铳者（被抢杠者也是）", "whose tile it was, the robbed player too"),
    "help.settle.--tsumo": ("自摸", "self-drawn"),
    "help.settle.--fans": ("番数，含花", "the fans, flowers included"),
    "help.settle.--hand": (
        "或给手牌，照它算番；门风由庄家数出",
        "or the hand, to be scored; its seat wind follows from the dealer",
    ),
    "help.settle.--base": (
        "或直接给基数 X，代替场和番数",
        "or the base X itself, for venue and fans",
    ),
    "help.settle.--dealer": ("庄家；不写则无人是庄家", "the dealer; without it nobody is"),
    "help.settle.--bird": (
        "鸟牌，如 3p 或 北；none 为无鸟",
        "the bird, as 3p or 北; none for no bird",
    ),
    "help.settle.--room": ("房间系数 N", "the coefficient N of the room"),
    "help.settle.--fee": ("台费 A，每家付", "the table fee A of each player"),
    "help.settle.--draw": ("流局", "nobody won"),
    "help.settle.--escape": ("逃跑者，另给罚金和补偿", "who left, with penalty and compensation"),
    "help.settle.--penalty": ("逃跑者付的罚金", "what the leaver pays"),
    "help.settle.--compensation": ("其余每家得的补偿", "what each other player receives"),
    "help.settle.--false-win": ("错和者（guobiao、wmo）", "who won falsely (guobiao, wmo)"),
}

TEXT = DEALS | SETTLE_OPTIONS | CLAIM_TEXTS | NAMES | PAYMENTS | SUMS | SETTLE_HELP

# --- what the sentences name beyond the fields of their defects ---------------------------------

# What to write after each item.
ITEM_VALUES = {
    "winner": "E", "from": "S", "venue": "dazhong", "room": "200", "fee": "20", "fans": "12",
    "base": "10", "dealer": "E", "bird": "3p", "escape": "N", "false-win": "S",
    "penalty": "6000", "compensation": "2000",
}  # fmt: skip
RULES_WITH = {"escape": "huopin", "false-win": "guobiao", "duplicate": "guobiao"}
FLOWER = re.compile(r"[0-9]+[fh]|[春夏秋冬梅兰蘭竹菊🀢-🀩花]+")
SEPARATED = re.compile(r"[0-9]+([_, '，][0-9]+)+")
MOST_DIGITS = 30  # of an amount on the command line


def _plain_item(fields: DefectFields) -> str:
    """The item without the dashes it has on the command line."""
    item: str = fields["item"]
    return item.removeprefix("--")


def _example_value(fields: DefectFields) -> str:
    return ITEM_VALUES.get(_plain_item(fields), "20")


def _bird_fix(fields: DefectFields) -> Phrase:
    flower = FLOWER.fullmatch(str(fields["value"]).strip())
    return Phrase("bird.flower" if flower else "bird.example")


def _amount_fix(fields: DefectFields) -> Phrase:
    value = str(fields["value"]).strip()
    if SEPARATED.fullmatch(value):
        return Phrase("amount.plain", {"write": re.sub(r"\D", "", value)})
    if re.fullmatch(f"[0-9]{{{MOST_DIGITS + 1},}}…?", value):
        return Phrase("amount.long", {"most": MOST_DIGITS})
    return Phrase("amount.example", {"item": fields["item"], "example": _example_value(fields)})


def _below_fix(fields: DefectFields) -> Phrase:
    return Phrase("below.points" if fields["venue"] is None else "below.venue")


def _outcome_phrase(fields: DefectFields) -> Phrase:
    return Phrase(f"outcome.{fields['outcome']}")


def _outcomes(fields: DefectFields) -> tuple[Phrase, ...]:
    return tuple(Phrase(f"outcome.{outcome}") for outcome in fields["outcomes"])


def _act_phrase(fields: DefectFields) -> Phrase:
    return Phrase(f"act.{fields['act']}")


SETTLE_PHRASES: Makers = {
    "no-bird": {"fix": _bird_fix},
    "not-an-amount": {"fix": _amount_fix, "value": lambda f: shortened(str(f["value"]))},
    "missing-item": {
        "outcome": _outcome_phrase,
        "what": lambda fields: Phrase(f"item.{_plain_item(fields)}"),
        "example": _example_value,
    },
    "item-not-taken": {"outcome": _outcome_phrase},
    "outcome-not-taken": {
        "outcome": _outcome_phrase,
        "other": lambda fields: RULES_WITH.get(fields["outcome"], "huopin"),
    },
    "two-outcomes": {"outcomes": _outcomes},
    "below-minimum": {"fix": _below_fix},
    "robs-without-win": {"act": _act_phrase},
    "tiles-not-held": {"act": _act_phrase},
    "wild-not-claimed": {"act": _act_phrase},
}
