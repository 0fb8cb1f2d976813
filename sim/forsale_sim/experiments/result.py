"""What a run found, as pandas DataFrames, plots, replays and files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from forsale_sim.display.plots.of_run import RUN_PLOTS, RunPlot, plot_run
from forsale_sim.errors import UsageError
from forsale_sim.experiments.writing import manifest_of, write_results
from forsale_sim.results.frames import frames
from forsale_sim.results.tables import tables, values
from forsale_sim.simulation.arguments import formats, whole
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.precision import estimators_of
from forsale_sim.wording import games_of_deals

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from forsale_sim.display.plots.saving import PlotFormat
    from forsale_sim.replays import Replay
    from forsale_sim.results.files.saving import TableFormat
    from forsale_sim.simulation.checkpoints import Asked


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, or a notebook's stop button, when some games had been played.

    It is the KeyboardInterrupt that it would be anyway, so loops, scripts and the cells that follow
    stop; but what was played is not lost.

    Attributes
    ----------
    result : Result
        Of the games played so far, always whole deals.
    """

    def __init__(self, result: Result) -> None:
        super().__init__(f"{result!r}\nIt is the attribute `result` of this exception.")
        self.result = result


class Result:
    """What a run found.

    Its tables are attributes: ``by_strategy``, ``by_seat``, ``by_strategy_and_seat``,
    ``head_to_head``, ``by_players``, ``seat_effect``. Their columns, with units and meanings, are
    those of the saved tables.

    Attributes
    ----------
    manifest : dict
        What was asked for and played, the digest, and the command that plays it again.
    tables : dict of str to DataFrame
        All tables by name.
    """

    def __init__(self, outcome: Outcome, asked: Asked) -> None:
        self.manifest = manifest_of(outcome, asked)
        self._outcome, self._asked = outcome, asked
        self._estimators = estimators_of(outcome.plan)
        self._columns = tables(outcome.tallies, self._estimators)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name."""
        return frames(self._columns)

    def __getattr__(self, name: str) -> pd.DataFrame:
        """Return a table."""
        if name.startswith("_"):  # copy and pickle ask for some before there are any tables
            raise AttributeError(f"a result has no {name!r}")
        if name not in self._columns:
            raise AttributeError(
                f"a result has no {name!r}; its tables: {', '.join(self._columns)}"
            )
        return self.tables[name]

    def __dir__(self) -> list[str]:
        return sorted([*super().__dir__(), *self._columns])

    def __repr__(self) -> str:
        facts = self.manifest
        partial = "" if facts["complete"] else "PARTIAL, interrupted: "
        short = "" if facts["precision_reached"] in (None, True) else ", precision not reached"
        return (
            f"<forsale_sim.Result: {partial}{games_of_deals(facts['games'], facts['deals'])}, "
            f"seed {facts['seed']}, {', '.join(facts['rulesets'])} for "
            f"{', '.join(map(str, facts['players']))} players{short}, "
            f"digest {facts['digest'][:12]}…>"
        )

    def plot(self, kind: RunPlot = "strategies", ruleset: str | None = None) -> Figure:
        """Return a plot, with a panel for each player count.

        Parameters
        ----------
        kind
            Of what, as ``forsale-sim plot --kind`` has it: win rates by seat or by strategy, money
            by player count, or who finishes ahead of which opponents.
        ruleset
            Which of the run's, if there are several.

        Raises
        ------
        UsageError
            If there is no such plot.
        """
        if kind not in RUN_PLOTS:
            raise UsageError(f"there is no plot {kind!r}; there are: {', '.join(RUN_PLOTS)}")
        rulesets = values(self._columns["by_players"]["ruleset"])
        if ruleset is None and len(rulesets) > 1:
            raise UsageError(f"name a ruleset for the plot: {', '.join(rulesets)}")
        if ruleset is not None and ruleset not in rulesets:
            raise UsageError(f"the run has no ruleset {ruleset!r}; it has: {', '.join(rulesets)}")
        estimator = next(iter(self._estimators.values()))
        return plot_run(kind, self._columns, ruleset or rulesets[0], estimator)

    def replay(self, game: int) -> Replay:
        """Play one of its games again; print what comes back to read it move by move.

        Parameters
        ----------
        game
            Its number in the run, from 1.

        Raises
        ------
        UsageError
            If the run has no such game, or a strategy has changed since it was played.
        """
        from forsale_sim.replays import replay
        from forsale_sim.simulation.describing import check_sources

        check_sources(self._outcome.plan.field, self.manifest["sources"])
        return replay(self._outcome.plan, whole("game", game))

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
        ForSaleError
            If the folder cannot be written.
        """
        from forsale_sim.display.plots.saving import PlotFormat
        from forsale_sim.results.files.saving import TableFormat
        from forsale_sim.simulation.checkpointer import new_run

        in_tables = formats("table_formats", table_formats, get_args(TableFormat))
        in_plots = formats("plot_formats", plot_formats, get_args(PlotFormat))
        asked = replace(self._asked, table_formats=in_tables, plot_formats=in_plots)
        with new_run(Path(folder), asked, self._outcome):
            write_results(
                Path(folder),
                self._columns,
                self.manifest,
                next(iter(self._estimators.values())),
                table_formats=in_tables,
                plot_formats=in_plots,
            )
