"""``forsale-sim tune``: find good values of a strategy's parameters."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from forsale_sim.cli.experiments import threads_option
from forsale_sim.cli.failing import explains_failures
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.printing import note
from forsale_sim.cli.searching import (
    DEALS,
    deals_option,
    kept_seed_option,
    player_count_option,
    population_option,
    ruleset_option,
    saying_how_to_go_on,
)
from forsale_sim.training.defaults import (
    DEFAULT_AGAINST,
    DEFAULT_HELD_OUT_DEALS,
    DEFAULT_TUNE_GENERATIONS,
    MOST_GENERATIONS,
)

EXAMPLES = """\b
Examples:
  forsale-sim tune appraiser --players 4 --out mine.toml
  forsale-sim tune matcher --players 3 --against expert --generations 20 --out matcher.toml
  forsale-sim run --players 4 --lineup mine.toml,expert,expert,expert
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("strategy", metavar="STRATEGY")
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
    type=Number(least=2, most=MOST_GENERATIONS),
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
@kept_seed_option
@threads_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write; none is overwritten. While the search is under way a checkpoint lies "
    "beside it: the same command goes on.",
)
@explains_failures
def tune(strategy: str, out: Path, seed: int | None, threads: int | None, **asked: Any) -> None:
    """Tune the parameters of STRATEGY for one ruleset and player count.

    An evolution strategy (CMA-ES) tries parameters around its current best, all on the same deals,
    fresh ones in every generation. Of its last means the best on held-out deals is chosen. STRATEGY
    may set parameters, or be a file of tuned ones: there the search begins.
    """
    from forsale_sim.training import tuning

    settings = tuning.TuningSettings(**asked)
    with saying_how_to_go_on():
        tuned = tuning.tune(strategy, out, settings, seed=seed, threads=threads, show=note)
    click.echo(
        f"{out}: wins {tuned.won.percent(2)} % on held-out deals "
        f"(a fair share is {100 / tuned.players:.1f} %)"
    )
    field = ["--strategy", "all", "--strategy", str(out)]
    words = ["--ruleset", settings.ruleset, "--players", str(tuned.players), *field]
    note(f"Amid the usual field: {shlex.join(['forsale-sim', 'run', *words])}")
