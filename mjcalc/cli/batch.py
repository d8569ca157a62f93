"""``mjcalc batch``: the hands of a file, one a line."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from mjcalc.batch.run_files import is_protected, is_special, same_file
from mjcalc.cli.batch_in import InputEnds, sources
from mjcalc.cli.batch_out import same_file_mistake
from mjcalc.cli.batch_run import BatchOptions, BatchRun
from mjcalc.cli.errors import Mistake
from mjcalc.cli.files import encoding_option, files_argument, input_paths, no_read
from mjcalc.cli.options import (
    FILE_NAME,
    MOST_JOBS,
    Function,
    Settings,
    at_terminal,
    bom_option,
    command,
    help_text,
    no_input,
    notation_option,
)

EXAMPLES = (
    "mjcalc batch examples/hands.txt",
    "mjcalc batch examples/hands.csv --column hand --format csv",
    "mjcalc batch - --format jsonl --explain < examples/hands.txt",
    "mjcalc batch examples/hands.txt --jobs 2 --summary",
)
LARGEST_BLOCK = 1 << 30  # bytes that a worker may have to hold
SUMMARIES = ("table", "json")
STDOUT = ("-", "/dev/stdout")


def flag_option(*names: str, key: str = "") -> Function:
    """Return a decorator that adds an option without a value."""
    return click.option(*names, is_flag=True, help=help_text(key or names[-1]))


def value_option(*names: str, **more: Any) -> Function:
    """Return a decorator that adds an option with a value."""
    return click.option(*names, help=help_text(names[-1]), **more)


def summary_format(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the format of the summary, None without one; Mistake for any other."""
    if value not in (None, *SUMMARIES):
        raise Mistake("no-choice", option="--summary", value=value, known=SUMMARIES)
    return value


@command("batch", EXAMPLES, default_format="tsv")
@files_argument
@value_option("--column", metavar="NAME")
@flag_option("--no-header")
@flag_option("--fan-numbers")
@bom_option
@flag_option("--strict")
@flag_option("--check", key="--check-batch")
@flag_option("--explain", key="--explain-batch")
@value_option("-o", "--output", metavar="OUT", **FILE_NAME)
@flag_option("--resume")
@value_option("--fail-file", metavar="FILE", **FILE_NAME)
@value_option(
    "--summary",
    metavar="|".join(SUMMARIES),
    is_flag=False,
    flag_value="table",
    callback=summary_format,
)
@value_option("--jobs", metavar="N", type=click.IntRange(0, MOST_JOBS), default=1)
@value_option("--dask", metavar="ADDRESS")
@value_option("--block", metavar="BYTES", type=click.IntRange(1, LARGEST_BLOCK))
@notation_option
@encoding_option
def main(settings: Settings, file: tuple[str, ...], **how: Any) -> int:
    """Score every line, and print a summary on stderr."""
    # Nothing here needs threads of linear algebra, which numpy would start and wait for.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if not file and at_terminal():
        return no_input()
    settings = replace(settings, look=replace(settings.look, bom=how.pop("bom")))
    options, paths = BatchOptions(**how), input_paths(file)
    if options.output in STDOUT:
        options = replace(options, output=None)
    check_options(options, paths, settings)
    try:
        with sources(paths, options.column, options.encoding) as read:
            return BatchRun(settings, options, read).run()
    except InputEnds as error:
        if not error.line or len(paths) > 1:
            raise no_read(error.path or paths[0], error.args[0]) from None
        raise Mistake("batch.input-ends", line=error.line, reason=error.args[0]) from None


def check_options(options: BatchOptions, paths: Sequence[str], settings: Settings) -> None:
    """Raise Mistake for options that exclude each other, and for files that cannot be used."""
    if options.resume and options.output is None:
        raise Mistake("resume-needs-output")
    if options.resume and settings.look.format in ("table", "markdown"):
        raise Mistake("whole-format", format=settings.look.format)
    if options.dask and options.jobs != 1:
        raise Mistake("jobs-or-cluster")
    bad = options.fail_file
    if bad == "-" or (bad is not None and is_special(bad)):
        raise Mistake("no-fail-file", path=bad)
    written = {"--output": options.output, "--fail-file": options.fail_file}
    for name, target in written.items():
        if target == "":
            raise Mistake("no-output-name", option=name)
        if target is not None:
            check_target(target)
    if same := same_file(options.files(paths)):
        raise same_file_mistake(*same)


def check_target(path: str) -> None:
    """Raise Mistake for a write-protected file, and for a link that only leads to itself."""
    if is_protected(path):
        raise Mistake("write-protected", path=path)
    if os.path.islink(os.path.realpath(path)):
        raise Mistake("no-output", path=path, reason=os.strerror(errno.ELOOP))
