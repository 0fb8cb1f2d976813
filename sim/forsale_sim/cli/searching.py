"""What commands that search for parameters share, tune, exploit and psro: options and messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from forsale_sim.cli.command_line import typed_command
from forsale_sim.cli.numbers import Number
from forsale_sim.errors import StoppedError
from forsale_sim.experiments.defaults import DEFAULT_RULESET
from forsale_sim.rules.parameters import MAX_PLAYERS, MIN_PLAYERS
from forsale_sim.training.defaults import (
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    LEAST_POPULATION,
    MOST_SEARCH_DEALS,
)

DEALS = Number(least=2, most=MOST_SEARCH_DEALS)

ruleset_option = click.option(
    "--ruleset", default=DEFAULT_RULESET, show_default=True, metavar="NAME|FILE"
)

player_count_option = click.option(
    "--players",
    type=Number(least=MIN_PLAYERS, most=MAX_PLAYERS),
    required=True,
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
    type=Number(least=LEAST_POPULATION),
    default=DEFAULT_SEARCH_POPULATION,
    show_default=True,
    help="Candidates a generation.",
)

kept_seed_option = click.option(
    "--seed",
    type=Number(),
    help="Decides every card and draw, 0 to 2^64 - 1.  [default: that of the checkpoint, if there "
    "is one, else drawn; it is printed]",
)


@contextmanager
def saying_how_to_go_on() -> Iterator[None]:
    """Add to the message of an interruption the command that goes on with the search."""
    from forsale_sim.training.stopping import StoppedSearchError

    try:
        yield
    except StoppedSearchError as error:
        again = "Go on with" if error.generations else "Begin anew with"
        raise StoppedError(f"{error}. {again}: {typed_command()}") from None
