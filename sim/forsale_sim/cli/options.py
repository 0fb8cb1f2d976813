"""The options that say what a run plays: the same wherever a run is named."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from click.core import ParameterSource

from forsale_sim.cli.numbers import Number, PlayerCounts
from forsale_sim.errors import UsageError
from forsale_sim.simulation.spec import (
    DEFAULT_FIELD,
    DEFAULT_GAMES,
    DEFAULT_RULESET,
    PlanOptions,
    drawn_seed,
)

Command = TypeVar("Command", bound=Callable[..., Any])

OF_A_FOLDER = {
    "table_formats": "tables are saved in",
    "plot_formats": "plots are saved in",
    "checkpoint_every": "checkpoints are in",
}
"""Options that say how files are written, and what is in the folder that they are written to."""


def given_options(context: click.Context) -> dict[str, str]:
    """Return the options that were written on the command line: how, by what they are called."""
    return {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if parameter.name is not None
        and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }


def check_out(out: Path | None) -> None:
    """Check that no files are asked for in a certain way where there is no folder for them.

    Parameters
    ----------
    out
        The folder, if the command that is being run has one.

    Raises
    ------
    UsageError
        If it has none, but an option of `OF_A_FOLDER` was written on the command line.
    """
    given = {} if out is not None else given_options(click.get_current_context())
    for name, which in OF_A_FOLDER.items():
        if name in given:
            raise UsageError(f"{given[name]} needs --out: the folder that {which}")


def check_ending(option: str, path: Path, ending: str, form: str) -> None:
    """Check that the name of a file says what it will be.

    Parameters
    ----------
    option
        By which the file was named.
    path
        The file.
    ending
        What its name has to end in.
    form
        What is written there, for people.

    Raises
    ------
    UsageError
        If it has another ending.
    """
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
    """Return the specs of an option that is repeated, or say so if one of them is a list.

    Raises
    ------
    UsageError
        If it is, or names nothing. (A comma may well be in a file's name.)
    """
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


def plan_options(command: Command) -> Command:
    """Give a command the options that say what a run plays, as one argument ``options``."""

    @click.option(
        "--games",
        type=Number(),
        default=DEFAULT_GAMES,
        show_default=True,
        help="How many games in all, such as 1e6; rounded up to whole deals.",
    )
    @rulesets_option
    @players_option
    @click.option(
        "--strategy",
        "strategies",
        multiple=True,
        callback=one_each,
        metavar="SPEC",
        help="A strategy of the field that each deal draws a lineup from; may be repeated."
        f"  [default: {', '.join(DEFAULT_FIELD)}]",
    )
    @click.option(
        "--lineup", metavar="A,B,C,…", help="One strategy a seat, seat 1 first, for every deal."
    )
    @click.option(
        "--rotate/--no-rotate",
        default=True,
        show_default=True,
        help="Play each deal with every rotation of its lineup.",
    )
    @seed_option
    @functools.wraps(command)
    def with_options(
        *,
        games: int,
        rulesets: tuple[str, ...],
        players: tuple[int, ...],
        strategies: tuple[str, ...],
        lineup: str | None,
        rotate: bool,
        seed: int,
        **more: Any,
    ) -> Any:
        options = PlanOptions(rulesets, players, strategies, lineup, rotate, seed, games)
        return command(options=options, **more)

    return cast("Command", with_options)
