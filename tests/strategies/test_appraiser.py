"""`appraiser`: what it values, and when it stays in."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from forsale_strategies.appraiser import coin_worth, deepest_purse, house_value, mean_value

from tests.strategies.positions import FOUR, bid, buying, sell, selling

DEALT = {seat: range(seat, 25, 4) for seat in (1, 2, 3, 4)}
"""Houses 1 to 24, as after six rounds."""
HANDS = {1: [6, 17, 29], 2: [1, 8, 20], 3: [3, 15, 24], 4: [5, 19, 28]}


class TestAppraiser:
    def test_house_value_follows_the_rank(self) -> None:
        view = buying([3, 12, 20, 28])
        assert house_value(view, 0, 0.0) == 0
        values = [house_value(view, house, 0.0) for house in FOUR.houses]
        assert values[0] == pytest.approx(15 * 0.5 / 30)
        assert values == sorted(values)
        assert house_value(view, 15, 0.5) > values[14]

    def test_a_coin_is_worth_1_in_the_last_auction(self) -> None:
        assert coin_worth(buying([25, 26, 27, 28], hands=DEALT), 3.0, 1.0, 1.0) == 1

    def test_a_coin_is_worth_more_to_the_poor(self) -> None:
        rich, poor = (buying([3, 12, 20, 28], coins=coins) for coins in (20, 5))
        assert coin_worth(poor, 1.0, 0.1, 0.0) > coin_worth(rich, 1.0, 0.1, 0.0) > 1

    def test_deepest_purse_is_of_those_still_in(self) -> None:
        assert deepest_purse(buying([12, 28], passed=[3, 4])) == 21
        assert deepest_purse(buying([28], passed=[2, 3, 4])) == 0

    def test_mean_value_is_exact_without_leaning(self) -> None:
        view = selling([2, 5, 9, 15], HANDS)
        worth = (2.0, 5.0, 9.0, 15.0, 0.0, 0.0, 0.0, 0.0)
        for house in HANDS[1]:
            sent = list(product(*(HANDS[seat] for seat in (2, 3, 4))))
            mean = sum(worth[sum(other < house for other in others)] for others in sent) / 27
            assert mean_value(view, house, worth, 0.0) == pytest.approx(mean)
            if house != 29:
                assert mean_value(view, house, worth, 0.5) < mean

    def test_takes_what_nobody_can_outbid_at_its_price(self) -> None:
        """Whatever its weights: it owns 3 coins, the others 1 each, and 2 win for certain."""
        rules = replace(FOUR, coins=(3, 1, 1, 1))
        last = {"hands": {**DEALT, 1: [5, 9, 13, 17, 21, 25]}, "rules": rules, "bids": {2: 1}}
        assert bid("appraiser:top=-1,near=-1", buying([1, 26, 27, 29], **last)) == 2
        assert bid("appraiser:top=-1,near=-1", buying([26, 27, 28, 29], **last)) == 0

    def test_passes_when_there_is_nothing_between_the_houses(self) -> None:
        assert bid("appraiser", buying([15, 16, 17, 18], bids={2: 9})) == 0
        assert bid("appraiser", buying([1, 10, 20, 30], bids={2: 1})) > 1

    def test_bids_higher_the_less_coins_are_worth(self) -> None:
        view = buying([1, 12, 20, 30], bids={2: 6})
        assert bid("appraiser:least=0.1,thrift=0", view) > 6
        assert bid("appraiser:least=3,thrift=1", view) == 0

    def test_jumps_towards_its_limit(self) -> None:
        view = buying([1, 12, 20, 30])
        assert bid("appraiser:jump=0,even=0", view) == 1
        assert bid("appraiser:jump=1,even=0", view) > 1

    def test_adds_the_coin_that_a_pass_would_get_back(self) -> None:
        """Half of 1 rounded down is 0, half of 2 is 1."""
        view = buying([1, 12, 20, 30])
        assert bid("appraiser:even=1", view) == 2

    def test_spends_a_good_house_on_good_cheques_only(self) -> None:
        assert sell("appraiser", selling([2, 3, 14, 15], HANDS)) == 29
        assert sell("appraiser", selling([8, 8, 9, 9], HANDS)) == 6

    def test_keeps_what_is_worth_keeping(self) -> None:
        assert sell("appraiser:keep=2", selling([2, 8, 9, 10], HANDS)) == 6
