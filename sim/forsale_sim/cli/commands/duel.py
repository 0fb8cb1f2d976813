"""``forsale-sim duel``: tell whether one strategy is stronger than another."""

from __future__ import annotations

from typing import Any

import click

from forsale_sim.cli.experiments import plays
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import players_option, rulesets_option, seed_option
from forsale_sim.cli.parsing import Command
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import (
    DEFAULT_DUEL_DEALS,
    DEFAULT_ELO0,
    DEFAULT_ELO1,
    DEFAULT_ERROR,
    DEFAULT_FIELD,
)

EXAMPLES = """\b
Examples:
  forsale-sim duel expert spread
  forsale-sim duel mine.py spread:share=0.3 --players 4 --elo1 10
  forsale-sim duel expert linear --field spread --field miser
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("a", metavar="A", default="")
@click.argument("b", metavar="B", default="")
@rulesets_option
@players_option
@click.option(
    "--field",
    "field",
    multiple=True,
    metavar="SPEC",
    help="Another strategy at the tables with both; may be repeated.  "
    f"[default: of {', '.join(DEFAULT_FIELD)} the others]",
)
@click.option("--no-field", is_flag=True, help="Play no tables with others.")
@click.option(
    "--elo0",
    type=float,
    default=DEFAULT_ELO0,
    show_default=True,
    help="Up to this normalised Elo, none is to be found stronger.",
)
@click.option(
    "--elo1",
    type=float,
    default=DEFAULT_ELO1,
    show_default=True,
    help="From this normalised Elo on, the stronger one is to be found.",
)
@click.option(
    "--alpha",
    type=float,
    default=DEFAULT_ERROR,
    show_default=True,
    help="How often one is found stronger though it is not by more than elo0.",
)
@click.option(
    "--beta",
    type=float,
    default=DEFAULT_ERROR,
    show_default=True,
    help="How often one is not found stronger though it is by elo1.",
)
@click.option(
    "--max-deals",
    "most_deals",
    type=Number(),
    default=DEFAULT_DUEL_DEALS,
    show_default=True,
    help="Deals for each ruleset and player count after which it is undecided.",
)
@seed_option
@plays
def duel(a: str, b: str, no_field: bool, field: tuple[str, ...], **asked: Any) -> Any:
    """Show whether strategy A is stronger than B, or B than A, or neither.

    Both play the same deals: A amid copies of B, B amid copies of A, and both at tables with
    others, under all rotations. For each ruleset and player count it ends when a sequential
    probability ratio test is sure enough.
    """
    from forsale_sim.experiments.duel.experiment import new_duel_spec

    if not (a and b):
        raise UsageError("duel takes two strategies: forsale-sim duel expert spread, say")
    if no_field and field:
        raise UsageError("--field and --no-field exclude each other: leave one out")
    return new_duel_spec(a, b, field=None if no_field else field, **asked)
