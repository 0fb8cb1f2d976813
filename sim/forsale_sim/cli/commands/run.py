"""``forsale-sim run``: play games and print who wins."""

from __future__ import annotations

from typing import Any

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.playing_options import games_out_option
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.experiments.run.spec import RunSpec

EXAMPLES = """\b
Examples:
  forsale-sim run --games 1e6
  forsale-sim run --players 4 --lineup expert,spread,spread,spread
  forsale-sim run --ruleset iello-en --ruleset iello-fr --strategy expert --strategy mine.py
  forsale-sim run --games 1e9 --out my-run; forsale-sim run --resume my-run
"""


@experiment_command(RunSpec, games_out_option, epilog=EXAMPLES)
def run(**asked: Any) -> RunSpec:
    """Play games and print who wins: by strategy, by seat and by player count.

    Every deal is played with each rotation of its lineup, which is drawn from the field without
    replacement, unless --lineups says otherwise: nobody meets its own copy while others are left,
    so a win rate is that against others. Intervals are 95 %, clustered by deal.
    The same options and seed give the same results on any machine, with any number of threads.
    With --out, a run can be gone on with after Ctrl-C, a crash or a power cut.
    """
    return spec_of(RunSpec, asked)
