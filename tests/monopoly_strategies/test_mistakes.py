"""A strategy's mistakes end the run at once, and say what was wrong, in either engine."""

from __future__ import annotations

from typing import Any

import pytest
from monopoly_sim import DONE, NO_TRADE, Trade, View, redeem, strategy
from strategy_lab.errors import MoveError
from strategy_lab.plugins.strategies import Strategy

from tests.monopoly_strategies.playing import check_same, games


def buys_all(**decisions: Any) -> Strategy:
    """Return a strategy that buys whatever it can, except for some decisions."""

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        return view.cash

    functions = {"buy": buy, "bid": bid, **decisions}
    members = {name: staticmethod(function) for name, function in functions.items()}
    return strategy("wrong")(type("Wrong", (), {"__doc__": "Errs.", **members}))


def sells_what_it_has_not(view: View) -> Trade:
    return Trade(1 + view.seat % view.players, 1 << 39, 0, 0, 0, 0)


def pays_more_than_it_has(view: View) -> Trade:
    partner = 1 + view.seat % view.players
    deeds = view.deeds_of(partner) & ~view.mortgaged
    if deeds == 0:
        return NO_TRADE
    return Trade(partner, 0, deeds & -deeds, view.cash + 1, 0, 0)


def gives_money_away(view: View) -> Trade:
    return Trade(1 + view.seat % view.players, 0, 0, 1, 0, 0)


def trades_with_itself(view: View) -> Trade:
    return Trade(view.seat, 0, 1 << 1, 0, 0, 0)


def sells_nothing(view: View, need: int) -> int:
    return DONE


def redeems(view: View, need: int) -> int:
    return redeem(1)


def bids_less_than_nothing(view: View, lot: int) -> int:
    return -1


def buys_nothing(view: View, square: int) -> bool:
    return False


@pytest.mark.parametrize("engine", ["compiled", "python"])
@pytest.mark.parametrize(
    ("decisions", "phase", "reason"),
    [
        ({"propose": sells_what_it_has_not}, "propose", "does not own all of [39]"),
        ({"propose": pays_more_than_it_has}, "propose", "that are due"),
        ({"propose": gives_money_away}, "propose", "no deed and no card changes hands"),
        ({"propose": trades_with_itself}, "propose", "seat 1 is no other player in the game"),
        ({"raise_cash": sells_nothing}, "raise_cash", "more are owed: sell a building or mortgage"),
        ({"raise_cash": redeems}, "raise_cash", "REDEEM"),
        (
            {"buy": buys_nothing, "bid": bids_less_than_nothing},
            "bid",
            "a limit of -1 is illegal: it is at least 0, which passes",
        ),
    ],
    ids=lambda value: next(iter(value.values())).__name__ if isinstance(value, dict) else "",
)
def test_a_mistake_is_refused(
    engine: str, decisions: dict[str, Any], phase: str, reason: str
) -> None:
    with pytest.raises(MoveError) as caught:
        games([buys_all(**decisions), "buyer", "builder"], engine=engine, deals=20)
    where = caught.value.where
    assert (where.strategy, where.phase) == ("wrong", phase)
    assert reason in caught.value.reason


@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_a_bid_over_the_cash_counts_as_all_of_it(engine: str) -> None:
    """A bid is a limit: the rules lower it to what is there, and it never costs more."""

    def over(view: View, lot: int) -> int:
        return view.cash + 1_000_000

    def all_in(view: View, lot: int) -> int:
        return view.cash

    more, exact = (
        games([buys_all(buy=buys_nothing, bid=bid), "buyer", "trader"], engine=engine)
        for bid in (over, all_in)
    )
    check_same(more, exact)
    assert more.detail["auctioned"].any()
