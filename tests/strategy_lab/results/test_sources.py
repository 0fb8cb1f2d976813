"""Where wins and money come from, by the sums of a run."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from strategy_lab.results.measures import SCORE, SQUARES_OF, TABLE, WIN, Tally
from strategy_lab.results.tables import Columns, measures_table, where
from strategy_lab.stats.batches import Squares

from tests.strategy_lab.results.made import made_cell, made_rows


def sources(tally: Tally) -> Columns:
    """The rows of the table of measures on where wins and money come from."""
    table = measures_table({tally.cell: tally})
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
    wins = where(table, measure="win_by_strategy")
    assert wins["games"].tolist() == [2000]
    assert wins["deals"].tolist() == [500]
    assert 0 < wins["value_low"][0] < wins["value"][0] < wins["value_high"][0] < 1
    for of in ("win", "money"):
        parts = [
            where(table, measure=f"{of}_by_{part}")["value"][0]
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
