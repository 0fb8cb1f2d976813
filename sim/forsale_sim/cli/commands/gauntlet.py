"""``forsale-sim gauntlet``: try a strategy among players that it was not made for."""

from __future__ import annotations

from typing import Any

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.experiments.gauntlet.spec import GauntletSpec

EXAMPLES = """\b
Examples:
  forsale-sim gauntlet mine.py --players 4
  forsale-sim gauntlet mine.py:old mine.py:new --part train --seed 7
  forsale-sim gauntlet mine.py --part test --deals 400 --out gauntlet
"""


@experiment_command(GauntletSpec, epilog=EXAMPLES)
def gauntlet(**asked: Any) -> GauntletSpec:
    """Show how a strategy does among strangers: its worst tables first.

    It sits amid copies of each opponent, and at tables of different ones. Opponents are
    members of the panel, some kinds of them in each part, and others that the seed draws. Strength
    is what it wins at the worst tenth of all tables, and then its mean, in times a fair share.
    Several strategies play the same deals at the same tables, and are compared with the first.
    Intervals are 95 %, clustered by deal.
    """
    return spec_of(GauntletSpec, asked)
