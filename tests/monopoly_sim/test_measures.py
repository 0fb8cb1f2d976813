"""What a deal comes to, by colour group."""

from __future__ import annotations

import numpy as np
from monopoly_sim.measures import GROUP, MEASURES
from monopoly_sim.rows import DETAIL, ROW, GameRows
from monopoly_sim.rules.ruleset import load_ruleset
from strategy_lab.results.accumulators import Cell
from strategy_lab.rows import whole_win

BROWN, PINK, ORANGE = 0, 2, 3


def test_only_the_first_group_of_a_game_counts_as_a_win() -> None:
    """Seat 1 completes orange and wins the bankrupt's pink; seat 2's brown is first, and loses."""
    cell = Cell(load_ruleset("football-de").rules(3), ("one",), 1)
    rows = GameRows.of_records(ROW, DETAIL, 3, 3, 1)
    win = rows.data["win"]
    win[:, 0] = whole_win(3)
    seat, when = rows.detail["group_seat"], rows.detail["group_round"]
    seat[0, [ORANGE, PINK]], when[0, [ORANGE, PINK]] = 1, [9, 30]
    seat[1, [BROWN, ORANGE, PINK]], when[1, [BROWN, ORANGE, PINK]] = [2, 1, 1], [8, 9, 30]
    layout, sums = MEASURES.layout(cell, detail=True), MEASURES.deal_sums(cell, rows, detail=True)

    def of_group(name: str, group: int) -> list[int]:
        of_deals: list[int] = sums[:, layout.start(GROUP, name) + group].tolist()
        return of_deals

    assert of_group("win", ORANGE) == [whole_win(3), 0, 0]
    assert of_group("first", ORANGE) == [1, 0, 0]
    assert of_group("win", BROWN) == [0, 0, 0]
    assert of_group("first", BROWN) == [0, 1, 0]
    assert of_group("first", PINK) == of_group("win", PINK) == [0, 0, 0]
    assert of_group("owned", PINK) == [1, 1, 0]
    assert of_group("owned_round", ORANGE) == [9, 9, 0]
    assert sums[:, layout.start("table", "no_group")].tolist() == [0, 0, 1]
    assert np.sum(sums[:, layout.start("table", "first_owners")]) == 2 * whole_win(3)


def test_each_measure_answers_one_question() -> None:
    measures = [name for question in MEASURES.questions for name in question.measures]
    assert len(measures) == len(set(measures)) > 6
