"""The search of an auction finds what a search by definition finds on the readable engine."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from forsale_sim.cards import members
from forsale_sim.engine.state import SEATS
from forsale_sim.play.playouts import state_of
from forsale_sim.reference.table import Game
from forsale_sim.search.auctions import AUCTION, RARELY, Forecast, best_bid, deepen, prepared
from forsale_sim.search.bidding_model import COINS, FEATURES, OPENS, ROOTS
from numba import njit
from numpy.typing import NDArray

from tests.play.positions import positions

ROUNDS = 12
MOST_LEFT = 4
"""How many coins beyond their bids players have in tests: with more, the definition takes long."""
ENOUGH = 1_000_000
"""A budget for every jump in them."""


@njit
def found_bid(states, seat, weights, houses, forecast, budget):  # type: ignore[no-untyped-def]
    return best_bid(states[0], seat, weights, houses, 1.0, forecast, budget)


@njit
def found_chances(states, seat, weights, houses, forecast):  # type: ignore[no-untyped-def]
    auctions, chances = np.empty(1, AUCTION), np.zeros(SEATS)
    turns, powers = prepared(states[0], weights, houses, 1.0, auctions)
    deepen(auctions, turns, seat, powers, forecast, ENOUGH, chances)
    return chances


NOBODY = Forecast(np.zeros(SEATS), np.empty((SEATS, 1, 1)), 0)
"""Nobody is expected to bid by a rule."""


def random_weights(seed: int) -> NDArray[np.float64]:
    chance = np.random.default_rng(seed)
    weights = np.sort(chance.normal(size=(ROUNDS, FEATURES)), axis=1)
    weights[:, [COINS, ROOTS, OPENS]] = chance.uniform(0.02, 0.3, (ROUNDS, 3))
    return weights


class Definition:
    def __init__(
        self, game: Game, weights: NDArray[np.float64], forecast: Forecast = NOBODY
    ) -> None:
        self.game, self.forecast = game, forecast
        unseen = len(game.rules.houses) - len(members(game.seen_houses)) - game.rules.removed
        self.row = weights[-(-unseen // game.rules.houses_per_round)]

    def strength(self, coins: int, hand: int) -> float:
        houses = sum(self.row[house - 1] for house in members(hand))
        return float(houses + coins * self.row[COINS] + np.sqrt(coins) * self.row[ROOTS])

    def chances(self, game: Game) -> NDArray[np.float64]:
        """Everyone's chance to win, by seat from 1, when the auction is over."""
        assert self.game.auction is not None
        coins, hands = dict(self.game.coins), dict(self.game.hands)
        for house in members(self.game.auction.houses):
            seat = game.buyers[house]  # of the highest house in the end: who opens next
            coins[seat] -= game.prices[house]
            hands[seat] |= 1 << (house - 1)
        strengths = [self.strength(coins[seat], hands[seat]) for seat in coins]
        strengths[seat - 1] += self.row[OPENS]
        powers = np.exp(strengths)
        return np.concatenate([[0.0], powers / powers.sum()])

    def strength_with(self, game: Game, house: int, price: int) -> float:
        hand = game.hands[game.to_act] | (1 << (house - 1) if house else 0)
        return self.strength(game.coins[game.to_act] - price, hand)

    def bids(self, game: Game) -> list[int]:
        auction, seat = game.auction, game.to_act
        assert auction is not None
        houses = members(auction.houses)
        taken = auction.pass_house
        passing = self.strength_with(game, taken, auction.bids.get(seat, 0) - auction.pass_refund)
        rivals = max(game.coins[other] for other in auction.bidders if other != seat)
        tried = []
        for bid in range(
            auction.least_bid, min(game.coins[seat], max(rivals + 1, auction.least_bid)) + 1
        ):
            best = self.strength_with(game, houses[-1], bid) + self.row[OPENS]
            if len(houses) > 1 and houses[-2] != taken:
                price = bid - game.rules.refund_of(bid)
                best = max(best, self.strength_with(game, houses[-2], price))
            if best <= passing:
                break
            tried.append(bid)
        return tried

    @cache  # noqa: B019 - a definition lives as long as its position is tested
    def after_moves(self, moves: tuple[int, ...]) -> tuple[float, ...]:
        game = self.game.copy()
        for move in moves:
            game.step(move)
        if game.phase != "buying" or game.round != self.game.round:
            return tuple(self.chances(game))
        assert game.auction is not None
        by_rule, least = self.forecast.by_rule[game.to_act], game.auction.least_bid
        bids = self.bids_by_rule(game) if by_rule else 0.0
        tried = {0, *self.bids(game), *([least] if bids else [])}
        after = {move: np.array(self.after_moves((*moves, move))) for move in tried}
        best = max(after.values(), key=lambda chances: chances[game.to_act])
        expected = (1 - bids) * after[0] + (bids * after[least] if bids else 0.0)
        return tuple((1 - by_rule) * best + by_rule * expected)

    def pass_house(self, game: Game) -> int:
        """The number in the offer, from 1, of the house that a pass takes; 0 for none."""
        assert self.game.auction is not None
        assert game.auction is not None
        houses = members(self.game.auction.houses)
        return houses.index(game.auction.pass_house) + 1 if game.auction.pass_house else 0

    def bids_by_rule(self, game: Game) -> float:
        auction, seat = game.auction, game.to_act
        assert auction is not None
        if auction.least_bid > game.coins[seat]:
            return 0.0
        stays = self.forecast.staying[seat]
        so_far = stays[self.forecast.house, auction.bids[seat]]
        likely = float(min(stays[self.pass_house(game), auction.least_bid] / so_far, 1.0))
        return likely if likely > RARELY else 0.0


@pytest.mark.parametrize(
    ("ruleset", "players", "seed"),
    [("iello-en", 3, 1),
     *(pytest.param(*table, marks=pytest.mark.thorough) for table in (
        ("iello-de", 4, 3), ("iello-en-variant", 4, 5), ("gryphon-2009", 5, 6))),
     ("iello-en[refund=2/3 up,raise=2,opening_bid=3]", 4, 7),
     ("iello-en-variant[refunded=first,opener=lot]", 4, 8)],
)  # fmt: skip
def test_the_best_bid_is_that_of_the_definition(ruleset: str, players: int, seed: int) -> None:
    weights = random_weights(seed)
    bids = []
    for game in positions(ruleset, players, deal=seed):
        if game.auction is None:
            continue
        for seat, coins in game.coins.items():
            game.coins[seat] = min(coins, game.auction.bids[seat] + MOST_LEFT + seat % 3)
        by_definition, seat = Definition(game, weights), game.to_act
        worth = {
            move: by_definition.after_moves((move,))[seat]
            for move in (0, *by_definition.bids(game))
        }
        state, houses = state_of(game, seed=1), len(game.rules.houses)
        bid = int(found_bid(state, seat, weights, houses, NOBODY, ENOUGH))
        assert worth[bid] == pytest.approx(max(worth.values()), abs=1e-12), str(game)
        bids.append(bid)
    assert len(bids) > 10
    assert 0 in bids
    assert max(bids) > 0


@pytest.mark.thorough
@pytest.mark.parametrize(("ruleset", "players"), [("iello-en", 3), ("gryphon-2009", 4)])
def test_bids_by_rules_are_expected_as_often_as_forecast(ruleset: str, players: int) -> None:
    weights, chance, differ = random_weights(players), np.random.default_rng(1), 0
    for game in positions(ruleset, players, deal=2):
        if game.auction is None:
            continue
        for seat in game.coins:
            game.coins[seat] = min(game.coins[seat], game.auction.bids[seat] + MOST_LEFT)
        # A player of a rule bids less often the higher the price.
        stays = np.sort(chance.uniform(size=(SEATS, players + 1, 40)))[:, :, ::-1]
        by_rule = np.where(np.arange(SEATS) % 2 == game.to_act % 2, 0.0, 0.7)
        nobody = Definition(game, weights)
        forecast = Forecast(by_rule, stays, nobody.pass_house(game))
        definition, seat = Definition(game, weights, forecast), game.to_act
        worth = {
            move: definition.after_moves((move,))[seat] for move in (0, *definition.bids(game))
        }
        state, houses = state_of(game, seed=1), len(game.rules.houses)
        bid = int(found_bid(state, seat, weights, houses, forecast, ENOUGH))
        assert worth[bid] == pytest.approx(max(worth.values()), abs=1e-12), str(game)
        found = found_chances(state, seat, weights, houses, forecast)
        assert found[: players + 1] == pytest.approx(definition.after_moves((bid,)), abs=1e-12)
        differ += bid != int(found_bid(state, seat, weights, houses, NOBODY, ENOUGH))
    assert differ > 0


def test_any_budget_finds_a_legal_bid() -> None:
    weights = random_weights(1)
    for game in positions("iello-en", 4, deal=1):
        if game.phase == "buying":
            assert game.auction is not None
            state, houses = state_of(game, seed=1), len(game.rules.houses)
            for budget in (1, 2, 5, 50, 500):
                bid = int(found_bid(state, game.to_act, weights, houses, NOBODY, budget))
                assert bid == 0 or game.auction.least_bid <= bid <= game.coins[game.to_act]
