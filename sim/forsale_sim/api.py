"""Runs from Python: what ``forsale-sim run`` plays and finds, as pandas DataFrames."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from forsale_sim.cli.asked import (
    DEFAULT_GAMES,
    DEFAULT_RULESET,
    MOST_GAMES,
    PlanOptions,
    only_one_size,
)
from forsale_sim.cli.options import drawn_seed
from forsale_sim.cli.playing import engine_option, play
from forsale_sim.errors import StoppedError, UsageError
from forsale_sim.plugins.contract import Strategy
from forsale_sim.results.frames import frames
from forsale_sim.results.tables import tables, values
from forsale_sim.tournament.engines import ENGINES
from forsale_sim.tournament.manifest import manifest
from forsale_sim.tournament.precision import estimators_of
from forsale_sim.tournament.running import Outcome

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from forsale_sim.replays import Replay
    from forsale_sim.report.plots.saving import PlotFormat
    from forsale_sim.results.files.saving import TableFormat

Player: TypeAlias = str | os.PathLike[str] | Strategy
"""A spec, as on the command line, a strategy's file, or a strategy itself."""


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

    def __init__(self, outcome: Outcome, facts: Mapping[str, Any]) -> None:
        self.manifest = dict(facts)
        self._plan = outcome.plan
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
            f"<forsale_sim.Result: {partial}{facts['games']:,} games of {facts['deals']:,} deals, "
            f"seed {facts['seed']}, {', '.join(facts['rulesets'])} for "
            f"{', '.join(map(str, facts['players']))} players{short}, "
            f"digest {facts['digest'][:12]}…>"
        )

    def plot(
        self, kind: Literal["seats", "strategies"] = "strategies", ruleset: str | None = None
    ) -> Figure:
        """Return the plot of win rates, a panel for each player count.

        Parameters
        ----------
        kind
            By what.
        ruleset
            Which of the run's, if there are several.

        Raises
        ------
        UsageError
            If there is no such plot.
        """
        from forsale_sim.report.plots.win_rates import plot_seats, plot_strategies

        plots = {"seats": plot_seats, "strategies": plot_strategies}
        if kind not in plots:
            raise UsageError(f"there is no plot {kind!r}; there are: {', '.join(plots)}")
        rulesets = values(self._columns["by_players"]["ruleset"])
        if ruleset is None and len(rulesets) > 1:
            raise UsageError(f"name a ruleset for the plot: {', '.join(rulesets)}")
        if ruleset is not None and ruleset not in rulesets:
            raise UsageError(f"the run has no ruleset {ruleset!r}; it has: {', '.join(rulesets)}")
        estimator = next(iter(self._estimators.values()))
        return plots[kind](self._columns, ruleset or rulesets[0], estimator)

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
        from forsale_sim.tournament.describing import check_sources

        check_sources(self._plan.field, self.manifest["sources"])
        return replay(self._plan, _whole("game", game))

    def save(
        self,
        folder: str | Path,
        *,
        table_formats: TableFormat | Iterable[TableFormat] = "parquet",
        plot_formats: PlotFormat | Iterable[PlotFormat] = "png",
    ) -> None:
        """Save tables, plots and manifest in a new folder, as ``--out`` does.

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
        from forsale_sim.aside import made_folder
        from forsale_sim.cli.results import write_results
        from forsale_sim.report.plots.saving import PlotFormat
        from forsale_sim.results.files.saving import TableFormat

        in_tables = _formats("table_formats", table_formats, get_args(TableFormat))
        in_plots = _formats("plot_formats", plot_formats, get_args(PlotFormat))
        with made_folder(Path(folder)):
            write_results(
                Path(folder),
                self._columns,
                self.manifest,
                next(iter(self._estimators.values())),
                table_formats=in_tables,
                plot_formats=in_plots,
            )


def run(
    games: float | None = None,
    *,
    rulesets: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = DEFAULT_RULESET,
    players: int | Iterable[int] = (),
    strategies: Player | Iterable[Player] = (),
    lineup: str | Iterable[Player] | None = None,
    rotate: bool = True,
    seed: int | None = None,
    precision: float | None = None,
    max_games: float | None = None,
    threads: int | None = None,
    engine: Literal["auto", "compiled", "specialised", "python"] = "auto",
) -> Result:
    """Play games, as ``forsale-sim run`` does, and return what was found.

    The same arguments and seed give the same digest and tables as on the command line. Progress is
    shown in a notebook and on a terminal, and nowhere else.

    Parameters
    ----------
    games
        How many in all, 100,000 unless said; rounded up to whole deals.
    rulesets
        Editions, or TOML files of your own.
    players
        Player counts; all that a ruleset allows unless said.
    strategies
        The field that each deal draws a lineup from: specs, or strategies that were defined with
        the decorator `strategy`, in a notebook say. All built-in ones unless said.
    lineup
        One strategy a seat, seat 1 first, for every deal; instead of `strategies`.
    rotate
        Whether each deal is played with every rotation of its lineup.
    seed
        Decides every card and draw; drawn, and in the manifest, unless said.
    precision
        Play until every win rate, by strategy and by seat, is known to plus or minus this fraction;
        instead of `games`.
    max_games
        The most games that a precision may take, 10**9 unless said.
    threads
        How many to play on; all cores unless said.
    engine
        Who plays; ``"python"`` plays any Python callable, a thousand times slower.

    Returns
    -------
    Result
        With the tables as DataFrames.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    ForSaleError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """
    if engine not in ENGINES:
        raise UsageError(f"there is no engine {engine!r}; there are: {', '.join(ENGINES)}")
    only_one_size(games=games is not None, precision=precision, max_games=max_games)
    size, usual = (games, DEFAULT_GAMES) if precision is None else (max_games, MOST_GAMES)
    options = PlanOptions(
        rulesets=tuple(map(os.fspath, _several(rulesets))),
        players=tuple(sorted({_whole("players", count) for count in _several(players)})),
        strategies=tuple(map(_player, _several(strategies))),
        lineup=lineup if lineup is None or isinstance(lineup, str) else tuple(map(_player, lineup)),
        rotate=rotate,
        seed=drawn_seed() if seed is None else _whole("seed", seed),
        games=usual if size is None else _whole("games", size),
        precision=precision,
    )
    outcome = Outcome.nothing_yet(options.plan())
    try:
        how = play(outcome, options, engine=engine, threads=threads)
    except StoppedError as error:
        raise KeyboardInterrupt(str(error)) from error
    command = options.command("run", *engine_option(engine))
    result = Result(outcome, manifest(outcome, command=command, **how))
    if not outcome.complete:
        raise Interrupted(result)
    return result


def _several(value: Any) -> Iterable[Any]:
    """Return what was given as one or as several, as several."""
    return (value,) if isinstance(value, str) or not isinstance(value, Iterable) else value


def _player(given: Any) -> str | Strategy:
    """Return a strategy, or the spec of one."""
    if isinstance(given, str | Strategy):
        return given
    if isinstance(given, os.PathLike):
        return str(os.fspath(given))
    name = getattr(given, "__name__", type(given).__name__)
    raise UsageError(
        f"{name} is no strategy: put @strategy('name') before the class, or name one by its spec"
    )


def _formats(name: str, given: Any, known: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return formats that were given as one or as several, if all are known."""
    formats = tuple(_several(given))
    for form in formats:
        if form not in known:
            raise UsageError(f"{name}: there is no {form!r}; there are: {', '.join(known)}")
    return formats


def _whole(name: str, value: Any) -> int:
    """Return a whole number that may have been given as 1e6, or by NumPy."""
    try:
        return operator.index(value)
    except TypeError:
        if isinstance(value, float) and value.is_integer():
            return int(value)
    raise UsageError(f"{name}: {value!r} is not a whole number")
