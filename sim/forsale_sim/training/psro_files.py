"""The results of PSRO as files: responses that gained, and an equilibrium as a mixture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forsale_sim.plugins.entrant import NamedStrategy
from forsale_sim.plugins.mixtures import MixtureFile, write_mixture
from forsale_sim.plugins.tuned import TunedFile, source_of, write_tuned
from forsale_sim.training.gains import Gain
from forsale_sim.training.psro import DECIMALS, Growth, Round

MIXTURE = "mixture.toml"


def save_response(
    folder: Path, played: Round, growth: Growth, trained: NamedStrategy, made: Mapping[str, Any]
) -> None:
    """Write the response of a round as a file of tuned parameters."""
    rules, values = growth.task.rules, growth.task.space.values(played.point)
    source, facts = source_of(trained.strategy), {**made, **_gain(played.gain)}
    tuned = TunedFile(trained.spec, source, rules.ruleset, rules.players, values, facts)
    write_tuned(folder / f"{played.response.name}.toml", tuned)


def save_equilibrium(
    folder: Path,
    played: Round,
    gain: Gain,
    growth: Growth,
    trained: NamedStrategy,
    made: Mapping[str, Any],
) -> None:
    """Write the equilibrium of a round as a mixture, replacing an earlier round's.

    It contains the parameters of the responses, so it needs no other file of the folder.
    """
    specs = [entrant.spec for entrant, _ in played.members]
    weights = [round(weight, DECIMALS) for _, weight in played.members]
    facts = {**made, "source": source_of(trained.strategy), **_gain(gain)}
    write_mixture(folder / MIXTURE, MixtureFile(tuple(specs), tuple(weights), facts))


def _gain(gain: Gain) -> dict[str, float]:
    ends = {"gain": gain.mean, "gain_low": gain.low, "gain_high": gain.high}
    return {name: round(end, 5) + 0.0 for name, end in ends.items()}  # never -0.0
