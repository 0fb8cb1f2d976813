"""``forsale-sim compare``: what one ruleset does differently from another."""

from __future__ import annotations

from typing import Any

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.experiments.compare.spec import CompareSpec

EXAMPLES = """\b
Examples:
  forsale-sim compare iello-fr iello-en
  forsale-sim compare iello-en --vary refund=up,all,none --players 4
  forsale-sim compare iello-en mine.toml --field expert,matcher,mine.py
"""


@experiment_command(CompareSpec, epilog=EXAMPLES)
def compare(**asked: Any) -> CompareSpec:
    """Show what rulesets do differently from the first one: to seats, strategies and money.

    All rulesets are played on the same deals, with the same strategies in the same seats and the
    same random draws, so that what they have in common cancels; where decks are of different sizes,
    that cannot be. All is done in several fields of strategies: trust what holds in all of them.
    """
    return spec_of(CompareSpec, asked)
