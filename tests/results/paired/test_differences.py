"""The table of differences: what its columns say of each other, and when nothing is certain."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.results.paired.differences import Margins, differences
from forsale_sim.results.paired.schema import COLUMNS, TABLES
from forsale_sim.results.tables import Columns, records, where
from forsale_sim.stats.corrections import holm
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL

from tests.experiments.compare.contrasting import (
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    made_comparison,
    played,
)

POOR = ENGLISH.with_changes("poor", coins={4: 0})
"""Nobody can bid, so no refund can be rounded."""


@pytest.fixture(scope="module")
def table() -> Columns:
    comparison = made_comparison(
        *(ENGLISH, FRENCH, RAVENSBURGER), fields=["strong", "mirrors:expert"], players=[4, 5]
    )
    return differences(played(comparison).played)


def test_columns_are_those_that_are_described(table: Columns) -> None:
    assert tuple(table) == TABLES["differences"]
    assert set(COLUMNS) == {column for columns in TABLES.values() for column in columns}


def test_differences_are_those_of_the_values(table: Columns) -> None:
    assert np.allclose(table["difference"], table["value_b"] - table["value_a"], atol=1e-12)
    assert np.all(table["difference_low"] <= table["difference"])
    assert np.all(table["difference"] <= table["difference_high"])


def test_p_values_are_corrected_for_all_rows(table: Columns) -> None:
    assert np.array_equal(table["p_adjusted"], holm(table["p"]))
    assert np.all(table["p_adjusted"] >= table["p"])


def test_verdicts_follow_from_the_columns(table: Columns) -> None:
    for row in records(table):
        small = (
            row["difference_low"] == row["difference_high"] == 0
            if row["unit"] == "rank"
            else row["p_small_adjusted"] <= 0.05
        )
        differs = row["p_adjusted"] <= 0.05
        assert row["verdict"] == (SMALL if small else DIFFERS if differs else NOT_SHOWN)
    assert set(table["verdict"]) == {SMALL, DIFFERS, NOT_SHOWN}


def test_each_row_is_about_something_of_its_own(table: Columns) -> None:
    keys = ("players", "field", "a", "b", "measure", "seat", "strategy", "house")
    rows = [tuple(row[key] for key in keys) for row in records(table)]
    assert len(set(rows)) == len(rows)
    assert {row[2:4] for row in rows} == {
        ("iello-en", "iello-fr"),
        ("iello-en", "ravensburger-1997"),
    }


def test_mirrors_have_no_order_of_strategies(table: Columns) -> None:
    assert set(where(table, measure="rank")["field"]) == {"strong"}
    alone = where(table, field="expert alone")
    assert all(strategy is None for strategy in alone["strategy"].tolist())


@pytest.mark.parametrize(("games", "verdict"), [(200, NOT_SHOWN), (20000, SMALL)])
def test_a_few_deals_without_a_difference_do_not_show_that_there_is_none(
    games: int, verdict: str
) -> None:
    other = POOR.with_changes("up", refund="up")
    comparison = made_comparison(POOR, other, fields=["mirrors:expert"], games=games)
    table = differences(played(comparison).played)
    rows = where(table, measure="win_rate")
    assert not rows["difference"].any()
    assert np.all(rows["difference_high"] > 0)
    assert set(rows["verdict"]) == {verdict}


def test_one_deal_tells_nothing() -> None:
    table = differences(played(made_comparison(ENGLISH, FRENCH, games=8)).played)
    assert set(table["verdict"]) == {NOT_SHOWN}
    assert np.isnan(table["p"][table["unit"] != "rank"].astype(float)).all()


def test_what_was_not_played_has_no_row() -> None:
    comparison = made_comparison(ENGLISH, FRENCH, players=[3, 4])
    outcome = played(comparison)
    outcome.tallies[0].deals[...] = 0
    for array in outcome.tallies[0].arrays().values():
        array[...] = 0
    assert set(differences(outcome.played)["players"]) == {4}


def test_margins_are_in_the_units_of_their_kind() -> None:
    margins = Margins(rates=0.01, amounts=2.0)
    table = differences(played(made_comparison(ENGLISH, FRENCH, games=80)).played, margins)
    for unit, margin in (("fraction", 0.01), ("thousands", 2.0), ("rank", 0.5)):
        assert set(where(table, unit=unit)["margin"]) == {margin}
