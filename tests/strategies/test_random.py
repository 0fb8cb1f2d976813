"""`random`: every legal move, each as likely as the others."""

from __future__ import annotations

from collections import Counter

from tests.strategies.positions import bid, buying, sell, selling

HANDS = {1: [4, 9, 30], 2: [1], 3: [2], 4: [3]}


class TestRandom:
    def test_bids_pass_and_every_legal_total_alike(self) -> None:
        chances = [(step + 0.5) / 40 for step in range(40)]
        moves = Counter(
            bid("random", buying([1, 2, 3, 4], bids={4: 2}, coins=6, chance=chance))
            for chance in chances
        )
        assert moves == {0: 8, 3: 8, 4: 8, 5: 8, 6: 8}

    def test_last_coin(self) -> None:
        last_coin = {"bids": {4: 5}, "coins": 6}
        assert bid("random", buying([1, 2, 3, 4], **last_coin, chance=0.49)) == 0
        assert bid("random", buying([1, 2, 3, 4], **last_coin, chance=0.51)) == 6

    def test_sells_every_house_alike(self) -> None:
        chances = [(step + 0.5) / 30 for step in range(30)]
        sold = Counter(
            sell("random", selling([0, 2, 9, 15], HANDS, chance=chance)) for chance in chances
        )
        assert sold == {4: 10, 9: 10, 30: 10}
