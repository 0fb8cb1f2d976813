"""Measures of designs against those of runs and comparisons of the same games."""

from __future__ import annotations

import forsale_sim
import numpy as np
import pytest
from forsale_sim.engines import CompiledEngine
from forsale_sim.experiments.design.search import Evidence, can_be_designed_for
from forsale_sim.measures import MEASURES
from strategy_lab.results.measures import BatchSums
from strategy_lab.simulation.experiment import Chunk

FIELD = ("expert", "miser", "spread", "coinflip")
DEALS = 120


@pytest.fixture(scope="module")
def result() -> forsale_sim.Result:
    return forsale_sim.run(
        DEALS * 3, strategies=FIELD, players=3, seed=4, threads=1, progress=False
    )


@pytest.fixture(scope="module")
def values(result: forsale_sim.Result) -> dict[str, float]:
    plan = result._outcome.experiment.plans[0]
    rows = CompiledEngine(plan).play(Chunk(0, 0, 1, DEALS), detail=True)
    cell = plan.cells[0].cell
    tally = BatchSums.empty(cell, MEASURES, 4, DEALS // 4, detail=True)
    tally.count([rows])
    layout = MEASURES.layout(cell, detail=True)
    evidence = Evidence([layout], lambda _: 0, {(0, 0): tally.sums}, DEALS // 4)
    return {
        measure.name: evidence.value(measure, 0).value
        for measure in filter(can_be_designed_for, MEASURES.entries)
    }


def test_they_are_what_a_run_says(values: dict[str, float], result: forsale_sim.Result) -> None:
    seats = result.by_seat["win_rate"]
    assert 0 <= values["seat_gap"] <= seats.max() - seats.min()
    players = result.by_players.iloc[0]
    assert values["money"] == pytest.approx(players["money_mean"])
    assert values["coins_left"] == pytest.approx(players["coins_left_mean"])
    assert values["length"] == 10


def test_they_follow_from_the_games(values: dict[str, float], result: forsale_sim.Result) -> None:
    games = result.games
    money = games[[f"money_{seat}" for seat in (1, 2, 3)]].to_numpy()
    second, best = np.sort(money, axis=1)[:, 1:].T
    assert values["margin"] == pytest.approx((best - second).mean())
    assert values["ties"] == pytest.approx((best == second).mean())
    assert values["drama"] == pytest.approx((20 * (best - second) <= best).mean())
    wins = games[[f"win_share_{seat}" for seat in (1, 2, 3)]].to_numpy()
    assert values["shared_wins"] == pytest.approx((wins.max(axis=1) < 1).mean())
