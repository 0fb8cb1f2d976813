"""`champion`: values for every edition, and bids that `blueprint` does not make."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.bidding_model import COINS, FEATURES, ROOTS
from forsale_strategies.blueprint import GAMES
from forsale_strategies.champion import FOLDER, VALUES, estimates
from strategy_lab.errors import UsageError

from tests.strategies.positions import bid, buying

pytestmark = pytest.mark.thorough  # what they do takes long to compile

OFFERS = ([2, 9, 16, 30], [1, 5, 28, 30], [10, 11, 12, 25], [3, 4, 20, 29])


class TestChampion:
    def test_a_budget_of_nothing_is_refused(self) -> None:
        with pytest.raises(UsageError, match="budget"):
            load_entrant("champion:budget=0")

    def test_every_game_has_values_of_its_own(self) -> None:
        assert {path.stem for path in FOLDER.glob("*.csv")} == set(GAMES)
        assert VALUES.shape[::2] == (len(GAMES), FEATURES)
        assert len({table.tobytes() for table in VALUES}) == len(GAMES)

    def test_better_houses_are_never_worth_less(self) -> None:
        for table, (_, houses, *_) in zip(VALUES, GAMES.values(), strict=True):
            assert (np.diff(table[:, :houses]) >= 0.0).all()
            assert (table[:, houses - 1] > table[:, 0]).all()

    def test_more_coins_are_never_worth_less(self) -> None:
        assert (VALUES[..., [COINS, ROOTS]] >= 0.0).all()
        assert (VALUES[..., [COINS, ROOTS]].sum(axis=-1) > 0.0).all()

    def test_no_coin_for_houses_that_are_all_alike(self) -> None:
        assert bid("champion", buying([27, 28, 29, 30], bids={2: 5})) == 0

    @pytest.mark.parametrize("players", [3, 4, 6])
    def test_it_makes_the_bid_that_it_judges_best(self, players: int) -> None:
        rules = load_ruleset("iello-en").rules(players)
        for offer in OFFERS:
            view = buying([*offer, 14, 22][:players], coins=9, rules=rules)
            judged = estimates(view, 0)
            assert bid("champion", view) == max(judged, key=lambda each: judged[each])

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_its_budget_is_enough_to_search_a_first_auction_to_all_its_ends(
        self, players: int
    ) -> None:
        rules = load_ruleset("iello-en").rules(players)
        for offer in OFFERS:
            view = buying([*offer, 14][:players], rules=rules)
            assert bid("champion", view) == bid("champion:budget=1000000", view)
