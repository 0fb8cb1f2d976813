"""`flat-monte-carlo`: what it finds by playing out at random."""

from __future__ import annotations

from forsale_sim import auction_view, sale_view
from forsale_sim.for_sale import load_entrant

flat = load_entrant("flat-monte-carlo:budget=2000")


class TestFlatMonteCarlo:
    def test_sends_the_only_house_that_wins_to_the_best_cheque(self) -> None:
        hands = [[1, 30], [2, 3], [4, 5], [6, 7]]
        assert flat.decide("sell", sale_view([2, 3, 4, 15], hands=hands, seat=1)) == 30

    def test_pays_for_much_and_not_for_little(self) -> None:
        assert flat.decide("bid", auction_view([1, 12, 20, 30])) > 0
        assert flat.decide("bid", auction_view([27, 28, 29, 30], bids=[0, 5, 6, 7], seat=1)) == 0

    def test_keeps_the_coins_that_decide_the_last_auction(self) -> None:
        """Whoever has the best house has it for nothing where nobody else has a coin."""
        view = auction_view([1, 2, 3, 30], coins=[10, 0, 0, 0], seat=1)
        assert flat.decide("bid", view) > 0

    def test_the_same_decision_is_the_same_each_time(self) -> None:
        moves = {flat.decide("bid", auction_view([1, 12, 20, 30], seed=3)) for _ in range(3)}
        assert len(moves) == 1
