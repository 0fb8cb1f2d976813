"""How often reports grade effects that are there, and effects that are not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.engines import CompiledEngine
from forsale_sim.for_sale import GAME
from forsale_sim.records import GameRows
from forsale_sim.reports.config import Config
from forsale_sim.reports.results import FAIR, Results
from strategy_lab.results.tables import where
from strategy_lab.simulation.pieces import Chunk
from strategy_lab.simulation.plan import Plan
from strategy_lab.stats.evidence import LIKELY, SOLID

from tests.reports.conftest import FIELDS, played

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
        for a, measure, seat, strategy, house, grade in zip(
            *(table[key].tolist() for key in ("a", "measure", "seat", "strategy", "house")),
            table["grade"].tolist(),
            strict=True,
        )
        if grade in (SOLID, LIKELY) and (strategy, house) == (None, None)
    ]


def claims_of_nothing(folder: Path, reports: int, games: int) -> int:
    """How many reports on a copy of an edition, with seats that are alike, claim anything."""
    return sum(
        bool(claimed(reported(folder, "", seed, games, engine="reseated")))
        for seed in range(reports)
    )


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
    """The opener has six coins more; and a copy of this for everybody's coins."""
    folder = tmp_path_factory.mktemp("planted")
    return reported(folder, "coins = {4 = [27, 21, 21, 21]}\n", seed=1, games=40_000)


def test_planted_coins_and_seats_are_solid(planted: Results) -> None:
    table = where(planted.conclusions, a="iello-en", b="other")
    for measure, seat in (("money", 1), ("win_rate", 1)):
        row = where(table, measure=measure, seat=seat)
        assert row["grade"].tolist() == [SOLID]
        assert row["reference"][0] > row["matters"][0]
    left = where(table, measure="coins_left")
    assert left["grade"].tolist() == [SOLID]
    assert 0 < left["reference"][0] <= 6


def test_a_planted_seat_is_held_against_a_fair_share(planted: Results) -> None:
    fair = where(planted.conclusions, a=FAIR, b="other", seat=1)
    assert fair["grade"].tolist() == [SOLID]
    assert fair["reference"][0] > 0.02


def test_a_planted_strategy_is_seen_where_the_rule_favours_it(tmp_path: Path) -> None:
    """Without coins nobody can bid, so who bids best gains nothing: its win rate falls to fair."""
    results = reported(tmp_path, "coins = {4 = 0}\n", seed=1, games=20_000)
    table = where(results.conclusions, a="iello-en", b="other", strategy="counter")
    row = where(table, measure="win_rate")
    assert row["grade"].tolist() == [LIKELY], "no mirror has a win rate by strategy"
    assert row["median"][0] < -0.05
