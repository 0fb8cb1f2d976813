"""Observations and masks written into arrays by compiled code; numba compiles what is here.

The same as `forsale_sim.rl.observation.observe` and `forsale_sim.rl.actions.action_mask`, which are
the ones to read. Arrays are all 0 before.
"""

from __future__ import annotations

from forsale_sim.cards import MAX_CARDS, count, members
from forsale_sim.rl.actions import BID, PASS
from forsale_sim.rl.observation import MOST_AUCTIONS, MOST_PLAYERS, PLACES, SAMPLE_BID
from forsale_sim.rules.parameters import MAX_VALUE

_STARTS = {name: place.start for name, place in PLACES.items()}
BUYING, SELLING = _STARTS["buying"], _STARTS["selling"]
NUMBERS = _STARTS["players"]
COINS, BIDS, IN_AUCTION = _STARTS["coins"], _STARTS["bids"], _STARTS["in_auction"]
CHEQUES, CHEQUES_ON_OFFER = _STARTS["cheques"], _STARTS["cheques_on_offer"]
CHEQUE_VALUES, HOUSES_ON_OFFER = _STARTS["cheque_values"], _STARTS["houses_on_offer"]
UNSEEN_HOUSES, UNSEEN_CHEQUES = _STARTS["unseen_houses"], _STARTS["unseen_cheques"]
HANDS, AUCTION_OF, PAST_BIDS = _STARTS["hands"], _STARTS["auction_of"], _STARTS["past_bids"]


def write_observation(view, row):
    """Write what is seen now into a row (float32) of `SIZE` zeros or more."""
    players = view.players
    if players > MOST_PLAYERS:
        raise ValueError("an observation has room for 6 players")
    offer = view.cheques_on_offer
    row[BUYING] = view.bidders > 0
    row[SELLING] = offer != 0
    numbers = (
        players, view.round, view.houses_per_round, view.removed, view.refund(SAMPLE_BID),
        view.highest_bid, min(view.least_bid, MAX_VALUE + 1), view.pass_house, view.pass_refund,
    )  # fmt: skip
    for i in range(len(numbers)):
        row[NUMBERS + i] = numbers[i]
    for n in range(players):
        seat = seat_after(view, n)
        row[COINS + n] = view.coins_of(seat)
        row[BIDS + n] = view.bid_of(seat)
        row[IN_AUCTION + n] = view.in_auction(seat)
        row[CHEQUES + n] = view.cheques_of(seat)
        flag(row, HANDS + MAX_CARDS * n, view.hand_of(seat))
    row[CHEQUES_ON_OFFER] = count(offer)
    place = CHEQUE_VALUES
    for card in members(offer):
        row[place] = view.cheque_value(card)
        place += 1
    flag(row, HOUSES_ON_OFFER, view.houses_on_offer)
    flag(row, UNSEEN_HOUSES, view.unseen_houses)
    flag(row, UNSEEN_CHEQUES, view.unseen_cheques)


def write_history(view, row):
    """Write the past auctions into a row (float32) of `SIZE_WITH_HISTORY` zeros."""
    for house in members(view.deck_houses & ~view.unseen_houses):
        row[AUCTION_OF + house - 1] = view.auction_of(house)
    over = view.auctions - (view.bidders > 0)
    for n in range(view.players):
        for auction in range(1, over + 1):
            past = view.bid_in(auction, seat_after(view, n))
            row[PAST_BIDS + MOST_AUCTIONS * n + auction - 1] = past


def write_mask(view, mask):
    """Write 1 for each legal action of the player to act into a mask (int8) of zeros."""
    if view.cheques_on_offer != 0:
        for house in members(view.hand):
            mask[house] = 1
    elif view.bidders > 0:
        mask[PASS] = 1
        for bid in range(view.least_bid, view.coins + 1):
            mask[BID + bid] = 1


def seat_after(view, n):
    """Return the seat that comes `n` after the observer's in turn order."""
    seat = view.seat + n
    return seat if seat <= view.players else seat - view.players


def flag(row, start, cards):
    """Write 1 for each card of a set into the 60 entries of a row that begin at `start`."""
    for card in members(cards):
        row[start + card - 1] = 1
