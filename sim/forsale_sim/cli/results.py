"""The results of a run: printed, and saved in a folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from forsale_sim.cli.printing import discard_output, rich_output

if TYPE_CHECKING:
    from forsale_sim.report.plots import PlotFormat
    from forsale_sim.results.saving import TableFormat
    from forsale_sim.results.tables import Tables

Manifest = dict[str, Any]


def print_results(
    output: Literal["table", "json", "csv"], results: Tables, facts: Manifest, replay: str
) -> None:
    """Print the tables of a run to standard output, or as much of them as is wanted there.

    Parameters
    ----------
    output
        How.
    results, facts
        The tables and the manifest.
    replay
        The command that shows one of its games.
    """
    from forsale_sim.results.texts import to_json, to_one_csv

    try:
        if output == "json":
            click.echo(to_json(facts, results), nl=False)
        elif output == "csv":
            click.echo(to_one_csv(results), nl=False)
        else:
            _print_tables(results, facts, replay)
    except BrokenPipeError:
        discard_output()  # what is to be saved is saved all the same


def save_results(
    out: Path,
    results: Tables,
    facts: Manifest,
    *,
    table_formats: Iterable[TableFormat],
    plot_formats: Iterable[PlotFormat],
) -> None:
    """Save the tables, the plots and, last, the manifest of a run in a folder that exists."""
    from forsale_sim.report.plots import save_plots
    from forsale_sim.results.saving import save_manifest, save_tables

    save_tables(results, out, table_formats)
    save_plots(results, out, tuple(plot_formats))
    save_manifest(facts, out)


def _print_tables(results: Tables, facts: Manifest, replay: str) -> None:
    from forsale_sim.report.tables import WIDTH, print_tables

    click.echo(_headline(facts))
    click.echo()
    with rich_output(WIDTH) as console:
        print_tables(results, console)
    click.echo(f"digest  {facts['digest']}")
    click.echo(f"again   {facts['command']}")
    click.echo(f"replay  {replay}")


def _headline(facts: Manifest) -> str:
    speed = facts["games"] / max(facts["seconds"], 1e-3)
    partial = "" if facts["complete"] else " (PARTIAL: stopped early)"
    return (
        f"{facts['games']:,} games of {facts['deals']:,} deals{partial}, seed {facts['seed']}, "
        f"{facts['seating']}\n{facts['seconds']:.2f} s playing, {speed:,.0f} games/s"
    )
