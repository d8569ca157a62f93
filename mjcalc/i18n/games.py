"""Words on games: tables, notes, a new sheet, the help; how an amount comes about.

Chinese, English.
"""

from __future__ import annotations

# The tables of a game.
GAME_TABLES = {
    "sheet.line-column": ("第 {line} 行第 {column} 列", "line {line}, column {column}"),
    "sheet.line-only": ("第 {line} 行", "line {line}"),
    "game.deal": ("局", "deal"),
    "game.dealer": ("庄", "dealer"),
    "game.seating": ("各圈座位", "seats in each round"),
    "game.round": ("圈", "round"),
    "game.who": ("和牌者", "who"),
    "game.from": ("点炮者", "from"),
    "game.fans": ("番", "fans"),
    "game.bird": ("鸟", "bird"),
    "game.total": ("合计", "total"),
    "game.system": ("系统", "system"),
    "game.rank": ("名次", "rank"),
    "game.player": ("玩家", "player"),
    "game.table_points": ("标准分", "table points"),
    "game.running": ("累计", "running totals"),
    "game.standing": ("排名", "standing"),
    "result.win": ("自摸", "self-drawn"),
    "result.draw": ("流局", "draw"),
    "result.escape": ("逃跑", "escape"),
    "result.false-win": ("错和", "false win"),
    "result.adjust": ("调整", "adjust"),
    "game.false-wins": ("{players}错和", "false win {players}"),
    "game.room": ("房间 N {room}", "room N {room}"),
    "game.fee": ("台费 A {fee}", "fee A {fee}"),
    "game.deals": ("已打 {count}/{deals} 局", "deals {count} of {deals}"),
    "game.deal-line": ("第 {no} 局（第 {line} 行）", "deal {no} (line {line})"),
}

# Sentences beside the tables.
GAME_NOTES = {
    "game.sum": ("四家合计 {sum}，不为 0：{why}", "the totals sum to {sum}, not to zero: {why}"),
    "uneven.adjust": ("第 {line} 行调整 {amount}", "{amount} by the adjustment in line {line}"),
    "uneven.deal": ("第 {line} 行 {why} {amount}", "{amount} by {why} in line {line}"),
    "game.assumed": (
        "第 {line} 行：没有写和牌张，按最后一张 {tile} 计",
        "line {line}: no winning tile is named, {tile} is taken, which was typed last",
    ),
    "game.points": ("标准分：{points}", "table points: {points}"),
    "game.empty": ("还没有牌局：请加 deal（局）行", "there are no deals yet: add lines deal"),
    "game.left-out": ("略去 {count} 局", "bad deals left out: {count}"),
    "game.lines-left-out": ("略去 {count} 行", "bad lines left out: {count}"),
    "game.environment": (
        "记录写的是 {said}，不理会 MJCALC_RULES={asked}",
        "MJCALC_RULES={asked} is ignored: the sheet says {said}",
    ),
    "no-skeleton": (
        "--new 不能是“{value}”：可用 {known}{hint}",
        '--new cannot be "{value}": choose {known}{hint}',
    ),
    "new-and-file": (
        "--new 只打印新记录：请去掉 {path}，或去掉 --new；存成文件写 > {path}",
        "--new only prints a new sheet: remove {path}, or --new; to save it write > {path}",
    ),
}

GAME_HELP = {
    "help.game": (
        "算一场牌局的记录：逐局番数和付分、累计、排名；- 为标准输入。",
        "A game sheet: deal by deal with running totals and the standing; - is standard input.",
    ),
    "help.game.--new": ("打印带注释的新记录", "print a commented new sheet"),
    "help.game.--explain": ("也列出每局的番", "also the fans of every deal, and why not others"),
    "help.game.--keep-going": (
        "略去有错的局（退出码 1）",
        "leave out bad deals, report them, exit with 1",
    ),
}

# The comments of a new game sheet.
NEW_SHEET = {
    "new.title": (
        "牌局记录：一行一局，# 之后是注释；算：mjcalc game 文件",
        "A game sheet: a deal a line, what follows # is a comment. Score it: mjcalc game FILE",
    ),
    "new.venue": (
        "场：dazhong 大众场、8fan 8番场、nofan 无番场",
        "venue: dazhong 大众场, 8fan 8番场, nofan 无番场",
    ),
    "new.room": ("房间系数 N", "the coefficient N of the room"),
    "new.fee": ("台费 A，每人每局", "the table fee A, of each player and deal"),
    "new.players": ("名字；有空格的加引号", "the names; one with blanks is quoted"),
    "new.option": ("规则选项，见 mjcalc rules", "an option of the rules, see mjcalc rules"),
    "new.seats": ("每圈之后换座位", "players change seats after each round"),
    "new.deals": (
        "牌局：去掉行首的 #，照实改写",
        "The deals: remove the # before a line and write what happened",
    ),
    "new.from": ("南和牌，西点炮", "South wins on a tile of West"),
    "new.tsumo": ("东自摸", "East wins by self-draw"),
    "new.fans": ("番数自己算（含花）", "fans counted by yourselves, with flowers"),
    "new.draw": ("流局", "nobody won"),
    "new.escape": ("逃跑", "North left the table"),
    "new.false": ("错和；后面可再写这一局的结果", "a false win; the end of the deal may follow"),
    "new.adjust": ("裁判罚分或奖分", "the director's penalty or bonus"),
}

# How the amount of each seat comes about, for ``settle --explain``.
PAYMENT_STEPS = {
    "steps.title": ("每家怎样算", "how each amount comes about"),
    "steps.line": ("{who} {net}：{steps}", "{who} {net}: {steps}"),
    "step.x": (
        "X = 基数 {base}{factors} = {x}，付 X × N = {x} × {room} = {amount}",
        "X = base {base}{factors} = {x}, pays X × N = {x} × {room} = {amount}",
    ),
    "step.x-plain": (
        "X = 基数 {x}，付 X × N = {x} × {room} = {amount}",
        "X = base {x}, pays X × N = {x} × {room} = {amount}",
    ),
    "step.dealer": (" × {times}（庄家{seat}）", " × {times} (dealer {seat})"),
    "step.bird": (" × {times}（鸟落{seat}）", " × {times} (bird on {seat})"),
    "step.from": ("从{seat}收 {amount}", "receives {amount} from {seat}"),
    "step.points": ("付底分 {amount}", "pays {amount} as every loser does"),
    "step.fans": ("付番数 {amount}", "pays {amount} for the fans"),
    "step.fee": ("付台费 {amount}", "pays a fee of {amount}"),
    "step.penalty": ("付罚金 {amount}", "pays the penalty {amount}"),
    "step.compensation": ("得补偿 {amount}", "receives {amount}"),
    "step.false-win": ("错和付 {amount}", "pays {amount} for the false win"),
    "step.none": ("不付不收", "pays and receives nothing"),
    "step.system-fees": ("四家台费", "the fees of the seats"),
    "step.system-rest": ("罚金付了补偿之后剩下的", "what the compensations leave of the penalty"),
}

TEXT = GAME_TABLES | GAME_NOTES | NEW_SHEET | PAYMENT_STEPS | GAME_HELP
