"""How likely a player is to win, as far as deeds, buildings and cash tell, and what is worth what.

A player's strength is a weighted sum of a few numbers; of the players who are left, each wins with
a chance in proportion to the exponential of it (a multinomial logit). The weights are maximum
likelihood estimates from games among ``trader``, ``builder`` and ``buyer``, in each of which two
players were once made to swap at random, or one to buy: ``python -m monopoly_sim.training`` plays
them, and prints weights, errors and how well they do in games held out. What deeds are worth
depends on who plays: these are the means of what two rounds of learning printed, of which the
second was played by the weights of the first.
"""

from __future__ import annotations

from math import exp, log1p, sqrt

from monopoly_sim import NO_TRADE, Trade, View, has, members

from monopoly_strategies.playing import after_jail

RESERVE = 100.0
"""The cash that nobody spends on houses."""
JAIL_CARD = 40.0
"""What a card that opens the jail is worth in cash."""
PRECISION = 5
"""How close prices are to those that are looked for."""

NO_LIMIT = 2**62
"""A price that nobody can pay."""

WEIGHTS = (
    (2.00, 0.81, 2.30, 1.05, 0.97, 0.27, -0.59, 0.06),
    (2.07, 0.65, 1.35, 0.89, 0.40, 0.85, 0.69, 0.20),
    (1.64, 0.45, 1.36, 1.24, 0.67, 1.18, 1.13, 0.41),
    (1.28, 0.33, 1.28, 1.50, 1.07, 1.24, 1.57, 0.56),
    (0.93, 0.04, 1.42, 1.76, 1.41, 1.34, 1.87, 0.64),
)
"""Of `of_cash`, then of what `standing` ends with, at tables of 2 to 6; of 6 for more, too."""

Project = tuple[int, float, float, float, float]
Standing = tuple[float, int, Project, float, tuple[float, ...]]


def count(squares: int) -> int:
    """Return how many squares a set has."""
    return len(members(squares))


def visits(view: View, square: int) -> float:
    """Return how often a street is visited, relative to the others."""
    return 1.15 if after_jail(view, square) else 0.9


def group_rent(view: View, square: int, level: float) -> float:
    """Return what a visit to each street of a whole group pays, with so many houses on each.

    Between whole numbers of houses, in proportion; streets count by how often they are visited.
    """
    low = int(level)
    rent = float(view.group_rent(square, low))
    if level > low:
        rent += (level - low) * (view.group_rent(square, low + 1) - rent)
    return rent * visits(view, square)


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

    These are the rents of what pays any, the set of the first streets of whole groups, the project
    of the last of them, the share of all deeds that nobody has, and what strength sums up whatever
    the cash: the rents of whole groups, the prices of what has no mortgage, that again while deeds
    are unsold, and the numbers of groups of which one street is missing that another player has,
    and that nobody has.
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
                rent += view.rent_with(square, 0) * visits(view, square)
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
    unsold = count(view.deeds_of(0)) / count(view.rules.board.deeds)
    whole, worth = sqrt(0.001 * whole), 0.001 * clear
    of_deeds = whole, worth, unsold * worth, unsold * misses_one, unsold * can_fill
    return rent, firsts, project, unsold, of_deeds


def of_cash(view: View, standing: Standing, cash: float) -> tuple[float, float, float]:
    """Return what strength sums up that cash has a part in: rents to come, cash, cash early on."""
    rent, firsts, project, unsold, _ = standing
    rent += rent_to_come(view, firsts, project, cash - RESERVE)
    return sqrt(0.001 * rent), sqrt(0.001 * max(cash, 0.0)), unsold * (0.001 * cash)


def strength_of_deeds(view: View, standing: Standing) -> float:
    """Return the part of a player's strength that cash has no part in."""
    weights, strength = WEIGHTS[min(view.players, len(WEIGHTS) + 1) - 2], 0.0
    for place in range(5):
        strength += weights[3 + place] * standing[4][place]
    return strength


def strength_of_cash(view: View, standing: Standing, cash: float) -> float:
    """Return the rest of a player's strength."""
    weights = WEIGHTS[min(view.players, len(WEIGHTS) + 1) - 2]
    rent, money, early = of_cash(view, standing, cash)
    return weights[0] * rent + weights[1] * money + weights[2] * early


def strength(view: View, standing: Standing, cash: float) -> float:
    """Return the logarithm of what the chance of a player is in proportion to."""
    return strength_of_deeds(view, standing) + strength_of_cash(view, standing, cash)


def weight(view: View, standing: Standing, cash: float) -> float:
    """Return what the chance of a player is in proportion to, with the `standing` of its deeds."""
    return exp(strength(view, standing, cash))


def strength_of(view: View, seat: int) -> float:
    """Return the strength of a player as things stand."""
    return strength(view, standing(view, view.deeds_of(seat)), float(view.cash_of(seat)))


def weight_of_rest(view: View, one: int, other: int) -> float:
    """Return the sum of what the chances of all but two players are in proportion to."""
    total = 0.0
    for seat in view.seats:
        if seat not in (one, other):
            total += exp(strength_of(view, seat))
    return total


def interest(view: View, deeds: int) -> float:
    """Return the interest on those of some deeds that are mortgaged."""
    total = 0.0
    for square in members(deeds & view.mortgaged):
        total += view.redemption_of(square) - view.price_of(square) / 2
    return total


def cash_after(view: View, seat: int, more: float, got: int) -> float:
    """Return the cash of a player who gets some more, and some deeds."""
    return view.cash_of(seat) + more - interest(view, got)


def gains_of(view: View, offer: Trade) -> tuple[float, float]:
    """Return by how much a trade raises the chances of the player and the partner: 0.1 a tenth."""
    partner, given, got = offer.partner, offer.given, offer.got
    cash = offer.cash + JAIL_CARD * (offer.cards_given - offer.cards_got)
    rest = weight_of_rest(view, view.seat, partner)
    own, other = exp(strength_of(view, view.seat)), exp(strength_of(view, partner))
    before = own + other + rest
    own_then = weight(
        view,
        standing(view, view.deeds & ~given | got),
        cash_after(view, view.seat, -cash, got),
    )
    other_then = weight(
        view,
        standing(view, view.deeds_of(partner) & ~got | given),
        cash_after(view, partner, cash, given),
    )
    total = (own_then + other_then + rest) / before
    return own_then / own / total - 1, other_then / other / total - 1


def accept_gains(view: View, offer: Trade) -> bool:
    """Accept what raises the player's chance to win."""
    return gains_of(view, offer)[0] > 0


def some(view: View, squares: int) -> int:
    """Return the set of a random one of some squares; the empty set if there is none."""
    return 1 << view.random_member(squares) if squares != 0 else 0


def even_trade(
    view: View, partner: int, gives: int, gets: int, margin: float, greed: float, tries: int
) -> Trade:
    """Return a trade with as much cash as it takes for both to gain alike; `NO_TRADE` if none.

    Parameters
    ----------
    view
        What the proposer sees.
    partner
        The seat to trade with.
    gives, gets
        Sets of deeds: random ones are tried, one of each.
    margin
        By how much it has to raise the proposer's chance: 0.1 for a tenth.
    greed
        How much that has to be for each tenth by which it raises the partner's: 1 for alike.
    """
    own, other, rest, is_known = 0.0, 0.0, -1.0, False
    for _ in range(tries):
        given, got = some(view, gives), some(view, gets)
        offer = Trade(partner, given, got, 0, 0, 0)
        if not view.can_trade(offer):
            continue
        if not is_known:
            own, other = strength_of(view, view.seat), strength_of(view, partner)
            is_known = True
        mine = standing(view, view.deeds & ~given | got)
        theirs = standing(view, view.deeds_of(partner) & ~got | given)
        if not can_both_gain(view, offer, mine, theirs, own, other, margin):
            continue
        if rest < 0:
            rest = weight_of_rest(view, view.seat, partner)
        before = exp(own), exp(other), rest
        cash, gain = even_cash(view, offer, mine, theirs, before, greed, margin)
        trade = Trade(partner, given, got, cash, 0, 0)
        if gain > margin and view.can_trade(trade):
            return trade
    return NO_TRADE


def can_both_gain(
    view: View,
    offer: Trade,
    mine: Standing,
    theirs: Standing,
    own: float,
    other: float,
    margin: float,
) -> bool:
    """Return whether some cash raises both chances by more than a margin, the others' left out."""
    partner, enough = offer.partner, log1p(margin)
    own_deeds, other_deeds = strength_of_deeds(view, mine), strength_of_deeds(view, theirs)
    own_cash = cash_after(view, view.seat, 0.0, offer.got)
    other_cash = cash_after(view, partner, 0.0, offer.given)
    low, high = -view.cash_of(partner), view.cash
    while high - low > PRECISION:
        middle = (low + high) // 2
        own_gain = own_deeds + strength_of_cash(view, mine, own_cash - middle) - own
        other_gain = other_deeds + strength_of_cash(view, theirs, other_cash + middle) - other
        if own_gain <= enough and other_gain <= enough:
            return False  # another sum would leave one still less
        if own_gain > other_gain:
            if other_gain > enough:
                return True
            low = middle
        else:
            high = middle
    return False


def even_cash(
    view: View,
    offer: Trade,
    mine: Standing,
    theirs: Standing,
    before: tuple[float, float, float],
    greed: float,
    margin: float,
) -> tuple[int, float]:
    """Return the most cash that leaves the proposer enough of what both gain, and how much it is.

    `before` has the weights of both, and of the rest. A gain that is not above the margin may be
    returned as soon as that is known.
    """
    partner, (own, other, rest) = offer.partner, before
    own_cash = cash_after(view, view.seat, 0.0, offer.got)
    other_cash = cash_after(view, partner, 0.0, offer.given)
    low, high, gain = -view.cash_of(partner), view.cash, -1.0
    while high - low > PRECISION:
        middle = (low + high) // 2
        own_then = weight(view, mine, own_cash - middle)
        other_then = weight(view, theirs, other_cash + middle)
        total = (own_then + other_then + rest) / (own + other + rest)
        own_gain, asked = own_then / own / total - 1, greed * (other_then / other / total - 1)
        if own_gain <= margin and asked <= margin:  # and another sum would leave one still less
            return low, -1.0
        if own_gain > asked:
            low, gain = middle, asked
        else:
            high = middle
    return low, gain


def trade_for_a_group(view: View) -> Trade:
    """Return an even trade that completes a group, with a random partner, or none."""
    partner = 1 + view.random_below(view.players)
    if partner == view.seat:
        return NO_TRADE
    wanted = view.missing_of(view.seat) & view.deeds_of(partner)
    if wanted == 0:
        return NO_TRADE
    return even_trade(view, partner, view.deeds, wanted, 0.0, 1.0, 1)


def price_worth_paying(view: View, square: int, least: int = 0, most: int = NO_LIMIT) -> int:
    """Return the price at which to own a deed is as good as that a rival does, for that price.

    The rival is who would gain most by it at its printed price. Of a price that is known to be
    below `least`, or to be `most` or more, no more is asked.
    """
    deed, price = 1 << square, view.price_of(square)
    own, rival, other, gained, rest = exp(strength_of(view, view.seat)), 0, 0.0, 0.0, 0.0
    mine = theirs = standing(view, view.deeds | deed)
    for seat in view.seats:
        if seat != view.seat:
            then, now = standing(view, view.deeds_of(seat) | deed), exp(strength_of(view, seat))
            gain = weight(view, then, float(max(view.cash_of(seat) - price, 0))) - now
            if rival == 0 or gain > gained:
                rest += other
                rival, theirs, other, gained = seat, then, now, gain
            else:
                rest += now
    low, high = 0, view.cash + 1
    while high - low > PRECISION and low < most and high > least:
        middle = (low + high) // 2
        own_then = weight(view, mine, float(view.cash - middle))
        other_then = weight(view, theirs, float(max(view.cash_of(rival) - middle, 0)))
        if own_then / (own_then + other + rest) > own / (own + other_then + rest):
            low = middle
        else:
            high = middle
    return low
