"""Grades: what is shown everywhere is solid, what is not is not, and fools have no say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from strategy_lab.stats.evidence import (
    CREDIBLE,
    LIKELY,
    NO_EFFECT,
    REFERENCE,
    SOLID,
    STRESS,
    UNCLEAR,
    Estimates,
    Evidence,
    distinct,
    weigh,
)

ERROR = 0.1
ROLES = (REFERENCE, CREDIBLE, CREDIBLE, CREDIBLE, CREDIBLE)


def estimates(value: np.ndarray, error: float = ERROR, margin: float = 1.0) -> Estimates:
    """Estimates with normal errors of a known size, and the p values that belong to them."""
    return Estimates(
        value,
        np.where(np.isnan(value), np.nan, error),
        2 * stats.norm.sf(np.abs(value) / error),
        stats.norm.sf((margin - np.abs(value)) / error),
    )


def weighed(
    *fields: Sequence[float] | float, roles: Sequence[str] = ROLES, families: int = 1
) -> Evidence:
    """The evidence of fields, each with its effects."""
    value = np.array([np.atleast_1d(field) for field in fields], float)
    number = value.shape[1]
    return weigh(
        estimates(value),
        np.array(roles, object),
        np.ones(number),
        np.zeros(number, np.int64),
        families,
    )


@pytest.mark.parametrize(
    ("fields", "grade"),
    [
        ((3, 2, 4, 2, 3), SOLID),
        ((-3, -2, -4, -2, -3), SOLID),
        ((3, 2, 4, 2, -3), LIKELY),
        ((3, 2, 4, -2, -3), UNCLEAR),
        ((-3, 2, 4, 2, 3), UNCLEAR),
        ((0.6, 0.6, 0.6, 0.6, 0.6), NO_EFFECT),
        ((0, 0.2, -0.3, 0.1, 0), NO_EFFECT),
        ((0, 0.2, -0.3, 0.1, 2), UNCLEAR),
        ((3, 0, 4, 2, 3), LIKELY),
        ((3, 0.5, 0.5, 0.5, 0.5), LIKELY),
        ((1.02, 0.98, 0.97, 1, 1.01), LIKELY),
    ],
)
def test_a_grade_is_what_strong_play_and_the_credible_fields_agree_on(
    fields: Sequence[float], grade: str
) -> None:
    assert weighed(*fields).grade.tolist() == [grade]


def test_without_a_reference_nothing_is_solid() -> None:
    assert weighed(3, 2, 4, 2, 3, roles=[CREDIBLE] * 5).grade == [LIKELY]
    assert weighed(3, 2, 4, 2, -3, roles=[CREDIBLE] * 5).grade == [UNCLEAR]


def test_one_credible_field_is_no_sample() -> None:
    assert weighed(3, 2, roles=[REFERENCE, CREDIBLE]).grade == [LIKELY]
    assert weighed(3, 2, 2, roles=[REFERENCE, CREDIBLE, CREDIBLE]).grade == [SOLID]


def test_stress_fields_alone_decide_nothing() -> None:
    found = weighed(3, 3, roles=[STRESS, STRESS])
    assert found.grade == [UNCLEAR]
    assert np.isnan([*found.reference, *found.median, *found.p]).all()


def test_what_cannot_be_tested_is_not_shown() -> None:
    value = np.array([[3.0], [3.0], [3.0]])
    unknown = np.full((3, 1), np.nan)
    found = weigh(
        Estimates(value, unknown, unknown, unknown),
        np.array([REFERENCE, CREDIBLE, CREDIBLE], object),
        np.ones(1),
        np.zeros(1, np.int64),
        1,
    )
    assert found.grade == [UNCLEAR]


def test_the_spread_between_fields_is_without_the_noise() -> None:
    random = np.random.default_rng(3)
    effects = 4000
    truth = 3 + 0.5 * random.standard_normal((40, effects))
    value = truth + ERROR * random.standard_normal(truth.shape)
    found = weigh(
        estimates(value),
        np.array([CREDIBLE] * 40, object),
        np.ones(effects),
        np.zeros(effects, np.int64),
        1,
    )
    assert np.sqrt(np.mean(found.between_sd**2)) == pytest.approx(0.5, abs=0.01)


def test_without_an_effect_reports_claim_one_in_twenty_at_most() -> None:
    """The reference alone, 20 questions, and credible fields that all happen to agree with it."""
    random = np.random.default_rng(1)
    reports = 4000
    claiming = 0
    for _ in range(reports):
        reference = ERROR * random.standard_normal(20)
        found = weigh(
            estimates(np.array([reference, *[np.sign(reference)] * 4]), margin=1e-9),
            np.array(ROLES, object),
            np.full(20, 1e-9),
            np.zeros(20, np.int64),
            1,
        )
        claiming += bool(np.isin(found.grade, [SOLID, LIKELY]).any())
    assert claiming <= 1.15 * 0.05 * reports  # 0.05 and four standard errors
    assert claiming >= 0.03 * reports, "the correction costs no more than it has to"


effects = st.lists(st.lists(st.floats(-5, 5), min_size=3, max_size=3), min_size=2, max_size=6).map(
    np.array
)


@given(effects, st.data())
def test_fools_change_no_grade(value: np.ndarray, data: st.DataObject) -> None:
    roles = [REFERENCE, *[CREDIBLE] * (len(value) - 1)]
    before = weighed(*value, roles=roles)
    fools = data.draw(st.lists(st.lists(st.floats(-50, 50), min_size=3, max_size=3), max_size=3))
    after = weighed(*value, *fools, roles=[*roles, *[STRESS] * len(fools)])
    assert before.grade.tolist() == after.grade.tolist()
    for one, other in zip(before[:-1], after[:-1], strict=True):
        assert np.array_equal(one, other, equal_nan=True)


@given(effects, st.integers(0, 5))
def test_a_field_that_is_played_twice_is_counted_once(value: np.ndarray, again: int) -> None:
    roles = [REFERENCE, *[CREDIBLE] * (len(value) - 1)]
    doubled = np.vstack([value, value[[again % len(value)]]])
    margin = np.ones(3)
    like = distinct(doubled, margin, np.array([*roles, CREDIBLE], object))
    assert like[-1] == distinct(value, margin, np.array(roles, object))[again % len(value)]
    assert like[-1] != len(value)


def test_references_stand_for_those_who_play_like_them() -> None:
    like = distinct(
        np.array([[0.0, 5.0], [0.0, 9.0], [0.3, 5.4], [0.0, 9.2]]),
        np.array([0.5, 0.5]),
        np.array([STRESS, CREDIBLE, REFERENCE, CREDIBLE], object),
    )
    assert like.tolist() == [2, 1, 2, 1]


def test_fields_with_nothing_in_common_are_not_alike() -> None:
    nan = np.nan
    behaviour = np.array([[nan, 1.0], [1.0, nan]])
    assert distinct(behaviour, np.ones(2), np.array([CREDIBLE] * 2, object)).tolist() == [0, 1]
