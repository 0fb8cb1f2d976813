"""``forsale-sim replay``: one game of a run again, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import given_options, plan_options
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.precision import precision_options
from forsale_sim.errors import ForSaleError, UsageError
from forsale_sim.simulation.spec import PlanOptions

if TYPE_CHECKING:
    from forsale_sim.simulation.plan import Plan


EXAMPLES = """\b
Examples:
  forsale-sim replay --games 1e6 --seed 42 --game 7
  forsale-sim replay --out my-run --game 7 --format json
"""


@click.command(cls=Command, epilog=EXAMPLES)
@plan_options
@precision_options
@click.option(
    "--game", "number", type=Number(), required=True, help="Its number in the run, from 1."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The folder of a saved run: instead of its options.",
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A story to read, or JSON Lines.",
)
@click.pass_context
def replay(
    context: click.Context, options: PlanOptions, number: int, out: Path | None, output: str
) -> None:
    """Show one game of a run again, move by move.

    Name the run by its options, as the run printed them, or by its folder. The game is played by
    the readable engine and checked against the compiled one.
    """
    from forsale_sim.reference.faults import MoveError
    from forsale_sim.reference.story import story
    from forsale_sim.reference.trace import trace_lines
    from forsale_sim.simulation.replaying import check_against_kernel, seat_game

    plan = options.plan() if out is None else _saved_plan(context, out)
    seated = seat_game(plan, plan.game(number))
    try:
        seated.play()
    except MoveError as error:
        shown = story(seated.game, plan.seed, number, seated.names)
        raise ForSaleError(f"{error}\n\nThe game so far:\n\n{shown}") from error
    checked = check_against_kernel(plan, seated)
    if output == "json":
        for line in trace_lines(seated.game, plan.seed, number, seated.names):
            click.echo(line)
    else:
        click.echo(story(seated.game, plan.seed, number, seated.names))
        click.echo()
    click.echo(checked, err=output == "json")


def _saved_plan(context: click.Context, folder: Path) -> Plan:
    from forsale_sim.results.files.saving import MANIFEST
    from forsale_sim.simulation.manifest import planned_from
    from forsale_sim.simulation.saved import other_command, read_manifest

    if given_options(context).keys() - {"number", "out", "output"}:
        raise UsageError("--out names the run: leave out the options that say what it played")
    manifest = read_manifest(folder)
    command = other_command(manifest)
    if command is not None:
        raise UsageError(
            f"{folder} was saved by forsale-sim {command}, whose games cannot be replayed: only "
            "those of run, merge and rank can"
        )
    try:
        return planned_from(manifest)
    except UsageError as error:
        raise UsageError(f"{folder / MANIFEST}: {error}") from error
