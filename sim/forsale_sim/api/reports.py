"""A balance report of For Sale from Python."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategy_lab.api.functions import explained, number_of, play_out, playing
from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import PlayerCounts
from strategy_lab.simulation.options import converted, several

if TYPE_CHECKING:
    import pandas as pd


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
    out: str | Path,
    rulesets: str | Iterable[str] | None = None,
    players: int | str | Iterable[int | str] | None = None,
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
    from strategy_lab.display.progress import status
    from strategy_lab.results.frames import frames

    from forsale_sim.reports.experiment import Config, load_config, new_report_spec
    from forsale_sim.reports.results import results
    from forsale_sim.reports.sections import write_report

    size, threads = number_of("games", games), number_of("threads", threads)
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
    spec = new_report_spec(
        chosen,
        path=path,
        games=size,
        rulesets=[_ruleset_text(each) for each in several(rulesets or ())],
        players=() if players is None else converted("players", PlayerCounts(), players),
        draft=draft,
    )
    with playing(spec, engine, out, progress) as session:
        play_out(session, threads)
        with status("Writing"):
            outcome: Any = session.outcome
            played = results(outcome.experiment, outcome)
            manifest = write_report(played, Path(out))
    return Report(Path(out), manifest, frames(played.tables, {}))


def _ruleset_text(given: Any) -> str:
    if isinstance(given, str | os.PathLike):
        return str(os.fspath(given))
    if isinstance(given, Iterable):
        raise UsageError(f"rulesets: {given!r} is not one ruleset: give each by itself")
    raise UsageError(
        f"rulesets: {given!r} is no ruleset: give the name of an edition, the path of a file, or a "
        "ruleset"
    )
