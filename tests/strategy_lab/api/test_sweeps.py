"""A sweep is a comparison as one tidy table."""

from __future__ import annotations

import forsale_sim
import pandas as pd
import pytest
from strategy_lab.stats.differences import SMALL

FEW = {"players": [3, 4], "fields": "spread,expert", "games": 3000, "seed": 1, "progress": False}


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return forsale_sim.sweep(coins=[20, 21], refund=["up", "down"], **FEW)


def test_every_combination_and_the_base_have_rows(table: pd.DataFrame) -> None:
    wins = table.query("measure == 'win_rate' and seat == 1 and players == 4")
    assert wins[["coins", "refund", "ruleset"]].to_numpy().tolist() == [
        [20, "down", "iello-en[coins=20,refund=down]"],
        [20, "up", "iello-en[coins=20,refund=up]"],
        [21, "down", "iello-en"],
        [21, "down", "iello-en[coins=21,refund=down]"],
        [21, "up", "iello-en[coins=21,refund=up]"],
    ]
    base = wins[wins["ruleset"] == "iello-en"].iloc[0]
    assert (base["difference"], base["verdict"]) == (0, SMALL)
    others = wins[wins["ruleset"] != "iello-en"]
    assert (others["value"] - others["difference"]).to_numpy() == pytest.approx(base["value"])


def test_it_is_the_comparison_of_the_same_rules(table: pd.DataFrame) -> None:
    compared = forsale_sim.compare(
        "iello-en", vary={"coins": range(20, 22), "refund": ["up", "down"]}, **FEW
    )
    assert table.attrs["digest"] == compared.manifest["digest"]
    assert table.attrs["command"] == compared.manifest["command"]
    assert "--vary coins=20,21 --vary refund=up,down" in table.attrs["command"]
    differences = compared.differences
    assert set(differences.columns[-2:]) == {"coins", "refund"}
    assert len(table) == len(differences) + len(table[table["ruleset"] == "iello-en"])


def test_amounts_by_seat_are_told_as_text() -> None:
    table = forsale_sim.sweep(coins=[[30, 28, 28]], **{**FEW, "players": 3})
    assert set(table["coins"]) == {"28", "30 28 28"}
