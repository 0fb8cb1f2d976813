"""The search of an auction finds what a search by definition finds on the readable engine."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.cards import members
from forsale_sim.engine.state import STATE
from forsale_sim.play.compiled_playouts import state_of
from forsale_sim.reference.game import Game
from forsale_sim.search.auction_search import TURN, best_bid, most_turns
from forsale_sim.search.candidate_moves import MOST_MOVES, bids_to_try
from forsale_sim.search.value_function import COINS, FEATURES, OPENS, ROOTS
from numba import njit
from numpy.typing import NDArray

from tests.play.positions import positions

ROUNDS = 12


@njit
def found_bid(starts, seat, weights, houses):  # type: ignore[no-untyped-def]
    """The bid that the compiled search finds."""
    turns = np.empty(most_turns(starts), TURN)
    return best_bid(starts, np.empty(1, STATE), turns, seat, weights, houses)


@njit
def tried(starts, seat):  # type: ignore[no-untyped-def]
    """The bids that are tried at the root."""
    moves = np.empty(MOST_MOVES, np.int64)
    return moves[: bids_to_try(starts[0], seat, 0, moves)]


def random_weights(seed: int) -> NDArray[np.float64]:
    """Weights by which high houses and many coins are good, and no two ends are alike."""
    chance = np.random.default_rng(seed)
    weights = np.sort(chance.normal(size=(ROUNDS, FEATURES)), axis=1)
    weights[:, [COINS, ROOTS, OPENS]] = chance.uniform(0.02, 0.3, (ROUNDS, 3))
    return weights


class Definition:
    """Max^n by its definition, for the auction that a game is in."""

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

    def can_gain(self, game: Game) -> bool:
        auction, seat = game.auction, game.to_act
        assert auction is not None
        house = min(members(auction.houses))
        takes = len(members(auction.houses)) == len(auction.bidders)
        coins, hand = game.coins[seat], game.hands[seat]
        own = auction.bids.get(seat, 0)
        loss = own - game.rules.refund_of(own) if takes else 0
        passing = self.strength(coins - loss, hand | (1 << (house - 1) if takes else 0))
        *_, second, best = [0, *members(auction.houses)]
        least = auction.least_bid
        highest = self.strength(coins - least, hand | 1 << (best - 1)) + self.row[OPENS]
        if highest > passing:
            return True
        loss = least - game.rules.refund_of(least)
        if second in {0, house if takes else 0}:
            return False
        return self.strength(coins - loss, hand | 1 << (second - 1)) > passing

    def after(self, game: Game) -> NDArray[np.float64]:
        """Everyone's chance to win if all bid for their own from here on."""
        if game.phase != "buying" or game.round != self.game.round:
            return self.chances(game)
        best: NDArray[np.float64] | None = None
        for move in self.moves(game):
            after = game.copy()
            after.step(move)
            chances = self.after(after)
            if best is None or chances[game.to_act] > best[game.to_act]:
                best = chances
        assert best is not None
        return best

    def moves(self, game: Game) -> list[int]:
        assert game.auction is not None
        return [0, game.auction.least_bid] if self.can_gain(game) else [0]


@pytest.mark.parametrize(
    ("ruleset", "players", "seed"),
    [("iello-en", 3, 1), ("iello-en", 4, 2), ("iello-de", 4, 3), ("ravensburger-1997", 3, 4),
     ("iello-en-variant", 4, 5), ("gryphon-2009", 5, 6)],
)  # fmt: skip
def test_the_best_bid_is_that_of_the_definition(ruleset: str, players: int, seed: int) -> None:
    weights = random_weights(seed)
    bids = []
    for game in positions(ruleset, players, deal=seed):
        if game.phase != "buying" or game.round < 2:
            continue
        by_definition, state, seat = Definition(game, weights), state_of(game, seed=1), game.to_act
        worth = {}
        for move in tried(state, seat):
            after = game.copy()
            after.step(int(move))
            worth[int(move)] = by_definition.after(after)[seat]
        bid = int(found_bid(state, seat, weights, len(game.rules.houses)))
        assert worth[bid] == pytest.approx(max(worth.values()), abs=1e-12), str(game)
        bids.append(bid)
    assert len(bids) > 10
    assert 0 in bids
    assert max(bids) > 0
