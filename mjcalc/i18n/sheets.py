"""Words on the lines of a game sheet: what is wrong with them, and how to correct it.

Each sentence names the fault, then the correction; Chinese, English.
"""

from __future__ import annotations

from mjcalc.i18n import phrases
from mjcalc.i18n.phrases import DefectFields, Makers, Phrase

# Lines that cannot be read, and deals that cannot be; the fields are those of ``mjcalc.sheets``.
SHEET_TEXTS = {
    "not-utf-8": (
        "不是 UTF-8 文字，大概是 {encoding}：请加 --encoding {encoding}，或存成 UTF-8",
        "the text is not UTF-8 but probably {encoding}: add --encoding {encoding}, "
        "or save the file as UTF-8",
    ),
    "more-bad-lines": (
        "已有 {limit} 行有错，从这里起不再读：这是牌局记录吗？样本见 mjcalc game --new huopin",
        "{limit} bad lines, the rest is not read from here on: is this a game sheet? "
        "mjcalc game --new huopin shows one",
    ),
    "sheet-too-large": (
        "{path} 超过 {limit} 字节，牌局记录没有这么大：请分成几份",
        "{path} is larger than {limit} bytes, which is the most for a game sheet: split it",
    ),
    "sheet-line-too-long": (
        "这一行有 {length} 个字符，最多 {limit} 个：一行只写一局",
        "{length} characters in this line, at most {limit}: write one deal a line",
    ),
    "unknown-verb": (
        "看不懂“{text}”：一行写一局、调整，或开头的 规则 场 房间 台费 玩家 选项{hint}",
        'cannot read "{text}": a line is a deal, adjust, or one of rules, venue, room, fee, '
        "players, option{hint}",
    ),
    "header-late": (
        "{header} 写在了牌局之后：请移到第一局之前",
        "{header} stands after a deal: move it before the first one",
    ),
    "header-twice": (
        "{header} 已在第 {before} 行写过：只留一行",
        "{header} was already given in line {before}: keep one of them",
    ),
    "header-empty": (
        "{header} 后面没有内容：例如 {example}",
        "nothing follows {header}: write e.g. {example}",
    ),
    "header-missing": (
        "缺少 {header} 一行：请在第一局之前写，例如 {example}",
        'missing "{header}" line: add e.g. "{example}" before the first deal',
    ),
    "header-not-here": (
        "{rules} 用不上 {header}：请去掉这一行",
        "{rules} does not use {header}: remove this line",
    ),
    "sheet-says-other": (
        "这里写的是 {sheet}，命令行 {item} 却要 {asked}：请去掉 {item}，或改这一行",
        "the sheet says {sheet}, {item} on the command line {asked}: "
        "remove {item}, or change this line",
    ),
    "bad-option": (
        "option 要写成 选项=值：例如 option dealer-doubling=winner，mjcalc rules 列出全部",
        "an option is KEY=VALUE, e.g. option dealer-doubling=winner; mjcalc rules lists them",
    ),
    "bad-adjust": (
        "调整要写玩家和分数：例如 调整 南 -40 迟到",
        "an adjustment needs a player and an amount, e.g. adjust S -40 late",
    ),
    "adjust-two-ways": (
        "“{word}”和“{text}”不合：扣 {number} 分写“调整 玩家 -{number}”，"
        "加 {number} 分写“调整 玩家 +{number}”，例如 调整 南 -{number}",
        '"{word}" does not fit "{text}": to take {number} write adjust S -{number}, '
        "to give {number} write adjust S +{number}, with the player in place of S",
    ),
    "bad-player": (
        "看不懂“{text}”：写成 座位=名字，例如 东=阿明；或按东南西北写四个名字；有空格的名字加引号",
        'cannot read "{text}": write chair=name, e.g. E=Ann, or four names in the order E S W N; '
        "put quotes around a name with spaces",
    ),
    "names-not-four": (
        "这里有 {count} 个名字：按东南西北写四个，或写成 座位=名字，例如 东=阿明；"
        "有空格的名字加引号",
        "there are {count} names here: write four in the order E S W N, or chair=name, e.g. E=Ann; "
        "put quotes around a name with spaces",
    ),
    "chair-twice": (
        "{seat}已经坐了 {name}：每个座位写一次",
        "{seat} is taken by {name}: name each chair once",
    ),
    "player-twice": (
        "{name} 已经坐在{seat}，不能再坐{other}：请给其中一人改名",
        "{name} sits in {seat} already and cannot sit in {other} too: rename one of them",
    ),
    "no-name": (
        "{seat}没有名字：请写 E=名字，或不写",
        "{seat} has no name: write E=Ann, or nothing",
    ),
    "name-means-other": (
        "“{name}”在记录里另有意思：请换个名字",
        '"{name}" means something else in a sheet: choose another name',
    ),
    "bad-name": (
        "名字太长，或有控制字符：最多 {limit} 个字",
        "this name is too long, or has control characters: at most {limit} characters",
    ),
    "unclosed-quote": ('引号没有关：请补上 "', 'this quote is not closed: add "'),
    "no-player": (
        "没有“{name}”这个玩家：有 {known}{hint}",
        'there is no player "{name}", only {known}{hint}',
    ),
    "no-ending": (
        "没有写这一局怎样结束：例如 南 自摸 12番、南 和 西点炮 12番、流局",
        "the line does not say how the deal ended: e.g. S tsumo 12, S from W 12, or draw",
    ),
    "two-endings": (
        "这一局已经有结果：只留一个",
        "this deal has a result already: keep one of them",
    ),
    "stray-word": (
        "看不懂“{name}”：可写 庄: 翻: 鸟: 圈:，结果写 南 自摸、南 和 西点炮、流局{hint}",
        'cannot read "{name}": expected dealer: flip: bird: round:, '
        "or S tsumo, S from W, draw{hint}",
    ),
    "whose-discard": (
        "没有写是谁点炮：请写“{winner} 和 西点炮”，西换成点炮者；自摸写“{winner} 自摸”",
        "the line does not say who discarded: write {winner} from W, with the discarder in place "
        "of W; for a self-draw write {winner} tsumo",
    ),
    "drawn-and-discarded": (
        "自摸没有点炮者：请去掉 {text}；不是自摸就去掉“自摸”",
        "a self-draw has no discarder: remove {text}, or the word for the self-draw",
    ),
    "two-dealers": (
        "“{text}”说的是{one}还是{other}？请写“庄:{one}”或“庄:{other}”",
        '"{text}" may belong to {one} or {other}: write dealer:{one} or dealer:{other}',
    ),
    "fans-or-points": (
        "“{text}”是番数还是得分？是番数请写 {number}番；是得分请改写番数，得分由程序算",
        '"{text}" may be fans or the points paid: for fans write {number} fans; '
        "otherwise write the fans instead, from which the points follow",
    ),
    "false-win-twice": (
        "{player} 错和写了两次：只留一次",
        "the false win of {player} is given twice: keep one",
    ),
    "false-winner-wins": (
        "错和者的牌已作废，不能再和：请改和牌者或错和者",
        "the hand of a false winner is dead and cannot win: correct the winner or the false winner",
    ),
    "other-number": (
        "这一行写的是第 {label} 局，按顺序是第 {no} 局：请改号数，是不是漏了一局？",
        "the line says deal {label}, but it is deal {no}: correct the number; is a deal missing?",
    ),
    "no-item": (
        "没有 {name}: 这一项：可用 庄: 翻: 鸟: 圈:，结果写 错和: 逃跑:{hint}",
        "unknown item {name}: use dealer: flip: bird: round:, or false: escape:{hint}",
    ),
    "item-empty": (
        "{item}: 后面没有值：冒号后直接写，例如 {write}",
        "{item}: lacks its value: write it directly after the colon, {write}",
    ),
    "item-no-tile": (
        "{item} 要一张牌，“{value}”不是：例如 {write}",
        '{item} must be one tile, not "{value}": write e.g. {write}',
    ),
    "item-no-number": (
        "{item} 要不小于 0 的整数，“{value}”不是：例如 {write}",
        '{item} must be a whole number, not "{value}": write e.g. {write}',
    ),
    "grouped-number": (
        "“{text}”：数字里不写逗号和空格，请写 {whole}",
        '"{text}": a number has no commas or blanks in it, write {whole}',
    ),
    "number-or-reason": (
        "“{text}”是一个数，还是分数和原因？数字中间不空格，原因以文字开头",
        '"{text}" may be one number, or an amount and its reason: write numbers without blanks, '
        "begin a reason with a word",
    ),
    "split-number": (
        "“{text}”不是整数：只写数字，不写逗号和空格",
        '"{text}" is not a whole number: write digits only, without commas or spaces',
    ),
    "deal-lacks": (
        "这一局缺少 {item}：{how}",
        "this deal lacks {item}: {how}",
    ),
    "lacks.dealer": ("请写庄家，例如 dealer:E", "name the dealer, e.g. dealer:E"),
    "lacks.bird": (
        "请写鸟牌，例如 bird:3p，不玩鸟牌写 bird:none",
        "name the bird, e.g. bird:3p, or write bird:none if you play without",
    ),
    "lacks.penalty": (
        "请写逃跑者的罚金，例如 penalty:6000",
        "write what the leaver pays, e.g. penalty:6000",
    ),
    "lacks.compensation": (
        "请写其余每家的补偿，例如 compensation:2000",
        "write what each other player receives, e.g. compensation:2000",
    ),
    "only-escape": (
        "{item} 只用于逃跑：请写 escape:玩家，或去掉",
        "{item} belongs to an escape: write escape: and the player, or remove it",
    ),
    "ending-not-here": (
        "{rules} 没有{outcome}：请改写这一局的结果",
        "{rules} does not have {outcome}: write another result for this deal",
    ),
    "no-winner": (
        "没有写谁和：和牌者写在“{text}”前面，例如 南 自摸、南 和 西点炮",
        'the line does not say who won: write the winner before "{text}", e.g. S tsumo or S from W',
    ),
    "no-discarder": (
        "“{text}”后面没有点炮者：例如 南 和 西点炮",
        'nobody stands after "{text}": write whose tile it was, e.g. S from W',
    ),
    "two-ways": (
        "“{text}”有两种读法：若{one}和、{other}点炮，请写“{one} 和 {other}点炮”；"
        "若{one}点炮、{other}和，请写“{other} 和 {one}点炮”",
        '"{text}" can be read in two ways: if {one} won on a tile of {other}, '
        "write {one} from {other}; if {one} discarded and {other} won, write {other} from {one}",
    ),
    "no-hand-or-fans": (
        "没有手牌，也没有番数：请写手牌，或番数（含花），例如 12番",
        "there is no hand and no number of fans: write the hand, or the fans with flowers, "
        "e.g. fans:12",
    ),
    "fans-without-win": (
        "{text} 只用于和牌，这一局没有人和：请去掉",
        "{text} belongs to a win, and nobody won this deal: remove it",
    ),
    "other-fans": (
        "这手牌是 {total} 番，不是 {fans} 番：请改番数或手牌，或去掉番数",
        "this hand is worth {total}, not {fans}: correct the fans or the hand, or remove the fans",
    ),
    "fan-name-alone": (
        "“{name}”是番种：有手牌时不写番种，没有手牌请写番数，例如 12番",
        '"{name}" is the name of a fan: with a hand remove it, without one write the number of '
        "fans, e.g. 12 fans",
    ),
    "flowers-in-hand": (
        "手牌里的花写成 +flowers:{value}，不写 {text}",
        "in a hand flowers are +flowers:{value}, not {text}",
    ),
    "hand-disagrees": (
        "手牌写了 {text}，这一局却{due}{correction}",
        "the hand says {text}, but {due}{correction}",
    ),
    "disagreement.correct": (
        "：请去掉 {text}，或改这一行",
        ": remove {text}, or correct the line",
    ),
    "disagreement.instead": ("，或去掉 {text}", ", or remove {text}"),
    "due.seat": ("门风是{due}", "the seat wind is {due}"),
    "due.round": ("圈风是{due}", "the round is {due}"),
    "due.flip": ("翻的是 {due}", "{due} was turned"),
    "due.wild": ("财神是 {due}", "the wildcard is {due}"),
    "due.nothing": (
        "没有写翻牌：请在和牌者之前写 flip:{indicator}",
        "the line says no flip: write flip:{indicator} before the winner",
    ),
    "hand-says-ron": (
        "手牌写了 {text}（点和），这一行却写了自摸：请改其中一个",
        "the hand says {text}, a win by discard, but the line a self-draw: change one of them",
    ),
    "hand-says-tsumo": (
        "手牌写了 {text}（自摸），这一行却写了放铳者：请改其中一个",
        "the hand says {text}, a self-draw, but the line whose discard it was: change one of them",
    ),
    "deal-after-end": (
        "第 {no} 局：一场只有 {deals} 局，请去掉，或另写一份记录",
        "deal {no}: a game has {deals} deals, remove it or start another sheet",
    ),
    "other-dealer": (
        "第 {no} 局的庄家是{due}，不是{written}：请去掉或改正，是不是漏了一局？",
        "the dealer of deal {no} is {due}, not {written}: remove or correct it; is a deal missing?",
    ),
    "other-round": (
        "第 {no} 局是{due}风圈，不是{written}风圈：请去掉或改正，是不是漏了一局？",
        "deal {no} is in round {due}, not {written}: remove or correct it; is a deal missing?",
    ),
    "bird-of-last-tile": (
        "最后一张自摸，和牌张 {tile} 就是鸟牌，不是 {bird}：请去掉 bird 或改正",
        "self-drawn on the last tile, the winning tile {tile} is the bird, not {bird}: "
        "remove bird: or correct it",
    ),
    "deal-below-minimum": (
        "这手牌不计花只有 {base} 番（合计 {fans}），起和要 {minimum} 番：请改手牌；"
        "若真的推倒了，是错和，请写 错和:{seat}",
        "this win is worth {base} without flowers ({fans} in all), and {minimum} are needed: "
        "correct it; if it was declared, enter a false win: false:{seat}",
    ),
    "deal-below-venue": (
        "这手牌不计花只有 {base} 番（合计 {fans}），这个场起和要 {minimum} 番：请改手牌；"
        "若这个场只加 8 而不限起和，请写 option venue-minimum=no",
        "this win is worth {base} without flowers ({fans} in all), "
        "and the venue asks for {minimum}: correct it; "
        "where the venue only adds 8, write option venue-minimum=no",
    ),
}

# --- what the sentences name beyond the fields of their defects ---------------------------------

HEADER_EXAMPLES = {
    "rules": "rules huopin", "venue": "venue 8fan", "room": "room 200", "fee": "fee 20",
    "players": "players E=Ann S=Bo", "option": "option dealer-doubling=winner",
}  # fmt: skip
ITEM_EXAMPLES = {
    "dealer": "dealer:E", "flip": "flip:4m", "bird": "bird:3p", "round": "round:E",
    "false": "false:S", "escape": "escape:S", "penalty": "penalty:6000",
    "compensation": "compensation:2000", "fans": "fans:12", "flowers": "flowers:2",
}  # fmt: skip
NEAR = phrases.PHRASES["unknown-word"]["hint"]
MEANT = phrases.PHRASES["no-option"]["hint"]


def _header_example(fields: DefectFields) -> str:
    return HEADER_EXAMPLES[fields["header"]]


def _write(fields: DefectFields) -> str:
    return ITEM_EXAMPLES[fields["item"]]


def _lacking(fields: DefectFields) -> Phrase:
    return Phrase(f"lacks.{fields['item']}")


def _due(fields: DefectFields) -> Phrase:
    what = "nothing" if fields["due"] is None else fields["what"]
    return Phrase(f"due.{what}", {"due": fields["due"], "indicator": fields["indicator"]})


def _correction(fields: DefectFields) -> Phrase:
    how = "instead" if fields["due"] is None else "correct"
    return Phrase(f"disagreement.{how}", {"text": fields["text"]})


def _ending_phrase(fields: DefectFields) -> Phrase:
    return Phrase(f"outcome.{fields['outcome']}")


SHEET_PHRASES: Makers = {
    "unknown-verb": {"hint": NEAR},
    "header-empty": {"example": _header_example},
    "header-missing": {"example": _header_example},
    "no-player": {"hint": MEANT},
    "stray-word": {"hint": MEANT},
    "no-item": {"hint": MEANT},
    "no-skeleton": {"hint": MEANT},
    "item-empty": {"write": _write},
    "item-no-tile": {"write": _write},
    "item-no-number": {"write": _write},
    "deal-lacks": {"how": _lacking},
    "hand-disagrees": {"due": _due, "correction": _correction},
    "ending-not-here": {"outcome": _ending_phrase},
}
