"""`price-sampler`: the best limit against sampled ones."""

from __future__ import annotations

from forsale_sim import auction_view, sale_view
from forsale_sim.for_sale import load_entrant

sampler = load_entrant("price-sampler")


class TestPriceSampler:
    def test_raises_for_much_and_passes_for_little(self) -> None:
        assert sampler.decide("bid", auction_view([1, 12, 20, 30])) > 0
        assert sampler.decide("bid", auction_view([27, 28, 29, 30], bids=[0, 3, 4, 5], seat=1)) == 0

    def test_stops_where_coins_are_worth_more(self) -> None:
        offer = [1, 12, 20, 30]
        limit = next(
            bid
            for bid in range(3, 20)
            if not sampler.decide("bid", auction_view(offer, bids=[0, 0, 0, bid], seat=1))
        )
        assert 3 < limit < 12

    def test_sells_the_house_that_wins_more_than_its_rank(self) -> None:
        hands = [[12, 14], [1, 2], [3, 4], [5, 6]]
        assert sampler.decide("sell", sale_view([2, 3, 4, 15], hands=hands, seat=1)) == 12

    def test_the_same_decision_is_the_same_each_time(self) -> None:
        moves = {sampler.decide("bid", auction_view([1, 12, 20, 30], seed=3)) for _ in range(3)}
        assert len(moves) == 1
