"""A player who tries each move in games played out at random, and makes the one that won most."""

from __future__ import annotations

import numpy as np
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, highest, lowest, members, nth, only, remove
from forsale_sim.search.always_compiled import always_compiled
from numpy.typing import NDArray

Table = NDArray[np.int64]
"""(rows, seats): what a playout changes; its last number is the state of the random numbers."""

COINS, BIDS, IN_AUCTION, HANDS, CHEQUES, SOLD, CHANCE = range(7)
SEATS = 8
BIDS_TRIED = 6
"""The least bid and the five above it."""


def draw_below(table: Table, n: int) -> int:
    """Draw a whole number from 0 to `n` - 1 by a linear congruential generator."""
    table[CHANCE, 0] = (table[CHANCE, 0] * 1103515245 + 12345) & 0x7FFFFFFF
    return int(((table[CHANCE, 0] >> 7) * n) >> 24)


def draw_cards(table: Table, cards: int, number: int) -> int:
    """Draw a set of `number` cards from a set, or all there are."""
    drawn = 0
    for _ in range(min(number, count(cards))):
        card = nth(cards, draw_below(table, count(cards)))
        drawn |= only(card)
        cards = remove(cards, card)
    return drawn


def finish_auction(view: View, table: Table, offer: int, seat: int, auctions: int) -> int:
    """Play an auction to its end from the turn of a seat, all bidding at random; return the winner.

    A player raises by one if a number drawn up to twice an equal share of its coins allows it.
    """
    players = view.players
    bidders, high = 0, 0
    for each in range(players):
        bidders += table[IN_AUCTION, each]
        high = max(high, table[BIDS, each])
    while bidders > 1:
        if table[IN_AUCTION, seat] == 1:
            coins = table[COINS, seat]
            if high < min(coins, draw_below(table, 2 * coins // auctions + 1)):
                high += 1
                table[BIDS, seat] = high
            else:
                if count(offer) >= bidders:
                    table[COINS, seat] -= table[BIDS, seat] - view.refund(table[BIDS, seat])
                    table[HANDS, seat] |= only(lowest(offer))
                    offer = remove(offer, lowest(offer))
                table[IN_AUCTION, seat] = 0
                bidders -= 1
        seat = (seat + 1) % players
    while table[IN_AUCTION, seat] == 0:
        seat = (seat + 1) % players
    table[COINS, seat] -= table[BIDS, seat]
    table[HANDS, seat] |= only(highest(offer))
    return seat


def buy_at_random(view: View, table: Table, opener: int) -> None:
    """Hold the auctions to come."""
    unseen = view.unseen_houses
    while count(unseen) > view.removed:
        left = count(unseen) - view.removed
        auctions = (left + view.houses_per_round - 1) // view.houses_per_round
        offer = draw_cards(table, unseen, min(left, view.houses_per_round))
        unseen &= ~offer
        table[BIDS] = 0
        table[IN_AUCTION, : view.players] = 1
        opener = finish_auction(view, table, offer, opener, auctions)


def hand_out_cheques(view: View, table: Table, cheques: int) -> None:
    """Give every player who has sold a house a cheque, the best to the highest house."""
    while True:
        winner = 0
        for seat in range(view.players):
            if table[SOLD, seat] > table[SOLD, winner]:
                winner = seat
        if table[SOLD, winner] == 0 or cheques == 0:
            return
        table[CHEQUES, winner] += view.cheque_value(highest(cheques))
        cheques = remove(cheques, highest(cheques))
        table[SOLD, winner] = 0


def sell_at_random(table: Table, players: int) -> int:
    """Let every player who has not done so put down any house; return how many have one there."""
    number = 0
    for seat in range(players):
        hand = table[HANDS, seat]
        if table[SOLD, seat] == 0 and hand != 0:
            table[SOLD, seat] = nth(hand, draw_below(table, count(hand)))
        if table[SOLD, seat] != 0:
            table[HANDS, seat] = remove(hand, table[SOLD, seat])
            number += 1
    return number


def finish_sales(view: View, table: Table) -> float:
    """Hold the sales to come, all at random; return the player's share of the win."""
    players, unseen = view.players, view.unseen_cheques
    while True:
        table[SOLD] = 0
        number = sell_at_random(table, players)
        if number == 0:
            break
        offer = draw_cards(table, unseen, number)
        unseen &= ~offer
        hand_out_cheques(view, table, offer)
    own, ahead, equal = table[COINS, view.seat - 1] + table[CHEQUES, view.seat - 1], 0, 0
    for seat in range(players):
        money = table[COINS, seat] + table[CHEQUES, seat]
        ahead += money > own
        equal += money == own
    return 1.0 / equal if ahead == 0 else 0.0


def present(view: View, chance: int) -> Table:
    """Return the table as it is."""
    table = np.zeros((CHANCE + 1, SEATS), np.int64)
    for seat in view.seats:
        table[COINS, seat - 1] = view.coins_of(seat)
        table[BIDS, seat - 1] = view.bid_of(seat)
        table[IN_AUCTION, seat - 1] = view.in_auction(seat)
        table[HANDS, seat - 1] = view.hand_of(seat)
        table[CHEQUES, seat - 1] = view.cheques_of(seat)
    table[CHANCE, 0] = chance
    return table


def share_after_bid(view: View, move: int, chance: int) -> float:
    """Return the share of the win in a game played out at random after a bid, or 0 for a pass."""
    table = present(view, chance)
    own, players = view.seat - 1, view.players
    offer, auctions = view.houses_on_offer, 1
    auctions += (count(view.unseen_houses) - view.removed) // view.houses_per_round
    if move > 0:
        table[BIDS, own] = move
    else:
        table[COINS, own] -= view.own_bid - view.pass_refund - view.pass_gift
        table[HANDS, own] |= only(view.pass_house)
        table[IN_AUCTION, own] = 0
        offer = remove(offer, view.pass_house)
    opener = finish_auction(view, table, offer, view.seat % players, auctions)
    buy_at_random(view, table, opener)
    return finish_sales(view, table)


def share_after_sale(view: View, house: int, chance: int) -> float:
    """Return the share of the win in a game played out at random after the sale of a house."""
    table = present(view, chance)
    table[SOLD, view.seat - 1] = house
    sell_at_random(table, view.players)
    hand_out_cheques(view, table, view.cheques_on_offer)
    return finish_sales(view, table)


def bid_by_playouts(view: View, moves: int, playouts: int, chance: int) -> int:
    """Return which of a pass and the lowest bids wins most in games played out at random."""
    best, most = 0, -1.0
    for number in range(moves):
        move, wins = view.least_bid + number - 1 if number > 0 else 0, 0.0
        for playout in range(playouts):
            wins += share_after_bid(view, move, chance + 7919 * playout & 0x7FFFFFFF)
        if wins > most:
            best, most = move, wins
    return best


def sale_by_playouts(view: View, playouts: int, chance: int) -> int:
    """Return the house whose sale wins most in games played out at random."""
    best, most = 0, -1.0
    for house in members(view.hand):
        wins = 0.0
        for playout in range(playouts):
            wins += share_after_sale(view, house, chance + 7919 * playout & 0x7FFFFFFF)
        if wins > most:
            best, most = house, wins
    return best


@strategy("flat-monte-carlo")
class FlatMonteCarlo:
    """Plays games to their end at random after each of its moves, and makes the one that won most.

    Idea: the playouts are shared out evenly among the moves: a pass and the six lowest bids, or
    every house in hand. In them all bid up to a limit that is drawn anew at every turn, at most
    twice an equal share of their coins, raise by 1, and sell any house. It knows nothing else: not
    what a house is worth, not who plays. Of moves that win as often, it makes the first. It takes
    every bid to be by 1, every auction to be opened by the winner of the last.

    Origin: B. Abramson, "Expected-Outcome: A General Model of Static Evaluation", IEEE Transactions
    on Pattern Analysis and Machine Intelligence 12 (1990); called flat Monte Carlo by C. Browne and
    others, "A Survey of Monte Carlo Tree Search Methods", IEEE Transactions on Computational
    Intelligence and AI in Games 4 (2012). Not a player of this game.
    """

    budget = Parameter(
        200, low=1, high=2_000, meaning="how many games it plays to their end for a decision"
    )

    @always_compiled
    def bid(view: View, budget: int) -> int:
        """Make the bid that won most often."""
        chance = view.random_below(2**31)
        moves = 2 + min(view.coins - view.least_bid, BIDS_TRIED - 1)
        return bid_by_playouts(view, moves, budget // moves + 1, chance)

    @always_compiled
    def sell(view: View, budget: int) -> int:
        """Sell the house that won most often."""
        chance = view.random_below(2**31)
        return sale_by_playouts(view, budget // count(view.hand) + 1, chance)
