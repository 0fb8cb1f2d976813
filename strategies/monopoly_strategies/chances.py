"""How likely a player is to win, as far as deeds, buildings and cash tell.

A player's strength is a weighted sum of a few numbers; of the players who are left, each wins with
a chance in proportion to the exponential of it (a multinomial logit). The weights are maximum
likelihood estimates from 200,000 games of four among ``trader``, ``builder`` and ``buyer``: in each
game, two players were once made to swap deeds and cash at random. Without that the estimates are
wrong where they are needed: who has much cash in a game that nobody meddles with has it because of
what else he has.
"""

from __future__ import annotations

from math import exp, log1p, sqrt

from monopoly_sim import NO_TRADE, Trade, View, has, members

from monopoly_strategies.playing import HOTEL, completes

RESERVE = 100.0
"""The cash that nobody spends on houses."""
JAIL_CARD = 40.0
"""What a card that opens the jail is worth in cash."""

RENT, RENT_NOW, CASH, MORTGAGES = 1.87, 0.33, 0.30, 1.40
FIRST_CASH, MISSES_ONE, CAN_FILL = 0.67, 1.12, 0.54
"""The weights of what `strength` sums up; the latter three as long as no deed is sold."""


def count(squares: int) -> int:
    """Return how many squares a set has."""
    number = 0
    for _ in members(squares):
        number += 1
    return number


def is_lowest(view: View, square: int) -> bool:
    """Return whether a street is the first of its group on the board."""
    group = view.group_of(square)
    return group != 1 << square and group & ((1 << square) - 1) == 0


def group_rent(view: View, group: int, level: float) -> float:
    """Return what a visit to each street of a whole group pays, with so many houses on each.

    Between whole numbers of houses, in proportion.
    """
    low = min(int(level), HOTEL)
    total = 0.0
    for street in members(group):
        rent = float(view.rent_with(street, low)) * (2 if low == 0 else 1)
        if low < HOTEL:
            rent += (level - low) * (view.rent_with(street, low + 1) - rent)
        total += rent
    return total


def group_level(view: View, group: int) -> float:
    """Return how many houses the streets of a group have, on average."""
    level = 0
    for street in members(group):
        level += view.level_of(street)
    return level / count(group)


def redeeming(view: View, deeds: int) -> float:
    """Return what it costs to redeem those of some deeds that are mortgaged."""
    cost = 0.0
    for square in members(deeds & view.mortgaged):
        cost += view.redemption_of(square)
    return cost


def rent_alone(view: View, deeds: int) -> float:
    """Return what a visit to each deed pays of those that are no part of a whole group."""
    total, railways, utilities = 0.0, 0, 0
    for square in members(deeds & ~view.mortgaged):
        if has(view.rules.board.railways, square):
            railways += 1
        elif has(view.rules.board.utilities, square):
            utilities += 1
        elif view.group_of(square) & ~deeds != 0:
            total += view.rent_with(square, 0)
    if railways > 0:
        total += railways * 12.5 * 2.0**railways
    return total + (28.0 if utilities == 1 else 140.0 if utilities == 2 else 0.0)


def rent_of_groups(view: View, deeds: int, cash: float) -> float:
    """Return what a visit to each street of whole groups would pay if all cash were built on them.

    First on the group where that brings most; a reserve is kept.
    """
    total, budget, left = 0.0, max(cash - RESERVE, 0.0), 0
    for square in members(deeds):
        if is_lowest(view, square) and view.group_of(square) & ~deeds == 0:
            left |= 1 << square
    while left != 0:
        chosen, most, rent, paid = -1, -1.0, 0.0, 0.0
        for square in members(left):
            group = view.group_of(square)
            debt, now = redeeming(view, group), group_level(view, group)
            before = group_rent(view, group, now) if debt == 0 else 0.0
            after, cost = before, 0.0
            if debt <= budget:
                houses = count(group) * view.house_price_of(square)
                then = min(now + (budget - debt) / houses, 5.0)
                after, cost = group_rent(view, group, then), debt + (then - now) * houses
            if after - before > most:
                chosen, most, rent, paid = square, after - before, after, cost
        total += rent
        budget = max(budget - paid, 0.0)
        left &= ~(1 << chosen)
    return total


def strength(view: View, seat: int, deeds: int, cash: float) -> float:
    """Return the strength of a player, if it had these deeds and this cash."""
    rent = rent_alone(view, deeds) + rent_of_groups(view, deeds, cash)
    now, mortgages, misses_one, can_fill = 0.0, 0.0, 0, 0
    for square in members(deeds):
        group = view.group_of(square)
        if not has(view.mortgaged, square):
            mortgages += view.price_of(square) / 2
        lacks = group & ~deeds
        if group & deeds & ((1 << square) - 1) == 0 and group != 1 << square:
            if lacks == 0:
                now += group_rent(view, group, group_level(view, group))
            elif lacks & (lacks - 1) == 0:
                if lacks & view.deeds_of(0) != 0:
                    can_fill += 1
                else:
                    misses_one += 1
    unsold = count(view.deeds_of(0)) / count(view.rules.board.deeds)
    return (
        RENT * sqrt(rent / 1000)
        + RENT_NOW * log1p(now / 100)
        + CASH * cash / 1000
        + MORTGAGES * mortgages / 1000
        + unsold
        * (FIRST_CASH * log1p(max(cash, 0.0) / 200) + MISSES_ONE * misses_one + CAN_FILL * can_fill)
    )


def weight(view: View, seat: int, deeds: int, cash: float) -> float:
    """Return what a player's chance is in proportion to, if it had these deeds and this cash."""
    return exp(strength(view, seat, deeds, cash))


def weight_of(view: View, seat: int) -> float:
    """Return what a player's chance is in proportion to."""
    return weight(view, seat, view.deeds_of(seat), float(view.cash_of(seat)))


def weight_of_rest(view: View, one: int, other: int) -> float:
    """Return the sum of what the chances of all but two players are in proportion to."""
    total = 0.0
    for seat in view.seats:
        if seat not in (one, other):
            total += weight_of(view, seat)
    return total


def interest(view: View, deeds: int) -> float:
    """Return the interest on those of some deeds that are mortgaged."""
    total = 0.0
    for square in members(deeds & view.mortgaged):
        total += view.redemption_of(square) - view.price_of(square) / 2
    return total


def after_trade(view: View, trade: Trade) -> tuple[float, float]:
    """Return what the chances of the player and the partner are in proportion to, after a trade."""
    cash = trade.cash + JAIL_CARD * (trade.cards_given - trade.cards_got)
    mine = view.deeds & ~trade.given | trade.got
    theirs = view.deeds_of(trade.partner) & ~trade.got | trade.given
    own = weight(view, view.seat, mine, view.cash - cash - interest(view, trade.got))
    partner_cash = view.cash_of(trade.partner) + cash - interest(view, trade.given)
    return own, weight(view, trade.partner, theirs, partner_cash)


def gain_of(view: View, offer: Trade) -> float:
    """Return by how much a trade raises the player's chance to win: 0.1 for a tenth of it."""
    rest = weight_of_rest(view, view.seat, offer.partner)
    own, partner = weight_of(view, view.seat), weight_of(view, offer.partner)
    own_after, partner_after = after_trade(view, offer)
    before = own / (own + partner + rest)
    return own_after / (own_after + partner_after + rest) / before - 1


def trade_for(view: View, partner: int, wanted: int, margin: float, least: float) -> Trade:
    """Return the best trade that is found for one of some deeds; `NO_TRADE` if none gains enough.

    Each deed is asked for in exchange for a random one, or for cash alone, with as much cash as it
    takes for the partner to gain.

    Parameters
    ----------
    view
        What the proposer sees.
    partner
        The seat to trade with.
    wanted
        The set of the partner's deeds to ask for.
    margin, least
        By how much the trade has to raise the proposer's chance and the partner's: 0.1 for a tenth.
    """
    if partner == view.seat or wanted == 0:
        return NO_TRADE
    rest = weight_of_rest(view, view.seat, partner)
    own, other = weight_of(view, view.seat), weight_of(view, partner)
    enough = (1 + margin) * own / (own + other + rest)
    agreed = (1 + least) * other / (own + other + rest)
    best = NO_TRADE
    for square in members(wanted):
        given = 0
        if view.deeds != 0 and view.random_below(8) > 0:
            given = 1 << view.random_member(view.deeds)
        if view.can_trade(Trade(partner, given, 1 << square, 0, 0, 0)):
            trade, chance = priced(view, partner, given, 1 << square, agreed, rest)
            if chance > enough and view.can_trade(trade):
                best, enough = trade, chance
    return best


def priced(
    view: View, partner: int, given: int, got: int, agreed: float, rest: float
) -> tuple[Trade, float]:
    """Return a trade with the least cash for which the partner's chance is above what it takes.

    It comes with the player's own chance, 0 if half of its cash is too little.
    """
    low, high = -(view.cash_of(partner) // 2), view.cash // 2
    best, chance = NO_TRADE, 0.0
    middle = high
    while best == NO_TRADE or high - low > 10:
        trade = Trade(partner, given, got, middle, 0, 0)
        own, theirs = after_trade(view, trade)
        if theirs > agreed * (own + theirs + rest):
            best, chance, high = trade, own / (own + theirs + rest), middle
        elif best == NO_TRADE:
            break
        else:
            low = middle
        middle = (low + high) // 2
    return best, chance


def trade_for_a_group(view: View) -> Trade:
    """Return a trade that completes a group, with a random partner who gains, too, or none."""
    partner, wanted = 1 + view.random_below(view.players), 0
    for square in members(view.deeds_of(partner)):
        if completes(view, view.seat, square):
            wanted |= 1 << square
    return trade_for(view, partner, wanted, 0.0, 0.1 * view.random())
