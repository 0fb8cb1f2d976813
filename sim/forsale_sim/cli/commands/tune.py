"""``forsale-sim tune``: find good values of a strategy's parameters."""

from __future__ import annotations

from typing import Any

import click

from forsale_sim.cli.experiments import plays_here
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.searching import (
    DEALS,
    deals_option,
    player_count_option,
    population_option,
    required,
    ruleset_option,
)
from forsale_sim.cli.spec_options import shared_option
from forsale_sim.errors import UsageError
from forsale_sim.experiments.common_options import seed_option
from forsale_sim.experiments.option_types import Whole
from forsale_sim.experiments.search_defaults import (
    DEFAULT_AGAINST,
    DEFAULT_HELD_OUT_DEALS,
    DEFAULT_TUNE_GENERATIONS,
    MOST_GENERATIONS,
)

EXAMPLES = """\b
Examples:
  forsale-sim tune appraiser --players 4 --out mine
  forsale-sim tune matcher --players 3 --against expert --generations 20 --out mine
  forsale-sim tune --resume mine
  forsale-sim run --players 4 --lineup mine/tuned.toml,expert,expert,expert
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("strategy", metavar="STRATEGY", required=False)
@ruleset_option
@player_count_option
@click.option(
    "--against",
    default=DEFAULT_AGAINST,
    show_default=True,
    metavar="SPEC,SPEC",
    help="Opponents: a table has one candidate and copies of one of them. Empty with --self-play.",
)
@click.option("--self-play", is_flag=True, help="Tables with copies of the current best, too.")
@deals_option
@click.option(
    "--generations",
    type=Whole(least=2, most=MOST_GENERATIONS),
    default=DEFAULT_TUNE_GENERATIONS,
    show_default=True,
)
@population_option
@click.option(
    "--final-deals",
    type=DEALS,
    default=DEFAULT_HELD_OUT_DEALS,
    show_default=True,
    help="Held-out deals for the final choice, and as many others for its win rate.",
)
@shared_option("seed", seed_option())
@plays_here
def tune(strategy: str | None, players: int | None, ruleset: str, **asked: Any) -> Any:
    """Tune the parameters of STRATEGY for one ruleset and player count.

    An evolution strategy (CMA-ES) tries parameters around its current best, all on the same deals,
    fresh ones in every generation. Of its last means the best on held-out deals is chosen. STRATEGY
    may set parameters, or be a file of tuned ones: there the search begins. DIR gets tuned.toml,
    which can be named wherever a strategy can.
    """
    from forsale_sim.experiments.tune.experiment import new_tune_spec

    out = click.get_current_context().params["out"]
    if out is not None and out.suffix == ".toml":
        raise UsageError(
            f"{out}: --out is a folder here, which gets tuned.toml: name it {out.with_suffix('')}"
        )
    return new_tune_spec(
        required("STRATEGY", strategy, "tune appraiser"),
        ruleset,
        players=required("--players", players, "--players 4"),
        **asked,
    )
