"""Options that searches for strategies have in common: tune, exploit and psro.

Each function returns a new field, as a field belongs to one class. Nothing slow to import, for
help's sake.
"""

from __future__ import annotations

from typing import Any

from strategy_lab.experiments.defaults import (
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    LEAST_POPULATION,
    MOST_GENERATIONS,
    MOST_SEARCH_DEALS,
)
from strategy_lab.experiments.option_types import StoredStrategy, Whole
from strategy_lab.simulation.options import option


def deals_option(
    flags: str = "--deals", default: int = DEFAULT_SEARCH_DEALS, text: str = "Each generation's."
) -> Any:
    """Return how many deals are played: by each generation, or for some other end."""
    return option(flags, Whole(least=2, most=MOST_SEARCH_DEALS), default, help=text)


def generations_option(default: int, least: int, text: str = "") -> Any:
    """Return how many generations there are."""
    return option("--generations", Whole(least, MOST_GENERATIONS), default, help=text)


def population_option() -> Any:
    """Return how many candidates a generation has."""
    return option(
        "--population",
        Whole(least=LEAST_POPULATION),
        DEFAULT_SEARCH_POPULATION,
        help="Candidates a generation.",
    )


def train_option(text: str) -> Any:
    """Return what is tuned to respond."""
    return option(
        "--train",
        StoredStrategy(),
        by_game=lambda program: {"usual": program.trained},
        metavar="SPEC",
        help=text,
    )
