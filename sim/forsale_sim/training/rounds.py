"""What is known of the rounds of a growth, as values that its checkpoint keeps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from forsale_sim.training.best_responses import BestResponse
from forsale_sim.training.gains import Gain
from forsale_sim.training.psro import Round
from forsale_sim.training.psro_files import MIXTURE

Facts = Mapping[str, Any]
"""What is known of a round."""


def facts_of(rounds: Sequence[Round], best: Sequence[BestResponse], saved: int) -> list[Facts]:
    """Return what is known of the rounds so far."""
    return [
        {
            "round": number,
            "equilibrium": {entrant.name: weight for entrant, weight in each.members},
            "response": each.response.name,
            **_limits("gain", each.gain),
            "joins": each.gain.is_shown,
            "saved": number == 1 + saved,
            "best_response": of_all.name,
            **_limits("best_gain", of_all.gain),
        }
        for number, (each, of_all) in enumerate(zip(rounds, best, strict=True), start=1)
    ]


def kept_rounds(rounds: list[Facts], out: Path) -> list[Facts]:
    """Return the rounds that a checkpoint holds; none if one of their files is lost."""
    files = [MIXTURE, *(f"{each['response']}.toml" for each in rounds if each["joins"])]
    return rounds if all((out / file).exists() for file in files) else []


def is_complete(rounds: Sequence[Facts], most: int) -> bool:
    """Return whether nothing is left to do after some rounds, where so many are asked for."""
    return bool(rounds) and not (rounds[-1]["joins"] and len(rounds) < most)


def _limits(name: str, gain: Gain) -> dict[str, float]:
    return {name: gain.mean, f"{name}_low": gain.low, f"{name}_high": gain.high}
