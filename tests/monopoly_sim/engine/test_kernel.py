"""The kernel plays every game as the readable engine does, bit for bit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monopoly_sim.game import GAME
from monopoly_sim.reference.table import Trade
from monopoly_sim.reference.view import DONE, View, build, mortgage, sell
from monopoly_sim.rules.board import members
from monopoly_sim.rules.ruleset import Rules, load_ruleset, ruleset_names
from strategy_lab.errors import MoveError
from strategy_lab.plugins.compiling import CompiledField

from tests.monopoly_sim.engine import playing
from tests.monopoly_sim.random_player import RandomPlayer
from tests.monopoly_sim.reference.test_generated import any_rules


class Defaults:
    name = "defaults"


PLAYERS: list[Any] = [RandomPlayer, Defaults]

PARTS = 50
"""Of 100,000 games of each edition, so that they need not be played at a stretch."""


@pytest.fixture(scope="module")
def field() -> CompiledField:
    return playing.compiled_players(*PLAYERS)


def check_games(
    rules: Rules, field: CompiledField, lineup: list[int], seed: int, deals: int
) -> None:
    played, rows, state = playing.play(rules, field, lineup, seed=seed, deals=deals, seatings=2)
    assert played == 2 * deals
    for number in range(played):
        deal, seating = divmod(number, 2)
        seats = lineup[seating:] + lineup[:seating]
        seated = [PLAYERS[index]() for index in seats]
        game = playing.reference_game(rules, seated, seed, deal + 1, seating + 1)
        playing.check_same(game, seats, rows.data[number], rows.detail[number])
    playing.check_same_table(game, state)


@pytest.mark.thorough
@settings(max_examples=20, deadline=None)
@given(
    rules=any_rules(),
    seed=st.integers(0, 2**64 - 1),
    others=st.lists(st.integers(0, 1), min_size=7, max_size=7),
)
def test_every_game_of_any_rules_is_the_same(
    field: CompiledField, rules: Rules, seed: int, others: list[int]
) -> None:
    check_games(rules, field, [0, *others[: rules.players - 1]], seed, deals=2)


@pytest.mark.thorough
@pytest.mark.parametrize("edition", ruleset_names())
@pytest.mark.parametrize("players", [2, 4, 8])
def test_games_of_every_edition_are_the_same(
    field: CompiledField, edition: str, players: int
) -> None:
    check_games(load_ruleset(edition).rules(players), field, [0] * players, seed=1, deals=8)


def test_a_hotel_sold_where_the_bank_has_no_houses_is_the_same(field: CompiledField) -> None:
    rules, seed, deal = load_ruleset("hasbro-classic").rules(2), 133, 171  # one of thousands
    _, rows, state = playing.play(rules, field, [0, 0], seed=seed, first_deal=deal)
    game = playing.reference_game(rules, [RandomPlayer()] * 2, seed, deal)
    playing.check_same(game, [0, 0], rows.data[0], rows.detail[0])
    playing.check_same_table(game, state)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ruleset_names())
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games_of_every_edition_are_the_same(
    field: CompiledField, edition: str, part: int
) -> None:
    for players in range(2, 7):
        rules = load_ruleset(edition).rules(players)
        check_games(rules, field, [0] * players, seed=100 + part, deals=10_000 // PARTS)


class Wrong:
    """Errs in one way: that whose number the rules name as the opening bid for a scarce house."""

    name = "wrong"

    @staticmethod
    def bid(view: View, lot: int) -> int:
        return -1 if view.rules.scarce_min == 1 else view.cash // 2

    @staticmethod
    def manage(view: View) -> int:
        way = view.rules.scarce_min
        if way == 2 and view.round > 2:
            return build(1)
        return 5 * 64 + 1 if way == 3 else mortgage(60) if way == 4 else DONE

    @staticmethod
    def propose(view: View) -> Trade:
        way, left = view.rules.scarce_min, 1 + view.seat % view.players
        if way == 5:
            return Trade(left, 0, 0, 1, 0, 0)  # for nothing
        if way == 6:
            return Trade(99, 1 << 1, 0, 0, 0, 0)
        if way == 7:
            return Trade(left, 1 << 39, 0, 0, 0, 0)
        if way == 8:
            return Trade(left, view.deeds & -view.deeds, 0, -(2**63), 0, 0)
        return Trade(0, 0, 0, 0, 0, 0)

    @staticmethod
    def raise_cash(view: View, need: int) -> int:
        if view.rules.scarce_min == 9:
            return DONE
        first = view.mortgageable & -view.mortgageable
        for square in members(first):
            return mortgage(square)
        for square in members(view.sellable):
            return sell(square)
        return DONE

    @staticmethod
    def jump(view: View) -> int:
        return view.rules.board.size if view.rules.scarce_min == 10 else 0

    @staticmethod
    def jail(view: View) -> int:
        return 3 if view.rules.scarce_min == 11 else 0

    @staticmethod
    def buy(view: View, square: int) -> bool:
        way = view.rules.scarce_min
        if way == 12 and view.round > 3:
            raise ValueError("too late")
        return view.owner_of(view.rules.board.size if way == 13 else square) == 0

    @staticmethod
    def bus(view: View, first: int, second: int) -> int:
        return first - 1 if view.rules.scarce_min == 14 else first


@pytest.fixture(scope="module")
def wrong_field() -> CompiledField:
    return playing.compiled_players(RandomPlayer, Wrong)


@pytest.mark.thorough
@pytest.mark.parametrize("way", range(1, 15))
def test_the_game_ends_where_an_answer_is_illegal(wrong_field: CompiledField, way: int) -> None:
    ruleset = load_ruleset("hasbro-speed-die").with_changes("erring", scarce_min=way)
    rules = ruleset.rules(3)
    played, _, state = playing.play(rules, wrong_field, [0, 1, 0], seed=4, deals=50)
    seated = [RandomPlayer(), Wrong(), RandomPlayer()]
    for deal in range(1, played + 1):
        playing.reference_game(rules, seated, 4, deal)
    assert played < 50
    with pytest.raises(MoveError) as caught:
        playing.reference_game(rules, seated, 4, played + 1)
    where = caught.value.where
    assert (where.seat, where.round, where.phase) == (
        state["seat"],
        state["round"],
        list(GAME.decisions)[state["decision"]],
    )
