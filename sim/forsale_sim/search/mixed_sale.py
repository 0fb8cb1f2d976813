"""A mixed strategy for one sale, in which all choose at the same time.

A player who always sells the same house in the same position can be predicted and beaten. So
players mix, and regret matching [1]_ finds how. In each round all draw a house from their current
mixtures; each player then computes what every other house in hand would have won, and the houses it
regrets not having sold become more likely. Regrets never fall below zero, later rounds weigh more
[2]_, and the house to sell is drawn from the average of all rounds. What so few rounds leave on
houses that are worse is kept: without it, a sale is easier to foresee.

Such a mixture is safe, but wins nothing from predictable players. So each of the others is assumed
to sell certain houses with given probabilities, and to mix otherwise: the answer to that is a
restricted Nash response [3]_.

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

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.local_arrays import local_array
from strategy_lab.compiled.random import DEAL, ONE, U64, ZERO, draw_below, purpose_word

from forsale_sim.cards import MAX_CARDS, count, lowest, only, remove
from forsale_sim.engine import game
from forsale_sim.engine.state import SEATS
from forsale_sim.engine.view import I64
from forsale_sim.search.candidate_moves import houses_to_try
from forsale_sim.search.ranks import at_rank

LEFT = 0.85
"""What an unsold house is worth in money in hand, as a part of the cheque that matches it."""
SHARPNESS, FADING = 1.83, 0.7
"""How money becomes chances to win: see `sharpness`.

They and `LEFT` are conditional logit estimates from the winners of thousands of games of such
players: by iello-en with 3, 4 and 6 players, by ravensburger-1997 with 4.
``python -m forsale_sim.training.values.sale_values`` estimates them again from games of today's
`champion`; those estimates predict the winners hardly better.
"""


@inlined
def sharpness(state, to_come):
    """Return what a unit of money adds to the log odds to win with `to_come` sales to come.

    It falls with the number of sales, and is scaled by the cheques' standard deviation, so that it
    fits any deck.
    """
    number, total, squares = 0, 0.0, 0.0
    cards = state.deck_cheques
    while cards != 0:
        value = float(state.cheque_value[lowest(cards)])
        cards &= cards - 1
        number, total, squares = number + 1, total + value, squares + value * value
    deviation = np.sqrt(max(squares / number - (total / number) ** 2, 1.0))
    return SHARPNESS * np.sqrt(float(state.players)) / deviation / to_come**FADING


@inlined
def matching_cheques(state, houses, brings):
    """Write the unseen cheque that matches each rank of so many houses, from the lowest."""
    values, number = local_array(MAX_CARDS, np.float64), 0
    cards = state.unseen_cheques
    while cards != 0:
        values[number] = state.cheque_value[lowest(cards)]
        cards &= cards - 1
        number += 1
    for rank in range(houses):
        brings[rank] = at_rank(values, number, rank, houses)


@inlined
def pay(state, houses, cheques, times):
    """Add to everyone's cheques what a sale brings, so many times: -1 takes it back."""
    while houses != 0:
        value = I64(state.cheque_value[game.first(cheques)])
        state.cheques[U64(state.buyer[game.first(houses)])] += times * value
        houses &= houses - 1
        cheques &= cheques - 1


@inlined
def chance_after(state, sold, seat, brings, sharp):
    """Return the chance of `seat` to win after a sale of the set `sold`, one house a seller."""
    unsold = 0
    for other in range(1, SEATS):
        unsold |= state.hand[other]
    unsold &= ~sold
    money = local_array(SEATS, np.float64)
    # To copy the state for every sale that is tried would take longer than all the rest.
    pay(state, sold, state.cheques_on_offer, 1)
    for other in range(1, state.players + 1):
        worth, hand = 0.0, state.hand[other] & ~sold
        while hand != 0:
            worth += brings[count(unsold & (only(lowest(hand)) - 1))]
            hand &= hand - 1
        money[other] = game.money(state, other) + LEFT * worth
    pay(state, sold, state.cheques_on_offer, -1)
    total = 0.0
    for other in range(1, state.players + 1):
        total += np.exp(sharp * (money[other] - money[seat]))
    return 1.0 / total


@inlined
def random(words, state, n):
    """Return a number from 0 to 1, and the next unused word's number."""
    purpose = purpose_word(DEAL, U64(state.players))
    word, n = draw_below(ONE << U64(32), words, state.seed, purpose, state.deal, n)
    return float(word) / 2.0**32, n


@inlined
def draw(weights, number, words, state, n):
    """Draw an index in proportion to its weight; return it and the next unused word's number."""
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


@inlined
def mixed_sale(state, seat, rounds, expected, estimates):
    """Return the house that `seat` sells, drawn from the mixture that regret matching finds.

    `state`, record of `STATE`: what the player sees, with random numbers of its own. `seat`,
    `rounds`, int64. `expected`, (`SEATS`, `CARDS`) float64: by seat and house, the probability that
    the model of this player sells it; changed at `seat`. `estimates`, (`CARDS`,) float64: filled
    with the chance of `seat` to win after the sale of each of its houses, against the others'
    average mixtures.
    """
    houses = local_array((SEATS, MAX_CARDS), np.int64)
    numbers, drawn = local_array(SEATS, np.int64), local_array(SEATS, np.int64)
    left, sellers = -count(state.cheques_on_offer), game.holders(state)
    seats = sellers
    while seats != 0:
        other = lowest(seats)
        seats &= seats - 1
        numbers[other] = houses_to_try(state, other, lowest(state.hand[other]), houses[other])
        left += numbers[other]
    brings = local_array(MAX_CARDS, np.float64)
    matching_cheques(state, left, brings)
    sharp = sharpness(state, left / count(state.cheques_on_offer))
    regrets = local_array((SEATS, MAX_CARDS), np.float64)
    averages = local_array((SEATS, MAX_CARDS), np.float64)
    mixtures = local_array((SEATS, MAX_CARDS), np.float64)
    wins, blended = local_array(MAX_CARDS, np.float64), local_array(MAX_CARDS, np.float64)
    words, n = local_array(4, np.uint64), ZERO
    regrets[:] = averages[:] = 0.0
    expected[seat] = 0.0
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
                wins[i] = chance_after(state, sale, other, brings, sharp)
                mean += mixtures[other, i] * wins[i]
                if other == seat:
                    # The weights of the rounds are 1, 2, 3, …
                    house = houses[other, i]
                    estimates[house] += (wins[i] - estimates[house]) * 2.0 / (done + 1.0)
            for i in range(numbers[other]):
                averages[other, i] += done * mixtures[other, i]
                regrets[other, i] = max(regrets[other, i] + wins[i] - mean, 0.0)
    i, n = draw(averages[seat], numbers[seat], words, state, n)
    return houses[seat, i]
