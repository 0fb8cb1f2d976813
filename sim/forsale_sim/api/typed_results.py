"""What each experiment returns: a `Result` whose tables type checkers and editors know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forsale_sim.api.result import Result

if TYPE_CHECKING:
    import pandas as pd


class RunResult(Result):
    """What `forsale_sim.run` returns."""

    command = "run"
    by_strategy: pd.DataFrame
    by_seat: pd.DataFrame
    by_strategy_and_seat: pd.DataFrame
    head_to_head: pd.DataFrame
    by_players: pd.DataFrame
    seat_effect: pd.DataFrame
    measures: pd.DataFrame


class RankResult(Result):
    """What `forsale_sim.rank` returns."""

    command = "rank"
    ratings: pd.DataFrame
    head_to_head: pd.DataFrame
    cycles: pd.DataFrame


class CompareResult(Result):
    """What `forsale_sim.compare` returns."""

    command = "compare"
    differences: pd.DataFrame
    conclusions: pd.DataFrame


class DuelResult(Result):
    """What `forsale_sim.duel` returns."""

    command = "duel"
    duels: pd.DataFrame


class GauntletResult(Result):
    """What `forsale_sim.gauntlet` returns."""

    command = "gauntlet"
    strength: pd.DataFrame
    by_players: pd.DataFrame
    kinds: pd.DataFrame


class MetaResult(Result):
    """What `forsale_sim.meta` returns."""

    command = "meta"
    payoffs: pd.DataFrame
    invasions: pd.DataFrame
    cycles: pd.DataFrame
    mixtures: pd.DataFrame
    weights: pd.DataFrame
    alpha_rank: pd.DataFrame


class DesignResult(Result):
    """What `forsale_sim.design` returns; it has `fair_coins` where fair seats were asked for."""

    command = "design"
    candidates: pd.DataFrame
    finalists: pd.DataFrame
    at_tables: pd.DataFrame
    rivals: pd.DataFrame
    conditions: pd.DataFrame
    fair_coins: pd.DataFrame


class TuneResult(Result):
    """What `forsale_sim.tune` returns."""

    command = "tune"
    tuned: pd.DataFrame
    parameters: pd.DataFrame
    generations: pd.DataFrame


class ExploitResult(Result):
    """What `forsale_sim.exploit` returns."""

    command = "exploit"
    gains: pd.DataFrame
    responses: pd.DataFrame


class PsroResult(Result):
    """What `forsale_sim.psro` returns."""

    command = "psro"
    rounds: pd.DataFrame
    weights: pd.DataFrame


class AnyResult(Result):
    """What is read from a folder, for type checkers: any table may be in it."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> pd.DataFrame:
            """Return a table."""


def result_class(command: str) -> type[Result]:
    """Return the class of what an experiment returns."""
    known = {kind.command: kind for kind in Result.__subclasses__()}
    return known.get(command, Result)
