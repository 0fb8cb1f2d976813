"""Designs whose truth is known: no game is played, winners are drawn as planted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from forsale_sim.for_sale import GAME
from forsale_sim.program import FOR_SALE
from forsale_sim.records import GameRows, empty_rows
from forsale_sim.rules.ruleset import Rules
from strategy_lab.experiments.design.experiment import Design
from strategy_lab.experiments.design.spec import DesignSpec
from strategy_lab.rows import whole_win
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Chunk, Outcome
from strategy_lab.simulation.plan import Plan

GapOf = Callable[[Rules], float]
"""The true gap between seats 1 and 3 by rules."""

More = Callable[[Rules, tuple[str, ...]], float]
"""How much larger it is where these strategies play."""

PLAYERS = 3


class PlantedEngine:
    """Draws the winner of each deal: of three seats, the first wins most and the last least.

    Half of all deals have the same draw by all rules, as real deals have much in common.
    """

    name = "planted"
    chunk_games = 16384
    parallel = True

    def __init__(self, plan: Plan, gap_of: GapOf, more: More) -> None:
        self._plan, self._gap_of, self._more = plan, gap_of, more

    def play(self, chunk: Chunk, detail: bool = False) -> GameRows:
        """Return rows in which only the winner matters."""
        cell = self._plan.cells[chunk.cell].cell
        rules, seatings = cell.rules, cell.seatings
        rows = empty_rows(
            chunk.deals, PLAYERS, seatings=seatings, first_deal=chunk.first_deal, detail=detail
        )
        games = np.arange(len(rows.data))
        deals = np.arange(chunk.first_deal, chunk.first_deal + chunk.deals, dtype=np.uint64)
        deals = np.repeat(deals, seatings)
        own = np.uint64(1000 * rules.coins[0] + len(rules.refund))
        drawn = uniform(deals, np.where(deals % 2, own, np.uint64(0)), self._plan.seed)
        gap = self._gap_of(rules) + self._more(rules, cell.field)
        rates = np.cumsum([1 / 3 + gap / 2, 1 / 3])
        winner = np.searchsorted(rates, drawn, side="right")
        rows.place[...] = 2
        rows.place[games, winner] = 1
        rows.score[...] = 40
        rows.score[games, winner] = 50
        rows.win[games, winner] = whole_win(rows.players)
        return rows


def uniform(deals: np.ndarray, own: np.ndarray, seed: int) -> np.ndarray:
    """Return a number from 0 to 1 for each deal (SplitMix64)."""
    with np.errstate(over="ignore"):
        x = deals * np.uint64(0x9E3779B97F4A7C15) + own * np.uint64(0xD1B54A32D192ED03)
        x += np.uint64(seed) * np.uint64(0x8CB92BA72F3D8DD7)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            x = (x ^ (x >> np.uint64(shift))) * np.uint64(factor)
        x ^= x >> np.uint64(31)
    return np.asarray(x >> np.uint64(11)) / 2.0**53


BEST = 15


def valley(rules: Rules) -> float:
    """Return gaps with one least: of 2 points more for every coin away from the best."""
    return 0.01 + 0.02 * min(abs(rules.coins[0] - BEST), 6)


def plain(rules: Rules) -> float:
    """Return the same gap for all."""
    return 0.05


def against(rules: Rules, field: tuple[str, ...]) -> float:
    """Return what turns the valley around, except where `spread` plays alone."""
    return 0.0 if field == ("spread",) else 0.14 - 2 * valley(rules)


def planted(
    monkeypatch: pytest.MonkeyPatch,
    gap_of: GapOf,
    *,
    seed: int,
    games: int = 300_000,
    more: More = lambda rules, field: 0.0,
    **wanted: object,
) -> tuple[Design, Outcome]:
    """Return a design that was played by a planted engine, and its outcome."""
    monkeypatch.setitem(GAME.engines, "planted", lambda plan: PlantedEngine(plan, gap_of, more))
    asked = {"vary": ["coins=10..20"], "minimise": ["seat_gap"], **wanted}
    design = (
        DesignSpec.in_program(FOR_SALE)
        .of(
            players=PLAYERS,
            field="mirrors:spread",
            games=games,
            seed=seed,
            **asked,
        )
        .experiment()
    )
    return design, simulate(Outcome(design), Threads(design, "planted"))
