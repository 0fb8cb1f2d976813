from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.experiments.run.experiment import COLUMNS, TABLES, Rank
from strategy_lab.experiments.specs import RankSpec
from strategy_lab.results.tables import Tables, where
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome, Piece, PlayedPiece

from tests.strategy_lab.results.made import made_rows

FIELD = ("expert", "spread", "coinflip", "random")


def ranking_of(
    *strategies: str,
    rulesets: tuple[str, ...] = ("iello-en",),
    players: tuple[int, ...] = (3,),
    games: int = 3000,
    seed: int = 4,
) -> Rank:
    spec = RankSpec.in_program(FOR_SALE).of(
        games=games,
        rulesets=rulesets,
        players=players,
        strategies=strategies,
        seed=seed,
    )
    return spec.experiment()


@pytest.fixture(scope="module")
def ranking() -> Rank:
    return ranking_of(*FIELD, rulesets=("iello-en", "ravensburger-1997"), players=(3, 4))


@pytest.fixture(scope="module")
def tables(ranking: Rank) -> Tables:
    return ranking.tables(simulate(Outcome(ranking), Threads(ranking, "compiled")))


def placed(order_of_deal: list[tuple[str, ...]], deals: int = 400, ties: bool = False) -> Tables:
    """The tables of a run whose deals end in the given orders in turn, whoever sits where."""
    ranking = ranking_of("spread", "miser", "random", games=3 * deals, seed=1)
    (planned,) = ranking.plan.cells
    rows = made_rows(planned.cell, deals)
    for game in range(len(rows.data)):
        order = order_of_deal[game // 3 % len(order_of_deal)]
        names = [planned.cell.field[index] for index in rows.strategy[game]]
        rows.place[game] = [1 if ties else 1 + order.index(name) for name in names]
    outcome, piece, core = Outcome(ranking), Piece(0, 1, deals), ranking.new_core(0)
    core.count([rows])
    outcome.add(PlayedPiece(piece, ranking.count(piece, [rows]), core))
    return ranking.tables(outcome)


def test_every_table_has_its_columns_and_each_is_described(tables: Tables) -> None:
    for name, columns in TABLES.items():
        assert tuple(tables[name]) == columns
        assert set(columns) <= set(COLUMNS)
    assert list(tables["ratings"]["strategy"]) == [*FIELD] * 4
    assert len(tables["head_to_head"]["games"]) == 4 * 12


def test_the_stronger_strategy_rates_higher(tables: Tables) -> None:
    for ruleset in ("iello-en", "ravensburger-1997"):
        for players in (3, 4):
            rows = where(tables["ratings"], ruleset=ruleset, players=players)
            assert rows["rating"].sum() == pytest.approx(0, abs=1e-4)
            best, *_, worst = np.array(FIELD)[np.argsort(-rows["rating"])]
            assert (best, worst) == ("expert", "random")
            assert (rows["rating_low"] < rows["rating"]).all()
            assert (rows["rating"] < rows["rating_high"]).all()


def test_a_cycle_is_named_in_words_and_ratings_hide_it() -> None:
    tables = placed(
        [
            ("spread", "miser", "random"),
            ("miser", "random", "spread"),
            ("random", "spread", "miser"),
        ]
    )
    assert tables["cycles"]["cycle"].tolist() == ["spread beats miser beats random beats spread"]
    assert tables["cycles"]["weakest_leg"] == pytest.approx(2 / 3, abs=0.01)
    np.testing.assert_allclose(tables["ratings"]["rating"], 0, atol=3)


def test_a_cycle_of_which_one_leg_may_be_chance_is_not_named() -> None:
    """miser is ahead of random half of the time."""
    tables = placed(
        [
            ("spread", "miser", "random"),
            ("random", "spread", "miser"),
            ("spread", "random", "miser"),
            ("miser", "random", "spread"),
            *[("random", "spread", "miser"), ("miser", "random", "spread")],
        ]
    )
    met = where(tables["head_to_head"], strategy="miser", opponent="random")
    assert met["ahead_rate_low"] < 0.5 < met["ahead_rate_high"]
    assert tables["cycles"]["cycle"].tolist() == []


def test_cells_of_which_nothing_was_played_have_rows_without_ratings(ranking: Rank) -> None:
    tables = ranking.tables(Outcome(ranking))
    assert np.isnan(tables["ratings"]["rating"]).all()
    assert len(tables["head_to_head"]["games"]) == 0
