"""`escalator`: good coins after bad ones."""

from __future__ import annotations

from forsale_sim.cards import highest, members

from tests.strategies.panel.watching import decisions_among_copies
from tests.strategies.positions import bid, buying


class TestEscalator:
    def test_a_bid_raises_the_price_at_which_it_stops(self) -> None:
        """House 20 is worth 10, house 10 is worth 5: 4 coins more at most."""
        offer = [10, 11, 12, 20]
        assert bid("escalator", buying(offer, bids={2: 3})) == 4
        assert bid("escalator", buying(offer, bids={2: 4})) == 0
        assert bid("escalator", buying(offer, bids={1: 4, 2: 4})) == 5
        assert bid("escalator", buying(offer, bids={1: 4, 2: 6})) == 0

    def test_looks_at_no_later_auction(self) -> None:
        assert bid("escalator", buying([1, 2, 3, 30], bids={2: 13})) == 14

    def test_sells_at_a_loss_only_what_cost_least(self) -> None:
        seen = set()
        for view, move in decisions_among_copies("escalator"):
            if view.cheques_on_offer:
                offered = view.cheque_value(highest(view.cheques_on_offer))
                prices = [view.price_of(house) for house in members(view.hand)]
                gains = offered > max(prices)
                assert view.price_of(move) == (max(prices) if gains else min(prices))
                seen.add(gains)
        assert seen == {False, True}
