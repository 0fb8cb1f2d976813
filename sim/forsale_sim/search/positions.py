"""The public part of a game as a state of the compiled engine, from which a search plays on.

It does not contain the order of the decks, and its random numbers are the search's own.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray
from strategy_lab.compiled.caching import compiled, inlined
from strategy_lab.compiled.draws import key_deal, key_game
from strategy_lab.compiled.random import U64, ZERO
from strategy_lab.random_words import HALF, MIXER_0, MIXER_1, WORD

from forsale_sim.cards import count, members
from forsale_sim.engine.decisions import arguments_at, call_or_raise, view_of
from forsale_sim.engine.state import new_state
from forsale_sim.reference.view import View


def shown_state(view: View) -> NDArray[Any]:
    """Return the state that a view of the readable engine shows.

    Returns (1,) array of `STATE`: as in the compiled engine, except for the seed, the deal and the
    decision counts.
    """
    rules = view._snapshot.rules
    state = new_state(rules, 0, keeps_past=True)
    record = state[0]
    for name in (
        "round", "opener", "highest_bid", "least_bid", "houses_on_offer",
        "cheques_on_offer", "unseen_houses", "unseen_cheques",
    ):  # fmt: skip
        record[name] = getattr(view, name)
    for seat in view.seats:
        record["coins"][seat] = view.coins_of(seat)
        record["hand"][seat] = view.hand_of(seat)
        record["cheques"][seat] = view.cheques_of(seat)
        record["bid"][seat] = view.bid_of(seat)
        record["seats_in"] |= view.in_auction(seat) << (seat - 1)
    for house in rules.houses:
        record["buyer"][house] = view.buyer_of(house)
        record["price"][house] = view.price_of(house)
        record["cheque"][house] = view.cheque_of(house)
        record["sale"][house] = view.sale_of(house)
    for auction in range(1, view.auctions + 1):
        for house in members(view.offer_in(auction)):
            record["auction"][house] = auction
        for seat in view.seats:
            record["past_bid"][auction, seat] = view.bid_in(auction, seat)
            record["past_least_bid"][auction, seat] = view.least_bid_in(auction, seat)
            record["past_declined"][auction, seat] = view.declined_in(auction, seat)
        record["houses_revealed"] = view.offer_in(auction)
    if rules.refunded == "first" and view.bidders:
        record["refund_rates"][1:] = 0
        if view._snapshot.is_refunded:
            left = count(view.houses_on_offer)
            record["refund_rates"][left] = record["refund_rates"][0]
    return state


def position(view: View, word: int) -> NDArray[Any]:
    """Return the state that a view shows, with the first random number of the decision.

    `view`: what a strategy sees. `word`: the number that the strategy draws first in this state, 0
    to 2**32 - 1.
    """
    state = shown_state(view)
    state[0]["decision_seed"][view.seat] = unmixed(word * HALF)
    return state


def unmixed(word: int) -> int:
    """Return what SplitMix64 mixes to `word`: each step undone."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(MIXER_1, -1, WORD) % WORD
    word ^= word >> 27 ^ word >> 54
    word = word * pow(MIXER_0, -1, WORD) % WORD
    return word ^ word >> 30 ^ word >> 60


@compiled
def ask_position(function, states, seat, arguments):
    """Return the move (int64) of `seat` in a position; raise what the function raises.

    `function`, `arguments`, uint64: the addresses of the decision function and of its float64
    arguments. `states`, (1,) records of `STATE`: from `position`. `seat`, uint64.
    """
    return call_or_raise(function, view_of(states[0], seat), arguments_at(arguments))


@inlined
def forget(state, seed):
    """Remove everything hidden from a state, and give it random numbers of its own.

    `state`, record of `STATE`: a copy of the state of a game; changed in place. `seed`, int64: not
    negative.
    """
    state.seed = U64(seed)
    state.deal = ZERO
    state.seating = ZERO
    key_deal(state)
    key_game(state)
