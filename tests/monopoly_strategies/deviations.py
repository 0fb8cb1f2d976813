"""Ten ways to play among traders other than as they do: each is ``trader`` but for one idea."""

from __future__ import annotations

from monopoly_sim import (
    DONE,
    HOUSE,
    NO_TRADE,
    ROLL,
    Trade,
    View,
    members,
    mortgage,
    strategy,
)
from monopoly_strategies.chances import even_trade, gains_of, price_worth_paying, strength_of
from monopoly_strategies.playing import (
    blocks,
    buy_if_paid,
    completes,
    houses_wanted,
    limit,
    manage_well,
    raise_gently,
    stay_in_danger,
)
from monopoly_strategies.trader import EARLY


def buy(view: View, square: int) -> bool:
    price = view.price_of(square)
    return price <= view.cash and price <= price_worth_paying(view, square)


def bid(view: View, lot: int) -> int:
    return houses_wanted(view, 500) if lot >= HOUSE else price_worth_paying(view, lot)


def manage(view: View) -> int:
    return manage_well(view, 50, 4 if view.houses > 0 else 5)


def propose(view: View) -> Trade:
    partner = 1 + view.random_below(view.players)
    if partner == view.seat or (view.round > EARLY and view.random_below(5) > 0):
        return NO_TRADE
    gives = view.missing_of(partner) & view.deeds
    gets = view.missing_of(view.seat) & view.deeds_of(partner)
    tries = 3 if gives == 0 and gets == 0 else 1
    gives = gives if gives != 0 else view.deeds
    gets = gets if gets != 0 else view.deeds_of(partner)
    asked = 30.0 if view.random() < 0.2 else 1.0
    return even_trade(view, partner, gives, gets, 0.02, asked, tries)


def answer(view: View, offer: Trade) -> bool:
    own, other = gains_of(view, offer)
    return own > 0.01 and own > 0.7 * other


@strategy("no-trades")
class NoTrades:
    """Neither proposes nor accepts."""

    buy, bid, manage = buy, bid, manage
    jail, raise_cash = stay_in_danger, raise_gently


@strategy("proposes-only")
class ProposesOnly:
    """Refuses what others propose."""

    buy, bid, manage, propose = buy, bid, manage, propose
    jail, raise_cash = stay_in_danger, raise_gently


@strategy("accepts-only")
class AcceptsOnly:
    """Proposes nothing."""

    buy, bid, manage, answer = buy, bid, manage, answer
    jail, raise_cash = stay_in_danger, raise_gently


@strategy("accepts-all-gains")
class AcceptsAllGains:
    """Accepts whatever raises its chance."""

    buy, bid, manage, propose = buy, bid, manage, propose
    jail, raise_cash = stay_in_danger, raise_gently

    def answer(view: View, offer: Trade) -> bool:
        return gains_of(view, offer)[0] > 0


@strategy("against-the-leader")
class AgainstTheLeader:
    """Trades only with players who are weaker than itself."""

    buy, bid, manage = buy, bid, manage
    jail, raise_cash = stay_in_danger, raise_gently

    def propose(view: View) -> Trade:
        trade = propose(view)
        if trade == NO_TRADE or strength_of(view, trade.partner) > strength_of(view, view.seat):
            return NO_TRADE
        return trade

    def answer(view: View, offer: Trade) -> bool:
        weaker = strength_of(view, offer.partner) <= strength_of(view, view.seat)
        return weaker and answer(view, offer)


@strategy("sniper")
class Sniper:
    """Buys nothing at its price, and bids in the auction that follows."""

    bid, manage, propose, answer = bid, manage, propose, answer
    jail, raise_cash = stay_in_danger, raise_gently

    def buy(view: View, square: int) -> bool:
        return completes(view, view.seat, square)


@strategy("buys-all")
class BuysAll:
    """Buys what it can, and bids by the printed price."""

    manage, propose, answer = manage, propose, answer
    buy, jail, raise_cash = buy_if_paid, stay_in_danger, raise_gently

    def bid(view: View, lot: int) -> int:
        if lot >= HOUSE:
            return houses_wanted(view, 500)
        wanted = completes(view, view.seat, lot) or blocks(view, lot)
        return limit(view, lot, 2.5 if wanted else 1.1, 0)


@strategy("mortgages-to-build")
class MortgagesToBuild:
    """Mortgages single deeds to build three houses at once."""

    buy, bid, propose, answer = buy, bid, propose, answer
    jail, raise_cash = stay_in_danger, raise_gently

    def manage(view: View) -> int:
        action = manage(view)
        if action != DONE or view.houses == 0:
            return action
        for square in members(view.buildable):
            if view.level_of(square) < 3:
                for deed in members(view.mortgageable):
                    if view.group_of(deed) & ~view.deeds != 0 or view.house_price_of(deed) == 0:
                        return mortgage(deed)
        return DONE


@strategy("stays-in-jail")
class StaysInJail:
    """Stays in jail as long as it may."""

    buy, bid, manage, propose, answer = buy, bid, manage, propose, answer
    raise_cash = raise_gently

    def jail(view: View) -> int:
        return ROLL


@strategy("hotels-at-once")
class HotelsAtOnce:
    """Builds to hotels, down to its last coin."""

    buy, bid, propose, answer = buy, bid, propose, answer
    jail, raise_cash = stay_in_danger, raise_gently

    def manage(view: View) -> int:
        return manage_well(view, 0)
