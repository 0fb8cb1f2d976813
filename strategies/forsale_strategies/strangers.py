"""A family of players that nobody has met: a number decides all that one of them does.

`stranger:number=N` is the same player in every game. What it does is drawn from the number: how it
bids, what it pays, how it errs and jumps, how it sells. So there are as many of them as numbers,
and no player can be made for all of them. Like the panel, they never change within a version.
"""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import below, count, highest, lowest, members, nth
from forsale_sim.search.always_compiled import always_compiled

from forsale_strategies.panel.flat_monte_carlo import (
    BIDS_TRIED,
    bid_by_playouts,
    sale_by_playouts,
)
from forsale_strategies.panel.worth import auctions_left, coin_worth, fair_cheque
from forsale_strategies.table import houses_to_come

VERSION = "2026-11"

KINDS = ("values", "plans", "samples", "playouts", "switches", "feints")
"""What the remainder of a number after division by 6 stands for."""
VALUES, PLANS, SAMPLES, PLAYOUTS, SWITCHES, FEINTS = range(6)

PAYS, TILT, NOISE, STEADY, JUMPS, BUDGET, SALE, POINT, SLIPS, FIRST, LENGTH, THEN = range(12)
"""Its traits: each is drawn from the number on its own."""

FEWEST_SAMPLES, FEW_SAMPLES, MOST_SAMPLES = 4.0, 30.0, 60.0
"""Of the others' limits, for a decision."""


def mixed(number: int, salt: int) -> int:
    """Return a whole number below 2**31 that looks drawn, and follows from two others."""
    bits = (number * 1103515245 + salt * 69069 + 12345) & 0x7FFFFFFF
    bits = ((bits ^ (bits >> 15)) * 48271 + salt) & 0x7FFFFFFF
    bits = ((bits ^ (bits >> 13)) * 69621) & 0x7FFFFFFF
    return bits ^ (bits >> 16)


def trait(number: int, which: int, low: float, high: float) -> float:
    """Return a trait of a player, from a range."""
    return low + (high - low) * mixed(number, 1000 + which) / 2**31


def decides_quickly(number: int) -> bool:
    """Return whether a player plays no game out, and draws few samples if it draws any."""
    kind = number % len(KINDS)
    rules = feints(number) if kind == FEINTS else (SAMPLES,) if kind == SWITCHES else (kind,)
    draws_few = trait(number, BUDGET, FEWEST_SAMPLES, MOST_SAMPLES) < FEW_SAMPLES
    return PLAYOUTS not in rules and (draws_few or SAMPLES not in rules)


def feints(number: int) -> tuple[int, int]:
    """Return by what rules a player bids in its first auctions, and in those after them."""
    first, then = mixed(number, FIRST) % PLAYOUTS, mixed(number, THEN) % PLAYOUTS
    return first, (first + 1 + then) % len(KINDS[:SWITCHES])


def kind_now(view: View, number: int) -> int:
    """Return by what rule it bids in this auction: one of the first four kinds."""
    kind = number % len(KINDS)
    if kind == SWITCHES:
        return mixed(number, view.unseen_houses & 0x3FFFFFFF) % PLAYOUTS
    if kind == FEINTS:
        first, then = feints(number)
        return first if view.auctions <= 1 + mixed(number, LENGTH) % 4 else then
    return kind


def limit_by_value(view: View, number: int) -> float:
    """Return what the best house is worth beyond the one that a pass takes, in coins."""
    gained = fair_cheque(view, highest(houses_to_come(view))) - fair_cheque(view, view.pass_house)
    pays = trait(number, PAYS, 0.4, 1.6) * gained / coin_worth(view)
    return pays + view.own_bid - view.pass_refund - view.pass_gift


def limit_by_plan(view: View, number: int) -> float:
    """Return a share of its coins, larger for better houses if the number says so."""
    best, deck = highest(houses_to_come(view)), view.deck_houses
    rank = (1.0 + count(below(deck, best))) / count(deck)
    tilt = trait(number, TILT, 0.0, 3.0)
    share = (1.0 + tilt) * float(rank**tilt) / (auctions_left(view) + tilt)
    return trait(number, PAYS, 0.4, 2.2) * share * view.coins


def limit_by_samples(view: View, number: int, chance: int) -> float:
    """Return the limit that gains most against limits drawn for the others."""
    players, offer, coin = view.players, houses_to_come(view), coin_worth(view)
    most = min(view.coins, max(2 * view.coins // auctions_left(view), view.least_bid))
    samples = int(trait(number, BUDGET, FEWEST_SAMPLES, MOST_SAMPLES))
    reach = trait(number, TILT, 1.0, 3.0)
    passed = fair_cheque(view, view.pass_house) - coin * (
        view.own_bid - view.pass_refund - view.pass_gift
    )
    best, most_gained = 0, passed * samples
    for limit in range(view.least_bid, most + 1):
        gained = 0.0
        for sample in range(samples):
            rivals, beaten, dearest = 0, 0, 0
            for seat in view.seats:
                if seat == view.seat or not view.in_auction(seat):
                    continue
                span = max(reach * view.coins_of(seat) / auctions_left(view), 1.0)
                drawn = mixed(chance, sample * players + seat) * span / 2**31
                theirs = min(max(int(drawn), view.bid_of(seat)), view.coins_of(seat))
                rivals += 1
                dearest = max(dearest, theirs)
                beaten += theirs < limit
            house = nth(offer, max(count(offer) - 1 - rivals + beaten, 0))
            paid = dearest + 1 if beaten == rivals else limit - view.refund(limit)
            gained += fair_cheque(view, house) - coin * max(paid, 0)
        if gained > most_gained:
            best, most_gained = limit, gained
    return float(best)


def games_played_out(number: int) -> int:
    """Return how many games it plays out for a decision."""
    return int(10.0 * 30.0 ** trait(number, BUDGET, 0.0, 1.0))


def closest(view: View, value: float) -> int:
    """Return the house in hand whose cheque by rank is closest to a value."""
    best, least = 0, 0.0
    for house in members(view.hand):
        distance = abs(fair_cheque(view, house) - value)
        if best == 0 or distance < least:
            best, least = house, distance
    return best


@strategy("stranger")
class Stranger:
    """One of many players that nobody has met: its number decides all that it does.

    Idea, buying: by the remainder of its number after division by 6, it bids up to what the best
    house is worth beyond the one that a pass takes (0: values); up to a share of its coins that may
    grow with the house (1: plans); up to the limit that gains most against limits drawn for the
    others (2: samples); what wins most in games played out at random (3: playouts); by one of the
    first three rules, another in every auction (4: switches); or by one of them in the first
    auctions, up to four, and by another rule from then on (5: feints). Limits err by up to 4 coins,
    anew at every turn or once an auction; some players jump.

    Idea, selling: the house whose cheque by rank is closest to the best on offer, or to their mean;
    the one at a fixed point of its hand; the one that is as good in its hand as the best cheque is
    among those to come; or, with playouts, what wins most. Some sell any, up to one time in six.

    Origin: drawn, not written: see `strangers.py`.
    """

    number = Parameter(0, low=0, high=2**31 - 1, meaning="which of them it is")

    @always_compiled
    def bid(view: View, number: int) -> int:
        """Bid by the rule that the number has for this auction."""
        chance = view.random_below(2**31)
        kind = kind_now(view, number)
        if kind == PLAYOUTS:
            moves = 2 + min(view.coins - view.least_bid, BIDS_TRIED - 1)
            return bid_by_playouts(view, moves, games_played_out(number) // moves + 1, chance)
        if kind == VALUES:
            limit = limit_by_value(view, number)
        elif kind == PLANS:
            limit = limit_by_plan(view, number)
        else:
            limit = limit_by_samples(view, number, chance)
        steady = trait(number, STEADY, 0.0, 1.0) < 0.5
        drawn = mixed(number, view.unseen_houses & 0x3FFFFFFF) if steady else mixed(chance, NOISE)
        limit += trait(number, NOISE, 0.0, 4.0) * (2.0 * drawn / 2**31 - 1.0)
        most = min(int(max(limit, 0.0)), view.coins)
        if view.least_bid > most:
            return 0
        if mixed(chance, JUMPS) < trait(number, JUMPS, -0.3, 0.4) * 2**31:
            return min(view.least_bid + 1 + mixed(chance, FIRST) % 3, most)
        return view.least_bid

    @always_compiled
    def sell(view: View, number: int) -> int:
        """Sell by the rule that the number has."""
        chance, hand, held = view.random_below(2**31), view.hand, count(view.hand)
        if mixed(chance, SLIPS) < trait(number, SLIPS, -0.1, 0.16) * 2**31:
            return nth(hand, mixed(chance, SALE) % held)
        if number % len(KINDS) == PLAYOUTS:
            return sale_by_playouts(view, games_played_out(number) // held + 1, chance)
        offer, rule = view.cheques_on_offer, mixed(number, SALE) % 4
        if rule == 0:
            return closest(view, 1.0 * view.cheque_value(highest(offer)))
        if rule == 1:
            return closest(view, 1.0 * view.cheque_sum(offer) / count(offer))
        if rule == 2:
            return nth(hand, mixed(number, POINT) % held)
        to_come = view.unseen_cheques | offer
        rank = 1.0 * count(below(to_come, highest(offer))) / count(to_come)
        return nth(hand, min(int(rank * held), held - 1)) if held > 1 else lowest(hand)
