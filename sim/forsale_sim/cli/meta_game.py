"""The work of ``meta``: a meta-game played, printed and saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.duelling import replay_command
from forsale_sim.cli.printing import note, rich_output
from forsale_sim.display.progress import games_shown, status
from forsale_sim.errors import ForSaleError, StoppedError

if TYPE_CHECKING:
    from forsale_sim.experiments.meta.plan import MetaGame
    from forsale_sim.experiments.meta.playing import MetaOutcome
    from forsale_sim.results.tables import Tables


def play(
    meta: MetaGame, engine: str, threads: int, rulesets: Sequence[str]
) -> tuple[MetaOutcome, dict[str, Any]]:
    """Play a meta-game, until done or Ctrl-C.

    Parameters
    ----------
    meta
        What to play.
    engine, threads
        Who plays.
    rulesets
        As asked for.

    Returns
    -------
    MetaOutcome
        With at least one batch of a setting.
    dict
        How it was played, for the manifest.

    Raises
    ------
    ForSaleError
        If a strategy fails; the message says how to see the game.
    StoppedError
        On Ctrl-C before the first batch was done.
    """
    from forsale_sim.experiments.duel.playing import FailedGameError
    from forsale_sim.experiments.meta.playing import play_meta_game
    from forsale_sim.simulation.engines import ENGINES

    for setting in meta.settings:
        if setting.deals != meta.deals_requested:
            note(
                f"Playing {setting.deals:,} deals with {setting.cell.players} players for the "
                f"{meta.deals_requested:,} asked for: all orders of seats as often."
            )
    with status("Getting ready (the first time, strategies have to be compiled)"):
        player = ENGINES[engine](meta.plan)
    try:
        with games_shown(meta.plan.games) as show:
            outcome = play_meta_game(meta, player, threads=threads, watch=show)
    except FailedGameError as error:
        see = replay_command(error, rulesets)
        raise ForSaleError(f"{error}\nSee the game: {see}") from error
    if outcome.games == 0:
        raise StoppedError("interrupted before the first deals were done: nothing to show")
    return outcome, {"engine": player.name, "threads": threads if player.parallel else 1}


def print_meta_game(output: str, results: Tables, facts: Mapping[str, Any]) -> None:
    """Print a meta-game to standard output, or as much of it as is wanted there."""
    from forsale_sim.experiments.meta.schema import COLUMNS
    from forsale_sim.results.files.texts import to_json, to_one_csv

    if output == "json":
        click.echo(to_json(facts, results), nl=False)
    elif output == "csv":
        click.echo(to_one_csv(results, COLUMNS), nl=False)
    else:
        from forsale_sim.display.meta.tables import WIDTH
        from forsale_sim.display.meta.tables import print_meta_game as print_tables

        partial = "" if facts["complete"] else " (PARTIAL: stopped early)"
        lineups = sum(setting["lineups"] for setting in facts["settings"])
        click.echo(
            f"{facts['games']:,} games of {lineups:,} lineups on common deals{partial}, "
            f"seed {facts['seed']}\n"
        )
        with rich_output(WIDTH) as console:
            print_tables(results, console)
        click.echo(f"digest  {facts['digest']}")
        click.echo(f"again   {facts['command']}")


def save_meta_game(
    out: Path,
    results: Tables,
    facts: Mapping[str, Any],
    table_formats: Sequence[Any],
    plot_formats: Sequence[Any],
) -> None:
    """Save the tables, the plots and, last, the manifest in a folder that exists."""
    from forsale_sim.display.plots.meta_game import save_meta_plots
    from forsale_sim.experiments.meta.schema import COLUMNS
    from forsale_sim.results.files.saving import save_manifest, save_tables

    save_tables(results, out, table_formats, COLUMNS)
    save_meta_plots(results, out, plot_formats)
    save_manifest(facts, out)
