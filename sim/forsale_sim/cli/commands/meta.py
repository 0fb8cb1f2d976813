"""``forsale-sim meta``: the field as a game, its equilibria, and who invades whom."""

from __future__ import annotations

from typing import Any

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.experiments.meta.spec import MetaSpec

EXAMPLES = """\b
Examples:
  forsale-sim meta --players 4
  forsale-sim meta --strategy counter --strategy expert --strategy mine.py --deals 2400
  forsale-sim meta --players 3,4 --ruleset iello-en --ruleset iello-fr --out field
"""


@experiment_command(MetaSpec, epilog=EXAMPLES)
def meta(**asked: Any) -> MetaSpec:
    """Look at a field of strategies as a game, for each ruleset and player count.

    All lineups that the field can make play the same deals. From what they win follows who invades
    whom, in which mixtures of strategies evolution settles, how much a best response of the field
    gains against a mixture, and alpha-rank. Intervals are 95 %, from a bootstrap over deals.
    """
    return spec_of(MetaSpec, asked)
