"""The games of a run as a DataFrame, wide or long: played once more, as they were."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from strategy_lab.display.progress import getting_ready, progress
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.results.saved_games import SEAT
from strategy_lab.results.tables import UNITS
from strategy_lab.simulation.execution import Threads, recording, simulate
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.sessions import number_of_threads

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

MOST_GAMES = 1_000_000
"""They take some 1.6 GB of memory, because whole numbers have 64 bits."""


def games(played: Run, outcome: Outcome, engine: str) -> pd.DataFrame:
    """Play the games of a run again with an engine, and return a row for each."""
    return _frame(_played_again(played, outcome, engine))


def games_by_seat(played: Run, outcome: Outcome, engine: str) -> pd.DataFrame:
    """Play the games of a run again with an engine, and return a row for each seat of each."""
    import pyarrow as pa

    seats = range(1, 1 + max(planned.cell.players for planned in played.plan.cells))
    own = played.plan.definition.columns()
    of_game = [part.name for part in own.by_game]
    of_seats = [f"{part.name}_{seat}" for seat in seats for part in own.by_seat]
    table = _played_again(played, outcome, engine, [*of_game, *of_seats])
    about_game = table.select(of_game)
    parts = []
    for seat in seats:
        of_seat = about_game.append_column(
            SEAT.field(), pa.chunked_array([[seat] * len(table)], SEAT.type)
        )
        for part in own.by_seat:
            field = table.schema.field(f"{part.name}_{seat}")
            of_seat = of_seat.append_column(field.with_name(part.name), table[field.name])
        parts.append(of_seat.filter(pa.compute.is_valid(of_seat["rank"])))
    return _frame(pa.concat_tables(parts).sort_by([("game", "ascending"), ("seat", "ascending")]))


def _played_again(
    played: Run, outcome: Outcome, engine: str, columns: list[str] | None = None
) -> pa.Table:
    """Return the games of a run as its file of games has them, or some columns of it."""
    from pyarrow import parquet

    run = Run(played.plan, played.plan.games)
    run.in_turn = False  # the rows are in the order of the games' numbers
    again = Outcome(run, wanted=list(outcome.played))
    with getting_ready():
        executor = Threads(run, engine, number_of_threads(None), keep_rows=True)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.parquet"
        with recording(run, path) as record, progress(again) as watchers:
            if not simulate(again, executor, [record, *watchers]).complete:
                raise KeyboardInterrupt
        return parquet.read_table(path, columns=columns)


def _frame(table: pa.Table) -> pd.DataFrame:
    """Return a table as a DataFrame whose numbers may be missing, with units in ``attrs``."""
    import pandas as pd
    import pyarrow as pa

    types = {pa.int64(): pd.Int64Dtype(), pa.float64(): pd.Float64Dtype()}
    frame: pd.DataFrame = table.to_pandas(types_mapper=types.get)
    frame.attrs[UNITS] = {field.name: field.metadata[b"unit"].decode() for field in table.schema}
    return frame
