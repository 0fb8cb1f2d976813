"""A player who does anything that is allowed, in every decision and with every kind of trade."""

from __future__ import annotations

from monopoly_sim.reference.table import NO_TRADE, Trade
from monopoly_sim.reference.view import View
from monopoly_strategies.random_player import Random


class RandomPlayer:
    """The built-in `random`, who puts cards to leave the jail into trades, too."""

    name = "random"
    buy, bid, manage, answer, jail, raise_cash, bus, jump = map(
        staticmethod,
        (
            *(Random.buy, Random.bid, Random.manage, Random.answer),
            *(Random.jail, Random.raise_cash, Random.bus, Random.jump),
        ),
    )

    @staticmethod
    def propose(view: View) -> Trade:
        partner = 1 + view.random_below(view.players)
        if view.random_below(2) or partner == view.seat or not view.deeds:
            return NO_TRADE
        theirs = view.deeds_of(partner)
        got = 1 << view.random_member(theirs) if theirs else 0
        trade = Trade(
            partner,
            given=1 << view.random_member(view.deeds),
            got=got,
            cash=view.random_below(201) - 100,
            cards_given=view.random_below(1 + view.jail_cards_of(view.seat)),
            cards_got=view.random_below(1 + view.jail_cards_of(partner)),
        )
        return trade if view.can_trade(trade) else NO_TRADE
