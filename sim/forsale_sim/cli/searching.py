"""What commands that search for parameters share, tune, exploit and psro: options and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from forsale_sim.cli.command_line import typed_command
from forsale_sim.cli.numbers import Number
from forsale_sim.display.progress import status
from forsale_sim.errors import StoppedError
from forsale_sim.simulation.spec import DEFAULT_RULESET

if TYPE_CHECKING:
    from forsale_sim.plugins.entrant import Entrant

DEALS = Number(least=2, most=1_000_000)
"""What every candidate wins by each deal has to fit in memory."""

LEAST_POPULATION = 4
"""The better half of a generation are parents: from a single one no covariance can be learned."""

ruleset_option = click.option(
    "--ruleset", default=DEFAULT_RULESET, show_default=True, metavar="NAME|FILE"
)

player_count_option = click.option(
    "--players", type=Number(least=3, most=6), required=True, help="One player count, 3 to 6."
)

deals_option = click.option(
    "--deals", type=DEALS, default=400, show_default=True, help="Each generation's."
)

population_option = click.option(
    "--population",
    type=Number(least=LEAST_POPULATION),
    default=16,
    show_default=True,
    help="Candidates a generation.",
)

kept_seed_option = click.option(
    "--seed",
    type=Number(),
    help="Decides every card and draw, 0 to 2^64 - 1.  [default: that of the checkpoint, if there "
    "is one, else drawn; it is printed]",
)


def get_ready(entrants: Sequence[Entrant]) -> None:
    """Compile who will play, before anything is made or played.

    Raises
    ------
    UsageError
        If one of them cannot be compiled.
    """
    from forsale_sim.training.evaluating import compiled

    with status("Getting ready (the first time, strategies have to be compiled)"):
        compiled(entrants)


@contextmanager
def saying_how_to_go_on(generations: Callable[[], int]) -> Iterator[None]:
    """Add to the message of an interruption what is kept, and the command that goes on with it.

    Parameters
    ----------
    generations
        How many are in the checkpoint.
    """
    try:
        yield
    except (KeyboardInterrupt, StoppedError):
        kept = generations()
        what = (
            f"what was found in {kept} generation{'' if kept == 1 else 's'} is kept. Go on with"
            if kept
            else "the first generation was not done. Begin anew with"
        )
        raise StoppedError(f"interrupted: {what}: {typed_command()}") from None
