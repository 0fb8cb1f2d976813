"""``forsale-sim replay``: one game of a run again, move by move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from forsale_sim.display.progress import status
from forsale_sim.errors import ForSaleError, UsageError

if TYPE_CHECKING:
    from forsale_sim.reference.recording import PastDecision
    from forsale_sim.simulation.finding import Wanted
    from forsale_sim.simulation.plan import Plan
    from forsale_sim.simulation.replaying import SeatedGame

FINDING = ("outcome", "bid_over", "after")
"""The options that look for a game."""

OF_THE_GAME = {"number", "player", *FINDING, "review", "out", "output"}
"""The options that do not say what the run played."""

NOBODY = -1
"""In the place of an index into the field."""

EXAMPLES = """\b
Examples:
  forsale-sim replay --games 1e6 --seed 42 --game 7
  forsale-sim replay --out my-run --game 7 --format json
  forsale-sim replay --out my-run --player mine.py --outcome lost --review
  forsale-sim replay --out my-run --player mine.py --bid-over 10 --after 7
"""


@click.command(cls=Command, epilog=EXAMPLES)
@with_options(*RUN_OPTIONS, precision_option, max_games_option)
@click.option("--game", "number", type=Number(), help="Its number in the run, from 1.")
@click.option(
    "--player",
    metavar="SPEC",
    help="Instead of --game: show the next game that this strategy plays in.",
)
@click.option(
    "--outcome", type=click.Choice(["won", "lost"]), help="Only a game that --player won, or lost."
)
@click.option(
    "--bid-over",
    type=Number(least=0),
    metavar="COINS",
    help="Only a game in which --player bid more.",
)
@click.option("--after", type=Number(least=0), metavar="GAME", help="Look on after this game.")
@click.option(
    "--review",
    is_flag=True,
    help="Say which moves of --player cost it most, as play does.",
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
def replay(
    number: int | None,
    player: str | None,
    outcome: Any,
    bid_over: int | None,
    after: int | None,
    review: bool,
    out: Path | None,
    output: str,
    **asked: Any,
) -> None:
    """Show one game of a run again, move by move.

    Name the run by its options, as the run printed them, or by its folder, and the game by its
    number, or by what a strategy did in it. The game is played by the readable engine and checked
    against the compiled one.
    """
    from forsale_sim.experiments.run.experiment import RunSpec
    from forsale_sim.reference.faults import MoveError
    from forsale_sim.reference.story import story
    from forsale_sim.reference.trace import trace_lines
    from forsale_sim.simulation.finding import Wanted, player_index
    from forsale_sim.simulation.replaying import check_against_kernel, seat_game

    _check_combination(review and output == "json")
    plan = run_spec(RunSpec, **asked).plan if out is None else _saved_plan(out)
    index = NOBODY if player is None else player_index(plan, player)
    if number is None:
        number = _next_game(plan, Wanted(index, outcome, bid_over), after or 0)
    seated = seat_game(plan, plan.game(number))
    seats = [seat for seat, each in enumerate(seated.strategies, start=1) if each == index]
    if player is not None and not seats:
        raise UsageError(f"{player!r} does not play in game {number}: leave out --game to find one")
    try:
        decisions = seated.play()
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
    if review:
        _review(seated, decisions, seats)


def _check_combination(review_as_json: bool) -> None:
    """Refuse options that need another, or exclude it."""
    given = given_options(click.get_current_context())
    finding = [given[name] for name in FINDING if name in given]
    if "number" in given and finding:
        raise UsageError(f"--game names the game: leave out {', '.join(finding)}")
    if "number" not in given and "player" not in given:
        raise UsageError(
            "which game? Name it (--game), or a strategy that plays in it (--player), and what it "
            "did (--outcome, --bid-over)"
        )
    if "review" in given and "player" not in given:
        raise UsageError("--review looks back at the moves of one strategy: name it (--player)")
    if review_as_json:
        raise UsageError("--review is for people: leave out --format json")


def _next_game(plan: Plan, wanted: Wanted, after: int) -> int:
    from forsale_sim.simulation.finding import find_games

    with status("Looking for a game"):
        number = next(find_games(plan, wanted, after), None)
    if number is None:
        later = f" after game {after:,}" if after else ""
        raise ForSaleError(
            f"no game of the {plan.games:,}{later} is like that: ask for less, or play more games"
        )
    return number


def _review(seated: SeatedGame, decisions: Sequence[PastDecision], seats: Iterable[int]) -> None:
    from forsale_sim.play.review import review_of_strategy

    for seat in seats:
        with status("Looking back at its moves"):
            lines = list(review_of_strategy(seated.lineup, seated.seed, seat, decisions))
        click.echo("\n" + "\n".join(lines))


def _saved_plan(folder: Path) -> Plan:
    from forsale_sim.experiments.run.experiment import RunSpec
    from forsale_sim.simulation.checkpoints import Checkpoint, load_to_play
    from forsale_sim.simulation.sources import leave_unloaded

    if given_options(click.get_current_context()).keys() - OF_THE_GAME:
        raise UsageError("--out names the run: leave out the options that say what it played")
    spec = Checkpoint.load(folder, leave_unloaded).spec
    if not isinstance(spec, RunSpec):
        raise UsageError(
            f"{folder} was saved by forsale-sim {spec.command}, whose games cannot be replayed: "
            "only those of run, merge and rank can"
        )
    (plan,) = load_to_play(folder, note).outcome.experiment.plans
    return plan
