"""Players' mistakes: refused with the decision and the rule, and never corrected."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from monopoly_sim.reference import turns
from monopoly_sim.reference.events import Game, yes_or_no
from monopoly_sim.reference.table import BANK, Trade
from monopoly_sim.reference.trace import play_game
from monopoly_sim.reference.view import DONE, View, build, mortgage, redeem, sell
from monopoly_sim.rules.ruleset import load_ruleset, ruleset_names
from strategy_lab.errors import MoveError

from tests.monopoly_sim.positions import Scripted, game_of, give, put, speed_up


def mistake(game: Game, play: Any, *arguments: Any) -> str:
    with pytest.raises(MoveError) as caught:
        play(game, *arguments)
    assert str(caught.value).startswith(
        f"strategy 'scripted', {caught.value.where.phase} in round 1 from seat 1 ("
    )
    return caught.value.reason


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("build", "'build' is illegal: a move is a whole number (int), not of type str"),
        (-1, "the action -1 is illegal: it is one of build(square)"),
        (9999, "the action 9999 is illegal: it is one of build(square)"),
        (build(50), f"the action {build(50)} is illegal: it is one of build(square)"),
        (build(0), "BUILD on square 0 (LOS) is illegal: only streets are built on"),
        (build(39), "(Schlossallee) is illegal: the player does not own the whole group"),
        (build(1), "BUILD on square 1 (Badstraße) is illegal: it costs 50, and the player has 40"),
        (sell(1), "SELL on square 1 (Badstraße) is illegal: the player has no building there"),
        (mortgage(39), "MORTGAGE on square 39 (Schlossallee) is illegal: the player does not own"),
        (redeem(1), "REDEEM on square 1 (Badstraße) is illegal: the player owns no mortgage on it"),
    ],
)
def test_an_action_that_is_not_allowed(action: object, reason: str) -> None:
    game = game_of(answers={1: {"manage": action}})
    give(game, 1, 1, 3)
    put(game, 1, 0, cash=40)
    assert reason in mistake(game, turns.manage, 1)


@pytest.mark.parametrize("answer", [DONE, build(1), redeem(3)])
def test_raising_cash_has_to_make_progress(answer: int) -> None:
    game = game_of(answers={1: {"raise_cash": answer}})
    give(game, 1, 1, 3)
    give(game, 1, 5, mortgaged=True)
    put(game, 1, 0, cash=90)
    before = list(game.table.cash)
    reason = mistake(game, turns.owe, 1, 100, BANK, "test")
    assert "10 more are owed: sell a building or mortgage a deed" in reason or "REDEEM" in reason
    assert game.table.cash == before


@pytest.mark.parametrize(
    ("trade", "reason"),
    [
        (None, "None is illegal: a proposal is a Trade, or NO_TRADE"),
        (Trade(1, given=2), "seat 1 is no other player in the game"),
        (Trade(9, given=2), "seat 9 is no other player in the game"),
        (Trade(2, given=1 << 39), "seat 1 does not own all of [39]"),
        (Trade(2, given=-1), "seat 1 does not own all of"),
        (Trade(2, got=1 << 3), "seat 2 does not own all of [3]"),
        (Trade(2, got=1 << 37), "the group of square 37 is built on: sell the buildings first"),
        (Trade(2, given=2, cash=1501), "seat 1 has 1500 of the 1501 that are due"),
        (Trade(2, given=2, cash=-1501), "seat 2 has 1500 of the 1501 that are due"),
        (Trade(2, got=1 << 5, cash=1495), "seat 1 has 1500 of the 1505 that are due"),
        (Trade(2, given=2, cards_given=1), "seat 1 cannot give 1 cards that open the jail, and"),
        (Trade(2, got=1 << 5, cards_got=-1), "seat 2 cannot give -1 cards that open the jail"),
        (Trade(2, cash=100), "no deed and no card changes hands"),
    ],
)
def test_a_trade_that_is_not_allowed(trade: Any, reason: str) -> None:
    game = game_of(answers={1: {"propose": lambda view: trade}})
    give(game, 1, 1)
    give(game, 2, 37, 39, level=1)
    give(game, 2, 5, mortgaged=True)
    assert reason in mistake(game, turns.propose, 1)


def test_a_negative_bid() -> None:
    game = game_of(answers={1: {"bid": -5}})
    assert "a limit of -5 is illegal" in mistake(game, turns.auction_deed, 39, [1, 2, 3])


def test_a_fee_that_one_cannot_pay() -> None:
    game = game_of(answers={1: {"jail": 1}})
    turns.imprison(game, 1)
    put(game, 1, 10, cash=49)
    assert "1 is illegal: the choice is one of 0" in mistake(game, turns.play_turn, 1)


def test_a_jump_off_the_board() -> None:
    game = game_of(speed_die=True, rolls=[(2, 2, 2)], answers={1: {"jump": 40}})
    speed_up(game)
    assert "square 40 is illegal: squares are 0 to 39" in mistake(game, turns.play_turn, 1)


def test_an_exception_names_the_line() -> None:
    def buy(view: View, square: int) -> bool:
        raise ZeroDivisionError("oh")

    game = game_of(answers={1: {"buy": buy}})
    put(game, 1, 39)
    reason = mistake(game, turns.act, 1)
    assert reason.startswith("it raised ZeroDivisionError: oh (")
    assert "test_decisions.py, line" in reason


def test_a_yes_is_true_or_a_number() -> None:
    assert yes_or_no(np.bool_(True)) is True
    assert yes_or_no(np.int64(0)) is False
    with pytest.raises(ValueError, match="not of type str"):
        yes_or_no("no")


def test_a_view_can_only_be_read() -> None:
    def buy(view: View, square: int) -> bool:
        with pytest.raises(AttributeError, match="a view can only be read"):
            view.seat = 2
        with pytest.raises(IndexError, match="a seat is a number from 1 to"):
            view.cash_of(0)
        with pytest.raises(IndexError, match="a square is a number from 0"):
            view.owner_of(40)
        assert view.rent_of(1) == view.rent_with(3, 0) == 4
        assert view.house_price_of(39) == 200
        assert (view.owner_of(1), view.deeds_of(2)) == (2, 0b1010)
        return False

    game = game_of(answers={1: {"buy": buy}})
    give(game, 2, 1, 3)
    put(game, 1, 39)
    turns.act(game, 1)


def test_every_name_of_a_view_is_in_its_index() -> None:
    assert View.__doc__ is not None
    names = {name for name in vars(View) if not name.startswith("_")}
    words = {word.split("(")[0] for word in View.__doc__.replace(",", " ").split()}
    assert names <= words


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_players_who_define_nothing_play_by_the_defaults(ruleset: str) -> None:
    lineup = [Scripted() for _ in range(4)]
    rules = load_ruleset(ruleset).rules(4)
    game = play_game(rules, lineup, seed=1, deal=1)
    assert game.table.ending
