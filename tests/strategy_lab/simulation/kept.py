"""Runs in folders, for tests: begun, stopped after a piece, and resumed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from forsale_sim.program import FOR_SALE
from strategy_lab.experiments.specs import RunSpec
from strategy_lab.simulation.checkpoints import Checkpoint, Execution
from strategy_lab.simulation.experiment import Outcome, PlayedPiece
from strategy_lab.simulation.sessions import Session, begun, resumed

FIELD = ("spread", "coinflip", "random")


def small_spec(**options: Any) -> RunSpec:
    """Return the spec of a run of a thousand games in two cells."""
    usual = {
        "games": 1000,
        "players": [3, 4],
        "strategies": None if "lineup" in options else FIELD,
        "seed": 9,
    }
    return RunSpec.in_program(FOR_SALE).of(**{**usual, **options})


class Snapshots:
    """A watcher that copies a folder after each piece.

    A copy is what a process leaves that is killed there, but for what it is writing.
    """

    def __init__(self, folder: Path, to: Path) -> None:
        self.taken: list[tuple[Path, int]] = []
        self._folder = folder
        self._to = to

    def __call__(self, outcome: Outcome, played: PlayedPiece) -> None:
        copy = self._to / f"{len(self.taken)}"
        shutil.copytree(self._folder, copy)
        self.taken.append((copy, outcome.games))


def start(
    folder: Path | None,
    spec: RunSpec,
    *watchers: Any,
    every: float | None = 0,
    **execution: Any,
) -> Outcome:
    """Play an experiment, in a new folder or in none."""
    with begun(spec, Execution("compiled", **execution), folder, every) as session:
        return play_on(session, *watchers)


def go_on(
    folder: Path,
    *watchers: Any,
    every: float | None = 0,
    piece_games: int = 40,
    games_out: Path | None = None,
) -> Outcome:
    """Resume the run in a folder and play it to its end."""
    with resumed(folder, command="run", every=every, games_out=games_out) as session:
        if session.outcome.complete:
            return session.outcome
        return play_on(session, *watchers, piece_games=piece_games)


def play_on(session: Session, *watchers: Any, piece_games: int = 40) -> Outcome:
    """Play what is left of an experiment in small pieces."""
    with session.executor(1, None) as executor:
        executor.piece_games = piece_games
        session.play(executor, watchers)
    return session.outcome


def played_games(folder: Path) -> int:
    """Return how many games are in the checkpoint of a folder."""
    return Checkpoint.load(folder).outcome.games
