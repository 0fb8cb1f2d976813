"""What ``psro`` tells of the rounds of a growth: as facts, which are kept, and as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.printing import print_json, print_table, print_text
from forsale_sim.wording import counted

if TYPE_CHECKING:
    from forsale_sim.training.best_responses import BestResponse
    from forsale_sim.training.gains import Gain
    from forsale_sim.training.psro import Round

LIMIT = (
    "The best response is that of all rounds. Gains are lower bounds on exploitability: a search "
    "for parameters found these responses, and better ones may exist."
)

Facts = Mapping[str, Any]
"""What is told of a round."""

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


def facts_of(found: Sequence[Round], best: Sequence[BestResponse], saved: int) -> list[Facts]:
    """Return what is told of the rounds so far.

    Parameters
    ----------
    found
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
            **_ends("gain", each.gain),
            "joins": each.gain.is_shown,
            "saved": number == 1 + saved,
            "best_response": of_all.name,
            **_ends("best_gain", of_all.gain),
        }
        for number, (each, of_all) in enumerate(zip(found, best, strict=True), start=1)
    ]


def _ends(name: str, gain: Gain) -> dict[str, float]:
    return {name: gain.mean, f"{name}_low": gain.low, f"{name}_high": gain.high}


def kept_rounds(rounds: object, out: Path) -> list[Facts]:
    """Return what was kept of the rounds of a growth; nothing if it is not whole.

    Parameters
    ----------
    rounds
        What a checkpoint holds of them; whatever that is.
    out
        The folder that their files should be in.
    """
    from forsale_sim.training.grown import MIXTURE

    if not (isinstance(rounds, list) and all(map(_is_round, rounds))):
        return []
    if [each["saved"] for each in rounds].count(True) != 1:
        return []
    files = [MIXTURE, *(f"{each['response']}.toml" for each in rounds if each["joins"])]
    return rounds if all((out / file).exists() for file in files) else []


def is_complete(rounds: Sequence[Facts], most: int) -> bool:
    """Return whether nothing is left to do after some rounds, where so many are asked for."""
    return bool(rounds) and not (rounds[-1]["joins"] and len(rounds) < most)


def _is_round(facts: object) -> bool:
    if not isinstance(facts, dict):
        return False
    if not all(isinstance(facts.get(name), kind) for name, kind in KINDS.items()):
        return False
    shares = facts["equilibrium"].values()
    return bool(shares) and all(isinstance(share, float) for share in shares)


def print_growth(output: str, rounds: Sequence[Facts], asked_for: Facts, out: Path) -> None:
    """Print what has grown.

    Parameters
    ----------
    output
        How: ``table`` or ``json``.
    rounds
        What is told of each.
    asked_for
        What is told of them all; in JSON alone.
    out
        The folder that the growth's files are in.
    """
    from forsale_sim.training.grown import MIXTURE

    if output == "json":
        print_json({**asked_for, "rounds": rounds})
        return
    print_table(
        ["round", "equilibrium", "response", "gain, points", "best response", "its gain, points"],
        [_row(number, each) for number, each in enumerate(rounds, start=1)],
        right=["gain, points", "its gain, points"],
    )
    click.echo()
    print_text(
        "",
        f"After {counted(len(rounds), 'round')} a response still gains: more --rounds go on from "
        "here."
        if rounds[-1]["joins"]
        else f"No response was found that is shown to gain against the equilibrium of round "
        f"{len(rounds)}.",
    )
    print_text("", LIMIT)
    saved = next(each["round"] for each in rounds if each["saved"])
    print_text(
        "",
        f"Saved as {out / MIXTURE}: the equilibrium of round {saved}, which leaves least to win on "
        "held-out deals; gains are of others.",
    )


def _row(number: int, facts: Facts) -> list[str]:
    from forsale_sim.training.psro import shares_in_words

    return [
        str(number),
        shares_in_words(facts["equilibrium"]),
        facts["response"],
        _in_points(facts, "gain"),
        facts["best_response"],
        _in_points(facts, "best_gain"),
    ]


def _in_points(facts: Facts, name: str) -> str:
    from forsale_sim.training.gains import Gain

    return Gain(facts[name], facts[f"{name}_low"], facts[f"{name}_high"]).in_points
