"""What an experiment has shown, as pandas DataFrames, plots, replays and files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast, get_args

from strategy_lab.api.arguments import formats, whole
from strategy_lab.display.presentations import presentation_of, save_results
from strategy_lab.errors import UsageError, games_of_deals, nearest, notebook_lines
from strategy_lab.experiments.run.experiment import Run
from strategy_lab.results.accumulators import Accumulator, Cell
from strategy_lab.results.tables import frames
from strategy_lab.simulation.checkpoints import Execution, PlotFormat, TableFormat, manifest
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.simulation.options import several
from strategy_lab.simulation.replaying import check_unchanged, is_unloaded
from strategy_lab.simulation.sessions import begun
from strategy_lab.simulation.spec import Spec, spec_from

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from rich.console import Console

    from strategy_lab.api.replays import Replay
    from strategy_lab.display.presentations import Draw, Presentation
    from strategy_lab.results.conclusions import Tables

A = TypeVar("A", bound=Accumulator)

PREFORMATTED = (
    '<pre style="line-height: 1.25; font-family: monospace; overflow-x: auto">{code}</pre>'
)
"""How a notebook shows tables that are made of text."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or a notebook's stop button, when something had been played.

    It is the KeyboardInterrupt that it would be anyway, so loops, scripts and the cells that follow
    stop; but what was played is not lost.

    Attributes
    ----------
    result : Result or DataFrame
        Of what was played so far, always whole deals; of `exploit` the rows that are done.
    """

    def __init__(self, result: Any) -> None:
        super().__init__(f"{result!r}\nIt is the attribute `result` of this exception.")
        self.result = result

    def _render_traceback_(self) -> list[str]:
        return notebook_lines(self)


class Result:
    """What an experiment has shown.

    Its tables are attributes, such as ``by_strategy`` of a run, ``ratings`` of a ranking,
    ``differences`` of a comparison, ``duels`` of a duel, ``payoffs`` of a meta-game and
    ``candidates`` of a design; `forsale_sim.api.functions` lists them by experiment. Their
    columns, with units and meanings, are those of the saved tables.

    Attributes
    ----------
    manifest : dict
        What was asked for and played, the digest, and the command that plays it again.
    tables : dict of str to DataFrame
        All tables by name.
    """

    command: ClassVar[str] = ""
    """The experiment that returns it."""

    def __init__(self, spec: Spec, outcome: Outcome, execution: Execution) -> None:
        self.manifest = manifest(spec, outcome, execution)
        self._spec, self._outcome, self._execution = spec, outcome, execution
        self._columns = outcome.experiment.tables(outcome)

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
        played = [(each._spec.command, each.manifest["digest"]) for each in (self, other)]
        return played[0] == played[1] and _same_tables(self._columns, other._columns)

    def __hash__(self) -> int:
        return hash(self.manifest["digest"])

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
        from strategy_lab.api.games import games

        return games(self._listed(), self._outcome, self._execution.engine)

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
        from strategy_lab.api.games import games_by_seat

        return games_by_seat(self._listed(), self._outcome, self._execution.engine)

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
        from strategy_lab.api.arguments import counted

        return counted(self._numbered("counted"), self._outcome, self._execution.engine, new)

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
            Which ruleset; of several, all are drawn unless one is named.

        Raises
        ------
        UsageError
            If there is no such plot.
        """
        draw = self._drawn(kind)
        rulesets = self.manifest["rulesets"]
        if ruleset is None and len(rulesets) > 1:
            from strategy_lab.display.plots.figures import stacked

            return stacked([draw(name) for name in rulesets])
        if ruleset is not None and ruleset not in rulesets:
            raise UsageError(f"there is no ruleset {ruleset!r}{nearest(ruleset, rulesets)}")
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
        from strategy_lab.api.replays import replay

        return replay(self._numbered("replayed by number").plan, whole("game", game))

    def save(
        self,
        folder: str | Path,
        *,
        table_formats: TableFormat | Iterable[TableFormat] = "parquet",
        plot_formats: PlotFormat | Iterable[PlotFormat] = "png",
        plots: str | Iterable[str] | None = None,
    ) -> None:
        """Save tables, plots, manifest and checkpoint in a new folder, as ``--out`` does.

        Parameters
        ----------
        folder
            It may be there, if it is empty.
        table_formats, plot_formats
            One or several; none leaves out the tables, or the plots.
        plots
            Which kinds of plots, as `plot` has them; those that ``--out`` saves unless said.

        Raises
        ------
        UsageError
            If there is no such format, or the folder holds something already.
        LaboratoryError
            If the folder cannot be written.
        """
        execution = replace(
            self._execution,
            table_formats=formats("table_formats", table_formats, get_args(TableFormat)),
            plot_formats=formats("plot_formats", plot_formats, get_args(PlotFormat)),
        )
        folder = Path(folder)
        chosen = None if plots is None else {kind: self._drawn(kind) for kind in several(plots)}
        with begun(self._spec, execution, folder, outcome=self._outcome):
            shown = execution
            if chosen is not None:
                from strategy_lab.display.plots.charts import save_by_ruleset

                save_by_ruleset(chosen, self.manifest["rulesets"], folder, execution.plot_formats)
                shown = replace(execution, plot_formats=())
            save_results(folder, self._columns, self.manifest, self._presentation, shown)

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
        estimator = None if self._run is None else self._run.estimator
        plots = plots_of(self._columns, measures, estimator)
        if not plots:
            command = f"{self._spec.program.name} {self._spec.command}"
            raise UsageError(f"there are no plots of what {command} plays")
        kind = kind or next(iter(plots))
        if kind not in plots:
            raise UsageError(f"there is no plot {kind!r}{nearest(kind, plots)}")
        return plots[kind]

    def _listed(self) -> Run:
        """Return the run, if its games can be the rows of a DataFrame."""
        from strategy_lab.api.games import MOST_GAMES

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
            run = cast("Run", spec_from(self._spec.to_json()).experiment())
        for entrant, source in zip(run.plan.field, self.manifest["sources"], strict=True):
            check_unchanged(entrant, source)
        return run

    @property
    def _run(self) -> Run | None:
        experiment = self._outcome.experiment
        return experiment if isinstance(experiment, Run) else None


def _same_tables(one: Tables, other: Tables) -> bool:
    """Return whether tables are equal; where nothing is known in both, they are."""
    import pandas as pd

    return one.keys() == other.keys() and all(
        pd.DataFrame(one[name]).equals(pd.DataFrame(other[name])) for name in one
    )
