"""Where the variance of results comes from, in games where that is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategy_lab.stats.batches import Sources, Squares, sources

Floats = NDArray[np.float64]


def squares(results: Floats) -> Squares:
    """Return the sums of squares of (deals, players, seats) results."""
    players = results.shape[1]
    game = (np.arange(players) - np.arange(players)[:, np.newaxis]) % players
    of_games = [results[:, game == g].sum(axis=1) for g in range(players)]
    return Squares(
        np.sum(results**2),
        np.sum(results.sum(axis=2) ** 2),
        np.sum(results.sum(axis=1) ** 2),
        np.sum(np.square(of_games)),
        np.sum(results.sum(axis=(1, 2)) ** 2),
    )


def found(results: Floats) -> Sources:
    """Return the sources of results of the same players in every deal."""
    between = np.var(results.mean(axis=(0, 2)))
    return sources(squares(results), between, np.float64(len(results)), results.shape[1])


def drawn(kinds: Floats, deals: int, players: int, seed: int) -> Floats:
    """Return wins of deals that are won by the first player, one player, one seat, or by lot."""
    random = np.random.default_rng(seed)
    wins = np.zeros((deals, players, players))
    for deal, kind in enumerate(random.choice(4, deals, p=kinds)):
        lucky = random.integers(players)
        if kind == 0:
            wins[deal, 0] = 1
        elif kind == 1:
            wins[deal, lucky] = 1
        elif kind == 2:
            wins[deal, :, lucky] = 1
        else:
            for game in range(players):
                winner = random.integers(players)
                wins[deal, winner, (winner + game) % players] = 1
    return wins


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("kinds", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0.4, 0.2, 0.1, 0.3)])
def test_shares_are_those_of_a_game_that_is_known(players: int, kinds: Floats) -> None:
    best, lucky, seat, lot = kinds
    share = found(drawn(kinds, 20_000, players, seed=players))
    expected = (best**2, best + lucky - best**2, seat, lot)
    assert share == pytest.approx(expected, abs=0.02)


def test_two_players_leave_nothing_to_where_they_sit() -> None:
    share = found(drawn(np.array([0.25, 0.25, 0.5, 0]), 20_000, 2, seed=2))
    assert share == pytest.approx((0.0625, 0.4375, 0.5, 0), abs=0.02)


def test_a_lottery_is_no_skill_and_no_luck_of_the_deal() -> None:
    share = found(drawn(np.array([0, 0, 0, 1]), 20_000, 4, seed=1))
    assert share == pytest.approx((0, 0, 0, 1), abs=0.01)


@given(
    players=st.integers(2, 6),
    seed=st.integers(0, 2**32),
    scale=st.floats(0.1, 1e3),
    shift=st.floats(-1e3, 1e3),
)
def test_shares_add_up_to_one_in_any_unit(
    players: int, seed: int, scale: float, shift: float
) -> None:
    results = np.random.default_rng(seed).normal(size=(5, players, players))
    share = found(results)
    assert sum(share) == pytest.approx(1)
    assert found(shift + scale * results) == pytest.approx(share, rel=1e-4, abs=1e-4)
