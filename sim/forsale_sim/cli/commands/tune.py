"""``forsale-sim tune``: find good values of a strategy's parameters."""

from __future__ import annotations

from typing import Any

import click

from forsale_sim.cli.experiments import experiment_command
from forsale_sim.cli.playing_options import PLAYED_HERE
from forsale_sim.cli.spec_options import spec_of
from forsale_sim.errors import UsageError
from forsale_sim.experiments.tune.spec import TuneSpec

EXAMPLES = """\b
Examples:
  forsale-sim tune appraiser --players 4 --out mine
  forsale-sim tune matcher --players 3 --against expert --generations 20 --out mine
  forsale-sim tune --resume mine
  forsale-sim run --players 4 --lineup mine/tuned.toml,expert,expert,expert
"""


@experiment_command(TuneSpec, how=PLAYED_HERE, epilog=EXAMPLES)
def tune(**asked: Any) -> TuneSpec:
    """Tune the parameters of STRATEGY for one ruleset and player count.

    An evolution strategy (CMA-ES) tries parameters around its current best, all on the same deals,
    fresh ones in every generation. Of its last means the best on held-out deals is chosen. STRATEGY
    may set parameters, or be a file of tuned ones: there the search begins. DIR gets tuned.toml,
    which can be named wherever a strategy can.
    """
    out = click.get_current_context().params["out"]
    if out is not None and out.suffix == ".toml":
        raise UsageError(
            f"{out}: --out is a folder here, which gets tuned.toml: name it {out.with_suffix('')}"
        )
    return spec_of(TuneSpec, asked)
