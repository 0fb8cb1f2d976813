"""Differences as text."""

from __future__ import annotations

from typing import Any

import pytest
from forsale_sim.measures import MEASURES
from strategy_lab.display.comparison_text import MINUS, difference_texts, signed_text
from strategy_lab.display.text_tables import NOTHING

MEASURE_IN = {"thousands": "money", "fraction": "win_rate", "rank": "rank"}


def row(
    difference: float, half: float, unit: str = "thousands", deals: int = 5000
) -> dict[str, Any]:
    return {
        **{"entry": MEASURES[MEASURE_IN[unit]], "unit": unit},
        **{"difference": difference, "deals": deals},
        **{"difference_low": difference - half, "difference_high": difference + half},
    }


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-1234.5, f"{MINUS}1,234.5"), (0.04, "0.0"), (-0.04, "0.0")]
)
def test_signs(value: float, text: str) -> None:
    assert signed_text(value, 1) == text


def test_estimates() -> None:
    assert difference_texts([row(1.84, 0.12)]) == ["+1.8 ±0.1"]
    assert difference_texts([row(0.0123, 0.002, "fraction")]) == ["+1.2 ±0.2"]
    assert difference_texts([row(0.0, 0.0)]) == ["0"]
    assert difference_texts([row(-2.0, 1.0, "rank")]) == [f"{MINUS}2 ±1"]
    assert difference_texts([row(-3.0, float("nan"))]) == [f"{MINUS}3.0 {NOTHING}"]
    assert difference_texts([row(1.0, 0.01), row(-22.0, 0.02)]) == [
        "+1.00 ±0.01",
        f"{MINUS}22.00 ±0.02",
    ]
