"""What each experiment returns: a `Result` whose tables type checkers and editors know."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from strategy_lab.api.result import Result

if TYPE_CHECKING:
    import pandas as pd

    from strategy_lab.program import Program


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


class MetaResult(Result):
    """What `forsale_sim.meta` returns."""

    command = "meta"
    payoffs: pd.DataFrame
    invasions: pd.DataFrame
    cycles: pd.DataFrame
    mixtures: pd.DataFrame
    weights: pd.DataFrame
    alpha_rank: pd.DataFrame


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


def result_class(command: str, program: Program) -> type[Result]:
    """Return the class of what an experiment returns; those of one game are in its `results`."""
    if program.results:
        import_module(program.results)
    known = {kind.command: kind for kind in Result.__subclasses__()}
    return known.get(command, Result)
