"""Texts of ``mjcalc league``. Chinese, English."""

TEXT = {
    "league-no-name": (
        "{path}：{seats} 没有写玩家名字，请在 players 行补上",
        "{path}: {seats} has no name; complete the line players",
    ),
    "league-rules": (
        "{path} 用的是 {rules}，{other_path} 用的是 {other}，不能一起排名：请分开统计",
        "{path} is under {rules} and {other_path} under {other}, which cannot be ranked together; "
        "make a league of each",
    ),
    "league-no-sheet": (
        "{path} 里没有扩展名为 .game 的牌局记录：请写出文件名",
        "{path} holds no sheets with names ending in .game; name the files",
    ),
    "league-files-left": (
        "{path} 里另有 {count} 个文件的扩展名不是 .game，没有读",
        "files in {path} that are not read, because their names do not end in .game: {count}",
    ),
    "league-same-name": (
        "{path} 是同一个文件，只算一次",
        "{path} was named before, so it counts once",
    ),
    "league.sums-to-zero": ("每桌合计都是 0", "every table sums to zero"),
    "help.league": (
        "多份牌局记录的总排名：标准分、合计、和牌、点炮、最大一手",
        "the standing over many game sheets: table points, totals, wins, dealt-in, best hands",
    ),
    "help.league.--keep-going": (
        "略过有错的局，其余照算（退出码 1）",
        "leave out bad deals and count the rest (exit code 1)",
    ),
    "help.league.--table": (
        "csv、tsv 写哪张表：排名，或每人每桌一行",
        "which table csv and tsv hold: the standing, or a row for each player and sheet",
    ),
}
LEAGUE_LABELS = {
    "league.games": ("桌", "games"),
    "league.deals": ("局", "deals"),
    "league.wins": ("和牌", "wins"),
    "league.self_drawn": ("自摸", "self-drawn"),
    "league.dealt_in": ("点炮", "dealt in"),
    "league.best": ("最大一手", "best hand"),
    "league.sheets": ("各桌", "by sheet"),
    "league.sheet": ("记录", "sheet"),
    "league.hand": (
        "{total} 番（{path} 第 {line} 行）",
        "{total} ({path}, line {line})",
    ),
}
