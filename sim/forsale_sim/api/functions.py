"""Experiments of For Sale alone from Python: a gauntlet, and a design."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from strategy_lab.api.arguments import OneRuleset, Player, Players, Rulesets
from strategy_lab.api.failures import explained
from strategy_lab.api.functions import variations
from strategy_lab.api.playing import EngineName, played

from forsale_sim.api.typed_results import DesignResult, GauntletResult
from forsale_sim.experiments.defaults import (
    DEFAULT_DESIGN_GAMES,
    DEFAULT_GAUNTLET_DEALS,
    DEFAULT_MIXED_TABLES,
    DEFAULT_STRANGERS,
    RETUNED_FIELD,
    VALIDATE,
)


@explained
def gauntlet(
    *strategies: Player,
    part: Literal["train", "validate", "test"] = VALIDATE,
    strangers: int = DEFAULT_STRANGERS,
    mixed: int = DEFAULT_MIXED_TABLES,
    rulesets: Rulesets = None,
    players: Players = None,
    deals: float = DEFAULT_GAUNTLET_DEALS,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> GauntletResult:
    """Try strategies among players that they were not made for, as ``forsale-sim gauntlet`` does.

    Parameters
    ----------
    strategies
        Who is tried: specs, or strategies; all at the same tables, compared with the first.
    part
        Which opponents: ``"train"`` to make a strategy with, ``"validate"`` to choose between
        versions of it by, ``"test"`` to judge it by, once, at the end.
    strangers
        How many opponents are drawn by the seed, beside those of the panel.
    mixed
        How many tables of different opponents there are for each number of players.
    deals
        How many deals every table plays, all of them the same.
    rulesets, players, seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    GauntletResult
        With the tables ``strength``, ``by_players``, ``kinds`` and ``tables``.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(GauntletResult, **locals())


@explained
def design(
    ruleset: OneRuleset | None = None,
    *,
    players: int,
    vary: str | Iterable[str] | Mapping[str, Any] = (),
    fair_seats: bool = False,
    minimise: str | Iterable[str] = (),
    maximise: str | Iterable[str] = (),
    keep: str | Iterable[str] = (),
    changes: int | None = None,
    beyond: int = 1,
    field: str = RETUNED_FIELD,
    games: float = DEFAULT_DESIGN_GAMES,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
) -> DesignResult:
    """Look for the rules that make the game you want, as ``forsale-sim design`` does.

    Parameters
    ----------
    ruleset
        The rules that the search begins with, as for `run`.
    players
        How many play.
    vary
        What may be changed, as for `compare`.
    fair_seats
        Instead of `vary` and goals: whether to look for coins by seat that make all seats alike.
    minimise, maximise
        Measures, such as ``"seat_gap"`` and ``"drama"``. Several goals make a Pareto front; with
        weights, as in ``["2*seats", "ties"]``, a sum.
    keep
        Conditions, such as ``"ties<=3%"`` and ``"win_by_strategy>=0.9*base"``.
    changes
        How many rules may be changed at once; all unless said.
    beyond
        How often to search as far again beyond the last number that was tried, if it wins.
    field
        Who plays: ``"retuned"``, which is tuned for each ruleset, or a field as for `compare`.
    games
        How many at most, without those of tuning.
    seed, threads, engine, out, progress
        As for `run`.

    Returns
    -------
    DesignResult
        With the tables ``candidates``, ``finalists``, ``at_tables``, ``rivals`` and
        ``conditions``.
        The first ruleset of the race is in ``manifest["first"]``, and in
        ``manifest["recommended"]`` if it holds at other tables, by a name that can be played.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    return played(DesignResult, **{**locals(), "vary": variations(vary)})
