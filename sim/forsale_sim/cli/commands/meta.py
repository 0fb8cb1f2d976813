"""``forsale-sim meta``: the field as a game, its equilibria, and who invades whom."""

from __future__ import annotations

from typing import Any

import click

from forsale_sim.cli.experiments import plays
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import one_each, players_option, rulesets_option, seed_option
from forsale_sim.cli.parsing import Command
from forsale_sim.experiments.defaults import (
    DEFAULT_ALPHAS,
    DEFAULT_FIELD,
    DEFAULT_META_DEALS,
    DEFAULT_POPULATION,
)

EXAMPLES = """\b
Examples:
  forsale-sim meta --players 4
  forsale-sim meta --strategy counter --strategy expert --strategy mine.py --deals 2400
  forsale-sim meta --players 3,4 --ruleset iello-en --ruleset iello-fr --out field
"""


@click.command(cls=Command, epilog=EXAMPLES)
@rulesets_option
@players_option
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    callback=one_each,
    metavar="SPEC",
    help="A strategy of the field; may be repeated. all, strong and panel stand for several."
    f"  [default: {', '.join(DEFAULT_FIELD)}]",
)
@click.option(
    "--deals",
    type=Number(),
    default=DEFAULT_META_DEALS,
    show_default=True,
    help="How many deals every lineup plays, all of them the same; rounded up.",
)
@click.option(
    "--alpha",
    "alphas",
    multiple=True,
    type=float,
    default=DEFAULT_ALPHAS,
    metavar="NUMBER",
    help="Intensity of selection of alpha-rank; may be repeated.  [default: 0.01 to 100]",
)
@click.option(
    "--population",
    type=Number(),
    default=DEFAULT_POPULATION,
    show_default=True,
    help="How large alpha-rank's population is.",
)
@seed_option
@plays
def meta(**asked: Any) -> Any:
    """Look at a field of strategies as a game, for each ruleset and player count.

    All lineups that the field can make play the same deals. From what they win follows who invades
    whom, in which mixtures of strategies evolution settles, how much a best response of the field
    gains against a mixture, and alpha-rank. Intervals are 95 %, from a bootstrap over deals.
    """
    from forsale_sim.experiments.meta.experiment import new_meta_spec

    return new_meta_spec(**asked)
