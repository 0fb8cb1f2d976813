"""The rounds of a growth, printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from forsale_sim.cli.printing import print_json, print_table, print_text
from forsale_sim.wording import counted

if TYPE_CHECKING:
    from forsale_sim.training.growth import GrowthResult
    from forsale_sim.training.rounds import Facts

LIMIT = (
    "The best response is that of all rounds. Gains are lower bounds on exploitability: a search "
    "for parameters found these responses, and better ones may exist."
)


def print_growth(output: str, grown: GrowthResult, ruleset: str) -> None:
    """Print what has grown, as a table or, where `output` says so, as JSON."""
    rounds = grown.rounds
    if output == "json":
        print_json({"seed": grown.seed, "ruleset": ruleset, "rounds": rounds})
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
        f"Saved as {grown.mixture}: the equilibrium of round {saved}, which leaves least to win on "
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
