"""Runs from Python: what ``forsale-sim run`` plays, and what it finds as a `Result`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from forsale_sim.errors import StoppedError, UsageError
from forsale_sim.experiments.playing import play
from forsale_sim.experiments.result import Interrupted, Result
from forsale_sim.simulation.arguments import (
    Player,
    number,
    player,
    player_counts,
    ruleset,
    some,
    whole,
)
from forsale_sim.simulation.checkpoints import Asked
from forsale_sim.simulation.describing import describe
from forsale_sim.simulation.driver import Outcome
from forsale_sim.simulation.engines import ENGINES
from forsale_sim.simulation.spec import (
    DEFAULT_GAMES,
    DEFAULT_RULESET,
    MOST_GAMES,
    PlanOptions,
    drawn_seed,
    only_one_size,
)


def run(
    games: float | None = None,
    *,
    rulesets: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = DEFAULT_RULESET,
    players: int | str | Iterable[int | str] | None = None,
    strategies: Player | Iterable[Player] | None = None,
    lineup: Player | Iterable[Player] | None = None,
    rotate: bool = True,
    seed: int | None = None,
    precision: float | None = None,
    max_games: float | None = None,
    threads: int | None = None,
    engine: Literal["auto", "compiled", "specialised", "python"] = "auto",
) -> Result:
    """Play games, as ``forsale-sim run`` does, and return what was found.

    The same arguments and seed give the same digest and tables as on the command line. Progress is
    shown in a notebook and on a terminal, and nowhere else.

    Parameters
    ----------
    games
        How many in all, 100,000 unless said; rounded up to whole deals.
    rulesets
        Editions, or TOML files of your own.
    players
        Player counts, or a text such as ``"3-6"``; all that a ruleset allows unless said.
    strategies
        The field that each deal draws a lineup from: specs, or strategies that were defined with
        the decorator `strategy`, in a notebook say. The built-in ones that
        both bid and sell, but for those of the ladder (docs/ladder.md), unless said.
    lineup
        One strategy a seat, seat 1 first, for every deal; instead of `strategies`.
    rotate
        Whether each deal is played with every rotation of its lineup.
    seed
        Decides every card and draw; drawn, and in the manifest, unless said.
    precision
        Play until every win rate, by strategy and by seat, is known to plus or minus this fraction;
        instead of `games`.
    max_games
        The most games that a precision may take, 10**9 unless said.
    threads
        How many to play on; all cores unless said.
    engine
        Who plays; ``"python"`` plays any Python callable, a thousand times slower.

    Returns
    -------
    Result
        With the tables as DataFrames.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    ForSaleError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """
    if engine not in ENGINES:
        raise UsageError(f"there is no engine {engine!r}; there are: {', '.join(ENGINES)}")
    only_one_size(games=games is not None, precision=precision, max_games=max_games)
    size, usual = (games, DEFAULT_GAMES) if precision is None else (max_games, MOST_GAMES)
    seats = lineup if lineup is None or isinstance(lineup, str) else some("lineup", lineup)
    options = PlanOptions(
        rulesets=tuple(map(ruleset, some("rulesets", rulesets))),
        players=() if players is None else player_counts(players),
        strategies=() if strategies is None else tuple(map(player, some("strategies", strategies))),
        lineup=tuple(map(player, seats)) if isinstance(seats, tuple) else seats,
        rotate=rotate,
        seed=drawn_seed() if seed is None else whole("seed", seed),
        games=usual if size is None else whole("games" if precision is None else "max_games", size),
        precision=None if precision is None else number("precision", precision),
    )
    threads = None if threads is None else whole("threads", threads)
    plan = options.plan()
    asked = Asked(describe(plan), options.held(), engine=engine)
    outcome = Outcome.nothing_yet(plan)
    try:
        how = play(outcome, options, engine=engine, threads=threads)
    except StoppedError as error:
        raise KeyboardInterrupt(str(error)) from error
    result = Result(outcome, replace(asked, played_by=how["engine"], threads=how["threads"]))
    if not outcome.complete:
        raise Interrupted(result)
    return result
