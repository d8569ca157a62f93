"""Texts on what a hand waits for: tables of waits, useful tiles and discards. Chinese, English."""

# Titles of columns and short labels, which stand side by side where both languages are shown.
WAIT_LABELS = {
    "waits.tile": ("牌", "tile"),
    "waits.tiles": ("牌", "tiles"),
    "waits.left": ("余", "left"),
    "waits.how": ("和法", "how"),
    "waits.total": ("番", "total"),
    "waits.minimum": ("{minimum}番", "min {minimum}"),
    "waits.enough": ("够", "yes"),
    "waits.short": ("差{count}", "{count} short"),
    "waits.not-enough": ("不够", "no"),
    "waits.fans": ("番种", "fans"),
    "waits.by-discard": ("点和", "by discard"),
    "waits.self-drawn": ("自摸", "self-drawn"),
    "waits.drop": ("打", "discard"),
    "waits.draw": ("进", "draw"),
    "waits.shanten": ("向听", "away"),
    "waits.for": ("听", "wait"),
    "waits.then": ("听", "waits for"),
    "waits.useful": ("进张", "useful tiles"),
    "waits.shape": ("牌型", "shape"),
    "waits.best": ("最多", "best"),
    "shape.standard": ("一般型", "sets and a pair"),
    "shape.seven-pairs": ("七对", "seven pairs"),
    "shape.thirteen-orphans": ("十三幺", "thirteen orphans"),
    "shape.knitted-honours": ("全不靠", "knitted and honors"),
    "shape.knitted-straight": ("组合龙", "knitted straight"),
}

# Sentences above and below the tables.
SENTENCES = {
    "waits.ready": (
        "听牌：听 {kinds} 种，还有 {left} 张",
        "ready: {left} tiles left to win on ({kinds} different)",
    ),
    "waits.ready-one": (
        "听牌：只听一种，还有 {left} 张",
        "ready: {left} tiles left to win on",
    ),
    "waits.ready-gone": (
        "听牌，但听的牌都已见完",
        "ready, but no tile it waits for is left",
    ),
    "waits.ready-enough": (
        "够 {minimum} 番：点和 {discard} 张，自摸 {self_drawn} 张",
        "minimum {minimum}: {discard} by discard, {self_drawn} self-drawn",
    ),
    "waits.away": (
        "{shanten} 向听（还要换 {shanten} 张才听牌）",
        "{shanten} away from ready (exchange {shanten} to be ready)",
    ),
    "waits.useful-count": (
        "进张 {kinds} 种，还有 {left} 张",
        "useful: {left} tiles left ({kinds} different)",
    ),
    "waits.no-useful": (
        "进张都已见完",
        "no useful tile is left",
    ),
    "waits.ready-after": ("打一张就听牌", "discard one tile to be ready"),
    "waits.away-after": (
        "打一张后 {shanten} 向听",
        "{shanten} away from ready after the discard",
    ),
    "waits.wins": ("已和：自摸{tile}，{total} 番", "already wins, self-drawn on {tile}: {total}"),
    "waits.wins-short": (
        "牌已和，但自摸{tile}只有 {total} 番，不够起和 {minimum} 番",
        "complete, but self-drawn on {tile} it is {total}, below the minimum of {minimum}",
    ),
    "waits.or": ("不和的话：", "or, instead of winning:"),
    "waits.more": (
        "还有 {count} 行没有列出：--all 全部列出",
        "{count} more lines: --all shows them",
    ),
    "waits.after-discard": ("打 {tile} 之后", "after discarding {tile}"),
    "waits.kinds": ("{kinds} 种 {left} 张", "{kinds} kinds, {left} left"),
    "waits.gone": ("已见完", "none left"),
    "waits.drawn-assumed": ("摸到的是{tile}（最后一张）", "drawn tile {tile} (typed last)"),
    "not-one-away": (
        "--deep 只看一向听的手牌，这手是 {shanten} 向听：请去掉 --deep",
        "--deep needs a hand one away from ready, this one is {shanten} away: remove --deep",
    ),
    "not-one-away-ready": (
        "--deep 只看一向听的手牌，这手已经听牌：请去掉 --deep",
        "--deep needs a hand one away from ready, this one is ready: remove --deep",
    ),
    "win-not-here": (
        "“{item}”说的是怎样和牌，而 waits 看的是和牌之前：请去掉",
        '"{item}" tells how a hand was won, but waits looks at it before: remove it',
    ),
    "only-tiles-seen": (
        "“{item}”不是牌：--seen 只写见到的牌和别人的面子",
        '"{item}" is not a tile: --seen lists only discards and melds of others',
    ),
    "too-many-seen": (
        "{tile} 共见到 {count} 张，每种只有 4 张：请改 --seen（手里的牌、面子和翻牌已算在内）",
        "{count} copies of {tile} are gone, but there are only 4: correct --seen "
        "(the hand, its melds and the indicator are counted already)",
    ),
}

WAIT_HELP = {
    "help.waits": (
        "听什么，打什么：13 张列出听的牌、余张和番数，或进张；14 张比较每一种打法。",
        "What a hand waits for: 13 tiles list waits with totals, or useful tiles; "
        "14 compare the discards.",
    ),
    "help.--seen": (
        "已见到的牌（打出的牌、别人的面子），可多次；只减余张",
        "tiles that are gone (discards, melds of others), repeatable; they only lower what is left",
    ),
    "help.--all-discards": (
        "列出每一种打法，也不略去长表",
        "every discard, not only the best, and nothing cut",
    ),
    "help.--deep": (
        "一向听时，每张进张之后的最好打法和番数",
        "one away from ready: the best discard after each useful tile, and what it can reach",
    ),
}

TEXT = WAIT_LABELS | SENTENCES | WAIT_HELP
