"""``python -m mjcalc``: the command line."""

from mjcalc.cli import main

main()
