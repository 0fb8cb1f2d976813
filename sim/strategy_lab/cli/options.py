"""What was written on a command line, and whether the name of a file there will do."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from strategy_lab.errors import UsageError
from strategy_lab.program import Program


def program_of_command() -> Program:
    """Return whose command is being run."""
    program = click.get_current_context().find_object(Program)
    assert program is not None, "commands are run by the command line of a game"
    return program


def given_options(context: click.Context) -> dict[str, str]:
    """Return the options that were written on the command line: how, by what they are called."""
    return {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if parameter.name is not None
        and context.params.get(parameter.name) != ()  # for click 8.1, written none is written
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }


def check_ending(option: str, path: Path, ending: str, form: str) -> None:
    """Check that the name of a file says what it will be."""
    if path.suffix.lower() != ending:
        raise UsageError(
            f"{option} writes {form}, and {path} is no name for that: let it end in {ending}"
        )
