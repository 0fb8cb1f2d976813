"""What can be asked for of an experiment is the same on the command line and in Python."""

from __future__ import annotations

import inspect

import click
import forsale_sim
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.simulation.spec import spec_class

from tests.support.program import cli

COMMANDS = ("run", "rank", "compare", "duel", "meta", "design", "tune", "psro", "exploit")
HOW_IT_IS_PLAYED = {"threads", "engine", "out", "progress"}
ONLY_ON_COMMAND_LINES = {"no_field"}
"""Python says field=None for that."""


@pytest.mark.parametrize("command", COMMANDS)
def test_a_field_its_option_and_its_argument_agree(command: str) -> None:
    options = spec_class(command, FOR_SALE).options()
    signature = inspect.signature(getattr(forsale_sim, command)).parameters
    assert options.keys() - ONLY_ON_COMMAND_LINES == signature.keys() - HOW_IT_IS_PLAYED

    parsed = cli.get_command(click.Context(cli), command)
    assert parsed is not None
    nothing_said = parsed.make_context(command, []).params
    for name, option in options.items():
        in_python = signature[name].default if name in signature else None
        if in_python is not inspect.Parameter.empty and not callable(option.usual):
            on_command_lines = option.value(name, nothing_said[name] or None)
            assert option.value(name, in_python) == on_command_lines
