"""``forsale-sim compare``: what one ruleset does differently from another."""

from __future__ import annotations

from typing import Any

import click

from forsale_sim.cli.experiments import plays
from forsale_sim.cli.numbers import Number, PlayerCounts
from forsale_sim.cli.options import lineups_option, seed_option
from forsale_sim.cli.parsing import Command
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import (
    DEFAULT_COMPARED_GAMES,
    FIELD_KINDS,
    MOST_TRAINING_SEEDS,
)

EXAMPLES = """\b
Examples:
  forsale-sim compare iello-fr iello-en
  forsale-sim compare iello-en --vary refund=up,all,none --players 4
  forsale-sim compare iello-en mine.toml --field expert,matcher,mine.py
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("rulesets", nargs=-1, metavar="RULESET...")
@click.option(
    "--vary",
    "variations",
    multiple=True,
    metavar="RULE=VALUE,…",
    help="Compare the first ruleset with what-ifs of it, such as refund=up,none, coins=+1,-1 or "
    "coins=18..24; several make a grid. The table of differences then has a column for each rule.",
)
@click.option(
    "--games",
    type=Number(),
    default=DEFAULT_COMPARED_GAMES,
    show_default=True,
    help="How many games in all: shared evenly among rulesets, player counts and fields.",
)
@click.option(
    "--players",
    type=PlayerCounts(),
    default=(),
    help="Player counts, such as 3,4.  [default: all that the rulesets have in common]",
)
@click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="[ROLE=]trained|strong|panel|all|mirrors|SPEC,SPEC,…",
    default=FIELD_KINDS,
    show_default=True,
    help="Strategies that meet each other; may be repeated. trained: the strongest play for these "
    "rulesets, the reference; mirrors: each strong strategy against itself. ROLE: reference, "
    "credible, or stress, which decides nothing.",
)
@click.option(
    "--trained",
    metavar="PATTERN",
    help="Where 'trained' play is, such as DIR/{ruleset}-{players}-{seed}.toml.  [default: the "
    "mixtures that come with the strategies]",
)
@click.option(
    "--training-seeds",
    type=Number(least=0, most=MOST_TRAINING_SEEDS),
    default=0,
    show_default=True,
    help="Also tune play for each ruleset, quickly, from so many seeds: 3 show how much of an "
    "effect on players who have adapted is an accident of training.",
)
@lineups_option
@seed_option
@click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="MEASURE=X",
    help="What difference matters, in percentage points or thousands.  [default: see "
    "docs/measures.md]",
)
@plays
def compare(
    rulesets: tuple[str, ...], fields: tuple[str, ...], margins: tuple[str, ...], **asked: Any
) -> Any:
    """Show what rulesets do differently from the first one: to seats, strategies and money.

    All rulesets are played on the same deals, with the same strategies in the same seats and the
    same random draws, so that what they have in common cancels; where decks are of different sizes,
    that cannot be. All is done in several fields of strategies: trust what holds in all of them.
    """
    from forsale_sim.experiments.compare.experiment import new_compare_spec

    if not rulesets:
        raise UsageError("compare takes rulesets: forsale-sim compare iello-en iello-fr, say")
    return new_compare_spec(rulesets, fields=fields, margins=margins, **asked)
