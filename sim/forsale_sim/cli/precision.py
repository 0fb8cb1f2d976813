"""The options of a run that stops when it is known."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

import click

from forsale_sim.cli.numbers import Number
from forsale_sim.cli.options import given_options
from forsale_sim.simulation.spec import MOST_GAMES, PlanOptions, only_one_size

Command = TypeVar("Command", bound=Callable[..., Any])


def precision_options(command: Command) -> Command:
    """Give a command that has `plan_options`, above these, another way to say how many games."""

    @click.option(
        "--precision",
        type=float,
        metavar="FRACTION",
        help="Instead of --games: play until every win rate, by strategy and by seat, is known to "
        "±FRACTION, such as 0.001, by 95 % confidence sequences.",
    )
    @click.option(
        "--max-games",
        type=Number(),
        help=f"The most games that --precision may take.  [default: {MOST_GAMES:.0e}]",
    )
    @functools.wraps(command)
    def with_precision(
        *, options: PlanOptions, precision: float | None, max_games: int | None, **more: Any
    ) -> Any:
        games = "games" in given_options(click.get_current_context())
        only_one_size(games=games, precision=precision, max_games=max_games)
        if precision is not None:
            most = MOST_GAMES if max_games is None else max_games
            options = replace(options, precision=precision, games=most)
        return command(options=options, **more)

    return cast("Command", with_precision)
