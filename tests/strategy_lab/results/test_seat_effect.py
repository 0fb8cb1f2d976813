from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.records import empty_rows
from statsmodels.stats.multivariate import test_mvmean as hotelling
from strategy_lab.results.measures import Tally
from strategy_lab.results.tables import Columns, records, seat_effect, with_verdicts
from strategy_lab.rows import whole_win

from tests.strategy_lab.results.made import made_cell, made_rows, made_tally

FAIR = ("a", "b", "c", "d")


def effects(margin: float = 0.005, **cells: tuple[int, int, float]) -> list[dict[str, Any]]:
    """The rows of cells with so many players and deals, where seat 1 makes so much more money."""
    made = {
        made_cell(players, FAIR, ruleset=name): (players, deals, more)
        for name, (players, deals, more) in cells.items()
    }
    results = {
        cell: made_tally(cell, deals, seed=seed, first_seat=more)
        for seed, (cell, (_, deals, more)) in enumerate(made.items())
    }
    blocks = [seat_effect(tally, margin) for tally in results.values()]
    return records(
        with_verdicts(
            {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
        )
    )


def table(equal: list[float], small: list[float]) -> Columns:
    return with_verdicts({"p_equal": np.array(equal), "p_small": np.array(small)})


def test_the_test_is_hotellings_of_what_seats_win_in_each_deal() -> None:
    cell = made_cell(4, FAIR)
    rows = made_rows(cell, 150, first_seat=2.0)
    tally = Tally.empty(cell, MEASURES)
    tally.count([rows])
    won = rows.win.reshape(150, 4, 4).mean(axis=1) / whole_win(4)
    expected = hotelling(won[:, 1:] - won[:, :-1])
    (found,) = records(seat_effect(tally, matters=0.005))
    assert found["f_statistic"] == pytest.approx(expected.statistic)
    assert found["p_equal"] == pytest.approx(expected.pvalue)
    assert found["best_seat"] == 1 + won.mean(axis=0).argmax() == 1
    assert found["worst_seat"] == 1 + won.mean(axis=0).argmin()
    assert found["seat_gap"] == pytest.approx(np.ptp(won.mean(axis=0)), rel=0.1)
    assert 0 < found["seat_gap_low"] < found["seat_gap"] < found["seat_gap_high"] < 1
    assert (found["games"], found["deals"], found["players"]) == (600, 150, 4)


def test_a_large_effect_is_shown_and_a_small_one_is_shown_small() -> None:
    large, none = effects(margin=0.2, large=(4, 400, 8.0), none=(3, 400, 0.0))
    assert large["verdict"] == "differs"
    assert large["differs"] is True
    assert large["shown_small"] is False
    assert none["verdict"] == "shown small"
    assert none["differs"] is False
    assert none["shown_small"] is True
    assert none["matters"] == 0.2


def test_verdicts_are_corrected_for_all_rows() -> None:
    found = table(equal=[0.02, 0.03, 0.5, np.nan], small=[0.9, 0.9, 0.04, np.nan])
    np.testing.assert_allclose(found["p_equal_adjusted"], [0.06, 0.06, 0.5, np.nan])
    assert found["verdict"].tolist() == ["not shown"] * 4
    alone = table(equal=[0.02], small=[0.04])
    assert alone["verdict"].tolist() == ["shown small"]
    assert alone["differs"].tolist() == [True]


def test_no_deal_is_no_row() -> None:
    assert effects(none=(4, 0, 0.0)) == []


@pytest.mark.parametrize("winner", ["a strategy, wherever it sits", "a seat, whoever sits there"])
def test_what_is_the_same_in_all_of_a_few_deals_is_not_certain(winner: str) -> None:
    cell = made_cell(3, ("a", "b", "c"))
    verdicts = {}
    for deals in (4, 4000):
        rows = empty_rows(deals, 3, seatings=3, detail=False)
        for seating in range(3):
            rows.strategy[seating::3] = np.roll([0, 1, 2], -seating)
        won = rows.strategy == 0 if winner.startswith("a strategy") else np.eye(3)[[0]] == 1
        rows.win[:], rows.place[:] = np.where(won, whole_win(3), 0), np.where(won, 1, 2)
        tally = Tally.empty(cell, MEASURES)
        tally.count([rows])
        (found,) = records(with_verdicts(seat_effect(tally, matters=0.005)))
        verdicts[deals] = found["verdict"]
        assert found["seat_gap_high"] - found["seat_gap_low"] > 0.5 / deals
    expected = "shown small" if winner.startswith("a strategy") else "differs"
    assert verdicts == {4: "not shown", 4000: expected}
