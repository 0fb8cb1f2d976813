"""Options as a command gets them."""

from __future__ import annotations

from typing import Any

import click
from forsale_sim.cli.options import plan_options
from forsale_sim.simulation.spec import PlanOptions


def options(*arguments: str) -> PlanOptions:
    """Return what is asked for by arguments of a command line."""

    @click.command()
    @plan_options
    def command(options: PlanOptions) -> PlanOptions:
        return options

    made: Any = command.main(list(arguments), standalone_mode=False)
    assert isinstance(made, PlanOptions)
    return made
