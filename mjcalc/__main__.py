"""``mjcalc`` and ``python -m mjcalc``: the command line, with Ctrl-C handled from its first line.

Importing this module installs the signal handler: a console script imports it, and does other
things before it calls :func:`main`.
"""

from mjcalc.interrupts import Interrupts

Interrupts().install()

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Start the command line."""
    from mjcalc.cli import main as start

    start()


if __name__ == "__main__":
    main()
