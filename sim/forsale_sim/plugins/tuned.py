"""Files of tuned parameters: what a strategy's parameters were found to be, and how.

A file is for one strategy as its source was, one ruleset and one number of players. It is TOML, so
that people can read it; its parameters are checked like any others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forsale_sim.errors import UsageError
from forsale_sim.plugins.contract import Strategy
from forsale_sim.plugins.hashing import source_hash
from forsale_sim.plugins.specs import TOML, found_from, seen_from
from forsale_sim.plugins.strategy_files import read_strategy_file, write_strategy_file

NEEDED = ("strategy", "source", "ruleset", "players", "parameters")


@dataclass(frozen=True, slots=True)
class TunedFile:
    """What a file of tuned parameters says.

    Attributes
    ----------
    strategy
        The spec of the strategy, with no parameter set. In the file, paths are relative to its
        folder.
    source
        The hash of the strategy's source when it was tuned.
    ruleset, players
        What it was tuned for.
    parameters
        By name.
    made
        How it was made, for people.
    """

    strategy: str
    source: str
    ruleset: str
    players: int
    parameters: Mapping[str, int | float]
    made: Mapping[str, Any]

    @property
    def settings(self) -> str:
        """The parameters as a spec writes them."""
        return ",".join(f"{name}={value!r}" for name, value in self.parameters.items())


def source_of(strategy: Strategy) -> str:
    """Return the hash that tells whether a strategy still is what was tuned."""
    return source_hash(strategy.bid, strategy.sell)[:16]


def read_tuned(path: Path) -> TunedFile:
    """Return what a file of tuned parameters says.

    Raises
    ------
    UsageError
        If it cannot be read or is no such file.
    """
    said = read_strategy_file(path)
    missing = [key for key in NEEDED if key not in said]
    if missing:
        raise UsageError(
            f"{path} is no file of tuned parameters: it has no {missing[0]!r}; "
            "forsale-sim tune writes such files"
        )
    strategy, players, parameters = (said[key] for key in ("strategy", "players", "parameters"))
    if not isinstance(strategy, str) or TOML.fullmatch(strategy):
        raise UsageError(
            f"{path}: 'strategy' is {strategy!r}, and must name one that is no TOML file itself"
        )
    if type(players) is not int:
        raise UsageError(f"{path}: 'players' is {players!r}, and must be a whole number")
    if not isinstance(parameters, dict) or not all(
        isinstance(value, int | float) and not isinstance(value, bool)
        for value in parameters.values()
    ):
        raise UsageError(f"{path}: every parameter must be a number")
    return TunedFile(
        strategy=found_from(path.parent, strategy),
        source=str(said["source"]),
        ruleset=str(said["ruleset"]),
        players=players,
        parameters=parameters,
        made=said.get("made", {}),
    )


def check_source(path: Path, tuned: TunedFile, strategy: Strategy) -> None:
    """Refuse parameters that were tuned for another version of a strategy.

    Raises
    ------
    UsageError
        If the strategy's source has changed since, or it has other parameters.
    """
    if tuned.source != source_of(strategy):
        raise UsageError(
            f"{path} was tuned for another version of {tuned.strategy!r} (source {tuned.source}, "
            f"now {source_of(strategy)}): tune it again, or set the parameters by hand"
        )
    if set(tuned.parameters) != set(strategy.parameters):
        raise UsageError(
            f"{path} does not set the parameters of {tuned.strategy!r}, which are "
            f"{', '.join(strategy.parameters)}: tune it again"
        )


def write_tuned(path: Path, tuned: TunedFile) -> None:
    """Write a file of tuned parameters; never in part."""
    write_strategy_file(
        path,
        [
            (
                "",
                {
                    "strategy": seen_from(path.parent, tuned.strategy),
                    "source": tuned.source,
                    "ruleset": tuned.ruleset,
                    "players": tuned.players,
                },
            ),
            ("[parameters]", tuned.parameters),
            ("[made]", tuned.made),
        ],
    )
