"""The results of a run: printed, and saved in a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from forsale_sim.cli.printing import note, rich_output, tolerate_broken_pipe
from forsale_sim.experiments.writing import manifest_of, write_results
from forsale_sim.simulation.spec import PlanOptions
from forsale_sim.wording import games_of_deals

if TYPE_CHECKING:
    from forsale_sim.results.tables import Tables
    from forsale_sim.simulation.checkpoints import Asked
    from forsale_sim.simulation.driver import Outcome
    from forsale_sim.stats.estimators import Estimator

Manifest = dict[str, Any]
OutputFormat = Literal["table", "json", "csv"]


def show_run(outcome: Outcome, asked: Asked, output: OutputFormat, folder: Path | None) -> None:
    """Print the results of a run, and save them, unless they are.

    Parameters
    ----------
    outcome, asked
        What was played, and what was asked for.
    output
        How to print.
    folder
        Where to save; None not to.
    """
    from forsale_sim.results.tables import tables
    from forsale_sim.simulation.precision import estimators_of, shortcomings

    estimators = estimators_of(outcome.plan)
    estimator = next(iter(estimators.values()))
    results, facts = tables(outcome.tallies, estimators), manifest_of(outcome, asked)
    replay = PlanOptions.of(asked.options).command("replay", "--game", str(_first_game(outcome)))
    print_results(output, results, facts, replay, estimator)
    for sentence in shortcomings(outcome):
        note(sentence)
    if folder is None:
        return
    if outcome.complete and _saved_manifest(folder) == facts:
        note(f"The run in {folder} is complete: there was nothing left to do.")
    else:
        save_results(folder, results, facts, estimator, asked)


def print_results(
    output: OutputFormat, results: Tables, facts: Manifest, replay: str, estimator: Estimator
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
    estimator
        Whose intervals the tables have.
    """
    from forsale_sim.results.files.texts import to_json, to_one_csv

    with tolerate_broken_pipe():
        if output == "json":
            click.echo(to_json(facts, results), nl=False)
        elif output == "csv":
            click.echo(to_one_csv(results), nl=False)
        else:
            _print_tables(results, facts, replay, estimator)


def save_results(
    out: Path, results: Tables, facts: Manifest, estimator: Estimator, asked: Asked
) -> None:
    """Save the results of a run in a folder that exists, and say so."""
    write_results(
        out,
        results,
        facts,
        estimator,
        table_formats=asked.table_formats,
        plot_formats=asked.plot_formats,
    )
    note(f"Saved tables, plots and manifest in {out}.")


def _print_tables(results: Tables, facts: Manifest, replay: str, estimator: Estimator) -> None:
    from forsale_sim.display.tables import WIDTH, print_tables

    click.echo(_headline(facts))
    click.echo()
    with rich_output(WIDTH) as console:
        print_tables(results, console, estimator)
    click.echo(f"digest  {facts['digest']}")
    click.echo(f"again   {facts['command']}")
    click.echo(f"replay  {replay}")


def _headline(facts: Manifest) -> str:
    speed = facts["games"] / max(facts["seconds"], 1e-3)
    part = f" (part {facts['shard']})" if facts["shard"] else ""
    partial = "" if facts["complete"] else " (PARTIAL: not all deals)"
    known = ""
    if facts["precision"] is not None:
        reached = "known" if facts["precision_reached"] else "NOT all known"
        known = f", win rates {reached} to ±{100 * facts['precision']:g} points"
    return (
        f"{games_of_deals(facts['games'], facts['deals'])}{part}{partial}{known}, "
        f"seed {facts['seed']}, {facts['seating']}\n"
        f"{facts['seconds']:.2f} s playing, {speed:,.0f} games/s"
    )


def _first_game(outcome: Outcome) -> int:
    """Return the lowest number of a game that was played."""
    return next(
        planned.first_game + (played.stretches[0][0] - 1) * planned.cell.seatings
        for planned, played in zip(outcome.plan.cells, outcome.played, strict=True)
        if played
    )


def _saved_manifest(folder: Path) -> Any:
    """Return the manifest that is in a folder; None if there is none that can be read."""
    from forsale_sim.results.files.saving import MANIFEST

    try:
        return json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
