"""Types of command-line arguments for the commands of this package."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable

from strategy_lab.errors import UsageError

from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.parameters import Rules


def game(name: str) -> Rules:
    """Return the rules of an edition for a number of players, such as iello-en-4."""
    ruleset, _, players = name.rpartition("-")
    if not players.isdecimal():
        raise ArgumentTypeError(
            f"a game is an edition and a number of players, such as iello-en-4, not {name!r}"
        )
    try:
        return load_ruleset(ruleset).rules(int(players))
    except UsageError as error:
        raise ArgumentTypeError(str(error)) from None


def name_of(rules: Rules) -> str:
    """Return the name by which `game` finds the rules."""
    return f"{rules.ruleset}-{rules.players}"


def at_least(least: int) -> Callable[[str], int]:
    """Return the type of whole numbers that are not less than `least`."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"must be a whole number of at least {least}, not {text!r}")
        return int(text)

    return number
