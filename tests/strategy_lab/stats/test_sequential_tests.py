from __future__ import annotations

import math
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.stats.intervals import Estimate
from strategy_lab.stats.sequential_tests import (
    ELO_PER_T,
    Bounds,
    Finding,
    TwoSidedTest,
    after_test,
    likeliest_with_t,
    llr,
    mean_score,
    normalised_elo,
    worse_outcome,
)

# duels

SCORES = np.array([0, 1, 4, 6, 7, 7.5, 8, 8.5, 9, 10, 12, 14.4, 16]) / 16
SHARES = np.array([1, 40, 90, 100, 60, 250, 70, 110, 120, 50, 30, 5, 1]) / 927
"""Skewed, with a peak in the middle, as the scores of deals are."""


class SimulatedDuel(NamedTuple):
    finding: Finding
    deals: int
    plain: Estimate
    sequential: Estimate


def shares_with(elo: float) -> np.ndarray:
    """A distribution of scores with a normalised Elo."""
    return likeliest_with_t(SCORES, SHARES, elo / ELO_PER_T)


def simulated_duel(
    elo: float, test: TwoSidedTest, random: np.random.Generator, most: int = 10**6
) -> SimulatedDuel:
    """Draw deals and look at the test as a duel does, until it ends."""
    shares = shares_with(elo)
    counts, deals, more = np.zeros(len(SCORES), np.int64), 0, 100
    while deals < most:
        counts += random.multinomial(more, shares)
        deals += more
        more = -(-deals // 16)
        if test.look(SCORES, counts) is not Finding.OPEN:
            break
    return SimulatedDuel(
        test.finding, deals, mean_score(SCORES, counts), test.estimate(SCORES, counts)
    )


# brownian

LOWER, UPPER = -3.0, 3.6


def simulated(
    drift: float, variance: float, time: float, position: float, *, paths: int = 20_000
) -> float:
    """The share of worse outcomes among random walks; steps across a bound and back are seen."""
    random = np.random.default_rng(1)
    step = time / 200
    at, outcome = np.zeros(paths), np.zeros(paths, int)
    for _ in range(200):
        after = at + random.normal(drift * step, math.sqrt(variance * step), paths)
        crossed = []
        for bound in (LOWER, UPPER):
            chance = np.exp(-2 * (bound - at) * (bound - after) / (variance * step))
            crossed.append((random.random(paths) < chance) | ((bound - at) * (bound - after) <= 0))
        going = outcome == 0
        outcome[going & crossed[0]] = -1
        outcome[going & crossed[1] & ~crossed[0]] = 1
        at = np.where(going, after, at)
    return float(np.mean((outcome == -1) | ((outcome == 0) & (at <= position))))


@pytest.mark.parametrize(
    ("drift", "variance", "time"), [(-0.5, 1.3, 4.0), (0.0, 1.0, 30.0), (0.4, 0.7, 4.0)]
)
@pytest.mark.filterwarnings("ignore:overflow")  # in the simulation, where a walk has stopped
def test_it_is_how_often_walks_do_worse(drift: float, variance: float, time: float) -> None:
    for position in (LOWER, -1.0, 0.5, UPPER):
        found = worse_outcome(drift, variance, LOWER, UPPER, time=time, position=position)
        assert found == pytest.approx(simulated(drift, variance, time, position), abs=0.012)


@pytest.mark.parametrize("drift", [-0.4, 0.1, 0.7])
def test_in_the_long_run_it_is_walds_probability(drift: float) -> None:
    rate = 2 * drift
    expected = (1 - math.exp(-rate * UPPER)) / (math.exp(-rate * LOWER) - math.exp(-rate * UPPER))
    found = worse_outcome(drift, 1.0, LOWER, UPPER, time=1e6, position=0.0)
    assert found == pytest.approx(expected, abs=1e-9)


# elo

PAIRS = np.linspace(0, 1, 5)
PER_GAME = math.sqrt(2)
"""How much larger an Elo is of pairs, whose mean has half the variance, than one of games."""


@pytest.mark.parametrize(
    ("counts", "published"),
    [
        ([34, 54, 63, 64, 75], 57.94),
        ([332, 433, 498, 333, 334], -9.17),
        ([7895, 8757, 5685, 568, 9999], -19.01),
        ([379, 10170, 21828, 10640, 343], 3.05),
        ([352, 579, 1264, 743, 464], 24.25),
        ([13, 37, 50, 25, 3], -63.97),
    ],
)
def test_published_normalised_elo_of_pairs_is_reproduced(
    counts: list[int], published: float
) -> None:
    found = normalised_elo(mean_score(PAIRS, counts), PAIRS, counts)
    assert found.value / PER_GAME == pytest.approx(published, abs=0.0051)


@pytest.mark.parametrize("shape", [(6.0, 5.0), (40.0, 3.0)])
def test_intervals_cover_the_truth_as_often_as_they_say(shape: tuple[float, float]) -> None:
    random = np.random.default_rng(4)
    samples = random.beta(*shape, (2000, 400))
    a, b = shape
    mean, deviation = a / (a + b), math.sqrt(a * b / (a + b + 1)) / (a + b)
    elo = (mean - 0.5) / deviation * 800 / math.log(10)
    ones = np.ones(400)
    means = [mean_score(row, ones) for row in samples]
    elos = [normalised_elo(m, row, ones) for m, row in zip(means, samples, strict=True)]
    assert 0.94 <= np.mean([m.low <= mean <= m.high for m in means]) <= 0.96
    assert 0.935 <= np.mean([e.low <= elo <= e.high for e in elos]) <= 0.965


# estimates

BOUNDS = Bounds.of_errors(0.05, 0.05)


def logistic(score: float) -> float:
    return -400 * math.log10(1 / score - 1)


@pytest.mark.parametrize(
    ("counts", "elo1", "published"),
    [
        # From the tests of fishtest (server/tests/test_stats_sprt.py):
        ([1, 20, 300, 900, 779], 2, (245.4729, 223.6370, 289.7981)),
        ([1, 60, 500, 1200, 600], 2, (188.3595, 170.7252, 214.8484)),
        # From the page of statistics of a test on an instance of it, which had not ended:
        ([13, 37, 50, 25, 3], 4, (-43.6578, -75.5244, -15.4045)),
    ],
)
def test_published_estimates_are_reproduced(
    counts: list[int], elo1: float, published: tuple[float, ...]
) -> None:
    found = after_test(PAIRS, counts, 0, elo1 * PER_GAME, BOUNDS)
    assert list(map(logistic, found)) == pytest.approx(published, abs=1e-4)


# sprt

GAMES = np.linspace(0, 1, 3)

# Published by testers of chess engines: counts from losses to wins, elo0 and elo1, and the ratio to
# as many digits as they give. From the tests of fastchess (app/tests/sprt_test.cpp):
FASTCHESS = [
    ([365, 16618, 36229, 16974, 390], 0, 2, "2.25"),
    ([127, 4883, 10712, 5150, 104], -1.75, 0.25, "3.01"),
    ([36027, 68692, 36433], 0, 2, "0.92"),
    ([10650, 20431, 10871], -1.75, 0.25, "2.30"),
]
# From matches that its users reported:
MATCHES = [
    ([352, 579, 1264, 743, 464], 9, 16, "4.60"),
    ([0, 0, 1, 8, 1], 0, 50, "1.24"),
]
# From pull requests to Stockfish (4194 and 6036), tested by fishtest:
FISHTEST = [
    ([371, 10263, 24989, 10642, 379], 0, 2, "2.95"),
    ([47, 8181, 25234, 8575, 47], 0.5, 2.5, "2.94"),
    ([1, 1098, 3954, 1346, 1], 0.5, 2.5, "2.94"),
    ([0, 1236, 4490, 1474, 1], 0, 2, "2.94"),
]
# From the page of statistics of a test on an instance of fishtest (montytest), with five digits:
PAGE = [
    ([13, 37, 50, 25, 3], 0, 4, "-0.54912"),
]


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"), [*FASTCHESS, *MATCHES, *FISHTEST, *PAGE]
)
def test_published_ratios_are_reproduced_to_their_last_digit(
    counts: list[int], elo0: float, elo1: float, published: str
) -> None:
    scores, unit = (PAIRS, PER_GAME) if len(counts) == 5 else (GAMES, 1)
    found = llr(scores, counts, elo0 * unit, elo1 * unit)
    assert f"{found:.{len(published.partition('.')[2])}f}" == published


def test_walds_bounds() -> None:
    assert Bounds.of_errors(0.05, 0.05) == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Bounds.of_errors(0.05, 0.1) == pytest.approx((-2.25, 2.89), abs=5e-3)


@given(counts=st.lists(st.integers(0, 500), min_size=5, max_size=5), elo=st.floats(0, 20))
def test_mirrored_scores_and_hypotheses_give_the_same(counts: list[int], elo: float) -> None:
    mirrored = llr(PAIRS, counts[::-1], -elo, -elo - 5)
    assert llr(PAIRS, counts, elo, elo + 5) == pytest.approx(mirrored, abs=1e-5)


def test_it_changes_sign_with_the_hypotheses_and_adds_up() -> None:
    counts = [20, 70, 150, 90, 30]

    def ratio(elo0: float, elo1: float) -> float:
        return llr(PAIRS, counts, elo0, elo1)

    assert ratio(0, 5) == pytest.approx(-ratio(5, 0))
    assert ratio(0, 5) + ratio(5, 9) == pytest.approx(ratio(0, 9))


def test_scores_all_alike_are_decided_by_their_number() -> None:
    """A share q of wins and else draws has a t-value of nearly the root of q."""
    for n in (10_000, 1_000_000):
        found = llr([0, 0.5, 1], [0, n, 0], 0, 5)
        assert found == pytest.approx(n * math.log(1 - (5 / 347.4356) ** 2), rel=0.01)


def test_scores_on_one_side_of_a_hypothesis_are_refused() -> None:
    with pytest.raises(ValueError, match="no distribution"):
        llr([0.7, 0.8], [10, 10], 0, 5)


# two_sided

ALPHA = BETA = 0.05
ELO1 = 20.0
"""Decided after some 2,000 deals."""


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
