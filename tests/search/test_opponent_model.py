"""Who sells by a rule is recognised, and answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import numpy as np
import pytest
from forsale_sim.cards import highest, lowest, members
from forsale_sim.engine.state import CARDS, SEATS, STATE
from forsale_sim.play.compiled_playouts import state_of
from forsale_sim.reference.deals import deal_cards
from forsale_sim.reference.game import Game
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.search.opponent_model import (
    FOLLOWS,
    KNOWN,
    LOYAL,
    MOST_TRUST,
    REPLIES,
    SLIPS,
    opponent_model,
    take_back_sale,
)
from numba import njit
from numpy.typing import NDArray

from tests.search.test_beliefs import posterior_by_definition
from tests.search.test_best_replies import best_replies

RULES, TRUST = 2, 0.25
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
def _expectations(starts, bidding, trust):  # type: ignore[no-untyped-def]
    now, expected = np.zeros((SEATS, RULES), np.int64), np.zeros((SEATS, CARDS))
    expect(starts, np.empty(1, STATE), ME, bidding, PRIOR, trust, now, expected)
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


def expectations(
    game: Game, trust: float = TRUST, bids: NDArray[np.float64] = NOBODY
) -> NDArray[np.float64]:
    """How likely each seat is expected to sell each house whatever pays."""
    bidding = np.tile(bids, (SEATS, 1))
    expected: NDArray[np.float64] = _expectations(state_of(game, seed=1), bidding, trust)
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


def priors(trust: float = TRUST) -> NDArray[np.float64]:
    """How likely a player of no known bids sells by each rule, improves on one, or does neither."""
    known, left = KNOWN * PRIOR / PRIOR.sum(), 1 - KNOWN
    return np.array([*known, left * trust, left * (1 - trust)])


def sales_of(game: Game, seat: int, likely: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely a seat sells each house, if it is so likely of each kind."""
    expected, hand = np.zeros(CARDS), game.hands[seat]
    expected[highest(hand)] += likely[0] + FOLLOWS * likely[2]
    expected[lowest(hand)] += likely[1]
    expected[best_replies(game, highest)[seat]] += REPLIES * likely[2]
    return MOST_TRUST * expected


def test_before_the_first_sale_the_prior_counts() -> None:
    game = sales("iello-en", 4)[0]
    expected = expectations(game)
    for seat in OTHERS:
        assert expected[seat] == pytest.approx(sales_of(game, seat, priors()))
    assert (expected[ME] == 0.0).all()


def test_who_bids_by_a_rule_is_expected_to_sell_by_it() -> None:
    game = sales("iello-en", 4)[0]
    expected, share = expectations(game, 0.0, np.array([0.0, 0.9, 0.1])), (PRIOR / PRIOR.sum())[1]
    for seat in OTHERS:
        assert expected[seat, lowest(game.hands[seat])] == pytest.approx(
            MOST_TRUST * (LOYAL * 0.9 + (KNOWN * 0.1 + (1 - LOYAL) * 0.9) * share)
        )


def test_who_sells_by_a_rule_is_recognised() -> None:
    games = sales("iello-en", 4)[1:]
    for seat, sells in UNLIKE.items():
        rule = [expectations(game, 0.0)[seat, sells(game.hands[seat])] for game in games]
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
    seen, replies = np.ones((SEATS, RULES + 2)), best_replies(first, highest)
    for seat, hand in first.hands.items():
        sold = hand & ~game.hands[seat]
        n = len(members(hand))
        agrees = np.array([sold == 1 << (rule(hand) - 1) for rule in (highest, lowest)])
        seen[seat, :RULES] = SLIPS / n + (1 - SLIPS) * agrees
        unforeseen = 0.5 / n + 0.5 * agrees.mean()
        improves = FOLLOWS * agrees[0] + REPLIES * (sold == 1 << (replies[seat] - 1))
        seen[seat, RULES:] = improves + (1 - FOLLOWS - REPLIES) * unforeseen, unforeseen
    likely = posterior_by_definition(np.tile(priors(), (SEATS, 1)), seen, ME, 4)
    expected = expectations(game)
    for seat in OTHERS:
        assert expected[seat] == pytest.approx(sales_of(game, seat, likely[seat]))


def test_who_sells_by_no_rule_is_trusted_no_longer() -> None:
    games = sales("iello-en", 4)
    trusted = [expectations(game, 0.9)[3].sum() for game in games[:4]]
    assert (np.diff(trusted) < 0).all()
    assert trusted[0] > 0.6 and trusted[3] < 0.1
