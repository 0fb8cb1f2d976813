from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from statsmodels.stats.multivariate import test_mvmean as hotelling
from strategy_lab.api.result import frames
from strategy_lab.results import tables
from strategy_lab.results.measures import SCORE, SQUARES_OF, TABLE, WIN, Tally
from strategy_lab.rows import whole_win
from strategy_lab.stats.batches import Squares
from strategy_lab.stats.differences import holm

from tests.strategy_lab.results.made import COLUMNS, TABLES, made_cell, made_rows, made_tally
from tests.support.players import empty_rows

# tables


@pytest.fixture(scope="module")
def made() -> tables.Tables:
    cells = [made_cell(players) for players in (3, 4)]
    tallies = {cell: made_tally(cell, 200, skill=1.0, first_seat=2.0) for cell in cells}
    return tables.tables(tallies)


def row(table: tables.Columns, **keys: str | int) -> dict[str, Any]:
    (found,) = tables.records(tables.where(table, **keys))
    return found


def test_places_beyond_the_sixth_have_columns_where_so_many_play() -> None:
    cells = [made_cell(players) for players in (6, 7)]
    table = tables.tables({cell: made_tally(cell, 10) for cell in cells})["by_seat"]
    names = [name for name in table if name.startswith("place_")]
    assert names == [f"place_{place}" for place in range(1, 8)]
    shares = np.array([table[name] for name in names])
    np.testing.assert_allclose(np.nansum(shares, axis=0), 1)
    assert np.isnan(table["place_7"]).tolist() == [True] * 6 + [False] * 7


def test_every_column_is_described(made: tables.Tables) -> None:
    later = {f"place_{place}" for place in (7, 8)}
    of_games = set(TABLES["measures"])
    shown = {name for table in made.values() for name in table}
    assert shown | of_games == set(COLUMNS) - later
    assert list(made) == [name for name in TABLES if name != "measures"]


def test_seats_are_tested_against_a_fair_share_and_corrected_together(made: tables.Tables) -> None:
    seats = made["by_seat"]
    fair = 1 / seats["players"]
    missed = (seats["win_rate_low"] > fair) | (fair > seats["win_rate_high"])
    np.testing.assert_array_equal(seats["p_fair"] < 0.05, missed)
    np.testing.assert_allclose(seats["p_fair_adjusted"], holm(seats["p_fair"]))
    assert (seats["p_fair_adjusted"] > seats["p_fair"]).sum() >= 6, "all rows together"


def test_a_strategy_against_itself_wins_a_fair_share_for_certain() -> None:
    cell = made_cell(4, ("expert",))
    found = tables.tables({cell: made_tally(cell, 1)})
    win = row(found["by_strategy"])
    assert (win["win_rate_low"], win["win_rate"], win["win_rate_high"]) == (0.25, 0.25, 0.25)
    assert not len(found["head_to_head"]["games"]), "it has no opponent"
    assert row(found["by_seat"], seat=1)["win_rate_low"] is None


def test_a_single_deal_claims_no_interval() -> None:
    cell = made_cell(4)
    found = tables.tables({cell: made_tally(cell, 1)})
    for table in found.values():
        for name, column in table.items():
            if name.endswith(("_low", "_high")) or name.startswith(("p_", "f_")):
                assert np.isnan(column).all(), name


def test_what_did_not_play_is_listed_once_and_without_numbers() -> None:
    cell = made_cell(3)
    found = tables.tables({cell: made_tally(cell, 1)})
    absent = tables.where(found["by_strategy"], games=0)
    assert len(absent["games"]) == 2
    assert np.isnan(absent["win_rate"]).all()
    assert len(found["by_strategy_and_seat"]["games"]) == 3 * 3
    assert len(found["head_to_head"]["games"]) == 3 * 2


def test_no_deal_at_all_is_no_error() -> None:
    cell = made_cell(4)
    found = tables.tables({cell: Tally.empty(cell, MEASURES)})
    assert row(found["by_players"])["games"] == 0
    assert row(found["by_seat"], seat=4)["win_rate"] is None
    assert tables.records(found["seat_effect"]) == []


# frames


def test_frames_hold_the_tables() -> None:
    made = tables.tables({made_cell(4): made_tally(made_cell(4), 20)})
    found = frames(made, COLUMNS)
    assert list(found) == list(made)
    for name, frame in found.items():
        assert list(frame) == list(made[name])
        for column in frame:
            np.testing.assert_array_equal(frame[column].to_numpy(), made[name][str(column)])
            assert frame.attrs["units"][column] == COLUMNS[str(column)].unit


# seat_effect

FAIR = ("a", "b", "c", "d")


def effects(margin: float = 0.005, **cells: tuple[int, int, float]) -> list[dict[str, Any]]:
    """The rows of cells with so many players and deals, where seat 1 makes so much more money."""
    made = {
        made_cell(players, FAIR, ruleset=name): (players, deals, more)
        for name, (players, deals, more) in cells.items()
    }
    results = {
        cell: made_tally(cell, deals, seed=seed, first_seat=more)
        for seed, (cell, (_, deals, more)) in enumerate(made.items())
    }
    blocks = [tables.seat_effect(tally, margin) for tally in results.values()]
    return tables.records(
        tables.with_verdicts(
            {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
        )
    )


def table(equal: list[float], small: list[float]) -> tables.Columns:
    return tables.with_verdicts({"p_equal": np.array(equal), "p_small": np.array(small)})


def test_the_test_is_hotellings_of_what_seats_win_in_each_deal() -> None:
    cell = made_cell(4, FAIR)
    rows = made_rows(cell, 150, first_seat=2.0)
    tally = Tally.empty(cell, MEASURES)
    tally.count([rows])
    won = rows.win.reshape(150, 4, 4).mean(axis=1) / whole_win(4)
    expected = hotelling(won[:, 1:] - won[:, :-1])
    (found,) = tables.records(tables.seat_effect(tally, matters=0.005))
    assert found["f_statistic"] == pytest.approx(expected.statistic)
    assert found["p_equal"] == pytest.approx(expected.pvalue)
    assert found["best_seat"] == 1 + won.mean(axis=0).argmax() == 1
    assert found["worst_seat"] == 1 + won.mean(axis=0).argmin()
    assert found["seat_gap"] == pytest.approx(np.ptp(won.mean(axis=0)), rel=0.1)
    assert 0 < found["seat_gap_low"] < found["seat_gap"] < found["seat_gap_high"] < 1
    assert (found["games"], found["deals"], found["players"]) == (600, 150, 4)


def test_a_large_effect_is_shown_and_a_small_one_is_shown_small() -> None:
    large, none = effects(margin=0.2, large=(4, 400, 8.0), none=(3, 400, 0.0))
    assert large["verdict"] == "differs"
    assert large["differs"] is True
    assert large["shown_small"] is False
    assert none["verdict"] == "shown small"
    assert none["differs"] is False
    assert none["shown_small"] is True
    assert none["matters"] == 0.2


def test_verdicts_are_corrected_for_all_rows() -> None:
    found = table(equal=[0.02, 0.03, 0.5, np.nan], small=[0.9, 0.9, 0.04, np.nan])
    np.testing.assert_allclose(found["p_equal_adjusted"], [0.06, 0.06, 0.5, np.nan])
    assert found["verdict"].tolist() == ["not shown"] * 4
    alone = table(equal=[0.02], small=[0.04])
    assert alone["verdict"].tolist() == ["shown small"]
    assert alone["differs"].tolist() == [True]


@pytest.mark.parametrize("winner", ["a strategy, wherever it sits", "a seat, whoever sits there"])
def test_what_is_the_same_in_all_of_a_few_deals_is_not_certain(winner: str) -> None:
    cell = made_cell(3, ("a", "b", "c"))
    verdicts = {}
    for deals in (4, 4000):
        rows = empty_rows(deals, 3, seatings=3, detail=False)
        for seating in range(3):
            rows.strategy[seating::3] = np.roll([0, 1, 2], -seating)
        won = rows.strategy == 0 if winner.startswith("a strategy") else np.eye(3)[[0]] == 1
        rows.win[:], rows.place[:] = np.where(won, whole_win(3), 0), np.where(won, 1, 2)
        tally = Tally.empty(cell, MEASURES)
        tally.count([rows])
        (found,) = tables.records(tables.with_verdicts(tables.seat_effect(tally, matters=0.005)))
        verdicts[deals] = found["verdict"]
        assert found["seat_gap_high"] - found["seat_gap_low"] > 0.5 / deals
    expected = "shown small" if winner.startswith("a strategy") else "differs"
    assert verdicts == {4: "not shown", 4000: expected}


# sources


def sources(tally: Tally) -> tables.Columns:
    """The rows of the table of measures on where wins and money come from."""
    table = tables.measures_table({tally.cell: tally})
    chosen = np.array(["_by_" in name and name != "paid_by_passing" for name in table["measure"]])
    return {name: column[chosen] for name, column in table.items()}


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_squares_are_those_of_a_latin_square(players: int) -> None:
    cell = made_cell(players) if players > 2 else replace(made_cell(4), seatings=2)
    if players == 2:
        cell = replace(cell, rules=replace(cell.rules, players=2, coins=(28, 28)))
    rows = made_rows(cell, 5)
    layout = MEASURES.layout(cell, detail=False)
    sums = MEASURES.deal_sums(cell, rows, detail=False)
    for of, results in ((WIN, rows.win), (SCORE, rows.score)):
        for deal in range(5):
            by_seat = results.astype(int).reshape(5, players, players)[deal]
            of_players = [np.roll(of_game, game) for game, of_game in enumerate(by_seat)]
            expected = Squares(
                np.sum(by_seat**2),
                np.sum(np.sum(of_players, axis=0) ** 2),
                np.sum(by_seat.sum(axis=0) ** 2),
                np.sum(by_seat.sum(axis=1) ** 2),
                by_seat.sum() ** 2,
            )
            found = [sums[deal, layout.start(TABLE, name)] for name in SQUARES_OF[of]]
            assert found == list(expected)


def test_a_lineup_that_repeats_itself_is_a_whole_square() -> None:
    """ABAB has two rotations that differ; its others are the same games."""
    cell = made_cell(4, ("a", "b"), seatings=2)
    rows = made_rows(cell, 3)
    rows.data["strategy"][:, :4] = [[0, 1, 0, 1], [1, 0, 1, 0]] * 3
    all_of_them = replace(
        rows, data=rows.data.reshape(3, 2)[:, [0, 1, 0, 1]].reshape(12), seatings=4
    )
    whole = replace(cell, seatings=4)
    sums = MEASURES.deal_sums(cell, rows, detail=False)
    for names in SQUARES_OF.values():
        for name in names:
            at = MEASURES.layout(cell, detail=False).start(TABLE, name)
            repeated = MEASURES.deal_sums(whole, all_of_them, detail=False)
            assert np.array_equal(sums[:, at], repeated[:, at])


def test_shares_and_limits_of_a_run() -> None:
    cell = made_cell(4)
    sums = Tally.empty(cell, MEASURES)
    sums.count([made_rows(cell, 500, skill=4.0)])
    table = sources(sums)
    wins = tables.where(table, measure="win_by_strategy")
    assert wins["games"].tolist() == [2000]
    assert wins["deals"].tolist() == [500]
    assert 0 < wins["value_low"][0] < wins["value"][0] < wins["value_high"][0] < 1
    for of in ("win", "money"):
        parts = [
            tables.where(table, measure=f"{of}_by_{part}")["value"][0]
            for part in ("strategy", "cards", "seat", "rest")
        ]
        assert sum(parts) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("field", [("a",), ("a", "b", "c", "d")])
def test_equal_players_and_lineups_that_stay_have_no_sources(field: tuple[str, ...]) -> None:
    cell = made_cell(4, field, seatings=1)
    sums = Tally.empty(cell, MEASURES)
    sums.count([made_rows(cell, 20)])
    assert not len(sources(sums)["value"])


def test_intervals_cover_what_more_games_show() -> None:
    cell = made_cell(4)
    whole = Tally.empty(cell, MEASURES)
    covered = []
    for seed in range(120):
        part = Tally.empty(cell, MEASURES)
        part.count([made_rows(cell, 300, seed, skill=4.0)])
        whole += part
        covered.append(sources(part))
    truth = sources(whole)["value"]
    inside = np.mean(
        [(each["value_low"] <= truth) & (truth <= each["value_high"]) for each in covered]
    )
    assert 0.93 < inside < 0.97
