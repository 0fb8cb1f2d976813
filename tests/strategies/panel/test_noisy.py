"""`noisy`: errors that cost much are rare."""

from __future__ import annotations

from tests.strategies.positions import bid, buying, sell, selling


def share_of_raises(noise: float, highest_bid: int) -> float:
    """Return how often it raises the highest bid of player 2, of 200 draws spread evenly."""
    bids = {2: highest_bid} if highest_bid else {}
    moves = [
        bid(f"noisy:noise={noise}", buying([1, 10, 20, 30], bids=bids, chance=(i + 0.5) / 200))
        for i in range(200)
    ]
    return sum(move > 0 for move in moves) / len(moves)


class TestNoisy:
    def test_errs_less_the_more_is_at_stake(self) -> None:
        shares = [share_of_raises(3, highest) for highest in range(0, 12, 2)]
        assert shares == sorted(shares, reverse=True)
        assert shares[0] > 0.95 and shares[-1] < 0.05

    def test_errs_more_with_more_noise(self) -> None:
        careful, casual, beginner = (share_of_raises(noise, 0) for noise in (1, 3, 10))
        assert careful > casual > beginner > 0.5

    def test_without_noise_sells_the_rank_of_the_best_cheque(self) -> None:
        hands = {1: [5, 20, 25], 2: [1], 3: [2], 4: [3]}
        for chance in (0.01, 0.5, 0.99):
            view = selling([2, 3, 4, 10], hands, chance=chance)
            assert sell("noisy:noise=0.1", view) == 20

    def test_with_noise_sells_any_house(self) -> None:
        hands = {1: [5, 20, 25], 2: [1], 3: [2], 4: [3]}
        draws = [selling([2, 3, 4, 10], hands, chance=chance) for chance in (0.01, 0.5, 0.99)]
        assert [sell("noisy:noise=100", view) for view in draws] == [5, 20, 25]
