"""Sentences on hands: what cannot be read, what cannot be held, what is no win.

Each says what is wrong, then how to mend it; Chinese, English.
"""

# Hands that cannot be read (notation, "cannot read"); the fields are those of ``mjcalc.notation``.
UNREADABLE = {
    "empty": (
        "没有手牌：例如 123m456p789s EEE 55z +win:5z tsumo",
        "there is no hand: write one such as 123m456p789s EEE 55z +win:5z tsumo",
    ),
    "too-long": (
        "{length} 个字符，一手牌不超过 {limit} 个：一行只写一手牌",
        "{length} characters, a hand has at most {limit}: write one hand a line",
    ),
    "more-defects": (
        "还有 {count} 处有错：请先改前面的",
        "{count} more are wrong: mend the ones before first",
    ),
    "digits-without-suit": (
        "“{digits}”没有花色：请在数字后写 m（万）、p（饼）、s（条）或 z（字牌）",
        '"{digits}" has no suit: write m, p, s or z (honours) after the digits',
    ),
    "blank-before-suit": (
        "“{text}”中间有空格：请写 {write}",
        '"{text}" has a blank before its suit: write {write}',
    ),
    "no-such-honour": (
        "没有 {digits}z 这种字牌：1z–7z 是东南西北中发白",
        "there is no honour {digits}z: 1z to 7z are 东南西北中发白",
    ),
    "red-five": (
        "“{text}”在别的软件里是红五：请写 {write}",
        '"{text}" is a red five in other tools: write {write}',
    ),
    "letter-after-digit": (
        "“{text}”看不懂：数字 {digits} 后要写 m、p、s、z，“{letter}”不是花色{hint}",
        'cannot read "{text}": m, p, s or z goes after {digits}, "{letter}" is no suit{hint}',
    ),
    "letter-before-digit": (
        "“{text}”看不懂：数字写在花色之前{hint}",
        'cannot read "{text}": the digit goes before its suit{hint}',
    ),
    "suit-before-digits": (
        "“{text}”的花色写在了数字前面：请写 {write}",
        '"{text}" has its suit before the digits: write {write}',
    ),
    "suit-without-digits": (
        "“{letter}”前没有数字：例如 123{letter}",
        '"{letter}" has no digits before it: write, say, 123{letter}',
    ),
    "lower-case-honour": (
        "“{text}”看不懂：字牌字母要大写，请写 {write}",
        'cannot read "{text}": letters of honours are capitals, write {write}',
    ),
    "flower": (
        "“{text}”是花牌，不算手牌：请写 +flowers:张数",
        '"{text}" is a flower, no tile of the hand: write +flowers:N',
    ),
    "flower-turned": (
        "“{text}”是花牌，定不了财神：请再翻，{item} 写下一张牌",
        '"{text}" is a flower and gives no wildcard: turn again, and write the next tile as {item}',
    ),
    "percent-code": (
        "“{text}”是网址里的“{char}”：请写 {char}",
        '"{text}" is "{char}" as written in an address: write {char}',
    ),
    "unknown-word": (
        "看不懂“{text}”：应为牌、+win:5z 这样的项目，或 tsumo（自摸）、ron（点和）{hint}",
        'cannot read "{text}": expected tiles, an item such as +win:5z, tsumo or ron{hint}',
    ),
    "unknown-item": (
        "没有 {item} 这一项：可用 +win +seat +round +last +kong +rob +fourth "
        "+flowers +wild +flip{hint}",
        "there is no item {item}: take +win +seat +round +last +kong +rob +fourth "
        "+flowers +wild +flip{hint}",
    ),
    "no-value": (
        "{item} 缺少值：冒号后直接写，例如 {item}:{example}",
        "{item} lacks its value: write it directly after the colon, {item}:{example}",
    ),
    "flag-with-value": ("{item} 不带值：只写 {item}", "{item} takes no value: write {item} alone"),
    "not-one-tile": (
        "{item} 要一张牌，“{value}”有 {count} 张：例如 {item}:{example}",
        '{item} takes one tile, "{value}" has {count}: write, say, {item}:{example}',
    ),
    "not-a-tile": (
        "{item} 要一张牌，“{value}”不是牌：例如 {item}:{example}",
        '{item} takes a tile, "{value}" is none: write, say, {item}:{example}',
    ),
    "wind-digit": (
        "{item}:{digit} 有两种数法（{readings}）：请写 E S W N 或 东南西北",
        "{item}:{digit} could be {readings}: write E S W N or 东南西北",
    ),
    "not-a-wind": (
        "{item} 要风位，“{value}”不是：请写 E S W N 或 东南西北",
        '{item} takes a wind, "{value}" is none: write E S W N or 东南西北',
    ),
    "not-a-number": (
        "{item} 要数目，“{value}”不是：例如 {item}:{example}",
        '{item} takes a number, "{value}" is none: write, say, {item}:{example}',
    ),
    "empty-set": (
        "{open}{close} 里没有牌：请写三四张牌，或去掉括号",
        "{open}{close} holds no tiles: write three or four, or leave out the brackets",
    ),
    "unclosed-bracket": (
        "“{text}”缺少右括号 {close}",
        '"{text}" is not closed: add {close}',
    ),
    "stray-bracket": (
        "多出一个 {close}：请补上前面的括号，或去掉它",
        "{close} closes nothing: open it before the set, or leave it out",
    ),
    "mismatched-bracket": (
        "“{text}”用 {open} 开、用 {close} 关，不配：请用同一种括号",
        '"{text}" opens with {open} and closes with {close}: use one kind',
    ),
    "not-tiles": (
        "括号里的“{inside}”不是牌：括号里只写一副面子，如 peng:EEE",
        '"{inside}" in brackets is no tiles: a bracket holds one set, as in peng:EEE',
    ),
    "bad-source": (
        "{tiles} 后面的“{source}”不对：{allowed}",
        '"{source}" after {tiles} does not fit: {allowed}',
    ),
    "word-without-set": (
        "“{word}”后面要紧跟一副面子：例如 chi:123m、peng:EEE、gang:5555p",
        '"{word}" takes one set directly after it: chi:123m, peng:EEE, gang:5555p',
    ),
    "other-spelling": ("“{text}”看不懂：请写 {write}", 'cannot read "{text}": write {write}'),
    "red-alone": (
        "“{text}”看不懂：单一个“红”不是牌，请写 {write} 或 {long}",
        'cannot read "{text}": 红 alone is no tile, write {write} or {long}',
    ),
    "found-by-itself": (
        "“{text}”不用写：算番时会自己看出来，请去掉",
        '"{text}" need not be said: it is found from the tiles, leave it out',
    ),
    "separator": (
        "“{text}”不能用来分隔{times}：请用空格",
        '"{text}" is no separator{times}: write a blank',
    ),
    "unreadable": (
        "看不懂“{text}”：这里应为牌或 +项目",
        'cannot read "{text}": tiles or a + item belong here',
    ),
}

# Impossible hands (notation, "impossible hand"); the fields are those of ``mjcalc.hand.hand``.
IMPOSSIBLE = {
    "too-many-sets": (
        "亮出了 {count} 副面子，最多 4 副：请去掉多余的",
        "{count} sets on the table, at most 4: leave out what is too much",
    ),
    "winning-tile-is-fifteenth": (
        "共 15 张：已有 14 张，而 +win:{tile} 不在其中；请改 +win，或去掉一张牌",
        "15 tiles: 14 without {tile}, and +win:{tile} is none of them; "
        "mend +win, or leave out a tile",
    ),
    "too-few-tiles": (
        "只有 {count} 张，少 {off} 张：一手牌 14 张，每副亮出的面子算 3 张",
        "{count} tiles, {off} too few: a hand has 14, each set on the table counting 3",
    ),
    "too-many-tiles": (
        "共 {count} 张，多 {off} 张：一手牌 14 张，每副亮出的面子算 3 张；"
        "四张一杠请写成 gang:7777p 或 angang:7777p",
        "{count} tiles, {off} too many: a hand has 14, each set on the table counting 3; "
        "write kongs as gang:7777p or angang:7777p",
    ),
    "fifth-copy": (
        "{tile} 有 {count} 张，每种只有 4 张：请改掉一张",
        "{count} copies of {tile}, there are only 4: change one of them",
    ),
    "fifth-copy-indicator": (
        "{tile} 有 {count} 张，还有一张是翻牌：手里最多 3 张",
        "{count} copies of {tile} and it is the turned indicator too: at most 3 can be held",
    ),
    "no-set": (
        "{tiles} 不成面子：应是同花顺子（如 chi:123m）、刻子（peng:555p）或杠（gang:5555p）",
        "{tiles} is no set: a chow of one suit (chi:123m), a pung (peng:555p) "
        "or a kong (gang:5555p) is",
    ),
    "no-concealed-kong": (
        "{tiles} 不是暗杠：圆括号里要四张相同的牌，没有亮出的牌不加括号",
        "{tiles} is no concealed kong: round brackets take four equal tiles, "
        "other concealed tiles no brackets",
    ),
    "no-source": (
        "{tiles} 后面的数字 {source} 不对：吃和碰 1–3，杠 1–3 或 5–7",
        "the digit {source} does not fit {tiles}: chow and pung take 1–3, a kong 1–3 or 5–7",
    ),
    "rob-clash": (
        "抢杠和 +rob 抢 {tile} 有矛盾：{clashes}；请去掉 +rob 或矛盾的一项",
        "+rob on {tile} contradicts {clashes}; leave out one of them",
    ),
    "kong-clash": (
        "杠上开花 +kong 有矛盾：{clashes}；它要自摸并且有杠",
        "+kong contradicts {clashes}; it takes a self-draw and a kong",
    ),
    "fourth-clash": (
        "和绝张 +fourth 不成立：手里还暗藏着 {tile}；请去掉 +fourth",
        "+fourth cannot be: another {tile} is concealed in the hand; leave out +fourth",
    ),
    "flowers-out-of-range": (
        "花牌 {count} 张：一共只有 8 张，请写 +flowers:0 到 +flowers:8",
        "{count} flowers: there are 8 in all, write +flowers:0 to +flowers:8",
    ),
    "no-wildcards-here": (
        "这套规则没有财神：请去掉 {item}（{tile}），或用 --rules huopin",
        "this ruleset has no wildcards: leave out {item} ({tile}), or take --rules huopin",
    ),
    "wild-flip-clash": (
        "翻出 {flip} 时财神是 {next}，不是 {wild}：+wild 和 +flip 只写一个",
        "the indicator {flip} makes {next} the wildcard, not {wild}: write either +wild or +flip",
    ),
    "wild-in-meld": (
        "财神 {wild} 不能吃碰杠：请改 {tiles} 或 +wild",
        "the wildcard {wild} can be in no chow, pung or kong: change {tiles} or +wild",
    ),
    "wild-on-discard": (
        "按 wildcard-on-discard=no 不能点和财神 {wild}：自摸请写 tsumo",
        "with wildcard-on-discard=no nobody wins on a discarded wildcard {wild}: "
        "write tsumo if it was drawn",
    ),
    "said-twice": ("{item} 写了两次：只留一个", "{item} is said twice: keep one of them"),
    "contradiction": (
        "“{first}”和“{second}”矛盾：只留一个",
        '"{first}" and "{second}" contradict each other: keep one of them',
    ),
    "one-tile-set": (
        "只写了一张牌：请把整副牌写全，例如 {write}",
        "only one tile of the set: write all of its tiles, such as {write}",
    ),
    "wrong-word": (
        "{tiles} 是{kind}，不能写 {word}：请写 {write}",
        "{tiles} is a {kind}, which {word} is no word for: write {write}",
    ),
}

# Words that stand inside the sentences above.
WORDS = {
    "clash.tsumo": ("自摸 tsumo", "tsumo (self-drawn)"),
    "clash.ron": ("点和", "a win by discard"),
    "clash.+last": ("最后一张 +last", "+last"),
    "clash.+kong": ("杠上开花 +kong", "+kong"),
    "clash.copy": ("手里还有这张牌", "another copy of the tile in the hand"),
    "clash.wild": ("这张牌是财神", "that tile being the wildcard"),
    "clash.no-kong": ("没有杠", "a hand without a kong"),
    "hint.readings": ("；别处用作 {readings}", "; elsewhere it is {readings}"),
    "hint.honour": (
        "；若指{honour}，请在前面空一格",
        "; for {honour} put a blank before the letter",
    ),
    "hint.near": ("；是不是 {near}？", "; did you mean {near}?"),
    "times": ("（共 {count} 处）", " ({count} of them)"),
    "from-one": ("从 1 数是{wind}", "{wind} counted from 1"),
    "from-zero": ("从 0 数是{wind}", "{wind} counted from 0"),
    "source.none": ("暗杠不写来源，请去掉", "a concealed kong has no source, leave it out"),
    "source.digits": ("可用 {allowed}", "take one of {allowed}"),
    "kind.chow": ("顺子", "chow"),
    "kind.pung": ("刻子", "pung"),
    "kind.kong": ("杠", "kong"),
    "win-word": ("和牌方式（自摸、点和）", "the win word (tsumo, ron)"),
}

# Not a win, a waiting hand, and what went wrong with the command line.
OUTCOMES = {
    "not-a-win": ("不成和：{fix}", "not a winning hand: {fix}"),
    "near": ("打 {drop} 听 {need}", "drop {drop}, then {need} completes it"),
    "and-more": ("……", "…"),
    "far": ("还差不止一张", "more than one tile away"),
    "waiting": ("13 张，{fix}", "13 tiles, {fix}"),
    "waiting.ready": (
        "还没有和：请加和牌张，例如 +win:{tile}",
        "still waiting: add the winning tile, such as +win:{tile}",
    ),
    "waiting.for-nothing": (
        "还没有听牌：请加一张 +win:牌",
        "waiting for nothing: add a winning tile with +win:",
    ),
    "slip": (
        "若是笔误，按最后一张 +win:{code} 得 {total} 番",
        "if it was a slip: +win:{code}, the last tile typed, scores {total}",
    ),
    "line-too-long": (
        "这一行超过 {limit} 个字符，不会是一手牌：一行只写一手牌",
        "more than {limit} characters in one line, which is no hand: write one hand a line",
    ),
}
