"""Sentences on hands: unreadable, impossible, not a win. Chinese, then English.

Each says what is wrong, then how to fix it.
"""

# Hands that cannot be read; the fields are those of ``mjcalc.notation.mistakes``.
UNREADABLE_TEXTS = {
    "empty": (
        "没有手牌：例如 123m456p789s EEE 55z +win:5z tsumo",
        "no hand given: write e.g. 123m456p789s EEE 55z +win:5z tsumo",
    ),
    "too-long": (
        "{length} 个字符，一手牌不超过 {limit} 个：一行只写一手牌",
        "{length} characters, but a hand has at most {limit}: write one hand per line",
    ),
    "more-defects": (
        "还有 {count} 处有错：请先改前面的",
        "{count} more errors: fix the ones above first",
    ),
    "digits-without-suit": (
        "“{digits}”没有花色：请在数字后写 m（万）、p（饼）、s（条）或 z（字牌）",
        '"{digits}" has no suit: write m, p, s or z (honors) after the digits',
    ),
    "blank-before-suit": (
        "“{text}”中间有空格：请写 {write}",
        '"{text}" has a space before its suit: write {write}',
    ),
    "no-such-honour": (
        "没有 {digits}z 这种字牌：1z–7z 是东南西北中发白",
        "{digits}z is not a tile: 1z to 7z are E S W N C F P (C red, F green, P white)",
    ),
    "red-five": (
        "“{text}”在别的软件里是红五：请写 {write}",
        '"{text}" is a red five in other tools: write {write}',
    ),
    "letter-after-digit": (
        "看不懂“{text}”：花色是 m（万）、p（饼）、s（条）、z（字牌），没有“{letter}”{hint}",
        '"{text}": unknown suit "{letter}". Suits are m (characters), p (dots), s (bamboo), '
        "z (honors){hint}",
    ),
    "letter-before-digit": (
        "看不懂“{text}”：数字要写在花色前面{hint}",
        'cannot read "{text}": write the digit before its suit{hint}',
    ),
    "suit-before-digits": (
        "“{text}”的花色写在了数字前面：请写 {write}",
        '"{text}" has its suit before the digits: write {write}',
    ),
    "suit-without-digits": (
        "“{letter}”前没有数字：例如 123{letter}",
        '"{letter}" has no digits before it: write e.g. 123{letter}',
    ),
    "lower-case-honour": (
        "看不懂“{text}”：字牌字母要大写，请写 {write}",
        'cannot read "{text}": honors are capital letters, write {write}',
    ),
    "flower": (
        "“{text}”是花牌，不算手牌：请写 +flowers:张数",
        '"{text}" is a flower, not a tile of the hand: write +flowers:N',
    ),
    "flower-turned": (
        "“{text}”是花牌，定不了财神：请再翻，{item} 写下一张牌",
        '"{text}" is a flower and gives no wildcard: turn another tile, write that one as {item}',
    ),
    "percent-code": (
        "“{text}”是网址里的“{char}”：请写 {char}",
        '"{text}" is the URL code of "{char}": write {char}',
    ),
    "unknown-word": (
        "看不懂“{text}”：应为牌、+win:5z 这样的项目，或 tsumo（自摸）、ron（点和）{hint}",
        'cannot read "{text}": expected tiles, an item such as +win:5z, tsumo or ron{hint}',
    ),
    "unknown-item": (
        "没有 {item} 这一项：可用 +win +seat +round +last +kong +rob +fourth "
        "+flowers +wild +flip{hint}",
        "unknown item {item}: use +win +seat +round +last +kong +rob +fourth "
        "+flowers +wild +flip{hint}",
    ),
    "no-value": (
        "{item} 缺少值：冒号后直接写，例如 {item}:{example}",
        "{item} needs a value directly after the colon: e.g. {item}:{example}",
    ),
    "flag-with-value": ("{item} 不带值：只写 {item}", "{item} has no value: write only {item}"),
    "not-one-tile": (
        "{item} 要一张牌，“{value}”有 {count} 张：例如 {item}:{example}",
        '{item} must be one tile, but "{value}" has {count}: e.g. {item}:{example}',
    ),
    "not-a-tile": (
        "{item} 要一张牌，“{value}”不是牌：例如 {item}:{example}",
        '{item} must be a tile, not "{value}": e.g. {item}:{example}',
    ),
    "wind-digit": (
        "{item}:{digit} 有两种数法（{readings}）：请写 E S W N 或 东南西北",
        "{item}:{digit} could be {readings}: write E, S, W or N",
    ),
    "not-a-wind": (
        "{item} 要风位，“{value}”不是：请写 E S W N 或 东南西北",
        '{item} needs a wind (E, S, W or N), not "{value}"',
    ),
    "not-a-number": (
        "{item} 要数目，“{value}”不是：例如 {item}:{example}",
        '{item} must be a number, not "{value}": e.g. {item}:{example}',
    ),
    "empty-set": (
        "{open}{close} 里没有牌：请写三四张牌，或去掉括号",
        "{open}{close} has no tiles inside: write three or four, or remove the brackets",
    ),
    "unclosed-bracket": (
        "“{text}”缺少右括号 {close}",
        '"{text}" is not closed: add {close}',
    ),
    "stray-bracket": (
        "多出一个 {close}：请补上前面的括号，或去掉它",
        "{close} has no opening bracket: add it before the set, or remove {close}",
    ),
    "mismatched-bracket": (
        "“{text}”用 {open} 开、用 {close} 关，不配：请用同一种括号",
        '"{text}" opens with {open} and closes with {close}: use one kind',
    ),
    "not-tiles": (
        "括号里的“{inside}”不是牌：括号里只写一副面子，如 peng:EEE",
        '"{inside}" in brackets is not a set of tiles: brackets hold one set, as in peng:EEE',
    ),
    "bad-source": (
        "{tiles} 后面的“{source}”不对：{allowed}",
        '"{source}" after {tiles} does not fit: {allowed}',
    ),
    "word-without-set": (
        "“{word}”后面要紧跟一副面子：例如 chi:123m、peng:EEE、gang:5555p",
        '"{word}" needs one set directly after it: e.g. chi:123m, peng:EEE, gang:5555p',
    ),
    "other-spelling": ("看不懂“{text}”：请写 {write}", 'cannot read "{text}": write {write}'),
    "red-alone": (
        "看不懂“{text}”：单一个“红”不是牌，请写 {write} 或 {long}",
        'cannot read "{text}": it is half of a name, write {write} or {long}',
    ),
    "two-meanings": (
        "“{text}”有两种意思，请写其中一行：{readings}",
        '"{text}" has two meanings, write one of these lines: {readings}',
    ),
    "two-readings": (
        "这一行有两种读法，请写其中一行：{readings}",
        "this line can be read in two ways, write one of: {readings}",
    ),
    "suit-first-line": (
        "花色要写在数字后面，请写：{readings}",
        "the suit goes after its digits, write: {readings}",
    ),
    "red-five-line": (
        "0 在别的软件里是红五，请写：{readings}",
        "0 is a red five in other tools, write: {readings}",
    ),
    "not-in-notation": (
        "按 {notation} 记法看不懂“{text}”：请改正，或用 --notation 指定别的记法",
        'cannot read "{text}" in {notation} notation: fix it, or choose another with --notation',
    ),
    "unknown-notation": (
        "看不懂“{text}”等 {count} 处：花色写在数字后面，m（万）、p（饼）、s（条）、z（字牌），"
        "例如 123m456p",
        'cannot read "{text}" and the like ({count} in all): write digits, then the suit, '
        "m (characters), p (dots), s (bamboo) or z (honors), e.g. 123m456p",
    ),
    "bad-range": (
        "“{text}”要从小到大：请写 {last}-{first}",
        '"{text}" must go up: write {last}-{first}',
    ),
    "concealed-pung": (
        "“{text}”不用写：没有亮出的刻子直接写牌，例如 EEE",
        '"{text}" is not needed: write concealed sets as plain tiles, e.g. EEE',
    ),
    "separator": (
        "“{text}”不能用来分隔{times}：请用空格",
        '"{text}" cannot separate tiles{times}: use a space',
    ),
    "unreadable": (
        "看不懂“{text}”：这里应为牌或 +项目",
        'cannot read "{text}": expected tiles or a + item',
    ),
}

# Impossible hands; the fields are those of ``mjcalc.hand.draft``.
IMPOSSIBLE = {
    "too-many-sets": (
        "亮出了 {count} 副面子，最多 4 副：请去掉多余的",
        "{count} sets on the table, at most 4 are possible: remove the extra ones",
    ),
    "winning-tile-is-fifteenth": (
        "共 15 张：已有 14 张，而 +win:{tile} 不在其中；请改 +win，或去掉一张牌",
        "the hand already has 14 tiles and none of them is {tile}: correct +win or remove a tile",
    ),
    "too-few-tiles": (
        "只有 {count} 张，少 {off} 张：一手牌 14 张，每副亮出的面子算 3 张",
        "{count} tiles, {off} too few: a hand has 14, and each set on the table counts as 3",
    ),
    "too-many-tiles": (
        "共 {count} 张，多 {off} 张：一手牌 14 张，每副亮出的面子算 3 张；"
        "四张一杠请写成 gang:7777p 或 angang:7777p",
        "{count} tiles, {off} too many: a hand has 14, and each set on the table counts as 3; "
        "write kongs as gang:7777p or angang:7777p",
    ),
    "fifth-copy": (
        "{tile} 有 {count} 张，每种只有 4 张：请改掉一张",
        "{count} copies of {tile}, but there are only 4: change one of them",
    ),
    "fifth-copy-indicator": (
        "{tile} 有 {count} 张，还有一张是翻牌：手里最多 3 张",
        "{count} copies of {tile}, and the indicator is one more: a hand can hold at most 3",
    ),
    "no-set": (
        "{tiles} 不成面子：应是同花顺子（如 chi:123m）、刻子（peng:555p）或杠（gang:5555p）",
        "{tiles} is not a set: write a chow of one suit (chi:123m), a pung (peng:555p) "
        "or a kong (gang:5555p)",
    ),
    "no-concealed-kong": (
        "{tiles} 不是暗杠：圆括号里要四张相同的牌，没有亮出的牌不加括号",
        "{tiles} is not a concealed kong: round brackets hold four equal tiles; "
        "write other concealed tiles without brackets",
    ),
    "no-source": (
        "{tiles} 后面的数字 {source} 不对：吃和碰 1–3，杠 1–3 或 5–7",
        "the digit {source} does not fit {tiles}: use 1–3 for a chow or pung, "
        "1–3 or 5–7 for a kong",
    ),
    "rob-clash": (
        "抢杠和 +rob 抢 {tile} 有矛盾：{clashes}；请去掉 +rob 或矛盾的一项",
        "+rob on {tile} contradicts {clashes}; remove one of them",
    ),
    "kong-clash": (
        "杠上开花 +kong 有矛盾：{clashes}；它要自摸并且有杠",
        "+kong contradicts {clashes}; it needs a self-draw and a kong",
    ),
    "fourth-clash": (
        "和绝张 +fourth 不成立：手里还暗藏着 {tile}；请去掉 +fourth",
        "+fourth is impossible: you hold another {tile}; remove +fourth",
    ),
    "flowers-out-of-range": (
        "花牌 {count} 张：一共只有 8 张，请写 +flowers:0 到 +flowers:8",
        "{count} flowers: there are 8 in all, write +flowers:0 to +flowers:8",
    ),
    "no-wildcards-here": (
        "这套规则没有财神：请去掉 {item}（{tile}），或用 --rules huopin",
        "this ruleset has no wildcards: remove {item} ({tile}), or use --rules huopin",
    ),
    "wild-flip-clash": (
        "翻出 {flip} 时财神是 {next}，不是 {wild}：+wild 和 +flip 只写一个",
        "the indicator {flip} makes {next} the wildcard, not {wild}: "
        "write only one of +wild and +flip",
    ),
    "wild-in-meld": (
        "财神 {wild} 不能吃碰杠：请改 {tiles} 或 +wild",
        "the wildcard {wild} cannot be in a chow, pung or kong: change {tiles} or +wild",
    ),
    "wild-on-discard": (
        "按 wildcard-on-discard=no 不能点和财神 {wild}：自摸请写 tsumo",
        "wildcard-on-discard=no does not allow a win on a discarded wildcard {wild}: "
        "write tsumo if it was drawn",
    ),
    "said-twice": ("{item} 写了两次：只留一个", "{item} is given twice: keep one of them"),
    "contradiction": (
        "“{first}”和“{second}”矛盾：只留一个",
        '"{first}" and "{second}" contradict each other: keep one of them',
    ),
    "one-tile-set": (
        "只写了一张牌：请把整副牌写全，例如 {write}",
        "only one tile of the set: write all of its tiles, e.g. {write}",
    ),
    "wrong-word": (
        "{tiles} 是{kind}，不能写 {word}：请写 {write}",
        "{tiles} is a {kind}, not {word}: write {write}",
    ),
}

# Words for the sentences above.
HAND_WORDS = {
    "clash.tsumo": ("自摸 tsumo", "tsumo (self-drawn)"),
    "clash.ron": ("点和", "a win by discard"),
    "clash.+last": ("最后一张 +last", "+last"),
    "clash.+kong": ("杠上开花 +kong", "+kong"),
    "clash.copy": ("手里还有这张牌", "another copy of the tile in the hand"),
    "clash.wild": ("这张牌是财神", "that tile being the wildcard"),
    "clash.no-kong": ("没有杠", "a hand without a kong"),
    "hint.readings": ("；别处用作 {readings}", "; elsewhere it is {readings}"),
    "hint.honor": (
        "；若指{honor}，请在前面空一格",
        "; for {honor}, put a space before the letter",
    ),
    "hint.near": ("；是不是 {near}？", "; did you mean {near}?"),
    "times": ("（共 {count} 处）", " ({count} of them)"),
    "from-one": ("从 1 数是{wind}", "{wind} counted from 1"),
    "from-zero": ("从 0 数是{wind}", "{wind} counted from 0"),
    "source.none": ("暗杠不写来源，请去掉", "a concealed kong has no source, remove it"),
    "source.digits": ("可用 {allowed}", "use one of {allowed}"),
    "kind.chow": ("顺子", "chow"),
    "kind.pung": ("刻子", "pung"),
    "kind.kong": ("杠", "kong"),
    "win-word": ("和牌方式（自摸、点和）", "the win word (tsumo, ron)"),
}

# Not a win, and a waiting hand.
OUTCOMES = {
    "not-a-win": ("不成和：{fix}", "not a winning hand: {fix}"),
    "near": ("打 {drop} 听 {need}", "discard {drop} to wait for {need}"),
    "and-more": ("……", "…"),
    "far": ("还差不止一张", "more than one tile away"),
    "waiting": ("13 张，{fix}", "13 tiles, {fix}"),
    "waiting.ready": (
        "还没有和：请加和牌张，例如 +win:{tile}",
        "still waiting: add the winning tile, e.g. +win:{tile}",
    ),
    "waiting.for-nothing": (
        "没有听牌：进哪一张都不和",
        "and no tile completes the hand",
    ),
    "slip": (
        "若是笔误，按最后一张 +win:{code} 得 {total} 番",
        "with +win:{code}, the last tile typed, it scores {total}",
    ),
    "in-line": ("第 {line} 行", "line {line}"),
    "not-held": ("{notation} 记法写不下：{items}", "{notation} notation cannot hold: {items}"),
    "read-as": ("读作：{line}", "read as: {line}"),
    "fans-worked-out": (
        "“{names}”不用写：番种由算番得出",
        '"{names}" is not needed: fans are worked out from the tiles',
    ),
    "line-too-long": (
        "这一行超过 {limit} 个字符，不会是一手牌：一行只写一手牌",
        "more than {limit} characters in one line, too long for a hand: write one hand per line",
    ),
}
