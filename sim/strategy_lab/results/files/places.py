"""Where the games of a run may go, and where they are until the run is complete."""

from __future__ import annotations

from pathlib import Path

from strategy_lab.errors import UsageError
from strategy_lab.results.schema import NAMES

ENDING = ".parquet"


def parts_folder(target: Path) -> Path:
    """Return where the games for a file are until they are joined."""
    return target.with_name(f"{target.name}.parts")


def check_games_file(target: Path, folder: Path) -> None:
    """Check that a file of games is not one that the folder of a run has anyway."""
    if target.resolve().parent != folder.resolve():
        return
    if target.stem.lower() in NAMES or target.suffix != ENDING:
        raise UsageError(
            f"{target} is a file that results are saved in: give the games another name"
        )
