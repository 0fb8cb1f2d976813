"""The rules of play as steps that change a state in place.

The same rules as `forsale_sim.reference.game`, which is the one to read. Each step is a small
function of a `STATE` record, so that a strategy that looks ahead can play on from a copy. No step
asks a strategy or draws a random number. Seats and cards are int64; the caller deals the cards.

Loops over seats run over all there could be, whatever the number of players: a fixed number of
turns costs less than the right number.
"""

from __future__ import annotations

from forsale_sim.cards import count, lowest, only, remove
from forsale_sim.engine.caching import inlined
from forsale_sim.engine.state import ALL, CARDS, DOWN, SEATS, STRICT, UP
from forsale_sim.rows import WIN

MORE_THAN_COINS = 1 << 16
"""More than any player's coins: money times this, plus coins, orders players as the rules do."""


@inlined
def refund_of(refund, bid):
    """Return what a passer gets back of a bid under the refund rule `refund`."""
    if refund == UP:
        return (bid + 1) >> 1
    if refund == DOWN:
        return bid >> 1
    return bid if refund == ALL else 0


@inlined
def least_bid(raise_, highest_bid, own_bid):
    """Return the smallest legal bid under the rule `raise_` on raises."""
    return highest_bid + 1 if raise_ == STRICT else max(highest_bid, own_bid + 1)


@inlined
def pass_house(state):
    """Return the house that the next passer takes; 0 where there are fewer houses than bidders."""
    houses = state.houses_on_offer
    return lowest(houses) if count(houses) == state.bidders else 0


@inlined
def pass_refund(state, seat):
    """Return the coins that `seat` would get back by passing now."""
    bid = state.bid[seat]
    return refund_of(state.refund, bid) if count(state.houses_on_offer) == state.bidders else bid


@inlined
def next_seat(seats, seat):
    """Return the first of the set `seats` that comes after `seat` in turn order."""
    later = seats >> seat << seat
    return lowest(later if later != 0 else seats)


@inlined
def begin_game(state):
    """Set up a game: all have their starting coins and no house, nothing was seen or decided."""
    for seat in range(SEATS):
        state.decisions[seat] = 0
        state.words_end[seat] = 0
        state.coins[seat] = state.starting_coins[seat]
        state.bid[seat] = 0
        state.hand[seat] = 0
        state.cheques[seat] = 0
    state.unseen_houses = state.deck_houses
    state.unseen_cheques = state.deck_cheques
    state.cheques_on_offer = 0
    for card in range(CARDS):
        state.buyer[card] = 0
        state.price[card] = 0
        state.cheque[card] = 0
        state.bought[card] = 0
        state.sale[card] = 0
    state.opener = 1
    state.round = 0


@inlined
def open_auction(state, houses):
    """Begin a buying round with the set `houses` on offer; the opener bids first."""
    players = state.players
    state.round += 1
    state.houses_on_offer = houses
    state.unseen_houses &= ~houses
    state.highest_bid = 0
    state.bidders = players
    state.seats_in = (1 << players) - 1
    for seat in range(SEATS):
        state.bid[seat] = 0


@inlined
def place_bid(state, seat, amount):
    """Make `amount`, which must be legal, the bid of `seat` and the highest."""
    state.bid[seat] = amount
    state.highest_bid = amount


@inlined
def take_house(state, seat, house, price):
    """Give `house` from the offer to `seat` for `price` coins."""
    state.houses_on_offer = remove(state.houses_on_offer, house)
    state.hand[seat] |= only(house)
    state.coins[seat] -= price
    state.buyer[house] = seat
    state.price[house] = price
    state.bought[house] = state.round


@inlined
def pass_auction(state, seat):
    """Let `seat` leave the auction: with the lowest house for part of the bid, or with neither."""
    house = pass_house(state)
    if house != 0:
        bid = state.bid[seat]
        take_house(state, seat, house, bid - refund_of(state.refund, bid))
    state.seats_in = remove(state.seats_in, seat)
    state.bidders -= 1


@inlined
def close_auction(state):
    """Give the last house to the last bidder for the whole bid; that seat opens the next round."""
    seat = lowest(state.seats_in)
    take_house(state, seat, lowest(state.houses_on_offer), state.bid[seat])
    state.opener = seat
    if state.keeps_bids != 0:
        for each in range(SEATS):
            state.past_bid[state.round, each] = state.bid[each]


@inlined
def begin_selling(state):
    """Clear the table of the last auction before the first cheques are revealed."""
    state.round = 0
    state.highest_bid = 0
    state.least_bid = 1
    state.bidders = 0
    state.seats_in = 0
    for seat in range(SEATS):
        state.bid[seat] = 0


@inlined
def holders(state):
    """Return the set of seats that still hold a house."""
    seats = 0
    for seat in range(1, SEATS):
        if state.hand[seat] != 0:
            seats |= only(seat)
    return seats


@inlined
def reveal_cheques(state, cheques):
    """Begin a selling round with the set `cheques` on offer."""
    state.round += 1
    state.cheques_on_offer = cheques
    state.unseen_cheques &= ~cheques


@inlined
def settle_sale(state, houses):
    """Exchange the set `houses`, one a seller, for the cheques on offer: highest for highest."""
    cheques = state.cheques_on_offer
    while houses != 0:
        house = lowest(houses)
        seat = state.buyer[house]
        value = state.cheque_value[lowest(cheques)]
        state.hand[seat] = remove(state.hand[seat], house)
        state.cheques[seat] += value
        state.cheque[house] = value
        state.sale[house] = state.round
        houses &= houses - 1
        cheques &= cheques - 1
    state.cheques_on_offer = 0


@inlined
def score(state, row):
    """Rank the players of a finished game by money, ties by coins left, into a record of `ROW`."""
    for seat in range(SEATS):
        coins = state.coins[seat]
        state.score[seat] = (coins + state.cheques[seat]) * MORE_THAN_COINS + coins
    winners = 0
    for seat in range(1, state.players + 1):
        better = 0
        for other in range(1, SEATS):
            better += state.score[other] > state.score[seat]
        row.place[seat - 1] = better + 1
        winners += better == 0
    for position in range(state.players):
        row.win[position] = WIN // winners if row.place[position] == 1 else 0
