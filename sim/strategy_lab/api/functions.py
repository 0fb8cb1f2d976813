"""Experiments from Python: what the commands of the same names play, as a `Result`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from strategy_lab.api.arguments import OneRuleset, Player, Players, Rulesets
from strategy_lab.api.failures import explained
from strategy_lab.api.playing import EngineName, played
from strategy_lab.api.typed_results import (
    CompareResult,
    DuelResult,
    MetaResult,
    RankResult,
    RunResult,
)
from strategy_lab.experiments.defaults import (
    DEFAULT_ALPHAS,
    DEFAULT_COMPARED_GAMES,
    DEFAULT_DUEL_DEALS,
    DEFAULT_ELO0,
    DEFAULT_ELO1,
    DEFAULT_ERROR,
    DEFAULT_GAMES,
    DEFAULT_META_DEALS,
    DEFAULT_POPULATION,
)
from strategy_lab.simulation.lineups import WITHOUT_REPLACEMENT

Strategies: TypeAlias = Player | Iterable[Player] | None
Lineups: TypeAlias = Literal["without-replacement", "with-replacement"]


@explained
def run(
    games: float | None = None,
    *,
    rulesets: Rulesets = None,
    players: Players = None,
    strategies: Strategies = None,
    lineup: Strategies = None,
    rotate: bool = True,
    lineups: Lineups = WITHOUT_REPLACEMENT,
    seed: int | None = None,
    precision: float | None = None,
    max_games: float | None = None,
    anytime: bool = False,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> RunResult:
    """Play games, as ``forsale-sim run`` does, and return what they show.

    The same arguments and seed give the same digest and tables as on the command line.

    Parameters
    ----------
    games
        How many in all, 100,000 unless said; rounded up to whole deals.
    rulesets
        Editions, what-ifs such as ``"iello-en[refund=up]"``, TOML files of your own, what such a
        file would say as a dict, or rulesets (see `ruleset`).
    players
        Player counts, or a text such as ``"3-6"``; all that a ruleset allows unless said.
    strategies
        The field that each deal draws a lineup from: specs, or strategies that were defined with
        the decorator `strategy`, in a notebook say, and that may be called with values of their
        parameters, ``Patient(share=0.3)``. The built-in ones that both bid and sell, but
        for those of the ladder (docs/ladder.md), unless said.
    lineup
        One strategy a seat, seat 1 first, for every deal; instead of `strategies`.
    rotate
        Whether each deal is played with every rotation of its lineup.
    lineups
        How lineups are drawn from the field: ``"without-replacement"``, nobody meets its own copy
        while others are left; or ``"with-replacement"``, as if each player chose alone.
    seed
        Decides every card and draw; drawn, and in the manifest, unless said.
    precision
        Play until every win rate, by strategy and by seat, is known to plus or minus this fraction;
        instead of `games`.
    max_games
        The most games that a precision may take, 10**9 unless said.
    anytime
        Whether the intervals of a precision are confidence sequences, which hold at every look
        together and take 2.4 times the games.
    threads
        How many to play on; all cores unless said.
    engine
        Who plays; ``"python"`` plays any Python callable, a thousand times slower.
    out
        A new folder to keep it in, with checkpoints while it is played.
    progress
        Whether to show it: in a notebook below the cell, else on standard error.

    Returns
    -------
    RunResult
        With the tables as DataFrames.

    Raises
    ------
    UsageError
        If something that was asked for does not exist or cannot be played.
    LaboratoryError
        If a strategy makes an illegal move or raises an exception.
    Interrupted
        On Ctrl-C; it holds the result of what was played.
    """
    return played(RunResult, **locals())


@explained
def rank(
    games: float = DEFAULT_GAMES,
    *,
    rulesets: Rulesets = None,
    players: Players = None,
    strategies: Strategies = None,
    lineup: Strategies = None,
    rotate: bool = True,
    lineups: Lineups = WITHOUT_REPLACEMENT,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> RankResult:
    """Play a tournament and rate its strategies, as ``forsale-sim rank`` does.

    Arguments and errors are those of `run`. The tables are ``ratings``, ``head_to_head`` and
    ``cycles``.
    """
    return played(RankResult, **locals())


@explained
def compare(
    *rulesets: OneRuleset,
    vary: str | Iterable[str] | Mapping[str, Any] = (),
    games: float = DEFAULT_COMPARED_GAMES,
    players: Players = None,
    fields: str | Iterable[str] | None = None,
    trained: str | None = None,
    training_seeds: int = 0,
    lineups: Lineups = WITHOUT_REPLACEMENT,
    margins: str | Iterable[str] = (),
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> CompareResult:
    """Show what rulesets do differently from the first one, as ``forsale-sim compare`` does.

    Parameters
    ----------
    rulesets
        As for `run`; the others are compared with the first.
    vary
        What-ifs of the first ruleset: texts such as ``"refund=up,none"``, or a dict of values by
        rule, ``{"refund": ["up", "none"]}``; several rules make a grid.
    games
        How many in all: shared evenly among rulesets, player counts and fields.
    players
        Player counts; all that the rulesets have in common unless said.
    fields
        ``"trained"``, ``"strong"``, ``"panels"``, ``"all"``, ``"mirrors"``, or strategies joined by
        commas; a role may come first, as in ``"stress=random,coinflip"``.
    trained
        Where ``"trained"`` play is, such as ``"trained/{ruleset}-{players}-{seed}.toml"``; what
        comes with the strategies unless said.
    training_seeds
        How many times play is trained anew for each ruleset, quickly, from seeds of their own: the
        rows of ``conclusions`` for re-tuned play show what hangs on the seed.
    lineups
        As for `run`.
    margins
        From which size on a measure matters, in percentage points or thousands:
        ``"win_rate=0.5"``, ``"money=0.25"``.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    CompareResult
        With the tables ``differences``, and ``conclusions`` with their grades. With `vary`,
        ``differences`` has a column for each varied rule: its value by ruleset b.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(CompareResult, **{**locals(), "vary": variations(vary)})


@explained
def duel(
    a: Player,
    b: Player,
    *,
    field: Strategies = (),
    rulesets: Rulesets = None,
    players: Players = None,
    elo0: float = DEFAULT_ELO0,
    elo1: float = DEFAULT_ELO1,
    alpha: float = DEFAULT_ERROR,
    beta: float = DEFAULT_ERROR,
    max_deals: float = DEFAULT_DUEL_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> DuelResult:
    """Play until it is known which of two strategies is stronger, as ``forsale-sim duel`` does.

    Parameters
    ----------
    a, b
        The two: specs, or strategies.
    field
        Others at tables with both; empty for the usual ones, None for no such tables.
    rulesets, players
        As for `run`.
    elo0, elo1
        The normalised Elo up to which none, and from which on one is to be found stronger.
    alpha, beta
        Error rates of the sequential test.
    max_deals
        Deals for each ruleset and player count after which it is undecided.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    DuelResult
        With the table ``duels``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(DuelResult, no_field=field is None, **locals())


@explained
def meta(
    strategies: Strategies = None,
    *,
    deals: float = DEFAULT_META_DEALS,
    rulesets: Rulesets = None,
    players: Players = None,
    alphas: Iterable[float] = DEFAULT_ALPHAS,
    population: int = DEFAULT_POPULATION,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> MetaResult:
    """Look at a field of strategies as a game, as ``forsale-sim meta`` does.

    Parameters
    ----------
    strategies
        The field; the usual one unless said.
    deals
        How many deals every lineup plays, all of them the same; rounded up.
    rulesets, players
        As for `run`.
    alphas, population
        Intensities of selection, and size of the population, of alpha-rank.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    MetaResult
        With the tables ``payoffs``, ``invasions``, ``cycles``, ``mixtures``, ``weights`` and
        ``alpha_rank``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(MetaResult, **locals())


def variations(vary: str | Iterable[str] | Mapping[str, Any]) -> Iterable[str]:
    """Return what ``--vary`` takes, for values by rule, too."""
    from strategy_lab.varying import variation_text

    if isinstance(vary, Mapping):
        return [variation_text(where, values) for where, values in vary.items()]
    return vary
