"""How an experiment in a folder is gone on with, and where its games go then."""

from __future__ import annotations

import shlex
from pathlib import Path

from strategy_lab.errors import UsageError
from strategy_lab.results.files.places import check_games_file, parts_folder
from strategy_lab.simulation.checkpoints import Checkpoint
from strategy_lab.simulation.spec import Spec


def resume_command(spec: Spec, folder: Path, games_out: Path | None = None) -> str:
    """Return the command that goes on with the experiment in a folder.

    A file of games outside of the folder has to be named again.
    """
    outside = games_out is not None and not _is_inside(games_out, folder)
    games = ["--games-out", str(games_out)] if outside else []
    return shlex.join([spec.program.name, spec.command, "--resume", str(folder), *games])


def games_file(checkpoint: Checkpoint, folder: Path, named: Path | None) -> Path | None:
    """Return the file for games that are not in it yet: what a folder says is not enough for it."""
    held = checkpoint.execution.games_out
    if held is None and named is not None:
        raise UsageError(f"--games-out: games of {folder} have not been saved from the beginning")
    if held is None or (checkpoint.outcome.complete and not parts_folder(held).exists()):
        return None
    if named is None and not _is_inside(held, folder):
        command = resume_command(checkpoint.spec, folder, held)
        raise UsageError(
            f"the games of {folder} go to {held}, outside of it: name that file again, or the "
            f"place that it and its parts were moved to, as in {command}"
        )
    chosen = named or held
    check_games_file(chosen, folder)
    return chosen.absolute()


def _is_inside(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())
