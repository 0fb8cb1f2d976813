from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from forsale_sim.records import GameRows
from strategy_lab.errors import UsageError
from strategy_lab.results import accumulators as module
from strategy_lab.results.accumulators import Cell, Orders

from tests.strategy_lab.results.made import made_cell, made_rows
from tests.strategy_lab.stats.test_rankings import choices_of

DEALS = 40


def empty(
    players: int, field: tuple[str, ...], deals: int = DEALS, *, fixed_lineup: bool = False
) -> Orders:
    return Orders.empty(made_cell(players, field), fixed_lineup, deals)


def rankings(rows: GameRows) -> list[list[list[int]]]:
    """The games as groups of strategies that tie, the best first."""
    return [
        [strategies[places == place].tolist() for place in sorted(set(places.tolist()))]
        for strategies, places in zip(rows.strategy, rows.place, strict=True)
    ]


def rows_with_ties(cell: Cell, deals: int = DEALS) -> GameRows:
    """GameRows in which places are drawn anew: many share one."""
    rows = made_rows(cell, deals, seed=cell.players)
    scores = np.random.default_rng(9).integers(0, 4, rows.place.shape)
    rows.place[:] = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    return rows


def sets_by_members(sets: np.ndarray, times: np.ndarray) -> Counter[tuple[float, ...]]:  # type: ignore[type-arg]
    return Counter(
        {tuple(map(float, row)): float(n) for row, n in zip(sets, times, strict=True) if n}
    )


NAMES = tuple("abcdefghi")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("strategies", [2, 3, 6, 9])
def test_choices_are_counted_as_one_would_by_hand(players: int, strategies: int) -> None:
    field = NAMES[:strategies]
    rows = rows_with_ties(made_cell(players, field), 8)
    found = empty(players, field, deals=8)
    found.count([rows])
    orders = found.batched()
    assert len(orders.times) == 8
    for deal in range(8):
        games = rankings(rows)[deal * players : (deal + 1) * players]
        expected = choices_of(games, strategies)
        assert sets_by_members(orders.sets, orders.times[deal]) == pytest.approx(
            sets_by_members(expected.sets, expected.times)
        )
        np.testing.assert_allclose(orders.wins[deal], expected.wins)


def test_a_lineup_may_have_a_strategy_twice_though_the_field_is_large() -> None:
    lineup = (0, 1, 1, 2, 2)
    cell = made_cell(5, NAMES[:5])
    rows = rows_with_ties(cell, 4)
    rows.strategy[:] = lineup
    found = empty(5, NAMES[:5], 4, fixed_lineup=True)
    found.count([rows])
    orders, expected = found.batched(), choices_of(rankings(rows), 5)
    assert sets_by_members(orders.sets, orders.times.sum(axis=0)) == pytest.approx(
        sets_by_members(expected.sets, expected.times)
    )


def test_a_large_field_has_fewer_batches_and_a_larger_one_is_refused() -> None:
    names = tuple(f"s{i}" for i in range(60))
    many = 10**6
    assert empty(6, names[:12], many).batches == module.BATCHES
    assert module.FEWEST_BATCHES <= empty(6, names[:25], many).batches < module.BATCHES
    with pytest.raises(UsageError, match=r"60 strategies can meet in 56,\d+,\d+ ways among 6"):
        empty(6, names, many)
