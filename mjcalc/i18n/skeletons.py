"""The comments of a new game sheet; Chinese, English."""

from __future__ import annotations

TEXT = {
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
    "new.deals": (
        "牌局：去掉行首的 #，照实改写",
        "The deals: take away the # before a line and write what happened",
    ),
    "new.from": ("南和西打出的牌", "South wins on a tile of West"),
    "new.tsumo": ("东自摸", "East wins by self-draw"),
    "new.fans": ("番数自己算（含花）", "fans counted by yourselves, with flowers"),
    "new.draw": ("流局", "nobody won"),
    "new.escape": ("逃跑", "North left the table"),
    "new.false": ("错和", "a false win"),
    "new.adjust": ("裁判罚分或奖分", "the director's penalty or bonus"),
}
