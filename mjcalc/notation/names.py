"""The names of the notations; what each reads and writes is in :mod:`mjcalc.notation.notations`."""

from __future__ import annotations

from enum import StrEnum


class NotationName(StrEnum):
    """The notations that ``--notation`` and ``convert --to`` name."""

    MJCALC = "mjcalc"
    GB = "gb"
    BOTZONE = "botzone"
    TENHOU = "tenhou"
    MPSZ = "mpsz"
    EUROPEAN = "european"
    PMN = "pmn"
    UNICODE = "unicode"
