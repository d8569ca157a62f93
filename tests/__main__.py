"""``python -m tests``: everything that has to hold, in one command; used by people and by CI."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHECKS = (
    ("ruff", "format", "--check"),
    ("ruff", "check"),
    ("mypy",),
    ("pytest", "--cov", "--cov-report=term"),
)


def main() -> int:
    """Runs every check, also after one has failed; 1 if any did."""
    failed = []
    for check in CHECKS:
        print("==", *check, flush=True)
        if subprocess.run([sys.executable, "-m", *check], cwd=ROOT).returncode:
            failed.append(" ".join(check))
    if failed:
        print("failed:", ", ".join(failed), file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
