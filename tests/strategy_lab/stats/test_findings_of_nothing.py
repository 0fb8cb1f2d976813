"""How often pages have a solid finding where tables differ and there is no mean effect."""

from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.results.conclusions import FAMILIES, PLAYER_COUNTS
from strategy_lab.stats.evidence import LIKELY, SOLID, weigh

QUESTIONS = 10
"""What is asked of two rulesets: seats, coins, margins, ties."""

PLAYS = {"unchanged": 8, "re-tuned": 5}
"""Independent tables, and trainings."""

NOISE = 0.2
"""The sampling error of an effect at a table, in units of what matters."""


def graded(random: np.random.Generator, tables: int, mean: float, spread: float) -> np.ndarray:
    """The grades of one number of players: at each table all effects go together in part."""
    shared = random.normal(size=(tables, 1))
    own = random.normal(size=(tables, QUESTIONS))
    truth = mean + spread * (0.6 * shared + 0.8 * own)
    value = truth + NOISE * random.normal(size=truth.shape)
    found = weigh(
        value,
        np.full(value.shape, NOISE),
        np.ones(QUESTIONS),
        np.zeros(QUESTIONS, np.int64),
        FAMILIES,
    )
    return found.grade


def solid_pages(pages: int, spread: float) -> int:
    """How many pages have a solid finding, whichever five they choose to print."""
    random = np.random.default_rng([pages, int(100 * spread)])
    return sum(
        any(
            SOLID in graded(random, tables, 0.0, spread)
            for tables in PLAYS.values()
            for _ in range(PLAYER_COUNTS)
        )
        for _ in range(pages)
    )


@pytest.mark.parametrize("spread", [0.5, 5.0])
def test_pages_without_a_mean_effect_have_no_solid_finding(spread: float) -> None:
    assert solid_pages(8, spread) <= 2  # more: one in 170


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.3, 1.0, 20.0])
def test_at_most_one_page_of_twenty_has_a_solid_finding_of_nothing(spread: float) -> None:
    pages = 100
    found = solid_pages(pages, spread)
    print(f"tables differ by {spread} of what matters: {found} of {pages} pages are wrong")
    assert found <= 0.05 * pages


def test_planted_effects_are_found() -> None:
    random = np.random.default_rng(1)
    alike, apart = (
        np.concatenate([graded(random, 8, 3.0, spread) for _ in range(5)]) for spread in (0.3, 1.0)
    )
    assert np.mean(alike == SOLID) > 0.9
    assert np.mean(np.isin(apart, [SOLID, LIKELY])) > 0.5
