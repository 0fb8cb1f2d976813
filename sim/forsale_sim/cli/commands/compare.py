"""``forsale-sim compare``: what one ruleset does differently from another."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from forsale_sim.cli.comparing import compared_tables, play, print_comparison, save_comparison
from forsale_sim.cli.numbers import Number, PlayerCounts
from forsale_sim.cli.options import check_out, seed_option
from forsale_sim.cli.parsing import Command
from forsale_sim.cli.playing import ending, note_tuning_mismatch, playing_options, tables_option
from forsale_sim.cli.printing import note, tolerate_broken_pipe
from forsale_sim.errors import UsageError, nearest
from forsale_sim.experiments.compare.fields import KINDS
from forsale_sim.experiments.playing import number_of_threads
from forsale_sim.simulation.spec import engine_option

if TYPE_CHECKING:
    from forsale_sim.experiments.compare.plan import Comparison
    from forsale_sim.results.paired.differences import Margins

DEFAULT_GAMES = 10_000_000

MARGIN_UNITS = {"points": ("rates", 0.01), "thousands": ("amounts", 1.0)}
"""What margins are given in: the field of `Margins` that each is, and its size."""

EXAMPLES = """\b
Examples:
  forsale-sim compare iello-fr iello-en
  forsale-sim compare iello-en --vary refund=up,all,none --players 4
  forsale-sim compare iello-en mine.toml --field expert,matcher,mine.py
"""


@click.command(cls=Command, epilog=EXAMPLES)
@click.argument("rulesets", nargs=-1, required=True, metavar="RULESET...")
@click.option(
    "--vary",
    "variations",
    multiple=True,
    metavar="RULE=VALUE,…",
    help="Compare the first ruleset with what-ifs of it, such as refund=up,none or coins=+1,-1; "
    "several make a grid.",
)
@click.option(
    "--games",
    type=Number(),
    default=DEFAULT_GAMES,
    show_default=True,
    help="How many games in all: shared evenly among rulesets, player counts and fields.",
)
@click.option(
    "--players",
    type=PlayerCounts(),
    default=(),
    help="Player counts, such as 3,4.  [default: all that the rulesets have in common]",
)
@click.option(
    "--field",
    "fields",
    multiple=True,
    metavar="all|strong|mirrors|SPEC,SPEC,…",
    default=KINDS,
    show_default=True,
    help="Strategies to draw conclusions from; may be repeated. mirrors: each strong strategy "
    "against itself; mirrors:SPEC,…: each of others.",
)
@seed_option
@click.option(
    "--margin",
    "margins",
    multiple=True,
    metavar="points=X|thousands=X",
    help="What difference counts as small.  [default: points=0.5, thousands=0.25]",
)
@playing_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Save tables and a manifest in a new folder.",
)
@tables_option
@click.option(
    "--format",
    "output",
    type=click.Choice(["table", "json", "csv"]),
    default="table",
    show_default=True,
    help="How to print the results; csv: the table of differences.",
)
def compare(
    rulesets: tuple[str, ...],
    variations: tuple[str, ...],
    games: int,
    players: tuple[int, ...],
    fields: tuple[str, ...],
    seed: int,
    margins: tuple[str, ...],
    engine: str,
    threads: int | None,
    out: Path | None,
    table_formats: tuple[Any, ...],
    output: str,
) -> int:
    """Show what rulesets do differently from the first one: to seats, strategies and money.

    All rulesets are played on the same deals, with the same strategies in the same seats and the
    same random draws, so that what they have in common cancels; where decks are of different sizes,
    that cannot be. All is done in several fields of strategies: trust what holds in all of them.
    """
    from forsale_sim.atomic_files import made_folder
    from forsale_sim.experiments.compare.manifest import comparison_manifest

    check_out(out)
    small = _margins(margins)
    threads = number_of_threads(threads)
    comparison = _comparison(rulesets, variations, fields, players=players, seed=seed, games=games)
    asked = {"--vary": variations, "--margin": margins} | (
        {"--field": fields} if fields != KINDS else {}
    )
    command = _command(rulesets, asked, players, games, seed, engine_option(engine))
    with ExitStack() as opened:
        if out is not None:
            opened.enter_context(made_folder(out))
        note_tuning_mismatch(*comparison.plans)
        outcome, how = play(comparison, engine, threads, rulesets)
        results = compared_tables(outcome, small)
        facts = comparison_manifest(outcome, small, command=command, **how)
        with tolerate_broken_pipe():
            print_comparison(output, results, comparison, small, facts)
        if out is not None:
            save_comparison(out, results, facts, table_formats)
            note(f"Saved tables and manifest in {out}.")
    return ending(outcome.complete, outcome.games, comparison.games)


def _comparison(
    rulesets: Sequence[str],
    variations: Sequence[str],
    fields: Sequence[str],
    *,
    players: tuple[int, ...],
    seed: int,
    games: int,
) -> Comparison:
    """Settle what is compared."""
    from forsale_sim.experiments.compare.fields import load_fields
    from forsale_sim.experiments.compare.plan import check_names, make_comparison
    from forsale_sim.rules.loading import load_ruleset, load_rulesets
    from forsale_sim.rules.varying import parse_variation, what_ifs

    loaded = list(load_rulesets(rulesets))
    if len(loaded) < len(rulesets):
        check_names([load_ruleset(text).name for text in rulesets])
    if variations:
        loaded += what_ifs(loaded[0], [parse_variation(text) for text in variations])
    return make_comparison(loaded, load_fields(fields), players=players, seed=seed, games=games)


def _margins(texts: Sequence[str]) -> Margins:
    """Return the margins that were asked for, the others as they are without."""
    from forsale_sim.results.paired.differences import Margins

    asked: dict[str, float] = {}
    for text in texts:
        unit, _, written = (part.strip() for part in text.partition("="))
        if unit not in MARGIN_UNITS:
            raise UsageError(f"--margin {text!r}{nearest(unit, MARGIN_UNITS)}; write points=0.5")
        name, size = MARGIN_UNITS[unit]
        try:
            asked[name] = float(written) * size
        except ValueError:
            asked[name] = 0.0
        if not 0 < asked[name] < float("inf"):
            raise UsageError(f"--margin {text!r}: {written!r} is not a number above 0")
    return Margins(**asked)


def _command(
    rulesets: Sequence[str],
    asked: Mapping[str, Sequence[str]],
    players: Sequence[int],
    games: int,
    seed: int,
    more: Sequence[str],
) -> str:
    """Return the command line that asks for the same with the same seed."""
    words = ["forsale-sim", "compare", *rulesets, "--games", str(games), "--seed", str(seed)]
    if players:
        words += ["--players", ",".join(map(str, players))]
    words += [word for option, texts in asked.items() for text in texts for word in (option, text)]
    return shlex.join([*words, *more])
