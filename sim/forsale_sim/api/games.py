"""The games of a run as a DataFrame: played once more, as they were."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from forsale_sim.experiments.run.experiment import Run
from forsale_sim.simulation.driver import simulate
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.recording import recording
from forsale_sim.simulation.threads import number_of_threads

if TYPE_CHECKING:
    import pandas as pd

MOST_GAMES = 2_000_000
"""They take some 500 MB of memory."""


def games(played: Run, outcome: Outcome, engine: str) -> pd.DataFrame:
    """Play the games of a run again and return a row for each.

    Parameters
    ----------
    played
        The run.
    outcome
        What has been played of it.
    engine
        The name of the engine that plays them.
    """
    import pandas as pd

    run = Run(played.plan, played.plan.games)
    run.in_turn = False  # the rows are in the order of the games' numbers
    again = Outcome(run, wanted=list(outcome.played))
    executor = Threads(run, engine, number_of_threads(None), keep_rows=True)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.parquet"
        with recording(run, path) as record:
            if not simulate(again, executor, [record]).complete:
                raise KeyboardInterrupt
        return pd.read_parquet(path, dtype_backend="numpy_nullable")
