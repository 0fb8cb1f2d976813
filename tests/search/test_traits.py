"""Traits of players follow from what they did, and say what they will do."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from forsale_sim.cards import count, members
from forsale_sim.engine.state import BID, SEATS, TABLE
from forsale_sim.search import traits
from forsale_sim.search.traits import KEEN, OFTEN, OWN, PARTS, POINTS
from numba import njit
from numpy.typing import NDArray

from tests.play.positions import dealt, positions, state_of

GRID = (len(traits.LIMITS), KEEN)


@njit
def _weighed(states, seat, move, fits, jumps):  # type: ignore[no-untyped-def]
    return traits.weigh_traits(states[0], seat, move, fits, jumps)


@njit
def _pooled(fits, me, players, explained):  # type: ignore[no-untyped-def]
    traits.pool_traits(fits, me, players, explained)


@njit
def _drawn(likely, fits, jumps, me, players):  # type: ignore[no-untyped-def]
    drawn = np.zeros((SEATS, PARTS), np.uint64)
    traits.draw_traits(likely, fits, jumps, me, players, drawn)
    return drawn


@njit
def _sale_chances(states, seat):  # type: ignore[no-untyped-def]
    chances = np.zeros((traits.FORMULAS, traits.DEGREES, 60))
    traits.fill_sale_chances(states[0], seat, chances)
    return chances


@njit
def _bid(states, seat, number):  # type: ignore[no-untyped-def]
    return traits.bid_by_traits(states[0], seat, np.uint64(number))


def fitted(players: int, row: int, keen: int, deals: int) -> NDArray[np.float64]:
    """Likelihoods of points by seat, after auctions of players who all bid by one point."""
    fits, jumps = np.ones((SEATS, POINTS)), np.ones((SEATS, 2))
    for deal in range(1, deals + 1):
        game = dealt("iello-en", players, deal)
        while game.auction is not None and game.to_act:
            seat, state, move = game.to_act, state_of(game, seed=1), 0
            state["deal"] = deal
            if game.auction.least_bid <= game.coins[seat]:
                move = int(_bid(state, seat, row * KEEN + keen))
                _weighed(state, seat, move, fits[seat], jumps[seat])
                fits[seat] /= fits[seat].max()
            game.step(move)
    return fits


@pytest.mark.parametrize(("players", "row", "keen"), [(3, 0, 3), (4, 3, 6), (6, 2, 5), (6, 5, 5)])
def test_how_keen_players_are_is_seen_by_what_they_bid(players: int, row: int, keen: int) -> None:
    for likely in fitted(players, row, keen, deals=2)[1 : players + 1].reshape(players, *GRID):
        assert abs(likely[row].argmax() - keen) <= 1
        assert likely[row].max() > 0.02, "no other traits explain it much better"
        assert likely[row].min() < 1e-6


def test_what_others_bid_counts_but_less_than_what_the_player_did() -> None:
    keen, thrifty = fitted(4, 0, 7, deals=1), fitted(4, 0, 3, deals=1)
    fits, explained = np.ones((SEATS, POINTS)), np.ones(SEATS)
    fits[[1, 2]], fits[4] = keen[[1, 2]], thrifty[4]
    _pooled(fits, 1, 4, explained)
    assert fits[2:5].sum(axis=1) == pytest.approx(1.0)
    mean = [likely.reshape(GRID).sum(axis=0) @ np.arange(KEEN) for likely in fits]
    # Seat 3 has shown nothing, and what the player at seat 1 itself did says nothing of others.
    assert mean[2] > mean[3] > mean[4]
    alone, said = np.ones((SEATS, POINTS)), np.ones(SEATS)
    alone[2] = keen[2]
    _pooled(alone, 1, 4, said)
    assert alone[3] @ np.tile(np.arange(KEEN), GRID[0]) > mean[3]
    assert explained[3] == said[3] == pytest.approx(1.0)
    assert explained[2] < said[2], "who is like nobody else is explained less well"


def test_a_jump_is_more_likely_of_those_who_have_jumped() -> None:
    state, fits = state_of(dealt("iello-en", 4), seed=1), np.ones(POINTS)
    often, seldom = np.array([5.0, 6.0]), np.array([1.0, 20.0])
    assert _weighed(state, 1, 3, fits, often) > 5 * _weighed(state, 1, 3, fits, seldom)
    assert often.tolist() == [6.0, 7.0] and seldom.tolist() == [2.0, 21.0]


def test_traits_are_drawn_as_often_as_they_are_likely() -> None:
    chance, rules = np.random.default_rng(1), 5
    fits = chance.dirichlet(np.ones(POINTS), SEATS)
    likely = chance.dirichlet(np.ones(rules + 2), SEATS)
    drawn = _drawn(likely, fits, np.full((SEATS, 2), [1.0, 4.0]), 2, 8)
    assert (drawn[2] == OWN).all()
    for seat in (1, 3, 8):
        assert (drawn[seat] // OFTEN == 25).all()
        numbers = np.bincount((drawn[seat] % OFTEN).astype(int), minlength=POINTS + rules)
        expected = [*(likely[seat, rules:].sum() * fits[seat]), *likely[seat, :rules]]
        assert np.abs(np.cumsum(numbers) / PARTS - np.cumsum(expected)).max() <= 0.5 / PARTS + 1e-9


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("iello-en", 4), ("ravensburger-1997", 5), ("iello-en-variant", 3)],
)
def test_bids_by_traits_are_legal_and_rise_with_keenness(ruleset: str, players: int) -> None:
    rises = 0
    for game in positions(ruleset, players):
        if game.auction is None:
            continue
        state, seat, least = state_of(game, seed=1), game.to_act, game.auction.least_bid
        for row in range(len(traits.LIMITS)):
            calm = [int(_bid(state, seat, row * KEEN + keen)) for keen in range(KEEN)]
            assert all(bid in (0, least) for bid in calm)
            assert all(one <= other for one, other in pairwise(calm))
            rises += calm[0] < calm[-1]
            jumps = [int(_bid(state, seat, row * KEEN + keen + 100 * 256)) for keen in range(KEEN)]
            assert all(bid == 0 or least <= bid <= game.coins[seat] for bid in jumps)
            assert [bid > 0 for bid in jumps] == [bid > 0 for bid in calm]
    assert rises > 20


@pytest.mark.parametrize(
    ("ruleset", "players"), [("iello-en", 3), ("gryphon-2009", 5), ("iello-en", 6)]
)
def test_a_sale_follows_the_formula_the_more_strictly_the_more_often(
    ruleset: str, players: int
) -> None:
    sales = 0
    for game in positions(ruleset, players, deal=3):
        if game.sale is None or count(game.hands[game.to_act]) < 2:
            continue
        sales += 1
        state, hand = state_of(game, seed=1), members(game.hands[game.to_act])
        cheques = [0, *game.rules.cheques]
        worth = [
            cheques[1 + game.rules.houses.index(house) * len(game.rules.cheques)
                    // len(game.rules.houses)] for house in hand
        ]  # fmt: skip
        chances = _sale_chances(state, game.to_act)[:, :, : len(hand)]
        for formula, (strict, loose) in enumerate(chances):
            assert [strict.sum(), loose.sum()] == pytest.approx([1.0, 1.0])
            assert strict.max() >= loose.max() and strict.argmax() == loose.argmax()
            if formula == traits.NEAR_BEST:
                best = max(cheques[cheque] for cheque in members(game.sale.cheques))
                assert strict.argmax() == np.abs(np.array(worth) - best).argmin()
        lowest, highest = chances[[traits.EXCESS, traits.EXCESS + len(traits.FIXED) - 1], 0]
        assert lowest.argmax() == 0 and highest.argmax() == len(hand) - 1
    assert sales > 3


def test_every_part_of_traits_is_played_as_often() -> None:
    drawn = np.arange(SEATS * PARTS, dtype=np.uint64).reshape(SEATS, PARTS)
    tables = np.zeros(1, TABLE)
    dealt_to = [_dealt(drawn, 8, rollout, tables) for rollout in range(PARTS)]
    assert all(len({each[seat] for each in dealt_to}) == PARTS for seat in range(1, 9))
    assert len({(each[3] % PARTS, each[4] % PARTS) for each in dealt_to}) == PARTS


@njit
def _dealt(drawn, players, rollout, tables):  # type: ignore[no-untyped-def]
    traits.deal_traits(drawn, players, rollout, tables[0].arguments[BID])
    return tables[0].arguments[BID].copy()
