"""``forsale-sim meta``: the field as a game, its equilibria, and who invades whom."""

from __future__ import annotations

import math
import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import (
    check_out,
    one_each,
    players_option,
    rulesets_option,
    seed_option,
)
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import ending, note_tuning_mismatch, playing_options, saving_options
from forsale_sim.cli.printing import note, results_format_option, tolerate_broken_pipe
from forsale_sim.display.progress import status
from forsale_sim.errors import UsageError
from forsale_sim.experiments.playing import number_of_threads
from forsale_sim.simulation.spec import DEFAULT_FIELD, DEFAULT_RULESET, engine_option

if TYPE_CHECKING:
    from forsale_sim.experiments.meta.analysis import Sweep

DEFAULT_DEALS = 600
ALPHAS = tuple(float(f"{10 ** (third / 3):.3g}") for third in range(-6, 7))
"""Three a power of ten, from 0.01 to 100."""
POPULATION = 50
MOST_ALPHA = 1e6
LEAST_POPULATION, MOST_POPULATION = 6, 1000
"""No fewer than can play."""

EXAMPLES = """\b
Examples:
  forsale-sim meta --players 4
  forsale-sim meta --strategy counter --strategy expert --strategy mine.py --deals 2400
  forsale-sim meta --players 3,4 --ruleset iello-en --ruleset iello-fr --out field
"""


@click.command(cls=Command, epilog=EXAMPLES)
@rulesets_option
@players_option
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    callback=one_each,
    metavar="SPEC",
    help=f"A strategy of the field; may be repeated.  [default: {', '.join(DEFAULT_FIELD)}]",
)
@click.option(
    "--deals",
    type=Number(),
    default=DEFAULT_DEALS,
    show_default=True,
    help="How many deals every lineup plays, all of them the same; rounded up.",
)
@click.option(
    "--alpha",
    "alphas",
    multiple=True,
    type=float,
    default=ALPHAS,
    metavar="NUMBER",
    help="Intensity of selection of alpha-rank; may be repeated.  [default: 0.01 to 100]",
)
@click.option(
    "--population",
    type=Number(),
    default=POPULATION,
    show_default=True,
    help="How large alpha-rank's population is.",
)
@seed_option
@playing_options
@saving_options
@results_format_option
def meta(
    rulesets: tuple[str, ...],
    players: tuple[int, ...],
    strategies: tuple[str, ...],
    deals: int,
    alphas: tuple[float, ...],
    population: int,
    seed: int,
    threads: int | None,
    engine: str,
    out: Path | None,
    table_formats: tuple[Any, ...],
    plot_formats: tuple[Any, ...],
    output: str,
) -> int:
    """Look at a field of strategies as a game, for each ruleset and player count.

    All lineups that the field can make play the same deals. From what they win follows who invades
    whom, in which mixtures of strategies evolution settles, how much a best response of the field
    gains against a mixture, and alpha-rank. Intervals are 95 %, from a bootstrap over deals.
    """
    from forsale_sim.atomic_files import made_folder
    from forsale_sim.cli.meta_game import play, print_meta_game, save_meta_game
    from forsale_sim.experiments.meta.manifest import meta_manifest
    from forsale_sim.experiments.meta.plan import make_meta_game
    from forsale_sim.experiments.meta.tables import meta_tables
    from forsale_sim.plugins.entrant import load_field
    from forsale_sim.rules.loading import load_rulesets

    check_out(out)
    threads, sweep = number_of_threads(threads), _sweep(alphas, population)
    game = make_meta_game(
        load_field(strategies or DEFAULT_FIELD),
        rulesets=load_rulesets(rulesets),
        players=players,
        seed=seed,
        deals=deals,
    )
    note_tuning_mismatch(game.plan)
    with ExitStack() as opened:
        if out is not None:
            opened.enter_context(made_folder(out))
        outcome, how = play(game, engine, threads, rulesets)
        with status("Looking for equilibria"):
            results = meta_tables(outcome, sweep)
        command = _command(rulesets, players, strategies, deals, sweep, seed, engine)
        facts = meta_manifest(outcome, sweep, command=command, **how)
        with tolerate_broken_pipe():
            print_meta_game(output, results, facts)
        if out is not None:
            save_meta_game(out, results, facts, table_formats, plot_formats)
            note(f"Saved tables, plots and manifest in {out}.")
    return ending(outcome.complete, outcome.games, game.plan.games)


def _sweep(alphas: tuple[float, ...], population: int) -> Sweep:
    from forsale_sim.experiments.meta.analysis import Sweep

    for alpha in alphas:
        if not (math.isfinite(alpha) and 0 < alpha <= MOST_ALPHA):
            raise UsageError(
                f"--alpha must be more than 0 and at most {MOST_ALPHA:.0e}, not {alpha:g}"
            )
    if not LEAST_POPULATION <= population <= MOST_POPULATION:
        raise UsageError(
            f"--population must be {LEAST_POPULATION} to {MOST_POPULATION}, not {population}"
        )
    return Sweep(sorted(set(alphas)), population)


def _command(
    rulesets: tuple[str, ...],
    players: tuple[int, ...],
    strategies: tuple[str, ...],
    deals: int,
    sweep: Sweep,
    seed: int,
    engine: str,
) -> str:
    """Return the command line that asks for the same with the same seed."""
    words = ["forsale-sim", "meta", "--deals", str(deals), "--seed", str(seed)]
    for ruleset in rulesets if rulesets != (DEFAULT_RULESET,) else ():
        words += ["--ruleset", ruleset]
    if players:
        words += ["--players", ",".join(map(str, players))]
    for strategy in strategies:
        words += ["--strategy", strategy]
    for alpha in sweep.alphas if tuple(sweep.alphas) != ALPHAS else ():
        words += ["--alpha", f"{alpha:.12g}"]
    if sweep.population != POPULATION:
        words += ["--population", str(sweep.population)]
    return shlex.join([*words, *engine_option(engine)])
