"""``python -m tests``: everything that has to hold, in one command; used by people and by CI.

``python -m tests --third 1`` (or ``2``, ``3``) runs a third of the tests and nothing else: a quick
look at another Python, or at other versions of the libraries.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
# As many processes as there are cores.
PYTEST = ("pytest", "-n", "auto")
CHECKS = (
    ("ruff", "format", "--check"),
    ("ruff", "check"),
    ("mypy",),
    (*PYTEST, "--cov", "--cov-report=term"),
)


def main(arguments: list[str]) -> int:
    """Run every check, also after one has failed; return 1 if any did."""
    failed = []
    for check in ((*PYTEST, *arguments),) if arguments else CHECKS:
        print("==", *check, flush=True)
        if subprocess.run([sys.executable, "-m", *check], cwd=ROOT).returncode:
            failed.append(" ".join(check))
    if failed:
        print("failed:", ", ".join(failed), file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
