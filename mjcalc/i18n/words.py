"""Sentences on the command line; headings, labels and notes of results. Chinese, English."""

# The command line.
USAGE = {
    "no-command": (
        "没有“{name}”这个命令：mjcalc --help 列出全部命令{hint}",
        'there is no command "{name}": mjcalc --help lists them{hint}',
    ),
    "no-topic": (
        "没有“{name}”这个主题：mjcalc help 列出全部{hint}",
        'there is no topic "{name}": mjcalc help lists them{hint}',
    ),
    "no-flag": (
        "没有 {name} 这个选项：--help 列出全部选项{hint}",
        "there is no option {name}: --help lists them{hint}",
    ),
    "no-choice": (
        "{option} 不能是“{value}”：可用 {known}{hint}",
        '{option} cannot be "{value}": use {known}{hint}',
    ),
    "all-apart": (
        "--all 的数目要用等号连写：--all={number}",
        "--all needs an equals sign before its number: write --all={number}",
    ),
    "no-number-value": (
        "{option} 要一个数目，“{value}”不是",
        '{option} needs a number, not "{value}"',
    ),
    "usage": ("用法不对，见 --help：{what}", "wrong usage, see --help: {what}"),
    "no-fan": (
        "没有“{name}”这个番种：mjcalc fans 列出全部番种{hint}",
        'there is no fan "{name}": mjcalc fans lists them{hint}',
    ),
    "fan-not-here": (
        "国标和火拼都没有“{name}”这个番种，不计番：mjcalc fans 列出全部番种",
        'neither MCR nor huopin has a fan "{name}", so it scores nothing: '
        "mjcalc fans lists all fans",
    ),
    "fan-other-name": (
        "这里没有“{name}”这个番种，最接近的是{fan}：请用 mjcalc fans {fan}",
        'this ruleset does not have the fan "{name}"; the nearest is {fan}: use mjcalc fans {fan}',
    ),
    "no-fan-value": (
        "{rules} 没有 {value} 番的番种：番数有 {known}",
        "{rules} has no fan worth {value}: the values are {known}",
    ),
    "no-fan-number": (
        "{rules} 没有 {name} 号番种：mjcalc fans 列出全部番种",
        "{rules} has no fan number {name}: mjcalc fans lists them",
    ),
    "no-ruleset": (
        "没有“{name}”这套规则：可用 {known}{hint}",
        'there is no ruleset "{name}": use {known}{hint}',
    ),
    "rules-twice": (
        "{one} 和 --rules {other} 只写一个：要比较两套规则，请写 mjcalc rules {one} {other}",
        "name {one} or --rules {other}, not both: mjcalc rules {one} {other} compares the two",
    ),
    "no-venue": (
        "没有“{name}”这个场：可用 {known}{hint}",
        'there is no venue "{name}": use {known}{hint}',
    ),
    "venue-not-here": (
        "{rules} 不分场：请去掉 --venue {name}，或用 --rules huopin",
        "{rules} has no venues: leave out --venue {name}, or use --rules huopin",
    ),
    "no-option": (
        "没有“{name}”这个规则选项：mjcalc rules 列出全部{hint}",
        'there is no rule option "{name}": mjcalc rules lists them{hint}',
    ),
    "option-not-here": (
        "{rules} 没有规则选项 {name}：mjcalc rules {rules} 列出它的选项",
        "{rules} has no rule option {name}: mjcalc rules {rules} lists what it has",
    ),
    "no-option-value": (
        "规则选项 {name} 不能是“{value}”：可用 {known}{hint}",
        'the rule option {name} cannot be "{value}": use {known}{hint}',
    ),
    "no-equals": (
        "--option {name} 没有值：请写 --option 选项=值，mjcalc rules 列出全部",
        "--option {name} has no value: write --option KEY=VALUE, mjcalc rules lists them",
    ),
    "option-twice": (
        "--option {name} 有几个值（{values}）：只留一个",
        "--option {name} has several values ({values}): keep one",
    ),
    "no-hand": (
        "没有输入手牌：例如 mjcalc score '123m456p789s EEE 55z +win:5z tsumo'",
        "no hand given: for example mjcalc score '123m456p789s EEE 55z +win:5z tsumo'",
    ),
    "no-file": ("打不开 {path}：{reason}", "cannot open {path}: {reason}"),
    "no-read": ("读不了 {path}：{reason}", "cannot read {path}: {reason}"),
    "not-utf-8-file": (
        "{path} 不是 UTF-8，大概是 {encoding}：请加 --encoding {encoding}，或存成 UTF-8",
        "{path} is not UTF-8 but probably {encoding}: add --encoding {encoding}, "
        "or save the file as UTF-8",
    ),
    "wrong-encoding": (
        "{path} 不是 {encoding}（第 {line} 行有字节 {bytes}）：请用 --encoding 写明它的编码",
        "{path} is not {encoding} (line {line} has the bytes {bytes}): "
        "name its encoding with --encoding",
    ),
    "no-encoding-fits": (
        "有不是文字的字节：{reason}；请查看文件，或用 --encoding 写明它的编码",
        "there are bytes that are not text: {reason}; "
        "check the file, or name its encoding with --encoding",
    ),
    "damaged-archive": (
        "压缩文件不完整或已损坏，请重新取得或打包",
        "the archive is incomplete or damaged, fetch or make it again",
    ),
    "system-error": (
        "系统报错：{reason}；请查看文件和磁盘，再做一次",
        "the system reports an error: {reason}; check the files and the disk, and run it again",
    ),
    "file-changed": (
        "{path} 在读取时被改动：请等它不再变化，再从头做",
        "{path} changed while it was being read: wait until it is complete, then start anew",
    ),
    "too-few-handles": (
        "可同时打开的文件太少（上限 {limit}）：请调高，如 ulimit -n 1024，或减少 --jobs",
        "too few files may be open at once (the limit is {limit}): "
        "raise it, as with ulimit -n 1024, or use fewer --jobs",
    ),
    "no-file-name": (
        "文件名是空的：请写文件名，或写 - 读标准输入",
        "the file name is empty: name a file, or - for standard input",
    ),
    "stdin-twice": (
        "标准输入（-）写了 {count} 次：只写一次",
        "standard input (-) is named {count} times: name it once",
    ),
    "no-stdin": (
        "标准输入已关闭，没有输入：请写成参数，或用管道送入",
        "standard input is closed, there is no input: give it as an argument, or through a pipe",
    ),
    "no-stdout": (
        "写不出结果：{reason}",
        "cannot write the output: {reason}",
    ),
    "interrupted": ("已中断", "interrupted"),
    "terminated": ("已终止", "terminated"),
    "no-column": (
        "表头里没有“{name}”这一列：有 {known}{hint}",
        'the header has no column "{name}": there are {known}{hint}',
    ),
    "too-many-rows": (
        "{format} 格式最多 {limit} 行：请用 --format tsv、csv 或 jsonl",
        "{format} holds at most {limit} rows: use --format tsv, csv or jsonl",
    ),
    "too-much-text": (
        "{format} 格式最多 {limit} 个字符：请用 --format tsv、csv 或 jsonl",
        "{format} holds at most {limit} characters: use --format tsv, csv or jsonl",
    ),
    "no-memory": (
        "内存不够，处理不了这个输入：请分成小一些的文件",
        "there is not enough memory for this input: split it into smaller files",
    ),
    "too-deep": (
        "输入套得太深，处理不了：请查看文件是否损坏",
        "the input is nested too deep: see if the file is damaged",
    ),
    "internal": (
        "程序出错，请报告（--debug 显示详情）：{what}",
        "this is a fault of mjcalc, please report it (--debug shows where): {what}",
    ),
    "error": ("错误", "error"),
}

# How the minimum is named in results, for color.
REACHED_WORDS = ("：够", ": reached")
NOT_REACHED_WORDS = ("：不够", ": not reached")

# Headings, labels and notes of the results.
SCORE_LABELS = {
    "column": ("第 {column} 列", "column {column}"),
    "no": ("号", "no"),
    "fan": ("番种", "fan"),
    "value": ("番", "value"),
    "count": ("次", "count"),
    "reading": ("读法", "reading"),
    "fans": ("番种", "fans"),
    "what": ("项目", "what"),
    "points": ("分", "points"),
    "total": ("合计", "Total"),
    "dropped": ("有而不计", "present, not counted"),
    "by": ("因", "by"),
    "why": ("为何", "why"),
    "reason.不重复": ("不重复", "non-repeat"),
    "reason.不得相同": ("不得相同", "non-identical"),
    "reason.不拆移": ("不拆移", "non-separation"),
    "reason.套算一次": ("套算一次", "account-once"),
    "reason.就高不就低": ("就高不就低", "high-versus-low"),
    "example": ("例", "example"),
    "principle": ("原则", "principle"),
    "counted": ("计", "counts"),
    "not-counted": ("不计", "does not count"),
    "second-time": ("（再一次）", " (a second time)"),
    "self-drawn": ("自摸", "self-drawn"),
    "discard": ("点和", "by discard"),
    "+last": ("海底", "last tile"),
    "+kong": ("杠上开花", "after a kong"),
    "+rob": ("抢杠", "robbed"),
    "+fourth": ("绝张", "fourth copy"),
    "seat": ("门风{wind}", "seat {wind}"),
    "round": ("圈风{wind}", "round {wind}"),
    "wins-on": ("和{tile}", "wins on {tile}"),
    "wild": ("财神{tile}", "wildcard {tile}"),
    "own-face-counted": (
        "财神都当本身，所以计无财神",
        "each wildcard stands for its own face, so 无财神 counts",
    ),
    "own-face-worth": (
        "财神没有都当本身，所以不计无财神；都当本身（计无财神）是 {total} 番",
        "not every wildcard stands for its own face, so 无财神 does not count; "
        "as their own faces, with 无财神, the hand is {total}",
    ),
    "own-face-no-win": (
        "财神没有都当本身，所以不计无财神；都当本身不成和",
        "not every wildcard stands for its own face, so 无财神 does not count; "
        "as their own faces the hand does not win",
    ),
    "next-assignment": (
        "另一种当法：财神当 {faces} 是 {total} 番",
        "the next best: wildcards as {faces}, {total}",
    ),
    "no-other-assignment": (
        "财神没有别的当法能和",
        "no other assignment of the wildcards wins",
    ),
    "stands-for": ("财神{tile}当{as_tile}{times}", "wildcard {tile} as {as_tile}{times}"),
    "assumed": ("未写明，按此计", "assumed"),
    "assumed.winning": ("和牌张{tile}（最后一张）", "winning tile {tile} (typed last)"),
    "assumed.self_drawn": ("点和", "won by discard"),
    "assumed.seat": ("门风东", "seat 东 E"),
    "assumed.round": ("圈风东", "round 东 E"),
    "options": ("规则选项", "options"),
    "others": ("其他读法", "other readings"),
    "removes": ("不另计", "removes"),
    "removed-by": ("被谁包含", "removed by"),
    "scope.own": ("限于本番所用的牌", "on its own sets"),
    "scope.one": ("一副", "one of them"),
    "scope.counted": ("本番计入时", "while it counts itself"),
    "scope.instead": ("改计{fan}", "{fan} counts instead"),
    "pays.rooms": ("按场和房间付欢乐豆", "coins, by venue and room"),
    "pays.points": ("底分 8 加番数", "points, 8 and the fans"),
    "aliases": ("又名", "also called"),
    "condition": ("条件", "condition"),
    "nothing": ("无", "nothing"),
    "numbers": ("编号", "number"),
    "ruleset": ("规则", "ruleset"),
    "rules.key": ("代号", "key"),
    "rules.name": ("名称", "name"),
    "rules.fans": ("番种数", "fans"),
    "rules.minimum": ("起和", "minimum"),
    "rules.wild": ("财神", "wildcards"),
    "rules.number": ("编号", "number"),
    "rules.value": ("番数", "value"),
    "rules.in-venue": ("{venue} {minimum}", "{venue} {minimum}"),
    "rules.payment": ("付分", "payment"),
    "option": ("选项", "option"),
    "default": ("默认", "default"),
    "chosen": ("现为", "here"),
    "values": ("可取", "values"),
    "source": ("出处", "source"),
    "meaning": ("说明", "meaning"),
    "yes": ("有", "yes"),
    "none": ("无", "none"),
}

# Sentences beside the results.
NOTES = {
    "why.不重复": (
        "已计的番必然带有的番，不另计",
        "what a counted fan already says is not counted again",
    ),
    "why.不得相同": ("一副牌不再入同一番种", "a set serves the same fan only once"),
    "why.不拆移": (
        "已合成一番的几副牌，不拆开再合",
        "sets joined in one fan are not joined with each other again",
    ),
    "why.就高不就低": (
        "一手牌有几种读法时，按番数最多的一种计",
        "of several readings of a hand, the one worth the most counts",
    ),
    "why.套算一次": (
        "其余的每副牌，只与已合的牌套算一次",
        "each further set is joined only once with those already joined",
    ),
    "minimum.reached": ("起和 {minimum} 番：够", "minimum {minimum}: reached"),
    "minimum.missed": (
        "起和 {minimum} 番：不够（不计花 {base} 番）",
        "minimum {minimum}: not reached ({base} without flowers)",
    ),
    "no-others": ("没有其他读法", "there is no other reading"),
    "more-others": ("还有 {count} 种读法没有列出", "not shown: {count} more"),
    "same": ("两套规则没有差别", "the two are the same"),
}

# What --help says of commands and options.
HELP = {
    "help.mjcalc": (
        "中国麻将算番：国标（MCR）、世界麻将组织（WMO）和火拼麻将。",
        "Scores hands of Chinese mahjong: guobiao (MCR), WMO and huopin.",
    ),
    "help.score": (
        "算一手牌的番：写成几个参数也行；- 从标准输入每行读一手，逐行作答。",
        "The fans of one hand; - reads hands from standard input, a line each, answered at once.",
    ),
    "help.help": (
        "按主题的说明；或一个命令的帮助",
        "a topic explained; or the help of a command",
    ),
    "help-topics": ("主题", "Topics"),
    "help-commands": ("命令", "Commands"),
    "help.convert": (
        "改记法：把手牌从一种记法改写成另一种；- 表示每行一手，从标准输入读",
        "convert a hand from one notation into another; - reads one hand per line",
    ),
    "help.--to": ("改写成哪一种记法", "the notation to write"),
    "help.--output-convert": ("写入文件", "write to a file"),
    "help.fans": (
        "番种表；或按中英文名、别名、编号、部分名称查一个番种。",
        "The fan table; or one fan by Chinese or English name, alias, number, or part of a name.",
    ),
    "help.rules": (
        "规则和它们的选项；给两套规则则列出差别。",
        "The rulesets and their options; of two rulesets the difference.",
    ),
    "help.options": ("全部选项", "All options"),
    "help.examples": ("例", "Examples"),
    "help.--rules": (
        "规则：huopin（默认）、guobiao 或 wmo",
        "ruleset: huopin (default), guobiao or wmo",
    ),
    "help.--option": ("规则选项，可多次", "an option of the rules, repeatable: see mjcalc rules"),
    "help.--venue": (
        "场：dazhong 大众场、8fan 8番场、nofan 无番场；决定起和，settle 中也决定基数",
        "venue dazhong, 8fan or nofan: the minimum, and the base of settle",
    ),
    "help.--lang": ("语言，默认双语", "language, by default both"),
    "help.--format": ("输出格式", "output format"),
    "help.--tiles": ("牌的写法", "how tiles are shown"),
    "help.--notation": (
        "手牌的记法；不写时由整行判断",
        "the notation of the hands; without it the whole line decides",
    ),
    "help.--safe-csv": (
        "CSV 和 TSV 里别人写的以 = + - @ 开头的格前加 '，以免表格软件当作公式",
        "in CSV and TSV put ' before typed cells that a spreadsheet would take for formulas",
    ),
    "help.--color": (
        "颜色：auto（默认，只在终端上）、always 或 never",
        "color: auto (the default, only on a terminal), always or never",
    ),
    "help.--encoding": (
        "输入的编码，如 utf-16、gb18030、latin-1；默认 UTF-8",
        "the encoding of the input, e.g. utf-16, gb18030 or latin-1; by default UTF-8",
    ),
    "help.--quiet": ("不要附注", "no notes or summaries"),
    "help.--debug": ("出错时显示详情", "show the traceback of a fault"),
    "help.--version": ("版本", "show the version"),
    "help.--help": ("帮助", "show this help"),
    "help.--explain": (
        "也列出有而不计的番，和不计的原因",
        "also every fan that is present but not counted, and why",
    ),
    "help.--all": (
        "也列出其他读法，最多 10 种（--all=N 只要 N 种）",
        "also the other readings, best first, at most 10 (--all=N: at most N)",
    ),
    "help.--check": ("不够起和则退出码为 4", "exit with 4 below the minimum"),
}
