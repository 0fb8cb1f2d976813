"""Conclusions: what holds in all fields, and what depends on them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from forsale_sim.results.paired.conclusions import conclusions
from forsale_sim.results.paired.schema import DEPENDS, TABLES
from forsale_sim.results.tables import Columns, records
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL


def made(*found: tuple[float, str], seat: int | None = 1) -> list[dict[str, Any]]:
    """Rows on one thing in several fields, from differences and verdicts."""
    return [
        {
            **{"players": 4, "field": f"field {i}", "a": "one", "b": "two", "measure": "win_rate"},
            **{"seat": seat, "strategy": None, "house": None, "unit": "fraction"},
            **{"difference": difference, "verdict": verdict, "games": 10},
        }
        for i, (difference, verdict) in enumerate(found)
    ]


def table(rows: list[dict[str, Any]]) -> Columns:
    return {name: np.array([row[name] for row in rows], object) for name in rows[0]} | {
        "difference": np.array([row["difference"] for row in rows]),
        "games": np.array([row["games"] for row in rows]),
    }


@pytest.mark.parametrize(
    ("found", "conclusion"),
    [
        ([(0.1, DIFFERS)], DIFFERS),
        ([(0.1, DIFFERS), (0.2, DIFFERS)], DIFFERS),
        ([(-0.1, DIFFERS), (-0.2, DIFFERS)], DIFFERS),
        ([(0.1, DIFFERS), (-0.2, DIFFERS)], DEPENDS),
        ([(0.1, DIFFERS), (0.0, SMALL)], DEPENDS),
        ([(0.1, DIFFERS), (-0.1, DIFFERS), (0.0, NOT_SHOWN)], DEPENDS),
        ([(0.1, DIFFERS), (0.1, NOT_SHOWN)], NOT_SHOWN),
        ([(0.0, SMALL), (0.1, NOT_SHOWN)], NOT_SHOWN),
        ([(0.0, SMALL), (0.001, SMALL)], SMALL),
    ],
)
def test_a_conclusion_holds_where_all_fields_agree(
    found: list[tuple[float, str]], conclusion: str
) -> None:
    (row,) = records(conclusions(table(made(*found))))
    assert row["conclusion"] == conclusion
    assert row["fields"] == len(found)
    assert row["more"] + row["less"] + row["small"] + row["not_shown"] == len(found)
    assert (row["least"], row["most"]) == (
        min(difference for difference, _ in found),
        max(difference for difference, _ in found),
    )
    assert row["games"] == 10 * len(found)


def test_each_thing_has_a_conclusion_of_its_own() -> None:
    rows = [
        *made((0.1, DIFFERS), (0.2, DIFFERS), seat=1),
        *made((-0.3, NOT_SHOWN), seat=2),
        *made((0.4, SMALL), seat=None),
    ]
    rows = [rows[i] for i in (2, 0, 3, 1)]
    found = conclusions(table(rows))
    assert tuple(found) == TABLES["conclusions"]
    assert found["seat"].tolist() == [2, 1, None]
    assert found["conclusion"].tolist() == [NOT_SHOWN, DIFFERS, SMALL]
    assert found["most"].tolist() == [-0.3, 0.2, 0.4]
