from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.records import GameRows
from strategy_lab.results.accumulators import Cell, Tally

from tests.strategy_lab.results.made import made_cell, made_rows, made_tally, part_of
from tests.strategy_lab.results.oracle import appearances, by_deal, meetings

CELLS = {
    "more strategies than players": made_cell(3),
    "as many": made_cell(5),
    "fewer, so that some sit twice": made_cell(6, ("a", "b", "c", "d")),
    "two": made_cell(5, ("a", "b")),
    "one, against itself": made_cell(4, ("a",)),
    "as many as can play": made_cell(8),
    "not rotated": made_cell(4, seatings=1),
    "one, not rotated": made_cell(4, ("a",), seatings=1),
    "partly rotated": made_cell(5, seatings=2),
}

cells = pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS.keys())


def counted(cell: Cell, *parts: GameRows) -> Tally:
    tally = Tally.empty(cell)
    for rows in parts:
        tally.count([rows])
    return tally


def assert_equal(one: Tally, two: Tally) -> None:
    for name, array in one.arrays().items():
        np.testing.assert_array_equal(array, two.arrays()[name], err_msg=name)


@cells
def test_sums_over_games(cell: Cell) -> None:
    rows = made_rows(cell, deals=20)
    tally = counted(cell, rows)
    shape = len(cell.field), cell.players
    money = np.zeros_like(tally.money)
    places = np.zeros((*shape, max(6, cell.players)), int)
    sums = {name: np.zeros(shape, int) for name in ("win", "more", "last")}
    for entry in appearances(cell, rows):
        pair = entry["strategy"], entry["seat"]
        money[*pair, entry["money"]] += 1
        places[*pair, entry["place"] - 1] += 1
        for name, array in sums.items():
            array[pair] += entry[name]
    np.testing.assert_array_equal(tally.money, money)
    np.testing.assert_array_equal(tally.arrays()["pairs.places"], places)
    for name, array in sums.items():
        np.testing.assert_array_equal(tally.pairs[name], array)
    assert (tally.deals, tally.games) == (20, 20 * cell.seatings)


@cells
@pytest.mark.parametrize("measure", ["win", "money"])
def test_products_of_a_deals_sums(cell: Cell, measure: str) -> None:
    rows = made_rows(cell, deals=20)
    tally, found = counted(cell, rows), appearances(cell, rows)
    groups = {("strategy",): tally.strategies, ("strategy", "seat"): tally.pairs}
    for key, records in groups.items():
        expected = np.zeros_like(records)
        for name, deals in by_deal(found, key, measure).items():
            n, x = deals.T
            record = expected[name]
            record["deals"], record["games_games"] = len(n), n @ n
            record[f"{measure}_games"], record[f"{measure}_{measure}"] = n @ x, x @ x
        for column in ("deals", "games_games", f"{measure}_games", f"{measure}_{measure}"):
            np.testing.assert_array_equal(records[column], expected[column], err_msg=column)


@cells
@pytest.mark.parametrize("measure", ["win", "money"])
def test_products_of_two_seats(cell: Cell, measure: str) -> None:
    rows = made_rows(cell, deals=20)
    found = by_deal(appearances(cell, rows), ("seat",), measure)
    sums = np.array([found[(seat,)][:, 1] for seat in range(cell.players)])
    expected = np.triu(sums @ sums.T)
    np.testing.assert_array_equal(counted(cell, rows).seats[f"{measure}_{measure}"], expected)


@cells
def test_who_finishes_ahead(cell: Cell) -> None:
    rows = made_rows(cell, deals=20)
    duels = counted(cell, rows).duels
    expected = np.zeros_like(duels)
    for (one, two), deals in by_deal(
        meetings(cell, rows), ("strategy", "opponent"), "ahead"
    ).items():
        if one <= two:
            n, x = deals.T if one < two else deals.T // 2  # two copies meet once, not either way
            sums = (n.sum(), x.sum(), len(n), n @ n, n @ x, x @ x)
            expected[one, two] = sums
    np.testing.assert_array_equal(duels, expected)


@cells
def test_parts_of_a_run_add_up_to_the_whole(cell: Cell) -> None:
    rows = made_rows(cell, deals=30)
    parts = part_of(rows, 0, 7), part_of(rows, 7, 30)
    whole = counted(cell, rows)
    one, two = (counted(cell, rows) for rows in parts)
    assert_equal(counted(cell, *parts), whole)
    for first, second in ((one, two), (two, one)):
        total = Tally.empty(cell)
        total += first
        total += second
        assert_equal(total, whole)
    assert int(one.deals) == 7, "adding changed a term"


@pytest.mark.parametrize("players", [3, 4, 6, 7])
def test_games_of_one_lineup_are_counted_as_among_games_of_others(players: int) -> None:
    cell = made_cell(players, ("a", "b"), seatings=1)
    rows = made_rows(cell, deals=2000)
    rows.strategy[:-1] = rows.strategy[0]
    rows.strategy[-1] = 1 - rows.strategy[0]
    parts = counted(cell, part_of(rows, 0, 1999), part_of(rows, 1999, 2000))
    assert_equal(counted(cell, rows), parts)


def test_a_win_that_differs_from_that_of_the_same_places_is_named() -> None:
    cell = made_cell(4, ("a",), seatings=1)
    rows = made_rows(cell, deals=2)
    rows.data[1] = rows.data[0]
    rows.win[1, 0] += 1
    with pytest.raises(ValueError, match="row 1 has"):
        counted(cell, rows)


def test_adding_in_place() -> None:
    cell = made_cell()
    total = Tally.empty(cell)
    for seed in range(3):
        total += made_tally(cell, 5, seed)
    assert total.games == 3 * 5 * cell.seatings


def test_the_size_does_not_depend_on_the_games() -> None:
    few, many = made_tally(made_cell(), 1), made_tally(made_cell(), 300)
    sizes = [sum(array.nbytes for array in tally.arrays().values()) for tally in (few, many)]
    assert sizes[0] == sizes[1] < 100_000


def test_arrays_are_integers_under_a_name_each_and_share_the_tallys_memory() -> None:
    tally = made_tally(made_cell(), 5)
    copied = Tally.empty(made_cell())
    copied.fill(tally.arrays())
    assert all(array.dtype == np.int64 for array in copied.arrays().values())
    assert_equal(copied, tally)
    assert np.shares_memory(tally.arrays()["pairs.win"], tally.pairs)


def test_a_tally_of_another_cell_cannot_be_added() -> None:
    total = Tally.empty(made_cell(4))
    for another in (made_cell(5), made_cell(4, seatings=1)):
        with pytest.raises(ValueError, match="of another cell"):
            total += Tally.empty(another)


def test_half_a_deal_is_refused() -> None:
    rows = made_rows(made_cell(4), deals=3)
    with pytest.raises(ValueError, match="11 games of 4 players"):
        counted(made_cell(4), replace(rows, data=rows.data[:11]))


def test_rows_for_another_number_of_players_are_refused() -> None:
    with pytest.raises(ValueError, match="expected 4 players"):
        counted(made_cell(4), made_rows(made_cell(3), deals=4))


@pytest.mark.parametrize(
    ("column", "value"),
    [("strategy", 5), ("place", 0), ("place", 5), ("score", 30_000), ("score", -200)],
)
def test_rows_that_would_count_outside_the_arrays_are_refused(column: str, value: int) -> None:
    rows = made_rows(made_cell(4), deals=10)
    rows.data[column][17, 2] = value
    with pytest.raises(ValueError, match="row 17"):
        counted(made_cell(4), rows)
