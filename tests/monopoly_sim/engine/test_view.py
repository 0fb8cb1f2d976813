"""A compiled view tells what the plain one tells, at any moment of any game."""

from __future__ import annotations

from typing import Any

import monopoly_sim.engine.view  # noqa: F401  # registers all that a view tells
import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monopoly_sim.engine import table as engine_table
from monopoly_sim.engine.view import VIEWS
from monopoly_sim.reference.events import Game
from monopoly_sim.reference.table import Trade, could_place, largest_bill, place_for
from monopoly_sim.reference.trace import pass_dice
from monopoly_sim.reference.turns import play_turn
from monopoly_sim.reference.view import View
from monopoly_sim.rules.board import has, members
from monopoly_sim.rules.ruleset import Rules
from strategy_lab.errors import UncompilableError
from strategy_lab.random_words import GameWords

from tests.monopoly_sim.engine.playing import compiled_players, mirrored
from tests.monopoly_sim.random_player import RandomPlayer
from tests.monopoly_sim.reference.test_generated import any_rules

view_of = VIEWS.view_of


def tell(view: Any, told: Any) -> int:
    """Write what a view tells into an array; return how much that is."""
    place = 0
    for number in (
        view.players, view.seat, view.cash, view.deeds, view.can_raise, view.round,
        view.mortgaged, view.houses, view.hotels, view.pot, view.buildable, view.sellable,
        view.mortgageable, view.redeemable, view.received, view.least_bid, len(view.seats),
    ):  # fmt: skip
        told[place] = number
        place += 1
    rules = view.rules
    board = rules.board
    for number in (
        rules.salary, rules.jail_fee, rules.max_rounds, int(rules.speed_die), int(rules.jail_rent),
        board.size, board.jail, board.deeds, board.railways, board.utilities,
    ):  # fmt: skip
        told[place] = number
        place += 1
    for seat in range(1, view.players + 1):
        for number in (
            view.cash_of(seat), view.deeds_of(seat), view.worth_of(seat), view.position_of(seat),
            view.in_jail(seat), view.jail_cards_of(seat), int(seat in view.seats),
            view.missing_of(seat),
        ):  # fmt: skip
            told[place] = number
            place += 1
        cheapest = view.deeds & -view.deeds
        for trade in (
            Trade(seat, cheapest, 0, 10, 0, 0),
            Trade(seat, cheapest, view.deeds_of(seat), -10, 0, 0),
            Trade(seat, 0, view.deeds_of(seat) & -view.deeds_of(seat), view.cash, 0, 0),
            Trade(seat, 0, 0, 0, 1, 0),
            Trade(seat, 0, 0, 0, 0, 1),
        ):
            told[place] = view.can_trade(trade)
            place += 1
    for square in range(board.size):
        for number in (
            view.owner_of(square), int(view.owns(square)), view.price_of(square),
            view.house_price_of(square), view.level_of(square), view.group_of(square),
            view.rent_of(square), view.rent_with(square, 3), view.redemption_of(square),
            view.group_rent(square, 0), view.group_rent(square, 5),
            int(has(view.mortgaged, square)),
        ):  # fmt: skip
            told[place] = number
            place += 1
    for square in members(view.deeds):
        told[place] = square
        place += 1
    return place


@pytest.fixture(scope="module")
def compiled_tell() -> Any:
    inner = numba.njit(tell)

    @numba.njit
    def tell_of(state, seat, told):  # type: ignore[no-untyped-def]
        return inner(view_of(state, np.uint64(seat)), told)

    return tell_of


def game_at(rules: Rules, seed: int, turns: int) -> Game:
    game = Game(rules, [RandomPlayer()] * rules.players, seed, deal=1)
    for _ in range(turns):
        if not game.table.ending:
            play_turn(game, game.table.turn)
            pass_dice(game)
    return game


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(rules=any_rules(), seed=st.integers(0, 2**64 - 1), turns=st.integers(0, 250))
def test_both_views_tell_the_same(compiled_tell: Any, rules: Rules, seed: int, turns: int) -> None:
    game = game_at(rules, seed, turns)
    states = mirrored(game)
    words = GameWords(1, rules.players, 1, 1)
    for seat in range(1, rules.players + 1):
        plain, compiled = np.zeros(1500, np.int64), np.zeros(1500, np.int64)
        assert tell(View(game.table, seat, words.decision(seat, 1)), plain) == compiled_tell(
            states[0], seat, compiled
        )
        assert plain.tolist() == compiled.tolist()
        for hotel in (False, True):
            assert engine_table.could_place(states[0], seat, hotel) == could_place(
                game.table, seat, hotel
            )
            assert engine_table.place_for(states[0], seat, hotel) == place_for(
                game.table, seat, hotel
            )
    assert engine_table.largest_bill(states[0]) == largest_bill(game.table)


def test_every_name_of_a_view_is_compiled() -> None:
    asked = set(tell.__code__.co_names)
    names = {name for name in dir(View) if not name.startswith("_")}
    by_random_player = {"random_below", "random_member"}
    assert names - asked == {"random", "game_random"} | by_random_player


def assigns(view: View, square: int) -> bool:
    view.cash = 5  # type: ignore[misc]
    return True


def asks_for_more(view: View, square: int) -> bool:
    return view.decks == 0  # type: ignore[attr-defined, no-any-return]


def asks_by_a_fraction(view: View, square: int) -> bool:
    return view.owner_of(0.5) == 0  # type: ignore[arg-type]


def answers_with_a_text(view: View, square: int) -> bool:
    return "yes"  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (assigns, "cash"),
        (asks_for_more, "a view has no 'decks'"),
        (asks_by_a_fraction, "takes a whole number"),
        (answers_with_a_text, "an answer is a bool"),
    ],
)
def test_what_a_view_does_not_offer_is_refused(function: Any, message: str) -> None:
    player = type("Wrong", (), {"buy": staticmethod(function)})
    with pytest.raises(UncompilableError, match=message):
        compiled_players(player)
