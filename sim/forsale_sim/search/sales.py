"""A mixed strategy for one sale, in which all choose at the same time.

A player who always sells the same house in the same position can be predicted and beaten. So
players mix, and regret matching [1]_ finds how. In each round all draw a house from their current
mixtures; each player then computes what every other house in hand would have won, and the houses it
regrets not having sold become more likely. Regrets never fall below zero, later rounds weigh more
[2]_, and the house to sell is drawn from the average of all rounds. What so few rounds leave on
houses that are worse is kept: without it, a sale is easier to foresee.

Such a mixture is safe, but wins nothing from predictable players. So each of the others is assumed
to sell certain houses with given probabilities, and to mix otherwise: the answer to that is a
restricted Nash response [3]_. Players who can be foreseen are taken to look for no patterns: among
them, the house that wins most in all rounds is sold, or that of a tried rule unless another wins
clearly more, for a wrong forecast costs more than none.

What a sale wins is estimated, not played out: every house left is assumed to bring the cheque that
matches its rank, and the chances to win are the softmax of the money that everyone would have.

References
----------
.. [1] Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium",
   Econometrica 68 (2000).
.. [2] Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042 (2014).
.. [3] Johanson, Zinkevich and Bowling, "Computing robust counter-strategies", NIPS 2007.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.bits import copy_record, local_array
from strategy_lab.compiled.caching import allocating_step, compiled, inlined, step
from strategy_lab.compiled.random import (
    DEAL,
    ONE,
    U64,
    ZERO,
    draw_below,
    key_deal,
    key_game,
    purpose_word,
)
from strategy_lab.random_words import HALF, MIXER_0, MIXER_1, WORD
from strategy_lab.rows import MAX_SEATS

from forsale_sim.cards import MAX_CARDS, below, count, lowest, nth, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.kernel import arguments_at, call_or_raise, view_of
from forsale_sim.engine.state import SEATS, new_state
from forsale_sim.engine.view import I64, state_of
from forsale_sim.view import View

MOST_MOVES = 64
WORDS = 2**32


@inlined
def add_move(moves, number, move):
    """Append a move to the first `number` of an array unless it is there; return the new number."""
    for i in range(number):
        if moves[i] == move:
            return number
    moves[number] = move
    return number + 1


@inlined
def bids_to_try(state, seat, first, moves):
    """Write a pass, the three least bids and the least unbeatable bid into `moves`.

    `first` comes before them. Return how many there are.
    """
    coins, least = state.coins[seat], state.least_bid
    number = add_move(moves, 0, first)
    number = add_move(moves, number, 0)
    for bid in range(least, min(least + 2, coins) + 1):
        number = add_move(moves, number, bid)
    rivals = 0
    for other in range(1, SEATS):
        if other != seat and state.seats_in >> (other - 1) & 1:
            rivals = max(rivals, state.coins[other])
    if least <= rivals + 1 <= coins:
        number = add_move(moves, number, rivals + 1)
    return number


@inlined
def houses_to_try(state, seat, first, moves):
    """Write the houses in hand into `moves`, beginning with `first`; return how many."""
    number = add_move(moves, 0, first)
    hand = state.hand[seat]
    while hand != 0:
        number = add_move(moves, number, lowest(hand))
        hand &= hand - 1
    return number


@inlined
def at_rank(values, number, rank, ranks):
    """Return the value at a rank of another deck, interpolated linearly.

    `values`, float64[::1]: by rank, from the lowest. `number`, int64: how many values there are.
    `rank`, `ranks`, int64: a rank from 0, and the number of ranks in the other deck. If that equals
    `number`, the value is ``values[rank]``.
    """
    place = min(max((rank + 0.5) * number / ranks - 0.5, 0.0), number - 1.0)
    lower = int(place)
    higher = min(lower + 1, number - 1)
    return values[lower] + (place - lower) * (values[higher] - values[lower])


LEFT = 0.85
"""What an unsold house is worth in money in hand, as a part of the cheque that matches it."""
SHARPNESS, FADING = 1.83, 0.7
"""How money becomes chances to win: see `sharpness`.

They and `LEFT` are conditional logit estimates from the winners of thousands of games of such
players (docs/ladder.md).
"""

FORESEEN = 0.3
"""If more of the others' sales is foreseen, on average, the best house is sold and none drawn."""
TRIED, WARY = 2, 1.5
"""So many rules are tried: the first. By how much more than theirs another house must win where
none of the others is foreseen."""


@inlined
def deviation(state):
    """Return the standard deviation of all cheques' values, or 1 if it is less."""
    number, total, squares = 0, 0.0, 0.0
    cards = state.deck_cheques
    while cards != 0:
        value = float(state.cheque_value[lowest(cards)])
        cards &= cards - 1
        number, total, squares = number + 1, total + value, squares + value * value
    return np.sqrt(max(squares / number - (total / number) ** 2, 1.0))


@inlined
def sharpness(state, to_come):
    """Return what a unit of money adds to the log odds to win with `to_come` sales to come.

    It falls with the number of sales, and is scaled by the cheques' standard deviation, so that it
    fits any deck.
    """
    return SHARPNESS * np.sqrt(float(state.players)) / deviation(state) / to_come**FADING


@inlined
def held_by_all(state):
    houses = 0
    for seat in range(1, state.players + 1):
        houses |= state.hand[seat]
    return houses


@inlined
def matching_cheques(state, houses, brings):
    values, number = local_array(MAX_CARDS, np.float64), 0
    cards = state.unseen_cheques
    while cards != 0:
        values[number] = state.cheque_value[lowest(cards)]
        cards &= cards - 1
        number += 1
    for rank in range(houses):
        brings[rank] = at_rank(values, number, rank, houses)


@inlined
def money_later(state, seat, left, brings):
    """Return the money of `seat` at the end if the houses `left` bring, by rank, what is said."""
    money, hand = float(game.money(state, seat)), state.hand[seat] & left
    while hand != 0:
        money += brings[count(below(left, lowest(hand)))]
        hand &= hand - 1
    return money


@inlined
def pay(state, houses, cheques, times):
    """Add to everyone's cheques what a sale brings, so many times: -1 takes it back."""
    while houses != 0:
        value = I64(state.cheque_value[game.first(cheques)])
        state.cheques[U64(state.buyer[game.first(houses)])] += times * value
        houses &= houses - 1
        cheques &= cheques - 1


# prospects: Everyone's chance to win after a sale. A player's power is exponential in their money,
# and their chance is their part of all powers. So what a cheque and a house that is left contribute
# is a factor, which is computed once for all sales that are tried.

PROSPECTS = np.dtype(
    [
        ("houses", np.int64),
        ("brings", np.float64, MAX_CARDS),
        ("kept", np.float64, MAX_CARDS),
        ("paid", np.float64, SEATS),
        ("held", np.float64, SEATS),
    ],
    align=True,
)
"""All houses in hand; by rank of a house that is left what it brings, and its factor; by place in
the sale the factor of the cheque; by seat the power without either.

For no factor to be too large, cheques count by how far they are from the mean of those to come.
"""


@inlined
def fill_prospects(state, prospects):
    houses, offered = held_by_all(state), count(state.cheques_on_offer)
    left, mean, most = count(houses) - offered, 0.0, -np.inf
    prospects.houses = houses
    matching_cheques(state, left, prospects.brings)
    for rank in range(left):
        mean += prospects.brings[rank] / left
    sharp = sharpness(state, left / offered)
    for rank in range(left):
        prospects.kept[rank] = np.exp(sharp * LEFT * (prospects.brings[rank] - mean))
    for place in range(offered):
        value = float(state.cheque_value[U64(nth(state.cheques_on_offer, place))])
        prospects.paid[place] = np.exp(sharp * (value - mean))
    for seat in range(1, state.players + 1):
        held = count(state.hand[seat])
        prospects.held[seat] = game.money(state, seat)
        if held != 0:
            prospects.held[seat] += mean + LEFT * mean * (held - 1)
        most = max(most, prospects.held[seat])
    for seat in range(1, state.players + 1):
        prospects.held[seat] = np.exp(sharp * (prospects.held[seat] - most))


@inlined
def chance_after(state, sold, seat, prospects):
    """Return the chance of `seat` to win after a sale of these houses, one of each who can sell."""
    left, total, own = prospects.houses & ~sold, 0.0, 0.0
    for other in range(1, state.players + 1):
        power, hand = prospects.held[other], state.hand[other]
        if hand != 0:
            power *= prospects.paid[count(below(sold, lowest(hand & sold)))]
        hand &= left
        while hand != 0:
            power *= prospects.kept[count(below(left, lowest(hand)))]
            hand &= hand - 1
        total += power
        if other == seat:
            own = power
    return own / total


@inlined
def random(words, state, n):
    purpose = purpose_word(DEAL, U64(state.players))
    word, n = draw_below(ONE << U64(32), words, state.seed, purpose, state.deal, n)
    return float(word) / 2.0**32, n


@inlined
def draw(weights, number, words, state, n):
    total = 0.0
    for i in range(number):
        total += weights[i]
    word, n = random(words, state, n)
    left = total * word
    for i in range(number - 1):
        if left < weights[i]:
            return i, n
        left -= weights[i]
    return number - 1, n


@inlined
def mix(regrets, number, mixture):
    """Write a mixture in proportion to the regrets; a uniform one if all regrets are 0."""
    total = 0.0
    for i in range(number):
        total += regrets[i]
    for i in range(number):
        mixture[i] = regrets[i] / total if total > 0.0 else 1.0 / number


@inlined
def blend(mixture, number, expected, houses, blended):
    """Write each house's probability: the expected part, and the mixture for the rest."""
    left = 1.0
    for i in range(number):
        left -= expected[houses[i]]
    for i in range(number):
        blended[i] = expected[houses[i]] + left * mixture[i]


TOLD_MONEY, TOLD_HOUSE, TOLD_PRICE, TOLD_MOVE = 0, SEATS, SEATS + 1, SEATS + 2
TOLD = SEATS + 3
"""Columns of what is told of a move each time that it is tried: the player's money at the end,
everyone's chance to win by seat (in a sale the player's own), in an auction the house that it
brings (0 for none), the coins it costs or the cheque it brings (0: not known), and the move."""


@inlined
def sale_without_draw(hand, wins, by_rule, doubt):
    """Return the house that wins most, or one of a tried rule: `wins` are by place in the hand."""
    best = I64(np.argmax(wins))
    most = wins[best] / (1.0 + WARY * doubt)
    for number in range(min(TRIED, by_rule.shape[0])):
        place = count(below(hand, by_rule[number]))
        if wins[place] > most:
            best, most = place, wins[place]
    return nth(hand, best)


@inlined
def mixed_sale(state, seat, rounds, by_rule, doubt, expected, told):
    """Return the house that `seat` sells, and whether it is the best or was drawn from a mixture.

    `state`, record of `STATE`: what the player sees, with random numbers of its own. `seat`,
    `rounds`, int64. `by_rule`, int64[::1]: by rule, the house that it sells; that of a tried one is
    sold unless another wins more, by `WARY` times `doubt`, float64: which share of the others
    nobody can foresee. `expected`, (`SEATS`, `CARDS`) float64: by seat and house, the probability
    that the model of this player sells it; changed at `seat`. `told`, (houses in hand or more,
    rounds or fewer, `TOLD`) float64: filled, in these rounds, with what each house brings `seat`.
    """
    houses = local_array((SEATS, MAX_CARDS), np.int64)
    numbers, drawn = local_array(SEATS, np.int64), local_array(SEATS, np.int64)
    sellers, foreseen = game.holders(state), 0.0
    seats, expected[seat] = sellers, 0.0
    while seats != 0:
        other = lowest(seats)
        seats &= seats - 1
        numbers[other] = houses_to_try(state, other, lowest(state.hand[other]), houses[other])
        foreseen += expected[other].sum()
    sure = foreseen > FORESEEN * (count(sellers) - 1)
    prospects = local_array(1, PROSPECTS)[0]
    fill_prospects(state, prospects)
    regrets = local_array((SEATS, MAX_CARDS), np.float64)
    averages = local_array((SEATS, MAX_CARDS), np.float64)
    mixtures = local_array((SEATS, MAX_CARDS), np.float64)
    wins, blended = local_array(MAX_CARDS, np.float64), local_array(MAX_CARDS, np.float64)
    words, n = local_array(4, np.uint64), ZERO
    regrets[:] = averages[:] = 0.0
    for done in range(1, rounds + 1):
        sold, seats = 0, sellers
        while seats != 0:
            other = lowest(seats)
            seats &= seats - 1
            mix(regrets[other], numbers[other], mixtures[other])
            blend(mixtures[other], numbers[other], expected[other], houses[other], blended)
            i, n = draw(blended, numbers[other], words, state, n)
            drawn[other] = houses[other, i]
            sold |= only(drawn[other])
        seats = sellers
        while seats != 0:
            other = lowest(seats)
            seats &= seats - 1
            mean = 0.0
            for i in range(numbers[other]):
                sale = remove(sold, drawn[other]) | only(houses[other, i])
                wins[i] = chance_after(state, sale, other, prospects)
                mean += mixtures[other, i] * wins[i]
                if other == seat and done <= told.shape[1]:
                    told[i, done - 1, seat] = wins[i]
                    cheque = nth(state.cheques_on_offer, count(below(sale, houses[other, i])))
                    paid = float(state.cheque_value[U64(cheque)])
                    more = money_later(state, seat, prospects.houses & ~sale, prospects.brings)
                    told[i, done - 1, TOLD_PRICE], told[i, done - 1, TOLD_MONEY] = paid, paid + more
            for i in range(numbers[other]):
                # The weights of the rounds are 1, 2, 3, …
                by_round = done * mixtures[other, i]
                averages[other, i] += wins[i] if sure and other == seat else by_round
                regrets[other, i] = max(regrets[other, i] + wins[i] - mean, 0.0)
    if sure:
        return sale_without_draw(state.hand[seat], averages[seat], by_rule, doubt), True
    i, n = draw(averages[seat], numbers[seat], words, state, n)
    return houses[seat, i], False


# positions: The public part of a game as a state of the compiled engine, from which a search plays
# on.
#
# It does not contain the order of the decks, and its random numbers are the search's own.

SHOWN = (
    *("coins", "hand", "cheques", "round", "opener", "seats_in", "bid", "highest_bid", "least_bid"),
    *("houses_on_offer", "face_down", "cheques_on_offer", "unseen_houses", "unseen_cheques"),
    *("buyer", "price", "auction", "cheque", "sale"),
)
"""The fields that a view's snapshot and a state have in common, but for those of the rules."""


def shown_state(view: View) -> NDArray[Any]:
    seen = view._snapshot
    state = new_state(seen.rules, 0, keeps_past=True)
    record = state[0]
    for name in SHOWN:
        value = getattr(seen, name)
        if isinstance(value, Mapping):
            for place, number in value.items():
                record[name][place] = number
        else:
            record[name] = value
    for auction in range(1, view.auctions + 1):
        for seat in view.seats:
            for name in ("past_bid", "past_least_bid", "past_declined"):
                record[name][auction, seat] = getattr(seen, name)[auction, seat]
        record["houses_revealed"] = view.offer_in(auction)
    if seen.rules.refunded == "first" and seen.seats_in:
        record["refund_rates"][1:] = 0
        if seen.is_refunded:
            left = count(seen.houses_on_offer | seen.face_down)
            record["refund_rates"][left] = record["refund_rates"][0]
    return state


def position(view: View, word: int) -> NDArray[Any]:
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
    return call_or_raise(function, view_of(states[0], seat), arguments_at(arguments))


@inlined
def forget(state, seed):
    state.seed = U64(seed)
    state.deal = ZERO
    state.seating = ZERO
    key_deal(state)
    key_game(state)


@inlined
def order_equal_cheques(state):
    """Let the lowest of equal cheques be those that are gone, and the highest those to come.

    Which of them is which means nothing, and a game that was written down does not tell.
    """
    offer, unseen, cards = state.cheques_on_offer, state.unseen_cheques, state.deck_cheques
    state.cheques_on_offer = state.unseen_cheques = 0
    while cards != 0:
        value, equal = state.cheque_value[lowest(cards)], 0
        while cards != 0 and state.cheque_value[lowest(cards)] == value:
            equal |= cards & -cards
            cards &= cards - 1
        gone = count(equal & ~offer & ~unseen)
        seen = gone + count(equal & offer)
        for i in range(gone, count(equal)):
            if i < seen:
                state.cheques_on_offer |= only(nth(equal, i))
            else:
                state.unseen_cheques |= only(nth(equal, i))


@inlined
def lay_middling(state):
    """Let those of the unseen houses lie face down that part them most evenly."""
    number, unseen = count(state.face_down), count(state.unseen_houses)
    state.face_down = 0
    for i in range(1, number + 1):
        state.face_down |= only(nth(state.unseen_houses, i * (unseen + 1) // (number + 1) - 1))


@inlined
def begin_search(view, starts):
    """Copy what a view shows, with random numbers of the search's own; return what seeds them.

    A sale may be drawn by the same number: the shuffles do not depend on its size.
    """
    copy_record(starts[0], state_of(view))
    lay_middling(starts[0])
    word = view.random_below(WORDS)
    forget(starts[0], word)
    return word


ILLEGAL_BID = (
    "a policy of its search bids {} for seat {} in round {}, which is illegal: it may bid 0, or {} "
    "to {}"
)
ILLEGAL_SALE = (
    "a policy of its search sells house {} for seat {} in round {}, which is illegal: it is not in "
    "view.hand"
)


@inlined
def check_policy(view, state, is_legal):
    """Refuse the last move of a policy unless it is legal, and leave in the view which it was."""
    if not is_legal:
        known, seat = state_of(view), state.seat
        known.seat, known.move, known.round = seat, state.move, state.round
        known.least_bid, known.coins[seat] = state.least_bid, state.coins[seat]
        if state.seats_in != 0:
            raise ValueError(ILLEGAL_BID)
        raise ValueError(ILLEGAL_SALE)


def asked(function: int, states: NDArray[Any], seat: int, arguments: int) -> int:
    """Return the move of `seat` in a position; raise what the function raises."""
    try:
        return int(ask_position(np.uint64(function), states, np.uint64(seat), np.uint64(arguments)))
    except ValueError as error:
        if str(error) not in (ILLEGAL_BID, ILLEGAL_SALE):
            raise
        known = states[0]
        most = known["coins"][known["seat"]]
        told = (known[name] for name in ("move", "seat", "round", "least_bid"))
        raise ValueError(str(error).format(*told, most)) from None


# regret_matching: Regret matching for simultaneous games in which every player has two moves.
#
# In every round, each player in turn computes what either move would win against the others'
# current mixed strategies, and plays each move in proportion to the regret for not having played
# it [1]_. Regrets never fall below zero, and later rounds weigh more in the average strategy,
# which makes it converge faster [2]_.
#
# In a two-player constant-sum game the average converges to an equilibrium. With more players there
# is no such guarantee: `largest_gain` tells how far it is from one, and a restart often helps.
#
# References
# ----------
# .. [1] Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium",
#    Econometrica 68 (2000).
# .. [2] Tammelin, "Solving large imperfect information games using CFR+", arXiv:1407.5042 (2014).

COLUMNS = 1 << MAX_SEATS  # the most combinations of moves
ATTEMPTS = 8  # how many starts are tried: first the mixtures given, then pure strategies
ROUNDS = 1_000  # the most rounds from one start
CHECK_EVERY = 50  # how many rounds come between two checks of what deviating would gain
NEAR = 0.001
"""Mixed strategies are good enough when nobody can gain more than this by deviating alone."""


@step
def worths(payoffs, chances, player, scratch):
    """Return a player's expected win from move 0 and from move 1 against the others' mixtures.

    `payoffs`, float64[:, ::1]: (players, 2**players or more): what each player wins; the bits of a
    column's number are the moves, the lowest bit that of player 0. `chances`, float64[::1]: by
    player, the probability of move 1. `scratch`, float64[::1]: for 2**players numbers.
    """
    players = len(chances)
    left = 1 << players
    for moves in range(left):
        scratch[moves] = payoffs[player, moves]
    for other in range(players - 1, player, -1):  # the highest bit goes
        left >>= 1
        for moves in range(left):
            low, high = scratch[moves], scratch[moves + left]
            scratch[moves] = low + chances[other] * (high - low)
    for other in range(player):  # the lowest bit goes
        left >>= 1
        for moves in range(left):
            low, high = scratch[2 * moves], scratch[2 * moves + 1]
            scratch[moves] = low + chances[other] * (high - low)
    return scratch[0], scratch[1]


@step
def largest_gain(payoffs, chances):
    """Return the most that any player can gain by deviating alone: 0 in an equilibrium.

    The arguments are those of `worths`.
    """
    scratch = local_array(COLUMNS, np.float64)
    gain = 0.0
    for player in range(len(chances)):
        low, high = worths(payoffs, chances, player, scratch)
        gain = max(gain, max(low, high) - (low + chances[player] * (high - low)))
    return gain


@inlined
def take_turns(payoffs, chances, regrets):
    """Let each player in turn adapt its mixture to the others', in place."""
    scratch = local_array(COLUMNS, np.float64)
    for player in range(len(chances)):
        low, high = worths(payoffs, chances, player, scratch)
        mean = low + chances[player] * (high - low)
        regrets[player, 0] = max(regrets[player, 0] + low - mean, 0.0)
        regrets[player, 1] = max(regrets[player, 1] + high - mean, 0.0)
        total = regrets[player, 0] + regrets[player, 1]
        if total > 0.0:
            chances[player] = regrets[player, 1] / total


@step
def match_regrets(payoffs, chances):
    players = len(chances)
    now = local_array(MAX_SEATS, np.float64)[:players]
    average = local_array(MAX_SEATS, np.float64)[:players]
    regrets = local_array((MAX_SEATS, 2), np.float64)[:players]
    for player in range(players):
        now[player] = chances[player]
    least = np.inf
    for attempt in range(1, ATTEMPTS + 1):
        regrets[:], average[:] = 0.0, 0.0
        for done in range(1, ROUNDS + 1):
            take_turns(payoffs, now, regrets)
            for player in range(players):
                # The weights of the rounds are 1, 2, 3, …
                average[player] += (now[player] - average[player]) * 2.0 / (done + 1.0)
            if done % CHECK_EVERY == 0:
                gain = largest_gain(payoffs, average)
                if gain < least:
                    least = gain
                    for player in range(players):
                        chances[player] = average[player]
                if least <= NEAR:
                    return least
        for player in range(players):
            now[player] = attempt >> player & 1
    return least


# known_positions: Positions of an auction that have been searched: a hash table.
#
# Positions that can be reached in several ways are searched once [1]_.
#
# References
# ----------
# .. [1] Slate and Atkin, "CHESS 4.5", in Chess Skill in Man and Machine (1977).

HASH = U64(0x9E3779B97F4A7C15)  # knuth's multiplier: 2**64 divided by the golden ratio
ANY_JUMP = 2**62  # stands for the jump where the chances are the same however far bids may jump


class Known(NamedTuple):
    """The positions that have been searched: a hash table."""

    keys: NDArray[np.uint64]  # by slot; 0 where it is free
    places: NDArray[np.int64]  # by slot: where the position's chances are
    jumps: NDArray[np.int64]  # by place: how far bids could jump when the chances were found
    chances: NDArray[np.float64]  # by place and seat: everyone's chance to win


@allocating_step
def room_for(positions):
    slots = 256
    while slots < 2 * positions:
        slots *= 2
    keys, places = np.zeros(slots, np.uint64), np.empty(slots, np.int64)
    return Known(keys, places, np.empty(positions, np.int64), np.empty((positions, SEATS)))


@inlined
def key_of(auction, seat, lowest_equal):
    """Return a hash (uint64) of the position at a turn, never 0.

    A bid below the highest matters only by what a pass will cost. So bids that cost as much have
    one key. `lowest_equal`: that of `forsale_sim.search.auctions.Powers`.
    """
    key = U64(seat) * HASH
    for other in range(1, auction.players + 1):
        bid = auction.bid[other]
        if bid != auction.highest_bid:
            bid = lowest_equal[bid]
        key = (key + U64(bid * SEATS + auction.passed[other])) * HASH
        key ^= key >> U64(29)
    return key | U64(1)


@inlined
def slot_of(keys, key):
    mask = U64(keys.shape[0] - 1)
    slot = (key >> U64(20)) & mask
    while keys[slot] != U64(0) and keys[slot] != key:
        slot = (slot + U64(1)) & mask
    return slot


@inlined
def recall(auction, key, jump, known, chances):
    slot = slot_of(known.keys, key)
    if known.keys[slot] != key or known.jumps[known.places[slot]] < jump:
        return False
    place = known.places[slot]
    auction.curtailed = known.jumps[place] != ANY_JUMP
    for seat in range(SEATS):
        chances[seat] = known.chances[place, seat]
    return True


@inlined
def remember(auction, turn, jump, known):
    place = auction.searched
    if place < known.chances.shape[0]:
        slot = slot_of(known.keys, turn.key)
        known.keys[slot], known.places[slot] = turn.key, place
        known.jumps[place] = jump if turn.curtailed else ANY_JUMP
        for seat in range(SEATS):
            known.chances[place, seat] = turn.chances[seat]
        auction.searched += 1
