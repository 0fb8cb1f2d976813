"""What a chunk of games leaves behind."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from forsale_sim.cards import MAX_CARDS
from forsale_sim.records import HOUSES, MOST_TURNS, ROW
from forsale_sim.rules.ruleset import MAX_PLAYERS, MAX_VALUE, MIN_PLAYERS
from strategy_lab.rows import MAX_SEATS, whole_win

from tests.support.players import empty_rows


def test_a_row_fills_a_line_of_the_cache() -> None:
    assert ROW.itemsize == 64


@pytest.mark.parametrize("name", [*(ROW.names or ()), *(HOUSES.names or ())])
def test_rows_show_every_field_and_write_it_in_place(name: str) -> None:
    rows = empty_rows(5, players=4, seatings=1, detail=True)
    record, width = (rows.data, 4) if name in (ROW.names or ()) else (rows.detail, MAX_CARDS)
    array, shape = getattr(rows, name), record[name].shape[1:]
    assert array.shape == (5, *([width] if shape else []))
    array[1] = 7
    of_game = record[name][1].reshape(-1).tolist()
    width = width if shape else 1
    assert of_game == [7] * width + [0] * (len(of_game) - width)
    assert record[name].sum() == 7 * width


@pytest.mark.parametrize("name", HOUSES.names or ())
def test_houses_that_nobody_asked_for_cannot_be_read(name: str) -> None:
    with pytest.raises(ValueError, match="no detail of each game: let the engine play with detail"):
        getattr(empty_rows(2, players=3, seatings=3, detail=False), name)
    assert getattr(empty_rows(0, players=3, seatings=3, detail=False), name).size == 0
    with pytest.raises(AttributeError, match="rows have no 'prize'"):
        empty_rows(0, players=3, seatings=3, detail=False).prize  # noqa: B018


def test_the_largest_outcomes_fit() -> None:
    assert MAX_SEATS == MAX_PLAYERS
    for record, largest in (
        (ROW, {"win": whole_win(MAX_PLAYERS), "coins": MAX_VALUE}),
        (ROW, {"score": MAX_CARDS * MAX_VALUE + MAX_VALUE}),
        (ROW, {"turns": MOST_TURNS, "decisions": MOST_TURNS}),
        # Where one house is auctioned at a time, everybody bids once for each coin, and passes.
        (ROW, {"watched": MAX_PLAYERS**2 * MAX_CARDS * (MAX_VALUE + 1)}),
        (HOUSES, {"price": MAX_VALUE, "cheque": MAX_VALUE, "buyer": MAX_PLAYERS}),
        (HOUSES, {"bought": MAX_CARDS, "sold": MAX_CARDS}),
    ):
        for name, most in largest.items():
            assert np.iinfo(record[name].base).max >= most, name


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_a_win_can_be_shared_and_places_drawn_among_those_who_tie(players: int) -> None:
    assert players > 6 or whole_win(players) == 60, "sums of results that were kept are in these"
    for tied in range(1, players + 1):
        assert all(whole_win(players) % comb(tied, first) == 0 for first in range(tied + 1))
