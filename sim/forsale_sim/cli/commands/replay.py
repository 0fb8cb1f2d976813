"""``forsale-sim replay``: one game of a run again, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.experiments import with_options
from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import (
    RUN_OPTIONS,
    given_options,
    max_games_option,
    precision_option,
    run_spec,
)
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.printing import note
from forsale_sim.errors import ForSaleError, UsageError

if TYPE_CHECKING:
    from forsale_sim.simulation.plan import Plan


EXAMPLES = """\b
Examples:
  forsale-sim replay --games 1e6 --seed 42 --game 7
  forsale-sim replay --out my-run --game 7 --format json
"""


@click.command(cls=Command, epilog=EXAMPLES)
@with_options(*RUN_OPTIONS, precision_option, max_games_option)
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
def replay(number: int, out: Path | None, output: str, **asked: Any) -> None:
    """Show one game of a run again, move by move.

    Name the run by its options, as the run printed them, or by its folder. The game is played by
    the readable engine and checked against the compiled one.
    """
    from forsale_sim.experiments.run.experiment import RunSpec
    from forsale_sim.reference.faults import MoveError
    from forsale_sim.reference.story import story
    from forsale_sim.reference.trace import trace_lines
    from forsale_sim.simulation.replaying import check_against_kernel, seat_game

    plan = run_spec(RunSpec, **asked).plan if out is None else _saved_plan(out)
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


def _saved_plan(folder: Path) -> Plan:
    from forsale_sim.experiments.run.experiment import RunSpec
    from forsale_sim.simulation.checkpoints import Checkpoint, load_to_play
    from forsale_sim.simulation.sources import leave_unloaded

    if given_options(click.get_current_context()).keys() - {"number", "out", "output"}:
        raise UsageError("--out names the run: leave out the options that say what it played")
    spec = Checkpoint.load(folder, leave_unloaded).spec
    if not isinstance(spec, RunSpec):
        raise UsageError(
            f"{folder} was saved by forsale-sim {spec.command}, whose games cannot be replayed: "
            "only those of run, merge and rank can"
        )
    (plan,) = load_to_play(folder, note).outcome.experiment.plans
    return plan
