"""``forsale-sim merge``: add up parts of an experiment that were played on their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from strategy_lab.cli.experiments import (
    Command,
    Show,
    check_out,
    given_options,
    out_option,
    plots_option,
    tables_option,
    with_options,
)
from strategy_lab.cli.printing import note, results_format_option
from strategy_lab.errors import UsageError

EXAMPLES = """\b
Example:
  forsale-sim run --games 1e9 --seed 3 --shard 1/2 --out part-1
  forsale-sim run --games 1e9 --seed 3 --shard 2/2 --out part-2
  forsale-sim merge part-1 part-2 --out my-run
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR…",
)
@with_options(out_option, tables_option, plots_option)
@click.option(
    "--allow-gaps", is_flag=True, help="Add up what there is, though parts of it are missing."
)
@results_format_option
@click.pass_context
def merge(
    context: click.Context,
    folders: Sequence[Path],
    out: Path | None,
    table_formats: tuple[Any, ...],
    plot_formats: tuple[Any, ...],
    allow_gaps: bool,
    output: str,
) -> None:
    """Add up the folders of parts of an experiment, and print the tables of the whole.

    The parts are those of --shard. Digest and tables are those of the experiment played in one
    piece. Parts of different experiments, deals that are in two parts and missing deals are
    refused.
    """
    from strategy_lab.simulation.checkpoints import Checkpoint, merged, missing_units
    from strategy_lab.simulation.replaying import leave_unloaded
    from strategy_lab.simulation.sessions import begun

    check_out(out, given_options(context))
    twice = [folder for i, folder in enumerate(folders) if _is_among(folder, folders[:i])]
    if twice:
        raise UsageError(f"{twice[0]} is named twice")
    parts = {folder: Checkpoint.load(folder, leave_unloaded, note) for folder in folders}
    whole = merged(parts, allow_gaps=allow_gaps)
    outcome = whole.outcome
    if not outcome.experiment.has_results(outcome):
        raise UsageError(
            f"these parts are too few to show anything: {missing_units(outcome)}"
            if outcome.games
            else "nothing has been played in any of these parts"
        )
    module, _, name = whole.spec.shown_by.partition(":")
    show: Show = getattr(import_module(module), name)
    execution = replace(whole.execution, table_formats=table_formats, plot_formats=plot_formats)
    with begun(whole.spec, execution, out, outcome=outcome) as session:
        show(session, output, True)
        if not outcome.complete:
            note(f"{missing_units(outcome)}.")


def _is_among(folder: Path, others: Sequence[Path]) -> bool:
    return folder.resolve() in {other.resolve() for other in others}
