"""``forsale-sim duel``: tell whether one strategy is stronger than another."""

from __future__ import annotations

from typing import Any

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.experiments.duel.spec import DuelSpec

EXAMPLES = """\b
Examples:
  forsale-sim duel expert spread
  forsale-sim duel mine.py spread:share=0.3 --players 4 --elo1 10
  forsale-sim duel expert linear --field spread --field miser
"""


@experiment_command(DuelSpec, epilog=EXAMPLES)
def duel(**asked: Any) -> DuelSpec:
    """Show whether strategy A is stronger than B, or B than A, or neither.

    Both play the same deals: A amid copies of B, B amid copies of A, and both at tables with
    others, under all rotations. For each ruleset and player count it ends when a sequential
    probability ratio test is sure enough.
    """
    return spec_of(DuelSpec, asked)
