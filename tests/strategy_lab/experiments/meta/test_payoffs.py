from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.experiments.meta.experiment import played_game
from strategy_lab.rows import whole_win
from strategy_lab.stats.game_theory import members_of

from tests.strategy_lab.experiments.meta.made import meta_game_of, played, sums_of
from tests.strategy_lab.stats.games.known import payoff, ways


@pytest.mark.parametrize("players", [3, 4])
def test_payoffs_are_the_shares_of_a_copy(players: int) -> None:
    meta = meta_game_of(players=(players,), deals=36)
    (setting,), sums = meta.settings, sums_of(meta, played(meta))
    game = played_game(setting, sums, seed=1).mean
    total = whole_win(players) * players * setting.deals
    for counts, row in zip(setting.counts, sums.sum(axis=0), strict=True):
        members = members_of(counts)
        shares = []
        for own in np.flatnonzero(counts):
            others = list(members)
            others.remove(own)
            share = payoff(game, int(own), tuple(others))
            assert share == pytest.approx(row[own] / total / counts[own])
            shares.append(counts[own] * share)
        assert sum(shares) == pytest.approx(1)


def test_among_their_like_all_have_a_fair_share() -> None:
    meta = meta_game_of(players=(4,))
    game = played_game(meta.settings[0], sums_of(meta, played(meta)), seed=1)
    for own in range(3):
        assert payoff(game.mean, own, (own,) * 3) == 0.25


def test_where_all_play_one_mixture_they_expect_a_fair_share() -> None:
    meta = meta_game_of(players=(3,))
    game = played_game(meta.settings[0], sums_of(meta, played(meta)), seed=1).mean
    mixture = np.array([0.2, 0.5, 0.3])
    assert mixture @ game.against(mixture) == pytest.approx(1 / 3)
    # As by hand: over all others, as likely as they are.
    chances = [ways(row) * np.prod(mixture**row) for row in game.others]
    np.testing.assert_allclose(chances @ game.payoffs, game.against(mixture))
