from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.stats.sequential_tests import Bounds, EloModel, llr

GAMES, PAIRS = np.linspace(0, 1, 3), np.linspace(0, 1, 5)

# Published by testers of chess engines: counts from losses to wins, elo0 and elo1, and the ratio to
# as many digits as they give. From the tests of fastchess (app/tests/sprt_test.cpp):
FASTCHESS = [
    ("normalized", [365, 16618, 36229, 16974, 390], 0, 2, "2.25"),
    ("normalized", [127, 4883, 10712, 5150, 104], -1.75, 0.25, "3.01"),
    ("logistic", [223, 9863, 21279, 10037, 246], 0.5, 2.5, "-3.07"),
    ("logistic", [871, 26175, 55983, 26678, 821], 0, 2, "-4.98"),
    ("normalized", [36027, 68692, 36433], 0, 2, "0.92"),
    ("normalized", [10650, 20431, 10871], -1.75, 0.25, "2.30"),
    ("logistic", [21184, 40708, 21404], 0.5, 2.5, "-1.57"),
    ("logistic", [57030, 106593, 57433], 0, 2, "-2.59"),
]
# From matches that its users reported:
MATCHES = [
    ("normalized", [352, 579, 1264, 743, 464], 9, 16, "4.60"),
    ("normalized", [0, 0, 1, 8, 1], 0, 50, "1.24"),
]
# From pull requests to Stockfish (4194 and 6036), tested by fishtest:
FISHTEST = [
    ("normalized", [371, 10263, 24989, 10642, 379], 0, 2, "2.95"),
    ("normalized", [47, 8181, 25234, 8575, 47], 0.5, 2.5, "2.94"),
    ("normalized", [1, 1098, 3954, 1346, 1], 0.5, 2.5, "2.94"),
    ("normalized", [0, 1236, 4490, 1474, 1], 0, 2, "2.94"),
]
# From the page of statistics of a test on an instance of fishtest (montytest), with five digits:
PAGE = [
    ("normalized", [13, 37, 50, 25, 3], 0, 4, "-0.54912"),
    ("logistic", [13, 37, 50, 25, 3], 0, 2.716, "-0.5378"),  # -0.53772 for an elo1 not rounded
]


@pytest.mark.parametrize(
    ("model", "counts", "elo0", "elo1", "published"), [*FASTCHESS, *MATCHES, *FISHTEST, *PAGE]
)
def test_published_ratios_are_reproduced_to_their_last_digit(
    model: EloModel, counts: list[int], elo0: float, elo1: float, published: str
) -> None:
    scores, games = (PAIRS, 2) if len(counts) == 5 else (GAMES, 1)
    found = llr(scores, counts, elo0, elo1, model=model, games=games)
    assert f"{found:.{len(published.partition('.')[2])}f}" == published


def test_walds_bounds() -> None:
    assert Bounds.of_errors(0.05, 0.05) == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert Bounds.of_errors(0.05, 0.1) == pytest.approx((-2.25, 2.89), abs=5e-3)


@pytest.mark.parametrize("errors", [(0, 0.05), (2, 0.05), (0.5, 0.5), (0.05, math.nan)])
def test_errors_that_are_no_probabilities_are_refused(errors: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="must be positive"):
        Bounds.of_errors(*errors)


@given(counts=st.lists(st.integers(0, 500), min_size=5, max_size=5), elo=st.floats(0, 20))
def test_mirrored_scores_and_hypotheses_give_the_same(counts: list[int], elo: float) -> None:
    mirrored = llr(PAIRS, counts[::-1], -elo, -elo - 5)
    assert llr(PAIRS, counts, elo, elo + 5) == pytest.approx(mirrored, abs=1e-5)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
def test_it_changes_sign_with_the_hypotheses_and_adds_up(model: EloModel) -> None:
    counts = [20, 70, 150, 90, 30]

    def ratio(elo0: float, elo1: float) -> float:
        return llr(PAIRS, counts, elo0, elo1, model=model)

    assert ratio(0, 5) == pytest.approx(-ratio(5, 0))
    assert ratio(0, 5) + ratio(5, 9) == pytest.approx(ratio(0, 9))


def test_it_is_nearly_that_of_a_normal_distribution() -> None:
    counts = np.array([200, 900, 1500, 950, 220])
    n, mean = counts.sum(), counts @ PAIRS / counts.sum()
    t = (mean - 0.5) / np.sqrt(counts @ (PAIRS - mean) ** 2 / n)
    first, second = 0.0, 5 / (800 / math.log(10))
    expected = n / 2 * math.log((1 + (t - first) ** 2) / (1 + (t - second) ** 2))
    assert llr(PAIRS, counts, 0, 5) == pytest.approx(expected, rel=0.01)


def test_scores_all_alike_are_decided_by_their_number() -> None:
    """A share q of wins and else draws has a t-value of nearly the root of q."""
    for n in (10_000, 1_000_000):
        found = llr([0, 0.5, 1], [0, n, 0], 0, 5)
        assert found == pytest.approx(n * math.log(1 - (5 / 347.4356) ** 2), rel=0.01)


@pytest.mark.parametrize(
    ("scores", "counts", "message"),
    [
        ([0, 1], [1, 2, 3], "one count for each score"),
        ([0, 1.5], [1, 2], "from 0 to 1"),
        ([0, math.nan], [1, 2], "from 0 to 1"),
        ([0, 1], [1, -2], "no less than 0"),
        ([0.7, 0.8], [10, 10], "no distribution"),
    ],
)
def test_what_are_no_scores_is_refused(
    scores: list[float], counts: list[float], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        llr(scores, counts, 0, 5)
