"""Grades: what holds at a table that nobody has met is solid, and what is not known says why."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    FEW_TABLES,
    LIKELY,
    NO_EFFECT,
    SOLID,
    UNCLEAR,
    Evidence,
    weigh,
)

ERROR = 0.1


def weighed(*tables: Sequence[float] | float, error: float = ERROR, families: int = 1) -> Evidence:
    """The evidence of tables, each with its effects."""
    value = np.array([np.atleast_1d(table) for table in tables], float)
    number = value.shape[1]
    noise = np.where(np.isnan(value), np.nan, error)
    return weigh(value, noise, np.ones(number), np.zeros(number, np.int64), families)


@pytest.mark.parametrize(
    ("tables", "grade", "reason"),
    [
        ((3, 3.5, 4, 3, 3.2, 3.8), SOLID, ""),
        ((-3, -3.5, -4, -3, -3.2, -3.8), SOLID, ""),
        ((3, 2, 9, 5, 4, 6), LIKELY, ""),
        ((3, 2, 4, 2, -3, 3), UNCLEAR, DISAGREE),
        ((0.6, 0.6, 0.6, 0.6, 0.6), NO_EFFECT, ""),
        ((0, 0.2, -0.3, 0.1, 0), NO_EFFECT, ""),
        ((0, 0.2, -0.3, 0.1, 2), UNCLEAR, DISAGREE),
        ((1.02, 0.98, 0.97, 1.05, 1.01), UNCLEAR, FEW_GAMES),
        ((3, 3.1), UNCLEAR, FEW_TABLES),
    ],
)
def test_a_grade_asks_what_a_table_that_nobody_has_met_would_show(
    tables: Sequence[float], grade: str, reason: str
) -> None:
    found = weighed(*tables)
    assert (found.grade.tolist(), found.reason.tolist()) == ([grade], [reason])


def test_a_solid_effect_is_predicted_beyond_what_matters() -> None:
    found = weighed(3, 3.5, 4, 3, 3.2, 3.8)
    assert 1 < found.low < found.mean < found.high
    assert found.agreeing == 1
    assert (found.least, found.most, found.tables) == (3, 4, 6)


def test_more_questions_take_more_evidence() -> None:
    tables = (3, 3.5, 4, 3, 3.2, 3.8)
    assert weighed(*tables, families=100_000).grade == [LIKELY]
    alone = weighed(*tables)
    among = weighed(*([value, *[0.0] * 20] for value in tables))
    assert among.p[0] == pytest.approx(21 * alone.p[0])


def test_it_is_said_with_how_many_games_an_effect_would_be_clear() -> None:
    random = np.random.default_rng(1)
    noise, clear = 2.0, []
    for _ in range(60):
        errors = random.normal(size=8)
        found = weighed(*(2.0 + noise * errors), error=noise)
        if found.reason == [FEW_GAMES]:
            less = noise / np.sqrt(1.2 * found.games_factor[0])
            more = weighed(*(found.mean + less * (errors - errors.mean())), error=less)
            clear.append(more.grade[0] != UNCLEAR)
    assert len(clear) >= 30
    assert np.mean(clear) > 0.9


def test_what_cannot_be_tested_is_not_shown() -> None:
    found = weigh(
        *(np.array([[3.0]] * 4), np.full((4, 1), np.nan)), np.ones(1), np.zeros(1, np.int64), 1
    )
    assert (found.grade, found.reason) == ([UNCLEAR], [FEW_TABLES])
    assert np.isnan(found.mean)


def test_the_spread_between_tables_is_without_the_noise() -> None:
    random = np.random.default_rng(3)
    truth = 3 + 0.5 * random.standard_normal((40, 100))
    found = weighed(*(truth + ERROR * random.standard_normal(truth.shape)))
    assert np.sqrt(np.mean(found.between_sd**2)) == pytest.approx(0.5, abs=0.03)


@given(st.lists(st.floats(-5, 5), min_size=3, max_size=8), st.integers(0, 7))
def test_a_table_that_has_no_such_effect_has_no_say(tables: list[float], place: int) -> None:
    more = [*tables]
    more.insert(place, np.nan)
    assert weighed(*tables).grade == weighed(*more).grade
