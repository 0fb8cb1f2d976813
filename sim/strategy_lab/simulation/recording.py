"""Every game of a run to a file, as it is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from strategy_lab.simulation.driver import Watcher
from strategy_lab.simulation.experiment import Experiment, Outcome, PlayedPiece

if TYPE_CHECKING:
    from strategy_lab.results.files.games import GameWriter
    from strategy_lab.results.files.parts import GameParts


@contextmanager
def recording(experiment: Experiment, path: Path) -> Iterator[Watcher]:
    """Give what writes every game to a Parquet file, which appears, whole, at the end."""
    from strategy_lab.results.files.games import GameWriter
    from strategy_lab.results.files.locking import locked_file
    from strategy_lab.results.files.parts import check_free

    check_free(path)
    (plan,) = experiment.plans
    cells, own = [planned.cell for planned in plan.cells], plan.definition.columns()
    with locked_file(path), GameWriter(path, cells, own) as writer:

        def write(outcome: Outcome, played: PlayedPiece) -> None:
            record(experiment, played, writer)

        yield write


def record(experiment: Experiment, played: PlayedPiece, writer: GameWriter | GameParts) -> None:
    """Write the games of a piece."""
    (plan,) = experiment.plans
    for chunk, rows in zip(experiment.chunks(played.piece), played.rows, strict=True):
        planned = plan.cells[chunk.cell]
        first_game = planned.first_game + (chunk.first_deal - 1) * planned.cell.seatings
        writer.write(planned.cell, rows, first_game=first_game)
