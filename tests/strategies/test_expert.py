"""`expert`: the published table and maxims."""

from __future__ import annotations

import pytest
from forsale_sim.rules.loading import load_ruleset

from tests.strategies.positions import bid, buying, sell, selling

TABLE_GAME = load_ruleset("gryphon-2009").rules(4)
"""18 coins and 7 houses each: the game that the table is read as meant for."""

TABLE = {
    29: 7,
    28: 7,
    27: 6,
    24: 6,
    23: 5,
    20: 5,
    19: 4,
    16: 4,
    15: 3,
    12: 3,
    11: 2,
    9: 2,
    8: 1,
    3: 1,
}


def limit_of(offer: list[int], rules=TABLE_GAME, passed: tuple[int, ...] = ()) -> int:
    """The highest bid it would make."""
    highest = 0
    while bid("expert", buying(offer, rules=rules, bids={2: highest}, passed=passed)) > 0:
        highest += 1
    return highest


HANDS = {1: [4, 13, 21, 29], 2: [1, 8, 14, 20], 3: [3, 9, 15, 24], 4: [5, 10, 19, 27]}


class TestExpert:
    @pytest.mark.parametrize(("distance", "limit"), TABLE.items())
    def test_bids_by_the_table(self, distance: int, limit: int) -> None:
        assert limit_of([1, 2, distance, 1 + distance]) == limit

    @pytest.mark.parametrize(
        ("ruleset", "players", "limits"),
        [
            ("iello-en", 4, [8, 7, 6, 5, 4, 2, 1]),  # 3 coins a house instead of 18/7
            ("iello-en", 3, [8, 7, 5, 4, 3, 2, 1]),  # 2.8
            ("gryphon-2009", 3, [6, 5, 4, 4, 3, 2, 1]),  # 2.25
        ],
    )
    def test_scales_the_table_by_coins_for_each_house(
        self, ruleset: str, players: int, limits: list[int]
    ) -> None:
        rules = load_ruleset(ruleset).rules(players)
        offers = [[1, *range(2, players), 1 + distance] for distance in (28, 24, 20, 16, 12, 9, 8)]
        assert [limit_of(offer, rules) for offer in offers] == limits

    def test_spread_counts_by_its_part_of_the_deck(self) -> None:
        rules = load_ruleset("ravensburger-1997").rules(4)
        assert limit_of([1, 2, 3, 20], rules) - 1 == 8  # 8 may be matched, so 9 is refused
        assert limit_of([1, 2, 3, 19], rules) - 1 == 7  # 18 of 19 are 27.5 of 29

    def test_remembers_the_spread_of_houses_taken(self) -> None:
        """Three houses 18 apart were four some 27 apart."""
        assert limit_of([10, 20, 28], passed=(4,)) == 6

    def test_plays_for_second_place(self) -> None:
        assert bid("expert", buying([20, 27], rules=TABLE_GAME, passed=[3, 4], bids={2: 3})) == 0
        assert bid("expert", buying([20, 28], rules=TABLE_GAME, passed=[3, 4], bids={2: 3})) == 4
        assert bid("expert", buying([1, 20, 27], rules=TABLE_GAME, passed=[4], bids={2: 3})) == 4
        assert (
            bid("expert:gap=7", buying([20, 27], rules=TABLE_GAME, passed=[3, 4], bids={2: 3})) == 4
        )

    def test_dumps_the_smallest_when_the_cheques_are_flat(self) -> None:
        assert sell("expert", selling([6, 8, 9, 11], HANDS)) == 4
        assert sell("expert", selling([6, 8, 9, 12], HANDS)) == 21
        assert sell("expert:flat=6", selling([6, 8, 9, 12], HANDS)) == 4

    def test_wins_narrowly(self) -> None:
        """Of the others' twelve houses by rank, 12 is for the ninth (19), 15 for the best (27)."""
        assert sell("expert", selling([0, 2, 3, 12], HANDS)) == 21
        assert sell("expert", selling([0, 2, 3, 15], HANDS)) == 29

    def test_how_narrow_can_be_set(self) -> None:
        """Between 19 and its own 21 lies one house of the others."""
        assert sell("expert:narrow=1", selling([0, 2, 3, 12], HANDS)) == 21
        assert sell("expert:narrow=0", selling([0, 2, 3, 12], HANDS)) == 4

    def test_loses_by_a_lot(self) -> None:
        wide = {1: [2, 30], 2: [1, 8, 14], 3: [3, 9, 15], 4: [5, 10, 19]}
        assert sell("expert", selling([0, 2, 3, 10], wide)) == 2
        assert sell("expert:narrow=60", selling([0, 2, 3, 10], wide)) == 30
        beaten = {1: [2, 6], 2: [1, 8, 14], 3: [3, 9, 15], 4: [5, 10, 19]}
        assert sell("expert", selling([0, 2, 3, 15], beaten)) == 2
