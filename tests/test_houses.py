"""What houses cost, bring and are worth: tables of a file of games, and their plots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from forsale_sim.houses import Value, house_values, house_worth, plot_houses, plot_worth
from forsale_sim.saved_games import COLUMNS
from scipy import stats
from strategy_lab.errors import UsageError
from strategy_lab.results import saved_games as module
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.saved_games import GameWriter
from strategy_lab.results.tables import where
from strategy_lab.stats.intervals import MEAN_INTERVAL

from tests.strategy_lab.results.made import made_cell, made_rows

ADDED = np.arange(1, 31) ** 2 // 40
"""What each house adds to its buyer's cheques in these games."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.parquet"
    cells = [made_cell(players) for players in (3, 4)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ROW_GROUP", 30)
        with GameWriter(path, cells, COLUMNS) as writer:
            for batch in range(3):
                for cell in cells:
                    first = 1 + batch * 20
                    rows = made_rows(cell, 20, seed=batch, first_deal=first)
                    writer.write(cell, rows, first_game=first * cell.seatings)
    return path


@pytest.mark.parametrize("value", ["price", "cheque"])
def test_means_and_intervals_are_those_of_pandas(written: Path, value: Value) -> None:
    found = house_values(written, value)
    games = pd.read_parquet(written)
    assert set(found["players"]) == {3, 4}
    for players in (3, 4):
        of_cell = games[games["players"] == players]
        rows = where(found, players=players)
        for i, house in enumerate(rows["house"]):
            seen = of_cell[["deal", f"{value}_{house}"]].dropna()
            values = seen[f"{value}_{house}"].astype(int)
            assert rows["games"][i] == len(seen)
            assert rows["mean"][i] == pytest.approx(values.mean())
            residual = (values - values.mean()).groupby(seen["deal"]).sum()
            clusters = len(residual)
            error = np.sqrt(clusters / (clusters - 1) * (residual**2).sum()) / len(seen)
            arm = stats.t.ppf(0.975, clusters - 1) * error
            assert rows["mean_high"][i] == pytest.approx(values.mean() + arm)
            assert rows["mean_low"][i] == pytest.approx(values.mean() - arm)
            for percent in (10, 90):
                exact = np.quantile(values, percent / 100, method="inverted_cdf")
                assert rows[f"p{percent}"][i] == exact


def test_what_holds_no_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    pd.DataFrame({"a": [1]}).to_parquet(path)
    with pytest.raises(UsageError, match="no file of games"):
        house_values(path, "price")


def write(path: Path, cells: list[Cell], deals: int) -> Path:
    with GameWriter(path, cells, COLUMNS) as writer:
        for cell in cells:
            rows = made_rows(cell, deals)
            rows.buyer[:, len(ADDED) :] = 0
            rows.cheque[:, : len(ADDED)] = np.where(rows.buyer[:, : len(ADDED)] > 0, ADDED, 0)
            writer.write(cell, rows, first_game=1)
    return path


def test_a_house_is_worth_what_it_adds(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", [made_cell(n) for n in (3, 4)], deals=300)
    found = house_worth(path)
    for players in (3, 4):
        table = where(found, players=players)
        assert table["house"].tolist() == list(range(1, 31))
        assert table["worth"] == pytest.approx(ADDED - ADDED[0], abs=1e-6)
        assert table["worth_high"] - table["worth_low"] == pytest.approx(0, abs=1e-6)
        assert (table["price_low"] <= table["price"]).all()


def test_it_takes_deals_in_all_rotations(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", [made_cell(4, seatings=1)], deals=30)
    with pytest.raises(UsageError, match="all rotations of different players; iello-en has 1 of 4"):
        house_worth(path)


def test_a_single_deal_says_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "games.parquet", [made_cell(4)], deals=1)
    with pytest.raises(UsageError, match="two deals or more"):
        house_worth(path)


def table_of_houses(**columns: np.ndarray) -> dict[str, Any]:
    """A table by three and four players, each with 30 houses."""
    return {
        "ruleset": np.repeat(np.array(["iello-en"]), 60),
        "players": np.repeat([3, 4], 30),
        "house": np.tile(np.arange(1, 31), 2),
        **columns,
    }


def test_the_line_is_the_mean_and_the_title_says_what_the_ends_of_it_are() -> None:
    mean = np.tile(np.arange(1, 31), 2) / 10
    ends = {"mean_low": mean - 0.1, "mean_high": mean + 0.1}
    ends |= {"p10": np.floor(mean), "p90": np.ceil(mean) + 2}
    houses = table_of_houses(games=np.repeat(100, 60), mean=mean, **ends)
    figure = plot_houses(houses, "iello-en", "price")
    assert len(figure.axes) == 2
    assert np.asarray(figure.axes[1].lines[0].get_ydata()).tolist() == mean[:30].tolist()
    title = figure.axes[1].get_title(loc="left").replace("\n", " ")
    assert title == "4 players: house 30 costs 3.0 on average, and house 1 costs 0.1"
    assert MEAN_INTERVAL in figure.get_supxlabel()


def test_worth_stands_beside_prices_and_cheques() -> None:
    house = np.tile(np.arange(1, 31), 2)
    values = {"price": house**2 / 100, "cheque": 4 + house / 3, "worth": (house - 1) / 2}
    ends = {f"{name}_low": value - 0.2 for name, value in values.items()}
    ends |= {f"{name}_high": value + 0.2 for name, value in values.items()}
    figure = plot_worth(table_of_houses(**values, **ends), "iello-en")
    drawn = [np.asarray(line.get_ydata()).tolist() for line in figure.axes[1].lines]
    assert drawn == [value[30:].tolist() for value in values.values()]
    title = figure.axes[1].get_title(loc="left").replace("\n", " ")
    said = "house 10 is worth 4.5 coins more than house 1, and costs 1.0 more: bid more for it"
    assert title == f"4 players: {said}"


@pytest.mark.parametrize(
    ("price", "arm", "said"),
    [
        (9.0, 0.2, "worth 5.0 coins more than house 20, and costs 9.0 more: bid less for it"),
        (6.0, 2.0, "worth 5.0 coins more than house 20, and costs 6.0 more, as far as these games"),
    ],
)
def test_what_costs_more_than_it_is_worth_is_told_where_it_is_certain(
    price: float, arm: float, said: str
) -> None:
    house = np.tile(np.arange(1, 31), 2)
    worth = (house - 1) / 2
    price_of = np.where(house > 20, worth[19] + (house - 20) * price / 10, worth)
    ends = {f"worth_{end}": worth + sign * arm for end, sign in (("low", -1), ("high", 1))}
    for name, value in {"price": price_of, "cheque": worth}.items():
        ends |= {f"{name}_low": value, f"{name}_high": value}
    table = table_of_houses(price=price_of, cheque=worth, worth=worth, **ends)
    title = plot_worth(table, "iello-en").axes[0].get_title(loc="left").replace("\n", " ")
    assert said in title
