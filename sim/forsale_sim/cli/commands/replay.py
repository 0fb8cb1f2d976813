"""``forsale-sim replay``: one game of a run again, move by move."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from strategy_lab.cli.parsing import Command
from strategy_lab.cli.printing import note
from strategy_lab.cli.spec_options import spec_of, spec_options
from strategy_lab.display.progress import status
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.experiments.option_types import Whole
from strategy_lab.experiments.run.spec import RunSpec, TournamentSpec
from strategy_lab.files.atomic_files import check_writable, write_text
from strategy_lab.program import Program
from strategy_lab.wording import counted

from forsale_sim.cli.options import check_ending, given_options, program_of_command
from forsale_sim.cli.playing_options import with_options
from forsale_sim.program import FOR_SALE

if TYPE_CHECKING:
    from strategy_lab.simulation.plan import Plan

FINDING = ("outcome", "bid_over", "after")
"""The options that look for a game."""

OF_THE_GAME = {"number", "player", *FINDING, "review", "out", "traced", "output", "page", "count"}
"""The options that do not say what the run played."""

OF_FOR_SALE = {"review", "traced", "page", "count"}
"""The options that no other game has."""

NOBODY = -1
"""In the place of an index into the field."""

EXAMPLES = """\b
Examples:
  forsale-sim replay --games 1e6 --seed 42 --game 7
  forsale-sim replay --out my-run --game 7 --format json
  forsale-sim replay --out my-run --player mine.py --outcome lost --review
  forsale-sim replay --out my-run --player mine.py --bid-over 10 --after 7
  forsale-sim replay --trace game.jsonl --review
  forsale-sim replay --out my-run --player mine.py --outcome lost --count 20 --page lost.html
"""


@click.command(cls=Command, epilog=EXAMPLES)
@with_options(*spec_options(RunSpec))
@click.option("--game", "number", type=Whole(), help="Its number in the run, from 1.")
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
    type=Whole(least=0),
    metavar="COINS",
    help="Only a game in which --player bid more.",
)
@click.option("--after", type=Whole(least=0), metavar="GAME", help="Look on after this game.")
@click.option(
    "--review",
    is_flag=True,
    help="Say what each move gave away, by champion's estimate; only those of --player, if named.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="The folder of a saved run: instead of its options.",
)
@click.option(
    "--trace",
    "traced",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A game from its trace (--format json), of any run: instead of a run and a game. With "
    "--page, a folder of traces, too.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.html",
    help="Write the game with its review as a page to look at, in place of the story.",
)
@click.option(
    "--count",
    type=Whole(least=1),
    metavar="GAMES",
    help="How many games the page has: those from --game on, or the next that --player plays in.",
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
    out: Path | None,
    output: str,
    review: bool = False,
    traced: Path | None = None,
    page: Path | None = None,
    count: int | None = None,
    **asked: Any,
) -> None:
    """Show one game of a run again, move by move.

    Name the run by its options, as the run printed them, or by its folder, and the game by its
    number, or by what a strategy did in it. The game is played by the readable engine and checked
    against the compiled one.
    """
    _check_combination(asked)
    if page is not None:
        check_ending("--page", page, ".html", "a page")
        check_writable(page)
    wanted = player
    if traced is not None:
        games = [_read(path) for path in _traces(traced, page)]
    else:
        from strategy_lab.simulation.finding import player_index

        kind = RunSpec.in_program(program_of_command())
        plan = spec_of(kind, asked).plan if out is None else _saved_plan(out)
        over = None if bid_over is None else ("bid", bid_over)
        index = NOBODY if player is None else player_index(plan, player)
        wanted = None if player is None else plan.field[index].name
        numbers = _numbers(plan, number, index, (outcome, over), after or 0, count or 1)
        games = [_played_again(plan, each) for each in numbers]
    recorded, checked = games[0]
    if wanted not in (None, *(name for each, _ in games for name in each.lineup)):
        raise UsageError(
            f"{player!r} does not play in game {recorded.number}: leave out --game to find one"
            if traced is None
            else f"{player!r} does not play in {traced}: {', '.join(recorded.lineup)} do"
        )
    if page is not None:
        _write(page, games)
        return
    _show(recorded, checked, output)
    if review:
        _review(recorded, wanted, output)


def _in_program(program: Program) -> click.Command:
    """Return the command for a game: without what only For Sale has."""
    if program is FOR_SALE:
        return replay
    kind = RunSpec.in_program(program)
    examples = [line for line in EXAMPLES.splitlines() if "review" not in line]

    @click.command(
        "replay",
        cls=Command,
        help=replay.help,
        epilog=program.in_words("\n".join(examples)),
    )
    @with_options(*spec_options(kind))
    def of_game(**asked: Any) -> None:
        show = replay.callback
        assert show is not None
        show(**asked)

    left_out = {*kind.options(), *OF_FOR_SALE}
    of_game.params += [each for each in replay.params if each.name not in left_out]
    return of_game


replay.in_program = _in_program  # type: ignore[attr-defined]


class Shown(NamedTuple):
    """A game that has been played, or read from its trace."""

    number: int
    lineup: Sequence[str]
    decisions: Sequence[Any]
    story: str
    trace: Iterable[str]


def _traces(path: Path, page: Path | None) -> list[Path]:
    """Return the traces that are named: a file, or for a page all of a folder."""
    if not path.is_dir():
        return [path]
    if page is None:
        raise UsageError(f"--trace: {path} is a folder, which only a page shows: add --page")
    traces = sorted(each for each in path.iterdir() if each.suffix == ".jsonl")
    if not traces:
        raise UsageError(f"--trace: {path} holds no file that ends in .jsonl")
    return traces


def _write(path: Path, games: Sequence[tuple[Shown, str]]) -> None:
    """Write the page of some games."""
    from forsale_sim.play.game_page import game_page
    from forsale_sim.play.review import judge
    from forsale_sim.play.reviewed_game import reviewed_game
    from forsale_sim.reference.trace_reading import read_trace

    with status("Looking back"):
        recorded = [read_trace("\n".join(shown.trace), "the game") for shown, _ in games]
        reviewed = [reviewed_game(each, judge(each.decisions)) for each in recorded]
    write_text(path, game_page(reviewed, "\n\n".join(shown.story for shown, _ in games)))
    for checked in dict.fromkeys(checked for _, checked in games):
        click.echo(checked)
    click.echo(f"Wrote {counted(len(games), 'game')} as {path}: open it in a browser.")


def _read(path: Path) -> tuple[Shown, str]:
    """Return the game of a trace, and how it was checked."""
    from strategy_lab.files.regular_files import read_regular

    from forsale_sim.reference.story import story
    from forsale_sim.reference.trace import trace_lines
    from forsale_sim.reference.trace_reading import read_trace

    try:
        text = read_regular(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--trace: {path} cannot be read: {error}") from error
    recorded = read_trace(text, str(path))
    facts = (recorded.game, recorded.seed, recorded.number, recorded.lineup)
    shown = Shown(
        recorded.number,
        recorded.lineup,
        recorded.decisions,
        story(*facts),
        trace_lines(*facts),
    )
    return shown, "Checked: played by the rules, these moves make this game."


def _played_again(plan: Plan, number: int) -> tuple[Shown, str]:
    """Return a game of a run, and how it was checked."""
    from strategy_lab.errors import MoveError
    from strategy_lab.simulation.replaying import check_against_engine

    game = plan.game(number)
    seated = plan.definition.seat_game(plan, game)
    try:
        decisions = seated.play()
    except MoveError as error:
        raise LaboratoryError(f"{error}\n\nThe game so far:\n\n{seated.story()}") from error
    shown = Shown(number, seated.names, decisions, seated.story(), seated.trace())
    return shown, check_against_engine(plan, game, seated)


def _show(shown: Shown, checked: str, output: str) -> None:
    if output == "json":
        for line in shown.trace:
            click.echo(line)
    else:
        click.echo(shown.story)
        click.echo()
    click.echo(checked, err=output == "json")


def _check_combination(asked: Iterable[str]) -> None:
    """Refuse options that need another, or exclude it."""
    given = given_options(click.get_current_context())
    if "count" in given and "page" not in given:
        raise UsageError("--count is how many games a page has: add --page")
    finding = [given[name] for name in FINDING if name in given]
    if "traced" in given:
        surplus = [
            given[name] for name in (*asked, *FINDING, "number", "count", "out") if name in given
        ]
        if surplus:
            raise UsageError(f"--trace has one game: leave out {', '.join(surplus)}")
        return
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
    """Return the numbers of the games that are wanted, at least one."""
    from strategy_lab.simulation.finding import Wanted, find_games

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


def _review(recorded: Shown, player: str | None, output: str) -> None:
    """Print what the decisions of one strategy, or of all, gave away."""
    from forsale_sim.play.review import judge, review_records, review_text

    names = recorded.lineup
    with status("Looking back"):
        judged = judge(
            each for each in recorded.decisions if player in (None, names[each.seat - 1])
        )
    if output == "json":
        for record in review_records(judged, len(names)):
            click.echo(json.dumps(record))
    else:
        click.echo("\n" + "\n".join(review_text(judged, names)))


def _saved_plan(folder: Path) -> Plan:
    from strategy_lab.simulation.checkpoints import load_to_play, load_to_read

    if given_options(click.get_current_context()).keys() - OF_THE_GAME:
        raise UsageError("--out names the run: leave out the options that say what it played")
    spec = load_to_read(folder, note).spec
    if not isinstance(spec, TournamentSpec):
        raise UsageError(
            f"{folder} was saved by {spec.program.name} {spec.command}, whose games cannot be "
            "replayed: only those of run, merge and rank can"
        )
    (plan,) = load_to_play(folder, note).outcome.experiment.plans
    return plan
