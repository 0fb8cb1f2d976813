from __future__ import annotations

import numpy as np
import pytest
from strategy_lab.display.meta_text import (
    coexistence_findings,
    cycle_findings,
    mixture_text,
    safety_finding,
    settling_finding,
)
from strategy_lab.experiments.meta.experiment import ANY, NOT_TIED, SOME

from tests.strategy_lab.display.meta.looked_at import (
    CYCLE,
    EITHER,
    FIRST,
    LEVEL,
    TOGETHER,
    looked_at,
)


@pytest.mark.parametrize(
    ("matrix", "finding"),
    [
        (CYCLE, "no strategy of the field is safe: each is invaded by another"),
        (FIRST, "expert is the only strategy that no other invades"),
        (EITHER, "no other invades expert or spread"),
        (
            TOGETHER,
            "no strategy of the field is safe: each is invaded by another; invasions end among "
            "expert and spread",
        ),
    ],
)
def test_who_is_safe(matrix: tuple[tuple[int, ...], ...], finding: str) -> None:
    assert safety_finding(looked_at(matrix)["invasions"]) == finding


def test_one_that_may_be_invaded_is_not_called_safe_for_certain() -> None:
    finding = safety_finding(looked_at(LEVEL)["invasions"])
    assert finding == "no other is shown to invade expert or spread"


def test_cycles_and_those_who_invade_each_other_are_named() -> None:
    assert cycle_findings(looked_at(CYCLE)["cycles"]) == [
        "expert invades linear invades spread invades expert"
    ]
    assert cycle_findings(looked_at(TOGETHER)["cycles"]) == []
    assert coexistence_findings(looked_at(TOGETHER)["invasions"]) == [
        "expert and spread invade each other"
    ]
    assert coexistence_findings(looked_at(CYCLE)["invasions"]) == []


@pytest.mark.parametrize(
    ("matrix", "finding"),
    [
        (CYCLE, "replicator dynamics do not settle, from any start"),
        (FIRST, "replicator dynamics settle in expert from every start"),
        (
            EITHER,
            "replicator dynamics settle in spread from 52 %, in expert from 48 % of the starts",
        ),
        (TOGETHER, "replicator dynamics settle in 53 % spread + 47 % expert from every start"),
    ],
)
def test_where_dynamics_settle(matrix: tuple[tuple[int, ...], ...], finding: str) -> None:
    tables = looked_at(matrix)
    assert settling_finding(tables["mixtures"], tables["weights"]) == finding


def test_equilibria_that_no_start_leads_to_are_named() -> None:
    names = np.array(["equilibrium 1", "equilibrium 2"])
    mixtures = {
        "mixture": names,
        "kind": np.full(2, "equilibrium"),
        "starts": np.array([1.0, 0.0]),
        "games": np.ones(2),
    }
    weights = {
        "mixture": np.repeat(names, 2),
        "strategy": np.tile(["a", "b"], 2),
        "weight": np.eye(2).ravel(),
        "tied": np.full(4, NOT_TIED),
        "games": np.ones(4),
    }
    assert settling_finding(mixtures, weights) == (
        "replicator dynamics settle in a from every start; b is an equilibrium that no drawn start "
        "leads to"
    )


def test_many_equilibria_are_counted() -> None:
    names = np.array([f"equilibrium {number}" for number in range(1, 6)])
    mixtures = {
        "mixture": names,
        "kind": np.full(5, "equilibrium"),
        "starts": np.array([0.5, 0.2, 0.1, 0.1, 0.1]),
        "games": np.ones(5),
    }
    weights = {
        "mixture": np.repeat(names, 5),
        "strategy": np.tile(["a", "b", "c", "d", "e"], 5),
        "weight": np.eye(5).ravel(),
        "tied": np.full(25, NOT_TIED),
        "games": np.ones(25),
    }
    assert settling_finding(mixtures, weights) == (
        "replicator dynamics settle in a from 50 %, in b from 20 %, in c from 10 %, "
        "in 2 others from 20 % of the starts"
    )


def test_mixtures_in_words() -> None:
    parts = {
        "strategy": np.array(["a", "b", "c"]),
        "weight": np.array([0.25, 0.0, 0.75]),
        "tied": np.full(3, NOT_TIED),
    }
    assert mixture_text(parts) == "75 % c + 25 % a"


def test_strategies_that_are_tied_have_a_part_together() -> None:
    parts = {
        "strategy": np.array(["a", "b", "c"]),
        "weight": np.array([0.25, 0.4, 0.35]),
        "tied": np.array([ANY, NOT_TIED, ANY]),
    }
    assert mixture_text(parts) == "60 % any mixture of a and c + 40 % b"
    all_tied = {**parts, "tied": np.full(3, SOME)}
    assert mixture_text(all_tied) == "some mixtures of a, b and c"
