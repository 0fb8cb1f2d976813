"""``forsale-sim psro``: grow a field by best responses until none gains."""

from __future__ import annotations

from typing import Any

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.playing_options import PLAYED_HERE
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.experiments.psro.spec import PsroSpec

EXAMPLES = """\b
Examples:
  forsale-sim psro --players 4 --out grown
  forsale-sim psro --players 3 --strategy expert --strategy counter --rounds 4 --out grown
  forsale-sim run --players 4 --lineup grown/mixture.toml,quick,quick,quick
"""


@experiment_command(PsroSpec, how=PLAYED_HERE, epilog=EXAMPLES)
def psro(**asked: Any) -> PsroSpec:
    """Grow a field by best responses to its own equilibrium, until none is shown to gain.

    Policy-space response oracles (PSRO): the strategies so far play each other in all lineups. The
    parameters of a strategy are tuned to win among players of the equilibrium of that game. A
    response that gains joins the field. The equilibrium among whose players the best response of
    all rounds wins least, on held-out deals, is saved as a mixture: a strategy of its own, which is
    one of its members for each game. DIR gets mixture.toml, and a file of each response.
    """
    return spec_of(PsroSpec, asked)
