"""``forsale-sim rank``: rate a field of strategies from one tournament."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.options import check_out, plan_options
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import (
    ending,
    note_rounding,
    note_tuning_mismatch,
    playing_options,
    saving_options,
)
from forsale_sim.cli.printing import note, results_format_option, rich_output, tolerate_broken_pipe
from forsale_sim.display.progress import status
from forsale_sim.errors import UsageError
from forsale_sim.experiments.playing import number_of_threads, play
from forsale_sim.simulation.spec import PlanOptions, engine_option
from forsale_sim.wording import games_of_deals

if TYPE_CHECKING:
    from forsale_sim.display.plots.saving import PlotFormat
    from forsale_sim.results.files.saving import TableFormat
    from forsale_sim.results.tables import Tables

EXAMPLES = """\b
Examples:
  forsale-sim rank --games 1e6
  forsale-sim rank --players 4 --strategy expert --strategy spread --strategy mine.py
  forsale-sim rank --ruleset iello-en --ruleset iello-fr --out ranking
"""


@click.command(cls=Command, epilog=EXAMPLES)
@plan_options
@playing_options
@saving_options
@results_format_option
def rank(
    options: PlanOptions,
    threads: int | None,
    engine: str,
    out: Path | None,
    table_formats: tuple[Any, ...],
    plot_formats: tuple[Any, ...],
    output: str,
) -> int:
    """Play a tournament and rate its strategies, for each ruleset and player count.

    The tournament is that of run. Ratings are Plackett and Luce's, from the finishing orders of
    all games; beside them is printed who finishes ahead of whom, with any cycles, which a rating
    cannot show. Intervals are 95 %, from a bootstrap over deals.
    """
    from forsale_sim.atomic_files import made_folder
    from forsale_sim.experiments.rank.table import Ranking
    from forsale_sim.simulation.driver import Outcome
    from forsale_sim.simulation.manifest import manifest

    check_out(out)
    threads, plan = number_of_threads(threads), options.plan()
    if len(plan.field) == 1:
        raise UsageError(
            f"{plan.field[0].name} has nobody to be ranked with: name another --strategy"
        )
    with ExitStack() as opened:
        if out is not None:
            opened.enter_context(made_folder(out))
        with status("Getting ready"):
            ranking = Ranking(plan)
        note_rounding(plan)
        note_tuning_mismatch(plan)
        outcome = Outcome.nothing_yet(plan)
        how = play(outcome, options, engine=engine, threads=threads, watchers=[ranking.watch])
        with status("Rating"):
            results = ranking.tables(outcome)
        command = options.command("rank", *engine_option(engine))
        facts = manifest(outcome, command=command, **how)
        with tolerate_broken_pipe():
            _print(output, results, facts)
        if out is not None:
            _save(out, results, facts, table_formats, plot_formats)
            note(f"Saved tables, plots and manifest in {out}.")
    return ending(outcome.complete, outcome.games, plan.games)


def _print(output: str, results: Tables, facts: dict[str, Any]) -> None:
    from forsale_sim.experiments.rank.table import COLUMNS
    from forsale_sim.results.files.texts import to_json, to_one_csv

    if output == "json":
        click.echo(to_json(facts, results), nl=False)
    elif output == "csv":
        click.echo(to_one_csv(results, COLUMNS), nl=False)
    else:
        from forsale_sim.display.rank.tables import WIDTH, print_ranking

        partial = "" if facts["complete"] else " (PARTIAL: stopped early)"
        click.echo(
            f"{games_of_deals(facts['games'], facts['deals'])}{partial}, "
            f"seed {facts['seed']}, {facts['seating']}\n"
        )
        with rich_output(WIDTH) as console:
            print_ranking(results, console)
        click.echo(f"digest  {facts['digest']}")
        click.echo(f"again   {facts['command']}")


def _save(
    out: Path,
    results: Tables,
    facts: dict[str, Any],
    table_formats: Iterable[TableFormat],
    plot_formats: Iterable[PlotFormat],
) -> None:
    """Save the tables, the plots and, last, the manifest in a folder that exists."""
    from forsale_sim.display.plots.ratings import save_rating_plots
    from forsale_sim.experiments.rank.table import COLUMNS
    from forsale_sim.results.files.saving import save_manifest, save_tables

    save_tables(results, out, table_formats, COLUMNS)
    save_rating_plots(results, out, plot_formats)
    save_manifest(facts, out)
