"""Differences as text."""

from __future__ import annotations

from math import isnan
from typing import Any

import pytest
from forsale_sim.display.compare.difference_text import (
    MINUS,
    difference_text,
    difference_texts,
    joint_bound,
    joint_bound_text,
    lacks_interval,
    range_text,
    signed_text,
)
from forsale_sim.display.number_text import NOTHING


def row(
    difference: float, half: float, unit: str = "thousands", deals: int = 5000
) -> dict[str, Any]:
    return {
        **{"difference": difference, "unit": unit, "deals": deals},
        **{"difference_low": difference - half, "difference_high": difference + half},
    }


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-1234.5, f"{MINUS}1,234.5"), (0.04, "0.0"), (-0.04, "0.0")]
)
def test_signs(value: float, text: str) -> None:
    assert signed_text(value, 1) == text


def test_estimates() -> None:
    assert difference_text(row(1.84, 0.12)) == "+1.8 ±0.1"
    assert difference_text(row(-1.84, 0.12), absolute=True) == "1.8 ±0.1"
    assert difference_text(row(0.0123, 0.002, "fraction")) == "+1.2 ±0.2"
    assert difference_text(row(0.0, 0.0)) == "0"
    assert difference_text(row(-2.0, 1.0, "rank")) == f"{MINUS}2 ±1"
    assert difference_text(row(-3.0, float("nan"))) == f"{MINUS}3.0 {NOTHING}"
    assert difference_texts([row(1.0, 0.01), row(-22.0, 0.02)]) == [
        "+1.00 ±0.01",
        f"{MINUS}22.00 ±0.02",
    ]


def test_spans() -> None:
    found = {"unit": "fraction", "least": -0.012, "most": 0.0034}
    assert range_text(found) == f"{MINUS}1.2 to +0.3"
    assert range_text(found | {"least": 0.0034}) == "+0.34"


def test_what_nothing_exceeds() -> None:
    assert joint_bound([row(-0.002, 0.001, "fraction")]) == pytest.approx(0.3)
    three = [row(difference, 0.1) for difference in (0.1, -0.3, 0.2)]
    assert joint_bound(three) == pytest.approx(0.3 + 0.1 * 2.394 / 1.960, abs=1e-3)
    assert joint_bound_text(three) == "0.43"
    assert joint_bound([row(0.0, 0.0)] * 4) == 0


def test_nothing_is_known_to_reach_where_one_is_unknown() -> None:
    rows = [row(0.1, 0.1), row(0.1, float("nan"))]
    assert [lacks_interval(one) for one in rows] == [False, True]
    assert lacks_interval(row(0.1, 0.1) | {"difference_high": None})
    assert isnan(joint_bound(rows))
