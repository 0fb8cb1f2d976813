"""The command ``replay``: one game of a run again, move by move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from strategy_lab.cli.experiments import Command, folder_option, given_options, with_options
from strategy_lab.cli.printing import note, printed_as, spec_of, spec_options
from strategy_lab.display.progress import status
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.experiments.options import Whole
from strategy_lab.experiments.specs import RunSpec, TournamentSpec
from strategy_lab.program import Program

if TYPE_CHECKING:
    from strategy_lab.simulation.plan import Plan

FINDING = ("outcome", "bid_over", "after")
"""The options that look for a game."""

NOBODY = -1
"""In the place of an index into the field."""

GAME_OPTIONS = (
    click.option("--game", "number", type=Whole(), help="Its number in the run, from 1."),
    click.option(
        "--player",
        metavar="SPEC",
        help="Instead of --game: show the next game that this strategy plays in.",
    ),
    click.option(
        "--outcome",
        type=click.Choice(["won", "lost"]),
        help="Only a game that --player won, or lost.",
    ),
    click.option(
        "--bid-over",
        type=Whole(least=0),
        metavar="AMOUNT",
        help="Only a game in which --player bid more.",
    ),
    click.option("--after", type=Whole(least=0), metavar="GAME", help="Look on after this game."),
)
"""Which game of a run."""

saved_run_option = folder_option("--out", "The folder of a saved run: instead of its options.")

text_format_option = printed_as("text", "json", text="A story to read, or JSON Lines.")

HELP = """Show one game of a run again, move by move.

Name the run by its options, as the run printed them, or by its folder, and the game by its number,
or by what a strategy did in it. The game is played by the readable engine and checked against the
compiled one.
"""

EXAMPLES = """\b
Examples:
  forsale-sim replay --games 1e6 --seed 42 --game 7
  forsale-sim replay --out my-run --game 7 --format json
  forsale-sim replay --out my-run --player mine.py --bid-over 10 --after 7
"""


def command_of(program: Program) -> click.Command:
    kind = RunSpec.in_program(program)

    @click.command("replay", cls=Command, help=HELP, epilog=EXAMPLES)
    @with_options(*spec_options(kind), *GAME_OPTIONS, saved_run_option, text_format_option)
    def replay(output: str, **asked: Any) -> None:
        check_game()
        ((shown, checked),), _ = replayed(program, **asked)
        show(shown, checked, output)

    return replay


class Shown(NamedTuple):
    number: int
    lineup: Sequence[str]
    decisions: Sequence[Any]
    story: str
    trace: Iterable[str]


def replayed(
    program: Program,
    *,
    number: int | None,
    player: str | None,
    outcome: Any,
    bid_over: int | None,
    after: int | None,
    out: Path | None,
    count: int = 1,
    **asked: Any,
) -> tuple[list[tuple[Shown, str]], str | None]:
    """Return games of a run, each with how it was checked, and what tables call the `player`.

    There are `count` games, or as many as there are.
    """
    from strategy_lab.simulation.replaying import player_index

    plan = (
        spec_of(RunSpec.in_program(program), asked).plan if out is None else _saved_plan(out, asked)
    )
    over = None if bid_over is None else ("bid", bid_over)
    index = NOBODY if player is None else player_index(plan, player)
    wanted = None if player is None else plan.field[index].name
    numbers = _numbers(plan, number, index, (outcome, over), after or 0, count)
    games = [_played_again(plan, each) for each in numbers]
    check_player(wanted, player, games, f"game {games[0][0].number}: leave out --game to find one")
    return games, wanted


def check_player(
    wanted: str | None, player: str | None, games: Iterable[tuple[Shown, str]], where: str
) -> None:
    if wanted not in (None, *(name for each, _ in games for name in each.lineup)):
        raise UsageError(f"{player!r} does not play in {where}")


def _played_again(plan: Plan, number: int) -> tuple[Shown, str]:
    from strategy_lab.errors import MoveError
    from strategy_lab.simulation.replaying import check_against_engine

    game = plan.game(number)
    seated = plan.definition.seat_game(plan, game)
    try:
        decisions = seated.play(recording=True)
    except MoveError as error:
        raise LaboratoryError(f"{error}\n\nThe game so far:\n\n{seated.story()}") from error
    shown = Shown(number, seated.names, decisions, seated.story(), seated.trace())
    return shown, check_against_engine(plan, game, seated)


def show(shown: Shown, checked: str, output: str) -> None:
    if output == "json":
        for line in shown.trace:
            click.echo(line)
    else:
        click.echo(shown.story)
        click.echo()
    click.echo(checked, err=output == "json")


def check_game() -> None:
    given = given_options(click.get_current_context())
    finding = [given[name] for name in FINDING if name in given]
    if "number" in given and finding:
        raise UsageError(f"--game names the game: leave out {', '.join(finding)}")
    if "number" not in given and "player" not in given:
        raise UsageError(
            "which game? Name it (--game), or a strategy that plays in it (--player), and what it "
            "did (--outcome, --bid-over)"
        )


def _numbers(
    plan: Plan, number: int | None, player: int, did: tuple[Any, Any], after: int, count: int
) -> list[int]:
    from strategy_lab.simulation.replaying import Wanted, find_games

    if number is not None:
        return list(range(number, min(number + count, max(number, plan.games) + 1)))
    with status("Looking for a game"):
        numbers = list(islice(find_games(plan, Wanted(player, *did), after), count))
    if not numbers:
        later = f" after game {after:,}" if after else ""
        raise LaboratoryError(
            f"no game of the {plan.games:,}{later} is like that: ask for less, or play more games"
        )
    return numbers


def _saved_plan(folder: Path, asked: Iterable[str]) -> Plan:
    from strategy_lab.simulation.checkpoints import Checkpoint
    from strategy_lab.simulation.replaying import leave_unloaded

    if given_options(click.get_current_context()).keys() & set(asked):
        raise UsageError("--out names the run: leave out the options that say what it played")
    spec = Checkpoint.load(folder, leave_unloaded, note).spec
    if not isinstance(spec, TournamentSpec):
        raise UsageError(
            f"{folder} was saved by {spec.program.name} {spec.command}, whose games cannot be "
            "replayed: only those of run, merge and rank can"
        )
    (plan,) = Checkpoint.load(folder, tell=note).outcome.experiment.plans
    return plan
