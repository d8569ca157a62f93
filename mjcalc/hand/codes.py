"""Botzone's tile codes: ``W1`` to ``W9`` 万, ``B`` 饼, ``T`` 条, ``F1`` to ``F4`` 东南西北, and
``J1`` to ``J3`` 中发白. Source: Botzone's page on the game, and PyMahjongGB.
"""

from __future__ import annotations

from mjcalc.tiles import TILES

BOTZONE_CODES = (
    *(f"{letter}{rank}" for letter in "WBT" for rank in range(1, 10)),
    *(f"F{rank}" for rank in range(1, 5)),
    *(f"J{rank}" for rank in range(1, 4)),
)
BOTZONE_TILES = dict(zip(BOTZONE_CODES, TILES, strict=True))
