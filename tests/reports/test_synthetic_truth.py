"""How often reports grade effects that are there, and effects that are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.for_sale import GAME
from forsale_sim.records import GameRows
from forsale_sim.reports.experiment import Config
from forsale_sim.reports.results import FAIR, Results
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.results.tables import records, where
from strategy_lab.simulation.experiment import Chunk
from strategy_lab.simulation.plan import Plan
from strategy_lab.stats.evidence import LIKELY, SOLID

from tests.reports.conftest import FIELDS, played

pytestmark = pytest.mark.thorough

REPORTS = 200

BY_SEAT = ("strategy", "place", "win", "score", "coins")


class Reseated(CompiledEngine):
    """The compiled engine, but players change seats at random after each game: seats are alike."""

    def __init__(self, plan: Plan) -> None:
        self.seed = plan.seed
        super().__init__(plan)

    def play(self, chunk: Chunk, detail: bool = False) -> GameRows:
        """Return the outcome of every game of a chunk, as if others had sat in its seats."""
        rows = super().play(chunk, detail)
        random = np.random.default_rng(
            [self.seed, rows.players, len(self._plan.field), chunk.cell, chunk.first_deal]
        )
        order = random.permuted(np.tile(np.arange(rows.players), (len(rows.data), 1)), axis=1)
        for name in BY_SEAT:
            by_seat = rows.data[name][:, : rows.players]
            by_seat[:] = np.take_along_axis(by_seat, order, axis=1)
        return rows


def reported(folder: Path, second: str, seed: int, games: int, engine: str = "compiled") -> Results:
    path = folder / "other.toml"
    path.write_text(f'extends = "iello-en"\nname = "other"\n{second}', encoding="utf-8")
    config = Config(
        rulesets=("iello-en", str(path)), players=(4,), fields=FIELDS, games=games, seed=seed
    )
    return played(config, engine=engine)


def claimed(results: Results) -> list[tuple[object, ...]]:
    """What is said to differ, of seats and of whole games."""
    table = results.conclusions
    return [
        (a, measure, seat)
        for a, measure, seat, house, grade in zip(
            *(table[key].tolist() for key in ("a", "measure", "seat", "house", "grade")),
            strict=True,
        )
        if grade in (SOLID, LIKELY) and house is None
    ]


def claims_of_nothing(folder: Path, reports: int, games: int) -> int:
    """How many reports on a copy of an edition, with seats that are alike, claim anything."""
    return sum(
        bool(claimed(reported(folder, "", seed, games, engine="reseated")))
        for seed in range(reports)
    )


@pytest.mark.slow
def test_reports_without_an_effect_claim_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME.engines, "reseated", Reseated)
    assert claims_of_nothing(tmp_path, reports=8, games=400) <= 2  # more: one in 170


@pytest.mark.slow
def test_few_of_many_reports_without_an_effect_claim_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME.engines, "reseated", Reseated)
    claiming = claims_of_nothing(tmp_path, REPORTS, games=2000)
    print(f"{claiming} of {REPORTS} reports claim an effect where there is none")
    assert claiming <= 0.05 * REPORTS


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The opener has twice the coins: with a few more, a budgeter spends those, too."""
    folder = tmp_path_factory.mktemp("planted")
    return reported(folder, "coins = {4 = [42, 21, 21, 21]}\n", seed=1, games=40_000)


def test_planted_coins_and_seats_are_shown(planted: Results) -> None:
    table = where(planted.conclusions, a="iello-en", b="other")
    (row,) = records(where(table, measure="win_rate", seat=1))
    assert row["mean"] > row["matters"]
    assert row["agreeing"] == 1
    (left,) = records(where(table, measure="coins_left"))
    assert 0 < left["mean"] <= 21 / 4
    assert left["agreeing"] == 1


def test_a_planted_seat_is_held_against_a_fair_share(planted: Results) -> None:
    fair = where(planted.conclusions, a=FAIR, b="other", seat=1)
    assert fair["mean"][0] > 0.02
