from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from strategy_lab.stats.sequential_tests import Finding, TwoSidedTest, llr

from tests.strategy_lab.stats.sequential.duels import SCORES, shares_with, simulated_duel

ALPHA = BETA = 0.05
ELO1 = 20.0
"""Decided after some 2,000 deals."""

PAIRS = np.linspace(0, 1, 5)


def new_test(elo0: float = 0.0) -> TwoSidedTest:
    return TwoSidedTest(elo0, ELO1, ALPHA, BETA)


def standard_error(rate: float, n: int) -> float:
    return math.sqrt(rate * (1 - rate) / n)


def test_the_sides_are_mirror_images() -> None:
    counts = np.array([20, 70, 150, 90, 30])
    test, mirrored = new_test(), new_test()
    test.look(PAIRS, counts)
    mirrored.look(1 - PAIRS, counts)
    assert test.first.llr == llr(PAIRS, counts, 0, ELO1)
    assert (test.first.llr, test.second.llr) == (mirrored.second.llr, mirrored.first.llr)
    value, low, high = test.estimate(PAIRS, counts)
    assert mirrored.estimate(1 - PAIRS, counts) == pytest.approx((1 - value, 1 - high, 1 - low))


@pytest.mark.parametrize(
    ("counts", "finding"),
    [
        ([20, 70, 150, 120, 90], Finding.FIRST),
        ([90, 120, 150, 70, 20], Finding.SECOND),
        ([2000, 7000, 15000, 7000, 2000], Finding.NEITHER),
        ([2, 7, 15, 7, 2], Finding.OPEN),
    ],
)
def test_what_is_found(counts: list[int], finding: Finding) -> None:
    test = new_test()
    assert test.look(PAIRS, counts) is finding
    assert test.finding is finding


def test_a_side_that_has_ended_stays_as_it_is() -> None:
    test = new_test()
    test.look(PAIRS, [90, 120, 150, 100, 60])
    assert test.first.stronger is False
    ended = test.first.llr, test.first.ended
    test.look(PAIRS, [90, 120, 150, 400, 400])
    assert (test.first.llr, test.first.ended) == ended == (test.first.llr, 520)
    assert test.finding is not Finding.FIRST


@pytest.mark.parametrize(
    "settings", [(5, 5, 0.05, 0.05), (-6, 5, 0.05, 0.05), (0, math.inf, 0.05, 0.05), (0, 5, 2, 0.1)]
)
def test_impossible_tests_are_refused(settings: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="must be"):
        TwoSidedTest(*settings)


def test_simulated_duels_have_the_elo_that_is_asked_for() -> None:
    shares = shares_with(ELO1)
    mean = shares @ SCORES
    t = (mean - 0.5) / math.sqrt(shares @ (SCORES - mean) ** 2)
    assert t * 800 / math.log(10) == pytest.approx(ELO1)


def test_a_few_duels_end_as_they_should() -> None:
    random = np.random.default_rng(3)
    strong = [simulated_duel(3 * ELO1, new_test(), random) for _ in range(15)]
    weak = [simulated_duel(-3 * ELO1, new_test(), random) for _ in range(15)]
    assert {duel.finding for duel in strong} == {Finding.FIRST}
    assert {duel.finding for duel in weak} == {Finding.SECOND}


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "elo0"), [(0.0, 0.0), (5.0, 5.0), (-ELO1, -ELO1)])
def test_of_equals_one_is_found_stronger_at_most_as_often_as_alpha(elo: float, elo0: float) -> None:
    """Where A is stronger by elo0 only, or weaker; and of equals neither may be."""
    duels, random = 1000, np.random.default_rng(1)
    found = Counter(simulated_duel(elo, new_test(elo0), random).finding for _ in range(duels))
    first, second = found[Finding.FIRST] / duels, found[Finding.SECOND] / duels
    print(f"elo {elo:g}, elo0 {elo0:g}: A stronger {first:.1%}, B stronger {second:.1%}")
    assert first <= ALPHA / 2 + 2 * standard_error(ALPHA / 2, duels)
    if elo == 0:
        assert first + second <= ALPHA


@pytest.mark.slow
@pytest.mark.parametrize("elo", [ELO1, -ELO1])
def test_the_stronger_by_elo1_is_missed_at_most_as_often_as_beta(elo: float) -> None:
    """And what is estimated then is right: too high as often as too low."""
    duels, random = 1000, np.random.default_rng(2)
    found = [simulated_duel(elo, new_test(), random) for _ in range(duels)]
    right = Finding.FIRST if elo > 0 else Finding.SECOND
    missed = np.mean([duel.finding is not right for duel in found])
    wrong = np.mean([duel.finding not in (right, Finding.NEITHER) for duel in found])
    print(f"elo {elo:g}: missed {missed:.1%}, the other found stronger {wrong:.1%}")
    assert missed <= BETA
    assert wrong <= 0.005
    truth = float(shares_with(elo) @ SCORES)
    covered = np.mean([duel.sequential.low <= truth <= duel.sequential.high for duel in found])
    above = np.mean([duel.sequential.value > truth for duel in found])
    plain = np.mean([duel.plain.value - truth for duel in found]) / (truth - 0.5)
    print(f"sequential: above the truth {above:.1%}, covered {covered:.1%}; plain: {plain:+.1%}")
    assert 0.94 <= covered <= 0.98
    assert 0.46 <= above <= 0.54
    assert plain > 0.1
