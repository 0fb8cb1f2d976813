"""Players whom no known rule explains: a few traits say how one bids, and how one sells.

Buying, a player stays in an auction with a probability that is logistic in the price less a limit:
a multiple, the keenness, of the gain of the best house over the one that a pass takes, less in a
crowd or not; of a mean of that gain and an equal share of the coins; or of a share that grows with
the house. Which it is, how keen the player is and how much limits vary is a point of a grid.
Selling, a player likes each house by a formula, and sells with a probability that is exponential in
the liking: the formula, and how strictly they follow it, is one of the `MANNERS`.

What a player has done tells how likely each is. Players at one table are often alike, so what the
others bid counts, too, but less: `POOLED`.
"""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.bits import local_array
from strategy_lab.compiled.caching import inlined, step
from strategy_lab.compiled.random import GAMMA, U64, next_draw
from strategy_lab.compiled.random import mix as mixed

from forsale_sim.cards import MAX_CARDS, below, count, highest, lowest, nth
from forsale_sim.engine import game
from forsale_sim.engine.state import SEATS
from forsale_sim.search.sales import at_rank, deviation

KEENNESS = np.array([0.14 * 1.38**i for i in range(10)])
GAIN, GAIN_IN_CROWD, MEAN, SHARE = range(4)
LIMITS = np.array([GAIN, GAIN, GAIN_IN_CROWD, MEAN, MEAN, SHARE, SHARE])
"""By row of the grid: what the limit is a multiple of, …"""
NOISE = np.array([0.15, 0.45, 0.3, 0.15, 0.45, 0.15, 0.45])
"""… and how much it varies, as a part of it."""
USUAL = np.array([0.25, 0.25, 0.15, 0.1, 0.1, 0.06, 0.09])
"""… and how likely that is before the game."""
KEEN = len(KEENNESS)
POINTS = len(LIMITS) * KEEN
"""A point of the grid is its row times `KEEN`, plus the place of its keenness."""
TYPICAL = np.where(LIMITS <= GAIN_IN_CROWD, 0.75, 1.0)
PRIOR = USUAL[:, None] * np.exp(-2.0 * np.log(KEENNESS / TYPICAL[:, None]) ** 2)
PRIOR /= PRIOR.sum()
LOG_PRIOR = np.log(PRIOR.ravel())
CROWDED = 0.7  # in a crowd, the limit is so much of what it is between two
POOLED = 0.3  # what another player did counts so much of what the player did
STRANGE = 0.03  # how often a player passes or bids against all traits
JUMPED, MOVED = 0.15, 1.5  # so many jumps in so many bids are assumed before the first
PARTS = 64  # so many traits are drawn for a player, each as likely as the others
OFTEN = U64(256)  # from here on, bits of traits say how often the player jumps, in percent
OWN = U64(POINTS + 128)  # stands for the traits of the player who thinks


@inlined
def cheque_of_rank(state, house):
    """Return the cheque that is in its deck where a house is in its own; 0 for no house."""
    if house == 0:
        return 0.0
    rank = count(below(state.deck_houses, house))
    return float(
        state.cheque_value[1 + rank * count(state.deck_cheques) // count(state.deck_houses)]
    )


@inlined
def stakes(state, seat):
    """Return what an auction is about for a seat at its turn: by kind of limit, and what is sunk.

    All are in coins.
    """
    best = highest(state.houses_on_offer)
    share = state.coins[seat] / (game.auctions_to_come(state) + 1.0)
    gained = cheque_of_rank(state, best) - cheque_of_rank(state, game.pass_house(state))
    gain = gained / max(state.coin_value, 1)
    crowded = CROWDED * gain if count(state.seats_in) > 2 else gain
    rank = count(below(state.deck_houses, best)) / count(state.deck_houses)
    mean = np.sqrt(max(gain, 0.5) * share)
    sunk = float(state.bid[seat] - game.pass_brings(state, U64(seat)))
    return (gain, crowded, mean, (0.3 + 2.0 * rank * rank) * share), sunk, 3.0 * share + 1.0


@inlined
def limit_of(row, keenness, about, sunk, most):
    """Return how far a player goes: `about`, `sunk` and `most` are what `stakes` returns."""
    limits = LIMITS[row]
    if limits == GAIN:
        return min(keenness * about[0] + sunk, most)
    if limits == GAIN_IN_CROWD:
        return min(keenness * about[1] + sunk, most)
    if limits == MEAN:
        return keenness * about[2] + sunk
    return keenness * about[3]


@inlined
def weigh_traits(state, seat, move, fits, jumps):
    """Multiply `fits`, (`POINTS`,) float64, by how likely each point makes a move (0: a pass).

    `jumps`, (2,) float64: how often the player has jumped, and bid; counts this move. Returns how
    likely they jump, or not, as they did.
    """
    about, sunk, most = stakes(state, seat)
    least, likely = state.least_bid, 1.0
    if move != 0:
        often = jumps[0] / jumps[1]
        likely = 1.0 - often if move == least else often * 0.5 ** (move - least) + 1e-4
        jumps[0] += move > least
        jumps[1] += 1.0
    price = max(move, least) - 0.5
    for point in range(POINTS):
        row = point // KEEN
        limit = limit_of(row, KEENNESS[point % KEEN], about, sunk, most)
        width = 0.25 + 0.55 * NOISE[row] * limit
        stays = 1.0 / (1.0 + np.exp(min((price - limit) / width, 50.0)))
        fits[point] *= STRANGE + (1.0 - 2.0 * STRANGE) * (stays if move != 0 else 1.0 - stays)
    return likely


@inlined
def pool_traits(fits, me, players, explained):
    """Make everyone's likelihoods of points, (`SEATS`, `POINTS`) float64, their probabilities.

    Multiplies `explained`, (`SEATS`,) float64, by how likely the others' bids make the player's.
    """
    logs = local_array((SEATS, POINTS), np.float64)
    for seat in range(1, players + 1):
        for point in range(POINTS):
            logs[seat, point] = np.log(max(fits[seat, point], 1e-300))
    for seat in range(1, players + 1):
        before, most = local_array(POINTS, np.float64), -np.inf
        for point in range(POINTS):
            before[point] = LOG_PRIOR[point]
            for other in range(1, players + 1):
                if other not in (seat, me):
                    before[point] += POOLED * logs[other, point]
            most = max(most, before[point])
        expected = total = 0.0
        for point in range(POINTS):
            likely = np.exp(before[point] - most)
            total += likely
            fits[seat, point] = likely * fits[seat, point]
            expected += fits[seat, point]
        explained[seat] *= expected / total
        for point in range(POINTS):
            fits[seat, point] /= expected


@inlined
def draw_traits(likely, fits, jumps, me, players, drawn):
    """Write `PARTS` equally likely traits of each seat: a number, and `OFTEN` times jumps.

    `likely`, (`SEATS`, rules + 2) float64: by which rule players bid, if by any. The number is a
    point for those who bid by none, and `POINTS` more than that of a rule. `jumps`: in percent.
    """
    rules = likely.shape[1] - 2
    for seat in range(1, players + 1):
        often = U64(100.0 * jumps[seat, 0] / jumps[seat, 1]) * OFTEN
        by_none = likely[seat, rules] + likely[seat, rules + 1]
        number, up_to = 0, by_none * fits[seat, 0]
        for part in range(PARTS):
            while up_to < (part + 0.5) / PARTS and number < POINTS + rules - 1:
                number += 1
                if number < POINTS:
                    up_to += by_none * fits[seat, number]
                else:
                    up_to += likely[seat, number - POINTS]
            drawn[seat, part] = often + U64(number) if seat != me else OWN


@inlined
def deal_traits(drawn, players, rollout, traits):
    """Write which traits each seat has in a rollout: every part as often, in mixed combinations."""
    for seat in range(1, players + 1):
        traits[seat] = drawn[seat, (rollout * (2 * seat + 3) * 5 + 13 * seat) % PARTS]


@inlined
def bid_by_traits(state, seat, traits):
    """Return the bid of a player with these traits: their limit varies from auction to auction."""
    point = traits % OFTEN
    row = point // U64(KEEN)
    word = mixed(state.deal * GAMMA + U64(state.round * SEATS) + U64(seat))
    varied = 2.0 * float(word >> U64(32)) / 2.0**32 - 1.0
    keenness = KEENNESS[point % U64(KEEN)] * max(1.0 + 1.7 * NOISE[row] * varied, 0.05)
    about, sunk, most = stakes(state, seat)
    limit = limit_of(row, keenness, about, sunk, most)
    least, often = state.least_bid, traits // OFTEN
    if least > limit + 0.5:
        return 0
    if often > U64(5) and next_draw(state, seat) * U64(100) >> U64(32) < often:
        return min(least + int(0.4 * max(limit - least, 0.0)), state.coins[seat])
    return least


# sales: How a player of no known rule sells.
#
# The liking of a house is, for the first nine formulas, what it may bring beyond a part of the
# cheque of its rank, if the others sell any house: more cautious players expect less of the middle
# of a hand. For the next, how near it is to a point of the hand; for two, how near the cheque
# of its rank is to the best on offer, or to their mean. By the last, all houses are alike.

CAUTION, KEPT = np.array([-0.5, 0.1, 0.6]), np.array([0.6, 0.9, 1.2])
FIXED = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
CAUTIONS = len(CAUTION)
EXCESS = CAUTIONS * len(KEPT)
BY_BEST, BY_MIDDLE = EXCESS + len(FIXED), EXCESS + len(FIXED) + 1
NEAR_BEST, NEAR_MEAN, ANY = BY_MIDDLE + 1, BY_MIDDLE + 2, BY_MIDDLE + 3
FORMULAS = ANY + 1
STRICTNESS = np.array([9.0, 2.3])
"""What a standard deviation of the cheques adds to the log odds to sell a house."""
DEGREES = len(STRICTNESS)
OF_HAND = 0.65  # a place in the hand counts as so many standard deviations
MANNERS = DEGREES * FORMULAS
"""A manner is its formula times `DEGREES`, plus the place of its strictness."""
TOGETHER = DEGREES * ANY
"""By this manner of selling any house, all who are alike sell from one place of their hands."""
USUAL_MANNERS = np.ones(FORMULAS)
USUAL_MANNERS[[4, BY_BEST, BY_MIDDLE, NEAR_BEST, NEAR_MEAN, ANY]] = 1.5
USUAL_MANNERS /= USUAL_MANNERS.sum()
USUAL_MANNERS = np.repeat(USUAL_MANNERS, DEGREES) / DEGREES


@inlined
def place_among_sold(state, seat, house, caution):
    """Return how many of the others' houses are expected to be lower, if they sell any."""
    place = 0.0
    for other in range(1, state.players + 1):
        theirs = state.hand[other]
        if other != seat and theirs != 0:
            lower = count(below(theirs, house)) / count(theirs)
            place += min(max(lower - caution * lower * (1.0 - lower), 0.0), 1.0)
    return place


@inlined
def fill_liking(formula, fair, brings, values, spread, points, liking):
    """Write how much a player of a formula likes each house of a hand; return the most."""
    held, most = len(fair), -np.inf
    target, aim = 0.0, values[len(values) - 1]
    if EXCESS <= formula < NEAR_BEST:
        point = points[formula - BY_BEST] if formula >= BY_BEST else FIXED[formula - EXCESS]
        target = min(max(point * held - 0.5, 0.0), held - 1.0)
    elif formula == NEAR_MEAN:
        aim = values.sum() / len(values)
    for place in range(held):
        if formula < EXCESS:
            row, kept = formula // len(KEPT), KEPT[formula % len(KEPT)]
            liking[place] = (brings[row, place] - kept * fair[place]) / spread
        elif formula < NEAR_BEST:
            liking[place] = -OF_HAND * abs(place - target)
        elif formula == ANY:
            liking[place] = 0.0
        else:
            liking[place] = -abs(fair[place] - aim) / spread
        most = max(most, liking[place])
    return most


@step
def fill_sale_chances(state, seat, chances):
    """Fill in how likely a seat sells each house: (`FORMULAS`, strictness, place in hand)."""
    offer, hand, spread = state.cheques_on_offer, state.hand[seat], deviation(state)
    values = local_array(MAX_CARDS, np.float64)[: count(offer)]
    for place in range(len(values)):
        values[place] = float(state.cheque_value[U64(nth(offer, place))])
    left = offer | state.unseen_cheques
    above = count(below(left, highest(offer))) / count(left)
    points = above, 0.5 * (above + count(below(left, lowest(offer))) / count(left))
    fair = local_array(MAX_CARDS, np.float64)[: count(hand)]
    liking = local_array(MAX_CARDS, np.float64)
    brings = local_array((CAUTIONS, MAX_CARDS), np.float64)
    for place in range(len(fair)):
        house = nth(hand, place)
        fair[place] = cheque_of_rank(state, house)
        for row in range(CAUTIONS):
            rank = place_among_sold(state, seat, house, CAUTION[row])
            brings[row, place] = at_rank(values, len(values), rank, len(values))
    for formula in range(FORMULAS):
        most = fill_liking(formula, fair, brings, values, spread, points, liking)
        for strictness in range(DEGREES):
            total = 0.0
            for place in range(len(fair)):
                likely = np.exp(STRICTNESS[strictness] * (liking[place] - most))
                chances[formula, strictness, place] = likely
                total += likely
            for place in range(len(fair)):
                chances[formula, strictness, place] /= total
