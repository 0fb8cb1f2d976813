from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.results import accumulators
from strategy_lab.results.accumulators import Cell, Groups, Tally
from strategy_lab.rows import whole_win

from tests.strategy_lab.results.made import made_cell, made_rows
from tests.strategy_lab.results.oracle import appearances, by_deal, meetings
from tests.strategy_lab.results.test_tally import CELLS


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS.keys())
@pytest.mark.parametrize(
    ("function", "key"),
    [
        (accumulators.by_strategy, ("strategy",)),
        (accumulators.by_seat, ("seat",)),
        (accumulators.by_strategy_and_seat, ("strategy", "seat")),
        (accumulators.all_together, ()),
    ],
)
def test_groups_are_what_the_rows_say(cell: Cell, function: object, key: tuple[str, ...]) -> None:
    assert callable(function)
    rows = made_rows(cell, deals=15)
    tally = Tally.empty(cell)
    tally.count([rows])
    found = appearances(cell, rows)
    grouped: Groups = function(cell, tally)
    shape = tuple({"strategy": len(cell.field), "seat": cell.players}[name] for name in key)
    index = np.arange(len(grouped.totals.win)).reshape(shape)
    for measure in ("win", "money"):
        sums = getattr(grouped, measure)
        for name, deals in by_deal(found, key, measure).items():
            n, x = deals.T
            expected = (len(n), n.sum(), x.sum(), n @ n, n @ x, x @ x)
            assert tuple(column[index[name]] for column in sums) == expected
    for measure in ("win", "last"):
        for name, deals in by_deal(found, key, measure).items():
            assert getattr(grouped.totals, measure)[index[name]] == deals[:, 1].sum(), measure
    for name, deals in by_deal(found, key, "more").items():
        assert grouped.totals.more[index[name]] == deals[:, 1].sum()
    for name in by_deal(found, key, "money"):
        own = [entry for entry in found if tuple(entry[part] for part in key) == name]
        for measure, counted in (("money", grouped.totals.money), ("place", grouped.totals.places)):
            amounts = [entry[measure] - (measure == "place") for entry in own]
            expected = np.bincount(amounts, minlength=counted.shape[1])
            np.testing.assert_array_equal(counted[index[name]], expected)


@pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS.keys())
def test_seat_shares_are_those_of_deals(cell: Cell) -> None:
    rows = made_rows(cell, deals=15)
    tally = Tally.empty(cell)
    tally.count([rows])
    found = accumulators.seat_shares(cell, tally)
    won = rows.win / whole_win(cell.players)
    by_seat = won.reshape(15, cell.seatings, cell.players).mean(axis=1)
    np.testing.assert_allclose(found.value, by_seat.mean(axis=0))
    np.testing.assert_allclose(found.covariance, np.cov(by_seat.T) / 15, atol=1e-15)
    assert found.clusters == 15


def test_head_to_head_is_above_the_diagonal() -> None:
    cell = made_cell(5, ("a", "b", "c"))
    rows = made_rows(cell, deals=15)
    tally = Tally.empty(cell)
    tally.count([rows])
    sums = accumulators.head_to_head(tally)
    found = by_deal(meetings(cell, rows), ("strategy", "opponent"), "ahead")
    for one, two in ((0, 1), (0, 2), (1, 2)):
        n, x = found[one, two].T
        expected = (len(n), n.sum(), x.sum(), n @ n, n @ x, x @ x)
        assert tuple(column[one, two] for column in sums) == expected
        assert sums.n[two, one] == 0
