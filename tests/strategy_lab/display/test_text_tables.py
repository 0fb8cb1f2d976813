"""Numbers end where uncertainty begins; tables fit lines of any length, in parts if need be."""

from __future__ import annotations

import io
from collections.abc import Collection

import numpy as np
import pytest
from rich.console import Console
from strategy_lab.display.text_tables import (
    MINUS,
    NARROWEST,
    NOTHING,
    Texts,
    bar,
    decimals_for,
    estimates,
    laid_out,
    number,
    with_minus,
    without_spare,
)

COLUMNS: Texts = {
    "name": ["ann", "bartholomew"],
    "rate": ["31.2 ±0.1", "1.0 ±10.4"],
    "deals": ["1,000", "20"],
    "win, %\nof all": ["33.3", "6.7"],
}


def lines(
    columns: Texts, width: int, *, left: Collection[str] = (), running: str | None = None
) -> list[str]:
    text = io.StringIO()
    table = laid_out(columns, width, left=left, running=running)
    Console(file=text, width=width).print(table)
    return [line.rstrip() for line in text.getvalue().splitlines()]


def test_what_is_too_wide_goes_on_below_with_the_names() -> None:
    assert lines(COLUMNS, 36) == [
        "name              rate  deals",
        "─────────────────────────────",
        "ann          31.2 ±0.1  1,000",
        "bartholomew  1.0 ±10.4     20",
        "",
        "             win, %",
        "name         of all",
        "───────────────────",
        "ann            33.3",
        "bartholomew     6.7",
    ]


def test_a_part_has_no_rows_without_a_cell_in_it() -> None:
    columns = {"seat": ["1", "2"], "one": ["10", ""], "two": ["20", "30"]}
    assert lines(columns, 9) == [
        *("seat  one", "─────────", "1      10", ""),
        *("seat  two", "─────────", "1      20", "2      30"),
    ]


def test_names_are_folded_only_where_there_is_no_room_for_one_number_beside_them() -> None:
    assert "bartholomew  1.0 ±10.4" in lines(COLUMNS, 22)
    assert lines(COLUMNS, 21)[2:5] == [
        "ann         31.2 ±0.1",
        "bartholome  1.0 ±10.4",
        "w",
    ]


def test_running_text_is_folded_before_a_table_is_parted() -> None:
    columns = {"name": ["ann"], "deals": ["1,000"], "why": ["neither is stronger by 5 Elo"]}
    width = len("ann   1,000  ") + NARROWEST
    assert lines(columns, width, left=["why"], running="why")[2:] == [
        "ann   1,000  neither is stronger",
        "             by 5 Elo",
    ]
    assert lines(columns, width - 1, left=["why"], running="why")[2:] == [
        *("ann   1,000", "", "name  why", "──────────────────────────────────"[: width - 1]),
        *("ann   neither is stronger by 5", "      Elo"),
    ]


def test_spare_columns_go_in_order_until_the_rest_fits() -> None:
    spare = ("deals", "rate")
    assert list(without_spare(COLUMNS, spare, 80)) == list(COLUMNS)
    assert list(without_spare(COLUMNS, spare, 36)) == ["name", "rate", "win, %\nof all"]
    assert list(without_spare(COLUMNS, spare, 10)) == ["name", "win, %\nof all"]


NAN = float("nan")


DECIMALS = {12.0: 0, 10.0: 0, 9.9: 1, 0.5: 1, 0.1: 1, 0.09: 2, 0.012: 2, 0.0009: 4, 1e-9: 4, NAN: 1}


@pytest.mark.parametrize(
    ("half", "decimals"),
    [*(([half], digits) for half, digits in DECIMALS.items()), ([0.0], 1), ([0.05, 0.05, 3.0], 2)],
)
def test_decimals_end_where_the_uncertainty_begins(half: list[float], decimals: int) -> None:
    assert decimals_for(np.array(half)) == decimals


def test_estimates_line_up_when_right_aligned() -> None:
    value = np.array([25.04, 9.96, NAN, 50.0])
    half = np.array([0.26, 11.5, NAN, NAN])
    texts = estimates(value, value - half, value + half)
    assert texts == ["25.0 ±0.3 ", "10.0 ±11.5", NOTHING, f"50.0 {NOTHING}    "]


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


@pytest.mark.parametrize(("length", "text"), [(0, ""), (2, "██"), (1.5, "█▌"), (0.99, "█")])
def test_a_bar_is_right_to_the_eighth(length: float, text: str) -> None:
    assert bar(length) == text
