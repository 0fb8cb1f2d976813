"""`appraiser`: what it values, and when it stays in."""

from __future__ import annotations

from itertools import product

import pytest
from forsale_strategies.appraiser import coin_worth, deepest_purse, house_value, mean_value

from tests.strategies.positions import FOUR, buying, selling

DEALT = {seat: range(seat, 25, 4) for seat in (1, 2, 3, 4)}
"""Houses 1 to 24, as after six rounds."""
HANDS = {1: [6, 17, 29], 2: [1, 8, 20], 3: [3, 15, 24], 4: [5, 19, 28]}


def test_house_value_follows_the_rank() -> None:
    view = buying([3, 12, 20, 28])
    assert house_value(view, 0, 0.0) == 0
    values = [house_value(view, house, 0.0) for house in FOUR.houses]
    assert values[0] == pytest.approx(15 * 0.5 / 30)
    assert values == sorted(values)
    assert house_value(view, 15, 0.5) > values[14]


def test_a_coin_is_worth_1_in_the_last_auction() -> None:
    assert coin_worth(buying([25, 26, 27, 28], hands=DEALT), 3.0, 1.0, 1.0) == 1


def test_a_coin_is_worth_more_to_the_poor() -> None:
    rich, poor = (buying([3, 12, 20, 28], coins=coins) for coins in (20, 5))
    assert coin_worth(poor, 1.0, 0.1, 0.0) > coin_worth(rich, 1.0, 0.1, 0.0) > 1


def test_deepest_purse_is_of_those_still_in() -> None:
    assert deepest_purse(buying([12, 28], passed=[3, 4])) == 21
    assert deepest_purse(buying([28], passed=[2, 3, 4])) == 0


def test_mean_value_is_exact_without_leaning() -> None:
    view = selling([2, 5, 9, 15], HANDS)
    worth = (2.0, 5.0, 9.0, 15.0, 0.0, 0.0, 0.0, 0.0)
    for house in HANDS[1]:
        sent = list(product(*(HANDS[seat] for seat in (2, 3, 4))))
        mean = sum(worth[sum(other < house for other in others)] for others in sent) / 27
        assert mean_value(view, house, worth, 0.0) == pytest.approx(mean)
        if house != 29:
            assert mean_value(view, house, worth, 0.5) < mean
