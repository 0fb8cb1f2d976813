"""What an experiment has shown, as pandas DataFrames, plots, replays and files."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast, get_args

import numpy as np
import pandas as pd

from strategy_lab.display.presentations import presentation_of, save_results
from strategy_lab.display.progress import getting_ready, progress, status
from strategy_lab.errors import (
    LaboratoryError,
    MoveError,
    UsageError,
    games_of_deals,
    nearest,
    notebook_lines,
)
from strategy_lab.experiments.options import Whole
from strategy_lab.experiments.run.experiment import ALL, Run
from strategy_lab.game import GameDefinition
from strategy_lab.plugins.loading import named_by_a_folder
from strategy_lab.results.accumulators import Accumulator, Cell
from strategy_lab.results.conclusions import Column, Tables
from strategy_lab.results.saved_games import SEAT
from strategy_lab.results.saved_tables import TableFormat
from strategy_lab.rows import Rows
from strategy_lab.simulation.checkpoints import Execution, PlotFormat, manifest
from strategy_lab.simulation.execution import Threads, recording, simulate
from strategy_lab.simulation.experiment import Outcome, Piece, Plan
from strategy_lab.simulation.options import converted, several
from strategy_lab.simulation.replaying import check_unchanged, is_unloaded
from strategy_lab.simulation.sessions import begun, number_of_threads
from strategy_lab.simulation.spec import Spec, spec_from

if TYPE_CHECKING:
    import pyarrow as pa
    from matplotlib.figure import Figure
    from pandas import DataFrame
    from rich.console import Console

    from strategy_lab.display.presentations import Draw
    from strategy_lab.display.text_tables import Presentation


UNITS = "units"  # the key of a frame's ``attrs`` that has the unit of each of its columns


def frames(tables: Tables, columns: Mapping[str, Column]) -> dict[str, pd.DataFrame]:
    made: dict[str, pd.DataFrame] = {}
    for name, table in tables.items():
        made[name] = pd.DataFrame(table)
        made[name].attrs[UNITS] = {each: columns[each].unit for each in table if each in columns}
    return made


A = TypeVar("A", bound=Accumulator)

PREFORMATTED = (
    '<pre style="line-height: 1.25; font-family: monospace; overflow-x: auto">{code}</pre>'
)
"""How a notebook shows tables that are made of text."""


@dataclass(frozen=True, repr=False)
class Replay:
    """One game, as ``forsale-sim replay`` shows it."""

    story: str
    """Move by move, in words."""
    trace: list[dict[str, Any]]
    """The objects of its trace, in the order of play: ``pandas.DataFrame(replay.trace)``."""
    decisions: Sequence[Any]
    """Every decision in the order of play: who made it, its `view` and its `move`, or what else
    the game tells."""
    _game: GameDefinition

    def __repr__(self) -> str:
        return self.story

    def review(self) -> DataFrame:
        """Return what each decision gave away, by an estimate of the game's.

        Returns
        -------
        DataFrame
            A row for every decision with a choice: ``phase``, ``round``, ``seat``, ``strategy``,
            ``move``, the ``best`` move, what the move ``gave_away`` of the chance to win, 0 to 1,
            ``gave_away_money`` and, of both together, its ``cost``; and ``chances`` and ``money``,
            dicts from each sensible move to what comes of it.
        """
        from pandas import DataFrame

        if self._game.review is None:
            raise UsageError(f"games of {self._game.title} cannot be reviewed")
        with status("Looking back"):
            return DataFrame([*self._game.review(self.decisions)])


def replay(plan: Plan, number: int) -> Replay:
    """Play a game of a plan again with the readable engine."""
    seated = plan.definition.seat_game(plan, plan.game(number))
    try:
        decisions = seated.play(recording=True)
    except MoveError as error:
        raise LaboratoryError(str(error)) from error
    trace = [json.loads(line) for line in seated.trace()]
    return Replay(seated.story(), trace, decisions, plan.definition)


class Result:
    """What an experiment has shown.

    Its tables are attributes, such as ``by_strategy`` of a run, ``ratings`` of a ranking,
    ``differences`` of a comparison, ``duels`` of a duel, ``payoffs`` of a meta-game and
    ``candidates`` of a design; the function of an experiment lists them. Their columns, with units
    and meanings, are those of the saved tables.

    Attributes
    ----------
    manifest : dict
        What was asked for and played, the digest, and the command that plays it again.
    tables : dict of str to DataFrame
        All tables by name.
    """

    def __init__(self, spec: Spec, outcome: Outcome, execution: Execution) -> None:
        self.manifest = manifest(spec, outcome, execution)
        self._spec, self._outcome, self._execution = spec, outcome, execution
        self._columns = outcome.tables()

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name."""
        return frames(self._columns, self._outcome.experiment.columns)

    if not TYPE_CHECKING:  # which knows the tables of each experiment

        def __getattr__(self, name: str) -> pd.DataFrame:
            """Return a table."""
            if name.startswith("_"):  # copy and pickle ask for some before there are any tables
                raise AttributeError(f"a result has no {name!r}")
            if name not in self._columns:
                raise AttributeError(f"a result has no {name!r}{nearest(name, self._columns)}")
            return self.tables[name]

    def __dir__(self) -> list[str]:
        return sorted([*super().__dir__(), *self._columns])

    def __repr__(self) -> str:
        facts = self.manifest
        partial = "" if facts["complete"] else "PARTIAL, interrupted: "
        short = (
            "" if facts.get("precision_reached", True) is not False else (", precision not reached")
        )
        kind = "" if self._spec.command == "run" else f"{self._spec.command}, "
        return (
            f"<forsale_sim.Result: {kind}{partial}"
            f"{games_of_deals(facts['games'], facts['deals'])}, "
            f"seed {facts['seed']}, {', '.join(facts['rulesets'])} for "
            f"{', '.join(map(str, facts['players']))} players{short}, "
            f"digest {facts['digest'][:12]}…>"
        )

    def __eq__(self, other: object) -> bool:
        """Return whether another result is of the same games, and shows the same."""
        if not isinstance(other, Result):
            return NotImplemented
        one, two = ((each._spec.command, each.manifest["digest"]) for each in (self, other))
        if one != two or self._columns.keys() != other._columns.keys():
            return False
        return all(table.equals(other.tables[name]) for name, table in self.tables.items())

    def __hash__(self) -> int:
        return hash(self.manifest["digest"])

    def __add__(self, other: object) -> NoReturn:
        raise UsageError(
            "results are added up from their folders, and only if they are parts of one experiment "
            "(run --shard): save them first, as by result.save('part-1'), and call "
            "merge(['part-1', 'part-2']). To have more games, play the request with more"
        )

    __radd__ = __add__

    def _repr_html_(self) -> str:
        """Return what a notebook shows: what `summary` says, with its emphasis."""
        from html import escape

        console = self._printed()
        tables = console.export_html(inline_styles=True, code_format=PREFORMATTED)
        return f"<p>{escape(self._headline)}</p>{tables}"

    @property
    def games(self) -> pd.DataFrame:
        """A row for every game of a run or ranking, in the order of the games' numbers.

        Its columns are those of ``--games-out``: the cards, the prices, who sat where and how it
        ended. Their units are in ``attrs["units"]``. The games are not kept in memory: they are
        played once more, by the same strategies.

        Raises
        ------
        UsageError
            If there are too many for a DataFrame, the experiment has no numbered games, or a
            strategy has changed since.
        """
        return _frame(_played_again(self._listed(), self._outcome, self._execution.engine))

    @property
    def games_by_seat(self) -> pd.DataFrame:
        """A row for every seat of every game: `games` without the houses, in the long form.

        Its columns are ``ruleset``, ``players``, ``game``, ``deal``, ``seating`` and ``seat``, then
        ``strategy``, ``coins_left``, ``cheques``, ``money``, ``rank`` and ``win_share``.

        Raises
        ------
        UsageError
            As for `games`.
        """
        return _by_seat(self._listed(), self._outcome, self._execution.engine)

    def count(self, new: Callable[[Cell], A]) -> dict[tuple[str, int], A]:
        """Count every game of a run or ranking by an accumulator of one's own.

        The games are played once more, by the same strategies, on all cores; none is kept in
        memory. What a folder holds is counted as well, however often it was interrupted.

        Parameters
        ----------
        new
            Makes an `Accumulator` that has counted nothing, for a ruleset and a number of players:
            its class, if that takes a cell. Several are made, whose sums are added up. Their arrays
            are of int64.

        Returns
        -------
        dict
            What has counted the games, by the ruleset's name and the number of players.

        Raises
        ------
        UsageError
            If there are no numbered games, a strategy has changed since, or `new` makes nothing
            that counts.
        """
        if not callable(new):
            raise UsageError(f"games are counted by what a class or a function makes, not {new!r}")
        run = Counted(self._numbered("counted"), new)
        again = _play_again(run, self._outcome, self._execution.engine)
        cells = [planned.cell for planned in run.plan.cells]
        return {(cell.ruleset, cell.players): again.tally(i) for i, cell in enumerate(cells)}

    def summary(self) -> str:
        """Return what the command line prints: the tables, with intervals and findings."""
        return f"{self._headline}\n\n{self._printed().export_text()}".rstrip()

    def plot(self, kind: str | None = None, ruleset: str | None = None) -> Figure:
        """Return a plot, with a panel for each player count.

        Parameters
        ----------
        kind
            As ``forsale-sim plot --kind`` has it: of a run ``strategies`` (unless another is
            named), ``seats``, ``players``, ``measures`` or ``opponents``; of a ranking
            ``ratings`` or ``opponents``; of a meta-game ``equilibria``.
        ruleset
            Which ruleset; the first unless another is named.

        Raises
        ------
        UsageError
            If there is no such plot.
        """
        draw = self._drawn(kind)
        rulesets = self.manifest["rulesets"]
        if ruleset is not None and ruleset not in rulesets:
            raise UsageError(f"there is no ruleset {ruleset!r}{nearest(str(ruleset), rulesets)}")
        return draw(ruleset or rulesets[0])

    def replay(self, game: int) -> Replay:
        """Play one game of a run or ranking again; print what comes back to read it.

        Parameters
        ----------
        game
            Its number, from 1.

        Raises
        ------
        UsageError
            If there is no such game, or a strategy has changed since it was played.
        """
        number: int = converted("game", Whole(), game)
        return replay(self._numbered("replayed by number").plan, number)

    def save(
        self,
        folder: str | Path,
        *,
        table_formats: TableFormat | Iterable[TableFormat] = "parquet",
        plot_formats: PlotFormat | Iterable[PlotFormat] = "png",
    ) -> None:
        """Save tables, plots, manifest and checkpoint in a new folder, as ``--out`` does.

        Parameters
        ----------
        folder
            It may be there, if it is empty.
        table_formats, plot_formats
            One or several; none leaves out the tables, or the plots.

        Raises
        ------
        UsageError
            If there is no such format, or the folder holds something already.
        LaboratoryError
            If the folder cannot be written.
        """
        execution = replace(
            self._execution,
            table_formats=_formats("table_formats", table_formats, get_args(TableFormat)),
            plot_formats=_formats("plot_formats", plot_formats, get_args(PlotFormat)),
        )
        folder = folder_named(folder)
        with begun(self._spec, execution, folder, outcome=self._outcome):
            save_results(folder, self._columns, self.manifest, self._presentation, execution)

    @property
    def _presentation(self) -> Presentation:
        return presentation_of(self._spec, self._outcome.experiment)

    @property
    def _headline(self) -> str:
        return self._presentation.headline(self.manifest)

    def _printed(self) -> Console:
        """Return a console that has recorded the tables in print."""
        from rich.console import Console

        presentation = self._presentation
        console = Console(
            record=True,
            width=presentation.width,
            file=io.StringIO(),
            highlight=False,
            force_jupyter=False,  # which would show everything below the cell at once
        )
        presentation.print_tables(self._columns, self.manifest, console)
        return console

    def _drawn(self, kind: str | None) -> Draw:
        """Return what draws a kind of plot, the first kind unless one is named."""
        from strategy_lab.display.presentations import plots_of

        measures = self._spec.program.game.measures()
        plots = plots_of(self._columns, measures)
        if not plots:
            command = f"{self._spec.program.name} {self._spec.command}"
            raise UsageError(f"there are no plots of what {command} plays")
        kind = kind or next(iter(plots))
        if kind not in plots:
            raise UsageError(f"there is no plot {kind!r}{nearest(kind, plots)}")
        return plots[kind]

    def _listed(self) -> Run:
        """Return the run, if its games can be the rows of a DataFrame."""
        if self.manifest["games"] > MOST_GAMES:
            raise UsageError(
                f"{self.manifest['games']:,} games are too many for a DataFrame, which takes "
                f"{MOST_GAMES:,}: write them to a file with {self._spec.program.name} run "
                "--games-out"
            )
        return self._numbered("listed")

    def _numbered(self, what: str) -> Run:
        """Return the run, if its games have numbers and its strategies are what they were."""
        if self._run is None:
            raise UsageError(f"games of {self._spec.command} cannot be {what}")
        run = self._run
        if any(map(is_unloaded, run.plan.field)):
            with named_by_a_folder():
                run = cast("Run", spec_from(self._spec.to_json()).experiment())
        for entrant, source in zip(run.plan.field, self.manifest["sources"], strict=True):
            check_unchanged(entrant, source)
        return run

    @property
    def _run(self) -> Run | None:
        experiment = self._outcome.experiment
        return experiment if isinstance(experiment, Run) else None


if TYPE_CHECKING:

    class AnyResult(Result):
        """A result of any experiment, for type checkers: any table may be in it."""

        def __getattr__(self, name: str) -> pd.DataFrame: ...


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or a notebook's stop button, when something had been played.

    It is the KeyboardInterrupt that it would be anyway, so loops, scripts and the cells that follow
    stop; but what was played is not lost.

    Attributes
    ----------
    result : Result
        Of what was played so far, always whole deals; of `exploit` the rows that are done.
    """

    def __init__(self, result: Result) -> None:
        super().__init__(f"{result!r}\nIt is the attribute `result` of this exception.")
        self.result = cast("AnyResult", result)

    def _render_traceback_(self) -> list[str]:
        return notebook_lines(self)


def folder_named(given: Any) -> Path:
    if isinstance(given, Result):
        raise UsageError(
            f"a folder is named here, and a result is in memory: save it first, by "
            f"result.save('part-1'), and name 'part-1', or play it with out='part-1': {given!r}"
        )
    try:
        return Path(given)
    except TypeError:
        raise UsageError(f"a folder is named by a text or a Path, not by {given!r}") from None


def _formats(name: str, given: Any, known: tuple[Any, ...]) -> tuple[Any, ...]:
    asked = tuple(several(given))
    for form in asked:
        if form not in known:
            raise UsageError(f"{name}: there is no {form!r}; there are: {', '.join(known)}")
    return asked


class Counted(Run):
    """A run whose games are counted by what `new` makes for each cell."""

    detailed_games = ALL

    def __init__(self, played: Run, new: Callable[[Cell], Accumulator]) -> None:
        super().__init__(played.plan, played.plan.games)
        self._new = new

    def empty(self, block: int) -> Accumulator:
        made = self._new(self.plan.cells[block].cell)
        if not isinstance(made, Accumulator):
            raise UsageError(f"games are counted by an Accumulator, not by a {type(made).__name__}")
        _require_sums(made)
        return made

    def count(self, piece: Piece, rows: Sequence[Rows]) -> Accumulator:
        counted = super().count(piece, [games.widened() for games in rows])
        _require_sums(counted)
        return counted


def _require_sums(made: Accumulator) -> None:
    for name, array in made.arrays().items():
        if not isinstance(array, np.ndarray) or array.dtype != np.int64:
            kind = array.dtype if isinstance(array, np.ndarray) else type(array).__name__
            raise UsageError(
                f"the sums {name!r} of {type(made).__name__} are no array of int64 but {kind}: "
                "whole numbers add up to the same in any order; add to them in place (+=)"
            )


MOST_GAMES = 1_000_000  # they take some 1.6 GB of memory, because whole numbers have 64 bits


def _by_seat(played: Run, outcome: Outcome, engine: str) -> pd.DataFrame:
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
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.parquet"
        with recording(run, path) as record:
            _play_again(run, outcome, engine, [record])
        return parquet.read_table(path, columns=columns)


def _play_again(run: Run, outcome: Outcome, engine: str, record: Sequence[Any] = ()) -> Outcome:
    again = Outcome(run, wanted=list(outcome.played))
    with getting_ready():
        executor = Threads(run, engine, number_of_threads(None), keep_rows=bool(record))
    with progress(again) as watchers:
        if not simulate(again, executor, [*record, *watchers]).complete:
            raise KeyboardInterrupt
    return again


def _frame(table: pa.Table) -> pd.DataFrame:
    import pandas as pd
    import pyarrow as pa

    types = {pa.int64(): pd.Int64Dtype(), pa.float64(): pd.Float64Dtype()}
    frame: pd.DataFrame = table.to_pandas(types_mapper=types.get)
    frame.attrs[UNITS] = {field.name: field.metadata[b"unit"].decode() for field in table.schema}
    return frame
