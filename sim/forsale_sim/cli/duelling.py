"""The work of ``duel``: played, shown as it goes, and printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.printing import rich_output
from forsale_sim.display import notebook
from forsale_sim.display.progress import status
from forsale_sim.errors import ForSaleError, StoppedError
from forsale_sim.simulation.spec import PlanOptions
from forsale_sim.wording import games_of_deals

if TYPE_CHECKING:
    from forsale_sim.experiments.duel.plan import Duel, Match
    from forsale_sim.experiments.duel.playing import (
        DuelOutcome,
        FailedGameError,
        MatchOutcome,
        OnLook,
    )
    from forsale_sim.results.tables import Columns
    from forsale_sim.stats.sequential.two_sided import TwoSidedTest


def play(
    duel: Duel, test: TwoSidedTest, engine: str, threads: int, rulesets: Sequence[str]
) -> tuple[DuelOutcome, dict[str, Any]]:
    """Play a duel, until done or Ctrl-C.

    Parameters
    ----------
    duel
        What to play.
    test
        One as each match is to have.
    engine, threads
        Who plays, as asked for.
    rulesets
        As asked for.

    Returns
    -------
    DuelOutcome
        With at least one game.
    dict
        How it was played, for the manifest.

    Raises
    ------
    ForSaleError
        If a strategy fails; the message says how to see the game.
    StoppedError
        On Ctrl-C before the first look at a test.
    """
    from forsale_sim.experiments.duel.playing import FailedGameError, play_duel
    from forsale_sim.simulation.engines import ENGINES
    from forsale_sim.stats.sequential.two_sided import TwoSidedTest

    with status("Getting ready (the first time, strategies have to be compiled)"):
        player = ENGINES[engine](duel.plan)

    def new_test() -> TwoSidedTest:
        return TwoSidedTest(test.elo0, test.elo1, test.alpha, test.beta)

    try:
        with looks_shown(duel) as on_look:
            outcome = play_duel(duel, player, new_test, threads=threads, on_look=on_look)
    except FailedGameError as error:
        see = replay_command(error, rulesets)
        raise ForSaleError(f"{error}\nSee the game: {see}") from error
    if outcome.games == 0:
        raise StoppedError("interrupted before the first deals were done: nothing to show")
    return outcome, {"engine": player.name, "threads": threads if player.parallel else 1}


@contextmanager
def looks_shown(duel: Duel) -> Iterator[OnLook | None]:
    """Show where the tests stand, a line for each match, for what is given to be told of it."""
    if notebook.in_notebook() or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        tasks = [shown.add_task(_named(match)) for match in duel.matches]

        def show(playing: MatchOutcome) -> None:
            task = tasks[duel.matches.index(playing.match)]
            shown.update(task, description=_standing(playing, duel))

        yield show


def _named(match: Match) -> str:
    return f"{match.cell.ruleset}, {match.cell.players} players"


def _standing(playing: MatchOutcome, duel: Duel) -> str:
    from forsale_sim.experiments.duel.results import finding_of

    test = playing.test
    known = test.finding is not test.finding.OPEN
    return (
        f"{_named(playing.match)}: llr {test.first.llr:+.2f} for A, "
        f"{test.second.llr:+.2f} for B, between {test.bounds.lower:.2f} and "
        f"{test.bounds.upper:.2f}; {playing.tally.deals:,} deals"
        + (f"; {finding_of(playing, duel.names)}" if known else "")
    )


def print_duel(output: str, table: Columns, facts: Mapping[str, Any]) -> None:
    """Print a duel to standard output."""
    if output == "json":
        from forsale_sim.results.files.texts import to_json

        click.echo(to_json(facts, {"duels": table}), nl=False)
        return
    from forsale_sim.display.duels import WIDTH, print_duels

    partial = "" if facts["complete"] else " (PARTIAL: stopped early)"
    a, b = facts["strategies"]
    click.echo(f"A is {a}, B is {b}{partial}")
    click.echo(
        f"{games_of_deals(facts['games'], facts['deals'])}, seed {facts['seed']}, "
        f"{facts['seating']}\n"
    )
    with rich_output(WIDTH) as console:
        print_duels(table, facts, console)
    click.echo(f"digest  {facts['digest']}")
    click.echo(f"again   {facts['command']}")


def replay_command(error: FailedGameError, rulesets: Sequence[str]) -> str:
    """Return the command that shows the game in which a strategy failed."""
    from forsale_sim.rules.loading import load_ruleset
    from forsale_sim.simulation.plan import period

    at = error.where
    ruleset = next(text for text in rulesets if load_ruleset(text).name == at.ruleset)
    number = (at.deal - 1) * period(error.lineup) + at.seating
    lineup = ",".join(error.lineup)
    options = PlanOptions((ruleset,), (), (), lineup, rotate=True, seed=error.seed, games=number)
    return options.command("replay", "--game", str(number))
