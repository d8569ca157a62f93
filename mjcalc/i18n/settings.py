"""Texts of the settings files and of ``mjcalc config``. Chinese, English."""

TEXT = {
    "settings-key": (
        "{path}：没有“{name}”这个设置，可用 {known}{hint}",
        '{path}: there is no setting "{name}"; the settings are {known}{hint}',
    ),
    "settings-choice": (
        "{path}：{setting} 不能是“{name}”，可用 {known}{hint}",
        '{path}: {setting} cannot be "{name}"; use {known}{hint}',
    ),
    "settings-value": (
        "{path}：{setting} 不能是“{value}”，请写一个文字或整数",
        '{path}: {setting} cannot be "{value}"; write one text or whole number',
    ),
    "settings-no-table": (
        "{path}：{setting} 应是一个表：请写 [options]，下面每行一个“选项 = 值”",
        '{path}: {setting} must be a table; write [options] and one line NAME = "VALUE" for each',
    ),
    "settings-rules": ("{path}：{problem}", "{path}: {problem}"),
    "settings-syntax": (
        '{path}：第 {row} 行不是 TOML 的写法，例如 lang = "zh"',
        '{path}: line {row} is not valid TOML; an example is lang = "en"',
    ),
    "settings-encoding": (
        "{path} 不是 UTF-8 编码：请另存为 UTF-8",
        "{path} is not in UTF-8; save it as UTF-8",
    ),
    "settings-too-large": (
        "{path} 超过 {limit} 字节，不像设置文件",
        "{path} is larger than {limit} bytes, so it cannot be a settings file",
    ),
    "help.config": (
        "每个设置现在的值，以及它来自哪里",
        "every setting with its value, and where the value comes from",
    ),
    "config.no-file": (
        "没有设置文件；会读取 {paths}",
        "there is no settings file; these are read if they exist: {paths}",
    ),
    "config.off": (
        "MJCALC_CONFIG 是空的，所以不读设置文件",
        "MJCALC_CONFIG is empty, so no settings file is read",
    ),
}
CONFIG_LABELS = {
    "config.setting": ("设置", "setting"),
    "config.value": ("值", "value"),
    "config.source": ("来源", "comes from"),
    "config.default": ("默认", "default"),
    "config.command-line": ("命令行", "command line"),
    "config.unused": (
        "{path}（只用于 {rules}）",
        "{path} (for {rules} only)",
    ),
}
