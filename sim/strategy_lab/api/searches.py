"""Searches from Python: what ``forsale-sim tune``, ``exploit`` and ``psro`` do."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from strategy_lab.api.arguments import OneRuleset, Player, Players
from strategy_lab.api.functions import EngineName, ExploitResult, PsroResult, TuneResult, played
from strategy_lab.api.replays import explained
from strategy_lab.experiments.fields import (
    DEFAULT_BUDGET,
    DEFAULT_EXPLOIT_DEALS,
    DEFAULT_EXPLOIT_GENERATIONS,
    DEFAULT_HELD_OUT_DEALS,
    DEFAULT_PSRO_GENERATIONS,
    DEFAULT_PSRO_META_DEALS,
    DEFAULT_ROUNDS,
    DEFAULT_SAMPLES,
    DEFAULT_SEARCH_DEALS,
    DEFAULT_SEARCH_POPULATION,
    DEFAULT_TUNE_GENERATIONS,
)


@explained
def tune(
    strategy: Player,
    *,
    players: int,
    ruleset: OneRuleset | None = None,
    against: Player | Iterable[Player] | None = None,
    self_play: bool = False,
    deals: float = DEFAULT_SEARCH_DEALS,
    generations: float = DEFAULT_TUNE_GENERATIONS,
    population: float = DEFAULT_SEARCH_POPULATION,
    final_deals: float = DEFAULT_HELD_OUT_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> TuneResult:
    """Find good values of a strategy's parameters, as ``forsale-sim tune`` does.

    Parameters
    ----------
    strategy
        Its spec or file. It may set parameters, or be a file of tuned ones: there the search
        begins.
    players
        One player count.
    ruleset
        As for `run`; one of them.
    against
        Opponents: a table has one candidate and copies of one of them. Empty with `self_play`.
    self_play
        Whether there are tables with copies of the current best, too.
    deals, generations, population
        How many deals a generation plays, how many generations, of how many candidates.
    final_deals
        Held-out deals for the final choice, and as many others for its win rate.
    seed, threads, engine, out, progress
        As for `run`. The folder `out` gets ``tuned.toml``, which can be named wherever a strategy
        can.

    Returns
    -------
    TuneResult
        With the tables ``tuned`` (the strategy as a spec, and its win rate on deals that had no
        part in the search or the choice), ``parameters`` and ``generations``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(TuneResult, **locals())


@explained
def exploit(
    strategy: Player,
    *,
    ruleset: OneRuleset | None = None,
    players: Players = None,
    train: Player | None = None,
    generations: float = DEFAULT_EXPLOIT_GENERATIONS,
    population: float = DEFAULT_SEARCH_POPULATION,
    deals: float = DEFAULT_SEARCH_DEALS,
    budget: float = DEFAULT_BUDGET,
    samples: float = DEFAULT_SAMPLES,
    final_deals: float = DEFAULT_EXPLOIT_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> ExploitResult:
    """Find how much can be won from copies of a strategy, as ``forsale-sim exploit`` does.

    The gains are lower bounds on exploitability: a better response may exist.

    Parameters
    ----------
    strategy
        Its spec or file, or a strategy that was defined with the decorator `strategy`.
    ruleset
        As for `run`; one of them.
    players
        Player counts, or a text such as ``"3-6"``; all that the ruleset allows unless said.
    train
        What is tuned against it; the search begins at the parameters that it sets.
    generations, population, deals
        Of that tuning; no generations for none.
    budget
        Games a decision of the response by rollouts; 0 for none, as in other games than For Sale.
    samples
        Of the strategy's draws, over which the response by foresight compares moves; 0 for none,
        as in other games than For Sale.
    final_deals
        How many deals choose the best response, and how many others measure it.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    ExploitResult
        With the tables ``gains``, a row for each player count with the best response, and
        ``responses``, all that were tried.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(ExploitResult, **locals())


@explained
def psro(
    strategies: Player | Iterable[Player] | None = None,
    *,
    players: int,
    ruleset: OneRuleset | None = None,
    train: Player | None = None,
    rounds: float = DEFAULT_ROUNDS,
    meta_deals: float = DEFAULT_PSRO_META_DEALS,
    deals: float = DEFAULT_SEARCH_DEALS,
    generations: float = DEFAULT_PSRO_GENERATIONS,
    population: float = DEFAULT_SEARCH_POPULATION,
    final_deals: float = DEFAULT_HELD_OUT_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> PsroResult:
    """Grow a field by best responses to its own equilibrium, as ``forsale-sim psro`` does.

    Parameters
    ----------
    strategies
        Specs or files of the field at first.
    players
        One player count.
    ruleset
        As for `run`; one of them.
    train
        What is tuned to respond; searches begin at the parameters it sets, and at the last
        response.
    rounds
        At most.
    meta_deals
        Deals that every lineup of the field plays, to find the equilibrium.
    deals, generations, population, final_deals
        As for `tune`.
    seed, threads, engine, out, progress
        As for `run`. The folder `out` gets ``mixture.toml``, which can be named wherever a
        strategy can, and the responses that gained.

    Returns
    -------
    PsroResult
        With the tables ``rounds`` and ``weights``, those of the equilibria.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(PsroResult, **locals())
