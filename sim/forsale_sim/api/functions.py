"""Experiments of For Sale alone from Python: a gauntlet, and a design."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from strategy_lab.api.arguments import (
    OneRuleset,
    Player,
    Players,
    Rulesets,
    player_counts,
    ruleset_text,
    whole,
)
from strategy_lab.api.functions import EngineName, played, variations
from strategy_lab.api.replays import explained
from strategy_lab.api.result import Result
from strategy_lab.errors import StoppedError, UsageError
from strategy_lab.simulation.options import several

from forsale_sim.experiments.gauntlet.experiment import (
    DEFAULT_DESIGN_GAMES,
    DEFAULT_GAUNTLET_DEALS,
    DEFAULT_MIXED_TABLES,
    DEFAULT_STRANGERS,
    RETUNED_FIELD,
    VALIDATE,
)
from forsale_sim.for_sale import GAME

if TYPE_CHECKING:
    import pandas as pd


# typed_results: What a gauntlet and a design return: a `Result` whose tables type checkers and
# editors know.


class GauntletResult(Result):
    """What `forsale_sim.gauntlet` returns."""

    command = "gauntlet"
    strength: pd.DataFrame
    by_players: pd.DataFrame
    kinds: pd.DataFrame


class DesignResult(Result):
    """What `forsale_sim.design` returns; it has `fair_coins` where fair seats were asked for."""

    command = "design"
    candidates: pd.DataFrame
    finalists: pd.DataFrame
    at_tables: pd.DataFrame
    rivals: pd.DataFrame
    conditions: pd.DataFrame
    fair_coins: pd.DataFrame


@explained
def gauntlet(
    *strategies: Player,
    part: Literal["train", "validate", "test"] = VALIDATE,
    strangers: int = DEFAULT_STRANGERS,
    mixed: int = DEFAULT_MIXED_TABLES,
    rulesets: Rulesets = None,
    players: Players = None,
    deals: float = DEFAULT_GAUNTLET_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> GauntletResult:
    """Try strategies among players that they were not made for, as ``forsale-sim gauntlet`` does.

    Parameters
    ----------
    strategies
        Who is tried: specs, or strategies; all at the same tables, compared with the first.
    part
        Which opponents: ``"train"`` to make a strategy with, ``"validate"`` to choose between
        versions of it by, ``"test"`` to judge it by, once, at the end.
    strangers
        How many opponents are drawn by the seed, beside those of the panel.
    mixed
        How many tables of different opponents there are for each number of players.
    deals
        How many deals every table plays, all of them the same.
    rulesets, players, seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    GauntletResult
        With the tables ``strength``, ``by_players``, ``kinds`` and ``tables``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(GauntletResult, **locals())


@explained
def design(
    ruleset: OneRuleset | None = None,
    *,
    players: int,
    vary: str | Iterable[str] | Mapping[str, Any] = (),
    fair_seats: bool = False,
    minimise: str | Iterable[str] = (),
    maximise: str | Iterable[str] = (),
    keep: str | Iterable[str] = (),
    changes: int | None = None,
    beyond: int = 1,
    field: str = RETUNED_FIELD,
    games: float = DEFAULT_DESIGN_GAMES,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> DesignResult:
    """Look for the rules that make the game you want, as ``forsale-sim design`` does.

    Parameters
    ----------
    ruleset
        The rules that the search begins with, as for `run`.
    players
        How many play.
    vary
        What may be changed, as for `compare`.
    fair_seats
        Instead of `vary` and goals: whether to look for coins by seat that make all seats alike.
    minimise, maximise
        Measures, such as ``"seat_gap"`` and ``"drama"``. Several goals make a Pareto front; with
        weights, as in ``["2*seats", "ties"]``, a sum.
    keep
        Conditions, such as ``"ties<=3%"`` and ``"win_by_strategy>=0.9*base"``.
    changes
        How many rules may be changed at once; all unless said.
    beyond
        How often to search as far again beyond the last number that was tried, if it wins.
    field
        Who plays: ``"retuned"``, which is tuned for each ruleset, or a field as for `compare`.
    games
        How many at most, without those of tuning.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    DesignResult
        With the tables ``candidates``, ``finalists``, ``at_tables``, ``rivals`` and
        ``conditions``.
        The first ruleset of the race is in ``manifest["first"]``, and in
        ``manifest["recommended"]`` if it holds at other tables, by a name that can be played.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(DesignResult, **{**locals(), "vary": variations(vary)})


@dataclass(frozen=True, repr=False)
class Report:
    """A balance report in its folder.

    Attributes
    ----------
    folder
        With ``report.html``, which stands alone, ``report.md``, its figures, ``data.csv``,
        ``report.toml`` and the manifest.
    manifest
        What was asked for and played.
    tables
        What the page is made of: ``differences`` and ``conclusions``, as of `compare`, with those
        of each ruleset from a fair share; ``measures``, ``standings`` and ``skill`` of each field.
    """

    folder: Path
    manifest: dict[str, Any]
    tables: dict[str, pd.DataFrame]

    @property
    def page(self) -> Path:
        """The page, for a browser."""
        from strategy_lab.display.pages import PAGE

        return self.folder / PAGE

    def __repr__(self) -> str:
        return f"<forsale_sim.Report: {self.manifest['games']:,} games, {self.page}>"


@explained
def report(
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None,
    *,
    out: str | os.PathLike[str],
    rulesets: str | Iterable[str] | None = None,
    players: Players = None,
    games: float | None = None,
    draft: bool = False,
    threads: int | None = None,
    engine: str = "compiled",
    progress: bool = True,
) -> Report:
    """Play what a balance report is about and write its page, as ``forsale-sim report`` does.

    The configuration has the seed. After Ctrl-C, ``forsale-sim report --resume`` goes on.

    Parameters
    ----------
    config
        The path of a TOML file, or what it would say; the usual report unless said.
    out
        A new folder.
    rulesets, players
        Names or files of rulesets, and player counts, instead of what the configuration says.
    games
        How many games each ruleset plays for each number of players in each field, instead of what
        the configuration says.
    draft
        Whether it is a first look: few games, and a title that says so.
    threads
        How many to play on; all cores unless said.
    engine, progress
        As for `run`.

    Returns
    -------
    Report
        The folder, the manifest and the tables.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    """
    from strategy_lab.display.progress import play_to_the_end, progress_shown, status
    from strategy_lab.results.tables import frames
    from strategy_lab.simulation.checkpoints import Execution
    from strategy_lab.simulation.sessions import begun

    from forsale_sim.reports.experiment import Config, load_config, new_report_spec
    from forsale_sim.reports.results import results
    from forsale_sim.reports.sections import write_report

    size = None if games is None else whole("games", games)
    if isinstance(config, Mapping):
        path, given = None, config if size is None else {**config, "games": size}
        chosen = Config.validated(given, "config")
    elif config is None or isinstance(config, str | os.PathLike):
        path = None if config is None else Path(config)
        chosen = load_config(path, size)
    else:
        raise UsageError(
            f"config: {config!r} is no configuration: give the path of a file, or what it would say"
        )
    threads = None if threads is None else whole("threads", threads)
    spec = new_report_spec(
        chosen,
        path=path,
        games=size,
        rulesets=[ruleset_text("rulesets", each) for each in several(rulesets or ())],
        players=() if players is None else player_counts(players),
        draft=draft,
    )
    execution = Execution(engine=GAME.engine_named(engine))
    with progress_shown(progress), begun(spec, execution, Path(out)) as session:
        try:
            play_to_the_end(session, threads)
        except StoppedError as error:
            raise KeyboardInterrupt(str(error)) from error
        with status("Writing"):
            outcome: Any = session.outcome
            played = results(outcome.experiment, outcome)
            manifest = write_report(played, Path(out))
    return Report(Path(out), manifest, frames(played.tables, {}))
