from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.measures import MEASURES as GAME_MEASURES
from strategy_lab.results.measures import Tally
from strategy_lab.results.tables import Columns, Tables, records, tables, where
from strategy_lab.stats.differences import holm

from tests.strategy_lab.results.made import COLUMNS, TABLES, made_cell, made_tally

MEASURES = [
    *("games", "win_rate", "win_rate_low", "win_rate_high"),
    *("money_mean", "money_mean_low", "money_mean_high", "money_sd"),
    *("coins_left_mean", "paid_mean", "cheques_mean", "first_place", "last_place", "deals"),
    *("money_p10", "money_p50", "money_p90"),
    *(f"place_{place}" for place in range(1, 7)),
]


@pytest.fixture(scope="module")
def made() -> Tables:
    cells = [made_cell(players) for players in (3, 4)]
    tallies = {cell: made_tally(cell, 200, skill=1.0, first_seat=2.0) for cell in cells}
    return tables(tallies)


def row(table: Columns, **keys: str | int) -> dict[str, Any]:
    (found,) = records(where(table, **keys))
    return found


@pytest.mark.parametrize(
    ("table", "columns", "rows"),
    [
        ("by_strategy", ["ruleset", "players", "strategy", *MEASURES], 5 + 5),
        (
            "by_seat",
            ["ruleset", "players", "seat", *MEASURES, "p_fair", "p_fair_adjusted"],
            3 + 4,
        ),
        (
            "by_strategy_and_seat",
            ["ruleset", "players", "strategy", "seat", *MEASURES],
            5 * (3 + 4),
        ),
        (
            "head_to_head",
            [
                *("ruleset", "players", "strategy", "opponent", "games"),
                *("ahead_rate", "ahead_rate_low", "ahead_rate_high"),
            ],
            2 * 5 * 4,
        ),
        ("by_players", ["ruleset", "players", "games", "money_mean"], 2),
        ("seat_effect", ["ruleset", "players", "games", "deals", "best_seat", "worst_seat"], 2),
    ],
)
def test_columns_are_those_that_were_promised(
    made: Tables, table: str, columns: list[str], rows: int
) -> None:
    assert list(made[table])[: len(columns)] == columns
    assert {len(column) for column in made[table].values()} == {rows}


def test_places_beyond_the_sixth_have_columns_where_so_many_play() -> None:
    cells = [made_cell(players) for players in (6, 7)]
    table = tables({cell: made_tally(cell, 10) for cell in cells})["by_seat"]
    names = [name for name in table if name.startswith("place_")]
    assert names == [f"place_{place}" for place in range(1, 8)]
    shares = np.array([table[name] for name in names])
    np.testing.assert_allclose(np.nansum(shares, axis=0), 1)
    assert np.isnan(table["place_7"]).tolist() == [True] * 6 + [False] * 7


def test_every_column_is_described(made: Tables) -> None:
    later = {f"place_{place}" for place in (7, 8)}
    of_games = set(TABLES["measures"])
    shown = {name for table in made.values() for name in table}
    assert shown | of_games == set(COLUMNS) - later
    assert list(made) == [name for name in TABLES if name != "measures"]


def test_intervals_hold_their_estimates(made: Tables) -> None:
    for table in made.values():
        for measure in {"win_rate", "money_mean", "ahead_rate", "seat_gap"} & set(table):
            assert (table[f"{measure}_low"] < table[measure]).all()
            assert (table[measure] < table[f"{measure}_high"]).all()


def test_seats_are_tested_against_a_fair_share_and_corrected_together(made: Tables) -> None:
    seats = made["by_seat"]
    fair = 1 / seats["players"]
    missed = (seats["win_rate_low"] > fair) | (fair > seats["win_rate_high"])
    np.testing.assert_array_equal(seats["p_fair"] < 0.05, missed)
    np.testing.assert_allclose(seats["p_fair_adjusted"], holm(seats["p_fair"]))
    assert (seats["p_fair_adjusted"] > seats["p_fair"]).sum() >= 6, "all rows together"


def test_a_strategy_against_itself_wins_a_fair_share_for_certain() -> None:
    cell = made_cell(4, ("expert",))
    found = tables({cell: made_tally(cell, 1)})
    win = row(found["by_strategy"])
    assert (win["win_rate_low"], win["win_rate"], win["win_rate_high"]) == (0.25, 0.25, 0.25)
    assert not len(found["head_to_head"]["games"]), "it has no opponent"
    assert row(found["by_seat"], seat=1)["win_rate_low"] is None


def test_a_single_deal_claims_no_interval() -> None:
    cell = made_cell(4)
    found = tables({cell: made_tally(cell, 1)})
    for table in found.values():
        for name, column in table.items():
            if name.endswith(("_low", "_high")) or name.startswith(("p_", "f_")):
                assert np.isnan(column).all(), name


def test_what_did_not_play_is_listed_once_and_without_numbers() -> None:
    cell = made_cell(3)
    found = tables({cell: made_tally(cell, 1)})
    absent = where(found["by_strategy"], games=0)
    assert len(absent["games"]) == 2
    assert np.isnan(absent["win_rate"]).all()
    assert len(found["by_strategy_and_seat"]["games"]) == 3 * 3
    assert len(found["head_to_head"]["games"]) == 3 * 2


def test_no_deal_at_all_is_no_error() -> None:
    cell = made_cell(4)
    found = tables({cell: Tally.empty(cell, GAME_MEASURES)})
    assert row(found["by_players"])["games"] == 0
    assert row(found["by_seat"], seat=4)["win_rate"] is None
    assert records(found["seat_effect"]) == []
