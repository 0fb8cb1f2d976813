"""How likely a player is to win, as far as deeds, buildings and cash tell.

A player's strength is a weighted sum of a few numbers; of the players who are left, each wins with
a chance in proportion to the exponential of it (a multinomial logit). The weights are maximum
likelihood estimates from 200,000 games of four among ``trader``, ``builder`` and ``buyer``, in each
of which two players were once made to swap at random: ``python -m monopoly_sim.training`` plays
them, and prints weights, errors and how well they do in games held out.
"""

from __future__ import annotations

from math import exp, sqrt

from monopoly_sim import NO_TRADE, Trade, View, has, members

RESERVE = 100.0
"""The cash that nobody spends on houses."""
JAIL_CARD = 40.0
"""What a card that opens the jail is worth in cash."""
PRECISION = 10
"""How close proposals are to the least cash for which the partner gains."""

WEIGHTS = (2.01, 0.70, 0.31, 0.74, 0.94, 1.13, 0.61)
"""Of `features`."""

Project = tuple[int, float, float, float, float]
Standing = tuple[float, float, int, int, int, int, Project]
Features = tuple[float, float, float, float, float, float, float]


def count(squares: int) -> int:
    """Return how many squares a set has."""
    return len(members(squares))


def group_rent(view: View, square: int, level: float) -> float:
    """Return what a visit to each street of a whole group pays, with so many houses on each.

    Between whole numbers of houses, in proportion.
    """
    low = int(level)
    rent = float(view.group_rent(square, low))
    if level > low:
        rent += (level - low) * (view.group_rent(square, low + 1) - rent)
    return rent


def project_of(view: View, square: int) -> Project:
    """Return what building on a street's whole group is about.

    These are the street, how many houses each of the group has, on average, what the group pays,
    what a house on each of its streets costs, and what it costs to redeem it, which comes first.
    """
    group, houses, debt = view.group_of(square), 0, 0.0
    for street in members(group):
        houses += view.level_of(street)
        if has(view.mortgaged, street):
            debt += view.redemption_of(street)
    now = houses / count(group)
    pays = group_rent(view, square, now) if debt == 0 else 0.0
    return square, now, pays, float(count(group) * view.house_price_of(square)), debt


def building(view: View, project: Project, budget: float) -> tuple[float, float]:
    """Return by how much rents rise if a group is built on, and what that costs.

    Nothing is built if there is not enough to redeem the group.
    """
    square, now, pays, houses, debt = project
    if debt > budget:
        return 0.0, 0.0
    then = min(now + (budget - debt) / houses, 5.0)
    return group_rent(view, square, then) - pays, debt + (then - now) * houses


def rent_to_come(view: View, firsts: int, project: Project, budget: float) -> float:
    """Return by how much the rents of some whole groups rise if all of a budget is built on them.

    First on the group where that brings most. `firsts` has a street of each, and `project` is that
    of one of them: mostly there is no other.
    """
    if firsts == 0 or budget <= 0:
        return 0.0
    if firsts & (firsts - 1) == 0:
        return building(view, project, budget)[0]
    total = 0.0
    while firsts != 0 and budget > 0:
        chosen, most, paid = -1, -1.0, 0.0
        for square in members(firsts):
            more, cost = building(view, project_of(view, square), budget)
            if more > most:
                chosen, most, paid = square, more, cost
        total += most
        budget -= paid
        firsts &= ~(1 << chosen)
    return total


def standing(view: View, deeds: int) -> Standing:
    """Return what deeds count for, whatever the player's cash.

    These are the rents of what pays any, those of whole groups, the prices of what has no mortgage,
    the numbers of groups of which one street is missing that another player has, and that nobody
    has, the set of the first streets of whole groups, and the project of the last of them.
    """
    rent, whole, clear = 0.0, 0.0, 0
    firsts, misses_one, can_fill, project = 0, 0, 0, (0, 0.0, 0.0, 1.0, 0.0)
    paying = deeds & ~view.mortgaged
    railways = count(paying & view.rules.board.railways)
    utilities = count(paying & view.rules.board.utilities)
    for square in members(deeds):
        group = view.group_of(square)
        lacks = group & ~deeds
        if has(paying, square):
            clear += view.price_of(square)
            if lacks != 0:
                rent += view.rent_with(square, 0)
        if group & deeds & ((1 << square) - 1) != 0 or group == 1 << square:
            continue
        if lacks == 0:
            firsts |= 1 << square
            project = project_of(view, square)
            whole += group_rent(view, square, project[1])
            rent += project[2]
        elif lacks & (lacks - 1) == 0:
            if lacks & view.deeds_of(0) != 0:
                can_fill += 1
            else:
                misses_one += 1
    rent += railways * 12.5 * (1 << railways)
    rent += 28.0 if utilities == 1 else 140.0 if utilities == 2 else 0.0
    return rent, whole, clear, misses_one, can_fill, firsts, project


def features(view: View, standing: Standing, cash: float) -> Features:
    """Return what a player's strength sums up, with `WEIGHTS`."""
    rent, whole, clear, misses_one, can_fill, firsts, project = standing
    rent += rent_to_come(view, firsts, project, cash - RESERVE)
    unsold = count(view.deeds_of(0)) / count(view.rules.board.deeds)
    return (
        sqrt(rent / 1000),
        sqrt(whole / 1000),
        cash / 1000,
        clear / 1000,
        unsold * cash / 1000,
        unsold * misses_one,
        unsold * can_fill,
    )


def weight(view: View, standing: Standing, cash: float) -> float:
    """Return what the chance of a player is in proportion to, with the `standing` of its deeds."""
    values, strength = features(view, standing, cash), 0.0
    for place in range(len(WEIGHTS)):
        strength += WEIGHTS[place] * values[place]
    return exp(strength)


def weight_of(view: View, seat: int) -> float:
    """Return what a player's chance is in proportion to."""
    return weight(view, standing(view, view.deeds_of(seat)), float(view.cash_of(seat)))


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


def gain_of(view: View, offer: Trade) -> float:
    """Return by how much a trade raises the player's chance to win: 0.1 for a tenth of it."""
    partner, given, got = offer.partner, offer.given, offer.got
    cash = offer.cash + JAIL_CARD * (offer.cards_given - offer.cards_got)
    rest = weight_of_rest(view, view.seat, partner)
    own, other = weight_of(view, view.seat), weight_of(view, partner)
    before = own / (own + other + rest)
    own = weight(
        view, standing(view, view.deeds & ~given | got), view.cash - cash - interest(view, got)
    )
    other = weight(
        view,
        standing(view, view.deeds_of(partner) & ~got | given),
        view.cash_of(partner) + cash - interest(view, given),
    )
    return own / (own + other + rest) / before - 1


def accept_gains(view: View, offer: Trade) -> bool:
    """Accept what raises the player's chance to win."""
    return gain_of(view, offer) > 0


def trade_for(view: View, partner: int, wanted: int, margin: float, generous: float) -> Trade:
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
    margin
        By how much the trade has to raise the proposer's chance: 0.1 for a tenth.
    generous
        By how much at most it raises the partner's: how much it is, is random.
    """
    if wanted == 0:
        return NO_TRADE
    least = generous * view.random()
    other, rest = weight_of(view, partner), -1.0
    best, agreed, enough = NO_TRADE, 0.0, 0.0
    for square in members(wanted):
        given = 0
        if view.deeds != 0 and view.random_below(8) > 0:
            given = 1 << view.random_member(view.deeds)
        theirs = standing(view, view.deeds_of(partner) & ~(1 << square) | given)
        if not view.can_trade(Trade(partner, given, 1 << square, 0, 0, 0)) or not can_gain(
            view, theirs, cash_after(view, partner, view.cash // 2, given), (1 + least) * other
        ):
            continue
        if rest < 0:
            rest = weight_of_rest(view, view.seat, partner)
            own = weight_of(view, view.seat)
            agreed = (1 + least) * other / (own + other + rest)
            enough = (1 + margin) * own / (own + other + rest)
        trade, chance = priced(view, partner, given, 1 << square, theirs, rest, agreed, enough)
        if chance > enough and view.can_trade(trade):
            best, enough = trade, chance
    return best


def cash_after(view: View, seat: int, more: float, got: int) -> float:
    """Return the cash of a player who gets some more, and some deeds."""
    return view.cash_of(seat) + more - interest(view, got)


def can_gain(view: View, standing: Standing, most: float, before: float) -> bool:
    """Return whether a player's weight may rise above what it was, with that much cash at most.

    A player who has several whole groups might do better with less: it builds on the best first.
    """
    firsts = standing[5]
    return firsts & (firsts - 1) != 0 or weight(view, standing, most) > before


def priced(
    view: View,
    partner: int,
    given: int,
    got: int,
    theirs: Standing,
    rest: float,
    agreed: float,
    enough: float,
) -> tuple[Trade, float]:
    """Return a trade with the least cash for which the partner's chance is above what it takes.

    It comes with the player's own chance; 0 if that is not above what it takes, either, or half of
    the player's cash is too little. `theirs` is what the partner's deeds would count for.
    """
    mine = standing(view, view.deeds & ~given | got)
    own_cash = cash_after(view, view.seat, 0.0, got)
    other_cash = cash_after(view, partner, 0.0, given)
    low, high = -(view.cash_of(partner) // 2), view.cash // 2
    best, chance = NO_TRADE, 0.0
    while high - low > PRECISION:
        middle = (low + high) // 2
        own, other = (
            weight(view, mine, own_cash - middle),
            weight(view, theirs, other_cash + middle),
        )
        total = own + other + rest
        if other > agreed * total:
            best, chance = Trade(partner, given, got, middle, 0, 0), own / total
            high = middle
        elif own > enough * total:
            low = middle
        else:  # and more cash would leave the player even less
            return NO_TRADE, 0.0
    return best, chance


def trade_for_a_group(view: View) -> Trade:
    """Return a trade that completes a group, with a random partner who gains, too, or none."""
    partner = 1 + view.random_below(view.players)
    if partner == view.seat:
        return NO_TRADE
    wanted = view.missing_of(view.seat) & view.deeds_of(partner)
    return trade_for(view, partner, wanted, 0.0, 0.1)
