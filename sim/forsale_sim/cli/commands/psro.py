"""``forsale-sim psro``: grow a field by best responses until none gains."""

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
from forsale_sim.experiments.common_options import seed_option
from forsale_sim.experiments.option_types import StrategySpec, Whole
from forsale_sim.experiments.search_defaults import (
    DEFAULT_GROWN_FROM,
    DEFAULT_HELD_OUT_DEALS,
    DEFAULT_PSRO_GENERATIONS,
    DEFAULT_PSRO_META_DEALS,
    DEFAULT_ROUNDS,
    DEFAULT_TRAINED,
    MOST_GENERATIONS,
)

EXAMPLES = """\b
Examples:
  forsale-sim psro --players 4 --out grown
  forsale-sim psro --players 3 --strategy expert --strategy counter --rounds 4 --out grown
  forsale-sim run --players 4 --lineup grown/mixture.toml,quick,quick,quick
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    type=StrategySpec(of_several=True),
    default=DEFAULT_GROWN_FROM,
    show_default=True,
    metavar="SPEC",
    help="Who is in the field at first; may be repeated.",
)
@ruleset_option
@player_count_option
@click.option(
    "--train",
    default=DEFAULT_TRAINED,
    show_default=True,
    metavar="SPEC",
    help="What is tuned to respond; searches begin at the parameters it sets, and at the last "
    "response.",
)
@click.option(
    "--rounds", type=Whole(least=1), default=DEFAULT_ROUNDS, show_default=True, help="At most."
)
@click.option(
    "--meta-deals",
    type=DEALS,
    default=DEFAULT_PSRO_META_DEALS,
    show_default=True,
    help="Deals that every lineup of the field plays, to find the equilibrium.",
)
@deals_option
@click.option(
    "--generations",
    type=Whole(least=1, most=MOST_GENERATIONS),
    default=DEFAULT_PSRO_GENERATIONS,
    show_default=True,
)
@population_option
@click.option(
    "--final-deals",
    type=DEALS,
    default=DEFAULT_HELD_OUT_DEALS,
    show_default=True,
    help="Held-out deals that choose a response, and as many others that measure its gain.",
)
@shared_option("seed", seed_option())
@plays_here
def psro(strategies: tuple[str, ...], players: int | None, ruleset: str, **asked: Any) -> Any:
    """Grow a field by best responses to its own equilibrium, until none is shown to gain.

    Policy-space response oracles (PSRO): the strategies so far play each other in all lineups. The
    parameters of a strategy are tuned to win among players of the equilibrium of that game. A
    response that gains joins the field. The equilibrium among whose players the best response of
    all rounds wins least, on held-out deals, is saved as a mixture: a strategy of its own, which is
    one of its members for each game. DIR gets mixture.toml, and a file of each response.
    """
    from forsale_sim.experiments.psro.experiment import new_psro_spec

    count = required("--players", players, "--players 4")
    return new_psro_spec(strategies, ruleset, players=count, **asked)
