"""Words of game records that cannot be read: what is wrong, how it should be. Chinese, English."""

from __future__ import annotations

from mjcalc.i18n.phrases import DefectFields, Phrase

# Records that cannot be read; the keys are those of ``mjcalc.records.record``.
RECORD_ERRORS = {
    "record-format": (
        "认不出牌谱格式：Botzone 以 Match 开头，PMN 以 [Event 开头，JSON 每行以 {{ 开头",
        "no known format of records: Botzone begins with Match, PMN with [Event, "
        "JSON lines with {{",
    ),
    "record-empty": (
        "文件里没有牌谱：请给一个有牌谱的文件",
        "the file holds no record: give one that does",
    ),
    "record-line-too-long": (
        "这一行超过 {limit} 个字符，牌谱没有这么长的行：请查看文件是否损坏",
        "more than {limit} characters in one line, no record has that: see if the file is damaged",
    ),
    "record-too-many-lines": (
        "一局超过 {limit} 行：是否漏了下一局的开头？",
        "more than {limit} lines in one deal: is the beginning of the next one missing?",
    ),
    "record-too-large": (
        "一局超过 {limit} 个字符：是否漏了下一局的开头，或文件损坏？",
        "more than {limit} characters in one deal: is the beginning of the next one missing, "
        "or the file damaged?",
    ),
    "record-id-too-long": (
        "编号超过 {limit} 个字符：请写短一些",
        "the id is longer than {limit} characters: give the deal a shorter one",
    ),
    "record-line": (
        "看不懂“{text}”：一行应以 {known} 开头{hint}",
        'cannot read "{text}": a line begins with {known}{hint}',
    ),
    "record-verb": (
        "没有“{verb}”这个动作：可用 {known}{hint}",
        'there is no act "{verb}": use {known}{hint}',
    ),
    "record-seat": (
        "没有“{value}”号玩家：应为 0、1、2、3（东南西北）",
        'there is no player "{value}": write 0, 1, 2 or 3 (E S W N)',
    ),
    "record-tile": (
        "没有“{value}”这张牌：写法如 {example}",
        'there is no tile "{value}": tiles are written like {example}',
    ),
    "record-tiles": (
        "{verb} 后面有{many}牌：应有 {needed} 张",
        "{verb} has {many}: it needs {needed}",
    ),
    "record-number": (
        "{what} 后面要整数，“{value}”不是",
        '{what} needs a whole number, not "{value}"',
    ),
    "record-wind": (
        "圈风不能是“{value}”：可用 {known}",
        'the round cannot be "{value}": use {known}',
    ),
    "record-words": (
        "看不懂“{text}”：应如 {example}",
        'cannot read "{text}": it should be such as {example}',
    ),
    "record-twice": (
        "一局里 {item} 写了两次：只留一个，下一局另起",
        "{item} is given twice in one deal: keep one, or begin the next deal",
    ),
    "record-lacks": (
        "这一局缺少 {item}：请补上，或查看文件是否被截断",
        "the deal lacks {item}: add it, or see if the file was cut off",
    ),
    "record-unfinished": (
        "这一局没有结束：既没有和牌，也没有流局，文件可能被截断",
        "the deal has no end, neither a win nor a draw: the file may be cut off",
    ),
    "record-json": (
        "不是 JSON（{reason}）：每行应是一局，以 {{ 开头、以 }} 结尾",
        "no JSON ({reason}): a line is one deal, from {{ to }}",
    ),
    "record-too-deep": (
        "括号套了 {limit} 层以上，牌谱没有这么深：请查看文件是否损坏",
        "lists nested more than {limit} deep, no record has that: see if the file is damaged",
    ),
    "record-script": (
        "script 不是 base64 的 zlib 数据，或已损坏：请重新下载",
        "script is not zlib data in base64, or it is damaged; download the record again",
    ),
    "record-field": (
        "{field} 不能是 {value}：应为 {expected}",
        "{field} cannot be {value}: it should be {expected}",
    ),
}

# What belongs in a field of a JSON record.
EXPECTED = {
    "expected.number": ("整数", "a whole number"),
    "expected.seat": ("玩家 0、1、2、3", "a player: 0, 1, 2 or 3"),
    "expected.tile": ("一张牌，如 1m、9p、5s、1z、1f", "a tile, such as 1m, 9p, 5s, 1z, 1f"),
    "expected.run": ("三张牌，如 234m", "three tiles, such as 234m"),
    "expected.list": ("列表 […]", "a list […]"),
    "expected.list-of": ("{count} 项的列表 […]", "a list […] of {count}"),
    "expected.object": ("对象 {{…}}", "an object {{…}}"),
    "expected.text": ('文字 "…"', 'a text "…"'),
    "expected.request": ("裁判的一条请求，如 3 0 PLAY W1", "a request, such as 3 0 PLAY W1"),
    "expected.wall": ("288 位十六进制数", "288 hexadecimal digits"),
    "expected.yes-or-no": ("true 或 false", "true or false"),
}


def expected(fields: DefectFields) -> Phrase | str:
    """The kind of value that belongs in a field, or the words that may stand there."""
    kind, _, count = fields["expected"].partition("-")
    if kind == "list" and count:
        return Phrase("expected.list-of", {"count": count})
    key = f"expected.{fields['expected']}"
    return Phrase(key) if key in EXPECTED else fields["expected"]
