"""Warns of tuned parameters in a game that they were not tuned for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from strategy_lab.plugins.entrant import is_mixture
from strategy_lab.plugins.mixtures import read_mixture
from strategy_lab.plugins.specs import TOML, paths_in
from strategy_lab.plugins.tuned import read_tuned

Game = tuple[str, int]
"""The name of a ruleset, and a number of players."""


def tuned_for(path: Path) -> list[Game]:
    """Return the games that a file was tuned for; those of its members, if it is a mixture's."""
    if not is_mixture(str(path)):
        tuned = read_tuned(path)
        return [(tuned.ruleset, tuned.players)]
    files = [file for member in read_mixture(path).members for file in _files_in(member)]
    return list(dict.fromkeys(game for file in files for game in tuned_for(file)))


def tuning_mismatches(specs: Iterable[str], games: Iterable[Game]) -> Iterator[str]:
    """Yield a sentence on each file that plays a game that it was not tuned for.

    Every strategy plays every game.
    """
    played = list(dict.fromkeys(games))
    for path in dict.fromkeys(path for spec in specs for path in _files_in(spec)):
        made_for = tuned_for(path)
        others = [game for game in played if game not in made_for]
        if made_for and others:
            yield f"{path} was tuned for {_text(made_for)}: here it plays {_text(others)}."


def _files_in(spec: str) -> list[Path]:
    return [Path(path) for path in paths_in(spec) if TOML.fullmatch(path)]


def _text(games: Iterable[Game]) -> str:
    counts: dict[str, list[str]] = {}
    for ruleset, players in games:
        counts.setdefault(ruleset, []).append(str(players))
    return ", ".join(f"{name} with {', '.join(those)} players" for name, those in counts.items())
