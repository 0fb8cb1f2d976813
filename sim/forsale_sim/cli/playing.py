"""What commands that play a tournament share: the options for how, and what they say of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from forsale_sim.cli.numbers import Number
from forsale_sim.cli.printing import note
from forsale_sim.errors import StoppedError
from forsale_sim.simulation.spec import USUAL_ENGINE

if TYPE_CHECKING:
    from forsale_sim.simulation.plan import Plan

Command = TypeVar("Command", bound=Callable[..., Any])


tables_option = click.option(
    "--out-format",
    "table_formats",
    type=click.Choice(["parquet", "csv"]),
    multiple=True,
    default=("parquet",),
    show_default=True,
    help="Format of the tables in DIR; may be repeated.",
)


threads_option = click.option(
    "--threads", type=Number(), help="How many to play on.  [default: all cores]"
)


def playing_options(command: Command) -> Command:
    """Give a command the options that say who plays; none of them changes any result."""
    engine = click.option(
        "--engine",
        type=click.Choice(["auto", "compiled", "specialised", "python"]),
        default=USUAL_ENGINE,
        show_default=True,
        help="specialised: compile a kernel for this field first, which auto does for very long "
        "runs. python: play any Python callable, a thousand times slower. All give the same "
        "results.",
    )
    return threads_option(engine(command))


def saving_options(command: Command) -> Command:
    """Give a command the options that say where and how its results are saved."""
    plots = click.option(
        "--plot-format",
        "plot_formats",
        type=click.Choice(["png", "svg"]),
        multiple=True,
        default=("png",),
        show_default=True,
        help="Format of the plots in DIR; may be repeated.",
    )
    out = click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="DIR",
        help="Save tables, plots and a manifest in a new folder.",
    )
    return out(tables_option(plots(command)))


def note_rounding(plan: Plan) -> None:
    """Say so if other games are played than were asked for."""
    if plan.precision is not None:
        note(
            f"Playing until every win rate is known to ±{100 * plan.precision:g} points, at most "
            f"{plan.games_requested:,} games."
        )
    elif plan.games != plan.games_requested:
        cells = f" in {len(plan.cells)} tables" if len(plan.cells) > 1 else ""
        note(
            f"Playing {plan.games:,} games for the {plan.games_requested:,} asked for: "
            f"whole deals{cells}."
        )


def note_tuning_mismatch(*plans: Plan) -> None:
    """Say so if a file of tuned parameters plays a game in a plan that it was not made for."""
    from forsale_sim.plugins.tuning_mismatch import tuning_mismatches

    said = (
        sentence
        for plan in plans
        for sentence in tuning_mismatches(
            [entrant.spec for entrant in plan.field],
            [(planned.cell.ruleset, planned.cell.players) for planned in plan.cells],
        )
    )
    for sentence in dict.fromkeys(said):
        note(sentence)


def ending(complete: bool, played: int, games: int) -> int:
    """Say so if a command was stopped early; return the status that it ends with."""
    if complete:
        return 0
    note(f"Stopped early: these are {played:,} of {games:,} games.")
    return StoppedError.exit_status
