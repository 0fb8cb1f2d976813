"""Options that several requests have, each under one name and with one meaning.

Each function returns a new field, as a field belongs to one class. Nothing slow to import, for
help's sake.
"""

from __future__ import annotations

from typing import Any

import click

from strategy_lab.experiments.defaults import drawn_seed
from strategy_lab.experiments.option_types import PlayerCounts, RulesetName, Whole
from strategy_lab.program import Program
from strategy_lab.simulation.lineups import LINEUPS, WITHOUT_REPLACEMENT
from strategy_lab.simulation.options import option


def if_it_trains(program: Program) -> dict[str, bool]:
    """Let an option be absent from the program of a game for which nobody is trained."""
    return {"absent": not program.trains}


def rulesets_option() -> Any:
    """Return which rulesets are played."""
    return option(
        "--ruleset",
        RulesetName(),
        by_game=lambda program: {"usual": (program.ruleset,)},
        repeats=True,
        metavar="NAME|FILE",
        help="An edition, or your own TOML file; may be repeated.",
    )


def players_option(shown: str = "all that the ruleset allows", such_as: str = "3,4 or 3-6") -> Any:
    """Return for how many players."""
    return option(
        "--players", PlayerCounts(), (), shown=shown, help=f"Player counts, such as {such_as}."
    )


def ruleset_option(flags: str = "--ruleset", text: str = "") -> Any:
    """Return which ruleset is played, where it is one."""
    return option(
        flags,
        RulesetName(),
        by_game=lambda program: {"usual": program.ruleset},
        metavar="NAME|FILE",
        help=text,
    )


def player_count_option(missing: str = "--players is missing: name it, as --players 4") -> Any:
    """Return for how many players, where it is one number."""
    return option(
        "--players",
        by_game=lambda program: {
            "kind": Whole(*program.players),
            "help": "One player count, {} to {}.".format(*program.players),
        },
        missing=missing,
    )


def lineups_option() -> Any:
    """Return how lineups are drawn."""
    return option(
        "--lineups",
        click.Choice(LINEUPS),
        WITHOUT_REPLACEMENT,
        help="How lineups are drawn from a field. without: nobody meets its own copy while others "
        "are left; with: anybody may meet it, as if each player chose alone.",
    )


def seed_option() -> Any:
    """Return what decides all that is random."""
    return option(
        "--seed",
        Whole(),
        usual=drawn_seed,
        shown="drawn, and printed",
        help="Decides every card and draw, 0 to 2^64 - 1.",
    )
