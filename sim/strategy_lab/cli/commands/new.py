"""``forsale-sim new``: writes a strategy file to start from."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from strategy_lab.cli.experiments import Command, program_of_command
from strategy_lab.errors import UsageError


@click.command(cls=Command)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="What the strategy is called.  [default: the file's name]")
def new(file: Path, name: str | None) -> None:
    """Write a strategy file to start from, with comments that say how it works.

    FILE is the file to write, such as mine.py. A file that exists is never written over.
    """
    from strategy_lab.files.whole_files import check_writable, write_errors
    from strategy_lab.plugins.registry import name_from, starter

    if file.suffix != ".py":
        raise UsageError(f"a strategy file's name ends in .py, such as {file.stem}.py, not {file}")
    program = program_of_command()
    called = name_from(file) if name is None else name
    text = starter(program.game.template(), called, file)
    check_writable(file)
    with write_errors(file):
        try:
            opened = file.open("x", encoding="utf-8")
        except FileExistsError:
            raise UsageError(
                f"{file} exists already: choose another name, or move it away"
            ) from None
        try:
            with opened:
                opened.write(text)
        except BaseException:
            file.unlink(missing_ok=True)
            raise
    partner = program.in_words("spread")
    click.echo(f"Saved {file}. Next:\n")
    for command in (
        ["check", str(file)],
        ["run", "--games", program.in_words("1e5"), "--strategy", str(file), "--strategy", partner],
    ):
        if command[0] in program.commands:
            click.echo(f"  {shlex.join([program.name, *command])}")
