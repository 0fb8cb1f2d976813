from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.display.text_tables import (
    MINUS,
    NOTHING,
    bar,
    decimals_for,
    estimates,
    half_widths,
    number,
    with_minus,
)

NAN = float("nan")


def test_the_half_width_is_the_longer_arm() -> None:
    value, low, high = np.array([0.0, 5.0]), np.array([0.0, 3.0]), np.array([2.0, 6.0])
    assert half_widths(value, low, high).tolist() == [2.0, 2.0]


@pytest.mark.parametrize(
    ("half", "decimals"),
    [
        ([12.0], 0),
        ([10.0], 0),
        ([9.9], 1),
        ([0.5], 1),
        ([0.1], 1),
        ([0.09], 2),
        ([0.012], 2),
        ([0.0009], 4),
        ([1e-9], 4),
        ([0.0], 1),
        ([NAN], 1),
        ([0.05, 0.05, 3.0], 2),
    ],
)
def test_decimals_end_where_the_uncertainty_begins(half: list[float], decimals: int) -> None:
    assert decimals_for(np.array(half)) == decimals


def test_estimates_line_up_when_right_aligned() -> None:
    value = np.array([25.04, 9.96, NAN, 50.0])
    half = np.array([0.26, 11.5, NAN, NAN])
    texts = estimates(value, value - half, value + half)
    assert texts == ["25.0 ±0.3 ", "10.0 ±11.5", NOTHING, f"50.0 {NOTHING}    "]


def test_no_interval_is_shown_as_0_unless_it_is() -> None:
    value, half = np.array([25.0, 0.4, 31.0]), np.array([0.0, 0.01, 0.2])
    assert estimates(value, value - half, value + half) == ["25.0     ", "0.4 ±0.1", "31.0 ±0.2"]


def test_what_rounds_to_0_has_no_sign() -> None:
    assert [number(value, 1) for value in (-0.04, 0.04, -0.06)] == ["0.0", "0.0", f"{MINUS}0.1"]
    assert [with_minus(text) for text in ("-0.00", "+0.0", "-1")] == ["0.00", "0.0", f"{MINUS}1"]


def test_a_lopsided_interval_is_written_out() -> None:
    texts = estimates(np.array([0.0, 100.0]), np.array([0.0, 13.9]), np.array([86.1, 100.0]))
    assert [text.rstrip() for text in texts] == ["0 (0 to 86)", "100 (14 to 100)"]
    assert estimates(np.array([1.0]), np.array([0.6]), np.array([1.6])) == ["1.0 ±0.6"]


def test_an_interval_beside_a_limit_is_written_out() -> None:
    value, low, high = np.array([0.04, 0.5]), np.array([0.02, 0.3]), np.array([0.07, 0.7])
    texts = [text.rstrip() for text in estimates(value, low, high)]
    assert texts == ["0.0 (0.0 to 0.1)", "0.5 ±0.2"]
    value, low, high = np.array([99.96]), np.array([99.9]), np.array([99.99])
    assert estimates(value, low, high, most=100) == ["99.96 (99.90 to 99.99)"]


def test_numbers_have_separators_and_fixed_decimals() -> None:
    assert [number(1234567.0, 0), number(2.25, 1), number(NAN, 1)] == ["1,234,567", "2.2", NOTHING]


@pytest.mark.parametrize(("length", "text"), [(0, ""), (2, "██"), (1.5, "█▌"), (0.99, "█")])
def test_a_bar_is_right_to_the_eighth(length: float, text: str) -> None:
    assert bar(length) == text
