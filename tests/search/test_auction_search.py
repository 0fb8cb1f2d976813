"""The search of an auction finds what a search by definition finds on the readable engine."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from forsale_sim.cards import members
from forsale_sim.reference.table import Game
from forsale_sim.search.auctions import best_bid
from forsale_sim.search.bidding_model import COINS, FEATURES, OPENS, ROOTS
from numba import njit
from numpy.typing import NDArray

from tests.play.positions import positions, state_of

ROUNDS = 12
MOST_LEFT = 4
"""How many coins beyond their bids players have in tests: with more, the definition takes long."""
ENOUGH = 1_000_000
"""A budget for every jump in them."""


@njit
def found_bid(states, seat, weights, houses, budget, thrift=1.0):  # type: ignore[no-untyped-def]
    return best_bid(states[0], seat, weights, houses, thrift, budget)


def random_weights(seed: int) -> NDArray[np.float64]:
    chance = np.random.default_rng(seed)
    weights = np.sort(chance.normal(size=(ROUNDS, FEATURES)), axis=1)
    weights[:, [COINS, ROOTS, OPENS]] = chance.uniform(0.02, 0.3, (ROUNDS, 3))
    return weights


class Definition:
    def __init__(self, game: Game, weights: NDArray[np.float64]) -> None:
        self.game = game
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
        after = [self.after_moves((*moves, move)) for move in (0, *self.bids(game))]
        return max(after, key=lambda chances: chances[game.to_act])


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
        bid = int(found_bid(state, seat, weights, houses, ENOUGH))
        assert worth[bid] == pytest.approx(max(worth.values()), abs=1e-12), str(game)
        bids.append(bid)
    assert len(bids) > 10
    assert 0 in bids
    assert max(bids) > 0


def test_any_budget_finds_a_legal_bid() -> None:
    weights = random_weights(1)
    for game in positions("iello-en", 4, deal=1):
        if game.phase == "buying":
            assert game.auction is not None
            state, houses = state_of(game, seed=1), len(game.rules.houses)
            for budget in (1, 2, 5, 50, 500):
                bid = int(found_bid(state, game.to_act, weights, houses, budget))
                assert bid == 0 or game.auction.least_bid <= bid <= game.coins[game.to_act]
