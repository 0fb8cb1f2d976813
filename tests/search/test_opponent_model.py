"""Who sells by a rule is recognised, and answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import numpy as np
import pytest
from forsale_sim.cards import highest, lowest, members
from forsale_sim.engine.state import CARDS, SEATS, STATE
from forsale_sim.play.playouts import state_of
from forsale_sim.reference.table import Game, deal_cards
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.bidding_model import (
    KNOWN,
    LOYAL,
    MOST_TRUST,
    opponent_model,
    take_back_sale,
)
from forsale_sim.search.bidding_model import SALE_SLIPS as SLIPS
from numba import njit
from numpy.typing import NDArray

from tests.search.test_beliefs import posterior_by_definition

RULES = 2
"""Rule 0 sells the highest house first, rule 1 the lowest."""
PRIOR = np.array([0.15, 0.05])
NOBODY = np.array([0.0, 0.0, 1.0])
"""How likely each rule is for a player who bids by none."""
ME = 4
OTHERS = [1, 2, 3]


def highest_or_lowest(view, number):  # type: ignore[no-untyped-def]
    return highest(view.hand) if number == 0 else lowest(view.hand)


expect = opponent_model(highest_or_lowest)


@njit
def _expectations(starts, bidding):  # type: ignore[no-untyped-def]
    now, expected = np.zeros((SEATS, RULES), np.int64), np.zeros((SEATS, CARDS))
    expect(starts, np.empty(1, STATE), ME, bidding, PRIOR, now, expected)
    return expected


@njit
def _take_back(states):  # type: ignore[no-untyped-def]
    sold = np.zeros(SEATS, np.int64)
    take_back_sale(states[0], sold)
    return sold


UNLIKE = {1: highest, 2: lowest}
"""Seat 1 sells by rule 0, 2 by rule 1, and the others in between."""


def sales(
    ruleset: str, players: int, deal: int = 1, sellers: Mapping[int, Callable[[int], int]] = UNLIKE
) -> list[Game]:
    """Copies of a game before each sale. Who is no seller sells in between."""
    rules = load_ruleset(ruleset).rules(players)
    game, found = Game(rules, deal_cards(rules, 1, deal)), []
    while game.phase != "over":
        seat, hand = game.to_act, game.hands[game.to_act]
        if game.phase == "buying":
            game.step(0)
            continue
        if not found or found[-1].round != game.round:
            found.append(game.copy())
        middle = members(hand)[len(members(hand)) // 2]
        game.step(sellers[seat](hand) if seat in sellers else middle)
    return found


def expectations(game: Game, bids: NDArray[np.float64] = NOBODY) -> NDArray[np.float64]:
    """How likely each seat is expected to sell each house whatever pays."""
    bidding = np.tile(bids, (SEATS, 1))
    expected: NDArray[np.float64] = _expectations(state_of(game, seed=1), bidding)
    return expected


@pytest.mark.parametrize(("ruleset", "players"), [("iello-en", 4), ("ravensburger-1997", 3)])
def test_a_sale_is_taken_back(ruleset: str, players: int) -> None:
    for before, after in pairwise(sales(ruleset, players)):
        expected, found = state_of(before, seed=1), state_of(after, seed=1)
        sold = _take_back(found)
        for seat, hand in before.hands.items():
            assert sold[seat] == highest(hand & ~after.hands[seat])
        for name in ("round", "hand", "cheques", "cheque", "sale", "buyer", "price", "coins"):
            assert np.array_equal(found[name], expected[name]), name
        values = found["cheque_value"][0]
        for name in ("cheques_on_offer", "unseen_cheques"):
            cards, others = (members(int(state[name][0])) for state in (found, expected))
            assert values[cards].tolist() == values[others].tolist(), name


PRIORS = np.array([*KNOWN * PRIOR / PRIOR.sum(), 1 - KNOWN])
"""How likely a player of no known bids sells by each rule, or by none."""


def sales_of(game: Game, seat: int, likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely a seat sells each house, if it is so likely of each kind."""
    expected, hand = np.zeros(CARDS), game.hands[seat]
    expected[highest(hand)] += likely[0]
    expected[lowest(hand)] += likely[1]
    return MOST_TRUST * expected


def test_before_the_first_sale_the_prior_counts() -> None:
    game = sales("iello-en", 4)[0]
    expected = expectations(game)
    for seat in OTHERS:
        assert expected[seat] == pytest.approx(sales_of(game, seat, PRIORS))
    assert (expected[ME] == 0.0).all()


def test_who_bids_by_a_rule_is_expected_to_sell_by_it() -> None:
    game = sales("iello-en", 4)[0]
    expected, share = expectations(game, np.array([0.0, 0.9, 0.1])), (PRIOR / PRIOR.sum())[1]
    for seat in OTHERS:
        assert expected[seat, lowest(game.hands[seat])] == pytest.approx(
            MOST_TRUST * (LOYAL * 0.9 + (KNOWN * 0.1 + (1 - LOYAL) * 0.9) * share)
        )


def test_who_sells_by_a_rule_is_recognised() -> None:
    games = sales("iello-en", 4)[1:]
    for seat, sells in UNLIKE.items():
        rule = [expectations(game)[seat, sells(game.hands[seat])] for game in games]
        assert (np.diff(rule) > 0).all()
        assert rule[-1] > 10 * rule[0]
    assert expectations(games[-1])[3].sum() < 0.05


def test_players_who_are_alike_are_recognised_sooner() -> None:
    alike = sales("iello-en", 4, sellers=dict.fromkeys(OTHERS, lowest))[4]
    expected, among_others = expectations(alike), expectations(sales("iello-en", 4)[4])
    hands = alike.hands
    assert all(expected[seat, lowest(hands[seat])] > 0.75 for seat in OTHERS)
    assert among_others[2, lowest(hands[2])] < 0.5


def test_the_likelihoods_are_those_of_bayes_theorem() -> None:
    first, game = sales("iello-en", 4)[:2]
    seen = np.ones((SEATS, RULES + 1))
    for seat, hand in first.hands.items():
        sold = hand & ~game.hands[seat]
        n = len(members(hand))
        agrees = np.array([sold == 1 << (rule(hand) - 1) for rule in (highest, lowest)])
        seen[seat, :RULES] = SLIPS / n + (1 - SLIPS) * agrees
        seen[seat, RULES] = 0.5 / n + 0.5 * agrees.mean()
    likely = posterior_by_definition(np.tile(PRIORS, (SEATS, 1)), seen, ME, 4)
    expected = expectations(game)
    for seat in OTHERS:
        assert expected[seat] == pytest.approx(sales_of(game, seat, likely[seat]))
