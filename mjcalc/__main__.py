"""``python -m mjcalc``: the command line, with Ctrl-C in hand from its first import on."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Starts the command line."""
    try:
        from mjcalc.cli import main as start

        start()
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell says of a program that was interrupted


if __name__ == "__main__":
    main()
