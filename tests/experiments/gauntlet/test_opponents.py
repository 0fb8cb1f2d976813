from __future__ import annotations

import pytest
from forsale_sim.experiments.gauntlet.experiment import (
    GAUNTLET_PARTS,
    KINDS_OF_PART,
    STRANGER,
    kind_of,
    opponents_of,
)
from forsale_sim.program import PANEL
from forsale_strategies.panel import KINDS
from forsale_strategies.strangers import KINDS as KINDS_OF_STRANGERS


def test_every_kind_of_the_panel_is_in_one_part() -> None:
    kinds = [kind for part in GAUNTLET_PARTS for kind in KINDS_OF_PART[part]]
    assert sorted(kinds) == sorted(set(KINDS.values()))


def test_no_two_parts_share_an_opponent_whatever_the_seed() -> None:
    met = [
        {name for seed in range(50) for name in opponents_of(part, 24, seed)}
        for part in GAUNTLET_PARTS
    ]
    assert not met[0] & met[1] and not met[0] & met[2] and not met[1] & met[2]
    assert set().union(*met) >= set(PANEL)


def test_strangers_differ_by_seed_and_are_of_all_kinds() -> None:
    one, other = opponents_of("train", 12, 1), opponents_of("train", 12, 2)
    drawn = [name for name in one if name.startswith(STRANGER)]
    assert len(set(drawn)) == 12 and not set(drawn) & set(other)
    kinds = [kind_of(name) for name in drawn]
    assert all(kinds.count(f"{kind} (stranger)") == 2 for kind in KINDS_OF_STRANGERS)
    assert opponents_of("train", 6, 1) == one[: len(one) - 6]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("copycat", "imitation"), ("stranger", "values (stranger)"),
     ("stranger:number=17", "feints (stranger)")],
)  # fmt: skip
def test_an_opponent_has_a_kind(name: str, kind: str) -> None:
    assert kind_of(name) == kind
