"""What an experiment has shown, as pandas DataFrames, plots, replays and files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from forsale_sim.api.arguments import formats, whole
from forsale_sim.display.presentations import presentation_of
from forsale_sim.display.saving import save_results
from forsale_sim.errors import UsageError, nearest
from forsale_sim.experiments.run.experiment import Run
from forsale_sim.results.frames import frames
from forsale_sim.simulation.checkpointer import new_folder
from forsale_sim.simulation.checkpoints import Checkpoint, Execution, PlotFormat, TableFormat
from forsale_sim.simulation.experiment import Outcome
from forsale_sim.simulation.manifest import manifest
from forsale_sim.simulation.sources import check_unchanged, is_unloaded, leave_unloaded
from forsale_sim.simulation.spec import Spec, spec_from
from forsale_sim.wording import games_of_deals

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from forsale_sim.api.replays import Replay


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


class Result:
    """What an experiment has shown.

    Its tables are attributes, such as ``by_strategy`` of a run, ``ratings`` of a ranking,
    ``differences`` of a comparison, ``duels`` of a duel and ``payoffs`` of a meta-game. Their
    columns, with units and meanings, are those of the saved tables.

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
        self._columns = outcome.experiment.tables(outcome)

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

    def plot(self, kind: str | None = None, ruleset: str | None = None) -> Figure:
        """Return a plot, with a panel for each player count.

        Parameters
        ----------
        kind
            As ``forsale-sim plot --kind`` has it: of a run ``strategies`` (unless another is
            named), ``seats``, ``players`` or ``opponents``; of a ranking ``ratings`` or
            ``opponents``.
        ruleset
            Which ruleset, if there are several.

        Raises
        ------
        UsageError
            If there is no such plot.
        """
        from forsale_sim.display.plots.kinds import plots_of

        run = self._run
        estimator = None if run is None else run.estimator
        plots = plots_of(self._columns, estimator)
        if not plots:
            raise UsageError(f"there are no plots of what forsale-sim {self._spec.command} plays")
        kind = kind or next(iter(plots))
        if kind not in plots:
            raise UsageError(f"there is no plot {kind!r}{nearest(kind, plots)}")
        rulesets = self.manifest["rulesets"]
        if ruleset is None and len(rulesets) > 1:
            raise UsageError(f"name a ruleset for the plot: {', '.join(rulesets)}")
        if ruleset is not None and ruleset not in rulesets:
            raise UsageError(f"there is no ruleset {ruleset!r}{nearest(ruleset, rulesets)}")
        return plots[kind](ruleset or rulesets[0])

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
        from forsale_sim.api.replays import replay

        if self._run is None:
            raise UsageError(f"games of {self._spec.command} cannot be replayed by number")
        plan = self._run.plan
        if any(map(is_unloaded, plan.field)):
            (plan,) = spec_from(self._spec.to_json()).experiment().plans
        for entrant, source in zip(plan.field, self.manifest["sources"], strict=True):
            check_unchanged(entrant, source)
        return replay(plan, whole("game", game))

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
        execution = replace(
            self._execution,
            table_formats=formats("table_formats", table_formats, get_args(TableFormat)),
            plot_formats=formats("plot_formats", plot_formats, get_args(PlotFormat)),
        )
        presentation = presentation_of(self._spec.command, self._outcome.experiment)
        with new_folder(Path(folder), self._spec, execution, self._outcome):
            save_results(Path(folder), self._columns, self.manifest, presentation, execution)

    @property
    def _run(self) -> Run | None:
        experiment = self._outcome.experiment
        return experiment if isinstance(experiment, Run) else None


def load(folder: str | Path) -> Result:
    """Return what was saved in a folder by an experiment, from Python or the command line.

    No file of a strategy is run for it, until a game is replayed.

    Parameters
    ----------
    folder
        That of ``--out``, or of `Result.save`; complete or not.

    Raises
    ------
    UsageError
        If it holds nothing that can be read.
    """
    checkpoint = Checkpoint.load(Path(folder), leave_unloaded)
    if not checkpoint.outcome.experiment.has_results(checkpoint.outcome):
        raise UsageError(f"{folder} holds nothing yet that tables can be made of: resume it")
    return Result(checkpoint.spec, checkpoint.outcome, checkpoint.execution)
