"""Win rates of searches: with the intervals that runs have, which always are honest ones."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.plugins.entrant import Entrant, load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.stats.student import t_quantile
from forsale_sim.training.evaluating import evaluate
from forsale_sim.training.win_rates import WinRate

RULES = load_ruleset("iello-en").rules(3)
DEALS = 30


@pytest.mark.parametrize("wins", [0.0, 1.0])
def test_who_wins_all_or_nothing_may_do_otherwise_in_another_deal(wins: float) -> None:
    won = WinRate.of(np.full(DEALS, wins), 3, copy=False, players=3)
    # Wilson's limit for as many observations as there are deals.
    arm = 1 - 1 / (1 + float(t_quantile(0.975, DEALS - 1)) ** 2 / DEALS)
    assert won.rate == wins and won.half_width == pytest.approx(arm)
    assert 0 <= won.low <= wins <= won.high <= 1
    assert won.percent() == f"{100 * wins:.1f} ±12.2"


def test_what_hardly_varies_stays_between_nothing_and_all() -> None:
    shares = np.ones(DEALS)
    shares[0] = 2 / 3
    won = WinRate.of(shares, 3, copy=False, players=3)
    assert won.low < won.rate < won.high <= 1


def test_away_from_the_ends_it_is_nearly_a_t_interval() -> None:
    shares = np.random.default_rng(1).integers(0, 4, 2000) / 3
    won = WinRate.of(shares, 3, copy=False, players=3)
    half = float(t_quantile(0.975, 1999)) * shares.std(ddof=1) / math.sqrt(2000)
    assert won.rate == pytest.approx(shares.mean())
    assert (won.low, won.high) == pytest.approx((won.rate - half, won.rate + half), abs=2e-4)
    assert won.percent(2) == f"{100 * shares.mean():.2f} ±{100 * half:.2f}"


def test_only_a_copy_of_all_opponents_is_certain_to_win_a_fair_share() -> None:
    expert, counter, chance = load_field(["expert", "counter", "random"])
    copy = replace(expert, name="another name")

    def rates(*opponents: Entrant) -> list[WinRate]:
        candidates = [expert, copy, counter, chance]
        scores = evaluate(RULES, candidates, opponents, seed=1, first_deal=1, deals=DEALS)
        return [scores.win_rate(i) for i in range(len(candidates))]

    for won in rates(expert)[:2]:
        assert won.rate == pytest.approx(1 / 3) and won.half_width == 0
    assert all(won.half_width > 0 for won in rates(expert)[2:])
    assert all(won.half_width > 0 for won in rates(expert, counter))
    assert rates(chance)[3].half_width > 0, "copies that draw win as chance has it"
    varied = WinRate.of(np.full(DEALS, 1 / 3), 3, copy=False, players=3)
    assert varied.half_width > 0.1, "what is no copy may win otherwise in another deal"
