"""Strategies at the table, and what becomes of their mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from forsale_sim.reference.table import play_game
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.view import View
from strategy_lab.errors import MoveError, StrategyError
from strategy_lab.game import IllegalMoveError

from tests.support.players import Steady, mixed_lineup

RULES = load_ruleset("iello-en").rules(4)
SEED = 11


@dataclass(frozen=True)
class Odd(Steady):
    name: str = "odd"
    bids: Callable[[View], Any] = Steady().bid
    sells: Callable[[View], Any] = Steady().sell

    def decide(self, decision: str, view: View) -> Any:
        return (self.bids if decision == "bid" else self.sells)(view)


def with_odd(**functions: Callable[[View], Any]) -> list[Steady]:
    return [Steady(), Odd(**functions), Steady(), Steady()]


def test_a_game_is_the_same_each_time_it_is_played() -> None:
    lineup = mixed_lineup(4)
    first = play_game(RULES, lineup, SEED, 3, 2)
    assert first.phase == "over"
    assert play_game(RULES, lineup, SEED, 3, 2).events == first.events
    assert play_game(RULES, lineup, SEED, 3, 1).events != first.events
    assert play_game(RULES, lineup, SEED + 1, 3, 2).events != first.events


def test_extra_draws_change_no_card_and_no_other_decision() -> None:
    def spendthrift(view: View) -> int:
        bid = Steady().bid(view)
        for _ in range(view.random_below(20)):
            view.random()
        return bid

    lineup = mixed_lineup(4)
    plain = play_game(RULES, [Steady(), Odd(), *lineup[2:]], SEED, 5)
    drawing = play_game(RULES, [Steady(), Odd(bids=spendthrift), *lineup[2:]], SEED, 5)
    assert drawing.events == plain.events


def test_only_a_player_with_a_choice_is_asked() -> None:
    asked: list[View] = []

    def bid(view: View) -> int:
        asked.append(view)
        assert view.least_bid <= view.coins
        assert view.bidders > 1
        return view.coins if view.round == 1 else 0

    def sell(view: View) -> int:
        asked.append(view)
        assert view.hand & view.hand - 1
        return Steady().sell(view)

    play_game(RULES, with_odd(bids=bid, sells=sell), SEED, 1)
    rounds = [view.round for view in asked if not view.cheques_on_offer]
    assert rounds == [1], "with no coins left there is nothing to bid"
    assert len(asked) == 1 + 6, "seven houses, the last of them sold without asking"


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (lambda view: view.highest_bid or -1, r"strict|at least 1 coin"),
        (lambda view: view.coins + 1, r"owns 21 coins"),
        (lambda view: 3.0, r"3.0 is illegal: .*whole number \(int\), not of type float: int\("),
        (lambda view: True, r"True is illegal: .*bool"),
        (lambda view: None, r"None is illegal: .*a return is missing"),
    ],
)
def test_an_illegal_bid_is_an_error_that_says_where_and_why(
    answer: Callable[[View], Any], rule: str
) -> None:
    with pytest.raises(MoveError, match=rule) as caught:
        play_game(RULES, with_odd(bids=answer), SEED, 7, 3)
    error = caught.value
    assert isinstance(error, StrategyError)
    assert isinstance(error.__cause__, IllegalMoveError)
    where = error.where
    assert (where.strategy, where.ruleset, where.players) == ("odd", "iello-en", 4)
    assert (where.deal, where.seating, where.seat) == (7, 3, 2)
    assert (where.phase, where.round) == ("buying", 1)
    assert str(error).startswith(
        "strategy 'odd', buying in round 1 from seat 2 (iello-en, 4 players, deal 7, seating 3): "
    )


def test_an_illegal_sale() -> None:
    with pytest.raises(
        MoveError, match="a sale of house 31 is illegal: the player holds"
    ) as caught:
        play_game(RULES, with_odd(sells=lambda view: 31), SEED, 1)
    assert (caught.value.where.phase, caught.value.answer) == ("selling", "31")


def test_a_set_of_houses_is_no_house() -> None:
    with pytest.raises(MoveError, match=r"that is the whole set, so take one of it"):
        play_game(RULES, with_odd(sells=lambda view: view.hand), SEED, 1)


def broken(view: View) -> int:
    return deeper(view) + 1


def deeper(view: View) -> int:
    return view.coins // (view.round - 1)


def test_an_exception_that_the_game_raised_is_reported_with_both_places() -> None:
    with pytest.raises(MoveError) as caught:
        play_game(RULES, with_odd(bids=lambda view: view.cheque_sum("3")), SEED, 1)  # type: ignore[arg-type]
    assert re.search(rf"\({__file__}, line \d+, from .*/\w+\.py, line", caught.value.reason)


def test_an_exception_is_reported_with_its_place_in_the_strategy() -> None:
    with pytest.raises(MoveError) as caught:
        play_game(RULES, with_odd(bids=broken), SEED, 1)
    line = deeper.__code__.co_firstlineno + 1
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert caught.value.reason.startswith("it raised ZeroDivisionError: ")
    assert caught.value.reason.endswith(f"({__file__}, line {line})")
    assert caught.value.answer == ""


def test_a_strategy_cannot_end_the_program_quietly_but_its_user_can() -> None:
    def leave(view: View) -> int:
        raise SystemExit(0)

    def interrupted(view: View) -> int:
        raise KeyboardInterrupt

    with pytest.raises(MoveError, match="it raised SystemExit: 0"):
        play_game(RULES, with_odd(bids=leave), SEED, 1)
    with pytest.raises(KeyboardInterrupt):
        play_game(RULES, with_odd(bids=interrupted), SEED, 1)
