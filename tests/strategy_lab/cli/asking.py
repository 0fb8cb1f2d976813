"""Options as a command gets them."""

from __future__ import annotations

from typing import Any

import click
from forsale_sim.program import FOR_SALE
from strategy_lab.cli.experiments import spec_options, with_options
from strategy_lab.experiments.specs import RunSpec


def options(*arguments: str) -> dict[str, Any]:
    """Return the options of a run that arguments of a command line give, by name."""

    @click.command()
    @with_options(*spec_options(RunSpec.in_program(FOR_SALE)))
    def command(**given: Any) -> dict[str, Any]:
        return given

    given: dict[str, Any] = command.main(list(arguments), standalone_mode=False)
    return given
