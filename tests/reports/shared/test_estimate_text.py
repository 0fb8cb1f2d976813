from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.reports.shared.estimate_text import (
    all_of,
    by_players,
    difference,
    out_of,
    signed_text,
)
from forsale_sim.results.tables import Columns


def rate(value: float) -> Columns:
    """A rate of a tenth more or less."""
    columns = {"rate": value, "rate_low": value - 0.1, "rate_high": value + 0.1}
    return {name: np.array([column]) for name, column in columns.items()}


def test_a_difference_is_as_uncertain_as_both_together() -> None:
    value, bound = difference(rate(0.4), rate(0.2), "rate")
    assert (value, bound) == (pytest.approx(-0.2), pytest.approx(0.2))
    assert signed_text(value, bound) == "\N{MINUS SIGN}0.20 ±0.20"
    assert signed_text(0.5, 0.25, 1) == "+0.5 ±0.2"


def test_a_part_of_one_is_all_or_nothing() -> None:
    assert [out_of(part, 64, "case") for part in (0, 1, "any")] == [
        *("0 of 64 cases", "1 of 64 cases", "any of 64 cases")
    ]
    assert [out_of(part, 1, "case") for part in (0, 1, "any")] == [
        *("no case", "the only case", "the only case")
    ]
    assert [all_of(number, "pair") for number in (24, 1)] == ["all 24 pairs", "the only pair"]


def test_the_usual_number_of_players_comes_first() -> None:
    assert by_players([3, 4, 5], ["a", "b", "c"]) == "b with 4 players (3: a, 5: c)"
    assert by_players([3, 5], ["a", "c"]) == "a with 3 players (5: c)"
    assert by_players([6], ["d"]) == "d with 6 players"
    assert by_players([3, 4], ["2", "1"], "coins") == "1 coin with 4 players (3: 2)"
    assert by_players([3, 4], ["1", "2"], "coins") == "2 coins with 4 players (3: 1)"
