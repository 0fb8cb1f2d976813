"""A plan can be described, and be brought back from its description."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.plugins.entrant import load_field
from forsale_sim.simulation.describing import describe, plan_from, sources_of

from tests.simulation.long_runs.kept import small_plan

MINE = """
from forsale_sim import strategy
from forsale_sim.cards import lowest

@strategy("mine")
class Mine:
    def bid(view):
        return {bid}

    def sell(view):
        return lowest(view.hand)
"""


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


def test_a_default_that_has_changed_is_another_source() -> None:
    [spread] = load_field(["spread"])
    bid = replace(spread.bid, arguments={"share": 0.25})
    assert sources_of([spread]) == sources_of(load_field(["spread"]))
    assert sources_of([spread]) != sources_of([replace(spread, bid=bid)])


def test_what_a_strategy_is_changes_with_its_source_and_its_parameters(tmp_path: Path) -> None:
    assert sources_of(load_field(["matcher"])) == sources_of(load_field(["matcher"]))
    specs = ["matcher", "matcher:aim=0.2", "expert", "bid=matcher,sell=expert"]
    found = sources_of(load_field(specs))
    assert all(found.count(one) == 1 for one in found)
    path = tmp_path / "mine.py"
    path.write_text(MINE.format(bid="0"))
    before = sources_of(load_field([str(path)]))
    path.write_text(MINE.format(bid="view.least_bid"))
    assert sources_of(load_field([str(path)])) != before
