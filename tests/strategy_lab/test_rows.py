"""What a chunk of games leaves behind."""

from __future__ import annotations

import inspect
from math import comb

import numpy as np
import pytest
from forsale_sim.cards import MAX_CARDS
from forsale_sim.records import HOUSES, ROW, GameRows, empty_rows
from forsale_sim.rules.ruleset import MAX_PLAYERS, MAX_VALUE, MIN_PLAYERS
from strategy_lab.rows import MAX_SEATS, whole_win

BY_SEAT = ("strategy", "place", "win", "score", "coins")
BY_HOUSE = ("buyer", "price", "cheque", "bought", "sold")


def test_a_row_has_a_field_for_everything_that_rows_show() -> None:
    assert ROW.names == BY_SEAT
    assert HOUSES.names == BY_HOUSE
    public = {name for name, held in inspect.getmembers(GameRows) if isinstance(held, property)}
    assert public == {*BY_SEAT, *BY_HOUSE, "deals", "counted_score"}


def test_a_row_fills_a_line_of_the_cache() -> None:
    assert ROW.itemsize == 64


def test_cheques_are_what_the_score_has_beside_coins() -> None:
    rows = empty_rows(2, players=3, seatings=1, detail=False)
    rows.score[1], rows.coins[1] = (40, 52, 0), (3, 0, 0)
    assert (rows.score - rows.coins).tolist() == [[0, 0, 0], [37, 52, 0]]


@pytest.mark.parametrize("name", BY_SEAT)
def test_seats_are_those_of_the_players(name: str) -> None:
    rows = empty_rows(5, players=4, seatings=1, detail=False)
    array = getattr(rows, name)
    assert array.shape == (5, 4)
    assert not array.any()
    array[:] = 1
    assert rows.data[name].tolist() == [[1] * 4 + [0] * (MAX_SEATS - 4)] * 5


@pytest.mark.parametrize("name", BY_HOUSE)
def test_houses_are_those_of_the_deck(name: str) -> None:
    rows = empty_rows(2, players=3, seatings=1, detail=True)
    array = getattr(rows, name)
    assert array.shape == (2, MAX_CARDS)
    array[1, 19] = 7
    assert rows.detail[name][1, 19] == 7
    assert rows.detail[name].sum() == 7


def test_the_largest_outcomes_fit() -> None:
    assert MAX_SEATS == MAX_PLAYERS
    most = MAX_CARDS * MAX_VALUE
    for name, largest in {
        "win": whole_win(MAX_PLAYERS),
        "coins": MAX_VALUE,
        "score": most + MAX_VALUE,
        "price": MAX_VALUE,
        "cheque": MAX_VALUE,
        "buyer": MAX_PLAYERS,
        "bought": MAX_CARDS,
        "sold": MAX_CARDS,
    }.items():
        record = ROW if name in BY_SEAT else HOUSES
        assert np.iinfo(record[name].base).max >= largest, name


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
def test_a_win_can_be_shared_and_places_drawn_among_those_who_tie(players: int) -> None:
    for tied in range(1, players + 1):
        assert all(whole_win(players) % comb(tied, first) == 0 for first in range(tied + 1))


@pytest.mark.parametrize("players", range(MIN_PLAYERS, 7))
def test_the_parts_of_a_win_are_those_of_results_kept_so_far(players: int) -> None:
    assert whole_win(players) == 60


@pytest.mark.parametrize("name", BY_HOUSE)
def test_houses_that_nobody_asked_for_cannot_be_read(name: str) -> None:
    with pytest.raises(ValueError, match="no detail of each game: let the engine play with detail"):
        getattr(empty_rows(2, players=3, seatings=3, detail=False), name)
    assert getattr(empty_rows(0, players=3, seatings=3, detail=False), name).size == 0


def test_deals_are_counted_by_their_seatings() -> None:
    assert empty_rows(5, players=4, seatings=4, detail=False).deals == 5
