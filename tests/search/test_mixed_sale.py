"""Mixed sales: nobody gains much from knowing them."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from forsale_sim.cards import count, lowest, members, only
from forsale_sim.engine.state import CARDS
from forsale_sim.reference.table import Game
from forsale_sim.search.sales import PROSPECTS, TOLD, chance_after, fill_prospects, mixed_sale
from numba import njit
from numpy.typing import NDArray

from tests.play.positions import positions, state_of

ROUNDS, DRAWS = 300, 400
NONE = np.zeros(0, np.int64)


@njit
def sales(starts, seat, rounds, draws, tried, foreseen=0.0, doubt=0.0):  # type: ignore[no-untyped-def]
    found = np.empty(draws, np.int64)
    for i in range(draws):
        starts[0].deal = np.uint64(i)
        expected, told = np.zeros((7, CARDS)), np.zeros((60, 0, TOLD))
        for other in range(1, 7):
            expected[other, lowest(starts[0].hand[other])] = foreseen
        found[i], _ = mixed_sale(starts[0], seat, rounds, tried, doubt, expected, told)
    return found


@njit
def valued(states, houses):  # type: ignore[no-untyped-def]
    prospects, chances = np.zeros(1, PROSPECTS)[0], np.zeros(7)
    fill_prospects(states[0], prospects)
    for seat in range(1, states[0].players + 1):
        chances[seat] = chance_after(states[0], houses, seat, prospects)
    return chances


def first_sale(ruleset: str, players: int, houses: int, deal: int) -> Game:
    for game in positions(ruleset, players, deal):
        if game.phase == "selling" and {count(hand) for hand in game.hands.values()} == {houses}:
            return game
    raise AssertionError("there is no such sale")


def payoffs(game: Game) -> dict[tuple[int, ...], NDArray[np.float64]]:
    hands = [members(hand) for hand in game.hands.values()]
    table = {}
    for choice in itertools.product(*hands):
        sold = sum(only(house) for house in choice)
        table[choice] = valued(state_of(game, seed=1), sold)[1 : len(hands) + 1]
    return table


def largest_gain(game: Game, mixtures: list[dict[int, float]]) -> float:
    table, gains = payoffs(game), []
    for player, mixture in enumerate(mixtures):
        worth = Counter[int]()
        for choice, chances in table.items():
            others = (
                m[house]
                for i, (m, house) in enumerate(zip(mixtures, choice, strict=True))
                if i != player
            )
            worth[choice[player]] += float(np.prod(list(others)) * chances[player])
        gains.append(
            max(worth.values()) - sum(share * worth[house] for house, share in mixture.items())
        )
    return max(gains)


def mixture(game: Game, seat: int, rounds: int) -> dict[int, float]:
    found = Counter(sales(state_of(game, seed=1), seat, rounds, DRAWS, NONE).tolist())
    return {house: found[house] / DRAWS for house in members(game.hands[seat])}


def test_chances_add_up_to_one() -> None:
    for chances in payoffs(first_sale("iello-en", 3, 3, deal=1)).values():
        assert chances.sum() == pytest.approx(1)


@pytest.mark.thorough
def test_nobody_gains_much_from_knowing_the_mixtures() -> None:
    mixed, certain = [], []
    for deal in range(1, 7):
        game = first_sale("iello-en", 3, 3, deal)
        seats = range(1, 4)
        mixed.append(largest_gain(game, [mixture(game, seat, ROUNDS) for seat in seats]))
        pure = [
            {h: float(h == min(members(game.hands[s]))) for h in members(game.hands[s])}
            for s in seats
        ]
        certain.append(largest_gain(game, pure))
    # Over a hundred deals the mean is 0.008 and the standard deviation 0.016.
    assert np.mean(mixed) < 0.008 + 3 * 0.016 / 6**0.5
    assert np.mean(certain) > 0.05


@pytest.mark.parametrize("deal", [2, 3, 4])
def test_the_best_house_is_sold_where_the_others_are_foreseen(deal: int) -> None:
    game = first_sale("iello-en", 4, 4, deal)
    own, *others = (members(hand) for hand in game.hands.values())
    table, lowest_of = payoffs(game), [min(hand) for hand in others]
    worth = {house: table[house, *lowest_of][0] for house in own}
    for house in sales(state_of(game, seed=1), 1, 50, 60, NONE, 0.95).tolist():
        assert worth[house] > max(worth.values()) - 0.02
    worst, _, good, _ = sorted(own, key=lambda house: worth[house])
    for tried, kept in ([worst], worst), ([worst, good], good), ([good, worst], good):
        for doubt, certain in ((0.0, False), (99.0, True)):
            sold = sales(state_of(game, seed=1), 1, 50, 60, np.array(tried), 0.95, doubt)
            assert (sold == kept).all() == certain


def test_a_few_rounds_are_worse_than_many() -> None:
    game = first_sale("iello-en", 4, 4, deal=2)
    few, many = (
        largest_gain(game, [mixture(game, seat, rounds) for seat in range(1, 5)])
        for rounds in (3, ROUNDS)
    )
    assert many < few / 2
