"""Options that commands have in common which search for strategies: tune, exploit and psro."""

from __future__ import annotations

from typing import TypeVar

import click

from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import DEFAULT_RULESET
from forsale_sim.experiments.option_types import Whole
from forsale_sim.experiments.search_defaults import (
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    LEAST_POPULATION,
    MOST_SEARCH_DEALS,
)
from forsale_sim.rules.parameters import MAX_PLAYERS, MIN_PLAYERS

T = TypeVar("T")

DEALS = Whole(least=2, most=MOST_SEARCH_DEALS)

ruleset_option = click.option(
    "--ruleset", default=DEFAULT_RULESET, show_default=True, metavar="NAME|FILE"
)

player_count_option = click.option(
    "--players",
    type=Whole(least=MIN_PLAYERS, most=MAX_PLAYERS),
    help=f"One player count, {MIN_PLAYERS} to {MAX_PLAYERS}.",
)

deals_option = click.option(
    "--deals",
    type=DEALS,
    default=DEFAULT_SEARCH_DEALS,
    show_default=True,
    help="Each generation's.",
)

population_option = click.option(
    "--population",
    type=Whole(least=LEAST_POPULATION),
    default=DEFAULT_SEARCH_POPULATION,
    show_default=True,
    help="Candidates a generation.",
)


def required(name: str, value: T | None, example: str) -> T:
    """Return what only `--resume` goes without."""
    if value is None:
        raise UsageError(f"{name} is missing: name it, as {example}")
    return value
