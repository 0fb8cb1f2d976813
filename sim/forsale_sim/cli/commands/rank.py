"""``forsale-sim rank``: rate a field of strategies from one tournament."""

from __future__ import annotations

from typing import Any

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.experiments.rank.spec import RankSpec

EXAMPLES = """\b
Examples:
  forsale-sim rank --games 1e6
  forsale-sim rank --players 4 --strategy expert --strategy spread --strategy mine.py
  forsale-sim rank --ruleset iello-en --ruleset iello-fr --out ranking
"""


@experiment_command(RankSpec, epilog=EXAMPLES)
def rank(**asked: Any) -> RankSpec:
    """Play a tournament and rate its strategies, for each ruleset and player count.

    The tournament is that of run. Ratings are Plackett and Luce's, from the finishing orders of
    all games; beside them is printed who finishes ahead of whom, with any cycles, which a rating
    cannot show. Intervals are 95 %, from a bootstrap over deals.
    """
    return spec_of(RankSpec, asked)
