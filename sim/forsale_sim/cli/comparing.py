"""The work of ``compare``: a comparison played, made tables of, printed and saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.printing import note, rich_output
from forsale_sim.display.progress import games_shown, status
from forsale_sim.errors import ForSaleError, StoppedError
from forsale_sim.simulation.spec import PlanOptions
from forsale_sim.wording import games_of_deals

if TYPE_CHECKING:
    from forsale_sim.experiments.compare.plan import Comparison
    from forsale_sim.experiments.compare.playing import ComparisonOutcome, FailedGameError
    from forsale_sim.results.paired.differences import Margins
    from forsale_sim.results.tables import Tables


def play(
    comparison: Comparison, engine: str, threads: int, rulesets: Sequence[str]
) -> tuple[ComparisonOutcome, dict[str, Any]]:
    """Play a comparison, until done or Ctrl-C.

    Parameters
    ----------
    comparison
        What to play.
    engine, threads
        Who plays.
    rulesets
        Those that were asked for by name or file: what-ifs of them cannot be.

    Returns
    -------
    ComparisonOutcome
        With at least one game.
    dict
        How it was played, for the manifest.

    Raises
    ------
    ForSaleError
        If a strategy fails; the message says how to see the game.
    StoppedError
        On Ctrl-C before the first games were done.
    """
    from forsale_sim.experiments.compare.playing import FailedGameError, compare
    from forsale_sim.simulation.engines import ENGINES

    if comparison.games != comparison.games_requested:
        note(
            f"Playing {comparison.games:,} games for the {comparison.games_requested:,} asked for: "
            f"whole deals in {sum(len(plan.cells) for plan in comparison.plans)} tables."
        )
    with status("Getting ready (the first time, strategies have to be compiled)"):
        engines = [ENGINES[engine](plan) for plan in comparison.plans]
    try:
        with games_shown(comparison.games) as show:
            outcome = compare(
                comparison, engines, threads=threads, watchers=[show] if show is not None else []
            )
    except FailedGameError as error:
        see = _replay(error, comparison, rulesets)
        raise ForSaleError(f"{error}\nSee the game: {see}") from error
    if outcome.games == 0:
        raise StoppedError("interrupted before the first games were done: nothing to show")
    names = dict.fromkeys(player.name for player in engines)
    parallel = all(player.parallel for player in engines)
    return outcome, {"engine": ", ".join(names), "threads": threads if parallel else 1}


def _replay(error: FailedGameError, comparison: Comparison, rulesets: Sequence[str]) -> str:
    """Return the command that shows the game in which a strategy failed, or what it needs."""
    from forsale_sim.rules.loading import load_ruleset

    at = error.where
    named = [text for text in rulesets if load_ruleset(text).name == at.ruleset]
    field = comparison.fields[error.setting.field].entrants
    options = PlanOptions(
        tuple(named[:1]) or ("FILE.toml",),
        (at.players,),
        tuple(entrant.spec for entrant in field),
        None,
        rotate=True,
        seed=comparison.seed,
        games=error.number,
    )
    command = options.command("replay", "--game", str(error.number))
    return command if named else f"{command}, where FILE.toml is a file of {at.ruleset}"


def compared_tables(outcome: ComparisonOutcome, margins: Margins) -> Tables:
    """Return the tables of what has been played."""
    from forsale_sim.results.paired.conclusions import conclusions
    from forsale_sim.results.paired.differences import differences

    with status("Comparing"):
        found = differences(outcome.played, margins)
        return {"differences": found, "conclusions": conclusions(found)}


def print_comparison(
    output: str,
    results: Tables,
    comparison: Comparison,
    margins: Margins,
    facts: Mapping[str, Any],
) -> None:
    """Print a comparison to standard output, or as much of it as is wanted there."""
    from forsale_sim.results.files.texts import to_csv, to_json

    if output == "json":
        click.echo(to_json(facts, results), nl=False)
    elif output == "csv":
        click.echo(to_csv(results["differences"]), nl=False)
    else:
        from forsale_sim.display.compare.tables import WIDTH
        from forsale_sim.display.compare.tables import print_comparison as print_tables

        partial = "" if facts["complete"] else " (PARTIAL: stopped early)"
        click.echo(
            f"{games_of_deals(facts['games'], facts['deals'])} by each ruleset{partial}, "
            f"seed {facts['seed']}\n"
        )
        with rich_output(WIDTH) as console:
            print_tables(results, comparison.rulesets, margins, console)
        click.echo(f"digest  {facts['digest']}")
        click.echo(f"again   {facts['command']}")


def save_comparison(
    out: Path, results: Tables, facts: Mapping[str, Any], table_formats: Sequence[Any]
) -> None:
    """Save the tables and, last, the manifest in a folder that exists."""
    from forsale_sim.results.files.saving import save_manifest, save_tables
    from forsale_sim.results.paired.schema import COLUMNS

    save_tables(results, out, table_formats, COLUMNS)
    save_manifest(facts, out)
