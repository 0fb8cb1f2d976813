"""``forsale-sim psro``: grow a field by best responses until none gains."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from forsale_sim.cli.experiments import threads_option
from forsale_sim.cli.failing import explains_failures
from forsale_sim.cli.growth import print_growth
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import one_each
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.printing import format_option, note
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
    callback=one_each,
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
    "--rounds", type=Number(least=1), default=DEFAULT_ROUNDS, show_default=True, help="At most."
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
    type=Number(least=1, most=MOST_GENERATIONS),
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
@kept_seed_option
@threads_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="A new folder for the responses and the mixture. One with a checkpoint goes on.",
)
@format_option
@explains_failures
def psro(
    out: Path, seed: int | None, threads: int | None, output: str, rounds: int, **asked: Any
) -> None:
    """Grow a field by best responses to its own equilibrium, until none is shown to gain.

    Policy-space response oracles (PSRO): the strategies so far play each other in all lineups. The
    parameters of a strategy are tuned to win among players of the equilibrium of that game. A
    response that gains joins the field. The equilibrium among whose players the best response of
    all rounds wins least, on held-out deals, is saved as a mixture: a strategy of its own, which is
    one of its members for each game.
    """
    from forsale_sim.training.growth import GrowthSettings, grow_in_folder

    settings = GrowthSettings(**asked)
    with saying_how_to_go_on():
        grown = grow_in_folder(out, settings, rounds=rounds, seed=seed, threads=threads, show=note)
    print_growth(output, grown, settings.ruleset)
    if not grown.new:
        note(f"The growth in {out} is complete: there was nothing left to do.")
