"""What a run counts, against tables computed from every row in the plainest way."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.records import GameRows
from numpy.typing import NDArray
from strategy_lab.errors import LaboratoryError
from strategy_lab.results.accumulators import Accumulator, Cell, CompoundTally, Core, Orders
from strategy_lab.results.measures import BatchSums, Tally
from strategy_lab.results.tables import measures_table, records, seat_shares, tables
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import ClusterSums, mean_interval, rate_interval, ratio

from tests.strategy_lab.results.made import made_cell, made_rows, part_of

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
cells = pytest.mark.parametrize("cell", CELLS.values(), ids=CELLS)


def counted(cell: Cell, *parts: GameRows, detailed: int = 0) -> Tally:
    tally = Tally.empty(cell, MEASURES, detailed=detailed)
    for rows in parts:
        tally.count([rows])
    return tally


def appearances(cell: Cell, rows: GameRows) -> pd.DataFrame:
    """Everyone's outcome of every game."""
    seat = np.arange(cell.players)
    last = rows.place == rows.place.max(axis=1, keepdims=True)
    columns: dict[str, NDArray[Any]] = {
        "deal": np.repeat(np.arange(len(rows.data)) // cell.seatings, cell.players),
        "strategy": np.array(cell.field)[rows.strategy].ravel(),
        "seat": np.tile(1 + seat, len(rows.data)),
        "brought": np.tile(np.array(cell.rules.coins), len(rows.data)),
    }
    numbers = {"win": rows.win, "money": rows.score, "coins": rows.coins, "place": rows.place}
    for name, values in numbers.items():
        columns[name] = values.astype(int).ravel()
    return pd.DataFrame(columns | {"last": last.ravel()})


def clustered(found: pd.DataFrame, measure: str) -> ClusterSums:
    by_deal = found.groupby("deal")[measure].agg(["size", "sum"]).to_numpy()
    n, x = by_deal.T
    sums = (len(n), n.sum(), x.sum(), n @ n, x @ n, x @ x)
    return ClusterSums(*(np.array([each]) for each in sums))


@cells
@pytest.mark.parametrize(
    ("table", "keys"),
    [
        ("by_strategy", ["strategy"]),
        ("by_seat", ["seat"]),
        ("by_strategy_and_seat", ["strategy", "seat"]),
        ("by_players", []),
    ],
)
def test_tables_are_what_the_rows_say(cell: Cell, table: str, keys: list[str]) -> None:
    rows = made_rows(cell, deals=20)
    outcomes = appearances(cell, rows)
    found = records(tables({cell: counted(cell, rows)})[table])
    assert sum(row["games"] for row in found) == (len(outcomes) if keys else len(rows.data))
    for row in (row for row in found if row["games"]):
        own = outcomes
        for key in keys:
            own = own[own[key] == row[key]]
        assert row["games"] == (len(own) if keys else len(rows.data))
        assert row["deals"] == own["deal"].nunique()
        money = ratio(clustered(own, "money"))
        expected = {"money_mean": money.value[0], "money_sd": own["money"].std(ddof=1)}
        expected |= {"money_mean_low": mean_interval(money).low[0]}
        expected |= {"coins_left_mean": own["coins"].mean()}
        expected |= {"paid_mean": (own["brought"] - own["coins"]).mean()}
        expected |= {"cheques_mean": (own["money"] - own["coins"]).mean()}
        if keys:
            rate = ratio(clustered(own, "win"), unit=1 / whole_win(cell.players))
            certain = np.array([len(own) == len(outcomes)]) if keys == ["strategy"] else None
            low, high = rate_interval(rate, certain)
            expected |= {"win_rate": rate.value[0], "win_rate_low": low[0]}
            expected |= {"win_rate_high": high[0], "last_place": own["last"].mean()}
            expected |= {"first_place": (own["place"] == 1).mean()}
            for place in range(1, cell.players + 1):
                expected[f"place_{place}"] = (own["place"] == place).mean()
        for percent in (10, 50, 90):
            smallest = np.quantile(own["money"], percent / 100, method="inverted_cdf")
            expected[f"money_p{percent}"] = smallest
        for name, value in expected.items():
            assert row[name] == pytest.approx(value, nan_ok=True) or np.isnan(value), name


@cells
def test_who_finishes_ahead_is_what_the_rows_say(cell: Cell) -> None:
    rows = made_rows(cell, deals=20)
    met: dict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for game in range(len(rows.data)):
        for one, two in permutations(range(cell.players), 2):
            names = [cell.field[rows.strategy[game, seat]] for seat in (one, two)]
            ahead = float(np.sign(int(rows.place[game, two]) - int(rows.place[game, one])))
            met[names[0], names[1]].append((game // cell.seatings, (1 + ahead) / 2))
    found = tables({cell: counted(cell, rows)})["head_to_head"]
    assert {(row["strategy"], row["opponent"]) for row in records(found)} == {
        key for key in met if key[0] != key[1]
    }
    for row in records(found):
        own = pd.DataFrame(met[row["strategy"], row["opponent"]], columns=["deal", "ahead"])
        own["twice"] = (2 * own["ahead"]).astype(int)
        rate = ratio(clustered(own, "twice"), unit=0.5)
        low, high = rate_interval(rate)
        assert (row["games"], row["deals"]) == (len(own), own["deal"].nunique())
        for name, value in (("ahead_rate", rate.value), ("_low", low), ("_high", high)):
            column = name if name == "ahead_rate" else f"ahead_rate{name}"
            assert row[column] == pytest.approx(value[0], nan_ok=True)


@cells
def test_how_seats_share_wins_is_what_the_rows_say(cell: Cell) -> None:
    rows = made_rows(cell, deals=15)
    found = seat_shares(counted(cell, rows))
    won = rows.win / whole_win(cell.players)
    by_seat = won.reshape(15, cell.seatings, cell.players).mean(axis=1)
    np.testing.assert_allclose(found.value, by_seat.mean(axis=0))
    np.testing.assert_allclose(found.covariance, np.cov(by_seat.T) / 15, atol=1e-15)


@cells
def test_measures_of_games_are_what_the_rows_say(cell: Cell) -> None:
    rows = made_rows(cell, deals=20)
    found = records(measures_table({cell: counted(cell, rows)}))
    money = np.sort(rows.score.astype(int), axis=1)
    margin = money[:, -1] - money[:, -2]
    values = {"margin": margin, "ties": margin == 0, "drama": 20 * margin <= money[:, -1]}
    values |= {"coins_left": rows.coins, "money": rows.score.astype(int)}
    for row in found:
        if row["measure"] in values:
            of_games = values[row["measure"]]
            assert row["value"] == pytest.approx(of_games.mean())
            by_deal = of_games.reshape(20, -1).mean(axis=1)
            if row["measure"] in ("margin", "money"):
                half = 2.0930 * by_deal.std(ddof=1) / np.sqrt(20)
                assert row["value_high"] - row["value"] == pytest.approx(half, rel=1e-4)


def empty_tallies(cell: Cell) -> list[Accumulator]:
    return [
        Tally.empty(cell, MEASURES),
        Tally.empty(cell, MEASURES, detailed=3),
        Core.empty(len(cell.field), cell.players, "money"),
        BatchSums.empty(cell, MEASURES, 3, 7),
        Orders.empty(cell, False, 20),
        CompoundTally({"run": Tally.empty(cell, MEASURES), "core": Core.empty(5, 5, "money")}),
    ]


@cells
@pytest.mark.parametrize("detailed", [0, 7, 40])
def test_parts_add_up_to_the_whole_in_any_order(cell: Cell, detailed: int) -> None:
    rows = made_rows(cell, deals=90)
    first, second = part_of(rows, 0, 7), part_of(rows, 7, 90)
    whole = counted(cell, rows, detailed=detailed)
    total = counted(cell, second, detailed=detailed)
    total += counted(cell, first, detailed=detailed)
    assert whole.games == len(rows.data)
    for name, array in whole.arrays().items():
        np.testing.assert_array_equal(array, total.arrays()[name], err_msg=name)


@pytest.mark.parametrize("kind", range(6))
def test_sums_are_integers_that_are_filled_and_added_by_name(kind: int) -> None:
    one, other, smaller = (empty_tallies(made_cell(players))[kind] for players in (5, 5, 3))
    for i, array in enumerate(one.arrays().values()):
        assert array.dtype == np.int64
        array[...] = i + 1
    other.fill(one.arrays())
    other += one
    for i, array in enumerate(other.arrays().values()):
        assert (array == 2 * (i + 1)).all()
    with pytest.raises(ValueError, match="another cell"):
        one += smaller
    with pytest.raises(ValueError, match="another cell"):
        one.fill(smaller.arrays())


def test_the_size_does_not_depend_on_the_games() -> None:
    cell = made_cell()
    few, many = (counted(cell, made_rows(cell, deals)) for deals in (1, 300))
    sizes = [sum(array.nbytes for array in tally.arrays().values()) for tally in (few, many)]
    assert sizes[0] == sizes[1] < 150_000


@pytest.mark.parametrize(
    ("column", "value"),
    [("strategy", 5), ("place", 0), ("place", 5), ("score", 30_000), ("score", -200)],
)
def test_rows_that_cannot_be_counted_are_refused(column: str, value: int) -> None:
    cell = made_cell(4)
    rows = made_rows(cell, deals=10)
    rows.data[column][17, 2] = value
    with pytest.raises(LaboratoryError, match="a game ends with a strategy, a place or a score"):
        counted(cell, rows)
    with pytest.raises(ValueError, match="39 games of 4 players"):
        counted(cell, replace(rows, data=rows.data[:39]))
    with pytest.raises(ValueError, match="expected 4 players"):
        counted(cell, made_rows(made_cell(3), deals=4))
