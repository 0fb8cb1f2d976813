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

GAINS = [f"{name}{end}" for name in ("gain", "best_gain") for end in ("", "_low", "_high")]
KINDS: dict[str, type] = {
    "round": int,
    "equilibrium": dict,
    "response": str,
    "joins": bool,
    "saved": bool,
    "best_response": str,
    **dict.fromkeys(GAINS, float),
}
"""What kind of value each fact has."""


def facts_of(rounds: Sequence[Round], best: Sequence[BestResponse], saved: int) -> list[Facts]:
    """Return what is known of the rounds so far.

    Parameters
    ----------
    rounds
        The rounds.
    best
        The best response to the equilibrium of each.
    saved
        The number, from 0, of the round whose equilibrium is saved.
    """
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


def kept_rounds(rounds: object, out: Path) -> list[Facts]:
    """Return what was kept of the rounds of a growth; nothing if it is not whole.

    Parameters
    ----------
    rounds
        What a checkpoint holds of them; whatever that is.
    out
        The folder that their files should be in.
    """
    if not (isinstance(rounds, list) and all(map(_is_round, rounds))):
        return []
    if [each["saved"] for each in rounds].count(True) != 1:
        return []
    files = [MIXTURE, *(f"{each['response']}.toml" for each in rounds if each["joins"])]
    return rounds if all((out / file).exists() for file in files) else []


def is_complete(rounds: Sequence[Facts], most: int) -> bool:
    """Return whether nothing is left to do after some rounds, where so many are asked for."""
    return bool(rounds) and not (rounds[-1]["joins"] and len(rounds) < most)


def _limits(name: str, gain: Gain) -> dict[str, float]:
    return {name: gain.mean, f"{name}_low": gain.low, f"{name}_high": gain.high}


def _is_round(facts: object) -> bool:
    if not isinstance(facts, dict):
        return False
    if not all(isinstance(facts.get(name), kind) for name, kind in KINDS.items()):
        return False
    shares = facts["equilibrium"].values()
    return bool(shares) and all(isinstance(share, float) for share in shares)
