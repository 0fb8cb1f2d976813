"""A plan can be described, and be brought back from its description."""

from __future__ import annotations

import json
from typing import Any

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.tournament.describing import describe, plan_from

from tests.tournament.long_runs.kept import small_plan


@pytest.mark.parametrize(
    "options", [{}, {"lineup": (0, 1, 2), "players": []}, {"rotate": False}, {"specs": ["spread"]}]
)
def test_a_description_leads_back_to_the_plan(options: dict[str, Any]) -> None:
    made = small_plan(**options)
    described = describe(made)
    assert json.loads(json.dumps(described)) == described
    assert plan_from(described) == made


def test_a_strategy_that_is_another_is_refused() -> None:
    described = describe(small_plan())
    described["sources"][1] = "0" * 64
    with pytest.raises(UsageError, match="the strategy coinflip has changed since games were"):
        plan_from(described)
    assert plan_from(described, loaded=False).games == small_plan().games
    del described["sources"]  # as in a manifest
    assert plan_from(described) == small_plan()


def test_crossed_strategies_are_told_apart() -> None:
    sources = [
        describe(small_plan(specs=[spec]))["sources"][0]
        for spec in ("spread", "bid=spread,sell=matcher", "bid=matcher,sell=spread")
    ]
    assert len(set(sources)) == 3


@pytest.mark.parametrize("key", ["seed", "cells", "specs", "strategies", "rotate"])
def test_what_is_missing_is_told(key: str) -> None:
    described = describe(small_plan())
    del described[key]
    with pytest.raises(ValueError, match=f"'{key}' is missing"):
        plan_from(described)
