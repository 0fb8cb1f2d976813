"""``forsale-sim duel``: tell whether one strategy is stronger than another."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import players_option, rulesets_option, seed_option
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import note_tuning_mismatch, playing_options
from forsale_sim.cli.printing import format_option, note, tolerate_broken_pipe
from forsale_sim.errors import StoppedError, UsageError
from forsale_sim.experiments.playing import number_of_threads
from forsale_sim.simulation.spec import DEFAULT_FIELD, engine_option

if TYPE_CHECKING:
    from forsale_sim.plugins.entrant import Entrant
    from forsale_sim.stats.sequential.two_sided import TwoSidedTest

DEFAULT_ELO = (0.0, 5.0)
DEFAULT_ERROR = 0.05
DEFAULT_MOST_DEALS = 1_000_000

MOST_ELO = 200.0
"""Beyond it tests end with the first deals."""

DECIDING = {
    *("rulesets", "players", "field", "no_field", "most_deals"),
    *("elo0", "elo1", "alpha", "beta"),
}
"""The options, beside the seed, that decide what comes out."""

EXAMPLES = """\b
Examples:
  forsale-sim duel expert spread
  forsale-sim duel mine.py spread:share=0.3 --players 4 --elo1 10
  forsale-sim duel expert linear --field spread --field miser
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@rulesets_option
@players_option
@click.option(
    "--field",
    "field",
    multiple=True,
    metavar="SPEC",
    help="Another strategy at the tables with both; may be repeated.  "
    f"[default: of {', '.join(DEFAULT_FIELD)} the others]",
)
@click.option("--no-field", is_flag=True, help="Play no tables with others.")
@click.option(
    "--elo0",
    type=float,
    default=DEFAULT_ELO[0],
    show_default=True,
    help="Up to this normalised Elo, none is to be found stronger.",
)
@click.option(
    "--elo1",
    type=float,
    default=DEFAULT_ELO[1],
    show_default=True,
    help="From this normalised Elo on, the stronger one is to be found.",
)
@click.option(
    "--alpha",
    type=float,
    default=DEFAULT_ERROR,
    show_default=True,
    help="How often one is found stronger though it is not by more than elo0.",
)
@click.option(
    "--beta",
    type=float,
    default=DEFAULT_ERROR,
    show_default=True,
    help="How often one is not found stronger though it is by elo1.",
)
@click.option(
    "--max-deals",
    "most_deals",
    type=Number(),
    default=DEFAULT_MOST_DEALS,
    show_default=True,
    help="Deals for each ruleset and player count after which it is undecided.",
)
@seed_option
@playing_options
@format_option
@click.pass_context
def duel(
    context: click.Context,
    a: str,
    b: str,
    rulesets: tuple[str, ...],
    players: tuple[int, ...],
    field: tuple[str, ...],
    no_field: bool,
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    most_deals: int,
    seed: int,
    engine: str,
    threads: int | None,
    output: str,
) -> int:
    """Show whether strategy A is stronger than B, or B than A, or neither.

    Both play the same deals: A amid copies of B, B amid copies of A, and both at tables with
    others, under all rotations. For each ruleset and player count it ends when a sequential
    probability ratio test is sure enough.
    """
    from forsale_sim.cli.duelling import play, print_duel
    from forsale_sim.experiments.duel.plan import make_duel
    from forsale_sim.experiments.duel.results import duel_manifest, duel_table
    from forsale_sim.rules.loading import load_rulesets

    test = _test(elo0, elo1, alpha, beta)
    threads = number_of_threads(threads)
    settled = make_duel(
        *_duellists(a, b),
        _others(a, b, field, no_field),
        rulesets=load_rulesets(rulesets),
        players=players,
        seed=seed,
        most_deals=most_deals,
    )
    note_tuning_mismatch(settled.plan)
    outcome, how = play(settled, test, engine, threads, rulesets)
    command = _command(context, seed, engine_option(engine))
    facts = duel_manifest(outcome, test, command=command, **how)
    with tolerate_broken_pipe():
        print_duel(output, duel_table(outcome), facts)
    if outcome.complete:
        return 0
    ended = sum(match.complete for match in outcome.matches)
    note(f"Stopped early: {ended} of {len(settled.matches)} tests had ended.")
    return StoppedError.exit_status


def _test(elo0: float, elo1: float, alpha: float, beta: float) -> TwoSidedTest:
    from forsale_sim.stats.sequential.two_sided import TwoSidedTest

    for name, error in (("--alpha", alpha), ("--beta", beta)):
        if not 0 < error < 0.5:
            raise UsageError(
                f"{name} is a probability of error, more than 0 and less than 0.5, such as "
                f"{DEFAULT_ERROR}, not {error:g}"
            )
    if not 0 < elo1 <= MOST_ELO:
        raise UsageError(f"--elo1 must be more than 0 and at most {MOST_ELO:g}, not {elo1:g}")
    if not -elo1 <= elo0 < elo1:
        raise UsageError(
            f"--elo0 must be less than --elo1 and no less than its opposite, from {-elo1:g} to "
            f"below {elo1:g}, not {elo0:g}"
        )
    return TwoSidedTest(elo0, elo1, alpha, beta)


def _duellists(a: str, b: str) -> tuple[Entrant, Entrant]:
    from forsale_sim.plugins.entrant import load_field

    both = load_field([a, b])
    if len(both) == 1:
        raise UsageError(f"A and B are both {both[0].name}: name two strategies")
    first, second = both
    return first, second


def _others(a: str, b: str, specs: Sequence[str], none: bool) -> list[Entrant]:
    """Return who else sits at tables with both."""
    from forsale_sim.plugins.entrant import load_field

    if none and specs:
        raise UsageError("--field and --no-field exclude each other: leave one out")
    if none:
        return []
    both = {entrant.name for entrant in load_field([a, b])}
    together = load_field([a, b, *(specs or DEFAULT_FIELD)])
    others = [entrant for entrant in together if entrant.name not in both]
    if not others:
        raise UsageError(
            "--field names nobody but A and B: name another strategy, or play with --no-field"
        )
    return others


def _command(context: click.Context, seed: int, engine: Sequence[str]) -> str:
    """Return the command line that asks for the same with the same seed."""
    words = ["forsale-sim", "duel", context.params["a"], context.params["b"], "--seed", str(seed)]
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if not (given and name in DECIDING):
            continue
        value = context.params[name]
        if name == "players":
            value = ",".join(map(str, value))
        for text in value if isinstance(value, tuple) else (value,):
            words += [option.opts[0]] if text is True else [option.opts[0], _text(text)]
    return shlex.join([*words, *engine])


def _text(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.12g}"
