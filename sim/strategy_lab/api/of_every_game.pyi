# Written by `make stubs`: change the spec of the experiment instead.
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from strategy_lab.api.functions import EngineName, OneRuleset, Player
from strategy_lab.api.result import Result

class RunResult(Result):
    by_strategy: pd.DataFrame
    by_seat: pd.DataFrame
    by_strategy_and_seat: pd.DataFrame
    head_to_head: pd.DataFrame
    by_players: pd.DataFrame
    seat_effect: pd.DataFrame
    measures: pd.DataFrame

def run(
    games: float | None = None,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    strategies: Player | Iterable[Player] | None = None,
    lineup: Player | Iterable[Player] | None = None,
    lineups: Literal["without-replacement", "with-replacement"] = "without-replacement",
    rotate: bool = True,
    seed: float | None = None,
    precision: float | None = None,
    max_games: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> RunResult:
    """Play games and print who wins: by strategy, by seat and by player count."""

class RankResult(Result):
    ratings: pd.DataFrame
    head_to_head: pd.DataFrame
    cycles: pd.DataFrame

def rank(
    games: float = 100000,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    strategies: Player | Iterable[Player] | None = None,
    lineup: Player | Iterable[Player] | None = None,
    lineups: Literal["without-replacement", "with-replacement"] = "without-replacement",
    rotate: bool = True,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> RankResult:
    """Play a tournament and rate its strategies, for each ruleset and player count."""

class CompareResult(Result):
    conclusions: pd.DataFrame
    ranges: pd.DataFrame
    values: pd.DataFrame

class DuelResult(Result):
    duels: pd.DataFrame

def duel(
    a: Player,
    b: Player,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    field: Player | Iterable[Player] | None = (),
    elo0: float = 0.0,
    elo1: float = 5.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_deals: float = 1000000,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> DuelResult:
    """Show whether strategy A is stronger than B, or B than A, or neither."""

class GauntletResult(Result):
    strength: pd.DataFrame
    by_players: pd.DataFrame
    kinds: pd.DataFrame

class MetaResult(Result):
    payoffs: pd.DataFrame
    invasions: pd.DataFrame
    cycles: pd.DataFrame
    mixtures: pd.DataFrame
    weights: pd.DataFrame
    alpha_rank: pd.DataFrame

def meta(
    strategies: Player | Iterable[Player] | None = None,
    *,
    rulesets: OneRuleset | Iterable[OneRuleset] | None = None,
    players: int | str | Iterable[int | str] | None = None,
    deals: float = 600,
    alphas: float | Iterable[float] | None = None,
    population: float = 50,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> MetaResult:
    """Look at a field of strategies as a game, for each ruleset and player count."""

class DesignResult(Result):
    candidates: pd.DataFrame
    conclusions: pd.DataFrame
    ranges: pd.DataFrame
    values: pd.DataFrame
    steps: pd.DataFrame
    conditions: pd.DataFrame
    fair_coins: pd.DataFrame

class ReportResult(Result):
    conclusions: pd.DataFrame
    ranges: pd.DataFrame
    values: pd.DataFrame
    levels: pd.DataFrame

class TuneResult(Result):
    tuned: pd.DataFrame
    parameters: pd.DataFrame
    generations: pd.DataFrame

def tune(
    strategy: Player,
    *,
    ruleset: OneRuleset = ...,
    players: float,
    against: Player | Iterable[Player] = ...,
    self_play: bool = False,
    deals: float = 400,
    generations: float = 60,
    stall: float | None = None,
    population: float = 16,
    final_deals: float = 10000,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> TuneResult:
    """Tune the parameters of STRATEGY for one ruleset and player count."""

class ExploitResult(Result):
    gains: pd.DataFrame
    responses: pd.DataFrame

class PsroResult(Result):
    rounds: pd.DataFrame
    weights: pd.DataFrame

def psro(
    strategies: Player | Iterable[Player] | None = None,
    *,
    ruleset: OneRuleset = ...,
    players: float,
    train: Player = ...,
    rounds: float = 10,
    meta_deals: float = 240,
    deals: float = 400,
    generations: float = 40,
    population: float = 16,
    final_deals: float = 10000,
    seed: float | None = None,
    threads: int | None = None,
    scheduler: str | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool | Callable[[str, int, int], object] = True,
) -> PsroResult:
    """Grow a field by best responses to its own equilibrium, until none is shown to gain."""

def ruleset(
    rules: OneRuleset,
) -> Any:
    """Return a ruleset, to look at, to vary and to play by."""
