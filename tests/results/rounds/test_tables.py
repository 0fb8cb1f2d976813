from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.results.rounds.tables import BEST, GAP, KINDS, SPREAD, STAGES, WHO, round_tables
from forsale_sim.results.rounds.tally import Rounds
from forsale_sim.results.tables import Columns, Tables, where

from tests.results.rounds.games import plan_of, played


@pytest.fixture(scope="module")
def tables() -> Tables:
    cell = (plan := plan_of("iello-en", 4, games=400)).cells[0].cell
    rounds = Rounds.empty(cell)
    rounds.count([played(plan)])
    return round_tables({cell: rounds})


def mean(table: Columns, name: str) -> float:
    return float(np.average(table[name], weights=table["games"]))


def test_every_row_has_an_estimate_within_its_limits(tables: Tables) -> None:
    for table in tables.values():
        assert (table["games"] > 0).all()
        for low in (name for name in table if name.endswith("_low")):
            value, high = table[low[:-4]], table[f"{low[:-4]}_high"]
            known = np.isfinite(table[low])
            assert (table[low][known] <= value[known]).all()
            assert (value[known] <= high[known]).all()


def test_tables_of_one_thing_agree(tables: Tables) -> None:
    assert mean(tables["buying"], "price") == pytest.approx(mean(tables["ranks"], "price"))
    assert set(tables["buying"]["stage"].tolist()) == set(STAGES)
    for by in (GAP, SPREAD):
        fights = where(tables["fights"], by=by)
        assert mean(fights, "bid") == pytest.approx(mean(tables["bids"], "bid"))
        assert mean(fights, "win_rate") == pytest.approx(mean(tables["takers"], "win_rate"))
    assert set(tables["bids"]["gap"].tolist()) == set(KINDS)
    best, spread = (where(tables["sales"], by=by) for by in (BEST, SPREAD))
    assert mean(best, "hand_rank") == pytest.approx(mean(spread, "hand_rank"))


def test_everybody_has_a_place_and_a_fair_share_on_the_whole(tables: Tables) -> None:
    assert mean(tables["reserves"], "win_rate") == pytest.approx(0.25)
    first = where(tables["kept"], round=1)
    assert first["who"].tolist() == list(WHO)
    assert first["games"].sum() == 400 * 4
