from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from forsale_sim.houses import Value, house_values
from forsale_sim.saved_games import COLUMNS
from scipy import stats
from strategy_lab.errors import UsageError
from strategy_lab.results import saved_games as module
from strategy_lab.results.saved_games import GameWriter
from strategy_lab.results.tables import where

from tests.strategy_lab.results.made import made_cell, made_rows

SEATINGS = 3


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
