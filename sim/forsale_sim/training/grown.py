"""What has grown, as files: responses that gained, and an equilibrium as a mixture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forsale_sim.plugins.entrant import Found
from forsale_sim.plugins.mixtures import MixtureFile, write_mixture
from forsale_sim.plugins.tuned import TunedFile, source_of, write_tuned
from forsale_sim.training.gains import Gain
from forsale_sim.training.psro import DECIMALS, Growth, Round

MIXTURE = "mixture.toml"


def save_response(
    folder: Path, found: Round, growth: Growth, trained: Found, made: Mapping[str, Any]
) -> None:
    """Write the response of a round as a file of tuned parameters.

    Parameters
    ----------
    folder
        Where.
    found
        The round.
    growth
        What it is of.
    trained
        The strategy that responses are tuned from.
    made
        How all this was made, for people.
    """
    rules, values = growth.task.rules, growth.task.space.values(found.point)
    source, said = source_of(trained.strategy), {**made, **_facts(found.gain)}
    tuned = TunedFile(trained.spec, source, rules.ruleset, rules.players, values, said)
    write_tuned(folder / f"{found.response.name}.toml", tuned)


def save_equilibrium(
    folder: Path,
    found: Round,
    gain: Gain,
    growth: Growth,
    trained: Found,
    made: Mapping[str, Any],
) -> None:
    """Write the equilibrium of a round as a mixture, over that of another.

    It has the parameters of responses in it, so that it needs no other file of the folder.

    Parameters
    ----------
    folder, found, growth, trained, made
        As for `save_response`.
    gain
        Of the best response to the equilibrium, on deals that chose neither.
    """
    specs = [entrant.spec for entrant, _ in found.members]
    weights = [round(weight, DECIMALS) for _, weight in found.members]
    said = {"source": source_of(trained.strategy), **_facts(gain)}
    mixture = MixtureFile(tuple(specs), tuple(weights), {**made, **said})
    write_mixture(folder / MIXTURE, mixture)


def _facts(gain: Gain) -> dict[str, float]:
    ends = {"gain": gain.mean, "gain_low": gain.low, "gain_high": gain.high}
    return {name: round(end, 5) + 0.0 for name, end in ends.items()}  # never -0.0
