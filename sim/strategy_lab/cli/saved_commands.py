"""The commands ``merge``, ``plot`` and ``replay``: what is done with what was played."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from strategy_lab.cli.experiments import (
    Command,
    check_out,
    file_option,
    folder_option,
    given_options,
    loaded_option,
    note,
    out_option,
    plots_option,
    printed_as,
    program_of_command,
    results_format_option,
    show_results,
    spec_of,
    spec_options,
    tables_option,
    with_options,
)
from strategy_lab.display.progress import status
from strategy_lab.errors import LaboratoryError, UsageError, listed, nearest
from strategy_lab.experiments.options import Whole
from strategy_lab.experiments.specs import RunSpec, TournamentSpec
from strategy_lab.files.whole_files import read_regular, write_text
from strategy_lab.program import Program

if TYPE_CHECKING:
    from strategy_lab.display.presentations import Draw
    from strategy_lab.game import SeatedGame
    from strategy_lab.results.conclusions import Tables
    from strategy_lab.simulation.checkpoints import PlotFormat
    from strategy_lab.simulation.experiment import Plan

MERGE_EXAMPLES = """\b
Example:
  forsale-sim run --games 1e9 --seed 3 --shard 1/2 --out part-1
  forsale-sim run --games 1e9 --seed 3 --shard 2/2 --out part-2
  forsale-sim merge part-1 part-2 --out my-run
"""


@click.command(cls=Command, epilog=MERGE_EXAMPLES)
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
    from strategy_lab.simulation.checkpoints import merged_folders, missing_units
    from strategy_lab.simulation.sessions import begun

    check_out(out, given_options(context))
    whole = merged_folders(folders, allow_gaps=allow_gaps)
    outcome = whole.outcome
    execution = replace(whole.execution, table_formats=table_formats, plot_formats=plot_formats)
    with begun(whole.spec, execution, out, outcome=outcome) as session:
        show_results(session, output, True)
        if not outcome.complete:
            note(f"{missing_units(outcome)}.")


ABOUT = {
    "strategies": "win rates of the strategies",
    "seats": "win rates of the seats",
    "players": "money, by the number of players",
    "measures": "what games come to, by the number of players",
    "ratings": "ratings of the strategies",
    "opponents": "who finishes ahead of whom",
    "equilibria": "equilibria and alpha-rank of a meta-game",
}
"""What each kind of plot of a folder shows."""

MARKS: dict[PlotFormat, bytes] = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<svg"}
"""What the start of a plot's file holds: before its mark, an SVG says that it is XML."""

LONGEST_START = 1024  # bytes

PLOT_EXAMPLES = """\b
Examples:
  forsale-sim plot my-run --kind seats
  forsale-sim plot my-run --kind opponents --out opponents.svg
"""


def plot(program: Program) -> click.Command:
    more, example, saved = "", "", "DIR"
    if own := program.game_plots:
        told = listed([f"{what} ({kind})" for kind, what in own.items()])
        more = f" The file of run --games-out has {told}."
        example = f"  {program.name} plot games.parquet --kind {list(own)[-1]}\n"
        saved = "DIR|GAMES"
    kinds = ", ".join((*ABOUT, *own))
    about, examples = f"{inspect.getdoc(_plot)}{more}", PLOT_EXAMPLES + example
    return click.command("plot", cls=Command, help=about, epilog=examples)(
        with_options(
            click.argument("saved", type=click.Path(path_type=Path, exists=True), metavar=saved),
            click.option(
                "--kind",
                metavar="KIND",
                help=f"What to plot: {kinds}.  [default: list the kinds that there are of it]",
            ),
            click.option(
                "--ruleset", metavar="NAME", help="Which of its rulesets.  [default: all]"
            ),
            click.option(
                "--out",
                type=click.Path(path_type=Path, dir_okay=False),
                metavar="FILE",
                help="Where to, of one ruleset, as .png or .svg; KIND_RULESET.png in this folder "
                "unless said. A plot there is replaced, any other file is not.",
            ),
        )(_plot)
    )


def _plot(saved: Path, kind: str | None, ruleset: str | None, out: Path | None) -> None:
    """Draw a plot of a saved run.

    The folders of run --out and merge --out have win rates by seat (seats) and by strategy
    (strategies), money by player count (players), and who finishes ahead of whom (opponents);
    those of rank --out ratings and opponents; those of meta --out equilibria.
    """
    from strategy_lab.display.plots.charts import plot_name, save_figure
    from strategy_lab.files.whole_files import check_writable

    own = program_of_command().game_plots
    if saved.is_file() and not own:
        raise UsageError(f"{saved}: there are no plots of files of games, only of folders")
    if kind is None:
        if out is not None:
            raise UsageError(
                f"--out {out} needs --kind: name what to plot, or leave both out to list"
            )
        for each in own if saved.is_file() else _plots_in(saved)[1]:
            click.echo(f"{each:<12}{(own if saved.is_file() else ABOUT)[each]}")
        return
    if kind not in (*ABOUT, *own):
        raise UsageError(f"there is no plot of {kind!r}{nearest(kind, (*ABOUT, *own))}")
    form = _format_of(out)
    check_writable(out or Path(kind))  # unless a place is named, it is this folder
    with status("Reading"):
        rulesets, draw = _of_games(saved, kind) if saved.is_file() else _of_tables(saved, kind)
    if not rulesets:
        raise UsageError(f"{saved} says nothing about {kind}: no row is in its tables")
    if ruleset is None and out is not None and len(rulesets) > 1:
        raise UsageError(
            f"--out {out} names one file, and {saved} has {', '.join(rulesets)}: say which with "
            "--ruleset, or leave out --out for a file of each"
        )
    if ruleset is not None and ruleset not in rulesets:
        raise UsageError(f"{saved} has no ruleset {ruleset!r}{nearest(ruleset, rulesets)}")
    chosen = rulesets if ruleset is None else [ruleset]
    paths = {name: out or Path(f"{plot_name(kind, name)}.{form}") for name in chosen}
    for path in paths.values():
        _check_replaced(path, form)
    for name, path in paths.items():
        with status(f"Drawing {path}"):
            save_figure(draw(name), path, form)
        note(f"Saved {path}.")


def _format_of(out: Path | None) -> PlotFormat:
    if out is None:
        return "png"
    form = next((form for form in MARKS if f".{form}" == out.suffix.lower()), None)
    if form is None:
        raise UsageError(f"{out}: name it .png or .svg")
    return form


def _check_replaced(path: Path, form: PlotFormat) -> None:
    if not path.exists():
        return
    try:
        start = read_regular(path)[:LONGEST_START]
    except OSError:
        start = b""
    if MARKS[form] not in start:
        raise UsageError(
            f"{path} exists already and is no {form.upper()}, and only plots are overwritten: "
            "name another file"
        )


def _of_games(path: Path, kind: str) -> tuple[list[str], Draw]:
    program = program_of_command()
    if kind not in program.game_plots:
        known = ", ".join(program.game_plots)
        raise UsageError(f"{path} is a file, not a folder: of a file of games there are {known}")
    assert program.game.plot_games is not None
    return program.game.plot_games(path, kind)


def _plots_in(folder: Path) -> tuple[Tables, dict[str, Draw]]:
    from strategy_lab.display.presentations import NEEDED, plots_of
    from strategy_lab.results.saved_tables import MANIFEST, TABLES, read_tables
    from strategy_lab.simulation.checkpoints import command_of, read_manifest

    facts = read_manifest(folder)
    if not isinstance(facts, dict):
        raise UsageError(f"{folder / MANIFEST} is not the manifest of a run")
    needed = sorted({name for names in NEEDED.values() for name in names})
    checksums = facts.get(TABLES)
    tables = read_tables(folder, needed, checksums if isinstance(checksums, dict) else {})
    plots = plots_of(tables, program_of_command().game.measures())
    if not plots:
        raise UsageError(
            f"{folder} was saved by {program_of_command().name} {command_of(facts)}: there are "
            "plots of the folders of run, merge, rank and meta, and of files of games"
        )
    return tables, plots


def _of_tables(folder: Path, kind: str) -> tuple[list[str], Draw]:
    from strategy_lab.display.presentations import NEEDED
    from strategy_lab.results.tables import values

    tables, plots = _plots_in(folder)
    if kind in program_of_command().game_plots:
        raise UsageError(
            f"--kind {kind} takes the file of run --games-out: {program_of_command().name} plot "
            f"GAMES.parquet --kind {kind}. Of {folder} there are {', '.join(plots)}"
        )
    if kind not in plots:
        raise UsageError(
            f"{folder} has no tables for {kind}; there are plots of: {', '.join(plots)}"
        )
    return values(tables[NEEDED[kind][0]]["ruleset"]), plots[kind]


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
    loaded_option,
)
"""Which game of a run."""

saved_run_option = folder_option("--out", "The folder of a saved run: instead of its options.")

text_format_option = printed_as("text", "json", text="A story to read, or JSON Lines.")

REPLAY_HELP = """Show one game of a run again, move by move.

Name the run by its options, as the run printed them, or by its folder, and the game by its number,
or by what a strategy did in it. The game is played by the readable engine and checked against the
compiled one.
"""

REPLAY_EXAMPLES = """\b
Examples:
  forsale-sim replay --games 1e6 --seed 42 --game 7
  forsale-sim replay --out my-run --game 7 --format json
  forsale-sim replay --out my-run --player mine.py --bid-over 10 --after 7
"""


def replay(program: Program) -> click.Command:
    options: list[Any] = [*GAME_OPTIONS, saved_run_option]
    examples = REPLAY_EXAMPLES
    if program.page:
        text = "Write the game as a page with the board, turn by turn, in place of the story."
        options.append(file_option("--page", ".html", "a page", text))
        examples += "  forsale-sim replay --games 1e6 --seed 42 --game 7 --page game.html\n"

    @click.command("replay", cls=Command, help=REPLAY_HELP, epilog=examples)
    @with_options(*spec_options(RunSpec.in_program(program)), *options, text_format_option)
    def command(output: str, page: Path | None = None, **asked: Any) -> None:
        check_game()
        ((shown, checked),), _ = replayed(program, **asked)
        if page is None:
            show(shown, checked, output)
            return
        with status("Playing on from each round"):
            text = resolve_name(program.page)(shown.seated, shown.story)
        write_text(page, text)
        click.echo(f"{checked}\nWrote the game as {page}: open it in a browser.")

    return command


class Shown(NamedTuple):
    number: int
    lineup: Sequence[str]
    decisions: Sequence[Any]
    story: str
    trace: Iterable[str]
    seated: SeatedGame | None = None  # at the table of the readable engine, if a run has the game


def replayed(
    program: Program,
    *,
    number: int | None,
    player: str | None,
    outcome: Any,
    bid_over: int | None,
    after: int | None,
    out: Path | None,
    loaded: str | None,
    count: int = 1,
    **asked: Any,
) -> tuple[list[tuple[Shown, str]], str | None]:
    """Return games of a run, each with how it was checked, and what tables call the `player`.

    There are `count` games, or as many as there are.
    """
    from strategy_lab.simulation.replaying import check_loaded, player_index

    plan = (
        spec_of(RunSpec.in_program(program), asked).plan if out is None else _saved_plan(out, asked)
    )
    if loaded is not None:
        check_loaded(plan.field, loaded)
    if bid_over is not None and "bid" not in program.game.decisions:
        raise UsageError(f"--bid-over: nobody bids in {program.title}: leave it out")
    over = None if bid_over is None else ("bid", bid_over)
    index = -1 if player is None else player_index(plan, player)
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
    told = seated.story(), seated.trace()
    try:
        checked = check_against_engine(plan, game, seated)
    except LaboratoryError as error:
        raise LaboratoryError(f"{error}\n\nThe game in plain Python:\n\n{told[0]}") from error
    return Shown(number, seated.names, decisions, *told, seated), checked


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
    finding = [given[name] for name in ("outcome", "bid_over", "after") if name in given]
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
    spec = Checkpoint.load(folder, leave_unloaded).spec
    if not isinstance(spec, TournamentSpec):
        raise UsageError(
            f"{folder} was saved by {spec.program.name} {spec.command}, whose games cannot be "
            "replayed: only those of run, merge and rank can"
        )
    (plan,) = Checkpoint.load(folder).outcome.experiment.plans
    return plan
