"""``forsale-sim rank``: rate a field of strategies from one tournament."""

from __future__ import annotations

from typing import Any

import click

from forsale_sim.cli.experiments import plays, with_options
from forsale_sim.cli.options import RUN_OPTIONS, run_spec
from forsale_sim.cli.parsing import Command

EXAMPLES = """\b
Examples:
  forsale-sim rank --games 1e6
  forsale-sim rank --players 4 --strategy expert --strategy spread --strategy mine.py
  forsale-sim rank --ruleset iello-en --ruleset iello-fr --out ranking
"""


@click.command(cls=Command, epilog=EXAMPLES)
@with_options(*RUN_OPTIONS)
@plays
def rank(**asked: Any) -> Any:
    """Play a tournament and rate its strategies, for each ruleset and player count.

    The tournament is that of run. Ratings are Plackett and Luce's, from the finishing orders of
    all games; beside them is printed who finishes ahead of whom, with any cycles, which a rating
    cannot show. Intervals are 95 %, from a bootstrap over deals.
    """
    from forsale_sim.experiments.rank.experiment import RankSpec

    return run_spec(RankSpec, **asked)
