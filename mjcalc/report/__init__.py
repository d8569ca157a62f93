"""Values to text: scores, errors and the fan table, as tables, JSON, CSV and Markdown.

Nothing here prints or knows the command line; every function returns the text it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from mjcalc.i18n import Lang
from mjcalc.tiles import HONORS, Tile, write_tiles

if TYPE_CHECKING:
    import json


@dataclass(frozen=True, slots=True)
class Look:
    """How results are to look: the language, the format, Unicode tiles, and whether with notes.

    ``guarded``: cells of CSV and TSV that a spreadsheet could take for formulas get a quote;
    ``bom``: they begin with a byte order mark.
    """

    lang: Lang = Lang.BOTH
    format: str = "table"
    unicode: bool = False
    quiet: bool = False
    guarded: bool = False
    bom: bool = False

    @property
    def start(self) -> str:
        """What CSV and TSV begin with: a byte order mark if asked for."""
        return "\ufeff" if self.bom and self.format in ("csv", "tsv") else ""

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles side by side, honors by name: ``123m``, ``东东东``, or as Unicode tiles."""
        tiles = tuple(tiles)
        if self.unicode:
            return "".join(tile.glyph for tile in tiles)
        if all(tile in HONORS for tile in tiles):
            return "".join(tile.name_zh for tile in tiles)
        return write_tiles(tiles)


def dumps(value: object) -> str:
    """A value as JSON in one line, without blanks, Chinese as it is."""
    return _json_encoder().encode(value)


@cache
def _json_encoder() -> json.JSONEncoder:
    import json

    return json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
