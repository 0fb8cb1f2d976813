"""Searches from Python: what ``forsale-sim tune``, ``exploit`` and ``psro`` do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from forsale_sim.api.arguments import (
    Player,
    player,
    player_counts,
    ruleset_text,
    spec,
    specs,
    whole,
)
from forsale_sim.api.failures import explained
from forsale_sim.api.result import Interrupted
from forsale_sim.display.progress import progress_shown, sentences_shown
from forsale_sim.errors import StoppedError, UsageError
from forsale_sim.experiments.defaults import DEFAULT_RULESET, drawn_seed
from forsale_sim.training.defaults import (
    DEFAULT_AGAINST,
    DEFAULT_BUDGET,
    DEFAULT_EXPLOIT_DEALS,
    DEFAULT_EXPLOIT_GENERATIONS,
    DEFAULT_GROWN_FROM,
    DEFAULT_HELD_OUT_DEALS,
    DEFAULT_PSRO_GENERATIONS,
    DEFAULT_PSRO_META_DEALS,
    DEFAULT_ROUNDS,
    DEFAULT_SAMPLES,
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    DEFAULT_TRAINED,
    DEFAULT_TUNE_GENERATIONS,
    LEAST_POPULATION,
    MOST_GENERATIONS,
    MOST_SEARCH_DEALS,
)

if TYPE_CHECKING:
    import pandas as pd

    from forsale_sim.training.exploitability import Response

Spec: TypeAlias = str | os.PathLike[str]
"""What names a strategy, as on the command line, or its file."""


@dataclass(frozen=True)
class TuningResult:
    """A file of tuned parameters, which can be named wherever a strategy can.

    Attributes
    ----------
    path
        The file.
    win_rate, win_rate_low, win_rate_high
        On deals that had no part in the search or the choice, with its 95 % interval.
    parameters
        By name.
    settings
        How it was tuned, seed included.
    """

    path: Path
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    parameters: dict[str, int | float]
    settings: dict[str, Any]


@dataclass(frozen=True)
class GrowthResult:
    """A field that has grown by best responses.

    Attributes
    ----------
    rounds
        A row for each round: its ``equilibrium`` (weights by name), the ``response`` that was
        trained and its ``gain``, whether it ``joins`` the field, the ``best_response`` of all
        rounds and its ``best_gain``, and whether its equilibrium is the one ``saved``. Gains have
        95 % intervals, ``_low`` to ``_high``, as fractions of the games.
    mixture
        The file of that equilibrium, which can be named wherever a strategy can.
    seed
        That decided every card and draw.
    """

    rounds: pd.DataFrame
    mixture: Path
    seed: int


@explained
def tune(
    strategy: Spec,
    *,
    players: int,
    out: str | os.PathLike[str],
    ruleset: Spec = DEFAULT_RULESET,
    against: Spec | Iterable[Spec] = DEFAULT_AGAINST,
    self_play: bool = False,
    deals: float = DEFAULT_SEARCH_DEALS,
    generations: float = DEFAULT_TUNE_GENERATIONS,
    population: float = DEFAULT_SEARCH_POPULATION,
    final_deals: float = DEFAULT_HELD_OUT_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> TuningResult:
    """Find good values of a strategy's parameters, as ``forsale-sim tune`` does.

    Parameters
    ----------
    strategy
        Its spec or file. It may set parameters, or be a file of tuned ones: there the search
        begins.
    players
        One player count.
    out
        The file to write; none is overwritten. While the search is under way a checkpoint lies
        beside it: the same call goes on.
    ruleset
        An edition, or your own TOML file.
    against
        Opponents: a table has one candidate and copies of one of them. Empty with `self_play`.
    self_play
        Whether there are tables with copies of the current best, too.
    deals, generations, population
        How many deals a generation plays, how many generations, of how many candidates.
    final_deals
        Held-out deals for the final choice, and as many others for its win rate.
    seed
        Decides every card and draw; that of the checkpoint, if there is one, else drawn.
    threads
        How many to play on; all cores unless said.
    progress
        Whether to show it in a notebook and on a terminal; it is shown nowhere else.

    Returns
    -------
    TuningResult
        The file, and what it wins.

    Raises
    ------
    UsageError
        If something does not exist or cannot be played, or the checkpoint is of another search.
    ForSaleError
        If a strategy makes an illegal move or raises an exception.
    """
    from forsale_sim.training import tuning

    settings = tuning.TuningSettings(
        ruleset=ruleset_text("ruleset", ruleset),
        players=whole("players", players),
        against=",".join(specs("against", against)),
        self_play=self_play,
        deals=_deals("deals", deals),
        generations=whole("generations", generations, least=2, most=MOST_GENERATIONS),
        population=whole("population", population, least=LEAST_POPULATION),
        final_deals=_deals("final_deals", final_deals),
    )
    with progress_shown(progress), _interruptible(), sentences_shown() as show:
        tuned = tuning.tune(
            spec("strategy", strategy),
            Path(out),
            settings,
            seed=None if seed is None else whole("seed", seed),
            threads=None if threads is None else whole("threads", threads),
            show=show,
        )
    won, how = tuned.won, dict(tuned.made)
    return TuningResult(tuned.path, won.rate, won.low, won.high, dict(tuned.parameters), how)


@explained
def exploit(
    strategy: Player,
    *,
    ruleset: Spec = DEFAULT_RULESET,
    players: int | str | Iterable[int | str] | None = None,
    train: Spec = DEFAULT_TRAINED,
    generations: float = DEFAULT_EXPLOIT_GENERATIONS,
    population: float = DEFAULT_SEARCH_POPULATION,
    deals: float = DEFAULT_SEARCH_DEALS,
    budget: float = DEFAULT_BUDGET,
    samples: float = DEFAULT_SAMPLES,
    final_deals: float = DEFAULT_EXPLOIT_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Find how much can be won from copies of a strategy, as ``forsale-sim exploit`` does.

    The gains are lower bounds on exploitability: a better response may exist.

    Parameters
    ----------
    strategy
        Its spec or file, or a strategy that was defined with the decorator `strategy`.
    ruleset
        An edition, or your own TOML file.
    players
        Player counts, or a text such as ``"3-6"``; all that the ruleset allows unless said.
    train
        What is tuned against it; the search begins at the parameters that it sets.
    generations, population, deals
        Of that tuning; no generations for none.
    budget
        Games a decision of the response by rollouts; 0 for none.
    samples
        Of the strategy's draws, over which the response by foresight compares moves; 0 for none.
    final_deals
        How many deals choose the best response, and how many others measure it.
    seed
        Decides every card and draw; drawn, and in ``attrs`` of what comes back, unless said.
    threads
        How many to play on; all cores unless said.
    progress
        Whether to show it in a notebook and on a terminal; it is shown nowhere else.

    Returns
    -------
    DataFrame
        A row for each player count: ``players``, the best ``response``, its ``win_rate`` with a
        95 % interval, ``win_rate_low`` to ``win_rate_high``, the ``fair_share``, and the ``gain``,
        what it wins beyond that.

    Raises
    ------
    UsageError
        If something does not exist, or cannot be played or tuned.
    ForSaleError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the rows of the player counts that were done.
    """
    from forsale_sim.training.exploitation import Exploitation

    request = Exploitation(
        player(strategy),
        ruleset=ruleset_text("ruleset", ruleset),
        players=() if players is None else player_counts(players),
        train=spec("train", train),
        generations=whole("generations", generations, least=0, most=MOST_GENERATIONS),
        population=whole("population", population, least=LEAST_POPULATION),
        deals=_deals("deals", deals),
        budget=whole("budget", budget, least=0),
        samples=whole("samples", samples, least=0),
        final_deals=_deals("final_deals", final_deals),
        seed=drawn_seed() if seed is None else whole("seed", seed),
        threads=None if threads is None else whole("threads", threads),
    )
    responses: dict[int, Response] = {}
    try:
        with progress_shown(progress), _interruptible(), sentences_shown() as show:
            for count, response in request.responses(show):
                responses[count] = response
    except KeyboardInterrupt as error:
        if not responses:
            raise
        raise Interrupted(_table(responses, request.seed)) from error
    return _table(responses, request.seed)


@explained
def psro(
    strategies: Spec | Iterable[Spec] = DEFAULT_GROWN_FROM,
    *,
    players: int,
    out: str | os.PathLike[str],
    ruleset: Spec = DEFAULT_RULESET,
    train: Spec = DEFAULT_TRAINED,
    rounds: float = DEFAULT_ROUNDS,
    meta_deals: float = DEFAULT_PSRO_META_DEALS,
    deals: float = DEFAULT_SEARCH_DEALS,
    generations: float = DEFAULT_PSRO_GENERATIONS,
    population: float = DEFAULT_SEARCH_POPULATION,
    final_deals: float = DEFAULT_HELD_OUT_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> GrowthResult:
    """Grow a field by best responses to its own equilibrium, as ``forsale-sim psro`` does.

    Parameters
    ----------
    strategies
        Specs or files of the field at first.
    players
        One player count.
    out
        A new folder for the responses and the mixture. One with a checkpoint goes on.
    ruleset
        An edition, or your own TOML file.
    train
        What is tuned to respond; searches begin at the parameters it sets, and at the last
        response.
    rounds
        At most.
    meta_deals
        Deals that every lineup of the field plays, to find the equilibrium.
    deals, generations, population, final_deals, seed, threads, progress
        As for `tune`.

    Returns
    -------
    GrowthResult
        The rounds, and the file of the mixture.

    Raises
    ------
    UsageError, ForSaleError
        As `tune` does.
    """
    import pandas as pd

    from forsale_sim.training.growth import GrowthSettings, grow_in_folder

    settings = GrowthSettings(
        strategies=specs("strategies", strategies),
        ruleset=ruleset_text("ruleset", ruleset),
        players=whole("players", players),
        train=spec("train", train),
        meta_deals=_deals("meta_deals", meta_deals),
        deals=_deals("deals", deals),
        generations=whole("generations", generations, least=1, most=MOST_GENERATIONS),
        population=whole("population", population, least=LEAST_POPULATION),
        final_deals=_deals("final_deals", final_deals),
    )
    if not settings.strategies:
        raise UsageError("strategies is empty: name at least one, or leave strategies out")
    with progress_shown(progress), _interruptible(), sentences_shown() as show:
        grown = grow_in_folder(
            Path(out),
            settings,
            rounds=whole("rounds", rounds, least=1),
            seed=None if seed is None else whole("seed", seed),
            threads=None if threads is None else whole("threads", threads),
            show=show,
        )
    return GrowthResult(pd.DataFrame(grown.rounds), grown.mixture, grown.seed)


def _deals(name: str, value: float) -> int:
    return whole(name, value, least=2, most=MOST_SEARCH_DEALS)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Turn what Ctrl-C does to a search into a KeyboardInterrupt that says what is kept."""
    try:
        yield
    except StoppedError as error:
        raise KeyboardInterrupt(str(error)) from error


def _table(responses: dict[int, Response], seed: int) -> pd.DataFrame:
    import pandas as pd

    from forsale_sim.training.exploitation import response_rows

    table = pd.DataFrame(response_rows(responses)).drop(columns="tried")
    table.attrs["seed"] = seed
    return table
