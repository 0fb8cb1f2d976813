"""``forsale-sim merge``: add up parts of a run that were played on their own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from forsale_sim.cli.options import check_out
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import saving_options
from forsale_sim.cli.printing import note, results_format_option
from forsale_sim.cli.results import show_run
from forsale_sim.errors import UsageError

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
@saving_options
@click.option(
    "--allow-gaps", is_flag=True, help="Add up what there is, though parts of the run are missing."
)
@results_format_option
def merge(
    folders: Sequence[Path],
    out: Path | None,
    table_formats: tuple[str, ...],
    plot_formats: tuple[str, ...],
    allow_gaps: bool,
    output: Any,
) -> None:
    """Add up the folders of parts of a run, and print the tables of the whole.

    The parts are those of run --shard. Digest and tables are those of the run played in one
    piece. Parts of different runs, deals that are in two parts and missing deals are refused.
    """
    from forsale_sim.simulation.checkpointer import new_run
    from forsale_sim.simulation.checkpoints import Checkpoint
    from forsale_sim.simulation.merging import merged, missing_deals

    check_out(out)
    twice = [folder for i, folder in enumerate(folders) if _is_among(folder, folders[:i])]
    if twice:
        raise UsageError(f"{twice[0]} is named twice")
    parts = {folder: Checkpoint.load(folder, loaded=False) for folder in folders}
    whole = merged(parts, allow_gaps=allow_gaps)
    outcome = whole.outcome
    if outcome.games == 0:
        raise UsageError("nothing has been played in any of these parts")
    asked = replace(whole.asked, table_formats=table_formats, plot_formats=plot_formats)
    with ExitStack() as opened:
        if out is not None:
            opened.enter_context(new_run(out, asked, outcome))
        show_run(outcome, asked, output, folder=out)
        if not outcome.complete:
            note(f"{missing_deals(outcome)}.")


def _is_among(folder: Path, others: Sequence[Path]) -> bool:
    return folder.resolve() in {other.resolve() for other in others}
