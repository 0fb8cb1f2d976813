"""How often reports on games in which nothing matters say that something does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.reports.config import Config
from forsale_sim.reports.results import Results
from forsale_sim.reports.sections.seats import seats
from forsale_sim.rows import Rows
from forsale_sim.simulation.engines import ENGINES, CompiledEngine
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import Plan

from tests.reports.conftest import played

REPORTS = 200

BY_SEAT = ("strategy", "place", "win", "coins", "cheques")


class Reseated(CompiledEngine):
    """The compiled engine, but players change seats at random after each game: seats are alike."""

    def __init__(self, plan: Plan) -> None:
        self.seed = plan.seed
        super().__init__(plan)

    def play(self, chunk: Chunk, houses: bool = False) -> Rows:
        """Return the outcome of every game of a chunk, as if others had sat in its seats."""
        rows = super().play(chunk, houses)
        random = np.random.default_rng([self.seed, rows.players, chunk.cell, chunk.first_deal])
        order = random.permuted(np.tile(np.arange(rows.players), (len(rows.data), 1)), axis=1)
        for name in BY_SEAT:
            by_seat = rows.data[name][:, : rows.players]
            by_seat[:] = np.take_along_axis(by_seat, order, axis=1)
        return rows


def reported(seed: int, engine: str) -> Results:
    config = Config(
        rulesets=("iello-en",),
        players=(3, 4),
        fields=("strong",),
        sections=("seats",),
        games=600,
        seed=seed,
    )
    return played(config, engine=engine)


def claims(found: Results) -> bool:
    return bool(found.tables["seat_effect"]["differs"].any())


@pytest.mark.slow
def test_few_reports_on_seats_that_are_alike_claim_that_one_is_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ENGINES, "reseated", Reseated)
    claimed = sum(claims(reported(seed, "reseated")) for seed in range(REPORTS))
    print(f"{claimed} of {REPORTS} reports claim an effect of seats where there is none")
    assert claimed <= 20, "more than 5 % by far: 20 or fewer come with a chance of 99.9 %"


def test_a_planted_effect_is_claimed_with_its_size(tmp_path: Path) -> None:
    path = tmp_path / "richer.toml"
    path.write_text('extends = "iello-en"\ncoins = {4 = [27, 21, 21, 21]}\n', encoding="utf-8")
    config = Config(
        rulesets=(str(path),),
        players=(4,),
        fields=("strong",),
        sections=("seats",),
        games=8000,
    )
    found = played(config)
    assert claims(found)
    assert found.tables["seat_effect"]["best_seat"].tolist() == [1]
    assert "Seats differ in the only case" in seats(found).figures[0].finding
