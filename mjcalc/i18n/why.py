"""Texts of ``score --why`` and of what a hand below the minimum lacks. Chinese, English."""

TEXT = {
    "because.counts": ("{fan}：计 {points} 番{sets}", "{fan}: counts {points}{sets}"),
    "because.sets": ("（{parts}）", " ({parts})"),
    "because.removed-by": (
        "{fan}：有，但不计：{by}不计{fan}（{reason}）",
        "{fan}: present, but {by} removes it ({reason})",
    ),
    "because.removed": (
        "{fan}：有，但按{reason}不计",
        "{fan}: present, but not counted under the principle {reason}",
    ),
    "because.other-reading": (
        "{fan}：换一种读法才有，那样共 {total} 番：{parts}",
        "{fan}: present only in another reading, worth {total} in all: {parts}",
    ),
    "because.blocked": ("{fan}：没有，不合的是 {parts}", "{fan}: prevented by {parts}"),
    "because.win": ("{fan}：没有，还要{changes}", "{fan}: not present; it needs {changes}"),
    "because.missing": ("{fan}：没有，缺 {ways}", "{fan}: not present; missing: {ways}"),
    "because.present": ("{missing}（已有 {present}）", "{missing} ({present} already there)"),
    "because.or": ("，或 ", ", or "),
    "because.more-ways": ("，另有 {count} 种办法", ", and {count} other ways"),
    "because.far": (
        "{fan}：没有，换一两副也不够",
        "{fan}: not present, and changing one or two sets does not give it",
    ),
    "because.not-in-rules": (
        "{rules} 没有{fan}",
        "{rules} does not have {fan}",
    ),
    "because.condition": ("{fan}的条件：{condition}", "{fan} is: {condition}"),
    "because.without": ("不是{circumstance}", "not {circumstance}"),
    "because.concealed": ("{parts} 不吃碰", "{parts} concealed"),
    "because.wait.edge": ("只听边张", "an edge wait alone"),
    "because.wait.closed": ("只听坎张", "a closed wait alone"),
    "because.wait.pair": ("单钓将", "a single wait for the pair"),
    "why-several": (
        "“{name}”可以是几个番种：{known}，请写全名",
        '"{name}" is part of several fan names: {known}; write one in full',
    ),
    "minimum.gains": (
        "起和 {minimum} 番，还差 {short} 番，再加一项：{gains}",
        "{short} short of {minimum}; one more thing adds: {gains}",
    ),
    "minimum.no-gain": (
        "起和 {minimum} 番，还差 {short} 番，换一种和法也不加番",
        "{short} short of {minimum}; no other way of winning adds anything",
    ),
    "minimum.gain": ("{circumstance} +{points}{enough}", "{circumstance} +{points}{enough}"),
    "minimum.enough": ("（够）", " (enough)"),
    "why-needs-win": (
        "--why 只能问和了的牌，这里没有回答",
        "--why is not answered: it needs a hand that wins",
    ),
    "why-format": (
        "csv 和 tsv 不含 --why 的回答：请用 --format table 或 json",
        "csv and tsv do not hold the answer to --why: use --format table or json",
    ),
    "help.--why": (
        "这个番种为什么计或不计、还缺什么，可多次",
        "why this fan counts or not, and what is missing for it; repeatable",
    ),
}
