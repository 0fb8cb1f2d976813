"""Files of tuned parameters.

A file is for one version of a strategy's source, one ruleset and one number of players. It is TOML,
so that people can read it; its parameters are checked like any others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.plugins.contract import Strategy
from strategy_lab.plugins.identity import portable_hash
from strategy_lab.plugins.specs import TOML, relative_paths, resolve_paths
from strategy_lab.plugins.strategy_files import read_strategy_file, write_strategy_file

NEEDED = ("strategy", "source", "ruleset", "players", "parameters")


@dataclass(frozen=True, slots=True)
class TunedFile:
    """The content of a file of tuned parameters."""

    strategy: str
    """The spec of the strategy, with no parameter set. In the file, paths are relative to its
    folder."""

    source: str
    """The hash of the strategy's source when it was tuned."""

    ruleset: str
    players: int
    """The game that it was tuned for."""

    parameters: Mapping[str, int | float]
    made: Mapping[str, Any]
    """How it was made, for human readers."""

    @property
    def settings(self) -> str:
        """The parameters as a spec writes them."""
        return ",".join(f"{name}={value!r}" for name, value in self.parameters.items())


def source_of(strategy: Strategy) -> str:
    """Return the hash by which a strategy is recognised as the one that was tuned."""
    return portable_hash(*strategy.decisions.values())[:16]


def read_tuned(path: Path) -> TunedFile:
    """Return the content of a file of tuned parameters."""
    content = read_strategy_file(path)
    missing = [key for key in NEEDED if key not in content]
    if missing:
        raise UsageError(
            f"{path} is no file of tuned parameters: it has no {missing[0]!r}; "
            "forsale-sim tune writes such files"
        )
    strategy, players, parameters = (content[key] for key in ("strategy", "players", "parameters"))
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
        strategy=resolve_paths(path.parent, strategy),
        source=str(content["source"]),
        ruleset=str(content["ruleset"]),
        players=players,
        parameters=parameters,
        made=content.get("made", {}),
    )


def check_source(path: Path, tuned: TunedFile, strategy: Strategy) -> None:
    """Refuse parameters that were tuned for another version of a strategy."""
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


def write_tuned(path: Path, tuned: TunedFile, home: Path | None = None) -> None:
    """Write a file of tuned parameters; never in part.

    `home`: the folder that it will be in, if it is written elsewhere first.
    """
    write_strategy_file(
        path,
        [
            (
                "",
                {
                    "strategy": relative_paths(home or path.parent, tuned.strategy),
                    "source": tuned.source,
                    "ruleset": tuned.ruleset,
                    "players": tuned.players,
                },
            ),
            ("[parameters]", tuned.parameters),
            ("[made]", tuned.made),
        ],
    )
