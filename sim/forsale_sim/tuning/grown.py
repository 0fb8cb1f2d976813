"""What has grown, as files: every response that gained, and the equilibrium as a mixture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forsale_sim.plugins.entrant import Found
from forsale_sim.plugins.mixtures import MixtureFile, write_mixture
from forsale_sim.plugins.tuned import TunedFile, source_of, write_tuned
from forsale_sim.tuning.psro import Growth, Round

MIXTURE = "mixture.toml"


def save_round(
    folder: Path, found: Round, growth: Growth, trained: Found, made: Mapping[str, Any]
) -> None:
    """Write the equilibrium of a round over that of the one before; and its response, if it gained.

    Parameters
    ----------
    folder
        Where, with the responses of all rounds before.
    found
        The round.
    growth
        What it is of.
    trained
        The strategy that responses are tuned from.
    made
        How all this was made, for people.
    """
    said = dict(made) | {
        "gain": round(found.gain, 5),
        "gain_low": round(found.gain - found.half_width, 5),
        "gain_high": round(found.gain + found.half_width, 5),
    }
    if found.is_shown:
        rules, values = growth.task.rules, growth.task.space.values(found.point)
        source = source_of(trained.strategy)
        tuned = TunedFile(trained.spec, source, rules.ruleset, rules.players, values, said)
        write_tuned(folder / f"{found.response.name}.toml", tuned)
    first = {entrant.name for entrant in growth.field}
    specs = [
        entrant.spec if entrant.name in first else str(folder / f"{entrant.name}.toml")
        for entrant, _ in found.members
    ]
    weights = [round(weight, 6) for _, weight in found.members]
    write_mixture(folder / MIXTURE, MixtureFile(tuple(specs), tuple(weights), said))
