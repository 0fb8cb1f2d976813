"""Win rates of searches: with the intervals that runs have, which always are honest ones."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from numpy.typing import NDArray
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import t_quantile
from strategy_lab.training.search import Evaluation, WinRate

from tests.strategy_lab.training.playing import scores

RULES = load_ruleset("iello-en").rules(3)
DEALS = 30


def rate_of(shares: NDArray[np.float64]) -> WinRate:
    """The win rate of a player from its share of the three games of each deal."""
    wins = np.rint(shares * 3 * whole_win(3)).astype(np.int64)
    total, squares = int(wins.sum()), int((wins**2).sum())
    return WinRate.of(total, squares, deals=len(shares), games=3, players=3, level=False)


def half_width(won: WinRate) -> float:
    return max(won.rate - won.low, won.high - won.rate)


@pytest.mark.parametrize("wins", [0.0, 1.0])
def test_who_wins_all_or_nothing_may_do_otherwise_in_another_deal(wins: float) -> None:
    won = rate_of(np.full(DEALS, wins))
    # Wilson's limit for as many observations as there are deals.
    arm = 1 - 1 / (1 + float(t_quantile(0.975, DEALS - 1)) ** 2 / DEALS)
    assert won.rate == wins and half_width(won) == pytest.approx(arm)
    assert 0 <= won.low <= wins <= won.high <= 1
    assert str(won) == f"{100 * wins:.1f} ±12.2 %"


def test_what_hardly_varies_stays_between_nothing_and_all() -> None:
    shares = np.ones(DEALS)
    shares[0] = 2 / 3
    won = rate_of(shares)
    assert won.low < won.rate < won.high <= 1


def test_away_from_the_ends_it_is_nearly_a_t_interval() -> None:
    shares = np.random.default_rng(1).integers(0, 4, 2000) / 3
    won = rate_of(shares)
    half = float(t_quantile(0.975, 1999)) * shares.std(ddof=1) / math.sqrt(2000)
    assert won.rate == pytest.approx(shares.mean())
    assert (won.low, won.high) == pytest.approx((won.rate - half, won.rate + half), abs=2e-4)


def test_only_a_copy_of_all_opponents_is_certain_to_win_a_fair_share() -> None:
    expert, counter, chance = load_field(["expert", "counter", "random"])
    candidates = [expert, replace(expert, name="another name"), counter, chance]

    def rates(*opponents: Entrant) -> list[WinRate]:
        played = scores(Evaluation(RULES, candidates, opponents, seed=1, first_deal=1, deals=DEALS))
        return [played.win_rate(i) for i in range(len(candidates))]

    for won in rates(expert)[:2]:
        assert won.rate == pytest.approx(1 / 3) and half_width(won) == 0
    assert all(half_width(won) > 0 for won in rates(expert)[2:])
    assert all(half_width(won) > 0 for won in rates(expert, counter))
    assert half_width(rates(chance)[3]) > 0, "copies that draw win as chance has it"
    varied = rate_of(np.full(DEALS, 1 / 3))
    assert half_width(varied) > 0.1, "what is no copy may win otherwise in another deal"


def test_the_gain_is_what_is_won_beyond_a_fair_share() -> None:
    gain = rate_of(np.array([1 / 3, 2 / 3] * DEALS)).gain
    assert gain.mean == pytest.approx(1 / 6)
    assert 0 < gain.low < gain.mean < gain.high and gain.is_shown
    none = WinRate(1 / 3, 1 / 3, 1 / 3, 3).gain
    assert (none.mean, str(none.mean), none.is_shown) == (0.0, "0.0", False)
