"""Build hook: writes what the rows of the fan table say into the wheel (see engine/answers.py)."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AnswersHook(BuildHookInterface):  # type: ignore[type-arg]
    """Asks the rows of the sources that are built; without the file they are asked at run time."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the answers beside the sources, and take them along."""
        sys.path.insert(0, self.root)
        from mjcalc.engine.answers import FILE, write

        try:
            write()
        except OSError as error:
            self.app.display_warning(f"the answers of the rules cannot be written: {error}")
        else:
            build_data["artifacts"].append(f"/{FILE.relative_to(self.root).as_posix()}")
