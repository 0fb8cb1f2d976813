"""The options that say what a run plays: the same wherever a run is named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from forsale_sim.cli.numbers import Number, PlayerCounts
from forsale_sim.errors import UsageError
from forsale_sim.experiments.defaults import (
    DEFAULT_FIELD,
    DEFAULT_GAMES,
    DEFAULT_MAX_GAMES,
    DEFAULT_RULESET,
    drawn_seed,
)
from forsale_sim.simulation.lineups import LINEUPS, WITHOUT_REPLACEMENT

if TYPE_CHECKING:
    from forsale_sim.experiments.run.experiment import RunSpec


def given_options(context: click.Context) -> dict[str, str]:
    """Return the options that were written on the command line: how, by what they are called."""
    return {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if parameter.name is not None
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }


def check_ending(option: str, path: Path, ending: str, form: str) -> None:
    """Check that the name of a file says what it will be."""
    if path.suffix.lower() != ending:
        raise UsageError(
            f"{option} writes {form}, and {path} is no name for that: let it end in {ending}"
        )


rulesets_option = click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="NAME|FILE",
    default=(DEFAULT_RULESET,),
    show_default=True,
    help="An edition, or your own TOML file; may be repeated.",
)

players_option = click.option(
    "--players",
    type=PlayerCounts(),
    default=(),
    help="Player counts, such as 3,4 or 3-6.  [default: all that the ruleset allows]",
)


seed_option = click.option(
    "--seed",
    type=Number(),
    callback=lambda _context, _parameter, seed: drawn_seed() if seed is None else seed,
    help="Decides every card and draw, 0 to 2^64 - 1.  [default: drawn, and printed]",
)


def one_each(
    _context: click.Context, parameter: click.Parameter, specs: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the specs of an option that is repeated, or say so if one of them is a list."""
    from forsale_sim.plugins.specs import paths_in, split_specs

    for spec in specs:
        if any("," in path and Path(path).exists() for path in paths_in(spec)):
            continue
        option, several = parameter.opts[0], split_specs(spec)
        if len(several) > 1:
            raise UsageError(
                f"{option} takes one strategy, not {spec!r}: repeat it, as "
                f"{' '.join(f'{option} {one}' for one in several)}"
            )
    return specs


games_option = click.option(
    "--games",
    type=Number(),
    default=DEFAULT_GAMES,
    show_default=True,
    help="How many games in all, such as 1e6; rounded up to whole deals.",
)

strategies_option = click.option(
    "--strategy",
    "strategies",
    multiple=True,
    callback=one_each,
    metavar="SPEC",
    help="A strategy of the field that each deal draws a lineup from; may be repeated. all, "
    "strong and panel stand for several, as in --strategy all --strategy mine.py."
    f"  [default: {', '.join(DEFAULT_FIELD)}]",
)

lineup_option = click.option(
    "--lineup", metavar="A,B,C,…", help="One strategy a seat, seat 1 first, for every deal."
)

rotate_option = click.option(
    "--rotate/--no-rotate",
    default=True,
    show_default=True,
    help="Play each deal with every rotation of its lineup.",
)

lineups_option = click.option(
    "--lineups",
    type=click.Choice(LINEUPS),
    default=WITHOUT_REPLACEMENT,
    show_default=True,
    help="How lineups are drawn from a field. without: nobody meets its own copy while others are "
    "left; with: anybody may meet it, as if each player chose alone.",
)

RUN_OPTIONS = (
    games_option,
    rulesets_option,
    players_option,
    strategies_option,
    lineup_option,
    lineups_option,
    rotate_option,
    seed_option,
)
"""What a run plays."""

precision_option = click.option(
    "--precision",
    type=float,
    metavar="FRACTION",
    help="Instead of --games: play until every win rate, by strategy and by seat, is known to "
    "±FRACTION, such as 0.001, by 95 % intervals.",
)

anytime_option = click.option(
    "--anytime",
    is_flag=True,
    help="With --precision: print 95 % confidence sequences, which hold whenever one looks; they "
    "take 2.4 times the games.",
)

max_games_option = click.option(
    "--max-games",
    type=Number(),
    help=f"The most games that --precision may take.  [default: {DEFAULT_MAX_GAMES:.0e}]",
)

PRECISION_OPTIONS = (precision_option, max_games_option, anytime_option)
"""How well a run is to be known."""


def run_spec(
    kind: type[RunSpec],
    *,
    games: int,
    rulesets: tuple[str, ...],
    players: tuple[int, ...],
    strategies: tuple[str, ...],
    lineup: str | None,
    rotate: bool,
    seed: int,
    lineups: str = WITHOUT_REPLACEMENT,
    precision: float | None = None,
    max_games: int | None = None,
    anytime: bool = False,
) -> RunSpec:
    """Return what `RUN_OPTIONS` ask for."""
    from forsale_sim.experiments.run.request import new_run_spec
    from forsale_sim.plugins.specs import split_specs

    given = "games" in given_options(click.get_current_context())
    return new_run_spec(
        kind,
        games=games if given or precision is None else None,
        precision=precision,
        max_games=max_games,
        anytime=anytime,
        rulesets=rulesets,
        players=players,
        strategies=strategies,
        lineup=None if lineup is None else split_specs(lineup),
        rotate=rotate,
        seed=seed,
        lineups=lineups,
    )
