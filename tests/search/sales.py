"""The last two sales of random games, and what they win by the readable engine's rules."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
from forsale_sim.cards import count, members
from forsale_sim.reference.table import Game, deal_cards, set_of
from forsale_sim.rules.ruleset import Rules
from numpy.typing import NDArray
from strategy_lab.rows import whole_win

MOST_REMOVED = {2: 6, 3: 4, 4: 3, 5: 2, 6: 1, 7: 1, 8: 0}
"""By number of players, so that there are not too many sets of last cheques."""


def random_rules(chance: Random, players: int) -> Rules:
    a_round = players - chance.choice((0, 0, 1))
    removed = chance.randint(0, MOST_REMOVED[players])
    houses = 2 * players + chance.choice((0, a_round)) + removed
    return Rules(
        ruleset="random",
        players=players,
        houses=tuple(sorted(chance.sample(range(1, 61), houses))),
        cheques=tuple(sorted(chance.choices(range(16), k=houses))),
        coins=(chance.randint(0, 8),) * players,
        removed=removed,
        houses_per_round=a_round,
        raise_="strict",
        refund="down",
    )


def last_sale_games(number: int, seed: int, players: int = 0) -> Iterator[Game]:
    """So many games of chance, each where nobody holds more than two houses any more.

    There are 2 to 6 players in turn, unless their number is given.
    """
    chance = Random(seed)
    for deal in itertools.count(1):
        if number == 0:
            return
        rules = random_rules(chance, players or 2 + deal % 5)
        game = Game(rules, deal_cards(rules, seed, deal))
        while game.phase == "buying" or max(map(count, game.hands.values())) > 2:
            game.step(chance.choice(game.legal_moves()[:3]))
        if game.to_act:  # else the bids left nobody a choice
            number -= 1
            yield game


def choosers(game: Game) -> list[int]:
    return [seat for seat, hand in game.hands.items() if count(hand) == 2]


def tabulated(game: Game) -> NDArray[np.float64]:
    """What each combination of choices wins: each played to its end with all last cheques.

    Returns
    -------
    array
        (choosers, 2**choosers), as `forsale_sim.search.rollouts` has it.
    """
    seats = choosers(game)
    unseen = members(set_of(range(1, len(game.rules.cheques) + 1)) & ~game.seen_cheques)
    lasts = list(itertools.combinations(unseen, len(seats)))
    table, whole = np.zeros((len(seats), 2 ** len(seats))), whole_win(game.rules.players)
    for column, choices in enumerate(itertools.product((0, 1), repeat=len(seats))):
        wins = [Fraction(0)] * len(seats)
        for last in lasts:
            end = game.copy()
            seen = tuple(members(game.seen_cheques))
            end.deal = replace(game.deal, cheques=seen + last)
            for choice in reversed(choices):  # the lowest bit is the first seat's
                end.step(members(end.hands[end.to_act])[choice])
            for i, seat in enumerate(seats):
                wins[i] += Fraction(end.score.wins[seat - 1], whole * len(lasts))
        table[:, column] = [float(share) for share in wins]
    return table


def gain_by_definition(table: NDArray[np.float64], chances: NDArray[np.float64]) -> float:
    """The most that anyone gains by deviating alone: every combination, weighed."""
    players, best = len(chances), 0.0
    for player in range(players):
        worth = np.zeros(2)
        for choices in itertools.product((0, 1), repeat=players):
            others = [
                chances[i] if choices[i] else 1 - chances[i] for i in range(players) if i != player
            ]
            column = sum(choice << i for i, choice in enumerate(choices))
            worth[choices[player]] += np.prod(others) * table[player, column]
        mean = worth @ [1 - chances[player], chances[player]]
        best = max(best, float(worth.max() - mean))
    return best


def value_of(table: NDArray[np.float64]) -> float:
    from scipy.optimize import linprog

    wins = table[0].reshape(2, 2)  # by the second one's choice, then the first one's
    found = linprog(
        [0, 0, -1],
        A_ub=np.c_[-wins, np.ones(2)],
        b_ub=[0, 0],
        A_eq=[[1, 1, 0]],
        b_eq=[1],
        bounds=[(0, 1), (0, 1), (None, None)],
    )
    return float(-found.fun)
