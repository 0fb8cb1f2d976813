"""The core's sums, against a count by NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.results.accumulators import Core

from tests.strategy_lab.results.made import made_cell, made_rows


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_sums_are_by_strategy_and_seat(players: int) -> None:
    cell = made_cell(players)
    rows = made_rows(cell, 30, seed=players)
    core = Core.empty(len(cell.field), players, "money")
    core.count([rows])
    arrays = core.arrays()
    for strategy in range(len(cell.field)):
        for seat in range(players):
            own = rows.strategy[:, seat] == strategy
            pair = strategy, seat
            assert arrays["appearances"][pair] == own.sum()
            assert arrays["win"][pair] == rows.win[own, seat].sum()
            money = rows.score[own, seat].astype(int)
            assert arrays["money"][pair] == money.sum()
            places = np.bincount(rows.place[own, seat], minlength=max(7, players + 1))[1:]
            assert arrays["places"][pair].tolist() == places.tolist()
    assert core.games == 30 * players


def test_games_of_several_tables_are_counted_one_after_another() -> None:
    cell = made_cell(4)
    rows = [made_rows(cell, 5, seed) for seed in range(3)]
    together, apart = Core.empty(5, 4, "money"), Core.empty(5, 4, "money")
    together.count(rows)
    for games in rows:
        more = Core.empty(5, 4, "money")
        more.count([games])
        apart += more
    for name, array in together.arrays().items():
        np.testing.assert_array_equal(array, apart.arrays()[name])


@pytest.mark.parametrize(("column", "value"), [("strategy", 5), ("place", 0), ("place", 5)])
def test_rows_that_would_count_outside_the_sums_are_refused(column: str, value: int) -> None:
    rows = made_rows(made_cell(4), deals=5)
    rows.data[column][7, 2] = value
    with pytest.raises(ValueError, match="row 7"):
        Core.empty(5, 4, "money").count([rows])


def test_rows_for_another_number_of_players_are_refused() -> None:
    with pytest.raises(ValueError, match="games of 3 players: expected 4"):
        Core.empty(5, 4, "money").count([made_rows(made_cell(3), deals=2)])
