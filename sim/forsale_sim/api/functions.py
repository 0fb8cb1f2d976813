"""Experiments of For Sale alone from Python: a gauntlet, and a design."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategy_lab.api.arguments import (
    Players,
    player_counts,
    ruleset_text,
    whole,
)
from strategy_lab.api.replays import explained
from strategy_lab.errors import StoppedError, UsageError
from strategy_lab.simulation.options import several

from forsale_sim.for_sale import GAME

if TYPE_CHECKING:
    import pandas as pd


# typed_results: What a gauntlet and a design return: a `Result` whose tables type checkers and
# editors know.


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
