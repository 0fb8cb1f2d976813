"""The kernel plays every game as the readable engine does, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monopoly_sim.reference.decisions import DECISIONS
from monopoly_sim.reference.table import Trade
from monopoly_sim.reference.view import DONE, View, build, mortgage
from monopoly_sim.rules.ruleset import Rules, load_ruleset, ruleset_names
from strategy_lab.errors import MoveError
from strategy_lab.game import draw_lineup
from strategy_lab.plugins.compiling import CompiledField

from tests.monopoly_sim.engine.playing import (
    check_same,
    check_same_table,
    compiled_players,
    play,
    reference_game,
)
from tests.monopoly_sim.random_player import RandomPlayer
from tests.monopoly_sim.reference.test_generated import any_rules


class Defaults:
    """A player who leaves all that can be left out to the game."""

    name = "defaults"


PLAYERS: list[Any] = [RandomPlayer, Defaults]

PARTS = 50
"""Of 100,000 games of each edition, so that they need not be played at a stretch."""


@pytest.fixture(scope="module")
def field() -> CompiledField:
    return compiled_players(*PLAYERS)


def check_games(
    rules: Rules, field: CompiledField, lineup: list[int], seed: int, deals: int
) -> None:
    """Check the rows of every game, and the table of the last."""
    played, rows, state = play(rules, field, lineup, seed=seed, deals=deals, seatings=2)
    assert played == 2 * deals
    for number in range(played):
        deal, seating = divmod(number, 2)
        seats = lineup[seating:] + lineup[:seating]
        seated = [PLAYERS[index]() for index in seats]
        game = reference_game(rules, seated, seed, deal + 1, seating + 1)
        check_same(game, seats, rows.data[number], rows.detail[number])
    check_same_table(game, state)


@settings(max_examples=50, deadline=None)
@given(
    rules=any_rules(),
    seed=st.integers(0, 2**64 - 1),
    others=st.lists(st.integers(0, 1), min_size=7, max_size=7),
)
def test_every_game_of_any_rules_is_the_same(
    field: CompiledField, rules: Rules, seed: int, others: list[int]
) -> None:
    check_games(rules, field, [0, *others[: rules.players - 1]], seed, deals=2)


@pytest.mark.parametrize("edition", ruleset_names())
@pytest.mark.parametrize("players", [2, 4, 8])
def test_games_of_every_edition_are_the_same(
    field: CompiledField, edition: str, players: int
) -> None:
    check_games(load_ruleset(edition).rules(players), field, [0] * players, seed=1, deals=20)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ruleset_names())
@pytest.mark.parametrize("part", range(PARTS))
def test_many_games_of_every_edition_are_the_same(
    field: CompiledField, edition: str, part: int
) -> None:
    for players in range(2, 7):
        rules = load_ruleset(edition).rules(players)
        check_games(rules, field, [0] * players, seed=100 + part, deals=10_000 // PARTS)


def test_a_long_run_is_the_same_as_its_parts(field: CompiledField) -> None:
    rules = load_ruleset("football-de").rules(3)
    _, whole, _ = play(rules, field, [0, 1, 0], seed=9, deals=40, seatings=3)
    _, part, _ = play(rules, field, [0, 1, 0], seed=9, first_deal=21, deals=20, seatings=3)
    assert np.array_equal(whole.data[60:], part.data)
    assert np.array_equal(whole.detail[60:], part.detail)


def test_lineups_are_drawn_as_elsewhere(field: CompiledField) -> None:
    rules = load_ruleset("football-de").rules(4)
    _, rows, _ = play(rules, field, [], seed=9, deals=10)
    for deal, strategies in enumerate(rows.strategy.tolist(), start=1):
        assert tuple(strategies) == draw_lineup(9, 4, deal, len(PLAYERS), 1)


def wrong_bid(view: View, lot: int) -> int:
    return -1


def wrong_action(view: View) -> int:
    return build(1) if view.round > 2 else DONE


def not_an_action(view: View) -> int:
    return 5 * 64 + 1


def off_the_board(view: View) -> int:
    return mortgage(60)


def nothing_for_nothing(view: View) -> Trade:
    return Trade(1 + view.seat % view.players, 0, 0, 1, 0, 0)


def with_nobody(view: View) -> Trade:
    return Trade(99, 1 << 1, 0, 0, 0, 0)


def with_nobodys_deed(view: View) -> Trade:
    return Trade(1 + view.seat % view.players, 1 << 39, 0, 0, 0, 0)


def for_all_money(view: View) -> Trade:
    return Trade(1 + view.seat % view.players, view.deeds & -view.deeds, 0, -(2**63), 0, 0)


def no_progress(view: View, need: int) -> int:
    return DONE


def to_the_moon(view: View) -> int:
    return view.rules.board.size


def a_way_that_is_closed(view: View) -> int:
    return 3


def raises(view: View, square: int) -> bool:
    if view.round > 3:
        raise ValueError("too late")
    return view.owner_of(square) == 0


def looks_off_the_board(view: View, square: int) -> bool:
    return view.owner_of(view.rules.board.size) == 0


def a_short_step(view: View, first: int, second: int) -> int:
    return first - 1


WRONG = [
    ("bid", wrong_bid),
    ("manage", wrong_action),
    ("manage", not_an_action),
    ("manage", off_the_board),
    ("propose", nothing_for_nothing),
    ("propose", with_nobody),
    ("propose", with_nobodys_deed),
    ("propose", for_all_money),
    ("raise_cash", no_progress),
    ("jump", to_the_moon),
    ("jail", a_way_that_is_closed),
    ("buy", raises),
    ("buy", looks_off_the_board),
    ("bus", a_short_step),
]


@pytest.mark.parametrize(("decision", "answer"), WRONG, ids=[each.__name__ for _, each in WRONG])
def test_the_game_ends_where_an_answer_is_illegal(decision: str, answer: Any) -> None:
    wrong = type("Wrong", (), {"name": "wrong", decision: staticmethod(answer)})
    compiled = compiled_players(RandomPlayer, wrong)
    rules = load_ruleset("hasbro-speed-die").rules(3)
    played, _, state = play(rules, compiled, [0, 1, 0], seed=4, deals=50)
    seated = [RandomPlayer(), wrong(), RandomPlayer()]
    for deal in range(1, played + 1):
        reference_game(rules, seated, 4, deal)
    assert played < 50
    with pytest.raises(MoveError) as caught:
        reference_game(rules, seated, 4, played + 1)
    where = caught.value.where
    assert (where.seat, where.round, where.phase) == (
        state["seat"],
        state["round"],
        DECISIONS[state["decision"]],
    )
